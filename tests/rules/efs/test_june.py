"""Scenario 4, Army Group North in June 1941, and what its first days forbid."""

from functools import cache
from typing import Any

import pytest

import grognard
from grognard.hexes import bits
from grognard.rules.efs import cards, exits, rail, reckoning, routes, victory, ways
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.pieces import marks
from grognard.rules.efs.reaction import react_choices
from grognard.rules.efs.scenarios import Arrival, EntryArea, Exit, SetUp, SourceRow, VictoryLine
from grognard.rules.efs.special_rows import Confusion, Ease, Fence, Limit, PerSide
from grognard.rules.efs.state import EXITED, TRACK
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.campaign import Campaign, campaign, hexes
from tests.rules.efs.drill import anti_aircraft, foot, grid, hq, motor
from tests.rules.efs.field import bridge, train

RED: dict[str, Any] = {"side": "soviet", "nation": "su"}
ROAD = "0401 0402 0403 0404 0405 0406 0407 0408"


@cache
def june() -> EastFrontSeries:
    game = grognard.load("army_group_north", "june")
    assert isinstance(game, EastFrontSeries)
    return game


def label(hexes: int) -> set[str]:
    return {june().grid.label(hex) for hex in bits(hexes)}


@pytest.mark.rule("agn:13.0", "agn:3.1.c", "agn:13.1")
def test_map_c_and_units_with_a_light_green_box_for_five_dry_turns() -> None:
    game = june()
    assert set(game.map.sheets) == {"C"}
    known = [unit for unit in game.units if unit.box and "unknown" not in unit.traits]
    others = {unit.code for unit in known if 4 not in cards.scenarios(game.charts.corners, unit)}
    assert not {code for code in others if not code.startswith("RSC")}
    assert (game.first_turn, game.last_turn) == (1, 5)
    assert set(game.rows.weather.values()) == {"dry"}
    assert [int(turn) for turn in game.rows.weather] == [1, 2, 3, 4, 5]


@pytest.mark.rule("agn:13.2", "agn:6.1", "agn:6.1.1", "agn:6.1.2")
def test_nobody_goes_south_of_the_army_group_boundary() -> None:
    game = june()
    sides = game.map.hexsides["agb"]
    across = [game.grid.ends(side) for side in sides]
    assert not any(game.playable >> a & game.playable >> b & 1 for a, b in across)
    south = {hex for ends in across for hex in ends if not game.playable >> hex & 1}
    assert south
    state = game.new_state()
    for side in ("axis", "soviet"):
        unit = next(bits(state.on_map(game.combat_units[side])))
        layers = ways.closed(game, state, 1 << unit, "movement")
        shut = next(layer for layer in layers if layer.code == "out-of-play")
        assert all(shut.bars >> hex & 1 for hex in south)


@pytest.mark.rule("agn:13.6")
def test_neither_side_gets_replacements() -> None:
    assert june().skips("replacement")
    assert not june().rows.points


def test_everybody_stands_on_the_cards_hexes() -> None:
    game = june()
    state = game.new_state()
    assert not game.faults(state)
    nowhere = {game.units[unit].code for unit in bits(
        (game.fighting | game.hqs) & ~game.tokens & ~state.on_map(game.everybody))
        if unit not in state.due and unit not in game.cups}
    assert {code[:3] for code in nowhere} == {"RSC"}
    assert (game.rows.map, game.rows.sheets) == ("north", ["C"])


# -- the first days ----------------------------------------------------------------------------


def days(side: Any, *deeds: Any, **more: Any) -> dict[str, Any]:
    return {"limit": [Limit(side=side, deeds=list(deeds), rule="agn:13.5.a", **more)],
            "left_out": ["supply", "attack_supply"]}


def of_the_box(rule: str) -> Any:
    rows: list[Any] = [*june().rows.limit, *june().rows.ease, *june().rows.fence]
    return next(row for row in rows if row.rule == rule)


