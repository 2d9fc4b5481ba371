"""The files of a box: each struct is a line or a table of one, as a wargamer reads it."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from grognard.core.contents import MAPS, Csv, Places, Scaled, Toml
from grognard.core.counsel import Weights
from grognard.core.maps import GameMap
from grognard.rules.efs.edition import Edition, Table
from grognard.rules.efs.measures import Corners, Measures, Plans
from grognard.rules.efs.scenarios import Scenario
from grognard.rules.efs.words import POINT, Side, Weather

# -- counters ----------------------------------------------------------------------------------

Trait: TypeAlias = Literal[
    "armour", "artillery", "engineer", "anti_air", "anti_tank", "ski", "guards", "nkvd", "militia",
    "flame", "infiltrates", "ss", "siege", "naval_gun", "rocket", "hq", "supply", "train", "bridge",
    "cavalry", "airborne", "recon", "light", "coastal", "naval_infantry", "rail_only", "two_modes",
    "partisan", "substitute", "token", "capital", "lifted", "ship", "boat", "unknown",
]
"""What the chapters ask about a counter, beside its numbers."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A row of units.csv: a ground counter."""

    code: str
    """What a player types: ``10/8Pz``."""
    name: str
    name_fr: str
    side: Side
    nation: str
    type: str
    """In the words of the counter: infantry division, armour, HQ ..."""
    size: str
    capability: str
    """Its row of capability.csv: how it moves in each phase."""
    steps: int
    attack: int = 0
    defence: int = 0
    move: int = 0
    reduced_attack: int = 0
    reduced_defence: int = 0
    reduced_move: int | None = None
    """None: as on the full side."""
    stacking: int = 0
    support: int = 0
    reduced_support: int = 0
    """Of a ship; the guns of others are as good to the last (agn:8.8.1.c)."""
    range: int = 0
    command: int = 0
    """Command value of a headquarters (13.1)."""
    radius: int = 0
    band: Literal["", "full", "reduced", "both"] = ""
    """The sides of the counter with the band: no zone of control (3.3.1)."""
    traits: frozenset[Trait] = frozenset()
    formation: str = ""
    """Corps and army, for the card."""
    division: str = ""
    """Regiments of one division (9.2)."""
    role: Literal["", "panzer", "motorised", "recon"] = ""
    """Its part in the integrity of its division."""
    garrison: str = ""
    group: str = ""
    """The reserve group that it comes with."""
    notes: str = ""
    box: Literal["", "red", "ochre", "light green", "light brown", "violet"] = ""
    """Colour of the scenario box in its corner (4.2.2 of Army Group North)."""
    icons: str = ""
    """What else lies in that box: square, circle, triangle, diamond, star (4.2.4)."""
    card: str = ""
    """The code in that box: a hex, or how and when it comes (4.2.5)."""

    @property
    def hq(self) -> bool:
        return "hq" in self.traits

    @property
    def two_sided(self) -> bool:
        """Whether there is anything printed on the back (8.5.2)."""
        return bool(self.reduced_attack or self.reduced_defence)


class AirUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A row of air_units.csv."""

    code: str
    name: str
    side: Side
    kind: Literal["fighter", "bomber", "dummy"]
    aircraft: str = ""
    rating: int = 0
    """Air combat rating."""
    support: int = 0
    """Close air support."""
    interdiction: int = 0
    flak: int = 0
    """What it adds to anti-aircraft fire against it (11.3.3)."""
    capital: bool = False
    """The air corps of the capital: it flies near the city (13.7)."""
    command: str = ""


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """A row of naval_units.csv: a naval unit or a flotilla."""

    code: str
    name: str
    name_fr: str
    side: Side
    kind: Literal["battleship", "cruiser", "destroyer", "flotilla"]
    steps: int
    move: int
    """Naval movement points, of a flotilla hexes (8.1.3, 8.10.2)."""
    attack: int = 0
    defence: int = 0
    support: int = 0
    range: int = 0
    reduced_support: int = 0
    notes: str = ""

    def as_unit(self) -> Unit:
        """The counter as the chapters ask about it: no stacking value and no zone (8.8.1.e)."""
        boat = self.kind == "flotilla"
        return Unit(
            code=self.code, name=self.name, name_fr=self.name_fr, side=self.side,
            nation="de" if self.side == "axis" else "su", type=self.kind, size="",
            capability="flotilla", steps=self.steps, attack=self.attack, defence=self.defence,
            move=self.move, support=self.support, reduced_support=self.reduced_support,
            range=self.range, band="both",
            traits=frozenset({"boat" if boat else "ship"}), notes=self.notes)


class SeaZone(msgspec.Struct, frozen=True, kw_only=True):
    """A row of sea_zones.csv: a sea zone, or a box beside the map that counts as one (8.1.1)."""

    id: str
    name: str
    name_fr: str
    areas: list[str] = []
    """Its waters, as the map names them; none: a box beside the map."""
    next: list[str]
    ports: list[str] = []
    """Ports that open on this zone besides their own."""
    side: Literal["", "axis", "soviet"] = ""
    """Whose box it is."""
    room: int = 0
    """Stacking points that a box holds; 0: any number (8.4.3.1.b)."""


# -- charts ------------------------------------------------------------------------------------


class Price(Scaled):
    """Movement points in quarters: ``no`` off the road, ``all`` the whole allowance, ``other``
    the price of the ground without its woods."""

    def __init__(self) -> None:
        super().__init__(POINT)

    def read(self, text: str, places: Places | None) -> Any:
        return text if text in ("no", "all", "other") else Scaled.read(self, text, places)


Cost: TypeAlias = Annotated[int | str, Price()]


class Terrain(msgspec.Struct, frozen=True, kw_only=True):
    """A row of terrain.csv: the price of a kind of ground for a class, by weather."""

    group: Literal["hex", "add", "road", "side", "extra"]
    kind: str
    goes: Literal["foot", "motor", "gun", "all"] = "all"
    dry: Cost = 0
    rain: Cost = 0
    frost: Cost = 0
    snow: Cost = 0
    arctic: Cost = 0


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """A row of effects.csv: what a cause does to a combat die."""

    cause: str
    die: int = 0
    halves: bool = False
    frozen_die: int | None = None
    """Instead of it in Snow and Arctic."""
    notes: str = ""


class Capability(msgspec.Struct, frozen=True, kw_only=True):
    """A row of capability.csv."""

    type: str
    goes: Literal["foot", "motor", "gun", "siege", "rail", "none"]
    movement: Literal["full", "half", "none"]
    motorised: Literal["full", "half", "none"]
    reaction: Literal["full", "half", "none"]
    strategic: bool
    rail: bool
    overrun: bool
    notes: str = ""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A row of turns.csv: a box of the turn record track."""

    turn: int
    first_day: str
    last_day: str = ""
    climate: Weather
    die: int = 0
    """Added to the weather die."""
    historical: str = ""
    """The weather of those days, ``rain storm``; none: nobody knows (6.2 of the North)."""
    track: str = ""
    """Of a box with more than one turn record track (18.4.6)."""


