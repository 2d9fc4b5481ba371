"""Lessons of a box: a played record, cut into steps that explain it.

``lessons/<id>.toml`` names the record and lists the steps; the record itself says by a comment
``# step <id>`` where each begins. The words are texts of the catalogue:
``lesson.<id>.title``, ``.says`` and ``.end``, and ``.do`` and ``.why`` for every step.
"""

import msgspec

from grognard.boxes.inventory import RULES, Inventory, read_inventory
from grognard.boxes.opened import OpenBox

FOLDER = "lessons"


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do and to understand."""

    id: str
    rules: tuple[str, ...] = ()
    """The rules that it shows, to be looked up."""


class LessonFile(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as its file has it."""

    record: str
    """The record that is walked, a file beside this one."""
    texts: str = ""
    """A file of texts of its own; without it they stand among those of the game."""
    first: bool = False
    """Whether newcomers are sent to it."""
    step: list[LessonStep]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of a box."""

    id: str
    record: str
    """The file of its record, in the box."""
    steps: tuple[LessonStep, ...]
    texts: str = ""
    citation: str = ""
    """What stands before the colon of the box's own rules, where its list of them says so."""
    first: bool = False
    """Whether newcomers are sent to it."""

    def cited(self, rule: str) -> str:
        """A rule of a step: it is the box's own, whatever series the box belongs to.

        >>> Lesson("soltsy", "", (), citation="agn").cited("BSR.zoc.enter")
        'agn:BSR.zoc.enter'
        """
        return f"{self.citation}:{rule}" if self.citation else rule

    @property
    def file(self) -> str:
        """Where it is written, in the box."""
        return f"{FOLDER}/{self.id}.toml"

    def text(self, *parts: str) -> str:
        """The id of a text: ``lesson.edelweiss.title``.

        >>> Lesson("edelweiss", "", ()).text("activate", "do")
        'lesson.edelweiss.activate.do'
        """
        return ".".join(("lesson", self.id, *parts))


def read_lessons(opened: OpenBox) -> dict[str, Lesson]:
    """The lessons of a box by id; faults go to ``opened.faults``."""
    files = opened.files(FOLDER, ".toml")
    inventory = read_inventory(opened) if files and opened.has(RULES) else Inventory({})
    found = (_read(opened, file, inventory) for file in files)
    return {lesson.id: lesson for lesson in found if lesson is not None}


def _read(opened: OpenBox, file: str, inventory: Inventory) -> Lesson | None:
    read = opened.toml(file, LessonFile, vouched=False)
    if read is None:
        return None
    _check_steps(read, file, inventory, opened)
    id = file.rpartition("/")[2].removesuffix(".toml")
    return Lesson(id, f"{FOLDER}/{read.record}", tuple(read.step), read.texts,
                  inventory.citation, read.first)


def _check_steps(read: LessonFile, file: str, inventory: Inventory, opened: OpenBox) -> None:
    seen: set[str] = set()
    if not read.step:
        opened.faults.add(file, "step", "a lesson needs steps")
    for step in read.step:
        key = f"step[{step.id}]"
        if step.id in seen:
            opened.faults.add(file, key, "stands twice")
        seen.add(step.id)
        for number in step.rules:
            if number not in inventory.cases:
                opened.faults.add(file, f"{key}.rules", f"no rule {number} in {RULES}")
    if not opened.has(f"{FOLDER}/{read.record}"):
        opened.faults.add(file, "record", f"there is no {FOLDER}/{read.record}")
