"""Rule 0.1 and chapter 2: the blocks."""

import pytest

from grognard.records import Playthrough
from grognard.rules.eastfront.fire import firepower
from grognard.rules.eastfront.fog import TOKENS, token
from grognard.rules.eastfront.ledger import unit_cost
from grognard.rules.eastfront.losses import eliminate, lose_step
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.objectives import allowed_area
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.eastfront.state import FUTURE, POOL
from grognard.rules.eastfront.weather import speed
from tests.rules.eastfront.fights import battle, fight, fires, shown
from tests.rules.eastfront.table import Table, eastfront, table


def may_go(t: Table, code: str, hex: str) -> bool:
    return bool(allowed_area(t.game, t.state, t.unit(code)) >> t.hex(hex) & 1)


def orders(t: Table) -> Table:
    """The month's production begins."""
    t.phase("axis", "production").ask(ProductionPhase())
    return t


@pytest.mark.rule("eastfront:0.1")
def test_0_1_the_enemy_sees_that_a_block_stands_there_and_whose_it_is() -> None:
    t = table().put("Kursk", "41Pz:3", "AGS", "3R").put("Voronezh", "3A:2").phase("axis", "command")
    view = t.game.view(t.state, "soviet").state
    tokens = view.stacks[t.hex("Kursk")]
    assert len(tokens) == 3
    assert all(token <= TOKENS for token in tokens)
    assert len(set(tokens)) == 1  # Germans and a Rumanian: black blocks all
    assert token(t.game, t.state, t.unit("3A")) not in tokens
    for code in ("41Pz", "AGS", "3R"):
        assert view.at[t.unit(code)] < 0
        assert view.cv[t.unit(code)] == 0
    assert shown(t, "3A", "soviet")
    assert t.game.view(t.state, "axis").state.cv[t.unit("41Pz")] == 3


@pytest.mark.rule("eastfront:2.1a")
def test_2_1a_ten_satellites() -> None:
    units = eastfront().units
    satellites = [unit for unit in units if unit.satellite]
    assert len([u for u in satellites if u.type == "infantry"]) == 8
    assert len([u for u in satellites if u.type == "static"]) == 2
    assert {u.nation for u in satellites} == {"rumania", "hungary", "italy", "bulgaria"}
    assert [u.code for u in satellites if u.nation == "italy"] == ["8I"]
    assert {u.nation for u in units if u.side == "soviet"} == {"ussr"}


SPEED_AND_FIRE = {"41Pz": (3, "DF", "DF"), "55Mot": (3, "SF", "DF"), "5AK": (2, "SF", "SF"),
                  "54AK": (2, "SF", "SF"), "49Mtn": (2, "SF", "SF"), "2R": (1, "SF", "SF"),
                  "3R": (2, "SF", "SF"), "2SS": (3, "TF", "TF"), "3SS": (3, "DF", "TF"),
                  "AGS": (2, "none", "none"), "7TC": (3, "DF", "DF"), "6MC": (3, "SF", "DF"),
                  "3A": (2, "SF", "SF"), "24A": (2, "SF", "SF"), "Coast": (2, "SF", "SF"),
                  "5CC": (3, "SF", "SF"), "1Sh": (1, "DF", "DF"), "4Para": (2, "SF", "DF")}
"""One block of every kind; a guard is no faster than others of its type."""


@pytest.mark.rule("eastfront:2.2")
@pytest.mark.parametrize("code", SPEED_AND_FIRE)
def test_2_2_a_block_moves_and_fires_as_its_type_does(code: str) -> None:
    t = table().put("Kursk", code).phase("axis", "movement")
    unit, hex = t.unit(code), t.hex("Kursk")
    fire = (firepower(t.game, t.state, unit, hex, offensive) for offensive in (True, False))
    assert (speed(t.game, t.state, unit), *fire) == SPEED_AND_FIRE[code]


@pytest.mark.rule("eastfront:2.2")
def test_2_2_every_kind_of_block_is_among_them() -> None:
    units = eastfront().units
    assert {u.type for u in units} == {u.type for u in units if u.code in SPEED_AND_FIRE}


@pytest.mark.rule("eastfront:2.26")
def test_2_26_headquarters_have_no_fire() -> None:
    game = eastfront()
    assert (game.types["hq"].offensive, game.types["hq"].defensive) == ("none", "none")


@pytest.mark.rule("eastfront:2.21", "eastfront:2.22", "eastfront:2.23", "eastfront:2.24a",
                  "eastfront:2.25")
@pytest.mark.parametrize(("kind", "speeds", "attack", "defence"), [
    ("armor", (3, 1, 2), "DF", "DF"), ("mech", (3, 1, 2), "SF", "DF"),
    ("infantry", (2, 1, 1), "SF", "SF"), ("cavalry", (3, 2, 2), "SF", "SF"),
    ("shock", (1, 1, 1), "DF", "DF")])
