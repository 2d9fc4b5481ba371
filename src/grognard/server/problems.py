"""Everything the server says no to: a status, a code and a sentence; never a stack trace."""

from typing import Any

from grognard.core.messages import Catalogue, catalogue


def own_texts(language: str) -> Catalogue:
    """The sentences of the server itself."""
    return catalogue(language, "server")


class Problem(Exception):
    """A request that cannot be met; becomes an answer."""

    def __init__(
        self, status: int, code: str, *, field: str = "", detail: str = "", **args: Any
    ) -> None:
        super().__init__(f"{status} {code} {detail}")
        self.status, self.code, self.field, self.detail = status, code, field, detail
        self.blanks = {"field": field, **args}
        self.more: dict[str, Any] = {}

    def body(self, language: str) -> dict[str, Any]:
        """What the client gets."""
        sentence = own_texts(language).text(f"problem.{self.code}", self.blanks)
        body = {"code": self.code, "rule": "", "sentence": sentence, "field": self.field}
        return body | ({"detail": self.detail} if self.detail else {}) | self.more


class Stale(Problem):
    """Decided upon a state that is no longer the present one."""

    def __init__(self, seq: int) -> None:
        super().__init__(409, "stale", field="seq")
        self.more = {"seq": seq}


class RuledOut(Problem):
    """The rules refuse; the body is the ruling, put into words already."""

    def __init__(self, ruling: dict[str, Any]) -> None:
        super().__init__(422, str(ruling["code"]))
        self.ruling = ruling

    def body(self, language: str) -> dict[str, Any]:
        told = {key: value for key, value in self.ruling.items() if key != "allowed"}
        return told | {"field": "act"}


def unknown(what: str, id: object, *, status: int = 404, field: str = "") -> Problem:
    """Nothing of this name is there."""
    return Problem(status, f"unknown-{what}", field=field, id=str(id))
