"""Opens the box: reads its files and puts a game together."""

from collections.abc import Mapping

from grognard.boxes import Box, OpenBox, Option, Overrides, load_maps
from grognard.boxes.catalogue import Choice
from grognard.boxes.eastfront import rows
from grognard.boxes.eastfront.scenarios_of import HALVES, HISTORICAL, LINKED, Scenes, chain
from grognard.core.maps import GameMap
from grognard.hexes import HexSet, pack
from grognard.rules.eastfront.data import (
    Block,
    Centre,
    Cost,
    Effects,
    Level,
    Limits,
    Objectives,
    RaceLevel,
    SeaZone,
    SideRow,
    TerrainRow,
    UnitType,
    VictoryData,
)
from grognard.rules.eastfront.game import EastFront, Parts

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class EastFrontBox(Box):
    """EastFront."""

    id = "eastfront"
    title = "EastFront"
    publisher = "Columbia Games"
    rulebook = "eastfront"
    package = "grognard.boxes.eastfront"

    def scenarios(self) -> dict[str, str]:
        """The half-years, two of them linked (3.12), and the whole war (3.14)."""
        return {**super().scenarios(), **{id: f"scenario-{id}" for id in LINKED}}

    def options(self) -> dict[str, Option]:
        listed = tuple(id for id in (*HALVES, *LINKED) if chain(id)[0] == HISTORICAL)
        return {
            "setup": Option("setup", "option.setup", "free", ("free", "historical"),
                            {"historical": listed}),
            "naval": Option("naval", "option.naval", True),
            "paratroops": Option("paratroops", "option.paratroops", True),
            "western_weather": Option("western_weather", "option.western_weather", True),
        }

    def load(
        self, scenario: str, options: Mapping[str, Choice], overrides: Overrides
    ) -> EastFront:
        opened = self.open(overrides)
        files = Files(opened, scenario)
        opened.faults.raise_if_any()
        parts = assemble(opened, files, scenario)
        opened.faults.raise_if_any()
        game = EastFront(parts, options)
        game.fingerprint = opened.fingerprint()
        game.overrides = opened.overrides_used()
        game.provenance = opened.provenance
        return game


class Files:
    """Every file of the box, read and typed."""

    def __init__(self, opened: OpenBox, scenario: str) -> None:
        self.maps = load_maps(opened)
        self.units = opened.csv("units.csv", rows.UnitRow, key=("code",))
        self.centres = opened.csv("production.csv", rows.CentreRow, key=("hex",))
        self.types = opened.toml("unit_types.toml", rows.Types)
        self.terrain = opened.toml("terrain.toml", rows.Terrain)
        self.weather = opened.toml("weather.toml", rows.Weather)
        self.combat = opened.toml("combat.toml", rows.Combat)
        self.command = opened.toml("command.toml", rows.Command)
        self.production = opened.toml("production.toml", rows.Production)
        self.seas = opened.toml("seas.toml", rows.Seas)
        self.objectives = opened.toml("objectives.toml", rows.Objectives)
        self.victory = opened.toml("victory.toml", rows.Victory)
        self.habits = opened.toml("habits.toml", dict[str, float], vouched=False)
        self.scenarios = {
            name: opened.toml(f"scenarios/{name}.toml", rows.ScenarioFile)
            for name in [file.rpartition("/")[2].removesuffix(".toml")
                         for file in opened.files("scenarios", ".toml")]
        }


def assemble(opened: OpenBox, files: Files, scenario: str) -> Parts:
    """The files turned into what the rules ask for."""
    scenes = Scenes(opened, files, scenario)
    map = files.maps["eastfront"]
    parts = Parts()
    parts.map, parts.units = map, [_block(row) for row in scenes.unit_rows]
    parts.types = _types(files)
    parts.terrain, parts.sides = _terrain(files)
    parts.effects = _effects(files)
    parts.centres = [Centre(hex=map.grid.hex(row.hex), city=row.city, resource=row.resource,
                            counted=row.counted) for row in files.centres]
    parts.seas, parts.straits = _seas(files, map)
    parts.calendar = _calendar(files)
    assert files.combat is not None
    parts.hits = {"none": (), **{fire: tuple(dice) for fire, dice in files.combat.hits.items()}}
    parts.repulse = {kind: tuple(dice) for kind, dice in files.combat.repulse.items()}
    parts.pursuit = files.combat.pursuit
    parts.limits, parts.victory = _limits(files), _victory(files)
    parts.objectives = _objectives(files, map, scenes)
    parts.scenario = scenes.scenario()
    parts.in_play, parts.wanted = scenes.in_play(), scenes.wanted()
    parts.historical = scenes.historical()
    parts.habits = files.habits or {}
    parts.home = {"axis": map.areas["Germany"], "soviet": map.areas["USSR"]}
    return parts


