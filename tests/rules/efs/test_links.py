"""A map with links: whatever goes from hex to hex goes over them too.

The drill ground with a seam: 0404 and 0909 are linked, and so are 0404 and 0910.
"""

from typing import Any

import pytest

from grognard.hexes import bits
from grognard.rules.efs import conversion, routes, zones
from grognard.rules.efs.conversion import ChooseConversion
from grognard.rules.efs.retreat import ways_back
from tests.rules.efs.campaign import campaign, hexes, source
from tests.rules.efs.drill import Drill, both, drill, foot, grid, motor, tank
from tests.rules.efs.field import field

SEAM = "0404-0909 0404-0910"
ENEMY = foot("x", 2, 4, side="soviet")


def seam(box: str, *units: Any, **features: Any) -> Drill:
    return drill(box, *units, links=SEAM, **features)


def labels(t: Drill, found: int) -> set[str]:
    return {t.game.grid.label(hex) for hex in bits(found)}


def zone(t: Drill, side: str) -> set[str]:
    return labels(t, zones.zone(t.game, t.state, side))


@both
def test_a_zone_reaches_over_a_link(box: str) -> None:
    t = seam(box, foot("A", 4, 4)).put("0404", "A")
    assert {"0909", "0910"} <= zone(t, "axis")
    assert len(zone(t, "axis")) == 9
    t.put("0909", "A")
    assert "0404" in zone(t, "axis")
    assert labels(t, zones.zone_sources(t.game, t.state, t.hex("0404"), "axis")) == {"0909"}


@both
def test_a_zone_does_not_reach_over_a_link_with_water(box: str) -> None:
    t = seam(box, foot("A", 4, 4), lake="0404-0909").put("0404", "A")
    assert "0910" in zone(t, "axis")
    assert "0909" not in zone(t, "axis")
    assert not zones.zone_sources(t.game, t.state, t.hex("0909"), "axis")
    assert zones.zone_sources(t.game, t.state, t.hex("0910"), "axis")


@both
def test_zones_over_two_links_into_one_hex_count_twice(box: str) -> None:
    t = seam(box, foot("A", 4, 4), foot("B", 4, 4)).put("0909", "A")
    assert not zones.zones_of(t.game, t.state, "axis").double >> t.hex("0404") & 1
    t.put("0910", "B")
    assert zones.zones_of(t.game, t.state, "axis").double >> t.hex("0404") & 1
    assert labels(t, zones.zone_sources(t.game, t.state, t.hex("0404"), "axis")) == {
        "0909", "0910"}


@both
def test_a_bridge_over_the_river_of_a_link_lets_the_zone_through(box: str) -> None:
    t = seam(box, motor("A", 4, 4), major_river="0404-0909").put("0404", "A")
    side = t.game.grid.hexside(t.hex("0404"), t.hex("0909"))
    without = t.game.ground.zone_sides("motor", "dry")
    laid = t.game.ground.zone_sides("motor", "dry", (side,))
    assert len(without) == len(laid) == 7
    assert laid[-1] == 0b1111, "all four ways over the two links"
    assert without[-1] & 0b1100 == 0b1100


@both
def test_a_move_over_a_link_pays_for_the_hex_and_the_river(box: str) -> None:
    t = seam(box, foot("A", 4, 4, move=2), minor_river="0404-0910").put("0404", "A")
    graph = t.game.ground.graph("foot", "dry")
    dry, wet = (graph.price(t.hex("0404"), t.hex(hex)) for hex in ("0909", "0910"))
    assert dry == graph.price(t.hex("0404"), t.hex("0403"))
    assert dry is not None
    assert wet is not None
    assert wet > dry
    t.moves().do("move A")
    assert {"0909", "1008"} <= t.offers("to")
    t.do("to 1008")
    assert t.where("A") == "1008"


@both
def test_an_attack_a_retreat_and_an_advance_go_over_links(box: str) -> None:
    t = seam(box, foot("A", 4, 4), ENEMY).put("0404", "A").put("0909", "x")
    assert t.odds_of("0909", "A") == "1-1"
    t.suffer("-/e", "0909", "A").do("advance A")
    assert t.where("A") == "0909"
    t = seam(box, foot("A", 4, 4), ENEMY).put("0403", "A").put("0404", "x")
    t.suffer("-/R", "0404", "A")
    assert {"0909", "0910"} <= t.offers("back")
    t.do("back 0909 1008")
    assert t.where("x") == "1008"


@both
def test_a_retreat_leads_farther_on_either_side_of_a_link(box: str) -> None:
    t = seam(box, foot("A", 4, 4), ENEMY).put("0911", "A").put("0910", "x")
    ways = ways_back(t.game, t.state, t.units("x"), t.hex("0910"))
    beyond = {t.game.grid.label(way[1]) for way in ways if way[0] == t.hex("0404")}
    assert beyond == {"0403", "0405", "0304", "0305", "0504", "0505"}, "0909 is no farther off"


@both
def test_an_overrun_goes_over_a_link(box: str) -> None:
    t = seam(box, tank("A", 14, 4), foot("x", 1, 2, side="soviet"))
    t.put("0404", "A").put("0909", "x").moves().do("motor 0404").do("overrun 0909").roll(5)
    t.do("back 1008 1108").do("stay")
    assert t.where("A") == "0909"


@both
def test_supply_comes_over_links(box: str) -> None:
    shore = "0404-0403 0404-0304 0404-0305 0404-0405 0404-0504 0404-0505"
    t = field(box, foot("A", 4, 4), sources="axis 0404", links=SEAM, lake=shore)
    assert {"0909", "0910", "1009"} <= t.supplied("axis")
    t = field(box, foot("A", 4, 4), sources="axis 0404", links=SEAM,
              lake=f"{shore} 0404-0909 0404-0910")
    assert t.supplied("axis") == {"0404"}


@both
@pytest.mark.parametrize("kind", ["railway", "main_road"])
def test_the_nets_of_rails_and_roads_go_over_links(box: str, kind: str) -> None:
    t = field(box, foot("A", 4, 4), sources="soviet 0401", links=SEAM,
              **{kind: "0401 0402 0403 0404 0909 1009 1109"})
    net = routes.rail_net if kind == "railway" else routes.road_net
    assert {"0909", "1109"} <= t.labels(net(t.game, t.state, "soviet"))


@both
def test_a_railhead_looks_over_a_link(box: str) -> None:
    said = {"conversion_points": 10, "railheads": hexes("0403"), "left_out": ["attack_supply"],
            "converted": grid().hexes("0401 0402 0403"),
            "source": [source("axis", "0401"), source("soviet", "1209")]}
    t = campaign(box, foot("A", 4, 4), rows=said, links=SEAM,
                 railway="0401 0402 0403 0404 0909 1008 1108 1208")
    t.state.weather = "dry"
    conversion.new_turn(t.game, t.state)
    t.ask(ChooseConversion())
    t.do("convert 0404")
    (key,) = t.state.railheads
    assert conversion.looks(t.game.grid, key) == (t.hex("0404"), t.hex("0909"))
    assert "0909" in t.offers("convert")
    t.do("convert 1008")
    assert {"0404", "0909", "1008"} <= t.labels(t.state.axis_rail)
