"""The Leningrad inset (15.0): its mega-hexes, what joins it to sheet L, and what stands on it."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from grognard.boxes.catalogue import DataBox
from grognard.boxes.maps import load_maps
from grognard.core.maps import GameMap
from grognard.hexes import Hex, HexSet, UnknownHex, bits, pack
from tests.rules.efs.boxes import NORTH, the_map
from tools.mapmaker.country import build
from tools.mapmaker.inputs import Inputs
from tools.mapmaker.sheets import files

ROOT = Path(__file__).parents[3]


@cache
def sheets(*keys: str) -> GameMap:
    opened = DataBox("grognard.boxes.army_group_north").open()
    (found,) = load_maps(opened, sheets=keys).values()
    opened.faults.raise_if_any()
    return found


def both() -> GameMap:
    return sheets("L", "In")


def hex_of(label: str) -> Hex:
    return both().grid.hex(label)


def labels(hexes: HexSet) -> set[str]:
    return {both().grid.label(hex) for hex in bits(hexes)}


def mega(label: str) -> HexSet:
    """The seven hexes that stand for a hex of L."""
    return both().areas[f"mega_{label}".lower()]


def area() -> set[str]:
    """The hexes of L that are drawn again."""
    return labels(both().areas["inset_transition"] | both().areas["inset_interior"])


def test_the_inset_is_what_the_inputs_give() -> None:
    ((folder, texts),) = files(build(Inputs(ROOT / "tools/maps/leningrad"))).items()
    for name, text in texts.items():
        assert (ROOT / folder / name).read_text(encoding="utf-8") == text, name


# Which scenarios have it


def test_a_scenario_without_the_sheet_has_nothing_of_it() -> None:
    learning = the_map(NORTH)
    assert learning.grid.links == ()
    assert not [name for name in learning.areas if name.startswith(("mega_", "inset_"))]
    with pytest.raises(UnknownHex):
        learning.grid.hex("In2911")


def test_the_sheet_can_be_had_alone() -> None:
    alone = sheets("In")
    assert len(alone.grid) == 280
    assert alone.grid.links == ()
    assert alone.scale_km == pytest.approx(8.33 / 7**0.5, abs=0.01)


def test_a_hex_of_the_inset_is_smaller() -> None:
    assert both().scale_at(hex_of("L3508")) == 8
    assert both().scale_at(hex_of("In2911")) == pytest.approx(3.15)


# Mega-hexes


def axial(label: str) -> tuple[int, int]:
    column, row = int(label[-4:-2]), int(label[-2:])
    return column, row - (column - column % 2) // 2


def label_at(q: int, r: int) -> str:
    return f"{q:02}{r + (q - q % 2) // 2:02}"


def centre(label: str) -> str:
    """Where the text's three named centres put the middle of a mega-hex (facts, mapping)."""
    (q, r), (q0, r0), (i, j) = axial(label), axial("3508"), axial("2911")
    return label_at(i + 2 * (q - q0) + 3 * (r - r0), j - 3 * (q - q0) - (r - r0))


def coarse(label: str) -> str:
    """The other way round: the L hex whose mega-hex has its middle here."""
    (q, r), (q0, r0), (i, j) = axial("3508"), axial("2911"), axial(label)
    dq, dr = divmod(-(i - q0) - 3 * (j - r0), 7), divmod(3 * (i - q0) + 2 * (j - r0), 7)
    assert dq[1] == dr[1] == 0, f"{label} is no middle"
    return label_at(q + dq[0], r + dr[0])


def flower(middle: str) -> set[str]:
    around = both().grid.spread(1 << hex_of(f"In{middle}"))
    return {f"In{middle}", *labels(around & both().sheets["In"])}


@pytest.mark.rule("agn:15.1.a")
def test_the_area_has_forty_hexes() -> None:
    assert len(area()) == 40
    assert len([name for name in both().areas if name.startswith("mega_")]) == 40


