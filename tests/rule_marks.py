"""Which rule cases are shown by passing tests.

A test says which cases it shows: ``@pytest.mark.rule("narva:9.5.3.B")``. The ids are those of
the box's inventory, ``boxes/BOX/rules.toml``. After a run of all tests that carry such marks,
``boxes/BOX/shown.toml`` says for each case which passing tests show it, so that the count can
be printed without running them. On a build server (``CI=true``) the file is compared instead.

Where several processes share the tests (``pytest -n 2``), each of them collects all tests and
hands the marks it found to the one that started it, which hears how every test ended and keeps
the lists.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

MOST_IDS = 5
"""A test that claims to show more cases than this shows none of them well."""

BOXES = {
    "narva": "src/grognard/boxes/narva",
    "eastfront": "src/grognard/boxes/eastfront",
    "typhoon": "src/grognard/boxes/typhoon",
    "agn": "src/grognard/boxes/army_group_north",
    "miniature": "examples/miniature/src/grognard_miniature/data",
}
"""The folder of each box, by the first part of its rule ids."""

HEAD = """\
# Which tests show which rule case. Written by `make marks` from the marks of the passing tests.

"""

Shown = dict[str, list[str]]
"""Names of tests by rule number."""


def add_option(parser: pytest.Parser) -> None:
    parser.addoption("--rule-first", metavar="ID", help="run the tests that show this rule first")


def register(config: pytest.Config, root: Path) -> None:
    """Keep the marks of the repository at ``root``."""
    config.pluginmanager.register(RuleMarks(config, root), "rule-marks")


def rule_ids(item: pytest.Item) -> list[str]:
    """The ids a test is marked with, its own first."""
    return [id for mark in item.iter_markers("rule") for id in mark.args]


def in_order(number: str) -> list[tuple[int, str]]:
    """Sorts rule numbers as the rule book does.

    >>> sorted(["10.1", "9.5", "9.5.3.B", "9.12"], key=in_order)
    ['9.5', '9.5.3.B', '9.12', '10.1']
    """
    return [(int(d or 0), text) for d, text in re.findall(r"(\d+)|([^\d.]+)", number)]


def as_toml(shown: Mapping[str, Iterable[str]]) -> str:
    """The text of a ``shown.toml``: one line per test, so that a change is a short diff."""
    tables = (
        "".join([f'"{number}" = [\n', *(f'    "{test}",\n' for test in sorted(tests)), "]\n"])
        for number, tests in sorted(shown.items(), key=lambda entry: in_order(entry[0]))
    )
    return HEAD + "".join(tables)


class Inventories:
    """The rule cases of every box, as far as they are written down."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._numbers: dict[str, set[str] | None] = {}

    def fault(self, id: str) -> str | None:
        """What is wrong with an id, or nothing."""
        box, colon, number = id.partition(":")
        if not colon or box not in BOXES:
            return f"{id!r} does not begin with one of {', '.join(f'{b}:' for b in BOXES)}"
        numbers = self.numbers(box)
        if numbers is not None and number not in numbers:
            return f"{id!r} is not in {BOXES[box]}/rules.toml"
        return None

    def numbers(self, box: str) -> set[str] | None:
        if box not in self._numbers:
            self._numbers[box] = self._read(self.root / BOXES[box] / "rules.toml")
        return self._numbers[box]

    @staticmethod
    def _read(path: Path) -> set[str] | None:
        if not path.exists():
            return None
        return {rule["id"] for rule in tomllib.loads(path.read_text("utf-8"))["rule"]}


