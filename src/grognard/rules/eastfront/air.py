"""Chapter 13: how far the air forces of HQs reach, and their strikes."""

from fractions import Fraction
from typing import TYPE_CHECKING

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.hits import TakeHits
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Roll
from grognard.rules.eastfront.weather import effective_cv

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def air_range(game: "EastFront", state: EastFrontState, hq: int) -> HexSet:
    """13.11: hexes in any terrain; supreme HQs strike twice as far."""
    reach = effective_cv(game, state, hq)
    if reach < 0 or state.at[hq] < 0:
        return 0
    factor = game.limits.supreme_air_factor if game.units[hq].supreme else 1
    return game.grid.disk(state.at[hq], reach * factor)


def strikers(game: "EastFront", state: EastFrontState) -> Among:
    none = game.half(state).air[state.phasing] == "none"
    weak = pack(hq for hq in bits(state.active) if effective_cv(game, state, hq) < 1)
    idle = pack(hq for hq in bits(state.active) if not strike_targets(game, state, hq).mask)
    far = pack(hq for hq in bits(idle)
               if not air_range(game, state, hq) & state.battles(game))
    return Among(
        game.everybody,
        Layer("no-air-force", "13.14a", game.everybody if none else 0),
        Layer("enemy-block", "13.1", game.everybody & ~state.loyal(game, state.phasing)),
        Layer("only-headquarters-strike", "13.1", game.everybody & ~game.hqs),
        Layer("strike-not-active", "13.1", game.everybody & ~state.active),
        Layer("airborne-headquarters", "14.2a", state.airborne),
        Layer("struck-already", "13.12b", sum(1 << hq for hq in state.strikes.values())),
        Layer("too-weak-to-strike", "13.12a", weak),
        Layer("nothing-in-air-range", "13.11a", far),
        Layer("strikes-all-assigned", "7.13b", idle & ~far),
    )


def strike_targets(game: "EastFront", state: EastFrontState, hq: int) -> Among:
    return Among(
        game.ground.land,
        Layer("no-battle-to-strike", "13.13a", game.ground.land & ~state.battles(game)),
        Layer("out-of-air-range", "13.11a", game.ground.land & ~air_range(game, state, hq)),
        Layer("one-strike-each", "7.13b", sum(1 << hex for hex in state.strikes)),
        outside=("no-battle-to-strike", "13.13a"),
    )


class ChooseStrike(ActiveAsk, frozen=True):
    hq: UnitId

    rule = "7.13a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"at": strike_targets(game, state, self.hq)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.strikes[arg] = self.hq
        state.fighting |= 1 << arg  # 7.15c
        state.tell(Event("strike-assigned", "7.13a", {"block": self.hq, "hex": arg},
                         hexes=(arg,), units=(self.hq,)))


def strike_dice(game: "EastFront", state: EastFrontState, hex: int) -> int:
    """How many dice the strike assigned to the battle rolls; none without one.

    Its HQ may have lost its steps in a battle of its own since (5.5a: it strikes with the CV
    it has).
    """
    hq = state.strikes.get(hex, -1)
    return max(0, effective_cv(game, state, hq)) if hq >= 0 and state.at[hq] >= 0 else 0


def strikes_on(game: "EastFront", state: EastFrontState, hex: int) -> "list[AirStrike]":
    """The strike that was assigned to the battle, if its HQ lives and has dice left to roll."""
    hq = state.strikes.get(hex)
    if hq is None:
        return []
    if strike_dice(game, state, hex):
        return [AirStrike(hex, hq)]
    state.tell(Event("strike-fails", "5.5a", {"block": hq, "hex": hex}, hexes=(hex,), units=(hq,)))
    return []


class AirStrike(Roll, frozen=True):
    """13.12: one die for each CV of the HQ."""

    hex: Hex
    hq: UnitId

    rule = "13.15a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return state.phasing

    def chance(self, game: "EastFront", state: EastFrontState) -> Dice:
        return Dice(effective_cv(game, state, self.hq), 6)

    def reading(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> int:
        fire = game.half(state).air[state.phasing]
        return sum(die in game.hits[fire] for die in outcome)

    def branches(
        self, game: "EastFront", state: EastFrontState
    ) -> list[tuple[Outcome, Fraction]]:
        hits = game.hits[game.half(state).air[state.phasing]]
        return self.chance(game, state).sorted_by(lambda die: die in hits)

    def take(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> None:
        hits = self.reading(game, state, outcome)
        state.round = state.round.fired(self.hq, game.half(state).air[state.phasing], outcome, hits)
        state.tell(Event("air-strike", "13.12a", {"block": self.hq, "hex": self.hex,
                                                  "dice": outcome, "hits": hits},
                         hexes=(self.hex,), units=(self.hq,)))
        state.push(TakeHits(self.hex, enemy_of(state.phasing)))
