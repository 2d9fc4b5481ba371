"""6.7.2 of Army Group North: from some turn on the Soviet Type I points are bound.

The first of a turn is free; the second draws a UR/MG unit out of the cup; the third draws another
one, or serves militia; the fourth and fifth are free again. The second and third are used at once
or lost.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import Number
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import control, replacements, stacking, unknowns
from grognard.rules.efs.special_rows import Cup
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

SECOND, THIRD = 2, 3


def free_points(game: "EastFrontSeries", state: EfsState, count: int) -> int:
    """6.7.2.a, 6.7.2.d: how many of a turn's points are spent as one likes."""
    if state.turn < game.rows.ordered_from:
        return count
    return count - sum(count >= number for number in (SECOND, THIRD))


def cup_for(game: "EastFrontSeries") -> Cup | None:
    """The cup that points draw from."""
    return next((cup for cup in game.rows.cup if cup.place), None)


class BindPoints(Do, frozen=True):
    """What became of the second and third point."""

    count: Number

    rule = "points.bound"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.turn < game.rows.ordered_from:
            return
        wanted = [number for number in (SECOND, THIRD) if self.count >= number]
        state.push(*(BindPoint(number) for number in wanted))


class BindPoint(Do, frozen=True):
    """6.7.2.c: with nothing to use it for the point is lost."""

    count: Number

    rule = "points.bound"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        step = UsePoint(self.count)
        if any(len(offer) for kind, offer in step.choices(game, state).items() if kind != "pass"):
            state.push(step)
        else:
            state.tell(Event("point-lost", self.rule, {"count": self.count}))


def sites(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Where an unknown unit may be laid: friendly, free of enemies, with room."""
    cup = cup_for(game)
    if cup is None or unknowns.left(game, state, cup) < 1:
        return 0
    own = ground(game, cup) & control.land_of(game, state, SOVIET)
    return pack(hex for hex in bits(own & ~state.occupied(game, enemy_of(SOVIET)))
                if stacking.room(game, state, hex) >= 1)


def ground(game: "EastFrontSeries", cup: Cup) -> HexSet:
    """14.8.c/ur: the hexes that the scenario names, and the same on an inset."""
    return cup.place | game.mega.unfolded(cup.place)


class UsePoint(Ask, frozen=True):
    """Where the drawn unit is laid, or that militia gets the third point."""

    count: Number

    rule = "points.second"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        open, cup = sites(game, state), cup_for(game)
        near = ground(game, cup) if cup else 0
        offers: dict[str, Choices] = {"at": Among(
            near, Layer("no-site-for-ur", "points.site", near & ~open),
            outside=("no-site-for-ur", "points.site"))}
        if self.count == THIRD and militia(game, state):
            offers["set"] = ALWAYS
        return {**offers, "pass": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "at":
            cup = cup_for(game)
            assert cup is not None
            token = unknowns.lay(game, state, cup, arg)
            state.tell(Event("unknown-laid", "points.second", {"unit": token, "hex": arg},
                             hexes=(arg,), units=(token,)))
            control.settle(game, state)
        elif kind == "set":
            replacements.give(game, state, SOVIET, replacements.MILITIA, 1, use_or_lose=True)
        else:
            state.tell(Event("point-lost", "points.bound", {"count": self.count}))

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind == "set" and self.count == THIRD:
            return Reason("no-militia-in-need", "points.third")
        if kind == "set":
            return Reason("second-point-draws", "points.second")
        return super().absent(game, state, kind, arg)


def militia(game: "EastFrontSeries", state: EfsState) -> int:
    """6.7.2.b/third: militia that a point can serve: dead in Cadre, or below strength."""
    own = game.those(lambda unit: unit.type == "militia") & game.units_of[SOVIET] & ~game.tokens
    return pack(unit for unit in bits(own) if replacements.serves(game, state, unit))
