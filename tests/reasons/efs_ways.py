"""Witnesses for the refusals of the series about where a group goes: marches, roads, rails, planes.

What is too far is allowed with points without end; what is in the way stands there.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from grognard.hexes import bits
from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import group, here, other, owner, place, units_of
from tests.reasons.efs_ground import (
    RAILS,
    ROADS,
    UNSUPPLIED,
    along,
    combat,
    distance_on_map,
    enemy_at,
    fighters_at,
    in_zone,
    interdicted,
    neighbours,
    on_map,
    over,
    passable,
    points,
    strongpoint,
    those_at,
    town,
    village,
    way_of,
)
from tests.reasons.efs_moves import stack_full
from tests.reasons.efs_routes import fed_alone, owns, rail_net, rails_of, supplied
from tests.reasons.efs_scenarios import closed
from tests.reasons.efs_waters import floats
from tests.reasons.plain import adjacent, holds, reached, with_data

ENDLESS = 1000
"""Movement points for which nothing on the map is too far."""
STANDOFF = 2
"""Hexes around an enemy that trains and strategic moves keep out of."""
TRAIN, BOMBED = 60, 12
"""Rail hexes of a move, and what a hex under interdiction counts for."""


def too_far(c: Case) -> bool:
    """With points without end it is allowed, or refused for another reason that is true."""
    if "needs" in c.told and not told_points(c, "needs") > told_points(c, "has"):
        return False
    from tests.reasons.efs import WITNESSES as EVERY

    rows = tuple(replace(u, move=ENDLESS, reduced_move=ENDLESS) for u in c.game.units)
    ruling = c.asked_of(with_data(c.game, units=rows))
    if ruling.allowed:
        return True
    return ruling.code != c.ruling.code and EVERY[ruling.code](c.judged_as(ruling))


def told_points(c: Case, name: str) -> Fraction:
    """Points as the sentence tells them: 3 1/2."""
    return sum(map(Fraction, str(c.told[name]).split()), Fraction(0))


# -- the march -----------------------------------------


def held(c: Case) -> bool:
    """A zone holds the group where it has come to."""
    return in_zone(c.game, c.state, owner(c), here(c))


def zone_ends(c: Case) -> bool:
    """The hex named lies in a zone; or nothing is offered because the group stands in one."""
    if c.action.kind == "via" and "via" in c.step.choices(c.game, c.state):
        return in_zone(c.game, c.state, owner(c), place(c))
    return bool(c.step.held) and held(c)


def zone_to_zone(c: Case) -> bool:
    return adjacent(c.game.grid, here(c), place(c)) and held(c) and in_zone(
        c.game, c.state, owner(c), place(c))


def march(c: Case) -> Callable[[int], Iterator[int]]:
    """The steps of a march with points without end: zones end it, enemies bar it."""
    side, way = owner(c), way_of(c.game, group(c)[0])

    def steps(hex: int) -> Iterator[int]:
        zone = in_zone(c.game, c.state, side, hex)
        if zone and hex != here(c):
            return
        for near in c.game.grid.neighbours(hex):
            if passable(c.game, c.state, way, hex, near) == "yes" and not _no_entry(c, near) \
                    and not (zone and in_zone(c.game, c.state, side, near)):
                yield near
    return steps


def shut(c: Case, hex: int) -> bool:
    """The group may not enter the hex at all."""
    side = owner(c)
    foes = those_at(c.game, c.state, other(side), hex)
    fights = all(combat(c.game.units[n]) for n in group(c))
    tramples = fights and all({"supply", "bridge"} & c.game.units[n].traits for n in foes)
    return bool(foes) and not tramples


def no_march_there(c: Case) -> bool:
    return place(c) not in reached([here(c)], march(c))


def zone_on_the_way(c: Case) -> bool:
    return in_zone(c.game, c.state, owner(c), int(c.told["by"])) and no_march_there(c)


def way_barred(c: Case) -> bool:
    """The hex that is named is closed, and no way leads around it."""
    cut = int(c.told["by"])
    if c.action.kind in ("road", "through"):
        return road_shut(c, cut) and place(c) not in reached([here(c)], road_steps(c))
    if c.action.kind == "rail":
        return rail_shut(c, cut) and rail_count(c) is None
    return _no_entry(c, cut) and no_march_there(c)


def _no_entry(c: Case, hex: int) -> bool:
    if not holds(c.game.playable, hex) or shut(c, hex) or neighbours(c, owner(c), hex):
        return True
    return (_in_contact(c, hex) or _guards_stay(c, hex) or not_our_rails(c, hex)
            or _lonely(c, hex) or closed(c, hex))


def _in_contact(c: Case, hex: int) -> bool:
    return getattr(c.step, "manner", "") == "reaction" and contact(c, hex)


def contact(c: Case, hex: int) -> bool:
    """Next to an enemy, and no friend stands there."""
    near = any(enemy_at(c, owner(c), one) for one in c.game.grid.neighbours(hex))
    friends = [n for n in those_at(c.game, c.state, owner(c), hex) if n not in group(c)]
    return near and not friends


def _guards_stay(c: Case, hex: int) -> bool:
    return any(holds(c.state.garrison, n) for n in group(c)) and far_from_city(c, hex)


def far_from_city(c: Case, hex: int) -> bool:
    """Neither in Moscow nor next to it."""
    city = c.game.map.areas["moscow"]
    return not any(holds(city, one) for one in (hex, *c.game.grid.neighbours(hex)))


def not_our_rails(c: Case, hex: int) -> bool:
    on_rails = any(way_of(c.game, n) == "rail" for n in group(c))
    return on_rails and hex not in rails_of(c.game, c.state, owner(c))


def _lonely(c: Case, hex: int) -> bool:
    supply = any("supply" in c.game.units[n].traits for n in group(c))
    return supply and lonely(c, hex)


def lonely(c: Case, hex: int) -> bool:
    side = owner(c)
    return in_zone(c.game, c.state, side, hex) and not fighters_at(c.game, c.state, side, hex)


def ground_closed(c: Case) -> bool:
    """The ground itself lets nobody of the group in, whoever stands there."""
    if c.asks == "ChooseHexAhead":
        return not enters(c, c.step.unit, c.state.at[c.step.unit], place(c))
    if c.asks == "ChooseEntry":
        from tests.reasons.efs_ground import hex_closed, weather
        way = way_of(c.game, group(c)[0])
        sky = weather(c.game, c.state, place(c))
        return way == "rail" or hex_closed(c.game, place(c), "foot" if way == "ski" else way, sky)
    if c.asks == "ChooseRetreat":
        return not all(enters(c, n, here(c), place(c)) for n in group(c))
    way = way_of(c.game, group(c)[0])
    return place(c) not in reached([here(c)], lambda hex: (
        near for near in c.game.grid.neighbours(hex)
        if passable(c.game, c.state, way, hex, near) == "yes"))


def enters(c: Case, n: int, a: int, b: int) -> bool:
    """Whether a unit steps over, if need be with all its points; guns cross no major river."""
    if "boat" in c.game.units[n].traits:
        return floats(c, a, b, inland=True, rivers=True)
    way = way_of(c.game, n)
    found = passable(c.game, c.state, way, a, b)
    return found == "yes" or (found == "all" and way not in ("gun", "siege"))


def full_and_no_way_on(c: Case) -> bool:
    """The hex is full; with points without end the group would find room somewhere.

    Unless it is too large for any hex: a division that gave regiments away beside others.
    """
    rows = tuple(replace(u, move=ENDLESS, reduced_move=ENDLESS) for u in c.game.units)
    open_ended = c.asked_of(with_data(c.game, units=rows)).allowed
    too_large = sum(c.game.units[n].stacking for n in group(c)) > c.game.edition.stacking
    return stack_full(c) and (
        open_ended or too_large or in_zone(c.game, c.state, owner(c), place(c)))


def no_exit(c: Case) -> bool:
    """No door of the side on this turn, no point left, held, in reaction, or on rails."""
    open_now = [line for line in c.game.rows.exit
                if line.side == owner(c) and c.state.turn >= line.first_turn]
    door = any(here(c) in line.hexes or holds(line.area, here(c)) for line in open_now)
    left = min(points(c.game, c.state, n, c.step.manner) for n in group(c)) - c.step.spent / 4
    rails = any(way_of(c.game, n) == "rail" for n in group(c))
    return not door or left < 1 or bool(c.step.held) or c.step.manner == "reaction" or rails


# -- roads -----------------------------------------


def near_enemy(c: Case, hex: int, fighting: bool = True, fed: bool = False) -> bool:
    """An enemy stands within two hexes: any, combat units alone, or those with supply."""
    return any(distance_on_map(c.game, c.state.at[n], hex) <= STANDOFF
               for n in on_map(c.game, c.state, other(owner(c)))
               if (combat(c.game.units[n]) or not fighting)
               and (c.state.supply[n] != UNSUPPLIED or not fed))


def bombed(c: Case, hex: int) -> bool:
    return owner(c) == "soviet" and interdicted(c, hex)


def out_of_supply(c: Case, hex: int) -> bool:
    abroad = {line.nation for line in c.game.rows.source if line.nation}
    if abroad & {c.game.units[n].nation for n in units_of(c)}:
        return hex not in fed_alone(c.game, c.state, owner(c), *abroad)
    return "supply" not in c.game.rows.left_out and hex not in supplied(
        c.game, c.state, owner(c))


def road_shut(c: Case, hex: int) -> bool:
    return (not holds(c.game.playable, hex) or enemy_at(c, owner(c), hex) or near_enemy(c, hex)
            or bombed(c, hex) or out_of_supply(c, hex) or _guards_stay(c, hex)
            or neighbours(c, owner(c), hex))


def road_steps(c: Case, shut: bool = True) -> Callable[[int], Iterator[int]]:
    fed = supplied(c.game, c.state, owner(c)) if "supply" not in c.game.rows.left_out else None
    way = way_of(c.game, group(c)[0])

    def closed(hex: int) -> bool:
        return (enemy_at(c, owner(c), hex) or near_enemy(c, hex) or bombed(c, hex)
                or (fed is not None and hex not in fed) or _guards_stay(c, hex)
                or neighbours(c, owner(c), hex))

    def steps(hex: int) -> Iterator[int]:
        for near in c.game.grid.neighbours(hex):
            if c.game.grid.hexside(hex, near) in over(c.game, *ROADS) \
                    and passable(c.game, c.state, way, hex, near) == "yes" \
                    and not (shut and closed(near)):
                yield near
    return steps


def no_road(c: Case) -> bool:
    return place(c) not in reached([here(c)], road_steps(c, shut=False))


# -- rails and planes -----------------------------------------


def entering(c: Case) -> bool:
    return c.asks == "ChooseEntry"


def rail_shut(c: Case, hex: int) -> bool:
    side = owner(c)
    return (hex not in rail_net(c.game, c.state, side) or near_enemy(c, hex, False, True)
            or in_zone(c.game, c.state, side, hex))


def rail_count(c: Case) -> int | None:
    """Rail hexes to the place, the one by which arrivals come in among them."""
    side, cost = owner(c), {hex: int(entering(c)) for hex in stations(c)}
    net = rail_net(c.game, c.state, side)
    open_hexes = {hex for hex in net if not near_enemy(c, hex, False, True)
                  and not in_zone(c.game, c.state, side, hex)}
    waiting = sorted(cost, key=lambda hex: cost[hex])
    while waiting:
        hex = waiting.pop(0)
        for near in c.game.grid.neighbours(hex):
            paid = cost[hex] + (BOMBED if bombed(c, near) else 1)
            if c.game.grid.hexside(hex, near) in over(c.game, *RAILS) and near in open_hexes \
                    and paid < cost.get(near, 10**6):
                cost[near] = paid
                waiting.append(near)
    return cost.get(place(c))


def stations(c: Case) -> list[int]:
    """Where the train starts: the group's hex, or the hexes by which arrivals come in."""
    if not entering(c):
        return [here(c)]
    doors = c.step.choices(c.game, c.state)["at"].universe
    return [hex for hex in bits(doors) if not no_boarding(c, hex)]


