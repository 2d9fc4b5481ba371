"""Chapter 3: what a side has set up, what it still must, and where the next block may stand.

A free set-up never runs into a dead end because every offer keeps these promises: the free blocks
left cover all hexes that must be held; each such hex keeps room for them; satellites keep room at
home; headquarters keep places apart from each other.
"""

from bisect import insort
from copy import copy
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from grognard.core.offers import Among
from grognard.core.rulings import Layer, Reason
from grognard.hexes import HexSet, bits, pack
from grognard.rules.eastfront import control, supply
from grognard.rules.eastfront.data import AXIS
from grognard.rules.eastfront.objectives import allowed_area, closed_country
from grognard.rules.eastfront.production import handles
from grognard.rules.eastfront.sectors import dead_ends
from grognard.rules.eastfront.state import GONE, WAITING, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

FIRST_MONTH = "first_month"
"""The line of reinforcements that are on the map from the start."""
TIED_DOWN = ("hq", "sat_infantry", "sat_static", FIRST_MONTH)
"""Lines whose blocks cannot stand everywhere."""
HQ_SPREAD = 7
"""Hexes that a placed HQ closes to other HQs: its own and those beside it (3.24c)."""


class StartGround(msgspec.Struct, frozen=True):
    """What a side's set-up looks like before anybody stands on the map."""

    region: HexSet
    battles: HexSet
    wanted: dict[int, int]
    """Hexes that must be held, and by how many blocks."""
    area: dict[int, HexSet]
    """Where each block may stand."""
    line: dict[int, str]
    room: dict[int, int]
    """Blocks that each hex may hold."""
    closed: HexSet = 0
    """S41.4b: a country that no German enters; its own units hold what must be held there."""


def line_of(game: "EastFront", unit: int) -> str:
    """The line of the force list that a block belongs to."""
    row = game.units[unit]
    if unit in game.early:
        return FIRST_MONTH
    counted = game.types[row.type].counts_as
    return "sat_infantry" if row.satellite and counted == "infantry" else counted


def start_ground(game: "EastFront", state: EastFrontState, side: str) -> StartGround:
    found: StartGround | None = game.scratch.get(side)
    if found is None:
        found = _start_ground(game, state, side)
        game.scratch[side] = found
    return found


def _start_ground(game: "EastFront", state: EastFrontState, side: str) -> StartGround:
    empty = _empty(game, state)
    battles = sum(1 << battle.hex for battle in game.rows.battles)
    lines = supply.supplied_hexes(game, empty, side)
    allowed = lines | game.rows.isolated.get(side, 0) | game.rows.frontier[side]
    region = game.rows.land[side] & allowed & game.ground.land & game.rows.playable | battles
    units = [u for u in bits(state.loyal(game, side)) if state.at[u] == WAITING
             or state.at[u] >= 0]
    area = {u: region & _area(game, state, empty, side, u) & ~closed_country(game, state, u)
            & (game.listed[u].area if game.listed else -1) for u in units}
    surprise = game.surprise(state)
    return StartGround(region, battles, _wanted(game, side), area,
                       {u: line_of(game, u) for u in units},
                       {hex: game.ground.stacking(hex) for hex in bits(region)},
                       surprise.closed & region if surprise is not None else 0)


def _empty(game: "EastFront", state: EastFrontState) -> EastFrontState:
    """The map as the start line divides it, before anybody stands on it."""
    found = state.copy()
    for unit in range(len(game.units)):
        found.at[unit] = GONE
    found.stacks, found.attackers, found.cache = {}, {}, {}
    found.last_axis = game.rows.land[AXIS]
    control.fix_control(game, found)
    return found


def _area(
    game: "EastFront", state: EastFrontState, empty: EastFrontState, side: str, unit: int
) -> HexSet:
    """Released expeditions may stand anywhere, other satellites at home (16.4)."""
    if unit in game.early:  # in supplied cities at home, as other arrivals (11.6a)
        cities = (game.ground.major | game.ground.minor) & game.home[side]
        return cities & supply.supplied_hexes(game, empty, side)
    if game.units[unit].code in game.rows.free_satellites or state.defected >> unit & 1:
        return game.ground.land
    return allowed_area(game, empty, unit)


