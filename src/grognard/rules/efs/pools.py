"""14.4, 14.1.5, 14.1.6: groups that wait beside the map until they are called."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among
from grognard.core.rulings import Layer
from grognard.hexes import pack
from grognard.rules.efs import replacements
from grognard.rules.efs.replacements import HEAVY, INFANTRY
from grognard.rules.efs.state import ACTIVE, TRACK, EfsState
from grognard.rules.efs.words import AXIS, SOVIET

CALLED = "groups-called"
"""In the points of a turn: groups taken on it."""

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def group_choices(game: "EastFrontSeries", state: EfsState, side: str, pool: str) -> Among:
    """14.4.1: groups of the pool whose turn has come."""
    groups, rule = game.rows.group, "14.4.1" if side == SOVIET else "14.1.6"
    all_groups = (1 << len(groups)) - 1
    return Among(
        all_groups,
        Layer("another-pool", "14.4.1", pack(
            n for n, row in enumerate(groups) if row.pool != pool or row.side != side)),
        Layer("not-available", rule, pack(
            n for n, row in enumerate(groups) if row.turn > state.turn)),
        Layer("no-longer-available", rule, pack(
            n for n, row in enumerate(groups) if row.last_turn < state.turn)),
        Layer("group-taken", "14.4.1", state.groups_taken),
    )


def reserves(game: "EastFrontSeries", state: EfsState) -> Among:
    """14.1.6: the Axis calls its groups when it likes, for victory points."""
    called = state.points.get(CALLED, 0) >= game.rows.groups_a_turn
    found = group_choices(game, state, AXIS, "special")
    enough = Layer("one-group-a-turn", "groups.one", found.universe if called else 0)
    return Among(found.universe, *found.layers, enough)


def take_group(game: "EastFrontSeries", state: EfsState, group: int) -> None:
    """14.4: its units enter as reinforcements; some groups cost or give points."""
    row = game.rows.group[group]
    state.groups_taken |= 1 << group
    state.tally["groups"] = state.tally.get("groups", 0) + row.points
    state.points[CALLED] = state.points.get(CALLED, 0) + 1
    for kind, count in ((INFANTRY, row.infantry), (HEAVY, row.heavy)):
        replacements.give(game, state, row.side, kind, count, use_or_lose=True)
    for code in row.units:
        unit = game.number[code]
        state.due[unit] = max(state.turn, row.later.get(code, 0))
        state.place(game, unit, ACTIVE if state.due[unit] <= state.turn else TRACK)
    state.tell(Event("group-taken", "14.4.1" if row.side == SOVIET else "14.1.6",
                     {"group": group, "points": row.points}))