def no_boarding(c: Case, hex: int) -> bool:
    return (hex not in rail_net(c.game, c.state, owner(c)) or near_enemy(c, hex, False)
            or bombed(c, hex))


def rail_too_far(c: Case) -> bool:
    found = rail_count(c)
    return found is not None and found > TRAIN


def too_heavy(c: Case) -> bool:
    """At least a point a counter, a supply counter as many as it carries."""
    weights: list[int] = [c.state.steps[n] if "supply" in c.game.units[n].traits
               else max(1, c.game.units[n].stacking) for n in group(c)]
    purses = [line for line in c.game.rows.capacity if line.side == owner(c)]
    if purses:  # each has a purse of its own, named by its sheets
        names = [f"{owner(c)}-rail-{one}" for line in purses
                 for one in (line.sheets if line.each else ["".join(line.sheets)])]
        return any(sum(weights) > int(c.state.points.get(name, 0)) for name in names)
    return sum(weights) > int(c.state.points.get(f"{owner(c)}-rail", 0))


def is_depot(c: Case, n: int) -> bool:
    return "supply" in c.game.units[n].traits and c.state.steps[n] == 2


def airfield(c: Case, hex: int) -> bool:
    engineers = any("engineer" in c.game.units[n].traits
                    for n in those_at(c.game, c.state, owner(c), hex))
    usable = village(c.game, hex) and (c.state.weather != "rain" or engineers)
    return holds(c.game.playable, hex) and (town(c.game, hex) or usable)


