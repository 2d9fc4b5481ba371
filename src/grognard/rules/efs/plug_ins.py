"""What a chapter that only some scenarios have may add to the others.

The book itself knows no such chapter: it asks the plug-ins of its game, and most games have none.
"""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.core.steps import Step
from grognard.core.visibility import Word
from grognard.hexes import Hex, HexSet
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Do

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class PlugIn:
    """A chapter of its own; it answers what it has something to say about."""

    def __init__(self, game: "EastFrontSeries") -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def extra(self, phase: str) -> tuple[Step, ...]:
        """Steps that come after a phase's own."""
        return ()

    def set_up(self, state: EfsState) -> None:
        """Its part of the first position."""

    def new_turn(self, state: EfsState) -> None:
        """What begins with a turn."""

    def entered(self, state: EfsState, unit: int, hex: Hex) -> None:
        """A counter comes into a hex, to stay or in passing."""

    def removed(self, state: EfsState, unit: int) -> None:
        """A counter leaves the map."""

    def released(self, state: EfsState, units: int) -> None:
        """Garrisons are free."""

    def limits(self, state: EfsState, deed: str) -> list[Layer]:
        """Units that may not do this now."""
        return []

    def stays(self, state: EfsState) -> int:
        """Units that lie under a marker because they may not move for long."""
        return 0

    def declared(self, state: EfsState, attackers: int) -> None:
        """An attack has been declared."""

    def feeds(self, state: EfsState, side: str, units: int) -> int:
        """Those of the units that are supplied otherwise than over land."""
        return 0

    def ships_out(self, state: EfsState, attackers: int) -> tuple[int, tuple[Step, ...]]:
        """Those of the beaten attackers that leave the way they came, and the steps of it."""
        return 0, ()

    def taken_up(self, state: EfsState, hexes: tuple[Hex, ...]) -> tuple[Step, ...]:
        """Steps before the attacker prepares a combat for these hexes."""
        return ()

    def targets(self, state: EfsState, mission: str) -> HexSet:
        """Hexes for air missions of its own."""
        return 0

    def delivers(self, state: EfsState, hex: Hex, mission: str) -> tuple[Step, ...]:
        """What such a mission does once it has come through."""
        return ()


class Extra(Do, frozen=True):
    """The steps that plug-ins add to a phase."""

    phase: Word

    rule = "4.0"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for plug in game.plug_ins:
            state.push(*plug.extra(self.phase))
