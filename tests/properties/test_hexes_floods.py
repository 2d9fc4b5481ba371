"""Floods by bits reach what a walk from hex to hex reaches."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.floods import OpenSides, components, flood, open_except, open_over, route
from grognard.hexes import Grid, Hex, Orientation, pack, rectangle

GRIDS = [
    rectangle(orientation, columns=range(6), rows=range(6), shove=shove)
    for orientation in Orientation
    for shove in ("even", "odd")
]


@st.composite
def grids_with_sets(draw: st.DrawFn) -> tuple[Grid, set[Hex], set[Hex], set[int]]:
    grid = draw(st.sampled_from(GRIDS))
    hexes = st.sampled_from(list(grid))
    all_sides = sorted({grid.hexside(a, b) for a in grid for b in grid.neighbours(a)})
    closed = draw(st.sets(st.sampled_from(all_sides)))
    return grid, draw(st.sets(hexes, max_size=3)), draw(st.sets(hexes)), closed


def walk(grid: Grid, sources: set[Hex], through: set[Hex], closed: set[int]) -> dict[Hex, int]:
    """Steps to every hex, by the book."""
    steps = dict.fromkeys(sources, 0)
    queue = list(sources)
    for hex in queue:
        for near in grid.neighbours(hex):
            if near in through and near not in steps and grid.hexside(hex, near) not in closed:
                steps[near] = steps[hex] + 1
                queue.append(near)
    return steps


@given(grids_with_sets(), st.integers(0, 5))
def test_a_flood_is_a_walk(case: tuple[Grid, set[Hex], set[Hex], set[int]], limit: int) -> None:
    grid, sources, through, closed = case
    steps = walk(grid, sources, through, closed)
    sides = open_except(grid, closed)
    args = (grid, pack(sources), pack(through), sides)
    assert flood(*args) == pack(steps)
    assert flood(*args, limit=limit) == pack(hex for hex in steps if steps[hex] <= limit)


@given(grids_with_sets())
def test_open_and_closed_sides_complete_each_other(
    case: tuple[Grid, set[Hex], set[Hex], set[int]],
) -> None:
    grid, _, _, sides = case
    closed: OpenSides = open_except(grid, sides)
    for over, rest in zip(open_over(grid, sides), closed, strict=True):
        assert over | rest == grid.all
        assert over & rest == 0


@given(grids_with_sets())
def test_components_part_the_net_and_do_not_touch(
    case: tuple[Grid, set[Hex], set[Hex], set[int]],
) -> None:
    grid, _, net, closed = case
    sides = open_except(grid, closed)
    pieces = components(grid, pack(net), sides)
    assert sum(pieces) == pack(net)  # disjoint and complete
    for piece in pieces:
        assert flood(grid, piece, pack(net), sides) == piece


@given(grids_with_sets())
def test_a_route_is_as_short_as_the_walk(
    case: tuple[Grid, set[Hex], set[Hex], set[int]],
) -> None:
    grid, sources, through, closed = case
    sides = open_except(grid, closed)
    steps = walk(grid, sources, through, closed)
    for goal in grid:
        way = route(grid, pack(sources), goal, pack(through), sides)
        assert (way is None) == (goal not in steps)
        if way is not None:
            assert len(way) == steps[goal] + 1
            assert [steps[hex] for hex in way] == list(range(len(way)))
            crossed = {grid.hexside(a, b) for a, b in pairwise(way)}
            assert not crossed & closed
