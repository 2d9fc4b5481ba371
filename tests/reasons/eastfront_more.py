"""Witnesses for the refusals of EastFront: set-up, production, ships, paratroops, politics."""

from typing import Any

from msgspec.structs import replace

from grognard.lab.conformance import Case, Witness
from grognard.rules.eastfront import evacuation, invasion, paratroops, production
from tests.reasons.eastfront_ground import (
    TURN,
    at_home,
    blocks_of,
    country,
    effective,
    foes,
    friendly,
    ground,
    has_line,
    here,
    hostile,
    in_battle,
    limit,
    own,
    owner,
    place,
    rail_net,
    row,
    rules_sea,
    type_of,
    unit,
    weather,
    zones_of,
)
from tests.reasons.plain import adjacent, distance, holds

POOL, FUTURE, WAITING = -1, -2, -6
MONTH = ("production",)


def question(c: Case, name: str) -> Any:
    """The question that would follow if the block were chosen."""
    if name == "arrival":
        return production.ChooseArrivalHex(c.side, c.action.kind, c.action.arg)
    steps = {"land": invasion.ChooseLanding, "harbour": evacuation.ChooseHarbour,
             "drop": paratroops.ChooseDropHex}
    return steps[name](c.action.arg)


# -- production -----------------------------------------


def ordered(c: Case, *kinds: str) -> list[int]:
    """What the side has ordered this month."""
    return [entry.act[1] for entry in c.since(*MONTH)
            if entry.side == c.side and getattr(entry.act, "kind", "") in kinds]


def too_dear(c: Case) -> bool:
    """With points without end it is allowed, or refused for another reason that is true."""
    from tests.reasons.eastfront import WITNESSES as ALL

    rich = c.state.copy()
    rich.points = dict.fromkeys(rich.points, 10**6)
    ruling = replace(c, state=rich).asked_of(c.game)
    return ruling.allowed or (ruling.code != "too-dear" and ALL[ruling.code](c.judged_as(ruling)))


def no_supply_line(c: Case) -> bool:
    """No line, or none for it: one too many in its hex, or a satellite outside its area."""
    crowd = holds(c.state.crowded, unit(c)) and len(own(c, here(c))) > limit(c, here(c))
    abroad = row(c).satellite and not at_home(c, unit(c), here(c))
    return crowd or abroad or not has_line(c, here(c))


def handles(c: Case, hex: int) -> int:
    features = c.game.map.features
    big = holds(features["major_city"], hex) or holds(c.game.objectives.group_e_ports, hex)
    return 2 if big else 1


def arrivals_at(c: Case, hex: int) -> int:
    return ordered(c, "into").count(hex)


def arrival_full(c: Case) -> bool:
    """As many as may have arrived there this month."""
    if c.asks in ("ChooseSite", "ChooseSiteAnew"):
        early = [n for n in own(c, place(c)) if n in c.game.early]
        return len(early) >= handles(c, place(c))
    return arrivals_at(c, place(c)) >= handles(c, place(c))


def there_will_be(c: Case) -> int:
    """Blocks of the side in the hex when all orders are carried out."""
    going = [n for n in ordered(c, "disband") if c.state.at[n] == place(c)]
    return len(own(c, place(c))) - len(going) + arrivals_at(c, place(c))


def no_arrival_place(c: Case) -> bool:
    """No city at home, no entry hex of its side; satellites come back to their own country."""
    features, hex = c.game.map.features, place(c)
    city = holds(features["major_city"], hex) or holds(features["minor_city"], hex)
    strategic = holds(features["strategic"], hex)
    if unit(c) in c.game.group_e_cv and here(c) == FUTURE:
        return not holds(c.game.objectives.group_e_ports, hex)
    if row(c).satellite and row(c).nation != "italy":
        return not ((city or strategic) and holds(country(c, unit(c)), hex))
    edge = features["rail_entry_west" if c.side == "axis" else "rail_entry_east"]
    return not ((city and holds(c.game.home[c.side], hex)) or holds(edge, hex)
                or (strategic and c.side == "axis"))


def not_due(c: Case) -> bool:
    return here(c) != FUTURE or not 0 < c.state.arrives[unit(c)] <= c.state.month


def not_coming(c: Case) -> bool:
    return here(c) != FUTURE or c.state.arrives[unit(c)] <= c.state.month


def beachhead(c: Case) -> int:
    """Its hex, or below nought: -1 ready, -2 in preparation, -3 lost."""
    return int(c.state.beachheads.get(unit(c), -9))


