"""What bots go by in the series."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.core import steps
from grognard.core.advice import Advice
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.movers import ChooseWay
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class EfsAdvice(Advice["EastFrontSeries", EfsState]):
    milestones = frozenset({"combat"})

    def habits(self) -> Mapping[str, float]:
        return self.game.leanings

    def goals(self, state: EfsState, side: str) -> HexSet:
        """Hexes that score, or next to which somebody wins."""
        return pack(hex for line in self.game.rows.victory for hex in line.hexes)

    def enemies(self, state: EfsState, side: str) -> HexSet:
        return state.combat_hexes(self.game, enemy_of(side))

    def could_stay(self, state: EfsState, step: steps.Ask) -> Hex | None:
        return state.at[next(bits(step.group))] if isinstance(step, ChooseWay) else None
