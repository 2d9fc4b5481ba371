"""Where reinforcements come in, what is worth points, and what a scenario takes of the box."""

from typing import Annotated, Literal

from grognard.core.contents import AreaName, InArea, Places
from grognard.hexes import HexSet
from grognard.rules.narva.edition import Side, Table


class Entry(Table, frozen=True, rename={"letter": "id", "hexes": "area"}):
    """An entry area (8.0.A)."""

    letter: str
    side: Side
    edge: Literal["west", "east", "south", "north"]
    """The map edge it lies on (8.3.B)."""
    hexes: InArea


class Reroute(Table, frozen=True):
    side: Side
    delay_turns: int


class Blocked(Table, frozen=True):
    hexes: int


class Landing(Table, frozen=True):
    """The brigade that lands from the sea, and where (8.6)."""

    unit: str
    area: InArea
    otherwise: InArea
    barrages: int
    column: str


class Entries(Table, frozen=True):
    """The file entries.toml."""

    entry: list[Entry]
    reroute: Reroute
    blocked: Blocked
    landing: Landing


class Scoring(Table, frozen=True, rename={"hexes": "area"}):
    """What a place or an event is worth to the Soviets (13.3)."""

    id: str
    hexes: InArea
    points: int
    rule: str = "13.3"
    occupied: bool = False
    """Counts only hexes that a Soviet combat unit occupies, not controlled ones (13.3.9)."""


class VictoryLevel(Table, frozen=True):
    id: str
    winner: Side
    least: int
    """Soviet points from which on the level holds."""


class SuddenDeath(Table, frozen=True):
    side: Side
    area: InArea


class DefenceBoxes(Table, frozen=True):
    """Victory points for each box below the top (13.3.10)."""

    rule: str
    points: int


class Victory(Table, frozen=True):
    """The file victory.toml."""

    sudden_death: SuddenDeath
    level: list[VictoryLevel]
    score: list[Scoring]
    defence_boxes: DefenceBoxes


class HexesInPlay(AreaName):
    """An area, or ``all`` of the map."""

    def read(self, text: str, places: Places) -> HexSet:
        return -1 if text == "all" else super().read(text, places)


class AirInPlay(Table, frozen=True):
    units: list[str]


class Scenario(Table, frozen=True, kw_only=True):
    """A file of the folder scenarios."""

    id: str
    title: str
    order: int = 0
    ours: bool = False
    map: str
    first_turn: int
    last_turn: int
    units: list[str] | Literal["all"]
    chits: dict[str, int] | Literal["all"]
    """How many of each chit."""
    turns: Literal["all"] = "all"
    playable: Annotated[int, HexesInPlay()]
    sudden_death: bool
    first_turn_rules: bool
    victory: str = ""
    scoring: str = ""
    limits: dict[Side, int] = {}
    """Activations on every turn, if not those of the track."""
    air: AirInPlay | None = None
    level: list[VictoryLevel] = []
    score: list[Scoring] = []
