"""Writes the finished country as the files of its maps."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from grognard.hexes import Hex, HexSet, Hexside, bits, pack

from .country import Area, Country, SideThing, features, typed_areas, work_out_areas
from .inputs import ROOT, least_sure, legend_of
from .inset import Inset
from .recipe import MapSpec

Row = tuple[str, ...]
Legend = dict[str, dict[str, str]]

HEXES = "hex,terrain,features,name,country,sea,notes,source"
HEXSIDES = "hex,direction,kind,name,notes,source"
LINES = "kind,id,name,hexes,source"
AREAS = "name,hexes,basis,source"
LINKS = "hex,to,basis,source"


@dataclass(frozen=True)
class Page:
    """What a map prints of the country, and by which labels: all of it, or one sheet."""

    country: Country
    legend: Legend
    areas: dict[str, Area]
    features: dict[Hex, dict[str, str]]
    hexes: HexSet
    label: Callable[[Hex], str]

    def prints(self, part: str, word: str) -> bool:
        """Whether a word is in the legend of the map; one without a legend prints all."""
        return not self.legend or word in self.legend.get(part, ())

    def by_label(self, hexes: Iterable[Hex]) -> list[Hex]:
        return sorted(hexes, key=self.label)

    def holds(self, side: Hexside) -> bool:
        a, b = self.country.plane.grid.ends(side)
        return bool(self.hexes >> a & self.hexes >> b & 1)


def files(country: Country) -> dict[str, dict[str, str]]:
    """By the folder of each map: the text of every file by its name there."""
    recipe = country.inputs.recipe
    if recipe.inset is not None:
        return {recipe.map: _inset_sheets(country, Inset(country.inputs, recipe.inset))}
    if not recipe.maps:
        return {recipe.map: sheets(country)}
    return {spec.folder: _Cut(country, spec).files() for spec in recipe.maps}


def sheets(country: Country) -> dict[str, str]:
    """The files of a map that is all of the country."""
    grid, areas = country.plane.grid, country.areas
    page = Page(country, {}, areas, features(country, areas), grid.all, grid.label)
    return {
        "hexes.csv": _sheet(HEXES, _hexes(page)),
        "hexsides.csv": _sheet(HEXSIDES, _hexsides(page)),
        "lines.csv": _sheet(LINES, _lines(page)),
        "areas.csv": _sheet(AREAS, _areas(page)),
    }


def _inset_sheets(country: Country, inset: Inset) -> dict[str, str]:
    """The files of an inset: what lies in its groups of seven, and what joins it to its map."""
    grid, spec = country.plane.grid, inset.spec
    hexes = pack(grid.hex(inset.grid.label(hex)) for hex in inset.coarse)
    found = features(country, country.areas | _of_kinds(country, inset))
    page = Page(country, {}, country.areas, found, hexes, grid.label)
    borders = [(side, SideThing(spec.border, "", (), "text")) for side in inset.parts(grid)]
    sides = [*country.sides, *(borders if spec.border else ())]
    printed = set(country.inputs.recipe.area_features)
    areas = [row for row in _areas(page) if row[0] not in printed]
    return {
        "hexes.csv": _sheet(HEXES, _hexes(page)),
        "hexsides.csv": _sheet(HEXSIDES, [*_hexsides(page, sides), *inset.rivers()]),
        "lines.csv": _sheet(LINES, _joined_lines(page)),
        "areas.csv": _sheet(AREAS, [*areas, *inset.areas()]),
        "links.csv": _sheet(LINKS, inset.links()),
    }


def _of_kinds(country: Country, inset: Inset) -> dict[str, Area]:
    """The hexes of all coarse hexes of a kind, by the feature that they have."""
    grid, found = country.plane.grid, {}
    for kind, word in inset.spec.features.items():
        of_kind = [hex for hex, row in inset.rows.items() if row["kind"] == kind]
        labels = (inset.grid.label(fine) for hex in of_kind for fine in inset.hexes(hex))
        found[word] = Area(word, pack(map(grid.hex, labels)), kind, "reconstruction")
    return found


def _joined_lines(page: Page) -> Iterator[Row]:
    """The lines of an inset, each with the hexes of its map that it comes from and goes on to."""
    inputs = page.country.inputs
    rows = [row for spec in inputs.recipe.lines for row in inputs.rows(spec.file)]
    beyond = {row["id"]: (row["from"], row["to"]) for row in rows}
    for kind, id, name, hexes, source in _lines(page):
        before, after = beyond[id]
        yield kind, id, name, " ".join(filter(None, (before, hexes, after))), source


@dataclass(frozen=True)
class _Cut:
    """One of several maps that are cut from the country, sheet by sheet."""

    country: Country
    spec: MapSpec

    @cached_property
    def whole(self) -> Page:
        """All sheets of the map; the first that prints a hex gives its label."""
        country = self.country
        areas = typed_areas(country.inputs, self.spec.areas)
        work_out_areas(country, areas, self.spec.areas)
        legend = legend_of(ROOT / self.spec.folder)
        plane, keys = country.plane, self.spec.sheets
        hexes = pack(hex for hex in plane.grid if any(plane.label(hex, key) for key in keys))
        found = features(country, areas | country.areas)
        return Page(country, legend, areas, found, hexes, self._label)

    def _label(self, hex: Hex) -> str:
        labels = (self.country.plane.label(hex, key) for key in self.spec.sheets)
        return next(label for label in labels if label)

    def _printed(self, key: str) -> HexSet:
        """The hexes of a sheet, but for those that are there only beside another."""
        plane = self.country.plane
        spec = next(spec for spec in plane.spec.sheets if spec.key == key)
        extra = {key + label for labels in spec.beside.values() for label in labels.split()}
        labels = ((hex, plane.label(hex, key)) for hex in plane.grid)
        return pack(hex for hex, label in labels if label and label not in extra)

    def _page(self, key: str) -> Page:
        whole = self.whole

        def label(hex: Hex) -> str:
            return self.country.plane.label(hex, key) or ""

        return Page(self.country, whole.legend, {}, whole.features, self._printed(key), label)

    def files(self) -> dict[str, str]:
        pages = {key: self._page(key) for key in self.spec.sheets}
        found = {}
        for key, page in pages.items():
            found[f"{key}/hexes.csv"] = _sheet(HEXES, _hexes(page))
            found[f"{key}/hexsides.csv"] = _sheet(HEXSIDES, _hexsides(page))
        alone = self.whole.hexes & ~pack(h for page in pages.values() for h in bits(page.hexes))
        between = [(side, thing) for side, thing in self.country.sides if self.whole.holds(side)
                   and not any(page.holds(side) for page in pages.values())]
        return found | {
            "hexes.csv": _sheet(HEXES, _hexes(self.whole, alone)),
            "hexsides.csv": _sheet(HEXSIDES, _hexsides(self.whole, between)),
            "lines.csv": _sheet(LINES, _lines(self.whole)),
            "areas.csv": _sheet(AREAS, _areas(self.whole)),
        }


def _sheet(head: str, rows: Iterable[Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head.split(","))
    writer.writerows(rows)
    return text.getvalue()


def _hexes(page: Page, hexes: HexSet | None = None) -> Iterator[Row]:
    country = page.country
    for hex in page.by_label(bits(page.hexes if hexes is None else hexes)):
        kind, _ = country.terrain[hex]
        parts = country.inputs.recipe.cover.parts
        words = [word for word in page.features[hex] if page.prints("features", word)]
        yield (
            page.label(hex),
            parts[kind][0] if kind in parts else kind,
            ";".join(words),
            country.name(hex),
            "" if country.water.all >> hex & 1 else country.countries.get(hex, ""),
            country.seas.get(hex, ""),
            country.note(hex),
            _source(page, hex, words),
        )


def _source(page: Page, hex: Hex, words: list[str]) -> str:
    """The source of the terrain, then those of features and name where they differ."""
    country = page.country
    word = country.terrain[hex][1]
    others = {
        "features": least_sure([page.features[hex][feature] for feature in words]),
        "name": country.name_source(hex),
    }
    differing = [f"{column}={said}" for column, said in others.items() if said not in ("", word)]
    return "; ".join([word, *differing])


def _hexsides(
    page: Page, sides: list[tuple[Hexside, SideThing]] | None = None
) -> Iterator[Row]:
    country = page.country
    legend = list((page.legend or country.inputs.legend).get("hexside_kinds", ()))
    listed = country.sides if sides is None else sides
    kinds = list(dict.fromkeys([*legend, *sorted({thing.kind for _, thing in listed})]))
    found = [
        (kinds.index(thing.kind), _place(page, side), thing)
        for side, thing in listed
        if page.holds(side) and page.prints("hexside_kinds", thing.kind)
    ]
    for _, place, thing in sorted(found, key=lambda item: item[:2]):
        yield *place, thing.kind, thing.name, ";".join(thing.notes), thing.source


def _place(page: Page, side: Hexside) -> tuple[str, str]:
    """The hex and the direction (the first three) that write a side; each has one such pair."""
    grid = page.country.plane.grid
    a, b = grid.ends(side)
    way = grid.direction(a, b)
    assert way is not None  # the two hexes of a side are adjacent
    hex = a if way < 3 else b
    return page.label(hex), grid.direction_names[way % 3]


def _lines(page: Page) -> Iterator[Row]:
    """Lines end where the map does, and may come back."""
    for way in page.country.ways:
        if not page.prints("line_kinds", way.kind):
            continue
        inside = groupby(way.hexes, lambda hex: page.hexes >> hex & 1)
        runs = [list(run) for held, run in inside if held]
        for number, run in enumerate(run for run in runs if len(run) > 1):
            id = way.id if number == 0 else f"{way.id}/{number + 1}"
            yield way.kind, id, way.name, _labels(page, run), way.source


def _labels(page: Page, hexes: Iterable[Hex]) -> str:
    return " ".join(page.label(hex) for hex in hexes)


def _areas(page: Page) -> Iterator[Row]:
    for area in page.areas.values():
        hexes = page.by_label(bits(area.hexes & page.hexes))
        yield area.name, _labels(page, hexes), area.basis, area.source
