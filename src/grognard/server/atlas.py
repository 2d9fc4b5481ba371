"""The drawn maps of a table: whole, light, and in parts by level of detail."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock

from grognard.boxes import Box
from grognard.core.maps import GameMap
from grognard.drawing.maps import SIZE, Detail, Drawing, MapLayout, Options, layout
from grognard.drawing.parts import LEVELS, Parts
from grognard.drawing.style import load_style
from grognard.server.drawings import Drawings, map_stamp
from grognard.server.problems import unknown
from grognard.server.showing import Plain

Draw = Callable[[Drawing], str]

PLAIN = Options(title=False, legend=False)
"""On the table the map stands alone."""


class Atlas:
    """The maps of one table; what is drawn is kept on disk."""

    def __init__(self, box: str, folder: Box, maps: dict[str, GameMap], kept: Drawings) -> None:
        self.box, self.folder, self.maps, self.kept = box, Path(str(folder.folder)), maps, kept
        self._at_work: tuple[tuple[str, str], Drawing] | None = None
        self._lock = RLock()
        self.layout = cache(self._layout)
        self.stamp = cache(self._stamp)

    def _layout(self, id: str) -> MapLayout:
        return layout(self.maps[id], options=PLAIN)

    def _stamp(self, id: str, theme: str) -> str:
        style = "".join(path.read_text(encoding="utf-8") for path in self._styles(id))
        return map_stamp(self.maps[id], theme, style)

    def _styles(self, id: str) -> list[Path]:
        style = self.folder / "maps" / id / "style.toml"
        return [style] if style.is_file() else []

    def describe(self, id: str, address: str) -> Plain:
        """How a client finds the pictures of a map."""
        parts = Parts.of(self.layout(id))
        return {
            "light": f"{address}/maps/{id}/light.svg",
            "parts": f"{address}/maps/{id}",
            "stamp": self.stamp(id, "light"),
            "span": parts.span,
            "columns": parts.columns,
            "rows": parts.rows,
            "levels": [{"detail": detail.value, "from": least} for detail, least in LEVELS[1:]],
        }

    # Pictures

    def whole(self, id: str, theme: str, detail: Detail = Detail.FULL) -> str:
        """All of a map."""
        return self._picture(id, theme, detail.value, lambda drawing: drawing.svg(detail))

    def part(self, id: str, theme: str, detail: Detail, column: int, row: int) -> str:
        """One part of a map in one level of detail."""
        try:
            window = Parts.of(self.layout(id)).window(column, row)
        except LookupError:
            raise unknown("part", f"{column}/{row}") from None
        name = f"{detail.value}-{column}-{row}"
        return self._picture(id, theme, name, lambda drawing: drawing.part(window, detail))

    def _picture(self, id: str, theme: str, name: str, draw: Draw) -> str:
        stamp = self.stamp(id, theme)

        def drawn() -> str:
            with self._lock:  # one at a time: what parts have in common is worked out once
                return draw(self._drawing(id, theme))

        return self.kept.get(f"{self.box}-{id}-{theme}", stamp, f"{name}.svg", drawn)

    def _drawing(self, id: str, theme: str) -> Drawing:
        """The map being drawn; only the last one is held, for it is large."""
        if self._at_work is None or self._at_work[0] != (id, theme):
            style = load_style(theme, *self._styles(id))
            self._at_work = (id, theme), Drawing(self.maps[id], style, SIZE, PLAIN)
        return self._at_work[1]
