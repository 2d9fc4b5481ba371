"""15.6.4: the integrity of mobile divisions on the inset.

A division is split up over its hexes there: it gets its die for each group that keeps together.
Every counter serves in one group.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from grognard.hexes import bits, pack

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

Group: TypeAlias = tuple[str, int]
"""The name of a division, and the units of one of its groups."""


def groups(game: "EastFrontSeries", elements: dict[str, int], units: int) -> Iterator[Group]:
    """The groups among units on the inset; ``elements`` are those who count, by division."""
    helpers = list(bits(units & game.division_helpers))
    for name, parts in sorted(elements.items()):
        if name in game.panzer_divisions:
            yield from _panzer(game, name, parts)
        elif helpers and (regiments := _motorised(game, parts)):
            yield name, regiments | 1 << helpers.pop(0)


def _panzer(game: "EastFrontSeries", name: str, parts: int) -> Iterator[Group]:
    """A battalion of the regiment and a motorised regiment or the reconnaissance."""
    others = sorted((unit for unit in bits(parts) if game.units[unit].role in (
        "motorised", "recon")), key=lambda unit: game.units[unit].role != "recon")
    for battalion, other in zip(bits(parts & game.battalions), others, strict=False):
        yield name, 1 << battalion | 1 << other


def _motorised(game: "EastFrontSeries", parts: int) -> int:
    """Two motorised regiments, or one and the reconnaissance, which is taken first."""
    recon = [unit for unit in bits(parts) if game.units[unit].role == "recon"][:1]
    regiments = [unit for unit in bits(parts) if game.units[unit].role == "motorised"]
    enough = game.charts.inset.regiments
    found = [*recon, *regiments][:enough]
    return pack(found) if regiments and len(found) == enough else 0
