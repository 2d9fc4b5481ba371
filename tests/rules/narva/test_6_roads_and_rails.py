"""Sections 6.4 and 6.5: strategic movement and railways."""

from fractions import Fraction

import pytest

from grognard.rules.narva import paths
from grognard.rules.narva.movement import ChooseWay
from grognard.rules.narva.points import POINT
from grognard.rules.narva.reinforcement import SovietSegment
from grognard.rules.narva.state import TRACK
from tests.rules.narva.fights import why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, table


def road_cost(t: Table, code: str, hex: str) -> Fraction | None:
    """Movement points of a strategic move to the hex."""
    unit = t.unit(code)
    found = paths.road(t.game, t.state, unit, t.state.at[unit]).get(t.hex(hex))
    return None if found is None else Fraction(found, POINT)


# -- 6.4.1: along roads ------------------------------------------------------------------------


@pytest.mark.rule("narva:6.4.1.A")
def test_6_4_1_a_the_road_is_cheaper_for_a_whole_move_on_it() -> None:
    t = table(turn=3).put("0130", "2K502")
    assert (t.cost("2K502", "0430"), road_cost(t, "2K502", "0430")) == (
        Fraction(3, 2), Fraction(3, 4))
    moving(t, "2K502").do("road 2030")
    assert t.where("2K502") == "2030"


@pytest.mark.rule("narva:6.4.1.A")
@pytest.mark.parametrize(("at", "to", "points"), [
    ("0130", "0230", Fraction(1, 4)), ("0113", "0213", Fraction(1, 3)),
    ("2626", "2727", Fraction(1, 2)),
])
def test_6_4_1_a_each_kind_of_road_has_its_rate(at: str, to: str, points: Fraction) -> None:
    assert road_cost(table(turn=3).put(at, "151G"), "151G", to) == points


@pytest.mark.rule("narva:6.4.1.A")
def test_6_4_1_a_from_off_the_road_there_is_none() -> None:
    t = moving(table(turn=3).put("2730", "HVS"), "HVS")
    assert t.offers("road") == set()
    assert why(t.refused("road 2731")) == ("not-on-a-road", "6.4.1.A")


@pytest.mark.rule("narva:6.4.1.A")
def test_6_4_1_a_one_step_off_the_road_voids_it() -> None:
    t = moving(table(turn=3).put("0130", "2K502"), "2K502").do("via 0131")
    assert why(t.refused("road 0230")) == ("road-from-the-start", "6.4.1.A")
    t = moving(table(turn=3).put("0130", "2K502"), "2K502").do("through 0230")
    assert why(t.refused("to 0231")) == ("road-to-the-end", "6.4.1.A")
    assert why(t.refused("via 0231")) == ("road-to-the-end", "6.4.1.A")


@pytest.mark.rule("narva:6.4.1.A")
def test_6_4_1_a_points_spent_on_the_road_are_gone() -> None:
    """2GRZ has four points: sixteen hexes of the Rollbahn, on one line or two."""
    reach = table(turn=3).put("0130", "2GRZ")
    assert road_cost(reach, "2GRZ", "1730") == 4
    assert road_cost(reach, "2GRZ", "1830") is None
    t = moving(reach, "2GRZ").do("through 0830")
    assert not t.allowed("road 1830")
    t.do("road 1730")
    assert t.where("2GRZ") == "1730"


@pytest.mark.rule("narva:6.4.1.B")
@pytest.mark.parametrize(("at", "to"), [("1120", "1220"), ("2022", "2023")])
def test_6_4_1_b_no_strategic_movement_on_trails(at: str, to: str) -> None:
    t = moving(table(turn=3).put(at, "151G"), "151G")
    assert why(t.refused(f"road {to}")) == ("road-no-trails", "6.4.1.B")
    assert t.allowed(f"to {to}")


@pytest.mark.rule("narva:6.4.1.B")
def test_6_4_1_b_one_trail_step_on_the_way_is_too_many() -> None:
    t = moving(table(turn=3).put("0819", "151G"), "151G")
    assert t.allowed("road 0920")
    assert not t.allowed("road 1019")
    assert t.allowed("to 1019"), "by the same way, as normal movement"


@pytest.mark.rule("narva:6.4.1.B")
@pytest.mark.parametrize(("at", "to"), [("1328", "1428"), ("0512", "0511")])
def test_6_4_1_b_railways_serve_as_tracks(at: str, to: str) -> None:
    assert road_cost(table(turn=3).put(at, "151G"), "151G", to) == Fraction(1, 2)


# -- 6.4.2: zones and stacks -------------------------------------------------------------------


@pytest.mark.rule("narva:6.4.2.A")
def test_6_4_2_a_not_from_a_zone() -> None:
    t = moving(table(turn=3).put("0113", "151G").put("0114", "65R"), "151G")
    assert t.offers("road") == set()
    assert why(t.refused("road 0213")) == ("road-from-zone", "6.4.2.A")


@pytest.mark.rule("narva:6.4.2.A")
def test_6_4_2_a_neither_into_a_zone_nor_through_it() -> None:
    t = moving(table(turn=3).put("0113", "151G").put("0312", "65R"), "151G")
    assert t.allowed("road 0213")
    assert why(t.refused("road 0212")) == ("road-in-zone", "6.4.2.A")
    assert not t.allowed("road 0309")
    assert t.allowed("to 0212"), "normal movement may"


