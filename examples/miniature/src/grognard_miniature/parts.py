"""The printed parts: what a row of each table of the box says."""

from typing import Literal

import msgspec

from grognard.boxes import Row


class Counter(Row, frozen=True, rename={"walks": "class"}):
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


class Terrain(Row, frozen=True):
    """A row of terrain.csv."""

    kind: str
    foot: int
    horse: int
    cover: bool
    notes: str = ""

    def cost(self, walks: str) -> int:
        return self.horse if walks == "horse" else self.foot


class BattleResult(Row, frozen=True):
    """A row of results.csv: what a margin of hits brings (6.6)."""

    at_least: int
    result: str
    attacker_loses: int
    defender_loses: int
    retreat: int


class Level(Row, frozen=True):
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


class Scenario(msgspec.Struct, frozen=True):
    """A file of the folder scenarios."""

    order: int
    title: str
    turns: int
    holds: dict[str, Literal["blue", "red"]]
    """Village to side."""
    areas: dict[str, str] = {}
    """Free set-up (2.3): side to area of the map."""
    counters: dict[str, str] = {}
    """Fixed set-up: counter to hex."""