@pytest.mark.rule("agn:13.5.a/axis-reaction", "agn:13.5.a/soviet-reaction")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_no_reaction_and_no_strategic_movement_on_three_turns(side: str) -> None:
    row = of_the_box(f"agn:13.5.a/{side}-reaction")
    assert (row.deeds, row.last_turn) == (["react", "strategic"], 3)
    enemy = "soviet" if side == "axis" else "axis"
    for turn, free in ((3, False), (4, True)):
        t = campaign(NORTH, motor("m", 4, 4, side=side), foot("e", 4, 4, side=enemy),
                     foot("f", 4, 4, side=side), hq("h", 3),
                     rows=days(side, "react", "strategic", last_turn=3), main_road=ROAD)
        t.turn(turn).put("0407", "m", "h").put("0403", "e").put("0404", "f")
        t.declare("0404", "e")
        mover = t.unit("m")
        assert (mover in list(react_choices(t.game, t.state))) == free
        t = campaign(NORTH, motor("m", 4, 4, side=side), foot("e", 4, 4, side=enemy),
                     rows=days(side, "react", "strategic", last_turn=3), main_road=ROAD)
        t.turn(turn).put("0401", "m").put("1212", "e").moves(side).do("move m")
        assert bool(t.offers("road")) == free
        assert free or t.refused("road 0406").code == "no-strategic-now"


@pytest.mark.rule("agn:13.5.a/soviet-rail", "agn:6.3.4/start")
def test_no_soviet_trains_for_five_turns_but_armoured_ones() -> None:
    row = of_the_box("agn:13.5.a/soviet-rail")
    assert (row.deeds, row.last_turn, row.spared) == (["rail"], 5, ["train"])
    rows = {**days("soviet", "rail", last_turn=5, spared=["train"]),
            "rail_capacity": PerSide(soviet=9), "left_out": [],
            "source": [SourceRow(side="soviet", hexes=hexes("0401"))]}
    for turn, free in ((5, False), (6, True)):
        t = campaign(NORTH, foot("x", 2, 2, **RED), train("t"), rows=rows, railway=ROAD)
        t.turn(turn).put("0402", "x").put("0403", "t").on_turn("soviet", "movement")
        rail.refill(t.game, t.state)
        assert bool(rail.rail_choices(t.game, t.state, t.units("x")).mask) == free
        t.moves("soviet").do("move x")
        assert t.offers("rail") if free else t.refused("rail 0406").code == "no-rail-now"
        t.moves("soviet").do("move t")
        assert "0406" in t.offers("to"), "an armoured train runs"


@pytest.mark.rule("agn:13.5.a/axis-bridge")
def test_the_bridge_stays_on_the_first_turn() -> None:
    row = of_the_box("agn:13.5.a/axis-bridge")
    assert (row.deeds, row.last_turn) == (["bridge"], 1)
    for turn, code in ((1, "no-bridge-now"), (2, "")):
        t = campaign(NORTH, bridge("B"), foot("A", 2, 2), foot("x", 1, 1, **RED),
                     rows=days("axis", "bridge", last_turn=1), minor_river="0404-0405")
        t.turn(turn).put("0404", "A").put("1212", "x").moves()
        assert ("B" in t.offers("bridge")) == (not code)
        assert not code or t.refused("bridge B").code == code


@pytest.mark.rule("agn:13.5.a/axis-full")
def test_motorised_units_have_their_whole_allowance_in_both_phases_of_two_turns() -> None:
    row = of_the_box("agn:13.5.a/axis-full")
    assert (row.kind, row.last_turn) == ("full-motorised", 2)
    rows = {"ease": [Ease(side="axis", kind="full-motorised", last_turn=2, rule="r")]}
    t = campaign(NORTH, motor("M", 2, 2, move=7), foot("F", 2, 2, move=6), rows=rows)
    t.put("0404", "M", "F")
    found = {}
    for turn in (2, 3):
        t.turn(turn)
        found[turn] = [ways.allowance(t.game, t.state, t.unit(code), manner) / 4
                       for code, manner in (("M", "movement"), ("M", "motorised"),
                                            ("F", "motorised"))]
    assert found == {2: [7, 7, 0], 3: [7, 3.5, 0]}


@pytest.mark.rule("agn:13.5.a/axis-border")
def test_only_units_at_the_border_move_in_the_first_phase_of_all() -> None:
    row = of_the_box("agn:13.5.a/axis-border")
    assert (row.everywhere, row.phase, row.last_turn) == (True, "movement", 1)
    rows = {"fence": [Fence(side="axis", rule="r", everywhere=True, phase="movement",
                            last_turn=1, beyond=grid().hexes("0404 0405"))],
            "rail_capacity": PerSide(axis=5), "left_out": [], "converted": grid().hexes(ROAD),
            "source": [SourceRow(side="axis", hexes=hexes("0401"))]}
    t = campaign(NORTH, motor("A", 2, 2), motor("B", 2, 2), foot("x", 1, 1, **RED), rows=rows,
                 railway=ROAD)
    t.turn(1).put("0404", "A").put("0402", "B").put("1212", "x")
    rail.refill(t.game, t.state)
    t.moves().do("move B")
    assert t.refused("to 0503").code == "fenced"
    assert "0406" in t.offers("rail"), "trains run"
    t.do("stay").do("move A")
    assert "0406" in t.offers("to")
    t.moves(manner="motorised", moved=0).do("move B")
    assert "0503" in t.offers("to"), "from the Motorised Phase on"


