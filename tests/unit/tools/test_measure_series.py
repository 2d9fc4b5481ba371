"""A campaign of the East Front Series on a strewn map can be set up, played and measured."""

import pytest

from grognard.lab import history
from tools import measure_series as series


@pytest.mark.parametrize("box", series.LEARNING)
def test_all_counters_of_a_box_stand_in_order_on_three_sheets(box: str) -> None:
    game = series.campaign(box)
    state = game.start_state()
    assert len(game.grid) == 6840
    assert len(game.units) > 500
    assert game.faults(state) == []
    assert state.on_map(game.everybody).bit_count() > 400


def test_the_same_seed_plays_the_same() -> None:
    game = series.campaign("typhoon")
    first, states = series.play(game, 12, seed=4)
    again, _ = series.play(game, 12, seed=4)
    assert first["played"] == again["played"]
    assert set(series.times(game, states)) == {
        "offers_us", "zones_us", "settle_us", "nets_us", "copy_us", "view_us"}


def test_every_number_is_a_row() -> None:
    found = {"box": "typhoon", "scenario": "strewn campaign", "machine": "m", "calibration": 0.1,
             "hexes": 3, "phases": {"combat": 2}, "played": "ab"}
    rows = series.kept(found)
    assert [(row["key"], row["value"]) for row in rows] == [("hexes", 3)]
    assert rows[0]["date"] == history.today()
