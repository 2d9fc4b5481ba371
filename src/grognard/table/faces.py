"""What is printed on a counter, block or marker: plain data, drawn by whoever shows it.

Colours are names of the counters' palette (``german``, ``soviet``, ``purple``), symbols names of
unit symbols (``infantry``); the drawing knows both.
"""

from typing import Literal, TypeAlias

import msgspec

from grognard.core.messages import Message

Shape: TypeAlias = Literal["counter", "block", "marker", "chit", "round"]
Slot: TypeAlias = Literal[
    "attack",
    "defence",
    "movement",
    "centre",
    "top-left",
    "top-right",
    "left",
    "right",
    "bottom",
    "set-up",
    "formation",
]

SIZE_MARKS = {
    "section": "•",
    "platoon": "•••",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "front": "XXXXX",
    "army_group": "XXXXX",
}
"""The sign above a unit symbol that tells the unit's size."""


class Face(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side of a piece. Unused parts stay empty."""

    shape: Shape = "counter"
    fill: str = "paper"
    ink: str = ""
    """Empty: dark or light, whichever reads better on the fill."""
    band: str = ""
    """The colour of the formation."""
    symbol: str = ""
    symbol_fill: str = ""
    size_mark: str = ""
    texts: dict[Slot, str] = {}
    steps: int = 0
    reduced: bool = False
    edges: tuple[int, ...] = ()
    """A block's strengths as it lies: the top edge first, then clockwise; 0 is blank."""
    stands: bool = False
    """A block on its edge, its label towards the viewer if it is not hidden; else it lies."""
    hidden: bool = False
    """The back of a block or counter: colour and shape only."""
    label: Message | None = None
    """What a screen reader says."""


def block_edges(full: int, now: int) -> tuple[int, ...]:
    """The four edges of a block of this full strength, turned so that `now` is on top.

    A block that loses a step is turned to the left, so the next lower number comes up.

    >>> block_edges(4, 3), block_edges(3, 3), block_edges(2, 1)
    ((3, 2, 1, 4), (3, 2, 1, 0), (1, 0, 0, 2))
    """
    if not 1 <= now <= full <= 4:
        raise ValueError(f"a block of strength {full} cannot stand at {now}")
    printed = [*range(full, 0, -1), *[0] * (4 - full)]
    top = printed.index(now)
    return tuple(printed[top:] + printed[:top])
