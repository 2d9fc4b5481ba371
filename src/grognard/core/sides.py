"""The parties at the table."""

from typing import TypeAlias

Side: TypeAlias = str
"""A player's party, in the box's own word: ``"german"``, ``"soviet"``."""

CHANCE: Side = "chance"
"""The third party, which rolls dice and draws chits."""

SPECTATOR: Side = "spectator"
"""Whoever watches: knows what all sides may know, and no more."""
