"""7.2, 7.3: where a group can go on the march.

A group is counters that move together, all of one class: at the pace of the slowest (7.1.3). A
zone costs a point and ends the move (7.2.1). Three moves take the whole allowance and are open
only to who has spent nothing: to infiltrate from zone to zone (7.2.3), one hex whatever it costs
(7.3.3), and over an open major river (7.3.9).
"""

from typing import TYPE_CHECKING, NamedTuple

from grognard.core.offers import Among
from grognard.core.reach import Reach, Tolls, reach
from grognard.core.rulings import Layer, Reason
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import cover, limits, rail, routes, stacking, strengths, supply_units, zones
from grognard.rules.efs.data import Capability, Unit
from grognard.rules.efs.inset import movement
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.words import (
    BOAT,
    FOOT,
    GUN,
    MOTOR,
    POINT,
    SIEGE,
    SKI,
    TRAIN,
    as_points,
    enemy_of,
)

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

MOVEMENT, MOTORISED, REACTION = MANNERS = ("movement", "motorised", "reaction")
INFILTRATES, LEAST, CROSSES = "infiltrates", "minimum", "crosses"


class March(NamedTuple):
    """Where a group can go: by its points, or with everything it has."""

    group: int
    manner: str
    spent: int
    barred: list[Layer]
    """Hexes that it cannot enter, by the rule that says so."""
    zone: HexSet
    """Hexes in enemy zones."""
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
    return game.classes[unit]


def printed_class(row: Unit, capability: Capability) -> str:
    if "ski" in row.traits:
        return SKI
    if "boat" in row.traits:
        return BOAT
    return {"foot": FOOT, "motor": MOTOR, "gun": GUN, "siege": SIEGE, "rail": TRAIN}.get(
        capability.goes, FOOT)


def share(game: "EastFrontSeries", unit: int, activated: int, manner: str) -> int:
    """How many halves of its allowance a counter has in a phase (7.5.1)."""
    row = game.capability[unit]
    if manner == MOTORISED and activated >> unit & 1:
        return 2  # 13.1.2: activated units move in full
    word = {MOVEMENT: row.movement, MOTORISED: row.motorised, REACTION: row.reaction}[manner]
    return {"full": 2, "half": 1, "none": 0}[word]


def allowance(game: "EastFrontSeries", state: EfsState, unit: int, manner: str) -> int:
    """Movement points of a counter in a phase, in quarters."""
    return points(game, unit, state.steps[unit], state.supply[unit], eager(game, state), manner)


def eager(game: "EastFrontSeries", state: EfsState) -> int:
    """Units that move in full in the Motorised Phase: activated, or by the scenario (13.5.a)."""
    return state.activated | limits.full_motorised(game, state.turn)


def points(game: "EastFrontSeries", unit: int, steps: int, supply: int, activated: int,
           manner: str) -> int:
    """The half point of a half allowance is kept (7.5.1/2); want of supply costs two (6.3.5)."""
    row = game.units[unit]
    full = strengths.move_of(row, steps) * POINT
    found = full * share(game, unit, activated, manner) // 2
    if supply == UNSUPPLIED and "cavalry" not in row.traits:
        found -= game.measures.supply.unsupplied * POINT
    return max(found, 0)


def without_points(game: "EastFrontSeries", manner: str, steps: bytes, supply: bytes,
                   activated: int) -> int:
    """Counters that have a share in a phase, but no points."""
    return pack([unit for unit in bits(game.soon_spent[manner]) if not points(
        game, unit, steps[unit], supply[unit], activated, manner)])


def tires(game: "EastFrontSeries", unit: int, manner: str) -> bool:
    """Whether a counter that has a share in a phase can ever have no points there."""
    activated = 0 if share(game, unit, 0, manner) else 1 << unit
    most = max(game.units[unit].steps, supply_units.DEPOT)
    return bool(share(game, unit, activated, manner)) and any(
        not points(game, unit, steps, UNSUPPLIED, activated, manner) for steps in range(most + 1))


def group_allowance(game: "EastFrontSeries", state: EfsState, group: int, manner: str) -> int:
    """At the pace of the slowest (7.1.3)."""
    return min([allowance(game, state, unit, manner) for unit in bits(group)])


# -- the march ---------------------------------------------------------------------------------


def march(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int) -> March:
    """What the group can reach from its hex, with the points it has left or with all of them."""
    found = walk(game, state, group, manner, spent)
    idle = spent or class_of(game, next(bits(group))) == TRAIN
    return found if idle else found._replace(efforts=efforts(game, state, found))


def walk(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int) -> March:
    """The same with its points alone."""
    first = next(bits(group))
    side, here, goes = game.units[first].side, state.at[first], class_of(game, first)
    has = group_allowance(game, state, group, manner)
    zone = zones.enemy_zone(game, state, side)
    barred = closed(game, state, group, manner)
    going = movement.going(game, state, side)
    reached = reach(game.ground.graph(goes, state.sky, state.laid, going), here, has - spent,
                    barred=barred, stops=zone, parted=zone,
                    entry=tolls(game, state, side, goes, manner))
    return March(group, manner, spent, barred, zone, reached, {})


def tolls(game: "EastFrontSeries", state: EfsState, side: str, goes: str, manner: str) -> Tolls:
    """What hexes cost beyond their ground: zones, but not in reaction (7.5.3/3), and strongpoints
    (BSR.move.strongpoint).

    A train pays for neither, but dearly for hexes under interdiction (13.3.1, 11.4.3.a).
    """
    if goes == TRAIN:
        return rail.tolls(game, state, side)
    toll = 0 if manner == REACTION else game.ground.extra("zone")
    return ((zones.enemy_zone(game, state, side), toll),
            (cover.strongpoints(state, enemy_of(side)), game.ground.extra("enemy_strongpoint")))


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


