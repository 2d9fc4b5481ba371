"""One play from set-up to end: the door through which everybody plays.

A playthrough checks every action, keeps the log and the way back, rolls the dice, and shows
each side what it may see. The state itself knows nothing of all this.
"""

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Generic

import msgspec
from typing_extensions import TypeVar

from grognard.core.actions import Action
from grognard.core.chance import Outcome
from grognard.core.errors import Unreadable
from grognard.core.events import Event
from grognard.core.game import Decision, Game, Result, View
from grognard.core.judge import malformed, refuse
from grognard.core.odds import Odds
from grognard.core.offers import Offers
from grognard.core.rulings import ALLOWED, Refused, Ruling
from grognard.core.sides import CHANCE, Side
from grognard.core.state import State
from grognard.core.steps import Together
from grognard.records.undo import WayBack


class Automation(StrEnum):
    """What the table does by itself; each can be switched off."""

    DICE = "dice"
    """Roll dice and draw chits. Off: outcomes are given with ``do(CHANCE, outcome)``."""
    FORCED = "forced"
    """Carry out a choice that has only one offer."""
    EMPTY = "empty"
    """Pass where nothing but passing is offered."""


ALL = frozenset(Automation)
GUESSES = 6
"""How often a compound is tried anew when the state guessed for it brings something to light."""


S = TypeVar("S", bound=State, default=Any)
"""A playthrough of no game in particular is one of any state."""

