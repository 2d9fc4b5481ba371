"""Chapters 4 and 12 on the table: date, months of the scenario, weather, who goes first."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.weather import FRONTS, first_player, fronts
from grognard.table import Chart, Lit, Panel, Piece, Sign

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

MONTHS = range(12)


def date(state: EastFrontState) -> Message:
    if in_production(state):
        return Message("date-production", {"month": state.month})
    return Message("date", {"month": state.month, "fortnight": state.fortnight})


def in_production(state: EastFrontState) -> bool:
    """4.2: a month begins with production; its weather and its first player are still to come."""
    return state.phase == "production"


def fortnight(state: EastFrontState) -> int:
    return 1 if in_production(state) else state.fortnight


def turn(game: "EastFront", state: EastFrontState) -> int:
    """Fortnights since the scenario began, the first one counted."""
    month, first = game.first
    return 2 * (state.month - month) + fortnight(state) - first + 1


def signs(game: "EastFront", state: EastFrontState) -> tuple[Sign, ...]:
    """The weather where it is told apart, and who moves first in it (4.4a)."""
    weather = [Sign(f"weather-{front}", Message(f"weather.{getattr(state, front)}"), "12.1a")
               for front in fronts(game, state)]
    if in_production(state):
        return tuple(weather)
    return (*weather, Sign("first", Message(f"side.{first_player(state)}"), "4.4a"))


# -- the track of months ----------------------------------------------------------------------


def track(game: "EastFront") -> Panel:
    (first, _), (last, _) = game.first, game.last
    names = {place(month): Message("month-box", {"month": month % 12, "year": month // 12 % 100})
             for month in range(first, last + 1)}
    return Panel("calendar", tuple(names), "track", names)


def place(month: int) -> str:
    return f"track:calendar:{month}"


def marker(state: EastFrontState) -> Piece:
    """The fortnight lies on its month."""
    return Piece("fortnight", f"fortnight-{fortnight(state)}", place(state.month))


# -- the chart of weather ---------------------------------------------------------------------


def weather_chart(game: "EastFront") -> Chart:
    return Chart("weather", tuple(weather_rows(game)), "12.1a")


def weather_rows(game: "EastFront") -> Iterator[tuple[str, ...]]:
    """Each month on both fronts; in variable months two dice decide, even or odd (12.1c)."""
    yield ("month", *(f"{front}-{parity}" for front in FRONTS for parity in ("even", "odd")))
    for month in MONTHS:
        cells: list[str] = []
        for front in FRONTS:
            row = game.calendar[front][month]
            cells += [row, row] if isinstance(row, str) else [row.even, row.odd]
        yield (f"month-{month}", *cells)


def lit(state: EastFrontState) -> tuple[Lit, ...]:
    return (Lit("weather", state.month % 12 + 1),)
