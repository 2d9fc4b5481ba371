"""The counters that the examples of the rules speak of, typed anew from what they tell."""

from typing import NamedTuple

import pytest

from grognard.core.ratio import odds_index
from grognard.rules.efs.data import Unit
from tests.rules.efs.boxes import NORTH, TYPHOON, air_unit, contents, unit

MARKER = 2
COLUMNS = ("1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1")


class Told(NamedTuple):
    """What makes the story of the learning game come out; values of the face that is up."""

    attack: int
    defence: int
    steps: int
    move: int
    stacking: int
    zone: bool


SOLTSY = {
    "10/8Pz": Told(7, 5, 3, 7, 3, True), "8/8Pz": Told(5, 5, 3, 7, 2, True),
    "28/8Pz": Told(5, 5, 3, 7, 2, True), "59/8Pz": Told(1, 2, 2, 8, 1, True),
    "8/3M": Told(4, 5, 3, 7, 2, True), "29/3M": Told(4, 5, 3, 7, 2, True),
    "53/3M": Told(1, 2, 2, 8, 1, True), "678Eng": Told(1, 1, 1, 7, 1, False),
    "803Art": Told(0, 1, 1, 8, 1, False), "RSCI": Told(1, 2, 1, 5, 2, True),
    "1/SSTk": Told(4, 5, 3, 7, 2, True), "2/SSTk": Told(4, 5, 3, 7, 2, True),
    "Rcn/SSTk": Told(1, 2, 2, 8, 1, True), "616PzJg": Told(1, 2, 1, 7, 1, False),
    "3Tk": Told(3, 2, 1, 7, 3, True), "21Tk": Told(6, 3, 2, 7, 3, True),
    "7Istr": Told(1, 1, 1, 4, 1, True), "9AT": Told(1, 2, 1, 7, 1, True),
    "237R": Told(3, 4, 2, 4, 4, True), "202R": Told(2, 2, 1, 4, 4, True),
    "235R": Told(2, 2, 1, 4, 4, True), "183R": Told(2, 2, 1, 4, 4, True),
    "70R": Told(5, 6, 3, 4, 4, True), "5MC": Told(1, 1, 2, 8, 1, True),
    "28/28Tk": Told(2, 1, 1, 7, 1, True), "11A": Told(0, 1, 1, 6, 0, False),
    "11AArt": Told(0, 1, 1, 4, 1, False),
}
"""The allowance of 616PzJg is 7: that is what it had when it came in on turn 14."""


def lost_at_start() -> dict[str, int]:
    rows = contents(NORTH).scenario
    losses = [row.lost for row in rows.setup] + [row.lost for row in rows.arrival]
    return {code: lost for here in losses for code, lost in here.items()}


def as_it_begins(row: Unit) -> Told:
    """The face that is up when it is set up or comes in; a loss of one of two steps turns it."""
    lost = lost_at_start().get(row.code, 0)
    attack, defence = row.attack, row.defence
    if lost:
        assert (row.steps, lost) == (2, 1)
        attack, defence = row.reduced_attack, row.reduced_defence
    return Told(attack, defence, row.steps - lost, row.move, row.stacking, not row.band)


def test_the_counters_of_soltsy_are_those_of_its_story() -> None:
    rows = contents(NORTH).scenario
    ground = {row.code: row for row in contents(NORTH).units}
    named = [row.units for row in rows.setup] + [row.units for row in rows.arrival]
    codes = [code for units in named for code in units if code in ground]
    assert {code: as_it_begins(ground[code]) for code in codes} == SOLTSY
    assert len(codes) == 27
    assert set(lost_at_start()) == {"3Tk", "202R", "235R", "183R"}


def value(code: str, what: str) -> int:
    """``10/8Pz:m`` is marked with a Step Loss, ``21Tk:r`` on its back."""
    name, _, face = code.partition(":")
    row = unit(NORTH, name)
    found: int = getattr(row, f"reduced_{what}" if face == "r" else what)
    return found - MARKER if face == "m" else found


def total(what: str, codes: str) -> int:
    return sum(value(code, what) for code in codes.split())


