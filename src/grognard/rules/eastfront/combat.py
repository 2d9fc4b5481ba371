"""Chapter 7: battles, fought one round at a time."""

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Hints
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import command
from grognard.rules.eastfront.air import ChooseStrike, air_range, strikers, strikes_on
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.assault import Repulse, repulse_numbers
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.fire import firepower
from grognard.rules.eastfront.hits import TakeHits
from grognard.rules.eastfront.invasion import supported_by_sea
from grognard.rules.eastfront.losses import settle_battle
from grognard.rules.eastfront.odds import battle_odds, block_odds
from grognard.rules.eastfront.rounds import Round
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Ask, Do, Roll

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class CombatPhase(Do, frozen=True):
    """4.43: strikes and active battles are named first, then fought one by one."""

    blitz: bool = False

    rule = "4.43a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.strikes = {}
        state.round = Round()
        state.fighting = compulsory(game, state, self.blitz)
        state.supported = command.commanded(game, state) | supported_by_sea(game, state)
        if state.battles(game):
            state.push(ChooseBattles())


def compulsory(game: "EastFront", state: EastFrontState, blitz: bool) -> HexSet:
    """7.15: new battles; a besieged fortress too, but not in Blitz combat."""
    battles = state.battles(game)
    sieges = 0 if blitz else sum(
        1 << hex for hex in bits(battles & game.ground.fortress)
        if state.attackers[hex] == state.phasing)
    return battles & (state.new_battles | sieges)


