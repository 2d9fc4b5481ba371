"""What does not change during a game: maps, counters, panels, charts, and what a hex is."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from threading import RLock
from typing import Any

import msgspec

from grognard.boxes import Box
from grognard.core.actions import spoken
from grognard.core.game import Game
from grognard.core.maps import GameMap
from grognard.core.messages import Message
from grognard.drawing.counters import draw_face
from grognard.drawing.maps import MapLayout
from grognard.drawing.palette import counter_colour
from grognard.hexes import Hex
from grognard.server.atlas import Atlas
from grognard.server.drawings import Drawings
from grognard.server.problems import unknown
from grognard.server.shelf import KEPT, Shelf, table_address
from grognard.server.showing import Plain, fact
from grognard.server.unchanging import Kept
from grognard.server.wire.base import Told
from grognard.server.wire.tables import Faces, Table
from grognard.server.wording import Wording
from grognard.table import Cell, Chart, Face, Panel, UnitCard, table_of

RECONSTRUCTION = "reconstruction"


class Tabletop:
    """The table of one box, scenario and options; pictures are drawn once and kept."""

    def __init__(
        self, shelf: Shelf, game: Game[Any], box: Box, drawings: Drawings | None = None
    ) -> None:
        self.shelf, self.game, self.box = shelf, game, box
        self.table = table_of(game)
        self.atlas = Atlas(game.box, box, dict(game.maps), drawings or Drawings())
        self._kept: dict[tuple[str, str], Kept] = {}
        self._lock = RLock()

    # -- pictures -----------------------------------------------------------------------

    def map(self, id: str) -> GameMap:
        if id not in self.game.maps:
            raise unknown("map", id)
        return self.game.maps[id]

    def face_svg(self, id: str, words: Wording) -> str:
        """One counter, block or marker."""
        if id not in self.faces:
            raise unknown("face", id)
        return draw_face(self.faces[id], label=self._face_label(id, words))

    def faces_svg(self, words: Wording) -> Kept:
        """All of them at once, drawn once."""
        return self._once("faces", words, lambda: Faces(
            faces={id: self.face_svg(id, words) for id in self.faces}))

    def _once(self, what: str, words: Wording, made: Callable[[], Told]) -> Kept:
        """An answer that stays the same as long as the table lies there."""
        with self._lock:
            if (key := (what, words.language)) not in self._kept:
                self._kept[key] = Kept.of(msgspec.json.encode(made()))
            return self._kept[key]

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        return self.table.faces()

    def _face_label(self, id: str, words: Wording) -> str:
        label = self.faces[id].label
        return words.say(label) if label else ""

    # -- the whole table ----------------------------------------------------------------

    def describe(self, words: Wording) -> Kept:
        """Everything but the pictures."""
        return self._once("table", words, lambda: msgspec.convert(self._describe(words), Table))

    def _describe(self, words: Wording) -> Plain:
        game, shown = self.game, self.table.layout()
        return {
            "box": game.box,
            "scenario": game.scenario,
            "title": words.text(self.box.scenarios().get(game.scenario, game.scenario)),
            "fingerprint": game.fingerprint,
            "hides": game.hides,
            "sides": [_side(words, side) for side in game.sides],
            "units": self._units(words),
            "kinds": _kinds(words),
            "maps": [self._map(words, id) for id in shown.maps],
            "panels": [_panel(words, panel) for panel in shown.panels],
            "charts": [_chart(words, chart) for chart in shown.charts],
            "in_play": list(shown.in_play),
            "faces": list(self.faces),
            "face_labels": {id: self._face_label(id, words) for id in self.faces},
            **self._rules(words),
        }

    def _rules(self, words: Wording) -> Plain:
        own = self.shelf.inventory(self.box.id)
        titles = {case.id: case.title for case in own.unnumbered(words.language)}
        return {"citation": own.citation, "rule_titles": titles}

    def _units(self, words: Wording) -> list[Plain]:
        domains = self.game.space.domains.values()
        units = next((domain for domain in domains if domain.name == "unit"), None)
        if units is None:
            return []
        return [self._unit(words, n, units.text(n)) for n in range(units.size)]

    def _unit(self, words: Wording, n: int, code: str) -> Plain:
        """A unit; the rule book may tell more: its side, its formation, what it can do."""
        name, source = words.game.name("unit", n, words.texts), self._counter_source(code)
        plain: Plain = {"n": n, "code": code, "name": name, "source": source}
        return plain | _card(words, self.table.about_unit(n))

    def _map(self, words: Wording, id: str) -> Plain:
        drawn, places = self.map(id), self.atlas.layout(id)
        terrains = sorted(set(drawn.terrain.values()))
        return {
            "id": id,
            "name": drawn.name,
            "svg": f"{self._address}/maps/{id}.svg",
            "drawn": self.atlas.describe(id, self._address),
            "orientation": drawn.grid.orientation.value,
            "width": places.width,
            "height": places.height,
            "size": places.size,
            "terrains": [_printed(words, kind, "terrain") for kind in terrains],
            "hexes": _hexes(drawn, places, terrains),
            "reconstructed": [hex for hex in drawn.grid if self._is_reconstructed(drawn, hex)],
        }

    @property
    def _address(self) -> str:
        return table_address(self.game.box, self.game.scenario, dict(self.game.options))

    # -- one hex ------------------------------------------------------------------------

    def hex(self, words: Wording, map_id: str, hex: Hex) -> Plain:
        """What a hex is, what its sides are, and where each value is from."""
        drawn = self.map(map_id)
        if not 0 <= hex < drawn.grid.size or not drawn.grid.all >> hex & 1:
            raise unknown("hex", hex)
        return {
            "hex": hex,
            "label": spoken(drawn.grid.label(hex)),
            "name": drawn.names.get(hex, ""),
            "terrain": _printed(words, drawn.terrain[hex], "terrain"),
            "features": [_printed(words, kind, "features") for kind in _features(drawn, hex)],
            "areas": [
                {"id": area, "name": words.named(area, "area")}
                for area, hexes in drawn.areas.items()
                if hexes >> hex & 1 and words.knows(area, "area")
            ],
            "lines": [
                {"kind": line.kind, "label": words.printed(line.kind, "lines"), "name": line.name}
                for line in drawn.lines
                if hex in line.hexes
            ],
            "sides": list(_sides(words, drawn, hex)),
            "facts": [fact(words, line) for line in self.table.about_hex(hex)],
            "sources": self._sources(drawn, hex),
            "lit": msgspec.to_builtins(self.table.rows_about(hex)),
        }

    def _sources(self, drawn: GameMap, hex: Hex) -> dict[str, str]:
        columns = ("terrain", "features", "name")
        found = {column: self._source(drawn, hex, column) for column in columns}
        return {column: word for column, word in found.items() if word}

    def _source(self, drawn: GameMap, hex: Hex, column: str) -> str:
        """Empty if the box does not list the hex: it has the map's default."""
        folder = f"maps/{drawn.id}"
        sheets = (key for key, hexes in drawn.sheets.items() if hexes >> hex & 1)
        found = (self._source_in(f"{inside}/hexes.csv", label, column)
                 for inside in (folder, *(f"{folder}/{key}" for key in sheets))
                 for label in (drawn.grid.label(hex), *drawn.grid.aliases(hex)))
        return next(filter(None, found), "")

    def _source_in(self, file: str, key: str, column: str = "") -> str:
        sources = self.game.provenance
        try:
            return sources.of(file, key, column) if sources else ""
        except LookupError:
            return ""

    def _counter_source(self, code: str) -> str:
        """Where the numbers on a counter are from."""
        found = (self._source_in(file, code) for file in self.table.counter_files)
        return next(filter(None, found), "")

    def _is_reconstructed(self, drawn: GameMap, hex: Hex) -> bool:
        return RECONSTRUCTION in self._sources(drawn, hex).values()


