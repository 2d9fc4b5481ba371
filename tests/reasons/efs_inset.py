"""Witnesses for chapter 15 of Army Group North: the Leningrad inset."""

from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import other, owner, place
from tests.reasons.efs_ground import on_map
from tests.reasons.plain import holds


def repeated(c: Case, hex: int) -> bool:
    """The map draws the hex once more on the inset."""
    return any(holds(c.game.map.areas.get(name, 0), hex)
               for name in ("inset_transition", "inset_interior"))


def inset_instead(c: Case) -> bool:
    open = c.game.rows.inset == "start" or "inset-reached" in c.state.points
    return repeated(c, place(c)) and (owner(c) == "axis" or open)


def contested(c: Case, hex: int) -> bool:
    """An enemy of the unit stands in the mega-hex of the hex."""
    return any(name.startswith("mega_") and holds(hexes, hex) and holds(hexes, c.state.at[n])
               for name, hexes in c.game.map.areas.items()
               for n in on_map(c.game, c.state, other(c.side))
               if "ship" not in c.game.units[n].traits)


def not_its_battalion(c: Case) -> bool:
    named, regiment = c.game.units[c.action.arg], c.game.units[c.step.regiment]
    return "substitute" not in named.traits or named.division != regiment.division or (
        c.state.at[c.action.arg] < 0)


def inset_untouched(c: Case) -> bool:
    """A hex of the inset, and the log has not told that play went over to it."""
    on_inset = any(name.startswith("mega_") and holds(hexes, place(c))
                   for name, hexes in c.game.map.areas.items())
    return on_inset and owner(c) == "axis" and "inset-reached" not in c.state.points


def elsewhere(c: Case) -> bool:
    """No mega-hex holds the hex and stands for where the unit is."""
    grid, at = c.game.grid, c.state.at[c.step.unit]
    home = next((name for name in c.game.map.areas if name.startswith("mega_")
                 and grid.hex(name.removeprefix("mega_").upper()) == at), "")
    return not home or not holds(c.game.map.areas[home], c.action.arg)


WITNESSES: dict[str, Witness] = {
    "inset-not-yet": inset_untouched,
    "another-mega-hex": elsewhere,
    "inset-instead": inset_instead,
    "not-its-battalion": not_its_battalion,
    "contested-ahead": lambda c: contested(c, place(c)),
    "gun-in-contested": lambda c: contested(c, c.state.at[c.action.arg]),
}
