"""Sections 9.1 and 9.4: results of the combat table and step losses."""

import pytest

from grognard.rules.narva.battle import Toll, read_result
from grognard.rules.narva.losses import LoseSteps
from tests.rules.narva.fights import attack, die_for, reckoned, struck, told_ids, why
from tests.rules.narva.table import Table, table

EFFECTS = ("reduced", "eliminated", "retreats", "advances")


def fight(*defenders: str) -> Table:
    """Soviets in 2607 and 2507 against Germans in 2606."""
    return table(turn=2).put("2606", *defenders).put("2607", "381R", "456R").put("2507", "163R")


def beaten(t: Table, result: str) -> Table:
    return struck(t, result, "2606", "381R", "456R", "163R")


# -- 9.1: reading the table --------------------------------------------------------------------


@pytest.mark.rule("narva:9.1.A", "narva:9.1.E")
@pytest.mark.parametrize(("text", "attacker", "defender"), [
    ("NR", Toll(0, 0), Toll(0, 0)),
    ("A2", Toll(2, 0), Toll(0, 0)),
    ("A1r1", Toll(1, 1), Toll(0, 0)),
    ("Ar1", Toll(0, 1), Toll(0, 0)),
    ("Dr1", Toll(0, 0), Toll(0, 1)),
    ("D1r2", Toll(0, 0), Toll(1, 2)),
    ("D2r3", Toll(0, 0), Toll(2, 3)),
    ("D1r1/A*1", Toll(1, 0), Toll(1, 1)),
])
def test_9_1_a_letters_name_the_side(text: str, attacker: Toll, defender: Toll) -> None:
    verdict = read_result(text, "soviet")
    assert (verdict.attacker, verdict.defender) == (attacker, defender)


@pytest.mark.rule("narva:9.1.A")
def test_9_1_a_every_result_of_the_table_can_be_read() -> None:
    charts = table().game.charts
    for text in {*charts.combat.results, *charts.barrage.results} - {"NR", "P"}:
        verdict = read_result(text, "soviet")
        assert any(verdict.attacker) == ("A" in text)
        assert any(verdict.defender) == ("D" in text)
    with pytest.raises(ValueError, match="no combat result"):
        read_result("X1", "soviet")


@pytest.mark.rule("narva:9.1.B")
def test_9_1_b_each_side_has_its_own_line_of_odds() -> None:
    german = table(turn=2).put("2606", "163R").put("2607", "2K502", "151G")
    soviet = table(turn=2).put("2606", "HAME").put("2607", "131GR", "381R")
    columns = (reckoned(german, "2606", "2K502", "151G").column,
               reckoned(soviet, "2606", "131GR", "381R").column)
    assert columns == (5, 4)  # both are 9 to 3


@pytest.mark.rule("narva:9.1.C", "narva:9.5.A")
def test_9_1_c_first_the_defender_then_the_attacker_then_the_advance() -> None:
    t = beaten(fight("151G"), "D1r1/A*1")
    assert t.asked() == "german"
    t.do("lose 151G").do("retreat 151G back 2605")
    assert t.asked() == "soviet"
    t.do("lose 381R").do("advance 163R")
    assert told_ids(t, *EFFECTS) == ["reduced", "retreats", "reduced", "advances"]


@pytest.mark.rule("narva:9.1.D")
def test_9_1_d_red_losses_strike_soviet_attackers_only() -> None:
    t = struck(table(turn=2).put("2606", "163R").put("2607", "151G"), "D1r1/A*1", "2606", "151G")
    t.do("lose 163R").do("retreat 163R back 2605").do("done")
    assert (t.steps("151G"), t.step()) == (2, None)
    t = beaten(fight("151G"), "D1r1/A*1").do("lose 151G").do("retreat 151G back 2605")
    assert why(t.refused("done")) == ("asked-otherwise", "9.4.2.A")
    t.do("lose 456R")
    assert t.steps("456R") == 1