Judge = Callable[[Side, Sequence[Action]], Ruling]
"""Rules on a compound."""


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line of the log: who did what, and what came of it."""

    side: Side
    act: Action | Outcome
    events: tuple[Event, ...]
    begins: bool
    """Begins a compound: a record line starts here."""

    @property
    def reveals(self) -> bool:
        """Whether a hidden fact came out."""
        return any(event.reveals for event in self.events)


class Playthrough(Generic[S]):
    """One play of a game.

    >>> import grognard
    >>> grognard.start(grognard.load("miniature", "bridgehead"), seed=1)
    <Playthrough of miniature/bridgehead: 0 entries, blue and red to choose>
    """

    decisions: dict[Side, Decision]
    """Who must choose now."""

    def __init__(self, game: Game[S], *, seed: int | None = None,
                 automations: Collection[Automation] = ALL, state: S | None = None) -> None:
        self.game = game
        self.seed = SystemRandom().getrandbits(48) if seed is None else seed
        self.automations = frozenset(automations)
        self.state: S = game.start_state() if state is None else state
        self.from_setup = state is None
        self.opening: tuple[Event, ...] = tuple(self.state.news)
        self.state.news = []
        self.opening_state = self.state.copy()
        self.log: list[Entry] = []
        self._rng = Random(self.seed)
        self._back = WayBack()
        self._look()
        self.go_on()

    def __repr__(self) -> str:
        asked = " and ".join(self.decisions)
        now = f"{asked} to choose" if asked else "over" if self.is_over else "a roll to come"
        return f"<Playthrough of {self.game.box}/{self.game.scenario}: " \
               f"{len(self.log)} entries, {now}>"

    # -- questions ----------------------------------------------------------------------

    def offers(self, side: Side) -> Offers:
        """What the side may choose now; nothing if it is not asked."""
        decision = self.decisions.get(side)
        return decision.offers if decision else Offers({})

    def check(self, side: Side, act: Action | Outcome | str) -> Ruling:
        """Allowed, or refused with code, rule number, place and sentence.

        The answer is made from what the side may know: it gives away nothing else.
        """
        return self._judge(side, act, self._imagine_compound)

    def _judge(self, side: Side, act: Action | Outcome | str, compound: Judge) -> Ruling:
        if side == CHANCE:
            return self._check_outcome(act)
        try:
            atoms = self._atoms(act)
        except Unreadable as fault:
            return refuse("unreadable", args={"text": fault.text, "reason": fault.reason})
        if len(atoms) == 1:
            return self._check_atom(side, atoms[0])
        return compound(side, atoms)

    def view(self, side: Side) -> View[S]:
        """What the side may know and nothing else."""
        return self.game.view(self.state, side)

    def odds(self, side: Side, act: Action | str) -> Odds | None:
        """For an attack: the distribution of results and how it comes about."""
        return self.game.odds(self.state, side, self._atoms(act)[-1])

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    def events(self, side: Side) -> list[Event]:
        """Everything that happened so far, as far as the side may know it."""
        happened = [*self.opening, *(e for entry in self.log for e in entry.events)]
        return [event for event in happened if event.visible_to(side)]

    # -- deeds --------------------------------------------------------------------------

    def do(self, side: Side, act: Action | Outcome | str) -> list[Event]:
        """Carry out an action; returns the events that the side may see.

        A text may hold a whole compound (``"move 151G to 2527"``): all of it or nothing is
        done, unless something hidden comes to light on the way; then what came before it
        stands and the rest is left. Raises :class:`Refused` with the ruling.
        """
        before, decision = len(self.log), self.decisions.get(side)
        if decision is not None and act in decision.offers:  # nothing is left to be ruled
            self._act(side, (act if isinstance(act, Action) else Action(*act),))
        else:
            self._do_ruled(side, act, self.check(side, act))
        return self._seen_since(before, side)

    def repeat(self, side: Side, line: str) -> None:
        """Do a line of a record, all of it or nothing.

        A record holds everything, so it is judged on the true state, not on a side's view.
        """
        def truly(side: Side, atoms: Sequence[Action]) -> Ruling:
            return self._try(side, atoms, self.state.copy())

        self._do_ruled(side, line, self._judge(side, line, truly))

    def _seen_since(self, before: int, side: Side) -> list[Event]:
        return [
            event
            for entry in self.log[before:]
            for event in entry.events
            if event.visible_to(side)
        ]

    def _do_ruled(self, side: Side, act: Action | Outcome | str, ruling: Ruling) -> None:
        if not ruling.allowed:
            raise Refused(ruling, self.game.sentence(ruling))
        if side == CHANCE:
            self._roll(self._outcome(act))
            self.go_on()
        else:
            self._act(side, self._atoms(act))

    def throw(self) -> None:
        """Roll what is waited for, even where dice are typed in."""
        if roll := self.game.rolling(self.state):
            self._roll(roll.chance(self.game, self.state).sample(self._rng))
            self.go_on()

    def undo(self, side: Side) -> None:
        """Take back the side's last decision, or be refused with the reason."""
        ruling = self.can_undo(side)
        if not ruling.allowed:
            raise Refused(ruling, self.game.sentence(ruling))
        if self._back.together is not None:
            self._undo_in_secret(side)
        else:
            self.state, kept, wanted = self._back.step_back()
            for entry in self.log[kept:wanted]:
                self.game.apply(self.state, entry.side, entry.act)
            del self.log[wanted:]
            self._look()

    def can_undo(self, side: Side) -> Ruling:
        code = self._back.refusal(side)
        return refuse(code) if code else ALLOWED

    def fork(self, side: Side, seed: int | None = None, at: int | None = None) -> "Playthrough":
        """A what-if with new dice, from now or from after the first ``at`` entries of the log.

        A finished play has no secrets: its forks are exact. That of a running play is imagined
        from what the side can know.
        """
        rng, state = Random(seed), self._state_after(len(self.log) if at is None else at)
        if not self.is_over:
            state = self.game.what_if(self.game.view(state, side), rng)
        return Playthrough(self.game, seed=rng.getrandbits(48), automations=self.automations,
                           state=state)

    def _state_after(self, entries: int) -> Any:
        state = self.opening_state.copy()
        for entry in self.log[:entries]:
            self.game.apply(state, entry.side, entry.act)
        return state

    def save(self, path: str | Path) -> None:
        """Write the record file."""
        from grognard.records.text import save  # the format knows playthroughs, not they it

        save(self, path)

    def recall(self, log: list[Entry]) -> None:
        """Take over the log of a play that stood here, where nobody could take anything back."""
        self.log = log
        self._back.close(_why_final(log))

    def reseed(self, seed: int | None = None) -> None:
        """New luck from here on."""
        self.seed = SystemRandom().getrandbits(48) if seed is None else seed
        self._rng = Random(self.seed)

    # -- inside -------------------------------------------------------------------------

    def _atoms(self, act: Action | Outcome | str) -> Sequence[Action]:
        if isinstance(act, Action):
            return (act,)
        if isinstance(act, str):
            atoms = self.game.space.parse(act)
            if not atoms:
                raise Unreadable(act, "empty")
            return atoms
        if isinstance(act, tuple) and len(act) == 2 and isinstance(act[0], str):
            return (Action(*act),)
        raise Unreadable(str(act), "action")

    def _check_atom(self, side: Side, action: Action) -> Ruling:
        decision = self.decisions.get(side)
        if decision is not None:
            return decision.check(action)
        if not self.game.space.holds(action):
            return malformed(self.game, action)
        if self.is_over:
            return refuse("game-over")
        return refuse("not-asked", args={"side": self._asked_instead(side)})

    def _asked_instead(self, side: Side) -> Side:
        """Somebody else; of a secret choice, whoever takes part, whether or not he is ready."""
        if not self._in_secret:
            return next(iter(self.decisions), CHANCE)
        others: list[Side] = [b.side for b in self.state.stack[-1].branches if b.side != side]
        return others[0]

    def _imagine_compound(self, side: Side, atoms: Sequence[Action]) -> Ruling:
        """Judge a compound by what its side may know.

        On the true state the answer would tell what a first atom brings to light: whether the
        enemy has finished a secret choice, say. So it is tried on a state imagined from the
        view, and on another where the guess itself came to light.
        """
        if side not in self.decisions:
            return self._check_atom(side, atoms[0])
        view, ruling = self.view(side), ALLOWED
        for luck in range(GUESSES):
            ruling = self._try(side, atoms, self.game.imagine(view, Random(luck)))
            if ruling.code != "reveals-first":
                break
        return ruling

    def _try(self, side: Side, atoms: Sequence[Action], state: Any) -> Ruling:
        """Try the atoms, as far as no die intervenes and nothing hidden comes out."""
        trial = Playthrough(self.game, seed=0, automations=(), state=state)
        for atom in atoms:
            if trial.log and trial.log[-1].reveals:
                return refuse("reveals-first", args={"what": self.game.space.text(atom)})
            ruling = trial._check_atom(side, atom)
            if not ruling.allowed:
                return ruling
            trial._apply(side, atom)
        return ALLOWED

    def _check_outcome(self, act: Any) -> Ruling:
        roll = self.game.rolling(self.state)
        if roll is None:
            return refuse("no-roll")
        try:
            outcome = self._outcome(act)
        except Unreadable as fault:
            return refuse("unreadable", args={"text": str(act), "reason": fault.reason})
        fits = all(isinstance(die, int) for die in outcome)
        fits = fits and roll.chance(self.game, self.state).allows(outcome)
        return ALLOWED if fits else refuse("impossible-roll", self.game.cite(roll.rule))

    def _outcome(self, act: Any) -> Outcome:
        roll = self.game.rolling(self.state)
        if isinstance(act, str) and roll is not None:
            return roll.chance(self.game, self.state).parse(act)
        if not isinstance(act, (tuple, list)):
            raise Unreadable(str(act), "outcome")
        return tuple(act)

    def _act(self, side: Side, atoms: Sequence[Action]) -> None:
        """Decisions of a side, then all that follows by itself: a compound names every atom."""
        before = len(self.log)
        for action in atoms:
            if len(self.log) > before and not self._still_holds(side, action):
                break
            if self._in_secret:
                self._back.in_secret(self.state, len(self.log), side, action)
            else:
                self._back.before(self.state, len(self.log), side)
            self._apply(side, action)
        self.go_on()

    def _still_holds(self, side: Side, action: Action) -> bool:
        """Whether the rest of a compound is what its side meant: nothing new has come out."""
        return not self.log[-1].reveals and action in self.offers(side)

    def _apply(self, side: Side, action: Action) -> None:
        begins, secret = not self.decisions[side].step.continues, self._in_secret
        entry = Entry(side, action, tuple(self.game.apply(self.state, side, action)), begins)
        self.log.append(entry)
        self._look()
        if entry.events and entry.reveals:
            self._back.close("undo-committed" if secret else "undo-reveal")
        elif self._in_secret and not secret:
            # Whether another side has begun to choose must not show, so the way back to before
            # a secret choice closes as it begins.
            self._back.close("undo-secret")

    def _roll(self, outcome: Outcome) -> None:
        events = tuple(self.game.apply(self.state, CHANCE, outcome))
        self.log.append(Entry(CHANCE, outcome, events, True))
        self._look()
        self._back.close("undo-die")

    def _look(self) -> None:
        """See who must choose now, after every change of the state."""
        self.decisions = self.game.decisions(self.state)
        stack = self.state.stack
        self._in_secret = bool(stack) and isinstance(stack[-1], Together)

    def go_on(self) -> None:
        """Let the automations work until somebody has a real choice."""
        while self._one_forced() if self.decisions else self._one_roll():
            pass

    def _one_roll(self) -> bool:
        roll = self.game.rolling(self.state)
        if roll is None or Automation.DICE not in self.automations:
            return False
        self._roll(roll.chance(self.game, self.state).sample(self._rng))
        return True

    def _one_forced(self) -> bool:
        if self._in_secret:
            return False
        (side, decision), = self.decisions.items()
        if decision.step.commits or len(decision.offers) != 1:
            return False
        action = next(iter(decision.offers))
        wanted = Automation.EMPTY if action.kind in self.game.passes else Automation.FORCED
        if wanted not in self.automations:
            return False
        self._back.forced(side)
        self._apply(side, action)
        return True

    def _undo_in_secret(self, side: Side) -> None:
        """Go back to where the secret choice began and do all again but the side's last atom."""
        state, length, acts = self._back.leave_out(side)
        self.state = state
        del self.log[length:]
        self._look()
        self._back.together = None
        for who, action in acts:
            self._act(who, (action,))


def start(game: Game[S], seed: int | None = None, *,
          automations: Collection[Automation] = ALL) -> Playthrough[S]:
    """A new play of a game; the same seed rolls the same dice."""
    return Playthrough(game, seed=seed, automations=automations)


def _why_final(log: Sequence[Entry]) -> str:
    """What stands between the end of a log and the last choice before it."""
    last = log[-1].side if log else CHANCE
    for entry in reversed(log):
        if entry.side == CHANCE:
            return "undo-die"
        if entry.reveals:
            committed = any(event.id == "committed" for event in entry.events)
            return "undo-committed" if committed else "undo-reveal"
        if entry.side != last:
            return "undo-other-side"
    return "undo-nothing"
