"""The maps of the series read naively: hex by hex, off the map's own data and the charts."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from grognard.lab.conformance import Case
from tests.reasons.efs_facts import other
from tests.reasons.efs_scale import bombed
from tests.reasons.plain import holds

ROADS = ("motorway", "main_road", "minor_road")
HIGHWAYS = ("motorway", "main_road")
RAILS = ("railway", "railway_double", "railway_narrow")
BACK = {(4, 2), (4, 1), (3, 1), (2, 1)}
"""Steps of a counter and steps left: its back is up."""
MARKED = {(4, 3), (4, 1), (3, 2)}
"""A Step Loss marker lies on it."""
UNSUPPLIED = 2


# -- counters -----------------------------------------


def combat(row: Any) -> bool:
    return not {"hq", "supply", "bridge", "ship"} & row.traits


def baggage(row: Any) -> bool:
    return bool({"supply", "bridge", "ship"} & row.traits)


def way_of(game: Any, n: int) -> str:
    goes = game.capability[n].goes
    return "ski" if "ski" in game.units[n].traits else "foot" if goes == "none" else str(goes)


def is_back(row: Any, steps: int) -> bool:
    return (row.steps, steps) in BACK


def strength(game: Any, state: Any, n: int, attack: bool) -> int:
    """What is printed on the face that is up, less the marker's two, never below one."""
    row, steps = game.units[n], state.steps[n]
    front, back = ("attack", "reduced_attack") if attack else ("defence", "reduced_defence")
    printed = int(getattr(row, back if is_back(row, steps) else front))
    return max(printed - 2, min(printed, 1)) if (row.steps, steps) in MARKED else printed


def printed_move(game: Any, state: Any, n: int) -> int:
    row = game.units[n]
    back = row.reduced_move if is_back(row, state.steps[n]) else None
    return int(row.move if back is None else back)


def points(game: Any, state: Any, n: int, phase: str) -> float:
    """Movement points in a phase."""
    word = getattr(game.capability[n], phase)
    share = {"full": 1.0, "half": 0.5, "none": 0.0}[word]
    if phase == "motorised" and holds(state.activated, n):
        share = 1.0
    starved = state.supply[n] == UNSUPPLIED and "cavalry" not in game.units[n].traits
    return max(0.0, printed_move(game, state, n) * share - (2 if starved else 0))


def artillery(row: Any) -> bool:
    return "artillery" in row.traits


def motorised(game: Any, n: int) -> bool:
    kind = game.capability[n]
    return bool(kind.goes == "motor" and kind.motorised != "none")


# -- who stands where -----------------------------------------


def at(state: Any, hex: int) -> list[int]:
    return list(state.stacks.get(hex, ()))


def those_at(game: Any, state: Any, side: str, hex: int) -> list[int]:
    return [n for n in at(state, hex) if game.units[n].side == side]


def on_map(game: Any, state: Any, side: str) -> list[int]:
    return [n for n, row in enumerate(game.units) if row.side == side and state.at[n] >= 0]


def fighters_at(game: Any, state: Any, side: str, hex: int) -> list[int]:
    return [n for n in those_at(game, state, side, hex) if combat(game.units[n])]


def weight(game: Any, units: list[int]) -> int:
    return sum(game.units[n].stacking for n in units)


def overfull(game: Any, state: Any, units: list[int], hex: int, gone: list[int]) -> bool:
    """With these units the hex holds more than it may, even when some have left it."""
    there = [n for n in at(state, hex) if n not in units and n not in gone]
    all_there, most = [*units, *there], int(game.edition.stacking)
    if not on_inset(game, hex):
        return weight(game, all_there) > most
    engineers = [game.units[n].stacking for n in all_there
                 if game.units[n].side == "axis" and "engineer" in game.units[n].traits]
    return weight(game, all_there) - max(engineers, default=0) > 6


