"""Chapter 8: the Combat Phase. Declared attacks are resolved one by one (8.0).

``combat L3629 guns 803Art engineers fight``: the attacker takes up a combat, pays for it, names
his guns and what else he uses, and rolls.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.tables import Lit
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import artillery, attack_supply, orders, plans, unknowns
from grognard.rules.efs.advance import Advance
from grognard.rules.efs.aftermath import EndCombat, carry_out, wipe_out
from grognard.rules.efs.air import SUPPORT, FlyMissions
from grognard.rules.efs.air_combat import ResolveMissions
from grognard.rules.efs.battle import FED, HUNGRY, ORDERS, Battle, read_result
from grognard.rules.efs.plug_ins import Extra
from grognard.rules.efs.reckoning import (
    Reckoning,
    column_name,
    defenders,
    is_supplied,
    odds_lines,
    reckon,
)
from grognard.rules.efs.siege import is_hard
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do, Roll, Sequence
from grognard.rules.efs.values import Attack

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class Combats(Do, frozen=True):
    """8.0: in the order that the attacker likes, until none is left."""

    rule = "8.0"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        _drop_idle(game, state)
        if any(not attack.resolved for attack in state.attacks):
            state.push(ChooseCombat())


def _drop_idle(game: "EastFrontSeries", state: EfsState) -> None:
    """Attacks whose attackers or defenders are gone come to nothing."""
    for attack in state.attacks:
        idle = not state.on_map(attack.attackers) or not defenders(game, state, attack.hexes)
        if idle and not attack.resolved:
            state.tell(Event("attack-lapses", "8.1.1", {"hexes": attack.hexes},
                             hexes=attack.hexes))
            resolve(state, attack)


def resolve(state: EfsState, attack: Attack) -> None:
    state.attacks = tuple(replace(other, resolved=True) if other == attack else other
                          for other in state.attacks)


class CombatPhase(Sequence, frozen=True):
    """8: left out if nothing was declared."""

    rule = "8.0"
    parts = (FlyMissions("yes", SUPPORT), FlyMissions("no", SUPPORT), ResolveMissions(SUPPORT),
             Combats(), Extra("combat"))

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        left = state.points.get(attack_supply.TRACK)  # 15.7.6: to be lost at the end of it
        if state.attacks or self.at or state.sea.assault or left:
            super().run(game, state)

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "combat"


class Preparation(Ask, frozen=True):
    """A decision on the way to a combat, so that its odds can be told."""

    def battle_with(self, game: "EastFrontSeries", state: EfsState, action: Action) -> Battle:
        """The combat as it would be with this choice."""
        raise NotImplementedError

    def odds(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Odds | None:
        return battle_odds(game, state, self.battle_with(game, state, Action(kind, arg)))


class ChooseCombat(Preparation, frozen=True):
    """Which attack is resolved next."""

    rule = "8.0"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        done = pack([hex for attack in state.attacks if attack.resolved for hex in attack.hexes])
        declared = pack([hex for attack in state.attacks for hex in attack.hexes])
        return {"combat": Among(declared, Layer("fought-out", "8.1.5", done),
                                outside=("not-declared", "8.1.1"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        battle = self._battle(game, state, arg)
        before = tuple(step for plug in game.plug_ins
                       for step in plug.taken_up(state, battle.hexes))
        state.push(*before, PrepareCombat(battle), Combats())

    def _battle(self, game: "EastFrontSeries", state: EfsState, hex: Hex) -> Battle:
        attack = next(attack for attack in state.attacks
                      if hex in attack.hexes and not attack.resolved)
        side = game.owner(next(bits(attack.attackers)))
        return Battle(side, attack.hexes, state.on_map(attack.attackers),
                      mandatory=attack.mandatory)

    def battle_with(self, game: "EastFrontSeries", state: EfsState, action: Action) -> Battle:
        return self._battle(game, state, action.arg)


class PrepareCombat(Preparation, frozen=True):
    """What the attacker puts into this combat; ``fight`` commits him."""

    battle: Battle

    rule = "8.4.1"
    continues = True
    commits = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.battle.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        battle = self.battle
        offers: dict[str, Choices] = {"guns": artillery.attack_guns(game, state, battle)}
        if attack_supply.needed(game):
            offers["supply"] = attack_supply.choices(game, state, battle)
        if attack_supply.unfed(game, state, battle) is None:
            offers["ration"] = ALWAYS
        if game.edition.guns.naval_doubled:
            offers["double"] = doubling(game, battle.guns, battle.doubled)
        if not battle.engineers and engineers_help(game, state, battle):
            offers["engineers"] = ALWAYS
        if plans.unnamed(game, state, battle) is None:
            offers["mandatory"] = ALWAYS
        if orders.attackers_may(game, state, battle):
            offers["order"] = Among((1 << len(ORDERS)) - 1)
        return {**offers, "fight": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        battle = self.battle_with(game, state, Action(kind, arg))
        if kind == "fight":
            announce(game, state, battle)
        else:
            state.push(PrepareCombat(battle))

    def battle_with(self, game: "EastFrontSeries", state: EfsState, action: Action) -> Battle:
        battle, bit = self.battle, 1 << action.arg
        return {
            "guns": lambda: replace(battle, guns=battle.guns | bit),
            "supply": lambda: replace(battle, paid=battle.paid | bit),
            "ration": lambda: replace(battle, tracked=True),
            "double": lambda: replace(battle, doubled=battle.doubled | bit),
            "engineers": lambda: replace(battle, engineers=True),
            "mandatory": lambda: replace(battle, mandatory=True),
            "order": lambda: replace(battle, order=ORDERS[action.arg]),
            "fight": lambda: battle,
        }[action.kind]()

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind == "engineers":
            return Reason(self._why_no_engineers(game, state), "12.3.1", hexes=self.battle.hexes)
        if kind == "mandatory" and game.rows.mandatory_attacks:
            return plans.unnamed(game, state, self.battle) or super().absent(
                game, state, kind, arg)
        if kind == "ration" and game.mega.fine:
            return attack_supply.unfed(game, state, self.battle) or super().absent(
                game, state, kind, arg)
        if kind == "order" and self.battle.order:
            return Reason("order-given", "8.8.1")
        if kind == "order":
            return Reason("no-command", "13.1.2.c")
        return super().absent(game, state, kind, arg)

    def _why_no_engineers(self, game: "EastFrontSeries", state: EfsState) -> str:
        if self.battle.engineers:
            return "engineers-used"
        there = state.on_map(self.battle.attackers & game.engineers)
        return "no-use-for-engineers" if there else "no-engineers-there"

    def surprising(self, game: "EastFrontSeries", state: EfsState) -> tuple[str, ...]:
        """To go without supply that could be had, or to certain ruin while guns are at hand."""
        offers = self.choices(game, state)
        more = len(offers.get("supply", ())) or "ration" in offers
        hungry = not is_supplied(game, state, self.battle) and more
        ruin = reckon(game, state, self.battle).column is None and len(offers["guns"])
        return ("fight",) if hungry or ruin else ()

    def asked_about(self) -> dict[str, object]:
        return {"hexes": self.battle.hexes}


def engineers_help(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """12.3.1: an engineer attacks a town, or a fort whose modifier counts."""
    if not state.on_map(battle.attackers & game.engineers):
        return False
    towns = game.ground.cities | game.ground.major_cities
    return bool(towns & battle.targets) or (
        is_hard(game, state, battle) and reckon(game, state, battle).fortified)


def doubling(game: "EastFrontSeries", guns: int, doubled: int) -> Among:
    """13.4.4: naval guns that take part may fire everything they have."""
    return Among(
        game.everybody,
        Layer("no-naval-gun", "13.4.4", game.everybody & ~game.naval_guns),
        Layer("supports-not", "13.4.4", game.naval_guns & ~guns),
        Layer("doubled-already", "13.4.4", doubled),
    )


def announce(game: "EastFrontSeries", state: EfsState, battle: Battle) -> None:
    """The attack is on: supply is paid, guns fire, orders are turned up."""
    if not is_supplied(game, state, battle):
        battle = replace(battle, supply=HUNGRY)  # 6.5.5: the points are kept
    else:
        attack_supply.pay(game, state, battle.paid)
        if battle.tracked:
            attack_supply.take_from_track(state, battle)
        battle = replace(battle, supply=FED)
    plans.discharge(state, battle)
    for gun in bits(battle.guns):
        state.shots[gun] = state.shots.get(gun, 0) + artillery.effort(game, battle)
    if battle.order:
        orders.charge(game, state, battle.side, battle.hexes[0],
                      state.look_up(battle.attackers))
    units = tuple(bits(battle.attackers))
    state.tell(Event("attack", "8.4.1", {"side": battle.side, "units": units,
                                         "hexes": battle.hexes}, hexes=battle.hexes, units=units))
    state.push(DoubleGuns(battle))


class DoubleGuns(Do, frozen=True):
    """13.4.4: a Soviet defender may double the naval guns that help him; then the die falls."""

    battle: Battle

    rule = "13.4.4"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        guns = artillery.supporting(game, state, self.battle.hexes) & game.naval_guns
        if game.edition.guns.naval_doubled and guns & ~self.battle.doubled:
            state.push(ChooseDoubled(self.battle))
        else:
            state.push(JoinBattle(self.battle))


class ChooseDoubled(Preparation, frozen=True):
    battle: Battle

    rule = "13.4.4"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.battle.defender

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        guns = artillery.supporting(game, state, self.battle.hexes)
        return {"double": doubling(game, guns, self.battle.doubled), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        battle = self.battle_with(game, state, Action(kind, arg))
        state.push(DoubleGuns(battle) if kind == "double" else JoinBattle(battle))

    def battle_with(self, game: "EastFrontSeries", state: EfsState, action: Action) -> Battle:
        if action.kind == "done":
            return self.battle
        return replace(self.battle, doubled=self.battle.doubled | 1 << action.arg)

    def asked_about(self) -> dict[str, object]:
        return {"hexes": self.battle.hexes}


class JoinBattle(Do, frozen=True):
    """Orders are turned up; below the lowest odds the attackers are lost without a die."""

    battle: Battle

    rule = "8.4.3/2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        tokens = unknowns.in_battle(game, state, self.battle)
        if tokens:
            state.push(unknowns.TurnUp(tokens), self)
            return
        battle = unknowns.renewed(state, self.battle)
        if state.turned and not (defenders(game, state, battle.hexes)
                                 and state.on_map(battle.attackers)):
            orders.turn_up(state, battle)
            state.push(*((Advance(battle),) if state.on_map(battle.attackers) else ()),
                       EndCombat(battle))
        elif battle == self.battle:
            self._join(game, state)
        else:
            state.push(JoinBattle(battle))

    def _join(self, game: "EastFrontSeries", state: EfsState) -> None:
        orders.turn_up(state, self.battle)
        if reckon(game, state, self.battle).column is not None:
            state.push(CombatRoll(self.battle), EndCombat(self.battle))
            return
        state.tell(Event("odds-too-low", self.rule, {"hexes": self.battle.hexes},
                         hexes=self.battle.hexes))
        wipe_out(game, state, self.battle.attackers)
        state.push(EndCombat(self.battle))


class CombatRoll(Roll, frozen=True):
    """One die, with all modifiers, on the column of the odds."""

    battle: Battle

    rule = "8.4.1"

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Dice:
        return game.results.dice or Dice(1, 10)

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.battle.side

    def reading(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> str:
        return read_die(game, reckon(game, state, self.battle), outcome[0])

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        found = reckon(game, state, self.battle)
        result, table = read_die(game, found, outcome[0]), game.results
        net, row = table.modifier(found.net).value, table.row(outcome[0], found.net).value
        told = {"die": outcome[0], "net": f"{net:+d}", "rolled": (outcome[0], net, row),
                "result": result,
                "odds": column_name(game, found.column), "hexes": self.battle.hexes,
                "row": row, "column": found.column}
        state.tell(Event("combat", self.rule, told, hexes=self.battle.hexes))
        carry_out(game, state, self.battle, read_result(result), found, row)


def read_die(game: "EastFrontSeries", found: Reckoning, die: int) -> str:
    assert found.column is not None, "below the table nobody rolls"
    return game.results.result(found.column, die, found.net)


# -- before the die ----------------------------------------------------------------------------


def battle_odds(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Odds:
    """The exact distribution; over what an order may be that lies face down."""
    hidden = [hex for hex in battle.hexes
              if orders.face_down(state, hex) and not orders.sure(game, state, hex)]
    found = reckon(game, state, battle)
    lines = odds_lines(game, found)
    assumes = tuple(Message("odds.assumes-order", {"hex": hex}) for hex in hidden)
    if unknowns.in_battle(game, state, battle):
        assumes += (Message("odds.assumes-unknown"),)
    if found.column is None:
        return Odds(lines, "-", (("e/-", Fraction(1)),), assumes)
    worlds = [reckon(game, state, battle, order) for order in ORDERS] if hidden else [found]
    chances = dict.fromkeys(game.results.results, Fraction(0))
    for world in worlds:
        spread = game.results.distribution(found.column, modifier=world.net)
        for result, chance in spread.items():
            chances[result] += chance / len(worlds)
    results = tuple((result, chance) for result, chance in chances.items() if chance)
    lit = (Lit("combat", column=1 + found.column),)
    return Odds(lines, column_name(game, found.column), results, assumes, lit)
