"""EastFront can say everything it has to say, in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.core.messages import LANGUAGES, Catalogue
from grognard.core.steps import Ask, Roll, Step
from grognard.rules import eastfront
from tests.unit.rules.said import Saying, blanks, doubts, missing, sayings, strays

SAID = sayings(Path(eastfront.__path__[0]))
NOT_SAID = {"rail"}
"""Words beside the codes of refusals that only look like them."""
ALWAYS = {"what", "kind", "prompt", "units", "hexes"}
"""What every refusal can name, whatever was asked for."""
BESIDES = {"overstacked": {"hex", "blocks", "most"}, "lifted-enough": {"most"},
           "too-far-anyhow": {"distance", "speed"}}
"""What single refusals are given to name."""


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Catalogue:
    return grognard.load("eastfront", "s42").catalogue(request.param)


def of(*calls: str) -> list[Saying]:
    return [saying for saying in SAID if saying.call in calls and saying.id not in NOT_SAID]


def steps(kind: type[Step]) -> Iterator[type[Step]]:
    for cls in kind.__subclasses__():
        if cls.__module__.startswith(eastfront.__name__) and not cls.__subclasses__():
            yield cls
        yield from steps(cls)


def test_every_refusal_has_its_sentence(texts: Catalogue) -> None:
    wanted = {f"refusal.{saying.id}" for saying in of("Layer", "Reason")}
    assert len(wanted) > 80
    assert missing(texts, wanted) == []


def test_every_event_and_message_has_its_sentence(texts: Catalogue) -> None:
    assert missing(texts, {f"event.{saying.id}" for saying in of("Event")}) == []
    assert missing(texts, {saying.id for saying in of("Message")}) == []


def test_every_question_is_asked(texts: Catalogue) -> None:
    wanted = {f"prompt.{cls.__name__}" for kind in (Ask, Roll) for cls in steps(kind)}
    assert len(wanted) > 20
    assert missing(texts, wanted) == []


def test_every_kind_of_action_has_a_label(texts: Catalogue) -> None:
    kinds = grognard.load("eastfront", "s42").space.domains
    assert missing(texts, {f"action.{kind}" for kind in kinds}) == []


@pytest.mark.parametrize("table", ["offer", "doubt"])
def test_words_of_an_offer_belong_to_a_question(texts: Catalogue, table: str) -> None:
    kinds = grognard.load("eastfront", "s42").space.domains
    assert strays(texts, table, steps(Ask), kinds) == []


def test_every_doubt_has_its_sentence(texts: Catalogue) -> None:
    assert len(doubts(steps(Ask))) == 4
    assert missing(texts, doubts(steps(Ask))) == []


def test_sentences_name_only_what_there_is(texts: Catalogue) -> None:
    for saying in of("Layer", "Reason"):
        named = ALWAYS | {"speed"} | BESIDES.get(saying.id, set())
        assert blanks(texts.texts[f"refusal.{saying.id}"]) <= named, saying
    for saying in of("Event", "Message"):
        id = f"event.{saying.id}" if saying.call == "Event" else saying.id
        if saying.args:
            assert blanks(texts.texts[id]) <= saying.args, saying


def test_no_french_name_of_a_place_follows_a_word_that_it_shortens() -> None:
    """Before Odessa "de" would have to be shortened: a template cannot know."""
    texts = grognard.load("eastfront", "s42").catalogue("fr").texts
    shortened = re.compile(r"\b([dD]e|[lL]e|[qQ]ue|[jJ]usque) \{(what|\w+:hex)\}")
    assert [id for id, text in texts.items() if shortened.search(text)] == []
