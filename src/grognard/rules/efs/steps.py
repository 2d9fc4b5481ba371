"""The kinds of steps, of this game and its state: a step is checked to be written for them."""

from typing import TYPE_CHECKING, TypeAlias

from grognard.core import steps
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

Ask: TypeAlias = steps.Ask["EastFrontSeries", EfsState]
Do: TypeAlias = steps.Do["EastFrontSeries", EfsState]
Roll: TypeAlias = steps.Roll["EastFrontSeries", EfsState]
Sequence: TypeAlias = steps.Sequence["EastFrontSeries", EfsState]
