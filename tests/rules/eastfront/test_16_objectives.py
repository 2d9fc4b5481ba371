"""Chapter 16: strategic objectives."""

from fractions import Fraction

import pytest

from grognard.core.actions import Action
from grognard.hexes import bits
from grognard.rules.eastfront import victory
from grognard.rules.eastfront.ledger import unit_cost
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.losses import eliminate
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.objectives import (
    ChooseTied,
    ReturnTied,
    SurrenderChecks,
    TiePlain,
    WatchExpeditions,
    allowed_area,
)
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.eastfront.sequence import BlitzPhases, EndOfTurn, PlayerTurn
from grognard.rules.eastfront.state import FUTURE, GONE, POOL
from grognard.rules.eastfront.supply import SupplyPhase
from grognard.rules.eastfront.victory import CheckBerlin, CountVictory
from grognard.rules.eastfront.weather import fronts
from tests.rules.eastfront.fights import shown
from tests.rules.eastfront.grounds import holder, judge, on_net, unsupplied
from tests.rules.eastfront.table import Table, table


def hq_price(t: Table, side: str) -> tuple[int, int]:
    code = "AGS" if side == "axis" else "UkrF"
    cost = unit_cost(t.game, t.phase("", "production").state, side, t.unit(code))
    return cost.step, cost.cadre


def invaded(**stacks: str) -> Table:
    """Soviets in Rumania in the winter of 1942, at the start of their supply phase."""
    t = table("w42").put("Jassy", "3A")
    t.state.last_axis = t.game.grid.all  # nothing else of the country is Soviet
    for hex, blocks in stacks.items():
        t.put(hex, *blocks.split())
    return t.phase("soviet", "supply")


def steps_between(t: Table, home: int) -> dict[int, int]:
    """How many hexes each hex lies from the country, by land."""
    found, wave = dict.fromkeys(bits(home), 0), list(bits(home))
    for hex in wave:
        for there in bits(t.game.ground.beside[hex]):
            if there not in found:
                found[there] = found[hex] + 1
                wave.append(there)
    return found


def soviet_in(t: Table, nation: str) -> int:
    return (t.game.objectives.countries[nation] & t.state.soviet_hexes).bit_count()


@pytest.mark.rule("eastfront:16.1a")
@pytest.mark.parametrize(("die", "gives_up"), [(1, True), (2, True), (3, False)])
def test_16_1a_less_than_hexes_and_lost_units(die: int, gives_up: bool) -> None:
    t = invaded(Kishinev_W1="5AK", Jassy_W1="6AK", Ploesti_NE1="8AK").off(POOL, "1R", "2R")
    t.phase("soviet", "supply")
    assert soviet_in(t, "rumania") == 1
    for code in ("3R", "4R"):
        t.put("Bucharest", code)
    t.ask(SurrenderChecks())
    odds = t.game.odds(t.state, "soviet", Action("accept"))
    assert odds is not None
    assert odds.chance_of("surrenders") == Fraction(1, 3)
    t.do("accept").roll(die)
    assert ("rumania" in t.state.surrendered) is gives_up


@pytest.mark.rule("eastfront:16.1a", "eastfront:16.1c", "eastfront:S44.2")
def test_16_1a_offered_from_the_winter_of_1942_once_a_phase() -> None:
    t = invaded().ask(SurrenderChecks())
    assert t.asked() == "soviet"
    t.do("done")
    assert t.step() is None  # one roll a country; the others are not invaded
    t = table("s42").put("Jassy", "3A").phase("soviet", "supply").ask(SurrenderChecks())
    assert t.step() is None
    for scenario in ("w42", "s43", "w43", "s44"):
        assert table(scenario).game.rows.surrender
    t = invaded()
    t.state.phasing = "axis"
    assert t.ask(SurrenderChecks()).step() is None


