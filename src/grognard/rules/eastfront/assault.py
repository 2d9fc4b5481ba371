"""Section 7.5: river assaults and repulse."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import Hex, bits, pack
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.data import MUD, SNOW
from grognard.rules.eastfront.losses import lose_step, settle_battle
from grognard.rules.eastfront.stacking import CountCrowds
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


ASSAULTS = {"river": "7.51a", "river_mud": "7.53", "river_snow": "7.52", "airborne": "14.4a",
            "sea": "15.43a", "sea_coastal_army": "15.5a"}
"""Kinds of assault, named as the box names their repulse numbers, and their rules."""


def repulse_numbers(game: "EastFront", state: EastFrontState, hex: int) -> tuple[int, ...]:
    """The dice of the first defensive fire that drive an attacker back (7.5a, b).

    One attacker who made no assault saves all of them (7.51i); of several kinds of assault the
    lowest range counts for everybody (7.54).
    """
    if not state.new_battles >> hex & 1:
        return ()
    attackers = state.of_side(game, hex, state.phasing)
    ranges = [game.repulse.get(way_in(game, state, unit, hex), ()) for unit in attackers]
    return min(ranges, key=len, default=())


def assault_rule(game: "EastFront", state: EastFrontState, hex: int) -> str:
    """The rule that sets the repulse numbers of an assault: of its kind, or of several (7.54)."""
    ways = {way_in(game, state, unit, hex) for unit in state.of_side(game, hex, state.phasing)}
    return ASSAULTS[ways.pop()] if len(ways) == 1 else "7.54"


def way_in(game: "EastFront", state: EastFrontState, unit: int, hex: int) -> str:
    """How an attacker came, by its line among the repulse numbers; "land" has none."""
    if unit not in state.came_over:
        return "land"
    if state.dispersed >> unit & 1:  # 14.4a
        return "airborne"
    if state.by_sea >> unit & 1:  # 15.43a, 15.5a
        return "sea_coastal_army" if game.coastal_armies >> unit & 1 else "sea"
    return _over_land(game, state, unit, hex)


def _over_land(game: "EastFront", state: EastFrontState, unit: int, hex: int) -> str:
    """7.51a, 7.52, 7.53: over a river, whatever the weather makes of it."""
    side, surprise = game.grid.hexside(state.came_over[unit], hex), game.surprise(state)
    nation = surprise.no_river_repulse if surprise else ""  # S41.3b
    if game.units[unit].nation == nation or not game.ground.is_assault(side):
        return "land"
    return {SNOW: "river_snow", MUD: "river_mud"}.get(state.weather_at(game, hex), "river")


class Repulse(Do, frozen=True):
    """7.51d: repulses come first; the hits fall on those who remain."""

    hex: Hex

    rule = "7.51a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if state.round.repulses and state.of_side(game, self.hex, state.phasing):
            state.push(ChooseRepulsed(self.hex))
        elif state.round.driven:
            state.push(HitRepulsed(self.hex))


class ChooseRepulsed(ActiveAsk, frozen=True):
    """7.51b: the weakest go; the attacker chooses among equals."""

    hex: Hex

    rule = "7.51b"
    follows = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        units = state.of_side(game, self.hex, state.phasing)
        least = min(state.cv[unit] for unit in units)
        weakest = pack([unit for unit in units if state.cv[unit] == least])
        return {"repulse": Among(
            game.everybody,
            Layer("no-assailant-there", "7.51b", game.everybody & ~pack(units)),
            Layer("weakest-first", "7.51b", pack(units) & ~weakest),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        back, rule = state.came_over[arg], ASSAULTS[way_in(game, state, arg, self.hex)]
        state.place(arg, back)
        state.tell(Event("repulsed", rule, {"block": arg, "to": back},
                         hexes=(self.hex, back), units=(arg,)))
        if state.dispersed >> arg & 1:
            lose_step(game, state, arg, "14.4b")
        state.shores.pop(arg, None)
        settle_battle(game, state, self.hex)
        state.round = replace(state.round, repulses=state.round.repulses - 1,
                              driven=state.round.driven | 1 << arg)
        state.push(CountCrowds(state.phasing), Repulse(self.hex))


class HitRepulsed(Do, frozen=True):
    """7.51e: with no attacker left the hits strike the repulsed, strongest first.

    Only then do they stand up again: the defender sees what his fire does.
    """

    hex: Hex

    rule = "7.51e"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        alone = not state.of_side(game, self.hex, state.phasing)
        if alone and state.round.hits and state.on_map(state.round.driven):
            state.push(ChooseHitRepulsed(self.hex))
        else:
            state.face_up &= ~state.round.driven


class ChooseHitRepulsed(ActiveAsk, frozen=True):
    hex: Hex

    rule = "7.51e"
    follows = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        alive = state.on_map(state.round.driven)
        most = max(state.cv[unit] for unit in bits(alive))
        strongest = pack([unit for unit in bits(alive) if state.cv[unit] == most])
        return {"lose": Among(
            game.everybody,
            Layer("not-driven-back", "7.51e", game.everybody & ~alive),
            Layer("strongest-repulsed-first", "7.51e", alive & ~strongest),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.round = replace(state.round, hits=state.round.hits - 1)
        lose_step(game, state, arg, "7.51e")
        state.push(HitRepulsed(self.hex))
