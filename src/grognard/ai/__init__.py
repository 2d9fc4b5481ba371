"""Opponents."""

from grognard.ai import passive  # noqa: F401  # puts itself on the list
from grognard.ai.bots import Bot, UnknownBot, bot, decision_of, known_bots, register

__all__ = ["Bot", "UnknownBot", "bot", "decision_of", "known_bots", "register"]