def efforts(game: "EastFrontSeries", state: EfsState, found: March) -> dict[Hex, str]:
    """The neighbours that take everything; a hex that the points reach needs no effort."""
    here = state.at[next(bits(found.group))]
    left = game.grid.spread(1 << here) & ~found.reach.mask
    for layer in found.barred:
        left &= ~layer.bars
    tried = {hex: _effort(game, state, found, here, hex) for hex in bits(left)}
    return {hex: how for hex, how in tried.items() if how}


def _effort(game: "EastFrontSeries", state: EfsState, found: March, here: Hex, hex: Hex) -> str:
    """How a group that has spent nothing gets into the next hex with everything it has."""
    group, manner, goes = found.group, found.manner, class_of(game, next(bits(found.group)))
    priced = game.ground.graph(goes, state.sky, state.laid).price(here, hex) is not None
    from_zone_to_zone = bool(found.zone >> here & found.zone >> hex & 1)
    if from_zone_to_zone:
        may = manner == MOVEMENT and priced and infiltrates(game, state, group, here, hex)
        return INFILTRATES if may else ""
    if priced:
        helps = manner != REACTION or not in_contact(game, state, group) >> hex & 1
        return LEAST if helps and has_least_move(game, state, group, manner) else ""
    return CROSSES if manner == MOVEMENT and crosses(game, state, goes, here, hex) else ""


def crosses(game: "EastFrontSeries", state: EfsState, goes: str, here: Hex, hex: Hex) -> bool:
    """7.3.9: over an open major river, into ground that the class can enter."""
    side, weather = game.grid.hexside(here, hex), game.ground.weather_in(hex, state.sky)
    over = game.ground.needs_everything(side, goes, weather, frozenset(state.laid))
    return over and game.ground.off_road(hex, side, goes, weather) is not None


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
    swift = strengths.move_of(row, state.steps[unit]) >= game.measures.moves.infiltrates
    return swift and bool(game.motorised >> unit & 1)  # 7.2.3.a


def has_least_move(game: "EastFrontSeries", state: EfsState, group: int, manner: str) -> bool:
    """7.3.3: anybody in the Movement Phase, else motorised units that are not unsupplied."""
    if manner == MOVEMENT:
        return True
    return not group & ~game.motorised and not any(
        state.supply[unit] == UNSUPPLIED for unit in bits(group))


# -- what is offered ---------------------------------------------------------------------------


def march_choices(game: "EastFrontSeries", state: EfsState, found: March) -> Among:
    """Where the move can end."""
    here = state.at[next(bits(found.group))]
    return Among(
        found.mask,
        Layer("stands-there", "7.1", 1 << here),
        *found.barred,
        Layer("stack-full", "3.2.1", stacking.full_for(game, state, found.group, found.mask)),
        outside=lambda hex: why_not(game, found, here, hex),
    )


def via_choices(game: "EastFrontSeries", state: EfsState, found: March) -> Among:
    """Hexes that the way may be led through: the points last, and nothing ends it there."""
    here, reached = state.at[next(bits(found.group))], found.reach.mask
    dead = pack([hex for hex in bits(stacking.full_for(game, state, found.group, reached))
                 if not _goes_on(game, state, found, hex)])
    return Among(
        reached,
        Layer("stands-there", "7.1", 1 << here),
        *found.barred,
        Layer("zone-ends-move", "7.2.1",
              reached & found.zone & ~overruns_from(game, state, found)),
        Layer("no-room-further", "3.2.1", dead),
        outside=lambda hex: why_not(game, found, here, hex),
    )


def overruns_from(game: "EastFrontSeries", state: EfsState, found: March) -> HexSet:
    """7.2.1: hexes in zones where the move goes on with an overrun."""
    from grognard.rules.efs import overrun

    if found.manner == REACTION or not overrun.able(game, state, found.group):
        return 0
    tried = overrun.possible_from(game, state, found.group, found.reach.mask & found.zone)
    return pack([hex for hex in bits(tried) if overrun.choices(
        game, state, found.group, found.manner, found.spent + found.reach[hex], hex).mask])


def _goes_on(game: "EastFrontSeries", state: EfsState, found: March, hex: Hex) -> bool:
    """Whether a group that passes through a full hex can end its move somewhere."""
    trial = state.copy()
    for unit in bits(found.group):
        trial.put(unit, hex)
    onward = march(game, trial, found.group, found.manner, found.spent + found.reach[hex])
    return bool(march_choices(game, trial, onward).mask)


def why_not(game: "EastFrontSeries", found: March, here: Hex, hex: Hex) -> Reason:
    """Why a hex that nothing bars is not reached."""
    spent, zone = found.spent, found.zone
    if zone >> here & zone >> hex & 1 and game.grid.distance(here, hex) == 1:
        return Reason("zone-to-zone", "7.2.2", hexes=(hex,))
    barrier = found.reach.why(hex)
    if barrier is not None and barrier.kind == "too_far":
        return Reason("too-far", "7.3.2", args=(
            ("needs", as_points(spent + barrier.needs)), ("has", as_points(spent + barrier.has))))
    cut = found.reach.obstacle(hex)
    if cut is not None and not cut.layer:
        return Reason("zone-on-the-way", "7.2.1", hexes=(cut.hex,), args=(("by", cut.hex),))
    if cut is not None and cut.layer:
        return Reason("way-barred", cut.layer.rule, hexes=(cut.hex,), args=(("by", cut.hex),))
    if found.reach.leads(hex):
        return Reason("zones-in-a-row", "7.2.2", hexes=(hex,))
    return Reason("ground-closed", "7.3.1", hexes=(hex,))
