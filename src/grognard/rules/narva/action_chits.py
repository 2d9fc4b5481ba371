"""Section 2.5: action chits."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Ask, Do
from grognard.hexes import bits
from grognard.rules.narva import combat
from grognard.rules.narva.activation import (
    ChooseOutsiders,
    EndActivation,
    formation_of,
    in_range,
    repeat_layers,
)
from grognard.rules.narva.barrage import BarrageCount
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.data import GERMAN, SOVIET
from grognard.rules.narva.movement import FREE, MovementSegment
from grognard.rules.narva.random_events import ChooseUnits, EventRoll
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def play_action_chit(game: "Narva", state: NarvaState, kind: int) -> None:
    """2.5.A: the chit says whom it concerns, whoever drew it."""
    code = game.chits[kind].code
    if code == "BARRAGE_S":
        state.push(BarrageCount(SOVIET))
    elif code == "BARRAGE_G":
        state.push(BarrageCount(GERMAN))
    elif code == "RANDOM":
        state.push(EventRoll())
    elif code == "FREE_MOVE":
        state.push(FreeMove())
    elif code == "STAVKA":
        lay_aside(state, kind, state.turn + game.limits.stavka_returns)
        state.push(StavkaDirective(game.limits.stavka_targets))
    elif code == "SH2_OOS":
        state.spent[kind] -= 1
        state.supply_chit_waits = True
        state.tell(Event("supply-chit-waits", "2.5.6.A"))
    else:
        withdraw_later(game, state, kind)


def lay_aside(state: NarvaState, kind: int, turn: int) -> None:
    """The chit lies on the track and enters the cup in that turn's reinforcement phase."""
    state.spent[kind] -= 1
    state.due.append((turn, kind))


def withdraw_later(game: "Narva", state: NarvaState, kind: int) -> None:
    """2.5.5.A, 2.5.7.A: the formation leaves in the next turn's reinforcement phase."""
    state.spent[kind] -= 1
    turn = state.turn + game.limits.withdrawal_turns
    state.withdrawals.append((turn, kind))
    state.tell(Event("withdrawal-ordered", "2.5.5.A", {"chit": game.chits[kind].code,
                                                       "turn": turn}))


# -- Free Move (2.5.4) -------------------------------------------------------------------------


class FreeMove(Ask, frozen=True):
    """2.5.4.A: a corps with its headquarters, or three units anywhere, or nothing."""

    rule = "2.5.4.A.1"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return SOVIET

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"hq": free_move_hqs(game, state), "units": ALWAYS, "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.acting = SOVIET
        state.last_hq[SOVIET] = arg if kind == "hq" else -1  # 4.1.2.B
        first: Ask = ChooseUnits(SOVIET, game.limits.free_move_units, "2.5.4.A.2")
        if kind == "hq":
            state.active |= in_range(game, state, arg, formation_of(game, arg)) | 1 << arg
            state.tell(Event("activated", self.rule, {"unit": arg}, units=(arg,)))
            first = ChooseOutsiders(arg, game.limits.free_move_outsiders)
        state.push(first, MovementSegment(FREE), EndActivation())  # no combat: 2.5.4.C


def free_move_hqs(game: "Narva", state: NarvaState) -> Among:
    """Any corps headquarters that is not barred; no army is involved."""
    everybody = (1 << len(game.units)) - 1
    return Among(
        everybody,
        Layer("enemy-unit", "2.5.4.A.1", game.units_of[GERMAN]),
        Layer("no-headquarters", "2.5.4.A.1", everybody & ~game.hqs),
        Layer("army-headquarters", "2.5.4.A.1", game.army_hqs),
        Layer("not-on-map", "2.5.4.A.1", everybody & ~state.on_map(game.hqs)),
        *repeat_layers(game, state, SOVIET),
    )


# -- Stavka directive (2.5.3) ------------------------------------------------------------------


class StavkaDirective(Do, frozen=True):
    """2.5.3.A: so many hexes must be attacked, as far as there are any to attack."""

    left: int

    rule = "2.5.3.A.1"

    def run(self, game: "Narva", state: NarvaState) -> None:
        state.acting = SOVIET
        if self.left and stavka_targets(game, state).mask:
            state.push(ChooseStavkaTarget(self.left))
        else:
            state.push(EndActivation())


def stavka_attackers(game: "Narva", state: NarvaState, hex: int) -> int:
    """2.5.3.A.2: every Soviet combat unit next to the hex that has not fought for this chit."""
    fit = game.combat_units(SOVIET) & ~state.pinned & ~state.fought
    return combat.adjacent(game, state, hex, fit)


def stavka_targets(game: "Narva", state: NarvaState) -> Among:
    german = state.combat_hexes(game, GERMAN)
    fit = state.on_map(game.combat_units(SOVIET) & ~state.pinned & ~state.fought)
    near = 0
    for unit in bits(fit):
        near |= 1 << state.at[unit]
    near = game.grid.spread(near)
    weak = 0
    for hex in bits(german & near & ~state.attacked):
        if not _can_attack(game, state, stavka_battle(game, state, hex)):
            weak |= 1 << hex
    return Among(
        game.grid.all,
        Layer("nobody-there", "2.5.3.A.1", game.grid.all & ~state.occupied(game, GERMAN)),
        Layer("headquarters-alone", "9.0.B", state.lone_hqs(game, GERMAN)),
        Layer("attacked-already", "2.5.3.A.1", state.attacked),
        Layer("nobody-adjacent", "2.5.3.A.2", game.grid.all & ~near),
        Layer("odds-too-low", "9.3.2.A", weak),
    )


def stavka_battle(game: "Narva", state: NarvaState, hex: int) -> Battle:
    return Battle(SOVIET, hex, stavka_attackers(game, state, hex), stavka=True)


def _can_attack(game: "Narva", state: NarvaState, battle: Battle) -> bool:
    if game.fog:
        return True
    return combat.best_column(game, state, battle, game.limits.air_units) is not None


class ChooseStavkaTarget(Ask, frozen=True):
    left: int

    rule = "2.5.3.A.1"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return SOVIET

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"attack": stavka_targets(game, state)}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        state.push(StavkaDirective(self.left - 1))
        combat.announce(game, state, stavka_battle(game, state, arg))
