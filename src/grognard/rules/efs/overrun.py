"""7.8: overruns, made on the move by motorised stacks.

``motor L3032 via L3131 overrun L3231`` goes next to the enemy and tries it there; after success
the phasing player drives the beaten stack away (``back L3330 L3329``) and goes on.
"""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome, readings
from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.core.odds import Fact, Odds
from grognard.core.offers import Among
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, UnitSet, Word
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import (
    control,
    cover,
    fences,
    losses,
    retreat,
    strengths,
    unknowns,
    ways,
    zones,
)
from grognard.rules.efs.inset import battalions
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.steps import Do, Roll
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries
    from grognard.rules.efs.movers import ChooseWay

DIE = Dice(1, 10)
FREE, IN_ZONE, AFTER_OVERRUN = range(3)
"""How a zone holds a group on its way: not at all; only overruns go on; only of who makes it."""
RULES = {"odds": "7.8.3.d", "ground": "7.8.3.e/2", "river": "7.8.3.e/2", "strongpoint": "7.8.3.e",
         "guns": "7.8.3.e", "marked": "7.8.4.d"}


# -- who may overrun what ----------------------------------------------------------------------


def choices(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int,
            here: Hex, only: HexSet | None = None) -> Among:
    """The enemy hexes that the group may overrun from a hex where it stands or comes to."""
    side = game.owner(next(bits(group)))
    all_hexes, beside = game.grid.all, game.grid.spread(1 << here)
    there = targets(game, state, side)
    near, crossed = there & beside, zones.zones_of(game, state, enemy_of(side)).double
    forces = {hex: participants(game, state, group, manner, spent, here, hex) for hex in bits(near)}
    return Among(
        near,
        Layer("nobody-there", "7.8", all_hexes & ~there),
        Layer("not-adjacent-hex", "7.8.3.a", all_hexes & ~beside),
        Layer("group-waits", "18.0",
              all_hexes if group & fences.quiet(game, state) else 0),
        *game.fences(state, group),
        Layer("overrun-weather", "7.8.2.c", bad_weather(game, state, near)),
        Layer("overrun-two-zones", "7.8.2.d", all_hexes if crossed >> here & 1 else 0),
        Layer("overrun-zone-makers-only", "7.8.3.g", 0 if only is None else all_hexes & ~only),
        Layer("overrun-ground", "7.8.2.b", closed_ground(game, state, here, near)),
        Layer("overrun-fort", "7.8.2.b", forts_against(game, state, group, here, near)),
        Layer("nobody-can-overrun", "7.8.1", 0 if able(game, state, group) else all_hexes),
        Layer("overrun-too-dear", "7.8.3.b/2", pack(
            [hex for hex, force in forces.items() if not force])),
        Layer("overrun-odds", "7.8.2.a", pack(
            [hex for hex, force in forces.items()
             if force and not strong_enough(game, state, force, here, hex)])),
    )


