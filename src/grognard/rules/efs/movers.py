"""7.0, 7.1, 7.5.1: who moves next, alone or with others of the stack.

``move 803Art to L3529`` moves one counter, ``motor L3032 via L3131 to L3231`` all motorised ones
of a hex, ``foot L3032 ...`` the others. ``with`` adds a counter of the same hex, ``drop`` leaves
one behind. The cheapest way is taken; who wants another names it with ``via``.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.steps import Hint, Hints
from grognard.core.visibility import Flag, Number, UnitSet, Word
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import (
    air_transport,
    bridges,
    control,
    entries,
    exits,
    garrisons,
    overrun,
    plans,
    pools,
    rail,
    replacements,
    stacking,
    strategic,
    supply_units,
    waiting,
    ways,
    zones,
)
from grognard.rules.efs.inset import battalions
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, CLASSES, FOOT, MOTOR, SOVIET, as_points, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


LEAVES = ("to", "via", "road", "through", "rail", "lift", "overrun")
"""Kinds of action by which a group leaves its hex."""
FIRST = ("move", "enter", "mark", "exchange")
"""What a player may have to do in a phase of movement."""
CARRIED = {"road": "7.7", "through": "7.7", "rail": "7.6.2", "lift": "11.6.2"}
"""Moves of the Movement Phase that nothing else goes before."""


class Moves(Do, frozen=True):
    """Units move one group after the other until the player is done."""

    manner: Word

    rule = "7.0"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        ask = ChooseMover(self.manner)
        choices = ask.choices(game, state)
        if any(len(choices.get(kind, ())) for kind in FIRST) or \
                stacking.overstacked(game, state):
            state.push(ask)
            state.offered = ask, choices


def mover_choices(game: "EastFrontSeries", state: EfsState, manner: str) -> Among:
    """Who can still move in this phase."""
    own = game.units_of[state.side]
    return Among(
        game.everybody,
        Layer("enemy-unit", "7.0", game.units_of[enemy_of(state.side)]),
        Layer("not-on-map", "7.0", own & ~state.on_map(own)),
        Layer("garrison-stays", "13.6.1", garrisons.stays(game, state)),
        Layer("marked-for-replacement", "15.2.1.b", state.marked),
        Layer("moved-already", "7.1.4", state.moved),
        Layer("train-ran-already", "13.3.1", state.railed & game.on_rails),
        Layer("activated-before", "13.1.2", activated_before(state, manner)),
        Layer("not-in-this-phase", "7.5.1", idle(game, state, manner)),
        *game.limits(state, "move"),
        Layer("no-points", "7.1.4", spent_out(game, state, manner)),
    )


def may_mark(game: "EastFrontSeries", state: EfsState, manner: str) -> bool:
    """15.2.1.b: replacements are marked in the first phase of movement of the segment."""
    first = ways.MOTORISED if state.side == SOVIET else ways.MOVEMENT
    return manner == first and not game.skips("replacement")


def activated_before(state: EfsState, manner: str) -> int:
    """13.1.2: who moved under an Activation marker does not move again."""
    return state.activated if manner == ways.MOVEMENT else 0


def idle(game: "EastFrontSeries", state: EfsState, manner: str) -> int:
    """Counters that have no share in the phase."""
    if manner != ways.MOTORISED:
        return game.without_share[manner]
    return game.without_share[manner] & ~state.activated


def spent_out(game: "EastFrontSeries", state: EfsState, manner: str) -> int:
    """Counters whose allowance comes to nothing: a share, but no points."""
    return state.derive(("no-points", manner), ways.without_points, game, manner, state.steps,
                        state.supply, ways.eager(game, state))


class ChooseMover(Ask, frozen=True):
    """Which unit or stack moves next."""

    manner: Word

    rule = "7.0"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        single = mover_choices(game, state, self.manner)
        offers: dict[str, Choices] = {"move": single}
        for kind in (FOOT, MOTOR):
            offers[kind] = Among(state.look_up(single.mask & those_who_go(game, kind)),
                                 outside=("nobody-to-move", "7.1.3"))
        offers["enter"] = entries.enter_choices(game, state, self.manner)
        if self.manner == ways.MOVEMENT:
            offers |= baggage_choices(game, state)
        if self.manner == ways.MOVEMENT and state.side == AXIS and game.rows.group:
            offers["group"] = pools.reserves(game, state)
        if game.rows.waiting and state.side == SOVIET:
            offers["exchange"] = waiting.exchange_choices(game, state)
        if may_mark(game, state, self.manner):
            offers["mark"] = replacements.mark_choices(game, state)
        over = stacking.overstacked(game, state)
        if (not over or not state.units_in(over, single.mask)) and not self._late(game, offers):
            offers["done"] = ALWAYS
        return offers

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.push(Moves(self.manner))
        if kind == "enter":
            state.push(entries.ChooseEntry(1 << arg, self.manner))
            return
        if kind == "group":
            pools.take_group(game, state, arg)
            return
        if kind == "exchange":
            state.push(waiting.StandIn(arg))
            return
        if kind in ("bridge", "flip", "merge", "mark"):
            take_baggage(game, state, kind, arg)
            return
        group = 1 << arg if kind == "move" else self._group(game, state, kind, arg)
        state.push(ChooseWay(group, self.manner))

    def _late(self, game: "EastFrontSeries", offers: dict[str, Choices]) -> int:
        """14.10.2 of Army Group North: units that must come in and can."""
        return pack(offers["enter"]) & game.prompt if game.prompt else 0

    def _group(self, game: "EastFrontSeries", state: EfsState, kind: str, hex: Hex) -> int:
        """All counters of the hex that can still move on this class's graph."""
        free = mover_choices(game, state, self.manner).mask & state.set_at(hex)
        alike = tuple(bits(free & those_who_go(game, kind)))
        goes = min({ways.class_of(game, unit) for unit in alike}, key=CLASSES.index)
        return pack(unit for unit in alike if ways.class_of(game, unit) == goes)

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind == "done" and (over := stacking.overstacked(game, state)):
            return Reason("overstack-first", "3.2.1", hexes=tuple(bits(over)))
        if kind == "done":
            late = self._late(game, self.choices(game, state))
            return Reason("may-not-wait", "arrivals.prompt", units=tuple(bits(late)))
        return super().absent(game, state, kind, arg)