def test_2_21_the_base_types(
    kind: str, speeds: tuple[int, int, int], attack: str, defence: str
) -> None:
    row = eastfront().types[kind]
    assert tuple(row.speed[weather] for weather in ("dry", "mud", "snow")) == speeds
    assert (row.offensive, row.defensive) == (attack, defence)
    sides = {unit.side for unit in eastfront().units if unit.type == kind}
    assert sides == ({"soviet"} if kind in ("cavalry", "shock") else {"axis", "soviet"})


@pytest.mark.rule("eastfront:2.65a")
def test_2_65a_ss_firepower() -> None:
    types = eastfront().types
    assert (types["ss_armor"].offensive, types["ss_armor"].defensive) == ("TF", "TF")
    assert (types["ss_mech"].offensive, types["ss_mech"].defensive) == ("DF", "TF")


@pytest.mark.rule("eastfront:2.4a", "eastfront:2.4b", "eastfront:2.67b")
def test_2_4a_steps_go_one_by_one_until_the_block_is_gone() -> None:
    t = table().put("Kursk", "5AK:2").put("Bucharest", "2R:1").phase("axis", "combat")
    lose_step(t.game, t.state, t.unit("5AK"), "2.4a")
    assert t.cv("5AK") == 1
    lose_step(t.game, t.state, t.unit("5AK"), "2.4b")
    assert t.where("5AK") == "pool"  # and can be rebuilt
    lose_step(t.game, t.state, t.unit("2R"), "2.67b")
    assert (t.where("2R"), t.cv("2R")) == ("Bucharest", 0)  # a static block keeps a 0 step


@pytest.mark.rule("eastfront:2.4c")
def test_2_4c_maxima_by_class() -> None:
    t = table().put("Moscow", "3A:3", "1GTC:3").put("Gorky", "STAVKA")
    most = {unit.code: unit.max_cv for unit in t.game.units}
    assert {most[code] for code in ("41Pz", "5AK", "1GTC", "1Sh", "2H")} == {4}
    assert {most[code] for code in ("3A", "3R", "8I", "4Para", "1B")} == {3}
    assert most["2R"] == most["2B"] == 2
    orders(t)
    ruling = t.refused("step 3A", "soviet")
    assert (ruling.code, ruling.rule) == ("full-strength", "eastfront:2.4c")
    assert t.allowed("step 1GTC", "soviet")


@pytest.mark.rule("eastfront:2.5a", "eastfront:2.66b")
def test_2_5a_only_the_e_of_expeditions_matters() -> None:
    game = eastfront()
    marked = {unit.code for unit in game.units if "expeditionary" in unit.elite}
    assert marked == {"3R", "4R", "2H", "8I"}
    codes = [unit.code for unit in game.units]
    assert len(set(codes)) == len(codes)


@pytest.mark.rule("eastfront:2.61", "eastfront:2.62b", "eastfront:2.67d")
def test_2_61_costs_of_special_blocks() -> None:
    t = table()
    cost = {code: unit_cost(t.game, t.state, t.game.units[t.unit(code)].side, t.unit(code))
            for code in ("Coast", "49Mtn", "2R")}
    assert (cost["Coast"].step, cost["Coast"].cadre) == (2, 6)
    assert (cost["49Mtn"].step, cost["49Mtn"].cadre) == (5, 8)
    assert (cost["2R"].step, cost["2R"].cadre) == (3, 2)
    assert t.game.types["coastal"].evacuation_speed == 2
    assert t.game.types["mountain"].speed == {"dry": 2, "mud": 1, "snow": 1}
    assert not t.game.types["mountain"].never_stops


@pytest.mark.rule("eastfront:2.67d")
def test_2_67d_a_static_cadre_comes_at_0() -> None:
    t = orders(table().off(POOL, "2R").put("Warsaw", "OKH"))
    t.do("cadre 2R into Bucharest", "axis").do("done", "axis").do("done", "soviet")
    assert (t.where("2R"), t.cv("2R")) == ("Bucharest", 0)


@pytest.mark.rule("eastfront:2.64")
def test_2_64_the_paratroops_start_eliminated() -> None:
    play = Playthrough(eastfront("s42"), seed=1)
    play.do("axis", "auto")
    play.do("soviet", "auto")
    assert play.state.at[eastfront("s42").number["4Para"]] == POOL
    december = eastfront("s41-w41").reinforcements
    assert december[eastfront().number["4Para"]].month == 1941 * 12 + 11


@pytest.mark.rule("eastfront:2.65b")
def test_2_65b_one_ss_step_a_month() -> None:
    t = table("w43").put("Warsaw", "2SS:2", "3SS:2", "OKH")
    orders(t).do("step 2SS", "axis")
    ruling = t.refused("step 3SS", "axis")
    assert ruling.code == "one-ss-step"


@pytest.mark.rule("eastfront:2.66a", "eastfront:2.66b")
def test_2_66a_satellites_stay_in_or_beside_their_country_until_released() -> None:
    t = table("s41").put("Bucharest", "3R", "4R", "1R").phase("axis", "movement")
    assert may_go(t, "1R", "Bucharest")
    assert not may_go(t, "3R", "Kiev")
    t.held("axis", "Odessa").phase("axis", "movement")
    assert may_go(t, "3R", "Kiev")
    assert not may_go(t, "4R", "Kiev")
    t.held("axis", "Sevastopol").phase("axis", "movement")
    assert may_go(t, "4R", "Kiev")
    assert may_go(t, "2H", "Kiev")
    assert not may_go(t, "1R", "Kiev")


