"""Water, ports and sea zones as witnesses see them: read off the map."""

from collections.abc import Callable, Iterable
from typing import Any

from grognard.lab.conformance import Case
from tests.reasons.efs_facts import other, row, unit
from tests.reasons.efs_ground import those_at, village
from tests.reasons.efs_routes import owns
from tests.reasons.plain import holds

BOX = -12


def sea(c: Case) -> Any:
    return c.state.sea


def rows_of(c: Case) -> Any:
    return c.game.rows.sea


def zone(c: Case, number: int) -> Any:
    return c.game.charts.sea_zones[number]


def owner(c: Case) -> str:
    """Who acts: in reaction the side that is not on turn."""
    return str(c.side)


# -- water -----------------------------------------


def is_sea(c: Case, hex: int) -> bool:
    return bool(c.game.map.terrain[hex] == "sea")


def is_lake(c: Case, hex: int) -> bool:
    return any(holds(c.game.map.areas.get(name, 0), hex) for name in c.game.charts.naval.lakes
               if c.game.map.terrain[hex] == "lake")


def strait(c: Case, a: int, b: int) -> bool:
    return c.game.grid.hexside(a, b) in c.game.map.hexsides.get("sea", ())


def coastal(c: Case, hex: int) -> bool:
    named = holds(c.game.map.features.get("coast", 0), hex) and any(
        holds(c.game.map.areas.get(name, 0), hex)
        for z in c.game.charts.sea_zones for name in z.areas)
    return c.game.map.terrain[hex] not in ("sea", "lake") and (named or on_the_sea(c, hex))


def on_the_sea(c: Case, hex: int) -> bool:
    """Next to it; a port at the mouth of a river is a coast only by name."""
    return any(is_sea(c, beyond) or strait(c, hex, beyond)
               for beyond in c.game.grid.neighbours(hex))


def shore(c: Case, hex: int) -> bool:
    return c.game.map.terrain[hex] not in ("sea", "lake") and any(
        is_lake(c, beyond) for beyond in c.game.grid.neighbours(hex))


def dry_side(c: Case, a: int, b: int) -> bool:
    """A hexside of land from end to end."""
    if is_sea(c, a) or is_sea(c, b) or strait(c, a, b):
        return False
    if coastal(c, a) and coastal(c, b) and not (on_the_sea(c, a) and on_the_sea(c, b)):
        return False
    both = set(c.game.grid.neighbours(a)) & set(c.game.grid.neighbours(b))
    return not any(is_sea(c, hex) for hex in both)


def floats(c: Case, a: int, b: int, inland: bool, rivers: bool = False) -> bool:
    """Whether a boat gets from one hex into the next."""
    wet = (is_sea(c, a) or is_sea(c, b) or (inland and (is_lake(c, a) or is_lake(c, b))))
    fit = [is_sea(c, hex) or coastal(c, hex) or (inland and (is_lake(c, hex) or shore(c, hex)))
           for hex in (a, b)]
    if wet and all(fit):
        return True
    if coastal(c, a) and coastal(c, b) and not dry_side(c, a, b):
        return True
    return rivers and by_river(c, a, b)


def by_river(c: Case, a: int, b: int) -> bool:
    grid = c.game.grid
    sides = {side for name in c.game.charts.naval.rivers
             for side in c.game.map.rivers.get(name, ())}
    both = set(grid.neighbours(a)) & set(grid.neighbours(b))
    return grid.hexside(a, b) in sides or any(
        grid.hexside(a, far) in sides and grid.hexside(b, far) in sides for far in both)


def afloat_from(c: Case, start: Iterable[int], side: str, inland: bool,
                rivers: bool = False) -> dict[int, int]:
    """Hexes by their way over water, not through enemies."""
    found = dict.fromkeys(start, 0)
    waiting = list(found)
    for hex in waiting:
        for beyond in c.game.grid.neighbours(hex):
            free = not those_at(c.game, c.state, other(side), beyond)
            if beyond not in found and free and floats(c, hex, beyond, inland, rivers):
                found[beyond] = found[hex] + 1
                waiting.append(beyond)
    return found


def over_water(c: Case, unit: int, hex: int) -> int:
    """How far a landing goes from the port of a unit; before a held coast it stops a hex short."""
    side = c.game.units[unit].side
    found = afloat_from(c, [c.state.at[unit]], side, side == "soviet")
    if hex in found:
        return found[hex]
    near = [found[sea] + 1 for sea in c.game.grid.neighbours(hex)
            if sea in found and (is_sea(c, sea) or is_lake(c, sea))]
    return min(near, default=999)


def out_at_sea(c: Case, n: int) -> bool:
    """Before an enemy coast, or a flotilla on open water."""
    here = c.state.at[n]
    boat = "boat" in c.game.units[n].traits
    return n in sea(c).assault or (boat and c.game.map.terrain[here] in ("sea", "lake"))


def stormbound(c: Case, n: int) -> bool:
    here = c.state.at[n]
    return bool(c.state.storm) and "boat" in c.game.units[n].traits and (
        is_sea(c, here) or coastal(c, here))


# -- ports and zones -----------------------------------------


def port_kind(c: Case, hex: int) -> str | None:
    marks = c.game.map.features
    if not coastal(c, hex):
        return None
    for kind in ("major", "minor"):
        if holds(marks.get(f"port_{kind}", 0), hex):
            return kind
    houses = village(c.game, hex) or c.game.map.terrain[hex] in ("city", "major_city")
    return "anchorage" if houses or holds(marks.get("port_anchorage", 0), hex) else None


