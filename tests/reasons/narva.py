"""Witnesses for the refusals of Across the Narva: movement, activation, arrival.

Those of combat and retreats are in ``narva_combat``.
"""

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.lab.conformance import Case, Witness
from grognard.rules.narva.reinforcement import ChooseEntryHex
from tests.reasons import narva_combat, narva_ways
from tests.reasons.narva_facts import (
    ACTIVATION,
    TURN,
    activated,
    army_of,
    domain,
    here,
    is_pinned,
    place,
    row,
    unit,
)
from tests.reasons.narva_ground import (
    at,
    enemies,
    fed,
    frozen,
    in_zone,
    is_full,
    is_ice,
    kept_out,
    marches,
    on,
    others_of_sort,
    roads_over,
    row_keeps_out,
    sort,
    supply,
)
from tests.reasons.plain import adjacent, distance, holds, kind_is_not_asked, reached, with_data

ELIMINATED, TRACK, DISPLACED = -1, -2, -4
ENDLESS = 1000
"""Movement points for which nothing on the map is too far."""


# -- who -----------------------------------------


def beyond_army_range(c: Case) -> bool:
    army = army_of(c)
    reach = int(c.game.units[army].command_range)
    return distance(c.game.grid, c.state.at[unit(c)], c.state.at[army]) > reach


def twice_running(c: Case) -> bool:
    """No other headquarters of the side acted since, no army moved, no units were freed."""
    last = -1
    for entry in c.log:
        if getattr(entry.act, "kind", "") in ("units", "relocate") and entry.side == c.side:
            last = -1
        for event in entry.events:
            if event.id == "activated" and c.game.units[event.args["unit"]].side == c.side:
                last = event.args["unit"]
    return bool(last == unit(c))


def wrong_chit(c: Case) -> bool:
    return bool(row(c).corps != c.step.chit and (c.step.chit != "WER" or row(c).ss))


def out_of_range(c: Case) -> bool:
    hq, reach = c.state.at[c.step.hq], int(c.game.units[c.step.hq].command_range)
    return distance(c.game.grid, c.state.at[unit(c)], hq) > reach


def moved_already(c: Case) -> bool:
    return unit(c) in c.chosen("move", since=ACTIVATION)


def nobody_free(c: Case) -> bool:
    soviets = [n for n, r in enumerate(c.game.units)
               if r.side == "soviet" and not r.hq and c.state.at[n] >= 0]
    return all(is_pinned(c, n) or in_zone(c.game, c.state, "soviet", c.state.at[n])
               for n in soviets)


def asked_to_move(c: Case) -> bool:
    return c.asks == "ChooseMover"


def only_moves(c: Case) -> bool:
    """The chit that began this gives moves, but no combat."""
    chits = [event.args["chit"] for event in c.events("chit-drawn", "chit-played")]
    return asked_to_move(c) and chits[-1] in ("FREE_MOVE", "RANDOM")


# -- where to: marches -----------------------------------------


def too_far(c: Case) -> bool:
    """With points without end it is allowed, or refused for another reason that is true."""
    units = tuple(replace(u, move=ENDLESS, reduced_move=ENDLESS) for u in c.game.units)
    ruling = c.asked_of(with_data(c.game, units=units))
    if ruling.allowed:
        return True
    return ruling.code != "too-far" and WITNESSES[ruling.code](c.judged_as(ruling))


def full_and_no_way_on(c: Case) -> bool:
    """The hex is full; with points without end the unit would come through."""
    units = tuple(replace(u, move=ENDLESS, reduced_move=ENDLESS) for u in c.game.units)
    return full_there(c) and c.asked_of(with_data(c.game, units=units)).allowed


def no_way(c: Case) -> bool:
    free = c.step.manner == "free"
    return place(c) not in reached([here(c)], marches(c.game, c.state, unit(c), free))


def zone_to_zone(c: Case) -> bool:
    side = row(c).side
    return (adjacent(c.game.grid, here(c), place(c)) and in_zone(c.game, c.state, side, here(c))
            and in_zone(c.game, c.state, side, place(c)))


def hexside(c: Case) -> int:
    return int(c.game.grid.hexside(here(c), place(c)))


