"""An inset: hexes of a coarser sheet drawn again, each as a flower of seven, and what joins both.

The flowers lie where a formula puts them. Every hex of the coarser sheet has one, those outside the
inset on paper only: a link joins such a hex to the hexes of the inset that touch its flower, and a
river between two coarse hexes lies on the links between the one and the flower of the other.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from grognard.boxes.grids import GridSpec, build_grid
from grognard.hexes import Axial, Grid, Hex, Hexside, bits, pack

from .fixes import NOTHING
from .inputs import Inputs, Row, legend_of
from .recipe import InsetSpec

Cells = tuple[str, ...]
"""A row of a sheet."""
STEPS: tuple[Axial, ...] = ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""A hex and its six neighbours."""


@dataclass(frozen=True)
class Inset:
    """The inset and the sheet it belongs to, on the grid of the finished map."""

    inputs: Inputs
    spec: InsetSpec

    @cached_property
    def grid(self) -> Grid:
        """That of the finished map, with both sheets."""
        legend = legend_of(self.inputs.map_folder.parent)
        return build_grid(msgspec.convert(legend["grid"], GridSpec), ())

    @cached_property
    def rows(self) -> dict[Hex, Row]:
        """The coarse hexes that are drawn again, with what the list says of each."""
        return {self.grid.hex(row["hex"]): row for row in self.inputs.rows(self.spec.megahexes)}

    def flower(self, hex: Hex) -> set[Axial]:
        """The seven cells of a coarse hex, printed or not."""
        q, r = self._centre(hex)
        return {(q + dq, r + dr) for dq, dr in STEPS}

    def _centre(self, hex: Hex) -> Axial:
        coarse, fine = (self.grid.axial(self.grid.hex(label)) for label in self.spec.anchor)
        here, (aq, ar), (bq, br) = self.grid.axial(hex), self.spec.along_q, self.spec.along_r
        dq, dr = here[0] - coarse[0], here[1] - coarse[1]
        return fine[0] + dq * aq + dr * bq, fine[1] + dq * ar + dr * br

    def hexes(self, hex: Hex) -> list[Hex]:
        """The seven hexes of a coarse hex of the inset."""
        found = [self.grid.at(*cell) for cell in self.flower(hex)]
        assert None not in found
        return sorted((hex for hex in found if hex is not None), key=self.grid.label)

    @cached_property
    def coarse(self) -> dict[Hex, Hex]:
        """By hex of the inset: the coarse hex that it is a part of."""
        return {fine: hex for hex in self.rows for fine in self.hexes(hex)}

    # What joins the sheets

    @cached_property
    def around(self) -> list[Hex]:
        """The coarse hexes beside the inset."""
        inside = pack(self.rows)
        return sorted(bits(self.grid.spread(inside) & ~inside), key=self.grid.label)

    def linked(self, hex: Hex) -> list[Hex]:
        """The hexes of the inset that touch the flower of a coarse hex beside it."""
        flower = self.flower(hex)
        beside = {(q + dq, r + dr) for q, r in flower for dq, dr in STEPS}
        found = (self.grid.at(*cell) for cell in beside)
        return sorted((fine for fine in found if fine in self.coarse), key=self.grid.label)

    def parts(self, grid: Grid) -> Iterator[Hexside]:
        """The sides on which two flowers meet, on the grid of the inset alone."""
        home = {grid.hex(self.grid.label(fine)): hex for fine, hex in self.coarse.items()}
        for hex in sorted(home):
            for near in (near for near in grid.neighbours(hex) if near > hex and near in home):
                if home[near] != home[hex]:
                    yield grid.hexside(hex, near)

    def links(self) -> Iterator[Cells]:
        for hex in self.around:
            to = " ".join(self.grid.label(fine) for fine in self.linked(hex))
            yield self.grid.label(hex), to, "touches its mega-hex (15.3.6)", "reconstruction"

    def rivers(self) -> Iterator[Cells]:
        """The rivers that the links cross: those of the coarse hexsides, then the corrections."""
        fixes = {(row["hex"], row["to"]): row for row in self.inputs.optional(self.spec.fixes)}
        for hex in self.around:
            for fine in self.linked(hex):
                pair = self.grid.label(fine), self.grid.label(hex)
                found = self._coarse_rivers.get(frozenset((hex, self.coarse[fine])))
                row = fixes.get(pair, found)
                if row is not None and row["kind"] != NOTHING:
                    yield *pair, row["kind"], row["name"], "", row["source"]

    @cached_property
    def _coarse_rivers(self) -> dict[frozenset[Hex], dict[str, str]]:
        """What the coarse sheet has on its hexsides, of the kinds that go on over links."""
        file = self.inputs.map_folder.parent / self.spec.of / "hexsides.csv"
        found = {}
        with file.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                way = self.grid.direction_names.index(row["direction"])
                hex = self.grid.hex(row["hex"])
                beyond = self.grid.neighbour(hex, way)
                if row["kind"] in self.spec.over_links and beyond is not None:
                    found[frozenset((hex, beyond))] = row
        return found

    # Named sets

    def areas(self) -> Iterator[Cells]:
        """Each mega-hex by the coarse hex that it stands for; then the coarse hexes by kind."""
        for hex, row in self.rows.items():
            hexes = self._labels(self.hexes(hex))
            yield f"mega_{row['hex']}".lower(), hexes, f"stands for {row['hex']} (15.3.1)", "text"
        kinds = sorted({row["kind"] for row in self.rows.values()})
        for kind in kinds:
            here = [hex for hex, row in self.rows.items() if row["kind"] == kind]
            yield f"inset_{kind}", self._labels(here), f"{kind} hexes (15.2)", "reconstruction"

    def _labels(self, hexes: list[Hex]) -> str:
        return " ".join(sorted(map(self.grid.label, hexes)))