@pytest.mark.rule("agn:15.2")
def test_every_hex_of_the_area_is_transition_or_interior() -> None:
    outer, inner = both().areas["inset_transition"], both().areas["inset_interior"]
    assert not outer & inner
    beside = both().grid.spread(both().sheets["L"] & ~(outer | inner))
    assert {"L3508", "L3609"} <= labels(outer)
    assert labels(outer) == labels(beside & (outer | inner)), "the row of hexes at the edge"
    assert both().features["transition"] & both().sheets["In"] == pack(
        hex for label in labels(outer) for hex in bits(mega(label)))


@pytest.mark.rule("agn:15.3.1")
def test_a_mega_hex_is_a_hex_and_its_six_neighbours() -> None:
    for label in area():
        assert labels(mega(label)) == flower(centre(label))
        assert mega(label).bit_count() == 7
    for a, b in combinations(area(), 2):
        assert not mega(a) & mega(b)
    assert pack(hex for label in area() for hex in bits(mega(label))) == both().sheets["In"]


@pytest.mark.rule("agn:15.3")
def test_the_formula_goes_both_ways() -> None:
    """The hex that has all its neighbours in its own mega-hex leads back to the hex of L."""
    for label in area():
        (middle,) = (hex for hex in bits(mega(label)) if not (
            both().grid.spread(1 << hex) & ~mega(label)))
        assert "L" + coarse(both().grid.label(middle)[2:]) == label
    assert [centre(label) for label in ("3508", "3406", "3707")] == ["2911", "2112", "2706"]


@pytest.mark.rule("agn:15.3.2")
@pytest.mark.rule("agn:15.3.4")
def test_the_mega_hex_of_pushkin() -> None:
    told = "In2811 In2812 In2910 In2911 In2912 In3011 In3012"
    assert labels(mega("L3508")) == set(told.split())
    named = {both().grid.label(hex) for hex, name in both().names.items() if name == "Pushkin"}
    assert named == {"L3508", "In2811", "In2910", "In2911"}
    assert {both().terrain[hex_of(f"In{n}")] for n in ("2811", "2910", "2911")} == {"city"}


HELD = {"L3406": "In2112 In2013", "L3707": "In2706 In2707", "L3609": "In3110 In3210",
        "L3408": "In2813 In2814 In2714"}


@pytest.mark.parametrize("label", HELD)
def test_what_other_mega_hexes_hold(label: str) -> None:
    assert set(HELD[label].split()) <= labels(mega(label))


def test_mega_hexes_touch_as_their_hexes_do() -> None:
    grid = both().grid
    for a, b in combinations(sorted(area()), 2):
        touch = bool(grid.spread(mega(a)) & mega(b))
        assert touch == grid.adjacent(hex_of(a), hex_of(b)), (a, b)


@pytest.mark.rule("agn:15.3.2")
def test_mega_hexes_are_parted_by_a_border() -> None:
    grid, home = both().grid, {hex: label for label in area() for hex in bits(mega(label))}
    parted = {grid.hexside(a, b) for a in home for b in grid.neighbours(a)
              if b in home and home[a] != home[b]}
    assert both().hexsides["mega_border"] == parted
    assert len(parted) > 200


# Links


def touching(label: str) -> set[str]:
    """The inset hexes that touch the seven places that a hex outside would fill."""
    q, r = axial(centre(label))
    steps = ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    seven = {(q + dq, r + dr) for dq, dr in steps}
    return {fine for fine in labels(both().sheets["In"])
            if any((axial(fine)[0] + dq, axial(fine)[1] + dr) in seven for dq, dr in steps)}


@pytest.mark.rule("agn:15.3.6")
def test_links_join_what_touches_and_nothing_else() -> None:
    grid, drawn = both().grid, both().areas["inset_transition"] | both().areas["inset_interior"]
    linked: dict[str, set[str]] = {}
    for a, b in grid.links:
        outer, inner = sorted((grid.label(a), grid.label(b)), reverse=True)
        linked.setdefault(outer, set()).add(inner)
    around = labels(grid.spread(drawn) & ~drawn & both().sheets["L"])
    assert linked == {label: touching(label) for label in around}
    transition = pack(hex for label in labels(both().areas["inset_transition"])
                      for hex in bits(mega(label)))
    assert {fine for to in linked.values() for fine in to} <= labels(transition)


