"""What the table shows: the pieces, the phase, the weather, the score, and the boxes."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.messages import Catalogue, Message
from grognard.core.odds import Fact
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import attack_supply, command, names, rail, routes, victory, zones
from grognard.rules.efs.about import about_hex, about_unit
from grognard.rules.efs.charts import charts
from grognard.rules.efs.faces import faces
from grognard.rules.efs.fights import arrows, fight
from grognard.rules.efs.lights import lights, read_from, rows_about
from grognard.rules.efs.pieces import pieces
from grognard.rules.efs.reminders import reminders, threat
from grognard.rules.efs.sequence import AxisSegment, Segment, SovietSegment, Turn
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.tale import TELLS, held
from grognard.rules.efs.tracing import trace
from grognard.rules.efs.words import AXIS, FOOT, MOTOR, SIDES
from grognard.table import (
    Arrow,
    Face,
    Fight,
    Gauge,
    Layout,
    Lit,
    Overlays,
    Panel,
    PhaseMark,
    Piece,
    Reminder,
    Score,
    Sign,
    Table,
    Threat,
    Trace,
    UnitCard,
)

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class EfsTable(Table["EastFrontSeries", EfsState]):
    aims = frozenset({"declare", "overrun", "and"})
    stacks = frozenset({FOOT, MOTOR, "from"})
    tells = TELLS
    unfed = frozenset({"emergency", "unsupplied"})

    def layout(self) -> Layout:
        game = self.game
        part = () if game.playable == game.grid.all else tuple(bits(game.playable))
        return Layout((game.map.id,), panels(game), charts(game), part)

    def faces(self) -> Mapping[str, Face]:
        return faces(self.game)

    def headquarters(self) -> int:
        return self.game.hqs

    def turn(self, view: View[EfsState]) -> int:
        return view.state.turn

    def pieces(self, view: View[EfsState]) -> tuple[Piece, ...]:
        return pieces(self.game, view.state)

    def phases(self, view: View[EfsState]) -> tuple[PhaseMark, ...]:
        return phases(self.game, view.state)

    def gauges(self, view: View[EfsState]) -> tuple[Gauge, ...]:
        return gauges(self.game, view.state)

    def overlays(self, view: View[EfsState]) -> Overlays:
        return overlays(self.game, view.state)

    def score(self, view: View[EfsState]) -> Score:
        return score(self.game, view.state)

    def held(self, view: View[EfsState]) -> Mapping[Hex, str]:
        return held(self.game, view.state)

    def date(self, view: View[EfsState]) -> Message:
        day = date.fromisoformat(self.game.turns[view.state.turn].first_day)
        return Message("date", {"day": day.day, "month": day.month, "year": day.year})

    def signs(self, view: View[EfsState]) -> tuple[Sign, ...]:
        return signs(view.state)

    def fight(self, view: View[EfsState]) -> Fight | None:
        return fight(self.game, view.state)

    def arrows(self, view: View[EfsState]) -> tuple[Arrow, ...]:
        return tuple(arrows(self.game, view.state))

    def lit(self, view: View[EfsState]) -> tuple[Lit, ...]:
        return tuple(lights(self.game, view.state))

    def rows_about(self, hex: Hex) -> tuple[Lit, ...]:
        return tuple(rows_about(self.game, hex))

    def about_unit(self, unit: int) -> UnitCard:
        return about_unit(self.game, unit)

    def about_hex(self, hex: Hex) -> tuple[Fact, ...]:
        return tuple(about_hex(self.game, hex))

    def trace(self, view: View[EfsState], unit: int) -> Trace | None:
        return trace(self.game, view.state, unit)

    def threat(self, view: View[EfsState], hex: Hex) -> Threat | None:
        return threat(self.game, view.state, view.side, hex)

    def reminders(self, state: EfsState, step: Ask,
                  left: Mapping[str, int]) -> tuple[Reminder, ...]:
        found = reminders(self.game, state, step)
        return super().reminders(state, step, left) if found is None else tuple(found)

    def emblem(self, kind: str, arg: int) -> str:
        domain = self.game.space.domains[kind]
        return domain.text(arg) if domain.name == "air unit" else ""

    def label(self, kind: str, arg: int, texts: Catalogue) -> str:
        """Waters and boxes by their names."""
        return (names.name(self.game, "zone", arg, texts) or "") if kind == "zone" else ""

    def read_from(self, event: Event) -> tuple[Lit, ...]:
        return read_from(self.game, event)


# -- the sequence of play ------------------------------------------------------------------------


def phases(game: "EastFrontSeries", state: EfsState) -> tuple[PhaseMark, ...]:
    """The turn, with the segment at hand opened up."""
    turn = next((step for step in reversed(state.stack) if isinstance(step, Turn)), None)
    if turn is None:
        return ()
    segment = next((step for step in reversed(state.stack) if isinstance(step, Segment)), None)
    found: list[PhaseMark] = []
    for number, part in enumerate(type(turn).parts):
        now = number == turn.at - 1
        if isinstance(part, Segment) and now and segment is not None:
            found += [PhaseMark(type(phase).__name__, n == segment.at - 1, part.owner)
                      for n, phase in enumerate(type(segment).parts)]
        else:
            side = part.owner if isinstance(part, AxisSegment | SovietSegment) else ""
            found.append(PhaseMark(type(part).__name__, now, side))
    return tuple(found)


def gauges(game: "EastFrontSeries", state: EfsState) -> tuple[Gauge, ...]:
    points = Gauge("points", victory.score(game, state), side=AXIS)
    rails = [Gauge("rail", state.points.get(rail.purse(side), 0),
                   getattr(game.rows.rail_capacity, side), side) for side in SIDES]
    track = (Gauge("inset-supply", state.points.get(attack_supply.TRACK, 0), side=AXIS),)
    return (points, *(gauge for gauge in rails if gauge.top), *_transport(game, state),
            *(track if game.mega.fine and attack_supply.needed(game) else ()))


def _transport(game: "EastFrontSeries", state: EfsState) -> tuple[Gauge, ...]:
    """Sea transport points that are left (agn:8.4.2)."""
    if not game.rows.sea:
        return ()
    return tuple(Gauge("transport", sum(state.points.get(f"{purse}-{side}", 0)
                                        for purse in ("stp", "stp-supply")),
                       getattr(game.rows.sea.transport, side), side)
                 for side in SIDES if getattr(game.rows.sea.transport, side))


def signs(state: EfsState) -> tuple[Sign, ...]:
    sky = "soaked" if state.soaked else state.weather
    found = [Sign("weather", Message(f"weather.{sky}"), "5.1.3")]
    if state.plan:
        found.append(Sign("plan", Message(f"plan.{state.plan}"), "17.3.1"))
    if state.storm:
        found.append(Sign("storm", Message("weather.storm"), "5.1.6"))
    return tuple(found)


# -- sets of hexes -------------------------------------------------------------------------------


def overlays(game: "EastFrontSeries", state: EfsState) -> Overlays:
    sets: dict[str, HexSet] = {f"zone-{side}": zones.zone(game, state, side) for side in SIDES}
    if not game.skips("supply"):
        sets |= {f"supply-{side}": routes.supplied(game, state, side) for side in SIDES}
        sets |= {f"rail-{side}": routes.rail_net(game, state, side) for side in SIDES}
        sets |= {f"rails-{side}": routes.rails_of(game, state, side) for side in SIDES}
    sets["command"] = _command(game, state)
    sets["interdiction"] = rail.interdicted(game, state)
    sets["axis-land"] = state.axis_land
    sets["victory"] = pack(hex for line in game.rows.victory for hex in line.hexes)
    sets["entries"] = _entries(game)
    return {name: tuple(bits(hexes & game.playable)) for name, hexes in sets.items()}


def _command(game: "EastFrontSeries", state: EfsState) -> HexSet:
    found = 0
    for hq in bits(command.working(game, state)):
        found |= command.radius(game, state, hq)
    return found


def _entries(game: "EastFrontSeries") -> HexSet:
    found = 0
    for hexes in game.entry_hexes.values():
        found |= hexes
    return found


# -- the score -----------------------------------------------------------------------------------


def score(game: "EastFrontSeries", state: EfsState) -> Score:
    """Who would win now, and every line of the scenario."""
    lines = tuple((Message(f"score.{line.kind}", {
        "hexes": tuple(line.hexes), "rule": line.rule, "side": line.side or AXIS}),
        victory.worth(game, state, line)) for line in game.rows.victory)
    options = tuple((Message(f"score.{name}", {"rule": rule}), state.tally[name])
                    for name, rule in victory.OPTIONS.items() if state.tally.get(name))
    return Score(standing(game, state), lines + options)


def standing(game: "EastFrontSeries", state: EfsState) -> Message:
    winner, level, _ = victory.verdict(game, state)
    return Message("standing.final" if state.ending else "standing.now", {
        "winner": winner or "draw", "level": level, "points": victory.score(game, state)})


# -- what does not change ------------------------------------------------------------------------


def panels(game: "EastFrontSeries") -> tuple[Panel, ...]:
    turns = {f"track:turn:{turn}": Message("place.turn", {"turn": turn})
             for turn in range(game.first_turn, game.last_turn + 1)}
    missions = ("mission-one", "mission-two") if game.mega.fine else ()
    air = tuple(f"box:{box}-{side}" for side in SIDES
                for box in ("ready", *missions, "flown", "damaged", "destroyed"))
    pools = tuple(Panel(name, tuple(f"pool:{name}-{side}" for side in SIDES), "pool")
                  for name in ("active", "cadre", "eliminated"))
    return (Panel("turn", tuple(turns), "track", turns),
            *((Panel("air", air),) if game.air_units else ()), *_sea_boxes(game), *pools)


def _sea_boxes(game: "EastFrontSeries") -> tuple[Panel, ...]:
    """Boxes beside the sea (agn:8.1.1/boxes)."""
    if not game.rows.sea:
        return ()
    boxes = {f"box:{row.id}": Message("place.sea-box", {"zone": number})
             for number, row in enumerate(game.charts.sea_zones) if not row.areas}
    return (Panel("sea", tuple(boxes), "pool", boxes),)
