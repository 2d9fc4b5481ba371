"""The East read naively: hex by hex, off the map's own data and the printed charts."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from grognard.lab.conformance import Case
from tests.reasons.plain import distance, holds, reached

CLOSED = ("sea", "lake", "out_of_play")
TURN = ("player-turn",)
FIGHTING = ("activate", "blitz", "shift", "airborne", "invasion", "strike", "fight", "resolve",
            "fire", "repulse")
"""What is chosen before and after, but never during movement."""


# -- what is asked about -----------------------------------------


def domain(c: Case) -> str:
    return str(c.game.space.domains[c.action.kind].name)


def unit(c: Case) -> int:
    """The block that the refusal is about: the one named, or the one that is asked about."""
    if domain(c) == "unit":
        return c.action.arg
    return int(c.step.hq if hasattr(c.step, "hq") else c.step.unit)


def row(c: Case) -> Any:
    return c.game.units[unit(c)]


def type_of(c: Case) -> Any:
    return c.game.types[row(c).type]


def place(c: Case) -> int:
    return c.action.arg


def here(c: Case) -> int:
    return int(c.state.at[unit(c)])


def this_phase(c: Case, *kinds: str) -> list[int]:
    """Who was chosen to do something in the movement that runs now."""
    found = []
    for entry in reversed(c.since(*TURN)):
        kind = getattr(entry.act, "kind", "")
        if kind in FIGHTING:
            break
        if kind in kinds:
            found.append(entry.act[1])
    return found


def activated(c: Case, hq: int) -> bool:
    return hq in c.chosen("activate", "blitz", since=TURN)


def blocks_of(c: Case, *events: str, since: tuple[str, ...] = TURN) -> list[int]:
    return [event.args["block"] for event in c.events(*events, since=since)]


# -- who stands where -----------------------------------------


def owner(c: Case, n: int) -> str:
    return "soviet" if holds(c.state.defected, n) else str(c.game.units[n].side)


def at(c: Case, hex: int) -> list[int]:
    return [n for n, where in enumerate(c.state.at) if where == hex]


def own(c: Case, hex: int) -> list[int]:
    return [n for n in at(c, hex) if owner(c, n) == c.side]


def foes(c: Case, hex: int) -> list[int]:
    return [n for n in at(c, hex) if owner(c, n) != c.side]


def in_battle(c: Case, hex: int) -> bool:
    return hex >= 0 and bool(own(c, hex)) and bool(foes(c, hex))


def friendly(c: Case, hex: int) -> bool:
    """By the control markers of this phase."""
    return holds(c.state.axis_hexes if c.side == "axis" else c.state.soviet_hexes, hex)


def hostile(c: Case, hex: int) -> bool:
    return holds(c.state.soviet_hexes if c.side == "axis" else c.state.axis_hexes, hex)


def limit(c: Case, hex: int) -> int:
    return int(c.game.ground.rows[c.game.map.terrain[hex]].stacking)


def expected(c: Case, hex: int) -> int:
    """Blocks of the side in the hex once its rear guards have gone where they go."""
    guards: dict[int, int] = c.state.rear_guards
    coming = [left for left in guards if c.state.exits.get(left) == hex]
    return len(own(c, hex)) - (hex in guards) + len(coming)


# -- ground -----------------------------------------


def is_land(c: Case, hex: int) -> bool:
    return c.game.map.terrain[hex] not in CLOSED


def side_kind(c: Case, a: int, b: int) -> str:
    """What lies on the hexside between two neighbours."""
    return _side_kind(c.game, a, b)


@cache
def _side_kind(game: Any, a: int, b: int) -> str:
    side = game.grid.hexside(a, b)
    return next((kind for kind in game.ground.sides
                 if side in game.map.hexsides.get(kind, ())), "")


def passable(c: Case, a: int, b: int) -> bool:
    kind = side_kind(c, a, b)
    return is_land(c, b) and (not kind or c.game.ground.sides[kind].limit > 0)


def weather(c: Case, hex: int) -> str:
    west = holds(c.game.map.areas["western_front"], hex)
    return str(c.state.west if west else c.state.east)


def ground(c: Case, hex: int, seen: str | None = None) -> Any:
    """The line of the chart for a hex in its weather: mud makes marsh, snow makes it forest."""
    kind, now = c.game.map.terrain[hex], seen or weather(c, hex)
    if now == "mud" and kind in ("clear", "forest", "hill"):
        kind = "marsh"
    if now == "snow" and kind == "marsh":
        kind = "forest"
    return c.game.ground.rows[kind]


def capacity(c: Case, near: int, battle: int) -> int:
    """Blocks that may pass a side of a battle hex."""
    kind = side_kind(c, near, battle)
    if kind:
        return int(c.game.ground.sides[kind].limit)
    now = weather(c, battle)
    return min(int(ground(c, hex, now).hexside) for hex in (near, battle))


def used(c: Case, near: int, battle: int) -> int:
    return int(c.state.crossings.get(c.game.grid.hexside(near, battle), 0))


def is_june(c: Case) -> Any:
    """June 1941, if it is."""
    half = c.game.halves[c.state.half]
    return half.surprise if half.surprise and c.state.month == half.surprise.month else None


def country(c: Case, n: int) -> int:
    """The ground of a satellite's country."""
    nation = c.game.units[n].nation
    if nation == "rumania" and c.game.halves[c.state.half].confined_for_good:
        return int(c.game.objectives.rumania_1939)
    return int(c.game.objectives.countries.get(nation, 0))


