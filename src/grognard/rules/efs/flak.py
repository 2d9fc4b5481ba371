"""11.3: anti-aircraft fire, and what the missions that come through bring."""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.visibility import Number, Word
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import air, armour, strengths
from grognard.rules.efs.state import DAMAGED, DESTROYED, FLOWN, EfsState
from grognard.rules.efs.steps import Do, Roll
from grognard.rules.efs.words import AXIS, SIDES, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

BOXES = {"abort": FLOWN, "damaged": DAMAGED, "destroyed": DESTROYED}


class Flak(Do, frozen=True):
    """11.3.1: each mission unit, if any gun is near."""

    hex: Hex
    mission: Word

    rule = "11.3.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.push(Delivery(self.hex, self.mission))
        there = air.in_hex(game, state, self.hex)
        shot_at = pack(unit for unit in bits(there) if batteries(
            game, state, self.hex, enemy_of(game.air_units[unit].side)))
        if shot_at:
            state.push(FlakRoll(self.hex, shot_at))


def batteries(game: "EastFrontSeries", state: EfsState, hex: Hex, side: str) -> int:
    """Ground units of the side that fire from the hex or next to it (11.3.2)."""
    near = state.units_in(game.mega.disk(hex, 1), state.on_map(game.judged[side]))
    ships = afloat(game, state, hex, side)
    if side == SOVIET:
        return ships | pack(unit for unit in bits(near) if _soviet_gun(game, unit))
    if game.edition.air.axis_flak == "unbanded":
        return ships | pack(unit for unit in bits(near)
                    if not strengths.banded(game.units[unit], state.steps[unit]))
    own = pack(unit for unit in bits(near) if _formation(game, unit))
    return ships | own | armour.integrity_groups(game, state, near)


def afloat(game: "EastFrontSeries", state: EfsState, hex: Hex, side: str) -> int:
    """agn:8.8.1.b, agn:8.10.5: naval units of both sides and Axis flotillas fire, with no
    modifiers of their own."""
    fleet = game.ships & game.units_of[side] | (game.boats & game.units_of[side]
                                                if side == AXIS else 0)
    return state.units_in(game.mega.disk(hex, 1), fleet) if fleet else 0


def _soviet_gun(game: "EastFrontSeries", unit: int) -> bool:
    """11.3.2.a: divisions, headquarters and flak."""
    row = game.units[unit]
    return row.size == "division" or row.hq or "anti_air" in row.traits


def _formation(game: "EastFrontSeries", unit: int) -> bool:
    """BSR.aa.axis: divisions and flak; groups with integrity fire too."""
    row = game.units[unit]
    return row.size == "division" or "anti_air" in row.traits


def modifier(game: "EastFrontSeries", state: EfsState, hex: Hex, unit: int) -> int:
    """11.3.3: each headquarters and flak unit near, up to a limit; then the aircraft's own."""
    row = game.air_units[unit]
    side = enemy_of(row.side)
    firing = batteries(game, state, hex, side)
    die = game.charts.air.flak_die
    hqs = die["hq"] * (firing & game.hqs).bit_count()
    guns = die["anti_air"] * (firing & game.with_trait("anti_air")).bit_count()
    capped = side == SOVIET or game.edition.air.flak_most_axis
    return (min(hqs + guns, game.edition.air.flak_most) if capped else hqs + guns) + row.flak


class FlakRoll(Roll, frozen=True):
    """A die for each mission unit."""

    hex: Hex
    airs: Number

    rule = "11.3.3"
    opens = True

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(self.airs.bit_count(), 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        for unit, die in zip(bits(self.airs), outcome, strict=True):
            more = modifier(game, state, self.hex, unit)
            result = read(game, die + more)
            state.tell(Event("flak", self.rule, {
                "air": unit, "die": die, "modifier": more, "result": result}, hexes=(self.hex,)))
            if result in BOXES:
                air.send(state, unit, BOXES[result])


def read(game: "EastFrontSeries", modified: int) -> str:
    return next(row.result for row in game.charts.air.flak if row.least <= modified <= row.most)


class Delivery(Do, frozen=True):
    """11.4.1.e, 11.5.4.d: what gets through counts; everybody flies home."""

    hex: Hex
    mission: Word

    rule = "11.3.4"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for plug in game.plug_ins:
            steps = plug.delivers(state, self.hex, self.mission)
            if steps:
                state.push(*steps)
                return
        there = air.in_hex(game, state, self.hex)
        if air.kind_of(self.mission) == air.SUPPORT:
            self._support(game, state, there)
        elif there & game.air_of[AXIS]:
            self._interdict(game, state, there & game.air_of[AXIS])
        for unit in bits(there):
            air.home(state, unit)

    def _support(self, game: "EastFrontSeries", state: EfsState, there: int) -> None:
        axis, soviet = (
            sum(game.air_units[unit].support for unit in bits(there & game.air_of[side]))
            for side in SIDES)
        if axis or soviet:
            state.support[self.hex] = (axis, soviet)
            state.tell(Event("air-support", "11.5.4.d", {
                "hex": self.hex, "axis": axis, "soviet": soviet}, hexes=(self.hex,)))

    def _interdict(self, game: "EastFrontSeries", state: EfsState, there: int) -> None:
        level = sum(air.rating(game, unit, self.mission) for unit in bits(there))
        level = min(game.measures.air.interdiction, level)
        state.interdiction[self.hex] = level
        state.tell(Event("interdicts", "11.4.1.e", {"hex": self.hex, "level": level},
                         hexes=(self.hex,)))
