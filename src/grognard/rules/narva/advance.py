"""Section 9.6: advance after combat."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Ask, Do
from grognard.hexes import Hex, HexSet, bits
from grognard.rules.narva import fog, stacking
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.headquarters import overrun
from grognard.rules.narva.movement import forbidden
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class Advance(Do, frozen=True):
    """9.6.A: into the hex that the defender left, as many attackers as stacking allows."""

    battle: Battle
    retreated: bool = False
    """The attackers had to retreat: nobody advances."""
    went: int = 0
    """Units that have advanced."""

    rule = "9.6.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if self.retreated or (state.units_at(self.battle.hex) and not self.went):
            return
        if advancers(game, state, self.battle, self.went).mask:
            state.push(ChooseAdvance(self.battle, self.went))


def advancers(game: "Narva", state: NarvaState, battle: Battle, went: int) -> Among:
    everybody = (1 << len(game.units)) - 1
    attackers = state.on_map(battle.attackers)
    escorted = escorts(game, state, attackers)
    full = crossing = closed = 0
    for unit in bits((attackers | escorted) & ~went):
        bit = 1 << unit
        near = game.ground.after_combat[game.going(state, unit)][state.at[unit]]
        crossing |= bit if not near >> battle.hex & 1 else 0
        full |= bit if stacking.full(game, state, unit) >> battle.hex & 1 else 0
        bars = sum(1 for layer in forbidden(game, state, unit) if layer.bars >> battle.hex & 1)
        closed |= bit if bars else 0
    return Among(
        everybody,
        Layer("did-not-attack", "9.6.A", everybody & ~(attackers | escorted)),
        Layer("advanced-already", "9.6.B", went),
        Layer("cannot-cross", "9.6.1.A", crossing),
        Layer("closed-ground", "6.3.D", closed),
        Layer("stack-full", "9.6.B", full),
    )


def escorts(game: "Narva", state: NarvaState, attackers: int) -> int:
    """9.6.5: headquarters that stood with units which attacked."""
    found = 0
    for unit in bits(attackers):
        for other in state.units_at(state.at[unit]):
            if game.hqs >> other & 1 and not game.army_hqs >> other & 1:
                found |= 1 << other
    return found


class ChooseAdvance(Ask, frozen=True):
    """9.6.B: from nobody to everybody."""

    battle: Battle
    went: int = 0

    rule = "9.6.B"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.battle.side

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"advance": advancers(game, state, self.battle, self.went), "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        start, hex = state.at[arg], self.battle.hex
        step_into(game, state, arg, hex)
        state.push(SecondHex(arg, start, hex, self.battle.attackers),
                   Advance(self.battle, went=self.went | 1 << arg))


def step_into(game: "Narva", state: NarvaState, unit: int, hex: Hex) -> None:
    start = state.at[unit]
    if not game.hqs >> unit & 1:
        overrun(game, state, unit, hex)
    state.place(game, unit, hex)
    event = Event("advances", "9.6.A", {"unit": unit, "to": hex}, hexes=(start, hex),
                  units=(unit,))
    fog.tell(game, state, event, unit)


class SecondHex(Do, frozen=True):
    """9.6.3: mechanised units may go on one hex; a headquarters may follow (11.1.2.B)."""

    unit: int
    start: Hex
    hex: Hex
    attackers: int

    rule = "9.6.3.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        may = game.mechanised >> self.unit & 1 and not self._stops(game, state)
        if may and second_hexes(game, state, self.unit).mask:
            state.push(ChooseFurther(self.unit))

    def _stops(self, game: "Narva", state: NarvaState) -> bool:
        """9.6.4.B: over an unbridged minor river, or in a village or city, it goes no further."""
        side = game.grid.hexside(self.start, self.hex)
        river = side in game.ground.minor and not game.ground.bridged(side, state.frozen(game))
        return river or bool(game.cover >> self.hex & 1)


def second_hexes(game: "Narva", state: NarvaState, unit: int) -> Among:
    here = state.at[unit]
    near: HexSet = game.grid.spread(1 << here)
    return Among(
        near,
        *forbidden(game, state, unit),
        Layer("cannot-cross", "9.6.4.A",
              near & ~game.ground.after_combat[game.going(state, unit)][here]),
        stacking.layer(game, state, unit),
        outside=("not-adjacent-hex", "9.6.3.A"),
    )


class ChooseFurther(Ask, frozen=True):
    unit: int

    rule = "9.6.3.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"further": second_hexes(game, state, self.unit), "hold": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "further":
            step_into(game, state, self.unit, arg)
