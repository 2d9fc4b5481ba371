"""Chapter 8: zones of control and hex control."""

import pytest

from grognard.rules.eastfront import levels
from grognard.rules.eastfront.command import radius
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import ProductionPhase
from tests.rules.eastfront.grounds import has_line, holder, in_zone, judge, on_net, unsupplied
from tests.rules.eastfront.table import Table, table


def panzers(*soviets: str) -> Table:
    """Panzers at Kharkov, ready to move; the river keeps their zone from Kupyansk."""
    t = table().put("Kharkov", "41Pz", "AGS")
    for number, hex in enumerate(soviets):
        t.put(hex, ("3A", "13A", "4A")[number])
    return t.phase("axis", "movement").active("AGS").ask(MovementPhase())


@pytest.mark.rule("eastfront:8.1a")
def test_8_1a_control_lasts_for_the_phase() -> None:
    t = panzers().do("move 41Pz to Starobelsk")
    assert holder(t, "Starobelsk") == "soviet"
    t.phase("axis", "combat")
    assert holder(t, "Starobelsk") == "axis"


@pytest.mark.rule("eastfront:8.1b", "eastfront:8.4a")
def test_8_1b_passing_through_changes_nothing() -> None:
    t = panzers().do("move 41Pz to Starobelsk_E1")
    t.phase("axis", "combat")
    assert holder(t, "Kupyansk") == "soviet"  # passed, and no zone covers it now
    assert holder(t, "Starobelsk") == "axis"


@pytest.mark.rule("eastfront:8.2a")
def test_8_2a_every_unengaged_unit_has_a_zone() -> None:
    t = table().put("Kursk", "AGS:0").put("Ploesti", "2R").phase("axis", "movement")
    assert in_zone(t, "axis", "Kastornoye")
    assert in_zone(t, "axis", "Galatz")
    assert not in_zone(t, "axis", "Voronezh")  # two hexes away


@pytest.mark.rule("eastfront:8.2b")
@pytest.mark.parametrize(("at", "over"), [("Kharkov", "Kupyansk"), ("Kerch", "Novorossiysk"),
                                          ("Melitopol", "Perekop")])
def test_8_2b_no_zone_over_rivers_straits_and_closed_sides(at: str, over: str) -> None:
    t = table().put(at, "41Pz").phase("axis", "movement")
    assert not in_zone(t, "axis", over)
    assert in_zone(t, "axis", {"Kharkov": "Belgorod", "Kerch": "Simferopol",
                               "Melitopol": "Zaporozhye"}[at])


@pytest.mark.rule("eastfront:8.2b")
def test_8_2b_frost_does_not_open_rivers_to_zones() -> None:
    t = table().put("Kharkov", "41Pz").weather("snow").phase("axis", "movement")
    assert not in_zone(t, "axis", "Kupyansk")


@pytest.mark.rule("eastfront:8.2c")
def test_8_2c_engaged_and_unsupplied_units_have_no_zone() -> None:
    t = table().put("Kursk", "41Pz", "3A").battle("Kursk", "soviet").phase("axis", "movement")
    assert not in_zone(t, "axis", "Kastornoye")
    assert not in_zone(t, "soviet", "Kastornoye")
    t = table().put("Kursk", "41Pz")
    t.state.unsupplied = t.units("41Pz")
    assert not in_zone(t.phase("axis", "movement"), "axis", "Kastornoye")
    judge(t, "axis")  # on the railway: supplied again
    assert in_zone(t.phase("axis", "command"), "axis", "Kastornoye")


@pytest.mark.rule("eastfront:8.31a", "eastfront:8.32")
def test_8_31a_occupied_or_in_an_unopposed_zone() -> None:
    t = table().put("Kursk", "41Pz").put("Kastornoye", "3A").phase("axis", "movement")
    assert holder(t, "Kastornoye") == "soviet"  # occupation outranks the zone of 41Pz
    assert holder(t, "Kursk") == "axis"
    assert holder(t, "Sumy_E1") == "axis"
    assert holder(t, "Belgorod_E1") == "soviet"
    assert t.state.hostile("axis") == t.state.friendly("soviet")


@pytest.mark.rule("eastfront:8.31b")
@pytest.mark.parametrize(("attacker", "defender"), [("axis", "soviet"), ("soviet", "axis")])
def test_8_31b_battle_hexes_are_the_original_defenders(attacker: str, defender: str) -> None:
    t = table().put("Kursk", "41Pz", "3A").battle("Kursk", attacker).phase("axis", "combat")
    assert holder(t, "Kursk") == defender


