"""Sections 6.0 to 6.2.1: who moves, what a step costs, and roads."""

from copy import copy
from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.rules.narva.ground import Going, Ground
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.points import POINT
from grognard.rules.narva.supply import supplied
from tests.rules.narva.fights import why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, narva, table

HALF = Fraction(1, 2)


def bank(*units: str) -> Table:
    """On the west bank in 2727; an enemy beyond the frozen Narva has a zone in the bog of 2726."""
    return table(turn=3).put("2727", *units).put("2725", "65R")


# -- 6.0: who moves ----------------------------------------------------------------------------


@pytest.mark.rule("narva:6.0.A")
def test_6_0_a_up_to_the_printed_allowance() -> None:
    t = moving(table(turn=3).put("2403", "151G", "HQ61"), "151G", "HQ61")
    assert t.cost("151G", "2407") == 4
    assert t.allowed("to 2407")
    assert "2407" in t.offers("via")
    refusal = t.refused("to 2508")
    assert why(refusal) == ("too-far", "6.1.A")
    assert refusal.message is not None
    assert (refusal.message.args["needs"], refusal.message.args["has"]) == ("5", "4")
    t.do("to 2407").do("move HQ61").do("to 2508")
    assert (t.where("151G"), t.where("HQ61")) == ("2407", "2508"), "it has six points"


@pytest.mark.rule("narva:6.0.A")
def test_6_0_a_only_who_is_activated_and_never_an_army_headquarters() -> None:
    t = table(turn=3).put("2506", "65R", "HQ2SH").put("2505", "147R").put("2301", "151G")
    t.acting("soviet", "65R", "HQ2SH", "163R").ask(MovementSegment())
    assert t.offers("move") == {"65R"}
    refusals = {code: why(t.refused(f"move {code}")) for code in ("HQ2SH", "147R", "151G", "163R")}
    assert refusals == {
        "HQ2SH": ("army-headquarters-stays", "4.1.3.A"), "147R": ("not-activated", "4.0.A"),
        "151G": ("enemy-unit", "4.0.A"), "163R": ("not-on-map", "4.0.A")}


@pytest.mark.rule("narva:6.0.B")
def test_6_0_b_a_move_is_finished_before_the_next_begins() -> None:
    t = moving(table(turn=3).put("2506", "151G", "162G"), "151G", "162G").do("via 2507")
    assert why(t.refused("move 162G")) == ("asked-otherwise", "6.1.A")
    t.do("stay").do("move 162G").do("to 2505")
    assert t.step() is None, "both have moved: nobody is left"
    t = moving(table(turn=3).put("2506", "151G", "162G"), "151G", "162G").do("to 2507")
    assert why(t.refused("move 151G")) == ("moved-already", "6.0.B")
    assert t.where("162G") == "2506", "a stack does not move as one"


# -- 6.1: what a step costs --------------------------------------------------------------------


@pytest.mark.rule("narva:6.1.A")
def test_6_1_a_hex_and_hexside_and_zone_add_up() -> None:
    t = bank("HQ61")
    assert t.cost("HQ61", "2726") == 2 + 1 + 2, "swamp, ice, zone"
    assert t.cost("HQ61", "2728") == 2, "woods alone"


@pytest.mark.rule("narva:6.1.B")
@pytest.mark.parametrize(("hex", "leg", "mechanised"), [
    ("2507", 1, 1), ("2728", 2, 3), ("2024", 2, 4), ("1429", 2, 2),
])
def test_6_1_b_mechanised_units_pay_more(hex: str, leg: int, mechanised: int) -> None:
    near = {"2507": "2506", "2728": "2729", "2024": "2124", "1429": "1329"}[hex]
    t = table(turn=3).put(near, "151G", "FHHPZ")
    assert (t.cost("151G", hex), t.cost("FHHPZ", hex)) == (leg, mechanised)


@pytest.mark.rule("narva:6.1.C.1")
def test_6_1_c_1_one_hex_can_always_be_moved() -> None:
    t = moving(bank("151G"), "151G")
    assert t.cost("151G", "2726") == 4, "five points are too many: the step takes all four"
    t.do("via 2726")
    assert (t.where("151G"), t.offers("to"), t.offers("via")) == ("2726", set(), set())
    assert t.do("stay").step() is None


@pytest.mark.rule("narva:6.1.C.1")
def test_6_1_c_1_it_is_the_first_and_only_step() -> None:
    t = moving(table(turn=3).put("2728", "151G").put("2725", "65R"), "151G").do("via 2727")
    assert why(t.refused("to 2726")) == ("too-far", "6.1.A")


@pytest.mark.rule("narva:6.1.C.2")
def test_6_1_c_2_not_from_zone_to_zone() -> None:
    t = moving(table(turn=3).put("2507", "151G").put("2607", "65R"), "151G")
    assert why(t.refused("to 2606")) == ("zone-to-zone", "6.1.C.2")
    assert t.allowed("to 2506"), "out of the zone it may go"


@pytest.mark.rule("narva:6.1.C.2")
def test_6_1_c_2_not_over_what_cannot_be_crossed() -> None:
    t = moving(table(turn=9).put("2727", "151G"), "151G")
    assert why(t.refused("to 2726")) == ("open-river", "6.2.2.2.A")
    sea = moving(table(turn=9).put("2033", "151G"), "151G")
    assert why(sea.refused("to 2034")) == ("water", "6.3.A")


