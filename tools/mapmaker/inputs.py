"""Reads a folder of inputs; every fault names its file and line."""

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from grognard.boxes.grids import GridSpec, build_grid
from grognard.hexes import Hex, HexSet, Point, UnknownHex, pack

from .earth import Earth, fitted
from .plane import Course, Plane, Ring
from .recipe import Recipe, read_recipe

ROOT = Path(__file__).parents[2]
SOURCES = ("text", "public", "geography", "history", "reconstruction")
"""The words of the project for where a value is from, the surest first."""
_DENSE = 6
"""Points on each side of a polygon."""


class Row(dict[str, str]):
    """A row of an input list that knows its place."""

    where: str = ""

    def fault(self, what: str) -> ValueError:
        return ValueError(f"{self.where}: {what}")


@dataclass(frozen=True)
class Inputs:
    """A folder of inputs with its recipe."""

    folder: Path

    @cached_property
    def recipe(self) -> Recipe:
        return read_recipe(self.folder)

    @cached_property
    def map_folder(self) -> Path:
        return ROOT / self.recipe.map

    @cached_property
    def legend(self) -> dict[str, Any]:
        """The map.toml of the finished map, if there is one."""
        return legend_of(self.map_folder) if self.recipe.map else {}

    @cached_property
    def plane(self) -> Plane:
        spec = self.recipe.grid or msgspec.convert(self.legend["grid"], GridSpec)
        return Plane(build_grid(spec, ()), spec, self.recipe.v0)

    @cached_property
    def earth(self) -> Earth:
        if self.recipe.georeference is None:
            raise ValueError("recipe.toml: a place by lat and lon needs a georeference")
        return fitted(self.recipe.georeference, self.recipe.warp, self.plane)

    def rows(self, name: str) -> list[Row]:
        """The rows of a list; one with too few or too many cells is refused."""
        found = []
        with (self.folder / name).open(encoding="utf-8", newline="") as sheet:
            reader = csv.DictReader(sheet, restkey="?", restval="?")
            for cells in reader:
                row = Row(cells)
                row.where = f"{name}:{reader.line_num}"
                if "?" in row or "?" in row.values():
                    raise row.fault("wrong number of cells")
                found.append(row)
        return found

    def optional(self, name: str) -> list[Row]:
        """The rows of a list that a map may do without."""
        return self.rows(name) if name and (self.folder / name).is_file() else []

    def table(self, name: str) -> dict[str, Any]:
        """An input file in TOML."""
        return tomllib.loads((self.folder / name).read_text(encoding="utf-8"))

    # Cells

    def hex(self, row: Row, label: str) -> Hex:
        try:
            return self.plane.grid.hex(label)
        except UnknownHex as fault:
            raise row.fault(str(fault)) from None

    def hexes(self, row: Row) -> list[Hex]:
        """The hexes of a row: column `hexes` or `hex`; those of sheets left out are skipped."""
        labels = (row.get("hexes") or row.get("hex") or "").split()
        return [self.hex(row, label) for label in labels if self._is_used(label)]

    def _is_used(self, label: str) -> bool:
        """Whether the sheet of a label is among those of the recipe."""
        sheets = self.plane.spec.sheets
        return not sheets or label.startswith(tuple(sheet.key for sheet in sheets))

    def numbered(self, row: Row) -> Hex | None:
        """The hex of a row by its label, or by column and row."""
        if "column" in row:
            return self.plane.numbered(int(row["column"]), int(row["row"]))
        return self.hex(row, row["hex"])

    def spot(self, row: Row) -> Point:
        """The place of a row by lat and lon, in the hex plane."""
        return self.earth.plane(float(row["lat"]), float(row["lon"]))

    def course(self, text: str) -> Course:
        """Points `lat,lon` parted by blanks, in the hex plane."""
        pairs = (point.split(",") for point in text.split())
        return [self.earth.plane(float(lat), float(lon)) for lat, lon in pairs]

    def source(self, said: str) -> str:
        """The word of the project for what a list says of its source."""
        for begins, word in self.recipe.sources.items():
            if said.startswith(begins):
                return word
        first = re.split(r"[^a-z]", said, maxsplit=1)[0]
        return first if first in SOURCES else SOURCES[-1]

    def set(self, row: Row) -> HexSet:
        return pack(self.hexes(row))

    def ring(self, text: str) -> Ring:
        """The corners of a polygon, `lat,lon` parted by blanks, in the hex plane.

        There are more points than corners: a line of latitude is bent in the plane.
        """
        pairs = [point.split(",") for point in text.split()]
        corners = [(float(lat), float(lon)) for lat, lon in pairs]
        return Ring(self.plane, [
            self.earth.plane(a[0] + (b[0] - a[0]) * i / _DENSE, a[1] + (b[1] - a[1]) * i / _DENSE)
            for a, b in pairwise([*corners, corners[0]])
            for i in range(_DENSE)
        ])


def legend_of(folder: Path) -> dict[str, Any]:
    """The map.toml of a folder, if it has one."""
    file = folder / "map.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def least_sure(words: list[str]) -> str:
    """One word for several values: the least sure one."""
    return max(words, key=SOURCES.index, default="")


def surest(words: list[str]) -> str:
    return min(words, key=SOURCES.index, default=SOURCES[-1])
