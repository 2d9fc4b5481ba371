"""A box with the toy and one small lesson, written into a folder where a test can spoil it."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from grognard.boxes import Box, Faults, Overrides
from grognard.core.game import Game
from grognard.records.lessons import Script, check_lessons, read_script
from tests.conformance.toy import Toy

LESSON = """
record = "first.record"

[[step]]
id = "orders"
rules = ["2.1"]

[[step]]
id = "march"

[[step]]
id = "battle"
rules = ["5.3"]
"""

RECORD = """
format = 1
box = "toy"
scenario = "only"
---
# step orders
red trap 0202 guard R1
blue trap 0102 guard B1
* red-chit
# step march
red move R1 to 0201
# step battle
red attack B1
* 1 2
blue attack R1
* 4 4  # filler
"""

RULES = """
[[rule]]
id = "2.1"
title = "Traps"
kind = "orders"
says = "A trap lies in an empty hex."
test = "An occupied hex is refused."

[[rule]]
id = "5.3"
title = "Battle"
kind = "combat"
says = "Two dice decide."
test = "Seven fells."
"""

TEXTS = """
[lesson.first]
title = "{title}"
says = "s"
end = "e"
"""
STEPS = ("orders", "march", "battle")


def toy_saying(texts: Path) -> Game[Any]:
    """The toy with further texts."""

    def new() -> Game[Any]:
        return Toy()

    game = new()
    game.texts = (*game.texts, texts)
    return game


class LessonBox(Box):
    """The toy as a box with a lesson."""

    id = "toy"
    title = "Toy"
    publisher = "Grognard"
    rulebook = "toy"
    package = "tests.conformance"

    def __init__(self, folder: Path) -> None:
        self.here = folder
        self.write("lessons/first.toml", LESSON)
        self.write("lessons/first.record", RECORD.lstrip())
        self.write("rules.toml", RULES)
        for language, title in {"en": "First steps", "fr": "Premiers pas"}.items():
            texts = TEXTS.format(title=title)
            for step in STEPS:
                texts += f'{step} = {{ do = "{language} {step}", why = "because" }}\n'
            self.write(f"texts/{language}.toml", texts)
        self.game = toy_saying(folder / "texts")

    @property
    def folder(self) -> Traversable:
        return self.here

    def write(self, file: str, text: str) -> None:
        path = self.here / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")

    def change(self, file: str, old: str, new: str) -> None:
        """Spoil a file."""
        text = (self.here / file).read_text("utf-8")
        assert old in text
        self.write(file, text.replace(old, new, 1))

    def scenarios(self) -> dict[str, str]:
        return {"only": "scenario.only"}

    def load(
        self, scenario: str, options: Mapping[str, bool | int | str], overrides: Overrides
    ) -> Game[Any]:
        return self.game

    def script(self) -> Script:
        faults = Faults()
        found = read_script(self, self.lessons()["first"], faults)
        assert found is not None, str(faults)
        return found

    def faults(self) -> list[str]:
        faults = Faults()
        check_lessons(self, faults)
        return [str(fault) for fault in faults]
