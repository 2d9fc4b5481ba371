"""What counts in the series, for opponents that plan."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.actions import Action
from grognard.core.counsel import Counsel, Forecast, Soldier, Weights
from grognard.core.reach import Graph
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import duty, movers, reaction, routes, strategic, strengths, ways
from grognard.rules.efs.advance import ChooseAdvance, ChooseHexAhead
from grognard.rules.efs.declaring import BuildAttack, ChooseTarget
from grognard.rules.efs.losses import ChooseLoss
from grognard.rules.efs.retreat import ChooseRetreat
from grognard.rules.efs.staff import answers
from grognard.rules.efs.staff.forecasts import Forecasts, Target, wide_rivers
from grognard.rules.efs.staff.places import Ledger, has_answer
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, FOOT, GUN, MOTOR, SIEGE, SKI, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.core.game import Decision
    from grognard.rules.efs.game import EastFrontSeries

MARCHING = (FOOT, SKI, MOTOR, GUN, SIEGE)
BEFORE_ATTACKS = {AXIS: (ways.MOVEMENT, "declaring"), SOVIET: (ways.MOTORISED, "declaring")}
"""Phases after which the side on turn attacks (4.0)."""
HEADQUARTERS, DEPOT = 2.0, 1.5
"""What those are worth who do not fight."""
BAND, FAR = 6, 8
"""How many fighters, how far off, a gun or a staff keeps near to."""
TRIED = (ChooseLoss, ChooseRetreat, ChooseAdvance, ChooseHexAhead)
"""Questions that are tried out."""


class EfsCounsel(Counsel["EastFrontSeries", EfsState]):
    game: "EastFrontSeries"
    jobs: ClassVar = {
        movers.ChooseMover: "march", reaction.React: "march", movers.ChooseWay: "way",
        ChooseTarget: "target", BuildAttack: "attackers",
    }
    ways: ClassVar = ("to", "road")
    movers: ClassVar = ("move", "react")
    aims: ClassVar = "declare"
    opens_fire: ClassVar = "set"
    together: ClassVar = True

    @property
    def weights(self) -> Weights:  # type: ignore[override]
        return self.game.officer

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.game)

    @cached_property
    def forecasts(self) -> Forecasts:
        return Forecasts(self.game, self.ledger)

    # -- worth --------------------------------------------------------------------------------

    def future(self, state: EfsState) -> float:
        """A turn has two halves, and a half two phases of movement."""
        whole = self.game.last_turn - self.game.first_turn + 1
        left = self.game.last_turn - state.turn + 1 - 0.5 * (state.side == SOVIET)
        late = state.phase == (ways.MOTORISED if state.side == AXIS else ways.MOVEMENT)
        return max(0.0, left - 0.25 * late) / whole

    def lasting(self, state: EfsState) -> float:
        return 0.3 + 0.7 * self.future(state)

    def danger(self, state: EfsState, side: str) -> float:
        return float(has_answer(self.game, state, side))

    def horizon(self, state: EfsState) -> float:
        return 2.0 * (self.game.last_turn - state.turn + 1)

    def stakes(self, state: EfsState, side: str) -> dict[Hex, float]:
        return self.ledger.stakes(state, side)

    def held(self, state: EfsState, side: str) -> HexSet:
        return self.ledger.held(state, side)

    def manned(self, state: EfsState, side: str) -> HexSet:
        return self.ledger.manned(state, side)

    def points(self, state: EfsState, hex: Hex, stake: float) -> float:
        return self.ledger.points(state, hex)

    def margin(self, state: EfsState, side: str) -> float:
        return self.ledger.deeds_of(state, side)

    # -- units --------------------------------------------------------------------------------

    def units(self, state: EfsState, side: str) -> int:
        return state.on_map(self.game.troops[side] & ~self.game.bridge_units & ~self.game.boats)

    def owner(self, state: EfsState, unit: int) -> str:
        return self.game.owner(unit)

    def soldier(self, state: EfsState, unit: int) -> Soldier:
        return self._soldier(unit, state.steps[unit])

    @lru_cache(maxsize=4096)  # noqa: B019  # a game lives as long as its counsel
    def _soldier(self, unit: int, steps: int) -> Soldier:
        game, row = self.game, self.game.units[unit]
        goes = game.classes[unit]
        gait = goes if goes in MARCHING else FOOT
        attack, defence = strengths.attack_of(row, steps), strengths.defence_of(row, steps)
        if game.supplies >> unit & 1:
            return Soldier(0, 0, DEPOT, gait, holds=False, leads=True, steps=1)
        if game.hqs >> unit & 1:
            return Soldier(0, defence, HEADQUARTERS, gait, holds=False, leads=True, steps=1)
        if game.artillery >> unit & 1:
            worth = strengths.support_of(row, steps) / 2
            return Soldier(0, defence, worth, gait, leads=True, steps=max(1, steps))
        return Soldier(attack, defence, (attack + defence) / 2, gait, steps=max(1, steps))

    def condition(self, state: EfsState) -> bytes:
        return state.steps

    def occasion(self, state: EfsState) -> tuple[int, str, str]:
        return state.turn, state.side, state.phase

    def followers(self, state: EfsState, leader: int) -> tuple[int, int]:
        """The fighters that are nearest."""
        game, here, row = self.game, state.at[leader], self.game.units[leader]
        own = state.on_map(game.combat_units[game.owner(leader)] & ~game.artillery)
        near = sorted((game.grid.distance(here, state.at[unit]), unit)
                      for unit in bits(state.units_in(game.grid.disk(here, FAR), own)))
        band = pack(unit for _, unit in near[:BAND])
        return band, row.range if game.artillery >> leader & 1 else row.radius or 4

    # -- ways ---------------------------------------------------------------------------------

    def graph(self, state: EfsState, gait: str) -> Graph:
        return self.game.ground.graph(gait, state.sky, state.laid)

    def fed(self, state: EfsState, side: str) -> HexSet:
        if self.game.skips("supply"):
            return self.game.grid.all
        return routes.supplied(self.game, state, side)

    def reach(self, decision: "Decision", unit: int) -> HexSet:
        game, state, group = self.game, cast(EfsState, decision.state), 1 << unit
        manner = getattr(decision.step, "manner", ways.REACTION)
        found = ways.march(game, state, group, manner, 0)
        hexes = found.mask
        for layer in found.barred:
            hexes &= ~layer.bars
        if manner == ways.MOVEMENT and strategic.stopped(game, state, group) is None:
            hexes |= strategic.road(game, state, group, 0).mask
        return hexes & ~(1 << state.at[unit])

    def room(self, unit: int) -> tuple[str, int]:
        return "", self.game.edition.stacking

    def weight(self, unit: int) -> int:
        return self.game.weights[unit]

    # -- attacks ------------------------------------------------------------------------------

    @lru_cache(maxsize=4096)  # noqa: B019
    def shelter(self, hex: Hex) -> float:
        ground = self.game.ground
        rough = ground.woods | ground.hills | ground.cities | ground.major_cities
        return 1.25 if rough >> hex & 1 else 1.0

    def posts(self, state: EfsState, hex: Hex) -> HexSet:
        """From where it can be attacked: over a major river only by the road."""
        game, wide = self.game, wide_rivers(self.game, state)
        foes = state.occupied(game, enemy_of(state.side))
        beside = game.grid.spread(1 << hex) & game.playable & ~foes & ~(1 << hex)
        return pack(post for post in bits(beside) if game.grid.hexside(post, hex) not in wide)

    def fit(self, state: EfsState) -> int:
        if state.phase not in BEFORE_ATTACKS.get(state.side, ()):
            return 0
        return duty.eligible(self.game, state) & ~duty.plan_of(state).used & self.units(
            state, state.side)

    def punch(self, state: EfsState, unit: int, post: Hex, hex: Hex) -> float:
        game, ground = self.game, self.game.ground
        strength = float(strengths.attack(game, state, unit))
        towns = ground.cities | ground.major_cities
        halved = ground.swamp >> post & 1 or game.armoured >> unit & towns >> hex & 1 \
            or game.grid.hexside(post, hex) in ground.major_rivers
        return strength / 2 if halved else strength

    def target(self, state: EfsState, side: str, hex: Hex) -> Target:
        return self.forecasts.target(state, side, hex)

    def expect(
        self, state: EfsState, target: Target, attackers: Mapping[int, float]
    ) -> Forecast | None:
        if state.phase == "declaring":
            return self.forecasts.exact(state, target, pack(attackers))
        return self.forecasts.rough(state, target, attackers)

    def owed(self, state: EfsState, post: Hex) -> HexSet:
        return duty.debts(self.game, state, post)

    # -- questions of its own -------------------------------------------------------------------

    def first(self, decision: "Decision") -> Action | None:
        arriving = decision.offers.choices.get("enter", ())
        return Action("enter", next(iter(arriving))) if len(arriving) else None

    def group(self, step: Ask) -> int:
        return step.group if isinstance(step, movers.ChooseWay) else 0

    def attacked(self, step: Ask) -> Hex:
        return step.hexes[0] if isinstance(step, BuildAttack) else -1

    def tries(self, step: Ask) -> bool:
        return isinstance(step, TRIED)

    def answer(
        self, decision: "Decision", place: Callable[[int, Hex], float]
    ) -> Action | None:
        asked = answers.ANSWERS.get(type(decision.step))
        return asked(self.game, decision, place) if asked else None