class Band(Table, frozen=True, kw_only=True):
    """Rows of a chart that read alike, both ends included."""

    least: int
    most: int
    result: str


class OverrunOdds(Table, frozen=True, kw_only=True):
    least: int
    die: int


class OverrunChart(Table, frozen=True):
    """The file overrun.toml (7.8)."""

    die: list[int]
    """Least and greatest sum of modifiers."""
    odds: list[OverrunOdds]
    terrain: dict[str, int]
    condition: dict[str, int]
    row: list[Band]


class Initiative(msgspec.Struct, frozen=True, kw_only=True):
    """A row of initiative.csv (11.2.3): who has it on these dice."""

    least: int
    most: int
    side: Literal["axis", "soviet", "none"]
    advantage: bool = False


class Readiness(Table, frozen=True):
    axis: dict[str, int]
    soviet: dict[str, int]
    weather: dict[str, int]
    storm: int


class AirCharts(Table, frozen=True):
    """The file air.toml (chapter 11)."""

    combat: dict[str, list[int]]
    """By difference of ratings: die up to which destroyed, damaged, aborted."""
    flak: list[Band]
    flak_die: dict[str, int]
    readiness: Readiness


class WeatherChart(Table, frozen=True):
    """The file weather.toml (5.1): for each climate, the codes of die 1 and up."""

    column: dict[Weather, list[str]]


class SovietRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of soviet_table.csv (14.3)."""

    die: int
    infantry: int
    strongpoints: int
    event: str = ""
    table: str = ""
    """Of a box with a table for each of several scenarios (12.5.a)."""


class PortRow(Table, frozen=True, kw_only=True):
    """What a port of one category can do (8.3)."""

    handles: int
    """Sea transport points loaded and unloaded in a turn."""
    feeds: int = 0
    """Stacking points in full supply; 0: any number."""


class PortCuts(Table, frozen=True, kw_only=True):
    """What lowers the capacity of a port (8.3.5)."""

    level: int
    gun: int
    guns_most: int
    neighbour: int
    neighbours_most: int


class NavalCharts(Table, frozen=True, kw_only=True):
    """The file naval.toml (chapter 8)."""

    ports: dict[str, PortRow] = {}
    cuts: PortCuts | None = None
    voyage: int = 0
    """Sea zones that a transport may enter (8.2.4)."""
    reaction: int = 0
    """The same of a ship in reaction (8.2.2.b)."""
    landing_reach: int = 0
    landings: int = 0
    """Axis landings in a turn (8.5.2.d)."""
    follow_on: int = 0
    """Stacking points of a follow-on in a turn (8.5.4.c)."""
    coastal_sides: int = 0
    """Coastal hexsides that coastal guns fire across at most (8.5.3.b)."""
    harbours: dict[str, list[str]] = {}
    """By kind of ship: the ports that it may use (8.1.3.c)."""
    rivers: list[str] = []
    lakes: list[str] = []
    """Inland waters of the flotillas (8.10.3)."""
    fire_on_ships: list[Band] = []
    fire_on_cargo: list[Band] = []
    """By how far the die lies below the guns' number (8.5.3.b)."""
    fire_die: int = 0
    """What those hit have on their combat die."""
    sea_loss: list[Band] = []
    """Steps lost, by the modified die (8.6)."""
    evacuation_die: int = 0
    guns_die: int = 0
    """For enemy coastal guns that reach the port (8.6.2)."""
    raiders: list[str] = []
    """Aircraft that strike at sea (8.7)."""
    patrol: int = 0
    """Interdiction points against Soviet voyages (8.7.3)."""
    raid: list[Band] = []
    raid_die: dict[str, int] = {}
    """By aircraft (8.7.4)."""
    damage_per_step: int = 0


