"""The kinds of steps, of this game and its state: a step is checked to be written for them."""

from typing import TYPE_CHECKING, TypeAlias

from grognard.core import steps
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

Ask: TypeAlias = steps.Ask["Narva", NarvaState]
Do: TypeAlias = steps.Do["Narva", NarvaState]
Roll: TypeAlias = steps.Roll["Narva", NarvaState]
Sequence: TypeAlias = steps.Sequence["Narva", NarvaState]
