"""Chapter 17: victory."""

import pytest

from grognard.rules.eastfront import victory
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.losses import eliminate
from grognard.rules.eastfront.objectives import WatchExpeditions
from grognard.rules.eastfront.sequence import NextMonth
from grognard.rules.eastfront.state import FUTURE, GONE, POOL, TIED
from grognard.rules.eastfront.victory import CountVictory, level_of
from tests.rules.eastfront.table import Table, table


def points(t: Table, side: str, what: str) -> int:
    """Points of one line of a side's account."""
    t.phase("axis", "supply")
    return sum(n for name, _, n in victory.victory_lines(t.game, t.state, side) if name == what)


def sent_out(scenario: str, *blocks: str) -> Table:
    """Expeditions in Russia, as the start line lets them."""
    t = table(scenario).put("Kharkov", *blocks).phase("axis", "command")
    return t.ask(WatchExpeditions())


@pytest.mark.rule("eastfront:17.1a")
def test_17_1a_the_production_level_counts() -> None:
    t = table()
    assert points(t, "axis", "production") == production_level(t.game, t.state, "axis") == 80
    assert points(t, "soviet", "production") == 56


@pytest.mark.rule("eastfront:17.1b")
def test_17_1b_headquarters() -> None:
    t = table().put("Minsk", "OKH:3", "AGN:3", "AGC:3")
    assert points(t, "axis", "headquarters") == 18
    t = table().put("Moscow", "STAVKA:2").off(POOL, "UkrF", "SouF")
    assert points(t, "soviet", "headquarters") == 4
    assert points(t, "soviet", "lost-headquarters") == -8
    assert points(t, "soviet", "lost-units") == 0  # an HQ costs its own price only


@pytest.mark.rule("eastfront:17.1c", "eastfront:17.1e", "eastfront:17.1f")
def test_17_1c_eliminated_units() -> None:
    t = table().off(POOL, "5AK", "6AK", "3A", "13A", "4A", "5A", "9A", "12A", "26A", "16A", "37A")
    t.off(POOL, "50A")
    assert points(t, "axis", "lost-units") == -4
    assert points(t, "soviet", "lost-units") == -10
    t.off(TIED, "5AK").off(GONE, "6AK")
    assert points(t, "axis", "lost-units") == 0


@pytest.mark.rule("eastfront:17.1f")
def test_17_1f_eliminated_from_the_start_but_not_still_to_come() -> None:
    t = table()
    t.off(POOL, "5AK").off(FUTURE, "6AK")  # never on the map; a reinforcement not yet due
    assert points(t, "axis", "lost-units") == -2


@pytest.mark.rule("eastfront:17.1c")
def test_17_1c_expeditions() -> None:
    t = sent_out("s42", "3R:2")
    assert points(t, "axis", "expeditions") == 0
    assert points(t.held("soviet", "Odessa"), "axis", "expeditions") == -1  # 16.4d
    t = sent_out("w42", "3R:2", "4R:2", "2H:2", "8I:2").held("soviet", "Odessa", "Sevastopol")
    assert points(t, "axis", "expeditions") == -5
    eliminate(t.game, t.state, t.unit("8I"), "7.33a")
    assert points(t, "axis", "expeditions") == -5  # it is not rebuilt


@pytest.mark.rule("eastfront:17.1c", "eastfront:2.66c")
def test_17_1c_an_expedition_rebuilt_at_home_is_confined_again() -> None:
    t = sent_out("s42", "3R:1")
    eliminate(t.game, t.state, t.unit("3R"), "7.33a")
    assert points(t, "axis", "expeditions") == 0  # but a unit is lost
    assert points(t, "axis", "lost-units") == -2
    assert points(t.put("Bucharest", "3R:1"), "axis", "expeditions") == -1


@pytest.mark.rule("eastfront:17.1c")
@pytest.mark.parametrize(("scenario", "code"), [("s41", "4R"), ("s44", "3R")])
def test_17_1c_who_never_went_out_is_not_confined_again(scenario: str, code: str) -> None:
    t = table(scenario).put("Bucharest", f"{code}:1").phase("axis", "command")
    t.ask(WatchExpeditions()).state.confined = t.units(code)
    assert points(t, "axis", "expeditions") == 0


