"""Modules and functions stay short enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "tools", "examples")
MODULE_LINES = 500
BODY_LINES = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


def body_lines(function: Function) -> int:
    """Lines of a function below its signature and its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def long_functions(source: str) -> Iterator[tuple[int, str, int]]:
    """Line, name and length of every function whose body is too long."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function) and (lines := body_lines(node)) > BODY_LINES:
            yield node.lineno, node.name, lines


def modules() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def test_modules_are_short() -> None:
    lengths = {str(p.relative_to(ROOT)): len(p.read_text("utf-8").splitlines()) for p in modules()}
    assert {p: n for p, n in lengths.items() if n >= MODULE_LINES} == {}


def test_functions_are_short() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {name} has {length} lines"
        for path in modules()
        for line, name, length in long_functions(path.read_text("utf-8"))
    ]
    assert not faults, "\n" + "\n".join(faults)


def test_the_check_sees_a_long_function_but_not_a_long_docstring() -> None:
    body = "    x = 1\n" * (BODY_LINES + 1)
    text = '    """' + "\n" * BODY_LINES + '"""\n    return 1\n'
    found = list(long_functions(f"def long():\n{body}\ndef told():\n{text}"))
    assert found == [(1, "long", BODY_LINES + 1)]
