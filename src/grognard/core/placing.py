"""Where units stand, kept twice for speed: by unit and by hex.

A rule book whose counters stand in hexes takes :class:`Placement` for the base of its state.
Sets of hexes that it asks for again and again are not worked out anew after a move, but put
right in the two hexes that the move touches.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

from grognard.core.state import State
from grognard.core.visibility import STACKS, PerUnit
from grognard.hexes import Hex, HexSet, bits, pack

NOWHERE, TWICE = -1, -2
GROUPS = 24
"""Of so many sets of units the hexes are remembered."""
MANY = 24
"""From so many units on it is quicker to look through the stacks than for each unit."""

_HELD = "held"


class Placement(State, kw_only=True):
    """A state whose units stand on hexes, one upon another."""

    at: Annotated[list[int], PerUnit(NOWHERE)] = []
    """Hex of each unit; below 0 one of the rule book's places off the map."""
    stacks: Annotated[dict[int, tuple[int, ...]], STACKS] = {}
    """Units in each occupied hex, the top one last."""

    # -- writes ---------------------------------------------------------------------------

    def put(self, unit: int, place: int, stack: tuple[int, ...] | None = None) -> None:
        """Put a unit on a hex, or off the map; `stack` is the stack it makes there.

        Without one it lies on top.
        """
        old = self.at[unit]
        if old >= 0:
            self._leave(unit, old)
        self.at[unit] = place
        if place >= 0:
            self.stacks[place] = stack or (*self.stacks.get(place, ()), unit)
        if _HELD in self.cache:
            self.cache[_HELD] = self._put_right(unit, old, place)

    def _leave(self, unit: int, hex: Hex) -> None:
        rest = tuple(other for other in self.stacks[hex] if other != unit)
        if rest:
            self.stacks[hex] = rest
        else:
            del self.stacks[hex]

    def _put_right(self, unit: int, old: int, new: int) -> dict[int, HexSet]:
        """The hexes of every remembered set of units after a move; copies share the others."""
        held: dict[int, HexSet] = {}
        for units, hexes in self.cache[_HELD].items():
            if units >> unit & 1:
                if old >= 0 and not any(units >> other & 1 for other in self.stacks.get(old, ())):
                    hexes &= ~(1 << old)
                if new >= 0:
                    hexes |= 1 << new
            held[units] = hexes
        return held

    # -- questions ------------------------------------------------------------------------

    def units_at(self, hex: Hex) -> tuple[int, ...]:
        """The stack in a hex."""
        return self.stacks.get(hex, ())

    def set_at(self, hex: Hex) -> int:
        """The stack in a hex as a bit set."""
        return pack(self.stacks.get(hex, ()))

    def hexes_of(self, units: int) -> HexSet:
        """The hexes in which those of the units that are on the map stand."""
        held: dict[int, HexSet] = self.cache.get(_HELD, {})
        found = held.get(units)
        if found is None:
            found = self.look_up(units)
            self.cache[_HELD] = {units: found, **held} if len(held) < GROUPS else {units: found}
        return found

    def look_up(self, units: int) -> HexSet:
        """The same for a set of units that will not be asked for again."""
        at = self.at
        return pack([hex for unit in bits(units) if (hex := at[unit]) >= 0])

    def on_map(self, units: int) -> int:
        """Those of the units that stand on a hex."""
        at = self.at
        return pack([unit for unit in bits(units) if at[unit] >= 0])

    def units_in(self, hexes: HexSet, units: int) -> int:
        """Those of the units that stand in one of the hexes."""
        if units.bit_count() > MANY:
            return units & pack([unit for hex, stack in self.stacks.items()
                                 if hexes >> hex & 1 for unit in stack if unit >= 0])
        at = self.at
        return pack([unit for unit in bits(units) if at[unit] >= 0 and hexes >> at[unit] & 1])

    def units_on(self, place: int) -> list[int]:
        """The units in one of the places off the map."""
        at, found, last = self.at, list[int](), -1
        for _ in range(at.count(place)):
            last = at.index(place, last + 1)
            found.append(last)
        return found


def misplaced(at: Sequence[int], stacks: Mapping[int, Sequence[int]]) -> list[int]:
    """Units on the map that no stack or two hold, and units in the stack of another hex."""
    stands: dict[int, int] = {}
    for hex, stack in stacks.items():
        for unit in stack:
            stands[unit] = TWICE if unit in stands else hex
    return [unit for unit, hex in enumerate(at)
            if stands.get(unit, NOWHERE) != (hex if hex >= 0 else NOWHERE)]
