"""8.8.1.a, 8.4.3.1.g: ships are repaired and rebuilt; replacement points that came by sea."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import replacements, routes, zones
from grognard.rules.efs.naval import ports
from grognard.rules.efs.naval.havens import enemies, havens, out_of_play
from grognard.rules.efs.naval.waters import MAJOR
from grognard.rules.efs.state import ELIMINATED, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

DESTROYERS = "destroyers"
"""The purse of points for Soviet destroyers."""


def yard_used(side: str) -> str:
    return f"yard-{side}"


# -- damage --------------------------------------------------------------------------------------


class RepairShips(Do, frozen=True):
    """8.7.4.b.3: a ship in a friendly port loses a point of damage in its Construction Phase."""

    rule = "sea:7.4.b.3/damage"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        left = {}
        for ship, points in state.sea.damage.items():
            mends = game.owner(ship) == state.side and state.at[ship] >= 0 and havens(
                game, state, ship) >> state.at[ship] & 1
            if points > mends:
                left[ship] = points - mends
            if mends and points:
                state.tell(Event("ship-mended", self.rule, {"unit": ship}, units=(ship,)))
        if left != state.sea.damage:
            state.at_sea(damage=left)


# -- steps ---------------------------------------------------------------------------------------


class Refit(Do, frozen=True):
    """8.8.1.a: points for destroyers, and one for a ship out of a pool."""

    rule = "sea:8.1.a"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if len(refit_choices(game, state)):
            state.push(ChooseRefit())


def refit_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    own = game.ships & game.units_of[state.side]
    whole = pack(ship for ship in bits(own) if state.steps[ship] >= game.units[ship].steps)
    sunk = pack(ship for ship in bits(own) if state.at[ship] == ELIMINATED)
    elsewhere = pack(ship for ship in bits(own & ~sunk) if state.at[ship] < 0 or not havens(
        game, state, ship) >> state.at[ship] & 1)
    return Among(
        game.everybody,
        Layer("no-ship-of-ours", "sea:8.1.a", game.everybody & ~own),
        Layer("full-strength", "sea:8.1.a", whole),
        Layer("gone-for-good", "sea:8.1.a/soviet", sunk & gone(game)),
        Layer("no-points-for-ships", "sea:8.1.a/dd" if state.side == SOVIET
              else "sea:8.1.a/axis", own & ~affordable(game, state)),
        Layer("rebuilt-this-turn", "15.2.3", state.restored),
        Layer("ship-not-in-port", "sea:8.1.a", elsewhere),
        Layer("no-yard", "sea:8.1.a", sunk if not yards(game, state) else 0),
    )


def gone(game: "EastFrontSeries") -> int:
    """Soviet ships that are no destroyers never come back (8.8.1.a)."""
    return game.ships & game.units_of[SOVIET] & ~destroyers(game)


def destroyers(game: "EastFrontSeries") -> int:
    return game.ships & game.those(lambda unit: unit.type == "destroyer")


def affordable(game: "EastFrontSeries", state: EfsState) -> int:
    """The ships that there is a point for."""
    found = 0
    if state.points.get(DESTROYERS, 0):
        found |= destroyers(game) & game.units_of[SOVIET]
    if yard_open(game, state):
        found |= game.ships & ~(destroyers(game) & game.units_of[SOVIET])
    return found


def yard_open(game: "EastFrontSeries", state: EfsState) -> bool:
    """Whether the side has taken the group of its pool that brings a point, and has it still."""
    rows = game.rows.sea
    assert rows is not None
    name = rows.yards.get(state.side)  # type: ignore[call-overload]
    number = next((number for number, row in enumerate(game.rows.group) if row.id == name), None)
    taken = number is not None and bool(state.groups_taken >> number & 1)
    return taken and not state.points.get(yard_used(state.side), 0)


def yards(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Where a rebuilt ship appears: friendly major ports."""
    foes = enemies(game, state, state.side)
    return ports.friendly(game, state, state.side) & game.waters.of_kind[MAJOR] & ~foes


