"""What the box says, in the form the rules ask for it."""

from typing import Literal

import msgspec

from grognard.core.tables import ResultTable
from grognard.hexes import Hex, HexSet

GERMAN = "german"
SOVIET = "soviet"
SIDES = (GERMAN, SOVIET)


def enemy_of(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A ground counter: a combat unit or a headquarters."""

    code: str
    """Unique short name for notation: ``151G``."""
    name: str
    side: str
    symbol: str
    """The drawing on the counter: infantry, armour, hq ..."""
    size: str
    colour: str
    title: str = ""
    """What the unit was called: ``Grenadier-Regiment 151``."""
    band: str = ""
    """The colour of the formation's band."""
    army: str = ""
    corps: str = ""
    formation: str = ""
    """The coloured band: German division or Soviet corps. Empty: independent (4.2.2)."""
    attack: int = 0
    defence: int = 0
    move: int = 0
    reduced_attack: int = 0
    reduced_defence: int = 0
    reduced_move: int = 0
    steps: int = 1
    mechanised: bool = False
    ss: bool = False
    assault_gun: bool = False
    """A Soviet assault gun: no zone (5.2.A), stacks besides (7.1.B.3)."""
    hq: Literal["", "division", "corps", "army"] = ""
    command_range: int = 0
    hex: Hex = -1
    """Set-up hex; -1 for reinforcements."""
    starts_reduced: bool = False
    turn: int = 0
    """Turn of arrival; 0 for units of the set-up."""
    entry: str = ""
    """Entry letter, or ``*`` for arrival by a rule of its own (14.0.B)."""


class Chit(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of chit. Several may be alike: ``enters`` has a turn for each (0: at the start)."""

    code: str
    side: str
    """The side it concerns; ``both`` for the random event."""
    command: bool
    enters: tuple[int, ...]


class AirUnit(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    name: str = ""
    side: str
    normal: int
    """Columns of a normal attack; 0 if it cannot make one (12.0.C)."""
    full: int


class TurnRow(msgspec.Struct, frozen=True, kw_only=True):
    """A box of the turn record track."""

    starts: str
    ends: str
    frozen: bool
    caps: dict[str, int]
    """Headquarters that each side may activate (2.3.D)."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the terrain effects chart for a kind of terrain or a feature."""

    leg: int | None
    """Cost in twelfths of a movement point; None: prohibited."""
    mech: int | None
    doubles: bool = False
    shift: int = 0


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the terrain effects chart for a kind of road, in twelfths of a point."""

    normal: int
    strategic: int | None
    frozen_only: bool = False


class Charts(msgspec.Struct, frozen=True, kw_only=True):
    """The printed tables."""

    combat: ResultTable
    """Both sides share the columns; ``lines`` has what each side's odds mean on them (9.1.B)."""
    barrage: ResultTable
    """Columns ``city`` and ``other``."""
    barrage_counts: tuple[int, ...]
    terrain: dict[str, Ground]
    hexsides: dict[str, Ground]
    roads: dict[str, Road]
    zone_enter: int
    zone_leave: int
    defence_track: tuple[int, ...]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of the rules that no chart holds."""

    stack_combat_units: int = 2
    outsiders: int = 3
    strachwitz_units: int = 4
    strachwitz_barrages: int = 1
    narwa_extras: int = 2
    free_move_units: int = 3
    free_move_outsiders: int = 3
    stavka_targets: int = 2
    stavka_shift: int = 1
    stavka_steps: int = 1
    stavka_returns: int = 2
    withdrawal_turns: int = 1
    shock_supply_turns: int = 1
    wehrmacht_last_turn: int = 3
    pinned_shift: int = 1
    air_units: int = 2
    first_turn_die: int = 1
    displacement: int = 5
    blocked_entry: int = 10
    reroute_turns: int = 1
    repair_boxes: int = 1
    boxes_per_point: int = 2
    box_points: int = 1
    """Victory points for each box below the top (13.3.10)."""
    late_thaw_turn: int = 8


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry area (8.0.A)."""

    letter: str
    side: str
    hexes: HexSet
    edge: HexSet
    """The hexes of the map edge it lies on (8.3.B)."""


class RandomEvent(msgspec.Struct, frozen=True, kw_only=True):
    rule: str
    side: str
    effect: str
    count: int = 0
    by_turn: int = 0
    """Holds up to this turn; later ``otherwise`` does (2.5.2.C.11b)."""
    otherwise: "RandomEvent | None" = None


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """What a place or an event is worth to the Soviets (13.3)."""

    id: str
    rule: str
    hexes: HexSet
    points: int
    occupied: bool = False
    """Counts only hexes that a Soviet combat unit occupies, not controlled ones (13.3.9)."""


class VictoryLevel(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    winner: str
    least: int
    """Soviet points from which on the level holds."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    first_turn: int
    last_turn: int
    units: tuple[int, ...]
    """The units in play."""
    levels: tuple[VictoryLevel, ...]
    scoring: tuple[Scoring, ...]
    playable: HexSet
    """Hexes in play."""
    soviet_held: HexSet = 0
    """Ground behind the Soviet line at the start (13.2.A)."""
    sudden_death: bool = True
    first_turn_rules: bool = True
    ours: bool = False
    chits: dict[str, int] = {}
    """How many of each chit; empty: all."""
    air: tuple[str, ...] = ()
    """Air units in play; empty: all."""
