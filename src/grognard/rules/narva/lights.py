"""Which rows, columns and cells of the charts count now."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.tables import ResultTable
from grognard.hexes import Hex
from grognard.rules.narva import charts
from grognard.rules.narva.calendar import turns_played
from grognard.rules.narva.combat import CombatRoll
from grognard.rules.narva.data import SIDES, RandomEvent
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.victory import level_of, soviet_points
from grognard.table import Lit

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

Cell = tuple[int, int | None]
"""Row and column; no column: the whole row."""


def lights(game: "Narva", state: NarvaState) -> Iterator[Lit]:
    """What the state alone decides: the turn, the level of victory, the prepared defences."""
    yield Lit("turns", row=1 + turns_played(game).index(state.turn))
    level = level_of(game, soviet_points(game, state)).id
    yield Lit("victory", row=_row_of(level, charts.victory_rows(game)))
    yield from (Lit("defences", row=1 + box) for box in sorted(set(state.defences)))
    yield from (Lit("combat", column=1 + step.column)
                for step in state.stack if isinstance(step, CombatRoll))


def rows_about(game: "Narva", hex: Hex) -> Iterator[Lit]:
    """2.2.2.A: what the terrain effects chart says about a hex."""
    marks = {game.map.terrain[hex]}
    marks |= {kind for kind, hexes in game.map.features.items() if hexes >> hex & 1}
    if game.all_defences >> hex & 1:
        marks.add(charts.PREPARED)
    for row, (kind, *_) in enumerate(charts.terrain_rows(game)):
        if kind in marks:
            yield Lit("terrain", row=row)


def _row_of(word: str, rows: Iterator[charts.Row]) -> int:
    return next(number for number, row in enumerate(rows) if row[0] == word)


# -- what was rolled ---------------------------------------------------------------------------


def read_from(game: "Narva", event: Event) -> tuple[Lit, ...]:
    """The cell of a chart that a roll led to."""
    if event.id not in READINGS:
        return ()
    chart, find = READINGS[event.id]
    row, column = find(game, event)
    return (Lit(chart, row, column),)


def _combat_cell(game: "Narva", event: Event) -> Cell:
    """9.1.B: a line of odds for each side stands above the results."""
    first = game.charts.combat.first_row
    return len(SIDES) + event.args["row"] - first, 1 + event.args["column"]


def _barrage_cell(game: "Narva", event: Event) -> Cell:
    table: ResultTable = game.charts.barrage
    city = game.cities >> event.args["hex"] & 1
    row = 1 + event.args["die"] - table.first_row
    return row, 1 + table.column("city" if city else "other")


def _barrage_count_cell(game: "Narva", event: Event) -> Cell:
    return event.args["die"], None


def _event_cell(game: "Narva", event: Event) -> Cell:
    """2.5.2.C: one of the rows reads otherwise late in the game; its rule tells them apart."""
    rows: list[RandomEvent] = []
    for _, row in sorted(game.random_events.items()):
        rows += [row, row.otherwise] if row.otherwise else [row]
    return 1 + [row.rule for row in rows].index(event.rule), None


READINGS: dict[str, tuple[str, Callable[["Narva", Event], Cell]]] = {
    "combat": ("combat", _combat_cell),
    "barrage": ("barrage", _barrage_cell),
    "barrage-count": ("barrages", _barrage_count_cell),
    "random-event": ("events", _event_cell),
}
