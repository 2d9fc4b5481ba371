"""What is offered can be chosen, and what can be chosen can be written down."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from grognard.core.actions import Action
from grognard.core.chance import Chance
from grognard.core.errors import No
from grognard.core.game import Decision, Game
from grognard.core.offers import Offers
from grognard.core.sides import CHANCE, Side
from grognard.lab.conformance.point import Point, some
from grognard.lab.conformance.words import unsaid, unsaid_event
from grognard.records import Playthrough

TRIED = 12
"""Offers carried out at one point."""
LISTED = 1300
"""Up to so many outcomes the probabilities are added up: four dice are 1296."""


def sound(point: Point) -> Iterator[str]:
    """Offers are a set: something in it, nothing twice, nothing that the game does not declare."""
    for side, decision in point.play.decisions.items():
        yield from (f"offers of {side}: {wrong}" for wrong in _unsound(point.game, decision.offers))
        yield from unsaid(point.game, decision.step.prompt(point.game, point.state), point.tally)


def _unsound(game: Game[Any], offers: Offers) -> Iterator[str]:
    listed = list(offers)
    if not listed:
        yield "nothing is offered: a dead end"
    if len(listed) != len(offers) or bool(listed) != bool(offers):
        yield f"{len(listed)} are listed but {len(offers)} counted"
    if len(set(listed)) != len(listed):
        yield "one is listed twice"
    picked = [Action(k, c.pick(i)) for k, c in offers.choices.items() for i in range(len(c))]
    if sorted(picked) != sorted(listed):
        yield "picking by place gives others than listing"
    for action in listed:
        if action not in offers:
            yield f"{action} is listed but not in them"
        if not game.space.holds(action):
            yield f"{action} is not in the action space"


def accepted(point: Point) -> Iterator[str]:
    """Every offer is allowed by check, carried out by do, and leads to no dead end."""
    for side, decision in point.play.decisions.items():
        for action in some(list(decision.offers), TRIED, point.rng):
            text = point.game.space.text(action)
            yield from (f"{side} {text}: {wrong}" for wrong in _unplayable(point, side, action))


def _unplayable(point: Point, side: Side, action: Action) -> Iterator[str]:
    game = point.game
    ruling = point.play.check(side, action)
    if not ruling.allowed:
        yield f"offered, but refused with {ruling.code} [{ruling.rule}]"
        return
    trial = Playthrough(game, seed=0, automations=(), state=point.state.copy())
    trial.do(side, action)
    yield from game.faults(trial.state)
    yield from (wrong for event in trial.log[-1].events
                for wrong in unsaid_event(game, event, point.tally))
    for asked, decision in trial.decisions.items():
        if not decision.offers:
            yield f"leads to a dead end: {_question(decision)} asks {asked} for nothing"


def _question(decision: Decision) -> str:
    return type(decision.step).__name__


def notation(point: Point) -> Iterator[str]:
    """The text of an offer, and of a roll, parses back into it and nothing else."""
    space = point.game.space
    for decision in point.play.decisions.values():
        for action in some(list(decision.offers), TRIED, point.rng):
            if space.parse(space.text(action)) != [action]:
                yield f"{action} is written {space.text(action)!r}, which does not parse back"


def rolls(point: Point) -> Iterator[str]:
    """A roll allows what it samples, writes it so that it parses back, and refuses nonsense."""
    roll = point.game.rolling(point.state)
    if roll is None:
        return
    name, chance = type(roll).__name__, roll.chance(point.game, point.state)
    for _ in range(TRIED):
        outcome = chance.sample(point.rng)
        if not chance.allows(outcome):
            yield f"{name} samples {outcome} but does not allow it"
        if chance.parse(chance.text(outcome)) != outcome:
            yield f"{name}: {outcome} is written {chance.text(outcome)!r}: does not parse back"
    yield from (f"{name}: {wrong}" for wrong in _improbable(chance))
    for nonsense in ((), (-1,), (10**6,) * 3, ("x",), "no such roll", None, Action("done")):
        ruling = point.play.check(CHANCE, nonsense)  # type: ignore[arg-type]
        if ruling.allowed:
            yield f"{name} allows {nonsense!r}"
        elif ruling.message:
            yield from unsaid(point.game, ruling.message, point.tally)


def _improbable(chance: Chance) -> Iterator[str]:
    listed = list(islice(chance.outcomes(), LISTED))
    if len(listed) < LISTED and sum(probability for _, probability in listed) != 1:
        yield "the probabilities do not add up to 1"


def odds(point: Point) -> Iterator[str]:
    """The results of an attack add up to certainty, and every line of it can be said."""
    for side, decision in point.play.decisions.items():
        for action in some(list(decision.offers), TRIED, point.rng):
            answer = point.play.odds(side, action)
            if answer is None:
                continue
            told = [found for found in (answer.results, answer.suffers) if found]
            if not told or any(sum(chance for _, chance in found) != 1 for found in told):
                yield f"the odds of {point.game.space.text(action)!r} do not add up to 1"
            for message in (*(line.label for line in answer.lines), *answer.assumes):
                yield from unsaid(point.game, message, point.tally)


def whole_space(game: Game[Any]) -> Iterator[str]:
    """Every action of the game has its own place in the list of all, and its own text."""
    places: set[int] = set()
    for action in game.space:
        text, place = game.space.text(action), game.space.index(action)
        if place in places or not 0 <= place < game.space.size:
            yield f"{text!r} has no place of its own in the space"
        places.add(place)
        try:
            back = game.space.parse(text)
        except No as fault:
            yield f"{text!r} does not parse: {fault}"
            continue
        if back != [action]:
            yield f"{text!r} parses as {back}"
