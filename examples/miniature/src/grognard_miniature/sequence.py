"""Chapters 2 and 4: set-up, the turn, orders, and the chits that say who acts next."""

from typing import TYPE_CHECKING

from grognard.core.chance import Draw, Outcome
from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Together
from grognard.core.visibility import UnitId
from grognard_miniature.combat import CombatPhase
from grognard_miniature.movement import MovementPhase
from grognard_miniature.state import (
    ORDERS,
    SIDES,
    MiniatureState,
    Plan,
    crowded,
    places,
    present,
)
from grognard_miniature.steps import Choice, Do, Roll, Sequence
from grognard_miniature.supply import SupplyPhase
from grognard_miniature.victory import Dusk

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class SetUp(Choice, frozen=True):
    """2.3: choose one of your counters to set up."""

    rule = "2.3"

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        placed = Layer("already-placed", "2.3.b", present(game, state, self.who))
        return {"place": Among(game.counters_of[self.who], placed, outside=("not-yours", "1.3"))}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        state.push(SetUpAt(self.who, arg))


class SetUpAt(Choice, frozen=True):
    """2.3: put it into one of your start hexes."""

    rule = "2.3"
    continues = True
    unit: UnitId

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        full = Layer("start-hex-full", "3.5", crowded(game, state, self.who, 1 << self.unit))
        start = game.start_areas[self.who]
        return {"at": Among(start, full, outside=("outside-start", "2.3.a"))}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        state.put(self.unit, arg)
        state.tell(Event("placed", "2.3", {"unit": self.unit, "at": arg}, (arg,), (self.unit,)))
        if present(game, state, self.who) != game.counters_of[self.who]:
            state.push(SetUp(self.who))


class GiveOrder(Choice, frozen=True):
    """4.1: choose your order for the turn, in secret."""

    rule = "4.1"

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        last = state.orders.get(self.who)
        repeated = Layer("order-repeated", "4.2", 1 << last.order if last else 0)
        return {"order": Among((1 << len(ORDERS)) - 1, repeated)}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        state.plans[self.who] = Plan(arg)


class LayGun(Choice, frozen=True):
    """4.4: lay your gun on a hex near one of your counters."""

    rule = "4.4"
    continues = True

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        near = 0
        for hex in places(game, state, self.who):
            near |= game.grid.disk(hex, game.numbers.gun_range)
        return {"gun": Among(game.grid.all, Layer("gun-too-far", "4.4", ~near))}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        state.plans[self.who] = Plan(state.plans[self.who].order, arg)


class OrdersPhase(Together, frozen=True):
    """4.1: both sides choose in secret; nothing shows until both have."""

    rule = "4.1"


class OpenOrders(Do, frozen=True):
    """4.1: both sides show what they have chosen."""

    rule = "4.1"

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        state.orders, state.plans = state.plans, {}
        for side in SIDES:
            order, gun = state.orders[side]
            args = {"side": side, "order": order, "gun": gun}
            state.tell(Event("orders-opened", "4.1", args, (gun,), reveals=True))


class FillCup(Do, frozen=True):
    """2.4: all chits go into the cup."""

    rule = "2.4"

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        state.cup = dict.fromkeys(SIDES, game.numbers.chits)


class ActionPhase(Do, frozen=True):
    """2.4: draw chits until the cup is empty."""

    rule = "2.4"

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        if any(state.cup.values()):
            state.push(DrawChit(), self)


class DrawChit(Roll, frozen=True):
    """2.4: the side whose chit is drawn acts with a few counters: move, then fight."""

    rule = "2.4"

    def chance(self, game: "Miniature", state: MiniatureState) -> Draw:
        return Draw({index: state.cup[side] for index, side in enumerate(SIDES)}, SIDES)

    def take(self, game: "Miniature", state: MiniatureState, outcome: Outcome) -> None:
        side = SIDES[outcome[0]]
        state.cup[side] -= 1
        state.ready = 0
        state.tell(Event("chit-drawn", "2.4", {"side": side}))
        state.push(MovementPhase(side, game.numbers.acting), CombatPhase(side))


class Turn(Sequence, frozen=True):
    """2.1: the sequence of play."""

    rule = "2.1"
    parts = (
        OrdersPhase.of(
            blue=(GiveOrder("blue"), LayGun("blue")),
            red=(GiveOrder("red"), LayGun("red")),
        ),
        OpenOrders(),
        FillCup(),
        ActionPhase(),
        SupplyPhase(),
        Dusk(),
    )

    def begin(self, game: "Miniature", state: MiniatureState) -> None:
        state.turn += 1
        state.tell(Event("turn-begins", "2.1", {"turn": state.turn}))

    def finish(self, game: "Miniature", state: MiniatureState) -> None:
        if state.turn < game.turns:  # 2.2
            state.push(Turn())