@pytest.mark.rule("eastfront:16.1b")
def test_16_1b_one_unit_changes_sides_the_others_are_gone() -> None:
    t = invaded(Bucharest="3R", Galatz="4R", Craiova="5AK 1R", Kharkov="41Pz").off(POOL, "2R")
    before = holder(t, "Constanta")
    t.ask(SurrenderChecks()).do("accept")
    assert not shown(t, "4R", "soviet")
    t.roll(1)
    assert shown(t, "4R", "soviet")  # else nobody could choose
    assert not shown(t, "5AK", "soviet")
    assert t.refused("turn 1R").code == "watched"  # a German zone
    assert t.refused("turn 5AK").code == "other-nation"
    assert t.refused("turn 2R").code == "not-on-map"
    t.do("turn 3R")
    assert t.state.owner(t.game, t.unit("3R")) == "soviet"
    assert not shown(t, "3R", "axis")
    assert [t.where(code) for code in ("4R", "1R", "2R")] == ["gone"] * 3
    assert holder(t, "Constanta") == before
    assert t.state.surrendered == ("rumania",)
    t.state.stack = ()
    assert t.phase("soviet", "supply").ask(SurrenderChecks()).step() is None  # for good


def turned() -> Table:
    """Rumania has surrendered; 3R fights on for the Soviets."""
    t = invaded(Bucharest="3R:1", Galatz="4R:2", Craiova="1R:1").off(POOL, "2R")
    t.phase("soviet", "supply").ask(SurrenderChecks()).do("accept").roll(1).do("turn 3R")
    t.state.stack = ()
    return t


def points(t: Table, side: str, what: str) -> int:
    return sum(n for name, _, n in victory.victory_lines(t.game, t.state, side) if name == what)


@pytest.mark.rule("eastfront:16.1b", "eastfront:17.1e")
def test_16_1b_a_turned_unit_that_is_lost_is_a_soviet_loss() -> None:
    t = turned()
    before = points(t, "axis", "lost-units")
    eliminate(t.game, t.state, t.unit("3R"), "7.33a")
    assert t.state.owner(t.game, t.unit("3R")) == "soviet"
    assert points(t, "soviet", "lost-units") == -1
    assert points(t, "axis", "lost-units") == before
    t.state.last_axis = 0  # the Soviets are through
    t.phase("", "production").ask(ProductionPhase())
    assert t.refused("cadre 3R", "axis").code == "enemy-block"
    t.do("cadre 3R", "soviet")
    assert t.offers("into", "soviet") == {"Bucharest", "Craiova", "Timisoara"}
    t.do("into Bucharest", "soviet").do("done", "axis").do("done", "soviet")
    assert (t.where("3R"), t.state.owner(t.game, t.unit("3R"))) == ("Bucharest", "soviet")


@pytest.mark.rule("eastfront:16.1b", "eastfront:17.1c")
def test_16_1b_units_lost_before_and_by_the_surrender_count() -> None:
    t = invaded(Bucharest="3R:1", Galatz="4R:2", Craiova="1R:1").off(POOL, "2R")
    assert points(t, "axis", "lost-units") == -2
    assert points(turned(), "axis", "lost-units") == -6  # 1R, 2R and 4R, but not 3R


def embattled(attacker: str, *blocks: str) -> Table:
    """3R in a battle at Kishinev when Rumania surrenders; the Soviets turn it."""
    t = table("s43").put("Jassy", "3A").put("Kishinev", "5A:2", "3R:2", *blocks)
    t.state.last_axis = t.game.grid.all
    t.battle("Kishinev", attacker).off(POOL, "1R", "2R", "4R")
    t.state.face_up = t.units("5A") if attacker == "soviet" else t.units("3R")
    t.phase("soviet", "supply").ask(SurrenderChecks()).do("accept").roll(1).do("turn 3R")
    return t


@pytest.mark.rule("eastfront:16.1b", "eastfront:7.12c")
@pytest.mark.parametrize(("attacker", "defender"), [("axis", "soviet"), ("soviet", "axis")])
def test_16_1b_a_turned_unit_leaves_a_battle_as_it_was(attacker: str, defender: str) -> None:
    t = embattled(attacker, "5AK:3")
    assert t.state.attackers == {t.hex("Kishinev"): attacker}
    assert shown(t, "3R", "axis") is (attacker == "soviet")  # attackers lie face up
    t.phase("axis", "command")
    assert holder(t, "Kishinev") == defender


@pytest.mark.rule("eastfront:16.1b", "eastfront:7.12c")
def test_16_1b_a_turned_unit_may_end_a_battle() -> None:
    t = embattled("soviet")
    assert t.state.attackers == {}
    assert not shown(t, "5A", "axis")
    assert not shown(t, "3R", "axis")


