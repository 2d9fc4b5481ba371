"""Chapter 10: supply and isolation."""

from fractions import Fraction

import pytest

from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.reckoning import attack_share, defence_share
from grognard.rules.narva.sequence import SupplyPhase
from grognard.rules.narva.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED
from grognard.rules.narva.supply import SupplySegment, suppliable, supplied
from tests.rules.narva.fights import odds, reckoned, told
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, start, table


def bog(*units: str, turn: int = 3) -> Table:
    """Units at the end of the Puhatu trail: 0920, 1019, 1120, then 1220; bog all around."""
    return table(turn=turn).put("1220", *units)


def cut(t: Table) -> Table:
    """A Soviet regiment on the trail."""
    return t.put("1120", "65R")


def checked(t: Table, *codes: str) -> list[int]:
    """Supply states of the units after a supply phase."""
    t.ask(SupplyPhase())
    return [t.state.supply[t.unit(code)] for code in codes]


def has_line(t: Table, hex: str, side: str = "german") -> bool:
    return bool(supplied(t.game, t.state, side) >> t.hex(hex) & 1)


# -- 10.0: markers -----------------------------------------------------------------------------


@pytest.mark.rule("narva:10.0.A")
def test_10_0_a_every_unit_of_both_sides_is_tested() -> None:
    t = cut(bog("151G", "HQ61")).put("2733", "147R").put("2734", "HQ122")
    t.put("2732", "391G").put("2634", "399G").put("2832", "333G")
    assert checked(t, "151G", "HQ61", "147R", "HQ122") == [OUT_OF_SUPPLY] * 4
    assert checked(t, "391G", "399G", "333G") == [SUPPLIED] * 3
    told_of = [event.units[0] for event in t.heard("out-of-supply")]
    assert sorted(told_of) == sorted({*told_of}), "each once"
    t.put("1219", "HQ61").acting("german", "HQ61", "151G").ask(MovementSegment())
    assert t.allowed("move HQ61"), "a headquarters without supply still acts"


@pytest.mark.rule("narva:10.0.B", "narva:10.0.C", "narva:10.0.D", "narva:10.0.E")
def test_10_0_b_to_e_from_supplied_to_isolated_and_back() -> None:
    t = cut(bog("151G"))
    assert checked(t, "151G") == [OUT_OF_SUPPLY]
    assert checked(t, "151G") == [ISOLATED]
    assert checked(t, "151G") == [ISOLATED]
    assert (t.where("151G"), t.steps("151G")) == ("1220", 2), "nothing worse follows"
    t.put("2506", "65R")
    assert checked(t, "151G") == [SUPPLIED], "at once, from isolation"
    told_of = [*t.heard("out-of-supply"), *t.heard("isolated"), *t.heard("supplied")]
    assert [event.rule for event in told_of] == ["10.0.B", "10.0.C", "10.0.E"]


@pytest.mark.rule("narva:10.0.F")
def test_10_0_f_everybody_starts_supplied() -> None:
    t = start()
    assert set(t.state.supply) == {SUPPLIED}
    off_line = [unit for unit, hex in enumerate(t.state.at) if hex >= 0
                and not supplied(t.game, t.state, t.game.owner(unit)) >> hex & 1]
    assert off_line, "some stand where no line runs"
    t.ask(SupplySegment())
    assert all(t.state.supply[unit] == OUT_OF_SUPPLY for unit in off_line
               if t.game.units[unit].code != "260MS")


# -- 10.1: lines -------------------------------------------------------------------------------


@pytest.mark.rule("narva:10.1.A")
@pytest.mark.parametrize("enemy", ["65R", "1811SU", "HQ122"])
def test_10_1_a_no_line_through_an_enemy(enemy: str) -> None:
    assert has_line(bog("151G"), "1220")
    assert not has_line(bog("151G").put("1120", enemy), "1220")


@pytest.mark.rule("narva:10.1.A")
def test_10_1_a_nor_through_his_zone() -> None:
    assert not has_line(bog("151G").put("1018", "65R"), "1220"), "it lies over 1019"


@pytest.mark.rule("narva:10.1.A")
def test_10_1_a_the_hex_of_the_unit_itself_is_always_good() -> None:
    t = table(turn=3).put("1121", "151G").put("1022", "65R")
    assert not has_line(table(turn=3).put("1022", "65R"), "1121"), "a bog in a zone"
    assert has_line(t, "1121"), "next to the trail in 1120"


