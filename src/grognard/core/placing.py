"""Where units stand, kept twice for speed: by unit and by hex.

A rule book whose counters stand in hexes takes :class:`Placement` for the base of its state.
Sets of hexes that it asks for again and again are not worked out anew after a move, but put
right in the two hexes that the move touches.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from grognard.core.state import State
from grognard.core.visibility import STACKS, PerUnit
from grognard.hexes import Hex, HexSet, bits, pack

NOWHERE, TWICE = -1, -2
GROUPS = 24
"""Of so many sets of units the hexes are remembered."""
MANY = 24
"""From so many units on it is quicker to look through the stacks than for each unit."""

_HELD, _STANDING = "held", "standing"


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
        self._put_right(unit, old, place)

    def forget_derived(self) -> None:
        """Drop what was worked out, but for what is put right by itself."""
        kept = (_HELD, _STANDING)
        self.cache = {name: self.cache[name] for name in kept if name in self.cache}

    def _leave(self, unit: int, hex: Hex) -> None:
        rest = tuple(other for other in self.stacks[hex] if other != unit)
        if rest:
            self.stacks[hex] = rest
        else:
            del self.stacks[hex]

    def _put_right(self, unit: int, *places: int) -> None:
        """Correct what is remembered in the places that a move has touched."""
        held, standing = self.cache.get(_HELD), self.cache.get(_STANDING)
        if held is not None:  # copies of the state share the old one
            self.cache[_HELD] = {
                group: self._recount(group, hexes, places) if group[0] >> unit & 1 else hexes
                for group, hexes in held.items()
            }
        if standing is not None:
            gone = standing & ~(1 << unit)
            self.cache[_STANDING] = gone | 1 << unit if self.at[unit] >= 0 else gone

    def _recount(self, group: tuple[int, int], hexes: HexSet, places: Iterable[int]) -> HexSet:
        units, least = group
        for hex in places:
            if hex >= 0:
                stack = self.stacks.get(hex, ())
                there = sum([units >> other & 1 for other in stack if other >= 0])
                hexes = hexes | 1 << hex if there >= least else hexes & ~(1 << hex)
        return hexes

    # -- questions ------------------------------------------------------------------------

    def units_at(self, hex: Hex) -> tuple[int, ...]:
        """The stack in a hex."""
        return self.stacks.get(hex, ())

    def set_at(self, hex: Hex) -> int:
        """The stack in a hex as a bit set."""
        return pack(self.stacks.get(hex, ()))

    def hexes_of(self, units: int, least: int = 1) -> HexSet:
        """The hexes in which units of the set stand, or at least so many of them."""
        held: dict[tuple[int, int], HexSet] = self.cache.get(_HELD, {})
        found = held.get((units, least))
        if found is None:
            found = self.look_up(units, least)
            rest = held if len(held) < GROUPS else {}
            self.cache[_HELD] = {**rest, (units, least): found}
        return found

    def look_up(self, units: int, least: int = 1) -> HexSet:
        """The same for a set of units that will hardly be asked for again."""
        at = self.at
        places = [hex for unit in bits(units) if (hex := at[unit]) >= 0]
        if least == 1:
            return pack(places)
        return pack([hex for hex, count in Counter(places).items() if count >= least])

    def on_map(self, units: int) -> int:
        """Those of the units that stand on a hex."""
        standing: int | None = self.cache.get(_STANDING)
        if standing is None:
            standing = pack([unit for unit, hex in enumerate(self.at) if hex >= 0])
            self.cache[_STANDING] = standing
        return units & standing

    def units_in(self, hexes: HexSet, units: int) -> int:
        """Those of the units that stand in one of the hexes."""
        if units.bit_count() > MANY:
            stacks = self.stacks
            return units & pack([unit for hex in bits(hexes) if hex in stacks
                                 for unit in stacks[hex] if unit >= 0])
        at = self.at
        return pack([unit for unit in bits(units) if at[unit] >= 0 and hexes >> at[unit] & 1])

    def units_on(self, place: int) -> list[int]:
        """The units in one of the places off the map."""
        return [unit for unit, at in enumerate(self.at) if at == place]


def misplaced(at: Sequence[int], stacks: Mapping[int, Sequence[int]]) -> list[int]:
    """Units on the map that no stack or two hold, and units in the stack of another hex."""
    stands: dict[int, int] = {}
    for hex, stack in stacks.items():
        for unit in stack:
            stands[unit] = TWICE if unit in stands else hex
    return [unit for unit, hex in enumerate(at)
            if stands.get(unit, NOWHERE) != (hex if hex >= 0 else NOWHERE)]
