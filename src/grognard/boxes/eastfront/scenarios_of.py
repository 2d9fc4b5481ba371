"""The scenarios of the box, alone or linked, with their forces and start lines."""

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from grognard.boxes import OpenBox
from grognard.boxes.eastfront import rows
from grognard.rules.eastfront.data import (
    Cost,
    FixedUnit,
    ForceLine,
    Garrison,
    HalfYear,
    ListedUnit,
    Reinforcement,
    Scenario,
    SeaLink,
    StartBattle,
    Surprise,
)

if TYPE_CHECKING:
    from grognard.boxes.eastfront.box import Files

HALVES = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")
LINKED = (*(f"{first}-{second}" for first, second in pairwise(HALVES)), "campaign")
"""Two half-years linked, and the whole war."""
HISTORICAL = "s41"
"""The half-year with a list of who stood where; also where others are linked to it."""


def month_number(text: str) -> int:
    year, month = text.split("-")
    return int(year) * 12 + int(month) - 1


class Scenes:
    """What one scenario, or a chain of them, takes from the files."""

    def __init__(self, opened: OpenBox, files: "Files", scenario: str) -> None:
        self.opened, self.files = opened, files
        self.chain = chain(scenario)
        self.id = scenario
        found = files.scenarios[self.chain[0]]
        assert found is not None
        self.first = found
        self.map = files.maps[found.map]
        self.unit_rows = self._unit_rows()
        self.number = {row.code: n for n, row in enumerate(self.unit_rows)}

    def _unit_rows(self) -> list[rows.UnitRow]:
        """The blocks of the box; a tutorial has its own, known by letters."""
        if not self.first.unit:
            return list(self.files.units)
        by_code = {row.code: row for row in self.files.units}
        return [self._lettered(unit, by_code) for unit in self.first.unit]

    @staticmethod
    def _lettered(unit: rows.PlacedUnit, by_code: dict[str, rows.UnitRow]) -> rows.UnitRow:
        colour = "grey" if unit.side == "axis" else "brown"
        nation = "germany" if unit.side == "axis" else "ussr"
        name = by_code[unit.block].name if unit.block else unit.id
        return rows.UnitRow(code=unit.id, name=name, side=unit.side, nation=nation,
                            type=unit.type, max_cv=unit.max_cv, elite=tuple(unit.elite),
                            colour=colour)

    # -- scenario -----------------------------------------------------------------------------

    def scenario(self) -> Scenario:
        first, last = self.first, self.files.scenarios[self.chain[-1]]
        assert last is not None
        areas, line = self.map.areas, first.start_line
        playable = areas[first.play_area] if first.play_area else self.map.grid.all
        return Scenario(
            id=self.id, halves=tuple(self._half(name) for name in self.chain),
            first=(month_number(first.first.month), first.first.fortnight),
            last=(month_number(last.last.month), last.last.fortnight),
            sets_up_first=first.sets_up_first,
            forces={side: self._forces(side) for side in ("axis", "soviet")},
            land={side: self._land(side) for side in ("axis", "soviet")},
            frontier={side: areas.get(f"{line}_{side}_frontier", 0)
                      for side in ("axis", "soviet")},
            reinforcements=tuple(self._reinforcements()), fixed=self._fixed(),
            battles=tuple(StartBattle(hex=self.map.grid.hex(row.hex),
                                      defender=row.original_defender) for row in first.battle),
            playable=playable,
            start_level=self._start_level(),
            city_minimums={self.map.grid.hex(city): count
                           for city, count in first.city_minimums.items()},
            isolated={side: areas.get(f"{line}_isolated_{side}", 0)
                      for side in ("axis", "soviet")},
            campaign=len(self.chain) == len(HALVES),
            first_axis_turn_idle="S44.3" in first.special,
            garrison=self._garrison(), courland=self._courland(),
            tied=areas[first.hungarian_plain["area"]] if first.hungarian_plain else 0,
            surrendered=tuple(first.surrendered.get("nations", ())),
            free_satellites=tuple(self.number[code] for code in first.free_satellites),
            optional=areas[first.historical["may_stay_empty"]] if first.historical else 0,
        )

    def _land(self, side: str) -> int:
        """The side's ground; beyond a part of the map, as the same summer's line divides it."""
        areas, first = self.map.areas, self.first
        own = areas[f"{first.start_line}_{side}"]
        if not first.play_area:
            return own
        year = first.first.month[2:4]
        return own | areas[f"s{year}_{side}"] & ~areas[first.play_area]

    def _start_level(self) -> dict[str, int]:
        assert self.files.production is not None
        return self.files.production.start.get(self.first.id, {})

    def _garrison(self) -> Garrison | None:
        row = self.first.stalingrad
        if not row:
            return None
        return Garrison(hex=self.map.grid.hex(row["hex"]), side="axis", units=row["units"],
                        least_cv=row["least_cv"])

    def _courland(self) -> tuple[int, int, int] | None:
        row = self.first.courland
        if not row:
            return None
        return self.map.areas[row["area"]], row["units"], self.number[row["hq"]]

    def _forces(self, side: str) -> dict[str, ForceLine]:
        row: rows.SideRow = getattr(self.first, side)
        return {line: ForceLine(force.units, force.cv) for line, force in row.forces.items()
                if isinstance(force, rows.Force)}

    def _reinforcements(self) -> list[Reinforcement]:
        found: dict[str, Reinforcement] = {}
        for name in self.chain:
            file = self.files.scenarios[name]
            assert file is not None
            for row in file.reinforcement:
                found.setdefault(row.unit, Reinforcement(
                    unit=self.number[row.unit], cv=row.cv, month=month_number(row.month),
                    at_setup=row.at_setup and name == self.chain[0]))
        return list(found.values())

    def _fixed(self) -> tuple[FixedUnit, ...]:
        return tuple(FixedUnit(unit=self.number[row.id], cv=row.cv,
                               hex=-1 if row.eliminated else self.map.grid.hex(row.hex))
                     for row in self.first.unit)

    def _half(self, name: str) -> HalfYear:
        file, production = self.files.scenarios[name], self.files.production
        assert file is not None
        assert production is not None
        frost = file.paralysis
        surcharge = {"axis": Cost(*msgspec.structs.astuple(production.hq_surcharge["w41_axis"]))}
        return HalfYear(
            id=name, first=self._first_month(name),
            air={"axis": file.axis.air, "soviet": file.soviet.air},
            auto=production.auto.get(name, {"axis": 0, "soviet": 0}), handicap=file.handicap,
            confined_for_good=file.satellites_confined_for_good,
            hq_surcharge=surcharge if frost else {}, winter41=frost is not None,
            winter_speed=frost.snow_speed if frost else 0,
            winter_fire=frost.snow_offensive_fire if frost else "",
            race_to_berlin=name == "w44",
            surrender=name in HALVES and HALVES.index(name) >= HALVES.index("w42"),
            surprise=self._surprise(file), siege_artillery=bool(file.siege_artillery),
            courland=self._sea_link(file),
        )

    def _first_month(self, name: str) -> int:
        """Linked play goes on with the month after the last one (S43.1: June 1943)."""
        place = self.chain.index(name)
        file = self.files.scenarios[self.chain[place - 1] if place else name]
        assert file is not None
        return month_number(file.last.month) + 1 if place else month_number(file.first.month)

    def _sea_link(self, file: rows.ScenarioFile) -> SeaLink | None:
        row, place = file.courland, self.map.grid.hex
        return SeaLink(port=place(row["port"]), base=place(row["base"])) if row else None

    def _surprise(self, file: rows.ScenarioFile) -> Surprise | None:
        row = file.surprise
        if not row:
            return None
        return Surprise(month=month_number(row["month"]), disrupted=row["disrupted"],
                        no_river_repulse=row["no_river_repulse"],
                        frozen_nation=row["frozen_nation"],
                        closed=self.map.areas[row["closed_country"]])

    # -- blocks -------------------------------------------------------------------------------

    def in_play(self) -> tuple[int, ...]:
        """Blocks that the scenario may use: chosen, in the pool, or still to come."""
        if self.first.unit:
            return tuple(self.number.values())
        return tuple(n for code, n in self.number.items()
                     if self.chain[0] in self.unit_rows[n].scenarios)

    def wanted(self) -> frozenset[int]:
        """Blocks that the force lists name."""
        codes: list[str] = []
        for side in ("axis", "soviet"):
            named = getattr(self.first, side).forces.get("includes", [])
            codes += named if isinstance(named, list) else []
        return frozenset(self.number[code] for code in codes if code in self.number)

    def historical(self) -> tuple[ListedUnit, ...]:
        """June 1941: units with a city there, the others in their sectors (S41.1a, S41.1b)."""
        if self.chain[0] != HISTORICAL:
            return ()
        return tuple(ListedUnit(unit=number, cv=row.cv41, area=self._sector(row))
                     for number, row in enumerate(self.unit_rows)
                     if row.at41 and row.cv41 is not None)

    def _sector(self, row: rows.UnitRow) -> int:
        """A city, the front hexes of a district, or those of an army group and hexes behind them.

        Satellites outside the army groups stand where they may (2.66a).
        """
        areas = self.map.areas
        if row.at41 not in areas:
            return 1 << self.map.grid.hex(row.at41)
        if row.side == "soviet":
            return areas[row.at41]
        if not row.at41.startswith("sector_"):
            return areas["s41_axis"]
        behind = self.map.grid.spread(areas[row.at41]) & ~areas["s41_axis_frontier"]
        return (areas[row.at41] | behind) & areas["s41_axis"]


def chain(scenario: str) -> list[str]:
    """``s41-w41`` is two half-years linked; ``campaign`` all eight."""
    if scenario == "campaign":
        return list(HALVES)
    first, _, last = scenario.partition("-")
    if not last:
        return [first]
    return list(HALVES[HALVES.index(first):HALVES.index(last) + 1])
