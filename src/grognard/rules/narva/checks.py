"""What only the whole box can tell: that its files speak of counters and chits it has."""

from collections.abc import Iterator

from grognard.core.tables import ResultTable, TableFault
from grognard.rules.narva.data import Contents

Amiss = Iterator[tuple[str, str, str]]
"""File, key, and what is wrong there."""


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


def _unknown(file: str, key: str, named: object, known: set[str], what: str) -> Amiss:
    assert isinstance(named, list | dict)
    yield from ((file, key, f"no {what} {code!r}") for code in named if code not in known)


def _tables(contents: Contents) -> Amiss:
    for file, data in contents.tables.items():
        try:
            ResultTable.from_data(data, file.removesuffix(".toml"))
        except TableFault as found:
            yield from ((file, fault.key, fault.text) for fault in found.faults)
