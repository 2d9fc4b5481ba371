"""What leaves for a seat, as plain data ready for JSON: scene, decision, ruling, odds, result.

Everything here is made from a view, so what a view does not hold cannot leave. What is asked
and offered is worked out on a state imagined from the view: the contract of a game says that
this gives the very same answers as the true state.
"""

from fractions import Fraction
from random import Random
from typing import Any

import msgspec

from grognard.boxes import Case, Inventory
from grognard.core.actions import Action
from grognard.core.chance import Dice, Draw
from grognard.core.game import Decision, Game, Result, View
from grognard.core.odds import Odds, OddsLine
from grognard.core.offers import Choices
from grognard.core.rulings import Ruling
from grognard.core.scene import Scene
from grognard.core.steps import Ask, Roll
from grognard.server import screens
from grognard.server.doubts import doubts, final_hexes, ruin
from grognard.server.problems import own_texts
from grognard.server.wording import Wording

Plain = dict[str, Any]

GUESSES = 6
"""How often a preview guesses anew when its guess brings something hidden to light."""


def imagined(view: View[Any], game: Game[Any], luck: int = 0) -> Any:
    """A whole state that fits a view; always the same one, so that no answer flickers."""
    return game.imagine(view, Random(luck))


# -- the scene ----------------------------------------------------------------------------


def scene(words: Wording, shown: Scene) -> Plain:
    """Everything one viewer sees, its messages put into words."""
    plain: Plain = msgspec.to_builtins(shown)
    for piece, raw in zip(shown.pieces, plain["pieces"], strict=True):
        if piece.note is not None:
            raw["note"] = words.say(piece.note)
    for raw in plain.get("phases", ()):
        raw["label"] = words.named(raw["id"], "phase", "step")
        if raw.get("side"):
            raw["side_name"] = words.side(raw["side"])
    for raw in plain.get("gauges", ()):
        raw["label"] = words.named(raw["id"], "gauge")
    plain["overlays"] = [
        {"id": id, "label": words.named(id, "overlay"), "hexes": list(hexes)}
        for id, hexes in shown.overlays.items()
    ]
    if shown.score is not None:
        lines = [{"label": words.say(said), "value": value} for said, value in shown.score.lines]
        plain["score"] = {"standing": words.say(shown.score.standing), "lines": lines}
    plain["date"] = words.worded(shown.date)
    plain["signs"] = screens.signs(words, shown.signs)
    plain["fight"] = screens.fight(words, shown.fight) if shown.fight else None
    return {"phases": [], "gauges": [], "score": None, "lit": [], **plain}


# -- the decision -------------------------------------------------------------------------


def decision(words: Wording, asked: Decision) -> Plain:
    """What a side is asked; the decision must be about an imagined state."""
    books, barred = screens.ledger(words, asked), screens.barred(words, asked)
    return {
        "side": asked.side,
        **question(words, asked.step, asked.state),
        "continues": asked.step.continues,
        "choices": choices(words, asked),
        **({"barred": barred} if barred else {}),
        **({"ledger": books} if books else {}),
    }


def question(words: Wording, step: Ask, state: Any) -> Plain:
    prompt = step.prompt(words.game, state)
    rule = words.game.cite(step.rule)
    return {"prompt": words.say(prompt), "rule": rule, **words.mentioned(prompt)}


def choices(words: Wording, asked: Decision) -> list[Plain]:
    hints = hints_of(words.game, asked.state, asked.step)
    confirm, ruinous, final = doubts(words, asked), ruin(words, asked), final_hexes(asked)
    return [
        {
            **_choice(words, asked.step, kind, offered),
            **_odds_known(asked, kind, offered),
            **({"hints": hints[kind]} if kind in hints else {}),
            **({"confirm": confirm[kind]} if kind in confirm else {}),
            **({"doubts": ruinous[kind]} if ruinous.get(kind) else {}),
            **({"final": True} if kind in final else {}),
        }
        for kind, offered in asked.offers.choices.items()
        if len(offered)
    ]


def _choice(words: Wording, step: Ask, kind: str, offered: Choices) -> Plain:
    domain = words.game.space.domains[kind]
    args, label = list(offered), words.offer(type(step).__name__, kind)
    plain = {"kind": kind, "label": label, "domain": domain.name, "args": args}
    if domain.name not in ("hex", "nothing"):  # the table tells where a hex lies and its label
        plain["labels"] = [words.argument(kind, domain, arg) for arg in args]
    return plain


