"""14.2, 17.3.7.b: withdrawals. Listed units leave for good on their turn, or stay at a price;
under one of the plans whole divisions go as well.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId, Word
from grognard.hexes import bits, pack
from grognard.rules.efs import armour, control, losses, replacements, victory
from grognard.rules.efs.inset import battalions
from grognard.rules.efs.scenarios import Withdrawal
from grognard.rules.efs.state import CADRE, ELIMINATED, FREE, RECALLED, TRACK, WITHDRAWN, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class Withdrawals(Do, frozen=True):
    """14.2.1: in the owner's Movement Phase, or with the arrivals of the turn, as editions say."""

    owner: Word = ""
    """Whose, outside his segment."""

    rule = "14.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        now = "arrival" if self.owner else "movement"
        side = self.owner or state.side
        listed = due(game, state, side) or air_due(game, state, side)
        if game.edition.leaving.phase == now and listed:
            state.push(ChooseWithdrawal(side), self)
        elif divisions_due(game, state):
            state.push(ChooseDivision())


def due(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Units of the side that are listed for this turn and not settled yet."""
    listed = pack(game.number[code] for code in _listed(game, state) if code in game.number)
    gone = pack(unit for unit in bits(listed) if state.at[unit] == WITHDRAWN)
    return listed & game.units_of[side] & ~gone & ~state.retained


def air_due(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """The same of air units, in whatever box they are (14.2.1)."""
    listed = pack(game.air_number[code] for code in _listed(game, state)
                  if code in game.air_number)
    gone = pack(air for air in bits(listed) if state.air[air] == RECALLED)
    return listed & game.air_of[side] & ~gone & ~state.retained_air


def listed(game: "EastFrontSeries", state: EfsState) -> list[Withdrawal]:
    """The rows of this turn."""
    return [row for row in game.rows.withdrawal if row.turn == state.turn]


def _listed(game: "EastFrontSeries", state: EfsState) -> list[str]:
    return [code for row in listed(game, state) for code in row.units]


class ChooseWithdrawal(Ask, frozen=True):
    """Each goes, or is kept for victory points (14.2.3)."""

    owner: Word

    rule = "14.2.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        units, airs = due(game, state, self.owner), air_due(game, state, self.owner)
        outside = ("not-listed", "14.2")
        fixed = [code for row in listed(game, state) if row.cannot_cancel for code in row.units]
        ground, air = game.named(fixed), pack(game.air_number[code] for code in fixed
                                              if code in game.air_number)
        rule = "withdrawals.fixed"
        return {
            "withdraw": Among(units, outside=outside), "recall": Among(airs, outside=outside),
            "keep": Among(units, Layer("cannot-cancel", rule, ground), outside=outside),
            "retain": Among(airs, Layer("cannot-cancel", rule, air), outside=outside)}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        LEAVING[kind](game, state, arg)


def keep(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    state.retained |= 1 << unit
    points = _charge(game, state, game.owner(unit), _price(game, state, game.units[unit].code))
    state.tell(Event("kept", "14.2.3", {"unit": unit, "points": points}, units=(unit,)))


def keep_air(game: "EastFrontSeries", state: EfsState, air: int) -> None:
    state.retained_air |= 1 << air
    row = game.air_units[air]
    points = _charge(game, state, row.side, _price(game, state, row.code))
    state.tell(Event("air-kept", "14.2.3", {"air": air, "points": points}))


def _price(game: "EastFrontSeries", state: EfsState, code: str) -> int:
    row = next(row for row in listed(game, state) if code in row.units)
    return game.rows.keep_price if row.price is None else row.price


def _charge(game: "EastFrontSeries", state: EfsState, owner: str, price: int) -> int:
    """14.2.3: the Axis loses points, or gains them for a Soviet unit."""
    points = -price if owner == AXIS else price
    state.tally["kept"] = state.tally.get("kept", 0) + points
    return points


def withdraw(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """14.2.2: a unit that is dead owes a step first."""
    if state.at[unit] in (CADRE, ELIMINATED):
        owe_step(game, state, unit)
    code = game.units[unit].code
    home = next((row.to for row in listed(game, state) if code in row.units), "away")
    state.tell(Event("withdrawn", "14.2.1", {"unit": unit}, units=(unit,)))
    back = next((row.back for row in listed(game, state) if code in row.units), 0)
    box = CADRE if home == "cadre" else TRACK if back else WITHDRAWN
    battalions.leave(game, state, unit, FREE if back else box)
    state.place(game, unit, box)
    state.retained |= 1 << unit if home == "cadre" or back else 0
    if back:
        state.due[unit] = back
    control.settle(game, state)


def withdraw_air(game: "EastFrontSeries", state: EfsState, air: int) -> None:
    state.air[air] = RECALLED
    state.tell(Event("air-withdrawn", "14.2.1", {"air": air}))


LEAVING = {"withdraw": withdraw, "keep": keep, "recall": withdraw_air, "retain": keep_air}


# -- steps that are owed (14.2.2) --------------------------------------------------------------


def owe_step(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """Infantry is charged to points, even before they come; other steps, which nobody saves up,
    to a point in hand or to another unit of the kind."""
    kind = replacements.kind_of(game, unit)
    key = replacements.purse(game.owner(unit), kind)
    if kind == replacements.INFANTRY or state.points.get(key, 0) > 0:
        state.points[key] = state.points.get(key, 0) - 1
        state.tell(Event("step-charged", "14.2.2", {"unit": unit}, units=(unit,)))
    else:
        state.push(TakeStep(unit))


def donors(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    """Units on the map of the same side and type."""
    row = game.units[unit]
    alike = game.those(lambda other: other.side == row.side and other.type == row.type)
    return state.on_map(alike) & ~due(game, state, row.side)


class TakeStep(Do, frozen=True):
    """A step is taken from another unit of the kind, if there is one."""

    unit: UnitId

    rule = "14.2.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if donors(game, state, self.unit):
            state.push(ChooseDonor(self.unit))


class ChooseDonor(Ask, frozen=True):
    """Who gives the step that a dead unit lacks."""

    unit: UnitId

    rule = "14.2.2"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"lose": Among(donors(game, state, self.unit), outside=("another-type", "14.2.2"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        losses.lose_step(game, state, arg)
        control.settle(game, state)


# -- a plan that gives divisions up (17.3.7.b) -------------------------------------------------


def divisions(game: "EastFrontSeries") -> dict[str, str]:
    """German mobile divisions: panzer or motorised."""
    return {row.division: "panzer" if row.division in game.panzer_divisions else "motorised"
            for row in game.units if row.side == AXIS and row.division and row.role}


def divisions_due(game: "EastFrontSeries", state: EfsState) -> int:
    """Elements of the divisions that may go next; those that keep their integrity go first."""
    plan = game.plans[state.plan]
    if state.turn != plan.leave_on or state.side != AXIS:
        return 0
    left = {name: kind for name, kind in divisions(game).items() if not _gone(game, state, name)}
    found = 0
    for kind, share in plan.leave.items():
        gone = sum(1 for name, other in divisions(game).items()
                   if other == kind and _gone(game, state, name))
        mine = [name for name, other in left.items() if other == kind]
        whole = [name for name in mine if is_whole(game, state, name)]
        for name in (whole or mine) if gone < share else ():
            found |= pack(victory.elements(game, name))
    return found


def _gone(game: "EastFrontSeries", state: EfsState, division: str) -> bool:
    return all(state.at[unit] == WITHDRAWN for unit in victory.elements(game, division))


def is_whole(game: "EastFrontSeries", state: EfsState, division: str) -> bool:
    """9.2: its elements on the map would keep integrity if they stood together."""
    units = state.on_map(pack(victory.elements(game, division)))
    return armour.is_division(game, state, units)


class ChooseDivision(Ask, frozen=True):
    """Which division leaves next: one of its elements is named."""

    rule = "17.3.7.b"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        mobile = game.those(lambda unit: unit.side == AXIS and unit.division and unit.role)
        return {"withdraw": Among(
            game.everybody,
            Layer("no-mobile-division", self.rule, game.everybody & ~mobile),
            Layer("division-not-asked", self.rule, game.everybody & ~divisions_due(game, state)),
        )}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.push(Withdrawals())
        send_home(game, state, game.units[arg].division)


def send_home(game: "EastFrontSeries", state: EfsState, division: str) -> None:
    """All elements; those missing for its integrity are paid for, step by step."""
    units = victory.elements(game, division)
    standing = state.on_map(pack(units))
    dead = [unit for unit in units if state.at[unit] in (CADRE, ELIMINATED)]
    for unit in units:
        if state.at[unit] != WITHDRAWN:
            state.tell(Event("withdrawn", "17.3.7.b", {"unit": unit}, units=(unit,)))
            state.place(game, unit, WITHDRAWN)
    control.settle(game, state)
    for unit in dead:
        if armour.is_division(game, state, standing):
            return
        standing |= 1 << unit
        owe_step(game, state, unit)
