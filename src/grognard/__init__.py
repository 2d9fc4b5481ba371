"""Hex-and-counter wargames with every rule kept by the machine.

>>> import grognard
>>> sorted(grognard.boxes())[0] != ""
True
"""

from pathlib import Path
from typing import Any

from grognard.boxes import catalogue
from grognard.boxes.catalogue import BoxEntry
from grognard.core.actions import Action
from grognard.core.game import Game
from grognard.core.rulings import Refused, Ruling
from grognard.core.sides import CHANCE
from grognard.records import Automation, Playthrough, start
from grognard.records.text import RecordFault, game_of, play_back, read, save

__all__ = ["CHANCE", "Action", "Automation", "Game", "Playthrough", "RecordFault", "Refused",
           "Ruling", "boxes", "load", "replay", "save", "start"]


def boxes() -> dict[str, BoxEntry]:
    """The boxes on the shelf, by id."""
    return catalogue.boxes()


def load(box: str, scenario: str | None = None, options: dict[str, Any] | None = None) -> Game[Any]:
    """A game out of a box: its first scenario unless one is named."""
    return catalogue.load(box, scenario, options or {})


def replay(path: str | Path) -> Playthrough:
    """Play a record file to its last line.

    Raises :class:`RecordFault` at the first line that does not fit; its ``play`` holds the
    play up to that line.
    """
    record = read(path)
    return play_back(record, game_of(record))
