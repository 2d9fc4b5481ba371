"""The games that lie open: as many as fit into the memory given to them."""

from collections import OrderedDict
from threading import RLock

from grognard.server.opengame import OpenGame

MEMORY = 256
"""Megabytes for open games, unless told otherwise."""
MEGABYTE = 1_000_000


class AtHand:
    """Open games by id; when they grow too heavy the one unused for longest is put back."""

    def __init__(self, memory: int = MEMORY) -> None:
        self.most = memory * MEGABYTE
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._weights: dict[str, int] = {}
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._games)

    @property
    def weight(self) -> int:
        """Bytes, as estimated when each game was last used."""
        with self._lock:
            return sum(self._weights.values())

    def look(self, id: str) -> OpenGame | None:
        """A game that lies open; to look at a list of games is not to use them."""
        with self._lock:
            return self._games.get(id)

    def use(self, id: str) -> OpenGame | None:
        """A game that lies open and is used now."""
        with self._lock:
            found = self._games.get(id)
            if found is not None:
                self.keep(found)
            return found

    def keep(self, game: OpenGame) -> None:
        """Have a game at hand; others go back to the store until all have room."""
        with self._lock:
            self._games[game.id] = game
            self._games.move_to_end(game.id)
            self._weights[game.id] = game.weight()
            while self.weight > self.most and len(self._games) > 1:
                self._put_back(next(iter(self._games)))

    def _put_back(self, id: str) -> None:
        unused = self._games.pop(id)
        del self._weights[id]
        unused.gone = True

    def drop(self, game: OpenGame) -> None:
        """Forget what is in memory: the store knows better."""
        game.gone = True
        with self._lock:
            if self._games.get(game.id) is game:
                self._put_back(game.id)
