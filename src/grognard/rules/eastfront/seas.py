"""Chapter 15, sections 15.1 to 15.3: sea zones, sea lanes and their ports."""

from typing import TYPE_CHECKING

from grognard.hexes import HexSet, pack
from grognard.rules.eastfront import beachhead
from grognard.rules.eastfront.data import AXIS
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def controls(game: "EastFront", state: EastFrontState, side: str, zone: int) -> bool:
    """15.1a: the side that controls the naval base; the Axis has none on the Caspian."""
    row = game.seas[zone]
    if row.only and row.only != side:
        return False
    return bool(state.friendly(side) >> row.base & 1)


def joined(game: "EastFront", state: EastFrontState, side: str, a: int, b: int) -> bool:
    """Two touching zones; a strait between them needs both shores (1.39c)."""
    shores = game.straits.get(frozenset((a, b)), ())
    closed = any(state.hostile(side) >> shore & 1 for shore in shores)
    return b in game.seas[a].links and not closed


def zones_from(game: "EastFront", state: EastFrontState, side: str, start: set[int]) -> set[int]:
    """Controlled zones that ships reach from controlled ones."""
    reached = {zone for zone in start if controls(game, state, side, zone)}
    waiting = list(reached)
    while waiting:
        here = waiting.pop()
        for zone in game.seas[here].links:
            if zone not in reached and controls(game, state, side, zone) and joined(
                    game, state, side, here, zone):
                reached.add(zone)
                waiting.append(zone)
    return reached


def harbours(game: "EastFront", state: EastFrontState, side: str, zone: int) -> HexSet:
    """Where ships of the side load in a zone: its ports, and beachheads (15.51c)."""
    row = game.seas[zone]
    return pack(row.ports) | beachhead.small_ports(game, state, side) & row.coast


def lanes(game: "EastFront", state: EastFrontState, side: str, net: HexSet) -> HexSet:
    """15.3a: friendly ports that sea lanes join to the ports of a net."""
    if not game.naval:
        return 0
    start = {n for n, row in enumerate(game.seas) if any(net >> port & 1 for port in row.ports)}
    found = 0
    for zone in zones_from(game, state, side, start):
        for port in game.seas[zone].ports:
            found |= 1 << port
    return found & state.friendly(side) & ~shut_off(game, state, side)


def shut_off(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """W44.1b: no Axis ships come to Courland while there is a battle at Danzig."""
    way = game.half(state).courland
    if way is None or side != AXIS:
        return 0
    return 1 << way.port if state.battles(game) >> way.base & 1 else 0
