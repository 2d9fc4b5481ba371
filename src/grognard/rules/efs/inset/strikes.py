"""15.13.4: Axis aircraft against the guns of a mega-hex, and against the ships in the port."""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.steps import Step
from grognard.core.visibility import Number, Word
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import air
from grognard.rules.efs.air import INSET, FlyMissions
from grognard.rules.efs.air_combat import ResolveMissions
from grognard.rules.efs.inset.damage import damage
from grognard.rules.efs.naval import losses
from grognard.rules.efs.naval.raids import NameShip
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Do, Roll
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

GROUND, HARBOUR = INSET + air.INTERDICTION, INSET + air.RAID


# -- one mission after the other -----------------------------------------------------------------


class Strike(Do, frozen=True):
    """15.13.1.g: the next mission of the kind, if there is a target left."""

    mission: Word

    rule = "inset.air.one"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        aim = targets(game, state, self.mission) & ~state.means.struck
        state.set_means(aim=aim)
        if aim:
            state.push(FlyMissions("yes", self.mission), Launch(self.mission))


def targets(game: "EastFrontSeries", state: EfsState, mission: str) -> HexSet:
    """15.13.4.a, 15.13.4.c: the middles of mega-hexes, or the port with somebody in it."""
    if mission == GROUND:
        return pack(game.mega.middles.values())
    port = game.grid.hex(game.charts.inset.harbour)
    return 1 << port if afloat(game, state, port) else 0


def afloat(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """Soviet naval units and flotillas in a hex."""
    return state.set_at(hex) & (game.ships | game.boats) & game.units_of[SOVIET]


class Launch(Do, frozen=True):
    """A mission that somebody flies is met and resolved before the next is set up."""

    mission: Word

    rule = "inset.air.one"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.missions:
            state.set_means(struck=state.means.struck | state.means.aim)
            state.push(FlyMissions("no", INSET + air.OPPOSITION), ResolveMissions(self.mission),
                       Strike(self.mission))


def delivers(game: "EastFrontSeries", state: EfsState, hex: Hex,
             mission: str) -> tuple[Step, ...]:
    """What those that came through do; then they fly home."""
    through = air.in_hex(game, state, hex) & game.air_of[AXIS]
    total = sum(air.rating(game, unit, mission) for unit in bits(through))
    if mission not in (GROUND, HARBOUR) or not total:
        return ()
    roll: Step = StrikeRoll(hex, total) if mission == GROUND else HarbourRoll(hex, total)
    return roll, FlyHome(hex)


class FlyHome(Do, frozen=True):
    hex: Hex

    rule = "11.3.4"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for unit in bits(air.in_hex(game, state, self.hex)):
            air.home(state, unit)


# -- on the ground (15.13.4.a) -------------------------------------------------------------------


class MissionRoll(Roll, frozen=True):
    """One die for the mission; the more it brings, the lower."""

    hex: Hex
    count: Number
    """The ratings of those that came through."""

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(1, 10)


class StrikeRoll(MissionRoll, frozen=True):
    """The guns of a mega-hex."""

    rule = "inset.strike.ground"

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        result = losses.read(game.charts.inset.ground, outcome[0] - self.count // 2)
        points = self.count if result == "all" else int(result)
        state.tell(Event("strikes-guns", self.rule, {
            "hex": self.hex, "die": outcome[0], "less": self.count // 2, "count": points},
            hexes=(self.hex,)))
        if result == "all":
            state.interdiction[self.hex] = game.charts.inset.level
        for gun in bits(guns(game, state, self.hex) if points else 0):
            damage(game, state, gun, points, "inset.damage.cut")


def guns(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """Soviet artillery in all seven hexes; ships are not among it."""
    return state.units_in(game.mega.mega(hex),
                          game.artillery & game.units_of[SOVIET] & ~game.ships)


# -- in the port (15.13.4.c) ---------------------------------------------------------------------


class HarbourRoll(MissionRoll, frozen=True):
    """The ships in the port."""

    rule = "inset.strike.naval"

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        result = losses.read(game.charts.inset.naval, outcome[0] - self.count // 2)
        points = 0 if result == "step" else int(result)
        state.tell(Event("sinks-in-port" if result == "step" else "strikes-port", self.rule, {
            "hex": self.hex, "die": outcome[0], "less": self.count // 2, "count": points},
            hexes=(self.hex,)))
        if points or result == "step":
            state.push(ChooseBombed(self.hex, points))


class ChooseBombed(NameShip, frozen=True):
    """Which ship was hit; flotillas are among them."""

    count: Number
    """Points of damage; none: a step."""

    rule = "inset.strike.naval"
    in_port = "inset.strike.port"

    def targets(self, game: "EastFrontSeries", state: EfsState) -> int:
        return afloat(game, state, self.hex)

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if self.count:
            losses.damage(game, state, arg, self.count, self.rule)
        else:
            losses.hurt(game, state, arg, self.rule)
