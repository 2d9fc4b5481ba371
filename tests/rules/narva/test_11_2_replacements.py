"""Section 11.2: German replacements."""

import pytest

from grognard.rules.narva.random_events import happen
from grognard.rules.narva.replacement import SpendPoints
from grognard.rules.narva.state import ELIMINATED, ISOLATED, OUT_OF_SUPPLY
from tests.rules.narva.fights import why
from tests.rules.narva.table import Table, table


def points(count: int, t: Table | None = None) -> Table:
    return (t or table(turn=5)).ask(SpendPoints(count))


def losses() -> Table:
    """151G is reduced, 377G and its comrades are dead, the headquarters of both in supply."""
    t = table(turn=5).put("2626", "151G-", "162G").put("2526", "HQ61").put("2529", "HQ225")
    return t.off(ELIMINATED, "377G", "376G")


@pytest.mark.rule("narva:11.2.A")
def test_11_2_a_only_the_germans_and_only_from_two_events() -> None:
    game = table().game
    rows = {number: row for number, row in game.random_events.items()
            if row.effect == "replacements"}
    assert set(rows) == {4, 5}
    for row in rows.values():
        t = losses().put("2727", "163R-").off(ELIMINATED, "219R")
        t.state.stack = ()
        happen(t.game, t.state, row)
        t.ask(*t.state.stack[::-1])
        assert (t.asked(), t.step().left) == ("german", row.count)
        assert why(t.refused("restore 163R")) == ("soviet-no-replacements", "11.2.A")
        assert why(t.refused("rebuild 219R")) == ("soviet-no-replacements", "11.2.A")


@pytest.mark.rule("narva:11.2.B")
def test_11_2_b_a_reduced_unit_is_made_full_or_a_dead_one_comes_back_reduced() -> None:
    t = points(2, losses())
    assert (t.offers("restore"), t.offers("rebuild")) == ({"151G"}, {"377G", "376G"})
    assert why(t.refused("restore 162G")) == ("not-reduced", "11.2.B")
    assert why(t.refused("restore 377G")) == ("not-on-map", "11.2.B")
    assert why(t.refused("rebuild 151G")) == ("not-eliminated", "11.2.B")
    assert why(t.refused("restore HQ61")) == ("headquarters-no-steps", "9.4.C")
    t.do("restore 151G").do("rebuild 377G place 2529").do("stay")
    assert (t.steps("151G"), t.steps("377G"), t.where("377G")) == (2, 1, "2529")
    assert (t.where("151G"), t.step()) == ("2626", None)  # no move for a unit made full


@pytest.mark.rule("narva:11.2.B")
def test_11_2_b_points_not_spent_lapse() -> None:
    t = points(3, losses()).do("done")
    assert (t.step(), t.steps("151G")) == (None, 1)


@pytest.mark.rule("narva:11.2.C")
def test_11_2_c_one_step_units_stay_dead() -> None:
    t = points(1, losses().put("1827", "HQFHH").off(ELIMINATED, "MOK", "30P"))
    assert t.offers("rebuild") == {"377G", "376G"}
    for unit in ("MOK", "30P"):
        assert why(t.refused(f"rebuild {unit}")) == ("one-step-unit", "11.2.C")


@pytest.mark.rule("narva:11.2.D")
def test_11_2_d_no_steps_for_mechanised_units() -> None:
    t = points(1, losses().put("1827", "HQFHH", "FHHPZG-").off(ELIMINATED, "FHHPZ"))
    assert why(t.refused("restore FHHPZG")) == ("mechanised-not-rebuilt", "11.2.D")
    assert why(t.refused("rebuild FHHPZ")) == ("mechanised-not-rebuilt", "11.2.D")


@pytest.mark.rule("narva:11.2.1.A")
def test_11_2_1_a_a_step_costs_a_point() -> None:
    t = points(2, losses()).do("restore 151G")
    assert t.step().left == 1
    t.do("rebuild 376G place 2529").do("stay")
    assert t.step() is None


@pytest.mark.rule("narva:11.2.1.B")
def test_11_2_1_b_who_comes_back_is_not_made_full_in_the_same_turn() -> None:
    t = points(3, losses()).do("rebuild 377G place 2529").do("stay")
    assert why(t.refused("restore 377G")) == ("rebuilt-this-turn", "11.2.1.B")
    t.do("restore 151G")
    assert why(t.refused("restore 377G")) == ("rebuilt-this-turn", "11.2.1.B")
    next_turn = points(1, t)
    assert next_turn.allowed("restore 377G")


# -- 11.2.2: where it is placed ----------------------------------------------------------------


@pytest.mark.rule("narva:11.2.2.A")
def test_11_2_2_a_with_its_own_headquarters() -> None:
    t = points(1, losses()).do("rebuild 377G")
    assert t.offers("place") == {"2529"}
    assert why(t.refused("place 2526")) == ("not-with-headquarters", "11.2.2.A")
    assert why(t.refused("place 2527")) == ("not-with-headquarters", "11.2.2.A")


@pytest.mark.rule("narva:11.2.2.A")
def test_11_2_2_a_not_while_its_headquarters_is_away() -> None:
    t = points(1, losses().off(ELIMINATED, "HQ225"))
    assert why(t.refused("rebuild 377G")) == ("no-headquarters-to-join", "11.2.2.A")


