"""Witnesses for the refusals of the series in combat: guns, orders, losses, retreats, advances."""

from collections.abc import Iterator
from typing import Any

from grognard.core.actions import Action
from grognard.hexes import bits
from grognard.lab.conformance import Case, Witness
from grognard.rules.efs.artillery import ChooseSupported
from tests.reasons.efs_facts import asked, battle, group, other, owner, place, row, unit
from tests.reasons.efs_ground import (
    UNSUPPLIED,
    artillery,
    at,
    combat,
    enemy_at,
    fighters_at,
    in_zone,
    line_faces,
    line_in,
    makes_zone,
    neighbours,
    on_map,
    overfull,
    strongpoint,
    those_at,
    town,
    village,
)
from tests.reasons.efs_moves import shared, value
from tests.reasons.efs_routes import loc
from tests.reasons.efs_scale import apart, bombed, leads, on_inset
from tests.reasons.efs_ways import enters, far_from_city
from tests.reasons.plain import distance, holds

BACKLOG = "backlog"


# -- attack supply -----------------------------------------


def supply_counts(c: Case) -> bool:
    return not {"supply", "attack_supply"} & set(c.game.rows.left_out)


def covered(c: Case, counters: list[int]) -> set[int]:
    """The units that one of the supply counters reaches by a line of communication."""
    if not supply_counts(c):
        return set(range(len(c.game.units)))
    found: set[int] = set()
    for counter in counters:
        side = c.game.units[counter].side
        hexes = loc(c.game, c.state, side, {c.state.at[counter]})
        found |= {n for n in on_map(c.game, c.state, side) if c.state.at[n] in hexes}
    return found


def hungry(c: Case, counters: list[int]) -> set[int]:
    """Attackers that nothing covers; trains and partisans need none, nor whom a line of the
    scenario spares, and a point of the track serves all.
    """
    if battle(c).tracked:
        return set()
    attackers = set(bits(battle(c).attackers))
    spared = {n for n in attackers if c.game.units[n].traits & {"train", "partisan"}}
    spared |= {n for n in attackers for line in c.game.rows.ease if is_eased(c, n, line)}
    return attackers - covered(c, counters) - spared


def is_eased(c: Case, n: int, line: Any) -> bool:
    """Whether a line of the scenario lets a unit attack these hexes without supply, now."""
    mine = c.game.units[n]
    about = line.side == mine.side and (not line.nations or mine.nation in line.nations)
    now = line.first_turn <= c.state.turn <= line.last_turn
    bought = not line.once or bool(c.state.points.get(line.once, 0))
    there = not line.area or all(holds(line.area, hex) for hex in battle(c).hexes)
    return line.kind == "no-attack-supply" and about and now and bought and there


def covers_nobody(c: Case) -> bool:
    return not covered(c, [unit(c)]) & hungry(c, list(bits(battle(c).paid)))


def somebody_uncovered(c: Case) -> bool:
    every = [n for n in on_map(c.game, c.state, c.side) if "supply" in c.game.units[n].traits]
    return bool(hungry(c, every))


# -- guns -----------------------------------------


def out_of_range(c: Case) -> bool:
    """From the gun to one of the attacked hexes it is farther than it fires."""
    gun = c.step.gun if c.asks == "ChooseSupported" else unit(c)
    hexes = [place(c)] if c.asks == "ChooseSupported" else battle(c).hexes
    return any(apart(c.game, c.state.at[gun], hex) > c.game.units[gun].range for hex in hexes)


def gun_of(c: Case) -> int:
    return int(c.step.gun) if c.asks == "ChooseSupported" else unit(c)


def committed(c: Case, hexes: set[int]) -> list[int]:
    """The guns that support the combat already: named, sent there, or at home beside others."""
    if c.asks == "PrepareCombat":
        return list(bits(battle(c).guns))
    found = [n for n, hex in c.state.guns.items() if hex in hexes and fit(c, n) and not (
        c.state.at[n] not in hexes and held(c, n))]
    return found + [n for n in at_home(c, hexes) if n not in found]


def fit(c: Case, n: int) -> bool:
    return (c.state.at[n] >= 0 and c.state.supply[n] != UNSUPPLIED
            and not holds(c.state.overrun, n) and not packed_up(c, n))


def packed_up(c: Case, n: int) -> bool:
    modes = "two_modes" in c.game.units[n].traits and c.game.edition.guns.two_modes
    return modes and not holds(c.state.firing, n)


