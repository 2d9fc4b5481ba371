"""The way back: which decisions can be taken back, and why others cannot."""

from typing import Any

from grognard.core.actions import Action
from grognard.core.sides import Side


class WayBack:
    """Copies of the state since the last thing that cannot be undone.

    Undo takes back one decision of the same side; it is refused if since then a die was rolled,
    a hidden fact came out, or another side acted.
    """

    def __init__(self) -> None:
        self._copies: list[tuple[Any, int, Side]] = []
        self._closed = "undo-nothing"
        self.together: tuple[Any, int, list[tuple[Side, Action]]] | None = None

    def before(self, state: Any, log_length: int, side: Side) -> None:
        """Remember the state before a decision."""
        self._other_side(side)
        self._copies.append((state.copy(), log_length, side))

    def _other_side(self, side: Side) -> None:
        if self._copies and self._copies[-1][2] != side:
            self.close("undo-other-side")

    def forced(self, side: Side) -> None:
        """A forced choice of another side still means that the other side acted."""
        self._other_side(side)

    def in_secret(self, state: Any, log_length: int, side: Side, action: Action) -> None:
        """Remember a decision in a secret choice, which each side may take back by itself."""
        if self.together is None:
            self.together = (state.copy(), log_length, [])
        self.together[2].append((side, action))

    def close(self, code: str) -> None:
        """Nothing before this can be undone; ``code`` says why."""
        self._copies.clear()
        self.together = None
        self._closed = code

    def refusal(self, side: Side) -> str | None:
        """The code of the refusal, or None if the side may undo."""
        if self.together is not None:
            mine = any(who == side for who, _ in self.together[2])
            return None if mine else self._closed
        if not self._copies:
            return self._closed
        return None if self._copies[-1][2] == side else "undo-other-side"

    def step_back(self) -> tuple[Any, int]:
        state, length, _ = self._copies.pop()
        return state, length

    def leave_out(self, side: Side) -> tuple[Any, int, list[tuple[Side, Action]]]:
        """The state at the start of the secret choice and its acts but the side's last."""
        assert self.together is not None
        state, length, acts = self.together
        last = max(index for index, (who, _) in enumerate(acts) if who == side)
        return state.copy(), length, acts[:last] + acts[last + 1:]
