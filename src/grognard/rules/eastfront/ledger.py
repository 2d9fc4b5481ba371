"""The books of production (chapter 11): what there is to spend, and on whom it can be spent."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.messages import Message
from grognard.hexes import bits, pack
from grognard.rules.eastfront import beachhead, supply
from grognard.rules.eastfront.data import Cost
from grognard.rules.eastfront.objectives import lacks_oil
from grognard.rules.eastfront.state import FUTURE, GONE, POOL, EastFrontState
from grognard.table import Ledger, LedgerLine, LedgerPart

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


EARLY = ("early", "hasten")
"""Ways to come a month sooner: weaker, or paid for (11.51)."""


def ledger(game: "EastFront", state: EastFrontState, side: str) -> Ledger:
    left = points_left(game, state, side, market(game, state, side))
    parts = {
        "steps": tuple(worn(game, state, side)),
        "cadres": tuple(eliminated(game, state, side)),
        "coming": tuple(coming(game, state, side)),
        "beachheads": tuple(beachheads(game, state, side)),
    }
    return Ledger(
        id="production",
        has=state.points[side],
        spent=state.points[side] - left,
        parts=tuple(LedgerPart(id, lines) for id, lines in parts.items() if lines),
    )


def worn(game: "EastFront", state: EastFrontState, side: str) -> Iterator[LedgerLine]:
    """11.41: blocks on the map below their full strength, headquarters first."""
    here = bits(state.on_map(state.loyal(game, side)))
    for unit in sorted(here, key=lambda unit: (not game.units[unit].hq, unit)):
        full = game.units[unit].max_cv
        if state.cv[unit] < full:
            now = Message("ledger.strength", {"cv": state.cv[unit], "full": full,
                                              "hex": state.at[unit]})
            yield _line(game, state, side, unit, ("step",), now)


def eliminated(game: "EastFront", state: EastFrontState, side: str) -> Iterator[LedgerLine]:
    """11.42."""
    for unit in bits(state.loyal(game, side)):
        if state.at[unit] == POOL:
            yield _line(game, state, side, unit, ("cadre",), Message("ledger.eliminated"))


def coming(game: "EastFront", state: EastFrontState, side: str) -> Iterator[LedgerLine]:
    """11.5: those due now arrive, later ones may hurry (11.51)."""
    future = [unit for unit in bits(state.loyal(game, side))
              if state.at[unit] == FUTURE and state.arrives[unit] > 0]
    for unit in sorted(future, key=lambda unit: (state.arrives[unit], unit)):
        due = state.arrives[unit] <= state.month
        now = Message("ledger.due" if due else "ledger.later",
                      {"month": state.arrives[unit], "cv": state.arrival_cv[unit]})
        yield _line(game, state, side, unit, ("arrive",) if due else EARLY, now)


def beachheads(game: "EastFront", state: EastFrontState, side: str) -> Iterator[LedgerLine]:
    """15.51b, d."""
    for unit in bits(pack(state.beachheads) & state.loyal(game, side)):
        place = state.beachheads[unit]
        if state.at[unit] == GONE:
            continue
        now = (Message("ledger.beachhead-at", {"hex": place}) if place >= 0
               else Message(f"beachhead.{beachhead.NAMES[place]}"))
        yield _line(game, state, side, unit, tuple(beachhead.ORDERS), now)


def _line(
    game: "EastFront", state: EastFrontState, side: str, unit: int, kinds: tuple[str, ...],
    now: Message,
) -> LedgerLine:
    cv = state.arrival_cv[unit] if state.at[unit] == FUTURE else state.cv[unit]
    now_paid = market(game, state, side)
    return LedgerLine(
        unit=unit,
        face=f"{game.units[unit].code}-{cv}",
        prices={kind: price(game, side, kind, unit, now_paid) for kind in kinds},
        now=now,
        ordered=tuple(kind for kind, ordered, _ in state.orders[side] if ordered == unit),
    )


# -- prices -----------------------------------------------------------------------------------


class Market(NamedTuple):
    """What the prices of a month depend on."""

    surcharge: Cost
    """What a step and a cadre of a headquarters cost more; reasons add up (16.2c)."""
    far: int
    """Blocks that live on a beachhead alone, whose steps cost more (15.52b)."""


def market(game: "EastFront", state: EastFrontState, side: str) -> Market:
    extra = game.half(state).hq_surcharge.get(side, Cost(0, 0))
    if lacks_oil(game, state, side):
        extra = Cost(extra.step + game.limits.oil_step, extra.cadre + game.limits.oil_cadre)
    return Market(extra, supply.living_on_beachheads(game, state, side))


def points_left(
    game: "EastFront", state: EastFrontState, side: str, market: Market
) -> int:
    return state.points[side] - state.derive(
        ("spent", side), _spent, game, side, state.orders[side], market)


def _spent(
    game: "EastFront", side: str, orders: Iterable[tuple[str, int, int]], market: Market
) -> int:
    return sum(price(game, side, kind, unit, market) for kind, unit, _ in orders)


def price(game: "EastFront", side: str, kind: str, unit: int, market: Market) -> int:
    if kind in ("arrive", "disband", "early", "withdraw"):
        return 0
    if kind in beachhead.ORDERS:
        return game.limits.beachhead_cost
    cost = _cost(game, side, unit, market)
    if kind != "step":
        return cost.cadre
    return cost.step * (game.limits.beachhead_step_factor if market.far >> unit & 1 else 1)


def prices(game: "EastFront", side: str, kind: str, units: int, market: Market) -> dict[int, int]:
    """Blocks by what an order costs for them."""
    found: dict[int, int] = {}
    for same in game.by_type.values():  # blocks of a type cost the same in the same place
        for alike in (same & units & market.far, same & units & ~market.far):
            if alike:
                cost = price(game, side, kind, alike.bit_length() - 1, market)
                found[cost] = found.get(cost, 0) | alike
    return found


def unit_cost(game: "EastFront", state: EastFrontState, side: str, unit: int) -> Cost:
    return _cost(game, side, unit, market(game, state, side))


def _cost(game: "EastFront", side: str, unit: int, market: Market) -> Cost:
    row, more = game.units[unit], market.surcharge
    turned = game.types["infantry"].cost[side]  # 16.1b: a static block that changed sides
    base = game.types[row.type].cost.get(side, turned)
    return Cost(base.step + more.step, base.cadre + more.cadre) if row.hq else base
