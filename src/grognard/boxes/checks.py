"""Proofs about a map: everything that can be wrong with its sheets, all faults at once."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from grognard.boxes.faults import Faults, meant
from grognard.boxes.mapsheets import BridgeRule, HexRow, HexsideRow, Legend, LineRow, MapSheets
from grognard.boxes.overlaps import check_overlaps, check_same
from grognard.boxes.sheets import Row
from grognard.hexes import Grid, Hex, HexSet, Hexside, bits, pack


def check_map(sheets: MapSheets, faults: Faults) -> None:
    """Run every check of this module."""
    check_hexes(sheets, faults)
    check_terrain(sheets, faults)
    check_names(sheets, faults)
    check_hexsides(sheets, faults)
    check_lines(sheets, faults)
    for kind, rule in sheets.spec.bridges.items():
        check_bridges(sheets, kind, rule, faults)
    check_areas(sheets, faults)
    check_overlaps(sheets, faults)
    check_scales(sheets, faults)


def is_contiguous(grid: Grid, hexes: HexSet) -> bool:
    """Whether one can walk through the whole set without leaving it."""
    return next(pieces(grid, hexes), 0) == hexes


def pieces(grid: Grid, hexes: HexSet) -> Iterator[HexSet]:
    """The parts of a set that hang together, lowest hex first."""
    while hexes:
        piece, grown = 0, hexes & -hexes
        while grown != piece:
            piece = grown
            grown |= grid.spread(piece) & hexes
        yield piece
        hexes &= ~piece


def _in_legend(row: Row, column: str, words: Iterable[str], legend: Legend, faults: Faults) -> None:
    for word in words:
        if word not in legend:
            said = f"{column}: {word!r} is not in map.toml{meant(word, legend)}"
            faults.at(row, said, column)


def check_hexes(sheets: MapSheets, faults: Faults) -> None:
    """Every hex of the grid has one row, or the terrain of all others is declared."""
    first: dict[Hex, HexRow] = {}
    for hex, row in sheets.hexes:
        known = first.setdefault(hex, row)
        if known.hex == row.hex:  # the same label twice was named when the sheet was read
            continue
        if known.origin.file != row.origin.file:
            check_same(row, known, faults)
        else:
            label, line = sheets.grid.label(hex), known.origin.line
            faults.at(row, f"hex {row.hex} is {label}, which stands already on line {line}")
    missing = [sheets.grid.label(hex) for hex in sheets.grid if hex not in first]
    if missing and not sheets.spec.default_terrain:
        shown = " ".join(missing[:8]) + (" ..." if len(missing) > 8 else "")
        file = sheets.file("hexes.csv")
        faults.add(file, "", f"{len(missing)} hexes without a row: {shown}")


def check_terrain(sheets: MapSheets, faults: Faults) -> None:
    """Every word about a hex is declared in map.toml (countries and seas if any is)."""
    spec = sheets.spec
    default = spec.default_terrain
    if default and default not in spec.terrain:
        said = f"{default!r} is not in [terrain]{meant(default, spec.terrain)}"
        faults.add(sheets.file("map.toml"), "default_terrain", said)
    for _, row in sheets.hexes:
        if row.terrain or not default:
            _in_legend(row, "terrain", [row.terrain], spec.terrain, faults)
        _in_legend(row, "features", row.features, spec.features, faults)
        if spec.countries and row.country:
            _in_legend(row, "country", [row.country], spec.countries, faults)
        if spec.seas:
            _in_legend(row, "sea", row.seas, spec.seas, faults)


def check_names(sheets: MapSheets, faults: Faults) -> None:
    """A name may cover adjacent hexes (a big town); far apart it means two places."""
    named: dict[str, HexSet] = {}
    for hex, row in sheets.hexes:
        if row.name and row.name not in sheets.spec.repeated_names:
            named[row.name] = named.get(row.name, 0) | 1 << hex
    rows = dict(sheets.hexes)
    order = {hex: number for number, hex in enumerate(rows)}
    for name, hexes in named.items():
        firsts = (min(bits(piece), key=order.__getitem__) for piece in pieces(sheets.grid, hexes))
        here, *elsewhere = sorted(firsts, key=order.__getitem__)
        for hex in elsewhere:
            label = sheets.grid.label(here)
            said = f"the name {name!r} stands at {label} already, which is not adjacent"
            faults.at(rows[hex], said, "name")


def check_hexsides(sheets: MapSheets, faults: Faults) -> None:
    """Declared words, and every side once, from whichever hex it is named."""
    spec = sheets.spec
    first: dict[tuple[Hexside, str], HexsideRow] = {}
    for side, row in sheets.sides:
        if row.kind in spec.line_kinds:
            faults.at(row, _one_sided(row))
            continue
        _in_legend(row, "kind", [row.kind], spec.hexside_kinds, faults)
        if spec.hexside_notes:
            _in_legend(row, "notes", row.notes, spec.hexside_notes, faults)
        known = first.setdefault((side, row.kind), row)
        if known is row:
            continue
        if known.origin.file != row.origin.file:
            check_same(row, known, faults)
        else:
            where = f"{row.kind} on {sheets.grid.hexside_label(side)}"
            faults.at(row, f"{where} stands already on line {known.origin.line}")


def _one_sided(row: HexsideRow) -> str:
    return (
        f"one-sided {row.kind}: {row.hex} {row.direction} has no other end; "
        "roads and railways go from hex to hex in lines.csv"
    )


def check_lines(sheets: MapSheets, faults: Faults) -> None:
    """A line runs from hex to adjacent hex, at least two of them, and never back."""
    terrain = {hex: row.terrain or sheets.spec.default_terrain for hex, row in sheets.hexes}
    for hexes, row in sheets.lines:
        name = f"{row.kind} {row.id}"
        _in_legend(row, "kind", [row.kind], sheets.spec.line_kinds, faults)
        if len(hexes) < 2:
            faults.at(row, f"one-sided {row.kind}: {row.id} is one hex long", "hexes")
        for fault in _breaks(sheets.grid, hexes):
            faults.at(row, f"{name} {fault}", "hexes")
        for hex in hexes:
            if terrain.get(hex) in sheets.spec.no_lines_in:
                said = f"{name} enters {sheets.grid.label(hex)}, which is {terrain[hex]}"
                faults.at(row, said, "hexes")


def _breaks(grid: Grid, hexes: tuple[Hex, ...]) -> Iterator[str]:
    crossed: set[Hexside] = set()
    for here, there in pairwise(hexes):
        names = f"from {grid.label(here)} to {grid.label(there)}"
        if not grid.adjacent(here, there):
            yield f"jumps {names}: not adjacent"
            continue
        side = grid.hexside(here, there)
        if side in crossed:
            yield f"goes {names} twice"
        crossed.add(side)


def check_bridges(sheets: MapSheets, kind: str, rule: BridgeRule, faults: Faults) -> None:
    """Bridges are exactly where a line of a bridging kind crosses a river."""
    if _undeclared(sheets, kind, rule, faults):
        return
    rivers = {side for side, row in sheets.sides if row.kind in rule.over}
    bridges = {side: row for side, row in sheets.sides if row.kind == kind}
    crossings = {side: row for side, row in _crossings(sheets, rule) if side in rivers}
    for side, line in crossings.items():
        if side not in bridges:
            where = sheets.grid.hexside_label(side)
            faults.at(line, f"{line.kind} {line.id} crosses the river {where} without a {kind}")
    for side, bridge in bridges.items():
        if side not in crossings:
            why = f"no {' or '.join(rule.lines)} crosses" if side in rivers else "no river flows"
            faults.at(bridge, f"{kind} on {sheets.grid.hexside_label(side)}, where {why}")


def _undeclared(sheets: MapSheets, kind: str, rule: BridgeRule, faults: Faults) -> bool:
    before = len(faults)
    wanted = [(word, sheets.spec.hexside_kinds, "hexside_kinds") for word in (kind, *rule.over)]
    wanted += [(word, sheets.spec.line_kinds, "line_kinds") for word in rule.lines]
    for word, legend, name in wanted:
        if word not in legend:
            said = f"{word!r} is not in [{name}]{meant(word, legend)}"
            faults.add(sheets.file("map.toml"), f"bridges.{kind}", said)
    return len(faults) > before


def _crossings(sheets: MapSheets, rule: BridgeRule) -> Iterator[tuple[Hexside, LineRow]]:
    for hexes, row in sheets.lines:
        for here, there in pairwise(hexes):
            if row.kind in rule.lines and sheets.grid.adjacent(here, there):
                yield sheets.grid.hexside(here, there), row


def check_areas(sheets: MapSheets, faults: Faults) -> None:
    """Areas have a name of their own, and no hex twice."""
    taken = {name for _, row in sheets.hexes for name in (row.country, *row.seas)}
    for hexes, row in sheets.areas:
        if row.name in taken:
            faults.at(row, f"{row.name!r} is a country or sea already", "name")
        if pack(hexes).bit_count() < len(hexes):
            twice = next(hex for hex in hexes if hexes.count(hex) > 1)
            faults.at(row, f"area {row.name} has hex {sheets.grid.label(twice)} twice", "hexes")


def check_scales(sheets: MapSheets, faults: Faults) -> None:
    """A sheet with a scale of its own lies apart: only links join it to the others."""
    grid = sheets.grid
    for sheet in sheets.spec.grid.sheets:
        own = sheets.printed_on(sheet.key) if sheet.scale_km else 0
        for hex in bits(own):
            near = (grid.neighbour(hex, way) for way in range(6))
            touched = [other for other in near if other is not None and not own >> other & 1]
            if touched:
                said = f"sheet {sheet.key} has a scale of its own, but touches " \
                       f"{grid.label(touched[0])}"
                faults.add(sheets.file("map.toml"), "grid.sheets", said)
                break
