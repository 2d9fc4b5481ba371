"""What counts across the Narva, for opponents that plan."""

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from grognard.core.actions import Action
from grognard.core.counsel import Counsel, Forecast, Soldier, Weights
from grognard.core.reach import Graph
from grognard.hexes import Hex, HexSet, bits
from grognard.rules.narva import supply
from grognard.rules.narva.activation import ChooseOutsiders, formation_of
from grognard.rules.narva.battle import Battle, read_result
from grognard.rules.narva.combat import (
    ChooseAttackers,
    ChooseTarget,
    die_modifier,
    fit_to_attack,
)
from grognard.rules.narva.command import ChooseHeadquarters
from grognard.rules.narva.data import SOVIET
from grognard.rules.narva.defences import marker_of
from grognard.rules.narva.ground import GOINGS
from grognard.rules.narva.movement import ChooseMover, ChooseWay
from grognard.rules.narva.reckoning import (
    column_shifts,
    defence_share,
    defenders,
    final_column,
    odds_column,
)
from grognard.rules.narva.stacking import limit_of, sort_of
from grognard.rules.narva.state import READY, SUPPLIED, NarvaState
from grognard.rules.narva.victory import soviet_points
from grognard.rules.narva.zones import makes_zone

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

GAITS = {(going.mechanised, going.frozen): going for going in GOINGS}
AT_ONCE = 5.0
"""What the city is worth at least: who is beaten by points still loses nothing else by it."""
OCCUPIED = 0.35
"""Of a place that counts only while somebody stands there: the more the nearer the end is."""
AIRCRAFT = 0.12
HEADQUARTERS = 1.5
COVER, WALLS = 1.3, 1.8
"""How many times a defender counts who need not go back (9.4), or stands behind wire (11.3.2)."""
TURNS = 0.05
"""What it is worth that another headquarters may act next."""


class Target(NamedTuple):
    """A hex that may be attacked."""

    side: str
    shield: int
    shift: int
    die: int
    cover: bool
    city: bool
    boxes: int
    """That prepared defences can still take (11.3.4)."""
    steps: int
    """Of all who defend it: with the last of them the hex is cleared."""


