"""15: replacements. A point rebuilds a step, on the map, out of the Cadre box, or into it.

Points are kept by purse: infantry points of each side, which may be saved, and the single steps
of armour and artillery that an event of the Soviet table gives (15.1.4).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import routes, stacking, zones
from grognard.rules.efs.state import ACTIVE, CADRE, ELIMINATED, GENERAL, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

INFANTRY, HEAVY, NONE = "infantry", "heavy", ""
"""Type I and type A."""
HEAVY_TRAITS = frozenset({"armour", "artillery", "anti_tank", "anti_air"})
NEITHER = frozenset({"train", "supply", "bridge"})
"""Counters that no point rebuilds: trains are no armour (9.1.1/2), the others have no steps."""
DEAR = ("HQ", "motorised infantry", "engineer", "motorised engineer")
"""Types whose step costs two points out of the Cadre box (15.1.3/2)."""


def purse(side: str, kind: str) -> str:
    return f"{side}-{kind}"


def kind_of(game: "EastFrontSeries", unit: int) -> str:
    """15.1.3, 15.1.4: which points serve a unit; guns against aircraft go with the others."""
    traits = game.units[unit].traits
    if NEITHER & traits:
        return NONE
    return HEAVY if HEAVY_TRAITS & traits else INFANTRY


def price(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    """15.1.3/2: two for some types that leave the Cadre box."""
    dear = state.at[unit] == CADRE and game.units[unit].type in DEAR
    return 2 if dear else 1


def has(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    return state.points.get(purse(game.owner(unit), kind_of(game, unit)), 0)


def receive(game: "EastFrontSeries", state: EfsState) -> None:
    """15.1.2: Axis infantry points of the turn."""
    count = game.rows.infantry_points.get(str(state.turn), 0)
    if count:
        key = purse("axis", INFANTRY)
        state.points[key] = state.points.get(key, 0) + count
        state.tell(Event("replacement-points", "15.1.2", {"side": "axis", "count": count}))


# -- marking -----------------------------------------------------------------------------------


def mark_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """15.2.1: units below strength, in general supply, out of zones, that have done nothing."""
    own = state.on_map(game.units_of[state.side])
    poor = pack(unit for unit in bits(own) if has(game, state, unit) < 1)
    return Among(
        game.everybody,
        Layer("enemy-unit", "15.2.1", game.units_of[enemy_of(state.side)]),
        Layer("not-on-map", "15.2.1", game.everybody & ~own),
        Layer("no-steps-to-get", "15.2.1", game.supplies | game.bridge_units | game.trains),
        Layer("full-strength", "15.2.1", whole(game, state, own)),
        Layer("marked-already", "15.2.1.b", state.marked),
        Layer("stirred", "15.2.1", state.stirred | state.moved),
        *unfit(game, state, own),
        Layer("no-replacements", "15.2", poor),
    )


def whole(game: "EastFrontSeries", state: EfsState, own: int) -> int:
    """Units that lack no step; a marked one may have got it from a regiment since (15.3.3)."""
    return pack(unit for unit in bits(own) if state.steps[unit] >= game.units[unit].steps)


def unfit(game: "EastFrontSeries", state: EfsState, own: int) -> tuple[Layer, ...]:
    """15.2.1: in an enemy zone, or not in general supply."""
    zone = state.units_in(zones.enemy_zone(game, state, state.side), own)
    starved = pack(unit for unit in bits(own) if state.supply[unit] != GENERAL)
    return (Layer("in-enemy-zone", "15.2.1", zone),
            Layer("not-in-general-supply", "15.2.1", starved))


def mark(state: EfsState, unit: int) -> None:
    """15.2.1.b: it neither moves nor attacks this segment."""
    state.marked |= 1 << unit
    state.moved |= 1 << unit
    state.tell(Event("marked", "15.2.1.b", {"unit": unit}, units=(unit,)))


# -- spending ----------------------------------------------------------------------------------


class Rebuild(Do, frozen=True):
    """15.2: in the owner's Engineering Phase."""

    rule = "15.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if not game.skips("replacement") and any(map(len, spend_choices(game, state).values())):
            state.push(ChooseRebuilt())


