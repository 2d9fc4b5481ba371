"""Faults are shown one a line, all at once."""

import pytest

from grognard.boxes.faults import BoxFaults, Fault, Faults, meant


def test_all_faults_are_printed_by_file_and_line() -> None:
    faults = Faults()
    faults.add("units.csv", 9, "second")
    faults.add("map.toml", "grid.rows", "is missing")
    faults.add("units.csv", 2, "first")
    faults.add("chits.csv", "", "no such file")
    with pytest.raises(BoxFaults) as caught:
        faults.raise_if_any()
    assert str(caught.value).splitlines() == [
        "chits.csv: no such file",
        "map.toml: grid.rows: is missing",
        "units.csv:2: first",
        "units.csv:9: second",
    ]
    assert len(caught.value.faults) == 4


def test_a_clean_box_raises_nothing() -> None:
    Faults().raise_if_any()


def test_faults_taken_over_stand_once() -> None:
    faults = Faults()
    faults.add("a.csv", 1, "x")
    faults.extend([Fault("a.csv", 1, "x"), Fault("a.csv", 2, "y"), Fault("a.csv", 2, "y")])
    assert str(faults) == "a.csv:1: x\na.csv:2: y"


def test_a_long_list_of_known_words_is_cut() -> None:
    assert meant("zzz", "abcdefghij") == " (there is: a, b, c, d, e, f, g, h, ...)"
    assert meant("zzz", []) == ""
