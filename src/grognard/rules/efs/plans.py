"""16, 17.3: attacks that are ordered from above, and plans that change.

The plan in force is a marker that the Axis drew and only the Axis reads, until it goes back into
the cup or all plans lie open; the game begins with one that both know.
"""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Draw, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.sides import SPECTATOR, Side
from grognard.core.visibility import Flag, Word
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import cover, stacking
from grognard.rules.efs.battle import Battle
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import AXIS, DRY, FROST, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

BACKLOG = "backlog"
"""Mandatory attacks that are owed (16.2.1)."""


# -- attacks that are owed (16) ----------------------------------------------------------------


def owe(state: EfsState) -> None:
    """16.0: an M orders one attack; they add up (16.1.3)."""
    state.points[BACKLOG] = state.points.get(BACKLOG, 0) + 1
    state.tell(Event("attack-ordered", "16.0", {"count": state.points[BACKLOG]}))


def unnamed(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Reason | None:
    """Why a combat cannot be named a mandatory attack; None if it can."""
    attack = state.attack_on(battle.hexes[0])
    if battle.side != SOVIET or not state.points.get(BACKLOG, 0):
        return Reason("no-attack-owed", "16.1.3", hexes=battle.hexes)
    if battle.mandatory:
        return Reason("mandatory-already", "16.1.1", hexes=battle.hexes)
    if state.turn <= game.rows.attacks_until and battle.targets & ~game.rows.attacks_in:
        return Reason("attack-owed-elsewhere", "mandatory.front", hexes=battle.hexes)
    least = game.results.columns.index(game.measures.attacks.least)
    if attack is None or attack.column < least:
        return Reason("odds-below-mandatory", "16.1.1", hexes=battle.hexes)
    return None


def discharge(state: EfsState, battle: Battle) -> None:
    """16.1.3: each attack made takes one off."""
    left = state.points.get(BACKLOG, 0)
    if battle.mandatory and left:
        state.points[BACKLOG] = left - 1
        state.tell(Event("attack-discharged", "16.1.1", {"hexes": battle.hexes,
                                                         "count": left - 1}, hexes=battle.hexes))


def prizes(game: "EastFrontSeries") -> HexSet:
    """16.2.2: towns, and whatever else gives the Axis points for being held."""
    listed = pack([hex for line in game.rows.victory if line.kind == "hold" and line.side == AXIS
                   for hex in line.hexes])
    return (game.ground.cities | game.ground.major_cities | listed) & game.playable


def end_of_turn(game: "EastFrontSeries", state: EfsState) -> None:
    """16.2.2: the Axis took a place this turn and holds it: attacks still owed become points."""
    owed = state.points.get(BACKLOG, 0)
    taken = prizes(game) & state.combat_hexes(game, AXIS) & ~state.prizes_held
    if owed and taken:
        points = game.measures.attacks.points * owed
        state.points[BACKLOG] = 0
        state.tally["attacks"] = state.tally.get("attacks", 0) + points
        state.tell(Event("attacks-unmade", "16.2.2", {"count": owed, "points": points},
                         hexes=tuple(bits(taken))))


def new_turn(game: "EastFrontSeries", state: EfsState) -> None:
    """What the Axis holds as a turn begins; from some turn on the plan is known (17.3.1)."""
    state.prizes_held = prizes(game) & state.axis_land
    if game.rows.plans and state.turn >= game.plans.revealed:
        reveal(state)


def reveal(state: EfsState) -> None:
    """17.3.1: turn the marker up, at the latest when the game is over."""
    if state.plan_seen != state.plan:
        state.plan_seen = state.plan
        state.tell(Event("plan-revealed", "17.3.1", {"plan": state.plan}, reveals=True))


# -- the draw (17.3.1 to 17.3.3) ---------------------------------------------------------------


def set_up(game: "EastFrontSeries", state: EfsState) -> None:
    """17.3.1: the plan that the game begins with; without plans there is none (17.3.1/2)."""
    if game.rows.attacks_owed:
        state.points[BACKLOG] = game.rows.attacks_owed
    if game.rows.plans:
        state.plan = state.plan_seen = game.plans.begins


class NewPlan(Do, frozen=True):
    """17.3.2, 17.3.3: the Axis may draw on an M, and must on one turn."""

    letter: Word

    rule = "17.3.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if not game.rows.plans:
            return
        if state.turn == game.plans.forced_draw:
            put_back(game, state, "17.3.3")
        elif self.letter == "M" and state.turn >= game.plans.first_draw:
            state.push(ChooseDraw())


class ChooseDraw(Ask, frozen=True):
    """17.3.2: another plan, or the one in force."""

    rule = "17.3.2"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"draw": ALWAYS, "pass": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "draw":
            put_back(game, state, self.rule)


def put_back(game: "EastFrontSeries", state: EfsState, rule: str) -> None:
    """17.3.2/2: the old plan is shown to both as it goes back into the cup."""
    state.plan_seen = state.plan
    state.tell(Event("plan-returned", rule, {"plan": state.plan}, reveals=True))
    state.push(DrawPlan(open=state.turn >= game.plans.revealed))


class DrawPlan(Roll, frozen=True):
    """17.3.2: one of the markers, perhaps the same plan again."""

    open: Flag = False
    """Late in the game nothing is hidden any more (17.3.1)."""

    rule = "17.3.2"
    opens = True

    @property
    def seen_by(self) -> tuple[Side, ...] | None:
        return None if self.open else (AXIS,)

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Draw(game.plans.markers, game.plans.ids)

    def reading(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> str:
        return game.plans.ids[outcome[0]]

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        state.plan = game.plans.ids[outcome[0]]
        told = Event("plan-drawn", self.rule, {"plan": state.plan})
        if self.open:
            state.plan_seen = state.plan
            state.tell(told)
            return
        state.plan_seen = ""
        state.tell(Event(told.id, told.rule, told.args, seen_by=(AXIS,)))
        state.tell(Event("plan-face-down", self.rule, seen_by=(SOVIET, SPECTATOR)))


# -- what a plan says (17.3.4 to 17.3.7) -------------------------------------------------------


def no_forts(game: "EastFrontSeries", state: EfsState) -> str:
    """The rule by which the plan keeps the Axis from building, or nothing."""
    return game.plans[state.plan].no_forts


def more_supply(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """17.3.6.b, 17.3.7.a: points more on a Dry or Frost turn."""
    good = side == AXIS and state.weather in (DRY, FROST)
    return game.plans[state.plan].supply if good else 0


def held_hexes(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """17.3.5: attacked Axis hexes that stay, by the initial odds of the attack."""
    odds = game.plans[state.plan].holds
    if not odds or state.side != SOVIET:
        return 0
    most = game.results.columns.index(odds)
    return pack([hex for attack in state.attacks if attack.column <= most
                 for hex in attack.hexes]) & state.combat_hexes(game, AXIS)


def announce_odds(game: "EastFrontSeries", state: EfsState) -> None:
    """17.3.5: where the odds say who stays, the Soviets tell them before the Axis reacts."""
    if game.plans[state.plan].holds and state.side == SOVIET:
        for attack in state.attacks:
            state.tell(Event("odds-announced", "17.3.5", {
                "hexes": attack.hexes, "odds": game.results.columns[attack.column]},
                hexes=attack.hexes, reveals=True))


def bound_to_forts(game: "EastFrontSeries", state: EfsState, group: int) -> HexSet:
    """17.3.5/2: where a group in a finished strongpoint may not end its move; 0: it is free."""
    here = state.at[next(bits(group))]
    forts = cover.strongpoints(state, AXIS)
    own = game.owner(next(bits(group))) == AXIS and forts >> here & 1
    if not game.plans[state.plan].holds or not own or stacking.overstacked(game, state) >> here & 1:
        return 0
    return game.grid.all & ~forts


def fort_layer(closed: HexSet) -> Layer:
    return Layer("plan-holds-fort", "17.3.5/2", closed)
