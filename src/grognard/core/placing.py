"""Where units stand, kept twice for speed: by unit and by hex.

A rule book whose counters stand in hexes takes :class:`Placement` for the base of its state.
Sets of hexes that it asks for again and again are not worked out anew after a move, but put
right in the two hexes that the move touches.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Annotated, Any, TypeVar

from grognard.core.state import State
from grognard.core.visibility import STACKS, PerUnit
from grognard.hexes import Hex, HexSet, bits, flags, gather, members, pack

NOWHERE, TWICE = -1, -2
GROUPS = 32
"""Of so many sets of units the hexes are remembered."""
MANY = 24
"""From so many units on it is quicker to look through all of them, or the stacks, than for each."""

_OCCUPIED, _STANDING, _AWAY, _STOOD = "occupied", "standing", "away", "stood"
_BORNE = "borne"
T = TypeVar("T")


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

    def _leave(self, unit: int, hex: Hex) -> None:
        rest = tuple(other for other in self.stacks[hex] if other != unit)
        if rest:
            self.stacks[hex] = rest
        else:
            del self.stacks[hex]

    def _put_right(self, unit: int, *places: int) -> None:
        """Correct what is remembered in the places that a move has touched."""
        occupied, standing = self.cache.get(_OCCUPIED), self.cache.get(_STANDING)
        if occupied is not None:  # copies of the state share the old one
            there = [(1 << hex, self.set_at(hex)) for hex in places if hex >= 0]
            self.cache[_OCCUPIED] = {
                (units, least): _recount(units, least, hexes, there) if units >> unit & 1 else hexes
                for (units, least), hexes in occupied.items()
            }
        borne = self.cache.get(_BORNE)
        if borne is not None:
            weights, bearing = borne
            for hex in places:
                if hex >= 0:
                    bearing = _reweigh(bearing, 1 << hex, _load(weights, self.stacks.get(hex, ())))
            self.cache[_BORNE] = weights, bearing
        if standing is not None:
            gone = standing & ~(1 << unit)
            self.cache[_STANDING] = gone | 1 << unit if self.at[unit] >= 0 else gone
        if min(places) < 0 and (away := self.cache.get(_AWAY)) is not None:
            gone, came = ~(1 << unit), 1 << unit
            self.cache[_AWAY] = {place: units | came if place == self.at[unit] else units & gone
                                 for place, units in away.items()}
        self.cache[_STOOD] = object()

    # -- questions ------------------------------------------------------------------------

    def derive_standing(
        self, name: Hashable, work: Callable[..., T], game: Any, *inputs: Any
    ) -> T:
        """As `derive`, for what follows from where all units stand and from these inputs.

        ``work`` is given the state, and may ask it where units stand and nothing else.
        """
        kept, stood = self.cache.get(name), self.cache.get(_STOOD)
        if kept is not None and kept[0] is stood and kept[1] == inputs:
            known: T = kept[2]
            return known
        value = work(game, self, *inputs)
        self.cache[name] = stood, inputs, value
        return value

    def left_by(self, units: int) -> HexSet:
        """The hexes in which nobody would stand without these units."""
        here = self.look_up(units)
        return pack([hex for hex in bits(here)
                     if not self.set_at(hex) & ~units])

    def hex_of(self, unit: int) -> Hex | None:
        """Where a unit stands; None off the map."""
        place = self.at[unit]
        return place if place >= 0 else None

    def units_at(self, hex: Hex) -> tuple[int, ...]:
        """The stack in a hex."""
        return self.stacks.get(hex, ())

    def set_at(self, hex: Hex) -> int:
        """The units known in a hex as a bit set."""
        found = 0
        for unit in self.stacks.get(hex, ()):
            if unit >= 0:
                found |= 1 << unit
        return found

    def hexes_of(self, units: int, least: int = 1, sorts: Iterable[int] = ()) -> HexSet:
        """The hexes in which units of the set stand, or at least so many of them.

        Of a large set that overlaps with others: the sorts of units that they are made up of.
        Where each sort stands is then looked up once for all of them.
        """
        occupied: dict[tuple[int, int], HexSet] = self.cache.get(_OCCUPIED, {})
        found = occupied.get((units, least))
        if found is None:
            found = self._by_sort(units, sorts) if sorts else self.look_up(units, least)
            rest = occupied if len(occupied) < GROUPS else {}
            self.cache[_OCCUPIED] = {**rest, (units, least): found}
        return found

    def hexes_bearing(self, weights: Sequence[int], least: int, among: HexSet = -1) -> HexSet:
        """Those of the hexes whose units weigh at least so much together; `weights` is by unit.

        Few hexes are weighed by themselves, as long as nobody has asked for all.
        """
        kept = self.cache.get(_BORNE)
        if kept is None and among >= 0 and among.bit_count() < len(self.stacks):
            stacks = self.stacks
            return pack([hex for hex in bits(among) if hex in stacks
                         and _load(weights, stacks[hex]) >= least])
        if kept is None or kept[0] is not weights or least not in kept[1]:
            known = kept[1] if kept and kept[0] is weights else ()
            bearing = _weigh(self.at, weights, min(least, *known, least), max(least, *known, least))
            kept = self.cache[_BORNE] = weights, bearing
        found: HexSet = kept[1][least] & among
        return found

    def look_up(self, units: int, least: int = 1) -> HexSet:
        """The same for a set of units that will hardly be asked for again."""
        places = self._places(units)
        if least == 1:
            return pack([hex for hex in set(places) if hex >= 0])
        return pack([hex for hex, count in Counter(places).items() if count >= least and hex >= 0])

    def _by_sort(self, units: int, sorts: Iterable[int]) -> HexSet:
        found = 0
        for sort in sorts:
            part = units & sort
            if part == sort:
                found |= self.derive_standing(("sort", sort), _where, sort)
            elif part:
                found |= self.look_up(part)
        return found

    def _places(self, units: int) -> Iterable[int]:
        """The place of each unit of the set."""
        at = self.at
        return compress(at, flags(units)) if units.bit_count() > MANY else [
            at[unit] for unit in bits(units)]

    def on_map(self, units: int) -> int:
        """Those of the units that stand on a hex."""
        standing: int | None = self.cache.get(_STANDING)
        if standing is None:
            standing = gather([hex >= 0 for hex in self.at])
            self.cache[_STANDING] = standing
        return units & standing

    def units_in(self, hexes: HexSet, units: int) -> int:
        """Those of the units that stand in one of the hexes."""
        if units.bit_count() > MANY:
            hexes &= self.cache.get(_OCCUPIED, {}).get((units, 1), -1)
            stacks = self.stacks
            some = bits(hexes) if hexes.bit_count() < len(stacks) else members(hexes, stacks)
            return units & pack([unit for hex in some
                                 for unit in stacks.get(hex, ()) if unit >= 0])
        at = self.at
        return pack([unit for unit in bits(units) if at[unit] >= 0 and hexes >> at[unit] & 1])

    def units_on(self, place: int) -> int:
        """The units in one of the places off the map, as a bit set."""
        away: dict[int, int] = self.cache.get(_AWAY, {})
        found = away.get(place)
        if found is None:
            found = gather([hex == place for hex in self.at])
            self.cache[_AWAY] = {**away, place: found}
        return found


def _where(units: int, state: Placement) -> HexSet:
    return state.look_up(units)


def _recount(units: int, least: int, hexes: HexSet, there: Iterable[tuple[HexSet, int]]) -> HexSet:
    """The hexes with so many of the units, put right where stacks are new."""
    for bit, stack in there:
        hexes = hexes | bit if (units & stack).bit_count() >= least else hexes & ~bit
    return hexes


def _weigh(at: Sequence[int], weights: Sequence[int], least: int, most: int) -> dict[int, HexSet]:
    """For every load from `least` up to `most`, or to the heaviest, the hexes that bear it."""
    loads: dict[Hex, int] = {}
    for hex, weight in zip(at, weights, strict=True):
        if hex >= 0:
            loads[hex] = loads.get(hex, 0) + weight
    alike: dict[int, list[Hex]] = {}
    for hex, load in loads.items():
        if load >= least:
            alike.setdefault(load, []).append(hex)
    bearing, found = dict[int, HexSet](), 0
    for load in range(max(most, *alike, 0), least - 1, -1):
        found |= pack(alike.get(load, ()))
        bearing[load] = found
    return bearing


def _load(weights: Sequence[int], stack: Iterable[int]) -> int:
    return sum([weights[unit] for unit in stack if unit >= 0])


def _reweigh(bearing: Mapping[int, HexSet], bit: HexSet, load: int) -> dict[int, HexSet]:
    """The hexes that bear so much, put right in one."""
    return {least: hexes | bit if load >= least else hexes & ~bit
            for least, hexes in bearing.items()}


def misplaced(at: Sequence[int], stacks: Mapping[int, Sequence[int]]) -> list[int]:
    """Units on the map that no stack or two hold, and units in the stack of another hex."""
    stands: dict[int, int] = {}
    for hex, stack in stacks.items():
        for unit in stack:
            stands[unit] = TWICE if unit in stands else hex
    return [unit for unit, hex in enumerate(at)
            if stands.get(unit, NOWHERE) != (hex if hex >= 0 else NOWHERE)]
