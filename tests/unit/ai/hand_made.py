"""Positions made by hand, as data: who stands where, what is asked, which answers are right.

``positions/*.toml`` holds them, a box a file. An answer is a line of facts: ``65R at 1106`` (when
all is answered it stands in one of the hexes named), ``all at 2606 2607``, ``some at 1106``,
``apart`` (no two who act in one hex), or something that was said: ``attack 2606``. ``and`` joins
facts, ``not`` turns one round.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec

from grognard.ai import bot, decision_of
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import CommandPhase
from grognard.rules.eastfront.data import AXIS, SOVIET
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.command import ChooseHeadquarters
from grognard.rules.narva.losses import LoseSteps
from grognard.rules.narva.movement import MovementSegment
from tests.rules.eastfront import table as east
from tests.rules.narva import table as narva

FOLDER = Path(__file__).parent / "positions"
MOST = 80
"""Answers after which nobody is asked any more."""

Theme = Literal[
    "take the undefended objective", "do not break the line", "rescue the pocket", "cut the road",
    "attack at the best odds", "hold the crossing", "keep a reserve", "refuse the bad attack",
    "lead where it pays", "lose what is worth least",
]


class HandMade(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A question with its answer."""

    id: str
    theme: Theme
    why: str
    """Why the right answers are right."""
    scenario: str
    side: str
    asks: Literal["march", "strike", "lead", "loss"]
    stands: dict[str, str]
    """By hex who stands there: ``151G 162G-``, ``41Pz:3``."""
    acts: str
    """Units that may act; in EastFront the headquarters that lead."""
    after: list[str] = []
    """What was done before the question, or rolled: ``attack 1106 by 65R fire``, ``roll 6``."""
    right: list[str]
    wrong: list[str] = []
    solved: bool = True
    """False: known not to be solved yet."""
    turn: int = 3
    held: dict[str, str] = {}
    """By side, hexes without troops that it holds; ``*`` in the Narva: every other place."""
    alone: bool = False
    """Without the garrison that every position of the box has."""
    pinned: str = ""
    battles: str = ""
    """Hexes that the side attacked in an earlier turn."""
    weather: str = "dry"


class Shelf(msgspec.Struct, forbid_unknown_fields=True):
    """A file of positions."""

    box: str
    position: list[HandMade]
    garrison: dict[str, str] = {}
    """Who stands where in every position that does not say otherwise."""


def all_positions() -> list[tuple[str, HandMade]]:
    """Every position, with its box."""
    shelves = [msgspec.toml.decode(path.read_bytes(), type=Shelf)
               for path in sorted(FOLDER.glob("*.toml"))]
    for shelf in shelves:
        for one in shelf.position:
            if not one.alone:
                one.stands = shelf.garrison | one.stands
    return [(shelf.box, one) for shelf in shelves for one in shelf.position]


# -- setting them up ---------------------------------------------------------------------------


def _narva(one: HandMade) -> narva.Table:
    t = narva.table(one.scenario, turn=one.turn)
    for hex, codes in one.stands.items():
        t.put(hex, *codes.split())
    t.pin(*one.pinned.split())
    held = {side: t.game.grid.hexes(labels.replace("*", "")) for side, labels in one.held.items()}
    others = t.game.scoring_hexes if "*" in one.held.get("soviet", "") else 0
    t.state.soviet_held = (others | held.get("soviet", 0)) & ~held.get("german", 0)
    return _asked_across_the_narva(t, one)


def _asked_across_the_narva(t: narva.Table, one: HandMade) -> narva.Table:
    codes = one.acts.split()
    if one.asks == "loss":
        return t.ask(LoseSteps(t.units(*codes), 1, by_attack=False))
    if one.asks == "lead":
        t.state.acting = one.side
        shock = t.game.edition.chits.shock
        return t.ask(ChooseHeadquarters(shock), MovementSegment(), CombatSegment())
    t.acting(one.side, *codes)
    return t.ask(MovementSegment() if one.asks == "march" else CombatSegment())


def _eastfront(one: HandMade) -> east.Table:
    t = east.table(one.scenario)
    for hex, blocks in one.stands.items():
        t.put(hex, *blocks.split())
    for side in (AXIS, SOVIET):
        t.held(side, *one.held.get(side, "").split())
    for hex in one.battles.split():
        t.battle(hex, one.side)
    t.weather(one.weather)
    if one.asks == "lead":
        return t.phase(one.side, "command").ask(CommandPhase(), MovementPhase())
    if one.asks == "strike":
        return t.phase(one.side, "combat").active(*one.acts.split()).ask(CombatPhase())
    return t.phase(one.side, "movement").active(*one.acts.split()).ask(MovementPhase())


SET_UP: dict[str, Callable[[HandMade], Any]] = {"narva": _narva, "eastfront": _eastfront}


# -- answering ---------------------------------------------------------------------------------


def answer(box: str, one: HandMade, name: str = "officer") -> tuple[Any, list[str]]:
    """The table when a bot has answered, and what it said for the side that was asked."""
    t = SET_UP[box](one)
    for line in one.after:
        told, rolls, face = line.partition("roll ")
        t.roll(int(face)) if rolls else t.do(told)
    minds = {side: bot(name, Random(1)) for side in t.game.sides}
    said: list[str] = []
    for _ in range(1 if one.asks in ("lead", "loss") else MOST):
        if not t.play.decisions:
            break
        side = t.asked()
        view = t.play.view(side)
        action = minds[side].choose(view, decision_of(t.game, view, Random(2)))
        if side == one.side:
            said.append(t.game.space.text(action))
        t.play.do(side, action)
    return t, said


def is_solved(box: str, one: HandMade) -> bool:
    """Whether an officer gives a right answer and no wrong one."""
    t, said = answer(box, one)

    def any_holds(answers: Iterable[str]) -> bool:
        return any(all(_holds(t, one, said, fact) for fact in line.split(" and "))
                   for line in answers)

    return any_holds(one.right) and not any_holds(one.wrong)


def _holds(t: Any, one: HandMade, said: list[str], fact: str) -> bool:
    if fact.startswith("not "):
        return not _holds(t, one, said, fact.removeprefix("not "))
    if fact == "apart":
        places = [t.where(code) for code in one.acts.split()]
        return len(set(places)) == len(places)
    who, at, hexes = fact.partition(" at ")
    if not at:
        return fact in said
    codes = one.acts.split() if who in ("all", "some") else who.split()
    there = [t.where(code) in hexes.split() for code in codes]
    return any(there) if who == "some" else all(there)
