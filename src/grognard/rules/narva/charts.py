"""The printed tables, to look things up in. Words in cells are ids of texts (``cell.woods``)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.core.tables import ResultTable
from grognard.rules.narva.calendar import turns_played, week
from grognard.rules.narva.data import SIDES, RandomEvent, Terrain
from grognard.rules.narva.points import as_points
from grognard.rules.narva.scenarios import VictoryLevel
from grognard.table import Cell, Chart

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

Row = tuple[Cell, ...]
PREPARED, FERRY = "prepared_defence", "ferry"


def charts(game: "Narva") -> tuple[Chart, ...]:
    return (
        Chart("combat", tuple(combat_rows(game)), "9.1.A"),
        Chart("terrain", tuple(terrain_rows(game)), "2.2.2.A"),
        Chart("barrages", tuple(barrage_count_rows(game)), "2.5.1.1.B"),
        Chart("barrage", tuple(barrage_rows(game)), "2.5.1.2.C"),
        Chart("turns", tuple(turn_rows(game)), "2.3.D"),
        Chart("events", tuple(event_rows(game)), "2.5.2.C"),
        Chart("victory", tuple(victory_rows(game)), "13.2.B"),
        Chart("points", tuple(point_rows(game)), "13.3"),
        Chart("defences", tuple(defence_rows(game)), "11.3.2"),
    )


def combat_rows(game: "Narva") -> Iterator[Row]:
    """9.1.B: each side reads its own line of odds over the same columns."""
    table = game.charts.combat
    yield from ((side, *table.line(side)) for side in SIDES)
    yield from _die_rows(table)


def barrage_rows(game: "Narva") -> Iterator[Row]:
    yield ("die", *game.charts.barrage.columns)
    yield from _die_rows(game.charts.barrage)


def _die_rows(table: ResultTable) -> Iterator[Row]:
    yield from ((str(die), *row) for die, row in enumerate(table.cells, table.first_row))


def barrage_count_rows(game: "Narva") -> Iterator[Row]:
    yield ("die", "attacks")
    yield from ((str(die), str(n)) for die, n in enumerate(game.charts.barrage_counts, 1))


# -- terrain effects ---------------------------------------------------------------------------


def terrain_rows(game: "Narva") -> Iterator[Row]:
    charts = game.charts
    yield ("", "leg", "mech", "strategic", "attack", "defence", "shift")
    yield from (_ground_row(kind, row) for kind, row in charts.terrain.items())
    yield from (_hexside_row(kind, row) for kind, row in charts.hexsides.items())
    yield from (_road_row(kind, row) for kind, row in charts.roads.items())
    for name, cost in (("zone-enter", charts.zone_enter), ("zone-leave", charts.zone_leave)):
        yield (name, f"+{as_points(cost)}", f"+{as_points(cost)}", "no", "", "", "")


def _cost(twelfths: int | None) -> str:
    return "no" if twelfths is None else as_points(twelfths)


def _ground_row(kind: str, row: Terrain) -> Row:
    """Cover spares the defender what follows from a result (9.4.4, 9.5.6)."""
    cover = {"village": "first-retreat", "city": "first-loss", PREPARED: "first-retreat"}
    defence = "doubled" if row.doubles else cover.get(kind, "")
    if kind == PREPARED:
        return (kind, "", "", "", "", defence, "track")
    shift = f"{row.shift:+d}" if row.shift else ""
    return (kind, _cost(row.leg), _cost(row.mech), "", "", defence, shift)


def _hexside_row(kind: str, row: Terrain) -> Row:
    """Added to the hex entered, unless a way leads across; attacks are halved (9.3.C.2)."""
    costs = ["all", "no"] if kind == FERRY else [
        "no" if cost is None else f"+{as_points(cost)}" for cost in (row.leg, row.mech)
    ]
    return (kind, *costs, "", "halved", "", "")


def _road_row(kind: str, row: Terrain) -> Row:
    name = "track-road" if kind == "track" else kind
    return (name, _cost(row.leg), _cost(row.leg), _cost(row.strategic), "", "", "")


# -- turns, events, victory --------------------------------------------------------------------


def turn_rows(game: "Narva") -> Iterator[Row]:
    yield ("turn", "week", "rivers", *SIDES)
    for number in turns_played(game):
        row = game.turns[number]
        caps = (str(row.caps[side]) for side in SIDES)
        yield (str(number), week(row), "frozen" if row.frozen else "thawed", *caps)


def event_rows(game: "Narva") -> Iterator[Row]:
    yield ("dice", "side", "event", "number")
    for number, row in sorted(game.random_events.items()):
        if row.otherwise is None:
            yield _event_row(str(number), row)
        else:
            yield _event_row(_in_turns(number, 1, row.last_turn), row)
            yield _event_row(_in_turns(number, row.last_turn + 1, max(game.turns)), row.otherwise)


def _in_turns(dice: int, first: int, last: int) -> Message:
    return Message("cell.in-turns", {"dice": dice, "first": first, "last": last})


def _event_row(dice: Cell, row: RandomEvent) -> Row:
    return (dice, row.side, row.effect, str(row.count) if row.count else "")


def victory_rows(game: "Narva") -> Iterator[Row]:
    """13.1, 13.2.B: the levels, best for the Soviets first."""
    yield ("level", "least")
    if game.rows.sudden_death:
        yield ("sudden_death", "narva-taken")
    levels = sorted(game.levels, key=lambda level: -level.least)
    yield from ((level.id, _points_of(level, better))
                for level, better in zip(levels, (None, *levels), strict=False))


def _points_of(level: VictoryLevel, better: VictoryLevel | None) -> Message:
    """From its least up to where the next better one begins; the worst has no least."""
    if better is None:
        return Message("cell.and-more", {"least": level.least})
    most = better.least - 1
    if not level.least:
        return Message("cell.and-less", {"most": most})
    return Message("cell.from-to", {"least": level.least, "most": most})


def point_rows(game: "Narva") -> Iterator[Row]:
    yield ("each", "worth")
    yield from ((f"worth-{item.id}", str(item.points)) for item in game.scoring)
    yield ("worth-defences", str(game.scored.defence_boxes.points))


def defence_rows(game: "Narva") -> Iterator[Row]:
    """11.3: the boxes from the top, each with its shift against Soviet attacks."""
    yield ("box", "shift")
    yield from ((str(n), str(-value)) for n, value in enumerate(game.charts.defence_track))
