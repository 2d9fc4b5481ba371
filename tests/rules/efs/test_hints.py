"""Everything that the rules and their examples tell of a chart, typed anew: the charts agree.

The ids are those of the list of hints; where two of them disagree, the ruling stands beside it.
"""

from fractions import Fraction

import pytest

from grognard.core.tables import ResultTable
from grognard.rules.efs.data import Band
from grognard.rules.efs.words import POINT
from tests.rules.efs.boxes import NORTH, TYPHOON, contents, price

CRT = ResultTable.from_data(contents(TYPHOON).crt, "crt")
DIE = range(1, 11)


# Odds and combat results


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(29, 10, "2-1"), (21, 6, "3-1"), (12, 5, "2-1"), (3, 2, "3-2"), (14, 2, "7-1"),
     (11, 5, "2-1"), (16, 2, "8-1"), (18, 6, "3-1"), (5, 2, "2-1")],
)
def test_odds_are_read_in_the_column_told(attack: int, defence: int, column: str) -> None:
    found = CRT.odds_column(attack, defence)
    assert found is not None
    assert CRT.columns[found] == column


@pytest.mark.parametrize(
    ("column", "die", "result"),
    [
        ("3-1", 7, "-/R"),      # crt-1: 9, +1 strongpoint, -1 engineer, -1 integrity, -1 air
        ("2-1", 5, "1*/R"),     # crt-2: 4, +1 No Retreat
        ("3-2", 4, "1*/1"),     # crt-3: no R, for No Retreat cost nothing more
        ("2-1", 7, "R/-"),      # crt-5: 6, -1 integrity, +1 air, +1 No Retreat (as ruled)
        ("3-1", 2, "-/2R"),     # crt-9: two steps, and the HQ retreats
        ("4-1", 10, "-/-"),     # crt-11
    ],
)
def test_results_that_are_told(column: str, die: int, result: str) -> None:
    assert CRT.result(CRT.column(column), die) == result


@pytest.mark.parametrize("column", ["1-1", "3-2"])
def test_a_step_each_on_a_four_whatever_the_odds_of_turn_12_were(column: str) -> None:
    """crt-6, as ruled: 3-2 by the counters, 1-1 by the hint; both read the same."""
    assert CRT.result(CRT.column(column), 4) == "1*/1"


@pytest.mark.parametrize(
    ("column", "die", "least"),
    [("7-1", 2, 2), ("8-1", 2, 1), ("6-1", 5, 2)],    # crt-4, crt-7, crt-10
)
def test_attackers_unhurt_and_defenders_gone(column: str, die: int, least: int) -> None:
    attacker, defender = CRT.result(CRT.column(column), die).split("/")
    assert attacker == "-"
    assert int(defender[0]) >= least


def test_two_steps_in_all_under_no_retreat() -> None:
    """crt-8, as ruled: one step and a retreat, in cover worth another."""
    assert CRT.result(CRT.column("8-1"), 8) == "1*/1R"


def test_a_lower_die_and_better_odds_never_hurt_the_attacker() -> None:
    rank = {result: number for number, result in enumerate(CRT.results)}
    ranks = [[rank[cell] for cell in row] for row in CRT.cells]
    assert (CRT.first_row, CRT.last_row) == (-2, 13)
    for row in ranks:
        assert row == sorted(row, reverse=True)
    for column in zip(*ranks, strict=True):
        assert list(column) == sorted(column)


EFFECTS = {
    "minor_river": 1, "strongpoint": 1, "engineer": -1, "integrity": -1, "no_retreat": 1,
    "city": 1, "major_city_soviet": 1, "major_city_axis": 2, "fortified_line": 1,
    "no_attack_supply": 2, "unsupplied_defender": -1, "combined_arms": -1, "swamp": 0,
}
HALVED = {"major_river", "swamp_attacker", "armour_in_city"}


def test_modifiers_of_the_combat_die() -> None:
    rows = {row.cause: row for row in contents(TYPHOON).effects}
    assert {cause: rows[cause].die for cause in EFFECTS} == EFFECTS
    assert rows["minor_river"].die == rows["fortified_line"].die      # drm-river-line
    assert 0 not in (rows["hill"].die, rows["minor_river"].die)       # drm-hill-and-river-add
    assert {cause for cause, row in rows.items() if row.halves} == HALVED


# Overruns


