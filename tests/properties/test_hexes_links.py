"""Links are neighbours like all others, wherever they lie."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.floods import flood, open_where, step, waves
from grognard.core.reach import compile_graph, reach
from grognard.hexes import Grid, Hex, Orientation, bits, join, link, pack, rectangle

ONE = rectangle(Orientation.FLAT, columns=range(1, 5), rows=range(1, 5))
TWO = rectangle(Orientation.FLAT, columns=range(1, 4), rows=range(1, 4))
PLAIN = join({"A": (ONE, 0, 0), "B": (TWO, 6, -3)})
HEXES = list(PLAIN)
PAIRS = [(a, b) for a in HEXES for b in HEXES if a < b and not PLAIN.adjacent(a, b)]
grids = st.lists(st.sampled_from(PAIRS), max_size=6, unique=True).map(lambda p: link(PLAIN, p))
sets = st.sets(st.sampled_from(HEXES), max_size=8).map(pack)


def walked(grid: Grid, start: Hex) -> dict[Hex, int]:
    """Steps to every hex, from neighbour to neighbour."""
    found, wave = {start: 0}, [start]
    for hex in wave:
        for near in grid.neighbours(hex):
            if near not in found:
                found[near] = found[hex] + 1
                wave.append(near)
    return found


@given(grids, sets)
def test_a_spread_is_the_neighbours_of_all(grid: Grid, hexes: int) -> None:
    near = {near for hex in bits(hexes) for near in grid.neighbours(hex)}
    assert grid.spread(hexes) == pack(near)
    everywhere = open_where(grid, lambda a, b, side: True)
    assert step(grid, hexes, everywhere) == grid.spread(hexes)


@given(grids, st.sampled_from(HEXES), st.integers(0, 4))
def test_distances_are_those_of_a_walk(grid: Grid, start: Hex, radius: int) -> None:
    steps = walked(grid, start)
    for hex in HEXES if grid.links else ():
        assert grid.distance(start, hex) == steps.get(hex, grid.size)
        assert grid.distance(hex, start) == grid.distance(start, hex)
    if grid.links:
        assert grid.disk(start, radius) == pack(h for h, far in steps.items() if far <= radius)


@given(grids, sets, st.sampled_from(HEXES))
def test_floods_and_moves_find_the_same(grid: Grid, shut: int, start: Hex) -> None:
    through = grid.all & ~shut | 1 << start
    passes = open_where(grid, lambda a, b, side: through >> a & through >> b & 1 == 1)
    wet = flood(grid, 1 << start, through, passes)
    assert wet == pack(hex for wave in waves(grid, 1 << start, through) for hex in bits(wave))
    graph = compile_graph(grid, lambda a, b, side: 1 if through >> b & 1 else None)
    assert reach(graph, start, grid.size).mask == wet


@given(grids)
def test_every_step_has_a_side_with_two_ends(grid: Grid) -> None:
    for a in HEXES:
        for b in grid.neighbours(a):
            side = grid.hexside(a, b)
            assert side == grid.hexside(b, a) < grid.side_count
            assert set(grid.ends(side)) == {a, b}
