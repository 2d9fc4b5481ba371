"""A map cut into parts: pictures that lie side by side, each in several levels of detail."""

from dataclasses import dataclass
from math import ceil

from grognard.drawing.maps import Detail, MapLayout
from grognard.drawing.sheet import Box

SPAN = 1024.0
"""The side of a part, in units of the sheet: some 17 columns of hexes."""

LEVELS = ((Detail.LIGHT, 0.0), (Detail.PLAIN, 8.0), (Detail.FULL, 20.0))
"""From how many pixels a hex side on which detail is worth looking at."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Squares that cover a drawn map; those at its right and lower edge are narrower."""

    width: float
    height: float
    span: float = SPAN

    @classmethod
    def of(cls, places: MapLayout) -> "Parts":
        return cls(places.width, places.height)

    @property
    def columns(self) -> int:
        return ceil(self.width / self.span)

    @property
    def rows(self) -> int:
        return ceil(self.height / self.span)

    def window(self, column: int, row: int) -> Box:
        """Where a part lies on the sheet; raises LookupError off it.

        >>> Parts(1500, 900).window(1, 0)
        Box(left=1024.0, top=0.0, right=1500, bottom=900)
        """
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise LookupError(f"no part {column}, {row}")
        left, top = column * self.span, row * self.span
        right, bottom = min(left + self.span, self.width), min(top + self.span, self.height)
        return Box(left, top, right, bottom)
