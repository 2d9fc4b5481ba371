"""Puts what a game says into words of one language."""

import string
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from grognard.core.actions import Domain, spoken
from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.messages import Message, catalogue, singular
from grognard.drawing.style import readings
from grognard.table import table_of


class Wording:
    """The words of one game in one language."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game, self.language = game, language
        self.table, self.texts = table_of(game), game.catalogue(language)

    def text(self, id: str, args: Mapping[str, Any] | None = None) -> str:
        """A sentence; one whose blanks cannot be filled shows its id, as a missing one does."""
        try:
            return self.texts.text(id, args or {}, self.game)
        except (LookupError, ValueError, TypeError):
            return id

    def say(self, message: Message) -> str:
        return self.text(message.id, message.args)

    def worded(self, said: str | Message) -> str:
        """A text as it is, or a message in words."""
        return self.say(said) if isinstance(said, Message) else said

    def mentioned(self, message: Message) -> dict[str, list[int]]:
        """The units and hexes that a sentence speaks of, so that a table can point at them."""
        listening = _Mentions(self.game)
        with suppress(LookupError, ValueError, TypeError, AttributeError):
            listening.vformat(self.texts.texts.get(message.id, ""), (), message.args)
        return listening.found

    def event(self, event: Event) -> str:
        return self.text(f"event.{event.id}", event.args)

    def named(self, id: str, *groups: str) -> str:
        """The name of a thing in the first group of texts that knows it, else its id."""
        for group in groups:
            if self.texts.has(f"{group}.{id}"):
                return self.text(f"{group}.{id}")
        return id

    def printed(self, id: str, table: str) -> str:
        """The name of something printed on a map: the game's own, else that of any map."""
        if self.knows(id, table):
            return self.named(id, table)
        maps = catalogue(self.language, "drawing")
        ids = (f"{table}.{reading}" for reading in readings(id))
        known = next(filter(maps.has, ids), None)
        return maps.text(known) if known else id

    def knows(self, id: str, group: str) -> bool:
        return self.texts.has(f"{group}.{id}")

    def side(self, side: str) -> str:
        return self.named(side, "side")

    def kind(self, kind: str) -> str:
        """What a kind of action is called on a button."""
        return self.named(kind, "action")

    def offer(self, step: str, kind: str) -> str:
        """What it is called where a step offers it: to be done may mean to decline."""
        own = f"{step}.{kind}"
        return self.named(own, "offer") if self.knows(own, "offer") else self.kind(kind)

    def argument(self, kind: str, domain: Domain, arg: int) -> str:
        """An argument as a label: units by their names, words translated, hexes by label."""
        plain = domain.text(arg)
        if domain.name in ("hex", "hexside", "number", "nothing"):
            return spoken(plain)
        if domain.name == "unit":
            return self.game.name("unit", arg, self.texts)
        return self.table.label(kind, arg, self.texts) or self.named(plain, domain.name, kind)


class _Mentions(string.Formatter):
    """Reads a text as a speaker does, and notes which units and hexes it is told to name."""

    LISTS: Mapping[str, str] = {"unit": "units", "hex": "hexes"}

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.found: dict[str, list[int]] = {"units": [], "hexes": []}

    def format_field(self, value: Any, format_spec: str) -> str:
        domain = self.game.domain_of(singular(format_spec)) if format_spec else None
        named = self.LISTS.get(domain.name) if domain else None
        many = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
        if named:
            self.found[named] += [one for one in many if isinstance(one, int)]
        return str(value)
