"""What our lessons say is what is done: every counter, hex and die."""

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from grognard.boxes.catalogue import box
from grognard.boxes.faults import Faults
from grognard.core.sides import CHANCE
from grognard.records.lessons import Cue, Script, read_script

LESSONS = [("army_group_north", "soltsy"), ("typhoon", "mtsensk"), ("narva", "krivasoo")]
lessons = pytest.mark.parametrize("which", LESSONS, ids=[id for _, id in LESSONS])
LANGUAGES = ("en", "fr")
SHOWN = re.compile(r"\b[A-Z]?\d{4}\b")


def script(which: tuple[str, str]) -> Script:
    shelf, faults = box(which[0]), Faults()
    found = read_script(shelf, shelf.lessons()[which[1]], faults)
    faults.raise_if_any()
    assert found is not None
    return found


def steps(read: Script) -> Iterator[tuple[str, list[Cue]]]:
    for index, step in enumerate(read.lesson.steps):
        yield step.id, [cue for cue in read.cues if cue.step == index]


def said(read: Script, step: str, part: str, language: str) -> str:
    id = read.lesson.text(step, part)
    assert read.texts(language).has(id), id
    return read.texts(language).text(id, {}, read.game)


@lessons
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_says_what_to_do_and_why(which: tuple[str, str], language: str) -> None:
    read = script(which)
    texts = read.texts(language)
    assert all(texts.has(read.lesson.text(part)) for part in ("title", "says", "end"))
    for step, _ in steps(read):
        assert len(said(read, step, "do", language)) > 15
        assert len(said(read, step, "why", language)) > 15


@lessons
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hexes_to_go_to_are_named(which: tuple[str, str], language: str) -> None:
    """Whoever only reads knows where to go."""
    read = script(which)
    for step, cues in steps(read):
        told = set(SHOWN.findall(said(read, step, "do", language)))
        assert not set(hexes(read, cues)) - told, step


def hexes(read: Script, cues: list[Cue]) -> Iterator[str]:
    domains = read.game.space.domains
    for cue in cues:
        if cue.side != CHANCE and domains[str(cue.act[0])].name == "hex":
            yield domains[str(cue.act[0])].text(int(cue.act[1]))


@lessons
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_counters_to_take_are_named(which: tuple[str, str], language: str) -> None:
    read = script(which)
    domains = read.game.space.domains
    for step, cues in steps(read):
        text = said(read, step, "do", language)
        for cue in cues:
            if cue.side == CHANCE or domains[str(cue.act[0])].name not in ("unit", "air unit"):
                continue
            code = domains[str(cue.act[0])].text(int(cue.act[1]))
            assert code in text, (step, code)


@lessons
@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_dice_are_told(which: tuple[str, str], language: str) -> None:
    read = script(which)
    for step, cues in steps(read):
        text = said(read, step, "do", language)
        for cue in cues:
            if cue.side == CHANCE and not cue.filler:
                told = [drawn_or_rolled(read, word, language) for word in words(read, cue)]
                heard = (re.search(rf"\b{one}\b", text, re.IGNORECASE) for one in told)
                assert all(heard), (step, told)


def words(read: Script, cue: Cue) -> list[str]:
    """What fell or was drawn, as its line of the record has it."""
    folder = box(read.game.box).folder
    rows = folder.joinpath(*read.lesson.record.split("/")).read_text("utf-8").splitlines()
    return rows[cue.line - 1].partition("#")[0].split()[1:]


def drawn_or_rolled(read: Script, word: str, language: str) -> str:
    """A die by its number, a chit by its name."""
    return word if word.isdecimal() else read.texts(language).text(f"chit.{word}", {}, read.game)


@lessons
def test_the_texts_are_kept_in_both_languages(which: tuple[str, str]) -> None:
    folder = files("grognard") / "locale"
    for language in LANGUAGES:
        assert (folder / language / f"lesson-{which[1]}.toml").is_file()


def test_the_rules_of_a_step_are_those_of_the_box() -> None:
    read = script(LESSONS[0])
    cited = [read.game.cite(read.lesson.cited(rule))
             for step in read.lesson.steps for rule in step.rules]
    assert cited
    assert all(rule.startswith("agn:") for rule in cited)