@pytest.mark.rule("agn:13.5.a/axis-supply")
def test_attacks_at_the_border_need_no_supply_on_the_first_turn() -> None:
    row = of_the_box("agn:13.5.a/axis-supply")
    assert (row.kind, row.last_turn) == ("no-attack-supply", 1)
    rows = {"left_out": [], "ease": [Ease(side="axis", kind="no-attack-supply", last_turn=1,
                                          area=grid().hexes("0404"), rule="r")]}
    t = campaign(NORTH, foot("A", 4, 4), foot("x", 1, 1, **RED), foot("y", 1, 1, **RED),
                 rows=rows)
    t.put("0405", "A").put("0404", "x").put("0406", "y")

    def fed(turn: int, *targets: str) -> bool:
        t.turn(turn)
        return reckoning.is_supplied(t.game, t.state, t.battle(" ".join(targets), "A"))

    assert fed(1, "0404")
    assert not fed(1, "0406"), "not at the border"
    assert not fed(1, "0404", "0406")
    assert not fed(2, "0404")


def muddle(turn: int, *units: Any, **features: Any) -> Campaign:
    rows = {"confusion": [Confusion(side="soviet", area=grid().all, last_turn=2)]}
    t = campaign(NORTH, motor("m", 2, 2, move=7, **RED), foot("A", 1, 1), *units, rows=rows,
                 main_road=ROAD, **features)
    return t.turn(turn).put("0401", "m").put("1212", "A")


@pytest.mark.rule("agn:13.5.a/soviet-road")
def test_roads_in_clear_ground_help_nobody_on_two_turns() -> None:
    (row,) = june().rows.confusion
    assert row.last_turn == 2
    prices = {}
    for turn in (2, 3):
        t = muddle(turn, woods="0402", village="0403")
        t.moves("soviet").do("move m")
        prices[turn] = [t.price(hex) for hex in ("0402", "0403")]
    assert prices == {2: ["1/2", "1 1/2"], 3: ["1/2", "1"]}, "in woods the road is a road"
    t = muddle(2)
    t.put("0408", "A").moves("axis").do("move A")
    assert t.price("0407") == "1/2", "the Axis is not confused"


@pytest.mark.rule("agn:13.5.a/soviet-bridge")
def test_bridges_between_bare_hexes_carry_nobody() -> None:
    river: dict[str, Any] = {"minor_river": "0402-0403"}
    free = {"bare": muddle(2, **river), "later": muddle(3, **river),
            "woods": muddle(2, woods="0403", **river),
            "flak": muddle(2, anti_aircraft("f", **RED), **river).put("0402", "f"),
            "staff": muddle(2, hq("h"), **river).put("0403", "h"),
            "beaten staff": muddle(2, hq("h"), **river).put("0403", "h")}
    broken = free["beaten staff"]
    broken.having(nonoperational=broken.units("h"))
    prices = {}
    for name, t in free.items():
        t.moves("soviet").do("move m")
        prices[name] = t.price("0403")
    bare = prices.pop("bare")
    assert prices.pop("beaten staff") == bare, "it must be in operation"
    assert float(bare.replace(" 1/2", ".5")) > 2, "the river is paid for"
    assert prices == {"later": "1", "woods": "1 1/2", "flak": "2", "staff": "2"}


# -- the boundary and the ways out -------------------------------------------------------------


@pytest.mark.rule("agn:13.7/supply", "agn:6.1.3/soviet", "agn:14.4.n.3")
def test_soviet_supply_comes_over_the_boundary_for_two_turns() -> None:
    game = june()
    for turn, open in ((2, True), (3, False)):
        found = routes.edge_sources(game, turn, "soviet") & game.map.areas["agb"]
        assert bool(found) == open
        ways_in = game.ground.rail_hexes | game.ground.highway_hexes
        assert not found & ~ways_in, "by railways and main roads alone"
    assert not routes.edge_sources(game, 2, "soviet", entries=True) & game.map.areas[
        "agb"] & ~game.map.areas["c_north_edge"], "no supply counter comes that way (6.1.3/msu)"


