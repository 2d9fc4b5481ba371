"""8.3, 8.4: both totals, the column and every modifier."""

from fractions import Fraction

import pytest

from grognard.rules.efs.reckoning import initial_column
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import both, division, drill, engineer, foot, gun, msu, tank

ENEMY = foot("x", 2, 2, side="soviet", steps=1, reduced=(0, 0))


# -- strengths ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:8.4.1", "agn:BSR.combat.odds")
@pytest.mark.parametrize(("attack", "defence", "column"), [
    (29, 10, "2-1"), (5, 3, "3-2"), (9, 10, "1-2"), (17, 6, "2-1"), (3, 2, "3-2"), (4, 4, "1-1")])
def test_odds_are_rounded_for_the_defender(
        box: str, attack: int, defence: int, column: str) -> None:
    t = drill(box, foot("A", attack, 4), foot("x", 1, defence, side="soviet"))
    t.put("0607", "A").put("0606", "x")
    assert t.odds_of("0606", "A") == column


@both
@pytest.mark.rule("typhoon:8.4.3/3")
def test_better_odds_than_the_last_column_count_as_it(box: str) -> None:
    t = drill(box, foot("A", 25, 4), foot("x", 1, 1, side="soviet"))
    t.put("0607", "A").put("0606", "x")
    assert t.odds_of("0606", "A") == "10-1"


