"""The rule book as a whole: what the engine asks of a game, answered chapter by chapter."""

from functools import cached_property
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from grognard.core.actions import Hexes, Nothing, Space, Units, Words
from grognard.core.bounds import Bounds
from grognard.core.contents import FaultList, Setting
from grognard.core.game import Result
from grognard.core.messages import Catalogue
from grognard.core.sides import Side
from grognard.core.steps import Together
from grognard.hexes import Grid, bits, pack
from grognard.table import TableGame
from grognard_miniature import bounds, fog, invariants, victory
from grognard_miniature.advice import MiniatureAdvice
from grognard_miniature.board import survey
from grognard_miniature.bound import at_most
from grognard_miniature.parts import Contents
from grognard_miniature.sequence import SetUp, Turn
from grognard_miniature.state import OFF, ORDERS, SIDES, MiniatureState
from grognard_miniature.table import MiniatureTable


class Miniature(TableGame[MiniatureState]):
    """A scenario of the miniature with its options."""

    contents = Contents
    sides = SIDES
    state_type = MiniatureState
    advice_type = MiniatureAdvice
    table_type = MiniatureTable
    texts = (Path(str(files("grognard_miniature"))) / "locale",)

    def __init__(self, contents: Contents, setting: Setting) -> None:
        super().__init__(contents, setting)
        self.edition, self.setting = contents.edition, contents.scenario
        self.turns, self.fog = contents.scenario.turns, bool(setting.options["fog"])
        self.counters, self.numbers = contents.counters, contents.numbers
        self.terrain = {row.kind: row for row in contents.terrain}
        self.results, self.levels, self.maps = contents.results, contents.levels, contents.maps
        (map,) = contents.maps.values()
        self.grid: Grid = map.grid
        self.board = survey(map, self.terrain, self.edition, contents.scenario.homes)
        self.everybody = (1 << len(self.counters)) - 1
        self.decoys = pack(n for n, counter in enumerate(self.counters) if counter.is_decoy)
        self.playing = self._in_play()
        self.counters_of = {side: self.playing & self._of(side) for side in SIDES}
        self.units_of = {side: tuple(bits(self.counters_of[side])) for side in SIDES}
        self.start_areas = self.setting.areas
        self.space = self._space()
        self.bound = at_most(self, self.new_state())

    @classmethod
    def check_contents(cls, contents: Contents, scenario: str, faults: FaultList) -> None:
        codes = {counter.code for counter in contents.counters}
        for code in contents.scenario.counters:
            if code not in codes:
                faults.add(f"scenarios/{scenario}.toml", f"counters.{code}", "no such counter")

    def _in_play(self) -> int:
        """All that a fixed set-up names, or all; 3.6: without fog no decoys."""
        fixed = self.setting.counters
        named = pack(n for n, counter in enumerate(self.counters)
                     if not fixed or counter.code in fixed)
        return named if self.fog else named & ~self.decoys

    def _of(self, side: Side) -> int:
        return pack(n for n, counter in enumerate(self.counters) if counter.side == side)

    def _space(self) -> Space:
        units, hexes = Units([counter.code for counter in self.counters]), Hexes(self.grid)
        return Space({
            "place": units, "at": hexes,
            "order": Words(ORDERS, "order"), "gun": hexes,
            "move": units, "to": hexes, "done": Nothing(),
            "attack": hexes, "by": units, "fight": Nothing(),
            "lose": units, "retreat": hexes, "advance": units, "none": Nothing(),
        })  # fmt: skip

    # -- the play -----------------------------------------------------------------------

    def new_state(self) -> MiniatureState:
        state = MiniatureState(
            at=[OFF] * len(self.counters),
            steps=[row.steps * (self.playing >> n & 1) for n, row in enumerate(self.counters)],
            face_up=0 if self.fog else self.playing,
            holders=dict(self.setting.holds),
            points=dict.fromkeys(SIDES, 0),
        )
        codes = [counter.code for counter in self.counters]
        for code, hex in self.setting.counters.items():
            if state.steps[codes.index(code)]:
                state.put(codes.index(code), hex)
        if self.start_areas:
            state.push(Together.of(blue=(SetUp("blue"),), red=(SetUp("red"),)), Turn())
        else:
            state.push(Turn())
        return state

    def result(self, state: MiniatureState) -> Result | None:
        return victory.result(self, state) if self.is_over(state) else None

    def faults(self, state: MiniatureState) -> list[str]:
        return invariants.faults(self, state)

    @cached_property
    def bounds(self) -> Bounds:
        return bounds.bounds(self)

    # -- hidden information -------------------------------------------------------------

    def hidden_from(self, state: MiniatureState, side: Side) -> int:
        return fog.hidden_from(self, state, side)

    def veil(
        self, known: MiniatureState, state: MiniatureState, side: Side, hidden: int
    ) -> None:
        fog.veil(self, known, state, hidden)

    def fill(self, state: MiniatureState, side: Side, rng: Random) -> MiniatureState:
        return fog.fill(state, rng)

    # -- words ------------------------------------------------------------------------

    def name(self, spec: str, value: Any, texts: Catalogue) -> str:
        """Puts an argument of a message into words; a village is called by its name as well."""
        if spec == "order":
            return texts.text(f"order.{ORDERS[value]}")
        if spec == "hex" and value in self.board.map.names:
            return f"{self.grid.label(value)} {self.board.map.names[value]}"
        return super().name(spec, value, texts)
