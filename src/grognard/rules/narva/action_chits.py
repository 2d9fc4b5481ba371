"""Section 2.5: action chits."""

from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import Number
from grognard.hexes import HexSet, bits, pack
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
from grognard.rules.narva.movement import MovementSegment, held_in_zone
from grognard.rules.narva.paths import FREE
from grognard.rules.narva.random_events import EventRoll, unit_choices
from grognard.rules.narva.reckoning import reckon
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def play_action_chit(game: "Narva", state: NarvaState, kind: int) -> None:
    """2.5.A: the chit says whom it concerns, whoever drew it."""
    chit, called = game.chits[kind], game.edition.chits
    if chit.code == called.stavka:
        state.due.append((state.turn + game.limits.stavka.returns_after_turns, kind))  # 2.5.3.E
        state.push(StavkaDirective(game.limits.stavka.targets))
    elif chit.code == called.shock_supply:
        state.supply_chit_waits = True
        state.tell(Event("supply-chit-waits", "2.5.6.A"))
    elif chit.code in game.withdrawals:
        withdraw_later(game, state, kind)
    else:  # these go back into the cup after use (2.5.D)
        state.spent[kind] += 1
        state.push(BarrageCount(chit.side) if chit.code in called.barrages else
                   EventRoll() if chit.code == called.random_event else FreeMove())


def withdraw_later(game: "Narva", state: NarvaState, kind: int) -> None:
    """2.5.5.A, 2.5.7.A: the formation leaves in the next turn's reinforcement phase."""
    code, turn = game.chits[kind].code, state.turn + game.limits.delays.withdrawal_turns
    state.withdrawals.append((turn, kind))
    rule = game.withdrawals[code].drawn
    state.tell(Event("withdrawal-ordered", rule, {"chit": code, "turn": turn}))


# -- Free Move (2.5.4) -------------------------------------------------------------------------


class FreeMove(Ask, frozen=True):
    """2.5.4.A: a corps with its headquarters, or three units anywhere, or nothing."""

    rule = "2.5.4.A.1"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return SOVIET

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"hq": free_move_hqs(game, state)}
        if free_move_units(game, state).mask:
            offers["units"] = ALWAYS
        return {**offers, "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.acting = SOVIET
        state.last_hq[SOVIET] = arg if kind == "hq" else -1  # 4.1.2.B
        first: Ask = ChooseFreeUnits(game.limits.command.free_move_units)
        if kind == "hq":
            state.active |= in_range(game, state, arg, formation_of(game, arg)) | 1 << arg
            state.tell(Event("activated", self.rule, {"unit": arg}, units=(arg,)))
            first = ChooseOutsiders(arg, game.limits.command.free_move_outsiders, FREE)
        state.push(first, MovementSegment(FREE), EndActivation())  # no combat: 2.5.4.C

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind == "units":
            return Reason("nobody-free", "2.5.4.B.1")
        return super().absent(game, state, kind, arg)


def free_move_hqs(game: "Narva", state: NarvaState) -> Among:
    """Any corps headquarters that is not barred; no army is involved."""
    return Among(
        game.everybody,
        Layer("enemy-unit", "2.5.4.A.1", game.units_of[GERMAN]),
        Layer("no-headquarters", "2.5.4.A.1", game.everybody & ~game.hqs),
        Layer("army-headquarters", "2.5.4.A.1", game.army_hqs),
        Layer("not-on-map", "2.5.4.A.1", game.everybody & ~state.on_map(game.everybody)),
        *repeat_layers(game, state, SOVIET),
    )


class ChooseFreeUnits(Ask, frozen=True):
    """2.5.4.A.2: combat units anywhere on the map; one at least, for it counts as an activation."""

    left: Number

    rule = "2.5.4.A.2"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return SOVIET

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"pick": free_move_units(game, state)}
        return {**offers, "done": ALWAYS} if state.active else offers

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.active |= 1 << arg
        if self.left > 1:
            state.push(ChooseFreeUnits(self.left - 1))


def free_move_units(game: "Narva", state: NarvaState) -> Among:
    stuck = Layer("free-move-from-zone", "2.5.4.B.1", held_in_zone(game, state, SOVIET))
    staying = Layer("no-headquarters-here", "2.5.4.A.2", game.hqs)
    return unit_choices(game, state, SOVIET, staying, stuck, rule="2.5.4.A.2")


# -- Stavka directive (2.5.3) ------------------------------------------------------------------


