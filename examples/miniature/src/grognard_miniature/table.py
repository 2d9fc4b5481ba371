"""What the table shows: pieces, phases, gauges, overlays, panels and charts."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.hexes import Hex, bits
from grognard.table import (
    Chart,
    Face,
    Gauge,
    Layout,
    Lit,
    Overlays,
    Panel,
    PhaseMark,
    Piece,
    Score,
    Table,
    Tells,
    UnitCard,
)
from grognard_miniature.faces import faces
from grognard_miniature.sequence import Turn
from grognard_miniature.state import OFF, ORDERS, SIDES, MiniatureState, zone
from grognard_miniature.supply import supplied
from grognard_miniature.victory import lead, level

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


TELLS: dict[str, Tells] = {
    "moved": "move", "something-moved": "move", "advanced": "move", "attacked": "attack",
    "battle-fought": "battle", "step-lost": "loss", "counter-lost": "loss",
    "turn-begins": "time", "chit-drawn": "time",
}  # fmt: skip


class MiniatureTable(Table["Miniature", MiniatureState]):
    aims = frozenset({"attack"})
    tells = TELLS

    def layout(self) -> Layout:
        return layout(self.game)

    def faces(self) -> Mapping[str, Face]:
        return faces(self.game.counters)

    def about_unit(self, unit: int) -> UnitCard:
        return about_unit(self.game, unit)

    def about_hex(self, hex: Hex) -> tuple[Fact, ...]:
        return about_hex(self.game, hex)

    def turn(self, view: View[MiniatureState]) -> int:
        return view.state.turn

    def pieces(self, view: View[MiniatureState]) -> tuple[Piece, ...]:
        game, state = self.game, view.state
        turn = Piece("turn", "turn", f"track:turn:{max(state.turn, 1)}")
        return (*counters(game, view), *shadows(game, state), *orders(game, view),
                *chits(state), turn)

    def phases(self, view: View[MiniatureState]) -> tuple[PhaseMark, ...]:
        return phases(view.state)

    def gauges(self, view: View[MiniatureState]) -> tuple[Gauge, ...]:
        return tuple(Gauge("points", view.state.points[side], side=side) for side in SIDES)

    def overlays(self, view: View[MiniatureState]) -> Overlays:
        return overlays(self.game, view.state)

    def score(self, view: View[MiniatureState]) -> Score:
        return score(self.game, view.state)

    def held(self, view: View[MiniatureState]) -> Mapping[Hex, str]:
        return view.state.holders

    def lit(self, view: View[MiniatureState]) -> tuple[Lit, ...]:
        return (level_row(self.game, view.state),)

    def read_from(self, event: Event) -> tuple[Lit, ...]:
        return read_from(self.game, event)


def counters(game: "Miniature", view: View[MiniatureState]) -> Iterator[Piece]:
    """The counters that the side may know, lost ones in their box."""
    state = view.state
    for unit, (counter, hex) in enumerate(zip(game.counters, state.at, strict=True)):
        if hex >= 0:
            face = counter.code if state.steps[unit] == counter.steps else f"{counter.code}-reduced"
            marks = tuple(marks_of(game, state, unit))
            yield Piece(counter.code, face, place(game, hex), counter.side, unit, marks)
        elif hex == OFF and game.playing >> unit & 1:
            box = "box:lost" if state.steps[unit] == 0 else "box:set-up"
            yield Piece(counter.code, counter.code, box, counter.side, unit)


def marks_of(game: "Miniature", state: MiniatureState, unit: int) -> Iterator[str]:
    """The markers that lie on a counter."""
    if not state.face_up >> unit & 1:
        yield "face-down"
    if state.acted >> unit & 1:
        yield "acted"
    if not supplied(game, state, game.counters[unit].side) >> state.at[unit] & 1:
        yield "out-of-supply"


def shadows(game: "Miniature", state: MiniatureState) -> Iterator[Piece]:
    """3.1: the enemy's face-down counters; each is named by its hex and its place in the stack."""
    hexes = [shadow.hex for shadow in state.shadows]
    for index, shadow in enumerate(state.shadows):
        token = f"{game.grid.label(shadow.hex)}#{hexes[:index].count(shadow.hex)}"
        face, marks = f"{shadow.side}-hidden", ("acted",) if shadow.acted else ()
        yield Piece(token, face, place(game, shadow.hex), shadow.side, marks=marks)


