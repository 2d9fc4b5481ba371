"""3.22-3.24: an automatic set-up can be changed by hand, and stays legal."""

import pytest

from grognard.core.actions import Action
from grognard.records import Playthrough
from tests.rules.eastfront.setups import HALVES, SETTING_UP, game_of, refused, setting_up


def review(scenario: str = "s42") -> Playthrough:
    play = setting_up(scenario)
    play.do(side(play), "draft")
    return play


def side(play: Playthrough) -> str:
    (asked,) = play.decisions
    return asked


def where(play: Playthrough, code: str) -> int:
    return int(play.state.at[game_of(play).number[code]])


@pytest.mark.rule("eastfront:3.22a")
def test_a_draft_waits_for_its_owner() -> None:
    play = review()
    first = side(play)
    assert set(play.offers(first).choices) == {"lift", "done"}
    play.do(first, "done")
    assert side(play) != first


@pytest.mark.rule("eastfront:3.22a", "eastfront:3.24b")
def test_a_block_is_taken_back_and_placed_elsewhere() -> None:
    play = review()
    who = side(play)
    lifted = play.offers(who).choices["lift"].pick(0)
    code, before = game_of(play).units[lifted].code, play.state.at[lifted]
    cv = play.state.cv[lifted]
    play.do(who, f"lift {code}")
    play.do(who, f"deploy {code}")
    play.do(who, f"strength {cv}")
    sites = play.offers(who).choices["at"]
    assert before in sites
    other = next(hex for hex in sites if hex != before)
    play.do(who, f"at {game_of(play).grid.label(other)}")
    assert where(play, code) == other
    assert set(play.offers(who).choices) == {"lift", "done"}
    assert (refused(play, f"lift {code}").code, refused(play, f"lift {code}").rule) == (
        "lifted-already", "eastfront:3.22a")


@pytest.mark.rule("eastfront:3.22a")
def test_only_own_blocks_on_the_map_are_taken_back() -> None:
    play = setting_up("s42")
    who, units = side(play), game_of(play).units
    own, enemy = (next(u.code for u in units if (u.side == who) is mine) for mine in (True, False))
    assert refused(play, f"lift {own}").code == "not-set-up"
    assert refused(play, f"lift {enemy}").code == "enemy-block"


@pytest.mark.parametrize("scenario", HALVES)
def test_the_plan_places_again_what_was_taken_back(scenario: str) -> None:
    play = review(scenario)
    who, game = side(play), game_of(play)
    line = [u for u in play.offers(who).choices["lift"] if not game.units[u].hq
            and not game.units[u].satellite][:2]
    strength = sum(play.state.cv[u] for u in line)
    for unit in line:
        play.do(who, f"lift {game.units[unit].code}")
    play.do(who, "auto")  # whoever does not care leaves it to the plan again
    assert set(play.offers(who).choices) == {"lift", "done"}
    assert sum(play.state.cv[u] for u in line) == strength
    assert game.faults(play.state) == []


def test_the_enemy_sees_nothing_of_it() -> None:
    play = review()
    who, game = side(play), game_of(play)
    play.do(who, f"lift {game.units[play.offers(who).choices['lift'].pick(0)].code}")
    other = next(s for s in game.sides if s != who)
    assert not play.view(other).state.lifted
    assert play.view(who).state.lifted
    assert not [e for e in play.events(other) if e.id == "lifted-block"]


def test_what_was_taken_back_is_forgotten_when_the_game_begins() -> None:
    play = review()
    play.do(side(play), Action("lift", play.offers(side(play)).choices["lift"].pick(0)))
    while isinstance(play.decisions[side(play)].step, SETTING_UP):
        play.do(side(play), "auto" if "auto" in play.offers(side(play)).choices else "done")
    assert play.state.lifted == 0
