"""14.1: arrivals and their codes."""

from typing import Any

import pytest

from grognard.rules.efs.command import Activation
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.scenarios import Arrival, EntryArea
from grognard.rules.efs.state import ACTIVE, TRACK
from tests.rules.efs.boxes import TYPHOON, the_map
from tests.rules.efs.drill import both, division, foot, grid, hq, motor
from tests.rules.efs.field import Field, field

RED = {"side": "soviet"}
WEST, EAST, SOUTH = "0103 0104 0105", "1203 1204 1205", "0412 0512"


def waiting(box: str, code: str, unit: Any, turn: int = 1, more: Any = (),
            **features: Any) -> Field:
    """A unit that is due by a code, and the edges that the scenario names."""
    side = unit.side
    rows = {"arrival": [Arrival(turn=turn, side=side, units=[unit.code], entry=code)],
            "entry": [EntryArea(id="w", side="axis", area=grid().hexes(WEST)),
                      EntryArea(id="e", side="soviet", area=grid().hexes(EAST)),
                      EntryArea(id="s", side="soviet", hexes=[grid().hex(hex)
                                for hex in SOUTH.split()])]}
    others = [foot("A", 2, 2), foot("x", 2, 2, **RED)]
    t = field(box, unit, *others, *more, rows=rows,
              **{"sources": f"soviet {EAST}", **features})
    t.having(side=side, turn=turn).ask(CallArrivals())
    return t


def doors(t: Field, code: str = "U", manner: str = "movement") -> set[str]:
    t.ask(Moves(manner))
    if t.step() is None or code not in t.offers("enter"):
        return set()
    t.do(f"enter {code}")
    return t.offers("at")


RIFLES = foot("U", 2, 2, **RED)
PANZERS = motor("U", 2, 2)


letters = pytest.mark.parametrize("box", [TYPHOON])
"""The other box reads its codes in a way of its own (test_cards)."""


@both
@pytest.mark.rule("typhoon:14.1", "typhoon:14.1.1")
def test_they_come_on_their_turn_or_later_and_motors_in_both_phases(box: str) -> None:
    t = waiting(box, "w", PANZERS, turn=8)
    early = waiting(box, "w", PANZERS, turn=8)
    early.state.put(0, TRACK)
    early.having(turn=7).ask(CallArrivals())
    assert early.state.at[0] == TRACK
    assert t.state.at[0] == ACTIVE
    t.having(turn=10)
    assert doors(t) == set(WEST.split()), "two turns late, of one's own will"
    both_phases = "axis" in t.game.edition.turns.motorised_arrivals
    assert doors(t, manner="motorised") == (set(WEST.split()) if both_phases else set())
    assert doors(waiting(box, "e", RIFLES), manner="motorised") == set(), "feet do not"


@both
@pytest.mark.rule("typhoon:14.1.1", "typhoon:14.1.2")
def test_enemies_in_all_entry_hexes_keep_them_out(box: str) -> None:
    t = waiting(box, "s", RIFLES)
    t.put("0412", "A")
    assert doors(t) == {"0512"}
    t = waiting(box, "s", RIFLES, more=[foot("B", 2, 2)])
    t.put("0412", "A").put("0512", "B").put("0601", "x").ask(Moves("movement"))
    assert t.refused("enter U").code == "entry-blocked"
    assert t.state.at[t.unit("U")] == ACTIVE, "they wait"


@both
@pytest.mark.rule("typhoon:14.1.3.a")
def test_w_is_the_west_edge(box: str) -> None:
    assert doors(waiting(box, "w", PANZERS)) == set(WEST.split())


@both
@pytest.mark.rule("typhoon:14.1.4.a", "typhoon:14.1.4.b")
def test_e_and_s_are_the_edges_that_the_scenario_names(box: str) -> None:
    assert doors(waiting(box, "e", RIFLES)) == set(EAST.split())
    assert doors(waiting(box, "s", RIFLES)) == set(SOUTH.split())


@letters
@pytest.mark.rule("typhoon:14.1.3.c")
def test_c_of_the_axis_is_any_friendly_town_supplied_or_not(box: str) -> None:
    t = waiting(box, "c", PANZERS, city="0606 0909", major_city="0303", village="0404")
    t.land("axis", "0606 0303 0404")
    assert doors(t) == {"0606", "0303"}


@letters
@pytest.mark.rule("typhoon:14.1.4.c")
def test_c_of_the_soviets_is_a_major_city_in_supply(box: str) -> None:
    t = waiting(box, "c", RIFLES, city="0909", major_city="0906 0210 0904")
    t.land("axis", "0904")
    assert doors(t) == {"0906"}, "0210 is cut off, 0904 is the enemy's, 0909 is a city"


@letters
@pytest.mark.rule("typhoon:14.1.4.c/4", "typhoon:14.1.4.g")
def test_letters_together_let_the_player_choose(box: str) -> None:
    towns: dict[str, Any] = {"major_city": "0906", "areas": {"moscow": "0303 0304"}}
    assert doors(waiting(box, "ec", RIFLES, **towns)) == {*EAST.split(), "0906"}
    assert doors(waiting(box, "eM", RIFLES, **towns)) == {*EAST.split(), "0303", "0304"}


@letters
@pytest.mark.rule("typhoon:14.1.4.d", "typhoon:14.1.4.c/3")
def test_moscow_takes_reinforcements_even_when_cut_off(box: str) -> None:
    t = waiting(box, "M", RIFLES, major_city="0303 0304", areas={"moscow": "0303 0304"},
                sources="soviet 1212")
    assert not t.traces("soviet", "0302"), "cut off"
    assert doors(t) == {"0303", "0304"}
    t.land("axis", "0304")
    assert doors(t) == {"0303"}


