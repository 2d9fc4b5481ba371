"""What happened while a side had nothing to choose, summed up: one source for the end of the
other side's turn and for whoever comes back after an absence."""

from collections.abc import Iterator
from itertools import groupby

from grognard.core.events import Event
from grognard.core.sides import Side
from grognard.hexes import Hex
from grognard.server.film import Film
from grognard.server.story import Moment, Reader, blows, headquarters, named, place, where
from grognard.server.wire.story import Fought, Lost, Moved, Recap, Threatened
from grognard.server.wording import Wording

Happened = list[tuple[Side, Event]]


def recap(film: Film, side: Side, since: int, language: str) -> Recap:
    """All that was told since so many lines of the log."""
    read = Reader(film, side, language)
    first, last = read.stop_at(since), len(read.stops) - 1
    before, now = (Moment(read.words, view) for view in read.views([first, last]))
    happened = read.events(first, last)
    return Recap(
        start=read.ends[first],
        to=read.length,
        moved=list(_moved(read.words, happened, side)),
        fought=list(_fought(read.words, happened)),
        lost=list(_lost(read.words, happened)),
        blows=list(blows(read.words, before, now)),
        threatened=list(_threatened(read.words, now, side)),
    )


def _those(words: Wording, happened: Happened, kind: str) -> Happened:
    return [one for one in happened if words.table.tells.get(one[1].id) == kind]


# -- what happened ------------------------------------------------------------------------


def _moved(words: Wording, happened: Happened, own: Side) -> Iterator[Moved]:
    """Units of others that moved, counted by formation, and where they are now."""
    ends: dict[tuple[Side, str, int], int] = {}
    for number, (party, event) in enumerate(_those(words, happened, "move")):
        # Of what moves in secret each move counts: nobody can tell who it was.
        for unit in event.units or (-1 - number,):
            ends[(party, _group(words, unit), unit)] = event.hexes[-1] if event.hexes else -1
    for (party, group), found in groupby(sorted(ends.items()), key=lambda one: one[0][:2]):
        if party != own:
            hexes = [hex for _, hex in found]
            yield Moved(side=party, group=group, count=len(hexes),
                        hexes=tuple(sorted({hex for hex in hexes if hex >= 0})))


def _group(words: Wording, unit: int) -> str:
    group = words.table.about_unit(unit).group if unit >= 0 else None
    return words.say(group) if group else ""


def _fought(words: Wording, happened: Happened) -> Iterator[Fought]:
    """Battles by their hexes, in the order in which they began."""
    found: dict[tuple[int, ...], list[str]] = {}
    for _, event in _those(words, happened, "battle"):
        found.setdefault(event.hexes, []).append(words.event(event))
    for hexes, said in found.items():
        name = ", ".join(place(words, hex) for hex in hexes)
        yield Fought(name=name, hexes=hexes, count=len(said), sentence=said[-1])


def _lost(words: Wording, happened: Happened) -> Iterator[Lost]:
    for party, event in _those(words, happened, "loss"):
        owner = next((words.table.about_unit(unit).side for unit in event.units), "")
        yield Lost(side=owner or party, sentence=words.event(event), hexes=event.hexes)


# -- what is threatened now ---------------------------------------------------------------


def _threatened(words: Wording, now: Moment, own: Side) -> Iterator[Threatened]:
    """What lies in a zone of the enemy, and who is cut off."""
    zones = [set(overlay.hexes) for overlay in now.scene.overlays
             if overlay.id in {f"zone-{side}" for side in words.game.sides if side != own}]
    reached = set[Hex]().union(*zones)
    for hex in sorted(hex for hex, side in now.held.items() if side == own and hex in reached):
        yield Threatened(kind="place", name=place(words, hex), hexes=(hex,))
    for piece in headquarters(words, now.scene):
        if piece.side == own and reached.intersection(hexes := where(words, piece)):
            yield Threatened(kind="headquarters", name=named(words, piece.unit), hexes=hexes)
    for piece in now.scene.pieces:
        if piece.side == own and piece.unit >= 0 and words.table.unfed.intersection(piece.marks):
            yield Threatened(kind="supply", name=named(words, piece.unit),
                             hexes=where(words, piece))
