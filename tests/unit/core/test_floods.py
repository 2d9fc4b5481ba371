"""Floods: what a set of hexes reaches."""

from grognard.core.floods import (
    components,
    flood,
    open_except,
    open_over,
    route,
    shut_at,
    waves,
    way_back,
)
from grognard.hexes import Orientation, bits, rectangle

GRID = rectangle(Orientation.FLAT, columns=range(1, 8), rows=range(1, 8))


def hexes(labels: str) -> int:
    return GRID.hexes(labels)


def sides(text: str) -> list[int]:
    return [GRID.parse_hexside(side) for side in text.split()]


def test_a_flood_without_barriers_covers_the_map() -> None:
    assert flood(GRID, hexes("0101"), GRID.all) == GRID.all


def test_a_limit_counts_steps() -> None:
    centre = GRID.hex("0404")
    for limit in range(4):
        assert flood(GRID, 1 << centre, GRID.all, limit=limit) == GRID.disk(centre, limit)


def test_the_flood_passes_only_where_it_may() -> None:
    lane = hexes("0101 0102 0103 0105")
    assert flood(GRID, hexes("0101"), lane) == hexes("0101 0102 0103")


def test_a_source_counts_even_where_nothing_passes() -> None:
    assert flood(GRID, hexes("0404"), 0) == hexes("0404")
    assert flood(GRID, 0, GRID.all) == 0


def test_stops_are_entered_but_not_passed() -> None:
    lane, stop = hexes("0101 0102 0103"), hexes("0102")
    assert flood(GRID, hexes("0101"), lane, stops=stop) == hexes("0101 0102")
    assert flood(GRID, stop, lane, stops=stop) == lane, "a source is never a stop"


def test_closed_hexsides_hold_the_flood_from_both_sides() -> None:
    lane = hexes("0101 0102 0103")
    river = open_except(GRID, sides("0102/0103"))
    assert flood(GRID, hexes("0101"), lane, river) == hexes("0101 0102")
    assert flood(GRID, hexes("0103"), lane, river) == hexes("0103")


def test_a_net_is_followed_along_its_links_only() -> None:
    road = open_over(GRID, sides("0101/0102 0102/0202"))
    assert flood(GRID, hexes("0202"), GRID.all, road) == hexes("0101 0102 0202")
    assert flood(GRID, hexes("0303"), GRID.all, road) == hexes("0303")


def test_waves_tell_the_distance() -> None:
    lane = hexes("0101 0102 0103")
    assert list(waves(GRID, hexes("0101"), lane)) == [hexes("0101"), hexes("0102"), hexes("0103")]


def test_components_are_the_pieces_of_a_net() -> None:
    assert components(GRID, hexes("0101 0102 0104 0707")) == sorted(
        [hexes("0101 0102"), hexes("0104"), hexes("0707")], key=lambda piece: piece & -piece
    )
    cut = open_except(GRID, sides("0101/0102"))
    assert set(components(GRID, hexes("0101 0102"), cut)) == {hexes("0101"), hexes("0102")}
    assert components(GRID, 0) == []


def test_a_route_is_a_shortest_way_from_the_nearest_source() -> None:
    sources = hexes("0101 0707")
    way = route(GRID, sources, GRID.hex("0104"), GRID.all)
    assert way is not None
    assert [GRID.label(hex) for hex in way] == ["0101", "0102", "0103", "0104"]
    assert route(GRID, sources, GRID.hex("0101"), 0) == (GRID.hex("0101"),)


def test_a_route_keeps_to_the_open_sides() -> None:
    river = open_except(GRID, sides("0101/0102"))
    way = route(GRID, hexes("0101"), GRID.hex("0102"), GRID.all, river)
    assert way is not None
    assert len(way) == 3
    assert route(GRID, hexes("0101"), GRID.hex("0102"), hexes("0102"), river) is None


def test_members_of_a_flood_are_hexes() -> None:
    assert all(hex in GRID for hex in bits(flood(GRID, hexes("0707"), ~0)))


def test_a_way_back_leads_from_the_hex_to_the_nearest_goal() -> None:
    goals = hexes("0101 0104")
    way = way_back(GRID, GRID.hex("0103"), goals, GRID.all)
    assert tuple(map(GRID.label, way)) == ("0103", "0104")
    assert way_back(GRID, GRID.hex("0106"), goals, 0) == (), "nothing lets it pass"


def test_a_way_is_shut_where_it_leaves_the_free_hexes() -> None:
    way = tuple(map(GRID.hex, ("0101", "0102", "0103")))
    assert shut_at(way, hexes("0102 0103")) is None, "where it begins does not count"
    assert shut_at(way, hexes("0101 0102")) == 2
    assert shut_at((), 0) is None
