"""12.4, 12.5: rails change hands, hex by hex from a railhead, and are cut.

A railhead stands in a hex and looks along one line: its key is the hex and the direction ahead,
or behind all of these the number of the link that the line takes.
Its value is what it has spent this turn; -1 for one that stands there since this turn and waits
until the next (12.4.5.c). A cut in a converted hex closes it to both sides; in any other it only
marks where the Axis's rails end, and the Soviets run their trains through (12.4.6).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.events import Event
from grognard.core.floods import flood
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.hexes import Grid, Hex, HexSet, bits, pack
from grognard.rules.efs import cover, routes, zones
from grognard.rules.efs.special_rows import Conversion
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

POINTS, LOCAL, BEST = "conversion", "conversion-local", "conversion-best"
"""Points for all maps, points for some countries, and whether one line went ahead (6.3.6)."""
WAYS = 6
WAITS = -1


class Run(NamedTuple):
    """The hexes that a railhead can reach this turn, with what each costs so far."""

    key: int
    hexes: tuple[Hex, ...]
    costs: tuple[int, ...]


# -- railheads ---------------------------------------------------------------------------------


def railhead(grid: Grid, hex: Hex, ahead: Hex) -> int:
    """The key of the railhead that looks from a hex at the next one."""
    way, link = grid.direction(hex, ahead), grid.link_number(hex, ahead)
    if way is not None:
        return hex * WAYS + way
    assert link is not None
    return grid.size * WAYS + link


def looks(grid: Grid, key: int) -> tuple[Hex, Hex]:
    """The hex of a railhead, and the one ahead of it; at the map's end it looks at its own."""
    link = key - grid.size * WAYS
    if link >= 0:
        a, b = grid.links[link // 2]  # each link both ways, there and back
        return (b, a) if link % 2 else (a, b)
    hex, way = divmod(key, WAYS)
    ahead = grid.neighbour(hex, way)
    return hex, hex if ahead is None else ahead


def lines_out(game: "EastFrontSeries", state: EfsState, hex: Hex) -> Iterator[Hex]:
    """The hexes into which rails lead out of a hex, and which are not converted."""
    for ahead in game.grid.neighbours(hex):
        if game.playable >> ahead & 1 and not state.axis_rail >> ahead & 1 \
                and game.grid.hexside(hex, ahead) in game.ground.rails:
            yield ahead


def place_railheads(game: "EastFrontSeries", state: EfsState, hex: Hex, spent: int) -> None:
    """12.4.5.c: one for each line out of the hex."""
    for ahead in lines_out(game, state, hex):
        state.railheads.setdefault(railhead(game.grid, hex, ahead), spent)


def set_up(game: "EastFrontSeries", state: EfsState) -> None:
    """12.4.5.a: the scenario's railheads and cuts."""
    state.cuts = pack(game.rows.cuts)
    if game.rows.railheads and not (game.rows.converted or game.rows.converted_hexes):
        state.axis_rail = behind(game, state, pack(game.rows.railheads))
    for hex in game.rows.railheads:
        place_railheads(game, state, hex, 0)


def behind(game: "EastFrontSeries", state: EfsState, heads: HexSet) -> HexSet:
    """The rails from the Axis's sources to its railheads: what lies beyond them is unconverted."""
    own = state.axis_land & game.ground.rail_hexes
    start = routes.edge_sources(game, state.turn, AXIS) & own & ~heads
    return flood(game.grid, start, own, game.ground.net_sides["rail"], stops=heads) | heads


def drop_railheads(game: "EastFrontSeries", state: EfsState) -> None:
    """A railhead that looks at a converted hex, or stands in a lost one, has no line to go on."""
    for key in tuple(state.railheads):
        hex, ahead = looks(game.grid, key)
        if not state.axis_rail >> hex & 1 or state.axis_rail >> ahead & 1:
            del state.railheads[key]


# -- the Axis converts -------------------------------------------------------------------------


def price(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """12.4.3/2: a point; two in bogs and in bad weather."""
    bog = (game.ground.marsh | game.ground.swamp) >> hex & 1
    return 2 if bog or state.weather_at(game, hex) in game.edition.bad_weather else 1


def forbidden(game: "EastFrontSeries", state: EfsState) -> tuple[Layer, ...]:
    """12.4.3: out of supply, in an enemy zone where no friend stands, held or fortified."""
    everywhere = game.grid.all
    held = state.occupied(game, AXIS)
    forts = cover.strongpoints(state, SOVIET) | cover.lines(game, state) | state.just_broken
    return (
        Layer("enemy-there", "12.4.3", state.occupied(game, SOVIET)),
        Layer("rail-unsupplied", "12.4.3", everywhere & ~reachable(game, state)),
        Layer("rail-in-zone", "12.4.3", zones.enemy_zone(game, state, AXIS) & ~held),
        Layer("rail-fortified", "12.4.3/3", forts),
    )


def reachable(game: "EastFrontSeries", state: EfsState) -> HexSet:
    return game.playable if game.skips("supply") else routes.supplied(game, state, AXIS)


def open_hexes(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Hexes where the Axis can work on its rails."""
    return Among(game.playable, *forbidden(game, state)).mask


def working(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """12.4.2: the rails that a railhead must be joined to; without supply all that are whole."""
    if game.skips("supply"):
        return routes.rails_of(game, state, AXIS)
    return routes.rail_net(game, state, AXIS)


def runs(game: "EastFrontSeries", state: EfsState) -> list[Run]:
    """What each railhead can convert now."""
    net = working(game, state)
    found = (run(game, state, key, spent) for key, spent in sorted(state.railheads.items())
             if spent != WAITS and net >> looks(game.grid, key)[0] & 1)
    return [one for one in found if one.hexes]


def period(game: "EastFrontSeries", state: EfsState) -> Conversion | None:
    """6.3.6, 14.4.c: the scenario's own points and limits for this turn."""
    return next((row for row in game.rows.conversion
                 if row.first_turn <= state.turn <= row.last_turn), None)


def affords(game: "EastFrontSeries", state: EfsState, spent: int, within: int, without: int,
            ) -> bool:
    """Whether a line may use so many points more, in the favoured countries and elsewhere.

    Points of these countries are used there first; a line takes no more in a turn than the
    period allows, the best of them more than the others. Of what a line had spent before
    nobody knows where: ours, all of it counts against the limits here.
    """
    row = period(game, state)
    general, local = state.points.get(POINTS, 0), state.points.get(LOCAL, 0)
    if row is None:
        most = min(game.edition.rails.per_railhead - spent, general)
        return within + without <= most
    ahead = spent > row.line_within  # this is the line that went beyond the others' limit
    best = row.best_line if ahead or not state.points.get(BEST, 0) else 0
    in_all = spent + within + without
    most = max(row.line_within, best) if within else row.line
    return (without <= general and within + without <= general + local
            and (not without or spent + without <= row.line) and in_all <= most)


def spend(game: "EastFrontSeries", state: EfsState, spent: int, within: int, without: int) -> None:
    """Take the points; the first line that goes beyond the others' limit is the best one."""
    row = period(game, state)
    from_local = min(within, state.points.get(LOCAL, 0)) if row else 0
    if from_local:
        state.points[LOCAL] -= from_local
    state.points[POINTS] -= within + without - from_local
    if row and row.best_line and spent + within + without > row.line_within:
        state.points[BEST] = 1


def run(game: "EastFrontSeries", state: EfsState, key: int, spent: int) -> Run:
    """Along the line as far as points last; a junction ends it (12.4.5.c)."""
    here, ahead = looks(game.grid, key)
    row = period(game, state)
    favoured = row.area if row else 0
    open, hexes, costs = open_hexes(game, state), list[Hex](), list[int]()
    within = without = 0
    while True:
        if favoured >> ahead & 1:
            within += price(game, state, ahead)
        else:
            without += price(game, state, ahead)
        cost = within + without
        if not open >> ahead & 1 or state.axis_rail >> ahead & 1 or not affords(
                game, state, spent, within, without):
            break
        hexes.append(ahead)
        costs.append(cost)
        onward = [out for out in lines_out(game, state, ahead) if out != here]
        if len(onward) != 1:
            break
        here, ahead = ahead, onward[0]
    return Run(key, tuple(hexes), tuple(costs))


class ConvertRails(Do, frozen=True):
    """12.4.2: in the owner's Engineering Phase."""

    rule = "12.4.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        ChooseConversion().ask_if_any(game, state)


def convert_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    if state.side == SOVIET:
        return soviet_conversions(game, state)
    reached = pack(hex for run in runs(game, state) for hex in run.hexes)
    everywhere = game.grid.all
    return Among(
        reached,
        Layer("no-rails-there", "12.4.1", everywhere & ~game.ground.rail_hexes),
        Layer("converted-already", "12.4.1", state.axis_rail),
        *forbidden(game, state),
        outside=lambda hex: out_of_reach(game, state, hex),
    )


def out_of_reach(game: "EastFrontSeries", state: EfsState, hex: Hex) -> Reason:
    """12.4.2, 12.4.4, 12.4.5.c: why no railhead comes into a hex where it could work."""
    near = {stands: spent for key, spent in state.railheads.items()
            for stands, ahead in [looks(game.grid, key)] if ahead == hex}
    net = working(game, state)
    if not near:
        return Reason("no-railhead-near", "12.4.3", hexes=(hex,))
    if not any(net >> stands & 1 for stands in near):
        return Reason("railhead-cut-off", "12.4.2", hexes=(hex,))
    if all(spent == WAITS for spent in near.values()):
        return Reason("railhead-new", "12.4.5.c", hexes=(hex,))
    return Reason("no-conversion-points", "12.4.4", hexes=(hex,))


def repair_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """12.4.3.d: the Axis mends a cut in a converted hex."""
    if state.side == SOVIET:
        return Among(0, outside=("only-the-axis-repairs", "12.4.3.d"))
    row, purse = period(game, state), state.points.get(POINTS, 0)
    more = state.points.get(LOCAL, 0) if row else 0
    dear = pack(hex for hex in bits(state.cuts) if price(game, state, hex) > purse + (
        more if row and row.area >> hex & 1 else 0))
    return Among(
        state.axis_rail & state.cuts,
        Layer("no-cut-there", "12.4.3.d", game.grid.all & ~(state.cuts & state.axis_rail)),
        *forbidden(game, state),
        Layer("no-conversion-points", "12.4.4", dear),
    )


def soviet_conversions(game: "EastFrontSeries", state: EfsState) -> Among:
    """12.4.7: only where an engineer stands who did nothing else, on to a working net (12.4.2)."""
    return Among(
        state.axis_rail,
        Layer("not-converted", "12.4.7", game.grid.all & ~state.axis_rail),
        Layer("no-free-engineer", "12.4.7", game.grid.all & ~state.look_up(hands(game, state))),
        Layer("joins-no-rails", "12.4.2", game.grid.all & ~joined(game, state)),
    )


def hands(game: "EastFrontSeries", state: EfsState) -> int:
    """Soviet engineers that did not fight, march far, take the train or work."""
    busy = state.fought | state.marched | state.railed | state.worked
    return state.on_map(game.engineers & game.units_of[SOVIET] & ~busy)


def joined(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Hexes to which a railway leads from the Soviets' working net."""
    net = routes.rails_of(game, state, SOVIET) if game.skips("supply") else routes.rail_net(
        game, state, SOVIET)
    return flood(game.grid, net, game.grid.all, game.ground.net_sides["rail"], 1)


class ChooseConversion(Ask, frozen=True):
    """Up to which hex a railhead moves; the railhead with most left pays where two reach it."""

    rule = "12.4.2"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"convert": convert_choices(game, state), "repair": repair_choices(game, state),
                "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        if kind == "repair":
            row = period(game, state)
            cost = price(game, state, arg)
            inside = cost if row and row.area >> arg & 1 else 0
            spend(game, state, 0, inside, cost - inside)
            state.cuts &= ~(1 << arg)
            _tell(state, "rail-repaired", "12.4.3.d", arg)
        elif state.side == SOVIET:
            take_back(game, state, arg)
        else:
            convert(game, state, arg)
        state.push(ConvertRails())


def convert(game: "EastFrontSeries", state: EfsState, hex: Hex) -> None:
    """12.4.5.b: the railhead moves into each hex that it converts."""
    able = [one for one in runs(game, state) if hex in one.hexes]
    best = min(able, key=lambda one: one.costs[one.hexes.index(hex)])
    end = best.hexes.index(hex)
    row = period(game, state)
    inside = sum(price(game, state, one) for one in best.hexes[:end + 1]
                 if row and row.area >> one & 1)
    before = state.railheads.pop(best.key)
    spent = before + best.costs[end]
    spend(game, state, before, inside, best.costs[end] - inside)
    state.axis_rail |= pack(best.hexes[:end + 1])
    state.cuts &= ~pack(best.hexes[:end + 1])
    drop_railheads(game, state)
    out = list(lines_out(game, state, hex))
    place_railheads(game, state, hex, spent if len(out) == 1 else WAITS)
    _tell(state, "rail-converted", "12.4.5.b", hex)


def take_back(game: "EastFrontSeries", state: EfsState, hex: Hex) -> None:
    """12.4.7: the railhead goes back a hex and a marker shows that the hex is Soviet again."""
    state.worked |= 1 << next(bits(hands(game, state) & state.set_at(hex)))
    state.axis_rail &= ~(1 << hex)
    state.cuts |= 1 << hex
    drop_railheads(game, state)
    for back in game.grid.neighbours(hex):
        if state.axis_rail >> back & 1 and game.grid.hexside(hex, back) in game.ground.rails:
            state.railheads[railhead(game.grid, back, hex)] = 0
    _tell(state, "rail-taken-back", "12.4.7", hex)


def _tell(state: EfsState, what: str, rule: str, hex: Hex) -> None:
    state.tell(Event(what, rule, {"hex": hex}, hexes=(hex,)))


# -- cuts --------------------------------------------------------------------------------------


class CutRails(Do, frozen=True):
    """12.5.1: the Soviets cut converted rails where a combat unit of theirs stands (12.5.2)."""

    rule = "12.5.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side == SOVIET and len(cut_choices(game, state)):
            state.push(ChooseCut())


def cut_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    here = state.combat_hexes(game, SOVIET)
    return Among(
        state.axis_rail & here,
        Layer("not-converted", "12.5.1", game.grid.all & ~state.axis_rail),
        Layer("cut-already", "12.5.1", state.cuts),
        Layer("nobody-of-ours", "12.5.1", game.grid.all & ~here),
    )


class ChooseCut(Ask, frozen=True):
    """Where."""

    rule = "12.5.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"cut": cut_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "cut":
            state.cuts |= 1 << arg
            _tell(state, "rail-cut", self.rule, arg)
            state.push(CutRails())


class EndOfWork(Do, frozen=True):
    """12.4.4: points that are left are lost; railheads placed now serve from the next turn."""

    rule = "12.4.4"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side == AXIS:
            for purse in (POINTS, LOCAL, BEST):
                state.points.pop(purse, None)


def new_turn(game: "EastFrontSeries", state: EfsState) -> None:
    """Points of the turn, and every railhead may spend again."""
    if game.rows.conversion_points:
        state.points[POINTS] = game.rows.conversion_points
    row = period(game, state)
    if row:
        state.points |= {POINTS: row.points, LOCAL: row.area_points}
    state.railheads = dict.fromkeys(state.railheads, 0)
