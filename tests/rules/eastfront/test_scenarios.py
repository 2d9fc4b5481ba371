"""The rules of the scenarios (S41 to W44) and of the tutorial (EDL)."""

import pytest

from grognard.hexes import bits
from grognard.records import Playthrough
from grognard.rules.eastfront import seas, strategic
from grognard.rules.eastfront.assault import repulse_numbers
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import CommandPhase, HeadquartersDecide
from grognard.rules.eastfront.fire import firepower
from grognard.rules.eastfront.ledger import unit_cost
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.objectives import allowed_area
from grognard.rules.eastfront.sequence import EndOfFortnight
from grognard.rules.eastfront.state import GONE
from grognard.rules.eastfront.victory import CheckBerlin, victory_lines
from grognard.rules.eastfront.weather import effective_cv, speed
from tests.rules.eastfront.fights import battle, came
from tests.rules.eastfront.grounds import has_line, on_net
from tests.rules.eastfront.setups import game_of, set_up, setting_up
from tests.rules.eastfront.table import Table, eastfront, table


def level(t: Table, side: str) -> int:
    return production_level(t.game, t.phase("axis", "supply").state, side)


# -- summer 1941 ------------------------------------------------------------------------------


@pytest.mark.rule("eastfront:S41.1a", "eastfront:S41.1b", "eastfront:3.24d")
def test_s41_1a_the_historical_set_up_fills_districts_and_sectors() -> None:
    play = set_up("s41", setup="historical")
    game, state = game_of(play), play.state
    areas = game.map.areas
    held = state.occupied(game, "axis") | state.occupied(game, "soviet")
    for side in ("axis", "soviet"):
        empty = areas[f"s41_{side}_frontier"] & ~held
        assert not empty & ~areas["s41_optional"]
    for front, units in (("district_baltic", 3), ("district_western", 5), ("district_kiev", 7)):
        assert len([u for u in bits(state.units_in(areas[front], game.units_of["soviet"]))
                    if not game.hqs >> u & 1]) >= units
    for code, place in (("Coast", "Odessa"), ("3A", None)):
        hex = state.at[game.number[code]]
        assert game.grid.label(hex) == place if place else areas["district_western"] >> hex & 1
    assert areas["sector_ag_north"] >> state.at[game.number["41Pz"]] & 1


@pytest.mark.rule("eastfront:S41.1b", "eastfront:3.24e")
def test_s41_1b_the_historical_set_up_keeps_to_stacking_limits() -> None:
    play = set_up("s41", setup="historical")
    game, state = game_of(play), play.state
    assert not [hex for hex, stack in state.stacks.items()
                if len(stack) > game.ground.stacking(hex)]
    front, areas = game.rows.frontier["axis"], game.map.areas
    for group, hq in (("north", "AGN"), ("center", "AGC"), ("south", "AGS"), ("rumania", "AGA")):
        sector = areas[f"sector_ag_{group}"]
        behind = game.grid.spread(sector) & ~front
        assert behind >> state.at[game.number[hq]] & 1
    assert state.hexes_of(game.hqs).bit_count() == game.hqs.bit_count()
    german = game.nation["germany"]
    assert not state.units_in(game.objectives.countries["hungary"], german)


@pytest.mark.rule("eastfront:S41.1c", "eastfront:S41.1d")
def test_s41_1c_frontiers_and_cities_are_held() -> None:
    assert set(setting_up("s41").decisions) == {"soviet"}
    play = set_up("s41")
    game, state = game_of(play), play.state
    minimum = game.rows.city_minimums
    assert len(minimum) == 18
    assert minimum[game.grid.hex("Leningrad")] == 2
    assert minimum[game.grid.hex("Moscow")] == 3
    for hex, least in minimum.items():
        assert len(state.of_side(game, hex, "soviet")) >= least
    for side in ("axis", "soviet"):
        assert not game.rows.frontier[side] & ~state.occupied(game, side)
        assert not state.occupied(game, side) & ~game.rows.land[side]
    assert state.phasing == "axis"  # who set up second moves first


@pytest.mark.rule("eastfront:S41.2")
def test_s41_2_play_begins_in_the_second_fortnight_of_june() -> None:
    t = table("s41")
    assert t.game.first == (1941 * 12 + 5, 2)
    t.phase("", "").ask(EndOfFortnight(2))
    assert t.state.month == 1941 * 12 + 6  # July: the first production


