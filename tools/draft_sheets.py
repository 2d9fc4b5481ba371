"""Turns the drafts of the East Front maps (``tools/maps/MAP/SHEET``) into sheets of a box.

The drafts came out of a generator of their own, from geography, history and the facts of the
rules, and have a vocabulary of their own; ``fixes.csv`` beside them holds what was corrected by
hand, ``areas.csv`` the areas (``columns 29 40 rows 26 34`` stands for a rectangle, ``lake 4128``
for all of the lake that this hex belongs to)::

    python tools/draft_sheets.py            # writes the sheets of all boxes
    python tools/draft_sheets.py --check    # exit code 1 if a box differs from its drafts
"""

import csv
import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

Row = dict[str, str]

ROOT = Path(__file__).parent.parent
SHEETS = {("north", "L"): "army_group_north", ("moscow", "P"): "typhoon"}
"""Of each map and sheet, the box it lies in."""

GROUND = {"woods": "clear", "wooded_hill": "hill"}
ROADS = ("motorway", "main_road", "minor_road")
RIVERS = ("minor_river", "major_river")
WATER = ("lake", "sea")
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
EDGES = {"edge_n": "north", "edge_e": "east", "edge_s": "south", "edge_w": "west"}

HEXES = ("hex", "terrain", "features", "name", "country", "sea", "notes", "source")
HEXSIDES = ("hex", "direction", "kind", "name", "notes", "source")
LINE = ("kind", "id", "name", "hexes", "source")
AREA = ("name", "hexes", "basis", "source")


class Draft:
    """The drafts of one sheet."""

    def __init__(self, map: str, key: str) -> None:
        self.folder, self.key = ROOT / "tools/maps" / map / key, key
        self.fixes = {row["hex"]: row for row in self.rows("fixes.csv")}
        numbers = {row["hex"] for row in self.rows("hexes.csv")}
        self.sides = [row for row in self.rows("hexsides.csv")
                      if beyond(row["hex"], row["direction"]) in numbers]
        self.lines = self.rows("lines.csv")

    def rows(self, name: str) -> list[Row]:
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def label(self, number: str) -> str:
        return self.key + number

    def sheets(self) -> dict[str, str]:
        """The text of every file, by name."""
        hexes = [self._hex(row) for row in self.rows("hexes.csv")]
        return {
            "hexes.csv": _text(HEXES, hexes),
            "hexsides.csv": _text(HEXSIDES, [*self._hexsides(), *self._bridges()]),
            "lines.csv": _text(LINE, (self._line(row) for row in self.lines)),
            "areas.csv": _text(AREA, [*self._areas(), *self._edges()]),
        }

    def _hex(self, row: Row) -> Row:
        fix = self.fixes.get(row["hex"], {})
        terrain = fix.get("terrain") or row["terrain"]
        return row | {
            "hex": self.label(row["hex"]),
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

    def _hexsides(self) -> Iterator[Row]:
        for row in self.sides:
            faces = row["kind"] == "fortified_line"
            yield row | {"hex": self.label(row["hex"]), "source": _source(row["source"]),
                         "notes": f"faces_{row['direction'].lower()}" if faces else ""}

    def _bridges(self) -> Iterator[Row]:
        """A road over a river has a bridge, and so has a railway: a kind of its own, for it
        serves a column on the march otherwise (7.3.8/2, 7.3.8/3)."""
        rivers = {_side(row["hex"], beyond(row["hex"], row["direction"])): row
                  for row in self.sides if row["kind"] in RIVERS}
        for kind, wanted in (("bridge", True), ("rail_bridge", False)):
            steps = {_side(*step) for line in self.lines if (line["kind"] in ROADS) == wanted
                     for step in pairwise(line["hexes"].split())}
            for row in (row for side, row in rivers.items() if side in steps):
                yield {"hex": self.label(row["hex"]), "direction": row["direction"], "kind": kind,
                       "name": row["name"], "source": "history"}

    def _line(self, row: Row) -> Row:
        hexes = " ".join(map(self.label, row["hexes"].split()))
        return row | {"hexes": hexes, "source": _source(row["source"])}

    def _areas(self) -> Iterator[Row]:
        kinds = {row["hex"]: row["terrain"] for row in self.rows("hexes.csv")}
        for row in self.rows("areas.csv"):
            yield row | {"hexes": " ".join(map(self.label, _members(row["hexes"], kinds)))}

    def _edges(self) -> Iterator[Row]:
        for word, name in EDGES.items():
            there = [row["hex"] for row in self.rows("hexes.csv") if word in row["features"]]
            yield {"name": f"{self.key.lower()}_{name}_edge",
                   "hexes": " ".join(map(self.label, there)),
                   "basis": f"the {name} edge of the sheet", "source": "text"}


def beyond(number: str, direction: str) -> str:
    """The number of the next hex; odd columns lie half a hex lower.

    >>> beyond("3032", "SE"), beyond("3131", "SE")
    ('3132', '3232')
    """
    column, row = int(number[:2]), int(number[2:])
    if direction in ("N", "S"):
        return f"{column:02}{row + (1 if direction == 'S' else -1):02}"
    down = column % 2 - (direction[0] == "N")
    return f"{column + (1 if direction[1] == 'E' else -1):02}{row + down:02}"


def _side(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))


def _members(text: str, kinds: Mapping[str, str]) -> list[str]:
    words = text.split()
    if words[0] == "lake":
        return sorted(_lake(words[1], kinds))
    if words[0] != "columns":
        return words
    west, east, north, south = int(words[1]), int(words[2]), int(words[4]), int(words[5])
    return [n for n in kinds if west <= int(n[:2]) <= east and north <= int(n[2:]) <= south]


def _lake(first: str, kinds: Mapping[str, str]) -> set[str]:
    found, edge = {first}, {first}
    while edge:
        near = {beyond(number, direction) for number in edge for direction in DIRECTIONS}
        edge = {number for number in near - found if kinds.get(number) == "lake"}
        found |= edge
    return found


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
    for (map, key), box in SHEETS.items():
        into = ROOT / "src/grognard/boxes" / box / "maps" / map / key
        into.mkdir(parents=True, exist_ok=True)
        for name, text in Draft(map, key).sheets().items():
            path = into / name
            if not check:
                path.write_text(text, encoding="utf-8")
            elif path.read_text(encoding="utf-8") != text:
                wrong += 1
                print(f"{path.relative_to(ROOT)} differs from its draft")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
