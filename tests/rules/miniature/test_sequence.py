"""Chapters 1 and 2: the parts, the set-up, the turn, the cup."""

from fractions import Fraction

import pytest

from grognard.core.actions import Action
from grognard.core.chance import readings
from grognard.records import Playthrough
from grognard_miniature.movement import MovementPhase
from grognard_miniature.sequence import ActionPhase, DrawChit, FillCup, Turn
from grognard_miniature.victory import Dusk
from tests.rules.miniature.table import (
    game,
    hex_,
    label,
    offered,
    play,
    position,
    refusal,
)


def turned(hex: int) -> int:
    """The hex on which another comes to lie by half a turn of the map."""
    column, row = int(label(hex)[:2]), int(label(hex)[2:])
    return hex_(f"{7 - column:02}{5 - row:02}")


@pytest.mark.rule("miniature:1.1")
def test_half_a_turn_brings_the_map_onto_itself() -> None:
    map = game().board.map
    grid = map.grid
    assert len(grid) == 24
    assert all(map.terrain[hex] == map.terrain[turned(hex)] for hex in grid)
    for kind, sides in map.hexsides.items():
        ends = [grid.ends(side) for side in sides]
        assert {grid.hexside(turned(a), turned(b)) for a, b in ends} == sides, kind
    road = map.lines[0].hexes
    assert [turned(hex) for hex in reversed(road)] == list(road)
    assert len(map.hexsides["bridge"]) == 1


@pytest.mark.rule("miniature:1.2")
def test_both_sides_have_the_same_counters() -> None:
    blue, red = (
        [(c.kind, c.strength, c.reduced, c.moves, c.walks) for c in game().counters if c.side == s]
        for s in ("blue", "red")
    )
    assert blue == red
    assert [kind for kind, *_ in blue] == ["guard", "line", "horse", "decoy"]


@pytest.mark.rule("miniature:1.3")
def test_only_your_own() -> None:
    moving = play(position("BG 0203, RG 0502"), MovementPhase("blue", 2))
    assert refusal(moving, "blue", "move RG") == "not-yours 1.3"
    placing = Playthrough(game(), seed=1)
    assert refusal(placing, "blue", "place RG") == "not-yours 1.3"


@pytest.mark.rule("miniature:1.5")
def test_a_lost_counter_does_not_come_back() -> None:
    moving = play(position("BG 0203, RG 0502"), MovementPhase("blue", 2))
    assert refusal(moving, "blue", "move BL") == "lost 1.5"


@pytest.mark.rule("miniature:2.1")
def test_the_parts_of_a_turn() -> None:
    names = [type(part).__name__ for part in Turn.parts]
    assert names == ["OrdersPhase", "OpenOrders", "FillCup", "ActionPhase", "SupplyPhase", "Dusk"]
    table = Playthrough(game("bridgehead"), seed=1)
    turns: list[int] = []
    while not table.is_over:
        side, decision = next(iter(table.decisions.items()))
        if not turns or turns[-1] != table.state.turn:
            turns.append(table.state.turn)
        kinds = decision.offers.choices  # nobody leaves home, so nobody is routed
        table.do(side, Action("done") if "done" in kinds else next(iter(decision.offers)))
    assert turns == [1, 2, 3, 4]


@pytest.mark.rule("miniature:2.2")
@pytest.mark.parametrize(("scenario", "turns"), [("meeting", 5), ("bridgehead", 4)])
def test_the_last_turn(scenario: str, turns: int) -> None:
    table = Playthrough(game(scenario), seed=3)
    while not table.is_over:  # nobody leaves home, so nobody is routed
        side, decision = next(iter(table.decisions.items()))
        kinds = decision.offers.choices
        table.do(side, Action("done") if "done" in kinds else next(iter(decision.offers)))
    assert table.state.turn == turns


def set_up(table: Playthrough, side: str) -> None:
    first = "01" if side == "blue" else "06"
    for number, code in enumerate("GLHD", 1):
        table.do(side, f"place {side[0].upper()}{code} at {first}0{number}")