def at_home(c: Case, hexes: set[int]) -> list[int]:
    """Guns in the attacked hexes beside others, where the edition gives no choice; the best."""
    if c.game.edition.guns.own_hex == "choice":
        return []
    found = [n for hex in hexes if others_at(c, hex) for n in at(c.state, hex)
             if artillery(c.game.units[n]) and fit(c, n) and not attacks_only(c, n)
             and not holds(c.state.beaten, n)]
    found.sort(key=lambda n: -c.game.units[n].support)
    return found[:c.game.edition.guns.limit]


def others_at(c: Case, hex: int) -> bool:
    """Combat units other than guns hold the hex."""
    return any(combat(c.game.units[n]) and not artillery(c.game.units[n])
               and not holds(c.state.beaten, n) for n in at(c.state, hex))


def attacks_only(c: Case, n: int) -> bool:
    traits = c.game.units[n].traits
    return "siege" in traits and "naval_gun" not in traits


def hexes_fought(c: Case) -> set[int]:
    if c.asks == "PrepareCombat":
        return set(battle(c).hexes)
    return next(set(attack.hexes) for attack in c.state.attacks if place(c) in attack.hexes)


def four_guns(c: Case) -> bool:
    """With it more than four, siege guns left out; of two modes only German ones are."""
    guns = {*committed(c, hexes_fought(c)), gun_of(c)}
    modes = c.game.edition.guns.two_modes
    counted = [n for n in guns if not attacks_only(c, n)
               or (modes and c.game.units[n].side == "soviet")]
    return len(counted) > int(c.game.edition.guns.limit)


def gun_alone(c: Case) -> bool:
    """Soviet guns together, one of them away from any headquarters and from the defence."""
    hexes = hexes_fought(c)
    guns = [n for n in {*committed(c, hexes), gun_of(c)} if c.game.units[n].side == "soviet"]
    if len(guns) <= c.game.edition.guns.soviet_far:
        return False
    if c.game.edition.headquarters.states and _leader_down(c, hexes):
        return True
    places = {c.state.at[n] for n in guns if c.state.at[n] not in hexes}
    return any(sum(c.state.at[n] == hex for n in guns) > _led_at(c, hex) for hex in places)


def _led_at(c: Case, hex: int) -> int:
    """Guns that a headquarters in their hex lets fire together, less interdiction."""
    there = at(c.state, hex)
    led = any("hq" in c.game.units[n].traits and not holds(c.state.nonoperational, n)
              for n in there)
    level = bombed(c.game, c.state, hex)
    return max(0, sum(artillery(c.game.units[n]) for n in there) - level) if led else 0


def _leader_down(c: Case, hexes: set[int]) -> bool:
    return any(holds(c.state.nonoperational, hq) and any(
        leads(c.game, c.state, hq, hex) for hex in hexes)
        for hq in on_map(c.game, c.state, "soviet"))


def held(c: Case, gun: int) -> bool:
    """An enemy with a zone stands next to the gun, or it stands in a zone."""
    mine, side = c.state.at[gun], c.game.units[gun].side
    beside = any(makes_zone(c.game, c.state, n) for near in c.game.grid.neighbours(mine)
                 for n in those_at(c.game, c.state, other(side), near))
    return beside or in_zone(c.game, c.state, side, mine)


def gun_pinned(c: Case) -> bool:
    """Held, or attacked itself; it could support its own hex alone."""
    mine = c.state.at[c.step.gun]
    attacked = any(mine in attack.hexes for attack in c.state.attacks if not attack.resolved)
    return place(c) != mine and (held(c, c.step.gun) or attacked)


def supports_already(c: Case) -> bool:
    named = c.asks == "PrepareCombat" and holds(battle(c).guns, unit(c))
    return named or used_up(c) or any(
        unit(c) in e.units for e in c.events("guns-committed", since=("segment",)))


def used_up(c: Case) -> bool:
    """It supported an attack; two on the inset where it may support two there."""
    done, double = c.state.shots.get(unit(c), 0), c.game.charts.inset.supports
    spared = c.asks == "PrepareCombat" and battle(c).side == "axis" and all(
        on_inset(c.game, hex) for hex in battle(c).hexes)
    return bool(done >= double if spared else done > 0)


def no_target(c: Case) -> bool:
    """Every attacked hex is refused to the gun, each for a reason that is true."""
    from tests.reasons.efs import WITNESSES as EVERY

    step = ChooseSupported(unit(c))
    for attack in c.state.attacks:
        for hex in attack.hexes:
            case = asked(c, Action("for", hex), step)
            if case.ruling.allowed or not EVERY[case.ruling.code](case):
                return False
    return True


def attack_hungry(c: Case) -> bool:
    return bool(hungry(c, list(bits(battle(c).paid))))


