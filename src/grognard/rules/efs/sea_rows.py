"""What the file of a scenario says of the sea (chapter 8 of Army Group North)."""

from typing import Literal

from grognard.core.contents import InArea, OnHex
from grognard.rules.efs.edition import Table
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.words import Side


class Lift(Table, frozen=True, kw_only=True):
    """Landings that a side may make on some turns (8.5.2.b)."""

    side: Side
    first_turn: int
    last_turn: int
    points: int = 0
    """Stacking points of the Axis; the Soviets land one unit."""
    follow_on: int = 0
    """Turns after a successful landing that others may follow (8.5.4.c)."""


class ClosedZone(Table, frozen=True, kw_only=True):
    """A sea zone that some vessels may not enter (8.6.2, 14.4.e)."""

    zone: str
    side: Side
    kinds: list[Literal["ship", "boat", "transport"]] = []
    """None named: all of them."""
    first_turn: int = 0
    last_turn: int = 99
    until: OnHex = -1
    """Closed until the Axis holds this hex."""
    next_turn: bool = False
    """Open only on the turn after."""


class Danger(Table, frozen=True, kw_only=True):
    """A sea zone that costs more losses (8.6.2)."""

    zone: str
    die: int
    first_turn: int = 0
    last_turn: int = 99
    once_held: list[OnHex] = []
    """Only once the Axis holds one of these."""


class SeaArrival(Table, frozen=True, kw_only=True):
    """Vessels that join a fleet, in a port or in a box beside the map."""

    units: list[str]
    turn: int = 0
    """0: when their group of the pools is called."""
    hex: OnHex = -1
    box: str = ""


class Islands(Table, frozen=True, kw_only=True):
    """14.4.p: islands that few troops fight for."""

    area: InArea
    port: OnHex
    """Where a mobile supply unit must lie for the first landing."""
    staging: list[OnHex] = []
    """Ports where a division may be split whole."""


class SeaRows(Table, frozen=True, kw_only=True):
    """What a scenario says of the sea; one without it is fought on land alone."""

    transport: PerSide = PerSide()
    """Sea transport points a turn (8.4.2)."""
    for_supply: PerSide = PerSide()
    """How many of them carry mobile supply alone (8.4.3.2.b)."""
    evacuation_only: bool = False
    losses: bool = False
    """Whether Soviet voyages are rolled for (8.6)."""
    danger: list[Danger] = []
    closed: list[ClosedZone] = []
    boxes: dict[str, list[str]] = {}
    """Counters that begin in a box beside the map."""
    arrival: list[SeaArrival] = []
    lift: list[Lift] = []
    port_supply: list[Side] = []
    """Whose ports are sources of supply (8.3.3)."""
    sailing_groups: list[str] = []
    """Groups of the pools that may go by sea; none named: everybody (8.6.2)."""
    destroyer_points: dict[str, int] = {}
    """By turn: points that rebuild Soviet destroyers (8.8.1.a)."""
    islands: Islands | None = None
    yards: dict[Side, str] = {}
    """The group of the pools that brings a point for one ship (8.8.1.a)."""
