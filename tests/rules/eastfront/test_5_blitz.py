"""Sections 5.6 to 5.8 and 4.44 to 4.45: supreme command, Blitz and disruption."""

import pytest

from grognard.rules.eastfront.air import air_range
from grognard.rules.eastfront.command import (
    CommandPhase,
    CountSupremeMoves,
    HeadquartersDecide,
    HeadquartersStandUp,
    radius,
)
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.eastfront.sequence import BlitzPhases, PlayerTurn
from grognard.rules.eastfront.weather import effective_cv
from tests.rules.eastfront.fights import battle
from tests.rules.eastfront.table import Table, table


def blitzing(*blocks: str, hq: str = "AGS:2") -> Table:
    """An Axis turn in which the HQ at Kharkov has declared a Blitz."""
    t = table().put("Kharkov", hq, *blocks).phase("axis", "command")
    t.ask(PlayerTurn(side="axis"))
    code = hq.partition(":")[0]
    return t.do(f"blitz {code}").do("stay")


def reach(t: Table, hq: str) -> int:
    """How far the HQ commands."""
    area = radius(t.game, t.state, t.unit(hq))
    here = t.state.at[t.unit(hq)]
    hexes = [n for n in range(6) if area & t.game.grid.ring(here, n)]
    return max(hexes, default=-1)


@pytest.mark.rule("eastfront:5.7a", "eastfront:4.41b", "eastfront:5.7d", "eastfront:5.7h",
                  "eastfront:4.45b")
def test_5_7a_a_blitz_costs_two_steps_and_shrinks_the_radius() -> None:
    t = blitzing("5AK", hq="AGS:3")
    assert reach(t, "AGS") == 3
    assert t.state.phase == "movement"
    t.do("move 5AK to Poltava")  # nobody else can move: combat follows, without battles
    assert (t.state.phase, t.cv("AGS"), reach(t, "AGS")) == ("blitz-movement", 2, 2)
    t.do("move 5AK to Kharkov").do("done")
    assert (t.where("AGS"), t.cv("AGS")) == ("Kharkov", 1)
    assert not t.state.active


@pytest.mark.rule("eastfront:5.7b", "eastfront:5.7f", "eastfront:4.44b")
def test_5_7b_a_blitz_hq_stays_first_and_may_mobilise_later() -> None:
    t = table().put("Kharkov", "AGS:2", "AGC:3").phase("axis", "movement").active("AGS", "AGC")
    t.state.blitz = t.units("AGS")
    t.ask(HeadquartersDecide())
    assert t.offers("mobile") == {"AGC"}
    ruling = t.refused("mobile AGS")
    assert (ruling.code, ruling.rule) == ("blitz-stays", "eastfront:5.7b")
    t = blitzing("5AK").do("done")
    assert t.refused("move AGS").rule == "eastfront:4.44b"  # no deployment, no move of its own
    assert t.state.phase == "blitz-movement"
    t.do("done").do("mobile AGS").do("to Poltava").do("stay")
    assert (t.where("AGS"), t.cv("AGS")) == ("Poltava", 0)


@pytest.mark.rule("eastfront:5.7e", "eastfront:6.33e")
def test_5_7e_who_moved_or_fought_may_move_again() -> None:
    t = battle("Kastornoye", "41Pz", "3A", hq="AGS:2@Kursk")
    side = t.game.grid.hexside(t.hex("Kursk"), t.hex("Kastornoye"))
    t.state.moved, t.state.crossings = t.units("41Pz"), {side: 2}
    t.phase("axis", "blitz-movement").ask(MovementPhase(blitz=True))
    t.do("move 41Pz leave Kursk")  # the limit counts anew in Blitz movement
    assert t.heard("rear-guard")


