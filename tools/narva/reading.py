"""Reads the hand-typed inputs of the map; every fault names its file and line."""

import csv
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.hexes import Hex, HexSet, Hexside

from .plane import GRID, Course

FOLDER = Path(__file__).parent / "inputs"


@dataclass(frozen=True, slots=True)
class Village:
    """A village hex: what we know of it and how."""

    hex: Hex
    name: str
    placed: str
    existence: str
    source: str
    lat: float | None
    lon: float | None


@dataclass(frozen=True, slots=True)
class Way:
    """A road or railway, from hex to adjacent hex."""

    kind: str
    id: str
    name: str
    hexes: tuple[Hex, ...]
    source: str


@dataclass(frozen=True, slots=True)
class River:
    """A minor river: its course in the hex plane and what it flows into."""

    name: str
    ends: str
    course: Course
    source: str


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of country with one mixture of land cover."""

    name: str
    bank: str
    u: tuple[float, float]
    v: tuple[float, float]
    near: str
    shares: dict[str, int]


@dataclass(frozen=True, slots=True)
class HandArea:
    """A named set of hexes typed by hand."""

    name: str
    hexes: HexSet
    basis: str
    source: str


def rows(name: str) -> list[dict[str, str]]:
    """The rows of an input sheet; one with too few or too many cells is refused."""
    file = FOLDER / name
    with file.open(encoding="utf-8", newline="") as sheet:
        reader = csv.DictReader(sheet, restkey="?", restval="?")
        found = list(reader)
    for line, row in enumerate(found, start=2):
        if "?" in row or "?" in row.values():
            raise ValueError(f"{name}:{line}: wrong number of cells")
    return found


def table(name: str) -> dict[str, Any]:
    """An input file in TOML."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def villages() -> list[Village]:
    """All villages, west and east of the river."""
    return [
        Village(
            hex=GRID.hex(row["hex"]),
            name=row["name"],
            placed=row["placed"],
            existence=row["existence"],
            source=row["source"],
            lat=float(row["lat"]) if row["lat"] else None,
            lon=float(row["lon"]) if row["lon"] else None,
        )
        for row in rows("villages.csv")
    ]


def ways() -> list[Way]:
    """All roads, trails and railways."""
    return [
        Way(row["kind"], row["id"], row["name"], _labels(row["hexes"]), row["source"])
        for row in rows("lines.csv")
    ]


def _labels(text: str) -> tuple[Hex, ...]:
    return tuple(GRID.hex(label) for label in text.split())


def ferries() -> dict[Hexside, tuple[str, str]]:
    """The ferry hexsides, each with its name and source."""
    return {
        GRID.parse_hexside(row["hexes"]): (row["name"], row["source"])
        for row in rows("ferries.csv")
    }


def minor_rivers() -> list[River]:
    """The minor rivers, in the order in which they are laid: a tributary after its river."""
    return [
        River(entry["name"], entry["ends"], _course(entry["course"]), entry["source"])
        for entry in table("rivers.toml")["minor"]
    ]


def narva_course() -> Course:
    """The course of the Narva from south of the map to north of it."""
    return _course(table("rivers.toml")["narva"]["course"])


def _course(points: list[list[float]]) -> Course:
    return [(float(u), float(v)) for u, v in points]


def regions() -> list[Region]:
    """The land-cover regions, in the order in which they are tried."""
    return [
        Region(
            name=entry["name"],
            bank=entry["bank"],
            u=_strip(entry.get("u")),
            v=_strip(entry.get("v")),
            near=entry.get("near", ""),
            shares=entry["shares"],
        )
        for entry in table("regions.toml")["region"]
    ]


def _strip(bounds: list[float] | None) -> tuple[float, float]:
    return (float(bounds[0]), float(bounds[1])) if bounds else (-99.0, 99.0)


def hand_areas() -> list[HandArea]:
    """The areas typed by hand; those without hexes are worked out later."""
    return [
        HandArea(row["name"], GRID.hexes(row["hexes"]), row["basis"], row["source"])
        for row in rows("areas.csv")
    ]


def land_shares() -> dict[Hex, float]:
    """How much of each hex is land; hexes left out are all land."""
    shares = json.loads((FOLDER / "land.json").read_text(encoding="utf-8"))
    return {GRID.hex(label): float(share) for label, share in shares.items()}
