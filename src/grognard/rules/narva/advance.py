"""Section 9.6: advance after combat.

Combat units go first: ``advance 2K502 further 2425``. A headquarters that stood with them may
then go where one of them went (9.6.5, 11.1.2).
"""

from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Naming, UnitId, UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.narva import stacking, zones
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.headquarters import closed_to, overrun
from grognard.rules.narva.paths import forbidden
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

Escorts = Annotated[tuple[tuple[int, int], ...], Naming(lambda pairs: pack(hq for hq, _ in pairs))]
"""Each headquarters that stood with attackers, and these attackers as a bit set."""


class Advance(Do, frozen=True):
    """9.6.A: into the hex that the defender left, as many attackers as stacking allows."""

    battle: Battle
    retreated: bool = False
    """The attackers had to retreat: nobody advances."""
    escorts: Escorts = ()
    went: UnitSet = 0
    """Units that have advanced."""

    rule = "9.6.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if self.retreated or (state.units_at(self.battle.hex) and not self.went):
            return
        ChooseAdvance(self.battle, self.escorts, self.went).ask_if_any(game, state)


def escorts_of(game: "Narva", state: NarvaState, battle: Battle) -> Escorts:
    """9.6.5: headquarters stacked with units that attack; army headquarters stay (6.0.A)."""
    beside: dict[int, int] = {}
    for unit in bits(battle.attackers):
        for other in state.units_at(state.at[unit]):
            if (game.hqs & ~game.army_hqs) >> other & 1:
                beside[other] = beside.get(other, 0) | 1 << unit
    return tuple(beside.items())


def advancers(game: "Narva", state: NarvaState, advance: "Advance | ChooseAdvance") -> Among:
    hex, went, escorts = advance.battle.hex, advance.went, advance.escorts
    took_part = advance.battle.attackers | pack(hq for hq, _ in escorts)
    candidates = state.on_map(took_part & ~went)
    stopped = stopped_by_water(game, state, candidates, hex)
    return Among(
        game.everybody,
        Layer("attacker-lost", "9.6.A", took_part & ~state.on_map(took_part)),
        Layer("did-not-attack", "9.6.A", game.everybody & ~took_part),
        Layer("advanced-already", "9.6.B", went),
        Layer("pinned", "2.5.1.3.A", candidates & state.pinned),  # a headquarters beside them
        Layer("headquarters-after-units", "9.6.5",
              pack(hq for hq, mates in escorts if not mates & went) & ~went),
        Layer("legs-cannot-cross", "9.6.1.A", stopped & ~game.mechanised),
        Layer("tracks-cannot-cross", "9.6.4.A", stopped & game.mechanised),
        Layer("prepared-defence", "6.3.C", kept_out(game, candidates, hex, "prepared-defence")),
        Layer("ss-only", "6.3.D", kept_out(game, candidates, hex, "ss-only")),
        Layer("no-room-to-advance", "9.6.B", crowded_out(game, state, advance, candidates)),
    )


def crowded_out(
    game: "Narva", state: NarvaState, advance: "Advance | ChooseAdvance", candidates: int
) -> int:
    """7.1.C: stacking counts where an advance ends; who finds room beyond passes a full hex."""
    hex = advance.battle.hex
    return pack(
        unit for unit in bits(candidates)
        if stacking.full(game, state, unit) >> hex & 1
        and not goes_on(game, state, unit, hex, led_on_to(state, advance, unit))
    )


def led_on_to(state: NarvaState, advance: "Advance | ChooseAdvance", hq: int) -> HexSet:
    """11.1.2.B: where units of its stack went beyond the hex, for a headquarters."""
    mates = dict(advance.escorts).get(hq, 0) & advance.went
    return pack(state.at[unit] for unit in bits(mates)) & ~(1 << advance.battle.hex)


def stopped_by_water(game: "Narva", state: NarvaState, units: int, hex: Hex) -> int:
    """9.6.1, 9.6.4.A: open major rivers stop legs but for ferries; ice stops tracks too."""
    ways = game.ground.after_combat
    return pack(unit for unit in bits(units)
                if not ways[game.going(state, unit)][state.at[unit]] >> hex & 1)


