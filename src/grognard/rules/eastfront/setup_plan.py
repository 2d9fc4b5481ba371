"""A plain set-up that is always legal, for beginners and bots.

Infantry holds the line, armor masses at a few points of main effort, mechanised troops and
cavalry wait behind it, headquarters stand in the second row, the supreme one far behind.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.floods import waves
from grognard.hexes import HexSet, bits, pack
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.muster import Muster
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

ORDER = ("sat_infantry", "sat_static", "infantry", "mech", "cavalry", "armor", "shock",
         "paratroop", "first_month", "hq")
STRIKING = ("armor", "shock")
RESERVE = ("mech", "cavalry", "paratroop", "infantry")
ARMOR_TO_A_POINT = 4
POINTS_APART = 4
FAR = 99


def place_automatically(game: "EastFront", state: EastFrontState, side: str) -> None:
    """Deploy every block that the side still has to set up."""
    plan = Plan(game, state, side)
    for line in ORDER:
        while plan.muster.left.get(line, (0, 0))[0] > 0 and plan.muster.waiting[line]:
            plan.place_next(line)
    state.tell(Event("set-up-automatic", "3.24b", {"side": side}))


class Plan:
    """Where the blocks of one side should go."""

    def __init__(self, game: "EastFront", state: EastFrontState, side: str) -> None:
        self.game, self.state, self.side = game, state, side
        self.muster = Muster(game, state, side)
        self.front = game.rows.frontier[side]
        self.depth = self._steps_from(self.front)
        """Hexes behind the front line."""
        self.away = self._steps_from(pack(self._main_efforts()))
        """Hexes from the nearest point of main effort."""

    def _steps_from(self, hexes: HexSet) -> dict[int, int]:
        land = self.game.rows.land[self.side]
        found = dict.fromkeys(bits(land), FAR)
        for steps, wave in enumerate(waves(self.game.grid, hexes, land)):
            found |= dict.fromkeys(bits(wave), steps)
        return found

    def _main_efforts(self) -> list[int]:
        """As in history; else open ground on the front line, well apart: one point for every four
        blocks of armor.
        """
        if self.side in self.game.rows.automatic.efforts:
            return list(self.game.rows.automatic.efforts[self.side])
        count = max(1, self.muster.left.get("armor", (0, 0))[0] // ARMOR_TO_A_POINT)
        chosen: list[int] = []
        for hex in sorted(bits(self.front), key=lambda h: (-self._open_ways(h), h)):
            if all(self.game.grid.distance(hex, other) >= POINTS_APART for other in chosen):
                chosen.append(hex)
        return chosen[:count]

    def _open_ways(self, hex: int) -> int:
        """How many blocks can attack out of the hex."""
        ground, enemy = self.game.ground, self.game.rows.land[enemy_of(self.side)]
        return sum(ground.capacity(side, "dry") for b, side in ground.near[hex] if enemy >> b & 1)

    # -- one block ----------------------------------------------------------------------------

    def place_next(self, line: str) -> None:
        unit, cv = self._block(line)
        hex = self._site(unit, line, cv)
        self.state.cv[unit] = cv
        self.state.place(unit, hex)
        self.muster.put(unit, cv, hex)

    def _block(self, line: str) -> tuple[int, int]:
        """The next block of a line and its share of the line's strength."""
        waiting = self.muster.waiting[line]
        best = max(waiting, key=lambda u: (u in self.game.wanted, self.game.units[u].max_cv, -u))
        units, strength = self.muster.left[line]
        share = round(strength / units)
        # A guess at the enemy's set-up need not come out even; a real one does.
        fits = self.muster.strengths(best) or range(1, self.game.units[best].max_cv + 1)
        return best, min(fits, key=lambda cv: abs(cv - share))

    def _site(self, unit: int, line: str, cv: int) -> int:
        sites = self.muster.sites(unit, cv).mask or self.muster.ground.area[unit]
        if self.game.listed:
            return self._in_sector(line, sites)
        must = sites & self.muster.duties() if line != "hq" else 0
        if line == "hq":
            return self._headquarters(unit, sites)
        if must and line not in STRIKING:  # far from the main efforts, which armor holds itself
            return max(bits(must), key=lambda hex: (self.away.get(hex, FAR), -hex))
        if line in STRIKING:
            return min(bits(sites), key=lambda hex: (
                self.away.get(hex, FAR), self.depth.get(hex, FAR), hex))
        if line in RESERVE:
            return min(bits(sites), key=lambda hex: (
                max(0, 2 - self.depth.get(hex, FAR)), self.away.get(hex, FAR),
                -self._room(hex), hex))
        return min(bits(sites), key=lambda hex: (self.depth.get(hex, FAR), -self._room(hex), hex))

    def _in_sector(self, line: str, sites: HexSet) -> int:
        """Troops stand evenly at the front of their sector, headquarters behind it (S41.1b)."""
        return min(bits(sites), key=lambda hex: (
            (self.front >> hex & 1) == (line == "hq"), -self._room(hex), hex))

    def _headquarters(self, unit: int, sites: HexSet) -> int:
        """Where they stood in history; else field HQs one hex behind the main efforts, the supreme
        HQ deep in its own land.

        One goes to the paratroops, who take off from no other hex than that of an HQ.
        """
        supreme = self.game.units[unit].supreme
        near = self.game.rows.automatic.headquarters.get(self.game.units[unit].code)
        jump_off = 0 if supreme else self._jump_off()
        if near is not None and not sites & jump_off:
            least = 2 if supreme else 1
            return min(bits(sites), key=lambda hex: (
                self.depth.get(hex, FAR) < least, self.game.grid.distance(hex, near),
                self.depth.get(hex, FAR), hex))
        if supreme:
            return max(bits(sites), key=lambda hex: (
                self.game.ground.rail_hexes >> hex & 1, min(self.depth.get(hex, 0), 6), -hex))
        return min(bits(sites), key=lambda hex: (
            not jump_off >> hex & 1, abs(self.depth.get(hex, FAR) - 1), self.away.get(hex, FAR),
            hex))

    def _jump_off(self) -> HexSet:
        """Where paratroops wait for an HQ (14.2b)."""
        if not self.game.drops:
            return 0
        waiting = self.state.hexes_of(self.game.paratroops)
        return waiting & ~self.state.hexes_of(self.game.hqs)

    def _room(self, hex: int) -> int:
        return self.muster.room[hex]
