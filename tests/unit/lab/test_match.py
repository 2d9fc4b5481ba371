"""Bots against each other: pairs, what is kept, and what happens when something breaks."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import grognard
from grognard.ai import bots as barracks
from grognard.cli.app import run
from grognard.lab.match import (
    Crash,
    Match,
    Pair,
    Plan,
    Played,
    Sprt,
    Store,
    Tally,
    Task,
    on_processors,
    play,
)
from grognard.lab.match.batch import attempt
from grognard.lab.match.pairs import paired
from grognard.lab.match.playing import front
from grognard.lab.match.store import GAMES, OtherMatch, frame

TASK = Task("miniature", "bridgehead", (), ("recruit", "passive"), 3)
ARGUMENTS = ["match", "miniature", "--scenario", "bridgehead", "--bots", "recruit", "passive",
             "--seed", "3", "--workers", "1"]


def timeless(rows: list[Played]) -> list[Played]:
    """Rows in order, without what differs from run to run."""
    same = [msgspec.structs.replace(row, cpu=(), longest=()) for row in rows]
    return sorted(same, key=lambda row: (row.seed, row.swapped))


@pytest.fixture
def four() -> list[Played]:
    match = Match(Plan(TASK, paired=True), 2)
    match.run()
    return match.rows


# -- games and pairs -------------------------------------------------------------------------


def test_the_same_task_plays_the_same_game() -> None:
    again = msgspec.structs.replace(TASK, seed=4)
    assert timeless([play(TASK)]) == timeless([play(TASK)]) != timeless([play(again)])


def test_a_pair_swaps_the_sides_and_keeps_the_luck(four: list[Played]) -> None:
    assert [(row.seed, row.bots) for row in four] == [
        (3, ("recruit", "passive")), (3, ("passive", "recruit")),
        (4, ("recruit", "passive")), (4, ("passive", "recruit"))]
    first, second = four[:2]
    assert first.margin == first.margins[0]
    assert second.margin == second.margins[1]
    assert next(paired(four)) == Pair(3, first.margin + second.margin)


def test_a_row_tells_how_the_game_went(four: list[Played]) -> None:
    row = four[0]
    game: Any = grognard.load("miniature", "bridgehead")
    assert row.turns == 4
    assert sum(count.times for count in row.kinds if count.side == "blue") == row.decisions[0]
    assert all(0 < spent <= whole for spent, whole in zip(row.longest, row.cpu, strict=True))
    losses = [loss for each in four for loss in each.losses]
    assert losses
    assert all(loss.hex in game.domain_of("hex").grid for loss in losses)
    assert {loss.side for loss in losses} <= {"blue", "red"}


def test_the_front_runs_where_enemies_meet() -> None:
    game: Any = grognard.load("miniature", "bridgehead")
    state = game.start_state()
    units, blue, red = game.counters_of, game.units_of["blue"][0], game.units_of["red"][0]
    here = state.at[blue]
    near = game.grid.neighbours(here)[0]
    for side in game.sides:
        for unit in game.units_of[side]:
            state.put(unit, -1)
    state.put(blue, here)
    state.put(red, near)
    assert front(game.grid, state, units) == {"blue": 1 << here, "red": 1 << near}
    state.put(red, next(hex for hex in game.grid if game.grid.distance(here, hex) == 2))
    assert front(game.grid, state, units) == {"blue": 0, "red": 0}


def test_a_tally_counts_pairs_sides_and_time(four: list[Played]) -> None:
    tally = Tally(four)
    assert len(tally.pairs) == sum(tally.counts) == 2
    assert tally.side_won("blue").value + tally.side_won("red").value == pytest.approx(1)
    assert tally.spent(0).bot == "recruit"
    assert tally.spent(0).decisions_per_turn > tally.spent(1).decisions_per_turn
    assert tally.side_margin("blue").value == -tally.side_margin("red").value


# -- batches ---------------------------------------------------------------------------------


def test_many_processes_play_what_one_does(four: list[Played]) -> None:
    match = Match(Plan(TASK, paired=True), 2)
    match.run(on_processors(2))
    assert timeless(match.rows) == timeless(four)


class Clumsy:
    """Fails, or dies, in the games of one seed."""

    def __init__(self, rng: Random, how: str) -> None:
        self._how, self._choices = how, 0
        self._bad = rng.random() < 0.5

    def choose(self, view: Any, decision: Any) -> Any:
        self._choices += 1
        if self._bad and self._choices == 5:
            if self._how == "dies":
                os._exit(3)
            raise RuntimeError("lost the map")
        return next(iter(decision.offers))


@pytest.fixture(params=["fails", "dies"])
def clumsy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    how = str(request.param)
    monkeypatch.setitem(barracks._makers, "clumsy", lambda rng: Clumsy(rng, how))
    monkeypatch.setitem(barracks._strength, "clumsy", 0)
    return how


def test_a_game_that_crashes_is_told_and_the_others_go_on(clumsy: str, tmp_path: Path) -> None:
    task = msgspec.structs.replace(TASK, bots=("clumsy", "passive"))
    plan = Plan(task, paired=True)
    match = Match(plan, 6, Store(tmp_path, plan))
    match.run(on_processors(2))
    assert len(match.rows) + len(match.crashes) == 12
    assert 0 < len(match.crashes) < 12
    kept = sorted(path.suffix for path in (tmp_path / "crashes").iterdir())
    if clumsy == "fails":
        assert all("lost the map" in crash.fault for crash in match.crashes)
        assert kept.count(".record") == kept.count(".txt") == len(match.crashes)
        record = next((tmp_path / "crashes").glob("*.record"))
        assert len(grognard.replay(record).log) > 0
    else:
        assert {crash.fault for crash in match.crashes} == {"the process died (out of memory?)"}


def test_a_fault_before_the_game_is_a_crash_too() -> None:
    crash = attempt(msgspec.structs.replace(TASK, bots=("zhukov", "passive")))
    assert isinstance(crash, Crash)
    assert "no bot 'zhukov'" in crash.fault
    assert not crash.record


# -- what is kept ----------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was_stopped(four: list[Played], tmp_path: Path) -> None:
    plan = Plan(TASK, paired=True)
    Match(plan, 1, Store(tmp_path, plan)).run()
    path = tmp_path / GAMES
    path.write_bytes(path.read_bytes()[:-20])  # a kill in the middle of a line
    match = Match(plan, 2, Store(tmp_path, plan))
    assert len(match.rows) == 1
    match.run()
    assert timeless(Store(tmp_path, plan).rows()) == timeless(four)


def test_a_folder_of_another_match_is_refused(tmp_path: Path) -> None:
    Store(tmp_path, Plan(TASK, paired=True, commit="abc"))
    with pytest.raises(OtherMatch, match="other commit"):
        Store(tmp_path, Plan(TASK, paired=True, commit="def"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_command_goes_on_when_it_is_given_again(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from grognard.cli import main; main()", *ARGUMENTS[:-1], "2",
               "--pairs", "30", "--out", str(tmp_path / "kept")]
    games = tmp_path / "kept" / GAMES
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not games.exists() or games.read_bytes().count(b"\n") < 4:
        assert first.poll() is None, "too fast to be killed"
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = games.read_bytes().count(b"\n")
    assert before < 60
    second = subprocess.run([*command, "--json"], capture_output=True, text=True)
    assert second.returncode == 0, second.stderr
    rows = Store(tmp_path / "kept", msgspec.json.decode(
        (tmp_path / "kept" / "match.json").read_bytes(), type=Plan)).rows()
    assert len(rows) == len({(row.seed, row.swapped) for row in rows}) == 60


def test_rows_are_a_table(four: list[Played], tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    frame(four).write_parquet(tmp_path / "games.parquet")
    table = polars.read_parquet(tmp_path / "games.parquet")
    assert table["seed"].to_list() == [3, 3, 4, 4]
    assert table["margins"].to_list() == [list(row.margins) for row in four]
    assert table.explode("losses").height >= 4


def test_a_report_tells_all_of_it(four: list[Played], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from grognard.lab.match.report import write_report

    game = grognard.load("miniature", "bridgehead")
    write_report(tmp_path / "report.html", Tally(four), game)
    page = (tmp_path / "report.html").read_text("utf-8")
    parts = ("Who won", "Levels of victory", "Points", "Length", "Losses by turn",
             "Where losses fell", "Where the front ran", "Decisions")
    assert all(f"<h2>{part}</h2>" in page for part in parts)
    assert page.count("<svg") == 7
    assert Tally(four).won.percent() in page


# -- a cluster -------------------------------------------------------------------------------


def test_a_cluster_of_two_workers_plays_the_same(four: list[Played]) -> None:
    ray = pytest.importorskip("ray")
    from grognard.lab.match.cluster import on_ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        assert ray.cluster_resources()["CPU"] == 2
        match = Match(Plan(TASK, paired=True), 2)
        match.run(on_ray(2))
        bad = msgspec.structs.replace(TASK, bots=("zhukov", "passive"))
        crashed = list(on_ray(2)([bad, TASK]))
    finally:
        ray.shutdown()
    assert timeless(match.rows) == timeless(four)
    assert {type(outcome) for outcome in crashed} == {Crash, Played}


# -- the command -----------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert run([*ARGUMENTS, *more, "--json"]) == 0
    found: dict[str, Any] = msgspec.json.decode(capsys.readouterr().out)
    return found


def test_the_command_counts_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--pairs", "2")
    assert (found["games"], found["pairs"], found["crashes"]) == (4, 2, 0)
    assert found["won"]["low"] <= found["won"]["value"] <= found["won"]["high"]
    assert {bot["bot"] for bot in found["bots"]} == {"recruit", "passive"}


def test_the_command_plays_games_without_swapping(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--games", "3")
    assert (found["games"], found["pairs"]) == (3, 0)


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ARGUMENTS, "--pairs", "1"]) == 0
    out = capsys.readouterr().out
    assert "recruit against passive: " in out
    assert "CPU s a turn" in out


def test_a_sequential_test_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    """Passive beats recruit on the bridge in most pairs: far fewer than 400 tell."""
    arguments = [*ARGUMENTS, "--sprt", "--worse", "0.3", "--better", "0.7"]
    arguments[5:7] = ["passive", "recruit"]
    assert run([*arguments, "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    assert found["verdict"] in ("better", "worse")
    assert found["pairs"] < 100


def test_a_test_looks_at_pairs_without_a_gap() -> None:
    """A long game must not be decided by the short ones that came in before it."""
    match = Match(Plan(TASK, paired=True), 30)
    row = play(TASK)
    margins = {True: (9.0, 0.0), False: (0.0, 9.0)}
    match.rows = [msgspec.structs.replace(row, seed=seed, swapped=swapped,
                                          margins=margins[not swapped])
                  for seed in range(4, 33) for swapped in (False, True)]
    assert match.verdict(Sprt()) == ""
    match.rows += [msgspec.structs.replace(row, seed=3, swapped=swapped,
                                           margins=margins[not swapped])
                   for swapped in (False, True)]
    assert match.verdict(Sprt()) == "better"


@pytest.mark.parametrize(("more", "said"), [
    (["--bots", "recruit", "zhukov"], "no bot 'zhukov'"),
    (["--pairs", "1", "--games", "1"], "choose one"),
    (["--report"], "name a folder"),
    (["--on", "moon"], "processors or ray"),
    (["--sprt", "--games", "2"], "counts pairs"),
    (["--sprt", "--worse", "0.7"], "must be less"),
])
def test_a_mistake_is_one_line(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*ARGUMENTS, *more]) == 2
    assert said in capsys.readouterr().err


def test_a_crash_shows_in_the_exit_code(
    clumsy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*ARGUMENTS, "--pairs", "4"]
    arguments[5:7] = ["clumsy", "passive"]
    arguments[arguments.index("--workers") + 1] = "2"
    assert run(arguments) == 1
    assert "seed " in capsys.readouterr().err


def test_the_folder_gets_a_table_and_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("polars")
    found = told(capsys, "--pairs", "1", "--out", str(tmp_path / "x"), "--report")
    assert found["pairs"] == 1
    assert sorted(path.name for path in (tmp_path / "x").iterdir()) == [
        "games.jsonl", "games.parquet", "match.json", "report.html"]
    assert run([*ARGUMENTS, "--games", "1", "--out", str(tmp_path / "x")]) == 2
    assert "holds another match" in capsys.readouterr().err
