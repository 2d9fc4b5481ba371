"""What the file of a scenario closes, forbids, eases and gives for a time."""

from typing import Literal

from grognard.core.contents import InArea, OnHex
from grognard.rules.efs.edition import Table
from grognard.rules.efs.words import Side

LAST = 999
"""A turn or a count beyond all others."""


class PerSide(Table, frozen=True, kw_only=True):
    axis: int = 0
    soviet: int = 0


class Fence(Table, frozen=True, kw_only=True):
    """Hexes closed to a side for a time: a boundary, a lake, a line not to be crossed."""

    side: Side
    rule: str
    area: InArea = 0
    hexes: list[OnHex] = []
    within: InArea = 0
    """Only for units that stand here as the turn begins (12.4.1)."""
    beyond: InArea = 0
    """Only for units that do not stand here (13.5.a)."""
    everywhere: bool = False
    """Every hex is closed: who is fenced stays, or takes the train."""
    phase: str = ""
    """In this phase alone."""
    first_turn: int = 0
    last_turn: int = LAST
    one_a_turn: list[int] = []
    """Turns on which one combat unit may pass, in the Movement Phase and by any means."""
    units: list[str] = []
    """These alone; none named: all of the side."""
    spared: list[str] = []
    """Units that may pass."""
    traits: list[str] = []
    """Units with one of these alone; none named: all."""
    nations: list[str] = []


class Limit(Table, frozen=True, kw_only=True):
    """What a side may not do on some turns (13.5.a, 18.4.4)."""

    side: Side
    rule: str
    deeds: list[Literal["react", "strategic", "rail", "bridge", "build", "move", "attack",
                        "rebuild", "lift", "ship"]]
    first_turn: int = 0
    last_turn: int = LAST
    spared: list[str] = []
    """Traits of units that it does not bind."""
    units: list[str] = []
    """These alone; none named: all of the side."""
    nations: list[str] = []
    area: InArea = 0
    """Only out of these hexes and into them (14.7.4)."""


class Waiting(Table, frozen=True, kw_only=True):
    """14.7, 17.7: two armies north of the city that wait, one for the Axis, one for the other."""

    nation: str
    """Who waits until the city is about to fall."""
    group: list[str]
    """Their Soviet neighbours, who stay until these attack."""
    city: InArea = 0
    quarters: int = 0
    """The nation marches once Axis combat units stand in so many quarters of the city, which are
    mega-hexes where there is an inset (14.7.2)."""
    ports: list[OnHex] = []
    """Or once the Axis holds all of these."""
    points: int = 0
    """Or once it has so many victory points (17.7.3.c)."""


class Haven(Table, frozen=True, kw_only=True):
    """14.5: what spares Soviet units of a region that are cut off by land."""

    area: InArea = 0
    """The region: what earlier rows left of it; none named: the rest of the map."""
    hexes: list[OnHex] = []
    """Friendly places to which a free line is enough."""
    ports: bool = False
    """Any friendly port, on the sea or on a lake."""


class Ease(Table, frozen=True, kw_only=True):
    """What a side may do better on some turns (13.5.a, 14.4.p)."""

    side: Side
    rule: str
    kind: Literal["full-motorised", "no-attack-supply"]
    first_turn: int = 0
    last_turn: int = LAST
    area: InArea = 0
    """``no-attack-supply``: of attacks on hexes here, or everywhere."""
    nations: list[str] = []
    """Of attacks by units of these alone."""
    once: str = ""
    """Only once this is noted in the points of the game: ``islands``."""


class Confusion(Table, frozen=True, kw_only=True):
    """13.5.a: roads jammed and bridges unsafe for a side, in some countries, on some turns."""

    side: Side
    area: InArea
    first_turn: int = 0
    last_turn: int = LAST


class Capacity(Table, frozen=True, kw_only=True):
    """7.6.3, 6.3.3, 6.3.4: what a side carries on some of the sheets in a turn."""

    side: Side
    sheets: list[str]
    points: int
    each: bool = False
    """So much on each of the sheets; else on all of them together."""
    in_weather: dict[str, int] = {}
    """Instead of it in this weather (18.4.2)."""
    first_turn: int = 0
    rule: str = "7.6.3"


class OffMapRail(Table, frozen=True, kw_only=True):
    """14.4.l: a railway that goes on beyond the edge and comes back."""

    side: Side
    ends: list[OnHex]
    """Both of them."""
    points: int
    """Rail hexes between them, neither of them counted."""
    rule: str = "7.6.2"


class Conversion(Table, frozen=True, kw_only=True):
    """12.4.4, 6.3.6: conversion points of a turn, in a period and by country."""

    first_turn: int
    last_turn: int
    points: int
    """For all maps."""
    area_points: int = 0
    area: InArea = 0
    """More points, for these hexes alone."""
    best_line: int = 0
    """What one line may take within the area in a turn, if it may take more than the others."""
    line_within: int = 4
    line: int = 4
    """What any line may take within the area, and outside."""
    rule: str = "conversion.points"


class Points(Table, frozen=True, kw_only=True):
    """Replacement points that a side receives on a turn (15.1.2, 6.7.1)."""

    turn: int
    side: Side
    infantry: int = 0
    heavy: int = 0
    forts: int = 0
    """Strongpoints that the Soviets may begin on it besides those of their table."""
    use_or_lose: bool = False
    rule: str = "15.1.2"


class Cup(Table, frozen=True, kw_only=True):
    """Units that are drawn blind, and the counters that lie for them (5.4.1)."""

    id: str
    units: list[str]
    tokens: list[str]
    """Unknown sides, in the order in which they are laid."""
    returns: bool = False
    """Lost units go back into the cup (BSR.urmg)."""
    place: InArea = 0
    """Where units drawn in play are laid (6.7.2, 14.8.c); none: nobody draws from it."""
    may_be_known: bool = False
    """By agreement its units begin known, at their printed hexes (5.4.1.1.b)."""


class BoundGarrison(Table, frozen=True, kw_only=True):
    """14.4.h: garrisons that are not released as others are."""

    units: list[str]
    until: InArea = 0
    """Not before an enemy stands here."""
    by_table: bool = True
    """Whether an event of the Soviet table may release them."""
    rule: str


class Queue(Table, frozen=True, kw_only=True):
    """12.4.3: supply comes by rail, and waits its turn."""

    side: Side
    most: int
    """Rail points on the track before the next turn's box is full."""
    hexes: list[OnHex]
    used: list[int]
    """Of each hex: rail hexes travelled before it."""
    mobile: int = 0
    depots: int = 0
    """Counters in the box of the first turn."""
    rule: str = "queue.track"
