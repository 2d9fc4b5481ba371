"""Odds: strengths compared exactly, rounded once, and in favour of the defender.

>>> line = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1")
>>> [odds(attack, defence, line) for attack, defence in ((4, 2), (5, 2), (3, 2), (1, 2), (2, 5))]
['2-1', '2-1', '3-2', '1-2', '1-3']
>>> odds(100, 1, line), odds(1, 4, line)
('3-1', None)
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import floor

Strength = int | Fraction


def is_odds(label: str) -> bool:
    """Whether a label is written like odds: ``3-2``."""
    return re.fullmatch(r"[1-9][0-9]*-[1-9][0-9]*", label) is not None


def parse_odds(label: str) -> Fraction:
    """The ratio that an odds column stands for.

    >>> parse_odds("3-2"), parse_odds("1-4")
    (Fraction(3, 2), Fraction(1, 4))
    """
    if not is_odds(label):
        raise ValueError(f"odds are written like 3-2, not {label!r}")
    attack, defence = label.split("-")
    return Fraction(int(attack), int(defence))


@cache
def thresholds(line: tuple[str, ...]) -> tuple[Fraction, ...]:
    """The ratios of a line of columns, which must climb from left to right."""
    ratios = tuple(parse_odds(label) for label in line)
    for (label, ratio), (next_label, next_ratio) in pairwise(zip(line, ratios, strict=True)):
        if ratio >= next_ratio:
            raise ValueError(f"odds must climb: {next_label} follows {label}")
    return ratios


@lru_cache(4096)
def odds_index(attack: Strength, defence: Strength, line: tuple[str, ...]) -> int | None:
    """The place of the odds in a line: the last column that the ratio reaches.

    None if the ratio is below the first column. Against no defence at all any attack counts
    as the last column.
    """
    if defence <= 0:
        return len(line) - 1 if attack > 0 else None
    place = bisect_right(thresholds(line), Fraction(attack) / defence) - 1
    return place if place >= 0 else None


def odds(attack: Strength, defence: Strength, line: tuple[str, ...]) -> str | None:
    """The odds column of an attack, or None below the lowest."""
    place = odds_index(attack, defence, line)
    return None if place is None else line[place]


def total(strengths: Iterable[Strength]) -> Fraction:
    """The exact sum, fractions kept.

    >>> total([Fraction(3, 2), 2, Fraction(5, 2)])
    Fraction(6, 1)
    """
    return Fraction(sum(strengths))


def whole(strengths: Iterable[Strength], least: int = 0) -> int:
    """The sum with its fraction dropped, once and at the end, and never under `least`.

    >>> whole([Fraction(3, 2), Fraction(5, 2)]), whole([Fraction(1, 2)], least=1)
    (4, 1)
    """
    return max(least, floor(total(strengths)))
