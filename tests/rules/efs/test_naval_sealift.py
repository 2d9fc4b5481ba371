"""7.6, 8.2.4, 8.4: sea transport, evacuation and the staff of the fleet."""

import tomllib
from importlib import resources
from typing import Any

import pytest

from grognard.rules.efs.naval import cargo, ports
from grognard.rules.efs.naval.yards import SpendShipped
from grognard.rules.efs.scenarios import Group
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.stacking import ClearOverstack
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import division, foot, gun, hq, motor, msu
from tests.rules.efs.field import train
from tests.rules.efs.harbour import Harbour, battery, boats, harbour, ship, staff

X = foot("x", 2, 2, side="soviet")
Y = foot("y", 2, 2, side="soviet")
A = foot("A", 4, 4)


def rifles(code: str, stacking: int = 3) -> Any:
    return division(code, 3, 4, side="soviet", stacking=stacking)


def soviets(*units: Any, port: str = "0803", phase: str = "movement", **fields: Any) -> Harbour:
    """Soviet units in a port, the fleets act."""
    t = harbour(*units, **fields)
    for unit in units:
        if unit.side == "soviet":
            t.put(port, unit.code)
    return t.fleets("soviet", phase)


def germans(*units: Any, port: str = "0103", held: str = "0103 0303 0503 0803",
            **fields: Any) -> Harbour:
    t = harbour(*units, **fields).axis(held)
    for unit in units:
        if unit.side == "axis" and "ship" not in str(type(unit)):
            t.put(port, unit.code + ("-" if unit.code.startswith("m") else ""))
    return t.fleets("axis", "movement")


# -- when and where ------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.2.4", "agn:8.4.3.1.a")
def test_transports_sail_in_the_movement_phase_after_all_land_movement() -> None:
    t = soviets(X, ship("Kirov"), phase="motorised")
    assert t.refused("ship x port 0903").code == "transport-in-movement"
    t = soviets(X, Y)
    t.do("ship x port 0903")
    assert t.refused("move y to 0804").code == "land-moves-over"


@pytest.mark.rule("agn:8.2.4", "agn:8.1.3", "agn:8.4.3.1.d")
def test_two_zones_and_no_more() -> None:
    t = soviets(X)
    assert t.allowed("ship x port 0303")  # Gulf, Riga
    assert t.allowed("ship x port 1103")  # Gulf, Bay
    t = soviets(X, port="1103")
    refused = t.refused("ship x port 0303")  # Bay, Gulf, Riga
    assert (refused.code, refused.rule) == ("too-far-for-transports", "agn:8.2.4")


@pytest.mark.rule("agn:8.1.3.d")
def test_cargo_ends_in_a_port_of_any_kind() -> None:
    t = soviets(X)
    assert t.refused("ship x port 0904").code == "no-port"
    t.do("ship x port 0703")
    assert t.where("x") == "0703"


@pytest.mark.rule("agn:8.4.1")
def test_without_points_a_scenario_has_no_transports() -> None:
    t = soviets(X, ship("Kirov"), sea={"transport": PerSide()})
    assert t.refused("ship x port 0903").code == "no-sea-transport"


@pytest.mark.rule("agn:8.4.1", "agn:8.4.3.3.a")
def test_some_scenarios_have_them_for_evacuations_alone() -> None:
    t = soviets(X, Y, sea={"evacuation_only": True})
    assert t.refused("ship x port 0903").code == "evacuation-only"
    t.do("evacuate 0803")
    t.begin_turn(2).fleets()
    t.do("ship x port 0903")
    assert t.where("x") == "0903"


@pytest.mark.rule("agn:8.4.3.1.b")
def test_cargo_begins_in_a_port_or_a_box() -> None:
    t = harbour(X, Y, rifles("d")).put("0804", "x").put("0803", "y").boxed_in("Hango", "d")
    t.fleets()
    assert t.refused("ship x port 0903").code == "not-in-a-port"
    assert t.allowed("ship y port 0903")
    t.do("ship d port 0803")
    assert t.where("d") == "0803"


@pytest.mark.rule("agn:8.4.3.1.b")
def test_who_has_marched_to_the_port_may_be_shipped_in_the_same_phase() -> None:
    t = soviets(X)
    t.having(moved=t.units("x"), stirred=t.units("x")).fleets()
    assert t.allowed("ship x port 0903")


@pytest.mark.rule("agn:8.3.1", "agn:8.5.4.g")
def test_ports_just_taken_neither_load_nor_unload() -> None:
    b = foot("B", 4, 4)
    t = germans(A, b, X, held="0103")
    t.put("0303", "B").fleets("axis", "movement")
    assert t.refused("ship A port 0303").code == "port-just-taken"
    assert t.refused("ship B port 0103").code == "port-just-taken"
    t.begin_turn(2).fleets("axis", "movement")
    assert t.allowed("ship A port 0303")
    assert t.allowed("ship B port 0103")


