"""What only the larger scenarios of Typhoon! meet, on their own maps with their own counters."""

from random import Random

import pytest

from grognard.core.sides import SPECTATOR
from grognard.hexes import bits
from grognard.rules.efs import air, entries, plans, routes, zones
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.leaving import Withdrawals
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.plans import DrawPlan
from grognard.rules.efs.reaction import ReactionPhase
from grognard.rules.efs.sequence import PlainTurn
from grognard.rules.efs.soviet_table import SovietReplacementPhase, TableEvent
from grognard.rules.efs.state import ACTIVE, POOL, WITHDRAWN
from grognard.rules.efs.supply_units import CapitalPoint, ReceivePoints
from grognard.rules.efs.victory import score
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.shelf import Shelf, game_of, scenario

MOSCOW = "M2829 M2830 M2929 M3029 M3030 M3129"


def due(t: Shelf, code: str, turn: int) -> Shelf:
    """The turn on which a counter arrives, in its owner's Movement Phase."""
    t.turn(turn).ask(CallArrivals())
    return t.on_turn(t.game.owner(t.unit(code)), "movement").ask(Moves("movement"))


def doors(t: Shelf, code: str) -> set[str]:
    """Hexes by which a counter may come in."""
    return t.labels(entries.entry_hexes(t.game, t.state, t.unit(code)))


# -- entries (14.1) --------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:14.1.3.b", "typhoon:14.1.1")
def test_both_doors_of_the_south_may_be_blocked() -> None:
    t = scenario("guderian")
    due(t, "33/9Pz", 1)
    assert doors(t, "33/9Pz") == {"P1733", "P2333"}
    assert "33/9Pz" in t.offers("enter")
    t.put("P1733", "283R").put("P2333", "298R")
    t.ask(Moves("movement"))
    assert t.refused("enter 33/9Pz").code == "entry-blocked"
    assert t.at("33/9Pz") == ACTIVE, "it waits"


@pytest.mark.rule("typhoon:14.1.3.a", "typhoon:14.1.4.a", "typhoon:14.1.4.b")
def test_the_edges_of_the_campaign() -> None:
    t = scenario("campaign")
    west, east, south = doors(t, "253ID"), doors(t, "183R"), doors(t, "129TB")
    assert {"N1013", "N1053", "P1002", "P1033"} <= west
    assert "N1012" not in west, "the neighbours' land"
    assert {"M4801", "M4853", "P7002", "P7034"} <= east
    assert south == {f"P{column}{34 - column % 2}" for column in range(44, 71)}


@pytest.mark.rule("typhoon:14.1.4.g", "typhoon:14.1.4.e", "typhoon:13.6.4")
def test_who_comes_to_moscow_and_who_garrisons_it() -> None:
    t = scenario("campaign")
    assert doors(t, "316R") >= {"M4801", *MOSCOW.split()}
    assert doors(t, "OMSBON") == set(MOSCOW.split())
    due(t, "OMSBON", 6).do("enter OMSBON at M2929").do("stay")
    assert t.state.garrison >> t.unit("OMSBON") & 1
    t.on_turn("soviet", "movement").having(moved=0).ask(Moves("movement")).do("move OMSBON")
    ring = t.game.capital | t.game.grid.spread(t.game.capital)
    assert t.offers("to") <= t.labels(ring)
    assert t.refused("to M2632").code == "garrison-of-the-city"


@pytest.mark.rule("typhoon:14.1.4")
def test_the_airborne_brigades_come_to_orel() -> None:
    t = scenario("campaign")
    assert "P4515" in doors(t, "10Abn")
    assert len(doors(t, "10Abn")) == 7, "or next to it"


# -- reserves (14.1.5, 14.1.6) ---------------------------------------------------------------------


@pytest.mark.rule("typhoon:14.1.5", "typhoon:14.4.1")
def test_nine_reserve_armies_from_turn_29_on() -> None:
    t = scenario("campaign")
    armies = {row.id: row.turn for row in t.game.rows.group
              if row.pool == "special" and row.side == "soviet"}
    assert armies == {"1S": 29, "20": 29, "10": 30, "60": 30, "39": 31, "26": 31, "61": 32,
                      "59": 32, "57": 32}
    t.turn(29).ask(TableEvent("R"))
    assert t.offers("group") == {"1S", "20"}
    assert t.refused("group 10").code == "not-available"
    assert t.at("1SA") == POOL
    t.do("group 1S")
    assert t.at("1SA") == ACTIVE
    assert doors(t, "1SA") >= {"M4801", "P7002"}


