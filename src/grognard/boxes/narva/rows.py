"""The lines of the box's files, as written."""

from typing import Literal

import msgspec

Cost = str
"""A cost in movement points: ``2``, ``1/2``, ``no`` (prohibited), ``all``, ``track``."""
Side = Literal["german", "soviet"]


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    name: str
    title: str
    side: Side
    kind: str
    size: str
    division: str = ""
    corps: str = ""
    army: str = ""
    formation: str = ""
    attack: int = 0
    defence: int = 0
    movement: int
    reduced_attack: int = 0
    reduced_defence: int = 0
    reduced_movement: int = 0
    steps: int
    klass: Literal["leg", "mechanised"] = msgspec.field(name="class")
    command_range: int = 0
    ss: bool
    colour: str
    band: str = ""
    hex: str = ""
    reduced_at_start: bool = False
    turn: int = 0
    entry: str = ""
    notes: str = ""


class ChitRow(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    name: str
    side: Literal["german", "soviet", "both"]
    group: Literal["command", "action"]
    turn: int
    count: int
    activates: str = ""
    notes: str = ""


class AirRow(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    name: str
    side: Side
    normal: int
    full: int
    box: str


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    group: Literal["hex", "feature", "hexside", "road", "zone"]
    kind: str
    leg: Cost = ""
    mechanised: Cost = ""
    strategic: Cost = ""
    defence: str = ""
    attack: str = ""
    shift: str = ""
    cancels: str = ""
    notes: str = ""


class TurnEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: int
    starts: str
    ends: str
    frozen: bool
    german: int
    soviet: int
    history: str = ""


class Turns(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    late_thaw_turn: int
    turn: list[TurnEntry]


class EntryRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    side: Side
    edge: Literal["west", "east", "south", "north"]
    area: str


class Reroute(msgspec.Struct, frozen=True, kw_only=True):
    side: Side
    delay_turns: int
    times: int


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    hexes: int


class Landing(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    area: str
    otherwise: str
    barrages: int
    column: str


class Entries(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    entry: list[EntryRow]
    reroute: Reroute
    blocked: Blocked
    landing: Landing


class Later(msgspec.Struct, frozen=True, kw_only=True):
    rule: str
    effect: str
    count: int = 0


class EventRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: int
    rule: str
    side: Literal["german", "soviet", "both"]
    effect: str
    count: int = 0
    last_turn: int = 0
    later: Later | None = None


class Events(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    dice: str
    event: list[EventRow]


class Score(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    area: str
    points: int
    rule: str = "13.3"
    occupied: bool = False


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    winner: Side
    least: int
    historical: bool = False


class SuddenDeath(msgspec.Struct, frozen=True, kw_only=True):
    side: Side
    area: str


class DefenceBoxes(msgspec.Struct, frozen=True, kw_only=True):
    rule: str
    points: int


class History(msgspec.Struct, frozen=True, kw_only=True):
    area: str
    nordland: int
    nederland: int


class Victory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    sudden_death: SuddenDeath
    level: list[Level]
    score: list[Score]
    defence_boxes: DefenceBoxes
    history: History


class AirInPlay(msgspec.Struct, frozen=True, kw_only=True):
    units: list[str]


class ScenarioFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    title: str
    order: int = 0
    ours: bool = False
    map: str
    first_turn: int
    last_turn: int
    units: list[str] | Literal["all"]
    chits: dict[str, int] | Literal["all"]
    turns: Literal["all"] = "all"
    playable: str
    sudden_death: bool
    first_turn_rules: bool
    victory: str = ""
    scoring: str = ""
    limits: dict[str, int] = {}
    air: AirInPlay | None = None
    level: list[Level] = []
    score: list[Score] = []


class BarrageCounts(msgspec.Struct, frozen=True, kw_only=True):
    dice: str
    attacks: list[int]


class Barrage(msgspec.Struct, frozen=True, kw_only=True):
    count: BarrageCounts
    table: dict[str, object]


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    formation: str
    feature: str


class Defences(msgspec.Struct, frozen=True, kw_only=True):
    track: list[int]
    boxes_at_turn_end: int
    marker: list[Marker]
    only: dict[str, list[str] | str]


class Replacements(msgspec.Struct, frozen=True, kw_only=True):
    side: Side
    points_per_step: int
    mechanised: bool
    one_step_units: bool
    defences: dict[str, int]
