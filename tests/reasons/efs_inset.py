"""Witnesses for chapter 15 of Army Group North: the Leningrad inset."""

from grognard.lab.conformance import Case, Witness
from tests.reasons.efs_facts import owner, place
from tests.reasons.plain import holds


def repeated(c: Case, hex: int) -> bool:
    """The map draws the hex once more on the inset."""
    return any(holds(c.game.map.areas.get(name, 0), hex)
               for name in ("inset_transition", "inset_interior"))


def inset_instead(c: Case) -> bool:
    return repeated(c, place(c)) and (owner(c) == "axis" or "inset-reached" in c.state.points)


WITNESSES: dict[str, Witness] = {
    "inset-instead": inset_instead,
}
