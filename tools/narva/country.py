"""The whole map put together: terrain, features, lines, hexsides and areas."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from grognard.hexes import Hex, HexSet, Hexside, bits, pack

from . import reading, rivers, terrain
from .plane import GRID, centre
from .reading import HandArea, Village, Way
from .rivers import Rivers
from .terrain import Openness, Water

Span = tuple[int, int]

CITY = "narva_city"
DEFENCES = ("prepared_defence_nordland", "prepared_defence_nederland")
THEATRE = (((1, 26), (14, 32)), ((27, 36), (12, 24)))
"""Columns and rows of the short game at Krivasoo: the bog and the way to either map edge."""


@dataclass(frozen=True, slots=True)
class Country:
    """The finished map, ready to be written or drawn."""

    water: Water
    rivers: Rivers
    villages: dict[Hex, Village]
    hills: dict[Hex, str]
    ways: list[Way]
    ferries: dict[Hexside, tuple[str, str]]
    areas: dict[str, HandArea]
    cover: dict[Hex, tuple[str, str]] = field(default_factory=dict)

    @property
    def bridges(self) -> frozenset[Hexside]:
        """Every river hexside that a way crosses (2.2.8.A)."""
        crossed = {GRID.hexside(a, b) for way in self.ways for a, b in pairwise(way.hexes)}
        return frozenset(crossed & (self.rivers.narva | set(self.rivers.minor)))

    def features(self, hex: Hex) -> Iterator[str]:
        """The features printed in a hex."""
        if self.areas[CITY].hexes >> hex & 1:
            yield "city"
        if hex in self.villages:
            yield "village"
        for name, area in self.areas.items():
            if _is_feature(name) and area.hexes >> hex & 1:
                yield name
        if not self.water.all >> hex & 1 and GRID.spread(1 << hex) & self.water.sea:
            yield "coastal"

    def name(self, hex: Hex) -> str:
        """The place name of a hex; a hill with a village on it bears both."""
        if self.areas[CITY].hexes >> hex & 1:
            return "Narva"
        village = self.villages.get(hex)
        names = [self.hills.get(hex, ""), village.name if village else ""]
        return " / ".join(filter(None, names))

    def feature_source(self, hex: Hex, feature: str) -> str:
        """Where the feature of a hex is from."""
        if feature in ("city", "village"):
            return "text" if feature == "city" else self.villages[hex].source
        return self.areas[feature].source if feature in self.areas else "geography"

    def name_source(self, hex: Hex) -> str:
        """Where the name of a hex is from."""
        if hex in self.villages:
            return self.villages[hex].source
        return "text" if self.name(hex) else ""


def _is_feature(area: str) -> bool:
    return area.startswith(("entry_", "prepared_defence_")) or area in (
        "german_supply",
        "soviet_supply",
    )


def build() -> Country:
    """The map from all inputs; the same on every run."""
    wet = terrain.water()
    streams = rivers.lay(wet.sea, wet.all)
    villages = {village.hex: village for village in reading.villages()}
    hills = {GRID.hex(row["hex"]): row["name"] for row in reading.rows("hills.csv")}
    ways = reading.ways()
    areas = _areas(wet, streams, villages, ways)
    country = Country(wet, streams, villages, hills, ways, reading.ferries(), areas)
    country.cover.update(_cover(country))
    return country


def _cover(country: Country) -> dict[Hex, tuple[str, str]]:
    city = country.areas[CITY].hexes
    openness = Openness(
        places=pack(country.villages) | city,
        roads=pack(hex for way in country.ways for hex in way.hexes),
        highway=_highway(country.ways),
    )
    found = terrain.cover(country.water, country.rivers, openness)
    for hex in country.villages:
        found[hex] = ("clear", "reconstruction")
    found.update((hex, ("clear", "reconstruction")) for hex in bits(city))
    found.update((hex, ("hill", "text")) for hex in country.hills)
    return found


def _highway(ways: Iterable[Way]) -> HexSet:
    return pack(hex for way in ways if way.kind == "rollbahn" for hex in way.hexes)


def _areas(
    wet: Water, streams: Rivers, villages: dict[Hex, Village], ways: list[Way]
) -> dict[str, HandArea]:
    typed = {area.name: area for area in reading.hand_areas()}
    land = GRID.all & ~wet.all
    west, east = land & streams.west, land & ~streams.west
    german = pack(_members(typed, *DEFENCES, "enclosed_area"))
    soviet = east & ~german
    typed["krivasoo_theatre"] = _filled(typed["krivasoo_theatre"], land & _boxes(THEATRE))
    worked_out = [
        HandArea("rollbahn_vp", _highway(ways), "scoring hexes, both ends included", "history"),
        HandArea("west_of_narva", west, "land hexes on the west bank", "geography"),
        HandArea(
            "villages_west_of_narva",
            pack(villages) & west,
            "one point each (13.3.8)",
            "reconstruction",
        ),
        HandArea(
            "villages_of_krivasoo",
            pack(villages) & west & typed["krivasoo_theatre"].hexes,
            "the scoring villages of the short game at Krivasoo",
            "reconstruction",
        ),
        HandArea(
            "soviet_line_at_start",
            soviet | typed["bridgeheads_at_start"].hexes,
            "Soviet-controlled at set-up (13.2.A): the east bank without the Ivangorod"
            " bridgehead, and the bridgeheads at start",
            "reconstruction",
        ),
        HandArea(
            "front_1944_04_25",
            soviet | typed["krivasoo_bridgehead_1944_04_25"].hexes,
            "every hex the Soviets controlled on 25 April 1944: the east bank without the"
            " Ivangorod bridgehead, and what was left of the Krivasoo bridgehead",
            "history",
        ),
        HandArea("gulf_of_finland", wet.sea, "water", "geography"),
        HandArea("lake_peipus", wet.lake, "water", "geography"),
    ]
    return typed | {area.name: area for area in worked_out}


def _members(areas: dict[str, HandArea], *names: str) -> Iterator[Hex]:
    for name in names:
        yield from bits(areas[name].hexes)


def _filled(area: HandArea, hexes: HexSet) -> HandArea:
    return HandArea(area.name, hexes, area.basis, area.source)


def _boxes(boxes: tuple[tuple[Span, Span], ...]) -> HexSet:
    labels = (
        f"{column:02}{row:02}"
        for (left, right), (low, high) in boxes
        for column in range(left, right + 1)
        for row in range(low, high + 1)
    )
    return pack(map(GRID.hex, labels))


def never_frozen(side: Hexside) -> bool:
    """Whether the Germans keep this stretch of the Narva free of ice (6.2.2.C)."""
    a, b = (centre(hex) for hex in GRID.ends(side))
    below = float(reading.table("rivers.toml")["narva"]["never_frozen_below_v"])
    return (a[1] + b[1]) / 2 < below
