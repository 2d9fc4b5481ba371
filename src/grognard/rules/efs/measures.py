"""Small files of a box: numbers that the series shares, plans, and what corners of counters say."""

from typing import Literal

from grognard.rules.efs.edition import Table


class Rail(Table, frozen=True, kw_only=True):
    farthest: int
    """Hexes in a move (7.6.2)."""
    standoff: int
    """Hexes around an enemy that no train comes into (7.6.1, 7.6.2/2)."""
    interdicted: int
    """What a hex under interdiction counts for (11.4.3.a)."""


class Supply(Table, frozen=True, kw_only=True):
    source_reach: int
    """Hexes around a supply point spent as a source (6.2.3)."""
    unsupplied: int
    """Movement points that a unit out of supply has less (6.3.5)."""


class Moves(Table, frozen=True, kw_only=True):
    reaction: int
    """Hexes from a declared attack (7.5.2)."""
    infiltrates: int
    """Printed allowance from which motorised units infiltrate (7.2.3.a)."""
    bridges: int
    """Bridge units of a side on one map (13.2.3)."""


class Divisions(Table, frozen=True, kw_only=True):
    motorised: int
    """Elements that keep the integrity of a motorised division: of four any three (9.2.3.c)."""
    detached: int
    """Regiments that a division detaches in a phase (15.3.1)."""
    strong: int
    """Attack of the stronger regiment, and what the division must lose for it (7.7.3)."""


class Flights(Table, frozen=True, kw_only=True):
    mission: int
    """Air units of a side in a mission (11.1.6)."""
    interdiction: int
    """Levels of interdiction in a hex (11.4.1.e)."""


class Attacks(Table, frozen=True, kw_only=True):
    """Mandatory attacks (chapter 16)."""

    least: str
    """Initial odds (16.1.1)."""
    points: int
    """What one still owed gives the enemy that takes a town (16.2.2)."""


class Measures(Table, frozen=True, kw_only=True):
    """The file measures.toml."""

    rail: Rail
    supply: Supply
    moves: Moves
    divisions: Divisions
    air: Flights
    attacks: Attacks


class Plan(Table, frozen=True, kw_only=True):
    """What a plan changes (17.3.4 to 17.3.7)."""

    id: str = ""
    markers: int = 0
    """How many there are in the cup (17.3.2)."""
    no_forts: str = ""
    """The rule by which the Axis builds no strongpoints."""
    supply: int = 0
    """Supply points more on a Dry or Frost turn."""
    holds: str = ""
    """Up to these initial odds nobody who is attacked may go, nor leave a strongpoint (17.3.5)."""
    leave_on: int = 0
    """The turn on which divisions leave for good (17.3.7.b)."""
    leave: dict[Literal["panzer", "motorised"], int] = {}


NO_PLAN = Plan()


class Plans(Table, frozen=True, kw_only=True):
    """The file plans.toml; a box without it has no plans."""

    begins: str = ""
    """The plan at the start (17.3.1)."""
    first_draw: int = 0
    """From this turn on an M lets the Axis draw (14.3.2)."""
    forced_draw: int = 0
    revealed: int = 0
    """From this turn on the plan lies open (17.3.1)."""
    plan: list[Plan] = []

    def __getitem__(self, id: str) -> Plan:
        """What a plan says; without a plan nothing."""
        return next((plan for plan in self.plan if plan.id == id), NO_PLAN)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(plan.id for plan in self.plan)

    @property
    def markers(self) -> dict[int, int]:
        """How many markers of each plan are in the cup, by its place in the list."""
        return {place: plan.markers for place, plan in enumerate(self.plan)}


class Corners(Table, frozen=True, kw_only=True):
    """The file corners.toml: the box in the corner of a counter (4.2 of Army Group North)."""

    colours: dict[str, list[int]] = {}
    """Scenarios that a colour may belong to (4.2.3)."""
    icons: dict[str, int] = {}
    """The scenario that an icon adds (4.2.4)."""
    coded: dict[str, list[int]] = {}
    """Scenarios in which the code counts (4.2.5)."""
