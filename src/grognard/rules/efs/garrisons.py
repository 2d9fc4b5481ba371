"""13.6: garrisons, bound to their hex until they are released.

They may fight; whoever releases one releases all in its hex. The garrison of the capital moves
within the city and next to it (13.6.4).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.special_rows import BoundGarrison
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def release(game: "EastFrontSeries", state: EfsState, hexes: HexSet, rule: str,
            spared: int = 0) -> None:
    """13.6.1: all garrison units of the hexes are free for good, but for who is spared (13.6.4)."""
    freed = state.units_in(hexes, state.garrison & ~spared)
    if freed:
        units = tuple(bits(freed))
        state.garrison &= ~freed
        state.tell(Event("garrison-released", rule, {"units": units}, units=units))
        for plug in game.plug_ins:
            plug.released(state, freed)


def approached(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> None:
    """13.6.2.c: an enemy unit comes next to a garrison."""
    if state.garrison and game.fighting >> unit & 1:
        theirs = state.hexes_of(state.garrison & game.units_of[enemy_of(game.owner(unit))])
        near = game.grid.spread(1 << hex) | game.mega.disk(hex, 1)  # agn:14.4.h.2/auto
        release(game, state, theirs & near, "13.6.2.c",
                kept(game, state, by_table=False))


# -- those who wait longer (14.4.h of Army Group North) ------------------------------------------


def held_rows(game: "EastFrontSeries", state: EfsState, by_table: bool) -> list[BoundGarrison]:
    """The rows of the scenario that still keep their units."""
    return [row for row in game.rows.garrison
            if (row.until and not row.until & _enemies_of(game, state, row))
            or (by_table and not row.by_table)]


def _enemies_of(game: "EastFrontSeries", state: EfsState, row: BoundGarrison) -> HexSet:
    side = next(game.owner(unit) for unit in bits(game.named(row.units)))
    return state.combat_hexes(game, enemy_of(side))


def kept(game: "EastFrontSeries", state: EfsState, by_table: bool) -> int:
    """Garrison units that nothing releases now, or no event of the table."""
    return state.garrison & game.named(
        [code for row in held_rows(game, state, by_table) for code in row.units])


def unreleased(game: "EastFrontSeries", state: EfsState) -> list[Layer]:
    """Hexes with none but such garrisons."""
    stay = kept(game, state, by_table=True)
    free = state.look_up(state.garrison & ~stay)
    return [Layer("garrison-kept", row.rule, state.look_up(
        state.on_map(stay & game.named(row.units))) & ~free)
            for row in held_rows(game, state, by_table=True)]


def dated(game: "EastFrontSeries", state: EfsState) -> None:
    """13.6.2.e: on the date that the scenario gives."""
    for place, turn in game.rows.garrison_release.items():
        if turn == state.turn:
            bound = pack(number for number, unit in enumerate(game.units)
                         if unit.garrison == place)
            release(game, state, state.look_up(bound & state.garrison), "13.6.2.e")


def stays(game: "EastFrontSeries", state: EfsState) -> int:
    """Garrison units that may not move at all."""
    return state.garrison & ~game.city_guard


def fence(game: "EastFrontSeries", state: EfsState, group: int) -> list[Layer]:
    """13.6.4: the garrison of the capital keeps to the city and the hexes around it."""
    if not group & state.garrison & game.city_guard:
        return []
    ring = game.capital | game.grid.spread(game.capital)
    return [Layer("garrison-of-the-city", "13.6.4", game.grid.all & ~ring)]
