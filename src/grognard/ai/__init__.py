"""Opponents."""

from grognard.ai import general, officer, passive  # noqa: F401  # put themselves on the list
from grognard.ai.bots import (
    Bot,
    UnknownBot,
    bot,
    decision_of,
    is_known,
    known_bots,
    register,
    thinks,
)
from grognard.ai.mind import Mind

__all__ = ["Bot", "Mind", "UnknownBot", "bot", "decision_of", "is_known", "known_bots",
           "register", "thinks"]
