"""How a game ran: the margin through its moments, and where it turned."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from grognard.core.game import Game
from grognard.records import Entry
from grognard.server.wire.staff import Course, Reading

LOOKS = 400
"""Moments that are looked at, evenly over the game."""
TURNS = 5
"""Changes that are worth a link."""


def course_of(game: Game[Any], state: Any, log: Sequence[Entry]) -> Course:
    """The course of a play that is over, from its opening state, which is used up."""
    side = game.sides[0]
    readings = list(_changes(list(_readings(game, state, log))))
    leaps = {after: abs(after.margin - before.margin) for before, after in pairwise(readings)}
    turns = sorted(leaps, key=lambda one: (-leaps[one], one.moment))[:TURNS]
    turns = sorted((one for one in turns if leaps[one]), key=lambda one: one.moment)
    return Course(side=side, readings=readings, turns=turns)


def _readings(game: Game[Any], state: Any, log: Sequence[Entry]) -> Iterator[Reading]:
    every = max(1, len(log) // LOOKS)
    for moment in range(len(log) + 1):
        if moment:
            entry = log[moment - 1]
            game.apply(state, entry.side, entry.act)
        if moment % every == 0 or moment == len(log):
            margin = round(game.advice.standing(state, game.sides[0]), 1)
            yield Reading(moment=moment, margin=margin)


def _changes(readings: Sequence[Reading]) -> Iterator[Reading]:
    """The first, those that differ from the one before, and the last."""
    yield readings[0]
    for before, after in pairwise(readings):
        if after.margin != before.margin or after is readings[-1]:
            yield after