@pytest.mark.rule("narva:10.1.A")
def test_10_1_a_the_source_must_be_open_or_held() -> None:
    sources = {"0130": "65R", "0123": "147R", "0118": "163R", "0113": "219R", "0102": "320R"}
    t = table(turn=3).put("0230", "151G")
    for hex, unit in sources.items():
        t.put(hex, unit)
    assert not has_line(t, "0230")
    zones = table(turn=3).put("0331", "151G").put("0131", "65R").put("0124", "147R").put(
        "0119", "163R").put("0114", "219R").put("0103", "320R")
    assert not has_line(zones, "0331")
    assert has_line(zones.put("0130", "162G").put("0230", "176G"), "0331")


@pytest.mark.rule("narva:10.1.B")
def test_10_1_b_only_road_hill_and_clear_hexes_carry_it() -> None:
    t = table(turn=3).put("1219", "151G")
    assert has_line(t, "1219"), "beside the trail"
    assert not has_line(table(turn=3).put("1218", "151G"), "1218"), "one bog hex between"
    for hex, terrain in (("1429", "hill"), ("2507", "clear"), ("1120", "swamp"), ("2631", "woods")):
        assert t.game.map.terrain[t.hex(hex)] == terrain
        assert bool(t.game.ground.supply_hexes[True] >> t.hex(hex) & 1) is (hex != "2631")


@pytest.mark.rule("narva:10.1.B")
def test_10_1_b_it_has_any_length_and_need_not_follow_the_road() -> None:
    assert has_line(table(turn=3).put("2606", "151G"), "2606"), "all across the empty map"
    t = table(turn=3).put("1932", "151G").put("1831", "1811SU").put("1933", "1902SU")
    road = t.game.ground.road_cost(t.game.grid.hexside(t.hex("1931"), t.hex("1932")), True)
    assert road is None
    assert has_line(t, "1932"), "from the Rollbahn in 1931, though no road joins the two"


@pytest.mark.rule("narva:10.1.B")
def test_10_1_b_villages_count_by_their_ground_and_minor_rivers_never_block() -> None:
    game = table().game
    ground = game.ground.supply_hexes[False]
    off_road = game.map.features["village"] & ~game.ground._road_hexes(False)
    for hex in game.grid:
        if off_road >> hex & 1:
            assert bool(ground >> hex & 1) is (game.map.terrain[hex] in ("clear", "hill"))
    for side in game.ground.minor:
        a, b = game.grid.ends(side)
        direction = game.grid.direction(a, b)
        assert direction is not None
        assert game.ground.supply_sides[False][direction] >> a & 1


@pytest.mark.rule("narva:10.1.C")
def test_10_1_c_units_make_woods_and_swamp_passable() -> None:
    chain = table(turn=3).put("1219", "162G").put("1218", "176G").put("1217", "151G")
    assert has_line(chain, "1217")
    assert not has_line(table(turn=3).put("1219", "162G").put("1217", "151G"), "1217")


# -- 10.1.1: rivers ----------------------------------------------------------------------------


@pytest.mark.rule("narva:10.1.1.A.1")
@pytest.mark.parametrize("turn", [2, 10])
def test_10_1_1_a_1_no_line_over_an_unbridged_major_river(turn: int) -> None:
    t = riigi(turn)
    assert has_line(t, "2733", "soviet") is False, "ice or not"
    assert has_line(t, "2833", "soviet")


def riigi(turn: int) -> Table:
    """A Soviet bridgehead in 2733, closed in by Germans; the ferry is at 2635."""
    t = table(turn=turn).put("2733", "65R").put("2833", "147R")
    return t.put("2732", "151G").put("2734", "162G").put("2832", "176G").put("2633", "391G")


@pytest.mark.rule("narva:10.1.1.A.2")
@pytest.mark.parametrize("turn", [2, 10])
def test_10_1_1_a_2_ferries_carry_supply(turn: int) -> None:
    t = table(turn=turn).put("2635", "65R").put("2735", "147R").put("2634", "151G")
    t.put("2535", "162G").put("2536", "176G")
    assert has_line(t, "2635", "soviet")


def test_10_1_1_a_a_bridge_carries_supply() -> None:
    t = table(turn=10).put("3029", "65R").put("3130", "147R")
    for hex, unit in {"2930": "151G", "3028": "162G", "3030": "176G", "2929": "391G"}.items():
        t.put(hex, unit)
    assert has_line(t, "3029", "soviet")


