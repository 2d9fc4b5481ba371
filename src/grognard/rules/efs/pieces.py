"""Every counter and marker in its place on the table."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import about, strengths
from grognard.rules.efs.conversion import looks
from grognard.rules.efs.cover import BUILDING
from grognard.rules.efs.faces import face_id
from grognard.rules.efs.state import (
    ACTIVE,
    CADRE,
    DAMAGED,
    DESTROYED,
    ELIMINATED,
    EMERGENCY,
    FIRST_READY,
    FLOWN,
    NOT_YET,
    READY,
    RECALLED,
    SEA_BOX,
    SECOND_READY,
    TRACK,
    UNSUPPLIED,
    EfsState,
)
from grognard.table import Piece

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

BOXES = {CADRE: "cadre", ELIMINATED: "eliminated", ACTIVE: "active"}
AIR_BOXES = {READY: "ready", FLOWN: "flown", DAMAGED: "damaged", DESTROYED: "destroyed",
             FIRST_READY: "mission-one", SECOND_READY: "mission-two"}

Marked = tuple[tuple[str, int], ...]


def pieces(game: "EastFrontSeries", state: EfsState) -> tuple[Piece, ...]:
    """Works lie under the counters that hold them; what concerns the hex lies on top."""
    return (*works(game, state), *on_map(game, state), *beside_map(game, state),
            *air_units(game, state), *markers(game, state))


def works(game: "EastFrontSeries", state: EfsState) -> Iterator[Piece]:
    """Strongpoints, broken fortified lines, railheads and cut rails."""
    label = game.grid.label
    for hex, owner in sorted(state.forts.items()):
        face = "building" if owner.endswith(BUILDING) else "strongpoint"
        yield Piece(f"fort-{label(hex)}", face, f"hex:{label(hex)}")
    for hex in sorted({looks(game.grid, key)[0] for key in state.railheads}):
        yield Piece(f"railhead-{label(hex)}", "railhead", f"hex:{label(hex)}")
    for face, hexes in (("rail-cut", state.cuts), ("breached", state.broken)):
        yield from (Piece(f"{face}-{label(hex)}", face, f"hex:{label(hex)}")
                    for hex in bits(hexes & game.playable))


def on_map(game: "EastFrontSeries", state: EfsState) -> Iterator[Piece]:
    sets = marked(game, state)
    for hex, stack in sorted(state.stacks.items()):
        place = f"hex:{game.grid.label(hex)}"
        *below, top = sorted(stack, key=lambda unit: game.units[unit].stacking)
        yield from (_unit(game, state, unit, place, sets) for unit in below)
        yield _unit(game, state, top, place, sets, on_top=on_hex(state, hex))


def beside_map(game: "EastFrontSeries", state: EfsState) -> Iterator[Piece]:
    sets = marked(game, state)
    for unit, place in enumerate(state.at):
        side = game.owner(unit)
        if place <= SEA_BOX:
            zone = game.charts.sea_zones[SEA_BOX - place]
            yield _unit(game, state, unit, f"box:{zone.id}", sets)
        elif place in BOXES:
            yield _unit(game, state, unit, f"pool:{BOXES[place]}-{side}", sets)
        elif place == TRACK and state.due.get(unit, 0) <= game.last_turn:
            note = Message("place.arrives-by", {"entry": game.entry_of.get(unit, "")})
            yield _unit(game, state, unit, f"track:turn:{state.due[unit]}", sets, note)


def on_hex(state: EfsState, hex: Hex) -> tuple[str, ...]:
    """Markers that concern a hex: they lie small on its top counter, so that it can be read."""
    order = state.orders.get(hex, state.orders_seen.get(hex))
    level = state.interdiction.get(hex)
    return (*((order or "order",) if order is not None else ()),
            *((f"interdiction-{level}",) if level else ()))


def _unit(game: "EastFrontSeries", state: EfsState, unit: int, at: str, sets: Marked,
          note: Message | None = None, on_top: tuple[str, ...] = ()) -> Piece:
    row = game.units[unit]
    face = face_id(row, max(1, state.steps[unit]))
    told = note or about.note(game, state, unit)
    lying = (*_marks(game, state, unit, sets), *on_top)
    return Piece(row.code, face, at, row.side, unit, lying, told)


def marks(game: "EastFrontSeries", state: EfsState, unit: int) -> tuple[str, ...]:
    """Markers that lie on a counter."""
    return _marks(game, state, unit, marked(game, state))


def marked(game: "EastFrontSeries", state: EfsState) -> Marked:
    """Who bears each marker; looked up once for all counters."""
    bound = pack(unit for unit, turn in game.dotted.items() if state.turn < turn)  # 14.7.1
    for plug in game.plug_ins:
        bound |= plug.stays(state)  # 6.6.4.b.3
    return (("overrun", state.overrun), ("activated", state.activated),
            ("replacement", state.marked), ("garrison", state.garrison),
            ("nonoperational", state.nonoperational), ("attack", under_attack(game, state)),
            ("do-not-move", bound))


def _marks(game: "EastFrontSeries", state: EfsState, unit: int, sets: Marked) -> tuple[str, ...]:
    found = [name for name, units in sets if units >> unit & 1]
    if strengths.has_marker(game.units[unit], state.steps[unit]):
        found.append("step-loss")
    if state.supply[unit] in (EMERGENCY, UNSUPPLIED):
        found.append("emergency" if state.supply[unit] == EMERGENCY else "unsupplied")
    return tuple(found)


def under_attack(game: "EastFrontSeries", state: EfsState) -> int:
    """Who stands in a hex that an attack is declared on (8.1.1)."""
    hexes = [hex for attack in state.attacks if not attack.resolved for hex in attack.hexes]
    return state.units_in(pack(hexes), game.everybody) & ~state.beaten


def air_units(game: "EastFrontSeries", state: EfsState) -> Iterator[Piece]:
    """In their boxes, or over the hex of their mission; the enemy's lie there face down."""
    for air, row in enumerate(game.air_units):
        if air in state.missions:
            place = f"hex:{game.grid.label(state.missions[air])}"
        elif state.air[air] in (NOT_YET, RECALLED):
            continue
        else:
            place = f"box:{AIR_BOXES.get(state.air[air], 'ready')}-{row.side}"
        yield Piece(row.code, row.code, place, row.side)
    for side, hexes in sorted(state.veiled.items()):
        for hex, count in sorted(hexes.items()):
            label = game.grid.label(hex)
            yield from (Piece(f"hidden-{side}-air-{label}-{n}", f"hidden-{side}", f"hex:{label}",
                              side) for n in range(count))


def markers(game: "EastFrontSeries", state: EfsState) -> Iterator[Piece]:
    label = game.grid.label
    yield Piece("turn", "turn", f"track:turn:{state.turn}")
    for hex in sorted({*state.interdiction, *state.orders_seen, *state.orders} - set(state.stacks)):
        yield from (Piece(f"{face}-{label(hex)}", face, f"hex:{label(hex)}")
                    for face in on_hex(state, hex))
