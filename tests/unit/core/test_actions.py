"""The action space and its notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.actions import (
    Action,
    Domain,
    Hexes,
    Hexsides,
    Nothing,
    Numbers,
    Space,
    Units,
    Words,
)
from grognard.core.errors import Unreadable
from grognard.hexes import Orientation, rectangle

GRID = rectangle(Orientation.FLAT, columns=range(1, 4), rows=range(1, 4))
DOMAINS: dict[str, Domain] = {
    "attack": Hexes(GRID),
    "by": Units(["151G", "162G", "HQ1"]),
    "across": Hexsides(GRID),
    "with": Numbers(1, 12),
    "air": Words(["bomber", "fighter"], "plane"),
    "done": Nothing(),
}
SPACE = Space(DOMAINS)
ALL = list(SPACE)


def test_the_space_lists_every_action_once() -> None:
    assert len(ALL) == len(set(ALL)) == 9 + 3 + 16 + 12 + 2 + 1
    assert all(SPACE.holds(action) for action in ALL)
    places = [SPACE.index(action) for action in ALL]
    assert len(set(places)) == len(places)
    assert max(places) < SPACE.size


@given(st.lists(st.sampled_from(ALL), min_size=1, max_size=8))
def test_a_compound_parses_back_into_its_atoms(atoms: list[Action]) -> None:
    assert SPACE.parse(SPACE.text(atoms)) == atoms


def test_a_compound_reads_as_a_wargamer_writes_it() -> None:
    text = "attack 0202 by 151G 162G air bomber with 3 across 0101/0102 done"
    assert SPACE.text(SPACE.parse(text)) == text


def test_a_kind_without_argument_is_never_left_out() -> None:
    assert SPACE.text([Action("done"), Action("done")]) == "done done"
    assert SPACE.parse("done done") == [Action("done")] * 2


@pytest.mark.parametrize(("text", "reason"), [
    ("fly 0202", "unreadable 'fly': no such kind of action"),
    ("by 151G attack", "unreadable 'attack': the hex is missing"),
    ("by 999", "unreadable '999': no such unit"),
    ("air zeppelin", "unreadable 'zeppelin': no such plane"),
    ("attack 0209", "unreadable '0209': no such hex (did you mean 0203, 0202, 0201?)"),
    ("attack somewhere", "unreadable 'somewhere': no such hex"),
    ("across 0101/0303", "unreadable '0101/0303': not a hexside, which is written 0101/0102"),
    ("across 0101/9999", "unreadable '0101/9999': no such hex"),
    ("with many", "unreadable 'many': not a number from 1 to 12"),
    ("with -1", "unreadable '-1': not a number from 1 to 12"),
    ("done 0202", "unreadable '0202': no such kind of action"),
])
def test_what_cannot_be_read_is_named(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as no:
        SPACE.parse(text)
    assert str(no.value) == reason


def test_a_number_of_a_thousand_digits_is_unreadable_not_a_crash() -> None:
    with pytest.raises(Unreadable, match="not a number from 1 to 12"):
        SPACE.parse("with " + "9" * 5000)


@pytest.mark.parametrize("action", [
    Action("fly", 0), Action("by", 3), Action("by", -1), Action("with", 0), Action("with", 13),
    Action("done", 1), Action("attack", 10**30), Action("across", 10**30),
    Action("by", True), Action("by", None), Action("by", "0"),  # type: ignore[arg-type]
])
def test_what_the_game_does_not_declare_is_not_in_the_space(action: Action) -> None:
    assert not SPACE.holds(action)


@pytest.mark.parametrize("word", ["", "two words", "done", "one#two"])
def test_a_word_that_would_spoil_the_notation_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in notation"):
        Space({"by": Words([word]), "done": Nothing()})


@pytest.mark.parametrize(("low", "high"), [(-1, 3), (4, 3)])
def test_numbers_count_from_nought(low: int, high: int) -> None:
    with pytest.raises(ValueError, match="no numbers from"):
        Numbers(low, high)