def test_links_go_both_ways() -> None:
    grid = both().grid
    for a, b in grid.links:
        assert b in grid.neighbours(a)
        assert a in grid.neighbours(b)


@pytest.mark.parametrize(("outside", "inside"), [
    ("L3509", "In3011 In3012"), ("L3509", "In3110 In3210")])
def test_the_hexes_that_the_text_puts_side_by_side(outside: str, inside: str) -> None:
    """15.3.2 and 15.8.2."""
    for fine in inside.split():
        assert both().grid.adjacent(hex_of(outside), hex_of(fine))


def test_l3509_lies_outside() -> None:
    assert "L3509" not in area()


# What stands on it


def test_the_works_and_the_port() -> None:
    inset = both().sheets["In"]
    assert labels(both().features["works"] & inset) == {"In2112", "In2706", "In2707"}
    assert labels(both().features["port_major"] & inset) == {"In2013"}
    assert both().features["coast"] >> hex_of("In2013") & 1


def test_the_city_has_39_hexes() -> None:
    """As the public corrections of the scenario cards count them."""
    city = both().with_terrain("major_city") & both().sheets["In"]
    assert city.bit_count() == 39
    assert city == both().areas["inset_leningrad"]
    assert {"In2112", "In2013"} <= labels(city)


def test_the_road_of_the_example() -> None:
    """15.5.2: minor road all the way, and no better one beside it."""
    grid, minor, main = both().grid, both().links("minor_road"), both().links("main_road")
    for a, b in pairwise(["3011", "2911", "2812", "2813", "2814", "2714"]):
        side = grid.hexside(hex_of(f"In{a}"), hex_of(f"In{b}"))
        assert side in minor
        assert side not in main


SET_UP = "In2811 In2912 In3011"


@pytest.mark.parametrize("label", SET_UP.split())
def test_set_up_hexes_are_land(label: str) -> None:
    assert both().terrain[hex_of(label)] in ("clear", "city")
    assert hex_of(label) in bits(mega("L3508"))


@pytest.mark.rule("agn:15.3.5")
def test_the_ground_is_that_of_the_small_hex() -> None:
    """A wooded or a clear hex of L is not so in all its seven, and the Neva runs inside some."""
    mixed = [label for label in area()
             if len({hex in bits(both().features["woods"]) for hex in bits(mega(label))}) == 2]
    assert len(mixed) > 5
    inside = [side for side in both().rivers["Neva"] - frozenset(link_sides())
              if any(mega(label) >> a & mega(label) >> b & 1
                     for a, b in [both().grid.ends(side)] for label in area())]
    assert inside


# Rivers and lines over the edge


def link_sides() -> Iterable[int]:
    return range(both().grid.size * 3, both().grid.side_count)


def neva_on_the_inset() -> set[int]:
    inset = both().sheets["In"]
    return {side for side in both().rivers["Neva"] if side not in link_sides()
            and all(inset >> hex & 1 for hex in both().grid.ends(side))}


def test_the_neva_runs_from_the_edge_to_the_sea() -> None:
    """Its sides on the inset are one chain; its ends are at the edge and at a hex of sea."""
    grid = both().grid
    ends: dict[tuple[int, int], int] = {}
    for side in neva_on_the_inset():
        for x, y in grid.side_corners(side):
            corner = round(x * 100), round(y * 100)
            ends[corner] = ends.get(corner, 0) + 1
    assert sorted(ends.values()) == [1, 1, *[2] * (len(ends) - 2)]
    assert len(ends) == len(neva_on_the_inset()) + 1
    assert major_neva() == neva_on_the_inset()
    sea = both().with_terrain("sea")
    last = [side for side in neva_on_the_inset() if grid.spread(pack(grid.ends(side))) & sea]
    assert last
    first = grid.hexside(hex_of("In2603"), hex_of("In2703"))
    assert first in neva_on_the_inset(), "the last side before the hexes of L"


