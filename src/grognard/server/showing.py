"""What leaves for a seat, ready for JSON: scene, decision, ruling, odds, result.

Everything here is made from a view, so what a view does not hold cannot leave. What is asked
and offered is worked out on a state imagined from the view: the contract of a game says that
this gives the very same answers as the true state.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import UNSET, convert

from grognard.boxes import Case, Inventory
from grognard.core.actions import Action
from grognard.core.chance import Chance, Dice, Draw
from grognard.core.game import Decision, Game, Result, View
from grognard.core.odds import Fact as CoreFact
from grognard.core.odds import Odds
from grognard.core.offers import Choices
from grognard.core.rulings import Ruling
from grognard.core.steps import Ask, Roll
from grognard.hexes import pack
from grognard.server import screens
from grognard.server.doubts import doubts, final_hexes, ruin
from grognard.server.problems import own_texts
from grognard.server.wire import games
from grognard.server.wire import play as answers
from grognard.server.wire import scene as told
from grognard.server.wire import state as asking
from grognard.server.wire.base import Fact, LitCell, RuleCase, given
from grognard.server.wording import Wording
from grognard.table import Gauge, Lit, PhaseMark, Piece, Scene, Score, Threat, Trace

Plain = dict[str, Any]

GUESSES = 6
"""How often a preview guesses anew when its guess brings something hidden to light."""


def imagined(view: View[Any], game: Game[Any], luck: int = 0) -> Any:
    """A whole state that fits a view; always the same one, so that no answer flickers."""
    return game.imagine(view, Random(luck))


# -- the scene ----------------------------------------------------------------------------


Said = dict[str, tuple[Piece, told.Piece]]
"""Pieces as they were told last, by their tokens."""


def scene(words: Wording, shown: Scene, said: Said | None = None) -> told.Scene:
    """Everything one viewer sees, its messages put into words.

    Of hundreds of counters one or two change at a time: with `said` only those are put into
    words again.
    """
    said = {} if said is None else said
    return told.Scene(
        turn=shown.turn,
        date=words.worded(shown.date),
        pieces=tuple(_told(words, piece, said) for piece in shown.pieces),
        phases=tuple(_phase(words, phase) for phase in shown.phases),
        gauges=tuple(_gauge(words, gauge) for gauge in shown.gauges),
        overlays=tuple(
            told.SceneOverlay(id=id, label=words.named(id, "overlay"), hexes=tuple(hexes))
            for id, hexes in shown.overlays.items()
        ),
        score=_score(words, shown.score) if shown.score else None,
        lit=lit(shown.lit),
        signs=convert(screens.signs(words, shown.signs), tuple[told.Sign, ...]),
        fight=convert(screens.fight(words, shown.fight), told.Fight) if shown.fight else None,
        arrows=tuple(told.Arrow(hexes=arrow.hexes, side=arrow.side) for arrow in shown.arrows),
        closed=shown.closed,
    )


def _told(words: Wording, piece: Piece, said: Said) -> told.Piece:
    before = said.get(piece.token)
    if before is None or before[0] != piece:
        before = said[piece.token] = piece, _piece(words, piece)
    return before[1]


def _piece(words: Wording, piece: Piece) -> told.Piece:
    return told.Piece(
        token=piece.token, face=piece.face, at=piece.at, side=piece.side, unit=piece.unit,
        marks=piece.marks, note=words.say(piece.note) if piece.note else "",
    )  # fmt: skip


def _phase(words: Wording, phase: PhaseMark) -> told.Phase:
    return told.Phase(
        id=phase.id, label=words.named(phase.id, "phase", "step"), now=phase.now, side=phase.side,
        side_name=words.side(phase.side) if phase.side else "",
    )  # fmt: skip


def _gauge(words: Wording, gauge: Gauge) -> told.Gauge:
    return told.Gauge(
        id=gauge.id, label=words.named(gauge.id, "gauge"), value=gauge.value, top=gauge.top,
        side=gauge.side,
    )  # fmt: skip


def _score(words: Wording, score: Score) -> told.Score:
    return told.Score(
        standing=words.say(score.standing),
        lines=tuple(told.ScoreLine(label=words.say(said), value=n) for said, n in score.lines),
    )


def lit(cells: Iterable[Lit]) -> tuple[LitCell, ...]:
    """What counts now in the charts."""
    return tuple(
        LitCell(chart=c.chart, row=given(c.row), column=given(c.column)) for c in cells)


# -- the decision -------------------------------------------------------------------------


def decision(words: Wording, asked: Decision) -> asking.Decision:
    """What a side is asked; the decision must be about an imagined state."""
    books, barred = screens.ledger(words, asked), screens.barred(words, asked)
    return asking.Decision(
        side=asked.side,
        **question(words, asked.step, asked.state),
        continues=asked.step.continues,
        choices=choices(words, asked),
        **reminded(words, asked),
        barred=convert(barred, list[asking.Barred]) if barred else UNSET,
        ledger=convert(books, asking.Ledger) if books else UNSET,
    )


def reminded(words: Wording, asked: Decision) -> Plain:
    """What the side may have forgotten, where it may pass."""
    game, offered = words.game, asked.offers.choices
    passes = [kind for kind in offered if kind in game.passes and len(offered[kind])]
    if not passes:
        return {}
    left = {kind: pack(found) for kind, found in offered.items()
            if game.space.domains[kind].name == "unit" and len(found)}
    return {"passes": passes, "reminders": [
        asking.Reminder(sentence=words.say(told.says), rule=game.cite(told.rule),
                        units=told.units, hexes=told.hexes, grave=told.grave)
        for told in words.table.reminders(asked.state, asked.step, left)]}


def question(words: Wording, step: Ask, state: Any) -> Plain:
    prompt = step.prompt(words.game, state)
    rule = words.game.cite(step.rule)
    return {"prompt": words.say(prompt), "rule": rule, **words.mentioned(prompt)}


def choices(words: Wording, asked: Decision) -> list[asking.Choices]:
    """All offers, kind by kind."""
    hints = hints_of(words.game, asked.state, asked.step)
    confirm, ruinous, final = doubts(words, asked), ruin(words, asked), final_hexes(asked)
    return [
        asking.Choices(
            **_choice(words, asked.step, kind, offered),
            odds=_odds_known(asked, kind, offered),
            hints=given(hints.get(kind)),
            confirm=confirm.get(kind, ""),
            doubts={str(arg): said for arg, said in ruinous.get(kind, {}).items()} or UNSET,
            final=kind in final,
        )
        for kind, offered in asked.offers.choices.items()
        if len(offered)
    ]


def _choice(words: Wording, step: Ask, kind: str, offered: Choices) -> Plain:
    domain = words.game.space.domains[kind]
    args, label = list(offered), words.offer(type(step).__name__, kind)
    plain: Plain = {"kind": kind, "label": label, "domain": domain.name, "args": args}
    if domain.name not in ("hex", "nothing"):  # the table tells where a hex lies and its label
        plain["labels"] = [words.argument(kind, domain, arg) for arg in args]
        faces = [words.table.emblem(kind, arg) for arg in args]
        plain |= {"faces": faces} if any(faces) else {}
    return plain


def _odds_known(asked: Decision, kind: str, offered: Choices) -> bool:
    """Whether odds can be asked for: the first offer stands for its kind."""
    action = Action(kind, offered.pick(0))
    return asked.game.odds(asked.state, asked.side, action) is not None


def hints_of(game: Game[Any], state: Any, step: Ask) -> dict[str, dict[str, asking.Hint]]:
    """What a step tells about its offers: cost and path, by kind and argument."""
    return {
        kind: {str(arg): _hint(hint) for arg, hint in by_arg.items()}
        for kind, by_arg in step.hints(game, state).items()
    }


def _hint(told: Mapping[str, Any]) -> asking.Hint:
    return asking.Hint(**told)


def preview(words: Wording, view: View[Any], action: Action) -> answers.Preview:
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
        asks = question(words, then.step, trial)
        return answers.Preview(**asks, choices=choices(words, then))
    return answers.Preview(prompt="", rule="", units=[], hexes=[], choices=[])


def pointed(words: Wording, view: View[Any], hex: int | None,
            unit: int | None) -> answers.Pointed:
    """How the unit pointed at is fed, and who can still attack the hex."""
    trace = words.table.trace(view, unit) if unit is not None else None
    threat = words.table.threat(view, hex) if hex is not None else None
    return answers.Pointed(trace=_trace(words, trace) if trace else None,
                           threat=_threat(words, threat) if threat else None)


def _trace(words: Wording, found: Trace) -> answers.Trace:
    lines = [answers.Line(kind=line.kind, label=words.named(line.kind, "line"), hexes=line.hexes,
                          drawn=line.drawn, broken=line.broken) for line in found.lines]
    return answers.Trace(sentence=words.say(found.says), rule=words.game.cite(found.rule),
                         lines=lines, breaks=found.breaks)


def _threat(words: Wording, found: Threat) -> answers.Threat:
    return answers.Threat(sentence=words.say(found.says), rule=words.game.cite(found.rule),
                          units=found.units)


def roll(words: Wording, waiting: Roll, state: Any) -> asking.Roll:
    """Dice or draws to be typed in."""
    chance = waiting.chance(words.game, state)
    name = type(waiting).__name__
    own = "draw" if isinstance(chance, Draw) else "dice"
    prompt = words.named(name, "prompt", "step")
    prompt = own_texts(words.language).text(f"roll.{own}") if prompt == name else prompt
    return asking.Roll(rule=words.game.cite(waiting.rule), prompt=prompt, **_thrown(words, chance))


def _thrown(words: Wording, chance: Chance) -> Plain:
    if isinstance(chance, Dice):
        return {"dice": asking.DiceToRoll(
            count=chance.count, faces=chance.faces, lowest=chance.lowest)}
    if isinstance(chance, Draw):
        things = [chance.text((thing,)) for thing in chance.counts]
        names = [words.named(thing, "draw", "chit", "side") for thing in things]
        return {"draw": things, "labels": names}
    return {}


# -- answers ------------------------------------------------------------------------------


def ruling(words: Wording, said: Ruling, inventory: Inventory) -> answers.Check:
    """A ruling with its sentence and the rule's summary in our words."""
    if said.allowed:
        return answers.Check(allowed=True)
    near = inventory.nearest(said.rule, words.language) if said.rule else None
    return answers.Check(
        allowed=False,
        code=said.code,
        rule=said.rule,
        sentence=words.say(said.message) if said.message else said.code,
        units=tuple(said.units),
        hexes=tuple(said.hexes),
        case=case(near) if near else UNSET,
    )


