"""Section 2.5.2: random events."""

from typing import TYPE_CHECKING

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number
from grognard.rules.narva.activation import EndActivation
from grognard.rules.narva.air import advance_airbase
from grognard.rules.narva.barrage import BarrageCount, count_odds
from grognard.rules.narva.data import SOVIET, RandomEvent, enemy_of
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.paths import EVENT
from grognard.rules.narva.replacement import SpendPoints
from grognard.rules.narva.state import GROUNDED, READY, REFIT, NarvaState
from grognard.rules.narva.steps import Ask, Roll

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class EventRoll(Roll, frozen=True):
    """2.5.2.A: two dice, applied at once before the next draw."""

    rule = "2.5.2.A"
    opens = True

    def chance(self, game: "Narva", state: NarvaState) -> Dice:
        return Dice(2, 6)

    def reading(self, game: "Narva", state: NarvaState, outcome: Outcome) -> int:
        return sum(outcome)

    def take(self, game: "Narva", state: NarvaState, outcome: Outcome) -> None:
        number = sum(outcome)
        row = event_of(game, state, number)
        told = {"dice": outcome, "number": number, "effect": (row.effect, row.side, row.count)}
        state.tell(Event("random-event", row.rule, told))
        happen(game, state, row)


def event_of(game: "Narva", state: NarvaState, number: int) -> RandomEvent:
    """The line of the table; one of them reads otherwise late in the game (2.5.2.C.11b)."""
    row = game.random_events[number]
    late = row.otherwise is not None and state.turn > row.last_turn
    return row.otherwise if late and row.otherwise else row


def happen(game: "Narva", state: NarvaState, row: RandomEvent) -> None:
    """2.5.2.C: what the event of this number does."""
    effect = row.effect
    if effect == "move_formation":
        state.push(ChooseFormation(row.side))
    elif effect == "move_units":
        state.acting = row.side
        state.push(ChooseUnits(row.side, row.count, row.rule), MovementSegment(EVENT),
                   EndActivation())
    elif effect == "replacements":
        state.push(SpendPoints(row.count))
    elif effect == "no_flying":
        state.no_flying = True
    elif effect == "barrage":
        state.push(MayBarrage())
    elif effect == "air_one_stage":
        advance_airbase(game, state, {GROUNDED: REFIT, REFIT: READY}, (row.side,), row.rule)
    elif effect == "air_all_ready":
        advance_airbase(game, state, {GROUNDED: READY, REFIT: READY}, (row.side,), row.rule)
    elif effect == "late_thaw":
        state.late_thaw = True


class MayBarrage(Ask, frozen=True):
    """2.5.2.C.8: the Soviet may roll for barrages."""

    rule = "2.5.2.C.8"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return SOVIET

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"accept": ALWAYS, "done": ALWAYS}

    def odds(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Odds | None:
        return count_odds(game, state, SOVIET) if kind == "accept" else None

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "accept":
            state.push(BarrageCount(SOVIET))


class ChooseFormation(Ask, frozen=True):
    """2.5.2.C.2, 2.5.2.C.12: one division or corps moves, wherever its units are."""

    owner: str

    rule = "2.5.2.B"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.owner

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        bands = sorted(game.formation)
        every = (1 << len(bands)) - 1
        theirs = gone = empty = 0
        for number, band in enumerate(bands):
            units = game.formation[band]
            empty |= (0 if units & ~game.hqs else 1) << number
            theirs |= (1 if units & game.units_of[enemy_of(self.owner)] else 0) << number
            gone |= (0 if state.on_map(units) else 1) << number
        return {
            "formation": Among(every, Layer("enemy-formation", "2.5.2.B", theirs),
                               Layer("no-division", "2.5.2.C.2", empty),
                               Layer("formation-not-here", "2.5.2.B", gone)),
            "done": ALWAYS,
        }

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        band = sorted(game.formation)[arg]
        state.acting = self.owner
        state.active = state.on_map(game.formation[band])
        state.tell(Event("formation-moves", "2.5.2.B", {"formation": arg}))
        state.push(MovementSegment(EVENT), EndActivation())


class ChooseUnits(Ask, frozen=True):
    """2.5.2.C.3, 2.5.2.C.11b: so many units anywhere on the map, to move only."""

    owner: str
    left: Number
    cause: str

    rule = "2.5.2.C.3"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.owner

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        staying = Layer("army-headquarters-stays", "4.1.3.A", game.army_hqs)
        units = unit_choices(game, state, self.owner, staying, rule=self.cause)
        return {"pick": units, "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.active |= 1 << arg
        if self.left > 1:
            state.push(ChooseUnits(self.owner, self.left - 1, self.cause))


def unit_choices(
    game: "Narva", state: NarvaState, owner: str, headquarters: Layer, *more: Layer, rule: str
) -> Among:
    """Single units wherever they are, but for some headquarters."""
    return Among(
        game.everybody,
        Layer("enemy-unit", rule, game.units_of[enemy_of(owner)]),
        headquarters,
        Layer("not-on-map", rule, game.everybody & ~state.on_map(game.everybody)),
        Layer("already-active", rule, state.active),
        Layer("pinned", "2.5.1.3.A", state.pinned),
        *more,
    )
