"""The printed parts: what a row of each table of the box says, and which files there are."""

from typing import Annotated, Literal

import msgspec

from grognard.core.contents import MAPS, Csv, InArea, OnHex, Toml
from grognard.core.maps import GameMap


class Counter(msgspec.Struct, frozen=True, rename={"walks": "class"}):
    """A row of counters.csv."""

    code: str
    side: Literal["blue", "red"]
    kind: str
    strength: int
    reduced: int
    moves: int
    walks: Literal["foot", "horse"]

    @property
    def is_decoy(self) -> bool:
        return self.strength == 0

    @property
    def steps(self) -> int:
        """1.4: two sides to fight with; a decoy has nothing to lose."""
        return 1 if self.is_decoy else 2

    def dice(self, steps: int) -> int:
        """6.4: the dice it throws with so many steps left."""
        return self.strength if steps == 2 else self.reduced


class Terrain(msgspec.Struct, frozen=True):
    """A row of terrain.csv."""

    kind: str
    foot: int
    horse: int
    cover: bool
    notes: str = ""

    def cost(self, walks: str) -> int:
        return self.horse if walks == "horse" else self.foot


class BattleResult(msgspec.Struct, frozen=True):
    """A row of results.csv: what a margin of hits brings (6.6)."""

    at_least: int
    result: str
    attacker_loses: int
    defender_loses: int
    retreat: int


class Level(msgspec.Struct, frozen=True):
    """A row of levels.csv: how clear a lead in points is (9.3)."""

    at_least: int
    level: str


class Numbers(msgspec.Struct, frozen=True):
    """The file numbers.toml, which says what each is."""

    stack: int
    chits: int
    acting: int
    order_dice: int
    order_moves: int
    gun_range: int
    gun_dice: int
    hits: int
    hits_cover: int
    own_village: int
    enemy_village: int
    lost_counter: int


class Edition(msgspec.Struct, frozen=True):
    """The file edition.toml: where boxes of this rule book differ."""

    rivers_stop_zones: bool
    """5.4: whether a zone ends at a river without a bridge."""


class Scenario(msgspec.Struct, frozen=True):
    """A file of the folder scenarios."""

    order: int
    title: str
    turns: int
    holds: dict[OnHex, Literal["blue", "red"]]
    """Village to side."""
    homes: dict[str, InArea]
    """8.1: the map edges that supply comes from, side to area of the map."""
    map: str = ""
    """Where it is played, if the box has several maps."""
    sheets: list[str] = []
    """Which sheets of it are used; none named: all."""
    areas: dict[str, InArea] = {}
    """Free set-up (2.3): side to area of the map."""
    counters: dict[str, OnHex] = {}
    """Fixed set-up: counter to hex."""


class Contents(msgspec.Struct, frozen=True):
    """What lies in the box."""

    maps: Annotated[dict[str, GameMap], MAPS]
    terrain: Annotated[tuple[Terrain, ...], Csv("terrain.csv", key=("kind",))]
    counters: Annotated[tuple[Counter, ...], Csv("counters.csv", key=("code",))]
    results: Annotated[tuple[BattleResult, ...], Csv("results.csv", key=("result",))]
    levels: Annotated[tuple[Level, ...], Csv("levels.csv", key=("level",))]
    numbers: Annotated[Numbers, Toml("numbers.toml")]
    edition: Annotated[Edition, Toml("edition.toml")]
    scenario: Annotated[Scenario, Toml("scenarios/{scenario}.toml")]
