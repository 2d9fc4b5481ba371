"""12.4, 12.5: rails change hands and are cut."""

from typing import Any

import pytest

from grognard.rules.efs import conversion, rail, routes
from grognard.rules.efs.conversion import ChooseConversion, ConvertRails, CutRails
from grognard.rules.efs.engineering import EngineeringPhase
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.campaign import Campaign, campaign, hexes, source
from tests.rules.efs.drill import both, division, engineer, foot, grid, msu

LINE = "0401 0402 0403 0404 0405 0406 0407 0408 0409 0410"
ENEMY = foot("x", 2, 4, side="soviet")
SAPPER = engineer("e", side="soviet")


def line(box: str, *units: Any, points: int = 10, weather: str = "dry", rows: Any = None,
         **features: Any) -> Campaign:
    """A line from north to south; the Axis has converted it down to 0403."""
    said = {"conversion_points": points, "railheads": hexes("0403"), "left_out": [
        "attack_supply"], "converted": grid().hexes("0401 0402 0403"),
        "source": [source("axis", "0401"), source("soviet", "0410")], **(rows or {})}
    t = campaign(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY, foot("y", 2, 4, side="soviet"),
                 SAPPER, *units, rows=said, **{"railway": LINE, **features})
    t.state.weather = weather
    conversion.new_turn(t.game, t.state)
    return t


def ask(t: Campaign) -> Campaign:
    t.ask(ChooseConversion())
    return t


@both
@pytest.mark.rule("typhoon:12.4.1")
def test_a_railway_serves_one_side_only(box: str) -> None:
    t = line(box)
    serves = {side: t.labels(routes.rails_of(t.game, t.state, side))
              for side in ("axis", "soviet")}
    assert serves == {"axis": {"0401", "0402", "0403"}, "soviet": set(LINE.split()[3:])}
    fresh = campaign(box, foot("A", 4, 4), railway=LINE)
    assert routes.rails_of(fresh.game, fresh.state, "axis") == 0
    assert t.labels(routes.rail_net(t.game, t.state, "soviet")) == set(LINE.split()[3:])


@both
@pytest.mark.rule("typhoon:12.4.1")
def test_no_axis_train_runs_on_rails_that_are_not_converted(box: str) -> None:
    t = line(box).put("0401", "A")
    t.state.points[rail.purse("axis")] = 9
    found = rail.rail_choices(t.game, t.state, t.units("A"))
    assert t.labels(found.mask) == {"0402", "0403"}
    why = found.why(t.hex("0404"))
    assert why is not None
    assert why.code == "no-rail-net-there"


@both
@pytest.mark.rule("typhoon:12.4.2")
def test_conversion_goes_on_from_a_working_net(box: str) -> None:
    t = ask(line(box))
    assert t.refused("convert 0409").code == "no-railhead-near"
    t = line(box)
    t.state.cuts = 1 << t.hex("0402")
    ask(t)
    assert t.refused("convert 0404").code == "railhead-cut-off"
    t.do("repair 0402")
    assert t.allowed("convert 0404")


@both
@pytest.mark.rule("typhoon:12.4.2")
def test_the_soviets_join_what_they_convert_to_their_own_net(box: str) -> None:
    t = line(box).put("0402", "e").on_turn("soviet")
    assert ask(t).refused("convert 0402").code == "joins-no-rails"
    t = line(box).put("0403", "e").on_turn("soviet")
    assert ask(t).allowed("convert 0403")


@both
@pytest.mark.rule("typhoon:12.4.3")
def test_points_convert_supplied_hexes_out_of_zones_next_to_a_railhead(box: str) -> None:
    t = line(box).put("0506", "x")
    ask(t)
    assert t.allowed("convert 0404"), "nobody need be there"
    assert t.refused("convert 0405").code == "rail-in-zone"
    t = line(box).put("0506", "x").put("0405", "A")
    assert ask(t).allowed("convert 0405"), "a friend stands there"
    t = line(box).put("0405", "x")
    assert ask(t).refused("convert 0405").code == "enemy-there"
    assert t.refused("convert 0505").code == "no-rails-there"
    assert t.refused("convert 0402").code == "converted-already"


@both
@pytest.mark.rule("typhoon:12.4.3")
def test_points_do_not_convert_what_is_out_of_supply(box: str) -> None:
    t = line(box, rows={"source": [source("axis", "1212")]})
    assert not routes.supplied(t.game, t.state, "axis") >> t.hex("0404") & 1
    assert ask(t).refused("convert 0404").code == "rail-unsupplied"


@both
@pytest.mark.rule("typhoon:12.4.3.d", "typhoon:12.4.4")
def test_points_repair_cuts_in_converted_hexes(box: str) -> None:
    t = line(box, points=1)
    t.state.cuts = t.game.grid.hexes("0402 0404")
    ask(t)
    assert t.refused("repair 0404").code == "no-cut-there", "it is Soviet"
    t.do("repair 0402")
    assert t.state.cuts == 1 << t.hex("0404")
    assert t.heard("rail-repaired")
    assert not t.has("conversion")
    t = line(box, points=1, weather="rain")
    t.state.cuts = 1 << t.hex("0402")
    assert ask(t).refused("repair 0402").code == "no-conversion-points"