class ChooseRefit(Ask, frozen=True):
    rule = "sea:8.1.a"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"refit": refit_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        if (destroyers(game) & game.units_of[SOVIET]) >> arg & 1:
            state.points[DESTROYERS] -= 1
        else:
            state.points[yard_used(state.side)] = 1
        state.restored |= 1 << arg
        state.set_steps(arg, state.steps[arg] + 1)
        state.tell(Event("ship-rebuilt", self.rule, {"unit": arg}, units=(arg,)))
        state.push(Refit())
        if state.at[arg] == ELIMINATED:
            state.push(Commission(arg))


class Commission(Ask, frozen=True):
    """In which port a rebuilt ship appears."""

    ship: UnitId

    rule = "sea:8.1.a"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.ship)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"port": Among(yards(game, state), out_of_play(game),
                              outside=("no-port", self.rule))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.place(game, self.ship, arg)

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.ship}


# -- points that came by sea ---------------------------------------------------------------------


class SpendShipped(Do, frozen=True):
    """8.4.3.1.g: use them in this Construction Phase, or lose them."""

    rule = "sea:4.3.1.g/rp"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if len(receivers(game, state)):
            state.push(ChooseReceiver())
        elif state.sea.infantry or state.sea.heavy:
            lost = sum(state.sea.infantry.values()) + sum(state.sea.heavy.values())
            state.at_sea(infantry={}, heavy={})
            if lost:
                state.tell(Event("shipped-points-lost", self.rule, {"count": lost}))


def near_ports(game: "EastFrontSeries", state: EfsState, kind: str) -> HexSet:
    """Hexes with a line of communication to a port that has such points."""
    found = 0
    for port, count in getattr(state.sea, kind).items():
        if count:
            found |= routes.loc_from(game, state, state.side, 1 << port) | 1 << port
    return found


def receivers(game: "EastFrontSeries", state: EfsState) -> Among:
    own = state.on_map(game.troops[state.side] & ~game.supplies & ~game.bridge_units)
    zone = state.units_in(zones.enemy_zone(game, state, state.side), own)
    served = 0
    for kind in ("infantry", "heavy"):
        alike = own & game.served.get(kind, 0)
        served |= state.units_in(near_ports(game, state, kind), alike)
    rule = SpendShipped.rule
    return Among(
        game.everybody,
        Layer("enemy-unit", rule, game.units_of[enemy_of(state.side)]),
        Layer("takes-no-points", rule, game.ships | game.supplies | game.bridge_units),
        Layer("not-on-map", rule, game.everybody & ~own),
        Layer("full-strength", "15.2.1", replacements.whole(game, state, own)),
        Layer("in-enemy-zone", "15.2.1", zone),
        Layer("rebuilt-this-turn", "15.2.3", state.restored),
        Layer("no-points-in-reach", rule, own & ~served),
    )


class ChooseReceiver(Ask, frozen=True):
    """Who gets a step."""

    rule = "sea:4.3.1.g/rp"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"rebuild": receivers(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            lost = sum(state.sea.infantry.values()) + sum(state.sea.heavy.values())
            state.at_sea(infantry={}, heavy={})
            state.tell(Event("shipped-points-lost", self.rule, {"count": lost}))
            return
        self._spend(game, state, arg)
        state.push(SpendShipped())

    def _spend(self, game: "EastFrontSeries", state: EfsState, unit: int) -> None:
        kind = replacements.kind_of(game, unit)
        have: dict[int, int] = getattr(state.sea, kind)
        port = next(port for port, count in sorted(have.items()) if count and (
            routes.loc_from(game, state, state.side, 1 << port) | 1 << port)
            >> state.at[unit] & 1)
        state.at_sea(**{kind: {**have, port: have[port] - 1}})
        state.restored |= 1 << unit
        replacements.rebuild(game, state, unit, self.rule)
