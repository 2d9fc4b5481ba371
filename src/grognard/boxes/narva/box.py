"""Opens the box: reads its files and puts a game together."""

from collections.abc import Mapping
from fractions import Fraction

from grognard.boxes import Box, OpenBox, Option, Overrides, load_maps
from grognard.boxes.catalogue import Choice
from grognard.boxes.narva import rows
from grognard.core.maps import GameMap
from grognard.core.tables import ResultTable, TableFault
from grognard.hexes import HexSet, UnknownHex, pack
from grognard.rules.narva.data import (
    AirUnit,
    Charts,
    Chit,
    Entry,
    Ground,
    Limits,
    RandomEvent,
    Road,
    Scenario,
    Scoring,
    TurnRow,
    Unit,
    VictoryLevel,
)
from grognard.rules.narva.game import Narva

POINT = 12
"""Costs are kept in twelfths of a movement point, so that all fractions are whole numbers."""


class NarvaBox(Box):
    """Across the Narva."""

    id = "narva"
    title = "Across the Narva"
    publisher = "Revolution Games"
    rulebook = "narva"
    package = "grognard.boxes.narva"

    def options(self) -> dict[str, Option]:
        return {"fog": Option("fog", "option.fog"), "repeats": Option("repeats", "option.repeats")}

    def load(self, scenario: str, options: Mapping[str, Choice], overrides: Overrides) -> Narva:
        opened = self.open(overrides)
        files = Files(opened, scenario)
        opened.faults.raise_if_any()
        parts = Parts(opened, files)
        opened.faults.raise_if_any()
        game = parts.game(options)
        game.fingerprint = opened.fingerprint()
        game.overrides = opened.overrides_used()
        game.provenance = opened.provenance
        return game


class Files:
    """Every file of the box, read and typed."""

    def __init__(self, opened: OpenBox, scenario: str) -> None:
        self.maps = load_maps(opened)
        self.units = opened.csv("units.csv", rows.UnitRow, key=("code",))
        self.chits = opened.csv("chits.csv", rows.ChitRow, key=("code", "turn"))
        self.air = opened.csv("air_units.csv", rows.AirRow, key=("code",))
        self.terrain = opened.csv("terrain.csv", rows.TerrainRow, key=("group", "kind"))
        self.turns = opened.toml("turns.toml", rows.Turns)
        self.entries = opened.toml("entries.toml", rows.Entries)
        self.events = opened.toml("events.toml", rows.Events)
        self.victory = opened.toml("victory.toml", rows.Victory)
        self.defences = opened.toml("defences.toml", rows.Defences)
        self.replacements = opened.toml("replacements.toml", rows.Replacements)
        self.limits = opened.toml("limits.toml", dict[str, dict[str, int]])
        self.crt = opened.toml("crt.toml", dict[str, object])
        self.barrage = opened.toml("barrage.toml", rows.Barrage)
        self.habits = opened.toml("habits.toml", dict[str, float], vouched=False)
        self.scenario = opened.toml(f"scenarios/{scenario}.toml", rows.ScenarioFile)


