"""What the table tells about a counter and about a hex."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.hexes import Hex, bits
from grognard.rules.efs import strengths
from grognard.rules.efs.data import Unit
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import as_points
from grognard.table import UnitCard

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

EFFECTS = {"hill": "8.3.2/2", "woods": "8.3.2/2", "marsh": "8.3.2/2", "swamp": "8.3.6.a",
           "village": "8.3.2/2", "city": "8.3.6.c"}
"""Ground that counts in combat, and its rule."""


def about_unit(game: "EastFrontSeries", unit: int) -> UnitCard:
    """A unit in the order of battle: its formation and its printed numbers."""
    row = game.units[unit]
    group = Message("card.group" if row.formation else f"card.group-{row.side}",
                    {"formation": row.formation})
    return UnitCard(row.side, group, tuple(unit_facts(row)), Message("card.title", {"unit": unit}))


def unit_facts(row: Unit) -> Iterator[Fact]:
    if row.hq:
        yield _fact("command", row.command, "13.1.2")
        yield _fact("radius", row.radius, "13.1.2")
        yield _fact("movement", row.move, "7.1.1")
        return
    yield _fact("strength", f"{row.attack}-{row.defence}-{row.move}", "8.4.1")
    if row.two_sided:
        move = strengths.move_of(row, 1)
        yield _fact("reduced", f"{row.reduced_attack}-{row.reduced_defence}-{move}", "8.5.2")
    if row.support:
        yield _fact("support", f"{row.support} ({row.range})", "10.1")
    yield _fact("steps", row.steps, "8.5.2")
    yield _fact("stacking", row.stacking, "3.2.1")


def note(game: "EastFrontSeries", state: EfsState, unit: int) -> Message:
    """A counter as it stands: what it is, and what is left of it."""
    row, steps = game.units[unit], state.steps[unit]
    about = {"type": row.type}
    if row.hq:
        return Message("card.hq", about | {"command": row.command, "move": row.move})
    if "supply" in row.traits:
        return Message("card.supply", about | {"points": steps})
    numbers = (strengths.attack_of(row, steps), strengths.defence_of(row, steps),
               strengths.move_of(row, steps))
    return Message("card.unit", about | {
        "strength": "-".join(map(str, numbers)), "steps": steps, "of": row.steps})


# -- hexes ---------------------------------------------------------------------------------------


def about_hex(game: "EastFrontSeries", hex: Hex) -> list[Fact]:
    """What a hex costs on foot and on wheels in dry weather, what it is to who fights there and
    what it is worth."""
    return [*_costs(game, hex), *_effects(game, hex), *_worth(game, hex), *_port(game, hex)]


def _port(game: "EastFrontSeries", hex: Hex) -> Iterator[Fact]:
    """A port, its sea zones and what it can do (agn:8.3)."""
    if not game.rows.sea or hex not in game.waters.port_kind:
        return
    kind = game.waters.port_kind[hex]
    row = game.charts.naval.ports[kind]
    yield _fact(f"port-{kind}", row.handles, f"sea:3.2/{kind}")
    for zone in bits(game.waters.port_zones[hex]):
        yield _fact("sea-zone", game.charts.sea_zones[zone].id, "sea:1.1")
    yield _fact("port-feeds", row.feeds or "∞", "sea:3.3")


def _costs(game: "EastFrontSeries", hex: Hex) -> Iterator[Fact]:
    for goes in ("foot", "motor"):
        cost = game.ground.off_road(hex, -1, goes, "dry")
        yield _fact(f"cost-{goes}", "-" if cost is None else as_points(cost), "7.3.1")


def _effects(game: "EastFrontSeries", hex: Hex) -> Iterator[Fact]:
    for cause in causes(game, hex):
        if game.effects[cause].die:
            die = f"{game.effects[cause].die:+d}"
            yield Fact(Message(f"odds.die-{cause}"), die, EFFECTS[cause])


def causes(game: "EastFrontSeries", hex: Hex) -> Iterator[str]:
    """The rows of the combat modifiers that speak of a hex."""
    ground = game.ground
    hexes = {"hill": ground.hills, "woods": ground.woods, "marsh": ground.marsh,
             "swamp": ground.swamp, "village": ground.villages, "city": ground.cities}
    yield from (cause for cause, there in hexes.items() if there >> hex & 1)


def _worth(game: "EastFrontSeries", hex: Hex) -> Iterator[Fact]:
    for line in game.rows.victory:
        if hex in line.hexes and line.kind == "hold":
            yield _fact("worth", line.points, line.rule)


def _fact(name: str, value: object, rule: str) -> Fact:
    return Fact(Message(f"fact.{name}"), str(value), rule)
