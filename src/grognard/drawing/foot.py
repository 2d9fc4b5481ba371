"""What stands below a map: the legend, the scale bar and the compass."""

from collections.abc import Iterator
from functools import cached_property

from grognard.core.messages import Catalogue
from grognard.drawing.furniture import BAND, draw_compass, draw_scale
from grognard.drawing.legend import ROW, draw_legend, legend_rows
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import readings
from grognard.drawing.svg import group

_GAP = 0.5
_TOOLS = (10.0, 2.4)
"""Room for scale bar and compass, across and down, in hex sides."""


class Foot:
    """Legend to the left, scale and compass to the right; below each other on a narrow map."""

    def __init__(self, sheet: Sheet, texts: Catalogue) -> None:
        self.sheet, self.texts = sheet, texts

    @cached_property
    def height(self) -> float:
        return self._legend.height + self.sheet.px(_GAP) + (self._tools if self._narrow else 0.0)

    @property
    def _narrow(self) -> bool:
        return self.sheet.frame.width < self.sheet.px(2 * _TOOLS[0])

    @property
    def _tools(self) -> float:
        return self.sheet.px(_TOOLS[1])

    @cached_property
    def _legend(self) -> Box:
        """The place of the legend."""
        sheet, frame = self.sheet, self.sheet.frame
        width = frame.width - (0.0 if self._narrow else sheet.px(_TOOLS[0]))
        top = frame.bottom + sheet.px(BAND + _GAP)
        tall = sheet.px(ROW * legend_rows(sheet, width, self.name))
        return Box(frame.left, top, frame.left + width, top + max(tall, self._tools))

    def name(self, table: str, kind: str) -> str:
        """The name of a kind for people; a kind without a text shows itself."""
        ids = (f"{table}.{reading}" for reading in readings(kind))
        known = next(filter(self.texts.has, ids), None)
        return self.texts.text(known) if known else kind.replace("_", " ").capitalize()

    def draw(self) -> Iterator[str]:
        sheet, legend = self.sheet, self._legend
        yield group("legend", draw_legend(sheet, legend, self.name))
        middle = legend.bottom + self._tools / 2 if self._narrow else legend.middle[1]
        x, y = sheet.frame.right - sheet.px(1.3), middle + sheet.px(0.2)
        turn = (sheet.map.georeference or {}).get("rotation_deg", 0.0)
        yield group("compass", draw_compass(sheet, (x, y), turn, self.texts.text("compass.north")))
        kilometres = self.texts.text("scale.km")
        yield group("scale", draw_scale(sheet, (x - sheet.px(1.9), y), kilometres))
