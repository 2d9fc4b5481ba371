"""The lines between unlike hexes, softened once and shared by the regions on both sides.

Each hexside between two kinds gives three knots: its corners and its middle. All knots are
moved a little at random and then drawn towards their neighbours, so that shores and woods follow
the hexsides without showing every corner. Both regions use the same knots: no gaps, no overlaps.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping
from itertools import pairwise

from grognard.drawing.chains import outlines
from grognard.drawing.curves import between, moved, shake
from grognard.drawing.lattice import Cell, Corner, Lattice
from grognard.drawing.svg import Segment, path
from grognard.hexes import Point

Knot = tuple[int, int]
"""A corner or the middle of a side, in half steps of the lattice."""

_PULLS = (0.5, -0.4, 0.5, -0.35, 0.35)
"""Each round that softens is followed by one that swells, or single hexes would shrink away."""

_RIPPLE = 1.1
"""How much of the roughness comes back after that, too fine to be softened away."""


class Borders:
    """The softened borders between hexes of different kinds."""

    def __init__(self, lattice: Lattice, kinds: Mapping[Cell, Hashable], rough: float) -> None:
        self.lattice = lattice
        self.around: dict[Knot, set[Knot]] = defaultdict(set)
        for cell, kind in kinds.items():
            for a, b in _sides(lattice, cell, kinds, kind):
                middle = _middle(a, b)
                for end in (_corner(a), _corner(b)):
                    self.around[end].add(middle)
                    self.around[middle].add(end)
        self.points = {knot: self._rough(knot, rough * lattice.size) for knot in self.around}
        for pull in _PULLS:
            self._soften(pull)
        self._ripple(_RIPPLE * rough * lattice.size)

    def _rough(self, knot: Knot, amount: float) -> Point:
        exact = self.lattice.point((knot[0] / 2, knot[1] / 2))
        return moved(exact, shake(amount, *knot))

    def _soften(self, pull: float) -> None:
        """Draw every knot towards the middle of its neighbours, or push it away."""
        old = self.points
        self.points = {}
        for knot, near in self.around.items():
            x = y = 0.0
            for other in near:
                across, down = old[other]
                x, y = x + across, y + down
            self.points[knot] = between(old[knot], (x / len(near), y / len(near)), pull)

    def _ripple(self, amount: float) -> None:
        """What was softened is as round as a coin where a single hex lies by itself: no wood is."""
        self.points = {knot: moved(point, shake(amount, *knot, 1))
                       for knot, point in self.points.items()}

    def outline(self, cells: Collection[Cell]) -> str:
        """Path data around hexes that are all of one kind, holes included."""
        loops = outlines(self.lattice, cells)
        return "".join(path(list(self._pieces(loop)), closed=True) for loop in loops)

    def _pieces(self, loop: list[Corner]) -> Iterator[Segment]:
        """A curve that cuts the knots, but runs right through those where three kinds meet."""
        knots: list[Knot] = []
        for a, b in pairwise([*loop, loop[0]]):
            knots += [_corner(a), _middle(a, b)]
        # A knot unknown to the borders lies where a window cuts a region, out of sight.
        spots = [self.points.get(knot) or self._rough(knot, 0.0) for knot in knots]
        sharp = [len(self.around.get(knot, ())) > 2 for knot in knots]
        count = len(knots)
        for i in range(count):
            before, after = (i - 1) % count, (i + 1) % count
            start = spots[before] if sharp[before] else between(spots[before], spots[i])
            end = spots[after] if sharp[after] else between(spots[i], spots[after])
            if not sharp[i]:
                yield start, spots[i], end


def _sides(
    lattice: Lattice, cell: Cell, kinds: Mapping[Cell, Hashable], kind: Hashable
) -> Iterator[tuple[Corner, Corner]]:
    near = lattice.neighbours(cell)
    ways = [way for way, other in enumerate(near) if kinds.get(other) != kind]
    corners = lattice.corners(cell) if ways else ()
    for way in ways:
        yield corners[way], corners[(way + 1) % 6]


def _corner(corner: Corner) -> Knot:
    return 2 * corner[0], 2 * corner[1]


def _middle(a: Corner, b: Corner) -> Knot:
    return a[0] + b[0], a[1] + b[1]
