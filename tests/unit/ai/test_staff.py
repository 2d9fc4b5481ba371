"""What recruits of the East Front Series plan by."""

from random import Random
from typing import Any, cast

import msgspec

import grognard
from grognard.ai import bot, decision_of
from grognard.core.advice import Planner
from grognard.hexes import Orientation, bits, pack, rectangle
from grognard.rules.efs import duty
from grognard.rules.efs.declaring import ChooseTarget
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.movers import ChooseMover
from grognard.rules.efs.staff.attacking import Assaults
from grognard.rules.efs.staff.estimate import Estimate
from grognard.rules.efs.staff.eye import Eye
from grognard.rules.efs.staff.fields import descent, distances, flows, priced
from grognard.rules.efs.staff.massing import Massing
from grognard.rules.efs.staff.rings import Country, best
from grognard.rules.efs.state import EfsState

GRID = rectangle(Orientation.FLAT, columns=range(1, 8), rows=range(1, 6))


def campaign() -> EastFrontSeries:
    return cast(EastFrontSeries, grognard.load("typhoon", "campaign"))


def weighing(game: EastFrontSeries, **weights: Any) -> EastFrontSeries:
    """The same game with recruits who weigh otherwise."""
    staff = msgspec.structs.replace(game.charts.staff, **weights)
    game.charts = msgspec.structs.replace(game.charts, staff=staff)
    return game


def first_march(scenario: str) -> tuple[EastFrontSeries, EfsState]:
    """The position in which the Axis moves for the first time."""
    game = cast(EastFrontSeries, grognard.load("army_group_north", scenario))
    play = grognard.start(game, seed=1)
    recruits = {side: bot("recruit", Random(1)) for side in game.sides}
    while not (isinstance(play.state.stack[-1], ChooseMover) and play.state.side == "axis"):
        side = next(iter(play.decisions))
        view = play.view(side)
        play.do(side, recruits[side].choose(view, decision_of(game, view, Random(1))))
    return game, play.state


def test_a_field_counts_what_the_cheapest_way_costs() -> None:
    goal, beside = GRID.hex("0103"), GRID.hex("0403")
    assert distances(GRID, 1 << goal, [(GRID.all, 2)])[beside] == 2 * GRID.distance(goal, beside)
    walls = pack(GRID.hex(f"02{row:02}") for row in range(1, 5))
    around = distances(GRID, 1 << goal, [(GRID.all, 2), (walls, 50)])
    assert around[beside] > 2 * GRID.distance(goal, beside), "it goes round the dear hexes"
    shut = distances(GRID, 1 << goal, [(GRID.all & ~(walls | 1 << GRID.hex("0205")), 2)])
    assert beside not in shut, "no way leads through closed ones"


def test_the_last_price_of_a_hex_counts() -> None:
    hex = 1 << GRID.hex("0303")
    assert {price: hexes for hexes, price in priced([(GRID.all, 2), (hex, 9)])}[9] == hex


def test_loads_meet_and_flow_on_as_one() -> None:
    field = distances(GRID, 1 << GRID.hex("0103"), [(GRID.all, 1)])
    found = flows(GRID, field, {GRID.hex("0703"): 4, GRID.hex("0503"): 3})
    assert found[GRID.hex("0103")] == 7
    assert found[GRID.hex("0703")] == 4


def test_who_has_the_panzers_attacks_and_the_other_guards() -> None:
    game = campaign()
    state = game.start_state()
    axis, soviet = (Estimate(game, state, side) for side in ("axis", "soviet"))
    assert axis.bold
    assert not soviet.bold
    assert len(axis.spearheads) >= 3, "three panzer groups"
    aims = pack(goal.hex for goal in axis.goals)
    assert aims & ~state.axis_land, "behind the enemy's line"
    assert set(axis.sent) >= {hex for one in axis.spearheads for hex in one.stacks}
    assert soviet.sent == {}


def test_an_assault_answers_for_everybody_it_must_attack() -> None:
    """8.1.2: whoever attacks out of a hex has no enemy there whom nobody attacks."""
    game = campaign()
    play = grognard.start(game, seed=1)
    recruits = {side: bot("recruit", Random(1)) for side in game.sides}
    while not (play.state.turn == 2 and isinstance(play.state.stack[-1], ChooseTarget)):
        side = next(iter(play.decisions))
        view = play.view(side)
        play.do(side, recruits[side].choose(view, decision_of(game, view, Random(1))))
    state = play.state
    chosen = Assaults(Estimate(game, state, "axis"), state).chosen
    assert len(chosen) > 2
    for assault in chosen:
        hit = pack(assault.attacks)
        for units in assault.attacks.values():
            for hex in bits(state.look_up(units)):
                assert not duty.debts(game, state, hex) & ~hit


