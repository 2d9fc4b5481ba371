"""8.5: steps lost, and the box that a counter goes to."""

from typing import TYPE_CHECKING, Annotated

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Naming, Number, UnitSet, Word
from grognard.hexes import bits
from grognard.rules.efs import control
from grognard.rules.efs.state import CADRE, ELIMINATED, FREE, EfsState
from grognard.rules.efs.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


HQ = "hq"
"""In the tally: headquarters that fell (17.2.2.a)."""


def _joined(groups: tuple[int, ...]) -> int:
    found = 0
    for group in groups:
        found |= group
    return found


UNIT_SETS = Naming(_joined)
"""Sets of units, one after the other."""


def remove(game: "EastFrontSeries", state: EfsState, unit: int, box: int, rule: str) -> None:
    """Take a counter off the map, into Cadre or Eliminated; the marks on it go with it (8.5.4).

    Supply counters and bridges are material: they are free to be used again (8.6.5).
    """
    hex = state.at[unit]
    if (game.supplies | game.bridge_units) >> unit & 1:
        box = FREE
    count_hq(game, state, unit)
    count_fallen(game, state, unit, state.steps[unit])
    told = {CADRE: "to-cadre", ELIMINATED: "eliminated"}.get(box, "removed")
    state.tell(Event(told, rule, {"unit": unit, "hex": hex}, hexes=(hex,), units=(unit,)))
    state.set_steps(unit, 0)
    state.guns.pop(unit, None)
    state.bridges.pop(unit, None)
    state.place(game, unit, box)


def count_hq(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """17.2.2.a: a Soviet headquarters that falls is counted, whatever becomes of it."""
    if game.hqs >> unit & 1:
        state.tally[HQ] = state.tally.get(HQ, 0) + 1


def fallen(line: int) -> str:
    """In the tally: steps that a line of the victory table counts as they fall."""
    return f"fallen-{line}"


def count_fallen(game: "EastFrontSeries", state: EfsState, unit: int, steps: int) -> None:
    """5.3.b: a marker on a track counts steps as they are lost."""
    row = game.units[unit]
    for number, line in enumerate(game.rows.victory):
        if line.fallen and line.side == row.side and game.fighting >> unit & 1 and (
                not line.traits or row.traits & set(line.traits)):
            state.tally[fallen(number)] = state.tally.get(fallen(number), 0) + steps


def lose_step(game: "EastFrontSeries", state: EfsState, unit: int, box: int = CADRE) -> None:
    """One step; who has no other leaves the map (8.5.3)."""
    left = state.steps[unit] - 1
    if left <= 0:
        remove(game, state, unit, box, "8.5.4")
        return
    count_fallen(game, state, unit, 1)
    state.set_steps(unit, left)
    hex = state.at[unit]
    state.tell(Event("loses-step", "8.5.3", {"unit": unit, "left": left}, hexes=(hex,),
                     units=(unit,)))


def living(game: "EastFrontSeries", state: EfsState, units: int) -> int:
    """Those of the units that are on the map and have steps to lose."""
    return state.on_map(units & ~game.supplies & ~game.bridge_units)


class Lose(Do, frozen=True):
    """So many steps from a force as a whole; what is too much is not charged (8.5.1, 8.5.3/4)."""

    units: UnitSet
    count: Number
    first: Annotated[tuple[int, ...], UNIT_SETS] = ()
    """Who must take the first steps, one of each group: engineers, then armour (9.3)."""
    last: UnitSet = 0
    """Who takes steps only when all others are gone (13.5.2, 10.1.6)."""
    cause: Word = "8.5.1"

    rule = "8.5.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        units = living(game, state, self.units)
        if not self.count or not units:
            return
        first = tuple(group for group in self.first if living(game, state, group))
        if self.count >= sum(state.steps[unit] for unit in bits(units)):
            self._all(game, state, units)
        else:
            state.push(ChooseLoss(units, self.count, first, self.last, self.cause))

    def _all(self, game: "EastFrontSeries", state: EfsState, units: int) -> None:
        for unit in bits(units):
            remove(game, state, unit, CADRE, "8.5.4")
        control.settle(game, state)


class ChooseLoss(Ask, frozen=True):
    """The owner picks, after those whom a rule names first (8.5.1)."""

    units: UnitSet
    count: Number
    first: Annotated[tuple[int, ...], UNIT_SETS] = ()
    last: UnitSet = 0
    cause: Word = "8.5.1"

    rule = "8.5.1"
    follows = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(next(bits(self.units)))

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        units = living(game, state, self.units)
        named = living(game, state, self.first[0]) if self.first else units
        spared = self.last if units & ~self.last and not self.first else 0
        return {"lose": Among(
            game.everybody,
            Layer("took-no-part", "8.5.1", game.everybody & ~units),
            Layer("loses-first", self._first_rule(game), units & ~named),
            Layer("loses-last", self._last_rule(game), spared),
        )}

    def _first_rule(self, game: "EastFrontSeries") -> str:
        """Engineers go before armour (9.3.2)."""
        engineers = bool(self.first) and not self.first[0] & ~game.engineers
        return "12.3.1" if engineers else "9.3.1"

    def _last_rule(self, game: "EastFrontSeries") -> str:
        return "10.1.6" if self.last & game.artillery else "13.5.2"

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        lose_step(game, state, arg)
        control.settle(game, state)
        state.push(Lose(self.units, self.count - 1, self.first[1:], self.last, self.cause))

    def asked_about(self) -> dict[str, object]:
        return {"count": self.count}
