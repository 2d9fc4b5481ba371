"""Drawn maps on disk: a large map takes seconds to draw, and never changes."""

import hashlib
import logging
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

log = logging.getLogger("grognard.server")


class Drawings:
    """Pictures by name and by what they are drawn from; without a folder none is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def get(self, name: str, source: str, draw: Callable[[], str]) -> str:
        """The picture kept under a name, drawn anew if its source or the drawing changed."""
        if self.folder is None:
            return draw()
        key = hashlib.sha256(f"{source}\0{drawing_stamp()}".encode()).hexdigest()[:20]
        path = self.folder / f"{name}-{key}.svg"
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            drawn = draw()
            self._keep(path, name, drawn)
            return drawn

    def _keep(self, path: Path, name: str, drawn: str) -> None:
        """Put the picture in the place of older ones; a full disk is no reason to stop."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            older = list(path.parent.glob(f"{name}-{'?' * 20}.svg"))
            draft = path.with_suffix(".part")
            draft.write_text(drawn, encoding="utf-8")
            draft.replace(path)
            for old in older:
                old.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("%s cannot be kept: %s", path, fault)


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
