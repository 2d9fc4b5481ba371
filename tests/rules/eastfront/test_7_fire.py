"""Sections 7.3 and 7.4: dice, firepower, hits and support."""

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.rules.eastfront.fire import firepower, hits_per_step
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fights import battle, blanks, combat, fight, fires, loses
from tests.rules.eastfront.table import Table, table


def fire_of(t: Table, code: str, hex: str, offensive: bool) -> str:
    return firepower(t.game, t.state, t.unit(code), t.hex(hex), offensive)


def needed(t: Table, hex: str, passive: str) -> int | None:
    return hits_per_step(t.game, t.state, t.hex(hex), passive)


@pytest.mark.rule("eastfront:7.31a", "eastfront:7.31b", "eastfront:2.3a")
def test_7_31a_each_block_fires_once_one_die_a_cv() -> None:
    t = fight(battle("Kursk", "41Pz:3", "3A:3 13A:2"), "Kursk")
    assert t.offers("fire") == {"3A", "13A"}
    assert t.refused("fire 41Pz").code == "enemy-block"
    loses(fires(t, "13A", 6, 1), "41Pz")  # the result is seen before the next fires
    ruling = t.refused("fire 13A")
    assert (ruling.code, ruling.rule) == ("fired-already", "eastfront:7.31a")
    blanks(t, "3A")
    fires(t, "41Pz", 1, 1)  # reduced to 2 CV: two dice
    assert t.step() is None


@pytest.mark.rule("eastfront:7.32a")
@pytest.mark.parametrize(("fire", "hits"), [("SF", 1), ("DF", 2), ("TF", 2)])
def test_7_32a_hit_numbers(fire: str, hits: int) -> None:
    numbers = table().game.hits[fire]
    assert sum(die in numbers for die in (3, 5, 6)) == hits
    assert (4 in numbers) == (fire == "TF")


@pytest.mark.rule("eastfront:7.32b", "eastfront:12.24c", "eastfront:2.62a", "eastfront:7.32c")
@pytest.mark.parametrize(("code", "hex", "weather", "offensive", "fire"), [
    ("41Pz", "Kursk", "dry", True, "DF"),
    ("41Pz", "Pinsk", "dry", True, "SF"),       # marsh
    ("41Pz", "Pinsk", "snow", True, "DF"),      # frozen: forest rules
    ("41Pz", "Pinsk", "dry", False, "DF"),
    ("41Pz", "Kursk", "mud", True, "SF"),
    ("41Pz", "Kursk", "mud", False, "DF"),
    ("1Sh", "Kursk", "mud", True, "SF"),
    ("5AK", "Kharkov", "dry", False, "DF"),     # major city
    ("5AK", "Kharkov", "dry", True, "SF"),
    ("5AK", "Kursk", "dry", False, "SF"),
    ("49Mtn", "Tuapse", "dry", True, "DF"),
    ("49Mtn", "Tuapse", "dry", False, "DF"),
    ("49Mtn", "Tuapse", "mud", True, "SF"),
    ("49Mtn", "Tuapse", "mud", False, "SF"),
    ("49Mtn", "Kursk", "dry", True, "SF"),
    ("55Mot", "Kursk", "dry", True, "SF"),
    ("55Mot", "Kursk", "dry", False, "DF"),
    ("4Para", "Kursk", "dry", True, "SF"),
    ("4Para", "Kursk", "dry", False, "DF"),
    ("AGS", "Kharkov", "dry", False, "none"),
])
def test_7_32b_firepower_by_type_role_terrain_and_weather(
    code: str, hex: str, weather: str, offensive: bool, fire: str
) -> None:
    t = table().put(hex, code).weather(weather, weather)
    assert fire_of(t, code, hex, offensive) == fire


@pytest.mark.rule("eastfront:7.32b")
def test_7_32b_the_strongest_original_defender_of_a_fortress_fires_tf() -> None:
    t = battle("Sevastopol", "54AK:3", "Coast:3 3A:2")
    assert fire_of(t, "Coast", "Sevastopol", offensive=False) == "TF"
    assert fire_of(t, "3A", "Sevastopol", offensive=False) == "SF"
    t = battle("Sevastopol", "54AK:3", "Coast:3", attacker="soviet")
    assert fire_of(t, "Coast", "Sevastopol", offensive=False) == "SF"


