"""Chapter 8: reinforcements of units."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.floods import waves
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Ask, Do
from grognard.hexes import HexSet, bits
from grognard.rules.narva import stacking, zones
from grognard.rules.narva.barrage import BarrageRoll
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.data import GERMAN, SOVIET, enemy_of
from grognard.rules.narva.headquarters import (
    army_hq_hexes,
    closed_to,
    displace,
    refuges,
)
from grognard.rules.narva.movement import ChooseWay, march_reach, strategic_reach
from grognard.rules.narva.state import DISPLACED, ELIMINATED, SUPPLIED, TRACK, NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

BRIGADE = "260MS"


# -- German and Soviet segments ----------------------------------------------------------------


class GermanSegment(Do, frozen=True):
    rule = "3.0.C"

    def run(self, game: "Narva", state: NarvaState) -> None:
        state.push(Arrivals(GERMAN), EndSegment(GERMAN))


class SovietSegment(Do, frozen=True):
    rule = "3.0.C"

    def run(self, game: "Narva", state: NarvaState) -> None:
        state.push(Arrivals(SOVIET), EndSegment(SOVIET))


def arriving(game: "Narva", state: NarvaState, side: str) -> int:
    """Units of the side on this turn's box of the track, displaced headquarters with them."""
    found = 0
    for unit in bits(game.units_of[side]):
        due = state.at[unit] == TRACK and state.arrives[unit] <= state.turn
        if due or state.at[unit] == DISPLACED:
            found |= 1 << unit
    return found


class Arrivals(Do, frozen=True):
    """One arrival after the other, in the order the owner likes."""

    owner: str

    rule = "8.0.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if arrival_choices(game, state, self.owner).mask:
            state.push(ChooseArrival(self.owner))


def arrival_choices(game: "Narva", state: NarvaState, side: str) -> Among:
    everybody = (1 << len(game.units)) - 1
    due = arriving(game, state, side)
    blocked = sum(1 << unit for unit in bits(due) if not entry_choices(game, state, unit).mask)
    return Among(
        everybody,
        Layer("enemy-unit", "8.0.A", game.units_of[enemy_of(side)]),
        Layer("not-due", "14.0.B", everybody & ~due),
        Layer("no-way-in", "8.3.B", blocked),
    )


class ChooseArrival(Ask, frozen=True):
    """8.0.A: which unit enters next; 8.4: or is sent to another entry; 8.6: or lands later."""

    owner: str

    rule = "8.0.A"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.owner

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"arrive": arrival_choices(game, state, self.owner)}
        if self.owner == GERMAN:
            offers["reroute"] = reroutable(game, state)
        if not self._must(game, state):
            offers["done"] = ALWAYS
        return offers

    def _must(self, game: "Narva", state: NarvaState) -> bool:
        """Everybody who can enter must, but for the brigade, which may wait (8.6.A.1)."""
        units = arrival_choices(game, state, self.owner).mask
        return any(game.units[unit].code != BRIGADE for unit in bits(units))

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "arrive":
            state.push(ChooseEntryHex(arg), Arrivals(self.owner))
        elif kind == "reroute":
            state.push(ChooseEntry(arg), Arrivals(self.owner))


def entry_choices(game: "Narva", state: NarvaState, unit: int) -> Among:
    """Where an arrival may be put down."""
    row = game.units[unit]
    if state.at[unit] == DISPLACED:
        return refuges(game, state, unit, -1)
    if row.code == BRIGADE:
        return landing_choices(game, state)
    if row.hq == "army":
        return army_hq_hexes(game, state, unit)
    entry = game.entries[state.entries[unit]]
    zone = zones.enemy_zone(game, state, row.side)
    held = state.occupied(game, enemy_of(row.side))
    closed = 0
    for layer in closed_to(game, unit):
        closed |= layer.bars
    hexes = entry.hexes & ~zone & ~held
    if not hexes:  # 8.3.B
        near = edge_near(game, entry.hexes, entry.edge)
        hexes = near & ~zone & ~held & ~game.ground.water & game.rows.playable & ~closed
    hexes = room_for(game, state, unit, hexes)
    return Among(
        hexes,
        Layer("enemy-occupied", "8.3.A", held & ~hexes),
        Layer("enemy-zone", "5.3.A", zone & ~hexes),
        outside=("not-entry-hex", "8.0.A"),
    )


def edge_near(game: "Narva", entry: HexSet, edge: HexSet) -> HexSet:
    """Hexes of the same map edge within ten of the entry hex."""
    near = 0
    for distance, wave in enumerate(waves(game.grid, entry, game.grid.all)):
        if distance > game.limits.blocked_entry:
            break
        near |= wave
    return near & edge


def room_for(game: "Narva", state: NarvaState, unit: int, hexes: HexSet) -> HexSet:
    """7.2.A: over the limit only if the unit can move on to a hex with room."""
    full = stacking.full(game, state, unit)
    return sum(1 << hex for hex in bits(hexes)
               if not full >> hex & 1 or can_move_on(game, state, unit, hex))