def unbridged(c: Case) -> bool:
    """A step over a major river without road or railway."""
    return (adjacent(c.game.grid, here(c), place(c)) and on(c.game, "major_river", hexside(c))
            and not roads_over(c.game, hexside(c), frozen(c.game, c.state)))


def open_river(c: Case) -> bool:
    return unbridged(c) and not is_ice(c.game, hexside(c), frozen(c.game, c.state))


def ice_for_legs(c: Case) -> bool:
    ice = is_ice(c.game, hexside(c), frozen(c.game, c.state)) if unbridged(c) else False
    return ice and row(c).mechanised


def at_a_ferry(c: Case) -> bool:
    return open_river(c) and on(c.game, "ferry", hexside(c))


def ferry_used(c: Case) -> bool:
    """Somebody has gone over it since the last chit, or since the segment began."""
    ends = set(c.game.grid.ends(hexside(c)))
    ways = [event.hexes for event in c.events("moved", since=ACTIVATION)]
    return at_a_ferry(c) and any(ends == {a, b} for way in ways
                                 for a, b in pairwise(way))


def last_kind(c: Case) -> str:
    return str(getattr(c.log[-1].act, "kind", ""))


def begun_on_foot(c: Case) -> bool:
    return last_kind(c) == "via"


def came_by_reinforcement(c: Case) -> bool:
    """This move is the one of a unit that has just arrived."""
    kinds = [getattr(entry.act, "kind", "") for entry in c.log]
    while kinds and kinds[-1] in ("via", "through", "place"):
        kinds.pop()
    return bool(kinds) and kinds[-1] == "into"


def stack_full(c: Case) -> bool:
    """So many of its sort stand there; where the unit is itself, it is one too many."""
    where = here(c) if domain(c) == "nothing" else place(c)
    most = 2 if sort(c.game, unit(c)) == "combat" else 1
    return others_of_sort(c.game, c.state, unit(c), where) >= most


# -- headquarters -----------------------------------------


def too_near(c: Case) -> bool:
    driven = [e for e in c.events("displaced") if e.args["unit"] == unit(c)]
    least = int(c.game.limits.headquarters.displacement_hexes)
    return distance(c.game.grid, driven[-1].hexes[0], place(c)) < least


def second_headquarters(c: Case) -> bool:
    return any(c.game.units[n].hq and c.game.units[n].side == row(c).side and n != unit(c)
               for n in at(c.state, place(c)))


def army_range(c: Case) -> bool:
    """Another army headquarters is so near that one of the two commands the other's hex."""
    others = [n for n, r in enumerate(c.game.units)
              if r.hq == "army" and n != unit(c) and c.state.at[n] >= 0]
    return any(distance(c.game.grid, c.state.at[n], place(c))
               <= max(c.game.units[n].command_range, row(c).command_range) for n in others)


def no_supply(c: Case) -> bool:
    return not fed(c.game, c.state, row(c).side, place(c), gone=(unit(c),))


# -- reinforcements and replacements -----------------------------------------


def not_due(c: Case) -> bool:
    where, arrives = c.state.at[unit(c)], c.state.arrives[unit(c)]
    waits = where == TRACK and arrives <= c.state.turn
    return not waits and (where != DISPLACED or c.action.kind == "reroute")


def nowhere(c: Case) -> bool:
    """Every hex is refused to the arrival, each for a reason that is true."""
    step = ChooseEntryHex(c.action.arg)
    decision = Decision(c.game, c.state, c.side, step)
    for hex in c.game.grid:
        action = Action("into", hex)
        ruling = decision.check(action)
        case = replace(c, step=step, action=action, ruling=ruling)
        if ruling.allowed or not WITNESSES[ruling.code](case):
            return False
    return True


def must_enter(c: Case) -> bool:
    """Somebody could arrive, or must be sent elsewhere."""
    choices = c.step.choices(c.game, c.state)
    return any(len(choices[kind]) for kind in ("arrive", "reroute") if kind in choices)


def entry_of(c: Case) -> Any:
    return c.game.entries[c.state.entries[unit(c)]]


