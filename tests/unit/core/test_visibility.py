"""What a side may know follows from what the fields declare; what is not declared is not shown."""

from typing import Annotated

import msgspec
import pytest

from grognard.core.sides import SPECTATOR
from grognard.core.state import State, known_to
from grognard.core.steps import Do
from grognard.core.visibility import (
    BY_SIDE,
    BY_UNIT,
    INSIDE,
    OPEN,
    SECRET,
    STACKS,
    TO_UNIT,
    UNITS,
    Number,
    PerUnit,
    Undeclared,
    UnitId,
    UnitSet,
    names,
)
from grognard.hexes import Hex, HexSet
from grognard.records import Playthrough
from tests.conformance.toy import Toy


class Position(State):
    turn: Number = 1
    held: HexSet = 0
    at: Annotated[list[int], PerUnit(-9)] = []
    moved: UnitSet = 0
    engaged: Annotated[tuple[int, ...], UNITS] = ()
    shores: Annotated[dict[int, int], BY_UNIT] = {}
    guards: Annotated[dict[int, int], TO_UNIT] = {}
    orders: Annotated[dict[str, str], BY_SIDE] = {}
    stacks: Annotated[dict[int, tuple[int, ...]], STACKS] = {}
    shadows: Annotated[tuple[int, ...], SECRET] = (7,)
    score: Annotated[dict[str, int], OPEN] = {}


def position() -> Position:
    return Position(
        turn=3, held=6, at=[4, 5, 5], moved=0b110, engaged=(0, 2), shores={1: 9, 2: 8},
        guards={4: 0, 5: 2}, orders={"red": "hold", "blue": "march"},
        stacks={4: (0,), 5: (1, 2), 6: (2,)}, shadows=(1,), score={"red": 1, "blue": 2})


def test_each_field_keeps_its_own_secret() -> None:
    known = known_to(position(), "red", 0b100)
    assert known == Position(
        turn=3, held=6, at=[4, 5, -9], moved=0b010, engaged=(0,), shores={1: 9},
        guards={4: 0, 5: -1}, orders={"red": "hold"}, stacks={4: (0,), 5: (1,)}, shadows=(7,),
        score={"red": 1, "blue": 2})


def test_a_field_that_says_nothing_is_not_shown() -> None:
    class Forgetful(State):
        turn: Number = 1
        reserves: int = 0

    with pytest.raises(Undeclared, match="Forgetful does not say who may know reserves"):
        known_to(Forgetful(), "red", 0)


class Skirmish(msgspec.Struct, frozen=True):
    hex: Number = -1
    fired: UnitSet = 0
    lost: Annotated[dict[int, int], BY_UNIT] = {}


class Fighting(State):
    skirmish: Annotated[Skirmish, INSIDE] = Skirmish()


def test_a_value_in_a_field_says_for_itself_who_may_know_it() -> None:
    state = Fighting(skirmish=Skirmish(5, 0b110, {1: 1, 2: 3}))
    assert known_to(state, "red", 0b100).skirmish == Skirmish(5, 0b010, {1: 1})
    assert state.skirmish.fired == 0b110


def test_a_value_that_leaves_out_who_may_know_it_is_not_shown() -> None:
    class Careless(msgspec.Struct, frozen=True):
        reserves: int = 0

    class Trusting(State):
        plan: Annotated[Careless, INSIDE] = Careless()

    with pytest.raises(Undeclared, match="Careless does not say who may know reserves"):
        known_to(Trusting(), "red", 0)


class Clash(msgspec.Struct, frozen=True):
    attackers: UnitSet
    hex: Hex = 0


class March(Do, frozen=True):
    unit: UnitId
    clash: Clash
    others: Annotated[tuple[int, ...], UNITS] = ()
    left: Number = 0
    road: bool = False


def test_a_step_names_the_units_in_it() -> None:
    march = March(unit=1, clash=Clash(0b1000, 30), others=(5,), left=6)
    assert names(march) == 0b101010
    assert names(March(unit=-1, clash=Clash(0))) == 0
    assert march.shown("red", 0b10000) == march
    assert march.shown("red", 0b01000) is None


def test_a_step_that_does_not_say_what_it_tells_is_not_shown() -> None:
    class Vague(Do, frozen=True):
        who: int

    with pytest.raises(Undeclared, match="Vague does not say who may know who"):
        Vague(1).shown("red", 0)


def test_nobody_at_the_table_has_another_name() -> None:
    game = Toy()
    state = game.start_state()
    with pytest.raises(LookupError, match="no side 'green' in this game"):
        game.view(state, "green")


def test_a_spectator_knows_what_all_may_know() -> None:
    game = Toy()
    play = Playthrough(game, seed=1)
    play.do("red", next(iter(play.offers("red"))))
    seen = play.view(SPECTATOR).state
    assert seen.trap == seen.guard == {"red": -2, "blue": -2}
    assert seen.stack == play.view("blue").state.stack
