"""15.13.4.b: points of damage on artillery of the inset."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import bits
from grognard.rules.efs import control, losses
from grognard.rules.efs.state import CADRE, GENERAL, EfsState
from grognard.rules.efs.steps import Do
from grognard.rules.efs.words import SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def damage(game: "EastFrontSeries", state: EfsState, gun: int, points: int, rule: str) -> None:
    """Each point cuts the gun's support by one; so many take it to the Cadre box."""
    total = state.means.damage.get(gun, 0) + points
    state.tell(Event("gun-damaged", rule, {"unit": gun, "count": points}, units=(gun,)))
    if total < game.charts.inset.damage_most:
        state.set_means(damage={**state.means.damage, gun: total})
        return
    losses.remove(game, state, gun, CADRE, "inset.damage.five")
    control.settle(game, state)


def forget(state: EfsState, gun: int) -> None:
    """The markers come off a gun that leaves the map."""
    if gun in state.means.damage:
        state.set_means(damage={unit: points for unit, points in state.means.damage.items()
                                if unit != gun})


class RepairGuns(Do, frozen=True):
    """In the Soviet Construction Phase a point comes off each gun in full supply."""

    rule = "inset.damage.recover"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side != SOVIET:
            return
        left = dict(state.means.damage)
        for gun in bits(game.units_of[SOVIET] & game.artillery):
            if gun in left and state.supply[gun] == GENERAL:
                left[gun] -= 1
                state.tell(Event("gun-repaired", self.rule, {"unit": gun}, units=(gun,)))
        state.set_means(damage={gun: points for gun, points in left.items() if points})
