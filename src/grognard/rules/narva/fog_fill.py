"""Fills in what fog hides: a side's guess at the stacks it cannot look through (2.1.3).

Which units are hidden is known, for every other one is in sight. Who lies where is not, nor
how worn they are. A guess keeps the height of every stack, the limits of stacking, the ground
that units may enter, and the rule which counter lies on top.
"""

from random import Random
from typing import TYPE_CHECKING

from grognard.core.belief import Belief, believed
from grognard.hexes import Hex, HexSet
from grognard.rules.narva import stacking
from grognard.rules.narva.fog import rank
from grognard.rules.narva.headquarters import closed_to
from grognard.rules.narva.state import SUPPLIED, UNSEEN, NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

TRIES, SWAPS = 40, 2000


def fill(
    game: "Narva", state: NarvaState, rng: Random, belief: Belief | None = None
) -> NarvaState:
    """A whole state that fits what is known; the last try stands if none was perfect."""
    if not state.veiled:
        return state
    for _ in range(TRIES):
        guess = Guess(game, state, rng, belief).state()
        if fits(game, guess):
            break
    return guess


def fits(game: "Narva", guess: NarvaState) -> bool:
    """Whether everybody who is asked has something to choose, and nothing is wrong."""
    offered = all(decision.offers for decision in game.decisions(guess).values())
    return offered and not game.faults(guess)


class Guess:
    """Hidden units dealt out at random, then swapped until nothing is wrong any more."""

    def __init__(
        self, game: "Narva", known: NarvaState, rng: Random, belief: Belief | None = None
    ) -> None:
        self.game, self.known, self.rng = game, known, rng
        self.slots = [hex for hex, count in sorted(known.veiled.items()) for _ in range(count)]
        self.units = [unit for unit, at in enumerate(known.at) if at == UNSEEN]
        self.strengths = {unit: self._strengths(unit) for unit in self.units}
        self.closed = {unit: self._closed(unit) for unit in self.units}
        rng.shuffle(self.units)
        if belief is not None:
            self._deal(belief)
        self._swap_wrong_ones()

    def _strengths(self, unit: int) -> dict[int, list[int]]:
        """Steps that the unit may have left, by the rank of the counter on top of it."""
        most = self.game.units[unit].steps
        steps = range(min(1, most), most + 1)  # headquarters have none
        return {top: [n for n in steps if rank(self.game, unit, n) <= top] for top in range(3)}

    def _closed(self, unit: int) -> HexSet:
        found = 0
        for layer in closed_to(self.game, unit):
            found |= layer.bars
        return found

    def _deal(self, belief: Belief) -> None:
        """Units rather where they are believed to be; what does not fit is swapped after that."""
        left, dealt = self.units, []
        for hex in self.slots:
            dealt.append(believed(belief, left, hex, self.rng))
            left.remove(dealt[-1])
        self.units = dealt

    def _swap_wrong_ones(self) -> None:
        for _ in range(SWAPS):
            wrong = [n for n, hex in enumerate(self.slots) if self._wrong(hex)]
            if not wrong:
                return
            self._swap(self.rng.choice(wrong), self.rng.randrange(len(self.slots)))

    def _swap(self, a: int, b: int) -> None:
        """Swap two units if that makes nothing worse."""
        units, places = self.units, {self.slots[a], self.slots[b]}
        before = sum(map(self._wrong, places))
        units[a], units[b] = units[b], units[a]
        if sum(map(self._wrong, places)) > before:
            units[a], units[b] = units[b], units[a]

    # -- what is wrong with a stack ---------------------------------------------------------

    def _below(self, hex: Hex) -> list[int]:
        first = self.slots.index(hex)
        return self.units[first:first + self.known.veiled[hex]]

    def _wrong(self, hex: Hex) -> int:
        """How many units of a stack should not be in it."""
        game, below, seen = self.game, self._below(hex), self.known.stacks[hex]
        sorts = [stacking.sort_of(game, unit) for unit in (*below, *seen)]
        crowded = sum(max(0, sorts.count(sort) - stacking.limit_of(game, sort))
                      for sort in set(sorts))
        top = self._top(hex)
        return crowded + sum(
            self.closed[unit] >> hex & 1 or not self.strengths[unit][top] for unit in below
        )

    def _top(self, hex: Hex) -> int:
        """The rank of the counter in sight."""
        top = self.known.stacks[hex][-1]
        return rank(self.game, top, self.known.steps[top])

    # -- the state --------------------------------------------------------------------------

    def state(self) -> NarvaState:
        guess = self.known.copy()
        guess.veiled, guess.cache = {}, {}
        for hex in self.known.veiled:
            guess.stacks[hex] = (*self._below(hex), *self.known.stacks[hex])
            for unit in self._below(hex):
                self._settle(guess, unit, hex)
        return guess

    def _settle(self, guess: NarvaState, unit: int, hex: Hex) -> None:
        """A unit below shares the fate of the top one; whose turn it is may use all of them."""
        game, bit, top = self.game, 1 << unit, self.known.stacks[hex][-1]
        guess.at[unit] = hex
        guess.set_steps(unit, self.rng.choice(self.strengths[unit][self._top(hex)] or [1]))
        guess.supply[unit] = SUPPLIED if unit == game.brigade else guess.supply[top]
        guess.pinned |= bit if guess.pinned >> top & 1 else 0
        if game.owner(unit) == guess.acting:
            guess.active |= bit
            guess.fighters |= bit & ~game.hqs
