"""Witnesses for the refusals of Across the Narva that name what is on the way, or a full hex."""

from collections.abc import Iterator

from grognard.lab.conformance import Case, Witness
from tests.reasons.narva_combat import attacked, cancelled, cannot_cross, nobody_adjacent
from tests.reasons.narva_facts import here, last_attack, place, row, unit
from tests.reasons.narva_ground import (
    FAST,
    ROADS,
    enemies,
    frozen,
    in_zone,
    is_full,
    kept_out,
    lines,
    links,
    marches,
    others_of_sort,
    sort,
)
from tests.reasons.plain import holds, reached

ELIMINATED, TRACK, GONE, DISPLACED = -1, -2, -3, -4


def obstacle(c: Case) -> int:
    """The hex that is said to be in the way."""
    return int(c.told["at"])


def not_come_to(c: Case) -> bool:
    """No march, road or railway leads to the hex, as things stand."""
    if c.action.kind in ("to", "via"):
        ways = marches(c.game, c.state, unit(c), c.step.manner == "free")
    else:
        rail = c.action.kind == "rail"
        ways = lines(c.game, c.state, unit(c), ("major_railway",) if rail else FAST, rail)
    return place(c) not in reached([here(c)], ways)


def built(c: Case, kinds: tuple[str, ...]) -> bool:
    """Whether ways of these kinds lead to the hex at all, whoever stands on them."""
    ice = frozen(c.game, c.state)
    used = [kind for kind in kinds if ice or kind != "winter_trail"]

    def ways(hex: int) -> Iterator[int]:
        return (near for near in c.game.grid.neighbours(hex)
                if any(c.game.grid.hexside(hex, near) in links(c.game, kind) for kind in used))
    return place(c) in reached([here(c)], ways)


def no_road_begins_here(c: Case) -> bool:
    grid = c.game.grid
    return not any(grid.hexside(here(c), near) in links(c.game, kind)
                   for near in grid.neighbours(here(c)) for kind in FAST)


def held_by_headquarters(c: Case) -> bool:
    foes = enemies(c.game, c.state, c.side, obstacle(c))
    return bool(foes) and all(c.game.units[n].hq for n in foes) and not_come_to(c)


def one_too_many(c: Case) -> bool:
    """The unit itself stands in a hex with too many of its sort."""
    most = 2 if sort(c.game, unit(c)) == "combat" else 1
    return others_of_sort(c.game, c.state, unit(c), here(c)) >= most


def full(c: Case) -> bool:
    return is_full(c.game, c.state, unit(c), place(c))


def lost(c: Case) -> bool:
    beside = unit(c) in dict(c.step.escorts)
    return c.state.at[unit(c)] < 0 and (unit(c) in last_attack(c) or beside)


WITNESSES: dict[str, Witness] = {
    "way-held": lambda c: bool(enemies(c.game, c.state, c.side, obstacle(c))) and not_come_to(c),
    "way-through-defences": lambda c: kept_out(
        c.game, unit(c), obstacle(c)) == "prepared-defence" and not_come_to(c),
    "way-through-narva": lambda c: kept_out(
        c.game, unit(c), obstacle(c)) == "ss-only" and not_come_to(c),
    "way-through-zone": lambda c: in_zone(c.game, c.state, c.side, obstacle(c)) and not_come_to(c),
    "way-out-of-play": lambda c: not holds(c.game.playable, obstacle(c)) and not_come_to(c),
    "way-ends-at-headquarters": held_by_headquarters,
    "road-through-zone": lambda c: in_zone(c.game, c.state, c.side, obstacle(c))
    and not_come_to(c),
    "road-through-stack": lambda c: is_full(c.game, c.state, unit(c), obstacle(c))
    and not_come_to(c),
    "road-no-trails": lambda c: built(c, ROADS) and not built(c, FAST),
    "not-on-a-road": no_road_begins_here,
    "no-road": lambda c: not built(c, FAST),
    "rail-cut": lambda c: bool(enemies(c.game, c.state, c.side, obstacle(c))) and not_come_to(c),
    "rail-ends-in-zone": lambda c: in_zone(c.game, c.state, c.side, obstacle(c))
    and not_come_to(c),
    "no-railway": lambda c: not built(c, ("major_railway",)),
    "second-gun": lambda c: row(c).assault_gun and full(c),
    "arrival-moves-on": one_too_many,
    "passes-only": one_too_many,
    "no-room-to-hold": one_too_many,
    "no-room-further": full,
    "no-room-to-advance": full,
    "stack-full-again": full,
    "second-headquarters-again": lambda c: bool(row(c).hq) and full(c),
    "on-the-map-already": lambda c: here(c) >= 0,
    "left-the-game": lambda c: here(c) in (ELIMINATED, GONE),
    "displaced-not-rerouted": lambda c: here(c) == DISPLACED,
    "no-german-relocation": lambda c: c.side == "german",
    "attacker-lost": lost,
    "legs-cannot-cross": lambda c: not row(c).mechanised and cannot_cross(c),
    "tracks-cannot-cross": lambda c: row(c).mechanised and cannot_cross(c),
    "nobody-spots": nobody_adjacent,
    "stavka-nobody-adjacent": nobody_adjacent,
    "stavka-called-off": lambda c: cancelled(c) and not c.game.fog,
    "stavka-cancelled": lambda c: attacked(c) and cancelled(c) and c.game.fog,
    "stavka-must-attack": lambda c: bool(len(c.step.choices(c.game, c.state)["attack"])),
    "stavka-other-hex": lambda c: attacked(c) and not cancelled(c),
}
