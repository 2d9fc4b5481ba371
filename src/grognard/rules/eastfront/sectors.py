"""S41.1a, b: the historical set-up of June 1941, by districts and army groups.

Every block has its strength and its sector; where in it, its owner chooses. A place is offered
only if everybody else still finds one: all blocks in their sectors, within the stacking limits,
with a block in each front hex and the headquarters apart.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import HexSet, bits
from grognard.rules.eastfront.data import SOVIET, Block

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront
    from grognard.rules.eastfront.muster import Muster

Rooms = dict[int, int]


class Listed(NamedTuple):
    """The strength of a block, and where it may stand."""

    cv: int
    area: HexSet


def listed(game: "EastFront") -> dict[int, Listed]:
    """The blocks of June 1941."""
    return {number: Listed(block.cv41, _sector(game, block))
            for number, block in enumerate(game.units) if block.at41}


def _sector(game: "EastFront", block: Block) -> HexSet:
    """A city, the front hexes of a district, or those of an army group and hexes behind them.

    Satellites outside the army groups stand where they may (2.66a).
    """
    land, front = game.rows.land[block.side], game.rows.frontier[block.side]
    if block.side == SOVIET:
        return block.at41
    if block.at41 & ~front:
        return land
    return (block.at41 | game.grid.spread(block.at41) & ~front) & land


def dead_ends(muster: "Muster", unit: int) -> HexSet:
    """Hexes of a block's sector where it would leave somebody without a place."""
    area = muster.ground.area[unit] & ~muster.full
    troops = [u for u in _waiting(muster) if u != unit and not muster.is_hq(u)]
    hqs = [u for u in _waiting(muster) if u != unit and muster.is_hq(u)]
    closed = _closed_by(muster, muster.hq_hexes)
    if not _completable(muster, [*troops, *([] if muster.is_hq(unit) else [unit])],
                        [*hqs, *([unit] if muster.is_hq(unit) else [])], {}, 0, closed):
        return 0  # a guess at the enemy's set-up need not come out even
    return sum(1 << hex for hex in bits(area) if not _leaves_room(muster, unit, hex, troops, hqs))


def _leaves_room(
    muster: "Muster", unit: int, hex: int, troops: Sequence[int], hqs: Sequence[int]
) -> bool:
    hq = muster.is_hq(unit)
    closed = _closed_by(muster, muster.hq_hexes | (1 << hex if hq else 0))
    return _completable(muster, troops, hqs, {hex: 1}, 0 if hq else 1 << hex, closed)


def _waiting(muster: "Muster") -> Iterator[int]:
    for units in muster.waiting.values():
        yield from units


def _closed_by(muster: "Muster", hqs: HexSet) -> HexSet:
    """3.24c: no other HQ stands there; those of a listed city have no choice."""
    return hqs | muster.game.grid.spread(hqs)


def _completable(
    muster: "Muster", troops: Sequence[int], hqs: Sequence[int], taken: Rooms, held: HexSet,
    closed: HexSet,
) -> bool:
    """Whether everybody finds a place: HQs one after the other, then the troops at once."""
    if not _troops_fit(muster, troops, taken, held):
        return False
    if not hqs:
        return True
    hq, rest = hqs[0], hqs[1:]
    area = muster.ground.area[hq]
    places = area if area.bit_count() == 1 else area & ~closed
    for hex in bits(places):
        more = {**taken, hex: taken.get(hex, 0) + 1}
        if muster.room[hex] >= more[hex] and _completable(
                muster, troops, rest, more, held, closed | _closed_by(muster, 1 << hex)):
            return True
    return False


def _troops_fit(
    muster: "Muster", troops: Sequence[int], taken: Rooms, held: HexSet
) -> bool:
    """All blocks seated, and all front hexes filled: if each can be, both can at once."""
    areas = [muster.ground.area[unit] for unit in troops]
    rooms = {hex: room - taken.get(hex, 0) for hex, room in muster.room.items()}
    front = [hex for hex, wanted in muster.wanted.items() if wanted > 0 and not held >> hex & 1]
    sentries = [sum(1 << n for n, area in enumerate(areas) if area >> hex & 1) for hex in front]
    return seated(areas, rooms) and seated(sentries, dict.fromkeys(range(len(areas)), 1))


def seated(areas: Sequence[HexSet], rooms: Rooms) -> bool:
    """Whether everybody finds a place in his area, so many in each.

    >>> seated([0b01, 0b11], {0: 1, 1: 1}), seated([0b01, 0b01], {0: 1, 1: 1})
    (True, False)
    """
    guests: dict[int, list[int]] = {}

    def seat(who: int, asked: set[int]) -> bool:
        for place in bits(areas[who]):
            if place in asked or rooms.get(place, 0) <= 0:
                continue
            asked.add(place)
            here = guests.setdefault(place, [])
            if len(here) < rooms[place]:
                here.append(who)
                return True
            for other in here:
                if seat(other, asked):
                    here[here.index(other)] = who
                    return True
        return False

    return all(seat(who, set()) for who in range(len(areas)))
