"""Every Python example shown to a reader is run.

The blocks marked ``python`` of one page run one after the other in one namespace, in an empty
folder. A block with ``>>>`` prompts must print what it shows. A piece that cannot run by itself
is marked ``python fragment`` and only has to parse. Commands in blocks marked ``sh run`` are given.
"""

import ast
import doctest
import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grognard.cli.app import run as command_line

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```(python(?: fragment)?)[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A piece of Python shown on a page."""

    line: int
    source: str
    fragment: bool = False


def blocks(page: str) -> list[Block]:
    """The Python blocks of a page, each with the line before its first."""
    return [
        Block(page.count("\n", 0, found.start(2)), found[2], found[1].endswith("fragment"))
        for found in FENCE.finditer(page)
    ]


def run(block: Block, name: str, names: dict[str, Any]) -> None:
    """Run a block; a failure is reported at its line in the page."""
    if block.fragment:
        ast.parse("\n" * block.line + block.source, name)
    elif ">>>" in block.source:
        _run_prompts(block, name, names)
    else:
        exec(compile("\n" * block.line + block.source, name, "exec"), names)


def _run_prompts(block: Block, name: str, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.source, names, name, name, block.line)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=said.append, clear_globs=False
    )
    names.update(test.globs)
    assert not result.failed, "".join(said)


COMMANDS = re.compile(r"^```sh run[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[list[str]]:
    """The commands of blocks marked ``sh run``, which are given one after the other."""
    lines = "".join(found[1] for found in COMMANDS.finditer(page)).replace("\\\n", " ")
    return [shlex.split(line, comments=True) for line in lines.splitlines() if line.strip()]


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page.read_text("utf-8"))],
                         ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for program, *arguments in commands(page.read_text("utf-8")):
        assert program == "grognard"
        assert command_line(arguments) == 0, arguments


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page.read_text("utf-8")):
        run(block, page.name, names)


def test_blocks_share_their_names_and_show_their_output() -> None:
    page = "```python\na = 2\n```\n```python\n>>> a + 1\n3\n>>> b = 4\n```\n```python\nb\n```\n"
    names: dict[str, Any] = {}
    for block in blocks(page):
        run(block, "page", names)
    assert names["b"] == 4


def test_a_wrong_output_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="line 3, in page"):
        run(Block(2, ">>> 1 + 1\n3\n"), "page", {})


def test_only_whole_python_blocks_are_run() -> None:
    page = "```python\na\n```\n```python fragment\nb(...)\n```\n```toml\nc = 1\n```\n"
    assert blocks(page) == [Block(1, "a\n"), Block(4, "b(...)\n", fragment=True)]


def test_a_fragment_has_to_parse() -> None:
    run(Block(0, "play.do(side, act)\n", fragment=True), "page", {})
    with pytest.raises(SyntaxError):
        run(Block(0, "play.do(\n", fragment=True), "page", {})
