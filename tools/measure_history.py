"""Does Typhoon! run as 1941 did? Recruits play the first turns of its campaign, and it is kept.

    .venv/bin/python tools/measure_history.py --games 10

Each row of docs/measured/typhoon-history.csv is a turn of a game; docs/pictures/typhoon-front.svg
shows in how many of the games the Axis held each hex at the end of the last turn, and the front
line of each.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import grognard
from grognard.ai.bots import Recruit
from grognard.core.sides import CHANCE
from grognard.hexes import Hex, HexSet, bits
from grognard.lab import history
from grognard.rules.efs import routes
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.state import CADRE, ELIMINATED, EfsState

DOCS = Path(__file__).parents[1] / "docs"
KEPT, PICTURE = DOCS / "measured" / "typhoon-history.csv", DOCS / "pictures" / "typhoon-front.svg"
LAST = 8
"""14 October: the pockets had been closed for a week."""
PLACES = {"N4040": "Vyazma", "P2814": "Bryansk", "P4515": "Orel", "N2147": "Smolensk",
          "M2929": "Moscow", "M1217": "Kalinin", "P4932": "Kursk", "M3450": "Tula"}
POCKETS = {"vyazma": ("N4040", 24), "bryansk": ("P2814", 20)}
"""Where divisions were cut off: the middle, and how far from it."""
CLOSED = 6
"""Divisions without supply that make a pocket."""
SIZE = 7.0
WIDE, HIGH = 1.5 * SIZE, 3 ** 0.5 * SIZE


def turns(game: EastFrontSeries, seed: int) -> Iterator[EfsState]:
    """The position at the end of each turn of a game between recruits."""
    state, rng = game.start_state(), Random(seed)
    bot, turn = Recruit(rng), state.turn
    while state.turn <= LAST:
        roll = game.rolling(state)
        if roll is not None:
            game.apply(state, CHANCE, roll.chance(game, state).sample(rng))
        else:
            side, decision = next(iter(game.decisions(state).items()))
            game.apply(state, side, bot.choose(cast(Any, None), decision))
        if state.turn != turn:
            turn = state.turn
            yield state


def steps_lost(game: EastFrontSeries, state: EfsState, side: str) -> int:
    """Missing on the map and dead; a regiment that a division detached is no loss (15.3)."""
    dead = (CADRE, ELIMINATED)
    lost = sum(row.steps - state.steps[unit] if state.at[unit] >= 0 else
               row.steps * (state.at[unit] in dead)
               for unit, row in enumerate(game.units)
               if row.side == side and not {"supply", "substitute"} & row.traits)
    return lost - state.on_map(game.regiments & game.units_of[side]).bit_count()


def measured(game: EastFrontSeries, state: EfsState, seed: int) -> dict[str, object]:
    divisions = game.units_of["soviet"] & game.those(lambda unit: unit.size == "division")
    lost = sum(state.at[unit] in (CADRE, ELIMINATED) for unit in bits(divisions))
    hungry = routes.lost(game, state, "soviet") & state.on_map(divisions)
    return {"game": seed, "turn": state.turn - 1, "weather": state.weather,
            "axis_steps": steps_lost(game, state, "axis"),
            "soviet_steps": steps_lost(game, state, "soviet"), "divisions_lost": lost,
            "without_supply": hungry.bit_count(),
            **{name: state.units_in(near(game, name), hungry).bit_count() for name in POCKETS},
            "axis_hexes": state.axis_land.bit_count()}


def near(game: EastFrontSeries, pocket: str) -> HexSet:
    label, reach = POCKETS[pocket]
    return game.grid.disk(game.grid.hex(label), reach)


def drawn(game: EastFrontSeries, lands: list[HexSet]) -> str:
    """The map as hexes, the darker the more games, and a front line for each."""
    games, held = len(lands), Counter(hex for land in lands for hex in bits(land))
    spots = {hex: spot(game, hex) for hex in bits(game.playable)}
    width, height = (max(places) + SIZE for places in zip(*spots.values(), strict=True))
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">']
    for hex, (x, y) in spots.items():
        light = 92 - round(50 * held[hex] / games)
        rows.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{SIZE * 0.85:.1f}" '
                    f'fill="hsl(215 25% {light}%)"/>')
    for land in lands:
        rows.append(f'<path d="{"".join(front(game, land, spots))}" stroke="#824" fill="none" '
                    f'stroke-width="2" stroke-opacity="0.5"/>')
    for label, name in PLACES.items():
        x, y = spots[game.grid.hex(label)]
        rows.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{SIZE:.0f}" fill="#a22"/>'
                    f'<text x="{x + 10:.0f}" y="{y + 6:.0f}" font-size="26" '
                    f'font-family="sans-serif">{name}</text>')
    return "\n".join([*rows, "</svg>\n"])


def front(game: EastFrontSeries, land: HexSet,
          spots: dict[Hex, tuple[float, float]]) -> Iterator[str]:
    """The sides between what the Axis holds and what it does not."""
    for hex in bits(land & game.grid.spread(game.playable & ~land)):
        for other in game.grid.neighbours(hex):
            if other in spots and not land >> other & 1:
                (a, b), (c, d) = spots[hex], spots[other]
                x, y, half = (a + c) / 2, (b + d) / 2, SIZE / 2 / HIGH
                yield (f"M{x - (d - b) * half:.1f} {y + (c - a) * half:.1f}"
                       f"L{x + (d - b) * half:.1f} {y - (c - a) * half:.1f}")


def spot(game: EastFrontSeries, hex: Hex) -> tuple[float, float]:
    """Where a hex lies, by the numbers of its sheet: N at the left, M beside it, P below."""
    label = game.grid.label(hex)
    right, down = {"N": (0, 0), "M": (38, 0), "P": (16, 52)}[label[0]]
    column, row = int(label[1:3]) - 10 + right, int(label[3:]) + down
    return SIZE + WIDE * column, HIGH * (row + 0.5 * (column % 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=10)
    games = parser.parse_args().games
    game = cast(EastFrontSeries, grognard.load("typhoon", "campaign"))
    lands: list[HexSet] = []
    closed: Counter[str] = Counter()
    for seed in range(games):
        pockets = set[str]()
        for state in turns(game, seed):
            row = measured(game, state, seed)
            pockets |= {name for name in POCKETS if cast(int, row[name]) >= CLOSED}
            history.keep([{**row, "date": history.today(), "commit": history.commit(DOCS)}], KEPT)
        closed.update(pockets)
        lands.append(state.axis_land)
        PICTURE.write_text(drawn(game, lands), "utf-8")
        print(f"game {seed}: {', '.join(sorted(pockets)) or 'no pocket'}", flush=True)
    print(", ".join(f"{name} closed in {closed[name]} of {games} games" for name in POCKETS))


if __name__ == "__main__":
    main()
