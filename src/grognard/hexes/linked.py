"""Grids with more neighbours than the six: the seam between maps of two scales.

An inset shows a piece of a map again, larger. It lies on the same grid, apart from the sheet
that it belongs to, and links join the hexes at its edge to those of the sheet. A linked pair is
adjacent in everything but the page: a step, a zone, an attack goes over it, and it has a number
among the hexsides; it has no direction and no side to draw.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields

from grognard.hexes.bitset import bits, pack
from grognard.hexes.grid import Grid, Hex, HexSet, Hexside

_SETS = 256
"""Of so many sets of open links it is remembered where they lead."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinkedGrid(Grid):
    """A grid with links. Built by `link`; a grid without any is a plain one and pays nothing."""

    _beyond: Mapping[Hex, HexSet] = field(default_factory=dict)
    _numbers: Mapping[tuple[Hex, Hex], int] = field(default_factory=dict)
    _ends: HexSet = 0
    _pieces: tuple[HexSet, ...] = ()
    _leading: dict[int, Mapping[Hex, HexSet]] = field(default_factory=dict)

    # Steps. The class is made anew for its slots, so that `super()` would not find it.

    def spread(self, hexes: HexSet) -> HexSet:
        """All neighbours of the hexes of the set, over links too."""
        found = Grid.spread(self, hexes)
        for hex in bits(hexes & self._ends):
            found |= self._beyond[hex]
        return found

    def link_number(self, a: Hex, b: Hex) -> int | None:
        """The bit of the way from a over a link to b, in a set of open links."""
        return self._numbers.get((a, b))

    def over_links(self, hexes: HexSet, open: int) -> HexSet:
        """Where those links lead out of the hexes that are open."""
        leading, beyond = self._leading.get(open) or self._lead(open), 0
        for hex in bits(hexes & self._ends):
            beyond |= leading[hex]
        return beyond

    def _lead(self, open: int) -> Mapping[Hex, HexSet]:
        """By end of a link, where the open ones lead; remembered for the last few sets of these."""
        if len(self._leading) >= _SETS:
            self._leading.clear()
        found = self._leading[open] = {
            a: pack([b for b in bits(there) if open >> self._numbers[a, b] & 1])
            for a, there in self._beyond.items()}
        return found

    # Distances: on the plane within a piece of the map, or from neighbour to neighbour over links.

    def distance(self, a: Hex, b: Hex) -> int:
        """How many steps from a to b, whatever lies between; if none lead there, `size`."""
        straight = self._straight(a, b)
        for steps, wave in zip(range(straight), self._waves(a), strict=False):
            if wave >> b & 1:
                return steps
        return straight

    def disk(self, hex: Hex, radius: int) -> HexSet:
        """The hexes at most `radius` steps away, the hex itself included."""
        found = self._disks.get((hex, radius))
        if found is None:
            found = self._piece(hex) & self._packing.disk(self.axial(hex), radius)
            for _, wave in zip(range(radius + 1), self._waves(hex), strict=False):
                found |= wave
            self._remember(hex, radius, found)
        return found

    def _straight(self, a: Hex, b: Hex) -> int:
        return Grid.distance(self, a, b) if self._piece(a) >> b & 1 else self.size

    def _piece(self, hex: Hex) -> HexSet:
        return next(piece for piece in self._pieces if piece >> hex & 1)

    def _waves(self, hex: Hex) -> Iterator[HexSet]:
        """The hexes first reached after 0, 1, 2 ... steps from neighbour to neighbour."""
        reached = wave = 1 << hex
        while wave:
            yield wave
            wave = self.spread(wave) & ~reached
            reached |= wave

    # Hexsides

    def hexside(self, a: Hex, b: Hex) -> Hexside:
        """The side between two adjacent hexes, or the link that joins them."""
        number = self._numbers.get((a, b))
        return Grid.hexside(self, a, b) if number is None else self.size * 3 + number // 2

    def ends(self, side: Hexside) -> tuple[Hex, Hex]:
        """The two hexes of a hexside or a link, the lower-numbered first."""
        beyond_sides = side - self.size * 3
        return Grid.ends(self, side) if beyond_sides < 0 else self.links[beyond_sides]


def link(grid: Grid, pairs: Iterable[tuple[Hex, Hex]]) -> Grid:
    """The grid with these pairs of hexes as neighbours besides; links it had are kept.

    >>> from grognard.hexes import Orientation, rectangle
    >>> plain = rectangle(Orientation.FLAT, columns=range(1, 4), rows=range(1, 2))
    >>> joined = link(plain, [(plain.hex("0101"), plain.hex("0301"))])
    >>> plain.distance(*joined.links[0]), joined.distance(*joined.links[0])
    (2, 1)
    """
    links = (*grid.links, *((min(pair), max(pair)) for pair in pairs))
    for a, b in links[len(grid.links):]:
        if a == b or grid.adjacent(a, b):
            raise ValueError(f"{grid.label(a)} and {grid.label(b)} are adjacent without a link")
    if len(set(links)) < len(links):
        raise ValueError("two hexes are linked twice")
    ways = [(a, b) for pair in links for a, b in (pair, pair[::-1])]
    beyond = {a: pack(b for start, b in ways if start == a) for a, _ in ways}
    plain = {one.name: getattr(grid, one.name) for one in fields(Grid)}
    plain |= {"links": links, "_disks": {}, "_neighbours": tuple(
        (*near, *bits(beyond.get(hex, 0))) for hex, near in enumerate(_six(grid)))}
    return LinkedGrid(
        **plain, _beyond=beyond, _ends=pack(beyond), _pieces=tuple(_pieces(grid)),
        _numbers={way: number for number, way in enumerate(ways)},
    ) if links else grid  # fmt: skip


def _six(grid: Grid) -> Iterator[tuple[Hex, ...]]:
    """The neighbours of every bit on the plane."""
    for hex in range(grid.size):
        near = (grid.neighbour(hex, way) for way in range(6))
        yield tuple(other for other in near if other is not None)


def _pieces(grid: Grid) -> Iterator[HexSet]:
    """The parts of the map that hang together without links."""
    left = grid.all
    while left:
        piece, wave = 0, left & -left
        while wave:
            piece |= wave
            wave = Grid.spread(grid, wave) & ~piece
        yield piece
        left &= ~piece
