"""Section 6.1: how far a block marches, and what holds it up where it cannot get to."""

from typing import TYPE_CHECKING

import msgspec

from grognard.core.rulings import Reason
from grognard.core.visibility import Number, UnitId
from grognard.hexes import Hex, HexSet
from grognard.rules.eastfront.crossing import open_to
from grognard.rules.eastfront.data import MUD, enemy_of
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

ENDLESS = 99
HELD_UP = {
    "mountain": ("mountain-stops", "1.35a"),
    "marsh": ("marsh-stops", "1.34a"),
    "mud": ("mud-stops", "12.24a"),
    "strait": ("strait-on-the-way", "1.39a"),
    "enemies": ("enemies-on-the-way", "6.31a"),
    "shut": ("shut-ground-on-the-way", "6.1b"),
}
"""What can stand between a block and a hex, in the order in which a referee would name it."""


class March(msgspec.Struct, frozen=True):
    """A block's move, with some of what holds it up left out of account."""

    unit: UnitId
    left: Number
    peaceful: bool = False
    """Out of a battle: no strait may follow on the hex it has entered (1.39a)."""
    shut: HexSet = 0
    ignored: tuple[str, ...] = ()


def steps_to(
    game: "EastFront", state: EastFrontState, march: March
) -> tuple[dict[Hex, int], dict[Hex, set[Hex]]]:
    """Hexes that a block can reach and how soon; enemy hexes and from where they are entered."""
    start = state.at[march.unit]
    reached: dict[Hex, int] = {start: 0}
    approaches: dict[Hex, set[Hex]] = {}
    wave, step = [start], 0
    enemies = state.occupied(game, enemy_of(state.owner(game, march.unit)))
    open_hexes = _open(game, state, march)
    while wave and step < march.left:
        step += 1
        wave = _wave(game, state, march, wave, step, reached, approaches, enemies, open_hexes)
    del reached[start]
    return reached, approaches


def _open(game: "EastFront", state: EastFrontState, march: March) -> HexSet:
    ground = game.ground.land if "shut" in march.ignored else open_to(game, state, march.unit)
    return ground & ~march.shut


def _wave(
    game: "EastFront", state: EastFrontState, march: March, wave: list[Hex], step: int,
    reached: dict[Hex, int], approaches: dict[Hex, set[Hex]], enemies: HexSet, open_hexes: HexSet,
) -> list[Hex]:
    """One hex further in every direction; returns the hexes from which one may go on."""
    following = []
    straits = step == 1 and not march.peaceful
    free, bold = "strait" in march.ignored, "enemies" in march.ignored
    for here in wave:
        for there, side in game.ground.near[here]:
            strait = game.ground.is_strait(side) and not free
            if not open_hexes >> there & 1 or (strait and not straits):
                continue
            if enemies >> there & 1:
                approaches.setdefault(there, set()).add(here)
            if there not in reached and (bold or not enemies >> there & 1):
                reached[there] = step
                if not strait and not stops(game, state, march, there):
                    following.append(there)
    return following


def stops(game: "EastFront", state: EastFrontState, march: March, hex: Hex) -> bool:
    """1.34a, 1.35a: whether the hex ends the move."""
    if game.types[game.units[march.unit].type].never_stops:
        return False
    weather = state.weather_at(game, hex)
    if not game.ground.stops(hex, weather):
        return False
    kind = game.map.terrain[hex]
    ground = "mud" if weather == MUD and kind not in ("marsh", "mountain") else kind
    return ground not in march.ignored


def why_not(game: "EastFront", state: EastFrontState, march: March, hex: Hex) -> Reason:
    """Why a block does not get to a hex: what holds it up within its speed, else the distance.

    Whatever is just too far could be reached with an endless allowance; what is too far anyhow
    could not, but even over free ground the way would be longer than the block can go.
    """
    if held_up := _held_up(game, state, march, hex):
        return Reason(*held_up, (march.unit,), (hex,))
    endless = msgspec.structs.replace(march, left=ENDLESS)
    if _gets_to(game, state, endless, hex):
        return Reason("too-far", "6.1b", (march.unit,), (hex,), (("speed", march.left),))
    free, _ = steps_to(game, state, msgspec.structs.replace(endless, ignored=tuple(HELD_UP)))
    if hex not in free:
        return Reason("no-way-there", "6.1b", (march.unit,), (hex,))
    far = ("distance", free[hex]), ("speed", march.left)
    return Reason("too-far-anyhow", "6.1b", (march.unit,), (hex,), far)


def _held_up(
    game: "EastFront", state: EastFrontState, march: March, hex: Hex
) -> tuple[str, str] | None:
    """The first thing that would have to be away, all those before it too."""
    ignored: tuple[str, ...] = ()
    for obstacle, told in HELD_UP.items():
        if _gets_to(game, state, msgspec.structs.replace(march, ignored=(obstacle,)), hex):
            return told
    for obstacle, told in HELD_UP.items():
        ignored = (*ignored, obstacle)
        if _gets_to(game, state, msgspec.structs.replace(march, ignored=ignored), hex):
            return told
    return None


def _gets_to(game: "EastFront", state: EastFrontState, march: March, hex: Hex) -> bool:
    reached, approaches = steps_to(game, state, march)
    return hex in reached or hex in approaches
