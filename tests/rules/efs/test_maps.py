"""The sheets: what the inputs give, how they join, and the learning map as its story needs it."""

from itertools import pairwise
from pathlib import Path

import pytest

from grognard.boxes.catalogue import DataBox
from grognard.boxes.maps import load_maps
from grognard.hexes import Hex, HexSet, UnknownHex, bits, pack
from tests.rules.efs.boxes import NORTH, TYPHOON, contents, joined, the_map
from tools.mapmaker.country import build
from tools.mapmaker.inputs import Inputs
from tools.mapmaker.sheets import files

ROOT = Path(__file__).parents[3]


def test_the_sheets_are_what_the_inputs_give() -> None:
    found = files(build(Inputs(ROOT / "tools/maps/east_front")))
    assert len(found) == 2
    for folder, texts in found.items():
        for name, text in texts.items():
            assert (ROOT / folder / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_a_sheet_has_2044_hexes(box: str) -> None:
    assert len(the_map(box).grid) == 2044


@pytest.mark.parametrize(("box", "hexes"), [(TYPHOON, 6057), (NORTH, 8056)])
def test_all_sheets_lie_on_one_grid(box: str, hexes: int) -> None:
    assert len(joined(box).grid) == hexes


SAME = {
    TYPHOON: {"N4820": "M1020", "N2653": "P1001", "N4853": "M1053 P3201", "M4853": "P7001"},
    NORTH: {"L1014": "B4005", "L1933": "W1305", "L2034": "W1406", "B1345": "C3501",
            "A2544": "C1101", "B1015": "A4614", "B1115": "A4714", "L1629": "W1001 B4620"},
}
"""Hexes that two or three sheets print: the label that is shown, and the others."""


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_a_hex_on_two_sheets_is_one_hex_with_two_labels(box: str) -> None:
    grid = joined(box).grid
    for shown, others in SAME[box].items():
        assert {grid.label(grid.hex(other)) for other in others.split()} == {shown}
        assert set(grid.aliases(grid.hex(shown))) == set(others.split())


def test_the_road_from_smolensk_to_roslavl_leaves_n_for_p() -> None:
    """7.3.5: N2453, then N2553, which is not printed and lies there beside P alone, then P1002."""
    grid, roads = joined(TYPHOON).grid, joined(TYPHOON).links("main_road")
    for a, b in pairwise(("N2453", "N2553", "P1002")):
        assert grid.hexside(grid.hex(a), grid.hex(b)) in roads
    opened = DataBox("grognard.boxes.typhoon").open()
    (alone,) = load_maps(opened, sheets=["N"]).values()
    with pytest.raises(UnknownHex):
        alone.grid.hex("N2553")


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_woods_lie_on_open_ground_hills_or_nothing_else(box: str) -> None:
    woods = the_map(box).features["woods"]
    assert {the_map(box).terrain[hex] for hex in bits(woods)} <= {"clear", "hill"}


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_a_place_is_a_village_a_town_or_a_city(box: str) -> None:
    found = the_map(box)
    assert not found.features["town"] & found.features["village"]
    houses = found.features["town"] | found.features["village"]
    assert not houses & found.with_terrain("city", "major_city", "lake", "sea")


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_a_fortified_line_faces_one_way(box: str) -> None:
    found = the_map(box)
    faced = [sides for word, sides in found.hexside_notes.items() if word.startswith("faces_")]
    assert frozenset().union(*faced) == found.hexsides["fortified_line"]
    assert sum(map(len, faced)) == len(found.hexsides["fortified_line"])


# The learning map (9.0)


def hex_of(number: str) -> Hex:
    return the_map(NORTH).grid.hex(f"L{number}")


def hexes(numbers: str) -> HexSet:
    return pack(map(hex_of, numbers.split()))


def steps(numbers: str) -> set[frozenset[Hex]]:
    chain = [hex_of(number) for number in numbers.split()]
    return {frozenset(pair) for pair in pairwise(chain)}


def window() -> HexSet:
    return contents(NORTH).scenario.in_play


def drawn(*kinds: str) -> set[frozenset[Hex]]:
    inside = window()
    return {frozenset((a, b)) for line in the_map(NORTH).lines if line.kind in kinds
            for a, b in pairwise(line.hexes) if inside >> a & inside >> b & 1}


def test_the_learning_map_is_columns_29_to_40() -> None:
    labels = {the_map(NORTH).grid.label(hex) for hex in bits(window())}
    wanted = {f"L{column}{row}" for column in range(29, 41)
              for row in range(26, 34 if column % 2 else 35)}
    assert labels == wanted
    assert len(wanted) == 102


WOODS = ("2926 2927 2928 2929 3026 3027 3028 3029 3126 3127 3128 3226 3227 3426 3434 3526 3626 "
         "3634")


def test_the_ground_of_the_learning_map() -> None:
    found, inside = the_map(NORTH), window()
    assert found.features["woods"] & inside == hexes(WOODS)
    assert found.with_terrain("marsh") & inside == hexes("4029")
    assert found.with_terrain("clear") & inside == inside & ~hexes("4029")
    fought = hexes("3032 3034 3229 3231 3428 3527 3529 3629 3727 3728 3731 3829")
    assert not fought & found.features["woods"]
    lake = {found.terrain[hex_of(number)] for number in ("4128", "4129")}
    assert lake == {"lake"}


TOWNS = {
    "3131": "Borovichi (Porkhov)", "3330": "Sitnya", "3629": "Soltsy", "3828": "Mshaga",
    "3928": "Shimsk", "3726": "Medved", "3527": "Utorgosh", "3333": "Dno", "3732": "Morino",
    "3931": "Volot", "3034": "Porkhov",
}


def test_the_settlements_of_the_learning_map() -> None:
    found = the_map(NORTH)
    named = {hex: name for hex, name in found.names.items() if window() >> hex & 1}
    assert named == {hex_of(number): name for number, name in TOWNS.items()}
    houses = found.features["village"] | found.features["town"]
    assert houses & window() == pack(named)


MAIN = ("2933 3033 3032 3131 3231 3330 3430 3529 3629 3728 3828 3928 3927 4027", "3928 3929 4030")
MINOR = (
    "3231 3230 3229 3228 3327 3326", "3529 3528 3527 3526", "3927 3827 3726 3626",
    "3034 3133 3233 3333 3433 3533 3633 3732 3832 3931 4031", "3834 3933 4033 4032 4031",
)
RAIL = (
    "3526 3527 3528 3629 3630 3530 3431 3432 3332 3333",
    "3034 3133 3233 3333 3433 3533 3633 3732 3832 3931 4031", "4027 3927 3928 3929 4030",
)
RIM = {"road": ("2926 3026",), "rail": ("3333 3434", "4026 4027")}
"""Steps on the rim that belong to lines of sheet L which the learning map leaves out."""


def lines_of(rows: tuple[str, ...]) -> set[frozenset[Hex]]:
    return set().union(*map(steps, rows))


def test_the_ways_of_the_learning_map() -> None:
    assert drawn("main_road") == lines_of((*MAIN, *RIM["road"]))
    assert drawn("minor_road") == lines_of(MINOR)
    assert drawn("railway", "railway_double") == lines_of((*RAIL, *RIM["rail"]))
    assert not drawn("motorway")


SHELON = ("2933/3034 3033/3034 3033/3133 3033/3132 3032/3132 3131/3132 3131/3232 3231/3232 "
          "3231/3331 3330/3331 3330/3431 3430/3431 3430/3530 3529/3530 3529/3630 3629/3630 "
          "3629/3729 3728/3729 3728/3829 3828/3829 3829/3928 3928/3929 3928/4029 4028/4029")
MSHAGA = "3726/3827 3727/3827 3727/3828 3728/3828"


def sides(pairs: str) -> set[int]:
    grid = the_map(NORTH).grid
    return {grid.hexside(hex_of(a), hex_of(b)) for a, b in
            (pair.split("/") for pair in pairs.split())}


def inner(kind: str) -> set[int]:
    """Sides of a kind between two hexes of the window."""
    grid, inside = the_map(NORTH).grid, window()
    return {side for side in the_map(NORTH).hexsides.get(kind, ())
            if all(inside >> hex & 1 for hex in grid.ends(side))}


def test_the_rivers_of_the_learning_map() -> None:
    assert inner("minor_river") == sides(SHELON) | sides(MSHAGA)
    assert not inner("major_river")
    assert inner("bridge") == sides("3928/3929 3728/3828 3726/3827")
    assert inner("rail_bridge") == sides("3928/3929 3629/3630")
