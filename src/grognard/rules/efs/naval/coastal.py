"""8.5.3: coastal guns fire when ships, boats, landings and Soviet transports come to a stop.

``fire 315CD fire 24CD done``: the owner of the guns names those that fire at the hex, then rolls
once for all who are carried and once for each vessel there.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitSet
from grognard.hexes import Hex, bits
from grognard.rules.efs.naval import guns, losses
from grognard.rules.efs.naval.havens import back_to_port
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

STEPS = {"step": 1, "two-steps": 2}


class CoastalFire(Do, frozen=True):
    """8.5.3.b: only the hex where the movement stops is a target."""

    hex: Hex
    cargo: UnitSet
    vessels: UnitSet

    rule = "sea:5.3.b/when"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        asked = ChooseFire(self.hex, self.cargo, self.vessels)
        if asked.choices(game, state)["fire"]:
            state.push(asked)


class ChooseFire(Ask, frozen=True):
    """Which guns fire at the hex, or none."""

    hex: Hex
    cargo: UnitSet
    vessels: UnitSet
    guns: UnitSet = 0

    rule = "sea:5.3.b/once"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return enemy_of(game.owner(next(bits(self.cargo | self.vessels))))

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        side = self.side(game, state)
        own = guns.batteries(game, state, side)
        return {"fire": Among(
            game.everybody,
            Layer("no-coastal-gun", "sea:5.3.a", game.everybody & ~own),
            Layer("fired-already", "sea:5.3.b/once", state.sea.fired),
            Layer("fires-here", "sea:5.3.b/once", self.guns),
            Layer("no-line-of-fire", "sea:5.3.b/los", own & ~guns.reaching(
                game, state, self.hex, side)),
        ), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "fire":
            step = replace(self, guns=self.guns | 1 << arg)
            if len(step.choices(game, state)["fire"]):
                state.push(step)
                return
            self = step
        if self.guns:
            state.at_sea(fired=state.sea.fired | self.guns)
            state.push(CoastalRoll(self.hex, self.cargo, self.vessels, self.guns))

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.hex}


class CoastalRoll(Roll, frozen=True):
    """8.5.3.b: one die for those carried, one for each vessel."""

    hex: Hex
    cargo: UnitSet
    vessels: UnitSet
    guns: UnitSet

    rule = "sea:5.3.b/rolls"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(next(bits(self.guns)))

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(bool(self.cargo) + self.vessels.bit_count(), 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        number = guns.number(game, state, self.guns, self.hex)
        dice = list(outcome)
        if self.cargo:
            self._on_cargo(game, state, number, dice.pop(0))
        for vessel, die in zip(bits(self.vessels), dice, strict=True):
            self._on_vessel(game, state, vessel, number, die)

    def _on_cargo(self, game: "EastFrontSeries", state: EfsState, number: int, die: int) -> None:
        """8.5.3.b: steps, and a worse die in the coming combat."""
        result = losses.read(game.charts.naval.fire_on_cargo, number - die)
        self._tell(state, "coastal-fire-cargo", next(bits(self.cargo)), number, die, result)
        if result in STEPS:
            state.at_sea(shaken=state.sea.shaken | self.cargo,
                         landed=state.sea.landed | self.cargo)  # 8.5.4.f: disrupted
            state.push(losses.LoseAtSea(self.cargo, STEPS[result]))

    def _on_vessel(self, game: "EastFrontSeries", state: EfsState, vessel: int, number: int,
                   die: int) -> None:
        result = losses.read(game.charts.naval.fire_on_ships, number - die)
        self._tell(state, "coastal-fire", vessel, number, die, result)
        if result == "abort":
            back_to_port(game, state, vessel)
        for _ in range(STEPS.get(result, 0)):
            losses.hurt(game, state, vessel, "sea:5.3.b/table")

    def _tell(self, state: EfsState, told: str, unit: int, number: int, die: int,
              result: str) -> None:
        state.tell(Event(told, "sea:5.3.b/table", {
            "unit": unit, "number": number, "die": die, "result": result, "hex": self.hex,
            "guns": tuple(bits(self.guns))}, hexes=(self.hex,), units=(unit,)))
