"""15.2.1.c, 15.4: zones of control on the inset, and between it and the map."""

import pytest

from grognard.rules.efs import zones
from tests.rules.efs.drill import foot
from tests.rules.efs.inset import Inset, inset

A, X = foot("A", 4, 4, move=9), foot("x", 2, 4, side="soviet", move=9)
PUSHKIN = "In2811 In2812 In2910 In2911 In2912 In3011 In3012"


def zone(t: Inset, side: str) -> set[str]:
    return t.labels(zones.zone(t.game, t.state, side))


def price(t: Inset, hex: str) -> str:
    t.moves().do("move A")
    return t.price(hex)


@pytest.mark.rule("agn:15.4.1")
def test_on_the_inset_a_zone_is_the_hex_and_the_six_around_it() -> None:
    t = inset(A, X).put("In2812", "x")
    assert zone(t, "soviet") == {"In2812", "In2811", "In2711", "In2712", "In2813", "In2912",
                                 "In2911"}
    assert {"In2711", "In2712", "In2813"} & t.labels(t.game.mega.mega(t.hex("In2812"))) == set(), \
        "three of them lie in other mega-hexes"


@pytest.mark.rule("agn:15.4.2.a")
@pytest.mark.parametrize("hex", PUSHKIN.split())
def test_only_who_touches_the_map_hex_has_a_zone_there(hex: str) -> None:
    t = inset(A, X).put(hex, "x")
    assert ("L3509" in zone(t, "soviet")) == (hex in ("In3011", "In3012"))


@pytest.mark.rule("agn:15.4.2.b")
def test_a_zone_from_the_map_reaches_the_hexes_that_touch_it() -> None:
    t = inset(A, X).put("L3509", "A")
    found = {hex for hex in zone(t, "axis") if hex.startswith("In")}
    assert found == {"In3011", "In3012", "In3110", "In3210"}
    assert "In2911" not in found


@pytest.mark.rule("agn:15.2.1.c/zoc")
def test_the_price_of_a_zone_depends_on_where_the_enemy_stands() -> None:
    costs = {}
    for hex in ("In2911", "In3011"):
        t = inset(A, X).put("L3510", "A").put(hex, "x")
        costs[hex] = price(t, "L3509")
    free, zoned = costs["In2911"], costs["In3011"]
    assert float(zoned) - float(free) == 1, "a point for the zone out of 3011, none out of 2911"


@pytest.mark.rule("agn:15.2.1.c/zoc")
def test_a_zone_over_the_seam_ends_a_move() -> None:
    t = inset(A, X).put("L3510", "A").put("In3011", "x")
    t.moves().do("move A")
    assert t.refused("via L3509").code == "zone-ends-move"
