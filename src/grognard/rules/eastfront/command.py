"""Chapter 5: headquarters, their radius, Blitz and supreme command."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.floods import flood
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.steps import Hint, Hints
from grognard.core.visibility import Number, UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import control
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.crossing import (
    closed_sides,
    full_sides,
    shut_to,
    use_side,
    walled_off,
)
from grognard.rules.eastfront.data import MUD, enemy_of
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.invasion import invasion_choice, make_invasion_hq
from grognard.rules.eastfront.losses import lose_step, settle_battle
from grognard.rules.eastfront.objectives import watch_western_front
from grognard.rules.eastfront.paratroops import airborne_choice, make_airborne
from grognard.rules.eastfront.paths import left_after
from grognard.rules.eastfront.retreat import Pursuit, attack_anew, is_last
from grognard.rules.eastfront.stacking import (
    CountCrowds,
    full_hexes,
    unless_crowded,
    unsettled,
)
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do
from grognard.rules.eastfront.strategic import (
    ChooseStrategicEnd,
    last_in_battle,
    off_the_railway,
    outside_ports,
)
from grognard.rules.eastfront.weather import effective_cv, speed

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def radius(game: "EastFront", state: EastFrontState, hq: int) -> HexSet:
    """5.3: hexes that the HQ commands and supports.

    Supreme, airborne and invasion HQs have none (6.51a, 14.2a, 15.4b).
    """
    reach, hex = effective_cv(game, state, hq), state.at[hq]
    elsewhere = (game.supreme | state.airborne | state.invading) >> hq & 1
    if reach < 0 or hex < 0 or elsewhere:
        return 0
    side = state.owner(game, hq)
    return state.derive(("radius", hq), _radius, game, hex, reach,
                        control.open_to(game, state, side), state.occupied(game, side))


def _radius(game: "EastFront", hex: Hex, reach: int, passes: HexSet, held: HexSet) -> HexSet:
    passes |= 1 << hex
    ends = held & ~passes  # battle hexes the enemy controls (5.3c)
    return flood(game.grid, 1 << hex, passes | ends, game.ground.open_sides, reach, stops=ends)


def commanded(game: "EastFront", state: EastFrontState) -> HexSet:
    """Hexes within radius of any active HQ of the phasing side."""
    found = 0
    for hq in bits(state.active):
        found |= radius(game, state, hq)
    return found


def radius_hints(
    game: "EastFront", state: EastFrontState, hqs: Iterable[int]
) -> dict[int, Hint]:
    """The hexes that each HQ would command from where it stands, for the table to show."""
    return {hq: {"area": tuple(bits(radius(game, state, hq)))} for hq in hqs}


# -- the command phase (4.41, 5.2) ------------------------------------------------------------


class CommandPhase(Do, frozen=True):
    rule = "4.41a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        ChooseHeadquarters().ask_if_any(game, state, "activate")


class ChooseHeadquarters(ActiveAsk, frozen=True):
    """5.2a: any number of HQs, one after the other, each with or without Blitz."""

    rule = "5.2a"

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {
            "activate": hq_choices(game, state, blitz=False),
            "blitz": hq_choices(game, state, blitz=True),
            "done": ALWAYS,
        }

    def surprising(self, game: "EastFront", state: EastFrontState) -> tuple[str, ...]:
        return () if state.active else ("done",)

    def ruinous(self, game: "EastFront", state: EastFrontState) -> dict[str, Iterable[int]]:
        offered = self.choices(game, state)
        return {kind: [hq for hq in offered[kind] if is_its_end(game, state, kind, hq)]
                for kind in ("activate", "blitz")}

    def hints(self, game: "EastFront", state: EastFrontState) -> Hints:
        offered = self.choices(game, state)
        return {kind: radius_hints(game, state, offered[kind]) for kind in ("activate", "blitz")}

    def absent(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> Reason:
        muddy = state.weather_at(game, arg) == MUD if kind == "shift" else False
        return Reason("no-deployment-in-mud", "5.21b") if muddy else super().absent(
            game, state, kind, arg)

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        activate(game, state, arg, blitz=kind == "blitz")
        state.push(CommandPhase())
        if not Deploy(arg).ask_if_any(game, state, "shift", "airborne", "invasion"):
            state.push(CountSupremeMoves(arg))


def hq_choices(game: "EastFront", state: EastFrontState, blitz: bool) -> Among:
    layers = [
        Layer("enemy-block", "5.2a", game.everybody & ~state.loyal(game, state.phasing)),
        Layer("no-headquarters", "5.2a", game.everybody & ~game.hqs),
        Layer("not-on-map", "5.2a", game.everybody & ~state.on_map(game.everybody)),
        Layer("active-already", "5.2a", state.active | state.spent),
        Layer("idle-first-turn", "S44.3", game.everybody if game.idle_turn(state) else 0),
    ]
    if blitz:
        spent = pack(hq for hq in bits(game.hqs) if state.cv[hq] < 1)
        layers += [Layer("supreme-no-blitz", "5.7c", game.supreme),
                   Layer("too-weak-to-blitz", "5.7i", spent)]
    return Among(game.everybody, *layers)


DEPLOYED = ("overstacked-by-headquarters", "5.21d")
"""Why HQs do not stay where there are too many."""
PAID = {"activate": 1, "blitz": 2}
"""Steps that a command costs (5.43, 5.7i)."""


def is_its_end(game: "EastFront", state: EastFrontState, kind: str, hq: int) -> bool:
    """Whether the HQ has fewer steps than its command costs, and is lost when that ends."""
    lowest = game.types[game.units[hq].type].lowest_cv if kind in PAID else 0
    return kind in PAID and state.cv[hq] - PAID[kind] < lowest


def activate(game: "EastFront", state: EastFrontState, hq: int, blitz: bool) -> None:
    """4.41: the HQ is turned face up; a Blitz marker promises a second step."""
    state.active |= 1 << hq
    state.face_up |= 1 << hq
    state.blitz |= (1 if blitz else 0) << hq
    state.tell(Event("blitz" if blitz else "activated", "4.41a",
                     {"block": hq, "cv": state.cv[hq]}, hexes=(state.at[hq],), units=(hq,),
                     reveals=True))


class CountSupremeMoves(Do, frozen=True):
    """5.61: two supreme moves for each CV, judged where the HQ stands now (5.21e)."""

    hq: UnitId

    rule = "5.61"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if game.units[self.hq].supreme and state.at[self.hq] >= 0:
            moves = game.limits.supreme_moves_per_cv * max(0, effective_cv(game, state, self.hq))
            state.supreme_moves += moves


def deployment(game: "EastFront", state: EastFrontState, hq: int) -> Among:
    """5.21a: one hex into a friendly hex that is no battle; never in mud (5.21b)."""
    hex = state.at[hq]
    near = game.ground.beside[hex]
    mud = near if state.weather_at(game, hex) == MUD else 0
    return Among(
        near,
        Layer("deployed-there", "5.21a", 1 << hex),
        Layer("no-deployment-in-mud", "5.21b", mud),
        *walled_off(game, hex),
        Layer("deploy-into-battle", "5.21a", state.fought_over(game, state.phasing)),
        Layer("deploy-not-friendly", "5.21a", near & ~state.friendly(state.phasing)),
        *shut_to(game, state, hq),
        outside=("deploy-too-far", "5.21a"),
    )


def roles(game: "EastFront", state: EastFrontState, hq: int) -> dict[str, Among]:
    """What an HQ that stays where it is may give all its command for."""
    return {"airborne": airborne_choice(game, state, hq),
            "invasion": invasion_choice(game, state, hq)}


class Deploy(ActiveAsk, frozen=True):
    hq: UnitId

    rule = "5.21a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"shift": deployment(game, state, self.hq), "stay": ALWAYS,
                **roles(game, state, self.hq)}

    def hints(self, game: "EastFront", state: EastFrontState) -> Hints:
        """What it would command from each hex."""
        found: dict[int, Hint] = {}
        for hex in deployment(game, state, self.hq):
            trial = state.copy()
            trial.place(self.hq, hex)
            found[hex] = radius_hints(game, trial, (self.hq,))[self.hq]
        return {"shift": found}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind in ("airborne", "invasion"):
            (make_airborne if kind == "airborne" else make_invasion_hq)(state, self.hq)
            return
        after = CountSupremeMoves(self.hq)
        hex = state.at[self.hq]
        if kind == "stay":
            state.push(after)
        elif state.battles(game) >> hex & 1 and state.of_side(game, hex, state.phasing) == [
                self.hq]:
            state.push(Pursuit(hex, self.hq), FinishDeployment(self.hq, arg), after)  # 5.21c
        else:
            state.push(FinishDeployment(self.hq, arg), after)


class FinishDeployment(Do, frozen=True):
    hq: UnitId
    to: Hex

    rule = "5.21a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        hex = state.at[self.hq]
        if hex < 0:
            return
        state.place(self.hq, self.to)
        state.tell(Event("deployed", "5.21a", {"block": self.hq, "to": self.to},
                         hexes=(hex, self.to), units=(self.hq,)))
        settle_battle(game, state, hex)
        watch_western_front(game, state, 1 << self.to)


# -- after movement: mobile or combat (5.4) ---------------------------------------------------


class HeadquartersDecide(Do, frozen=True):
    """4.42c, 5.4: active HQs may mobilise now, or stay active for combat."""

    rule = "5.4"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if not ChooseMobile().ask_if_any(game, state, "mobile"):
            state.push(CountCrowds(state.phasing))


def mobile_choices(game: "EastFront", state: EastFrontState) -> Among:
    return Among(
        game.everybody,
        *_no_active_hq(game, state),
        Layer("blitz-stays", "5.7b", state.blitz),
        Layer("airborne-headquarters", "14.2a", state.airborne),
        Layer("invasion-headquarters", "15.4b", state.invading),
    )


def _no_active_hq(game: "EastFront", state: EastFrontState) -> tuple[Layer, ...]:
    return (
        Layer("enemy-block", "5.4", game.everybody & ~state.loyal(game, state.phasing)),
        Layer("only-headquarters-mobilise", "5.4", game.everybody & ~game.hqs),
        Layer("not-active", "5.4", game.everybody & ~state.active),
    )


class ChooseMobile(ActiveAsk, frozen=True):
    rule = "5.41a"

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"mobile": mobile_choices(game, state)}
        if state.supreme_moves and state.active & game.supreme:
            offers["rail"] = by_rail_or_sea(game, state, "rail")
            if game.naval:
                offers["sea"] = by_rail_or_sea(game, state, "sea")
        crowd = (state.at[hq] for hq in offers["mobile"] if must_go(game, state, hq))
        return {**offers, "done": unless_crowded(game, state, crowd, DEPLOYED)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "done":
            state.push(CountCrowds(state.phasing))
            return
        way = (MobilePath(arg, speed(game, state, arg), first=True) if kind == "mobile"
               else ChooseStrategicEnd(arg, kind))
        state.push(way, StandUp(arg), HeadquartersDecide())


def by_rail_or_sea(game: "EastFront", state: EastFrontState, kind: str) -> Among:
    """5.62b: a supreme HQ may mobilise by strategic moves that it has not spent."""
    no_start = off_the_railway if kind == "rail" else outside_ports
    return Among(
        game.everybody,
        *_no_active_hq(game, state),
        Layer("not-supreme", "5.62b", game.everybody & ~game.supreme),
        Layer("strategic-retreat", "6.53c", last_in_battle(game, state)),
        *no_start(game, state),
    )


class MobilePath(Do, frozen=True):
    """5.41a: hex by hex up to its speed where it began (12.3d), never into enemies."""

    hq: UnitId
    left: Number
    first: bool = False

    rule = "5.41a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if self.left:
            ChooseMobileHex(self.hq, self.left, self.first).ask_if_any(game, state, "to")


def must_go(game: "EastFront", state: EastFrontState, hq: int) -> bool:
    """5.21d: whether the HQ stands where there are too many, and can go."""
    crowd = unsettled(game, state, state.at[hq], state.phasing)
    left = speed(game, state, hq) if crowd else 0
    return left > 0 and bool(mobile_hexes(game, state, hq, left, first=True).mask)


def mobile_hexes(
    game: "EastFront", state: EastFrontState, hq: int, left: int, first: bool
) -> Among:
    hex, side = state.at[hq], state.owner(game, hq)
    near = game.ground.beside[hex]
    straits = pack(to for to, side in game.ground.near[hex] if game.ground.is_strait(side))
    battle = bool(state.battles(game) >> hex & 1)
    must = near & ~state.friendly(side) if battle else 0
    shut = closed_sides(game, state, hex) if battle else 0
    return Among(
        near,
        Layer("headquarters-attacks-not", "5.1d", state.occupied(game, enemy_of(side))),
        *walled_off(game, hex),
        Layer("strait-whole-move", "1.39a", 0 if first else straits),
        Layer("disengage-friendly", "6.32b", must),
        *full_sides(game, state, hex, shut),
        Layer("stack-full", "6.21a", full_for(game, state, hq, left)),
        *shut_to(game, state, hq),
        outside=("mobilises-hex-by-hex", "5.41a"),
    )


def full_for(game: "EastFront", state: EastFrontState, hq: int, left: int) -> HexSet:
    """6.2a: full hexes beside the HQ that it could not pass through."""
    full = full_hexes(game, state, state.phasing) & game.ground.beside[state.at[hq]]
    return full & ~pack(to for to in bits(full) if left_after(game, state, hq, to, left)
                        and has_way_on(game, state, hq, to))


def has_way_on(game: "EastFront", state: EastFrontState, hq: int, to: Hex) -> bool:
    trial = state.copy()
    trial.place(hq, to)
    return bool(mobile_hexes(game, trial, hq, 1, first=False).mask)


class ChooseMobileHex(ActiveAsk, frozen=True):
    hq: UnitId
    left: Number
    first: bool

    rule = "5.41a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        here = state.at[self.hq]
        crowd = (here,) if unsettled(game, state, here, state.phasing) else ()
        return {"to": mobile_hexes(game, state, self.hq, self.left, self.first),
                "stay": unless_crowded(game, state, crowd)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "stay":
            return
        hex = state.at[self.hq]
        goes = MobileStep(self.hq, arg, left_after(game, state, self.hq, arg, self.left))
        if not state.battles(game) >> hex & 1:
            state.push(goes)
            return
        use_side(game, state, hex, arg)  # 5.41b: leaving is disengaging, by the last a retreat
        if is_last(game, state, self.hq):
            state.push(Pursuit(hex, self.hq), AttackAnew(hex), goes)
        else:
            state.push(goes)


class AttackAnew(Do, frozen=True):
    hex: Hex

    rule = "6.41d"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        attack_anew(game, state, self.hex)


class MobileStep(Do, frozen=True):
    hq: UnitId
    to: Hex
    left: Number

    rule = "5.41a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        hex = state.at[self.hq]
        if hex < 0:
            return
        state.place(self.hq, self.to)
        settle_battle(game, state, hex)
        report(game, state, "moved", "5.41a", self.hq, start=hex, to=self.to)
        watch_western_front(game, state, 1 << self.to)
        state.push(MobilePath(self.hq, self.left))


# -- deactivation (5.43) ----------------------------------------------------------------------


class StandUp(Do, frozen=True):
    """5.43: the HQ loses one CV, stands up, and does nothing more this turn."""

    hq: UnitId

    rule = "5.43"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        bit = 1 << self.hq
        state.active &= ~bit
        state.blitz &= ~bit
        state.airborne &= ~bit
        state.invading &= ~bit
        state.spent |= bit
        if state.at[self.hq] >= 0:
            lose_step(game, state, self.hq, "5.43")
        hold = state.attackers.get(state.at[self.hq]) == state.phasing
        if not hold:
            state.face_up &= ~bit


class HeadquartersStandUp(Do, frozen=True):
    """4.43f: after combat active HQs stand up; Blitz HQs pay a step and stay active (5.7d)."""

    rule = "4.43f"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for hq in bits(state.active):
            if state.blitz >> hq & 1:
                state.blitz &= ~(1 << hq)
                lose_step(game, state, hq, "5.7d")
                if state.at[hq] < 0:
                    state.active &= ~(1 << hq)
            else:
                StandUp(hq).run(game, state)