def _wanted(game: "EastFront", side: str) -> dict[int, int]:
    wanted = dict.fromkeys(bits(game.rows.frontier[side]), 1)
    wanted |= {battle.hex: 1 for battle in game.rows.battles}
    if game.listed:  # S41.1a
        return {hex: 1 for hex in wanted if not game.rows.optional >> hex & 1}
    if side != AXIS:
        wanted |= game.rows.city_minimums
        wanted |= dict.fromkeys(bits(game.rows.tied), 1)  # W44.3
    if game.rows.garrison is not None and game.rows.garrison.side == side:
        wanted[game.rows.garrison.hex] = game.rows.garrison.units
    return wanted


def muster(game: "EastFront", state: EastFrontState, side: str) -> "Muster":
    """A side's set-up so far, counted on from the one that was asked for last."""
    key, inputs = ("muster", side), (state.defected, tuple(state.at), bytes(state.cv))
    kept = state.cache.get(key)
    if kept is not None and kept[0] == inputs:
        found: Muster = kept[1]
        return found
    found = kept[1].followed_by(state, *kept[0][1:]) if kept else Muster(game, state, side)
    state.cache[key] = inputs, found
    return found


class Muster:
    """A side's set-up so far."""

    def __init__(self, game: "EastFront", state: EastFrontState, side: str) -> None:
        self.game, self.side = game, side
        self.ground = start_ground(game, state, side)
        self.left = {line: (row.units, row.cv) for line, row in game.rows.forces[side].items()}
        early = [u for u in self.ground.line if u in game.early]
        self.left[FIRST_MONTH] = (len(early), sum(state.arrival_cv[u] for u in early))
        self.room, self.wanted = dict(self.ground.room), dict(self.ground.wanted)
        """Blocks that each hex still holds, and still needs; less than none if more are there."""
        self.full = self.tight = self.last = 0  # an empty hex has room for two or more
        for hex in self.wanted:
            self._note(hex)
        self.hq_hexes = self.garrison_armor = 0
        self.arrived: dict[int, int] = {}
        """Arrivals of the first month that each city took (11.6e)."""
        self.courland = self._courland_least()
        self.turned = state.defected
        self.doubles = 0
        """Turned satellites whose country has its block already (W44.2b)."""
        self.placed: dict[int, tuple[int, int]] = {}
        """The strength and the hex of each block on the map."""
        self.waiting: dict[str, list[int]] = {line: [] for line in self.left}
        for unit, line in self.ground.line.items():
            if line in self.waiting:
                self.waiting[line].append(unit)
        for unit in self.ground.line:
            if state.at[unit] >= 0:
                self.put(unit, state.cv[unit], state.at[unit])

    def _courland_least(self) -> int:
        """W44.1a: blocks that Courland wants beside the HQ of Army Group North."""
        row = self.game.courland
        return row[1] - 1 if row is not None and self.side == AXIS else 0

    def followed_by(
        self, state: EastFrontState, at: tuple[int, ...], cv: bytes
    ) -> "Muster":
        """The set-up after some blocks were put down, taken up or moved; `at`, `cv` before it."""
        now, strength = state.at, state.cv
        lifted = [u for u, old in self.placed.items() if old != (strength[u], now[u])]
        put = [u for u in self.ground.line
               if now[u] >= 0 and (now[u] != at[u] or strength[u] != cv[u])]
        if state.defected != self.turned or pack(lifted) & self.turned:
            return Muster(self.game, state, self.side)
        if not lifted and not put:  # a strength was chosen, or the enemy put somebody down
            return self
        new = copy(self)
        for name in ("left", "room", "wanted", "arrived", "placed"):
            setattr(new, name, getattr(self, name).copy())
        new.waiting = {line: units[:] for line, units in self.waiting.items()}
        for unit in lifted:
            new._take(unit)
        for unit in put:
            new.put(unit, strength[unit], now[unit])
        return new

    def put(self, unit: int, cv: int, hex: int) -> None:
        """Count a block that stands on the map."""
        self.placed[unit] = cv, hex
        waiting = self.waiting.get(self.ground.line[unit], [])
        if unit in waiting:
            waiting.remove(unit)
        if self.turned >> unit & 1:  # nobody chooses a second block of a country that changed
            nation = self.game.nation[self.game.units[unit].nation]
            self.doubles |= nation & self.turned & ~(1 << unit)
            self.waiting = {line: [u for u in units if not self.doubles >> u & 1]
                            for line, units in self.waiting.items()}
        self._count(unit, cv, hex, 1)

    def _take(self, unit: int) -> None:
        """Count a block no longer that was taken up."""
        insort(self.waiting.get(self.ground.line[unit], []), unit)
        self._count(unit, *self.placed.pop(unit), -1)

    def _count(self, unit: int, cv: int, hex: int, more: int) -> None:
        line = self.ground.line[unit]
        units, strength = self.left.get(line, (0, 0))
        self.left[line] = (units - more, strength - more * cv)
        self.room[hex] = self.room.get(hex, 0) - more
        if line == FIRST_MONTH:
            self.arrived[hex] = self.arrived.get(hex, 0) + more
        if line == "hq":
            self.hq_hexes = pack(at for hq, (_, at) in self.placed.items() if self.is_hq(hq))
        else:
            self._hold(hex, line, more)
        self._note(hex)

    def _hold(self, hex: int, line: str, more: int) -> None:
        """The block does what must be done in its hex."""
        if self.game.courland is not None and self.game.courland[0] >> hex & 1:
            self.courland -= more
        if hex in self.wanted:
            self.wanted[hex] -= more
        if line == "armor" and self._guards(hex):
            self.garrison_armor += more

    def _note(self, hex: int) -> None:
        """Sort the hex by the room that is left."""
        bit, spare = 1 << hex, self.spare(hex)
        self.full = self.full & ~bit | (bit if self.room[hex] <= 0 else 0)
        self.tight = self.tight & ~bit | (bit if spare <= 0 else 0)
        self.last = self.last & ~bit | (bit if spare == 1 else 0)

    # -- what is left -------------------------------------------------------------------------

    @property
    def units_left(self) -> int:
        return sum(units for units, _ in self.left.values())

    def _guards(self, hex: int) -> bool:
        row = self.game.rows.garrison
        return row is not None and row.hex == hex and row.side == self.side

    def guards_missing(self) -> int:
        """W42.2: blocks that Stalingrad still wants; armor is kept back for all of them."""
        row = self.game.rows.garrison
        return self.wanted[row.hex] if row and row.side == self.side else 0

    def spare(self, hex: int) -> int:
        """Room in a hex beyond what those who must hold it need."""
        return self.room[hex] - max(0, self.wanted.get(hex, 0))

    def slack(self) -> int:
        """Free blocks that need not hold anything."""
        area = self.game.courland[0] if self.courland > 0 and self.game.courland else 0
        inside = sum(n for hex, n in self.wanted.items() if n > 0 and area >> hex & 1)
        others = area | self.ground.closed  # who lives there holds what is closed
        outside = sum(n for hex, n in self.wanted.items() if n > 0 and not others >> hex & 1)
        free = sum(units for line, (units, _) in self.left.items() if line not in TIED_DOWN)
        return free - outside - max(inside, self.courland, 0)

    def duties(self) -> HexSet:
        """Hexes where one more block leaves less to be done."""
        found = sum(1 << hex for hex, n in self.wanted.items() if n > 0)
        row = self.game.courland
        if row is None or self.courland <= 0:
            return found
        inside = sum(n for hex, n in self.wanted.items() if n > 0 and row[0] >> hex & 1)
        return found | row[0] if self.courland > inside else found

    # -- strengths (3.22) ---------------------------------------------------------------------

    def strengths(self, unit: int) -> list[int]:
        """Strengths with which the line still comes out even."""
        game, line = self.game, self.ground.line[unit]
        units, cv = self.left[line]
        lowest = game.types[game.units[unit].type].lowest_cv
        if game.listed:
            return [game.listed[unit].cv]
        if line == FIRST_MONTH:
            return [game.reinforcements[unit].cv]
        others = sorted((game.units[u].max_cv for u in self.waiting[line] if u != unit),
                        reverse=True)
        low = max(lowest, cv - sum(others[:units - 1]))
        high = min(game.units[unit].max_cv, cv - (units - 1) * lowest)
        return [n for n in range(low, high + 1) if line != "armor" or self._armor_fits(n)]

    def _armor_fits(self, cv: int) -> bool:
        row = self.game.rows.garrison
        return row is None or self.may_go_elsewhere(cv) or (
            cv >= row.least_cv and self._armor_covers(cv, self.guards_missing() - 1))

    def may_go_elsewhere(self, cv: int) -> bool:
        """Whether enough strong armor remains for the garrison."""
        return self._armor_covers(cv, self.guards_missing())

    def _armor_covers(self, cv: int, missing: int) -> bool:
        row = self.game.rows.garrison
        units, strength = self.left["armor"][0] - 1, self.left["armor"][1] - cv
        if row is None or missing <= 0:
            return True
        return units >= missing and strength >= row.least_cv * missing + units - missing

    # -- sites (3.24) -------------------------------------------------------------------------

    def sites(self, unit: int, cv: int) -> Among:
        ground, line = self.ground, self.ground.line[unit]
        region, hq = ground.region, line == "hq"
        barred, roomy = region & ~ground.area[unit], ground.area[unit].bit_count() > 1
        return Among(
            region,
            Layer("closed-country", "S41.4b", self._closed_to(unit)),
            *self._sector(barred),
            Layer("arrives-in-a-city", "11.6e", barred if line == FIRST_MONTH else 0),
            Layer("confined", "2.66a", barred),
            Layer("headquarters-in-battle", "3.24c", ground.battles if hq else 0),
            Layer("headquarters-together", "3.24c", self._near_hqs() if hq and roomy else 0),
            Layer("headquarters-in-courland", "W44.1a", self._outside_courland(unit)),
            Layer("arrival-full", "11.6c", self._busy() if line == FIRST_MONTH else 0),
            Layer("site-full", "3.24e", self.full),
            Layer("garrison-strength", "W42.2", self._unfit_garrison(line, cv)),
            Layer("hold-the-line", "3.24a", self._elsewhere(unit, line, cv)),
            Layer("room-kept", "3.24a", self._kept(unit, line) & ~self.full),
            outside=self._outside,
        )

    def _sector(self, barred: HexSet) -> tuple[Layer, ...]:
        listed = barred if self.game.listed else 0
        axis = self.side == AXIS
        return (Layer("outside-its-district", "S41.1a", 0 if axis else listed),
                Layer("outside-its-sector", "S41.1b", listed if axis else 0))

    def is_hq(self, unit: int) -> bool:
        return self.ground.line[unit] == "hq"

    def _outside(self, hex: int) -> Reason:
        """3.24b: extra forces stand in supplied hexes of their own land."""
        if not self.game.ground.land >> hex & 1:
            return Reason("no-land", "1.37a", hexes=(hex,))
        if not self.game.rows.land[self.side] >> hex & 1:
            return Reason("not-your-ground", "3.23a", hexes=(hex,))
        return Reason("site-unsupplied", "3.24b", hexes=(hex,))

    def _closed_to(self, unit: int) -> HexSet:
        return 0 if self.game.units[unit].satellite else self.ground.closed

    def _busy(self) -> HexSet:
        """Cities that take no more arrivals of the first month."""
        return pack(hex for hex, count in self.arrived.items() if count >= handles(self.game, hex))

    def _near_hqs(self) -> HexSet:
        return self.hq_hexes | self.game.grid.spread(self.hq_hexes)

    def _outside_courland(self, unit: int) -> HexSet:
        """W44.1a: the HQ of Army Group North stands in Courland."""
        row = self.game.courland
        return self.game.grid.all & ~row[0] if row is not None and unit == row[2] else 0

    def _unfit_garrison(self, line: str, cv: int) -> HexSet:
        row = self.game.rows.garrison
        if row is None or row.side != self.side:
            return 0
        last = self.guards_missing() == 1 and not self.garrison_armor and line != "armor"
        return 1 << row.hex if cv < row.least_cv or last or line in TIED_DOWN else 0

    def _elsewhere(self, unit: int, line: str, cv: int) -> HexSet:
        """Hexes where a block that is needed elsewhere may not stand."""
        region, row = self.ground.region, self.game.rows.garrison
        if self.game.listed:
            return dead_ends(self, unit)
        if line in TIED_DOWN:
            posts = self._posts_at_home(unit)
            return region & ~posts if posts else 0
        if row is not None and line == "armor" and not self.may_go_elsewhere(cv):
            return region & ~(1 << row.hex)
        return region & ~self.duties() if self.slack() <= 0 else 0

    def _posts_at_home(self, unit: int) -> HexSet:
        """S41.4b: what only units of the closed country can hold, if it needs all that are left."""
        posts = self.duties() & self.ground.closed
        own = [u for units in self.waiting.values() for u in units if self._is_local(u)]
        return posts if self._is_local(unit) and len(own) <= posts.bit_count() else 0

    def _is_local(self, unit: int) -> bool:
        """Whether the block belongs to the closed country."""
        surprise = self.game.rows.surprise
        return surprise is not None and self.game.units[unit].nation == surprise.frozen_nation

    def _kept(self, unit: int, line: str) -> HexSet:
        """Room that must stay for others: those who hold, satellites at home, HQs."""
        if self.game.listed:
            return 0
        kept = self.tight | self._homes(self.ground.area[unit]) | self._for_hqs(unit, line)
        if line != "hq":  # who holds a hex that must be held takes nobody's room
            kept &= ~sum(1 << hex for hex, n in self.wanted.items() if n > 0)
        return kept

    def _homes(self, own: HexSet) -> HexSet:
        """Countries that have only just room for the satellites still to come."""
        count: dict[HexSet, int] = {}
        for line in TIED_DOWN[1:]:
            for unit in self.waiting.get(line, ()) if self.left.get(line, (0, 0))[0] > 0 else ():
                count[self.ground.area[unit]] = count.get(self.ground.area[unit], 0) + 1
        kept = 0
        for size in range(1, len(count) + 1):
            for areas in combinations(count, size):
                union = 0
                for area in areas:
                    union |= area
                guests = sum(count[area] for area in areas)
                # A hex with room gives room for one at least: seldom is a closer look needed.
                if own in areas or (union & ~self.tight & ~self._busy()).bit_count() > guests:
                    continue
                if sum(self._beds(hex) for hex in bits(union)) <= guests:
                    kept |= union
        return kept

    def _beds(self, hex: int) -> int:
        """Room for guests, of whom a city takes one or two in the first month (11.6c)."""
        spare = max(0, self.spare(hex))
        if any(self.ground.area[unit] >> hex & 1 for unit in self.waiting[FIRST_MONTH]):
            return min(spare, handles(self.game, hex) - self.arrived.get(hex, 0))
        return spare

    def _for_hqs(self, unit: int, line: str) -> HexSet:
        """3.24c: HQs stand apart, so they need places that do not close each other."""
        shut = self.tight | self._near_hqs() | self.ground.battles | self.ground.closed
        places = self.ground.region & ~shut
        others = [hq for hq in self.waiting["hq"] if hq != unit]
        if places.bit_count() > HQ_SPREAD * (len(others) + 1) and not self._bound(others):
            return 0
        if line == "hq":
            return sum(1 << hex for hex in bits(places)
                       if not self._apart(places & ~self.game.grid.disk(hex, 1), others))
        return sum(1 << hex for hex in bits(places & self.last)
                   if not self._apart(places & ~(1 << hex), others))

    def _bound(self, hqs: list[int]) -> bool:
        """Whether one of the HQs must stand in Courland (W44.1a)."""
        return self.game.courland is not None and self.game.courland[2] in hqs

    def _apart(self, places: HexSet, hqs: list[int]) -> bool:
        """Whether the HQs find places of which no two touch."""
        if not hqs:
            return True
        if self.game.courland is not None and self._bound(hqs):
            area, _, bound = self.game.courland
            rest = [hq for hq in hqs if hq != bound]
            return any(self._apart(places & ~self.game.grid.disk(hex, 1), rest)
                       for hex in bits(places & area))
        if not places:
            return False
        first = (places & -places).bit_length() - 1
        # Some largest choice holds the first place or one beside it.
        return any(self._apart(places & ~self.game.grid.disk(hex, 1), hqs[1:])
                   for hex in bits(places & self.game.grid.disk(first, 1)))
