"""Section 9.3: the odds of a combat, every number with its rule."""

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.hexes import bits
from grognard.rules.narva import air
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.defences import marker_of
from grognard.rules.narva.state import SUPPLIED, NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


QUARTER = 4
"""Strengths are reckoned in quarters: a unit is halved twice at the most (9.3.C)."""


class Share(NamedTuple):
    """What one unit brings: its printed strength and what became of it."""

    unit: int
    printed: int
    quarters: int
    changes: tuple[tuple[str, str, int], ...] = ()
    """(message, rule, quarters after it) of every doubling and halving."""

    @property
    def strength(self) -> Fraction:
        return Fraction(self.quarters, QUARTER)

    def become(self, quarters: int, name: str, rule: str) -> "Share":
        return Share(self.unit, self.printed, quarters, (*self.changes, (name, rule, quarters)))


class Reckoning(NamedTuple):
    attack: tuple[Share, ...]
    defence: tuple[Share, ...]
    attack_total: int
    defence_total: int
    raw: int | None
    """Column of the bare odds; negative for odds below the lowest (9.3.2.A)."""
    shifts: tuple[tuple[str, str, int], ...]
    """(message, rule, columns); right is positive."""
    column: int | None
    """The column to roll on; None: the attack is cancelled."""


def reckon(game: "Narva", state: NarvaState, battle: Battle) -> Reckoning:
    attack = tuple(attack_share(game, state, unit, battle.hex) for unit in bits(battle.attackers))
    defence = tuple(defence_share(game, state, unit) for unit in defenders(game, state, battle))
    attack_total = sum([share.quarters for share in attack]) // QUARTER
    defence_total = sum([share.quarters for share in defence]) // QUARTER
    raw = odds_column(game, battle.side, attack_total, defence_total)
    shifts = tuple(column_shifts(game, state, battle))
    column = final_column(game, raw, shifts, defence_total)
    return Reckoning(attack, defence, attack_total, defence_total, raw, shifts, column)


def defenders(game: "Narva", state: NarvaState, battle: Battle) -> list[int]:
    """9.2.2.A: every combat unit in the hex; only the top one while fog hides the rest."""
    units = [unit for unit in state.units_at(battle.hex) if not game.hqs >> unit & 1]
    hidden = game.fog and not state.revealed >> battle.hex & 1
    return units[-1:] if hidden else units


