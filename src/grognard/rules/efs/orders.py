"""8.7, 8.8: Extended Retreat and No Retreat.

The defender gives his orders in his Reaction Phase, ``order no-retreat for L3829``; the attacker
gives his when he takes up the combat. By the box they lie open or face down until then.
"""

from random import Random
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sides import SPECTATOR
from grognard.core.steps import Step
from grognard.core.visibility import Word
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import artillery, command, plans
from grognard.rules.efs.battle import EXTENDED, NO_RETREAT, ORDERS, Battle
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import ARCTIC, AXIS, RAIN, SNOW, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

HARD_TO_MOVE = (RAIN, SNOW, ARCTIC)
"""Weathers in which a city shelters those who stay (8.8.3.a)."""
COST, CHEAP = 2, 1
"""Further steps for staying in spite of an R (8.8.3)."""


# -- what lies where ---------------------------------------------------------------------------


def lying(state: EfsState, hex: Hex) -> str:
    """The order on a hex that everybody knows."""
    return state.orders_seen.get(hex, "")


def face_down(state: EfsState, hex: Hex) -> bool:
    """Whether a marker lies there that only its owner knows."""
    return hex in state.orders or state.orders_seen.get(hex) == ""


def sure(game: "EastFrontSeries", state: EfsState, hex: Hex) -> str:
    """The order on a hex as anybody can tell it: it lies open, or it was forced (13.5.2)."""
    forced = face_down(state, hex) and stubborn(game, state, enemy_of(state.side)) >> hex & 1
    return NO_RETREAT if forced else lying(state, hex)


def markers(state: EfsState) -> HexSet:
    return pack(state.orders) | pack(state.orders_seen)


def veil(game: "EastFrontSeries", known: EfsState, state: EfsState, side: str) -> None:
    """The owner knows his orders; the enemy sees that a marker lies there (BSR.order.place)."""
    if side == enemy_of(state.side):
        known.orders = dict(state.orders)
    else:
        known.orders_seen = {**state.orders_seen, **dict.fromkeys(state.orders, "")}


def fill(game: "EastFrontSeries", state: EfsState, rng: Random) -> None:
    """Guess what lies face down, but for what was forced."""
    for hex, word in tuple(state.orders_seen.items()):
        if not word:
            known = sure(game, state, hex)
            del state.orders_seen[hex]
            state.orders[hex] = known or rng.choice(ORDERS)


def turn_up(state: EfsState, battle: Battle) -> None:
    """BSR.order.place: orders are shown when the combat is resolved."""
    for hex in battle.hexes:
        if hex in state.orders:
            word = state.orders_seen[hex] = state.orders.pop(hex)
            state.tell(Event("order-turned-up", "8.8.1", {"order": word, "hex": hex},
                             hexes=(hex,), reveals=True))


# -- what they do ------------------------------------------------------------------------------


def price_of_staying(game: "EastFrontSeries", state: EfsState, units: int) -> int:
    """8.8.3: two steps more; one for Axis units, or under cover wherever they stand."""
    if not units & ~game.units_of[AXIS]:
        return CHEAP
    hexes = state.look_up(units)
    return COST if hexes & ~shelter(game, state, game.owner(next(bits(units)))) else CHEAP


