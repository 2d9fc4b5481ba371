"""The coach: what a lesson wants next, and what it says to somebody who does something else.

A lesson is wrapped round a game: whoever plays a lesson acts here, and only what the lesson wants
reaches the game. A game of its own knows nothing of it. How far a lesson has come follows from
the play's lines alone, so it survives whatever they do.
"""

from typing import Any

from grognard.core.actions import Action
from grognard.core.chance import Outcome
from grognard.core.messages import LANGUAGES
from grognard.core.rulings import Refused
from grognard.core.sides import CHANCE, Side
from grognard.records.lessons import Cue, Script
from grognard.server.history import choosing_in_secret
from grognard.server.models import MACHINE
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem
from grognard.server.wire.base import Refusal
from grognard.server.wire.state import Coach, CoachDice, ExpectedAction
from grognard.server.wording import Wording


class Unwanted(Problem):
    """What the rules allow but the lesson does not want; it says what it wants instead."""

    def __init__(self, wanted: dict[str, dict[str, str]]) -> None:
        super().__init__(422, "lesson-wants", field="act")
        self._wanted = wanted

    def body(self, language: str) -> Refusal:
        self.blanks |= self._wanted[language]
        return super().body(language)


class Lesson:
    """A game that follows a script; see :class:`~grognard.server.opengame.Deeds`."""

    def __init__(self, game: OpenGame, script: Script) -> None:
        self.game, self.script = game, script

    @property
    def reached(self) -> int | None:
        """How many cues the play has followed; None if it follows the lesson no more."""
        return self.script.reached(self.game.play.log)

    # -- what the coach says ------------------------------------------------------------

    def coach(self, language: str) -> Coach | None:
        """The step at hand: what to do, why, and what the lesson waits for."""
        at, script = self.reached, self.script
        if at is None:
            return None
        steps, done = len(script.lesson.steps), at == len(script.cues)
        here = self._end(language) if done else self._step(at, language)
        return Coach(lesson=script.lesson.id, title=self._text(language, "title"), steps=steps,
                     done=done, **here)

    def coached(self) -> int:
        """One person plays all sides of a lesson, so it tells each of them how far all are."""
        return len(self.game.play.log) + 1

    def _text(self, language: str, *parts: str) -> str:
        script = self.script
        return script.texts(language).text(script.lesson.text(*parts), {}, script.game)

    def _end(self, language: str) -> dict[str, Any]:
        return {"step": len(self.script.lesson.steps), "do": self._text(language, "end"),
                "why": "", "rules": [], "left": 0, "side": "", "expects": [], "dice": None}

    def _step(self, at: int, language: str) -> dict[str, Any]:
        script = self.script
        step, cue, words = script.step_at(at), script.cues[at], Wording(script.game, language)
        return {
            "step": cue.step + 1,
            "do": self._text(language, step.id, "do"),
            "why": self._text(language, step.id, "why"),
            "rules": [script.game.cite(script.lesson.cited(rule)) for rule in step.rules],
            "left": len({other.line for other in script.rest_of_step(at)}),
            "side": "" if cue.side == CHANCE else cue.side,
            "expects": [self._expected(words, cue.side, one) for one in self._choices(at)],
            "dice": self._dice(cue) if cue.side == CHANCE else None,
        }

    def _choices(self, at: int) -> list[Action]:
        """What is still to be chosen of the line at hand."""
        return [Action(*cue.act) for cue in self.script.rest_of_line(at) if cue.side != CHANCE]

    def _expected(self, words: Wording, side: Side, action: Action) -> ExpectedAction:
        label = self._label(words, side, action)
        return ExpectedAction(kind=action.kind, arg=action.arg, label=label)

    def _label(self, words: Wording, side: Side, action: Action) -> str:
        """An action in words, as its button has it where the side is asked now."""
        domain = words.game.space.domains[action.kind]
        asked = self.game.play.decisions.get(side)
        argument = words.argument(action.kind, domain, action.arg)
        kind = words.offer(type(asked.step).__name__ if asked else "", action.kind)
        return f"{kind} {argument}".strip()

    def _dice(self, cue: Cue) -> CoachDice:
        outcome = [int(die) for die in cue.act]
        return CoachDice(outcome=outcome, text=self._shown(cue.act), printed=not cue.filler)

    def _shown(self, outcome: object) -> str:
        """An outcome in notation: numbers, or the name of what is drawn."""
        game = self.game
        roll = game.game.rolling(game.play.state)
        assert roll is not None
        chance = roll.chance(game.game, game.play.state)
        return chance.text(outcome)  # type: ignore[arg-type]

    # -- deeds --------------------------------------------------------------------------

    def act(self, side: Side, act: Action | str) -> None:
        """Act; what the rules allow but the lesson does not want is turned down."""
        at = self.reached
        if at is not None:
            self._check_rules(side, act)
            wanted = self._next_choices(at, side)
            if wanted[: len(atoms := self._atoms(act))] != atoms:
                raise self._turned_down(at)
        self.game.act(side, act)

    def _check_rules(self, side: Side, act: Action | Outcome | str) -> None:
        """The rules speak before the lesson does."""
        ruling = self.game.play.check(side, act)
        if not ruling.allowed:
            raise Refused(ruling, self.game.game.sentence(ruling))

    def _atoms(self, act: Action | str) -> list[Action]:
        return list(self.game.game.space.parse(act)) if isinstance(act, str) else [act]

    def _next_choices(self, at: int, side: Side) -> list[Action]:
        """The side's choices up to the next roll or the next choice of another side."""
        found: list[Action] = []
        for cue in self.script.cues[at:]:
            if cue.side != side:
                break
            found.append(Action(*cue.act))
        return found

    def _turned_down(self, at: int) -> Problem:
        cues = self.script.cues
        if at == len(cues):
            return Problem(422, "lesson-over", field="act")
        if cues[at].side == CHANCE:
            return Problem(422, "lesson-dice", field="act", dice=self._shown(cues[at].act))
        return Unwanted({language: self._wanted(at, language) for language in LANGUAGES})

    def _wanted(self, at: int, language: str) -> dict[str, str]:
        words, side = Wording(self.script.game, language), self.script.cues[at].side
        what = ", ".join(self._label(words, side, action) for action in self._choices(at))
        return {"what": what, "side": words.side(side)}

    def roll(self, side: Side, outcome: Outcome | str) -> None:
        """Type dice in; others than the lesson's are turned down."""
        at, cues = self.reached, self.script.cues
        if at is not None:
            self._check_rules(CHANCE, outcome)
            if at == len(cues) or self._read(outcome) != tuple(cues[at].act):
                raise self._turned_down(at)
        self.game.roll(side, outcome)

    def _read(self, outcome: Outcome | str) -> Outcome:
        game = self.game
        waiting = game.game.rolling(game.play.state)
        assert waiting is not None
        chance = waiting.chance(game.game, game.play.state)
        return chance.parse(outcome) if isinstance(outcome, str) else outcome

    def undo(self, side: Side) -> None:
        """Take back; in a secret choice only if the side was the last to choose.

        Otherwise the lines left would no longer be a beginning of the lesson.
        """
        game = self.game
        secret = choosing_in_secret(game.play.state)
        if self.reached is not None and secret and game.lines and game.lines[-1].party != side:
            raise Problem(409, "lesson-undo")
        game.undo(side)

    # -- the coach's own ----------------------------------------------------------------

    def show(self, side: Side, whole_step: bool) -> None:
        """Do the next line of the lesson for a side, or all that is left of the step."""
        at, script = self.reached, self.script
        if at is None:
            raise Problem(409, "no-lesson")
        if at == len(script.cues):
            raise Problem(409, "lesson-over")
        rest = script.rest_of_step(at) if whole_step else script.rest_of_line(at)
        self._follow(side, at + len(rest))

    def _follow(self, side: Side, stop: int) -> None:
        while (at := len(self.game.play.log)) < stop:
            cue = self.script.cues[at]
            if cue.side == CHANCE:
                self.game.roll(side, tuple(int(die) for die in cue.act))
            else:
                self.game.act(cue.side, Action(*cue.act))

    def leave(self, dice: str = MACHINE) -> None:
        """Play on freely from here."""
        self.game.set_free(dice)


def lesson_of(game: OpenGame) -> Lesson:
    """The lesson wrapped round a game; raises `no-lesson`."""
    if not isinstance(game.deeds, Lesson):
        raise Problem(409, "no-lesson")
    return game.deeds
