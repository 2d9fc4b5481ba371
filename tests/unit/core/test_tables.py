"""Result tables: reading, shifting, odds of results, and faults all at once."""

import pickle
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from grognard.core.chance import Dice
from grognard.core.tables import Clamped, ResultTable, TableFault

DATA: dict[str, Any] = {
    "dice": "1d6",
    "columns": ["1-2", "1-1", "2-1"],
    "results": ["A1", "NR", "D1"],
    "modifiers": [-2, 3],
    "rows": {
        "0": ["A1", "A1", "A1"],
        "1": ["A1", "A1", "NR"],
        "2": ["A1", "NR", "NR"],
        "3": ["A1", "NR", "D1"],
        "4": ["NR", "NR", "D1"],
        "5": ["NR", "D1", "D1"],
        "6": ["NR", "D1", "D1"],
    },
    "lines": {"german": ["1-2", "1-1", "3-2"]},
}
TABLE = ResultTable.from_data(DATA, "crt")


def broken(**changes: Any) -> list[str]:
    data = deepcopy(DATA)
    for key, value in changes.items():
        if value is None:
            del data[key]
        else:
            data[key] = value
    with pytest.raises(TableFault) as caught:
        ResultTable.from_data(data, "crt")
    return [str(fault) for fault in caught.value.faults]


def row(number: str, cells: list[str] | None) -> dict[str, Any]:
    rows = deepcopy(DATA["rows"])
    if cells is None:
        del rows[number]
    else:
        rows[number] = cells
    return dict(rows)


def test_a_result_by_column_and_roll() -> None:
    assert TABLE.result(TABLE.column("2-1"), roll=3) == "D1"
    assert TABLE.result(TABLE.column("1-1"), roll=4, modifier=1) == "D1"


def test_the_first_and_last_rows_hold_beyond_the_ends() -> None:
    assert TABLE.row(1, -2) == Clamped(0, lost=-1)
    assert TABLE.row(6, 3) == Clamped(6, lost=3)
    assert TABLE.row(3, 1) == Clamped(4)


def test_modifiers_are_held_within_their_limits_before_they_count() -> None:
    assert TABLE.modifier(-5) == Clamped(-2, lost=-3)
    assert TABLE.modifier(4) == Clamped(3, lost=1)
    assert TABLE.row(5, -5) == Clamped(3)


def test_shifts_stop_at_the_outer_columns_and_tell_what_was_lost() -> None:
    assert TABLE.shifted(1, 1) == Clamped(2)
    assert TABLE.shifted(1, 4) == Clamped(2, lost=3)
    assert TABLE.shifted(1, -2) == Clamped(0, lost=-1)


def test_each_side_may_read_its_own_line_of_odds() -> None:
    assert TABLE.odds_column(3, 2) == 1
    assert TABLE.odds_column(3, 2, "german") == 2
    assert TABLE.odds_column(1, 3) is None
    assert TABLE.column("3-2", "german") == 2
    with pytest.raises(LookupError, match="crt has no column '3-2'"):
        TABLE.column("3-2")


def test_distribution_is_exact_and_in_the_order_of_the_legend() -> None:
    assert TABLE.distribution(1) == {
        "A1": Fraction(1, 6), "NR": Fraction(1, 2), "D1": Fraction(1, 3),
    }  # fmt: skip
    assert list(TABLE.distribution(1)) == ["A1", "NR", "D1"]
    assert TABLE.distribution(2, modifier=2) == {"D1": 1}
    assert TABLE.distribution(2, Dice(2, 6))["NR"] == Fraction(1, 36)


def test_a_table_without_dice_wants_them_named() -> None:
    plain = {key: value for key, value in DATA.items() if key != "dice"}
    table = ResultTable.from_data(plain, "crt")
    assert sum(table.distribution(0, Dice(1, 6)).values()) == 1
    with pytest.raises(ValueError, match="crt does not say which dice"):
        table.distribution(0)


def test_words_may_come_from_outside() -> None:
    plain = {key: value for key, value in DATA.items() if key != "results"}
    assert ResultTable.from_data(plain, "crt", ["D1", "NR", "A1"]).results == ("D1", "NR", "A1")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"columns": None}, "crt.columns: missing"),
        ({"columns": "1-2"}, "crt.columns: a list is wanted"),
        ({"rows": {}}, "crt.rows: missing"),
        ({"rows": [1]}, "crt.rows: a table is wanted"),
        ({"rows": {"1": "A1"}}, "crt.rows.1: a list is wanted"),
        ({"lines": {"german": "3-2"}}, "crt.lines.german: a list is wanted"),
        ({"results": None}, "crt.results: missing"),
        ({"results": ["A1", "NR", "D1", "NR"]}, "crt.results: NR stands 2 times"),
        ({"columns": ["1-2", "2-1", "2-1"]}, "crt.columns: 2-1 stands 2 times"),
        ({"columns": ["1-2", "2-1", "1-1"]}, "crt.columns: odds must climb: 1-1 follows 2-1"),
        ({"lines": {"german": ["1-1"]}}, "crt.lines.german: 1 labels for 3 columns"),
        ({"rows": row("3", ["A1", "NR"])}, "crt.rows.3: 2 results for 3 columns"),
        ({"rows": row("3", ["A1", "?", "D1"])}, "crt.rows.3: unknown result '?' in column 1-1"),
        ({"rows": row("3", None)}, "crt.rows: row 3 is missing"),
        ({"rows": row("6", None)}, "crt.rows: row 6 is missing"),
        ({"rows": row("03", ["A1", "A1", "A1"])}, "crt.rows: 3 stands 2 times"),
        ({"rows": row("x", ["A1", "A1", "A1"])}, "crt.rows.x: a row is the number that is rolled"),
        ({"dice": "six"}, "crt.dice: dice are written like 2d6, not 'six'"),
        ({"modifiers": [3, -2]},
         "crt.modifiers: two whole numbers are wanted, the least and the greatest"),
        ({"modifiers": 3},
         "crt.modifiers: two whole numbers are wanted, the least and the greatest"),
    ],
)  # fmt: skip
def test_a_fault_names_its_key(changes: dict[str, Any], fault: str) -> None:
    assert broken(**changes) == [fault]


def test_all_faults_are_told_at_once() -> None:
    rows = row("2", ["A1", "Z9"])
    del rows["4"]
    assert broken(columns=["1-2", "1-1", "1-1"], rows=rows) == [
        "crt.columns: 1-1 stands 2 times",
        "crt.rows.2: 2 results for 3 columns",
        "crt.rows.2: unknown result 'Z9' in column 1-1",
        "crt.rows: row 4 is missing",
    ]


def test_faults_survive_the_way_between_processes() -> None:
    with pytest.raises(TableFault) as caught:
        ResultTable.from_data({}, "crt")
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults
