"""Chapter 3: choosing and placing the forces of a scenario.

A side deploys block after block: ``deploy 41Pz strength 4 at Memel``. What is offered can always
be completed: numbers and strengths by type come out, and every hex that must be held will be.
``auto`` places the rest by a plain plan that is always legal; after ``draft`` its owner may change
it: ``lift 41Pz at Riga`` moves a block, ``lift 41Pz aside`` takes it back to be deployed anew, with
another strength perhaps.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import bits, pack
from grognard.rules.eastfront import beachhead, control
from grognard.rules.eastfront.data import AXIS, SIDES, enemy_of
from grognard.rules.eastfront.muster import Muster, muster
from grognard.rules.eastfront.setup_plan import place_automatically
from grognard.rules.eastfront.state import FUTURE, GONE, POOL, WAITING, EastFrontState
from grognard.rules.eastfront.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

def new_state(game: "EastFront") -> EastFrontState:
    count = len(game.units)
    month, fortnight = game.first
    state = EastFrontState(
        month=month, fortnight=fortnight,
        at=[GONE] * count, cv=[0] * count, arrives=[0] * count, arrival_cv=[0] * count,
        points=dict.fromkeys(SIDES, 0), orders=dict.fromkeys(SIDES, ()),
        last_axis=game.rows.land[AXIS], surrendered=game.rows.surrendered,
        group_e="here" if game.group_e_at_start else "waiting",  # W44.2a
    )
    for unit in game.in_play:
        state.at[unit] = WAITING
    _change_sides(game, state)
    for unit, row in game.reinforcements.items():
        state.at[unit] = WAITING if unit in game.early else FUTURE  # W41.5, S42.5, S43.5
        state.arrives[unit], state.arrival_cv[unit] = row.month, row.cv
    _await_events(game, state)
    for battle in game.rows.battles:
        state.attackers[battle.hex] = enemy_of(battle.defender)
    beachhead.begin_preparing(game, state)
    state.stack = game.opening()
    return state


def _await_events(game: "EastFront", state: EastFrontState) -> None:
    """Units that an event brings: Army Group E (16.5a) and the Italian army (16.4c)."""
    for unit, cv in game.group_e_cv.items():
        if not game.group_e_at_start:
            state.at[unit], state.arrival_cv[unit] = FUTURE, cv
    italian, gone = game.italian, game.rows.confined_for_good  # S43.2
    if italian >= 0 and state.at[italian] != WAITING and not gone:
        state.at[italian] = FUTURE


def _change_sides(game: "EastFront", state: EastFrontState) -> None:
    """W44.2b: of each country that has surrendered one infantry unit fights for the Soviets.

    They choose it when they set up (16.1b); until then all infantry of the country waits.
    """
    for nation in game.rows.surrendered:
        infantry = game.nation[nation] & game.by_type["infantry"]
        state.defected |= infantry
        for unit in bits(game.nation[nation]):
            state.at[unit] = WAITING if infantry >> unit & 1 else GONE


class FixedSetUp(Do, frozen=True):
    """A scenario with a printed set-up (Edelweiss)."""

    rule = "EDL.1"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for unit, row in enumerate(game.fixed):
            state.cv[unit] = row.cv
            if row.hex < 0:
                state.put(unit, POOL)
            else:
                state.place(unit, row.hex)


class SetUp(Do, frozen=True):
    """3.22-3.24: one side's forces, until every line of its list is used up."""

    owner: str

    rule = "3.22a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if muster(game, state, self.owner).units_left:
            state.push(ChooseDeployment(self.owner))


class EndSetUp(Do, frozen=True):
    """3.22c: blocks of the pool that were not chosen start eliminated but can be rebuilt."""

    rule = "3.22c"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for unit, at in enumerate(state.at):
            if at == WAITING:
                state.put(unit, GONE if state.defected >> unit & 1 else POOL)  # W44.2b
        state.defected = state.on_map(state.defected)
        for hex, side in list(state.attackers.items()):
            if not state.battles(game) >> hex & 1:
                del state.attackers[hex]
            else:
                for unit in state.of_side(game, hex, side):
                    state.face_up |= 1 << unit
        state.lifts = {}
        control.fix_control(game, state)
        state.tell(Event("set-up", "3.24b", reveals=True))


# -- choosing ---------------------------------------------------------------------------------


class SetsUp(Ask, frozen=True):
    """A question to the side that sets up; the enemy sees no more than that."""

    owner: str

    rule = "3.22a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def shown(self, side: str, hidden: int) -> Ask:
        return self if side == self.owner else ChooseDeployment(self.owner)


