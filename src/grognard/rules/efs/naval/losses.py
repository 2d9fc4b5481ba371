"""8.6, 8.8.1: what is lost at sea: steps of ships, of boats and of those they carry."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.visibility import Number, UnitSet, Word
from grognard.hexes import bits, pack
from grognard.rules.efs import control
from grognard.rules.efs.data import Band
from grognard.rules.efs.losses import lose_step
from grognard.rules.efs.naval import guns
from grognard.rules.efs.state import ELIMINATED, EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


# -- ships ---------------------------------------------------------------------------------------


def hurt(game: "EastFrontSeries", state: EfsState, ship: int, rule: str) -> bool:
    """8.8.1.a: the first loss turns the counter over, the second sinks it; whether it floats."""
    if state.steps[ship] <= 1:
        sink(game, state, ship, rule)
        return False
    state.set_steps(ship, state.steps[ship] - 1)
    state.tell(Event("ship-hit", rule, {"unit": ship}, units=(ship,)))
    return True


def sink(game: "EastFrontSeries", state: EfsState, ship: int, rule: str) -> None:
    state.tell(Event("ship-sunk", rule, {"unit": ship}, units=(ship,)))
    state.set_steps(ship, 0)
    state.guns.pop(ship, None)
    damage = {unit: points for unit, points in state.sea.damage.items() if unit != ship}
    state.at_sea(damage=damage)
    state.place(game, ship, ELIMINATED)


def damage(game: "EastFrontSeries", state: EfsState, ship: int, points: int, rule: str) -> None:
    """8.7.4.b.3: points add up to a step; until then they weaken the guns."""
    total = state.sea.damage.get(ship, 0) + points
    per_step = game.charts.naval.damage_per_step
    state.tell(Event("ship-damaged", rule, {"unit": ship, "count": points}, units=(ship,)))
    state.at_sea(damage={**state.sea.damage, ship: total % per_step})
    if total >= per_step:
        hurt(game, state, ship, rule)


# -- the Soviet table ----------------------------------------------------------------------------


class Modifier(NamedTuple):
    name: str
    rule: str
    die: int


def modifiers(game: "EastFrontSeries", state: EfsState, trail: int, place: int,
              cargo: bool) -> Iterator[Modifier]:
    """8.6.2: dangerous zones, evacuation, aircraft and guns, one by one."""
    rows, chart = game.rows.sea, game.charts.naval
    assert rows is not None
    for row in rows.danger:
        held = not row.once_held or any(state.axis_land >> hex & 1 for hex in row.once_held)
        in_time = row.first_turn <= state.turn <= row.last_turn
        if held and in_time and trail >> game.waters.numbers[row.zone] & 1:
            yield Modifier("zone", "sea:6.2/drm", row.die)
    if cargo and state.turn in state.sea.evacuations.values():
        yield Modifier("evacuation", "sea:4.3.3.d", chart.evacuation_die)
    if state.sea.patrol:
        yield Modifier("patrol", "sea:7.3/drm", -state.sea.patrol)
    if place >= 0 and guns.reaching(game, state, place, AXIS):
        yield Modifier("guns", "sea:6.2/drm", chart.guns_die)


class SeaLoss(Do, frozen=True):
    """8.6.1: at the end of a Soviet voyage, if the scenario has a table."""

    units: UnitSet
    trail: Number
    """Zones entered."""
    place: Number
    """Where it ended: a hex or a box."""
    stowed: Word = ""
    """The kind of replacement point carried instead of units."""

    rule = "sea:6.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        assert game.rows.sea is not None
        if game.rows.sea.losses and (self.stowed or afloat(state, self.units)):
            state.push(SeaLossRoll(self.units, self.trail, self.place, self.stowed))


def afloat(state: EfsState, units: int) -> int:
    """Those that have not been lost on the way."""
    return pack(unit for unit in bits(units) if state.steps[unit] and state.at[unit] != ELIMINATED)


class SeaLossRoll(Roll, frozen=True):
    units: UnitSet
    trail: Number
    place: Number
    stowed: Word = ""

    rule = "sea:6.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(1, 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        cargo = bool(self.stowed) or not self.units & (game.ships | game.boats)
        more = tuple(modifiers(game, state, self.trail, self.place, cargo))
        for name, rule, die in more:
            state.tell(Event(f"sea-loss-{name}", rule, {"die": die}))
        die = outcome[0] + sum(modifier.die for modifier in more)
        steps = int(read(game.charts.naval.sea_loss, die))
        state.tell(Event("sea-loss", self.rule, {"die": outcome[0], "modified": die,
                                                 "count": steps}))
        self._apply(game, state, steps, cargo)

    def _apply(self, game: "EastFrontSeries", state: EfsState, steps: int, cargo: bool) -> None:
        """8.6.3: what is carried, or the vessel itself."""
        if self.stowed:
            lose_points(state, self.stowed, self.place, steps)
        elif cargo:
            state.push(LoseAtSea(self.units, steps))
        else:
            for vessel in bits(self.units):
                for _ in range(steps):
                    if afloat(state, 1 << vessel):
                        hurt(game, state, vessel, "sea:6.3")


def lose_points(state: EfsState, kind: str, port: int, steps: int) -> None:
    """8.6.3: replacement points go down too."""
    have: dict[int, int] = getattr(state.sea, kind)
    lost = min(steps, have.get(port, 0))
    if lost:
        state.at_sea(**{kind: {**have, port: have[port] - lost}})
        state.tell(Event("points-lost-at-sea", "sea:6.3", {"count": lost}))


def read(bands: list[Band], number: int) -> str:
    """The row of a chart."""
    return next(row.result for row in bands if row.least <= number <= row.most)


# -- those carried -------------------------------------------------------------------------------


class LoseAtSea(Do, frozen=True):
    """8.4.2, 8.6.3: so many steps from those carried; what is too much is not charged."""

    units: UnitSet
    count: Number

    rule = "sea:6.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        left = afloat(state, self.units)
        if not self.count or not left:
            return
        if self.count < sum(state.steps[unit] for unit in bits(left)):
            state.push(ChooseDrowned(left, self.count))
            return
        for unit in bits(left):
            drown(game, state, unit)
            while afloat(state, 1 << unit):
                drown(game, state, unit)
        control.settle(game, state)


def drown(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """8.4.3.1.d: who is lost goes to the Eliminated box."""
    lose_step(game, state, unit, ELIMINATED)


class ChooseDrowned(Ask, frozen=True):
    """The owner picks (8.6.3)."""

    units: UnitSet
    count: Number

    rule = "sea:6.3"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(next(bits(self.units)))

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"lose": Among(afloat(state, self.units), outside=("not-carried", self.rule))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        drown(game, state, arg)
        control.settle(game, state)
        state.push(LoseAtSea(self.units, self.count - 1))

    def asked_about(self) -> dict[str, object]:
        return {"count": self.count}