@pytest.mark.rule("narva:9.1.E", "narva:9.5.2.A")
def test_9_1_e_nothing_happens_or_steps_and_hexes() -> None:
    t = beaten(fight("151G"), "NR")
    assert (t.step(), told_ids(t, *EFFECTS)) == (None, [])
    t = beaten(fight("151G"), "D1r2").do("lose 151G").do("retreat 151G back 2605 2604")
    assert (t.steps("151G"), t.where("151G")) == (1, "2604")


@pytest.mark.rule("narva:9.1.A")
def test_9_1_a_the_die_is_read_in_the_column_of_the_odds() -> None:
    t = attack(fight("151G"), "2606", "381R", "456R", "163R")  # 11 to 4: 2-1
    rows = t.game.charts.combat
    read = [rows.result(rows.column("2-1", "soviet"), die) for die in range(1, 7)]
    assert [t.step().reading(t.game, t.state, (die,)) for die in range(1, 7)] == read
    t.roll(die_for(t, "A1"))
    told = t.heard("combat")[0].args
    assert (told["die"], told["odds"], told["result"]) == (1, "2-1", "A1")
    assert (told["hex"], told["row"]) == (t.hex("2606"), 1)
    assert told["column"] == rows.column("2-1", "soviet")


# -- 9.4: step losses --------------------------------------------------------------------------


@pytest.mark.rule("narva:9.4.A")
def test_9_4_a_a_full_unit_is_turned_over() -> None:
    t = beaten(fight("151G"), "D1").do("lose 151G")
    assert (t.where("151G"), t.steps("151G")) == ("2606", 1)
    assert t.state.is_reduced(t.game, t.unit("151G"))
    assert t.state.attack(t.game, t.unit("151G")) == 1


@pytest.mark.rule("narva:9.4.B")
def test_9_4_b_a_reduced_unit_is_destroyed() -> None:
    t = beaten(fight("151G-"), "D1").do("lose 151G")
    assert (t.where("151G"), t.steps("151G")) == ("eliminated", 0)


@pytest.mark.rule("narva:9.4.C")
def test_9_4_c_headquarters_have_no_steps_and_excess_losses_lapse() -> None:
    t = beaten(fight("151G-", "162G-", "HQ61"), "D2")
    assert why(t.refused("lose HQ61")) == ("headquarters-no-steps", "9.4.C")
    assert t.offers("lose") == {"151G", "162G"}
    t = beaten(fight("151G-"), "D2").do("lose 151G").do("done")  # nobody advances
    assert (t.where("151G"), t.step()) == ("eliminated", None)


@pytest.mark.rule("narva:9.4.1.A")
def test_9_4_1_a_the_first_step_comes_from_the_strongest() -> None:
    t = beaten(fight("23G", "151G"), "D1")
    assert t.offers("lose") == {"23G"}
    assert why(t.refused("lose 151G")) == ("strongest-first", "9.4.1.A")
    assert why(t.refused("lose 381R")) == ("took-no-part", "9.4.1.A")
    t = beaten(fight("151G").put("2607", "1811SU"), "A1")
    assert t.offers("lose") == {"381R", "456R"}  # 163R is weaker, 1811SU did not attack
    assert why(t.refused("lose 1811SU")) == ("took-no-part", "9.4.1.A")


@pytest.mark.rule("narva:9.4.1.B")
def test_9_4_1_b_printed_strength_of_the_face_that_is_up() -> None:
    """Attack for attackers, defence for defenders, whatever is doubled or halved."""
    t = beaten(fight("2K502", "II24"), "D1")  # 6-4 and 3-4
    assert t.offers("lose") == {"2K502", "II24"}
    t = struck(table(turn=2).put("2606", "163R").put("2607", "2K502", "II24"), "A1", "2606",
               "2K502", "II24")
    assert t.offers("lose") == {"2K502"}
    t = beaten(fight("23G-", "151G").supply(1, "151G"), "D1")  # 3 against a halved 4
    assert t.offers("lose") == {"151G"}
    far = table(turn=9).put("3128", "151G").put("3028", "131GR").put("3127", "381R")
    assert struck(far, "A1", "3128", "131GR", "381R").offers("lose") == {"131GR"}  # over water