def own_port(c: Case, hex: int, side: str) -> bool:
    ground = [n for n in those_at(c.game, c.state, other(side), hex)
              if "ship" not in c.game.units[n].traits]
    return port_kind(c, hex) is not None and owns(c.game, c.state, side, hex) and not ground


def lake_port(c: Case, hex: int) -> bool:
    houses = village(c.game, hex) or c.game.map.terrain[hex] in ("city", "major_city")
    return shore(c, hex) and houses


def in_port(c: Case, n: int) -> bool:
    hex, side = c.state.at[n], c.game.units[n].side
    if hex < 0:
        return hex <= BOX and c.action.kind in ("ship", "with")
    lake = side == "soviet" and lake_port(c, hex) and c.asks == "Landing"
    return own_port(c, hex, side) or (lake and owns(c.game, c.state, side, hex))


def usable(c: Case, n: int, hex: int) -> bool:
    kinds = c.game.charts.naval.harbours[c.game.units[n].type]
    return own_port(c, hex, c.game.units[n].side) and port_kind(c, hex) in kinds and not those_at(
        c.game, c.state, other(c.game.units[n].side), hex)


def areas_at(c: Case, hex: int) -> set[int]:
    """The zones that the map itself puts a sea or coastal hex into."""
    if not holds(c.game.playable, hex) or (not is_sea(c, hex) and not coastal(c, hex)):
        return set()
    return {n for n, z in enumerate(c.game.charts.sea_zones)
            if any(holds(c.game.map.areas.get(name, 0), hex) for name in z.areas)}


def zones_at(c: Case, hex: int) -> set[int]:
    """The zones of a hex; a port next to one, or named with one, opens on it too."""
    every = range(len(c.game.charts.sea_zones))
    found = areas_at(c, hex)
    if port_kind(c, hex):
        name = c.game.map.names.get(hex)
        found |= {n for n in every if name and name in zone(c, n).ports}
        if not found:
            found = {n for beyond in c.game.grid.neighbours(hex) for n in zones_at(c, beyond)}
    return found


def next_zones(c: Case, number: int) -> set[int]:
    ids = {z.id: n for n, z in enumerate(c.game.charts.sea_zones)}
    return {ids[name] for name in zone(c, number).next}


def first_zones(c: Case, where: int) -> set[int]:
    return next_zones(c, BOX - where) if where <= BOX else zones_at(c, where)


def absent(c: Case, number: int) -> bool:
    """Nothing of the zone is in play."""
    there = 0
    for name in zone(c, number).areas:
        there |= c.game.map.areas.get(name, 0)
    return bool(zone(c, number).areas) and not there & c.game.playable


def shut(c: Case, number: int, kind: str, side: str) -> bool:
    if absent(c, number):
        return True
    for line in rows_of(c).closed:
        if (line.zone, line.side) == (zone(c, number).id, side) and (
                not line.kinds or kind in line.kinds) and (
                line.first_turn <= c.state.turn <= line.last_turn):
            taken = sea(c).held if line.next_turn else c.state.axis_land
            if line.until < 0 or not holds(taken, line.until):
                return True
    return False


def zones_within(c: Case, where: int, side: str, count: int) -> set[int]:
    """Zones that a transport comes to."""
    open_zone: Callable[[int], bool] = lambda n: not shut(  # noqa: E731
        c, n, "transport", side) and zone(c, n).side != other(side)
    found = {n for n in first_zones(c, where) if open_zone(n)}
    for _ in range(count - 1):
        found |= {beyond for n in found if zone(c, n).areas for beyond in next_zones(c, n)
                  if open_zone(beyond)}
    return found


def here_zones(c: Case) -> set[int]:
    """Where the voyage has come to."""
    if c.step.zone >= 0:
        return {c.step.zone}
    where = c.state.at[c.step.ship]
    found = set() if where < 0 or usable(c, c.step.ship, where) else zones_at(c, where)
    return found if len(found) == 1 else set()


def naval_points(c: Case, n: int) -> int:
    move = c.game.units[n].move
    return min(move, 2) if c.state.phase == "reaction" else int(move)


def last_phase(c: Case) -> bool:
    last = "motorised" if c.state.side == "axis" else "movement"
    return c.state.phase in (last, "reaction")


def can_end(c: Case, n: int, number: int, left: int) -> bool:
    """Whether a ship that comes into a zone finds an end to its voyage."""
    if not zone(c, number).areas or (not last_phase(c)):
        return True
    if any(number in zones_at(c, hex) and usable(c, n, hex) for hex in c.game.grid):
        return True
    side = c.game.units[n].side
    return left > 0 and any(can_end(c, n, beyond, left - 1) for beyond in next_zones(c, number)
                            if not shut(c, beyond, "ship", side)
                            and zone(c, beyond).side != other(side))


def nowhere_to_sail(c: Case) -> bool:
    n, side = unit(c), row(c).side
    if "boat" in row(c).traits:
        if c.state.at[n] <= BOX:
            near = next_zones(c, BOX - c.state.at[n])
            return all(shut(c, beyond, "boat", side) for beyond in near)
        found = afloat_from(c, [c.state.at[n]], side, inland=True, rivers=True)
        return not any(way == 1 and not any(shut(c, z, "boat", side) for z in zones_at(c, hex))
                       for hex, way in found.items())
    left = naval_points(c, n)
    return not any(can_end(c, n, number, left - 1) for number in first_zones(c, c.state.at[n])
                   if left and not shut(c, number, "ship", side)
                   and zone(c, number).side != other(side))
