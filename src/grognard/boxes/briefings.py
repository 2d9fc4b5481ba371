"""Before a game: what it is about, how long and how hard it is, whom each side suits, what wins.

``briefings/<scenario>.toml``, in both languages. They hold no numbers that are played with.
"""

from typing import Literal

import msgspec

from grognard.boxes.opened import OpenBox

FOLDER = "briefings"
SECONDS = 10
"""What a person takes for one decision, the easy ones among them."""

Level = Literal["easy", "middling", "hard"]


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A briefing in one language."""

    about: str
    sides: str
    """Whom each side suits."""
    wins: str


class Briefing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is told of a scenario before it is played."""

    level: Level
    en: Words
    fr: Words
    decisions: int = 0
    """Of both sides in a game between recruits, as counted; 0 if nobody counted."""

    @property
    def hours(self) -> float:
        """How long two persons play, to the half hour; 0 if nobody counted."""
        return max(0.5, round(self.decisions * SECONDS / 1800) / 2) if self.decisions else 0

    def words(self, language: str) -> Words:
        """In a language; in English if there is no other."""
        return self.fr if language == "fr" else self.en


def read_briefings(opened: OpenBox, scenarios: dict[str, str]) -> dict[str, Briefing]:
    """The briefings of a box by scenario; faults go to ``opened.faults``."""
    found = {}
    for file in opened.files(FOLDER, ".toml"):
        scenario = file.rpartition("/")[2].removesuffix(".toml")
        if scenario not in scenarios:
            opened.faults.add(file, 1, f"no scenario {scenario!r}")
        briefing = opened.toml(file, Briefing, vouched=False)
        if briefing is not None:
            found[scenario] = briefing
    return found
