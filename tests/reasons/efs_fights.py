"""Witnesses for the refusals of the series about overruns, declared attacks and their odds."""

from collections.abc import Iterable
from fractions import Fraction

from grognard.core.actions import Action
from grognard.hexes import bits
from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import asked, group, here, other, place, row, unit
from tests.reasons.efs_ground import (
    RAILS,
    UNSUPPLIED,
    artillery,
    at,
    combat,
    line_faces,
    line_in,
    motorised,
    on_inset,
    on_map,
    open_major_river,
    over,
    passable,
    quiet,
    side_is,
    strength,
    strongpoint,
    those_at,
    town,
    way_of,
    weather,
    zone_makers,
)
from tests.reasons.efs_routes import rails_of
from tests.reasons.efs_waters import floats, out_at_sea, stormbound
from tests.reasons.efs_ways import too_far
from tests.reasons.plain import adjacent, holds


def targets_at(c: Case, hex: int) -> list[int]:
    """Enemies that can be attacked: no mere supply, bridges or ships."""
    foe = other(c.side)
    return [n for n in those_at(c.game, c.state, foe, hex)
            if not {"supply", "bridge", "ship"} & c.game.units[n].traits]


def nobody_there(c: Case) -> bool:
    """Supply alone is a target of a declaration only."""
    if c.action.kind == "declare":
        return all("ship" in c.game.units[n].traits
                   for n in those_at(c.game, c.state, other(c.side), place(c)))
    return not targets_at(c, place(c))


# -- overruns -----------------------------------------


def can_overrun(c: Case, n: int) -> bool:
    """Motorised, of a kind that overruns, not unsupplied, and no gun but Axis flak."""
    unit_row = c.game.units[n]
    flak = "anti_air" in unit_row.traits and unit_row.side == "axis"
    return (motorised(c.game, n) and c.game.capability[n].overrun
            and c.state.supply[n] != UNSUPPLIED and (not artillery(unit_row) or flak))


def bad_weather(c: Case) -> bool:
    storm = c.state.weather == "snow" and c.state.storm
    return storm or weather(c.game, c.state, place(c)) == "rain"


def closed_ground(c: Case) -> bool:
    words = set(c.game.edition.overruns.closed)
    if c.state.weather in c.game.edition.overruns.marsh_open_in:
        words -= {"marsh"}
    side = c.game.grid.hexside(here(c), place(c))
    frozen = c.state.weather in ("snow", "arctic")
    lake = (side_is(c.game, "lake", side) or side_is(c.game, "sea", side)) and not frozen
    return c.game.map.terrain[place(c)] in words or side_is(c.game, "major_river", side) or lake


def fortified(c: Case) -> bool:
    """A strongpoint, or a line on the way in; before the later edition any hex of a line."""
    strong = strongpoint(c.state, other(c.side), place(c))
    if not c.game.edition.overruns.forts_least:
        return strong or (c.side == "axis" and line_in(c.game, c.state, place(c)))
    return strong or line_faces(c.game, c.state, c.side, here(c), place(c))


def overrun_fort(c: Case) -> bool:
    leads = any("engineer" in c.game.units[n].traits and can_overrun(c, n) for n in group(c))
    return fortified(c) and not (leads and c.game.edition.overruns.forts_least)


def overrun_odds(c: Case) -> bool:
    """Even all of them together are too weak."""
    force = [n for n in group(c) if can_overrun(c, n)]
    german = all(c.game.units[n].nation == "de" for n in force)
    asks = c.game.edition.overruns
    least = asks.least_german if german else asks.least
    if asks.forts_least and fortified(c):
        least = asks.forts_least
    attack = sum(strength(c.game, c.state, n, True) for n in force)
    attack *= 2 if on_inset(c.game, place(c)) else 1
    weak = attack < least * max(1, overrun_defence(c))
    return weak or too_far(c)  # or some of them lack the points for it


def overrun_defence(c: Case) -> int:
    """Guns beside others give their support, at most as much as the others have."""
    there = at(c.state, place(c))
    guns = [n for n in there if artillery(c.game.units[n])]
    rest = sum(strength(c.game, c.state, n, False) for n in there if n not in guns)
    if not rest:
        return sum(strength(c.game, c.state, n, False) for n in guns)
    support = sum(int(c.game.units[n].support) for n in guns if not holds(c.state.overrun, n))
    return rest + min(support, rest)


# -- who attacks whom -----------------------------------------


def can_attack(c: Case, n: int) -> bool:
    """A combat unit on the map with strength, no gun, not waiting for a replacement."""
    mine = c.game.units[n]
    return (mine.side == c.side and c.state.at[n] >= 0 and combat(mine) and not artillery(mine)
            and strength(c.game, c.state, n, True) > 0 and not holds(c.state.marked, n)
            and not quiet(c, n) and not stormbound(c, n) and not waits(c, n))


