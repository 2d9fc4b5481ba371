"""Chapters 2 to 7 of the playbook: what serves several scenarios of Army Group North."""

from dataclasses import replace as altered
from functools import cache
from typing import Any

import msgspec
import pytest

import grognard
from grognard.hexes import bits
from grognard.rules.efs import (
    conversion,
    pools,
    rail,
    reckoning,
    replacements,
    routes,
    supply_units,
    ways,
)
from grognard.rules.efs.data import Unit
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.leaving import Withdrawals
from grognard.rules.efs.overrun import choices
from grognard.rules.efs.scenarios import (
    Arrival,
    Fort,
    Group,
    SetUp,
    SourceRow,
    SupplyAtStart,
    Withdrawal,
)
from grognard.rules.efs.special_rows import Capacity, Conversion, Fence, PerSide
from grognard.rules.efs.state import CADRE, EMERGENCY, FREE, WITHDRAWN
from grognard.rules.efs.substitutes import Detach, Rejoin
from grognard.rules.efs.weather import WeatherPhase, WeatherRoll
from tests.rules.efs import campaign as made
from tests.rules.efs.boxes import NORTH, contents, unit
from tests.rules.efs.campaign import Campaign, campaign, hexes, infantry_division
from tests.rules.efs.drill import counter, drill, foot, grid, gun, hq, motor, msu
from tests.rules.efs.field import field

RED: dict[str, Any] = {"side": "soviet", "nation": "su"}
LINE = "0401 0402 0403 0404 0405 0406 0407 0408"


@cache
def loaded(scenario: str) -> EastFrontSeries:
    game = grognard.load("army_group_north", scenario)
    assert isinstance(game, EastFrontSeries)
    return game


# -- chapters 2 to 5: components and set-up ----------------------------------------------------


@pytest.mark.rule("agn:3.1.a")
def test_the_learning_map_lies_alone() -> None:
    game = loaded("soltsy")
    assert set(game.map.sheets) == {"L"}
    assert game.playable.bit_count() == 102


@pytest.mark.rule("agn:3.4")
def test_borders_of_countries_and_regions_are_on_the_map_and_none_of_the_union() -> None:
    sides = loaded("june").map.hexsides
    assert sides["border"]
    assert sides["region"]
    assert {"border", "region", "agb"} <= set(sides)
    assert not any("union" in kind or "ussr" in kind for kind in sides)


@pytest.mark.rule("agn:5.4.2", "agn:5.4.2/precedence", "agn:4.2.5.a/blank")
def test_a_card_puts_counters_on_their_backs() -> None:
    rows = {"setup": [SetUp(hex=grid().hex("0404"), units=["x", "G", "h"], lost={"x": 1},
                            firing=["G"], nonoperational=["h"])],
            "fort": [Fort(hex=grid().hex("0405"), side="soviet", building=True)],
            "supply": [SupplyAtStart(unit="T", hex=grid().hex("0404"), depot=True)]}
    guns = gun("G", 3, traits=["siege", "two_modes"], **RED)
    t = campaign(NORTH, foot("x", 4, 4, **RED), guns, hq("h"), msu("T", **RED), rows=rows)
    assert t.steps("x") == 1, "reduced"
    assert t.state.firing == t.units("G")
    assert t.state.nonoperational == t.units("h")
    assert t.state.forts == {grid().hex("0405"): "soviet-building"}
    assert t.steps("T") == 2, "a depot"


@pytest.mark.rule("agn:5.4.3")
def test_markers_on_the_cards_lie_on_the_units() -> None:
    rows = {"setup": [SetUp(hex=grid().hex("0404"), units=["D", "E"], lost={"D": 1},
                            emergency=["E"])]}
    t = campaign(NORTH, infantry_division("D"), foot("E", 2, 2), rows=rows)
    assert (t.steps("D"), t.state.supply[t.unit("E")]) == (3, EMERGENCY)


