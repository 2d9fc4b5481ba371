"""Where the games of the series differ: the rule book asks a question, the box answers it.

Every field is a question; ``edition.toml`` of a box holds the answers. Nothing in this rule book
may ask which game is played.
"""

from typing import Literal

import msgspec


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a TOML file: a key that it does not know is a slip of the pen."""


class Turns(Table, frozen=True, kw_only=True):
    """Chapter 4."""

    order: Literal["plain", "arrivals"]
    """``arrivals``: reinforcements and withdrawals have a phase of their own (BSR.seq)."""
    motorised_arrivals: list[str]
    """Sides whose motorised reinforcements may also come in the Motorised Phase (14.1.1)."""


class Zones(Table, frozen=True, kw_only=True):
    over_major_river: Literal["always", "frozen"]
    """Whether a zone passes an open major river (3.3.4/2)."""
    river_excuses: bool
    """Nobody must attack over an open major river (8.1.2/3)."""


class Overruns(Table, frozen=True, kw_only=True):
    """7.8."""

    least: int
    least_german: int
    """If the whole force is German."""
    forts_least: int = 0
    """Against a strongpoint, with a motorised engineer; 0: never."""
    closed: list[str]
    """Ground where no overrun is allowed."""
    marsh_open_in: list[str] = []
    failure_costs_step: bool


class Reaction(Table, frozen=True, kw_only=True):
    attacked_hex_reacts: bool
    """Units in an attacked hex, if in no enemy zone, may react (7.5.2)."""


class Headquarters(Table, frozen=True, kw_only=True):
    states: bool
    """Operational and non-operational (BSR.hq.nonop)."""
    recovery: int = 0
    guards_extra: int
    """Guards beyond the command value (13.5.1)."""


class Orders(Table, frozen=True, kw_only=True):
    """8.7, 8.8."""

    face_down: bool
    soviet_need: Literal["command", "operational"]
    """A Soviet order costs a command point, or needs an operational HQ."""
    extended_advances: bool
    """Whether attackers who hold by an order may still advance (8.9/4)."""


class Guns(Table, frozen=True, kw_only=True):
    own_hex: Literal["support", "choice"]
    """A gun in an attacked hex with others: always support, or the owner's choice (10.2.2)."""
    limit: int
    """Supporting guns a side in a combat (10.1)."""
    soviet_far: int
    """Soviet guns that may support without an HQ (10.1.4.a)."""
    two_modes: bool
    """Siege guns are either firing or moving (BSR.sh.modes)."""
    naval_doubled: bool
    """Naval guns may be doubled once and are then gone (13.4.4)."""


class Armour(Table, frozen=True, kw_only=True):
    arms_with_integrity: bool
    """The same units may serve for combined arms and integrity (9.1, 9.2)."""
    attrition: Literal["both-armour", "armour-or-gun"]
    """9.3.1: who pays star losses first."""
    integrity_others: int
    """Beside the panzer regiment, so many of the others of its division (9.2)."""


class Air(Table, frozen=True, kw_only=True):
    """Chapter 11."""

    reveal: Literal["after-initiative", "before-initiative"]
    second_side_open: bool
    """The side that places second lies open."""
    no_combat_sends_home: Literal["fighters", "firing"]
    roles_stand: bool
    """Roles are chosen before pairing and stand (BSR.air.dual)."""
    leftover: Literal["gang-up", "meet-missions"]
    interdiction_rating: Literal["support", "own"]
    axis_flak: Literal["unbanded", "formations"]
    """Which Axis units fire: all without the band, or divisions, integrity groups and flak."""
    flak_most: int
    flak_most_axis: bool
    """Whether the cap holds for Axis fire too."""
    dummies: int


class Forts(Table, frozen=True, kw_only=True):
    """Chapter 12."""

    axis_builders: Literal["engineer", "plan"]
    breakers: list[str]


class Rails(Table, frozen=True, kw_only=True):
    per_railhead: int
    halved_in: list[str] = []


class Entries(Table, frozen=True, kw_only=True):
    codes: Literal["letters", "edges"]
    """How a code is read: letters of places (14.1), or an edge and a map (4.2.5 of the North)."""
    supply_in_cities: Literal["supplied", "not-surrounded"]
    """Which friendly major cities receive supply counters (14.1.4.f; 4.3.1 of the North)."""


class Leaving(Table, frozen=True, kw_only=True):
    phase: Literal["movement", "arrival"]


class Events(Table, frozen=True, kw_only=True):
    """What an M of the Soviet table means by turn (14.3.2)."""

    panic: list[int]
    """Turns of panic in the capital."""
    attacks_from: int
    """From this turn on an M orders an attack, where the scenario has such orders."""


class Militia(Table, frozen=True, kw_only=True):
    """7.4 of Army Group North."""

    shaky_brigades: bool
    """Brigades retreat as if they were overrun."""
    gives_points: bool
    """Brigades and divisions may be turned into replacement points."""


class Inset(Table, frozen=True, kw_only=True):
    """Chapter 15 of Army Group North."""

    stacking: int = 0
    """Points in a hex of the inset (15.3.7.a)."""
    overruns: int = 1
    """What attack strengths are multiplied by in overruns there (15.10)."""
    breakthrough_odds: int = 0
    """To one, for an Axis breakthrough (15.8.5.a)."""
    breakthrough_die: int = 0
    """The highest modified die that brings one."""
    breakthrough_hexes: int = 0
    """How far its motorised units advance (15.8.5.b)."""
    driven_off: int = 0
    """Points of damage on a gun in its way (15.8.5.c)."""


class Capital(Table, frozen=True, kw_only=True):
    """13.6.4, 13.7: a city with a garrison, an air corps and a supply point of its own."""

    area: str = ""
    """Its name on the map; none: the box has no such city."""
    air_reach: int = 0
    """How far from it the corps flies (13.7.2)."""

    @property
    def panic(self) -> str:
        """Among the points: no supply of the city in the next Supply Phase (14.3.2)."""
        return f"{self.area}-panic"

    @property
    def free_air(self) -> str:
        """Among the points: the corps flies anywhere this turn (14.3.5)."""
        return f"{self.area}-air"


class Words(Table, frozen=True, kw_only=True):
    """What the box calls things: texts only."""

    rain: str
    engineering: str
    supplied: str


class Edition(Table, frozen=True, kw_only=True):
    """The file edition.toml."""

    words: Words
    turns: Turns
    zones: Zones
    overruns: Overruns
    reaction: Reaction
    headquarters: Headquarters
    orders: Orders
    guns: Guns
    armour: Armour
    air: Air
    forts: Forts
    rails: Rails
    entries: Entries
    leaving: Leaving
    events: Events
    militia: Militia
    inset: Inset = Inset()
    capital: Capital = Capital()
    supply_distance: dict[str, int]
    """6.1.3, 6.1.6: LOC and road net in good and bad weather: loc, loc_bad, road, road_bad."""
    city_sources: list[str]
    """Sides for whom friendly major cities are sources (6.2.1)."""
    bad_weather: list[str]
    """Weathers that shorten them."""
    surrender: dict[str, int]
    """6.4: ``most``, the highest die that surrenders; ``hq``, what an HQ adds; ``coastal``, what a
    hex of nothing but coast artillery and militia adds."""
    stacking: int
    """Points in a hex at the end of a phase (3.2)."""
