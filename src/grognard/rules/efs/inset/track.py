"""15.7: the track of Axis attack supply for the inset.

When all movement is over the Axis turns supply counters into points of the track, ``spend`` a
counter for each supply point: a mobile unit is used up, a depot becomes one.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import HexSet, bits
from grognard.rules.efs import supply_units
from grognard.rules.efs.attack_supply import TRACK, needed
from grognard.rules.efs.inset import area
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def near(game: "EastFrontSeries") -> HexSet:
    """15.7.2: the inset, and the map so far from a transition hex, which is counted."""
    found = game.mega.fine
    for hex in bits(game.mega.transition):
        found |= game.mega.disk(hex, game.charts.inset.supply_reach)
    return found


def counters(game: "EastFrontSeries", state: EfsState) -> Among:
    """15.7.2: what can be turned into points now."""
    own = game.supplies & game.units_of[AXIS]
    standing = state.on_map(own)
    return Among(
        game.everybody,
        Layer("enemy-unit", "inset.supply.spend", game.units_of[SOVIET]),
        Layer("no-supply-counter", "inset.supply.spend", game.everybody & ~game.supplies),
        Layer("not-on-map", "inset.supply.spend", own & ~standing),
        *game.limits(state, "spend"),
        Layer("far-from-inset", "inset.supply.spend",
              standing & ~state.units_in(near(game), standing)),
    )


class FillTrack(Do, frozen=True):
    """15.7.2: after all movement of the Axis Movement Phase."""

    rule = "inset.supply.spend"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side == AXIS and needed(game) and area.opened(game, state):
            SpendForInset().ask_if_any(game, state)


class SpendForInset(Ask, frozen=True):
    """Which counter gives a supply point."""

    rule = "inset.supply.spend"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"spend": counters(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        supply_units.use_point(game, state, arg)
        state.points[TRACK] = state.points.get(TRACK, 0) + game.charts.inset.supply_spaces
        state.tell(Event("track-filled", "inset.supply.track",
                         {"unit": arg, "count": state.points[TRACK]}, units=(arg,)))
        state.push(FillTrack())


class EmptyTrack(Do, frozen=True):
    """15.7.6: what is left at the end of the Axis Combat Phase is lost."""

    rule = "inset.supply.lost"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        left = state.points.pop(TRACK, 0)
        if left:
            state.tell(Event("track-emptied", self.rule, {"count": left}))
