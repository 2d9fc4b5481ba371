"""4.0: the sequence of play. The Soviet segment runs the other way round."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.steps import Step
from grognard.rules.efs import (
    air_transport,
    conversion,
    garrisons,
    limits,
    plans,
    soviet_table,
    victory,
)
from grognard.rules.efs.air import AirReadinessPhase
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.command import Activation, RecoverHeadquarters
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.exchange import OfferExchange
from grognard.rules.efs.interdiction import InterdictionPhase
from grognard.rules.efs.leaving import Withdrawals
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.plug_ins import Extra
from grognard.rules.efs.rail import RailsOpen
from grognard.rules.efs.reaction import ReactionPhase
from grognard.rules.efs.soviet_table import SovietReplacementPhase
from grognard.rules.efs.stacking import ClearOverstack
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Do, Sequence
from grognard.rules.efs.substitutes import Detach, Rejoin
from grognard.rules.efs.supply import SupplyPhase
from grognard.rules.efs.surrender import SurrenderPhase
from grognard.rules.efs.victory import FinalCount
from grognard.rules.efs.ways import MOTORISED, MOVEMENT
from grognard.rules.efs.weather import WeatherPhase
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

PHASE = ("moved", "worked", "detached")
SEGMENT = ("stirred", "fought", "beaten", "marked", "attacks", "guns", "shots", "orders",
           "orders_seen", "reacting", "ordered", "support", "turned")
TURN = ("activated", "commanded", "railed", "marched", "interdiction", "spent_supply",
        "restored", "raised")
"""What the end of a phase, of a segment and of a turn clears: markers come off (4.0.E)."""


def clear(state: EfsState, names: tuple[str, ...]) -> None:
    for name in names:
        old = getattr(state, name)
        setattr(state, name, type(old)())


class Phase(Sequence, frozen=True):
    """A phase of play: it begins by name and clears what lasts only so long."""

    name = ""

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if self.at == 0 and game.skips(self.name):
            return
        super().run(game, state)

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = self.name

    def finish(self, game: "EastFrontSeries", state: EfsState) -> None:
        clear(state, PHASE)


class MovementPhase(Phase, frozen=True):
    """7.0."""

    rule = "7.0"
    name = "movement"
    parts = (Withdrawals(), Detach(), Moves(MOVEMENT), Rejoin(), Extra("movement"),
             ClearOverstack())


class MotorisedPhase(Phase, frozen=True):
    """7.5.1."""

    rule = "7.5.1"
    name = "motorised"
    parts = (Moves(MOTORISED), Extra("motorised"), ClearOverstack())


class ActivationPhase(Phase, frozen=True):
    """13.1.2: at the start of the Soviet Motorised Phase."""

    rule = "13.1.2"
    name = "activation"
    parts = (Activation(),)


class Segment(Sequence, frozen=True):
    """The part of a turn that belongs to one player."""

    owner = ""

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.side = self.owner
        state.tell(Event("segment", self.rule, {"side": self.owner}))

    def finish(self, game: "EastFrontSeries", state: EfsState) -> None:
        clear(state, SEGMENT)
        state.side = ""


class AxisSegment(Segment, frozen=True):
    rule = "4.0.B"
    owner = AXIS
    parts = (MovementPhase(), DeclareAttacks(), InterdictionPhase(), ReactionPhase(),
             CombatPhase(), MotorisedPhase(), EngineeringPhase())


class SovietSegment(Segment, frozen=True):
    rule = "4.0.C"
    owner = SOVIET
    parts = (ActivationPhase(), MotorisedPhase(), DeclareAttacks(), ReactionPhase(),
             CombatPhase(), MovementPhase(), EngineeringPhase())


class Interphase(Do, frozen=True):
    """4.0.E: markers of the turn come off, the turn advances."""

    rule = "4.0.E"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        clear(state, TURN)
        soviet_table.end_of_turn(game, state)
        plans.end_of_turn(game, state)
        victory.end_of_turn(game, state)
        if state.turn >= game.last_turn:
            state.push(FinalCount())
        else:
            state.turn += 1
            state.push(TURNS[game.edition.turns.order])


class Turn(Sequence, frozen=True):
    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.tell(Event("turn", self.rule, {"turn": state.turn}))
        conversion.new_turn(game, state)
        air_transport.new_turn(game, state)
        garrisons.dated(game, state)
        limits.new_turn(game, state)
        plans.new_turn(game, state)
        for plug in game.plug_ins:
            plug.new_turn(state)


class PlainTurn(Turn, frozen=True):
    """4.0: arrivals come in their owner's movement phases."""

    rule = "4.0.A"
    parts = (WeatherPhase(), RailsOpen(), SupplyPhase(), SovietReplacementPhase(), CallArrivals(),
             RecoverHeadquarters(), AirReadinessPhase(), AxisSegment(), SovietSegment(),
             SurrenderPhase(), Interphase())


class ArrivalPhase(Sequence, frozen=True):
    """BSR.seq: reinforcements and withdrawals have a phase of their own."""

    rule = "14.1"
    parts = (CallArrivals(), OfferExchange(), Withdrawals(AXIS), Withdrawals(SOVIET))

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "arrival"


class ArrivalTurn(Turn, frozen=True):
    """BSR.seq: before the air units are made ready."""

    rule = "4.0.A"
    parts = (WeatherPhase(), RailsOpen(), SupplyPhase(), SovietReplacementPhase(), ArrivalPhase(),
             RecoverHeadquarters(), AirReadinessPhase(), AxisSegment(), SovietSegment(),
             SurrenderPhase(), Interphase())


TURNS: dict[str, Step] = {"plain": PlainTurn(), "arrivals": ArrivalTurn()}