@both
@pytest.mark.rule("typhoon:8.4.3/4")
def test_nobody_is_asked_for_a_lower_column(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.declare("0606", "A").fight()
    assert t.odds().column == "4-1"
    assert set(t.play.offers("axis").choices) == {"guns", "order", "fight"} | (
        {"double"} if box == TYPHOON else set())


@both
@pytest.mark.rule("typhoon:8.2.3")
def test_everybody_in_the_hex_defends(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY, foot("y", 1, 3, side="soviet"))
    t.put("0607", "A").put("0606", "x", "y")
    assert t.reckon("0606", "A").defence_total == 5


@both
@pytest.mark.rule("typhoon:8.4.3")
def test_the_odds_at_declaration_leave_distant_guns_out(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, gun("g", 4, side="soviet"), gun("G", 4))
    t.put("0607", "A").put("0608", "G").put("0606", "x").put("0604", "g")
    t.state.guns[t.unit("g")] = t.hex("0606")
    column = initial_column(t.game, t.state, (t.hex("0606"),), t.units("A"))
    assert column is not None
    assert t.game.results.columns[column] == "2-1"
    assert t.odds_of("0606", "A") == "1-1"


@both
@pytest.mark.rule("typhoon:8.3.6.a", "typhoon:8.3.1")
def test_units_attacking_out_of_a_swamp_are_halved(box: str) -> None:
    t = drill(box, foot("A", 7, 4), foot("B", 7, 4), ENEMY, swamp="0607 0606", woods="0605")
    t.put("0607", "A").put("0605", "B").put("0606", "x")
    assert t.reckon("0606", "A").attack_total == Fraction(7, 2)
    assert t.reckon("0606", "B").attack_total == 7
    assert t.dice_of("0606", "A") == {}, "a swamp gives the defender nothing"


@both
@pytest.mark.rule("typhoon:8.3.2")
def test_halved_units_are_summed_and_keep_their_fraction(box: str) -> None:
    t = drill(box, foot("A", 2, 4), foot("B", 3, 4), foot("C", 1, 1), foot("D", 1, 1), ENEMY,
              swamp="0607 0605", major_river="0605-0606")
    t.put("0607", "A", "B").put("0606", "x")
    assert t.reckon("0606", "A", "B").attack_total == Fraction(5, 2)
    t.put("0605", "C")
    assert t.reckon("0606", "C").attack_total == 1, "halved twice, and never below a point"
    t.put("0605", "D")
    assert t.reckon("0606", "C", "D").attack_total == 1
    assert t.reckon("0606", "A", "B", "C").attack_total == Fraction(7, 2)


@both
@pytest.mark.rule("typhoon:8.3.6.b")
def test_only_those_who_cross_a_major_river_are_halved(box: str) -> None:
    t = drill(box, foot("A", 6, 4), foot("B", 6, 4), ENEMY, major_river="0607-0606")
    t.put("0607", "A").put("0605", "B").put("0606", "x")
    assert t.reckon("0606", "A", "B").attack_total == 9
    t.having(weather="arctic")
    assert t.reckon("0606", "A", "B").attack_total == 9, "in all weather"


@both
@pytest.mark.rule("typhoon:9.1.3")
def test_armour_is_halved_in_towns_but_only_once(box: str) -> None:
    t = drill(box, tank("A", 7, 4), foot("B", 4, 4), ENEMY, city="0606",
              major_river="0607-0606", swamp="0605")
    t.put("0506", "A", "B").put("0606", "x")
    assert t.reckon("0606", "A", "B").attack_total == Fraction(15, 2)
    assert t.dice_of("0606", "A", "B") == {"city": 1}
    for hex in ("0607", "0605"):
        t.put(hex, "A")
        assert t.reckon("0606", "A").attack_total == Fraction(7, 2)


@both
@pytest.mark.rule("typhoon:8.1.4")
def test_a_hex_is_attacked_from_all_its_neighbours_with_four_guns(box: str) -> None:
    around = ("0605", "0706", "0707", "0607", "0507", "0506")
    units = [foot(f"A{n}", 1, 4) for n in range(6)]
    guns = [gun(f"G{n}", 1) for n in range(4)]
    t = drill(box, *units, *guns, foot("x", 1, 1, side="soviet")).put("0606", "x")
    for hex, unit in zip(around, units, strict=True):
        t.put(hex, unit.code)
    t.put("0608", *(gun.code for gun in guns)).declare("0606", *(unit.code for unit in units))
    t.fight()
    for one in guns:
        t.do(f"guns {one.code}")
    assert t.odds().column == "10-1"


# -- ground ------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:8.3.6.c", "typhoon:8.3.6.c/2")
def test_towns_help_the_defender(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("x", 4, 4, side="soviet"), city="0606",
              major_city="0404")
    t.put("0607", "A").put("0606", "x")
    assert t.dice_of("0606", "A") == {"city": 1}
    t.put("0606", "A").put("0607", "x")
    assert t.dice_of("0606", "x") == {"city": 1}
    t.put("0405", "A").put("0404", "x")
    assert t.dice_of("0404", "A") == {"major_city_axis": 2}
    t.put("0404", "A").put("0405", "x")
    assert t.dice_of("0404", "x") == {"major_city_soviet": 1}


@both
@pytest.mark.rule("typhoon:8.3.2/2", "typhoon:8.3.3", "agn:BSR.combat.river")
def test_a_river_counts_if_all_attack_over_it_and_adds_to_the_hill(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("B", 8, 4), ENEMY, hill="0606",
              minor_river="0607-0606 0507-0606")
    t.put("0607", "A").put("0507", "B").put("0606", "x")
    assert t.dice_of("0606", "A", "B") == {"hill": 1, "minor_river": 1}
    t.put("0605", "B")
    assert t.dice_of("0606", "A", "B") == {"hill": 1}


@both
@pytest.mark.rule("typhoon:8.3.3/2")
def test_frozen_rivers_do_not_count(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY, minor_river="0607-0606")
    t.put("0607", "A").put("0606", "x")
    found = {}
    for weather in ("dry", "rain", "frost", "snow", "arctic"):
        found[weather] = t.having(weather=weather).dice_of("0606", "A")
    river = {"minor_river": 1}
    assert found == {"dry": river, "rain": river, "frost": river, "snow": {}, "arctic": {}}


@both
@pytest.mark.rule("typhoon:8.3.3")
def test_a_river_and_a_line_count_together(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("B", 8, 4), foot("C", 8, 4), ENEMY,
              minor_river="0607-0606", fortified_line="0606-0507")
    t.put("0607", "A").put("0507", "B").put("0605", "C").put("0606", "x")
    assert t.dice_of("0606", "A", "B") == {"river_and_line": 1}
    assert t.dice_of("0606", "A", "B", "C") == {}


@both
@pytest.mark.rule("typhoon:8.3.4", "typhoon:8.2.2")
def test_the_ground_of_one_hex_counts_for_the_whole_combat(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY, foot("y", 1, 1, side="soviet"), hill="0706")
    t.put("0707", "A").put("0606", "x").put("0706", "y")
    found = t.reckon("0606 0706", "A")
    assert found.defence_total == 3
    assert [modifier.name for modifier in found.modifiers] == ["hill"]
    assert t.dice_of("0606", "A") == {}


# -- what else counts --------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:8.4.4", "agn:BSR.combat.drm")
def test_the_sum_of_modifiers_is_held_at_three(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY, woods="0606", minor_river="0607-0606")
    t.put("0607", "A").put("0606", "x").fort("0606").order("0606", "no-retreat")
    t.having(support={t.hex("0606"): (0, 1)})
    found = t.reckon("0606", "A")
    assert found.net == 5
    t.declare("0606", "A").fight().do("fight").roll(1)
    assert (t.heard("combat")[0].args["net"], t.heard("combat")[0].args["row"]) == ("+3", 4)


@both
@pytest.mark.rule("typhoon:8.4.4")
def test_the_sum_is_held_at_minus_three_too(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY).put("0607", "A").put("0606", "x").unsupplied("x")
    t.having(support={t.hex("0606"): (3, 0)}).declare("0606", "A").fight().do("fight").roll(5)
    assert (t.heard("combat")[0].args["net"], t.heard("combat")[0].args["row"]) == ("-3", 2)


@both
@pytest.mark.rule("typhoon:11.5.3", "agn:BSR.combat.cas")
def test_close_air_support_counts_for_its_side(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("x", 4, 4, side="soviet"))
    t.put("0607", "A").put("0606", "x").having(support={t.hex("0606"): (2, 1)})
    assert t.dice_of("0606", "A") == {"air_attacker": -2, "air_defender": 1}
    t.having(support={t.hex("0607"): (2, 1)})
    assert t.dice_of("0607", "x") == {"air_attacker": -1, "air_defender": 2}


@both
@pytest.mark.rule("typhoon:6.3.5.b")
def test_an_unsupplied_defender_is_weaker_once(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY, foot("y", 1, 1, side="soviet"))
    t.put("0607", "A").put("0606", "x", "y").unsupplied("y")
    assert t.dice_of("0606", "A") == {"unsupplied_defender": -1}
    t.unsupplied("x")
    assert t.dice_of("0606", "A") == {"unsupplied_defender": -1}


@both
@pytest.mark.rule("typhoon:6.5.7.a", "typhoon:6.5.7.b")
def test_an_attack_without_supply_is_worse_and_has_no_guns(box: str) -> None:
    t = drill(box, foot("A", 8, 4), gun("G", 3), msu("M"), ENEMY, supply="yes")
    t.put("0607", "A", "M-").put("0608", "G").put("0606", "x")
    t.declare("0606", "A").fight()
    assert t.dice_of("0606", "A") == {"no_attack_supply": 2}
    assert t.refused("guns G").code == "attack-unsupplied"
    t.do("supply M").do("guns G")
    assert t.odds().column == "5-1"
    t.do("fight").roll(5)
    assert t.where("M") == "free"


@both
@pytest.mark.rule("typhoon:8.4.1/2")
def test_the_odds_name_every_modifier_with_its_rule(box: str) -> None:
    t = drill(box, foot("A", 7, 4), engineer("E"), ENEMY, city="0606", swamp="0607")
    t.put("0607", "A", "E").put("0606", "x").declare("0606", "A", "E").fight()
    t.do("engineers")
    lines = {line.label.id: (line.value, line.rule.rpartition(":")[2])
             for line in t.odds().lines}
    assert lines["odds.die-city"] == ("+1", "8.3.6.c")
    assert lines["odds.die-engineer"] == ("-1", "12.3.1")
    assert lines["odds.halved-swamp_attacker"] == ("1/2", "8.3.6.a")
    assert lines["odds.attack-total"] == ("4", "8.4.1")
    assert lines["odds.net"] == ("+0", "8.4.4")


@both
@pytest.mark.rule("typhoon:8.4.1")
def test_the_odds_are_the_exact_distribution_of_the_die(box: str) -> None:
    t = drill(box, foot("A", 6, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.declare("0606", "A").fight()
    odds = t.odds()
    column = t.game.results.column("3-1")
    cells = [t.game.results.result(column, die) for die in range(1, 11)]
    assert dict(odds.results) == {cell: Fraction(cells.count(cell), 10) for cell in cells}


# -- the phase ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:8.0", "typhoon:8.4.1/3")
def test_combats_are_fought_one_by_one_in_any_order(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("B", 8, 4), ENEMY, foot("y", 1, 1, side="soviet"))
    t.put("0607", "A").put("0606", "x").put("0307", "B").put("0306", "y")
    t.declare("0606", "A").declare("0306", "B").fight()
    assert t.offers("combat") == {"0606", "0306"}
    t.do("combat 0306 fight").roll(1)
    assert t.where("y") != "0306", "done before the next"
    t.do("done")
    assert t.offers("combat") == {"0606"}


@both
@pytest.mark.rule("typhoon:8.1.1", "typhoon:8.1.5")
def test_only_declared_hexes_are_attacked_and_each_once(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("B", 1, 4), ENEMY, foot("y", 1, 1, side="soviet"),
              foot("z", 1, 1, side="soviet"))
    t.put("0607", "A").put("0606", "x").put("0307", "B").put("0306", "y").put("0605", "z")
    t.declare("0606", "A").declare("0306", "B").fight()
    assert t.refused("combat 0605").code == "not-declared"
    t.do("combat 0606 fight").roll(1)
    t.do("done")
    assert t.refused("combat 0606").code == "fought-out"
    assert "done" not in t.play.offers("axis").choices, "a declared attack is made"


@both
@pytest.mark.rule("typhoon:8.4.3/2", "agn:BSR.attack.cancel")
def test_below_the_lowest_odds_the_attackers_are_lost(box: str) -> None:
    t = drill(box, foot("A", 4, 4), division("x", 6, 8, side="soviet"),
              division("y", 6, 9, side="soviet"))
    t.put("0607", "A").put("0606", "x", "y").declare("0606", "A").fight()
    assert t.odds_of("0606", "A") == "-"
    t.do("fight")
    assert (t.where("A"), t.steps("x"), t.heard("combat")) == ("eliminated", 4, [])


@both
@pytest.mark.rule("typhoon:8.1.5")
def test_who_has_defended_adds_nothing_to_another_defence(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("B", 8, 4), ENEMY, foot("y", 3, 4, side="soviet"))
    t.put("0607", "A").put("0606", "y").put("0404", "B").put("0505", "x")
    t.declare("0606", "A").declare("0505", "B")
    t.suffer("-/R", "0606", "A").do("back 0605 0604")
    assert t.reckon("0505", "B").defence_total == 2
    t.state.put(t.unit("y"), t.hex("0505"))
    assert t.reckon("0505", "B").defence_total == 2


@pytest.mark.parametrize("box", [NORTH])
@pytest.mark.rule("agn:BSR.combat.overkill")
def test_losses_beyond_the_steps_present_are_not_charged(box: str) -> None:
    t = drill(box, foot("A", 8, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("1*/2R", "0606", "A").do("lose A")
    assert (t.where("x"), t.steps("A")) == ("cadre", 1)


@both
@pytest.mark.rule("typhoon:6.5.8")
def test_a_table_asks_twice_before_an_attack_goes_without_what_it_could_have(box: str) -> None:
    t = drill(box, foot("A", 8, 4), msu("M"), ENEMY, supply="yes")
    t.put("0607", "A", "M-").put("0606", "x").declare("0606", "A").fight()
    assert t.step().surprising(t.game, t.state) == ("fight",)
    t.do("supply M")
    assert t.step().surprising(t.game, t.state) == ()


@both
def test_a_table_asks_twice_before_certain_ruin_that_guns_could_avert(box: str) -> None:
    t = drill(box, foot("A", 1, 4), gun("G", 3), foot("x", 2, 5, side="soviet"))
    t.put("0607", "A").put("0608", "G").put("0606", "x").declare("0606", "A").fight()
    assert t.step().surprising(t.game, t.state) == ("fight",)
    t.do("guns G")
    assert t.odds().column == "1-3"
    assert t.step().surprising(t.game, t.state) == ()


@both
@pytest.mark.rule("typhoon:6.5.5", "typhoon:6.5.5/2")
def test_an_attack_that_is_covered_in_part_is_unsupplied_and_keeps_its_points(box: str) -> None:
    t = drill(box, foot("A", 8, 4), foot("B", 8, 4), msu("M"), msu("N"), ENEMY, supply="yes")
    t.put("0607", "A").put("0605", "B").put("0606", "x").put("0212", "M-").put("0602", "N-")
    t.declare("0606", "A", "B").fight().do("supply M")
    assert "odds.die-no_attack_supply" in [line.label.id for line in t.odds().lines]
    t.do("fight").roll(1).finish()
    assert (t.where("M"), t.where("N")) == ("0212", "0602")
    t = drill(box, foot("A", 8, 4), foot("B", 8, 4), msu("M"), msu("N"), ENEMY, supply="yes")
    t.put("0607", "A").put("0605", "B").put("0606", "x").put("0212", "M-").put("0602", "N-")
    t.declare("0606", "A", "B").fight().do("supply M").do("supply N").do("fight").roll(1)
    assert (t.where("M"), t.where("N")) == ("free", "free")
