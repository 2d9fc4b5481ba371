"""A position of EastFront."""

from typing import TYPE_CHECKING

from grognard.core.state import State
from grognard.hexes import HexSet, pack
from grognard.rules.eastfront.data import AXIS, enemy_of

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
OFF_MAP = (POOL, FUTURE, GONE, TIED, WAITING)


class EastFrontState(State, kw_only=True):
    """Lists are indexed by block; sets are bit sets of blocks or of hexes."""

    month: int = 0
    fortnight: int = 1
    half: int = 0
    """Which half-year of the scenario runs."""
    east: str = "dry"
    west: str = "dry"
    phasing: str = ""
    """The active player."""
    phase: str = ""
    """command, movement, combat, blitz-movement, blitz-combat or supply."""

    at: list[int] = []
    cv: list[int] = []
    stacks: dict[int, tuple[int, ...]] = {}
    """Blocks in each occupied hex, in the order of their numbers."""
    attackers: dict[int, str] = {}
    """Original attacker of each battle hex (7.12)."""
    face_up: int = 0
    """Blocks whose label both sides may read."""
    unsupplied: int = 0
    """Blocks marked in the last supply phase (10.2)."""
    lifts: dict[str, int] = {}
    """How often each side took a block back during the set-up."""
    crowded: int = 0
    """Blocks over the stacking limit after a repulse: unsupplied (6.22b)."""

    axis_hexes: HexSet = 0
    soviet_hexes: HexSet = 0
    """Friendly hexes of each side at the start of the phase (8.1)."""
    last_axis: HexSet = 0
    """Hexes that the Axis controlled last (8.34)."""

    # The player turn that runs now.
    active: int = 0
    """Active HQs."""
    blitz: int = 0
    """HQs activated with a Blitz marker that have not spent it."""
    spent: int = 0
    """HQs that were active this turn and stand up again (5.43)."""
    supreme_moves: int = 0
    invading: int = 0
    """Active HQs that give their command for landings and evacuations (15.41)."""
    sailed: int = 0
    """Those of them that gave their order in this movement phase."""
    by_sea: int = 0
    """Blocks that land, or are taken off, in this movement phase."""
    shipped: int = 0
    """Blocks that landed or were taken off in this turn, Blitz or not (15.41d)."""
    moved: int = 0
    """Blocks moved in this movement phase (6.1c)."""
    strategic: int = 0
    """Blocks moved by rail or sea this turn (6.1d)."""
    entered: int = 0
    """Blocks that entered a battle hex in this movement phase."""
    came_over: dict[int, int] = {}
    """Block to the hex from which it attacked (7.51c)."""
    crossings: dict[int, int] = {}
    """Hexside to blocks that went into or out of a battle hex through it (6.33)."""
    new_battles: HexSet = 0
    """Started in this movement phase (7.15a)."""
    rear_guards: dict[int, int] = {}
    """Battle hex to the block that covers the retreat (6.41)."""
    exits: dict[int, int] = {}
    """Battle hex to the hex where its rear guard will go."""
    strikes: dict[int, int] = {}
    """Battle hex to the HQ that strikes it (7.13)."""
    fighting: HexSet = 0
    """Active battles of this combat phase still to be fought."""
    supported: HexSet = 0
    """Hexes within radius of an active HQ at the start of the combat phase (7.4e)."""
    part_hits: dict[int, int] = {}
    """Part hits of this round (7.34)."""

    # What the battle screen remembers until the next battle.
    battle: int = -1
    """The battle hex fought last; its round may still run."""
    battle_runs: bool = False
    pursuit: bool = False
    """It was no round of the battle, but fire at a rear guard (6.42)."""
    engaged: tuple[int, ...] = ()
    """Blocks that were there when the round began."""
    volleys: dict[int, tuple[str, tuple[int, ...]]] = {}
    """Block to the firepower it had in this round and what its dice showed."""
    steps_lost: dict[int, int] = {}
    """Block to the steps it lost in this round."""

    arrives: list[int] = []
    """Month in which a reinforcement comes (11.5)."""
    arrival_cv: list[int] = []
    orders: dict[str, tuple[tuple[str, int, int], ...]] = {}
    """What each side secretly orders in production: (kind, block, hex)."""
    points: dict[str, int] = {}
    """Production points to spend this month."""

    confined: int = 0
    """Satellites rebuilt once, tied to their country for good (2.66c)."""
    released: int = 0
    """Expeditions that were free once (16.4): confined again they cost points (17.1c)."""
    surrendered: tuple[str, ...] = ()
    defected: int = 0
    """Satellite blocks that fight for the Soviets (16.1b)."""
    siege_lost: bool = False
    """54 Corps was destroyed: no siege artillery (2.63b)."""
    group_e: str = "waiting"
    tied: dict[int, int] = {}
    """West-edge hex to the Axis block beside it (16.7)."""
    ports_used: dict[int, int] = {}
    shores: dict[int, int] = {}
    """Coastal army to the hex where it landed last (15.51a)."""
    beachheads: dict[int, int] = {}
    """Coastal army to the hex of its beachhead, or its state below 0 (beachhead.py)."""
    fed: int = 0
    """Blocks that a besieged place feeds by their owner's choice in this supply phase."""
    landed: HexSet = 0
    """Defended hexes where a block landed in this movement phase (15.42b)."""
    airborne: int = 0
    """Active HQs that were given over to a drop (14.2)."""
    dispersed: int = 0
    """Blocks dropped this turn, until they are linked up (14.6)."""
    winner: str = ""
    level: str = ""
    ending: str = ""
    margin: int = 0

    # -- writes --------------------------------------------------------------------------------

    def place(self, unit: int, hex: int) -> None:
        """Put a block on a hex or off the map."""
        old = self.at[unit]
        if old >= 0:
            rest = tuple(u for u in self.stacks[old] if u != unit)
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
        self.at[unit] = hex
        self.crowded &= ~(1 << unit)
        if hex >= 0:
            self.stacks[hex] = tuple(sorted((*self.stacks.get(hex, ()), unit)))
        else:
            self._forget(~(1 << unit))
        self._note_place(unit, old, hex)

    def name_rear_guard(self, unit: int, exit: int) -> None:
        """6.41a: the block covers a retreat, and its place in the hex it goes to is kept."""
        hex = self.at[unit]
        self.rear_guards[hex], self.exits[hex] = unit, exit
        self.cache.clear()

    def _note_place(self, unit: int, old: int, hex: int) -> None:
        """Drop what was worked out, but for what is as quickly put right."""
        here: int | None = self.cache.get("here")
        by_hex: dict[int, int] | None = self.cache.get("by-hex")
        self.cache.clear()
        if here is not None:
            self.cache["here"] = here & ~(1 << unit) | (hex >= 0) << unit
        if by_hex is not None:
            self.cache["by-hex"] = by_hex = by_hex.copy()  # copies of the state share the other
            if old >= 0:
                by_hex[old] &= ~(1 << unit)
            if hex >= 0:
                by_hex[hex] = by_hex.get(hex, 0) | 1 << unit

    def _forget(self, rest: int) -> None:
        """Nothing of a block that left the map holds on."""
        self.face_up &= rest
        self.unsupplied &= rest
        self.active &= rest
        self.blitz &= rest
        self.airborne &= rest
        self.dispersed &= rest

    def open_battle(self, hex: int, pursuit: bool = False) -> None:
        """A round begins here; nothing of the round before is shown any more."""
        self.battle, self.battle_runs, self.pursuit = hex, True, pursuit
        self.engaged = self.units_at(hex)
        self.volleys, self.steps_lost, self.part_hits = {}, {}, {}

    def close_battle(self) -> None:
        """The battle fought last is history."""
        self.battle, self.battle_runs = -1, False
        self.engaged, self.volleys, self.steps_lost = (), {}, {}

    # -- questions -----------------------------------------------------------------------------

    def units_at(self, hex: int) -> tuple[int, ...]:
        return self.stacks.get(hex, ())

    def of_side(self, game: "EastFront", hex: int, side: str) -> list[int]:
        """Blocks of the side in a hex; hidden ones of a view, below zero, are nobody's."""
        mine = self.loyal(game, side)
        return [unit for unit in self.stacks.get(hex, ()) if unit >= 0 and mine >> unit & 1]

    def loyal(self, game: "EastFront", side: str) -> int:
        """Blocks that fight for the side; defected satellites changed theirs (16.1b)."""
        own = game.units_of[side]
        return own & ~self.defected if side == AXIS else own | self.defected

    def owner(self, game: "EastFront", unit: int) -> str:
        if self.defected >> unit & 1:
            return "soviet"
        return game.units[unit].side

    def on_map(self, units: int) -> int:
        """Those of the blocks that stand on the map."""
        here: int | None = self.cache.get("here")
        if here is None:
            here = pack(unit for unit, hex in enumerate(self.at) if hex >= 0)
            self.cache["here"] = here
        return units & here

    def hexes_of(self, units: int) -> HexSet:
        found = 0
        for hex, stack in self._by_hex().items():
            if stack & units:
                found |= 1 << hex
        return found

    def in_hexes(self, units: int, hexes: HexSet) -> int:
        """Those of the blocks that stand in one of the hexes."""
        found = 0
        for hex, stack in self._by_hex().items():
            if hexes >> hex & 1:
                found |= stack
        return units & found

    def _by_hex(self) -> dict[int, int]:
        """The stacks as sets."""
        found: dict[int, int] | None = self.cache.get("by-hex")
        if found is None:
            found = {hex: pack(stack) for hex, stack in self.stacks.items()}
            self.cache["by-hex"] = found
        return found

    def occupied(self, game: "EastFront", side: str) -> HexSet:
        key = ("occupied", side)
        found: HexSet | None = self.cache.get(key)
        if found is None:
            found = self.hexes_of(self.loyal(game, side))
            self.cache[key] = found
        return found

    def held_by(self, game: "EastFront", side: str) -> HexSet:
        """Hexes with blocks of the side that can control them: not dispersed ones (14.6a)."""
        if not self.dispersed:
            return self.occupied(game, side)
        return self.hexes_of(self.loyal(game, side) & ~self.dispersed)

    def battles(self, game: "EastFront") -> HexSet:
        """7.11: hexes with blocks of both sides."""
        return self.occupied(game, "axis") & self.occupied(game, "soviet")

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
