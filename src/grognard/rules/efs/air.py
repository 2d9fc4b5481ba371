"""11.1, 11.5: air units, their boxes, readiness and missions.

Air units live in boxes beside the map and fly one mission a turn, at most three of a side to a
hex, decoys included. They lie face down there until their hex is taken up.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sides import SPECTATOR, Side
from grognard.core.steps import Step
from grognard.core.visibility import Number, Word
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.plug_ins import Extra
from grognard.rules.efs.state import (
    DAMAGED,
    FIRST_READY,
    FLOWN,
    NOT_YET,
    ON_FIRST,
    ON_MISSION,
    READY,
    SECOND_READY,
    EfsState,
)
from grognard.rules.efs.steps import Ask, Do, Roll, Sequence
from grognard.rules.efs.words import AXIS, SIDES, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

SUPPORT, INTERDICTION, OPPOSITION, RAID = "support", "interdiction", "opposition", "raid"
INSET = "inset-"
"""Before the word of a mission over the inset, which those committed to it fly (15.13.1)."""
COMMITTED = (FIRST_READY, SECOND_READY)
BOX_NAMES = {FLOWN: "flown", DAMAGED: "damaged"}
UP = {FLOWN: READY, DAMAGED: FLOWN}


# -- readiness ---------------------------------------------------------------------------------


class AirReadinessPhase(Sequence, frozen=True):
    """11.1.3, in its order: Flown before Damaged, so that nobody rolls twice."""

    rule = "11.1.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if game.air_units:
            super().run(game, state)

    def begin(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "readiness"


class StormGrounds(Do, frozen=True):
    """11.1.4: in a storm whoever is ready must roll again."""

    rule = "11.1.4"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.storm and rolls_now(game, state):
            state.air = [FLOWN if box == READY else box for box in state.air]
            state.tell(Event("storm-grounds", self.rule))


def rolls_now(game: "EastFrontSeries", state: EfsState) -> bool:
    """Whether readiness is rolled for on this turn of the scenario."""
    return not game.skips("readiness") and state.turn >= game.rows.readiness_from


BOX_NAMES = {FLOWN: "flown", DAMAGED: "damaged"}


class RollReadiness(Do, frozen=True):
    """For each unit in a box."""

    box: Number

    rule = "11.1.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        waiting = tuple(unit for unit, box in enumerate(state.air)
                        if box == self.box and game.air_units[unit].kind != "dummy")
        if waiting and rolls_now(game, state):
            state.push(ReadinessRoll(self.box, pack(waiting)))


class ReadinessRoll(Roll, frozen=True):
    """A die for each, in the order of the counters."""

    box: Number
    waiting: Number
    """Air units; all may look into these boxes."""

    rule = "11.1.3"
    opens = True

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(self.waiting.bit_count(), 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        for unit, die in zip(bits(self.waiting), outcome, strict=True):
            ready = die + weather_die(game, state) <= needed(game, unit, self.box)
            if ready:
                state.air[unit] = UP[self.box]
            state.tell(Event("gets-ready" if ready else "stays-down", self.rule,
                             {"air": unit, "die": die, "box": BOX_NAMES[self.box]}))


def weather_die(game: "EastFrontSeries", state: EfsState) -> int:
    chart = game.charts.air.readiness
    return chart.weather[state.weather] + (chart.storm if state.storm else 0)


def needed(game: "EastFrontSeries", unit: int, box: int) -> int:
    chart = game.charts.air.readiness
    numbers = chart.axis if game.air_units[unit].side == AXIS else chart.soviet
    return numbers[BOX_NAMES[box]]


class AirArrives(Do, frozen=True):
    """Reinforcements go to Ready; decoys come back by themselves (11.1.3/2)."""

    rule = "11.1.3/2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for unit, row in enumerate(game.air_units):
            due = state.air[unit] == NOT_YET and game.air_due.get(unit, 0) == state.turn
            back = row.kind == "dummy" and state.air[unit] == FLOWN
            if due or back:
                state.air[unit] = READY
            if due:
                state.tell(Event("air-arrives", "14.1", {"air": unit}))


AirReadinessPhase.parts = (StormGrounds(), RollReadiness(FLOWN), RollReadiness(DAMAGED),
                           AirArrives(), Extra("readiness"))


# -- missions ----------------------------------------------------------------------------------


class FlyMissions(Do, frozen=True):
    """11.1.7: a side puts its air units out, all hexes before the other side begins."""

    phasing: Word
    """``yes``: the side on turn, ``no``: the other."""
    mission: Word

    rule = "11.1.7"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        owner = state.side if self.phasing == "yes" else enemy_of(state.side)
        state.push(MoreFlights(owner, self.mission))


class MoreFlights(Do, frozen=True):
    """Asks on as long as there is somebody to send."""

    owner: Word
    mission: Word

    rule = "11.1.7"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        ChooseFlight(self.owner, self.mission).ask_if_any(game, state)


class ChooseFlight(Ask, frozen=True):
    """Which air unit flies; the enemy hears only that one does."""

    owner: Word
    mission: Word

    rule = "11.1.7"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"fly": flight_choices(game, state, self.owner, self.mission), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "fly":
            state.push(FlyAt(self.owner, self.mission, arg),
                       MoreFlights(self.owner, self.mission))


class FlyAt(Ask, frozen=True):
    """Where to."""

    owner: Word
    mission: Word
    air: Number

    rule = "11.1.7/2"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"at": hex_choices(game, state, self.owner, self.mission, self.air)}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        first = state.air[self.air] == FIRST_READY
        state.air[self.air] = ON_FIRST if first else ON_MISSION
        state.missions[self.air] = arg
        if self.mission in (INSET + INTERDICTION, INSET + RAID):  # 15.13.1.g: one at a time
            state.set_means(aim=1 << arg)
        told = Event("flies", self.rule, {"air": self.air, "hex": arg}, hexes=(arg,))
        if game.edition.air.second_side_open and self.owner != state.side:
            state.turned_up |= 1 << self.air
            state.tell(told)
            return
        state.tell(replace(told, seen_by=(self.owner,)))
        state.tell(Event("somebody-flies", self.rule, {"side": self.owner, "hex": arg},
                         hexes=(arg,), seen_by=(enemy_of(self.owner), SPECTATOR)))

    def shown(self, side: Side, hidden: int) -> "Step | None":
        """The enemy does not see which one is being sent."""
        return self if side == self.owner else None


def air_of(game: "EastFrontSeries", side: str) -> int:
    """The air units of a side."""
    return game.air_of[side]


def kind_of(mission: str) -> str:
    """What a mission is, over the inset or elsewhere.

    >>> kind_of("inset-support"), kind_of("raid")
    ('support', 'raid')
    """
    return mission.removeprefix(INSET)


def waiting(state: EfsState, mission: str) -> tuple[int, Layer]:
    """15.13.1.a: those that can still be sent, and those ready for the other map alone."""
    ready = pack(unit for unit, box in enumerate(state.air) if box == READY)
    committed = pack(unit for unit, box in enumerate(state.air) if box in COMMITTED)
    if mission.startswith(INSET):
        return committed, Layer("air-not-committed", "inset.air.commit", ready)
    return ready, Layer("air-on-inset", "inset.air.commit", committed)


def flight_choices(game: "EastFrontSeries", state: EfsState, side: str, mission: str) -> Among:
    everybody, kind = (1 << len(game.air_units)) - 1, kind_of(mission)
    ready, elsewhere = waiting(state, mission)
    useless = game.bombers if kind == OPPOSITION else 0
    landlubbers = game.bombers & ~pack(
        unit for unit in bits(everybody) if rating(game, unit, RAID)) if kind == RAID else 0
    nowhere = aimless(game, state, side, mission, ready & game.air_of[side] & ~useless)
    return Among(
        everybody,
        Layer("enemy-air", "11.1.7", everybody & ~game.air_of[side]),
        elsewhere,
        Layer("air-not-ready", "11.1.5", everybody & ~ready),
        Layer("fighters-only", "11.4.1.b", useless),
        Layer("not-for-the-sea", "sea:7.4.b", landlubbers),
        Layer("no-mission-hex", "11.1.7/2", nowhere),
    )


def aimless(game: "EastFrontSeries", state: EfsState, side: str, mission: str,
            units: int) -> int:
    """Those of the air units that have no hex to fly to; only the capital's differ."""
    found = 0
    for alike in (units & game.capital_air, units & ~game.capital_air):
        if alike and not hex_choices(game, state, side, mission, next(bits(alike))).mask:
            found |= alike
    return found


