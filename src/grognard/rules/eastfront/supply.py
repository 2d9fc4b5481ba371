"""Chapter 10: supply."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.floods import step
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import beachhead, control, rail
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.losses import lose_step
from grognard.rules.eastfront.objectives import outside_area
from grognard.rules.eastfront.stacking import surplus
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def supplied_hexes(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """10.3, 15.52: hexes whose blocks are fed by the net of the side or by its beachheads."""
    found = lines_of_net(game, state, side)
    beaches = beachhead.deployed(game, state, side)
    if not beaches:
        return found
    return found | beaches | _lines(game, control.open_to(game, state, side),
                                    beaches & state.friendly(side))


def lines_of_net(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """10.3: hexes from which a line of two hexes reaches a friendly rail or sea supply point."""
    net = rail.net(game, state, side)
    ends = net & state.friendly(side) & ~besieged_by_sea(game, state, side, net)
    return state.derive(("lines", side), _lines, game, control.open_to(game, state, side), ends)


def _lines(game: "EastFront", passes: HexSet, ends: HexSet) -> HexSet:
    found = edge = ends
    for _ in range(game.limits.supply_line):
        edge = step(game.grid, edge & passes, game.ground.open_sides) & game.ground.land
        found |= edge
    return found


def living_on_beachheads(game: "EastFront", state: EastFrontState, side: str) -> int:
    """15.52b: blocks on the map that a beachhead alone feeds."""
    if not beachhead.deployed(game, state, side):
        return 0
    here = state.on_map(game.everybody)
    return here & ~state.units_in(lines_of_net(game, state, side), here)


def besieged_by_sea(
    game: "EastFront", state: EastFrontState, side: str, net: HexSet
) -> HexSet:
    """15.31b: battle ports that only ships reach feed one cadre, no more."""
    battles = state.battles(game)
    ports = net & battles & game.ports & ~game.ground.entries[side]
    return ports & ~step(game.grid, net & ~battles, game.ground.rail_sides) if ports else 0


class SupplyPhase(Do, frozen=True):
    """4.46: at the end of a player turn the enemy's supply is judged, all at once (10.4c)."""

    rule = "10.4a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        side = enemy_of(state.phasing)
        for hex in bits(fortresses(game, state, side) | sieges(game, state, side)):
            first = fed_first(game, state, hex, side)
            if first and not state.fed & first:
                state.push(self)
                feed(game, state, hex, side)
                return
        units = state.on_map(state.loyal(game, side))
        fed = state.units_in(supplied_hexes(game, state, side), units) | state.fed
        starving = units & (~fed | cut_off(game, state, units, side))
        state.unsupplied &= ~units
        state.crowded &= ~units
        for unit in bits(starving):
            state.unsupplied |= 1 << unit
            # which block of a stack starves may follow from what it is: a satellite, the strongest
            report(game, state, "unsupplied", "10.4a", unit, reveals=True, hex=state.at[unit])
            lose_step(game, state, unit, "10.4a")
        state.fed = 0


def cut_off(game: "EastFront", state: EastFrontState, units: int, side: str) -> int:
    """Those unsupplied wherever they stand: one too many (6.22b), or outside their area (16.4d)."""
    crowded = pack(unit for unit in bits(units & state.crowded)
                   if surplus(game, state, state.at[unit], side))
    return crowded | outside_area(game, state, units)


# -- sieges (10.5, 15.31b) --------------------------------------------------------------------


def defended(state: EastFrontState, side: str) -> HexSet:
    """Battles in which the side is the original defender."""
    return pack(hex for hex, attacker in state.attackers.items() if attacker != side)


def fortresses(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """10.5a: fortresses without a line, attacked or not, which feed their strongest defender."""
    garrisons = state.occupied(game, side) & game.ground.fortress
    places = garrisons & (defended(state, side) | ~state.battles(game))
    return places & ~supplied_hexes(game, state, side) if places else 0


def sieges(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """15.31b: besieged ports, fed by ships alone, which keep one cadre."""
    net = rail.net(game, state, side)
    ports = besieged_by_sea(game, state, side, net) & ~game.ground.fortress
    places = ports & defended(state, side) if ports else 0
    return places & ~supplied_hexes(game, state, side) if places else 0


def fed_first(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """The blocks of a besieged place of which one is fed; none who goes hungry anywhere."""
    here = pack(state.of_side(game, hex, side))
    units = list(bits(here & ~cut_off(game, state, here, side)))
    return (strongest if game.ground.fortress >> hex & 1 else cadres)(game, state, units)


def strongest(game: "EastFront", state: EastFrontState, units: list[int]) -> int:
    """10.5a: the strongest defenders."""
    most = max((state.cv[unit] for unit in units), default=0)
    return pack(unit for unit in units if state.cv[unit] == most)


def spare(game: "EastFront", state: EastFrontState, unit: int) -> int:
    """Steps above its last one."""
    return state.cv[unit] - game.types[game.units[unit].type].lowest_cv


def cadres(game: "EastFront", state: EastFrontState, units: list[int]) -> int:
    """15.31b: blocks on their last step; one of them goes on living on it."""
    return pack(unit for unit in units if not spare(game, state, unit))


def feed(game: "EastFront", state: EastFrontState, hex: int, side: str) -> None:
    """The owner chooses among several."""
    first = fed_first(game, state, hex, side)
    if first.bit_count() == 1:
        state.fed |= first
        return
    rule = "10.5a" if game.ground.fortress >> hex & 1 else "15.31b"
    state.tell(Event("siege", rule, {"hex": hex}, hexes=(hex,), reveals=True))
    state.push(ChooseFed(hex, side))


class ChooseFed(Ask, frozen=True):
    """10.5a, 15.31b: the one block that a fortress or the ships feed."""

    hex: Hex
    owner: str

    rule = "15.31b"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        here = pack(state.of_side(game, self.hex, self.owner))
        first = fed_first(game, state, self.hex, self.owner)
        others = here & ~first if first else 0  # blocks guessed at may be none to feed
        fortress = game.ground.fortress >> self.hex & 1
        return {"feed": Among(
            game.everybody,
            Layer("not-besieged-there", "15.31b", game.everybody & ~here),
            Layer("strongest-fed", "10.5a", others if fortress else 0),
            Layer("weakest-fed", "15.31b", 0 if fortress else others),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.fed |= 1 << arg
