"""Lessons walked: the record of a lesson played through, each choice and roll with its step.

A play that follows a lesson is a beginning of its script, so how far it has come is read from
its log alone.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from grognard.boxes.catalogue import (
    Box,
    Choice,
    UnknownOption,
    UnknownScenario,
    WrongOption,
    choose_options,
    choose_scenario,
)
from grognard.boxes.faults import BoxFaults, Faults
from grognard.boxes.lessons import Lesson, LessonStep, read_lessons
from grognard.boxes.overrides import Overrides
from grognard.boxes.sheets import read_text
from grognard.core.actions import Action
from grognard.core.chance import Outcome
from grognard.core.errors import No
from grognard.core.game import Game
from grognard.core.messages import LANGUAGES, Catalogue, catalogue
from grognard.core.sides import Side
from grognard.records.playthrough import ALL, Automation, Entry, Playthrough
from grognard.records.text import Record, RecordFault, parse, play_line

MARK = re.compile(r"#\s*step\s+(?P<id>\S+)\s*$")
FILLER = re.compile(r"#.*\bfiller\b")


class Cue(NamedTuple):
    """One choice or roll of a lesson, and where it stands."""

    side: Side
    act: Action | Outcome
    step: int
    """The number of its step, from 0."""
    line: int
    """The number of its line in the record file."""
    filler: bool
    """Dice of ours, where the rules print none."""


class Script:
    """A lesson played through with one game."""

    def __init__(self, lesson: Lesson, game: Game[Any], cues: Sequence[Cue]) -> None:
        self.lesson, self.game, self.cues = lesson, game, tuple(cues)

    def __repr__(self) -> str:
        return f"<Script of {self.lesson.id}: {len(self.cues)} cues>"

    def reached(self, log: Sequence[Entry]) -> int | None:
        """How many cues a play has followed; None if it has left the lesson."""
        if len(log) > len(self.cues):
            return None
        pairs = zip(log, self.cues, strict=False)
        follows = all(e.side == cue.side and tuple(e.act) == tuple(cue.act) for e, cue in pairs)
        return len(log) if follows else None

    def step_at(self, at: int) -> LessonStep:
        return self.lesson.steps[self.cues[at].step]

    def rest_of_line(self, at: int) -> Sequence[Cue]:
        """What is still to come of the line of the record that stands here."""
        here = self.cues[at].line
        return tuple(takewhile(lambda cue: cue.line == here, self.cues[at:]))

    def rest_of_step(self, at: int) -> Sequence[Cue]:
        """What is still to come of the step that stands here."""
        here = self.cues[at].step
        return tuple(takewhile(lambda cue: cue.step == here, self.cues[at:]))

    def texts(self, language: str) -> Catalogue:
        """The words of the game and those of the lesson."""
        own = (self.lesson.texts,) if self.lesson.texts else ()
        return catalogue(language, *self.game.texts, *own)


# -- reading ------------------------------------------------------------------------------


class _Written(NamedTuple):
    """The record of a lesson, read but not yet played."""

    record: Record
    marks: dict[int, str]
    """Line numbers at which steps begin."""
    fillers: frozenset[int]


Load = Callable[[str, dict[str, Choice]], Game[Any]]
"""How a game is had by its scenario and options."""


def read_script(
    box: Box, lesson: Lesson, faults: Faults, load: Load | None = None
) -> Script | None:
    """Play a lesson's record through; None after faults. The game is one of the box as printed,
    unless `load` says otherwise: with the owner's corrections, say, or loaded already."""
    written = _read(box, lesson, faults)
    if written is None:
        return None
    steps = _steps_of_lines(lesson, written, faults)
    game = _game(box, written.record, faults, load)
    cues = [] if game is None else list(_play(written, game, steps, faults))
    return Script(lesson, game, cues) if game is not None and not len(faults) else None


def _read(box: Box, lesson: Lesson, faults: Faults) -> _Written | None:
    text = read_text(box.folder.joinpath(*lesson.record.split("/")), lesson.record, faults)
    if text is None:
        return None
    try:
        record = parse(text, lesson.record)
    except RecordFault as fault:
        faults.add(fault.path, fault.line, fault.reason)
        return None
    rows = list(enumerate(text.splitlines(), 1))
    marks = {number: found["id"] for number, row in rows if (found := MARK.match(row.strip()))}
    fillers = frozenset(number for number, row in rows if FILLER.search(row))
    return _Written(record, marks, fillers)


