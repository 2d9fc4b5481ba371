"""Drawn maps on disk: each picture is drawn once, for it never changes."""

import hashlib
import logging
import shutil
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import get_ident

from grognard.core.maps import GameMap

log = logging.getLogger("grognard.server")

KEPT = 24
"""So many maps (in one light each) are kept; the oldest goes first."""


class Drawings:
    """Pictures by map and by what it is drawn from; without a folder none is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def get(self, map: str, stamp: str, name: str, draw: Callable[[], str]) -> str:
        """The picture of a name kept for a map, drawn if there is none yet."""
        if self.folder is None:
            return draw()
        path = self.folder / f"{map}-{stamp}" / name
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            drawn = draw()
            self._keep(path, drawn)
            return drawn

    def _keep(self, path: Path, drawn: str) -> None:
        """Write the picture; a full disk is no reason to stop."""
        try:
            if not path.parent.is_dir():
                path.parent.mkdir(parents=True, exist_ok=True)
                self._clear_away()
            draft = path.with_name(f"{path.name}.{get_ident()}.part")  # others may draw it too
            draft.write_text(drawn, encoding="utf-8")
            draft.replace(path)
        except OSError as fault:
            log.warning("%s cannot be kept: %s", path, fault)

    def _clear_away(self) -> None:
        assert self.folder is not None
        kept = sorted(self.folder.iterdir(), key=lambda old: old.stat().st_mtime, reverse=True)
        for old in kept[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)


def map_stamp(drawn: GameMap, theme: str, style: str) -> str:
    """Changes with everything that a picture of a map depends on: the map, its style, our code."""
    digest = hashlib.sha256(drawing_stamp().encode())
    for part in (theme, style, *_printed(drawn)):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:20]


def _printed(drawn: GameMap) -> list[str]:
    """All that is printed on a map, as text that is the same on every run."""
    grid = drawn.grid
    labels = [(grid.label(hex), grid.aliases(hex), grid.axial(hex)) for hex in grid]
    sides = (drawn.hexsides, drawn.rivers, drawn.hexside_notes)
    sets = [{kind: sorted(found) for kind, found in those.items()} for those in sides]
    plain = (grid.orientation, drawn.name, drawn.scale_km, drawn.terrain, drawn.features)
    return [*map(repr, (labels, *sets, *plain, drawn.names, drawn.lines, drawn.areas))]


@cache
def drawing_stamp() -> str:
    """Changes with the code and the styles that maps are drawn with."""
    digest = hashlib.sha256()
    for file in _all_files(files("grognard.drawing")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _all_files(folder: Traversable) -> list[Traversable]:
    found: list[Traversable] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name != "__pycache__":
            found += _all_files(item)
        elif item.name.endswith((".py", ".toml")):
            found.append(item)
    return found
