"""Section 9.3: the odds of a combat, every number with its rule."""

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.messages import Message
from grognard.core.odds import OddsLine
from grognard.core.ratio import whole
from grognard.hexes import bits
from grognard.rules.narva import air
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.data import GERMAN, SOVIET
from grognard.rules.narva.state import SUPPLIED, NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class Share(NamedTuple):
    """What one unit brings: its printed strength and what became of it."""

    unit: int
    printed: int
    strength: Fraction
    rules: tuple[tuple[str, str], ...]
    """(message, rule) of every doubling and halving."""


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
    attack_total = whole(share.strength for share in attack)
    defence_total = whole(share.strength for share in defence)
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
    printed = state.attack(game, unit)
    strength, rules = Fraction(printed), []
    if game.ground.halves(game.grid.hexside(state.at[unit], target)):  # 9.3.C.2, 2.2.8.C
        strength /= 2
        rules.append(("halved-river", "9.3.C.2"))
    if state.supply[unit] != SUPPLIED:
        strength /= 2
        rules.append(("halved-supply", "9.3.C.3"))
    return Share(unit, printed, strength, tuple(rules))


def defence_share(game: "Narva", state: NarvaState, unit: int) -> Share:
    printed = state.defence(game, unit)
    strength, rules = Fraction(printed), []
    terrain = game.map.terrain[state.at[unit]]
    if game.charts.terrain[terrain].doubles:  # once, however much doubles (9.3.C.1)
        strength *= 2
        rules.append((f"doubled-{terrain}", "9.3.C.1"))
    if state.supply[unit] != SUPPLIED:
        strength /= 2
        rules.append(("halved-supply", "9.3.C.3"))
    return Share(unit, printed, strength, tuple(rules))


def odds_column(game: "Narva", side: str, attack: int, defence: int) -> int | None:
    """The last column whose odds are met; 1-3, 1-4 ... lie left of the first (9.3.2.A)."""
    if attack == 0:
        return None
    column = game.charts.combat.odds_column(attack, defence, side)
    if column is not None:
        return column
    lowest = game.charts.combat.line(side)[0]
    return int(lowest.partition("-")[2]) - ceil(Fraction(defence, attack))


def column_shifts(
    game: "Narva", state: NarvaState, battle: Battle
) -> list[tuple[str, str, int]]:
    """9.3.1, every shift that applies; they are all added up (9.3.1.D)."""
    terrain = game.map.terrain[battle.hex]
    shifts = [(f"terrain-{terrain}", "9.3.1.A", game.charts.terrain[terrain].shift)]
    if any(state.pinned >> unit & 1 for unit in defenders(game, state, battle)):
        shifts.append(("pinned", "9.3.1.B", game.limits.pinned_shift))
    shifts.append(("defences", "11.3.2", -defence_value(game, state, battle)))
    shifts.append(("stavka", "2.5.3.B", game.limits.stavka_shift * battle.stavka))
    shifts += [("air", "9.3.1.C", air.columns(game, mission)) for mission in bits(battle.missions)]
    return [shift for shift in shifts if shift[2]]


def defence_value(game: "Narva", state: NarvaState, battle: Battle) -> int:
    """The box of the marker, for Germans in a prepared defence that Soviets attack (11.3.2)."""
    if battle.side != SOVIET or battle.defender != GERMAN:
        return 0
    for number, hexes in enumerate(game.defence_hexes):
        if hexes >> battle.hex & 1:
            return game.charts.defence_track[state.defences[number]]
    return 0


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


def odds_lines(game: "Narva", side: str, reckoning: Reckoning) -> tuple[OddsLine, ...]:
    """The breakdown that a player sees before committing."""
    lines = [*_share_lines("attack", reckoning.attack),
             _line("odds.attack-total", reckoning.attack_total, "2.1.2"),
             *_share_lines("defence", reckoning.defence),
             _line("odds.defence-total", reckoning.defence_total, "2.1.2"),
             _line("odds.ratio", _column_name(game, side, reckoning.raw), "9.3.B")]
    lines += [_line(f"odds.shift-{name}", f"{by:+d}", rule) for name, rule, by in reckoning.shifts]
    lines.append(_line("odds.column", _column_name(game, side, reckoning.column), "9.3.1.D"))
    return tuple(lines)


def _share_lines(role: str, shares: tuple[Share, ...]) -> list[OddsLine]:
    lines = []
    for share in shares:
        lines.append(OddsLine(Message(f"odds.{role}", {"unit": share.unit}), str(share.printed),
                              "9.3.A"))
        lines += [OddsLine(Message(f"odds.{name}", {"unit": share.unit}), str(share.strength), rule)
                  for name, rule in share.rules]
    return lines


def _line(id: str, value: object, rule: str) -> OddsLine:
    return OddsLine(Message(id), str(value), rule)


def _column_name(game: "Narva", side: str, column: int | None) -> str:
    line = game.charts.combat.line(side)
    if column is None:
        return "-"
    return line[column] if column >= 0 else f"1-{2 - column}"
