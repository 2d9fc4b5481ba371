"""Chapter 0 and sections 2.1, 2.2 and 2.6: map, charts, tracks and markers."""

from dataclasses import replace
from fractions import Fraction

import pytest

from grognard.core.chance import Dice
from grognard.rules.narva import zones
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.combat import CombatRoll, CombatSegment
from grognard.rules.narva.defences import absorb
from grognard.rules.narva.game import Narva
from grognard.rules.narva.ground import Going, Ground
from grognard.rules.narva.points import POINT
from grognard.rules.narva.reckoning import attack_share, defence_share, reckon
from grognard.rules.narva.reinforcement import GermanSegment
from grognard.rules.narva.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED, TRACK
from grognard.rules.narva.supply import SupplySegment, supplied
from tests.rules.narva.fights import struck
from tests.rules.narva.table import Table, narva, table

GERMAN_SOURCES = ("0130", "0123", "0118", "0113", "0102")
SOVIET_SOURCES = ("3630", "3617", "3605", "2301", "1901", "1001")
GERMANS = ("151G", "162G", "333G", "376G", "391G", "399G")
SOVIETS = ("147R", "163R", "219R", "320R", "708R")


def side_of(t: Table, a: str, b: str) -> int:
    return t.game.grid.hexside(t.hex(a), t.hex(b))


# -- 0.0 and 2.2.10: errata, the defence track -------------------------------------------------


@pytest.mark.rule("narva:0.0.B.1")
def test_0_0_b_1_the_river_at_1003_is_the_narva() -> None:
    t = table()
    rivers, grid = t.game.map.rivers["Narva"], t.game.grid
    sides = [side for side in t.game.ground.major if t.hex("1003") in grid.ends(side)]
    assert sides
    assert set(sides) <= rivers
    assert not any(t.game.ground.is_ice(side, frozen=True) for side in sides)


@pytest.mark.rule("narva:0.0.B.2", "narva:2.2.10", "narva:2.6.4")
def test_0_0_b_2_a_marker_has_nine_boxes_to_go_down() -> None:
    t = table().put("3127", "II24").put("3126", "65R")
    assert t.game.charts.defence_track == (3, 3, 3, 3, 3, 2, 2, 2, 1, 0)
    battle = Battle("soviet", t.hex("3127"))
    for box in range(1, 10):
        assert absorb(t.game, t.state, battle, 1) == 0
        assert t.state.defences == [box, 0], "the other marker stays"
    assert absorb(t.game, t.state, battle, 1) == 1, "nothing left to push"


@pytest.mark.rule("narva:2.2.10")
def test_2_2_10_a_box_tells_the_shift_and_what_can_still_be_absorbed() -> None:
    t = table().put("3127", "II24").put("3126", "65R", "147R")
    t.state.defences = [5, 0]
    battle = Battle("soviet", t.hex("3127"), t.units("65R", "147R"))
    shifts = {name: by for name, _, by in reckon(t.game, t.state, battle).shifts}
    assert shifts["defences"] == -2
    assert absorb(t.game, t.state, battle, 6) == 2, "four boxes above 0"


@pytest.mark.rule("narva:2.6.4")
def test_2_6_4_each_division_has_its_own_marker() -> None:
    t = table()
    absorb(t.game, t.state, Battle("soviet", t.hex("3330")), 2)
    assert t.state.defences == [0, 2]
    places = {p.token: p.at for p in t.game.table.scene(t.game.view(t.state, "german")).pieces}
    assert (places["nordland"], places["nederland"]) == ("track:defences:0", "track:defences:2")


# -- 2.1: multipliers and rounding -------------------------------------------------------------


@pytest.mark.rule("narva:2.1.1")
def test_2_1_1_halvings_add_up() -> None:
    t = table(turn=9).put("2408", "381R").put("2508", "61F").supply(OUT_OF_SUPPLY, "381R")
    share = attack_share(t.game, t.state, t.unit("381R"), t.hex("2508"))
    assert share.printed == 4
    assert share.strength == 1


