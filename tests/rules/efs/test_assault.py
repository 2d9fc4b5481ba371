"""Scenario 7, the assault on Leningrad: its frame, its points, who comes and who waits."""

from functools import cache

import pytest

import grognard
from grognard.hexes import bits, pack
from grognard.rules.efs import (
    attack_supply,
    limits,
    pools,
    replacements,
    routes,
    supply_units,
    victory,
)
from grognard.rules.efs.air import AirReadinessPhase
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.losses import fallen
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.replacements import mark_choices
from grognard.rules.efs.soviet_table import end_of_turn
from grognard.rules.efs.state import ACTIVE, CADRE, READY, TRACK, EfsState
from grognard.rules.efs.weather import WeatherPhase
from tests.rules.efs.campaign import Campaign

CITY = 39
"""Hexes of the city (the publisher's errata)."""


@cache
def assault() -> EastFrontSeries:
    game = grognard.load("army_group_north", "assault")
    assert isinstance(game, EastFrontSeries)
    return game


def table(turn: int = 40) -> Campaign:
    game = assault()
    state = game.new_state()
    state.stack = ()
    return Campaign(game, state).turn(turn)


def held(*labels: str) -> int:
    """The score with a lone Axis division in each of these hexes."""
    t = table()
    for hex in tuple(t.state.stacks):
        for unit in bits(t.state.set_at(hex) & t.game.units_of["axis"]):
            t.state.put(unit, TRACK)
    divisions = [code for code in t.game.number if code.endswith("ID")]
    for label, code in zip(labels, divisions, strict=False):
        hex = t.game.grid.hex(label)
        for unit in bits(t.state.set_at(hex)):
            t.state.put(unit, TRACK)
        t.state.put(t.unit(code), hex)
    return victory.score(t.game, t.state)


# -- 17.0 to 17.5: the frame -----------------------------------------------------------------------


@pytest.mark.rule("agn:17.0", "agn:17.2")
def test_the_inset_and_the_strip_of_the_map_beside_it() -> None:
    game = assault()
    assert set(game.map.sheets) == {"L", "In"}
    label = game.grid.hex
    for hex in ("In2911", "In1008", "L3509", "L2505", "L4114"):
        assert game.playable >> label(hex) & 1, hex
    for hex in ("L3508", "L3505", "L2409", "L3515", "L4207"):  # repeated, or off the strip
        assert not game.playable >> label(hex) & 1, hex


@pytest.mark.rule("agn:17.1")
def test_eight_turns_the_first_of_them_dry() -> None:
    t = table()
    assert (t.game.first_turn, t.game.last_turn) == (40, 47)
    t.ask(WeatherPhase())
    assert (t.state.weather, t.state.storm, t.step()) == ("dry", False, None)
    t = table(41)
    t.ask(WeatherPhase())
    assert t.step() is not None, "then the weather is rolled for"


@pytest.mark.rule("agn:17.3", "agn:17.4.a")
def test_everybody_is_set_up_and_the_axis_begins() -> None:
    """Nobody chooses a place; so who goes first makes no difference."""
    play = grognard.start(assault(), seed=1)
    state = play.state
    assert isinstance(state, EfsState)
    started = {code for row in assault().rows.setup for code in row.units}
    assert all(state.at[assault().number[code]] >= 0 for code in started)


@pytest.mark.rule("agn:15.3.3")
def test_three_hexes_of_pushkin_as_the_playbook_tells() -> None:
    t = table()
    there = {label: {t.game.units[unit].code.partition(".")[0]
                     for unit in bits(t.state.set_at(t.game.grid.hex(label)))}
             for label in ("In2811", "In2912", "In3011")}
    assert there == {"In2811": {"24+28Art"}, "In2912": {"55Zap"}, "In3011": {"UR"}}
    assert t.state.forts[t.game.grid.hex("In3011")] == "soviet"


@pytest.mark.rule("agn:17.4.b", "agn:17.4.c", "agn:17.4.e")
def test_all_tracks_begin_at_zero() -> None:
    t = table()
    assert victory.score(t.game, t.state) == 0
    assert not t.state.tally
    assert t.game.rows.attacks_owed == 0
    assert "backlog" not in t.state.points


@pytest.mark.rule("agn:17.4.d", "agn:17.6.c")
def test_the_axis_has_no_replacements() -> None:
    t = table()
    assert not [name for name in t.state.points if "infantry" in name or "heavy" in name]
    for turn in range(40, 48):
        t.turn(turn)
        replacements.receive(t.game, t.state)
        end_of_turn(t.game, t.state)
    assert not t.state.points.get(replacements.purse("axis", replacements.INFANTRY))
    assert not t.state.points.get(replacements.purse("axis", replacements.HEAVY))


