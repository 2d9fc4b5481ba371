"""Section 9.3: strengths, odds and columns, and what the attacker is told of them."""

from fractions import Fraction

import pytest

from grognard.rules.narva.combat import AssignAir, CombatSegment
from grognard.rules.narva.state import GROUNDED, ISOLATED, OUT_OF_SUPPLY, READY
from tests.rules.narva.fights import battle, odds, reckoned, segment, told, why
from tests.rules.narva.table import Table, table

OPEN, BESIDE, WOODS, BESIDE_WOODS = "2606", "2506", "2604", "2605"
FERRY, BRIDGE, RIVER = ("2635", "2735"), ("3028", "3129"), ("3028", "3128")
STREAM, STREAM_BRIDGE = ("2409", "2509"), ("2408", "2508")


def no_air(t: Table) -> Table:
    t.state.air = [GROUNDED] * len(t.state.air)
    return t


# -- strengths ---------------------------------------------------------------------------------


@pytest.mark.rule("narva:9.3.A")
def test_9_3_a_attack_divided_by_defence() -> None:
    t = table(turn=2).put(OPEN, "2G").put(BESIDE, "381R", "456R").put(BESIDE_WOODS, "602R")
    found = odds(t, OPEN, "381R", "456R", "602R")
    assert told(found, "attack-total") == [("12", "2.1.2")]
    assert told(found, "defence-total") == [("5", "2.1.2")]
    assert found.column == "2-1"


@pytest.mark.rule("narva:9.3.B")
def test_9_3_b_the_ratio_is_cut_to_a_printed_column() -> None:
    german = table(turn=2).put(OPEN, "381R").put(BESIDE, "2G", "2K502")
    soviet = table(turn=2).put(OPEN, "151G").put(BESIDE, "131GR", "163R").put("2605", "219R")
    assert odds(german, OPEN, "2G", "2K502").column == "5-2"  # 11:4
    assert odds(soviet, OPEN, "131GR", "163R", "219R").column == "2-1"  # there is no 5-2


@pytest.mark.rule("narva:9.3.C.1")
@pytest.mark.parametrize(("hex", "defence"), [
    ("1429", 6), ("1530", 6), ("2425", 6), ("2606", 3), ("2604", 3), ("2424", 3), ("3030", 3),
])
def test_9_3_c_1_hill_and_swamp_double_the_defence_once(hex: str, defence: int) -> None:
    """Hill, hill with a village, swamp; then clear ground, woods, village and city."""
    t = table(turn=2).put(hex, "HAME")
    near = t.game.grid.label(t.game.grid.neighbours(t.hex(hex))[0])
    assert reckoned(t.put(near, "163R"), hex, "163R").defence_total == defence


@pytest.mark.rule("narva:9.3.C.2")
@pytest.mark.parametrize("turn", [2, 9])
@pytest.mark.parametrize("sides", [FERRY, BRIDGE, RIVER, STREAM, STREAM_BRIDGE])
def test_9_3_c_2_rivers_and_ferries_halve_once(sides: tuple[str, str], turn: int) -> None:
    """Frozen or not, bridged or not; a ferry lies on a major river and yet halves once."""
    t = table(turn=turn).put(sides[0], "131GR").put(sides[1], "151G-")
    found = odds(t, sides[1], "131GR")
    assert told(found, "halved-river") == [("5/2", "9.3.C.2")]
    assert told(found, "attack-total") == [("2", "2.1.2")]


@pytest.mark.rule("narva:9.3.C.2")
def test_9_3_c_2_each_attacker_by_its_own_hexside() -> None:
    t = table(turn=2).put("3128", "151G").put("3028", "131GR").put("3127", "129GR")
    found = odds(t, "3128", "131GR", "129GR")
    assert told(found, "halved-river") == [("5/2", "9.3.C.2")]
    assert told(found, "attack-total") == [("7", "2.1.2")]  # 2.5 and 5


