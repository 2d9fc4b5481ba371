"""What counts in the East, for opponents that plan."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from grognard.core.actions import Action
from grognard.core.counsel import Counsel, Forecast, Soldier, Weights
from grognard.core.reach import Graph, compile_graph
from grognard.hexes import Hex, HexSet, bits
from grognard.rules.eastfront import production
from grognard.rules.eastfront.air import ChooseStrike
from grognard.rules.eastfront.combat import ChooseBattles
from grognard.rules.eastfront.command import (
    ChooseHeadquarters,
    ChooseMobile,
    ChooseMobileHex,
    Deploy,
    commanded,
    is_its_end,
    radius,
)
from grognard.rules.eastfront.data import AXIS, SOVIET, enemy_of
from grognard.rules.eastfront.fire import cover, firepower
from grognard.rules.eastfront.ledger import unit_cost
from grognard.rules.eastfront.movement import ChooseDestination, ChooseExit, ChooseMover
from grognard.rules.eastfront.setup import ChooseDeployment
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.supply import supplied_hexes

if TYPE_CHECKING:
    from grognard.core.game import Decision
    from grognard.rules.eastfront.game import EastFront

GAIT = "land"
POINT = 0.09
"""Of a point of production in points of victory, of which ten buy two with a headquarters."""
STEP = {"activate": 1, "blitz": 2}
TWICE = 0.9
"""What a Blitz brings, against a plain command: in matches the steps it costs were missed later."""
SOON = 0.3
"""Of the price of the one step that a production to come gives back to a whole headquarters."""


class Target(NamedTuple):
    """A hex that may be attacked."""

    steps: float
    fire: float
    """Hits that its defenders score in a round."""
    cover: int
    """Hits that a step costs."""
    repelled: float
    """The share of the attackers that a river throws back (7.51)."""


class EastFrontCounsel(Counsel["EastFront", EastFrontState]):
    game: "EastFront"
    jobs: ClassVar = {
        ChooseHeadquarters: "leader", Deploy: "attach", ChooseMover: "march",
        ChooseDestination: "way", ChooseExit: "way", ChooseBattles: "battles",
    }
    ways: ClassVar = ("to", "leave")
    commands: ClassVar = ("activate", "blitz")
    joins: ClassVar = ("shift",)
    helps: ClassVar = ("strike",)

    @property
    def weights(self) -> Weights:  # type: ignore[override]
        return self.game.officer

    # -- worth --------------------------------------------------------------------------------

    def fortnights(self, state: EastFrontState) -> int:
        """Fortnights to come, with the one that runs."""
        month, fortnight = self.game.last
        return 2 * (month - state.month) + fortnight - state.fortnight + 1

    @cached_property
    def _whole(self) -> int:
        return max(1, self.fortnights(self.game.start_state()))

    def future(self, state: EastFrontState) -> float:
        """A battle begun in the last turn is decided by what it takes at once."""
        return max(0.0, min(1.0, (self.fortnights(state) - 0.5) / self._whole))

    def stakes(self, state: EastFrontState) -> dict[Hex, float]:
        """17.1a: what a centre gives to one side and takes from the other."""
        found: dict[Hex, float] = {}
        factor = self.game.limits.resource_factor
        for centre in self.game.centres:
            if centre.counted and self.game.rows.playable >> centre.hex & 1:
                worth = 2 * centre.city + centre.resource * (factor[AXIS] + factor[SOVIET])
                found[centre.hex] = found.get(centre.hex, 0) + worth
        return found

    def held(self, state: EastFrontState, side: str) -> HexSet:
        return state.friendly(side)

    def margin(self, state: EastFrontState, side: str) -> float:
        """17.1b: the strength of one's own headquarters."""
        own = state.on_map(self.game.hqs & state.loyal(self.game, side))
        return float(self.game.victory.hq_cv * sum(state.cv[hq] for hq in bits(own)))

    def judged(self, state: EastFrontState, action: Action, gain: float) -> float:
        """5.43, 5.7d: a command takes steps, which count (17.1b) unless they are bought anew."""
        if action.kind not in STEP:
            return gain
        if is_its_end(self.game, state, action.kind, action.arg):
            return float("-inf")
        row, hq_cv = self.game.units[action.arg], self.game.victory.hq_cv
        again = state.month < self.game.last[0] and state.cv[action.arg] >= row.max_cv
        price = hq_cv * (STEP[action.kind] - (1 - SOON) * again)
        return gain * (TWICE if action.kind == "blitz" else 1) - price

    def horizon(self, state: EastFrontState) -> float:
        return 1.0 + self.fortnights(state)

    # -- units --------------------------------------------------------------------------------

    def units(self, state: EastFrontState, side: str) -> int:
        return state.on_map(state.loyal(self.game, side))

    def owner(self, state: EastFrontState, unit: int) -> str:
        return state.owner(self.game, unit)

    def soldier(self, state: EastFrontState, unit: int) -> Soldier:
        row, steps = self.game.types[self.game.units[unit].type], state.cv[unit]
        side = state.owner(self.game, unit)
        if self.game.hqs >> unit & 1:
            return Soldier(0, 0, -self.game.victory.eliminated_hq, GAIT, holds=False, leads=True)
        cost = row.cost[side].step if side in row.cost else 2
        worth = POINT * cost * steps - self.game.victory.eliminated[side]
        fire = {one: len(hits) for one, hits in self.game.hits.items()}
        return Soldier(steps * fire.get(row.offensive, 0),
                       steps * (1 + fire.get(row.defensive, 0)) / 2, worth, GAIT)

    def condition(self, state: EastFrontState) -> list[int]:
        return [*state.cv]

    def occasion(self, state: EastFrontState) -> tuple[int, ...]:
        phase = state.phase.startswith("blitz")
        return state.month, state.fortnight, state.phasing == AXIS, phase, state.active

    # -- ways ---------------------------------------------------------------------------------

    @cached_property
    def _graph(self) -> Graph:
        beside = self.game.ground.beside
        return compile_graph(self.game.grid, lambda a, b, side: 1 if beside[a] >> b & 1 else None)

    def graph(self, state: EastFrontState, gait: str) -> Graph:
        return self._graph

    def fed(self, state: EastFrontState, side: str) -> HexSet:
        return supplied_hexes(self.game, state, side)

    def room(self, unit: int) -> tuple[str, int]:
        return "block", 3

    # -- attacks ------------------------------------------------------------------------------

    def shelter(self, hex: Hex) -> float:
        return 1.5 if self.game.ground.major >> hex & 1 else 1.0

    def posts(self, state: EastFrontState, hex: Hex) -> HexSet:
        """6.3: one attacks by going there."""
        return 1 << hex

    def fit(self, state: EastFrontState) -> int:
        return state.on_map(state.loyal(self.game, state.phasing)) & ~self.game.hqs

    def punch(self, state: EastFrontState, unit: int, post: Hex, hex: Hex) -> float:
        """Hits that a block scores in a round."""
        fire = firepower(self.game, state, unit, hex, offensive=True)
        return state.cv[unit] * len(self.game.hits.get(fire, ())) / 6

    def target(self, state: EastFrontState, side: str, hex: Hex) -> Target:
        game, foes = self.game, state.of_side(self.game, hex, enemy_of(side))
        troops = [unit for unit in foes if not game.hqs >> unit & 1]
        fire = sum(state.cv[unit] * len(game.hits.get(
            firepower(game, state, unit, hex, offensive=False), ())) / 6 for unit in troops)
        walls = bool(game.ground.fortress >> hex & 1)
        needs = max(cover(game, state, hex), game.effects.fortress_defence if walls else 1)
        alone = not commanded(game, state) >> hex & 1  # 7.4: without support
        steps = sum(state.cv[unit] for unit in troops)
        river = not state.battles(game) >> hex & 1 and self._over_water(state, side, hex)
        return Target(max(0.5, steps), fire, needs + alone, min(0.6, steps / 6) if river else 0)

    def _over_water(self, state: EastFrontState, side: str, hex: Hex) -> bool:
        """Whether one can only come over a river."""
        ground, ours = self.game.ground, state.friendly(side)
        return not any(ours >> near & 1 and ground.passable(border)
                       and not ground.is_assault(border) for near, border in ground.near[hex])

    def forecast(self, target: Target, punch: float) -> Forecast | None:
        steps = punch * (1 - target.repelled) / target.cover
        if punch <= 0:
            return None
        share = min(1.0, steps / target.steps)
        return Forecast(share ** 1.5, min(steps, target.steps), target.fire / target.cover)

    # -- questions of its own -------------------------------------------------------------------

    def answer(
        self, decision: "Decision", place: Callable[[int, Hex], float]
    ) -> Action | None:
        asked = ANSWERS.get(type(decision.step))
        return asked(self, decision, place) if asked else None

    def _set_up(self, decision: "Decision", place: Callable[[int, Hex], float]) -> Action:
        return Action("auto")

    def _produce(self, decision: "Decision", place: Callable[[int, Hex], float]) -> Action:
        """What brings most for its points; who is due comes first."""
        state, side = cast(EastFrontState, decision.state), decision.side
        for unit in decision.offers.choices["arrive"]:
            return Action("arrive", unit)
        orders = [(self._bargain(state, side, kind, unit), Action(kind, unit))
                  for kind in ("step", "cadre") for unit in decision.offers.choices[kind]]
        return max(orders)[1] if orders else Action("done")

    def _bargain(self, state: EastFrontState, side: str, kind: str, unit: int) -> float:
        """Points of victory for a point of production, now and later."""
        game, cost = self.game, unit_cost(self.game, state, side, unit)
        later = POINT * self.future(state)
        if game.hqs >> unit & 1:
            gain = game.victory.hq_cv if kind == "step" else -game.victory.eliminated_hq
            return gain / max(1, cost.step if kind == "step" else cost.cadre) + later / 2
        if kind == "step":
            return later
        return -game.victory.eliminated[side] / max(1, cost.cadre) + later

    def _arrives(self, decision: "Decision", place: Callable[[int, Hex], float]) -> Action:
        step = decision.step
        assert isinstance(step, production.ChooseArrivalHex)
        state, there = cast(EastFrontState, decision.state), decision.offers.choices["into"]
        foes = [*bits(state.occupied(self.game, enemy_of(decision.side)))]

        def near(hex: Hex) -> int:
            return min((self.game.grid.distance(hex, foe) for foe in foes), default=0)

        return Action("into", max(there, key=lambda hex: (place(step.unit, hex), -near(hex), hex)))

    def _strikes(self, decision: "Decision", place: Callable[[int, Hex], float]) -> Action:
        """Where the most defenders stand."""
        state = cast(EastFrontState, decision.state)
        foe = enemy_of(decision.side)
        offers = [a for a in decision.offers if a.kind not in self.staying]
        if not offers:
            return next(iter(decision.offers))
        return max(offers, key=lambda a: sum(
            state.cv[unit] for unit in state.of_side(self.game, a.arg, foe)))

    def _mobile(self, decision: "Decision", place: Callable[[int, Hex], float]) -> Action:
        """5.4: who supports no battle moves on."""
        state = cast(EastFrontState, decision.state)
        battles = state.battles(self.game)
        for hq in decision.offers.choices["mobile"]:
            if not radius(self.game, state, hq) & battles:
                return Action("mobile", hq)
        return Action("done")

    def _mobile_hex(self, decision: "Decision", place: Callable[[int, Hex], float]) -> Action:
        step, state = decision.step, cast(EastFrontState, decision.state)
        assert isinstance(step, ChooseMobileHex)
        troops = state.held_by(self.game, decision.side)
        here = state.at[step.hq]

        fed, foes = self.fed(state, decision.side), state.occupied(self.game, enemy_of(
            decision.side))

        def good(hex: Hex) -> float:
            """Near the front, but not in it, and where trains come."""
            beside = bool(self.game.grid.spread(1 << hex) & foes) and not troops >> hex & 1
            return place(step.hq, hex) - 9 * (not fed >> hex & 1) - 3 * beside

        best = max(decision.offers.choices["to"], key=good, default=here)
        stays = Action("stay") in decision.offers and good(best) <= good(here)
        return Action("stay") if stays else Action("to", best)


ANSWERS = {
    ChooseDeployment: EastFrontCounsel._set_up, production.Orders: EastFrontCounsel._produce,
    production.ChooseArrivalHex: EastFrontCounsel._arrives,
    ChooseStrike: EastFrontCounsel._strikes,
    ChooseMobile: EastFrontCounsel._mobile, ChooseMobileHex: EastFrontCounsel._mobile_hex,
}
