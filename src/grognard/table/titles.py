"""What a unit was called, in the reader's language.

Boxes give the name that history or the rules have: ``119 strelkovy polk, 13 SD``. Most names have
a shape, words with numbers in them, and a rule book's texts say how each shape reads
(``unit-title.strelkovy-polk-sd``). A name of its own (``Kampfgruppe Beck``) stays as it is.
"""

import re
from typing import Any

from grognard.core.messages import Catalogue

_NUMBER = re.compile(r"^[IVX]+(?=\. )|\d+")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4}
_PLACES = ("a", "b", "c")
"""What a text calls the numbers of a name, in their order."""


def title(printed: str, texts: Catalogue) -> str:
    """The name in the catalogue's language; as it is printed if its shape has no text."""
    shape, numbers = shape_of(printed)
    id = f"unit-title.{shape}"
    if not texts.has(id):
        return printed
    return texts.text(id, dict(zip(_PLACES, numbers, strict=False)), _ORDINALS)


def shape_of(printed: str) -> tuple[str, tuple[int, ...]]:
    """The words of a name, and its numbers.

    >>> shape_of("119 strelkovy polk, 13 SD")
    ('strelkovy-polk-sd', (119, 13))
    >>> shape_of("II. / SS-Grenadier-Regiment 45")
    ('ss-grenadier-regiment', (2, 45))
    """
    numbers = tuple(_ROMAN.get(found) or int(found) for found in _NUMBER.findall(printed))
    words = re.findall(r"[^\W_]+", _NUMBER.sub(" ", printed).lower())
    return "-".join(words), numbers


class _Ordinals:
    """Reads ``{a:nth}`` and, where the thing counted is feminine, ``{a:nth-f}``."""

    def name(self, spec: str, value: Any, catalogue: Catalogue) -> str:
        endings = (f"is-{value}", f"ends-{value % 100}", f"ends-{value % 10}", "other")
        known = (id for end in endings if catalogue.has(id := f"{spec}.{end}"))
        return catalogue.text(next(known, spec), {"n": value})


_ORDINALS = _Ordinals()
