"""The rows and cells of the charts that count now."""

import pytest

from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.rules.narva.barrage import BarrageCount, BarrageRoll
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.random_events import EventRoll
from grognard.table import Cell, Lit
from tests.rules.narva.fights import attack, odds
from tests.rules.narva.table import Table, narva, start, table

GERMAN, SOVIET = "german", "soviet"


def lit(t: Table, chart: str) -> list[Lit]:
    shown = t.game.table.scene(t.game.view(t.state, GERMAN))
    return [light for light in shown.lit if light.chart == chart]


def rows(t: Table, lights: list[Lit]) -> list[tuple[Cell, ...]]:
    charts = {chart.id: chart.rows for chart in t.game.table.layout().charts}
    return [charts[light.chart][light.row or 0] for light in lights]


def cell(t: Table, id: str) -> Cell:
    """What stands in the chart where the event was read."""
    event = next(event for event in t.events if event.id == id)
    (light,) = t.game.table.read_from(event)
    return rows(t, [light])[0][light.column or 0]


def test_the_turn_is_lit() -> None:
    t = table(turn=4)
    assert [row[0] for row in rows(t, lit(t, "turns"))] == ["4"]


def test_the_level_that_the_points_reach_is_lit() -> None:
    t = start()
    (row,) = rows(t, lit(t, "victory"))
    score = t.game.table.scene(t.game.view(t.state, GERMAN)).score
    assert score is not None
    assert row[0] == score.standing.args["level"]


def test_the_boxes_of_the_prepared_defences_are_lit() -> None:
    t = table()
    t.state.defences = [2, 0]
    assert [row[0] for row in rows(t, lit(t, "defences"))] == ["0", "2"]


@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_of_a_combat_lights_its_result(die: int) -> None:
    t = table(turn=3).put("2626", "151G", "162G").put("2527", "163R")
    attack(t, "2527", "151G", "162G")
    (column,) = lit(t, "combat")
    t.roll(die)
    combat = next(event for event in t.events if event.id == "combat")
    assert cell(t, "combat") == combat.args["result"]
    assert t.game.table.read_from(combat)[0].column == column.column
    assert lit(t, "combat") == []


def test_on_turn_1_the_row_lies_one_lower_for_soviet_attackers() -> None:
    """14.3.B: they add one to the die."""
    t = table(turn=1).put("2626", "163R", "219R", "320R").put("2527", "151G")
    attack(t, "2527", "163R", "219R", "320R").roll(2)
    combat = next(event for event in t.events if event.id == "combat")
    (light,) = t.game.table.read_from(combat)
    assert rows(t, [light])[0][0] == "3"
    assert cell(t, "combat") == combat.args["result"]


def test_the_odds_light_their_column() -> None:
    t = table(turn=3).put("2626", "151G", "162G").put("2527", "163R")
    found = odds(t, "2527", "151G", "162G")
    (light,) = found.lit
    own = next(chart for chart in t.game.table.layout().charts if chart.id == "combat").rows[0]
    assert own[light.column or 0] == found.column


@pytest.mark.parametrize(("hex", "column"), [("2527", "other"), ("3030", "city")])
def test_a_barrage_lights_the_column_of_its_target(hex: str, column: str) -> None:
    t = table().put(hex, "151G")
    t.ask(BarrageRoll(Battle(SOVIET, t.hex(hex), barrage=True))).roll(5)
    event = next(event for event in t.events if event.id == "barrage")
    (light,) = t.game.table.read_from(event)
    chart = next(chart for chart in t.game.table.layout().charts if chart.id == "barrage")
    assert chart.rows[0][light.column or 0] == column
    assert cell(t, "barrage") == event.args["result"]


def test_the_number_of_barrages_is_lit() -> None:
    t = table().ask(BarrageCount(SOVIET)).roll(4)
    event = next(event for event in t.events if event.id == "barrage-count")
    (row,) = rows(t, list(t.game.table.read_from(event)))
    assert row == ("4", str(event.args["count"]))


@pytest.mark.parametrize(("turn", "dice", "row"), [
    (1, (1, 1), "2"), (1, (6, 6), "12"), (7, (5, 6), "11, turns 1 to 7"),
    (8, (5, 6), "11, turns 8 to 12"),
])
def test_a_random_event_lights_its_row(turn: int, dice: tuple[int, int], row: str) -> None:
    t = table(turn=turn).ask(EventRoll()).roll(*dice)
    event = next(event for event in t.events if event.id == "random-event")
    cell = rows(t, list(t.game.table.read_from(event)))[0][0]
    texts = t.game.catalogue("en")
    assert (texts.say(cell, t.game) if isinstance(cell, Message) else cell) == row


def test_every_random_event_has_a_row_of_its_own() -> None:
    game = narva()
    found = list(game.random_events.values())
    found += [row.otherwise for row in found if row.otherwise]
    lights = {game.table.read_from(Event("random-event", row.rule)) for row in found}
    assert len(lights) == len(found)


def test_a_hex_lights_its_terrain_and_what_stands_in_it() -> None:
    """1530 is a village on a hill."""
    t = table()
    found = rows(t, list(t.game.table.rows_about(t.hex("1530"))))
    assert [row[0] for row in found] == [t.game.map.terrain[t.hex("1530")], "village"]


def test_every_hex_lights_a_row() -> None:
    game = narva()
    assert all(game.table.rows_about(hex) for hex in game.grid)


def test_other_events_light_nothing() -> None:
    assert narva().table.read_from(Event("turn", "2.2.1", {"turn": 2})) == ()
