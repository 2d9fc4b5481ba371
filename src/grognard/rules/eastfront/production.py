"""Chapter 11: production, in secret and at the same time.

Orders are kept for their side alone until both have finished, then all are carried out.
"""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.ledger import Ledger
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Ask, Do, Together
from grognard.core.visibility import UnitId
from grognard.hexes import HexSet, bits, pack
from grognard.rules.eastfront import beachhead, rail, supply
from grognard.rules.eastfront.data import AXIS, SIDES, SOVIET
from grognard.rules.eastfront.ledger import EARLY, ledger, points_left, price, prices
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.losses import eliminate
from grognard.rules.eastfront.objectives import homeland
from grognard.rules.eastfront.stacking import full_hexes
from grognard.rules.eastfront.state import FUTURE, POOL, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class ProductionPhase(Do, frozen=True):
    """4.2: level, replacement steps, cadres, reinforcements; both sides at once."""

    rule = "11.1"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.close_battle()
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
        for unit, cv in game.objectives.group_e:
            if state.at[unit] == FUTURE:
                state.arrives[unit], state.arrival_cv[unit] = state.month, cv
    italian, sevastopol = game.objectives.italian, game.objectives.sevastopol
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
        arriving = arrival_choices(game, state, self.owner)
        return {
            "step": step_choices(game, state, self.owner),
            "cadre": cadre_choices(game, state, self.owner),
            "arrive": arriving,
            "early": early_choices(game, state, self.owner, "early"),
            "hasten": early_choices(game, state, self.owner, "hasten"),
            "disband": disband_choices(game, state, self.owner),
            **beachhead_choices(game, state, self.owner),
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
        can_pay = (step_choices(game, state, self.owner).mask
                   or cadre_choices(game, state, self.owner).mask)
        return ("done",) if can_pay else ()

    def ledger(self, game: "EastFront", state: EastFrontState) -> Ledger:
        return ledger(game, state, self.owner)


def order(state: EastFrontState, side: str, kind: str, unit: int, hex: int) -> None:
    state.orders[side] += ((kind, unit, hex),)
    state.tell(Event("ordered", "11.3a", {"kind": kind, "block": unit}))


def _given(state: EastFrontState, side: str, *kinds: str) -> int:
    """Blocks with an order of these kinds."""
    key = ("given", state.orders[side])
    found: dict[str, int] | None = state.cache.get(key)
    if found is None:
        found = dict.fromkeys((kind for kind, _, _ in state.orders[side]), 0)
        for kind, unit, _ in state.orders[side]:
            found[kind] |= 1 << unit
        state.cache[key] = found
    return reduce(or_, (found.get(kind, 0) for kind in kinds))


def _too_dear(game: "EastFront", state: EastFrontState, side: str, kind: str, units: int) -> int:
    left = points_left(game, state, side)
    beach = kind == "step" and beachhead.deployed(game, state, side)
    on_beach = pack(unit for unit in bits(units if beach else 0)
                    if supply.lives_on_beachhead(game, state, unit))
    found = pack(unit for unit in bits(on_beach) if price(game, state, side, kind, unit) > left)
    dear = (blocks for cost, blocks in prices(game, state, side, kind).items() if cost > left)
    return found | sum(dear) & units & ~on_beach


def _off_map(state: EastFrontState, place: int) -> int:
    """Blocks that wait there."""
    key = ("off-map", place)
    found: int | None = state.cache.get(key)
    if found is None:
        found = pack(unit for unit, at in enumerate(state.at) if at == place)
        state.cache[key] = found
    return found


def step_choices(game: "EastFront", state: EastFrontState, side: str) -> Among:
    """11.41: one step a month for an unengaged block with a supply line."""
    everybody = (1 << len(game.units)) - 1
    here = state.on_map(state.loyal(game, side))
    engaged, cut = _engaged_and_cut(game, state, side, here)
    ss = game.ss if (_given(state, side, "step") & game.ss).bit_count() >= game.limits.ss_steps \
        else 0
    return Among(
        everybody,
        Layer("enemy-block", "11.41a", everybody & ~state.loyal(game, side)),
        Layer("not-on-map", "11.41a", everybody & ~here),
        Layer("engaged", "11.41a", engaged),
        Layer("no-supply-line", "11.41a", cut),
        Layer("full-strength", "2.4c", _whole(game, state)),
        Layer("one-step-a-month", "11.41b", _given(state, side, "step")),
        Layer("ordered-already", "11.52", _given(state, side, "disband")),
        Layer("one-ss-step", "11.41d", ss),
        Layer("too-dear", "11.3a", _too_dear(game, state, side, "step", here)),
    )


def _whole(game: "EastFront", state: EastFrontState) -> int:
    key = ("whole", bytes(state.cv))
    found: int | None = state.cache.get(key)
    if found is None:
        found = pack(n for n, unit in enumerate(game.units) if state.cv[n] >= unit.max_cv)
        state.cache[key] = found
    return found


def _engaged_and_cut(
    game: "EastFront", state: EastFrontState, side: str, here: int
) -> tuple[int, int]:
    """Blocks in battles and blocks without a line: the same for all orders of a month."""
    key = ("unfit", here, state.battles(game), supply.supplied_hexes(game, state, side))
    found: tuple[int, int] | None = state.cache.get(key)
    if found is None:
        _, _, battles, lines = key
        cut = pack(unit for unit in bits(here & (game.satellites | state.crowded))
                   if supply.cut_off(game, state, unit, side))  # 6.22b, 16.4d
        found = state.units_in(battles, here), cut | here & ~state.units_in(lines, here)
        state.cache[key] = found
    return found


def cadre_choices(game: "EastFront", state: EastFrontState, side: str) -> Among:
    """11.42: eliminated blocks come back as cadres."""
    everybody = (1 << len(game.units)) - 1
    mine = state.loyal(game, side)
    dead = _off_map(state, POOL)
    homeless = _homeless(game, state, side, dead & mine)
    return Among(
        everybody,
        Layer("enemy-block", "11.42a", everybody & ~mine),
        Layer("not-eliminated", "11.42a", everybody & ~dead),
        Layer("rebuilt-already", "11.41c", _given(state, side, "cadre")),
        Layer("too-dear", "11.3a", _too_dear(game, state, side, "cadre", dead & mine)),
        Layer("no-arrival-hex", "11.6b", homeless),
    )


def arrival_choices(game: "EastFront", state: EastFrontState, side: str) -> Among:
    """11.5: reinforcements of this month (or late ones)."""
    everybody = (1 << len(game.units)) - 1
    mine = state.loyal(game, side)
    due = pack(u for u in bits(_off_map(state, FUTURE)) if 0 < state.arrives[u] <= state.month)
    homeless = _homeless(game, state, side, due & mine)
    return Among(
        everybody,
        Layer("enemy-block", "11.5", everybody & ~mine),
        Layer("not-due", "11.5", everybody & ~due),
        Layer("placed-already", "11.5", _given(state, side, "arrive", *EARLY)),
        Layer("no-arrival-hex", "11.6b", homeless),
    )


def early_choices(game: "EastFront", state: EastFrontState, side: str, kind: str) -> Among:
    """11.51: a reinforcement comes a month sooner, at one step less or for its cadre's price."""
    everybody = (1 << len(game.units)) - 1
    mine = state.loyal(game, side)
    coming = pack(u for u in bits(_off_map(state, FUTURE)) if state.arrives[u] > state.month)
    weak = pack(u for u in bits(coming) if state.arrival_cv[u] < 2) if kind == "early" else 0
    dear = _too_dear(game, state, side, kind, coming & mine) if kind == "hasten" else 0
    now = pack(u for u in bits(coming & mine) if comes_now(state, u))
    homeless = _homeless(game, state, side, now)
    return Among(
        everybody,
        Layer("enemy-block", "11.51", everybody & ~mine),
        Layer("not-coming", "11.51", everybody & ~coming),
        Layer("too-weak-to-hurry", "11.51", weak),
        Layer("placed-already", "11.5", _given(state, side, "arrive", *EARLY)),
        Layer("too-dear", "11.3a", dear),
        Layer("no-arrival-hex", "11.6b", homeless),
    )


def comes_now(state: EastFrontState, unit: int) -> bool:
    """A month sooner is this month."""
    return state.arrives[unit] == state.month + 1


def disband_choices(game: "EastFront", state: EastFrontState, side: str) -> Among:
    """11.52: any own block."""
    everybody = (1 << len(game.units)) - 1
    here = state.on_map(state.loyal(game, side))
    return Among(
        everybody,
        Layer("enemy-block", "11.52", everybody & ~state.loyal(game, side)),
        Layer("not-on-map", "11.52", everybody & ~here),
        Layer("ordered-already", "11.52", _given(state, side, "step", "disband")),
    )


def beachhead_choices(game: "EastFront", state: EastFrontState, side: str) -> dict[str, Among]:
    """15.51b, d: made ready, rebuilt or given up, one of these a month."""
    own = pack(state.beachheads) & state.loyal(game, side)
    return {kind: _beachhead_choices(game, state, side, kind) for kind in beachhead.ORDERS if own}


def _beachhead_choices(game: "EastFront", state: EastFrontState, side: str, kind: str) -> Among:
    armies = game.coastal_armies
    return Among(
        armies,
        Layer("enemy-block", "15.51b", armies & ~state.loyal(game, side)),
        Layer("beachhead-otherwise", "15.51b", armies & ~beachhead.in_status(state, kind)),
        Layer("beachhead-ordered", "15.51d", armies & _given(state, side, *beachhead.ORDERS)),
        Layer("too-dear", "11.3a", _too_dear(game, state, side, kind, armies)),
        outside=("no-coastal-army", "15.51a"),
    )


# -- arrival (11.6) ---------------------------------------------------------------------------


def arrival_hexes(game: "EastFront", state: EastFrontState, side: str, unit: int) -> HexSet:
    """Home cities, strategic cities, rail entries; supplied, no battle, room left."""
    return arrival_places(game, state, side, unit) & _open_for_arrivals(game, state, side)


def _homeless(game: "EastFront", state: EastFrontState, side: str, units: int) -> int:
    """Blocks for which no hex is open."""
    if not units:
        return 0
    free = _open_for_arrivals(game, state, side)
    found = pack(u for u in bits(units & game.at_home)
                 if not arrival_places(game, state, side, u) & free)
    others = units & ~game.at_home  # they have the same places
    if others and not arrival_places(game, state, side, next(bits(others))) & free:
        found |= others
    return found


def _open_for_arrivals(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    key = ("arrivals", side, state.orders[side])
    found: HexSet | None = state.cache.get(key)
    if found is None:
        found = rail.net(game, state, side) & state.friendly(side) & ~state.battles(game)
        used = [hex for _, _, hex in state.orders[side] if hex >= 0]
        left = [state.at[unit] for kind, unit, _ in state.orders[side] if kind == "disband"]
        found &= ~full_hexes(game, state, side) | pack(left)
        for hex in {*used, *left}:
            count = len(state.of_side(game, hex, side)) + used.count(hex) - left.count(hex)
            if count >= game.ground.stacking(hex) or used.count(hex) >= handles(game, hex):
                found &= ~(1 << hex)
        state.cache[key] = found
    return found


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
    used = [hex for _, _, hex in state.orders[side] if hex >= 0]
    return pack(hex for hex in used if used.count(hex) >= handles(game, hex))


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
        open_hexes = arrival_hexes(game, state, self.owner, self.unit)
        places = arrival_places(game, state, self.owner, self.unit)
        net = rail.net(game, state, self.owner) & state.friendly(self.owner)
        battles = state.battles(game)
        shut = places & net & ~battles & ~open_hexes
        return {"into": Among(
            places,
            Layer("arrival-in-battle", "11.6b", battles),
            Layer("arrival-unsupplied", "11.6b", places & ~net),
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
