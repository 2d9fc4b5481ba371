"""15.6.1 to 15.6.3: a panzer regiment that comes onto the inset fights on as its battalions.

They appear in the first hex of the inset that it comes to rest in, stay for the rest of the game,
and go where they like; the counter of the regiment is set aside.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, bits
from grognard.rules.efs.state import ASIDE, CADRE, EfsState
from grognard.rules.efs.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

MARKS = ("moved", "stirred", "fought", "railed", "marched", "overrun", "activated", "restored",
         "fed", "retained")
"""What was true of the regiment is true of its battalions."""
STEPS = "inset.battalions.steps"


def came(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> None:
    """15.6.1: a counter came to a hex; a panzer regiment on the inset is exchanged there."""
    parts = game.battalions_of.get(unit, 0)
    if parts and game.mega.fine >> hex & 1:
        _split(game, state, unit, hex, parts)


def _split(game: "EastFrontSeries", state: EfsState, regiment: int, hex: Hex, parts: int) -> None:
    for part in bits(parts):
        state.set_steps(part, game.units[part].steps)
        state.set_supply(part, state.supply[regiment])
        state.place(game, part, hex)
    for name in MARKS:
        if getattr(state, name) >> regiment & 1:
            setattr(state, name, getattr(state, name) | parts)
    state.place(game, regiment, ASIDE)
    state.tell(Event("splits-up", "inset.battalions", {
        "unit": regiment, "units": tuple(bits(parts)), "hex": hex}, hexes=(hex,),
        units=(regiment, *bits(parts))))
    ask_losses(game, state, 1 << regiment)


def stand_in(game: "EastFrontSeries", state: EfsState, group: int) -> int:
    """The group with the battalions of regiments that were split up on its way."""
    for regiment in bits(group & game.panzer_regiments):
        if is_split(state, regiment):
            group = group & ~(1 << regiment) | state.on_map(game.battalions_of[regiment])
    return group


def is_split(state: EfsState, regiment: int) -> bool:
    return state.at[regiment] == ASIDE


def leave(game: "EastFrontSeries", state: EfsState, regiment: int, box: int) -> None:
    """14.2: what becomes of a regiment that is called away becomes of its battalions."""
    if is_split(state, regiment):
        for part in bits(game.battalions_of.get(regiment, 0)):
            state.place(game, part, box)


# -- steps that the regiment had lost (15.6.2) -------------------------------------------------


def owing(game: "EastFrontSeries", state: EfsState, regiment: int) -> int:
    """The steps that its battalions have too many, right after it was split up."""
    parts = game.battalions_of[regiment]
    return sum(state.steps[part] for part in bits(parts)) - state.steps[regiment]


def owed_by(game: "EastFrontSeries", state: EfsState, group: int) -> list[int]:
    """Regiments of a group that came with losses which their battalions do not have yet."""
    return [regiment for regiment in bits(group & game.panzer_regiments)
            if is_split(state, regiment) and owing(game, state, regiment) > 0]


def ask_losses(game: "EastFrontSeries", state: EfsState, group: int) -> None:
    """Before anything else is done."""
    for regiment in owed_by(game, state, group):
        state.push(ShareLosses(regiment))


class ShareLosses(Do, frozen=True):
    """15.6.2: the battalions have as many steps together as the regiment had left."""

    regiment: UnitId

    rule = STEPS

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if owing(game, state, self.regiment) > 0:
            state.push(ChooseReduced(self.regiment), self)


class ChooseReduced(Ask, frozen=True):
    """Which battalion is a step short: as its owner likes."""

    regiment: UnitId

    rule = STEPS
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.regiment)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        parts = state.on_map(game.battalions_of[self.regiment])
        return {"lose": Among(parts, outside=("not-its-battalion", STEPS))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        """Ours: a battalion without a step goes to the Cadre box."""
        left = state.steps[arg] - 1
        state.set_steps(arg, left)
        state.tell(Event("battalion-short", STEPS, {"unit": arg, "left": left}, units=(arg,)))
        if not left:
            state.place(game, arg, CADRE)

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.regiment}
