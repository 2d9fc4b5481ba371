"""What a staff advises: choices that can be made, with reasons that are true, from a view alone."""

from random import Random
from typing import Any

import pytest

import grognard
from grognard.ai import bot, decision_of
from grognard.ai.hints import MOST, Hint, hints
from grognard.core.game import Game
from grognard.core.messages import Catalogue
from grognard.records import Playthrough


def played(game: Game[Any], count: int, seed: int = 3) -> Any:
    """A game between officers, seen before each of so many choices."""
    play, minds = grognard.start(game, seed=seed), {
        side: bot("officer", Random(1)) for side in game.sides}
    for _ in range(count):
        if play.is_over:
            return
        side = min(play.decisions)
        yield play, side
        view = play.view(side)
        play.do(side, minds[side].choose(view, decision_of(game, view, Random(2))))


def told(play: Playthrough, hint: Hint, language: str) -> str:
    texts: Catalogue = play.game.catalogue(language)
    return texts.say(hint.says, play.game)


@pytest.mark.parametrize(
    ("box", "scenario"), [("narva", "krivasoo"), ("eastfront", "edelweiss"),
                          ("typhoon", "mtsensk"), ("army_group_north", "soltsy")])
def test_every_hint_can_be_played_and_is_told_in_both_languages(box: str, scenario: str) -> None:
    game, kinds = grognard.load(box, scenario), set()
    for play, side in played(game, 60):
        found = hints(game, play.view(side), Random(0))
        assert 1 <= len(found) <= MOST
        assert [hint.gain for hint in found] == sorted((h.gain for h in found), reverse=True)
        for hint in found:
            kinds.add(hint.says.id)
            line = " ".join(map(game.space.text, hint.line))
            assert play.check(side, line).allowed, line
            for language in ("en", "fr"):
                sentence = told(play, hint, language)
                assert "hint." not in sentence
                assert "{" not in sentence
    assert len(kinds) > 3


def test_hints_tell_nothing_that_the_side_does_not_see() -> None:
    """Worlds that differ only in what is hidden get the same hints for the same luck."""
    game = grognard.load("narva", "krivasoo", {"fog": True})
    luck, told = Random(4), 0
    for play, side in played(game, 40):
        view = play.view(side)
        other = game.imagine(view, Random(luck.random()))
        found = hints(game, view, Random(1))
        assert found == hints(game, game.view(other, side), Random(1))
        told += len(found)
    assert told > 20


def test_a_unit_that_may_take_a_village_is_told_what_it_is_worth() -> None:
    game, said = grognard.load("narva", "krivasoo"), set()
    counsel = game.advice.counsel
    assert counsel is not None
    for play, side in played(game, 150):
        stakes = game.advice.stakes(play.state, side)
        for hint in hints(game, play.view(side), Random(0)):
            if hint.says.id == "hint.takes":
                hex = hint.line[-1].arg
                assert f"{stakes[hex]:.3g}" in told(play, hint, "en")
                assert not counsel.held(play.state, side) >> hex & 1
                said.add(hex)
    assert said


def test_a_game_without_a_staff_has_no_hints() -> None:
    game = grognard.load("miniature", "bridgehead")
    play = grognard.start(game, seed=1)
    side = min(play.decisions)
    assert hints(game, play.view(side), Random(1)) == []