@pytest.mark.rule("eastfront:S41.3a")
def test_s41_3a_soviet_headquarters_are_disrupted_in_june() -> None:
    t = table("s41").put("Kiev", "UkrF:2").put("Moscow", "STAVKA:2").put("Warsaw", "AGC:2")
    t.phase("soviet", "command")
    assert [effective_cv(t.game, t.state, t.unit(hq)) for hq in ("UkrF", "STAVKA", "AGC")] \
        == [1, 1, 2]
    t.state.month += 1
    assert effective_cv(t.game, t.state, t.unit("UkrF")) == 2


@pytest.mark.rule("eastfront:S41.4b")
def test_s41_4b_no_german_headquarters_enters_hungary() -> None:
    t = table("s41").put("Kosice_NE1", "AGS").held("axis", "Kosice", "Kosice_E1")
    t.phase("axis", "command").ask(CommandPhase(), HeadquartersDecide()).do("activate AGS")
    assert t.refused("shift Kosice").code == "closed-country"
    t.do("stay").do("mobile AGS")
    assert t.refused("to Kosice_E1").code == "closed-country"


@pytest.mark.rule("eastfront:S41.4b", "eastfront:9.21a")
def test_s41_4b_no_german_goes_through_hungary_by_train() -> None:
    """From Galatz a line leads to Jassy_W1, but through Hungary: others take it, Germans do not."""
    t = table("s41").put("Galatz", "5AK", "3R").put("Warsaw", "OKH").held("soviet", "Cernauti")
    t.phase("axis", "movement").active("OKH", supreme_moves=6)
    t.ask(MovementPhase()).do("rail 5AK")
    ruling = t.refused("to Jassy_W1")
    assert (ruling.code, ruling.rule) == ("train-through-closed-country", "eastfront:S41.4b")
    for language, word in {"en": "Hungary", "fr": "Hongrie"}.items():
        assert word in t.game.sentence(ruling, language)
    assert t.refused("to Odessa").code == "not-linked", "no friendly line at all"
    assert t.do("stay").do("rail 3R").allowed("to Jassy_W1")


@pytest.mark.rule("eastfront:S41.4b")
def test_s41_4b_no_german_disengages_into_hungary() -> None:
    t = table("s41").put("Kosice_NE1", "5AK", "6AK", "3A:1").battle("Kosice_NE1", "soviet")
    t.put("Warsaw", "OKH").held("axis", "Kosice").phase("axis", "movement")
    t.active("OKH", supreme_moves=6).ask(MovementPhase()).do("order 5AK")
    assert t.refused("leave Kosice").code == "closed-country"


@pytest.mark.rule("eastfront:S41.4b", "eastfront:9.21a")
def test_s41_4b_no_german_goes_by_rail_into_or_through_hungary() -> None:
    t = table("s41").put("Warsaw", "OKH", "5AK").put("Bucharest", "3R").phase("axis", "movement")
    t.active("OKH", supreme_moves=6).ask(MovementPhase())
    german, rumanian = (strategic.costs(t.game, t.state, t.unit(block), "rail")
                        for block in ("5AK", "3R"))
    hungary = t.game.objectives.countries["hungary"]
    assert not any(hungary >> hex & 1 for hex in german)
    assert any(hungary >> hex & 1 for hex in rumanian)


@pytest.mark.rule("eastfront:S41.4b")
def test_s41_4b_hungary_waits_for_july() -> None:
    t = table("s41").put("Kosice_NE1", "AGS", "41Pz").put("Kosice_E1", "1H")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    refusal = t.refused("move 1H")
    assert (refusal.code, refusal.rule) == ("frozen-nation", "eastfront:S41.4b")
    t.do("move 41Pz")
    assert t.refused("to Kosice_E1").code == "closed-country"
    t = table("s41").put("Kosice_NE1", "AGS", "41Pz").put("Kosice_E1", "1H")
    t.state.month += 1
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    assert t.allowed("move 1H")
    t.do("move 41Pz")
    assert "Kosice_E1" in t.offers("to")


# -- winter 1941 ------------------------------------------------------------------------------


