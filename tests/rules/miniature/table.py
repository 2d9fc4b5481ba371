"""Sets up a position of the miniature on the map and plays on from it."""

from collections.abc import Sequence
from functools import cache

import grognard
from grognard.core.sides import Side
from grognard.core.steps import Step
from grognard.records import Playthrough
from grognard_miniature.game import Miniature
from grognard_miniature.state import ORDERS, MiniatureState, Plan


@cache
def game(scenario: str = "meeting", fog: bool = True) -> Miniature:
    found = grognard.load("miniature", scenario, {"fog": fog})
    assert isinstance(found, Miniature)
    return found


def unit(code: str) -> int:
    return [counter.code for counter in game().counters].index(code)


def units(codes: str) -> int:
    """``"BG RL"`` as a set of counters."""
    return sum(1 << unit(code) for code in codes.split())


def hex_(label: str) -> int:
    return game().grid.hex(label)


def label(hex: int) -> str:
    return game().grid.label(hex)


def labels(hexes: int) -> str:
    """A set of hexes as their labels in order."""
    found = sorted(label(hex) for hex in game().grid if hexes >> hex & 1)
    return " ".join(found)


def position(
    places: str,
    *,
    up: str = "",
    reduced: str = "",
    orders: dict[Side, str] | None = None,
    fog: bool = True,
) -> MiniatureState:
    """``position("BG 0203, RL 0402")`` in turn 1; counters that are not named are lost.

    Orders are written ``"assault 0402"``: the order, and the hex the gun is laid on.
    """
    state = game(fog=fog).new_state()
    state.stack, state.turn, state.steps = (), 1, [0] * len(state.steps)
    for place in filter(None, places.split(", ")):
        code, at = place.split()
        state.steps[unit(code)] = game().counters[unit(code)].steps - (code in reduced.split())
        state.put(unit(code), hex_(at))
    state.face_up = units(up) if fog else game(fog=False).playing
    state.orders = {side: plan(text) for side, text in (orders or {}).items()}
    return state


def plan(text: str) -> Plan:
    order, _, gun = text.partition(" ")
    return Plan(ORDERS.index(order), hex_(gun) if gun else hex_("0101"))


def play(state: MiniatureState, *steps: Step, fog: bool = True) -> Playthrough:
    """Play these steps from a position, every die given by hand."""
    state.push(*steps)
    game(fog=fog)._settle(state)
    return Playthrough(game(fog=fog), seed=0, automations=(), state=state)


def offered(play: Playthrough, side: Side, kind: str) -> str:
    """The texts of what is offered for a kind of action, in order."""
    domain = play.game.space.domains[kind]
    choices = play.offers(side).choices.get(kind, ())
    return " ".join(sorted(domain.text(arg) for arg in choices))


def refusal(play: Playthrough, side: Side, act: str) -> str:
    """The code and rule by which an action is refused: ``"too-far 5.2"``."""
    ruling = play.check(side, act)
    return f"{ruling.code} {ruling.rule.removeprefix('miniature:')}".strip()


def where(play: Playthrough, code: str) -> str:
    """Where a counter stands; empty if it is off the map."""
    hex = play.state.at[unit(code)]
    return label(hex) if hex >= 0 else ""


def told(play: Playthrough) -> Sequence[str]:
    """The ids of all events since the position was set up."""
    return [event.id for entry in play.log for event in entry.events]