def attack_share(game: "Narva", state: NarvaState, unit: int, target: int) -> Share:
    share = _printed(unit, state.attack(game, unit))
    if game.ground.halves(game.grid.hexside(state.at[unit], target)):  # 2.2.8.C: bridges too
        share = share.become(share.quarters // 2, "halved-river", "9.3.C.2")
    return _supplied_share(state, share)


def defence_share(game: "Narva", state: NarvaState, unit: int) -> Share:
    share = _printed(unit, state.defence(game, unit))
    terrain = game.map.terrain[state.at[unit]]
    if game.charts.terrain[terrain].doubles:  # once, for a hex has one terrain (2.2.2.B)
        share = share.become(2 * share.quarters, f"doubled-{terrain}", "9.3.C.1")
    return _supplied_share(state, share)


def _printed(unit: int, strength: int) -> Share:
    return Share(unit, strength, QUARTER * strength)


def _supplied_share(state: NarvaState, share: Share) -> Share:
    if state.supply[share.unit] == SUPPLIED:
        return share
    return share.become(share.quarters // 2, "halved-supply", "9.3.C.3")


def odds_column(game: "Narva", side: str, attack: int, defence: int) -> int | None:
    """The last column whose odds are met; 1-3, 1-4 ... lie left of the first (9.3.2.A)."""
    if attack == 0:
        return None
    column = game.charts.combat.odds_column(attack, defence, side)
    if column is not None:
        return column
    return _lowest(game.charts.combat.line(side)) - -(-defence // attack)


def column_shifts(
    game: "Narva", state: NarvaState, battle: Battle
) -> list[tuple[str, str, int]]:
    """9.3.1, every shift that applies; they are all added up (9.3.1.D)."""
    terrain = game.map.terrain[battle.hex]
    shifts = [(f"terrain-{terrain}", "9.3.1.A", game.charts.terrain[terrain].shift)]
    if any(state.pinned >> unit & 1 for unit in defenders(game, state, battle)):
        shifts.append(("pinned", "9.3.1.B", game.limits.combat.pinned_shift))
    shifts.append(("defences", "11.3.2", -defence_value(game, state, battle)))
    shifts.append(("stavka", "2.5.3.B", game.limits.stavka.shift * battle.stavka))
    shifts += [("air", "9.3.1.C", air.columns(game, mission)) for mission in bits(battle.missions)]
    return [shift for shift in shifts if shift[2]]


def defence_value(game: "Narva", state: NarvaState, battle: Battle) -> int:
    """The box of the marker, for Germans in a prepared defence that Soviets attack (11.3.2)."""
    marker = marker_of(game, battle)
    return 0 if marker is None else game.charts.defence_track[state.defences[marker]]


def final_column(
    game: "Narva", raw: int | None, shifts: tuple[tuple[str, str, int], ...], defence: int
) -> int | None:
    """9.3.2: cap, shift, clamp; below the first column the attack is cancelled."""
    if raw is None:
        return None
    last = len(game.charts.combat.columns) - 1
    if defence == 0:  # 9.3.2.C
        return last
    shifted = raw + sum(by for _, _, by in shifts)
    return None if shifted < 0 else min(shifted, last)


# -- in words ----------------------------------------------------------------------------------


def odds_lines(game: "Narva", side: str, reckoning: Reckoning) -> tuple[Fact, ...]:
    """The breakdown that a player sees before committing."""
    lines = [*_share_lines("attack", reckoning.attack),
             _line("odds.attack-total", reckoning.attack_total, "2.1.2"),
             *_share_lines("defence", reckoning.defence),
             _line("odds.defence-total", reckoning.defence_total, "2.1.2"),
             _line("odds.ratio", _column_name(game, side, reckoning.raw), "9.3.B")]
    if reckoning.defence_total:  # else no shift counts (9.3.2.C)
        lines += [_line(f"odds.shift-{name}", f"{by:+d}", rule)
                  for name, rule, by in reckoning.shifts]
    lines.append(_line("odds.column", _column_name(game, side, reckoning.column),
                       _column_rule(game, reckoning)))
    return tuple(lines)


def _column_rule(game: "Narva", reckoning: Reckoning) -> str:
    """The restriction that decided the column, if one did (9.3.2)."""
    if reckoning.column is None or reckoning.raw is None:
        return "9.3.2.A"
    if not reckoning.defence_total:
        return "9.3.2.C"
    net = sum(by for _, _, by in reckoning.shifts)
    return "9.3.2.B" if reckoning.raw + net > reckoning.column else "9.3.1.D"


def die_lines(modifier: int) -> tuple[Fact, ...]:
    return (_line("odds.die", f"{modifier:+d}", "14.3.B"),) if modifier else ()


def cover_lines(game: "Narva", state: NarvaState, battle: Battle) -> tuple[Fact, ...]:
    """What will change the result once the die has fallen."""
    lines, hex, marker = [], battle.hex, marker_of(game, battle)
    if game.cities >> hex & 1:
        lines.append(_line("odds.city", -1, "9.4.4.A"))
    if game.cover >> hex & 1:
        lines.append(_line("odds.cover", -1, "9.5.6.A"))
    elif marker is not None:
        lines.append(_line("odds.cover", -1, "11.3.3"))
    if marker is not None:
        boxes = len(game.charts.defence_track) - 1 - state.defences[marker]
        lines.append(_line("odds.track", boxes, "11.3.4.A"))
    if battle.stavka:
        lines.append(_line("odds.stavka", f"{game.limits.stavka.extra_steps:+d}", "2.5.3.C"))
    return tuple(lines)


def _share_lines(role: str, shares: tuple[Share, ...]) -> list[Fact]:
    lines = []
    for share in shares:
        about = {"unit": share.unit}
        lines.append(Fact(Message(f"odds.{role}", about), str(share.printed), "9.3.A"))
        lines += [Fact(Message(f"odds.{name}", about), str(Fraction(quarters, QUARTER)), rule)
                  for name, rule, quarters in share.changes]
    return lines


def _line(id: str, value: object, rule: str) -> Fact:
    return Fact(Message(id), str(value), rule)


def _column_name(game: "Narva", side: str, column: int | None) -> str:
    """The odds over a column; those left of the table are named on downwards (9.3.2.A)."""
    line = game.charts.combat.line(side)
    if column is None:
        return "-"
    return line[column] if column >= 0 else f"1-{_lowest(line) - column}"


def _lowest(line: tuple[str, ...]) -> int:
    """The defender's number in the lowest odds: 2 of 1-2."""
    return int(line[0].partition("-")[2])
