"""What the file of a scenario says."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from grognard.core.contents import InArea, OnHex
from grognard.rules.efs.edition import Table
from grognard.rules.efs.sea_rows import SeaRows
from grognard.rules.efs.special_rows import (
    LAST,
    BoundGarrison,
    Capacity,
    Confusion,
    Conversion,
    Cup,
    Ease,
    Fence,
    Haven,
    Limit,
    OffMapRail,
    PerSide,
    Points,
    Queue,
    Waiting,
)
from grognard.rules.efs.words import Side, Weather


class SetUp(Table, frozen=True, kw_only=True):
    """Counters that begin in a hex."""

    hex: OnHex
    units: list[str]
    lost: dict[str, int] = {}
    """Steps already lost, by code."""
    firing: list[str] = []
    """Guns of two modes that stand ready to fire (7.1.1)."""
    emergency: list[str] = []
    """Those that begin on emergency supply (BSR.supply.states)."""
    dots: dict[str, int] = {}
    """Units that do not move for so many turns, by code (6.6.4)."""
    unknown: list[str] = []
    """Units that history puts here: instead of each an unknown one of its cup lies here (5.4.1)."""
    nonoperational: list[str] = []
    """Headquarters that begin turned over (5.4.2)."""
    garrison: list[str] = []
    """Units bound to the place in this scenario (14.4.h)."""


class Arrival(Table, frozen=True, kw_only=True):
    """Counters that come on a turn: at entry hexes, by an entry code, or into the air boxes."""

    turn: int
    side: Side
    units: list[str]
    entry: str
    """A code of the entry list below, or of the rules (14.1): w, e, c, M ...; of air units the box
    that they come into: ready, flown."""
    lost: dict[str, int] = {}
    """Steps already lost, by code."""
    placed: bool = False
    """Laid onto the map in the first of their hexes with room (14.7, 14.8.c)."""
    garrison: bool = False
    """They are bound to where they come in until they are released (14.4.h)."""
    prompt: bool = False
    """They may not wait beside the map if they can come in (14.10.2)."""
    option: str = ""
    """Only with this option of the game; ``!`` before it: only without (14.10)."""


class EntryArea(Table, frozen=True, kw_only=True):
    """Where a place or a letter of a code is: ``w``, ``s``, ``e`` (14.1.3, 14.1.4)."""

    id: str
    side: Side
    hexes: list[OnHex] = []
    area: InArea = 0


class Exchange(Table, frozen=True, kw_only=True):
    """A unit that takes another one's place, with its losses: a Guards title, a new staff."""

    turn: int
    old: str
    new: str
    offered: bool = False
    """The owner may, on that turn alone, and all of them together (14.4.k)."""


class Exit(Table, frozen=True, kw_only=True):
    """Where units of a side may leave the map, and from which turn on (7.1.6, 17.4)."""

    side: Side
    hexes: list[OnHex] = []
    area: InArea = 0
    first_turn: int = 0
    id: str = ""
    """What victory lines call it."""
    units: list[str] = []
    """These alone; none named: all of the side."""
    returns: int = 0
    """Turns until a unit comes back by ``entry``, its back up (14.4.m)."""
    entry: str = ""
    retreats: bool = False
    """Units may retreat off the map there too (6.5.1)."""
    rule: str = "7.1.6"


class Closed(Table, frozen=True, kw_only=True):
    """Hexes that a side does not enter: the land of its neighbours."""

    side: Side
    area: InArea


class Quiet(Table, frozen=True, kw_only=True):
    """Formations that attack nobody up to a turn."""

    side: Side
    formations: list[str]
    """How the formations of the counters begin: ``4A`` stands for ``4A/VII`` too."""
    last_turn: int


class SupplyRate(Table, frozen=True, kw_only=True):
    """Supply points a turn, from a turn on; those of the Axis by weather (6.5.1)."""

    first_turn: int
    axis: dict[Weather, int]
    soviet: int


class Fort(Table, frozen=True, kw_only=True):
    hex: OnHex
    side: Side
    building: bool = False


class SupplyAtStart(Table, frozen=True, kw_only=True):
    unit: str
    hex: OnHex
    depot: bool = False


class AirAtStart(Table, frozen=True, kw_only=True):
    ready: list[str] = []
    flown: list[str] = []
    damaged: list[str] = []
    destroyed: list[str] = []


class Withdrawal(Table, frozen=True, kw_only=True):
    """Units that leave on a turn (14.2)."""

    turn: int
    side: Side
    units: list[str]
    cannot_cancel: bool = False
    """No points keep these (6.6.1)."""
    to: Literal["away", "cadre"] = "away"
    """Where they go (14.10.1)."""
    price: int | None = None
    """Victory points to keep one, where they differ from the scenario's (14.2.3)."""
    back: int = 0
    """The turn on which they come back, by ``entry`` (14.10.5)."""
    entry: str = ""
    option: str = ""
    """Only with this option of the game (14.10)."""


