"""How hard a hex is to take: who stands there, on what ground, under whose guns."""

from grognard.hexes import Hex, bits
from grognard.rules.efs import cover
from grognard.rules.efs.staff.estimate import Estimate, resistance
from grognard.rules.efs.state import EfsState


class Eye:
    """What a staff sees of the enemy's hexes in one position, each looked at once."""

    def __init__(self, plan: Estimate, state: EfsState) -> None:
        self.plan, self.game, self.state = plan, plan.game, state
        self._fire: dict[tuple[Hex, str], int] = {}
        self._hard: dict[Hex, float] = {}

    def hardness(self, hex: Hex) -> float:
        """Defence in a hex, and what its ground adds to it."""
        if hex not in self._hard:
            self._hard[hex] = self._look_at(hex)
        return self._hard[hex]

    def _look_at(self, hex: Hex) -> float:
        ground, game, weights = self.game.ground, self.game, self.plan.weights
        rough = ground.woods | ground.hills | ground.villages | ground.marsh | ground.swamp
        hard = ground.cities | ground.major_cities | cover.strongpoints(self.state, self.plan.foe)
        held: float = max(1, resistance(game, self.state, self.state.set_at(hex) & game.fighting))
        held += min(held, weights.guns * self.guns(hex, self.plan.foe))
        return held * (weights.hard if hard >> hex & 1 else
                       weights.rough if rough >> hex & 1 else 1.0)

    def guns(self, hex: Hex, side: str) -> int:
        """What the artillery of a side in range could add."""
        key = hex, side
        if key not in self._fire:
            game, state = self.game, self.state
            guns = state.on_map(game.artillery & game.units_of[side])
            self._fire[key] = sum(game.units[gun].support for gun in bits(guns) if (
                game.grid.distance(state.at[gun], hex) <= game.units[gun].range))
        return self._fire[key]
