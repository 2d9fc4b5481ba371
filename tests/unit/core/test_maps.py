"""The questions a rule asks of a map."""

from grognard.core.maps import GameMap, Line
from grognard.hexes import Orientation, rectangle

GRID = rectangle(Orientation.FLAT, columns=range(1, 6), rows=range(1, 6))


def line(kind: str, hexes: str) -> Line:
    return Line(kind, kind, kind.title(), tuple(GRID.hex(label) for label in hexes.split()))


MAP = GameMap(
    id="m",
    name="M",
    grid=GRID,
    scale_km=1.0,
    terrain={GRID.hex("0101"): "woods", GRID.hex("0102"): "swamp", GRID.hex("0103"): "clear"},
    lines=(line("road", "0101 0102 0103"), line("rail", "0102 0103"), line("track", "0104")),
)


def test_links_are_the_hexsides_that_lines_cross() -> None:
    first, second = GRID.parse_hexside("0101/0102"), GRID.parse_hexside("0102/0103")
    assert MAP.links("road") == {first, second}
    assert MAP.links("rail") == {second}
    assert MAP.links("rail", "road") == {first, second}
    assert MAP.links("track") == MAP.links() == frozenset()


def test_with_terrain_gathers_the_hexes_of_the_kinds() -> None:
    assert MAP.with_terrain("woods", "swamp") == GRID.hexes("0101 0102")
    assert MAP.with_terrain("city") == 0