@pytest.mark.rule("typhoon:14.1.6", "typhoon:17.2.3")
def test_the_spanish_division_costs_two_points() -> None:
    t = scenario("campaign").turn(4).on_turn("axis", "movement")
    before = score(t.game, t.state)
    t.ask(Moves("movement")).do("group X1")
    assert t.at("250ID") == ACTIVE
    assert score(t.game, t.state) == before - 2


@pytest.mark.rule("typhoon:14.4", "typhoon:14.4.1")
def test_one_wing_has_two_armour_groups_only() -> None:
    t = scenario("guderian").turn(14)
    t.ask(TableEvent("A"))
    assert t.offers("group") == {"A1", "A2"}
    assert t.refused("group X3").code == "another-pool"


# -- Guards ----------------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:14.1")
def test_panfilovs_division_becomes_guards() -> None:
    t = scenario("gates")
    place = t.where("316R")
    t.turn(26).ask(CallArrivals())
    assert (t.where("8Gds"), t.at("316R")) == (place, WITHDRAWN)


@pytest.mark.rule("typhoon:14.1")
def test_no_guards_unit_is_weaker_than_it_was() -> None:
    rows = {row.code: row for row in contents(TYPHOON).units}
    pairs = [(row.old, row.new) for row in scenario("campaign").game.rows.exchange]
    assert len(pairs) == 8
    for old, new in pairs:
        before, after = rows[old], rows[new]
        assert after.attack >= before.attack, new
        assert after.defence >= before.defence, new


# -- supply (6.2) ----------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:6.2.2/3", "typhoon:14.1.3.d")
@pytest.mark.parametrize("name", ["guderian", "campaign"])
def test_lgov_feeds_the_axis_from_turn_10(name: str) -> None:
    t = scenario(name)
    lgov = t.hex("P4034")
    assert not routes.sources(t.game, t.state, "axis") >> lgov & 1
    t.turn(10)
    assert routes.sources(t.game, t.state, "axis") >> lgov & 1
    assert routes.edge_sources(t.game, 10, "axis", entries=True) >> lgov & 1
    t.put("P4034", "160R")
    assert not routes.sources(t.game, t.state, "axis") >> lgov & 1, "a Soviet unit stands there"


@pytest.mark.rule("typhoon:6.2.2/2", "typhoon:6.2.2")
def test_kholm_and_the_south_feed_the_axis_in_the_campaign() -> None:
    t = scenario("campaign")
    found = t.labels(routes.sources(t.game, t.state, "axis"))
    assert {"N1016", "P1008", "P1022", "P2333", "P2434"} <= found
    assert "P4034" not in found
    enters = t.labels(routes.edge_sources(t.game, 1, "axis", entries=True))
    assert not enters & {"P2333", "P2434"}, "nothing comes in there (14.1.3.d)"


@pytest.mark.rule("typhoon:6.2.1")
def test_moscow_and_the_east_feed_the_soviets() -> None:
    t = scenario("campaign")
    found = t.labels(routes.sources(t.game, t.state, "soviet"))
    assert set(MOSCOW.split()) <= found
    assert {"P4434", "P7017", "M4829"} <= found
    assert "P4034" not in found


@pytest.mark.rule("typhoon:6.5.1")
def test_supply_of_the_campaign_goes_by_weather() -> None:
    t = scenario("campaign").turn(10).having(weather="rain")
    t.ask(ReceivePoints("axis"), ReceivePoints("soviet"))
    assert (t.has("axis-supply"), t.has("soviet-supply")) == (6, 4)


@pytest.mark.rule("typhoon:14.3.2", "typhoon:6.5.1/5")
def test_panic_in_moscow() -> None:
    t = scenario("campaign").turn(8)
    t.put("M2929", "ODON").ask(SovietReplacementPhase()).roll(3)
    assert t.heard("capital-panic")
    assert not t.has("strongpoints")
    t.ask(CapitalPoint())
    assert not t.step(), "no point of the city"
    t.ask(CapitalPoint())
    assert t.offers("bring")