def overrun_die(odds: int) -> int:
    return next(row.die for row in reversed(contents(NORTH).overrun.odds) if odds >= row.least)


def band(rows: list[Band], die: int) -> str:
    (found,) = [row.result for row in rows if row.least <= die <= row.most]
    return found


def overrun(attack: int, defence: int, die: int, terrain: str, *states: str) -> tuple[int, str]:
    chart = contents(NORTH).overrun
    least, most = chart.die
    sum_ = overrun_die(attack // defence) + chart.terrain[terrain]
    sum_ = max(least, min(most, sum_ + sum(chart.condition[state] for state in states)))
    return sum_, band(chart.row, die + sum_)


def test_overruns_that_are_told() -> None:
    assert overrun(18, 2, 5, "clear") == (-1, "retreat")                          # ovr-1
    assert overrun(13, 1, 6, "strongpoint", "all_artillery") == (-1, "retreat")   # ovr-2
    assert overrun(10, 2, 8, "hill") == (3, "fail-loss")                          # ovr-3
    assert overrun_die(14) == -3                                                  # ovr-4
    assert overrun_die(11) == -2                                                  # ovr-5


def losing(odds: int) -> int:
    """On how many of ten dice an overrun of a hill costs a step."""
    return sum(overrun(odds, 1, die, "hill")[1] == "fail-loss" for die in DIE)


def test_six_to_one_on_a_hill_is_better_than_five_but_not_safe() -> None:
    """ovr-6."""
    assert 0 < losing(6) < losing(5)


def test_the_rows_of_the_overrun_table() -> None:
    chart = contents(NORTH).overrun
    assert {band(chart.row, die) for die in range(3, 8)} == {"retreat"}           # ovr-7
    assert [row.result for row in chart.row] == [                                 # ovr-8
        "step-retreat", "retreat", "fail", "fail-loss"]
    assert chart.condition == {"all_artillery": -1, "marked": -1}                 # ovr-9
    assert (chart.row[0].least, chart.row[-1].most) == (1 - 3, 10 + 3)


@pytest.mark.parametrize(("box", "costs", "german", "forts"),
                         [(TYPHOON, False, 7, 0), (NORTH, True, 5, 12)])
def test_what_a_failure_costs_and_who_may_try(
    box: str, costs: bool, german: int, forts: int
) -> None:
    """As ruled: the row is there for both games, Typhoon! names no loss (7.8.3.h)."""
    asked = contents(box).edition.overruns
    assert (asked.failure_costs_step, asked.least) == (costs, 7)
    assert (asked.least_german, asked.forts_least) == (german, forts)


# In the air


@pytest.mark.parametrize(
    ("die", "more", "result"),
    [(6, 0, "no-effect"), (6, 1, "no-effect"), (7, 1, "abort"), (3, 0, "no-effect"),
     (10, 0, "damaged"), (7, 0, "no-effect"), (8, 1, "abort"), (5, 0, "no-effect"),
     (10, 1, "damaged")],
)
def test_flak_that_is_told(die: int, more: int, result: str) -> None:
    """aa-1 to aa-12; the last is two units less a Ju 87."""
    assert band(contents(NORTH).air.flak, die + more) == result


def test_what_adds_to_flak() -> None:
    """aa-13: never more than two."""
    assert contents(NORTH).air.flak_die == {"hq": 1, "anti_air": 1}
    assert contents(NORTH).edition.air.flak_most == 2


INITIATIVE = {1: ("axis", True), 6: ("none", False), 7: ("soviet", False)}


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_initiative_that_is_told(box: str) -> None:
    rows = contents(box).initiative
    found = {die: (row.side, row.advantage) for row in rows
             for die in range(row.least, row.most + 1)}
    assert sorted(found) == list(DIE)
    assert {die: found[die] for die in INITIATIVE} == INITIATIVE


def test_local_advantage_is_rarer_in_army_group_north() -> None:
    """As ruled: one table for each box; there only a 1 gives it to the Axis."""
    advantage = {box: [row.most for row in contents(box).initiative
                       if row.side == "axis" and row.advantage] for box in (TYPHOON, NORTH)}
    assert advantage == {TYPHOON: [2], NORTH: [1]}


def shot(shooter: int, target: int, die: int) -> str:
    upto = contents(NORTH).air.combat[str(shooter - target)]
    words = ("destroyed", "damaged", "abort")
    return next((word for word, last in zip(words, upto, strict=True) if die <= last), "nothing")


@pytest.mark.parametrize(
    ("shooter", "target", "die", "result"),
    [(4, 1, 3, "destroyed"), (2, 1, 9, "nothing"), (1, 2, 2, "abort"), (4, 1, 5, "damaged"),
     (2, 3, 6, "nothing"), (4, 2, 5, "damaged"), (2, 4, 3, "nothing"), (4, 2, 3, "destroyed")],
)
def test_shots_that_are_told(shooter: int, target: int, die: int, result: str) -> None:
    """acm-1 to acm-10."""
    assert shot(shooter, target, die) == result


def test_readiness() -> None:
    """ready-1 to ready-3, as ruled: low dice pass, storms and the errata's 5 included."""
    chart = contents(NORTH).air.readiness
    assert 5 + chart.weather["dry"] <= chart.axis["flown"]
    assert chart.soviet["damaged"] == 5
    assert (chart.storm, chart.weather["dry"]) == (2, 0)
    assert set(chart.weather) == {"dry", "rain", "frost", "snow", "arctic"}


# Weather


def weather(climate: str, die: int) -> str:
    columns = {str(name): codes for name, codes in contents(TYPHOON).weather.column.items()}
    return columns[climate][die - 1]


def test_weather_that_is_told() -> None:
    assert (weather("frost", 8), weather("frost", 9), weather("frost", 7)) == ("S", "ST", "F")
    track = {row.turn: row for row in contents(TYPHOON).turns}
    assert [(track[turn].climate, track[turn].die) for turn in (28, 29, 30)] == [
        ("frost", 0), ("frost", 1), ("frost", 1)]                                # wx-4
    codes = {code for column in contents(TYPHOON).weather.column.values() for code in column}
    assert codes >= {"D", "R", "RT", "F", "S", "ST", "A"}                        # wx-5
    assert len(track) == 38                                                      # wx-6
    assert "F" in [weather(track[31].climate, die + track[31].die) for die in DIE]   # wx-7


def test_the_turns_of_both_tracks() -> None:
    for box, first, last in ((TYPHOON, "1941-09-30", "1941-12-14"),
                             (NORTH, "1941-06-22", "1941-10-21")):
        track = [row for row in contents(box).turns if not row.track]
        assert [row.turn for row in track] == list(range(1, len(track) + 1))
        assert (track[0].first_day, track[-1].last_day) == (first, last)


# Movement


class Way:
    """A step by the chart: the ground with its woods, or the road, and what is added."""

    def __init__(self, goes: str, weather: str) -> None:
        self.goes, self.weather = goes, weather

    def cell(self, group: str, kind: str) -> int | str:
        return price(group, kind, self.goes, self.weather)

    def points(self, group: str, kind: str) -> int:
        found = self.cell(group, kind)
        assert isinstance(found, int), (group, kind)
        return found

    def ground(self, kinds: str) -> int:
        return max(self.points("hex", kind) for kind in kinds.split())

    def step(self, kinds: str, *, woods: bool = False, road: str = "", rail: bool = False,
             more: str = "") -> Fraction:
        total = self.by_road(kinds, woods, road) if road else self.off_road(kinds, woods, rail)
        return Fraction(total + sum(self.points("extra", kind) for kind in more.split()), POINT)

    def by_road(self, kinds: str, woods: bool, road: str) -> int:
        if road == "minor_road":
            road += "_clear" if kinds == "clear" and not woods else "_other"
        found = self.cell("road", road)
        return self.ground(kinds) if found == "other" else int(found)

    def off_road(self, kinds: str, woods: bool, rail: bool) -> int:
        added = self.points("add", "woods") if woods else 0
        return self.ground(kinds) + added + (self.points("extra", "rail_in_woods") if rail else 0)


FOOT, MOTOR = Way("foot", "dry"), Way("motor", "dry")
MAIN, MINOR = "main_road", "minor_road"


def test_prices_of_the_learning_game() -> None:
    assert MOTOR.step("clear", road=MAIN, more="zone") == Fraction("1.5")            # mv-1
    assert MOTOR.step("clear", road=MAIN, more="overrun") == Fraction("1.5")         # mv-2
    three = 2 * MOTOR.step("clear", road=MAIN) + MOTOR.step("clear", road=MAIN, more="zone")
    assert three == Fraction("2.5")                                                  # mv-3


def test_prices_of_the_overrun_example() -> None:
    first = MOTOR.step("clear", road=MAIN, more="overrun enemy_strongpoint")
    second = MOTOR.step("clear", woods=True, road=MINOR, more="zone")
    third = MOTOR.step("hill", road=MINOR, more="overrun")
    assert [first, second, third] == [Fraction("2.5"), 2, 2]                         # mv-4 to 6
    assert first + second + third == Fraction("6.5")                                 # mv-8
    assert MOTOR.step("clear", woods=True, more="zone") == 4                         # mv-7


def test_prices_on_the_inset_are_half() -> None:
    """mv-9, as ruled: six hexes at a quarter; mv-10."""
    assert 6 * MOTOR.step("clear", road=MINOR) / 2 == Fraction("1.5")
    assert 6 * Way("motor", "rain").step("clear", road=MINOR) / 2 == 6


def test_prices_of_chapter_seven() -> None:
    assert FOOT.step("clear hill") == 2                                              # mv-11
    assert [way.step("clear", woods=True) for way in (FOOT, MOTOR)] == [2, 3]        # mv-12, 13
    assert [way.step("hill", woods=True) for way in (FOOT, MOTOR)] == [3, 4]         # mv-14, 15
    railway = [way.step("clear", woods=True, rail=True) for way in (FOOT, MOTOR)]
    assert railway == [1, 2]                                                         # mv-16, 17
    wet = [Way(goes, "rain").step("clear", woods=True, road=MINOR) for goes in ("foot", "motor")]
    assert wet == [2, 2]                                                             # mv-18, 19
    assert MOTOR.step("hill", more="overrun") == 3                                   # mv-20
    assert Way("foot", "snow").step("hill", woods=True, road=MINOR) == 1             # mv-21
    assert Way("motor", "frost").step("clear", woods=True, road=MINOR) == 1          # mv-22
    assert FOOT.step("clear", more="enemy_strongpoint") == 2                         # mv-26
    assert FOOT.step("clear") == 1                                                   # mv-27


def test_major_rivers_and_swamps() -> None:
    frozen = {Way("foot", word).cell("side", "major_river") for word in ("snow", "arctic")}
    open_ = {Way("foot", word).cell("side", "major_river") for word in ("dry", "rain", "frost")}
    assert (frozen, open_) == ({POINT}, {"all"})                                     # mv-23, 24
    assert MOTOR.cell("hex", "swamp") == "no"                                        # mv-25
    assert Way("gun", "dry").cell("side", "major_river") == "no"


SHARES = {
    ("motorised", "motorised"): "half",       # cap-1, as ruled: the full share is of turns 1, 2
    ("motorised", "reaction"): "half",        # cap-2
    ("artillery", "motorised"): "none",       # cap-3
    ("cavalry", "motorised"): "half",         # cap-4: not none
    ("activated", "motorised"): "full",       # cap-5
    ("train", "reaction"): "none",            # cap-6
    ("anti_tank", "reaction"): "half",        # cap-7
    ("anti_tank", "motorised"): "half",
    ("truck", "motorised"): "none",           # cap-8
}


def test_who_moves_in_which_phase() -> None:
    rows = {row.type: row for row in contents(TYPHOON).capabilities}
    found = {(kind, phase): getattr(rows[kind], phase) for kind, phase in SHARES}
    assert found == SHARES
    assert {kind for kind, row in rows.items() if row.overrun} == {"motorised", "anti_tank"}


# Replacements and surrender


def test_the_soviet_replacement_table() -> None:
    rows = {row.die: row for row in contents(TYPHOON).soviet_table}
    assert list(rows) == list(range(11))
    assert {row.event for row in rows.values()} == set("AMRSVN")                     # rep-1
    assert max(row.infantry for row in rows.values()) == 5                           # rep-2
    points = [rows[die].infantry for die in sorted(rows)]
    assert points == sorted(points)                                # rep-3: -2 makes it worse
    assert {row.event for row in contents(NORTH).soviet_table} >= {"R", "Rx2", "A"}


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
def test_low_dice_surrender(box: str) -> None:
    """sur-1: an HQ adds one, which helps; both may come."""
    asked = contents(box).edition.surrender
    assert 1 <= asked["most"] - asked["hq"] < asked["most"] < 10
