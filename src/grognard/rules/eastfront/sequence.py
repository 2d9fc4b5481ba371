"""Chapter 4: the month, the fortnight and the player turn."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.steps import Step
from grognard.core.visibility import Number
from grognard.rules.eastfront.beachhead import EstablishBeachhead, begin_preparing
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import (
    CommandPhase,
    HeadquartersDecide,
    HeadquartersStandUp,
)
from grognard.rules.eastfront.control import FixControl
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.objectives import (
    ReturnTied,
    SurrenderChecks,
    TiePlain,
    WatchExpeditions,
    italian_goes_home,
    settle_surrendered,
)
from grognard.rules.eastfront.paratroops import LinkUp
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do, Sequence
from grognard.rules.eastfront.supply import SupplyPhase
from grognard.rules.eastfront.victory import CheckBerlin, CountVictory
from grognard.rules.eastfront.weather import WeatherCheck, first_player

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


EDGE = (TiePlain(), CheckBerlin())
"""16.7, 16.8: at the end of each phase, who stands alone at the west edge?"""


class BlitzPhases(Do, frozen=True):
    """4.44, 4.45: a second movement and combat if an HQ has Blitzed (5.7g)."""

    rule = "5.7a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if state.active:
            state.push(FixControl("blitz-movement"), *EDGE, MovementPhase(blitz=True),
                       HeadquartersDecide(), FixControl("blitz-combat"), *EDGE,
                       CombatPhase(blitz=True), HeadquartersStandUp())


class EndOfTurn(Do, frozen=True):
    rule = "4.46"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        settle_surrendered(game, state)
        state.active = state.blitz = state.spent = state.strategic = state.moved = 0
        state.supreme_moves = state.airborne = 0
        state.invading = state.sailed = state.by_sea = state.shipped = state.landed = 0
        state.rear_guards, state.exits = {}, {}
        state.ports_used, state.strikes, state.came_over, state.crossings = {}, {}, {}, {}
        state.fighting = state.supported = state.new_battles = state.entered = 0
        state.phasing, state.phase = "", ""


class PlayerTurn(Sequence, frozen=True):
    """4.4: command, movement, combat, Blitz movement, Blitz combat, supply."""

    side: str = ""

    rule = "4.4b"
    parts = (
        FixControl("command"),
        WatchExpeditions(),
        ReturnTied(),
        CommandPhase(),
        FixControl("movement"),
        *EDGE,
        MovementPhase(),
        HeadquartersDecide(),
        FixControl("combat"),
        *EDGE,
        CombatPhase(),
        HeadquartersStandUp(),
        BlitzPhases(),
        FixControl("supply"),
        WatchExpeditions(),
        LinkUp(),
        *EDGE,
        SurrenderChecks(),
        EstablishBeachhead(),
        SupplyPhase(),
        *EDGE,
        EndOfTurn(),
    )

    def begin(self, game: "EastFront", state: EastFrontState) -> None:
        state.phasing = self.side
        state.tell(Event("player-turn", "4.4b", {"side": self.side}))


class Fortnight(Sequence, frozen=True):
    """4.1: weather, then a turn for each side in the order of the weather."""

    number: Number = 1

    rule = "4.1"
    parts = (WeatherCheck(),)

    def begin(self, game: "EastFront", state: EastFrontState) -> None:
        state.fortnight = self.number
        state.tell(Event("fortnight", "4.1", {"month": state.month, "fortnight": self.number}))

    def finish(self, game: "EastFront", state: EastFrontState) -> None:
        first = first_player(state)
        state.push(PlayerTurn(side=first), PlayerTurn(side=enemy_of(first)),
                   EndOfFortnight(self.number))


class EndOfFortnight(Do, frozen=True):
    """On to the next fortnight, month, half-year, or the end."""

    number: Number

    rule = "4.1"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if (state.month, self.number) == game.last:
            state.push(CountVictory(last=True))
        elif self.number == 1:
            state.push(Fortnight(number=2))
        else:
            state.push(*self._next_month(game, state))

    def _next_month(self, game: "EastFront", state: EastFrontState) -> list[Step]:
        new_half = state.month == game.half(state).last.month and state.half + 1 < len(game.halves)
        count: list[Step] = [CountVictory(last=False)] if new_half and game.campaign else []
        return [*count, NextMonth(new_half)]


class NextMonth(Do, frozen=True):
    new_half: bool

    rule = "4.1"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.month += 1
        if self.new_half:
            state.half += 1
            italian_goes_home(game, state)
        begin_preparing(game, state)
        state.push(Month())


class Month(Sequence, frozen=True):
    """4.1: production, then two fortnights; the second follows the first by itself."""

    rule = "4.1"
    parts = (FixControl("production"), ProductionPhase(), Fortnight(number=1))
