"""Section 11.2: German replacements."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, UnitId, UnitSet
from grognard.hexes import bits, pack
from grognard.rules.narva import fog, supply
from grognard.rules.narva.data import GERMAN, SOVIET
from grognard.rules.narva.defences import raise_marker, repair_choices
from grognard.rules.narva.headquarters import closed_to
from grognard.rules.narva.movement import ChooseWay
from grognard.rules.narva.reinforcement import room_for
from grognard.rules.narva.state import ELIMINATED, SUPPLIED, NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class SpendPoints(Do, frozen=True):
    """Points are spent at once; what is not spent lapses."""

    left: Number
    returned: UnitSet = 0
    """Units brought back this turn: they cannot be made full too (11.2.1.B)."""

    rule = "11.2.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if self.left:
            state.push(ChooseReplacement(self.left, self.returned))


class ChooseReplacement(Ask, frozen=True):
    """11.2.B, 11.2.4: flip a unit, bring one back, or mend a defence."""

    left: Number
    returned: UnitSet

    rule = "11.2.B"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return GERMAN

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {
            "restore": restorable(game, state, self.returned),
            "rebuild": rebuildable(game, state),
            "repair": repair_choices(state, "11.2.4.B"),
            "done": ALWAYS,
        }

    def surprising(self, game: "Narva", state: NarvaState) -> tuple[str, ...]:
        """Points are spent as the event gives them (11.2.A): none can be kept."""
        return ("done",)

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        returned = self.returned
        following = SpendPoints(self.left - 1, returned | (1 << arg if kind == "rebuild" else 0))
        if kind == "restore":
            state.set_steps(arg, game.units[arg].steps)
            fog.put_in_order(game, state, state.at[arg])
            fog.tell(game, state, Event("restored", "11.2.B", {"unit": arg}, units=(arg,)), arg)
        elif kind == "repair":
            raise_marker(game, state, arg, game.replacements.defences.boxes_per_point, "11.2.4.B")
        if kind == "rebuild":
            state.push(ChooseRebuildHex(arg), following)
        else:
            state.push(following)


def _never(game: "Narva") -> tuple[Layer, ...]:
    one_step = sum(1 << n for n, unit in enumerate(game.units) if unit.steps < 2)
    return (
        Layer("soviet-no-replacements", "11.2.A", game.units_of[SOVIET]),
        Layer("headquarters-no-steps", "9.4.C", game.hqs),
        Layer("mechanised-not-rebuilt", "11.2.D", game.mechanised),
        Layer("one-step-unit", "11.2.C", one_step),
    )


def restorable(game: "Narva", state: NarvaState, returned: int) -> Among:
    here = state.on_map(game.everybody)
    whole = sum(1 << n for n in bits(here) if not state.is_reduced(game, n))
    unsupplied = sum(1 << n for n in bits(here) if state.supply[n] != SUPPLIED)
    return Among(
        game.everybody,
        *_never(game),
        Layer("not-on-map", "11.2.B", game.everybody & ~here),
        Layer("not-reduced", "11.2.B", whole),
        Layer("rebuilt-this-turn", "11.2.1.B", returned),
        Layer("rebuild-unsupplied", "11.2.3.A", unsupplied),
    )


def rebuildable(game: "Narva", state: NarvaState) -> Among:
    dead = sum(1 << n for n, at in enumerate(state.at) if at == ELIMINATED)
    homeless = sum(1 << n for n in bits(dead & game.units_of[GERMAN])
                   if not rebuild_hexes(game, state, n).mask)
    return Among(
        game.everybody,
        *_never(game),
        Layer("not-eliminated", "11.2.B", game.everybody & ~dead),
        Layer("no-headquarters-to-join", "11.2.2.A", homeless),
    )


def rebuild_hexes(game: "Narva", state: NarvaState, unit: int) -> Among:
    """11.2.2: where its own headquarters stands, or any German one for an independent."""
    band = game.units[unit].formation
    hqs = game.hqs & game.units_of[GERMAN] & (game.formation[band] if band else ~0)
    hexes = state.hexes_of(hqs)
    unsupplied = state.hexes_of(pack(hq for hq in bits(hqs) if state.supply[hq] != SUPPLIED))
    return Among(
        hexes,
        *(replace(layer, bars=layer.bars & hexes) for layer in closed_to(game, unit)),
        Layer("headquarters-unsupplied", "11.2.3.B", unsupplied),
        Layer("no-supply", "11.2.2.B", hexes & ~supply.suppliable(game, state, GERMAN)),
        Layer("no-room-to-rebuild", "11.2.2.F", hexes & ~room_for(game, state, unit, hexes)),
        outside=("not-with-headquarters", "11.2.2.A"),
    )


class ChooseRebuildHex(Ask, frozen=True):
    unit: UnitId

    rule = "11.2.2.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return GERMAN

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"place": rebuild_hexes(game, state, self.unit)}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        state.supply[self.unit] = SUPPLIED
        state.set_steps(self.unit, game.units[self.unit].steps - 1)
        state.tell(Event("rebuilt", "11.2.B", {"unit": self.unit, "to": arg}, hexes=(arg,)))
        state.place(game, self.unit, arg)
        state.push(ChooseWay(self.unit))  # 11.2.2.E
