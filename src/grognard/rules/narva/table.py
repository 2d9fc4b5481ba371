"""What the table shows: the pieces, the phase, the score, and the boxes beside the map."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.messages import Catalogue, Message
from grognard.core.odds import Fact
from grognard.hexes import Hex, bits
from grognard.rules.narva.about import about_hex, about_unit
from grognard.rules.narva.calendar import turns_played, week
from grognard.rules.narva.charts import charts
from grognard.rules.narva.data import GERMAN, SIDES, SOVIET
from grognard.rules.narva.faces import faces
from grognard.rules.narva.lights import lights, read_from, rows_about
from grognard.rules.narva.names import label
from grognard.rules.narva.overlays import overlays
from grognard.rules.narva.pieces import pieces
from grognard.rules.narva.sequence import Turn
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.tale import TELLS, held
from grognard.rules.narva.tracing import trace
from grognard.rules.narva.victory import level_of, score_lines, soviet_points
from grognard.table import (
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
    Trace,
    UnitCard,
)

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class NarvaTable(Table["Narva", NarvaState]):
    aims = frozenset({"attack", "barrage"})
    tells = TELLS
    unfed = frozenset({"out-of-supply", "isolated"})

    def layout(self) -> Layout:
        game = self.game
        part = () if game.playable == game.grid.all else tuple(bits(game.playable))
        return Layout((game.map.id,), panels(game), charts(game), part)

    def faces(self) -> Mapping[str, Face]:
        return faces(self.game)

    def about_unit(self, unit: int) -> UnitCard:
        return about_unit(self.game, unit)

    def about_hex(self, hex: Hex) -> tuple[Fact, ...]:
        return tuple(about_hex(self.game, hex))

    def rows_about(self, hex: Hex) -> tuple[Lit, ...]:
        return tuple(rows_about(self.game, hex))

    def headquarters(self) -> int:
        return self.game.hqs

    def turn(self, view: View[NarvaState]) -> int:
        return view.state.turn

    def pieces(self, view: View[NarvaState]) -> tuple[Piece, ...]:
        return pieces(self.game, view.state)

    def phases(self, view: View[NarvaState]) -> tuple[PhaseMark, ...]:
        return phases(view.state)

    def gauges(self, view: View[NarvaState]) -> tuple[Gauge, ...]:
        return gauges(self.game, view.state)

    def closed(self, view: View[NarvaState]) -> tuple[str, ...]:
        """2.3.D: "no activation left" while a box of the track is empty would puzzle anybody."""
        game, caps = self.game, self.game.turns[view.state.turn].caps
        return tuple(box for side in SIDES for box in activation_boxes(game, side)[caps[side]:])

    def overlays(self, view: View[NarvaState]) -> Overlays:
        return overlays(self.game, view.state)

    def score(self, view: View[NarvaState]) -> Score:
        return score(self.game, view.state)

    def trace(self, view: View[NarvaState], unit: int) -> Trace | None:
        return trace(self.game, view.state, unit)

    def held(self, view: View[NarvaState]) -> Mapping[Hex, str]:
        return held(self.game, view.state)

    def date(self, view: View[NarvaState]) -> str | Message:
        return week(self.game.turns[view.state.turn])

    def lit(self, view: View[NarvaState]) -> tuple[Lit, ...]:
        return tuple(lights(self.game, view.state))

    def label(self, kind: str, arg: int, texts: Catalogue) -> str:
        return label(self.game, kind, arg, texts)

    def read_from(self, event: Event) -> tuple[Lit, ...]:
        return read_from(self.game, event)


def phases(state: NarvaState) -> tuple[PhaseMark, ...]:
    """3.0: a turn on the stack has already gone one part further; those before lie below it."""
    at = next((step.at - 1 for step in reversed(state.stack) if isinstance(step, Turn)), -1)
    return tuple(PhaseMark(type(part).__name__, n == at) for n, part in enumerate(Turn.parts))


def gauges(game: "Narva", state: NarvaState) -> tuple[Gauge, ...]:
    caps = game.turns[state.turn].caps
    used = [Gauge("activations", state.activations(side), caps[side], side) for side in SIDES]
    return (*used, Gauge("points", soviet_points(game, state), side=SOVIET))


# -- the score ---------------------------------------------------------------------------------


def score(game: "Narva", state: NarvaState) -> Score:
    """Who would win now, and every line of 13.3: worth of one, how many held, out of how many."""
    return Score(standing(game, state), tuple(_score_lines(game, state)))


def standing(game: "Narva", state: NarvaState) -> Message:
    points = soviet_points(game, state)
    level = level_of(game, points)
    if state.ending:
        return Message("standing.final", {"level": state.level, "points": points})
    above = [other for other in game.levels if other.least > points]
    if not above:
        return Message("standing.now", {"level": level.id, "points": points})
    better = min(above, key=lambda other: other.least)
    return Message("standing.next", {"level": level.id, "points": points, "next": better.id,
                                     "least": better.least})


def _score_lines(game: "Narva", state: NarvaState) -> Iterator[tuple[Message, int]]:
    sizes = {item.id: (item.points, (item.hexes & game.playable).bit_count())
             for item in game.scoring}
    boxes = (len(game.charts.defence_track) - 1) * len(state.defences)
    sizes["defences"] = (game.scored.defence_boxes.points, boxes)
    for name, rule, value in score_lines(game, state):
        points, count = sizes[name]
        args = {"rule": rule, "points": points, "held": value // points, "all": count}
        yield Message(f"score.{name}", args), value


# -- what does not change ----------------------------------------------------------------------


def panels(game: "Narva") -> tuple[Panel, ...]:
    turns = {f"track:turn:{turn}": Message("place.turn", {"turn": turn})
             for turn in turns_played(game)}
    entries = {at: Message(f"entry.{at[-1]}") for at in entry_boxes(game)}
    boxes = range(len(game.charts.defence_track))
    return (
        Panel("turn", tuple(turns), "track", turns),
        Panel("activations-german", activation_boxes(game, GERMAN), "track"),
        Panel("activations-soviet", activation_boxes(game, SOVIET), "track"),
        Panel("drawn", ("box:drawn",)),
        Panel("entries", tuple(entries), "track", entries),
        Panel("air", ("box:ready-german", "box:ready-soviet", "box:refit", "box:grounded")),
        Panel("defences", tuple(f"track:defences:{n}" for n in boxes), "track"),
        Panel("eliminated", ("pool:eliminated-german", "pool:eliminated-soviet"), "pool"),
        Panel("displaced", ("pool:displaced",), "pool"),
    )


def activation_boxes(game: "Narva", side: str) -> tuple[str, ...]:
    """2.2.5: as many boxes as the side can ever fill in a turn."""
    most = max(turn.caps[side] for turn in game.turns.values())
    return tuple(f"track:{side}:{n}" for n in range(1, most + 1))


def entry_boxes(game: "Narva") -> tuple[str, ...]:
    """2.2.11: the German entry point track."""
    mine = (entry for entry in game.entries.values() if entry.side == GERMAN)
    return tuple(sorted(f"track:entry:{entry.letter}" for entry in mine))
