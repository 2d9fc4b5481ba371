"""Write the schema of everything the server answers: ``make types``.

The web client's types are made of it: ``npm run types`` turns ``web/answers.schema.json`` into
``web/src/api/answers.ts``.
"""

import ast
import inspect
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from grognard.server.wire import ANSWERS, EVENTS

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "web" / "answers.schema.json"

Plain = dict[str, Any]


def schema() -> Plain:
    """All answers and all structs they are made of."""
    (*found, events), parts = msgspec.json.schema_components(
        [*ANSWERS.values(), EVENTS], ref_template="#/definitions/{name}")
    for kind in _structs():
        if kind.__name__ in parts:
            _explain(parts[kind.__name__], kind)
    parts["LiveMessage"] = {"title": "LiveMessage", "description": "What a websocket tells.",
                            "anyOf": events["anyOf"]}  # fmt: skip
    by_point = dict(zip(ANSWERS, found, strict=True))
    by_point["live"] = {"$ref": "#/definitions/LiveMessage"}
    return {
        "title": "Answers", "description": "What each endpoint answers.", "type": "object",
        "properties": by_point, "required": list(by_point), "additionalProperties": False,
        "definitions": dict(sorted(parts.items())),
    }  # fmt: skip


def _structs() -> list[type[msgspec.Struct]]:
    found, todo = [], [msgspec.Struct]
    while todo:
        todo += (below := todo.pop().__subclasses__())
        found += [kind for kind in below if kind.__module__.startswith("grognard.server.wire")]
    return found


def _explain(part: Plain, kind: type[msgspec.Struct]) -> None:
    """Say of each field what stands below it; a bare reference has no room for that."""
    renamed = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    for name, said in said_of_fields(inspect.getsource(kind)):
        field = part["properties"][renamed[name]]
        if "$ref" not in field:
            field["description"] = said


def said_of_fields(source: str) -> list[tuple[str, str]]:
    r"""The fields of a class that have a text below them.

    >>> said_of_fields('class A:\n    x: int\n    "How many."\n    y: int\n')
    [('x', 'How many.')]
    """
    body = ast.parse(source).body[0].body  # type: ignore[attr-defined]
    return [
        (field.target.id, " ".join(str(text.value.value).split()))
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    ]  # fmt: skip


def written() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    KEPT.write_text(written(), "utf-8")
