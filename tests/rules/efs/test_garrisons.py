"""13.6: garrisons."""

from typing import Any

import pytest

from grognard.rules.efs import garrisons
from grognard.rules.efs.command import Activation
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.scenarios import SetUp
from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.soviet_table import free_garrison
from grognard.rules.efs.supply import JudgeSupply
from tests.rules.efs.boxes import TYPHOON
from tests.rules.efs.drill import both, foot, grid, hq
from tests.rules.efs.field import Field, field

RED = {"side": "soviet"}


def town(box: str, *more: Any, **features: Any) -> Field:
    """x and y hold 0606, z holds 0610, each bound to its place."""
    units = [foot("x", 4, 2, garrison="Town", **RED), foot("y", 2, 2, garrison="Town", **RED),
             foot("z", 2, 2, garrison="Other", **RED), foot("A", 2, 2), foot("B", 2, 2), *more]
    t = field(box, *units, **{"sources": "soviet 0612", **features})
    t.put("0606", "x", "y").put("0610", "z").having(side="soviet")
    t.state.garrison = t.units("x", "y", "z")
    return t


@both
@pytest.mark.rule("typhoon:13.6.1", "agn:BSR.garrison")
def test_a_garrison_stays_until_it_is_released_and_all_of_the_hex_with_it(box: str) -> None:
    t = town(box, foot("w", 1, 1, **RED)).put("0606", "w").ask(Moves("movement"))
    assert t.offers("move") == {"w"}
    ruling = t.refused("move x")
    assert ruling.code == "garrison-stays"
    garrisons.release(t.game, t.state, t.game.grid.hexes("0606"), "13.6.2.a")
    assert t.state.garrison == t.units("z")
    t.ask(Moves("movement"))
    assert {"x", "y"} <= t.offers("move")


def test_garrisons_are_bound_from_the_set_up() -> None:
    t = field("typhoon", foot("x", 4, 2, garrison="Town", **RED), foot("y", 4, 2, **RED),
              setup=[SetUp(hex=grid().hex("0606"), units=["x", "y"])])
    assert t.state.garrison == t.units("x")


@both
@pytest.mark.rule("typhoon:13.6.1/2")
def test_a_garrison_may_attack(box: str) -> None:
    t = town(box)
    t.put("0605", "A")
    t.state.garrison = t.units("x", "y", "z")
    t.ask(DeclareAttacks()).do("declare 0605 by x set")
    assert t.state.attacks[0].attackers == t.units("x")
    assert t.state.garrison >> t.unit("x") & 1, "and is still bound"


@both
@pytest.mark.rule("typhoon:13.6.2.a")
def test_an_attack_releases_it(box: str) -> None:
    t = town(box)
    t.put("0605", "A")
    t.state.garrison = t.units("x", "y", "z")
    t.having(side="axis").ask(DeclareAttacks()).do("declare 0606 by A set")
    assert t.state.garrison == t.units("z")


@both
@pytest.mark.rule("typhoon:13.6.2.b")
def test_want_of_supply_releases_it(box: str) -> None:
    t = town(box).ask(JudgeSupply())
    assert t.state.garrison == t.units("x", "y", "z"), "in supply they stay"
    t = town(box, sources="soviet 1201").ask(JudgeSupply())
    assert t.state.garrison == 0
    assert t.state_of("z") == "emergency"


@both
@pytest.mark.rule("typhoon:13.6.2.c", "agn:BSR.garrison")
def test_an_enemy_next_to_it_releases_it_even_in_passing(box: str) -> None:
    t = town(box).put("0602", "A").having(side="axis").ask(Moves("movement"))
    t.do("move A to 0604")
    assert t.state.garrison == t.units("x", "y", "z"), "two hexes off"
    t.having(moved=0).ask(Moves("movement")).do("move A to 0605")
    assert t.state.garrison == t.units("z"), "z is not next to it"


@both
@pytest.mark.rule("typhoon:13.6.2.d", "typhoon:13.6.4", "agn:BSR.garrison")
def test_an_r_releases_one_hex_but_no_nkvd_of_moscow(box: str) -> None:
    t = town(box, foot("n", 1, 1, traits=["nkvd", "capital"], **RED)).put("0606", "n")
    t.state.garrison |= t.units("n")
    free_garrison(t.game, t.state, t.hex("0606"))
    assert t.state.garrison == t.units("n", "z")


@both
@pytest.mark.rule("typhoon:13.6.2.e")
def test_the_date_of_the_scenario_releases_it(box: str) -> None:
    t = town(box, rows={"garrison_release": {"Town": 5}}).having(turn=4)
    garrisons.dated(t.game, t.state)
    assert t.state.garrison == t.units("x", "y", "z")
    t.having(turn=5).ask(TURNS[t.game.edition.turns.order])
    assert t.state.garrison == t.units("z")


@pytest.mark.rule("typhoon:13.6.4")
def test_the_garrison_of_moscow_moves_in_the_city_and_next_to_it() -> None:
    t = field(TYPHOON, foot("m", 2, 2, traits=["capital"], move=8, **RED), major_city="0606 0607",
              areas={"moscow": "0606 0607"}, sources="soviet 0612").having(side="soviet")
    t.put("0606", "m").state.garrison = t.units("m")
    t.ask(Moves("movement")).do("move m")
    around = t.game.grid.hexes("0606 0607")
    assert t.offers("to") == {t.game.grid.label(hex) for hex in t.game.grid
                              if (around | t.game.grid.spread(around)) >> hex & 1} - {"0606"}
    assert t.refused("to 0604").code == "garrison-of-the-city"
    t.state.garrison = 0
    t.ask(Moves("movement")).do("move m")
    assert "0604" in t.offers("to"), "free once released"


@both
@pytest.mark.rule("typhoon:13.6.4")
def test_a_headquarters_may_activate_the_garrison_of_moscow_alone(box: str) -> None:
    t = town(box, foot("m", 2, 2, traits=["capital"], **RED), hq("H", 2))
    t.put("0606", "m").put("0607", "H").state.garrison |= t.units("m")
    t.ask(Activation())
    assert t.offers("activate") == {"m"}
    assert t.refused("activate x").code == "garrison-stays"


@both
@pytest.mark.rule("typhoon:13.6.1/2")
def test_a_garrison_does_not_advance(box: str) -> None:
    t = town(box)
    t.put("0605", "A").state.garrison = t.units("x", "y", "z")
    t.suffer("-/R", "0605", "x")
    while t.step() and t.play.decisions and t.offers("back"):
        t.do(f"back {min(t.offers('back'))}")
    assert t.where("A") != "0605"
    assert t.step() is None or not t.offers("advance")