def orders(game: "Miniature", view: View[MiniatureState]) -> Iterator[Piece]:
    """4.1: the orders in force, and the plan that the side itself is making."""
    state = view.state
    for side in SIDES:
        plan = state.plans.get(side) or state.orders.get(side)
        if plan:
            yield Piece(f"order-{side}", f"order-{ORDERS[plan.order]}", "box:orders", side)
        if plan and plan.gun != OFF:
            yield Piece(f"gun-{side}", f"gun-{side}", place(game, plan.gun), side)


def chits(state: MiniatureState) -> Iterator[Piece]:
    """2.4: what is left in the cup."""
    for side, count in state.cup.items():
        for number in range(count):
            yield Piece(f"chit-{side}-{number}", f"chit-{side}", "box:cup", side)


def place(game: "Miniature", hex: Hex) -> str:
    return f"hex:{game.grid.label(hex)}"


def phases(state: MiniatureState) -> tuple[PhaseMark, ...]:
    """2.1: the phase bar; a turn on the stack has already gone one part further."""
    now = next((step.at - 1 for step in state.stack if isinstance(step, Turn)), -1)
    return tuple(
        PhaseMark(type(part).__name__, index == now) for index, part in enumerate(Turn.parts)
    )


def overlays(game: "Miniature", state: MiniatureState) -> Overlays:
    zones = {f"zone-{side}": zone(game, state, side) for side in SIDES}
    supply = {f"supply-{side}": supplied(game, state, side) for side in SIDES}
    return {name: tuple(bits(hexes)) for name, hexes in (zones | supply).items()}


def score(game: "Miniature", state: MiniatureState) -> Score:
    """9.3: who would win now."""
    ahead = lead(state)
    args = {"side": SIDES[ahead < 0], "level": level(game, abs(ahead)), "points": abs(ahead)}
    standing = Message("score.ahead" if ahead else "score.even", args)
    lines = [(Message("score.points", {"side": side}), state.points[side]) for side in SIDES]
    return Score(standing, tuple(lines))


def layout(game: "Miniature") -> Layout:
    """What lies beside the map."""
    turns = tuple(f"track:turn:{turn}" for turn in range(1, game.turns + 1))
    return Layout(
        maps=tuple(game.maps),
        panels=(
            Panel("turn", turns, "track"),
            Panel("orders", ("box:orders",)),
            Panel("cup", ("box:cup",), "pool"),
            Panel("set-up", ("box:set-up",), "pool"),
            Panel("lost", ("box:lost",), "pool"),
        ),
        charts=(results_chart(game), levels_chart(game)),
    )


def results_chart(game: "Miniature") -> Chart:
    head = ("margin", "result", "attacker-loses", "defender-loses", "retreat")
    rows = [
        (str(row.at_least), row.result, str(row.attacker_loses), str(row.defender_loses),
         str(row.retreat))
        for row in game.results
    ]
    return Chart("results", (head, *rows), "6.6")


def levels_chart(game: "Miniature") -> Chart:
    rows = [(str(row.at_least), row.level) for row in game.levels]
    return Chart("levels", (("points", "level"), *rows), "9.3")


def level_row(game: "Miniature", state: MiniatureState) -> Lit:
    """9.3: the line of the levels that the lead reaches now."""
    now = level(game, abs(lead(state)))
    return Lit("levels", row=1 + [row.level for row in game.levels].index(now))


def read_from(game: "Miniature", event: Event) -> tuple[Lit, ...]:
    """6.6: the line of the results that a battle came to."""
    if event.id != "battle-fought":
        return ()
    results = [row.result for row in game.results]
    return (Lit("results", row=1 + results.index(event.args["result"])),)


def about_unit(game: "Miniature", unit: int) -> UnitCard:
    """What is printed on a counter, for the list of a side's counters."""
    counter = game.counters[unit]
    return UnitCard(counter.side, facts=(
        fact("strength", f"{counter.strength}/{counter.reduced}", "1.4"),
        fact("moves", counter.moves, "5.1"),
    ))


def about_hex(game: "Miniature", hex: Hex) -> tuple[Fact, ...]:
    """What a hex means to who moves into it or attacks it."""
    ground = game.terrain[game.board.map.terrain[hex]]
    hits = game.numbers.hits_cover if ground.cover else game.numbers.hits
    return (fact("foot", ground.foot, "5.2"), fact("horse", ground.horse, "5.2"),
            fact("hits", f"{hits}+", "6.5"))


def fact(name: str, value: object, rule: str) -> Fact:
    return Fact(Message(f"fact.{name}"), str(value), rule)
