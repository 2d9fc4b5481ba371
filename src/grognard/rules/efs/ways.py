"""7.2, 7.3: where a group can go on the march.

A group is counters that move together, all of one class: at the pace of the slowest (7.1.3). A
zone costs a point and ends the move (7.2.1). Three moves take the whole allowance and are open
only to who has spent nothing: to infiltrate from zone to zone (7.2.3), one hex whatever it costs
(7.3.3), and over an open major river (7.3.9).
"""

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from grognard.core.offers import Among
from grognard.core.reach import Reach, Tolls, reach
from grognard.core.rulings import Layer, Reason
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import cover, rail, routes, stacking, strengths, supply_units, zones
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.words import FOOT, GUN, MOTOR, POINT, SIEGE, SKI, TRAIN, as_points, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

MOVEMENT, MOTORISED, REACTION = MANNERS = ("movement", "motorised", "reaction")
INFILTRATES, LEAST, CROSSES = "infiltrates", "minimum", "crosses"
Effort: TypeAlias = Literal["infiltrates", "minimum", "crosses"]
SWIFT = 7
"""Printed allowance from which motorised units infiltrate (7.2.3.a)."""
UNSUPPLIED_LOSS = 2
"""Points that a unit out of supply has less (6.3.5)."""


class March(NamedTuple):
    """Where a group can go: by its points, or with everything it has."""

    reach: Reach
    efforts: dict[Hex, str]
    """Hexes that take the whole allowance, and how."""

    @property
    def mask(self) -> HexSet:
        return self.reach.mask | pack(self.efforts)

    def way(self, hex: Hex) -> tuple[Hex, ...]:
        if hex in self.efforts:
            return (*self.reach.path(next(iter(self.reach))), hex)
        return self.reach.path(hex)


# -- who goes how ------------------------------------------------------------------------------


def class_of(game: "EastFrontSeries", unit: int) -> str:
    """The graph that a counter moves on."""
    row = game.units[unit]
    goes = game.capability[unit].goes
    if "ski" in row.traits:
        return SKI
    return {"foot": FOOT, "motor": MOTOR, "gun": GUN, "siege": SIEGE, "rail": TRAIN}.get(goes, FOOT)


def share(game: "EastFrontSeries", unit: int, activated: int, manner: str) -> int:
    """How many halves of its allowance a counter has in a phase (7.5.1)."""
    row = game.capability[unit]
    if manner == MOTORISED and activated >> unit & 1:
        return 2  # 13.1.2: activated units move in full
    word = {MOVEMENT: row.movement, MOTORISED: row.motorised, REACTION: row.reaction}[manner]
    return {"full": 2, "half": 1, "none": 0}[word]


def allowance(game: "EastFrontSeries", state: EfsState, unit: int, manner: str) -> int:
    """Movement points of a counter in a phase, in quarters."""
    return points(game, unit, state.steps[unit], state.supply[unit], state.activated, manner)


def points(game: "EastFrontSeries", unit: int, steps: int, supply: int, activated: int,
           manner: str) -> int:
    """The half point of a half allowance is kept (7.5.1/2); want of supply costs two (6.3.5)."""
    row = game.units[unit]
    full = strengths.move_of(row, steps) * POINT
    found = full * share(game, unit, activated, manner) // 2
    if supply == UNSUPPLIED and "cavalry" not in row.traits:
        found -= UNSUPPLIED_LOSS * POINT
    return max(found, 0)


def without_points(game: "EastFrontSeries", manner: str, steps: bytes, supply: bytes,
                   activated: int) -> int:
    """Counters that have no points in a phase."""
    return pack([unit for unit in range(len(game.units)) if not points(
        game, unit, steps[unit], supply[unit], activated, manner)])


def group_allowance(game: "EastFrontSeries", state: EfsState, group: int, manner: str) -> int:
    """At the pace of the slowest (7.1.3)."""
    return min(allowance(game, state, unit, manner) for unit in bits(group))


# -- the march ---------------------------------------------------------------------------------


def march(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int) -> March:
    """What the group can reach from its hex with the points it has left."""
    first = next(bits(group))
    side, here = game.units[first].side, state.at[first]
    goes = class_of(game, first)
    has = group_allowance(game, state, group, manner)
    graph = game.ground.graph(goes, state.sky, tuple(state.bridges.values()))
    zone = zones.enemy_zone(game, state, side)
    barred = closed(game, state, group, manner)
    reached = reach(graph, here, has - spent, barred=barred, stops=zone, parted=zone,
                    entry=tolls(game, state, side, goes, manner))
    idle = spent or goes == TRAIN
    return March(reached, {} if idle else efforts(game, state, group, manner, reached, barred))


