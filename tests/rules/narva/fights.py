"""Fights of Across the Narva set up in a few readable lines."""

from collections.abc import Iterable

from grognard.core.odds import Odds
from grognard.core.rulings import Ruling
from grognard.hexes import bits
from grognard.rules.narva.battle import Battle, read_result
from grognard.rules.narva.combat import AssignAir, CombatRoll, CombatSegment, carry_out
from grognard.rules.narva.reckoning import Reckoning, reckon
from grognard.rules.narva.retreat import RetreatFrom
from tests.rules.narva.table import Table


def battle(t: Table, target: str, *attackers: str, stavka: bool = False) -> Battle:
    side = t.game.owner(t.unit(attackers[0]))
    return Battle(side, t.hex(target), t.units(*attackers), stavka=stavka)


def segment(t: Table, *attackers: str) -> Table:
    """The combat segment of an activation of these units."""
    return t.acting(t.game.owner(t.unit(attackers[0])), *attackers).ask(CombatSegment())


def attack(t: Table, target: str, *attackers: str) -> Table:
    """Up to the die: these units attack, without air support."""
    segment(t, *attackers).do(f"attack {target} by {' '.join(attackers)} fire")
    return t.do("done")


def reckoned(t: Table, target: str, *attackers: str, stavka: bool = False) -> Reckoning:
    return reckon(t.game, t.state, battle(t, target, *attackers, stavka=stavka))


def odds(t: Table, target: str, *attackers: str, stavka: bool = False) -> Odds:
    """What the attacker is told before he rolls."""
    t.ask(AssignAir(battle(t, target, *attackers, stavka=stavka)))
    found = t.play.odds(t.asked(), "done")
    assert found is not None
    return found


def told(found: Odds, label: str) -> list[tuple[str, str]]:
    """Values and rules of the lines of this label."""
    return [(line.value, line.rule) for line in found.lines if line.label.id == f"odds.{label}"]


def struck(t: Table, result: str, target: str, *attackers: str, stavka: bool = False) -> Table:
    """The attack gives this result."""
    fight = battle(t, target, *attackers, stavka=stavka)
    t.state.stack = ()
    carry_out(t.game, t.state, fight, read_result(result, fight.side))
    return t.ask(*t.state.stack[::-1])


def die_for(t: Table, result: str) -> int:
    """A die that falls on this result of the table now."""
    roll = t.step()
    assert isinstance(roll, CombatRoll)
    read = [roll.printed(t.game, t.state, (die,)) for die in range(1, 7)]
    assert result in read, f"{result} is not in this column: {read}"
    return read.index(result) + 1


def must_retreat(t: Table, hex: str, hexes: int, by_attack: bool = False) -> Table:
    """Everybody in the hex goes back so many hexes."""
    units = sum(1 << unit for unit in t.state.units_at(t.hex(hex)))
    return t.ask(RetreatFrom(t.hex(hex), units, hexes, by_attack))


def why(ruling: Ruling) -> tuple[str, str]:
    """Code and rule of a refusal."""
    return ruling.code, ruling.rule.removeprefix("narva:")


def codes(t: Table, units: int) -> set[str]:
    return {t.game.units[unit].code for unit in bits(units)}


def told_ids(t: Table, *wanted: str) -> list[str]:
    """The events of these sorts, in the order in which they happened."""
    return [event.id for event in t.events if event.id in wanted]


def labels(t: Table, hexes: Iterable[int]) -> set[str]:
    return {t.game.grid.label(hex) for hex in hexes}
