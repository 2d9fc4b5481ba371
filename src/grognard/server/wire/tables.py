"""Tables: what does not change during a game."""

from typing import Literal

from grognard.server.wire.base import Fact, LitCell, Named, Told


class Side(Told, frozen=True):
    """A side and the colour of its counters."""

    id: str
    name: str
    colour: str


class Unit(Told, frozen=True):
    """A unit; the rule book may tell its side, its formation, what it can do."""

    n: int
    code: str
    name: str
    source: str
    """Where the numbers on it are from."""
    title: str = ""
    """What it is called in full, where its name is a code."""
    side: str = ""
    group: str = ""
    facts: list[Fact] = []


class Kind(Told, frozen=True):
    """A kind of action."""

    kind: str
    label: str
    domain: str
    aim: Literal["", "target"] = ""
    stack: bool = False
    """Its hex stands for all units in it."""


class DetailLevel(Told, frozen=True, rename={"least": "from"}):
    """From how many pixels a hex side on a detail is drawn; below, the light picture."""

    detail: str
    least: float


class DrawnMap(Told, frozen=True):
    """Where the pictures of a map are: a light one of the whole, and parts in more detail."""

    light: str
    parts: str
    """Parts are at `{parts}/{detail}/{column}/{row}.svg`, squares of `span` units of the map."""
    stamp: str
    span: float
    columns: int
    rows: int
    levels: list[DetailLevel]


class MapHexes(Told, frozen=True):
    """The hexes of a map in columns of equal length."""

    n: list[int]
    label: list[str]
    x: list[float]
    y: list[float]
    terrain: list[int]
    name: list[str]
    aliases: list[list[str]]


class TableMap(Told, frozen=True):
    """A map of the table."""

    id: str
    name: str
    svg: str
    drawn: DrawnMap
    orientation: Literal["flat", "pointy"]
    width: float
    height: float
    size: float
    terrains: list[Named]
    hexes: MapHexes
    reconstructed: list[int]
    """Hexes of which a value is our reconstruction."""


class PanelPlace(Told, frozen=True):
    """A place of a panel."""

    at: str
    label: str


class Panel(Told, frozen=True):
    """A box, track or pool beside the map."""

    id: str
    label: str
    form: Literal["box", "track", "pool"]
    places: list[PanelPlace]


class Chart(Told, frozen=True):
    """A printed table to look things up in."""

    id: str
    label: str
    rule: str
    rows: list[list[str]]


class Table(Told, frozen=True):
    """Everything but the pictures."""

    box: str
    scenario: str
    title: str
    fingerprint: str
    hides: bool
    """Whether the sides see different things."""
    sides: list[Side]
    units: list[Unit]
    kinds: list[Kind]
    maps: list[TableMap]
    panels: list[Panel]
    charts: list[Chart]
    in_play: list[int]
    """The hexes that are played on; none: the whole map."""
    faces: list[str]
    face_labels: dict[str, str]
    citation: str
    """What stands before the colon of a rule of this box."""
    rule_titles: dict[str, str]
    """Rules of the box that no book numbers, by what they are cited as: they are shown by title."""


class Faces(Told, frozen=True):
    """All counters, blocks and markers, drawn."""

    faces: dict[str, str]


class HexLine(Told, frozen=True):
    """A road, a railway or the like that runs through a hex."""

    kind: str
    label: str
    name: str


class HexSide(Told, frozen=True):
    """A hexside with something on it."""

    direction: int
    to: int
    kinds: list[str]
    labels: list[str]
    name: str


class HexFacts(Told, frozen=True):
    """What a hex is, what its sides are, and where each value is from."""

    hex: int
    label: str
    name: str
    terrain: Named
    features: list[Named]
    areas: list[Named]
    lines: list[HexLine]
    sides: list[HexSide]
    facts: list[Fact]
    sources: dict[str, str]
    lit: list[LitCell]