def spend_choices(game: "EastFrontSeries", state: EfsState) -> dict[str, Among]:
    return {"rebuild": rebuild_choices(game, state), "raise": raise_choices(game, state)}


def rebuild_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """A marked unit on the map, one in Cadre or one in Eliminated."""
    own = game.units_of[state.side]
    boxes = pack(unit for unit in bits(own) if state.at[unit] in (CADRE, ELIMINATED))
    dear = pack(unit for unit in bits(own) if price(game, state, unit) > has(game, state, unit))
    return Among(
        game.everybody,
        Layer("enemy-unit", "15.2", game.units_of[enemy_of(state.side)]),
        Layer("not-marked", "15.2.1.b", state.on_map(own) & ~state.marked),
        Layer("full-strength", "15.2.1", whole(game, state, state.on_map(own))),
        *unfit(game, state, state.on_map(own)),
        Layer("out-of-play-for-good", "15.2", own & ~boxes & ~state.on_map(own)),
        Layer("rebuilt-this-turn", "15.2.3", state.restored),
        Layer("no-replacements", "15.2", dear),
    )


def raise_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """15.2.2.b: a Soviet unit out of the Cadre box into a city."""
    own = game.units_of[state.side]
    if state.side != SOVIET:
        return Among(0, Layer("only-soviets", "15.2.2.b", game.everybody))
    cadre = pack(unit for unit in bits(own) if state.at[unit] == CADRE)
    dear = pack(unit for unit in bits(cadre) if price(game, state, unit) > has(game, state, unit))
    nowhere = pack(unit for unit in bits(cadre & ~dear) if not cities(game, state, unit))
    return Among(
        game.everybody,
        Layer("not-in-cadre", "15.2.2.b", game.everybody & ~cadre),
        Layer("rebuilt-this-turn", "15.2.3", state.restored),
        Layer("no-replacements", "15.2", dear),
        Layer("no-city-open", "15.2.2.b", nowhere),
    )


def cities(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """Friendly cities in general supply where nobody was raised this turn and there is room."""
    weight = game.units[unit].stacking
    places = game.ground.cities | game.ground.major_cities
    fed = game.playable if game.skips("supply") else routes.nets(
        game, state, SOVIET).traced  # 14.1.4.c/3: none cut off
    free = places & fed & ~pack(
        state.at[unit] for unit in bits(state.raised) if state.at[unit] >= 0)
    held = state.occupied(game, enemy_of(SOVIET))
    return pack(hex for hex in bits(free & ~held & ~state.axis_land)
                if stacking.room(game, state, hex) >= weight)


class ChooseRebuilt(Ask, frozen=True):
    """Who gets a step."""

    rule = "15.2"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {**spend_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "rebuild":
            pay(game, state, arg)
            rebuild(game, state, arg)
            state.push(Rebuild())
        elif kind == "raise":
            state.push(RaiseAt(arg), Rebuild())


def pay(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    state.points[purse(game.owner(unit), kind_of(game, unit))] -= price(game, state, unit)
    state.restored |= 1 << unit


def rebuild(game: "EastFrontSeries", state: EfsState, unit: int, rule: str = "15.2") -> None:
    """15.2.1: a step on the map; 15.2.2.a: out of Cadre for the next turn; 15.2.3: into it."""
    if state.at[unit] == ELIMINATED:
        state.place(game, unit, CADRE)
    elif state.at[unit] == CADRE:
        state.set_steps(unit, 1)
        state.place(game, unit, ACTIVE)
        state.due[unit] = state.turn + 1
    else:
        state.set_steps(unit, state.steps[unit] + 1)
    state.tell(Event("rebuilt", rule, {"unit": unit}, units=(unit,)))


class RaiseAt(Ask, frozen=True):
    """Where the unit rises."""

    unit: UnitId

    rule = "15.2.2.b"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"at": Among(cities(game, state, self.unit), outside=("no-city-there", "15.2.2.b"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        pay(game, state, self.unit)
        state.set_steps(self.unit, 1)
        state.raised |= 1 << self.unit
        state.place(game, self.unit, arg)
        state.tell(Event("raised", self.rule, {"unit": self.unit, "hex": arg}, hexes=(arg,),
                         units=(self.unit,)))
