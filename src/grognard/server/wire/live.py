"""What the websocket tells."""

from grognard.server.wire.base import Refusal, Told
from grognard.server.wire.difference import Difference
from grognard.server.wire.state import State


class StateEvent(Told, frozen=True, tag_field="type", tag="state"):
    """A whole state."""

    state: State


class DifferenceEvent(Told, frozen=True, tag_field="type", tag="difference"):
    """What changed since the state told before."""

    difference: Difference


class GoneEvent(Told, frozen=True, tag_field="type", tag="gone"):
    """The game was deleted."""


class ErrorEvent(Told, frozen=True, tag_field="type", tag="error"):
    """The server says no."""

    error: Refusal


class PongEvent(Told, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping."""


LiveMessage = StateEvent | DifferenceEvent | GoneEvent | ErrorEvent | PongEvent