def test_6_3_some_hexes_are_out_of_every_reach() -> None:
    """Tracks do not cross the ice: what closes the ways round it is named, and where."""
    t = table(turn=3).put("2506", "FHHPZ").put("2021", "163R").put("2122", "219R")
    refusal = moving(t, "FHHPZ").refused("to 2131")
    assert why(refusal) == ("way-through-defences", "6.3.C")
    assert "3127" in t.game.sentence(refusal)


@pytest.mark.rule("narva:6.3.B.1")
def test_6_3_b_1_an_enemy_on_the_only_way_is_named() -> None:
    t, ring = table(turn=9).put("2606", "151G"), ("2605", "2607", "2506", "2507", "2706", "2707")
    for hex, unit in zip(ring, ("65R", "147R", "163R", "219R", "320R", "708R"), strict=True):
        t.put(hex, unit)
    assert {t.game.grid.label(hex) for hex in t.game.grid.neighbours(t.hex("2606"))} == set(ring)
    refusal = moving(t, "151G").refused("to 2609")
    assert why(refusal) == ("way-held", "6.3.B.1")
    assert any(f"holds {hex}" in t.game.sentence(refusal) for hex in ring)
    assert why(t.refused("to 2607")) == ("enemy-occupied", "6.3.B.1"), "the hex itself"


# -- 6.2: costs come from the chart ------------------------------------------------------------


@pytest.mark.rule("narva:6.2")
def test_6_2_the_chart_gives_every_cost() -> None:
    game = narva()
    bog, clear = game.charts.terrain["swamp"], game.charts.terrain["clear"]
    ice, track = game.charts.hexsides["frozen_major_river"], game.charts.roads["track"]
    dearer = copy(game.charts)
    dearer.terrain = {**dearer.terrain, "swamp": replace(bog, leg=3 * POINT),
                      "clear": replace(clear, leg=2 * POINT)}
    dearer.hexsides = {**dearer.hexsides, "frozen_major_river": replace(ice, leg=5 * POINT)}
    dearer.roads = {**dearer.roads, "track": replace(track, leg=7)}
    ground, winter = Ground(game.map, dearer), Going(False, True)

    def cost(a: str, b: str) -> int | None:
        ends = game.grid.hex(a), game.grid.hex(b)
        return ground.step_cost(*ends, game.grid.hexside(*ends), winter)

    assert cost("2727", "2726") == (3 + 5) * POINT
    assert cost("2506", "2507") == 2 * POINT
    assert cost("2626", "2727") == 7


# -- 6.2.1: roads ------------------------------------------------------------------------------


@pytest.mark.rule("narva:6.2.1.A")
@pytest.mark.parametrize(("kind", "a", "b", "points"), [
    ("rollbahn", "1931", "1830", HALF), ("road", "2336", "2235", HALF),
    ("track", "2626", "2727", 1), ("trail", "1120", "1220", 1),
    ("winter_trail", "2022", "2023", 1), ("major_railway", "1328", "1428", 1),
    ("minor_railway", "0512", "0511", 1),
])
def test_6_2_1_a_seven_kinds_of_road(kind: str, a: str, b: str, points: Fraction) -> None:
    t = table(turn=3).put(a, "151G")
    assert kind in narva().charts.roads
    assert t.game.map.terrain[t.hex(b)] in ("woods", "swamp"), "two points without the road"
    assert t.cost("151G", b) == points


@pytest.mark.rule("narva:6.2.1.A")
def test_6_2_1_a_there_are_no_other_kinds() -> None:
    assert {line.kind for line in narva().map.lines} == set(narva().charts.roads)
    assert len(narva().charts.roads) == 7


@pytest.mark.rule("narva:6.2.1.B.1")
def test_6_2_1_b_1_two_road_hexes_without_a_road_between_them() -> None:
    t = table(turn=3).put("1931", "151G")
    for hex in ("1931", "1932"):
        assert t.game.ground.supply_hexes[True] >> t.hex(hex) & 1
    assert t.cost("151G", "1932") == 2, "the woods, not the track that runs in them"


@pytest.mark.rule("narva:6.2.1.B.2")
def test_6_2_1_b_2_the_road_replaces_hex_and_hexside() -> None:
    t = table(turn=3).put("0512", "151G", "FHHPZ")
    assert t.cost("151G", "0511") == t.cost("FHHPZ", "0511") == 1, "field railway in a swamp"
    bridge = table(turn=3).put("2408", "151G")
    assert bridge.cost("151G", "2508") == HALF, "no cost for the river below the bridge"


@pytest.mark.rule("narva:6.2.1.B.2")
def test_6_2_1_b_2_zones_are_paid_for_on_the_road_too() -> None:
    t = table(turn=3).put("0512", "151G").put("0410", "65R")
    assert t.cost("151G", "0511") == 1 + 2


@pytest.mark.rule("narva:6.2.1.C")
def test_6_2_1_c_the_winter_trail_melts() -> None:
    frost, thaw = (table(turn=turn).put("2022", "151G", "FHHPZ") for turn in (7, 9))
    assert (frost.cost("151G", "2023"), thaw.cost("151G", "2023")) == (1, 2)
    assert (frost.cost("FHHPZ", "2023"), thaw.cost("FHHPZ", "2023")) == (1, 4)


@pytest.mark.rule("narva:6.2.1.C")
@pytest.mark.parametrize(("turn", "late", "line"), [
    (7, False, True), (8, False, False), (8, True, True), (9, True, False),
])
def test_6_2_1_c_it_carries_supply_while_it_is_frozen(turn: int, late: bool, line: bool) -> None:
    t = table(turn=turn).put("2023", "65R")
    t.state.late_thaw = late
    assert bool(supplied(t.game, t.state, "soviet") >> t.hex("2023") & 1) is line
