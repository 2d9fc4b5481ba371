"""Section 6.3: where units may not go, and headquarters that are overrun."""

import pytest

from grognard.rules.narva.headquarters import PlaceHeadquarters
from grognard.rules.narva.replacement import rebuild_hexes
from grognard.rules.narva.state import ELIMINATED
from tests.rules.narva.fights import must_retreat, struck, why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, table

DEFENCE, BEHIND, NARVA = "3127", "3128", "3029"


# -- 6.3.A, B: water, the map edge, the enemy --------------------------------------------------


@pytest.mark.rule("narva:6.3.A")
@pytest.mark.parametrize(("hex", "sea"), [("2033", "2034"), ("1532", "1533"), ("0102", "0101")])
def test_6_3_a_nobody_enters_water(hex: str, sea: str) -> None:
    t = table(turn=3).put(hex, "151G")
    water = {t.game.grid.label(n) for n in t.game.grid if t.game.map.terrain[n] == "water"}
    moving(t, "151G")
    assert t.offers("to")
    assert not t.offers("to") & water
    assert why(t.refused(f"to {sea}")) == ("water", "6.3.A")
    must_retreat(t, hex, 1).do("retreat 151G")
    assert why(t.refused(f"back {sea}")) == ("impassable", "9.5.1.A")


@pytest.mark.rule("narva:6.3.A")
def test_6_3_a_nobody_leaves_the_map() -> None:
    beside = {"0119", "0117", "0218", "0217"}
    t = moving(table(turn=3).put("0118", "151G"), "151G")
    near = {hex for hex in t.offers("to") if t.game.grid.distance(t.hex("0118"), t.hex(hex)) == 1}
    assert near == beside
    retreat = must_retreat(table(turn=3).put("0118", "151G"), "0118", 1).do("retreat 151G")
    assert retreat.offers("back")
    assert retreat.offers("back") <= beside


def test_6_3_a_ground_outside_a_short_scenario_is_closed() -> None:
    t = moving(table("krivasoo").put("0114", "162G"), "162G")
    assert why(t.refused("to 0113")) == ("out-of-play", "6.3.A")
    assert t.allowed("to 0115")


@pytest.mark.rule("narva:6.3.B.1")
@pytest.mark.parametrize("enemy", ["65R", "1811SU", "65R HQ122"])
def test_6_3_b_1_nobody_enters_a_hex_that_the_enemy_holds(enemy: str) -> None:
    t = moving(table(turn=3).put("2506", "151G").put("2507", *enemy.split()), "151G")
    assert "2507" not in t.offers("to") | t.offers("via")
    assert why(t.refused("to 2507")) == ("enemy-occupied", "6.3.B.1")


@pytest.mark.rule("narva:6.3.B.1")
def test_6_3_b_1_headquarters_do_not_overrun_each_other() -> None:
    t = moving(table(turn=3).put("2506", "HQ61").put("2507", "HQ122"), "HQ61")
    assert why(t.refused("to 2507")) == ("enemy-occupied", "6.3.B.1")


# -- 6.3.B.2: a lone headquarters is overrun ---------------------------------------------------


@pytest.mark.rule("narva:6.3.B.2")
@pytest.mark.parametrize(("unit", "hq"), [("151G", "HQ122"), ("1811SU", "HQ61")])
def test_6_3_b_2_a_combat_unit_overruns_and_goes_on(unit: str, hq: str) -> None:
    t = moving(table(turn=3).put("2506", unit).put("2507", hq), unit).do("via 2507")
    assert t.where(hq) == "displaced"
    t.do("to 2608")
    assert (t.where(unit), t.asked()) == ("2608", t.game.owner(t.unit(hq)))
    assert isinstance(t.step(), PlaceHeadquarters)
    assert t.heard("overrun")[0].rule == "11.1.4.A"


@pytest.mark.rule("narva:6.3.B.2")
def test_6_3_b_2_the_way_stops_there_unless_it_is_named() -> None:
    """Whether to overrun is the mover's choice: no way leads over a headquarters by itself."""
    t = moving(table(turn=3).put("0113", "151G").put("0213", "HQ122"), "151G")
    path = t.step().hints(t.game, t.state)["to"][t.hex("0212")]["path"]
    assert t.hex("0213") not in path
    t.do("to 0213")
    assert (t.where("151G"), t.where("HQ122")) == ("0213", "displaced")


