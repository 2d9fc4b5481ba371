"""11.4: the Axis interdicts; Soviet fighters may oppose."""

from typing import TYPE_CHECKING

from grognard.rules.efs import air
from grognard.rules.efs.air import FlyMissions
from grognard.rules.efs.air_combat import ResolveMissions
from grognard.rules.efs.plug_ins import Extra
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Sequence

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class InterdictionPhase(Sequence, frozen=True):
    """11.4.1: missions, opposition, then one hex after the other."""

    rule = "11.4.1.a"
    parts = (FlyMissions("yes", air.INTERDICTION), FlyMissions("no", air.OPPOSITION),
             ResolveMissions(air.INTERDICTION), Extra("interdiction"))

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if game.air_units and not game.skips("interdiction"):
            super().run(game, state)

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "interdiction"
