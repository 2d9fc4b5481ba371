"""Laws that hold on every grid, however it is numbered or torn."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import Grid, Hex, LabelScheme, Orientation, bits, pack, rectangle
from grognard.hexes.geometry import axial_distance, axial_line


@st.composite
def rectangles(draw: st.DrawFn) -> Grid:
    first = draw(st.integers(0, 3))
    return rectangle(
        draw(st.sampled_from(Orientation)),
        columns=range(first, first + draw(st.integers(1, 8))),
        rows=range(first, first + draw(st.integers(1, 8))),
        scheme=draw(st.sampled_from(LabelScheme)),
        shove=draw(st.sampled_from(["even", "odd"])),
        rows_grow=draw(st.sampled_from(["up", "down"])),
    )


@st.composite
def torn(draw: st.DrawFn) -> Grid:
    """Any scatter of hexes: holes, islands, a single hex."""
    cells = draw(st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1))
    labels = {cell: f"{cell[0]},{cell[1]}" for cell in cells}
    return Grid.from_cells(labels, draw(st.sampled_from(Orientation)))


grids = st.one_of(rectangles(), torn())
axials = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


@st.composite
def grids_with_sets(draw: st.DrawFn) -> tuple[Grid, int]:
    grid = draw(grids)
    return grid, pack(draw(st.sets(st.sampled_from(list(grid)))))


@st.composite
def grids_with_hexes(draw: st.DrawFn) -> tuple[Grid, Hex, Hex]:
    grid = draw(grids)
    hexes = st.sampled_from(list(grid))
    return grid, draw(hexes), draw(hexes)


@given(st.sets(st.integers(0, 3000)))
def test_bits_and_pack_undo_each_other(members: set[int]) -> None:
    assert list(bits(pack(members))) == sorted(members)


@given(grids)
def test_labels_and_axial_coordinates_round_trip(grid: Grid) -> None:
    for hex in grid:
        assert grid.hex(grid.label(hex)) == hex
        assert grid.at(*grid.axial(hex)) == hex


@given(axials, axials, axials)
def test_distance_is_a_metric(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    assert (axial_distance(a, b) == 0) == (a == b)
    assert axial_distance(a, b) == axial_distance(b, a)
    assert axial_distance(a, c) <= axial_distance(a, b) + axial_distance(b, c)


@given(axials, axials, st.sampled_from([1, -1]))
def test_a_line_is_a_shortest_way_and_the_same_way_back(
    a: tuple[int, int], b: tuple[int, int], lean: int
) -> None:
    line = axial_line(a, b, lean)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == axial_distance(a, b) + 1
    assert all(axial_distance(*pair) == 1 for pair in pairwise(line))
    assert axial_line(b, a, lean) == line[::-1]


@given(rectangles(), st.data())
def test_a_line_stays_on_a_full_map(grid: Grid, data: st.DataObject) -> None:
    hexes = st.sampled_from(list(grid))
    a, b = data.draw(hexes), data.draw(hexes)
    line = grid.line(a, b)
    assert grid.line(b, a) == line[::-1]
    assert len(line) == grid.distance(a, b) + 1
    assert len(line) == len(set(line))


@given(grids)
def test_neighbours_lie_one_step_away_and_face_each_other(grid: Grid) -> None:
    for hex in grid:
        near = {other for other in grid if grid.distance(hex, other) == 1}
        assert set(grid.neighbours(hex)) == near
        for other in near:
            direction = grid.direction(hex, other)
            assert direction is not None
            assert grid.neighbour(hex, direction) == other
            assert grid.direction(other, hex) == (direction + 3) % 6


@given(grids_with_hexes())
def test_direction_and_hexside_exist_only_between_neighbours(
    case: tuple[Grid, Hex, Hex],
) -> None:
    grid, a, b = case
    assert (grid.direction(a, b) is not None) == (grid.distance(a, b) == 1)


@given(grids_with_sets())
def test_shift_agrees_with_neighbour(case: tuple[Grid, int]) -> None:
    grid, hexes = case
    for direction in range(6):
        moved = {grid.neighbour(hex, direction) for hex in bits(hexes)} - {None}
        assert set(bits(grid.shift(hexes, direction))) == moved


@given(grids_with_sets())
def test_spread_is_the_union_of_the_six_shifts(case: tuple[Grid, int]) -> None:
    grid, hexes = case
    union = 0
    for direction in range(6):
        union |= grid.shift(hexes, direction)
    assert grid.spread(hexes) == union


@given(grids_with_hexes(), st.integers(0, 9))
def test_a_disk_is_the_hexes_within_and_the_union_of_its_rings(
    case: tuple[Grid, Hex, Hex], radius: int
) -> None:
    grid, centre, _ = case
    near = pack(hex for hex in grid if grid.distance(centre, hex) <= radius)
    rings = [grid.ring(centre, distance) for distance in range(radius + 1)]
    assert grid.disk(centre, radius) == near == sum(rings)  # a sum is a union of disjoint sets


@given(grids)
def test_a_hexside_is_the_same_from_both_ends_and_no_two_share_a_number(grid: Grid) -> None:
    seen: dict[int, frozenset[Hex]] = {}
    for a in grid:
        for b in grid.neighbours(a):
            side = grid.hexside(a, b)
            assert side == grid.hexside(b, a)
            assert grid.ends(side) == (min(a, b), max(a, b))
            assert grid.parse_hexside(grid.hexside_label(side)) == side
            assert seen.setdefault(side, frozenset((a, b))) == {a, b}
