"""15: replacements. A point rebuilds a step, on the map, out of the Cadre box, or into it.

Points are kept by purse: infantry points of each side, which may be saved, and the single steps
of armour and artillery that an event of the Soviet table gives (15.1.4).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import HexSet, bits, gather, pack
from grognard.rules.efs import control, limits, routes, stacking, zones
from grognard.rules.efs.inset import area
from grognard.rules.efs.state import ACTIVE, ASIDE, CADRE, ELIMINATED, GENERAL, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import SIDES, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

INFANTRY, HEAVY, MILITIA, NONE = "infantry", "heavy", "militia", ""
"""Type I and type A, and a Type I point bound to militia (6.7.2)."""
HEAVY_TRAITS = frozenset({"armour", "artillery", "anti_tank", "anti_air"})
NEITHER = frozenset({"train", "supply", "bridge", "partisan", "unknown"})
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


def by_kind(game: "EastFrontSeries") -> dict[str, int]:
    """The units that each kind of points serves."""
    found: dict[str, int] = {}
    for unit in range(len(game.units)):
        kind = kind_of(game, unit)
        found[kind] = found.get(kind, 0) | 1 << unit
    return found


def price(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    """15.1.3/2: two for some types that leave the Cadre box."""
    dear = state.at[unit] == CADRE and game.units[unit].type in DEAR
    return 2 if dear else 1


def tank_makers(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """12.4.4.c: the works, while no train runs from them to the sources of an edge; else none."""
    rows = game.rows
    if not rows.works:
        return 0
    start = routes.edge_sources(game, state.turn, SOVIET) & rows.works_edge
    city = rows.works_city or pack(rows.works)
    joined = routes.net_from(game, state, SOVIET, start) & city
    here = pack(rows.works) | pack(game.mega.home(hex) for hex in rows.works)
    if area.before_switch(game, state):
        here &= ~game.mega.fine
    return 0 if joined else here & control.land_of(game, state, SOVIET)


def misused(game: "EastFrontSeries", state: EfsState, own: int) -> tuple[Layer, ...]:
    """12.4.4: units that Type A points do not serve now."""
    heavy = own & game.units_of[SOVIET] & game.served.get(HEAVY, 0)
    late = heavy & ~game.tank_brigades if state.turn >= game.rows.brigades_from else 0
    works = tank_makers(game, state) if heavy else 0
    away = (heavy & ~game.tank_brigades) | state.on_map(heavy) & ~state.units_in(
        works, heavy) if works else 0
    return (Layer("only-tank-brigades", "works.brigades", late),
            Layer("only-at-the-works", "works.place", away))


def has(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    """Points that can serve a unit; those bound to militia serve militia too."""
    side = game.owner(unit)
    own = state.points.get(purse(side, kind_of(game, unit)), 0)
    return own + (state.points.get(purse(side, MILITIA), 0)
                  if game.units[unit].type == "militia" else 0)


def served_by_none(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Units of a side for which there is no point."""
    bound = state.points.get(purse(side, MILITIA), 0)
    found = 0
    for kind, units in game.served.items():
        own = state.points.get(purse(side, kind), 0)
        found |= (units & ~game.militia if own < 1 else 0) | (
            units & game.militia if own + bound < 1 else 0)
    return found & game.units_of[side]


def serves(game: "EastFrontSeries", state: EfsState, unit: int) -> bool:
    """Whether a unit lies in Cadre, or stands marked and below strength."""
    return state.at[unit] == CADRE or bool(
        state.at[unit] >= 0 and state.steps[unit] < game.units[unit].steps)


def receive(game: "EastFrontSeries", state: EfsState) -> None:
    """15.1.2: Axis infantry points of the turn."""
    count = game.rows.infantry_points.get(str(state.turn), 0)
    if count:
        key = purse("axis", INFANTRY)
        state.points[key] = state.points.get(key, 0) + count
        state.tell(Event("replacement-points", "15.1.2", {"side": "axis", "count": count}))
    for row in game.rows.points:
        if row.turn == state.turn:
            for kind, points in ((INFANTRY, row.infantry), (HEAVY, row.heavy)):
                give(game, state, row.side, kind, points, row.use_or_lose)


def forts_granted(game: "EastFrontSeries", state: EfsState) -> int:
    """Strongpoints that come with the reinforcements of the turn."""
    return sum(row.forts for row in game.rows.points if row.turn == state.turn)


EXPIRING = "-expiring"
"""Behind the name of a purse: what of it is lost at the end of the turn (6.7.1)."""


def give(game: "EastFrontSeries", state: EfsState, side: str, kind: str, count: int,
         use_or_lose: bool = False) -> None:
    """Points for a side; those of the use-or-lose kind do not last."""
    if not count:
        return
    key = purse(side, kind)
    state.points[key] = state.points.get(key, 0) + count
    if use_or_lose:
        state.points[key + EXPIRING] = state.points.get(key + EXPIRING, 0) + count
    state.tell(Event("replacement-points", "points.use-or-lose" if use_or_lose else "15.1.2",
                     {"side": side, "count": count}))


def expire(state: EfsState) -> None:
    """6.7.1: what was to be used or lost, and was not used; the rest was spent after it."""
    for side in SIDES:
        for kind in (INFANTRY, HEAVY, MILITIA):
            key = purse(side, kind)
            left = state.points.pop(key + EXPIRING, 0)
            if left:
                state.points[key] = state.points.get(key, 0) - left


# -- marking -----------------------------------------------------------------------------------


