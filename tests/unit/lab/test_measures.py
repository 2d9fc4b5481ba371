"""The same work twice, a map that is too large for anybody's table, and measures kept as data."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.lab import bigmap, history, samework


@pytest.mark.parametrize("work", samework.WORK)
def test_the_same_work_is_done_twice(work: str) -> None:
    game = grognard.load("miniature", "bridgehead")
    first, again = (samework.WORK[work](game, 2) for _ in range(2))
    assert (first.amount, *first[2:]) == (again.amount, *again[2:])
    assert first.amount > 0


def test_another_seed_is_other_work() -> None:
    game = grognard.load("miniature", "bridgehead")
    one, two = samework.play_games(game, 1, seed=0), samework.play_games(game, 1, seed=1)
    assert one.written != two.written
    assert one.ended != two.ended


def test_a_search_does_not_touch_the_positions_it_begins_from() -> None:
    game = grognard.load("miniature", "meeting")
    starts: list[Any] = samework.positions(game, 2)
    before = [game.encode(state) for _, state in starts]
    for _, state in starts:
        samework.playout(game, state, Random(1), [])
    assert starts
    assert [game.encode(state) for _, state in starts] == before


def test_the_big_box_is_as_large_as_it_says() -> None:
    box = bigmap.BigBox()
    state = box.first_state()
    assert len(box.grid) == 4 * 2 * 42 * 42
    assert len(state.at) == sum(map(len, state.stacks.values())) == 1200
    assert box.occupied(state, 0) & box.occupied(state, 1) == 0
    assert box.grid.hex("B0121") in box.grid.neighbours(box.grid.hex("A4221"))


def test_units_of_the_big_box_go_seven_points_and_stop_at_enemies() -> None:
    box = bigmap.BigBox()
    state = box.first_state()
    state.cache |= {"held": box.occupied(state, 1), "zone": box.zone(state, 1)}
    free, among = (box.way(state, 0, enemies=enemies) for enemies in (False, True))
    assert max(free.values()) <= bigmap.HALF_POINTS
    assert among.mask & state.cache["held"] == 0
    assert len(among) <= len(free)


def test_measures_are_added_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bench" / "history.csv"
    history.keep([{"commit": "a", "value": 1}], path)
    history.keep([{"commit": "b", "value": 2.5}], path)
    assert history.read(path) == [{"commit": "a", "value": "1"}, {"commit": "b", "value": "2.5"}]


def test_rows_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "history.csv"
    history.keep([{"commit": "a"}], path)
    with pytest.raises(ValueError, match="has the columns commit"):
        history.keep([{"value": 1}], path)


def test_a_folder_without_git_has_no_commit(tmp_path: Path) -> None:
    assert history.commit(tmp_path) == ""
