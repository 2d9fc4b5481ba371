"""Boxes: published games as folders of CSV and TOML, and the loaders that read them."""

from grognard.boxes.catalogue import Box, Option
from grognard.boxes.faults import BoxFaults, Fault, Faults
from grognard.boxes.inventory import Case, Inventory
from grognard.boxes.keys import read_toml
from grognard.boxes.lessons import Lesson
from grognard.boxes.maps import load_map, load_maps
from grognard.boxes.opened import OpenBox
from grognard.boxes.overrides import Overrides
from grognard.boxes.provenance import Origin, Provenance
from grognard.boxes.sheets import Row, Rows, read_csv

__all__ = [
    "Box",
    "BoxFaults",
    "Case",
    "Fault",
    "Faults",
    "Inventory",
    "Lesson",
    "OpenBox",
    "Option",
    "Origin",
    "Overrides",
    "Provenance",
    "Row",
    "Rows",
    "load_map",
    "load_maps",
    "read_csv",
    "read_toml",
]
