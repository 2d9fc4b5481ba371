"""The fast search finds what a slow and simple one finds."""

from itertools import pairwise
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.reach import Graph, Reach, Terms, compile_graph, reach
from grognard.core.rulings import Layer
from grognard.hexes import Hex, Orientation, bits, pack, rectangle

GRID = rectangle(Orientation.POINTY, columns=range(6), rows=range(5))
HEXES = list(GRID)

sets = st.sets(st.sampled_from(HEXES), max_size=12).map(pack)
tolls = st.lists(st.tuples(sets, st.integers(0, 3)), max_size=2)


class Case(NamedTuple):
    graph: Graph
    start: Hex
    allowance: int
    terms: Terms

    def search(self) -> Reach:
        return reach(self.graph, self.start, self.allowance, **self.terms._asdict())


@st.composite
def cases(draw: st.DrawFn) -> Case:
    prices = draw(st.lists(st.sampled_from([0, 1, 1, 2, 4, None]), min_size=7, max_size=7))
    graph = compile_graph(GRID, lambda a, b, side: prices[(3 * a + b + side) % 7])
    terms = Terms(
        barred=[Layer("enemy", "1", draw(sets))],
        stops=draw(sets),
        entry=draw(tolls),
        leaving=draw(tolls),
        parted=draw(sets),
    )
    return Case(graph, draw(st.sampled_from(HEXES)), draw(st.integers(0, 9)), terms)


def toll(case_tolls: list[tuple[int, int]], hex: Hex) -> int:
    return sum(extra for hexes, extra in case_tolls if hexes >> hex & 1)


def step_cost(case: Case, a: Hex, b: Hex) -> int | None:
    """What one step costs with everything that lies on it, straight from the definition."""
    terms = case.terms
    price = case.graph.price(a, b)
    stopped = a != case.start and terms.stops >> a & 1
    split = terms.parted >> a & terms.parted >> b & 1
    if price is None or terms.barred[0].bars >> b & 1 or stopped or split:
        return None
    return price + toll(list(terms.leaving), a) + toll(list(terms.entry), b)


def slow(case: Case) -> dict[Hex, int]:
    """Relax every step until nothing changes."""
    found = {case.start: 0}
    changed = True
    while changed:
        changed = False
        for a in list(found):
            for b in GRID.neighbours(a):
                cost = step_cost(case, a, b)
                total = case.allowance + 1 if cost is None else found[a] + cost
                if total <= case.allowance and total < found.get(b, total + 1):
                    found[b], changed = total, True
    return found


@given(cases())
def test_reach_agrees_with_plain_relaxation(case: Case) -> None:
    assert dict(case.search()) == slow(case)


@given(cases())
def test_a_path_costs_what_the_reach_says(case: Case) -> None:
    found = case.search()
    for hex in found:
        path = found.path(hex)
        steps = [step_cost(case, a, b) for a, b in pairwise(path)]
        assert None not in steps
        assert sum(cost for cost in steps if cost is not None) == found[hex]


@given(cases())
def test_why_answers_for_every_hex(case: Case) -> None:
    found = case.search()
    far = slow(case._replace(allowance=500))
    for hex in HEXES:
        barrier = found.why(hex)
        if hex in found:
            assert barrier is None
            continue
        assert barrier is not None
        barred = bool(case.terms.barred[0].bars >> hex & 1)
        assert (barrier.kind == "barred") == barred
        if not barred:
            assert (barrier.kind == "too_far") == (hex in far)
            assert barrier.needs == far.get(hex, 0)


@given(cases())
def test_the_minimum_move_adds_only_neighbours(case: Case) -> None:
    with_minimum = reach(
        case.graph, case.start, case.allowance, **case.terms._replace(minimum=True)._asdict()
    )
    added = with_minimum.mask & ~case.search().mask
    assert set(bits(added)) <= set(GRID.neighbours(case.start))
    assert list(with_minimum.values()) == sorted(with_minimum.values())


@given(cases(), sets)
def test_the_minimum_move_goes_wherever_one_step_leads(case: Case, apart: int) -> None:
    terms = case.terms._replace(minimum=True, apart=apart)
    found, reached = case._replace(terms=terms).search(), case.search()
    kept = apart if apart >> case.start & 1 else 0
    parted = case.terms.parted if case.terms.parted >> case.start & 1 else 0
    shut = kept | parted | case.terms.barred[0].bars
    steps = pack(case.graph.neighbours(case.start)) & ~shut
    assert found.mask == reached.mask | steps


changed = st.tuples(sets, sets, tolls, sets, st.booleans(), sets)


@given(cases(), st.lists(changed, min_size=2, max_size=5))
def test_what_is_remembered_is_what_a_search_would_find(
    case: Case, changes: list[tuple[int, int, list[tuple[int, int]], int, bool, int]]
) -> None:
    """One graph is asked again and again from one hex, each time something else in the way."""
    for _ in range(2):
        for barred, stops, entry, parted, minimum, apart in changes:
            terms = case.terms._replace(barred=[Layer("enemy", "1", barred)], stops=stops,
                                        entry=entry, parted=parted, minimum=minimum, apart=apart)
            anew = Graph(GRID, case.graph.steps)
            found = case._replace(terms=terms).search()
            fresh = case._replace(graph=anew, terms=terms).search()
            assert dict(found) == dict(fresh)
            assert [found.path(hex) for hex in found] == [fresh.path(hex) for hex in found]