@pytest.mark.rule("narva:2.1.1")
def test_2_1_1_a_doubling_and_a_halving_cancel() -> None:
    t = table().put("2022", "61F").supply(OUT_OF_SUPPLY, "61F")
    assert defence_share(t.game, t.state, t.unit("61F")).strength == 3


@pytest.mark.rule("narva:2.1.2")
def test_2_1_2_fractions_are_added_and_the_sum_rounded_once() -> None:
    """Three regiments of 3 over the Narva."""
    t = table().put("3030", "II24").put("3131", "65R", "147R").put("3130", "163R")
    battle = Battle("soviet", t.hex("3030"), t.units("65R", "147R", "163R"))
    found = reckon(t.game, t.state, battle)
    assert [share.strength for share in found.attack] == [Fraction(3, 2)] * 3
    assert found.attack_total == 4


# -- 2.2.2 and 2.2.3: terrain and tables -------------------------------------------------------


@pytest.mark.rule("narva:2.2.2.A")
def test_2_2_2_a_a_lake_in_a_hex_changes_nothing() -> None:
    t = table().put("0421", "61F").put("0920", "162G")
    ground = t.game.ground
    assert t.game.map.features["lake"] >> t.hex("0421") & 1
    assert t.game.map.terrain[t.hex("0421")] == t.game.map.terrain[t.hex("0920")] == "woods"
    for mechanised in (False, True):
        lake, dry = (ground.hex_cost(t.hex(hex), mechanised) for hex in ("0421", "0920"))
        assert lake == dry == (3 if mechanised else 2) * POINT
    shifts = [reckon(t.game, t.state, Battle("soviet", t.hex(hex))).shifts
              for hex in ("0421", "0920")]
    assert shifts[0] == shifts[1]


@pytest.mark.rule("narva:2.2.2.B")
def test_2_2_2_b_swamp_forest_is_swamp() -> None:
    """The bog of Krivasoo is wooded; the map calls it by the worse of the two."""
    t = table().put("2023", "61F")
    bog = t.hex("2023")
    assert [t.game.ground.hex_cost(bog, mech) for mech in (False, True)] == [2 * POINT, 4 * POINT]
    assert defence_share(t.game, t.state, t.unit("61F")).strength == 6, "doubled"
    assert not reckon(t.game, t.state, Battle("soviet", bog)).shifts, "and no shift for woods"


def on_ground(terrain: str) -> Table:
    """The village of 2508 on this ground, 61F in it, and 162G and tanks in 2509 to its north."""
    game = narva()
    twin = object.__new__(Narva)
    twin.__dict__.update(game.__dict__)
    twin.map = replace(game.map, terrain={**game.map.terrain, game.grid.hex("2508"): terrain},
                       lines=())
    twin.ground = Ground(twin.map, game.charts)
    return Table(twin, table().state).put("2508", "61F").put("2509", "162G", "FHHPZ")


@pytest.mark.rule("narva:2.2.2.B")
@pytest.mark.parametrize(("terrain", "leg", "mech", "strength", "shifts"), [
    ("clear", 1, 1, 3, []),
    ("woods", 2, 3, 3, [("terrain-woods", "9.3.1.A", -1)]),
    ("swamp", 2, 4, 6, []),
    ("hill", 2, 2, 6, []),
])
def test_2_2_2_b_of_a_village_and_its_ground_the_worse_counts_to_move_and_to_fight(
    terrain: str, leg: int, mech: int, strength: int, shifts: list[tuple[str, str, int]]
) -> None:
    t = on_ground(terrain)
    assert [t.cost(code, "2508") for code in ("162G", "FHHPZ")] == [leg, mech]
    assert defence_share(t.game, t.state, t.unit("61F")).strength == strength
    assert list(reckon(t.game, t.state, Battle("soviet", t.hex("2508"))).shifts) == shifts


