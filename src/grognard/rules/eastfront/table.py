"""What the table shows of EastFront."""

from typing import TYPE_CHECKING

from grognard.core.game import View
from grognard.core.messages import Message
from grognard.core.scene import Gauge, Layout, Panel, PhaseMark, Piece, Scene, Score
from grognard.hexes import bits
from grognard.rules.eastfront import control, rail
from grognard.rules.eastfront.data import AXIS, SIDES, SOVIET
from grognard.rules.eastfront.fog import TOKEN_MARKS, TOKENS, read_token
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.state import FUTURE, POOL, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

PHASES = ("production", "command", "movement", "combat", "blitz-movement", "blitz-combat",
          "supply")


def scene(game: "EastFront", view: View[EastFrontState]) -> Scene:
    state = view.state
    year, month = divmod(state.month, 12)
    return Scene(
        turn=state.fortnight,
        pieces=(*blocks(game, state), *pools(game, state)),
        phases=tuple(PhaseMark(name, name == state.phase) for name in PHASES),
        gauges=gauges(game, state),
        overlays=overlays(game, state),
        score=score(game, state) if state.stacks else None,
        date=f"{year}-{month + 1:02d} ({state.fortnight})",
    )


def blocks(game: "EastFront", state: EastFrontState) -> list[Piece]:
    pieces = []
    for hex, stack in state.stacks.items():
        at = f"hex:{game.grid.label(hex)}"
        for n, unit in enumerate(stack):
            pieces.append(_hidden(game, unit, at, n) if unit <= TOKENS
                          else _known(game, state, unit, at))
    return pieces


def _hidden(game: "EastFront", value: int, at: str, n: int) -> Piece:
    colour, marks = read_token(value)
    name = game.colours[colour]
    side = SOVIET if name == "brown" else AXIS
    return Piece(f"hidden-{at}-{n}", f"back-{name}", at, side,
                 marks=tuple(mark for mark, bit in TOKEN_MARKS.items() if marks & bit))


def _known(game: "EastFront", state: EastFrontState, unit: int, at: str) -> Piece:
    row = game.units[unit]
    marks = [name for name, which in (("unsupplied", state.unsupplied), ("active", state.active),
                                      ("blitz", state.blitz), ("face-up", state.face_up),
                                      ("airborne", state.airborne),
                                      ("dispersed", state.dispersed))
             if which >> unit & 1]
    return Piece(row.code, f"{row.code}-{state.cv[unit]}", at, state.owner(game, unit), unit,
                 tuple(marks))


def pools(game: "EastFront", state: EastFrontState) -> list[Piece]:
    pieces = []
    for unit, at in enumerate(state.at):
        row = game.units[unit]
        if at == POOL:
            pieces.append(Piece(row.code, f"{row.code}-0", f"pool:eliminated-{row.side}",
                                row.side, unit))
        elif at == FUTURE:
            pieces.append(Piece(row.code, f"{row.code}-{state.arrival_cv[unit]}",
                                f"pool:coming-{row.side}", row.side, unit))
    return pieces


def gauges(game: "EastFront", state: EastFrontState) -> tuple[Gauge, ...]:
    points = [Gauge("production", state.points.get(side, 0), side=side) for side in SIDES]
    return (*points, Gauge("supreme-moves", state.supreme_moves, side=state.phasing))


def overlays(game: "EastFront", state: EastFrontState) -> dict[str, tuple[int, ...]]:
    if not state.axis_hexes:
        return {}
    found = {f"control-{side}": tuple(bits(state.friendly(side))) for side in SIDES}
    found |= {f"rail-{side}": tuple(bits(rail.net(game, state, side))) for side in SIDES}
    return found | {"contested": tuple(bits(control.contested(game, state)))}


def score(game: "EastFront", state: EastFrontState) -> Score | None:
    """Only what both may know: production levels decide most of it."""
    lines = tuple((Message(f"score.production-{side}"), production_level(game, state, side))
                  for side in SIDES)
    return Score(Message("score.standing"), lines)


def layout(game: "EastFront") -> Layout:
    return Layout(
        maps=(game.map.id,),
        panels=(
            Panel("coming", ("pool:coming-axis", "pool:coming-soviet"), "pool"),
            Panel("eliminated", ("pool:eliminated-axis", "pool:eliminated-soviet"), "pool"),
        ),
    )
