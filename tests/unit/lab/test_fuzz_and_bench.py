"""Many games on several processors, and games against the clock."""

from random import Random

import msgspec
import pytest

import grognard
from grognard.core.advice import Advice
from grognard.lab.bench import bench, play_at_random, positions
from grognard.lab.conformance import Report, inspect
from grognard.lab.fuzz import Task, fuzz
from tests.conformance.toy import Toy


def total(reports: list[Report]) -> Report:
    whole = Report()
    for report in reports:
        whole.add(report)
    return whole


def test_workers_find_the_same_as_one_process() -> None:
    task = Task.of("miniature", "bridgehead", {"fog": True}, games=6, seed=40, points=1)
    alone, spread = total(list(fuzz(task))), total(list(fuzz(task, workers=2)))
    assert alone.games == spread.games == 6
    assert alone.decisions == spread.decisions
    assert alone.refusals == spread.refusals
    assert alone.passed == spread.passed
    assert alone.through == spread.through
    assert alone.found == []


def test_a_report_counts_the_games_that_went_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> Report:
        return total([inspect(Toy(), seed, points=0) for seed in range(20)])

    assert played().through == 20  # nothing to go through
    monkeypatch.setattr(Advice, "milestones", frozenset({"falls"}))
    assert 0 < played().through == played().passed["falls"] < 20


def test_games_look_for_the_enemy_until_their_milestones_are_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fought() -> int:
        return total([inspect(game, seed, points=0) for seed in range(8)]).passed["combat"]

    game = grognard.load("narva", "krivasoo")
    assert fought() == 8
    monkeypatch.setattr(type(game.advice), "milestones", frozenset())
    assert fought() < 8


def test_aimed_games_are_played_otherwise() -> None:
    task = Task.of("miniature", "bridgehead", {}, games=6, points=1)
    plain, aimed = (total(list(fuzz(msgspec.structs.replace(task, aimed=aim))))
                    for aim in (False, True))
    assert plain.games == aimed.games
    assert plain.decisions != aimed.decisions
    assert aimed.found == []


def test_batches_cover_every_seed_once() -> None:
    task = Task.of("miniature", "meeting", {}, games=10, seed=3)
    seeds = [seed for part in task.batches() for seed in range(part.seed, part.seed + part.games)]
    assert seeds == list(range(3, 13))


def test_a_decision_counts_only_with_a_choice() -> None:
    game = Toy()
    play = grognard.start(game, seed=1)
    choices = play_at_random(play, Random(1))
    assert play.is_over
    assert 0 < choices <= sum(entry.side in game.sides for entry in play.log)


def test_a_bench_plays_at_least_one_game() -> None:
    measure = bench(Toy(), seconds=0, seed=2)
    assert measure.games == 1
    assert measure.decisions_per_game > 1
    assert min(measure.offers_us, measure.check_us, measure.copy_us, measure.view_us) > 0
    assert measure.calibration > 0


def test_positions_are_points_of_choice() -> None:
    game = Toy()
    assert all(game.decisions(state) for state in positions(game, seed=1))
