"""Witnesses for the refusals of the series in the air: missions, roles, pairs, second shots."""

from grognard.core.actions import Action
from grognard.hexes import bits
from grognard.lab.conformance import Case, Witness
from grognard.rules.efs.air import FlyAt
from tests.reasons.efs_facts import air, asked, flown_over, other, over, place
from tests.reasons.efs_ground import fighters_at
from tests.reasons.plain import distance, holds

READY = 0
MOSCOW = 10
"""Hexes around the city that its air corps flies to."""


def attacked(c: Case) -> set[int]:
    return {hex for attack in c.state.attacks if not attack.resolved for hex in attack.hexes}


def nobody_to_support(c: Case) -> bool:
    """The attackers of the hex are gone, or no combat unit of the side defends it."""
    if c.side != c.state.side:
        return not fighters_at(c.game, c.state, c.side, place(c))
    attack = next(a for a in c.state.attacks if place(c) in a.hexes and not a.resolved)
    return all(c.state.at[n] < 0 for n in bits(attack.attackers))


def no_mission(c: Case) -> bool:
    """Every hex is refused to it, each for a reason that is true."""
    step = FlyAt(c.step.owner, c.step.mission, c.action.arg)
    for hex in c.game.grid:
        case = asked(c, Action("at", hex), step)
        if case.ruling.allowed or not WITNESSES[case.ruling.code](case):
            return False
    return True


def beyond_capital(c: Case) -> bool:
    corps = c.game.air_units[c.step.air].capital and "moscow-air" not in c.state.points
    city = [hex for hex in c.game.grid if holds(c.game.map.areas.get("moscow", 0), hex)]
    return corps and all(distance(c.game.grid, hex, place(c)) > MOSCOW for hex in city)


def paired(c: Case) -> set[int]:
    return {n for pair in c.step.fight.pairs for n in pair}


def fires(c: Case, n: int) -> bool:
    """Where roles stand those chosen to shoot, else every fighter."""
    if c.game.edition.air.roles_stand:
        return holds(c.step.fight.shooters, n)
    return bool(c.game.air_units[n].kind == "fighter")


def free_over(c: Case, side: str) -> list[int]:
    """Air units of a side over the hex that nobody has met yet."""
    return [n for n, row in enumerate(c.game.air_units)
            if row.side == side and over(c, n) and n not in paired(c)]


def cannot_be_paired(c: Case) -> bool:
    """Another side's, elsewhere, met already, or one that does not fire while others can."""
    n, side = c.action.arg, c.step.fight.initiative
    if air(c).side != side or not over(c, n) or n in paired(c):
        return True
    enemy = [m for m in free_over(c, other(side)) if fires(c, m)]
    mine = [m for m in free_over(c, side) if fires(c, m)]
    meets = c.game.edition.air.leftover == "meet-missions"
    return not fires(c, n) and (bool(mine) or not (enemy and meets))


def fighters_first(c: Case) -> bool:
    """It does not fire, and some who do are free to be met."""
    foes = free_over(c, other(c.step.fight.initiative))
    return not fires(c, c.action.arg) and any(fires(c, n) for n in foes)


def engaged(c: Case) -> bool:
    """Its opponent is still there; or, for a target, it has one."""
    n = c.action.arg
    if c.asks == "ChooseAgainst":
        return n in paired(c)
    return any(one == n and over(c, foe) for one, foe in c.step.fight.pairs)


WITNESSES: dict[str, Witness] = {
    "enemy-air": lambda c: air(c).side != c.side,
    "own-air": lambda c: air(c).side == c.side,
    "air-not-ready": lambda c: c.state.air[c.action.arg] != READY,
    "fighters-only": lambda c: air(c).kind == "bomber" and c.step.mission.endswith("opposition"),
    "no-mission-hex": no_mission,
    "no-support-there": lambda c: c.step.mission == "support" and place(c) not in attacked(c),
    "nobody-to-support": nobody_to_support,
    "no-interdiction-there": lambda c: c.step.mission == "interdiction" and not holds(
        c.game.playable, place(c)),
    "no-opposition-there": lambda c: c.step.mission.endswith("opposition") and not flown_over(
        c, other(c.side), place(c)),
    "three-already": lambda c: flown_over(c, c.side, place(c)) >= 3,
    "beyond-capital": beyond_capital,
    "role-of-another": lambda c: c.action.arg != c.step.air,
    "cannot-be-paired": cannot_be_paired,
    "not-over-the-hex": lambda c: not over(c, c.action.arg),
    "fighters-first": fighters_first,
    "engaged": engaged,
    "does-not-fire": lambda c: not holds(c.step.fight.shooters, c.action.arg),
    "fires-again": lambda c: any(one == c.action.arg for one, _ in c.step.pairs),
    "not-an-enemy-there": lambda c: air(c).side == c.side or not over(c, c.action.arg),
    "air-not-destroyed": lambda c: c.state.air[c.action.arg] != 3 or air(c).side != "soviet",
}