@pytest.mark.rule("agn:14.4.n.2", "agn:4.3.2")
def test_tilsit_and_gumbinnen_feed_the_axis_all_game() -> None:
    game = june()
    for turn in (1, 5):
        assert label(routes.edge_sources(game, turn, "axis", entries=True)) == {"C1717", "C2024"}


@pytest.mark.rule("agn:13.8", "agn:6.5.1/cost", "agn:6.5.1/supply", "agn:6.5.1/status")
def test_axis_units_leave_by_four_ways_for_a_point() -> None:
    game = june()
    told = {row.id: sorted(map(game.grid.label, row.hexes)) for row in game.rows.exit
            if row.side == "axis"}
    assert (told["riga"], told["krustpils"]) == (["C3401", "C3501", "C3601"],
                                                ["C4701", "C4801", "C4901"])
    rows = {"exit": [Exit(id="north", side="axis", hexes=hexes("0401"))]}
    t = campaign(NORTH, foot("A", 2, 2, move=3), motor("M", 2, 2), foot("x", 1, 1, **RED),
                 rows=rows)
    t.put("0401", "A").put("0404", "M").put("1212", "x").unsupplied("A")
    t.moves().do("move A")
    t.do("exit")
    assert t.at("A") == EXITED
    assert t.state.way_out == {t.unit("A"): 0}
    assert not t.state.tally, "no loss"
    t.do("move M")
    assert t.refused("exit").code == "no-exit-here"
    t.do("via 0402").do("via 0401")
    assert t.step().spent == 12
    t.do("exit")
    late = campaign(NORTH, foot("A", 2, 2, move=3), foot("x", 1, 1, **RED), rows=rows)
    late.put("0404", "A").put("1212", "x").moves().do("move A").do("via 0402").do("via 0401")
    assert late.refused("exit").code == "no-exit-here", "nothing is left to pay with"
    late.moves(manner="motorised", moved=0)
    assert late.step() is None, "feet do not move in the Motorised Phase"


@pytest.mark.rule("agn:6.5.1/retreat")
def test_soviet_units_may_retreat_off_the_map_and_axis_units_may_not() -> None:
    rows = {"exit": [Exit(id="n", side="soviet", hexes=hexes("0401"), retreats=True),
                     Exit(id="s", side="axis", hexes=hexes("0412"))]}
    t = campaign(NORTH, foot("A", 8, 8), foot("x", 4, 4, **RED), rows=rows)
    t.put("0402", "A").put("0401", "x").suffer("-/R", "0401", "A")
    assert t.offers("back")
    t.do("exit")
    assert t.at("x") == EXITED
    t = campaign(NORTH, foot("A", 4, 4), foot("x", 8, 8, **RED), rows=rows)
    t.put("0412", "A").put("0411", "x").suffer("-/R", "0412", "x")
    assert t.refused("exit").code == "no-exit-here"


@pytest.mark.rule("agn:6.5.2")
def test_where_the_axis_left_no_soviet_unit_enters() -> None:
    rows = {"exit": [Exit(id="n", side="axis", hexes=hexes("0401 0501")),
                     Exit(id="m", side="soviet", hexes=hexes("0501"))],
            "arrival": [Arrival(turn=1, side="soviet", units=["x"], entry="north")],
            "entry": [EntryArea(id="north", side="soviet", hexes=hexes("0501 0701"))]}
    t = campaign(NORTH, foot("A", 2, 2), foot("x", 2, 2, **RED), foot("y", 2, 2, **RED),
                 rows=rows)
    t.put("0401", "A").put("0501", "y")
    exits.leave(t.game, t.state, t.units("A"))
    t.ask(CallArrivals()).moves("soviet").do("enter x")
    assert t.refused("at 0501").code == "exit-of-the-axis"
    assert t.offers("at") == {"0701"}
    t.do("at 0701").do("stay").do("move y").do("exit")
    assert t.at("y") == EXITED