@both
@pytest.mark.rule("typhoon:12.4.3.d")
def test_nothing_is_repaired_in_an_enemy_zone(box: str) -> None:
    t = line(box).put("0503", "x")
    t.state.cuts = 1 << t.hex("0402")
    assert ask(t).refused("repair 0402").code == "rail-in-zone"
    assert ask(t.put("0402", "A")).allowed("repair 0402")


@both
@pytest.mark.rule("typhoon:12.4.3/2")
@pytest.mark.parametrize(("weather", "clear", "marsh"), [
    ("dry", 1, 2), ("frost", 1, 2), ("rain", 2, 2), ("snow", 2, 2), ("arctic", 2, 2)])
def test_what_a_hex_costs(box: str, weather: str, clear: int, marsh: int) -> None:
    t = ask(line(box, weather=weather, marsh="0405")).do("convert 0404")
    assert t.has("conversion") == 10 - clear
    t.do("convert 0405")
    assert t.has("conversion") == 10 - clear - marsh


@both
@pytest.mark.rule("typhoon:12.4.3/3")
def test_a_fort_that_fell_in_this_phase_still_bars_the_rails(box: str) -> None:
    t = line(box, division("D", 9, 9)).put("0404", "D").fort("0404")
    assert ask(t).refused("convert 0404").code == "rail-fortified"
    t.ask(EngineeringPhase())
    assert t.heard("fort-razed")
    assert not t.heard("rail-converted")
    assert not t.step() or t.refused("convert 0404").code == "rail-fortified"
    t = line(box).fort("0404").put("0404", "A")
    del t.state.forts[t.hex("0404")]
    t.state.just_broken = 1 << t.hex("0404")  # in the combats before
    t.ask(EngineeringPhase()).do("convert 0404")


@both
@pytest.mark.rule("typhoon:12.4.4", "agn:BSR.rail.line")
def test_a_railhead_spends_four_points_a_turn_and_the_rest_is_lost(box: str) -> None:
    t = ask(line(box))
    assert t.offers("convert") == {"0404", "0405", "0406", "0407"}
    t.do("convert 0406").do("convert 0407")
    assert t.has("conversion") == 6
    t = line(box)
    t.ask(EngineeringPhase()).do("convert 0407")
    assert not t.step(), "no railhead can spend more"
    assert not t.has("conversion")
    conversion.new_turn(t.game, t.state)
    assert t.has("conversion") == 10


@both
@pytest.mark.rule("typhoon:12.4.4")
def test_a_railhead_that_has_spent_four_says_so(box: str) -> None:
    t = line(box)
    t.state.railheads = dict.fromkeys(t.state.railheads, 4)
    assert ask(t).refused("convert 0404").code == "no-conversion-points"


@both
@pytest.mark.rule("typhoon:12.4.5.a")
def test_the_scenario_gives_railheads_and_cuts(box: str) -> None:
    t = line(box, rows={"cuts": hexes("0402 0405")})
    assert t.labels(t.state.cuts) == {"0402", "0405"}
    assert t.state.railheads == {
        conversion.railhead(t.game.grid, t.hex("0403"), t.hex("0404")): 0}