def waits(c: Case, n: int) -> bool:
    """14.7.2: a Finn before the city is about to fall."""
    row = c.game.rows.waiting
    return row is not None and c.game.units[n].nation == row.nation and not c.state.finns_from


def can_strike(c: Case, n: int, hex: int) -> bool:
    """It could go in, or a zone comes out of there; a train strikes along its rails."""
    mine, way = c.state.at[n], way_of(c.game, n)
    if not adjacent(c.game.grid, mine, hex):
        return False
    if n in c.state.sea.assault:
        return bool(c.state.sea.assault[n] == hex)
    if "boat" in c.game.units[n].traits:
        return floats(c, mine, hex, inland=True, rivers=True)
    if way == "rail":
        side = c.game.grid.hexside(mine, hex)
        return side in over(c.game, *RAILS) and hex in rails_of(c.game, c.state, c.side)
    return passable(c.game, c.state, way, mine, hex) != "no" or hex in zone_makers(
        c.game, c.state, c.side, mine)


def declared(c: Case) -> tuple[set[int], set[int]]:
    """Hexes and units of the attacks that are set."""
    hexes = {hex for attack in c.state.attacks for hex in attack.hexes}
    return hexes, {n for attack in c.state.attacks for n in bits(attack.attackers)}


def free_for(c: Case, hex: int) -> list[int]:
    """Who could still attack a hex."""
    _, busy = declared(c)
    return [n for n in on_map(c.game, c.state, c.side)
            if n not in busy and can_attack(c, n) and can_strike(c, n, hex)]


def attackers(c: Case) -> list[int]:
    return list(bits(c.step.attackers))


def nobody_joins(c: Case) -> bool:
    """Nobody of that hex can be named one by one, but for what it would leave owed."""
    owed = "leaves-owed"
    return not any((ruling := asked(c, Action("by", n)).ruling).allowed or ruling.code == owed
                   for n in at(c.state, place(c)))


def next_to_all(c: Case, n: int) -> bool:
    return all(adjacent(c.game.grid, c.state.at[n], hex) for hex in c.step.hexes)


# -- odds -----------------------------------------


