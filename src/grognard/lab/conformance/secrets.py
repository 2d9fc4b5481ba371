"""Hidden information leaves through one door: nothing a side is told depends on what is hidden."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.messages import singular
from grognard.core.sides import CHANCE, SPECTATOR, Side
from grognard.lab.conformance.point import Point, in_secret, json, random_action, some, told
from grognard.table import table_of

IMAGINED = 2
"""States imagined for each side at one point."""
OUTCOMES = 6
"""Outcomes tried of a roll that not everybody may see."""


def imagination(point: Point) -> Iterator[str]:
    """A state imagined from a side's view gives that side the same answers, byte for byte."""
    game = point.game
    for side in game.sides:
        tries = [random_action(game, point.rng) for _ in range(20)]
        truth = told(game, point.state, side, tries)
        for _ in range(IMAGINED):
            guess = game.imagine(game.view(point.state, side), point.rng)
            yield from (f"imagined for {side}: {wrong}" for wrong in game.faults(guess))
            answers = told(game, guess, side, tries)
            for what in truth:
                if answers.get(what) != truth[what]:
                    yield f"{what} of {side} depend on what is hidden"


def reveals(point: Point) -> Iterator[str]:
    """If what follows from an action depends on what was hidden, an event says so."""
    game = point.game
    for side, decision in point.play.decisions.items():
        guess = game.imagine(game.view(point.state, side), point.rng)
        for action in some(list(decision.offers), 4, point.rng):
            here, events = _after(game, point.state, side, action)
            there, imagined = _after(game, guess, side, action)
            if here == there or any(event.reveals for event in (*events, *imagined)):
                continue
            yield (f"{game.space.text(action)!r} shows {side} something hidden,"
                   " but no event of it reveals")


def _after(
    game: Game[Any], state: Any, side: Side, action: Action
) -> tuple[bytes, list[Event]]:
    """What the side sees of an action: its events, and the view behind it."""
    trial = state.copy()
    events = game.apply(trial, side, action)
    seen = [event for event in events if event.visible_to(side)]
    return json(seen) + game.encode(game.view(trial, side).state), events


def named_units(point: Point) -> Iterator[str]:
    """An event names no unit to a side whose table shows only that some unit is there."""
    game = point.game
    for side, decision in point.play.decisions.items():
        for action in some(list(decision.offers), 2, point.rng):
            trial = point.state.copy()
            events = game.apply(trial, side, action)
            named = [(event, units) for event in events if (units := _units(game, event))]
            if named and not any(event.reveals for event in events):
                yield from _names_hidden(game, (point.state, trial), named)


def _names_hidden(
    game: Game[Any], states: tuple[Any, Any], named: list[tuple[Event, set[int]]]
) -> Iterator[str]:
    shown = {side: _shown(game, states, side) for side in game.sides}
    somewhere = set().union(*shown.values())
    for side in game.sides:
        for event, units in named:
            for unit in units & somewhere - shown[side] if event.visible_to(side) else ():
                yield f"event {event.id} names unit {unit} to {side}, from whom it is hidden"


def _shown(game: Game[Any], states: tuple[Any, Any], side: Side) -> set[int]:
    """The units that a side knows on its table."""
    pieces = (piece for s in states for piece in table_of(game).scene(game.view(s, side)).pieces)
    return {piece.unit for piece in pieces if piece.unit >= 0}


def _units(game: Game[Any], event: Event) -> set[int]:
    template = game.catalogue().texts.get(f"event.{event.id}", "")
    blanks = [(name, spec) for _, name, spec, _ in Formatter().parse(template) if name]
    found = set(event.units)
    for name, spec in blanks:
        domain, value = game.domain_of(singular(spec or "")), event.args.get(name)
        if domain is not None and domain.name == "unit" and not isinstance(value, str):
            found |= {value} if isinstance(value, int) else set(value or ())
    return found


def progress(point: Point) -> Iterator[str]:
    """What one side does in a secret choice shows to no other until all have chosen."""
    game, state = point.game, point.state
    if not in_secret(state):
        return
    for side, decision in point.play.decisions.items():
        trial = state.copy()
        events = game.apply(trial, side, decision.offers.sample(point.rng))
        if any(event.reveals for event in events):
            continue  # all have chosen
        for other in game.sides:
            if other == side:
                continue
            if any(event.visible_to(other) for event in events):
                yield f"an event shows {other} what {side} chooses in secret"
            if told(game, state, other, []) != told(game, trial, other, []):
                yield f"{other} is told something of what {side} chooses in secret"


def unseen(point: Point) -> Iterator[str]:
    """A roll that only some may see tells the others the same whatever comes up."""
    game, roll = point.game, point.game.rolling(point.state)
    if roll is None or roll.seen_by is None:
        return
    others = [side for side in (*game.sides, SPECTATOR) if side not in roll.seen_by]
    seen = {side: set[bytes]() for side in others}
    for _ in range(OUTCOMES):
        trial = point.state.copy()
        events = game.apply(trial, CHANCE, roll.chance(game, trial).sample(point.rng))
        for side in others:
            heard = json([event for event in events if event.visible_to(side)])
            seen[side].add(heard + game.encode(game.view(trial, side).state))
    yield from (f"{type(roll).__name__} tells {side} what came up"
                for side, answers in seen.items() if len(answers) > 1)


def whole_guess(point: Point) -> Iterator[str]:
    """What a side imagines can be played to the end."""
    game = point.game
    for side in game.sides:
        guess = game.what_if(game.view(point.state, side), point.rng)
        while not game.is_over(guess):
            act_at_random(game, guess, point)
            if wrong := game.faults(guess):
                yield f"played on from what {side} imagines: {wrong[0]}"
                return


def act_at_random(game: Game[Any], state: Any, point: Point) -> None:
    """One random action or roll through the trusted door."""
    roll = game.rolling(state)
    if roll is not None:
        game.apply(state, CHANCE, roll.chance(game, state).sample(point.rng))
        return
    side, decision = point.rng.choice(list(game.decisions(state).items()))
    decision.require_offers()
    game.apply(state, side, decision.offers.sample(point.rng))