@pytest.mark.rule("narva:9.3.C.3")
@pytest.mark.parametrize("supply", [OUT_OF_SUPPLY, ISOLATED])
def test_9_3_c_3_units_without_supply_fight_at_half_strength(supply: int) -> None:
    t = table(turn=2).put("2425", "151G").put("2424", "381R").supply(supply, "151G", "381R")
    found = odds(t, "2425", "381R")
    assert told(found, "doubled-swamp") == [("8", "9.3.C.1")]
    assert told(found, "halved-supply") == [("2", "9.3.C.3"), ("4", "9.3.C.3")]
    assert told(found, "defence-total") == [("4", "2.1.2")]


@pytest.mark.rule("narva:9.3.C.4")
@pytest.mark.parametrize(("place", "strength"), [("1530", "8"), ("2424", "4"), ("3030", "4")])
def test_9_3_c_4_villages_and_towns_shift_nothing_but_soften_results(
    place: str, strength: str
) -> None:
    """A village on a hill, one in the open, the city: beside doubling, the retreat is spared."""
    t = table(turn=2).put(place, "II48" if place == "3030" else "151G")
    near = t.game.grid.label(t.game.grid.neighbours(t.hex(place))[3])
    found = odds(t.put(near, "131GR", "129GR"), place, "131GR", "129GR")
    assert told(found, "defence-total") == [(strength, "2.1.2")]
    assert told(found, "cover") == [("-1", "9.5.6.A")]
    assert not [line for line in found.lines if line.label.id.startswith("odds.shift")]


@pytest.mark.rule("narva:9.3.C.4")
def test_9_3_c_4_a_village_in_woods_adds_to_the_woods(monkeypatch: pytest.MonkeyPatch) -> None:
    t = table(turn=2).put(WOODS, "151G").put(BESIDE_WOODS, "131GR", "129GR")
    monkeypatch.setattr(t.game, "cover", 1 << t.hex(WOODS))
    found = odds(t, WOODS, "131GR", "129GR")
    assert told(found, "shift-terrain-woods") == [("-1", "9.3.1.A")]
    assert told(found, "cover") == [("-1", "9.5.6.A")]


# -- shifts ------------------------------------------------------------------------------------


@pytest.mark.rule("narva:9.3.1.A")
def test_9_3_1_a_the_ground_of_the_defender_shifts_left() -> None:
    t = table(turn=2).put(WOODS, "151G").put(BESIDE_WOODS, "381R", "456R")
    by = t.game.charts.terrain["woods"].shift
    found = odds(t, WOODS, "381R", "456R")
    assert told(found, "ratio") == [("2-1", "9.3.B")]
    assert told(found, "shift-terrain-woods") == [(str(by), "9.3.1.A")]
    assert (by, found.column) == (-1, "3-2")
    away = table(turn=2).put(BESIDE_WOODS, "151G").put(WOODS, "381R", "456R")
    assert odds(away, BESIDE_WOODS, "381R", "456R").column == "2-1"  # the attacker's woods


@pytest.mark.rule("narva:9.3.1.B")
@pytest.mark.parametrize("pinned", [("151G",), ("162G",), ("151G", "162G")])
def test_9_3_1_b_a_pinned_defender_shifts_one_column(pinned: tuple[str, ...]) -> None:
    t = table(turn=2).put(OPEN, "151G", "162G").put(BESIDE, "381R", "456R")
    assert odds(t.pin(*pinned), OPEN, "381R", "456R").column == "3-2"
    assert reckoned(t, OPEN, "381R", "456R").shifts == (("pinned", "9.3.1.B", 1),)


@pytest.mark.rule("narva:9.3.1.B")
def test_9_3_1_b_neither_a_pinned_headquarters_nor_a_pinned_attacker_shifts() -> None:
    t = table(turn=2).put(OPEN, "151G", "HQ61").put(BESIDE, "381R").pin("HQ61", "381R")
    assert reckoned(t, OPEN, "381R").shifts == ()