def hex_choices(game: "EastFrontSeries", state: EfsState, side: str, mission: str,
                air: int) -> Among:
    most = game.measures.air.mission
    full = pack(hex for hex, count in flying(game, state, side).items() if count >= most)
    return Among(
        game.grid.all,
        *elsewhere(game, state, side, mission),
        Layer("three-already", "11.1.6", full),
        Layer("beyond-capital", "13.7.2", far_from_capital(game, state, air)),
    )


def elsewhere(game: "EastFrontSeries", state: EfsState, side: str,
              mission: str) -> tuple[Layer, ...]:
    """11.1.7/2: hexes under declared attack, any hex, or hexes where the enemy interdicts."""
    every, kind = game.grid.all, kind_of(mission)
    if mission.startswith(INSET) and kind != OPPOSITION:
        return (Layer("no-inset-mission-there", "inset.air.one", every & ~state.means.aim),)
    if mission == INTERDICTION:
        return (Layer("no-interdiction-there", "11.4.1.a", every & ~game.playable),
                Layer("inset-flies-apart", "inset.air.commit", game.mega.fine))
    if kind == OPPOSITION:
        missed = every & ~pack(flying(game, state, enemy_of(side)))
        return (Layer("no-opposition-there", "11.4.1.b", missed),)
    if mission == RAID:
        missed = every & ~pack(hex for plug in game.plug_ins
                               for hex in bits(plug.targets(state, mission)))
        return (Layer("no-raid-there", "sea:7.4.b", missed),)
    attacked = pack(hex for attack in state.attacks if not attack.resolved for hex in attack.hexes)
    return (Layer("no-support-there", "11.1.7/2", every & ~attacked),
            Layer("inset-flies-apart", "inset.air.commit", game.mega.fine),
            Layer("nobody-to-support", "11.5.2", attacked & ~supported_hexes(game, state, side)))


