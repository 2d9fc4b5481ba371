"""The supply line of one unit as the table draws it, and where it breaks."""

import grognard
from grognard.hexes import bits
from grognard.lab.bench import positions
from grognard.rules.narva.data import GERMAN, SIDES
from grognard.rules.narva.game import Narva
from grognard.rules.narva.supply import cut_off_in_narva, needs_none, supplied
from grognard.table import Trace, table_of
from tests.rules.narva.table import Table, table


def traced(t: Table, code: str) -> Trace:
    view = t.game.view(t.state, t.game.owner(t.unit(code)))
    found = table_of(t.game).trace(view, t.unit(code))
    assert found is not None
    return found


def bog() -> Table:
    """A regiment at the end of the Puhatu trail, bog all around."""
    return table(turn=3).put("1220", "151G")


def test_a_line_leads_along_the_trail_to_a_source() -> None:
    t = bog()
    trace = traced(t, "151G")
    (line,) = trace.lines
    assert line.hexes[0] == t.hex("1220")
    assert {t.hex("1120"), t.hex("1019")} <= set(line.hexes)
    assert t.game.sources[GERMAN] >> line.hexes[-1] & 1
    assert not line.broken


def test_it_breaks_where_the_enemy_sits_on_the_trail() -> None:
    t = bog().put("1120", "65R")
    trace = traced(t, "151G")
    assert (trace.says.id, trace.breaks) == ("trace.enemy", (t.hex("1120"),))
    assert trace.lines[0].broken
    assert trace.lines[0].hexes == (t.hex("1220"), t.hex("1120"))


def test_who_is_not_on_the_map_has_no_line() -> None:
    t = bog()
    view = t.game.view(t.state, GERMAN)
    away = next(unit for unit, hex in enumerate(t.state.at) if hex < 0)
    assert table_of(t.game).trace(view, away) is None


def test_over_random_games_a_line_is_drawn_if_and_only_if_there_is_one() -> None:
    game = grognard.load("narva", "opening")
    assert isinstance(game, Narva)
    for state in positions(game, 5)[:25]:
        for side in SIDES:
            fed = supplied(game, state, side)
            fed &= ~cut_off_in_narva(game, state) if side == GERMAN else -1
            for unit in bits(state.on_map(game.units_of[side])):
                trace = table_of(game).trace(game.view(state, side), unit)
                if needs_none(game, unit):
                    assert trace is None
                    continue
                assert trace is not None
                assert (trace.says.id == "trace.supplied") == bool(fed >> state.at[unit] & 1)
