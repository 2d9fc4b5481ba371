"""6.5.1 to 6.5.4: supply points and the counters that carry them.

A counter with its front up is a mobile supply unit of one point, with its back a depot of two,
which moves by rail only. The points of a counter are its steps.
"""

from typing import TYPE_CHECKING, cast

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId, Word
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import control, plans, routes, zones
from grognard.rules.efs.state import FREE, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET, Weather, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

MOBILE, DEPOT = 1, 2
"""Points of a counter by the side that is up."""
CAPITAL = "capital"
"""How the point of the capital arrives (6.5.1/5)."""
PURSE = "{side}-supply"


def purse(side: str) -> str:
    return PURSE.format(side=side)


class ReceivePoints(Do, frozen=True):
    """6.5.1: points of the turn."""

    owner: Word

    rule = "6.5.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        more = plans.more_supply(game, state, self.owner)
        rate = rate_of(game, state, self.owner) + more
        if rate:
            state.points[purse(self.owner)] = rate
            state.tell(Event("supply-points", self.rule, {"side": self.owner, "count": rate},
                             reveals=bool(more)))


def rate_of(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """What the scenario gives a side: one number, or the row of the turn and the weather."""
    begun = [row for row in game.rows.supply_rate if row.first_turn <= state.turn]
    if not begun:
        rate: int = getattr(game.rows.supply_per_turn, side)
        return rate
    return begun[-1].axis.get(cast(Weather, state.weather), 0) if side == AXIS else \
        begun[-1].soviet


class PlaceSupply(Do, frozen=True):
    """6.5.1/2: what finds no counter or no place is lost."""

    owner: Word

    rule = "6.5.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        offers = place_choices(game, state, self.owner)
        if any(len(choice) for choice in offers.values()):
            state.push(BringSupply(self.owner))
        else:
            state.points.pop(purse(self.owner), None)


def place_choices(game: "EastFrontSeries", state: EfsState, side: str) -> dict[str, Among]:
    """``bring`` a mobile unit for a point, ``stock`` a depot for two."""
    points = state.points.get(purse(side), 0)
    queued = any(row.side == side for row in game.rows.queue)  # 12.4.3: on the track, anyway
    open = game.playable if queued else supply_entries(game, state, side)
    on_rail = open if queued else open & routes.rails_of(game, state, side)
    return {
        "bring": _counters(game, state, side, points >= MOBILE, bool(open)),
        "stock": _counters(game, state, side, points >= DEPOT, bool(on_rail)),
    }


def _counters(game: "EastFrontSeries", state: EfsState, side: str, points: bool,
              open: bool) -> Among:
    free = unused(game, state, side)
    return Among(
        game.everybody,
        Layer("enemy-unit", "6.5.1", game.units_of[enemy_of(side)]),
        Layer("no-supply-counter", "6.5.1", game.everybody & ~game.supplies),
        Layer("counter-in-use", "6.5.1/2", game.supplies & ~free),
        Layer("another-counter-first", "6.5.1/2", free & ~first_of(game, free)),
        Layer("no-supply-point", "6.5.1", 0 if points else free),
        Layer("no-supply-place", "6.5.1", 0 if open else free),
    )


def unused(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Supply counters that are free to be brought."""
    return pack(unit for unit in bits(game.supplies & game.units_of[side] & ~state.spent_supply)
                if state.at[unit] == FREE)


def first_of(game: "EastFrontSeries", counters: int) -> int:
    """The first counter of each kind: counters of a kind are alike."""
    found: dict[str, int] = {}
    for unit in bits(counters):
        found.setdefault(game.units[unit].capability, unit)
    return pack(found.values())


def supply_entries(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """14.1.3.d, 14.1.4.f: edges and named hexes that are sources now, and supplied cities."""
    named = routes.edge_sources(game, state.turn, side, entries=True)
    cities = routes.cities(game, state, side)
    open = routes.sources(game, state, side) & (named | cities)
    if game.edition.entries.supply_in_cities == "not-surrounded":  # 4.3.1
        shut = pack(hex for hex in bits(cities) if zones.surrounded(game, state, hex, side))
        open = routes.sources(game, state, side) & named | cities & ~shut
    return open & ~state.occupied(game, enemy_of(side))


class BringSupply(Ask, frozen=True):
    """A counter for a point or two."""

    owner: Word

    rule = "6.5.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {**place_choices(game, state, self.owner), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            state.points.pop(purse(self.owner), None)
        elif self.owner in {row.side for row in game.rows.queue}:
            size = DEPOT if kind == "stock" else MOBILE
            state.points[purse(self.owner)] -= size
            game.queue_supply(state, self.owner, arg, size)
            state.push(PlaceSupply(self.owner))
        else:
            state.push(SupplyPlace(self.owner, arg, kind), PlaceSupply(self.owner))


class SupplyPlace(Ask, frozen=True):
    """Where it enters."""

    owner: Word
    unit: UnitId
    how: Word

    rule = "6.5.1"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        to_capital = self.how == CAPITAL
        open = capital_hexes(game, state) if to_capital else supply_entries(game, state, self.owner)
        rails = routes.rails_of(game, state, self.owner)
        off_rail = game.grid.all & ~rails if self.how == "stock" else 0
        return {"at": Among(
            game.grid.all,
            Layer("no-supply-entry", "14.1.3.d", game.grid.all & ~open),
            Layer("depot-off-rail", "6.5.1/3", off_rail),
        )}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        points = DEPOT if self.how == "stock" else MOBILE
        if self.how != CAPITAL:
            state.points[purse(self.owner)] -= points
        state.set_steps(self.unit, points)
        state.place(game, self.unit, arg)
        state.tell(Event("supply-arrives", self.rule, {"unit": self.unit, "hex": arg},
                         hexes=(arg,), units=(self.unit,)))


# -- the point of the capital --------------------------------------------------------------------


class CapitalPoint(Do, frozen=True):
    """6.5.1/5: a point every turn while a Soviet combat unit stands in the capital."""

    rule = "6.5.1/5"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.points.pop(game.edition.capital.panic, 0) or state.turn in game.rows.panic:
            return  # 14.3.2: work and transport in the city stand still
        held = game.capital & state.combat_hexes(game, SOVIET)
        if held and any(len(choice) for choice in capital_choices(game, state).values()):
            state.push(BringToCapital())


def capital_hexes(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Friendly hexes of the capital: open even while the city is cut off (14.1.4.c/3)."""
    free = ~state.occupied(game, AXIS)
    return game.capital & control.land_of(game, state, SOVIET) & free


def capital_choices(game: "EastFrontSeries", state: EfsState) -> dict[str, Among]:
    """``bring`` a new counter, or ``stock`` a mobile one that stands in the city."""
    mobile = pack(unit for unit in bits(state.on_map(game.supplies & game.units_of[SOVIET]))
                  if state.steps[unit] == MOBILE)
    inside = state.units_in(capital_hexes(game, state), mobile)
    return {
        "bring": _counters(game, state, SOVIET, True, bool(capital_hexes(game, state))),
        "stock": Among(
            game.everybody,
            Layer("enemy-unit", "6.5.1/5", game.units_of[AXIS]),
            Layer("no-supply-counter", "6.5.1/5", game.everybody & ~game.supplies),
            Layer("no-mobile-in-capital", "6.5.1/5", game.supplies & ~inside),
        ),
    }


class BringToCapital(Ask, frozen=True):
    """A new mobile unit in the city, or a depot out of one that is there."""

    rule = "6.5.1/5"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {**capital_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "bring":
            state.push(SupplyPlace(SOVIET, arg, CAPITAL))
        elif kind == "stock":
            make_depot(state, arg, self.rule)


def make_depot(state: EfsState, unit: int, rule: str) -> None:
    hex = state.at[unit]
    state.set_steps(unit, DEPOT)
    state.tell(Event("depot-made", rule, {"unit": unit, "hex": hex}, hexes=(hex,), units=(unit,)))


def use_point(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """6.5.6: a depot becomes mobile, a mobile unit is gone until the next turn (6.5.3/5)."""
    if state.steps[unit] == DEPOT:
        state.set_steps(unit, MOBILE)
    else:
        remove(game, state, unit)


def remove(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    state.spent_supply |= 1 << unit
    state.place(game, unit, FREE)


def flip_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """6.5.2.a: depots of the side on turn that have not moved."""
    own = state.on_map(game.supplies & game.units_of[state.side])
    mobile = pack(unit for unit in bits(own) if state.steps[unit] == MOBILE)
    return Among(
        game.everybody,
        Layer("enemy-unit", "6.5.2.a", game.units_of[enemy_of(state.side)]),
        Layer("no-supply-counter", "6.5.2.a", game.everybody & ~game.supplies),
        Layer("not-on-map", "6.5.2.a", game.supplies & ~own),
        Layer("moved-already", "6.5.2.a", state.moved),
        Layer("mobile-already", "6.5.2.a", mobile),
    )


def flip(state: EfsState, unit: int) -> None:
    """6.5.2.a: a depot gives up a point and can move."""
    state.set_steps(unit, MOBILE)
    state.tell(Event("depot-flipped", "6.5.2.a", {"unit": unit}, units=(unit,)))


def merge(game: "EastFrontSeries", state: EfsState, hex: int) -> None:
    """6.5.2.b: two mobile units become a depot; a counter is free again."""
    mobile = [unit for unit in bits(state.set_at(hex) & game.supplies)
              if state.steps[unit] == MOBILE]
    kept, freed = mobile[:2]
    make_depot(state, kept, "6.5.2.b")
    state.moved |= 1 << kept
    state.place(game, freed, FREE)


def mergers(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """6.5.2.b: hexes with two mobile units."""
    mobile = pack(unit for unit in bits(state.on_map(game.supplies & game.units_of[side]))
                  if state.steps[unit] == MOBILE)
    return state.look_up(mobile, least=2)


def depots(game: "EastFrontSeries", state: EfsState, group: int) -> int:
    """6.5.2: counters with their back up, which move by rail alone."""
    return pack([unit for unit in bits(group & game.supplies) if state.steps[unit] == DEPOT])


def lone(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """6.5.3: hexes with nothing but supply and bridges of the side."""
    baggage = game.units_of[side] & (game.supplies | game.bridge_units)
    return state.hexes_of(baggage, sorts=game.sorts) & ~state.hexes_of(
        game.units_of[side] & ~baggage, sorts=game.sorts)


def trample(game: "EastFrontSeries", state: EfsState, unit: int, hex: int) -> None:
    """6.5.3: supply alone in a hex that an enemy combat unit enters is gone."""
    enemy = enemy_of(game.owner(unit))
    if not game.fighting >> unit & 1:
        return
    baggage = game.units_of[enemy] & (game.supplies | game.bridge_units)
    for other in bits(state.set_at(hex) & baggage):
        state.tell(Event("supply-lost", "6.5.3", {"unit": other, "hex": hex}, hexes=(hex,),
                         units=(other,)))
        remove(game, state, other)