@pytest.mark.rule("eastfront:8.33", "eastfront:8.32")
def test_8_33_zones_of_both_make_a_vacant_hex_contested() -> None:
    t = table().put("Kursk", "41Pz").put("Kastornoye", "3A").phase("axis", "movement")
    assert holder(t, "Belgorod") == "contested"
    assert holder(t, "Kursk_NE1") == "contested"


@pytest.mark.rule("eastfront:8.34")
def test_8_34_a_vacant_hex_stays_with_its_last_controller() -> None:
    t = table().put("Kastornoye", "41Pz").phase("axis", "combat")
    t.off(-3, "41Pz").phase("axis", "supply")
    assert holder(t, "Kastornoye") == "axis"
    t.put("Belgorod_E1", "3A").put("Kursk", "41Pz").phase("soviet", "movement")
    assert holder(t, "Kastornoye") == "contested"
    t.off(-3, "41Pz", "3A").phase("soviet", "combat")
    assert holder(t, "Kastornoye") == "axis"  # being contested changed nothing


@pytest.mark.rule("eastfront:8.4a")
def test_8_4a_zones_do_not_hinder_movement() -> None:
    t = panzers("Belgorod_E1")
    assert holder(t, "Belgorod") == "contested"
    assert holder(t, "Kupyansk") == "soviet"
    t.do("move 41Pz")
    assert {"Kupyansk", "Kastornoye", "Izyum_E1"} <= t.offers("to")


@pytest.mark.rule("eastfront:8.4b")
def test_8_4b_radius_passes_contested_but_not_enemy_hexes() -> None:
    t = table().put("Kursk", "AGS:2").put("Belgorod_E1", "3A").put("Kupyansk", "41Pz")
    t.phase("axis", "movement")
    assert holder(t, "Belgorod") == "contested"
    assert radius(t.game, t.state, t.unit("AGS")) >> t.hex("Kupyansk") & 1
    t.put("Belgorod", "4A").phase("axis", "movement")
    assert not radius(t.game, t.state, t.unit("AGS")) >> t.hex("Kupyansk") & 1


@pytest.mark.rule("eastfront:8.4c")
def test_8_4c_disengaging_goes_to_friendly_hexes_only() -> None:
    t = table().put("Kursk", "41Pz", "5AK", "3A").battle("Kursk", "soviet")
    t.put("Belgorod_E1", "13A").put("Kharkov", "24Pz", "AGS")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    t.do("move 41Pz")
    assert holder(t, "Belgorod") == "contested"
    assert t.refused("leave Belgorod").code == "disengage-friendly"
    assert t.refused("leave Kastornoye").rule == "eastfront:6.32b"
    assert "Sumy_E1" in t.offers("leave")


@pytest.mark.rule("eastfront:8.4d", "eastfront:8.4f", "eastfront:9.12b")
def test_8_4d_rail_runs_through_friendly_hexes_only() -> None:
    t = table().put("Kharkov", "41Pz", "OKH").put("Kastornoye", "3A").put("Kursk", "5AK")
    t.phase("axis", "movement").active("OKH", supreme_moves=2).ask(MovementPhase())
    assert holder(t, "Belgorod") == "contested"
    assert not on_net(t, "axis", "Belgorod")
    t.do("rail 41Pz")
    assert t.refused("to Belgorod").code == "not-linked"
    assert t.allowed("to Kursk")  # by Bryansk, not by Belgorod


@pytest.mark.rule("eastfront:8.4e", "eastfront:10.3c")
def test_8_4e_supply_lines_pass_contested_hexes() -> None:
    t = table().put("Kursk", "5AK").put("Belgorod_E1", "3A").held("soviet", "Kastornoye")
    t.phase("soviet", "supply")
    assert holder(t, "Kastornoye") == "contested"
    assert has_line(t, "axis", "Kastornoye")
    assert has_line(t, "axis", "Belgorod_E1")  # Kursk, then a contested hex
    assert not unsupplied(judge(t, "axis"), "5AK")


@pytest.mark.rule("eastfront:8.4g")
def test_8_4g_a_contested_city_gives_nobody_anything() -> None:
    t = table().put("Kupyansk", "41Pz").put("Izyum", "5AK").put("Belgorod", "3A")
    t.phase("", "production")
    assert holder(t, "Kharkov") == "contested"
    sides = ("axis", "soviet")
    before = [levels.production_level(t.game, t.state, side) for side in sides]
    t.off(-3, "3A").phase("", "production")
    assert holder(t, "Kharkov") == "axis"
    after = [levels.production_level(t.game, t.state, side) for side in sides]
    assert after == [before[0] + 2 + 4, before[1]]  # and the line to Stalino (4) is open again
    t.put("Belgorod", "3A").off(-1, "13A").phase("", "production").ask(ProductionPhase())
    t.do("cadre 13A", "soviet")
    assert t.refused("into Kharkov", "soviet").code == "arrival-unsupplied"
