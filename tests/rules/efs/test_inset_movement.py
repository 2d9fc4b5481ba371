"""15.5: movement on the inset, and between it and the map."""

from itertools import pairwise
from typing import Any

import pytest

from grognard.rules.efs import rail, strategic, ways
from grognard.rules.efs.inset import movement
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.words import POINT
from tests.rules.efs.drill import foot, gun, motor
from tests.rules.efs.field import train
from tests.rules.efs.inset import Inset, inset

TRUCKS = motor("M", 2, 2, move=9)
RIFLES = foot("x", 2, 4, side="soviet", move=9)
RUN = ["In3011", "In2911", "In2812", "In2813", "In2814", "In2714"]
VITEBSK_LINE = [2011, 2110, 2210, 2310, 2411, 2510, 2611, 2711, 2811, 2910, 3010, 3110, 3210]
BY_RAIL = {"rail_capacity": PerSide(axis=9, soviet=9)}


def ready(t: Inset, code: str = "M", side: str = "axis", **fields: Any) -> Inset:
    t.moves(side, **fields).do(f"move {code}")
    return t


def price(t: Inset, goes: str, a: str, b: str, side: str = "axis") -> int | None:
    """What one step costs now, in quarters."""
    going = movement.going(t.game, t.state, side)
    graph = t.game.ground.graph(goes, t.state.sky, t.state.laid, going)
    return graph.price(t.hex(a), t.hex(b))


# -- onto the inset and over it ----------------------------------------------------------------


@pytest.mark.rule("agn:15.5")
def test_allowances_are_those_of_the_counters() -> None:
    for hex in ("L3509", "In3011"):
        t = inset(TRUCKS, RIFLES).put(hex, "M")
        assert ways.allowance(t.game, t.state, t.unit("M"), "movement") == 9 * POINT
        assert ready(t).refused("to L3431").code == "too-far"


@pytest.mark.rule("agn:15.5.1.a")
def test_a_hex_of_the_map_beside_the_inset_costs_what_it_costs() -> None:
    t, plain = (inset(TRUCKS, RIFLES, on=on, minor_road="L3510 L3509")
                for on in (("L", "In"), ("L",)))
    for a, b in (("L3510", "L3509"), ("L3410", "L3409"), ("L3611", "L3610")):
        before = plain.game.ground.graph("motor", "dry").price(plain.hex(a), plain.hex(b))
        assert price(t, "motor", a, b) == before
    assert price(t, "motor", "L3510", "L3509") == POINT // 2, "no half rate on a road of the map"


@pytest.mark.rule("agn:15.5.1.c")
def test_the_step_onto_the_inset_costs_what_the_inset_asks() -> None:
    t = inset(TRUCKS, RIFLES, minor_road="L3509 In3011")
    river = t.game.ground.crossing(
        t.game.grid.hexside(t.hex("L3509"), t.hex("In3012")), "motor", "dry")
    assert price(t, "motor", "L3509", "In3012") == 3 * POINT + (river or 0), "clear, with woods"
    assert river == POINT, "the upper Izhora"
    assert price(t, "motor", "L3509", "In3011") == POINT // 4, "by road, at the inset's rate"
    t.put("In2811", "x")
    assert price(t, "motor", "L3509", "In3011") == POINT // 2, "and the full rate if contested"


@pytest.mark.rule("agn:15.5.1.b")
def test_who_cannot_enter_waits_on_the_map() -> None:
    t = inset(motor("M", 2, 2, move=2), RIFLES).put("L3510", "M")
    ready(t)
    assert t.refused("to In3011").code == "too-far"
    t.do("to L3509")
    assert t.where("M") == "L3509"
    t = inset(TRUCKS, RIFLES).put("L3510", "M").put("In3011", "x")
    assert ready(t).refused("via L3509").code == "zone-ends-move"


# -- contested or not --------------------------------------------------------------------------


def on_the_road(goes_in: str, enemy: str | None = None) -> tuple[Inset, list[int | None]]:
    t = inset(TRUCKS, RIFLES, foot("A", 4, 4), minor_road="L3509 In3011")
    t.having(weather=goes_in).put("L3509", "M")
    if enemy:
        t.put(enemy, "x")
    steps = zip(["L3509", *RUN], RUN, strict=False)
    return t, [price(t, "motor", a, b) for a, b in steps]


@pytest.mark.rule("agn:15.5.2.b", "agn:15.5.2.b/example")
@pytest.mark.parametrize(("weather", "each", "spent"), [("dry", 1, "1 1/2"), ("rain", 4, "6")])
def test_the_road_run_past_pushkin(weather: str, each: int, spent: str) -> None:
    t, prices = on_the_road(weather)
    assert prices == [each] * 6
    ready(t, weather=weather)
    assert t.price("In2714") == spent


@pytest.mark.rule("agn:15.5.2.a")
def test_in_a_contested_mega_hex_a_road_costs_what_it_does_on_the_map() -> None:
    _, prices = on_the_road("dry", enemy="In2811")
    assert prices == [2, 2, 2, 1, 1, 1], "the mega-hex of Pushkin, and beyond it the next one"
    _, prices = on_the_road("dry", enemy="In2711")
    assert prices == [1] * 6, "an enemy in another mega-hex contests none of these"


