"""The reason that a refusal names is the true one, and the first that a referee would name."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.core.rulings import Ruling
from grognard.rules import narva as book
from grognard.rules.narva.command import ChooseHeadquarters
from tests.rules.narva.fights import must_retreat, segment, why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, table


def said(t: Table, refusal: Ruling) -> list[str]:
    return [t.game.sentence(refusal, language) for language in ("en", "fr")]


# -- odds (9.3.2.A, 12.1.1) --------------------------------------------------------------------


@pytest.mark.rule("narva:9.3.2.A")
def test_aircraft_that_would_lift_the_odds_are_asked_for() -> None:
    """1-4 is beyond the table, but not with a full attack: so something could join in."""
    t = table(turn=3).put("2608", "151G").put("2607", "219R-")
    segment(t, "219R").do("attack 2608 by 219R fire")
    refusal = t.refused("done")
    assert why(refusal) == ("air-needed", "9.3.2.A")
    assert all(word in text for word, text in zip(("send", "envoyez"), said(t, refusal),
                                                  strict=True))
    assert t.do("air AIR1-full").allowed("done")


@pytest.mark.rule("narva:2.1.2")
def test_a_strength_that_rounds_to_nothing_is_no_question_of_odds() -> None:
    """16UR attacks with 1, halved over the river: no shift makes that an attack."""
    t = table(turn=9).put("2635", "151G").put("2735", "16UR").put("2607", "65R").put("2608", "61F")
    segment(t, "16UR", "65R")
    assert why(t.refused("attack 2635")) == ("strength-rounds-to-nothing", "2.1.2")
    t = table(turn=9).put("2635", "151G").put("2735", "16UR").put("2636", "65R")
    segment(t, "16UR", "65R").do("attack 2635 by 16UR")
    assert why(t.refused("fire")) == ("strength-rounds-to-nothing-yet", "2.1.2")


# -- roads (6.4) -------------------------------------------------------------------------------


@pytest.mark.rule("narva:6.4.1.B")
@pytest.mark.parametrize("turn", [3, 9])
def test_a_trail_is_named_as_a_trail(turn: int) -> None:
    t = moving(table(turn=turn).put("1120", "151G"), "151G")
    refusal = t.refused("road 1220")
    assert why(refusal) == ("road-no-trails", "6.4.1.B")
    assert all(word in text for word, text in zip(("trails", "sentiers"), said(t, refusal),
                                                  strict=True))


@pytest.mark.rule("narva:6.4.1.A")
def test_a_unit_off_the_roads_is_told_so() -> None:
    t = table(turn=3)
    off_road = next(hex for hex, steps in enumerate(t.game.ground.every_road[True].steps)
                    if hex in t.game.grid and not steps and not t.game.ground.water >> hex & 1)
    t.put(t.game.grid.label(off_road), "151G")
    assert why(moving(t, "151G").refused("road 0130")) == ("not-on-a-road", "6.4.1.A")


@pytest.mark.rule("narva:6.4.2.A", "narva:6.4.2.B")
@pytest.mark.parametrize(("there", "code", "rule"), [
    (("65R",), "road-through-zone", "6.4.2.A"),
    (("162G", "176G"), "road-through-stack", "6.4.2.B"),
])
def test_what_stands_on_the_road_is_named_with_its_place(
    there: tuple[str, ...], code: str, rule: str
) -> None:
    t = table(turn=3).put("0130", "151G").put("0531", *there)
    refusal = moving(t, "151G").refused("road 0830")
    assert why(refusal) == (code, rule)
    place = {"road-through-zone": "0430", "road-through-stack": "0531"}[code]
    assert all(place in text for text in said(t, refusal))


# -- command (4.1.1.D, 4.2.5) ------------------------------------------------------------------


@pytest.mark.rule("narva:4.1.1.D")
def test_the_range_is_that_of_the_army_whose_chit_was_drawn() -> None:
    """The 109th is one hex from its own army; the 59th, which is drawn, stands far away."""
    t = table(turn=5).put("3405", "HQ59A").put("2020", "HQ2SH").put("2021", "HQ109")
    refusal = t.ask(ChooseHeadquarters("59A")).refused("hq HQ109")
    assert why(refusal) == ("beyond-army-range", "4.1.1.D")
    for text in said(t, refusal):
        assert t.game.name("unit", t.unit("HQ59A"), t.game.catalogue("en")) in text
    assert t.ask(ChooseHeadquarters("2SH")).allowed("hq HQ109")


# -- retreats (9.5.3.D) ------------------------------------------------------------------------


@pytest.mark.rule("narva:9.5.3.D")
def test_the_strongest_pays_for_each_zone_and_not_only_first() -> None:
    t = must_retreat(zoned_retreat(), "2606", 1)
    t.do("retreat 23G along 61F").do(f"back {min(t.offers('back'))}")
    refusal = t.refused("lose 61F")
    assert why(refusal) == ("strongest-for-zone", "9.5.3.D")
    assert all(word in text for word, text in zip(("each time", "Chaque"), said(t, refusal),
                                                  strict=True))
    assert not any("first step" in text for text in said(t, refusal))


def zoned_retreat() -> Table:
    """Whatever way 2606 is left, an enemy zone waits: six regiments stand around it."""
    t = table(turn=3).put("2606", "23G", "61F")
    for hex, unit in {"2604": "65R", "2608": "147R", "2405": "163R", "2407": "219R",
                      "2805": "320R", "2807": "708R"}.items():
        t.put(hex, unit)
    return t


# -- one code, one reason ----------------------------------------------------------------------

CITED = re.compile(r'"([a-z]+(?:-[a-z]+)+)",\s*"(\d+\.\d[^"]*)"')
SAME_FACT = {
    "already-active", "army-headquarters", "army-range", "enemy-occupied", "enemy-unit",
    "enemy-zone", "headquarters-not-attached", "no-combat", "no-headquarters", "no-supply",
    "nobody-there", "not-adjacent-hex", "not-crowded-out", "not-due", "not-on-map",
    "outsiders-chosen", "stands-there", "units-chosen",
}
"""One fact, cited under the rule of the decision at hand: nobody is there, say, for an attack
by 9.0.B, for a barrage by 2.5.1.1.C. Everything else is cited under one rule only."""


def cited() -> Iterator[tuple[str, str]]:
    """Codes of refusals and the rules that the sources cite for them."""
    known = set(refusals("en"))
    for path in sorted(Path(str(book.__file__)).parent.glob("*.py")):
        for code, rule in CITED.findall(path.read_text("utf-8")):
            if code in known:
                yield code, rule


def refusals(language: str) -> list[str]:
    path = Path(grognard.__file__).parent / "locale" / language / "narva.toml"
    return list(tomllib.loads(path.read_text("utf-8"))["refusal"])


def test_a_code_stands_for_one_reason() -> None:
    rules: dict[str, set[str]] = {}
    for code, rule in cited():
        rules.setdefault(code, set()).add(rule)
    assert len(rules) > 100, "the sources were read"
    several = {code for code, found in rules.items() if len(found) > 1}
    assert several == SAME_FACT
