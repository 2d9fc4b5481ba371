"""A state is plain data: copies, JSON, invariants, and what the table shows of it."""

from collections.abc import Iterator

from grognard.core.bounds import beyond
from grognard.core.messages import Message
from grognard.core.sides import CHANCE
from grognard.lab.conformance.point import Point, json
from grognard.lab.conformance.words import unsaid
from grognard.table import Scene, table_of


def copies(point: Point) -> Iterator[str]:
    """A copy equals the original, and whatever happens to it leaves the original alone."""
    game, before = point.game, point.game.encode(point.state)
    copy = point.state.copy()
    if game.encode(copy) != before:
        yield "a copy differs from the original"
    for side, decision in game.decisions(copy).items():
        game.apply(copy, side, decision.offers.sample(point.rng))
        break
    else:
        if (roll := game.rolling(copy)) is not None:
            game.apply(copy, CHANCE, roll.chance(game, copy).sample(point.rng))
    if game.encode(point.state) != before:
        yield "acting on a copy changed the original"


def round_trip(point: Point) -> Iterator[str]:
    """JSON and back gives the same bytes, and the same offers: no cached value is stale."""
    game, data = point.game, point.game.encode(point.state)
    fresh = game.decode(data)
    if game.encode(fresh) != data:
        yield "the state read from JSON differs"
        return
    for side, decision in game.decisions(fresh).items():
        warm, cold = list(point.play.offers(side)), list(decision.offers)
        if sorted(warm) != sorted(cold):
            wrong = game.space.text(sorted(set(warm) ^ set(cold))[0])
            yield f"without cached values the offers of {side} differ, first in {wrong!r}"


def invariants(point: Point) -> Iterator[str]:
    """The position breaks no invariant of the game, and the play is not longer than declared."""
    yield from point.game.faults(point.state)
    game = point.game
    for field in beyond(game.bounds, point.state, game.sides):
        yield f"{field} is beyond its declared bounds"
    made = point.state.decisions_made + (not point.play.is_over)
    if made > point.game.bound:
        yield f"more decisions than the declared bound of {point.game.bound}"
    if not point.play.is_over and point.play.result is not None:
        yield "there is a result before the end"


def ending(point: Point) -> Iterator[str]:
    """A finished play has a result that can be told."""
    result = point.play.result
    if result is None:
        yield "the play has ended without a result"
        return
    if result.winner is not None and result.winner not in point.game.sides:
        yield f"the winner {result.winner!r} is no side"
    for id in (f"result.{result.level}", f"reason.{result.reason}"):
        yield from unsaid(point.game, Message(id), point.tally)


def scenes(point: Point) -> Iterator[str]:
    """Every side can be shown the table, with faces that exist and words that can be said."""
    game, table = point.game, table_of(point.game)
    faces = table.faces()
    for side in game.sides:
        scene = table.scene(game.view(point.state, side))
        json(scene)
        shown = {piece.face for piece in scene.pieces} | {m for p in scene.pieces for m in p.marks}
        if faces and (unknown := sorted(shown - faces.keys())):
            yield f"no face {unknown[0]!r}"
        for message in _said_by(scene):
            yield from unsaid(game, message, point.tally)


def _said_by(scene: Scene) -> Iterator[Message]:
    """Everything a scene puts into words."""
    yield from (piece.note for piece in scene.pieces if piece.note is not None)
    yield from (Message(f"step.{phase.id}") for phase in scene.phases)
    yield from (Message(f"gauge.{gauge.id}") for gauge in scene.gauges)
    yield from (Message(f"overlay.{id}") for id in scene.overlays)
    if scene.score is not None:
        yield from (scene.score.standing, *(label for label, _ in scene.score.lines))
