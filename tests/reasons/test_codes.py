"""Every code has a witness, a sentence, and one rule; the few that have more say why."""

import tomllib
from pathlib import Path

import pytest

from tests.reasons.codes import uttered
from tests.reasons.tables import BOOKS, Book

SEVERAL = tomllib.loads(Path(__file__).with_name("several_rules.toml").read_text("utf-8"))
"""Codes that are cited with several rules: one reason that more than one rule gives."""
BOXES = pytest.mark.parametrize("box", {book.name: box for box, book in BOOKS.items()}.values())
"""One box of each rule book."""


def codes(book: Book) -> dict[str, set[str]]:
    return uttered(book.code, set(book.sentences()))


@BOXES
def test_every_code_has_a_witness_or_says_why_not(box: str) -> None:
    book = BOOKS[box]
    without = set(codes(book)) - set(book.witnesses) - set(book.unjudged)
    assert not without, f"write a witness in tests/reasons/{book.name}.py for {sorted(without)}"


@BOXES
def test_what_no_machine_judges_has_a_reason_and_no_witness(box: str) -> None:
    book = BOOKS[box]
    assert all(len(why.split()) > 5 for why in book.unjudged.values())
    assert not set(book.unjudged) & set(book.witnesses)


@BOXES
def test_every_sentence_is_spoken_and_every_code_has_one(box: str) -> None:
    book = BOOKS[box]
    assert set(codes(book)) == set(book.sentences()) == set(book.sentences("fr"))


@BOXES
def test_one_code_is_cited_with_one_rule_unless_it_says_why(box: str) -> None:
    found = {code: rules for code, rules in codes(BOOKS[box]).items() if len(rules) > 1}
    assert not set(found) - set(declared(box)), "one code for two reasons, or a declared one?"
    for code, rules in found.items():
        assert rules <= declared(box)[code], code


def declared(box: str) -> dict[str, set[str]]:
    """Code to all the rules that it may be cited with."""
    return {code: set(rules) for group in SEVERAL.get(BOOKS[box].name, [])
            for code, rules in group["codes"].items()}


@BOXES
def test_declared_codes_exist_and_need_it(box: str) -> None:
    for group in SEVERAL.get(BOOKS[box].name, []):
        assert len(group["why"].split()) > 5
    known = set(BOOKS[box].sentences())
    assert set(declared(box)) <= known
    assert all(len(rules) > 1 for rules in declared(box).values())
