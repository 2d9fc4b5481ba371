"""What is compiled, kept or looked for in fewer places is what the plain rule would give."""

from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.floods import OpenSides, open_where
from grognard.core.reach import Graph, compile_graph, reach
from grognard.hexes import bits, pack
from grognard.rules.efs import routes, stacking, ways, zones
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.ground import SOAKED, Ground, Rough
from grognard.rules.efs.movers import ChooseWay
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import DRY, FOOT, GUN, MOTOR, SIDES, SKI
from tests.rules.efs.boxes import LEARNING, NORTH, TYPHOON
from tests.rules.efs.drill import BOTH, both, drill, foot, motor

SKIES = (SOAKED, "snow")


def game_of(box: str) -> EastFrontSeries:
    game = grognard.load(box, LEARNING[box])
    assert isinstance(game, EastFrontSeries)
    return game


def rivers(ground: Ground) -> tuple[int, ...]:
    """Some sides in play to bridge."""
    return tuple(side for side in sorted(ground.rivers | ground.major_rivers)
                 if all(ground.playable >> hex & 1 for hex in ground.grid.ends(side)))[::5][:4]


def middle(box: str, seed: int, decisions: int) -> tuple[EastFrontSeries, EfsState]:
    """A position out of a random game, with nothing remembered."""
    game, rng = game_of(box), Random(seed)
    play = grognard.start(game, seed=seed)
    for _ in range(decisions):
        if play.is_over:
            break
        side = next(iter(play.decisions))
        play.do(side, play.offers(side).sample(rng))
    return game, play.state


# -- the ground --------------------------------------------------------------------------------


@pytest.mark.parametrize("sky", SKIES)
@pytest.mark.parametrize("goes", [MOTOR, GUN, SKI])
def test_hexes_and_sides_that_are_alike_cost_the_same(goes: str, sky: str) -> None:
    ground = game_of(TYPHOON).ground
    land = ground.playable & ~ground.water

    def plain(a: int, b: int, side: int) -> int | None:
        return ground._price(b, side, goes, sky, False) if land >> b & 1 else None

    assert ground.graph(goes, sky).steps == compile_graph(ground.grid, plain).steps
    roads = compile_graph(ground.grid, lambda a, b, side:
                          plain(a, b, side) if side in ground.roads else None)
    assert ground.road_graph(goes, sky).steps == roads.steps


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_bridges_change_what_they_would_if_all_were_compiled_anew(box: str) -> None:
    ground = game_of(box).ground
    laid = rivers(ground)
    assert laid
    anew = compile_graph(ground.grid, lambda a, b, side: ground.step_cost(
        a, b, side, MOTOR, DRY, frozenset(laid)))
    assert ground.graph(MOTOR, DRY, laid).steps == anew.steps
    assert ground.graph(MOTOR, DRY, laid).steps != ground.graph(MOTOR, DRY).steps
    assert ground.zone_sides(MOTOR, DRY, laid) == anew_zones(ground, laid)
    assert_loc_sides(ground, laid)


def anew_zones(ground: Ground, laid: tuple[int, ...]) -> OpenSides:
    return open_where(ground.grid, lambda a, b, side: ground._passes_zones(
        a, b, side, MOTOR, DRY, frozenset(laid)))


