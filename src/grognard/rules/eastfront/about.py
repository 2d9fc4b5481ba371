"""What the table tells about a block and about a hex."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.hexes import Hex
from grognard.rules.eastfront.battle import COVER
from grognard.rules.eastfront.data import DRY, MUD, SNOW, Block
from grognard.rules.eastfront.state import EastFrontState
from grognard.table import UnitCard

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

STOPS = {"marsh": "1.34a", "mountain": "1.35a"}
HEXSIDE = {"clear": "6.33a"}


def about_unit(game: "EastFront", number: int) -> UnitCard:
    """Side, type and the numbers of the unit data table, for the order of battle."""
    block = game.units[number]
    return UnitCard(block.side, Message(f"unit-type.{block.type}"), tuple(unit_facts(game, block)),
                    Message("card.title", {"unit": number}))


def note(game: "EastFront", state: EastFrontState, unit: int) -> Message:
    """A block as it stands: what it is, and how many of its steps are left."""
    block = game.units[unit]
    return Message("card.block", {"kind": block.type, "cv": state.cv[unit], "of": block.max_cv})


def unit_facts(game: "EastFront", block: Block) -> Iterator[Fact]:
    row = game.types[block.type]
    yield _fact("strength", block.max_cv, "2.3a")
    yield _fact("speed", "-".join(str(row.speed[weather]) for weather in (DRY, MUD, SNOW)), "REF.2")
    if row.offensive != "none":
        yield _fact("fire", f"{row.offensive}/{row.defensive}", "7.32c")
    if cost := row.cost.get(block.side):
        yield _fact("cost", f"{cost.step}/{cost.cadre}", "11.41e")


# -- hexes ------------------------------------------------------------------------------------


def about_hex(game: "EastFront", hex: Hex) -> list[Fact]:
    """Limits, effects on movement and combat, what it yields."""
    if not game.ground.land >> hex & 1:
        return []
    return [*_ground(game, hex), *_city(game, hex), *_yield(game, hex)]


def _ground(game: "EastFront", hex: Hex) -> Iterator[Fact]:
    kind = game.map.terrain[hex]
    row = game.ground.rows[kind]
    yield _fact("stacking", row.stacking, "6.21a")
    yield _fact("hexside", row.hexside, HEXSIDE.get(kind, "6.33b"))
    if row.stops:
        yield _fact("stops", "", STOPS[kind])
    if row.defence > 1:
        yield _fact("defence", f"x {row.defence}", COVER[kind])


def _city(game: "EastFront", hex: Hex) -> Iterator[Fact]:
    if game.ground.major >> hex & 1:
        yield _fact("defence", f"x {game.effects.city_defence}", "1.41a")
        yield _fact("city-fire", game.effects.city_fire, "1.41b")
    if game.ground.fortress >> hex & 1:
        yield _fact("fortress", f"x {game.effects.fortress_defence}", "1.46b")
    if game.ports >> hex & 1:
        major = game.major_ports >> hex & 1
        yield _fact("port", game.limits.port_major if major else game.limits.port_minor, "15.21")


def _yield(game: "EastFront", hex: Hex) -> Iterator[Fact]:
    for centre in game.centres:
        if centre.hex != hex or not centre.counted:
            continue
        if centre.city:
            yield _fact("city", centre.city, "1.41c")
        if centre.resource:
            yield _fact("resource", centre.resource, "1.5a")


def _fact(name: str, value: object, rule: str) -> Fact:
    return Fact(Message(f"fact.{name}"), str(value), rule)
