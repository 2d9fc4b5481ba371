"""Chapter 13: air strikes."""

import pytest

from grognard.rules.eastfront.air import air_range
from grognard.rules.eastfront.losses import eliminate
from tests.rules.eastfront.fights import battle, blanks, combat, fight, loses
from tests.rules.eastfront.table import Table, eastfront, table


def battles() -> Table:
    """Two battles in range of Army Group South at Kharkov."""
    t = battle("Kursk", "41Pz:1", "3A:3", hq="AGS:2@Kharkov")
    t.put("Izyum", "24Pz:1", "6A:2").battle("Izyum", "axis").put("Bryansk", "AGC:3")
    return t.active("AGS").phase("axis", "combat")


@pytest.mark.rule("eastfront:13.1", "eastfront:5.5a", "eastfront:13.12b")
def test_13_1_one_strike_for_an_active_hq() -> None:
    t = combat(battles())
    assert t.refused("strike AGC").code == "strike-not-active"
    t.do("strike AGS at Kursk")
    ruling = t.refused("strike AGS at Izyum")
    assert (ruling.code, ruling.rule) == ("struck-already", "eastfront:13.12b")
    t.do("done").do("resolve Kursk").roll(5, 6)  # two dice, nobody answers
    assert loses(t, "3A", "3A").cv("3A") == 1


@pytest.mark.rule("eastfront:7.13a")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_7_13a_a_strike_assigned_is_seen_by_both(side: str) -> None:
    """In the log, and over the battle until it is fought: headquarters strike face up."""
    t = combat(battles())
    assert marked(t, side) == set()
    t.do("strike AGS at Kursk")
    (event,) = t.heard("strike-assigned")
    assert event.visible_to(side)
    assert event.args == {"block": t.unit("AGS"), "hex": t.hex("Kursk")}
    assert marked(t, side) == {"hex:Kursk"}
    assert marked(t.do("done"), side) == {"hex:Kursk"}
    assert marked(t.do("resolve Kursk"), side) == set()


def marked(t: Table, side: str) -> set[str]:
    pieces = t.game.table.scene(t.game.view(t.state, side)).pieces
    return {piece.at for piece in pieces if "strike" in piece.marks}


@pytest.mark.rule("eastfront:5.5a")
@pytest.mark.parametrize("dies", [False, True])
def test_5_5a_an_hq_that_has_lost_its_steps_since_does_not_strike(dies: bool) -> None:
    """It may stand in a battle that was resolved before."""
    t = combat(battles()).do("strike AGS at Kursk").do("done")
    t.state.cv[t.unit("AGS")] = 0
    if dies:
        eliminate(t.game, t.state, t.unit("AGS"), "7.33a")
    t.do("resolve Kursk")
    assert t.heard("air-strike") == []
    (event,) = t.heard("strike-fails")
    assert event.args == {"block": t.unit("AGS"), "hex": t.hex("Kursk")}


@pytest.mark.rule("eastfront:13.1b")
def test_13_1b_a_blitz_hq_strikes_again_with_what_is_left() -> None:
    t = battles()
    fight(t, "Kursk", strike="AGS").roll(1, 1)
    blanks(t, "3A", "41Pz")
    t.state.cv[t.unit("AGS")] = 1
    t.phase("axis", "blitz-combat")
    combat(t, blitz=True).do("strike AGS at Izyum").do("done").do("resolve Izyum").roll(1)
    assert len(t.heard("air-strike")) == 2


@pytest.mark.rule("eastfront:13.11a", "eastfront:5.5b")
def test_13_11a_range_is_plain_distance() -> None:
    t = table().put("Kharkov", "AGS:2").put("Belgorod", "3A").phase("axis", "combat")
    grid, hq = t.game.grid, t.hex("Kharkov")
    reach = air_range(t.game, t.state, t.unit("AGS"))
    assert reach == grid.disk(hq, 2)  # over enemies, sea and mountains
    t.put("Voronezh", "24Pz:1", "6A:2").battle("Voronezh", "axis")
    t.put("Belgorod", "41Pz").battle("Belgorod", "axis").phase("axis", "combat").active("AGS")
    combat(t)
    far = t.refused("strike AGS at Voronezh")
    assert (far.code, far.rule) == ("out-of-air-range", "eastfront:13.11a")
    assert t.allowed("strike AGS at Belgorod")


