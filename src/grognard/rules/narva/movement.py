"""Chapter 6: movement.

A move is written ``move 151G to 2527``. The cheapest way is taken; a player who wants another
way names the hexes it leads through (``move 151G via 2526 to 2527``). ``road`` is strategic
movement, with ``through`` for the hexes of its way, and ``rail`` the railway of a reinforcement.
A way ends where it meets a lone enemy headquarters: named with ``via`` or ``through``, that hex
is overrun and the move goes on (6.3.B.2).
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.reach import Reach
from grognard.core.rulings import Layer, Reason
from grognard.core.steps import Hint, Hints
from grognard.core.visibility import Number, UnitId
from grognard.hexes import Hex
from grognard.rules.narva import paths, stacking, zones
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.headquarters import overrun
from grognard.rules.narva.paths import EVENT, FREE, NORMAL
from grognard.rules.narva.points import as_points
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

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

BY_ROAD, BY_RAIL = ("moved-by-road", "6.4.1.A"), ("moved-by-rail", "6.5.A.1")
TOLD = {"road": BY_ROAD, "through": BY_ROAD, "rail": BY_RAIL}
"""What the log calls a move that is no march."""


class MovementSegment(Do, frozen=True):
    """6.0.A: every activated unit may move, one after the other."""

    rule = "6.0.A"
    manner: str = NORMAL

    def run(self, game: "Narva", state: NarvaState) -> None:
        ChooseMover(self.manner).ask_if_any(game, state)


def mover_choices(game: "Narva", state: NarvaState, manner: str) -> Among:
    stuck = held_in_zone(game, state, state.acting) if manner == FREE else 0
    return Among(
        game.everybody,
        Layer("enemy-unit", "4.0.A", game.units_of[enemy_of(state.acting)]),
        Layer("not-on-map", "4.0.A", game.everybody & ~state.on_map(game.everybody)),
        Layer("army-headquarters-stays", "4.1.3.A", game.army_hqs),
        Layer("not-activated", "4.0.A", game.everybody & ~state.active & ~game.army_hqs),
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

    def surprising(self, game: "Narva", state: NarvaState) -> tuple[str, ...]:
        return () if state.active & state.moved else ("done",)

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        late = TOO_LATE.get((kind, self.manner))
        return Reason(*late) if late else super().absent(game, state, kind, arg)


class ChooseWay(Ask, frozen=True):
    """Where the unit goes; ``spent`` counts what it has used on the way it named so far."""

    unit: UnitId
    manner: str = NORMAL
    spent: Number = 0
    rail: bool = False
    """A reinforcement, which may use the railway (6.5.D)."""
    by_road: bool = False
    """It has begun to move strategically and must go on so (6.4.1.A)."""

    rule = "6.1.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {}
        if not self.by_road:
            offers = paths.march_choices(game, state, self.unit, self.manner, self.spent)
        if self.by_road or not self.spent:
            offers["road"] = paths.road_choices(game, state, self.unit, self.spent)
            offers["through"] = offers["road"]
        if self.rail and not self.spent:
            offers["rail"] = paths.rail_choices(game, state, self.unit)
        return {**offers, "stay": ALWAYS} if may_stop(game, state, self.unit) else offers

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "stay":
            return
        reached = self._reach(game, state, kind)
        way, cost = self._way(game, state, reached, arg)
        if arg not in reached:
            paths.use_ferry(game, state, self.unit, arg)
        tell_move(state, self.unit, way, *TOLD.get(kind, ("moved", "6.1.A")))
        step_along(game, state, self.unit, way[1:])
        if kind in ("via", "through"):
            state.push(replace(self, spent=self.spent + cost, by_road=kind == "through"))

    def _reach(self, game: "Narva", state: NarvaState, kind: str) -> Reach:
        unit, here = self.unit, state.at[self.unit]
        if kind in ("road", "through"):
            return paths.road(game, state, unit, here, self.spent)
        if kind == "rail":
            return paths.rail(game, state, unit, here)
        return paths.march(game, state, unit, here, self.manner, self.spent)

    def _way(
        self, game: "Narva", state: NarvaState, reached: Reach, hex: Hex
    ) -> tuple[tuple[Hex, ...], int]:
        if hex not in reached:  # a ferry takes the whole allowance
            return (state.at[self.unit], hex), paths.allowance(game, state, self.unit)
        return reached.path(hex), reached[hex]

    def hints(self, game: "Narva", state: NarvaState) -> Hints:
        """The points spent on each destination and the way there; trains cost nothing."""
        found: dict[str, dict[int, Hint]] = {}
        for kind, offered in self.choices(game, state).items():
            reached = self._reach(game, state, kind)
            for hex in offered if kind != "stay" else ():
                way, cost = self._way(game, state, reached, hex)
                hint: Hint = {"path": way}
                if kind != "rail":
                    hint["cost"] = as_points(self.spent + cost)
                found.setdefault(kind, {})[hex] = hint
        return found

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind in ("road", "through"):
            return Reason("road-from-the-start", "6.4.1.A")
        if kind in ("to", "via"):
            return Reason("road-to-the-end", "6.4.1.A")
        if kind == "rail":
            return Reason(*(("rail-alone", "6.5.C") if self.rail else
                            ("rail-for-reinforcements", "6.5.D")))
        if kind == "stay":
            arrived = not self.spent
            return Reason(*(("arrival-moves-on", "7.2.A") if arrived else
                            ("passes-only", "7.1.C")), (self.unit,), (state.at[self.unit],))
        return super().absent(game, state, kind, arg)


def may_stop(game: "Narva", state: NarvaState, unit: int) -> bool:
    """Whether the move may end here: not over the limit (7.1.C, 7.2.A)."""
    return not stacking.crowded(game, state, unit)


def step_along(game: "Narva", state: NarvaState, unit: int, way: tuple[Hex, ...]) -> None:
    """Hexes on the way change hands (13.2.A); a lone headquarters at its end flees (6.3.B.2)."""
    end = way[-1]
    for hex in way[:-1]:
        game.pass_through(state, unit, hex)
    overrun(game, state, unit, end)
    state.place(game, unit, end)


def tell_move(state: NarvaState, unit: int, way: tuple[Hex, ...], event: str, rule: str) -> None:
    """Told first, so that what follows from the move stands below it."""
    state.tell(Event(event, rule, {"unit": unit, "from": way[0], "to": way[-1]},
                     hexes=way, units=(unit,)))