def attack_strength(c: Case, units: Iterable[int], hexes: Iterable[int]) -> Fraction:
    """Halved out of swamp, over a major river, or for tanks in towns; never below a point."""
    halves: dict[Fraction, int] = {}
    waves: dict[int, int] = {}
    for n in units:
        if out_at_sea(c, n):  # summed by hex, halved and rounded down
            here = c.state.at[n]
            waves[here] = waves.get(here, 0) + strength(c.game, c.state, n, True)
            continue
        swamp = c.game.map.terrain[c.state.at[n]] == "swamp" and c.game.effects[
            "swamp_attacker"].halves
        river = any(side_is(c.game, "major_river", c.game.grid.hexside(c.state.at[n], hex))
                    for hex in hexes) and c.game.effects["major_river"].halves
        traits = c.game.units[n].traits
        tank = "armour" in traits and not {"train", "flame"} & traits
        city = tank and any(town(c.game, hex) for hex in hexes) and c.game.effects[
            "armour_in_city"].halves and not swamp and not river
        factor = Fraction(1, 2 ** sum(map(bool, (swamp, river, city))))
        halves[factor] = halves.get(factor, 0) + strength(c.game, c.state, n, True)
    return sum((max(Fraction(min(total, 1)), total * factor)
                for factor, total in halves.items()), Fraction(sum(
                    max(min(total, 1), total // 2) for total in waves.values())))


def defence_strength(c: Case, hexes: Iterable[int]) -> Fraction:
    """Who stands there; guns beside others support if the edition says so, up to the others."""
    rest, support = 0, Fraction(0)
    for hex in hexes:
        there = [n for n in targets_at(c, hex) if not holds(c.state.beaten, n)]
        others = [n for n in there if combat(c.game.units[n]) and not artillery(c.game.units[n])]
        guns = [n for n in there if artillery(c.game.units[n])]
        silent = bool(others) and c.game.edition.guns.own_hex == "support"
        rest += sum(strength(c.game, c.state, n, False) for n in there
                    if n not in guns or not silent)
        if silent:
            wet = weather(c.game, c.state, hex) == "rain"
            fit = [n for n in guns if c.state.supply[n] != UNSUPPLIED
                   and not holds(c.state.overrun, n) and not (
                       "siege" in c.game.units[n].traits
                       and "naval_gun" not in c.game.units[n].traits)]
            best = sorted((c.game.units[n].support for n in fit), reverse=True)
            support += Fraction(sum(best[:c.game.edition.guns.limit]), 2 if wet else 1)
    return rest + min(support, Fraction(rest))


def too_weak(c: Case, units: list[int], hexes: list[int]) -> bool:
    """Below one to four."""
    return not units or attack_strength(c, units, hexes) * 4 < defence_strength(c, hexes)


def odds_too_low(c: Case) -> bool:
    if c.asks == "ChooseTarget":
        return too_weak(c, free_for(c, place(c)), [place(c)])
    return too_weak(c, attackers(c), list(c.step.hexes))


# -- the duty to attack -----------------------------------------


def owed_by(c: Case, units: Iterable[int], attacked: set[int]) -> set[int]:
    """Enemy hexes whose zones cover these units' hexes and that nobody attacks."""
    found: set[int] = set()
    for mine in {c.state.at[n] for n in units}:
        found |= {hex for hex in zone_makers(c.game, c.state, c.side, mine) if not (
            open_major_river(c.game, c.state, mine, hex)
            and c.game.edition.zones.river_excuses)}
    return found - attacked


def leaves_owed(c: Case) -> bool:
    """With this choice others would be owed an attack, and without debts nobody is strong enough.

    That no plan answers for them is a search: tools/proofs/duty.py holds it against an oracle.
    """
    hexes, busy = declared(c)
    if c.asks == "ChooseTarget":
        here = hexes | {place(c)}
        free = [n for n in free_for(c, place(c)) if not owed_by(c, [*busy, n], here)]
        return too_weak(c, free, [place(c)])
    mine, there = attackers(c), hexes | set(c.step.hexes)
    if c.action.kind == "by":
        mine.append(c.action.arg)
    elif c.action.kind == "from":
        mine += [n for n in at(c.state, c.action.arg) if can_attack(c, n) and n not in busy]
    elif c.action.kind == "and":
        there |= {c.action.arg}
        if too_weak(c, mine, [*c.step.hexes, c.action.arg]):
            return True
    return bool(owed_by(c, [*busy, *mine], there))


def owes_attack(c: Case) -> bool:
    hexes, busy = declared(c)
    return bool(owed_by(c, busy, hexes))


WITNESSES: dict[str, Witness] = {
    "nobody-there": nobody_there,
    "not-adjacent-hex": lambda c: not adjacent(c.game.grid, here(c), place(c)),
    "overrun-weather": bad_weather,
    "overrun-two-zones": lambda c: len(zone_makers(c.game, c.state, c.side, here(c))) > 1,
    "overrun-zone-makers-only": lambda c: place(c) not in zone_makers(
        c.game, c.state, c.side, here(c)),
    "overrun-ground": closed_ground,
    "overrun-fort": overrun_fort,
    "formation-waits": lambda c: quiet(c, unit(c)),
    "group-waits": lambda c: any(quiet(c, n) for n in group(c)),
    "nobody-can-overrun": lambda c: not any(can_overrun(c, n) for n in group(c)),
    "overrun-too-dear": too_far,
    "overrun-odds": overrun_odds,
    # Declared attacks.
    "attacked-already": lambda c: place(c) in declared(c)[0] | set(getattr(c.step, "hexes", ())),
    "nobody-adjacent": lambda c: not free_for(c, place(c)),
    "odds-too-low": odds_too_low,
    "leaves-owed": leaves_owed,
    "owes-attack": owes_attack,
    "nobody-attacks-yet": lambda c: not attackers(c),
    "cannot-attack": lambda c: not can_attack(c, unit(c)),
    "in-another-attack": lambda c: unit(c) in declared(c)[1],
    "in-this-attack": lambda c: unit(c) in attackers(c),
    "not-adjacent": lambda c: not next_to_all(c, unit(c)),
    "cannot-strike-there": lambda c: next_to_all(c, unit(c)) and not all(
        can_strike(c, unit(c), hex) for hex in c.step.hexes),
    "nobody-to-attack": nobody_joins,
    "not-all-adjacent": lambda c: not all(
        adjacent(c.game.grid, c.state.at[n], place(c)) for n in attackers(c)),
    "not-all-strike": lambda c: not all(can_strike(c, n, place(c)) for n in attackers(c)),
    "not-declared": lambda c: place(c) not in declared(c)[0],
    "not-attacked": lambda c: place(c) not in {
        hex for attack in c.state.attacks if not attack.resolved for hex in attack.hexes},
    "fought-out": lambda c: any(
        place(c) in e.hexes for e in c.events("combat", "attack-lapses", "odds-too-low",
                                              since=("segment",))),
    "no-artillery": lambda c: not artillery(row(c)),
}
