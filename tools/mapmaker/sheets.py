"""Writes the finished map as the four sheets of its folder."""

import csv
import io
from collections.abc import Iterable, Iterator

from grognard.hexes import Hex, Hexside, bits

from .country import Country
from .inputs import least_sure

Row = tuple[str, ...]


def sheets(country: Country) -> dict[str, str]:
    """The text of every sheet by file name."""
    return {
        "hexes.csv": _sheet("hex,terrain,features,name,country,sea,notes,source", _hexes(country)),
        "hexsides.csv": _sheet("hex,direction,kind,name,notes,source", _hexsides(country)),
        "lines.csv": _sheet("kind,id,name,hexes,source", _lines(country)),
        "areas.csv": _sheet("name,hexes,basis,source", _areas(country)),
    }


def _sheet(head: str, rows: Iterable[Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head.split(","))
    writer.writerows(rows)
    return text.getvalue()


def _by_label(country: Country, hexes: Iterable[Hex]) -> list[Hex]:
    return sorted(hexes, key=country.plane.grid.label)


def _hexes(country: Country) -> Iterator[Row]:
    for hex in _by_label(country, country.plane.grid):
        yield (
            country.plane.grid.label(hex),
            country.terrain[hex][0],
            ";".join(country.features[hex]),
            country.name(hex),
            "",
            _sea(country, hex),
            country.note(hex),
            _source(country, hex),
        )


def _source(country: Country, hex: Hex) -> str:
    """The source of the terrain, then those of features and name where they differ."""
    word = country.terrain[hex][1]
    others = {
        "features": least_sure(list(country.features[hex].values())),
        "name": country.name_source(hex),
    }
    differing = [f"{column}={said}" for column, said in others.items() if said not in ("", word)]
    return "; ".join([word, *differing])


def _sea(country: Country, hex: Hex) -> str:
    spec = country.inputs.recipe.water
    if country.water.sea >> hex & 1:
        return spec.sea_name
    return spec.lake_name if country.water.lake >> hex & 1 else ""


def _hexsides(country: Country) -> Iterator[Row]:
    legend = list(country.inputs.legend.get("hexside_kinds", ()))
    kinds = list(dict.fromkeys([*legend, *sorted({thing.kind for _, thing in country.sides})]))
    found = [
        (kinds.index(thing.kind), _place(country, side), thing) for side, thing in country.sides
    ]
    for _, place, thing in sorted(found, key=lambda item: item[:2]):
        yield *place, thing.kind, thing.name, ";".join(thing.notes), thing.source


def _place(country: Country, side: Hexside) -> tuple[str, str]:
    """The hex and the direction (the first three) that write a side; each has one such pair."""
    grid = country.plane.grid
    a, b = grid.ends(side)
    way = grid.direction(a, b)
    assert way is not None  # the two hexes of a side are adjacent
    return (grid.label(a), grid.direction_names[way]) if way < 3 else _place_from(country, b, way)


def _place_from(country: Country, hex: Hex, way: int) -> tuple[str, str]:
    return country.plane.grid.label(hex), country.plane.grid.direction_names[(way + 3) % 6]


def _lines(country: Country) -> Iterator[Row]:
    for way in country.ways:
        yield way.kind, way.id, way.name, _labels(country, way.hexes), way.source


def _labels(country: Country, hexes: Iterable[Hex]) -> str:
    return " ".join(country.plane.grid.label(hex) for hex in hexes)


def _areas(country: Country) -> Iterator[Row]:
    for area in country.areas.values():
        hexes = _by_label(country, bits(area.hexes))
        yield area.name, _labels(country, hexes), area.basis, area.source