def tolls(game: "EastFrontSeries", state: EfsState, side: str, goes: str, manner: str) -> Tolls:
    """What hexes cost beyond their ground: zones, but not in reaction (7.5.3/3), and forts.

    A train pays for neither, but dearly for hexes under interdiction (13.3.1, 11.4.3.a).
    """
    if goes == TRAIN:
        return rail.tolls(game, state, side)
    toll = 0 if manner == REACTION else game.ground.extra("zone")
    return ((zones.enemy_zone(game, state, side), toll),
            (enemy_forts(state, side), game.ground.extra("enemy_strongpoint")))


def closed(game: "EastFrontSeries", state: EfsState, group: int, manner: str) -> list[Layer]:
    """Hexes that the group cannot enter, by the rule that says so."""
    side = game.units[next(bits(group))].side
    enemy = enemy_of(side)
    layers = [
        Layer("out-of-play", "7.1.6", game.grid.all & ~game.playable),
        Layer("enemy-there", "7.1.5", state.occupied(game, enemy) & ~open_to(game, state, group)),
        *game.fences(state, group),
    ]
    if manner == REACTION:
        layers.append(Layer("contact-in-reaction", "7.5.3/2", contact(game, state, group)))
    if supply_units.depots(game, state, group):
        layers.append(Layer("depot-by-rail", "6.5.2", game.grid.all))
    if group & game.on_rails:
        foreign = game.grid.all & ~routes.rails_of(game, state, side)
        layers.append(Layer("not-our-rails", "13.3.1/2", foreign))
    if group & game.supplies:
        lonely = zones.enemy_zone(game, state, side) & ~state.combat_hexes(game, side)
        layers.append(Layer("supply-alone-in-zone", "6.5.2", lonely))
    return layers


def open_to(game: "EastFrontSeries", state: EfsState, group: int) -> HexSet:
    """6.5.3: hexes where only enemy supply stands, which combat units walk into."""
    if group & ~game.fighting:
        return 0
    return supply_units.lone(game, state, enemy_of(game.owner(next(bits(group)))))


def in_contact(game: "EastFrontSeries", state: EfsState, group: int) -> HexSet:
    """Hexes next to enemies or in their zones."""
    side = game.owner(next(bits(group)))
    enemies = state.occupied(game, enemy_of(side))
    return game.grid.spread(enemies) | zones.enemy_zone(game, state, side)


def contact(game: "EastFrontSeries", state: EfsState, group: int) -> HexSet:
    """7.5.3/2: hexes in contact where no friend stands already."""
    friends = game.units_of[game.owner(next(bits(group)))] & ~group
    return in_contact(game, state, group) & ~state.look_up(friends)


def enemy_forts(state: EfsState, side: str) -> HexSet:
    """Hexes with a finished strongpoint of the enemy (BSR.move.strongpoint)."""
    return pack([hex for hex, owner in state.forts.items() if owner == enemy_of(side)])


def efforts(game: "EastFrontSeries", state: EfsState, group: int, manner: str,
            reached: Reach, barred: list[Layer]) -> dict[Hex, str]:
    """The neighbours that take everything; a hex that the points reach needs no effort."""
    first = next(bits(group))
    here, goes = state.at[first], class_of(game, first)
    zone = zones.enemy_zone(game, state, game.units[first].side)
    shut = pack([hex for hex in game.grid.neighbours(here)
                 if any(layer.bars >> hex & 1 for layer in barred)])
    found = {}
    for hex in game.grid.neighbours(here):
        if hex in reached or shut >> hex & 1 or goes == TRAIN:
            continue
        how = _effort(game, state, group, manner, goes, here, hex, zone)
        if how:
            found[hex] = how
    return found


def _effort(game: "EastFrontSeries", state: EfsState, group: int, manner: str, goes: str,
            here: Hex, hex: Hex, zone: HexSet) -> str:
    """How a group that has spent nothing gets into the next hex with everything it has."""
    side = game.grid.hexside(here, hex)
    bridges = frozenset(state.bridges.values())
    weather = game.ground.weather_in(hex, state.sky)
    priced = game.ground.step_cost(here, hex, side, goes, state.sky, bridges) is not None
    from_zone_to_zone = bool(zone >> here & zone >> hex & 1)
    if from_zone_to_zone:
        may = manner == MOVEMENT and priced and infiltrates(game, state, group, here, hex)
        return INFILTRATES if may else ""
    if priced:
        helps = manner != REACTION or not in_contact(game, state, group) >> hex & 1
        return LEAST if helps and has_least_move(game, state, group, manner) else ""
    over = manner == MOVEMENT and game.ground.needs_everything(side, goes, weather, bridges)
    return CROSSES if over and game.ground.off_road(hex, side, goes, weather) is not None else ""


