"""A refusal is a sentence: it says who or what cannot be done, and ends.

Whether a blank is filled is seen by the conformance suite; here the words around the blanks are
looked at. A list of words is no grammar, but a sentence that begins with one of these was always
one that had lost its subject.
"""

import re
from pathlib import Path

import pytest

from tests.architecture.test_locale import LOCALE, texts

HEADLESS = {
    # A verb without a subject; a pronoun that stands for nobody; a scrap without a verb.
    "en": r"(is|are|was|were|has|have|had|does|do not|may|must|can|cannot|needs|stands|lies)\b"
          r"|(they|he|she|their|its)\b|it (?!is (not your choice|too late))"
          r"|none of them|not (in|with|on|at|a) |no room|out of|held by|below|above|too (few|far):",
    "fr": r"(est|sont|était|a|ont|n['’]|ne|peut|peuvent|doit|doivent|se|s['’])\b"
          r"|(elles?|ils|leurs?)\b|il (?!(y a|n['’]y a|est trop|faut|faudrait|reste|ne reste))"
          r"|aucune? d['’]e|pas (de|d['’]|avec|en|pendant|sur|par)\b|hors d|retenue?s?\b",
}
ENDS = re.compile(r"[.?!]$|\{prompt\}$")


def headless(sentence: str, language: str) -> bool:
    """Whether a sentence begins as none does that has a subject."""
    return bool(re.match(HEADLESS[language], sentence.lower()))


def refusals(language: Path) -> dict[str, str]:
    return {id: text for id, text in texts(language).items() if ":refusal." in id}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_has_a_subject_and_an_end(language: str) -> None:
    found = refusals(LOCALE / language)
    assert len(found) > 700
    wrong = [f"{id}: {text}" for id, text in found.items()
             if headless(text, language) or not ENDS.search(text)]
    assert wrong == []


@pytest.mark.parametrize(("sentence", "language"), [
    ("is over the stacking limit.", "en"),
    ("They stand in {what} already.", "en"),
    ("It stands there.", "en"),
    ("Out of range: {what}.", "en"),
    ("est hors de portée.", "fr"),
    ("Elles sont déjà en {what}.", "fr"),
    ("N'est pas adjacent.", "fr"),
    ("Il doit finir au port.", "fr"),
])
def test_the_check_sees(sentence: str, language: str) -> None:
    assert headless(sentence, language)


@pytest.mark.parametrize(("sentence", "language"), [
    ("{what} is over the stacking limit.", "en"),
    ("It is not your choice now: {side:side} must choose.", "en"),
    ("Not all attackers are next to {what}.", "en"),
    ("Il n'y a pas de place en {what}.", "fr"),
    ("Aucun bloc ne peut passer.", "fr"),
])
def test_a_whole_sentence_passes(sentence: str, language: str) -> None:
    assert not headless(sentence, language)
