"""Chapter 4, with 2.3 and 2.4: chits, headquarters and the units they activate."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.chance import Draw, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.steps import Step
from grognard.hexes import bits
from grognard.rules.narva import fog
from grognard.rules.narva.action_chits import play_action_chit
from grognard.rules.narva.activation import EndActivation, activate, in_range, repeat_layers
from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.data import SOVIET, enemy_of
from grognard.rules.narva.headquarters import army_hq_layers
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.state import LEFT_THE_GAME, NarvaState
from grognard.rules.narva.steps import Ask, Do, Roll

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class CommandPhase(Do, frozen=True):
    """3.0.B: draw and carry out chit after chit until the allowances are used up."""

    rule = "3.0.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if first_chit_due(game, state):
            state.push(FirstChit(), self)
        elif chits_wanted(game, state):
            state.push(DrawChit(), self)


def first_chit_due(game: "Narva", state: NarvaState) -> bool:
    first = state.turn == 1 and game.rows.first_turn_rules
    return first and not state.activations(SOVIET)


def chits_wanted(game: "Narva", state: NarvaState) -> bool:
    """2.5.C.2: some side below its cap still has a command chit in the cup."""
    return any(
        count and chit.command and below_cap(game, state, chit.side)
        for chit, count in zip(game.chits, state.cup, strict=True)
    )


def below_cap(game: "Narva", state: NarvaState, side: str) -> bool:
    """2.3.D: the side may still activate a headquarters this turn."""
    return state.activations(side) < game.turns[state.turn].caps[side]


class FirstChit(Do, frozen=True):
    """14.3.A: the Soviets open turn 1 with a 2nd Shock chit that nobody draws."""

    rule = "14.3.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        play_chit(game, state, game.chit[game.edition.chits.shock], drawn=False)


class DrawChit(Roll, frozen=True):
    """4.1.1.A: one chit at random."""

    rule = "4.1.1.A"
    opens = True

    def chance(self, game: "Narva", state: NarvaState) -> Draw:
        return Draw(dict(enumerate(state.cup)), [chit.code for chit in game.chits])

    def take(self, game: "Narva", state: NarvaState, outcome: Outcome) -> None:
        play_chit(game, state, outcome[0])


def play_chit(game: "Narva", state: NarvaState, kind: int, drawn: bool = True) -> None:
    """4.1.1.C: the chit's owner becomes active and the chit lies on the activation track."""
    chit = game.chits[kind]
    state.cup[kind] -= 1
    state.ferried = 0  # 6.2.2.2.B.1: every chit opens the ferries anew
    state.tell(Event("chit-drawn" if drawn else "chit-played", "4.1.1.A" if drawn else "14.3.A",
                     {"chit": chit.code}))
    if not chit.command:
        play_action_chit(game, state, kind)
    elif not below_cap(game, state, chit.side):
        state.spent[kind] += 1
        state.tell(Event("chit-idle", "2.3.D", {"chit": chit.code, "side": chit.side}))
    else:
        state.lay_on_track(chit.side, kind)
        state.acting = chit.side
        state.push(*_command(game, state, kind))


def _command(game: "Narva", state: NarvaState, kind: int) -> tuple[Step, ...]:
    code = game.chits[kind].code
    steps: tuple[Step, ...] = (
        ChooseHeadquarters(code), MovementSegment(), CombatSegment(), EndActivation()
    )
    if code == game.edition.chits.shock:
        steps = (*steps, BurnShockChit())
        if not state.shock_drawn:
            state.shock_drawn = True
            activate_brigade(game, state)
    return steps


def activate_brigade(game: "Narva", state: NarvaState) -> None:
    """8.6.D: the 260th acts with the first 2nd Shock chit of the turn, besides everybody else."""
    if state.at[game.brigade] >= 0:
        state.active |= 1 << game.brigade
        state.fighters |= 1 << game.brigade


class BurnShockChit(Do, frozen=True):
    """2.5.6.B, D: a waiting supply chit takes the 2nd Shock chit just played out of the game."""

    rule = "2.5.6.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if not state.supply_chit_waits:
            return
        state.supply_chit_waits = False
        state.tracks[SOVIET] = (*state.tracks[SOVIET][:-1], LEFT_THE_GAME)
        back = state.turn + game.limits.delays.second_shock_supply_turns
        state.due.append((back, game.chit[game.edition.chits.shock_supply]))
        state.tell(Event("shock-chit-burnt", "2.5.6.B"))


# -- choosing a headquarters ------------------------------------------------------------------