class ChooseDeployment(SetsUp, frozen=True):
    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"deploy": deployable(game, state, self.owner),
                "lift": liftable(game, state, self.owner), "auto": ALWAYS, "draft": ALWAYS}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "deploy":
            state.push(ChooseStrength(self.owner, arg), SetUp(self.owner))
        elif kind == "lift":
            lift(state, self.owner, arg)
            state.push(ChooseSiteAnew(self.owner, arg), SetUp(self.owner))
        else:
            place_automatically(game, state, self.owner)
            if kind == "draft" and ReviewSetUp(self.owner) not in state.stack:
                state.push(ReviewSetUp(self.owner))


class ReviewSetUp(SetsUp, frozen=True):
    """A set-up that the plan completed, for its owner to change."""

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"lift": liftable(game, state, self.owner), "done": ALWAYS}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "lift":
            lift(state, self.owner, arg)
            state.push(ChooseSiteAnew(self.owner, arg), SetUp(self.owner), self)


LIFTS = 150
"""How often a side may take blocks back: more than anybody needs, but every set-up ends."""


def liftable(game: "EastFront", state: EastFrontState, side: str) -> Among:
    """Blocks that may be taken back."""
    tired = state.lifts.get(side, 0) >= LIFTS
    mine = pack(muster(game, state, side).ground.line)
    return Among(
        game.everybody,
        Layer("enemy-block", "3.22a", game.everybody & ~state.loyal(game, side)),
        Layer("not-set-up", "3.22a", game.everybody & ~state.on_map(mine)),
        Layer("lifted-enough", "3.22a", game.everybody if tired else 0, args=(("most", LIFTS),)),
    )


def lift(state: EastFrontState, side: str, unit: int) -> None:
    """Take a block into the hand; it keeps its strength."""
    state.place(unit, WAITING)
    state.lifts[side] = state.lifts.get(side, 0) + 1
    state.tell(Event("lifted-block", "3.22a", {"block": unit}, seen_by=(side,)))


def deployable(game: "EastFront", state: EastFrontState, side: str) -> Among:
    """Blocks of lines that are not yet complete."""
    so_far = muster(game, state, side)
    open_lines = {line for line, (units, _) in so_far.left.items() if units > 0}
    waiting = {u: line for line, units in so_far.waiting.items() for u in units}
    named = named_first(game, so_far)
    fit = fitting(game, so_far, open_lines)
    return Among(
        game.everybody,
        Layer("enemy-block", "3.22a", game.everybody & ~state.loyal(game, side)),
        Layer("one-of-a-country", "W44.2b", so_far.doubles),
        Layer("not-available", "3.22a", game.everybody & ~pack(waiting)),
        Layer("line-complete", "3.22a", pack(u for u, li in waiting.items()
                                             if li not in open_lines)),
        Layer("named-blocks", "3.22a", pack(u for u, li in waiting.items()
                                            if li in named and u not in named[li])),
        Layer("strength-not-left", "3.22a", pack(u for u, li in waiting.items()
                                                 if li in open_lines and u not in fit)),
    )


def fitting(game: "EastFront", so_far: Muster, lines: set[str]) -> set[int]:
    """Blocks that have a strength with which their line comes out even."""
    found: set[int] = set()
    for line in lines:
        alike: dict[int, bool] = {}
        for unit in so_far.waiting[line]:
            most = game.units[unit].max_cv
            if most not in alike:
                alike[most] = bool(so_far.strengths(unit))
            if alike[most]:
                found.add(unit)
    return found


def named_first(game: "EastFront", so_far: Muster) -> dict[str, set[int]]:
    """Lines in which only blocks that the force list names are left to choose."""
    found = {}
    for line, units in so_far.waiting.items():
        named = game.wanted.intersection(units)
        if named and len(named) >= so_far.left[line][0]:
            found[line] = set(named)
    return found


class ChooseStrength(SetsUp, frozen=True):
    unit: UnitId

    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        fits = pack(muster(game, state, self.owner).strengths(self.unit))
        high = pack(range(game.units[self.unit].max_cv + 1, 5))
        return {"strength": Among(0b11111, Layer("strength-too-high", "2.4c", high),
                                  Layer("strength-not-left", "3.22a", 0b11111 & ~fits & ~high))}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.cv[self.unit] = arg
        state.push(ChooseSite(self.owner, self.unit))


class ChooseSite(SetsUp, frozen=True):
    unit: UnitId

    rule = "3.24b"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        so_far = muster(game, state, self.owner)
        return {"at": so_far.sites(self.unit, state.cv[self.unit])}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.place(self.unit, arg)
        state.tell(Event("deployed-block", "3.24b", {"block": self.unit, "to": arg},
                         seen_by=(self.owner,)))


class ChooseSiteAnew(ChooseSite, frozen=True):
    """Where a block goes that was taken up: back, elsewhere, or aside to be deployed anew."""

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {**super().choices(game, state), "aside": ALWAYS}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "aside":
            state.cv[self.unit] = 0
        else:
            super().take(game, state, kind, arg)
