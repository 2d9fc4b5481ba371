"""The files of a box: each struct is a line or a table of one, as a wargamer reads it."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from grognard.core.contents import (
    MAPS,
    AreaName,
    Csv,
    InArea,
    OnHex,
    Places,
    Reference,
    Scaled,
    Toml,
)
from grognard.core.maps import GameMap
from grognard.core.tables import ResultTable
from grognard.hexes import HexSet
from grognard.rules.narva.edition import Edition, Side, Table
from grognard.rules.narva.points import POINT

GERMAN = "german"
SOVIET = "soviet"
SIDES = (GERMAN, SOVIET)
OneOrBoth: TypeAlias = Literal["german", "soviet", "both"]


def enemy_of(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


# -- counters and chits ------------------------------------------------------------------------


class Unit(msgspec.Struct, frozen=True, kw_only=True, rename={
    "symbol": "kind", "move": "movement", "reduced_move": "reduced_movement", "goes": "class",
    "starts_reduced": "reduced_at_start",
}):  # fmt: skip
    """A row of units.csv, a ground counter: a combat unit or a headquarters."""

    code: str
    """Unique short name for notation: ``151G``."""
    name: str
    title: str
    """What the unit was called: ``Grenadier-Regiment 151``."""
    side: Side
    symbol: str
    """The drawing on the counter: infantry, armour, hq ..."""
    size: str
    division: str = ""
    corps: str = ""
    army: str = ""
    formation: str = ""
    """The coloured band: German division or Soviet corps. Empty: independent (4.2.2)."""
    attack: int = 0
    defence: int = 0
    move: int
    reduced_attack: int = 0
    reduced_defence: int = 0
    reduced_move: int = 0
    steps: int
    goes: Literal["leg", "mechanised"]
    command_range: int = 0
    ss: bool
    colour: str
    band: str = ""
    """The colour of the formation's band."""
    hex: OnHex = -1
    """Set-up hex; -1 for reinforcements."""
    starts_reduced: bool = False
    turn: int = 0
    """Turn of arrival; 0 for units of the set-up."""
    entry: str = ""
    """Entry letter, or ``*`` for arrival by a rule of its own (14.0.B)."""
    notes: str = ""

    @property
    def hq(self) -> Literal["", "division", "corps", "army"]:
        if self.symbol != "hq":
            return ""
        return "army" if self.size == "army" else "corps" if self.size == "corps" else "division"

    @property
    def mechanised(self) -> bool:
        return self.goes == "mechanised"

    @property
    def assault_gun(self) -> bool:
        """A Soviet assault gun: no zone (5.2.A), stacks besides (7.1.B.3)."""
        return self.symbol == "assault_gun" and self.side == SOVIET


class Chit(msgspec.Struct, frozen=True, kw_only=True):
    """A row of chits.csv: so many chits of a kind that come on a turn (0: at the start)."""

    code: str
    name: str
    side: OneOrBoth
    """The side it concerns; ``both`` for the random event."""
    group: Literal["command", "action"]
    turn: int
    count: int
    activates: str = ""
    notes: str = ""

    @property
    def command(self) -> bool:
        return self.group == "command"


class AirUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A row of air_units.csv."""

    code: str
    name: str
    side: Side
    normal: int
    """Columns of a normal attack; 0 if it cannot make one (12.0.C)."""
    full: int
    box: str


# -- charts ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MovementPoints(Scaled):
    """A cost; ``all`` is the whole allowance, which is no sum of points (6.2.2.2.B.2)."""

    parts: int = POINT

    def read(self, text: str, places: Places | None) -> int | None:
        return None if text == "all" else Scaled.read(self, text, places)


class ColumnShift(Reference):
    """Columns; ``track``: what the box of a marker says instead (11.3.2)."""

    def read(self, text: str, places: Places) -> int:
        return 0 if text == "track" else int(text)


Cost: TypeAlias = Annotated[int | None, MovementPoints()]


class Terrain(msgspec.Struct, frozen=True, kw_only=True, rename={"mech": "mechanised"}):
    """A row of terrain.csv, the terrain effects chart; costs in twelfths, None: prohibited."""

    group: Literal["hex", "feature", "hexside", "road", "zone"]
    kind: str
    leg: Cost = None
    mech: Cost = None
    strategic: Cost = None
    defence: int = 1
    """How many times a defender's strength counts."""
    attack: str = ""
    shift: Annotated[int, ColumnShift()] = 0
    cancels: str = ""
    notes: str = ""

    @property
    def doubles(self) -> bool:
        return self.defence == 2


