"""11.2.3.d to g: fire in the air, losses, second shots and who goes on with the mission."""

from typing import TYPE_CHECKING

import msgspec

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Flag, Number, Word
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import air, flak
from grognard.rules.efs.state import DAMAGED, DESTROYED, FLOWN, EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

RESULTS = ("destroyed", "damaged", "abort")
BOXES = {"destroyed": DESTROYED, "damaged": DAMAGED, "abort": FLOWN}
WIDEST = 4
"""Difference of ratings beyond which the column does not change."""


class Fight(msgspec.Struct, frozen=True):
    """What is settled of the fight over a hex; air units as bit sets."""

    hex: Hex
    mission: Word
    shooters: Number = 0
    asked: Number = 0
    """Whose role is settled."""
    initiative: Word = ""
    advantage: Flag = False
    pairs: tuple[tuple[Number, Number], ...] = ()
    """Unit of the side with initiative, and whom it meets."""

    @property
    def engaged(self) -> int:
        return pack(unit for pair in self.pairs for unit in pair)


# -- fire --------------------------------------------------------------------------------------


class Shots(Do, frozen=True):
    """11.2.3.d: all fire at once; only shooters fire."""

    fight: Fight
    pairs: tuple[tuple[Number, Number], ...]
    again: Flag = False

    rule = "11.2.3.d"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        shots = []
        for one, other in self.pairs:
            if self.fight.shooters >> one & 1:
                shots.append((one, other))
            if self.fight.shooters >> other & 1 and not self.again:
                shots.append((other, one))
        if shots:
            state.push(ShotsRoll(self.fight, tuple(shots), self.again))
        else:
            state.push(After(self.fight))


class ShotsRoll(Roll, frozen=True):
    """A die for each shot."""

    fight: Fight
    shots: tuple[tuple[Number, Number], ...]
    again: Flag = False

    rule = "11.2.3.d"

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(len(self.shots), 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        worst: dict[int, str] = {}
        for (shooter, target), die in zip(self.shots, outcome, strict=True):
            result = shot(game, shooter, target, die)
            state.tell(Event("air-shot", self.rule, {
                "air": shooter, "target": target, "die": die, "result": result}))
            if result in RESULTS:
                known = worst.get(target, RESULTS[-1])
                worst[target] = min(known, result, key=RESULTS.index)
        for target, result in worst.items():
            air.send(state, target, BOXES[result])
        more = self.fight.advantage and not self.again
        state.push(SecondShots(self.fight) if more else After(self.fight))


def column(game: "EastFrontSeries", shooter: int, target: int) -> int:
    """11.2.2.b: rating less rating."""
    difference = game.air_units[shooter].rating - game.air_units[target].rating
    return max(-WIDEST, min(WIDEST, difference))


def shot(game: "EastFrontSeries", shooter: int, target: int, die: int) -> str:
    limits = game.charts.air.combat[str(column(game, shooter, target))]
    return next((word for word, most in zip(RESULTS, limits, strict=True) if die <= most),
                "no-effect")


class SecondShots(Do, frozen=True):
    """11.2.3.f: with the advantage, shooters whom nobody engages any more fire again."""

    fight: Fight
    pairs: tuple[tuple[Number, Number], ...] = ()

    rule = "11.2.3.f"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        free, targets = second_shooters(game, state, self.fight, self.pairs)
        if free and targets:
            state.push(ShootAgain(self.fight, self.pairs))
        elif self.pairs:
            state.push(Shots(self.fight, self.pairs, again=True))
        else:
            state.push(After(self.fight))


def second_shooters(game: "EastFrontSeries", state: EfsState, fight: Fight,
                    pairs: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Those of the side with initiative whose opponents are gone, and whom they may shoot at."""
    there = air.in_hex(game, state, fight.hex)
    busy = pack(one for one, other in fight.pairs if there >> other & 1)
    own = there & game.air_of[fight.initiative] & fight.shooters
    chosen = pack(one for one, _ in pairs)
    return own & ~busy & ~chosen, there & game.air_of[enemy_of(fight.initiative)]


class ShootAgain(Ask, frozen=True):
    """``again A against B``."""

    fight: Fight
    pairs: tuple[tuple[Number, Number], ...]

    rule = "11.2.3.f"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.fight.initiative

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        free, _ = second_shooters(game, state, self.fight, self.pairs)
        there, own = air.in_hex(game, state, self.fight.hex), game.air_of[self.fight.initiative]
        everybody = (1 << len(game.air_units)) - 1
        return {"again": Among(
            everybody,
            Layer("enemy-air", "11.2.3.f", everybody & ~own),
            Layer("not-over-the-hex", "11.2.3.f", everybody & ~there),
            Layer("does-not-fire", "11.2.3.f", there & ~self.fight.shooters),
            Layer("fires-again", "11.2.3.f", pack(one for one, _ in self.pairs)),
            Layer("engaged", "11.2.3.f", there & ~free),
        ), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            state.push(Shots(self.fight, self.pairs, again=True))
        else:
            state.push(ShootAgainAt(self.fight, self.pairs, arg))

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.fight.hex}


class ShootAgainAt(Ask, frozen=True):
    """At whom."""

    fight: Fight
    pairs: tuple[tuple[Number, Number], ...]
    air: Number

    rule = "11.2.3.f"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.fight.initiative

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        _, targets = second_shooters(game, state, self.fight, self.pairs)
        return {"against": Among(targets, outside=("not-an-enemy-there", "11.2.3.f"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.push(SecondShots(self.fight, (*self.pairs, (self.air, arg))))

    def asked_about(self) -> dict[str, object]:
        return {"air": self.air, "hex": self.fight.hex}


class After(Do, frozen=True):
    """11.2.3.g: who fired goes home, and whoever has nothing to do there."""

    fight: Fight

    rule = "11.2.3.g"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        fight, there = self.fight, air.in_hex(game, state, self.fight.hex)
        idle = pack(unit for unit in bits(there)
                    if not air.carries(game, state, unit, fight.mission))
        for unit in bits(there & (fight.shooters | idle)):
            air.home(state, unit)
        state.push(flak.Flak(fight.hex, fight.mission))
        fought = fight.initiative in game.sides
        if fought and not game.edition.air.roles_stand:
            state.push(GoOn(fight.hex, state.side), GoOn(fight.hex, enemy_of(state.side)))


class GoOn(Do, frozen=True):
    """11.2.3.g: each side says who of the others goes on with the mission."""

    hex: Hex
    owner: Word

    rule = "11.2.3.g"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if air.in_hex(game, state, self.hex) & game.air_of[self.owner]:
            state.push(ChooseHome(self.hex, self.owner))


class ChooseHome(Ask, frozen=True):
    """``home A`` gives the mission up before the flak opens fire."""

    hex: Hex
    owner: Word

    rule = "11.2.3.g"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        there, own = air.in_hex(game, state, self.hex), game.air_of[self.owner]
        return {"home": Among(there, Layer("enemy-air", "11.2.3.g", there & ~own),
                              outside=("not-over-the-hex", "11.2.3.g")),
                "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "home":
            air.home(state, arg)
            state.tell(Event("turns-back", self.rule, {"air": arg, "hex": self.hex},
                             hexes=(self.hex,)))
            state.push(GoOn(self.hex, self.owner))
