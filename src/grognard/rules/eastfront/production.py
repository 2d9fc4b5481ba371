"""Chapter 11: production, in secret and at the same time.

Orders are kept for their side alone until both have finished, then all are carried out.
"""

from collections import Counter
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Together
from grognard.core.visibility import UnitId
from grognard.hexes import HexSet, bits, pack
from grognard.rules.eastfront import beachhead, rail, supply
from grognard.rules.eastfront.data import AXIS, SIDES, SOVIET
from grognard.rules.eastfront.ledger import EARLY, market, points_left, prices
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.losses import eliminate
from grognard.rules.eastfront.objectives import homeland
from grognard.rules.eastfront.rounds import Round
from grognard.rules.eastfront.stacking import full_hexes
from grognard.rules.eastfront.state import FUTURE, POOL, EastFrontState
from grognard.rules.eastfront.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

Given: TypeAlias = tuple[tuple[str, int, int], ...]
"""The orders of a side: what, to whom, where."""


class Reinforcements(NamedTuple):
    """Blocks still to come, by when they do (11.5)."""

    due: int
    """This month, or late."""
    next: int
    """A month sooner is this month."""
    later: int
    weak: int
    """Of any month, with no step to lose for coming early."""


class ProductionPhase(Do, frozen=True):
    """4.2: level, replacement steps, cadres, reinforcements; both sides at once."""

    rule = "11.1"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.round = Round()
        call_group_e(game, state)
        for side in SIDES:
            state.points[side] = production_level(game, state, side)
            state.orders[side] = ()
            state.tell(Event("production", "11.3a", {"side": side, "points": state.points[side]}))
        both = Together.of(axis=(Orders(AXIS),), soviet=(Orders(SOVIET),))
        state.push(both, CarryOutOrders())


def call_group_e(game: "EastFront", state: EastFrontState) -> None:
    """16.5a: the four units of Army Group E become reinforcements of this month."""
    if state.group_e == "called":
        state.group_e = "here"
        for unit, cv in game.group_e_cv.items():
            if state.at[unit] == FUTURE:
                state.arrives[unit], state.arrival_cv[unit] = state.month, cv
    italian, sevastopol = game.italian, game.objectives.sevastopol
    if italian >= 0 and state.at[italian] == FUTURE:  # 16.4c
        taken = state.last_axis >> sevastopol & 1
        state.arrives[italian], state.arrival_cv[italian] = state.month if taken else 0, 3


# -- the plan of a side -----------------------------------------------------------------------


class Orders(Ask, frozen=True):
    """What a side orders; each order at once shows what is left to spend."""

    owner: str

    rule = "11.3a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        plan = Plan(game, state, self.owner)
        arriving = plan.arrivals()
        return {
            "step": plan.steps(),
            "cadre": plan.cadres(),
            "arrive": arriving,
            "early": plan.early("early"),
            "hasten": plan.early("hasten"),
            "disband": plan.disbandments(),
            **plan.beachheads(),
            "done": Among(1, Layer("reinforcements-due", "11.5", int(bool(arriving.mask)))),
        }

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        if kind in ("cadre", "arrive") or (kind in EARLY and comes_now(state, arg)):
            state.push(ChooseArrivalHex(self.owner, kind, arg))
        else:
            order(state, self.owner, kind, arg, -1)
            state.push(self)

    def surprising(self, game: "EastFront", state: EastFrontState) -> tuple[str, ...]:
        """Unspent points are lost (11.3a)."""
        plan = Plan(game, state, self.owner)
        return ("done",) if plan.steps().mask or plan.cadres().mask else ()


def order(state: EastFrontState, side: str, kind: str, unit: int, hex: int) -> None:
    state.orders[side] += ((kind, unit, hex),)
    state.tell(Event("ordered", "11.3a", {"kind": kind, "block": unit}))


def comes_now(state: EastFrontState, unit: int) -> bool:
    """A month sooner is this month."""
    return state.arrives[unit] == state.month + 1


