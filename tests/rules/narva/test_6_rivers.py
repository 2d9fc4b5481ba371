"""Sections 6.2.2 and 6.2.3: rivers, ice and ferries."""

from fractions import Fraction

import pytest

from grognard.rules.narva.activation import EndActivation
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.reckoning import attack_share
from grognard.rules.narva.reinforcement import GermanSegment
from grognard.rules.narva.state import TRACK
from tests.rules.narva.fights import must_retreat, struck, why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, narva, table


def side(a: str, b: str) -> int:
    grid = narva().grid
    return grid.hexside(grid.hex(a), grid.hex(b))


def retreats(turn: int, hex: str, *units: str) -> Table:
    """The units leave the hex together; no enemy is near."""
    t = must_retreat(table(turn=turn).put(hex, *units), hex, 1).do(f"retreat {units[0]}")
    for unit in units[1:]:
        t.do(f"along {unit}")
    return t


def after_victory(turn: int, start: str, target: str, attacker: str) -> Table:
    """The attacker has wiped out the defenders across the hexside and may advance."""
    enemy = "1811SU" if narva().owner(narva().number[attacker]) == "german" else "30P"
    t = table(turn=turn).put(target, enemy).put(start, attacker, "I45")
    return struck(t, "D2", target, attacker, "I45").do(f"lose {enemy}")


# -- 6.2.2: which rivers, and when they freeze -------------------------------------------------


@pytest.mark.rule("narva:6.2.2.A")
def test_6_2_2_a_islands_are_ignored() -> None:
    """No hex or hexside of the Narva is anything but water or river: one crossing, one rule."""
    game = narva()
    assert "island" not in {*game.map.features, *game.map.hexsides, *game.map.hexside_notes}
    assert game.ground.major == game.map.rivers["Narva"]
    plain = [s for s in game.ground.major if not game.ground.bridged(s, frozen=True)]
    for turn in (1, 9):
        closed = table(turn=turn).state.frozen(game)
        for each in plain:
            a, b = game.grid.ends(each)
            direction = game.grid.direction(a, b)
            assert direction is not None
            ferry = each in game.ground.ferries
            assert bool(game.ground.supply_sides[closed][direction] >> a & 1) is ferry
            assert game.ground.halves(each)


@pytest.mark.rule("narva:6.2.2.B")
@pytest.mark.parametrize("turn", range(1, 13))
def test_6_2_2_b_frost_up_to_turn_7_and_on_turn_8_by_an_event(turn: int) -> None:
    t = table(turn=turn)
    assert t.state.frozen(t.game) is (turn <= 7)
    t.state.late_thaw = True
    assert t.state.frozen(t.game) is (turn <= 8)


@pytest.mark.rule("narva:6.2.2.C")
def test_6_2_2_c_the_stretch_south_of_krivasoo_never_freezes() -> None:
    game = narva()
    rows = [[int(game.grid.label(hex)[2:]) for hex in game.grid.ends(s)] for s in game.ground.major]
    south = {s for s, ends in zip(game.ground.major, rows, strict=True) if max(ends) <= 20} - {
        side("1820", "1819"), side("1820", "1920"), side("1921", "2020")}
    assert game.ground.never_frozen == south
    t = moving(table(turn=1).put("1210", "333G").put("2832", "151G"), "333G", "151G")
    assert why(t.refused("to 1310")) == ("open-river", "6.2.2.2.A")
    t.do("stay").do("move 151G")
    assert t.allowed("to 2833"), "north of it there is ice"


# -- 6.2.2.1: ice ------------------------------------------------------------------------------


@pytest.mark.rule("narva:6.2.2.1.A")
def test_6_2_2_1_a_legs_cross_ice_for_one_point_more() -> None:
    clear, swamp = table(turn=2).put("2833", "65R"), table(turn=2).put("2727", "151G")
    assert (clear.cost("65R", "2832"), swamp.cost("151G", "2726")) == (2, 3)


@pytest.mark.rule("narva:6.2.2.1.B")
def test_6_2_2_1_b_legs_retreat_and_advance_over_ice() -> None:
    assert "2833" in retreats(3, "2832", "151G").offers("back")
    assert after_victory(3, "2832", "2833", "151G").allowed("advance 151G")


@pytest.mark.rule("narva:6.2.2.1.C")
def test_6_2_2_1_c_tracks_never_cross_ice() -> None:
    t = moving(table(turn=3).put("2832", "FHHPZ"), "FHHPZ")
    assert why(t.refused("to 2833")) == ("ice-for-legs", "6.2.2.1.C")
    assert why(retreats(3, "2832", "FHHPZ").refused("back 2833")) == ("impassable", "9.5.1.A")
    won = after_victory(3, "2832", "2833", "FHHPZ")
    assert why(won.refused("advance FHHPZ")) == ("tracks-cannot-cross", "9.6.4.A")
    assert won.allowed("advance I45")


@pytest.mark.rule("narva:6.2.2.1.C")
def test_6_2_2_1_c_a_bridge_carries_tracks() -> None:
    assert moving(table(turn=3).put("3130", "HVS"), "HVS").allowed("to 3029")
    assert "3029" in retreats(3, "3130", "HVS").offers("back")
    assert after_victory(3, "3130", "3029", "HVS").allowed("advance HVS")


# -- 6.2.2.2: open water and ferries -----------------------------------------------------------


