"""8.4: sea transport and evacuation.

``ship 10RD with KBF port L3005``: cargo leaves a port or a box and ends its move in another at
once. ``stow type-I from L3005 port B2204`` sends a replacement point, ``evacuate B2204`` declares
an evacuation for the next turn.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, UnitSet
from grognard.hexes import Hex, HexSet, bits, gather, pack
from grognard.rules.efs import control, garrisons, limits, replacements
from grognard.rules.efs.naval import cargo, guns, ports
from grognard.rules.efs.naval.coastal import CoastalFire
from grognard.rules.efs.naval.havens import out_of_play
from grognard.rules.efs.naval.losses import SeaLoss
from grognard.rules.efs.naval.ships import TRANSPORT, closed, foreign
from grognard.rules.efs.naval.waters import MAJOR
from grognard.rules.efs.state import SEA_BOX, EfsState
from grognard.rules.efs.steps import Ask
from grognard.rules.efs.words import AXIS, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


# -- points (8.4.2) ------------------------------------------------------------------------------


def purse(side: str) -> str:
    return f"stp-{side}"


def supply_purse(side: str) -> str:
    """8.4.3.2.b: points that carry mobile supply alone."""
    return f"stp-supply-{side}"


def refill(game: "EastFrontSeries", state: EfsState) -> None:
    """8.4.3.2, 8.4.3.3.c: the points of a turn; an evacuation doubles the Soviet ones."""
    rows = game.rows.sea
    assert rows is not None
    for side in (AXIS, SOVIET):
        special = getattr(rows.for_supply, side)
        points = getattr(rows.transport, side) - special
        doubled = side == SOVIET and state.turn in state.sea.evacuations.values()
        state.points[purse(side)] = points * (2 if doubled else 1)
        state.points[supply_purse(side)] = special


def affords(game: "EastFrontSeries", state: EfsState, group: int, boxed: bool = False) -> bool:
    """Whether the points are there; those for supply serve mobile supply to the map only."""
    side = game.owner(next(bits(group)))
    return _general(game, state, group, boxed) <= state.points.get(purse(side), 0)


def _general(game: "EastFrontSeries", state: EfsState, group: int, boxed: bool) -> int:
    side = game.owner(next(bits(group)))
    mobile = 0 if boxed else cargo.mobile_supply(game, state, group).bit_count()
    return cargo.load(game, state, group) - min(mobile, state.points.get(supply_purse(side), 0))


def pay(game: "EastFrontSeries", state: EfsState, group: int, boxed: bool) -> None:
    side, general = game.owner(next(bits(group))), _general(game, state, group, boxed)
    state.points[supply_purse(side)] -= cargo.load(game, state, group) - general
    state.points[purse(side)] -= general


# -- the way (8.2.4) -----------------------------------------------------------------------------


def shut(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Zones that transports of a side may not enter."""
    return closed(game, state, side, TRANSPORT) | foreign(game, side)


def trails(game: "EastFrontSeries", state: EfsState, place: int, side: str) -> Mapping[int, int]:
    """By zone in reach of a transport: the zones entered on the least dangerous way there."""
    return game.waters.trails(game.waters.zones_from(place), shut(game, state, side))


def in_reach(game: "EastFrontSeries", state: EfsState, place: int, side: str) -> HexSet:
    """Ports that a transport can come to."""
    return game.waters.ports_near(game.waters.zones_from(place), shut(game, state, side))


def sheltered(game: "EastFrontSeries", state: EfsState, place: int) -> HexSet:
    """8.4.3.2.d: hexes that Axis transports reach without passing Soviet coastal guns."""
    start = game.waters.edge_of(SEA_BOX - place) if place <= SEA_BOX else 1 << place
    return game.waters.sheltered(start, guns.covered(game, state, SOVIET))


# -- who goes ------------------------------------------------------------------------------------


def boarding(game: "EastFrontSeries", state: EfsState, side: str) -> tuple[int, int]:
    """8.4.3.1.b: counters of the side in a friendly port, and in a box."""
    own = game.troops[side]
    boxed = gather([place <= SEA_BOX for place in state.at])
    return state.units_in(ports.friendly(game, state, side), own), own & boxed


