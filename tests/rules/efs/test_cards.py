"""4.2 of Army Group North: boxes, icons and codes on counters."""

import pytest

from grognard.rules.efs import cards
from grognard.rules.efs.data import Unit
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.scenarios import Arrival
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import division, foot
from tests.rules.efs.field import Field, field

RED = {"side": "soviet", "nation": "su"}
CORNERS = contents(NORTH).corners


def counters() -> list[Unit]:
    return [unit for unit in contents(NORTH).units if unit.capability not in ("truck", "wagon")]


@pytest.mark.rule("agn:4.2.2")
def test_every_ground_unit_has_a_coloured_box_and_supply_has_none() -> None:
    assert {unit.type for unit in contents(NORTH).units if not unit.box} == {"supply counter"}
    assert not any(unit.card for unit in contents(NORTH).units if unit.type == "supply counter")


@pytest.mark.rule("agn:4.2.1")
def test_air_units_belong_to_every_scenario_that_calls_for_them() -> None:
    assert not {"box", "icons", "card"} & set(contents(NORTH).air_units[0].__struct_fields__)


@pytest.mark.rule("agn:4.2.3")
@pytest.mark.parametrize(("colour", "used"), [
    ("red", {1, 5, 6}), ("ochre", {2, 5}), ("light green", {3, 4, 5, 6, 7, 8}),
    ("light brown", {3, 5, 6, 7, 8}), ("violet", {8})])
def test_the_colour_names_the_scenarios(colour: str, used: set[int]) -> None:
    assert cards.scenarios(CORNERS, foot("A", 1, 1, box=colour)) == used


@pytest.mark.rule("agn:4.2.4")
def test_an_icon_adds_a_scenario_for_both_sides() -> None:
    icons = {"square": 1, "circle": 2, "triangle": 3, "diamond": 7, "star": 8}
    for side in ("axis", "soviet"):
        for icon, scenario in icons.items():
            unit = foot("A", 1, 1, box="red", icons=icon, side=side)
            assert cards.scenarios(CORNERS, unit) == {1, 5, 6, scenario}
    assert {3, 4} <= cards.scenarios(CORNERS, foot("A", 1, 1, box="light green", icons="triangle"))


@pytest.mark.rule("agn:4.2.5")
def test_a_code_counts_in_the_scenarios_of_its_colour_alone() -> None:
    units = {colour: foot("A", 1, 1, box=colour) for colour in CORNERS.colours}
    read = {colour: [n for n in range(1, 9) if cards.code_counts(CORNERS, unit, n)]
            for colour, unit in units.items()}
    assert read == {"red": [1], "ochre": [2, 5], "light green": [4, 5], "light brown": [5],
                    "violet": [8]}, "the sixth never reads one"


@pytest.mark.rule("agn:4.2.5.a", "agn:4.2.5.b/edge", "agn:4.2.5.b/turn", "agn:4.2.5.b/PG",
                  "agn:5.6.2.h")
def test_how_codes_are_read() -> None:
    assert cards.read("B2613") == cards.Code(hex="B2613", map="B")
    assert cards.read("eWv") == cards.Code(edge="east", map="W", varies=True)
    assert cards.read("36 eL") == cards.Code(turn=36, edge="east", map="L")
    assert cards.read("PG 11") == cards.Code(pool=11), "never by turn alone"
    with pytest.raises(ValueError, match="no code"):
        cards.read("36 north")


def test_all_codes_of_the_box_can_be_read() -> None:
    assert all(cards.ways_in(unit) for unit in counters() if unit.card)


@pytest.mark.rule("agn:4.2.5.b/v")
def test_v_leaves_it_to_the_card() -> None:
    coming = [unit for unit in counters() if unit.card.endswith(" v")]
    assert coming, "partisans, guns for the railheads"
    assert not any(way.hex or way.edge for unit in coming for way in cards.ways_in(unit))


# -- where codes let units in ------------------------------------------------------------------


def waiting(code: str, **more: str) -> Field:
    rows = {"arrival": [Arrival(turn=1, side="soviet", units=["U"], entry=code)]}
    t = field(NORTH, division("U", 4, 4, **RED), foot("A", 4, 4), rows=rows,
              sources="soviet 0112 0512 1204", areas={"l_south_edge": "0112 0312 0512 1112"},
              **more)
    t.ask(CallArrivals()).having(side="soviet")
    return t


def doors(t: Field) -> set[str]:
    t.having(side="soviet", phase="movement").ask(Moves("movement"))
    if not t.step() or "U" not in t.offers("enter"):
        return set()
    t.do("enter U")
    return set(t.offers("at"))


@pytest.mark.rule("agn:4.2.5.b/map")
def test_an_edge_lets_in_where_a_friendly_source_lies() -> None:
    assert doors(waiting("sL")) == {"0112", "0512"}, "not 0312, and not 1204 on another edge"
    assert doors(waiting("eL")) == set(), "no source on that edge: it waits"


@pytest.mark.rule("agn:4.2.5.b/c")
def test_c_is_a_supplied_city_clear_of_the_enemy() -> None:
    t = waiting("c", city="0910 0510", major_city="0908 0101", main_road="1204 1104 1004")
    t.put("0709", "A")
    assert doors(t) == {"0908", "0510", "0910"}, "0101 is cut off"
    t = waiting("c", city="0910 0510", major_city="0908 0101", main_road="1204 1104 1004")
    t.put("0809", "A")
    assert doors(t) == {"0908", "0510"}, "next to an enemy only the major city"
