"""A small country to draw: a coast, a river with a tributary, woods, a town, a road, a railway."""

from dataclasses import replace

from grognard.core.maps import GameMap, Line
from grognard.hexes import Grid, LabelScheme, Orientation, rectangle

# Columns 01-08 from left to right, rows 01-07 from the top.
_ROWS = (
    "~~~~~~~~",
    "~~~~~~~~",
    "........",
    "..ww.s..",
    ".www.ss.",
    "..w..h..",
    "........",
)
_KINDS = {"~": "water", ".": "clear", "w": "woods", "s": "swamp", "h": "hill"}


def grid(orientation: Orientation = Orientation.FLAT) -> Grid:
    return rectangle(
        orientation,
        columns=range(1, 9),
        rows=range(1, 8),
        scheme=LabelScheme.XXYY,
        shove="even",
        rows_grow="down",
    )


def terrain(grid: Grid) -> dict[int, str]:
    return {
        grid.hex(f"{column:02}{row:02}"): _KINDS[sign]
        for row, line in enumerate(_ROWS, 1)
        for column, sign in enumerate(line, 1)
    }


def bare(orientation: Orientation = Orientation.FLAT) -> GameMap:
    """The land alone."""
    plan = grid(orientation)
    return GameMap("small", "A Small Country", plan, 2.0, terrain(plan))


def country() -> GameMap:
    """The land with all that lies on it."""
    plan = grid()
    hex = plan.hex
    main = [
        *("0403/0503", "0403/0504", "0404/0504", "0404/0505"),
        *("0405/0505", "0405/0506", "0406/0506"),
    ]
    branch = ["0504/0505", "0604/0505"]
    road = tuple(map(hex, ("0105", "0205", "0306", "0405", "0505", "0605", "0706", "0805")))
    rail = tuple(map(hex, ("0405", "0505", "0506", "0507")))
    return replace(
        bare(),
        names={hex("0405"): "Oldtown", hex("0706"): "Much Farther Village"},
        features={
            "town": plan.hexes("0405"),
            "village": plan.hexes("0706"),
            "entry_a": plan.hexes("0105"),
        },
        hexsides={
            "major_river": frozenset(map(plan.parse_hexside, main)),
            "river": frozenset(map(plan.parse_hexside, branch)),
            "bridge": frozenset([plan.parse_hexside("0405/0505")]),
        },
        rivers={"Great Water": frozenset(map(plan.parse_hexside, main))},
        lines=(Line("road", "R1", "", road), Line("railway", "T1", "", rail)),
        areas={
            "Cold Sea": plan.hexes("0101 0201 0301 0401 0102 0202"),
            "landing_zone": plan.hexes("0101 0201"),
        },
    )
