"""Every scenario on the shelf is told of before it is played."""

from pathlib import Path
from typing import Any

import pytest

from grognard.boxes.briefings import Briefing, Words, read_briefings
from grognard.boxes.catalogue import boxes
from grognard.boxes.opened import OpenBox

BOXES = {id: entry.box for id, entry in boxes().items()}
SHORTEST, LONGEST = 15, 420
"""Letters of a paragraph: a briefing is read, not studied."""


@pytest.mark.parametrize("box", sorted(BOXES))
def test_every_scenario_has_one_and_no_other(box: str) -> None:
    assert sorted(BOXES[box].briefings()) == sorted(BOXES[box].scenarios())


@pytest.mark.parametrize("box", sorted(BOXES))
def test_it_is_told_in_both_languages(box: str) -> None:
    for briefing in BOXES[box].briefings().values():
        for english, french in zip(paragraphs(briefing.en), paragraphs(briefing.fr), strict=True):
            assert SHORTEST < len(english) < LONGEST
            assert SHORTEST < len(french) < LONGEST
            assert english != french


def paragraphs(words: Words) -> tuple[str, str, str]:
    return words.about, words.sides, words.wins


WORDS = 'about = "a"\nsides = "s"\nwins = "w"\n'


def read(folder: Path, text: str, scenario: str = "first") -> tuple[dict[str, Briefing], Any]:
    (folder / "briefings").mkdir()
    (folder / "briefings" / f"{scenario}.toml").write_text(text)
    opened = OpenBox(folder)
    return read_briefings(opened, {"first": "s.first"}), opened.faults


def test_hours_are_reckoned_from_what_was_counted(tmp_path: Path) -> None:
    text = f'level = "easy"\ndecisions = 1900\n[en]\n{WORDS}[fr]\n{WORDS}'
    found, faults = read(tmp_path, text)
    assert not list(faults)
    assert found["first"].hours == 5.5


def test_nobody_counted_no_hours(tmp_path: Path) -> None:
    found, _ = read(tmp_path, f'level = "easy"\n[en]\n{WORDS}[fr]\n{WORDS}')
    assert found["first"].hours == 0


@pytest.mark.parametrize(("text", "where"), [
    (f'level = "easy"\n[en]\n{WORDS}', "fr"),
    (f'level = "endless"\n[en]\n{WORDS}[fr]\n{WORDS}', "level"),
    (f'level = "easy"\n[en]\n{WORDS}moral = "m"\n[fr]\n{WORDS}', "moral"),
])
def test_a_fault_names_the_file_and_the_place(tmp_path: Path, text: str, where: str) -> None:
    _, faults = read(tmp_path, text)
    (fault,) = faults
    assert "briefings/first.toml" in str(fault)
    assert where in str(fault)


def test_a_briefing_of_no_scenario_is_a_fault(tmp_path: Path) -> None:
    _, faults = read(tmp_path, f'level = "easy"\n[en]\n{WORDS}[fr]\n{WORDS}', "thrid")
    assert "no scenario 'thrid'" in str(next(iter(faults)))
