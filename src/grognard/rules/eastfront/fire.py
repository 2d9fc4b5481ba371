"""Firepower, and what protects blocks under fire, in battle or pursuit (1.46, 7.3, 7.4)."""

from typing import TYPE_CHECKING

from grognard.rules.eastfront.data import AXIS, FIRE, MUD, SNOW, enemy_of
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def better(a: str, b: str) -> str:
    return a if FIRE.index(a) >= FIRE.index(b) else b


def firepower(
    game: "EastFront", state: EastFrontState, unit: int, hex: int, offensive: bool
) -> str:
    """7.32: the type's rating, changed by terrain, weather, cities and fortresses."""
    return rated(game, state, unit, hex, offensive)[0]


def rated(
    game: "EastFront", state: EastFrontState, unit: int, hex: int, offensive: bool
) -> tuple[str, str]:
    """Firepower, and the rule that gives it."""
    row = game.types[game.units[unit].type]
    if row.offensive == "none":
        return "none", "5.1c"
    return (_offensive if offensive else _defensive)(game, state, unit, hex)


def _by_type(
    game: "EastFront", state: EastFrontState, unit: int, hex: int, rating: str
) -> tuple[str, str]:
    """The printed rating, or that of mountain corps in their element (not in mud)."""
    row = game.types[game.units[unit].type]
    high = game.map.terrain[hex] == "mountain" and state.weather_at(game, hex) != MUD
    if high and row.fire_in_mountain:
        return better(row.fire_in_mountain, rating), "2.62a"
    return rating, "7.32c"


def _defensive(
    game: "EastFront", state: EastFrontState, unit: int, hex: int
) -> tuple[str, str]:
    owner = state.owner(game, unit)
    if fortress_held(game, state, hex, owner) and unit == strongest_of(game, state, hex, owner):
        return game.effects.fortress_fire, "1.46b"
    return _without_walls(game, state, unit, hex)


def _without_walls(
    game: "EastFront", state: EastFrontState, unit: int, hex: int
) -> tuple[str, str]:
    """Defensive fire, but for that of a fortress."""
    fire, rule = _by_type(game, state, unit, hex, game.types[game.units[unit].type].defensive)
    if game.ground.major >> hex & 1 and better(fire, game.effects.city_fire) != fire:
        return game.effects.city_fire, "1.41b"
    return fire, rule


def _offensive(
    game: "EastFront", state: EastFrontState, unit: int, hex: int
) -> tuple[str, str]:
    siege = game.units[unit].siege and game.half(state).siege_artillery and not state.siege_lost
    if siege and fortress_held(game, state, hex, enemy_of(state.owner(game, unit))):
        return game.effects.siege_fire, "2.63a"
    weather = state.weather_at(game, hex)
    if game.effects.offensive_fire[weather]:
        return game.effects.offensive_fire[weather], "12.24c"
    if weather == SNOW and game.half(state).winter41 and state.owner(game, unit) == AXIS:
        return game.half(state).winter_fire, "W41.1c"
    if ground_fire := game.ground.rows[game.ground.terrain(hex, weather)].offensive_fire:
        return ground_fire, "1.34d"
    return _by_type(game, state, unit, hex, game.types[game.units[unit].type].offensive)


def strongest_of(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """1.46b: of all original defenders only the strongest fires with triple power.

    Of equals it is the one that gains most by it, as any owner would choose.
    """
    units = [u for u in state.of_side(game, hex, side) if not game.hqs >> u & 1]
    most = max((state.cv[u] for u in units), default=0)
    equals = [u for u in units if state.cv[u] == most]
    return min(equals, default=-1,
               key=lambda u: FIRE.index(_without_walls(game, state, u, hex)[0]))


def hits_per_step(game: "EastFront", state: EastFrontState, hex: int, passive: str) -> int | None:
    """7.34, 7.35, 7.4: how many hits cost a passive block a step; None: none can.

    Reasons for double defence do not add up; lack of support raises it by one level.
    """
    level = shelter(game, state, hex, passive)
    if state.supported >> hex & 1:
        return level
    return None if fortress_held(game, state, hex, passive) else level + 1


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
