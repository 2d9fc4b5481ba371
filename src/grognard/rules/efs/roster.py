"""The counters of a scenario, and sets of them by what they are: worked out once for a game."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from grognard.hexes import bits, pack, parts
from grognard.rules.efs import armour, ways
from grognard.rules.efs.data import AirUnit, Contents, Unit
from grognard.rules.efs.edition import Edition
from grognard.rules.efs.inset.megahexes import MegaHexes
from grognard.rules.efs.scenarios import Scenario
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, FOOT, ON_FOOT, SIDES, SKI
from grognard.table import TableGame

RIDING = frozenset({"motorised infantry", "militia"})
"""Other types of infantry."""
PANZER, SUBSTITUTE = "panzer", "substitute"


class Roster(TableGame[EfsState]):
    """Counters are numbers in the order of the files; sets of them are bit sets."""

    rows: Scenario
    edition: Edition
    mega: MegaHexes

    def _sort_units(self, contents: Contents) -> None:
        afloat = (ship.as_unit() for ship in contents.ships)
        named = self._codes()
        named |= self._battalion_codes(contents.units, named)
        self.units = tuple(unit for unit in (*contents.units, *afloat) if unit.code in named)
        self.number = {unit.code: number for number, unit in enumerate(self.units)}
        self.everybody = (1 << len(self.units)) - 1
        kinds = {row.type: row for row in contents.capabilities}
        self.capability = tuple(kinds[unit.capability] for unit in self.units)
        self._sort_air(contents.air_units, named)
        self._sort_by_duty()
        self._sort_by_movement()
        self._sort_by_weight()
        self._sort_for_the_north()
        self._sort_for_combat()
        self.sorts = parts(self.everybody, [
            self.units_of[AXIS], self.wheeled, self.bands, self.hqs, self.ships, self.boats,
            self.supplies | self.bridge_units])
        """Of which most sets of units are made up whose hexes the rules ask for."""
        self.panzer_divisions = {unit.division for unit in contents.units if unit.role == "panzer"}

    def _codes(self) -> set[str]:
        """The codes of all counters that the scenario names."""
        rows = self.rows
        named = {code for row in rows.setup for code in row.units}
        named |= {code for row in rows.arrival for code in row.units}
        named |= {row.unit for row in rows.supply} | set(rows.units)
        named |= {code for row in rows.group for code in row.units}
        if rows.sea:
            named |= {code for codes in rows.sea.boxes.values() for code in codes}
            named |= {code for joins in rows.sea.arrival for code in joins.units}
        named |= {code for row in rows.cup for code in (*row.units, *row.tokens)}
        return named | {code for row in rows.exchange for code in (row.old, row.new)}

    def _battalion_codes(self, units: Iterable[Unit], named: set[str]) -> set[str]:
        """15.6.3: the battalions of the panzer regiments in play, on a map with an inset."""
        divisions = {unit.division for unit in units if unit.code in named
                     and unit.role == PANZER and SUBSTITUTE not in unit.traits}
        return {unit.code for unit in units if self.mega.fine and unit.role == PANZER
                and SUBSTITUTE in unit.traits and unit.division in divisions}

    def _sort_air(self, rows: Iterable[AirUnit], named: set[str]) -> None:
        """Chapter 11."""
        flying = named | {code for side in self.rows.air.values()
                          for code in (*side.ready, *side.flown, *side.damaged, *side.destroyed)}
        self.air_units = tuple(unit for unit in rows if unit.code in flying)
        self.air_number = {unit.code: number for number, unit in enumerate(self.air_units)}
        numbered = list(enumerate(self.air_units))
        self.air_of = {side: pack(number for number, unit in numbered if unit.side == side)
                       for side in SIDES}
        self.bombers = pack(number for number, unit in numbered if unit.kind == "bomber")
        self.capital_air = pack(number for number, unit in numbered if unit.capital)
        self.air_due = {self.air_number[code]: row.turn for row in self.rows.arrival
                        for code in row.units if code in self.air_number}

    def _sort_by_duty(self) -> None:
        """Who fights, who is supplied, who holds ground."""
        self.units_of = {side: pack(number for number, unit in enumerate(self.units)
                                    if unit.side == side) for side in SIDES}
        self.hqs, self.supplies = self.with_trait("hq"), self.with_trait("supply")
        self.bridge_units, self.trains = self.with_trait("bridge"), self.with_trait("train")
        self.ships, self.boats = self.with_trait("ship"), self.with_trait("boat")
        baggage = self.supplies | self.bridge_units
        self.troops = {side: self.units_of[side] & ~self.ships for side in SIDES}
        """All but ships, which are no ground units (agn:8.8.1.e)."""
        self.fighting = self.everybody & ~baggage & ~self.hqs & ~self.ships
        """Combat units (2.3)."""
        self.combat_units = {side: self.units_of[side] & self.fighting for side in SIDES}
        self.holders = {side: self.combat_units[side] & ~self.boats for side in SIDES}
        """Those who take the hexes that they enter (2.5.2): not from the water."""
        self.judged = {side: self.troops[side] & ~baggage & ~self.trains & ~self.boats
                       for side in SIDES}
        """Units whose supply is judged (6.0/2)."""
        self.city_guard = self.with_trait("capital")
        self._sort_substitutes()
        self.foot_divisions = self.those(
            lambda unit: (unit.side, unit.nation, unit.type) == ("axis", "de", "infantry division"))

    def _sort_substitutes(self) -> None:
        """15.3, and 15.6 of Army Group North."""
        spare, panzers = self.with_trait(SUBSTITUTE), self.those(lambda unit: unit.role == PANZER)
        self.battalions, self.regiments = spare & panzers, spare & ~panzers
        """Of panzer regiments on the inset, and out of infantry divisions."""
        division = {unit: self.units[unit].division for unit in bits(panzers)}
        found = {regiment: pack(part for part in bits(self.battalions)
                                if division[part] == division[regiment])
                 for regiment in bits(panzers & ~spare)}
        self.battalions_of = {regiment: parts for regiment, parts in found.items() if parts}
        self.panzer_regiments = pack(self.battalions_of)
        """Those that are split up on the inset."""
        self.division_helpers = self.those(lambda unit: (unit.side, unit.size, unit.division) == (
            AXIS, "battalion", "") and unit.traits & {"armour", "anti_tank"})
        """15.6.4: assault gun and Panzerjaeger battalions, of no division."""

    def _sort_by_movement(self) -> None:
        """Chapter 7."""
        rows = list(enumerate(self.capability))
        self.wheeled = pack(number for number, row in rows if row.goes in ("motor", "gun", "siege"))
        self.on_rails = pack(number for number, row in rows if row.goes == "rail")
        self.motorised = pack(number for number, row in rows
                              if row.goes == "motor" and row.motorised != "none")
        self.immobile = self.those(lambda unit: not unit.move)
        self.classes = tuple(ways.printed_class(unit, row)
                             for unit, row in zip(self.units, self.capability, strict=True))
        """The graph that each counter moves on."""
        self.afoot = pack(unit for unit, goes in enumerate(self.classes) if goes in (FOOT, SKI))

    def _sort_by_weight(self) -> None:
        """Chapter 3."""
        self.weights = tuple(unit.stacking for unit in self.units)
        """Stacking points (3.2)."""
        self.weighty = self.those(lambda unit: unit.stacking > 0)
        self.bands = self.those(lambda unit: unit.band)
        """Units that carry a band on a face (3.3.1)."""

    def _sort_for_the_north(self) -> None:
        """What chapters 5 to 7 of Army Group North ask of a counter."""
        rows = self.rows
        self.cups = {self.number[code]: cup for cup in rows.cup
                     for code in (*cup.units, *cup.tokens)}
        self.tokens = pack(self.number[code] for cup in rows.cup for code in cup.tokens)
        """Unknown sides that lie for units of a cup (5.4.1)."""
        brigade = self.those(lambda u: (u.side, u.type, u.size) == ("soviet", "militia", "brigade"))
        self.shaky = brigade if self.edition.militia.shaky_brigades else 0
        """Militia brigades, which retreat as if overrun (7.4.1.b)."""
        self.free_riders = pack(self.number[code] for row in rows.group if row.rail_free
                                for code in row.units)
        self.self_reliant = self.with_trait("partisan")
        """Always in supply, and no attack of theirs needs any (7.5.1 of Army Group North)."""
        self.apart = {row.nation: pack(number for number, unit in enumerate(self.units)
                                       if (unit.side, unit.nation) == (row.side, row.nation))
                      for row in rows.source if row.nation}
        """Units of a nation with sources of its own, who have no others (14.7.2)."""
        self.dotted = {self.number[code]: self.rows.first_turn + turns
                       for row in rows.setup for code, turns in row.dots.items()}
        """The turn from which units with dots may move (6.6.4)."""
        self.comes_bound = pack(self.number[code] for row in rows.arrival if row.garrison
                                for code in row.units)
        """Garrisons among the arrivals (14.4.h)."""
        self.prompt = pack(self.number[code] for row in rows.arrival if row.prompt
                           for code in row.units)
        """Arrivals that may not wait (14.10.2)."""
        self.infantry = self.those(lambda unit: unit.type in ON_FOOT or unit.type in RIDING)
        self.town_guards = self.infantry | self.with_trait("engineer")
        """Who garrisons a town (13.5.b)."""

    def _sort_for_combat(self) -> None:
        """What chapters 9, 10 and 13 ask of a counter."""
        self.artillery = self.with_trait("artillery")
        self.armour, self.engineers = self.with_trait("armour"), self.with_trait("engineer")
        self.armoured = self.armour & ~self.trains & ~self.with_trait("flame")
        """Units of armoured type; trains and flame tanks are none (9.1.1/2)."""
        self.tank_killers = self.with_trait("anti_tank") | self.with_trait("anti_air")
        self.arms = self.those(
            lambda u: u.type in armour.PARTNERS and "flame" not in u.traits)
        self.siege_guns, self.naval_guns = self.with_trait("siege"), self.with_trait("naval_gun")
        self.overrunners = pack(
            unit for unit in bits(self.motorised & (~self.artillery | self.with_trait("anti_air")
                                                    & self.units_of[AXIS]))
            if self.capability[unit].overrun)
        """7.8.1, 7.8.2.f: motorised, no guns but Axis flak."""
        self.two_modes, self.nkvd = self.with_trait("two_modes"), self.with_trait("nkvd")
        self.rockets = self.with_trait("rocket")
        self.militia = self.those(lambda unit: unit.type == "militia")
        self.tank_brigades = self.armour & self.those(
            lambda unit: unit.size in ("battalion", "brigade"))
        """And battalions of tanks (12.4.4.b)."""
        self.harbour_bound = self.those(lambda u: u.hq and not u.move)
        """A headquarters without an allowance: the staff of the fleet (agn:8.9.2)."""

    def those(self, test: Callable[[Unit], Any]) -> int:
        return pack(number for number, unit in enumerate(self.units) if test(unit))

    def with_trait(self, trait: str) -> int:
        return self._traits.get(trait, 0)

    @cached_property
    def _traits(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, unit in enumerate(self.units):
            for trait in unit.traits:
                found[trait] = found.get(trait, 0) | 1 << number
        return found

    @cached_property
    def nations(self) -> dict[str, int]:
        """The units of each nation."""
        found: dict[str, int] = {}
        for number, unit in enumerate(self.units):
            found[unit.nation] = found.get(unit.nation, 0) | 1 << number
        return found

    def named(self, codes: list[str]) -> int:
        return pack(self.number[code] for code in codes if code in self.number)

    def owner(self, unit: int) -> str:
        return self.units[unit].side
