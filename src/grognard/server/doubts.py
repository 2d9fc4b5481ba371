"""Choices to be sure about: those that may surprise and cannot be taken back."""

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.records import ALL, Automation, Playthrough
from grognard.server.wording import Wording

UNTIL_THE_DICE = ALL - {Automation.DICE}


def doubts(words: Wording, asked: Decision) -> dict[str, str]:
    """The question to put before each such kind of action, in words."""
    return {
        kind: question(words, asked, kind)
        for kind in asked.step.surprising(asked.game, asked.state)
        if is_offered(asked, kind) and is_final(asked, one_of(asked, kind))
    }


def ruin(words: Wording, asked: Decision) -> dict[str, dict[int, str]]:
    """The question to put before single choices, by kind and argument."""
    return {
        kind: {arg: question(words, asked, kind)
               for arg in args if is_final(asked, Action(kind, arg))}
        for kind, args in asked.step.ruinous(asked.game, asked.state).items()
    }


def final_hexes(asked: Decision) -> set[str]:
    """Kinds of hexes that cannot be taken back, where counters are asked for too.

    A click may miss a counter: a table lets such hexes wait until the player means them.
    """
    def offered(name: str) -> list[str]:
        domains = asked.game.space.domains
        return [k for k in asked.offers.choices if domains[k].name == name and is_offered(asked, k)]

    if asked.step.continues or not offered("unit"):
        return set()
    return {kind for kind in offered("hex") if is_final(asked, one_of(asked, kind))}


def question(words: Wording, asked: Decision, kind: str) -> str:
    return words.text(f"doubt.{type(asked.step).__name__}.{kind}", asked.step.asked_about())


def is_offered(asked: Decision, kind: str) -> bool:
    """Whether anything of the kind may be chosen: it may be there with nothing but refusals."""
    return kind in asked.offers.choices and len(asked.offers.choices[kind]) > 0


def one_of(asked: Decision, kind: str) -> Action:
    return Action(kind, asked.offers.choices[kind].pick(0))


def is_final(asked: Decision, action: Action) -> bool:
    """Whether dice, the end, or another side's choice come before this side is asked again."""
    trial = Playthrough(asked.game, automations=(), state=asked.state.copy())
    trial.automations = UNTIL_THE_DICE
    trial.do(asked.side, action)
    return asked.side not in trial.decisions or not trial.can_undo(asked.side).allowed
