"""3.3: zones of control."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.floods import OpenSides
from grognard.hexes import Hex, HexSet, Hexside, bits, pack
from grognard.rules.efs import strengths
from grognard.rules.efs.ground import LINKS
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import FOOT, MOTOR, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def open_makers(game: "EastFrontSeries", side: str, steps: bytes, overrun: int) -> int:
    """Combat units of the side with a zone of their own: no band, no Overrun marker (3.3.1)."""
    able = game.combat_units[side] & ~overrun
    return able & ~pack([unit for unit in bits(able & game.bands)
                         if strengths.banded(game.units[unit], steps[unit])])


class Zones(NamedTuple):
    """The zones of a side."""

    mask: HexSet
    """All hexes in zones, the makers' own included (3.3)."""
    double: HexSet
    """Hexes into which zones reach out of two hexes or more."""
    feet: HexSet
    """Hexes out of which a zone reaches wherever walkers could go."""
    wheels: HexSet

    @property
    def sources(self) -> HexSet:
        """Hexes out of which a zone reaches."""
        return self.feet | self.wheels


def zones_of(game: "EastFrontSeries", state: EfsState, side: str) -> Zones:
    """Kept while nobody moves and nothing changes that zones depend on."""
    return state.derive_standing(("zones", side), _zones_of, game, side, state.steps,
                                 state.overrun, state.sky, state.laid)


def _zones_of(game: "EastFrontSeries", state: EfsState, side: str, steps: bytes, overrun: int,
              sky: str, laid: tuple[Hexside, ...]) -> Zones:
    """One maker gives all combat units of its hex their zones (3.3.1)."""
    makers = state.derive(("makers", side), open_makers, game, side, steps, overrun)
    holders = state.hexes_of(makers, sorts=game.sorts)
    sharing = game.holders[side] & ~overrun
    feet = state.hexes_of(sharing & ~game.wheeled, sorts=game.sorts) & holders
    wheels = state.hexes_of(sharing & game.wheeled, sorts=game.sorts) & holders
    return state.derive(("zones-out-of", side), reached, game, feet, wheels, sky, laid)


def reached(game: "EastFrontSeries", feet: HexSet, wheels: HexSet, sky: str,
            laid: tuple[Hexside, ...]) -> Zones:
    """3.3.4: over every side that the maker could cross, never into a major city."""
    once = twice = 0
    walks, drives = (game.ground.zone_sides(goes, sky, laid) for goes in (FOOT, MOTOR))
    for shift, walk, drive in zip(game.grid.shifts, walks, drives, strict=False):
        out = feet & walk | wheels & drive
        beyond = out << shift if shift > 0 else out >> -shift
        twice |= once & beyond
        once |= beyond
    for beyond in _over_links(game, feet, wheels, walks, drives) if game.grid.links else ():
        twice |= once & beyond
        once |= beyond
    open = game.grid.all & ~game.ground.major_cities
    return Zones(once & open | feet | wheels, twice & open, feet, wheels)


def _over_links(game: "EastFrontSeries", feet: HexSet, wheels: HexSet, walks: OpenSides,
                drives: OpenSides) -> Iterator[HexSet]:
    """15.4.2: for each hex at a seam between maps, where its zone reaches over the links."""
    for hex in bits((feet | wheels) & game.ground.linked):
        here = 1 << hex
        yield (game.grid.over_links(here & feet, walks[LINKS])
               | game.grid.over_links(here & wheels, drives[LINKS]))


def zone(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """All hexes in zones of the side, its makers' own hexes included (3.3)."""
    return zones_of(game, state, side).mask


def enemy_zone(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Hexes in which units of the side meet an enemy zone."""
    return zone(game, state, enemy_of(side))


def zone_sources(game: "EastFrontSeries", state: EfsState, hex: Hex, side: str) -> HexSet:
    """The hexes of the side from which a zone reaches into a hex."""
    found, sources = zones_of(game, state, side), 0
    if game.ground.major_cities >> hex & 1:
        return 0
    walk = game.ground.zone_sides(FOOT, state.sky, state.laid)
    drive = game.ground.zone_sides(MOTOR, state.sky, state.laid)
    for source in bits(found.sources & game.grid.spread(1 << hex)):
        way = game.grid.direction(source, hex)
        if way is None:
            walks, drives = (_linked(game, sides, source, hex) for sides in (walk, drive))
        else:
            walks, drives = walk[way] >> source & 1, drive[way] >> source & 1
        if found.feet >> source & walks or found.wheels >> source & drives:
            sources |= 1 << source
    return sources


def _linked(game: "EastFrontSeries", open: OpenSides, a: Hex, b: Hex) -> int:
    """Whether the link from one hex to another is open: 0 or 1."""
    number = game.grid.link_number(a, b)
    return 0 if number is None else open[LINKS] >> number & 1


def surrounded(game: "EastFrontSeries", state: EfsState, hex: Hex, side: str) -> bool:
    """BSR.surround: every neighbour holds enemies or lies in their zone."""
    enemy = enemy_of(side)
    closed = zone(game, state, enemy) | state.combat_hexes(game, enemy)
    return not game.grid.spread(1 << hex) & ~closed
