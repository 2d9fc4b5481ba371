"""Lessons: the script of a record, how far a play has come, and every fault by file and key."""

from pathlib import Path

import pytest

from grognard.boxes import Faults
from grognard.boxes.catalogue import box
from grognard.core.actions import Action
from grognard.core.sides import CHANCE
from grognard.records import Playthrough
from grognard.records.lessons import check_lessons
from tests.unit.records.lesson_box import LessonBox


@pytest.fixture
def lesson_box(tmp_path: Path) -> LessonBox:
    return LessonBox(tmp_path)


def play_of(lesson_box: LessonBox, cues: int) -> Playthrough:
    """A play that has followed the lesson so far."""
    play = Playthrough(lesson_box.game, seed=1, automations=())
    for cue in lesson_box.script().cues[:cues]:
        play.do(cue.side, cue.act)
    return play


def test_every_choice_and_roll_has_its_step_and_line(lesson_box: LessonBox) -> None:
    cues = lesson_box.script().cues
    assert [cue.side for cue in cues[:5]] == ["red", "red", "blue", "blue", CHANCE]
    assert [cue.step for cue in cues] == [0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2]
    assert [cue.act for cue in cues if cue.filler] == [(4, 4)]
    assert cues[0].line == cues[1].line


def test_the_log_tells_how_far_a_play_has_come(lesson_box: LessonBox) -> None:
    script = lesson_box.script()
    for cues in range(len(script.cues) + 1):
        assert script.reached(play_of(lesson_box, cues).log) == cues


def test_a_play_that_went_its_own_way_has_left(lesson_box: LessonBox) -> None:
    play = play_of(lesson_box, 5)
    play.do("red", "move R2 to 0203")
    assert lesson_box.script().reached(play.log) is None


def test_a_play_beyond_the_record_has_left(lesson_box: LessonBox) -> None:
    script = lesson_box.script()
    play = play_of(lesson_box, len(script.cues))
    play.do("red", "trap 0202")
    assert script.reached(play.log) is None


def test_what_is_left_of_a_line_and_of_a_step(lesson_box: LessonBox) -> None:
    script = lesson_box.script()
    game = lesson_box.game
    rest = [game.space.text(cue.act) for cue in script.rest_of_line(5)
            if isinstance(cue.act, Action)]  # fmt: skip
    assert rest == ["move R1", "to 0201"]
    assert len(script.rest_of_line(6)) == 1
    assert len(script.rest_of_step(8)) == 3


def test_the_small_lesson_has_no_fault(lesson_box: LessonBox) -> None:
    assert lesson_box.faults() == []


TOML, RECORD = "lessons/first.toml", "lessons/first.record"


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (TOML, '"first.record"', '"last.record"',
         "lessons/first.toml: record: there is no lessons/last.record"),
        (TOML, '"2.1"', '"2.9"',
         "lessons/first.toml: step[orders].rules: no rule 2.9 in rules.toml"),
        (TOML, 'id = "march"', 'id = "orders"', "lessons/first.toml: step[orders]: stands twice"),
        (TOML, 'id = "march"', "", "lessons/first.toml: step[2].id: is missing"),
        (TOML, 'id = "march"', 'id = "run"',
         "lessons/first.toml: step[run]: is marked 0 times in lessons/first.record, not once"),
        (TOML, 'record = "first.record"', 'record = "first.record"\ntexts = "nowhere"',
         "lessons/first.toml: texts: there are no texts nowhere in fr"),
        (RECORD, "# step march", "# step run",
         "lessons/first.record:9: lessons/first.toml has no step run"),
        (RECORD, "# step orders\n", "",
         "lessons/first.toml: step[orders]: is marked 0 times in lessons/first.record, not once"),
        (RECORD, "---\n", "---\nred trap 0202 guard R1\n",
         "lessons/first.record:5: stands before the first step"),
        (RECORD, "red move R1 to 0201\n", "", "lessons/first.record:9: step march has no line"),
        (RECORD, 'box = "toy"', 'box = "narva"',
         "lessons/first.record: box: is 'narva', not 'toy'"),
        (RECORD, 'scenario = "only"', 'scenario = "other"',
         "lessons/first.record: no scenario 'other' (there is: only)"),
        (RECORD, "---", "", "lessons/first.record:16: no line '---' between head and actions"),
        (RECORD, "to 0201", "to 0303",
         "lessons/first.record:10: 'red move R1 to 0303': 0303 is occupied. [toy:4.4]"),
        (RECORD, "* 1 2", "* 1 7",
         "lessons/first.record:13: '* 1 7': Such a roll is impossible here. [toy:5.3]"),
        ("texts/fr.toml", "march =", "marsch =",
         "lessons/first.toml: texts: lesson.first.march.do has no text in fr"),
    ],
)  # fmt: skip
def test_a_fault_names_its_file_and_its_place(
    lesson_box: LessonBox, file: str, old: str, new: str, fault: str
) -> None:
    lesson_box.change(file, old, new)
    assert fault in lesson_box.faults()


def test_steps_in_another_order_than_the_record(lesson_box: LessonBox) -> None:
    lesson_box.change(TOML, 'id = "march"', 'id = "x"')
    lesson_box.change(TOML, 'id = "battle"', 'id = "march"')
    lesson_box.change(TOML, 'id = "x"', 'id = "battle"')
    said = "lessons/first.toml: step[battle]: lessons/first.record has another order"
    assert lesson_box.faults() == [said]


def test_a_step_that_nobody_would_see(lesson_box: LessonBox) -> None:
    """R1 has moved and R2 fell into the trap: nothing but passing is left, so the table passes."""
    orders = "red trap 0202 guard R1\nblue trap 0203 guard B1\n* red-chit\n"
    march = "# step march\nred move R1 to 0102\nred move R2 to 0203\n"
    head = (lesson_box.here / RECORD).read_text("utf-8").partition("red trap")[0]
    lesson_box.write(RECORD, f"{head}{orders}{march}# step battle\nred done\n")
    said = "the table does all of it by itself: nobody would read it"
    assert lesson_box.faults() == [f"lessons/first.toml: step[battle]: {said}"]


def test_the_lessons_of_the_installed_boxes_are_sound() -> None:
    faults = Faults()
    assert check_lessons(box("eastfront"), faults) == 1
    assert list(faults) == []