class Plan:
    """What a side has ordered so far, and what it may still order."""

    def __init__(self, game: "EastFront", state: EastFrontState, side: str) -> None:
        self.game, self.state, self.side = game, state, side
        self.orders, self.market = state.orders[side], market(game, state, side)
        self.mine = state.loyal(game, side)
        self.others = game.everybody & ~self.mine
        self.here = state.on_map(self.mine)
        self.dead, self.future = state.units_on(POOL), state.units_on(FUTURE)
        self.left = points_left(game, state, side, self.market)

    def given(self, *kinds: str) -> int:
        """Blocks with an order of these kinds."""
        return reduce(or_, [self.by_kind.get(kind, 0) for kind in kinds])

    def too_dear(self, kind: str) -> int:
        found = self.state.derive(("prices", self.side, kind), prices, self.game, self.side, kind,
                                  self.mine, self.market)
        return sum(blocks for cost, blocks in found.items() if cost > self.left)

    def steps(self) -> Among:
        """11.41: one step a month for an unengaged block with a supply line."""
        game, state = self.game, self.state
        engaged, fed = state.derive_standing(
            ("engaged-and-fed", self.side), _engaged_and_fed, game, self.here,
            state.battles(game), supply.supplied_hexes(game, state, self.side))
        cut = self.here & ~fed | supply.cut_off(game, state, self.here, self.side)
        given = self.given("step")
        ss = game.ss if (given & game.ss).bit_count() >= game.limits.ss_steps else 0
        return Among(
            game.everybody,
            Layer("enemy-block", "11.41a", self.others),
            Layer("not-on-map", "11.41a", game.everybody & ~self.here),
            Layer("engaged", "11.41a", engaged),
            Layer("no-supply-line", "11.41a", cut),
            Layer("full-strength", "2.4c", state.derive("whole", _whole, game, bytes(state.cv))),
            Layer("one-step-a-month", "11.41b", given),
            Layer("ordered-already", "11.52", self.given("disband")),
            Layer("one-ss-step", "11.41d", ss),
            Layer("too-dear", "11.3a", self.too_dear("step")),
        )

    def cadres(self) -> Among:
        """11.42: eliminated blocks come back as cadres."""
        return Among(
            self.game.everybody,
            Layer("enemy-block", "11.42a", self.others),
            Layer("not-eliminated", "11.42a", self.game.everybody & ~self.dead),
            Layer("rebuilt-already", "11.41c", self.given("cadre")),
            Layer("too-dear", "11.3a", self.too_dear("cadre")),
            Layer("no-arrival-hex", "11.6b", self.homeless & self.dead),
        )

    def arrivals(self) -> Among:
        """11.5: reinforcements of this month (or late ones)."""
        due = self.coming.due
        return Among(
            self.game.everybody,
            Layer("enemy-block", "11.5", self.others),
            Layer("not-due", "11.5", self.game.everybody & ~due),
            Layer("placed-already", "11.5", self.given("arrive", *EARLY)),
            Layer("no-arrival-hex", "11.6b", self.homeless & due),
        )

    def early(self, kind: str) -> Among:
        """11.51: a reinforcement comes a month sooner, a step weaker or for its cadre's price."""
        coming = self.coming.next | self.coming.later
        return Among(
            self.game.everybody,
            Layer("enemy-block", "11.51", self.others),
            Layer("not-coming", "11.51", self.game.everybody & ~coming),
            Layer("too-weak-to-hurry", "11.51",
                  coming & self.coming.weak if kind == "early" else 0),
            Layer("placed-already", "11.5", self.given("arrive", *EARLY)),
            Layer("too-dear", "11.3a", self.too_dear(kind)),
            Layer("no-arrival-hex", "11.6b", self.homeless & self.coming.next),
        )

    def disbandments(self) -> Among:
        """11.52: any own block."""
        return Among(
            self.game.everybody,
            Layer("enemy-block", "11.52", self.others),
            Layer("not-on-map", "11.52", self.game.everybody & ~self.here),
            Layer("ordered-already", "11.52", self.given("step", "disband")),
        )

    def beachheads(self) -> dict[str, Among]:
        """15.51b, d: made ready, rebuilt or given up, one of these a month."""
        own = self.state.beachheads and pack(self.state.beachheads) & self.mine
        return {kind: self._beachhead(kind) for kind in beachhead.ORDERS} if own else {}

    def _beachhead(self, kind: str) -> Among:
        armies = self.game.coastal_armies
        return Among(
            armies,
            Layer("enemy-block", "15.51b", armies & self.others),
            Layer("beachhead-otherwise", "15.51b", armies & ~beachhead.in_status(self.state, kind)),
            Layer("beachhead-ordered", "15.51d", armies & self.given(*beachhead.ORDERS)),
            Layer("too-dear", "11.3a", armies & self.too_dear(kind)),
            outside=("no-coastal-army", "15.51a"),
        )

    @cached_property
    def by_kind(self) -> dict[str, int]:
        """Blocks with an order, by what was ordered."""
        found = dict.fromkeys((kind for kind, _, _ in self.orders), 0)
        for kind, unit, _ in self.orders:
            found[kind] |= 1 << unit
        return found

    @cached_property
    def coming(self) -> Reinforcements:
        state = self.state
        return state.derive("coming", _coming, self.game, self.future, state.month,
                            tuple(state.arrives), tuple(state.arrival_cv))

    @cached_property
    def homeless(self) -> int:
        """Blocks off the map for which no hex is open (11.6b)."""
        game, state, side = self.game, self.state, self.side
        units = (self.dead | self.coming.due | self.coming.next) & self.mine
        groups = (*game.satellite_blocks.values(), game.group_e & self.future, self.mine)
        found = 0
        for alike in groups:  # who is in none of the first has the same places as all the others
            some = units & alike
            units &= ~alike
            if some and not arrival_places(game, state, side, next(bits(some))) & self.open_hexes:
                found |= some
        return found

    @cached_property
    def linked(self) -> HexSet:
        """Hexes of the side on its net."""
        return rail.net(self.game, self.state, self.side) & self.state.friendly(self.side)

    @cached_property
    def open_hexes(self) -> HexSet:
        """Hexes that can take one more block in: linked, no battle, with room left."""
        game, state = self.game, self.state
        return state.derive_standing(
            ("arrivals", self.side), _with_room, game, self.linked & ~state.battles(game),
            self.orders, full_hexes(game, state, self.side))


