"""What can be taken back, and why other things cannot."""

import pytest

from grognard.core.actions import Action
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Refused
from grognard.core.sides import CHANCE
from grognard.records import Automation, Playthrough
from grognard.records.undo import EVERY
from tests.conformance import toy
from tests.unit.records.plays import GAME, after_orders


def undo_refused(play: Playthrough, side: str) -> str:
    ruling = play.can_undo(side)
    before = GAME.encode(play.state)
    with pytest.raises(Refused) as refused:
        play.undo(side)
    assert refused.value.ruling == ruling
    assert GAME.encode(play.state) == before
    return ruling.code


def test_undo_takes_back_one_decision_after_the_other() -> None:
    play = after_orders()
    states = [GAME.encode(play.state)]
    for act in ("move R1", "to 0201", "move R2"):
        play.do("red", act)
        states.append(GAME.encode(play.state))
    while states[1:]:
        assert GAME.encode(play.state) == states.pop()
        play.undo("red")
    assert GAME.encode(play.state) == states[0]
    assert len(play.log) == 5
    assert undo_refused(play, "red") == "undo-die"


class CountUp(toy.Owned, frozen=True):
    """Asks red again and again, and no die rolls."""

    def choices(self, game: toy.Toy, state: toy.ToyState) -> dict[str, Choices]:
        return {"move": Among(0b11), "done": ALWAYS}

    def take(self, game: toy.Toy, state: toy.ToyState, kind: str, arg: int) -> None:
        state.turn += 1 + arg
        state.push(self)


def test_undo_goes_back_further_than_from_one_kept_copy_to_the_next() -> None:
    state = GAME.start_state()
    state.stack = (CountUp("red"),)
    play, states = Playthrough(GAME, state=state), list[bytes]()
    for count in range(3 * EVERY):
        states.append(GAME.encode(play.state))
        play.do("red", Action("move", count % 2))
    while states:
        play.undo("red")
        assert GAME.encode(play.state) == states.pop()
        assert len(play.log) == len(states)
    assert undo_refused(play, "red") == "undo-nothing"


def test_a_compound_is_taken_back_atom_by_atom() -> None:
    play = after_orders("red move R1 to 0201")
    play.undo("red")
    assert "to" in play.offers("red").choices
    play.undo("red")
    assert "move" in play.offers("red").choices


def test_nothing_was_done_yet() -> None:
    assert undo_refused(Playthrough(GAME, seed=1), "red") == "undo-nothing"


def test_what_came_before_a_die_stands() -> None:
    play = after_orders("red move R1 to 0201", "red attack B1", "chance 1 1")
    assert undo_refused(play, "red") == "undo-die"


def test_what_came_before_a_reveal_stands() -> None:
    play = after_orders("red move R1 to 0102")
    assert undo_refused(play, "red") == "undo-reveal"
    play.do("red", "move R2")
    play.undo("red")
    assert undo_refused(play, "red") == "undo-reveal"


def test_what_came_before_another_side_acted_stands() -> None:
    play = after_orders("red done")
    assert play.can_undo("red")
    assert undo_refused(play, "blue") == "undo-other-side"
    play.do("blue", "move B1")
    assert undo_refused(play, "red") == "undo-other-side"
    play.undo("blue")
    assert undo_refused(play, "blue") == "undo-other-side"
    assert play.can_undo("red"), "as in a play that was read back: nobody has acted since"
    play.undo("red")
    assert play.offers("red")


def test_a_forced_choice_of_the_other_side_counts_as_its_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = toy.Move.choices

    def choices(self: toy.Move, game: toy.Toy, state: toy.ToyState) -> object:
        return {"move": Among(0b100)} if self.who == "blue" else honest(self, game, state)

    monkeypatch.setattr(toy.Move, "choices", choices)
    play = after_orders("red move R1 to 0201", automations={Automation.FORCED})
    assert play.can_undo("red")
    play.do("red", "done")
    assert "to" in play.offers("blue").choices
    assert undo_refused(play, "red") == "undo-other-side"


def test_each_side_takes_back_its_own_secret_choice() -> None:
    play = Playthrough(GAME, seed=1, automations=())
    start = GAME.encode(play.state)
    play.do("red", "trap 0202")
    only_red = GAME.encode(play.state)
    play.do("blue", "trap 0102")
    play.do("red", "guard R1")
    play.undo("blue")
    play.undo("red")
    assert GAME.encode(play.state) == only_red
    assert undo_refused(play, "blue") == "undo-nothing"
    play.undo("red")
    assert GAME.encode(play.state) == start
    assert play.log == []
    assert undo_refused(play, "red") == "undo-nothing"


def test_whether_the_other_side_has_begun_to_choose_does_not_show() -> None:
    play = after_orders("red done", "blue done")
    assert play.can_undo("blue").code == "undo-secret"
    views = [play.view("blue"), play.can_undo("blue")]
    play.do("red", "trap 0202 guard R1")
    assert [play.view("blue"), play.can_undo("blue")] == views
    play.undo("red")
    assert [play.view("blue"), play.can_undo("blue")] == views


def test_when_all_have_chosen_the_choice_stands() -> None:
    play = Playthrough(GAME, seed=1, automations=())
    play.do("red", "trap 0202 guard R1")
    play.do("blue", "trap 0202 guard B1")
    assert undo_refused(play, "red") == "undo-committed"
    assert undo_refused(play, "blue") == "undo-committed"
    play.do(CHANCE, "red-chit")
    assert undo_refused(play, "red") == "undo-die"
