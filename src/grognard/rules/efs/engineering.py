"""12: the Engineering Phase."""

from typing import TYPE_CHECKING

from grognard.rules.efs.conversion import ConvertRails, CutRails, EndOfWork
from grognard.rules.efs.forts import BuildForts, FinishForts, LiftOverrun, RazeForts
from grognard.rules.efs.plug_ins import Extra
from grognard.rules.efs.replacements import Rebuild
from grognard.rules.efs.siege import ChangeModes
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Sequence

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class EngineeringPhase(Sequence, frozen=True):
    """12.0: forts fall and rise, then guns change their mode; Overrun markers go last."""

    rule = "12.0"
    parts = (RazeForts(), FinishForts(), BuildForts(), ConvertRails(), CutRails(), EndOfWork(),
             Rebuild(), Extra("engineering"), ChangeModes(), LiftOverrun())

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "engineering"
        state.just_broken = 0  # 12.4.3/3: what fell before this phase may be converted in it

    def finish(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.worked = 0
        state.set_means(hands={})
