"""Complete random games through the public contract, in one process, measured in CPU time.

A decision counts only if a side chooses among two or more offers. The times of single questions
are taken at positions met in those games.
"""

import platform
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import msgspec

from grognard.core.actions import Action
from grognard.core.game import Game
from grognard.core.sides import Side
from grognard.lab.conformance.point import random_action
from grognard.records import Playthrough

POSITIONS, SHARE = 200, 0.1
"""Positions at which single questions are timed, and how often one is taken out of a game."""
ROUNDS, TRIES = 5, 4
"""How often each question is asked, and how many actions are judged at each position."""
LOOPS = 1_000_000
"""Turns of the loop by which machines are compared."""


class Measure(msgspec.Struct, frozen=True):
    """What was measured of one scenario."""

    box: str
    scenario: str
    games: int
    decisions_per_cpu_s: float
    games_per_cpu_s: float
    decisions_per_game: float
    offers_us: float
    check_us: float
    copy_us: float
    view_us: float
    derive_us: float
    seed: int
    machine: str
    calibration: float
    """CPU seconds of a fixed loop of plain Python, timed in the same run."""


def bench(game: Game[Any], seconds: float, seed: int = 0) -> Measure:
    """Play complete random games for so many CPU seconds, at least one."""
    loop, rng = calibrate(), Random(seed)
    games, decisions, spent = 0, 0, 0.0
    while not games or spent < seconds:
        began = process_time()
        decisions += play_at_random(Playthrough(game, seed=seed + games), rng)
        spent += process_time() - began
        games += 1
    states = positions(game, seed)
    return Measure(
        box=game.box, scenario=game.scenario, games=games,
        decisions_per_cpu_s=round(decisions / spent, 1), games_per_cpu_s=round(games / spent, 3),
        decisions_per_game=round(decisions / games, 1),
        offers_us=offers_us(game, states), check_us=check_us(game, states),
        copy_us=copy_us(game, states), view_us=view_us(game, states),
        derive_us=derive_us(game, states),
        seed=seed, machine=machine(), calibration=round(loop, 4),
    )


def play_at_random(play: Playthrough, rng: Random) -> int:
    """Play to the end; returns how often a side had a choice."""
    choices = 0
    while decisions := play.decisions:  # nobody must choose: the play is over
        side, decision = next(iter(decisions.items()))
        offers = decision.offers
        choices += len(offers) > 1
        play.do(side, offers.sample(rng))
    return choices


def positions(game: Game[Any], seed: int) -> list[Any]:
    """Positions out of random games, in which somebody must choose."""
    rng, found, number = Random(seed), list[Any](), 0
    while len(found) < POSITIONS:
        play = Playthrough(game, seed=seed + number)
        number += 1
        while not play.is_over and len(found) < POSITIONS:
            if rng.random() < SHARE:
                found.append(play.state.copy())
            side = next(iter(play.decisions))
            play.do(side, play.offers(side).sample(rng))
    return found


# -- single questions ------------------------------------------------------------------------


def offers_us(game: Game[Any], states: list[Any]) -> float:
    """To find out who must choose and to count what is offered, with nothing cached."""

    def ask(state: Any) -> None:
        state.cache.clear()
        for decision in game.decisions(state).values():
            len(decision.offers)

    return _microseconds(ask, [state.copy() for state in states])


def check_us(game: Game[Any], states: list[Any]) -> float:
    """To judge one action, be it offered or not, once the offers are known."""
    rng = Random(0)
    plays = [Playthrough(game, seed=0, automations=(), state=state.copy()) for state in states]
    tries = [(play, next(iter(play.decisions)), _tries(game, play, rng)) for play in plays]

    def ask(question: tuple[Playthrough, Side, list[Action]]) -> None:
        play, side, actions = question
        for action in actions:
            play.check(side, action)

    return round(_microseconds(ask, tries) / TRIES, 2)


def _tries(game: Game[Any], play: Playthrough, rng: Random) -> list[Action]:
    offers = play.offers(next(iter(play.decisions)))
    return [offers.sample(rng) if n % 2 else random_action(game, rng) for n in range(TRIES)]


def copy_us(game: Game[Any], states: list[Any]) -> float:
    """To copy a state."""
    return _microseconds(lambda state: state.copy(), states)


def view_us(game: Game[Any], states: list[Any]) -> float:
    """To take out of a state what one side may not know."""
    side = game.sides[0]
    return _microseconds(lambda state: game.view(state, side), states)


def derive_us(game: Game[Any], states: list[Any]) -> float:
    """To work out control, zones and supply of all sides, with nothing cached."""

    def ask(state: Any) -> None:
        state.cache.clear()
        game.derive(state)

    return _microseconds(ask, [state.copy() for state in states])


def _microseconds(ask: Callable[[Any], object], things: list[Any]) -> float:
    """The mean CPU time of a question."""
    began = process_time()
    for _ in range(ROUNDS):
        for thing in things:
            ask(thing)
    return round((process_time() - began) / (ROUNDS * len(things)) * 1e6, 2)


# -- the machine -----------------------------------------------------------------------------


def calibrate() -> float:
    """CPU seconds of a fixed loop of plain Python, by which machines can be compared."""
    return min(_loop() for _ in range(3))


def _loop() -> float:
    began, total, seen = process_time(), 0, dict[int, int]()
    for number in range(LOOPS):
        total += number & 7
        seen[number & 1023] = total
    return process_time() - began


def machine() -> str:
    """Processor, system and Python, in one line."""
    return f"{_processor()}, {platform.system()}, {platform.python_implementation()} " \
           f"{platform.python_version()}"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = (row.partition(":")[2].strip() for row in file if row.startswith("model name"))
            return next(names, platform.machine())
    except OSError:
        return platform.processor() or platform.machine()