def _block(row: rows.UnitRow) -> Block:
    return Block(
        code=row.code, name=row.name, side=row.side, nation=row.nation, type=row.type,
        max_cv=row.max_cv, colour=row.colour, supreme="supreme" in row.elite,
        ss="ss" in row.elite, siege="siege" in row.elite,
        expeditionary="expeditionary" in row.elite, hq=row.type == "hq",
        satellite=row.side == "axis" and row.nation != "germany",
    )


def _types(files: Files) -> dict[str, UnitType]:
    assert files.types is not None
    return {row.id: UnitType(
        id=row.id, counts_as=row.counts_as, speed=row.speed, offensive=row.fire["offensive"],
        defensive=row.fire["defensive"], infantry=row.infantry, never_stops=row.never_stops,
        cost={side: Cost(price.step, price.cadre) for side, price in row.cost.items()},
        supreme_moves_only=row.supreme_moves_only, lowest_cv=row.lowest_cv,
        fire_in_mountain=row.fire_in_mountain, fire_at_fortress=row.fire_at_fortress,
        evacuation_speed=row.evacuation_speed, drops=row.drops,
    ) for row in files.types.type}


def _terrain(files: Files) -> tuple[dict[str, TerrainRow], dict[str, SideRow]]:
    assert files.terrain is not None
    ground = {row.id: TerrainRow(
        stacking=row.stacking, hexside=row.hexside, defence=row.defence, stops=row.stops,
        landing=row.landing, drop=row.drop, offensive_fire=row.offensive_fire,
    ) for row in files.terrain.terrain}
    sides = {kind: SideRow(limit=row.limit, assault=row.assault, blocks_zone=row.blocks_zone,
                           whole_move=row.whole_move, rail=row.rail)
             for kind, row in files.terrain.hexside.items()}
    return ground, sides


def _effects(files: Files) -> Effects:
    assert files.terrain is not None
    assert files.types is not None
    assert files.weather is not None
    place, weather = files.terrain.place, files.weather.effect
    return Effects(
        city_defence=place["major_city"].defence, city_fire=place["major_city"].defensive_fire,
        fortress_defence=place["fortress"].defence,
        fortress_fire=place["fortress"].strongest_defensive_fire,
        siege_fire=next(row.fire_at_fortress for row in files.types.type if row.fire_at_fortress),
        offensive_fire={kind: row.offensive_fire for kind, row in weather.items()},
        defence={kind: row.defence for kind, row in weather.items()},
    )


def _seas(
    files: Files, map: GameMap
) -> tuple[list[SeaZone], dict[frozenset[int], tuple[int, ...]]]:
    assert files.seas is not None
    hex = map.grid.hex
    number = {row.id: n for n, row in enumerate(files.seas.zone)}
    coastal = map.features["coastal"]
    zones = [SeaZone(
        id=row.id, base=hex(row.base), ports=tuple(hex(port) for port in row.ports),
        links=tuple(number[link] for link in row.links), only=row.only,
        water=map.areas.get(row.id, 0) & ~coastal, coast=map.areas.get(row.id, 0) & coastal,
        sandbanks=_sandbanks(map, map.areas.get(row.id, 0)),
    ) for row in files.seas.zone]
    straits = {frozenset(number[zone] for zone in row.zones):
               tuple(hex(shore) for shore in row.shores) for row in files.seas.strait}
    return zones, straits


