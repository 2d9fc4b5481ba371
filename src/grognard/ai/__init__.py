"""Opponents."""

from grognard.ai.bots import Bot, UnknownBot, bot, known_bots, register

__all__ = ["Bot", "UnknownBot", "bot", "known_bots", "register"]
