"""The door through which everybody plays."""

from typing import Any, assert_type

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.offers import ALWAYS, Among
from grognard.core.rulings import Refused
from grognard.core.sides import CHANCE
from grognard.records import ALL, Automation, Playthrough
from tests.conformance import toy
from tests.conformance.toy import Toy, ToyState
from tests.unit.records.plays import GAME, after_orders, random_play


def refusal(play: Playthrough, side: str, act: Any) -> tuple[str, str]:
    """Code and rule with which check and do refuse."""
    ruling = play.check(side, act)
    with pytest.raises(Refused) as refused:
        play.do(side, act)
    assert refused.value.ruling == ruling
    assert not ruling
    return ruling.code, ruling.rule


def test_an_offered_action_is_allowed_and_done() -> None:
    play = after_orders()
    action = Action("move", 1)
    assert play.check("red", action)
    assert action in play.offers("red")
    assert play.do("red", action) == []
    assert "to" in play.offers("red").choices


def test_a_refusal_names_rule_place_and_reason() -> None:
    play = after_orders("red move R1 to 0201")
    ruling = play.check("red", "move R1")
    assert (ruling.code, ruling.rule, ruling.units) == ("moved", "toy:4.2", (0,))
    assert GAME.sentence(ruling) == "R1 has moved already."
    assert GAME.sentence(ruling, "fr") == "R1 a déjà bougé."
    assert GAME.sentence(play.check("red", "done")) == ""


@pytest.mark.parametrize(("side", "act", "code", "rule"), [
    ("red", "move B1", "not-yours", "toy:4.1"),
    ("red", "attack R1", "no-enemy", "toy:5.2"),
    ("red", "to 0202", "asked-otherwise", "toy:4"),
    ("red", "trap 0202", "traps-are-laid", "toy:2"),
    ("blue", "move B1", "not-asked", "table"),
    ("nobody", "move B1", "not-asked", "table"),
    ("red", "fly R1", "unreadable", "table"),
    ("red", "", "unreadable", "table"),
    ("red", ("fly", 1), "unknown-kind", "table"),
    ("red", ("move", 4), "unknown-argument", "table"),
    ("red", ("move", True), "unknown-argument", "table"),
    ("red", 7, "unreadable", "table"),
    ("blue", ("move", 4), "unknown-argument", "table"),
    (CHANCE, (1, 2), "no-roll", "table"),
])
def test_everything_else_is_refused(side: str, act: Any, code: str, rule: str) -> None:
    play = after_orders()
    before = GAME.encode(play.state)
    assert refusal(play, side, act) == (code, rule)
    assert GAME.encode(play.state) == before


def test_after_the_end_nothing_can_be_done() -> None:
    play = random_play(1)
    assert play.result is not None
    assert not play.offers("red")
    assert refusal(play, "red", "done") == ("game-over", "table")


# -- compounds -------------------------------------------------------------------------------


def test_a_compound_is_done_whole() -> None:
    play = after_orders()
    events = play.do("red", "move R1 to 0201")
    assert [GAME.describe(event) for event in events] == ["R1 moves to 0201."]


def test_a_compound_with_one_bad_atom_is_not_done_at_all() -> None:
    play = after_orders()
    before = GAME.encode(play.state)
    assert refusal(play, "red", "move R1 to 0303") == ("occupied", "toy:4.4")
    assert refusal(play, "red", "move R1 to 0201 move R1") == ("moved", "toy:4.2")
    assert GAME.encode(play.state) == before
    assert len(play.log) == 5


def test_a_compound_does_not_run_over_a_die() -> None:
    play = after_orders("red move R1 to 0201")
    assert refusal(play, "red", "attack B1 done") == ("reveals-first", "table")


def test_a_compound_cannot_probe_for_what_is_hidden() -> None:
    # In 0102 lies a trap in one play and none in the other: red cannot know in which it is.
    trapped, safe = after_orders(), with_trap_in("0203")
    assert trapped.check("red", "move R1 to 0102")
    for probe in ("move R1 to 0102 move R2 to 0102", "move R1 to 0102 done"):
        assert trapped.check("red", probe) == safe.check("red", probe)


def with_trap_in(hex: str) -> Playthrough:
    play = Playthrough(GAME, seed=1, automations=())
    for line in ("red trap 0202 guard R1", f"blue trap {hex} guard B1", "chance red-chit"):
        side, _, act = line.partition(" ")
        play.do(side, act)
    return play


def test_a_compound_does_not_tell_whether_the_others_have_chosen() -> None:
    first, last = Playthrough(GAME, seed=1), Playthrough(GAME, seed=1)
    last.do("red", "trap 0202 guard R1")
    for probe in ("trap 0202 guard B1 done", "trap 0202 guard B1 trap 0202", "trap 0202 guard B1"):
        assert first.check("blue", probe) == last.check("blue", probe)
    assert refusal(last, "blue", "trap 0202 guard B1 done") == ("not-asked", "table")


def test_what_comes_to_light_ends_a_compound() -> None:
    play = after_orders()
    probe = "move R1 to 0102 done"
    assert play.check("red", probe)
    assert any(event.id == "trapped" for event in play.do("red", probe))
    assert len(play.log) == len(after_orders().log) + 2


def test_a_line_of_a_record_is_judged_on_the_truth() -> None:
    play = after_orders()
    with pytest.raises(Refused, match="light"):
        play.repeat("red", "move R1 to 0102 done")
    assert GAME.encode(play.state) == GAME.encode(after_orders().state)