def full_road(mover: str, *stack: str) -> Table:
    """The only road from C leads by 0213, where others stand."""
    return moving(table(turn=3).put("0113", mover).put("0213", *stack), mover)


@pytest.mark.rule("narva:6.4.2.B")
@pytest.mark.parametrize(("mover", "stack"), [
    ("151G", ("162G", "176G-")), ("HQ61", ("HQ170",)), ("1811SU", ("1902SU",)),
])
def test_6_4_2_b_not_past_a_full_stack(mover: str, stack: tuple[str, ...]) -> None:
    t = full_road(mover, *stack)
    assert t.offers("road") == set()
    assert why(t.refused("road 0213")) == ("road-stack-full", "6.4.2.B")
    assert t.allowed("to 0212"), "normal movement passes"


@pytest.mark.rule("narva:6.4.2.B")
@pytest.mark.parametrize(("mover", "stack"), [
    ("151G", ("162G", "HQ61")), ("HQ61", ("162G", "176G")), ("1811SU", ("65R", "147R", "HQ122")),
])
def test_6_4_2_b_past_others_it_goes(mover: str, stack: tuple[str, ...]) -> None:
    assert full_road(mover, *stack).allowed("road 0212")


# -- 6.5: railways -----------------------------------------------------------------------------


def train(t: Table, at: str, code: str) -> Table:
    """The unit has just arrived in the hex and may take a train."""
    return t.put(at, code).ask(ChooseWay(t.unit(code), rail=True))


def line_of(t: Table, *ids: str) -> set[str]:
    return {t.game.grid.label(hex) for line in t.game.map.lines if line.id in ids
            for hex in line.hexes}


@pytest.mark.rule("narva:6.5.A.1")
def test_6_5_a_1_any_distance_on_major_railway() -> None:
    t = table(turn=2).off(TRACK, "1811SU").ask(SovietSegment()).do("arrive 1811SU into 3617")
    assert t.offers("rail") == line_of(t, "T3") - {"3617"}
    t.do("rail 2301")
    assert (t.where("1811SU"), t.step()) == ("2301", None)


@pytest.mark.rule("narva:6.5.A.1")
def test_6_5_a_1_only_from_a_railway_and_not_out_of_a_zone() -> None:
    off = train(table(turn=2), "3616", "176R")
    assert off.offers("rail") == set()
    assert why(off.refused("rail 3517")) == ("no-railway", "6.5.A.1")
    held = train(table(turn=2).put("3516", "151G"), "3517", "176R")
    assert held.offers("rail") == set()


@pytest.mark.rule("narva:6.5.A.2")
def test_6_5_a_2_never_on_minor_railway() -> None:
    t = train(table(turn=2), "0329", "II24")
    assert t.offers("rail") == line_of(t, "T1", "T2") - {"0329"}
    assert why(t.refused("rail 1028")) == ("no-railway", "6.5.A.1")
    assert t.game.ground.road_cost(t.game.grid.hexside(t.hex("1129"), t.hex("1028")), True)


@pytest.mark.rule("narva:6.5.B.1")
def test_6_5_b_1_a_train_stops_in_the_first_zone() -> None:
    t = train(table(turn=2).put("3114", "151G"), "3617", "176R")
    assert t.offers("rail") == {"3517", "3416", "3316", "3215", "3115"}, "3115 lies in the zone"


@pytest.mark.rule("narva:6.5.B.1")
@pytest.mark.parametrize("enemy", ["HQ61", "1GRZ-"])
def test_6_5_b_1_and_before_an_enemy_without_a_zone(enemy: str) -> None:
    t = train(table(turn=2).put("3115", enemy), "3617", "176R")
    assert t.offers("rail") == {"3517", "3416", "3316", "3215"}
    assert why(t.refused("rail 3115")) == ("rail-blocked", "6.5.B.1")


def test_6_5_b_1_stacks_are_passed_but_not_joined() -> None:
    t = train(table(turn=2).put("3416", "65R", "147R"), "3617", "176R")
    assert why(t.refused("rail 3416")) == ("stack-full", "7.1.B.1")
    assert t.allowed("rail 3316")


@pytest.mark.rule("narva:6.5.B.2")
def test_6_5_b_2_the_line_from_a_is_cut() -> None:
    t = train(table(turn=2), "0130", "II24")
    assert t.offers("rail") == set()
    rails = t.game.ground.roads["major_railway"]
    near = {t.game.grid.label(hex) for side in rails for hex in t.game.grid.ends(side)}
    assert not near & {"0130", "0129", "0230", "0229"}, "it begins in 0329"


@pytest.mark.rule("narva:6.5.C")
def test_6_5_c_no_other_movement_besides() -> None:
    t = train(table(turn=2), "3617", "176R").do("rail 3416")
    assert t.step() is None
    t = train(table(turn=2), "3617", "176R").do("via 3616")
    assert why(t.refused("rail 3517")) == ("rail-alone", "6.5.C")


@pytest.mark.rule("narva:6.5.D")
def test_6_5_d_only_for_reinforcements() -> None:
    t = moving(table(turn=2).put("3617", "176R"), "176R")
    assert why(t.refused("rail 3517")) == ("rail-for-reinforcements", "6.5.D")
