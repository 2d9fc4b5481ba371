"""A record as a series of pictures, one for every so many lines.

    python examples/replay_to_pictures.py game.record pictures --every 10 --form png

The pictures show what one side saw, or with ``--side`` another; ``ffmpeg`` or a slide show does
the rest.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grognard
from grognard.core.game import Game
from grognard.drawing.counters import draw_face
from grognard.drawing.maps import Options, draw_map, layout
from grognard.drawing.pictures import write_picture
from grognard.records.text import game_of, play_line, read
from grognard.table import Scene, table_of

SIZE, COUNTER, SHIFT = 40.0, 44.0, 5.0
"""The side of a hex, the side of a counter, and how far the next one in a stack lies off."""
OPTIONS = Options(legend=False)


class Painter:
    """Draws the map once and lays counters over it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.map = next(iter(game.maps.values()))
        self.land = draw_map(self.map, size=SIZE, options=OPTIONS)
        self.places = layout(self.map, SIZE, OPTIONS).centres
        self.faces = table_of(game).faces()

    def draw(self, scene: Scene) -> str:
        return self.land.replace("</svg>", "".join(self.counters(scene)) + "</svg>")

    def counters(self, scene: Scene) -> Iterator[str]:
        """Every piece that lies on a hex, the last of a stack on top."""
        stacked: Counter[str] = Counter()
        for piece in scene.pieces:
            where, _, label = piece.at.partition(":")
            if where != "hex" or piece.face not in self.faces:
                continue
            x, y = self.places[self.map.grid.hex(label)]
            off = SHIFT * stacked[label] - COUNTER / 2
            stacked[label] += 1
            drawn = draw_face(self.faces[piece.face], COUNTER)
            yield drawn.replace("<svg ", f'<svg x="{x + off:.1f}" y="{y + off:.1f}" ', 1)


def pictures(record: Path, side: str | None, every: int) -> Iterator[str]:
    """The record played line by line, drawn at the start and after every so many lines."""
    written = read(record)
    game = game_of(written)
    play, painter = grognard.Playthrough(game, automations=()), Painter(game)
    table = table_of(game)
    viewer = side or game.sides[0]
    yield painter.draw(table.scene(play.view(viewer)))
    for number, (_, line) in enumerate(written.lines, 1):
        play_line(play, line)
        if number % every == 0 or number == len(written.lines):
            yield painter.draw(table.scene(play.view(viewer)))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A record as a series of pictures.")
    parser.add_argument("record", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--side")
    parser.add_argument("--form", choices=["svg", "png", "pdf"], default="png")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    for number, svg in enumerate(pictures(asked.record, asked.side, asked.every)):
        path = asked.folder / f"{number:04}.{asked.form}"
        write_picture(svg, path)
        print(path)


if __name__ == "__main__":
    main()