def cargo_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    side = state.side
    own = game.troops[side]
    in_port, boxed = boarding(game, state, side)
    fresh = state.units_in(ports.fresh(game, state, side), own)
    layers = (
        Layer("enemy-unit", "sea:4.2", game.units_of[enemy_of(side)]),
        Layer("not-for-transports", "sea:4.2.b", cargo.fixed(game)),
        Layer("landed-this-turn", "sea:4.3.1.g/move", state.sea.landed),
        Layer("garrison-stays", "13.6.1", garrisons.stays(game, state)),
        Layer("not-in-a-port", "sea:4.3.1.b", own & ~in_port & ~boxed),
        *limits.forbidden(game, state, "ship"),
        Layer("port-just-taken", "sea:3.1", fresh),
        Layer("group-stays-ashore", "sea:6.2/zones", stays_ashore(game, side)),
        *_evacuees_only(game, state, in_port | boxed),
    )
    open = Among(game.everybody, *layers).mask
    poor = pack(unit for unit in bits(open) if not affords(game, state, 1 << unit))
    jam = pack(unit for unit in bits(open & in_port) if ports.can_load(
        game, state, state.at[unit], side) < cargo.price(game, state, unit))
    stuck = pack(unit for unit in bits(open & ~poor & ~jam)
                 if not _finds_a_place(game, state, 1 << unit))
    return Among(game.everybody, *layers,
                 Layer("transport-spent", "sea:4.2/limits", poor),
                 Layer("port-cannot-load", "sea:4.3.1.c", jam),
                 Layer("nowhere-by-sea", "sea:4.3.1.d", stuck))


def stays_ashore(game: "EastFrontSeries", side: str) -> int:
    """8.6.2: where the scenario names groups, units of others do not sail."""
    rows = game.rows.sea
    assert rows is not None
    if side != SOVIET or not rows.sailing_groups:
        return 0
    named = {code for group in game.rows.group if group.id in rows.sailing_groups
             for code in group.units}
    return game.those(lambda unit: unit.side == SOVIET and unit.code not in named)


def _evacuees_only(game: "EastFrontSeries", state: EfsState, units: int) -> tuple[Layer, ...]:
    """8.4.1: in some scenarios transports come to an evacuation only."""
    rows = game.rows.sea
    assert rows is not None
    if not rows.evacuation_only:
        return ()
    leaving = pack(port for port in state.sea.evacuations if ports.evacuated(state, port))
    return (Layer("evacuation-only", "sea:4.1", units & ~state.units_in(leaving, units)),)


def _destinations(game: "EastFrontSeries", state: EfsState, group: int) -> dict[str, Among]:
    return {"port": port_choices(game, state, group), "zone": box_choices(game, state, group)}


def _finds_a_place(game: "EastFrontSeries", state: EfsState, group: int) -> bool:
    return bool(port_choices(game, state, group).mask or box_choices(game, state, group).mask)


def port_choices(game: "EastFrontSeries", state: EfsState, group: int) -> Among:
    """Where the cargo may go ashore."""
    side, here = game.owner(next(bits(group))), state.at[next(bits(group))]
    staff = group & game.harbour_bound
    every = game.waters.ports
    return Among(
        every,
        *_port_layers(game, state, side, here, cargo.load(game, state, group)),
        Layer("major-ports-only", "sea:9.2",
              every & ~game.waters.of_kind[MAJOR] if staff else 0),
        *limits.closed(game, state, group),
        outside=("no-port", "sea:1.3.d"),
    )


def _port_layers(game: "EastFrontSeries", state: EfsState, side: str, here: int,
                 points: int) -> tuple[Layer, ...]:
    outside, enemy, *shut, fresh, empty, jam = _harbours(game, state, side, points)
    same, far, guns = _ways_there(game, state, side, here)
    return (outside, same, enemy, *shut, fresh, far, empty, jam, guns)


def _harbours(game: "EastFrontSeries", state: EfsState, side: str,
              points: int) -> tuple[Layer, ...]:
    """Ports that take nothing in, from wherever it comes."""
    every = game.waters.ports
    return (
        out_of_play(game),
        Layer("enemy-port", "sea:4.3.1.d", every & ~ports.friendly(game, state, side)),
        *limits.places_shut(game, state, "ship", side),
        Layer("port-just-taken", "sea:3.1", ports.fresh(game, state, side)),
        Layer("port-not-held", "sea:3.5.c/garrison", ports.empty(game, state, side)),
        Layer("port-cannot-unload", "sea:3.4", ports.jammed(game, state, side, points)),
    )


def _ways_there(game: "EastFrontSeries", state: EfsState, side: str,
                here: int) -> tuple[Layer, Layer, Layer]:
    """Ports that transports do not come to from a place."""
    every = game.waters.ports
    perilous = every & ~sheltered(game, state, here) if side == AXIS else 0
    return (
        Layer("same-port", "sea:4.3.1.d", 1 << here if here >= 0 else 0),
        Layer("too-far-for-transports", "sea:2.4", every & ~in_reach(game, state, here, side)),
        Layer("under-coastal-guns", "sea:4.3.2.d", perilous),
    )


