"""A bot of your own, and how it fares against the recruit.

    python examples/custom_bot.py 20

The scout looks one choice ahead: it tries some of its offers on a copy of the state that it was
given (which is a guess from its view, never the truth), and takes the one after which it holds the
most hexes that its side wants. ``register`` puts it on the list of bots by name.
"""

import sys
from collections import Counter
from random import Random
from typing import Any

import grognard
from grognard.ai.bots import Bot, bot, decision_of, register
from grognard.core.actions import Action
from grognard.core.game import Decision, Game, View
from grognard.table import table_of

SAMPLES = 12
"""How many offers the scout looks at."""


@register("scout")
class Scout:
    """Takes the offer that brings its units nearest to what its side wants."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.recruit = rng, bot("recruit", rng)

    def choose(self, view: View[Any], decision: Decision) -> Action:
        usual = self.recruit.choose(view, decision)
        looked = [usual, *(decision.offers.sample(self.rng) for _ in range(SAMPLES))]
        return max(looked, key=lambda action: self.worth(decision, action))

    def worth(self, decision: Decision, action: Action) -> int:
        """How many wanted hexes would be held, if nothing has to be rolled for it."""
        game, after = decision.game, decision.state.copy()
        game.apply(after, decision.side, action)
        wanted = game.advice.goals(after, decision.side)
        return (wanted & own_hexes(game, after, decision.side)).bit_count()


def own_hexes(game: Game[Any], state: Any, side: str) -> int:
    """The hexes where a side sees pieces of its own, as a bit set."""
    grid, scene = next(iter(game.maps.values())).grid, table_of(game).scene(game.view(state, side))
    found = 0
    for piece in scene.pieces:
        where, _, label = piece.at.partition(":")
        if where == "hex" and piece.side == side:
            found |= 1 << grid.hex(label)
    return found


def duel(game: Game[Any], bots: dict[str, Bot], seed: int) -> str:
    """One game; the side that won, or ``nobody``."""
    play = grognard.start(game, seed=seed)
    luck = Random(seed)
    while not play.is_over:
        side = min(play.decisions)
        view = play.view(side)
        play.do(side, bots[side].choose(view, decision_of(game, view, luck)))
    assert play.result is not None
    return play.result.winner or "nobody"


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 10
    game, luck = grognard.load("miniature", "meeting"), Random(1)
    for sides in (("scout", "recruit"), ("recruit", "scout")):
        bots = dict(zip(game.sides, (bot(name, luck) for name in sides), strict=True))
        won = Counter(duel(game, bots, seed) for seed in range(games))
        print(", ".join(f"{side} ({name}) {won[side]}"
                        for side, name in zip(game.sides, sides, strict=True)))


if __name__ == "__main__":
    main(sys.argv[1:])