class Parts:
    """The files turned into what the rules ask for; faults are collected on the way."""

    def __init__(self, opened: OpenBox, files: Files) -> None:
        self.opened, self.files = opened, files
        assert files.scenario is not None
        self.setting = files.scenario
        self.map: GameMap = files.maps[self.setting.map]
        self.units = [self._unit(row) for row in files.units]
        self.chits = self._chits()
        self.charts = self._charts()
        self.scenario = self._scenario()

    def game(self, options: Mapping[str, Choice]) -> Narva:
        return Narva(
            map=self.map, units=self.units, chits=self.chits, air_units=self._air(),
            turns=self._turns(), charts=self.charts, scenario=self.scenario,
            options=dict(options), limits=self._limits(), entries=self._entries(),
            random_events=self._events(), defenders=self._defenders(),
            habits=self.files.habits or {},
        )

    # -- counters and chits -----------------------------------------------------------------

    def _unit(self, row: rows.UnitRow) -> Unit:
        levels = {"army": "army", "corps": "corps"}
        hq = levels.get(row.size, "division") if row.kind == "hq" else ""
        return Unit(
            code=row.code, name=row.name, side=row.side, symbol=row.kind, size=row.size,
            colour=row.colour, title=row.title, band=row.band,
            army=row.army, corps=row.corps, formation=row.formation,
            attack=row.attack, defence=row.defence, move=row.movement,
            reduced_attack=row.reduced_attack, reduced_defence=row.reduced_defence,
            reduced_move=row.reduced_movement, steps=row.steps, ss=row.ss, hq=hq,  # type: ignore[arg-type]
            mechanised=row.klass == "mechanised", command_range=row.command_range,
            assault_gun=row.kind == "assault_gun" and row.side == "soviet",
            hex=self._hex(row), starts_reduced=row.reduced_at_start, turn=row.turn,
            entry=row.entry,
        )

    def _hex(self, row: rows.UnitRow) -> int:
        if not row.hex:
            return -1
        try:
            return self.map.grid.hex(row.hex)
        except UnknownHex as fault:
            self.opened.faults.at(self.files.units.origin(row), f"{row.code}: {fault}", "hex")
            return -1

    def _chits(self) -> list[Chit]:
        """Rows with the same code are one kind of chit; each copy has its own turn."""
        enters: dict[str, list[int]] = {}
        for row in self.files.chits:
            enters.setdefault(row.code, []).extend([row.turn] * row.count)
        kinds = {row.code: row for row in self.files.chits}
        return [Chit(code=code, side=row.side, command=row.group == "command",
                     enters=tuple(enters[code])) for code, row in kinds.items()]

    def _air(self) -> list[AirUnit]:
        chosen = self.setting.air.units if self.setting.air else None
        return [AirUnit(code=row.code, name=row.name, side=row.side, normal=row.normal,
                        full=row.full)
                for row in self.files.air if chosen is None or row.code in chosen]

    # -- charts -----------------------------------------------------------------------------

    def _charts(self) -> Charts:
        table, files = self.files.terrain, self.files
        assert files.barrage is not None
        assert files.defences is not None
        grounds = {row.kind: _ground(row) for row in table if row.group in ("hex", "feature")}
        zone = {row.kind: _cost(row.leg) or 0 for row in table if row.group == "zone"}
        return Charts(
            combat=self._table(files.crt or {}, "crt.toml"),
            barrage=self._table(files.barrage.table, "barrage.toml"),
            barrage_counts=tuple(files.barrage.count.attacks),
            terrain=grounds,
            hexsides={row.kind: _ground(row) for row in table if row.group == "hexside"},
            roads={row.kind: _road(row) for row in table if row.group == "road"},
            zone_enter=zone["enter"], zone_leave=zone["leave"],
            defence_track=tuple(files.defences.track),
        )

    def _table(self, data: Mapping[str, object], file: str) -> ResultTable:
        try:
            return ResultTable.from_data(data, file.removesuffix(".toml"))
        except TableFault as found:
            for fault in found.faults:
                self.opened.faults.add(file, fault.key, fault.text)
            return ResultTable("", (), 0, (), ())

    def _turns(self) -> dict[int, TurnRow]:
        assert self.files.turns is not None
        limits = self.setting.limits
        return {row.id: TurnRow(
            starts=row.starts, ends=row.ends, frozen=row.frozen,
            caps=limits or {"german": row.german, "soviet": row.soviet},
        ) for row in self.files.turns.turn}

    def _events(self) -> dict[int, RandomEvent]:
        assert self.files.events is not None
        return {row.id: RandomEvent(
            rule=row.rule, side=row.side, effect=row.effect, count=row.count,
            by_turn=row.last_turn,
            otherwise=RandomEvent(rule=row.later.rule, side=row.side, effect=row.later.effect,
                                  count=row.later.count) if row.later else None,
        ) for row in self.files.events.event}

    def _entries(self) -> list[Entry]:
        assert self.files.entries is not None
        return [Entry(letter=row.id, side=row.side, hexes=self._area(row.area, "entries.toml"),
                      edge=edge_hexes(self.map, row.edge)) for row in self.files.entries.entry]

    def _limits(self) -> Limits:
        files, n = self.files, self.files.limits or {}
        assert files.entries is not None
        assert files.turns is not None
        assert files.victory is not None
        assert files.replacements is not None
        assert files.defences is not None
        command, stavka, delays, combat = (n[k] for k in ("command", "stavka", "delays", "combat"))
        return Limits(
            stack_combat_units=n["stacking"]["combat_units"], outsiders=command["outsiders"],
            strachwitz_units=command["strachwitz_units"],
            strachwitz_barrages=command["strachwitz_barrages"],
            narwa_extras=command["narwa_extra_units"], free_move_units=command["free_move_units"],
            free_move_outsiders=command["free_move_outsiders"], stavka_targets=stavka["targets"],
            stavka_shift=stavka["shift"], stavka_steps=stavka["extra_steps"],
            stavka_returns=stavka["returns_after_turns"],
            withdrawal_turns=delays["withdrawal_turns"],
            shock_supply_turns=delays["second_shock_supply_turns"],
            wehrmacht_last_turn=delays["wehrmacht_last_turn"], pinned_shift=combat["pinned_shift"],
            air_units=combat["air_units"], first_turn_die=combat["first_turn_soviet_die"],
            displacement=n["headquarters"]["displacement_hexes"],
            blocked_entry=files.entries.blocked.hexes,
            reroute_turns=files.entries.reroute.delay_turns,
            repair_boxes=files.defences.boxes_at_turn_end,
            boxes_per_point=files.replacements.defences["boxes_per_point"],
            box_points=files.victory.defence_boxes.points,
            late_thaw_turn=files.turns.late_thaw_turn,
        )

    def _defenders(self) -> tuple[str, ...]:
        assert self.files.defences is not None
        return tuple(self.files.defences.only["prepared_defence"])

    # -- the scenario -----------------------------------------------------------------------

    def _scenario(self) -> Scenario:
        setting, victory = self.setting, self.files.victory
        assert victory is not None
        file = f"scenarios/{setting.id}.toml"
        whole = setting.playable == "all"
        return Scenario(
            id=setting.id, first_turn=setting.first_turn, last_turn=setting.last_turn,
            units=self._in_play(file), ours=setting.ours,
            levels=tuple(VictoryLevel(id=row.id, winner=row.winner, least=row.least)
                         for row in setting.level or victory.level),
            scoring=tuple(self._scoring(row, file) for row in setting.score or victory.score),
            playable=self.map.grid.all if whole else self._area(setting.playable, file),
            soviet_held=self._area("soviet_line_at_start", "maps/narva/areas.csv"),
            sudden_death=setting.sudden_death, first_turn_rules=setting.first_turn_rules,
            chits={} if setting.chits == "all" else dict(setting.chits),
        )

    def _in_play(self, file: str) -> tuple[int, ...]:
        codes = {unit.code: number for number, unit in enumerate(self.units)}
        if self.setting.units == "all":
            return tuple(codes.values())
        for code in self.setting.units:
            if code not in codes:
                self.opened.faults.add(file, "units", f"no counter {code!r}")
        return tuple(codes[code] for code in self.setting.units if code in codes)

    def _scoring(self, row: rows.Score, file: str) -> Scoring:
        return Scoring(id=row.id, rule=row.rule, hexes=self._area(row.area, file),
                       points=row.points, occupied=row.occupied)

    def _area(self, name: str, file: str) -> HexSet:
        if name not in self.map.areas:
            self.opened.faults.add(file, name, f"no area {name!r} on the map")
        return self.map.areas.get(name, 0)


def edge_hexes(map: GameMap, edge: str) -> HexSet:
    """The outermost column or row of the map on one side."""
    labels = {hex: map.grid.label(hex) for hex in map.grid}
    part = slice(0, 2) if edge in ("west", "east") else slice(2, 4)
    wanted = (min if edge in ("west", "south") else max)(label[part] for label in labels.values())
    return pack(hex for hex, label in labels.items() if label[part] == wanted)


def _cost(text: str) -> int | None:
    return None if text in ("", "no", "all") else int(Fraction(text) * POINT)


def _ground(row: rows.TerrainRow) -> Ground:
    shift = int(row.shift) if row.shift.lstrip("-").isdecimal() else 0
    return Ground(leg=_cost(row.leg), mech=_cost(row.mechanised), doubles=row.defence == "2",
                  shift=shift)


def _road(row: rows.TerrainRow) -> Road:
    return Road(normal=_cost(row.leg) or 0, strategic=_cost(row.strategic),
                frozen_only=row.kind == "winter_trail")


BOX = NarvaBox()