def independents() -> Table:
    """KG may join any headquarters; these stand in and out of supply."""
    t = losses().off(ELIMINATED, "KG").put("1815", "HQ170")  # swamp without a line
    return t.put("3030", "HQ11SS").put("3330", "HQ4SS").put("2131", "HQ227")


@pytest.mark.rule("narva:11.2.2.B")
def test_11_2_2_b_the_hex_must_be_in_supply() -> None:
    t = points(1, independents()).do("rebuild KG")
    assert why(t.refused("place 1815")) == ("no-supply", "11.2.2.B")
    alone = points(1, table(turn=5).put("1815", "HQ225").off(ELIMINATED, "377G"))
    assert why(alone.refused("rebuild 377G")) == ("no-headquarters-to-join", "11.2.2.A")


@pytest.mark.rule("narva:11.2.2.C")
def test_11_2_2_c_independents_join_any_headquarters_they_can_reach() -> None:
    t = points(1, independents()).do("rebuild KG")
    assert t.offers("place") == {"2526", "2529", "2131"}
    assert why(t.refused("place 3030")) == ("ss-only", "6.3.D")
    assert why(t.refused("place 3330")) == ("prepared-defence", "6.3.C")


@pytest.mark.rule("narva:11.2.2.D")
def test_11_2_2_d_an_enemy_zone_is_no_bar() -> None:
    t = points(1, losses().put("2530", "163R")).do("rebuild 377G place 2529")
    assert t.where("377G") == "2529"


@pytest.mark.rule("narva:11.2.2.E")
def test_11_2_2_e_it_moves_at_once_but_neither_by_rail_nor_to_attack() -> None:
    t = points(1, losses().put("2531", "163R")).do("rebuild 377G place 2529")
    assert t.offers("to")
    assert t.offers("road")
    assert why(t.refused("rail 2429")) == ("rail-for-reinforcements", "6.5.D")
    t.do("to 2530")
    assert (t.where("377G"), t.step()) == ("2530", None)  # no second move, no attack
    road = points(1, losses()).do("rebuild 377G place 2529").do("road 2329")
    assert (road.where("377G"), road.step()) == ("2329", None)


@pytest.mark.rule("narva:11.2.2.F")
def test_11_2_2_f_over_the_limit_it_must_move_on() -> None:
    t = points(1, losses().put("2529", "154G", "220G")).do("rebuild 377G place 2529")
    assert "stay" not in t.offers("stay")
    assert not t.allowed("stay")
    t.do("to 2530")
    assert (t.where("377G"), t.step()) == ("2530", None)


@pytest.mark.rule("narva:11.2.2.F")
def test_11_2_2_f_not_where_it_could_not_move_on() -> None:
    """Hungerburg is full and in supply, but full hexes in an enemy zone close the ways out."""
    t = losses().put("2337", "HQ225", "154G", "220G").put("2336", "58F", "209G").put(
        "2436", "355G", "367G").put("2435", "163R").put("2437", "219R").off(ELIMINATED, "KG")
    points(1, t)
    assert why(t.refused("rebuild 377G")) == ("no-headquarters-to-join", "11.2.2.A")
    t.do("rebuild KG")
    assert t.offers("place") == {"2526"}
    assert why(t.refused("place 2337")) == ("no-room-to-rebuild", "11.2.2.F")


# -- 11.2.3: supply ----------------------------------------------------------------------------


@pytest.mark.rule("narva:11.2.3.A")
@pytest.mark.parametrize("supply", [OUT_OF_SUPPLY, ISOLATED])
def test_11_2_3_a_no_rebuilding_without_supply(supply: int) -> None:
    t = points(1, losses().supply(supply, "151G"))
    assert why(t.refused("restore 151G")) == ("rebuild-unsupplied", "11.2.3.A")


@pytest.mark.rule("narva:11.2.3.B")
@pytest.mark.parametrize("supply", [OUT_OF_SUPPLY, ISOLATED])
def test_11_2_3_b_not_with_a_headquarters_without_supply(supply: int) -> None:
    t = points(1, independents().supply(supply, "HQ225", "HQ61")).do("rebuild KG")
    assert t.offers("place") == {"2131"}
    for hex in ("2529", "2526"):
        assert why(t.refused(f"place {hex}")) == ("headquarters-unsupplied", "11.2.3.B")


# -- 11.2.4: defences --------------------------------------------------------------------------


@pytest.mark.rule("narva:11.2.4.A", "narva:11.2.4.B")
@pytest.mark.parametrize(("before", "after"), [(5, 3), (2, 0), (1, 0)])
def test_11_2_4_a_point_mends_two_boxes_of_one_marker(before: int, after: int) -> None:
    t = losses()
    t.state.defences = [before, 4]
    points(2, t).do("repair nordland")
    assert t.state.defences == [after, 4]
    assert t.heard("defences-mended")[0].args == {"marker": "nordland", "boxes": before - after}
    t.do("repair nederland")
    assert (t.state.defences, t.step()) == ([after, 2], None)


@pytest.mark.rule("narva:11.2.4.B")
def test_11_2_4_b_whole_defences_take_no_point() -> None:
    t = losses()
    t.state.defences = [0, 4]
    assert why(points(1, t).refused("repair nordland")) == ("defences-whole", "11.2.4.B")
