"""What is printed on the counters, chits and markers."""

from grognard.core.messages import Message
from grognard.table import Face
from grognard_miniature.parts import Counter
from grognard_miniature.state import ORDERS, SIDES

SYMBOLS = {"guard": "infantry", "line": "infantry", "horse": "cavalry", "decoy": ""}
MARKERS = ("face-down", "acted", "out-of-supply", "turn")


def faces(counters: tuple[Counter, ...]) -> dict[str, Face]:
    """Every face that a scene can name."""
    fronts = {counter.code: front(counter, counter.steps) for counter in counters}
    weaker = {f"{c.code}-reduced": front(c, 1) for c in counters if not c.is_decoy}
    backs = {f"{side}-hidden": Face(fill=side, hidden=True) for side in SIDES}
    chits = {f"chit-{side}": Face(shape="chit", fill=side) for side in SIDES}
    guns = {f"gun-{side}": Face(shape="marker", fill=side, symbol="artillery") for side in SIDES}
    orders = {f"order-{order}": marker(f"order.{order}") for order in ORDERS}
    markers = {mark: marker(f"marker.{mark}") for mark in MARKERS}
    return fronts | weaker | backs | chits | guns | orders | markers


def front(counter: Counter, steps: int) -> Face:
    """A counter with so many steps left: strength and movement (1.2)."""
    return Face(
        fill=counter.side,
        symbol=SYMBOLS[counter.kind],
        texts={"attack": str(counter.dice(steps)), "movement": str(counter.moves)},
        reduced=steps < counter.steps,
        label=Message(f"counter.{counter.kind}"),
    )


def marker(text: str) -> Face:
    return Face(shape="marker", label=Message(text))