@pytest.mark.rule("agn:17.4.f")
def test_type_a_points_make_tanks_at_the_works_alone() -> None:
    t = table().on_turn("soviet", "movement")
    works = {t.game.grid.label(hex) for hex in bits(
        replacements.tank_makers(t.game, t.state))}
    assert works == {"In2112", "In2706"}
    tanks = t.unit("84TBn")
    t.state.set_steps(tanks, t.game.units[tanks].steps - 1)
    t.state.points["soviet-heavy"] = 1
    assert not mark_choices(t.game, t.state).mask >> tanks & 1
    layers = {layer.code: layer.bars for layer in replacements.misused(
        t.game, t.state, t.game.units_of["soviet"])}
    assert layers["only-at-the-works"] >> tanks & 1
    t.state.place(t.game, tanks, t.game.grid.hex("In2706"))
    layers = {layer.code: layer.bars for layer in replacements.misused(
        t.game, t.state, t.game.units_of["soviet"])}
    assert not layers["only-at-the-works"] >> tanks & 1


@pytest.mark.rule("agn:17.5")
def test_air_units_are_made_ready_by_dice_from_turn_41_on() -> None:
    t = table()
    assert {t.state.air[air] for air in bits(t.game.air_of["axis"])} == {READY}
    t.state.air = [1] * len(t.state.air)
    t.ask(AirReadinessPhase())
    assert not t.heard("gets-ready")
    assert not t.heard("stays-down")
    t = table(41)
    t.state.air = [1] * len(t.state.air)
    t.ask(AirReadinessPhase())
    assert not t.play.decisions, "dice"
    assert t.step() is not None


# -- 17.6: who comes -------------------------------------------------------------------------------


@pytest.mark.rule("agn:17.6.a")
def test_soviet_reinforcements_appear_in_the_city() -> None:
    game = assault()
    due = {code: row.turn for row in game.rows.arrival for code in row.units
           if row.side == "soviet"}
    assert {code: due[code] for code in ("265R", "6NB", "123TB", "20NKVD", "124TB")} == {
        "265R": 41, "6NB": 41, "123TB": 43, "20NKVD": 44, "124TB": 46}
    open = game.entry_hexes["soviet", "city"]
    assert open == game.map.areas["inset_leningrad"]
    assert open.bit_count() == CITY


@pytest.mark.rule("agn:17.6.b")
def test_soviet_replacements_by_a_table_of_their_own() -> None:
    game = assault()
    assert [row.infantry for row in game.soviet_rows] == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5]
    assert {row.event for row in game.soviet_rows} == {"", "A"}


@pytest.mark.rule("agn:17.6.d")
def test_one_special_group_of_the_axis_a_turn() -> None:
    t = table(42).on_turn("axis")

    def to_be_had() -> list[str]:
        return [t.game.rows.group[n].id for n in pools.reserves(t.game, t.state)]

    assert to_be_had() == ["siege", "rockets", "paratroops"]
    pools.take_group(t.game, t.state, 0)
    assert t.state.at[t.unit("614SH")] == ACTIVE
    assert to_be_had() == [], "one a turn"
    t.turn(43)
    end_of_turn(t.game, t.state)
    assert to_be_had() == ["paratroops"], "the others come on turn 42 at the latest"


@pytest.mark.rule("agn:17.6.d", "agn:17.6.a")
def test_supply_comes_in_at_friendly_sources() -> None:
    t = table()
    axis, soviet = (supply_units.supply_entries(t.game, t.state, side)
                    for side in ("axis", "soviet"))
    assert {"L3314", "L4111"} <= {t.game.grid.label(hex) for hex in bits(axis)}
    assert not axis >> t.game.grid.hex("L2601") & 1, "that one is for the Finns"
    assert soviet & t.game.map.areas["inset_leningrad"]


# -- 17.7: Karelia ---------------------------------------------------------------------------------


@pytest.mark.rule("agn:17.7.1", "agn:17.7.2")
def test_both_groups_begin_north_of_the_city_and_stay() -> None:
    t = table()
    finns = [code for code, unit in t.game.number.items() if t.game.units[unit].nation == "fi"]
    assert len(finns) == 6
    north = t.game.map.areas["karelia"]
    assert not t.state.look_up(t.game.named(finns)) & ~north
    homes = pack(t.game.mega.home(hex) for hex in bits(t.state.look_up(t.state.posted)))
    assert not homes & ~north, "some of them at the edge of the inset"
    t.on_turn("axis", "movement").ask(Moves("movement"))
    assert t.refused("move 12D").code == "finns-wait"
    t = table().on_turn("soviet", "movement").ask(Moves("movement"))
    for code in ("43R", "142R", "23A"):
        assert t.refused(f"move {code}").code == "holds-a-post"


