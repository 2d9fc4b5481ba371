"""Chapters 13 and 15: how to win."""

import pytest

from grognard.boxes.catalogue import box
from grognard.hexes import bits
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.sequence import EndOfTurnPhase
from grognard.rules.narva.state import ELIMINATED, ISOLATED, OUT_OF_SUPPLY
from grognard.rules.narva.victory import FinalCount, level_of, score_lines, soviet_points
from tests.rules.narva.fights import labels, must_retreat, struck
from tests.rules.narva.table import Table, start, table

NARVA = ("3030", "3029", "3028", "2930")


def score(t: Table) -> int:
    return soviet_points(t.game, t.state)


def line(t: Table, name: str) -> tuple[str, int]:
    return next((rule, value) for id, rule, value in score_lines(t.game, t.state) if id == name)


def held(*hexes: str) -> Table:
    """The Soviets control these hexes and stand in none of them."""
    t = table(turn=12)
    for hex in hexes:
        t.put(hex, "163R").put("2606", "163R")
    return t


# -- 13.1: sudden death, or points -------------------------------------------------------------


@pytest.mark.rule("narva:13.1.A")
@pytest.mark.parametrize("hex", NARVA)
def test_13_1_a_a_supplied_unit_in_narva_wins_at_once(hex: str) -> None:
    t = table(turn=3).put(hex, "163R").ask(EndOfTurnPhase())
    assert t.play.is_over
    result = t.play.result
    assert result is not None
    assert (result.winner, result.level, result.reason) == ("soviet", "sudden_death", "13.1.A")


@pytest.mark.rule("narva:13.1.A")
@pytest.mark.parametrize("hq", ["HQ122", "HQ2SH"])
def test_13_1_a_a_supplied_headquarters_in_narva_wins_too(hq: str) -> None:
    t = table(turn=3).put("3030", hq).ask(EndOfTurnPhase())
    assert t.play.is_over
    assert t.play.result is not None
    assert (t.play.result.winner, t.play.result.level) == ("soviet", "sudden_death")


@pytest.mark.rule("narva:13.1.A")
@pytest.mark.parametrize(("unit", "supply"), [
    ("163R", OUT_OF_SUPPLY), ("163R", ISOLATED), ("HQ122", OUT_OF_SUPPLY), ("HQ122", ISOLATED),
])
def test_13_1_a_not_without_supply(unit: str, supply: int) -> None:
    t = table(turn=3).put("3028", unit).supply(supply, unit).ask(EndOfTurnPhase())
    assert not t.play.is_over
    assert t.state.turn == 4


@pytest.mark.rule("narva:13.1.A")
def test_13_1_a_only_the_four_hexes_of_the_city() -> None:
    t = table(turn=3).put("3129", "163R").put("2931", "219R").ask(EndOfTurnPhase())
    assert labels(t, bits(t.game.narva_city)) == set(NARVA)
    assert not t.play.is_over


@pytest.mark.rule("narva:13.1.B")
def test_13_1_b_else_the_points_decide_after_turn_12() -> None:
    t = table(turn=11).put("1820", "163R").ask(EndOfTurnPhase())
    assert (t.play.is_over, t.state.turn) == (False, 12)
    t = table(turn=12).put("1820", "163R").ask(EndOfTurnPhase())
    assert t.play.is_over
    result = t.play.result
    assert result is not None
    assert (result.level, result.reason, result.score) == ("german_massive", "13.1.B", 2)
    assert len(t.heard("final-count")) == 1


# -- 13.2: control and levels ------------------------------------------------------------------


@pytest.mark.rule("narva:13.2.A")
@pytest.mark.parametrize(("unit", "takes"), [
    ("163R", True), ("1811SU", False), ("HQ122", False),
])
def test_13_2_a_a_combat_unit_with_a_zone_takes_control(unit: str, takes: bool) -> None:
    t = table(turn=2).put("1821", unit).acting("soviet", unit).ask(MovementSegment())
    t.do(f"move {unit} to 1820")
    assert (score(t) > 0) == takes
    assert bool(t.heard("takes")) == takes


@pytest.mark.rule("narva:13.2.A")
def test_13_2_a_the_last_to_pass_through_holds_the_hex() -> None:
    t = held("1820")
    assert line(t, "krivasoo") == ("13.3.7", 1)
    t.put("1820", "1GRZ-").put("2606", "1GRZ-")  # its reduced face has no zone
    assert line(t, "krivasoo") == ("13.3.7", 1)
    t.put("1820", "151G")
    assert line(t, "krivasoo") == ("13.3.7", 0)
    t.put("2606", "151G")
    assert line(t, "krivasoo") == ("13.3.7", 0)


@pytest.mark.rule("narva:13.2.A")
def test_13_2_a_by_move_retreat_and_advance() -> None:
    t = table(turn=2).put("1819", "163R")
    t.acting("soviet", "163R").ask(MovementSegment()).do("move 163R via 1820").do("to 1821")
    assert line(t, "krivasoo") == ("13.3.7", 1)
    t = table(turn=2).put("1819", "163R")
    must_retreat(t, "1819", 1).do("retreat 163R back 1820")
    assert line(t, "krivasoo") == ("13.3.7", 1)
    t = table(turn=2).put("1820", "30P").put("1921", "381R")
    struck(t, "D1", "1820", "381R").do("lose 30P").do("advance 381R")
    assert line(t, "krivasoo") == ("13.3.7", 1)


