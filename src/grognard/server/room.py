"""The room where games are played: opens them, lets bots act, and tells who is watching.

Where several processes share a store, each has a room, and a game that lies open in one is
compared with the store whenever it is used; bots choose in processes of their own.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Lock, RLock
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from grognard.ai import Mind, bot, decision_of
from grognard.core.actions import Action
from grognard.core.game import Decision, Game, View
from grognard.core.messages import Message
from grognard.core.rulings import Refused
from grognard.core.sides import Side
from grognard.server.athand import MEMORY, AtHand
from grognard.server.errands import SLOW
from grognard.server.lessons import Lesson
from grognard.server.models import GameRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem, Stale, unknown
from grognard.server.rota import Rota
from grognard.server.seal import Seal
from grognard.server.shelf import Shelf
from grognard.server.store import NotStored, Overtaken, Store

log = logging.getLogger("grognard.server")


class Door:
    """Where whoever opens a game waits for whoever opens it already."""

    def __init__(self) -> None:
        self.lock = RLock()


class Room:
    """All games that somebody plays or looks at."""

    def __init__(
        self, store: Store, shelf: Shelf | None = None, *, local: bool = True,
        memory: int = MEMORY,
    ) -> None:  # fmt: skip
        """`memory` is how many megabytes the open games may take, about."""
        self.store, self.shelf, self.local = store, shelf or Shelf(), local
        self.seal = Seal.in_folder(store.folder)
        self.on_change: Callable[[str], None] = lambda id: None
        self.at_hand = AtHand(memory)
        self._lock = Lock()
        self._doors: WeakValueDictionary[str, Door] = WeakValueDictionary()
        self._rota = Rota(self.one_choice)
        self._thinkers = Rota(self.one_choice, workers=1)
        """A lane of their own for bots that take seconds, so that no other bot waits for them."""

    def close(self) -> None:
        """Let bots finish their choice and close the store."""
        self._rota.close()
        self._thinkers.close()
        self.store.close()

    # -- opening ------------------------------------------------------------------------

    def row(self, id: str) -> GameRow:
        with reached():
            row = self.store.game(id)
        if row is None:
            raise unknown("game", id)
        return row

    def open(self, id: str) -> OpenGame:
        """A game by id, revived from the store if it does not lie open already."""
        found = self._find(id)
        if not self.store.shared:  # there, bots are called by what changes a game
            self.wake(found)
        return found

    def watch(self, id: str) -> OpenGame:
        """The same, for somebody who only looks on: bots are woken by what changes a game."""
        found = None if self.store.shared else self.at_hand.use(id)
        return found or self.open(id)

    def _find(self, id: str) -> OpenGame:
        with self._door(id).lock, reached():
            found = self.at_hand.use(id)
            if found is not None and self.store.shared:
                found = self._up_to_date(found)
            if found is None:
                found = self._revive(self.row(id))
                self.at_hand.keep(found)
                if self.store.shared:
                    self.wake(found)
        return found

    def _up_to_date(self, game: OpenGame) -> OpenGame | None:
        """A game with all that other processes wrote; nothing if it must be opened anew."""
        counted = self.store.changes(game.id)
        with game.lock:
            if counted is None or game.gone:
                self.drop(game)
                return None
            if counted <= game.changes or game.catch_up():
                return game
            self.drop(game)
        return None

    def _door(self, id: str) -> "Door":
        """Two who want the same game must not both revive it; other games need not wait.

        A door is there while somebody stands in it: ids that nobody knows are not remembered.
        """
        with self._lock:
            return self._doors.setdefault(id, Door())

    def _revive(self, row: GameRow) -> OpenGame:
        try:
            return self._revived(row)
        except Overtaken:  # another process opened it, too, and let the table go on
            return self._revived(self.row(row.id))

    def _revived(self, row: GameRow) -> OpenGame:
        game = self.game_of(row)
        found = OpenGame(self.store, row, game, self.store.seats(row.id))
        self.guide(found)
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

    def guide(self, game: OpenGame) -> None:
        """Wrap the lesson round a game that follows one; without it the game goes free."""
        row = game.row
        if not row.lesson:
            return
        try:
            game.deeds = Lesson(game, self.shelf.script(row.box, row.lesson))
        except Problem as fault:
            log.error("lesson %s of game %s: %s", row.lesson, row.id, fault)

    def keep(self, game: OpenGame) -> None:
        """Have a game at hand."""
        self.at_hand.keep(game)

    def drop(self, game: OpenGame) -> None:
        """Forget what is in memory: the store knows better."""
        self.at_hand.drop(game)

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
        if not self.store.shared:  # there, the bot was called with the change itself
            self.wake(game)

    # -- bots ---------------------------------------------------------------------------

    def wake(self, game: OpenGame) -> None:
        """Set bots to work if one must choose."""
        with game.lock:
            errand = None if game.gone else game.errand()
        if errand is None:
            return
        if self.store.shared:
            self.store.enlist(game.id, errand)
        else:
            lane = self._thinkers if errand.lane == SLOW else self._rota
            lane.enlist(game.id, errand.rank)

    def one_choice(self, id: str) -> None:
        """A bot of this game chooses; what it is asked next has to wait for its turn again."""
        try:
            game = self._find(id)
        except Problem:
            return  # deleted, or of a box that is gone
        try:
            self._bot_acts(game)
        except Stale:  # somebody took a choice back meanwhile, or it was put back: think again
            with suppress(Problem):
                self.wake(self._find(id))

    def _bot_acts(self, game: OpenGame) -> None:
        """One choice of a bot, thought out without the lock."""
        with game.lock:
            asked = game.bots_asked()
            if not asked:
                return
            side = asked[0]
            if game.gone:
                raise Stale(game.seq(side))
            seq, view = game.seq(side), game.play.view(side)
            throws = side not in game.play.decisions
            mind = self._mind(game, side)
        if throws:
            with self.changing(game, side, seq):
                game.throw(side)
        else:
            self._carry_out(game, side, self._choose(game, mind, view), seq)

    def _carry_out(self, game: OpenGame, side: Side, action: Action, seq: int) -> None:
        with self.changing(game, side, seq):
            try:
                game.act(side, action)
            except Refused as fault:
                log.error("bot %s in game %s: %s", side, game.id, fault)
                game.act(side, next(iter(game.play.offers(side))))

    def _mind(self, game: OpenGame, side: Side) -> Mind:
        """The bot of a side, told what has happened; under the game's lock."""
        name = game.seats[side].bot
        try:
            if (side, name) not in game.minds:
                game.minds[side, name] = Mind(bot(name))
            game.minds[side, name].follow(game.play, side)
        except Exception:
            log.exception("bot %s failed in game %s", name, game.id)
            game.minds[side, name] = Mind(at_random)
        return game.minds[side, name]

    def _choose(self, game: OpenGame, mind: Mind, view: View[Any]) -> Action:
        """What a bot wants; one that fails plays at random, for a stalled game helps nobody."""
        try:
            return mind.choose(game.game, view)
        except Exception:
            log.exception("%r failed in game %s", mind, game.id)
            return at_random(view, decision_of(game.game, view))


@contextmanager
def reached() -> Iterator[None]:
    """Around what is read: a database that is away is no defect of ours."""
    try:
        yield
    except SQLAlchemyError as fault:
        log.error("the database cannot be read: %s", fault)
        raise Problem(503, "no-database") from fault


def at_random(view: View[Any], decision: Decision) -> Action:
    return decision.offers.sample(Random())
