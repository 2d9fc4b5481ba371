"""French readers find every question and ruling in French."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

BOXES = Path(__file__).parents[2] / "src" / "grognard" / "boxes"
OPEN = ("open", "ruling")


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def asked(said: dict[str, Any]) -> set[str]:
    return {name for name in OPEN if said.get(name)}


@pytest.mark.parametrize("box", ["narva", "eastfront"])
def test_questions_and_rulings_are_translated(box: str) -> None:
    english = {case["id"]: case for case in read(BOXES / box / "rules.toml")["rule"]}
    french = read(BOXES / box / "rules.fr.toml")
    missing = [id for id, case in english.items() if asked(case) - asked(french.get(id, {}))]
    left_over = [id for id, said in french.items() if asked(said) - asked(english.get(id, {}))]
    assert (missing, left_over) == ([], [])
    same = [id for id, said in french.items() for name in asked(said)
            if said[name] == english[id][name]]
    assert same == []
