"""15.8.5: Axis breakthroughs on the inset.

After a fine enough roll motorised attackers go on from the defender's hex, two hexes more, without
a thought for zones. Staffs and guns that stand alone in their way are driven off.
"""

from typing import TYPE_CHECKING

from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, UnitId, UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import stacking
from grognard.rules.efs.advance import (
    Advance,
    ChooseAdvance,
    ChooseHexAhead,
    advance_choices,
    go,
    open_to,
)
from grognard.rules.efs.battle import Battle
from grognard.rules.efs.inset import battalions
from grognard.rules.efs.inset.damage import damage
from grognard.rules.efs.overrun import MarkOverrun
from grognard.rules.efs.retreat import PLAIN, Retreat, passes
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

FURTHER = "inset.breakthrough.advance"


def won(game: "EastFrontSeries", battle: Battle, column: int | None, row: int) -> bool:
    """15.8.5.a: against hexes of the inset, at good odds, with a modified die that is low."""
    asked = game.edition.inset
    if battle.side != AXIS or column is None or battle.targets & ~game.mega.fine:
        return False
    least = game.results.columns.index(f"{asked.breakthrough_odds}-1")
    return column >= least and row <= asked.breakthrough_die


class Breakthrough(Advance, frozen=True):
    """15.8.5.b: in place of the plain advance."""

    gone: UnitSet = 0
    """Who has advanced already, perhaps through the gap."""

    rule = "inset.breakthrough"

    def ask(self) -> "ChooseBreaker":
        return ChooseBreaker(self.battle, self.gone)


class ChooseBreaker(ChooseAdvance, frozen=True):
    """Who advances, and on through the gap if it is motorised."""

    gone: UnitSet = 0

    rule = "inset.breakthrough"

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"advance": advance_choices(game, state, self.battle, self.gone), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        on = GoFurther(self.battle, arg, game.edition.inset.breakthrough_hexes - 1)
        others = Breakthrough(self.battle, self.gone | 1 << arg)
        hexes = open_to(game, state, self.battle, arg)
        if hexes.bit_count() > 1:
            state.push(ChooseHexAhead(self.battle, arg), on, others)
        else:
            go(game, state, self.battle, arg, next(bits(hexes)))
            state.push(on, others)


class GoFurther(Do, frozen=True):
    """A unit in the gap goes on; of a panzer regiment from the map its battalions do (15.6.1)."""

    battle: Battle
    unit: UnitId
    steps: Number

    rule = FURTHER

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for unit in bits(battalions.stand_in(game, state, 1 << self.unit) & game.motorised):
            if self.steps and state.at[unit] >= 0 and len(further(game, state, unit)):
                state.push(ChooseFurther(self.battle, unit, self.steps))


def alone(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """15.8.5.c: hexes that only Soviet headquarters and guns hold."""
    others = game.troops[SOVIET] & ~game.hqs & ~game.artillery & ~game.supplies
    helpless = state.hexes_of(game.troops[SOVIET] & (game.hqs | game.artillery))
    return helpless & ~state.hexes_of(others & ~game.bridge_units)


def further(game: "EastFrontSeries", state: EfsState, unit: int) -> Among:
    """Where the unit goes next."""
    here = state.at[unit]
    near = game.grid.spread(1 << here)
    enemies = state.occupied(game, SOVIET) & ~alone(game, state)
    closed = pack(hex for hex in bits(near) if not passes(game, state, unit, here, hex))
    full = pack(hex for hex in bits(near & ~alone(game, state))
                if not stacking.fits(game, state, 1 << unit, hex))
    return Among(
        near,
        Layer("out-of-play", "7.1.6", near & ~game.playable),
        *game.fences(state, 1 << unit),
        Layer("enemy-there", FURTHER, near & enemies),
        Layer("ground-closed", "8.9/3", closed),
        Layer("stack-full", "8.9.4", full),
        outside=("not-adjacent-hex", FURTHER),
    )


class ChooseFurther(Ask, frozen=True):
    """The next hex of a breakthrough; enemy zones do not matter."""

    battle: Battle
    unit: UnitId
    steps: Number
    """Hexes that it may still go."""

    rule = FURTHER
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.battle.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"into": further(game, state, self.unit), "stay": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "stay":
            return
        there = state.set_at(arg) & game.troops[SOVIET] & (game.hqs | game.artillery)
        state.push(PushOn(self.battle, self.unit, arg, self.steps))
        if there:
            state.push(Retreat(there, arg, self.battle.side, PLAIN, calm=True),
                       MarkOverrun(there & game.hqs), ShakeGuns(there & game.artillery))

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.unit, "steps": self.steps}


class ShakeGuns(Do, frozen=True):
    """15.8.5.c: guns that were driven off are damaged."""

    units: UnitSet

    rule = "inset.breakthrough.guns"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for gun in bits(state.on_map(self.units)):
            damage(game, state, gun, game.edition.inset.driven_off, self.rule)


class PushOn(Do, frozen=True):
    """Into the next hex, once it is empty."""

    battle: Battle
    unit: UnitId
    hex: Hex
    steps: Number

    rule = FURTHER

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        go(game, state, self.battle, self.unit, self.hex)
        state.push(GoFurther(self.battle, self.unit, self.steps - 1))
