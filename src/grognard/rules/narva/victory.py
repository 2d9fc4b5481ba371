"""Chapter 13: how to win."""

from typing import TYPE_CHECKING

from grognard.core.advice import even_points
from grognard.core.events import Event
from grognard.core.game import Result
from grognard.hexes import HexSet, bits
from grognard.rules.narva.data import GERMAN, SOVIET
from grognard.rules.narva.scenarios import VictoryLevel
from grognard.rules.narva.state import SUPPLIED, NarvaState
from grognard.rules.narva.steps import Do
from grognard.rules.narva.zones import has_zone

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

SUDDEN_DEATH = "sudden_death"
"""The level of a victory without a count."""


def take_control(game: "Narva", state: NarvaState, unit: int, hex: int) -> None:
    """13.2.A: the side whose unit with a zone last passed through holds the hex."""
    if not has_zone(game, state, unit):
        return
    held = bool(state.soviet_held >> hex & 1)
    takes = game.owner(unit) == SOVIET
    if held != takes:
        state.soviet_held ^= 1 << hex
        state.tell(Event("takes", "13.2.A", {"unit": unit, "to": hex}, hexes=(hex,)))


def result(game: "Narva", state: NarvaState) -> Result | None:
    if not state.ending:
        return None
    return Result(state.winner or None, state.level, state.ending, soviet_points(game, state))


class SuddenDeathSegment(Do, frozen=True):
    """13.1.A: a supplied Soviet unit in Narva city, headquarters too, wins at once."""

    rule = "13.1.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if not game.rows.sudden_death:
            return
        inside = state.units_in(game.narva_city, game.units_of[SOVIET])
        if any(state.supply[unit] == SUPPLIED for unit in bits(inside)):
            finish(game, state, SOVIET, SUDDEN_DEATH, "13.1.A")


class FinalCount(Do, frozen=True):
    """13.1.B: the level of victory from the Soviet points at the end of the last turn."""

    rule = "13.1.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        points = soviet_points(game, state)
        level = level_of(game, points)
        state.tell(Event("final-count", "13.1.B", {"points": points}))
        finish(game, state, level.winner, level.id, "13.1.B")


def finish(game: "Narva", state: NarvaState, winner: str, level: str, rule: str) -> None:
    state.winner, state.level, state.ending = winner, level, rule
    state.stack = ()
    state.tell(Event("game-over", rule, {"side": winner, "level": level}, reveals=game.fog))


def level_of(game: "Narva", points: int) -> VictoryLevel:
    """13.2.B: the highest level whose threshold is met."""
    return max((level for level in game.levels if points >= level.least),
               key=lambda level: level.least)


def score_lines(game: "Narva", state: NarvaState) -> list[tuple[str, str, int]]:
    """(what, rule, points) of everything that scores now; features add up (13.3.11)."""
    lines = []
    occupied = state.combat_hexes(game, SOVIET)
    for item in game.scoring:
        held = occupied if item.occupied else state.soviet_held
        lines.append((item.id, item.rule, (held & item.hexes).bit_count() * item.points))
    if game.all_defences & game.playable:
        boxes = sum(state.defences) * game.scored.defence_boxes.points
        lines.append(("defences", "13.3.10", boxes))
    return lines


def soviet_points(game: "Narva", state: NarvaState) -> int:
    return sum(points for _, _, points in score_lines(game, state))


def soviet_lead(game: "Narva", state: NarvaState) -> float:
    """Soviet points beyond those that win; Narva city is worth the best level (13.1.A)."""
    points = soviet_points(game, state)
    if state.level == SUDDEN_DEATH:
        points = max(points, *(level.least for level in game.levels))
    levels = [(level.least, level.winner) for level in game.levels]
    return points - even_points(levels, SOVIET, GERMAN)


def goals(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """Places that score and are in the wrong hands; the Germans also chase the bridgeheads."""
    scoring = game.scoring_hexes | game.rollbahn
    if side == SOVIET:
        return scoring & ~state.soviet_held | game.narva_city
    west = game.edition.areas.west
    lost = (scoring & state.soviet_held | state.combat_hexes(game, SOVIET)) & west
    return lost | game.narva_city | game.all_defences | game.rollbahn
