"""Sheets that join into one map."""

import pytest

from grognard.hexes import Grid, Orientation, alignment, join, rectangle


def sheet(columns: int = 6, rows: int = 5) -> Grid:
    return rectangle(Orientation.FLAT, columns=range(1, columns + 1), rows=range(1, rows + 1))


def overlapping() -> Grid:
    """Column 06 of the left sheet is column 02 of the right one (as printed: a shared strip)."""
    left, right = sheet(), sheet()
    dq, dr = alignment(left, "0603", right, "0203")
    return join({"L": (left, 0, 0), "R": (right, dq, dr)})


def test_a_hex_on_two_sheets_is_one_hex() -> None:
    joined = overlapping()
    assert joined.hex("L0603") == joined.hex("R0203")
    assert joined.label(joined.hex("R0203")) == "L0603"
    assert joined.aliases(joined.hex("L0603")) == ("R0203",)
    assert joined.aliases(joined.hex("L0101")) == ()
    assert len(joined) == 2 * 30 - 2 * 5  # columns 05 and 06 lie under 01 and 02


def test_neighbours_cross_the_seam() -> None:
    joined = overlapping()
    assert joined.distance(joined.hex("L0503"), joined.hex("R0303")) == 2
    beyond = [joined.label(hex) for hex in joined.neighbours(joined.hex("L0603"))]
    assert beyond == ["L0602", "R0302", "R0303", "L0604", "L0503", "L0502"]


def test_labels_want_their_sheet() -> None:
    with pytest.raises(LookupError):
        overlapping().hex("0603")


def test_small_letters_parse() -> None:
    joined = overlapping()
    assert joined.hex("l0603") == joined.hex("L0603")


def test_places_of_the_sheets_stay_known() -> None:
    left, right = sheet(), sheet()
    left = left.with_places({"Pskov": left.hex("0203")})
    joined = join({"L": (left, 0, 0), "R": (right, *alignment(left, "0603", right, "0203"))})
    assert joined.hex("Pskov N1") == joined.hex("L0202")


def test_aliases_of_a_sheet_are_kept() -> None:
    grid = Grid.from_cells({(0, 0): "A"}, Orientation.FLAT, {"A": ["a1"]})
    assert join({"X": (grid, 0, 0)}).aliases(0) == ("Xa1",)


def test_sheets_must_stand_the_same_way() -> None:
    pointy = rectangle(Orientation.POINTY, columns=range(2), rows=range(2))
    with pytest.raises(ValueError, match="same way"):
        join({"L": (sheet(), 0, 0), "R": (pointy, 0, 0)})


def test_a_prefix_marks_a_lone_sheet() -> None:
    grid = rectangle(Orientation.FLAT, columns=range(1, 3), rows=range(1, 3), prefix="N")
    assert grid.label(grid.hex("N0202")) == "N0202"


def test_a_trimmed_sheet_drops_the_hexes_its_edge_would_cut() -> None:
    flat = rectangle(Orientation.FLAT, columns=range(10, 13), rows=range(1, 5), trimmed=True)
    assert sorted(flat.label(hex) for hex in flat) == [
        "1001", "1002", "1003", "1004", "1101", "1102", "1103", "1201", "1202", "1203", "1204",
    ]  # fmt: skip
    pointy = rectangle(Orientation.POINTY, columns=range(2), rows=range(2), trimmed=True)
    assert sorted(pointy.label(hex) for hex in pointy) == ["0000", "0001", "0100"]
