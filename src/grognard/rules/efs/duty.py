"""8.1.2: who must be attacked too, and whether a plan of attacks can still be brought to an end.

Every enemy whose zone covers the hex of an attacker must be attacked, by it or by another. So an
attack may only be begun if the rest can follow: that is searched, not guessed. The search grows
attacks by single units and hexes, so that nothing is left out, the likely ones first; it gives up
after `NODES` plans: then the attack is refused. docs/proofs/duty.csv counts how often it errs.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import fences, limits, routes, strengths, zones
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import BOAT, TRAIN, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

NODES = 1500
"""Plans looked at for one question: our limit, not a rule."""


class Plan(NamedTuple):
    """Attacks that are set, and the one being made."""

    targets: HexSet = 0
    """Hexes of the set attacks."""
    used: int = 0
    """Units of the set attacks."""
    hexes: HexSet = 0
    """Hexes of the attack being made."""
    attackers: int = 0

    @property
    def all_targets(self) -> HexSet:
        return self.targets | self.hexes

    def close(self) -> "Plan":
        return Plan(self.targets | self.hexes, self.used | self.attackers)


def plan_of(state: EfsState, hexes: HexSet = 0, attackers: int = 0) -> Plan:
    targets = used = 0
    for attack in state.attacks:
        targets |= pack(attack.hexes)
        used |= attack.attackers
    return Plan(targets, used, hexes, attackers)


# -- who may and who must ----------------------------------------------------------------------


def eligible(game: "EastFrontSeries", state: EfsState) -> int:
    """Units of the side on turn that can attack at all: combat units with strength, no guns."""
    found = state.derive(("fit", state.side), fit, game, state.side, state.steps,
                         state.on_map(game.combat_units[state.side]), state.marked)
    if game.quiet_until:
        found &= ~fences.quiet(game, state)
    found &= ~limits.held_back(game, state)
    for plug in game.plug_ins:
        for layer in plug.limits(state, "attack"):
            found &= ~layer.bars
    return found


def fit(game: "EastFrontSeries", side: str, steps: bytes, standing: int, marked: int) -> int:
    able = standing & ~game.artillery & ~marked
    return pack([unit for unit in bits(able)
                 if strengths.attack_of(game.units[unit], steps[unit]) > 0])


def targets(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Hexes with enemy combat units or headquarters."""
    enemy = enemy_of(state.side)
    units = game.troops[enemy] & ~game.supplies & ~game.bridge_units
    return state.hexes_of(units)


def touching(game: "EastFrontSeries", state: EfsState, hex: Hex, units: int) -> int:
    """8.1.3, 8.1.2: units next to a hex that could enter it, or whom its zone reaches (8.3.5)."""
    near = state.units_in(game.grid.spread(1 << hex), units)
    return pack([unit for unit in bits(near) if may_strike(game, state, unit, hex)])