def shelter(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """8.8.3.a: where it costs less to stay."""
    ground = game.ground
    forts = pack([hex for hex, owner in state.forts.items() if owner == side])
    cities = pack([hex for hex in bits(ground.cities)
                   if state.weather_at(game, hex) in HARD_TO_MOVE])
    return ground.major_cities | ground.hills | ground.woods | forts | cities


# -- who may give them -------------------------------------------------------------------------


def commanders(game: "EastFrontSeries", state: EfsState, hexes: HexSet) -> int:
    found = 0
    for hex in bits(hexes):
        found |= command.in_command(game, state, hex)
    return found


def has_command(game: "EastFrontSeries", state: EfsState, side: str, hqs: int) -> bool:
    """13.1.2.c: a Soviet order takes a point of a headquarters; the Axis gives freely."""
    return side != SOVIET or command.can_command(
        game, state, [*state.ordered.values(), hqs])


def attackers_may(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """8.7.1: once, just before the combat."""
    hqs = commanders(game, state, state.look_up(state.on_map(battle.attackers)))
    return not battle.order and has_command(game, state, battle.side, hqs)


def charge(game: "EastFrontSeries", state: EfsState, side: str, hex: Hex, near: HexSet) -> None:
    if side == SOVIET:
        state.ordered[hex] = commanders(game, state, near)


class ForcedOrders(Do, frozen=True):
    """13.5.2: NKVD units defend towns and villages to the last; no headquarters is asked."""

    rule = "13.5.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        force(game, state)
        plans.announce_odds(game, state)
        for hex in bits(plans.held_hexes(game, state) & ~markers(state)):
            lay(game, state, hex, NO_RETREAT, "17.3.5")


def force(game: "EastFrontSeries", state: EfsState) -> None:
    held = stubborn(game, state, enemy_of(state.side))
    for hex in bits(artillery.attacked(state) & held & ~markers(state)):
        lay(game, state, hex, NO_RETREAT, "13.5.2")


def stubborn(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Towns and villages that NKVD units of the side hold."""
    ground = game.ground
    houses = ground.cities | ground.major_cities | ground.villages
    return houses & state.hexes_of(game.nkvd & game.units_of[side])


def lay(game: "EastFrontSeries", state: EfsState, hex: Hex, word: str, rule: str) -> None:
    """Put an order down, open or face down; the enemy hears only what he can see."""
    owner = enemy_of(state.side)
    told = {"order": word, "hex": hex, "side": owner}
    if not game.edition.orders.face_down:
        state.orders_seen[hex] = word
        state.tell(Event("order", rule, told, hexes=(hex,)))
        return
    state.orders[hex] = word
    state.tell(Event("order", rule, told, hexes=(hex,), seen_by=(owner,)))
    state.tell(Event("order-face-down", "8.8.1", {"hex": hex, "side": owner}, hexes=(hex,),
                     seen_by=(state.side, SPECTATOR)))


class GiveOrders(Do, frozen=True):
    """8.7.1, 8.8.1: the defender's orders, in his Reaction Phase."""

    rule = "8.8.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        force(game, state)  # NKVD units may have come up in reaction
        if order_hexes(game, state).mask:
            state.push(ChooseOrder())


def order_hexes(game: "EastFrontSeries", state: EfsState) -> Among:
    """Attacked hexes that can still get an order."""
    side, targets = enemy_of(state.side), artillery.attacked(state)
    held = state.combat_hexes(game, side)
    free = targets & held & ~markers(state)
    leaderless = pack([hex for hex in bits(free) if not has_command(
        game, state, side, command.in_command(game, state, hex))])
    return Among(
        targets,
        Layer("nobody-of-ours", "8.8.1", targets & ~held),
        Layer("order-lies-there", "8.8.1", targets & markers(state)),
        Layer("no-command", "13.1.2.c", leaderless),
        outside=("not-attacked", "8.8.1"),
    )


class ChooseOrder(Ask, frozen=True):
    rule = "8.8.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return enemy_of(state.side)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"order": Among((1 << len(ORDERS)) - 1), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "order":
            state.push(ChooseOrdered(ORDERS[arg], enemy_of(state.side)), GiveOrders())


class ChooseOrdered(Ask, frozen=True):
    """For whom the order is."""

    word: Word
    owner: Word

    rule = "8.8.1"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"for": order_hexes(game, state)}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        lay(game, state, arg, self.word, "8.7.1" if self.word == EXTENDED else "8.8.1")
        charge(game, state, self.owner, arg, 1 << arg)

    def shown(self, side: str, hidden: int) -> Step | None:
        """The enemy sees that an order is being chosen, not which."""
        return self if side == self.owner else ChooseOrder()
