"""What the tests of movement share."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from grognard.rules.narva.game import Narva
from grognard.rules.narva.movement import MovementSegment
from tests.rules.narva.table import Table, narva


def side_of(t: Table, code: str) -> str:
    return t.game.owner(t.unit(code))


def moving(t: Table, code: str, *others: str) -> Table:
    """The unit is activated, with others, and about to move."""
    t.state.end_activation()
    t.acting(side_of(t, code), code, *others).ask(MovementSegment())
    return t.do(f"move {code}")


def destinations(t: Table, code: str) -> set[str]:
    """Where the unit could march."""
    return moving(t, code).offers("to")


@cache
def with_unit(code: str, **changes: Any) -> Narva:
    """The game with other numbers on one counter."""
    game = narva()
    twin = object.__new__(Narva)
    twin.__dict__.update(game.__dict__)
    number = game.number[code]
    changed = replace(game.units[number], **changes)
    twin.units = (*game.units[:number], changed, *game.units[number + 1:])
    return twin
