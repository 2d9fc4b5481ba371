"""One closing line for several runs, in the form that build servers look for."""

import re
from collections import Counter

import pytest

from tools import run_tests

FOUND_BY_CI = re.compile(r"^=* ?([0-9]+ (passed|failed|error|skipped)|no tests ran).* in [0-9.]+s")


@pytest.mark.parametrize(("line", "expected"), [
    ("1930 passed, 8 skipped in 310.20s (0:05:10)", {"passed": 1930, "skipped": 8}),
    ("=== 1 failed, 2 passed, 3 warnings, 2 errors in 4.5s ===",
     {"failed": 1, "passed": 2, "warning": 3, "error": 2}),
    ("no tests ran in 0.02s", {}),
])  # fmt: skip
def test_a_closing_line_is_read(line: str, expected: dict[str, int]) -> None:
    assert run_tests.CLOSING.match(line)
    assert run_tests.counts(line) == Counter(expected)


@pytest.mark.parametrize("line", ["test_in_5.0s PASSED", "slept in 3.0s", "24.44s call x"])
def test_other_lines_are_not(line: str) -> None:
    assert not run_tests.CLOSING.match(line)


@pytest.mark.parametrize("total", [{}, {"passed": 3}, {"failed": 1, "passed": 2}, {"skipped": 1}])
def test_a_build_server_finds_the_line(total: dict[str, int]) -> None:
    assert FOUND_BY_CI.match(run_tests.closing(Counter(total), 12.3))


def test_both_runs_are_made_and_added_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, ...]] = []

    def run(*arguments: str) -> tuple[int, Counter[str]]:
        asked.append(arguments)
        return (0, Counter(passed=5)) if "-n" in arguments else (1, Counter(failed=1, passed=2))

    monkeypatch.setattr(run_tests, "run", run)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert run_tests.main([]) == 1
    assert asked == [("-n", "2", "--dist", "worksteal", "--ignore", "tests/browser"),
                     ("tests/browser",)]
    assert capsys.readouterr().out.startswith("1 failed, 7 passed in ")


def test_with_arguments_there_is_one_plain_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def run(*arguments: str) -> tuple[int, Counter[str]]:
        asked.append(arguments)
        return 0, Counter()

    monkeypatch.setattr(run_tests, "run", run)
    assert run_tests.main(["tests/unit", "-x"]) == 0
    assert asked == [("tests/unit", "-x")]