def kept_out(game: "Narva", units: int, hex: Hex, code: str) -> int:
    """Germans that the ground of the hex is closed to."""
    return pack(unit for unit in bits(units) for layer in closed_to(game, unit)
                if layer.code == code and layer.bars >> hex & 1)


class ChooseAdvance(Ask, frozen=True):
    """9.6.B: from nobody to everybody."""

    battle: Battle
    escorts: Escorts = ()
    went: UnitSet = 0

    rule = "9.6.B"
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.battle.side

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"advance": advancers(game, state, self), "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        hex, led_on = self.battle.hex, led_on_to(state, self, arg)
        further = goes_on(game, state, arg, hex, led_on)
        step_into(game, state, arg, hex)
        state.push(Advance(self.battle, False, self.escorts, self.went | 1 << arg))
        if further:
            state.push(ChooseFurther(arg, led_on))


def step_into(game: "Narva", state: NarvaState, unit: int, hex: Hex) -> None:
    state.tell(Event("advances", "9.6.A", {"unit": unit, "to": hex}, units=(unit,),
                     hexes=(state.at[unit], hex)))
    overrun(game, state, unit, hex)
    state.place(game, unit, hex)


# -- the second hex (9.6.3) --------------------------------------------------------------------


def goes_on(
    game: "Narva", state: NarvaState, unit: int, hex: Hex, led_on: HexSet
) -> bool:
    """9.6.3.A: mechanised units may go on one hex; a headquarters behind them (11.1.2.B)."""
    far = game.limits.combat.advance_mechanised if game.mechanised >> unit & 1 else \
        game.limits.combat.advance_leg
    may = led_on or (far > 1 and not _stops(game, state, state.at[unit], hex))
    return bool(may and second_hexes(game, state, unit, hex, led_on).mask)


def _stops(game: "Narva", state: NarvaState, start: Hex, hex: Hex) -> bool:
    """9.6.4.B: over an unbridged minor river, or in a village or city, it goes no further."""
    side = game.grid.hexside(start, hex)
    river = side in game.ground.minor and not game.ground.bridged(side, state.frozen(game))
    return river or bool(game.cover >> hex & 1)


def second_hexes(
    game: "Narva", state: NarvaState, unit: int, here: Hex, led_on: HexSet
) -> Among:
    """Any hex next to the first that the unit could enter by movement (9.6.3.A)."""
    near: HexSet = game.grid.spread(1 << here)
    passable = game.ground.after_combat[game.going(state, unit)][here]
    strayed = near & ~led_on if game.hqs >> unit & 1 else 0
    return Among(
        near,
        *(replace(layer, bars=layer.bars & near)
          for layer in forbidden(game, state, unit, zones.before(game, state, unit))),
        Layer(*_crossing(game, unit), near & ~passable),
        Layer("headquarters-follows-units", "11.1.2.B", strayed),
        Layer("no-room-further", "9.6.3.B", near & stacking.full(game, state, unit)),
        outside=("not-adjacent-hex", "9.6.3.A"),
    )


def _crossing(game: "Narva", unit: int) -> tuple[str, str]:
    """The rule that stops a unit at a river when it goes on: tracks, or a headquarters."""
    tracks = game.mechanised >> unit & 1
    return ("tracks-cannot-cross", "9.6.4.A") if tracks else ("legs-cannot-cross", "9.6.1.A")


class ChooseFurther(Ask, frozen=True):
    """9.6.3.B: on into a hex of its own, or no further if it finds room where it is."""

    unit: UnitId
    led_on: HexSet = 0
    """Where mechanised units of its stack went, for a headquarters."""

    rule = "9.6.3.A"
    continues = True
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        here, full = state.at[self.unit], int(stacking.crowded(game, state, self.unit))
        return {"further": second_hexes(game, state, self.unit, here, self.led_on),
                "hold": Among(1, Layer("no-room-to-hold", "7.1.C", full, hexes=(here,)))}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "further":
            step_into(game, state, self.unit, arg)
