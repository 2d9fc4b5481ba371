"""What the log, the odds and the buttons say."""

from fractions import Fraction

import pytest

from grognard.core.events import Event
from grognard.server.wording import Wording
from tests.rules.narva.fights import attack, odds, segment
from tests.rules.narva.table import Table, table

GERMAN, SOVIET = "german", "soviet"


def said(t: Table, event: Event, language: str = "en") -> str:
    """The line of the log."""
    return t.game.catalogue(language).text(f"event.{event.id}", event.args, t.game)


def last(t: Table, id: str, language: str = "en") -> str:
    return said(t, t.heard(id)[-1], language)


# -- dice --------------------------------------------------------------------------------------


def soviet_attack(turn: int) -> Table:
    t = table(turn=turn).put("2626", "163R", "219R", "320R").put("2527", "151G")
    return attack(t, "2527", "163R", "219R", "320R")


@pytest.mark.rule("narva:14.3.B")
@pytest.mark.parametrize(("turn", "die", "english", "french"), [
    (1, 2, "die 2 + 1 (first turn) = 3:", "dé 2 + 1 (premier tour) = 3\xa0:"),
    (1, 6, "die 6 + 1 (first turn) = 7, read as 6:",
     "dé 6 + 1 (premier tour) = 7, lu comme 6\xa0:"),
    (2, 2, "die 2:", "dé 2\xa0:"),
])
def test_14_3_b_the_log_names_what_is_added_to_the_die(
    turn: int, die: int, english: str, french: str
) -> None:
    t = soviet_attack(turn).roll(die)
    assert english in last(t, "combat")
    assert french in last(t, "combat", "fr")


# -- results -----------------------------------------------------------------------------------


@pytest.mark.rule("narva:9.1.D")
def test_9_1_d_the_odds_of_a_german_attack_know_no_red_losses() -> None:
    t = table(turn=3).put("2606", "163R").put("2506", "2G", "2K502")
    column = t.game.charts.combat.column(odds(t, "2606", "2G", "2K502").column, GERMAN)
    printed = t.game.charts.combat.distribution(column)
    found = dict(odds(t, "2606", "2G", "2K502").results)
    red = {result: chance for result, chance in printed.items() if "*" in result}
    assert red
    assert not [result for result in found if "*" in result]
    assert found["Dr1"] == printed["Dr1/A*1"] + printed.get("Dr1", Fraction(0))
    assert sum(found.values()) == 1


@pytest.mark.rule("narva:9.1.D")
def test_9_1_d_the_odds_of_a_soviet_attack_tell_them() -> None:
    t = table(turn=3).put("2527", "151G").put("2626", "163R", "219R", "320R")
    found = odds(t, "2527", "163R", "219R", "320R")
    assert [result for result, _ in found.results if "*" in result]


@pytest.mark.rule("narva:9.1.D")
@pytest.mark.parametrize(("side", "sentence"), [
    (GERMAN, "Dr1/A*1. The defender retreats one hex."),
    (SOVIET, "Dr1/A*1. The defender retreats one hex; the attacker loses a step."),
])
def test_9_1_d_the_log_tells_a_red_loss_only_where_it_strikes(side: str, sentence: str) -> None:
    if side == GERMAN:
        t = table(turn=3).put("2606", "163R").put("2506", "151G", "162G")
        attack(t, "2606", "151G", "162G")
    else:
        t = table(turn=3).put("2606", "151G").put("2506", "381R", "456R")
        attack(t, "2606", "381R", "456R")
    roll = t.step()
    die = next(die for die in range(1, 7)
               if roll.printed(t.game, t.state, (die,)) == "Dr1/A*1")
    assert last(t.roll(die), "combat").endswith(sentence)


@pytest.mark.rule("narva:9.1.E")
def test_9_1_e_a_result_refers_to_the_case_of_its_codes() -> None:
    t = soviet_attack(3)
    assert t.step().rule == "9.1.E"
    assert t.roll(1).heard("combat")[0].rule == "9.1.E"


# -- questions and buttons ---------------------------------------------------------------------


def button(t: Table, kind: str, word: str, language: str = "en") -> str:
    domain = t.game.space.domains[kind]
    return Wording(t.game, language).argument(kind, domain, t.action(f"{kind} {word}").arg)


@pytest.mark.parametrize(("word", "english", "french"), [
    ("AIR1-normal", "277 ShAD: normal attack (+1)", "277 ShAD\xa0: attaque normale (+1)"),
    ("AIR1-full", "277 ShAD: full attack (+2)", "277 ShAD\xa0: attaque totale (+2)"),
    ("BOMBER-full", "276 BAD: full attack (+3)", "276 BAD\xa0: attaque totale (+3)"),
    ("LW-full", "Luftflotte 1: full attack (+2)", "Luftflotte 1\xa0: attaque totale (+2)"),
])
def test_an_air_unit_says_what_its_attack_is_worth(word: str, english: str, french: str) -> None:
    assert button(table(), "air", word) == english
    assert button(table(), "air", word, "fr") == french


def test_a_repair_is_called_one() -> None:
    assert button(table(), "repair", "nederland") == "Repair: Nederland"
    assert button(table(), "repair", "nordland", "fr") == "Réparer\xa0: Nordland"


@pytest.mark.rule("narva:9.3.2.A")
def test_9_3_2_a_the_question_says_when_an_attack_needs_air_units() -> None:
    """2 to 6 in woods: no die is rolled without aircraft."""
    t = table(turn=2).put("2604", "163R", "381R-", "1811SU").put("2605", "61F")
    segment(t, "61F").do("attack 2604 by 61F fire")
    asked = t.step().prompt(t.game, t.state)
    assert asked.id == "prompt.air-needed"
    assert "roll" not in t.game.catalogue("en").say(asked, t.game)
    t.do("air LW-full")
    assert t.step().prompt(t.game, t.state).id == "prompt.AssignAir"
