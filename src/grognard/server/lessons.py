"""The coach: what a lesson wants next, and what it says to somebody who does something else.

How far a lesson has come follows from the play's lines alone, so it survives whatever they do.
"""

from grognard.core.actions import Action
from grognard.core.chance import Outcome
from grognard.core.rulings import Refused
from grognard.core.sides import CHANCE, Side
from grognard.records.lessons import Cue, Script
from grognard.server.history import choosing_in_secret
from grognard.server.models import MACHINE
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem
from grognard.server.showing import Plain
from grognard.server.wording import Wording


def reached(game: OpenGame) -> int | None:
    """How many cues the play has followed; None if it follows no lesson."""
    return game.script.reached(game.play.log) if game.script else None


def coach(game: OpenGame, language: str) -> Plain | None:
    """The step at hand: what to do, why, and what the lesson waits for."""
    at, script = reached(game), game.script
    if at is None or script is None:
        return None
    plain: Plain = {
        "lesson": script.lesson.id,
        "title": _text(script, language, "title"),
        "steps": len(script.lesson.steps),
        "done": at == len(script.cues),
    }
    return plain | (_step(game, script, at, language) if not plain["done"] else {
        "step": plain["steps"], "do": _text(script, language, "end"), "why": "", "rules": [],
        "left": 0, "side": "", "expects": [], "dice": None,
    })  # fmt: skip


def _text(script: Script, language: str, *parts: str) -> str:
    return script.texts(language).text(script.lesson.text(*parts), {}, script.game)


def _step(game: OpenGame, script: Script, at: int, language: str) -> Plain:
    step, cue = script.step_at(at), script.cues[at]
    rest = script.rest_of_step(at)
    words = Wording(script.game, language)
    return {
        "step": cue.step + 1,
        "do": _text(script, language, step.id, "do"),
        "why": _text(script, language, step.id, "why"),
        "rules": [script.game.cite(rule) for rule in step.rules],
        "left": len({other.line for other in rest}),
        "side": "" if cue.side == CHANCE else cue.side,
        "expects": [_expected(game, words, cue.side, one) for one in _choices(script, at)],
        "dice": _dice(game, cue) if cue.side == CHANCE else None,
    }


def _choices(script: Script, at: int) -> list[Action]:
    """What is still to be chosen of the line at hand."""
    return [Action(*cue.act) for cue in script.rest_of_line(at) if cue.side != CHANCE]


def _expected(game: OpenGame, words: Wording, side: Side, action: Action) -> Plain:
    label = _label(game, words, side, action)
    return {"kind": action.kind, "arg": action.arg, "label": label}


def _label(game: OpenGame, words: Wording, side: Side, action: Action) -> str:
    """An action in words, as its button has it where the side is asked now."""
    domain, asked = words.game.space.domains[action.kind], game.play.decisions.get(side)
    argument = words.argument(action.kind, domain, action.arg)
    kind = words.offer(type(asked.step).__name__ if asked else "", action.kind)
    return f"{kind} {argument}".strip()


def _dice(game: OpenGame, cue: Cue) -> Plain:
    return {"outcome": list(cue.act), "text": _shown(game, cue.act), "printed": not cue.filler}


def _shown(game: OpenGame, outcome: object) -> str:
    """An outcome in notation: numbers, or the name of what is drawn."""
    roll = game.game.rolling(game.play.state)
    assert roll is not None
    return roll.chance(game.game, game.play.state).text(outcome)  # type: ignore[arg-type]


# -- deeds --------------------------------------------------------------------------------


def act(game: OpenGame, side: Side, act: Action | str, language: str) -> None:
    """Act; what the rules allow but the lesson does not want is turned down."""
    at = reached(game)
    if at is not None:
        _check_rules(game, side, act)
        wanted = _next_choices(game, at, side)
        if wanted[: len(atoms := _atoms(game, act))] != atoms:
            raise _turned_down(game, at, language)
    game.act(side, act)


def _check_rules(game: OpenGame, side: Side, act: Action | Outcome | str) -> None:
    """The rules speak before the lesson does."""
    ruling = game.play.check(side, act)
    if not ruling.allowed:
        raise Refused(ruling, game.game.sentence(ruling))


def _atoms(game: OpenGame, act: Action | str) -> list[Action]:
    return list(game.game.space.parse(act)) if isinstance(act, str) else [act]


def _next_choices(game: OpenGame, at: int, side: Side) -> list[Action]:
    """The side's choices up to the next roll or the next choice of another side."""
    assert game.script is not None
    found: list[Action] = []
    for cue in game.script.cues[at:]:
        if cue.side != side:
            break
        found.append(Action(*cue.act))
    return found


def _turned_down(game: OpenGame, at: int, language: str) -> Problem:
    script = game.script
    assert script is not None
    if at == len(script.cues):
        return Problem(422, "lesson-over", field="act")
    if script.cues[at].side == CHANCE:
        return Problem(422, "lesson-dice", field="act", dice=_shown(game, script.cues[at].act))
    words = Wording(script.game, language)
    side = script.cues[at].side
    what = ", ".join(_label(game, words, side, action) for action in _choices(script, at))
    return Problem(422, "lesson-wants", field="act", what=what, side=words.side(side))


def roll(game: OpenGame, outcome: Outcome | str, language: str) -> None:
    """Type dice in; others than the lesson's are turned down."""
    at = reached(game)
    if at is not None:
        _check_rules(game, CHANCE, outcome)
        script = game.script
        assert script is not None
        if at == len(script.cues) or _read(game, outcome) != tuple(script.cues[at].act):
            raise _turned_down(game, at, language)
    game.roll(outcome)


def _read(game: OpenGame, outcome: Outcome | str) -> Outcome:
    waiting = game.game.rolling(game.play.state)
    assert waiting is not None
    chance = waiting.chance(game.game, game.play.state)
    return chance.parse(outcome) if isinstance(outcome, str) else outcome


def undo(game: OpenGame, side: Side) -> None:
    """Take back; in a secret choice only if the side was the last to choose.

    Otherwise the lines left would no longer be a beginning of the lesson.
    """
    secret = choosing_in_secret(game.play.state)
    if reached(game) is not None and secret and game.lines and game.lines[-1].party != side:
        raise Problem(409, "lesson-undo")
    game.undo(side)


def show(game: OpenGame, whole_step: bool) -> None:
    """Do the next line of the lesson for the player, or all that is left of the step."""
    at, script = reached(game), game.script
    if at is None or script is None:
        raise Problem(409, "no-lesson")
    if at == len(script.cues):
        raise Problem(409, "lesson-over")
    rest = script.rest_of_step(at) if whole_step else script.rest_of_line(at)
    _follow(game, script, at + len(rest))


def _follow(game: OpenGame, script: Script, stop: int) -> None:
    while (at := len(game.play.log)) < stop:
        cue = script.cues[at]
        if cue.side == CHANCE:
            game.roll(tuple(int(die) for die in cue.act))
        else:
            game.act(cue.side, Action(*cue.act))


def leave(game: OpenGame, dice: str = MACHINE) -> None:
    """Play on freely from here."""
    if game.script is None:
        raise Problem(409, "no-lesson")
    game.set_free(dice)
