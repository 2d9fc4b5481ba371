"""8.1, 8.2: naval units sail from zone to zone.

``sail Kirov zone Riga zone Gulf-of-Finland zone Leningrad port L3005``: a point for every zone
entered, none for the port. ``at`` puts a ship on a hex of the zone instead.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Flag, Number, UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import ways
from grognard.rules.efs.naval import coastal, losses, ports
from grognard.rules.efs.naval.havens import (
    at_sea,
    enemies,
    harbours,
    havens,
    off_limits,
    out_of_play,
)
from grognard.rules.efs.naval.waters import MAJOR
from grognard.rules.efs.state import ASIDE, SEA_BOX, EfsState
from grognard.rules.efs.steps import Ask
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

SHIP, BOAT, TRANSPORT = "ship", "boat", "transport"
NOWHERE = -1


# -- which zones are open ------------------------------------------------------------------------


def closed(game: "EastFrontSeries", state: EfsState, side: str, kind: str) -> int:
    """8.6.2, 14.4.e, 14.4.f: zones that vessels of the kind may not enter now, by number."""
    assert game.rows.sea is not None
    found = game.waters.absent
    for row in game.rows.sea.closed:
        meant = row.side == side and (not row.kinds or kind in row.kinds)
        if meant and row.first_turn <= state.turn <= row.last_turn:
            taken = state.sea.held if row.next_turn else state.axis_land
            if row.until < 0 or not taken >> row.until & 1:
                found |= 1 << game.waters.numbers[row.zone]
    return found


def foreign(game: "EastFrontSeries", side: str) -> int:
    """Boxes of the enemy."""
    return game.waters.foreign[side]


# -- who sails -----------------------------------------------------------------------------------


def must_end_in_port(state: EfsState) -> bool:
    """8.1.3.c, 8.2.2.b: in the last phase of movement of the side on turn, and in reaction."""
    last = ways.MOTORISED if state.side == AXIS else ways.MOVEMENT
    return state.phase in (last, ways.REACTION)


def allowance(game: "EastFrontSeries", state: EfsState, ship: int) -> int:
    move = game.units[ship].move
    return min(move, game.charts.naval.reaction) if state.phase == ways.REACTION else move


def sails(game: "EastFrontSeries", state: EfsState, ship: int) -> bool:
    """Whether there is anywhere to go."""
    return any(len(offered) for offered in Voyage(ship).choices(game, state).values())


class Voyage(Ask, frozen=True):
    """Where a ship goes; it stays in its place until the voyage ends."""

    ship: UnitId
    zone: Number = NOWHERE
    """The zone that it has come to."""
    spent: Number = 0
    trail: Number = 0
    """Zones entered."""
    must_port: Flag = False

    rule = "sea:1.3"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.ship)

    def _here(self, game: "EastFrontSeries", state: EfsState) -> int:
        """The zone that it is in: where it has come to, or where it lay at sea."""
        if self.zone != NOWHERE or not at_sea(game, state, self.ship):
            return self.zone
        zones = game.waters.zones_from(state.at[self.ship])
        return next(bits(zones)) if zones.bit_count() == 1 else NOWHERE

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        zone = self._here(game, state)
        return {"zone": self._zones(game, state, zone), "at": self._at(game, state, zone),
                "port": self._port(game, state, zone)}

    def _zones(self, game: "EastFrontSeries", state: EfsState, zone: int) -> Among:
        waters, left = game.waters, self._left(game, state)
        every, side = (1 << len(waters.rows)) - 1, game.owner(self.ship)
        near = waters.next[zone] if zone != NOWHERE else waters.zones_from(state.at[self.ship])
        shut = closed(game, state, side, SHIP)
        open = near & ~shut & ~foreign(game, side)
        stuck = pack(number for number in bits(open) if not self._ends(
            game, state, number, left - 1)) if left else 0
        return Among(
            every,
            Layer("enemy-box", "sea:1.1/boxes", foreign(game, side)),
            Layer("not-the-next-zone", "sea:1.3.a", every & ~near),
            Layer("zone-not-in-play", "sea:1.1", waters.absent),
            Layer("zone-closed", "sea:6.2/bans", shut),
            Layer("no-naval-points", "sea:1.3.b/next", 0 if left else every),
            Layer("no-port-from-there", "sea:1.3.c", stuck),
        )

    def _left(self, game: "EastFrontSeries", state: EfsState) -> int:
        return allowance(game, state, self.ship) - self.spent

    def _ends(self, game: "EastFrontSeries", state: EfsState, zone: int, left: int) -> bool:
        """Whether the voyage can end if it comes to a zone with so many points left."""
        if game.waters.boxes >> zone & 1:
            return True
        if self._port(game, state, zone).mask or self._at(game, state, zone).mask:
            return True
        barred = closed(game, state, game.owner(self.ship), SHIP) | foreign(
            game, game.owner(self.ship))
        return left > 0 and any(self._ends(game, state, number, left - 1)
                                for number in bits(game.waters.next[zone] & ~barred))

    def _at(self, game: "EastFrontSeries", state: EfsState, zone: int) -> Among:
        every, side = game.grid.all, game.owner(self.ship)
        hexes = 0 if zone == NOWHERE else game.waters.zone_hexes[zone]
        ported = every if must_end_in_port(state) else 0
        return Among(
            every,
            *off_limits(game, state, side),
            Layer("not-in-that-zone", "sea:1.3.b/place", every & ~hexes),
            Layer("enemy-there", "sea:8.1.e/stack", enemies(game, state, side)),
            Layer("must-end-in-port", "sea:1.3.c", ported),
            Layer("call-it-port", "sea:1.3.b/port", havens(game, state, self.ship)),
        )

    def _port(self, game: "EastFrontSeries", state: EfsState, zone: int) -> Among:
        near = 0 if zone == NOWHERE else game.waters.ports_of(zone)
        side, every = game.owner(self.ship), game.waters.ports
        return Among(
            every,
            out_of_play(game),
            Layer("port-of-another-zone", "sea:1.3.b/port", every & ~near),
            Layer("enemy-there", "sea:8.1.e/stack", enemies(game, state, side)),
            Layer("enemy-port", "sea:8.1.e/stack", every & ~ports.friendly(game, state, side)),
            Layer("port-too-small", "sea:1.3.c/types", every & ~harbours(game, self.ship)),
            outside=("no-port", "sea:3.2/anchorage"),
        )

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind != "zone":
            arrive(game, state, self.ship, arg, self.trail)
            return
        trail = self.trail | 1 << arg
        if game.waters.boxes >> arg & 1:
            arrive(game, state, self.ship, game.waters.box(arg), trail)
        else:
            state.push(replace(self, zone=arg, spent=self.spent + 1, trail=trail))

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.ship}


def arrive(game: "EastFrontSeries", state: EfsState, ship: int, place: int, trail: int) -> None:
    """The voyage ends: coastal guns may fire (8.5.3.a), then the sea takes its toll (8.6.1)."""
    state.moved |= 1 << ship
    told = "sails" if place >= 0 else "sails-off"
    hexes = (place,) if place >= 0 else ()
    state.tell(Event(told, "sea:1.3", {"unit": ship, "hex": max(place, 0),
                                         "zone": SEA_BOX - min(place, SEA_BOX)},
                     hexes=hexes, units=(ship,)))
    state.place(game, ship, place)
    if game.owner(ship) == SOVIET:
        state.push(losses.SeaLoss(1 << ship, trail, place))
    if place >= 0:
        state.push(coastal.CoastalFire(place, 0, 1 << ship))


# -- driven out ----------------------------------------------------------------------------------


def overtaken(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> None:
    """8.8.1.e: enemy ground units enter the port of ships: each loses a step and gets away.

    Ours: so does a headquarters or supply that comes first.
    """
    if (game.ships | game.boats) >> unit & 1:
        return
    for ship in bits(state.set_at(hex) & game.ships & ~game.units_of[game.owner(unit)]):
        state.tell(Event("ship-driven-out", "sea:8.1.e/capture", {"unit": ship, "hex": hex},
                         hexes=(hex,), units=(ship,)))
        if losses.hurt(game, state, ship, "sea:8.1.e/capture"):
            flee(game, state, ship, hex)


def flee(game: "EastFrontSeries", state: EfsState, ship: int, hex: Hex) -> None:
    """To the nearest friendly major port; the owner chooses among equals, with none it is lost."""
    open = havens(game, state, ship) & game.waters.of_kind[MAJOR] & ~(1 << hex)
    if not open or not game.units[ship].move:  # 8.2.2.a: one that cannot move is lost
        losses.sink(game, state, ship, "sea:8.1.e/capture")
        return
    least = min(game.mega.distance(hex, port) for port in bits(open))
    near = pack(port for port in bits(open) if game.mega.distance(hex, port) == least)
    if near.bit_count() == 1:
        state.place(game, ship, next(bits(near)))
    else:
        state.place(game, ship, ASIDE)
        state.push(ChooseHaven(ship, near))


class ChooseHaven(Ask, frozen=True):
    """Which of several ports equally near."""

    ship: UnitId
    open: HexSet

    rule = "sea:8.1.e/capture"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.ship)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"port": Among(self.open, outside=("nearer-port", self.rule))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.place(game, self.ship, arg)

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.ship}


def lost_at_sea(game: "EastFrontSeries", state: EfsState, side: str) -> None:
    """8.1.3.c: a ship that no port in reach takes in is lost at the end of the last phase."""
    for ship in bits(state.on_map(game.ships & game.units_of[side])):
        if at_sea(game, state, ship):
            losses.sink(game, state, ship, "sea:1.3.c")
