"""12.0 to 12.3: strongpoints, fortified lines and the engineers who make and break them."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import armour, artillery, control, limits, plans, routes, zones
from grognard.rules.efs.cover import BUILDING, lines, strongpoints
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

QUOTA = "strongpoints"
"""The points that the Soviet table gives for strongpoints (12.1.2)."""
SHARE = "strongpoints-on-inset"
"""What is left of a point that was used on the inset, where it gives more (15.11.a)."""


# -- razing ------------------------------------------------------------------------------------


class RazeForts(Do, frozen=True):
    """12.1.9, 12.2.3: who is strong enough in an enemy fort breaks it; nobody would leave it."""

    rule = "12.1.9"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for plug in game.plug_ins:
            state.push(*plug.extra("razing"))
        standing = strongpoints(state, enemy_of(state.side)) & ~apart(game, state.side)
        for hex in bits(standing & state.combat_hexes(game, state.side)):
            if breaks(game, state, hex):
                raze(state, hex, "12.1.9")
        if state.side == AXIS:
            self._lines(game, state)

    def _lines(self, game: "EastFrontSeries", state: EfsState) -> None:
        standing = lines(game, state) & ~apart(game, AXIS)
        for hex in bits(standing & state.combat_hexes(game, AXIS)):
            if breaks(game, state, hex):
                engineers = state.set_at(hex) & game.engineers
                break_line(state, hex, "12.2.3.a" if engineers else "12.2.3.c")


def apart(game: "EastFrontSeries", side: str) -> HexSet:
    """Where the inset's own rule says who breaks forts (15.11.c)."""
    return game.mega.fine if side == AXIS else 0


def breaks(game: "EastFrontSeries", state: EfsState, hex: Hex) -> bool:
    """Whether the units of the hex can break a fort: by engineers, or as a division."""
    there = state.set_at(hex) & game.fighting
    if game.islands and game.islands.area >> hex & 1 and there & game.infantry:
        return True  # agn:14.4.p/fort: whatever its size
    by = game.edition.forts.breakers
    if "engineer" in by and there & game.engineers:
        return True
    if "division" in by and any(game.units[unit].size == "division" for unit in bits(there)):
        return True
    return "integrity" in by and armour.is_division(game, state, there)


def raze(state: EfsState, hex: Hex, rule: str) -> None:
    del state.forts[hex]
    state.just_broken |= 1 << hex
    _tell(state, "fort-razed", rule, hex)


def break_line(state: EfsState, hex: Hex, rule: str) -> None:
    state.broken |= 1 << hex
    state.just_broken |= 1 << hex
    _tell(state, "line-broken", rule, hex)


def _tell(state: EfsState, what: str, rule: str, hex: Hex) -> None:
    state.tell(Event(what, rule, {"hex": hex}, hexes=(hex,)))


# -- building ----------------------------------------------------------------------------------


class FinishForts(Do, frozen=True):
    """12.1.6: what was begun last turn is finished, if the hex is in supply."""

    rule = "12.1.6"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for hex, owner in tuple(state.forts.items()):
            if owner == state.side + BUILDING and self._goes_on(game, state, hex):
                state.forts[hex] = state.side
                _tell(state, "fort-finished", self.rule, hex)

    def _goes_on(self, game: "EastFrontSeries", state: EfsState, hex: Hex) -> bool:
        if not supplied(game, state, state.side) >> hex & 1 or barred_by_plan(game, state):
            return False
        return state.side == SOVIET or bool(builders(game, state) & state.set_at(hex))


def barred_by_plan(game: "EastFrontSeries", state: EfsState) -> str:
    """17.3.4, 17.3.6.a: the rule by which a plan lets the Axis build nothing."""
    return plans.no_forts(game, state) if state.side == AXIS else ""


def builders(game: "EastFrontSeries", state: EfsState) -> int:
    """Engineers with hands free: no combat, no rails, no long march, no other work (12.3)."""
    busy = state.fought | state.railed | state.marched | state.worked
    own = state.on_map(game.engineers & game.units_of[state.side] & ~busy)
    return own & ~artillery.unsupplied(state, own) if state.side == SOVIET else own


