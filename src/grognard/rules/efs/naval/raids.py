"""8.7: Axis aircraft against ships: over the sea lanes, and in port."""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import air
from grognard.rules.efs.naval import losses
from grognard.rules.efs.state import FLOWN, READY, EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


# -- over the sea lanes (8.7.3) ------------------------------------------------------------------


class SeaPatrol(Do, frozen=True):
    """8.7.3: aircraft that make every Soviet voyage of the turn more dangerous."""

    rule = "sea:7.3/max"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        assert game.rows.sea is not None
        if game.rows.sea.losses and len(patrol_choices(game, state)):
            state.push(ChoosePatrol())


def raiders(game: "EastFrontSeries") -> int:
    """8.7.3, 8.7.4.b: the types that strike at sea."""
    kinds = game.charts.naval.raiders
    return pack(number for number, row in enumerate(game.air_units)
                if row.side == AXIS and row.aircraft in kinds)


def patrol_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    everybody = (1 << len(game.air_units)) - 1
    ready = pack(unit for unit, box in enumerate(state.air) if box == READY)
    left = game.charts.naval.patrol - state.sea.patrol
    strong = pack(unit for unit in bits(raiders(game)) if game.air_units[unit].interdiction > left)
    return Among(
        everybody,
        Layer("enemy-air", "sea:7.1", everybody & ~game.air_of[AXIS]),
        Layer("not-for-the-sea", "sea:7.3/units", everybody & ~raiders(game)),
        Layer("air-not-ready", "11.1.5", everybody & ~ready),
        Layer("patrol-full", "sea:7.3/max", strong),
    )


class ChoosePatrol(Ask, frozen=True):
    """Who flies over the sea lanes; nobody opposes it (8.7.3/free)."""

    rule = "sea:7.3/max"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"patrol": patrol_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.air[arg] = FLOWN
        state.at_sea(patrol=state.sea.patrol + game.air_units[arg].interdiction)
        state.tell(Event("patrols", "sea:7.3/flown", {"air": arg}))
        state.push(SeaPatrol())


# -- in port (8.7.4.b) ---------------------------------------------------------------------------


def harbours_with_ships(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Ports with Soviet naval units in them."""
    return state.hexes_of(game.ships & game.units_of[SOVIET]) & game.waters.ports


class Bombing(Do, frozen=True):
    """8.7.4.b.3: each aircraft that came through, one after the other."""

    hex: Hex
    airs: Number

    rule = "sea:7.4.b.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        left = self.airs & air.in_hex(game, state, self.hex)
        for unit in bits(left & ~raiders(game)):
            air.send(state, unit, FLOWN)
        left &= raiders(game)
        if not left:
            return
        first = next(bits(left))
        if targets(game, state, self.hex):
            state.push(ChooseShip(self.hex, first), Bombing(self.hex, left & ~(1 << first)))
        else:
            for unit in bits(left):
                air.send(state, unit, FLOWN)


def targets(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    return state.set_at(hex) & game.ships & game.units_of[SOVIET]


class NameShip(Ask, frozen=True):
    """The Axis names a ship in a port."""

    hex: Hex

    in_port = "sea:7.4.b"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def targets(self, game: "EastFrontSeries", state: EfsState) -> int:
        return targets(game, state, self.hex)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"bomb": Among(self.targets(game, state), outside=("no-ship-there", self.in_port))}

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.hex}


class ChooseShip(NameShip, frozen=True):
    """Which ship an aircraft attacks; named before its roll, and for good."""

    air: Number

    rule = "sea:7.4.b.3"

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.push(BombRoll(self.hex, self.air, arg))

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.hex, "air": self.air}


class BombRoll(Roll, frozen=True):
    hex: Hex
    air: Number
    ship: UnitId

    rule = "sea:7.4.b.3"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(1, 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        chart, row = game.charts.naval, game.air_units[self.air]
        result = losses.read(chart.raid, outcome[0] + chart.raid_die.get(row.aircraft, 0))
        state.tell(Event("bombs-ship", self.rule, {
            "air": self.air, "unit": self.ship, "die": outcome[0], "result": result},
            hexes=(self.hex,), units=(self.ship,)))
        if result == "step":
            losses.hurt(game, state, self.ship, self.rule)
        elif result != "0":
            losses.damage(game, state, self.ship, int(result), "sea:7.4.b.3/damage")
        air.send(state, self.air, FLOWN)
