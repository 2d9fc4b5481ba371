"""6.0, 6.3: the Supply Phase and what it finds.

Both players bring their supply points onto the map, may spend some as sources for the turn, then
every unit is judged: general supply, emergency, or unsupplied. The state holds all turn (6.3.1).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Word
from grognard.hexes import bits, pack
from grognard.rules.efs import garrisons, routes, supply_units
from grognard.rules.efs.state import EMERGENCY, GENERAL, UNSUPPLIED, EfsState
from grognard.rules.efs.steps import Ask, Do, Sequence
from grognard.rules.efs.supply_units import CapitalPoint, PlaceSupply, ReceivePoints
from grognard.rules.efs.words import AXIS, SIDES, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class OpenSources(Do, frozen=True):
    """6.2.3: a point may be spent if it saves a unit that fails its trace."""

    owner: Word

    rule = "6.2.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        SpendSource(self.owner).ask_if_any(game, state)


class SpendSource(Ask, frozen=True):
    """Which supply counter feeds the units around it this turn."""

    owner: Word

    rule = "6.2.3"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"spend": source_choices(game, state, self.owner), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.fed |= saved(game, state, self.owner, arg, routes.lost(game, state, self.owner))
        state.tell(Event("source-for-a-turn", self.rule, {"unit": arg}, units=(arg,)))
        supply_units.use_point(game, state, arg)
        state.push(OpenSources(self.owner))


def source_choices(game: "EastFrontSeries", state: EfsState, side: str) -> Among:
    counters = state.on_map(game.supplies & game.units_of[side])
    failing = routes.lost(game, state, side) if counters else 0
    idle = pack(unit for unit in bits(counters) if not saved(game, state, side, unit, failing))
    return Among(
        game.everybody,
        Layer("enemy-unit", "6.2.3", game.units_of[enemy_of(side)]),
        Layer("no-supply-counter", "6.2.3", game.everybody & ~game.supplies),
        Layer("not-on-map", "6.2.3", game.supplies & ~counters),
        Layer("saves-nobody", "6.2.3", idle),
    )


def saved(game: "EastFrontSeries", state: EfsState, side: str, counter: int, failing: int) -> int:
    """Of the units that fail their trace: those near the counter that can trace a LOC to it."""
    hungry = failing & ~state.fed
    if not hungry:
        return 0
    near = game.grid.disk(state.at[counter], game.measures.supply.source_reach)
    near &= routes.reaches(game, state, side, counter)
    return state.units_in(near, hungry)


class JudgeSupply(Do, frozen=True):
    """6.3.2, 6.3.3: markers come and go."""

    rule = "6.3.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        lost = {side: routes.lost(game, state, side) for side in SIDES}
        for side in SIDES:
            for unit in bits(state.on_map(game.judged[side])):
                cut = lost[side] & ~state.fed
                self._judge(game, state, unit, bool(cut >> unit & 1))
        state.fed = 0

    def _judge(self, game: "EastFrontSeries", state: EfsState, unit: int, cut: bool) -> None:
        before = state.supply[unit]
        after = GENERAL if not cut else EMERGENCY if before == GENERAL else UNSUPPLIED
        if after != before:
            state.set_supply(unit, after)
            if after != GENERAL and state.garrison >> unit & 1:
                garrisons.release(game, state, 1 << state.at[unit], "13.6.2.b")
            told = ("in-supply", "on-emergency-supply", "unsupplied")[after]
            rule = ("6.3.3.d", "6.3.3.a", "6.3.3.b")[after]
            state.tell(Event(told, rule, {"unit": unit}, units=(unit,)))


class DecayForts(Do, frozen=True):
    """6.3.6: an empty strongpoint with no friend near and no supply goes to ruin in two turns."""

    rule = "6.3.6"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for hex, owner in sorted(state.forts.items()):
            if owner in SIDES:
                self._judge(game, state, hex, owner)

    def _judge(self, game: "EastFrontSeries", state: EfsState, hex: int, owner: str) -> None:
        near = game.grid.disk(hex, 1) & state.occupied(game, owner)
        if near or routes.supplied(game, state, owner) >> hex & 1:
            state.decaying &= ~(1 << hex)
        elif state.decaying >> hex & 1:
            del state.forts[hex]
            state.decaying &= ~(1 << hex)
            state.tell(Event("fort-decays", self.rule, {"hex": hex}, hexes=(hex,)))
        else:
            state.decaying |= 1 << hex


class SupplyPhase(Sequence, frozen=True):
    """6.0."""

    rule = "6.0/2"
    parts = (ReceivePoints(AXIS), ReceivePoints(SOVIET), PlaceSupply(AXIS), PlaceSupply(SOVIET),
             CapitalPoint(), OpenSources(AXIS), OpenSources(SOVIET), JudgeSupply(), DecayForts())

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if not game.skips("supply"):
            super().run(game, state)

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "supply"
