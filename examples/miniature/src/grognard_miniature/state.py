"""One point in one play, and the plain questions that every chapter of the rules asks."""

from typing import TYPE_CHECKING, Annotated, NamedTuple

from grognard.core.floods import step
from grognard.core.placing import Placement
from grognard.core.sides import Side
from grognard.core.visibility import BY_SIDE, OPEN, SECRET, Number, UnitSet
from grognard.hexes import Hex, HexSet, bits, pack

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature

SIDES: tuple[Side, Side] = ("blue", "red")
ORDERS = ("assault", "hold", "march")
ASSAULT, HOLD, MARCH = range(3)

OFF = -1
"""Where a counter is that is not on the map: not yet set up, or lost."""
UNSEEN = -2
"""Where an enemy's counter is, as far as a view tells: under one of the shadows."""


class Plan(NamedTuple):
    """What a side commits to for a turn (4.1): an order, and the hex its gun is laid on."""

    order: int
    gun: Hex = OFF


class Shadow(NamedTuple):
    """A face-down counter as the enemy sees it (3.1): whose, where, and whether it has acted."""

    side: Side
    hex: Hex
    acted: bool
    ready: bool


class MiniatureState(Placement, kw_only=True):
    """Counters are numbers, in the order of counters.csv; sets of counters are bit sets."""

    turn: Number = 0
    """0 during set-up."""
    steps: Annotated[list[int], OPEN] = []
    """Steps left; 0 for a lost counter (1.5)."""
    face_up: Annotated[int, OPEN] = 0
    acted: UnitSet = 0
    """Counters that have acted this turn (2.5)."""
    ready: UnitSet = 0
    """Counters that the chit in play has moved and that may still attack (6.1)."""
    plans: Annotated[dict[str, Plan], BY_SIDE] = {}
    """Being made in secret; ``orders`` once both sides have committed."""
    orders: Annotated[dict[str, Plan], OPEN] = {}
    cup: Annotated[dict[str, int], OPEN] = {}
    """Chits left in the cup."""
    holders: Annotated[dict[int, str], OPEN] = {}
    """Which side holds each village (5.5)."""
    points: Annotated[dict[str, int], OPEN] = {}
    shadows: Annotated[tuple[Shadow, ...], SECRET] = ()
    """Only in a view: the enemy's face-down counters, in the order of their hexes."""


def other(side: Side) -> Side:
    """The enemy."""
    return SIDES[side == SIDES[0]]


def present(game: "Miniature", state: MiniatureState, side: Side) -> int:
    """The side's counters on the map."""
    return state.on_map(game.counters_of[side])


def places(game: "Miniature", state: MiniatureState, side: Side) -> list[Hex]:
    """Where the side's counters stand, face up or face down: one entry for each."""
    known = [hex for unit in game.units_of[side] if (hex := state.at[unit]) >= 0]
    return known + [shadow.hex for shadow in state.shadows if shadow.side == side]


def occupied(game: "Miniature", state: MiniatureState, side: Side) -> HexSet:
    """The hexes where the side has a counter."""
    shadows = (shadow.hex for shadow in state.shadows if shadow.side == side)
    return state.hexes_of(game.counters_of[side]) | pack(shadows)


def zone(game: "Miniature", state: MiniatureState, side: Side) -> HexSet:
    """5.4: the hexes next to the side's counters; a river may stop a zone, a bridge never does."""
    return state.derive(("zone", side), zone_of, game, occupied(game, state, side))


def zone_of(game: "Miniature", holders: HexSet) -> HexSet:
    """The zone of counters in these hexes."""
    return step(game.grid, holders, game.board.passed)


def crowded(game: "Miniature", state: MiniatureState, side: Side, joining: int) -> HexSet:
    """3.5: the hexes where these counters would be one too many beside the side's others."""
    room = game.numbers.stack - joining.bit_count()
    staying = places(game, state, side)
    for unit in bits(state.on_map(joining)):
        staying.remove(state.at[unit])
    return pack([hex for hex in staying if staying.count(hex) > room])


def order_of(state: MiniatureState, side: Side) -> int | None:
    """The order in force (4.3)."""
    plan = state.orders.get(side)
    return plan.order if plan else None
