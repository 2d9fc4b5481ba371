"""Turns the drafts of the East Front maps (``tools/maps/MAP``) into sheets of a box.

The drafts came out of a generator of their own, from geography, history and the facts of the
rules, and have a vocabulary of their own. Each sheet has a folder with its hexes and hexsides;
beside these ``lines.csv`` has the roads and railways, ``seams.csv`` what lies on sides between two
hexes that no sheet prints together, ``fixes.csv`` what was corrected by hand, ``areas.csv`` the
areas (``columns L29 L40 rows 26 34`` stands for a rectangle, ``lake L4128`` for all of the lake
that this hex belongs to)::

    python tools/draft_sheets.py            # writes the sheets of all boxes
    python tools/draft_sheets.py --check    # exit code 1 if a box differs from its drafts
"""

import csv
import io
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import msgspec

from grognard.boxes.grids import GridSpec, build_grid
from grognard.hexes import Hex, Hexside, bits

Row = dict[str, str]

ROOT = Path(__file__).parent.parent
MAPS = {"north": "army_group_north", "moscow": "typhoon"}
"""Of each map, the box it lies in."""

GROUND = {"woods": "clear", "wooded_hill": "hill"}
ROADS = ("motorway", "main_road", "minor_road")
RIVERS = ("minor_river", "major_river")
WATER = ("lake", "sea")
EDGES = {"edge_n": "north", "edge_e": "east", "edge_s": "south", "edge_w": "west"}

HEXES = ("hex", "terrain", "features", "name", "country", "sea", "notes", "source")
HEXSIDES = ("hex", "direction", "kind", "name", "notes", "source")
LINE = ("kind", "id", "name", "hexes", "source")
AREA = ("name", "hexes", "basis", "source")


