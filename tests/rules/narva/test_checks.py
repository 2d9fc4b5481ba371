"""A box that speaks of what it does not have is refused, and told where."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.boxes.contents import read_contents
from grognard.boxes.overrides import Overrides
from grognard.rules.narva.checks import amiss
from grognard.rules.narva.data import Contents


@cache
def contents() -> Contents:
    found = read_contents(DataBox("grognard.boxes.narva").open(Overrides()), Contents, "campaign")
    assert isinstance(found, Contents)
    return found


def with_(value: Any, path: str, new: Any) -> Any:
    """A copy of a struct in which one field, however deep, is another; numbers are places."""
    name, _, rest = path.partition(".")
    if name.isdigit():
        return [with_(item, rest, new) if place == int(name) else item
                for place, item in enumerate(value)]
    old = getattr(value, name)
    return replace(value, **{name: with_(old, rest, new) if rest else new})


def test_the_box_on_the_shelf_speaks_of_nothing_that_it_lacks() -> None:
    assert list(amiss(contents(), "campaign")) == []


@pytest.mark.parametrize(("path", "new", "fault"), [
    ("scenario.units", ["151G", "999X"],
     ("scenarios/campaign.toml", "units", "no counter '999X'")),
    ("scenario.chits", {"2SH": 1, "9SH": 1},
     ("scenarios/campaign.toml", "chits", "no chit '9SH'")),
    ("entries.landing.unit", "261MS", ("entries.toml", "landing.unit", "no counter '261MS'")),
    ("edition.units.strachwitz", "HQ", ("edition.toml", "units", "no counter 'HQ'")),
    ("edition.chits.shock", "9SH", ("edition.toml", "chits", "no chit '9SH'")),
    ("edition.withdrawal.0.chit", "W", ("edition.toml", "withdrawal", "no chit 'W'")),
    ("edition.withdrawal.0.army", "60A", ("edition.toml", "withdrawal", "no army '60A'")),
    ("edition.withdrawal.1.formation", "215",
     ("edition.toml", "withdrawal", "no formation '215'")),
    ("defences.marker.0.formation", "12SS", ("defences.toml", "marker", "no formation '12SS'")),
    ("defences.only.prepared_defence", ["5SS"],
     ("defences.toml", "only.prepared_defence", "no formation '5SS'")),
    ("defences.marker.1.feature", "trenches", ("defences.toml", "marker", "no feature 'trenches'")),
    ("edition.sources", {"german": "german_supply", "soviet": "depot"},
     ("edition.toml", "sources", "no feature 'depot'")),
    ("edition.ground.water", "sea", ("edition.toml", "ground", "no hex 'sea'")),
    ("edition.ground.ice", "ice", ("edition.toml", "ground", "no hexside 'ice'")),
    ("edition.ground.winter_road", "sleigh", ("edition.toml", "ground", "no road 'sleigh'")),
])  # fmt: skip
def test_what_a_file_names_and_the_box_lacks_is_told(
    path: str, new: Any, fault: tuple[str, str, str]
) -> None:
    assert list(amiss(with_(contents(), path, new), "campaign")) == [fault]


def test_an_entry_that_no_map_edge_has_is_told_with_its_counter() -> None:
    found = contents()
    late = next(place for place, unit in enumerate(found.units) if unit.turn and unit.entry != "*")
    units = tuple(with_(list(found.units), f"{late}.entry", "Z"))
    assert list(amiss(replace(found, units=units), "campaign")) == [
        ("units.csv", found.units[late].code, "no entry 'Z'")]


def test_ground_of_the_map_without_a_row_of_the_chart_is_told() -> None:
    found = contents()
    rows = tuple(row for row in found.terrain if row.kind != "swamp")
    assert list(amiss(replace(found, terrain=rows), "campaign")) == [
        ("terrain.csv", "", "no row for 'swamp' of the map")]


def test_a_result_that_is_no_table_is_told() -> None:
    found = contents()
    (file, key, _), *_ = amiss(replace(found, crt={**found.crt, "columns": []}), "campaign")
    assert (file, bool(key)) == ("crt.toml", True)
