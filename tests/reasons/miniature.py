"""Witnesses for the refusals of the miniature."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from grognard.lab.conformance import Case, Witness
from tests.reasons.plain import adjacent, distance, holds, kind_is_not_asked, reached, with_data

ENDLESS = 99
TURN, CHIT = ("turn-begins",), ("chit-drawn",)


def unit(c: Case) -> int:
    named = c.game.space.domains[c.action.kind].name == "unit"
    return c.action.arg if named else int(c.step.unit)


def row(c: Case) -> Any:
    return c.game.counters[unit(c)]


def place(c: Case) -> int:
    return c.action.arg


def at(c: Case, hex: int, side: str) -> list[int]:
    return [n for n, where in enumerate(c.state.at)
            if where == hex and c.game.counters[n].side == side]


def foes(c: Case, hex: int) -> list[int]:
    return at(c, hex, next(side for side in c.game.sides if side != c.side))


def is_wet(c: Case, a: int, b: int) -> bool:
    """A river without a bridge runs between the two."""
    side, map = c.game.grid.hexside(a, b), c.game.board.map
    return side in map.hexsides["river"] and side not in map.hexsides["bridge"]


def in_zone(c: Case, hex: int) -> bool:
    return any(foes(c, near) and not is_wet(c, hex, near) for near in c.game.grid.neighbours(hex))


def others(c: Case, hex: int) -> int:
    return sum(n != unit(c) for n in at(c, hex, c.side))


def stack_full(c: Case) -> bool:
    return others(c, place(c)) >= int(c.game.numbers.stack)


def too_far(c: Case) -> bool:
    """With points without end it is allowed, or refused for another reason that is true."""
    counters = tuple(replace(counter, moves=ENDLESS) for counter in c.game.counters)
    ruling = c.asked_of(with_data(c.game, counters=counters))
    return ruling.allowed or (
        ruling.code != "too-far" and WITNESSES[ruling.code](c.judged_as(ruling)))


def zone_in_the_way(c: Case) -> bool:
    """However many points: zones stop who enters them, and part one from the next."""
    start = c.state.at[unit(c)]

    def ways(hex: int) -> Iterator[int]:
        if hex != start and in_zone(c, hex):
            return
        for near in c.game.grid.neighbours(hex):
            if not foes(c, near) and not (in_zone(c, hex) and in_zone(c, near)):
                yield near
    return place(c) not in reached([start], ways)


def has_moved(c: Case, n: int, since: tuple[str, ...]) -> bool:
    return n in c.chosen("move", since=since)


def fought(c: Case, n: int) -> bool:
    return any(n in e.args["units"] for e in c.events("attacked", since=CHIT))


def not_ready(c: Case) -> bool:
    return not has_moved(c, unit(c), CHIT) or fought(c, unit(c)) or c.state.at[unit(c)] < 0


def out_of_supply(c: Case) -> bool:
    """No line of hexes free of enemies and their zones leads to the own edge of the map."""
    def open_hex(hex: int) -> bool:
        return not foes(c, hex) and (not in_zone(c, hex) or bool(at(c, hex, c.side)))

    def ways(hex: int) -> Iterator[int]:
        return (near for near in c.game.grid.neighbours(hex)
                if open_hex(near) and not is_wet(c, hex, near))

    home = c.game.board.map.areas[f"{c.side}_home"]
    return c.state.at[unit(c)] not in reached(
        [hex for hex in c.game.grid if holds(home, hex) and open_hex(hex)], ways)


def attackers(c: Case) -> list[int]:
    """Who could attack now."""
    return [n for n, counter in enumerate(c.game.counters)
            if counter.side == c.side and has_moved(c, n, CHIT) and not fought(c, n)
            and not counter.is_decoy and c.state.at[n] >= 0
            and not out_of_supply(replace(c, action=c.action._replace(kind="by", arg=n)))]


def out_of_reach(c: Case) -> bool:
    return not any(adjacent(c.game.grid, c.state.at[n], place(c)) for n in attackers(c))


# -- retreats -----------------------------------------


def start(c: Case) -> int:
    return next(int(where) for n, where in enumerate(c.state.at) if holds(c.step.units, n))


def from_home(c: Case, hex: int) -> int:
    home = c.game.board.map.areas[f"{c.side}_home"]
    edge = [hex for hex in c.game.grid if holds(home, hex)]
    return min(int(distance(c.game.grid, hex, end)) for end in edge)


def no_room_behind(c: Case) -> bool:
    coming = [n for n in range(len(c.state.at)) if holds(c.step.units, n)]
    there = [n for n in at(c, place(c), c.side) if n not in coming]
    return len(there) + len(coming) > int(c.game.numbers.stack)


def dead_end(c: Case) -> bool:
    """From there no hex leads on as far as the retreat must go."""
    return not any(_goes(c, place(c), {start(c), place(c)} | _came(c), c.step.left - 1))


def _came(c: Case) -> set[int]:
    return {hex for hex in c.game.grid if holds(c.step.came, hex)}


def _goes(c: Case, hex: int, came: set[int], left: int) -> Iterator[bool]:
    if left == 0:
        yield not no_room_behind(replace(c, action=c.action._replace(arg=hex)))
        return
    for near in c.game.grid.neighbours(hex):
        held = bool(at(c, near, c.side))
        if near not in came and not is_wet(c, hex, near) and not foes(c, near) \
                and (held or not in_zone(c, near)) and from_home(c, near) <= from_home(c, hex):
            yield from _goes(c, near, came | {near}, left - 1)


def ordered_last(c: Case) -> bool:
    given = [e.args["order"] for e in c.events("orders-opened") if e.args["side"] == c.side]
    return bool(given) and given[-1] == c.action.arg


WITNESSES: dict[str, Witness] = {
    "asked-otherwise": kind_is_not_asked,
    "not-yours": lambda c: row(c).side != c.side,
    "lost": lambda c: any(e.args["unit"] == unit(c)
                          for e in c.events("counter-lost", "decoy-removed")),
    "already-placed": lambda c: unit(c) in c.chosen("place"),
    "outside-start": lambda c: not holds(c.game.start_areas[c.side], place(c)),
    "start-hex-full": stack_full,
    "order-repeated": ordered_last,
    "gun-too-far": lambda c: all(
        distance(c.game.grid, where, place(c)) > c.game.numbers.gun_range
        for n, where in enumerate(c.state.at)
        if where >= 0 and c.game.counters[n].side == c.side),
    "has-acted": lambda c: has_moved(c, unit(c), TURN),
    "enemy-there": lambda c: bool(foes(c, place(c))),
    "stack-full": stack_full,
    "too-far": too_far,
    "zone-in-the-way": zone_in_the_way,
    "no-enemy-there": lambda c: not foes(c, place(c)),
    "out-of-reach": out_of_reach,
    "not-ready": not_ready,
    "already-in": lambda c: holds(c.step.by, unit(c)),
    "decoy-cannot-attack": lambda c: row(c).is_decoy,
    "out-of-supply": out_of_supply,
    "not-adjacent": lambda c: c.state.at[unit(c)] < 0 or not adjacent(
        c.game.grid, c.state.at[unit(c)], c.step.target),
    "nobody-attacks": lambda c: getattr(c.log[-1].act, "kind", "") == "attack",
    "not-in-battle": lambda c: not holds(c.step.among, unit(c)),
    "not-in-attack": lambda c: unit(c) not in list(c.events("attacked"))[-1].args["units"]
    or c.state.at[unit(c)] < 0,
    "not-next": lambda c: not adjacent(c.game.grid, start(c), place(c)),
    "river-behind": lambda c: adjacent(c.game.grid, start(c), place(c))
    and is_wet(c, start(c), place(c)),
    "enemy-behind": lambda c: bool(foes(c, place(c))),
    "zone-behind": lambda c: in_zone(c, place(c)) and not at(c, place(c), c.side),
    "away-from-home": lambda c: from_home(c, place(c)) > from_home(c, start(c)),
    "back-again": lambda c: place(c) in _came(c),
    "no-room-behind": no_room_behind,
    "dead-end": dead_end,
}

UNJUDGED: dict[str, str] = {}
