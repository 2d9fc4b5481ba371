"""What the fields of a position can hold; positions of records are held to it."""

from typing import TYPE_CHECKING

from grognard.core.bounds import (
    Bounds,
    each,
    flag,
    member,
    nothing,
    parts,
    subset,
    table,
    whole,
    word,
)
from grognard_miniature.state import OFF, ORDERS, SIDES

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature

MANY = 99


def bounds(game: "Miniature") -> Bounds:
    count, ground = len(game.counters), game.grid.all
    counters, side, hex = subset((1 << count) - 1), word(*SIDES), member(ground)
    plan = parts(order=whole(0, len(ORDERS) - 1), gun=member(ground, OFF))
    return Bounds(
        {
            "turn": whole(0, game.turns + 1), "at": each(member(ground, OFF), count),
            "stacks": table(hex, each(whole(0, count - 1))),
            **dict.fromkeys(("face_up", "acted", "ready"), counters),
            "steps": each(whole(0, MANY), count), "cup": table(side, whole(0, MANY)),
            "plans": table(side, plan), "orders": table(side, plan),
            "holders": table(hex, side), "points": table(side, whole(-MANY, MANY), SIDES),
            "shadows": nothing,
        },
        {
            "who": side, "target": hex, "unit": whole(0, count - 1), "first": flag,
            **dict.fromkeys(("by", "among", "units"), counters), "came": subset(ground),
            **dict.fromkeys(("left", "hexes", "at"), whole(0, MANY)),
        },
    )  # fmt: skip