@pytest.mark.rule("agn:17.7.3.a")
def test_the_finns_are_fed_from_their_own_source() -> None:
    t = table()
    assert not routes.lost(t.game, t.state, "axis")
    assert [row.hexes for row in t.game.rows.source if row.nation == "fi"] == [
        [t.game.grid.hex("L2601")]]
    nets = routes.nation_nets(t.game, t.state, "fi")
    assert "L3102" in t.labels(nets.road)
    assert not nets.rail & ~nets.sources
    t.state.finns_from = 40
    assert limits.stops(t.game, t.state, "rail", t.units("12D")) == "agn:17.7.3.a"
    finns = t.game.named(["12D"])
    assert attack_supply.supplied(t.game, t.state, finns, 0, (t.game.grid.hex("L3203"),))
    germans = t.game.named(["1ID"])
    assert not attack_supply.supplied(t.game, t.state, germans, 0, (t.game.grid.hex("L3203"),))


@pytest.mark.rule("agn:17.7.5")
def test_nothing_is_carried_to_or_from_the_north() -> None:
    t = table()
    for side in ("axis", "soviet"):
        for deed in ("lift", "ship"):
            (layer,) = limits.places_shut(t.game, t.state, deed, side)
            assert layer.rule == "agn:17.7.5"
            assert layer.bars == t.game.map.areas["karelia"]


@pytest.mark.rule("agn:17.7.3.b")
def test_finns_are_not_rebuilt() -> None:
    t = table().on_turn("axis", "movement")
    t.state.points["axis-infantry"] = 3
    t.state.set_steps(t.unit("12D"), 2)
    t.state.set_steps(t.unit("1ID"), 2)
    offered = mark_choices(t.game, t.state).mask
    assert (offered >> t.unit("12D") & 1, offered >> t.unit("1ID") & 1) == (0, 1)
    for code in ("12D", "1ID"):
        t.state.place(t.game, t.unit(code), CADRE)
    offered = replacements.rebuild_choices(t.game, t.state).mask
    assert (offered >> t.unit("12D") & 1, offered >> t.unit("1ID") & 1) == (0, 1)


@pytest.mark.rule("agn:17.7.3.c")
@pytest.mark.parametrize(("points", "march"), [(14, False), (15, True)])
def test_they_march_the_turn_after_fifteen_points(points: int, march: bool) -> None:
    t = table(42)
    t.state.tally["kept"] = points
    assert victory.score(t.game, t.state) == points
    for plug in t.game.plug_ins:
        plug.new_turn(t.state)
    t.on_turn("axis", "movement").ask(Moves("movement"))
    assert ("12D" in t.offers("move")) is march


# -- 17.8: victory ---------------------------------------------------------------------------------


@pytest.mark.rule("agn:17.8")
@pytest.mark.parametrize(("hexes", "points"), [
    ("L3310", 2), ("In2314", 2), ("In2612", 3), ("In2706", 4), ("L3005", 6), ("In2811", 1),
    ("In2010", 1), ("In2112", 6), ("In2013", 6), ("In2911 In2910 In2010", 3)])
def test_what_places_are_worth(hexes: str, points: int) -> None:
    assert held(*hexes.split()) == points


@pytest.mark.rule("agn:17.8")
def test_steps_and_staffs_count_too() -> None:
    t = table()
    lines = [number for number, line in enumerate(t.game.rows.victory) if line.kind == "steps"]
    t.state.tally[fallen(lines[0])] = 16
    assert victory.score(t.game, t.state) == 2
    t.state.tally[fallen(lines[1])] = 5
    assert victory.score(t.game, t.state) == 1
    t.state.tally["hq"] = 2
    assert victory.score(t.game, t.state) == 5


@pytest.mark.rule("agn:17.8")
@pytest.mark.parametrize(("points", "winner", "level"), [
    (40, "axis", "decisive"), (25, "axis", "substantial"), (15, "axis", "marginal"),
    (14, "soviet", "marginal"), (8, "soviet", "substantial"), (4, "soviet", "decisive")])
def test_the_levels_of_victory(points: int, winner: str, level: str) -> None:
    t = table()
    t.state.tally["kept"] = points
    assert victory.verdict(t.game, t.state)[:2] == (winner, level)