class InsetCharts(Table, frozen=True, kw_only=True):
    """The file inset.toml (chapter 15)."""

    hq_radius: int = 0
    """In mega-hexes (15.9)."""
    supply_reach: int = 0
    """How far from a transition hex supply counters serve attacks on the inset (15.7.2)."""
    supply_spaces: int = 1
    """Spaces of the track for a supply point (15.7.3)."""
    fort_share: int = 1
    """Strongpoints for one of the quota (15.11.a)."""
    finishes: int = 1
    """Strongpoints that a Soviet engineer finishes at once in a turn (15.11.b)."""
    breaks: dict[Literal["division", "engineer", "regiment"], int] = {}
    """Forts that an Axis unit breaks in a turn (15.11.c)."""
    supports: int = 1
    """Attacks on the inset that an Axis gun supports (15.12.c)."""
    damage_most: int = 0
    """Points that send a gun to the Cadre box (15.13.4.b)."""
    harbour: str = ""
    """The hex with the port of the naval units (15.13.4.c)."""
    regiments: int = 0
    """Motorised regiments that go with an assault gun battalion (15.6.4)."""
    level: int = 0
    """Interdiction that a strike on the ground lays besides the damage (15.13.4.a)."""
    ground: list[Band] = []
    naval: list[Band] = []
    """15.13.4: what a mission does, by the die less half the ratings."""


class StaffWeights(Table, frozen=True, kw_only=True):
    """The file staff.toml: how a recruit weighs a position; what each means stands beside it."""

    road: int
    open: int
    woods: int
    bog: int
    bank: int
    zone: int
    enemy: int
    strength: float
    held: int
    striker: int
    spearhead: int
    apart: int
    boldness: float
    goals: int
    faith: float
    reach: int
    patience: int
    least_traffic: int
    depth: int
    prize: int
    leap: int
    horizon: int
    taper: float
    pocket: int
    ring: int
    posts: int
    meetings: int
    garrison: float
    enough: int
    front: int
    guard: int
    hunger: float
    hunger_most: int
    tether: int
    exposed: int
    overrun: float
    mass: float
    onlookers: int
    stride: int
    rear: float
    guns: float
    unfed: float
    odds: float
    least_odds: float
    risk: float
    rough: float
    hard: float
    payoff: list[tuple[float, float]]
    """Odds, and what an attack at them is worth."""


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in the box."""

    maps: Annotated[dict[str, GameMap], MAPS]
    units: Annotated[tuple[Unit, ...], Csv("units.csv", key=("code",))]
    air_units: Annotated[tuple[AirUnit, ...], Csv("air_units.csv", key=("code",))]
    terrain: Annotated[tuple[Terrain, ...], Csv("terrain.csv", key=("group", "kind", "goes"))]
    effects: Annotated[tuple[Effect, ...], Csv("effects.csv", key=("cause",))]
    capabilities: Annotated[tuple[Capability, ...], Csv("capability.csv", key=("type",))]
    turns: Annotated[tuple[Turn, ...], Csv("turns.csv", key=("track", "turn"))]
    initiative: Annotated[tuple[Initiative, ...], Csv("initiative.csv", key=("least",))]
    soviet_table: Annotated[tuple[SovietRow, ...], Csv("soviet_table.csv", key=("table", "die"))]
    crt: Annotated[dict[str, Any], Toml("crt.toml")]
    overrun: Annotated[OverrunChart, Toml("overrun.toml")]
    air: Annotated[AirCharts, Toml("air.toml")]
    weather: Annotated[WeatherChart, Toml("weather.toml")]
    edition: Annotated[Edition, Toml("edition.toml")]
    measures: Annotated[Measures, Toml("measures.toml")]
    plans: Annotated[Plans, Toml("plans.toml", optional=True)]
    corners: Annotated[Corners, Toml("corners.toml", optional=True)]
    habits: Annotated[dict[str, float], Toml("habits.toml", vouched=False)]
    staff: Annotated[StaffWeights, Toml("staff.toml", vouched=False)]
    officer: Annotated[Weights, Toml("officer.toml", vouched=False)]
    ships: Annotated[tuple[Ship, ...], Csv("naval_units.csv", key=("code",), optional=True)]
    sea_zones: Annotated[tuple[SeaZone, ...], Csv("sea_zones.csv", key=("id",), optional=True)]
    naval: Annotated[NavalCharts, Toml("naval.toml", optional=True)]
    inset: Annotated[InsetCharts, Toml("inset.toml", optional=True)]
    scenario: Annotated[Scenario, Toml("scenarios/{scenario}.toml")]
