"""Does a game of the series run as 1941 did? Recruits play its first turns, and it is kept.

    .venv/bin/python tools/measure_history.py typhoon --games 10

Each row of docs/measured/NAME-history.csv is a turn of a game; docs/pictures/NAME-front.svg shows
in how many of the games the Axis held each hex at the end of the last turn, and the front line of
each. NAME is one of typhoon, june and north.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import grognard
from grognard.ai.bots import Recruit
from grognard.core.running import run
from grognard.hexes import Hex, HexSet, bits
from grognard.lab import history
from grognard.rules.efs import routes
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.state import CADRE, ELIMINATED, EfsState

DOCS = Path(__file__).parents[1] / "docs"
CLOSED = 6
"""Divisions without supply that make a pocket."""
SIZE = 7.0


class Story(NamedTuple):
    """What of a campaign is looked at."""

    box: str
    scenario: str
    last: int
    places: dict[str, str]
    pockets: dict[str, tuple[str, int]] = {}
    """Where divisions were cut off: the middle, and how far from it."""
    towns: dict[str, str] = {}
    """Places of which it is kept whether the Axis has them."""


STORIES = {
    "typhoon": Story("typhoon", "campaign", 8, {
        "N4040": "Vyazma", "P2814": "Bryansk", "P4515": "Orel", "N2147": "Smolensk",
        "M2929": "Moscow", "M1217": "Kalinin", "P4932": "Kursk", "M3450": "Tula"},
        {"vyazma": ("N4040", 24), "bryansk": ("P2814", 20)}),
    "june": Story("army_group_north", "june", 5, {
        "C1717": "Tilsit", "C3520": "Kaunas", "C3106": "Siauliai", "C3909": "Panevezys",
        "C5807": "Daugavpils"},
        towns={"kaunas": "C3520", "panevezys": "C3909", "daugavpils": "C5807"}),
    "north": Story("army_group_north", "campaign", 12, {
        "C3520": "Kaunas", "B1637": "Riga", "B3651": "Daugavpils", "L2034": "Pskov",
        "L3222": "Luga", "B3718": "Tartu", "L1913": "Narva", "B2204": "Tallinn",
        "L4424": "Novgorod"},
        towns={"riga": "B1637", "daugavpils": "B3651", "pskov": "L2034", "tartu": "B3718",
               "luga": "L3222"}),
}


def _is_over(turn: int, state: EfsState) -> bool:
    return state.turn != turn


def turns(game: EastFrontSeries, seed: int, last: int) -> Iterator[EfsState]:
    """The position at the end of each turn of a game between recruits."""
    state, rng = game.start_state(), Random(seed)
    bot = Recruit(rng)
    policy = dict.fromkeys(game.sides, lambda decision: bot.choose(cast(Any, None), decision))
    while state.turn <= last and not game.is_over(state):
        yield run(game, state, policy, rng, partial(_is_over, state.turn))


def steps_lost(game: EastFrontSeries, state: EfsState, side: str) -> int:
    """Missing on the map and dead; a regiment that a division detached is no loss (15.3)."""
    dead = (CADRE, ELIMINATED)
    lost = sum(row.steps - state.steps[unit] if state.at[unit] >= 0 else
               row.steps * (state.at[unit] in dead)
               for unit, row in enumerate(game.units)
               if row.side == side and not {"supply", "substitute"} & row.traits)
    return lost - state.on_map(game.regiments & game.units_of[side]).bit_count()


def measured(game: EastFrontSeries, story: Story, state: EfsState,
             seed: int) -> dict[str, object]:
    divisions = game.units_of["soviet"] & game.those(lambda unit: unit.size == "division")
    lost = sum(state.at[unit] in (CADRE, ELIMINATED) for unit in bits(divisions))
    hungry = routes.lost(game, state, "soviet") & state.on_map(divisions)
    return {"game": seed, "turn": state.turn - (not game.is_over(state)), "weather": state.weather,
            "axis_steps": steps_lost(game, state, "axis"),
            "soviet_steps": steps_lost(game, state, "soviet"), "divisions_lost": lost,
            "without_supply": hungry.bit_count(),
            **{name: state.units_in(near(game, *place), hungry).bit_count()
               for name, place in story.pockets.items()},
            **{name: state.axis_land >> game.grid.hex(label) & 1
               for name, label in story.towns.items()},
            "axis_hexes": state.axis_land.bit_count()}


def near(game: EastFrontSeries, label: str, reach: int) -> HexSet:
    return game.grid.disk(game.grid.hex(label), reach)


def drawn(game: EastFrontSeries, lands: list[HexSet], places: dict[str, str]) -> str:
    """The map as hexes, the darker the more games, and a front line for each."""
    games, held = len(lands), Counter(hex for land in lands for hex in bits(land))
    spots = laid_out(game)
    width, height = (max(places) + SIZE for places in zip(*spots.values(), strict=True))
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">']
    for hex, (x, y) in spots.items():
        light = 92 - round(50 * held[hex] / games)
        rows.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{SIZE * 0.85:.1f}" '
                    f'fill="hsl(215 25% {light}%)"/>')
    for land in lands:
        rows.append(f'<path d="{"".join(front(game, land, spots))}" stroke="#824" fill="none" '
                    f'stroke-width="2" stroke-opacity="0.5"/>')
    for label, name in places.items():
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
            if hex in spots and other in spots and not land >> other & 1:
                (a, b), (c, d) = spots[hex], spots[other]
                x, y, half = (a + c) / 2, (b + d) / 2, 0.29
                yield (f"M{x - (d - b) * half:.1f} {y + (c - a) * half:.1f}"
                       f"L{x + (d - b) * half:.1f} {y - (c - a) * half:.1f}")


def laid_out(game: EastFrontSeries) -> dict[Hex, tuple[float, float]]:
    """Where the hexes lie: without an inset, whose hexes are smaller."""
    spots = {hex: game.grid.centre(hex) for hex in bits(game.playable & ~game.mega.fine)}
    left, top = (min(places) for places in zip(*spots.values(), strict=True))
    return {hex: (SIZE * (x - left + 1), SIZE * (y - top + 1)) for hex, (x, y) in spots.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("story", choices=STORIES)
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args()
    name, story = asked.story, STORIES[asked.story]
    game = cast(EastFrontSeries, grognard.load(story.box, story.scenario))
    lands: list[HexSet] = []
    for seed in range(asked.games):
        pockets = set[str]()
        for state in turns(game, seed, story.last):
            row = measured(game, story, state, seed)
            pockets |= {pocket for pocket in story.pockets if cast(int, row[pocket]) >= CLOSED}
            history.keep([{**row, "date": history.today(), "commit": history.commit(DOCS)}],
                         DOCS / "measured" / f"{name}-history.csv")
        lands.append(state.axis_land)
        picture = drawn(game, lands, story.places)
        (DOCS / "pictures" / f"{name}-front.svg").write_text(picture, "utf-8")
        held = [town for town in story.towns if row[town]]
        print(f"game {seed}: {', '.join([*sorted(pockets), *held]) or 'nothing'}", flush=True)


if __name__ == "__main__":
    main()
