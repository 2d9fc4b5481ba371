"""Free set-ups, by hand, automatic or at random."""

from random import Random

from grognard.core.actions import Action
from grognard.core.rulings import Ruling
from grognard.records import Playthrough
from grognard.rules.eastfront.game import EastFront
from grognard.rules.eastfront.setup import ChooseDeployment, ChooseSite, ChooseStrength, ReviewSetUp
from tests.rules.eastfront.table import eastfront

HALVES = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")
SETTING_UP = (ChooseDeployment, ChooseStrength, ChooseSite, ReviewSetUp)


def game_of(play: Playthrough) -> EastFront:
    assert isinstance(play.game, EastFront)
    return play.game


def setting_up(
    scenario: str = "s42", first: bool = True, setup: str = "free"
) -> Playthrough:
    """A play at the first set-up decision of one side (the second one's after ``auto``)."""
    options = {"setup": setup} if setup != "free" else {}
    play = Playthrough(eastfront(scenario, **options), seed=1, automations=())
    if not first:
        (side,) = play.decisions
        play.do(side, "auto")
    return play


def refused(play: Playthrough, text: str) -> Ruling:
    (side,) = play.decisions
    ruling = play.check(side, text)
    assert not ruling.allowed
    return ruling


def set_up(scenario: str, setup: str = "free") -> Playthrough:
    play = setting_up(scenario, first=False, setup=setup)
    (side,) = play.decisions
    play.do(side, "auto")
    return play


def at_random(
    scenario: str, seed: int, *, often_auto: bool, setup: str = "free"
) -> Playthrough:
    """A set-up block by block, sometimes finished automatically."""
    play, rng = setting_up(scenario, setup=setup), Random(seed)
    while play.decisions:
        (side,) = play.decisions
        if not isinstance(play.state.stack[-1], SETTING_UP):
            break
        offers = play.offers(side)
        assert offers, play.state.stack[-1]
        act = offers.sample(rng)
        if act.kind in ("auto", "draft") and not often_auto:
            act = Action("deploy", offers.choices["deploy"].pick(0))
        play.do(side, act)
    return play