def at_home(c: Case, n: int, hex: int) -> bool:
    """In or beside its country."""
    home = country(c, n)
    return holds(home, hex) or any(holds(home, near) for near in c.game.grid.neighbours(hex))


def is_confined(c: Case, n: int) -> bool:
    """A satellite that has not changed sides and that no conquest has set free."""
    half, city = c.game.halves[c.state.half], c.game.released_by.get(n)
    free = city is not None and holds(c.state.last_axis, city)
    rebuilt = holds(c.state.confined, n) or half.confined_for_good
    return bool(c.game.units[n].satellite) and owner(c, n) == "axis" and (not free or rebuilt)


def may_enter(c: Case, n: int, hex: int) -> bool:
    """Land, in play, not closed to the block."""
    june = is_june(c)
    shut = june and c.game.units[n].nation == "germany" and holds(june.closed, hex)
    bound = is_confined(c, n) and at_home(c, n, c.state.at[n]) and not at_home(c, n, hex)
    return is_land(c, hex) and holds(c.game.rows.playable, hex) and not shut and not bound


# -- marches -----------------------------------------


def marched(c: Case, left: int) -> tuple[dict[int, int], set[int]]:
    """Hexes with the steps to them, and those from which the block may go on."""
    start, steps = here(c), {here(c): 0}
    wave, goes_on = [start], {start}
    for step in range(1, left + 1):
        following = []
        for hex in wave:
            for near in c.game.grid.neighbours(hex):
                strait = side_kind(c, hex, near) == "strait"
                if near in steps or foes(c, near) or not passable(c, hex, near) \
                        or not may_enter(c, unit(c), near) or (strait and step > 1):
                    continue
                steps[near] = step
                if not strait and (type_of(c).never_stops or not ground(c, near).stops):
                    following.append(near)
        wave = following
        goes_on |= set(wave)
    return steps, goes_on


# -- headquarters -----------------------------------------


def effective(c: Case, hq: int) -> int:
    """Its strength, one less where weather or surprise disrupts it."""
    hex, side, june = c.state.at[hq], owner(c, hq), is_june(c)
    refuge = c.game.refuge[side]
    safe = c.game.units[hq].supreme and hex == refuge
    bad = weather(c, hex) == "mud" or (weather(c, hex) == "snow" and side == "axis")
    disrupted = (june and june.disrupted == side) or (bad and not safe)
    return int(c.state.cv[hq]) - bool(disrupted)


def commands(c: Case, hq: int, hex: int) -> bool:
    """Whether the hex is within the radius of the headquarters."""
    if c.game.units[hq].supreme or c.state.at[hq] < 0 or effective(c, hq) < 0:
        return False
    if hq in blocks_of(c, "airborne", "invasion"):
        return False
    found = wave = {c.state.at[hq]}
    for _ in range(effective(c, hq)):
        wave = {near for from_ in wave if from_ == c.state.at[hq] or not hostile(c, from_)
                for near in c.game.grid.neighbours(from_)
                if _radio(c, from_, near) and (not hostile(c, near) or own(c, near))} - found
        found = found | wave
    return hex in found


