"""Everything the server says no to: a status, a code and a sentence; never a stack trace."""

from collections.abc import Collection
from typing import Any

from grognard.boxes.faults import Fault
from grognard.core.messages import Catalogue, Message, catalogue
from grognard.server.wire.base import Refusal
from grognard.server.wire.play import Check


def own_texts(language: str) -> Catalogue:
    """The sentences of the server itself."""
    return catalogue(language, "server")


class Problem(Exception):
    """A request that cannot be met; becomes an answer."""

    def __init__(
        self, status: int, code: str, *, field: str = "", detail: Message | None = None, **args: Any
    ) -> None:
        super().__init__(f"{status} {code} {detail or ''}")
        self.status, self.code, self.field, self.detail = status, code, field, detail
        self.blanks = {"field": field, **args}
        self.more: dict[str, Any] = {}

    @property
    def message(self) -> Message:
        """The sentence, before it is put into words."""
        return Message(f"problem.{self.code}", self.blanks)

    def worded_detail(self, language: str) -> str:
        """What exactly is wrong; nothing where the sentence says all."""
        return own_texts(language).say(self.detail) if self.detail else ""

    def body(self, language: str) -> Refusal:
        """What the client gets."""
        return Refusal(
            code=self.code, rule="", sentence=own_texts(language).say(self.message),
            field=self.field, detail=self.worded_detail(language), **self.more,
        )  # fmt: skip


class Stale(Problem):
    """Decided upon a state that is no longer the present one."""

    def __init__(self, seq: int) -> None:
        super().__init__(409, "stale", field="seq")
        self.more = {"seq": seq}


class RuledOut(Problem):
    """The rules refuse; the body is the ruling, put into words already."""

    def __init__(self, ruling: Check) -> None:
        super().__init__(422, ruling.code)
        self.ruling = ruling

    def body(self, language: str) -> Refusal:
        said = self.ruling
        return Refusal(
            code=said.code, rule=said.rule, sentence=said.sentence, field="act",
            units=said.units, hexes=said.hexes, case=said.case,
        )  # fmt: skip


def unknown(what: str, id: object, *, status: int = 404, field: str = "") -> Problem:
    """Nothing of this name is there."""
    return Problem(status, f"unknown-{what}", field=field, id=str(id))


def box_faults(box: str, faults: Collection[Fault]) -> Message:
    """Where a box is wrong: the first place, and how to hear of all."""
    first = next(iter(faults))
    args = {"count": len(faults), "file": first.file, "where": str(first.where), "box": box}
    return Message("detail.box-faults", args)