class ChooseBattles(ActiveAsk, frozen=True):
    """7.13, 7.14: assign strikes, activate further battles.

    To begin lays enemy blocks open for good, so nobody does it but the player.
    """

    rule = "7.14"
    commits = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"strike": strikers(game, state), "fight": battle_choices(game, state),
                "done": ALWAYS}

    def surprising(self, game: "EastFront", state: EastFrontState) -> tuple[str, ...]:
        return ("done",) if strikers(game, state).mask else ()

    def hints(self, game: "EastFront", state: EastFrontState) -> Hints:
        """How far each HQ can strike (13.11)."""
        return {"strike": {hq: {"area": tuple(bits(air_range(game, state, hq)))}
                           for hq in strikers(game, state)}}

    def odds(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> Odds | None:
        asked = kind == "fight" and state.battles(game) >> arg & 1
        return battle_odds(game, state, arg) if asked else None

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "strike":
            state.push(ChooseStrike(arg), self)
        elif kind == "fight":
            state.fighting |= 1 << arg
            state.push(self)
        elif state.fighting:
            reveal(game, state)
            state.push(Battles())


def battle_choices(game: "EastFront", state: EastFrontState) -> Among:
    return Among(
        game.ground.land,
        Layer("no-battle", "7.14", game.ground.land & ~state.battles(game)),
        Layer("fights-already", "7.14", state.fighting),
        outside=("no-battle", "7.14"),
    )


def reveal(game: "EastFront", state: EastFrontState) -> None:
    """7.14: all blocks in active battles are laid face up."""
    for hex in bits(state.fighting):
        for unit in state.units_at(hex):
            state.face_up |= 1 << unit
    state.tell(Event("battles-revealed", "7.14", {"hexes": tuple(bits(state.fighting))},
                     hexes=tuple(bits(state.fighting)), reveals=True))


# -- rounds (7.2) -----------------------------------------------------------------------------


class Battles(Do, frozen=True):
    """7.21: battle by battle in the order the active player wishes."""

    rule = "7.21"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.fighting &= state.battles(game)
        if state.fighting:
            state.push(ChooseBattle())


class ChooseBattle(ActiveAsk, frozen=True):
    rule = "7.21"
    commits = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"resolve": Among(state.fighting, outside=("not-active-battle", "7.21"))}

    def odds(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> Odds | None:
        asked = kind == "resolve" and state.battles(game) >> arg & 1
        return battle_odds(game, state, arg) if asked else None

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.fighting &= ~(1 << arg)
        strikes = strikes_on(game, state, arg)
        state.begin_round(arg, firing_side(state, offensive=bool(strikes)))
        state.push(*strikes, Fire(arg, offensive=False), Fire(arg, offensive=True), EndRound(arg),
                   Battles())


class Fire(Do, frozen=True):
    """7.22, 7.31: each block of one side fires once; repulses and losses follow."""

    hex: Hex
    offensive: bool

    rule = "7.31a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if not state.battles(game) >> self.hex & 1:
            return
        side = firing_side(state, self.offensive)
        state.round = replace(state.round, firing=side)
        if shooters(game, state, self):
            state.push(ChooseShooter(self.hex, self.offensive))
        else:
            state.push(Repulse(self.hex), TakeHits(self.hex, enemy_of(side)))


def firing_side(state: EastFrontState, offensive: bool) -> str:
    return state.phasing if offensive else enemy_of(state.phasing)


def shooters(game: "EastFront", state: EastFrontState, step: "Fire | ChooseShooter") -> int:
    side = firing_side(state, step.offensive)
    return pack([unit for unit in state.of_side(game, step.hex, side)
                 if unit not in state.round.volleys and state.cv[unit] > 0
                 and firepower(game, state, unit, step.hex, step.offensive) != "none"])


class ChooseShooter(Ask, frozen=True):
    """7.31a: in the order the owner chooses."""

    hex: Hex
    offensive: bool

    rule = "7.31a"
    follows = True

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return firing_side(state, self.offensive)

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        mine = state.loyal(game, self.side(game, state))
        here = state.set_at(self.hex) & mine
        ready = shooters(game, state, self)
        return {"fire": Among(
            game.everybody,
            Layer("enemy-block", "7.31a", game.everybody & ~mine),
            Layer("not-in-this-battle", "7.31a", game.everybody & ~here),
            Layer("fired-already", "7.31a", pack(state.round.volleys)),
            Layer("headquarters-fires-not", "5.1c", game.hqs),
            Layer("has-no-fire", "7.31b", here & ~ready),
        )}

    def odds(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> Odds | None:
        ready = kind == "fire" and shooters(game, state, self) >> arg & 1
        return block_odds(game, state, arg, self.hex, self.offensive) if ready else None

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.push(FireRoll(self.hex, self.offensive, arg))


class FireRoll(Roll, frozen=True):
    """7.31b: one die for each CV."""

    hex: Hex
    offensive: bool
    unit: UnitId

    rule = "7.31b"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return firing_side(state, self.offensive)

    def chance(self, game: "EastFront", state: EastFrontState) -> Dice:
        return Dice(state.cv[self.unit], 6)

    def reading(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> int:
        fire = firepower(game, state, self.unit, self.hex, self.offensive)
        return sum(die in game.hits[fire] for die in outcome)

    def branches(
        self, game: "EastFront", state: EastFrontState
    ) -> list[tuple[Outcome, Fraction]]:
        """Dice that hit, and dice that drive back (7.51)."""
        hits = game.hits[firepower(game, state, self.unit, self.hex, self.offensive)]
        numbers = () if self.offensive else repulse_numbers(game, state, self.hex)
        dice = self.chance(game, state)
        return dice.sorted_by(lambda die: (die in hits, die in numbers))

    def take(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> None:
        hits = self.reading(game, state, outcome)
        numbers = () if self.offensive else repulse_numbers(game, state, self.hex)
        driven = sum(die in numbers for die in outcome)
        fire = firepower(game, state, self.unit, self.hex, self.offensive)
        told = {"block": self.unit, "hex": self.hex, "fire": fire, "dice": outcome, "hits": hits}
        state.tell(Event("repels" if numbers else "fires", "7.31b",
                         told | ({"repulses": driven} if numbers else {}),
                         hexes=(self.hex,), units=(self.unit,)))
        state.round = state.round.fired(self.unit, fire, outcome, hits, driven)
        state.push(Fire(self.hex, self.offensive))
        if not numbers:  # 7.51d: repulses come before any loss, so the whole fire is gathered first
            target = enemy_of(firing_side(state, self.offensive))
            state.push(TakeHits(self.hex, target))


class EndRound(Do, frozen=True):
    """7.22b, 7.34e: original defenders stand up again, part hits lapse."""

    hex: Hex

    rule = "7.22b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.round = state.round.over()
        state.new_battles &= ~(1 << self.hex)
        settle_battle(game, state, self.hex)
        attacker = state.attackers.get(self.hex)
        for unit in state.units_at(self.hex):
            if state.owner(game, unit) != attacker and not state.active >> unit & 1:
                state.face_up &= ~(1 << unit)
