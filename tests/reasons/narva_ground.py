"""The Narva map read naively: hex by hex, off the map's own data and the printed chart."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.reasons.plain import holds, reached

ROADS = ("rollbahn", "road", "track", "trail", "winter_trail", "major_railway", "minor_railway")
FAST = ("rollbahn", "road", "track", "major_railway", "minor_railway")
"""What serves strategic movement: no trail."""


@cache
def links(game: Any, kind: str) -> frozenset[int]:
    return frozenset(game.map.links(kind))


def frozen(game: Any, state: Any) -> bool:
    return bool(game.turns[state.turn].frozen
                or (state.late_thaw and state.turn == game.late_thaw_turn))


def roads_over(game: Any, side: int, ice: bool) -> list[str]:
    return [kind for kind in ROADS
            if side in links(game, kind) and (ice or kind != "winter_trail")]


def on(game: Any, kind: str, side: int) -> bool:
    return side in game.map.hexsides.get(kind, ())


def river_holds(game: Any, side: int, mechanised: bool, ice: bool) -> bool:
    """A major river without road or railway: open, or ice that does not bear tracks."""
    if not on(game, "major_river", side) or roads_over(game, side, ice):
        return False
    firm = ice and side not in game.map.hexside_notes.get("never_frozen", ())
    return not firm or mechanised


def is_ice(game: Any, side: int, ice: bool) -> bool:
    never = game.map.hexside_notes.get("never_frozen", ())
    return ice and on(game, "major_river", side) and side not in never


def walkable(game: Any, state: Any, unit: int, a: int, b: int, ferries: bool = False) -> bool:
    """Whether a unit can go from a hex into the next at all, enemies and points aside."""
    ice, side = frozen(game, state), game.grid.hexside(a, b)
    mechanised = game.units[unit].mechanised
    if game.map.terrain[b] == "water":
        return False
    if ferries and on(game, "ferry", side) and not mechanised:
        return True
    return not river_holds(game, side, mechanised, ice)


# -- who stands where -----------------------------------------


def at(state: Any, hex: int) -> list[int]:
    return [unit for unit, place in enumerate(state.at) if place == hex]


def enemies(game: Any, state: Any, side: str, hex: int) -> list[int]:
    return [unit for unit in at(state, hex) if game.units[unit].side != side]


def friends(game: Any, state: Any, side: str, hex: int) -> list[int]:
    return [unit for unit in at(state, hex) if game.units[unit].side == side]


def sort(game: Any, unit: int) -> str:
    row = game.units[unit]
    return "hq" if row.hq else "gun" if row.assault_gun else "combat"


def others_of_sort(game: Any, state: Any, unit: int, hex: int) -> int:
    """Friends in the hex that count against the same limit of stacking as the unit."""
    return sum(sort(game, other) == sort(game, unit) and other != unit
               for other in friends(game, state, game.units[unit].side, hex))


def is_full(game: Any, state: Any, unit: int, hex: int) -> bool:
    most = 2 if sort(game, unit) == "combat" else 1
    return others_of_sort(game, state, unit, hex) >= most


def strength(game: Any, state: Any, unit: int, attack: bool = True) -> int:
    """What is printed on the face that is up."""
    row = game.units[unit]
    if state.steps[unit] < row.steps:
        return int(row.reduced_attack if attack else row.reduced_defence)
    return int(row.attack if attack else row.defence)


def has_zone(game: Any, state: Any, unit: int) -> bool:
    row = game.units[unit]
    return not row.hq and not row.assault_gun and strength(game, state, unit) > 0


def in_zone(game: Any, state: Any, side: str, hex: int) -> bool:
    """Whether an enemy of the side next to the hex makes a zone there."""
    ice = frozen(game, state)
    for near in game.grid.neighbours(hex):
        over = game.grid.hexside(hex, near)
        if on(game, "major_river", over) and not roads_over(game, over, ice):
            continue
        if any(has_zone(game, state, unit) for unit in enemies(game, state, side, near)):
            return True
    return False


# -- where a unit may go -----------------------------------------


def kept_out(game: Any, unit: int, hex: int) -> str:
    """The ground around Narva that is closed to some Germans, and by which code."""
    row, map = game.units[unit], game.map
    defences = ("prepared_defence_nordland", "prepared_defence_nederland")
    if row.side != "german":
        return ""
    if any(holds(map.features[name], hex) for name in defences):
        return "" if row.formation in game.defenders else "prepared-defence"
    inside = holds(map.areas["narva_city"], hex) or holds(map.areas["enclosed_area"], hex)
    return "ss-only" if inside and not row.ss else ""


def enterable(game: Any, state: Any, unit: int, hex: int) -> bool:
    """No water, in play, open to the unit, and no enemies but headquarters that it overruns."""
    side = game.units[unit].side
    foes = enemies(game, state, side, hex)
    fights = any(not game.units[foe].hq for foe in foes) or (foes and game.units[unit].hq)
    return (game.map.terrain[hex] != "water" and holds(game.playable, hex)
            and (not row_keeps_out(game, unit, hex)) and not fights)


def row_keeps_out(game: Any, unit: int, hex: int) -> bool:
    return bool(kept_out(game, unit, hex))


def marches(game: Any, state: Any, unit: int, free: bool) -> Any:
    """The steps of a march without end; one that meets a lone headquarters ends there."""
    side = game.units[unit].side

    def ways(hex: int) -> Iterator[int]:
        if hex != state.at[unit] and enemies(game, state, side, hex):
            return
        for near in game.grid.neighbours(hex):
            if walkable(game, state, unit, hex, near) and enterable(game, state, unit, near) \
                    and not (free and in_zone(game, state, side, near)):
                yield near
    return ways


def lines(game: Any, state: Any, unit: int, kinds: tuple[str, ...], rail: bool) -> Any:
    """The steps along roads or railways that are open to the unit."""
    side = game.units[unit].side

    def ways(hex: int) -> Iterator[int]:
        zone = in_zone(game, state, side, hex)
        if zone or (hex != state.at[unit] and enemies(game, state, side, hex)):
            return
        for near in game.grid.neighbours(hex):
            over = game.grid.hexside(hex, near)
            open_hex = enterable(game, state, unit, near) and not (
                rail and enemies(game, state, side, near))
            blocked = not rail and (in_zone(game, state, side, near)
                                    or is_full(game, state, unit, near))
            if any(over in links(game, kind) for kind in kinds) and open_hex and not blocked:
                yield near
    return ways


# -- supply -----------------------------------------


def fed(game: Any, state: Any, side: str, hex: int, gone: tuple[int, ...] = ()) -> bool:
    """Whether a unit put into the hex would be in supply, some units being away."""
    trial = state.copy()
    trial.at = [-9 if unit in gone else place for unit, place in enumerate(state.at)]
    sources = game.map.features[f"{side}_supply"]
    if holds(sources, hex):
        return True
    lit = supply(game, trial, side)
    return hex in lit or any(near in lit and line_passes(game, trial, hex, near)
                             for near in game.grid.neighbours(hex))


def supply(game: Any, state: Any, side: str) -> set[int]:
    """The hexes that a supply line comes to."""
    def open_hex(hex: int) -> bool:
        if not holds(game.playable, hex) or enemies(game, state, side, hex):
            return False
        if friends(game, state, side, hex):
            return True
        return not in_zone(game, state, side, hex) and good_ground(game, state, hex)

    def ways(hex: int) -> Iterator[int]:
        return (near for near in game.grid.neighbours(hex)
                if line_passes(game, state, hex, near) and open_hex(near))

    sources = game.map.features[f"{side}_supply"]
    return reached([hex for hex in game.grid if holds(sources, hex) and open_hex(hex)], ways)


def good_ground(game: Any, state: Any, hex: int) -> bool:
    """Clear, hill, or any hex with a road or railway in it."""
    ice = frozen(game, state)
    roads = any(hex in line.hexes for line in game.map.lines
                if line.kind in ROADS and (ice or line.kind != "winter_trail"))
    return roads or game.map.terrain[hex] in ("clear", "hill")


def line_passes(game: Any, state: Any, a: int, b: int) -> bool:
    side = game.grid.hexside(a, b)
    return (not on(game, "major_river", side) or on(game, "ferry", side)
            or bool(roads_over(game, side, frozen(game, state))))
