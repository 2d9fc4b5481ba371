"""17: victory points and the end."""

from typing import TYPE_CHECKING

from grognard.core.advice import even_points
from grognard.core.events import Event
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import armour, control, losses, plans, routes
from grognard.rules.efs.scenarios import VictoryLine
from grognard.rules.efs.state import CADRE, ELIMINATED, EXITED, EfsState
from grognard.rules.efs.steps import Do
from grognard.rules.efs.words import AXIS, SIDES, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

DEAD = (CADRE, ELIMINATED)
OPTIONS = {"kept": "14.2.3", "groups": "14.4", "attacks": "16.2.2"}
"""What a side chose or left undone, and the rule that makes it cost points (17.2.3)."""


class FinalCount(Do, frozen=True):
    """17.1: the levels of the scenario; a line that wins by itself goes first."""

    rule = "17.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = ""
        plans.reveal(state)
        state.victory_points = score(game, state)
        state.stack = ()
        self._end(state, *verdict(game, state))

    def _end(self, state: EfsState, winner: str, level: str, ending: str) -> None:
        state.winner = winner if winner in SIDES else ""
        state.level, state.ending = level, ending
        state.tell(Event("ends", self.rule, {"winner": state.winner or "draw", "level": level,
                                             "points": state.victory_points}))


def verdict(game: "EastFrontSeries", state: EfsState) -> tuple[str, str, str]:
    """Winner, level and why, if the game ended now."""
    for line in game.rows.victory:
        if line.wins and holds(game, state, line):
            return line.side, "decisive", "victory-line"
    points = score(game, state)
    level = next((row for row in game.rows.level if points >= row.least), None)
    return (level.winner, level.level, "points") if level else ("", "draw", "nobody")


def score(game: "EastFrontSeries", state: EfsState) -> int:
    """17.2: only the Axis has points; what the Soviets gain is taken off."""
    lines = sum(worth(game, state, line) for line in game.rows.victory if not line.wins)
    return lines + sum(state.tally.get(option, 0) for option in OPTIONS)


def axis_lead(game: "EastFrontSeries", state: EfsState) -> float:
    """Points beyond those that win, as bots and matches count them; a line that wins by itself
    is worth what the scenario says, or the points that stand if they are more."""
    points = measured(game, state)
    winner = next((line.side for line in game.rows.victory
                   if line.wins and holds(game, state, line)), "")
    if not winner:
        return points
    best = game.rows.decided
    return max(points, best) if winner == AXIS else min(points, -best)


def measured(game: "EastFrontSeries", state: EfsState) -> float:
    if game.rows.measure:
        return sum(worth(game, state, line) for line in game.rows.measure)
    levels = [(row.least, row.winner) for row in game.rows.level]
    return score(game, state) - even_points(levels, AXIS, SOVIET)


def worth(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    points = line.by_plan.get(state.plan, line.points)  # 17.3.1: the column of the plan
    find = COUNTS.get(line.kind)
    count = min(find(game, state, line) if find else int(holds(game, state, line)), line.most)
    return points * count + sum(more for least, more in line.more.items() if count >= int(least))


def held(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """17.2.1: places where a ground unit of the side stands."""
    there = state.look_up(state.on_map(game.town_guards & game.units_of[line.side])) \
        if line.garrison else state.combat_hexes(game, line.side)
    return (pack(line.hexes) & there).bit_count()


def controlled(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    return (pack(line.hexes) & control.land_of(game, state, line.side)).bit_count()


def holds(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> bool:
    """Whether a combat unit of the side stands in one of the hexes, or next to one (near)."""
    hexes: HexSet = pack(line.hexes)
    if line.kind == "near":
        hexes |= game.grid.spread(hexes)
    return bool(state.combat_hexes(game, line.side) & hexes)


def hqs_lost(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """17.2.2.a: every time that one fell, even if it was rebuilt."""
    return state.tally.get(losses.HQ, 0)


def steps_lost(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """17.2.2.b, c: missing on the map, and all of those in the Cadre or Eliminated box."""
    lost = state.tally.get(losses.fallen(game.rows.victory.index(line)), 0) if line.fallen \
        else all_missing(game, state, line)
    each = line.each_by_plan.get(state.plan, line.each)
    return -(-lost // each) if line.begun else lost // each


def all_missing(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    units, wanted = game.units_of[line.side] & game.fighting, set(line.traits)
    before = game.short_at_start if line.since_start else {}
    return sum(max(0, missing(game, state, unit) - before.get(unit, 0)) for unit in bits(units)
               if not wanted or wanted & game.units[unit].traits)


def missing(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    """Steps that a unit has lost; none of one that was withdrawn (17.2.2.e)."""
    if state.at[unit] in DEAD:
        return game.units[unit].steps
    return game.units[unit].steps - state.steps[unit] if state.at[unit] >= 0 else 0


def destroyed(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """Units of a size in the Eliminated box; where the line says so, those in a pocket too."""
    units = game.units_of[line.side] & game.those(lambda unit: unit.size == line.size)
    lost = sum(state.at[unit] == ELIMINATED for unit in bits(units))
    if not line.cut_off:
        return lost
    there = state.on_map(units)
    linked = state.units_in(routes.lifeline(game, state, line.side), there)
    return lost + (there & ~linked).bit_count()


def divisions_out(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """17.4: mobile divisions that left the map with their integrity."""
    left = (pack([unit for unit in units if state.at[unit] == EXITED])
            for units in divisions(game, line.side).values())
    return sum(armour.is_division(game, state, units) for units in left)


def divisions_lost(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """17.2.2.d: mobile divisions of which every element is dead."""
    return sum(all(state.at[unit] in DEAD for unit in units)
               for units in divisions(game, line.side).values())


def divisions(game: "EastFrontSeries", side: str) -> dict[str, list[int]]:
    """The elements of each mobile division of a side."""
    found: dict[str, list[int]] = {}
    for unit, row in enumerate(game.units):
        if row.division and row.role and row.side == side:
            found.setdefault(row.division, []).append(unit)
    return found


def elements(game: "EastFrontSeries", division: str) -> list[int]:
    return [unit for unit, row in enumerate(game.units) if row.division == division and row.role]


def turns_held(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    return state.tally.get(held_for(game.rows.victory.index(line)), 0)


def held_for(line: int) -> str:
    """In the tally: turns at whose end a side held what a line names."""
    return f"turns-{line}"


def end_of_turn(game: "EastFrontSeries", state: EfsState) -> None:
    """Lines that pay for every turn."""
    for number, line in enumerate(game.rows.victory):
        if line.kind == "turns" and state.turn > line.after and holds(game, state, line):
            state.tally[held_for(number)] = state.tally.get(held_for(number), 0) + 1


def left_map(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """6.5.2: units that left by the way that the line names."""
    return sum(game.rows.exit[way].id == line.exit and game.owner(unit) == line.side
               and (not line.sizes or game.units[unit].size in line.sizes)
               and (not line.traits or bool(game.units[unit].traits & set(line.traits)))
               for unit, way in state.way_out.items())


def unused(game: "EastFrontSeries", state: EfsState, line: VictoryLine) -> int:
    """6.5.2: a way out that no unit of the side took."""
    return int(not left_map(game, state, line))


COUNTS = {"hold": held, "control": controlled, "steps": steps_lost, "hq": hqs_lost,
          "division": divisions_lost, "destroyed": destroyed, "exit": divisions_out,
          "turns": turns_held, "left": left_map, "unused": unused}
