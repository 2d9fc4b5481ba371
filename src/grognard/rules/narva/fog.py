"""Section 2.1.3: optional fog of war."""

from random import Random
from typing import TYPE_CHECKING

from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def censor(game: "Narva", state: NarvaState, side: str) -> NarvaState:
    """What the side may know; without fog everything but future draws, which no state holds."""
    return state.copy()


def fill(game: "Narva", state: NarvaState, side: str, rng: Random) -> NarvaState:
    return state
