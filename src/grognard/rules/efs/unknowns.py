"""5.4.1, 7.4 of Army Group North: units that are drawn blind and lie with their unknown side up.

Neither player may look. So the counter on the map is a *token* of its cup, with a known allowance
and no known strength, and which unit it is is drawn when it is turned up: nobody's view has to
hide it. The draw is exact. A unit that went back into the cup can be no token laid before it went
back; all ways to put the units of a cup under its tokens that keep to this are equally likely,
because every blind draw was.
"""

from collections.abc import Iterable
from math import gcd
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.chance import Chance, Draw, Outcome
from grognard.core.events import Event
from grognard.core.visibility import UnitId, UnitSet
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import control
from grognard.rules.efs.battle import Battle
from grognard.rules.efs.special_rows import Cup
from grognard.rules.efs.state import ASIDE, CADRE, CUP, ELIMINATED, FREE, EfsState
from grognard.rules.efs.steps import Do, Roll
from grognard.rules.efs.words import SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

CARRIED = ("moved", "stirred", "fought", "activated", "overrun", "marched", "railed", "garrison",
           "marked", "beaten")
"""Markers that go over from a token to the unit that it turns out to be."""


# -- cups --------------------------------------------------------------------------------------


def cup_of(game: "EastFrontSeries", unit: int) -> Cup | None:
    """The cup that a unit is drawn from, or that a token lies for."""
    return game.cups.get(unit)


def inside(game: "EastFrontSeries", state: EfsState, cup: Cup) -> list[int]:
    """Units of a cup that nobody has seen on the map, or not since they went back."""
    return [unit for unit in bits(game.named(cup.units)) if state.at[unit] == CUP]


def lying(game: "EastFrontSeries", state: EfsState, cup: Cup) -> list[int]:
    """Its tokens in play: on the map, and those that have just left it."""
    return [token for token in bits(game.named(cup.tokens))
            if state.at[token] >= 0 or state.at[token] == ASIDE]


def left(game: "EastFrontSeries", state: EfsState, cup: Cup) -> int:
    """How many units are still in the cup; both players can count them."""
    return len(inside(game, state, cup)) - len(lying(game, state, cup))


