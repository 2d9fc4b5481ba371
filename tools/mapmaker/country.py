"""The whole map put together: terrain, features, lines, hexsides and areas."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from grognard.hexes import Hex, HexSet, Hexside, bits, pack

from .cover import Openness, cover
from .fixes import NOTHING, Fixes, read_fixes
from .inputs import Inputs, Row, surest
from .places import Place, read_places, stops
from .plane import Plane
from .rivers import Rivers, lay, read_rivers
from .sets import Sets
from .water import Water, straits, water
from .ways import Ground, Way, lay_ways


@dataclass(frozen=True, slots=True)
class Area:
    """A named set of hexes, and why they are in it."""

    name: str
    hexes: HexSet
    basis: str
    source: str


@dataclass(frozen=True, slots=True)
class SideThing:
    """What lies on a hexside."""

    kind: str
    name: str
    notes: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class Country:
    """The finished map, ready to be written."""

    inputs: Inputs
    fixes: Fixes
    water: Water
    rivers: Rivers
    ways: list[Way]
    places: dict[Hex, list[Place]]
    areas: dict[str, Area]
    terrain: dict[Hex, tuple[str, str]] = field(default_factory=dict)
    """The kind of every hex and where it is from."""
    features: dict[Hex, dict[str, str]] = field(default_factory=dict)
    """Of every hex: its features, and where each is from."""
    sides: list[tuple[Hexside, SideThing]] = field(default_factory=list)
    overruled: dict[Hex, str] = field(default_factory=dict)
    """What a hex would be without its correction."""

    @property
    def plane(self) -> Plane:
        return self.inputs.plane

    def name(self, hex: Hex) -> str:
        """The place name of a hex; a hill with a village on it bears both."""
        return " / ".join(place.name for place in self.places.get(hex, ()) if place.name)

    def name_source(self, hex: Hex) -> str:
        named = [place for place in self.places.get(hex, ()) if place.name]
        return named[-1].source if named else ""

    def note(self, hex: Hex) -> str:
        notes = [place.note for place in self.places.get(hex, ()) if place.note]
        return notes[-1] if notes else ""


def build(inputs: Inputs) -> Country:
    """The map from all inputs; the same on every run."""
    fixes = read_fixes(inputs)
    typed = _typed_areas(inputs)
    places = read_places(inputs, {name: area.hexes for name, area in typed.items()})
    dry = pack(hex for hex, found in places.items() if any(place.kind for place in found))
    wet = water(inputs, fixes, dry)
    rivers = lay(inputs.plane, read_rivers(inputs), wet)
    narrows = straits(inputs, wet)
    ways = lay_ways(inputs, stops(inputs), Ground(inputs.plane, wet.all, rivers, narrows))
    country = Country(inputs, fixes, wet, rivers, ways, places, typed)
    _work_out_areas(country)
    country.terrain.update(_terrain(country))
    sums = [sets(country).hexes(spec.hexes) for spec in inputs.recipe.sets]
    for hex in inputs.plane.grid:
        country.features[hex] = dict(_features(country, hex, sums))
    country.sides.extend(_sides(country, narrows))
    return country


# Areas


def _typed_areas(inputs: Inputs) -> dict[str, Area]:
    """Areas as listed; those that are sums of others are empty so far."""
    found = {}
    for row in inputs.optional(inputs.recipe.areas):
        hexes = 0 if _is_sum(row) else inputs.set(row)
        found[row["name"]] = Area(row["name"], hexes, row["basis"], row["source"])
    return found


def _is_sum(row: Row) -> bool:
    return row["hexes"].startswith("=")


def _work_out_areas(country: Country) -> None:
    for row in country.inputs.optional(country.inputs.recipe.areas):
        if _is_sum(row):
            try:
                hexes = sets(country).hexes(row["hexes"][1:])
            except ValueError as fault:
                raise row.fault(str(fault)) from None
            country.areas[row["name"]] = replace(country.areas[row["name"]], hexes=hexes)


def sets(country: Country) -> Sets:
    """What sums of hex sets may name."""
    grid, wet, rivers = country.plane.grid, country.water, country.rivers
    land = grid.all & ~wet.all
    names = {"land": land, "water": wet.all, "sea": wet.sea, "lake": wet.lake}
    names |= {name: area.hexes for name, area in country.areas.items()}
    words = {
        "west": lambda river: rivers.banks[river],
        "east": lambda river: grid.all & ~rivers.banks[river],
        "line": lambda kind: _on_lines(country.ways, kind),
        "place": lambda kind: _of_places(country.places, kind),
    }
    return Sets(grid, names, words)


def _on_lines(ways: Iterable[Way], kind: str = "") -> HexSet:
    return pack(hex for way in ways if kind in ("", way.kind) for hex in way.hexes)


def _of_places(places: dict[Hex, list[Place]], kind: str) -> HexSet:
    return pack(hex for hex, found in places.items() if any(p.kind == kind for p in found))


# Hexes


def _terrain(country: Country) -> Iterator[tuple[Hex, tuple[str, str]]]:
    """Water, then land cover, then places; corrections by hand come last and win."""
    wet, spec = country.water, country.inputs.recipe.water
    found = dict.fromkeys(bits(wet.sea), (spec.sea, "geography"))
    found |= dict.fromkeys(bits(wet.lake), (spec.lake, "geography"))
    land = [hex for hex in country.plane.grid if hex not in found]
    for hex, kind in cover(country.inputs, land, country.rivers, _openness(country)).items():
        found[hex] = (kind, "reconstruction")
    for hex, places in country.places.items():
        for place in reversed(places):
            if place.terrain:
                found[hex] = (place.terrain, place.terrain_source)
    for hex, kind, source in country.fixes.terrain():
        country.overruled[hex] = found[hex][0]
        found[hex] = (kind, source)
    return iter(found.items())


def _openness(country: Country) -> Openness:
    spec, ways = country.inputs.recipe.cover, country.ways
    settled = (h for h, found in country.places.items() if any(p.name and p.kind for p in found))
    more = [(_on_lines(ways, kind), weight) for kind, weight in spec.lines.items()]
    return Openness(country.inputs, pack(settled), _on_lines(ways), more)


def _features(country: Country, hex: Hex, sums: list[HexSet]) -> list[tuple[str, str]]:
    """The features of a hex in the order of the recipe, and where each is from."""
    recipe = country.inputs.recipe
    found = [(place.kind, place.source) for place in country.places.get(hex, ()) if place.kind]
    for name, area in country.areas.items():
        if area.hexes >> hex & 1 and _place_in(name, recipe.area_features) is not None:
            found.append((name, area.source))
    for spec, hexes in zip(recipe.sets, sums, strict=True):
        if hexes >> hex & 1:
            found.append((spec.kind, spec.source))
    return sorted(found, key=lambda item: _place_in(item[0], recipe.features) or 0)


def _place_in(name: str, patterns: list[str]) -> int | None:
    matches = (i for i, pattern in enumerate(patterns) if fnmatchcase(name, pattern))
    return next(matches, None)


# Hexsides


def _sides(country: Country, narrows: dict[Hexside, str]) -> Iterator[tuple[Hexside, SideThing]]:
    """What lies on the hexsides; a correction takes the place of all rivers and straits there."""
    fixed = {fix.side for fix in country.fixes.sides}
    for side, river in country.rivers.sides.items():
        if side not in fixed:
            notes = tuple(country.rivers.notes(side, river))
            yield side, SideThing(river.kind, river.name, notes, river.source)
    for side, kind in narrows.items():
        if side not in fixed and side not in country.rivers.sides:
            yield side, SideThing(kind, "", (), "geography")
    for fix in country.fixes.sides:
        if fix.kind != NOTHING:
            yield fix.side, SideThing(fix.kind, "", (), fix.source)
    for (kind, side), border in country.rivers.borders.items():
        yield side, SideThing(kind, border.name, (), border.source)
    yield from _crossings(country)


def _crossings(country: Country) -> Iterator[tuple[Hexside, SideThing]]:
    """Bridges, where lines cross rivers, and the hexsides listed one by one, such as ferries."""
    recipe, rivers = country.inputs.recipe, country.rivers.sides
    over: dict[Hexside, list[str]] = {}
    for way in country.ways if recipe.bridge else ():
        for side in way.sides(country.plane) & rivers.keys():
            over.setdefault(side, []).append(way.source)
    for side, words in over.items():
        yield side, SideThing(recipe.bridge, rivers[side].name, (), surest(words))
    for spec in recipe.sides:
        for row in country.inputs.rows(spec.file):
            side = country.plane.grid.parse_hexside(row["hexes"])
            name = rivers[side].name if side in rivers else ""
            yield side, SideThing(spec.kind, name, (), row["source"])
