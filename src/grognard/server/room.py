"""The room where games are played: opens them, lets bots act, and tells who is watching."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from threading import Event as Flag
from threading import RLock
from typing import Any

import msgspec

from grognard.ai import bot, decision_of
from grognard.core.actions import Action
from grognard.core.game import Game, View
from grognard.core.messages import Message
from grognard.core.rulings import Refused
from grognard.core.sides import Side
from grognard.records.lessons import Script
from grognard.server.models import GameRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem, Stale, unknown
from grognard.server.seal import Seal
from grognard.server.shelf import Shelf
from grognard.server.store import NotStored, Overtaken, Store

log = logging.getLogger("grognard.server")

AT_HAND = 64
"""How many games lie open at the same time; the others are in the store."""
WORKERS = 2


class Room:
    """All games that somebody plays or looks at."""

    def __init__(self, store: Store, shelf: Shelf | None = None, *, local: bool = True) -> None:
        self.store, self.shelf, self.local = store, shelf or Shelf(), local
        self.seal = Seal.in_folder(store.folder)
        self.on_change: Callable[[str], None] = lambda id: None
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._lock = RLock()
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="bot")
        self._working: set[str] = set()
        self._doors: dict[str, RLock] = {}
        self._closing = Flag()

    def close(self) -> None:
        """Let bots finish their choice and close the store."""
        self._closing.set()
        self._workers.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    # -- opening ------------------------------------------------------------------------

    def row(self, id: str) -> GameRow:
        row = self.store.game(id)
        if row is None:
            raise unknown("game", id)
        return row

    def open(self, id: str) -> OpenGame:
        """A game by id, revived from the store if it does not lie open already."""
        with self._door(id):
            found = self.opened(id)
            if found is None:
                found = self._revive(self.row(id))
                self.keep(found)
        self.wake(found)
        return found

    def _door(self, id: str) -> RLock:
        """Two who want the same game must not both revive it; other games need not wait."""
        with self._lock:
            return self._doors.setdefault(id, RLock())

    def _revive(self, row: GameRow) -> OpenGame:
        game = self.game_of(row)
        found = OpenGame(self.store, row, game, self.store.seats(row.id))
        found.script = self.script_of(row)
        try:
            found.revive(self.store.actions(row.id), self.store.snapshot(row.id))
        except (msgspec.MsgspecError, LookupError, TypeError) as fault:
            log.exception("game %s cannot be opened", row.id)
            raise Problem(409, "cannot-open", detail=Message("detail.lines")) from fault
        return found

    def game_of(self, row: GameRow) -> Game[Any]:
        """The game that a stored game is played with; `cannot-open` if it is gone."""
        try:
            game = self.shelf.load(row.box, row.scenario, msgspec.json.decode(row.options))
        except Problem as fault:
            raise Problem(409, "cannot-open", detail=fault.message) from fault
        if row.position is not None and row.fingerprint != game.fingerprint:
            # A position, unlike a line, is bound to the numbers of its box.
            raise Problem(409, "cannot-open", detail=Message("detail.data-changed"))
        return game

    def script_of(self, row: GameRow) -> Script | None:
        """The lesson that a stored game follows; one that is gone lets the game go free."""
        try:
            return self.shelf.script(row.box, row.lesson) if row.lesson else None
        except Problem as fault:
            log.error("lesson %s of game %s: %s", row.lesson, row.id, fault)
            return None

    def keep(self, game: OpenGame) -> None:
        """Have a game at hand; the one unused for longest goes back to the store."""
        with self._lock:
            self._open[game.id] = game
            while len(self._open) > AT_HAND:
                _, unused = self._open.popitem(last=False)
                unused.gone = True

    def drop(self, game: OpenGame) -> None:
        """Forget what is in memory: the store knows better."""
        game.gone = True
        with self._lock:
            if self._open.get(game.id) is game:
                del self._open[game.id]

    def opened(self, id: str) -> OpenGame | None:
        """A game that lies open already."""
        with self._lock:
            if id in self._open:
                self._open.move_to_end(id)
            return self._open.get(id)

    # -- changing -----------------------------------------------------------------------

    @contextmanager
    def changing(self, game: OpenGame, side: Side, seq: int | None = None) -> Iterator[None]:
        """Around every change: the lock, the sequence number, and what follows from faults."""
        with game.lock:
            if game.gone or (seq is not None and seq != game.seq(side)):
                raise Stale(game.seq(side))
            try:
                yield
            except (Refused, Problem):
                raise  # nothing has happened
            except Overtaken as fault:
                self.drop(game)
                raise Stale(game.seq(side)) from fault
            except NotStored as fault:
                self.drop(game)
                log.error("not stored: %s", fault)
                raise Problem(503, "not-stored") from fault
            except Exception:
                self.drop(game)  # half done, perhaps: the store has the last whole state
                raise
        self.on_change(game.id)
        self.wake(game)

    # -- bots ---------------------------------------------------------------------------

    def wake(self, game: OpenGame) -> None:
        """Set bots to work if one must choose."""
        with game.lock:
            asked = not game.gone and game.bots_asked()
        with self._lock:
            if not asked or game.id in self._working or self._closing.is_set():
                return
            self._working.add(game.id)
        self._workers.submit(self._bots_play, game)

    def _bots_play(self, game: OpenGame) -> None:
        try:
            while not self._closing.is_set() and self._bot_acts(game):
                pass
        except Exception:
            log.exception("bots stopped in game %s", game.id)
            self._rest(game)
        else:
            self._rest(game)
            self.wake(game)  # a choice may have come up just as this worker stopped looking

    def _rest(self, game: OpenGame) -> None:
        with self._lock:
            self._working.discard(game.id)

    def _bot_acts(self, game: OpenGame) -> bool:
        """One choice of a bot, thought out without the lock; False if none is asked."""
        with game.lock:
            asked = [] if game.gone else game.bots_asked()
            if not asked:
                return False
            side = asked[0]
            seq, view = game.seq(side), game.play.view(side)
            throws = side not in game.play.decisions
        try:
            if throws:
                with self.changing(game, side, seq):
                    game.throw()
            else:
                self._carry_out(game, side, self._choose(game, view), seq)
        except Stale:
            return not game.gone  # somebody took a choice back meanwhile: think again
        return True

    def _carry_out(self, game: OpenGame, side: Side, action: Action, seq: int) -> None:
        with self.changing(game, side, seq):
            try:
                game.act(side, action)
            except Refused as fault:
                log.error("bot %s in game %s: %s", side, game.id, fault)
                game.act(side, next(iter(game.play.offers(side))))

    def _choose(self, game: OpenGame, view: View[Any]) -> Action:
        """What a bot wants; one that fails plays at random, for a stalled game helps nobody."""
        decision = decision_of(game.game, view)
        name = game.seats[view.side].bot
        try:
            mind = game.minds.setdefault((view.side, name), bot(name))
            return mind.choose(view, decision)
        except Exception:
            log.exception("bot %s failed in game %s", name, game.id)
            return decision.offers.sample(Random())
