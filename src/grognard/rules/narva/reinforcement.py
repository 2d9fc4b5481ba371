"""Chapter 8: reinforcements of units."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.narva import paths, stacking, zones
from grognard.rules.narva.barrage import BarrageRoll, barrage_odds
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.data import GERMAN, SOVIET, enemy_of
from grognard.rules.narva.headquarters import army_hq_hexes, overrun, refuges
from grognard.rules.narva.movement import ChooseWay
from grognard.rules.narva.scenarios import Entry
from grognard.rules.narva.state import DISPLACED, ELIMINATED, SUPPLIED, TRACK, NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


# -- German and Soviet segments ----------------------------------------------------------------


class GermanSegment(Do, frozen=True):
    rule = "3.0.C"

    def run(self, game: "Narva", state: NarvaState) -> None:
        begin_segment(state, GERMAN)


class SovietSegment(Do, frozen=True):
    rule = "3.0.C"

    def run(self, game: "Narva", state: NarvaState) -> None:
        begin_segment(state, SOVIET)


def begin_segment(state: NarvaState, side: str) -> None:
    """The moves of a segment count as an activation of their own for ferries (6.2.2.2.B.1)."""
    state.ferried = 0
    state.push(Arrivals(side), EndSegment(side))


def arriving(game: "Narva", state: NarvaState, side: str) -> int:
    """Units of the side due to enter by now, displaced headquarters with them."""
    displaced = game.units_of[side] & state.units_on(DISPLACED)
    return due(game, state, side) | displaced


def due(game: "Narva", state: NarvaState, side: str) -> int:
    """Units on the box of this turn, and those that found no room before (7.2.A)."""
    on_track = state.units_on(TRACK)
    return game.units_of[side] & state.derive("due", _due, game, on_track, state.turn,
                                              tuple(state.arrives))


def _due(game: "Narva", on_track: int, turn: int, arrives: tuple[int, ...]) -> int:
    return pack([unit for unit in bits(on_track) if arrives[unit] <= turn])


class Arrivals(Do, frozen=True):
    """One arrival after the other, in the order the owner likes."""

    owner: str

    rule = "8.0.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        ChooseArrival(self.owner).ask_if_any(game, state)


def arrival_choices(game: "Narva", state: NarvaState, side: str) -> Among:
    coming = arriving(game, state, side)
    shut = closed_by(game, state, enemy_of(side))
    blocked = pack([unit for unit in bits(coming) if not can_enter(game, state, unit, shut)])
    return Among(
        game.everybody,
        Layer("enemy-unit", "8.0.A", game.units_of[enemy_of(side)]),
        *_not_coming(state, game.everybody & ~coming),
        *_shut_layers(game, state, blocked),
    )


def _not_coming(state: NarvaState, others: int) -> tuple[Layer, Layer, Layer]:
    """14.0.B: why the others do not arrive: here already, out of the game, or later."""
    later = state.units_on(TRACK)
    return (
        Layer("on-the-map-already", "14.0.B", others & state.on_map(others)),
        Layer("not-due", "14.0.B", others & later),
        Layer("left-the-game", "14.0.B", others & ~later),
    )


def _shut_layers(game: "Narva", state: NarvaState, blocked: int) -> tuple[Layer, ...]:
    """Why the blocked do not enter: some look for a hex by rules of their own."""
    displaced = blocked & state.units_on(DISPLACED)
    return (
        Layer("no-refuge", "11.1.3.A", displaced),
        Layer("army-must-wait", "4.2.5.C", blocked & game.army_hqs & ~displaced),
        Layer("no-landing", "8.6.A.2", blocked & 1 << game.brigade),
        Layer("no-way-in", "8.3.B", blocked),
    )


class ChooseArrival(Ask, frozen=True):
    """8.0.A: which unit enters next; 8.4: or is sent to another entry; 8.6: or lands later."""

    owner: str

    rule = "8.0.A"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.owner

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        enter = arrival_choices(game, state, self.owner)
        offers: dict[str, Choices] = {"arrive": enter}
        must = enter.mask & ~(1 << game.brigade)  # which may wait: 8.6.A.1
        if self.owner == GERMAN:
            sent = reroutable(game, state)
            must |= shut_out(game, state, sent.mask)
            offers["reroute"] = sent
        return offers if must else {**offers, "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "arrive":
            state.push(ChooseEntryHex(arg), Arrivals(self.owner))
        elif kind == "reroute":
            state.push(ChooseEntry(arg), Arrivals(self.owner))

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind == "done":
            german = self.owner == GERMAN
            return Reason("must-enter-or-reroute" if german else "must-enter", "8.3.B")
        if kind == "reroute":
            return Reason("no-rerouting", "8.4.A")
        return super().absent(game, state, kind, arg)


# -- where they enter (8.0 to 8.3) -------------------------------------------------------------


def can_enter(game: "Narva", state: NarvaState, unit: int, shut: HexSet) -> bool:
    """Whether the unit finds a hex; mostly its own entry is not shut and has room."""
    entry = game.entries.get(state.entries[unit]) if state.at[unit] == TRACK else None
    if entry is not None and entry.hexes & ~(shut | stacking.full(game, state, unit)):
        return True
    return bool(entry_choices(game, state, unit).mask)


def entry_choices(game: "Narva", state: NarvaState, unit: int) -> Among:
    """Where an arrival may be put down."""
    row = game.units[unit]
    if state.at[unit] == DISPLACED:
        return refuges(game, state, unit, game.entry_hexes[row.side])
    if unit == game.brigade:
        return landing_choices(game, state)
    if row.hq == "army":
        return army_hq_hexes(game, state, unit)
    stretch = entry_stretch(game, state, game.entries[state.entries[unit]])
    return Among(
        stretch,
        Layer("enemy-occupied", "8.3.A", stretch & state.occupied(game, enemy_of(row.side))),
        Layer("enemy-zone", "5.3.A", stretch & zones.enemy_zone(game, state, row.side)),
        Layer("no-room", "7.2.A", stretch & ~room_for(game, state, unit, stretch, by_rail=True)),
        outside=("not-entry-hex", "8.0.A"),
    )


def entry_stretch(game: "Narva", state: NarvaState, entry: Entry) -> HexSet:
    """The entry hexes; if the enemy closes them all, the map edge near them (8.3.B)."""
    if entry.hexes & ~closed_by(game, state, enemy_of(entry.side)):
        return entry.hexes
    return game.edge_near[entry.letter]


def closed_by(game: "Narva", state: NarvaState, enemy: str) -> HexSet:
    """8.3.A: hexes in which nobody arrives because of enemies and their zones."""
    return zones.front(game, state, enemy).closed


def room_for(
    game: "Narva", state: NarvaState, unit: int, hexes: HexSet, by_rail: bool = False
) -> HexSet:
    """7.2.A: over the limit only if the unit can move on to a hex with room."""
    full = hexes & stacking.full(game, state, unit)
    return hexes & ~full | pack(
        hex for hex in bits(full) if paths.can_move_on(game, state, unit, hex, by_rail)
    )


class ChooseEntryHex(Ask, frozen=True):
    unit: UnitId

    rule = "8.0.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"into": entry_choices(game, state, self.unit)}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        unit = self.unit
        displaced, army = state.at[unit] == DISPLACED, game.units[unit].hq == "army"
        state.supply[unit] = SUPPLIED  # 8.0.B.1
        if unit == game.brigade:
            land(game, state, unit, arg)
            return
        state.displaced_from.pop(unit, None)
        rule = "11.1.3.A" if displaced else "4.2.5.B" if army else "8.0.A"
        state.tell(Event("arrives", rule, {"unit": unit, "to": arg}, hexes=(arg,), units=(unit,)))
        state.place(game, unit, arg)
        if not displaced and not army:
            state.push(ChooseWay(unit, rail=True))  # 8.0.B.2


# -- re-routing (8.4) --------------------------------------------------------------------------


def reroutable(game: "Narva", state: NarvaState) -> Among:
    return Among(
        game.everybody,
        Layer("enemy-unit", "8.4.A", game.units_of[SOVIET]),
        Layer("displaced-not-rerouted", "8.4.A", state.units_on(DISPLACED)),
        *_not_coming(state, game.everybody & ~due(game, state, GERMAN)),
        Layer("rerouted-already", "8.4.B", state.rerouted),
    )


def shut_out(game: "Narva", state: NarvaState, units: int) -> int:
    """8.5: those of the units that the enemy keeps off their whole stretch of the edge."""
    entries = [(unit, state.entries[unit]) for unit in bits(units)]
    shut = {letter for letter in {letter for _, letter in entries}
            if not _is_open(game, state, game.entries[letter])}
    return pack([unit for unit, letter in entries if letter in shut])


def _is_open(game: "Narva", state: NarvaState, entry: Entry) -> bool:
    """Whether some hex is open, be it crowded."""
    stretch = entry_stretch(game, state, entry)
    return bool(stretch & ~closed_by(game, state, enemy_of(entry.side)))


class ChooseEntry(Ask, frozen=True):
    """8.4.A: another German entry point, a turn later."""

    unit: UnitId

    rule = "8.4.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return GERMAN

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        entries = [game.entries[letter] for letter in sorted(game.entries)]
        return {"entry": Among(
            (1 << len(entries)) - 1,
            Layer("soviet-entry", "8.4.A", _where(entry.side == SOVIET for entry in entries)),
            Layer("entry-out-of-play", "6.3.A",
                  _where(not entry.hexes & game.playable for entry in entries)),
            Layer("same-entry", "8.4.A",
                  _where(entry.letter == state.entries[self.unit] for entry in entries)),
        )}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        letter = sorted(game.entries)[arg]
        state.entries[self.unit] = letter
        state.arrives[self.unit] = state.turn + game.entering.reroute.delay_turns
        state.rerouted |= 1 << self.unit
        state.tell(Event("rerouted", "8.4.A", {"unit": self.unit, "entry": letter}))


def _where(flags: Iterable[bool]) -> int:
    """The places of a list at which something is true."""
    return pack(place for place, flag in enumerate(flags) if flag)


class EndSegment(Do, frozen=True):
    """8.5: who had no way in at all is lost; who lacked only room waits (7.2.A)."""

    owner: str

    rule = "8.5"

    def run(self, game: "Narva", state: NarvaState) -> None:
        with_entry = pack(unit for unit in bits(due(game, state, self.owner))
                          if state.entries[unit] in game.entries)
        for unit in bits(shut_out(game, state, with_entry)):
            state.put(unit, ELIMINATED)
            state.set_steps(unit, 0)
            state.tell(Event("lost-on-the-way", "8.5", {"unit": unit}))


# -- the 260th brigade (8.6) -------------------------------------------------------------------


def landing_choices(game: "Narva", state: NarvaState) -> Among:
    """8.6.A: a Merekula hex; the coast beside it only if Germans hold both."""
    german = state.combat_hexes(game, GERMAN)
    village, coast = game.entering.landing.area, game.entering.landing.otherwise
    full = stacking.full(game, state, game.brigade)
    return Among(
        (village | coast) & game.playable,
        Layer("enemy-occupied", "8.6.A.2", german & (village | coast)),
        Layer("village-first", "8.6.A.2", coast if village & ~german else 0),
        Layer("coast-taken", "8.6.A.2", coast & state.combat_hexes(game, SOVIET)),
        Layer("stack-full", "7.1.B.1", full & village),
        outside=("not-merekula", "8.6.A.1"),
    )


def land(game: "Narva", state: NarvaState, unit: int, hex: int) -> None:
    """A headquarters alone on the beach is displaced (8.6.B); the coast artillery fires (8.6.C)."""
    state.tell(Event("lands", "8.6.A.1", {"unit": unit, "to": hex}, hexes=(hex,), units=(unit,)))
    overrun(game, state, unit, hex)
    state.place(game, unit, hex)
    state.push(MayFireOnLanding(unit, hex))


class MayFireOnLanding(Ask, frozen=True):
    unit: UnitId
    hex: Hex

    rule = "8.6.C.1"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return GERMAN

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"accept": ALWAYS, "done": ALWAYS}

    def _shot(self) -> BarrageRoll:
        return BarrageRoll(Battle(GERMAN, self.hex, barrage=True), landing=self.unit)

    def odds(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Odds | None:
        return barrage_odds(game, state, self._shot()) if kind == "accept" else None

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "accept":
            state.push(self._shot())
