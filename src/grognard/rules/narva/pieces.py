"""Every counter, chit and marker in its place on the table."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.rules.narva import about
from grognard.rules.narva.calendar import turns_played
from grognard.rules.narva.data import GERMAN, SOVIET
from grognard.rules.narva.faces import back_of
from grognard.rules.narva.state import (
    DISPLACED,
    ELIMINATED,
    GROUNDED,
    ISOLATED,
    LEFT_THE_GAME,
    OUT_OF_SUPPLY,
    REFIT,
    TRACK,
    NarvaState,
)
from grognard.table import Piece

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def pieces(game: "Narva", state: NarvaState) -> tuple[Piece, ...]:
    return (*units_on_map(game, state), *units_beside_map(game, state), *air_units(game, state),
            *markers(game, state), *chits(game, state))


# -- units -------------------------------------------------------------------------------------


def units_on_map(game: "Narva", state: NarvaState) -> Iterator[Piece]:
    """Stack by stack, the top counter last; what fog hides shows its back (2.1.3)."""
    for hex, stack in sorted(state.stacks.items()):
        label, side = game.grid.label(hex), game.owner(stack[-1])
        for n in range(state.veiled.get(hex, 0)):
            yield Piece(f"hidden-{label}-{n}", back_of(side), f"hex:{label}", side)
        yield from (_unit(game, state, unit, f"hex:{label}") for unit in stack)


def units_beside_map(game: "Narva", state: NarvaState) -> Iterator[Piece]:
    for unit, place in enumerate(state.at):
        if place == TRACK:
            yield from waiting(game, state, unit)
        elif place == ELIMINATED:
            yield _unit(game, state, unit, f"pool:eliminated-{game.owner(unit)}")
        elif place == DISPLACED:
            yield _unit(game, state, unit, "pool:displaced")


def waiting(game: "Narva", state: NarvaState, unit: int) -> Iterator[Piece]:
    """In the box of its turn, or of the entry that it was sent to (2.2.11)."""
    turn, entry = state.arrives[unit], state.entries[unit]
    if state.rerouted >> unit & 1:
        note = Message("place.arrives-on", {"turn": turn})
        yield _unit(game, state, unit, f"track:entry:{entry}", note)
    elif turn in turns_played(game):
        by = Message("place.arrives-by", {"entry": entry}) if entry in game.entries else None
        yield _unit(game, state, unit, f"track:turn:{turn}", by)


def _unit(
    game: "Narva", state: NarvaState, unit: int, at: str, note: Message | None = None
) -> Piece:
    row, face = game.units[unit], face_of(game, state, unit)
    told = note or about.note(game, state, unit)
    return Piece(row.code, face, at, row.side, unit, marks(state, unit), told)


def face_of(game: "Narva", state: NarvaState, unit: int) -> str:
    """The side that is up; a destroyed unit lies as it was last seen, reduced."""
    row = game.units[unit]
    return f"{row.code}-reduced" if row.steps > 1 and state.steps[unit] < row.steps else row.code


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


# -- air units, markers, chits -----------------------------------------------------------------


def air_units(game: "Narva", state: NarvaState) -> Iterator[Piece]:
    for number, air in enumerate(game.air_units):
        place = {REFIT: "refit", GROUNDED: "grounded"}.get(state.air[number], f"ready-{air.side}")
        yield Piece(air.code, air.code, f"box:{place}", air.side)


def markers(game: "Narva", state: NarvaState) -> Iterator[Piece]:
    yield Piece("turn", "turn", f"track:turn:{state.turn}")
    for number, name in enumerate(game.markers):
        yield Piece(name, name, f"track:defences:{state.defences[number]}", GERMAN)


def chits(game: "Narva", state: NarvaState) -> Iterator[Piece]:
    """Chits drawn this turn, and those on the turn track; the cup is closed."""
    for kind, chit in enumerate(game.chits):
        owner = "" if chit.side == "both" else chit.side
        for n in range(state.spent[kind]):
            yield Piece(f"{chit.code}-{n}", chit.code, "box:drawn", owner)
    for side, track in state.tracks.items():
        for n, kind in enumerate(track, 1):
            if kind != LEFT_THE_GAME:
                yield Piece(f"{side}-{n}", game.chits[kind].code, f"track:{side}:{n}", side)
    for n, (turn, kind) in enumerate((*state.due, *state.withdrawals)):
        code = game.chits[kind].code
        if turn in turns_played(game):
            yield Piece(f"{code}-due-{n}", code, f"track:turn:{turn}")
    if state.supply_chit_waits:
        code = game.edition.chits.shock_supply
        yield Piece(f"{code}-waits", code, "box:drawn", SOVIET)
