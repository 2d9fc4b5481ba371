"""Places on the sheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.drawing.lattice import Lattice
from grognard.hexes import Orientation
from tests.unit.drawing.country import grid

orientations = pytest.mark.parametrize("orientation", list(Orientation))
cells = st.tuples(st.integers(-30, 30), st.integers(-30, 30))


@orientations
def test_hexes_lie_where_the_grid_says(orientation: Orientation) -> None:
    plan, lattice = grid(orientation), Lattice(orientation, 40.0, (100.0, 50.0))
    for hex in plan:
        x, y = plan.centre(hex)
        assert lattice.centre(plan.axial(hex)) == pytest.approx((100 + 40 * x, 50 + 40 * y))
        corners = [lattice.point(corner) for corner in lattice.corners(plan.axial(hex))]
        for (ax, ay), (bx, by) in zip(corners, plan.corners(hex), strict=True):
            assert (ax, ay) == pytest.approx((100 + 40 * bx, 50 + 40 * by))


@orientations
def test_neighbours_are_those_of_the_grid(orientation: Orientation) -> None:
    plan, lattice = grid(orientation), Lattice(orientation, 1.0)
    for hex in plan:
        around = [plan.at(*cell) for cell in lattice.neighbours(plan.axial(hex))]
        assert around == [plan.neighbour(hex, direction) for direction in range(6)]


@given(st.sampled_from(list(Orientation)), cells, st.floats(0, 0.85), st.floats(0, 6.28))
def test_a_point_inside_a_hex_finds_it(
    orientation: Orientation, cell: tuple[int, int], away: float, angle: float
) -> None:
    from math import cos, sin

    lattice = Lattice(orientation, 40.0, (7.0, -3.0))
    x, y = lattice.centre(cell)
    assert lattice.cell_at((x + 40 * away * cos(angle), y + 40 * away * sin(angle))) == cell


@given(st.sampled_from(list(Orientation)), cells)
def test_adjacent_hexes_share_the_side_between_them(
    orientation: Orientation, cell: tuple[int, int]
) -> None:
    lattice = Lattice(orientation, 40.0)
    for way, other in enumerate(lattice.neighbours(cell)):
        corners = lattice.corners(cell)
        assert set(lattice.side(cell, other)) == {corners[way], corners[(way + 1) % 6]}