def box_choices(game: "EastFrontSeries", state: EfsState, group: int) -> Among:
    """8.4.3.1.b: a box beside the map, if it has room."""
    first, waters = next(bits(group)), game.waters
    side, every = game.owner(first), (1 << len(waters.rows)) - 1
    near = pack(trails(game, state, state.at[first], side))
    full = pack(zone for zone in bits(waters.boxes) if not fits(game, state, zone, group))
    staff = group & game.harbour_bound
    return Among(
        every,
        Layer("no-box", "sea:4.3.1.b/boxes", every & ~waters.boxes),
        Layer("enemy-box", "sea:1.1/boxes", foreign(game, side)),
        Layer("too-far-for-transports", "sea:2.4", every & ~near),
        Layer("box-full", "sea:4.3.1.b/boxes", full),
        Layer("major-ports-only", "sea:9.2", every if staff else 0),
    )


def fits(game: "EastFrontSeries", state: EfsState, zone: int, group: int) -> bool:
    room = game.waters.rows[zone].room
    there = group | state.units_on(game.waters.box(zone))
    return not room or sum(game.units[unit].stacking for unit in bits(there)) <= room


class Shipment(Ask, frozen=True):
    """Where the cargo goes, and who goes with it."""

    group: UnitSet

    rule = "sea:4.3.1.d"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(next(bits(self.group)))

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {**_destinations(game, state, self.group), "with": self._others(game, state)}

    def _others(self, game: "EastFrontSeries", state: EfsState) -> Among:
        """8.1.3.e: others of the place, as long as the whole load can go somewhere."""
        here = state.at[next(bits(self.group))]
        single = cargo_choices(game, state)
        elsewhere = gather([place != here for place in state.at])
        open = single.mask & ~elsewhere & ~self.group
        heavy = pack(unit for unit in bits(open) if not self._goes(game, state, 1 << unit))
        return Among(
            game.everybody, *single.layers,
            Layer("in-the-group", "sea:1.3.e", self.group),
            Layer("not-in-this-hex", "sea:1.3.e", elsewhere),
            Layer("load-too-great", "sea:4.2/limits", heavy),
        )

    def _goes(self, game: "EastFrontSeries", state: EfsState, more: int) -> bool:
        group = self.group | more
        here = state.at[next(bits(group))]
        loads = here < 0 or ports.can_load(game, state, here, self.side(
            game, state)) >= cargo.load(game, state, group)
        return loads and affords(game, state, group) and _finds_a_place(game, state, group)

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "with":
            state.push(replace(self, group=self.group | 1 << arg))
        else:
            deliver(game, state, self.group, arg, kind == "zone")

    def asked_about(self) -> dict[str, object]:
        return {"units": tuple(bits(self.group))}


def deliver(game: "EastFrontSeries", state: EfsState, group: int, where: int,
            boxed: bool) -> None:
    """8.4.3.1: the cargo is ashore at once; then the guns of the coast and the sea have a say."""
    first = next(bits(group))
    side, here, load = game.owner(first), state.at[first], cargo.load(game, state, group)
    place = game.waters.box(where) if boxed else where
    trail = _trail(game, state, here, where, side, boxed)
    pay(game, state, group, boxed)
    if here >= 0:
        ports.handle(state, here, load, "loaded")
    if not boxed:
        ports.handle(state, place, load, "unloaded")
    _waive(state, here, place)
    units = tuple(bits(group))
    state.tell(Event("shipped-off" if boxed else "shipped", "sea:4.3.1.d", {
        "units": units, "hex": max(place, 0), "zone": where if boxed else 0},
        hexes=() if boxed else (place,), units=units))
    for unit in units:
        state.place(game, unit, place)
    state.at_sea(landed=state.sea.landed | group)
    state.stirred |= group
    control.settle(game, state)
    if side == SOVIET:
        state.push(SeaLoss(group, trail, place))
        if not boxed:
            state.push(CoastalFire(place, group, 0))


def _trail(game: "EastFrontSeries", state: EfsState, here: int, where: int, side: str,
           boxed: bool) -> int:
    found = trails(game, state, here, side)
    if boxed:
        return found[where]
    return min((trail for zone, trail in found.items() if game.waters.ports_of(zone) >> where & 1),
               key=int.bit_count)


