"""A state is plain data: copies share nothing that can change, and JSON loses nothing."""

from typing import Any, ClassVar

import pytest

from grognard.core.errors import OldPosition, WrongStep
from grognard.core.events import Event
from grognard.core.serial import decode_state, encode_state
from grognard.core.state import State
from grognard.core.steps import Ask, Branch, Do, Sequence, Step, Together
from tests.conformance.toy import LayTrap, Move, NameGuard, Toy, ToyState


class Ledger(State):
    numbers: list[int] = []
    by_hex: dict[int, tuple[int, ...]] = {}
    by_side: dict[str, int] = {}
    seen: set[int] = set()
    note: str = ""


class Count(Do, frozen=True):
    by: int = 1

    def run(self, game: Any, state: Any) -> None:
        state.numbers.append(self.by)


class Orders(Together, frozen=True):
    """A secret choice under its own name."""


class Week(Sequence, frozen=True):
    parts: ClassVar[tuple[Step, ...]] = (Count(1), Count(2))

    def begin(self, game: Any, state: Any) -> None:
        state.numbers.append(0)

    def finish(self, game: Any, state: Any) -> None:
        state.numbers.append(3)


def ledger() -> Ledger:
    return Ledger(numbers=[1], by_hex={7: (1, 2)}, by_side={"red": 1}, seen={3, 1}, note="x")


def test_a_copy_shares_nothing_that_can_change() -> None:
    state = ledger()
    state.cache["zones"] = 5
    state.tell(Event("moves"))
    copy = state.copy()
    assert copy == state
    assert copy.news == []
    assert copy.cache == {"zones": 5}
    copy.numbers.append(2)
    copy.by_hex[8] = ()
    copy.by_side["red"] = 2
    copy.seen.add(9)
    copy.cache.clear()
    copy.push(Count())
    assert encode_state(state) == encode_state(ledger())
    assert state.cache == {"zones": 5}


class Annex(Ledger):
    further: list[int] = []
    plain: dict = {}  # type: ignore[type-arg]


def test_a_copy_shares_nothing_of_a_subclass_either() -> None:
    assert Ledger().copy() == Ledger()  # the base class is copied first
    state = Annex()
    copy = state.copy()
    copy.further.append(1)
    copy.plain["x"] = 1
    assert (state.further, state.plain) == ([], {})


def test_json_keeps_every_field_and_step() -> None:
    state = ledger()
    branch = Branch("red", (Count(4),), (Count(5), Count(6)), made=2)
    state.push(Week(at=1), Orders((branch,)), Together((branch,)), Count(9))
    data = encode_state(state)
    back = decode_state(Ledger, [__name__], data)
    assert back == state
    assert [type(step) for step in back.stack] == [Count, Together, Orders, Week]
    assert encode_state(back) == data


def test_json_keeps_the_hexes_of_a_large_map() -> None:
    state = Ledger(numbers=[1 << 20_000, -5, 2**63], by_hex={3: (1 << 70, 2)})
    assert decode_state(Ledger, [__name__], encode_state(state)) == state


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64])
def test_numbers_of_more_than_63_bits_are_texts_wherever_they_stand(number: int) -> None:
    state = Ledger(numbers=[4, number], by_hex={3: (1, 2), 4: (number,)}, by_side={"red": number})
    written, large = encode_state(state).decode(), abs(number) >= 2**63
    assert written.count(f'"{number:#x}"') == (3 if large else 0)
    assert decode_state(Ledger, [__name__], encode_state(state)) == state


def test_a_position_on_another_grid_is_not_misread() -> None:
    data = encode_state(ledger(), [1492])
    assert decode_state(Ledger, [__name__], data, [1492]) == ledger()
    with pytest.raises(OldPosition):
        decode_state(Ledger, [__name__], data, [2110])
    with pytest.raises(OldPosition):
        decode_state(Ledger, [__name__], data.replace(b'"shape":[1492],', b""), [1492])


def test_a_value_is_derived_anew_only_when_what_it_is_made_of_changed() -> None:
    state, worked = Ledger(), list[int]()

    def double(game: int, number: int) -> int:
        worked.append(number)
        return game * number

    assert [state.derive("double", double, 2, number) for number in (4, 4, 5)] == [8, 8, 10]
    assert state.copy().derive("double", double, 2, 5) == 10
    assert worked == [4, 5]


def test_pushed_steps_act_in_the_order_given() -> None:
    state = Ledger()
    state.push(Count(1), Count(2))
    assert state.stack == (Count(2), Count(1))


