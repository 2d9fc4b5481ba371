"""Opponents."""

from grognard.ai.bots import Bot, UnknownBot, bot, bots, register

__all__ = ["Bot", "UnknownBot", "bot", "bots", "register"]
