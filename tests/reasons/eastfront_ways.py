"""Witnesses for what holds up a march of EastFront: it would get there if that were away."""

from collections.abc import Callable, Iterator

from grognard.lab.conformance import Case, Witness
from tests.reasons.eastfront_ground import (
    foes,
    here,
    is_land,
    may_enter,
    passable,
    place,
    side_kind,
    type_of,
    unit,
    weather,
)

ENDLESS = 99
HOLDS_UP = {
    "mountain-stops": "mountain",
    "marsh-stops": "marsh",
    "mud-stops": "mud",
    "strait-on-the-way": "strait",
    "enemies-on-the-way": "enemies",
    "shut-ground-on-the-way": "shut",
}
"""Code to what holds up."""
ON_THE_WAY = {*HOLDS_UP, "too-far", "too-far-anyhow", "no-way-there"}
"""What is said of a way, not of the hex that it leads to."""


def held_up_by(kind: str) -> Witness:
    """A witness that the block, with what it has left, gets there without this, not with it."""
    return lambda c: any(
        not gets_there(c, c.step.left, away) and gets_there(c, c.step.left, away | {kind})
        for away in _others(kind))


def _others(kind: str) -> Iterator[set[str]]:
    """More and more of the other things that hold up, taken away."""
    kinds = [other for other in HOLDS_UP.values() if other != kind]
    yield from (set(kinds[:count]) for count in range(len(kinds) + 1))


def no_way_there(c: Case) -> bool:
    return not gets_there(c, ENDLESS, set(HOLDS_UP.values()))


def too_far_anyhow(c: Case) -> bool:
    """Over free ground it is as far as is told, and more than is left; what is there holds too."""
    free, far = set(HOLDS_UP.values()), int(c.told["distance"])
    as_far = gets_there(c, far, free) and not gets_there(c, far - 1, free)
    return far > c.step.left == c.told["speed"] and as_far and not gets_there(c, ENDLESS, set())


def gets_there(c: Case, left: int, away: set[str]) -> bool:
    """Whether a march of so many hexes leads to the hex, with some things out of the way."""
    enemies = {hex for hex in set(c.state.at) if hex >= 0 and foes(c, hex)}
    goes_on = _stops(c, away)
    found, wave = {here(c)}, [here(c)]
    for step in range(1, left + 1):
        following = []
        for hex in wave:
            for near in c.game.grid.neighbours(hex):
                strait = side_kind(c, hex, near) == "strait" and "strait" not in away
                first = step == 1 and not c.step.peaceful
                if near in found or (strait and not first) or not _open(c, hex, near, away):
                    continue
                found.add(near)
                if not strait and goes_on(near) and ("enemies" in away or near not in enemies):
                    following.append(near)
        wave = following
        if not wave or place(c) in found:
            break
    return place(c) in found


def _open(c: Case, hex: int, near: int, away: set[str]) -> bool:
    free = is_land(c, near) if "shut" in away else may_enter(c, unit(c), near)
    return passable(c, hex, near) and free


def _stops(c: Case, away: set[str]) -> Callable[[int], bool]:
    """Whether a move goes on through a hex, by what its ground is in this weather."""
    def goes_on(hex: int) -> bool:
        kind, now = c.game.map.terrain[hex], weather(c, hex)
        if kind == "marsh" and now == "snow":
            return True
        if kind in ("mountain", "marsh"):
            return kind in away
        return now != "mud" or "mud" in away

    return (lambda hex: True) if type_of(c).never_stops else goes_on
