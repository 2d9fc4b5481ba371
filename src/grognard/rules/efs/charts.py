"""The printed tables, to look things up in. Words in cells are ids of texts (``cell.woods``)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.rules.efs.data import Terrain
from grognard.rules.efs.words import WEATHERS, Weather, as_points
from grognard.table import Cell, Chart

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

Row = tuple[Cell, ...]


def charts(game: "EastFrontSeries") -> tuple[Chart, ...]:
    return (
        Chart("combat", tuple(combat_rows(game)), "8.4.1"),
        Chart("effects", tuple(effect_rows(game)), "8.4.1/2"),
        Chart("terrain", tuple(terrain_rows(game)), "7.3.1"),
        Chart("overrun", tuple(overrun_rows(game)), "7.8.3.e"),
        Chart("weather", tuple(weather_rows(game)), "5.1.1"),
        Chart("air-combat", tuple(air_rows(game)), "11.2.2.b"),
        Chart("initiative", tuple(initiative_rows(game)), "11.2.3.a"),
        Chart("flak", tuple(flak_rows(game)), "11.3.3"),
        Chart("readiness", tuple(readiness_rows(game)), "11.1.3"),
        Chart("surrender", tuple(surrender_rows(game)), "6.4.3"),
        Chart("replacements", tuple(replacement_rows(game)), "14.3"),
    )


def combat_rows(game: "EastFrontSeries") -> Iterator[Row]:
    table = game.results
    yield ("die", *table.columns)
    yield from ((str(die), *row) for die, row in enumerate(table.cells, table.first_row))


def effect_rows(game: "EastFrontSeries") -> Iterator[Row]:
    yield ("", "modifier", "frozen")
    for row in game.charts.effects:
        usual = "halved" if row.halves else f"{row.die:+d}"
        frozen = "" if row.frozen_die is None else f"{row.frozen_die:+d}"
        yield (row.cause, usual, frozen)


def terrain_rows(game: "EastFrontSeries") -> Iterator[Row]:
    yield ("", "goes", *WEATHERS)
    for row in game.charts.terrain:
        yield (row.kind, row.goes, *(_price(row, weather) for weather in WEATHERS))


def _price(row: Terrain, weather: str) -> str:
    found = getattr(row, weather)
    if isinstance(found, str):
        return found
    sign = "-" if found < 0 else "+" if row.group in ("add", "side", "extra") else ""
    return sign + as_points(abs(found))


def overrun_rows(game: "EastFrontSeries") -> Iterator[Row]:
    yield ("die", "overrun-result")
    for row in game.charts.overrun.row:
        yield (f"{row.least} .. {row.most}", row.result)


def weather_rows(game: "EastFrontSeries") -> Iterator[Row]:
    columns = [game.charts.weather.column[climate] for climate in climates(game)]
    yield ("die", *climates(game))
    for row in range(max(map(len, columns))):
        yield (str(row + 1), *(f"weather-{column[row]}" for column in columns))


def climates(game: "EastFrontSeries") -> list[Weather]:
    """The columns of the weather table."""
    return sorted(game.charts.weather.column, key=WEATHERS.index)


def air_rows(game: "EastFrontSeries") -> Iterator[Row]:
    yield ("difference", "destroyed", "damaged", "abort")
    for difference, limits in game.charts.air.combat.items():
        yield (f"{int(difference):+d}", *(f"1 .. {most}" if most else "-" for most in limits))


def initiative_rows(game: "EastFrontSeries") -> Iterator[Row]:
    yield ("die", "initiative", "advantage")
    for row in game.charts.initiative:
        yield (f"{row.least} .. {row.most}", row.side, "yes" if row.advantage else "")


def flak_rows(game: "EastFrontSeries") -> Iterator[Row]:
    yield ("die", "flak-result")
    for row in game.charts.air.flak:
        yield (f"{row.least} .. {row.most}", row.result)


def readiness_rows(game: "EastFrontSeries") -> Iterator[Row]:
    chart = game.charts.air.readiness
    yield ("", "flown", "damaged")
    yield ("axis", str(chart.axis["flown"]), str(chart.axis["damaged"]))
    yield ("soviet", str(chart.soviet["flown"]), str(chart.soviet["damaged"]))


def surrender_rows(game: "EastFrontSeries") -> Iterator[Row]:
    """6.4.4: what the die comes to, and what is added to it."""
    adds = game.edition.surrender
    yield ("die", "surrender-result")
    yield (f"1 .. {adds['most']}", "surrenders")
    yield (f"{adds['most'] + 1} ..", "holds-out")
    yield from (("adds-" + why, f"{adds[why]:+d}") for why in ("hq", "coastal") if adds.get(why))


def replacement_rows(game: "EastFrontSeries") -> Iterator[Row]:
    yield ("die", "infantry-points", "strongpoints", "event")
    for row in game.charts.soviet_table:
        event = f"event-{row.event}" if row.event else "-"
        yield (str(row.die), str(row.infantry), str(row.strongpoints), event)