def test_a_forced_choice_inside_a_compound_is_left_to_the_compound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def choices(self: Any, game: Any, state: Any) -> Any:
        return {"to": Among(1 << toy.GRID.hex("0201"), outside=("too-far", "4.1"))}

    monkeypatch.setattr(toy.Destination, "choices", choices)
    play = after_orders(automations=ALL - {Automation.DICE})
    play.do("red", "move R1 to 0201")
    again = after_orders(automations=ALL - {Automation.DICE})
    again.do("red", "move R1")
    assert GAME.encode(play.state) == GAME.encode(again.state)


# -- automations -----------------------------------------------------------------------------


def test_with_real_dice_the_player_types_them_in() -> None:
    play = after_orders("red move R1 to 0201", "red attack B1")
    assert play.decisions == {}
    assert refusal(play, "red", "done") == ("not-asked", "table")
    assert refusal(play, CHANCE, "6") == ("impossible-roll", "toy:5.3")
    assert refusal(play, CHANCE, (6, 7)) == ("impossible-roll", "toy:5.3")
    assert refusal(play, CHANCE, "boxcars") == ("unreadable", "table")
    assert refusal(play, CHANCE, 12) == ("unreadable", "table")
    assert refusal(play, CHANCE, Action("done")) == ("impossible-roll", "toy:5.3")
    events = play.do(CHANCE, "6 6")
    assert [GAME.describe(event) for event in events] == ["B1 falls."]


def test_the_same_seed_rolls_the_same_dice() -> None:
    def rolls(seed: int) -> list[Any]:
        play = after_orders("red move R1 to 0201", automations={Automation.FORCED})
        play.reseed(seed)
        play.automations = ALL
        play.do("red", "attack B1")
        return [entry.act for entry in play.log if entry.side == CHANCE]

    assert rolls(3) == rolls(3)
    assert len({tuple(rolls(seed)) for seed in range(12)}) > 1


def test_passing_and_forced_choices_are_two_automations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Move, "choices", lambda self, game, state: {"done": ALWAYS})
    assert set(after_orders(automations={Automation.FORCED}).decisions) == {"red"}
    passed = after_orders(automations={Automation.EMPTY})
    assert set(passed.decisions) == {"red", "blue"}
    assert passed.state.turn == 2


def test_nothing_is_forced_in_a_secret_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.NameGuard, "choices",
                        lambda self, game, state: {"guard": Among(state.alive(self.who) & -4 or 1)})
    play = Playthrough(GAME, seed=1)
    play.do("red", "trap 0202")
    assert len(play.offers("red")) == 1
    assert "red" in play.decisions


# -- what each side sees ---------------------------------------------------------------------


def test_each_side_hears_only_what_it_may_know() -> None:
    play = after_orders("red move R1 to 0102")
    heard = [GAME.describe(event) for event in play.events("blue")]
    assert heard == ["Blue lays a trap in 0102.", "All sides have chosen.", "Red goes first.",
                     "R1 moves to 0102.", "R1 falls into the trap in 0102."]
    assert "Red lays a trap in 0202." in [GAME.describe(event) for event in play.events("red")]


def test_odds_are_asked_before_the_die_is_rolled() -> None:
    play = after_orders("red move R1 to 0201")
    odds = play.odds("red", "attack B1")
    assert odds is not None
    assert float(odds.chance_of("falls")) == pytest.approx(21 / 36)
    assert play.odds("red", "done") is None


# -- forks -----------------------------------------------------------------------------------


def test_a_fork_of_a_running_play_knows_no_more_than_its_side() -> None:
    play = after_orders()
    forks = [play.fork("red", seed=seed) for seed in range(20)]
    assert len({fork.state.trap["blue"] for fork in forks}) > 1
    assert {fork.state.trap["red"] for fork in forks} == {play.state.trap["red"]}
    assert all(fork.view("red") == play.view("red") for fork in forks)
    forks[0].do("red", "move R1 to 0201")
    assert play.state.moved == 0


def test_a_finished_play_forks_exactly_at_any_point() -> None:
    play = random_play(2)
    assert GAME.encode(play.fork("red").state) == GAME.encode(play.state)
    start = play.fork("red", at=0)
    assert GAME.encode(start.state) == GAME.encode(GAME.start_state())
    orders = play.fork("red", seed=1, at=4)
    assert [entry.side for entry in orders.log[:1]] == [CHANCE], "new dice from there on"
    assert orders.opening_state.trap == {side: play.log[n].act[1] for side, n in laid(play)}


def laid(play: Playthrough) -> list[tuple[str, int]]:
    """The entries in which the sides laid their first traps."""
    return [(entry.side, n) for n, entry in enumerate(play.log[:4]) if entry.act[0] == "trap"]


def test_a_fork_of_the_past_of_a_running_play_is_imagined_too() -> None:
    play = after_orders("red move R1 to 0201", "red done")
    traps = {play.fork("red", seed=seed, at=5).state.trap["blue"] for seed in range(20)}
    assert len(traps) > 1


def test_a_playthrough_knows_the_state_of_its_game() -> None:
    """The type checker reads these lines too."""
    play = grognard.start(Toy(), seed=1)
    assert_type(play, Playthrough[ToyState])
    assert_type(play.state, ToyState)
    assert_type(play.view("red").state, ToyState)
    assert play.game.box == "toy"
