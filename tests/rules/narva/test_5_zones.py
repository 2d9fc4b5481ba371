"""Chapter 5: zones of control."""

import pytest

from grognard.rules.narva import zones
from grognard.rules.narva.faces import NO_ZONE
from grognard.rules.narva.reinforcement import GermanSegment
from grognard.rules.narva.state import ISOLATED, OUT_OF_SUPPLY, TRACK
from grognard.rules.narva.supply import supplied
from tests.rules.narva.fights import must_retreat, why
from tests.rules.narva.moves import moving, with_unit
from tests.rules.narva.table import Table, table


def zone_of(t: Table, side: str) -> set[str]:
    found = zones.zone(t.game, t.state, side)
    return {t.game.grid.label(hex) for hex in range(t.game.grid.size) if found >> hex & 1}


def supplied_hex(t: Table, hex: str, side: str = "german") -> bool:
    return bool(supplied(t.game, t.state, side) >> t.hex(hex) & 1)


def fields(mover: str = "FHHPZ", at: str = "2507", enemy: str = "65R") -> Table:
    """The fields of Slantsy: the enemy in 2607 has a zone in 2507, 2606 and four more."""
    return table(turn=3).put(at, mover).put("2607", enemy)


# -- 5.0 to 5.2: who has a zone, and where -----------------------------------------------------


@pytest.mark.rule("narva:5.0")
def test_5_0_a_zone_is_the_six_neighbours() -> None:
    t = table().put("2607", "65R")
    assert zone_of(t, "soviet") == {"2608", "2708", "2707", "2606", "2507", "2508"}
    assert zone_of(t, "german") == set()
    t.put("2606", "147R")
    assert {"2607", "2605"} <= zone_of(t, "soviet"), "zones of several units add up"


@pytest.mark.rule("narva:5.0")
@pytest.mark.parametrize(("at", "unit", "into"), [
    ("2033", "65R", "2034"),  # the sea
    ("3226", "65R", "3127"),  # a prepared defence
    ("2731", "151G", "2930"),  # Narva, closed to the grenadiers
])
def test_5_0_a_zone_lies_where_the_unit_may_not_go(at: str, unit: str, into: str) -> None:
    t = table().put(at, unit) if into != "2930" else table().put("2830", unit)
    assert into in zone_of(t, t.game.owner(t.unit(unit)))


@pytest.mark.rule("narva:5.1.A")
def test_5_1_a_two_points_to_enter_and_two_to_leave() -> None:
    assert fields(at="2506").cost("FHHPZ", "2507") == 1 + 2
    assert fields().cost("FHHPZ", "2506") == 1 + 2
    assert fields().cost("FHHPZ", "2606") == 1 + 4
    assert fields(at="2505").cost("FHHPZ", "2506") == 1, "between two free hexes"


@pytest.mark.rule("narva:5.1.A")
def test_5_1_a_several_enemies_cost_no_more_than_one() -> None:
    crowd = fields().put("2607", "147R").put("2605", "163R").put("2706", "219R")
    assert crowd.cost("FHHPZ", "2606") == 1 + 4


@pytest.mark.rule("narva:5.1.B")
def test_5_1_b_from_zone_to_zone_as_often_as_the_points_allow() -> None:
    t = Table(with_unit("FHHPZ", move=10), fields().put("2605", "147R").state)
    assert t.cost("FHHPZ", "2706") == 10, "from 2507 by 2606, both in zones, into a third"
    moving(t, "FHHPZ").do("via 2606").do("to 2706")
    assert t.where("FHHPZ") == "2706"


@pytest.mark.rule("narva:5.2.A")
@pytest.mark.parametrize("enemy", ["1811SU", "HQ122"])
def test_5_2_a_assault_guns_and_headquarters_have_no_zone(enemy: str) -> None:
    t = fields(enemy=enemy)
    assert zone_of(t, "soviet") == set()
    assert t.cost("FHHPZ", "2606") == 1


@pytest.mark.rule("narva:5.2.B")
def test_5_2_b_a_printed_attack_of_one_makes_a_zone() -> None:
    t = fields(mover="65R", enemy="1GRZ")
    assert t.cost("65R", "2606") is None, "five points are too many"
    assert t.cost("65R", "2506") == 1 + 2


@pytest.mark.rule("narva:5.2.B")
def test_5_2_b_the_face_that_is_up_counts() -> None:
    t = fields(mover="65R", enemy="1GRZ-")
    assert t.game.units[t.unit("1GRZ")].reduced_attack == 0
    assert t.cost("65R", "2606") == 1
    t.state.set_steps(t.unit("1GRZ"), 2)
    assert t.cost("65R", "2506") == 3, "made full, it has its zone again"


@pytest.mark.rule("narva:5.2.C")
def test_5_2_c_a_dot_marks_every_combat_counter_without_a_zone() -> None:
    game = table().game
    faces = game.table.faces()
    dotted = {name for name, face in faces.items() if face.texts.get("top-left") == NO_ZONE}
    guns = {unit.code for unit in game.units if unit.assault_gun}
    weak = {unit.code for unit in game.units if not unit.hq and not unit.attack}
    weak |= {f"{unit.code}-reduced" for unit in game.units
             if unit.steps > 1 and not unit.reduced_attack}
    assert guns
    assert {"1GRZ-reduced", "2GRZ-reduced"} <= weak
    assert dotted == guns | weak


# -- 5.3: reinforcements -----------------------------------------------------------------------


