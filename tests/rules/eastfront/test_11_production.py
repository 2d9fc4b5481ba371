"""Chapter 11: production."""

import pytest

from grognard.rules.eastfront.ledger import unit_cost
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.losses import lose_step
from grognard.rules.eastfront.production import ProductionPhase, arrival_places
from grognard.rules.eastfront.sequence import EndOfFortnight, Month
from grognard.rules.eastfront.state import FUTURE, POOL
from tests.rules.eastfront.grounds import holder, on_net
from tests.rules.eastfront.table import Table, eastfront, table


def factory(t: Table | None = None, axis: int = 0, soviet: int = 0) -> Table:
    """The production phase; with so many points where given."""
    t = (t or table()).phase("", "production").ask(ProductionPhase())
    for side, points in (("axis", axis), ("soviet", soviet)):
        if points:
            t.state.points[side] = points
    return t


def close(t: Table) -> Table:
    return t.do("done", "axis").do("done", "soviet")


def due(t: Table, code: str, month: int, cv: int) -> Table:
    """A reinforcement so many months from now."""
    t.off(FUTURE, code)
    t.state.arrives[t.unit(code)] = t.state.month + month
    t.state.arrival_cv[t.unit(code)] = cv
    return t


@pytest.mark.rule("eastfront:11.1", "eastfront:4.2")
def test_11_1_production_begins_with_the_second_month() -> None:
    opening = [type(step).__name__ for step in table().game.opening()]
    assert "Fortnight" in opening
    assert "Month" not in opening
    t = table().phase("", "").ask(EndOfFortnight(2))
    assert set(t.play.decisions) == {"axis", "soviet"}  # both at once
    assert t.state.month == t.game.first[0] + 1
    assert isinstance(Month.parts[1], ProductionPhase)


@pytest.mark.rule("eastfront:11.2", "eastfront:1.41c", "eastfront:9.31b")
def test_11_2_rostov_changes_both_levels_by_one() -> None:
    t = table().phase("axis", "supply")
    before = [production_level(t.game, t.state, side) for side in ("axis", "soviet")]
    t.held("axis", "Rostov").phase("axis", "supply")
    assert on_net(t, "axis", "Rostov")
    after = [production_level(t.game, t.state, side) for side in ("axis", "soviet")]
    assert after == [before[0] + 1, before[1] - 1]


@pytest.mark.rule("eastfront:11.2b", "eastfront:11.32b", "eastfront:11.33a")
def test_11_2b_a_battle_counts_for_the_original_defender() -> None:
    t = table("w42").put("Stalingrad", "41Pz", "3A").battle("Stalingrad", "axis")
    t.phase("axis", "supply")
    assert on_net(t, "soviet", "Stalingrad")
    level = production_level(t.game, t.state, "soviet")
    t.battle("Stalingrad", "soviet").phase("axis", "supply")
    assert holder(t, "Stalingrad") == "axis"
    assert production_level(t.game, t.state, "soviet") == level - 2
    t = table().put("Ploesti", "5AK", "3A").battle("Ploesti", "soviet").phase("axis", "supply")
    assert production_level(t.game, t.state, "axis") == 80


@pytest.mark.rule("eastfront:11.3a")
def test_11_3a_points_are_spent_or_lost() -> None:
    t = factory(table().put("Minsk", "5AK:2"))
    assert t.state.points == {"axis": 80, "soviet": 56}
    assert [e.args["points"] for e in t.heard("production")] == [80, 56]
    t = factory(table().put("Minsk", "5AK:2"), axis=3)
    refusal = t.refused("step 5AK", "axis")
    assert (refusal.code, refusal.rule) == ("too-dear", "eastfront:11.3a")
    t = factory(table().put("Minsk", "5AK:2"), axis=5)
    close(t.do("step 5AK", "axis"))
    assert t.cv("5AK") == 3
    assert t.state.points == {"axis": 0, "soviet": 0}


@pytest.mark.rule("eastfront:11.31", "eastfront:REF.4")
def test_11_31_automatic_points_and_start_levels() -> None:
    expected = {"s41": (30, 0, 54, 64), "w41": (30, 6, 71, 49), "s42": (40, 12, 80, 56),
                "w42": (40, 20, 83, 62), "s43": (50, 20, 90, 64), "w43": (50, 20, 79, 74),
                "s44": (40, 20, 66, 82), "w44": (30, 20, 45, 89)}
    for scenario, (axis, soviet, axis_level, soviet_level) in expected.items():
        t = table(scenario)
        for row in t.game.rows.battles:  # Volkhov and the like belong to their defenders
            t.held(row.defender, t.game.grid.label(row.hex))
        t.phase("axis", "supply")
        assert t.game.half(t.state).auto == {"axis": axis, "soviet": soviet}
        found = [production_level(t.game, t.state, side) for side in ("axis", "soviet")]
        assert found == [axis_level, soviet_level], scenario