class Tables:
    """The tables of the games that the shelf has at hand."""

    def __init__(self, shelf: Shelf, drawings: Drawings) -> None:
        self.shelf, self.drawings = shelf, drawings
        self._tops: OrderedDict[int, Tabletop] = OrderedDict()
        self._lock = RLock()

    def of(self, game: Game[Any], box: Box) -> Tabletop:
        """The table of a game; the one unused for longest is cleared away."""
        with self._lock:
            found = self._tops.get(id(game))
            if found is None or found.game is not game:
                found = self._tops[id(game)] = Tabletop(self.shelf, game, box, self.drawings)
            self._tops.move_to_end(id(game))
            while len(self._tops) > KEPT:
                self._tops.popitem(last=False)
            return found


def _printed(words: Wording, id: str, table: str) -> Plain:
    return {"id": id, "name": words.printed(id, table)}


def _card(words: Wording, card: UnitCard) -> Plain:
    """What the rule book tells of a unit, and nothing where it tells nothing."""
    told = {"side": card.side, "title": words.say(card.title) if card.title else "",
            "group": words.say(card.group) if card.group else "",
            "facts": [fact(words, line) for line in card.facts]}
    return {name: value for name, value in told.items() if value}


def _side(words: Wording, side: str) -> Plain:
    return {"id": side, "name": words.side(side), "colour": counter_colour(side)}