@pytest.mark.rule("narva:13.2.A")
def test_13_2_a_control_at_the_start() -> None:
    t = start()
    behind = t.game.edition.areas.soviet_line & t.game.scoring_hexes
    standing = t.state.combat_hexes(t.game, "soviet") & t.game.scoring_hexes
    assert t.state.soviet_held == behind | standing
    assert standing


EDGES = [(0, "german_massive"), (15, "german_massive"), (16, "german_major"),
         (25, "german_major"), (26, "german_minor"), (35, "german_minor"),
         (36, "soviet_minor"), (45, "soviet_minor"), (46, "soviet_major"),
         (55, "soviet_major"), (56, "soviet_massive"), (99, "soviet_massive")]


@pytest.mark.rule("narva:13.2.B.1", "narva:13.2.B.2", "narva:13.2.B.3")
@pytest.mark.parametrize(("points", "level"), EDGES[6:])
def test_13_2_b_levels_of_soviet_victory(points: int, level: str) -> None:
    found = level_of(table().game, points)
    assert (found.id, found.winner) == (level, "soviet")


@pytest.mark.rule("narva:13.2.B.4", "narva:13.2.B.5", "narva:13.2.B.6")
@pytest.mark.parametrize(("points", "level"), EDGES[:6])
def test_13_2_b_levels_of_german_victory(points: int, level: str) -> None:
    found = level_of(table().game, points)
    assert (found.id, found.winner) == (level, "german")


# -- 13.3: points ------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "hexes", "rule", "points"), [
    pytest.param("entry_a", "0130", "13.3.1", 15, marks=pytest.mark.rule("narva:13.3.1")),
    pytest.param("entry_b", "0118 0123", "13.3.2", 20, marks=pytest.mark.rule("narva:13.3.2")),
    pytest.param("entry_c", "0113", "13.3.3", 10, marks=pytest.mark.rule("narva:13.3.3")),
    pytest.param("hills", "1429 1530 1629", "13.3.4", 6, marks=pytest.mark.rule("narva:13.3.4")),
    pytest.param("ivangorod", "3129 3130 3131", "13.3.5", 9,
                 marks=pytest.mark.rule("narva:13.3.5")),
    pytest.param("hungerburg", "2337", "13.3.6", 2, marks=pytest.mark.rule("narva:13.3.6")),
    pytest.param("krivasoo", "1820", "13.3.7", 1, marks=pytest.mark.rule("narva:13.3.7")),
    pytest.param("villages", "2033 2134", "13.3.8", 2, marks=pytest.mark.rule("narva:13.3.8")),
])
def test_13_3_points_for_places(name: str, hexes: str, rule: str, points: int) -> None:
    t = held(*hexes.split())
    assert line(t, name) == (rule, points)
    assert line(table(turn=12), name) == (rule, 0)
    assert score(t) >= points


@pytest.mark.rule("narva:13.3.8")
def test_13_3_8_only_villages_west_of_the_narva() -> None:
    game = table().game
    villages = next(item.hexes for item in game.scoring if item.id == "villages")
    assert villages == game.map.features["village"] & game.map.areas["west_of_narva"]
    assert score(held("2437")) == 0  # a village on the east bank


@pytest.mark.rule("narva:13.3.9")
def test_13_3_9_hexes_of_the_highway_count_while_soviets_stand_in_them() -> None:
    t = table(turn=12).put("2431", "163R").put("2531", "219R", "320R").put("2630", "1811SU")
    assert line(t, "rollbahn") == ("13.3.9", 6)  # assault guns are combat units
    t.put("2331", "HQ122")
    assert line(t, "rollbahn") == ("13.3.9", 6)
    passed = held("2431", "2531")
    assert line(passed, "rollbahn") == ("13.3.9", 0)
    ends = table(turn=12).put("0130", "163R").put("2930", "219R")
    assert line(ends, "rollbahn") == ("13.3.9", 4)  # both ends included


@pytest.mark.rule("narva:13.3.10")
def test_13_3_10_a_point_for_every_box_below_the_top() -> None:
    t = table(turn=12)
    t.state.defences = [4, 2]
    assert (line(t, "defences"), score(t)) == (("13.3.10", 6), 6)


@pytest.mark.rule("narva:13.3.11")
def test_13_3_11_every_feature_of_a_hex_counts() -> None:
    t = table(turn=12).put("2731", "163R")  # a village on the highway
    assert (line(t, "villages"), line(t, "rollbahn")) == (("13.3.8", 1), ("13.3.9", 2))
    assert score(t) == 3


@pytest.mark.rule("narva:15.2")
def test_15_2_losses_score_nothing() -> None:
    t = start()
    before = score(t)
    for side in ("german", "soviet"):
        for unit in bits(t.state.on_map(t.game.units_of[side])):
            t.state.place(t.game, unit, ELIMINATED)
        assert score(t) == before


@pytest.mark.rule("narva:13.1.B")
def test_13_1_b_the_count_is_told() -> None:
    t = held("0130").ask(FinalCount())
    assert t.heard("final-count")[0].args == {"points": 15}
    assert t.heard("game-over")[0].args == {"side": "german", "level": "german_massive"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_reading_of_unit_is_written_under_every_case_that_needs_it(language: str) -> None:
    cases = box("narva").inventory()
    said = [cases.case(id, language).ruling for id in ("5.5.1.B", "10.2.2.A", "13.1.A")]
    shared = said[0].partition(". ")[2]
    assert "5.5.1.B, 10.2.2.A" in shared
    assert all(ruling.endswith(shared) for ruling in said)