def distance_on_map(game: Any, a: int, b: int) -> int:
    """Steps between two hexes, mega-hexes of the inset counted for the map hexes they stand for."""
    (q, r), (s, t) = (game.grid.axial(map_hex(game, hex)) for hex in (a, b))
    return int(max(abs(q - s), abs(r - t), abs(q + r - s - t)))


def map_hex(game: Any, hex: int) -> int:
    for name, hexes in game.map.areas.items():
        if name.startswith("mega_") and hexes >> hex & 1:
            return int(game.grid.hex(name.removeprefix("mega_").upper()))
    return hex


def on_inset(game: Any, hex: int) -> bool:
    """A hex of one of the mega-hexes."""
    return any(hexes >> hex & 1 for name, hexes in game.map.areas.items()
               if name.startswith("mega_"))


# -- the ground -----------------------------------------


@cache
def over(game: Any, *kinds: str) -> frozenset[int]:
    """Hexsides that a line of these kinds crosses."""
    return frozenset(game.map.links(*kinds))


@cache
def along(game: Any, *kinds: str) -> frozenset[int]:
    """Hexes that a line of these kinds runs through."""
    return frozenset(hex for side in over(game, *kinds) for hex in game.grid.ends(side))


def side_is(game: Any, kind: str, side: int) -> bool:
    return side in game.map.hexsides.get(kind, ())


def is_wood(game: Any, hex: int) -> bool:
    kind = game.map.terrain[hex]
    return kind in ("woods", "wooded_hill") or holds(game.map.features.get("woods", 0), hex)


def town(game: Any, hex: int) -> bool:
    return game.map.terrain[hex] in ("city", "major_city")


def village(game: Any, hex: int) -> bool:
    features = game.map.features
    return holds(features.get("village", 0), hex) or holds(features.get("town", 0), hex)


def weather(game: Any, state: Any, hex: int) -> str:
    return "rain" if state.soaked and is_wood(game, hex) else str(state.weather)


@cache
def charge(game: Any, group: str, kind: str, way: str, sky: str) -> Any:
    """A cell of the terrain chart."""
    names = {"gun": ("gun", "motor", "all"), "siege": ("motor", "all")}.get(way, (way, "all"))
    found = {row.goes: row for row in game.charts.terrain if (row.group, row.kind) == (group, kind)}
    return getattr(next(found[name] for name in names if name in found), sky)


def hex_closed(game: Any, hex: int, way: str, sky: str) -> bool:
    kind = game.map.terrain[hex]
    ground = "hill" if kind == "wooded_hill" else "clear" if kind == "woods" else kind
    return bool(charge(game, "hex", ground, way, sky) == "no")


def passable(game: Any, state: Any, way: str, a: int, b: int) -> str:
    """Whether somebody can go from a hex into the next: yes, no, or with all his points."""
    side = game.grid.hexside(a, b)
    if not holds(game.playable, b) or game.map.terrain[b] == "sea":
        return "no"
    if way == "rail":
        return "yes" if side in over(game, *RAILS) else "no"
    sky = weather(game, state, b)
    if way == "ski":
        way, sky = "foot", "frost" if sky in ("snow", "arctic") else sky
    if side in over(game, *ROADS):
        muddy = side not in over(game, *HIGHWAYS) and sky == "rain"
        return "no" if muddy and hex_closed(game, b, way, sky) else "yes"
    return "no" if hex_closed(game, b, way, sky) else _crossing(game, state, way, side, sky)


def _crossing(game: Any, state: Any, way: str, side: int, sky: str) -> str:
    rivers = [kind for kind in ("minor_river", "major_river") if side_is(game, kind, side)]
    if side in state.bridges.values() or (rivers and side in over(game, *RAILS)):
        return "yes"
    lakes = ["lake"] if side_is(game, "lake", side) or side_is(game, "sea", side) else []
    prices = [charge(game, "side", kind, way, sky) for kind in (*rivers, *lakes)]
    return "no" if "no" in prices else "all" if "all" in prices else "yes"