def _kinds(words: Wording) -> list[Plain]:
    return [
        {"kind": kind, "label": words.kind(kind), "domain": domain.name,
         **({"aim": "target"} if kind in words.table.aims else {}),
         **({"stack": True} if kind in words.table.stacks else {})}
        for kind, domain in words.game.space.domains.items()
    ]  # fmt: skip


def _hexes(drawn: GameMap, places: MapLayout, terrains: list[str]) -> Plain:
    """Columns of equal length, for a map has hundreds of hexes."""
    grid = drawn.grid
    index = {kind: number for number, kind in enumerate(terrains)}
    hexes = list(grid)
    return {
        "n": hexes,
        "label": [grid.label(hex) for hex in hexes],
        "x": [round(places.centres[hex][0], 2) for hex in hexes],
        "y": [round(places.centres[hex][1], 2) for hex in hexes],
        "terrain": [index[drawn.terrain[hex]] for hex in hexes],
        "name": [drawn.names.get(hex, "") for hex in hexes],
        "aliases": [list(grid.aliases(hex)) for hex in hexes],
    }


def _panel(words: Wording, panel: Panel) -> Plain:
    places = [{"at": at, "label": _place(words, panel, at)} for at in panel.places]
    label = words.named(panel.id, "panel")
    return {"id": panel.id, "label": label, "form": panel.form, "places": places}


def _place(words: Wording, panel: Panel, at: str) -> str:
    """The name of a place; a number of a track is its own name, a single box has the panel's."""
    if at in panel.names:
        return words.say(panel.names[at])
    if words.knows(at, "place"):
        return words.named(at, "place")
    last = at.rpartition(":")[2]
    group = "panel" if len(panel.places) == 1 else "place"
    return words.named(last, group)


def _chart(words: Wording, chart: Chart) -> Plain:
    rows = [[_cell(words, cell) for cell in row] for row in chart.rows]
    rule = words.game.cite(chart.rule)
    return {"id": chart.id, "label": words.named(chart.id, "chart"), "rule": rule, "rows": rows}


def _cell(words: Wording, cell: Cell) -> str:
    if isinstance(cell, Message):
        return words.say(cell)
    return words.named(cell, "cell", "outcome", "result")


def _features(drawn: GameMap, hex: Hex) -> list[str]:
    return [kind for kind, hexes in drawn.features.items() if hexes >> hex & 1]


def _sides(words: Wording, drawn: GameMap, hex: Hex) -> Iterator[Plain]:
    """The hexsides with something on them."""
    for direction in range(6):
        to = drawn.grid.neighbour(hex, direction)
        if to is None:
            continue
        side = drawn.grid.hexside(hex, to)
        kinds = [kind for kind, sides in drawn.hexsides.items() if side in sides]
        river = next((name for name, sides in drawn.rivers.items() if side in sides), "")
        if kinds:
            labels = [words.printed(kind, "hexsides") for kind in kinds]
            yield {"direction": direction, "to": to, "kinds": kinds, "labels": labels,
                   "name": river}
