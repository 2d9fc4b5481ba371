"""What the server answers, as types: every answer and every message is one of these structs.

The web client's types are generated from them (``make types``), so the two cannot differ. What
has a default may be left out of an answer; everything else is always there.
"""

from grognard.server.wire.answers import ANSWERS, EVENTS

__all__ = ["ANSWERS", "EVENTS"]