@pytest.mark.rule("narva:10.1.1.B")
def test_10_1_1_b_a_friend_in_a_zone_keeps_the_line_open() -> None:
    t = bog("151G").put("1018", "65R")
    assert not has_line(t, "1220")
    assert has_line(t.put("1019", "162G"), "1220")


# -- 10.1.2: how long it lasts -----------------------------------------------------------------


@pytest.mark.rule("narva:10.1.2.A")
def test_10_1_2_a_supply_lasts_until_the_next_phase() -> None:
    t = bog("151G").put("1221", "147R")
    assert checked(t, "151G") == [SUPPLIED]
    cut(t)
    assert reckoned(t, "1221", "151G").attack_total == 3, "surrounded, but in full strength"
    assert checked(t, "151G") == [OUT_OF_SUPPLY]
    assert reckoned(t, "1221", "151G").attack_total == 1


@pytest.mark.rule("narva:10.1.2.B")
def test_10_1_2_b_so_does_the_lack_of_it() -> None:
    t = cut(bog("151G")).put("1221", "147R")
    assert checked(t, "151G") == [OUT_OF_SUPPLY]
    t.put("2506", "65R").ask(CombatSegment())
    assert has_line(t, "1220")
    assert reckoned(t, "1221", "151G").attack_total == 1, "relieved, but at half strength"


# -- 10.2: sources -----------------------------------------------------------------------------


@pytest.mark.rule("narva:10.2.1.A", "narva:10.2.1.B")
def test_10_2_1_sources_lie_on_their_own_edges() -> None:
    game = table().game
    labels = {side: {game.grid.label(hex) for hex in game.grid if hexes >> hex & 1}
              for side, hexes in game.sources.items()}
    assert labels["soviet"]
    assert labels["german"]
    assert all(label[:2] == "36" or label[2:] == "01" for label in labels["soviet"])
    assert all(label[:2] == "01" for label in labels["german"])


@pytest.mark.rule("narva:10.2.1.A", "narva:10.2.1.B")
def test_10_2_1_nobody_draws_on_the_sources_of_the_enemy() -> None:
    t = table(turn=3)
    for hex, unit in {"0130": "65R", "0123": "147R", "0118": "163R", "0113": "219R",
                      "0102": "320R"}.items():
        t.put(hex, unit)
    assert supplied(t.game, t.state, "german") == 0
    assert has_line(t, "0130", "soviet")


@pytest.mark.rule("narva:10.2.2.A")
@pytest.mark.parametrize("hex", ["0130", "1530", "2830"])
def test_10_2_2_a_a_cut_rollbahn_cuts_off_narva(hex: str) -> None:
    t = table(turn=3).put("3029", "I45").put("3127", "II24").put("3130", "I48").put("2932", "151G")
    t.put("3331", "II48")
    codes = ("I45", "II24", "I48", "II48")
    assert checked(t, *codes) == [SUPPLIED] * 4
    t.put(hex, "65R")
    assert has_line(t, "3029"), "other lines are open"
    assert checked(t, *codes, "151G") == [OUT_OF_SUPPLY] * 4 + [SUPPLIED]


@pytest.mark.rule("narva:10.2.2.A")
@pytest.mark.parametrize(("hex", "unit", "state"), [
    ("2930", "1811SU", OUT_OF_SUPPLY), ("1531", "65R", SUPPLIED),
    ("1530", "HQ122", OUT_OF_SUPPLY), ("1530", "HQ2SH", OUT_OF_SUPPLY), ("1531", "HQ122", SUPPLIED),
])
def test_10_2_2_a_any_unit_but_on_the_rollbahn_itself(hex: str, unit: str, state: int) -> None:
    t = table(turn=3).put("3028", "I45").put(hex, unit)
    assert checked(t, "I45") == [state]


@pytest.mark.rule("narva:10.2.2.B")
@pytest.mark.parametrize("hex", ["3029", "3130", "3127", "3331"])
def test_10_2_2_b_nobody_in_narva_is_ever_isolated(hex: str) -> None:
    t = table(turn=3).put(hex, "II24").put("1530", "65R")
    assert [checked(t, "II24") for _ in range(3)] == [[OUT_OF_SUPPLY]] * 3


