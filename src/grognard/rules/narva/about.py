"""What the table tells about a counter and about a hex."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.hexes import Hex
from grognard.rules.narva.data import Unit
from grognard.rules.narva.points import as_points
from grognard.rules.narva.state import NarvaState
from grognard.table import UnitCard

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def about_unit(game: "Narva", number: int) -> UnitCard:
    """Side, formation and printed numbers, for the order of battle."""
    unit = game.units[number]
    return UnitCard(unit.side, Message(f"formation.{group_of(unit)}"), tuple(unit_facts(unit)),
                    Message("card.title", {"unit": number}))


def note(game: "Narva", state: NarvaState, unit: int) -> Message:
    """A counter as it stands: what it is, what is left of it."""
    row, steps = game.units[unit], state.steps[unit]
    about = {"kind": row.symbol, "move": row.move}
    if row.hq:
        return Message("card.hq", about | {"range": row.command_range})
    return Message("card.unit", about | {
        "strength": "-".join(map(str, strengths(row, steps))), "steps": steps, "of": row.steps})


def strengths(row: Unit, steps: int) -> tuple[int, int, int]:
    """Attack, defence and movement of the side that is up (9.4.A)."""
    if steps < row.steps:
        return row.reduced_attack, row.reduced_defence, row.reduced_move
    return row.attack, row.defence, row.move


def group_of(unit: Unit) -> str:
    """Division, corps or army; independent units of a side are a group of their own (4.2.2)."""
    return unit.formation or (unit.army if unit.hq else unit.side)


def unit_facts(unit: Unit) -> Iterator[Fact]:
    if unit.hq:
        yield _fact("range", unit.command_range, "4.2.4.A")
        if unit.move:
            yield _fact("movement", unit.move, "6.1.A")
        return
    yield _fact("strength", f"{unit.attack}-{unit.defence}-{unit.move}", "9.3.A")
    if unit.steps > 1:
        reduced = f"{unit.reduced_attack}-{unit.reduced_defence}-{unit.reduced_move}"
        yield _fact("reduced", reduced, "9.4.A")
    yield _fact("steps", unit.steps, "9.4.A")


def about_hex(game: "Narva", hex: Hex) -> list[Fact]:
    """Costs and effects on combat."""
    return [*_costs(game, hex), *_effects(game, hex), *_worth(game, hex)]


def _costs(game: "Narva", hex: Hex) -> Iterator[Fact]:
    for name, mechanised in (("leg", False), ("mech", True)):
        cost = game.ground.hex_cost(hex, mechanised)
        yield _fact(name, "-" if cost is None else as_points(cost), "6.1.A")


def _effects(game: "Narva", hex: Hex) -> Iterator[Fact]:
    row = game.charts.terrain[game.map.terrain[hex]]
    if row.doubles:
        yield _fact("defence", "x 2", "9.3.C.1")
    if row.shift:
        yield _fact("shift", f"{row.shift:+d}", "9.3.1.A")
    if game.cities >> hex & 1:
        yield _fact("loss", -1, "9.4.4.A")
    if (game.cover | game.all_defences) >> hex & 1:
        yield _fact("retreat", -1, "9.5.6.A")


def _worth(game: "Narva", hex: Hex) -> Iterator[Fact]:
    for item in game.scoring:
        if item.hexes >> hex & 1:
            yield _fact("occupied" if item.occupied else "held", item.points, item.rule)


def _fact(name: str, value: object, rule: str) -> Fact:
    return Fact(Message(f"fact.{name}"), str(value), rule)
