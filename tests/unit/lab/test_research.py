"""Scenarios as environments: the libraries' own tests, and that nobody sees what he may not."""

import warnings
from random import Random
from typing import Any

import pytest

import grognard

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import numpy  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from grognard.core.actions import Action  # noqa: E402
from grognard.lab.research import Duel, Sight, env  # noqa: E402

SMALL = [("miniature", "bridgehead"), ("miniature", "meeting"), ("narva", "krivasoo"),
         ("eastfront", "edelweiss"), ("army_group_north", "soltsy")]


@pytest.mark.parametrize(("box", "scenario"), SMALL)
def test_pettingzoo_finds_no_fault(box: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # names of sides are no "player_0"
        api_test(env(box, scenario), num_cycles=150)
        seed_test(lambda: env(box, scenario), num_cycles=40)


def test_gymnasium_finds_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Duel("miniature", "bridgehead"), skip_render_check=True)


@pytest.mark.parametrize(("box", "scenario"), SMALL)
def test_a_mask_holds_what_is_offered(box: str, scenario: str) -> None:
    game = grognard.load(box, scenario)
    sight, play, rng = Sight(game), grognard.start(game, seed=5), Random(5)
    for _ in range(20):
        side = min(play.decisions)
        mask = sight.mask(play, side)
        offered = {sight.action(index) for index in numpy.flatnonzero(mask).tolist()}
        assert offered == set(play.offers(side))
        play.do(side, rng.choice(sorted(offered)))


def test_every_action_has_its_place() -> None:
    space = grognard.load("narva", "opening").space
    assert all(space.at(space.index(action)) == action for action in space)
    with pytest.raises(IndexError):
        space.at(space.size)


@pytest.mark.parametrize(("box", "scenario"), SMALL[1:])
def test_a_side_sees_the_same_whatever_is_hidden_from_it(box: str, scenario: str) -> None:
    """Worlds imagined from a view give the same row and the same mask as the true one."""
    game: Any = grognard.load(box, scenario)
    sight, play, rng = Sight(game), grognard.start(game, seed=2), Random(2)
    for _ in range(40):
        if play.is_over:
            break
        for side in game.sides:
            world = game.imagine(play.view(side), rng)
            other = grognard.Playthrough(game, seed=0, automations=(), state=world)
            assert (sight.look(play, side) == sight.look(other, side)).all()
            assert (sight.mask(play, side) == sight.mask(other, side)).all()
        side = min(play.decisions)
        play.do(side, play.offers(side).sample(rng))


def test_a_row_counts_pieces_of_either_side() -> None:
    game: Any = grognard.load("miniature", "bridgehead")
    sight, play = Sight(game), grognard.start(game, seed=1)
    row, hexes = sight.look(play, "blue"), game.grid.size
    assert row[:hexes].sum() == len(game.units_of["blue"])
    assert row[hexes:2 * hexes].sum() == len(game.units_of["red"])
    assert row[:hexes].nonzero()[0].tolist() == sorted(
        {play.state.at[unit] for unit in game.units_of["blue"]})


def finish(duel: Duel, seed: int) -> tuple[float, list[float]]:
    rng, rewards = Random(seed), list[float]()
    _, info = duel.reset(seed=seed)
    over = False
    while not over:
        action = rng.choice(numpy.flatnonzero(info["action_mask"]).tolist())
        _, reward, over, _, info = duel.step(action)
        rewards.append(reward)
    return duel.game.advice.standing(duel.play.state, duel.side), rewards


@pytest.mark.parametrize("side", ["blue", "red"])
def test_rewards_add_up_to_the_margin(side: str) -> None:
    margin, rewards = finish(Duel("miniature", "bridgehead", side=side, reward="lead"), 3)
    assert sum(rewards) == margin
    again, rewards = finish(Duel("miniature", "bridgehead", side=side, reward="margin"), 3)
    assert (again, rewards[-1], sum(rewards)) == (margin, margin, margin)
    _, rewards = finish(Duel("miniature", "bridgehead", side=side, reward="result"), 3)
    assert set(rewards) <= {-1.0, 0.0, 1.0}


def test_an_action_that_is_not_offered_loses() -> None:
    duel = Duel("miniature", "bridgehead")
    duel.reset(seed=1)
    index = duel.game.space.index(Action("lose", 0))
    _, reward, over, _, _ = duel.step(index)
    assert (reward, over) == (-1.0, True)


def test_a_long_game_can_be_cut_off() -> None:
    playing = env("miniature", "bridgehead", most_decisions=6)
    playing.reset(seed=1)
    made = 0
    for agent in playing.agent_iter():
        seen, _, ended, cut, _ = playing.last()
        if ended or cut:
            assert cut
            playing.step(None)
            continue
        playing.step(int(numpy.flatnonzero(seen["action_mask"])[0]))
        made += 1
        assert agent in ("blue", "red")
    assert made == 6


@pytest.mark.parametrize(("how", "said"), [
    ({"reward": "glory"}, "no reward 'glory'"), ({"side": "green"}, "no side 'green'"),
    ({"opponent": "zhukov"}, "no bot 'zhukov'")])
def test_a_mistake_is_told(how: dict[str, str], said: str) -> None:
    with pytest.raises((ValueError, LookupError), match=said):
        Duel("miniature", "bridgehead", **how)  # type: ignore[arg-type]