@pytest.mark.rule("eastfront:2.66a")
def test_2_66a_the_move_itself_is_refused() -> None:
    t = table("s41").put("Jassy", "1R").put("Galatz", "AGA:2").phase("axis", "movement")
    t.active("AGA").ask(MovementPhase()).do("move 1R")
    ruling = t.refused("to Kiev")
    assert (ruling.code, ruling.rule) == ("confined", "eastfront:2.66a")


@pytest.mark.rule("eastfront:2.66c")
def test_2_66c_a_rebuilt_satellite_stays_home() -> None:
    t = table("s42").put("Kharkov", "3R").held("axis", "Odessa").phase("axis", "movement")
    assert may_go(t, "3R", "Kiev")
    eliminate(t.game, t.state, t.unit("3R"), "7.33c")
    t.put("Bucharest", "3R")
    assert not may_go(t, "3R", "Kiev")
    assert may_go(t, "3R", "Bucharest")


@pytest.mark.rule("eastfront:2.67a")
def test_2_67a_static_blocks_obey_supreme_moves_only() -> None:
    t = table().put("Bucharest", "2R", "AGA").put("Warsaw", "OKH").phase("axis", "movement")
    t.active("AGA", "OKH", supreme_moves=2).ask(MovementPhase())
    assert t.refused("move 2R").code == "supreme-moves-only"
    t.do("order 2R")
    assert t.offers("to") <= {t.game.grid.label(hex)
                              for hex in t.game.grid.neighbours(t.hex("Bucharest"))}


@pytest.mark.rule("eastfront:2.67c")
def test_2_67c_a_lone_static_block_at_0_is_swept_away() -> None:
    t = table().put("Galatz", "2R:0").put("Jassy", "3A", "SouF").phase("soviet", "movement")
    t.active("SouF").ask(MovementPhase())
    target = t.hex("Galatz")
    near = t.game.grid.label(next(h for h in t.game.grid.neighbours(target)
                                  if t.game.ground.beside[target] >> h & 1))
    t.put(near, "3A").phase("soviet", "movement").active("SouF").ask(MovementPhase())
    t.put("Warsaw", "STAVKA").active("STAVKA", supreme_moves=1).ask(MovementPhase())
    t.do(f"order 3A to Galatz over {near}")
    assert t.where("2R") == "pool"
    assert t.where("3A") == "Galatz"
    assert not t.state.new_battles
    assert not t.state.attackers


@pytest.mark.rule("eastfront:2.67c")
def test_2_67c_the_hit_that_brings_a_lone_static_block_to_0_ends_the_battle() -> None:
    t = battle("Ploesti", "2R:1", "3A:3", attacker="soviet", active="soviet",
               hq="UkrF:2@Galatz", scenario="s44")
    fight(t, "Ploesti")
    fires(t, "2R", 1)
    fires(t, "3A", 6, 1, 1).do("lose 2R")
    assert (t.where("2R"), t.cv("2R")) == ("pool", 0)
    assert not t.state.battles(t.game)
    assert t.heard("eliminated")[0].rule == "2.67c"


@pytest.mark.rule("eastfront:2.67b", "eastfront:2.67c")
def test_2_67c_in_company_it_stays_at_0_until_it_is_left_alone() -> None:
    t = table("s44").put("Jassy", "2R:1", "5AK:1", "3A").battle("Jassy", "soviet")
    t.phase("soviet", "combat")
    lose_step(t.game, t.state, t.unit("2R"), "7.33a")
    assert (t.where("2R"), t.cv("2R")) == ("Jassy", 0)
    lose_step(t.game, t.state, t.unit("5AK"), "7.33a")
    assert (t.where("5AK"), t.where("2R")) == ("pool", "pool")


@pytest.mark.rule("eastfront:2.67c")
def test_2_67c_whoever_leaves_it_behind_gives_it_up() -> None:
    t = table("s44").put("Jassy", "2R:0", "5AK", "3A").battle("Jassy", "soviet")
    t.put("Jassy_W1", "AGS").held("axis", "Jassy_W1").phase("axis", "movement").active("AGS")
    t.ask(MovementPhase()).do("move 5AK leave Jassy_W1")
    assert t.where("2R") == "pool"
    assert not t.state.battles(t.game)


@pytest.mark.rule("eastfront:2.68")
def test_2_68_army_group_e_waits() -> None:
    group = ("21Mtn", "22Mtn", "68AK", "91Mech")
    game = eastfront("s42")
    at = game.start_state().at
    assert all(at[game.number[code]] == FUTURE for code in group)
    late = eastfront("w44")
    assert all(late.start_state().at[late.number[code]] != FUTURE for code in group)
