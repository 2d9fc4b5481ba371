"""What a table shows, described so that one client can draw any game.

A rule book turns a view into a :class:`Scene`; the box describes what does not change (maps,
tracks, boxes beside the map, charts) in a :class:`Layout`. Places are texts: ``hex:2626``,
``box:luftwaffe``, ``track:turn:3``.
"""

from typing import TypeAlias

import msgspec

from grognard.core.fights import Fight, Sign
from grognard.core.messages import Message
from grognard.core.sides import Side


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter, block, chit or marker in its place. The last piece of a place lies on top."""

    token: str
    """Names the piece for animation; for a hidden unit it carries no lasting identity."""
    face: str
    at: str
    side: Side = ""
    unit: int = -1
    """The unit's number where the viewer may know it."""
    marks: tuple[str, ...] = ()
    """Faces of markers lying on it: pinned, out of supply ..."""
    note: Message | None = None


class Gauge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number the table keeps in sight: victory points, activations left, a track."""

    id: str
    value: int
    top: int = 0
    side: Side = ""


class PhaseMark(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the phase bar."""

    id: str
    now: bool = False
    side: Side = ""
    """Whose phase it is, where one side acts at a time."""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """The victory panel: who would win now, and the lines that make up the score."""

    standing: Message
    lines: tuple[tuple[Message, int], ...] = ()


class Lit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What counts now in a chart: a row, a column, or the cell where both meet.

    Rows and columns count from 0, heads included.
    """

    chart: str
    row: int | None = None
    column: int | None = None


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything one viewer sees now."""

    turn: int
    pieces: tuple[Piece, ...]
    phases: tuple[PhaseMark, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    overlays: dict[str, tuple[int, ...]] = {}
    """Named sets of hexes: zones of control, supply, command range ..."""
    score: Score | None = None
    date: str | Message = ""
    signs: tuple[Sign, ...] = ()
    fight: Fight | None = None
    lit: tuple[Lit, ...] = ()
    """Where the charts are looked up now: this turn's row, the column of the battle at hand ..."""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box, track or pool beside the map: its id, and the places in it, in order."""

    id: str
    places: tuple[str, ...]
    form: str = "box"
    """``box``, ``track`` or ``pool``."""
    names: dict[str, Message] = {}
    """What places are called, where no text has their name."""


Cell: TypeAlias = str | Message
"""A word or number of a chart, or what is said there with numbers in it."""


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed table to look things up in: rows of cells, the first row and column heads."""

    id: str
    rows: tuple[tuple[Cell, ...], ...]
    rule: str = ""


class Layout(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the table of a box looks like."""

    maps: tuple[str, ...]
    panels: tuple[Panel, ...] = ()
    charts: tuple[Chart, ...] = ()