@pytest.mark.rule("eastfront:1.46b", "eastfront:7.32b")
@pytest.mark.parametrize(("hex", "defenders", "fires"), [
    ("Sevastopol", "7TC:3 3A:3", ["DF", "TF"]),    # no city: the tanks need no fortress guns
    ("Sevastopol", "3A:3 1Sh:3", ["TF", "DF"]),
    ("Sevastopol", "7TC:3 3A:2", ["TF", "SF"]),    # strength comes first
    ("Leningrad", "7TC:3 3A:3", ["TF", "DF"]),     # a city: all the same to both
])
def test_1_46b_of_equals_the_weaker_gun_gets_the_triple_fire(
    hex: str, defenders: str, fires: list[str]
) -> None:
    t = battle(hex, "54AK:3", defenders)
    codes = [block.partition(":")[0] for block in defenders.split()]
    assert [fire_of(t, code, hex, offensive=False) for code in codes] == fires


@pytest.mark.rule("eastfront:2.63a", "eastfront:2.63b")
def test_2_63a_siege_guns_against_fortresses_until_lost_once() -> None:
    t = battle("Sevastopol", "54AK:3", "Coast:3", weather="mud")
    assert fire_of(t, "54AK", "Sevastopol", offensive=True) == "TF"
    t.put("Kursk", "54AK")
    assert fire_of(t, "54AK", "Kursk", offensive=True) == "SF"
    t = battle("Kastornoye", "54AK:1 41Pz:1", "3A:1")
    loses(fires(fight(t, "Kastornoye"), "3A", 6), "54AK")
    t.put("Sevastopol", "54AK", "Coast").battle("Sevastopol", "axis")
    assert fire_of(t, "54AK", "Sevastopol", offensive=True) == "SF"
    early = battle("Sevastopol", "54AK:3", "Coast:3", scenario="w41")
    assert fire_of(early, "54AK", "Sevastopol", offensive=True) == "SF"


@pytest.mark.rule("eastfront:7.33a", "eastfront:7.34a")
def test_7_33a_active_blocks_suffer_in_full_passive_ones_half_in_forest() -> None:
    t = fight(battle("Orel", "41Pz:2", "3A:2", attacker="soviet", hq="AGC:2@Smolensk_E1"), "Orel")
    loses(fires(t, "3A", 6, 1), "41Pz")
    assert t.cv("41Pz") == 1  # active in a forest: one hit, one step
    loses(fires(t, "41Pz", 6), "3A")
    assert t.cv("3A") == 2


@pytest.mark.rule("eastfront:7.33b")
def test_7_33b_the_strongest_takes_each_hit() -> None:
    t = fight(battle("Kursk", "41Pz:4 24Pz:4 5AK:3", "3A:2"), "Kursk")
    fires(t, "3A", 6, 6)
    ruling = t.refused("lose 5AK")
    assert (ruling.code, ruling.rule) == ("strongest-first", "eastfront:7.33b")
    loses(t, "41Pz")
    assert t.refused("lose 41Pz").code == "strongest-first"  # now 3 against 4
    assert t.refused("lose 3A").code == "not-under-fire"
    loses(t, "24Pz")
    assert (t.cv("41Pz"), t.cv("24Pz"), t.cv("5AK")) == (3, 3, 3)


@pytest.mark.rule("eastfront:7.33c", "eastfront:2.4b", "eastfront:2.4a")
def test_7_33c_the_last_step_lost_destroys() -> None:
    t = fight(battle("Kursk", "41Pz:2 5AK:1", "3A:3"), "Kursk")
    loses(fires(t, "3A", 6, 6, 6), "41Pz", "41Pz", "5AK")
    assert t.where("41Pz") == t.where("5AK") == "pool"


