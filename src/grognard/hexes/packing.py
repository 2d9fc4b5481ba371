"""Which bit stands for which hex: as few bits as a map's shape allows.

Hexes lie on lines, along the columns or along the rows of axial coordinates, and the bit of a
hex is ``line * stride + place``, counted from the first. A rectangle of flat-top hexes is
slanted in axial coordinates, so each of its lines begins half a hex before the last: the stride
need not be the width of the slanted frame, only long enough to keep the lines apart.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import count, pairwise

from grognard.hexes.geometry import Axial

Lines = Mapping[int, tuple[int, int]]
"""The first and last place of every line that has a hex."""


@dataclass(frozen=True, slots=True)
class Packing:
    """The lines of a set of axial cells, and how far apart they are in bits."""

    along_columns: bool
    stride: int
    first: int
    lines: Lines

    @classmethod
    def tight(cls, cells: Collection[Axial], steps: Collection[Axial]) -> "Packing":
        """The packing with the fewest bits; `steps` are the six ways to a neighbour."""
        found = [_packed(cells, steps, along_columns) for along_columns in (True, False)]
        return min(found, key=lambda packing: max(map(packing.bit, cells)))

    def bit(self, cell: Axial) -> int:
        """The bit of a cell; below 0 or a stranger's for one that is not in the set."""
        return self.shift(cell) - self.first

    def shift(self, step: Axial) -> int:
        """How far a step moves a bit."""
        line, place = step if self.along_columns else step[::-1]
        return line * self.stride + place

    def disk(self, centre: Axial, radius: int) -> int:
        """The bits at most `radius` steps from a cell; a gap in a line counts as filled."""
        line, place = centre if self.along_columns else centre[::-1]
        disk = 0
        for off in range(-radius, radius + 1):
            first, last = self.lines.get(line + off, (0, -1))
            first = max(first, place - radius - min(0, off))
            last = min(last, place + radius - max(0, off))
            if first <= last:
                run = (1 << (last - first + 1)) - 1
                disk |= run << ((line + off) * self.stride + first - self.first)
        return disk


def _packed(cells: Collection[Axial], steps: Collection[Axial], along_columns: bool) -> Packing:
    turned = cells if along_columns else [cell[::-1] for cell in cells]
    ends: dict[int, tuple[int, int]] = {}
    for line, place in turned:
        first, last = ends.get(line, (place, place))
        ends[line] = min(first, place), max(last, place)
    for stride in count(_least(ends)):
        first = min(line * stride + place for line, place in turned)
        packing = Packing(along_columns, stride, first, ends)
        if _keeps_apart(packing, cells, steps):
            return packing
    raise AssertionError  # a stride beyond the width of the frame keeps everything apart


def _least(lines: Lines) -> int:
    """The least stride at which an empty bit parts each line from the next."""
    least = 2
    ordered = sorted(lines)
    for line, after in pairwise(ordered):
        gap = lines[line][1] - lines[after][0] + 2
        least = max(least, -(-gap // (after - line)))
    return least


def _keeps_apart(packing: Packing, cells: Collection[Axial], steps: Collection[Axial]) -> bool:
    """Whether no two cells share a bit and no step off the map lands on one."""
    taken = {packing.bit(cell) for cell in cells}
    if len(taken) < len(cells):
        return False
    known = set(cells)
    return not any(
        packing.bit((q, r)) + packing.shift((dq, dr)) in taken
        for q, r in known
        for dq, dr in steps
        if (q + dq, r + dr) not in known
    )