@pytest.mark.rule("eastfront:W41.1b", "eastfront:W41.1c")
def test_w41_1b_the_axis_crawls_and_fires_badly_in_snow() -> None:
    t = table("w41").put("Kursk", "41Pz").put("Moscow", "7TC").weather("snow", "dry")
    t.phase("axis", "movement")
    assert speed(t.game, t.state, t.unit("41Pz")) == 1
    assert speed(t.game, t.state, t.unit("7TC")) == 2
    fire = [firepower(t.game, t.state, t.unit("41Pz"), t.hex("Kursk"), offensive)
            for offensive in (True, False)]
    assert fire == ["SF", "DF"]
    t = table("w42").put("Kursk", "41Pz").weather("snow").phase("axis", "movement")
    assert speed(t.game, t.state, t.unit("41Pz")) == 2


@pytest.mark.rule("eastfront:W41.1b")
def test_w41_1b_axis_armor_goes_one_hex_in_snow_but_rides_as_far_as_ever() -> None:
    reach = {}
    for scenario, weather in (("w41", "snow"), ("w41", "dry"), ("w42", "snow")):
        t = table(scenario).put("Kharkov", "41Pz", "AGS", "OKH").weather(weather, weather)
        t.phase("axis", "movement").active("AGS", "OKH", supreme_moves=2).ask(MovementPhase())
        t.do("move 41Pz")
        start = t.hex("Kharkov")
        reach[scenario, weather] = max(t.game.grid.distance(start, t.hex(to))
                                       for to in t.offers("to"))
    assert reach == {("w41", "snow"): 1, ("w41", "dry"): 3, ("w42", "snow"): 2}
    t = table("w41").put("Kharkov", "41Pz", "OKH").weather("snow", "snow").phase("axis", "movement")
    t.active("OKH", supreme_moves=2).ask(MovementPhase()).do("rail 41Pz")
    assert max(t.game.grid.distance(t.hex("Kharkov"), t.hex(to)) for to in t.offers("to")) > 9


@pytest.mark.rule("eastfront:W41.2")
def test_w41_2_weak_axis_headquarters_give_points() -> None:
    t = table("w41").put("Minsk", "OKH:3", "AGN:3", "AGC:3").phase("axis", "supply")
    assert ("axis-headquarters", "W41.2", 5) in victory_lines(t.game, t.state, "soviet")
    t = table("s42").put("Minsk", "OKH:3").phase("axis", "supply")
    assert not [1 for name, _, _ in victory_lines(t.game, t.state, "soviet")
                if name == "axis-headquarters"]


@pytest.mark.rule("eastfront:W41.3", "eastfront:S42.3", "eastfront:W42.3", "eastfront:S43.4",
                  "eastfront:W43.3")
@pytest.mark.parametrize(("scenario", "start"), [("w41", 49), ("s42", 56), ("w42", 62),
                                                 ("s43", 64), ("w43", 74)])
def test_leningrad_starts_without_rail_supply(scenario: str, start: int) -> None:
    t = table(scenario)
    for row in t.game.rows.battles:
        t.held(row.defender, t.game.grid.label(row.hex))
    assert level(t, "soviet") == start
    assert not on_net(t, "soviet", "Leningrad")
    t.held("soviet", "Volkhov", "Volkhov_NE1", "Tikhvin", "Tikhvin_NE1", "Novgorod_E1")
    assert level(t, "soviet") == start + 6


@pytest.mark.rule("eastfront:W41.4", "eastfront:S42.4", "eastfront:W42.4", "eastfront:16.4b")
@pytest.mark.parametrize(("scenario", "free"), [
    ("w41", {"3R"}), ("s42", {"3R"}), ("w42", {"3R", "4R", "2H", "8I"})])
def test_released_satellites_at_the_start(scenario: str, free: set[str]) -> None:
    t = table(scenario).phase("axis", "movement")
    satellites = {"1R", "3R", "4R", "1H", "2H", "3H", "1B", "8I"}
    found = {code for code in satellites
             if allowed_area(t.game, t.state, t.unit(code)) == t.game.ground.land}
    assert found | {"8I"} == free | {"8I"}
    assert set(t.game.rows.free_satellites) == free


@pytest.mark.rule("eastfront:W41.5", "eastfront:S42.5", "eastfront:S43.5", "eastfront:11.6e")
@pytest.mark.parametrize(("scenario", "side", "codes"), [
    ("w41", "soviet", ("3Sh", "4Sh", "4Para")), ("s42", "axis", ("27AK",)),
    ("s42", "soviet", ("5GTC",)), ("s43", "axis", ("3SS",))])
