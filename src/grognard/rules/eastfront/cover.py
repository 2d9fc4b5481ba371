"""What protects blocks under fire, in battle or pursuit (1.46, 7.34, 7.35)."""

from typing import TYPE_CHECKING

from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def shelter(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """Hits that cost a block of the side a step: its fortress, or what the hex gives to all."""
    if fortress_held(game, state, hex, side):
        return game.effects.fortress_defence
    return cover(game, state, hex)


def fortress_held(game: "EastFront", state: EastFrontState, hex: int, side: str) -> bool:
    """7.23b: fortress benefits go to the original defender only."""
    return bool(game.ground.fortress >> hex & 1) and state.attackers.get(hex) == enemy_of(side)


def cover(game: "EastFront", state: EastFrontState, hex: int) -> int:
    """Hits needed for a step: terrain, a major city, or mud; they do not add up (7.34a)."""
    weather = state.weather_at(game, hex)
    ground = game.ground.rows[game.ground.terrain(hex, weather)].defence
    city = game.effects.city_defence if game.ground.major >> hex & 1 else 1
    return max(ground, city, game.effects.defence[weather])
