"""Witnesses for the refusals of the series behind the front: supply counters, forts, rails,
replacements, withdrawals, plans."""

from typing import Any

from grognard.core.actions import Action
from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import asked, place, row, told_of, unit
from tests.reasons.efs_ground import (
    RAILS,
    ROADS,
    along,
    at,
    fighters_at,
    in_zone,
    line_in,
    on_map,
    over,
    overfull,
    side_is,
    strongpoint,
    those_at,
    town,
    weather,
)
from tests.reasons.efs_routes import (
    loc,
    named_sources,
    own_cities,
    owns,
    rail_net,
    rails_of,
    sources,
    supplied,
    traced,
)
from tests.reasons.efs_scale import leads
from tests.reasons.plain import distance, holds

CADRE, ELIMINATED, FREE, WITHDRAWN = -2, -3, -8, -9
GENERAL, EMERGENCY = 0, 1
WAITS = -1


def without_supply(c: Case) -> bool:
    return "supply" in c.game.rows.left_out


# -- supply counters -----------------------------------------


def side_of(c: Case) -> str:
    return str(getattr(c.step, "owner", c.side))


def in_use(c: Case) -> bool:
    """On the map, or used up this turn."""
    spent = holds(c.state.spent_supply, unit(c))
    return c.state.at[unit(c)] != FREE or spent or row(c).side != side_of(c)


def another_first(c: Case) -> bool:
    return any(asked(c, Action(c.action.kind, n)).ruling.code not in (
        "counter-in-use", "another-counter-first", "enemy-unit", "no-supply-counter")
        for n, mine in enumerate(c.game.units)
        if n != unit(c) and mine.capability == row(c).capability)


def supply_doors(c: Case) -> set[int]:
    """Where supply counters come in: named sources that work, and supplied cities."""
    game, state, side = c.game, c.state, side_of(c)
    named = named_sources(game, state, side, entries=True) | own_cities(game, state, side)
    return sources(game, state, side) & named


def capital_doors(c: Case) -> set[int]:
    city = c.game.map.areas.get("moscow", 0)
    return {hex for hex in c.game.grid if holds(city, hex)
            and owns(c.game, c.state, "soviet", hex)}


def no_supply_place(c: Case) -> bool:
    if c.asks == "BringToCapital":
        return not capital_doors(c)
    doors = supply_doors(c)
    if c.action.kind == "stock":
        doors &= rails_of(c.game, c.state, side_of(c))
    return not doors


def no_supply_entry(c: Case) -> bool:
    return place(c) not in (capital_doors(c) if c.step.how == "capital" else supply_doors(c))


def no_supply_point(c: Case) -> bool:
    need = 2 if c.action.kind == "stock" else 1
    return int(c.state.points.get(f"{side_of(c)}-supply", 0)) < need


def saves_nobody(c: Case) -> bool:
    """Who cannot trace a route is too far from the counter, or has no way to it."""
    game, state, side = c.game, c.state, side_of(c)
    fed, mine = supplied(game, state, side), state.at[unit(c)]
    near = loc(game, state, side, {mine})
    lost = [n for n in on_map(game, state, side) if state.at[n] not in fed
            and not {"supply", "bridge", "train"} & game.units[n].traits
            and not holds(state.fed, n)]
    return not any(state.at[n] in near and distance(game.grid, state.at[n], mine) <= 5
                   for n in lost)


def mobile(c: Case, n: int) -> bool:
    return "supply" in c.game.units[n].traits and c.state.steps[n] == 1


# -- bridges -----------------------------------------


def bank(c: Case, hex: int) -> bool:
    """A river bank where a bridge unit may be put: owned, in supply, free of zones, led."""
    game, state, side = c.game, c.state, c.side
    rivers = any(side_is(game, kind, game.grid.hexside(hex, near))
                 for near in game.grid.neighbours(hex) for kind in ("minor_river", "major_river"))
    zone = in_zone(game, state, side, hex) and not fighters_at(game, state, side, hex)
    fed = without_supply(c) or hex in supplied(game, state, side)
    led = side == "axis" or any(
        "hq" in game.units[hq].traits and not holds(state.nonoperational, hq)
        and leads(game, state, hq, hex)
        for hq in on_map(game, state, side))
    return rivers and owns(game, state, side, hex) and not zone and fed and led