@pytest.mark.rule("eastfront:7.33d", "eastfront:5.1c", "eastfront:5.1b")
def test_7_33d_headquarters_take_losses_as_others() -> None:
    t = battle("Kursk", "AGS:3 5AK:2", "3A:2", attacker="soviet", active="soviet",
               hq="WesF:2@Kursk_NE1")
    fight(t, "Kursk")
    assert t.offers("fire") == {"5AK"}
    assert t.refused("fire AGS").rule == "eastfront:5.1c"
    blanks(t, "5AK")
    fires(t, "3A", 6, 1)
    assert t.offers("lose") == {"AGS"}
    loses(t, "AGS")
    assert t.cv("AGS") == 2


@pytest.mark.rule("eastfront:7.33e", "eastfront:5.1e")
def test_7_33e_hits_beyond_the_steps_present_are_lost() -> None:
    t = battle("Kastornoye", "41Pz:4", "WesF:0", hq="AGS:2@Kursk")
    fight(t, "Kastornoye")  # an HQ at 0 alone fires nothing
    loses(fires(t, "41Pz", 6, 6, 6, 6), "WesF")
    assert t.where("WesF") == "pool"
    assert t.step() is None


@pytest.mark.rule("eastfront:7.34a", "eastfront:7.34b", "eastfront:12.24b")
@pytest.mark.parametrize(("hex", "weather", "hits"), [
    ("Kursk", "dry", 1), ("Orel", "dry", 2), ("Nis", "dry", 2), ("Pinsk", "dry", 2),
    ("Tuapse", "dry", 2), ("Kharkov", "dry", 2), ("Kursk", "mud", 2), ("Leningrad", "mud", 2),
    ("Kursk", "snow", 1), ("Pinsk", "snow", 2),
])
def test_7_34a_double_defence_never_adds_up(hex: str, weather: str, hits: int) -> None:
    t = battle(hex, "41Pz", "3A", weather=weather, west=weather, attacker="soviet")
    t.state.supported = 1 << t.hex(hex)
    assert needed(t, hex, "soviet") == hits


@pytest.mark.rule("eastfront:7.34c", "eastfront:13.15b")
def test_7_34c_half_hits_carry_from_the_strike_on() -> None:
    t = battle("Orel", "41Pz:1", "3A:2", attacker="soviet", hq="AGC:2@Smolensk_E1")
    loses(fight(t, "Orel", strike="AGC").roll(5, 1), "3A")
    assert t.cv("3A") == 2
    blanks(t, "3A")
    loses(fires(t, "41Pz", 6), "3A")
    assert t.cv("3A") == 1


@pytest.mark.rule("eastfront:7.34d", "eastfront:7.34e")
def test_7_34d_a_half_hit_sticks_and_lapses_at_the_end() -> None:
    t = battle("Orel", "41Pz:3", "3A:3 13A:3", attacker="soviet", hq="AGC:2@Smolensk_E1")
    blanks(fight(t, "Orel"), "3A", "13A")
    fires(t, "41Pz", 6, 6, 6)
    loses(t, "13A")
    assert t.offers("lose") == {"13A"}  # half hit: it must take the next
    loses(t, "13A", "3A")
    assert (t.cv("3A"), t.cv("13A")) == (3, 2)
    assert not t.state.round.part_hits


@pytest.mark.rule("eastfront:7.35a", "eastfront:7.35b")
def test_7_35a_triple_defence_in_a_fortress() -> None:
    t = battle("Sevastopol", "54AK:4 41Pz:1", "Coast:3", hq="AGS:2@Simferopol")
    blanks(fight(t, "Sevastopol"), "Coast")
    fires(t, "54AK", 4, 4, 4, 4)
    loses(t, "Coast", "Coast", "Coast")
    assert t.cv("Coast") == 2
    loses(t, "Coast")
    loses(fires(t, "41Pz", 5), "Coast")
    assert t.cv("Coast") == 2  # five hits: one step, the rest lapses


@pytest.mark.rule("eastfront:7.35c", "eastfront:7.4a", "eastfront:4.43c", "eastfront:7.4c")
def test_7_4a_lack_of_support_raises_the_defence_one_level() -> None:
    for hex, hits in (("Kursk", 2), ("Orel", 3), ("Kharkov", 3)):
        t = battle(hex, "41Pz", "3A", attacker="soviet")
        assert needed(t, hex, "soviet") == hits
    assert needed(battle("Sevastopol", "54AK", "Coast"), "Sevastopol", "soviet") is None


