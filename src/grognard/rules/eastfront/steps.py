"""The kinds of steps, of this game and its state: a step is checked to be written for them."""

from typing import TYPE_CHECKING, TypeAlias

from grognard.core import steps
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

Ask: TypeAlias = steps.Ask["EastFront", EastFrontState]
Do: TypeAlias = steps.Do["EastFront", EastFrontState]
Roll: TypeAlias = steps.Roll["EastFront", EastFrontState]
Sequence: TypeAlias = steps.Sequence["EastFront", EastFrontState]
