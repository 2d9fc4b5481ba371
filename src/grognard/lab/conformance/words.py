"""Everything a player is told has a text in every language, with every blank filled."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.messages import LANGUAGES, Catalogue, Message
from grognard.lab.conformance.point import Tally
from grognard.table import table_of

ENOUGH = 5
"""So many sentences of one id, for one kind of action, show that it can be said."""
BLANK = re.compile(r"(?<!“)(?<!«\s)\{[^{}]+\}")
"""What must be filled. A quotation may be empty: so may what a player types."""


class Listener(Catalogue):
    """A catalogue that notes the ids it has no text for, and the blanks that nothing fills."""

    def __init__(self, game: Game[Any], language: str) -> None:
        super().__init__(language, game.catalogue(language).texts)
        self.game = game
        self.missing: list[str] = []
        self.hollow: list[str] = []

    def text(self, id: str, args: Mapping[str, Any] | None = None, names: Any = None) -> str:
        if not self.has(id):
            self.missing.append(id)
        said = super().text(id, args, names or self.game)
        self.hollow += [f"{id} {blank}" for blank in BLANK.findall(self.texts.get(id, ""))
                        if not self._alone(blank, args or {}).strip()]
        return said

    def _alone(self, blank: str, args: Mapping[str, Any]) -> str:
        """What stands in a blank: "{what} is full" wants its subject."""
        return Catalogue(self.language, {**self.texts, "alone": blank}).text(
            "alone", args, self.game)


def unsaid(game: Game[Any], message: Message, tally: Tally) -> Iterator[str]:
    """What keeps a message from being said in some language."""
    told = f"{message.id} {message.args.get('kind', '')}"
    tally.said[told] += 1
    if tally.said[told] > ENOUGH:
        return
    for language in LANGUAGES:
        listener = Listener(game, language)
        try:
            sentence = listener.say(message, game)
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            yield f"{message.id} cannot be said in {language}: {fault!r}"
            continue
        yield from (f"no text for {id} in {language}" for id in listener.missing)
        yield from (f"nothing to put in for {blank} in {language}" for blank in listener.hollow)
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