# -- garrisons (13.6) ------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:13.6.2.e", "typhoon:13.6.1")
def test_garrisons_are_free_on_their_day() -> None:
    t = scenario("campaign").on_turn("soviet", "movement")
    t.ask(Moves("movement"))
    assert t.refused("move 43NKVD").code == "garrison-stays"
    t.turn(2)
    t.state.phase = ""
    t.ask(PlainTurn())
    freed = t.units("43NKVD", "132NKVD")
    assert not t.state.garrison & freed
    assert t.state.garrison >> t.unit("252NKVD") & 1, "Vyazma waits until turn 3"


@pytest.mark.rule("typhoon:13.6.2.d", "typhoon:13.6.4")
def test_an_r_frees_the_workers_of_moscow_but_not_its_nkvd() -> None:
    t = scenario("gates").turn(29)
    t.put("M2929", "1MosW")
    t.state.garrison |= t.units("1MosW", "ODON")
    assert t.where("ODON") == "M2929"
    t.ask(TableEvent("R"))
    t.do("release M2929")
    assert not t.state.garrison >> t.unit("1MosW") & 1
    assert t.state.garrison >> t.unit("ODON") & 1


@pytest.mark.rule("typhoon:13.6.2.c")
def test_the_garrison_of_moscow_is_freed_by_an_enemy_next_to_it() -> None:
    t = scenario("gates")
    held = t.state.garrison & t.state.set_at(t.hex("M3130"))
    others = t.state.garrison & t.state.set_at(t.hex("M2928"))
    assert held
    t.put("M3231", "7ID")
    assert not t.state.garrison & held
    assert t.state.garrison & others == others, "no enemy near them"


# -- the air (11.6, 13.7) --------------------------------------------------------------------------


@pytest.mark.rule("typhoon:13.7.2", "typhoon:13.7.1")
def test_the_capital_air_corps_flies_near_moscow() -> None:
    t = scenario("campaign")
    corps = [unit for unit, row in enumerate(t.game.air_units) if row.capital]
    assert len(corps) >= 6
    near, far = t.hex("M2632"), t.hex("P2814")
    assert not air.far_from_capital(t.game, t.state, corps[0]) >> near & 1
    assert air.far_from_capital(t.game, t.state, corps[0]) >> far & 1
    t.points(moscow_air=1)
    assert not air.far_from_capital(t.game, t.state, corps[0]) >> far & 1


@pytest.mark.rule("typhoon:11.6.3", "typhoon:11.6.1")
def test_three_missions_carry_axis_supply() -> None:
    t = scenario("campaign").on_turn("axis", "movement")
    assert t.has("axis-lift") == 3
    assert t.has("soviet-lift") == 5
    t.put("N2147", "AxT8").state.set_steps(t.unit("AxT8"), 1)
    t.ask(Moves("movement")).do("move AxT8 lift P1406")
    assert t.where("AxT8") == "P1406"
    t.points(axis_lift=0).having(moved=0).ask(Moves("movement")).do("move AxT8")
    assert t.refused("lift N2147").code == "no-transport-left"


@pytest.mark.rule("typhoon:11.6.1", "typhoon:14.1.3.c")
def test_koch_flies_and_no_other_german_unit() -> None:
    lifted = {row.code for row in contents(TYPHOON).units
              if row.side == "axis" and "lifted" in row.traits}
    assert lifted == {"Koch"}
    airborne = {row.code for row in contents(TYPHOON).units
                if row.side == "soviet" and "airborne" in row.traits}
    assert airborne == {"9Abn", "10Abn", "201Abn"}


# -- plans (17.3) ----------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:17.3.3", "typhoon:17.3.1", "typhoon:17.3.2/2")
def test_the_plan_changes_on_turn_20_and_is_known_on_turn_35() -> None:
    t = scenario("campaign").turn(20)
    assert t.state.plan_seen == "compromise"
    t.ask(SovietReplacementPhase()).roll(8)
    while not isinstance(t.step(), DrawPlan):
        t.do("pass")
    t.roll("von-bock")
    assert (t.state.plan, t.state.plan_seen) == ("von-bock", "")
    for side in ("soviet", SPECTATOR):
        assert t.game.view(t.state, side).state.plan == ""
    plans.new_turn(t.game, t.turn(34).state)
    assert t.state.plan_seen == ""
    plans.new_turn(t.game, t.turn(35).state)
    assert t.state.plan_seen == "von-bock"