@pytest.mark.rule("narva:9.4.2.A")
def test_9_4_2_a_further_losses_are_spread_as_the_owner_likes() -> None:
    t = beaten(fight("23G", "151G"), "D2").do("lose 23G")
    assert t.offers("lose") == {"23G", "151G"}
    t.do("lose 151G")
    assert (t.steps("23G"), t.steps("151G")) == (1, 1)


@pytest.mark.rule("narva:9.4.2.B")
def test_9_4_2_b_one_unit_may_take_both_losses() -> None:
    t = beaten(fight("151G", "162G"), "D2").do("lose 151G").do("lose 151G")
    assert (t.where("151G"), t.steps("162G")) == ("eliminated", 2)


@pytest.mark.rule("narva:9.4.3")
@pytest.mark.parametrize("unit", ["MOK", "BECK", "30P"])
def test_9_4_3_a_one_step_unit_dies_of_its_first_loss(unit: str) -> None:
    t = beaten(fight(unit), "D1").do(f"lose {unit}")
    assert t.where(unit) == "eliminated"


# -- 9.4.4: cities -----------------------------------------------------------------------------


def in_narva(*defenders: str) -> Table:
    return table(turn=2).put("3030", *defenders).put("3031", "131GR").put("2931", "381R")


@pytest.mark.rule("narva:9.4.4.A")
def test_9_4_4_a_a_city_cancels_the_first_loss() -> None:
    t = struck(in_narva("II48", "I48"), "D1r1", "3030", "131GR", "381R")
    assert (t.step(), t.steps("II48"), t.steps("I48")) == (None, 2, 2)
    assert told_ids(t, "city-saves-step", "cover-holds") == ["city-saves-step", "cover-holds"]


@pytest.mark.rule("narva:9.4.4.B")
def test_9_4_4_b_a_city_cancels_no_more_than_the_first() -> None:
    t = struck(in_narva("II48", "I48"), "D2", "3030", "131GR", "381R")
    t.do("lose II48")
    assert (t.step(), t.steps("II48") + t.steps("I48")) == (None, 3)
    t = struck(in_narva("II48", "54PIO"), "D2", "3030", "131GR", "381R")
    assert t.offers("lose") == {"II48"}  # the first step removed is the strongest's (9.4.1.A)


@pytest.mark.rule("narva:9.4.4.A")
def test_9_4_4_a_an_attacker_in_a_city_is_spared_if_the_loss_falls_on_it() -> None:
    def out_of_narva(strongest: str) -> Table:
        t = table(turn=2).put("3029", "I48").put("3128", strongest).put("3129", "163R")
        return struck(t, "A2", "3129", "I48", strongest)

    t = out_of_narva("54PIO").do("lose I48")  # 3 in the city, 2 outside
    assert (t.steps("I48"), told_ids(t, "city-saves")) == (2, ["city-saves"])
    assert t.offers("lose") == {"I48"}  # so the next is the first step removed (9.4.1.A)
    t.do("lose I48")
    assert t.steps("I48") == 1  # only the first loss is spared
    t = out_of_narva("23PZG").do("lose 23PZG")  # the first loss falls outside
    assert t.steps("23PZG") == 1
    t.do("lose I48")
    assert t.steps("I48") == 1


@pytest.mark.rule("narva:9.4.A")
def test_9_4_losses_are_asked_one_by_one_and_end_with_the_units() -> None:
    t = table(turn=2).put("2606", "151G-")
    t.ask(LoseSteps(t.units("151G"), 3, by_attack=False))
    assert t.play.decisions["german"].step.asked_about() == {"count": 3}
    t.do("lose 151G")
    assert (t.where("151G"), t.step()) == ("eliminated", None)
