"""One point in one play, and the plain questions that every chapter of the rules asks."""

from typing import TYPE_CHECKING, Annotated, NamedTuple

from grognard.core.sides import Side
from grognard.core.state import State
from grognard.core.steps import Ask, Step
from grognard.core.visibility import BY_SIDE, OPEN, SECRET, Number, PerUnit, UnitSet
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


class Choice(Ask, frozen=True):
    """A choice of the side that it names."""

    who: Side

    def side(self, game: "Miniature", state: "MiniatureState") -> Side:
        return self.who

    def shown(self, side: Side, hidden: int) -> Step | None:
        """What the enemy sees of it: a choice half made shows as one not yet begun."""
        return self if side == self.who else self.begun()

    def begun(self) -> Ask:
        """The choice before anything was chosen."""
        return self


class MiniatureState(State):
    """Counters are numbers, in the order of counters.csv; sets of counters are bit sets."""

    turn: Number = 0
    """0 during set-up."""
    where: Annotated[list[int], PerUnit(OFF)] = []
    on_map: UnitSet = 0
    """Counters that are in a hex."""
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

    def put(self, counter: int, hex: Hex) -> None:
        """Move a counter; whatever was worked out from places is out of date."""
        self.where[counter] = hex
        self.on_map |= 1 << counter
        self.cache.clear()

    def take_off(self, counter: int, place: int = OFF) -> None:
        """Take a counter off the map."""
        self.where[counter] = place
        self.on_map &= ~(1 << counter)
        self.cache.clear()

    def at(self, hex: Hex) -> int:
        """The counters in a hex."""
        return pack(counter for counter, place in enumerate(self.where) if place == hex)


def other(side: Side) -> Side:
    """The enemy."""
    return SIDES[side == SIDES[0]]


def present(game: "Miniature", state: MiniatureState, side: Side) -> int:
    """The side's counters on the map."""
    return state.on_map & game.counters_of[side]


def places(game: "Miniature", state: MiniatureState, side: Side) -> list[Hex]:
    """Where the side's counters stand, face up or face down: one entry for each."""
    known = [hex for unit in game.units_of[side] if (hex := state.where[unit]) >= 0]
    return known + [shadow.hex for shadow in state.shadows if shadow.side == side]


def held(game: "Miniature", state: MiniatureState, side: Side) -> HexSet:
    """The hexes where the side has a counter."""
    found: HexSet | None = state.cache.get(side)
    if found is None:
        found = state.cache[side] = pack(places(game, state, side))
    return found


def zone(game: "Miniature", state: MiniatureState, side: Side) -> HexSet:
    """5.4: the hexes next to the side's counters; a river stops a zone, a bridge does not."""
    key = side, "zone"
    found: HexSet | None = state.cache.get(key)
    if found is None:
        found = 0
        for hex in places(game, state, side):
            found |= game.board.zones[hex]
        state.cache[key] = found
    return found


def crowded(game: "Miniature", state: MiniatureState, side: Side, joining: int) -> HexSet:
    """3.5: the hexes where these counters would be one too many beside the side's others."""
    room = game.numbers.stack - joining.bit_count()
    staying = places(game, state, side)
    for unit in bits(joining & state.on_map):
        staying.remove(state.where[unit])
    return pack([hex for hex in staying if staying.count(hex) > room])


def order_of(state: MiniatureState, side: Side) -> int | None:
    """The order in force (4.3)."""
    plan = state.orders.get(side)
    return plan.order if plan else None
