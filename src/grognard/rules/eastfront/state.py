"""A position of EastFront."""

from typing import TYPE_CHECKING, Annotated

from grognard.core.placing import Placement
from grognard.core.visibility import (
    BY_SIDE,
    BY_UNIT,
    INSIDE,
    OPEN,
    SECRET,
    TO_UNIT,
    Flag,
    Number,
    PerUnit,
    UnitSet,
    Word,
)
from grognard.hexes import HexSet
from grognard.rules.eastfront.data import AXIS, enemy_of
from grognard.rules.eastfront.rounds import Round

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

POOL = -1
"""Eliminated, but can be rebuilt as a cadre (11.42)."""
FUTURE = -2
"""A reinforcement still to come (11.5)."""
GONE = -3
"""Out of the game for good, or not in this scenario."""
TIED = -4
"""Off the map beside a west-edge hex (16.7)."""
WAITING = -6
"""May be chosen for the set-up (3.22a)."""
HIDDEN = -9
"""On the map, but not known where: only in what a side may know."""
OFF_MAP = (POOL, FUTURE, GONE, TIED, WAITING)


class EastFrontState(Placement, kw_only=True):
    """Lists are indexed by block; sets are bit sets of blocks or of hexes."""

    month: Number = 0
    fortnight: Number = 1
    half: Number = 0
    """Which half-year of the scenario runs."""
    east: Word = "dry"
    west: Word = "dry"
    phasing: Word = ""
    """The active player."""
    phase: Word = ""
    """command, movement, combat, blitz-movement, blitz-combat or supply."""

    at: Annotated[list[int], PerUnit(HIDDEN)] = []
    cv: Annotated[list[int], PerUnit(0)] = []
    stacks: Annotated[dict[int, tuple[int, ...]], SECRET] = {}
    """Blocks in each occupied hex, in the order of their numbers."""
    attackers: Annotated[dict[int, str], OPEN] = {}
    """Original attacker of each battle hex (7.12)."""
    face_up: Annotated[int, OPEN] = 0
    """Blocks whose label both sides may read."""
    unsupplied: UnitSet = 0
    """Blocks marked in the last supply phase (10.2)."""
    lifts: Annotated[dict[str, int], BY_SIDE] = {}
    """How often each side took a block back during the set-up."""
    crowded: UnitSet = 0
    """Blocks over the stacking limit after a repulse: unsupplied (6.22b)."""

    axis_hexes: HexSet = 0
    soviet_hexes: HexSet = 0
    """Friendly hexes of each side at the start of the phase (8.1)."""
    last_axis: HexSet = 0
    """Hexes that the Axis controlled last (8.34)."""

    # The player turn that runs now.
    active: Annotated[int, OPEN] = 0
    """Active HQs."""
    blitz: Annotated[int, OPEN] = 0
    """HQs activated with a Blitz marker that have not spent it."""
    spent: UnitSet = 0
    """HQs that were active this turn and stand up again (5.43)."""
    supreme_moves: Number = 0
    invading: UnitSet = 0
    """Active HQs that give their command for landings and evacuations (15.41)."""
    sailed: UnitSet = 0
    """Those of them that gave their order in this movement phase."""
    by_sea: UnitSet = 0
    """Blocks that land, or are taken off, in this movement phase."""
    shipped: UnitSet = 0
    """Blocks that landed or were taken off in this turn, Blitz or not (15.41d)."""
    moved: UnitSet = 0
    """Blocks moved in this movement phase (6.1c)."""
    strategic: UnitSet = 0
    """Blocks moved by rail or sea this turn (6.1d)."""
    entered: UnitSet = 0
    """Blocks that entered a battle hex in this movement phase."""
    came_over: Annotated[dict[int, int], BY_UNIT] = {}
    """Block to the hex from which it attacked (7.51c)."""
    crossings: Annotated[dict[int, int], OPEN] = {}
    """Hexside to blocks that went into or out of a battle hex through it (6.33)."""
    new_battles: HexSet = 0
    """Started in this movement phase (7.15a)."""
    rear_guards: Annotated[dict[int, int], TO_UNIT] = {}
    """Battle hex to the block that covers the retreat (6.41)."""
    exits: Annotated[dict[int, int], SECRET] = {}
    """Battle hex to the hex where its rear guard will go."""
    strikes: Annotated[dict[int, int], OPEN] = {}
    """Battle hex to the HQ that strikes it (7.13)."""
    fighting: HexSet = 0
    """Active battles of this combat phase still to be fought."""
    supported: HexSet = 0
    """Hexes within radius of an active HQ at the start of the combat phase (7.4e)."""
    round: Annotated[Round, INSIDE] = Round()
    """The round of battle or pursuit that runs, or the last one of this phase."""

    arrives: Annotated[list[int], OPEN] = []
    """Month in which a reinforcement comes (11.5)."""
    arrival_cv: Annotated[list[int], OPEN] = []
    orders: Annotated[dict[str, tuple[tuple[str, int, int], ...]], BY_SIDE] = {}
    """What each side secretly orders in production: (kind, block, hex)."""
    points: Annotated[dict[str, int], OPEN] = {}
    """Production points to spend this month."""

    confined: Annotated[int, OPEN] = 0
    """Satellites rebuilt once, tied to their country for good (2.66c)."""
    released: Annotated[int, OPEN] = 0
    """Expeditions that were free once (16.4): confined again they cost points (17.1c)."""
    surrendered: Annotated[tuple[str, ...], OPEN] = ()
    defected: Annotated[int, OPEN] = 0
    """Satellite blocks that fight for the Soviets (16.1b)."""
    siege_lost: Flag = False
    """54 Corps was destroyed: no siege artillery (2.63b)."""
    group_e: Word = "waiting"
    tied: Annotated[dict[int, int], SECRET] = {}
    """West-edge hex to the Axis block beside it (16.7)."""
    ports_used: Annotated[dict[int, int], OPEN] = {}
    shores: Annotated[dict[int, int], BY_UNIT] = {}
    """Coastal army to the hex where it landed last (15.51a)."""
    beachheads: Annotated[dict[int, int], OPEN] = {}
    """Coastal army to the hex of its beachhead, or its state below 0 (beachhead.py)."""
    fed: UnitSet = 0
    """Blocks that a besieged place feeds by their owner's choice in this supply phase."""
    landed: HexSet = 0
    """Defended hexes where a block landed in this movement phase (15.42b)."""
    airborne: Annotated[int, OPEN] = 0
    """Active HQs that were given over to a drop (14.2)."""
    dispersed: UnitSet = 0
    """Blocks dropped this turn, until they are linked up (14.6)."""
    winner: Word = ""
    level: Word = ""
    ending: Word = ""
    margin: Number = 0

    # -- writes --------------------------------------------------------------------------------

    def place(self, unit: int, hex: int) -> None:
        """Put a block on a hex or off the map."""
        self.crowded &= ~(1 << unit)
        others = (other for other in self.stacks.get(hex, ()) if other != unit)
        self.put(unit, hex, tuple(sorted((*others, unit))) if hex >= 0 else None)
        if hex < 0:
            self._forget(~(1 << unit))

    def name_rear_guard(self, unit: int, exit: int) -> None:
        """6.41a: the block covers a retreat, and its place in the hex it goes to is kept."""
        hex = self.at[unit]
        self.rear_guards[hex], self.exits[hex] = unit, exit

    def _forget(self, rest: int) -> None:
        """Nothing of a block that left the map holds on."""
        self.face_up &= rest
        self.unsupplied &= rest
        self.active &= rest
        self.blitz &= rest
        self.airborne &= rest
        self.dispersed &= rest

    def begin_round(self, hex: int, firing: str, pursuit: bool = False) -> None:
        """Nothing of the round before is shown any more."""
        self.round = Round(hex, firing, pursuit, self.units_at(hex))

    # -- questions -----------------------------------------------------------------------------

    def of_side(self, game: "EastFront", hex: int, side: str) -> list[int]:
        """Blocks of the side in a hex; hidden ones of a view, below zero, are nobody's."""
        mine = self.loyal(game, side)
        return [unit for unit in self.stacks.get(hex, ()) if unit >= 0 and mine >> unit & 1]

    def loyal(self, game: "EastFront", side: str) -> int:
        """Blocks that fight for the side; defected satellites changed theirs (16.1b)."""
        own = game.units_of[side]
        if not self.defected:
            return own
        return own & ~self.defected if side == AXIS else own | self.defected

    def owner(self, game: "EastFront", unit: int) -> str:
        if self.defected >> unit & 1:
            return "soviet"
        return game.units[unit].side

    def occupied(self, game: "EastFront", side: str) -> HexSet:
        return self.hexes_of(self.loyal(game, side))

    def held_by(self, game: "EastFront", side: str) -> HexSet:
        """Hexes with blocks of the side that can control them: not dispersed ones (14.6a)."""
        if not self.dispersed:
            return self.occupied(game, side)
        return self.hexes_of(self.loyal(game, side) & ~self.dispersed)

    def battles(self, game: "EastFront") -> HexSet:
        """7.11: hexes with blocks of both sides."""
        return self.derive_standing("battles", _battles, game, self.defected)

    def fought_over(self, game: "EastFront", side: str) -> HexSet:
        """Battles, and hexes that were friendly at the start of the phase but hold enemies now."""
        enemies = self.occupied(game, enemy_of(side))
        return self.battles(game) | enemies & self.friendly(side)

    def friendly(self, side: str) -> HexSet:
        """Hexes friendly to the side in this phase."""
        return self.axis_hexes if side == AXIS else self.soviet_hexes

    def hostile(self, side: str) -> HexSet:
        return self.friendly(enemy_of(side))

    def weather_at(self, game: "EastFront", hex: int) -> str:
        """12.3: the western front region has its own weather."""
        return self.west if game.objectives.western_front >> hex & 1 else self.east


def _battles(game: "EastFront", state: EastFrontState, defected: int) -> HexSet:
    return state.occupied(game, "axis") & state.occupied(game, "soviet")
