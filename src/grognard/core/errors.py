"""What stops an action: it cannot be read, or a rule refuses it (``core.rulings``)."""

from typing import Any

from grognard.core.messages import Message, catalogue


class No(Exception):
    """Base of everything that stops an action before it happens."""


class Unreadable(No):
    """The input cannot be read as an action; the reason is ``unreadable.<code>`` in words.

    >>> print(Unreadable("mvoe", "kind"))
    unreadable 'mvoe': no such kind of action
    """

    def __init__(self, text: str, code: str, **args: Any) -> None:
        self.text = text
        self.reason = Message(f"unreadable.{code}", args)
        super().__init__(f"unreadable {text!r}: {catalogue('en').say(self.reason)}")


class OldPosition(LookupError):
    """A stored position that this version cannot read: lines of play can, positions may not."""


class UnknownSide(LookupError):
    """Nobody plays this side in the game.

    >>> print(UnknownSide("blue", ("german", "soviet")))
    no side 'blue' in this game (there are: german, soviet)
    """

    def __init__(self, side: str, sides: tuple[str, ...]) -> None:
        super().__init__(f"no side {side!r} in this game (there are: {', '.join(sides)})")


class DeadEnd(Exception):
    """A decision without a single offer: a defect of the rule book, never of a player."""


class WrongStep(Exception):
    """The trusted door was used for a step that does not wait for this party."""
