"""Chapter 16: satellites, oil, lend-lease, Army Group E, the Hungarian and Polish plains."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import control, rail, seas
from grognard.rules.eastfront.data import AXIS, SOVIET
from grognard.rules.eastfront.losses import settle_battle
from grognard.rules.eastfront.state import GONE, POOL, TIED, EastFrontState
from grognard.rules.eastfront.steps import Ask, Do, Roll

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


# -- satellites (2.66, 16.4) ------------------------------------------------------------------


def allowed_area(game: "EastFront", state: EastFrontState, unit: int) -> HexSet:
    """Where a block may go: a confined satellite stays in or beside its country (16.4a)."""
    row = game.units[unit]
    ground = game.ground.land & game.rows.playable
    if not row.satellite or state.defected >> unit & 1 or is_free(game, state, unit):
        return ground
    area = near_home(game, state, row.nation)
    return area | way_home(game, state, area, state.at[unit])


def near_home(game: "EastFront", state: EastFrontState, nation: str) -> HexSet:
    """16.4a: the country and the hexes beside it."""
    home = homeland(game, state, nation)
    return (home | game.grid.spread(home)) & game.ground.land & game.rows.playable


def outside_area(game: "EastFront", state: EastFrontState, units: int) -> int:
    """16.4d: those of the satellites confined again who stand outside their area."""
    found = 0
    for nation, blocks in game.satellite_blocks.items():
        if own := units & blocks & ~state.defected:
            away = own & ~state.units_in(near_home(game, state, nation), own)
            found |= pack(unit for unit in bits(away) if not is_free(game, state, unit))
    return found


def way_home(game: "EastFront", state: EastFrontState, area: HexSet, hex: int) -> HexSet:
    """16.4d: who is outside when confined again may go wherever it is nearer, by land."""
    if hex < 0 or area >> hex & 1:
        return 0
    return state.derive(("way-home", hex), _way_home, game, area, hex)


def _way_home(game: "EastFront", area: HexSet, hex: Hex) -> HexSet:
    found, wave = 0, area
    while wave and not wave >> hex & 1:
        found |= wave
        wave = reduce(or_, (game.ground.beside[near] for near in bits(wave))) & ~found
    return found if wave else 0


def homeland(game: "EastFront", state: EastFrontState, nation: str) -> HexSet:
    """S43.2: from summer 1943 on Rumania has its borders of 1939."""
    if nation == "rumania" and game.half(state).confined_for_good:
        return game.objectives.rumania_1939
    return game.objectives.countries.get(nation, 0)


def is_free(game: "EastFront", state: EastFrontState, unit: int) -> bool:
    """16.4b, c: released while the Axis holds the city, unless rebuilt once (2.66c).

    A contested city stays with whoever controlled it last (8.34): it is not retaken yet.
    """
    city = game.released_by.get(unit)
    if city is None or state.confined >> unit & 1 or game.half(state).confined_for_good:
        return False
    return bool(state.last_axis >> city & 1)


class WatchExpeditions(Do, frozen=True):
    """16.4: remembers who was free once (17.1c); without Sevastopol the Italians go home."""

    rule = "16.4d"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for unit in game.released_by:
            if in_play(state, unit) and is_free(game, state, unit):
                state.released |= 1 << unit
        italian = game.italian
        if italian >= 0 and in_play(state, italian) and not is_free(game, state, italian):
            state.tell(Event("italian-goes-home", "16.4d", {"block": italian}, reveals=True))
            leave_for_good(game, state, italian)


def in_play(state: EastFrontState, unit: int) -> bool:
    """On the map or beside it (16.7)."""
    return state.at[unit] >= 0 or state.at[unit] == TIED


def confined_again(game: "EastFront", state: EastFrontState, unit: int) -> bool:
    """17.1c: free once, now tied to its country."""
    return in_play(state, unit) and not is_free(game, state, unit)


def italian_goes_home(game: "EastFront", state: EastFrontState) -> None:
    """S43.2: with the summer of 1943 the Italian army leaves the game."""
    italian = game.italian
    if italian >= 0 and game.half(state).confined_for_good and state.at[italian] != GONE:
        leave_for_good(game, state, italian)


def leave_for_good(game: "EastFront", state: EastFrontState, unit: int) -> None:
    """Out of the game, wherever it is: on the map, coming, eliminated or tied (16.7)."""
    hex = state.at[unit]
    state.place(unit, GONE)
    state.cv[unit] = 0
    state.tied = {edge: tied for edge, tied in state.tied.items() if tied != unit}
    if hex >= 0:
        settle_battle(game, state, hex)


def frozen_units(game: "EastFront", state: EastFrontState) -> int:
    """S41.4b: Hungarian units stand still in June 1941."""
    surprise = game.surprise(state)
    return game.nation.get(surprise.frozen_nation, 0) if surprise else 0


def closed_country(game: "EastFront", state: EastFrontState, unit: int) -> HexSet:
    """S41.4b: no German unit enters Hungary in June 1941."""
    surprise = game.surprise(state)
    german = game.units[unit].nation == "germany"
    return surprise.closed if surprise and german else 0


# -- prices and points (16.2, 16.3, 16.6) -----------------------------------------------------


def lacks_oil(game: "EastFront", state: EastFrontState, side: str) -> bool:
    """16.2, 16.6: headquarters cost more."""
    wells = 1 << game.objectives.baku | (1 << game.objectives.ploesti if side == AXIS else 0)
    return not rail.net(game, state, side) & wells


def lost_points(game: "EastFront", state: EastFrontState, side: str) -> int:
    """16.3, 16.61: what the Soviets lose when supply routes are cut."""
    if side == AXIS or game.small:
        return 0
    lost = 0
    if not rail.links_to_east(game, state, game.objectives.lend_lease):
        lost += game.limits.lend_lease
    baku = rail.linked(game, state, SOVIET, game.objectives.baku)
    if baku and not oil_route(game, state):
        lost += game.limits.oil_route
    return lost


def oil_route(game: "EastFront", state: EastFrontState) -> bool:
    """16.61: from Baku by sea to Guryev, where the railway to the east begins."""
    reached = state.soviet_hexes
    if game.naval:
        reached &= seas.lanes(game, seas.shores(game, state, SOVIET),
                              1 << game.objectives.baku)
    return bool(reached >> game.objectives.guryev & 1)


# -- surrender (16.1) -------------------------------------------------------------------------


class SurrenderChecks(Do, frozen=True):
    """At the start of a Soviet supply phase a die may be rolled for each satellite."""

    rule = "16.1a"
    tried: tuple[str, ...] = ()

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if state.phasing != SOVIET or not game.half(state).surrender:
            return
        for number, nation in enumerate(game.objectives.countries):
            if nation in self.tried or nation in state.surrendered:
                continue
            if soviet_hexes_in(game, state, nation):
                state.push(MayRollSurrender(number),
                           SurrenderChecks((*self.tried, nation)))
                return


def soviet_hexes_in(game: "EastFront", state: EastFrontState, nation: str) -> int:
    return (homeland(game, state, nation) & state.soviet_hexes).bit_count()


SURRENDERS = {True: "surrenders", False: "fights-on"}


class MayRollSurrender(Ask, frozen=True):
    nation: Number

    rule = "16.1a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return SOVIET

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"accept": ALWAYS, "done": ALWAYS}

    def odds(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> Odds | None:
        if kind != "accept":
            return None
        chances = SurrenderRoll(self.nation).readings(game, state)
        results = ((SURRENDERS[gives_up], chance) for gives_up, chance in chances.items())
        return Odds((), "", tuple(results))

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "accept":
            state.push(SurrenderRoll(self.nation))


class SurrenderRoll(Roll, frozen=True):
    nation: Number

    rule = "16.1a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return SOVIET

    def chance(self, game: "EastFront", state: EastFrontState) -> Dice:
        return Dice(1, 6)

    def reading(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> bool:
        nation = list(game.objectives.countries)[self.nation]
        dead = sum(state.at[unit] in (POOL, GONE) for unit in bits(game.nation[nation]))
        return outcome[0] < soviet_hexes_in(game, state, nation) + dead

    def take(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> None:
        nation = list(game.objectives.countries)[self.nation]
        gives_up = self.reading(game, state, outcome)
        state.tell(Event("surrender-roll", "16.1a", {"nation": nation, "die": outcome[0],
                                                     "result": "yes" if gives_up else "no"},
                         reveals=gives_up))
        if gives_up:
            # Who stays and who goes is read on the labels of all its blocks.
            state.face_up |= state.on_map(game.nation[nation])
            state.surrendered += (nation,)
            state.push(ChooseDefector(nation), SatelliteLeaves(nation))


def defectors(game: "EastFront", state: EastFrontState, nation: str) -> Among:
    """16.1b: one unit of the country that no Axis unit's zone covers."""
    others = state.on_map(state.loyal(game, AXIS) & ~game.nation[nation] & ~state.unsupplied)
    watched = 0
    for hex in bits(state.hexes_of(others) & ~state.battles(game)):
        watched |= game.ground.zone_from[hex] | 1 << hex
    here = state.on_map(game.nation[nation])
    under = sum(1 << unit for unit in bits(here) if watched >> state.at[unit] & 1)
    return Among(
        game.everybody,
        Layer("other-nation", "16.1b", game.everybody & ~game.nation[nation]),
        Layer("not-on-map", "16.1b", game.everybody & ~state.on_map(game.everybody)),
        Layer("watched", "16.1b", under),
    )