@pytest.mark.rule("agn:8.4.3.1.f", "agn:8.3.5.c/garrison")
def test_an_empty_port_serves_unless_enemies_stand_next_to_it() -> None:
    t = soviets(X, Y, A)
    assert t.allowed("ship x port 0903")
    t.put("0904", "A").fleets()
    assert t.refused("ship x port 0903").code == "port-not-held"
    t.put("0903", "y").fleets()
    assert t.allowed("ship x port 0903")


# -- what it takes -------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.4.2.a", "agn:8.4.2.b")
def test_the_price_of_cargo() -> None:
    units = [rifles("d"), hq("Q"), msu("m", side="soviet"), msu("depot", side="soviet"),
             motor("mot", 4, 4, side="soviet", steps=2), gun("g", 3, side="soviet"),
             train("T"), foot("zero", 1, 1, side="soviet", stacking=0)]
    t = harbour(*units).put("0803", *(unit.code for unit in units if unit.code != "m"))
    t.put("0803", "m-")
    prices = {unit.code: cargo.price(t.game, t.state, t.unit(unit.code)) for unit in units}
    assert prices == {"d": 3, "Q": 1, "m": 1, "depot": 2, "mot": 4, "g": 2, "T": 2, "zero": 1}


@pytest.mark.rule("agn:8.4.2.b")
def test_counters_that_cannot_move_stay() -> None:
    t = soviets(battery("CD"), X, boats("MO"))
    assert t.refused("ship CD").code == "not-for-transports"
    assert t.refused("ship MO").code == "not-for-transports"


@pytest.mark.rule("agn:8.4.2/limits", "agn:8.4.3.1.c")
def test_the_points_of_the_side_and_those_of_the_port_both_bind() -> None:
    t = soviets(rifles("d", 5), rifles("e", 4))
    t.do("ship d port 1103")
    assert t.refused("ship e port 1103").code == "transport-spent"
    t = soviets(rifles("d", 4), rifles("e", 1), port="1203")
    t.do("ship d port 1103")
    assert t.refused("ship e").code == "port-cannot-load"
    t = soviets(rifles("d", 5), sea={"transport": PerSide(soviet=20)})
    assert t.refused("ship d port 0703").code == "port-cannot-unload"


@pytest.mark.rule("agn:8.1.3.e", "agn:8.4.2/limits")
def test_stacks_sail_together_as_far_as_the_points_go() -> None:
    t = soviets(rifles("d", 5), rifles("e", 3), rifles("f", 1))
    t.do("ship d with e")
    assert t.refused("with f").code == "load-too-great"
    t.do("port 0903")
    assert t.where("d") == t.where("e") == "0903"
    assert t.state.points["stp-soviet"] == 0


@pytest.mark.rule("agn:8.4.3.2.a", "agn:8.4.3.2.b", "agn:8.4.3.2.c")
def test_of_three_axis_points_one_is_for_mobile_supply() -> None:
    inf = [foot(code, 2, 2) for code in "ABC"]
    t = germans(*inf, msu("m1"))
    t.do("ship A port 0303").do("ship B port 0303")
    assert t.refused("ship C port 0303").code == "transport-spent"
    t.do("ship m1 port 0303")
    assert t.where("m1") == "0303"
    t = germans(msu("depot"), msu("m1"), foot("A", 2, 2))
    t.do("ship depot port 0303")
    assert t.refused("ship A").code == "transport-spent"
    t.do("ship m1 port 0303")
    assert t.where("depot") == t.where("m1") == "0303"


@pytest.mark.rule("agn:8.4.3.2.b")
def test_the_point_for_supply_is_not_saved() -> None:
    t = germans(foot("A", 2, 2), msu("m1"))
    t.begin_turn(2)
    assert t.state.points["stp-axis"] + t.state.points["stp-supply-axis"] == 3


@pytest.mark.rule("agn:8.4.3.2.d")
def test_axis_transports_keep_out_of_the_range_of_coastal_guns() -> None:
    t = germans(A, battery("CD", range=2)).put("0703", "CD")
    t.fleets("axis", "movement")
    refused = t.refused("ship A port 0503")
    assert (refused.code, refused.rule) == ("under-coastal-guns", "agn:8.4.3.2.d")
    assert t.allowed("ship A port 0303")
    t.put("0505", "CD").fleets("axis", "movement")  # land lies in between
    assert t.allowed("ship A port 0503")