@pytest.mark.rule("agn:15.5.2.a", "agn:15.5.2.b")
def test_off_the_road_a_hex_costs_the_same_contested_or_not() -> None:
    t = inset(TRUCKS, RIFLES)
    before = price(t, "motor", "In2911", "In2912")
    t.put("In2811", "x")
    assert price(t, "motor", "In2911", "In2912") == before == POINT


@pytest.mark.rule("agn:15.5.2.b")
def test_units_of_the_own_side_contest_nothing() -> None:
    t = inset(TRUCKS, RIFLES).put("In2811", "x")
    assert price(t, "foot", "In3011", "In2911", side="soviet") == 1
    assert price(t, "foot", "In3011", "In2911", side="axis") == 2


# -- strategic movement ------------------------------------------------------------------------


@pytest.mark.rule("agn:15.5.2.c")
def test_strategic_movement_keeps_three_mega_hexes_away() -> None:
    t = inset(TRUCKS, RIFLES)
    near = {hex: strategic.standoff(t.put(hex, "x").game, t.state, "axis")
            for hex in ("In2305", "In2209")}
    mega = t.game.mega
    for hex, shut in near.items():
        for other in t.labels(mega.fine):
            far = mega.distance(t.hex(hex), t.hex(other))
            assert bool(shut >> t.hex(other) & 1) == (far <= 2), (hex, other)


@pytest.mark.rule("agn:15.5.2.c")
@pytest.mark.parametrize(("enemy", "code"), [("In2411", "starts-near-enemy"), ("In2011", None)])
def test_two_mega_hexes_off_is_too_near_and_three_is_not(enemy: str, code: str | None) -> None:
    t = inset(TRUCKS, RIFLES).put("In2812", "M").put(enemy, "x")
    assert t.game.mega.distance(t.hex("In2812"), t.hex(enemy)) == (2 if code else 3)
    ready(t)
    if code:
        assert t.refused("road In2912").code == code
    else:
        assert {"In2912", "L3409"} <= t.offers("road")


@pytest.mark.rule("agn:15.5.2.b", "agn:15.5.2.c")
def test_on_the_march_roads_of_the_inset_cost_half() -> None:
    t = inset(TRUCKS, RIFLES)
    graph = t.game.ground.road_graph("motor", "dry")
    assert graph.price(t.hex("In2812"), t.hex("In2912")) == 1
    assert graph.price(t.hex("In2912"), t.hex("L3409")) == 2


# -- by rail -----------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.5.2.e")
def test_a_mega_hex_counts_for_one_hex_of_rails() -> None:
    t = inset(RIFLES, rows=BY_RAIL, soviet="In2011")
    graph, costs = t.game.ground.rail_graph, []
    for a, b in pairwise(VITEBSK_LINE):
        costs.append(graph.price(t.hex(f"In{a}"), t.hex(f"In{b}")))
    assert costs == [0, POINT, 0, 0, POINT, 0, 0, POINT, 0, POINT, 0, 0], "five mega-hexes"


@pytest.mark.rule("agn:15.5.2.e")
@pytest.mark.parametrize(("enemy", "code"), [("In2811", "boards-near-enemy"), ("In3110", None)])
def test_trains_keep_three_mega_hexes_away(enemy: str, code: str | None) -> None:
    t = inset(RIFLES, foot("A", 4, 4), rows=BY_RAIL, left_out="attack_supply", soviet="In2011")
    t.put("In2310", "x").put(enemy, "A")
    rail.refill(t.game, t.state)
    t.moves("soviet").do("move x")
    assert t.game.mega.distance(t.hex("In2310"), t.hex(enemy)) == (2 if code else 3)
    if code:
        assert t.refused("rail In2210").code == code
    else:
        assert "In2210" in t.offers("rail")
        assert t.refused("rail In2711").code == "too-near-the-enemy"


@pytest.mark.rule("agn:15.5.2.e/train")
def test_an_armoured_train_rolls_through_contested_mega_hexes_up_to_a_zone() -> None:
    t = inset(train("T", move=5), foot("A", 4, 4)).put("In2310", "T").put("In3011", "A")
    t.moves("soviet").do("move T")
    assert {"In2411", "In2711", "In2811", "In2910"} <= t.offers("to"), "no distance to keep"
    assert t.game.mega.mega(t.hex("In2811")) >> t.hex("In3011") & 1
    assert not {"In3010", "In3110"} & t.offers("to"), "2910 lies in the zone: there it stops"


@pytest.mark.rule("agn:15.5.2.e/gun")
def test_a_gun_on_rails_keeps_out_of_contested_mega_hexes() -> None:
    rail_gun = gun("G", 4, capability="train", move=48, side="soviet", traits=["rail_only"])
    t = inset(rail_gun, foot("A", 4, 4)).put("In2310", "G").put("In3011", "A")
    t.moves("soviet").do("move G")
    assert {"In2411", "In2711"} <= t.offers("to"), "no distance to keep"
    refused = t.refused("to In2811")
    assert (refused.code, refused.rule) == ("contested-ahead", "agn:15.5.2.e/gun")
    t = inset(rail_gun, foot("A", 4, 4), RIFLES).put("In2811", "G").put("In3012", "A")
    t.put("In2711", "x").moves("soviet")
    refused = t.refused("move G")
    assert (refused.code, refused.rule) == ("gun-in-contested", "agn:15.5.2.e/gun")
