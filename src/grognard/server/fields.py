"""Why a field of a request does not fit, as a message."""

import re
from collections.abc import Mapping
from typing import Any

from grognard.core.messages import Message

SAYINGS = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "literal_error": "choices",
    "string_too_long": "too-long",
    "too_long": "too-long",
    "string_too_short": "too-short",
    "too_short": "too-short",
    "greater_than_equal": "too-small",
    "less_than": "too-big",
    "less_than_equal": "too-big",
}
"""Kinds of fault by pydantic's names; all others are of the wrong kind."""
WRONG_KIND = "wrong-kind"


def field_fault(error: Mapping[str, Any]) -> Message:
    """One fault that pydantic found.

    >>> field_fault({"type": "less_than", "ctx": {"lt": 9}})
    Message(id='detail.too-big', args={'limit': 9})
    """
    saying = SAYINGS.get(error["type"], WRONG_KIND)
    context = error.get("ctx", {})
    if saying == "choices":
        named = re.findall(r"'([^']*)'", str(context["expected"]))
        return Message("detail.choices", {"choices": ", ".join(named)})
    limits = ("max_length", "min_length", "ge", "lt", "le")
    limit = next((context[name] for name in limits if name in context), None)
    return Message(f"detail.{saying}", {} if limit is None else {"limit": limit})