def not_entry_hex(c: Case) -> bool:
    entry, side = entry_of(c), row(c).side
    shut = all(enemies(c.game, c.state, side, hex) or in_zone(c.game, c.state, side, hex)
               for hex in c.game.grid if holds(entry.hexes, hex))
    if not shut:
        return not holds(entry.hexes, place(c))
    near = any(distance(c.game.grid, hex, place(c)) <= c.game.entering.blocked.hexes
               for hex in c.game.grid if holds(entry.hexes, hex))
    land = c.game.map.terrain[place(c)] != "water" and holds(c.game.playable, place(c))
    edge = c.game.grid.edge(entry.edge)
    return not (near and holds(edge, place(c)) and land)


def full_there(c: Case) -> bool:
    return is_full(c.game, c.state, unit(c), place(c))


def letter(c: Case) -> str:
    return str(sorted(c.game.entries)[c.action.arg])


def village_first(c: Case) -> bool:
    village = [hex for hex in c.game.grid if holds(c.game.map.areas["merekula"], hex)]
    held = [any(not c.game.units[n].hq for n in enemies(c.game, c.state, "soviet", hex))
            for hex in village]
    return holds(c.game.map.areas["merekula_coastal"], place(c)) and not all(held)


def coast_taken(c: Case) -> bool:
    troops = [n for n in at(c.state, place(c)) if not c.game.units[n].hq]
    return holds(c.game.map.areas["merekula_coastal"], place(c)) and bool(troops)


def fitting_hqs(c: Case) -> list[int]:
    """The headquarters that an eliminated unit may be rebuilt with."""
    band = row(c).formation
    return [n for n, r in enumerate(c.game.units) if r.hq and r.side == "german"
            and (r.formation == band or not band) and c.state.at[n] >= 0]


def no_headquarters_to_join(c: Case) -> bool:
    lit = supply(c.game, c.state, "german")
    return not any(
        c.state.supply[hq] == 0 and c.state.at[hq] in lit
        and not row_keeps_out(c.game, unit(c), c.state.at[hq])
        and not is_full(c.game, c.state, unit(c), c.state.at[hq]) for hq in fitting_hqs(c))


def headquarters_unsupplied(c: Case) -> bool:
    return any(c.state.supply[n] != 0 for n in fitting_hqs(c) if c.state.at[n] == place(c))


def formation(c: Case) -> list[Any]:
    bands = sorted({u.formation for u in c.game.units if u.formation})
    return [(n, u) for n, u in enumerate(c.game.units) if u.formation == bands[c.action.arg]]