class Draft:
    """The drafts of one map, sheet by sheet."""

    def __init__(self, map: str) -> None:
        self.drafts = ROOT / "tools/maps" / map
        self.folder = ROOT / "src/grognard/boxes" / MAPS[map] / "maps" / map
        legend = tomllib.loads((self.folder / "map.toml").read_text(encoding="utf-8"))
        self.spec = msgspec.convert(legend["grid"], GridSpec)
        self.grid = build_grid(self.spec, ())
        self.keys = [sheet.key for sheet in self.spec.sheets]
        self.fixes = {self.grid.hex(row["hex"]): row for row in self.rows("fixes.csv")}
        self.lines = self.rows("lines.csv")

    def rows(self, name: str) -> list[Row]:
        with (self.drafts / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    @cached_property
    def hexes(self) -> dict[Hex, Row]:
        """Every hex once, with what any sheet says of its features."""
        found: dict[Hex, Row] = {}
        for key in self.keys:
            for row in self.rows(f"{key}/hexes.csv"):
                first = found.setdefault(self.grid.hex(key + row["hex"]), row)
                words = [*first["features"].split(";"), *row["features"].split(";")]
                first["features"] = ";".join(dict.fromkeys(word for word in words if word))
        return found

    @cached_property
    def sides(self) -> dict[tuple[Hexside, str], Row]:
        """What lies on the sides, each once; ``hex`` is the hex it is told from."""
        found: dict[tuple[Hexside, str], Row] = {}
        rows = [(key + row["hex"], row) for key in self.keys
                for row in self.rows(f"{key}/hexsides.csv")]
        rows += [(row["hex"], row) for row in self.rows("seams.csv")]
        for label, row in rows:
            hex = self.grid.hex(label)
            way = self.grid.direction_names.index(row["direction"])
            beyond = self.grid.neighbour(hex, way)
            if beyond is not None:
                side = self.grid.hexside(hex, beyond)
                found.setdefault((side, row["kind"]), row | {"hex": label})
        return found

    def label(self, hex: Hex, key: str) -> str | None:
        """The label of a hex on a sheet, if it is printed there."""
        names = (self.grid.label(hex), *self.grid.aliases(hex))
        return next((name for name in names if name.startswith(key)), None)

    def sheets(self) -> dict[str, str]:
        """The text of every file, by name."""
        found = {
            "hexsides.csv": _text(HEXSIDES, self._hexsides("")),
            "lines.csv": _text(LINE, (self._line(row) for row in self.lines)),
            "areas.csv": _text(AREA, [*self._areas(), *self._edges()]),
        }
        for key in self.keys:
            found[f"{key}/hexes.csv"] = _text(HEXES, self._hexes(key))
            found[f"{key}/hexsides.csv"] = _text(HEXSIDES, self._hexsides(key))
        return found

    # Hexes

    def _hexes(self, key: str) -> Iterator[Row]:
        for row in self.rows(f"{key}/hexes.csv"):
            hex = self.grid.hex(key + row["hex"])
            yield self._hex(hex, self.hexes[hex]) | {"hex": key + row["hex"]}

    def _hex(self, hex: Hex, row: Row) -> Row:
        fix = self.fixes.get(hex, {})
        terrain = fix.get("terrain") or row["terrain"]
        return row | {
            "terrain": GROUND.get(terrain, terrain),
            "features": ";".join(self._features(row, terrain)),
            "name": fix.get("name") or row["name"],
            "country": "" if terrain in WATER else row["country"],
            "source": _source(row["source"]),
        }

    def _features(self, row: Row, terrain: str) -> Iterator[str]:
        if "wood" in terrain:
            yield "woods"
        yield from (word for word in row["features"].split(";") if word and word not in EDGES)

    # Hexsides

    def _hexsides(self, key: str) -> Iterator[Row]:
        """Those of a sheet; without one, those between hexes that no sheet prints together."""
        for (side, kind), row in [*self.sides.items(), *self._bridges()]:
            sheets = self._printing(side)
            if key in sheets or not (key or sheets):
                notes = f"faces_{row['direction'].lower()}" if kind == "fortified_line" else ""
                yield row | {"hex": self.label(self.grid.hex(row["hex"]), key) or "", "kind": kind,
                             "notes": notes, "source": _source(row["source"])}

    def _printing(self, side: Hexside) -> set[str]:
        a, b = self.grid.ends(side)
        return {key for key in self.keys if self.label(a, key) and self.label(b, key)}

    def _bridges(self) -> Iterator[tuple[tuple[Hexside, str], Row]]:
        """A road over a river has a bridge, and so has a railway: a kind of its own, for it
        serves a column on the march otherwise (7.3.8/2, 7.3.8/3)."""
        rivers = {side: row for (side, kind), row in self.sides.items() if kind in RIVERS}
        for kind, wanted in (("bridge", True), ("rail_bridge", False)):
            steps = {self.grid.hexside(a, b) for line in self.lines
                     if (line["kind"] in ROADS) == wanted
                     for a, b in pairwise(map(self.grid.hex, line["hexes"].split()))}
            for side, row in rivers.items():
                if side in steps:
                    yield (side, kind), row | {"source": "history"}

    # Lines and areas

    def _line(self, row: Row) -> Row:
        return row | {"source": _source(row["source"])}

    def _areas(self) -> Iterator[Row]:
        for row in self.rows("areas.csv"):
            hexes = map(self.grid.label, self._members(row["hexes"]))
            yield row | {"hexes": " ".join(sorted(hexes))}

    def _members(self, text: str) -> Iterable[Hex]:
        words = text.split()
        if words[0] == "lake":
            return self._lake(self.grid.hex(words[1]))
        if words[0] != "columns":
            return [self.grid.hex(word) for word in words]
        key, west, east = words[1][0], int(words[1][1:]), int(words[2][1:])
        numbers = ((column, row) for column in range(west, east + 1)
                   for row in range(int(words[4]), int(words[5]) + 1))
        labels = {f"{key}{column:02}{row:02}" for column, row in numbers}
        return [hex for hex in self.grid if self.label(hex, key) in labels]

    def _lake(self, first: Hex) -> Iterable[Hex]:
        found, grown = 0, 1 << first
        lakes = sum(1 << hex for hex, row in self.hexes.items() if row["terrain"] == "lake")
        while grown != found:
            found, grown = grown, grown | self.grid.spread(grown) & lakes
        return bits(found)

    def _edges(self) -> Iterator[Row]:
        for key in self.keys:
            rows = self.rows(f"{key}/hexes.csv")
            for word, name in EDGES.items():
                there = [key + row["hex"] for row in rows if word in row["features"]]
                yield {"name": f"{key.lower()}_{name}_edge", "hexes": " ".join(there),
                       "basis": f"the {name} edge of the sheet", "source": "text"}


def _source(text: str) -> str:
    """The words of the draft as those of a box; a name looked up or remembered is geography.

    >>> _source("reconstruction; name=GeoNames; hex by text or learning game")
    'reconstruction; name=geography'
    """
    words = [part.strip() for part in text.split(";")]
    named = ["name=geography"] if any(word.startswith("name=") for word in words) else []
    return "; ".join([words[0].partition(" ")[0], *named])


def _text(columns: Iterable[str], rows: Iterable[Row]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(columns), extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def main(check: bool) -> int:
    """Write all sheets, or tell which differ."""
    wrong = 0
    for map in MAPS:
        draft = Draft(map)
        for name, text in draft.sheets().items():
            path = draft.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not check:
                path.write_text(text, encoding="utf-8")
            elif path.read_text(encoding="utf-8") != text:
                wrong += 1
                print(f"{path.relative_to(ROOT)} differs from its draft")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