def banks(c: Case) -> list[int]:
    return [hex for hex in c.game.grid if bank(c, hex)]


def crowded(c: Case, n: int, hex: int) -> bool:
    """Two other bridges lie on the sheet of the hex."""
    sheet = next((hexes for hexes in c.game.map.sheets.values() if holds(hexes, hex)),
                 c.game.grid.all)
    others = [m for m in on_map(c.game, c.state, c.side) if m != n
              and "bridge" in c.game.units[m].traits and holds(sheet, c.state.at[m])]
    return len(others) >= 2


def no_river_there(c: Case) -> bool:
    """No river, bridged already, or no bank of it is open."""
    side, game = c.action.arg, c.game
    river = side_is(game, "minor_river", side) or side_is(game, "major_river", side)
    laid = side in over(game, *ROADS) or side in c.state.bridges.values()
    open_banks = [hex for hex in game.grid.ends(side) if bank(c, hex)
                  and not crowded(c, c.step.unit, hex)]
    return not river or laid or not open_banks


# -- forts -----------------------------------------


def free_engineer(c: Case, hex: int) -> bool:
    """One who has not fought, marched far, taken the train or worked; a Soviet one is fed."""
    busy = c.state.fought | c.state.railed | c.state.marched | c.state.worked
    return any("engineer" in c.game.units[n].traits and not holds(busy, n)
               and (c.side == "axis" or c.state.supply[n] != 2)
               for n in those_at(c.game, c.state, c.side, hex))


def site_unsupplied(c: Case) -> bool:
    fed = without_supply(c) or place(c) in supplied(c.game, c.state, c.side)
    return not fed and not (c.side == "soviet" and free_engineer(c, place(c)))


def zone_unheld(c: Case) -> bool:
    """In an enemy zone, and no combat unit of the side stands there."""
    return in_zone(c.game, c.state, c.side, place(c)) and not fighters_at(
        c.game, c.state, c.side, place(c))


# -- rails -----------------------------------------


def converted(c: Case) -> bool:
    return holds(c.state.axis_rail, place(c))


def rail_unsupplied(c: Case) -> bool:
    return not without_supply(c) and place(c) not in supplied(c.game, c.state, "axis")


def rail_fortified(c: Case) -> bool:
    return (strongpoint(c.state, "soviet", place(c)) or line_in(c.game, c.state, place(c))
            or holds(c.state.just_broken, place(c)))


def railheads_at(c: Case) -> dict[int, int]:
    """The railheads that look at the hex: their hex and what they have spent."""
    grid, found = c.game.grid, {}
    for near in grid.neighbours(place(c)):
        way, link = grid.direction(near, place(c)), grid.link_number(near, place(c))
        key = near * 6 + way if way is not None else grid.size * 6 + (link or 0)
        if key in c.state.railheads:
            found[near] = c.state.railheads[key]
    return found


def axis_net(c: Case) -> set[int]:
    if without_supply(c):
        return rails_of(c.game, c.state, "axis")
    return rail_net(c.game, c.state, "axis")


def rail_price(c: Case) -> int:
    bog = c.game.map.terrain[place(c)] in ("marsh", "swamp")
    bad = weather(c.game, c.state, place(c)) in c.game.edition.bad_weather
    return 2 if bog or bad else 1


def no_conversion_points(c: Case) -> bool:
    left = int(c.state.points.get("conversion", 0))
    if c.action.kind == "repair":
        return rail_price(c) > left
    most = c.game.edition.rails.per_railhead
    return all(rail_price(c) > min(left, most - spent)
               for hex, spent in railheads_at(c).items() if spent != WAITS)


