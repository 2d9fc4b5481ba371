"""The two printed grids, hex by hex."""

import pickle
from math import isclose

import pytest

from grognard.hexes import Grid, Hex, LabelScheme, Orientation, UnknownHex, bits, rectangle

NARVA = rectangle(
    Orientation.FLAT, columns=range(1, 37), rows=range(1, 41), shove="even", rows_grow="up"
)
EASTFRONT = rectangle(
    Orientation.POINTY,
    columns=range(22, 46),
    rows=range(3, 28),
    scheme=LabelScheme.ROW_COL,
    shove="odd",
)


def around(grid: Grid, label: str) -> dict[str, str]:
    hex = grid.hex(label)
    found = {name: grid.neighbour(hex, way) for way, name in enumerate(grid.direction_names)}
    return {name: grid.label(next) for name, next in found.items() if next is not None}


def labels(grid: Grid, hexes: int) -> set[str]:
    return {grid.label(hex) for hex in bits(hexes)}


def test_narva_even_columns_stand_half_a_hex_north() -> None:
    assert around(NARVA, "2626") == {
        "N": "2627", "NE": "2727", "SE": "2726", "S": "2625", "SW": "2526", "NW": "2527",
    }  # fmt: skip


def test_narva_odd_columns_stand_half_a_hex_south() -> None:
    assert around(NARVA, "2525") == {
        "N": "2526", "NE": "2625", "SE": "2624", "S": "2524", "SW": "2424", "NW": "2425",
    }  # fmt: skip


def test_eastfront_even_rows() -> None:
    assert around(EASTFRONT, "18.38") == {
        "NE": "17.38", "E": "18.39", "SE": "19.38", "SW": "19.37", "W": "18.37", "NW": "17.37",
    }  # fmt: skip


def test_eastfront_odd_rows_stand_half_a_hex_east() -> None:
    assert around(EASTFRONT, "19.38") == {
        "NE": "18.39", "E": "19.39", "SE": "20.39", "SW": "20.38", "W": "19.37", "NW": "18.38",
    }  # fmt: skip


def test_corners_of_the_map_have_few_neighbours() -> None:
    assert around(NARVA, "0101") == {"N": "0102", "NE": "0201"}
    assert around(NARVA, "3640") == {"S": "3639", "SW": "3540"}
    assert around(EASTFRONT, "3.22") == {"E": "3.23", "SE": "4.23", "SW": "4.22"}
    assert around(EASTFRONT, "27.45") == {"W": "27.44", "NW": "26.45"}


def test_all_holds_every_hex_once() -> None:
    assert len(NARVA) == NARVA.all.bit_count() == 36 * 40
    assert len(list(NARVA)) == 36 * 40
    assert max(NARVA) + 1 == NARVA.size


def test_guard_bits_are_no_hexes() -> None:
    guard = NARVA.hex("3601") + 1
    assert guard not in NARVA
    assert -1 not in NARVA
    with pytest.raises(UnknownHex):
        NARVA.axial(guard)


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("0101", "0101", 0), ("0101", "0140", 39), ("0101", "3601", 35), ("2626", "2527", 1),
     ("3030", "2827", 4)],
)  # fmt: skip
def test_distance(a: str, b: str, steps: int) -> None:
    assert NARVA.distance(NARVA.hex(a), NARVA.hex(b)) == steps


def test_eastfront_berlin_row_counts_three_hexes() -> None:
    wide = rectangle(
        Orientation.POINTY, columns=range(20, 46), rows=range(3, 28), scheme=LabelScheme.ROW_COL
    )
    assert wide.distance(wide.hex("12.20"), wide.hex("12.23")) == 3


def test_shift_drops_what_leaves_the_map() -> None:
    north = NARVA.direction_names.index("N")
    assert labels(NARVA, NARVA.shift(NARVA.hexes("0140 0239"), north)) == {"0240"}


def test_spread_holds_all_neighbours_and_not_the_hex_itself() -> None:
    assert labels(NARVA, NARVA.spread(NARVA.hexes("0101"))) == {"0102", "0201"}


def test_disk_and_ring() -> None:
    centre = NARVA.hex("2020")
    assert NARVA.disk(centre, 0) == NARVA.ring(centre, 0) == 1 << centre
    assert NARVA.ring(centre, 1) == NARVA.spread(1 << centre)
    assert NARVA.disk(centre, 2).bit_count() == 19
    assert NARVA.disk(centre, 200) == NARVA.all


def test_line_of_hexes() -> None:
    line = NARVA.line(NARVA.hex("0101"), NARVA.hex("0501"))
    assert [NARVA.label(hex) for hex in line] == ["0101", "0201", "0301", "0401", "0501"]


