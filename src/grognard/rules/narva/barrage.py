"""Section 2.5.1: barrages."""

from typing import TYPE_CHECKING

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.core.odds import Fact, Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.tables import Lit
from grognard.core.visibility import Number, UnitId
from grognard.rules.narva.aftermath import DefenderSuffers
from grognard.rules.narva.battle import Battle, read_result
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.losses import eliminate
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Ask, Do, Roll

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class BarrageCount(Roll, frozen=True):
    """2.5.1.1.B: a die tells how many barrage attacks the chit gives."""

    owner: str

    rule = "2.5.1.1.B"

    def chance(self, game: "Narva", state: NarvaState) -> Dice:
        return Dice(1, 6)

    def reading(self, game: "Narva", state: NarvaState, outcome: Outcome) -> int:
        return game.charts.barrage_counts[outcome[0] - 1]

    def take(self, game: "Narva", state: NarvaState, outcome: Outcome) -> None:
        count = self.reading(game, state, outcome)
        state.tell(Event("barrage-count", "2.5.1.1.B",
                         {"side": self.owner, "die": outcome[0], "count": count}))
        state.push(Barrages(self.owner, count), EndBarrages())


class Barrages(Do, frozen=True):
    """One barrage attack after the other, each seen before the next is aimed."""

    owner: str
    left: Number

    rule = "2.5.1.1.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if self.left:
            ChooseBarrage(self.owner, self.left).ask_if_any(game, state)


class EndBarrages(Do, frozen=True):
    """A hex is safe only within one barrage action (2.5.1.1.D)."""

    rule = "2.5.1.1.D"

    def run(self, game: "Narva", state: NarvaState) -> None:
        state.barraged = 0


def barrage_targets(game: "Narva", state: NarvaState, side: str) -> Among:
    enemy = enemy_of(side)
    near = game.grid.spread(state.occupied(game, side))
    return Among(
        game.grid.all,
        Layer("nobody-there", "2.5.1.1.C", game.grid.all & ~state.occupied(game, enemy)),
        Layer("barrage-on-headquarters", "2.5.1.1.C", state.lone_hqs(game, enemy)),
        Layer("nobody-spots", "2.5.1.1.C", game.grid.all & ~near),
        Layer("barraged-already", "2.5.1.1.D", state.barraged),
    )


class ChooseBarrage(Ask, frozen=True):
    """2.5.1.1.C: an enemy-occupied hex next to a unit of the firing side."""

    owner: str
    left: Number

    rule = "2.5.1.1.C"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.owner

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"barrage": barrage_targets(game, state, self.owner), "done": ALWAYS}

    def odds(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Odds | None:
        aimed = kind == "barrage" and Battle(self.owner, arg, barrage=True)
        return barrage_odds(game, state, BarrageRoll(aimed)) if aimed else None

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "barrage":
            state.barraged |= 1 << arg
            state.push(BarrageRoll(Battle(self.owner, arg, barrage=True)),
                       Barrages(self.owner, self.left - 1))


class BarrageRoll(Roll, frozen=True):
    """2.5.1.2.C: the city column for a city, the other column for everything else."""

    battle: Battle
    landing: UnitId = -1
    """The brigade that lands under fire: a retreat destroys it (8.6.C.2)."""

    rule = "2.5.1.2.C"

    def chance(self, game: "Narva", state: NarvaState) -> Dice:
        return Dice(1, 6)

    def ground(self, game: "Narva") -> str:
        """The name of its column."""
        return "city" if game.cities >> self.battle.hex & 1 else "other"

    def reading(self, game: "Narva", state: NarvaState, outcome: Outcome) -> str:
        table = game.charts.barrage
        return table.result(table.column(self.ground(game)), outcome[0])

    def take(self, game: "Narva", state: NarvaState, outcome: Outcome) -> None:
        result, hex = self.reading(game, state, outcome), self.battle.hex
        state.tell(Event("barrage", "2.5.1.2.C", {"die": outcome[0], "result": result, "hex": hex},
                         hexes=(hex,)))
        verdict = read_result(result, self.battle.side)
        if verdict.pinned:
            pin(game, state, hex)
        steps, hexes = verdict.defender
        if self.landing >= 0 and hexes:
            state.push(DefenderSuffers(self.battle, steps, 0), DestroyLanded(self.landing),
                       DefenderSuffers(self.battle, 0, hexes))
        else:
            state.push(DefenderSuffers(self.battle, steps, hexes))


class DestroyLanded(Do, frozen=True):
    """8.6.C.2: the brigade is lost instead of retreating; others in its hex retreat."""

    unit: UnitId

    rule = "8.6.C.2"

    def run(self, game: "Narva", state: NarvaState) -> None:
        hex = state.at[self.unit]
        if hex >= 0:
            state.tell(Event("eliminated", "8.6.C.2", {"unit": self.unit}, hexes=(hex,)))
            eliminate(game, state, self.unit)


def barrage_odds(game: "Narva", state: NarvaState, roll: BarrageRoll) -> Odds:
    """What one barrage does, before it is aimed for good."""
    ground = roll.ground(game)
    line = Fact(Message(f"odds.barrage-{ground}"), "1", roll.rule)
    column = 1 + game.charts.barrage.column(ground)
    return Odds((line,), "", tuple(roll.readings(game, state).items()),
                lit=(Lit("barrage", column=column),))


def count_odds(game: "Narva", state: NarvaState, owner: str) -> Odds:
    """2.5.1.1.B: how many barrages a die gives."""
    chances = BarrageCount(owner).readings(game, state)
    return Odds((), "", tuple((f"barrages-{count}", chance) for count, chance in chances.items()))


def pin(game: "Narva", state: NarvaState, hex: int) -> None:
    """2.5.1.3.A: the units in the hex neither move nor attack for the rest of the turn."""
    for unit in state.units_at(hex):
        state.pinned |= 1 << unit
    state.tell(Event("pinned", "2.5.1.3.A", {"hex": hex}, hexes=(hex,)))