@pytest.mark.rule("eastfront:16.1b", "eastfront:16.7a")
def test_16_1b_a_unit_tied_at_the_plain_leaves_with_its_country() -> None:
    t = table("s44").put("Szeged", "3A").put("Budapest", "2H:3").put("Warsaw", "5AK")
    t.state.last_axis = t.game.grid.all
    t.put("Debrecen", "13A").off(POOL, "1H", "3H").phase("soviet", "supply")
    t.ask(TiePlain()).do("tie 2H")
    t.phase("soviet", "supply").ask(SurrenderChecks(), TiePlain()).do("accept").roll(1)
    assert t.where("2H") == "gone"
    assert t.allowed("tie 5AK")  # somebody else must face the Soviets there
    t.state.stack = ()
    t.off(GONE, "3A").phase("axis", "command").ask(ReturnTied())
    assert t.where("2H") == "gone"


@pytest.mark.rule("eastfront:16.11")
def test_16_11_only_at_the_end_of_a_soviet_turn() -> None:
    t = table("s44").put("Kharkov", "3A").put("Sofia", "6AK")
    t.state.surrendered, t.state.last_axis = ("rumania",), t.game.grid.all
    t.phase("axis", "supply").ask(EndOfTurn()).phase("", "production")
    assert holder(t, "Bucharest") == "axis"
    t.phase("soviet", "supply").ask(EndOfTurn()).phase("", "production")
    assert holder(t, "Bucharest") == "soviet"


@pytest.mark.rule("eastfront:16.11", "eastfront:17.1a")
def test_16_11_a_country_that_falls_in_the_last_turn_is_counted() -> None:
    t = table("s44").put("Kharkov", "3A").put("Belgrade", "6AK")
    t.state.surrendered, t.state.last_axis = ("rumania",), t.game.grid.all
    t.phase("soviet", "supply")
    before = production_level(t.game, t.state, "axis")
    t.ask(EndOfTurn(), CountVictory(last=True))
    assert production_level(t.game, t.state, "axis") < before  # Ploesti and Bucharest
    (count,) = t.heard("count")
    assert count.args["axis"] == victory.total(t.game, t.state, "axis")


@pytest.mark.rule("eastfront:16.11")
@pytest.mark.parametrize(("axis_left", "owner"), [(False, "soviet"), (True, "axis")])
def test_16_11_without_axis_units_the_country_turns(axis_left: bool, owner: str) -> None:
    t = table("w42").put("Kharkov", "5AK")
    if axis_left:
        t.put("Craiova", "6AK")
    t.state.surrendered = ("rumania",)
    t.phase("soviet", "supply").ask(EndOfTurn()).phase("axis", "command")
    assert holder(t, "Bucharest") == owner
    assert holder(t, "Warsaw") == "axis"


@pytest.mark.rule("eastfront:16.2a", "eastfront:16.2b", "eastfront:S44.2")
def test_16_2_axis_oil() -> None:
    t = table()
    assert hq_price(t, "axis") == (10, 20)
    t.held("soviet", "Ploesti")
    assert hq_price(t, "axis") == (15, 30)
    t.held("axis", "Baku")
    assert not on_net(t, "axis", "Baku")
    assert hq_price(t, "axis") == (15, 30)  # without a link it is of no use
    t.state.last_axis = t.game.grid.all
    t.held("soviet", "Ploesti")
    assert hq_price(t, "axis") == (10, 20)


@pytest.mark.rule("eastfront:16.2c", "eastfront:W41.1a")
def test_16_2c_surcharges_add_up() -> None:
    assert hq_price(table("w41"), "axis") == (15, 30)
    assert hq_price(table("w41").held("soviet", "Ploesti"), "axis") == (20, 40)


@pytest.mark.rule("eastfront:16.3")
def test_16_3_lend_lease_needs_one_northern_line() -> None:
    t = table().phase("", "production")
    level = production_level(t.game, t.state, "soviet")
    t.held("axis", "Volkhov_NE1").phase("", "production")
    assert production_level(t.game, t.state, "soviet") == level
    t.held("axis", "Vologda_NE1").phase("", "production")
    assert production_level(t.game, t.state, "soviet") == level - 5


