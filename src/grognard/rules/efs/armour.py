"""Chapter 9: combined arms, the integrity of divisions, and what star results cost armour."""

from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import cover
from grognard.rules.efs.battle import Battle, Toll
from grognard.rules.efs.inset import integrity as on_inset
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.words import ARCTIC, AXIS, RAIN, SNOW

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

PARTNERS = frozenset({"motorised infantry", "motorised engineer", "engineer", "motorcycle"})
"""Who goes with armour (9.1.1)."""
BAD_FOR_TANKS = (RAIN, SNOW, ARCTIC)
"""9.1.4, read as 6.1.6/2 reads its list."""


def crossing(game: "EastFrontSeries", state: EfsState, battle: Battle, units: int,
             sides: frozenset[int]) -> int:
    """Those of the units that attack over one of the hexsides."""
    return pack([unit for unit in bits(units) if any(
        game.grid.hexside(state.at[unit], hex) in sides for hex in battle.hexes)])


# -- combined arms (9.1) -----------------------------------------------------------------------


def combined_arms(game: "EastFrontSeries", state: EfsState, battle: Battle, used: int) -> bool:
    """Whether armour and its infantry strike together; ``used`` units serve for integrity."""
    free = battle.attackers if game.edition.armour.arms_with_integrity else \
        battle.attackers & ~used
    tanks = free & game.armoured
    tanks &= ~crossing(game, state, battle, tanks, game.ground.major_rivers)  # 9.1.3
    if not tanks or not free & game.arms & ~tanks:
        return False
    return good_for_tanks(game, state, battle) and not _barred_by_line(game, state, battle, tanks)


def good_for_tanks(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """Whether armour can strike with its infantry at all there, wherever it comes from."""
    return not (_barred_by_ground(game, state, battle) or _barred_by_guns(game, state, battle))


def _barred_by_ground(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """Hills, woods, towns, strongpoints, and weather that is none for tanks (9.1.2 to 9.1.4)."""
    ground = game.ground
    closed: HexSet = ground.hills | ground.woods | ground.cities | ground.major_cities
    closed |= cover.strongpoints(state, battle.defender)
    weathers = {state.weather_at(game, hex) for hex in battle.hexes}
    return bool(closed & battle.targets) or bool(weathers & set(BAD_FOR_TANKS))


def _barred_by_line(game: "EastFrontSeries", state: EfsState, battle: Battle, tanks: int) -> bool:
    """12.2.2: if all the armour comes over a fortified line."""
    return all(cover.faces_line(game, state, battle.side, state.at[unit], hex)
               for unit in bits(tanks) for hex in battle.hexes)


def _barred_by_guns(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """9.1.1: anti-tank or anti-aircraft units among the defenders."""
    return bool(state.units_in(battle.targets, game.tank_killers & ~state.beaten))


# -- integrity (9.2) ---------------------------------------------------------------------------


class Integrity(NamedTuple):
    """The divisions that fight as such, and the units that made them up."""

    divisions: tuple[str, ...] = ()
    used: int = 0


def integrity(game: "EastFrontSeries", state: EfsState, units: int, side: str,
              supplied: bool) -> Integrity:
    """9.2: panzer divisions; motorised ones only beside a panzer division (9.2.2).

    A unit without supply does not count, unless the attack itself is supplied (6.5.5/3).
    """
    if side != AXIS:
        return Integrity()
    there = state.units_in(game.mega.fine, units) if game.mega.fine else 0
    if there:
        return _apart(integrity(game, state, units & ~there, side, supplied), tuple(
            on_inset.groups(game, elements_of(game, state, there, supplied), there)))
    elements = elements_of(game, state, units, supplied)
    panzers = {name: whole for name, parts in elements.items()
               if name in game.panzer_divisions and (whole := _panzer(game, parts))}
    found = dict(panzers)
    if panzers:
        found |= {name: parts for name, parts in elements.items()
                  if name not in game.panzer_divisions
                  and parts.bit_count() >= game.measures.divisions.motorised}
    used = 0
    for parts in found.values():
        used |= parts
    return Integrity(tuple(sorted(found)), used)


def _apart(on_map: Integrity, groups: tuple[on_inset.Group, ...]) -> Integrity:
    """15.6.4: units on the inset by its own rule, those on the map by theirs."""
    used = on_map.used
    for _, units in groups:
        used |= units
    return Integrity((*on_map.divisions, *(name for name, _ in groups)), used)


def elements_of(game: "EastFrontSeries", state: EfsState, units: int,
                supplied: bool) -> dict[str, int]:
    """The units that count for their division, by division."""
    found: dict[str, int] = {}
    for unit in bits(units):
        row = game.units[unit]
        if row.division and row.role and (supplied or state.supply[unit] != UNSUPPLIED):
            found[row.division] = found.get(row.division, 0) | 1 << unit
    for division, codes in game.rows.integrity_help.items():  # 18.4.7
        if division in found:
            found[division] |= units & game.named(codes)
    return found


def _panzer(game: "EastFrontSeries", parts: int) -> int:
    """9.2.3.b: the panzer regiment and so many of the others; reconnaissance is taken first."""
    panzer = [unit for unit in bits(parts) if game.units[unit].role == "panzer"]
    others = sorted((unit for unit in bits(parts) if game.units[unit].role != "panzer"),
                    key=lambda unit: game.units[unit].role != "recon")
    enough = game.edition.armour.integrity_others
    return pack([*panzer[:1], *others[:enough]]) if panzer and len(others) >= enough else 0


def integrity_groups(game: "EastFrontSeries", state: EfsState, units: int) -> int:
    """BSR.aa.axis: units of those that keep the integrity of a panzer division together."""
    found = integrity(game, state, units, AXIS, supplied=False)
    return found.used


def is_division(game: "EastFrontSeries", state: EfsState, units: int) -> bool:
    """12.1.9: a division, or elements that keep the integrity of one."""
    if any(game.units[unit].size == "division" for unit in bits(units)):
        return True
    elements = elements_of(game, state, units, supplied=False)
    enough = game.measures.divisions.motorised
    return any(_panzer(game, parts) if name in game.panzer_divisions
               else parts.bit_count() >= enough for name, parts in elements.items())


# -- attrition (9.3) ---------------------------------------------------------------------------


def first_losses(game: "EastFrontSeries", state: EfsState, battle: Battle, toll: Toll,
                 defenders: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who must take the first steps on each side after a star: attacker, defender (9.3.1)."""
    if not toll.star:
        return (), ()
    tanks = battle.attackers & game.armoured
    enemy_tanks = defenders & game.armoured
    killers = defenders & game.tank_killers
    engineers = battle.attackers & game.engineers if battle.engineers else 0
    attacker = tanks if enemy_tanks | killers else 0
    defender = 0
    if tanks:
        hit = game.edition.armour.attrition
        defender = enemy_tanks | (killers if hit == "armour-or-gun" else 0)
    return tuple(group for group in (engineers, attacker) if group), \
        (defender,) if defender else ()
