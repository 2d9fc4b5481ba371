"""What is printed on blocks and markers."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.messages import Message
from grognard.rules.eastfront.data import AXIS, SIDES, SOVIET, Block
from grognard.rules.eastfront.fog import read_token
from grognard.table import Face, block_edges

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

SYMBOLS = {"armor": "armour", "ss_armor": "armour", "mech": "mechanised", "ss_mech": "mechanised",
           "infantry": "infantry", "siege_infantry": "infantry", "cavalry": "cavalry",
           "shock": "infantry", "mountain": "mountain", "coastal": "naval",
           "paratroop": "airborne", "static": "security", "hq": "hq"}
MARKERS = {"unsupplied": "out_of_supply", "crowded": "pinned", "active": "moved",
           "blitz": "routed", "airborne": "transport_aircraft", "dispersed": "disrupted",
           "invading": "naval", "strike": "bomber"}
WOOD = {AXIS: "black", SOVIET: "brown"}
"""2.1a: the colour of the blocks; grey, light grey and black are labels on black ones."""
FORTNIGHTS = {1: "I", 2: "II"}


def faces(game: "EastFront") -> dict[str, Face]:
    """Each block at each of its strengths, lying and standing; backs by wood; the markers."""
    found: dict[str, Face] = {}
    for block in game.units:
        for cv in range(block.max_cv + 1):
            lying = found[f"{block.code}-{cv}"] = block_face(block, cv)
            found[f"{block.code}-{cv}-stands"] = replace(lying, stands=True)
    found |= {f"back-{wood}": Face(shape="block", fill=wood, hidden=True, stands=True,
                                   label=Message("face.hidden"))
              for wood in WOOD.values()}
    found |= {f"fortnight-{n}": Face(shape="round", fill="warning", texts={"centre": numeral},
                                     label=Message(f"fortnight.{n}"))
              for n, numeral in FORTNIGHTS.items()}
    found |= {name: Face(shape="marker", fill="warning", symbol=symbol,
                         label=Message(f"marker.{name}")) for name, symbol in MARKERS.items()}
    found["beachhead"] = Face(shape="marker", fill="brown", symbol="naval",
                              label=Message("marker.beachhead"))
    return found


def back_of(game: "EastFront", value: int) -> str:
    """The face that a token shows; a satellite that changed sides keeps its wood (16.1b)."""
    return f"back-{WOOD[SIDES[read_token(value)[0]]]}"


def block_face(block: Block, cv: int) -> Face:
    """A block as its owner sees it, the strength on the top edge; at 0 all edges are blank."""
    edges = block_edges(block.max_cv, cv) if cv else (0, 0, 0, 0)
    size = "army_group" if block.hq else "corps" if block.side == "axis" else "army"
    return Face(
        shape="block", fill=block.colour, symbol=SYMBOLS[block.type], size_mark=_size(size),
        texts={"formation": block.code}, edges=edges,
        label=Message("face.block", {"name": block.name, "cv": cv}),
    )


def _size(size: str) -> str:
    return {"army_group": "XXXXX", "army": "XXXX", "corps": "XXX"}[size]