class NarvaCounsel(Counsel["Narva", NarvaState]):
    game: "Narva"
    jobs: ClassVar = {
        ChooseHeadquarters: "leader", ChooseOutsiders: "attach", ChooseMover: "march",
        ChooseWay: "way", ChooseTarget: "target", ChooseAttackers: "attackers",
    }
    ways: ClassVar = ("to", "road", "rail")

    @property
    def weights(self) -> Weights:  # type: ignore[override]
        return self.game.officer

    # -- worth --------------------------------------------------------------------------------

    def future(self, state: NarvaState) -> float:
        first, last = self.game.rows.first_turn, self.game.rows.last_turn
        turns = self.game.turns[state.turn].caps
        done = sum(len(track) for track in state.tracks.values()) / max(1, sum(turns.values()))
        return max(0.0, (last - state.turn + 1 - min(1.0, done)) / (last - first + 1))

    def horizon(self, state: NarvaState) -> float:
        """A unit is told to march once or twice a turn."""
        return 2.0 * (self.game.rows.last_turn - state.turn + 1) + 1

    def stakes(self, state: NarvaState, side: str) -> dict[Hex, float]:
        """Points by hex (13.3). One hex of the city is enough to win, and to lose."""
        found: dict[Hex, float] = {}
        late = OCCUPIED + (1 - OCCUPIED) * (1 - self.future(state))
        for item in self.game.scoring:
            for hex in bits(item.hexes & self.game.playable):
                worth = item.points * (late if item.occupied else 1)
                found[hex] = found.get(hex, 0) + worth
        if self.game.rows.sudden_death:
            worth = self._at_a_stroke(state) / (1 if side != SOVIET else 2)
            for hex in bits(self.game.narva_city):
                found[hex] = found.get(hex, 0) + worth / 2
        return found

    def _at_a_stroke(self, state: NarvaState) -> float:
        """13.1.A: what the Soviets win with the city, beyond the points that they have anyway."""
        best = max(level.least for level in self.game.levels)
        return max(AT_ONCE, best - soviet_points(self.game, state))

    def held(self, state: NarvaState, side: str) -> HexSet:
        """13.2.A; what counts while it is occupied is the Soviets' as long as it is (13.3.9)."""
        standing = state.combat_hexes(self.game, SOVIET)
        lost = state.soviet_held | standing & ~self.game.scoring_hexes
        return lost if side == SOVIET else self.game.grid.all & ~lost

    def margin(self, state: NarvaState, side: str) -> float:
        boxes = sum(state.defences) * self.game.scored.defence_boxes.points
        ready = sum(AIRCRAFT if row.side == SOVIET else -AIRCRAFT
                    for row, box in zip(self.game.air_units, state.air, strict=True)
                    if box == READY)
        ended = self._at_a_stroke(state) if state.winner == SOVIET else 0
        total = boxes + ready * self.future(state) + ended
        return total if side == SOVIET else -total

    # -- units --------------------------------------------------------------------------------

    def units(self, state: NarvaState, side: str) -> int:
        return state.on_map(self.game.units_of[side])

    def owner(self, state: NarvaState, unit: int) -> str:
        return self.game.owner(unit)

    def soldier(self, state: NarvaState, unit: int) -> Soldier:
        return self._soldier(unit, state.steps[unit], state.frozen(self.game))

    @lru_cache(maxsize=4096)  # noqa: B019  # a game lives as long as its counsel
    def _soldier(self, unit: int, steps: int, frozen: bool) -> Soldier:
        row = self.game.units[unit]
        gait = f"{row.goes}-{frozen}"
        if row.hq:
            return Soldier(0, 0, HEADQUARTERS, gait, holds=False, leads=True)
        whole = steps >= row.steps
        attack = row.attack if whole else row.reduced_attack
        defence = row.defence if whole else row.reduced_defence
        return Soldier(attack, defence, (attack + defence) / 2, gait,
                       makes_zone(self.game, unit, steps))

    def condition(self, state: NarvaState) -> bytes:
        return state.steps

    def occasion(self, state: NarvaState) -> tuple[int, int]:
        """An activation: the headquarters that acted last, and who acts."""
        return sum(map(len, state.tracks.values())), state.active

    def followers(self, state: NarvaState, leader: int) -> tuple[int, int]:
        band = state.on_map(formation_of(self.game, leader))
        return band, self.game.units[leader].command_range

    # -- ways ---------------------------------------------------------------------------------

    def graph(self, state: NarvaState, gait: str) -> Graph:
        return self._ways(gait)

    @lru_cache(maxsize=8)  # noqa: B019
    def _ways(self, gait: str) -> Graph:
        """Only over ground in play: no way leads round a small scenario."""
        goes, frozen = gait.split("-")
        graph = self.game.ground.march[GAITS[goes == "mechanised", frozen == "True"]]
        playable, every = self.game.playable, enumerate(graph.steps)
        return Graph(graph.grid, tuple(
            tuple(way for way in ways if playable >> hex + way[0] & 1) for hex, ways in every))

    def judged(self, state: NarvaState, action: Action, gain: float) -> float:
        """4.1.2: who acts with little to do lets another act again."""
        return gain + TURNS

    def fed(self, state: NarvaState, side: str) -> HexSet:
        return supply.suppliable(self.game, state, side)

    def room(self, unit: int) -> tuple[str, int]:
        sort = sort_of(self.game, unit)
        return sort, limit_of(self.game, sort)

    # -- attacks ------------------------------------------------------------------------------

    @lru_cache(maxsize=4096)  # noqa: B019
    def shelter(self, hex: Hex) -> float:
        game = self.game
        doubled = game.charts.terrain[game.map.terrain[hex]].doubles
        walls = any(hexes >> hex & 1 for hexes in game.defence_hexes)
        return (2 if doubled else 1) * (WALLS if walls else COVER if game.cover >> hex & 1 else 1)

    def posts(self, state: NarvaState, hex: Hex) -> HexSet:
        return self.game.grid.spread(1 << hex) & ~(1 << hex)

    def fit(self, state: NarvaState) -> int:
        return fit_to_attack(self.game, state)

    def punch(self, state: NarvaState, unit: int, post: Hex, hex: Hex) -> float:
        strength: float = state.attack(self.game, unit)
        if self.game.ground.halves(self.game.grid.hexside(post, hex)):
            strength /= 2
        return strength if state.supply[unit] == SUPPLIED else strength / 2

    def target(self, state: NarvaState, side: str, hex: Hex) -> Target:
        game, battle = self.game, Battle(side, hex)
        troops = defenders(game, state, battle)
        shield = sum(defence_share(game, state, unit).quarters for unit in troops) // 4
        marker = marker_of(game, battle)
        boxes = 0 if marker is None else \
            len(game.charts.defence_track) - 1 - state.defences[marker]
        cover = bool(game.cover >> hex & 1) or marker is not None
        return Target(side, shield, sum(by for _, _, by in column_shifts(game, state, battle)),
                      die_modifier(game, state, battle), cover, bool(game.cities >> hex & 1), boxes,
                      sum(state.steps[unit] for unit in troops))

    def forecast(self, target: Target, punch: float) -> Forecast | None:
        raw = odds_column(self.game, target.side, int(punch), target.shield)
        shifts = (("", "", target.shift),)
        column = final_column(self.game, raw, shifts, target.shield)
        if column is None:
            return None
        return self._forecast(target.side, column, target.die, target.cover, target.city,
                              target.boxes, target.steps)

    @lru_cache(maxsize=1024)  # noqa: B019
    def _forecast(
        self, side: str, column: int, die: int, cover: bool, city: bool, boxes: int, last: int
    ) -> Forecast:
        takes = theirs = ours = 0.0
        for face in range(1, 7):
            verdict = read_result(self.game.charts.combat.result(column, face, die), side)
            steps = max(0, verdict.defender.steps - city)
            hexes = max(0, verdict.defender.hexes - cover)
            worn = min(boxes, steps + hexes)
            steps, hexes = max(0, steps - worn), max(0, hexes - max(0, worn - steps))
            takes += (hexes > 0 or steps >= last) / 6
            theirs += min(steps, last) / 6 + worn / 12
            ours += (verdict.attacker.steps + 0.25 * verdict.attacker.hexes) / 6
        return Forecast(takes, theirs, ours)
