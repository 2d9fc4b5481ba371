"""14.8, 15.1, 15.2: where the inset counts, and the map hexes that it repeats."""

import pytest

from grognard.rules.efs import forts, routes
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.inset import area
from tests.rules.efs.drill import foot, tank
from tests.rules.efs.inset import Inset, inset

GERMANS, RIFLES = foot("A", 4, 4, move=9), foot("x", 2, 4, side="soviet", move=9)
APPROACH = {"inset": "approach"}
REPEATED = {"L3508", "L3609", "L3505", "L3406"}


def asked(t: Inset, side: str, code: str) -> Inset:
    t.moves(side).do(f"move {code}")
    return t


@pytest.mark.rule("agn:14.8.a", "agn:15.1.c")
def test_without_its_sheet_a_scenario_knows_no_inset() -> None:
    t = inset(GERMANS, RIFLES, on=("L",)).put("L3509", "A")
    assert t.game.mega.repeated == 0
    assert "L3508" in asked(t, "axis", "A").offers("to")
    t = inset(GERMANS, RIFLES).put("L3509", "A")
    assert asked(t, "axis", "A").refused("to L3508").code == "out-of-play"


@pytest.mark.rule("agn:14.8.b")
def test_the_area_is_ringed_by_transition_hexes() -> None:
    mega, grid = inset(GERMANS).game.mega, inset(GERMANS).game.grid
    sheet = inset(GERMANS).game.map.sheets["L"]
    assert set(mega.hexes) == {hex for hex in grid if mega.repeated >> hex & 1}
    touching = grid.spread(sheet & ~mega.repeated) & mega.repeated
    assert touching == mega.transition
    assert not grid.spread(mega.interior) & sheet & ~mega.repeated


@pytest.mark.rule("agn:14.8.f")
def test_both_sides_enter_the_inset_and_leave_it() -> None:
    for side, code in (("axis", "A"), ("soviet", "x")):
        t = inset(GERMANS, RIFLES).put("L3509", code)
        asked(t, side, code).do("to In3011")
        assert t.where(code) == "In3011"
        t.state.moved = 0
        asked(t, side, code).do("to L3509")
        assert t.where(code) == "L3509"


@pytest.mark.rule("agn:15.2.1.b", "agn:15.2.2.b")
@pytest.mark.parametrize("hex", ["L3508", "L3608", "L3507"])
def test_the_axis_never_enters_what_the_inset_repeats(hex: str) -> None:
    t = inset(tank("A", 4, 4, move=30), RIFLES, rows=APPROACH).put("L3509", "A")
    asked(t, "axis", "A")
    assert t.refused(f"to {hex}").code == "inset-instead"
    assert t.refused(f"to {hex}").rule == "agn:15.2.1.b"
    assert not {label for label in t.offers("to") if label.startswith("L")
                and t.game.mega.repeated >> t.hex(label) & 1}
    assert "In2911" in t.offers("to")


@pytest.mark.rule("agn:15.2.1.a", "agn:15.2.2.a")
def test_the_soviets_use_it_until_the_axis_comes_near() -> None:
    t = asked(inset(GERMANS, RIFLES, rows=APPROACH).put("L3509", "x"), "soviet", "x")
    assert {"L3508", "L3507"} <= t.offers("to")
    t = inset(GERMANS, RIFLES, rows=APPROACH).put("L3509", "x")
    t.state.points[area.REACHED] = 1
    assert asked(t, "soviet", "x").refused("to L3508").code == "inset-instead"
    t = asked(inset(GERMANS, RIFLES).put("L3509", "x"), "soviet", "x")
    assert t.refused("to L3508").code == "out-of-play", "where play begins on the inset: never"


@pytest.mark.rule("agn:15.2.1.a", "agn:15.2.2.a")
def test_they_fortify_it_until_then() -> None:
    built = {}
    for reached in (0, 1):
        t = inset(GERMANS, RIFLES, rows=APPROACH, soviet="L3509").put("L3507", "x")
        t.having(side="soviet", phase="engineering")
        t.state.points |= {area.REACHED: reached, forts.QUOTA: 1}
        built[reached] = {"L3508", "L3507"} & t.ask(forts.BuildForts()).offers("build")
    assert built == {0: {"L3508", "L3507"}, 1: set()}


@pytest.mark.rule("agn:15.2.2.a")
def test_routes_pass_the_repeated_hexes_no_more_than_units_do() -> None:
    t = inset(GERMANS, RIFLES, rows=APPROACH, left_out="attack_supply", axis="L3610",
              soviet="L3509")
    free = {side: t.labels(routes.free(t.game, t.state, side)) for side in ("axis", "soviet")}
    assert not REPEATED & free["axis"]
    assert free["soviet"] >= REPEATED
    t.state.points[area.REACHED] = 1
    assert not REPEATED & t.labels(routes.free(t.game, t.state, "soviet"))


@pytest.mark.rule("agn:15.1.b")
def test_moves_and_attacks_go_from_map_to_map_in_any_order() -> None:
    t = inset(GERMANS, foot("B", 4, 4), foot("C", 4, 4), RIFLES)
    t.put("L3509", "A").put("In3011", "B").put("L3510", "C").put("In2911", "x").moves()
    t.do("move A to In3012").do("move B to L3509").do("move C to L3610")
    assert [t.where(code) for code in "ABC"] == ["In3012", "L3509", "L3610"]


@pytest.mark.rule("agn:15.1.b")
@pytest.mark.parametrize("first", ["In3012", "L3610"])
def test_attacks_on_both_maps_are_fought_in_any_order(first: str) -> None:
    t = inset(tank("A", 9, 9), tank("B", 9, 9), RIFLES, foot("y", 2, 2, side="soviet"))
    t.put("In2911", "A").put("L3510", "B").put("In3012", "x").put("L3610", "y")
    t.declare("In3012", "A").declare("L3610", "B").ask(CombatPhase())
    assert t.offers("combat") == {"In3012", "L3610"}
    t.do(f"combat {first} fight").roll(5)
    while t.step() and "combat" not in t.play.offers(t.asked()).choices:
        kinds = t.play.offers(t.asked()).choices
        kind = next(kind for kind in ("back", "lose", "done") if kind in kinds)
        t.do("done" if kind == "done" else f"{kind} {sorted(t.offers(kind))[0]}")
    assert t.offers("combat") == {"In3012", "L3610"} - {first}
