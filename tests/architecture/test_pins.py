"""What is installed is the same everywhere: every dependency has one pinned version."""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]


def plain(name: str) -> str:
    """The one spelling of a distribution's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(line for extra in extras.values() for line in extra)]
    return {plain(re.split(r"[\[<>=!~; ]", line)[0]) for line in wanted}


def imported() -> Iterator[str]:
    """The top names of everything that our Python files import."""
    for folder in ("src", "tests", "tools", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    yield from (alias.name.split(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    yield (node.module or "").split(".")[0]


def pins() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_every_declared_dependency_is_pinned() -> None:
    assert declared() <= {plain(line.split("==")[0]) for line in pins()}


def test_every_imported_library_is_declared() -> None:
    """A library that only this machine happens to have is missing on the next one."""
    owners = packages_distributions()
    ours = {"grognard", "grognard_ford", "grognard_miniature", "tests", "tools", "examples"}
    foreign = set(imported()) - sys.stdlib_module_names - ours
    known = {name for name in foreign if {plain(d) for d in owners.get(name, [])} & declared()}
    assert foreign - known == set()


def test_every_pin_is_one_exact_version() -> None:
    assert [line for line in pins() if not re.fullmatch(r"[\w.\-]+==[\w.]+", line)] == []


def test_nothing_is_pinned_twice() -> None:
    names = [plain(line.split("==")[0]) for line in pins()]
    assert sorted(names) == sorted(set(names))


def test_the_web_client_pins_exact_versions() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    wanted = {**package.get("dependencies", {}), **package["devDependencies"]}
    assert {n: v for n, v in wanted.items() if not re.fullmatch(r"\d+\.\d+\.\d+", v)} == {}
