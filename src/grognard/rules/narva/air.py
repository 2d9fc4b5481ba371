"""Chapter 12: air units."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.rules.narva.data import SIDES
from grognard.rules.narva.state import GROUNDED, READY, REFIT, NarvaState
from grognard.rules.narva.steps import Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

class ReturnSegment(Do, frozen=True):
    """12.2.1: refitted air units are ready again."""

    rule = "12.2.1"

    def run(self, game: "Narva", state: NarvaState) -> None:
        advance_airbase(game, state, {REFIT: READY}, SIDES, self.rule)


class RefitSegment(Do, frozen=True):
    """12.2.2: grounded air units begin their refit."""

    rule = "12.2.2"

    def run(self, game: "Narva", state: NarvaState) -> None:
        advance_airbase(game, state, {GROUNDED: REFIT}, SIDES, self.rule)


def advance_airbase(
    game: "Narva", state: NarvaState, moves: dict[int, int], sides: Collection[str], rule: str
) -> None:
    """Move the air units of the sides from box to box."""
    for number, air in enumerate(game.air_units):
        box = moves.get(state.air[number])
        if air.side in sides and box is not None:
            state.air[number] = box
            name = "air-ready" if box == READY else "air-refit"
            state.tell(Event(name, rule, {"air": air.code}))


def missions(game: "Narva", state: NarvaState, side: str) -> int:
    """Air attacks that the side can fly now, as bits over ``air`` actions (12.1.1)."""
    if state.no_flying:
        return 0
    found = 0
    for number, air in enumerate(game.air_units):
        if air.side == side and state.air[number] == READY:
            found |= (1 if air.normal else 0) << 2 * number
            found |= (1 if air.full else 0) << 2 * number + 1
    return found


def columns(game: "Narva", mission: int) -> int:
    """Columns to the right that a mission gives (12.1.1.C)."""
    air = game.air_units[mission // 2]
    return air.full if mission % 2 else air.normal


def same_unit(mission: int) -> int:
    """Both missions of the air unit that flies this one."""
    return 0b11 << mission // 2 * 2


def fly(game: "Narva", state: NarvaState, mission: int) -> None:
    """12.1.2: after a full attack to the ground, after a normal one to refit."""
    full = mission % 2
    state.air[mission // 2] = GROUNDED if full else REFIT
    name, rule = ("air-full", "12.1.2.A") if full else ("air-normal", "12.1.2.B")
    told = {"air": game.air_units[mission // 2].code, "columns": columns(game, mission)}
    state.tell(Event(name, rule, told))


def best_columns(game: "Narva", state: NarvaState, side: str, left: int) -> int:
    """The most columns that air units can still give to one combat."""
    if state.no_flying:
        return 0
    ready = [
        max(air.normal, air.full)
        for number, air in enumerate(game.air_units)
        if air.side == side and state.air[number] == READY
    ]
    return sum(sorted(ready, reverse=True)[:left])
