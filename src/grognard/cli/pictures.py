"""``grognard map`` and ``grognard counters``: pictures drawn from the data of a box."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

import grognard
from grognard.boxes import catalogue
from grognard.boxes.faults import meant
from grognard.boxes.maps import load_maps
from grognard.boxes.overrides import Overrides
from grognard.cli.output import check_language, say
from grognard.cli.problems import Problem, write_new
from grognard.cli.shelf import BoxName, Language, ScenarioName
from grognard.core.maps import GameMap
from grognard.drawing import printing
from grognard.drawing.counters import draw_sheet
from grognard.drawing.legend import LETTERS
from grognard.drawing.maps import SIZE, Options, draw_map
from grognard.drawing.pictures import NoPdf, pdf_pages, picture
from grognard.drawing.style import THEMES
from grognard.table import table_of

MapName = Annotated[
    str | None, typer.Option("--map", metavar="M", help="A map; without it, the first.")
]
SheetName = Annotated[
    str,
    typer.Option("--sheet", metavar="S", help="One sheet of a map of several; without it, all."),
]
Theme = Annotated[str, typer.Option("--theme", metavar="THEME", help=" or ".join(THEMES))]
Output = Annotated[
    Path, typer.Option("-o", "--output", metavar="FILE", help="A file .svg, .png or .pdf to write.")
]

Poster = Annotated[
    bool, typer.Option("--poster", help="On a whole sheet of A1; as PNG with 300 dots to the inch.")
]

MOST_PIXELS, LEAST_ZOOM = 7_000_000, 0.7
"""A picture of more pixels is written smaller, but names must stay readable."""
_SIZE = re.compile(r' (?:width|height)="([0-9.]+)"')


def map(
    box: BoxName,
    output: Output,
    name: MapName = None,
    theme: Theme = "light",
    scenario: ScenarioName = None,
    lang: Language = "en",
    sheet: SheetName = "",
    poster: Poster = False,
) -> None:
    """Draw a map of a box, or one sheet of it, as SVG, PNG or PDF.

    Without a scenario the map has all its sheets.
    """
    alone = [sheet] if sheet and not scenario else []  # drawn sooner than as a part of all
    maps = grognard.load(box, scenario).maps if scenario else _maps(box, alone)
    if theme not in THEMES:
        raise Problem(f"no theme {theme!r}{meant(theme, THEMES)}")
    drawn = maps[_map_id(maps, name)]
    if sheet and sheet not in drawn.sheets:
        raise Problem(f"no sheet {sheet!r}{meant(sheet, drawn.sheets)}")
    options = Options(language=check_language(lang))
    svg = draw_map(drawn, theme, options=options, styles=_styles(box, drawn.id),
                   sheet="" if alone else sheet)
    write_new(output, _poster(svg, output) if poster else _picture(svg, output, _zoom(svg)))
    say(f"{output}: {drawn.name}")


def _poster(svg: str, output: Path) -> bytes:
    try:
        laid = printing.poster(svg, LETTERS.size * SIZE)
    except printing.TooSmall as fault:
        raise Problem(f"too much for one poster: {fault}; choose a part with --sheet") from None
    return _picture(laid, output, printing.DOTS / 72)


def counters(box: BoxName, output: Output, scenario: ScenarioName = None) -> None:
    """Draw the pieces of a box: as PDF sheets to cut out, backs behind fronts, else all faces."""
    faces = table_of(grognard.load(box, scenario)).faces()
    if not faces:
        raise Problem(f"{box}: this box has no faces to draw")
    if output.suffix.lower() == ".pdf":
        pages = printing.counter_sheets(faces)
        write_new(output, _drawn(lambda: pdf_pages(pages)))
        say(f"{output}: {len(printing.pieces(faces))} pieces, {len(pages)} pages; "
            "print both sides, turned over the long edge")
    else:
        svg = draw_sheet(faces)
        write_new(output, _picture(svg, output, _zoom(svg)))
        say(f"{output}: {len(faces)} faces")


def _picture(svg: str, output: Path, zoom: float) -> bytes:
    return _drawn(lambda: picture(svg, output.name, zoom))


def _drawn(draw: Callable[[], bytes]) -> bytes:
    try:
        return draw()
    except (ValueError, NoPdf) as fault:
        raise Problem(str(fault)) from None


def _zoom(svg: str) -> float:
    """Pixels to a unit: a large map is written a little smaller, for its pixels cost the time.

    >>> _zoom('<svg width="2000" height="3000">'), _zoom('<svg width="6000" height="5000">')
    (1.0, 0.7)
    """
    width, height = (float(found) for found in _SIZE.findall(svg[:500])[:2])
    return max(LEAST_ZOOM, min(1.0, math.sqrt(MOST_PIXELS / (width * height))))


def _maps(box: str, sheets: Sequence[str] = ()) -> dict[str, GameMap]:
    """The maps of a box as it is owned, or some sheets of them."""
    opened = catalogue.box(box).open(Overrides.of(box))
    found = load_maps(opened, sheets=sheets)
    opened.faults.raise_if_any()
    return found


def _map_id(maps: Mapping[str, GameMap], name: str | None) -> str:
    if name is None:
        return next(iter(maps))
    if name not in maps:
        raise Problem(f"no map {name!r}{meant(name, maps)}")
    return name


def _styles(box: str, map_id: str) -> list[Path]:
    """What the box itself says about the looks of a map."""
    own = Path(str(catalogue.box(box).folder)) / "maps" / map_id / "style.toml"
    return [own] if own.is_file() else []