@pytest.mark.rule("eastfront:16.4a", "eastfront:16.4b", "eastfront:16.4e", "eastfront:S41.4a")
def test_16_4_satellites_are_confined_until_their_city_falls() -> None:
    t = table("s41").phase("axis", "movement")
    home = t.game.objectives.countries["rumania"]
    area = (home | t.game.grid.spread(home)) & t.game.ground.land
    for code in ("1R", "3R", "4R"):
        assert allowed_area(t.game, t.state, t.unit(code)) == area
    t.held("axis", "Odessa").phase("axis", "combat")
    assert allowed_area(t.game, t.state, t.unit("3R")) == t.game.ground.land
    assert allowed_area(t.game, t.state, t.unit("4R")) == area
    t.held("axis", "Sevastopol").phase("axis", "combat")
    assert allowed_area(t.game, t.state, t.unit("4R")) == t.game.ground.land
    assert allowed_area(t.game, t.state, t.unit("2H")) == t.game.ground.land
    assert allowed_area(t.game, t.state, t.unit("1R")) == area


@pytest.mark.rule("eastfront:16.4a", "eastfront:2.66a")
def test_16_4a_a_confined_unit_does_not_march_out() -> None:
    t = table("s41").put("Jassy", "1R", "AGS", "3R").phase("axis", "movement").active("AGS")
    t.ask(MovementPhase()).do("move 1R")
    outside = {t.hex(to) for to in t.offers("to")}
    area = allowed_area(t.game, t.state, t.unit("1R"))
    assert outside
    assert all(area >> hex & 1 for hex in outside)
    assert t.refused("to Vinnitsa").code in {"confined", "too-far"}


@pytest.mark.rule("eastfront:16.4c", "eastfront:S42.4")
def test_16_4c_sevastopol_brings_the_italian_army() -> None:
    t = table().off(FUTURE, "8I").phase("", "production").ask(ProductionPhase())
    assert t.refused("arrive 8I", "axis").code == "not-due"
    t = table().off(FUTURE, "8I").held("axis", "Sevastopol").phase("", "production")
    t.ask(ProductionPhase()).do("arrive 8I into Warsaw", "axis")
    t.do("done", "axis").do("done", "soviet")
    assert (t.where("8I"), t.cv("8I")) == ("Warsaw", 3)


@pytest.mark.rule("eastfront:16.4c")
def test_16_4c_the_italian_army_waits_in_every_scenario_before() -> None:
    for scenario in ("s41", "w41", "s42", "s41-w41", "campaign"):
        game = table(scenario).game
        assert game.new_state().at[game.italian] == FUTURE
    for scenario in ("s43", "w43", "s44"):
        game = table(scenario).game
        assert game.new_state().at[game.italian] == GONE


@pytest.mark.rule("eastfront:16.4d")
def test_16_4d_confined_again_and_unsupplied_outside() -> None:
    t = table().put("Kharkov", "3R:2")
    assert not unsupplied(judge(t, "axis"), "3R")
    t.held("soviet", "Odessa")
    assert unsupplied(judge(t, "axis"), "3R")
    assert t.cv("3R") == 1


@pytest.mark.rule("eastfront:16.4d", "eastfront:8.34")
def test_16_4d_a_contested_city_is_not_retaken() -> None:
    t = table("w42").put("Kharkov", "4R:2").put("Simferopol", "5AK").phase("soviet", "supply")
    area = allowed_area(t.game, t.state, t.unit("4R"))
    t.state.axis_hexes &= ~(1 << t.hex("Sevastopol"))  # zones of both sides meet there
    assert allowed_area(t.game, t.state, t.unit("4R")) == area == t.game.ground.land


@pytest.mark.rule("eastfront:16.4d", "eastfront:17.1c")
def test_16_4d_the_italian_army_goes_home_when_sevastopol_is_retaken() -> None:
    t = table("w42").put("Kharkov", "8I:3", "4R:3").phase("axis", "command")
    assert t.ask(WatchExpeditions()).where("8I") == "Kharkov"
    t.held("soviet", "Sevastopol").phase("soviet", "supply").ask(WatchExpeditions())
    assert (t.where("8I"), t.where("4R")) == ("gone", "Kharkov")
    assert t.heard("italian-goes-home")
    assert points(t, "axis", "expeditions") == -3  # two for 8I, one for 4R
    t.held("axis", "Sevastopol").phase("", "production").ask(ProductionPhase())
    assert t.refused("arrive 8I", "axis").code == "not-due"


