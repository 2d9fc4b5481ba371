"""The page about adding a game shows what is really written."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "adding-a-game.md"
SHOWN = [ROOT / "examples" / "miniature", ROOT / "tests" / "rules" / "miniature"]
EXTRACT = re.compile(r"^```(toml|csv|python fragment)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def extracts() -> list[str]:
    return [found[2] for found in EXTRACT.finditer(PAGE.read_text("utf-8"))]


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def written() -> set[str]:
    """Every line of the miniature, of its data and of its tests."""
    files = [path for folder in SHOWN for path in folder.rglob("*")
             if path.suffix in (".py", ".toml", ".csv") and path.name != Path(__file__).name]
    return {line for path in files for line in lines(path.read_text("utf-8"))}


@pytest.mark.parametrize("extract", extracts(), ids=lambda text: lines(text)[0][:40])
def test_an_extract_is_true(extract: str, written: set[str]) -> None:
    assert [line for line in lines(extract) if line not in written] == []
