"""The whole country put together: terrain, lines, hexsides, and what its maps print of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial

from grognard.hexes import Grid, Hex, HexSet, Hexside, UnknownHex, bits, pack

from .banks import led, towns
from .cover import Openness, cover
from .fixes import NOTHING, Fixes, read_fixes
from .inputs import Inputs, Row, surest
from .places import Place, read_places, stops
from .plane import Plane
from .recipe import Recipe
from .rivers import River, Rivers, lay, listed
from .sets import Sets
from .water import Water, straits, water
from .ways import Ground, Stop, Way, lay_ways
from .works import works


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
    """The finished country, ready to be written."""

    inputs: Inputs
    fixes: Fixes
    water: Water
    rivers: Rivers
    ways: list[Way]
    places: dict[Hex, list[Place]]
    areas: dict[str, Area]
    terrain: dict[Hex, tuple[str, str]] = field(default_factory=dict)
    """The kind of every hex and where it is from."""
    countries: dict[Hex, str] = field(default_factory=dict)
    seas: dict[Hex, str] = field(default_factory=dict)
    sides: list[tuple[Hexside, SideThing]] = field(default_factory=list)
    overruled: dict[Hex, str] = field(default_factory=dict)
    """What a hex would be without its correction."""

    @property
    def plane(self) -> Plane:
        return self.inputs.plane

    def named(self, hex: Hex) -> list[Place]:
        """The places of a hex that the map prints by name."""
        found = [place for place in self.places.get(hex, ()) if place.name]
        if self.inputs.recipe.one_name:
            return sorted(found, key=lambda place: place.rank)[:1]
        return found

    def name(self, hex: Hex) -> str:
        """The place name of a hex; a hill with a village on it bears both."""
        return " / ".join(place.name for place in self.named(hex))

    def name_source(self, hex: Hex) -> str:
        named = self.named(hex)
        return named[-1].source if named else ""

    def note(self, hex: Hex) -> str:
        notes = [place.note for place in self.places.get(hex, ()) if place.note]
        others = {place.name for place in self.places.get(hex, ())} - {self.name(hex), ""}
        if self.inputs.recipe.one_name and others:
            notes.append("also " + ", ".join(sorted(others)))
        return notes[-1] if notes else ""


def build(inputs: Inputs) -> Country:
    """The country from all inputs; the same on every run."""
    fixes = read_fixes(inputs)
    typed = typed_areas(inputs, inputs.recipe.areas)
    places = read_places(inputs, {name: area.hexes for name, area in typed.items()})
    dry = pack(hex for hex, found in places.items() if any(p.kind or p.terrain for p in found))
    wet = water(inputs, fixes, dry)
    passed = stops(inputs)
    rivers = lay(inputs.plane, _courses(inputs, passed), wet)
    _correct(rivers, fixes)
    narrows = straits(inputs, wet)
    ground = Ground(inputs.plane, wet.all, rivers, narrows, inputs.recipe.crossing)
    country = Country(inputs, fixes, wet, rivers, lay_ways(inputs, passed, ground), places, typed)
    country.countries.update(_homes(inputs, inputs.recipe.countries, inputs.plane.grid))
    work_out_areas(country, typed, inputs.recipe.areas)
    country.terrain.update(_terrain(country))
    country.seas.update(_seas(country))
    country.sides.extend(_sides(country, narrows))
    return country


def _courses(inputs: Inputs, places: Mapping[str, Stop]) -> Iterator[River]:
    """All rivers and borders in the order of the lists."""
    for spec in inputs.recipe.courses:
        found = list(listed(inputs, spec))
        yield from led(found, towns(inputs, spec, places)) if spec.banks else found


def _correct(rivers: Rivers, fixes: Fixes) -> None:
    kinds = {river.kind for river in rivers.sides.values()}
    for fix in fixes.sides:
        river = River(fix.name, fix.kind, "fixed", [], fix.source) if fix.kind in kinds else None
        rivers.correct(fix.side, river)


# Areas


def typed_areas(inputs: Inputs, file: str) -> dict[str, Area]:
    """Areas as listed; those that are sums of others are empty so far."""
    found = {}
    for row in inputs.optional(file):
        hexes = 0 if _is_sum(row) else inputs.set(row)
        found[row["name"]] = Area(row["name"], hexes, row["basis"], row["source"])
    return found


def _is_sum(row: Row) -> bool:
    return row["hexes"].startswith("=")


def work_out_areas(country: Country, areas: dict[str, Area], file: str) -> None:
    """Fill in the areas that are sums."""
    for row in country.inputs.optional(file):
        if _is_sum(row):
            try:
                hexes = sets(country, areas).hexes(row["hexes"][1:])
            except (ValueError, UnknownHex) as fault:
                raise row.fault(str(fault)) from None
            areas[row["name"]] = replace(areas[row["name"]], hexes=hexes)


def sets(country: Country, areas: Mapping[str, Area]) -> Sets:
    """What sums of hex sets may name."""
    grid, wet, rivers = country.plane.grid, country.water, country.rivers
    land = grid.all & ~wet.all
    names = {"land": land, "water": wet.all, "sea": wet.sea, "lake": wet.lake, "shore": wet.shore}
    names |= {name: area.hexes for name, area in areas.items()}
    words: dict[str, Callable[[str], HexSet]] = {
        "west": lambda river: rivers.banks[river],
        "east": lambda river: grid.all & ~rivers.banks[river],
        "line": lambda kind: _on_lines(country.ways, kind),
        "place": lambda kind: _of_places(country.places, kind),
        "country": lambda name: land & pack(h for h, c in country.countries.items() if c == name),
        "lake_at": lambda label: _whole(grid, grid.hex(label), wet.lake),
    }
    for heading in ("north", "east", "south", "west"):
        words[f"{heading}_edge"] = partial(country.plane.edge, heading)
    return Sets(grid, names, words)


def _whole(grid: Grid, hex: Hex, hexes: HexSet) -> HexSet:
    """The part of a set that hangs together with a hex."""
    found, grown = 0, 1 << hex & hexes
    while grown != found:
        found, grown = grown, grown | grid.spread(grown) & hexes
    return found


def _on_lines(ways: Iterable[Way], kind: str = "") -> HexSet:
    return pack(hex for way in ways if kind in ("", way.kind) for hex in way.hexes)


def _of_places(places: dict[Hex, list[Place]], kind: str) -> HexSet:
    return pack(hex for hex, found in places.items() if any(p.kind == kind for p in found))


# Countries and seas


def _homes(inputs: Inputs, file: str, hexes: Iterable[Hex]) -> Iterator[tuple[Hex, str]]:
    """The first ring of a list that holds the middle of each hex."""
    rings = [(row["name"], inputs.ring(row["polygon"])) for row in inputs.optional(file)]
    for hex in hexes if rings else ():
        home = next((name for name, ring in rings if ring.holds(hex)), "")
        if home:
            yield hex, home


def _seas(country: Country) -> Iterator[tuple[Hex, str]]:
    """Of the sea and its shores: the sea zone."""
    recipe, wet = country.inputs.recipe, country.water
    if not recipe.seas:
        spec = recipe.water
        yield from ((hex, spec.sea_name) for hex in bits(wet.sea))
        yield from ((hex, spec.lake_name) for hex in bits(wet.lake))
        return
    near = wet.sea | wet.shore | country.plane.grid.spread(wet.sea) & ~wet.lake
    yield from _homes(country.inputs, recipe.seas, bits(near))


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


def features(country: Country, areas: Mapping[str, Area]) -> dict[Hex, dict[str, str]]:
    """Of every hex its features in the order of the recipe, and where each is from."""
    sums = [sets(country, areas).hexes(spec.hexes) for spec in country.inputs.recipe.sets]
    return {hex: dict(_features(country, hex, areas, sums)) for hex in country.plane.grid}


def _features(
    country: Country, hex: Hex, areas: Mapping[str, Area], sums: list[HexSet]
) -> list[tuple[str, str]]:
    recipe = country.inputs.recipe
    found = []
    kind, source = country.terrain[hex]
    if kind in recipe.cover.parts:
        found.append((recipe.cover.parts[kind][1], source))
    built = kind in recipe.built_up
    found += [(place.kind, place.source) for place in country.places.get(hex, ())
              if place.kind and not built]
    for name, area in areas.items():
        if area.hexes >> hex & 1 and _place_in(name, recipe.area_features) is not None:
            found.append((name, area.source))
    for spec, hexes in zip(recipe.sets, sums, strict=True):
        if hexes >> hex & 1:
            found.append((spec.kind, spec.source))
    found = _largest(found, recipe)
    return sorted(found, key=lambda item: _place_in(item[0], recipe.features) or 0)


def _largest(found: list[tuple[str, str]], recipe: Recipe) -> list[tuple[str, str]]:
    """Of several settlements in one hex only the largest counts, if it alone is named."""
    kinds = [kind for spec in recipe.places for kind in spec.kinds.values() if kind]
    here = [word for word in kinds if word in dict(found)] if recipe.one_name else []
    return [item for item in found if item[0] not in here[1:]]


def _place_in(name: str, patterns: list[str]) -> int | None:
    matches = (i for i, pattern in enumerate(patterns) if fnmatchcase(name, pattern))
    return next(matches, None)


# Hexsides


def _sides(country: Country, narrows: dict[Hexside, str]) -> Iterator[tuple[Hexside, SideThing]]:
    """What lies on the hexsides; a correction takes the place of all rivers and straits there."""
    fixed = {fix.side for fix in country.fixes.sides}
    for side, river in country.rivers.sides.items():
        notes = tuple(country.rivers.notes(side, river))
        yield side, SideThing(river.kind, river.name, notes, river.source)
    for side, kind in narrows.items():
        if side not in fixed and side not in country.rivers.sides:
            yield side, SideThing(kind, "", (), "geography")
    for fix in country.fixes.sides:
        if fix.kind != NOTHING and fix.side not in country.rivers.sides:
            yield fix.side, SideThing(fix.kind, fix.name, (), fix.source)
    for (kind, side), border in country.rivers.borders.items():
        yield side, SideThing(kind, border.name, (), border.source)
    for spec in country.inputs.recipe.works:
        for side, faces, name, source in works(country.inputs, spec, country.water.all):
            yield side, SideThing(spec.kind, name, (f"faces_{faces.lower()}",), source)
    yield from _crossings(country)


def _crossings(country: Country) -> Iterator[tuple[Hexside, SideThing]]:
    """Bridges, where lines cross rivers, and the hexsides listed one by one, such as ferries."""
    recipe, rivers = country.inputs.recipe, country.rivers.sides
    kinds = recipe.bridges or ({recipe.bridge: []} if recipe.bridge else {})
    for kind, lines in kinds.items():
        over: dict[Hexside, list[str]] = {}
        for way in (way for way in country.ways if not lines or way.kind in lines):
            for side in way.sides(country.plane) & rivers.keys():
                over.setdefault(side, []).append(way.source)
        for side, words in over.items():
            yield side, SideThing(kind, rivers[side].name, (), surest(words))
    for spec in recipe.sides:
        for row in country.inputs.rows(spec.file):
            side = country.plane.grid.parse_hexside(row["hexes"])
            name = rivers[side].name if side in rivers else ""
            yield side, SideThing(spec.kind, name, (), row["source"])
