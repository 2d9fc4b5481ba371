"""Hex grids and bit sets of hexes; no word from any wargame."""

from grognard.hexes.bitset import bits, flags, gather, members, pack, parts, pick
from grognard.hexes.geometry import DIRECTIONS, Axial, Direction, Orientation, Point
from grognard.hexes.grid import PLACE, Grid, Hex, HexSet, Hexside
from grognard.hexes.joined import alignment, join, numbered_cells, rectangle
from grognard.hexes.labels import LabelScheme, UnknownHex
from grognard.hexes.linked import link

__all__ = [
    "DIRECTIONS",
    "PLACE",
    "Axial",
    "Direction",
    "Grid",
    "Hex",
    "HexSet",
    "Hexside",
    "LabelScheme",
    "Orientation",
    "Point",
    "UnknownHex",
    "alignment",
    "bits",
    "flags",
    "gather",
    "join",
    "link",
    "members",
    "numbered_cells",
    "pack",
    "parts",
    "pick",
    "rectangle",
]