@pytest.mark.rule("eastfront:16.4c")
def test_16_4c_the_italian_army_does_not_come_to_a_city_lost_again() -> None:
    t = table().off(FUTURE, "8I").held("axis", "Sevastopol").phase("", "production")
    t.ask(ProductionPhase())
    assert t.allowed("arrive 8I", "axis")
    t.held("soviet", "Sevastopol").phase("", "production").ask(ProductionPhase())
    assert t.refused("arrive 8I", "axis").code == "not-due"


@pytest.mark.rule("eastfront:16.4d", "eastfront:16.4a")
def test_16_4d_a_unit_confined_again_may_march_home() -> None:
    t = table().put("Zaporozhye", "AGS:3", "3R:2").held("soviet", "Odessa")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase()).do("move 3R")
    home = t.game.objectives.countries["rumania"]
    away = steps_between(t, home)
    assert "Krivoi_Rog" in t.offers("to")
    for to in t.offers("to"):
        assert away[t.hex(to)] < away[t.hex("Zaporozhye")]
    assert t.refused("to Stalino").code in {"confined", "too-far"}
    t.do(f"to {min(t.offers('to'))}")
    assert unsupplied(judge(t, "axis"), "3R")  # still outside


@pytest.mark.rule("eastfront:16.5a", "eastfront:1.7b", "eastfront:S44.2")
def test_16_5a_army_group_e_comes_when_the_line_is_crossed() -> None:
    army = ("21Mtn", "22Mtn", "68AK", "91Mech")
    t = table("s44").off(FUTURE, *army).put("Debrecen", "3A").phase("soviet", "combat")
    t.ask(TiePlain())
    assert t.heard("group-e-called")
    for code in army:
        t.state.arrival_cv[t.unit(code)] = 0
    t.phase("", "production").ask(ProductionPhase())
    for code, port in zip(army, ("Durazzo", "Durazzo", "Salonika", "Salonika"), strict=True):
        t.do(f"arrive {code}", "axis")
        assert t.offers("into", "axis") <= {"Durazzo", "Salonika"}
        t.do(f"into {port}", "axis")
    t.do("done", "axis").do("done", "soviet")
    assert [t.cv(code) for code in army] == [2, 2, 2, 2]
    assert t.where("91Mech") == "Salonika"


@pytest.mark.rule("eastfront:16.5a")
def test_16_5a_not_before_the_line_is_crossed() -> None:
    t = table("s44").put("Warsaw", "3A").phase("soviet", "combat").ask(TiePlain())
    assert t.state.group_e == "waiting"
    game = t.game
    assert {game.new_state().at[unit] for unit in game.group_e_cv} == {FUTURE}


@pytest.mark.rule("eastfront:16.6a")
def test_16_6a_soviet_oil() -> None:
    t = table()
    assert hq_price(t, "soviet") == (10, 20)
    assert hq_price(t.held("axis", "Baku"), "soviet") == (15, 30)


@pytest.mark.rule("eastfront:16.61")
@pytest.mark.parametrize("lost", ["Guryev", "Astrakhan"])
def test_16_61_the_oil_route(lost: str) -> None:
    t = table().phase("", "production")
    level = production_level(t.game, t.state, "soviet")
    t.held("axis", lost).phase("", "production")
    gives = {"Guryev": 1, "Astrakhan": 0}[lost]  # Guryev's own oil
    assert production_level(t.game, t.state, "soviet") == level - 5 - gives
    t.held("axis", "Baku").phase("", "production")
    both = production_level(t.game, t.state, "soviet")
    t.held("soviet", lost).phase("", "production")
    assert production_level(t.game, t.state, "soviet") == both + gives  # not twice


def plain() -> Table:
    t = table("s44").put("Szeged", "3A").put("Budapest", "5AK").put("Belgrade", "6AK", "13A")
    return t.battle("Belgrade", "soviet").put("Debrecen", "8AK:2")


@pytest.mark.rule("eastfront:16.7a", "eastfront:16.7c")
def test_16_7a_each_edge_hex_ties_the_nearest_unit() -> None:
    t = plain().phase("soviet", "combat").ask(TiePlain())
    assert t.asked() == "axis"
    refusal = t.refused("tie 6AK")  # engaged
    assert (refusal.code, refusal.rule) == ("not-nearest", "eastfront:16.7a")
    assert t.refused("tie 41Pz").code == "not-nearest"
    t.do("tie 5AK" if t.allowed("tie 5AK") else "tie 8AK")
    assert t.where("5AK") == "tied"
    assert t.step() is None  # once for each hex
    assert t.ask(TiePlain()).step() is None
    t.phase("soviet", "supply").ask(SupplyPhase())
    assert not unsupplied(t, "5AK")
    lines = victory.victory_lines(t.game, t.state, "axis")
    assert "lost-units" not in {name for name, _, _ in lines}


