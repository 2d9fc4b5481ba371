"""What refusals name is what stands in the way: cases where another reason lay near."""

import pytest

from grognard.rules.efs import rail
from tests.rules.efs.drill import Drill, both, drill, foot, grid, hq, motor, tank

ROAD = "0301 0302 0303 0304 0305 0306"


def said(t: Drill, text: str) -> str:
    """The sentence of a refusal."""
    return t.game.sentence(t.refused(text))


# -- on the march --------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.7.3")
def test_who_marches_by_road_overruns_nobody(box: str) -> None:
    t = drill(box, tank("A", 9, 9), foot("x", 1, 1, side="soviet"), main_road=ROAD)
    t.put("0301", "A").put("0310", "x").moves().do("move A through 0303")
    assert {t.refused(f"{kind} 0304").code for kind in ("to", "via", "overrun")} == {
        "road-to-the-end"}


@both
@pytest.mark.rule("typhoon:7.2.1", "typhoon:7.8.3.g")
def test_a_zone_that_was_entered_ends_the_move_by_its_own_rule(box: str) -> None:
    t = drill(box, tank("A", 9, 9), foot("x", 1, 1, side="soviet")).put("0602", "A")
    t.put("0605", "x").moves().do("move A via 0604")
    refused = t.refused("to 0603")
    assert (refused.code, refused.rule) == ("zone-ends-move", t.game.cite("7.2.1"))


@both
@pytest.mark.rule("typhoon:7.7.3")
def test_the_enemy_on_the_road_is_named_not_a_missing_road(box: str) -> None:
    t = drill(box, motor("A", 4, 4, move=9), foot("x", 1, 1, side="soviet"),
              main_road="0201 0202 0203 0204 0205 0206 0207 0208 0209 0210 0211")
    t.put("0201", "A").put("0406", "x").moves().do("move A")
    refused = t.refused("road 0211")
    assert (refused.code, refused.rule) == ("way-barred", t.game.cite("7.7.3"))
    assert t.refused("road 0801").code == "no-road"


@both
@pytest.mark.rule("typhoon:7.6.2/2")
def test_the_enemy_by_the_railway_is_named_not_a_missing_railway(box: str) -> None:
    column = [f"02{row:02}" for row in range(1, 13)]
    t = drill(box, foot("r", 1, 1, side="soviet"), foot("X", 1, 1), railway=" ".join(column),
              soviet_source="0201")
    t.put("0201", "r").put("0406", "X").state.points[rail.purse("soviet")] = 9
    t.moves("soviet").do("move r")
    assert t.refused("rail 0212").code == "way-barred"
    assert t.refused("rail 0801").code == "no-rail-net-there"


@both
@pytest.mark.rule("typhoon:3.2.1")
def test_a_full_hex_is_named_to_who_would_stay_in_it(box: str) -> None:
    t = drill(box, motor("A", 4, 4), foot("F", 1, 1, stacking=10, move=0))
    t.put("0606", "A").put("0605", "F").moves().do("move A via 0605")
    assert said(t, "stay") == "0605 has no room for them."


@both
@pytest.mark.rule("typhoon:11.6.2")
def test_planes_bring_headquarters_into_a_zone(box: str) -> None:
    t = drill(box, hq("h"), foot("X", 2, 2), city="0202 0808")
    t.put("0202", "h").put("0807", "X").having(axis_land=1 << grid().hex("0807"))
    t.state.points["soviet-lift"] = 1
    assert t.moves("soviet").allowed("move h lift 0808"), "only supply needs a friend there"