@pytest.mark.rule("eastfront:11.32a", "eastfront:11.33a", "eastfront:1.5a", "eastfront:1.5b")
def test_11_33a_resources_count_double_for_the_axis() -> None:
    t = table().phase("axis", "supply")
    level = production_level(t.game, t.state, "axis")
    t.put("Ploesti", "3A").put("Bucharest", "5AK").phase("axis", "supply")
    assert level - production_level(t.game, t.state, "axis") == 8
    s41 = table("s41").phase("axis", "supply")
    soviet = production_level(s41.game, s41.state, "soviet")
    s41.held("axis", "Stalino").phase("axis", "supply")
    assert soviet - production_level(s41.game, s41.state, "soviet") == 3  # city 2, mineral 1
    s42 = table().held("soviet", "Stalino").phase("axis", "supply")
    assert level - production_level(s42.game, s42.state, "axis") == 4  # city 2, mineral 1 doubled


@pytest.mark.rule("eastfront:11.33b", "eastfront:EDL.3")
def test_11_33b_outside_the_area_of_play_nothing_is_added() -> None:
    t = table("edelweiss").phase("axis", "supply")
    assert [production_level(t.game, t.state, side) for side in ("axis", "soviet")] == [28, 30]
    for city, side in (("Budapest", "soviet"), ("Bucharest", "soviet"), ("Gorki", "axis")):
        hex = t.hex(city)
        assert any(c.hex == hex and c.city for c in t.game.centres)
        assert not t.game.rows.playable >> hex & 1
        t.held(side, city).phase("axis", "supply")
        assert [production_level(t.game, t.state, s) for s in ("axis", "soviet")] == [28, 30]


@pytest.mark.rule("eastfront:11.33b")
@pytest.mark.parametrize("city", ["Belgrade", "Sofia"])
def test_11_33b_belgrade_and_sofia_count_for_neither_side(city: str) -> None:
    def levels(side: str) -> list[int]:
        t = table("s44").held(side, city).phase("axis", "supply")
        return [production_level(t.game, t.state, s) for s in ("axis", "soviet")]

    assert levels("axis") == levels("soviet")
    assert eastfront().ground.major >> eastfront().grid.hex(city) & 1


@pytest.mark.rule("eastfront:11.41a")
def test_11_41a_unengaged_and_with_a_line() -> None:
    t = table().put("Kursk", "AGS:1", "3A").battle("Kursk", "soviet").put("Minsk", "5AK:4", "AGC:1")
    t = factory(t)
    assert t.refused("step AGS", "axis").code == "engaged"
    assert t.refused("step 3A", "axis").code == "enemy-block"
    assert t.refused("step 6AK", "axis").code == "not-on-map"
    assert t.refused("step 5AK", "axis").code == "full-strength"
    assert t.allowed("step AGC", "axis")


@pytest.mark.rule("eastfront:11.41b", "eastfront:11.41d", "eastfront:2.65b")
def test_11_41b_one_step_a_unit_and_one_for_the_ss() -> None:
    t = factory(table().put("Minsk", "2SS:1", "3SS:1", "5AK:1"), axis=60)
    t.do("step 5AK", "axis")
    assert t.refused("step 5AK", "axis").code == "one-step-a-month"
    t.do("step 2SS", "axis")
    refusal = t.refused("step 3SS", "axis")
    assert (refusal.code, refusal.rule) == ("one-ss-step", "eastfront:11.41d")


@pytest.mark.rule("eastfront:11.41c")
def test_11_41c_no_step_for_those_who_have_just_come() -> None:
    t = factory(due(table().off(POOL, "5AK"), "6AK", 0, 3), axis=60)
    t.do("cadre 5AK into Warsaw", "axis").do("arrive 6AK into Warsaw", "axis")
    assert t.refused("step 5AK", "axis").code == "not-on-map"
    assert t.refused("step 6AK", "axis").code == "not-on-map"
    close(t)
    assert (t.cv("5AK"), t.cv("6AK")) == (1, 3)
    assert t.where("5AK") == t.where("6AK") == "Warsaw"


