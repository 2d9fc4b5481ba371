"""Chapter 17: victory."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.game import Result
from grognard.hexes import HexSet, bits, pack
from grognard.rules.eastfront.control import fix_control
from grognard.rules.eastfront.data import AXIS, SIDES, SOVIET
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.objectives import berlin_open, confined_again
from grognard.rules.eastfront.state import GONE, POOL, EastFrontState
from grognard.rules.eastfront.steps import Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def victory_lines(
    game: "EastFront", state: EastFrontState, side: str
) -> list[tuple[str, str, int]]:
    """17.1: (what, rule, points) of a side."""
    mine = state.loyal(game, side)
    dead = lost_units(game, state) & mine
    here = state.on_map(mine)
    cut = (here & state.unsupplied).bit_count()  # as last judged (10.2a)
    data = game.victory
    lines = [
        ("production", "17.1a", production_level(game, state, side)),
        ("headquarters", "17.1b", data.hq_cv * sum(state.cv[u] for u in bits(here & game.hqs))),
        ("lost-headquarters", "17.1b", data.eliminated_hq * (dead & game.hqs).bit_count()),
        ("lost-units", "17.1c" if side == AXIS else "17.1e",
         data.eliminated[side] * (dead & ~game.hqs).bit_count()),
        ("unsupplied", "17.1d", data.unsupplied * cut),
    ]
    if side == AXIS:
        lines.append(("expeditions", "17.1c", expeditions(game, state)))
        lines.append(("handicap", "17.2", game.half(state).handicap))
    elif game.half(state).winter41:
        lines.append(("axis-headquarters", "W41.2", weak_axis_hqs(game, state)))
    return [line for line in lines if line[2]]


def lost_units(game: "EastFront", state: EastFrontState) -> int:
    """Blocks that can be rebuilt, and those that went with their country in play (16.1b)."""
    fallen = set(state.surrendered) - set(game.rows.surrendered)
    went = reduce(or_, (game.nation[nation] for nation in fallen), 0)
    return pack(unit for unit, at in enumerate(state.at)
                if at == POOL or (at == GONE and went >> unit & 1))


def goals(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """17.1a: production wins, so the side wants the centres that the enemy holds."""
    centres = pack(centre.hex for centre in game.centres)
    return centres & game.rows.playable & ~state.friendly(side)


def expeditions(game: "EastFront", state: EastFrontState) -> int:
    """17.1c: expeditions confined again, and the Italian army, which is never rebuilt."""
    points = 0
    for unit in bits(state.released & state.loyal(game, AXIS)):
        italian = unit == game.italian
        if confined_again(game, state, unit) or (italian and state.at[unit] == GONE):
            points += game.victory.italian_lost if italian else game.victory.confined
    return points


def weak_axis_hqs(game: "EastFront", state: EastFrontState) -> int:
    """W41.2: a point for each CV that Axis HQs are below their full total."""
    strength = sum(state.cv[u] for u in bits(state.on_map(game.hqs & game.units_of[AXIS])))
    return max(0, game.victory.axis_hq_full - strength)


def total(game: "EastFront", state: EastFrontState, side: str) -> int:
    return sum(points for _, _, points in victory_lines(game, state, side))


def level_of(game: "EastFront", difference: int) -> str:
    """17.3a: by the size of the difference."""
    fitting = [level for level in game.victory.levels if abs(difference) >= level.least]
    return max(fitting, key=lambda level: level.least).id


class CountVictory(Do, frozen=True):
    """3.11, 17.3: at the end of a half-year; in a campaign only a decisive result ends it."""

    last: bool

    rule = "17.1a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        fix_control(game, state)  # a country may have fallen with the last turn (16.11)
        if game.half(state).race_to_berlin:
            never = game.victory.never
            finish(state, never.winner, never.level, "race-lost", "W44.5a", 0)
            return
        scores = {side: total(game, state, side) for side in SIDES}
        difference = scores[AXIS] - scores[SOVIET]
        level = level_of(game, difference)
        winner = "" if level == "draw" else AXIS if difference > 0 else SOVIET
        state.tell(Event("count", "17.3a", {"axis": scores[AXIS], "soviet": scores[SOVIET],
                                            "level": level}, reveals=True))
        if self.last or (game.campaign and level == "decisive"):
            finish(state, winner, level, "points", "17.3a", difference)


class CheckBerlin(Do, frozen=True):
    """16.8: the road to Berlin wins the campaign, or decides W44 by its month (W44.5a)."""

    rule = "16.8"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        deciding = game.half(state).race_to_berlin or game.campaign
        if not deciding or not berlin_open(game, state):
            return
        finish(state, *if_berlin_fell(game, state), "berlin", "16.8", 0)


def if_berlin_fell(game: "EastFront", state: EastFrontState) -> tuple[str, str]:
    """Winner and level by the month (W44.5a)."""
    for row in game.victory.race:
        if row.month == state.month:
            return row.winner, row.level
    return SOVIET, "decisive"


def axis_lead(game: "EastFront", state: EastFrontState) -> int:
    """Axis points less the Soviet ones; a level that the road to Berlin gives is worth what the
    table asks for it (17.3a). While the race runs the Soviets can still have the month's level."""
    if state.ending == "points":
        return state.margin
    if game.half(state).race_to_berlin:
        now = (state.winner, state.level) if state.ending else if_berlin_fell(game, state)
        return worth(game, *now)
    lead = total(game, state, AXIS) - total(game, state, SOVIET)
    return min(lead, worth(game, state.winner, state.level)) if state.ending else lead


def worth(game: "EastFront", winner: str, level: str) -> int:
    """The difference of points from which on a level holds, as the Axis sees it."""
    least = next(row.least for row in game.victory.levels if row.id == level)
    return least if winner == AXIS else -least


def finish(
    state: EastFrontState, winner: str, level: str, reason: str, rule: str, margin: int
) -> None:
    state.winner, state.level, state.ending, state.margin = winner, level, reason, margin
    state.stack = ()
    state.tell(Event("game-over", rule, {"winner": winner or "nobody", "level": level},
                     reveals=True))


def result(game: "EastFront", state: EastFrontState) -> Result | None:
    if not state.ending:
        return None
    return Result(state.winner or None, state.level, state.ending, state.margin)
