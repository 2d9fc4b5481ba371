"""What only the whole box can tell: that its files speak of blocks, types and seas it has."""

from collections.abc import Container, Iterable, Iterator

from grognard.rules.eastfront.data import Contents, Scenario

Amiss = Iterator[tuple[str, ...]]
"""File, key, what is wrong there, and the column for a row of a CSV file."""


def amiss(contents: Contents) -> Amiss:
    yield from _types(contents)
    yield from _seas(contents)
    codes, places = {unit.code for unit in contents.units}, contents.objectives
    named = {"italian": [places.italian], "released_by": places.released_by,
             "group_e": places.group_e}
    for key, blocks in named.items():
        yield from _unknown("objectives.toml", key, blocks, codes, "block")
    for id, scenario in contents.scenarios.items():
        file = f"scenarios/{id}.toml"
        if scenario.id != id:
            yield file, "id", f"is {scenario.id!r}, but the file is called {id}"
        yield from _scenario(contents, file, scenario, codes)


def _types(contents: Contents) -> Amiss:
    types = {row.id for row in contents.types.type}
    for block in contents.units:
        for fault in _unknown("units.csv", block.code, [block.type], types, "type of unit"):
            yield *fault, "type"
    for id, scenario in contents.scenarios.items():
        for block in scenario.blocks:
            yield from _unknown(f"scenarios/{id}.toml", f"unit[{block.code}].type", [block.type],
                                types, "type of unit")


def _seas(contents: Contents) -> Amiss:
    zones = {zone.id for zone in contents.seas.zone}
    links = {f"zone[{zone.id}].links": zone.links for zone in contents.seas.zone}
    links |= {f"strait[{n}].zones": row.zones for n, row in enumerate(contents.seas.strait, 1)}
    for key, named in links.items():
        yield from _unknown("seas.toml", key, named, zones, "sea zone")


def _scenario(contents: Contents, file: str, scenario: Scenario, codes: set[str]) -> Amiss:
    own = {block.code for block in scenario.blocks} or codes
    named = {"includes": scenario.includes, "free_satellites": scenario.free_satellites,
             "courland.hq": [scenario.courland.hq] if scenario.courland else [],
             **{f"reinforcement[{number}].unit": [row.unit]
                for number, row in enumerate(scenario.reinforcements, 1)}}
    for key, blocks in named.items():
        yield from _unknown(file, key, blocks, own, "block")
    lines = {"sat_infantry", *(row.counts_as for row in contents.types.type)}
    for side, forces in scenario.forces.items():
        yield from _unknown(file, f"forces.{side}", forces, lines, "line of units")
    countries = contents.objectives.countries
    yield from _unknown(file, "surrendered", scenario.surrendered, countries, "country")


def _unknown(file: str, key: str, named: Iterable[str], known: Container[str], what: str) -> Amiss:
    yield from ((file, key, f"no {what} {word!r}") for word in named if word not in known)