@pytest.mark.rule("eastfront:11.41e", "eastfront:11.42b", "eastfront:W41.1a")
def test_11_41e_prices_by_type_and_side() -> None:
    def price(t: Table, side: str, code: str) -> tuple[int, int]:
        cost = unit_cost(t.game, t.phase("", "production").state, side, t.unit(code))
        return cost.step, cost.cadre

    t = table()
    assert price(t, "axis", "41Pz") == (8, 12)
    assert price(t, "soviet", "7TC") == (4, 8)
    assert price(t, "axis", "AGS") == price(t, "soviet", "UkrF") == (10, 20)
    assert price(table("w41"), "axis", "AGS") == (15, 30)
    assert price(table("w41"), "soviet", "UkrF") == (10, 20)


@pytest.mark.rule("eastfront:11.42e")
def test_11_42e_who_falls_in_july_may_come_back_in_august_or_later() -> None:
    t = table().put("Minsk", "5AK:1", "6AK").phase("axis", "combat")
    lose_step(t.game, t.state, t.unit("5AK"), "7.33a")
    assert t.where("5AK") == "pool"
    for month in (1942 * 12 + 7, 1942 * 12 + 8):  # passed over in August, it waits
        t.state.month = month
        t = factory(t, axis=60)
        assert t.allowed("cadre 5AK", "axis")
        if month == 1942 * 12 + 7:
            close(t)
            t._state = t.state
    t.do("cadre 5AK into Warsaw", "axis")
    close(t)
    assert (t.where("5AK"), t.cv("5AK")) == ("Warsaw", 1)


@pytest.mark.rule("eastfront:11.42a", "eastfront:11.42b")
def test_11_42a_eliminated_units_come_back_as_cadres() -> None:
    t = factory(table().off(POOL, "5AK", "AGS").put("Minsk", "6AK"), axis=60)
    t.do("cadre 5AK into Warsaw", "axis").do("cadre AGS into Konigsberg", "axis")
    assert t.refused("cadre 5AK", "axis").code == "rebuilt-already"
    assert t.refused("cadre 6AK", "axis").code == "not-eliminated"
    close(t)
    assert (t.where("5AK"), t.cv("5AK")) == ("Warsaw", 1)
    assert (t.where("AGS"), t.cv("AGS")) == ("Konigsberg", 0)
    t = factory(table().off(POOL, "5AK"), axis=5)
    assert t.refused("cadre 5AK", "axis").code == "too-dear"


@pytest.mark.rule("eastfront:11.5", "eastfront:3.22e")
def test_11_5_reinforcements_come_in_their_month() -> None:
    t = factory(due(due(table(), "5AK", 0, 4), "6AK", 1, 4))
    assert t.refused("arrive 6AK", "axis").code == "not-due"
    close(t.do("arrive 5AK into Warsaw", "axis"))
    assert (t.where("5AK"), t.cv("5AK"), t.where("6AK")) == ("Warsaw", 4, "future")


@pytest.mark.rule("eastfront:11.5", "eastfront:11.6b")
def test_11_5_a_reinforcement_due_is_placed_if_it_can_be() -> None:
    t = factory(due(table(), "5AK", 0, 4))
    refusal = t.refused("done", "axis")
    assert (refusal.code, refusal.rule) == ("reinforcements-due", "eastfront:11.5")
    assert t.allowed("done", "soviet")
    assert t.do("arrive 5AK into Warsaw", "axis").allowed("done", "axis")
    t = due(table("s44"), "68AK", 0, 2).held("soviet", "Durazzo", "Salonika")
    assert factory(t).allowed("done", "axis")  # nowhere to arrive


@pytest.mark.rule("eastfront:11.51")
def test_11_51_a_month_early_for_a_step_or_for_points() -> None:
    t = factory(due(due(table(), "5AK", 1, 4), "6AK", 1, 4), axis=6)
    t.do("early 5AK into Warsaw", "axis").do("hasten 6AK into Warsaw", "axis")
    assert t.refused("arrive 5AK", "axis").code == "not-due"
    assert t.refused("early 5AK", "axis").code == "placed-already"
    close(t)
    assert (t.cv("5AK"), t.cv("6AK")) == (3, 4)
    t = factory(due(due(table(), "5AK", 1, 1), "6AK", 0, 4), axis=5)
    assert t.refused("early 5AK", "axis").code == "too-weak-to-hurry"
    assert t.refused("hasten 5AK", "axis").code == "too-dear"
    assert t.refused("early 6AK", "axis").code == "not-coming"