def gun_unsupplied(c: Case) -> bool:
    if c.asks == "PrepareCombat":
        return not battle(c).tracked and unit(c) not in covered(c, list(bits(battle(c).paid)))
    return bool(c.state.supply[unit(c)] == UNSUPPLIED)


# -- orders and engineers -----------------------------------------


def no_command(c: Case) -> bool:
    """No headquarters near has a point left, however those of earlier orders are shared out."""
    if c.asks == "ChooseOrdered":
        hexes = {place(c)}
    else:
        hexes = {c.state.at[n] for n in bits(battle(c).attackers) if c.state.at[n] >= 0}
    purse: dict[object, int] = {hq: value(c, hq) for hq in on_map(c.game, c.state, "soviet")
                                if "hq" in c.game.units[hq].traits}
    near: list[object] = [hq for hq in purse if isinstance(hq, int) and any(
        leads(c.game, c.state, hq, hex) for hex in hexes)]
    before: list[list[object]] = [list(bits(mask)) for mask in c.state.ordered.values()]
    return c.side == "soviet" and not shared([*before, near], purse)


def no_use_for_engineers(c: Case) -> bool:
    """No town among the targets; no fort, or no way over a line for all attackers."""
    hexes, fight = battle(c).hexes, battle(c)
    if any(town(c.game, hex) for hex in hexes):
        return False
    strong = any(strongpoint(c.state, other(fight.side), hex) for hex in hexes)
    lined = fight.side == "axis" and any(line_in(c.game, c.state, hex) for hex in hexes) and all(
        line_faces(c.game, c.state, fight.side, c.state.at[n], hex)
        for n in bits(fight.attackers) if c.state.at[n] >= 0 for hex in hexes)
    return not strong and not lined


def engineers_named(c: Case) -> list[int]:
    return [n for n in bits(battle(c).attackers) if "engineer" in c.game.units[n].traits
            and c.state.at[n] >= 0]


def below_mandatory(c: Case) -> bool:
    attack = next(a for a in c.state.attacks if battle(c).hexes[0] in a.hexes)
    return bool(attack.column < c.game.results.columns.index("3-2"))


# -- losses and retreats -----------------------------------------


def took_no_part(c: Case) -> bool:
    """Neither among those who lose together, nor in the attack that advances."""
    if c.asks == "ChooseAdvance":
        return not holds(battle(c).attackers, unit(c))
    return not holds(c.step.units, unit(c)) or c.state.at[unit(c)] < 0 or bool(
        {"supply", "bridge"} & row(c).traits)


def loses_first(c: Case) -> bool:
    """A star's step is for an engineer or a tank of another kind than this."""
    first = list(bits(c.step.first[0])) if c.step.first else []
    traits = {trait for n in first for trait in c.game.units[n].traits}
    return unit(c) not in first and any(c.state.at[n] >= 0 for n in first) and bool(
        traits & {"engineer", "armour", "anti_tank", "anti_air"})


def loses_last(c: Case) -> bool:
    """A gun behind the line, or NKVD in houses, and others have steps left."""
    mine = c.state.at[unit(c)]
    houses = town(c.game, mine) or village(c.game, mine)
    spared = artillery(row(c)) or ("nkvd" in row(c).traits and houses)
    rest = [n for n in bits(c.step.units) if c.state.at[n] >= 0 and not holds(c.step.last, n)]
    return spared and bool(rest)


def risky(c: Case, hex: int) -> bool:
    """An enemy zone where no friendly combat unit stands."""
    friends = [n for n in fighters_at(c.game, c.state, owner(c), hex) if n not in group(c)]
    return in_zone(c.game, c.state, owner(c), hex) and not friends


def may_back(c: Case, a: int, b: int) -> bool:
    """The whole stack could step back over this side."""
    guards = any(holds(c.state.garrison, n) for n in group(c)) and far_from_city(c, b)
    return (holds(c.game.playable, b) and not enemy_at(c, owner(c), b) and not guards
            and not neighbours(c, owner(c), b)
            and all(enters(c, n, a, b) for n in group(c)))


def ways_back(c: Case, way: tuple[int, ...], steps: int) -> Iterator[tuple[int, ...]]:
    """Ways on: every hex one farther from the combat, at most one of them in a zone."""
    if len(way) == steps:
        yield way
        return
    a = way[-1] if way else c.step.hex
    for b in c.game.grid.neighbours(a):
        zones = c.step.calm or any(risky(c, hex) for hex in way)
        if distance(c.game.grid, c.step.hex, b) == len(way) + 1 and may_back(c, a, b) \
                and not (zones and risky(c, b)):
            yield from ways_back(c, (*way, b), steps)


def has_room(c: Case, hex: int) -> bool:
    return not overfull(c.game, c.state, group(c), hex, [])