def joins_no_rails(c: Case) -> bool:
    """Neither the hex nor the next one along the railway is of the Soviets' working net."""
    net = rails_of(c.game, c.state, "soviet") if without_supply(c) else rail_net(
        c.game, c.state, "soviet")
    links = over(c.game, *RAILS)
    return place(c) not in net and not any(
        near in net and c.game.grid.hexside(place(c), near) in links
        for near in c.game.grid.neighbours(place(c)))


# -- replacements -----------------------------------------


def kind_of(mine: Any) -> str:
    heavy = {"armour", "artillery", "anti_tank", "anti_air"} & mine.traits
    neither = {"train", "supply", "bridge"} & mine.traits
    return "" if neither else "heavy" if heavy else "infantry"


def too_few_points(c: Case) -> bool:
    dear = c.state.at[unit(c)] == CADRE and row(c).type in (
        "HQ", "motorised infantry", "engineer", "motorised engineer")
    has = int(c.state.points.get(f"{row(c).side}-{kind_of(row(c))}", 0))
    return has < (2 if dear else 1)


def stirred(c: Case) -> bool:
    ids = ("moved", "by-road", "infiltrates", "minimum", "crosses", "moved-by-rail", "lifted",
           "flown-in", "enters", "overrun", "attack", "declares", "depot-made")
    chosen = holds(c.state.moved, unit(c))
    return chosen or told_of(c, unit(c), *ids, since=("segment",))


def no_city(c: Case, hex: int) -> bool:
    """Not a friendly town in supply, or one is raised there already, or it is full."""
    game, state, n = c.game, c.state, unit(c)
    fed = without_supply(c) or hex in traced(game, state, "soviet", sources(game, state, "soviet"))
    raised = any(holds(state.raised, m) for m in at(state, hex))
    return (not town(game, hex) or not fed or raised or not owns(game, state, "soviet", hex)
            or bool(fighters_at(game, state, "axis", hex)) or overfull(game, state, [n], hex, []))


def worn(c: Case, n: int) -> bool:
    mine = c.game.units[n]
    dead = c.state.at[n] in (CADRE, ELIMINATED)
    return mine.side == "soviet" and (dead or (c.state.at[n] >= 0
                                               and c.state.steps[n] < mine.steps))


def gets_no_step(c: Case) -> bool:
    """Not a worn NKVD unit; nor Guards, while there is no worn NKVD unit."""
    nkvd = [n for n, mine in enumerate(c.game.units) if "nkvd" in mine.traits and worn(c, n)]
    traits = row(c).traits
    guards = "guards" in traits and "rocket" not in traits and worn(c, unit(c))
    return unit(c) not in nkvd and (bool(nkvd) or not guards)


def takers(c: Case, n: int) -> list[int]:
    """Axis infantry divisions with a unit that lack a step."""
    return [m for m in at(c.state, c.state.at[n]) if c.game.units[m].type == "infantry division"
            and c.game.units[m].side == "axis" and c.state.steps[m] < c.game.units[m].steps]


# -- withdrawals -----------------------------------------


def not_listed(c: Case) -> bool:
    """The list of the turn does not have it, or it has been settled."""
    flying = c.action.kind in ("recall", "retain")
    mine = c.game.air_units[c.action.arg] if flying else row(c)
    listed = {code for line in c.game.rows.withdrawal if line.turn == c.state.turn
              for code in line.units}
    settled = c.chosen("withdraw", "keep", "recall", "retain", since=("turn",))
    return mine.code not in listed or mine.side != side_of(c) or c.action.arg in settled


def mobile_division(c: Case) -> bool:
    return row(c).side == "axis" and bool(row(c).division and row(c).role)