@pytest.mark.rule("narva:5.3.A", "narva:5.3.B")
@pytest.mark.parametrize("friend", [(), ("333G",)])
def test_5_3_nobody_arrives_in_a_zone_not_even_beside_a_friend(friend: tuple[str, ...]) -> None:
    t = table(turn=4).off(TRACK, "2G").put("0119", "65R").put("0118", *friend)
    t.ask(GermanSegment()).do("arrive 2G")
    assert why(t.refused("into 0118")) == ("enemy-zone", "5.3.A")
    assert t.offers("into") == {"0123"}


# -- 5.4: retreats -----------------------------------------------------------------------------


def ringed(*units: str) -> Table:
    """A stack in 2606 with zones on every side of it."""
    return table(turn=3).put("2606", *units).put("2607", "65R").put("2506", "147R").put(
        "2705", "163R")


def cornered(*units: str) -> Table:
    """As before, but only 2605 is free of enemies; zones lie in all hexes behind it too."""
    return ringed(*units).put("2507", "1811SU").put("2706", "1902SU").put("2707", "806SU")


def driven_back(t: Table, *units: str) -> Table:
    """The stack goes back together, one hex, into a zone."""
    must_retreat(t, "2606", 1).do(f"retreat {units[0]}")
    for unit in units[1:]:
        t.do(f"along {unit}")
    return t.do(f"back {min(t.offers('back'))}")


@pytest.mark.rule("narva:5.4.A")
def test_5_4_a_a_stack_loses_one_step_in_all() -> None:
    t = driven_back(ringed("151G", "162G"), "151G", "162G").do("lose 151G")
    assert (t.steps("151G"), t.steps("162G"), t.step()) == (1, 2, None)


@pytest.mark.rule("narva:5.4.B")
def test_5_4_b_each_hex_in_a_zone_costs_a_step() -> None:
    t = must_retreat(cornered("151G"), "2606", 2).do("retreat 151G back 2605").do("lose 151G")
    assert (t.steps("151G"), t.where("151G")) == (1, "2605")
    t.do(f"back {min(t.offers('back'))}").do("lose 151G")
    assert t.where("151G") == "eliminated"


@pytest.mark.rule("narva:5.4.C")
def test_5_4_c_a_friend_does_not_cancel_the_zone() -> None:
    t = driven_back(cornered("151G").put("2605", "162G"), "151G").do("lose 151G")
    assert (t.where("151G"), t.steps("151G"), t.steps("162G")) == ("2605", 1, 2)


@pytest.mark.rule("narva:5.4.D")
def test_5_4_d_the_strongest_loses_the_step() -> None:
    t = driven_back(ringed("151G", "161PIO"), "151G", "161PIO")
    assert (t.asked(), t.offers("lose")) == ("german", {"151G"})
    assert why(t.refused("lose 161PIO")) == ("strongest-for-zone", "9.5.3.D")
    equals = driven_back(ringed("151G", "162G"), "151G", "162G")
    assert equals.offers("lose") == {"151G", "162G"}, "the owner picks"


# -- 5.5: supply -------------------------------------------------------------------------------


def bog_trail(*friends: str) -> Table:
    """The trail to 1220 through the Puhatu bog: the enemy in 1018 has a zone in 1019."""
    return table(turn=3).put("1220", "151G").put("1018", "65R").put("1019", *friends)


@pytest.mark.rule("narva:5.5.1.A")
def test_5_5_1_a_a_zone_cuts_the_line() -> None:
    assert not supplied_hex(bog_trail(), "1220")
    assert supplied_hex(bog_trail().off(TRACK, "65R"), "1220")


@pytest.mark.rule("narva:5.5.1.B")
@pytest.mark.parametrize("friend", ["162G", "HQ61"])
def test_5_5_1_b_any_friend_opens_its_own_hex(friend: str) -> None:
    assert supplied_hex(bog_trail(friend), "1220")


@pytest.mark.rule("narva:5.5.2")
@pytest.mark.parametrize("marker", [OUT_OF_SUPPLY, ISOLATED])
def test_5_5_2_units_without_supply_keep_their_zone(marker: int) -> None:
    assert fields().supply(marker, "65R").cost("FHHPZ", "2606") == 1 + 4


# -- 5.6: rivers -------------------------------------------------------------------------------


@pytest.mark.rule("narva:5.6")
@pytest.mark.parametrize("turn", [3, 9])
def test_5_6_an_unbridged_major_river_stops_a_zone(turn: int) -> None:
    t = table(turn=turn).put("2833", "65R").put("3130", "147R")
    zone = zone_of(t, "soviet")
    assert {"2834", "3029"} <= zone, "on the same bank and over the bridge"
    assert not {"2832", "3030"} & zone, "across the Narva"


@pytest.mark.rule("narva:5.6")
def test_5_6_a_frozen_river_costs_no_zone_points() -> None:
    t = table(turn=3).put("2831", "151G").put("2833", "65R")
    assert t.cost("151G", "2832") == 1


@pytest.mark.rule("narva:5.6")
@pytest.mark.parametrize("turn", [3, 9])
def test_5_6_a_ferry_is_no_bridge(turn: int) -> None:
    assert "2337" not in zone_of(table(turn=turn).put("2437", "65R"), "soviet")


@pytest.mark.rule("narva:5.6")
def test_5_6_a_minor_river_does_not_stop_a_zone() -> None:
    t = table(turn=9).put("1820", "65R")
    assert "1720" in zone_of(t, "soviet")
    assert {"1921", "1821"} <= zone_of(t, "soviet")
    assert not {"1920", "1819"} & zone_of(t, "soviet")