def no_room_at_the_end(c: Case) -> bool:
    """No way by this hex ends with room, neither one as long as it should be nor a longer one."""
    begun = (*c.step.way, place(c))
    near = [way for way in ways_back(c, begun, c.step.steps) if has_room(c, way[-1])]
    if near:
        return False
    elsewhere = any(has_room(c, way[-1]) for way in ways_back(c, (), c.step.steps))
    return elsewhere or not any(
        has_room(c, way[-1]) for way in ways_back(c, begun, c.step.steps + 1))


def retreat_into_zone(c: Case) -> bool:
    shut = c.step.calm or any(risky(c, hex) for hex in c.step.way)
    return shut and risky(c, place(c))


# -- advances -----------------------------------------


def emptied(c: Case) -> list[int]:
    """Attacked hexes where neither enemy combat units nor headquarters are left."""
    return [hex for hex in battle(c).hexes if all(
        {"supply", "bridge"} & c.game.units[n].traits
        for n in those_at(c.game, c.state, other(battle(c).side), hex))]


def no_ground_ahead(c: Case) -> bool:
    mine = c.state.at[unit(c)]
    return not any(enters(c, unit(c), mine, hex) for hex in emptied(c)
                   if not neighbours(c, battle(c).side, hex))


def no_room_ahead(c: Case) -> bool:
    mine = c.state.at[unit(c)]
    return all(overfull(c.game, c.state, [unit(c)], hex, []) for hex in emptied(c)
               if enters(c, unit(c), mine, hex))


WITNESSES: dict[str, Witness] = {
    # Attack supply.
    "no-supply-counter": lambda c: "supply" not in row(c).traits,
    "pays-already": lambda c: holds(battle(c).paid, unit(c)),
    "covers-nobody": covers_nobody,
    "somebody-uncovered": somebody_uncovered,
    # Guns.
    "gun-overrun": lambda c: holds(c.state.overrun, unit(c)),
    "gun-packed-up": lambda c: packed_up(c, unit(c)),
    "supports-already": supports_already,
    "attack-unsupplied": attack_hungry,
    "gun-unsupplied": gun_unsupplied,
    "gun-out-of-range": out_of_range,
    "four-guns": four_guns,
    "gun-alone": gun_alone,
    "gun-pinned": gun_pinned,
    "guns-defend-alone": lambda c: not others_at(c, place(c)),
    "siege-attacks-only": lambda c: attacks_only(c, unit(c)),
    "supports-at-home": lambda c: any(
        unit(c) in at_home(c, set(attack.hexes)) for attack in c.state.attacks),
    "no-target-for-gun": no_target,
    "no-naval-gun": lambda c: "naval_gun" not in row(c).traits,
    "supports-not": lambda c: not holds(battle(c).guns, unit(c)) if c.side == battle(
        c).side else unit(c) not in committed(c, set(battle(c).hexes)),
    "doubled-already": lambda c: holds(battle(c).doubled, unit(c)),
    # Orders, engineers, ordered attacks.
    "order-lies-there": lambda c: place(c) in c.state.orders or place(c) in c.state.orders_seen,
    "order-given": lambda c: bool(battle(c).order),
    "no-command": no_command,
    "no-engineers-there": lambda c: not engineers_named(c),
    "engineers-used": lambda c: bool(battle(c).engineers),
    "no-use-for-engineers": no_use_for_engineers,
    "no-attack-owed": lambda c: c.side != "soviet" or not c.state.points.get(BACKLOG, 0),
    "mandatory-already": lambda c: bool(battle(c).mandatory),
    "odds-below-mandatory": below_mandatory,
    # Losses, retreats, advances.
    "took-no-part": took_no_part,
    "loses-first": loses_first,
    "loses-last": loses_last,
    "not-farther": lambda c: distance(c.game.grid, c.step.hex, place(c)) <= len(c.step.way),
    "retreat-into-zone": retreat_into_zone,
    "no-room-at-the-end": no_room_at_the_end,
    "on-its-way": lambda c: bool(c.step.way),
    "goes-alone": lambda c: len(group(c)) == 1 and not c.step.way,
    "guns-stay": lambda c: artillery(row(c)),
    "lost-in-battle": lambda c: c.state.at[unit(c)] < 0,
    "advanced-already": lambda c: any(
        e.args["unit"] == unit(c) for e in c.events("advances", since=("segment",)))
    and c.state.at[unit(c)] in battle(c).hexes,
    "no-ground-to-advance": no_ground_ahead,
    "no-room-to-advance": no_room_ahead,
    "not-attacked-hex": lambda c: place(c) not in battle(c).hexes,
}
