"""The inventory of a box: every rule case the software keeps, in our own words.

``rules.toml`` lists the cases, ``rules.fr.toml`` may hold French titles, summaries and rulings
by id, and ``shown.toml`` which passing tests show which case.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from grognard.boxes.faults import meant
from grognard.boxes.opened import OpenBox
from grognard.core.messages import LANGUAGES, typeset

RULES, SHOWN = "rules.toml", "shown.toml"
OTHER_LANGUAGES = tuple(language for language in LANGUAGES if language != "en")

_PART = re.compile(r"\d+|[A-Za-z]+")


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case of the rules: what it says and how a test shows it."""

    id: str
    title: str
    kind: str
    says: str
    test: str
    open: str = ""
    """Where the rules are silent or contradict themselves, the question."""
    ruling: str = ""
    """The answer this software follows."""
    sources: list[str] = []
    changes: str = ""
    amends: list[str] = []
    """Cases of another rule book or edition that this one changes."""
    see: list[str] = []
    topic: str = ""
    seen: str = ""


class RulesFile(msgspec.Struct, frozen=True):
    """The file rules.toml."""

    rule: list[Case]
    citation: str = ""
    """What stands before the colon when the rules of this box are cited: ``agn:15.5``."""
    meta: dict[str, Any] = {}


class Words(msgspec.Struct, frozen=True):
    """A case in another language; what is not given stays as it is."""

    title: str | None = None
    says: str | None = None
    ruling: str | None = None
    open: str | None = None


class Inventory:
    """The cases of one box, found by the number a refusal cites."""

    def __init__(
        self,
        cases: Mapping[str, Case],
        citation: str = "",
        words: Mapping[str, Mapping[str, Words]] | None = None,
        shown: Mapping[str, list[str]] | None = None,
    ) -> None:
        self.cases = dict(cases)
        self.citation = citation
        self._words = {language: dict(by_id) for language, by_id in (words or {}).items()}
        self.shown = dict(shown or {})

    def __repr__(self) -> str:
        return f"<Inventory of {self.citation}: {len(self)} cases, {len(self.shown)} shown>"

    def __len__(self) -> int:
        return len(self.cases)

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases.values())

    def case(self, id: str, language: str = "en") -> Case:
        """The case of exactly this number; raises LookupError with near misses."""
        number = self._number(id)
        if number not in self.cases:
            raise LookupError(f"no rule {id!r}{meant(number, self.cases)}")
        return self._said(self.cases[number], language)

    def nearest(self, id: str, language: str = "en") -> Case | None:
        """The case that a citation means best.

        9.5 finds 9.5 itself, else the first case below it (9.5.A), else the one above (9).
        """
        number = self._number(id)
        found = self.cases.get(number) or next(iter(self.under(number)), None)
        return self._said(found, language) if found else self._above(number, language)

    def under(self, id: str) -> list[Case]:
        """All cases that a citation covers: 9.5 covers 9.5, 9.5.A and 9.5.3.B."""
        wanted = parts(self._number(id))
        return [
            self.cases[number]
            for number, found in self._parts.items()
            if wanted and found[: len(wanted)] == wanted
        ]

    def unnumbered(self, language: str = "en") -> list[Case]:
        """Cases that no book numbers: a reader knows them by their titles."""
        return [self._said(case, language) for case in self if not case.id[:1].isdigit()]

    def kinds(self) -> Counter[str]:
        """How many cases there are of each kind."""
        return Counter(case.kind for case in self)

    def shown_kinds(self) -> Counter[str]:
        """How many cases of each kind a passing test shows."""
        return Counter(case.kind for case in self if self.shown.get(case.id))

    def rulings(self) -> list[Case]:
        """The cases where the rules leave a question open."""
        return [case for case in self if case.open]

    @cached_property
    def _parts(self) -> dict[str, tuple[str, ...]]:
        return {number: parts(number) for number in self.cases}

    def _number(self, id: str) -> str:
        book, colon, number = id.partition(":")
        return number if colon and book == self.citation else id

    def _above(self, number: str, language: str) -> Case | None:
        wanted = parts(number)
        for length in range(len(wanted) - 1, 0, -1):
            for found, those in self._parts.items():
                if those == wanted[:length]:
                    return self._said(self.cases[found], language)
        return None

    def _said(self, case: Case, language: str) -> Case:
        words = self._words.get(language, {}).get(case.id)
        if words is None:
            return case
        given = {name: typeset(text, language)
                 for name, text in msgspec.structs.asdict(words).items() if text}
        return msgspec.structs.replace(case, **given)


def parts(number: str) -> tuple[str, ...]:
    """A rule number in its parts, from the outermost.

    >>> parts("9.5.3.B"), parts("1.34a"), parts("4.2.5.b/PG")
    (('9', '5', '3', 'B'), ('1', '34', 'a'), ('4', '2', '5', 'b', 'PG'))
    """
    return tuple(_PART.findall(number))


def read_inventory(opened: OpenBox, citation: str = "") -> Inventory:
    """The inventory of a box; faults go to ``opened.faults``.

    `citation` stands before the colon of its rule numbers, unless rules.toml says otherwise.
    """
    read = opened.toml(RULES, RulesFile, vouched=False)
    if read is None:
        return Inventory({})
    _check_cases(read.rule, opened)
    cases = {case.id: case for case in read.rule}
    words = {language: _read_words(opened, language, cases) for language in OTHER_LANGUAGES}
    return Inventory(cases, read.citation or citation, words, _read_shown(opened))


def _check_cases(cases: list[Case], opened: OpenBox) -> None:
    seen: set[str] = set()
    for case in cases:
        at = f"rule[{case.id}]"
        if case.id in seen:
            opened.faults.add(RULES, at, "stands twice")
        seen.add(case.id)
        if bool(case.open) != bool(case.ruling):
            opened.faults.add(RULES, at, "an open question and its ruling go together")
        for name in ("title", "kind", "says", "test"):
            if not getattr(case, name).strip():
                opened.faults.add(RULES, f"{at}.{name}", "is empty")


def _read_words(opened: OpenBox, language: str, cases: Mapping[str, Case]) -> dict[str, Words]:
    file = f"rules.{language}.toml"
    words = opened.toml(file, dict[str, Words], vouched=False) if opened.has(file) else None
    for id in words or ():
        if id not in cases:
            opened.faults.add(file, id, f"no such rule{meant(id, cases)}")
    return words or {}


def _read_shown(opened: OpenBox) -> dict[str, list[str]]:
    if not opened.has(SHOWN):
        return {}
    return opened.toml(SHOWN, dict[str, list[str]], vouched=False) or {}