@pytest.mark.rule("agn:13.7/hq")
def test_only_one_staff_goes_over_the_boundary_and_it_is_no_loss() -> None:
    row = next(row for row in june().rows.exit if row.id == "boundary")
    assert row.units == ["11A"]
    rows = {"exit": [Exit(id="b", side="soviet", hexes=hexes("0401"), units=["h"],
                          retreats=True)],
            "victory": [VictoryLine(kind="hq", side="soviet", points=2)]}
    t = campaign(NORTH, hq("h"), hq("g"), foot("A", 1, 1), rows=rows)
    t.put("0401", "h", "g").put("1212", "A").moves("soviet")
    t.do("move g")
    assert t.refused("exit").code == "no-exit-here"
    t.do("stay").do("move h").do("exit")
    assert t.at("h") == EXITED
    assert victory.score(t.game, t.state) == 0


@pytest.mark.rule("agn:14.4.m/hq")
def test_in_the_campaign_the_staff_comes_back_turned_over() -> None:
    rows = {"exit": [Exit(id="b", side="soviet", hexes=hexes("0401"), units=["h"], returns=5,
                          entry="0112")], "last_turn": 38}
    t = campaign(NORTH, hq("h"), foot("A", 1, 1), rows=rows).turn(2)
    t.put("0401", "h").put("1212", "A").moves("soviet").do("move h").do("exit")
    assert (t.at("h"), t.state.due[t.unit("h")]) == (TRACK, 7)
    assert t.state.nonoperational == t.units("h")


@pytest.mark.rule("agn:13.9")
def test_points_for_who_left_and_for_ways_not_taken() -> None:
    lines = [VictoryLine(kind="left", side="axis", exit="n", sizes=["division"], points=2, most=1),
             VictoryLine(kind="unused", side="axis", exit="n", points=-2)]
    rows = {"exit": [Exit(id="n", side="axis", hexes=hexes("0401"))], "victory": lines}
    t = campaign(NORTH, foot("A", 2, 2, size="division"), foot("B", 2, 2, size="division"),
                 foot("C", 2, 2), rows=rows)
    t.put("0401", "A", "B", "C")
    scores = [victory.score(t.game, t.state)]
    for code in "CAB":
        exits.leave(t.game, t.state, t.units(code))
        scores.append(victory.score(t.game, t.state))
    assert scores == [-2, 0, 2, 2]
    assert [row.least for row in june().rows.level] == [36, 30, 25, 20, 14, -99]


# -- units that stay put -----------------------------------------------------------------------


@pytest.mark.rule("agn:6.6.4.a", "agn:6.6.4.b.1", "agn:6.6.4.b.2")
def test_dots_hold_units_for_a_turn_or_two() -> None:
    rows = {"setup": [SetUp(hex=grid().hex("0404"), units=["one", "two"],
                            dots={"one": 1, "two": 2})]}
    t = campaign(NORTH, foot("one", 8, 8), foot("two", 8, 8), foot("x", 1, 1, **RED), rows=rows)
    t.put("0405", "x")

    t.turn(1)
    assert not t.game.movable(t.having(phase="movement").state), "an enemy frees nobody"
    t.turn(2).moves(moved=0)
    assert t.offers("move") == {"one"}
    t.turn(3).moves(moved=0)
    assert t.offers("move") == {"one", "two"}
    t.turn(1).suffer("-/R", "0405", "one", "two").finish()
    assert t.where("x") != "0405"
    assert t.where("one") == "0404", "they fight and do not advance"
    assert t.game.dotted[t.unit("one")] == 2, "fighting lifts nothing"


@pytest.mark.rule("agn:6.6.4.b.2")
def test_who_may_not_move_is_offered_no_advance() -> None:
    rows = {"setup": [SetUp(hex=grid().hex("0404"), units=["one"], dots={"one": 1})]}
    t = campaign(NORTH, foot("one", 8, 8), foot("free", 8, 8), foot("x", 1, 1, **RED), rows=rows)
    t.put("0404", "free").put("0405", "x").suffer("-/e", "0405", "one", "free")
    assert t.offers("advance") == {"free"}
    assert t.refused("advance one").code == "do-not-move"


def test_air_units_of_june_lie_in_all_four_boxes() -> None:
    rows = june().rows.air["soviet"]
    assert rows.destroyed
    assert rows.damaged
    assert rows.flown


@pytest.mark.rule("agn:6.6.4.b.3")
def test_a_marker_shows_who_may_not_move() -> None:
    game = june()
    state = game.new_state()
    unit = game.number["10R"]
    assert "do-not-move" in marks(game, state, unit)
    state.turn = 2
    assert "do-not-move" not in marks(game, state, unit)
