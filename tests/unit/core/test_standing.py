"""The margin that bots and matches go by: the game's own points, from one side, at any time."""

from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.game import Game
from grognard.core.sides import Side
from grognard.records import Playthrough

EVEN = {
    ("narva", "opening"): ("soviet", 10.5), ("narva", "krivasoo"): ("soviet", 7.5),
    ("narva", "campaign"): ("soviet", 35.5),
    ("typhoon", "campaign"): ("axis", 29.5), ("typhoon", "gates"): ("axis", 17.5),
    ("typhoon", "guderian"): ("axis", 39.5), ("typhoon", "mozhaisk"): ("axis", 21.5),
    ("typhoon", "mtsensk"): ("axis", 6.5), ("typhoon", "vyazma"): ("axis", 35.5),
    ("army_group_north", "assault"): ("axis", 14.5),
    ("army_group_north", "beowulf"): ("axis", 14),
    ("army_group_north", "campaign"): ("axis", 67.5), ("army_group_north", "june"): ("axis", 24.5),
    ("army_group_north", "leningrad"): ("axis", 59.5), ("army_group_north", "luga"): ("axis", 27.5),
    ("army_group_north", "tallinn"): ("axis", 19.5),
    ("army_group_north", "tikhvin"): ("axis", 23.5),
}
"""Whose points a scenario counts and how many are even, read from its victory table by hand; in
the other scenarios the score is a difference already, for the side named first."""

SHELF = [(box, scenario) for box, entry in grognard.boxes().items()
         for scenario in entry.box.scenarios()]
GAMES, HASTE = 3, 0.97
"""Games of each scenario, and how often a player goes on where he may: the big games are long."""
LONG = {"campaign", "leningrad", "luga", "gates", "guderian", "vyazma", "beowulf", "assault"}


def play_fast(game: Game[Any], seed: int) -> Playthrough[Any]:
    """A random game that comes to its end, looked at on the way."""
    play, rng = Playthrough(game, seed=seed), Random(seed)
    while not play.is_over:
        side, decision = min(play.decisions.items())
        if rng.random() < 0.02:
            assert_opposite(game, play.state)
        going_on = [a for a in map(Action, sorted(game.passes)) if a in decision.offers]
        hasty = going_on and rng.random() < HASTE
        play.do(side, going_on[0] if hasty else decision.offers.sample(rng))
    return play


def assert_opposite(game: Game[Any], state: Any) -> None:
    one, other = (game.advice.standing(state, side) for side in game.sides)
    assert one == -other


def expected(game: Game[Any], play: Playthrough[Any]) -> tuple[Side, float] | None:
    """Who counts, and how much; None where the game was decided without a count."""
    result = play.result
    assert result is not None
    if result.reason in ("points", "13.1.B") and game.scenario != "soltsy":
        side, even = EVEN.get((game.box, game.scenario), (game.sides[0], 0))
        return side, result.score - even
    return None


@pytest.mark.parametrize(("box", "scenario"), SHELF, ids=["-".join(s) for s in SHELF])
def test_it_agrees_with_the_score_at_the_end(box: str, scenario: str) -> None:
    game = grognard.load(box, scenario)
    for seed in range(1 if scenario in LONG else GAMES):
        play = play_fast(game, seed)
        assert_opposite(game, play.state)
        if found := expected(game, play):
            side, margin = found
            assert game.advice.standing(play.state, side) == margin
        winner = play.result and play.result.winner
        if winner:
            assert game.advice.standing(play.state, winner) > 0


@pytest.mark.parametrize(("points", "lead"), [(0, 5.5), (30, 19.5)])
def test_narva_city_is_worth_the_best_level(points: int, lead: float,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    """16 points win the opening by the most; 30 are more than that."""
    game: Any = grognard.load("narva", "opening")
    monkeypatch.setattr("grognard.rules.narva.victory.soviet_points", lambda *_: points)
    state = game.start_state()
    state.winner, state.level, state.ending, state.stack = "soviet", "sudden_death", "13.1.A", ()
    assert game.advice.standing(state, "soviet") == lead


@pytest.mark.parametrize(("month", "axis"), [
    (-1, -26), (0, -16), (1, -6), (2, 0), (3, 6), (4, 16)])
def test_the_race_to_berlin_counts_by_its_months(month: int, axis: int) -> None:
    """W44.5a: the level that is still open, in the points of the table (17.3a)."""
    game: Any = grognard.load("eastfront", "w44")
    state = game.start_state()
    state.month = 1945 * 12 + month
    assert game.advice.standing(state, "axis") == axis
    assert game.advice.standing(state, "soviet") == -axis


def test_a_race_that_nobody_won_is_the_best_for_the_axis() -> None:
    game: Any = grognard.load("eastfront", "w44")
    state = game.start_state()
    state.winner, state.level, state.ending, state.stack = "axis", "decisive", "race-lost", ()
    assert game.advice.standing(state, "axis") == 26


@pytest.mark.parametrize(("lead", "worth"), [(10, -26), (-40, -40)])
def test_berlin_ends_a_campaign_at_its_best(lead: int, worth: int,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = grognard.load("eastfront", "s41-w41")
    monkeypatch.setattr("grognard.rules.eastfront.victory.total",
                        lambda game, state, side: lead if side == "axis" else 0)
    state = game.start_state()
    assert game.advice.standing(state, "axis") == lead
    state.winner, state.level, state.ending, state.stack = "soviet", "decisive", "berlin", ()
    assert game.advice.standing(state, "axis") == worth


def test_soltsy_has_points_of_ours() -> None:
    """The road, whole steps, and the victory of the text above both."""
    game: Any = grognard.load("army_group_north", "soltsy")
    state = game.start_state()
    unit = game.space.domains["move"].parse("8/3M")
    assert game.advice.standing(state, "axis") == 0
    state.set_steps(unit, 2)
    assert game.advice.standing(state, "axis") == -1
    state.put(unit, game.grid.hex("L3828"))
    assert game.advice.standing(state, "axis") == 20
    state.put(unit, game.grid.hex("L3032"))
    enemy = game.space.domains["move"].parse("3Tk")
    state.put(enemy, game.grid.hex("L3031"))
    assert game.advice.standing(state, "soviet") == 20


def test_a_rout_is_worth_a_decisive_lead() -> None:
    game: Any = grognard.load("miniature", "bridgehead")
    state = game.start_state()
    state.points = {"blue": 4, "red": 1}
    assert game.advice.standing(state, "blue") == 3
    for number, counter in enumerate(game.counters):
        if counter.side == "blue":
            state.steps[number] = 0
    assert game.advice.standing(state, "blue") == -9