@pytest.mark.rule("eastfront:4.44a", "eastfront:6.1d", "eastfront:6.52b")
def test_4_44a_who_went_by_rail_does_not_move_in_blitz() -> None:
    t = table().put("Kharkov", "AGS:2", "5AK", "6AK").phase("axis", "blitz-movement")
    t.active("AGS")
    t.state.strategic = t.units("5AK")
    t.ask(MovementPhase(blitz=True))
    ruling = t.refused("move 5AK")
    assert (ruling.code, ruling.rule) == ("railed-already", "eastfront:6.1d")
    t = table().put("Kharkov", "AGS:2", "6AK", "5AK").put("Warsaw", "OKH")
    t.phase("axis", "movement").active("OKH", supreme_moves=2).ask(MovementPhase())
    t.do("order 6AK to Poltava").do("done")
    t.active("AGS").phase("axis", "blitz-movement").ask(MovementPhase(blitz=True))
    assert t.allowed("move 6AK")


@pytest.mark.rule("eastfront:5.7g", "eastfront:4.45a")
def test_5_7g_no_blitz_phase_without_a_blitz_hq() -> None:
    t = table().put("Kharkov", "AGS:2", "5AK").phase("axis", "combat")
    t.active("AGS").ask(HeadquartersStandUp(), BlitzPhases())
    assert t.step() is None
    t.active("AGS")
    t.state.blitz = t.units("AGS")
    t.ask(HeadquartersStandUp(), BlitzPhases())
    assert t.state.phase == "blitz-movement"


@pytest.mark.rule("eastfront:5.7i")
def test_5_7i_an_hq_at_i_may_blitz_and_dies_one_at_0_may_not() -> None:
    t = blitzing("5AK", hq="AGS:1").do("done")
    assert reach(t, "AGS") == 0
    t.do("done").do("done")
    assert t.where("AGS") == "pool"
    t = table().put("Kharkov", "AGS:0", "5AK").phase("axis", "command").ask(CommandPhase())
    ruling = t.refused("blitz AGS")
    assert (ruling.code, ruling.rule) == ("too-weak-to-blitz", "eastfront:5.7i")


@pytest.mark.rule("eastfront:5.8a", "eastfront:5.8b", "eastfront:5.8c", "eastfront:12.22a")
@pytest.mark.parametrize(("weather", "axis", "soviet"),
                         [("dry", 2, 2), ("mud", 1, 1), ("snow", 1, 2)])
def test_5_8a_mud_disrupts_all_snow_the_axis(weather: str, axis: int, soviet: int) -> None:
    t = table().put("Kharkov", "AGS:2").put("Voronezh", "SouF:2").weather(weather)
    t.phase("axis", "command")
    assert effective_cv(t.game, t.state, t.unit("AGS")) == reach(t, "AGS") == axis
    assert effective_cv(t.game, t.state, t.unit("SouF")) == soviet
    wide = air_range(t.game, t.state, t.unit("SouF"))
    assert wide == t.game.grid.disk(t.hex("Voronezh"), soviet)


@pytest.mark.rule("eastfront:5.8c")
def test_5_8c_a_disrupted_hq_at_0_commands_nothing() -> None:
    t = table().put("Kharkov", "AGS:0", "5AK").weather("mud").phase("axis", "movement")
    assert radius(t.game, t.state, t.unit("AGS")) == 0


def supreme_moves(hex: str, weather: str, cv: int = 3) -> int:
    t = table().put(hex, f"OKH:{cv}").weather(weather).phase("axis", "command").active("OKH")
    t.ask(CountSupremeMoves(t.unit("OKH")))
    return t.state.supreme_moves


@pytest.mark.rule("eastfront:5.8d", "eastfront:12.22d", "eastfront:5.8c", "eastfront:5.61")
def test_5_8d_capitals_exempt_supreme_hqs() -> None:
    assert supreme_moves("Warsaw", "mud") == 6
    assert supreme_moves("Lodz", "mud") == 4
    assert supreme_moves("Lodz", "mud", cv=2) == 2
    assert supreme_moves("Lodz", "dry") == 6
    t = table().put("Moscow", "STAVKA:4", "WesF:2").weather("mud").phase("soviet", "command")
    assert effective_cv(t.game, t.state, t.unit("STAVKA")) == 4
    assert effective_cv(t.game, t.state, t.unit("WesF")) == 1