def _waive(state: EfsState, here: int, place: int) -> None:
    """8.4.3.3.b: stacking in both ports of an evacuation counts again on the next turn."""
    if here >= 0 and ports.evacuated(state, here):
        more = {port: state.turn + 1 for port in (here, place) if port >= 0}
        state.at_sea(crowded={**state.sea.crowded, **more})


# -- evacuation (8.4.3.3) ------------------------------------------------------------------------


def evacuation_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    own, every = ports.friendly(game, state, SOVIET), game.waters.ports
    known = pack(port for port, turn in state.sea.evacuations.items() if turn > state.turn)
    return Among(
        every if state.side == SOVIET else 0,
        out_of_play(game),
        Layer("enemy-port", "sea:4.3.3.a", every & ~own),
        Layer("evacuated-already", "sea:4.3.3.a", known),
        outside=("no-port", "sea:4.3.3.a"),
    )


def declare_evacuation(state: EfsState, port: Hex) -> None:
    """8.4.3.3.a: it takes place on the next turn."""
    state.at_sea(evacuations={**state.sea.evacuations, port: state.turn + 1})
    state.tell(Event("evacuation-declared", "sea:4.3.3.a", {"hex": port}, hexes=(port,)))


def enforce_stacking(state: EfsState) -> None:
    """8.4.3.3.b: at the end of the next Soviet Movement Phase."""
    due = {port: turn for port, turn in state.sea.crowded.items() if turn > state.turn}
    if due != state.sea.crowded:
        state.at_sea(crowded=due)


# -- replacement points (8.4.2, 8.4.3.1.g) -------------------------------------------------------


def stow_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """Kinds of points that could be sent from somewhere."""
    every = (1 << len(cargo.POINT_KINDS)) - 1
    none = pack(kind for kind in bits(every) if not state.points.get(
        replacements.purse(state.side, cargo.PURSES[kind]), 0))
    dear = pack(kind for kind in bits(every)
                if state.points.get(purse(state.side), 0) < cargo.POINT_PRICES[kind])
    open = every & ~none & ~dear
    stuck = pack(kind for kind in bits(open) if not len(Stow(kind).choices(game, state)["from"]))
    return Among(every, Layer("no-point-to-send", "sea:4.2/markers", none),
                 Layer("transport-spent", "sea:4.2/limits", dear),
                 Layer("nowhere-by-sea", "sea:4.3.1.d", stuck))


class Stow(Ask, frozen=True):
    """From which port a replacement point is sent."""

    kind: Number

    rule = "sea:4.2/markers"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        own, every = ports.serving(game, state, state.side), game.waters.ports
        points = cargo.POINT_PRICES[self.kind]
        jam = ports.cannot_load(game, state, state.side, points)
        open = Among(every, *_harbours(game, state, state.side, points)).mask
        stuck = pack(port for port in bits(own & ~jam) if not Among(
            open, *_ways_there(game, state, state.side, port)).mask)
        return {"from": Among(
            every,
            out_of_play(game),
            Layer("enemy-port", "sea:4.3.1.c", every & ~own),
            *limits.places_shut(game, state, "ship", state.side),
            Layer("port-cannot-load", "sea:4.3.1.c", jam),
            Layer("nowhere-by-sea", "sea:4.3.1.d", stuck),
            outside=("no-port", "sea:4.3.1.b"),
        )}

    def _goals(self, game: "EastFrontSeries", state: EfsState, port: Hex) -> Among:
        return Among(game.waters.ports, *_port_layers(
            game, state, state.side, port, cargo.POINT_PRICES[self.kind]),
            outside=("no-port", "sea:1.3.d"))

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.push(StowTo(self.kind, arg))

    def asked_about(self) -> dict[str, object]:
        return {}


class StowTo(Ask, frozen=True):
    """And to which."""

    kind: Number
    hex: Hex

    rule = "sea:4.2/markers"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"port": Stow(self.kind)._goals(game, state, self.hex)}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        word, points = cargo.PURSES[self.kind], cargo.POINT_PRICES[self.kind]
        state.points[replacements.purse(state.side, word)] -= 1
        state.points[purse(state.side)] -= points
        ports.handle(state, self.hex, points, "loaded")
        ports.handle(state, arg, points, "unloaded")
        ashore: dict[int, int] = getattr(state.sea, word)
        state.at_sea(**{word: {**ashore, arg: ashore.get(arg, 0) + 1}})
        state.tell(Event("points-shipped", self.rule, {"hex": arg, "from": self.hex},
                         hexes=(self.hex, arg)))
        if state.side == SOVIET:
            trail = _trail(game, state, self.hex, arg, SOVIET, boxed=False)
            state.push(SeaLoss(0, trail, arg, word))

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.hex}
