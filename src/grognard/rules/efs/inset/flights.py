"""15.13.1: aircraft of the inset: committed for a turn, they fly two missions, one at a time."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Step
from grognard.core.visibility import Word
from grognard.hexes import Hex, pack
from grognard.rules.efs import air
from grognard.rules.efs.air import INSET, FlyMissions
from grognard.rules.efs.air_combat import ResolveMissions
from grognard.rules.efs.inset import area
from grognard.rules.efs.state import FIRST_READY, FLOWN, READY, SECOND_READY, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

BACK = {FIRST_READY: READY, SECOND_READY: FLOWN}
"""Where those go that have a mission left at the end of the turn: who flew one has flown."""


# -- for the turn --------------------------------------------------------------------------------


class CommitAir(Do, frozen=True):
    """15.13.1.a: when all have become ready, both players say who serves over the inset."""

    rule = "inset.air.commit"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if area.opened(game, state):
            state.push(MoreCommitted(AXIS), MoreCommitted(SOVIET))


class MoreCommitted(Do, frozen=True):
    owner: Word

    rule = "inset.air.commit"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        ChooseCommitted(self.owner).ask_if_any(game, state)


class ChooseCommitted(Ask, frozen=True):
    """``commit`` an air unit; ``everyone`` all that are left."""

    owner: Word

    rule = "inset.air.commit"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.owner

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        open = free(game, state, self.owner)
        return {"commit": open, **({"everyone": ALWAYS} if open.mask else {}), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "commit":
            commit(state, 1 << arg)
            state.push(MoreCommitted(self.owner))
        elif kind == "everyone":
            commit(state, free(game, state, self.owner).mask)


def free(game: "EastFrontSeries", state: EfsState, side: str) -> Among:
    everybody = (1 << len(game.air_units)) - 1
    ready, committed = (pack(unit for unit, box in enumerate(state.air) if box == which)
                        for which in (READY, FIRST_READY))
    return Among(
        everybody,
        Layer("enemy-air", "inset.air.commit", everybody & ~game.air_of[side]),
        Layer("committed-already", "inset.air.commit", committed),
        Layer("air-not-ready", "11.1.5", everybody & ~ready),
    )


def commit(state: EfsState, airs: int) -> None:
    """15.13.1.b: into the box of the first mission."""
    state.air = [FIRST_READY if airs >> unit & 1 else box for unit, box in enumerate(state.air)]
    chosen = tuple(unit for unit in range(len(state.air)) if airs >> unit & 1)
    state.tell(Event("commits-air", "inset.air.box", {"airs": chosen}))


def end_of_turn(state: EfsState) -> None:
    """Who was not needed is ready again, who flew once has flown: ours."""
    state.air = [BACK.get(box, box) for box in state.air]
    state.set_means(struck=0, aim=0)


# -- one at a time -------------------------------------------------------------------------------


class AimAt(Do, frozen=True):
    """Where the next mission may go."""

    hexes: tuple[Hex, ...]

    rule = "inset.air.one"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.set_means(aim=pack(self.hexes))


def close_support(game: "EastFrontSeries", hexes: tuple[Hex, ...]) -> tuple[Step, ...]:
    """15.13.1.g, 15.13.3: both sides support a combat as it is taken up."""
    over = tuple(hex for hex in hexes if game.mega.fine >> hex & 1)
    if not over or not game.air_units:
        return ()
    mission = INSET + air.SUPPORT
    return (AimAt(over), FlyMissions("yes", mission), FlyMissions("no", mission),
            ResolveMissions(mission))