def mark_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """15.2.1: units below strength, in general supply, out of zones, that have done nothing."""
    own = state.on_map(game.units_of[state.side])
    return Among(
        game.everybody,
        Layer("enemy-unit", "15.2.1", game.units_of[enemy_of(state.side)]),
        Layer("not-on-map", "15.2.1", game.everybody & ~own),
        Layer("no-steps-to-get", "15.2.1", game.supplies | game.bridge_units | game.trains),
        Layer("full-strength", "15.2.1", whole(game, state, own)),
        *limits.forbidden(game, state, "rebuild"),
        Layer("marked-already", "15.2.1.b", state.marked),
        Layer("stirred", "15.2.1", state.stirred | state.moved),
        *unfit(game, state, own),
        *misused(game, state, own),
        Layer("no-replacements", "15.2", own & served_by_none(game, state, state.side)),
    )


def whole(game: "EastFrontSeries", state: EfsState, own: int) -> int:
    """Units that lack no step; a marked one may have got it from a regiment since (15.3.3)."""
    return own & state.derive("whole", _at_full_strength, game, state.steps)


def _at_full_strength(game: "EastFrontSeries", steps: bytes) -> int:
    return gather([left >= unit.steps for left, unit in zip(steps, game.units, strict=True)])


def unfit(game: "EastFrontSeries", state: EfsState, own: int) -> tuple[Layer, ...]:
    """15.2.1: in an enemy zone, or not in general supply."""
    zone = state.units_in(zones.enemy_zone(game, state, state.side), own)
    starved = own & state.derive("not in general supply", _starved, game, state.supply)
    return (Layer("in-enemy-zone", "15.2.1", zone),
            Layer("not-in-general-supply", "15.2.1", starved))


def _starved(game: "EastFrontSeries", supply: bytes) -> int:
    return gather([found != GENERAL for found in supply])


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
    found = {"rebuild": rebuild_choices(game, state), "raise": raise_choices(game, state)}
    if game.edition.militia.gives_points and state.side == SOVIET:
        found["disband"] = disband_choices(game, state)
    return found


def disband_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """7.4.1.c, 7.4.2.d: brigades and divisions of militia, a step of each in a turn."""
    militia = game.those(lambda unit: unit.type == "militia"
                         and unit.size in ("brigade", "division")) & ~game.tokens
    own = state.on_map(militia & game.units_of[SOVIET])
    return Among(
        game.everybody,
        Layer("enemy-unit", "militia.disband", game.units_of[enemy_of(SOVIET)]),
        Layer("no-militia", "militia.disband", game.everybody & ~militia),
        Layer("not-on-map", "militia.disband", militia & ~own),
        Layer("one-step-a-turn", "militia.disband", state.restored),
    )


def disband(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """A step becomes an infantry point; the last one takes the unit off the map for good."""
    state.restored |= 1 << unit
    left = state.steps[unit] - 1
    state.set_steps(unit, left)
    give(game, state, SOVIET, INFANTRY, 1)
    state.tell(Event("disbanded", "militia.disband", {"unit": unit}, units=(unit,)))
    if not left:
        state.place(game, unit, ASIDE)
        control.settle(game, state)


def rebuild_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """A marked unit on the map, one in Cadre or one in Eliminated."""
    own = game.units_of[state.side]
    boxes = pack(unit for unit in bits(own) if state.at[unit] in (CADRE, ELIMINATED))
    dear = pack(unit for unit in bits(own) if price(game, state, unit) > has(game, state, unit))
    return Among(
        game.everybody,
        Layer("enemy-unit", "15.2", game.units_of[enemy_of(state.side)]),
        *limits.forbidden(game, state, "rebuild"),
        Layer("not-marked", "15.2.1.b", state.on_map(own) & ~state.marked),
        Layer("full-strength", "15.2.1", whole(game, state, state.on_map(own))),
        *unfit(game, state, state.on_map(own)),
        Layer("out-of-play-for-good", "15.2", own & ~boxes & ~state.on_map(own)),
        Layer("rebuilt-this-turn", "15.2.3", state.restored),
        *misused(game, state, own),
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
        *misused(game, state, own),
        Layer("no-replacements", "15.2", dear),
        Layer("no-city-open", "15.2.2.b", nowhere),
    )


def cities(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """Friendly cities in general supply where nobody was raised this turn and there is room."""
    weight = game.units[unit].stacking
    places = game.ground.cities | game.ground.major_cities
    works = tank_makers(game, state) if kind_of(game, unit) == HEAVY else 0
    if works:
        return pack(hex for hex in bits(works) if stacking.room(game, state, hex) >= weight)
    fed = game.playable if game.skips("supply") else routes.nets(
        game, state, SOVIET).traced  # 14.1.4.c/3: none cut off
    free = places & fed & ~pack(
        state.at[unit] for unit in bits(state.raised) if state.at[unit] >= 0)
    held = state.occupied(game, enemy_of(SOVIET))
    return pack(hex for hex in bits(free & ~held & control.land_of(game, state, SOVIET))
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
        elif kind == "disband":
            disband(game, state, arg)
            state.push(Rebuild())
        elif kind == "raise":
            state.push(RaiseAt(arg), Rebuild())


def pay(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    key, cost = purse(game.owner(unit), kind_of(game, unit)), price(game, state, unit)
    bound = purse(game.owner(unit), MILITIA)
    if game.units[unit].type == "militia" and state.points.get(bound, 0):
        key = bound
    state.points[key] -= cost
    if key + EXPIRING in state.points:
        state.points[key + EXPIRING] = max(0, state.points[key + EXPIRING] - cost)
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
