"""An import points down only."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.imports import Import, imports_in, module_name, package_name

SRC = Path(__file__).parents[2] / "src"

LAYERS = {
    "locale": 0,
    "hexes": 0,
    "core": 1,
    "table": 2,
    "rules": 3,
    "boxes": 4,
    "records": 5,
    "drawing": 5,
    "ai": 5,
    "": 6,  # grognard itself: the short names of what lies below, up to records
    "lab": 7,
    "server": 7,
    "cli": 8,
    "__main__": 8,
}
SIDEWAYS = {("ai", "records")}


def part(module: str) -> str:
    """``grognard.core.steps`` -> ``core``; what grognard itself defines belongs to ``""``."""
    name = [*module.split("."), ""][1]
    return name if name in LAYERS else ""


def book(module: str) -> str | None:
    """The rule book a module belongs to."""
    names = module.split(".")
    return names[2] if names[1:2] == ["rules"] and len(names) > 2 else None


def fault(module: str, found: Import) -> str | None:
    """What is wrong with an import, or nothing."""
    here, there = part(module), part(found.target)
    if book(module) and book(found.target) and book(module) != book(found.target):
        return "a rule book never imports another"
    if here == there:
        return None
    if LAYERS[there] > LAYERS[here]:
        return "points up"
    if LAYERS[there] == LAYERS[here] and not found.for_types and (here, there) not in SIDEWAYS:
        return "points sideways"
    return None


def faults_of(path: Path) -> Iterator[str]:
    module = module_name(path, SRC)
    for found in imports_in(path.read_text(encoding="utf-8"), package_name(path, SRC)):
        if wrong := fault(module, found):
            yield f"{path.relative_to(SRC)}:{found.line}: import of {found.target} {wrong}"


def test_every_import_points_down() -> None:
    faults = [line for path in sorted(SRC.rglob("*.py")) for line in faults_of(path)]
    assert not faults, "\n" + "\n".join(faults)


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {p.stem for p in (SRC / "grognard").iterdir() if p.is_dir() or p.suffix == ".py"}
    assert parts - {"__init__", "__pycache__", "py"} <= LAYERS.keys()


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("grognard.core.reach", "from grognard.hexes import Grid", None),
        ("grognard.core.reach", "import json, grognard.hexes.grid", None),
        ("grognard.hexes.grid", "from grognard.core import maps", "points up"),
        ("grognard.hexes.grid", "from grognard import core", "points up"),
        ("grognard.hexes.grid", "from ..core.maps import GameMap", "points up"),
        ("grognard.hexes.grid", "from .. import core", "points up"),
        ("grognard.hexes.grid", "from . import labels", None),
        ("grognard.hexes.grid", "def f():\n    import grognard.core.maps", "points up"),
        ("grognard.hexes.grid", "if TYPE_CHECKING:\n    import grognard.core", "points up"),
        ("grognard.core.a", "import_module('grognard.rules.narva')", "points up"),
        ("grognard.core.a", "from grognard import load", "points up"),
        ("grognard.lab.a", "from grognard import load", None),
        ("grognard.core.game", "if TYPE_CHECKING:\n    from grognard.table import Table",
         "points up"),
        ("grognard.table.contract", "from grognard.core.game import Game", None),
        ("grognard.rules.efs.table", "from grognard.table import Table", None),
        ("grognard", "from grognard.records import Playthrough", None),
        ("grognard", "from grognard.lab import duel", "points up"),
        ("grognard.ai.greedy", "from grognard.records import Playthrough", None),
        ("grognard.records.a", "import grognard.ai", "points sideways"),
        ("grognard.records.a", "import grognard.drawing", "points sideways"),
        ("grognard.records.a", "if TYPE_CHECKING:\n    import grognard.drawing", None),
        ("grognard.records.a", "if TYPE_CHECKING:\n    x = 1\nelse:\n    import grognard.drawing",
         "points sideways"),
        ("grognard.rules.efs.air", "from grognard.rules.efs import supply", None),
        ("grognard.rules.efs.air", "from grognard.rules.narva import supply",
         "a rule book never imports another"),
        ("grognard.rules.efs.air", "if TYPE_CHECKING:\n    import grognard.rules.narva",
         "a rule book never imports another"),
    ],
)  # fmt: skip
def test_the_check_sees(module: str, source: str, wrong: str | None) -> None:
    package = module.rpartition(".")[0] or module
    assert [fault(module, found) for found in imports_in(source, package)] == [wrong]
