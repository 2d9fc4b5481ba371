"""The names of rivers, written along their course."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grognard.drawing.curves import distance, lengths, moved, normals, rounded_line, softened
from grognard.drawing.labels import Clutter
from grognard.drawing.lettering import face, width, written
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import Letters
from grognard.drawing.svg import path, tag
from grognard.drawing.water import Course
from grognard.hexes import Point


@dataclass(frozen=True, slots=True)
class Lettered:
    """The name of a river in its place: along a line."""

    name: str
    letters: Letters
    line: list[Point]
    number: int


def place_river_names(sheet: Sheet, found: Iterable[Course], clutter: Clutter) -> list[Lettered]:
    """Each name once or, on a long river, twice, where its course is straightest and free."""
    by_name: dict[str, list[Course]] = {}
    for course in found:
        if course.name:
            by_name.setdefault(course.name, []).append(course)
    placed: list[Lettered] = []
    for full, runs in sorted(by_name.items()):
        name = full.partition(" (")[0]  # "Mga (river)" is told from the town by its letters
        longest = max(runs, key=lambda course: lengths(course.line)[-1])
        for line in _baselines(sheet, longest, name, clutter):
            placed.append(Lettered(name, _letters(sheet, longest), line, len(placed) + 1))
    return placed


def draw_river_names(sheet: Sheet, placed: Iterable[Lettered]) -> Iterator[str]:
    """The names of the rivers that the window shows."""
    for one in placed:
        if sheet.sees(Box.around(one.line).grown(sheet.px(1.0))):
            yield _along(sheet, one.name, one.line, f"river-name-{one.number}", one.letters)


def _letters(sheet: Sheet, course: Course) -> Letters:
    return sheet.style.lettering(course.look.letters)


def _baselines(sheet: Sheet, course: Course, name: str, clutter: Clutter) -> Iterator[list[Point]]:
    """The stretches of bank to write on: one, and a second on a course six times as long."""
    line = softened(course.line, 0.5, 12)
    need = sheet.px(width(name, _letters(sheet, course)) * 1.12)
    total = lengths(line)[-1]
    parts = 2 if total > 14 * need else 1
    for part in range(parts):
        first, last = len(line) * part // parts, len(line) * (part + 1) // parts
        found = _best(sheet, line[first:last], need, course, clutter)
        if found is not None and found[0] < 40:
            best = found[1]
            clutter.add_line(best, 4.0)
            for point in best[::3]:
                clutter.add_box(Box(*point, *point).grown(sheet.px(0.14)), 30.0)
            yield best


def _best(
    sheet: Sheet, line: list[Point], need: float, course: Course, clutter: Clutter
) -> tuple[float, list[Point]] | None:
    """The stretch of a course, long enough for a name, that costs least, and what it costs."""
    found: tuple[float, list[Point]] | None = None
    # The straightest first: what lies around only adds to the cost, so most need no second look.
    for least, piece in sorted(_stretches(line, need), key=lambda option: option[0]):
        if found is not None and least >= found[0]:
            break
        for base, crowd in _banks(sheet, piece, course, clutter):
            if found is None or least + crowd < found[0]:
                found = least + crowd, base
    return found


def _stretches(line: list[Point], need: float) -> Iterator[tuple[float, list[Point]]]:
    """Pieces of a course long enough for a name, with what each costs for its bends and slope."""
    along = lengths(line)
    for start in range(0, len(line), 4):
        # Lengths grow along the line, so the end of a stretch is found by halving.
        end = bisect_left(along, need, lo=start, key=lambda far: far - along[start])
        if end == len(line):
            return
        piece = line[start : end + 1]
        if piece[0][0] > piece[-1][0]:
            piece = piece[::-1]
        bend = (need - distance(piece[0], piece[-1])) / need
        steep = abs(piece[-1][1] - piece[0][1]) / need
        yield 60 * bend + 2 * steep, piece


def _banks(
    sheet: Sheet, piece: list[Point], course: Course, clutter: Clutter
) -> Iterator[tuple[list[Point], float]]:
    """The line of letters on either bank, with what lies in their way."""
    tall = sheet.px(_letters(sheet, course).size)
    for above in (True, False):
        gap = sheet.px(course.look.width / 2 + 0.05) + (0 if above else tall * 0.72)
        base = _beside(piece, gap if above else -gap)
        inner = _beside(base, tall * 0.35)
        boxes = [Box(*p, *p).grown(tall * 0.4) for p in inner[1:-1:2]]
        inside = all(sheet.frame.holds(point, tall) for point in base)
        crowd = sum(clutter.cost(box) for box in boxes)
        yield base, 0.5 * crowd + (0 if inside else 500)


def _beside(line: list[Point], gap: float) -> list[Point]:
    """A line along another one, to its left."""
    return [moved(point, normal, gap) for point, normal in zip(line, normals(line), strict=True)]


def _along(sheet: Sheet, name: str, line: list[Point], id: str, letters: Letters) -> str:
    curve = tag("path", id=id, d=path(rounded_line([*line[::3], line[-1]])))
    words = written(name, letters)
    run = tag("textPath", words, href=f"#{id}", startOffset="50%")
    return tag("defs", curve) + tag("text", run, text_anchor="middle", **face(sheet, letters))