class ChooseDefector(Do, frozen=True):
    nation: str

    rule = "16.1b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        PickDefector(self.nation).ask_if_any(game, state)


class PickDefector(Ask, frozen=True):
    nation: str

    rule = "16.1b"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return SOVIET

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"turn": defectors(game, state, self.nation)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.defected |= 1 << arg
        state.face_up &= ~(1 << arg)
        hex = state.at[arg]
        state.tell(Event("defects", "16.1b", {"block": arg}, hexes=(hex,), reveals=True))
        changed_sides_in_battle(game, state, arg)


def changed_sides_in_battle(game: "EastFront", state: EastFrontState, unit: int) -> None:
    """7.12: a battle keeps its attacker or ends; units that stood beside it defend."""
    hex = state.at[unit]
    settle_battle(game, state, hex)
    if state.battles(game) >> hex & 1 and state.attackers.setdefault(hex, SOVIET) == SOVIET:
        state.face_up |= 1 << unit


class SatelliteLeaves(Do, frozen=True):
    """All other units of the country are out for good (16.1b); its hexes may fall (16.11)."""

    nation: str

    rule = "16.1b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for unit in bits(game.nation[self.nation] & ~state.defected):
            if state.at[unit] != GONE:
                leave_for_good(game, state, unit)
        state.tell(Event("surrenders", "16.1b", {"nation": self.nation}))


