"""The witnesses of every rule book, and where its code and its sentences are."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from grognard.lab.conformance import Reasons, Witness
from tests.reasons import eastfront, miniature, narva

ROOT = Path(__file__).parents[2]


class Book(NamedTuple):
    """A rule book as the check of reasons sees it."""

    code: Path
    texts: Path
    witnesses: dict[str, Witness]
    unjudged: dict[str, str]

    def check(self) -> Reasons:
        return Reasons(self.witnesses, self.unjudged)

    def sentences(self, language: str = "en") -> dict[str, str]:
        """The sentence of each code."""
        path = Path(str(self.texts).replace("/en", f"/{language}"))
        table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))["refusal"]
        return table


RULES, LOCALE = ROOT / "src/grognard/rules", ROOT / "src/grognard/locale/en"
MINIATURE = ROOT / "examples/miniature/src/grognard_miniature"

BOOKS = {
    "narva": Book(RULES / "narva", LOCALE / "narva.toml", narva.WITNESSES, narva.UNJUDGED),
    "eastfront": Book(RULES / "eastfront", LOCALE / "eastfront.toml", eastfront.WITNESSES,
                      eastfront.UNJUDGED),
    "miniature": Book(MINIATURE, MINIATURE / "locale/en.toml", miniature.WITNESSES,
                      miniature.UNJUDGED),
}

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {"narva": ({"fog": False}, {"fog": True})}
"""Options that change what is refused: every scenario is played with each."""
