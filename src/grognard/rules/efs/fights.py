"""The combat at hand as the table shows it, and the attacks that are declared."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.hexes import bits
from grognard.rules.efs.battle import Battle
from grognard.rules.efs.combat import ChooseDoubled, CombatRoll, PrepareCombat
from grognard.rules.efs.faces import face_id
from grognard.rules.efs.reckoning import (
    Reckoning,
    Share,
    column_name,
    defenders,
    number,
    reckon,
)
from grognard.rules.efs.state import EfsState
from grognard.table import Arrow, Fight, Fighter, Sign

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

BEFORE = (PrepareCombat, ChooseDoubled, CombatRoll)
"""The die has not fallen yet."""


def arrows(game: "EastFrontSeries", state: EfsState) -> Iterator[Arrow]:
    """8.1.1: an arrow from every hex that attacks to every hex that is attacked."""
    for attack in state.attacks:
        units = state.on_map(attack.attackers)
        if attack.resolved or not units:
            continue
        side = game.owner(next(bits(units)))
        starts = sorted({state.at[unit] for unit in bits(units)})
        yield from (Arrow((start, hex), side) for start in starts for hex in attack.hexes
                    if game.grid.distance(start, hex) == 1)


def fight(game: "EastFrontSeries", state: EfsState) -> Fight | None:
    """The combat that is being prepared, rolled for or carried out."""
    steps = [step for step in state.stack if isinstance(getattr(step, "battle", None), Battle)]
    if not steps:
        return None
    battle: Battle = getattr(steps[-1], "battle")  # noqa: B009
    title = Message("fight.title", {"hexes": battle.hexes})
    if not isinstance(steps[-1], BEFORE):
        return Fight(battle.hexes[0], title, tuple(_left(game, state, battle)))
    found = reckon(game, state, battle)
    return Fight(battle.hexes[0], title, tuple(_fighters(game, state, found)),
                 tuple(_facts(game, found)))


def _left(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Iterator[Fighter]:
    """After the die: who is left of both sides; the beaten stand there until they have gone."""
    held = defenders(game, state, battle.hexes) | state.units_in(battle.targets, state.beaten)
    for unit in bits(state.on_map(battle.attackers) | held):
        row = game.units[unit]
        yield Fighter(face_id(row, max(1, state.steps[unit])), row.side, unit)


def _fighters(game: "EastFrontSeries", state: EfsState, found: Reckoning) -> Iterator[Fighter]:
    for share in found.attack:
        yield _fighter(game, state, "fight.attacks", share)
    for share in found.defence:
        yield _fighter(game, state, "fight.defends", share)
    for gun, value in (*found.attack_support.guns, *found.defence_support.guns):
        yield _fighter(game, state, "fight.supports", Share(gun, value))


def _fighter(game: "EastFrontSeries", state: EfsState, said: str, share: Share) -> Fighter:
    row = game.units[share.unit]
    notes = tuple(Message(f"odds.halved-{why}", {"unit": share.unit}) for why, _ in share.halved)
    rule = "10.1" if said == "fight.supports" else "8.4.1"
    return Fighter(face_id(row, max(1, state.steps[share.unit])), row.side, share.unit,
                   Message(said, {"strength": share.printed}), rule, notes=notes)


def _facts(game: "EastFrontSeries", found: Reckoning) -> Iterator[Sign]:
    """The odds, and every modifier with its rule."""
    odds = Message("fight.odds", {"attack": number(found.attack_total),
                                  "defence": number(found.defence_total),
                                  "column": column_name(game, found.column)})
    yield Sign("fight-odds", odds, "8.4.1")
    for name, rule, die in found.modifiers:
        yield Sign(f"die-{name}", Message("fight.modifier", {"die": f"{die:+d}"}), rule)
