"""Witnesses of the sea: cargo, landings and ships (chapter 8 of Army Group North)."""

from itertools import pairwise
from math import hypot
from typing import Any

from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import air, domain, group, other, place, row, rows, unit
from tests.reasons.efs_ground import on_map, overfull, those_at, weight
from tests.reasons.efs_routes import loc
from tests.reasons.efs_waters import (
    BOX,
    absent,
    afloat_from,
    areas_at,
    can_end,
    coastal,
    dry_side,
    first_zones,
    here_zones,
    in_port,
    is_lake,
    is_sea,
    lake_port,
    last_phase,
    naval_points,
    next_zones,
    nowhere_to_sail,
    over_water,
    own_port,
    owner,
    port_kind,
    rows_of,
    sea,
    shore,
    shut,
    strait,
    usable,
    zone,
    zones_at,
    zones_within,
)
from tests.reasons.plain import adjacent, distance, holds

ELIMINATED = -3
NUDGE = 0.001
FOOT_TYPES = {"infantry division", "infantry", "mountain infantry", "airborne", "security",
              "partisan", "engineer", "ski infantry", "substitute regiment"}
WHEELS = ("motor", "gun", "siege", "rail")


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
    "zone-not-in-play": lambda c: absent(c, c.action.arg),
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

