"""7.5.2: the other side reacts to declared attacks."""

from typing import TYPE_CHECKING

from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sharing import who_can_serve
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import command, ways, zones
from grognard.rules.efs.artillery import CommitGuns
from grognard.rules.efs.movers import ChooseWay
from grognard.rules.efs.orders import ForcedOrders, GiveOrders
from grognard.rules.efs.plug_ins import Extra
from grognard.rules.efs.stacking import ClearOverstack
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.steps import Ask, Do, Sequence
from grognard.rules.efs.words import SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class ReactionMoves(Do, frozen=True):
    """7.5.2: motorised units near a declared attack may move."""

    rule = "7.5.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        React().ask_if_any(game, state)


class React(Ask, frozen=True):
    """Which unit reacts next."""

    rule = "7.5.2"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return enemy_of(state.side)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"react": react_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        if game.owner(arg) == SOVIET:
            state.reacting[arg] = command.in_command(game, state, state.at[arg])
        state.push(ChooseWay(1 << arg, ways.REACTION), ReactionMoves())


def react_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    side = enemy_of(state.side)
    own = game.units_of[side]
    zone = zones.enemy_zone(game, state, side)
    layers = (
        Layer("enemy-unit", "7.5.2", game.units_of[state.side]),
        Layer("not-on-map", "7.5.2", own & ~state.on_map(own)),
        Layer("moved-already", "7.1.4", state.moved),
        Layer("type-does-not-react", "7.5.2.c", own & game.without_share[ways.REACTION]),
        Layer("garrison-stays", "13.6.1", state.garrison),
        Layer("unsupplied", "7.5.2.a", pack(
            unit for unit in bits(own) if state.supply[unit] == UNSUPPLIED)),
        Layer("starts-in-zone", "7.5.2.b", state.units_in(zone, own)),
        Layer("overrun-marker", "7.5.2.e", state.overrun & own),
        *attacked(game, state, own),
        Layer("too-far-from-attack", "7.5.2", own & ~state.units_in(near_attack(game, state), own)),
        *game.limits(state, "react"),
    )
    open = Among(game.everybody, *layers)
    return Among(game.everybody, *layers, *leaderless(game, state, side, open.mask))


def near_attack(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Hexes near one under declared attack."""
    found = 0
    for attack in state.attacks:
        for hex in attack.hexes:
            found |= game.grid.disk(hex, game.measures.moves.reaction)
    return found


def attacked(game: "EastFrontSeries", state: EfsState, own: int) -> list[Layer]:
    """BSR.react.who: some editions keep units of an attacked hex where they are."""
    if game.edition.reaction.attacked_hex_reacts:
        return []
    hexes = pack(hex for attack in state.attacks for hex in attack.hexes)
    return [Layer("under-attack", "7.5.2", state.units_in(hexes, own))]


def leaderless(game: "EastFrontSeries", state: EfsState, side: str, open: int) -> list[Layer]:
    """7.5.2.d, 13.1.2.b: a Soviet unit needs an HQ with command to spare."""
    if side != SOVIET:
        return []
    claims = command.claims_of(game, state, open)
    free = who_can_serve(state.reacting.values(), command.purses(game, state))
    spent = pack([unit for unit, claim in claims.items() if not claim & free])
    return [Layer("out-of-command", "7.5.2.d", open & ~pack(claims)),
            Layer("command-spent", "13.1.2.b", spent)]


class ReactionPhase(Sequence, frozen=True):
    """7.5.2/2: only if an attack was declared."""

    rule = "7.5.2"
    parts = (ForcedOrders(), ReactionMoves(), Extra("reaction"), CommitGuns(), GiveOrders(),
             ClearOverstack())

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.attacks:
            super().run(game, state)

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = ways.REACTION

    def finish(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.moved = 0