@pytest.mark.rule("agn:8.4.3.2.d")
def test_guns_that_close_the_sea_close_what_lies_behind_them() -> None:
    t = germans(A, battery("CD", range=2), held="0103 0703").put("0403", "CD")
    t.fleets("axis", "movement")
    assert t.refused("ship A port 0703").code == "under-coastal-guns"
    t.put("1003", "CD").fleets("axis", "movement")
    assert t.allowed("ship A port 0703")


# -- boxes ---------------------------------------------------------------------------------------


@pytest.mark.rule("agn:7.6", "agn:8.4.3.1.b/boxes")
def test_the_garrison_of_hango_comes_by_sea() -> None:
    t = harbour(X, rifles("d"), sea={"boxes": {"Hango": ["x"]}})
    fresh = t.game.new_state()
    assert fresh.at[t.unit("x")] == t.game.waters.box(t.game.waters.numbers["Hango"])
    t.boxed_in("Hango", "x").fleets()
    assert t.refused("ship x port 0103").code == "too-far-for-transports"
    t.do("ship x port 0803")
    assert t.where("x") == "0803"


@pytest.mark.rule("agn:8.4.3.1.b/boxes")
def test_hango_holds_ten_points() -> None:
    units = [rifles("d", 6), rifles("e", 4), rifles("f", 1)]
    t = harbour(*units, sea={"transport": PerSide(soviet=20)}).put("0803", "d", "e", "f")
    t.fleets().do("ship d zone Hango").do("ship e zone Hango")
    assert t.zone("d") == t.zone("e") == "Hango"
    assert t.refused("ship f zone Hango").code == "box-full"
    assert t.refused("ship f zone Gulf").code == "no-box"


# -- ashore --------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.4.3.1.e")
def test_a_port_may_be_overstacked_until_the_end_of_the_phase() -> None:
    units = [rifles("d", 6), rifles("e", 6), Y]
    t = harbour(*units, sea={"transport": PerSide(soviet=20)}).put("0803", "d").put("1103", "e")
    t.put("1010", "y").fleets().do("ship d port 1103")
    assert t.where("d") == t.where("e") == "1103"
    t.ask(ClearOverstack())
    assert t.offers("remove") == {"d", "e"}
    t.do("remove e")
    assert t.where("e") == "eliminated"


@pytest.mark.rule("agn:8.4.3.1.g/move")
def test_who_was_unloaded_stays_until_the_next_turn() -> None:
    t = germans(motor("M", 4, 4, steps=1, reduced=(0, 0)), motor("N", 4, 4), X)
    t.do("ship M port 0303")
    t.put("0304", "N").moves("axis", "motorised", moved=0)
    assert t.refused("move M").code == "landed-this-turn"
    assert t.game.limits(t.state, "react")[0].bars >> t.unit("M") & 1
    t.begin_turn(2).moves("axis", "movement")
    assert t.allowed("move M to 0304")


@pytest.mark.rule("agn:8.4.3.1.g/supply")
def test_unloaded_supply_is_not_spent_on_the_turn_it_comes() -> None:
    t = harbour(msu("m1"), A, X, supply=True, sources="soviet 1212").axis("0103 0303 0304")
    t.put("0103", "m1-").put("0304", "A").put("0305", "x").fleets("axis", "movement")
    t.do("ship m1 port 0303")
    t.declare("0305", "A").fight()
    assert t.refused("supply m1").code == "landed-this-turn"
    t.begin_turn(2).declare("0305", "A").fight()
    assert t.allowed("supply m1")


@pytest.mark.rule("agn:8.4.2/markers", "agn:8.4.3.1.g/rp")
def test_replacement_points_are_shipped_and_used_or_lost() -> None:
    t = harbour(rifles("d"), X, supply=True).put("0903", "d-").put("1103", "x")
    t.having(points={**t.state.points, "soviet-infantry": 2, "soviet-heavy": 1}).fleets()
    t.do("stow type-I from 1103 port 0903")
    t.do("stow type-A from 1103 port 0903")
    assert (t.state.points["soviet-infantry"], t.state.points["soviet-heavy"]) == (1, 0)
    assert (t.state.sea.infantry, t.state.sea.heavy) == ({t.hex("0903"): 1}, {t.hex("0903"): 1})
    assert t.state.points["stp-soviet"] == 5
    t.having(phase="engineering").ask(SpendShipped())
    assert t.offers("rebuild") == {"d"}
    t.do("rebuild d")
    assert t.steps("d") == 2
    assert (t.state.sea.infantry, t.state.sea.heavy) == ({}, {})  # the other is lost


