"""The books of production (chapter 11): what there is to spend, and on whom it can be spent."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.ledger import Ledger, LedgerLine, LedgerPart
from grognard.core.messages import Message
from grognard.hexes import bits, pack
from grognard.rules.eastfront import beachhead, supply
from grognard.rules.eastfront.data import Cost
from grognard.rules.eastfront.objectives import hq_cost
from grognard.rules.eastfront.state import FUTURE, GONE, POOL, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


EARLY = ("early", "hasten")
"""Ways to come a month sooner: weaker, or paid for (11.51)."""


def ledger(game: "EastFront", state: EastFrontState, side: str) -> Ledger:
    left = points_left(game, state, side)
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
    return LedgerLine(
        unit=unit,
        face=f"{game.units[unit].code}-{cv}",
        prices={kind: price(game, state, side, kind, unit) for kind in kinds},
        now=now,
        ordered=tuple(kind for kind, ordered, _ in state.orders[side] if ordered == unit),
    )


# -- prices -----------------------------------------------------------------------------------


def points_left(game: "EastFront", state: EastFrontState, side: str) -> int:
    key = ("points-left", side, state.orders[side])
    found: int | None = state.cache.get(key)
    if found is None:
        found = state.points[side] - sum(
            price(game, state, side, kind, unit) for kind, unit, _ in state.orders[side])
        state.cache[key] = found
    return found


def price(game: "EastFront", state: EastFrontState, side: str, kind: str, unit: int) -> int:
    cost = _plain_price(game, state, side, kind, unit)
    far = kind == "step" and supply.lives_on_beachhead(game, state, unit)
    return cost * (game.limits.beachhead_step_factor if far else 1)


def _plain_price(
    game: "EastFront", state: EastFrontState, side: str, kind: str, unit: int
) -> int:
    if kind in ("arrive", "disband", "early", "withdraw"):
        return 0
    if kind in beachhead.ORDERS:
        return game.limits.beachhead_cost
    cost = unit_cost(game, state, side, unit)
    return cost.step if kind == "step" else cost.cadre


def prices(game: "EastFront", state: EastFrontState, side: str, kind: str) -> dict[int, int]:
    """Blocks by what they cost; steps of blocks on a beachhead cost more."""
    key = ("prices", side, kind, state.month, state.axis_hexes, state.soviet_hexes)
    found: dict[int, int] | None = state.cache.get(key)
    if found is None:
        found = {}
        for of_type in filter(None, game.by_type.values()):  # blocks of a type cost the same
            cost = _plain_price(game, state, side, kind, of_type.bit_length() - 1)
            found[cost] = found.get(cost, 0) | of_type
        state.cache[key] = found
    return found


def unit_cost(game: "EastFront", state: EastFrontState, side: str, unit: int) -> Cost:
    row = game.units[unit]
    turned = game.types["infantry"].cost[side]  # 16.1b: a static block that changed sides
    base = game.types[row.type].cost.get(side, turned)
    return hq_cost(game, state, side, base) if row.hq else base
