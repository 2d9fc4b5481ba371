"""Why an active HQ stays where it is while others move (4.42c, 4.44b)."""

from grognard.core.rulings import Layer
from grognard.rules.eastfront.state import EastFrontState

BLITZ = "blitz-movement"


def active_hqs(state: EastFrontState) -> tuple[Layer, ...]:
    """A Blitz HQ and one given over to a landing or a drop will not mobilise in this phase."""
    again = state.phase == BLITZ
    return (
        Layer("airborne-headquarters", "14.2a", state.active & state.airborne),
        Layer("invasion-headquarters", "15.4b", state.active & state.invading),
        Layer("blitz-stays", "5.7b", state.active & state.blitz),
        Layer("active-hq-stays", "4.42c", 0 if again else state.active),
        Layer("active-hq-stays-again", "4.44b", state.active if again else 0),
    )
