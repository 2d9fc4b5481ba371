"""Commands: build writes the map, check compares it, fixes lists the corrections by hand.

Run from the root of the project: ``python -m tools.mapmaker build tools/maps/narva``.
"""

import argparse
import sys
from pathlib import Path

from .country import Country, build
from .inputs import ROOT, Inputs
from .sheets import files


def write(country: Country, into: Path | None) -> int:
    """Write the files of every map."""
    for folder, texts in files(country).items():
        for name, text in texts.items():
            path = (into or ROOT / folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"{name}: {text.count(chr(10)) - 1} rows")
    return 0


def check(country: Country, into: Path | None) -> int:
    """Say which files differ from what the inputs give."""
    stale = []
    for folder, texts in files(country).items():
        where = into or ROOT / folder
        stale += [f"{where.name}/{name}" for name, text in texts.items()
                  if (where / name).read_text(encoding="utf-8") != text]
    print("differs from the inputs: " + ", ".join(stale) if stale else "the map is up to date")
    return bool(stale)


def list_fixes(country: Country, into: Path | None) -> int:
    """Every correction by hand with its reason, and whether it changes anything."""
    label = country.plane.grid.label
    for fix in country.fixes.hexes:
        idle = all(country.overruled.get(hex) == fix.value for hex in fix.hexes)
        hexes = " ".join(label(hex) for hex in fix.hexes)
        print(f"{fix.where}: {hexes} is {fix.value}{IDLE * idle}: {fix.why} [{fix.source}]")
    for side in country.fixes.sides:
        name = country.plane.grid.hexside_label(side.side)
        print(f"{side.where}: {name} is {side.kind}: {side.why} [{side.source}]")
    return 0


IDLE = " (changes nothing)"
COMMANDS = {"build": write, "check": check, "fixes": list_fixes}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mapmaker", description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("inputs", type=Path, help="a folder with a recipe.toml")
    parser.add_argument("--into", type=Path, help="another folder than the recipe's")
    asked = parser.parse_args(arguments)
    inputs = Inputs(asked.inputs)
    try:
        return COMMANDS[asked.command](build(inputs), asked.into)
    except ValueError as fault:
        print(f"{asked.inputs}: {fault}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