@pytest.mark.rule("eastfront:16.7b")
def test_16_7b_the_unit_returns_when_the_soviets_have_left() -> None:
    t = plain().phase("soviet", "combat").ask(TiePlain()).do("tie 5AK")
    t.phase("axis", "command").ask(ReturnTied())
    assert t.where("5AK") == "tied"
    t.off(GONE, "3A").phase("axis", "command").ask(ReturnTied())
    assert t.where("5AK") == "Szeged"
    assert t.heard("returns")


@pytest.mark.rule("eastfront:16.8", "eastfront:W44.5a")
def test_16_8_the_road_to_berlin() -> None:
    t = table("w44").put("Lodz", "3A").phase("soviet", "combat").ask(CheckBerlin())
    result = t.game.result(t.state)
    assert result is not None
    assert (result.winner, result.reason) == ("soviet", "berlin")
    t = table("w44").put("Lodz", "3A", "5AK").battle("Lodz", "axis").phase("soviet", "combat")
    assert t.game.result(t.ask(CheckBerlin()).state) is None
    t = table("s44").put("Lodz", "3A").phase("soviet", "combat").ask(CheckBerlin())
    assert t.game.result(t.state) is None  # a summer alone is decided by points
    t = table("campaign").put("Lodz", "3A").phase("soviet", "combat").ask(CheckBerlin())
    assert t.state.winner == "soviet"


def taking(hex: str, scenario: str) -> Table:
    """The Soviets stand alone at the west edge when their combat phase has ended."""
    t = table(scenario).put(hex, "7TC:3").put("Lvov", "UkrF:1").put("Warsaw", "5AK:3")
    t.held("soviet", "Lvov").phase("soviet", "combat").active("UkrF")
    return t


@pytest.mark.rule("eastfront:16.7a")
def test_16_7a_after_combat_before_the_blitz() -> None:
    t = taking("Szeged", "s44").ask(BlitzPhases())
    assert (t.asked(), t.state.phase) == ("axis", "blitz-movement")
    assert t.allowed("tie 5AK")


@pytest.mark.rule("eastfront:16.8")
def test_16_8_after_combat_before_the_blitz() -> None:
    t = taking("Lodz", "w44").ask(BlitzPhases())
    assert t.state.ending == "berlin"


@pytest.mark.rule("eastfront:16.7a", "eastfront:16.8")
def test_16_7a_16_8_each_phase_ends_with_a_look_at_the_edge() -> None:
    steps = [type(part).__name__ for part in PlayerTurn.parts]
    for phase, after in [("CommandPhase", "MovementPhase"), ("MovementPhase", "CombatPhase"),
                         ("BlitzPhases", "SupplyPhase"), ("SupplyPhase", "EndOfTurn")]:
        between = steps[steps.index(phase):steps.index(after)]
        assert between.index("TiePlain") < between.index("CheckBerlin")


@pytest.mark.rule("eastfront:16.7a", "eastfront:10.4a")
def test_16_7a_after_supply() -> None:
    t = table("s44").put("Szeged", "7TC:3", "6AK:1").battle("Szeged", "soviet")
    t.put("Warsaw", "5AK:3").phase("soviet", "supply")
    t.state.last_axis &= ~t.game.grid.disk(t.hex("Szeged"), 4)
    t.ask(PlayerTurn(side="soviet"))
    while not isinstance(t.step(), ChooseTied):
        t.do("done")
    assert t.where("6AK") == "pool"  # it starved


@pytest.mark.rule("eastfront:W44.2a", "eastfront:16.5a", "eastfront:12.3c")
def test_w44_2a_army_group_e_is_in_play_from_the_start() -> None:
    t = table("w44", western_weather=False).put("Belgrade", "3A").put("Warsaw", "68AK")
    t.phase("soviet", "combat").ask(TiePlain())
    assert not t.heard("group-e-called")
    assert fronts(t.game, t.state) == ("east", "west")
