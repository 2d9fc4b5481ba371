"""The battle at hand, as the table shows it: who fires with what, and what came of it.

Blocks of an active battle lie face up (7.14); those that stand up again are backs once more.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.game import View
from grognard.core.messages import Message
from grognard.rules.eastfront.air import AirStrike
from grognard.rules.eastfront.assault import assault_rule, repulse_numbers
from grognard.rules.eastfront.combat import FireRoll
from grognard.rules.eastfront.data import MUD, enemy_of
from grognard.rules.eastfront.faces import back_of
from grognard.rules.eastfront.fire import fortress_held, hits_per_step, rated, shelter
from grognard.rules.eastfront.fog import TOKENS
from grognard.rules.eastfront.retreat import PursuitRoll
from grognard.rules.eastfront.state import GONE, POOL, EastFrontState
from grognard.table import Fight, Fighter, Sign

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

COVER = {"forest": "1.32b", "hill": "1.33", "marsh": "1.34b", "mountain": "1.35b"}
"""Terrain that gives double defence, and its rule."""
BATTLES = ("fight.battle", "fight.battle-over")
PURSUITS = ("fight.pursuit", "fight.pursuit-over")
"""Titles while they run, and when they are over."""


def fight(
    game: "EastFront", view: View[EastFrontState], whole: EastFrontState
) -> Fight | None:
    """The battle fought last, while its round runs and until the next movement.

    ``whole`` is the view with its hidden blocks guessed: it knows where there are battles.
    """
    state, round = view.state, view.state.round
    hex, over = round.hex, not round.firing
    if hex < 0:
        return None
    title = PURSUITS if round.pursuit else BATTLES
    return Fight(
        hex=hex,
        title=Message(title[over], {"hex": hex}),
        fighters=(*fighters(game, state, over), *backs(game, view, hex)),
        facts=() if over else tuple(facts(game, whole, hex)),
        turn=round.firing,
        over=over,
    )


# -- blocks -----------------------------------------------------------------------------------


def fighters(game: "EastFront", state: EastFrontState, over: bool) -> Iterator[Fighter]:
    strikers = [unit for unit in state.round.volleys if unit not in state.round.engaged]
    for unit in (*strikers, *state.round.engaged):
        fire, rule = fire_of(game, state, unit)
        _, dice = state.round.volleys.get(unit, ("", ()))
        yield Fighter(
            face=f"{game.units[unit].code}-{state.cv[unit]}",
            side=state.owner(game, unit),
            unit=unit,
            power=power(state, unit, fire) if dice or not (over or state.round.pursuit) else None,
            rule=rule,
            dice=dice,
            hits=game.hits[fire],
            notes=tuple(notes(game, state, unit)),
            now=firing(state) == unit,
        )


def backs(game: "EastFront", view: View[EastFrontState], hex: int) -> Iterator[Fighter]:
    """Blocks that have stood up again, or came since: their backs, and nothing else."""
    for value in view.state.units_at(hex):
        if value <= TOKENS:
            yield Fighter(face=back_of(game, value), side=enemy_of(view.side))


def power(state: EastFrontState, unit: int, fire: str) -> Message:
    """How many dice a block rolls, and which hit."""
    if fire == "none":
        return Message("fight.no-fire")
    fired = state.round.volleys.get(unit)
    dice = len(fired[1]) if fired else state.cv[unit]
    return Message("fight.power", {"fire": fire, "dice": dice})


def fire_of(game: "EastFront", state: EastFrontState, unit: int) -> tuple[str, str]:
    """What a block fires with, and by which rule; who has fired keeps what he had."""
    if state.round.pursuit:
        return state.round.volleys.get(unit, ("none", ()))[0], "6.42b"
    if unit in state.round.volleys and unit not in state.round.engaged:
        return state.round.volleys[unit][0], "13.14a"
    offensive = state.owner(game, unit) == state.phasing
    fire, rule = rated(game, state, unit, state.round.hex, offensive)
    return (state.round.volleys[unit][0] if unit in state.round.volleys else fire), rule


def firing(state: EastFrontState) -> int:
    """The block whose dice are waited for."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, FireRoll):
        return top.unit
    if isinstance(top, PursuitRoll):
        return top.pursuer
    return top.hq if isinstance(top, AirStrike) else -1


def notes(game: "EastFront", state: EastFrontState, unit: int) -> Iterator[Message]:
    """What a block has suffered."""
    if state.at[unit] in (POOL, GONE):
        yield Message("fight.eliminated")
    elif unit in state.round.engaged and state.at[unit] != state.round.hex:
        yield Message("fight.left" if state.round.pursuit else "fight.repulsed")
    elif lost := state.round.lost.get(unit):
        yield Message("fight.lost", {"steps": lost})
    if part := state.round.part_hits.get(unit):
        yield Message("fight.part", {"part": f"{part}/{needed(game, state)}"})


def needed(game: "EastFront", state: EastFrontState) -> int | None:
    """Hits that cost the side under fire a step."""
    if state.round.pursuit:
        return shelter(game, state, state.round.hex, state.phasing)
    return hits_per_step(game, state, state.round.hex, enemy_of(state.phasing))


# -- what holds for all -----------------------------------------------------------------------


def facts(game: "EastFront", state: EastFrontState, hex: int) -> Iterator[Sign]:
    weather = state.weather_at(game, hex)
    yield Sign("terrain", Message(f"terrain.{game.map.terrain[hex]}"), "1.3a")
    yield Sign("weather", Message(f"weather.{weather}"), "12.1a")
    yield Sign("attacker", Message(f"side.{state.attackers.get(hex, state.phasing)}"), "7.12a")
    yield protection(game, state, hex)
    if state.round.pursuit:
        return
    if not state.supported >> hex & 1:
        yield Sign("support", Message("fight.unsupported"), "7.4a")
    if driving := repulse_numbers(game, state, hex):
        span = "-".join(str(die) for die in sorted({driving[0], driving[-1]}))
        yield Sign("assault", Message("fight.repulse-on", {"dice": span}),
                   assault_rule(game, state, hex))


def protection(game: "EastFront", state: EastFrontState, hex: int) -> Sign:
    """How many hits cost the passive side a step, and why."""
    hits = needed(game, state)
    value = Message("fight.no-loss") if hits is None else Message(
        "fight.hits-per-step", {"hits": hits})
    return Sign("protection", value, protection_rule(game, state, hex, enemy_of(state.phasing)))


def protection_rule(game: "EastFront", state: EastFrontState, hex: int, passive: str) -> str:
    weather = state.weather_at(game, hex)
    if state.round.pursuit:
        return "6.42c"
    if fortress_held(game, state, hex, passive):
        return "7.35a"
    if game.ground.major >> hex & 1:
        return "1.41a"
    if weather == MUD:
        return "12.24b"
    return COVER.get(game.ground.terrain(hex, weather), "7.33a")
