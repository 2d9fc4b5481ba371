"""Who asks a game, a step or a table asks what its contract names: nothing is looked up by name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.core.steps import Ask, Do, Roll, Sequence, Step

SRC = Path(__file__).parents[2] / "src" / "grognard"
ABOVE = ("ai", "cli", "drawing", "lab", "records", "server")
ASKED = ("game", "step", "table", "advice", "decision")


def lookups(source: str) -> Iterator[str]:
    """``getattr`` and ``hasattr`` with a name that is written there."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"),
                          args=[asked, ast.Constant(value=str(name)), *_]):
                if any(word in ast.unparse(asked).split(".") for word in ASKED):
                    yield f"{node.lineno}: {ast.unparse(asked)}.{name}"


def test_nothing_is_looked_up_past_the_contract() -> None:
    files = [path for part in ABOVE for path in sorted((SRC / part).rglob("*.py"))]
    found = [f"{path.relative_to(SRC)}:{line}" for path in files
             for line in lookups(path.read_text("utf-8"))]
    assert len(files) > 100
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(("source", "found"), [
    ('getattr(words.game, "about_unit", None)', ["1: words.game.about_unit"]),
    ('hasattr(decision.step, "unit")', ["1: decision.step.unit"]),
    ('getattr(row, "step")', []),
    ("getattr(game, name)", []),
])
def test_the_check_sees(source: str, found: list[str]) -> None:
    assert list(lookups(source)) == found


def steps_of(book: str) -> list[type]:
    """The kinds of steps that a rule book defines."""
    grognard.load(book.rpartition(".")[2].removeprefix("grognard_"))
    found: list[type] = []
    left: list[type] = [Step]
    while left:
        below: list[type] = left.pop().__subclasses__()
        left += below
        found += [kind for kind in below if kind.__module__.startswith(f"{book}.")]
    return found


@pytest.mark.parametrize("book", ["grognard.rules.narva", "grognard.rules.eastfront",
                                  "grognard_miniature"])
def test_every_step_is_written_for_its_game_and_state(book: str) -> None:
    """From ``steps.py`` of the book: then the type checker knows what a step is given."""
    kinds = steps_of(book)
    loose = [kind.__name__ for kind in kinds if any(
        base in (Ask, Do, Roll, Sequence, Step)
        for base in vars(kind).get("__orig_bases__", kind.__bases__))]
    assert len(kinds) > 10
    assert loose == []