@pytest.mark.rule("agn:5.6.1")
def test_the_text_of_a_scenario_goes_before_the_rules() -> None:
    rows = {"rail_capacity": PerSide(axis=99), "capacity": [
        Capacity(side="axis", sheets=["all"], points=0, rule="agn:18.4.2")],
        "source": [SourceRow(side="axis", hexes=hexes("0401"))], "left_out": [],
        "converted": grid().hexes(LINE)}
    t = campaign(NORTH, foot("A", 1, 1), rows=rows, railway=LINE).put("0402", "A")
    rail.refill(t.game, t.state)
    t.moves().do("move A")
    assert t.refused("rail 0404").rule == "agn:18.4.2"


@pytest.mark.rule("agn:5.6.2.e")
@pytest.mark.parametrize(("weather", "open"), [
    ("dry", True), ("frost", True), ("rain", False), ("snow", False), ("arctic", False)])
def test_marsh_is_overrun_in_dry_and_frost(weather: str, open: bool) -> None:
    t = drill(NORTH, motor("M", 9, 9, move=9), foot("x", 1, 1, **RED), marsh="0404",
              main_road="0405 0404")
    t.put("0405", "M").put("0404", "x").having(weather=weather, side="axis", phase="movement")
    found = choices(t.game, t.state, t.units("M"), "movement", 0, t.hex("0405"), None)
    assert (t.hex("0404") in list(found)) == open


@pytest.mark.rule("agn:7.2.1.a")
def test_ent_and_nebelwerfer_move_alike() -> None:
    rows = [row for row in contents(NORTH).units if row.code in ("101Ent", "102Ent", "52Neb",
                                                                  "53Neb")]
    assert len(rows) >= 3
    assert len({(row.capability, row.move) for row in rows}) == 1


# -- 4.3, 6.1: supply counters -----------------------------------------------------------------


@pytest.mark.rule("agn:4.3.1")
def test_soviet_supply_comes_to_a_major_city_that_is_not_surrounded() -> None:
    t = field(NORTH, *(foot(code, 4, 4) for code in "ABCDEF"), foot("x", 2, 2, **RED),
              msu("s", **RED), sources="soviet 1212", major_city="0606",
              rows={"supply_per_turn": PerSide(soviet=1)})
    t.put("0606", "x").land("soviet", "0606")
    assert t.labels(supply_units.supply_entries(t.game, t.state, "soviet")) == {"1212", "0606"}
    for code, hex in zip("ABCDEF", ["0605", "0706", "0707", "0607", "0507", "0506"], strict=True):
        t.put(hex, code)
    assert t.labels(supply_units.supply_entries(t.game, t.state, "soviet")) == {"1212"}


@pytest.mark.rule("agn:6.1.3/msu")
def test_no_supply_counter_crosses_the_boundary() -> None:
    game = loaded("june")
    state = game.new_state()
    counters = state.on_map(game.supplies)
    assert counters
    south = game.grid.all & ~game.playable
    for one in bits(counters):
        shut = ways.closed(game, state, 1 << one, "movement")
        assert any(layer.code == "out-of-play" and not south & ~layer.bars for layer in shut)
    assert not routes.rail_net(game, state, "axis") & south


# -- 6.3: railways -----------------------------------------------------------------------------


def two_maps(side: Any = "axis", **points: int) -> Campaign:
    """Rows 1 to 4 are map B, the rest map A; capacity of each map as given."""
    north = grid().hexes(" ".join(f"{c:02}{r:02}" for c in range(1, 13) for r in range(1, 5)))
    rows = {"capacity": [Capacity(side=side, sheets=[sheet], points=count)
                         for sheet, count in points.items()],
            "source": [SourceRow(side=side, hexes=hexes("0401"))],
            "left_out": [], "converted": grid().hexes(LINE) if side == "axis" else 0}
    old = made._map
    made._map = lambda **features: altered(
        old(**features), sheets={"B": north, "A": grid().all & ~north})
    try:
        t = campaign(NORTH, *(foot(code, 1, 1, side=side, stacking=3) for code in "abc"),
                     foot("e", 1, 1, side="soviet" if side == "axis" else "axis"), rows=rows,
                     railway=LINE)
    finally:
        made._map = old
    rail.refill(t.game, t.state)
    t.put("0402", "a").put("0403", "b").put("0406", "c").put("1212", "e")
    return t