@pytest.mark.rule("narva:9.3.1.C")
@pytest.mark.parametrize(("mission", "column"), [
    ("AIR1-normal", "3-2"), ("AIR1-full", "2-1"), ("BOMBER-full", "3-1"),
])
def test_9_3_1_c_air_units_shift_right(mission: str, column: str) -> None:
    t = table(turn=2).put(OPEN, "151G").put(BESIDE, "381R")
    t.ask(AssignAir(battle(t, OPEN, "381R")))
    found = t.play.odds("soviet", f"air {mission}")
    assert found is not None
    assert found.column == column
    t.do(f"air {mission} done")
    assert t.game.charts.combat.line("soviet")[t.step().column] == column


@pytest.mark.rule("narva:9.3.1.D")
def test_9_3_1_d_shifts_add_up() -> None:
    t = table(turn=2).put("3330", "I48").put("3430", "381R").pin("I48")
    t.ask(AssignAir(battle(t, "3330", "381R"))).do("air AIR1-full")
    found = t.play.odds("soviet", "done")
    assert found is not None
    assert told(found, "shift-air") == [("+2", "9.3.1.C")]
    assert told(found, "shift-pinned") == [("+1", "9.3.1.B")]
    assert told(found, "shift-defences") == [("-3", "11.3.2")]
    assert (told(found, "ratio"), found.column) == ([("1-1", "9.3.B")], "1-1")


# -- the ends of the table ---------------------------------------------------------------------


def weak() -> Table:
    """Strength 3 against 6 in woods: 1-2 and one column left."""
    return table(turn=2).put(WOODS, "163R", "219R").put(BESIDE_WOODS, "151G")


@pytest.mark.rule("narva:9.3.2.A")
def test_9_3_2_a_an_attack_below_the_table_is_refused() -> None:
    t = no_air(weak()).acting("german", "151G").ask(CombatSegment())
    assert t.step() is None
    t = no_air(weak()).put("2504", "65R")
    segment(t.put("2505", "23G"), "151G", "23G")
    assert t.offers("attack") == {"2504", WOODS}  # both together can do it
    t.do(f"attack {WOODS} by 151G")
    assert why(t.refused("fire")) == ("too-few-attackers", "9.3.2.A")
    t = segment(no_air(weak().put("2705", "65R")), "151G")
    assert why(t.refused(f"attack {WOODS}")) == ("odds-too-low", "9.3.2.A")


@pytest.mark.rule("narva:9.3.2.A")
def test_9_3_2_a_shifts_lift_odds_from_below_the_table() -> None:
    t = table(turn=2).put(WOODS, "163R", "381R-", "1811SU").put(BESIDE_WOODS, "61F")
    segment(t, "61F").do(f"attack {WOODS} by 61F fire")  # 2 to 6: 1-3, woods, aircraft
    assert why(t.refused("done")) == ("air-needed", "9.3.2.A")
    assert why(t.refused("air LW-normal")) == ("air-too-weak", "9.3.2.A")
    found = t.play.odds("german", "air LW-full")
    assert found is not None
    assert (told(found, "ratio"), found.column) == ([("1-3", "9.3.B")], "1-2")
    assert told(found, "column") == [("1-2", "9.3.1.D")]
    t.do("air LW-full done")
    assert t.step().column == 0


@pytest.mark.rule("narva:9.3.2.A")
def test_9_3_2_a_what_is_told_of_an_attack_that_cannot_be() -> None:
    found = odds(no_air(weak()), WOODS, "151G")
    assert found.column == "-"
    assert told(found, "column") == [("-", "9.3.2.A")]
    assert found.results == (("cancelled", Fraction(1)),)


@pytest.mark.rule("narva:9.3.2.B")
def test_9_3_2_b_the_ratio_is_capped_before_and_after_the_shifts() -> None:
    tigers = ("1K502", "2K502", "3K502")
    t = table(turn=2).put(OPEN, "1811SU").put(BESIDE, *tigers[:2]).put("2605", tigers[2])
    found = odds(t.pin("1811SU"), OPEN, *tigers)  # 18-1 and a column more
    assert found.column == "7-1"
    assert told(found, "column") == [("7-1", "9.3.2.B")]
    t = table(turn=2).put(WOODS, "1811SU").put(BESIDE_WOODS, *tigers[:2]).put("2505", tigers[2])
    assert odds(t, WOODS, *tigers).column == "6-1"  # one left of the cap


