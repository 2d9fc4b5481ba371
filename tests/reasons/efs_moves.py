"""Witnesses for the refusals of the series about who moves, enters, reacts and is activated."""

from collections.abc import Iterable

from grognard.core.actions import Action
from grognard.hexes import bits
from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import (
    asked,
    can_still_move,
    group,
    moved,
    other,
    owner,
    place,
    row,
    told_of,
    unit,
)
from tests.reasons.efs_ground import (
    UNSUPPLIED,
    at,
    fighters_at,
    in_zone,
    on_map,
    overfull,
    points,
    town,
    way_of,
)
from tests.reasons.efs_routes import named_sources, own_cities, owns, sources, supplied
from tests.reasons.efs_scale import bombed, leads
from tests.reasons.plain import distance, holds

ACTIVE = -4
NEAR = 3
"""Hexes from a declared attack within which units react."""
STACKS = {"foot": ("foot", "ski"), "motor": ("motor", "gun", "siege", "rail")}


# -- which unit -----------------------------------------


def phase_of(c: Case) -> str:
    return str(c.step.manner) if hasattr(c.step, "manner") else "motorised"


def no_share(c: Case) -> bool:
    """The counter's kind moves not at all in this phase, and no headquarters sent it."""
    word = getattr(c.game.capability[unit(c)], phase_of(c))
    sent = holds(c.state.activated, unit(c)) and phase_of(c) == "motorised"
    return word == "none" and not sent


def idle(c: Case) -> bool:
    """For arrivals too: no share, or no points in this phase."""
    return no_share(c) or not points(c.game, c.state, unit(c), phase_of(c))


def without_points(c: Case) -> bool:
    return not points(c.game, c.state, unit(c), phase_of(c))


def nobody_to_move(c: Case) -> bool:
    """Whoever of the kind stands there may not be moved by himself either."""
    kinds = STACKS[c.action.kind]
    return not any(way_of(c.game, n) in kinds and asked(c, Action("move", n)).ruling.allowed
                   for n in at(c.state, place(c)))


def train_ran(c: Case) -> bool:
    return c.game.capability[unit(c)].goes == "rail" and told_of(
        c, unit(c), "moved", "moved-by-rail", "enters")


def curable_overstack(c: Case) -> bool:
    """Somewhere stands too much, and somebody there can still move."""
    hexes = {hex for hex in c.state.at if hex >= 0}
    return any(overfull(c.game, c.state, [], hex, []) and any(
        can_still_move(c, n) for n in at(c.state, hex)) for hex in hexes)


def another_class(c: Case) -> bool:
    return way_of(c.game, unit(c)) != way_of(c.game, group(c)[0])


def no_room_to_stay(c: Case) -> bool:
    """Who is dropped would stand in a full hex after the others have gone on."""
    goers = [n for n in at(c.state, here_of_group(c)) if n in group(c) or can_still_move(c, n)]
    gone = [n for n in goers if n != unit(c)]
    return overfull(c.game, c.state, [unit(c)], here_of_group(c), gone)


def here_of_group(c: Case) -> int:
    return int(c.state.at[group(c)[0]])


def stack_full(c: Case) -> bool:
    """There is no room for the units, even if all who still can move went on."""
    units = [c.step.unit] if c.asks == "ChooseHexAhead" else group(c)
    gone = [n for n in at(c.state, place(c)) if n not in units and can_still_move(c, n)]
    return overfull(c.game, c.state, units, place(c), gone)


# -- arrivals -----------------------------------------


def not_due(c: Case) -> bool:
    due = int(c.state.due.get(unit(c), 0))
    return bool(c.state.at[unit(c)] != ACTIVE or due > c.state.turn)


def all_shut(c: Case, units: Iterable[int]) -> bool:
    """No hex lets these units in together, nor does a plane bring a single one."""
    from grognard.rules.efs.entries import ChooseEntry

    mask = sum(1 << n for n in units)
    step = ChooseEntry(mask, c.step.manner)
    kinds = ("at", "lift") if c.step.manner == "movement" and mask.bit_count() == 1 else ("at",)
    return not any(asked(c, Action(kind, hex), step).ruling.allowed
                   for hex in c.game.grid for kind in kinds)