@pytest.mark.rule("eastfront:12.22e")
def test_12_22e_disruption_follows_the_weather_where_the_hq_stands() -> None:
    t = table().put("Krakow", "AGC:2").put("Kharkov", "AGS:2").weather("mud", "dry")
    t.phase("axis", "command")
    assert effective_cv(t.game, t.state, t.unit("AGC")) == 2
    assert effective_cv(t.game, t.state, t.unit("AGS")) == 1


@pytest.mark.rule("eastfront:6.51a", "eastfront:4.42d", "eastfront:6.51b", "eastfront:6.52a")
def test_6_51a_supreme_hqs_have_no_radius_but_order_anybody() -> None:
    t = table().put("Kharkov", "OKH:3", "5AK").put("Kastornoye", "3A")
    t.put("Voronezh", "41Pz").phase("axis", "movement")
    t.state.unsupplied = t.units("41Pz")
    assert radius(t.game, t.state, t.unit("OKH")) == 0
    t.active("OKH", supreme_moves=2).ask(MovementPhase())
    assert t.refused("move 5AK").code == "out-of-radius"
    t.do("order 41Pz to Kastornoye over Voronezh")  # encircled and unsupplied
    assert t.state.supreme_moves == 1
    assert t.state.battles(t.game) >> t.hex("Kastornoye") & 1
    t.do("order 5AK to Poltava")
    assert t.step() is None  # both moves are spent


@pytest.mark.rule("eastfront:6.53a", "eastfront:6.53b")
def test_6_53a_ten_hexes_by_rail_for_a_supreme_move() -> None:
    t = table().put("Kharkov", "5AK").put("Warsaw", "OKH").phase("axis", "movement")
    t.active("OKH", supreme_moves=1).ask(MovementPhase())
    t.do("rail 5AK")
    ruling = t.refused("to Warsaw")
    assert (ruling.code, ruling.rule) == ("no-supreme-moves", "eastfront:6.53b")
    assert t.refused("to Voronezh").rule == "eastfront:9.21a"
    t.do("to Kiev")
    assert t.state.supreme_moves == 0


@pytest.mark.rule("eastfront:6.53b", "eastfront:6.1c")
def test_6_53b_rail_and_sea_are_not_combined() -> None:
    t = table().put("Kharkov", "5AK", "6AK").put("Warsaw", "OKH").phase("axis", "movement")
    t.active("OKH", supreme_moves=6).ask(MovementPhase())
    t.do("rail 5AK to Odessa")
    assert t.state.supreme_moves < 6
    ruling = t.refused("sea 5AK")
    assert (ruling.code, ruling.rule) == ("moved-already", "eastfront:6.1c")


@pytest.mark.rule("eastfront:6.53c")
def test_6_53c_strategic_moves_do_not_engage_and_the_last_does_not_leave() -> None:
    t = table().put("Kursk", "5AK", "6AK", "3A").battle("Kursk", "soviet").put("Warsaw", "OKH")
    t.put("Orel", "8AK", "6A").battle("Orel", "soviet")
    t.phase("axis", "movement").active("OKH", supreme_moves=6).ask(MovementPhase())
    ruling = t.refused("rail 8AK")
    assert (ruling.code, ruling.rule) == ("strategic-retreat", "eastfront:6.53c")
    t.do("rail 5AK")
    assert not t.allowed("to Orel")
    t.do("to Kharkov")
    assert t.refused("rail 6AK").code == "strategic-retreat"


@pytest.mark.rule("eastfront:6.5n")
def test_6_5n_each_activation_of_a_supreme_hq_costs_a_step() -> None:
    t = table().put("Warsaw", "OKH:3").phase("axis", "combat")
    for left in (2, 1):
        t.active("OKH").ask(HeadquartersStandUp())
        assert t.cv("OKH") == left
    t.phase("axis", "production").ask(ProductionPhase())
    t.do("step OKH", "axis")
    assert t.refused("step OKH", "axis").rule == "eastfront:11.41b"
    t.do("done", "axis").do("done", "soviet")
    assert t.cv("OKH") == 2