def _sandbanks(map: GameMap, area: HexSet) -> HexSet:
    """Coastal hexes of a zone behind a side that is sandbank."""
    ends = [map.grid.ends(side) for side in map.hexsides.get("sandbank", ())]
    shallow = pack(hex for pair in ends for hex in pair if all(area >> end & 1 for end in pair))
    return shallow & map.features["coastal"]


def _calendar(files: Files) -> dict[str, list[object]]:
    assert files.weather is not None

    def months(front: dict[str, str | dict[str, str]]) -> list[object]:
        found = [front[month] for month in MONTHS]
        return [row if isinstance(row, str) else (row["even"], row["odd"]) for row in found]

    return {"east": months(files.weather.east), "west": months(files.weather.west)}


def _limits(files: Files) -> Limits:
    assert files.command is not None
    assert files.production is not None
    assert files.seas is not None
    command, production = files.command, files.production
    return Limits(
        supreme_moves_per_cv=command.supreme_moves_per_cv,
        rail_hexes=command.rail_hexes_per_supreme_move,
        off_map_hexes=command.off_map_rail_hexes_per_edge_hex,
        supply_line=command.supply_line_hexes,
        supreme_air_factor=command.supreme_air_range_factor,
        arrivals_major=production.arrivals["major_city"],
        arrivals_minor=production.arrivals["minor_city"],
        arrivals_entry=production.arrivals["rail_entry"], ss_steps=production.ss_steps,
        resource_factor=production.resource_factor,
        oil_step=production.hq_surcharge["axis_oil"].step,
        oil_cadre=production.hq_surcharge["axis_oil"].cadre,
        lend_lease=production.loss["lend_lease"], oil_route=production.loss["oil_route"],
        port_minor=files.seas.port_capacity["minor"], port_major=files.seas.port_capacity["major"],
        beachhead_cost=production.beachhead_cost,
        beachhead_step_factor=production.beachhead_step_factor,
        beachhead_from=month_number(production.beachhead_from),
    )


def _victory(files: Files) -> VictoryData:
    assert files.victory is not None
    points = files.victory.points
    return VictoryData(
        hq_cv=points["hq_cv"], eliminated_hq=points["eliminated_hq"],
        unsupplied=points["unsupplied_unit"], eliminated=points["eliminated_unit"],
        confined=points["confined_expedition"], italian_lost=points["italian_army_lost"],
        levels=tuple(Level(row.id, row.least, row.tournament) for row in files.victory.level),
        axis_hq_full=files.victory.w41["axis_hq_full"],
        race=tuple(RaceLevel(month_number(row.month), row.winner, row.level)
                   for row in files.victory.w44),
        never=(files.victory.w44_never["winner"], files.victory.w44_never["level"]),
    )


def month_number(text: str) -> int:
    year, month = text.split("-")
    return int(year) * 12 + int(month) - 1


def _objectives(files: Files, map: GameMap, scenes: Scenes) -> Objectives:
    assert files.objectives is not None
    data, hex, number = files.objectives, map.grid.hex, scenes.number
    nations = data.surrender["nations"]
    released = {number[code]: hex(row.place) for row in data.release
                for code in (*row.units, str(row.arrives.get("unit"))) if code in number}
    return Objectives(
        odessa=hex("Odessa"), sevastopol=hex("Sevastopol"), ploesti=hex(data.axis_oil["place"]),
        baku=hex(data.soviet_oil["place"]), guryev=hex(data.soviet_oil["route"][1]),
        warsaw=hex("Warsaw"), moscow=hex("Moscow"), released_by=released,
        italian=number.get("8I", -1),
        countries={nation: map.areas[area] for nation, area in nations.items()},
        rumania_1939=map.areas["rumania_1939"],
        western_front=map.areas[data.group_e["crossed"]],
        group_e=tuple((number[code], cv) for code, cv in data.group_e["units"].items()
                      if code in number),
        group_e_ports=map.areas[data.group_e["ports"]],
        hungarian_plain=map.areas[data.edge["hungarian_plain"]],
        polish_plain=map.areas[data.edge["polish_plain"]],
        lend_lease=map.areas[data.lend_lease["entries"]],
        surrender_nations=tuple(nations),
    )


BOX = EastFrontBox()
