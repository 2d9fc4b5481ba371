"""8.2.1: after all land movement of a phase the fleets act, in any order.

``sail`` a ship or a flotilla, ``ship`` cargo, ``stow`` replacement points, ``land`` a force,
``follow`` a landing, ``evacuate`` a port; ``done`` when every ship has its port (8.1.3.c).
"""

from typing import TYPE_CHECKING

from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.hexes import bits, pack
from grognard.rules.efs import ways
from grognard.rules.efs.naval import landings, sealift, ships
from grognard.rules.efs.naval.flotillas import Cruise, boat_choices
from grognard.rules.efs.naval.havens import at_sea
from grognard.rules.efs.state import SEA_BOX, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

TRANSPORT_KINDS = ("ship", "stow", "evacuate")
LANDING_KINDS = ("land", "follow")
LAND_KINDS = ("move", "foot", "motor")
"""What was asked before it; only of this is said that it is over."""


class Fleets(Do, frozen=True):
    """8.2.1: asks on as long as there is anything to do at sea."""

    rule = "sea:2.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if not ChooseAtSea().ask_if_any(game, state):
            close(game, state)


def acting(state: EfsState) -> str:
    """In reaction the other side sails (8.2.2.b)."""
    return enemy_of(state.side) if state.phase == ways.REACTION else state.side


def vessel_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """Ships and flotillas that can still go somewhere."""
    side, fleet = acting(state), game.ships | game.boats
    own = fleet & game.units_of[side]
    away = pack(unit for unit in bits(own) if SEA_BOX < state.at[unit] < 0)
    layers = (
        Layer("no-vessel", "sea:1.2", game.everybody & ~fleet),
        Layer("enemy-unit", "sea:1.2", fleet & game.units_of[enemy_of(side)]),
        Layer("not-on-map", "sea:1.2", away),
        Layer("sailed-already", "sea:2.2.a", state.moved),
        Layer("cannot-sail", "sea:2.2.a/petropavlovsk", pack(
            unit for unit in bits(own) if not game.units[unit].move)),
        *_reaction(game, state, own),
    )
    open = Among(game.everybody, *layers).mask
    stuck = pack(unit for unit in bits(open) if not _goes(game, state, unit))
    return Among(game.everybody, *layers, Layer("nowhere-to-sail", "sea:1.3.a", stuck))


def _reaction(game: "EastFrontSeries", state: EfsState, own: int) -> tuple[Layer, ...]:
    """8.2.2.b: naval units only, from port to port."""
    if state.phase != ways.REACTION:
        return ()
    out = pack(ship for ship in bits(state.on_map(own & game.ships)) if at_sea(game, state, ship))
    return (Layer("boats-do-not-react", "sea:2.2.b", game.boats),
            Layer("starts-at-sea", "sea:2.2.b", out))


def _goes(game: "EastFrontSeries", state: EfsState, unit: int) -> bool:
    return bool(boat_choices(game, state, unit)) if game.boats >> unit & 1 else ships.sails(
        game, state, unit)


def homeless(game: "EastFrontSeries", state: EfsState) -> int:
    """8.1.3.c: ships at sea in the last phase that could still reach a port."""
    if not ships.must_end_in_port(state) or state.phase == ways.REACTION:
        return 0
    own = state.on_map(game.ships & game.units_of[state.side] & ~state.moved)
    return pack(ship for ship in bits(own) if at_sea(game, state, ship)
                and ships.sails(game, state, ship))


def close(game: "EastFrontSeries", state: EfsState) -> None:
    """The end of naval movement in a phase."""
    if ships.must_end_in_port(state) and state.phase != ways.REACTION:
        ships.lost_at_sea(game, state, state.side)
    if state.side == SOVIET and state.phase == ways.MOVEMENT:
        sealift.enforce_stacking(state)


class ChooseAtSea(Ask, frozen=True):
    """What happens next at sea."""

    rule = "sea:2.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return acting(state)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"sail": vessel_choices(game, state)}
        if self._transports(game, state):
            offers["ship"] = sealift.cargo_choices(game, state)
            offers["stow"] = sealift.stow_choices(game, state)
            if state.side == SOVIET:
                offers["evacuate"] = sealift.evacuation_choices(game, state)
        if self._lands(game, state):
            offers["land"] = landings.target_choices(game, state)
            if state.side == AXIS:
                offers["follow"] = landings.follow_choices(game, state)
        if not homeless(game, state):
            offers["done"] = ALWAYS
        return offers

    def _transports(self, game: "EastFrontSeries", state: EfsState) -> bool:
        """8.2.4, 8.4.1: in the Movement Phase, where the scenario has transports."""
        assert game.rows.sea is not None
        return state.phase == ways.MOVEMENT and bool(getattr(
            game.rows.sea.transport, state.side))

    def _lands(self, game: "EastFrontSeries", state: EfsState) -> bool:
        """8.5.1.d, 8.5.1.e."""
        assert game.rows.sea is not None
        phase = ways.MOVEMENT if state.side == AXIS else ways.MOTORISED
        return state.phase == phase and bool(game.rows.sea.lift)

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            close(game, state)
            return
        state.push(Fleets())
        if kind == "evacuate":
            sealift.declare_evacuation(state, arg)
        elif kind == "sail":
            state.push(Cruise(arg) if game.boats >> arg & 1 else ships.Voyage(arg))
        else:
            state.push(self._next(kind, arg))

    def _next(self, kind: str, arg: int) -> Ask:
        """What is asked about it."""
        if kind == "ship":
            return sealift.Shipment(1 << arg)
        if kind == "stow":
            return sealift.Stow(arg)
        return landings.Landing(arg) if kind == "land" else landings.FollowOn(arg)

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        assert game.rows.sea is not None
        if kind == "done":
            out = tuple(bits(homeless(game, state)))
            return Reason("ship-without-port", "sea:1.3.c", units=out)
        if kind == "evacuate" and state.side == AXIS:
            return Reason("only-soviets-evacuate", "sea:4.3.3.a")
        if kind in TRANSPORT_KINDS:
            has = getattr(game.rows.sea.transport, state.side)
            return Reason("transport-in-movement", "sea:2.4") if has else Reason(
                "no-sea-transport", "sea:4.1")
        if kind in LANDING_KINDS:
            rule = "sea:5.1.d" if state.side == AXIS else "sea:5.1.e"
            return Reason("not-the-time-to-land", rule)
        if kind in LAND_KINDS:
            return Reason("land-moves-over", "sea:2.1")
        return super().absent(game, state, kind, arg)