@pytest.mark.rule("eastfront:13.11a")
def test_13_11a_nothing_in_range() -> None:
    t = combat(battle("Voronezh", "41Pz", "3A", hq="AGS:1@Kiev"))
    ruling = t.refused("strike AGS")
    assert (ruling.code, ruling.rule) == ("nothing-in-air-range", "eastfront:13.11a")


@pytest.mark.rule("eastfront:13.11b", "eastfront:5.63", "eastfront:5.62a")
def test_13_11b_supreme_hqs_strike_twice_as_far() -> None:
    t = table().put("Kharkov", "OKH:3").phase("axis", "combat")
    assert air_range(t.game, t.state, t.unit("OKH")) == t.game.grid.disk(t.hex("Kharkov"), 6)
    t = fight(battle("Kursk", "41Pz:1", "3A:3", hq="OKH:3@Kharkov"), "Kursk", strike="OKH")
    t.roll(1, 1, 1)
    assert t.heard("air-strike")[0].args["dice"] == (1, 1, 1)


@pytest.mark.rule("eastfront:13.14a", "eastfront:7.32d", "eastfront:3.12c")
def test_13_14a_firepower_by_scenario() -> None:
    expected = {"s41": ("TF", "SF"), "w41": ("DF", "SF"), "s42": ("DF", "SF"),
                "w42": ("DF", "DF"), "s43": ("DF", "DF"), "w43": ("SF", "DF"),
                "s44": ("SF", "TF"), "w44": ("none", "TF")}
    halves = eastfront("campaign").halves
    assert {half.id: (half.air["axis"], half.air["soviet"]) for half in halves} == expected


@pytest.mark.rule("eastfront:13.14a")
def test_13_14a_no_axis_air_force_in_the_last_winter() -> None:
    t = combat(battle("Warsaw", "41Pz", "3A", hq="AGC:2@Lodz", scenario="w44"))
    ruling = t.refused("strike AGC")
    assert (ruling.code, ruling.rule) == ("no-air-force", "eastfront:13.14a")


@pytest.mark.rule("eastfront:13.14b")
def test_13_14b_mud_halves_the_hits_not_the_fire() -> None:
    t = battle("Kastornoye", "41Pz:1", "3A:3", hq="AGS:3@Kursk", weather="mud")
    fight(t, "Kastornoye", strike="AGS").roll(5, 5)
    loses(t, "3A", "3A")
    assert t.cv("3A") == 2


@pytest.mark.rule("eastfront:13.15c")
def test_13_15c_hits_on_an_unsupported_battle_are_halved_too() -> None:
    t = battle("Kastornoye", "41Pz:1", "3A:3", hq="OKH:2@Kursk")
    fight(t, "Kastornoye", strike="OKH").roll(5, 6)
    loses(t, "3A", "3A")
    assert t.cv("3A") == 2


@pytest.mark.rule("eastfront:13.16", "eastfront:5.8b")
def test_13_16_disrupted_hqs_lose_range_and_a_die() -> None:
    t = battle("Kastornoye", "41Pz:1", "3A:3", hq="AGS:2@Kursk", weather="snow")
    assert air_range(t.game, t.state, t.unit("AGS")) == t.game.grid.disk(t.hex("Kursk"), 1)
    fight(t, "Kastornoye", strike="AGS").roll(5)  # one die, still DF
    assert t.asked() == "soviet"
    assert loses(t, "3A").cv("3A") == 2


@pytest.mark.rule("eastfront:13.n")
def test_13_n_firepower_does_not_depend_on_the_region() -> None:
    t = battle("Krakow", "41Pz:1", "3A:3", attacker="soviet", hq="AGC:1@Kattowitz")
    assert t.game.objectives.western_front >> t.hex("Kattowitz") & 1
    fight(t, "Krakow", strike="AGC").roll(5)
    assert t.heard("air-strike")[0].args["hits"] == 1
