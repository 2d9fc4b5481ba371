"""What the lines of victory are worth, hex by hex and step by step, for a staff that reckons."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, victory
from grognard.rules.efs.scenarios import VictoryLine
from grognard.rules.efs.staff import prizes
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, SIDES, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

PLACES = ("hold", "control", "turns", "near")
"""Kinds of lines that ask who is where."""
ANY = 2.0
"""Where one of several hexes wins the game, each counts for so many times its share."""
LEAST = 10
"""What a line that wins by itself is worth where the scenario does not say."""


class Place(NamedTuple):
    """A line that asks who stands or rules in some hexes."""

    hexes: HexSet
    worth: float
    """Of each of them."""
    side: str
    """Who must stand there; nobody if control is enough."""
    wins: bool = False
    """Whether one of the hexes is enough to win the game."""


class Ledger:
    """The lines of one scenario."""

    def __init__(self, game: "EastFrontSeries") -> None:
        self.game = game
        counted = game.rows.measure or [line for line in game.rows.victory if not line.wins]
        self.lines = [*counted, *(line for line in game.rows.victory if line.wins)]
        self.deeds = [line for line in counted if line.kind not in ("hold", "control", "near")]
        """Those that count what was done, not who is where."""
        self.places = lru_cache(64)(self._places)
        self.toll = lru_cache(None)(self._toll)

    def __repr__(self) -> str:
        return f"<Ledger of {self.game!r}>"

    def _places(self, plan: str, turn: int) -> tuple[Place, ...]:
        return tuple(place for line in self.lines for place in self._place(line, plan, turn))

    def _place(self, line: VictoryLine, plan: str, turn: int) -> Iterator[Place]:
        hexes: HexSet = pack(line.hexes) & self.game.playable
        if line.kind == "near":
            hexes = (hexes | self.game.grid.spread(hexes)) & self.game.playable
            hexes &= ~self.game.ground.water & ~self.game.ground.lakes
        if line.kind not in PLACES or not hexes:
            return
        points = abs(line.by_plan.get(plan, line.points))
        if line.kind == "turns":
            points *= max(1, self.game.last_turn - max(turn - 1, line.after))
        worth = float(points)
        if line.wins:
            worth = ANY * max(self.game.rows.decided, LEAST) / max(hexes.bit_count(), ANY)
        yield Place(hexes, worth, "" if line.kind == "control" else line.side, line.wins)

    def stakes(self, state: EfsState, side: str) -> dict[Hex, float]:
        """Points by hex, whoever holds it; and the ways off the map that count."""
        found: dict[Hex, float] = {}
        for place in self.places(state.plan, state.turn):
            for hex in bits(place.hexes):
                found[hex] = found.get(hex, 0) + place.worth
        for line in self.deeds:
            for one in SIDES:
                ways = prizes.way_out(self.game, state, one, line)
                for hex in bits(ways):
                    found[hex] = found.get(hex, 0) + prizes.stake(line) / ways.bit_count()
        return found

    def points(self, state: EfsState, hex: Hex) -> float:
        """What a hex gives at the end, but for a victory at a stroke, which is no number."""
        return sum(place.worth for place in self.places(state.plan, state.turn)
                   if place.hexes >> hex & 1 and not place.wins)

    def held(self, state: EfsState, side: str) -> HexSet:
        """Who must stand somewhere holds it while he does; the enemy while he does not."""
        found = control.land_of(self.game, state, side)
        for place in self.places(state.plan, state.turn):
            if place.side:
                there = state.combat_hexes(self.game, place.side) & place.hexes
                found = found & ~place.hexes | (
                    there if place.side == side else place.hexes & ~there)
        return found

    def manned(self, state: EfsState, side: str) -> HexSet:
        """Hexes that count only while somebody of the side stands there."""
        found: HexSet = 0
        for place in self.places(state.plan, state.turn):
            found |= place.hexes if place.side == side else 0
        return found

    # -- losses and deeds -----------------------------------------------------------------------

    def _toll(self, unit: int) -> float:
        """What a step of a unit brings the enemy."""
        row, found = self.game.units[unit], 0.0
        for line in self.deeds:
            if line.side != row.side or (line.traits and not row.traits & set(line.traits)):
                continue
            if line.kind == "steps" and self.game.fighting >> unit & 1:
                found += abs(line.points) / max(1, line.each)
            elif (line.kind == "hq" and self.game.hqs >> unit & 1) or (
                    line.kind == "destroyed" and row.size == line.size):
                found += abs(line.points) / max(1, row.steps)
        return found

    def deeds_of(self, state: EfsState, side: str) -> float:
        """Points for what was done and lost so far."""
        game = self.game
        points = sum(victory.worth(game, state, line) for line in self.deeds)
        points += 0 if game.rows.measure else sum(
            state.tally.get(option, 0) for option in victory.OPTIONS)
        return points if side == AXIS else -points


def has_answer(game: "EastFrontSeries", state: EfsState, side: str) -> bool:
    """Whether the other side still attacks before the game is over."""
    last = state.turn >= game.last_turn
    return not (last and state.side == side and enemy_of(side) == AXIS)
