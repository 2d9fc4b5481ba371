"""What a table shows, as values.

A view is shown as a :class:`Scene`; what does not change (maps, tracks, boxes beside the map,
charts) is a :class:`Layout`. Places are texts: ``hex:2626``, ``box:luftwaffe``, ``track:turn:3``.
"""

from typing import TypeAlias

import msgspec

from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.core.sides import Side
from grognard.core.tables import Lit
from grognard.table.fights import Fight, Sign


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


class Arrow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is meant to happen from hex to hex: a declared attack."""

    hexes: tuple[int, ...]
    """From where, and to where."""
    side: Side = ""


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


Overlays: TypeAlias = dict[str, tuple[int, ...]]
"""Named sets of hexes: zones of control, supply, command range ..."""


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything one viewer sees now."""

    turn: int
    pieces: tuple[Piece, ...]
    phases: tuple[PhaseMark, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    overlays: Overlays = {}
    score: Score | None = None
    date: str | Message = ""
    signs: tuple[Sign, ...] = ()
    fight: Fight | None = None
    arrows: tuple[Arrow, ...] = ()
    lit: tuple[Lit, ...] = ()
    """Where the charts are looked up now: this turn's row, the column of the battle at hand ..."""
    closed: tuple[str, ...] = ()
    """Places beside the map that nothing can come to now."""

    def __repr__(self) -> str:
        return f"<Scene of turn {self.turn}: {len(self.pieces)} pieces>"


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
    in_play: tuple[int, ...] = ()
    """The hexes that are played on; none: the whole map. The rest of it is dimmed."""

    def __repr__(self) -> str:
        return f"<Layout: maps {list(self.maps)}, {len(self.panels)} panels, " \
               f"{len(self.charts)} charts>"


class UnitCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit in the order of battle: whose it is, what it belongs to, what it can do."""

    side: Side = ""
    group: Message | None = None
    facts: tuple[Fact, ...] = ()
    title: Message | None = None
    """What it is called in full, where its name is a code."""
