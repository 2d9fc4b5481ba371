"""Which rows, columns and cells of the charts count now, and which were just read."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import Hex
from grognard.rules.efs import charts
from grognard.rules.efs.about import causes
from grognard.rules.efs.air_fire import RESULTS, column
from grognard.rules.efs.combat import CombatRoll
from grognard.rules.efs.data import Band, Initiative
from grognard.rules.efs.reckoning import reckon
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import SIDES
from grognard.table import Lit

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

Cell = tuple[int, int | None]
"""Row and column; no column: the whole row."""


def lights(game: "EastFrontSeries", state: EfsState) -> Iterator[Lit]:
    """The column of the climate and of the odds at hand."""
    climate = game.turns[state.turn].climate
    if not game.skips("weather"):
        yield Lit("weather", column=1 + charts.climates(game).index(climate))
    for step in state.stack:
        column = reckon(game, state, step.battle).column if isinstance(step, CombatRoll) else None
        if column is not None:
            yield Lit("combat", column=1 + column)


def rows_about(game: "EastFrontSeries", hex: Hex) -> Iterator[Lit]:
    """What the charts of terrain and of combat modifiers say about a hex."""
    kinds = {game.map.terrain[hex], *causes(game, hex)}
    for chart, rows in (("terrain", charts.terrain_rows(game)),
                        ("effects", charts.effect_rows(game))):
        yield from (Lit(chart, row=number) for number, (kind, *_) in enumerate(rows)
                    if kind in kinds)


# -- what was rolled -----------------------------------------------------------------------------


def read_from(game: "EastFrontSeries", event: Event) -> tuple[Lit, ...]:
    """The cell of a chart that a roll led to."""
    if event.id not in READINGS:
        return ()
    chart, find = READINGS[event.id]
    row, column = find(game, event)
    return (Lit(chart, row, column),)


def _combat(game: "EastFrontSeries", event: Event) -> Cell:
    return 1 + event.args["row"] - game.results.first_row, 1 + event.args["column"]


def _band(rows: Sequence[Band | Initiative], total: int) -> int:
    """The row that a total falls into; beyond the chart its first or last row counts."""
    rows_of = [number for number, row in enumerate(rows, 1) if row.least <= total <= row.most]
    return rows_of[0] if rows_of else (1 if total < rows[0].least else len(rows))


def _overrun(game: "EastFrontSeries", event: Event) -> Cell:
    return _band(game.charts.overrun.row, event.args["die"] + event.args["modifier"]), None


def _flak(game: "EastFrontSeries", event: Event) -> Cell:
    return _band(game.charts.air.flak, event.args["die"] + event.args["modifier"]), None


def _initiative(game: "EastFrontSeries", event: Event) -> Cell:
    return _band(game.charts.initiative, event.args["die"]), None


def _weather(game: "EastFrontSeries", event: Event) -> Cell:
    return event.args["row"], 1 + charts.climates(game).index(event.args["climate"])


def _air_shot(game: "EastFrontSeries", event: Event) -> Cell:
    rows = list(game.charts.air.combat)
    row = 1 + rows.index(str(column(game, event.args["air"], event.args["target"])))
    result = event.args["result"]
    return row, 1 + RESULTS.index(result) if result in RESULTS else None


def _readiness(game: "EastFrontSeries", event: Event) -> Cell:
    side = game.air_units[event.args["air"]].side
    return 1 + SIDES.index(side), 1 + ("flown", "damaged").index(event.args["box"])


def _surrender(game: "EastFrontSeries", event: Event) -> Cell:
    return 1 if event.id == "surrenders" else 2, 1


def _replacements(game: "EastFrontSeries", event: Event) -> Cell:
    return 1 + event.args["row"], None


READINGS: dict[str, tuple[str, Callable[["EastFrontSeries", Event], Cell]]] = {
    "combat": ("combat", _combat),
    "overrun": ("overrun", _overrun),
    "flak": ("flak", _flak),
    "air-initiative": ("initiative", _initiative),
    "weather-die": ("weather", _weather),
    "air-shot": ("air-combat", _air_shot),
    "gets-ready": ("readiness", _readiness),
    "stays-down": ("readiness", _readiness),
    "surrenders": ("surrender", _surrender),
    "holds-out": ("surrender", _surrender),
    "soviet-table": ("replacements", _replacements),
}