@pytest.mark.rule("agn:6.3.3", "agn:14.4.a")
def test_six_points_on_each_map_and_a_ride_over_two_uses_both() -> None:
    t = two_maps(B=6, A=6)
    t.moves().do("move a").do("rail 0404")
    assert (t.has("axis-rail-B"), t.has("axis-rail-A")) == (3, 6)
    t.do("move b").do("rail 0405")
    assert (t.has("axis-rail-B"), t.has("axis-rail-A")) == (0, 3)
    t.do("move c")
    assert t.refused("rail 0404").code == "rail-capacity", "map B has carried its six"
    assert "0408" in t.offers("rail")
    assert {row.points for row in loaded("june").rows.capacity if row.side == "axis"} == {6}


@pytest.mark.rule("agn:6.3.4", "agn:14.4.b")
def test_the_soviets_have_no_trains_on_c_and_fourteen_points_on_l() -> None:
    told = {game: next(row.points for row in loaded(game).rows.capacity if row.side == "soviet")
            for game in ("june", "luga")}
    assert told == {"june": 0, "luga": 14}
    t = two_maps("soviet", B=0, A=6)
    t.moves("soviet").do("move a")
    assert t.refused("rail 0403").code == "rail-capacity"
    t.do("stay").do("move c")
    assert t.refused("rail 0403").code == "rail-capacity", "nor into it"
    assert "0408" in t.offers("rail")


@pytest.mark.rule("agn:6.3.5", "agn:6.3.5/overload")
def test_who_arrives_at_a_rail_hex_on_the_map_moves_its_full_allowance() -> None:
    rows = {"arrival": [Arrival(turn=1, side="soviet", units=["x", "y", "z"], entry="L0606")]}
    units = [foot(code, 2, 2, stacking=6, move=4, **RED) for code in "xyz"]
    t = campaign(NORTH, *units, foot("A", 1, 1), rows=rows, railway="0606 0607 0608")
    t.put("1212", "A")
    t.game.entry_of = dict.fromkeys(map(t.unit, "xyz"), "eL")
    t.game.entry_hexes = {("soviet", "eL"): grid().hexes("0606")}
    t.ask(CallArrivals()).moves("soviet")
    for code, hex in zip("xyz", ("0602", "0610", "0606"), strict=True):
        t.do(f"enter {code}").do("at 0606")
        assert t.step().spent == 0
        assert t.price("0605") == "1", "the first hex at its normal price"
        t.do("stay" if hex == "0606" else f"to {hex}")
    assert [t.where(code) for code in "xyz"] == ["0602", "0610", "0606"], "18 points, one by one"


@pytest.mark.rule("agn:6.3.5/pools")
def test_a_group_may_come_by_rail_without_using_capacity() -> None:
    rows = {"group": [Group(id="52A", side="soviet", pool="special", turn=1, entry="e",
                            units=["x"], rail_free=True)],
            "arrival": [Arrival(turn=1, side="soviet", units=["y"], entry="e")],
            "source": [SourceRow(side="soviet", hexes=hexes("0401"))], "left_out": [],
            "rail_capacity": PerSide(soviet=3)}
    t = campaign(NORTH, foot("x", 2, 2, stacking=3, **RED), foot("y", 2, 2, stacking=3, **RED),
                 foot("A", 1, 1), rows=rows, railway=LINE)
    t.game.entry_hexes = {("soviet", "e"): grid().hexes("0401")}
    rail.refill(t.game, t.state)
    t.put("1212", "A").ask(CallArrivals())
    pools.take_group(t.game, t.state, 0)
    t.moves("soviet").do("enter x").do("rail 0404")
    assert t.has("soviet-rail") == 3
    t.do("enter y").do("rail 0405")
    assert t.has("soviet-rail") == 0
    assert any(row.rail_free for row in loaded("luga").rows.group)


# -- 6.6: withdrawals --------------------------------------------------------------------------