@letters
@pytest.mark.rule("typhoon:14.1.4.e")
def test_mg_joins_the_garrison_of_moscow(box: str) -> None:
    t = waiting(box, "MG", RIFLES, areas={"moscow": "0303 0304"})
    assert doors(t) == {"0303", "0304"}
    t.do("at 0303")
    assert t.state.garrison == t.units("U")
    assert t.refused("to 0307").code == "garrison-of-the-city"


@letters
@pytest.mark.rule("typhoon:14.1.3", "typhoon:14.1.4")
def test_a_named_hex_or_one_next_to_it(box: str) -> None:
    assert doors(waiting(box, "0104", PANZERS)) == {"0103", "0104", "0105"}, "over the edge"
    assert doors(waiting(box, "1204", RIFLES)) == {"1203", "1204", "1205", "1104", "1105"}


@pytest.mark.rule("typhoon:14.1.3.b")
def test_s_of_the_axis_is_named_by_the_sheet() -> None:
    map = the_map(TYPHOON)
    named = {map.grid.label(hex) for hex in map.grid
             if map.features.get("axis_entry_s", 0) >> hex & 1}
    assert named == {"P1733", "P2333"}


@both
@pytest.mark.rule("typhoon:14.1.7")
def test_the_first_hex_is_paid_for_at_the_rate_of_its_road(box: str) -> None:
    t = waiting(box, "w", motor("U", 2, 2, move=3), woods="0103 0104", main_road="0104 0204 0304")
    assert doors(t) == {"0103", "0104", "0105"}
    t.do("at 0104")
    cheap = t.step().spent
    t = waiting(box, "w", motor("U", 2, 2, move=3), woods="0103 0104")
    doors(t)
    t.do("at 0104")
    assert (cheap, t.step().spent) == (2, 12), "half a point by road, three through woods"
    t = waiting(box, "w", motor("U", 2, 2, move=2), woods="0103 0104 0105")
    assert doors(t) == set(), "whoever cannot pay stays out"


@both
@pytest.mark.rule("typhoon:14.1.7")
def test_they_may_go_on_by_strategic_movement(box: str) -> None:
    way = "0104 0204 0304 0404 0504 0604 0704 0804"
    t = waiting(box, "w", motor("U", 2, 2, move=2), main_road=way, sources="axis 0104")
    doors(t)
    t.do("at 0104")
    assert "0504" in t.offers("road"), "three points, half a point a hex, the first is paid"
    t.do("via 0204")
    assert not t.offers("road"), "not after a march"
    t = waiting(box, "w", motor("U", 2, 2, move=2), main_road=way, sources="axis 0104")
    t.put("0106", "x")
    doors(t)
    t.do("at 0104")
    assert not t.offers("road")
    assert t.refused("road 0304").code == "starts-near-enemy"


@both
@pytest.mark.rule("typhoon:14.1.8")
def test_they_are_supplied_on_their_turn(box: str) -> None:
    t = waiting(box, "e", RIFLES, sources="soviet 0101")
    t.state.set_supply(t.unit("U"), 2)
    doors(t)
    t.do("at 1204")
    assert t.state_of("U") == "general"


@both
@pytest.mark.rule("typhoon:14.1.9")
def test_no_headquarters_brings_feet_in_during_the_motorised_phase(box: str) -> None:
    t = waiting(box, "e", division("U", 2, 2, **RED), more=[hq("H", 2)])
    t.put("1204", "H").ask(Activation())
    assert t.step() is None, "it leads nobody off the map"
    assert doors(t, manner="motorised") == set()


@both
@pytest.mark.rule("typhoon:14.1", "typhoon:14.1.2")
def test_who_cannot_enter_and_where(box: str) -> None:
    t = waiting(box, "w", PANZERS, woods="0103")
    t.put("0105", "x").put("0606", "A").ask(Moves("movement"))
    codes = {code: t.refused(f"enter {code}").code for code in "xA"}
    assert codes == {"x": "enemy-unit", "A": "not-due"}
    t.do("enter U")
    assert t.refused("at 0105").code == "enemy-there"
    assert t.refused("at 0606").code == "not-entry-hex"
    slow = waiting(box, "w", motor("U", 2, 2, move=2), woods="0103")
    slow.put("0606", "A").ask(Moves("movement")).do("enter U")
    assert slow.refused("at 0103").code == "entry-too-dear"
    feet = waiting(box, "e", RIFLES)
    feet.put("0606", "x").state.activated = feet.units("x")
    feet.ask(Moves("motorised"))
    assert feet.refused("enter U").code == "not-in-this-phase"


@both
@pytest.mark.rule("typhoon:14.1")
def test_who_enters_together(box: str) -> None:
    units = [motor("U", 2, 2), motor("V", 2, 2), foot("F", 2, 2), motor("E", 2, 2),
             motor("L", 2, 2, stacking=10)]
    rows = {"arrival": [Arrival(turn=1, side="axis", units=["U", "V", "F", "L"], entry="w"),
                        Arrival(turn=1, side="axis", units=["E"], entry="other")],
            "entry": [EntryArea(id="w", side="axis", hexes=[grid().hex("0104")]),
                      EntryArea(id="other", side="axis", hexes=[grid().hex("0404")])]}
    t = field(box, *units, rows=rows).ask(CallArrivals()).ask(Moves("movement")).do("enter U")
    codes = {code: t.refused(f"with {code}").code for code in "UFEL"}
    assert codes == {"U": "in-the-group", "F": "another-class", "E": "another-entry",
                     "L": "no-entry-together"}
    t.do("with V at 0104")
    assert t.where("U") == t.where("V") == "0104"
    t.do("stay").do("enter F").do("at 0104").do("stay")
    assert t.refused("enter L").code == "entry-blocked"
