"""How fast the East Front Series plays at the size of a campaign.

::

    tools/measure_series.py --decisions 4000
    tools/measure_series.py --box typhoon --keep docs/bench/series.csv
    tools/measure_series.py --box typhoon --scenario campaign --keep docs/bench/series.csv

No published map: three sheets of 6,840 hexes, ground, rivers, roads and railways strewn by a fixed
seed; all counters of a box stand on both sides of a front or are due at the edges, under its own
charts. Random play begins there and is stopped after so many decisions: at each question one offer
is taken, and now and then "done", so that every phase comes. All times are CPU times.

With ``--scenario`` a published one is played instead.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from msgspec.structs import replace

import grognard
from grognard.boxes.catalogue import DataBox
from grognard.boxes.contents import read_contents
from grognard.core.actions import Action
from grognard.core.contents import Setting
from grognard.core.maps import GameMap, Line
from grognard.hexes import Grid, Hex, HexSet, Orientation, bits, join, pack, rectangle
from grognard.lab import history
from grognard.lab.bench import calibrate, machine
from grognard.lab.samework import short
from grognard.records import Playthrough
from grognard.rules.efs import control, routes, zones
from grognard.rules.efs.data import Contents, Unit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import (
    AirAtStart,
    Arrival,
    EntryArea,
    Fort,
    Scenario,
    SetUp,
    SourceRow,
    SupplyAtStart,
)
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, SIDES, SOVIET

COLUMNS, ROWS, SHEETS = 40, 57, "NMP"
WIDTH = COLUMNS * len(SHEETS)
FRONT, DEPTH = 50, 9
"""The first Soviet column, and how deep each side stands."""
SEED = 1941
DUE = 8
"""Every eighth counter comes later."""
PASS = 0.03
"""How often "done" is taken where it is offered."""
LAST_TURN = 38
LEARNING = {"typhoon": "mtsensk", "army_group_north": "soltsy"}
"""The scenario whose charts are taken."""
POSITIONS, ROUNDS = 60, 3


# -- the ground --------------------------------------------------------------------------------


def the_grid() -> Grid:
    """Three sheets side by side on one grid."""
    sheet = rectangle(Orientation.FLAT, columns=range(1, COLUMNS + 1), rows=range(1, ROWS + 1))
    return join({key: (sheet, COLUMNS * place, -COLUMNS * place // 2)
                 for place, key in enumerate(SHEETS)})


class Land:
    """A map strewn by a fixed seed."""

    def __init__(self) -> None:
        self.rng, self.grid = Random(SEED), the_grid()
        self.hexes = tuple(self.grid)
        self.least = min(self.grid.axial(hex)[0] for hex in self.hexes)

    def column(self, hex: Hex) -> int:
        return self.grid.axial(hex)[0] - self.least

    def row(self, hex: Hex) -> int:
        column, along = self.grid.axial(hex)
        return along + (column - self.least) // 2

    def at_column(self, column: int) -> list[Hex]:
        """The hexes of a column, from top to bottom."""
        return sorted((hex for hex in self.hexes if self.column(hex) == column), key=self.row)

    def map(self) -> GameMap:
        terrain = {hex: self.rng.choices(
            ("clear", "hill", "marsh", "swamp", "city"), (80, 6, 9, 3, 2))[0]
            for hex in self.hexes}
        moscow = self.grid.disk(self.at_column(WIDTH - 15)[ROWS // 2], 1)
        terrain |= dict.fromkeys(bits(moscow), "major_city")
        columns = range(WIDTH)
        sheets = {key: self.between(place * COLUMNS, (place + 1) * COLUMNS)
                  for place, key in enumerate(SHEETS)}
        return GameMap(
            "campaign", "Campaign", self.grid, 5, terrain,
            features={"woods": self._strewn_hexes(0.3), "village": self._strewn_hexes(0.06)},
            hexsides={"minor_river": self._strewn_sides(0.05),
                      "major_river": self._strewn_sides(0.01)},
            lines=(*self._along("main_road", 8), *self._along("railway", 10),
                   *self._down("minor_road", 7), *self._down("railway", 30)),
            areas={"moscow": moscow, "west": pack(self.at_column(columns[0])),
                   "east": pack(self.at_column(columns[-1]))},
            sheets=sheets)

    def between(self, first: int, beyond: int) -> HexSet:
        return pack(hex for hex in self.hexes if first <= self.column(hex) < beyond)

    def _strewn_hexes(self, share: float) -> HexSet:
        return pack(hex for hex in self.hexes if self.rng.random() < share)

    def _strewn_sides(self, share: float) -> frozenset[int]:
        sides = (self.grid.hexside(hex, near) for hex in self.hexes
                 for near in self.grid.neighbours(hex) if hex < near)
        return frozenset(side for side in sides if self.rng.random() < share)

    def _along(self, kind: str, spacing: int) -> Iterator[Line]:
        """From west to east, every so many rows."""
        west, east = self.at_column(0), self.at_column(WIDTH - 1)
        for row in range(spacing // 2, min(len(west), len(east)), spacing):
            yield self._line(kind, west[row], east[row])

    def _down(self, kind: str, spacing: int) -> Iterator[Line]:
        for column in range(spacing // 2, WIDTH, spacing):
            hexes = self.at_column(column)
            yield self._line(kind, hexes[0], hexes[-1])

    def _line(self, kind: str, start: Hex, goal: Hex) -> Line:
        way = [start]
        while way[-1] != goal:
            way.append(min(self.grid.neighbours(way[-1]),
                           key=lambda hex: (self.grid.distance(hex, goal), hex)))
        return Line(kind, f"{kind}-{start}", "", tuple(way))


# -- the game ----------------------------------------------------------------------------------


def campaign(box: str) -> EastFrontSeries:
    """All counters of a box on the strewn map."""
    opened = DataBox(f"grognard.boxes.{box}").open()
    contents = read_contents(opened, Contents, LEARNING[box])
    opened.faults.raise_if_any()
    assert contents is not None
    land = Land()
    map = land.map()
    scenario = the_scenario(land, map, contents)
    ours = replace(contents, maps={map.id: map}, scenario=scenario)
    return EastFrontSeries(ours, Setting(box=box, scenario="campaign", options={}, citation=box))


def the_scenario(land: Land, map: GameMap, contents: Contents) -> Scenario:
    ground = {AXIS: land.between(FRONT - DEPTH, FRONT), SOVIET: land.between(FRONT, FRONT + DEPTH)}
    supplies = [unit for unit in contents.units if "supply" in unit.traits]
    others = [unit for unit in contents.units if unit not in supplies]
    due = [unit for unit in others[::DUE] if "train" not in unit.traits]
    standing = [unit for unit in others if unit not in due]
    fliers = {side: AirAtStart(ready=[row.code for row in contents.air_units if row.side == side])
              for side in SIDES}
    railways = pack(hex for line in map.lines if line.kind == "railway" for hex in line.hexes)
    return Scenario(
        id="campaign", title="campaign", map=map.id, sheets=list(SHEETS), first_turn=1,
        last_turn=min(LAST_TURN, len(contents.turns)), units=[unit.code for unit in contents.units],
        setup=_set_up(land, contents, standing, ground),
        axis_land=land.between(0, FRONT), converted=railways & land.between(0, FRONT - DEPTH),
        arrival=[Arrival(turn=2 + number % 12, side=unit.side, units=[unit.code],
                         entry="w" if unit.side == AXIS else "e")
                 for number, unit in enumerate(due)],
        entry=[EntryArea(id="w", side="axis", area=map.areas["west"]),
               EntryArea(id="e", side="soviet", area=map.areas["east"])],
        fort=[Fort(hex=hex, side="soviet") for hex in tuple(bits(ground[SOVIET]))[::12]],
        supply=[SupplyAtStart(unit=unit.code, hex=tuple(bits(ground[unit.side]))[number * 7])
                for number, unit in enumerate(supplies[::3])],
        source=[SourceRow(side="axis", area=map.areas["west"]),
                SourceRow(side="soviet", area=map.areas["east"])],
        supply_per_turn=PerSide(axis=3, soviet=3), rail_capacity=PerSide(axis=10, soviet=40),
        air_transport=PerSide(axis=3, soviet=3), conversion_points=10,
        left_out=["replacement"], air=fliers)


def _set_up(land: Land, contents: Contents, units: list[Unit],
            ground: dict[str, HexSet]) -> list[SetUp]:
    """Each counter into some hex of its side that has room."""
    rng, stands, weight = Random(SEED), dict[Hex, list[str]](), dict[Hex, int]()
    places = {side: tuple(bits(hexes)) for side, hexes in ground.items()}
    for unit in units:
        hex = rng.choice(places[unit.side])
        while weight.get(hex, 0) + unit.stacking > contents.edition.stacking:
            hex = rng.choice(places[unit.side])
        weight[hex] = weight.get(hex, 0) + unit.stacking
        stands.setdefault(hex, []).append(unit.code)
    return [SetUp(hex=hex, units=codes) for hex, codes in stands.items()]


# -- the measure -------------------------------------------------------------------------------


def play(game: EastFrontSeries, decisions: int, seed: int) -> tuple[dict[str, Any], list[EfsState]]:
    """Random play for so many decisions; what it took, and positions out of it."""
    rng, game_at_hand = Random(seed), Playthrough(game, seed=seed)
    made, spent, states, phases = 0, 0.0, list[EfsState](), dict[str, int]()
    every = max(1, decisions // POSITIONS)
    while made < decisions and (asked := game_at_hand.decisions):
        began = process_time()
        side, decision = next(iter(asked.items()))
        offers = decision.offers
        many = len(offers) > 1
        passes = "done" in offers.choices and rng.random() < PASS
        action = Action("done", 0) if passes else offers.sample(rng)
        game_at_hand.do(side, action)
        spent += process_time() - began
        made += many
        phases[game_at_hand.state.phase] = phases.get(game_at_hand.state.phase, 0) + many
        if many and made % every == 0:
            states.append(game_at_hand.state.copy())
    written = [f"{entry.side} {tuple(entry.act)}" for entry in game_at_hand.log]
    return {"decisions_per_cpu_s": round(made / spent, 1), "turn": game_at_hand.state.turn,
            "phases": phases, "played": short(written)}, [
                state for state in states if game.decisions(state)]


def questions(game: EastFrontSeries) -> dict[str, Callable[[EfsState], object]]:
    """What is timed at each position, with nothing cached but for the copy."""

    def offers(state: EfsState) -> None:
        for decision in game.decisions(state).values():
            len(decision.offers)

    return {
        "offers_us": offers,
        "zones_us": lambda state: [zones.zone(game, state, side) for side in SIDES],
        "settle_us": lambda state: control.settle(game, state),
        "nets_us": lambda state: [routes.supplied(game, state, side) for side in SIDES],
    }


def times(game: EastFrontSeries, states: list[EfsState]) -> dict[str, float]:
    found = {name: _mean(ask, states, clear=True) for name, ask in questions(game).items()}
    return found | {"copy_us": _mean(lambda state: state.copy(), states, clear=False),
                    "view_us": _mean(lambda state: game.view(state, AXIS), states, clear=False)}


def _mean(ask: Callable[[EfsState], object], states: list[EfsState], *, clear: bool) -> float:
    """Microseconds of CPU time for a question, the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        copies = [state.copy() for state in states]
        for state in copies if clear else ():
            state.cache.clear()
        began = process_time()
        for state in copies:
            ask(state)
        best = min(best, (process_time() - began) / len(copies) * 1e6)
    return round(best, 1)


