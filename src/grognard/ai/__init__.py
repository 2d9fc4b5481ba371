"""Opponents."""

from grognard.ai import officer, passive  # noqa: F401  # put themselves on the list
from grognard.ai.bots import Bot, UnknownBot, bot, decision_of, known_bots, register

__all__ = ["Bot", "UnknownBot", "bot", "decision_of", "known_bots", "register"]
