"""What a table tells of what happened, so that the other side's turn can be shown as a story."""

from typing import Literal, TypeAlias

Tells: TypeAlias = Literal["order", "move", "attack", "battle", "loss", "time"]
"""Of which kind an event is: somebody is called to act, units move, an attack is announced, it is
fought (dice), something is lost, or time goes on (a turn, a phase, a chit). Anything else is told
by the way."""
