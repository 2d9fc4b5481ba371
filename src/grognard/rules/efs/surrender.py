"""6.4: cut-off Soviet hexes may surrender."""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import command, control, losses, routes, zones
from grognard.rules.efs.special_rows import Haven
from grognard.rules.efs.state import ELIMINATED, UNSUPPLIED, EfsState
from grognard.rules.efs.steps import Do, Roll
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class SurrenderPhase(Do, frozen=True):
    """6.4.1: every hex is judged on the position at the start of the phase."""

    rule = "6.4.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "surrender"
        hexes = () if game.skips("supply") else tuple(bits(checked(game, state)))
        if hexes:
            state.push(SurrenderRoll(hexes))


def unsupplied(game: "EastFrontSeries", state: EfsState) -> int:
    own = state.on_map(game.judged[SOVIET])
    return pack(unit for unit in bits(own) if state.supply[unit] == UNSUPPLIED)


def checked(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Unsupplied, in an enemy zone and cut off; never Guards, NKVD and towns (6.4.2)."""
    spared = state.hexes_of(game.with_trait("guards") | game.with_trait("nkvd"))
    spared |= game.ground.cities | game.ground.major_cities
    cut_off = (state.look_up(unsupplied(game, state)) & zones.zone(game, state, AXIS)
               & ~spared)
    if cut_off:
        cut_off &= ~routes.lifeline(game, state, SOVIET)
    return cut_off & ~sheltered(game, state) if cut_off and game.rows.haven else cut_off


def sheltered(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """14.5: hexes of a region with a line free of enemies to a port that serves it."""
    found, left = 0, game.grid.all
    for row in game.rows.haven:
        region = left & (row.area or game.grid.all)
        left &= ~region
        found |= region & routes.lifeline(game, state, SOVIET, harbours(game, state, row))
    return found


def harbours(game: "EastFrontSeries", state: EfsState, row: Haven) -> HexSet:
    """The friendly places of a region from which ships go on to Leningrad."""
    marks = game.map.features
    every = game.waters.ports | marks.get("port_lake", 0) if row.ports else 0
    own = control.land_of(game, state, SOVIET) & ~state.occupied(game, AXIS)
    return (every | pack(row.hexes)) & own


class SurrenderRoll(Roll, frozen=True):
    """A die for each hex."""

    hexes: tuple[Hex, ...]

    rule = "6.4.3"
    opens = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(len(self.hexes), 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        adds = {hex: added(game, state, hex) for hex in self.hexes}
        most = game.edition.surrender["most"]
        falls = [hex for hex, die in zip(self.hexes, outcome, strict=True)
                 if die + adds[hex] <= most]
        gone = {hex: state.units_in(1 << hex, unsupplied(game, state)) for hex in falls}
        for hex, die in zip(self.hexes, outcome, strict=True):
            told = "surrenders" if hex in gone else "holds-out"
            state.tell(Event(told, self.rule, {"hex": hex, "die": die, "modifier": adds[hex]},
                             hexes=(hex,)))
            for unit in bits(gone.get(hex, 0)):
                losses.count_hq(game, state, unit)
                losses.count_fallen(game, state, unit, state.steps[unit])
                state.place(game, unit, ELIMINATED)
        control.settle(game, state)


def added(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """6.4.4: an HQ in whose radius the hex lies adds one, whatever its own supply."""
    adds = game.edition.surrender
    near = bool(command.in_command(game, state, hex))
    second_rate = game.with_trait("coastal") | game.with_trait("militia")
    weak = not state.units_in(1 << hex, unsupplied(game, state)) & ~second_rate
    return near * adds["hq"] + weak * adds.get("coastal", 0)
