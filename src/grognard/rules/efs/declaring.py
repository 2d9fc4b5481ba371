"""8.1, 8.2: declared attacks.

``declare L3629 from L3529 set`` declares an attack by everybody in a hex, ``by`` names single
units, ``and`` a further hex. The declarations are ``done`` when nothing is owed.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import duty, fences, garrisons, limits, supply_units
from grognard.rules.efs.battle import FED, Battle
from grognard.rules.efs.combat import battle_odds
from grognard.rules.efs.duty import Plan, Search
from grognard.rules.efs.reckoning import initial_column
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.values import Attack
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class DeclareAttacks(Do, frozen=True):
    """8.1.1: at the end of the phase in which the attackers moved."""

    rule = "8.1.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "declaring"
        ChooseTarget().ask_if_any(game, state)


def target_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """Hexes that can be attacked so that the rest of the duty can follow."""
    plan, search = duty.plan_of(state), Search(game, state)
    here, lone = search.targets, lone_supply(game, state)
    beside = game.grid.spread(state.look_up(search.free(plan)))
    near = pack([hex for hex in bits((here | lone) & beside & ~plan.targets)
                 if search.near(hex) & search.free(plan)])
    weak, stuck = _judge(search, plan, near & here)
    return Among(
        game.grid.all,
        Layer("nobody-there", "8.1.2", game.grid.all & ~here & ~lone),
        Layer("attacked-already", "8.1.5", plan.targets),
        Layer("nobody-adjacent", "8.1.3", game.grid.all & ~near),
        Layer("odds-too-low", "8.4.3", weak),
        Layer("leaves-owed", "8.1.2/2", stuck),
    )


def lone_supply(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """6.5.3: supply counters that nobody guards."""
    enemy = enemy_of(state.side)
    return state.hexes_of(game.units_of[enemy] & game.supplies) & ~duty.targets(game, state)


def _judge(search: Search, plan: Plan, hexes: HexSet) -> tuple[HexSet, HexSet]:
    """Which of the hexes nobody is strong enough for, and which would leave others unanswered."""
    weak = stuck = 0
    for hex in bits(hexes):
        if not search.strong(1 << hex, search.near(hex) & search.free(plan)):
            weak |= 1 << hex
        elif not search.can_close(plan._replace(hexes=1 << hex, attackers=search.force(hex))):
            stuck |= 1 << hex
    return weak, stuck


class ChooseTarget(Ask, frozen=True):
    """Which hex to attack next, or no more."""

    rule = "8.1.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"declare": target_choices(game, state)}
        if not duty.owed(game, state, duty.plan_of(state)):
            offers["done"] = ALWAYS
        return offers

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        if lone_supply(game, state) >> arg & 1:
            scatter(game, state, arg)
            state.push(DeclareAttacks())
        else:
            state.push(BuildAttack((arg,), duty.landing_force(
                state, arg, duty.eligible(game, state))))

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind == "done":
            debts = duty.owed(game, state, duty.plan_of(state))
            if debts & duty.beaches(game, state):
                return Reason("landing-must-attack", "sea:5.2.2/must", hexes=tuple(bits(debts)))
            return Reason("owes-attack", "8.1.2/2", hexes=tuple(bits(debts)))
        return super().absent(game, state, kind, arg)


def scatter(game: "EastFrontSeries", state: EfsState, hex: Hex) -> None:
    """6.5.3: supply that stands alone is gone when an attack on it is declared."""
    for unit in bits(state.set_at(hex) & game.supplies):
        state.tell(Event("supply-lost", "6.5.3", {"unit": unit, "hex": hex}, hexes=(hex,),
                         units=(unit,)))
        supply_units.remove(game, state, unit)


def touching_all(game: "EastFrontSeries", hexes: HexSet) -> HexSet:
    """The hexes next to every one of these (8.2.2)."""
    found = game.grid.all
    for hex in bits(hexes):
        found &= game.grid.spread(1 << hex)
    return found


class BuildAttack(Ask, frozen=True):
    """Who attacks, and whether further hexes are attacked with it."""

    hexes: tuple[Hex, ...]
    attackers: UnitSet

    rule = "8.2"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        plan = duty.plan_of(state, pack(self.hexes), self.attackers)
        search = Search(game, state)
        offers: dict[str, Choices] = {
            "by": self._by(game, state, plan, search),
            "from": self._from(game, state, plan, search),
            "and": self._and(game, state, plan, search),
        }
        if search.strong(plan.hexes, plan.attackers) and search.can_close(plan.close()):
            offers["set"] = ALWAYS
        return offers

    def _by(self, game: "EastFrontSeries", state: EfsState, plan: Plan, search: Search) -> Among:
        free = search.joiners(plan)
        beside = state.units_in(touching_all(game, plan.hexes), game.everybody)
        stuck = pack(unit for unit in bits(free) if not search.can_close(
            plan._replace(attackers=plan.attackers | 1 << unit)))
        return Among(
            game.everybody,
            Layer("enemy-unit", "8.1", game.units_of[enemy_of(state.side)]),
            *fences.waiting(game, state),
            *limits.forbidden(game, state, "attack"),
            *(layer for plug in game.plug_ins for layer in plug.limits(state, "attack")),
            Layer("cannot-attack", "8.1.3", game.everybody & ~search.able),
            Layer("in-another-attack", "8.1.5", plan.used),
            Layer("in-this-attack", "8.2.4", plan.attackers),
            Layer("not-adjacent", "8.2.2", game.everybody & ~beside),
            Layer("cannot-strike-there", "8.3.5", game.everybody & ~free),
            Layer("leaves-owed", "8.1.2/2", stuck),
        )

    def _from(self, game: "EastFrontSeries", state: EfsState, plan: Plan, search: Search) -> Among:
        free = search.joiners(plan)
        hexes = state.look_up(free)
        stuck = pack(hex for hex in bits(hexes) if not search.can_close(plan._replace(
            attackers=plan.attackers | state.units_in(1 << hex, free))))
        return Among(game.grid.all, Layer("nobody-to-attack", "8.1.3", game.grid.all & ~hexes),
                     Layer("leaves-owed", "8.1.2/2", stuck))

    def _and(self, game: "EastFrontSeries", state: EfsState, plan: Plan, search: Search) -> Among:
        """8.2.2: a further hex that every attacker touches."""
        here = search.targets
        beside = touching_all(game, state.look_up(plan.attackers)) if plan.attackers else 0
        near = pack(search.touched(plan, here & beside & ~plan.all_targets & ~search.off_limits))
        stuck = pack(hex for hex in bits(near) if not search.can_close(
            plan._replace(hexes=plan.hexes | 1 << hex)))
        return Among(
            game.grid.all,
            Layer("nobody-there", "8.1.2", game.grid.all & ~here),
            Layer("attacked-already", "8.1.5", plan.all_targets),
            Layer("nobody-attacks-yet", "8.2", 0 if plan.attackers else game.grid.all),
            Layer("not-all-adjacent", "8.2.2", game.grid.all & ~beside),
            Layer("not-all-strike", "8.3.5", game.grid.all & ~near),
            Layer("leaves-owed", "8.1.2/2", stuck),
        )

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "set":
            self._declare(game, state)
        elif kind == "and":
            state.push(replace(self, hexes=(*self.hexes, arg)))
        else:
            state.push(replace(self, attackers=self._joined(game, state, kind, arg)))

    def _joined(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> int:
        """The attackers with whom a choice adds."""
        if kind == "by":
            return self.attackers | 1 << arg
        if kind != "from":
            return self.attackers
        plan = duty.plan_of(state, pack(self.hexes), self.attackers)
        return self.attackers | state.units_in(1 << arg, Search(game, state).joiners(plan))

    def _declare(self, game: "EastFrontSeries", state: EfsState) -> None:
        column = initial_column(game, state, self.hexes, self.attackers)
        attack = Attack(self.hexes, self.attackers, column or 0, side=state.side)
        state.attacks = (*state.attacks, attack)
        state.stirred |= self.attackers
        garrisons.release(game, state, pack(self.hexes), "13.6.2.a")
        for plug in game.plug_ins:
            plug.declared(state, self.attackers)
        units = tuple(bits(self.attackers))
        state.tell(Event("declares", self.rule, {"units": units, "hex": self.hexes[0]},
                         hexes=self.hexes, units=units))
        state.push(DeclareAttacks())

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind != "set":
            return super().absent(game, state, kind, arg)
        if not self.attackers:
            return Reason("nobody-attacks-yet", "8.2", hexes=self.hexes)
        if not duty.strong_enough(game, state, pack(self.hexes), self.attackers):
            return Reason("odds-too-low", "8.4.3", hexes=self.hexes)
        return Reason("leaves-owed", "8.1.2/2", hexes=self.hexes)

    def odds(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Odds | None:
        """What the attack would bring as it stands, with this choice: nobody has answered yet."""
        hexes = (*self.hexes, arg) if kind == "and" else self.hexes
        attackers = self._joined(game, state, kind, arg)
        if not attackers:
            return None
        found = battle_odds(game, state, Battle(state.side, hexes, attackers, supply=FED))
        return replace(found, assumes=(Message("odds.assumes-nobody-answers"), *found.assumes))
