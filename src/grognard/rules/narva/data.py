"""The files of a box: each struct is a line or a table of one, as a wargamer reads it."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from grognard.core.contents import MAPS, Csv, OnHex, Places, Reference, Scaled, Toml
from grognard.core.counsel import Weights
from grognard.core.maps import GameMap
from grognard.core.tables import ResultTable
from grognard.rules.narva.edition import Edition, Side, Table
from grognard.rules.narva.limits import Defences, Limits, Replacements
from grognard.rules.narva.points import POINT
from grognard.rules.narva.scenarios import Entries, Scenario, Victory

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
    sign: str = ""
    """What is written on it."""
    symbol: str = ""
    """What is drawn on it."""
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
    symbol: str
    """What is drawn on it."""


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
        self.features = {row.kind: row for row in rows if row.group == "feature"}
        self.hexsides = {row.kind: row for row in rows if row.group == "hexside"}
        self.roads = {row.kind: row for row in rows if row.group == "road"}
        """6.2.1.A: all that counts as a road; where several run together the cheapest serves."""
        self.named = contents.edition.ground
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
    officer: Annotated[Weights, Toml("officer.toml", vouched=False)]
    scenario: Annotated[Scenario, Toml("scenarios/{scenario}.toml")]

    @property
    def tables(self) -> dict[str, dict[str, Any]]:
        """The result tables, by file."""
        return {"crt.toml": self.crt, "barrage.toml": self.barrage.table}