def open_major_river(game: Any, state: Any, a: int, b: int) -> bool:
    river = side_is(game, "major_river", game.grid.hexside(a, b))
    return river and state.weather not in ("snow", "arctic")


# -- zones -----------------------------------------


def makes_zone(game: Any, state: Any, n: int) -> bool:
    """A combat unit whose face shows no band, and that was not overrun."""
    row = game.units[n]
    shown = "reduced" if is_back(row, state.steps[n]) else "full"
    return combat(row) and row.band not in ("both", shown) and not holds(state.overrun, n)


def zone_from(game: Any, state: Any, side: str, hex: int) -> set[int]:
    """The hexes that the zone out of one hex covers."""
    there = [n for n in fighters_at(game, state, side, hex) if not holds(state.overrun, n)]
    if not any(makes_zone(game, state, n) for n in there):
        return set()
    wheels = {game.capability[n].goes in ("motor", "gun", "siege") for n in there}
    return {hex, *(near for near in game.grid.neighbours(hex) if any(
        _zone_passes(game, state, "motor" if wheel else "foot", hex, near) for wheel in wheels))}


def _zone_passes(game: Any, state: Any, way: str, a: int, b: int) -> bool:
    if game.map.terrain[b] == "major_city":
        return False
    found = passable(game, state, way, a, b)
    return found == "yes" or (found == "all" and game.edition.zones.over_major_river == "always")


def zone(game: Any, state: Any, side: str) -> set[int]:
    """All hexes in the zones of a side."""
    hexes = {state.at[n] for n in on_map(game, state, side)}
    return set().union(*(zone_from(game, state, side, hex) for hex in hexes))


def in_zone(game: Any, state: Any, side: str, hex: int) -> bool:
    """Whether units of the side meet an enemy zone in a hex."""
    return any(hex in zone_from(game, state, other(side), near)
               for near in (hex, *game.grid.neighbours(hex)))


def zone_makers(game: Any, state: Any, side: str, hex: int) -> list[int]:
    """The enemy hexes whose zones reach into a hex where the side stands."""
    return [near for near in game.grid.neighbours(hex)
            if hex in zone_from(game, state, other(side), near)]


def enemy_at(c: Case, side: str, hex: int) -> bool:
    return bool(those_at(c.game, c.state, other(side), hex))


def neighbours(c: Case, side: str, hex: int) -> bool:
    """Land of the neighbouring army group, which the scenario closes to the side."""
    return any(line.side == side and holds(line.area, hex) for line in c.game.rows.closed)


def quiet(c: Case, n: int) -> bool:
    """The scenario keeps its formation from attacking on this turn."""
    mine = c.game.units[n]
    return any(line.side == mine.side and c.state.turn <= line.last_turn and any(
        mine.formation == name or mine.formation.startswith(name + "/")
        for name in line.formations) for line in c.game.rows.quiet)


def interdicted(c: Case, hex: int) -> bool:
    return bombed(c.game, c.state, hex) > 0


def strongpoint(state: Any, side: str, hex: int) -> bool:
    return bool(state.forts.get(hex) == side)


def line_faces(game: Any, state: Any, side: str, here: int, hex: int) -> bool:
    """A fortified line that stands covers the hex against the side, out of the other hex."""
    return side == "axis" and not holds(state.broken, hex) and (hex, here) in fronts(game)


def line_in(game: Any, state: Any, hex: int) -> bool:
    return not holds(state.broken, hex) and any(inside == hex for inside, _ in fronts(game))


@cache
def fronts(game: Any) -> frozenset[tuple[int, int]]:
    return frozenset(_fronts(game))


def _fronts(game: Any) -> Iterator[tuple[int, int]]:
    """Of each side of a line: the hex that it covers and the hex that it faces."""
    for way, word in enumerate(game.grid.direction_names):
        for side in game.map.hexside_notes.get(f"faces_{word.lower()}", ()):
            for inside in game.grid.ends(side):
                if game.grid.neighbour(inside, way) in game.grid.ends(side):
                    yield inside, game.grid.neighbour(inside, way)