def weights(units: dict[int, int], tokens: dict[int, int], token: int) -> dict[int, int]:
    """How many ways there are to share the units out in which a token is each of them.

    ``units``: when each went back into the cup, 0 for never; ``tokens``: when each was laid.

    >>> weights({1: 0, 2: 0}, {8: 0}, 8)
    {1: 1, 2: 1}
    >>> weights({1: 0, 2: 0, 3: 5}, {8: 0, 9: 6}, 9)  # 3 went back after 8 was laid
    {1: 1, 2: 1, 3: 2}
    """
    found = {unit: _ways(units, tokens, token, unit) for unit in units}
    shared = gcd(*found.values()) or 1
    return {unit: ways // shared for unit, ways in found.items()}


def _ways(units: dict[int, int], tokens: dict[int, int], token: int, chosen: int) -> int:
    """Ways to share out the others if the token is the chosen unit."""
    if units[chosen] > tokens[token]:
        return 0
    cup = len(units) - len(tokens)
    others = sorted((back for unit, back in units.items() if unit != chosen), reverse=True)
    found = 1
    for used, back in enumerate(others):  # who went back last has the fewest places
        room = cup + sum(laid > back or not back for other, laid in tokens.items()
                         if other != token)
        found *= max(0, room - used)
    return found


def chances(game: "EastFrontSeries", state: EfsState, token: int) -> dict[int, int]:
    """What a token may be, with whole weights."""
    cup = cup_of(game, token)
    assert cup is not None
    units = {unit: state.returned.get(unit, 0) for unit in inside(game, state, cup)}
    tokens = {other: state.drawn_at.get(other, 0) for other in lying(game, state, cup)}
    return {unit: ways for unit, ways in weights(units, tokens, token).items() if ways}


# -- laying ------------------------------------------------------------------------------------


def set_up(game: "EastFrontSeries", state: EfsState) -> None:
    """5.4.1: all units of the cups go in; tokens are laid where the cards call for them.

    By agreement UR/MG units lie known at their printed hexes, but for those without strength.
    """
    for cup in game.rows.cup:
        for unit in bits(game.named(cup.units)):
            state.put(unit, CUP)
    for row in game.rows.setup:
        for code in row.unknown:
            unit = game.number[code]
            cup = game.cups[unit]
            if not (cup.may_be_known and game.options.get("known_ur")):
                lay(game, state, cup, row.hex)
            elif game.units[unit].defence:
                state.put(unit, row.hex)


def lay(game: "EastFrontSeries", state: EfsState, cup: Cup, hex: Hex) -> int:
    """A unit out of the cup, unknown side up."""
    token = next(token for token in bits(game.named(cup.tokens)) if state.at[token] == FREE)
    state.drawn_at[token] = now(state)
    state.set_steps(token, game.units[token].steps)
    state.put(token, hex)
    return token


def came(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """An unknown unit arrives: it is drawn as it comes onto the map."""
    if game.tokens >> unit & 1 and unit not in state.drawn_at:
        state.drawn_at[unit] = now(state)


def now(state: EfsState) -> int:
    """A number later than that of everything laid or taken back so far."""
    return 1 + max((*state.drawn_at.values(), *state.returned.values()), default=0)


# -- turning up --------------------------------------------------------------------------------


class TurnUp(Do, frozen=True):
    """Tokens are turned up one after the other."""

    units: UnitSet

    rule = "militia.unknown"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        waiting = [token for token in bits(self.units & game.tokens)
                   if state.at[token] >= 0 or state.at[token] == ASIDE]
        if waiting:
            state.push(DrawUnknown(waiting[0]), self)


class DrawUnknown(Roll, frozen=True):
    """Which unit a token is."""

    unit: UnitId

    rule = "series:urmg"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Draw(chances(game, state, self.unit), [row.code for row in game.units])

    def reading(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> str:
        return game.units[outcome[0]].code

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        unit, hex = outcome[0], state.at[self.unit]
        reveal(game, state, self.unit, unit)
        state.tell(Event("turned-up", self.rule, {"token": self.unit, "unit": unit},
                         hexes=(hex,) if hex >= 0 else (), units=(unit,), reveals=True))
        if hex < 0:
            state.place(game, unit, ELIMINATED)
        elif not game.units[unit].defence:
            weigh_nothing(game, state, unit)
        control.settle(game, state)


def reveal(game: "EastFrontSeries", state: EfsState, token: int, unit: int) -> None:
    """The unit stands where the token lay, with its markers and in its supply."""
    hex = state.at[token]
    for name in CARRIED:
        old = getattr(state, name)
        if old >> token & 1:
            setattr(state, name, old & ~(1 << token) | 1 << unit)
    state.set_steps(unit, game.units[unit].steps)
    state.set_supply(unit, state.supply[token])
    state.returned.pop(unit, None)
    state.drawn_at.pop(token, None)
    state.turned[token] = unit
    state.put(token, FREE)
    state.put(unit, hex if hex >= 0 else ASIDE)


def weigh_nothing(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """BSR.urmg: a UR/MG of no strength goes back; 7.4.2.c/zero: an LDNO division is gone."""
    cup = game.cups[unit]
    hex = state.at[unit]
    rule = "series:urmg" if cup.returns else "militia.zero"
    state.tell(Event("no-strength", rule, {"unit": unit, "hex": hex}, hexes=(hex,), units=(unit,)))
    state.place(game, unit, ELIMINATED if cup.returns else ASIDE)


def left_map(game: "EastFrontSeries", state: EfsState, unit: int, place: int) -> None:
    """Lost units of some cups go back into them; a lost token is turned up first."""
    if place not in (CADRE, ELIMINATED) or unit not in game.cups:
        return
    if game.tokens >> unit & 1:
        state.put(unit, ASIDE)
        state.push(TurnUp(1 << unit))
    elif game.cups[unit].returns:
        state.put(unit, CUP)
        state.returned[unit] = now(state)


# -- in combat ---------------------------------------------------------------------------------


def in_battle(game: "EastFrontSeries", state: EfsState, battle: Battle) -> int:
    """Tokens on both sides of a combat."""
    if not game.tokens:
        return 0
    return state.units_in(battle.targets, game.tokens) | state.on_map(
        battle.attackers & game.tokens)


def renewed(state: EfsState, battle: Battle) -> Battle:
    """The combat with the units that tokens among the attackers turned out to be."""
    if not state.turned:
        return battle
    return replace(battle, attackers=true_units(state, bits(battle.attackers)))


def true_units(state: EfsState, units: Iterable[int]) -> int:
    return pack(state.turned.get(unit, unit) for unit in units)