@pytest.mark.rule("narva:2.2.2.B")
def test_2_2_2_b_the_hill_of_1530_is_dear_and_strong_though_a_village_stands_on_it() -> None:
    """The village is added on top: it still holds the first hex of a retreat (9.5.6.A)."""
    t = table(turn=2).put("1530", "61F").put("1529", "65R")
    assert t.game.map.features["village"] >> t.hex("1530") & 1
    up = t.hex("1529"), t.hex("1530"), side_of(t, "1529", "1530")  # where no road leads
    assert t.game.ground.step_cost(*up, Going(mechanised=False, frozen=True)) == 2 * POINT
    found = reckon(t.game, t.state, Battle("soviet", t.hex("1530"), t.units("65R")))
    assert (found.defence_total, found.shifts) == (6, ()), "3, doubled"
    struck(t, "Dr1", "1530", "65R")
    assert (t.where("61F"), t.heard("cover-holds")[0].rule) == ("1530", "9.5.6.A")


@pytest.mark.rule("narva:2.2.3.A")
def test_2_2_3_a_one_die_reads_one_cell_of_the_table() -> None:
    t = table(turn=3).put("2608", "61F").put("2607", "65R", "147R")
    t.acting("soviet", "65R", "147R").ask(CombatSegment()).do("attack 2608 by 65R 147R fire")
    step = t.do("done").step()
    assert isinstance(step, CombatRoll)
    chance = step.chance(t.game, t.state)
    assert (chance.count, chance.faces) == (1, 6)
    assert isinstance(chance, Dice)
    column = t.game.charts.combat.column("2-1", "soviet")
    assert step.column == column
    for die in range(1, 7):
        assert step.reading(t.game, t.state, (die,)) == t.game.charts.combat.cells[die - 1][column]


# -- 2.2.7: supply sources ---------------------------------------------------------------------


def held_sources(sources: tuple[str, ...], codes: tuple[str, ...]) -> Table:
    """Enemies stand on every source of a side."""
    t = table(turn=3)
    for hex, code in zip(sources, codes, strict=False):
        t.put(hex, code)
    return t


@pytest.mark.rule("narva:2.2.7.A")
def test_2_2_7_a_german_sources_feed_germans_only() -> None:
    t = held_sources(SOVIET_SOURCES, GERMANS).put("0131", "65R").ask(SupplySegment())
    assert t.state.supply[t.unit("65R")] == OUT_OF_SUPPLY
    t = table(turn=3).put("0131", "61F").ask(SupplySegment())
    assert t.state.supply[t.unit("61F")] == SUPPLIED


@pytest.mark.rule("narva:2.2.7.B")
def test_2_2_7_b_soviet_sources_feed_soviets_only() -> None:
    t = held_sources(GERMAN_SOURCES, SOVIETS).put("3505", "61F").ask(SupplySegment())
    assert t.state.supply[t.unit("61F")] == OUT_OF_SUPPLY
    t = table(turn=3).put("3505", "65R").ask(SupplySegment())
    assert t.state.supply[t.unit("65R")] == SUPPLIED


@pytest.mark.rule("narva:2.2.7.C")
def test_2_2_7_c_no_source_changes_hands() -> None:
    t = held_sources(SOVIET_SOURCES, GERMANS).put("0130", "65R").put("0123", "147R")
    t.ask(SupplySegment())
    assert t.state.supply[t.unit("65R")] == OUT_OF_SUPPLY, "on a German source"
    assert not supplied(t.game, t.state, "german") >> t.hex("0130") & 1, "which feeds nobody now"
    t.put("0930", "65R")
    assert supplied(t.game, t.state, "german") >> t.hex("0130") & 1, "once left it does again"


# -- 2.2.8: bridges ----------------------------------------------------------------------------