def can_move_on(game: "Narva", state: NarvaState, unit: int, hex: int) -> bool:
    trial = state.copy()
    trial.place(game, unit, hex)
    full = stacking.full(game, trial, unit) | 1 << hex
    reached = march_reach(game, trial, unit).mask | strategic_reach(game, trial, unit).mask
    return bool(reached & ~full)


class ChooseEntryHex(Ask, frozen=True):
    unit: int

    rule = "8.0.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"into": entry_choices(game, state, self.unit)}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        unit = self.unit
        displaced = state.at[unit] == DISPLACED
        state.supply[unit] = SUPPLIED  # 8.0.B.1
        if game.units[unit].code == BRIGADE:
            land(game, state, unit, arg)
            return
        state.place(game, unit, arg)
        state.tell(Event("arrives", "8.0.A", {"unit": unit, "to": arg}, hexes=(arg,),
                         units=(unit,)))
        if not displaced and game.units[unit].hq != "army":
            state.push(ChooseWay(unit, rail=True))


# -- re-routing (8.4) --------------------------------------------------------------------------


def reroutable(game: "Narva", state: NarvaState) -> Among:
    everybody = (1 << len(game.units)) - 1
    due = arriving(game, state, GERMAN)
    no_entry = sum(1 << n for n in bits(due) if state.entries[n] not in game.entries)
    return Among(
        everybody,
        Layer("enemy-unit", "8.4.A", game.units_of[SOVIET]),
        Layer("not-due", "8.4.A", everybody & ~due | no_entry),
        Layer("rerouted-already", "8.4.B", state.rerouted),
    )


class ChooseEntry(Ask, frozen=True):
    """8.4.A: another German entry point, a turn later."""

    unit: int

    rule = "8.4.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return GERMAN

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        letters = sorted(game.entries)
        soviet = same = 0
        for number, letter in enumerate(letters):
            soviet |= (1 if game.entries[letter].side != GERMAN else 0) << number
            same |= (1 if letter == state.entries[self.unit] else 0) << number
        return {"entry": Among((1 << len(letters)) - 1, Layer("soviet-entry", "8.4.A", soviet),
                               Layer("same-entry", "8.4.A", same))}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        letter = sorted(game.entries)[arg]
        state.entries[self.unit] = letter
        state.arrives[self.unit] = state.turn + game.limits.reroute_turns
        state.rerouted |= 1 << self.unit
        state.tell(Event("rerouted", "8.4.A", {"unit": self.unit, "entry": letter}))


class EndSegment(Do, frozen=True):
    """8.5: who had no way in at all is lost; who lacked only room waits (7.2.A)."""

    owner: str

    rule = "8.5"

    def run(self, game: "Narva", state: NarvaState) -> None:
        for unit in bits(arriving(game, state, self.owner)):
            row = game.units[unit]
            waits = row.code == BRIGADE or row.hq == "army" or state.at[unit] == DISPLACED
            if waits or _only_crowded(game, state, unit):
                continue
            state.at[unit] = ELIMINATED
            state.steps[unit] = 0
            state.tell(Event("lost-on-the-way", "8.5", {"unit": unit}))


def _only_crowded(game: "Narva", state: NarvaState, unit: int) -> bool:
    entry = game.entries[state.entries[unit]]
    zone = zones.enemy_zone(game, state, game.owner(unit))
    hexes = entry.hexes | edge_near(game, entry.hexes, entry.edge)
    free = hexes & ~zone & ~state.occupied(game, enemy_of(game.owner(unit))) & ~game.ground.water
    return bool(free)


# -- the 260th brigade (8.6) -------------------------------------------------------------------


def landing_choices(game: "Narva", state: NarvaState) -> Among:
    """8.6.A: a Merekula hex; the coast beside it only if Germans hold both."""
    german = state.combat_hexes(game, GERMAN)
    village, coast = game.map.areas["merekula"], game.map.areas["merekula_coastal"]
    hexes = village & ~german or coast & ~german
    early = game.grid.all if state.turn < game.limits.landing_turn else 0
    return Among(
        (village | coast) & game.rows.playable,
        Layer("landing-too-early", "8.6.A.1", early),
        Layer("enemy-occupied", "8.6.A.2", german),
        Layer("village-first", "8.6.A.2", coast & ~hexes),
        outside=("not-merekula", "8.6.A.1"),
    )


def land(game: "Narva", state: NarvaState, unit: int, hex: int) -> None:
    """A headquarters alone on the beach is displaced (8.6.B); the coast artillery fires (8.6.C)."""
    for other in state.units_at(hex):
        displace(game, state, other)
    state.place(game, unit, hex)
    state.tell(Event("lands", "8.6.A.1", {"unit": unit, "to": hex}, hexes=(hex,), units=(unit,)))
    state.push(MayFireOnLanding(unit, hex))


class MayFireOnLanding(Ask, frozen=True):
    unit: int
    hex: int

    rule = "8.6.C.1"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return GERMAN

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"accept": ALWAYS, "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "accept":
            battle = Battle(GERMAN, self.hex, barrage=True)
            state.push(BarrageRoll(battle, landing=self.unit))