class Group(Table, frozen=True, kw_only=True):
    """A group of a pool (14.4)."""

    id: str
    side: Side
    pool: Literal["armour", "special"]
    turn: int
    points: int = 0
    """Victory points for the Axis when it is taken."""
    entry: str
    units: list[str]
    later: dict[str, int] = {}
    """Units that come after the others, and their turn (14.4.2)."""
    last_turn: int = LAST
    """No longer to be had after it."""
    rail_free: bool = False
    """It enters by rail without using capacity (6.3.5)."""
    infantry: int = 0
    heavy: int = 0
    """Use-or-lose points that come with it (6.7.1)."""
    lost: dict[str, int] = {}


class SourceRow(Table, frozen=True, kw_only=True):
    """Supply sources of a side (6.2.1): hexes of the map, from a turn on."""

    side: Side
    hexes: list[OnHex] = []
    area: InArea = 0
    """Of an edge: its hexes with a railway or main road are the sources."""
    first_turn: int = 0
    supply_enters: bool = True
    """Whether supply counters come in there (14.1.3.d, 14.1.4.f)."""
    last_turn: int = LAST
    """After it routes end there no longer (6.1.3)."""
    held: bool = False
    """Only while the side controls the hex (14.4.n.1, 12.4.6)."""
    nation: str = ""
    """For units of this nation alone, who have no other (14.7.2)."""
    road_ends: list[OnHex] = []
    """For each hex, where the road net that comes through it ends; it is open in good weather
    alone (14.4.n.1)."""


class VictoryLine(Table, frozen=True, kw_only=True):
    """What a thing is worth to the Axis at the end, or to whom it gives the game at once."""

    kind: Literal["hold", "control", "steps", "hq", "division", "destroyed", "near", "exit",
                  "turns", "left", "unused"]
    """``hold``: a unit stands there at the end (17.2.1); ``control``: or was there last;
    ``destroyed``: units of a size in the Eliminated box; ``exit``: divisions that left whole."""
    points: int = 0
    by_plan: dict[str, int] = {}
    """Points under a plan, where they differ (17.3.1)."""
    hexes: list[OnHex] = []
    side: Side | Literal[""] = ""
    """Whose losses are counted, or who must hold or stand there."""
    traits: list[str] = []
    """Steps of these alone."""
    each: int = 1
    """Points for so many steps."""
    each_by_plan: dict[str, int] = {}
    begun: bool = False
    """A part of so many counts as a whole (17.2.2.b)."""
    since_start: bool = False
    """Steps that were missing at the start do not count."""
    size: str = ""
    """The size of counters that ``destroyed`` counts: division."""
    cut_off: bool = False
    """Those that stand without any LOC count too (6.4.1)."""
    garrison: bool = False
    """``hold``: a step of infantry or engineers must stand there (13.5.b)."""
    wins: bool = False
    """Decides the game by itself; earlier lines first."""
    rule: str = "17.2"
    fallen: bool = False
    """``steps``: counted as they fall, rebuilt or not; else those missing at the end (5.3.b)."""
    after: int = 0
    """``turns``: a point for every turn after this one at whose end the side stands there."""
    exit: str = ""
    """``left``: units that left by this way; ``unused``: none of the side did (6.5.2)."""
    sizes: list[str] = []
    """Of those that left, only units of these sizes."""
    most: int = LAST
    """No more than so many times."""
    more: dict[str, int] = {}
    """Points besides when the count comes to so many (the publisher's errata)."""


class Level(Table, frozen=True, kw_only=True):
    least: int
    winner: Side | Literal["draw"]
    level: str


def is_chosen(option: str, options: Mapping[str, Any]) -> bool:
    """Whether a row that names an option counts.

    >>> is_chosen("", {}), is_chosen("x", {}), is_chosen("x", {"x": True}), is_chosen("!x", {})
    (True, False, True, True)
    """
    return not option or bool(options.get(option.lstrip("!"))) != option.startswith("!")