class ChooseHeadquarters(Ask, frozen=True):
    """4.1.1.D, E: one headquarters that the chit can activate, or none."""

    chit: str

    rule = "4.1.1.C"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.chits[game.chit[self.chit]].side

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        side = self.side(game, state)
        offers: dict[str, Choices] = {"hq": hq_choices(game, state, side, self.chit)}
        if side == SOVIET:
            hexes = relocation_choices(game, state, army_hq(game, self.chit))
            if hexes is not None:
                offers["relocate"] = hexes
        offers["done"] = ALWAYS
        return offers

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "hq":
            army_group = self.chit == game.edition.chits.army_group
            activate(game, state, arg, game.limits.command.narwa_extra_units * army_group)
        elif kind == "relocate":
            relocate(game, state, army_hq(game, self.chit), arg)
        else:
            tell_idle(game, state, self.side(game, state), self.chit)

    def surprising(self, game: "Narva", state: NarvaState) -> tuple[str, ...]:
        """The chit takes a box of the activation track even if nobody acts on it (4.1.1.C)."""
        return () if state.active else ("done",)

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind == "relocate":
            german = self.side(game, state) != SOVIET
            return Reason("no-german-relocation" if german else "no-army-to-relocate", "4.1.3.A")
        return super().absent(game, state, kind, arg)


IDLE = ("not-on-map", "army-not-on-map", "beyond-army-range", "twice-running", "strachwitz-once")
"""Why no headquarters can act on a chit, those that come nearest to it last."""


def why_nobody(game: "Narva", state: NarvaState, side: str, chit: str) -> str:
    """What keeps the headquarters nearest to acting from it; none does if one could."""
    offered = hq_choices(game, state, side, chit)
    if offered.mask:
        return "declined"
    reasons = filter(None, map(offered.why, bits(game.units_of[side] & game.hqs)))
    found = {reason.code for reason in reasons}
    return next((code for code in reversed(IDLE) if code in found), IDLE[0])


def tell_idle(game: "Narva", state: NarvaState, side: str, chit: str) -> None:
    """In the fog the enemy does not hear why: it would tell where headquarters are (2.1.3)."""
    told = {"chit": chit, "side": side, "why": why_nobody(game, state, side, chit)}
    event = Event("no-activation", "4.1.1.C", told)
    if not game.fog:
        state.tell(event)
        return
    state.tell(replace(event, seen_by=(side,)))
    state.tell(Event("nobody-activated", "4.1.1.C", {"chit": chit, "side": side},
                     seen_by=(enemy_of(side),)))


def hq_choices(game: "Narva", state: NarvaState, side: str, chit: str) -> Among:
    return Among(
        game.everybody,
        Layer("enemy-unit", "4.1.1.C", game.units_of[enemy_of(side)]),
        Layer("no-headquarters", "4.0.A", game.everybody & ~game.hqs),
        Layer("not-on-map", game.edition.chits.rules.get(chit, "4.1.1.D"),
              game.everybody & ~state.on_map(game.everybody)),
        *_chit_layers(game, state, side, chit),
        *repeat_layers(game, state, side),
    )


def _chit_layers(game: "Narva", state: NarvaState, side: str, chit: str) -> list[Layer]:
    hqs = game.units_of[side] & game.hqs
    if side == SOVIET:
        army = army_hq(game, chit)
        corps_hqs = hqs & ~game.army_hqs
        return [
            Layer("army-headquarters", "4.1.1.D", game.army_hqs),
            Layer("army-not-on-map", "4.1.1.D", 0 if state.at[army] >= 0 else corps_hqs,
                  args=(("army", army),)),
            Layer("beyond-army-range", "4.1.1.D",
                  corps_hqs & ~in_range(game, state, army, corps_hqs), args=(("army", army),)),
        ]
    if chit == game.edition.chits.army_group:  # 2.4.2.A
        return []
    named = ~game.ss if chit == game.edition.chits.wehrmacht else game.corps.get(chit, 0)
    return [
        Layer("army-group-only", "4.1.1.F", hqs & game.corps[""]),
        Layer("wrong-chit", game.edition.chits.rules[chit], hqs & ~named),  # 4.1.1.E
    ]


def army_hq(game: "Narva", chit: str) -> int:
    """The army headquarters that a Soviet command chit names."""
    return next(unit for unit in bits(game.army_hqs) if game.units[unit].army == chit)


# -- army headquarters (4.1.3, 4.2.5) ---------------------------------------------------------


def relocation_choices(game: "Narva", state: NarvaState, hq: int) -> Among | None:
    """4.1.3.A: a supplied land hex out of the enemy's zones, spaced from other armies."""
    here = state.at[hq]
    if here < 0:
        return None
    pinned = game.grid.all if state.pinned >> hq & 1 else 0
    return Among(
        game.grid.all,
        Layer("pinned-headquarters", "2.5.1.3.A", pinned),
        Layer("stands-there", "4.1.3.A", 1 << here),
        *army_hq_layers(game, state, hq, "4.1.3.A"),
    )


def relocate(game: "Narva", state: NarvaState, hq: int, hex: int) -> None:
    """4.1.3: the whole activation; no corps headquarters is barred next (4.1.3.B)."""
    state.place(game, hq, hex)
    state.last_hq[SOVIET] = -1
    event = Event("relocated", "4.1.3.A", {"unit": hq, "to": hex}, hexes=(hex,))
    fog.tell(game, state, event, hq)