def targets(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Hexes with enemies of the side, supply and bridges aside."""
    enemies = game.units_of[enemy_of(side)]
    return state.hexes_of(enemies & ~game.supplies & ~game.bridge_units, sorts=game.sorts)


def possible_from(game: "EastFrontSeries", state: EfsState, group: int, hexes: HexSet) -> HexSet:
    """Those of the hexes that touch an enemy whom the whole group outweighs as it must (7.8.2.a).

    Whatever else may bar it there: with 7-1 asked for, few are left to look at.
    """
    asked, side = game.edition.overruns, game.owner(next(bits(group)))
    near = targets(game, state, side) & game.grid.spread(hexes)
    fit = able(game, state, group)
    least = min(asked.least, asked.least_german, asked.forts_least or asked.least)
    weak = pack([hex for hex in bits(near) if ratio(game, state, fit, hex) >= least])
    return hexes & game.grid.spread(weak)


def able(game: "EastFrontSeries", state: EfsState, group: int) -> int:
    """7.8.1, 7.8.2.e, f: motorised, not unsupplied, no guns but Axis flak."""
    return pack([unit for unit in bits(group & game.overrunners)
                 if state.supply[unit] != UNSUPPLIED])


def bad_weather(game: "EastFrontSeries", state: EfsState, hexes: HexSet) -> HexSet:
    """7.8.2.c: Rain, and Snow with Storm; woods are still wet after Rain (5.1.4)."""
    if state.weather == "rain" or (state.weather == "snow" and state.storm):
        return hexes
    return hexes & game.ground.woods if state.soaked else 0


def closed_ground(game: "EastFrontSeries", state: EfsState, here: Hex, hexes: HexSet) -> HexSet:
    """7.8.2.b: towns, bogs and far banks, as the edition says."""
    marsh_open = state.weather in game.edition.overruns.marsh_open_in
    closed = game.closed_to_overruns & ~(game.marsh_alone if marsh_open else 0)
    return hexes & closed | pack([hex for hex in bits(hexes) if _far_bank(game, state, here, hex)])


def _far_bank(game: "EastFrontSeries", state: EfsState, here: Hex, hex: Hex) -> bool:
    side = game.grid.hexside(here, hex)
    frozen = state.weather in ("snow", "arctic")
    return side in game.ground.major_rivers or (side in game.ground.lake_sides and not frozen)


def forts_against(game: "EastFrontSeries", state: EfsState, group: int, here: Hex,
                  hexes: HexSet) -> HexSet:
    """7.8.2.b, BSR.overrun.fort: some editions let motorised engineers lead the way."""
    side = game.owner(next(bits(group)))
    if not game.edition.overruns.forts_least:
        return hexes & (cover.strongpoints(state, enemy_of(side))
                        | cover.lines_against(game, state, side))
    leads = able(game, state, group) & game.engineers
    return 0 if leads else pack(hex for hex in bits(hexes) if _fortified(
        game, state, side, here, hex))


def _fortified(game: "EastFrontSeries", state: EfsState, side: str, here: Hex, hex: Hex) -> bool:
    """A strongpoint, or a standing line on the way in."""
    return bool(cover.strongpoints(state, enemy_of(side)) >> hex & 1) or cover.faces_line(
        game, state, side, here, hex)


def cost(game: "EastFrontSeries", state: EfsState, group: int, here: Hex, hex: Hex) -> int | None:
    """7.8.3.b: a point, the hex and its side; nothing for zones."""
    first = next(bits(group))
    graph = game.ground.graph(ways.class_of(game, first), state.sky, state.laid)
    price = graph.price(here, hex)
    if price is None:
        return None
    fort = state.forts.get(hex) == enemy_of(game.owner(first))
    return price + game.ground.extra("overrun") + fort * game.ground.extra("enemy_strongpoint")


def participants(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int,
                 here: Hex, hex: Hex) -> int:
    """Those of the group who can pay the whole price (7.8.3.b/2)."""
    price = cost(game, state, group, here, hex)
    if price is None:
        return 0
    return pack([unit for unit in bits(able(game, state, group))
                 if spent + price <= ways.allowance(game, state, unit, manner)])


def strong_enough(game: "EastFrontSeries", state: EfsState, force: int, here: Hex,
                  hex: Hex) -> bool:
    return ratio(game, state, force, hex) >= least_odds(game, state, force, here, hex)


def least_odds(game: "EastFrontSeries", state: EfsState, force: int, here: Hex, hex: Hex) -> int:
    asked = game.edition.overruns
    if asked.forts_least and _fortified(game, state, game.owner(next(bits(force))), here, hex):
        return asked.forts_least
    german = all(game.units[unit].nation == "de" for unit in bits(force))
    return asked.least_german if german else asked.least


def defence(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """7.8.2.f/2: guns beside others give support up to the others' strength, alone they defend."""
    there = state.set_at(hex)
    others = sum([strengths.defence(game, state, unit) for unit in bits(there & ~game.artillery)])
    guns = there & game.artillery
    if not others:
        return sum(strengths.defence(game, state, unit) for unit in bits(guns))
    support = sum(game.units[unit].support for unit in bits(guns & ~state.overrun))
    return others + min(support, others)


def ratio(game: "EastFrontSeries", state: EfsState, force: int, hex: Hex) -> int:
    """Against a hex of the inset attackers count for more (15.10)."""
    attack = sum([strengths.attack(game, state, unit) for unit in bits(force)])
    if game.mega.fine >> hex & 1:
        attack *= game.edition.inset.overruns
    return attack // max(defence(game, state, hex), 1)


# -- the roll ----------------------------------------------------------------------------------


def modifiers(game: "EastFrontSeries", state: EfsState, force: int, hex: Hex) -> dict[str, int]:
    """7.8.3.d, e: every modifier of the table that counts, by its cause."""
    chart = game.charts.overrun
    odds = ratio(game, state, force, hex)
    found = {"odds": max((row for row in chart.odds if row.least <= odds),
                         key=lambda row: row.least).die}
    kinds = {"woods": game.ground.woods, "hill": game.ground.hills, "marsh": game.ground.marsh}
    found["ground"] = max((chart.terrain[kind] for kind, hexes in kinds.items()
                           if hexes >> hex & 1), default=0)
    here = state.at[next(bits(force))]
    if game.grid.hexside(here, hex) in game.ground.rivers:
        found["river"] = chart.terrain["minor_river"]
    if state.forts.get(hex) == enemy_of(game.owner(next(bits(force)))):
        found["strongpoint"] = chart.terrain["strongpoint"]
    there = state.set_at(hex) & ~game.supplies & ~game.bridge_units
    if not there & ~game.artillery:
        found["guns"] = chart.condition["all_artillery"]
    if not there & ~state.overrun:
        found["marked"] = chart.condition["marked"]
    return {cause: die for cause, die in found.items() if die}


def total(game: "EastFrontSeries", found: dict[str, int]) -> int:
    least, most = game.charts.overrun.die
    return max(least, min(most, sum(found.values())))


def read(game: "EastFrontSeries", modified: int) -> str:
    rows = game.charts.overrun.row
    held = max(rows[0].least, min(rows[-1].most, modified))
    return next(row.result for row in rows if row.least <= held <= row.most)


def begin(game: "EastFrontSeries", state: EfsState, way: "ChooseWay", hex: Hex) -> None:
    """The force goes in; who cannot take part stays where it is (7.8.3.c)."""
    here = state.at[next(bits(way.group))]
    force = participants(game, state, way.group, way.manner, way.spent, here, hex)
    state.moved |= way.group
    state.stirred |= way.group
    paid = cost(game, state, force, here, hex) or 0
    if state.set_at(hex) & game.tokens:
        state.push(unknowns.TurnUp(state.set_at(hex) & game.tokens), AfterTurningUp(
            force, hex, way.manner, way.spent + paid))
    else:
        state.push(OverrunRoll(force, hex, way.manner, way.spent + paid))


class AfterTurningUp(Do, frozen=True):
    """Who turned out to be too strong is not overrun; who had no strength left the hex open."""

    force: UnitSet
    hex: Hex
    manner: Word
    spent: Number

    rule = "7.8.2.a"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        force, hex, here = self.force, self.hex, state.at[next(bits(self.force))]
        if not state.set_at(hex):
            state.push(MoveIn(force, hex, self.manner, self.spent))
        elif ratio(game, state, force, hex) >= least_odds(game, state, force, here, hex):
            state.push(OverrunRoll(force, hex, self.manner, self.spent))
        else:
            state.tell(Event("overrun-called-off", self.rule, {"hex": hex}, hexes=(hex,)))


class OverrunRoll(Roll, frozen=True):
    """7.8.3.e: one die."""

    force: UnitSet
    hex: Hex
    manner: Word
    spent: Number

    rule = "7.8.3.e"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(next(bits(self.force)))

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return DIE

    def reading(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> str:
        sums = total(game, modifiers(game, state, self.force, self.hex))
        return read(game, sum(outcome) + sums)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        sums = total(game, modifiers(game, state, self.force, self.hex))
        result = self.reading(game, state, outcome)
        state.tell(Event("overrun", self.rule, {
            "units": tuple(bits(self.force)), "hex": self.hex, "die": sum(outcome),
            "modifier": sums, "result": result}, hexes=(self.hex,), units=tuple(bits(self.force))))
        if result in ("fail", "fail-loss"):
            self._fail(game, state, result)
        else:
            self._succeed(game, state, result)

    def _fail(self, game: "EastFrontSeries", state: EfsState, result: str) -> None:
        """7.8.3.h: the force stays; a later edition takes a step of it."""
        if result == "fail-loss" and game.edition.overruns.failure_costs_step:
            state.push(losses.Lose(self.force, 1, cause="7.8.3.h"))

    def _succeed(self, game: "EastFrontSeries", state: EfsState, result: str) -> None:
        """7.8.3.f: the beaten lose a step, or none, and are driven off; the force moves in."""
        beaten, side = state.set_at(self.hex), self.side(game, state)
        state.push(retreat.Retreat(beaten, self.hex, side, calm=True), MarkOverrun(beaten),
                   MoveIn(self.force, self.hex, self.manner, self.spent))
        if result == "step-retreat":
            state.push(losses.Lose(beaten, 1, cause="7.8.3.f"))


def odds(game: "EastFrontSeries", state: EfsState, way: "ChooseWay", hex: Hex) -> Odds:
    """What the die can bring, with every modifier."""
    here = state.at[next(bits(way.group))]
    force = participants(game, state, way.group, way.manner, way.spent, here, hex)
    found = modifiers(game, state, force, hex)
    sums = total(game, found)
    lines = tuple(Fact(Message(f"overrun.{cause}"), f"{die:+d}", game.cite(RULES[cause]))
                  for cause, die in found.items())
    chances = readings(DIE, lambda outcome: read(game, sum(outcome) + sums))
    order = [row.result for row in game.charts.overrun.row]
    results = tuple((word, chances[word]) for word in order if word in chances)
    return Odds(lines, f"{ratio(game, state, force, hex)}-1", results)


# -- what follows ------------------------------------------------------------------------------


class MarkOverrun(Do, frozen=True):
    """7.8.4.a: the beaten carry a marker; a headquarters among them may be turned over."""

    units: UnitSet

    rule = "7.8.4.a"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        beaten = state.on_map(self.units) & ~game.supplies
        state.overrun |= beaten
        if game.edition.headquarters.states:
            state.nonoperational |= beaten & game.hqs
        control.settle(game, state)


class MoveIn(Do, frozen=True):
    """7.8.3.g: the force enters the hex and may go on."""

    force: UnitSet
    hex: Hex
    manner: Word
    spent: Number

    rule = "7.8.3.g"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        from grognard.rules.efs.movers import ChooseWay, go_on

        side = game.owner(next(bits(self.force)))
        for unit in bits(self.force):
            state.place(game, unit, self.hex)
        control.settle(game, state)
        state.moved &= ~battalions.stand_in(game, state, self.force)
        held = AFTER_OVERRUN if zones.enemy_zone(game, state, side) >> self.hex & 1 else FREE
        go_on(game, state, ChooseWay(self.force, self.manner, self.spent, held))
