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
from grognard.rules.narva.movement import ChooseWay
from grognard.rules.narva.reinforcement import GermanSegment, SovietSegment
from grognard.rules.narva.state import ELIMINATED, TRACK
from tests.rules.narva.fights import must_retreat, segment, struck, why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, narva, table


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


@pytest.mark.rule("narva:6.4.1.A", "narva:6.5.A.1")
@pytest.mark.parametrize(("act", "code", "rule"), [
    ("road 0128", "no-road", "6.4.1.A"), ("rail 0128", "no-railway", "6.5.A.1")])
def test_where_no_road_or_railway_runs_nobody_blocks_it(act: str, code: str, rule: str) -> None:
    """An enemy stands in 0128, in the woods: that is not what keeps the train away."""
    t = table(turn=3).put("0128", "65R").off(TRACK, "1K502").ask(GermanSegment())
    t.do("arrive 1K502 into 0130")
    assert why(t.refused(act)) == (code, rule)


@pytest.mark.rule("narva:6.5.B.1")
def test_a_train_stops_at_the_zone_and_before_the_enemy() -> None:
    line = next(line for line in narva().map.lines if line.kind == "major_railway")
    t = table(turn=3)
    labels = [t.game.grid.label(hex) for hex in line.hexes]
    assert labels
    rail = [label for label in labels if t.game.ground.rail.steps[t.hex(label)]]
    t.put(rail[0], "1K502").put(rail[4], "65R").acting("german", "1K502")
    t.ask(ChooseWay(t.unit("1K502"), rail=True))
    assert why(t.refused(f"rail {rail[4]}")) == ("rail-blocked", "6.5.B.1")
    assert why(t.refused(f"rail {rail[6]}")) == ("rail-ends-in-zone", "6.5.B.1")
    assert t.allowed(f"rail {rail[3]}"), "into the zone"
    t = table(turn=3).put(rail[0], "1K502").put(rail[4], "1811SU").acting("german", "1K502")
    t.ask(ChooseWay(t.unit("1K502"), rail=True))
    assert why(t.refused(f"rail {rail[6]}")) == ("rail-cut", "6.5.B.1"), "guns have no zone"


@pytest.mark.rule("narva:7.1.B.1")
def test_room_is_no_question_where_the_unit_cannot_go() -> None:
    t = table(turn=3).put("2506", "151G").put("0230", "162G", "176G")
    assert why(moving(t, "151G").refused("to 0230")) == ("too-far", "6.1.A")


# -- arrivals (8.0, 8.6, 14.0.B) ---------------------------------------------------------------


@pytest.mark.rule("narva:8.0.A")
def test_a_hex_that_is_no_entry_is_told_so_whoever_stands_there() -> None:
    t = table(turn=3).put("2608", "65R").off(TRACK, "1K502").ask(GermanSegment())
    t.do("arrive 1K502")
    for hex in ("2608", "2607"):
        assert why(t.refused(f"into {hex}")) == ("not-entry-hex", "8.0.A")


@pytest.mark.rule("narva:8.6.A.1")
def test_the_brigade_lands_at_merekula_and_the_enemy_elsewhere_is_no_reason() -> None:
    t = table(turn=2).put("2608", "151G").off(TRACK, "260MS").ask(SovietSegment())
    assert why(t.do("arrive 260MS").refused("into 2608")) == ("not-merekula", "8.6.A.1")


@pytest.mark.rule("narva:14.0.B")
def test_who_does_not_arrive_is_here_or_lost_or_comes_later() -> None:
    t = table(turn=3).put("2506", "151G").off(TRACK, "1K502", "HQ11").off(ELIMINATED, "162G")
    t.ask(GermanSegment())
    for act in ("arrive", "reroute"):
        assert why(t.refused(f"{act} 151G")) == ("on-the-map-already", "14.0.B")
        assert why(t.refused(f"{act} HQ11")) == ("not-due", "14.0.B")
        assert why(t.refused(f"{act} 162G")) == ("left-the-game", "14.0.B")


@pytest.mark.rule("narva:8.4.A", "narva:8.3.B")
def test_the_soviets_are_not_told_of_rerouting_which_they_have_not() -> None:
    t = table(turn=3).put("2506", "151G").off(TRACK, "1254R", "1K502").ask(SovietSegment())
    refusal = t.refused("reroute 151G")
    assert why(refusal) == ("no-rerouting", "8.4.A")
    assert not any("151G" in text for text in said(t, refusal)), "it is German, and not the point"
    assert why(t.refused("done")) == ("must-enter", "8.3.B")
    t.ask(GermanSegment())
    assert why(t.refused("done")) == ("must-enter-or-reroute", "8.3.B")


# -- advance (9.6) -----------------------------------------------------------------------------


@pytest.mark.rule("narva:9.6.A")
def test_an_attacker_that_fell_is_not_told_that_it_did_not_attack() -> None:
    t = table(turn=3).put("2606", "61F-").put("2607", "65R", "147R-").put("2605", "163R")
    struck(t, "D1/A1", "2606", "65R", "147R").do("lose 61F").do("lose 65R")
    assert why(t.refused("advance 163R")) == ("did-not-attack", "9.6.A")
    t = table(turn=3).put("2606", "61F-").put("2607", "65R-", "16UR")
    struck(t, "D1/A1", "2606", "65R", "16UR").do("lose 61F").do("lose 65R")
    assert why(t.refused("advance 65R")) == ("attacker-lost", "9.6.A")


@pytest.mark.rule("narva:9.6.3.A")
def test_a_second_hex_far_off_is_far_off_whoever_holds_it() -> None:
    t = table(turn=3).put("2606", "163R-").put("2607", "FHHPZ").put("2610", "65R")
    struck(t, "D1", "2606", "FHHPZ").do("lose 163R").do("advance FHHPZ")
    assert why(t.refused("further 2610")) == ("not-adjacent-hex", "9.6.3.A")


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


@pytest.mark.rule("narva:4.1.3.A")
def test_no_relocation_for_germans_nor_for_an_army_off_the_map() -> None:
    t = table(turn=5).put("2020", "HQ2SH").put("2506", "HQFHH").ask(ChooseHeadquarters("26"))
    assert why(t.refused("relocate 2507")) == ("no-german-relocation", "4.1.3.A")
    t.ask(ChooseHeadquarters("59A"))
    assert why(t.refused("relocate 3405")) == ("no-army-to-relocate", "4.1.3.A")


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
    "nobody-there", "not-adjacent-hex", "not-crowded-out", "not-on-map",
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
