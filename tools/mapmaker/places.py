"""Settlements, hills and lakes with a name: which hex each stands in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grognard.hexes import Hex, HexSet, Point, bits

from .inputs import Inputs, Row
from .recipe import PlacesSpec
from .ways import Stop


@dataclass(frozen=True, slots=True)
class Place:
    """One place in one hex, with what the lists say of it."""

    name: str
    """Empty if the map does not print it."""
    kind: str
    """The feature of its hex; empty if there is none."""
    terrain: str
    terrain_source: str
    source: str
    note: str
    rank: int = 0
    """The lower, the larger."""


def read_places(inputs: Inputs, areas: Mapping[str, HexSet]) -> dict[Hex, list[Place]]:
    """The places of every hex, in the order of the lists."""
    found: dict[Hex, list[Place]] = {}
    for spec in inputs.recipe.places:
        listed = _listed(inputs, spec) if spec.file else _of_area(spec, areas[spec.area])
        for hex, place in listed:
            found.setdefault(hex, []).append(place)
    return found


def _of_area(spec: PlacesSpec, hexes: HexSet) -> Iterator[tuple[Hex, Place]]:
    row = Row(name=spec.name, source=spec.source)
    return ((hex, _place(spec, row, spec.source)) for hex in bits(hexes))


def _listed(inputs: Inputs, spec: PlacesSpec) -> Iterator[tuple[Hex, Place]]:
    for row in inputs.rows(spec.file) if not spec.off_map else ():
        place = _place(spec, row, inputs.source(row["source"]))
        yield from ((hex, place) for hex in where(inputs, row))


def where(inputs: Inputs, row: Row) -> list[Hex]:
    """The hexes of a place: as typed, as forced by the rules, or by lat and lon."""
    if row.get("force"):
        hex = inputs.plane.known(row["force"])
    elif row.get("hex") or "lat" not in row:
        return inputs.hexes(row)
    else:
        hex = inputs.plane.hex_at(inputs.spot(row))
    return [] if hex is None else [hex]


def _place(spec: PlacesSpec, row: Row, source: str) -> Place:
    size = row.get("size", "")
    spared = spec.note_unless and all(row.get(k) == v for k, v in spec.note_unless.items())
    return Place(
        name=row["name"] if spec.named else "",
        kind=spec.kinds.get(size, ""),
        terrain=spec.terrain.get(size, ""),
        terrain_source=spec.terrain_source,
        source=source,
        note="" if spared else spec.note.format_map(row),
        rank=list(spec.kinds).index(size) if size in spec.kinds else 0,
    )


def stops(inputs: Inputs) -> dict[str, Stop]:
    """Every place as a stop of routes, those beside the map included."""
    found: dict[str, Stop] = {}
    for spec in inputs.recipe.places:
        for row in inputs.rows(spec.file) if spec.file else ():
            hexes = where(inputs, row)
            if hexes or row.get("lat"):
                found[row["name"]] = Stop(_point(inputs, row, hexes), hexes[0] if hexes else None)
    return found


def _point(inputs: Inputs, row: Row, hexes: list[Hex]) -> Point:
    """Where a route passes: the place itself, or the middle of the hex it is forced into."""
    forced = bool(hexes) and (row.get("force") or not row.get("lat"))
    return inputs.plane.centres[hexes[0]] if forced else inputs.spot(row)