def no_cargo(c: Case) -> bool:
    """Neither mobile supply nor one of the units that planes carry for its side."""
    (n,) = group(c)
    traits = c.game.units[n].traits
    carried = {"lifted"} if owner(c) == "axis" else {"hq", "airborne"}
    return not carried & traits and not ("supply" in traits and not is_depot(c, n))


WITNESSES: dict[str, Witness] = {
    "out-of-play": lambda c: not holds(c.game.playable, place(c)),
    "depot-by-rail": lambda c: any(is_depot(c, n) for n in group(c)),
    "enemy-there": lambda c: enemy_at(
        c, c.side if c.asks in ("ChooseHexAhead", "ChooseConversion") else owner(c), place(c)),
    "stands-there": lambda c: here(c) == place(c),
    "no-room-further": full_and_no_way_on,
    "supply-alone-in-zone": lambda c: _lonely(c, place(c)),
    "contact-in-reaction": lambda c: c.step.manner == "reaction" and contact(c, place(c)),
    "not-our-rails": lambda c: not_our_rails(c, place(c)),
    "neighbours-land": lambda c: neighbours(c, owner(c), place(c)),
    "no-exit-here": no_exit,
    "garrison-of-the-city": lambda c: _guards_stay(c, place(c)),
    "plan-holds-fort": lambda c: c.state.plan == "hitler" and strongpoint(
        c.state, "axis", here(c)) and (c.action.kind in ("via", "through", "overrun")
                                       or not strongpoint(c.state, "axis", place(c))),
    "zone-to-zone": zone_to_zone,
    "zone-ends-move": zone_ends,
    "zone-on-the-way": zone_on_the_way,
    "zones-in-a-row": lambda c: no_march_there(c) and not ground_closed(c),
    "way-barred": way_barred,
    "ground-closed": ground_closed,
    "too-far": too_far,
    "entry-too-dear": too_far,
    "no-overrun-in-reaction": lambda c: c.step.manner == "reaction",
    "road-to-the-end": lambda c: c.step.by_road,
    "from-the-start": lambda c: c.step.spent > 0 and not (
        c.action.kind in ("road", "through") and (c.step.arrived or c.step.by_road)),
    # Roads.
    "type-not-strategic": lambda c: any(
        not c.game.capability[n].strategic or is_depot(c, n) for n in group(c)),
    "marched-already": lambda c: any(
        set(group(c)) & set(e.units) for e in c.events("by-road", since=("turn",))),
    "group-unsupplied": lambda c: any(c.state.supply[n] == UNSUPPLIED for n in group(c)),
    "starts-near-enemy": lambda c: near_enemy(c, here(c)),
    "not-on-a-road": lambda c: here(c) not in along(c.game, *ROADS),
    "road-near-enemy": lambda c: near_enemy(c, place(c)),
    "road-interdicted": lambda c: bombed(c, place(c)),
    "road-out-of-supply": lambda c: out_of_supply(c, place(c)),
    "no-road": no_road,
    # Rails.
    "type-takes-no-train": lambda c: any(not c.game.capability[n].rail for n in group(c)),
    "railed-already": lambda c: any(
        set(group(c)) & set(e.units) for e in c.events("moved-by-rail", since=("turn",))),
    "rail-capacity": too_heavy,
    "not-on-rail-net": lambda c: here(c) not in rail_net(c.game, c.state, owner(c)),
    "boards-near-enemy": lambda c: near_enemy(c, here(c), False),
    "interdicted": lambda c: bombed(c, here(c)),
    "no-train-in": lambda c: not stations(c),
    "no-rail-net-there": lambda c: place(c) not in rail_net(c.game, c.state, owner(c)),
    "too-near-the-enemy": lambda c: near_enemy(c, place(c), False, True),
    "zone-ahead": lambda c: in_zone(c.game, c.state, owner(c), place(c)),
    "rail-too-far": rail_too_far,
    "no-railway": lambda c: rail_count(c) is None,
    # Planes.
    "one-at-a-time": lambda c: len(group(c)) > 1,
    "planes-do-not-carry-it": no_cargo,
    "no-transport-left": lambda c: not c.state.points.get(f"{owner(c)}-lift", 0),
    "no-airfield-here": lambda c: not airfield(c, here(c)),
    "no-airfield": lambda c: not airfield(c, place(c)),
    "landing-interdicted": lambda c: bombed(c, place(c)),
    "enemy-land": lambda c: holds(c.game.playable, place(c)) and not owns(
        c.game, c.state, c.side, place(c)),
}
