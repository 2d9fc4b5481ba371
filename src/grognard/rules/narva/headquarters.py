"""Section 11.1: headquarters are overrun, displaced and follow their stacks."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import HexSet, bits
from grognard.rules.narva import supply, zones
from grognard.rules.narva.data import GERMAN, SOVIET, enemy_of
from grognard.rules.narva.state import DISPLACED, NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def overrun(game: "Narva", state: NarvaState, unit: int, hex: int) -> None:
    """6.3.B.2, 11.1.4: a combat unit that enters displaces enemy headquarters standing alone."""
    for other in state.units_at(hex):
        if game.owner(other) != game.owner(unit):
            state.tell(Event("overrun", "11.1.4.A", {"unit": unit, "hq": other}, hexes=(hex,)))
            displace(game, state, other)


def displace_alone(game: "Narva", state: NarvaState, hex: int) -> None:
    """11.1.3.A.1: all units stacked with a headquarters were eliminated."""
    stack = state.units_at(hex)
    if stack and all(game.hqs >> unit & 1 for unit in stack):
        for unit in stack:
            displace(game, state, unit)


def displace(game: "Narva", state: NarvaState, hq: int) -> None:
    """Take the headquarters up; its owner puts it down again once the fighting is over."""
    hex = state.at[hq]
    state.place(game, hq, DISPLACED)
    state.displaced_from[hq] = hex
    state.tell(Event("displaced", "11.1.3.A", {"unit": hq}, hexes=(hex,), units=(hq,)))
    state.push(Displacement(hq))


class Displacement(Do, frozen=True):
    """Without any place the headquarters waits for its next reinforcement segment."""

    hq: UnitId

    rule = "11.1.3.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        PlaceHeadquarters(self.hq).ask_if_any(game, state)


def refuges(game: "Narva", state: NarvaState, hq: int, entries: HexSet = 0) -> Among:
    """Supplied, out of enemy zones, far enough off, no other headquarters (11.1.3.A).

    A headquarters that had to wait may come in at its side's entry hexes too, however near.
    """
    side, was = game.owner(hq), state.displaced_from.get(hq)
    least = game.limits.headquarters.displacement_hexes
    near = 0 if was is None else game.grid.disk(was, least - 1) & ~entries
    return Among(
        game.grid.all,
        *not_ground(game),
        Layer("enemy-occupied", "6.3.B.1", state.occupied(game, enemy_of(side))),
        *closed_to(game, hq),
        Layer("too-near", "11.1.3.A", near),
        Layer("enemy-zone", "11.1.3.A", zones.enemy_zone(game, state, side)),
        Layer("second-headquarters", "7.1.B.2", hq_hexes(game, state, side)),
        Layer("army-range", "4.2.5.D", near_other_armies(game, state, hq)),
        Layer("no-supply", "11.1.3.A", game.playable & ~supply.suppliable(game, state, side)),
    )


class PlaceHeadquarters(Ask, frozen=True):
    """The owner puts a displaced headquarters where he likes within the rule."""

    hq: UnitId

    rule = "11.1.3.A"
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.hq)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"place": refuges(game, state, self.hq)}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        state.displaced_from.pop(self.hq, None)
        state.place(game, self.hq, arg)
        state.tell(Event("placed", "11.1.3.A", {"unit": self.hq, "to": arg}, hexes=(arg,)))


def hq_hexes(game: "Narva", state: NarvaState, side: str) -> HexSet:
    return state.hexes_of(game.hqs & game.units_of[side])


def near_other_armies(game: "Narva", state: NarvaState, hq: int) -> HexSet:
    """4.2.5.A: no army headquarters may stand within another's command range."""
    near = 0
    if game.army_hqs >> hq & 1:
        for other in bits(game.army_hqs & ~(1 << hq)):
            if state.at[other] >= 0:
                reach = max(game.units[other].command_range, game.units[hq].command_range)
                near |= game.grid.disk(state.at[other], reach)
    return near


def army_hq_hexes(game: "Narva", state: NarvaState, hq: int) -> Among:
    """Where an army headquarters may arrive (4.2.5.B)."""
    return Among(game.grid.all, *army_hq_layers(game, state, hq, "4.2.5.B"))


def army_hq_layers(game: "Narva", state: NarvaState, hq: int, rule: str) -> tuple[Layer, ...]:
    """Where an army headquarters may not be put (4.1.3.A, 4.2.5.B)."""
    fed = supply.suppliable(game, state, SOVIET, state.left_by(1 << hq))
    return (
        *not_ground(game),
        Layer("enemy-occupied", rule, state.occupied(game, GERMAN)),
        Layer("enemy-zone", rule, zones.enemy_zone(game, state, SOVIET)),
        Layer("second-headquarters", "7.1.B.2", hq_hexes(game, state, SOVIET)),
        Layer("army-range", "4.2.5.A", near_other_armies(game, state, hq)),
        Layer("no-supply", rule, game.grid.all & ~fed),
    )


def not_ground(game: "Narva") -> tuple[Layer, Layer]:
    """6.3.A: hexes where no unit of this scenario can be."""
    return (
        Layer("water", "6.3.A", game.ground.water),
        Layer("out-of-play", "6.3.A", game.grid.all & ~game.playable),
    )


def closed_to(game: "Narva", unit: int) -> tuple[Layer, ...]:
    """6.3.C, D: who of the Germans may enter the defences, Narva and the ground between."""
    row = game.units[unit]
    if row.side != GERMAN:
        return ()
    layers = []
    if row.formation not in game.defenders:
        layers.append(Layer("prepared-defence", "6.3.C", game.all_defences))
    if not row.ss:
        layers.append(Layer("ss-only", "6.3.D", game.narva_city | game.behind_defences))
    return tuple(layers)