@pytest.mark.parametrize("sky", [DRY, *SKIES])
@pytest.mark.parametrize(("box", "scenario"), [(TYPHOON, "mtsensk"), (NORTH, "assault")])
def test_open_sides_are_those_that_each_step_by_itself_would_give(
    box: str, scenario: str, sky: str
) -> None:
    game = grognard.load(box, scenario)
    assert isinstance(game, EastFrontSeries)
    ground = game.ground

    def by_itself(goes: str) -> OpenSides:
        return open_where(ground.grid, lambda a, b, side: ground._passes_zones(
            a, b, side, goes, sky, frozenset()))

    assert ground.zone_sides(FOOT, sky) == by_itself(FOOT)
    assert ground.zone_sides(MOTOR, sky) == by_itself(MOTOR)
    frozen = sky == "snow"
    water = ground.water | (0 if frozen else ground.lakes)
    bog = ground.wet(sky) & (ground.marsh | ground.swamp)
    dams = ground.roads | ground.rails

    def passes(a: int, b: int, side: int) -> bool:
        if water >> a & 1 or (bog >> a & 1 and side not in ground.roads):
            return False
        return frozen or side in dams or side not in ground.lake_sides | ground.major_rivers

    assert ground.loc_sides(sky) == open_where(ground.grid, passes)


def test_contested_mega_hexes_change_what_they_would_if_all_were_compiled_anew() -> None:
    game = grognard.load(NORTH, "assault")
    assert isinstance(game, EastFrontSeries)
    ground, (first, *_, last) = game.ground, game.mega.hexes.values()
    fine = game.mega.fine

    def anew(rough: Rough) -> Graph:
        return compile_graph(ground.grid, lambda a, b, side: ground._rough_cost(
            a, b, side, MOTOR, DRY, frozenset(), rough))

    for rough in (Rough(swift=fine), Rough(swift=fine & ~first & ~last), Rough(hexes=first)):
        assert ground.graph(MOTOR, DRY, (), rough).steps == anew(rough).steps


def assert_loc_sides(ground: Ground, laid: tuple[int, ...]) -> None:
    """No side is closed by a bridge, and only bridged ones are opened."""
    for way, (plain, bridged) in enumerate(zip(ground.loc_sides(DRY), ground.loc_sides(DRY, laid),
                                               strict=True)):
        assert not plain & ~bridged
        for hex in bits(bridged & ~plain):
            beyond = ground.grid.neighbour(hex, way)
            assert beyond is not None
            assert ground.grid.hexside(hex, beyond) in laid


def test_only_so_many_grounds_are_kept() -> None:
    ground = game_of(NORTH).ground
    for side in sorted(ground.rivers):
        ground.graph(FOOT, DRY, (side,))
    kept = ground.graphs.cache_info()
    assert kept.maxsize is not None
    assert kept.currsize <= kept.maxsize


# -- positions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
@pytest.mark.parametrize("decisions", [60, 150])
def test_what_is_kept_through_a_game_is_what_a_fresh_look_finds(box: str, decisions: int) -> None:
    game, state = middle(box, 3, decisions)
    fresh = state.copy()
    fresh.cache = {}
    for side in SIDES:
        assert zones.zones_of(game, state, side) == zones.zones_of(game, fresh, side)
        assert routes.free(game, state, side) == routes.free(game, fresh, side)
        assert routes.supplied(game, state, side) == routes.supplied(game, fresh, side)
        assert routes.rail_net(game, state, side) == routes.rail_net(game, fresh, side)
        double = pack(hex for hex in bits(game.grid.all)
                      if zones.zone_sources(game, state, hex, side).bit_count() > 1)
        assert zones.zones_of(game, state, side).double == double
    assert stacking.overstacked(game, state) == pack(
        hex for hex in state.stacks if stacking.room(game, state, hex) < 0)


@both
def test_a_question_about_a_move_is_searched_once(
    box: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = drill(box, motor("A", 6, 6), foot("x", 2, 2, side=BOTH[1]), railway="0401 0402")
    t.put("0606", "A").put("0303", "x").having(side=BOTH[0], phase="movement")
    asked: list[Any] = []

    def counted(*where: Any, **terms: Any) -> Any:
        asked.append(where)
        return reach(*where, **terms)

    monkeypatch.setattr(ways, "reach", counted)
    offers = ChooseWay(t.units("A"), "movement").choices(t.game, t.state)
    assert len(offers["to"]) > 1
    assert len(offers["via"]) > 1
    assert len(asked) == 1