@pytest.mark.rule("eastfront:4.43c", "eastfront:7.4a")
def test_7_4a_unsupported_in_clear_two_hits_a_step_but_own_losses_in_full() -> None:
    t = fight(battle("Kastornoye", "41Pz:3", "3A:3"), "Kastornoye")
    loses(fires(t, "3A", 6, 1, 1), "41Pz")
    assert t.cv("41Pz") == 2
    loses(fires(t, "41Pz", 5, 6), "3A", "3A")
    assert t.cv("3A") == 2


@pytest.mark.rule("eastfront:7.4b", "eastfront:4.45a")
def test_7_4b_new_blitz_battles_beyond_the_radius_are_fought_unsupported() -> None:
    t = battle("Kastornoye", "41Pz:1", "3A:2", hq="AGS:1@Kharkov", new=True)
    combat(t, blitz=True).do("done")
    assert t.offers("resolve") == {"Kastornoye"}
    blanks(t.do("resolve Kastornoye"), "3A")
    loses(fires(t, "41Pz", 6), "3A")
    assert t.cv("3A") == 2


@pytest.mark.rule("eastfront:7.4e", "eastfront:5.42a", "eastfront:5.3c", "eastfront:5.64")
def test_7_4e_support_is_judged_by_active_hqs_when_combat_begins() -> None:
    t = combat(battle("Kastornoye", "41Pz:1", "3A:2", hq="AGS:1@Kursk"))
    assert t.state.supported >> t.hex("Kastornoye") & 1  # an enemy battle hex next to a friend
    idle = battle("Kastornoye", "41Pz:1", "3A:2").put("Kursk", "AGS")
    assert not combat(idle).state.supported
    supreme = battle("Kastornoye", "41Pz:1", "3A:2", hq="OKH:3@Kursk")
    assert not combat(supreme).state.supported
    assert supreme.offers("strike") == {"OKH"}


@pytest.mark.rule("eastfront:5.42c")
def test_5_42c_one_hq_moves_another_supports() -> None:
    t = table().put("Kastornoye", "3A").put("Kursk", "41Pz").put("Kharkov", "AGS:2")
    t.put("Orel", "AGC:3").phase("axis", "movement").active("AGC").ask(MovementPhase())
    t.do("move 41Pz to Kastornoye over Kursk")
    t.active("AGS").phase("axis", "combat")
    assert combat(t).state.supported >> t.hex("Kastornoye") & 1
    assert not t.state.active >> t.unit("AGC") & 1


@pytest.mark.parametrize(("changes", "hex", "hits"), [
    ({"city_defence": 4}, "Kharkov", 4),
    ({"fortress_defence": 5}, "Sevastopol", 5),
    ({"defence": {"dry": 3}}, "Kursk", 3),
])
def test_7_34a_protection_comes_from_the_charts(
    changes: dict[str, Any], hex: str, hits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = battle(hex, "5AK:3", "3A:2")
    t.state.supported = t.game.grid.all
    monkeypatch.setattr(t.game, "effects", replace(t.game.effects, **changes))
    assert needed(t, hex, "soviet") == hits


@pytest.mark.parametrize(("changes", "hex", "code", "fire"), [
    ({"city_fire": "TF"}, "Kharkov", "3A", "TF"),
    ({"fortress_fire": "SF"}, "Sevastopol", "3A", "SF"),
    ({"siege_fire": "DF"}, "Sevastopol", "54AK", "DF"),
    ({"offensive_fire": {"dry": "TF"}}, "Kursk", "5AK", "TF"),
])
def test_7_32_fire_comes_from_the_charts(
    changes: dict[str, Any], hex: str, code: str, fire: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = battle(hex, "5AK:3 54AK:3", "3A:2")
    monkeypatch.setattr(t.game, "effects", replace(t.game.effects, **changes))
    assert fire_of(t, code, hex, offensive=code != "3A") == fire
