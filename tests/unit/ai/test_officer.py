"""An officer plays whole games by its plans, from what its side sees."""

from random import Random
from typing import Any

import pytest

import grognard
from grognard.ai import bot, decision_of
from grognard.ai.sandtable import SandTable
from grognard.core.game import Game
from grognard.core.running import run


def fought(game: Game[Any], names: dict[str, str], seed: int) -> Any:
    """How a game ends between two bots."""
    luck = Random(seed)
    minds = {side: bot(name, Random(seed)) for side, name in names.items()}
    play = grognard.start(game, seed=seed)
    while not play.is_over:
        side = min(play.decisions)
        view = play.view(side)
        play.do(side, minds[side].choose(view, decision_of(game, view, luck)))
    return play.result


def test_an_officer_beats_a_recruit_on_either_side() -> None:
    """A pair of games with the same luck: more Soviet points won than allowed."""
    game = grognard.load("narva", "krivasoo")
    won = fought(game, {"soviet": "officer", "german": "recruit"}, 7).score
    allowed = fought(game, {"soviet": "recruit", "german": "officer"}, 7).score
    assert won > allowed


def test_an_officer_of_the_series_beats_a_recruit_on_either_side() -> None:
    """Soltsy, where one side or the other stands next to what wins the game."""
    game = grognard.load("army_group_north", "soltsy")
    assert fought(game, {"axis": "officer", "soviet": "recruit"}, 8).winner == "axis"
    assert fought(game, {"axis": "recruit", "soviet": "officer"}, 8).winner == "soviet"


@pytest.mark.parametrize(
    ("box", "scenario"), [("narva", "krivasoo"), ("eastfront", "edelweiss"),
                          ("typhoon", "mtsensk"), ("army_group_north", "soltsy")])
def test_a_position_is_worth_the_same_whatever_way_led_there(box: str, scenario: str) -> None:
    """Put right move by move through a game, or all at once; and back again."""
    game, rng = grognard.load(box, scenario), Random(3)
    begun, side, looked = game.start_state(), game.sides[0], 0
    table = SandTable(game, begun, side)
    worth, later = table.value, set()

    def look(now: Any) -> bool:
        nonlocal looked
        kept = table.sync(now)
        if now.decisions_made % 9 == 0:
            assert kept == pytest.approx(SandTable(game, begun, side).sync(now), abs=1e-6)
            later.add(kept)
            looked += 1
        return looked > 30

    run(game, begun.copy(), dict.fromkeys(game.sides, lambda d: d.offers.sample(rng)), rng, look)
    assert len(later) > 5
    assert table.sync(begun) == pytest.approx(worth, abs=1e-6)


@pytest.mark.parametrize(
    ("box", "scenario", "options"),
    [("narva", "krivasoo", {"fog": True}), ("typhoon", "mtsensk", {}),
     ("army_group_north", "soltsy", {})])
def test_an_officer_goes_by_what_its_side_sees(
    box: str, scenario: str, options: dict[str, bool]
) -> None:
    """Worlds that look alike to a side get the same answers from it, in the fog too."""
    game = grognard.load(box, scenario, options)
    play, luck = grognard.start(game, seed=4), Random(4)
    for _ in range(120):
        side = min(play.decisions)
        view = play.view(side)
        world = game.view(game.imagine(view, Random(luck.random())), side)
        answers = {bot("officer", Random(1)).choose(seen, decision_of(game, seen, Random(2)))
                   for seen in (view, world)}
        assert len(answers) == 1
        play.do(side, answers.pop())
        if play.is_over:
            break
