"""What the box says, in the form the rules ask for it."""

from typing import Literal

import msgspec

from grognard.hexes import Hex, HexSet

AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)
DRY, MUD, SNOW = "dry", "mud", "snow"
Weather = Literal["dry", "mud", "snow"]
FIRE = ("none", "SF", "DF", "TF")
"""Firepower from none to triple; the place in the list is its worth."""


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


class Cost(msgspec.Struct, frozen=True):
    step: int
    cadre: int


class UnitType(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the unit data table (2.2, REF.2)."""

    id: str
    counts_as: str
    speed: dict[str, int]
    offensive: str
    defensive: str
    cost: dict[str, Cost]
    infantry: bool = False
    never_stops: bool = False
    supreme_moves_only: bool = False
    lowest_cv: int = 1
    fire_in_mountain: str = ""
    fire_at_fortress: str = ""
    evacuation_speed: int = 1
    drops: bool = False


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A wooden block."""

    code: str
    name: str
    side: str
    nation: str
    type: str
    max_cv: int
    colour: str
    supreme: bool = False
    ss: bool = False
    siege: bool = False
    expeditionary: bool = False
    hq: bool = False
    satellite: bool = False


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    """Terrain effects (1.3, REF.3)."""

    stacking: int
    hexside: int
    defence: int
    stops: bool = False
    landing: bool = True
    drop: bool = True
    offensive_fire: str = ""
    """What attackers fire with here whatever they are (1.34d)."""


class SideRow(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on a hexside (1.36-1.39)."""

    limit: int
    assault: bool = False
    blocks_zone: bool = False
    whole_move: bool = False
    rail: bool = False


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """What cities, fortresses, siege guns and weather do to fire and protection."""

    city_defence: int
    city_fire: str
    """Defenders of a major city fire with this or better (1.41)."""
    fortress_defence: int
    fortress_fire: str
    """Fire of the strongest original defender (1.46)."""
    siege_fire: str
    """Fire of siege artillery at a fortress (2.63)."""
    offensive_fire: dict[str, str]
    """By weather: what all attackers fire with (12.24)."""
    defence: dict[str, int]
    """By weather: hits for a step of a passive block in any hex."""


class Centre(msgspec.Struct, frozen=True, kw_only=True):
    """A city or resource that produces (1.41, 1.5)."""

    hex: Hex
    city: int = 0
    resource: int = 0
    counted: bool = True


class SeaZone(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    base: Hex
    ports: tuple[Hex, ...]
    links: tuple[int, ...]
    """Numbers of the zones that touch."""
    only: str = ""
    water: HexSet = 0
    coast: HexSet = 0
    sandbanks: HexSet = 0
    """Coast that ships of this zone cannot come near (1.37b)."""


class ForceLine(msgspec.Struct, frozen=True):
    units: int
    cv: int


class Reinforcement(msgspec.Struct, frozen=True, kw_only=True):
    unit: int
    cv: int
    month: int
    at_setup: bool = False


class FixedUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit with a printed place."""

    unit: int
    cv: int
    hex: Hex
    """-1: starts eliminated."""


class ListedUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the historical list: its strength, and where it may stand (S41.1a, b)."""

    unit: int
    cv: int
    area: HexSet


class StartBattle(msgspec.Struct, frozen=True, kw_only=True):
    hex: Hex
    defender: str


class Garrison(msgspec.Struct, frozen=True, kw_only=True):
    """W42.2: strong blocks that must stand in a place at the start, one of them armor."""

    hex: Hex
    side: str
    units: int
    least_cv: int


class Surprise(msgspec.Struct, frozen=True, kw_only=True):
    """June 1941 (S41.3, S41.4b)."""

    month: int
    disrupted: str
    no_river_repulse: str
    """The nation whose river assaults nobody drives back."""
    frozen_nation: str
    closed: HexSet


class SeaLink(msgspec.Struct, frozen=True, kw_only=True):
    """W44.1b: a port that lives by ships out of a base."""

    port: Hex
    base: Hex


class HalfYear(msgspec.Struct, frozen=True, kw_only=True):
    """What holds from a scenario's first month on, played alone or linked (3.12)."""

    id: str
    first: int
    """Month number: twelve times the year plus the month counted from nought."""
    air: dict[str, str]
    auto: dict[str, int]
    handicap: int
    confined_for_good: bool = False
    hq_surcharge: dict[str, Cost] = {}
    winter41: bool = False
    """Axis in the first winter: slow and weak in snow, costly HQs (W41.1)."""
    winter_speed: int = 0
    winter_fire: str = ""
    race_to_berlin: bool = False
    """W44: the month decides (W44.5a)."""
    surrender: bool = False
    surprise: Surprise | None = None
    siege_artillery: bool = False
    courland: SeaLink | None = None


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """Where and how a play begins and ends."""

    id: str
    halves: tuple[HalfYear, ...]
    first: tuple[int, int]
    """Month and fortnight."""
    last: tuple[int, int]
    sets_up_first: str
    forces: dict[str, dict[str, ForceLine]]
    land: dict[str, HexSet]
    """Each side's ground at the start (3.23)."""
    frontier: dict[str, HexSet]
    reinforcements: tuple[Reinforcement, ...]
    fixed: tuple[FixedUnit, ...] = ()
    battles: tuple[StartBattle, ...] = ()
    playable: HexSet = 0
    start_level: dict[str, int] = {}
    city_minimums: dict[int, int] = {}
    isolated: dict[str, HexSet] = {}
    campaign: bool = False
    first_axis_turn_idle: bool = False
    """S44.3: no Axis HQ is activated in the first turn."""
    garrison: Garrison | None = None
    courland: tuple[HexSet, int, int] | None = None
    """W44.1a: area, least number of units, the HQ among them."""
    tied: HexSet = 0
    surrendered: tuple[str, ...] = ()
    free_satellites: tuple[int, ...] = ()
    optional: HexSet = 0
    """Front hexes that may stay empty in the historical set-up (S41.1a)."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of the rules that no chart holds."""

    supreme_moves_per_cv: int = 2
    rail_hexes: int = 10
    off_map_hexes: int = 2
    supply_line: int = 2
    supreme_air_factor: int = 2
    arrivals_major: int = 2
    arrivals_minor: int = 1
    arrivals_entry: int = 1
    ss_steps: int = 1
    resource_factor: dict[str, int] = {}
    oil_step: int = 5
    oil_cadre: int = 10
    lend_lease: int = 5
    oil_route: int = 5
    port_minor: int = 1
    port_major: int = 2
    beachhead_cost: int = 20
    beachhead_step_factor: int = 2
    beachhead_from: int = 0
    """The first month in which there is one (15.51b)."""


class Level(msgspec.Struct, frozen=True):
    id: str
    least: int
    tournament: tuple[int, int]
    """Points of winner and loser (17.31)."""


class RaceLevel(msgspec.Struct, frozen=True):
    month: int
    winner: str
    level: str


class Objectives(msgspec.Struct, frozen=True, kw_only=True):
    """Places of chapter 16."""

    odessa: Hex
    sevastopol: Hex
    ploesti: Hex
    baku: Hex
    guryev: Hex
    warsaw: Hex
    moscow: Hex
    released_by: dict[int, Hex]
    """Satellite unit and the city whose Axis control frees it (16.4)."""
    italian: int
    countries: dict[str, HexSet]
    rumania_1939: HexSet
    western_front: HexSet
    group_e: tuple[tuple[int, int], ...]
    """(unit, CV)."""
    group_e_ports: HexSet
    hungarian_plain: HexSet
    polish_plain: HexSet
    lend_lease: HexSet
    surrender_nations: tuple[str, ...]


class VictoryData(msgspec.Struct, frozen=True, kw_only=True):
    hq_cv: int
    eliminated_hq: int
    unsupplied: int
    eliminated: dict[str, int]
    confined: int
    italian_lost: int
    levels: tuple[Level, ...]
    axis_hq_full: int
    race: tuple[RaceLevel, ...]
    never: tuple[str, str]
