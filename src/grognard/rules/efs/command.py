"""13.1: Soviet headquarters: radius, command value, and the units they activate.

An HQ has three purses a segment, each of its full value: activations, reactions and orders
(13.1.2). Who serves whom is not named: a wish is open if all wishes can be shared out.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sharing import can_share, who_can_serve
from grognard.core.visibility import UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import garrisons, ways
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def value(game: "EastFrontSeries", state: EfsState, hq: int) -> int:
    """13.1.3: the printed value less the interdiction on its hex."""
    if state.nonoperational >> hq & 1:
        return 0
    return max(0, game.units[hq].command - state.interdicted(game, state.at[hq]))


def working(game: "EastFrontSeries", state: EfsState) -> int:
    """Headquarters on the map that can command."""
    return state.on_map(game.hqs) & ~state.nonoperational


def radius(game: "EastFrontSeries", state: EfsState, hq: int) -> HexSet:
    """13.1.1: hexes in command, whatever lies between; on the inset next door alone (15.9)."""
    here, reach = state.at[hq], game.units[hq].radius
    if game.mega.fine >> here & 1:
        reach = min(reach, game.charts.inset.hq_radius)
    return game.mega.disk(here, reach)


def in_command(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """The headquarters in whose radius a hex lies, working or not."""
    return pack(hq for hq in bits(state.on_map(game.hqs)) if radius(game, state, hq) >> hex & 1)


def claims_of(game: "EastFrontSeries", state: EfsState, units: int) -> dict[int, int]:
    """The same for units on the map, by unit; who is in no radius is left out."""
    led = state.derive_standing("led", _led, game)
    return {unit: led[unit] for unit in bits(units) if unit in led}


def _led(game: "EastFrontSeries", state: EfsState) -> dict[int, int]:
    there: dict[Hex, int] = {}
    standing = state.occupied(game, SOVIET)
    for hq in bits(state.on_map(game.hqs)):
        for hex in bits(radius(game, state, hq) & standing):
            there[hex] = there.get(hex, 0) | 1 << hq
    return {unit: hqs for hex, hqs in there.items() for unit in state.stacks[hex]}


def can_command(game: "EastFrontSeries", state: EfsState, claims: Iterable[int]) -> bool:
    """Whether the headquarters can serve all these wishes out of one purse each."""
    return can_share(claims, purses(game, state))


def purses(game: "EastFrontSeries", state: EfsState) -> dict[int, int]:
    """How many wishes each headquarters can serve."""
    return {hq: value(game, state, hq) for hq in bits(working(game, state))}


# -- headquarters out of order -------------------------------------------------------------------


class RecoverHeadquarters(Do, frozen=True):
    """BSR.hq.nonop: once a turn those that were turned over may recover."""

    rule = "series:hq.nonop"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        down = state.on_map(state.nonoperational)
        if down and game.edition.headquarters.states:
            state.push(RecoveryRoll(down))


class RecoveryRoll(Roll, frozen=True):
    """A die for each: at most its number to recover on, and it is in order again."""

    headquarters: UnitSet

    rule = "series:hq.nonop"
    opens = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(self.headquarters.bit_count(), 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        for hq, die in zip(bits(self.headquarters), outcome, strict=True):
            recovers = die <= game.edition.headquarters.recovery
            if recovers:
                state.nonoperational &= ~(1 << hq)
            told = "hq-recovers" if recovers else "hq-stays-down"
            state.tell(Event(told, self.rule, {"unit": hq, "die": die}, units=(hq,)))


# -- activation --------------------------------------------------------------------------------


class Activation(Do, frozen=True):
    """13.1.2.a: at the start of the Soviet Motorised Phase."""

    rule = "13.1.2.a"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        Activate().ask_if_any(game, state)


class Activate(Ask, frozen=True):
    """Which unit a headquarters sends into the attack."""

    rule = "13.1.2.a"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"activate": activation_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.activated |= 1 << arg
        state.commanded[arg] = claim(game, arg, in_command(game, state, state.at[arg]))
        state.tell(Event("activates", self.rule, {"unit": arg}, units=(arg,)))
        state.push(Activation())


def activation_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    own = game.units_of[SOVIET]
    standing = state.on_map(own)
    claims = {unit: claim(game, unit, hqs) for unit, hqs in claims_of(
        game, state, standing & ~state.activated).items()}
    alone = standing & ~state.activated & ~pack(unit for unit, one in claims.items() if one)
    layers = (
        Layer("axis-unit", "13.1.2.a", game.units_of[AXIS]),
        Layer("not-on-map", "14.1.9", own & ~standing),
        Layer("activated-already", "13.1.2.a", state.activated),
        Layer("moves-by-itself", "13.1.2.a", own & ~game.without_share[ways.MOTORISED]),
        Layer("not-led", "13.1.2.a", game.supplies | game.trains | game.bridge_units),
        Layer("fleet-not-led", "sea:8.1.e/stack", game.ships | game.boats),
        Layer("cannot-move", "13.1.2.a", game.immobile),
        Layer("garrison-stays", "13.6.1", garrisons.stays(game, state)),
        Layer("leads-not-itself", "13.1.2.a", alone & game.hqs),
        Layer("out-of-command", "13.1.1", alone),
    )
    free = who_can_serve(state.commanded.values(), activation_purses(game, state))
    too_many = pack([unit for unit, one in claims.items() if not one & free])
    return Among(game.everybody, *layers, Layer("command-spent", "13.1.2.a", too_many))


def claim(game: "EastFrontSeries", unit: int, hqs: int) -> int:
    """Those that could lead the unit, never itself; for Guards each twice (13.5.1)."""
    found = hqs & ~(1 << unit)
    if "guards" in game.units[unit].traits:
        found |= found << len(game.units)
    return found


def activation_purses(game: "EastFrontSeries", state: EfsState) -> dict[int, int]:
    """13.5.1: beyond its value each HQ leads one more unit of Guards."""
    count, room = len(game.units), purses(game, state)
    return room | {hq + count: game.edition.headquarters.guards_extra for hq in room}