# -- worked out once a month, or once an order ------------------------------------------------


def _coming(
    game: "EastFront", future: int, month: int, arrives: tuple[int, ...], cv: tuple[int, ...]
) -> Reinforcements:
    due = pack([unit for unit in bits(future) if 0 < arrives[unit] <= month])
    next = pack([unit for unit in bits(future) if arrives[unit] == month + 1])
    later = pack([unit for unit in bits(future) if arrives[unit] > month + 1])
    return Reinforcements(due, next, later, pack([unit for unit in bits(future) if cv[unit] < 2]))


def _whole(game: "EastFront", cv: bytes) -> int:
    return pack([n for n, unit in enumerate(game.units) if cv[n] >= unit.max_cv])


def _engaged_and_fed(
    game: "EastFront", state: EastFrontState, units: int, battles: HexSet, lines: HexSet
) -> tuple[int, int]:
    return state.units_in(battles, units), state.units_in(lines, units)


def _with_room(
    game: "EastFront", state: EastFrontState, linked: HexSet, orders: Given, full: HexSet
) -> HexSet:
    """11.6c, d: where the orders so far leave room."""
    used = Counter([hex for _, _, hex in orders if hex >= 0])
    left = Counter([state.at[unit] for kind, unit, _ in orders if kind == "disband"])
    found = linked & (~full | pack(left))
    for hex in {*used, *left}:  # no battle is there: only own blocks
        count = len(state.units_at(hex)) + used[hex] - left[hex]
        if count >= game.ground.stacking(hex) or used[hex] >= handles(game, hex):
            found &= ~(1 << hex)
    return found


# -- arrival (11.6) ---------------------------------------------------------------------------


def arrival_places(game: "EastFront", state: EastFrontState, side: str, unit: int) -> HexSet:
    """1.44, 11.6a, f: a satellite comes back inside its own country.

    Army Group E comes to its ports once (16.5a); rebuilt it comes like all Germans.
    """
    row = game.units[unit]
    cities = game.ground.major | game.ground.minor
    if game.group_e >> unit & 1 and state.at[unit] == FUTURE:
        return game.objectives.group_e_ports
    if row.satellite and row.nation != "italy":
        return (cities | game.ground.strategic) & homeland(game, state, row.nation)
    places = cities & game.home[side] | game.ground.entries[side]
    return places | game.ground.strategic if side == AXIS else places


def handled_out(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """11.6c: places that have taken in this month what they can."""
    used = Counter([hex for _, _, hex in state.orders[side] if hex >= 0])
    return pack([hex for hex, count in used.items() if count >= handles(game, hex)])


def handles(game: "EastFront", hex: int) -> int:
    """11.6c: two in a major city, one in a minor city or at an entry hex."""
    if game.ground.major >> hex & 1 or game.objectives.group_e_ports >> hex & 1:
        return game.limits.arrivals_major
    return game.limits.arrivals_minor


class ChooseArrivalHex(Ask, frozen=True):
    owner: str
    kind: str
    unit: UnitId

    rule = "11.6a"
    continues = True

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        plan, battles = Plan(game, state, self.owner), state.battles(game)
        places = arrival_places(game, state, self.owner, self.unit)
        shut = places & plan.linked & ~battles & ~plan.open_hexes
        return {"into": Among(
            places,
            Layer("arrival-in-battle", "11.6b", battles),
            Layer("arrival-unsupplied", "11.6b", places & ~plan.linked),
            Layer("arrival-full", "11.6c", shut & handled_out(game, state, self.owner)),
            Layer("arrival-crowded", "11.6d", shut),
            outside=("no-arrival-place", "11.6a"),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        order(state, self.owner, self.kind, self.unit, arg)
        state.push(Orders(self.owner))


# -- carrying out -----------------------------------------------------------------------------


class CarryOutOrders(Do, frozen=True):
    rule = "11.n1"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for side in SIDES:
            for kind, unit, hex in state.orders[side]:
                carry_out(game, state, kind, unit, hex)
                state.tell(Event(f"produced-{kind}", "11.3a", {"block": unit},
                                 seen_by=(side,), units=(unit,)))
            state.orders[side] = ()
            state.points[side] = 0


def carry_out(game: "EastFront", state: EastFrontState, kind: str, unit: int, hex: int) -> None:
    if kind == "step":
        state.cv[unit] += 1
    elif kind == "disband":
        eliminate(game, state, unit, "11.52")
    elif kind in beachhead.ORDERS:
        state.beachheads[unit] = beachhead.ORDERS[kind]
    else:
        lowest = game.types[game.units[unit].type].lowest_cv
        state.arrival_cv[unit] -= 1 if kind == "early" else 0
        state.arrives[unit] -= 1 if kind in EARLY else 0
        state.siege_lost |= kind == "cadre" and game.units[unit].siege  # 11.42d
        if hex >= 0:
            state.cv[unit] = lowest if kind == "cadre" else state.arrival_cv[unit]
            state.place(unit, hex)