def test_a_sequence_reads_as_a_list() -> None:
    state = Ledger(stack=(Week(),))
    Toy()._settle(state)  # type: ignore[arg-type]
    assert state.numbers == [0, 1, 2, 3]
    assert not state.stack


def test_a_branch_shows_the_others_nothing() -> None:
    together = Together.of(red=(LayTrap("red"), NameGuard("red")), blue=(LayTrap("blue"),))
    later = together.with_branch("red", (NameGuard("red"),))
    assert later.branch("red") == Branch(
        "red", (NameGuard("red"), LayTrap("red")), (NameGuard("red"),), made=1)
    assert later.shown("blue", 0) == together.shown("blue", 0) == together
    assert later.shown("red", 0) == later
    assert later.with_branch("red", ()).branch("red") is None


def test_the_trusted_door_takes_only_what_the_step_waits_for() -> None:
    game = Toy()
    state = game.start_state()
    with pytest.raises(WrongStep, match="chance has nothing to choose"):
        game.apply(state, "chance", (1,))
    while game.decisions(state):
        side, decision = next(iter(game.decisions(state).items()))
        game.apply(state, side, next(iter(decision.offers)))
    with pytest.raises(WrongStep, match="DrawInitiative does not wait for red"):
        game.apply(state, "red", (0,))


def test_a_secret_branch_cannot_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.conformance import toy

    def take(self: Ask, game: Toy, state: ToyState, kind: str, arg: int) -> None:
        state.push(toy.DrawInitiative())

    monkeypatch.setattr(LayTrap, "take", take)
    game = Toy()
    state = game.start_state()
    with pytest.raises(WrongStep, match="a secret branch cannot roll"):
        game.apply(state, "red", next(iter(game.decisions(state)["red"].offers)))


def test_what_a_roll_tells_is_told_to_those_who_may_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.conformance import toy

    game, roll = Toy(), toy.DrawInitiative()
    assert not roll.hidden_from("blue")
    for seen_by, hidden in ((None, False), (("red",), True)):
        monkeypatch.setattr(toy.DrawInitiative, "seen_by", seen_by)
        state = game.start_state()
        state.stack = (*state.stack[:-1], roll)
        (told,) = game.apply(state, "chance", (0,))
        assert told.seen_by == seen_by
        assert (roll.hidden_from("red"), roll.hidden_from("blue")) == (False, hidden)
        assert roll.hidden_from("spectator") == hidden


def test_decisions_are_counted() -> None:
    game = Toy()
    state = game.start_state()
    for side in ("red", "blue"):
        for _ in range(2):
            assert state.decisions_made == 0, "a secret choice is counted when all have chosen"
            game.apply(state, side, next(iter(game.decisions(state)[side].offers)))
    assert state.decisions_made == 4
    game.apply(state, "chance", (0,))
    assert isinstance(state.stack[-1], Move)
    game.apply(state, "red", game.space.parse("done")[0])
    assert state.decisions_made == 5


def test_a_secret_branch_begins_with_a_question() -> None:
    with pytest.raises(ValueError, match="red begins with Count"):
        Together.of(red=(Count(), LayTrap("red")))


class Begin(Do, frozen=True):
    """Asks for a mover if somebody can move."""

    def run(self, game: Any, state: Any) -> None:
        Move("red").ask_if_any(game, state)


def test_what_was_worked_out_to_see_whether_to_ask_is_handed_to_the_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, worked_out = Toy(), list[Any]()
    choices = Move.choices

    def noted(*asked: Any) -> Any:
        worked_out.append(asked)
        return choices(*asked)

    monkeypatch.setattr(Move, "choices", noted)
    state = game.start_state()
    state.stack = (Begin(),)
    game._settle(state)
    offers = game.decisions(state)["red"].offers
    assert len(worked_out) == 1
    assert len(game.decisions(state.copy())["red"].offers) == len(offers)
    assert len(worked_out) == 2, "a copy may change before it is asked"
    game.apply(state, "red", next(iter(offers)))
    assert state.offered is None or state.offered[0] is state.stack[-1]


def test_nobody_is_asked_where_there_is_nothing_but_to_pass() -> None:
    game = Toy()
    state = game.start_state()
    state.moved, state.stack = 0b1111, (Begin(),)
    assert not any(len(found) for kind, found in Move("red").choices(game, state).items()
                   if kind not in game.passes)
    game._settle(state)
    assert not state.stack