def division_stays(c: Case) -> bool:
    """It is gone, its kind has given enough, or others that are whole go first."""
    parts: dict[str, list[int]] = {}
    for n, mine in enumerate(c.game.units):
        if mine.side == "axis" and mine.division and mine.role:
            parts.setdefault(mine.division, []).append(n)
    alike = [name for name in parts if is_panzer(c, name) == is_panzer(c, row(c).division)]
    gone = {name for name in parts if all(c.state.at[n] == WITHDRAWN for n in parts[name])}
    share = 3 if is_panzer(c, row(c).division) else 2
    whole = [name for name in alike if name not in gone and is_whole(c, parts[name])]
    behind = bool(whole) and row(c).division not in whole
    return row(c).division in gone or len(gone & set(alike)) >= share or behind


def is_panzer(c: Case, division: str) -> bool:
    return any(mine.division == division and mine.role == "panzer" for mine in c.game.units)


def is_whole(c: Case, units: list[int]) -> bool:
    """A panzer regiment with enough others, or three elements of a motorised division."""
    there = [n for n in units if c.state.at[n] >= 0 and c.state.supply[n] != 2]
    panzers = [n for n in there if c.game.units[n].role == "panzer"]
    if is_panzer(c, c.game.units[units[0]].division):
        return bool(panzers) and len(there) - len(panzers) >= (
            c.game.edition.armour.integrity_others)
    return len(there) >= 3


def other_type(c: Case) -> bool:
    want = c.game.units[c.step.unit]
    due = {code for line in c.game.rows.withdrawal if line.turn == c.state.turn
           for code in line.units}
    return (row(c).side != want.side or row(c).type != want.type or c.state.at[unit(c)] < 0
            or row(c).code in due)