def not_entry_hex(c: Case) -> bool:
    """The place or the letters of its code name other hexes."""
    code, side = c.game.entry_of.get(group(c)[0], ""), owner(c)
    areas = {line.id: set(line.hexes) | {h for h in c.game.grid if holds(line.area, h)}
             for line in c.game.rows.entry}
    if code in areas:
        return place(c) not in areas[code]
    if not code:
        return place(c) not in _way_back(c, side)
    if c.game.edition.entries.codes == "edges" and not code[1:].isdigit():
        return not any(_by_edge(c, side, part) for part in code.split("|"))
    if code[-4:].isdigit():
        return distance(c.game.grid, c.game.grid.hex(code), place(c)) > 1 or (
            side == "axis" and not _at_edge(c, place(c)))
    return not any(place(c) in _by_letter(c, side, areas, letter)
                   for letter in code.replace("MG", "M"))


def _by_edge(c: Case, side: str, part: str) -> bool:
    """A hex by its number, a fed town in no danger, or a source on the edge of a map."""
    game, state, hex = c.game, c.state, place(c)
    part = part.rpartition(" ")[2]
    if part[-4:].isdigit():
        return bool(hex == game.grid.hex(part))
    if part == "c":
        near = any(fighters_at(game, state, other(side), one) for one in game.grid.neighbours(hex))
        calm = game.map.terrain[hex] == "major_city" or (town(game, hex) and not near)
        return calm and owns(game, state, side, hex) and hex in supplied(game, state, side)
    edge = {"e": "east", "s": "south", "w": "west", "n": "north"}[part[0]]
    return holds(game.map.areas.get(f"{part[1:].rstrip('v').lower()}_{edge}_edge", 0), hex) and \
        hex in named_sources(game, state, side)


def _at_edge(c: Case, hex: int) -> bool:
    near = c.game.grid.neighbours(hex)
    return len(near) < 6 or any(not holds(c.game.playable, one) for one in near)


def _by_letter(c: Case, side: str, areas: dict[str, set[int]], letter: str) -> set[int]:
    """Moscow, towns of the Axis, supplied cities of the Soviets, or an edge by its letter."""
    game, state = c.game, c.state
    if letter == "M":
        return {hex for hex in game.grid if holds(game.map.areas.get("moscow", 0), hex)
                and owns(game, state, "soviet", hex)}
    if letter != "c":
        return areas.get(letter, set())
    if side == "axis":
        return {hex for hex in game.grid if town(game, hex) and owns(game, state, side, hex)}
    return own_cities(game, state, side) & sources(game, state, side)


def _way_back(c: Case, side: str) -> set[int]:
    sources = {hex for line in c.game.rows.source if line.side == side for hex in line.hexes}
    return sources or {h for line in c.game.rows.entry if line.side == side for h in line.hexes}


def another_entry(c: Case) -> bool:
    codes = c.game.entry_of
    return bool(codes.get(unit(c), "") != codes.get(group(c)[0], ""))


# -- reaction and command -----------------------------------------


def far_from_attacks(c: Case) -> bool:
    return not any(distance(c.game.grid, c.state.at[unit(c)], hex) <= NEAR
                   for attack in c.state.attacks for hex in attack.hexes)


def leaders(c: Case, n: int) -> list[int]:
    """Headquarters in whose radius the unit stands."""
    return [hq for hq in on_map(c.game, c.state, "soviet") if "hq" in c.game.units[hq].traits
            and leads(c.game, c.state, hq, c.state.at[n])]


def value(c: Case, hq: int) -> int:
    if holds(c.state.nonoperational, hq):
        return 0
    level = bombed(c.game, c.state, c.state.at[hq])
    return max(0, int(c.game.units[hq].command) - level)


def out_of_command(c: Case) -> bool:
    alone = not [hq for hq in leaders(c, unit(c)) if hq != unit(c)]
    return alone and bool(row(c).side == "soviet")


def command_spent(c: Case) -> bool:
    """However the headquarters share out those who were led so far, none is left for this one."""
    purse: dict[object, int] = {hq: value(c, hq) for hq in on_map(c.game, c.state, "soviet")
                                if "hq" in c.game.units[hq].traits}
    before = c.state.reacting if c.asks == "React" else c.state.commanded
    claims = [_who_leads(c, n, mask) for n, mask in before.items()]
    if c.asks != "React":
        purse |= {("guards", hq): c.game.edition.headquarters.guards_extra for hq in purse}
    return not shared([*claims, _claim(c, unit(c))], purse)


