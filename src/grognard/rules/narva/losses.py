"""Section 9.4: step losses."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, UnitSet
from grognard.hexes import bits
from grognard.rules.narva import fog
from grognard.rules.narva.headquarters import displace_alone
from grognard.rules.narva.state import ELIMINATED, NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


STRONGEST = {"9.5.3.D": "strongest-for-zone"}
"""A zone entered in retreat costs the strongest each time, not only at first (9.5.3.D)."""


class LoseSteps(Do, frozen=True):
    """So many steps from these units; the first, or every one, from the strongest."""

    units: UnitSet
    count: Number
    by_attack: bool
    """Strength is printed attack for attackers, printed defence for defenders (9.4.1.B)."""
    strongest: bool = True
    """The next step must come from the strongest (9.4.1.A, 9.5.3.D)."""
    cause: str = "9.4.1.A"
    city: UnitSet = 0
    """Units whose city spares the side its first loss (9.4.4.A)."""

    rule = "9.4.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if self.count and living(game, state, self.units):
            state.push(ChooseLoss(self.units, self.count, self.by_attack, self.strongest,
                                  self.cause, self.city))


def living(game: "Narva", state: NarvaState, units: int) -> int:
    """Combat units still on the map; headquarters absorb nothing (9.4.C)."""
    return state.on_map(units & ~game.hqs)


def strongest(game: "Narva", state: NarvaState, units: int, by_attack: bool) -> int:
    """Those of the units with the highest printed strength of the face that is up."""
    strength = state.attack if by_attack else state.defence
    most = max((strength(game, unit) for unit in bits(units)), default=0)
    return sum(1 << unit for unit in bits(units) if strength(game, unit) == most)


class ChooseLoss(Ask, frozen=True):
    """The owner picks where the rule leaves him a choice."""

    units: UnitSet
    count: Number
    by_attack: bool
    strongest: bool
    cause: str
    city: UnitSet

    rule = "9.4.2.A"
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(living(game, state, self.units))))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        units = living(game, state, self.units)
        first = strongest(game, state, units, self.by_attack) if self.strongest else units
        return {"lose": Among(
            game.everybody,
            Layer("headquarters-no-steps", "9.4.C", game.hqs),
            Layer("took-no-part", "9.4.1.A", game.everybody & ~units & ~game.hqs),
            Layer(STRONGEST.get(self.cause, "strongest-first"), self.cause, units & ~first),
        )}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        spared = bool(self.city >> arg & 1)
        if spared:  # the first step to be removed is still to come: from the strongest (9.4.1.A)
            state.tell(Event("city-saves", "9.4.4.A", {"unit": arg}, units=(arg,)))
        else:
            lose_step(game, state, arg)
        state.push(LoseSteps(self.units, self.count - 1, self.by_attack, spared, self.cause))

    def asked_about(self) -> dict[str, int]:
        return {"count": self.count}


def lose_step(game: "Narva", state: NarvaState, unit: int) -> None:
    """9.4.A, B: a full unit is turned over, a reduced one is destroyed."""
    hex = state.at[unit]
    state.set_steps(unit, state.steps[unit] - 1)
    if state.steps[unit] > 0:
        fog.put_in_order(game, state, hex)
        state.tell(Event("reduced", "9.4.A", {"unit": unit}, hexes=(hex,), units=(unit,)))
        return
    state.tell(Event("eliminated", "9.4.B", {"unit": unit}, hexes=(hex,), units=(unit,)))
    eliminate(game, state, unit)


def eliminate(game: "Narva", state: NarvaState, unit: int) -> None:
    """Off the map; a headquarters left alone by it is displaced (11.1.3.A.1)."""
    hex = state.at[unit]
    state.set_steps(unit, 0)
    state.place(game, unit, ELIMINATED)
    displace_alone(game, state, hex)