@both
@pytest.mark.rule("typhoon:12.4.5.b")
def test_the_railhead_goes_with_the_rails(box: str) -> None:
    t = ask(line(box)).do("convert 0404").do("convert 0405")
    assert [key // conversion.WAYS for key in t.state.railheads] == [t.hex("0405")]
    assert {"0404", "0405"} <= t.labels(t.state.axis_rail)
    assert [event.args["hex"] for event in t.heard("rail-converted")] == [
        t.hex("0404"), t.hex("0405")]


@both
@pytest.mark.rule("typhoon:12.4.5.c")
def test_a_junction_has_a_railhead_for_each_line_from_the_next_turn(box: str) -> None:
    t = line(box, branch="0505 0405 0306")
    ask(t)
    assert t.offers("convert") == {"0404", "0405"}, "nobody passes the junction"
    t.do("convert 0405")
    ahead = {t.game.grid.label(t.game.grid.neighbour(*divmod(key, 6)) or 0)
             for key in t.state.railheads}
    assert ahead == {"0406", "0505", "0306"}
    assert t.offers("convert") == set() if t.step() else True
    ask(t)
    assert t.refused("convert 0406").code == "railhead-new"
    conversion.new_turn(t.game, t.state)
    assert ask(t).offers("convert") >= {"0406", "0505", "0306"}


@both
@pytest.mark.rule("typhoon:12.4.6")
def test_a_cut_denies_its_hex_to_the_axis_and_beyond_it_the_soviets_ride(box: str) -> None:
    t = line(box)
    t.state.cuts = t.game.grid.hexes("0402 0404")
    assert t.labels(routes.rails_of(t.game, t.state, "axis")) == {"0401", "0403"}
    assert t.labels(routes.rail_net(t.game, t.state, "axis")) == {"0401"}
    assert "0404" in t.labels(routes.rails_of(t.game, t.state, "soviet"))
    assert "0402" not in t.labels(routes.rails_of(t.game, t.state, "soviet"))


@both
@pytest.mark.rule("typhoon:12.4.6/2")
def test_rails_that_the_axis_only_crossed_stay_soviet(box: str) -> None:
    t = line(box).put("0409", "x").on_turn("soviet")
    t.put("0406", "A").put("0101", "A")
    t.state.points[rail.purse("soviet")] = 9
    found = rail.rail_choices(t.game, t.state, t.units("x"))
    assert t.state.axis_land >> t.hex("0406") & 1
    assert {"0406", "0405"} <= t.labels(found.mask)


@both
@pytest.mark.rule("typhoon:12.4.7")
@pytest.mark.parametrize("busy", ["fought", "marched", "railed"])
def test_an_engineer_with_free_hands_takes_a_hex_back(box: str, busy: str) -> None:
    t = line(box).put("0403", "e").on_turn("soviet")
    setattr(t.state, busy, t.units("e"))
    assert ask(t).refused("convert 0403").code == "no-free-engineer"
    setattr(t.state, busy, 0)
    ask(t).do("convert 0403")
    assert t.labels(t.state.axis_rail) == {"0401", "0402"}
    assert t.state.cuts == 1 << t.hex("0403")
    assert [key // conversion.WAYS for key in t.state.railheads] == [t.hex("0402")]
    assert not t.step(), "one hex an engineer"


@both
@pytest.mark.rule("typhoon:12.4.7", "typhoon:12.4.5.b")
def test_the_axis_converts_again_what_an_engineer_took_back(box: str) -> None:
    t = line(box).put("0403", "e").on_turn("soviet")
    ask(t).do("convert 0403")
    t.put("0410", "e").on_turn("axis")
    conversion.new_turn(t.game, t.state)
    ask(t).do("convert 0403")
    assert not t.state.cuts, "the marker comes off"
    assert [key // conversion.WAYS for key in t.state.railheads] == [t.hex("0403")]


@both
@pytest.mark.rule("typhoon:12.4.7")
def test_a_gap_in_the_middle_is_closed_from_behind(box: str) -> None:
    t = line(box, rows={"source": [source("axis", "0401"), source("soviet", "0302")]},
             branch="0302 0402")
    t.put("0402", "e").on_turn("soviet")
    ask(t).do("convert 0402")
    t.put("0312", "e").on_turn("axis")
    conversion.new_turn(t.game, t.state)
    ask(t)
    assert t.refused("convert 0404").code == "railhead-cut-off"
    t.do("convert 0402")
    assert t.allowed("convert 0404")


@both
@pytest.mark.rule("typhoon:12.4.7")
def test_no_soviet_without_an_engineer_converts(box: str) -> None:
    t = line(box).put("0403", "x").on_turn("soviet")
    assert ask(t).refused("convert 0403").code == "no-free-engineer"
    assert t.refused("convert 0404").code == "not-converted"
    assert t.refused("repair 0403").code == "only-the-axis-repairs"


@both
@pytest.mark.rule("typhoon:12.5.1")
def test_soviet_combat_units_cut_converted_rails(box: str) -> None:
    t = line(box, msu("s", side="soviet")).put("0402", "x").put("0403", "s").put("0406", "y")
    t.on_turn("soviet").ask(CutRails())
    assert t.refused("cut 0406").code == "not-converted"
    assert t.refused("cut 0403").code == "nobody-of-ours", "supply cuts nothing"
    t.do("cut 0402")
    assert t.state.cuts == 1 << t.hex("0402")
    assert t.heard("rail-cut")
    assert t.labels(routes.rails_of(t.game, t.state, "axis")) == {"0401", "0403"}
    assert not t.step()
    t.put("0401", "y").ask(CutRails())
    assert t.refused("cut 0402").code == "cut-already"


@both
@pytest.mark.rule("typhoon:12.5.2")
def test_the_axis_never_cuts(box: str) -> None:
    t = line(box, points=0).put("0402", "A").put("0406", "B").on_turn("axis")
    t.ask(EngineeringPhase())
    assert not t.step()
    t.ask(CutRails())
    assert not t.step()
    t = line(box).put("0402", "A")
    assert t.on_turn("axis").ask(EngineeringPhase()).offers("cut") == set()


@pytest.mark.rule("typhoon:12.4.2")
def test_both_players_convert_in_their_engineering_phases() -> None:
    t = line(TYPHOON)
    assert type(t.ask(EngineeringPhase()).step()).__name__ == "ChooseConversion"
    t = line(NORTH).put("0403", "e").on_turn("soviet")
    t.ask(ConvertRails())
    assert t.asked() == "soviet"