def _claim(c: Case, n: int) -> list[object]:
    hqs: list[object] = [hq for hq in leaders(c, n) if c.asks == "React" or hq != n]
    guards = c.asks != "React" and "guards" in c.game.units[n].traits
    return hqs + [("guards", hq) for hq in hqs] if guards else hqs


def _who_leads(c: Case, n: int, mask: int) -> list[object]:
    """Who could have led a unit when it was chosen; for Guards each twice."""
    count = len(c.game.units)
    return [hq if hq < count else ("guards", hq - count) for hq in bits(mask)]


def shared(claims: list[list[object]], purse: dict[object, int]) -> bool:
    """Whether every wish finds a headquarters, tried one after the other."""
    if not claims:
        return True
    first, rest = min(claims, key=len), list(claims)
    rest.remove(first)
    return any(purse.get(hq, 0) > 0 and shared(rest, {**purse, hq: purse[hq] - 1})
               for hq in first)


WITNESSES: dict[str, Witness] = {
    "enemy-unit": lambda c: row(c).side != c.side,
    "axis-unit": lambda c: row(c).side == "axis",
    "not-on-map": lambda c: c.state.at[unit(c)] < 0,
    "not-in-this-hex": lambda c: c.state.at[unit(c)] != (
        c.step.hex if c.asks == "RemoveExcess" else here_of_group(c)),
    "stacks-freely": lambda c: row(c).stacking == 0,
    "garrison-stays": lambda c: holds(c.state.garrison, unit(c)),
    "moved-already": lambda c: moved(c, unit(c)),
    "train-ran-already": train_ran,
    "activated-before": lambda c: c.step.manner == "movement" and told_of(
        c, unit(c), "activates"),
    "not-in-this-phase": lambda c: idle(c) if c.action.kind in ("enter", "with") else no_share(c),
    "movement-phase-only": lambda c: c.step.manner != "movement",
    "no-points": without_points,
    "overstack-first": curable_overstack,
    "nobody-to-move": nobody_to_move,
    "not-in-the-group": lambda c: unit(c) not in group(c),
    "in-the-group": lambda c: unit(c) in group(c),
    "another-class": another_class,
    "another-entry": another_entry,
    "began-apart": lambda c: c.step.spent > 0 or c.step.arrived,
    "reacts-alone": lambda c: c.step.manner == "reaction",
    "no-room-to-stay": no_room_to_stay,
    "stack-full": stack_full,
    "gun-stands-to-fire": lambda c: holds(c.state.firing, unit(c)),
    "marked-for-replacement": lambda c: told_of(c, unit(c), "marked"),
    # Arrivals.
    "not-due": not_due,
    "arrives-in-movement": lambda c: c.step.manner == "motorised"
    and c.side not in c.game.edition.turns.motorised_arrivals,
    "entry-blocked": lambda c: all_shut(c, [unit(c)]),
    "no-entry-together": lambda c: all_shut(c, [*group(c), unit(c)]),
    "not-entry-hex": not_entry_hex,
    # Reaction and command.
    "type-does-not-react": lambda c: c.game.capability[unit(c)].reaction == "none",
    "unsupplied": lambda c: c.state.supply[unit(c)] == UNSUPPLIED or (
        c.action.kind == "bridge" and c.state.at[unit(c)] not in supplied(
            c.game, c.state, c.side)),
    "starts-in-zone": lambda c: in_zone(c.game, c.state, c.side, c.state.at[unit(c)]),
    "overrun-marker": lambda c: holds(c.state.overrun, unit(c)),
    "under-attack": lambda c: any(c.state.at[unit(c)] in a.hexes for a in c.state.attacks),
    "too-far-from-attack": far_from_attacks,
    "activated-already": lambda c: told_of(c, unit(c), "activates"),
    "moves-by-itself": lambda c: c.game.capability[unit(c)].motorised != "none",
    "not-led": lambda c: bool({"supply", "train", "bridge"} & row(c).traits),
    "cannot-move": lambda c: row(c).move == 0,
    "leads-not-itself": lambda c: "hq" in row(c).traits and out_of_command(c),
    "out-of-command": out_of_command,
    "command-spent": command_spent,
}
