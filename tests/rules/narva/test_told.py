"""What the log, the odds and the buttons say."""

from fractions import Fraction

import pytest

from grognard.core.events import Event
from grognard.core.messages import LANGUAGES
from grognard.rules.narva.command import IDLE, ChooseHeadquarters
from grognard.rules.narva.movement import ChooseWay, MovementSegment
from grognard.rules.narva.random_events import EventRoll
from grognard.rules.narva.reinforcement import GermanSegment, SovietSegment
from grognard.rules.narva.replacement import SpendPoints
from grognard.rules.narva.state import ELIMINATED, TRACK
from grognard.server.wording import Wording
from tests.rules.narva.fights import attack, must_retreat, odds, segment, struck, told_ids
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


# -- the order of events -----------------------------------------------------------------------


def taken_back(t: Table, hex: str) -> Table:
    """The Soviets hold a hex that Germans are about to enter."""
    t.state.soviet_held |= 1 << t.hex(hex)
    return t


@pytest.mark.rule("narva:13.2.A")
def test_13_2_a_a_move_is_told_before_what_it_takes() -> None:
    t = table(turn=2).put("1821", "163R").acting(SOVIET, "163R").ask(MovementSegment())
    t.do("move 163R to 1820")
    assert told_ids(t, "moved", "takes") == ["moved", "takes"]


@pytest.mark.rule("narva:13.2.A")
def test_13_2_a_so_are_advances_and_retreats() -> None:
    t = table(turn=2).put("1820", "151G").put("1821", "163R", "219R")
    struck(t, "Dr2", "1820", "163R", "219R").do("retreat 151G")
    while not t.offers("advance"):
        t.do(f"back {min(t.offers('back'))}")
    t.do("advance 163R")
    assert told_ids(t, "advances", "takes") == ["advances", "takes"]
    t = taken_back(table(turn=2).put("1821", "151G"), "1820")
    must_retreat(t, "1821", 1).do("retreat 151G").do("back 1820")
    assert told_ids(t, "retreats", "takes") == ["retreats", "takes"]


@pytest.mark.rule("narva:13.2.A")
def test_13_2_a_so_are_arrivals_landings_and_units_rebuilt() -> None:
    t = taken_back(table(turn=4).off(TRACK, "2G"), "0118").ask(GermanSegment())
    t.do("arrive 2G into 0118")
    assert told_ids(t, "arrives", "takes") == ["arrives", "takes"]
    t = table(turn=2).off(TRACK, "260MS").ask(SovietSegment()).do("arrive 260MS into 2134")
    assert told_ids(t, "lands", "takes") == ["lands", "takes"]
    t = taken_back(table(turn=5).put("0118", "HQ225").off(ELIMINATED, "377G"), "0118")
    t.ask(SpendPoints(1)).do("rebuild 377G place 0118")
    assert told_ids(t, "rebuilt", "takes") == ["rebuilt", "takes"]


@pytest.mark.rule("narva:11.1.4.A")
def test_11_1_4_a_a_move_is_told_before_the_headquarters_it_overruns() -> None:
    t = table(turn=2).put("2626", "163R").put("2527", "HQ61").acting(SOVIET, "163R")
    t.ask(MovementSegment()).do("move 163R to 2527")
    assert told_ids(t, "moved", "overrun", "displaced") == ["moved", "overrun", "displaced"]


@pytest.mark.rule("narva:6.4.1.A")
def test_6_4_1_a_a_strategic_move_is_called_one() -> None:
    t = table(turn=3).put("0130", "2K502").acting(GERMAN, "2K502").ask(MovementSegment())
    t.do("move 2K502 road 2030")
    assert t.heard("moved-by-road")[0].rule == "6.4.1.A"
    assert "strategic" in last(t, "moved-by-road")
    assert not t.heard("moved")


@pytest.mark.rule("narva:6.5.A.1")
def test_6_5_a_1_so_is_a_move_by_rail() -> None:
    t = table(turn=3).put("3617", "1254R")
    t.ask(ChooseWay(t.unit("1254R"), rail=True)).do("rail 2301")
    assert t.heard("moved-by-rail")[0].rule == "6.5.A.1"
    assert "rail" in last(t, "moved-by-rail")


# -- what a line leaves out --------------------------------------------------------------------


