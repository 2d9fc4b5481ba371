"""What only the whole box can tell: that its files speak of counters, chits and ground it has."""

from collections.abc import Iterator

from grognard.core.tables import ResultTable, TableFault
from grognard.rules.narva.data import Contents

Amiss = Iterator[tuple[str, str, str]]
"""File, key or counter, and what is wrong there."""


def amiss(contents: Contents, scenario: str) -> Amiss:
    yield from _tables(contents)
    units, chits = {row.code for row in contents.units}, {row.code for row in contents.chits}
    rows, edition, called = contents.scenario, contents.edition, contents.edition.chits
    file = f"scenarios/{scenario}.toml"
    if rows.units != "all":
        yield from _unknown(file, "units", rows.units, units, "counter")
    if rows.chits != "all":
        yield from _unknown(file, "chits", rows.chits, chits, "chit")
    yield from _unknown("entries.toml", "landing.unit", [contents.entries.landing.unit], units,
                        "counter")
    yield from _unknown("edition.toml", "units", [edition.units.strachwitz], units, "counter")
    codes = [called.wehrmacht, called.army_group, called.shock, called.shock_supply, called.stavka,
             called.free_move, called.random_event, *called.barrages, *called.rules]
    yield from _unknown("edition.toml", "chits", codes, chits, "chit")
    orders = [order.chit for order in edition.withdrawal]
    yield from _unknown("edition.toml", "withdrawal", orders, chits, "chit")
    if rows.air:
        yield from _unknown(file, "air.units", rows.air.units,
                            {row.code for row in contents.air_units}, "air unit")
    yield from _formations(contents)
    yield from _ground(contents)
    yield from _entries(contents)


def _formations(contents: Contents) -> Amiss:
    """Divisions, corps and armies that rules speak of lead counters."""
    formations = {unit.formation for unit in contents.units}
    armies = {unit.army for unit in contents.units}
    defences, orders = contents.defences, contents.edition.withdrawal
    named = [marker.formation for marker in defences.marker]
    yield from _unknown("defences.toml", "marker", named, formations, "formation")
    yield from _unknown("defences.toml", "only.prepared_defence", defences.only.prepared_defence,
                        formations, "formation")
    leaving = [order.formation for order in orders if order.formation]
    yield from _unknown("edition.toml", "withdrawal", leaving, formations, "formation")
    leaving = [order.army for order in orders if order.army]
    yield from _unknown("edition.toml", "withdrawal", leaving, armies, "army")


def _ground(contents: Contents) -> Amiss:
    """Features of the map, and rows of the terrain chart, go by the names they are called."""
    (map,), edition = contents.maps.values(), contents.edition
    features, named = set(map.features), edition.ground
    markers = [marker.feature for marker in contents.defences.marker]
    yield from _unknown("defences.toml", "marker", markers, features, "feature")
    yield from _unknown("edition.toml", "sources", [*edition.sources.values()], features, "feature")
    chart = {group: {row.kind for row in contents.terrain if row.group == group}
             for group in ("hex", "hexside", "road")}
    called = {"hex": [named.water, *named.supply], "hexside": [named.minor_river, named.ice],
              "road": [named.railway, named.winter_road]}
    for group, kinds in called.items():
        yield from _unknown("edition.toml", "ground", kinds, chart[group], group)
    lacking = sorted({kind for kind in map.terrain.values() if kind not in chart["hex"]})
    yield from (("terrain.csv", "", f"no row for {kind!r} of the map") for kind in lacking)


def _entries(contents: Contents) -> Amiss:
    """14.0.B: a reinforcement enters by an entry of the box, or by a rule of its own."""
    letters = {"*", *(entry.letter for entry in contents.entries.entry)}
    for unit in contents.units:
        if unit.turn and unit.entry not in letters:
            yield "units.csv", unit.code, f"no entry {unit.entry!r}"


def _unknown(file: str, key: str, named: object, known: set[str], what: str) -> Amiss:
    assert isinstance(named, list | dict)
    yield from ((file, key, f"no {what} {code!r}") for code in named if code not in known)


def _tables(contents: Contents) -> Amiss:
    for file, data in contents.tables.items():
        try:
            ResultTable.from_data(data, file.removesuffix(".toml"))
        except TableFault as found:
            yield from ((file, fault.key, fault.text) for fault in found.faults)
