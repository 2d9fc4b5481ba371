"""Witnesses for the refusals of Across the Narva in combat: attacks, losses, retreats, advances."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from grognard.core.actions import Action
from grognard.lab.conformance import Case, Witness
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.combat import AssignAir
from tests.reasons.narva_facts import (
    ACTIVATION,
    TURN,
    activated,
    is_pinned,
    last_attack,
    place,
    row,
    unit,
)
from tests.reasons.narva_ground import (
    at,
    enemies,
    enterable,
    fed,
    friends,
    in_zone,
    is_full,
    others_of_sort,
    sort,
    strength,
    walkable,
)
from tests.reasons.plain import adjacent, distance, holds

Way = tuple[int, ...]
READY, REFIT, GROUNDED = 0, 1, 2


# -- attacks -----------------------------------------


def fought(c: Case, n: int) -> bool:
    """It was in an attack of this activation."""
    return any(n in e.units for e in c.events("attack", since=ACTIVATION))


def attacked(c: Case) -> bool:
    """An attack on the hex was announced in this activation."""
    return place(c) in [e.args["hex"] for e in c.events("attack", since=ACTIVATION)]


def cancelled(c: Case) -> bool:
    """An attack on the hex came to nothing before the die."""
    return place(c) in [e.args["hex"] for e in c.events("cancelled", since=ACTIVATION)]


def strikers(c: Case, hex: int) -> list[int]:
    """Combat units of the side next to the hex that may attack now."""
    near = [n for n, r in enumerate(c.game.units)
            if r.side == c.side and not r.hq and c.state.at[n] >= 0
            and adjacent(c.game.grid, c.state.at[n], hex)]
    if c.action.kind == "barrage":
        return near
    stavka = c.asks == "ChooseStavkaTarget"
    return [n for n in near if not fought(c, n) and not is_pinned(c, n)
            and (stavka or (activated(c, n) and n not in extras(c)))]


def extras(c: Case) -> list[int]:
    """Units that may move, but not attack."""
    return c.chosen("extra", since=ACTIVATION)


def nobody_adjacent(c: Case) -> bool:
    if c.action.kind == "barrage":  # a headquarters sees for the guns as well
        return not any(friends(c.game, c.state, c.side, hex)
                       for hex in c.game.grid.neighbours(place(c)))
    return not strikers(c, place(c))


def barraged_already(c: Case) -> bool:
    since = ("barrage-count", *ACTIVATION)
    return place(c) in [e.args["hex"] for e in c.events("barrage", since=since)]


def no_strength(c: Case) -> bool:
    picked = c.chosen("by", since=("attack", *ACTIVATION))
    who = picked if c.asks == "ChooseAttackers" else strikers(c, place(c))
    return all(strength(c.game, c.state, n) == 0 for n in who)


def battle_now(c: Case) -> Any:
    """The attack as it stands, or with everybody who could join in."""
    if hasattr(c.step, "battle"):
        return c.step.battle
    together = sum(1 << n for n in strikers(c, place(c)))
    return Battle(c.side, place(c), together, stavka=c.asks == "ChooseStavkaTarget")


def flights(c: Case, battle: Any) -> Iterator[tuple[int, ...]]:
    """Every way in which aircraft could still support an attack."""
    sent = [n for n in range(2 * len(c.game.air_units)) if holds(battle.missions, n)]
    ready = [n for n, plane in enumerate(c.game.air_units)
             if plane.side == c.side and c.state.air[n] == READY and not no_flying(c)
             and not any(n == mission // 2 for mission in sent)]
    missions = [2 * n + full for n in ready for full in (0, 1)
                if full or c.game.air_units[n].normal]
    for count in range(c.game.limits.combat.air_units - len(sent) + 1):
        for flown in combinations(missions, count):
            if len({mission // 2 for mission in flown}) == count:
                yield flown


def cannot_be_fought(c: Case, battle: Any, must: tuple[int, ...] = ()) -> bool:
    """The odds that the table shows are none, whatever flies."""
    for flown in flights(c, battle):
        if set(must) <= set(flown):
            state, fight = c.state.copy(), battle
            for mission in flown:
                fight = fight.supported_by(mission)
            state.stack = (*state.stack[:-1], AssignAir(fight))
            odds = c.game.odds(state, c.side, Action("done"))
            if odds is not None and odds.column != "-":
                return False
    return True


def air_needed(c: Case) -> bool:
    """Not as it stands, but with more aircraft the odds that the table shows are some."""
    odds = c.game.odds(c.state, c.side, Action("done"))
    return odds is not None and odds.column == "-" and not cannot_be_fought(c, c.step.battle)


def rounds_to_nothing(c: Case) -> bool:
    """There is strength, but not one odd comes of it."""
    battle = battle_now(c)
    some = any(strength(c.game, c.state, n) for n in members(c, battle.attackers))
    return some and cannot_be_fought(c, battle)


def odds_too_low(c: Case) -> bool:
    return cannot_be_fought(c, battle_now(c))


def air_too_weak(c: Case) -> bool:
    return cannot_be_fought(c, battle_now(c), must=(c.action.arg,))


def no_flying(c: Case) -> bool:
    effects = [e.args["effect"][0] for e in c.events("random-event", since=TURN)]
    return "no_flying" in effects


def flown(c: Case) -> list[int]:
    return [arg // 2 for arg in c.chosen("air", since=("attack",))]


def plane(c: Case) -> Any:
    return c.game.air_units[c.action.arg // 2]


# -- losses -----------------------------------------


def took_no_part(c: Case) -> bool:
    """It is none of those that the loss is laid upon: off the map, or of another stack."""
    if c.step.by_attack and c.step.cause == "9.4.1.A":
        attackers = list(c.events("attack"))[-1].units
        return unit(c) not in attackers or c.state.at[unit(c)] < 0
    struck = {c.state.at[n] for n in range(len(c.game.units)) if holds(c.step.units, n)} - {-1}
    return c.state.at[unit(c)] not in struck or not holds(c.step.units, unit(c))


def strongest_first(c: Case) -> bool:
    concerned = [n for n in range(len(c.game.units)) if holds(c.step.units, n)
                 and c.state.at[n] >= 0 and not c.game.units[n].hq]
    mine = strength(c.game, c.state, unit(c), c.step.by_attack)
    return any(strength(c.game, c.state, n, c.step.by_attack) > mine for n in concerned)


# -- retreats -----------------------------------------


def members(c: Case, units: int) -> list[int]:
    return [n for n in range(len(c.game.units)) if holds(units, n)]


def group(c: Case) -> list[int]:
    """Who goes together."""
    if hasattr(c.step, "group"):
        return members(c, c.step.group)
    return [c.step.unit]


def behind(c: Case, who: list[int], origin: int, walked: Way) -> Iterator[int]:
    """The next hexes of a retreat: each farther from where it began, open to everybody."""
    here = walked[-1] if walked else origin
    for hex in c.game.grid.neighbours(here):
        if distance(c.game.grid, origin, hex) == len(walked) + 1 and open_to_all(c, who, here, hex):
            yield hex


def open_to_all(c: Case, who: list[int], here: int, hex: int) -> bool:
    """Headquarters go behind combat units, who overrun a headquarters that stands alone."""
    fights = any(not c.game.units[n].hq for n in who)
    for n in who:
        leader = next((m for m in who if not c.game.units[m].hq), n) if fights else n
        foes = enemies(c.game, c.state, c.game.units[n].side, hex)
        beaten = all(c.game.units[foe].hq for foe in foes) if not c.game.units[leader].hq \
            else not foes
        if not beaten or not walkable(c.game, c.state, n, here, hex, ferries=True):
            return False
        if foes and c.game.units[n].hq and beaten:
            bare = c.state.copy()
            bare.at = [-9 if m in foes else p for m, p in enumerate(c.state.at)]
            if not enterable(c.game, bare, n, hex):
                return False
        elif not enterable(c.game, c.state, n, hex):
            return False
    return True


def ways(c: Case, who: list[int], origin: int, hexes: int, walked: Way = ()) -> Iterator[Way]:
    yield walked
    if len(walked) < hexes:
        for hex in behind(c, who, origin, walked):
            yield from ways(c, who, origin, hexes, (*walked, hex))


def all_ways(c: Case) -> list[Way]:
    """How the retreat that is asked about could go on."""
    if c.asks == "ChooseOneHexMore":
        origin, here = c.step.origin, c.state.at[c.step.unit]
        out = distance(c.game.grid, origin, here)
        return [(hex,) for hex in c.game.grid.neighbours(here)
                if distance(c.game.grid, origin, hex) == out + 1
                and open_to_all(c, group(c), here, hex)
                and not is_full(c.game, c.state, c.step.unit, hex)]
    return list(ways(c, group(c), c.step.origin, c.step.hexes, c.step.way))


def walked(c: Case) -> int:
    return len(c.step.way) if hasattr(c.step, "way") else 0


def by_this_hex(c: Case, some: list[Way]) -> list[Way]:
    return [way for way in some if len(way) > walked(c) and way[walked(c)] == place(c)]


def in_zones(c: Case, way: Way) -> int:
    side = c.game.units[group(c)[0]].side
    return sum(in_zone(c.game, c.state, side, hex) for hex in way)


def full_ways(c: Case) -> list[Way]:
    every = all_ways(c)
    longest = max(map(len, every))
    return [way for way in every if len(way) == longest]


def too_short(c: Case) -> bool:
    mine = by_this_hex(c, all_ways(c))
    return not by_this_hex(c, full_ways(c)) and (not mine or bool(full_ways(c)))


def into_zone(c: Case) -> bool:
    full = full_ways(c)
    least = min(in_zones(c, way) for way in full)
    return all(in_zones(c, way) > least for way in by_this_hex(c, full))


def out_of_supply(c: Case) -> bool:
    full = full_ways(c)
    least = min(in_zones(c, way) for way in full)
    calm = [way for way in full if in_zones(c, way) == least]
    side, who = c.game.units[group(c)[0]].side, tuple(group(c))
    fed_ways = [way for way in calm if fed(c.game, c.state, side, way[-1], gone=who)]
    return bool(fed_ways) and not by_this_hex(c, fed_ways)


def start(c: Case) -> int:
    """The hex that is left now."""
    if c.asks in ("ChooseHexBack",):
        return int(c.step.way[-1] if c.step.way else c.step.origin)
    return int(c.state.at[c.step.unit])


def not_adjacent_hex(c: Case) -> bool:
    return not adjacent(c.game.grid, start(c), place(c))


def impassable(c: Case) -> bool:
    return adjacent(c.game.grid, start(c), place(c)) and not open_to_all(
        c, group(c), start(c), place(c))


def not_farther(c: Case) -> bool:
    grid, origin = c.game.grid, c.step.origin
    return distance(grid, origin, place(c)) <= distance(grid, origin, start(c))


def length(c: Case, who: list[int]) -> int:
    return max(map(len, ways(c, who, c.step.hex, c.step.hexes)))


def holds_back(c: Case) -> bool:
    """Together they do not go as far as one of them could."""
    who = members(c, c.step.group)
    together = length(c, [*who, unit(c)])
    alone = 0 if row(c).hq else length(c, [unit(c)])
    return together < c.step.hexes and together < max(alone, length(c, who))


def need_not_retreat(c: Case) -> bool:
    """It stands elsewhere, or it is a combat unit that was not in the attack."""
    hexes = [hex for hex, _, _ in c.step.stacks] if c.asks == "ChooseStack" else [c.step.hex]
    asked = sum(units for _, units, _ in c.step.stacks) if c.asks == "ChooseStack" \
        else c.step.units
    return c.state.at[unit(c)] not in hexes or not holds(asked, unit(c))


def headquarters_left(c: Case) -> bool:
    """Its headquarters would be left behind by the last combat unit of the hex."""
    side = c.game.units[members(c, c.step.group)[0]].side
    left = [n for n in friends(c.game, c.state, side, c.step.hex) if not holds(c.step.group, n)]
    return bool(left) and all(c.game.units[n].hq for n in left)


def not_crowded_out(c: Case) -> bool:
    """Its own hex has room for it, or it is none of those who retreated."""
    if c.state.at[unit(c)] < 0 or not holds(c.step.group, unit(c)):
        return True
    most = 2 if sort(c.game, unit(c)) == "combat" else 1
    return others_of_sort(c.game, c.state, unit(c), c.state.at[unit(c)]) < most


# -- advances -----------------------------------------


def advanced(c: Case) -> list[int]:
    """Who has gone forward after the last attack."""
    return [e.args["unit"] for e in c.events("advances", since=("attack",))]


def did_not_attack(c: Case) -> bool:
    beside = row(c).hq and unit(c) in dict(c.step.escorts)
    return c.state.at[unit(c)] < 0 or (unit(c) not in last_attack(c) and not beside)


def headquarters_after_units(c: Case) -> bool:
    mates = dict(c.step.escorts).get(unit(c), 0)
    return bool(row(c).hq) and not any(holds(mates, n) for n in advanced(c))


def cannot_cross(c: Case) -> bool:
    return not walkable(c.game, c.state, unit(c), c.state.at[unit(c)], place(c), ferries=True)


def strays(c: Case) -> bool:
    """A headquarters would go where none of those who advanced is."""
    return bool(row(c).hq) and not any(c.state.at[n] == place(c) for n in advanced(c))


WITNESSES: dict[str, Witness] = {
    "nobody-there": lambda c: not enemies(c.game, c.state, c.side, place(c)),
    "headquarters-alone": lambda c: bool(enemies(c.game, c.state, c.side, place(c))) and all(
        c.game.units[n].hq for n in at(c.state, place(c))),
    "attacked-already": lambda c: attacked(c) and not cancelled(c),
    "attack-cancelled": lambda c: attacked(c) and cancelled(c),
    "nobody-adjacent": nobody_adjacent,
    "barraged-already": barraged_already,
    "no-strength": no_strength,
    "too-few-attackers": odds_too_low,
    "odds-too-low": odds_too_low,
    "headquarters-fights-not": lambda c: bool(row(c).hq),
    "not-adjacent": lambda c: c.state.at[unit(c)] < 0 or not adjacent(
        c.game.grid, c.state.at[unit(c)], c.step.battle.hex),
    "moves-only": lambda c: unit(c) in extras(c),
    "fought-already": lambda c: fought(c, unit(c)),
    "attacks-already": lambda c: unit(c) in c.chosen("by", since=("attack", *ACTIVATION)),
    "enemy-air": lambda c: plane(c).side != c.side,
    "no-flying": no_flying,
    "two-air-units": lambda c: len(flown(c)) == 2,
    "full-attack-only": lambda c: not plane(c).normal and c.action.arg % 2 == 0,
    "air-not-ready": lambda c: c.state.air[c.action.arg // 2] != READY,
    "air-refitting": lambda c: c.state.air[c.action.arg // 2] == REFIT,
    "air-grounded": lambda c: c.state.air[c.action.arg // 2] == GROUNDED,
    "air-needed": air_needed,
    "no-strength-yet": no_strength,
    "strength-rounds-to-nothing": rounds_to_nothing,
    "strength-rounds-to-nothing-yet": rounds_to_nothing,
    "barrage-on-headquarters": lambda c: bool(enemies(c.game, c.state, c.side, place(c))) and all(
        c.game.units[n].hq for n in at(c.state, place(c))),
    "strongest-for-zone": strongest_first,
    "air-sent-already": lambda c: c.action.arg // 2 in flown(c),
    "air-too-weak": air_too_weak,
    "headquarters-no-steps": lambda c: bool(row(c).hq),
    "took-no-part": took_no_part,
    "strongest-first": strongest_first,
    "need-not-retreat": need_not_retreat,
    "in-the-group": lambda c: unit(c) in c.chosen("retreat", "along", since=("combat", "barrage")),
    "headquarters-left": headquarters_left,
    "headquarters-follows": lambda c: bool(row(c).hq),
    "holds-back": holds_back,
    "impassable": impassable,
    "not-farther": not_farther,
    "retreat-too-short": too_short,
    "retreat-into-zone": into_zone,
    "retreat-out-of-supply": out_of_supply,
    "not-adjacent-hex": not_adjacent_hex,
    "not-crowded-out": not_crowded_out,
    "did-not-attack": did_not_attack,
    "advanced-already": lambda c: unit(c) in advanced(c),
    "headquarters-after-units": headquarters_after_units,
    "cannot-cross": cannot_cross,
    "headquarters-follows-units": strays,
}
