"""3.22-3.24: an automatic set-up can be changed by hand, and stays legal."""

import pytest

from grognard.core.actions import Action
from grognard.records import Playthrough
from grognard.rules.eastfront.setup import LIFTS
from tests.rules.eastfront.setups import HALVES, SETTING_UP, game_of, refused, setting_up
from tests.rules.eastfront.table import eastfront


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


def first_of(play: Playthrough) -> str:
    """A block that can be taken back."""
    return game_of(play).units[play.offers(side(play)).choices["lift"].pick(0)].code


def strength(play: Playthrough, code: str) -> int:
    return int(play.state.cv[game_of(play).number[code]])


@pytest.mark.rule("eastfront:3.22a", "eastfront:3.24b")
def test_a_block_is_moved_elsewhere_as_it_is_and_as_often_as_one_likes() -> None:
    play = review()
    who, code = side(play), first_of(play)
    label, cv = game_of(play).grid.label, strength(play, code)
    for _ in range(3):
        before = where(play, code)
        play.do(who, f"lift {code}")
        sites = play.offers(who).choices["at"]
        assert before in sites
        other = next(hex for hex in sites if hex != before)
        play.do(who, f"at {label(other)}")
        assert (where(play, code), strength(play, code)) == (other, cv)
        assert set(play.offers(who).choices) == {"lift", "done"}
    play.do(who, f"lift {code} at {label(before)}")
    assert where(play, code) == before


@pytest.mark.rule("eastfront:3.22a")
def test_a_block_put_aside_is_deployed_anew() -> None:
    play = review()
    who, code = side(play), first_of(play)
    before, cv = where(play, code), strength(play, code)
    play.do(who, f"lift {code} aside")
    assert strength(play, code) == 0
    assert "deploy" in play.offers(who).choices
    play.do(who, f"deploy {code} strength {cv} at {game_of(play).grid.label(before)}")
    assert set(play.offers(who).choices) == {"lift", "done"}


def test_a_block_with_one_place_to_stand_is_not_put_there_unasked() -> None:
    """Whoever holds the line alone may only go back, or aside; neither happens by itself."""
    play = Playthrough(eastfront("s42"), seed=1)
    play.do(side(play), "draft")
    who, game = side(play), game_of(play)
    alone = next(u for u in play.offers(who).choices["lift"]
                 if game.rows.frontier[who] >> play.state.at[u] & 1
                 and len(play.state.units_at(play.state.at[u])) == 1)
    before = play.state.at[alone]
    play.do(who, Action("lift", alone))
    assert list(play.offers(who)) == [Action("at", before), Action("aside", 0)]
    assert refused(play, "at Kiev").code == "hold-the-line"


def test_every_set_up_ends() -> None:
    play = review()
    who, code = side(play), first_of(play)
    home = game_of(play).grid.label(where(play, code))
    for _ in range(LIFTS):
        play.do(who, f"lift {code} at {home}")
    ruling = refused(play, f"lift {code}")
    assert (ruling.code, ruling.rule) == ("lifted-enough", "eastfront:3.22a")
    assert str(LIFTS) in play.game.sentence(ruling)


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
    total = sum(play.state.cv[u] for u in line)
    for unit in line:
        play.do(who, f"lift {game.units[unit].code} aside")
    play.do(who, "auto")  # whoever does not care leaves it to the plan again
    assert set(play.offers(who).choices) == {"lift", "done"}
    assert sum(play.state.cv[u] for u in line) == total
    assert game.faults(play.state) == []


def test_the_enemy_sees_nothing_of_it() -> None:
    play = review()
    who, game = side(play), game_of(play)
    play.do(who, f"lift {game.units[play.offers(who).choices['lift'].pick(0)].code}")
    other = next(s for s in game.sides if s != who)
    assert play.view(other).state.lifts == {}
    assert play.view(who).state.lifts == {who: 1}
    assert not [e for e in play.events(other) if e.id == "lifted-block"]


def test_what_was_taken_back_is_forgotten_when_the_game_begins() -> None:
    play = review()
    play.do(side(play), f"lift {first_of(play)} aside")
    while isinstance(play.decisions[side(play)].step, SETTING_UP):
        play.do(side(play), "auto" if "auto" in play.offers(side(play)).choices else "done")
    assert play.state.lifts == {}
