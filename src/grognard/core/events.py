"""What happened, frozen, with the rule number and who may see it."""

from typing import Any

import msgspec

from grognard.core.sides import Side


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that happened. The sentence is ``event.<id>`` of the catalogue.

    >>> Event("moved", "6.1.A", {"unit": 12}, seen_by=("german",))
    <Event moved [6.1.A] unit=12, seen by german>
    """

    id: str
    rule: str = ""
    args: dict[str, Any] = {}
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    seen_by: tuple[Side, ...] | None = None
    """None: everybody."""
    reveals: bool = False
    """A hidden fact came out: no decision before it can be undone."""

    def __repr__(self) -> str:
        words = [f"{name}={value!r}" for name, value in self.args.items()]
        if self.seen_by is not None:
            words.append(f"seen by {' and '.join(self.seen_by) or 'nobody'}")
        rule = f" [{self.rule}]" if self.rule else ""
        return f"<Event {self.id}{rule}{' ' if words else ''}{', '.join(words)}>"

    def visible_to(self, side: Side) -> bool:
        return self.seen_by is None or side in self.seen_by
