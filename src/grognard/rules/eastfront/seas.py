"""Chapter 15, sections 15.1 to 15.3: sea zones, sea lanes and their ports."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import HexSet, pack
from grognard.rules.eastfront import beachhead
from grognard.rules.eastfront.data import AXIS, SeaZone
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class Shores(NamedTuple):
    """What a side's ships depend on."""

    side: str
    friendly: HexSet
    hostile: HexSet
    shut: HexSet
    """Ports to which none come."""


def shores(game: "EastFront", state: EastFrontState, side: str) -> Shores:
    return Shores(side, state.friendly(side), state.hostile(side), shut_off(game, state, side))


def controls(game: "EastFront", shores: Shores, zone: int) -> bool:
    """15.1a: the side that controls the naval base; the Axis has none on the Caspian."""
    row = game.seas[zone]
    return row.only in ("", shores.side) and bool(shores.friendly >> row.base & 1)


def joined(game: "EastFront", shores: Shores, a: int, b: int) -> bool:
    """Two touching zones; a strait between them needs both shores (1.39c)."""
    banks = game.straits.get(frozenset((a, b)), ())
    return b in game.sea_links[a] and not any(shores.hostile >> bank & 1 for bank in banks)


def zones_from(game: "EastFront", shores: Shores, start: Iterable[int]) -> dict[int, int]:
    """Controlled zones that ships reach from controlled ones, and how many they sail through."""
    reached = {zone: 1 for zone in start if controls(game, shores, zone)}
    waiting = list(reached)
    for here in waiting:
        for zone in game.sea_links[here]:
            if zone not in reached and controls(game, shores, zone) and joined(
                    game, shores, here, zone):
                reached[zone] = reached[here] + 1
                waiting.append(zone)
    return reached


def deep_coast(game: "EastFront", zone: SeaZone) -> HexSet:
    """1.37b: the coast that ships of a zone come near: no sandbank of its sea lies before it."""
    ends = [game.grid.ends(side) for side in game.map.hexsides.get("sandbank", ())]
    shallow = pack(hex for pair in ends for hex in pair
                   if all(zone.area >> end & 1 for end in pair))
    return zone.area & game.ground.coastal & ~shallow


def harbours(game: "EastFront", state: EastFrontState, side: str, zone: int) -> HexSet:
    """Where ships of the side load in a zone: its ports, and beachheads (15.51c)."""
    row = game.seas[zone]
    return pack(row.ports) | beachhead.small_ports(game, state, side) & row.area


def lanes(game: "EastFront", shores: Shores, net: HexSet) -> HexSet:
    """15.3a: friendly ports that sea lanes join to the ports of a net."""
    if not game.naval:
        return 0
    start = [n for n, row in enumerate(game.seas) if any(net >> port & 1 for port in row.ports)]
    found = 0
    for zone in zones_from(game, shores, start):
        found |= pack(game.seas[zone].ports)
    return found & shores.friendly & ~shores.shut


def shut_off(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """W44.1b: no Axis ships come to Courland while there is a battle at Danzig."""
    way = game.half(state).courland
    if way is None or side != AXIS:
        return 0
    return 1 << way.port if state.battles(game) >> way.base & 1 else 0
