"""Answers that stay the same: sent once, and then only asked after."""

import hashlib
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response


class Kept(NamedTuple):
    """The body of an answer and the stamp by which a browser asks after it."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, body: bytes) -> "Kept":
        return cls(body, f'"{hashlib.sha256(body).hexdigest()[:24]}"')


def unchanging(
    request: Request, kept: Kept, media_type: str, *, forever: bool = False
) -> Response:
    """An answer that a browser may keep and only asks after, or not even that."""
    keep = "private, max-age=31536000, immutable" if forever else "no-cache"
    headers = {"ETag": kept.tag, "Cache-Control": keep}
    if request.headers.get("if-none-match") == kept.tag:
        return Response(status_code=304, headers=headers)
    return Response(kept.body, media_type=media_type, headers=headers)