def _radio(c: Case, a: int, b: int) -> bool:
    kind = side_kind(c, a, b)
    return is_land(c, b) and (not kind or c.game.ground.sides[kind].limit > 0)


def air_range(c: Case, hq: int) -> int:
    return effective(c, hq) * (2 if c.game.units[hq].supreme else 1)


def battles(c: Case) -> list[int]:
    return [hex for hex in set(c.state.at) if in_battle(c, hex)]


# -- railways, seas and supply -----------------------------------------


def zones_of(c: Case, hex: int) -> list[int]:
    """The sea zones that a port lies on."""
    return [n for n, zone in enumerate(c.game.seas) if hex in zone.ports]


def rules_sea(c: Case, zone: int) -> bool:
    sea = c.game.seas[zone]
    return friendly(c, sea.base) and sea.only in ("", c.side)


@cache
def rail_sides(game: Any) -> frozenset[int]:
    return frozenset(game.map.links("rail"))


def rails_from(c: Case, through: Callable[[int], bool]) -> Callable[[int], Iterator[int]]:
    """The steps along the railways, out of hexes that may be passed."""
    rails = rail_sides(c.game)

    def ways(hex: int) -> Iterator[int]:
        return (near for near in c.game.grid.neighbours(hex)
                if through(hex) and c.game.grid.hexside(hex, near) in rails and friendly(c, near))
    return ways


def rail_net(c: Case) -> set[int]:
    """Where friendly trains and ships come to: from the home edge on, and not through battles."""
    features = c.game.map.features
    edge = features["rail_entry_west" if c.side == "axis" else "rail_entry_east"]
    sources = {hex for hex in c.game.grid if holds(edge, hex) and friendly(c, hex)}
    if c.side == "soviet" and friendly(c, c.game.objectives.baku):
        sources.add(c.game.objectives.baku)
    net: set[int] = set()
    while sources - net:
        net |= reached(sources | net, rails_from(c, lambda hex: not foes(c, hex)))
        sources = _by_ship(c, {hex for hex in net if not foes(c, hex)})
    return net


def _by_ship(c: Case, net: set[int]) -> set[int]:
    """Friendly ports that ships reach from the ports of a net."""
    if not c.game.naval:
        return set()
    start = [n for n, zone in enumerate(c.game.seas)
             if rules_sea(c, n) and any(port in net for port in zone.ports)]
    zones = reached(start, lambda here: (
        to for to in c.game.sea_links[here] if rules_sea(c, to) and joined(c, here, to)))
    shut = c.game.halves[c.state.half].courland
    closed = {shut.port} if shut and c.side == "axis" and in_battle_of_any(c, shut.base) else set()
    return {port for n in zones for port in c.game.seas[n].ports if friendly(c, port)} - closed


def in_battle_of_any(c: Case, hex: int) -> bool:
    return len({owner(c, n) for n in at(c, hex)}) == 2


def joined(c: Case, a: int, b: int) -> bool:
    shores = c.game.straits.get(frozenset((a, b)), ())
    return not any(hostile(c, shore) for shore in shores)


def has_line(c: Case, hex: int) -> bool:
    """A line of two hexes to a friendly hex of the net; beachheads feed as well."""
    beaches = {place for army, place in c.state.beachheads.items()
               if place >= 0 and owner(c, army) == c.side}
    ends = {end for end in rail_net(c) if friendly(c, end)}
    ends -= {end for end in ends if _besieged(c, end, ends)}
    found = wave = ends | beaches
    for _ in range(2):
        wave = {near for end in wave if not hostile(c, end)
                for near in c.game.grid.neighbours(end) if _radio(c, end, near)}
        found = found | wave
    return hex in found


def _besieged(c: Case, hex: int, net: set[int]) -> bool:
    """A port with a battle that only ships reach."""
    rails, features = rail_sides(c.game), c.game.map.features
    edge = features["rail_entry_west" if c.side == "axis" else "rail_entry_east"]
    by_rail = any(near in net and not foes(c, near)
                  for near in c.game.grid.neighbours(hex)
                  if c.game.grid.hexside(hex, near) in rails)
    return bool(foes(c, hex)) and bool(zones_of(c, hex)) and not by_rail and not holds(edge, hex)


def near_enough(c: Case, a: int, b: int, most: int) -> bool:
    return distance(c.game.grid, a, b) <= most
