"""What recruits of the East Front Series plan by."""

from random import Random
from typing import cast

import grognard
from grognard.ai import bot, decision_of
from grognard.core.advice import Officer
from grognard.hexes import Orientation, bits, pack, rectangle
from grognard.rules.efs import duty
from grognard.rules.efs.declaring import ChooseTarget
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.staff.attacking import Assaults
from grognard.rules.efs.staff.estimate import Estimate
from grognard.rules.efs.staff.fields import distances, flows, priced

GRID = rectangle(Orientation.FLAT, columns=range(1, 8), rows=range(1, 6))


def campaign() -> EastFrontSeries:
    return cast(EastFrontSeries, grognard.load("typhoon", "campaign"))


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
    assert not axis.aims & state.axis_land, "behind the enemy's line"
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


def test_an_officer_keeps_its_plan_through_a_phase() -> None:
    game = campaign()
    state = game.start_state()
    officer = cast(Officer, game.advice.officer(Random(0)))
    decision = game.decisions(state)["axis"]
    first = officer.choose(decision)
    plan = officer.plan  # type: ignore[attr-defined]
    assert first in decision.offers
    officer.choose(decision)
    assert officer.plan is plan  # type: ignore[attr-defined]