def beachhead_otherwise(c: Case) -> bool:
    fits = {"ready": beachhead(c) == -2, "restore": beachhead(c) == -3,
            "withdraw": beachhead(c) >= 0}
    return not fits[c.action.kind]


# -- set-up -----------------------------------------


def line(c: Case, n: int) -> str:
    """The line of the force list that a block belongs to."""
    block = c.game.units[n]
    if n in c.game.early:
        return "first_month"
    counted = str(c.game.types[block.type].counts_as)
    return "sat_infantry" if block.satellite and counted == "infantry" else counted


def placed(c: Case, name: str) -> list[int]:
    return [n for n, where in enumerate(c.state.at)
            if where >= 0 and owner(c, n) == c.side and line(c, n) == name]


def line_complete(c: Case) -> bool:
    name = line(c, unit(c))
    most = len(c.game.early) if name == "first_month" else c.game.rows.forces[c.side][name].units
    return len(placed(c, name)) >= most


def named_blocks(c: Case) -> bool:
    """It is not among the named ones, and some of those still wait."""
    rest = [n for n in c.game.wanted if c.state.at[n] == WAITING
            and line(c, n) == line(c, unit(c)) and owner(c, n) == c.side]
    return unit(c) not in c.game.wanted and bool(rest)


def not_available(c: Case) -> bool:
    lines = {*c.game.rows.forces[c.side], "first_month"}
    return here(c) != WAITING or line(c, unit(c)) not in lines


def strength_not_left(c: Case) -> bool:
    """The line cannot come out with this strength, or with none at all for this block."""
    name = line(c, unit(c))
    if name == "first_month":
        return True
    row_ = c.game.rows.forces[c.side][name]
    units = row_.units - len(placed(c, name)) - 1
    rest = row_.cv - sum(c.state.cv[n] for n in placed(c, name))
    others = sorted((c.game.units[n].max_cv for n in range(len(c.game.units))
                     if c.state.at[n] == WAITING and owner(c, n) == c.side
                     and line(c, n) == name and n != unit(c)), reverse=True)
    low = int(c.game.types[row(c).type].lowest_cv)
    tried = [c.action.arg] if c.action.kind == "strength" else range(low, row(c).max_cv + 1)
    fits = [cv for cv in tried if cv >= low and units * low <= rest - cv <= sum(others[:units])]
    return not fits or c.game.rows.garrison is not None


def near_headquarters(c: Case) -> bool:
    return any(distance(c.game.grid, c.state.at[n], place(c)) <= 1
               for n, block in enumerate(c.game.units)
               if block.hq and owner(c, n) == c.side and c.state.at[n] >= 0)


def not_in_courland(c: Case) -> bool:
    area, _, hq = c.game.courland
    return unit(c) == hq and not holds(area, place(c))


def unfit_garrison(c: Case) -> bool:
    """Too weak for the place, tied down elsewhere, or the last man there must be armor."""
    rows = c.game.rows.garrison
    weak = c.state.cv[unit(c)] < rows.least_cv
    there = own(c, rows.hex)
    no_tanks = not any(line(c, n) == "armor" for n in there) and line(c, unit(c)) != "armor"
    bound = line(c, unit(c)) in ("hq", "sat_infantry", "sat_static", "first_month")
    return place(c) == rows.hex and (
        weak or bound or (no_tanks and len(there) == rows.units - 1))


def outside_its_area(c: Case) -> bool:
    """The list of June 1941 has the block elsewhere."""
    return not holds(c.game.listed[unit(c)].area, place(c))


def one_of_a_country(c: Case) -> bool:
    return any(n != unit(c) and block.nation == row(c).nation and c.state.at[n] >= 0
               and holds(c.state.defected, n) for n, block in enumerate(c.game.units))


# -- ships -----------------------------------------


def ready_ports(c: Case) -> list[int]:
    """Ports with an invasion headquarters that has not given its order yet."""
    return [c.state.at[hq] for hq in blocks_of(c, "invasion")
            if holds(c.state.active & ~c.state.sailed, hq) and c.state.at[hq] >= 0]


def own_seas(c: Case, port: int) -> list[int]:
    return [zone for zone in zones_of(c, port) if rules_sea(c, zone)]


def no_ships_there(c: Case) -> bool:
    return not any(holds(c.game.seas[zone].area, here(c)) and here(c) != port
                   for port in ready_ports(c) for zone in own_seas(c, port))


