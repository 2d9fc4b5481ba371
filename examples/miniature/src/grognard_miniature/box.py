"""The box: reads the data folder and puts a game together."""

from collections.abc import Mapping

from grognard.boxes import Box, OpenBox, Option, Overrides, load_maps
from grognard_miniature.board import survey
from grognard_miniature.game import Miniature, Parts
from grognard_miniature.parts import BattleResult, Counter, Level, Numbers, Scenario, Terrain


class MiniatureBox(Box):
    """One river, two villages, a handful of counters."""

    id = "miniature"
    title = "One River, Two Villages"
    publisher = "Grognard"
    rulebook = "miniature"
    package = "grognard_miniature.data"

    def options(self) -> dict[str, Option]:
        return {"fog": Option("fog", "option.fog", default=True)}

    def load(
        self, scenario: str, options: Mapping[str, bool | int | str], overrides: Overrides
    ) -> Miniature:
        opened = self.open(overrides)
        parts = read_parts(opened)
        setting = opened.toml(f"scenarios/{scenario}.toml", Scenario)
        if parts and setting:
            check_scenario(opened, parts, setting, f"scenarios/{scenario}.toml")
        opened.faults.raise_if_any()
        assert parts is not None
        assert setting is not None
        game = Miniature(parts, scenario, setting, options)
        game.fingerprint = opened.fingerprint()
        game.overrides = opened.overrides_used()
        game.provenance = opened.provenance
        return game


def read_parts(opened: OpenBox) -> Parts | None:
    """Everything but the scenario; None after faults."""
    maps = load_maps(opened)
    terrain = opened.csv("terrain.csv", Terrain, key=("kind",))
    counters = opened.csv("counters.csv", Counter, key=("code",))
    results = opened.csv("results.csv", BattleResult, key=("result",))
    levels = opened.csv("levels.csv", Level, key=("level",))
    numbers = opened.toml("numbers.toml", Numbers)
    if opened.faults or numbers is None:
        return None
    kinds = {row.kind: row for row in terrain}
    board = survey(maps["tikha"], kinds)
    return Parts(board, kinds, tuple(counters), tuple(results), tuple(levels), numbers)


def check_scenario(opened: OpenBox, parts: Parts, setting: Scenario, file: str) -> None:
    """What only the whole box can tell: that the scenario speaks of things that exist."""
    map = parts.board.map
    for name in setting.holds:
        if name not in map.grid.places:
            opened.faults.add(file, f"holds.{name}", "no such village")
    for side, area in setting.areas.items():
        if area not in map.areas:
            opened.faults.add(file, f"areas.{side}", f"no area {area!r} on the map")
    codes = {counter.code for counter in parts.counters}
    for code in setting.counters:
        if code not in codes:
            opened.faults.add(file, f"counters.{code}", "no such counter")


box = MiniatureBox()
