"""The witnesses of every rule book, and where its code and its sentences are."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from grognard.lab.conformance import Reasons, Witness
from grognard.rules.efs.game import EastFrontSeries
from tests.reasons import eastfront, efs, miniature, narva

ROOT = Path(__file__).parents[2]


class Book(NamedTuple):
    """A rule book as the check of reasons sees it."""

    name: str
    code: Path
    texts: tuple[Path, ...]
    witnesses: dict[str, Witness]
    unjudged: dict[str, str]

    def check(self) -> Reasons:
        return Reasons(self.witnesses, self.unjudged)

    def sentences(self, language: str = "en") -> dict[str, str]:
        """The sentence of each code."""
        found: dict[str, str] = {}
        for path in (Path(str(text).replace("/en", f"/{language}")) for text in self.texts):
            found |= tomllib.loads(path.read_text("utf-8")).get("refusal", {})
        return found


RULES, LOCALE = ROOT / "src/grognard/rules", ROOT / "src/grognard/locale/en"
MINIATURE = ROOT / "examples/miniature/src/grognard_miniature"

NARVA = Book("narva", RULES / "narva", (LOCALE / "narva.toml",), narva.WITNESSES, narva.UNJUDGED)
EASTFRONT = Book("eastfront", RULES / "eastfront", (LOCALE / "eastfront.toml",),
                 eastfront.WITNESSES, eastfront.UNJUDGED)
EFS = Book("efs", RULES / "efs", tuple(LOCALE / f"{name}.toml" for name in EastFrontSeries.texts),
           efs.WITNESSES, efs.UNJUDGED)
SMALL = Book("miniature", MINIATURE, (MINIATURE / "locale/en.toml",), miniature.WITNESSES,
             miniature.UNJUDGED)

BOOKS = {"narva": NARVA, "eastfront": EASTFRONT, "typhoon": EFS, "army_group_north": EFS,
         "miniature": SMALL}
"""By box."""

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {"narva": ({"fog": False}, {"fog": True})}
"""Options that change what is refused: every scenario is played with each."""
