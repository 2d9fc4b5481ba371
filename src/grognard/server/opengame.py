"""A game that lies open on the table: the play in memory, every change of it in the store."""

import json
from collections.abc import Callable, Iterable, Sequence
from threading import RLock
from typing import Any, Protocol

import msgspec

from grognard.ai import Mind, thinks
from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import Game, View
from grognard.core.sides import CHANCE, SPECTATOR, Side
from grognard.records import ALL, Automation, Playthrough
from grognard.records.reading import Readout, Rest
from grognard.server import snapshots
from grognard.server.errands import QUICK, SLOW, Errand
from grognard.server.film import Film
from grognard.server.history import (
    Line,
    Misfit,
    Note,
    aside,
    choosing_in_secret,
    misfit_of,
    noted,
    play_back,
    played,
    set_aside,
    write_down,
)
from grognard.server.models import (
    ACT,
    ASIDE,
    BOT,
    PERSON,
    REST,
    ROLL,
    TYPED,
    UNDO,
    ActionRow,
    GameRow,
    SeatRow,
    SnapshotRow,
)
from grognard.server.rota import NOBODY_WAITS, PERSON_WAITS
from grognard.server.store import Store, now
from grognard.server.wire.live import TalkLine
from grognard.server.wire.state import Coach
from grognard.table import Scene, table_of

WITHOUT_DICE = ALL - {Automation.DICE}
WEIGHT, WEIGHT_OF_ENTRY, WEIGHT_OF_STATE, WEIGHT_OF_TOLD = 200_000, 1_500, 20_000, 100_000
"""Bytes of an open game, of an entry of its log, of a state that its film keeps, and of one that
was told."""


class Deeds(Protocol):
    """What a side can do at a table: by the game itself, or by what is wrapped round it."""

    def act(self, side: Side, act: Action | str) -> None:
        """Carry out an action and store it; raises ``Refused`` and then nothing has happened."""

    def roll(self, side: Side, outcome: tuple[int, ...] | str) -> None:
        """An outcome of typed dice, typed in by a side."""

    def undo(self, side: Side) -> None:
        """Take back the side's last real choice; what was forced since goes with it."""

    def coach(self, language: str) -> Coach | None:
        """What somebody beside the table says to do next."""

    def coached(self) -> int:
        """Changes with what the coach says, which may be more than a side knows."""


