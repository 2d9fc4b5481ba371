"""Links: neighbours beside the six, where an inset meets its map."""

import pytest

from grognard.core.floods import components, flood, open_except, open_over, open_where, route, step
from grognard.core.reach import compile_graph, reach
from grognard.hexes import Grid, Orientation, bits, join, link, rectangle

SHEET = rectangle(Orientation.FLAT, columns=range(1, 6), rows=range(1, 5))
INSET = rectangle(Orientation.FLAT, columns=range(1, 5), rows=range(1, 5))
APART = join({"L": (SHEET, 0, 0), "I": (INSET, 8, -4)})
SEAM = {"L0502": ("I0101", "I0102"), "L0503": ("I0102",)}
GRID = link(APART, [(APART.hex(a), APART.hex(b)) for a, ends in SEAM.items() for b in ends])


def labels(hexes: int) -> set[str]:
    return {GRID.label(hex) for hex in bits(hexes)}


def set_of(grid: Grid, names: str) -> int:
    return grid.hexes(names)


def test_a_linked_hex_has_more_neighbours_and_the_six_come_first() -> None:
    hex = GRID.hex("L0502")
    assert [GRID.label(near) for near in GRID.neighbours(hex)] == [
        "L0501", "L0503", "L0403", "L0402", "I0101", "I0102"]
    assert GRID.adjacent(hex, GRID.hex("I0102"))
    assert not GRID.adjacent(hex, GRID.hex("I0201"))
    assert GRID.neighbours(GRID.hex("L0101")) == APART.neighbours(APART.hex("L0101"))


def test_a_link_has_no_direction() -> None:
    a, b = GRID.hex("L0502"), GRID.hex("I0101")
    assert GRID.direction(a, b) is None
    assert b not in [GRID.neighbour(a, way) for way in range(6)]


def test_a_set_spreads_over_links_both_ways() -> None:
    assert labels(GRID.spread(set_of(GRID, "L0503"))) >= {"I0102"}
    assert labels(GRID.spread(set_of(GRID, "I0101"))) == {
        "L0502", "I0102", "I0201", "I0202"}
    assert GRID.spread(set_of(GRID, "L0202")) == APART.spread(set_of(APART, "L0202"))


def test_a_link_has_a_number_among_the_hexsides() -> None:
    a, b = GRID.hex("L0503"), GRID.hex("I0102")
    side = GRID.hexside(b, a)
    assert GRID.hexside(a, b) == side
    assert set(GRID.ends(side)) == {a, b}
    assert GRID.size * 3 <= side < GRID.side_count == GRID.size * 3 + 3
    assert GRID.parse_hexside(GRID.hexside_label(side)) == side
    plain = GRID.hexside(a, GRID.hex("L0502"))
    assert GRID.ends(plain) == APART.ends(plain)
    with pytest.raises(ValueError, match="not adjacent"):
        GRID.hexside(a, GRID.hex("I0404"))


def test_distances_go_over_links_and_not_over_the_gap() -> None:
    def distance(a: str, b: str) -> int:
        return GRID.distance(GRID.hex(a), GRID.hex(b))

    assert APART.distance(APART.hex("L0504"), APART.hex("I0104")) == 4
    assert distance("L0504", "I0104") == 1 + 1 + 2, "up to L0503, over, and down again"
    assert distance("L0501", "L0504") == APART.distance(APART.hex("L0501"), APART.hex("L0504"))
    assert distance("I0101", "I0102") == 1


def test_a_disk_holds_what_is_no_farther() -> None:
    for hex in GRID:
        for radius in range(5):
            near = {other for other in GRID if GRID.distance(hex, other) <= radius}
            assert set(bits(GRID.disk(hex, radius))) == near
    assert labels(GRID.ring(GRID.hex("L0503"), 1)) == {"L0502", "L0504", "L0403", "L0404", "I0102"}


def test_links_may_make_a_way_shorter_within_a_piece() -> None:
    joined = link(SHEET, [(SHEET.hex("0101"), SHEET.hex("0501"))])
    assert joined.distance(SHEET.hex("0102"), SHEET.hex("0502")) == 3
    assert joined.disk(SHEET.hex("0101"), 1) >> SHEET.hex("0501") & 1


def test_hexes_that_nothing_joins_are_farther_than_any_way() -> None:
    far = join({"L": (SHEET, 0, 0), "I": (INSET, 8, -4), "J": (INSET, 20, -10)})
    grid = link(far, [(far.hex("L0502"), far.hex("I0101"))])
    assert grid.distance(grid.hex("L0101"), grid.hex("J0101")) == grid.size


