"""Where the chits are: cup, tracks and turn record (2.2.5, 2.3 to 2.5, 8.7, 11.4.A)."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import bits, pack
from grognard.rules.narva.state import GONE, LEFT_THE_GAME, NarvaState
from grognard.rules.narva.steps import Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class ReturnChits(Do, frozen=True):
    """11.4.A, 2.5.D: what was drawn goes back, from the tracks and from beside them."""

    rule = "11.4.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        for side, track in state.tracks.items():
            for kind in track:
                if kind != LEFT_THE_GAME:
                    state.cup[kind] += 1
            state.tracks[side] = ()
        for kind, count in enumerate(state.spent):
            state.cup[kind] += count
            state.spent[kind] = 0
        state.tell(Event("chits-return", self.rule))


class ChitsArrive(Do, frozen=True):
    """8.7: chits of this turn enter the cup, others leave, withdrawals take effect."""

    rule = "8.7"

    def run(self, game: "Narva", state: NarvaState) -> None:
        for turn, kind in state.withdrawals:
            if turn == state.turn:
                withdraw(game, state, game.chits[kind].code)
        state.withdrawals = [item for item in state.withdrawals if item[0] > state.turn]
        for turn, kind in state.due:
            if turn == state.turn:
                state.cup[kind] += 1
                state.tell(Event("chit-arrives", self.rule, {"chit": game.chits[kind].code}))
        state.due = [item for item in state.due if item[0] > state.turn]
        if state.turn == game.limits.delays.wehrmacht_last_turn:
            remove_chits(game, state, game.edition.chits.wehrmacht, "2.4.1.B")


def remove_chits(game: "Narva", state: NarvaState, code: str, rule: str) -> None:
    """Every chit of a kind leaves the game, wherever it lies."""
    kind = game.chit[code]
    if count_chits(state, kind):
        state.tell(Event("chit-leaves", rule, {"chit": code}))
    state.cup[kind] = state.spent[kind] = 0
    state.due = [item for item in state.due if item[1] != kind]
    for side, track in state.tracks.items():
        state.tracks[side] = tuple(LEFT_THE_GAME if chit == kind else chit for chit in track)


def count_chits(state: NarvaState, kind: int) -> int:
    """How many chits of a kind are in the game, but for a supply chit that waits (2.5.6.A)."""
    on_tracks = sum(track.count(kind) for track in state.tracks.values())
    coming = sum(chit == kind for _, chit in (*state.due, *state.withdrawals))
    return state.cup[kind] + state.spent[kind] + on_tracks + coming


def withdraw(game: "Narva", state: NarvaState, chit: str) -> None:
    """An army with its chits, or a formation, leaves for good (2.5.5, 2.5.7)."""
    order = game.withdrawals[chit]
    if order.army:
        remove_chits(game, state, order.army, order.leaves)
        leaving = pack(n for n, unit in enumerate(game.units) if unit.army == order.army)
    else:
        leaving = game.formation[order.formation]
    for unit in bits(leaving):
        state.displaced_from.pop(unit, None)
        state.place(game, unit, GONE)
    state.tell(Event("withdrawn", order.leaves, {"chit": chit}))