@pytest.mark.rule("eastfront:11.51")
def test_11_51_month_after_month() -> None:
    t = factory(due(table(), "5AK", 3, 4))
    close(t.do("early 5AK", "axis"))
    assert t.where("5AK") == "future"
    assert t.state.arrives[t.unit("5AK")] == t.state.month + 2
    t.state.month += 1
    t = factory(t)
    close(t.do("early 5AK into Warsaw", "axis"))
    assert (t.where("5AK"), t.cv("5AK")) == ("Warsaw", 2)


def test_a_unit_that_is_disbanded_gets_no_step_because_of_that() -> None:
    t = factory(table().put("Minsk", "6AK:2")).do("disband 6AK", "axis")
    ruling = t.refused("step 6AK", "axis")
    assert (ruling.code, ruling.rule) == ("ordered-already", "eastfront:11.52")


@pytest.mark.rule("eastfront:11.52")
def test_11_52_a_disbanded_unit_waits_a_month() -> None:
    t = table().put("Kursk", "5AK:2", "3A").battle("Kursk", "soviet").put("Minsk", "6AK:2")
    t = factory(t).do("disband 5AK", "axis")  # engaged units too
    assert t.refused("cadre 5AK", "axis").code == "not-eliminated"
    assert t.refused("disband 5AK", "axis").code == "ordered-already"
    t.do("step 6AK", "axis")
    assert t.refused("disband 6AK", "axis").code == "ordered-already"
    close(t)
    assert t.where("5AK") == "pool"
    assert not t.state.attackers
    assert factory(t).allowed("cadre 5AK", "axis")


@pytest.mark.rule("eastfront:11.6a", "eastfront:1.44", "eastfront:1.41e")
def test_11_6a_home_cities_strategic_cities_and_entries() -> None:
    t = table().phase("", "production")
    game, ground = t.game, t.game.ground
    cities = ground.major | ground.minor
    axis = arrival_places(game, t.state, "axis", t.unit("5AK"))
    assert axis == cities & game.home["axis"] | ground.strategic | ground.entries["axis"]
    soviet = arrival_places(game, t.state, "soviet", t.unit("3A"))
    assert soviet == cities & game.home["soviet"] | ground.entries["soviet"]
    t = factory(t.off(POOL, "5AK", "3A"))
    t.do("cadre 5AK", "axis").do("cadre 3A", "soviet")
    assert "Sofia" in t.offers("into", "axis")
    assert t.refused("into Kursk", "axis").code == "no-arrival-place"
    assert t.refused("into Sofia", "soviet").rule == "eastfront:11.6a"


@pytest.mark.rule("eastfront:11.6b")
def test_11_6b_supplied_and_not_besieged() -> None:
    t = table().off(POOL, "3A").put("Moscow", "13A", "5AK").battle("Moscow", "axis")
    t = factory(t).do("cadre 3A", "soviet")
    assert t.refused("into Moscow", "soviet").code == "arrival-in-battle"
    assert t.refused("into Leningrad", "soviet").code == "arrival-unsupplied"
    assert t.allowed("into Gorky", "soviet")


@pytest.mark.rule("eastfront:11.6c", "eastfront:1.41d", "eastfront:1.42")
def test_11_6c_two_in_a_major_city_one_elsewhere() -> None:
    t = factory(table().off(POOL, "3A", "13A", "4A", "5A"), soviet=60)
    t.do("cadre 3A into Moscow", "soviet").do("cadre 13A into Moscow", "soviet")
    t.do("cadre 4A into Uralsk", "soviet").do("cadre 5A", "soviet")
    for full in ("Moscow", "Uralsk"):
        refusal = t.refused(f"into {full}", "soviet")
        assert (refusal.code, refusal.rule) == ("arrival-full", "eastfront:11.6c")


@pytest.mark.rule("eastfront:11.6d")
def test_11_6d_no_arrival_in_a_full_hex() -> None:
    t = table().off(POOL, "3A").put("Gorky", "13A", "4A", "5A", "9A")
    t = factory(t).do("cadre 3A", "soviet")
    assert t.refused("into Gorky", "soviet").code == "arrival-crowded"
    t = table().off(POOL, "3A").put("Gorky", "13A", "4A", "5A", "9A")
    t = factory(t).do("disband 9A", "soviet").do("cadre 3A", "soviet")
    assert t.allowed("into Gorky", "soviet")


