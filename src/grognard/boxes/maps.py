"""From a map folder to the map of a game."""

from collections.abc import Iterable, Sequence

from grognard.boxes.checks import check_map
from grognard.boxes.grids import SheetSpec
from grognard.boxes.mapsheets import MapSheets, MapSpec, read_map_sheets
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap, Line
from grognard.hexes import Hex, HexSet, Hexside, pack


def load_maps(
    opened: OpenBox, folder: str = "maps", wanted: str = "", sheets: Sequence[str] = ()
) -> dict[str, GameMap]:
    """All maps of a box, by id, or the one that is wanted; faults go to ``opened.faults``.

    Of a map of several sheets only those named in `sheets` are read, or all.
    """
    maps: dict[str, GameMap] = {}
    for inside in opened.folders(folder):
        if wanted and inside.rpartition("/")[2] != wanted:
            continue
        found = load_map(opened, inside, sheets)
        if found is not None and found.id in maps:
            opened.faults.add(f"{inside}/map.toml", "id", f"{found.id!r} is another map already")
        elif found is not None:
            maps[found.id] = found
    return maps


def load_map(opened: OpenBox, folder: str, sheets: Sequence[str] = ()) -> GameMap | None:
    """Read and prove one map folder, such as ``maps/narva``; None after faults."""
    before = len(opened.faults)
    found = read_map_sheets(opened, folder, sheets)
    if found is not None:
        check_map(found, opened.faults)
    return _game_map(found) if found and len(opened.faults) == before else None


def _game_map(sheets: MapSheets) -> GameMap:
    spec, alone = sheets.spec, _alone(sheets.spec)
    return GameMap(
        id=spec.id,
        name=spec.name,
        grid=sheets.grid,
        scale_km=(alone and alone.scale_km) or spec.scale_km,
        terrain=_terrain(sheets),
        features=_sets(spec.features, ((word, h) for h, r in sheets.hexes for word in r.features)),
        names={hex: row.name for hex, row in sheets.hexes if row.name},
        hexsides=_sides(spec.hexside_kinds, ((row.kind, side) for side, row in sheets.sides)),
        rivers=_sides((), _named_sides(sheets)),
        hexside_notes=_sides(
            spec.hexside_notes, ((note, side) for side, row in sheets.sides for note in row.notes)
        ),
        lines=tuple(Line(row.kind, row.id, row.name, hexes) for hexes, row in sheets.lines),
        areas=_areas(sheets),
        georeference={"rotation_deg": alone.north_deg} if alone else spec.georeference,
        sheets={sheet.key: sheets.printed_on(sheet.key) for sheet in spec.grid.sheets},
        scales={sheet.key: sheet.scale_km for sheet in spec.grid.sheets if sheet.scale_km},
    )


def _alone(spec: MapSpec) -> SheetSpec | None:
    """The one sheet that is loaded, if it is drawn in another way than its map."""
    found = spec.grid.sheets[0] if len(spec.grid.sheets) == 1 else None
    return found if found and found.scale_km else None


def _terrain(sheets: MapSheets) -> dict[Hex, str]:
    default = sheets.spec.default_terrain
    written = {hex: row.terrain or default for hex, row in sheets.hexes}
    return {hex: written.get(hex, default) for hex in sheets.grid}


def _named_sides(sheets: MapSheets) -> Iterable[tuple[str, Hexside]]:
    """A named side belongs to the river of that name; a bridge or a border has its own.

    Where the map says what bridges lead over, that is what rivers are.
    """
    rules = sheets.spec.bridges.values()
    rivers = {kind for rule in rules for kind in rule.over} or set(sheets.spec.hexside_kinds)
    return [(row.name, side) for side, row in sheets.sides if row.name and row.kind in rivers]


def _areas(sheets: MapSheets) -> dict[str, HexSet]:
    areas = {row.name: pack(hexes) for hexes, row in sheets.areas}
    countries = ((row.country, hex) for hex, row in sheets.hexes if row.country)
    seas = ((sea, hex) for hex, row in sheets.hexes for sea in row.seas)
    return areas | _sets(sheets.spec.countries, countries) | _sets(sheets.spec.seas, seas)


def _sets(legend: Iterable[str], found: Iterable[tuple[str, Hex]]) -> dict[str, HexSet]:
    """Hexes by word; a word of the legend that no hex has is an empty set."""
    sets: dict[str, HexSet] = dict.fromkeys(legend, 0)
    for word, hex in found:
        sets[word] = sets.get(word, 0) | 1 << hex
    return sets


def _sides(
    legend: Iterable[str], found: Iterable[tuple[str, Hexside]]
) -> dict[str, frozenset[Hexside]]:
    sides: dict[str, set[Hexside]] = {word: set() for word in legend}
    for word, side in found:
        sides.setdefault(word, set()).add(side)
    return {word: frozenset(those) for word, those in sides.items()}
