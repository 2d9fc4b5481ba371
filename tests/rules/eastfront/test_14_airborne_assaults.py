"""Sections 14.4 to 14.6: assaults from the air, dispersal and link-up."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from grognard.rules.eastfront.control import FixControl, zone
from grognard.rules.eastfront.data import AXIS, SOVIET
from grognard.rules.eastfront.fire import hits_per_step
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.paratroops import LinkUp, is_linked
from grognard.rules.eastfront.sequence import PlayerTurn
from grognard.rules.eastfront.supply import SupplyPhase
from grognard.rules.eastfront.victory import CheckBerlin
from tests.rules.eastfront.airfields import (
    FIELD,
    airborne,
    airfield,
    assaults,
    dropped,
    moves,
)
from tests.rules.eastfront.fights import combat, fires, shown
from tests.rules.eastfront.grounds import has_line, holder, in_zone
from tests.rules.eastfront.table import Table, table

GROUND_HQ = "SouF:2"


def is_dispersed(t: Table) -> bool:
    return bool(t.state.dispersed >> t.unit("4Para") & 1)


# -- airborne assaults (14.4) -----------------------------------------------------------------


@pytest.mark.rule("eastfront:14.4a", "eastfront:14.4b")
def test_14_4a_only_a_one_repulses() -> None:
    t = assaults(airborne(airfield("UkrF", "4Para:3").put("Kursk", "5AK:3")), "Kursk")
    fires(t, "5AK", 1, 2, 3)
    t.do("repulse 4Para")
    assert (t.where("4Para"), t.cv("4Para")) == (FIELD, 2)
    assert t.step() is None
    assert [event.rule for event in t.heard("step-lost")] == ["14.4b"]


@pytest.mark.rule("eastfront:14.4a")
def test_14_4a_two_and_three_do_not() -> None:
    t = assaults(airborne(airfield("UkrF", "4Para:3").put("Kursk", "5AK:3")), "Kursk")
    fires(t, "5AK", 2, 2, 3)
    assert (t.where("4Para"), t.cv("4Para")) == ("Kursk", 3)
    assert t.offers("fire") == {"4Para"}


@pytest.mark.rule("eastfront:14.4b", "eastfront:7.51e")
def test_14_4b_a_step_beside_all_hits() -> None:
    t = assaults(airborne(airfield("UkrF", "4Para:3").put("Kursk", "5AK:3")), "Kursk")
    fires(t, "5AK", 1, 6, 2).do("repulse 4Para").do("lose 4Para")
    assert (t.where("4Para"), t.cv("4Para")) == (FIELD, 1)


@pytest.mark.rule("eastfront:14.4b")
def test_14_4b_a_cadre_does_not_come_back() -> None:
    t = assaults(airborne(airfield("UkrF", "4Para:1").put("Kursk", "5AK:3")), "Kursk")
    fires(t, "5AK", 1, 6, 2).do("repulse 4Para")
    assert t.where("4Para") == "pool"
    assert t.step() is None
    assert t.state.dispersed == 0


@pytest.mark.rule("eastfront:14.4b", "eastfront:14.6a")
def test_14_4b_back_at_the_airfield_it_rests_until_the_supply_phase() -> None:
    t = assaults(airborne(airfield("UkrF", "4Para:3").put("Kursk", "5AK:1")), "Kursk")
    fires(t, "5AK", 1).do("repulse 4Para")
    assert is_dispersed(t)
    t.ask(FixControl("supply"), LinkUp())
    assert t.where("4Para") == FIELD
    assert not is_dispersed(t)


@pytest.mark.rule("eastfront:14.4c")
def test_14_4c_a_drop_into_an_old_battle_is_no_assault() -> None:
    t = airfield("UkrF", "4Para:3").put("Kursk", "5AK:2", "3A:1").battle("Kursk", "soviet")
    combat(dropped(airborne(t), "Kursk").phase("soviet", "combat"))
    fires(t.do("fight Kursk").do("done").do("resolve Kursk"), "5AK", 1, 1)
    assert t.offers("fire") == {"4Para", "3A"}


@pytest.mark.rule("eastfront:14.4c")
def test_14_4c_nor_is_one_with_a_land_attack() -> None:
    t = airfield("UkrF", "4Para:3").put("Kursk", "5AK:2").put("Kastornoye", "3A", GROUND_HQ)
    assaults(airborne(t, also="SouF"), "Kursk", "move 3A to Kursk over Kastornoye")
    fires(t, "5AK", 1, 1)
    assert t.offers("fire") == {"4Para", "3A"}


def combined(weather: str, para: int, army: int) -> Table:
    """Kastornoye is attacked from the air and over the river from Gryazi W1."""
    t = airfield("UkrF", f"4Para:{para}").put("Gryazi_W1", f"3A:{army}", GROUND_HQ)
    t.put("Kastornoye", "5AK:3")
    airborne(t, weather=weather, also="SouF")
    return assaults(t, "Kastornoye", "move 3A to Kastornoye over Gryazi_W1")


@pytest.mark.rule("eastfront:7.54", "eastfront:14.41")
@pytest.mark.parametrize("weather", ["dry", "mud"])
def test_7_54_paratroops_lower_the_range_for_all(weather: str) -> None:
    t = combined(weather, para=3, army=2)
    fires(t, "5AK", 1, 2, 3)
    assert t.refused("repulse 4Para").code == "weakest-first"
    t.do("repulse 3A")
    assert (t.where("3A"), t.cv("3A")) == ("Gryazi_W1", 2)  # no step: it came by land
    assert t.offers("fire") == {"4Para"}


@pytest.mark.rule("eastfront:7.54", "eastfront:7.52")
def test_7_54_over_ice_there_is_no_assault_to_combine_with() -> None:
    t = combined("snow", para=2, army=3)
    fires(t, "5AK", 1, 1, 1)
    assert t.offers("fire") == {"4Para", "3A"}


def assault_shown(t: Table) -> tuple[object, str]:
    """What the table says of the assault to the defender: the numbers, and the rule."""
    fight = t.game.table.scene(t.game.view(t.state, AXIS)).fight
    assert fight is not None
    (sign,) = [sign for sign in fight.facts if sign.id == "assault"]
    return sign.value.args["dice"], sign.rule


@pytest.mark.rule("eastfront:14.4a", "eastfront:7.54")
def test_14_4a_the_table_tells_what_repulses_and_by_which_rule() -> None:
    t = assaults(airborne(airfield("UkrF", "4Para:3").put("Kursk", "5AK:3")), "Kursk")
    assert assault_shown(t) == ("1", "14.4a")
    assert assault_shown(combined("mud", para=3, army=2)) == ("1", "7.54")


@pytest.mark.rule("eastfront:14.5b")
@pytest.mark.parametrize(("other", "needed"), [("", 2), (GROUND_HQ, 1)])
def test_14_5b_no_support_from_the_hq_that_dropped_them(other: str, needed: int) -> None:
    t = airfield("UkrF:2", "4Para:3").put("Kursk", "5AK:2")
    t.put("Kastornoye", *other.split(), "3A").held("soviet", "Kastornoye")
    airborne(t, also=other.partition(":")[0])
    combat(dropped(t, "Kursk").phase("soviet", "combat"))
    assert hits_per_step(t.game, t.state, t.hex("Kursk"), AXIS) == needed


# -- dispersal (14.6a, d) ---------------------------------------------------------------------


@pytest.mark.rule("eastfront:14.6a")
def test_14_6a_a_dispersed_unit_controls_nothing() -> None:
    t = dropped(airborne(airfield().held(AXIS, "Kursk", "Belgorod")), "Kursk")
    t.phase("soviet", "combat")
    assert holder(t, "Kursk") == "axis"
    assert not in_zone(t, SOVIET, "Belgorod")
    assert zone(t.game, t.state, SOVIET) >> t.hex("Gryazi") & 1  # that of UkrF at Voronezh


@pytest.mark.rule("eastfront:14.6a", "eastfront:14.6d")
def test_14_6a_it_does_not_move_even_in_a_blitz() -> None:
    t = airfield().put("Kastornoye", GROUND_HQ, "3A").put("Moscow", "STAVKA")
    dropped(airborne(t, also="SouF"), "Kursk")
    t.state.active |= t.units("STAVKA")
    t.state.supreme_moves = 4
    moves(t.phase("soviet", "movement"))
    for kind in ("move", "order", "rail"):
        ruling = t.refused(f"{kind} 4Para")
        assert (ruling.code, ruling.rule) == ("dispersed", "eastfront:14.6a")


@pytest.mark.rule("eastfront:14.6a", "eastfront:0.1")
def test_14_6a_it_lies_flat_and_face_down() -> None:
    t = dropped(airborne(airfield()), "Kursk")
    assert not shown(t, "4Para", AXIS)
    view = t.game.view(t.state, AXIS)
    assert view.state.dispersed == 0
    (piece,) = [p for p in t.game.table.scene(view).pieces if p.at == "hex:Kursk"]
    assert (piece.face, piece.marks) == ("back-brown", ("dispersed",))
    seen = t.game.table.scene(t.game.view(t.state, SOVIET))
    (own,) = [p for p in seen.pieces if p.at == "hex:Kursk"]
    assert own.marks == ("dispersed",)
    assert len(t.heard("hidden-drops")) == 1


@pytest.mark.rule("eastfront:14.6a", "eastfront:7.15b")
def test_14_6a_even_where_the_attackers_lie_face_up() -> None:
    t = airfield().put("Kursk", "5AK", "3A").battle("Kursk", SOVIET)
    assert not shown(dropped(airborne(t), "Kursk"), "4Para", AXIS)


@pytest.mark.rule("eastfront:14.6d")
def test_14_6d_nobody_disengages_into_its_hex() -> None:
    t = airfield("STAVKA", "4Para").put("Kursk", "5AK", "3A", "13A").battle("Kursk", SOVIET)
    t.put("Kastornoye", GROUND_HQ).held(AXIS, "Glukhov_E1")
    dropped(airborne(t, "STAVKA", also="SouF"), "Glukhov_E1")
    t.phase("soviet", "blitz-movement").ask(MovementPhase(blitz=True)).do("move 3A")
    ruling = t.refused("leave Glukhov_E1")
    assert (ruling.code, ruling.rule) == ("disengage-friendly", "eastfront:6.32b")


@pytest.mark.rule("eastfront:14.6d")
@pytest.mark.parametrize("linked", [False, True])
def test_14_6d_it_cuts_supply_only_when_linked(linked: bool) -> None:
    t = airfield().held(AXIS, "Kursk").put("Kastornoye", "5AK")
    if linked:
        t.put("Kursk_NE1", "3A")
    dropped(airborne(t), "Kursk").phase("soviet", "supply")
    assert holder(t, "Kursk") != "soviet"
    t.ask(LinkUp())
    assert holder(t, "Kursk") == ("soviet" if linked else "axis")


@pytest.mark.rule("eastfront:14.6a", "eastfront:16.8")
def test_14_6a_a_drop_does_not_open_the_road_to_berlin() -> None:
    t = table("w44")
    edge = min(hex for hex in range(t.game.grid.size)
               if t.game.objectives.polish_plain >> hex & 1)
    t.put(t.game.grid.label(edge), "4Para")
    t.state.dispersed = t.units("4Para")
    t.phase("soviet", "combat").ask(CheckBerlin())
    assert t.heard("game-over") == []
    t.state.dispersed = 0
    assert t.ask(CheckBerlin()).heard("game-over")


# -- link-up (14.6b, c) -----------------------------------------------------------------------


def after_drop(hex: str, t: Table) -> Table:
    """The Soviet supply phase begins with the paratroops dispersed in the hex."""
    t.put(hex, "4Para")
    t.state.dispersed = t.units("4Para")
    return t.phase("soviet", "supply")


Ground: TypeAlias = Callable[[], Table]
LINKS: dict[str, tuple[str, Ground]] = {
    "in a friendly hex": ("Voronezh", table),
    "beside unengaged troops": ("Kursk", lambda: table().put("Kastornoye", "3A")),
    "in a battle with ground troops": (
        "Kursk", lambda: table().put("Kursk", "5AK", "3A").battle("Kursk", "soviet")),
    "in a battle that the Soviets defend": (
        "Voronezh", lambda: table().put("Voronezh", "5AK", "3A").battle("Voronezh", "axis")),
}
NO_LINKS: dict[str, tuple[str, Ground]] = {
    "alone": ("Kursk", table),
    "in a battle alone": ("Kursk", lambda: table().put("Kursk", "5AK").battle("Kursk", "soviet")),
    "beside engaged troops": (
        "Kursk", lambda: table().put("Kastornoye", "5AK", "3A").battle("Kastornoye", "axis")),
    "beside nothing but friendly ground": (
        "Kastornoye", lambda: table().held("axis", "Kastornoye")),
}


@pytest.mark.rule("eastfront:14.6b", "eastfront:14.6c")
@pytest.mark.parametrize("case", LINKS)
def test_14_6b_each_condition_alone_is_enough(case: str) -> None:
    hex, ground = LINKS[case]
    t = after_drop(hex, ground()).ask(LinkUp())
    assert t.where("4Para") == hex
    assert not is_dispersed(t)
    assert len(t.heard("hidden-linked-up")) == 1
    if not t.state.battles(t.game):
        assert holder(t, hex) == "soviet"


@pytest.mark.rule("eastfront:14.6b", "eastfront:14.6c")
@pytest.mark.parametrize("case", NO_LINKS)
def test_14_6c_without_link_up_it_is_lost(case: str) -> None:
    hex, ground = NO_LINKS[case]
    t = after_drop(hex, ground())
    assert not is_linked(t.game, t.state, t.unit("4Para"))
    t.ask(LinkUp())
    assert t.where("4Para") == "pool"
    assert t.heard("eliminated")[0].rule == "14.6c"


@pytest.mark.rule("eastfront:14.6c")
def test_14_6c_a_supply_line_is_not_enough() -> None:
    t = after_drop("Kastornoye", table().held("axis", "Kastornoye"))
    t.state.soviet_hexes |= 1 << t.hex("Kursk")
    assert has_line(t, SOVIET, "Voronezh")
    assert t.ask(LinkUp()).where("4Para") == "pool"


@pytest.mark.rule("eastfront:REF.1", "eastfront:14.6b")
def test_ref_1_link_up_comes_before_the_supply_check() -> None:
    steps = [type(part).__name__ for part in PlayerTurn.parts]
    phases = ["CommandPhase", "MovementPhase", "HeadquartersDecide", "CombatPhase",
              "HeadquartersStandUp", "BlitzPhases", "LinkUp", "SupplyPhase"]
    assert [step for step in steps if step in phases] == phases
    t = after_drop("Kursk", table().put("Kursk_NE1", "3A").put("Kharkov", "5AK:3"))
    t.ask(LinkUp(), SupplyPhase())
    assert t.where("4Para") == "Kursk"