@pytest.mark.rule("agn:6.6.1.a", "agn:6.6.1.b")
def test_some_withdrawals_cannot_be_cancelled() -> None:
    rows = {"withdrawal": [Withdrawal(turn=1, side="axis", units=["A"], cannot_cancel=True),
                           Withdrawal(turn=1, side="axis", units=["B"], price=3)]}
    t = campaign(NORTH, foot("A", 2, 2), foot("B", 2, 2), rows=rows).put("0404", "A", "B")
    t.turn(1).having(phase="arrival").ask(Withdrawals("axis"))
    assert t.refused("keep A").code == "cannot-cancel"
    t.do("keep B")
    assert t.state.tally == {"kept": -3}
    if t.step() is not None:
        t.do("withdraw A")
    assert t.at("A") == WITHDRAWN


@pytest.mark.rule("agn:14.10.1")
def test_a_withdrawal_may_lead_to_the_cadre_box() -> None:
    rows = {"withdrawal": [Withdrawal(turn=5, side="soviet", units=["x", "y"], to="cadre")]}
    t = campaign(NORTH, foot("x", 2, 2, **RED), foot("y", 2, 2, **RED), rows=rows)
    t.put("0404", "x", "y").turn(5).having(phase="arrival").ask(Withdrawals("soviet"))
    t.do("withdraw x")
    assert t.at("x") == CADRE


# -- 7.5: partisans ----------------------------------------------------------------------------


def partisans(**more: Any) -> Campaign:
    rows = {"fence": [Fence(side="axis", nations=["ee"], rule="agn:7.5.2/border",
                            area=grid().hexes(
                                "0403 0402 0401 0503 0304 0504 0303 0302 0305 0505"))],
            "left_out": [], **more}
    est = foot("E", 2, 2, nation="ee", traits=["partisan"], steps=1, reduced=(0, 0))
    return campaign(NORTH, est, foot("A", 8, 8), foot("x", 8, 8, **RED), rows=rows)


@pytest.mark.rule("agn:7.5.1", "agn:14.4.k/supply")
def test_partisans_need_no_supply() -> None:
    t = partisans().put("0404", "E").put("0606", "A").put("0405", "x")
    assert routes.lost(t.game, t.state, "axis") == t.units("A")
    assert reckoning.is_supplied(t.game, t.state, t.battle("0405", "E"))
    t.put("0406", "A")
    assert not reckoning.is_supplied(t.game, t.state, t.battle("0405", "E", "A"))


@pytest.mark.rule("agn:7.5.2/border", "agn:7.5.2/retreat")
def test_partisans_do_not_cross_the_border() -> None:
    t = partisans().put("0404", "E").put("1212", "x").moves().do("move E")
    assert t.refused("to 0403").code == "fenced"
    assert "0405" in t.offers("to")
    t = partisans().put("0404", "E").put("0405", "x").suffer("-/R", "0404", "x")
    t.finish()
    assert t.where("E") == "eliminated", "every way back leads over it"


@pytest.mark.rule("agn:7.5.3", "agn:14.4.k/replace")
def test_partisans_have_one_step_and_get_no_replacements() -> None:
    rows = [row for row in contents(NORTH).units if "partisan" in row.traits]
    assert {row.steps for row in rows} == {1}
    assert len(rows) == 5
    t = partisans().points(axis_infantry=5).box(CADRE, "E").on_turn("axis", "engineering")
    assert t.unit("E") not in list(replacements.rebuild_choices(t.game, t.state))


# -- 7.7: substitute regiments -----------------------------------------------------------------


def corps(lost: str = "", *more: Unit) -> Campaign:
    row = counter("D", 7, 8, "infantry division", "foot", steps=4, reduced=(4, 4),
                  size="division", stacking=6)
    weak = foot("R1", 1, 2, steps=1, reduced=(0, 0), traits=["substitute"])
    strong = foot("R2", 2, 2, steps=1, reduced=(0, 0), traits=["substitute"])
    alike = foot("R3", 1, 2, steps=1, reduced=(0, 0), traits=["substitute"])
    t = campaign(NORTH, row, weak, strong, alike, foot("x", 1, 1, **RED), *more)
    return t.put("0606", f"D{lost}").put("1212", "x").on_turn("axis", "movement")