def test_reinforcements_of_the_first_month_start_in_home_cities(
    scenario: str, side: str, codes: tuple[str, ...]
) -> None:
    play = set_up(scenario)
    game, state = game_of(play), play.state
    cities = (game.ground.major | game.ground.minor) & game.home[side]
    for code in codes:
        assert cities >> state.at[game.number[code]] & 1
        assert state.cv[game.number[code]] == state.arrival_cv[game.number[code]]


# -- 1942 and 1943 ----------------------------------------------------------------------------


@pytest.mark.rule("eastfront:S42.1", "eastfront:2.63a")
@pytest.mark.parametrize(("scenario", "fire"), [("w41", "SF"), ("s42", "TF"), ("w42", "TF")])
def test_s42_1_siege_artillery_from_the_summer_of_1942(scenario: str, fire: str) -> None:
    t = table(scenario).put("Sevastopol", "54AK", "3A").battle("Sevastopol", "axis")
    t.phase("axis", "combat")
    assert firepower(t.game, t.state, t.unit("54AK"), t.hex("Sevastopol"), True) == fire


@pytest.mark.rule("eastfront:S42.2", "eastfront:W42.2", "eastfront:S43.3", "eastfront:W43.2",
                  "eastfront:W42.3")
@pytest.mark.parametrize(("scenario", "battles"), [
    ("s42", {"Volkhov": "soviet"}), ("w42", {"Volkhov": "soviet", "Stalingrad": "axis"}),
    ("s43", {"Volkhov": "soviet"}), ("w43", {"Volkhov": "soviet", "Kremenchug_W1": "soviet"})])
def test_battles_at_the_start(scenario: str, battles: dict[str, str]) -> None:
    play = set_up(scenario)
    game, state = game_of(play), play.state
    assert state.attackers == {game.grid.hex(hex): side for hex, side in battles.items()}
    for hex, attacker in state.attackers.items():
        assert state.battles(game) >> hex & 1
        assert all(state.face_up >> unit & 1 for unit in state.of_side(game, hex, attacker))
    if scenario == "w42":
        stalingrad = state.of_side(game, game.grid.hex("Stalingrad"), "axis")
        assert len(stalingrad) >= 2
        assert all(state.cv[unit] >= 3 for unit in stalingrad)
        assert any(game.types[game.units[unit].type].counts_as == "armor" for unit in stalingrad)


@pytest.mark.rule("eastfront:W42.1")
def test_w42_1_the_axis_sets_up_first_and_the_soviets_move_first() -> None:
    assert set(setting_up("w42").decisions) == {"axis"}
    assert set_up("w42").state.phasing == "soviet"


@pytest.mark.rule("eastfront:S43.1")
def test_s43_1_july_alone_but_june_when_play_goes_on() -> None:
    assert eastfront("s43").first == (1943 * 12 + 6, 1)
    t = table("w42-s43")
    t.state.month = 1943 * 12 + 4
    t.put("Kharkov", "8I").phase("", "").ask(EndOfFortnight(2))
    assert t.state.month == 1943 * 12 + 5
    assert t.game.half(t.state).id == "s43"
    assert t.where("8I") == "gone"  # S43.2


@pytest.mark.rule("eastfront:S43.2", "eastfront:W43.1", "eastfront:S44.1")
@pytest.mark.parametrize("scenario", ["s43", "w43", "s44"])
def test_s43_2_satellites_stay_at_home_for_good(scenario: str) -> None:
    t = table(scenario).held("axis", "Odessa", "Sevastopol").phase("axis", "movement")
    rumania = t.game.map.areas["rumania_1939"]
    area = (rumania | t.game.grid.spread(rumania)) & t.game.ground.land
    for code in ("1R", "3R", "4R"):
        assert allowed_area(t.game, t.state, t.unit(code)) == area
    for code, nation in (("2H", "Hungary"), ("1B", "Bulgaria")):
        home = t.game.map.areas[nation]
        assert allowed_area(t.game, t.state, t.unit(code)) == (
            (home | t.game.grid.spread(home)) & t.game.ground.land)
    assert t.game.new_state().at[t.unit("8I")] == GONE


