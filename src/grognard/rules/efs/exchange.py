"""14.1: a unit takes another one's place: a Guards title, a staff under a new name.

Ours: the rules say nothing of it. The new counter stands where the old one stood, in its state of
supply and with its losses, and the old one leaves the game.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Choices
from grognard.core.visibility import Word
from grognard.rules.efs.state import ACTIVE, CADRE, ELIMINATED, FREE, TRACK, WITHDRAWN, EfsState
from grognard.rules.efs.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

DEAD = (CADRE, ELIMINATED)


def exchange(game: "EastFrontSeries", state: EfsState) -> None:
    """Those whose turn has come; a unit that is not in play yet is renewed when it is."""
    for row in game.rows.exchange:
        if row.offered:
            continue
        old, new = game.number[row.old], game.number[row.new]
        there = state.at[old] >= 0 or state.at[old] in (*DEAD, ACTIVE, TRACK)
        if row.turn <= state.turn and state.at[new] == FREE and there:
            renew(game, state, old, new)


class OfferExchange(Do, frozen=True):
    """14.4.k of Army Group North: partisans may become security battalions."""

    rule = "partisans.convert"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if offered(game, state):
            state.push(ChooseExchange(game.owner(offered(game, state)[0][0])))


def offered(game: "EastFrontSeries", state: EfsState) -> list[tuple[int, int]]:
    """Units that may be exchanged on this turn, lost ones too, and what for."""
    pairs = [(game.number[row.old], game.number[row.new]) for row in game.rows.exchange
             if row.offered and row.turn == state.turn]
    return [(old, new) for old, new in pairs
            if state.at[new] == FREE and (state.at[old] >= 0 or state.at[old] in (
                *DEAD, ACTIVE, TRACK))]


class ChooseExchange(Ask, frozen=True):
    """All of them, or none."""

    owner: Word

    rule = "partisans.convert"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"set": ALWAYS, "pass": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "set":
            for old, new in offered(game, state):
                renew(game, state, old, new)


def renew(game: "EastFrontSeries", state: EfsState, old: int, new: int) -> None:
    place, lost = state.at[old], game.units[old].steps - state.steps[old]
    state.set_steps(new, 0 if place in DEAD else max(1, game.units[new].steps - lost))
    state.set_supply(new, state.supply[old])
    if old in state.due:
        state.due[new] = state.due[old]
    if state.overrun >> old & 1:
        state.overrun |= 1 << new
    state.place(game, old, WITHDRAWN)
    state.place(game, new, place)
    state.tell(Event("renewed", "14.1", {"unit": old, "new": new}, units=(new,)))