@pytest.mark.rule("eastfront:11.6b")
def test_11_6b_who_has_nowhere_to_come_is_not_offered() -> None:
    t = table().off(POOL, "3R")
    for number, place in enumerate(sorted(
            hex for hex in range(2000)
            if arrival_places(t.game, t.phase("", "production").state, "axis", t.unit("3R"))
            >> hex & 1)):
        t.put(t.game.grid.label(place), t.game.units[t.unit("24A") + number].code)
    refusal = factory(t).refused("cadre 3R", "axis")
    assert (refusal.code, refusal.rule) == ("no-arrival-hex", "eastfront:11.6b")


@pytest.mark.rule("eastfront:11.6f", "eastfront:11.42c", "eastfront:2.66c")
def test_11_6f_satellites_come_back_at_home_and_stay_there() -> None:
    t = factory(table().put("Odessa", "3R:1"), axis=60)
    t.do("disband 3R", "axis")
    close(t)
    t = factory(t)
    t.do("cadre 3R", "axis")
    rumania = t.game.objectives.countries["rumania"]
    assert all(rumania >> t.hex(place) & 1 for place in t.offers("into", "axis"))
    assert "Bucharest" in t.offers("into", "axis")
    t.do("into Bucharest", "axis")
    assert t.state.confined == t.units("3R")


@pytest.mark.rule("eastfront:11.42c")
def test_11_42c_the_italian_army_is_never_rebuilt() -> None:
    t = table("w42").put("Kharkov", "8I:2")
    close(factory(t).do("disband 8I", "axis"))
    assert t.where("8I") == "gone"
    assert factory(t).refused("cadre 8I", "axis").code == "not-eliminated"


@pytest.mark.rule("eastfront:11.42d", "eastfront:2.63b")
def test_11_42d_rebuilt_siege_artillery_is_lost() -> None:
    t = table().put("Minsk", "54AK:2")
    close(factory(t).do("disband 54AK", "axis"))
    assert t.state.siege_lost


@pytest.mark.rule("eastfront:11.42d", "eastfront:3.22c")
def test_11_42d_so_it_is_after_a_start_in_the_pool() -> None:
    t = factory(table().off(POOL, "54AK", "5AK"), axis=60).do("cadre 5AK into Warsaw", "axis")
    close(t)
    assert not t.state.siege_lost
    close(factory(t, axis=60).do("cadre 54AK into Warsaw", "axis"))
    assert t.state.siege_lost


@pytest.mark.rule("eastfront:11.41a", "eastfront:16.4d")
def test_11_41a_no_step_for_a_satellite_confined_again_outside() -> None:
    t = factory(table().put("Kharkov", "3R:2", "5AK:2"), axis=60)
    assert t.allowed("step 3R", "axis")
    t = factory(table().put("Kharkov", "3R:2", "5AK:2").held("soviet", "Odessa"), axis=60)
    assert t.refused("step 3R", "axis").code == "no-supply-line"
    assert t.allowed("step 5AK", "axis")


@pytest.mark.rule("eastfront:16.5a", "eastfront:11.6a")
def test_16_5a_rebuilt_units_of_army_group_e_come_like_all_germans() -> None:
    t = factory(table("s44").off(POOL, "68AK"), axis=60).do("cadre 68AK", "axis")
    assert t.allowed("into Warsaw", "axis")
    assert t.refused("into Salonika", "axis").code == "no-arrival-place"


@pytest.mark.rule("eastfront:11.n1")
def test_11_n1_neither_side_sees_the_other_spending() -> None:
    t = factory(table().put("Minsk", "5AK:1").put("Moscow", "3A:1"))
    t.do("step 5AK", "axis").do("done", "axis")
    assert t.cv("5AK") == 1
    assert t.game.view(t.state, "soviet").state.orders["axis"] == ()
    t.do("step 3A", "soviet").do("done", "soviet")
    assert (t.cv("5AK"), t.cv("3A")) == (2, 2)
    assert {e.seen_by for e in t.heard("produced-step")} == {("axis",), ("soviet",)}


@pytest.mark.parametrize("axis_has", ["step 41Pz", "step 41Pz done", "done"])
def test_11_1_no_compound_tells_whether_the_enemy_has_ordered(axis_has: str) -> None:
    """Orders are secret until both have finished: the last "done" must not give it away."""
    quiet, busy = (factory(table().put("Kharkov", "41Pz:1"), axis=9, soviet=9) for _ in "12")
    busy.do(axis_has, "axis")
    for probe in ("done done", "done step 3A", "done activate 3A", "step 3A done"):
        answers = [t.play.check("soviet", probe) for t in (quiet, busy)]
        assert answers[0] == answers[1]
    assert quiet.refused("done done", "soviet").code == "not-asked"
