"""15.11.c: who breaks Soviet strongpoints and fortified lines on the inset, and how many."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sharing import can_share
from grognard.hexes import Hex, HexSet, bits
from grognard.rules.efs import cover, forts
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


# -- who can -------------------------------------------------------------------------------------


def breakers(game: "EastFrontSeries", state: EfsState) -> dict[int, int]:
    """By unit: how many forts it can break in a turn."""
    most, own = game.charts.inset.breaks, state.on_map(game.units_of[AXIS])
    found = dict.fromkeys(bits(own & (game.regiments | motorised(game))), most.get("regiment", 0))
    found |= dict.fromkeys(bits(own & game.foot_divisions), most.get("division", 0))
    return found | dict.fromkeys(bits(own & game.engineers), most.get("engineer", 0))


def motorised(game: "EastFrontSeries") -> int:
    """Motorised regiments, which stand for a division's integrity here."""
    return game.those(lambda unit: (unit.type, unit.size) == ("motorised infantry", "regiment"))


def standing(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Soviet works on the inset in hexes that the Axis controls."""
    works = cover.strongpoints(state, SOVIET) | cover.lines(game, state)
    return works & game.mega.fine & state.axis_land & ~state.occupied(game, SOVIET)


def able(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """Units in the hex; divisions and engineers reach next door too."""
    far = game.foot_divisions | game.engineers
    hands = breakers(game, state)
    near = state.units_in(game.grid.spread(1 << hex), game.units_of[AXIS] & far)
    return sum(1 << unit for unit in bits(state.set_at(hex) | near) if unit in hands)


def enough(game: "EastFrontSeries", state: EfsState, hexes: Iterable[Hex]) -> bool:
    """Whether there are hands for all of these."""
    return can_share([able(game, state, hex) for hex in hexes], breakers(game, state))


# -- breaking ------------------------------------------------------------------------------------


class RazeOnInset(Do, frozen=True):
    """All fall if there are hands enough; else the Axis says which."""

    rule = "inset.forts.two"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side != AXIS:
            return
        targets = [hex for hex in bits(standing(game, state)) if able(game, state, hex)]
        if enough(game, state, targets):
            break_all(game, state, tuple(targets))
        else:
            state.push(ChooseRazed())


def break_all(game: "EastFrontSeries", state: EfsState, hexes: tuple[Hex, ...]) -> None:
    for hex in hexes:
        if hex in state.forts:
            forts.raze(state, hex, RazeOnInset.rule)
        if cover.lines(game, state) >> hex & 1:
            forts.break_line(state, hex, RazeOnInset.rule)


class ChooseRazed(Ask, frozen=True):
    """``raze`` a hex; ``done`` leaves the others."""

    hexes: tuple[Hex, ...] = ()

    rule = "inset.forts.two"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"raze": targets(game, state, self.hexes), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        chosen = (*self.hexes, arg) if kind == "raze" else self.hexes
        if kind == "raze" and targets(game, state, chosen).mask:
            state.push(ChooseRazed(chosen))
        else:
            break_all(game, state, chosen)


def targets(game: "EastFrontSeries", state: EfsState, chosen: tuple[Hex, ...]) -> Among:
    works, every = standing(game, state), game.grid.all
    named = sum(1 << hex for hex in chosen)
    short = sum(1 << hex for hex in bits(works & ~named)
                if not enough(game, state, (*chosen, hex)))
    idle = sum(1 << hex for hex in bits(works) if not able(game, state, hex))
    return Among(
        every,
        Layer("no-works-there", "inset.forts.two", every & ~works),
        Layer("nobody-breaks-it", "inset.forts.two", idle),
        Layer("razed-already", "inset.forts.two", named),
        Layer("hands-full", "inset.forts.two", short & ~idle),
    )
