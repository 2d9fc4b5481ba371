"""The kinds of steps, of this game and its state: a step is checked to be written for them."""

from typing import TYPE_CHECKING, TypeAlias

from grognard.core import steps
from grognard.core.sides import Side
from grognard_miniature.state import MiniatureState

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature

Ask: TypeAlias = steps.Ask["Miniature", MiniatureState]
Do: TypeAlias = steps.Do["Miniature", MiniatureState]
Roll: TypeAlias = steps.Roll["Miniature", MiniatureState]
Sequence: TypeAlias = steps.Sequence["Miniature", MiniatureState]


class Choice(Ask, frozen=True):
    """A choice of the side that it names."""

    who: Side

    def side(self, game: "Miniature", state: MiniatureState) -> Side:
        return self.who

    def shown(self, side: Side, hidden: int) -> steps.Step | None:
        """What the enemy sees of it: a choice half made shows as one not yet begun."""
        return self if side == self.who else self.begun()

    def begun(self) -> Ask:
        """The choice before anything was chosen."""
        return self
