"""What the table shows of EastFront."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

import msgspec

from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.core.steps import Ask
from grognard.hexes import Hex
from grognard.rules.eastfront import calendar
from grognard.rules.eastfront.about import about_hex, about_unit, note
from grognard.rules.eastfront.battle import fight
from grognard.rules.eastfront.beachhead import NAMES
from grognard.rules.eastfront.charts import charts, read_from, rows_about
from grognard.rules.eastfront.data import SIDES, enemy_of
from grognard.rules.eastfront.faces import back_of, faces
from grognard.rules.eastfront.fog import TOKEN_MARKS, TOKENS, fill, read_token
from grognard.rules.eastfront.force_list import force_list
from grognard.rules.eastfront.ledger import ledger
from grognard.rules.eastfront.overlays import overlays
from grognard.rules.eastfront.production import Orders
from grognard.rules.eastfront.scores import score
from grognard.rules.eastfront.setup import ChooseDeployment
from grognard.rules.eastfront.state import FUTURE, POOL, EastFrontState
from grognard.rules.eastfront.tale import TELLS, held
from grognard.table import (
    Face,
    Gauge,
    Layout,
    Ledger,
    Lit,
    Panel,
    PhaseMark,
    Piece,
    Scene,
    Sign,
    Table,
    UnitCard,
)

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

PHASES = ("production", "command", "movement", "combat", "blitz-movement", "blitz-combat",
          "supply")
SUPREME_PHASES = ("command", "movement")
MARKS = ("unsupplied", "crowded", "active", "blitz", "airborne", "dispersed")
"""Markers on blocks; the state has a set of blocks of the same name for each."""
TIED_POOL = "pool:tied-axis"


class EastFrontTable(Table["EastFront", EastFrontState]):
    tells = TELLS
    unfed = frozenset({"unsupplied"})

    def layout(self) -> Layout:
        return layout(self.game)

    def faces(self) -> Mapping[str, Face]:
        return faces(self.game)

    def about_unit(self, unit: int) -> UnitCard:
        return about_unit(self.game, unit)

    def about_hex(self, hex: Hex) -> tuple[Fact, ...]:
        return tuple(about_hex(self.game, hex))

    def rows_about(self, hex: Hex) -> tuple[Lit, ...]:
        return rows_about(self.game, hex)

    def headquarters(self) -> int:
        return self.game.hqs

    def scene(self, view: View[EastFrontState]) -> Scene:
        """What follows from places only (control, supply, levels) is worked out with hidden blocks
        guessed: where they stand is known, and which they are makes no difference to it.
        """
        game = self.game
        whole = fill(game, view.state.copy(), view.side, Random(0))
        return msgspec.structs.replace(
            super().scene(view),
            overlays=overlays(game, whole, view.side),
            score=score(game, whole, view.side) if view.state.stacks else None,
            fight=fight(game, view, whole),
        )

    def turn(self, view: View[EastFrontState]) -> int:
        return calendar.turn(self.game, view.state)

    def pieces(self, view: View[EastFrontState]) -> tuple[Piece, ...]:
        game, state = self.game, view.state
        return (*beachheads(game, state), *blocks(game, view), *tied_blocks(game, view),
                *pools(game, view), calendar.marker(state))

    def phases(self, view: View[EastFrontState]) -> tuple[PhaseMark, ...]:
        state = view.state
        return tuple(PhaseMark(name, now := name == state.phase, state.phasing if now else "")
                     for name in PHASES)

    def gauges(self, view: View[EastFrontState]) -> tuple[Gauge, ...]:
        return gauges(view.state)

    def held(self, view: View[EastFrontState]) -> Mapping[Hex, str]:
        return held(self.game, view.state)

    def date(self, view: View[EastFrontState]) -> Message:
        return calendar.date(view.state)

    def signs(self, view: View[EastFrontState]) -> tuple[Sign, ...]:
        return calendar.signs(self.game, view.state)

    def lit(self, view: View[EastFrontState]) -> tuple[Lit, ...]:
        return calendar.lit(view.state)

    def ledger(self, state: EastFrontState, step: Ask) -> Ledger | None:
        """What production buys (11.3), and what is left of a force list (3.22)."""
        if isinstance(step, Orders):
            return ledger(self.game, state, step.owner)
        if isinstance(step, ChooseDeployment):
            return force_list(self.game, state, step.owner)
        return None

    def read_from(self, event: Event) -> tuple[Lit, ...]:
        return read_from(self.game, event)


# -- blocks -----------------------------------------------------------------------------------


def blocks(game: "EastFront", view: View[EastFrontState]) -> list[Piece]:
    """0.1: blocks stand, their labels to their owner; known ones lie when they are face up."""
    state, hidden_side, pieces = view.state, enemy_of(view.side), []
    for hex, stack in state.stacks.items():
        at = f"hex:{game.grid.label(hex)}"
        for n, unit in enumerate(stack):
            pieces.append(_hidden(game, unit, hidden_side, at, n) if unit <= TOKENS
                          else _known(game, state, unit, at))
        if state.strikes.get(hex, -1) >= 0 and state.fighting >> hex & 1:
            pieces[-1] = _struck(pieces[-1], state.strikes[hex])
    return pieces


def _struck(top: Piece, hq: int) -> Piece:
    """7.13: over a battle that is still to be fought, the strike assigned to it."""
    told = Message("strike-by", {"block": hq})
    return msgspec.structs.replace(top, marks=(*top.marks, "strike"), note=told)


def beachheads(game: "EastFront", state: EastFrontState) -> list[Piece]:
    """15.51: on the map, or beside it with what it waits for."""
    pieces = []
    for unit, status in state.beachheads.items():
        side, code = state.owner(game, unit), game.units[unit].code
        at = f"hex:{game.grid.label(status)}" if status >= 0 else f"pool:coming-{side}"
        told = Message(f"beachhead.{NAMES[status]}") if status in NAMES else None
        pieces.append(Piece(f"beachhead-{code}", "beachhead", at, side, note=told))
    return pieces


def _hidden(game: "EastFront", value: int, side: str, at: str, n: int) -> Piece:
    marks = [name for name, mark in TOKEN_MARKS.items() if read_token(value)[1] & mark]
    return Piece(f"hidden-{at}-{n}", back_of(game, value), at, side, marks=tuple(marks))


def _known(game: "EastFront", state: EastFrontState, unit: int, at: str) -> Piece:
    row = game.units[unit]
    marks = [name for name in MARKS if getattr(state, name) >> unit & 1]
    pose = "" if state.face_up >> unit & 1 else "-stands"
    return Piece(row.code, f"{row.code}-{state.cv[unit]}{pose}", at, state.owner(game, unit),
                 unit, tuple(marks), note(game, state, unit))


def tied_blocks(game: "EastFront", view: View[EastFrontState]) -> list[Piece]:
    """16.7a: blocks off the map, each opposite the hex that ties it."""
    pieces = []
    for n, (hex, unit) in enumerate(sorted(view.state.tied.items())):
        piece = (_hidden(game, unit, enemy_of(view.side), TIED_POOL, n) if unit <= TOKENS
                 else _known(game, view.state, unit, TIED_POOL))
        pieces.append(msgspec.structs.replace(piece, note=Message("tied-at", {"hex": hex})))
    return pieces


def pools(game: "EastFront", view: View[EastFrontState]) -> list[Piece]:
    state, pieces = view.state, []
    for unit, at in enumerate(state.at):
        row = game.units[unit]
        if at == POOL:
            owner = state.owner(game, unit)
            pieces.append(Piece(row.code, f"{row.code}-0", f"pool:eliminated-{owner}", owner,
                                unit))
        elif at == FUTURE:
            pieces.append(Piece(row.code, f"{row.code}-{state.arrival_cv[unit]}",
                                f"pool:coming-{row.side}", row.side, unit,
                                note=_comes(state, unit) if row.side == view.side else None))
    return pieces


def _comes(state: EastFrontState, unit: int) -> Message | None:
    """When an own reinforcement is due; some wait for an event (11.5, 16.5)."""
    month = state.arrives[unit]
    return Message("comes", {"month": month}) if month > 0 else None


# -- numbers ----------------------------------------------------------------------------------


def gauges(state: EastFrontState) -> tuple[Gauge, ...]:
    points = [Gauge("production", state.points[side], side=side) for side in SIDES
              if state.points.get(side)]
    supreme = [Gauge("supreme-moves", state.supreme_moves, side=state.phasing)]
    return (*points, *(supreme if state.phase in SUPREME_PHASES else ()))


# -- what does not change ---------------------------------------------------------------------


def layout(game: "EastFront") -> Layout:
    return Layout(
        maps=(game.map.id,),
        panels=(
            calendar.track(game),
            Panel("coming", ("pool:coming-axis", "pool:coming-soviet"), "pool"),
            Panel("eliminated", ("pool:eliminated-axis", "pool:eliminated-soviet"), "pool"),
            *(() if game.small else (Panel("tied", (TIED_POOL,), "pool"),)),
        ),
        charts=charts(game),
    )