def test_places_and_more_links_keep_the_links() -> None:
    named = GRID.with_places({"Kolpino": GRID.hex("I0102")})
    assert named.adjacent(named.hex("Kolpino"), named.hex("L0503"))
    more = link(named, [(named.hex("L0504"), named.hex("I0103"))])
    assert len(more.links) == 4
    assert more.hexside(more.hex("L0502"), more.hex("I0101")) == GRID.hexside(
        GRID.hex("L0502"), GRID.hex("I0101"))
    assert more.adjacent(more.hex("Kolpino"), more.hex("L0503"))


def test_no_links_no_other_grid() -> None:
    assert link(SHEET, []) is SHEET
    assert SHEET.links == ()


@pytest.mark.parametrize(("pair", "said"), [
    (("L0101", "L0102"), "adjacent without a link"),
    (("L0101", "L0101"), "adjacent without a link"),
    (("L0502", "I0101"), "adjacent without a link"),
])  # fmt: skip
def test_a_link_joins_hexes_that_are_no_neighbours(pair: tuple[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        link(GRID, [(GRID.hex(pair[0]), GRID.hex(pair[1]))])
    with pytest.raises(ValueError, match="twice"):
        link(SHEET, [(SHEET.hex("0101"), SHEET.hex("0501"))] * 2)


# -- what the core does with them -----------------------------------------------------------------


def test_a_flood_goes_over_open_links() -> None:
    over = GRID.hexside(GRID.hex("L0503"), GRID.hex("I0102"))
    shut = open_except(GRID, [over])
    one = set_of(GRID, "L0503")
    assert labels(step(GRID, one)) >= {"I0102"}
    assert "I0102" not in labels(step(GRID, one, shut))
    assert labels(step(GRID, set_of(GRID, "L0502"), shut)) >= {"I0101", "I0102"}
    assert labels(step(GRID, one, open_over(GRID, [over]))) == {"I0102"}
    everywhere = flood(GRID, set_of(GRID, "L0101"), GRID.all, shut)
    assert everywhere == GRID.all
    assert components(GRID, GRID.all) == [GRID.all]
    assert len(components(APART, APART.all)) == 2


def test_a_link_may_be_open_one_way() -> None:
    a, b = GRID.hex("L0503"), GRID.hex("I0102")
    out = open_where(GRID, lambda here, there, side: (here, there) == (a, b))
    assert step(GRID, 1 << a, out) == 1 << b
    assert step(GRID, 1 << b, out) == 0
    assert flood(GRID, 1 << a, GRID.all, out, stops=1 << a) == 1 << a | 1 << b, "sources go on"


def test_a_supply_line_is_led_over_the_seam() -> None:
    way = route(GRID, set_of(GRID, "L0504"), GRID.hex("I0103"), GRID.all)
    assert way is not None
    assert [GRID.label(hex) for hex in way] == ["L0504", "L0503", "I0102", "I0103"]
    closed = open_except(GRID, [GRID.hexside(GRID.hex("L0503"), GRID.hex("I0102"))])
    longer = route(GRID, set_of(GRID, "L0504"), GRID.hex("I0103"), GRID.all, closed)
    assert longer is not None
    assert len(longer) == 5


def test_a_move_goes_over_the_seam_at_the_price_of_the_hex_entered() -> None:
    graph = compile_graph(GRID, lambda a, b, side: 3 if GRID.label(b).startswith("I") else 1)
    found = reach(graph, GRID.hex("L0504"), 7)
    assert found[GRID.hex("I0102")] == 1 + 3
    assert [GRID.label(hex) for hex in found.path(GRID.hex("I0103"))] == [
        "L0504", "L0503", "I0102", "I0103"]
    crossed = {GRID.hexside(GRID.hex("L0502"), GRID.hex("I0101"))}
    fenced = compile_graph(GRID, lambda a, b, side: None if side in crossed else 1)
    assert fenced.price(GRID.hex("L0502"), GRID.hex("I0101")) is None
    assert fenced.price(GRID.hex("I0102"), GRID.hex("L0502")) == 1


def test_what_a_move_met_over_the_seam_is_looked_at_again() -> None:
    graph = compile_graph(GRID, lambda a, b, side: 1)
    zone = GRID.hexes("L0503 I0102")
    free = reach(graph, GRID.hex("L0503"), 1)
    parted = reach(graph, GRID.hex("L0503"), 1, parted=zone)
    assert free.mask & ~parted.mask == 1 << GRID.hex("I0102")
    assert reach(graph, GRID.hex("L0503"), 1).mask == free.mask
