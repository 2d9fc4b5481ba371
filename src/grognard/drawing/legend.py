"""The legend: a sample of every kind on the map, with its name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grognard.drawing.curves import chance, ribbon, sampled
from grognard.drawing.furniture import rectangle
from grognard.drawing.lettering import face
from grognard.drawing.palette import mixed
from grognard.drawing.places import draw_letter, features
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import FeatureLook, HexsideLook, Letters, Stroke, TerrainLook
from grognard.drawing.svg import Segment, path, pen, tag, text
from grognard.hexes import Point

Words = Callable[[str, str], str]
"""Names a kind: ``words("terrain", "woods")``."""

ROW = 0.92
"""The height of a row in hex sides."""
_COLUMN, _SAMPLE = 5.0, 1.3
LETTERS = Letters(size=0.3)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the legend."""

    table: str
    kind: str


def entries(sheet: Sheet) -> list[Entry]:
    """What a map shows, in the order of the legend; kinds that look alike are named once."""
    game, style = sheet.map, sheet.style
    terrain = {kind: style.terrain_look(kind) for kind in set(game.terrain.values())}
    hexsides = {kind: style.hexside_look(kind) for kind, sides in game.hexsides.items() if sides}
    lines = {kind: style.line_look(kind) for kind in {line.kind for line in game.lines}}
    places = {kind: look for kind, look in features(sheet) if game.features[kind]}
    found = []
    for table, looks in (
        ("terrain", terrain),
        ("features", places),
        ("hexsides", hexsides),
        ("lines", lines),
    ):
        shown = sorted((look.rank, kind) for kind, look in looks.items() if look.legend)
        found += [Entry(table, kind) for _, kind in shown]
    return found


def legend_rows(sheet: Sheet, width: float, words: Words) -> int:
    """How many rows the legend needs in this width."""
    columns = max(1, int(width / sheet.px(_COLUMN)))
    return -(-len(_named(sheet, words)) // columns)


def _named(sheet: Sheet, words: Words) -> list[tuple[str, Entry]]:
    named: dict[str, Entry] = {}
    for entry in entries(sheet):
        named.setdefault(words(entry.table, entry.kind), entry)
    return list(named.items())


def draw_legend(sheet: Sheet, box: Box, words: Words) -> Iterator[str]:
    """The entries in columns, read downwards."""
    rows = legend_rows(sheet, box.width, words)
    for i, (name, entry) in enumerate(_named(sheet, words)):
        x = box.left + (i // rows) * sheet.px(_COLUMN)
        y = box.top + (i % rows + 0.5) * sheet.px(ROW)
        half = sheet.px(0.3)
        sample = Box(x, y - half, x + sheet.px(_SAMPLE), y + half)
        yield tag("g", *_sample(sheet, entry, sample))
        at = (sample.right + sheet.px(0.25), y + sheet.px(0.1))
        yield text(name, x=at[0], y=at[1], **face(sheet, LETTERS, halo=0))


def _sample(sheet: Sheet, entry: Entry, box: Box) -> Iterator[str]:
    style = sheet.style
    if entry.table == "terrain":
        return _ground(sheet, style.terrain_look(entry.kind), box)
    if entry.table == "features":
        look = style.feature_look(entry.kind)
        if look.form == "cover":
            return _ground(sheet, style.terrain_look(entry.kind), box)
        return _feature(sheet, look, box)
    if entry.table == "lines":
        return _pens(sheet, _wave(sheet, box), style.line_look(entry.kind).strokes)
    return _hexside(sheet, style.hexside_look(entry.kind), box)


def _ground(sheet: Sheet, look: TerrainLook, box: Box) -> Iterator[str]:
    fill = sheet.style.colour(look.fill)
    round_ = sheet.px(0.12)
    edge = look.edge or Stroke("faint", 0.02)
    yield rectangle(box, rx=round_, fill=fill)
    for ring in look.rings:
        if 2 * ring.at < 0.55:
            colour = mixed(fill, sheet.style.colour(ring.colour), ring.opacity)
            line = pen(colour, sheet.px(ring.width))
            yield rectangle(box.grown(-sheet.px(ring.at)), rx=round_, **line)
    if look.grain:
        yield rectangle(box, rx=round_, fill=f"url(#{look.grain})")
    yield rectangle(box, rx=round_, fill="none", **sheet.pen(edge))
    for scatter in look.scatter:
        for i, spot in enumerate(_spots(sheet, box, scatter.spacing)):
            yield sheet.use(scatter.glyphs[i % len(scatter.glyphs)], spot)


def _spots(sheet: Sheet, box: Box, spacing: float) -> Iterator[Point]:
    step = sheet.px(spacing)
    inner = box.grown(-sheet.px(0.14))
    rows = max(1, int(inner.height / (step * 0.8)) + 1)
    for j in range(rows):
        y = inner.middle[1] + (j - (rows - 1) / 2) * step * 0.8
        count = max(1, int(inner.width / step))
        for i in range(count):
            x = inner.left + (i + 0.25 + 0.5 * (j % 2)) * inner.width / count
            yield x + step * 0.2 * (chance(i, j) - 0.5), y + step * 0.2 * (chance(j, i, 3) - 0.5)


def _wave(sheet: Sheet, box: Box) -> list[Segment]:
    left, right = (box.left, box.middle[1]), (box.right, box.middle[1])
    bend = sheet.px(0.16)
    third = box.width / 3
    return [
        (
            left,
            (box.left + third, left[1] - bend),
            (box.right - third, left[1] + bend),
            right,
        )
    ]


def _pens(sheet: Sheet, curve: list[Segment], strokes: tuple[Stroke, ...]) -> Iterator[str]:
    for stroke in strokes:
        yield tag("path", d=path(curve), fill="none", **sheet.pen(stroke))


def _hexside(sheet: Sheet, look: HexsideLook, box: Box) -> Iterator[str]:
    curve = _wave(sheet, box)
    if look.form == "line":
        yield from _pens(sheet, curve, look.strokes)
    elif look.form == "river":
        width = sheet.px(look.width)
        d = path(ribbon(sampled(curve, sheet.px(0.12)), lambda along: width), closed=True)
        bank = pen(sheet.style.colour(look.casing), 2 * sheet.px(look.casing_width))
        yield tag("path", d=d, **bank)
        yield tag("path", d=d, fill=sheet.style.colour(look.fill))
    else:
        yield sheet.use(look.glyph, box.middle)


def _feature(sheet: Sheet, look: FeatureLook, box: Box) -> Iterator[str]:
    if look.form in ("glyph", "letter"):
        yield sheet.use(look.glyph, box.middle, 0.0, look.size)
    if look.form == "letter":
        yield draw_letter(sheet, "A", look, box.middle)
    if look.form == "area":
        yield rectangle(box, rx=sheet.px(0.12), fill=sheet.style.colour(look.fill))
        yield rectangle(box, rx=sheet.px(0.12), fill=f"url(#{look.grain})")
    for stroke in look.strokes:
        yield rectangle(box, rx=sheet.px(0.12), fill="none", **sheet.pen(stroke))
