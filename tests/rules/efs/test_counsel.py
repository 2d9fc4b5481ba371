"""What an officer of the series is told: what counts, what attacks bring, whom they oblige to."""

from random import Random
from typing import cast

import pytest

import grognard
from grognard.ai import bot, decision_of
from grognard.ai.orders import Orders
from grognard.ai.sandtable import SandTable
from grognard.hexes import bits, pack
from grognard.rules.efs import duty, stacking
from grognard.rules.efs.battle import FED, Battle, read_result
from grognard.rules.efs.combat import battle_odds
from grognard.rules.efs.counsel import EfsCounsel
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.movers import ChooseMover
from tests.rules.efs.drill import Drill, both, drill, foot
from tests.rules.efs.shelf import game_of

RED = {"side": "soviet"}


def counsel_of(game: EastFrontSeries) -> EfsCounsel:
    return cast(EfsCounsel, game.advice.counsel)


def officers(t: Drill) -> list[str]:
    """What officers answer until nothing more is asked."""
    minds = {side: bot("officer", Random(1)) for side in t.game.sides}
    done: list[str] = []
    while t.play.decisions and len(done) < 40:
        side = next(iter(t.play.decisions))
        view = t.play.view(side)
        action = minds[side].choose(view, decision_of(t.game, view, Random(2)))
        done.append(t.game.space.text(action))
        t.play.do(side, action)
    return done


# -- what counts -------------------------------------------------------------------------------


def test_mtsensk_counts_for_who_stands_there() -> None:
    game, state = game_of("mtsensk"), game_of("mtsensk").start_state()
    counsel, place = counsel_of(game), game.grid.hex("P4911")
    assert counsel.stakes(state, "axis") == counsel.stakes(state, "soviet") == {place: 6.0}
    assert counsel.held(state, "soviet") >> place & 1
    for unit in tuple(state.stacks[place]):
        state.place(game, unit, game.grid.hex("P5403"))
    assert counsel.held(state, "soviet") >> place & 1, "nobody of the Axis stands there"
    state.place(game, game.number["35/4Pz"], place)
    assert counsel.held(state, "axis") >> place & 1
    assert counsel.manned(state, "axis") >> place & 1
    assert not counsel.manned(state, "soviet")


def test_who_leaves_a_place_that_must_be_manned_gives_it_up() -> None:
    game, state = game_of("mtsensk"), game_of("mtsensk").start_state()
    place, panzer = game.grid.hex("P4911"), game.number["35/4Pz"]
    for unit in tuple(state.stacks[place]):
        state.place(game, unit, game.grid.hex("P5403"))
    state.place(game, panzer, place)
    table = SandTable(game, state, "axis")
    assert table.shift(panzer, game.grid.hex("P4912")) < table.shift(panzer, place) - 3


@pytest.mark.parametrize(
    ("code", "points"), [("4TB", 1), ("6Gds", 1), ("34NKVD", 0), ("1GRC", 2), ("6/3Pz", 1)])
def test_steps_that_give_the_enemy_points(code: str, points: float) -> None:
    game = game_of("mtsensk")
    assert counsel_of(game).ledger.toll(game.number[code]) == points


def test_the_axis_has_an_answer_to_fear_in_the_last_turn_and_the_soviets_none() -> None:
    game, state = game_of("mtsensk"), game_of("mtsensk").start_state()
    state.turn = game.last_turn
    for side, fears in (("axis", 1.0), ("soviet", 0.0)):
        state.side = side
        assert counsel_of(game).danger(state, side) == fears


# -- attacks -----------------------------------------------------------------------------------


def field(box: str, **features: str) -> Drill:
    """A in 0606 touches x in 0506 and y in 0706; B in 0505 touches x alone."""
    units = [foot("A", 8, 8), foot("B", 8, 8), foot("x", 2, 2, **RED), foot("y", 2, 2, **RED)]
    t = drill(box, *units, **features)
    return t.put("0606", "A").put("0505", "B").put("0506", "x").put("0706", "y")


@both
def test_a_declared_attack_is_forecast_as_its_odds_are(box: str) -> None:
    t = field(box, woods="0506")
    t.state.phase, hex = "declaring", t.hex("0506")
    counsel, state = counsel_of(t.game), t.state
    target = counsel.target(state, "axis", hex)
    both_units = {t.game.number[code]: 8.0 for code in ("A", "B")}
    found = counsel.expect(state, target, both_units)
    odds = battle_odds(t.game, state, Battle("axis", (hex,), pack(both_units), supply=FED))
    assert found is not None
    takes = sum(chance for result, chance in odds.results
                if (toll := read_result(result).defender).retreats or toll.wiped_out)
    assert found.takes == pytest.approx(float(takes))


@both
def test_who_attacks_out_of_a_zone_answers_for_its_maker(box: str) -> None:
    """A owes y an attack; B owes x alone."""
    t = field(box)
    counsel, game = counsel_of(t.game), t.game
    assert set(bits(counsel.owed(t.state, t.hex("0606")))) == {t.hex("0506"), t.hex("0706")}
    t.state.phase = "declaring"
    table = SandTable(game, t.state, "axis")
    targets = duty.targets(game, t.state)
    orders = Orders(table, t.state, {}, targets).settle()
    attacked = {hex for hex, units in orders.attackers.items() if units}
    assert attacked == {t.hex("0506"), t.hex("0706")}
    assert not orders.unanswered()
    orders.withdraw()


@both
def test_an_officer_declares_what_it_owes(box: str) -> None:
    t = field(box).ask(DeclareAttacks())
    said = officers(t)
    assert {"declare 0506", "declare 0706"} <= set(said)


@both
def test_nobody_attacks_against_all_odds(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("x", 8, 8, **RED)).put("0606", "A").put("0506", "x")
    assert officers(t.ask(DeclareAttacks())) == ["done"]


# -- marches -----------------------------------------------------------------------------------


def test_officers_never_leave_a_hex_overstacked() -> None:
    """Guns and staffs find room beside those who attack."""
    game = cast(EastFrontSeries, grognard.load("typhoon", "mtsensk"))
    play, luck, phases = grognard.start(game, seed=22001), Random(5), 0
    minds = {side: bot("officer", Random(1)) for side in game.sides}
    while not play.is_over:
        side = min(play.decisions)
        view = play.view(side)
        action = minds[side].choose(view, decision_of(game, view, luck))
        assert action.kind not in ("foot", "motor"), "a recruit would move a whole stack"
        if action.kind == "done" and isinstance(play.decisions[side].step, ChooseMover):
            phases += 1
            assert not stacking.overstacked(game, play.state)
        play.do(side, action)
    assert phases >= 9
