"""Chapters 2, 5 and 6 of the playbook: what all scenarios of Army Group North are made of."""

from typing import Any

import msgspec
import pytest

from grognard.hexes import bits
from grognard.rules.efs import replacements, routes, stacking
from grognard.rules.efs.scenarios import Scenario
from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.state import CADRE, DESTROYED, ELIMINATED
from tests.rules.efs.test_north_campaign import cleared, loaded, north

NAMES = ("soltsy", "tallinn", "beowulf", "luga", "june", "campaign", "leningrad", "tikhvin")


@pytest.mark.rule("agn:2.0/half-sheets")
def test_small_maps_lie_alone() -> None:
    sheets = {name: set(loaded(name).map.sheets) for name in ("soltsy", "tallinn", "beowulf")}
    assert sheets == {"soltsy": {"L"}, "tallinn": {"B"}, "beowulf": {"A", "B"}}
    windows = {name: loaded(name).playable.bit_count() for name in sheets}
    assert all(count < 700 for count in windows.values()), windows


@pytest.mark.rule("agn:5.6.2.g", "agn:3.1.f")
def test_three_scenarios_have_the_inset_and_what_borders_it() -> None:
    inside = {name for name in (*NAMES, "assault") if loaded(name).mega.fine}
    assert inside == {"campaign", "leningrad", "assault"}
    game = loaded("assault")
    assert not game.mega.fine & ~game.playable
    beside = game.grid.hexes("L3203 L3308 L3509 L3809 L3907")  # next to the ring
    assert not beside & ~game.playable
    assert game.playable.bit_count() < 700


@pytest.mark.rule("agn:5.1")
@pytest.mark.parametrize("missing", ["map", "setup", "first_turn", "last_turn"])
def test_a_scenario_without_map_cards_or_turns_is_none(missing: str) -> None:
    whole: dict[str, Any] = {"id": "x", "title": "x", "map": "north", "setup": [],
                             "first_turn": 1, "last_turn": 2}
    assert msgspec.convert(whole, Scenario)
    whole.pop(missing)
    with pytest.raises(msgspec.ValidationError, match=missing):
        msgspec.convert(whole, Scenario)


@pytest.mark.rule("agn:5.2")
@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_has_the_displays_of_both_sides(name: str) -> None:
    game = loaded(name)
    state = game.new_state()
    assert len(state.air) == len(game.air_units)
    assert all(0 <= box <= DESTROYED + 3 for box in state.air)
    for side in ("axis", "soviet"):
        unit = next(bits(state.on_map(game.combat_units[side])))
        for box in (CADRE, ELIMINATED):
            state.place(game, unit, box)
            if unit not in game.cups:
                assert state.units_on(box) >> unit & 1


@pytest.mark.rule("agn:5.3.d")
def test_replacement_points_come_from_the_scenario() -> None:
    for turn, infantry, heavy in ((5, 0, 0), (6, 2, 0), (12, 2, 1)):
        t = cleared().turn(turn)
        replacements.receive(t.game, t.state)
        assert (t.has("axis-infantry"), t.has("axis-heavy")) == (infantry, heavy)


@pytest.mark.rule("agn:5.7")
def test_a_turn_is_a_list_of_phases_in_the_order_of_the_sequence_of_play() -> None:
    names = [type(part).__name__ for part in TURNS["arrivals"].parts]  # type: ignore[attr-defined]
    assert names == [
        "WeatherPhase", "RailsOpen", "SupplyPhase", "SovietReplacementPhase", "ArrivalPhase",
        "RecoverHeadquarters", "AirReadinessPhase", "AxisSegment", "SovietSegment",
        "SurrenderPhase", "Interphase"]
    game = loaded()
    assert game.new_state().stack[-1] == TURNS["arrivals"]


@pytest.mark.rule("agn:6.1.3/axis")
def test_the_axis_traces_supply_beyond_the_boundary() -> None:
    t = north()
    beyond = t.game.map.areas["beyond_boundary"]
    assert not beyond & t.game.playable
    for turn in (1, 20):
        t.turn(turn)
        assert routes.free(t.game, t.state, "axis") & beyond
        assert not routes.free(t.game, t.state, "soviet") & beyond
    assert routes.nets(t.game, t.state, "axis").traced & beyond


@pytest.mark.rule("agn:6.8")
def test_a_hex_of_the_inset_is_played_by_the_rules_of_the_inset() -> None:
    game = loaded()
    t = cleared()
    fine = next(bits(game.mega.fine))
    outside = t.hex("L3512")
    assert stacking.limit(game, fine) == 6
    assert stacking.limit(game, outside) == 10