class BarrageCount(msgspec.Struct, frozen=True, kw_only=True):
    dice: str
    attacks: list[int]


class Barrage(msgspec.Struct, frozen=True, kw_only=True):
    """The file barrage.toml."""

    count: BarrageCount
    table: dict[str, Any]


class Charts:
    """The printed tables, each by what it is looked up with."""

    def __init__(self, contents: "Contents") -> None:
        rows = contents.terrain
        self.combat, self.barrage = (
            ResultTable.from_data(data, file.removesuffix(".toml"))
            for file, data in contents.tables.items())
        """Both sides share the columns; ``lines`` has what each side's odds mean (9.1.B)."""
        self.barrage_counts = tuple(contents.barrage.count.attacks)
        self.terrain = {row.kind: row for row in rows if row.group in ("hex", "feature")}
        self.hexsides = {row.kind: row for row in rows if row.group == "hexside"}
        self.roads = {row.kind: row for row in rows if row.group == "road"}
        zone = {row.kind: row.leg or 0 for row in rows if row.group == "zone"}
        self.zone_enter, self.zone_leave = zone["enter"], zone["leave"]
        self.defence_track = tuple(contents.defences.track)


class Turn(Table, frozen=True):
    """A box of the turn record track."""

    id: int
    starts: str
    ends: str
    frozen: bool
    german: int
    soviet: int
    history: str = ""

    @property
    def caps(self) -> dict[str, int]:
        """Headquarters that each side may activate (2.3.D)."""
        return {GERMAN: self.german, SOVIET: self.soviet}


class Turns(Table, frozen=True):
    """The file turns.toml."""

    late_thaw_turn: int
    turn: list[Turn]


class RandomEvent(Table, frozen=True, kw_only=True):
    """An event of events.toml."""

    id: int = 0
    rule: str
    side: OneOrBoth = "both"
    effect: str
    count: int = 0
    last_turn: int = 0
    """Holds up to this turn; later ``otherwise`` does (2.5.2.C.11b)."""
    later: "RandomEvent | None" = None

    @property
    def otherwise(self) -> "RandomEvent | None":
        return self.later and msgspec.structs.replace(self.later, side=self.side)


class Events(Table, frozen=True):
    """The file events.toml."""

    dice: str
    event: list[RandomEvent]


# -- numbers of the rules ----------------------------------------------------------------------


class Stacking(Table, frozen=True):
    combat_units: int
    headquarters: int
    soviet_assault_guns: int


class CommandLimits(Table, frozen=True):
    outsiders: int
    strachwitz_units: int
    strachwitz_barrages: int
    strachwitz_activations_per_turn: int
    narwa_extra_units: int
    free_move_units: int
    free_move_outsiders: int


class StavkaLimits(Table, frozen=True):
    targets: int
    shift: int
    extra_steps: int
    returns_after_turns: int


class Delays(Table, frozen=True):
    withdrawal_turns: int
    second_shock_supply_turns: int
    wehrmacht_last_turn: int


class CombatLimits(Table, frozen=True):
    pinned_shift: int
    air_units: int
    advance_leg: int
    advance_mechanised: int
    first_turn_soviet_die: int


class HeadquartersLimits(Table, frozen=True):
    displacement_hexes: int


class FerryLimits(Table, frozen=True):
    units_per_activation: int


class Limits(Table, frozen=True):
    """The file limits.toml: the numbers of the rules that no chart holds."""

    stacking: Stacking
    command: CommandLimits
    stavka: StavkaLimits
    delays: Delays
    combat: CombatLimits
    headquarters: HeadquartersLimits
    ferry: FerryLimits


class Marker(Table, frozen=True):
    """A marker of the defence track, its division and its hexes."""

    id: str
    formation: str
    feature: str


class Only(Table, frozen=True):
    """Who may stand where (6.3.C, 6.3.D)."""

    prepared_defence: list[str]
    narva: str


class Defences(Table, frozen=True):
    """The file defences.toml (11.3)."""

    track: list[int]
    boxes_at_turn_end: int
    marker: list[Marker]
    only: Only


class MendedDefences(Table, frozen=True):
    boxes_per_point: int


class Replacements(Table, frozen=True):
    """The file replacements.toml (11.2)."""

    side: Side
    points_per_step: int
    mechanised: bool
    one_step_units: bool
    defences: MendedDefences