def _odds_known(asked: Decision, kind: str, offered: Choices) -> Plain:
    """Whether odds can be asked for: the first offer stands for its kind."""
    if type(asked.game).odds is Game.odds:
        return {}
    action = Action(kind, offered.pick(0))
    known = asked.game.odds(asked.state, asked.side, action) is not None
    return {"odds": True} if known else {}


def hints_of(game: Game[Any], state: Any, step: Ask) -> dict[str, dict[str, Plain]]:
    """What a step tells about its offers: cost and path, by kind and argument."""
    return {
        kind: {str(arg): dict(hint) for arg, hint in by_arg.items()}
        for kind, by_arg in step.hints(game, state).items()
    }


def preview(words: Wording, view: View[Any], action: Action) -> Plain:
    """What would be asked next if this were chosen; nothing if luck or a secret intervenes."""
    game = words.game
    for luck in range(GUESSES):
        trial = imagined(view, game, luck)
        asked = game.decisions(trial).get(view.side)
        if asked is None or action not in asked.offers:
            break
        if any(event.reveals for event in game.apply(trial, view.side, action)):
            continue
        then = game.decisions(trial).get(view.side)
        if then is None:
            break
        return {**question(words, then.step, trial), "choices": choices(words, then)}
    return {"prompt": "", "rule": "", "units": [], "hexes": [], "choices": []}


def roll(words: Wording, waiting: Roll, state: Any) -> Plain:
    """Dice or draws to be typed in."""
    chance = waiting.chance(words.game, state)
    name = type(waiting).__name__
    own = "draw" if isinstance(chance, Draw) else "dice"
    prompt = words.named(name, "prompt", "step")
    prompt = own_texts(words.language).text(f"roll.{own}") if prompt == name else prompt
    plain: Plain = {"rule": words.game.cite(waiting.rule), "prompt": prompt}
    if isinstance(chance, Dice):
        faces = {"count": chance.count, "faces": chance.faces, "lowest": chance.lowest}
        return plain | {"dice": faces}
    if isinstance(chance, Draw):
        things = [chance.text((thing,)) for thing in chance.counts]
        names = [words.named(thing, "draw", "chit", "side") for thing in things]
        return plain | {"draw": things, "labels": names}
    return plain


# -- answers ------------------------------------------------------------------------------


def ruling(words: Wording, said: Ruling, inventory: Inventory) -> Plain:
    """A ruling with its sentence and the rule's summary in our words."""
    if said.allowed:
        return {"allowed": True}
    near = inventory.nearest(said.rule, words.language) if said.rule else None
    return {
        "allowed": False,
        "code": said.code,
        "rule": said.rule,
        "sentence": words.say(said.message) if said.message else said.code,
        "units": list(said.units),
        "hexes": list(said.hexes),
        "case": case(near) if near else None,
    }


def case(told: Case) -> Plain:
    """A rule case in our words."""
    names = ("id", "title", "kind", "says", "open", "ruling")
    return {name: getattr(told, name) for name in names}


def odds(words: Wording, found: Odds) -> Plain:
    """The working and the distribution, as fractions and percentages."""
    return {
        "column": found.column,
        "lines": [fact(words, line) for line in found.lines],
        "results": [_result_odds(words, name, share) for name, share in found.results],
        "assumes": [words.say(assumed) for assumed in found.assumes],
        "lit": msgspec.to_builtins(found.lit),
    }


def _result_odds(words: Wording, name: str, share: Fraction) -> Plain:
    label = words.named(name, "outcome", "combat", "result")
    percent = round(float(share * 100), 1)
    return {"result": name, "label": label, "fraction": str(share), "percent": percent}


def fact(words: Wording, line: OddsLine) -> Plain:
    """One line of a list of facts: what, how much, by which rule."""
    rule = words.game.cite(line.rule)
    return {"label": words.say(line.label), "value": line.value, "rule": rule}


def result(words: Wording, ended: Result) -> Plain:
    """How a play ended."""
    return {
        "winner": ended.winner,
        "winner_name": words.named(ended.winner, "winner", "side") if ended.winner else "",
        "level": words.named(ended.level, "result", "level"),
        "reason": words.named(ended.reason, "reason", "result"),
        "score": ended.score,
    }