class RuleMarks:
    """The pytest plugin: checks the marks, watches the tests, keeps the lists."""

    def __init__(self, config: pytest.Config, root: Path) -> None:
        self.first: str | None = config.getoption("--rule-first", None)
        self.root = root
        self.inventories = Inventories(root)
        self.ids: dict[str, list[str]] = {}
        self.files: set[Path] = set()
        self.passed: dict[str, bool] = {}
        self.whole = not any("::" in argument for argument in config.args)
        self.stale: list[Path] = []
        self.faults: list[str] = []
        self.handed_up: dict[str, Any] | None = getattr(config, "workeroutput", None)
        """In a process that shares the tests with others: what the one above will read."""

    # ---------------------------------------------------------------- collecting

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.ids = {item.nodeid: ids for item in items if (ids := rule_ids(item))}
        self.files = {item.path for item in items}
        self.faults = sorted(set(self._faults()))
        if self.faults and self.handed_up is None:
            raise pytest.UsageError("rule marks:\n  " + "\n  ".join(self.faults))
        if self.first:
            items.sort(key=lambda item: not self._shows(item.nodeid, self.first))

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.whole = False

    def _faults(self) -> Iterator[str]:
        for test, ids in self.ids.items():
            if len(ids) > MOST_IDS:
                yield f"{test}: {len(ids)} rule ids, at most {MOST_IDS} are allowed"
            yield from (f"{test}: {wrong}" for id in ids if (wrong := self.inventories.fault(id)))

    def _shows(self, test: str, rule: str | None) -> bool:
        return any(rule in (id, id.partition(":")[2]) for id in self.ids.get(test, ()))

    # ---------------------------------------------------------------- running

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        fine = report.passed and not hasattr(report, "wasxfail")
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and fine

    # ---------------------------------------------------------------- between processes

    def _hand_up(self, output: dict[str, Any]) -> None:
        files = sorted(map(str, self.files))
        output["rule-marks"] = {"ids": self.ids, "files": files, "whole": self.whole,
                                "faults": self.faults}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """One of the processes has finished: all of them found the same marks."""
        found = getattr(node, "workeroutput", {}).get("rule-marks")
        if found is not None:
            self.ids |= found["ids"]
            self.files |= set(map(Path, found["files"]))
            self.whole = self.whole and found["whole"]
            self.faults = found["faults"]

    # ---------------------------------------------------------------- keeping the lists

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.handed_up is not None:
            self._hand_up(self.handed_up)
            return
        if self.faults:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
        if self.faults or session.testsfailed or not self._is_complete(session):
            return  # a failing test says enough by itself, and would lose its cases here
        for path, text in self._lists():
            if path.exists() and path.read_text("utf-8") == text:
                continue
            if os.environ.get("CI") != "true":
                path.write_text(text, "utf-8")
            else:
                self.stale.append(path)
        if self.stale:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for fault in self.faults:
            terminalreporter.write_line(f"ERROR rule marks: {fault}", red=True)
        for path in self.stale:
            name = path.relative_to(self.root)
            terminalreporter.write_line(f"ERROR {name} is stale: run `make marks`", red=True)

    def _is_complete(self, session: pytest.Session) -> bool:
        """Whether every test that shows a rule case was run, with every rule in force."""
        return (
            self.whole
            and self._marked_files() <= self.files
            and self.ids.keys() <= self.passed.keys()
            and not session.config.option.collectonly
            and "GROGNARD_MUTANT" not in os.environ
        )

    def _marked_files(self) -> set[Path]:
        """The test files that carry rule marks; those about the architecture only speak of them."""
        tests = self.root / "tests"
        return {
            path
            for path in tests.rglob("test_*.py")
            if "architecture" not in path.relative_to(tests).parts
            and "mark.rule(" in path.read_text("utf-8")
        }

    def _lists(self) -> Iterator[tuple[Path, str]]:
        """Where each box keeps its list, and what should stand there."""
        for box, folder in BOXES.items():
            path, shown = self.root / folder / "shown.toml", self.shown(box)
            if path.parent.is_dir() and (shown or path.exists()):
                yield path, as_toml(shown)

    def shown(self, box: str) -> Shown:
        """For each rule number of a box the tests that show it; all their variants passed."""
        variants: dict[tuple[str, str], bool] = {}
        for test, ids in self.ids.items():
            for prefix, _, number in (id.partition(":") for id in ids):
                if prefix == box:
                    key = number, test.partition("[")[0]
                    variants[key] = variants.get(key, True) and self.passed[test]
        shown: Shown = {}
        for (number, name), passed in variants.items():
            if passed:
                shown.setdefault(number, []).append(name)
        return shown
