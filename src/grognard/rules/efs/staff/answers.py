"""Questions of the series that no plan answers: arrivals, guns, aircraft, orders."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.hexes import Hex, bits
from grognard.rules.efs import air, artillery, combat, command, entries, orders, strengths
from grognard.rules.efs.staff import flying
from grognard.rules.efs.staff.estimate import resistance
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

Place = Callable[[int, Hex], float]
"""How good it is to have a unit in a hex."""
Answer = Callable[["EastFrontSeries", Decision, Place], Action | None]


def enters(game: "EastFrontSeries", decision: Decision, place: Place) -> Action | None:
    """Where the way to what is wanted is shortest."""
    step = decision.step
    assert isinstance(step, entries.ChooseEntry)
    unit = next(bits(step.group))
    hexes = list(decision.offers.choices.get("at", ()))
    return Action("at", max(hexes, key=lambda hex: (place(unit, hex), -hex))) if hexes else None


def flies(game: "EastFrontSeries", decision: Decision, place: Place) -> Action:
    return flying.flight(game, decision)


def flies_at(game: "EastFrontSeries", decision: Decision, place: Place) -> Action:
    return flying.place(game, decision)


def prepares(game: "EastFrontSeries", decision: Decision, place: Place) -> Action:
    """Supply, engineers and guns, then the die."""
    for kind in ("supply", "ration", "engineers", "guns"):
        for arg in decision.offers.choices.get(kind, ()):
            return Action(kind, arg)
    return Action("fight")


def supports(game: "EastFrontSeries", decision: Decision, place: Place) -> Action:
    """Every gun that can."""
    for gun in decision.offers.choices.get("guns", ()):
        return Action("guns", gun)
    return Action("done")


def supported(game: "EastFrontSeries", decision: Decision, place: Place) -> Action:
    """Where most is at stake for the fewest who defend it."""
    state = cast(EfsState, decision.state)
    helped = {hex: sum(hex == other for other in state.guns.values())
              for hex in decision.offers.choices["for"]}
    return Action("for", max(helped, key=lambda hex: (
        -helped[hex], resistance(game, state, state.set_at(hex) & game.fighting), -hex)))


def activates(game: "EastFrontSeries", decision: Decision, place: Place) -> Action:
    """The strongest who have an enemy near."""
    state = cast(EfsState, decision.state)
    foes = state.combat_hexes(game, enemy_of(decision.side))
    near = foes
    for _ in range(5):
        near |= game.grid.spread(near)
    able = [unit for unit in decision.offers.choices.get("activate", ())
            if near >> state.at[unit] & 1 and strengths.attack(game, state, unit) > 0]
    if not able:
        return Action("done")
    return Action("activate", max(able, key=lambda unit: (
        strengths.attack(game, state, unit), -unit)))


def gives_no_order(game: "EastFrontSeries", decision: Decision, place: Place) -> Action:
    return Action("done")


ANSWERS: dict[type[Any], Answer] = {
    entries.ChooseEntry: enters, air.ChooseFlight: flies, air.FlyAt: flies_at,
    combat.PrepareCombat: prepares, artillery.ChooseGun: supports,
    artillery.ChooseSupported: supported, command.Activate: activates,
    orders.ChooseOrder: gives_no_order,
}
