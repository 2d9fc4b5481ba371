"""What a side remembers of units that it saw once, and where they can be now."""

from collections.abc import Iterable
from typing import Any

from grognard.core.events import Event
from grognard.core.game import Game, View
from grognard.core.placing import Placement
from grognard.core.sides import Side
from grognard.hexes import Hex

MARCH = 3
"""Hexes that a unit is believed to go in a turn, one with another."""
LEAK = 0.05
"""How likely it still is, against knowing nothing, that a unit went farther than believed."""


class Memory:
    """Where each unit was seen last, and when: a belief for ``Game.imagine``."""

    def __init__(self, game: Game[Any], side: Side) -> None:
        self.game, self.side = game, side
        self._grid = next(iter(game.maps.values())).grid
        self._seen: dict[int, tuple[Hex, int]] = {}
        self._turns_left = 0

    def __repr__(self) -> str:
        return f"<Memory of {self.side}: {len(self._seen)} units>"

    def look(self, view: View[Any]) -> None:
        """Remember every unit that the view shows on the map."""
        self._turns_left = self.game.advice.turns_left(view.state)
        if isinstance(view.state, Placement):
            self._seen |= {unit: (hex, self._turns_left)
                           for unit, hex in enumerate(view.state.at) if hex >= 0}

    def notice(self, events: Iterable[Event]) -> None:
        """Remember units that were named where something happened, if it was in one hex."""
        for event in events:
            if len(event.hexes) == 1:
                self._seen |= dict.fromkeys(event.units, (event.hexes[0], self._turns_left))

    def likely(self, unit: int, hex: Hex) -> float:
        """How many times likelier a unit is in a hex than if nothing were known of it.

        It is believed to be anywhere within the marches that it can have made since.
        """
        if unit not in self._seen:
            return 1.0
        at, then = self._seen[unit]
        far = MARCH * (1 + max(0, then - self._turns_left))
        if hex < 0 or self._grid.distance(at, hex) > far:
            return LEAK
        return max(1.0, self._grid.size / (1 + 3 * far * (far + 1)))