class Scenario(Table, frozen=True, kw_only=True):
    """A file of the folder scenarios."""

    id: str
    title: str
    order: int = 0
    ours: bool = False
    map: str
    sheets: list[str] = []
    in_play: InArea = 0
    """Hexes of the game; none named: all of the sheets."""
    traced_over: InArea = 0
    """Hexes out of play over which supply of the Axis runs all the same (6.1.3)."""
    inset: Literal["start", "approach"] = "start"
    """When play goes over to the inset, if one of the sheets is one: from the start (15.2.1.a), or
    once the Axis comes near the map hexes that it repeats (14.8.d)."""
    inset_from: int = 0
    """From this turn on arrivals may come onto the inset before that (14.8.c)."""
    first_turn: int
    last_turn: int
    left_out: list[str] = []
    """Phases that the scenario does without: weather, supply, replacement, readiness ..."""
    weather: dict[str, Weather] = {}
    """Turns whose weather is given."""
    units: list[str] = []
    """Counters in play; none named: those of set-up and arrivals."""
    setup: list[SetUp]
    axis_land: InArea = 0
    """Hexes that the Axis holds at the start."""
    arrival: list[Arrival] = []
    entry: list[EntryArea] = []
    fort: list[Fort] = []
    supply: list[SupplyAtStart] = []
    source: list[SourceRow] = []
    supply_per_turn: PerSide = PerSide()
    supply_rate: list[SupplyRate] = []
    """Instead of it, by turn and weather; the last row that has begun counts."""
    rail_capacity: PerSide = PerSide()
    conversion_points: int = 0
    converted: InArea = 0
    """Rail hexes that serve the Axis at the start; none named: those behind its railheads."""
    railheads: list[OnHex] = []
    cuts: list[OnHex] = []
    """Rail Cut markers at the start (12.4.5.a)."""
    exchange: list[Exchange] = []
    exit: list[Exit] = []
    closed: list[Closed] = []
    quiet: list[Quiet] = []
    withdrawal: list[Withdrawal] = []
    keep_price: int = 1
    """Victory points for each unit that stays (14.2.3)."""
    group: list[Group] = []
    infantry_points: dict[str, int] = {}
    """By turn: what the Axis receives (15.1.2)."""
    mandatory_attacks: bool = False
    attacks_owed: int = 0
    """Mandatory attacks at the start (16.0)."""
    plans: bool = False
    soviet_forts: int = 0
    """Strongpoints that the Soviets may begin a turn where no table gives them (12.1.2)."""
    panic: list[int] = []
    """Turns on which the capital gives no supply point (14.3.2)."""
    garrison_release: dict[str, int] = {}
    """By place: the turn on which its garrison is free (13.6.2.e)."""
    air: dict[str, AirAtStart] = {}
    """By side."""
    air_transport: PerSide = PerSide()
    readiness_from: int = 0
    victory: list[VictoryLine] = []
    level: list[Level] = []
    measure: list[VictoryLine] = []
    """What bots and matches count where the text has no points; the verdict does not know it."""
    decided: int = 0
    """There: what a line that wins by itself is worth."""
    sea: SeaRows | None = None

    # Army Group North: what the playbook's chapters 5 to 7 ask.
    track: str = ""
    """Whose turns these are, where the box has more than one turn record track (18.4.6)."""
    storms: list[int] = []
    """Turns whose given weather comes with a storm (12.1)."""
    converted_hexes: list[OnHex] = []
    """Rail hexes that serve the Axis at the start, one by one (5.5.3)."""
    air_transport_by_turn: dict[str, PerSide] = {}
    points: list[Points] = []
    attacks_in: InArea = 0
    """Where attacks owed at the start are to be made (12.4.1)."""
    attacks_until: int = 0
    """Up to this turn attacks elsewhere discharge nothing."""
    works: list[OnHex] = []
    """Factories: while no train runs between them and the sources of an edge, Type A points make
    tanks there alone (12.4.4.c)."""
    works_edge: InArea = 0
    works_city: InArea = 0
    groups_a_turn: int = LAST
    """Groups that the Axis may call in a turn (17.6.d)."""
    soviet_table: str = ""
    """Which Soviet replacement table is used (12.5.a)."""
    type_a_from: int = 0
    """Before this turn the table gives no Type A point (12.4.4.a, 14.4.o.1)."""
    brigades_from: int = LAST
    """From this turn on Type A points serve tank battalions and brigades alone (12.4.4.b)."""
    ordered_from: int = LAST
    """From this turn on the second and third Type I point are bound (6.7.2)."""
    fence: list[Fence] = []
    limit: list[Limit] = []
    ease: list[Ease] = []
    confusion: list[Confusion] = []
    capacity: list[Capacity] = []
    offmap_rail: list[OffMapRail] = []
    conversion: list[Conversion] = []
    cup: list[Cup] = []
    garrison: list[BoundGarrison] = []
    queue: list[Queue] = []
    waiting: Waiting | None = None
    haven: list[Haven] = []
    over_lakes: bool = False
    """The line that spares Soviet units a surrender may cross lakes (14.5)."""
    integrity_help: dict[str, list[str]] = {}
    """By division: units that may stand for an element that it lacks (18.4.7)."""

    def chosen(self, options: Mapping[str, Any]) -> "Scenario":
        """The rows that count with these options."""
        return replace(
            self, arrival=[row for row in self.arrival if is_chosen(row.option, options)],
            withdrawal=[row for row in self.withdrawal if is_chosen(row.option, options)])
