"""Witnesses for what the scenarios of the series add: exits, neighbours, formations that wait."""

from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import group, here, owner, place, units_of
from tests.reasons.efs_ground import points
from tests.reasons.plain import holds


def closed(c: Case, hex: int) -> bool:
    """The scenario shuts the hex to the side of the group."""
    return any(line.side == owner(c) and holds(line.area, hex) for line in c.game.rows.closed)


def neighbours_land(c: Case) -> bool:
    """The hex that is named; of an advance all hexes that were attacked."""
    if c.asks == "ChooseAdvance":
        return all(any(line.side == c.step.battle.side and holds(line.area, hex)
                       for line in c.game.rows.closed) for hex in c.step.battle.hexes)
    return closed(c, place(c))


def waits(c: Case) -> bool:
    """A formation of the scenario's list whose last quiet turn is not over."""
    names = [name for line in c.game.rows.quiet if line.last_turn >= c.state.turn
             for name in line.formations]
    return any((c.game.units[n].formation + "/").startswith(f"{name}/")
               for n in units_of(c) for name in names)


def no_exit(c: Case) -> bool:
    """No door of the side on this turn, or no point left to step over the edge."""
    codes = {c.game.units[n].code for n in group(c)}
    doors = [line for line in c.game.rows.exit
             if line.side == owner(c) and line.first_turn <= c.state.turn
             and (here(c) in line.hexes or holds(line.area, here(c)))
             and (not line.units or codes <= set(line.units))]
    if c.asks == "ChooseRetreat":
        return bool(c.step.way) or not any(line.retreats for line in doors)
    left = min(points(c.game, c.state, n, c.step.manner) for n in group(c)) * 4 - c.step.spent
    return not doors or left < 4 or bool(c.step.held) or c.step.manner == "reaction" or any(
        c.game.capability[n].goes == "rail" for n in group(c))


def other_pool(c: Case) -> bool:
    """Events draw on the Soviet pools by letter, the Axis calls its own reserve."""
    letter = getattr(c.step, "letter", "")
    wanted = ("soviet", "armour" if letter == "A" else "special") if letter else (
        "axis", "special")
    line = c.game.rows.group[c.action.arg]
    return (line.side, line.pool) != wanted


WITNESSES: dict[str, Witness] = {
    "neighbours-land": neighbours_land,
    "formation-waits": waits,
    "no-exit-here": no_exit,
    "another-pool": other_pool,
}
