"""Commands: build writes the map, check compares it, picture draws it.

Run from the root of the project: ``python -m tools.narva build``.
"""

import sys
from pathlib import Path

from . import country, picture, sheets

MAP = Path(__file__).parents[2] / "src/grognard/boxes/narva/maps/narva"


def build() -> int:
    """Write the four sheets of the map."""
    for name, text in sheets.sheets(country.build()).items():
        (MAP / name).write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10)) - 1} rows")
    return 0


def check() -> int:
    """Say which sheets differ from what the inputs give."""
    wanted = sheets.sheets(country.build())
    stale = [n for n, text in wanted.items() if (MAP / n).read_text(encoding="utf-8") != text]
    print("differs from the inputs: " + ", ".join(stale) if stale else "the map is up to date")
    return bool(stale)


def draw(file: Path) -> int:
    """Draw the map as SVG, or as PNG by its ending."""
    picture.draw(country.build(), file)
    return 0


def main(arguments: list[str]) -> int:
    match arguments:
        case ["build"]:
            return build()
        case ["check"]:
            return check()
        case ["picture", file]:
            return draw(Path(file))
    print("python -m tools.narva build | check | picture FILE.svg or FILE.png")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
