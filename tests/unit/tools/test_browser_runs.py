"""The rounds of the browser tests: what a report says, and where a proof goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from tools.proofs import browser_runs
from tools.proofs.browser_runs import Row

REPORT = """<testsuites><testsuite>
<testcase classname="tests.browser.test_play" name="test_a"/>
<testcase classname="tests.browser.test_play" name="test_b"><failure>no</failure></testcase>
<testcase classname="tests.browser.test_lobby" name="test_c"><error>fixture</error></testcase>
<testcase classname="tests.browser.test_lobby" name="test_d"><skipped/></testcase>
</testsuite></testsuites>"""

ROUND = Row("2026-01-31 12:00", "abc1234", "Linux, 2 cores", 2, 4.5, 300, 100, 0, "")


def test_a_report_tells_passes_failures_and_errors(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, "utf-8")
    passed, failures = browser_runs.counted(report)
    assert (passed, failures) == (1, ["test_play::test_b", "test_lobby::test_c"])


def test_a_run_without_a_report_is_no_green_one(tmp_path: Path) -> None:
    passed, failures = browser_runs.counted(tmp_path / "none.xml")
    assert not replace(ROUND, passed=passed, failed=len(failures)).green


def test_a_round_without_tests_is_no_green_one() -> None:
    assert ROUND.green
    assert not replace(ROUND, passed=0).green


def test_rounds_of_the_same_code_and_load_add_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_runs, "KEPT", tmp_path / "kept/runs.csv")
    assert browser_runs.rounds("abc1234", 2) == []
    red = replace(ROUND, passed=99, failed=1, failures="test_play::test_b")
    for row in (ROUND, replace(ROUND, commit="def5678"), replace(ROUND, burners=0), red):
        browser_runs.keep(row)
    assert browser_runs.rounds("abc1234", 2) == [ROUND, red]


def test_the_verdict_is_red_while_any_round_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser_runs, "KEPT", tmp_path / "runs.csv")
    browser_runs.keep(ROUND)
    with pytest.raises(SystemExit) as green:
        browser_runs.judge("abc1234", 2)
    browser_runs.keep(replace(ROUND, failed=1))
    with pytest.raises(SystemExit) as red:
        browser_runs.judge("abc1234", 2)
    assert (bool(green.value.code), bool(red.value.code)) == (False, True)
    assert "1 of 2 rounds" in capsys.readouterr().out
