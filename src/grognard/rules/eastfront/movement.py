"""Sections 6.1 to 6.4: movement, engagement, disengagement.

A move is written ``move 41Pz to Minsk``; into a battle hex it says over which hex it comes:
``move 41Pz to Minsk over Baranovichi``. ``order`` spends a supreme move (6.52), ``leave`` is the
first step out of a battle hex.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Hints
from grognard.core.visibility import Number, UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import command, evacuation, invasion, paratroops, strategic
from grognard.rules.eastfront.active import BLITZ, active_hqs
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.crossing import (
    closed_sides,
    full_sides,
    is_clear,
    open_to,
    room_through,
    shut_to,
    use_side,
    walled_off,
)
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.engagement import engage
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.losses import settle_battle, sweep_static
from grognard.rules.eastfront.marches import March, steps_to, why_not
from grognard.rules.eastfront.objectives import frozen_units, watch_western_front
from grognard.rules.eastfront.paths import left_after, marches
from grognard.rules.eastfront.retreat import (
    UNKNOWN,
    Pursuit,
    attack_anew,
    guess_guard,
    is_last,
    mask,
)
from grognard.rules.eastfront.rounds import Round
from grognard.rules.eastfront.stacking import full_hexes, surplus, unless_crowded
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do
from grognard.rules.eastfront.weather import speed

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront



class MovementPhase(Do, frozen=True):
    """4.42: units in command move, one at a time, all before combat."""

    rule = "4.42a"
    blitz: bool = False

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.moved = state.entered = state.new_battles = 0
        state.came_over, state.crossings = {}, {}
        state.rear_guards, state.exits = {}, {}
        state.round = Round()
        state.landed = state.by_sea = state.sailed = 0
        if self.blitz:
            state.supreme_moves = 0
        state.push(Moves(self.blitz), RearGuards())


class Moves(Do, frozen=True):
    blitz: bool

    rule = "6.1a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        ChooseMover(self.blitz).ask_if_any(game, state)


class ChooseMover(ActiveAsk, frozen=True):
    blitz: bool

    rule = "6.1a"

    def prompt(self, game: "EastFront", state: EastFrontState) -> Message:
        if not state.supreme_moves:
            return super().prompt(game, state)
        return Message("prompt.ChooseMover-supreme", {"left": state.supreme_moves})

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        crowd = (hex for hex in bits(full_hexes(game, state, state.phasing))
                 if too_many(game, state, hex) and leavers(game, state, hex))
        return {**movers(game, state, self.blitz), "done": unless_crowded(game, state, crowd)}

    def surprising(self, game: "EastFront", state: EastFrontState) -> tuple[str, ...]:
        return () if state.moved else ("done",)

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.moved |= 1 << arg
        if kind in ("rail", "sea"):
            state.push(strategic.ChooseStrategicEnd(arg, kind), Moves(self.blitz))
            return
        if kind in BY_SEA_AND_AIR:
            state.push(BY_SEA_AND_AIR[kind](arg), Moves(self.blitz))
            return
        state.supreme_moves -= 1 if kind == "order" else 0
        state.push(Way(arg, speed(game, state, arg)), Moves(self.blitz))


BY_SEA_AND_AIR = {"drop": paratroops.ChooseDropHex, "invade": invasion.ChooseLanding,
                  "evacuate": evacuation.ChooseHarbour}


def movers(game: "EastFront", state: EastFrontState, blitz: bool) -> dict[str, Among]:
    """Who may move, by radius or by supreme move."""
    trapped = stuck(game, state)
    offers = {"move": mover_choices(game, state, blitz, trapped)}
    if state.on_map(game.paratroops & state.loyal(game, state.phasing)):
        offers["drop"] = paratroops.drop_choices(game, state)
    if state.supreme_moves and not blitz:
        offers["order"] = order_choices(game, state, trapped)
        offers["rail"] = strategic.rail_choices(game, state)
        if game.naval:
            offers["sea"] = strategic.sea_choices(game, state)
    if invasion.ready_hqs(state):
        offers["invade"] = invasion.invader_choices(game, state)
        offers["evacuate"] = evacuation.evacuee_choices(game, state)
    return offers


def _common(game: "EastFront", state: EastFrontState, trapped: int) -> tuple[Layer, ...]:
    return (
        Layer("enemy-block", "6.1a", game.everybody & ~state.loyal(game, state.phasing)),
        Layer("not-on-map", "6.1a", game.everybody & ~state.on_map(game.everybody)),
        *active_hqs(state),
        Layer("moved-already", "6.1c", state.moved),
        Layer("dispersed", "14.6a", state.dispersed),
        Layer("frozen-nation", "S41.4b", frozen_units(game, state)),
        *_no_way_out(game, state, trapped),
    )


def _no_way_out(game: "EastFront", state: EastFrontState, trapped: int) -> tuple[Layer, ...]:
    """Why blocks in battles stay there: a side or a full hex beside it may be all that is wrong."""
    why = {unit: {reason.code for hex in bits(game.ground.beside[state.at[unit]])
                  if (reason := exits(game, state, unit).why(hex))} for unit in bits(trapped)}

    def those(code: str) -> int:
        return pack(unit for unit, codes in why.items() if code in codes)

    used, narrow, full = those("hexside-limit"), those("hexside-narrow"), those("stack-full")
    return (
        Layer("ways-out-used", "6.33a", used),
        Layer("ways-out-narrow", "6.33b", narrow & ~used),
        Layer("ways-out-full", "6.21a", full),
        Layer("cannot-disengage", "6.32d", trapped),
    )


def mover_choices(
    game: "EastFront", state: EastFrontState, blitz: bool, trapped: int
) -> Among:
    area = command.commanded(game, state)
    far = game.everybody & ~state.units_in(area, game.everybody)
    return Among(
        game.everybody,
        *_common(game, state, trapped),
        Layer("stood-up", "5.43", state.spent),
        Layer("supreme-moves-only", "2.67a", game.static),
        Layer("railed-already", "6.1d", state.strategic if blitz else 0),
        Layer("out-of-radius", "4.42a", far),
    )


def order_choices(game: "EastFront", state: EastFrontState, trapped: int) -> Among:
    """6.52a: a supreme move may be any land move."""
    return Among(game.everybody, *_common(game, state, trapped),
                 Layer("stood-up", "5.43", state.spent))


def stuck(game: "EastFront", state: EastFrontState) -> int:
    """Blocks in battle hexes that could still move but have no way out (6.32d)."""
    return pack(unit for hex in bits(state.battles(game))
                for unit in state.of_side(game, hex, state.phasing)
                if not state.moved >> unit & 1 and not exits(game, state, unit).mask)


# -- the way ----------------------------------------------------------------------------------


class Way(Do, frozen=True):
    """Asks where a block goes; ``left`` by the weather where its move began (12.3d)."""

    unit: UnitId
    left: Number
    peaceful: bool = False
    """It has come one hex out of a battle and may not engage again in this phase (6.32c)."""

    rule = "6.1b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        hex = state.at[self.unit]
        if hex < 0:
            return
        if state.battles(game) >> hex & 1:
            state.push(ChooseExit(self.unit))
        else:
            ChooseDestination(self.unit, self.left, self.peaceful).ask_if_any(game, state, "to")


class ChooseDestination(ActiveAsk, frozen=True):
    unit: UnitId
    left: Number
    peaceful: bool

    rule = "6.1b"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        here = state.at[self.unit]
        over = too_many(game, state, here)  # it goes on unless enough others can
        crowd = (here,) if over and over > leavers(game, state, here) else ()
        return {"to": destinations(game, state, self.unit, self.left, self.peaceful),
                "stay": unless_crowded(game, state, crowd)}

    def hints(self, game: "EastFront", state: EastFrontState) -> Hints:
        reached, approaches = steps_to(game, state, March(self.unit, self.left, self.peaceful))
        return {"to": marches(game, state, self.unit, reached, approaches)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "stay":
            return
        if state.occupied(game, enemy_of(state.phasing)) >> arg & 1:
            state.push(ChooseApproach(self.unit, arg, self.left))
        else:
            way = line_crossed(game, state, self.unit, self.left, arg, self.peaceful)
            march(game, state, self.unit, arg, way)


def line_crossed(
    game: "EastFront", state: EastFrontState, unit: int, left: int, to: Hex,
    peaceful: bool = False,
) -> HexSet:
    """1.7b: the ground west of the line, if no way to the hex goes round it."""
    west, start = game.objectives.western_front, state.at[unit]
    if state.group_e != "waiting" or not game.grid.disk(start, left) & west:
        return 0
    reached, _ = steps_to(game, state, March(unit, left, peaceful, west))
    return 0 if to in reached or to == start else west


def march(
    game: "EastFront", state: EastFrontState, unit: int, hex: Hex, way: HexSet = 0
) -> None:
    start = state.at[unit]
    state.place(unit, hex)
    report(game, state, "moved", "6.1b", unit, start=start, to=hex)
    watch_western_front(game, state, way | 1 << hex)


def destinations(
    game: "EastFront", state: EastFrontState, unit: int, left: int, peaceful: bool
) -> Among:
    march = March(unit, left, peaceful)
    reached, approaches = steps_to(game, state, march)
    side = state.owner(game, unit)
    enemies = state.occupied(game, enemy_of(side))
    targets = sum(1 << hex for hex in approaches)
    universe = sum(1 << hex for hex in reached) | targets
    return Among(
        universe,
        Layer("headquarters-attacks-not", "5.1d", enemies if game.hqs >> unit & 1 else 0),
        Layer("disengaged-not-engage", "6.32c", enemies if peaceful else 0),
        *_blocked(game, state, approaches),
        Layer("stack-full", "6.21a", crowded_hexes(game, state, side, universe)),
        *_closed(game, state, unit),
        outside=lambda hex: why_not(game, state, march, hex),
    )


def _blocked(
    game: "EastFront", state: EastFrontState, approaches: dict[Hex, set[Hex]]
) -> tuple[Layer, ...]:
    """Battles whose sides within reach are all used up; a clear one among them took two (6.33a)."""
    full = {hex: near for hex, near in approaches.items()
            if not open_approaches(game, state, hex, near)}
    clear = pack(hex for hex, near in full.items()
                 if any(is_clear(game, state, beside, hex) for beside in near))
    return (Layer("hexside-limit", "6.33a", clear),
            Layer("hexside-narrow", "6.33b", pack(full) & ~clear))


def _closed(game: "EastFront", state: EastFrontState, unit: int) -> tuple[Layer, ...]:
    """Ground that the block never enters; it says why a hex is out of reach."""
    return (
        Layer("closed-ground", "1.37a", game.grid.all & ~game.ground.land),
        *shut_to(game, state, unit),
        Layer("stands-there", "6.1b", 1 << state.at[unit]),
    )


def crowded_hexes(game: "EastFront", state: EastFrontState, side: str, near: HexSet) -> HexSet:
    """6.2a: full hexes which nobody can leave any more in this phase to make room."""
    full = full_hexes(game, state, side) & near
    return full & ~pack(hex for hex in bits(full)
                        if leavers(game, state, hex) > surplus(game, state, hex, side))


def too_many(game: "EastFront", state: EastFrontState, hex: Hex) -> int:
    """6.2a: how many blocks must still march out; headquarters may go later (4.42c)."""
    over = surplus(game, state, hex, state.phasing)
    if not over:
        return 0
    mobile = command.mobile_choices(game, state).mask
    return max(0, over - sum(mobile >> unit & 1 for unit in state.units_at(hex)))


def leavers(game: "EastFront", state: EastFrontState, hex: Hex) -> int:
    """How many blocks can still march out of a hex that is no battle."""
    if state.battles(game) >> hex & 1:
        return 0
    side = state.phasing
    ways = game.ground.beside[hex] & ~full_hexes(game, state, side)
    if not ways & ~state.occupied(game, enemy_of(side)) & game.rows.playable:
        return 0
    blitz = state.phase == BLITZ
    ready = mover_choices(game, state, blitz, trapped=0).mask
    if state.supreme_moves and not blitz:
        ready |= order_choices(game, state, trapped=0).mask
    free = [u for u in state.of_side(game, hex, side) if ready >> u & 1
            and open_to(game, state, u) & ways]
    return len(free)


# -- engaging (6.31, 6.33) --------------------------------------------------------------------


def open_approaches(
    game: "EastFront", state: EastFrontState, target: Hex, near: set[Hex]
) -> list[Hex]:
    return sorted(hex for hex in near if room_through(game, state, hex, target) > 0)


class ChooseApproach(ActiveAsk, frozen=True):
    """Over which hexside the block attacks; it decides limits and river assaults (6.33, 7.5a)."""

    unit: UnitId
    target: Hex
    left: Number

    rule = "6.33a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        _, approaches = steps_to(game, state, March(self.unit, self.left))
        near, enemies = approaches[self.target], state.occupied(game, enemy_of(state.phasing))
        beside, within = game.grid.spread(1 << self.target), pack(near)
        shut = within & ~pack(open_approaches(game, state, self.target, near))
        return {"over": Among(
            beside,
            Layer("approach-over-enemies", "6.31a", beside & enemies),
            Layer("approach-out-of-reach", "6.1b", beside & ~within),
            *full_sides(game, state, self.target, shut),
            outside=("approach-not-adjacent", "6.33a"),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        use_side(game, state, arg, self.target)
        way = line_crossed(game, state, self.unit, self.left, arg)
        watch_western_front(game, state, way)
        engage(game, state, self.unit, self.target, arg)


# -- disengaging (6.32, 6.41) -----------------------------------------------------------------


def exits(game: "EastFront", state: EastFrontState, unit: int) -> Among:
    hex, side = state.at[unit], state.phasing
    near = game.ground.beside[hex]
    return Among(
        near,
        *walled_off(game, hex),
        *shut_to(game, state, unit),
        Layer("disengage-into-battle", "6.32b", state.fought_over(game, side)),
        Layer("disengage-friendly", "6.32b", near & ~state.friendly(side)),
        *full_sides(game, state, hex, closed_sides(game, state, hex)),
        Layer("stack-full", "6.21a", jammed(game, state, unit)),
        outside=("disengage-adjacent", "6.32b"),
    )


def jammed(game: "EastFront", state: EastFrontState, unit: int) -> HexSet:
    """6.2a: full hexes beside a battle where the block could neither stay nor go on."""
    full = crowded_hexes(game, state, state.phasing, game.ground.beside[state.at[unit]])
    return full & ~pack(hex for hex in bits(full) if passes(game, state, unit, hex))


def passes(game: "EastFront", state: EastFrontState, unit: int, to: Hex) -> bool:
    """Whether a block that steps out into the hex finds room beyond it."""
    left, trial = left_outside(game, state, unit, to), state.copy()
    trial.place(unit, to)
    return left > 0 and bool(destinations(game, trial, unit, left, peaceful=True).mask)


class ChooseExit(ActiveAsk, frozen=True):
    """The first hex out of the battle: friendly, adjacent, through a side with room."""

    unit: UnitId

    rule = "6.32b"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"leave": exits(game, state, self.unit), "stay": ALWAYS}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "stay":
            return
        hex = state.at[self.unit]
        use_side(game, state, hex, arg)
        if is_last(game, state, self.unit):
            state.name_rear_guard(self.unit, arg)
            state.tell(Event("rear-guard", "6.41a", {"hex": hex}, hexes=(hex,)))
            return
        step_out(game, state, self.unit, arg)


def step_out(game: "EastFront", state: EastFrontState, unit: int, to: Hex) -> None:
    left, hex = left_outside(game, state, unit, to), state.at[unit]
    march(game, state, unit, to)
    sweep_static(game, state, hex)
    state.face_up &= ~(1 << unit)
    if left:
        state.push(Way(unit, left, peaceful=True))


def left_outside(game: "EastFront", state: EastFrontState, unit: int, to: Hex) -> int:
    """How far a block can still go when it has stepped out of a battle."""
    if to == state.at[unit]:  # as the enemy imagines it, who is not told where to
        return 0
    return left_after(game, state, unit, to, speed(game, state, unit))


class RearGuards(Do, frozen=True):
    """6.41b: when all else has moved, rear guards face pursuit and go."""

    rule = "6.41b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.moved = state.loyal(game, state.phasing)  # nobody makes room for them any more
        for hex, unit in sorted(state.rear_guards.items()):
            state.push(Pursuit(hex, unit), RearGuardLeaves(hex, unit), self)
            del state.rear_guards[hex]
            return


class RearGuardLeaves(Do, frozen=True):
    hex: Hex
    unit: UnitId

    rule = "6.41b"

    def shown(self, side: str, hidden: int) -> "RearGuardLeaves":
        """The enemy sees that somebody will leave, not who."""
        return RearGuardLeaves(self.hex, mask(self.unit, hidden))

    def guessed(self, game: "EastFront", state: EastFrontState) -> "RearGuardLeaves":
        return RearGuardLeaves(self.hex, guess_guard(game, state, self.hex, self.unit))

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if self.unit != UNKNOWN and state.at[self.unit] == self.hex:
            leave = evacuation.take_off if state.by_sea >> self.unit & 1 else step_out
            leave(game, state, self.unit, state.exits[self.hex])
        settle_battle(game, state, self.hex)
        attack_anew(game, state, self.hex)