def test_a_planner_keeps_its_plan_through_a_phase() -> None:
    game = campaign()
    state = game.start_state()
    planner = cast(Planner, game.advice.planner(Random(0)))
    decision = game.decisions(state)["axis"]
    first = planner.choose(decision)
    plan = planner.plan  # type: ignore[attr-defined]
    assert first in decision.offers
    planner.choose(decision)
    assert planner.plan is plan  # type: ignore[attr-defined]


# -- rings ---------------------------------------------------------------------------------------

WIDE = rectangle(Orientation.FLAT, columns=range(1, 15), rows=range(1, 13))


def pocket() -> tuple[Country, list[dict[int, int]]]:
    """Six enemies before the middle of a line, a spearhead at each of its ends."""
    line = pack(WIDE.hex(f"03{row:02}") for row in range(1, 13))
    enemies = {WIDE.hex(f"06{row:02}"): 4 for row in range(4, 10)}
    country = Country(WIDE, WIDE.all, line | WIDE.spread(line), WIDE.edge("east"), enemies)
    starts = (WIDE.hex("0502"), WIDE.hex("0511"))
    return country, [distances(WIDE, 1 << hex, [(WIDE.all, 1)]) for hex in starts]


def test_two_spearheads_meet_where_they_cut_off_the_enemy() -> None:
    country, arms = pocket()
    assert country.cut_off(0) == 0, "nobody is cut off yet"
    before, behind = WIDE.hex("0406"), WIDE.hex("0907")
    ring = best(country, arms, {before: 24, behind: 24}, reach=30, patience=5, tries=4)
    assert ring is not None
    assert ring.hex == behind, "not in front of those who are to be cut off"
    assert ring.strength == 24
    assert ring.wall >> behind & 1


def test_no_ring_beyond_reach() -> None:
    country, arms = pocket()
    assert best(country, arms, {WIDE.hex("0907"): 24}, reach=3, patience=5, tries=4) is None


def test_spearheads_are_sent_to_close_a_pocket() -> None:
    game = campaign()
    state = game.start_state()
    closing = [one for one in Estimate(game, state, "axis").spearheads
               if any(goal.ring for goal in one.goals)]
    assert len(closing) >= 2, "one comes from each end"
    none = Estimate(weighing(game, pocket=9999), state, "axis")
    assert not any(goal.ring for goal in none.goals)


# -- the way there -------------------------------------------------------------------------------


def wades(bank: int) -> int:
    """How often the way from the panzers over the river crosses it away from any road."""
    game = cast(EastFrontSeries, grognard.load("army_group_north", "june"))
    field = Estimate(weighing(game, bank=bank), game.start_state(), "axis").spearheads[0].way
    way, roads = descent(game.grid, field, game.grid.hex("C6201")), game.ground.road_hexes
    return sum(bool((1 << a | 1 << b) & ~roads) for side in game.ground.major_rivers
               for a, b in [game.grid.ends(side)] if way >> a & 1 and way >> b & 1)


def test_the_way_over_a_major_river_goes_by_the_roads() -> None:
    assert wades(bank=2), "the straight way wades"
    assert not wades(bank=14)


def test_a_stack_that_is_on_its_way_is_not_called_back() -> None:
    game, state = first_march("june")
    plan = Estimate(game, state, "axis")
    hex = next(iter(plan.sent))
    kept = plan.sent[hex]
    other = next(goal for goal in plan.goals if goal.hex != kept.hex)
    on_errand = dict.fromkeys(bits(state.set_at(hex)), other._replace(worth=kept.worth * 9))
    assert Estimate(game, state, "axis", on_errand).sent[hex].hex == other.hex


def test_a_force_is_brought_together_before_it_attacks() -> None:
    game, state = first_march("june")
    plan = Estimate(game, state, "axis")
    massing, eye = Massing(plan, state), Eye(plan, state)
    enemies = state.combat_hexes(game, "soviet")
    come = {site for group, site in massing.orders.items() if not state.set_at(site) & group}
    assert len(come) > 3
    assert all(game.grid.spread(1 << site) & enemies for site in come)
    needy = Massing(Estimate(weighing(game, mass=99.0), state, "axis"), state)
    assert not needy.orders, "nobody goes where they are not enough"
    assert eye.hardness(next(bits(enemies))) >= 1


def test_more_is_risked_for_a_goal() -> None:
    game, state = first_march("june")
    plan = Estimate(game, state, "axis")
    assaults = Assaults(plan, state)
    goal, elsewhere = next(iter(plan.sent.values())).hex, next(bits(state.axis_land & ~plan.stakes))
    assert assaults._enough(goal) < assaults._enough(elsewhere)
