"""Looking back: the table as a side saw it, one stop after the other."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from grognard.core.game import View
from grognard.core.sides import Side
from grognard.core.steps import Sequence
from grognard.server import showing, states
from grognard.server.film import Film
from grognard.server.wire.play import Mark, Past, Stop
from grognard.server.wording import Wording

RECENT = 60
"""Lines of the log up to a stop that are told with it."""


def overview(film: Film, side: Side, language: str) -> Past:
    """How many stops there are, and where turns and phases begin.

    After the end also the moment of each stop, in a count that all sides share.
    """
    words = Wording(film.play.game, language)
    stops, marks = film.stops(side), list(_marks(words, film, side))
    # While a game runs, how much others did in secret is nobody's business.
    return Past(stops=len(stops), marks=marks, moments=stops if film.play.is_over else UNSET)


def _marks(words: Wording, film: Film, side: Side) -> Iterator[Mark]:
    stops = film.stops(side)
    before: tuple[tuple[str, int], ...] | None = None
    last: Mark | None = None
    for number, state in enumerate(film.states(stops)):
        view = words.game.view(state, side)
        stack = _outline(view)
        if stack != before:  # a scene takes long; turn and phase change only with the stack
            mark = _mark(words, view, number)
            if last is None or replace(mark, stop=last.stop) != last:
                yield mark
            before, last = stack, mark


def _outline(view: View[Any]) -> tuple[tuple[str, int], ...]:
    """How far the sequences of play have come."""
    steps = (step for step in view.state.stack if isinstance(step, Sequence))
    return tuple((type(step).__name__, step.at) for step in steps)


def _mark(words: Wording, view: View[Any], stop: int) -> Mark:
    table = words.table
    now = next((phase.id for phase in table.phases(view) if phase.now), "")
    label = words.named(now, "phase", "step") if now else ""
    return Mark(stop=stop, turn=table.turn(view), phase=label, date=words.worded(table.date(view)))


def stop(film: Film, side: Side, number: int, language: str) -> Stop:
    """The table as a side saw it at one stop, and what happened since the one before."""
    words = Wording(film.play.game, language)
    stops = film.stops(side)
    entries = stops[number]
    view = words.game.view(film.state(entries), side)
    told = film.events(side, stops[number - 1] if number else 0, entries)
    so_far = film.events(side, 0, 0) + (film.events(side, 0, entries) if entries else [])
    return Stop(
        stop=number,
        stops=len(stops),
        side=side,
        scene=showing.scene(words, words.table.scene(view)),
        waiting=list(words.game.decisions(showing.imagined(view, words.game))),
        lines=states.log_part(words, told, 0, len(told)).lines,
        log=states.log_part(words, so_far, max(0, len(so_far) - RECENT), len(so_far)),
    )
