"""The scenarios of Typhoon! as they lie on the shelf, as tables to act at.

::

    t = scenario("campaign").turn(20)
    t.ask(SovietReplacementPhase()).roll(3)
"""

from functools import cache
from typing import cast

import grognard
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.state import ASIDE
from tests.rules.efs.boxes import TYPHOON
from tests.rules.efs.campaign import Campaign

OTHERS = ("vyazma", "mozhaisk", "guderian", "campaign", "gates")
"""The scenarios beside the learning one."""


class Shelf(Campaign):
    """A position of a scenario."""

    def clear(self, *hexes: str) -> "Shelf":
        """Take everybody out of these hexes."""
        for hex in hexes:
            for unit in tuple(self.state.stacks.get(self.hex(hex), ())):
                self.state.place(self.game, unit, ASIDE)
        return self


@cache
def game_of(name: str) -> EastFrontSeries:
    return cast(EastFrontSeries, grognard.load(TYPHOON, name))


def scenario(name: str) -> Shelf:
    """Its set-up, before anything is asked."""
    game = game_of(name)
    state = game.new_state()
    state.stack = ()
    return Shelf(game, state)