@pytest.mark.rule("miniature:2.3")
def test_set_up_is_secret() -> None:
    table = Playthrough(game(), seed=1)
    before = table.game.encode(table.view("red").state)
    set_up(table, "blue")
    assert table.game.encode(table.view("red").state) == before
    set_up(table, "red")
    shadows = [label(shadow.hex) for shadow in table.view("red").state.shadows]
    assert shadows == ["0101", "0102", "0103", "0104"]


@pytest.mark.rule("miniature:2.3", "miniature:4.1")
def test_who_sets_up_first_does_not_matter() -> None:
    tables = Playthrough(game(), seed=1), Playthrough(game(), seed=1)
    for table, order in zip(tables, (("blue", "red"), ("red", "blue")), strict=True):
        for side in order:
            set_up(table, side)
    assert tables[0].game.encode(tables[0].state) == tables[1].game.encode(tables[1].state)


@pytest.mark.rule("miniature:2.3.a")
def test_start_areas() -> None:
    table = Playthrough(game(), seed=1)
    table.do("blue", "place BG")
    assert refusal(table, "blue", "at 0301") == "outside-start 2.3.a"
    assert offered(table, "blue", "at") == "0101 0102 0103 0104 0201 0202 0203 0204"


@pytest.mark.rule("miniature:2.3.b")
def test_each_counter_is_set_up_once() -> None:
    table = Playthrough(game(), seed=1)
    table.do("blue", "place BG at 0101")
    assert refusal(table, "blue", "place BG") == "already-placed 2.3.b"


@pytest.mark.rule("miniature:3.5")
def test_two_counters_fill_a_start_hex() -> None:
    table = Playthrough(game(), seed=1)
    table.do("blue", "place BG at 0101")
    table.do("blue", "place BL at 0101")
    table.do("blue", "place BH")
    assert refusal(table, "blue", "at 0101") == "start-hex-full 3.5"


@pytest.mark.rule("miniature:2.4")
def test_four_chits_two_of_each_side() -> None:
    table = play(position("BG 0203, RG 0502"), FillCup(), ActionPhase())
    drawn: list[str] = []
    while not table.is_over:
        roll = table.game.rolling(table.state)
        if roll is None:
            table.do(*next((side, "done") for side in table.decisions))
            continue
        assert isinstance(roll, DrawChit)
        chance = roll.chance(game(), table.state)
        odds = readings(chance, lambda outcome: "blue" if outcome == (0,) else "red")
        left = 2 - drawn.count("blue"), 2 - drawn.count("red")
        assert odds.get("blue", Fraction(0)) == Fraction(left[0], sum(left))
        drawn.append("blue" if left[0] else "red")
        table.do("chance", drawn[-1])
    assert drawn == ["blue", "blue", "red", "red"]


@pytest.mark.rule("miniature:2.5")
def test_a_chit_lets_two_counters_act() -> None:
    moving = play(position("BG 0203, BL 0102, BH 0101, RG 0502"), MovementPhase("blue", 2))
    moving.do("blue", "move BG to 0203")
    moving.do("blue", "move BL to 0202")
    assert moving.is_over


@pytest.mark.rule("miniature:2.5")
def test_the_moves_may_end_early() -> None:
    moving = play(position("BG 0203, BL 0102, RG 0502"), MovementPhase("blue", 2))
    moving.do("blue", "done")
    assert moving.is_over


@pytest.mark.rule("miniature:2.5.a")
def test_a_counter_acts_once_a_turn() -> None:
    state = position("BG 0203, BL 0102, RG 0502")
    table = play(state, MovementPhase("blue", 1), MovementPhase("blue", 1), Dusk(),
                 MovementPhase("blue", 1))
    table.do("blue", "move BG to 0203")
    assert refusal(table, "blue", "move BG") == "has-acted 2.5.a"
    table.do("blue", "done")
    assert offered(table, "blue", "move") == "BG BL"


@pytest.mark.rule("miniature:2.5")
def test_the_chit_is_followed_by_moves_then_attacks() -> None:
    state = position("BG 0303, RG 0502")
    state.cup = {"blue": 1, "red": 0}
    table = play(state, ActionPhase())
    table.do("chance", "blue")
    table.do("blue", "move BG to 0402")
    assert offered(table, "blue", "attack") == ""  # asked about a second counter first
    table.do("blue", "done")
    assert offered(table, "blue", "attack") == "0502"