@pytest.mark.rule("eastfront:17.1c", "eastfront:S43.2")
@pytest.mark.parametrize(("came", "cost"), [(True, -2), (False, 0)])
def test_17_1c_the_italian_army_costs_points_only_if_it_came(came: bool, cost: int) -> None:
    t = table("campaign").off(FUTURE, "8I").held("axis", "Sevastopol")
    t.state.half, t.state.month = 3, 1943 * 12 + 4
    if came:
        t.put("Kharkov", "8I:3")
    t.phase("soviet", "supply").ask(WatchExpeditions(), NextMonth(new_half=True))
    assert t.where("8I") == "gone"
    assert points(t, "axis", "expeditions") == cost


@pytest.mark.rule("eastfront:17.1d")
def test_17_1d_unsupplied_units_of_either_side() -> None:
    t = table().put("Leningrad", "23A", "8A", "3A").put("Volkhov", "5AK").put("Luga", "6AK")
    t.put("Novgorod", "8AK").phase("axis", "supply")
    t.state.unsupplied = t.units("23A", "8A", "3A")
    assert points(t, "soviet", "unsupplied") == -3
    assert points(t, "axis", "unsupplied") == 0
    t.state.unsupplied = t.units("5AK")
    assert points(t, "axis", "unsupplied") == -1


@pytest.mark.rule("eastfront:17.2")
@pytest.mark.parametrize(("scenario", "handicap"), [
    ("s41", -40), ("w41", -25), ("s42", None), ("w42", -15)])
def test_17_2_the_handicap_is_the_axis(scenario: str, handicap: int | None) -> None:
    t = table(scenario)
    expected = t.game.half(t.state).handicap if handicap is None else handicap
    assert points(t, "axis", "handicap") == expected
    assert points(t, "soviet", "handicap") == 0


@pytest.mark.rule("eastfront:17.3a")
@pytest.mark.parametrize(("difference", "level"), [
    (0, "draw"), (5, "draw"), (6, "marginal"), (15, "marginal"), (16, "major"), (25, "major"),
    (26, "decisive"), (90, "decisive")])
def test_17_3a_levels_by_the_difference(difference: int, level: str) -> None:
    game = table().game
    assert level_of(game, difference) == level_of(game, -difference) == level


@pytest.mark.rule("eastfront:17.3a", "eastfront:17.1a")
def test_17_3a_the_end_of_a_scenario() -> None:
    t = table().put("Moscow", "STAVKA:4").put("Minsk", "OKH:3").off(FUTURE, "8I")
    t.phase("soviet", "supply")
    handicap = t.game.half(t.state).handicap
    t.ask(CountVictory(last=True))
    result = t.game.result(t.state)
    assert result is not None
    assert result.score == (80 + 6 + handicap) - (56 + 8) == -8
    (count,) = t.heard("count")
    assert (count.args["axis"], count.args["soviet"]) == (86 + handicap, 64)
    assert (result.winner, result.level) == ("soviet", "marginal")


@pytest.mark.rule("eastfront:17.31")
def test_17_31_tournament_points() -> None:
    worth = {row.id: row.tournament for row in table().game.victory.levels}
    assert worth == {"draw": (1, 1), "marginal": (2, 0), "major": (3, 0), "decisive": (5, 0)}


@pytest.mark.rule("eastfront:17.4a", "eastfront:3.14")
def test_17_4a_only_a_decisive_result_ends_a_campaign() -> None:
    t = table("campaign").phase("soviet", "supply").ask(CountVictory(last=False))
    assert t.game.result(t.state) is not None  # the Soviets hold all they began with
    assert t.state.level == "decisive"
    t = table("campaign").put("Minsk_W1", "OKH:3", "AGN:3", "AGC:3", "AGS:3")
    t.phase("soviet", "supply").ask(CountVictory(last=False))
    margin = victory.total(t.game, t.state, "axis") - victory.total(t.game, t.state, "soviet")
    assert abs(margin) < 50
    assert (t.game.result(t.state) is not None) == (abs(margin) >= 26)


@pytest.mark.rule("eastfront:17.4b", "eastfront:W44.5a")
def test_17_4b_points_are_not_counted_in_the_last_winter() -> None:
    t = table("campaign")
    t.state.half, t.state.month = 7, 1945 * 12 + 4
    t.phase("soviet", "supply").ask(CountVictory(last=True))
    assert not t.heard("count")
    result = t.game.result(t.state)
    assert result is not None
    assert (result.winner, result.level, result.reason) == ("axis", "decisive", "race-lost")


@pytest.mark.rule("eastfront:17.1c", "eastfront:W44.2b")
def test_17_1c_countries_that_fell_before_the_first_turn_cost_nothing() -> None:
    t = table("w44").off(GONE, "1R", "2R", "2H")
    assert "lost-units" not in {what for what, _, _ in victory.victory_lines(
        t.game, t.state, "axis")}