def measure(box: str, decisions: int, seed: int, scenario: str = "") -> dict[str, Any]:
    loop, began = calibrate(), process_time()
    game = grognard.load(box, scenario) if scenario else campaign(box)
    assert isinstance(game, EastFrontSeries)
    built = round(process_time() - began, 2)
    played, states = play(game, decisions, seed)
    return {"box": box, "scenario": scenario or "strewn campaign", "hexes": len(game.grid),
            "counters": len(game.units), "build_s": built, **played, **times(game, states),
            "machine": machine(), "calibration": round(loop, 4)}


def kept(found: dict[str, Any]) -> list[dict[str, object]]:
    """A row for each number, as ``grognard bench --keep`` has them."""
    about = {"date": history.today(), "commit": history.commit(), "machine": found["machine"],
             "calibration": found["calibration"], "bench": "campaign", "box": found["box"],
             "scenario": found["scenario"]}
    return [{**about, "key": key, "value": value} for key, value in found.items()
            if isinstance(value, (int, float)) and key not in about]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--box", default="typhoon")
    parser.add_argument("--decisions", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scenario", default="")
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    found = measure(asked.box, asked.decisions, asked.seed, asked.scenario)
    print(json.dumps(found, indent=2))
    if asked.keep:
        history.keep(kept(found), asked.keep)


if __name__ == "__main__":
    main()
