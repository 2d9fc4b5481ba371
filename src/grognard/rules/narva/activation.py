"""Section 4.2: the units that a headquarters activates."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Step
from grognard.core.visibility import Number, UnitId
from grognard.rules.narva.barrage import Barrages, EndBarrages
from grognard.rules.narva.data import GERMAN, enemy_of
from grognard.rules.narva.movement import held_in_zone
from grognard.rules.narva.paths import FREE, NORMAL
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def repeat_layers(game: "Narva", state: NarvaState, side: str) -> list[Layer]:
    last = state.last_hq[side]
    layers = [Layer("twice-running", "4.1.2.A", 1 << last if last >= 0 else 0)]
    used = 1 << game.strachwitz if state.strachwitz_used else 0
    layers.append(Layer("strachwitz-once", "4.2.3.D", used))
    return layers


def in_range(game: "Narva", state: NarvaState, hq: int, units: int) -> int:
    """4.2.4.A: those of the units within command range, counted in hexes."""
    if state.at[hq] < 0:
        return 0
    return state.units_in(game.grid.disk(state.at[hq], game.units[hq].command_range), units)


def activate(game: "Narva", state: NarvaState, hq: int, extras: int = 0) -> None:
    """4.2.1: the headquarters, its formation in range, and outsiders of its owner's choice."""
    side = game.owner(hq)
    state.last_hq[side] = hq
    own = in_range(game, state, hq, formation_of(game, hq))
    state.active |= own | 1 << hq
    state.fighters |= own
    state.tell(Event("activated", "4.2.1.A", {"unit": hq}, units=(hq,), hexes=(state.at[hq],)))
    steps: list[Step]
    if hq == game.strachwitz:
        state.strachwitz_used = True
        steps = [ChooseOutsiders(hq, game.limits.command.strachwitz_units),
                 Barrages(GERMAN, game.limits.command.strachwitz_barrages), EndBarrages()]
    else:
        steps = [ChooseOutsiders(hq, game.limits.command.outsiders)]
    if extras:
        steps.append(ChooseExtras(side, extras))
    state.push(*steps)


def formation_of(game: "Narva", hq: int) -> int:
    """Combat units with the headquarters' colour band; Strachwitz has none (4.2.3.A)."""
    band = game.units[hq].formation
    return game.formation.get(band, 0) & ~game.hqs if band else 0


class ChooseOutsiders(Ask, frozen=True):
    """4.2.1.A: up to so many more units in range, independent or of other formations."""

    hq: UnitId
    left: Number
    manner: str = NORMAL

    rule = "4.2.1.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.hq)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"attach": outsider_choices(game, state, self.hq, self.manner), "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.active |= 1 << arg
        state.fighters |= 1 << arg
        if self.left > 1:
            state.push(ChooseOutsiders(self.hq, self.left - 1, self.manner))


def outsider_choices(game: "Narva", state: NarvaState, hq: int, manner: str) -> Among:
    side = game.owner(hq)
    stuck = held_in_zone(game, state, side) if manner == FREE else 0
    own = game.combat_units(side)
    return Among(
        game.everybody,
        Layer("enemy-unit", "4.1.1.C", game.units_of[enemy_of(side)]),
        Layer("headquarters-not-attached", "4.2.1.A", game.hqs),
        Layer("not-on-map", "4.2.6.A", game.everybody & ~state.on_map(game.everybody)),
        Layer("out-of-range", "4.2.6.A", own & ~in_range(game, state, hq, own)),
        Layer("already-active", "4.2.1.A", state.active),
        Layer("pinned", "2.5.1.3.A", state.pinned),
        Layer("free-move-from-zone", "2.5.4.B.1", stuck),
    )


class ChooseExtras(Ask, frozen=True):
    """2.4.2.B: the Army Group chit frees two more combat units anywhere, to move only."""

    owner: str
    left: Number

    rule = "2.4.2.B"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.owner

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        units = Among(
            game.everybody,
            Layer("enemy-unit", "4.1.1.C", game.units_of[enemy_of(self.owner)]),
            Layer("headquarters-not-attached", "2.4.2.B", game.hqs),
            Layer("not-on-map", "2.4.2.B", game.everybody & ~state.on_map(game.everybody)),
            Layer("already-active", "2.4.2.B", state.active),
            Layer("pinned", "2.5.1.3.A", state.pinned),
        )
        return {"extra": units, "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.active |= 1 << arg  # not a fighter: 2.4.2.C
        if self.left > 1:
            state.push(ChooseExtras(self.owner, self.left - 1))


class EndActivation(Do, frozen=True):
    """4.2.6.B: command lasts for one activation."""

    rule = "4.2.1.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        state.end_activation()
