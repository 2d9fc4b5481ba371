"""What the first page shows of each box, kept from one start of the server to the next.

To know the sides of a box, its faults and whether its lessons still fit, the box must be loaded
and each lesson played: seconds for all of them, while nothing has changed since the last start.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import RLock
from urllib.parse import quote

import msgspec

from grognard.boxes import Overrides
from grognard.boxes.overrides import stamp_of
from grognard.server.drawings import Drawings
from grognard.server.shelf import Shelf
from grognard.server.wire.shelf import Box as BoxOnShelf


class Lids:
    """Descriptions of boxes and the pictures on their lids; without a folder none is kept."""

    def __init__(self, shelf: Shelf, folder: Path | None = None) -> None:
        self.shelf, self.kept, self._none_kept = shelf, Drawings(folder), Drawings()
        self._lock = RLock()

    def describe(self, id: str, language: str, look: Callable[[], BoxOnShelf]) -> BoxOnShelf:
        """What `look` said of a box when it was last as it is now; raises what `look` raises."""
        said = self._get(id, f"{language}.json", lambda: msgspec.json.encode(look()).decode())
        return msgspec.json.decode(said, type=BoxOnShelf)

    def address(self, id: str) -> str:
        """Where the picture on its lid is; a browser keeps it as long as the stamp is the same."""
        stamp = self.stamp(id)
        return f"/api/boxes/{quote(id, safe='')}/lid.svg" + (f"?stamp={stamp}" if stamp else "")

    def picture(self, id: str, draw: Callable[[], str]) -> str:
        """The picture on the lid of a box."""
        return self._get(id, "lid.svg", draw)

    def _get(self, id: str, name: str, make: Callable[[], str]) -> str:
        stamp = self.stamp(id)
        with self._lock:  # who asks while somebody looks waits for the answer
            return (self.kept if stamp else self._none_kept).get(id, stamp, name, make)

    def stamp(self, id: str) -> str:
        """Changes with our code and boxes and with the owner's corrections.

        Empty for a box of somebody else: it may come from code that nobody told us of.
        """
        if not self.shelf.is_ours(id):
            return ""
        return hashlib.sha256(f"{_own_stamp()} {Overrides.of(id).stamp}".encode()).hexdigest()[:20]


@cache
def _own_stamp() -> str:
    """Changes with every file of the package, looked at once: a running program stays as it is."""
    folder = Path(str(files("grognard")))
    return stamp_of(path for path in folder.rglob("*") if "__pycache__" not in path.parts)
