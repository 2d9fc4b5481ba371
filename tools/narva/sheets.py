"""Writes the finished map as the four sheets of its folder."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import pairwise

from grognard.hexes import Hex, Hexside, bits

from . import reading
from .country import Country, never_frozen
from .plane import GRID

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


def _by_label(hexes: Iterable[Hex]) -> list[Hex]:
    return sorted(hexes, key=GRID.label)


def _hexes(country: Country) -> Iterator[Row]:
    lakes = _lakes()
    for hex in _by_label(GRID):
        features = [*country.features(hex), *(["lake"] if hex in lakes else [])]
        yield (
            GRID.label(hex),
            country.cover[hex][0],
            ";".join(features),
            country.name(hex),
            "",
            _sea(country, hex),
            _note(country, hex, lakes),
            _source(country, hex, features),
        )


def _source(country: Country, hex: Hex, features: list[str]) -> str:
    """The source of the terrain, then those of features and name where they differ."""
    word = country.cover[hex][1]
    others = {
        "features": _surest_of_all(country.feature_source(hex, name) for name in features),
        "name": country.name_source(hex),
    }
    differing = [f"{column}={said}" for column, said in others.items() if said not in ("", word)]
    return "; ".join([word, *differing])


def _surest_of_all(words: Iterable[str]) -> str:
    """One word for several features: the least sure one."""
    doubt = ("text", "geography", "history", "reconstruction")
    return max(words, key=doubt.index, default="")


def _lakes() -> dict[Hex, str]:
    return {hex: row["name"] for row in reading.rows("lakes.csv") for hex in _row_hexes(row)}


def _row_hexes(row: dict[str, str]) -> Iterator[Hex]:
    return bits(GRID.hexes(row["hexes"]))


def _sea(country: Country, hex: Hex) -> str:
    if country.water.sea >> hex & 1:
        return "Gulf of Finland"
    return "Lake Peipus" if country.water.lake >> hex & 1 else ""


def _note(country: Country, hex: Hex, lakes: dict[Hex, str]) -> str:
    if hex in lakes:
        return f"{lakes[hex]}, without effect (2.2.2.A)"
    village = country.villages.get(hex)
    if village is None or village.placed == "text":
        return ""
    return f"village by {village.existence}; hex by {village.placed}"


def _hexsides(country: Country) -> Iterator[Row]:
    streams = country.rivers
    for side in _in_order(streams.narva):
        note = "never_frozen" if never_frozen(side) else ""
        yield *_place(side), "major_river", "Narva", note, "geography"
    for side in _in_order(streams.minor):
        name = streams.minor[side]
        yield *_place(side), "minor_river", name, "", streams.sources[name]
    for side in _in_order(country.bridges):
        name = streams.minor.get(side, "Narva")
        yield *_place(side), "bridge", name, "", _bridge_source(country, side)
    for side in _in_order(country.ferries):
        yield *_place(side), "ferry", "Narva", "", country.ferries[side][1]


def _in_order(sides: Iterable[Hexside]) -> list[Hexside]:
    return sorted(sides, key=_place)


def _place(side: Hexside) -> tuple[str, str]:
    """The hex and the direction (N, NE or SE) that write a side; each side has one such pair."""
    a, b = GRID.ends(side)
    for hex, other in ((a, b), (b, a)):
        way = GRID.direction(hex, other)
        if way is not None and way < 3:
            return GRID.label(hex), GRID.direction_names[way]
    raise AssertionError("one of two opposite directions is N, NE or SE")


def _bridge_source(country: Country, side: Hexside) -> str:
    """A bridge is as sure as the surest way over it."""
    words = {
        way.source
        for way in country.ways
        if side in {GRID.hexside(a, b) for a, b in pairwise(way.hexes)}
    }
    return "history" if "history" in words else "reconstruction"


def _lines(country: Country) -> Iterator[Row]:
    for way in country.ways:
        yield way.kind, way.id, way.name, _labels(way.hexes), way.source


def _labels(hexes: Iterable[Hex]) -> str:
    return " ".join(GRID.label(hex) for hex in hexes)


def _areas(country: Country) -> Iterator[Row]:
    for area in country.areas.values():
        yield area.name, _labels(_by_label(bits(area.hexes))), area.basis, area.source