@pytest.mark.rule("typhoon:17.3.2/2")
def test_whatever_was_drawn_nobody_else_sees_a_difference() -> None:
    """Views, questions and scores of four worlds that differ in the plan alone."""
    for side in ("soviet", SPECTATOR):
        worlds = set()
        for plan in game_of("campaign").plans.ids:
            t = scenario("campaign").turn(25).on_turn("soviet", "movement")
            t.state.plan, t.state.plan_seen = plan, ""
            t.ask(Moves("movement"))
            view = t.game.view(t.state, side)
            offers = t.play.offers("soviet").choices
            worlds.add((t.game.encode(view.state), str({k: sorted(v) for k, v in offers.items()}),
                        str(t.game.table.scene(view))))
            guess = t.game.imagine(view, Random(1))
            assert guess.plan in t.game.plans.ids
        assert len(worlds) == 1, side


@pytest.mark.rule("typhoon:17.3.1", "typhoon:17.2.1")
@pytest.mark.parametrize(("plan", "points"), [
    ("compromise", 4), ("hitler", 3), ("von-bock", 8), ("hoepner", 3)])
def test_a_hex_of_moscow_is_worth_what_the_plan_says(plan: str, points: int) -> None:
    t = scenario("campaign")
    t.state.plan = plan
    before = score(t.game, t.state)
    t.put("M2829", "7ID")
    assert score(t.game, t.state) == before + points


@pytest.mark.rule("typhoon:17.3.7.b")
def test_hoepners_divisions_go_home_on_turn_36() -> None:
    t = scenario("campaign").turn(36).on_turn("axis", "movement")
    t.state.plan = t.state.plan_seen = "hoepner"
    t.ask(Withdrawals())
    for division in ("6/7Pz", "11/6Pz", "35/4Pz", "8/3M", "11/14M"):
        t.do(f"withdraw {division}")
    assert not t.step(), "three panzer and two motorised divisions"
    gone = {row.division for unit, row in enumerate(t.game.units) if t.state.at[unit] == WITHDRAWN}
    assert len(gone) == 5


@pytest.mark.rule("typhoon:17.3.5")
def test_under_hitlers_plan_nobody_retreats() -> None:
    t = scenario("gates")
    t.state.plan = t.state.plan_seen = "hitler"
    place = next(hex for hex in bits(t.state.combat_hexes(t.game, "axis")) if zones.enemy_zone(
        t.game, t.state, "axis") >> hex & 1)
    label = t.game.grid.label(place)
    attackers = state_next_to(t, label)
    t.declare(label, *attackers).having(side="soviet").ask(ReactionPhase())
    while t.step() is not None:
        t.do("done")
    assert t.state.orders_seen.get(place) == "no-retreat"


def state_next_to(t: Shelf, label: str) -> list[str]:
    near = t.state.units_in(t.game.grid.spread(1 << t.hex(label)), t.game.combat_units["soviet"])
    return [t.game.units[unit].code for unit in bits(near & ~t.game.artillery)]


# -- counters (13.0) -------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:13.0")
def test_special_units_have_one_step_no_weight_and_no_zone() -> None:
    special = [row for row in contents(TYPHOON).units
               if {"hq", "train", "bridge", "siege", "naval_gun"} & row.traits]
    assert len(special) == 35 + 7 + 7 + 4 + 2
    assert {row.code for row in special if row.steps > 1 or row.stacking} == set()
    t = scenario("campaign").clear("P2815")
    t.put("P2815", "BF", "SoBr1")
    around = t.game.grid.spread(1 << t.hex("P2815"))
    assert not zones.zone_sources(t.game, t.state, next(bits(around)), "soviet") >> t.hex(
        "P2815") & 1
    assert not t.state.combat_hexes(t.game, "soviet") >> t.hex("P2815") & 1, "no combat units"
