"""Chains of edges, outlines and clusters."""

from collections import Counter
from itertools import pairwise
from math import dist

from hypothesis import given
from hypothesis import strategies as st

from grognard.drawing.borders import Borders
from grognard.drawing.chains import chains, clusters, outlines
from grognard.drawing.lattice import Cell, Lattice
from grognard.hexes import Orientation, Point

LATTICE = Lattice(Orientation.FLAT, 10.0)
nodes = st.tuples(st.integers(0, 4), st.integers(0, 4))
edges = st.sets(st.tuples(nodes, nodes).filter(lambda edge: edge[0] < edge[1]), min_size=1)
cells = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


@given(edges)
def test_every_edge_is_in_one_chain_once(given_edges: set[tuple[Cell, Cell]]) -> None:
    found = chains(given_edges, lambda a, node, b: 1.0)
    walked = Counter(tuple(sorted(edge)) for chain in found for edge in pairwise(chain))
    assert walked == Counter(given_edges)


@given(edges)
def test_what_does_not_fit_is_not_joined(given_edges: set[tuple[Cell, Cell]]) -> None:
    assert all(len(chain) == 2 for chain in chains(given_edges, lambda a, node, b: -1.0))


def test_a_ring_ends_where_it_began() -> None:
    ring: list[tuple[Cell, Cell]] = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((0, 0), (1, 1))]
    (chain,) = chains(ring, lambda a, node, b: 1.0)
    assert chain[0] == chain[-1]
    assert len(chain) == 4


@given(cells)
def test_outlines_run_along_every_open_side_once(hexes: set[Cell]) -> None:
    open_sides = sum(n not in hexes for cell in hexes for n in LATTICE.neighbours(cell))
    loops = outlines(LATTICE, hexes)
    assert sum(map(len, loops)) == open_sides
    assert all(len(loop) == len(set(loop)) >= 6 for loop in loops)


@given(cells)
def test_clusters_part_the_hexes_and_do_not_touch(hexes: set[Cell]) -> None:
    found = clusters(LATTICE, hexes)
    assert sorted(cell for group in found for cell in group) == sorted(hexes)
    for group in found:
        others = hexes - set(group)
        assert not others & {n for cell in group for n in LATTICE.neighbours(cell)}


def crossings(outline: str, point: Point) -> int:
    """How often a ray to the right of a point crosses an outline, its curves taken as sampled."""
    count = 0
    for loop in outline.split("M")[1:]:
        spots: list[Point] = []
        for word in loop.rstrip("Z").replace("Q", " Q ").split(" Q "):
            xs = [float(value) for value in word.split()]
            ends = [(xs[i], xs[i + 1]) for i in range(0, len(xs), 2)]
            if len(ends) == 2:  # control and end of a quadratic curve
                (ax, ay), (cx, cy), (bx, by) = spots[-1], *ends
                spots += [
                    (
                        (1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx,
                        (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by,
                    )
                    for t in (0.25, 0.5, 0.75, 1.0)
                ]
            else:
                spots += ends
        for (ax, ay), (bx, by) in pairwise([*spots, spots[0]]):
            if (ay > point[1]) != (by > point[1]):
                count += ax + (point[1] - ay) / (by - ay) * (bx - ax) > point[0]
    return count


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 4), st.integers(0, 4)), st.sampled_from("wsc"), min_size=1
    )
)
def test_the_middle_of_a_hex_lies_in_its_own_region_only(kinds: dict[Cell, str]) -> None:
    borders = Borders(LATTICE, kinds, rough=0.1)
    for kind in set(kinds.values()):
        outline = borders.outline({cell for cell, other in kinds.items() if other == kind})
        for cell, other in kinds.items():
            x, y = LATTICE.centre(cell)
            assert crossings(outline, (x, y + 0.013)) % 2 == (kind == other)


def test_no_clearing_is_as_round_as_a_coin() -> None:
    """Single hexes: how far their outlines are from the middle differs by a tenth and more."""
    for cell in ((0, 0), (3, 3), (7, 2), (4, 9)):
        borders = Borders(LATTICE, {cell: "clear"}, rough=0.1)
        middle = LATTICE.centre(cell)
        far = [dist(middle, point) for point in borders.points.values()]
        assert max(far) / min(far) > 1.1
