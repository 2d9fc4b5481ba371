"""The files of the box: each struct is a row or a table of one, as a wargamer reads it."""

from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from grognard.core.contents import (
    MAPS,
    Csv,
    EachToml,
    HexLabel,
    InArea,
    Lines,
    OnHex,
    Places,
    Reference,
    Toml,
)
from grognard.core.counsel import Weights
from grognard.core.maps import GameMap
from grognard.hexes import PLACE, Hex, HexSet

AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)
DRY, MUD, SNOW = "dry", "mud", "snow"
FIRE = ("none", "SF", "DF", "TF")
"""Firepower from none to triple; the place in the list is its worth."""

Side: TypeAlias = Literal["axis", "soviet"]
Weather: TypeAlias = Literal["dry", "mud", "snow"]
Fire: TypeAlias = Literal["none", "SF", "DF", "TF"]
SomeFire: TypeAlias = Literal["", "SF", "DF", "TF"]
"""Empty where nothing is said of it."""

T = TypeVar("T")
EachSide: TypeAlias = Annotated[dict[str, T], Lines(SIDES)]
SomeSides: TypeAlias = Annotated[dict[str, T], Lines(SIDES, some=True)]
EachWeather: TypeAlias = Annotated[dict[str, T], Lines((DRY, MUD, SNOW))]


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


# -- what texts in the files mean --------------------------------------------------------------


class MonthName(Reference):
    """``1941-06``: twelve times the year plus the month counted from nought.

    >>> MonthName().read("1941-06", None) == 12 * 1941 + 5
    True
    """

    def read(self, text: str, places: Places | None) -> int:
        year, _, month = text.partition("-")
        if not (year.isdecimal() and month.isdecimal() and 1 <= int(month) <= 12):
            raise ValueError(f"{text!r} is no month such as 1941-06")
        return int(year) * 12 + int(month) - 1


class Sector(Reference):
    """Where a block stood in June 1941: a city, a district or a sector (S41.1a, b)."""

    def read(self, text: str, places: Places) -> HexSet:
        try:
            return places.area(text)
        except LookupError:
            return 1 << places.hex(text)


class PrintedHex(HexLabel):
    """A hex, or ``eliminated``."""

    def read(self, text: str, places: Places) -> Hex:
        return -1 if text == "eliminated" else super().read(text, places)


Month: TypeAlias = Annotated[int, MonthName()]


# -- blocks ------------------------------------------------------------------------------------


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A row of units.csv, a wooden block."""

    code: str
    name: str
    side: Side
    nation: str
    type: str
    max_cv: int
    elite: tuple[str, ...] = ()
    colour: str
    group: str = ""
    at41: Annotated[int, PLACE, Sector()] = 0
    cv41: int = 0
    enters: str = ""
    event: str = ""
    enters_cv: int = 0
    scenarios: tuple[str, ...] = ()
    """The half-years in whose pool it is."""
    notes: str = ""

    @property
    def hq(self) -> bool:
        return self.type == "hq"

    @property
    def supreme(self) -> bool:
        return "supreme" in self.elite

    @property
    def siege(self) -> bool:
        return "siege" in self.elite

    @property
    def satellite(self) -> bool:
        return self.side == AXIS and self.nation != "germany"


class PlacedBlock(Block, frozen=True, kw_only=True, rename={"code": "id"}):
    """A block that only one scenario has, with its printed strength and place."""

    code: str
    cv: int
    hex: Annotated[int, PLACE, PrintedHex()]
    """-1: starts eliminated."""


class Cost(msgspec.Struct, frozen=True):
    step: int
    cadre: int


class UnitType(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the unit data table (2.2, REF.2)."""

    id: str
    counts_as: str
    speed: EachWeather[int]
    offensive: Fire
    defensive: Fire
    cost: SomeSides[Cost]
    infantry: bool = False
    never_stops: bool = False
    supreme_moves_only: bool = False
    lowest_cv: int = 1
    fire_in_mountain: SomeFire = ""
    evacuation_speed: int = 1
    drops: bool = False


class UnitTypes(msgspec.Struct, frozen=True):
    """The file unit_types.toml."""

    type: list[UnitType]


# -- charts ------------------------------------------------------------------------------------


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    """Terrain effects (1.3, REF.3)."""

    id: str
    stacking: int
    hexside: int
    defence: int
    stops: bool = False
    landing: bool = True
    drop: bool = True
    offensive_fire: SomeFire = ""
    """What attackers fire with here whatever they are (1.34d)."""