@pytest.mark.rule("narva:6.2.2.2.A")
@pytest.mark.parametrize("unit", ["151G", "FHHPZ"])
def test_6_2_2_2_a_open_water_is_crossed_at_bridges_and_ferries_only(unit: str) -> None:
    t = moving(table(turn=9).put("2832", unit), unit)
    assert why(t.refused("to 2833")) == ("open-river", "6.2.2.2.A")
    assert moving(table(turn=9).put("3129", "HVS"), "HVS").allowed("to 3028"), "railway bridge"
    assert moving(table(turn=9).put("2337", "151G"), "151G").allowed("to 2437"), "ferry"


def ferrymen(*units: str) -> Table:
    """Units at the ferry of Hungerburg on turn 9, and one at that of Riigi."""
    t = table(turn=9).put("2337", *units).put("2635", "391G")
    return t.acting("german", *units, "391G").ask(MovementSegment())


@pytest.mark.rule("narva:6.2.2.2.B.1")
def test_6_2_2_2_b_1_each_ferry_carries_one_unit_in_an_activation() -> None:
    t = ferrymen("151G", "162G").do("move 151G to 2437").do("move 162G")
    assert why(t.refused("to 2437")) == ("ferry-used", "6.2.2.2.B.1")
    t.do("stay").do("move 391G to 2735")
    assert (t.where("151G"), t.where("391G")) == ("2437", "2735"), "the other ferry is free"


@pytest.mark.rule("narva:6.2.2.2.B.1")
def test_6_2_2_2_b_1_the_next_activation_and_arrivals_find_it_free() -> None:
    t = ferrymen("151G", "162G").do("move 151G to 2437").do("done").ask(EndActivation())
    t.acting("german", "162G").ask(MovementSegment()).do("move 162G to 2437")
    assert t.where("162G") == "2437"
    assert t.state.ferried
    t.off(TRACK, "2G").ask(GermanSegment())
    assert t.state.ferried == 0, "the arrivals of a segment count by themselves"
    t.state.ferried = 1
    t.cup(RANDOM=1, _26=1).ask(CommandPhase()).roll("RANDOM")
    assert t.state.ferried == 0, "so does whatever a chit sets going"


@pytest.mark.rule("narva:6.2.2.2.B.2")
def test_6_2_2_2_b_2_it_takes_the_whole_move() -> None:
    t = ferrymen("151G").do("move 151G").do("via 2437")
    assert (t.offers("to"), t.where("151G")) == (set(), "2437")
    come = moving(table(turn=9).put("2336", "151G"), "151G").do("via 2337")
    assert why(come.refused("to 2437")) == ("ferry-takes-all", "6.2.2.2.B.2")


@pytest.mark.rule("narva:6.2.2.2.B.2")
def test_6_2_2_2_b_2_it_may_land_in_a_zone_but_not_from_one() -> None:
    t = table(turn=9).put("2337", "151G").put("2438", "65R")
    assert moving(t, "151G").allowed("to 2437")
    t.put("2336", "147R")
    assert why(moving(t, "151G").refused("to 2437")) == ("zone-to-zone", "6.1.C.2")


@pytest.mark.rule("narva:6.2.2.2.B.3")
def test_6_2_2_2_b_3_in_frost_one_walks_over_the_ice_beside_the_ferry() -> None:
    t = table(turn=2).put("2337", "151G", "162G").acting("german", "151G", "162G")
    t.ask(MovementSegment()).do("move 151G to 2437").do("move 162G")
    assert t.cost("162G", "2437") == 2
    t.do("to 2437")
    assert (t.where("162G"), t.state.ferried) == ("2437", 0)


@pytest.mark.rule("narva:6.2.2.2.C")
def test_6_2_2_2_c_legs_retreat_and_advance_over_ferries_without_limit() -> None:
    t = retreats(10, "2337", "151G", "162G")
    t.do("back 2437")
    assert (t.where("151G"), t.where("162G")) == ("2437", "2437")
    assert after_victory(10, "2337", "2437", "151G").allowed("advance 151G")


@pytest.mark.rule("narva:6.2.2.2.D")
def test_6_2_2_2_d_tracks_use_no_ferry() -> None:
    t = moving(table(turn=10).put("2337", "HVS"), "HVS")
    assert why(t.refused("to 2437")) == ("ferry-for-legs", "6.2.2.2.D")
    assert why(retreats(10, "2337", "HVS").refused("back 2437")) == ("impassable", "9.5.1.A")
    won = after_victory(10, "2337", "2437", "HVS")
    assert why(won.refused("advance HVS")) == ("tracks-cannot-cross", "9.6.4.A")
    assert won.allowed("advance I45")


# -- 6.2.3: minor rivers -----------------------------------------------------------------------


@pytest.mark.rule("narva:6.2.3")
def test_6_2_3_minor_rivers_are_the_same_in_frost_and_thaw() -> None:
    costs, strengths = set(), set()
    for turn in (1, 12):
        t = table(turn=turn).put("2533", "151G", "FHHPZ")
        costs.add((t.cost("151G", "2633"), t.cost("FHHPZ", "2633")))
        share = attack_share(t.game, t.state, t.unit("FHHPZ"), t.hex("2633"))
        strengths.add((share.printed, share.strength))
    assert (costs, strengths) == ({(2, 3)}, {(5, Fraction(5, 2))})