@pytest.mark.rule("agn:7.7.1")
def test_regiments_come_in_two_kinds() -> None:
    rows = [row for row in contents(NORTH).units if row.type == "substitute regiment"]
    assert {(row.attack, row.defence, row.move) for row in rows} == {(1, 2, 5), (2, 2, 5)}
    assert unit(NORTH, "RSCJ").attack == 2


@pytest.mark.rule("agn:7.7.2", "agn:7.7.3")
def test_the_stronger_one_costs_two_points_of_attack() -> None:
    t = corps().ask(Detach()).do("detach D")
    assert t.offers("with") == {"R1", "R2"}, "7 to 5"
    assert t.refused("with R3").code == "take-the-first", "it is like R1"
    assert t.refused("with D").code == "no-such-regiment"
    t.do("with R2")
    assert (t.where("R2"), t.steps("D")) == ("0606", 3)
    t.ask(Detach()).do("detach D")
    assert (t.where("R1"), t.steps("D")) == ("0606", 2), "5 to 4: only the weaker one"


@pytest.mark.rule("agn:7.7.3")
def test_with_only_large_ones_left_a_division_that_would_lose_too_little_gives_none() -> None:
    other = counter("E", 7, 8, "infantry division", "foot", steps=4, reduced=(4, 4),
                    size="division", stacking=6)
    t = corps("-", other).put("0707", "E").put("0101", "R1", "R3").ask(Detach())
    assert t.offers("detach") == {"E"}, "7 to 5; D falls from 5 to 4"
    assert t.refused("detach D").code == "only-large-regiments"
    t = corps("-", other).put("0707", "E").put("0101", "R1", "R2", "R3").ask(Detach())
    assert not t.step(), "none is left"


@pytest.mark.rule("agn:7.7.4")
@pytest.mark.parametrize("regiment", ["R1", "R2"])
def test_either_gives_a_step_back(regiment: str) -> None:
    t = corps("-").put("0606", regiment).ask(Rejoin()).do(f"rejoin {regiment}")
    if t.step() is not None and t.offers("with"):
        t.do("with D")
    assert (t.steps("D"), t.at(regiment)) == (4, FREE)


# -- 6.3.6, 14.4.c: conversion ----------------------------------------------------------------

EARLY = Conversion(first_turn=1, last_turn=10, points=6, area_points=8, best_line=8,
                   line_within=6, line=4, area=0)
LATE = Conversion(first_turn=11, last_turn=47, points=10, area_points=6, line_within=6, line=4,
                  area=0)
LINES = ("0201 0202 0203 0204 0205 0206 0207 0208 0209 0210",
         "0501 0502 0503 0504 0505 0506 0507 0508 0509 0510",
         "0801 0802 0803 0804 0805 0806 0807 0808 0809 0810")


def tracks(turn: int, baltic: str = "", heads: str = "0201 0501 0801") -> Campaign:
    """Three lines to the south, some of their hexes in the favoured countries."""
    area = grid().hexes(baltic)
    rows = {"conversion": [altered_row(EARLY, area), altered_row(LATE, area)],
            "converted": grid().hexes("0201 0501 0801"), "railheads": hexes(heads),
            "last_turn": 38}
    t = campaign(NORTH, foot("A", 1, 1), rows=rows, railway=",".join(LINES))
    t.turn(turn).on_turn("axis", "engineering")
    conversion.new_turn(t.game, t.state)
    return t.ask(conversion.ConvertRails())


def altered_row(row: Conversion, area: int) -> Conversion:
    return msgspec.structs.replace(row, area=area)


def ends(t: Campaign) -> dict[str, int]:
    """How far each line can be converted now."""
    found = t.offers("convert") if t.step() is not None else set()
    return {column: max((int(hex[2:]) - 1 for hex in found if hex[:2] == column), default=0)
            for column in ("02", "05", "08")}


EVERYWHERE = " ".join(LINES)


@pytest.mark.rule("agn:6.3.6.a.1", "agn:6.3.6.a.4", "agn:6.3.6.b.1")
def test_in_russia_four_a_line_and_six_or_ten_in_all() -> None:
    for turn, left in ((10, 2), (11, 4)):
        t = tracks(turn)
        assert ends(t) == {"02": 4, "05": 4, "08": 4}
        t.do("convert 0205")
        assert ends(t)["05"] == left, "six of the early days, ten later"
    t.do("convert 0505")
    assert ends(t) == {"02": 0, "05": 0, "08": 2}


