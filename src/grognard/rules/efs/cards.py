"""4.2 of Army Group North: what the box in the corner of a counter says.

Its colour and icons name the scenarios that the counter belongs to, its code where it begins or
how it comes: ``B2613`` a hex, ``36 eL`` on turn 36 by the east edge of map L, ``PG 11`` with a
group of the pool, ``c`` in a friendly city, ``v`` as the set-up card tells.
"""

import re
from typing import NamedTuple

from grognard.rules.efs.data import Unit
from grognard.rules.efs.measures import Corners

HEX = re.compile(r"(?P<map>A|B|C|L|W|In)(?P<number>\d{4})")
ENTRY = re.compile(r"(?P<edge>[eswn])?(?P<map>A|B|C|L|W|In)?(?P<varies>v)?")
EDGES = {"e": "east", "s": "south", "w": "west", "n": "north"}


class Code(NamedTuple):
    """A code as it is read."""

    turn: int = 0
    """0: at the start."""
    hex: str = ""
    edge: str = ""
    map: str = ""
    city: bool = False
    varies: bool = False
    pool: int = 0
    """The group that it comes with; never by turn alone (4.2.5.b/PG)."""


def read(text: str) -> Code:
    """4.2.5: one code; of several that the player may choose from, each by itself.

    >>> read("36 eL").edge, read("PG 11").pool, read("B2613").hex, read("eWv").varies
    ('east', 11, 'B2613', True)
    """
    turn, _, rest = text.rpartition(" ")
    if turn == "PG":
        return Code(pool=int(rest))
    found = Code(turn=int(turn or 0))
    if rest == "c":
        return found._replace(city=True)
    if at := HEX.fullmatch(rest):
        return found._replace(hex=rest, map=at["map"])
    by = ENTRY.fullmatch(rest)
    if by is None or not rest:
        raise ValueError(f"{text!r} is no code of a counter")
    return found._replace(edge=EDGES.get(by["edge"] or "", ""), map=by["map"] or "",
                          varies=bool(by["varies"]))


def ways_in(unit: Unit) -> tuple[Code, ...]:
    """The codes of a counter, the turn told with the first."""
    first, *others = unit.card.split("|")
    found = read(first)
    return (found, *(read(other)._replace(turn=found.turn) for other in others))


def scenarios(corners: Corners, unit: Unit) -> frozenset[int]:
    """4.2.3, 4.2.4: the scenarios that colour and icons let a counter take part in."""
    icons = (corners.icons[icon] for icon in unit.icons.split())
    return frozenset((*corners.colours.get(unit.box, ()), *icons))


def code_counts(corners: Corners, unit: Unit, scenario: int) -> bool:
    """4.2.5: whether a scenario reads the code."""
    return scenario in corners.coded.get(unit.box, ())