@pytest.mark.rule("narva:2.2.8.A")
@pytest.mark.parametrize(("a", "b", "bridged"), [
    ("3130", "3029", True),  # road
    ("3129", "3028", True),  # railway
    ("2122", "2121", True),  # track
    ("1022", "1021", True),  # trail, over a minor river
    ("3131", "3030", False),  # river alone
    ("2337", "2437", False),  # a ferry is no bridge
])
def test_2_2_8_a_a_road_or_railway_over_a_river_is_a_bridge(a: str, b: str, bridged: bool) -> None:
    t = table()
    for frozen in (False, True):
        assert t.game.ground.bridged(side_of(t, a, b), frozen) is bridged


def test_2_2_8_a_the_map_agrees_about_its_bridges() -> None:
    game = narva()
    rivers = game.ground.major | game.ground.minor
    assert game.map.hexsides["bridge"] == {
        side for side in rivers if game.ground.bridged(side, frozen=True)}


@pytest.mark.rule("narva:2.2.8.B")
def test_2_2_8_b_a_bridge_cancels_the_river() -> None:
    t = table(turn=9).put("3029", "HVS").put("3130", "65R").put("3131", "147R")
    ground, tanks = t.game.ground, Going(mechanised=True, frozen=False)
    assert zones.zone(t.game, t.state, "soviet") >> t.hex("3029") & 1, "zones cross"
    assert not zones.zone(t.game, t.state, "soviet") >> t.hex("3030") & 1, "not the open river"
    assert ground.after_combat[tanks][t.hex("3029")] >> t.hex("3130") & 1, "tanks may retreat"
    assert not ground.after_combat[tanks][t.hex("3030")] >> t.hex("3131") & 1
    empty = table(turn=9).put("3029", "HVS")
    assert empty.cost("HVS", "3130") == Fraction(1, 2), "the rate of the road"
    assert supplied(empty.game, empty.state, "german") >> t.hex("3130") & 1, "supply crosses"


@pytest.mark.rule("narva:2.2.8.C")
def test_2_2_8_c_an_attack_over_a_bridge_is_halved() -> None:
    t = table(turn=9).put("3130", "381R").put("3029", "II24")
    share = attack_share(t.game, t.state, t.unit("381R"), t.hex("3029"))
    assert share.printed == 4
    assert share.strength == 2


# -- 2.2.11 and 2.6.3: entry point track, supply markers ---------------------------------------


@pytest.mark.rule("narva:2.2.11")
def test_2_2_11_redirected_units_wait_on_the_entry_point_track() -> None:
    t = table(turn=4).off(TRACK, "220G")
    t.ask(GermanSegment()).do("reroute 220G").do("entry A")
    unit = t.unit("220G")
    assert (t.state.entries[unit], t.state.arrives[unit]) == ("A", 5)
    places = {p.token: p.at for p in t.game.table.scene(t.game.view(t.state, "german")).pieces}
    assert places["220G"] == "track:entry:A"
    panels = {panel.id: panel.places for panel in t.game.table.layout().panels}
    assert panels["entries"] == ("track:entry:A", "track:entry:B", "track:entry:C")
    t.state.turn = 5
    assert t.ask(GermanSegment()).do("arrive 220G").offers("into") == {"0130"}


@pytest.mark.rule("narva:2.6.3")
def test_2_6_3_supplied_out_of_supply_or_isolated() -> None:
    t = table(turn=3).put("1414", "61F").ask()
    seen = []
    for _ in range(3):
        seen.append((t.state.supply[t.unit("61F")], marks_of(t, "61F")))
        t.ask(SupplySegment())
    assert seen == [(SUPPLIED, ()), (OUT_OF_SUPPLY, ("out-of-supply",)), (ISOLATED, ("isolated",))]


def marks_of(t: Table, code: str) -> tuple[str, ...]:
    pieces = t.game.table.scene(t.game.view(t.state, "german")).pieces
    return next(piece.marks for piece in pieces if piece.token == code)
