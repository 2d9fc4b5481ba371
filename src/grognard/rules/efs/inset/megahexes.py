"""15.1 to 15.3: mega-hexes, each of which stands for one hex of the map that the inset repeats.

Most of the book goes by the hexes of the inset as by any others, and over its links. What counts
distances at the scale of the map (radii, ranges) asks here.
"""

from collections.abc import Iterable, Mapping

from grognard.core.maps import GameMap
from grognard.hexes import Grid, Hex, HexSet, bits, pack

MEGA = "mega_"
"""So begins the area of a mega-hex; the label of its map hex follows (15.3.4)."""
TRANSITION, INTERIOR = "inset_transition", "inset_interior"
"""The areas of the map hexes that the inset repeats (15.2)."""


class MegaHexes:
    """The mega-hexes of a map; one without an inset has none, and every hex counts by itself."""

    def __init__(self, map: GameMap) -> None:
        self.grid = map.grid
        self.transition = map.areas.get(TRANSITION, 0)
        self.interior = map.areas.get(INTERIOR, 0)
        self.hexes: Mapping[Hex, HexSet] = {
            self.grid.hex(name.removeprefix(MEGA).upper()): hexes
            for name, hexes in map.areas.items() if name.startswith(MEGA)
        }
        """15.3: by the map hex that a mega-hex stands for, its seven hexes."""
        self._homes = {hex: home for home, hexes in self.hexes.items() for hex in bits(hexes)}
        self.fine: HexSet = pack(self._homes)
        """The hexes of the inset itself."""
        self.middles: Mapping[Hex, Hex] = {
            home: next(hex for hex in bits(hexes) if not self.grid.spread(1 << hex) & ~hexes)
            for home, hexes in self.hexes.items()}
        """15.3.1: by the same map hex, the one hex whose six neighbours are all of its mega-hex."""

    def __repr__(self) -> str:
        return f"<MegaHexes: {len(self.hexes)}>"

    @property
    def repeated(self) -> HexSet:
        """15.2: the map hexes that the inset repeats, at its edge or inside."""
        return self.transition | self.interior

    def home(self, hex: Hex) -> Hex:
        """15.3.4: the map hex that this hex is a part of; off the inset, itself."""
        return self._homes.get(hex, hex)

    def mega(self, hex: Hex) -> HexSet:
        """The mega-hex that holds a hex of the inset; elsewhere the hex alone."""
        return self.hexes.get(self.home(hex), 1 << hex)

    def holds(self, hexes: Iterable[Hex]) -> bool:
        """Whether all of these lie on the inset, and there are some."""
        found = pack(hexes)
        return bool(found) and not found & ~self.fine

    def middle(self, hex: Hex) -> Hex:
        """The middle of the mega-hex of a hex; off the inset, itself."""
        return self.middles.get(self.home(hex), hex)

    def interdicting(self, hex: Hex) -> tuple[Hex, ...]:
        """Where interdiction lies that counts here: next door too, but each mega-hex for itself
        (11.4.2, 15.13.4.a)."""
        if self.fine >> hex & 1:
            return (self.middle(hex),)
        near = (hex, *self.grid.neighbours(hex))
        return tuple(one for one in near if not self.fine >> one & 1) if self.fine else near

    def interdicted(self, marked: HexSet) -> HexSet:
        """The hexes where interdiction that lies in some of them counts."""
        near = marked & ~self.fine
        return near | self.grid.spread(near) & ~self.fine | self.occupied(marked & self.fine)

    def unfolded(self, hexes: HexSet) -> HexSet:
        """The same hexes where they are played: in place of repeated ones their mega-hexes."""
        found = hexes & ~self.repeated
        for hex in bits(hexes & self.repeated):
            found |= self.hexes[hex]
        return found

    def distance(self, a: Hex, b: Hex) -> int:
        """How far apart, a mega-hex being one hex (15.9, 15.12.a)."""
        return Grid.distance(self.grid, self.home(a), self.home(b))  # on the plane of the map

    def disk(self, hex: Hex, radius: int) -> HexSet:
        """The hexes at most that far away, where they are played."""
        near = self.grid.disk(self.home(hex), radius)
        return self.unfolded(near & ~self.fine)

    def around(self, hexes: HexSet, radius: int) -> HexSet:
        """All hexes at most that far from some of these; a mega-hex is in it as a whole, and so is
        the map hex that it stands for."""
        near = hexes & ~self.fine | pack(self._homes_of(hexes))
        for _ in range(radius):
            near |= self.grid.spread(near) & ~self.fine
        return near | self.unfolded(near)

    def occupied(self, hexes: HexSet) -> HexSet:
        """All hexes of the mega-hexes in which some of these lie."""
        found = 0
        for home in self._homes_of(hexes):
            found |= self.hexes[home]
        return found

    def _homes_of(self, hexes: HexSet) -> set[Hex]:
        """The map hexes of the mega-hexes in which some of these lie."""
        return {self._homes[hex] for hex in bits(hexes & self.fine)}

    def contested(self, friends: HexSet, enemies: HexSet) -> HexSet:
        """15.5.2.a: the hexes of all mega-hexes in which units of both sides stand."""
        return self.occupied(friends) & self.occupied(enemies)
