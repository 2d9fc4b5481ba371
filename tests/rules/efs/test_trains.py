"""13.3: armoured trains."""

import pytest

from grognard.rules.efs.movers import Moves
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.drill import both, foot, grid
from tests.rules.efs.field import Field, field, train

LINE = " ".join([*(f"{column:02}01" for column in range(1, 13)),
                 *(f"12{row:02}" for row in range(2, 13))])


def line(box: str, move: int = 48, **features: str) -> Field:
    units = [train("T", move=move), foot("A", 2, 2), foot("x", 2, 2, side="soviet")]
    t = field(box, *units, railway=LINE, **features)
    t.put("0101", "T").having(side="soviet")
    return t


@both
@pytest.mark.rule("typhoon:13.3.1")
def test_it_rolls_on_rails_so_many_hexes_in_one_phase_of_the_turn(box: str) -> None:
    t = line(box, move=15).ask(Moves("motorised")).do("move T")
    assert t.offers("to") == set(LINE.split()[1:16]), "rails alone, 15 hexes"
    t.put("0912", "x").do("to 0301").having(moved=0).ask(Moves("movement"))
    assert t.refused("move T").code == "train-ran-already", "not in the other phase too"
    t.having(moved=0, railed=0).ask(Moves("movement")).do("move T")
    assert "0401" in t.offers("to")


def test_the_trains_of_the_box_roll_forty_eight_hexes() -> None:
    moves = {unit.code: unit.move for unit in contents(TYPHOON).units if "train" in unit.traits}
    assert len(moves) >= 5
    assert set(moves.values()) == {48}


@both
@pytest.mark.rule("typhoon:13.3.1")
def test_it_never_reacts_and_uses_no_capacity(box: str) -> None:
    t = line(box)
    assert t.game.capability[t.unit("T")].reaction == "none"
    t.state.points["soviet-rail"] = 0
    t.ask(Moves("movement")).do("move T to 1212")
    assert t.where("T") == "1212"
    assert t.state.points["soviet-rail"] == 0


@both
@pytest.mark.rule("typhoon:13.3.1/2")
def test_it_enters_an_enemy_zone_for_nothing_and_stops_there(box: str) -> None:
    t = line(box, move=5)
    t.put("0602", "A").ask(Moves("movement")).do("move T")
    assert "0601" in t.offers("to"), "five hexes, no point for the zone"
    t = line(box)
    t.put("0602", "A").ask(Moves("movement")).do("move T")
    assert t.offers("to") == {"0201", "0301", "0401", "0501", "0601"}, "into it, not through"


@both
@pytest.mark.rule("typhoon:13.3.1/2")
def test_it_rolls_where_the_enemy_was_but_not_on_his_gauge(box: str) -> None:
    t = line(box).land("axis", "0301 0401 0501")
    t.ask(Moves("movement")).do("move T")
    assert "0601" in t.offers("to"), "crossed, not converted"
    t.having(axis_rail=grid().hexes("0501")).ask(Moves("movement")).do("move T")
    assert "0401" in t.offers("to")
    assert "0501" not in t.offers("to")
    assert t.refused("to 0501").code == "not-our-rails"