def major_neva() -> set[int]:
    return {side for side in neva_on_the_inset() if side in both().hexsides["major_river"]}


def test_the_neva_parts_the_city_from_shlisselburg_on() -> None:
    """L3906 and L3907 lie on the left bank, all but one of their links cross the river."""
    grid, river = both().grid, both().hexsides["major_river"]
    crossed = {(outside, fine) for outside in ("L3906", "L3907", "L3905")
               for fine in ("In2302", "In2403", "In2503", "In2603", "In2703")
               if grid.adjacent(hex_of(outside), hex_of(fine))
               and grid.hexside(hex_of(outside), hex_of(fine)) in river}
    assert crossed == {("L3906", "In2302"), ("L3906", "In2403"), ("L3906", "In2503"),
                       ("L3906", "In2603"), ("L3907", "In2603")}


def test_nobody_comes_round_the_neva() -> None:
    """Without bridges and water the left bank does not reach the right one, over links neither."""
    grid, found = both().grid, both()
    dry = grid.all & ~found.with_terrain("sea", "lake") & (found.sheets["In"] | box_of_l())
    reached, wave = 0, 1 << hex_of("In2911")
    while wave:
        reached |= wave
        wave = pack(b for a in bits(wave) for b in grid.neighbours(a)
                    if dry >> b & 1 and grid.hexside(a, b) not in found.hexsides["major_river"])
        wave &= ~reached
    assert {"In2910", "In2703", "L3907", "L3906", "In2010"} <= labels(reached)
    assert not {"In1704", "In2403", "In1810", "L3905"} & labels(reached)


def box_of_l() -> HexSet:
    """The hexes of L round the area, short of Shlisselburg; the area itself is the inset's."""
    wanted = {f"L{column}{row:02}" for column in range(31, 40) for row in range(1, 11)}
    return pack(hex_of(label) for label in wanted - area())


def crossings() -> list[tuple[str, str, str, str]]:
    """Where a line of L comes into the area: its kind, its number, the hex outside, the one in."""
    found = []
    for line in both().lines:
        names = [both().grid.label(hex) for hex in line.hexes]
        if any(name.startswith("In") for name in names):
            continue
        for a, b in [*pairwise(names), *pairwise(names[::-1])]:
            if a not in area() and b in area():
                found.append((line.kind, line.id, a, b))
    return found


def test_lines_of_l_come_into_the_area() -> None:
    assert len(crossings()) == 19


@pytest.mark.parametrize("kind", ["railway", "railway_double", "main_road", "minor_road"])
def test_roads_and_railways_go_on_over_the_edge(kind: str) -> None:
    """Each line of L goes on over a link, into the mega-hex of the hex that it enters on L."""
    grid, net = both().grid, both().links(kind)
    expected = {(outside, inside) for line, _, outside, inside in crossings() if line == kind}
    found = set()
    for side in net.intersection(link_sides()):
        outside, fine = sorted(map(grid.label, grid.ends(side)), reverse=True)
        (inside,) = (label for label in area() if mega(label) >> hex_of(fine) & 1)
        found.add((outside, inside))
    assert found == expected


def test_leningrad_is_joined_to_the_railways_of_the_country() -> None:
    """From the middle of the city every line of L that comes in can be reached by rail."""
    grid, rails = both().grid, both().links("railway", "railway_double")
    reached, wave = 0, 1 << hex_of("In2010")
    while wave:
        reached |= wave
        wave = pack(b for a in bits(wave) for b in grid.neighbours(a)
                    if grid.hexside(a, b) in rails and grid.label(b) not in area()) & ~reached
    outside = {a for kind, _, a, _ in crossings() if kind.startswith("railway")}
    assert len(outside) == 10
    assert outside <= labels(reached)
