"""Who flies where: everything goes to the battles, the best bombers first."""

from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.hexes import Hex
from grognard.rules.efs import air
from grognard.rules.efs.staff.estimate import force, resistance
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def flight(game: "EastFrontSeries", decision: Decision) -> Action:
    """Nobody flies but to support a battle: who has flown does not fly again this turn."""
    step = decision.step
    assert isinstance(step, air.ChooseFlight)
    ready = decision.offers.choices.get("fly", ())
    if step.mission != air.SUPPORT or not len(ready):
        return Action("done")
    return Action("fly", max(ready, key=lambda unit: (game.air_units[unit].support, -unit)))


def place(game: "EastFrontSeries", decision: Decision) -> Action:
    """The battle with the fewest of one's own over it, of those the largest."""
    step, state = decision.step, decision.state
    assert isinstance(step, air.FlyAt)
    out = air.flying(game, state, step.owner)
    return Action("at", min(decision.offers.choices["at"], key=lambda hex: (
        out.get(hex, 0), -_size(game, state, hex), hex)))


def _size(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """The strength that meets in a hex."""
    attack = state.attack_on(hex)
    own = force(game, state, attack.attackers) if attack else 0
    return own + resistance(game, state, state.set_at(hex) & game.fighting)