# -- entries -----------------------------------------------------------------------------------


class Entry(Table, frozen=True, rename={"letter": "id", "hexes": "area"}):
    """An entry area (8.0.A)."""

    letter: str
    side: Side
    edge: Literal["west", "east", "south", "north"]
    """The map edge it lies on (8.3.B)."""
    hexes: InArea


class Reroute(Table, frozen=True):
    side: Side
    delay_turns: int
    times: int


class Blocked(Table, frozen=True):
    hexes: int


class Landing(Table, frozen=True):
    """The brigade that lands from the sea, and where (8.6)."""

    unit: str
    area: InArea
    otherwise: InArea
    barrages: int
    column: str


class Entries(Table, frozen=True):
    """The file entries.toml."""

    entry: list[Entry]
    reroute: Reroute
    blocked: Blocked
    landing: Landing


# -- victory and scenarios ---------------------------------------------------------------------


class Scoring(Table, frozen=True, rename={"hexes": "area"}):
    """What a place or an event is worth to the Soviets (13.3)."""

    id: str
    hexes: InArea
    points: int
    rule: str = "13.3"
    occupied: bool = False
    """Counts only hexes that a Soviet combat unit occupies, not controlled ones (13.3.9)."""


class VictoryLevel(Table, frozen=True):
    id: str
    winner: Side
    least: int
    """Soviet points from which on the level holds."""
    historical: bool = False


class SuddenDeath(Table, frozen=True):
    side: Side
    area: InArea


class DefenceBoxes(Table, frozen=True):
    """Victory points for each box below the top (13.3.10)."""

    rule: str
    points: int


class History(Table, frozen=True):
    area: InArea
    nordland: int
    nederland: int


class Victory(Table, frozen=True):
    """The file victory.toml."""

    sudden_death: SuddenDeath
    level: list[VictoryLevel]
    score: list[Scoring]
    defence_boxes: DefenceBoxes
    history: History


class HexesInPlay(AreaName):
    """An area, or ``all`` of the map."""

    def read(self, text: str, places: Places) -> HexSet:
        return -1 if text == "all" else super().read(text, places)


class AirInPlay(Table, frozen=True):
    units: list[str]


class Scenario(Table, frozen=True, kw_only=True):
    """A file of the folder scenarios."""

    id: str
    title: str
    order: int = 0
    ours: bool = False
    map: str
    first_turn: int
    last_turn: int
    units: list[str] | Literal["all"]
    chits: dict[str, int] | Literal["all"]
    """How many of each chit."""
    turns: Literal["all"] = "all"
    playable: Annotated[int, HexesInPlay()]
    sudden_death: bool
    first_turn_rules: bool
    victory: str = ""
    scoring: str = ""
    limits: dict[Side, int] = {}
    """Activations on every turn, if not those of the track."""
    air: AirInPlay | None = None
    level: list[VictoryLevel] = []
    score: list[Scoring] = []


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in the box."""

    maps: Annotated[dict[str, GameMap], MAPS]
    units: Annotated[tuple[Unit, ...], Csv("units.csv", key=("code",))]
    chits: Annotated[tuple[Chit, ...], Csv("chits.csv", key=("code", "turn"))]
    air_units: Annotated[tuple[AirUnit, ...], Csv("air_units.csv", key=("code",))]
    terrain: Annotated[tuple[Terrain, ...], Csv("terrain.csv", key=("group", "kind"))]
    turns: Annotated[Turns, Toml("turns.toml")]
    entries: Annotated[Entries, Toml("entries.toml")]
    events: Annotated[Events, Toml("events.toml")]
    victory: Annotated[Victory, Toml("victory.toml")]
    defences: Annotated[Defences, Toml("defences.toml")]
    replacements: Annotated[Replacements, Toml("replacements.toml")]
    limits: Annotated[Limits, Toml("limits.toml")]
    crt: Annotated[dict[str, Any], Toml("crt.toml")]
    barrage: Annotated[Barrage, Toml("barrage.toml")]
    edition: Annotated[Edition, Toml("edition.toml", vouched=False)]
    habits: Annotated[dict[str, float], Toml("habits.toml", vouched=False)]
    scenario: Annotated[Scenario, Toml("scenarios/{scenario}.toml")]

    @property
    def tables(self) -> dict[str, dict[str, Any]]:
        """The result tables, by file."""
        return {"crt.toml": self.crt, "barrage.toml": self.barrage.table}