def hands_at(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """12.3.2: engineers who work in the hex; on the inset Soviet ones also next door (15.11.b)."""
    here = builders(game, state) & state.set_at(hex)
    if here or state.side == AXIS or not game.mega.fine >> hex & 1:
        return here
    near = game.grid.spread(1 << hex) & game.mega.fine
    return state.units_in(near, builders(game, state))


def put_to_work(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> None:
    """One strongpoint keeps an engineer busy for the turn; on the inset two (15.11.b)."""
    done = state.means.hands.get(unit, 0) + 1
    more = state.side == SOVIET and game.mega.fine >> hex & 1
    if done >= (game.charts.inset.finishes if more else 1):
        state.worked |= 1 << unit
    else:
        state.set_means(hands={**state.means.hands, unit: done})


def quota(state: EfsState) -> int:
    """What the Soviets may still begin, somewhere."""
    return state.points.get(QUOTA, 0) + state.points.get(SHARE, 0)


def use_quota(game: "EastFrontSeries", state: EfsState, hex: Hex) -> None:
    """12.1.2: one of the points; on the inset it lasts for more than one (15.11.a)."""
    if game.mega.fine >> hex & 1 and state.points.get(SHARE):
        state.points[SHARE] -= 1
        return
    state.points[QUOTA] -= 1
    if game.mega.fine >> hex & 1:
        state.points[SHARE] = game.charts.inset.fort_share - 1


def supplied(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """12.1.1: hexes in general supply, as if a unit stood there."""
    return game.playable if game.skips("supply") else routes.supplied(game, state, side)


def sites(game: "EastFrontSeries", state: EfsState) -> Among:
    """12.1.1: where the side may begin a strongpoint."""
    side, everywhere = state.side, game.playable
    own = state.combat_hexes(game, side)
    zone = zones.enemy_zone(game, state, side) & ~own
    hands = state.look_up(builders(game, state))
    needs = everywhere & ~hands if side == AXIS or state.arctic_seen else 0
    fed = supplied(game, state, side) | (hands if side == SOVIET else 0)  # 12.3.2
    barred = barred_by_plan(game, state)
    never = limits.stops_side(game, state, "build", side)
    shared = side == SOVIET and not state.points.get(QUOTA)
    return Among(
        everywhere,
        Layer("out-of-play", "7.1.6", game.grid.all & ~everywhere),
        *([Layer("no-build-now", never, everywhere)] if never else ()),
        *([Layer("plan-builds-nothing", barred, everywhere)] if barred else ()),
        Layer("rest-for-inset", "inset.forts.double",
              everywhere & ~game.mega.fine if shared else 0),
        Layer("enemy-land", "12.1.1", everywhere & ~control.land_of(game, state, side)),
        Layer("fort-there", "12.1.1", pack(state.forts)),
        Layer("no-ground", "12.1.1", game.ground.water | game.ground.lakes),
        Layer("site-in-zone", "12.1.1", zone),
        Layer("needs-engineer", "12.1.3" if side == AXIS else "12.1.4", needs),
        Layer("site-unsupplied", "12.1.1", everywhere & ~fed),
    )


class BuildForts(Do, frozen=True):
    """12.1.2: as many as the table gave the Soviets; the Axis one for each engineer."""

    rule = "12.1.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side == SOVIET and not quota(state):
            return
        if state.side == AXIS and not builders(game, state):
            return
        if sites(game, state).mask:
            state.push(ChooseSite())


class ChooseSite(Ask, frozen=True):
    rule = "12.1.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"build": sites(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        hands = hands_at(game, state, arg)
        at_once = state.side == SOVIET and bool(hands)
        if hands:
            put_to_work(game, state, next(bits(hands)), arg)
        if state.side == SOVIET:
            use_quota(game, state, arg)
        state.forts[arg] = state.side if at_once else state.side + BUILDING
        _tell(state, "fort-built" if at_once else "fort-begun",
              "12.3.2" if at_once else "12.1.6", arg)
        state.push(BuildForts())


class LiftOverrun(Do, frozen=True):
    """7.8.4: at the end of the enemy's segment a beaten unit has found itself again."""

    rule = "7.8.4"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        marked = state.overrun & game.units_of[enemy_of(state.side)]
        if marked:
            units = tuple(bits(marked))
            state.tell(Event("rallied", self.rule, {"units": units}, units=units))
            state.overrun &= ~marked


