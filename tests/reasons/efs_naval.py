"""Witnesses for the refusals at sea: zones, ports, cargo, landings, guns and yards."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import hypot
from typing import Any

from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import air, domain, group, other, place, row, rows, unit
from tests.reasons.efs_ground import on_map, overfull, those_at, village, weight
from tests.reasons.efs_routes import loc, owns
from tests.reasons.plain import adjacent, distance, holds

ELIMINATED, BOX = -3, -12
NUDGE = 0.001
FOOT_TYPES = {"infantry division", "infantry", "mountain infantry", "airborne", "security",
              "partisan", "engineer", "ski infantry", "substitute regiment"}
WHEELS = ("motor", "gun", "siege", "rail")


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
    if not is_sea(c, hex) and not coastal(c, hex):
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


def shut(c: Case, number: int, kind: str, side: str) -> bool:
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


# -- cargo -----------------------------------------


def price(c: Case, n: int) -> int:
    unit = c.game.units[n]
    if "supply" in unit.traits:
        return int(c.state.steps[n])
    if "hq" in unit.traits:
        return 1
    if c.game.capability[n].goes in WHEELS:
        return 2 * int(c.state.steps[n])
    return max(1, int(unit.stacking))


def load(c: Case) -> int:
    if c.asks in ("Stow", "StowTo"):
        return int(c.step.kind) + 1
    if domain(c) == "replacement point":
        return c.action.arg + 1
    return sum(price(c, n) for n in {*(group(c) if hasattr(c.step, "group") else ()),
                                     *([c.action.arg] if domain(c) == "unit" else ())})


def purse(c: Case) -> int:
    points = c.state.points
    mobile = sum(1 for n in {*units(c), *(group(c) if hasattr(c.step, "group") else ())}
                 if "supply" in c.game.units[n].traits and c.state.steps[n] == 1)
    return int(points.get(f"stp-{owner(c)}", 0)) + min(
        mobile, int(points.get(f"stp-supply-{owner(c)}", 0)))


def neighbours(c: Case, hex: int, side: str) -> int:
    return sum(1 for n in on_map(c.game, c.state, other(side))
               if not {"hq", "supply", "bridge", "ship", "boat"} & c.game.units[n].traits
               and adjacent(c.game.grid, c.state.at[n], hex))


def held(c: Case, hex: int, side: str) -> bool:
    return any(not {"hq", "supply", "bridge", "ship", "boat"} & c.game.units[n].traits
               for n in those_at(c.game, c.state, side, hex))


def handles(c: Case, hex: int, side: str, leaving: bool) -> int:
    """Points that a port can still load or unload, counted from the card and what stands near."""
    near = neighbours(c, hex, side)
    if near and not held(c, hex, side):
        return 0
    guns = sum(1 for n in on_map(c.game, c.state, other(side))
               if "artillery" in c.game.units[n].traits and not c.state.supply[n]
               and distance(c.game.grid, c.state.at[n], hex) <= c.game.units[n].range)
    level = min(2, sum(c.state.interdiction.get(one, 0)
                       for one in (hex, *c.game.grid.neighbours(hex))))
    whole = {"anchorage": 4, "minor": 8, "major": 16}[str(port_kind(c, hex))]
    left = max(0, whole - 2 * level - min(4, 2 * guns) - min(4, 2 * near))
    doubled = sea(c).evacuations.get(hex) == c.state.turn
    used = sea(c).loaded.get(hex, 0), sea(c).unloaded.get(hex, 0)
    total = left * (2 if doubled else 1) - sum(used)
    return int(total if leaving else min(total, left - used[1]))


def fresh(c: Case, hex: int, side: str) -> bool:
    return own_port(c, hex, side) and holds(sea(c).held, hex) != (side == "axis")


def clear_line(c: Case, gun: int, target: int) -> bool:
    """Looked at on the plane: no side of land between, and no more than two on the coast."""
    return any(_open(c, gun, target, nudge) for nudge in (NUDGE, -NUDGE))


def _open(c: Case, gun: int, target: int, nudge: float) -> bool:
    grid = c.game.grid
    (x, y), (u, v) = grid.centre(gun), grid.centre(target)
    long = hypot(u - x, v - y) or 1.0
    off = (-(v - y) / long * nudge, (u - x) / long * nudge)
    way, count = [gun], 40 * max(1, distance(grid, gun, target))
    for n in range(count + 1):
        point = (x + (u - x) * n / count + off[0], y + (v - y) * n / count + off[1])
        near = min((way[-1], *grid.neighbours(way[-1])), key=lambda hex: hypot(
            grid.centre(hex)[0] - point[0], grid.centre(hex)[1] - point[1]))
        if near != way[-1]:
            way.append(near)
    pairs = list(pairwise(way))
    partly = sum(1 for a, b in pairs if not dry_side(c, a, b) and not is_sea(c, a)
                 and not is_sea(c, b) and not strait(c, a, b))
    return not any(dry_side(c, a, b) for a, b in pairs) and partly <= 2


def reaches(c: Case, n: int, hex: int) -> bool:
    here = c.state.at[n]
    return distance(c.game.grid, here, hex) <= c.game.units[n].range and clear_line(c, here, hex)


def swept(c: Case, hex: int) -> bool:
    """A Soviet coastal gun covers it."""
    return any(reaches(c, n, hex) for n in on_map(c.game, c.state, "soviet")
               if "coastal" in c.game.units[n].traits and not holds(c.state.overrun, n))


def cut_by_guns(c: Case, where: int, port: int) -> bool:
    """No chain of sea and coastal hexes leads past the guns."""
    if where <= BOX:
        near = {hex for z in next_zones(c, BOX - where) for hex in c.game.grid
                if z in zones_at(c, hex) and is_sea(c, hex)}
        rim = {hex for hex in near if len(c.game.grid.neighbours(hex)) < 6} or near
    else:
        rim = {where}
    found = {hex for hex in rim if not swept(c, hex)}
    waiting = list(found)
    for hex in waiting:
        for beyond in c.game.grid.neighbours(hex):
            wet = is_sea(c, beyond) or coastal(c, beyond)
            if beyond not in found and wet and not dry_side(c, hex, beyond) and not swept(
                    c, beyond):
                found.add(beyond)
                waiting.append(beyond)
    return port not in found


def no_harbour(c: Case) -> bool:
    """Nowhere that the load could go."""
    side, points = owner(c), load(c)
    starts = [c.action.arg] if c.asks == "Stow" else [c.state.at[n] for n in units(c)] or [
        hex for hex in c.game.grid if own_port(c, hex, side)]
    return not any(_takes(c, start, port, side, points) for start in starts
                   for port in c.game.grid if own_port(c, port, side)) and not _box(c, starts, side)


def units(c: Case) -> list[int]:
    if domain(c) == "unit":
        return [c.action.arg]
    return group(c) if hasattr(c.step, "group") else []


def _takes(c: Case, start: int, port: int, side: str, points: int) -> bool:
    if port == start or fresh(c, port, side) or handles(c, port, side, leaving=False) < points:
        return False
    if any(staff(c.game.units[n]) for n in units(c)) and port_kind(c, port) != "major":
        return False
    if start >= 0 and handles(c, start, side, leaving=True) < points:
        return False
    near = zones_within(c, start, side, 2) & zones_at(c, port)
    return bool(near) and not (side == "axis" and cut_by_guns(c, start, port))


def _box(c: Case, starts: list[int], side: str) -> bool:
    """A box that has room; the staff of the fleet does not go there."""
    if not units(c) or any(staff(c.game.units[n]) for n in units(c)):
        return False
    return any(not zone(c, z).areas and not no_room(c, z) for start in starts
               for z in zones_within(c, start, side, 2))


def no_room(c: Case, number: int) -> bool:
    there = [n for n, where in enumerate(c.state.at) if where == BOX - number]
    room = zone(c, number).room
    return bool(room) and weight(c.game, list({*there, *units(c)})) > room


# -- landings -----------------------------------------


def lift(c: Case) -> Any:
    return next((line for line in rows_of(c).lift if line.side == owner(c)
                 and line.first_turn <= c.state.turn <= line.last_turn), None)


def lands(c: Case, n: int) -> bool:
    """Of a type that lands."""
    unit = c.game.units[n]
    if unit.side == "soviet":
        return "naval_infantry" in unit.traits
    return unit.type in FOOT_TYPES and c.game.capability[n].goes == "foot"


def heavy(c: Case, n: int) -> bool:
    return "artillery" in c.game.units[n].traits or c.game.capability[n].goes in WHEELS


def lift_full(c: Case) -> bool:
    n, points = unit(c), c.state.points
    if c.action.kind == "follow":
        need = max(1, int(row(c).stacking)) * (2 if heavy(c, n) else 1)
        return int(points.get("followed", 0)) + need > 2
    return _too_many(c, [*_force(c), n])


def _force(c: Case) -> list[int]:
    found = getattr(c.step, "force", 0)
    return [n for n in range(len(c.game.units)) if holds(found, n)]


def _too_many(c: Case, force: list[int]) -> bool:
    used, line = c.state.points.get("lifted", 0), lift(c)
    if owner(c) == "soviet":
        return bool(used + len(force) > 1)
    return bool(used + weight(c.game, force) > line.points)


def nobody_lands(c: Case) -> bool:
    """Whoever could go is too far away or finds no lift."""
    ready = [n for n in on_map(c.game, c.state, owner(c)) if lands(c, n)
             and not holds(sea(c).landed | c.state.garrison | c.state.marked, n)
             and (own_port(c, c.state.at[n], owner(c)) or (
                 owner(c) == "soviet" and lake_port(c, c.state.at[n])))]
    return not any(over_water(c, n, c.action.arg) <= 10 and not _too_many(c, [n]) for n in ready)


def beachheads(c: Case) -> set[int]:
    last = max((line.follow_on for line in rows_of(c).lift if line.side == "axis"), default=0)
    return {hex for hex, turn in sea(c).beachheads.items() if turn < c.state.turn <= turn + last}


def won(c: Case) -> set[int]:
    return {hex for hex in c.game.grid if holds(sea(c).won, hex) and own_port(c, hex, "axis")}


def friends(c: Case, hex: int) -> bool:
    return held(c, hex, "axis")


def no_beach(c: Case) -> bool:
    n = unit(c)
    found = beachheads(c)
    for hex in (found | won(c) if found else set()):
        needs_port = heavy(c, n) and hex not in won(c)
        near = over_water(c, n, hex) <= 10
        if not needs_port and near and (friends(c, hex) or heavy(c, n)) and not overfull(
                c.game, c.state, [n], hex, []) and (friends(c, hex) or not _in_zone(c, hex)):
            return False
    return True


def _in_zone(c: Case, hex: int) -> bool:
    """Somebody of the enemy stands next to it."""
    return any(those_at(c.game, c.state, "soviet", near) for near in c.game.grid.neighbours(hex))


def not_off_the_coast(c: Case) -> bool:
    hex, target = c.action.arg, c.step.hex
    water = is_sea(c, hex) or (owner(c) == "soviet" and is_lake(c, hex))
    far = any(afloat_from(c, [c.state.at[n]], owner(c), owner(c) == "soviet").get(hex, 999) > 9
              for n in _force(c))
    return not water or not adjacent(c.game.grid, hex, target) or far


# -- ships -----------------------------------------


def ships_at_sea(c: Case) -> list[int]:
    return [n for n in on_map(c.game, c.state, c.state.side)
            if "ship" in c.game.units[n].traits and not usable(c, n, c.state.at[n])]


def yard_taken(c: Case) -> bool:
    name = rows_of(c).yards.get(owner(c))
    number = [line.id for line in c.game.rows.group].index(name) if name in [
        line.id for line in c.game.rows.group] else -1
    return number >= 0 and holds(c.state.groups_taken, number) and not c.state.points.get(
        f"yard-{owner(c)}", 0)


def no_point(c: Case) -> bool:
    if row(c).side == "soviet" and row(c).type == "destroyer":
        return not c.state.points.get("destroyers", 0)
    return not yard_taken(c)


def no_points_near(c: Case) -> bool:
    """15.1.3: infantry points for most, the others for armour and guns."""
    heavies = {"armour", "artillery", "anti_tank", "anti_air"}
    stock = sea(c).heavy if heavies & row(c).traits else sea(c).infantry
    here = c.state.at[unit(c)]
    return "train" in row(c).traits or not any(
        count and (port == here or here in loc(c.game, c.state, owner(c), {port}))
        for port, count in stock.items())


def ashore_by_right(c: Case) -> bool:
    """Somebody before the coast could go ashore now."""
    return any(holds(c.step.battle.attackers, n) for n in sea(c).assault) or any(
        "boat" in c.game.units[n].traits and (is_sea(c, c.state.at[n]) or is_lake(c, c.state.at[n]))
        for n in on_map(c.game, c.state, c.step.battle.side))


def stays_ashore(c: Case) -> bool:
    named = {code for line in c.game.rows.group if line.id in rows_of(c).sailing_groups
             for code in line.units}
    return row(c).code not in named


def wrong_phase(c: Case) -> bool:
    phase = "movement" if c.state.side == "axis" else "motorised"
    return c.state.phase != phase or not rows_of(c).lift or (
        c.action.kind == "follow" and c.state.side == "soviet")


def staff(unit: Any) -> bool:
    """A headquarters that cannot march."""
    return "hq" in unit.traits and not unit.move


def of_the_sea(c: Case) -> bool:
    return bool({"ship", "boat"} & row(c).traits)


WITNESSES: dict[str, Witness] = {
    "fleet-not-led": of_the_sea,
    "no-point-to-send": lambda c: not c.state.points.get(
        f"{owner(c)}-{('infantry', 'heavy')[c.action.arg]}", 0),
    "sailed-already": lambda c: holds(c.state.moved, unit(c)),
    "same-port": lambda c: c.action.arg == (
        c.step.hex if c.asks == "StowTo" else c.state.at[unit(c)]),
    "takes-no-points": lambda c: bool({"ship", "supply", "bridge"} & row(c).traits),
    "boats-do-not-react": lambda c: c.state.phase == "reaction" and "boat" in row(c).traits,
    "box-full": lambda c: no_room(c, c.action.arg),
    "call-it-port": lambda c: own_port(c, c.action.arg, owner(c)),
    "cannot-go": lambda c: not row(c).move or "bridge" in row(c).traits or of_the_sea(c) or holds(
        sea(c).landed | c.state.garrison | c.state.marked, unit(c)),
    "cannot-sail": lambda c: not row(c).move,
    "coast-held": lambda c: bool(those_at(c.game, c.state, other(owner(c)), c.step.hex)),
    "coast-is-free": lambda c: not those_at(c.game, c.state, other(owner(c)), c.step.hex),
    "enemy-box": lambda c: zone(c, c.action.arg).side == other(owner(c)),
    "enemy-port": lambda c: not own_port(c, c.action.arg, owner(c)) or fresh(
        c, c.action.arg, owner(c)),
    "evacuated-already": lambda c: sea(c).evacuations.get(c.action.arg, 0) > c.state.turn,
    "evacuation-only": lambda c: rows_of(c).evacuation_only and sea(c).evacuations.get(
        c.state.at[unit(c)]) != c.state.turn,
    "fired-already": lambda c: holds(sea(c).fired, unit(c)),
    "fires-here": lambda c: holds(c.step.guns, unit(c)),
    "friends-there": lambda c: held(c, c.action.arg, "axis"),
    "gone-for-good": lambda c: c.state.at[unit(c)] == ELIMINATED and row(c).type != "destroyer",
    "group-stays-ashore": stays_ashore,
    "guns-need-a-port": lambda c: heavy(c, c.step.unit) and c.action.arg not in won(c),
    "land-moves-over": lambda c: c.asks == "ChooseAtSea",
    "landed-this-turn": lambda c: holds(sea(c).landed, unit(c)),
    "landing-must-attack": lambda c: any(c.state.at[n] >= 0 for n in sea(c).assault),
    "lift-full": lift_full,
    "load-too-great": lambda c: load(c) > purse(c) or no_harbour(c) or load(c) > handles(
        c, c.state.at[c.action.arg], owner(c), leaving=True),
    "major-ports-only": lambda c: any(map(staff, rows(c))) and (
        domain(c) != "hex" or port_kind(c, c.action.arg) != "major"),
    "must-advance": ashore_by_right,
    "must-end-in-port": last_phase,
    "nearer-port": lambda c: not holds(c.step.open, c.action.arg),
    "no-beach-to-follow": no_beach,
    "no-beachhead": lambda c: place(c) not in beachheads(c) | won(c),
    "no-box": lambda c: bool(zone(c, c.action.arg).areas),
    "no-coastal-gun": lambda c: "coastal" not in row(c).traits or row(c).side != c.side or (
        c.state.at[unit(c)] < 0 or holds(c.state.overrun, unit(c))),
    "no-landing-now": lambda c: lift(c) is None,
    "no-line-of-fire": lambda c: not reaches(c, unit(c), c.step.hex),
    "no-naval-points": lambda c: c.step.spent >= naval_points(c, c.step.ship),
    "no-points-for-ships": no_point,
    "no-points-in-reach": no_points_near,
    "no-port": lambda c: port_kind(c, c.action.arg) is None,
    "no-port-from-there": lambda c: not can_end(
        c, c.step.ship, c.action.arg, naval_points(c, c.step.ship) - c.step.spent - 1),
    "no-raid-there": lambda c: port_kind(c, c.action.arg) is None or not any(
        "ship" in c.game.units[n].traits
        for n in those_at(c.game, c.state, "soviet", c.action.arg)),
    "no-sea-transport": lambda c: not getattr(rows_of(c).transport, c.state.side),
    "no-ship-of-ours": lambda c: "ship" not in row(c).traits or row(c).side != c.side,
    "no-ship-there": lambda c: "ship" not in row(c).traits or c.state.at[unit(c)] != c.step.hex,
    "no-vessel": lambda c: not of_the_sea(c),
    "no-water-for-boats": lambda c: c.action.arg not in afloat_from(
        c, [c.state.at[c.step.ship]], owner(c), inland=True, rivers=True),
    "no-yard": lambda c: not any(port_kind(c, hex) == "major" and own_port(c, hex, owner(c))
                                 and not those_at(c.game, c.state, other(owner(c)), hex)
                                 for hex in c.game.grid),
    "nobody-aboard": lambda c: not c.step.force,
    "nobody-holds-it": lambda c: not friends(c, c.action.arg),
    "nobody-to-land": nobody_lands,
    "not-before-the-target": not_off_the_coast,
    "not-carried": lambda c: not holds(c.step.units, unit(c)),
    "not-for-landings": lambda c: not lands(c, unit(c)),
    "not-for-the-sea": lambda c: air(c).aircraft not in c.game.charts.naval.raiders,
    "not-for-transports": lambda c: of_the_sea(c) or "bridge" in row(c).traits or (
        not row(c).move and not staff(row(c))),
    "not-in-a-port": lambda c: not in_port(c, unit(c)),
    "not-in-that-zone": lambda c: not here_zones(c) & areas_at(c, c.action.arg),
    "not-on-the-coast": lambda c: not coastal(c, c.action.arg) and not (
        owner(c) == "soviet" and shore(c, c.action.arg)),
    "not-the-next-zone": lambda c: c.action.arg not in (
        set().union(*(next_zones(c, n) for n in here_zones(c))) if here_zones(c)
        else first_zones(c, c.state.at[c.step.ship])),
    "not-the-time-to-land": wrong_phase,
    "nowhere-by-sea": no_harbour,
    "nowhere-to-sail": nowhere_to_sail,
    "only-soviets-evacuate": lambda c: c.state.side == "axis",
    "only-the-axis-follows": lambda c: row(c).side == "soviet",
    "patrol-full": lambda c: sea(c).patrol + air(c).interdiction > 2,
    "port-cannot-load": lambda c: handles(
        c, c.action.arg if domain(c) == "hex" else c.state.at[unit(c)], owner(c),
        leaving=True) < load(c),
    "port-cannot-unload": lambda c: handles(c, c.action.arg, owner(c), leaving=False) < load(c),
    "port-just-taken": lambda c: fresh(
        c, c.action.arg if domain(c) == "hex" else c.state.at[unit(c)], owner(c)),
    "port-not-held": lambda c: neighbours(c, c.action.arg, owner(c)) > 0 and not held(
        c, c.action.arg, owner(c)),
    "port-of-another-zone": lambda c: not here_zones(c) & zones_at(c, c.action.arg),
    "port-too-small": lambda c: port_kind(c, c.action.arg) not in c.game.charts.naval.harbours[
        c.game.units[c.step.ship].type],
    "ship-not-in-port": lambda c: c.state.at[unit(c)] < 0 or not usable(
        c, unit(c), c.state.at[unit(c)]),
    "ship-without-port": lambda c: last_phase(c) and bool(ships_at_sea(c)),
    "starts-at-sea": lambda c: not usable(c, unit(c), c.state.at[unit(c)]),
    "storm-at-sea": lambda c: c.state.storm,
    "too-far-by-sea": lambda c: over_water(c, unit(c) if domain(c) == "unit" else c.step.unit, (
        c.step.hex if domain(c) == "unit" else c.action.arg)) > 10 or len(_force(c)) > 0,
    "too-far-for-boats": lambda c: afloat_from(
        c, [c.state.at[c.step.ship]], owner(c), inland=True, rivers=True).get(
        c.action.arg, 999) > c.game.units[c.step.ship].move,
    "too-far-for-transports": lambda c: not _near_by_sea(c),
    "too-heavy-to-land": lambda c: "siege" in row(c).traits,
    "transport-in-movement": lambda c: c.state.phase != "movement",
    "transport-spent": lambda c: load(c) > purse(c),
    "two-landings": lambda c: c.state.points.get("landings", 0) >= 2,
    "under-coastal-guns": lambda c: cut_by_guns(
        c, c.step.hex if c.asks == "StowTo" else c.state.at[unit(c)], c.action.arg),
    "zone-closed": lambda c: any(
        shut(c, number, "boat" if "boat" in c.game.units[c.step.ship].traits else "ship", owner(c))
        for number in ({c.action.arg} if domain(c) == "sea zone" else zones_at(c, c.action.arg)
                       | (next_zones(c, BOX - c.state.at[c.step.ship])
                          if c.state.at[c.step.ship] <= BOX else set()))),
}


def _near_by_sea(c: Case) -> bool:
    start = c.step.hex if c.asks == "StowTo" else c.state.at[unit(c)]
    near = zones_within(c, start, owner(c), 2)
    return c.action.arg in near if domain(c) == "sea zone" else bool(
        near & zones_at(c, c.action.arg))

