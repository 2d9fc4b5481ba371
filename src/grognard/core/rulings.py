"""Rulings: allowed, or refused with a code, the rule number, the place and a sentence."""

from typing import NamedTuple

import msgspec

from grognard.core.errors import No
from grognard.core.messages import Message


class Layer(msgspec.Struct, frozen=True, gc=False):
    """A named prohibition: the arguments that one rule bars.

    ``bars`` is a bit set over the argument of the action (hexes, units, ...). What is offered
    is what no layer bars; the refusal cites the first layer that does.
    """

    code: str
    rule: str
    bars: int
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    args: tuple[tuple[str, int | str], ...] = ()
    """What the sentence says besides: numbers, say."""


class Reason(NamedTuple):
    """Why something is not allowed, before it is put into words."""

    code: str
    rule: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    args: tuple[tuple[str, int | str], ...] = ()


class Ruling(msgspec.Struct, frozen=True):
    """The judge's answer.

    >>> Ruling(False, "pinned", "narva:2.5.1.3.A")
    <Ruling: refused, pinned [narva:2.5.1.3.A]>
    """

    allowed: bool
    code: str = ""
    rule: str = ""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    message: Message | None = None

    def __bool__(self) -> bool:
        return self.allowed

    def __repr__(self) -> str:
        if self.allowed:
            return "<Ruling: allowed>"
        return f"<Ruling: refused, {self.code}{f' [{self.rule}]' if self.rule else ''}>"


ALLOWED = Ruling(True)


class Refused(No):
    """An action that the rules do not allow now; holds the ruling."""

    def __init__(self, ruling: Ruling, sentence: str = "") -> None:
        super().__init__(f"{sentence or ruling.code} [{ruling.rule}]")
        self.ruling = ruling
        self.sentence = sentence