@pytest.mark.rule("narva:12.1.1.C")
@pytest.mark.parametrize(("mission", "rule", "english", "french"), [
    ("AIR1-full", "12.1.2.A", "277 ShAD supports the attack (+2) and is then grounded.",
     "277 ShAD appuie l’attaque (+2), puis reste au sol."),
    ("AIR1-normal", "12.1.2.B", "277 ShAD supports the attack (+1) and is then refitted.",
     "277 ShAD appuie l’attaque (+1), puis passe au rééquipement."),
])
def test_12_1_1_c_air_support_is_told_as_such(
    mission: str, rule: str, english: str, french: str
) -> None:
    t = table(turn=3).put("2608", "61F").put("2607", "65R", "147R")
    segment(t, "65R", "147R").do(f"attack 2608 by 65R 147R fire air {mission} done")
    (event,) = (event for event in t.events if "air" in event.args)
    assert event.rule == rule
    assert (said(t, event), said(t, event, "fr")) == (english, french)


@pytest.mark.rule("narva:2.5.2.C.4", "narva:2.5.2.C.5", "narva:2.5.2.C.3", "narva:2.5.2.C.12")
@pytest.mark.parametrize(("dice", "english"), [
    ((1, 3), "German replacements, points: 2."), ((1, 4), "German replacements, points: 1."),
    ((1, 2), "2 units of the German player may move."),
    ((6, 6), "a division or corps of the Soviet player may move."),
])
def test_2_5_2_c_an_event_tells_how_much_and_whose(dice: tuple[int, int], english: str) -> None:
    t = table(turn=3).ask(EventRoll()).roll(*dice)
    assert last(t, "random-event").endswith(english)


@pytest.mark.rule("narva:2.5.3.C")
def test_2_5_3_c_the_extra_loss_of_the_directive_is_named() -> None:
    t = table(turn=6).put("2608", "61F").put("2607", "65R", "147R")
    struck(t, "A1", "2608", "65R", "147R", stavka=True).do("lose 65R").do("lose 147R")
    assert told_ids(t, "reduced", "stavka-loss") == ["reduced", "stavka-loss", "reduced"]
    assert t.heard("stavka-loss")[0].rule == "2.5.3.C"


@pytest.mark.rule("narva:2.5.3.D")
def test_2_5_3_d_so_are_steps_that_stand_for_a_retreat() -> None:
    t = table(turn=6).put("2608", "61F").put("2607", "65R", "147R")
    struck(t, "Ar1", "2608", "65R", "147R", stavka=True)
    assert t.heard("stavka-no-retreat")[0].rule == "2.5.3.D"
    plain = struck(table(turn=6).put("2608", "61F").put("2607", "65R"), "Ar1", "2608", "65R")
    assert not plain.heard("stavka-no-retreat")
    assert not plain.heard("stavka-loss")


def chit_drawn(t: Table, chit: str) -> Table:
    """Nobody is activated with this chit."""
    return t.ask(ChooseHeadquarters(chit)).do("done")


@pytest.mark.rule("narva:4.1.1.D", "narva:4.1.2.A")
def test_4_1_1_d_the_log_says_why_a_chit_activates_nobody() -> None:
    far = table(turn=6).put("2607", "HQ8A").put("0130", "HQ109")
    tired = table(turn=6).put("2607", "HQ8A").put("2609", "HQ109")
    tired.state.last_hq[SOVIET] = tired.unit("HQ109")
    reasons = {
        "not-on-map": chit_drawn(table(turn=6), "43"),
        "army-not-on-map": chit_drawn(table(turn=6).put("2609", "HQ109"), "8A"),
        "beyond-army-range": chit_drawn(far, "8A"),
        "twice-running": chit_drawn(tired, "8A"),
        "declined": chit_drawn(table(turn=6).put("2607", "HQ8A").put("2609", "HQ109"), "8A"),
    }
    assert {why: t.heard("no-activation")[0].args["why"] for why, t in reasons.items()} == {
        why: why for why in reasons}
    assert last(reasons["beyond-army-range"], "no-activation") == (
        "8th Army: no headquarters is activated by the Soviet player "
        "(none is within the range of its army).")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_why_nobody_is_activated_has_a_text(language: str) -> None:
    texts = table().game.catalogue(language)
    assert all(texts.has(f"idle.{why}") for why in (*IDLE, "declined"))


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_in_the_fog_the_enemy_does_not_hear_the_reason() -> None:
    t = table(turn=6, fog=True).put("2607", "HQ8A").put("2609", "HQ109")
    chit_drawn(t, "8A")
    (mine,), (theirs,) = t.heard("no-activation"), t.heard("nobody-activated")
    assert (mine.seen_by, theirs.seen_by) == ((SOVIET,), (GERMAN,))
    assert "why" not in theirs.args
