"""A grid of hexes: labels, neighbours, hexsides and sets of hexes as bits.

Which bit stands for which hex is settled by a `Packing`: a step in any direction is the same
shift for every hex, and a step off the map lands in no hex.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, TypeAlias

from grognard.hexes.bitset import bits, pack
from grognard.hexes.geometry import (
    DIRECTIONS,
    STEPS,
    Axial,
    Direction,
    Orientation,
    Point,
    axial_distance,
    axial_line,
    centre_point,
    corner_points,
)
from grognard.hexes.labels import UnknownHex
from grognard.hexes.packing import Packing

PLACE = "place"
"""Marks the types below, for who wants to tell a place from other numbers."""
Hex: TypeAlias = Annotated[int, PLACE]
HexSet: TypeAlias = Annotated[int, PLACE]
Hexside: TypeAlias = Annotated[int, PLACE]

_ROOM = 1 << 26  # so many bits of disks are remembered: 8 MB
_OFFSET = re.compile(r"(?P<place>.+)\s(?P<way>[NESW]{1,2})(?P<steps>\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Grid:
    """The hexes of one map. Built once by `from_cells`, `rectangle` or `join`; never changed.

    >>> grid = Grid.from_cells({(0, 0): "0101", (1, 0): "0201"}, Orientation.FLAT)
    >>> grid.label(grid.neighbours(grid.hex("0101"))[0])
    '0201'
    """

    orientation: Orientation
    all: HexSet
    size: int
    shifts: tuple[int, ...]
    places: Mapping[str, Hex]
    _packing: Packing
    _axial: tuple[Axial | None, ...]
    _labels: tuple[str, ...]
    _names: Mapping[str, Hex]
    _aliases: Mapping[Hex, tuple[str, ...]]
    _around: tuple[tuple[Hex | None, ...], ...]
    _neighbours: tuple[tuple[Hex, ...], ...]
    _ways: Mapping[int, Direction]
    _owned: tuple[Direction, ...]
    links: tuple[tuple[Hex, Hex], ...] = ()
    """Pairs of hexes that are neighbours though they do not touch (see `hexes.linked`)."""
    _disks: dict[tuple[Hex, int], HexSet] = field(default_factory=dict)

    @classmethod
    def from_cells(
        cls,
        cells: Mapping[Axial, str],
        orientation: Orientation,
        aliases: Mapping[str, Iterable[str]] | None = None,
    ) -> "Grid":
        """The grid of these labelled axial cells; `aliases` lists further names by label."""
        if not cells:
            raise ValueError("a grid needs at least one hex")
        packing = Packing.tight(cells, STEPS[orientation])
        axial = {packing.bit(cell): cell for cell in cells}
        size = max(axial) + 1
        shifts = tuple(packing.shift(step) for step in STEPS[orientation])
        around = tuple(_around(hex, shifts, axial) for hex in range(size))
        labels = {hex: cells[cell] for hex, cell in axial.items()}
        names = _names(labels, aliases or {})
        others = {names[label]: tuple(further) for label, further in (aliases or {}).items()}
        return cls(
            orientation=orientation,
            all=pack(axial),
            size=size,
            shifts=shifts,
            places={},
            _packing=packing,
            _axial=tuple(axial.get(hex) for hex in range(size)),
            _labels=tuple(labels.get(hex, "") for hex in range(size)),
            _names=names,
            _aliases=others,
            _around=around,
            _neighbours=tuple(tuple(n for n in ring if n is not None) for ring in around),
            _ways={shift: direction for direction, shift in enumerate(shifts)},
            _owned=tuple(direction for direction, shift in enumerate(shifts) if shift > 0),
        )

    def with_places(self, places: Mapping[str, Hex]) -> "Grid":
        """The same grid, in which a place name, or a place and an offset, names a hex too."""
        return replace(self, places={**self.places, **places})

    def __repr__(self) -> str:
        return f"<Grid: {len(self)} {self.orientation.value} hexes>"

    def __len__(self) -> int:
        return self.all.bit_count()

    def __iter__(self) -> Iterator[Hex]:
        return bits(self.all)

    def __contains__(self, hex: Hex) -> bool:
        return 0 <= hex < self.size and self._axial[hex] is not None

    # Labels

    def hex(self, label: str) -> Hex:
        """The hex of a label, an alias, a place or a place and offset (``Rostov E1``)."""
        found = self._names.get(label)
        if found is None:
            found = self._lenient(" ".join(label.split()))
        if found is None:
            raise UnknownHex(label, [*self._names, *self.places])
        return found

    def _lenient(self, name: str) -> Hex | None:
        found = self._names.get(name.upper(), self.places.get(name))
        if found is None:
            wanted = name.casefold()
            found = next((h for n, h in self.places.items() if n.casefold() == wanted), None)
        return self._by_offset(name) if found is None else found

    def _by_offset(self, name: str) -> Hex | None:
        """So many steps in a direction from a place; the way there may leave the map."""
        match = _OFFSET.fullmatch(name)
        if match is None or match["way"].upper() not in self.direction_names:
            return None
        place = self._names.get(match["place"], self._lenient(match["place"]))
        if place is None:
            return None
        (q, r), steps = self.axial(place), int(match["steps"])
        dq, dr = STEPS[self.orientation][self.direction_names.index(match["way"].upper())]
        return self.at(q + steps * dq, r + steps * dr)

    def hexes(self, labels: str) -> HexSet:
        """The bit set of labels parted by blanks, or by commas where a name holds a blank."""
        names = labels.split(",") if "," in labels else labels.split()
        return pack(self.hex(name) for name in names)

    def label(self, hex: Hex) -> str:
        """The one canonical label."""
        return self._labels[hex]

    def aliases(self, hex: Hex) -> tuple[str, ...]:
        """The other labels of a hex, such as its number on the next sheet."""
        return self._aliases.get(hex, ())

    # Steps

    @property
    def direction_names(self) -> tuple[str, ...]:
        """The six compass words, clockwise, in the order of the directions."""
        return DIRECTIONS[self.orientation]

    def neighbour(self, hex: Hex, direction: Direction) -> Hex | None:
        """The next hex in a direction, or None at the edge of the map."""
        return self._around[hex][direction]

    def neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        """The neighbours on the map, in the order of the directions, then those over links."""
        return self._neighbours[hex]

    def adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes touch or are linked."""
        return b in self._neighbours[a]

    def direction(self, a: Hex, b: Hex) -> Direction | None:
        """The direction of b seen from a, or None if they are not adjacent."""
        return self._ways.get(b - a)  # the packing keeps all other differences apart

    def distance(self, a: Hex, b: Hex) -> int:
        """How many steps from a to b over the plane, whatever lies between."""
        return axial_distance(self.axial(a), self.axial(b))

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes on the straight line from a to b; holes in the map are left out.

        A line along hexsides goes on the side of them where fewer hexes are off the map.
        """
        ways = (axial_line(self.axial(a), self.axial(b), lean) for lean in (1, -1))
        found = ([self.at(q, r) for q, r in way] for way in ways)
        return max(([hex for hex in way if hex is not None] for way in found), key=len)

    # Sets

    def shift(self, bits: HexSet, direction: Direction) -> HexSet:
        """Every hex of the set moved one step; those leaving the map are lost."""
        shift = self.shifts[direction]
        return (bits << shift if shift > 0 else bits >> -shift) & self.all

    def spread(self, hexes: HexSet) -> HexSet:
        """All neighbours of the hexes of the set."""
        # The six shifts are 1, stride and stride - 1 both ways; stride = 1 + (stride - 1).
        long = self._packing.stride - 1
        after, before = hexes << 1, hexes >> 1
        return (after | before | (after | hexes) << long | (before | hexes) >> long) & self.all

    def disk(self, hex: Hex, radius: int) -> HexSet:
        """The hexes at most `radius` steps away, the hex itself included."""
        found = self._disks.get((hex, radius))
        if found is None:
            found = self._packing.disk(self.axial(hex), radius) & self.all
            self._remember(hex, radius, found)
        return found

    def _remember(self, hex: Hex, radius: int, disk: HexSet) -> None:
        if len(self._disks) * self.size >= _ROOM:
            self._disks.clear()
        self._disks[hex, radius] = disk

    def ring(self, hex: Hex, radius: int) -> HexSet:
        """The hexes exactly `radius` steps away."""
        return self.disk(hex, radius) & ~self.disk(hex, radius - 1)

    def link_number(self, a: Hex, b: Hex) -> int | None:
        """The bit of the way from a over a link to b, in a set of open links; None here."""
        return None

    def over_links(self, hexes: HexSet, open: int) -> HexSet:
        """Where those links lead out of the hexes that are open: nowhere on a plain grid."""
        return 0

    # Hexsides

    @property
    def side_count(self) -> int:
        """Every hexside and every link has a number below this."""
        return self.size * 3 + len(self.links)

    def hexside(self, a: Hex, b: Hex) -> Hexside:
        """The side between two adjacent hexes."""
        direction = self._ways.get(b - a)
        if direction is None:
            raise ValueError(f"{self.label(a)} and {self.label(b)} are not adjacent")
        # Three of the six directions lead to a higher bit: those of the owner's sides.
        if a < b:
            return a * 3 + self._owned.index(direction)
        return b * 3 + self._owned.index((direction + 3) % 6)

    def ends(self, side: Hexside) -> tuple[Hex, Hex]:
        """The two hexes of a hexside, the lower-numbered first."""
        hex, owned = divmod(side, 3)
        return hex, hex + self.shifts[self._owned[owned]]

    def hexside_label(self, side: Hexside) -> str:
        """The two labels of a hexside: ``2527/2626``."""
        a, b = self.ends(side)
        return f"{self.label(a)}/{self.label(b)}"

    def parse_hexside(self, text: str) -> Hexside:
        """The hexside of two labels parted by a slash, in either order."""
        labels = text.split("/")
        if len(labels) != 2:
            raise ValueError(f"a hexside is two hexes parted by a slash, not {text!r}")
        return self.hexside(self.hex(labels[0]), self.hex(labels[1]))

    def edge(self, heading: str) -> HexSet:
        """The outermost hexes towards ``north``, ``east``, ``south`` or ``west``.

        >>> grid = Grid.from_cells({(0, 0): "0101", (1, 0): "0201"}, Orientation.FLAT)
        >>> grid.edge("west") == grid.hexes("0101")
        True
        """
        words = self.direction_names
        straight = [way for way, word in enumerate(words) if word == heading[0].upper()]
        ways = straight or [way for way, word in enumerate(words) if heading[0].upper() in word]
        inside = 0
        for way in ways:  # who has a neighbour on that side
            inside |= self.shift(self.all, (way + 3) % 6)
        return self.all & ~inside

    # The page

    def axial(self, hex: Hex) -> Axial:
        """The axial coordinates (column, row down the page) of a hex."""
        cell = self._axial[hex] if 0 <= hex < self.size else None
        if cell is None:
            raise UnknownHex(f"#{hex}")
        return cell

    def at(self, q: int, r: int) -> Hex | None:
        """The hex at axial coordinates, or None off the map."""
        hex = self._packing.bit((q, r))
        return hex if 0 <= hex < self.size and self._axial[hex] == (q, r) else None

    def centre(self, hex: Hex) -> Point:
        """The middle of a hex on the page; sides have length 1 and y grows down."""
        return centre_point(self.orientation, self.axial(hex))

    def corners(self, hex: Hex) -> tuple[Point, ...]:
        """Six corners, clockwise; the side in direction d joins corners d and d + 1."""
        return corner_points(self.orientation, self.axial(hex))

    def side_corners(self, side: Hexside) -> tuple[Point, Point]:
        """The two ends of a hexside on the page."""
        hex, owned = divmod(side, 3)
        corners = self.corners(hex)
        direction = self._owned[owned]
        return corners[direction], corners[(direction + 1) % 6]


def _around(
    hex: Hex, shifts: tuple[int, ...], axial: Mapping[Hex, Axial]
) -> tuple[Hex | None, ...]:
    if hex not in axial:
        return (None,) * 6
    return tuple(hex + shift if hex + shift in axial else None for shift in shifts)


def _names(labels: Mapping[Hex, str], aliases: Mapping[str, Iterable[str]]) -> dict[str, Hex]:
    """Every label and alias by name; two hexes of one name are a fault."""
    names: dict[str, Hex] = {}
    clashes = set()
    for hex, label in sorted(labels.items()):
        for name in (label, *aliases.get(label, ())):
            if names.setdefault(name, hex) != hex:
                clashes.add(name)
    if clashes:
        raise ValueError(f"labels of more than one hex: {', '.join(sorted(clashes))}")
    return names
