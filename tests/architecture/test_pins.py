"""What is installed is the same everywhere: every dependency has one pinned version."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def plain(name: str) -> str:
    """The one spelling of a distribution's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    return {plain(re.split(r"[\[<>=!~; ]", line)[0]) for line in wanted}


def pins() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_every_declared_dependency_is_pinned() -> None:
    assert declared() <= {plain(line.split("==")[0]) for line in pins()}


def test_every_pin_is_one_exact_version() -> None:
    assert [line for line in pins() if not re.fullmatch(r"[\w.\-]+==[\w.]+", line)] == []


def test_nothing_is_pinned_twice() -> None:
    names = [plain(line.split("==")[0]) for line in pins()]
    assert sorted(names) == sorted(set(names))


def test_the_web_client_pins_exact_versions() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    wanted = {**package.get("dependencies", {}), **package["devDependencies"]}
    assert {n: v for n, v in wanted.items() if not re.fullmatch(r"\d+\.\d+\.\d+", v)} == {}