def _steps_of_lines(lesson: Lesson, written: _Written, faults: Faults) -> dict[int, int]:
    """The step of every line; each step begins at its mark, in the order of the lesson."""
    wanted = [step.id for step in lesson.steps]
    for number, id in written.marks.items():
        if id not in wanted:
            faults.add(lesson.record, number, f"{lesson.file} has no step {id}")
    marked = list(written.marks.values())
    for id in wanted:
        if marked.count(id) != 1:
            said = f"is marked {marked.count(id)} times in {lesson.record}, not once"
            faults.add(lesson.file, f"step[{id}]", said)
    if not len(faults) and marked != wanted:
        late = next(id for id, other in zip(wanted, marked, strict=True) if id != other)
        faults.add(lesson.file, f"step[{late}]", f"{lesson.record} has another order")
    return _by_line(lesson, written, faults) if not len(faults) else {}


def _by_line(lesson: Lesson, written: _Written, faults: Faults) -> dict[int, int]:
    starts = list(written.marks)
    found = {number: sum(start < number for start in starts) - 1
             for number, _ in written.record.lines}  # fmt: skip
    for number, index in found.items():
        if index < 0:
            faults.add(lesson.record, number, "stands before the first step")
    for index, step in enumerate(lesson.steps):
        if index not in found.values():
            faults.add(lesson.record, starts[index], f"step {step.id} has no line")
    return found


def _game(
    box: Box, record: Record, faults: Faults, load: Load | None
) -> Game[Any] | None:
    head = record.head
    if head.box != box.id:
        faults.add(record.path, "box", f"is {head.box!r}, not {box.id!r}")
        return None
    try:
        scenario, options = choose_scenario(box, head.scenario), choose_options(box, head.options)
        return load(scenario, options) if load else box.load(scenario, options, Overrides())
    except (UnknownScenario, UnknownOption, WrongOption) as fault:
        faults.add(record.path, "", str(fault))
    except BoxFaults as found:
        faults.extend(found.faults)
    return None


def _play(
    written: _Written, game: Game[Any], steps: Mapping[int, int], faults: Faults
) -> Iterator[Cue]:
    """Every entry of the play with its line; a line that does not fit is a fault and the end."""
    play = Playthrough(game, seed=0, automations=())
    for number, line in written.record.lines:
        done = len(play.log)
        try:
            play_line(play, line)
        except No as fault:
            faults.add(written.record.path, number, f"{line!r}: {fault}")
            return
        for entry in play.log[done:]:
            step, filler = steps.get(number, 0), number in written.fillers
            yield Cue(entry.side, entry.act, step, number, filler)


# -- checking -----------------------------------------------------------------------------


def check_lessons(box: Box, faults: Faults, overrides: Overrides | None = None) -> int:
    """Prove every lesson of a box: how many there are."""
    opened = box.open(overrides)
    lessons = read_lessons(opened)
    faults.extend(opened.faults)

    def load(scenario: str, options: dict[str, Choice]) -> Game[Any]:
        return box.load(scenario, options, overrides or Overrides())

    for lesson in lessons.values():
        own = Faults()
        script = read_script(box, lesson, own, load)
        if script is not None:
            _check_walk(script, own)
            _check_texts(script, own)
        faults.extend(own)
    return len(lessons)


def _check_walk(script: Script, faults: Faults) -> None:
    """At the table too the lesson comes to its end, and every step is seen on the way."""
    play = Playthrough(script.game, seed=0, automations=ALL - {Automation.DICE})
    waited: set[int] = set()
    while (at := script.reached(play.log)) is not None and at < len(script.cues):
        cue = script.cues[at]
        waited.add(cue.step)
        play.do(cue.side, cue.act)
    if at is None:
        faults.add(script.lesson.file, "", "the table plays on by itself beyond the record")
    for index, step in enumerate(script.lesson.steps):
        if index not in waited:
            said = "the table does all of it by itself: nobody would read it"
            faults.add(script.lesson.file, f"step[{step.id}]", said)


def _check_texts(script: Script, faults: Faults) -> None:
    lesson = script.lesson
    whole = [lesson.text(part) for part in ("title", "says", "end")]
    steps = [lesson.text(step.id, part) for step in lesson.steps for part in ("do", "why")]
    for language in LANGUAGES:
        try:
            texts = script.texts(language)
        except FileNotFoundError:
            faults.add(lesson.file, "texts", f"there are no texts {lesson.texts} in {language}")
            continue
        for id in (*whole, *steps):
            if not texts.has(id):
                faults.add(lesson.file, "texts", f"{id} has no text in {language}")
