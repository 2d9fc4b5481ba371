"""Sections 7.33 to 7.35: who takes the hits."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import Hex, bits, pack
from grognard.rules.eastfront.fire import hits_per_step
from grognard.rules.eastfront.losses import lose_step
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class TakeHits(Do, frozen=True):
    """Hits fall one by one on the strongest block at that moment (7.33b)."""

    hex: Hex
    target: str

    rule = "7.33a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        hurts = needed(game, state, self.hex, self.target) is not None
        if state.round.hits and hurts and victims(game, state, self.hex, self.target):
            state.push(ChooseVictim(self.hex, self.target))
        else:
            state.round = replace(state.round, hits=0)


def needed(game: "EastFront", state: EastFrontState, hex: int, target: str) -> int | None:
    """Hits for a step: 1, 2 or 3 (7.34, 7.35); None: no losses at all (7.4c)."""
    return 1 if target == state.phasing else hits_per_step(game, state, hex, target)


def victims(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """The block with a part hit, else those with the highest CV (7.33b, 7.34d)."""
    units = state.of_side(game, hex, side)
    started = [unit for unit in units if unit in state.round.part_hits]
    most = max((state.cv[unit] for unit in units), default=0)
    return pack(started or [unit for unit in units if state.cv[unit] == most])


def take_hit(game: "EastFront", state: EastFrontState, unit: int, needed: int, rule: str) -> None:
    before = state.round
    state.round = before.hit(unit, needed)
    if state.round.lost is not before.lost:
        lose_step(game, state, unit, rule)


class ChooseVictim(Ask, frozen=True):
    """The owner chooses among equals."""

    hex: Hex
    target: str

    rule = "7.33b"
    follows = True

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.target

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        here = pack(state.of_side(game, self.hex, self.target))
        allowed = victims(game, state, self.hex, self.target)
        part_hit = any(unit in state.round.part_hits for unit in bits(allowed))
        return {"lose": Among(
            game.everybody,
            Layer("not-under-fire", "7.33b", game.everybody & ~here),
            Layer("part-hit-first", "7.34d", here & ~allowed if part_hit else 0),
            Layer("strongest-first", "7.33b", here & ~allowed),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        cost = needed(game, state, self.hex, self.target) or 1
        state.round = replace(state.round, hits=state.round.hits - 1)
        take_hit(game, state, arg, cost, "7.33a")
        state.push(TakeHits(self.hex, self.target))