def test_hexside_has_one_number_from_both_hexes() -> None:
    side = NARVA.parse_hexside("2626/2527")
    assert side == NARVA.parse_hexside("2527/2626")
    assert set(NARVA.ends(side)) == {NARVA.hex("2626"), NARVA.hex("2527")}
    assert NARVA.hexside_label(side) == "2527/2626"


def test_no_hexside_between_hexes_apart() -> None:
    with pytest.raises(ValueError, match="0101 and 0103 are not adjacent"):
        NARVA.hexside(NARVA.hex("0101"), NARVA.hex("0103"))
    with pytest.raises(ValueError, match="parted by a slash"):
        NARVA.parse_hexside("0101-0102")


def test_unknown_label_offers_near_misses() -> None:
    with pytest.raises(UnknownHex) as caught:
        NARVA.hex("36041")
    assert "3604" in caught.value.near
    assert str(caught.value).startswith("no hex is called '36041' (did you mean ")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.near == caught.value.near


def test_places_and_offsets_name_hexes() -> None:
    towns = EASTFRONT.with_places(
        {"Rostov": EASTFRONT.hex("19.38"), "Velikie Luki": EASTFRONT.hex("9.31")}
    )
    named: dict[str, str] = {
        "Rostov": "19.38",
        "rostov e2": "19.40",
        "Rostov SE1": "20.39",
        "Velikie Luki NW1": "8.31",
        "19.38 W1": "19.37",
    }
    assert {name: towns.label(towns.hex(name)) for name in named} == named
    assert labels(towns, towns.hexes("Rostov E1, Velikie Luki")) == {"19.39", "9.31"}


@pytest.mark.parametrize("name", ["Rostov", "19.38 N1", "19.38 W40", "Rostov E1", ""])
def test_no_such_place(name: str) -> None:
    with pytest.raises(UnknownHex):
        EASTFRONT.hex(name)


def test_two_hexes_of_one_label_are_a_fault() -> None:
    with pytest.raises(ValueError, match="more than one hex: A"):
        Grid.from_cells({(0, 0): "A", (1, 0): "A"}, Orientation.FLAT)
    with pytest.raises(ValueError, match="more than one hex: B"):
        Grid.from_cells({(0, 0): "A", (1, 0): "B"}, Orientation.FLAT, {"A": ["B"]})
    with pytest.raises(ValueError, match="at least one hex"):
        Grid.from_cells({}, Orientation.FLAT)


@pytest.mark.parametrize(
    ("grid", "label", "higher", "further"),
    [(NARVA, "2626", "2627", "2726"), (EASTFRONT, "18.38", "17.38", "18.39")],
)
def test_the_page_grows_right_and_down(grid: Grid, label: str, higher: str, further: str) -> None:
    x, y = grid.centre(grid.hex(label))
    assert grid.centre(grid.hex(higher))[1] < y
    assert grid.centre(grid.hex(further))[0] > x


@pytest.mark.parametrize(("grid", "label"), [(NARVA, "2626"), (EASTFRONT, "18.38")])
def test_a_hexside_is_drawn_between_its_hexes(grid: Grid, label: str) -> None:
    hex: Hex = grid.hex(label)
    corners = grid.corners(hex)
    for direction, neighbour in enumerate(grid.neighbours(hex)):
        segment = grid.side_corners(grid.hexside(hex, neighbour))
        assert set(segment) == {corners[direction], corners[(direction + 1) % 6]}
        assert set(segment) <= set(grid.corners(neighbour))
        for end in segment:  # as far from the one middle as from the other
            assert isclose(_gap(end, grid.centre(hex)), 1)
            assert isclose(_gap(end, grid.centre(neighbour)), 1)


def _gap(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def test_a_grid_survives_pickling() -> None:
    copy = pickle.loads(pickle.dumps(NARVA))
    assert copy.all == NARVA.all
    assert copy.hex("2626") == NARVA.hex("2626")


@pytest.mark.parametrize("orientation", Orientation)
def test_a_map_takes_hardly_more_bits_than_it_has_hexes(orientation: Orientation) -> None:
    wide = rectangle(orientation, columns=range(1, 281), rows=range(1, 51),
                     scheme=LabelScheme.ROW_COL)
    assert wide.size < 1.06 * len(wide)


def test_a_disk_does_not_spill_over_the_edge_into_the_next_line() -> None:
    grid = rectangle(Orientation.FLAT, columns=range(1, 9), rows=range(1, 9))
    corner = grid.hex("0101")
    near = [hex for hex in grid if grid.distance(corner, hex) <= 5]
    assert list(bits(grid.disk(corner, 5))) == near