# -- 1944 -------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront:S44.3")
def test_s44_3_the_axis_activates_nobody_in_its_first_turn() -> None:
    t = table("s44").put("Minsk", "AGC").put("Moscow", "STAVKA")
    t.phase("axis", "command").ask(CommandPhase())
    assert not t.state.active
    assert t.step() is None or not t.offers("activate")
    t.state.stack = ()
    t.state.fortnight = 2
    t.phase("axis", "command").ask(CommandPhase())
    assert "AGC" in t.offers("activate")


@pytest.mark.rule("eastfront:W44.1a", "eastfront:W44.2a", "eastfront:W44.2b", "eastfront:W44.3")
def test_w44_the_start() -> None:
    play = set_up("w44")
    game, state = game_of(play), play.state
    courland = state.units_in(game.map.areas["courland"], game.units_of["axis"])
    assert courland.bit_count() >= 8
    assert courland >> game.number["AGN"] & 1
    assert all(unit in game.in_play for unit in game.group_e_cv)
    turned = [u for u in bits(state.defected) if state.at[u] >= 0]
    assert {game.units[u].nation for u in turned} == {"rumania", "hungary", "bulgaria"}
    assert sum(state.cv[u] for u in turned) == 5
    seen = {piece.at: piece.side for piece in game.table.scene(game.view(state, "axis")).pieces}
    assert {seen[f"hex:{game.grid.label(state.at[u])}"] for u in turned} == {"soviet"}
    edge = game.map.areas["hungarian_plain_w44"]
    assert not edge & ~state.occupied(game, "soviet")
    while play.decisions and set(play.decisions) == {"axis"} and len(state.tied) < 3:
        offers = play.offers("axis").choices["tie"]
        play.do("axis", f"tie {game.units[offers.pick(0)].code}")
        state = play.state
    assert set(state.tied) == set(bits(edge))
    assert state.phasing == "soviet"


@pytest.mark.rule("eastfront:W44.1b")
def test_w44_1b_courland_lives_by_sea() -> None:
    t = table("w44").phase("soviet", "supply")
    assert has_line(t, "axis", "Riga_W1")
    t.put("Danzig", "5AK", "3A").battle("Danzig", "soviet").phase("soviet", "supply")
    assert not has_line(t, "axis", "Riga_W1")
    t = table("w44").put("Ventspils", "5AK", "3A").battle("Ventspils", "soviet")
    assert on_net(t.phase("soviet", "supply"), "axis", "Ventspils")  # so far and no further
    assert not has_line(t, "axis", "Riga_W1")
    t = table("w44").held("soviet", "Danzig").phase("soviet", "supply")
    assert not seas.controls(t.game, seas.shores(t.game, t.state, "axis"), 0)
    assert not has_line(t, "axis", "Riga_W1")


@pytest.mark.rule("eastfront:W44.1b", "eastfront:15.1a")
def test_w44_1b_a_battle_at_a_base_shuts_off_courland_alone() -> None:
    t = table("w44").held("axis", "Memel").put("Danzig", "5AK", "3A").battle("Danzig", "soviet")
    t.put("Sevastopol", "6AK", "4A").battle("Sevastopol", "axis").phase("soviet", "supply")

    def lanes(side: str, start: str) -> set[str]:
        found = seas.lanes(t.game, seas.shores(t.game, t.state, side), 1 << t.hex(start))
        return {t.game.grid.label(hex) for hex in bits(found)}

    assert lanes("axis", "Konigsberg") == {"Danzig", "Konigsberg", "Memel"}
    assert {"Odessa", "Constanta"} <= lanes("soviet", "Odessa")  # its defender controls the base


@pytest.mark.rule("eastfront:W44.4", "eastfront:16.2a")
def test_w44_4_axis_headquarters_are_dear_without_ploesti() -> None:
    t = table("w44").phase("", "production")
    cost = unit_cost(t.game, t.state, "axis", t.unit("AGS"))
    assert (cost.step, cost.cadre) == (15, 30)


@pytest.mark.rule("eastfront:W44.5a")
@pytest.mark.parametrize(("month", "winner", "level"), [
    (1944 * 12 + 11, "soviet", "decisive"), (1945 * 12, "soviet", "major"),
    (1945 * 12 + 1, "soviet", "marginal"), (1945 * 12 + 2, "", "draw"),
    (1945 * 12 + 3, "axis", "marginal"), (1945 * 12 + 4, "axis", "major")])
