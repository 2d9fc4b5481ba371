"""Chapter 6: movement.

A move is written ``move 151G to 2527``. The cheapest way is taken; a player who wants another
way names the hexes it leads through (``move 151G via 2526 to 2527``). ``road`` is strategic
movement, ``rail`` the railway of a reinforcement.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.reach import Reach, reach
from grognard.core.rulings import Layer, Reason
from grognard.core.steps import Ask, Do, Hints
from grognard.hexes import Hex, HexSet
from grognard.rules.narva import stacking, zones
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.headquarters import closed_to, not_ground, overrun
from grognard.rules.narva.points import POINT, as_points
from grognard.rules.narva.state import ISOLATED, NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

NORMAL, FREE, EVENT = "normal", "free", "event"
"""A ``free`` move may neither begin in nor enter an enemy zone (2.5.4.B)."""
TOO_LATE = {
    ("attach", NORMAL): ("outsiders-chosen", "4.2.1.A"),
    ("attach", FREE): ("outsiders-chosen", "2.5.4.A.1"),
    ("extra", NORMAL): ("extras-chosen", "2.4.2.B"),
    ("pick", FREE): ("units-chosen", "2.5.4.A.2"),
    ("pick", EVENT): ("units-chosen", "2.5.2.B"),
    ("barrage", NORMAL): ("barrage-before-moves", "4.2.3.C"),
    ("attack", NORMAL): ("moves-come-first", "3.0.B"),
    ("attack", FREE): ("no-combat", "2.5.4.C"),
    ("attack", EVENT): ("no-combat", "2.5.2.B"),
}
"""What cannot be chosen any more, or not yet, once units of an activation move."""


class MovementSegment(Do, frozen=True):
    """6.0.A: every activated unit may move, one after the other."""

    rule = "6.0.A"
    manner: str = NORMAL

    def run(self, game: "Narva", state: NarvaState) -> None:
        if movable(game, state, self.manner):
            state.push(ChooseMover(self.manner))


def movable(game: "Narva", state: NarvaState, manner: str) -> int:
    return mover_choices(game, state, manner).mask


def mover_choices(game: "Narva", state: NarvaState, manner: str) -> Among:
    everybody = (1 << len(game.units)) - 1
    stuck = held_in_zone(game, state, state.acting) if manner == FREE else 0
    return Among(
        everybody,
        Layer("enemy-unit", "4.0.A", game.units_of[enemy_of(state.acting)]),
        Layer("not-on-map", "4.0.A", everybody & ~state.on_map(everybody)),
        Layer("army-headquarters-stays", "6.0.A", game.army_hqs),
        Layer("not-activated", "4.0.A", everybody & ~state.active),
        Layer("moved-already", "6.0.B", state.moved),
        Layer("pinned", "2.5.1.3.A", state.pinned),
        Layer("free-move-from-zone", "2.5.4.B.1", stuck),
    )


def held_in_zone(game: "Narva", state: NarvaState, side: str) -> int:
    """2.5.4.B.1: units of the side that stand in an enemy zone."""
    return state.units_in(zones.enemy_zone(game, state, side), game.units_of[side])


class ChooseMover(Ask, frozen=True):
    """Which unit moves next, or no more of them."""

    manner: str = NORMAL

    rule = "6.0.A"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return state.acting

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"move": mover_choices(game, state, self.manner), "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.moved |= 1 << arg
        state.push(ChooseWay(arg, self.manner), MovementSegment(self.manner))

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        late = TOO_LATE.get((kind, self.manner))
        return Reason(*late) if late else super().absent(game, state, kind, arg)


class ChooseWay(Ask, frozen=True):
    """Where the unit goes; ``spent`` counts what it has used on the way it named so far."""

    unit: int
    manner: str = NORMAL
    spent: int = 0
    rail: bool = False
    """A reinforcement, which may use the railway (6.5.D)."""

    rule = "6.1.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        march = destinations(game, state, self.unit, self.manner, self.spent)
        offers: dict[str, Choices] = {"to": march, "via": march}
        if not self.spent:
            offers["road"] = strategic_destinations(game, state, self.unit, self.manner)
            if self.rail:
                offers["rail"] = rail_destinations(game, state, self.unit)
        offers |= stay(game, state, self.unit)
        return offers

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "stay":
            return
        reached = self._reach(game, state, kind)
        way, cost = self._way(game, state, reached, arg)
        if arg not in reached:
            use_ferry(game, state, self.unit, arg)
        step_along(game, state, self.unit, way[1:])
        if kind == "via":
            state.push(ChooseWay(self.unit, self.manner, self.spent + cost))

    def _reach(self, game: "Narva", state: NarvaState, kind: str) -> Reach:
        if kind == "road":
            return strategic_reach(game, state, self.unit, self.manner)
        if kind == "rail":
            return rail_reach(game, state, self.unit)
        return march_reach(game, state, self.unit, self.manner, self.spent)

    def _way(
        self, game: "Narva", state: NarvaState, reached: Reach, hex: Hex
    ) -> tuple[tuple[Hex, ...], int]:
        if hex not in reached:  # the minimum move or a ferry takes the whole allowance
            return (state.at[self.unit], hex), allowance(game, state, self.unit)
        return reached.path(hex), reached[hex]

    def hints(self, game: "Narva", state: NarvaState) -> Hints:
        """The points spent on each destination and the way there; trains cost nothing."""
        found: dict[str, dict[int, dict[str, object]]] = {}
        for kind, offered in self.choices(game, state).items():
            reached = self._reach(game, state, kind)
            for hex in offered if kind != "stay" else ():
                way, cost = self._way(game, state, reached, hex)
                hint: dict[str, object] = {"path": way}
                if kind != "rail":
                    hint["cost"] = as_points(self.spent + cost)
                found.setdefault(kind, {})[hex] = hint
        return found

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind == "rail":
            return Reason("rail-for-reinforcements", "6.5.D")
        if kind == "road":
            return Reason("road-from-the-start", "6.4.1.A")
        return super().absent(game, state, kind, arg)


def stay(game: "Narva", state: NarvaState, unit: int) -> dict[str, Choices]:
    """Ending the move here, unless the hex is over its stacking limit (7.2.A)."""
    crowded = bool(stacking.full(game, state, unit) >> state.at[unit] & 1) if (
        stacking.overstacked(game, state, state.at[unit])) else False
    return {} if crowded else {"stay": ALWAYS}


def step_along(game: "Narva", state: NarvaState, unit: int, way: tuple[Hex, ...]) -> None:
    """Walk a way hex by hex: control changes (13.2.A) and lone headquarters flee (6.3.B.2)."""
    start = state.at[unit]
    for hex in way:
        overrun(game, state, unit, hex)
        state.place(game, unit, hex)
    state.tell(Event("moved", "6.1.A", {"unit": unit, "from": start, "to": way[-1]},
                     hexes=(start, *way), units=(unit,)))


# -- how far ----------------------------------------------------------------------------------


def allowance(game: "Narva", state: NarvaState, unit: int) -> int:
    """The printed allowance of the face that is up, halved while isolated (10.3.2)."""
    row = game.units[unit]
    points = row.reduced_move if state.is_reduced(game, unit) else row.move
    return points * POINT if state.supply[unit] != ISOLATED else points // 2 * POINT


def forbidden(game: "Narva", state: NarvaState, unit: int) -> tuple[Layer, ...]:
    """Hexes that the unit may not enter by any kind of movement (6.3)."""
    key = ("forbidden", game.class_of[unit])
    found: tuple[Layer, ...] | None = state.cache.get(key)
    if found is None:
        found = _forbidden(game, state, unit)
        state.cache[key] = found
    return found


def _forbidden(game: "Narva", state: NarvaState, unit: int) -> tuple[Layer, ...]:
    enemy = enemy_of(game.owner(unit))
    held = state.occupied(game, enemy)
    if not game.hqs >> unit & 1:
        held &= ~state.lone_hqs(game, enemy)
    return (
        *not_ground(game),
        Layer("enemy-occupied", "6.3.B.1", held),
        *closed_to(game, unit),
    )


def march_reach(
    game: "Narva", state: NarvaState, unit: int, manner: str = NORMAL, spent: int = 0
) -> Reach:
    """Normal movement (6.1), zones paid for on entering and on leaving (5.1.A)."""
    key = ("march", unit, manner, spent)
    found: Reach | None = state.cache.get(key)
    if found is None:
        found = _march(game, state, unit, manner, spent)
        state.cache[key] = found
    return found


def _march(game: "Narva", state: NarvaState, unit: int, manner: str, spent: int) -> Reach:
    zone = zones.enemy_zone(game, state, game.owner(unit))
    barred = forbidden(game, state, unit)
    if manner == FREE:
        barred = (*barred, Layer("free-move-into-zone", "2.5.4.B.2", zone))
    charts, here = game.charts, state.at[unit]
    return reach(
        game.ground.march[game.going(state, unit)],
        here,
        allowance(game, state, unit) - spent,
        barred=barred,
        stops=state.lone_hqs(game, enemy_of(game.owner(unit))),
        entry=((zone, charts.zone_enter),),
        leaving=((zone, charts.zone_leave),),
    )


def destinations(
    game: "Narva", state: NarvaState, unit: int, manner: str, spent: int
) -> Among:
    reached = march_reach(game, state, unit, manner, spent)
    near = 0 if spent else single_steps(game, state, unit, manner)
    return Among(
        (reached.mask | near) & ~(1 << state.at[unit]),
        stacking.layer(game, state, unit),
        outside=lambda hex: _why_not(game, state, unit, reached, hex),
    )


def _why_not(
    game: "Narva", state: NarvaState, unit: int, reached: Reach, hex: Hex
) -> Reason | None:
    if hex == state.at[unit]:
        return Reason("stands-there", "6.1.A")
    barrier = reached.why(hex)
    if barrier is None:
        return None
    if barrier.layer is not None:
        return Reason(barrier.layer.code, barrier.layer.rule, (unit,), (hex,))
    if barrier.kind == "no_way":
        return Reason("no-way", "6.1.C.2", (unit,), (hex,))
    args = (("needs", as_points(barrier.needs)), ("has", as_points(barrier.has)))
    return Reason("too-far", "6.1.A", (unit,), (hex,), args)


# -- strategic movement and railways (6.4, 6.5) -----------------------------------------------


def strategic_reach(game: "Narva", state: NarvaState, unit: int, manner: str = NORMAL) -> Reach:
    """6.4: along roads only, never in an enemy zone, never over the stacking limit."""
    zone = zones.enemy_zone(game, state, game.owner(unit))
    here = state.at[unit]
    points = 0 if zone >> here & 1 else allowance(game, state, unit)
    return reach(
        game.ground.strategic[state.frozen(game)],
        here,
        points,
        barred=(
            *forbidden(game, state, unit),
            Layer("road-in-zone", "6.4.2.A", zone),
            Layer("road-stack-full", "6.4.2.B", stacking.full(game, state, unit)),
        ),
        stops=state.lone_hqs(game, enemy_of(game.owner(unit))),
    )


def strategic_destinations(game: "Narva", state: NarvaState, unit: int, manner: str) -> Among:
    reached = strategic_reach(game, state, unit, manner)
    starts_in_zone = zones.enemy_zone(game, state, game.owner(unit)) >> state.at[unit] & 1

    def why(hex: Hex) -> Reason | None:
        if starts_in_zone:
            return Reason("road-from-zone", "6.4.2.A", (unit,), (state.at[unit],))
        reason = _why_not(game, state, unit, reached, hex)
        if reason is not None and reason.code == "no-way":
            return Reason("no-road", "6.4.1.A", (unit,), (hex,))
        return reason

    return Among(reached.mask & ~(1 << state.at[unit]), outside=why)


def rail_reach(game: "Narva", state: NarvaState, unit: int) -> Reach:
    """6.5: any distance on major railway; it ends on entering an enemy zone."""
    zone = zones.enemy_zone(game, state, game.owner(unit))
    here = state.at[unit]
    return reach(
        game.ground.rail,
        here,
        0 if zone >> here & 1 else len(game.grid),
        barred=(
            Layer("out-of-play", "6.3.A", game.grid.all & ~game.rows.playable),
            Layer("rail-blocked", "6.5.B.1", state.occupied(game, enemy_of(game.owner(unit)))),
            *closed_to(game, unit),
        ),
        stops=zone,
    )


def rail_destinations(game: "Narva", state: NarvaState, unit: int) -> Among:
    reached = rail_reach(game, state, unit)
    return Among(
        reached.mask & ~(1 << state.at[unit]),
        stacking.layer(game, state, unit),
        outside=("no-railway", "6.5.A.1"),
    )


# -- one hex at any price: minimum move (6.1.C) and ferries (6.2.2.2) --------------------------


def single_steps(game: "Narva", state: NarvaState, unit: int, manner: str) -> HexSet:
    """Neighbours that the unit may always enter, as its first and only step."""
    here = state.at[unit]
    zone = zones.enemy_zone(game, state, game.owner(unit))
    found = game.ground.on_foot[game.going(state, unit)][here] | ferry_hexes(game, state, unit)
    if manner == FREE or zone >> here & 1:  # 2.5.4.B.2; 6.1.C.2: not from zone to zone
        found &= ~zone
    for layer in forbidden(game, state, unit):
        found &= ~layer.bars
    return found


def ferry_hexes(game: "Narva", state: NarvaState, unit: int) -> HexSet:
    """Hexes across a ferry that is free; legs only (6.2.2.2.D)."""
    found = 0
    if not game.mechanised >> unit & 1:
        for number, beyond in game.ground.ferries_from(state.at[unit]):
            if not state.ferried >> number & 1 and _open_water(game, state, number):
                found |= 1 << beyond
    return found


def _open_water(game: "Narva", state: NarvaState, ferry: int) -> bool:
    """6.2.2.2.B.3: over ice one walks; the ferry is for open water."""
    return not game.ground.is_ice(game.ground.ferries[ferry], state.frozen(game))


def use_ferry(game: "Narva", state: NarvaState, unit: int, hex: Hex) -> None:
    """One leg unit a ferry and activation (6.2.2.2.B.1)."""
    for number, beyond in game.ground.ferries_from(state.at[unit]):
        if beyond == hex and _open_water(game, state, number):
            state.ferried |= 1 << number