@pytest.mark.rule("agn:8.4.3.1.g/rp")
def test_only_units_with_a_line_to_the_port_receive_them() -> None:
    t = harbour(rifles("d"), rifles("e"), A, supply=True).put("0903", "d-").put("0412", "e-")
    t.put("0710", "A").set_sea(infantry={t.hex("0903"): 1})
    t.having(side="soviet", phase="engineering").ask(SpendShipped())
    assert t.refused("rebuild e").code == "no-points-in-reach"
    t.do("done")
    assert t.heard("shipped-points-lost")


# -- evacuation ----------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.4.3.3.a", "agn:8.4.3.3.c")
def test_an_evacuation_doubles_loading_and_points_on_the_next_turn() -> None:
    t = soviets(X, Y)
    t.do("evacuate 0803")
    port = t.hex("0803")
    assert t.refused("evacuate 0803").code == "evacuated-already"
    assert ports.can_load(t.game, t.state, port, "soviet") == 16
    t.begin_turn(2)
    assert ports.can_load(t.game, t.state, port, "soviet") == 32
    assert ports.can_unload(t.game, t.state, port, "soviet") == 16
    assert t.state.points["stp-soviet"] == 16
    t.begin_turn(3)
    assert ports.can_load(t.game, t.state, port, "soviet") == 16
    assert t.state.points["stp-soviet"] == 8


@pytest.mark.rule("agn:8.4.3.3.b")
def test_stacking_is_waived_until_the_end_of_the_next_soviet_movement_phase() -> None:
    units = [rifles("d", 6), rifles("e", 6), Y, ship("Kirov")]
    t = harbour(*units, sea={"transport": PerSide(soviet=20)}).put("0803", "d").put("1103", "e")
    t.put("1010", "y").fleets().do("evacuate 0803").begin_turn(2).fleets()
    t.do("ship d port 1103").do("done").ask(ClearOverstack())
    assert t.step() is None
    t.begin_turn(3).fleets("soviet", "motorised")
    t.ask(ClearOverstack())
    assert t.step() is None
    t.fleets().do("done").ask(ClearOverstack())
    assert t.offers("remove") == {"d", "e"}


@pytest.mark.rule("agn:8.6.2/zones")
def test_where_a_table_names_groups_others_stay_ashore() -> None:
    groups = [Group(id="fleet", side="soviet", pool="special", turn=1, entry="e", units=["x"])]
    t = harbour(X, Y, sea={"sailing_groups": ["fleet"]}, rows={"group": groups})
    t.put("0803", "x", "y").fleets()
    assert t.refused("ship y port 0903").code == "group-stays-ashore"
    assert t.allowed("ship x port 0903")


# -- the staff of the fleet ----------------------------------------------------------------------


@pytest.mark.rule("agn:8.9.1", "agn:8.9.2")
def test_the_staff_of_the_fleet_goes_from_major_port_to_major_port() -> None:
    still = [unit.code for unit in contents(NORTH).units if unit.hq and not unit.move]
    assert still == ["KBF"]
    t = soviets(staff(), X)
    assert t.refused("ship KBF port 0903").code == "major-ports-only"
    t.do("ship KBF port 1103")
    assert t.where("KBF") == "1103"
    t.begin_turn(2).moves("soviet", "movement")
    assert not t.allowed("move KBF to 1104")


@pytest.mark.rule("agn:8.9.2")
def test_the_staff_is_lost_if_it_must_retreat() -> None:
    t = harbour(staff(), X, foot("A", 9, 9)).put("0803", "KBF", "x").put("0804", "A")
    t.suffer("-/R", "0803", "A")
    t.finish()
    assert t.where("KBF") in ("eliminated", "cadre")
    assert t.where("x") not in ("0803", "eliminated", "cadre")


@pytest.mark.rule("agn:8.4.3.2.a", "agn:8.4.3.2.b", "agn:8.4.1")
def test_what_the_scenarios_give_the_transports() -> None:
    """The Axis three points where it has any, one of them for supply; Tallinn is for evacuees."""
    folder = resources.files("grognard.boxes.army_group_north") / "scenarios"
    found = {file.name.removesuffix(".toml"): tomllib.loads(file.read_text("utf-8")).get("sea", {})
             for file in folder.iterdir()}
    axis = {name: (sea["transport"]["axis"], sea.get("for_supply", {}).get("axis"))
            for name, sea in found.items() if "axis" in sea.get("transport", {})}
    assert set(axis.values()) == {(3, 1)}
    assert found["tallinn"]["evacuation_only"]
    without = {name for name, sea in found.items() if not sea.get("transport")}
    assert {"soltsy", "june", "tikhvin"} <= without