@pytest.mark.rule("agn:6.3.6.a.2", "agn:6.3.6.a.3", "agn:14.4.c.1")
def test_early_in_the_baltic_states_one_line_takes_eight_and_others_six() -> None:
    t = tracks(5, EVERYWHERE)
    assert ends(t) == {"02": 8, "05": 8, "08": 8}
    t.do("convert 0209")
    assert ends(t) == {"02": 0, "05": 6, "08": 6}
    t.do("convert 0507")
    assert ends(t) == {"02": 0, "05": 0, "08": 0}, "fourteen are spent"
    russian = tracks(5, LINES[0])
    russian.do("convert 0209")
    assert ends(russian)["05"] == 4, "the eight of the Baltic are gone, the six are for all"
    russian.do("convert 0505")
    assert ends(russian)["08"] == 2


@pytest.mark.rule("agn:6.3.6.b.2", "agn:6.3.6.b.3", "agn:14.4.c.2")
def test_later_six_a_line_there_and_sixteen_in_all() -> None:
    t = tracks(20, EVERYWHERE)
    assert ends(t) == {"02": 6, "05": 6, "08": 6}
    t.do("convert 0207").do("convert 0507")
    assert ends(t)["08"] == 4
    russian = tracks(20, LINES[0])
    russian.do("convert 0205").do("convert 0505").do("convert 0805")
    assert ends(russian) == {"02": 6, "05": 0, "08": 0}, "two more there, none in Russia"


@pytest.mark.rule("agn:14.4.c.2/border")
def test_over_the_border_six_of_which_four_in_russia() -> None:
    t = tracks(20, "0202 0203")
    assert ends(t)["02"] == 6, "two in Estonia, four in Russia"
    t = tracks(20, "0202")
    assert ends(t)["02"] == 5, "one and four"
    t = tracks(20, "0202 0203 0204")
    assert ends(t)["02"] == 6, "three and three"


@pytest.mark.rule("agn:6.0")
def test_chapter_six_serves_every_scenario_whose_maps_it_names() -> None:
    for name, points in (("june", (6, 8)), ("luga", (10, 6))):
        game = loaded(name)
        state = game.new_state()
        conversion.new_turn(game, state)
        assert (state.points["conversion"], state.points["conversion-local"]) == points


@pytest.mark.rule("agn:6.2")
def test_by_agreement_the_weather_of_1941_replaces_the_roll() -> None:
    game = grognard.load("army_group_north", "luga", {"historical": True})
    assert isinstance(game, EastFrontSeries)
    track = {row.turn: row.historical for row in contents(NORTH).turns if not row.track}
    for turn in (25, 30, 39):
        state = game.new_state()
        state.turn = turn
        WeatherPhase().run(game, state)
        told = state.weather + " storm" * state.storm
        assert told == track[turn]
        assert not isinstance(state.stack[-1], WeatherRoll)
    plain = loaded("luga").new_state()
    plain.turn = 25
    WeatherPhase().run(loaded("luga"), plain)
    assert isinstance(plain.stack[-1], WeatherRoll)


@pytest.mark.rule("agn:6.3.1", "agn:6.3.2")
def test_baltic_rails_serve_the_soviets_until_a_railhead_passes() -> None:
    game = loaded("june")
    state = game.new_state()
    baltic = game.map.areas["baltic"] & game.ground.rail_hexes
    assert not baltic & ~routes.rails_of(game, state, "soviet")
    t = tracks(5, EVERYWHERE, heads="0201")
    for hex in ("0203", "0204"):  # panzers pass
        t.put(hex, "A")
    t.put("1212", "A")
    assert "0204" in t.labels(routes.rails_of(t.game, t.state, "soviet"))
    t.ask(conversion.ConvertRails()).do("convert 0204")
    assert "0204" not in t.labels(routes.rails_of(t.game, t.state, "soviet"))
    assert "0205" in t.labels(routes.rails_of(t.game, t.state, "soviet"))