@pytest.mark.rule("narva:9.3.2.C")
def test_9_3_2_c_against_no_defence_the_last_column_whatever_the_shifts() -> None:
    t = table(turn=2).put(WOODS, "1811SU").put(BESIDE_WOODS, "30P").supply(OUT_OF_SUPPLY, "1811SU")
    found = odds(t, WOODS, "30P")
    assert told(found, "defence-total") == [("0", "2.1.2")]
    assert found.column == "7-1"
    assert told(found, "column") == [("7-1", "9.3.2.C")]
    assert told(found, "shift-terrain-woods") == []


# -- what the attacker is told -----------------------------------------------------------------


@pytest.mark.rule("narva:9.3.A", "narva:9.1.B")
def test_9_3_the_odds_of_every_choice_on_the_way_to_an_attack() -> None:
    t = table(turn=2).put(OPEN, "151G").put(BESIDE, "381R", "456R")
    segment(t, "381R", "456R")
    whole = t.play.odds("soviet", f"attack {OPEN}")
    assert whole is not None
    assert (whole.column, [m.id for m in whole.assumes]) == ("2-1", ["odds.assumes-everybody"])
    assert t.play.odds("soviet", "done") is None
    assert t.play.odds("german", f"attack {OPEN}") is None
    t.do(f"attack {OPEN}")
    steps = []
    for text in ("by 381R", "by 456R"):
        found = t.play.odds("soviet", text)
        assert found is not None
        steps.append(found.column)
        t.do(text)
    assert steps == ["1-1", "2-1"]
    table_of_results = t.game.charts.combat.distribution(3)
    fire = t.play.odds("soviet", "fire")
    assert fire is not None
    assert dict(fire.results) == table_of_results
    assert fire.chance_of("A1") == table_of_results["A1"]


@pytest.mark.rule("narva:9.3.A")
def test_9_3_the_odds_tell_what_will_soften_or_sharpen_the_result() -> None:
    t = table(turn=1).put("3331", "I48").put("3430", "131GR").put("3431", "129GR", "134GR")
    t.state.defences[1] = 4
    found = odds(t, "3331", "131GR", "129GR", "134GR", stavka=True)
    assert told(found, "die") == [("+1", "14.3.B")]
    assert told(found, "cover") == [("-1", "9.5.6.A")]
    assert told(found, "track") == [("5", "11.3.4.A")]
    assert told(found, "shift-stavka") == [("+1", "2.5.3.B")]
    assert told(found, "stavka") == [("+1", "2.5.3.C")]
    city = odds(table(turn=2).put("3030", "I48").put("3031", "131GR"), "3030", "131GR")
    assert told(city, "city") == [("-1", "9.4.4.A")]
    bare = odds(table(turn=2).put("3330", "I48").put("3430", "131GR"), "3330", "131GR")
    assert told(bare, "cover") == [("-1", "11.3.3")]


@pytest.mark.rule("narva:9.3.A")
def test_9_3_in_fog_the_odds_count_the_top_unit_only() -> None:
    t = table(turn=2, fog=True).put(OPEN, "151G", "162G").put(BESIDE, "381R", "456R")
    segment(t, "381R", "456R").do(f"attack {OPEN} by 381R 456R")
    hidden = t.play.odds("soviet", "fire")
    assert hidden is not None
    assert told(hidden, "defence-total") == [("4", "2.1.2")]
    assert [m.id for m in hidden.assumes] == ["odds.assumes-top-unit"]
    t.do("fire")
    seen = t.play.odds("soviet", "done")
    assert seen is not None
    assert (told(seen, "defence-total"), seen.assumes) == ([("8", "2.1.2")], ())


@pytest.mark.rule("narva:9.3.2.A")
def test_9_3_2_a_an_attack_that_rounds_to_nothing_is_no_attack_in_fog_either() -> None:
    for fog in (False, True):
        t = table(turn=9, fog=fog).put("3128", "163R").put("3028", "30P")
        assert t.state.air[0] == READY
        assert segment(t, "30P").step() is None