WITNESSES: dict[str, Witness] = {
    # Supply counters and bridges.
    "counter-in-use": in_use,
    "another-counter-first": another_first,
    "no-supply-point": no_supply_point,
    "no-supply-place": no_supply_place,
    "no-supply-entry": no_supply_entry,
    "depot-off-rail": lambda c: place(c) not in rails_of(c.game, c.state, side_of(c)),
    "no-mobile-in-capital": lambda c: not mobile(c, unit(c))
    or c.state.at[unit(c)] not in capital_doors(c),
    "saves-nobody": saves_nobody,
    "mobile-already": lambda c: mobile(c, unit(c)),
    "no-two-mobile": lambda c: sum(mobile(c, n) for n in those_at(
        c.game, c.state, c.side, place(c))) < 2,
    "no-bridge-unit": lambda c: "bridge" not in row(c).traits,
    "no-river-in-supply": lambda c: not banks(c),
    "two-bridges": lambda c: all(crowded(c, unit(c), hex) for hex in banks(c)),
    "no-river-there": no_river_there,
    "not-that-bank": lambda c: place(c) not in c.game.grid.ends(c.step.over)
    or not bank(c, place(c)) or crowded(c, c.step.unit, place(c)),
    # Forts.
    "fort-there": lambda c: place(c) in c.state.forts,
    "no-ground": lambda c: c.game.map.terrain[place(c)] in ("sea", "lake"),
    "site-in-zone": zone_unheld,
    "needs-engineer": lambda c: not free_engineer(c, place(c))
    and (c.side == "axis" or c.state.arctic_seen),
    "site-unsupplied": site_unsupplied,
    "plan-builds-nothing": lambda c: c.side == "axis" and c.state.plan in (
        "compromise", "von-bock"),
    "one-mode": lambda c: "two_modes" not in row(c).traits,
    "changed-already": lambda c: told_of(c, unit(c), "gun-fires", "gun-moves", "fort-begun",
                                         since=("segment",)) or holds(c.state.worked, unit(c)),
    # Rails.
    "no-rails-there": lambda c: place(c) not in along(c.game, *RAILS),
    "converted-already": converted,
    "not-converted": lambda c: not converted(c),
    "rail-unsupplied": rail_unsupplied,
    "rail-in-zone": lambda c: in_zone(c.game, c.state, "axis", place(c))
    and not those_at(c.game, c.state, "axis", place(c)),
    "rail-fortified": rail_fortified,
    "no-railhead-near": lambda c: not railheads_at(c),
    "railhead-cut-off": lambda c: not set(railheads_at(c)) & axis_net(c),
    "railhead-new": lambda c: all(spent == WAITS for spent in railheads_at(c).values()),
    "no-conversion-points": no_conversion_points,
    "no-cut-there": lambda c: not (converted(c) and holds(c.state.cuts, place(c))),
    "only-the-axis-repairs": lambda c: c.side == "soviet",
    "no-free-engineer": lambda c: not any(
        "engineer" in c.game.units[n].traits and not holds(
            c.state.fought | c.state.marched | c.state.railed | c.state.worked, n)
        for n in those_at(c.game, c.state, "soviet", place(c))),
    "joins-no-rails": joins_no_rails,
    "cut-already": lambda c: holds(c.state.cuts, place(c)),
    "nobody-of-ours": lambda c: not fighters_at(c.game, c.state, c.side, place(c)),
    # Replacements and the Soviet table.
    "no-steps-to-get": lambda c: not kind_of(row(c)),
    "full-strength": lambda c: c.state.steps[unit(c)] >= row(c).steps,
    "marked-already": lambda c: told_of(c, unit(c), "marked", since=("segment",)),
    "not-marked": lambda c: not told_of(c, unit(c), "marked", since=("segment",)),
    "stirred": stirred,
    "in-enemy-zone": lambda c: in_zone(c.game, c.state, c.side, c.state.at[unit(c)]),
    "not-in-general-supply": lambda c: c.state.supply[unit(c)] != GENERAL,
    "no-replacements": too_few_points,
    "rebuilt-this-turn": lambda c: told_of(c, unit(c), "rebuilt", "raised"),
    "out-of-play-for-good": lambda c: c.state.at[unit(c)] < 0
    and c.state.at[unit(c)] not in (CADRE, ELIMINATED),
    "only-soviets": lambda c: c.side != "soviet",
    "not-in-cadre": lambda c: c.state.at[unit(c)] != CADRE or row(c).side != "soviet",
    "no-city-open": lambda c: all(no_city(c, hex) for hex in c.game.grid),
    "no-city-there": lambda c: no_city(c, place(c)),
    "not-available": lambda c: c.game.rows.group[c.action.arg].turn > c.state.turn,
    "no-longer-available": lambda c: c.state.turn > c.game.rows.group[c.action.arg].last_turn,
    "group-taken": lambda c: any(e.args["group"] == c.action.arg
                                 for e in c.events("group-taken")),
    "no-garrison-there": lambda c: not any(
        holds(c.state.garrison, n) and not {"capital", "nkvd"} <= c.game.units[n].traits
        for n in at(c.state, place(c))),
    "nobody-cut-off": lambda c: all(c.state.supply[n] < EMERGENCY for n in those_at(
        c.game, c.state, "soviet", place(c))),
    "not-nkvd-or-guards": gets_no_step,
    # Regiments and withdrawals.
    "no-german-division": lambda c: (row(c).side, row(c).nation, row(c).type) != (
        "axis", "de", "infantry division"),
    "last-step": lambda c: c.state.steps[unit(c)] < 2,
    "three-regiments": lambda c: sum(e.args["unit"] == unit(c) for e in c.events(
        "detached", since=("segment",))) >= 3,
    "no-regiment-left": lambda c: not any(
        "substitute" in mine.traits and c.state.at[n] == FREE
        for n, mine in enumerate(c.game.units)),
    "no-regiment": lambda c: "substitute" not in row(c).traits,
    "no-division-here": lambda c: not takers(c, unit(c)),
    "no-host": lambda c: unit(c) not in takers(c, c.step.regiment),
    "not-listed": not_listed,
    "no-mobile-division": lambda c: not mobile_division(c),
    "division-not-asked": division_stays,
    "another-type": other_type,
}