class StavkaDirective(Do, frozen=True):
    """2.5.3.A: so many hexes must be attacked, as far as there are any to attack."""

    left: Number
    called_off: HexSet = 0
    """Targets out of reach without the aircraft that the Soviet kept back (12.1.1.A)."""

    rule = "2.5.3.A.1"

    def run(self, game: "Narva", state: NarvaState) -> None:
        state.acting = SOVIET
        ask = ChooseStavkaTarget(self.left, self.called_off)
        if not (self.left and ask.ask_if_any(game, state)):
            state.push(EndActivation())


def stavka_attackers(game: "Narva", state: NarvaState, hex: int) -> int:
    """2.5.3.A.2: every Soviet combat unit next to the hex that has not fought for this chit."""
    fit = game.combat_units(SOVIET) & ~state.pinned & ~state.fought
    return combat.adjacent(game, state, hex, fit)


def stavka_targets(game: "Narva", state: NarvaState, called_off: HexSet = 0) -> Among:
    german = state.combat_hexes(game, GERMAN)
    fit = game.combat_units(SOVIET) & ~state.pinned & ~state.fought
    near = game.grid.spread(state.look_up(fit))
    battles = {hex: stavka_battle(game, state, hex)
               for hex in bits(german & near & ~state.attacked)}
    return Among(
        game.grid.all,
        Layer("nobody-there", "2.5.3.A.1", game.grid.all & ~state.occupied(game, GERMAN)),
        Layer("headquarters-alone", "9.0.B", state.lone_hqs(game, GERMAN)),
        Layer("stavka-other-hex", "2.5.3.A.1", state.attacked & ~state.cancelled),
        Layer("stavka-cancelled", "2.5.3.A.1", state.cancelled),
        Layer("stavka-called-off", "12.1.1.A", called_off),
        Layer("stavka-nobody-adjacent", "2.5.3.A.2", game.grid.all & ~near),
        *combat.weakness(game, state, battles),
    )


def compulsory(game: "Narva", state: NarvaState, targets: HexSet) -> HexSet:
    """Targets that reach the table by themselves; nobody has to send aircraft (12.1.1.A).

    In fog the odds are not known yet: every target counts, and without aircraft the attack may
    be cancelled after the reveal (9.3.2.A).
    """
    if game.fog:
        return targets
    return pack(hex for hex in bits(targets)
                if reckon(game, state, stavka_battle(game, state, hex)).column is not None)


def stavka_battle(game: "Narva", state: NarvaState, hex: int) -> Battle:
    return Battle(SOVIET, hex, stavka_attackers(game, state, hex), stavka=True)


class ChooseStavkaTarget(combat.Preparation, frozen=True):
    """2.5.3.A.1: attack, unless every target left would need aircraft."""

    left: Number
    called_off: HexSet = 0

    rule = "2.5.3.A.1"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return SOVIET

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        targets = stavka_targets(game, state, self.called_off)
        offers: dict[str, Choices] = {"attack": targets}
        forced = compulsory(game, state, targets.mask)
        return offers if forced else {**offers, "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            state.push(EndActivation())
            return
        battle = stavka_battle(game, state, arg)
        combat.announce(game, state, battle, StavkaAir(battle, self.left, self.called_off))

    def battle_with(self, game: "Narva", state: NarvaState, action: Action) -> Battle:
        return stavka_battle(game, state, action.arg)

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind == "done":
            return Reason("stavka-must-attack", "2.5.3.A.1")
        return super().absent(game, state, kind, arg)


class StavkaAir(combat.AirSupport, frozen=True):
    """12.1.1.A: aircraft for an attack by order; without them a weak one is called off."""

    left: Number = 0
    called_off: HexSet = 0

    def may_roll(self, game: "Narva", state: NarvaState) -> bool:
        return True

    def prompt(self, game: "Narva", state: NarvaState) -> Message:
        asked = super().prompt(game, state)
        weak = not game.fog and reckon(game, state, self.battle).column is None
        return Message("prompt.stavka-air-needed", asked.args) if weak else asked

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "air":
            super().take(game, state, kind, arg)
        elif game.fog or reckon(game, state, self.battle).column is not None:
            state.push(StavkaDirective(self.left - 1, self.called_off))
            combat.join_battle(game, state, self.battle)
        else:
            self._call_off(state)

    def _call_off(self, state: NarvaState) -> None:
        """With open stacks it costs nothing (9.3.2.A); the order stands for other hexes."""
        hex = self.battle.hex
        state.tell(Event("cancelled", "9.3.2.A", {"hex": hex}, hexes=(hex,)))
        state.fought &= ~self.battle.attackers
        state.attacked &= ~(1 << hex)
        state.push(combat.EndCombat(self.battle),
                   StavkaDirective(self.left, self.called_off | 1 << hex))
