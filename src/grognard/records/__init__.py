"""Playthroughs and their record files."""

from grognard.core.game import Game
from grognard.records.playthrough import ALL, Automation, Entry, Playthrough

Game.opener = Playthrough

__all__ = ["ALL", "Automation", "Entry", "Playthrough"]