class OpenGame:
    """One play, its lines and its seats. Whoever asks or acts holds `lock`."""

    play: Playthrough
    """Set by `begin` or `revive`, one of which follows at once."""

    def __init__(
        self, store: Store, row: GameRow, game: Game[Any], seats: Sequence[SeatRow]
    ) -> None:
        self.store, self.row, self.game = store, row, game
        self.id = row.id
        self.seats = {seat.side: seat for seat in seats}
        self.lock = RLock()
        self.lines: list[Line] = []
        """One for each entry of the play's log."""
        self.asides: list[Misfit] = []
        self.misfit: Misfit | None = None
        """Lines that do not fit at present; put aside for good when somebody acts."""
        self.generation = 0
        """Counts what changes beside the play: who holds a seat."""
        self.changes = row.changes or 0
        """How often the store had been told of a change when this copy was true."""
        self.gone = False
        """Another copy, or none, is the true one now."""
        self.minds: dict[tuple[Side, str], Mind] = {}
        self.deeds: Deeds = self
        """Where players act: at the game itself, or at a lesson that is wrapped round it."""
        self._scenes: dict[Side, tuple[View[Any], Scene]] = {}
        """What each side sees until something changes."""
        self.told: dict[tuple[Side, str], list[Any]] = {}
        """What each side was told last in each language; the bulletin's own."""
        self.said: dict[tuple[Side, str], dict[str, Any]] = {}
        """The pieces that each side was told of in each language; see `showing.scene`."""
        self.talk: list[TalkLine] | None = None
        """What its players said; nothing before somebody asked."""
        self._number = 0
        self._seq = dict.fromkeys((*game.sides, SPECTATOR), 0)
        self._snapshot_at = 0
        self._film: Film | None = None

    @property
    def automations(self) -> frozenset[Automation]:
        return WITHOUT_DICE if self.row.dice == TYPED else ALL

    def seq(self, side: Side) -> int:
        """Counts the changes that a side may know of."""
        return self._seq[side]

    # -- opening ------------------------------------------------------------------------

    def adopt(self, read: Readout) -> list[ActionRow]:
        """Take over a play that was read elsewhere; returns what is to be stored.

        Only what its players could still take back is played here.
        """
        notes = [noted(*entry) for entry in read.spelled]
        lines = [Line(number, note.party, note.text) for number, note in enumerate(notes)]
        start = Playthrough(self.game, automations=WITHOUT_DICE, state=self._position())
        self.play = snapshots.recalled(read.kept, self.game, start) if read.kept else start
        self.play.automations = WITHOUT_DICE
        play_back(self.play, lines, read.kept.entries if read.kept else 0)
        self.play.automations = self.automations
        rows = self._rows(notes[: len(self.play.log)])
        self.lines = [Line(row.number, row.party, row.text) for row in rows]
        return rows + self._rows_aside(read.rest)

    def begin(self, lines: Sequence[Line] = ()) -> list[ActionRow]:
        """Start the play, or play given lines; returns what is to be stored."""
        self.play = Playthrough(self.game, automations=WITHOUT_DICE, state=self._position())
        play_back(self.play, lines)
        self.play.automations = self.automations
        self.play.go_on()
        rows = self._rows(write_down(self.game, self.play.opening_state, self.play.log))
        self.lines = [Line(row.number, row.party, row.text) for row in rows]
        return rows

    def _rows_aside(self, rest: Rest | None) -> list[ActionRow]:
        """Lines that never fitted are kept as one row, which the next row takes out again."""
        if rest is None:
            return []
        rows = self._rows([Note(REST, CHANCE, "\n".join(rest.lines))])
        self.asides.append(misfit_of(rows[0], rest.reason))
        return rows + self._rows([aside(self.asides[-1])])

    def revive(self, rows: Sequence[ActionRow], snapshot: SnapshotRow | None) -> None:
        """Play the stored lines again, from a snapshot if there is one that fits."""
        self.lines = played(rows)
        self.asides = set_aside(rows)
        self._count(rows)
        start = Playthrough(self.game, automations=WITHOUT_DICE, state=self._position())
        restored = snapshot and snapshots.restore(snapshot, self.game, start, self.lines)
        self.play = restored or start
        self.play.automations = WITHOUT_DICE
        self._snapshot_at = len(restored.log) if restored else 0
        self.misfit = play_back(self.play, self.lines, self._snapshot_at)
        if self.misfit:
            del self.lines[len(self.lines) - len(self.misfit.lines):]
        self._go_on()

    def catch_up(self) -> bool:
        """Take over what other processes wrote; whether that was possible without a new copy.

        Lines that were added are played. What was taken back or put aside begins in the store.
        """
        row = self.store.game(self.id)
        rows = self.store.actions(self.id, self._number)
        added = all(new.kind in (ACT, ROLL) for new in rows) and self.misfit is None
        if row is None or not added or row.lesson != self.row.lesson:
            return False
        self._seat(row, self.store.seats(self.id))
        self.row, self.changes, self.talk = row, row.changes, None
        return not rows or self._play_on(rows)

    def _seat(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        """Who sits there now."""
        held = {seat.side: seat for seat in seats}
        if row.watch != self.row.watch or _named(held.values()) != _named(self.seats.values()):
            self.generation += 1
        self.seats = held

    def _play_on(self, rows: Sequence[ActionRow]) -> bool:
        """Play lines that were stored elsewhere, and stored with all that they brought about."""
        self._scenes.clear()
        self._count(rows)
        self.lines += [Line(row.number, row.party, row.text) for row in rows]
        self.play.automations = WITHOUT_DICE
        misfit = play_back(self.play, self.lines, len(self.lines) - len(rows))
        self.play.automations = self.automations
        return misfit is None and len(self.play.log) == len(self.lines)

    def _go_on(self) -> None:
        """Let the table do what it does by itself; after an update that may be something new."""
        length = len(self.lines)
        before = self._state_after(length)
        self.play.automations = self.automations
        self.play.go_on()
        if len(self.play.log) > length:
            self._keep(write_down(self.game, before, self.play.log[length:]), self.game.sides[0])

    def _state_after(self, length: int) -> Any:
        """The state after so many entries; only what was forced can lie behind it."""
        if len(self.play.log) == length:
            return self.play.state.copy()
        state = self.play.opening_state.copy()
        for entry in self.play.log[:length]:
            self.game.apply(state, entry.side, entry.act)
        return state

    def _position(self) -> Any:
        return None if self.row.position is None else self.game.decode(self.row.position)

    # -- deeds --------------------------------------------------------------------------

    def act(self, side: Side, act: Action | str) -> None:
        """Carry out an action and store it; raises ``Refused`` and then nothing has happened."""
        self._change(side, lambda: self.play.do(side, act))

    def roll(self, side: Side, outcome: tuple[int, ...] | str) -> None:
        """An outcome of typed dice, typed in by a side."""
        self._change(side, lambda: self.play.do(CHANCE, outcome))

    def throw(self, side: Side) -> None:
        """The machine throws dice that nobody can type in, for the side that owns them."""
        self._change(side, self.play.throw)

    def coach(self, language: str) -> Coach | None:
        """A game of its own has none."""
        return None

    def coached(self) -> int:
        """Nobody says anything."""
        return 0

    def _change(self, side: Side, deed: Callable[[], object]) -> None:
        before, length = self.play.state.copy(), len(self.play.log)
        deed()
        self._keep(write_down(self.game, before, self.play.log[length:]), side)

    def undo(self, side: Side) -> None:
        """Take back the side's last real choice; what was forced since goes with it."""
        secret = choosing_in_secret(self.play.state)
        self.play.undo(side)
        while not secret and self._only_one_way() and self.play.can_undo(side).allowed:
            self.play.undo(side)
        taken = self._taken(side, secret)
        self._keep([Note(UNDO, side, "undo", secret, tuple(line.number for line in taken))], side)

    def set_free(self, dice: str) -> None:
        """Follow the lesson no more; dice that wait are rolled if the machine rolls from now on."""
        self.store.update(self.id, {"lesson": "", "dice": dice})
        self.row.lesson, self.row.dice = "", dice
        self.deeds = self
        self.generation += 1
        self._go_on()

    def _only_one_way(self) -> bool:
        return all(len(decision.offers) == 1 for decision in self.play.decisions.values())

    def _taken(self, side: Side, secret: bool) -> list[Line]:
        """The lines that the play has no longer; in a secret choice, the side's last one."""
        if not secret:
            length = len(self.play.log)
            taken, self.lines = self.lines[length:], self.lines[:length]
            return taken
        index = max(i for i, line in enumerate(self.lines) if line.party == side)
        return [self.lines.pop(index)]

    # -- storing ------------------------------------------------------------------------

    def _keep(self, notes: Sequence[Note], side: Side) -> None:
        """Store what a side did; only then does it count."""
        self._scenes.clear()
        if self.misfit is not None:
            notes = [aside(self.misfit), *notes]
            self.asides.append(self.misfit)
            self.misfit = None
        rows = self._rows(notes)
        public = any(not row.secret for row in rows)  # the time of a secret act would tell of it
        changes = {**self.standing(side), "changed": now()} if public else {}
        errand = self.errand() if self.store.shared else None
        stored = self.store.append(self.id, rows, changes, errand)
        if stored == self.changes + 1:  # otherwise others wrote meanwhile: look again
            self.changes = stored
        self.lines += [
            Line(row.number, row.party, row.text) for row in rows if row.kind in (ACT, ROLL)
        ]
        for name, value in changes.items():
            setattr(self.row, name, value)
        self._take_snapshot()

    def _rows(self, notes: Iterable[Note]) -> list[ActionRow]:
        rows = [self._row(self._number + index, note) for index, note in enumerate(notes)]
        self._count(rows)
        return rows

    def _row(self, number: int, note: Note) -> ActionRow:
        takes = json.dumps(note.takes) if note.takes else ""
        return ActionRow(
            game_id=self.id, number=number, kind=note.kind, party=note.party, text=note.text,
            takes=takes, secret=note.secret, at=now(),
        )

    def _count(self, rows: Iterable[ActionRow]) -> None:
        for row in rows:
            self._number = row.number + 1
            for side in self._seq:
                told = not row.secret or row.party == side
                self._seq[side] += row.kind not in (ASIDE, REST) and told

    def standing(self, side: Side) -> dict[str, Any]:
        """What the list of games tells about this one: nothing but what any side sees."""
        result = self.play.result if self.play.is_over else None
        told = msgspec.json.encode(result).decode() if result else ""
        _, shown = self.seen_by(side)
        return {"over": self.play.is_over, "result": told, "turn": shown.turn}

    def _take_snapshot(self) -> None:
        if snapshots.due(self.play, self._snapshot_at):
            self.store.keep_snapshot(snapshots.take(self.id, self.play, self.lines))
            self._snapshot_at = len(self.play.log)

    # -- questions ----------------------------------------------------------------------

    def seen_by(self, side: Side) -> tuple[View[Any], Scene]:
        """What a side knows and sees, worked out once until something changes."""
        if side not in self._scenes:
            view = self.play.view(side)
            self._scenes[side] = view, table_of(self.game).scene(view)
        return self._scenes[side]

    @property
    def is_lesson(self) -> bool:
        """Whether something is wrapped round it that wants its own."""
        return self.deeds is not self

    def happened(self, side: Side) -> list[tuple[Side, Event]]:
        """Who acted and what came of it, as far as a side may know, the beginning first."""
        opening = [(CHANCE, event) for event in self.play.opening if event.visible_to(side)]
        return opening + [
            (entry.side, event)
            for entry in self.play.log
            for event in entry.events
            if event.visible_to(side)
        ]

    def film(self) -> Film:
        """The past, up to now."""
        self._film = self._film or Film(self.play)
        self._film.refresh()
        return self._film

    def weight(self) -> int:
        """Bytes that it takes in memory, about; how that was measured: docs/performance.md."""
        states = self._film.kept if self._film else 0
        told = sum(map(len, self.told.values()))
        kept = WEIGHT_OF_STATE * states + WEIGHT_OF_TOLD * told
        return WEIGHT + WEIGHT_OF_ENTRY * len(self.play.log) + kept

    def bots_asked(self) -> list[Side]:
        """Sides played by a bot that must choose, or throw dice that no person may see."""
        asked = [*self.play.decisions, *self._throws_unseen()]
        return [side for side in asked if self.seats[side].kind == BOT]

    def errand(self) -> Errand | None:
        """What is to be done by a bot: its lane, and whether a person waits for it."""
        asked = self.bots_asked()
        if not asked:
            return None
        persons = any(self.is_person(side) for side in self.seats)
        lane = SLOW if thinks(self.seats[asked[0]].bot) else QUICK
        return Errand(lane, PERSON_WAITS if persons else NOBODY_WAITS)

    def _throws_unseen(self) -> list[Side]:
        """Who owns the dice that play waits for, if no person's view shows them."""
        rolling = self.game.rolling(self.play.state)
        owner = rolling.side(self.game, self.play.state) if rolling else ""
        if not owner or self.seats[owner].kind != BOT:
            return []
        persons = [side for side in self.game.sides if self.is_person(side)]
        return [owner] if all(self.hides_roll(side) for side in persons) else []

    def hides_roll(self, side: Side) -> bool:
        """Whether dice are waited for that the side may not know of before they are thrown."""
        rolling = self.game.rolling(self.play.view(side).state)
        return rolling is not None and rolling.hidden_from(side)

    def is_person(self, side: Side) -> bool:
        return self.seats[side].kind == PERSON


def _named(seats: Iterable[SeatRow]) -> list[tuple[str, ...]]:
    """Who sits where: whoever sits down anew has another token."""
    return sorted((seat.side, seat.kind, seat.name, seat.token) for seat in seats)