def infiltrates(game: "EastFrontSeries", state: EfsState, group: int, here: Hex, hex: Hex) -> bool:
    """7.2.3: who may slip from zone to zone, and over which ground (7.2.3/3)."""
    owner, side = game.owner(next(bits(group))), game.grid.hexside(here, hex)
    held = cover.strongpoints(state, enemy_of(owner)) | cover.lines_against(game, state, owner)
    if side in game.ground.major_rivers or held >> hex & 1 or cover.faces_line(
            game, state, owner, here, hex):
        return False
    houses = game.ground.cities | game.ground.major_cities
    in_houses = bool((houses >> here | houses >> hex) & 1)
    return all(_slips(game, state, unit, in_houses) for unit in bits(group))


def _slips(game: "EastFrontSeries", state: EfsState, unit: int, in_houses: bool) -> bool:
    row = game.units[unit]
    if in_houses and not game.artillery >> unit & 1:
        return True  # 7.2.3.c
    if "ski" in row.traits:
        return state.weather in ("snow", "arctic")  # 7.2.3.b
    swift = strengths.move_of(row, state.steps[unit]) >= SWIFT
    return swift and bool(game.motorised >> unit & 1)  # 7.2.3.a


def has_least_move(game: "EastFrontSeries", state: EfsState, group: int, manner: str) -> bool:
    """7.3.3: anybody in the Movement Phase, else motorised units that are not unsupplied."""
    if manner == MOVEMENT:
        return True
    return not group & ~game.motorised and not any(
        state.supply[unit] == UNSUPPLIED for unit in bits(group))


# -- what is offered ---------------------------------------------------------------------------


def march_choices(game: "EastFrontSeries", state: EfsState, group: int, manner: str,
                  spent: int) -> Among:
    """Where the move can end."""
    found = march(game, state, group, manner, spent)
    here = state.at[next(bits(group))]
    return Among(
        found.mask,
        Layer("stands-there", "7.1", 1 << here),
        *closed(game, state, group, manner),
        Layer("stack-full", "3.2.1", found.mask & stacking.full_for(game, state, group)),
        outside=lambda hex: why_not(game, state, group, manner, spent, found.reach, hex),
    )


def via_choices(game: "EastFrontSeries", state: EfsState, group: int, manner: str,
                spent: int) -> Among:
    """Hexes that the way may be led through: the points last, and nothing ends it there."""
    found = march(game, state, group, manner, spent).reach
    first = next(bits(group))
    zone = zones.enemy_zone(game, state, game.units[first].side)
    dead = pack([hex for hex in bits(found.mask & stacking.full_for(game, state, group))
                 if not _goes_on(game, state, group, manner, spent + found[hex], hex)])
    return Among(
        found.mask,
        Layer("stands-there", "7.1", 1 << state.at[first]),
        *closed(game, state, group, manner),
        Layer("zone-ends-move", "7.2.1", found.mask & zone & ~overruns_from(
            game, state, group, manner, spent, found, zone)),
        Layer("no-room-further", "3.2.1", dead),
        outside=lambda hex: why_not(game, state, group, manner, spent, found, hex),
    )


def overruns_from(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int,
                  found: Reach, zone: HexSet) -> HexSet:
    """7.2.1: hexes in zones where the move goes on with an overrun."""
    from grognard.rules.efs import overrun

    if manner == REACTION or not overrun.able(game, state, group):
        return 0
    return pack([hex for hex in bits(found.mask & zone) if len(overrun.choices(
        game, state, group, manner, spent + found[hex], hex))])


def _goes_on(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int,
             hex: Hex) -> bool:
    """Whether a group that passes through a full hex can end its move somewhere."""
    trial = state.copy()
    for unit in bits(group):
        trial.put(unit, hex)
    return bool(len(march_choices(game, trial, group, manner, spent)))


def why_not(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int,
            found: Reach, hex: Hex) -> Reason:
    """Why a hex that nothing bars is not reached."""
    first = next(bits(group))
    here = state.at[first]
    zone = zones.enemy_zone(game, state, game.units[first].side)
    if zone >> here & zone >> hex & 1 and game.grid.distance(here, hex) == 1:
        return Reason("zone-to-zone", "7.2.2", hexes=(hex,))
    barrier = found.why(hex)
    if barrier is not None and barrier.kind == "too_far":
        return Reason("too-far", "7.3.2", args=(
            ("needs", as_points(spent + barrier.needs)), ("has", as_points(spent + barrier.has))))
    cut = found.obstacle(hex)
    if cut is not None and not cut.layer:
        return Reason("zone-on-the-way", "7.2.1", hexes=(cut.hex,), args=(("by", cut.hex),))
    if cut is not None and cut.layer:
        return Reason("way-barred", cut.layer.rule, hexes=(cut.hex,), args=(("by", cut.hex),))
    return Reason("ground-closed", "7.3.1", hexes=(hex,))