class SideRow(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on a hexside (1.36-1.39)."""

    limit: int
    assault: bool = False
    blocks_zone: bool = False
    whole_move: bool = False
    rail: bool = False


class Terrain(msgspec.Struct, frozen=True):
    """The file terrain.toml."""

    terrain: list[TerrainRow]
    hexside: dict[str, SideRow]


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """The file effects.toml: what cities, fortresses, siege guns and weather do in combat."""

    city_defence: int
    city_fire: Fire
    """Defenders of a major city fire with this or better (1.41)."""
    fortress_defence: int
    fortress_fire: Fire
    """Fire of the strongest original defender (1.46)."""
    siege_fire: Fire
    """Fire of siege artillery at a fortress (2.63)."""
    offensive_fire: EachWeather[SomeFire]
    """By weather: what all attackers fire with (12.24)."""
    defence: EachWeather[int]
    """By weather: hits for a step of a passive block in any hex."""


class Combat(msgspec.Struct, frozen=True):
    """The file combat.toml: the dice that hit, that drive back, and the fire of pursuers."""

    hits: Annotated[dict[str, tuple[int, ...]], Lines(FIRE)]
    repulse: dict[str, tuple[int, ...]]
    pursuit: Annotated[dict[str, Fire], Lines(("faster", "equal", "slower"))]


class Variable(msgspec.Struct, frozen=True):
    """A month whose weather two dice decide (12.1c)."""

    even: Weather
    odd: Weather


class MonthRow(msgspec.Struct, frozen=True):
    """The weather of a month on both fronts (12.1, 12.3)."""

    id: str
    east: Weather | Variable
    west: Weather | Variable


class WeatherTable(msgspec.Struct, frozen=True):
    """The file weather.toml."""

    month: Annotated[list[MonthRow], msgspec.Meta(min_length=12, max_length=12)]
    refuge: EachSide[OnHex]
    """Where supreme HQs are never disrupted (5.8d)."""


class Centre(msgspec.Struct, frozen=True, kw_only=True):
    """A row of production.csv, a city or resource that produces (1.41, 1.5)."""

    hex: OnHex
    city: int = 0
    resource_kind: str = ""
    resource: int = 0
    home: Side
    counted: bool


class SeaZone(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    area: InArea
    """Water and coast."""
    base: OnHex
    ports: tuple[OnHex, ...]
    links: list[str]
    """Zones that touch."""
    only: Literal["", "axis", "soviet"] = ""


class Strait(msgspec.Struct, frozen=True):
    """Between two zones: both shores must be friendly (1.39c)."""

    zones: list[str]
    shores: tuple[OnHex, ...]


class Seas(msgspec.Struct, frozen=True):
    """The file seas.toml."""

    zone: list[SeaZone]
    strait: list[Strait]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The file limits.toml: the numbers of the rules that no chart holds."""

    supreme_moves_per_cv: int
    rail_hexes: int
    off_map_hexes: int
    supply_line: int
    supreme_air_factor: int
    arrivals_major: int
    arrivals_minor: int
    ss_steps: int
    resource_factor: EachSide[int]
    oil_step: int
    oil_cadre: int
    lend_lease: int
    oil_route: int
    port_minor: int
    port_major: int
    beachhead_cost: int
    beachhead_step_factor: int
    beachhead_from: Month
    """The first month in which there is one (15.51b)."""


# -- objectives and victory --------------------------------------------------------------------


class Objectives(msgspec.Struct, frozen=True, kw_only=True):
    """The file objectives.toml: places and blocks of chapter 16, and where blocks are raised."""

    home: EachSide[InArea]
    countries: dict[str, InArea]
    """Satellites that may surrender (16.1)."""
    rumania_1939: InArea
    released_by: dict[str, OnHex]
    """Satellite unit and the city whose Axis control frees it (16.4)."""
    italian: str
    sevastopol: OnHex
    ploesti: OnHex
    baku: OnHex
    guryev: OnHex
    lend_lease: InArea
    western_front: InArea
    group_e: dict[str, int]
    """Unit and strength (16.5)."""
    group_e_ports: InArea
    hungarian_plain: InArea
    polish_plain: InArea


class Level(msgspec.Struct, frozen=True):
    id: str
    least: int
    tournament: tuple[int, int]
    """Points of winner and loser (17.31)."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    winner: Literal["", "axis", "soviet"] = ""
    level: str


class RaceLevel(Ending, frozen=True, kw_only=True):
    month: Month


class Victory(msgspec.Struct, frozen=True, kw_only=True, rename={"levels": "level"}):
    """The file victory.toml: points, levels, and the race to Berlin (chapter 17, W44.5a)."""

    hq_cv: int
    eliminated_hq: int
    unsupplied: int
    eliminated: EachSide[int]
    confined: int
    italian_lost: int
    axis_hq_full: int
    levels: list[Level]
    race: list[RaceLevel]
    never: Ending


# -- scenarios ---------------------------------------------------------------------------------


class When(msgspec.Struct, frozen=True):
    month: Month
    fortnight: Literal[1, 2]


class ForceLine(msgspec.Struct, frozen=True):
    units: int
    cv: int


class Reinforcement(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    cv: int
    month: Month
    at_setup: bool = False


class StartBattle(msgspec.Struct, frozen=True, rename={"defender": "original_defender"}):
    hex: OnHex
    defender: Side


class Garrison(msgspec.Struct, frozen=True):
    """W42.2: strong blocks that must stand in a place at the start, one of them armor."""

    hex: OnHex
    side: Side
    units: int
    least_cv: int


class Courland(msgspec.Struct, frozen=True):
    """W44.1: blocks, one HQ among them, that live by ships out of a base."""

    area: InArea
    units: int
    hq: str
    port: OnHex
    base: OnHex


class Surprise(msgspec.Struct, frozen=True, rename={"closed": "closed_country"}):
    """June 1941 (S41.3, S41.4b)."""

    month: Month
    disrupted: Side
    no_river_repulse: str
    """The nation whose river assaults nobody drives back."""
    frozen_nation: str
    closed: InArea


class Automatic(msgspec.Struct, frozen=True):
    """History, where the automatic set-up (3.24b) is free: where armor masses, HQs' places."""

    efforts: SomeSides[tuple[OnHex, ...]] = {}
    headquarters: dict[str, OnHex] = {}


class Scenario(msgspec.Struct, frozen=True, kw_only=True, rename={
    "reinforcements": "reinforcement", "battles": "battle", "blocks": "unit",
}):  # fmt: skip
    """A file of the folder scenarios: where a play begins, and what holds in its half-year."""

    id: str
    order: int
    title: str
    map: str
    first: When
    last: When
    sets_up_first: Side
    playable: InArea = -1
    """Part of the map; -1: all of it."""
    special: list[str] = []
    """The rules of its own."""

    land: EachSide[InArea]
    """Each side's ground at the start (3.23)."""
    frontier: EachSide[InArea] = msgspec.field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    isolated: SomeSides[InArea] = {}
    automatic: Automatic = Automatic()
    forces: EachSide[dict[str, ForceLine]]
    includes: list[str] = []
    """Blocks that the force lists name."""
    free_satellites: list[str] = []
    blocks: list[PlacedBlock] = []
    """Blocks with a printed place, instead of those of the box."""
    battles: list[StartBattle] = []
    start_level: EachSide[int] = {}
    city_minimums: dict[OnHex, int] = {}
    optional: InArea = 0
    """Front hexes that may stay empty in the historical set-up (S41.1a)."""
    garrison: Garrison | None = None
    courland: Courland | None = None
    tied: InArea = 0
    surrendered: tuple[str, ...] = ()
    first_axis_turn_idle: bool = False
    """S44.3: no Axis HQ is activated in the first turn."""

    air: EachSide[Fire]
    auto: EachSide[int]
    handicap: int = 0
    reinforcements: list[Reinforcement] = []
    confined_for_good: bool = False
    """S43.2: satellites."""
    surrender: bool = False
    """16.1: satellites may."""
    hq_surcharge: SomeSides[Cost] = {}
    winter41: bool = False
    """Axis in the first winter: slow and weak in snow, costly HQs (W41.1)."""
    winter_speed: int = 0
    winter_fire: SomeFire = ""
    race_to_berlin: bool = False
    """W44: the month decides (W44.5a)."""
    surprise: Surprise | None = None
    siege_artillery: bool = False


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in the box."""

    maps: Annotated[dict[str, GameMap], MAPS]
    units: Annotated[tuple[Block, ...], Csv("units.csv", key=("code",))]
    centres: Annotated[tuple[Centre, ...], Csv("production.csv", key=("hex",))]
    types: Annotated[UnitTypes, Toml("unit_types.toml")]
    terrain: Annotated[Terrain, Toml("terrain.toml")]
    effects: Annotated[Effects, Toml("effects.toml")]
    weather: Annotated[WeatherTable, Toml("weather.toml")]
    combat: Annotated[Combat, Toml("combat.toml")]
    seas: Annotated[Seas, Toml("seas.toml")]
    limits: Annotated[Limits, Toml("limits.toml")]
    objectives: Annotated[Objectives, Toml("objectives.toml")]
    victory: Annotated[Victory, Toml("victory.toml")]
    habits: Annotated[dict[str, float], Toml("habits.toml", vouched=False)]
    officer: Annotated[Weights, Toml("officer.toml", vouched=False)]
    scenarios: Annotated[dict[str, Scenario], EachToml("scenarios")]