def may_strike(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> bool:
    """8.3.5: no attack where the unit could not go, unless an enemy zone comes out of there."""
    from grognard.rules.efs.ways import class_of

    here, goes = state.at[unit], class_of(game, unit)
    if unit in state.sea.assault:  # agn:8.5.2.2/must: the target and no other
        return state.sea.assault[unit] == hex
    if goes == BOAT:
        return game.waters.graph("boats").price(here, hex) is not None
    if goes == TRAIN:
        return rolls_into(game, state, unit, hex)
    bridges = frozenset(state.bridges.values())
    side = game.grid.hexside(here, hex)
    if game.ground.step_cost(here, hex, side, goes, state.sky, bridges) is not None:
        return True
    weather = game.ground.weather_in(hex, state.sky)
    if game.ground.needs_everything(side, goes, weather, bridges):
        return True
    return bool(zones.zone_sources(game, state, here, enemy_of(state.side)) >> hex & 1)


def rolls_into(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> bool:
    """13.3.2: a train strikes only along its rails."""
    linked = game.grid.hexside(state.at[unit], hex) in game.ground.rails
    return linked and bool(routes.rails_of(game, state, game.owner(unit)) >> hex & 1)


def owed(game: "EastFrontSeries", state: EfsState, plan: Plan) -> HexSet:
    """Enemy hexes whose zone covers an attacker's hex and that nobody attacks yet (8.1.2/2)."""
    found = 0
    for hex in bits(state.look_up(plan.used | plan.attackers)):
        found |= debts(game, state, hex)
    return (found | beaches(game, state)) & ~plan.all_targets


def landing_force(state: EfsState, hex: Hex, able: int) -> int:
    """agn:8.5.2.2/must: those who lie before a hex, all of whom attack it."""
    return pack([unit for unit, target in state.sea.assault.items() if target == hex]) & able


def beaches(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """agn:8.5.2.2/must: targets of forces at sea that all who can join are strong enough for."""
    if not state.sea.assault:
        return 0
    able = eligible(game, state)
    due = 0
    for hex in set(state.sea.assault.values()):
        near = touching(game, state, hex, able)
        if landing_force(state, hex, able) and targets(game, state) >> hex & 1 and strong_enough(
                game, state, 1 << hex, near):
            due |= 1 << hex
    return due


def debts(game: "EastFrontSeries", state: EfsState, hex: Hex) -> HexSet:
    """Enemy hexes that must be attacked if somebody attacks out of a hex."""
    near = zones.zone_sources(game, state, hex, enemy_of(state.side))
    return pack([source for source in bits(near) if not excused(game, state, hex, source)])


def excused(game: "EastFrontSeries", state: EfsState, hex: Hex, source: Hex) -> bool:
    """8.1.2/3, 8.3.6.b/2: nobody must attack over an open major river."""
    side = game.grid.hexside(hex, source)
    open_river = side in game.ground.major_rivers and state.weather not in ("snow", "arctic")
    return open_river and game.edition.zones.river_excuses


def strong_enough(game: "EastFrontSeries", state: EfsState, hexes: HexSet, attackers: int) -> bool:
    """8.4.3: initial odds of 1-4: who stands there now, without distant guns and air."""
    from grognard.rules.efs.reckoning import initial_column

    return bool(attackers) and initial_column(
        game, state, tuple(bits(hexes)), attackers) is not None


# -- the search --------------------------------------------------------------------------------


class Search:
    """What is asked again and again about one position, found once.

    Debts only grow with every attacker, and force does too: so a plan with a debt that nobody is
    left for, or that all who are left are too weak for, is given up at once.
    """

    def __init__(self, game: "EastFrontSeries", state: EfsState) -> None:
        self.game, self.state = game, state
        self.able, self.targets = eligible(game, state), targets(game, state)
        self._near: dict[Hex, int] = {}
        self._debts: dict[Hex, HexSet] = {}
        self._strong: dict[tuple[HexSet, int], bool] = {}
        self._known: dict[Plan, bool] = {}
        self.left = NODES
        self.beaches = beaches(game, state)
        self.off_limits = pack(state.sea.assault.values())
        """Targets of landings: nobody attacks them together with other hexes."""

    # -- the position -----------------------------------------------------------------------------

    def near(self, hex: Hex) -> int:
        """Units that could attack a hex."""
        if hex not in self._near:
            self._near[hex] = touching(self.game, self.state, hex, self.able)
        return self._near[hex]

    def near_all(self, hexes: HexSet) -> int:
        """Units that could attack all the hexes together (8.2.2)."""
        found = self.able
        for hex in bits(hexes):
            found &= self.near(hex)
        return found

    def strong(self, hexes: HexSet, attackers: int) -> bool:
        key = hexes, attackers
        if key not in self._strong:
            self._strong[key] = strong_enough(self.game, self.state, hexes, attackers)
        return self._strong[key]

    def owed(self, plan: Plan) -> HexSet:
        found = 0
        for hex in bits(self.state.look_up(plan.used | plan.attackers)):
            if hex not in self._debts:
                self._debts[hex] = debts(self.game, self.state, hex)
            found |= self._debts[hex]
        return (found | self.beaches) & ~plan.all_targets

    def force(self, hex: Hex) -> int:
        """Those at sea who must attack a hex."""
        return landing_force(self.state, hex, self.able)

    def joiners(self, plan: Plan) -> int:
        """Free units next to every hex of the attack being made (8.2.2)."""
        return self.near_all(plan.hexes) & self.free(plan)

    def touched(self, plan: Plan, hexes: HexSet) -> Iterator[Hex]:
        """Those of the hexes that every attacker could strike (8.2.2)."""
        if plan.attackers:
            first = self.state.at[next(bits(plan.attackers))]
            for hex in bits(hexes & self.game.grid.spread(1 << first)):
                if not plan.attackers & ~self.near(hex):
                    yield hex

    def free(self, plan: Plan) -> int:
        return self.able & ~plan.used & ~plan.attackers

    # -- plans ------------------------------------------------------------------------------------

    def can_close(self, plan: Plan) -> bool:
        """Whether the plan can be brought to an end with everything owed attacked."""
        self.left = NODES
        return self._closes(plan)

    def _closes(self, plan: Plan) -> bool:
        if plan in self._known:
            return self._known[plan]
        self.left -= 1
        if self.left < 0:
            return False
        owed = self.owed(plan)
        done = not plan.hexes and not owed
        found = done or (not self._hopeless(plan, owed) and any(
            self._closes(next) for next in self._next(plan, owed)))
        if found or self.left >= 0:
            self._known[plan] = found
        return found

    def _hopeless(self, plan: Plan, owed: HexSet) -> bool:
        """A debt that neither the free units nor the attack being made can answer for."""
        free = self.free(plan)
        for hex in bits(owed):
            joins = plan.hexes and not plan.attackers & ~self.near(hex)
            if not joins and not self.strong(1 << hex, self.near(hex) & free):
                return True
        return False

    def _next(self, plan: Plan, owed: HexSet) -> Iterator[Plan]:
        if not plan.hexes:
            hex = min(bits(owed), key=lambda one: (self.near(one) & self.free(plan)).bit_count())
            for unit in self._sorted(plan, self.near(hex) & self.free(plan)):
                yield Plan(plan.targets, plan.used, 1 << hex, 1 << unit | self.force(hex))
            return
        if plan.attackers and self.strong(plan.hexes, plan.attackers):
            yield plan.close()
        yield from self._wider(plan, owed)

    def _wider(self, plan: Plan, owed: HexSet) -> Iterator[Plan]:
        """The attack with a further hex, owed ones first, or with a further unit."""
        others = self.targets & ~plan.all_targets & ~self.off_limits
        for hexes in (others & owed, others & ~owed):
            for hex in self.touched(plan, hexes):
                yield plan._replace(hexes=plan.hexes | 1 << hex)
        for unit in self._sorted(plan, self.joiners(plan)):
            yield plan._replace(attackers=plan.attackers | 1 << unit)

    def _sorted(self, plan: Plan, units: int) -> list[int]:
        """Those from hexes that attack already first: they owe nothing new; then the strong."""
        busy = self.state.look_up(plan.used | plan.attackers)
        return sorted(bits(units), key=lambda unit: (
            not busy >> self.state.at[unit] & 1,
            -strengths.attack(self.game, self.state, unit)))


def can_close(game: "EastFrontSeries", state: EfsState, plan: Plan) -> bool:
    """Whether the plan can be brought to an end with everything owed attacked."""
    return Search(game, state).can_close(plan)
