"""Chapter 6: who may attack, what the dice say, and who advances."""

from typing import TYPE_CHECKING

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.sides import Side
from grognard.core.visibility import UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard_miniature.dice import attack_dice, defence_dice, dice_in, hits_from, result_of
from grognard_miniature.fog import turn_up
from grognard_miniature.losses import TakeLoss
from grognard_miniature.movement import enter
from grognard_miniature.odds import odds_of
from grognard_miniature.retreat import Retreat
from grognard_miniature.state import MiniatureState, occupied, other, present
from grognard_miniature.steps import Choice, Do, Roll
from grognard_miniature.supply import cut_off
from grognard_miniature.victory import Rout

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class CombatPhase(Do, frozen=True):
    """6.1: the counters that the chit has moved may attack, as long as any can."""

    rule = "6.1"
    who: Side

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        if attackable(game, state, self.who) & occupied(game, state, other(self.who)):
            state.push(ChooseAttack(self.who))


class ChooseAttack(Choice, frozen=True):
    """6.1: choose the enemy hex to attack, or be done."""

    rule = "6.1"

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        empty = Layer("no-enemy-there", "6.1", ~occupied(game, state, other(self.who)))
        far = Layer("out-of-reach", "6.2", ~attackable(game, state, self.who))
        return {"attack": Among(game.grid.all, empty, far), "done": ALWAYS}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        if kind == "attack":
            state.push(JoinAttack(self.who, arg), CombatPhase(self.who))


class JoinAttack(Choice, frozen=True):
    """6.3: add counters to the attack one by one, then fight."""

    rule = "6.3"
    continues = True
    commits = True  # no dice before the player has seen the odds
    target: Hex
    by: UnitSet = 0

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        beside = game.grid.spread(1 << self.target)
        away = [unit for unit, hex in enumerate(state.at) if hex < 0 or not beside >> hex & 1]
        by = Among(
            game.everybody,
            *cannot_attack(game, state, self.who),
            Layer("already-in", "6.3.a", self.by),
            Layer("not-adjacent", "6.2", pack(away)),
        )
        return {"by": by, "fight": ALWAYS} if self.by else {"by": by}

    def absent(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> Reason:
        if kind == "fight":
            return Reason("nobody-attacks", "6.3")
        return super().absent(game, state, kind, arg)

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        if kind == "by":
            state.push(JoinAttack(self.who, self.target, self.by | 1 << arg))
        else:
            state.ready &= ~self.by
            state.push(Battle(self.who, self.target, self.by))

    def odds(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> Odds | None:
        """What ``fight`` would bring, or what it would after ``by`` one more counter."""
        by = self.by | 1 << arg if kind == "by" else self.by
        return odds_of(game, state, self.who, by, self.target) if by else None

    def begun(self) -> ChooseAttack:
        return ChooseAttack(self.who)


class Battle(Do, frozen=True):
    """3.2: everybody in a battle is shown; against decoys alone there is nothing to roll."""

    rule = "3.2"
    who: Side
    target: Hex
    by: UnitSet

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        args = {"side": self.who, "at": self.target, "units": tuple(bits(self.by))}
        state.tell(Event("attacked", "6.1", args, (self.target,), tuple(bits(self.by))))
        turn_up(game, state, self.by | state.set_at(self.target), "3.2")
        if state.set_at(self.target):
            state.push(BattleRoll(self.who, self.target, self.by))
        else:
            state.push(AdvancePhase(self.who, self.target, self.by))


class BattleRoll(Roll, frozen=True):
    """6.4: both sides throw their dice together, the attacker's first."""

    rule = "6.4"
    who: Side
    target: Hex
    by: UnitSet

    def chance(self, game: "Miniature", state: MiniatureState) -> Dice:
        return Dice(sum(self._dice(game, state)))

    def reading(self, game: "Miniature", state: MiniatureState, outcome: Outcome) -> str:
        return result_of(game, self._margin(game, state, outcome)).result

    def take(self, game: "Miniature", state: MiniatureState, outcome: Outcome) -> None:
        margin = self._margin(game, state, outcome)
        row, enemy, there = result_of(game, margin), other(self.who), state.set_at(self.target)
        attack, _ = self._dice(game, state)
        thrown = [" ".join(map(str, dice)) for dice in (outcome[:attack], outcome[attack:])]
        args = {"result": row.result, "margin": margin, "attack": thrown[0], "defence": thrown[1]}
        # The log shows what stands under "dice".
        state.tell(Event("battle-fought", "6.6", args | {"dice": outcome}, (self.target,)))
        state.push(
            *[TakeLoss(self.who, self.by)] * row.attacker_loses,
            *[TakeLoss(enemy, there)] * row.defender_loses,
            Retreat(enemy, there, row.retreat),
            AdvancePhase(self.who, self.target, self.by),
            Rout(),
        )

    def _dice(self, game: "Miniature", state: MiniatureState) -> tuple[int, int]:
        attack = attack_dice(game, state, self.who, self.by, self.target)
        defence = defence_dice(game, state, other(self.who), state.set_at(self.target), self.target)
        return dice_in(attack), dice_in(defence)

    def _margin(self, game: "Miniature", state: MiniatureState, outcome: Outcome) -> int:
        """6.6: the attacker's hits less the defender's."""
        attack, _ = self._dice(game, state)
        needs = hits_from(game, state, self.by, self.target)
        hits = sum(die >= needs for die in outcome[:attack])
        return hits - sum(die >= game.numbers.hits for die in outcome[attack:])


class AdvancePhase(Do, frozen=True):
    """6.8: if the hex is empty now, one of the attackers may enter it."""

    rule = "6.8"
    who: Side
    target: Hex
    by: UnitSet

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        left = self.by & present(game, state, self.who)
        if left and not occupied(game, state, other(self.who)) >> self.target & 1:
            state.push(ChooseAdvance(self.who, self.target, left))


class ChooseAdvance(Choice, frozen=True):
    """6.8: choose the attacker that advances, or none."""

    rule = "6.8"
    target: Hex
    by: UnitSet

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        advance = Among(game.everybody, Layer("not-in-attack", "6.8", ~self.by))
        return {"advance": advance, "none": ALWAYS}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        if kind == "advance":
            args = {"unit": arg, "at": self.target}
            state.tell(Event("advanced", "6.8", args, (self.target,), (arg,)))
            enter(game, state, arg, self.target)


def cannot_attack(game: "Miniature", state: MiniatureState, side: Side) -> tuple[Layer, ...]:
    """The counters that can attack nobody now."""
    return (
        Layer("not-yours", "1.3", game.counters_of[other(side)]),
        Layer("not-ready", "6.3.a", ~state.ready),
        Layer("decoy-cannot-attack", "6.3.b", game.decoys),
        Layer("out-of-supply", "8.2", cut_off(game, state, side)),
    )


def attackable(game: "Miniature", state: MiniatureState, side: Side) -> HexSet:
    """6.2: the hexes next to a counter that can attack."""
    near = beside(game, state, state.ready)
    if not near & occupied(game, state, other(side)):
        return near  # the common case, before anybody asks about supply
    return beside(game, state, Among(game.everybody, *cannot_attack(game, state, side)).mask)


def beside(game: "Miniature", state: MiniatureState, units: int) -> HexSet:
    """The hexes next to these counters, over a river or not."""
    return game.grid.spread(pack([state.at[unit] for unit in bits(units)]))
