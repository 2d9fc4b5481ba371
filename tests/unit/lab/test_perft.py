"""Counting ways to play on, on a game small enough to count by hand."""

import pytest

from grognard.lab.perft import Counted, counted, divide, miscounts, perft
from grognard.records.text import RecordFault, parse
from tests.conformance.toy import Toy

GAME = Toy()
HEAD = 'format = 1\nbox = "toy"\nscenario = "only"\n'


@pytest.mark.parametrize(("depth", "ways"), [
    (0, 1),
    (1, 5),  # red lays a trap in one of the five free hexes
    (2, 5 * 2),  # and guards one of two units
    (3, 5 * 2 * 5),
    (4, 5 * 2 * 5 * 2),
    (5, 100 * 3),  # the chit of red is drawn; move R1, move R2 or done
])
def test_ways_are_counted_by_hand(depth: int, ways: int) -> None:
    assert perft(GAME, GAME.start_state(), depth) == ways


def test_every_outcome_of_chance_may_be_followed() -> None:
    assert perft(GAME, GAME.start_state(), 5, "all") == 2 * 300


def test_the_count_divides_by_first_action() -> None:
    counts = divide(GAME, GAME.start_state(), 3)
    assert counts.total() == perft(GAME, GAME.start_state(), 3)
    assert set(counts.values()) == {10}
    assert "red trap 0202" in counts


def test_a_finished_play_leads_nowhere() -> None:
    state = GAME.start_state()
    state.stack = ()
    assert perft(GAME, state, 1) == 0
    assert divide(GAME, state, 1) == {}


POSITION = HEAD + '[perft]\nchance = "all"\n1 = {}\n---\n' \
    "red trap 0202 guard R1\nblue trap 0102 guard B1\n"


def parse_counted(text: str) -> Counted:
    return counted(parse(text, "x.perft"))


def test_a_position_waits_for_its_roll() -> None:
    assert miscounts(parse_counted(POSITION.format(6)), GAME) == []


def test_a_miscount_shows_the_position_and_the_count_of_each_action() -> None:
    lines = miscounts(parse_counted(POSITION.format(7)), GAME)
    assert lines[0] == "x.perft: depth 1: 6 instead of 7"
    assert '"turn":1' in lines[1]
    assert [line.split(maxsplit=1) for line in lines[2:]] == [
        ["1", "red move R1"], ["1", "red move R2"], ["1", "red done"],
        ["1", "blue move B1"], ["1", "blue move B2"], ["1", "blue done"]]


@pytest.mark.parametrize(("head", "message"), [
    ("", "x.perft:1: no table [perft] of counts by depth"),
    ("[perft]\n", "x.perft:4: no table [perft] of counts by depth"),
    ('[perft]\nchance = "some"\n1 = 1\n', "x.perft:4: [perft]: Invalid enum value 'some'"),
    ('[perft]\n1 = "many"\n', "x.perft:4: [perft]: Expected `int`, got `str`"),
])
def test_a_position_without_counts_is_no_position(head: str, message: str) -> None:
    with pytest.raises(RecordFault) as fault:
        parse_counted(f"{HEAD}{head}---\n")
    assert str(fault.value).startswith(message)
