"""A play told in sentences, on paper or in the terminal."""

from collections.abc import Iterator

from grognard.core.game import Result
from grognard.core.sides import Side
from grognard.records import Playthrough
from grognard.records.text import notation


def told(play: Playthrough, lang: str, side: Side | None = None) -> Iterator[str]:
    """The whole log: what was done in notation, what came of it in sentences, and the end.

    For one side: only what it did itself, and what it may know of the rest.
    """
    game = play.game
    yield from (game.describe(e, lang) for e in play.opening if side is None or e.visible_to(side))
    for line, entries in notation(play):
        if side in (None, entries[0].side):
            yield line
        for event in (event for entry in entries for event in entry.events):
            if side is None or event.visible_to(side):
                yield f"    {game.describe(event, lang)}"
    if play.result is not None:
        yield result_line(play, play.result, lang)


def result_line(play: Playthrough, result: Result, lang: str) -> str:
    """How the play ended."""
    texts = play.game.catalogue(lang)
    how = f"{texts.text(f'result.{result.level}')}, {texts.text(f'reason.{result.reason}')}"
    return f"{texts.text(f'side.{result.winner}')}: {how}" if result.winner else how
