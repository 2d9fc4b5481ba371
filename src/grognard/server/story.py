"""The past told forwards: what happened since a line of the log, beat by beat, as a side saw it.

A beat is an entry of the play that the side was told something of. Others act faster than anybody
can look, so what the live line tells is often several beats at once; here they are apart again.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from grognard.core.actions import spoken
from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.sides import Side
from grognard.hexes import Hex
from grognard.server import showing, states
from grognard.server.differences import scene_difference
from grognard.server.film import Film
from grognard.server.wire import scene as told
from grognard.server.wire.state import LogLine
from grognard.server.wire.story import Beat, Blow, Story
from grognard.server.wording import Wording

MOST = 20
"""Beats in one answer: the scene of a campaign takes a hundredth of a second."""


class Reader:
    """The past of one side, line by line of its log."""

    def __init__(self, film: Film, side: Side, language: str) -> None:
        self.film, self.side = film, side
        self.words = Wording(film.play.game, language)
        self.stops = film.stops(side)
        counts = [len(film.events(side, 0, 0))]
        counts += [len(film.events(side, a, b))
                   for a, b in zip(self.stops, self.stops[1:], strict=False)]
        self.ends = list(accumulate(counts))
        """How many lines the log has at each stop."""

    @property
    def length(self) -> int:
        return self.ends[-1]

    def stop_at(self, line: int) -> int:
        """The last stop at which the log was no longer than so many lines."""
        return max((n for n, end in enumerate(self.ends) if end <= line), default=0)

    def telling(self, line: int) -> list[int]:
        """The stops after that one at which the log grew."""
        first = self.stop_at(line)
        return [n for n in range(first + 1, len(self.ends)) if self.ends[n] > self.ends[n - 1]]

    def views(self, numbers: Sequence[int]) -> Iterator[View[Any]]:
        for state in self.film.states([self.stops[n] for n in numbers]):
            yield self.words.game.view(state, self.side)

    def events(self, start: int, stop: int) -> list[tuple[Side, Event]]:
        """What was told between two stops."""
        return self.film.events(self.side, self.stops[start], self.stops[stop])

    def lines(self, number: int) -> list[LogLine]:
        """The lines of a stop."""
        happened, first = self.events(number - 1, number), self.ends[number - 1]
        return [states.line(self.words, first + n, *one) for n, one in enumerate(happened)]


class Moment:
    """What a side saw at one stop: its table, and who held what counts."""

    def __init__(self, words: Wording, view: View[Any]) -> None:
        self.scene = showing.scene(words, words.table.scene(view))
        self.held = dict(words.table.held(view))


def story(film: Film, side: Side, since: int, language: str) -> Story:
    """The next beats after so many lines of the log; `to` says how far they go."""
    read = Reader(film, side, language)
    first, numbers = read.stop_at(since), read.telling(since)[:MOST]
    moments = [Moment(read.words, view) for view in read.views([first, *numbers])]
    beats = [
        Beat(lines=read.lines(number), scene=scene_difference(before.scene, after.scene),
             blows=tuple(blows(read.words, before, after)))
        for number, before, after in zip(numbers, moments, moments[1:], strict=False)
    ]  # fmt: skip
    to = read.ends[numbers[-1]] if numbers else read.length
    return Story(start=read.ends[first], to=to, scene=moments[0].scene, beats=beats)


# -- what is shown large ------------------------------------------------------------------


def blows(words: Wording, before: Moment, after: Moment) -> Iterator[Blow]:
    """Places that changed hands, and headquarters that are gone from the map."""
    for hex, side in before.held.items():
        if after.held.get(hex, "") != side:
            yield Blow(kind="place", name=place(words, hex), hexes=(hex,), side=side,
                       to=after.held.get(hex, ""))
    for piece in headquarters(words, before.scene):
        if _is_gone(piece.unit, after.scene):
            yield Blow(kind="headquarters", name=named(words, piece.unit), side=piece.side,
                       hexes=where(words, piece))


def _is_gone(unit: int, scene: told.Scene) -> bool:
    """Known to lie beside the map; one that is not seen any more may only be hidden again."""
    places = [on_map(piece) for piece in scene.pieces if piece.unit == unit]
    return bool(places) and not any(places)


def headquarters(words: Wording, scene: told.Scene) -> list[told.Piece]:
    """Those on the map, as far as they are known."""
    units = words.table.headquarters()
    return [piece for piece in scene.pieces
            if piece.unit >= 0 and units >> piece.unit & 1 and on_map(piece)]


def on_map(piece: told.Piece) -> bool:
    return piece.at.startswith("hex:")


def where(words: Wording, piece: told.Piece) -> tuple[Hex, ...]:
    """The hex of a piece on the map, as a list of hexes to show."""
    label = piece.at.removeprefix("hex:")
    grids = (drawn.grid for drawn in words.game.maps.values())
    return tuple(grid.hex(label) for grid in grids)[:1] if on_map(piece) else ()


def named(words: Wording, unit: int) -> str:
    """A unit by its full name, where it has one."""
    title = words.table.about_unit(unit).title
    return words.say(title) if title else words.game.name("unit", unit, words.texts)


def place(words: Wording, hex: Hex) -> str:
    """A hex as players call it: the name of its town, if it has one, and its number."""
    drawn = next(iter(words.game.maps.values()))
    label, name = spoken(drawn.grid.label(hex)), drawn.names.get(hex, "")
    return f"{name} ({label})" if name and name != label else label
