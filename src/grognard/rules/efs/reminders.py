"""Help for large turns: who can still attack a hex, and what a player may have forgotten."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, duty, entries, movers, routes, strengths, ways
from grognard.rules.efs.air import ChooseFlight, flight_choices
from grognard.rules.efs.declaring import ChooseTarget
from grognard.rules.efs.movers import ChooseMover, ChooseWay
from grognard.rules.efs.state import GENERAL, EfsState
from grognard.rules.efs.words import enemy_of
from grognard.table import Reminder, Threat

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

PRIZES = ("hold", "control")
"""Lines of victory that are about hexes."""


# -- who can still attack here -------------------------------------------------------------------


def threat(game: "EastFrontSeries", state: EfsState, side: str, hex: Hex) -> Threat | None:
    """Units that stand next to an enemy hex or can still come there, with their printed strength.
    """
    step = state.stack[-1] if state.stack else None
    if side != state.side or not isinstance(step, ChooseMover | ChooseWay | ChooseTarget) \
            or not duty.targets(game, state) >> hex & 1:
        return None
    able = duty.eligible(game, state) & ~duty.plan_of(state).used
    units = duty.touching(game, state, hex, able)
    if not isinstance(step, ChooseTarget):
        units |= coming(game, state, step.manner, able & ~units, hex)
    return Threat(_against(game, state, units, hex), "8.1.3", tuple(bits(units)))


def coming(game: "EastFrontSeries", state: EfsState, manner: str, units: int, hex: Hex) -> int:
    """Units that can still move next to a hex."""
    free = units & movers.mover_choices(game, state, manner).mask
    beside = game.grid.spread(1 << hex)
    return pack([unit for unit in bits(free)
                 if ways.march_choices(game, state, ways.march(
                     game, state, 1 << unit, manner, 0)).mask & beside])


def _against(game: "EastFrontSeries", state: EfsState, units: int, hex: Hex) -> Message:
    held = state.set_at(hex) & game.combat_units[enemy_of(state.side)]
    told = {"units": tuple(bits(units)), "count": units.bit_count(),
            "attack": sum(strengths.attack_of(game.units[n], state.steps[n]) for n in bits(units)),
            "defence": sum(strengths.defence_of(game.units[n], state.steps[n]) for n in bits(held))}
    return Message("threat.some" if units else "threat.none", told)


# -- what may be forgotten -----------------------------------------------------------------------


def reminders(game: "EastFrontSeries", state: EfsState, step: Ask) -> Iterable[Reminder] | None:
    """Before a phase is ended; None: nothing but what any table counts."""
    if isinstance(step, ChooseMover):
        return _movement(game, state, step.manner)
    if isinstance(step, ChooseTarget):
        return _attacks(game, state)
    if isinstance(step, ChooseFlight):
        return _air(game, state, step)
    return ()


def _movement(game: "EastFrontSeries", state: EfsState, manner: str) -> Iterator[Reminder]:
    coming = entries.enter_choices(game, state, manner).mask
    if coming:
        yield _reminder("arrivals", "14.1", coming, grave=True)
    hungry = starving(game, state)
    if hungry:
        yield _reminder("out-of-supply", "6.3.2", hungry, grave=True)
    bare = undefended(game, state)
    if bare:
        yield Reminder(Message("reminder.undefended", {"hexes": tuple(bits(bare))}), "17.2.1",
                       hexes=tuple(bits(bare)), grave=True)
    still = movers.mover_choices(game, state, manner).mask
    if still:
        yield _reminder("unmoved", "7.0", still)


def starving(game: "EastFrontSeries", state: EfsState) -> int:
    """Own units in general supply that would fail their trace as things stand."""
    if game.skips("supply"):
        return 0
    lost = routes.lost(game, state, state.side)
    return pack([unit for unit in bits(lost) if state.supply[unit] == GENERAL])


def undefended(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Places worth points on own land with nobody in them, though an enemy is near enough.

    Near enough is whoever has as many movement points as there are hexes between.
    """
    own = control.land_of(game, state, state.side)
    prizes = pack([hex for line in game.rows.victory if line.kind in PRIZES for hex in line.hexes])
    empty = prizes & own & ~state.combat_hexes(game, state.side)
    reaches = _enemy_reaches(game, state) if empty else {}
    return pack([hex for hex in bits(empty) if any(
        game.grid.disk(hex, points) & hexes for points, hexes in reaches.items())])


def _enemy_reaches(game: "EastFrontSeries", state: EfsState) -> dict[int, HexSet]:
    """By movement points: where enemies with so many stand."""
    found: dict[int, HexSet] = {}
    for unit in bits(state.on_map(game.combat_units[enemy_of(state.side)])):
        points = strengths.move_of(game.units[unit], state.steps[unit])
        found[points] = found.get(points, 0) | 1 << state.at[unit]
    return found


def _attacks(game: "EastFrontSeries", state: EfsState) -> Iterator[Reminder]:
    """Units next to an enemy that they could still attack."""
    free = duty.eligible(game, state) & ~duty.plan_of(state).used
    found = 0
    for hex in bits(duty.targets(game, state) & ~duty.plan_of(state).targets):
        found |= duty.touching(game, state, hex, free)
    if found:
        yield _reminder("could-attack", "8.1.3", found)


def _air(game: "EastFrontSeries", state: EfsState, step: ChooseFlight) -> Iterator[Reminder]:
    count = flight_choices(game, state, step.owner, step.mission).mask.bit_count()
    if count:
        yield Reminder(Message("reminder.air-left", {"count": count}), step.rule)


def _reminder(name: str, rule: str, units: int, grave: bool = False) -> Reminder:
    told = tuple(bits(units))
    return Reminder(Message(f"reminder.{name}", {"units": told, "count": len(told)}), rule, told,
                    grave=grave)
