"""The printed tables, to look things up in. Words in cells are ids of texts (``cell.forest``)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import Hex
from grognard.rules.eastfront.calendar import weather_chart
from grognard.rules.eastfront.data import DRY, MUD, SIDES, SNOW, Cost
from grognard.table import Chart, Lit

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

Row = tuple[str, ...]


def charts(game: "EastFront") -> tuple[Chart, ...]:
    return (
        weather_chart(game),
        Chart("units", tuple(unit_rows(game)), "REF.2"),
        Chart("fire", tuple(fire_rows(game)), "7.32a"),
        Chart("terrain", tuple(terrain_rows(game)), "REF.3"),
        Chart("repulse", tuple(repulse_rows(game)), "7.51a"),
        Chart("levels", tuple(level_rows(game)), "17.3a"),
    )


def unit_rows(game: "EastFront") -> Iterator[Row]:
    """2.2: speed, fire when attacking and when defending, price of a step and of a cadre."""
    yield ("type", "speed", "attack", "defence", *(f"cost-{side}" for side in SIDES))
    for id, row in game.types.items():
        speed = "-".join(str(row.speed[weather]) for weather in (DRY, MUD, SNOW))
        costs = (_cost(row.cost.get(side)) for side in SIDES)
        yield (f"type-{id}", speed, f"fire-{row.offensive}", f"fire-{row.defensive}", *costs)


def _cost(cost: Cost | None) -> str:
    return f"{cost.step}/{cost.cadre}" if cost else ""


def fire_rows(game: "EastFront") -> Iterator[Row]:
    yield ("fire", "hits-on")
    yield from ((f"fire-{fire}", _span(dice)) for fire, dice in game.hits.items() if dice)


def repulse_rows(game: "EastFront") -> Iterator[Row]:
    yield ("assault", "repulsed-on")
    yield from ((f"repulse-{kind}", _span(dice)) for kind, dice in game.repulse.items())


def rows_about(game: "EastFront", hex: Hex) -> tuple[Lit, ...]:
    """The row of the terrain of a hex."""
    kinds = list(game.ground.rows)
    kind = game.map.terrain[hex]
    return (Lit("terrain", kinds.index(kind) + 1),) if kind in kinds else ()


def read_from(game: "EastFront", event: Event) -> tuple[Lit, ...]:
    """Where the fire of a block or a strike is looked up."""
    fires = [fire for fire, dice in game.hits.items() if dice]
    fire = event.args.get("fire")
    return (Lit("fire", fires.index(fire) + 1),) if fire in fires else ()


def _span(dice: tuple[int, ...]) -> str:
    """
    >>> _span((4, 5, 6)), _span((6,)), _span(())
    ('4-6', '6', '-')
    """
    return "-".join(map(str, sorted({min(dice), max(dice)}))) if dice else "-"


def terrain_rows(game: "EastFront") -> Iterator[Row]:
    yield ("terrain", "stacking", "hexside", "stops", "protection")
    for kind, row in game.ground.rows.items():
        yield (f"ground-{kind}", str(row.stacking), str(row.hexside),
               "yes" if row.stops else "", f"x {row.defence}" if row.defence > 1 else "")
    for kind, side in game.ground.sides.items():
        yield (f"side-{kind}", "", str(side.limit), "yes" if side.whole_move else "", "")


def level_rows(game: "EastFront") -> Iterator[Row]:
    """17.3: the level by the difference of victory points."""
    yield ("level", "difference")
    levels = sorted(game.victory.levels, key=lambda level: level.least)
    yield from ((f"level-{level.id}", f"{level.least}+") for level in levels)
