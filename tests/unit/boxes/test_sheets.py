"""CSV files: every kind of fault names file and line, and good rows come out typed."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.boxes.cells import split_list
from grognard.boxes.faults import Faults
from grognard.boxes.provenance import KeySources
from grognard.boxes.sheets import Row, read_csv
from grognard.hexes import Grid, Orientation, UnknownHex, rectangle


class Branch(Enum):
    INFANTRY = "infantry"
    ARMOUR = "armour"


class Unit(Row, frozen=True):
    code: str
    side: Literal["german", "soviet"]
    attack: Annotated[int, msgspec.Meta(ge=0)]
    hex: str = ""
    branch: Branch = Branch.INFANTRY
    turn: int | None = None
    elite: bool = False
    scale: float = 1.0
    tags: list[str] = msgspec.field(default_factory=list)
    turns: tuple[int, ...] = ()
    origin_hex: str = msgspec.field(name="from", default="")


HEADER = "code,side,attack,hex,branch,turn,elite,scale,tags,turns,from,source\n"


def read(folder: Path, text: str | bytes, **how: object) -> tuple[list[Unit], list[str]]:
    path = folder / "units.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    faults = Faults()
    rows = read_csv(path, Unit, faults, name="units.csv", **how)  # type: ignore[arg-type]
    return rows, str(faults).splitlines()


def test_cells_become_values(tmp_path: Path) -> None:
    line = "151G, german ,3,0130,armour,2,yes,1.5,big; very old,1 2 3,0101,text; attack=history\n"
    rows, faults = read(tmp_path, HEADER + line)
    assert faults == []
    [unit] = rows
    assert (unit.code, unit.side, unit.attack, unit.branch) == ("151G", "german", 3, Branch.ARMOUR)
    assert (unit.turn, unit.elite, unit.scale) == (2, True, 1.5)
    assert (unit.tags, unit.turns) == (["big", "very old"], (1, 2, 3))
    assert unit.origin_hex == "0101"
    assert unit.place() == ("units.csv", 2)
    assert unit.origin.of("attack") == "history"
    assert unit.origin.of("hex") == "text"


def test_empty_cells_take_the_default(tmp_path: Path) -> None:
    rows, faults = read(tmp_path, HEADER + "151G,german,3,,,,,,,,,text\n")
    assert faults == []
    assert (rows[0].turn, rows[0].tags, rows[0].branch) == (None, [], Branch.INFANTRY)


def test_columns_with_a_default_may_be_left_out(tmp_path: Path) -> None:
    rows, faults = read(tmp_path, "code,side,attack,source\n151G,german,3,text\n")
    assert faults == []
    assert rows[0].hex == ""


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ("151G,germn,3,,,,,,", "side: 'germn' is not allowed (did you mean german?)"),
        ("151G,german,x,,,,,,", "attack: 'x' is not a whole number"),
        ("151G,german,1.5,,,,,,", "attack: '1.5' is not a whole number"),
        ("151G,german,-1,,,,,,", "attack: -1: expected int >= 0"),
        ("151G,german,,,,,,,", "attack: is empty"),
        ("151G,german,3,,cavalry,,,,", "branch: 'cavalry' is not allowed (there is: armour, infa"),
        ("151G,german,3,,,soon,,,", "turn: 'soon' is not a whole number"),
        ("151G,german,3,,,,maybe,,", "elite: 'maybe' is neither yes nor no"),
        ("151G,german,3,,,,,big,", "scale: 'big' is not a number"),
    ],
)
def test_a_bad_cell_names_line_and_column(tmp_path: Path, cells: str, fault: str) -> None:
    rows, faults = read(tmp_path, f"{HEADER}# a comment\n\n{cells},,,text\n")
    assert rows == []
    assert len(faults) == 1
    assert faults[0].startswith(f"units.csv:4: {fault}")


def test_a_bad_item_of_a_list_is_a_fault(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "code,side,attack,turns,source\nA,german,1,1 two,text\n")
    assert faults == ["units.csv:2: turns: 'two' is not a whole number"]


def test_all_bad_cells_are_named_and_good_rows_kept(tmp_path: Path) -> None:
    text = "code,side,attack,source\nA,german,x,text\nB,soviet,2,text\n,finnish,1,text\n"
    rows, faults = read(tmp_path, text)
    assert [unit.code for unit in rows] == ["B"]
    assert faults == [
        "units.csv:2: attack: 'x' is not a whole number",
        "units.csv:4: code: is empty",
        "units.csv:4: side: 'finnish' is not allowed (there is: german, soviet)",
    ]


def test_missing_and_unknown_columns(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "code,attck,colour\nA,1,red\n")
    assert faults == [
        "units.csv:1: unknown column 'attck' (did you mean attack?)",
        "units.csv:1: unknown column 'colour' (there is: attack, branch, code, elite, from, hex,"
        " scale, side, ...)",
        "units.csv:1: missing column 'side'",
    ]


def test_a_column_may_stand_only_once(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "code,side,attack,attack,source\nA,german,1,2,text\n")
    assert faults == ["units.csv:1: column 'attack' stands twice"]


def test_rows_must_be_as_wide_as_the_header(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "code,side,attack,source\nA,german,1\n")
    assert faults == ["units.csv:2: 3 cells, but the header has 4 columns"]


def test_lines_are_counted_through_cells_with_line_breaks(tmp_path: Path) -> None:
    text = 'code,side,attack,tags,source\nA,german,1,"one\ntwo",text\nB,german,x,,text\n'
    rows, faults = read(tmp_path, text)
    assert rows[0].tags == ["one", "two"]
    assert faults == ["units.csv:4: attack: 'x' is not a whole number"]


def test_the_same_key_twice(tmp_path: Path) -> None:
    text = "code,side,attack,source\nA,german,1,text\nA,soviet,1,text\nA,german,2,text\n"
    _, faults = read(tmp_path, text, unique=("code", "side"))
    assert faults == ["units.csv:4: code side A german stands already on line 2"]


def test_a_missing_file(tmp_path: Path) -> None:
    faults = Faults()
    assert read_csv(tmp_path / "none.csv", Unit, faults, name="none.csv") == []
    assert str(faults) == "none.csv: no such file"


def test_a_wrong_encoding_names_the_line(tmp_path: Path) -> None:
    _, faults = read(tmp_path, b"code,side,attack,source\nP\xe4ite,german,1,text\n")
    assert faults == ["units.csv:2: not UTF-8 text: save the file as UTF-8"]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    rows, faults = read(tmp_path, "\ufeffcode,side,attack,source\r\nPäite,german,1,text\r\n")
    assert faults == []
    assert rows[0].code == "Päite"


def test_semicolons_between_columns_are_explained(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "code;side;attack\nA;german;1\n")
    assert faults == ["units.csv:1: columns are parted by ';': save the file with commas"]


def test_an_open_quote_and_an_empty_file(tmp_path: Path) -> None:
    _, faults = read(tmp_path, 'code,side,attack,source\n"A,german,1,text\n')
    assert faults == ["units.csv:2: not CSV: unexpected end of data"]
    _, faults = read(tmp_path, "")
    assert faults == ["units.csv: no header"]


def test_a_value_without_a_source_is_a_fault(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "code,side,attack\nA,german,1\n")
    assert faults == ["units.csv:2: no source for code, side, attack: fill the source column"]


def test_the_default_source_speaks_for_silent_rows(tmp_path: Path) -> None:
    sources = KeySources.read({"default": "text", "units.csv": {"attack": "reconstruction"}})
    text = "code,side,attack,source\nA,german,1,\nB,german,1,public\n"
    rows, faults = read(tmp_path, text, sources=sources)
    assert faults == []
    assert [rows[0].origin.of(name) for name in ("code", "attack")] == ["text", "reconstruction"]
    assert rows[1].origin.of("attack") == "public"


def test_a_source_that_nobody_knows(tmp_path: Path) -> None:
    text = "code,side,attack,source\nA,german,1,txt\nB,german,1,text; atack=history\n"
    _, faults = read(tmp_path, text)
    assert faults == [
        "units.csv:2: 'txt' is no source (did you mean text?)",
        "units.csv:3: source: no column 'atack' (did you mean attack?)",
    ]


def test_a_unit_on_a_hex_that_does_not_exist(tmp_path: Path) -> None:
    """What a rule book does with its rows: the fault names the row's own line."""
    text = "code,side,attack,hex,source\nA,german,1,0101,text\nB,german,1,0131,text\n"
    rows, _ = read(tmp_path, text)
    grid: Grid = rectangle(Orientation.FLAT, columns=range(1, 3), rows=range(1, 31))
    faults = Faults()
    for unit in rows:
        try:
            grid.hex(unit.hex)
        except UnknownHex as fault:
            faults.at(unit, f"unit {unit.code}: {fault}", "hex")
    assert str(faults).startswith("units.csv:3: unit B: no hex is called '0131' (did you mean 0")


class Chit(msgspec.Struct, frozen=True):
    """A rule book's own row, which knows nothing of files."""

    code: str
    count: int = 1


def test_rows_of_a_rule_book_keep_their_origin_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "chits.csv"
    path.write_text("code,count,source\nA,2,text\nA,2,history\n")
    faults = Faults()
    rows = read_csv(path, Chit, faults, name="chits.csv")
    assert rows == [Chit("A", 2), Chit("A", 2)]
    faults.at(rows.origin(rows[1]), "two chits alike")
    assert str(faults) == "chits.csv:3: two chits alike"
    assert [rows.origin(row).of("count") for row in rows] == ["text", "history"]


@given(st.lists(st.text("abc 123", min_size=1).map(str.strip).filter(bool), min_size=2))
def test_lists_survive_semicolons(items: list[str]) -> None:
    assert split_list("; ".join(items)) == items