def settle_surrendered(game: "EastFront", state: EastFrontState) -> None:
    """16.11: without an Axis unit in it after a Soviet turn, all of the country turns Soviet."""
    if state.phasing != SOVIET:
        return
    for nation in state.surrendered:
        home = homeland(game, state, nation)
        if not state.occupied(game, AXIS) & home:
            state.last_axis &= ~home


# -- Army Group E and the plains (16.5, 16.7, 16.8) -------------------------------------------


def watch_western_front(game: "EastFront", state: EastFrontState, entered: HexSet) -> None:
    """1.7b, 16.5a: a Soviet unit that comes west of the western front line wakes Army Group E."""
    awaited = state.phasing == SOVIET and state.group_e == "waiting" and not game.small
    if awaited and entered & game.objectives.western_front:
        state.group_e = "called"
        state.tell(Event("group-e-called", "16.5a"))


class TiePlain(Do, frozen=True):
    """16.7: each west-edge hex of the Hungarian plain in Soviet hands ties an Axis unit."""

    rule = "16.7a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        watch_western_front(game, state, state.occupied(game, SOVIET))
        lost = state.held_by(game, SOVIET) & ~state.occupied(game, AXIS)
        for hex in bits(game.objectives.hungarian_plain & lost):
            if hex not in state.tied and nearest(game, state, hex):
                state.push(ChooseTied(hex), self)
                return


def nearest(game: "EastFront", state: EastFrontState, hex: int) -> int:
    """The nearest unengaged Axis units, those equally near together."""
    free = state.on_map(state.loyal(game, AXIS) & ~state.active)
    battles = state.battles(game)
    units = [u for u in bits(free) if not battles >> state.at[u] & 1]
    if not units:
        return 0
    least = min(game.grid.distance(hex, state.at[u]) for u in units)
    return sum(1 << u for u in units if game.grid.distance(hex, state.at[u]) == least)


class ChooseTied(Ask, frozen=True):
    hex: Hex

    rule = "16.7a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return AXIS

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        near = nearest(game, state, self.hex)
        return {"tie": Among(game.everybody, Layer("not-nearest", "16.7a", game.everybody & ~near))}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.place(arg, TIED)
        state.tied[self.hex] = arg
        state.tell(Event("tied", "16.7a", {"hex": self.hex}, hexes=(self.hex,)))


class ReturnTied(Do, frozen=True):
    """16.7b: when the Soviets have left, the unit comes back at the next Axis command phase."""

    rule = "16.7b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if state.phasing != AXIS:
            return
        for hex, unit in sorted(state.tied.items()):
            if not state.occupied(game, SOVIET) >> hex & 1:
                del state.tied[hex]
                state.place(unit, hex)
                state.tell(Event("returns", "16.7b", {"hex": hex}, hexes=(hex,)))
        control.fix_control(game, state)


def berlin_open(game: "EastFront", state: EastFrontState) -> bool:
    """16.8: Soviets alone in a west-edge hex north of Cracow."""
    alone = state.held_by(game, SOVIET) & ~state.occupied(game, AXIS)
    return bool(alone & game.objectives.polish_plain)
