"""Everything a player is told has a text in every language, with every blank filled."""

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.messages import LANGUAGES, Catalogue, Message
from grognard.lab.conformance.point import Tally
from grognard.table import table_of

ENOUGH = 5
"""So many sentences of one id show that it can be said."""


class Listener(Catalogue):
    """A catalogue that notes the ids it has no text for."""

    def __init__(self, game: Game[Any], language: str) -> None:
        super().__init__(language, game.catalogue(language).texts)
        self.game = game
        self.missing: list[str] = []

    def text(self, id: str, args: Mapping[str, Any] | None = None, names: Any = None) -> str:
        if not self.has(id):
            self.missing.append(id)
        return super().text(id, args, names or self.game)


def unsaid(game: Game[Any], message: Message, tally: Tally) -> Iterator[str]:
    """What keeps a message from being said in some language."""
    tally.said[message.id] += 1
    if tally.said[message.id] > ENOUGH:
        return
    for language in LANGUAGES:
        listener = Listener(game, language)
        try:
            sentence = listener.say(message, game)
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            yield f"{message.id} cannot be said in {language}: {fault!r}"
            continue
        yield from (f"no text for {id} in {language}" for id in listener.missing)
        if not sentence.strip():
            yield f"{message.id} is empty in {language}"


def unsaid_event(game: Game[Any], event: Event, tally: Tally) -> Iterator[str]:
    return unsaid(game, Message(f"event.{event.id}", event.args), tally)


def missing_words(game: Game[Any]) -> Iterator[str]:
    """Words that a game needs whatever happens: for its kinds of action, its sides, its table."""
    layout = table_of(game).layout()
    wanted = [*(f"action.{kind}" for kind in game.space.domains),
              *(f"side.{side}" for side in game.sides),
              *(f"panel.{panel.id}" for panel in layout.panels),
              *(f"chart.{chart.id}" for chart in layout.charts)]
    for language in LANGUAGES:
        texts = game.catalogue(language)
        yield from (f"no text for {id} in {language}" for id in wanted if not texts.has(id))
