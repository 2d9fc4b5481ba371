"""The lines of the box's files, as written."""

from typing import Any, Literal

import msgspec

Side = Literal["axis", "soviet"]


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    name: str
    side: Side
    nation: str
    type: str
    max_cv: int
    elite: tuple[str, ...] = ()
    colour: str
    group: str = ""
    at41: str = ""
    cv41: int | None = None
    enters: str = ""
    event: str = ""
    enters_cv: int | None = None
    scenarios: tuple[str, ...] = ()
    notes: str = ""


class CentreRow(msgspec.Struct, frozen=True, kw_only=True):
    hex: str
    city: int = 0
    resource_kind: str = ""
    resource: int = 0
    home: Side
    counted: bool


class Price(msgspec.Struct, frozen=True):
    step: int
    cadre: int


class TypeRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    counts_as: str
    speed: dict[str, int]
    fire: dict[str, str]
    cost: dict[str, Price]
    infantry: bool = False
    never_stops: bool = False
    supreme_moves_only: bool = False
    lowest_cv: int = 1
    fire_in_mountain: str = ""
    fire_at_fortress: str = ""
    evacuation_speed: int = 1
    drops: bool = False


class Types(msgspec.Struct, frozen=True):
    type: list[TypeRow]


class TerrainEntry(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    stacking: int
    hexside: int
    defence: int
    stops: bool = False
    landing: bool = True
    drop: bool = True
    offensive_fire: str = ""
    in_snow: str = ""


class HexsideEntry(msgspec.Struct, frozen=True, kw_only=True):
    limit: int
    assault: bool = False
    blocks_zone: bool = False
    whole_move: bool = False
    rail: bool = False


class PlaceEntry(msgspec.Struct, frozen=True, kw_only=True):
    defence: int
    defensive_fire: str = ""
    strongest_defensive_fire: str = ""


class Terrain(msgspec.Struct, frozen=True):
    terrain: list[TerrainEntry]
    hexside: dict[str, HexsideEntry]
    place: dict[str, PlaceEntry]


class EffectEntry(msgspec.Struct, frozen=True, kw_only=True):
    first_player: Side
    disrupted: list[Side]
    deploy: bool
    like_marsh: list[str] = []
    like_forest: list[str] = []
    offensive_fire: str = ""
    defence: int = 1
    river_repulse: list[int] | None = None


class Weather(msgspec.Struct, frozen=True):
    east: dict[str, str | dict[str, str]]
    west: dict[str, str | dict[str, str]]
    effect: dict[str, EffectEntry]
    exempt: dict[str, str]


class Combat(msgspec.Struct, frozen=True):
    die_sides: int
    dice_per_cv: int
    hits: dict[str, list[int]]
    repulse: dict[str, list[int]]
    pursuit: dict[str, str]


class Command(msgspec.Struct, frozen=True):
    supreme_moves_per_cv: int
    rail_hexes_per_supreme_move: int
    sea_zones_per_supreme_move: int
    off_map_rail_hexes_per_edge_hex: int
    deployment_hexes: int
    supply_line_hexes: int
    supreme_air_range_factor: int


class Production(msgspec.Struct, frozen=True):
    resource_factor: dict[str, int]
    steps_per_unit: int
    ss_steps: int
    arrivals: dict[str, int]
    beachhead_cost: int
    beachhead_step_factor: int
    beachhead_from: str
    auto: dict[str, dict[str, int]]
    start: dict[str, dict[str, int]]
    hq_surcharge: dict[str, Price]
    loss: dict[str, int]


class ZoneRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    base: str
    ports: list[str]
    links: list[str]
    only: str = ""


class StraitRow(msgspec.Struct, frozen=True):
    zones: list[str]
    shores: list[str]


class Seas(msgspec.Struct, frozen=True):
    port_capacity: dict[str, int]
    zone: list[ZoneRow]
    strait: list[StraitRow]


class Release(msgspec.Struct, frozen=True, kw_only=True):
    place: str
    units: list[str]
    arrives: dict[str, str | int] = {}


class Objectives(msgspec.Struct, frozen=True):
    surrender: dict[str, Any]
    release: list[Release]
    confined: dict[str, str]
    axis_oil: dict[str, str]
    soviet_oil: dict[str, Any]
    lend_lease: dict[str, str]
    group_e: dict[str, Any]
    edge: dict[str, str]
    depots: dict[str, Any]


class LevelRow(msgspec.Struct, frozen=True):
    id: str
    least: int
    tournament: tuple[int, int]


class RaceRow(msgspec.Struct, frozen=True, kw_only=True):
    month: str
    winner: str = ""
    level: str


class Victory(msgspec.Struct, frozen=True):
    points: dict[str, Any]
    level: list[LevelRow]
    w41: dict[str, int]
    w44: list[RaceRow]
    w44_never: dict[str, str]


class When(msgspec.Struct, frozen=True):
    month: str
    fortnight: int


class Force(msgspec.Struct, frozen=True):
    units: int
    cv: int


class SideRow(msgspec.Struct, frozen=True, kw_only=True):
    air: str
    auto_change: int = 0
    forces: dict[str, Force | list[str]]


class ReinforcementRow(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    cv: int
    month: str
    at_setup: bool = False


class BattleRow(msgspec.Struct, frozen=True, kw_only=True):
    hex: str
    original_defender: Side
    face_up: str | bool = ""


class PlacedUnit(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    side: Side
    type: str
    cv: int
    max_cv: int
    hex: str = ""
    block: str = ""
    elite: list[str] = []
    eliminated: bool = False


class Paralysis(msgspec.Struct, frozen=True, kw_only=True):
    side: Side
    hq_cost: Price
    snow_speed: int
    snow_offensive_fire: str


class ScenarioFile(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    order: int
    title: str
    map: str
    first: When
    last: When
    next: str = ""
    sets_up_first: Side
    moves_first: Side
    handicap: int = 0
    start_line: str
    play_area: str = ""
    free_satellites: list[str] = []
    siege_artillery: str = ""
    satellites_confined_for_good: bool = False
    special: list[str] = []
    axis: SideRow
    soviet: SideRow
    reinforcement: list[ReinforcementRow] = []
    battle: list[BattleRow] = []
    unit: list[PlacedUnit] = []
    surprise: dict[str, str] = {}
    city_minimums: dict[str, int] = {}
    historical: dict[str, str] = {}
    paralysis: Paralysis | None = None
    stalingrad: dict[str, Any] = {}
    courland: dict[str, Any] = {}
    hungarian_plain: dict[str, Any] = {}
    surrendered: dict[str, list[str]] = {}
    hq_cost: dict[str, Price] = {}
    hold_orders: dict[str, Any] = {}