@pytest.mark.rule("narva:10.2.2.B")
def test_10_2_2_b_who_comes_in_isolated_is_only_out_of_supply() -> None:
    t = table(turn=3).put("3029", "II24").put("1530", "65R").supply(ISOLATED, "II24")
    assert checked(t, "II24") == [OUT_OF_SUPPLY]
    assert t.heard("out-of-supply")[0].rule == "10.2.2.B"
    soviet = table(turn=3).put("3131", "65R").put("3130", "I45").put("3132", "I48")
    soviet.put("3030", "II24").put("3231", "II48")
    assert [checked(soviet, "65R") for _ in range(2)] == [[OUT_OF_SUPPLY], [ISOLATED]]


# -- 10.3: what the lack of supply does --------------------------------------------------------


def halved(state: int) -> tuple[float, float]:
    """Attack and defence of the 4-4 regiment 355G."""
    t = table(turn=3).put("2506", "355G").supply(state, "355G")
    unit = t.unit("355G")
    attack = attack_share(t.game, t.state, unit, t.hex("2507"))
    return float(attack.strength), float(defence_share(t.game, t.state, unit).strength)


@pytest.mark.rule("narva:10.3.1.A")
def test_10_3_1_a_strengths_are_halved() -> None:
    assert halved(SUPPLIED) == (4, 4)
    assert halved(OUT_OF_SUPPLY) == (2, 2)
    t = table(turn=3).put("2506", "355G").put("2507", "65R").supply(OUT_OF_SUPPLY, "355G", "65R")
    found = odds(t, "2507", "355G")
    assert [rule for _, rule in told(found, "halved-supply")] == ["9.3.C.3"] * 2


@pytest.mark.rule("narva:10.3.1.B")
def test_10_3_1_b_movement_is_not() -> None:
    t = table(turn=3).put("2403", "355G").supply(OUT_OF_SUPPLY, "355G")
    assert moving(t, "355G").allowed("to 2407")


@pytest.mark.rule("narva:10.3.2")
def test_10_3_2_isolation_halves_movement_too_but_strengths_once() -> None:
    assert halved(ISOLATED) == (2, 2)
    t = moving(table(turn=3).put("2403", "355G").supply(ISOLATED, "355G"), "355G")
    assert t.allowed("to 2405")
    assert not t.allowed("to 2406")


@pytest.mark.rule("narva:10.3.2")
def test_10_3_2_the_allowance_is_rounded_down() -> None:
    t = moving(table(turn=3).put("0123", "FHHPZ").supply(ISOLATED, "FHHPZ"), "FHHPZ")
    assert t.game.units[t.unit("FHHPZ")].move == 7
    assert t.cost("FHHPZ", "0626") == 3, "six hexes of road"
    assert not t.allowed("to 0727"), "not a seventh, which three and a half points would reach"


@pytest.mark.rule("narva:10.3.2")
@pytest.mark.parametrize(("code", "printed", "left"), [
    ("HQ61", 6, 3), ("HQ122", 5, 2), ("HQKUST", 4, 2), ("2GRZ-", 4, 2), ("HOHN", 3, 1)])
def test_10_3_2_isolation_halves_the_allowance_of_every_sort_of_unit(
    code: str, printed: int, left: int
) -> None:
    """Headquarters too, and units on their weaker side: so many clear hexes, no more."""
    t, unit = table(turn=3).put("2501", code), code.removesuffix("-")
    clear = {hex for hex, cost in march_costs(t, unit).items() if cost == printed}
    assert clear, "free to go"
    t.supply(ISOLATED, unit)
    costs = march_costs(t, unit)
    assert max(costs.values()) == left
    assert not clear & set(costs)


def march_costs(t: Table, unit: str) -> dict[str, Fraction | int]:
    """Where the unit may march, and at which price; the single step at any price left out."""
    t.state.cache.clear()
    hexes = moving(t, unit).offers("to")
    return {hex: cost for hex in hexes if (cost := t.cost(unit, hex)) is not None}


# -- where a unit would be in supply -----------------------------------------------------------


@pytest.mark.rule("narva:10.1.C")
def test_10_1_c_a_hex_is_in_supply_once_a_unit_stands_in_it() -> None:
    t = table(turn=3)
    found = suppliable(t.game, t.state, "german")
    assert found >> t.hex("1219") & 1, "bog beside the trail"
    assert not found >> t.hex("1218") & 1
    assert not found & t.game.ground.water
