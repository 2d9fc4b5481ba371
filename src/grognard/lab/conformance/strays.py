"""Actions that are not offered are refused, with the rule that refuses them."""

from collections.abc import Iterator
from typing import Any

from grognard.core.actions import Action, Space
from grognard.core.rulings import Refused, Ruling
from grognard.core.sides import CHANCE, Side
from grognard.lab.conformance.point import Point, random_action
from grognard.lab.conformance.words import unsaid

TRIES = 40
"""Actions made up at one point for each side that must choose."""
GENERIC = "not-offered"


def in_earnest(point: Point) -> Iterator[str]:
    """What exists in the game but is not offered is refused by a rule of the game."""
    for side, decision in point.play.decisions.items():
        offered = list(decision.offers)
        for action in made_up(point, offered):
            if action in decision.offers:
                continue
            ruling = point.play.check(side, action)
            text = f"{side} {point.game.space.text(action)}"
            yield from (f"{text}: {wrong}" for wrong in _unexplained(point, ruling))
            if ruling.rule in ("", "table"):
                yield f"{text}: refused with {ruling.code}, but no rule number"
            point.tally.refusals[ruling.code] += 1


def made_up(point: Point, offered: list[Action]) -> list[Action]:
    """Half of them any actions of the game, half of them offers with one thing changed."""
    game, rng = point.game, point.rng
    found = [random_action(game, rng) for _ in range(TRIES // 2)]
    for _ in range(TRIES // 2):
        near, other = rng.choice(offered), random_action(game, rng)
        same = [k for k, d in game.space.domains.items() if d.holds(near.arg)]
        swapped = Action(rng.choice(same), near.arg)
        found.append(swapped if rng.random() < 0.5 else _new_argument(point, near) or other)
    return found


def _new_argument(point: Point, action: Action) -> Action | None:
    domain = point.game.space.domains[action.kind]
    arg = point.rng.randrange(domain.size)
    return Action(action.kind, arg) if domain.holds(arg) else None


def _unexplained(point: Point, ruling: Ruling) -> Iterator[str]:
    if ruling.allowed:
        yield "not offered, but allowed"
    elif not ruling.code or ruling.message is None:
        yield "refused without a reason"
    else:
        yield from unsaid(point.game, ruling.message, point.tally)


def refused_by_do(point: Point) -> Iterator[str]:
    """An action refused by check is refused by do as well, and changes nothing."""
    before, length = point.game.encode(point.state), len(point.play.log)
    for side in point.asked():
        action = random_action(point.game, point.rng)
        if action not in point.play.offers(side):
            yield from _done_anyway(point, side, action)
    if point.game.encode(point.state) != before or len(point.play.log) != length:
        yield "a refused action left its traces"


def of_the_others(point: Point) -> Iterator[str]:
    """A side that is not asked can do nothing, not even what another side is offered."""
    asked = point.asked()
    offered = [action for side in asked for action in list(point.play.offers(side))[:3]]
    for side in {*point.game.sides, CHANCE, "nobody"} - set(asked):
        for action in (*offered, random_action(point.game, point.rng)):
            yield from _done_anyway(point, side, action)


def malformed(point: Point) -> Iterator[str]:
    """Nonsense is refused like anything else: never an error of the program."""
    for side in (*point.asked(), *point.game.sides)[:1]:
        for nonsense in _nonsense(point.game.space, point):
            yield from _done_anyway(point, side, nonsense)


def _done_anyway(point: Point, side: Side, act: Any) -> Iterator[str]:
    ruling = point.play.check(side, act)
    yield from (f"{side} {act!r}: {wrong}" for wrong in _unexplained(point, ruling))
    try:
        point.play.do(side, act)
        yield f"{side} {act!r} was done though it is not offered"
    except Refused as refusal:
        if refusal.ruling.code != ruling.code:
            yield f"{side} {act!r}: check says {ruling.code}, do {refusal.ruling.code}"


def _nonsense(space: Space, point: Point) -> Iterator[Any]:
    kind = point.rng.choice(list(space.domains))
    size = space.domains[kind].size
    yield from (Action(kind, arg) for arg in (-1, size, 10**30, -(10**30)))
    wrong: list[Any] = ["x", None, 1.5, True, (), []]
    yield from ((kind, arg) for arg in wrong)
    yield from (Action("no such kind", 0), ("", ""), (kind,), (kind, 0, 0), (0, kind), None, 7, [])
    yield from ("", "   ", "no such kind", f"{kind} ???", f"{kind} {'9' * 5000}", "\0")
