"""How long the pictures of maps take, and how large they are.

    .venv/bin/python tools/measure_drawing.py                          # this checkout
    .venv/bin/python tools/measure_drawing.py --against ELSEWHERE/src  # in turns with another one
    .venv/bin/python tools/measure_drawing.py --keep docs/measured/drawing.csv

A row is one picture: the whole map as SVG and PNG, the light picture, and the parts of each
level of detail. Seconds are CPU time of the process, the least of several rounds; versions take
turns, each round in a process of its own. Every picture is drawn from nothing but the loaded map;
`parts` are all parts of the map, one after the other, with what they have in common.
"""

import argparse
import csv
import gzip
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MAPS = ("narva", "eastfront")
COLUMNS = ("commit", "machine", "python", "map", "hexes", "picture", "seconds", "bytes", "packed")

Row = dict[str, Any]


def pictures(box: str, source: Path) -> Iterator[tuple[str, int, Callable[[], list[bytes]]]]:
    """What this version can draw of a map: name, hexes, and how."""
    from grognard.boxes.maps import load_maps
    from grognard.boxes.opened import OpenBox
    from grognard.drawing import maps
    from grognard.drawing.pictures import png

    folder = source / "grognard/boxes" / box
    drawn = load_maps(OpenBox(folder))[box]
    style = folder / "maps" / box / "style.toml"
    styles = [style] if style.is_file() else []
    plain = maps.Options(title=False, legend=False)

    def svg() -> str:
        return maps.draw_map(drawn, options=plain, styles=styles)

    count = len(drawn.grid)
    yield "whole svg", count, lambda: [svg().encode()]
    yield "whole svg and png", count, lambda: [png(svg())]
    if hasattr(maps, "Detail"):
        yield from ((name, count, how) for name, how in _in_parts(drawn, styles))


def _in_parts(drawn: Any, styles: list[Path]) -> Iterator[tuple[str, Callable[[], list[bytes]]]]:
    from grognard.drawing import maps
    from grognard.drawing.parts import LEVELS, Parts
    from grognard.drawing.style import load_style

    plain = maps.Options(title=False, legend=False)

    def drawing() -> maps.Drawing:
        return maps.Drawing(drawn, load_style("light", *styles), maps.SIZE, plain)

    def parts(detail: maps.Detail, most: int) -> list[bytes]:
        fresh = drawing()
        cut = Parts.of(fresh.layout)
        places = [(i, j) for j in range(cut.rows) for i in range(cut.columns)]
        return [fresh.part(cut.window(i, j), detail).encode() for i, j in places[:most]]

    yield "light", lambda: [drawing().svg(maps.Detail.LIGHT).encode()]
    for detail, _ in LEVELS[1:]:
        yield f"first part, {detail.value}", partial(parts, detail, 1)
        yield f"parts, {detail.value}", partial(parts, detail, 999)


def once(source: Path) -> list[Row]:
    """One round of all pictures in this process."""
    rows = []
    for box in MAPS:
        for name, hexes, draw in pictures(box, source):
            start = time.process_time()
            found = draw()
            took = time.process_time() - start
            packed = sum(len(gzip.compress(part, 4)) for part in found)
            row = {"map": box, "hexes": hexes, "picture": name, "seconds": round(took, 3)}
            rows.append(row | {"bytes": sum(map(len, found)), "packed": packed})
    return rows


def a_round(source: Path) -> list[Row]:
    """One round in a process that knows only this version."""
    command = [sys.executable, __file__, "--once", str(source)]
    environment = os.environ | {"PYTHONPATH": str(source)}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    rows: list[Row] = json.loads(answer.stdout)
    return rows


def commit_of(source: Path) -> str:
    """The commit of a checkout; a source that is not one is named by its folder."""
    command = ["git", "-C", str(source), "describe", "--always", "--dirty", "--abbrev=7"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or source.parent.name


def measure(sources: list[Path], rounds: int) -> list[Row]:
    """The least of several rounds of each version, taken in turns."""
    best: dict[tuple[str, str, str], Row] = {}
    where = {"machine": platform.processor() or platform.machine(), "python": _python()}
    for _ in range(rounds):
        for source in sources:
            commit = commit_of(source)
            for row in a_round(source):
                key = commit, row["map"], row["picture"]
                if key not in best or row["seconds"] < best[key]["seconds"]:
                    best[key] = {"commit": commit, **where, **row}
    return sorted(best.values(), key=lambda row: (row["map"], row["picture"], row["commit"]))


def _python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"


def keep(rows: list[Row], file: Path) -> None:
    """Put the rows after those measured before."""
    file.parent.mkdir(parents=True, exist_ok=True)
    is_new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as sheet:
        writer = csv.DictWriter(sheet, COLUMNS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--against", type=Path, help="the src folder of another version")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="a CSV file to add the rows to")
    parser.add_argument("--once", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.once:
        print(json.dumps(once(options.once)))
        return
    sources = [ROOT / "src", *([options.against] if options.against else [])]
    rows = measure(sources, options.rounds)
    for row in rows:
        print(
            "  ".join(f"{row[name]!s:>12}" for name in COLUMNS if name not in ("machine", "python"))
        )
    if options.keep:
        keep(rows, options.keep)


if __name__ == "__main__":
    main()
