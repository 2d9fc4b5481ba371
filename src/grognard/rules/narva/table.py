"""What the table shows: counters, boxes and tracks beside the map, the score."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.game import View
from grognard.core.messages import Message
from grognard.core.scene import Gauge, Layout, Panel, PhaseMark, Piece, Scene, Score
from grognard.hexes import bits
from grognard.rules.narva import supply, zones
from grognard.rules.narva.data import GERMAN, SIDES, SOVIET
from grognard.rules.narva.state import (
    ELIMINATED,
    GROUNDED,
    ISOLATED,
    LEFT_THE_GAME,
    OUT_OF_SUPPLY,
    REFIT,
    TRACK,
    NarvaState,
)
from grognard.rules.narva.victory import level_of, score_lines, soviet_points

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

PHASES = ("AirUnitPhase", "CommandPhase", "ReinforcementPhase", "SupplyPhase", "EndOfTurnPhase")
MARKERS = ("nordland", "nederland")


def scene(game: "Narva", view: View[NarvaState]) -> Scene:
    state = view.state
    pieces = (*_units(game, state), *_air(game, state), *_markers(game, state),
              *_chits(game, state))
    return Scene(
        turn=state.turn,
        pieces=pieces,
        phases=phases(state),
        gauges=gauges(game, state),
        overlays=overlays(game, state),
        score=score(game, state),
        date=f"{game.turns[state.turn].starts} - {game.turns[state.turn].ends}",
    )


def face_of(game: "Narva", state: NarvaState, unit: int) -> str:
    code = game.units[unit].code
    return f"{code}-reduced" if state.is_reduced(game, unit) and not game.hqs >> unit & 1 else code


def _units(game: "Narva", state: NarvaState) -> list[Piece]:
    pieces = []
    for hex, stack in state.stacks.items():
        at = f"hex:{game.grid.label(hex)}"
        pieces += [_piece(game, state, unit, at) for unit in stack]
    for unit, hex in enumerate(state.at):
        if hex == TRACK:
            pieces.append(_piece(game, state, unit, waiting_place(state, unit)))
        elif hex == ELIMINATED:
            pieces.append(_piece(game, state, unit, f"pool:eliminated-{game.owner(unit)}"))
    return pieces


def waiting_place(state: NarvaState, unit: int) -> str:
    """The box of its turn, or of the entry that it was sent to (2.2.11)."""
    if state.rerouted >> unit & 1:
        return f"track:entry:{state.entries[unit]}"
    return f"track:turn:{state.arrives[unit]}"


def _piece(game: "Narva", state: NarvaState, unit: int, at: str) -> Piece:
    row = game.units[unit]
    return Piece(row.code, face_of(game, state, unit), at, row.side, unit,
                 marks(state, unit))


def marks(state: NarvaState, unit: int) -> tuple[str, ...]:
    found = []
    if state.pinned >> unit & 1:
        found.append("pinned")
    if state.supply[unit] == OUT_OF_SUPPLY:
        found.append("out-of-supply")
    if state.supply[unit] == ISOLATED:
        found.append("isolated")
    if unit in state.last_hq.values():  # 4.1.2.D
        found.append("activated-last")
    return tuple(found)


def _air(game: "Narva", state: NarvaState) -> list[Piece]:
    pieces = []
    for number, air in enumerate(game.air_units):
        place = {REFIT: "refit", GROUNDED: "grounded"}.get(state.air[number], f"ready-{air.side}")
        pieces.append(Piece(air.code, air.code, f"box:{place}", air.side))
    return pieces


def _markers(game: "Narva", state: NarvaState) -> list[Piece]:
    turn = Piece("turn", "turn", f"track:turn:{state.turn}")
    defences = [Piece(name, name, f"track:defences:{state.defences[number]}", GERMAN)
                for number, name in enumerate(MARKERS)]
    return [turn, *defences]


def _chits(game: "Narva", state: NarvaState) -> list[Piece]:
    """Chits drawn this turn, and those on the turn track; the cup is closed."""
    pieces = []
    for kind, chit in enumerate(game.chits):
        side = chit.side if chit.side in SIDES else ""
        pieces += [Piece(f"{chit.code}-{n}", chit.code, "box:drawn", side)
                   for n in range(state.spent[kind])]
    for side, track in state.tracks.items():
        pieces += [Piece(f"{side}-{n}", game.chits[kind].code, f"track:{side}:{n}", side)
                   for n, kind in enumerate(track, 1) if kind != LEFT_THE_GAME]
    for n, (turn, kind) in enumerate((*state.due, *state.withdrawals)):
        code = game.chits[kind].code
        pieces.append(Piece(f"{code}-due-{n}", code, f"track:turn:{turn}"))
    if state.supply_chit_waits:
        pieces.append(Piece("SH2_OOS-waits", "SH2_OOS", "box:drawn", SOVIET))
    return pieces


def phases(state: NarvaState) -> tuple[PhaseMark, ...]:
    names = {type(step).__name__ for step in state.stack}
    turn = next((step for step in state.stack if type(step).__name__ == "Turn"), None)
    at = turn.at - 1 if turn is not None else -1
    return tuple(PhaseMark(name, n == at or name in names) for n, name in enumerate(PHASES))


def gauges(game: "Narva", state: NarvaState) -> tuple[Gauge, ...]:
    caps = game.turns[state.turn].caps
    used = [Gauge("activations", state.activations(side), caps[side], side) for side in SIDES]
    return (*used, Gauge("points", soviet_points(game, state), side=SOVIET))


def overlays(game: "Narva", state: NarvaState) -> dict[str, tuple[int, ...]]:
    found = {f"zone-{side}": tuple(bits(zones.zone(game, state, side))) for side in SIDES}
    found |= {f"supply-{side}": tuple(bits(supply.supplied(game, state, side))) for side in SIDES}
    return found | {"victory": tuple(bits(game.scoring_hexes | game.rollbahn)),
                    "soviet-held": tuple(bits(state.soviet_held))}


def score(game: "Narva", state: NarvaState) -> Score:
    """Who would win now, and every line of 13.3: worth of one, how many held, out of how many."""
    return Score(standing(game, state), tuple(_score_lines(game, state)))


def standing(game: "Narva", state: NarvaState) -> Message:
    points = soviet_points(game, state)
    level = level_of(game, points)
    if state.ending:
        return Message("standing.final", {"level": state.level, "points": points})
    above = [other for other in game.rows.levels if other.least > points]
    if not above:
        return Message("standing.now", {"level": level.id, "points": points})
    better = min(above, key=lambda other: other.least)
    return Message("standing.next", {"level": level.id, "points": points, "next": better.id,
                                     "least": better.least})


def _score_lines(game: "Narva", state: NarvaState) -> Iterator[tuple[Message, int]]:
    sizes = {item.id: (item.points, item.hexes.bit_count()) for item in game.rows.scoring}
    boxes = (len(game.charts.defence_track) - 1) * len(state.defences)
    sizes["defences"] = (game.limits.box_points, boxes)
    for name, rule, value in score_lines(game, state):
        points, count = sizes[name]
        args = {"rule": rule, "points": points, "held": value // points, "all": count}
        yield Message(f"score.{name}", args), value


def activation_boxes(game: "Narva", side: str) -> tuple[str, ...]:
    """2.2.5: as many boxes as the side can ever fill in a turn."""
    most = max(turn.caps[side] for turn in game.turns.values())
    return tuple(f"track:{side}:{n}" for n in range(1, most + 1))


def entry_boxes(game: "Narva") -> tuple[str, ...]:
    """2.2.11: the German entry point track."""
    mine = (entry for entry in game.entries.values() if entry.side == GERMAN)
    return tuple(sorted(f"track:entry:{entry.letter}" for entry in mine))


def layout(game: "Narva") -> Layout:
    turns = tuple(f"track:turn:{turn}" for turn in sorted(game.turns))
    boxes = len(game.charts.defence_track)
    return Layout(
        maps=(game.map.id,),
        panels=(
            Panel("turn", turns, "track"),
            Panel("activations-german", activation_boxes(game, GERMAN), "track"),
            Panel("activations-soviet", activation_boxes(game, SOVIET), "track"),
            Panel("drawn", ("box:drawn",)),
            Panel("entries", entry_boxes(game), "track"),
            Panel("air", ("box:ready-german", "box:ready-soviet", "box:refit", "box:grounded")),
            Panel("defences", tuple(f"track:defences:{n}" for n in range(boxes)), "track"),
            Panel("eliminated", ("pool:eliminated-german", "pool:eliminated-soviet"), "pool"),
        ),
    )