def no_invasion_headquarters(c: Case) -> bool:
    return (place(c) if c.asks == "ChooseHarbour" else here(c)) not in ready_ports(c)


def rough(c: Case) -> bool:
    """Marsh that is not frozen, or mountains."""
    frost = "snow" if weather(c, place(c)) == "snow" else "dry"
    return not ground(c, place(c), frost).landing


def other_sea(c: Case) -> bool:
    """No sea that the side rules has both the port and the coast."""
    port, coast = (place(c), here(c)) if c.asks == "ChooseHarbour" else (here(c), place(c))
    return not any(holds(c.game.seas[zone].area, coast) for zone in own_seas(c, port))


def strait_closed(c: Case) -> bool:
    return any(hostile(c, shore) for shores in c.game.straits.values() for shore in shores) \
        and other_sea(c)


def sandbank(c: Case) -> bool:
    zones = [c.game.seas[n] for n in own_seas(c, here(c))]
    banks = [c.game.grid.ends(side) for side in c.game.map.hexsides.get("sandbank", ())]
    return all(any(place(c) in ends and any(holds(zone.area, end) for end in ends)
                   for ends in banks)
               for zone in zones if holds(zone.area, place(c)))


def one_landing(c: Case) -> bool:
    landed = [e.args["to"] for e in c.events("lands", since=TURN)]
    return place(c) in landed and bool(foes(c, place(c)))


# -- politics and sieges -----------------------------------------


def watched(c: Case) -> bool:
    """An Axis block of another nation stands with it or next to it."""
    others = [n for n, block in enumerate(c.game.units)
              if c.state.at[n] >= 0 and owner(c, n) == "axis" and block.nation != row(c).nation]
    return any(c.state.at[n] == here(c) or adjacent(c.game.grid, c.state.at[n], here(c))
               for n in others)


def not_nearest(c: Case) -> bool:
    """Another unengaged Axis block is nearer, or it is no such block itself."""
    free = [n for n in range(len(c.game.units)) if c.state.at[n] >= 0 and owner(c, n) == "axis"
            and not foes_of(c, n) and not holds(c.state.active, n)]
    grid, hex = c.game.grid, c.step.hex
    return unit(c) not in free or any(
        distance(grid, c.state.at[n], hex) < distance(grid, here(c), hex) for n in free)


def foes_of(c: Case, n: int) -> bool:
    return any(owner(c, m) != owner(c, n) for m, where in enumerate(c.state.at)
               if where == c.state.at[n])


def strongest_fed(c: Case) -> bool:
    fit = [n for n in own(c, c.step.hex) if n != unit(c)]
    return any(c.state.cv[n] > c.state.cv[unit(c)] for n in fit) or starves(c)


def starves(c: Case) -> bool:
    """It goes hungry anywhere: one too many, or outside its area."""
    return holds(c.state.crowded, unit(c)) or (
        row(c).satellite and not at_home(c, unit(c), here(c)))