def case(known: Case) -> RuleCase:
    """A rule case in our words."""
    return RuleCase(
        id=known.id, title=known.title, kind=known.kind, says=known.says, open=known.open,
        ruling=known.ruling,
    )  # fmt: skip


def odds(words: Wording, found: Odds) -> answers.Odds:
    """The working and the distribution, as fractions and percentages."""
    return answers.Odds(
        column=found.column,
        lines=[fact(words, line) for line in found.lines],
        results=[_result_odds(words, name, share) for name, share in found.results],
        assumes=[words.say(assumed) for assumed in found.assumes],
        lit=list(lit(found.lit)),
        suffers=[_result_odds(words, name, share) for name, share in found.suffers],
    )


def _result_odds(words: Wording, name: str, share: Fraction) -> answers.OddsResult:
    label = words.named(name, "outcome", "combat", "result")
    percent = round(float(share * 100), 1)
    return answers.OddsResult(result=name, label=label, fraction=str(share), percent=percent)


def fact(words: Wording, line: CoreFact) -> Fact:
    """One line of a list of facts: what, how much, by which rule."""
    return Fact(label=words.say(line.label), value=line.value, rule=words.game.cite(line.rule))


def result(words: Wording, ended: Result) -> games.Result:
    """How a play ended."""
    return games.Result(
        winner=ended.winner,
        winner_name=words.named(ended.winner, "winner", "side") if ended.winner else "",
        level=words.named(ended.level, "result", "level"),
        reason=words.named(ended.reason, "reason", "result"),
        score=ended.score,
    )