def test_w44_5a_the_month_decides(month: int, winner: str, level: str) -> None:
    t = table("w44").put("Danzig", "3A")
    t.state.month = month
    t.phase("soviet", "supply").ask(CheckBerlin())
    assert (t.state.winner, t.state.level) == (winner, level)


@pytest.mark.rule("eastfront:W44.6")
def test_w44_6_the_axis_has_no_air_force() -> None:
    t = table("w44").put("Warsaw", "5AK", "3A").battle("Warsaw", "axis").put("Lodz", "AGC:2")
    t.phase("axis", "combat").active("AGC").ask(CombatPhase())
    assert t.game.half(t.state).air == {"axis": "none", "soviet": "TF"}
    assert not t.offers("strike")


# -- the tutorial -----------------------------------------------------------------------------


@pytest.mark.rule("eastfront:EDL.1", "eastfront:EDL.2", "eastfront:EDL.3")
def test_edl_1_the_tutorial_begins() -> None:
    play = Playthrough(eastfront("edelweiss"), seed=1, automations=())
    game, state = game_of(play), play.state
    on_map = [u for u, at in enumerate(state.at) if at >= 0]
    assert sum(game.units[u].side == "axis" for u in on_map) == 13
    assert sum(game.units[u].side == "soviet" for u in on_map) in (11, 12)  # with STAVKA
    assert {u.code for n, u in enumerate(game.units) if state.at[n] == -1} == {"L", "M"}
    assert state.attackers == {game.grid.hex("Stalingrad"): "axis"}
    assert (state.month, state.fortnight) == (1942 * 12 + 6, 2)
    assert (state.phasing, state.phase, state.east) == ("axis", "command", "dry")
    assert game.half(state).air == {"axis": "DF", "soviet": "SF"}
    assert game.half(state).handicap == 0


@pytest.mark.rule("eastfront:EDL.4")
def test_edl_4_stavka_commands_from_moscow() -> None:
    play = Playthrough(eastfront("edelweiss"), seed=1, automations=())
    game, state = game_of(play), play.state.copy()
    (stavka,) = bits(game.supreme & game.units_of["soviet"])
    moscow = game.grid.hex("Moscow")
    assert state.at[stavka] == moscow
    assert not game.rows.playable >> moscow & 1
    t = Table(game, state).phase("soviet", "command").ask(CommandPhase())
    t.do(f"activate {game.units[stavka].code}")
    t.do("done")
    assert t.state.supreme_moves == 2 * state.cv[stavka]


@pytest.mark.rule("eastfront:EDL.5")
def test_edl_5_the_tutorial_ends_in_august() -> None:
    t = table("edelweiss")
    assert t.game.last == (1942 * 12 + 7, 2)
    t.state.month, t.state.fortnight = t.game.last
    t.phase("", "").ask(EndOfFortnight(2))
    assert t.game.result(t.state) is not None
    assert t.heard("count")


@pytest.mark.rule("eastfront:S41.3b")
def test_s41_3b_no_german_river_assault_is_repulsed_in_june() -> None:
    t = battle("Kupyansk", "41Pz", "3A", scenario="s41", new=True)
    came(t, _41Pz="Kharkov")
    assert repulse_numbers(t.game, t.state, t.hex("Kupyansk")) == ()
    side = t.game.grid.hexside(t.hex("Kharkov"), t.hex("Kupyansk"))
    assert t.game.ground.capacity(side, "dry") == 1  # the limit stays
    t.state.month += 1
    assert repulse_numbers(t.game, t.state, t.hex("Kupyansk")) == (1, 2)


@pytest.mark.rule("eastfront:S41.3b", "eastfront:7.54")
def test_s41_3b_rumanians_alone_may_be_repulsed_in_june() -> None:
    t = battle("Kishinev", "3R", "3A", scenario="s41", new=True)
    came(t, _3R="Kishinev_W1")
    assert repulse_numbers(t.game, t.state, t.hex("Kishinev")) == (1, 2)
    came(t.put("Kishinev", "11AK"), _11AK="Kishinev_W1")  # Germans at their side help them over
    assert repulse_numbers(t.game, t.state, t.hex("Kishinev")) == ()
