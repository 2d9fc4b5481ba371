"""15.1 to 15.3: which mega-hex a hex is of, and how far it is by mega-hexes."""

from functools import cache

import pytest

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.inset.megahexes import MegaHexes
from tests.rules.efs.boxes import NORTH, the_map
from tests.rules.efs.test_inset_map import both, hex_of, labels


@cache
def inset() -> MegaHexes:
    return MegaHexes(both())


def fine(numbers: str) -> HexSet:
    return pack(hex_of(f"In{number}") for number in numbers.split())


def home(number: str) -> str:
    return both().grid.label(inset().home(hex_of(f"In{number}")))


@pytest.mark.rule("agn:15.1.a")
def test_forty_hexes_are_repeated() -> None:
    assert len(inset().hexes) == inset().repeated.bit_count() == 40


def test_without_the_sheet_a_hex_of_the_sector_is_as_any_other() -> None:
    plain, grid = MegaHexes(the_map(NORTH)), the_map(NORTH).grid
    pushkin = grid.hex("L3508")
    assert plain.repeated == 0
    assert plain.home(pushkin) == pushkin
    assert plain.mega(pushkin) == 1 << pushkin
    assert plain.disk(pushkin, 2) == grid.disk(pushkin, 2)
    assert plain.contested(grid.all, grid.all) == 0


@pytest.mark.rule("agn:15.2")
def test_a_repeated_hex_is_of_one_of_two_classes() -> None:
    assert not inset().transition & inset().interior
    assert {"L3508", "L3609"} <= labels(inset().transition)
    assert {"L3406", "L3707"} <= labels(inset().interior)


@pytest.mark.rule("agn:15.3")
@pytest.mark.rule("agn:15.3.1")
def test_a_mega_hex_stands_for_one_hex() -> None:
    assert set(inset().hexes) == set(bits(inset().repeated))
    for hexes in inset().hexes.values():
        (middle,) = (hex for hex in bits(hexes) if all(
            hexes >> near & 1 for near in both().grid.neighbours(hex)))
        assert hexes == both().grid.disk(middle, 1)
    assert inset().unfolded(inset().repeated) == both().sheets["In"]


@pytest.mark.rule("agn:15.3.2")
def test_the_mega_hex_of_pushkin() -> None:
    told = fine("2811 2812 2910 2911 2912 3011 3012")
    assert inset().hexes[hex_of("L3508")] == told
    assert {inset().mega(hex) for hex in bits(told)} == {told}


@pytest.mark.rule("agn:15.3.4")
@pytest.mark.parametrize(("number", "label"), [
    ("3012", "L3508"), ("2013", "L3406"), ("2112", "L3406"), ("2706", "L3707"),
    ("2707", "L3707"), ("3110", "L3609"), ("3210", "L3609"), ("2714", "L3408"),
])
def test_a_hex_of_the_inset_tells_its_map_hex(number: str, label: str) -> None:
    assert home(number) == label


def test_off_the_inset_a_hex_counts_by_itself() -> None:
    outside = hex_of("L3509")
    assert inset().home(outside) == outside
    assert inset().mega(outside) == 1 << outside


@pytest.mark.parametrize(("a", "b", "far"), [
    ("In2911", "In3012", 0), ("In2911", "In3110", 1), ("In3012", "L3509", 1),
    ("In2811", "In2112", 3), ("In2013", "L3409", 3), ("L3410", "In2112", 4),
])
def test_a_mega_hex_counts_as_one_hex(a: str, b: str, far: int) -> None:
    assert inset().distance(hex_of(a), hex_of(b)) == far
    assert inset().distance(hex_of(b), hex_of(a)) == far


def by_distance(hex: Hex, radius: int) -> HexSet:
    played = both().grid.all & ~inset().repeated
    return pack(other for other in bits(played) if inset().distance(hex, other) <= radius)


@pytest.mark.parametrize("label", ["In2911", "In3012", "L3509", "L3607"])
def test_a_disk_holds_whole_mega_hexes(label: str) -> None:
    hex = hex_of(label)
    for radius in range(4):
        assert inset().disk(hex, radius) == by_distance(hex, radius)
    assert inset().disk(hex_of("In2911"), 0) == inset().mega(hex_of("In2911"))


def test_a_mega_hex_is_contested_if_both_sides_stand_in_it() -> None:
    axis, soviet = fine("2911 2714"), fine("3012 2013")
    assert inset().contested(axis, soviet) == inset().mega(hex_of("In2911"))
    assert inset().contested(fine("2911"), fine("3110")) == 0, "next to each other, but not in one"
    assert inset().occupied(axis) == inset().hexes[hex_of("L3508")] | inset().hexes[hex_of("L3408")]