@pytest.mark.rule("narva:6.3.B.2")
def test_6_3_b_2_strategic_movement_overruns_too() -> None:
    t = moving(table(turn=3).put("0113", "2K502").put("0212", "HQ122"), "2K502")
    assert "0212" in t.offers("road")
    assert why(t.refused("road 0211"))[0] in ("too-far", "no-road"), "the way ends there"
    t.do("through 0212").do("road 0309")
    assert (t.where("2K502"), t.where("HQ122")) == ("0309", "displaced")


@pytest.mark.rule("narva:6.3.B.2")
def test_6_3_b_2_in_advance_and_retreat_as_well() -> None:
    t = table(turn=3).put("2606", "1811SU").put("2607", "2K502").put("2605", "HQ122")
    struck(t, "D2", "2606", "2K502").do("lose 1811SU").do("advance 2K502").do("further 2605")
    assert (t.where("2K502"), t.where("HQ122")) == ("2605", "displaced")
    t = table(turn=3).put("2606", "151G").put("2605", "HQ122")
    must_retreat(t, "2606", 1).do("retreat 151G").do("back 2605")
    assert (t.where("151G"), t.where("HQ122")) == ("2605", "displaced")


# -- 6.3.C to E: the defences and Narva --------------------------------------------------------


def from_behind(unit: str) -> Table:
    """The unit stands in 3128, behind the defences and across the ice from Narva."""
    return moving(table(turn=3).put(BEHIND, unit), unit)


@pytest.mark.rule("narva:6.3.C")
@pytest.mark.parametrize("unit", ["II24", "I48", "HQ11SS", "HQ4SS"])
def test_6_3_c_the_two_divisions_may_enter_the_defences(unit: str) -> None:
    assert from_behind(unit).allowed(f"to {DEFENCE}")


@pytest.mark.rule("narva:6.3.C")
@pytest.mark.parametrize("unit", ["I45", "HQ20SS", "HQKUST", "151G", "SCHN"])
def test_6_3_c_all_other_germans_may_not(unit: str) -> None:
    assert why(from_behind(unit).refused(f"to {DEFENCE}")) == ("prepared-defence", "6.3.C")


def test_6_3_c_soviets_may_if_nobody_holds_them() -> None:
    assert from_behind("65R").allowed(f"to {DEFENCE}")


@pytest.mark.rule("narva:6.3.C")
def test_6_3_c_it_binds_retreats_advances_and_placement() -> None:
    retreat = must_retreat(table(turn=3).put(BEHIND, "I45"), BEHIND, 1).do("retreat I45")
    assert why(retreat.refused(f"back {DEFENCE}")) == ("impassable", "9.5.1.A")
    t = table(turn=3).put(DEFENCE, "1811SU").put(BEHIND, "I45", "II24")
    struck(t, "D2", DEFENCE, "I45", "II24").do("lose 1811SU")
    assert why(t.refused("advance I45")) == ("prepared-defence", "6.3.C")
    assert t.allowed("advance II24")
    back = table(turn=3).off(ELIMINATED, "I45").put(DEFENCE, "HQ20SS")
    assert not rebuild_hexes(back.game, back.state, back.unit("I45")).mask


@pytest.mark.rule("narva:6.3.D")
@pytest.mark.parametrize("unit", ["151G", "29P", "HOHN", "SCHN", "HQ61", "FHHPZ"])
def test_6_3_d_only_the_ss_may_enter_narva_and_the_bridgehead(unit: str) -> None:
    t = moving(table(turn=3).put("2930", unit), unit)
    assert why(t.refused(f"to {NARVA}")) == ("ss-only", "6.3.D")
    assert why(moving(table(turn=3).put("3130", unit), unit).refused("to 3129")) == (
        "ss-only", "6.3.D")


@pytest.mark.rule("narva:6.3.D")
@pytest.mark.parametrize("unit", ["II24", "I48", "I45", "HQKUST"])
def test_6_3_d_the_ss_may(unit: str) -> None:
    t = moving(table(turn=3).put("2931", unit), unit)
    assert {"2930", NARVA, "3030"} <= t.offers("to")
    assert moving(table(turn=3).put("3130", unit), unit).allowed("to 3129")


@pytest.mark.rule("narva:6.3.E")
def test_6_3_e_twentieth_ss_in_narva_but_not_in_the_defences() -> None:
    assert moving(table(turn=3).put(NARVA, "I45"), "I45").allowed("to 3030")
    assert not from_behind("I45").allowed(f"to {DEFENCE}")
    assert from_behind("I45").allowed("to 3129")