WITNESSES: dict[str, Witness] = {
    # Production.
    "engaged": lambda c: in_battle(c, here(c)),
    "no-supply-line": no_supply_line,
    "full-strength": lambda c: c.state.cv[unit(c)] >= row(c).max_cv,
    "one-step-a-month": lambda c: unit(c) in ordered(c, "step"),
    "one-ss-step": lambda c: "ss" in row(c).elite and any(
        "ss" in c.game.units[n].elite for n in ordered(c, "step")),
    "too-dear": too_dear,
    "not-eliminated": lambda c: here(c) != POOL,
    "rebuilt-already": lambda c: unit(c) in ordered(c, "cadre"),
    "not-due": not_due,
    "placed-already": lambda c: unit(c) in ordered(c, "arrive", "early", "hasten"),
    "not-coming": not_coming,
    "too-weak-to-hurry": lambda c: c.state.arrival_cv[unit(c)] < 2,
    "ordered-already": lambda c: unit(c) in ordered(
        c, "step", "disband", "ready", "restore", "withdraw"),
    "reinforcements-due": lambda c: bool(len(c.step.choices(c.game, c.state)["arrive"])),
    "no-coastal-army": lambda c: row(c).type != "coastal",
    "beachhead-otherwise": beachhead_otherwise,
    "beachhead-not-ready": lambda c: beachhead(c) != -1,
    "not-landed-there": lambda c: c.state.shores.get(unit(c)) != here(c),
    "arrival-in-battle": lambda c: bool(foes(c, place(c)) and own(c, place(c))),
    "arrival-unsupplied": lambda c: place(c) not in rail_net(c) or not friendly(c, place(c)),
    "arrival-full": arrival_full,
    "arrival-crowded": lambda c: there_will_be(c) >= limit(c, place(c)),
    "beachhead-ordered": lambda c: unit(c) in ordered(c, "ready", "restore", "withdraw"),
    "arrives-in-a-city": lambda c: unit(c) in c.game.early,
    "site-full": lambda c: len(own(c, place(c))) >= limit(c, place(c)),
    "not-your-ground": lambda c: not holds(c.game.rows.land[c.side], place(c)),
    "harbour-on-other-sea": other_sea,
    "harbour-without-headquarters": no_invasion_headquarters,
    "evacuates-infantry-only": lambda c: not type_of(c).infantry,
    "no-arrival-place": no_arrival_place,
    # Set-up.
    "outside-its-district": lambda c: c.side == "soviet" and outside_its_area(c),
    "outside-its-sector": lambda c: c.side == "axis" and outside_its_area(c),
    "not-set-up": lambda c: here(c) < 0,
    "lifted-enough": lambda c: len([e for e in c.log if e.side == c.side
                                    and getattr(e.act, "kind", "") == "lift"]) >= 150,
    "one-of-a-country": one_of_a_country,
    "not-available": not_available,
    "line-complete": line_complete,
    "named-blocks": named_blocks,
    "strength-not-left": strength_not_left,
    "strength-too-high": lambda c: c.action.arg > row(c).max_cv,
    "headquarters-in-battle": lambda c: row(c).hq and place(c) in [
        battle.hex for battle in c.game.rows.battles],
    "headquarters-together": lambda c: row(c).hq and near_headquarters(c),
    "headquarters-in-courland": not_in_courland,
    "garrison-strength": unfit_garrison,
    # Paratroops.
    "no-drops-played": lambda c: not c.game.drops,
    "no-paratroops": lambda c: not type_of(c).drops or owner(c, unit(c)) != c.side or here(c) < 0,
    "no-paratroops-there": lambda c: not any(
        c.game.types[c.game.units[n].type].drops for n in own(c, here(c))),
    "paratroops-engaged": lambda c: in_battle(c, here(c)),
    "too-weak-to-drop": lambda c: effective(c, unit(c)) < 1,
    "dispersed": lambda c: unit(c) in c.chosen("drop", since=TURN),
    "no-airborne-headquarters": lambda c: not any(
        n in blocks_of(c, "airborne") for n in own(c, here(c))),
    "airborne-headquarters": lambda c: unit(c) in blocks_of(c, "airborne"),
    "no-drop-there": lambda c: c.game.map.terrain[place(c)] == "mountain",
    # Ships.
    "no-naval-rules": lambda c: not c.game.naval,
    "supreme-no-invasion": lambda c: row(c).supreme,
    "headquarters-not-in-port": lambda c: not zones_of(c, here(c)) or not friendly(c, here(c)),
    "sea-not-controlled": lambda c: not own_seas(c, here(c)),
    "commands-nothing": lambda c: effective(c, unit(c)) < 0,
    "invasion-headquarters": lambda c: unit(c) in blocks_of(c, "invasion"),
    "no-infantry": lambda c: not type_of(c).infantry,
    "sailed-already": lambda c: unit(c) in c.chosen("invade", "evacuate", since=TURN),
    "no-invasion-headquarters": no_invasion_headquarters,
    "no-landing-ground": rough,
    "landing-in-mud": lambda c: weather(c, place(c)) == "mud",
    "sandbank": sandbank,
    "one-landing": one_landing,
    "no-coast": lambda c: not holds(c.game.map.features["coastal"], place(c)),
    "strait-closed": strait_closed,
    "other-sea": other_sea,
    "no-ships-there": no_ships_there,
    "harbour-in-battle": lambda c: in_battle(c, place(c)),
    # Politics and sieges.
    "other-nation": lambda c: row(c).nation != c.step.nation,
    "watched": watched,
    "not-nearest": not_nearest,
    "strongest-fed": strongest_fed,
    "weakest-fed": lambda c: c.state.cv[unit(c)] > type_of(c).lowest_cv or starves(c),
}

UNJUDGED: dict[str, str] = {
    "site-unsupplied": "what is supplied before anybody stands on the map is the scenario's",
    "hold-the-line": "that no other placing of all blocks comes out would need all placings tried",
    "room-kept": "that no other placing of all blocks comes out would need all placings tried",
    "train-goes-elsewhere": "it compares the prices of whole journeys, which are tested by hand",
}