def supported_hexes(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """11.5.1, 11.5.2: where combat units of the side attack, or are there to defend."""
    attacks = [attack for attack in state.attacks if not attack.resolved]
    if side == state.side:
        return pack(hex for attack in attacks if state.on_map(attack.attackers)
                    for hex in attack.hexes)
    return pack(hex for attack in attacks for hex in attack.hexes) & state.combat_hexes(game, side)


def flying(game: "EastFrontSeries", state: EfsState, side: str) -> dict[Hex, int]:
    """How many air units of a side are out in each hex; those that a view only counts too."""
    found = dict(state.veiled.get(side, {}))
    for air, hex in state.missions.items():
        if game.air_units[air].side == side:
            found[hex] = found.get(hex, 0) + 1
    return found


def far_from_capital(game: "EastFrontSeries", state: EfsState, air: int) -> HexSet:
    """13.7.2: unless released for the turn."""
    if not game.air_units[air].capital or game.edition.capital.free_air in state.points:
        return 0
    near = 0
    for hex in bits(game.capital):
        near |= game.grid.disk(hex, game.edition.capital.air_reach)
    return game.grid.all & ~near


def fighters(game: "EastFrontSeries") -> int:
    """Air units that can fire (11.2.2.a)."""
    return pack(unit for unit, row in enumerate(game.air_units) if row.kind == "fighter")


def rating(game: "EastFrontSeries", unit: int, mission: str) -> int:
    """What the unit could do on the mission."""
    row, kind = game.air_units[unit], kind_of(mission)
    if kind == SUPPORT:
        return row.support
    if kind == RAID and row.aircraft not in game.charts.naval.raiders:
        return 0
    if mission == RAID:
        return 1
    return row.interdiction if game.edition.air.interdiction_rating == "own" else max(
        row.support, 1)


def carries(game: "EastFrontSeries", state: EfsState, unit: int, mission: str) -> bool:
    """Whether the unit can do the mission at all: opposing fighters cannot."""
    opposes = kind_of(mission) in (INTERDICTION, RAID) and game.air_units[unit].side != state.side
    return not opposes and rating(game, unit, mission) > 0


def in_hex(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """Air units of both sides on a mission in a hex."""
    return pack(air for air, place in state.missions.items() if place == hex)


def send(state: EfsState, air: int, box: int) -> None:
    """From the mission into a box."""
    state.air[air] = box
    state.missions.pop(air, None)
    state.turned_up &= ~(1 << air)


def home(state: EfsState, air: int) -> None:
    """A mission is over and nobody sent the unit away: from its first over the inset it may fly
    another one (15.13.1.d)."""
    send(state, air, SECOND_READY if state.air[air] == ON_FIRST else FLOWN)


def mission_hexes(state: EfsState) -> tuple[Hex, ...]:
    return tuple(sorted(set(state.missions.values())))


def both_sides(game: "EastFrontSeries", units: int) -> bool:
    return all(units & game.air_of[side] for side in SIDES)
