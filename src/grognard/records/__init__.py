"""Playthroughs and their record files."""

from grognard.records.playthrough import ALL, Automation, Entry, Playthrough, start

__all__ = ["ALL", "Automation", "Entry", "Playthrough", "start"]
