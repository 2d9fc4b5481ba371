"""Movement reach: costs, bars, stops, tolls, the minimum move and the reason for a no."""

import pytest

from grognard.core.reach import Graph, Memory, Reach, compile_graph, reach
from grognard.core.rulings import Layer
from grognard.hexes import Hex, Hexside, Orientation, pack, rectangle

GRID = rectangle(Orientation.FLAT, columns=range(1, 8), rows=range(1, 8))
START = GRID.hex("0404")


def plain(_from: Hex, _to: Hex, _side: Hexside) -> int:
    return 1


def corridor(*labels: str, cost: int = 1) -> Graph:
    """A map on which only these hexes can be walked."""
    open_hexes = {GRID.hex(label) for label in labels}
    return compile_graph(GRID, lambda _a, b, _side: cost if b in open_hexes else None)


def costs(found: Reach) -> dict[str, int]:
    return {GRID.label(hex): cost for hex, cost in found.items()}


def path(found: Reach, label: str) -> list[str]:
    return [GRID.label(hex) for hex in found.path(GRID.hex(label))]


def test_on_open_ground_reach_is_a_disk() -> None:
    found = reach(compile_graph(GRID, plain), START, 2)
    assert found.mask == GRID.disk(START, 2)
    assert all(found[hex] == GRID.distance(START, hex) for hex in found)


def test_no_allowance_stays_at_home() -> None:
    assert costs(reach(compile_graph(GRID, plain), START, 0)) == {"0404": 0}


def test_the_cheap_detour_beats_the_dear_step() -> None:
    side = GRID.parse_hexside("0404/0405")

    def river(_a: Hex, _b: Hex, crossed: Hexside) -> int:
        return 5 if crossed == side else 1

    found = reach(compile_graph(GRID, river), START, 5)
    assert found[GRID.hex("0405")] == 2
    assert len(found.path(GRID.hex("0405"))) == 3


def test_a_forbidden_step_is_no_step() -> None:
    assert costs(reach(corridor("0405", "0407"), START, 9)) == {"0404": 0, "0405": 1}


def test_barred_hexes_are_walked_around() -> None:
    enemy = Layer("enemy", "7.1", GRID.hexes("0405"))
    found = reach(compile_graph(GRID, plain), START, 9, barred=[enemy])
    assert GRID.hex("0405") not in found
    assert found[GRID.hex("0406")] == 3


def test_the_start_is_never_barred_tolled_or_a_stop() -> None:
    here = GRID.hexes("0404")
    found = reach(
        compile_graph(GRID, plain),
        START,
        1,
        barred=[Layer("enemy", "7.1", here)],
        stops=here,
        entry=[(here, 3)],
    )
    assert found.mask == GRID.disk(START, 1)


def test_a_stop_hex_is_entered_but_not_left() -> None:
    found = reach(corridor("0405", "0406"), START, 9, stops=GRID.hexes("0405"))
    assert costs(found) == {"0404": 0, "0405": 1}


def test_entry_and_leaving_cost_extra() -> None:
    zone = GRID.hexes("0405")
    graph = corridor("0405", "0406")
    assert costs(reach(graph, START, 9, entry=[(zone, 2)])) == {"0404": 0, "0405": 3, "0406": 4}
    assert costs(reach(graph, START, 9, leaving=[(zone, 2)])) == {"0404": 0, "0405": 1, "0406": 4}
    assert costs(reach(graph, START, 2, entry=[(zone, 2)])) == {"0404": 0}


def test_a_hex_in_two_sets_pays_twice() -> None:
    zone = GRID.hexes("0405")
    found = reach(corridor("0405"), START, 9, entry=[(zone, 2), (zone, 1)])
    assert found[GRID.hex("0405")] == 4


def test_parted_hexes_are_not_joined_directly() -> None:
    zone = GRID.hexes("0404 0405 0406")
    assert costs(reach(corridor("0405", "0406"), START, 9, parted=zone)) == {"0404": 0}
    around = reach(compile_graph(GRID, plain), START, 2, parted=zone)
    assert around[GRID.hex("0405")] == 2


def test_one_hex_may_always_be_moved() -> None:
    swamp = corridor("0405", "0406", cost=8)
    assert costs(reach(swamp, START, 3, minimum=True)) == {"0404": 0, "0405": 3}
    assert costs(reach(swamp, START, 3)) == {"0404": 0}


def test_the_minimum_move_does_not_open_what_is_barred_or_parted() -> None:
    swamp = corridor("0405", "0403", cost=8)
    enemy = Layer("enemy", "7.1", GRID.hexes("0405"))
    found = reach(swamp, START, 3, minimum=True, barred=[enemy], parted=GRID.hexes("0404 0403"))
    assert costs(found) == {"0404": 0}


def test_the_minimum_move_alone_keeps_some_hexes_apart() -> None:
    zone, swamp = GRID.hexes("0404 0405"), corridor("0405", "0403", cost=8)
    assert costs(reach(swamp, START, 3, minimum=True, apart=zone)) == {"0404": 0, "0403": 3}
    assert costs(reach(swamp, START, 8, minimum=True, apart=zone))["0405"] == 8, "it is paid for"
    beyond = GRID.hexes("0405 0403")
    assert len(reach(swamp, START, 3, minimum=True, apart=beyond)) == 3, "it begins elsewhere"


def test_a_path_runs_from_the_start_to_the_hex() -> None:
    found = reach(corridor("0405", "0406", "0407"), START, 9)
    assert path(found, "0407") == ["0404", "0405", "0406", "0407"]
    assert path(found, "0404") == ["0404"]
    with pytest.raises(KeyError):
        found.path(GRID.hex("0101"))


