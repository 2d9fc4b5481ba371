"""One point in one play of the series."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from grognard.core.placing import Placement
from grognard.core.visibility import OPEN, SECRET, Flag, Number, UnitSet, Word
from grognard.hexes import HexSet
from grognard.rules.efs.values import Attack, Means, Sea

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

CADRE, ELIMINATED, ACTIVE, TRACK, POOL, CUP, FREE, WITHDRAWN, EXITED, ASIDE = OFF_MAP = tuple(
    range(-2, -12, -1))
"""Boxes beside the map. ACTIVE: enters on the next turn; FREE: counters not in use."""
SEA_BOX = -12
"""The first box of a sea beside the map; the next ones lie below it."""

GENERAL, EMERGENCY, UNSUPPLIED = 0, 1, 2
"""Supply of a unit (6.3)."""

READY, FLOWN, DAMAGED, DESTROYED, ON_MISSION, NOT_YET, RECALLED = range(7)
"""Boxes of the air display (11.1)."""
FIRST_READY, SECOND_READY, ON_FIRST = range(7, 10)
"""Those of the inset: ready for a first and for a second mission, and away on the first."""


class EfsState(Placement, kw_only=True):
    """Lists and bytes are indexed by unit or air unit number; sets are bit sets.

    Ground units are open to both players; what lies face down says so.
    """

    turn: Number = 1
    side: Word = ""
    """Whose segment it is."""
    phase: Word = ""

    # Counters.
    steps: Annotated[bytes, OPEN] = b""
    """Steps left; points of a supply counter."""
    supply: Annotated[bytes, OPEN] = b""
    due: Annotated[dict[int, int], OPEN] = {}
    """Turn of arrival of counters on the track."""

    # Cleared at the end of a phase.
    moved: UnitSet = 0
    worked: UnitSet = 0
    """Engineers that built or converted: one or the other (12.3.2)."""

    # Cleared at the end of a segment.
    stirred: UnitSet = 0
    """Moved or attacked: too late for a replacement (15.2.1)."""
    fought: UnitSet = 0
    beaten: UnitSet = 0
    """Defended already this phase: nobody is attacked twice (8.1.5)."""
    marked: UnitSet = 0
    """Receives a replacement."""
    attacks: Annotated[tuple[Attack, ...], OPEN] = ()
    """Declared attacks (8.1)."""
    guns: Annotated[dict[int, int], OPEN] = {}
    """Artillery committed to the defence of a hex."""
    shots: Annotated[dict[int, int], OPEN] = {}
    """Supports that a gun has given this phase (10.1.5)."""
    orders: Annotated[dict[int, str], SECRET] = {}
    """By hex: an order that lies there (8.7, 8.8)."""
    orders_seen: Annotated[dict[int, str], OPEN] = {}
    """Orders turned up; in a view also those that the side knows, and empty words for markers."""
    reacting: Annotated[dict[int, int], OPEN] = {}
    """By unit that reacted: the HQs that could have commanded it (13.1.2)."""
    ordered: Annotated[dict[int, int], OPEN] = {}
    """The same by hex with an order."""
    activated: UnitSet = 0
    """Under an Activation marker: until the end of the turn."""
    commanded: Annotated[dict[int, int], OPEN] = {}
    """The HQs that could have activated each."""

    # Lasting.
    overrun: UnitSet = 0
    """Under an Overrun marker (7.8.4)."""
    railed: UnitSet = 0
    """Used the railway this turn (7.6.2)."""
    marched: UnitSet = 0
    """Moved strategically this turn (7.7.3)."""
    garrison: UnitSet = 0
    """Bound to their hex (13.6)."""
    nonoperational: UnitSet = 0
    """Headquarters turned over (BSR.hq.nonop)."""
    firing: UnitSet = 0
    """Guns of two modes that stand ready to fire, and so cannot move (BSR.sh.modes)."""
    axis_land: HexSet = 0
    """Hexes that the Axis controls; the rest is Soviet (2.5)."""
    axis_rail: HexSet = 0
    """Converted rail hexes (12.4)."""
    cuts: HexSet = 0
    railheads: Annotated[dict[int, int], OPEN] = {}
    """By hex and direction: points spent this turn (12.4.5)."""
    forts: Annotated[dict[int, str], OPEN] = {}
    """By hex: ``axis``, ``soviet``, with ``-building`` until finished (12.1)."""
    broken: HexSet = 0
    """Fortified line hexes destroyed (12.2.3)."""
    just_broken: HexSet = 0
    """Forts destroyed this turn: their rails cannot be converted yet (12.4.3/3)."""
    bridges: Annotated[dict[int, int], OPEN] = {}
    """Bridge units in place, by hexside (13.2)."""

    # Weather (5.1).
    weather: Word = "dry"
    storm: Flag = False
    rolled: Word = ""
    """The last result before rain or snow lingered."""
    soaked: Flag = False
    """Dry after Rain: woods are still wet."""
    arctic_seen: Flag = False

    # The air (chapter 11).
    air: Annotated[list[int], SECRET] = []
    """Box of each air unit; a view has what the enemy may see of it."""
    missions: Annotated[dict[int, int], SECRET] = {}
    """By air unit on a mission: its hex."""
    veiled: Annotated[dict[str, dict[int, int]], SECRET] = {}
    """Only in a view: by side, how many of its air units lie face down in each hex."""
    turned_up: Number = 0
    """Air units on a mission that both sides see."""
    interdiction: Annotated[dict[int, int], OPEN] = {}
    """Levels by hex (11.4)."""
    support: Annotated[dict[int, tuple[int, int]], OPEN] = {}
    """Close air support that got through to a hex, Axis and Soviet (11.5)."""

    # Supply (chapter 6).
    fed: UnitSet = 0
    """Units that a supply point spent as a source feeds this turn (6.2.3)."""
    spent_supply: UnitSet = 0
    """Supply counters used up this turn: free again from the next (6.5.3/5)."""
    decaying: HexSet = 0
    """Strongpoints found empty and cut off in the last Supply Phase (6.3.6)."""

    # Replacements (chapters 14 to 16).
    restored: UnitSet = 0
    """Got a step this turn."""
    raised: UnitSet = 0
    """Rose in a city this turn (15.2.2.b)."""
    retained: UnitSet = 0
    """Kept in spite of their withdrawal (14.2.3)."""
    retained_air: Number = 0
    """The same of air units."""
    detached: Annotated[dict[int, int], OPEN] = {}
    """Regiments that a division gave in this phase (15.3.1)."""
    groups_taken: Number = 0
    """Groups of the pools, by number in the scenario."""

    # Plans (17.3).
    plan: Annotated[str, SECRET] = ""
    """The Axis plan in force; a view of the Axis has it."""
    plan_seen: Word = ""
    """The plan as far as both know it; nothing while it lies face down."""
    prizes_held: HexSet = 0
    """Places worth points that the Axis controlled as the turn began (16.2.2)."""

    # Army Group North: chapters 5 to 7.
    fenced: Annotated[dict[int, int], OPEN] = {}
    """By fence of the scenario: the units that stood behind it as the turn began (12.4.1)."""

    posted: UnitSet = 0
    """Soviet units that hold a post before the Finns, on the map or still to come (14.7.3)."""
    finns_from: Number = 0
    """The turn from which the Finns may march and attack; 0 while they wait (14.7.2)."""

    drawn_at: Annotated[dict[int, int], OPEN] = {}
    """By token on the map: when it was laid, counted with the returns below (5.4.1)."""
    returned: Annotated[dict[int, int], OPEN] = {}
    """By unit of a cup that was seen: when it went back."""
    turned: Annotated[dict[int, int], OPEN] = {}
    """By token turned up this segment: the unit that it was."""
    way_out: Annotated[dict[int, int], OPEN] = {}
    """By unit that left the map: the way out of the scenario that it took (6.5)."""

    # Points and the end.
    points: Annotated[dict[str, int], OPEN] = {}
    """Replacement points, strongpoints, capacity of rails and air transport, by word."""
    victory_points: Number = 0
    tally: Annotated[dict[str, int], OPEN] = {}
    """What made the victory points up."""
    sea: Annotated[Sea, OPEN] = Sea()
    means: Annotated[Means, OPEN] = Means()
    winner: Word = ""
    level: Word = ""
    ending: Word = ""

    # -- writes: every change of place goes through here ------------------------------------------

    def place(self, game: "EastFrontSeries", unit: int, place: int) -> None:
        """Put a counter on a hex or into a box; what follows from a change of place follows."""
        self.put(unit, place)
        game.after_place(self, unit, place)

    def set_steps(self, unit: int, steps: int) -> None:
        self.steps = self.steps[:unit] + bytes((steps,)) + self.steps[unit + 1:]

    def set_supply(self, unit: int, supply: int) -> None:
        self.supply = self.supply[:unit] + bytes((supply,)) + self.supply[unit + 1:]

    # -- questions ------------------------------------------------------------------------------

    def at_sea(self, **changes: Any) -> None:
        """Write what chapter 8 keeps."""
        self.sea = msgspec.structs.replace(self.sea, **changes)

    def set_means(self, **changes: Any) -> None:
        """Write what supply, guns and aircraft of the inset keep."""
        self.means = msgspec.structs.replace(self.means, **changes)

    def occupied(self, game: "EastFrontSeries", side: str) -> HexSet:
        """Hexes with any counter of the side; ships stop nobody (agn:8.8.1.e)."""
        return self.hexes_of(game.troops[side], sorts=game.sorts)

    def combat_hexes(self, game: "EastFrontSeries", side: str) -> HexSet:
        """Hexes with a combat unit of the side."""
        return self.hexes_of(game.combat_units[side], sorts=game.sorts)

    def weather_at(self, game: "EastFrontSeries", hex: int) -> str:
        """The weather in a hex: woods stay wet on a Dry turn after Rain (5.1.4)."""
        wet = self.soaked and bool(game.ground.woods >> hex & 1)
        return "rain" if wet else self.weather

    @property
    def sky(self) -> str:
        """The key of the ground: the weather, or ``soaked``."""
        return "soaked" if self.soaked else self.weather

    @property
    def laid(self) -> tuple[int, ...]:
        """The hexsides with bridges, as another key of the ground."""
        return tuple(sorted(self.bridges.values())) if self.bridges else ()

    def interdicted(self, game: "EastFrontSeries", hex: int) -> int:
        """The level of interdiction in a hex: zones that overlap add up, to two (11.4.2)."""
        if not self.interdiction:
            return 0
        return min(2, sum(self.interdiction.get(one, 0) for one in game.mega.interdicting(hex)))

    def attack_on(self, hex: int) -> Attack | None:
        """The declared attack on a hex."""
        return next((attack for attack in self.attacks if hex in attack.hexes), None)
