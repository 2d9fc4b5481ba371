"""Sections 7.33 to 7.35: who takes the hits."""

from typing import TYPE_CHECKING

from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Ask, Do
from grognard.core.visibility import Number
from grognard.hexes import Hex, bits
from grognard.rules.eastfront.losses import lose_step
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class TakeHits(Do, frozen=True):
    """Hits fall one by one on the strongest block at that moment (7.33b)."""

    hex: Hex
    target: str
    hits: Number
    needed: Number | None
    """Hits for a step: 1, 2 or 3 (7.34, 7.35); None: no losses at all (7.4c)."""
    assaulted: bool = False
    """A repulse took place: if nobody remains the repulsed take the hits (7.51e)."""

    rule = "7.33a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if self.hits and self.needed is not None and victims(game, state, self.hex, self.target):
            state.push(ChooseVictim(self.hex, self.target, self.hits, self.needed))


def victims(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """The block with a part hit, else those with the highest CV (7.33b, 7.34d)."""
    units = state.of_side(game, hex, side)
    started = [unit for unit in units if state.part_hits.get(unit)]
    most = max((state.cv[unit] for unit in units), default=0)
    chosen = started or [unit for unit in units if state.cv[unit] == most]
    return sum(1 << unit for unit in chosen)


class ChooseVictim(Ask, frozen=True):
    """The owner chooses among equals."""

    hex: Hex
    target: str
    hits: Number
    needed: Number

    rule = "7.33b"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.target

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        everybody = (1 << len(game.units)) - 1
        here = sum(1 << u for u in state.of_side(game, self.hex, self.target))
        allowed = victims(game, state, self.hex, self.target)
        part_hit = any(state.part_hits.get(unit) for unit in bits(allowed))
        return {"lose": Among(
            everybody,
            Layer("not-under-fire", "7.33b", everybody & ~here),
            Layer("part-hit-first", "7.34d", here & ~allowed if part_hit else 0),
            Layer("strongest-first", "7.33b", here & ~allowed),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        part = state.part_hits.get(arg, 0) + 1
        if part >= self.needed:
            state.part_hits.pop(arg, None)
            state.steps_lost[arg] = state.steps_lost.get(arg, 0) + 1
            lose_step(game, state, arg, "7.33a")
        else:
            state.part_hits[arg] = part
        state.push(TakeHits(self.hex, self.target, self.hits - 1, self.needed))