def test_the_hexes_that_ways_lead_through_are_told() -> None:
    found = reach(corridor("0405", "0406", "0407"), START, 9)
    assert found.leads_on(GRID.hex("0404"), GRID.hexes("0406"))
    assert found.leads_on(GRID.hex("0405"), GRID.hexes("0406 0101"))
    assert not found.leads_on(GRID.hex("0405"), GRID.hexes("0404 0101"))
    assert not found.leads_on(GRID.hex("0406"), GRID.hexes("0406"))


def test_several_starts_share_the_reach() -> None:
    graph = compile_graph(GRID, plain)
    ends = (GRID.hex("0101"), GRID.hex("0707"))
    found = reach(graph, ends, 1)
    assert found.mask == GRID.disk(ends[0], 1) | GRID.disk(ends[1], 1)


def test_why_tells_what_keeps_a_move_away() -> None:
    graph = corridor("0405", "0406", "0407")
    enemy, mines = Layer("enemy", "7.1", GRID.hexes("0407")), Layer("mines", "8", GRID.all)
    found = reach(graph, START, 1, barred=[enemy])
    assert found.why(GRID.hex("0405")) is None
    assert found.why(GRID.hex("0406")) == ("too_far", None, 2, 1)
    assert found.why(GRID.hex("0407")) == ("barred", enemy, 0, 0)
    assert found.why(GRID.hex("0101")) == ("no_way", None, 0, 0)
    first = reach(graph, START, 1, barred=[enemy, mines]).why(GRID.hex("0407"))
    assert first is not None
    assert first.layer == enemy


def test_why_counts_tolls_in_what_is_needed() -> None:
    found = reach(corridor("0405", "0406"), START, 1, entry=[(GRID.hexes("0406"), 4)])
    assert found.why(GRID.hex("0406")) == ("too_far", None, 6, 1)


def test_hexes_left_alike_share_their_steps() -> None:
    graph = compile_graph(GRID, plain)
    inner = [hex for hex in GRID if len(GRID.neighbours(hex)) == 6]
    assert len({id(graph.steps[hex]) for hex in inner}) == 1


@pytest.mark.parametrize("price", [1, 9])
def test_an_altered_graph_is_what_the_new_costs_would_have_made(price: int) -> None:
    """Both where the new price fits the old ones and where it is dearer than all of them."""
    here = GRID.hex("0304")

    def bridged(start: Hex, next: Hex, side: Hexside) -> int:
        return price if start == here else 3

    old = compile_graph(GRID, lambda start, next, side: 3)
    new, anew = old.altered([here], bridged), compile_graph(GRID, bridged)
    assert (new.steps, new.within) == (anew.steps, anew.within)
    assert (new.cheapest, new.dearest) == (anew.cheapest, anew.dearest)
    assert dict(reach(new, here, 9)) == dict(reach(anew, here, 9))
    assert old.price(here, GRID.neighbours(here)[0]) == 3, "the old one stays as it was"


def test_a_move_over_free_ground_is_remembered_until_something_stands_in_its_way() -> None:
    graph = compile_graph(GRID, plain)
    far, near = GRID.hexes("0707"), GRID.hexes("0405")
    free = reach(graph, START, 2)
    assert dict(reach(graph, START, 2, stops=far)) == dict(free)
    assert dict(reach(graph, START, 2, barred=[Layer("enemy", "7.1", near)])) != dict(free)
    assert dict(reach(graph, START, 2)) == dict(free), "and what is remembered is not spoilt"


# -- what cuts the way ----------------------------------------------------------------------------


def test_the_first_bar_on_the_way_is_named_with_its_place() -> None:
    graph = corridor("0404", "0405", "0406", "0407")
    held = Layer("held", "1.1", 1 << GRID.hex("0406"))
    found = reach(graph, START, 9, barred=(Layer("wet", "1.0", 0), held)).obstacle(GRID.hex("0407"))
    assert found is not None
    assert (GRID.label(found.hex), found.layer) == ("0406", held)


def test_where_moves_end_a_way_is_cut_without_a_bar() -> None:
    graph = corridor("0404", "0405", "0406")
    found = reach(graph, START, 9, stops=1 << GRID.hex("0405")).obstacle(GRID.hex("0406"))
    assert found is not None
    assert (GRID.label(found.hex), found.layer) == ("0405", None)


def test_where_the_ground_gives_no_way_nothing_cuts_it() -> None:
    assert reach(corridor("0404", "0405"), START, 9).obstacle(GRID.hex("0407")) is None


def test_the_ground_leads_on_where_zones_part_the_way() -> None:
    zone = GRID.hexes("0404 0405 0406 0407")
    found = reach(corridor("0404", "0405", "0406", "0407"), START, 9, parted=zone)
    assert found.leads(GRID.hex("0407"))
    assert found.why(GRID.hex("0407")) is not None
    assert not found.leads(GRID.hex("0101"))


def test_a_move_is_remembered_with_what_it_met_and_no_more() -> None:
    graph = compile_graph(GRID, plain)
    near, far = GRID.hex("0405"), GRID.hex("0707")
    assert GRID.distance(START, near) <= 2 < GRID.distance(START, far)

    def found(*enemies: Hex) -> Reach:
        return reach(graph, START, 2, barred=[Layer("enemy", "7.1", pack(enemies))])

    known = found(near)
    assert found(near, far)._found is known._found, "what lies beyond makes no other move"
    assert found()._found is not known._found


def test_what_is_remembered_has_room_for_so_many_hexes_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Memory, "ROOM", 30)
    graph = compile_graph(GRID, plain)
    first = reach(graph, START, 1)._found
    assert reach(graph, START, 1)._found is first
    for allowance in range(2, 5):
        reach(graph, START, allowance)
    assert reach(graph, START, 1)._found is not first