WITNESSES: dict[str, Witness] = {
    "asked-otherwise": kind_is_not_asked,
    # Who.
    "enemy-unit": lambda c: row(c).side != c.side,
    "not-on-map": lambda c: c.state.at[unit(c)] < 0,
    "no-headquarters": lambda c: not row(c).hq,
    "army-headquarters": lambda c: row(c).hq == "army",
    "army-not-on-map": lambda c: c.state.at[army_of(c)] < 0,
    "beyond-army-range": beyond_army_range,
    "wrong-chit": wrong_chit,
    "army-group-only": lambda c: not row(c).corps,
    "twice-running": twice_running,
    "strachwitz-once": lambda c: row(c).code == "HQSTRAC" and any(
        e.args["unit"] == unit(c) for e in c.events("activated", since=TURN)),
    "pinned-headquarters": lambda c: is_pinned(c, army_of(c)),
    "no-army-to-relocate": lambda c: c.side == "german" or c.state.at[army_of(c)] < 0,
    "outsiders-chosen": asked_to_move,
    "extras-chosen": asked_to_move,
    "units-chosen": only_moves,
    "nobody-free": nobody_free,
    "barrage-before-moves": asked_to_move,
    "moves-come-first": asked_to_move,
    "no-combat": only_moves,
    "moves-are-over": lambda c: c.asks == "ChooseTarget",
    "headquarters-not-attached": lambda c: bool(row(c).hq),
    "out-of-range": out_of_range,
    "already-active": lambda c: activated(c, unit(c)),
    "no-headquarters-here": lambda c: bool(row(c).hq),
    "army-headquarters-stays": lambda c: row(c).hq == "army",
    "not-activated": lambda c: not activated(c, unit(c)),
    "moved-already": moved_already,
    "pinned": lambda c: is_pinned(c, unit(c)),
    "free-move-from-zone": lambda c: in_zone(c.game, c.state, c.side, c.state.at[unit(c)]),
    # Where to.
    "free-move-into-zone": lambda c: in_zone(c.game, c.state, c.side, place(c)),
    "stands-there": lambda c: c.state.at[unit(c)] == place(c),
    "too-far": too_far,
    "no-way": no_way,
    "zone-to-zone": zone_to_zone,
    "open-river": open_river,
    "ice-for-legs": ice_for_legs,
    "ferry-for-legs": lambda c: at_a_ferry(c) and row(c).mechanised,
    "ferry-used": ferry_used,
    "ferry-takes-all": lambda c: at_a_ferry(c) and begun_on_foot(c),
    "water": lambda c: c.game.map.terrain[place(c)] == "water",
    "out-of-play": lambda c: not holds(c.game.playable, place(c)),
    "enemy-occupied": lambda c: bool(enemies(c.game, c.state, c.side, place(c))),
    "prepared-defence": lambda c: kept_out(c.game, unit(c), place(c)) == "prepared-defence",
    "ss-only": lambda c: kept_out(c.game, unit(c), place(c)) == "ss-only",
    "stack-full": stack_full,
    "road-from-zone": lambda c: in_zone(c.game, c.state, c.side, here(c)),
    "road-in-zone": lambda c: in_zone(c.game, c.state, c.side, place(c)),
    "road-stack-full": full_there,
    "road-from-the-start": begun_on_foot,
    "road-to-the-end": lambda c: last_kind(c) == "through",
    "rail-for-reinforcements": lambda c: not came_by_reinforcement(c),
    "rail-alone": lambda c: came_by_reinforcement(c) and last_kind(c) in ("via", "through"),
    "rail-blocked": lambda c: bool(enemies(c.game, c.state, row(c).side, place(c))),
    # Headquarters.
    "too-near": too_near,
    "enemy-zone": lambda c: in_zone(c.game, c.state, row(c).side, place(c)),
    "second-headquarters": second_headquarters,
    "army-range": army_range,
    "no-supply": no_supply,
    # Reinforcements, replacements, events.
    "not-due": not_due,
    "no-refuge": nowhere,
    "no-landing": nowhere,
    "no-way-in": nowhere,
    "army-must-wait": nowhere,
    "must-enter-or-reroute": must_enter,
    "full-stack-no-way-on": full_and_no_way_on,
    "must-enter": must_enter,
    "no-rerouting": lambda c: c.side == "soviet",
    "no-room": full_there,
    "entry-out-of-play": lambda c: not c.game.entries[letter(c)].hexes & c.game.playable,
    "not-entry-hex": not_entry_hex,
    "rerouted-already": lambda c: any(e.args["unit"] == unit(c) for e in c.events("rerouted")),
    "soviet-entry": lambda c: c.game.entries[letter(c)].side == "soviet",
    "same-entry": lambda c: c.state.entries[c.step.unit] == letter(c),
    "village-first": village_first,
    "coast-taken": coast_taken,
    "not-merekula": lambda c: not any(
        holds(c.game.map.areas[a], place(c)) for a in ("merekula", "merekula_coastal")),
    "soviet-no-replacements": lambda c: row(c).side == "soviet",
    "mechanised-not-rebuilt": lambda c: row(c).mechanised,
    "one-step-unit": lambda c: row(c).steps < 2,
    "not-reduced": lambda c: c.state.steps[unit(c)] == row(c).steps,
    "rebuilt-this-turn": lambda c: any(
        e.args["unit"] == unit(c) for e in c.events("rebuilt", since=TURN)),
    "rebuild-unsupplied": lambda c: c.state.supply[unit(c)] != 0,
    "not-eliminated": lambda c: c.state.at[unit(c)] != ELIMINATED,
    "no-headquarters-to-join": no_headquarters_to_join,
    "headquarters-unsupplied": headquarters_unsupplied,
    "no-room-to-rebuild": full_there,
    "not-with-headquarters": lambda c: all(c.state.at[n] != place(c) for n in fitting_hqs(c)),
    "enemy-formation": lambda c: formation(c)[0][1].side != c.side,
    "no-division": lambda c: all(u.hq for _, u in formation(c)),
    "formation-not-here": lambda c: all(c.state.at[n] < 0 for n, _ in formation(c)),
    "defences-whole": lambda c: c.state.defences[c.action.arg] == 0,
    **narva_combat.WITNESSES,
    **narva_ways.WITNESSES,
}

UNJUDGED: dict[str, str] = {}
