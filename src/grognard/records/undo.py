"""The way back: which decisions can be taken back, and why others cannot."""

from typing import Any

from grognard.core.actions import Action
from grognard.core.sides import Side

EVERY = 16
"""A copy of the state is kept every so many entries of the log."""


class WayBack:
    """The decisions since the last thing that cannot be undone, and a copy here and there.

    Undo takes back one decision of the same side; it is refused if since then a die was rolled,
    a hidden fact came out, or another side acted. Most decisions are never taken back, so only
    some states are kept: the one wanted is played to from the copy before it.
    """

    def __init__(self) -> None:
        self._copies: list[tuple[Any, int]] = []
        self._decisions: list[tuple[int, Side]] = []
        self._closed = "undo-nothing"
        self.together: tuple[Any, int, list[tuple[Side, Action]]] | None = None

    def __repr__(self) -> str:
        return f"<WayBack over {len(self._decisions)} decisions>"

    def before(self, state: Any, log_length: int, side: Side) -> None:
        """Remember that a side decides here; if it goes back, the other may go on back."""
        if not self._copies or log_length - self._copies[-1][1] >= EVERY:
            self._copies.append((state.copy(), log_length))
        self._decisions.append((log_length, side))

    def forced(self, side: Side) -> None:
        """A forced choice of another side still means that the other side acted."""
        if self._decisions and self._decisions[-1][1] != side:
            self.close("undo-other-side")

    def in_secret(self, state: Any, log_length: int, side: Side, action: Action) -> None:
        """Remember a decision in a secret choice, which each side may take back by itself."""
        if self.together is None:
            self.together = (state.copy(), log_length, [])
        self.together[2].append((side, action))

    def close(self, code: str) -> None:
        """Nothing before this can be undone; ``code`` says why."""
        del self._copies[:-1]  # from the last one the next decisions can be played to as well
        self._decisions.clear()
        self.together = None
        self._closed = code

    def refusal(self, side: Side) -> str | None:
        """The code of the refusal, or None if the side may undo."""
        if self.together is not None:
            mine = any(who == side for who, _ in self.together[2])
            return None if mine else self._closed
        if not self._decisions:
            return self._closed
        return None if self._decisions[-1][1] == side else "undo-other-side"

    def step_back(self) -> tuple[Any, int, int]:
        """A state before the last decision, its length of the log, and that of the decision."""
        wanted, _ = self._decisions.pop()
        state, length = self._copies[-1]
        if length == wanted and len(self._copies) > 1:
            self._copies.pop()
            return state, length, wanted
        return state.copy(), length, wanted

    def leave_out(self, side: Side) -> tuple[Any, int, list[tuple[Side, Action]]]:
        """The state at the start of the secret choice and its acts but the side's last."""
        assert self.together is not None
        state, length, acts = self.together
        last = max(index for index, (who, _) in enumerate(acts) if who == side)
        return state.copy(), length, acts[:last] + acts[last + 1:]
