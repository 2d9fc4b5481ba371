"""Worked examples of chapters 9, 11 and 13."""

import pytest

from grognard.rules.narva.sequence import EndOfTurnPhase
from grognard.rules.narva.state import READY
from grognard.rules.narva.victory import soviet_points
from tests.rules.narva.fights import (
    attack,
    die_for,
    must_retreat,
    odds,
    reckoned,
    segment,
    struck,
    told,
    why,
)
from tests.rules.narva.table import Table, table


@pytest.mark.rule("narva:9.1.E", "narva:9.5.2.A")
def test_example_d1r2() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "131GR", "129GR").put("2707", "134GR")
    attack(t.put("2507", "188GR"), "2606", "131GR", "129GR", "134GR", "188GR")
    t.roll(die_for(t, "D1r2")).do("lose 151G").do("retreat 151G back 2605 2604")
    assert (t.steps("151G"), t.where("151G"), t.asked()) == (1, "2604", "soviet")


@pytest.mark.rule("narva:9.3.C.1")
def test_example_hill_in_swamp() -> None:
    t = table(turn=2).put("1429", "SCHN").put("1430", "163R")
    assert reckoned(t, "1429", "163R").defence_total == 6


@pytest.mark.rule("narva:9.5.2.B")
def test_example_retreat_distance() -> None:
    t = must_retreat(table(turn=2).put("2606", "151G"), "2606", 2).do("retreat 151G back 2605")
    distance = t.game.grid.distance
    assert {distance(t.hex("2606"), t.hex(hex)) for hex in t.offers("back")} == {2}
    assert why(t.refused("back 2506")) == ("not-farther", "9.5.2.B")


@pytest.mark.rule("narva:9.5.4.A", "narva:9.5.4.B", "narva:10.1.C")
def test_example_retreat_makes_supply() -> None:
    t = must_retreat(table(turn=2).put("2416", "163R"), "2416", 1).do("retreat 163R")
    assert t.game.map.terrain[t.hex("2316")] == "swamp"
    assert "2316" in t.offers("back")
    assert why(t.refused("back 2516")) == ("retreat-out-of-supply", "9.5.4.A")


@pytest.mark.rule("narva:11.3.2", "narva:9.3.1.D")
def test_example_pd_shift_3() -> None:
    """Three columns for the defences and one for the woods in which they lie."""
    t = table(turn=2).put("3127", "II24").put("3026", "131GR", "129GR").put("3126", "134GR")
    found = odds(t, "3127", "131GR", "129GR", "134GR")
    assert told(found, "shift-defences") == [("-3", "11.3.2")]
    assert told(found, "shift-terrain-woods") == [("-1", "9.3.1.A")]
    line = t.game.charts.combat.line("soviet")
    assert line.index(told(found, "ratio")[0][0]) - 4 == line.index(found.column)


@pytest.mark.rule("narva:2.1.3.C", "narva:9.3.2.A")
def test_example_fog_cancel() -> None:
    def announced(*hidden: str) -> Table:
        t = table(turn=2, fog=True).put("2606", *hidden).put("2506", "61F", "151G")
        return segment(t, "61F", "151G").do("attack 2606 by 61F fire")

    weak = announced("381R", "456R").do("done")  # 2 to 8
    assert len(weak.heard("cancelled")) == 1
    assert weak.state.air[0] == READY
    assert weak.step() is None  # nobody may attack the hex again, and 61F nobody else
    assert weak.state.fought == weak.units("61F")
    assert weak.state.revealed == 0  # the stack is closed again
    enough = announced("163R").do("done")  # 2 to 3: it has to go on
    assert enough.heard("cancelled") == []
    assert type(enough.step()).__name__ == "CombatRoll"


@pytest.mark.rule("narva:13.2.B.1", "narva:13.2.B.4")
@pytest.mark.parametrize(("boxes", "points", "level"), [
    ((9, 6), 15, "german_massive"), ((9, 7), 16, "german_major"),
])
def test_example_x_victory_edges(boxes: tuple[int, int], points: int, level: str) -> None:
    t = table(turn=12)
    t.state.defences = list(boxes)
    t.ask(EndOfTurnPhase()).do("done")
    assert t.play.result is not None
    assert (t.play.result.score, t.play.result.level) == (points, level)


@pytest.mark.rule("narva:13.2.B.1", "narva:13.2.B.4")
@pytest.mark.parametrize(("places", "boxes", "points", "level"), [
    ("0130", 10, 25, "german_major"),
    ("0130", 11, 26, "german_minor"),
    ("0130 0118 0123", 0, 35, "german_minor"),
    ("0130 0118 0123", 1, 36, "soviet_minor"),
    ("0130 0118 0123", 10, 45, "soviet_minor"),
    ("0130 0118 0123", 11, 46, "soviet_major"),
    ("0130 0118 0123 0113", 10, 55, "soviet_major"),
    ("0130 0118 0123 0113", 11, 56, "soviet_massive"),
])
def test_example_x_victory_edges_further_up(
    places: str, boxes: int, points: int, level: str
) -> None:
    t = table(turn=12)
    for hex in places.split():
        t.put(hex, "163R").put("2606", "163R")
    t.state.defences = [boxes // 2, boxes - boxes // 2]
    assert soviet_points(t.game, t.state) == points
    t.ask(EndOfTurnPhase())
    if boxes:
        t.do("done")
    assert t.play.result is not None
    assert (t.play.result.score, t.play.result.level) == (points, level)


@pytest.mark.rule("narva:9.5.D", "narva:9.5.6.B")
def test_example_x_retreat_participants() -> None:
    t = table(turn=2).put("2407", "151G", "162G").put("2508", "44G").put("2507", "163R")
    struck(t, "Ar1", "2507", "151G", "44G")
    assert t.offers("retreat") == {"151G"}
    t.do("retreat 151G").do(f"back {min(t.offers('back'))}")
    assert t.step() is None
    assert t.where("151G") != "2407"
    assert (t.where("44G"), t.where("162G")) == ("2508", "2407")  # in a village; took no part
