"""Witnesses for supply, works, guns and aircraft of the Leningrad inset."""

from collections.abc import Iterable

from grognard.hexes import bits
from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import battle, place, unit
from tests.reasons.efs_scale import apart, home, on_inset
from tests.reasons.plain import holds

READY, FIRST, SECOND = 0, 7, 8
TRACK = "inset-supply"


# -- supply ----------------------------------------------------------------------------------------


def by_track(c: Case) -> bool:
    """The Axis attacks hexes of the inset and no others."""
    return battle(c).side == "axis" and all(on_inset(c.game, hex) for hex in battle(c).hexes)


def far(c: Case) -> bool:
    """On the map, and farther from every transition hex than the rule says."""
    here, most = c.state.at[unit(c)], c.game.charts.inset.supply_reach
    edge = c.game.map.areas["inset_transition"]
    return not on_inset(c.game, here) and all(
        apart(c.game, here, hex) > most for hex in bits(edge))


# -- works -----------------------------------------------------------------------------------------


def works_at(c: Case, hex: int) -> bool:
    """A finished Soviet strongpoint or a standing line, in a hex of the Axis without enemies."""
    stands = c.state.forts.get(hex) == "soviet" or (
        holds(c.game.ground.line_hexes, hex) and not holds(c.state.broken, hex))
    enemies = [n for n, at in enumerate(c.state.at) if at == hex
               and c.game.units[n].side == "soviet" and "ship" not in c.game.units[n].traits]
    return on_inset(c.game, hex) and stands and holds(c.state.axis_land, hex) and not enemies


def can_break(c: Case, hex: int) -> dict[int, int]:
    """By unit near enough: how many works it breaks."""
    most, found = c.game.charts.inset.breaks, {}
    for n, at in enumerate(c.state.at):
        row = c.game.units[n]
        strong = "engineer" in row.traits or (row.nation, row.type) == ("de", "infantry division")
        light = "substitute" in row.traits or (row.type, row.size) == (
            "motorised infantry", "regiment")
        near = at == hex or (strong and at >= 0 and at in c.game.grid.neighbours(hex))
        if row.side == "axis" and near and (strong or light):
            found[n] = most["division"] if strong else most["regiment"]
    return found


def hands_full(c: Case) -> bool:
    """However the works are shared out, there are too few hands for these and this one."""
    return not _shared([can_break(c, hex) for hex in (*c.step.hexes, place(c))], {})


def _shared(works: list[dict[int, int]], used: dict[int, int]) -> bool:
    if not works:
        return True
    return any(used.get(n, 0) < most and _shared(works[1:], {**used, n: used.get(n, 0) + 1})
               for n, most in works[0].items())


# -- aircraft --------------------------------------------------------------------------------------


def no_mission(c: Case) -> bool:
    """Off the inset; struck already this turn; no middle, port or combat; or another is under way.
    """
    hex, kind = place(c), c.step.mission.removeprefix("inset-")
    if not on_inset(c.game, hex) or holds(c.state.means.struck, hex):
        return True
    if kind == "support":
        return not any(hex in attack.hexes for attack in c.state.attacks if not attack.resolved) \
            or not _at_hand(c, hex)
    begun = {at for n, at in c.state.missions.items() if c.game.air_units[n].side == "axis"}
    fits = _middle(c, hex) if kind == "interdiction" else hex == c.game.grid.hex(
        c.game.charts.inset.harbour)
    return not fits or (bool(begun) and hex not in begun)


def _at_hand(c: Case, hex: int) -> bool:
    """The combat that is being taken up is about this hex."""
    fights = [step.battle for step in c.state.stack if type(step).__name__ == "PrepareCombat"]
    return any(hex in fight.hexes for fight in fights)


def _middle(c: Case, hex: int) -> bool:
    return all(home(c.game, near) == home(c.game, hex) for near in c.game.grid.neighbours(hex))


def box(c: Case, boxes: Iterable[int]) -> bool:
    return c.state.air[c.action.arg] in boxes


WITNESSES: dict[str, Witness] = {
    "fed-by-track": by_track,
    "not-by-track": lambda c: not by_track(c),
    "fed-already": lambda c: battle(c).tracked or not set(bits(battle(c).attackers)) - {
        n for n, row in enumerate(c.game.units) if "train" in row.traits},
    "track-empty": lambda c: not c.state.points.get(TRACK),
    "far-from-inset": far,
    "rest-for-inset": lambda c: not on_inset(c.game, place(c))
    and not c.state.points.get("strongpoints"),
    "no-works-there": lambda c: not works_at(c, place(c)),
    "nobody-breaks-it": lambda c: not can_break(c, place(c)),
    "razed-already": lambda c: place(c) in c.step.hexes,
    "hands-full": hands_full,
    "air-not-committed": lambda c: c.step.mission.startswith("inset-") and box(c, (READY,)),
    "air-on-inset": lambda c: not c.step.mission.startswith("inset-") and box(c, (FIRST, SECOND)),
    "committed-already": lambda c: box(c, (FIRST,)),
    "no-inset-mission-there": no_mission,
    "inset-flies-apart": lambda c: on_inset(c.game, place(c))
    and not c.step.mission.startswith("inset-"),
}
