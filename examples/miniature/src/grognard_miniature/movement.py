"""Chapter 5: movement, zones of control, villages."""

from functools import partial
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.reach import Reach, reach
from grognard.core.rulings import Layer, Reason
from grognard.core.steps import Hints
from grognard.core.visibility import Number, UnitId
from grognard.hexes import Hex
from grognard_miniature.fog import tell_move
from grognard_miniature.state import (
    MARCH,
    MiniatureState,
    crowded,
    occupied,
    order_of,
    other,
    present,
    zone,
)
from grognard_miniature.steps import Choice

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class MovementPhase(Choice, frozen=True):
    """2.5: choose a counter to act, or be done."""

    rule = "2.5"
    left: Number

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        own = game.counters_of[self.who]
        move = Among(
            game.everybody,
            Layer("not-yours", "1.3", ~own),
            Layer("lost", "1.5", own & ~present(game, state, self.who)),
            Layer("has-acted", "2.5.a", state.acted),
        )
        return {"move": move, "done": ALWAYS}

    def surprising(self, game: "Miniature", state: MiniatureState) -> tuple[str, ...]:
        """A chit on which nobody acts is gone."""
        return () if state.ready else ("done",)

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        if kind == "move":
            state.push(MoveTo(self.who, self.left, arg))


class MoveTo(Choice, frozen=True):
    """5.1: choose where it goes; its own hex means that it stays."""

    rule = "5.1"
    continues = True
    left: Number
    unit: UnitId

    def begun(self) -> MovementPhase:
        return MovementPhase(self.who, self.left)

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        return {"to": destinations(game, state, self.unit)}

    def hints(self, game: "Miniature", state: MiniatureState) -> Hints:
        """What a table shows of each destination."""
        reached = march(game, state, self.unit)
        return {"to": {hex: {"cost": str(cost), "path": list(reached.path(hex))}
                       for hex, cost in reached.items()}}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        tell_move(game, state, self.unit, arg)
        state.acted |= 1 << self.unit
        state.ready |= 1 << self.unit
        enter(game, state, self.unit, arg)
        if self.left > 1:
            state.push(MovementPhase(self.who, self.left - 1))


def allowance(game: "Miniature", state: MiniatureState, unit: int) -> int:
    """5.1: movement points, more under the order to march (4.3.c)."""
    counter = game.counters[unit]
    marches = order_of(state, counter.side) == MARCH
    return counter.moves + game.numbers.order_moves * marches


def march(game: "Miniature", state: MiniatureState, unit: int) -> Reach:
    """5.1: how far a counter can go."""
    counter = game.counters[unit]
    enemy = other(counter.side)
    zones = zone(game, state, enemy)
    return reach(
        game.board.graphs[counter.walks],
        state.at[unit],
        allowance(game, state, unit),
        barred=(Layer("enemy-there", "5.3", occupied(game, state, enemy)),),
        stops=zones,  # 5.4.a
        parted=zones,  # 5.4.b
    )


def destinations(game: "Miniature", state: MiniatureState, unit: int) -> Among:
    """The hexes where a counter's move can end."""
    side, reached = game.counters[unit].side, march(game, state, unit)
    full = Layer("stack-full", "3.5", crowded(game, state, side, 1 << unit))
    return Among(reached.mask, full, outside=partial(why_not, reached))


def why_not(reached: Reach, hex: Hex) -> Reason | None:
    """Why a move does not reach a hex."""
    barrier = reached.why(hex)
    if barrier is None:
        return None
    if barrier.layer is not None:
        return Reason(barrier.layer.code, barrier.layer.rule)
    if barrier.kind == "too_far":
        return Reason("too-far", "5.2", args=(("needs", barrier.needs), ("has", barrier.has)))
    return Reason("zone-in-the-way", "5.4.b")


def enter(game: "Miniature", state: MiniatureState, unit: int, hex: Hex) -> None:
    """A counter comes to stand in a hex, by a move, a retreat or an advance."""
    state.put(unit, hex)
    side = game.counters[unit].side
    if state.holders.get(hex, side) != side:  # 5.5: the village changes hands
        state.holders[hex] = side
        args = {"side": side, "at": hex}
        state.tell(Event("village-taken", "5.5", args, (hex,)))