@pytest.mark.parametrize(
    ("what", "codes", "sum_"),
    [
        ("attack", "10/8Pz 8/8Pz 59/8Pz", 13),                       # unit-1
        ("attack", "10/8Pz 8/8Pz 59/8Pz 678Eng 8/3M", 18),           # unit-2
        ("support", "803Art", 3),                                    # unit-3
        ("defence", "7Istr 21Tk", 4),                                # unit-4
        ("support", "11AArt", 2),                                    # unit-5
        ("attack", "21Tk 237R 7Istr", 10),                           # unit-6
        ("defence", "10/8Pz", 5),                                    # unit-7
        ("attack", "3Tk:r", 3),                                      # unit-8
        ("defence", "3Tk:r", 2),                                     # unit-9
        ("defence", "678Eng 803Art", 2),                             # unit-10
        ("attack", "8/3M 28/8Pz 29/3M 53/3M", 14),                   # unit-11: as ruled, no gun
        ("defence", "9AT", 2),                                       # unit-12
        ("attack", "10/8Pz:m 8/8Pz 59/8Pz", 11),                     # unit-13
        ("defence", "21Tk:r 7Istr", 5 - 2),                          # unit-14: and a gun of 2
        ("attack", "10/8Pz:m 8/8Pz 59/8Pz 28/8Pz", 16),              # unit-15
        ("attack", "8/3M 29/3M 53/3M:r 1/SSTk", 13),                 # unit-16
        ("defence", "202R:r", 2),                                    # unit-17
        ("attack", "10/8Pz:m 8/8Pz 59/8Pz 29/3M", 18 - 3),           # unit-18: and a gun of 3
        ("defence", "237R:r 7Istr 11A", 6 - 2),                      # unit-19: and a gun of 2
        ("attack", "678Eng I/164Flk", 3),                            # unit-27
        ("defence", "11AArt", 1),                                    # unit-28
        ("stacking", "10/8Pz 8/8Pz 59/8Pz 678Eng 8/3M 803Art", 10),  # unit-32
        ("stacking", "61ID", 6),                                     # unit-33
    ],
)
def test_sums_that_are_told(what: str, codes: str, sum_: int) -> None:
    assert total(what, codes) == sum_


@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        ("2/SSTk Rcn/SSTk 616PzJg", "5MC", "6-1"),               # unit-20
        ("RSCI 1/SSTk:m 8/3M 53/3M:r", "183R:r", "4-1"),         # unit-21
        ("237R", "53/3M", "3-2"),                                # unit-22: 1-1 or 3-2
    ],
)
def test_odds_that_are_told(attackers: str, defenders: str, column: str) -> None:
    found = odds_index(total("attack", attackers), total("defence", defenders), COLUMNS)
    assert found is not None
    assert COLUMNS[found] == column


def face(row: Unit) -> tuple[int, int, int, int, int, int]:
    return (row.attack, row.defence, row.move, row.reduced_attack, row.reduced_defence, row.steps)


def test_counters_whose_print_is_told() -> None:
    assert face(unit(NORTH, "61ID")) == (7, 8, 5, 4, 4, 4)            # unit-23
    assert face(unit(NORTH, "RSCI")) == (1, 2, 5, 0, 0, 1)            # unit-24
    assert face(unit(NORTH, "660Eng"))[:4] == (2, 2, 5, 1)            # unit-25
    assert unit(NORTH, "660Eng").steps == 2
    hq = unit(NORTH, "11A")
    assert (hq.command, hq.radius) == (2, 4)                          # unit-35


def test_a_rifle_division_and_a_tank_brigade_defend_with_seven() -> None:
    """unit-29."""
    regular = {row.defence for row in contents(NORTH).units
               if row.type == "infantry division" and row.side == "soviet" and row.steps == 3}
    brigades = {row.defence for row in contents(NORTH).units
                if row.type == "armour" and row.size == "brigade" and row.side == "soviet"}
    assert 5 in regular
    assert 2 in brigades


def test_only_the_recon_battalion_has_points_for_a_second_overrun() -> None:
    """mv-28, mv-29: 5.5 spent and 2.5 to pay; the others have 7."""
    stack = [unit(NORTH, code) for code in ("10/8Pz", "8/8Pz", "678Eng", "8/3M", "59/8Pz")]
    assert [row.code for row in stack if row.move >= 5.5 + 2.5] == ["59/8Pz"]
    assert {row.move for row in stack if row.code != "59/8Pz"} == {7}


RATINGS = {
    "Bf109": (4, 0, 1, 0), "Bf110": (2, 1, 1, 0), "Ju88": (3, 1, 1, 0), "Ju87": (1, 2, 2, -1),
    "I16": (1, 0, 0, 0), "MiG-3": (2, 0, 0, 0), "SB2": (1, 1, 0, 0), "SU-2": (1, 1, 0, 0),
}
"""Rating, close support, interdiction, flak (unit-34); what is not told there is ours."""


def test_air_units_by_type() -> None:
    for row in contents(NORTH).air_units:
        if row.aircraft in RATINGS:
            found = (row.rating, row.support, row.interdiction, row.flak)
            assert found == RATINGS[row.aircraft], row.code


def test_the_air_units_of_soltsy() -> None:
    scenario = contents(NORTH).scenario
    start = [air_unit(NORTH, code).aircraft for code in scenario.air["axis"].ready]
    later = [(row.side, air_unit(NORTH, code).aircraft) for row in scenario.arrival
             if row.entry == "ready" for code in row.units]
    assert start == ["Ju88"]
    assert later == [("axis", "Bf109"), ("axis", "Bf110"), ("soviet", "I16"), ("soviet", "SB2"),
                     ("soviet", "SB2")]


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_steps_follow_the_printed_defence(box: str) -> None:
    """8.5.2: eight or more four, five to seven three, else two if there is a back, else one."""
    for row in contents(box).units:
        if "supply" in row.traits or "bridge" in row.traits or not row.defence:
            continue
        wanted = (4 if row.defence >= 8 else 3 if row.defence >= 5 else 2) if row.two_sided else 1
        assert row.steps == wanted, row.code
