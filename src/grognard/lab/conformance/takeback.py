"""Undo takes back exactly one decision, or is refused for one of the stated reasons."""

from collections.abc import Iterator

from grognard.core.actions import Action
from grognard.core.rulings import Refused
from grognard.core.sides import Side
from grognard.lab.conformance.point import Tally, in_secret
from grognard.lab.conformance.words import unsaid
from grognard.records import Entry, Playthrough


def do_and_take_back(
    play: Playthrough, side: Side, action: Action, tally: Tally
) -> Iterator[str]:
    """Do an action, take it back if the rules of undo allow it, and do it again."""
    encode, before, length = play.game.encode, play.game.encode(play.state), len(play.log)
    secret = in_secret(play.state)
    play.do(side, action)
    after, news = encode(play.state), play.log[length:]
    stands = _stands(side, news) or (in_secret(play.state) and not secret)
    if play.can_undo(side).allowed == stands:
        yield f"undo of {play.game.space.text(action)!r} is {'allowed' if stands else 'refused'}"
        return
    yield from _by_the_others(play, side)
    if stands:
        yield from _refused(play, side, after, tally)
        return
    play.undo(side)
    if encode(play.state) != before or len(play.log) != length:
        yield f"undo of {play.game.space.text(action)!r} does not restore the state"
    play.do(side, action)
    if encode(play.state) != after:
        yield f"{play.game.space.text(action)!r} done again gives another state"


def _stands(side: Side, news: list[Entry]) -> bool:
    """A die, a draw, a reveal or another side's action: what came before stands."""
    return any(entry.side != side or entry.reveals for entry in news)


def _by_the_others(play: Playthrough, side: Side) -> Iterator[str]:
    if in_secret(play.state):
        return
    for other in play.game.sides:
        if other != side and play.can_undo(other).allowed:
            yield f"{other} may undo what {side} did"


def _refused(play: Playthrough, side: Side, after: bytes, tally: Tally) -> Iterator[str]:
    try:
        play.undo(side)
        yield "can_undo refuses, undo does not"
    except Refused as refusal:
        if refusal.ruling.message is None:
            yield "undo is refused without a reason"
        else:
            yield from unsaid(play.game, refusal.ruling.message, tally)
    if play.game.encode(play.state) != after:
        yield "a refused undo changed the state"


class Trail:
    """The decisions that can be taken back one after the other, as the rules of undo have it."""

    def __init__(self) -> None:
        self._before: list[tuple[Side, bytes]] = []

    def note(self, play: Playthrough, side: Side, before: bytes) -> None:
        """After each decision: what the state was before it."""
        if self._before and self._before[-1][0] != side:
            self.end()
        if in_secret(play.state) or not play.can_undo(side).allowed:
            self.end()
        else:
            self._before.append((side, before))

    def end(self) -> None:
        """What came before stands: a die was typed in, or another side acts."""
        self._before.clear()

    def walk_back(self, play: Playthrough) -> Iterator[str]:
        """Take everything back that can be, comparing each state with what it was."""
        while self._before:
            side, before = self._before.pop()
            play.undo(side)
            if play.game.encode(play.state) != before:
                yield f"undoing several decisions of {side} does not restore the state"