def baggage_choices(game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
    """13.2.2, 6.5.2: bridges are laid, depots made mobile, mobile supply joined."""
    offers: dict[str, Choices] = {}
    if game.bridge_units & game.units_of[state.side]:
        offers["bridge"] = bridges.bridge_choices(game, state)
    if game.supplies & game.units_of[state.side]:
        offers["flip"] = supply_units.flip_choices(game, state)
        offers["merge"] = Among(supply_units.mergers(game, state, state.side),
                                outside=("no-two-mobile", "6.5.2.b"))
    return offers


def take_baggage(game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
    if kind == "bridge":
        state.push(bridges.LayBridge(arg))
    elif kind == "flip":
        supply_units.flip(state, arg)
    elif kind == "mark":
        replacements.mark(state, arg)
    else:
        supply_units.merge(game, state, arg)


def those_who_go(game: "EastFrontSeries", kind: str) -> int:
    """Counters that ``foot`` or ``motor`` means, as the word of a stack."""
    return game.afoot if kind == FOOT else game.everybody & ~game.afoot


class ChooseWay(Ask, frozen=True):
    """Where the group goes; ``spent`` counts what it has used so far."""

    group: UnitSet
    manner: Word
    spent: Number = 0
    held: Number = overrun.FREE
    """Whether a zone holds it, so that only an overrun goes on (7.2.1, 7.8.3.g)."""
    arrived: Flag = False
    """It stands where it came onto the map: others do not join it, roads are open (14.1.7)."""
    by_road: Flag = False
    """It has begun to move strategically and must go on so (7.7.3)."""

    rule = "7.1"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.units[next(bits(self.group))].side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        group, manner, spent = self.group, self.manner, self.spent
        offers: dict[str, Choices] = {}
        if not self.held and not self.by_road:
            found = ways.march(game, state, group, manner, spent)
            offers["to"] = ways.march_choices(game, state, found)
            offers["via"] = ways.via_choices(game, state, found)
        if manner == ways.MOVEMENT and (self.by_road or self.arrived or not spent):
            offers |= strategic.road_choices(game, state, group, spent, self.by_road)
        if manner == ways.MOVEMENT and not spent:
            offers["rail"] = rail.rail_choices(game, state, group)
            offers["lift"] = air_transport.lift_choices(game, state, group)
        if manner != ways.REACTION and not self.by_road:
            offers["overrun"] = overrun.choices(
                game, state, group, manner, spent, state.at[next(bits(group))],
                self._zone_makers(game, state))
        if not self.held and exits.is_open(game, state, group, manner, spent):
            offers["exit"] = ALWAYS
        if not spent and not self.arrived and manner != ways.REACTION:
            offers["with"] = self._companions(game, state)
        if group.bit_count() > 1:
            offers["drop"] = self._droppable(game, state)
        if not self._crowded(game, state) or not any(map(len, offers.values())):
            offers["stay"] = ALWAYS  # who can go nowhere else is dealt with by 3.2.2
        return {**offers, **self._held_in_fort(game, state, offers)}

    def _held_in_fort(self, game: "EastFrontSeries", state: EfsState,
                      offers: dict[str, Choices]) -> dict[str, Choices]:
        """17.3.5/2: a plan may let nobody out of a strongpoint but into another."""
        closed = 0 if self.spent else plans.bound_to_forts(game, state, self.group)
        if not closed:
            return {}
        found: dict[str, Choices] = {}
        for kind, old in offers.items():
            if kind in LEAVES and isinstance(old, Among):
                shut = game.grid.all if kind in ("via", "through", "overrun") else closed
                found[kind] = Among(old.universe, plans.fort_layer(shut), *old.layers,
                                    outside=old.outside)
        return found

    def _droppable(self, game: "EastFrontSeries", state: EfsState) -> Among:
        """7.1.3/2: who is left behind has finished its move, and must find room (3.2.1)."""
        here = state.at[next(bits(self.group))]
        crowd = pack(unit for unit in bits(self.group) if stacking.full_for(
            game, state, 1 << unit, 1 << here, leaving=self.group & ~(1 << unit)))
        crowd &= ~self._apart(game, state)
        return Among(self.group, Layer("no-room-to-stay", "3.2.1", crowd),
                     outside=("not-in-the-group", "7.1.3"))

    def _apart(self, game: "EastFrontSeries", state: EfsState) -> int:
        """15.6.1: panzer battalions on the inset, which go on together or apart."""
        return state.units_in(game.mega.fine, self.group & game.battalions) if self.spent else 0

    def _zone_makers(self, game: "EastFrontSeries", state: EfsState) -> HexSet | None:
        if self.held != overrun.AFTER_OVERRUN:
            return None
        here = state.at[next(bits(self.group))]
        return zones.zone_sources(game, state, here, enemy_of(self.side(game, state)))

    def _companions(self, game: "EastFrontSeries", state: EfsState) -> Among:
        """Others of the hex that move on the same graph."""
        here = state.at[next(bits(self.group))]
        goes = ways.class_of(game, next(bits(self.group)))
        single = mover_choices(game, state, self.manner)
        other_class = pack(unit for unit in state.stacks[here] if ways.class_of(game, unit) != goes)
        return Among(
            game.everybody, *single.layers,
            Layer("not-in-this-hex", "7.1.3", game.everybody & ~state.set_at(here)),
            Layer("in-the-group", "7.1.3", self.group),
            Layer("another-class", "7.1.3", other_class),
        )

    def _crowded(self, game: "EastFrontSeries", state: EfsState) -> bool:
        here = state.at[next(bits(self.group))]
        return bool(stacking.full_for(game, state, self.group, 1 << here))

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "stay":
            self._finish(game, state)
        elif kind == "drop" and self._apart(game, state) >> arg & 1:
            state.push(replace(self, group=self.group & ~(1 << arg)),
                       replace(self, group=1 << arg))
        elif kind == "drop":
            replace(self, group=1 << arg)._finish(game, state)
            state.push(replace(self, group=self.group & ~(1 << arg)))
        elif kind == "with":
            state.push(replace(self, group=self.group | 1 << arg))
        elif kind == "overrun":
            overrun.begin(game, state, self, arg)
        elif kind == "exit":
            exits.leave(game, state, self.group)
        elif kind == "rail":
            rail.travel(game, state, self.group, arg)
        elif kind == "lift":
            air_transport.lift(game, state, self.group, arg)
        elif kind in ("road", "through"):
            self._march(game, state, kind, arg)
        else:
            self._go(game, state, kind, arg)

    def _finish(self, game: "EastFrontSeries", state: EfsState) -> None:
        group = battalions.stand_in(game, state, self.group)
        state.moved |= group
        if self.spent:
            state.stirred |= group
            state.railed |= group & game.on_rails

    def _go(self, game: "EastFrontSeries", state: EfsState, kind: str, hex: Hex) -> None:
        found = ways.walk(game, state, self.group, self.manner, self.spent)
        if hex not in found.reach:
            found = ways.march(game, state, self.group, self.manner, self.spent)
        way = found.way(hex)
        how = found.efforts.get(hex, "moved")
        cost = found.reach[hex] if hex in found.reach else ways.group_allowance(
            game, state, self.group, self.manner)
        tell_move(state, self.group, way, how)
        before = state.stack
        control.walk(game, state, self.group, way)
        state.railed |= self.group & game.trains
        if kind == "via":
            first, state.stack = state.stack[len(before):], before  # agn:14.8.d: before going on
            zone = zones.enemy_zone(game, state, self.side(game, state))
            held = overrun.IN_ZONE if zone >> hex & 1 else overrun.FREE
            go_on(game, state, replace(self, spent=self.spent + cost, held=held, arrived=False))
            state.stack += first
        else:
            replace(self, spent=self.spent + cost)._finish(game, state)

    def _march(self, game: "EastFrontSeries", state: EfsState, kind: str, hex: Hex) -> None:
        """7.7: by road; ``through`` goes on."""
        found = strategic.road(game, state, self.group, self.spent)
        cost = self.spent + found[hex]
        state.marched |= self.group
        tell_move(state, self.group, found.path(hex), "by-road")
        control.walk(game, state, self.group, found.path(hex))
        step = replace(self, spent=cost, by_road=True, arrived=False)
        if kind == "through":
            go_on(game, state, step)
        else:
            step._finish(game, state)

    def odds(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Odds | None:
        return overrun.odds(game, state, self, arg) if kind == "overrun" else None

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if self.by_road and kind in ("to", "via", "overrun"):
            return Reason("road-to-the-end", "7.7.3")
        if kind in ("to", "via"):
            return Reason("zone-ends-move",
                          "7.8.3.g" if self.held == overrun.AFTER_OVERRUN else "7.2.1")
        if kind in CARRIED:
            first = self.manner == ways.MOVEMENT
            return Reason("from-the-start" if first else "movement-phase-only", CARRIED[kind])
        if kind == "exit":
            return Reason("no-exit-here", "7.1.6", hexes=(state.at[next(bits(self.group))],))
        if kind == "overrun":
            return Reason("no-overrun-in-reaction", "7.8")
        if kind == "with" and self.manner == ways.REACTION:
            return Reason("reacts-alone", "7.5.2")
        if kind == "with":
            return Reason("began-apart", "7.1.3")
        if kind == "stay":
            here = state.at[next(bits(self.group))]
            return Reason("stack-full", "3.2.1", hexes=(here,),
                          args=(("what", game.grid.label(here)),))
        return super().absent(game, state, kind, arg)

    def hints(self, game: "EastFrontSeries", state: EfsState) -> Hints:
        """The points spent on each destination and the way there."""
        found = ways.march(game, state, self.group, self.manner, self.spent)
        everything = ways.group_allowance(game, state, self.group, self.manner)
        hints: dict[str, dict[int, Hint]] = {"to": {}, "via": {}}
        for kind, offered in self.choices(game, state).items():
            for hex in offered if kind in hints else ():
                cost = found.reach.get(hex, everything)
                hints[kind][hex] = {"path": found.way(hex), "cost": as_points(self.spent + cost)}
        return hints


def go_on(game: "EastFrontSeries", state: EfsState, step: ChooseWay) -> None:
    """The group moves on; of a regiment that was split up on the way its battalions do, once it is
    known which of them are there (15.6.2)."""
    if battalions.owed_by(game, state, step.group):
        state.push(GoOn(step.group, step.manner, step.spent, step.held, step.arrived,
                        step.by_road))
        battalions.ask_losses(game, state, step.group)
    else:
        group = battalions.stand_in(game, state, step.group)
        state.push(replace(step, group=group))


class GoOn(Do, frozen=True):
    """A group that came to a halt while a regiment was split up (15.6.1)."""

    group: UnitSet
    manner: Word
    spent: Number
    held: Number
    arrived: Flag
    by_road: Flag

    rule = "inset.battalions"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        go_on(game, state, ChooseWay(self.group, self.manner, self.spent, self.held,
                                     self.arrived, self.by_road))


EVENTS = {"moved": "7.1", "by-road": "7.7", "infiltrates": "7.2.3", "minimum": "7.3.3",
          "crosses": "7.3.9"}


def tell_move(state: EfsState, group: int, way: tuple[Hex, ...], how: str) -> None:
    units = tuple(bits(group))
    state.tell(Event(how, EVENTS[how], {"units": units, "from": way[0], "to": way[-1]},
                     hexes=way, units=units))
