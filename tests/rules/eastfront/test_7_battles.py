"""Sections 7.1 and 7.2: battles, their roles, and the round."""

import pytest

from grognard.rules.eastfront.combat import Battles
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fights import battle, blanks, combat, fight, fires, loses, shown
from tests.rules.eastfront.table import Table, table

KURSK = ("41Pz:3 5AK:2", "3A:3 13A:2")


def attack() -> Table:
    """Axis blocks around Kastornoye, ready to move."""
    t = table().put("Kastornoye", "3A:3").put("Kursk", "41Pz", "5AK", "24Pz", "AGS")
    return t.phase("axis", "movement").active("AGS").ask(MovementPhase())


@pytest.mark.rule("eastfront:7.11a", "eastfront:7.12a", "eastfront:6.31b")
def test_7_11a_entering_an_enemy_hex_starts_a_battle_with_roles() -> None:
    t = attack()
    assert not t.state.battles(t.game)
    t.do("move 41Pz to Kastornoye over Kursk")
    assert t.state.battles(t.game) == t.state.new_battles == 1 << t.hex("Kastornoye")
    assert t.state.attackers == {t.hex("Kastornoye"): "axis"}
    t.phase("axis", "combat")
    assert t.state.soviet_hexes >> t.hex("Kastornoye") & 1  # the original defender keeps control


@pytest.mark.rule("eastfront:7.12a")
def test_7_12a_control_stays_with_the_defender_after_rounds() -> None:
    t = fight(battle("Kursk", *KURSK, attacker="soviet", active="soviet"), "Kursk")
    blanks(t, "41Pz", "5AK", "3A", "13A")
    t.phase("axis", "command")
    assert t.state.axis_hexes >> t.hex("Kursk") & 1
    assert t.state.attackers[t.hex("Kursk")] == "soviet"


@pytest.mark.rule("eastfront:7.12b", "eastfront:7.22b")
def test_7_12b_defenders_stand_up_after_the_round_attackers_lie() -> None:
    t = fight(battle("Kursk", *KURSK), "Kursk")
    assert shown(t, "3A", "axis")
    assert shown(t, "41Pz", "soviet")
    blanks(t, "3A", "13A", "41Pz", "5AK")
    assert not shown(t, "3A", "axis")
    assert shown(t, "41Pz", "soviet")


@pytest.mark.rule("eastfront:7.12c")
def test_7_12c_a_battle_ends_when_one_side_is_gone() -> None:
    t = fight(battle("Kastornoye", "41Pz:3", "3A:1", hq="AGS:2@Kursk"), "Kastornoye")
    blanks(t, "3A")
    loses(fires(t, "41Pz", 6, 1, 1), "3A")
    assert t.where("3A") == "pool"
    assert not t.state.attackers
    assert not shown(t, "41Pz", "soviet")
    t.phase("axis", "blitz-movement")
    assert t.state.axis_hexes >> t.hex("Kastornoye") & 1


@pytest.mark.rule("eastfront:7.12d")
def test_7_12d_roles_survive_relief_one_by_one() -> None:
    t = table().put("Kastornoye", "3A", "41Pz").battle("Kastornoye", "axis").put("Kursk", "5AK")
    t.put("Kursk", "AGS").phase("axis", "movement").active("AGS").ask(MovementPhase())
    t.do("move 5AK to Kastornoye over Kursk").do("done")
    t.phase("axis", "movement").ask(MovementPhase())  # the next turn: the newcomer stays
    t.do("move 41Pz leave Kursk stay").do("done")
    assert t.state.attackers[t.hex("Kastornoye")] == "axis"
    assert not t.state.new_battles
    assert not t.heard("rear-guard")


@pytest.mark.rule("eastfront:7.13a", "eastfront:4.43d", "eastfront:13.13b")
def test_7_13a_strikes_are_assigned_before_anybody_is_revealed() -> None:
    t = combat(battle("Kursk", *KURSK, hq="AGS:2@Kharkov"))
    t.do("strike AGS at Kursk")
    assert not shown(t, "3A", "axis")
    t.do("done")
    assert shown(t, "3A", "axis")
    assert not t.allowed("strike AGS at Kursk")


@pytest.mark.rule("eastfront:7.13b")
def test_7_13b_one_strike_for_a_battle() -> None:
    t = battle("Kursk", *KURSK, hq="AGS:2@Kharkov").put("Orel", "AGC").active("AGS", "AGC")
    t.put("Kastornoye", "6A", "24Pz").battle("Kastornoye", "axis").phase("axis", "combat")
    combat(t).do("strike AGS at Kursk")
    ruling = t.refused("strike AGC at Kursk")
    assert (ruling.code, ruling.rule) == ("one-strike-each", "eastfront:7.13b")


@pytest.mark.rule("eastfront:7.14", "eastfront:4.43a", "eastfront:2.3b")
def test_7_14_only_chosen_battles_are_revealed_and_fought() -> None:
    t = battle("Kursk", *KURSK).put("Orel", "24Pz", "6A").battle("Orel", "axis")
    t.phase("axis", "combat")
    combat(t)
    assert t.refused("fight Smolensk").code == "no-battle"
    t.do("fight Kursk")
    assert t.refused("fight Kursk").code == "fights-already"
    t.do("done")
    assert shown(t, "3A", "axis")
    assert not shown(t, "6A", "axis")
    assert t.offers("resolve") == {"Kursk"}
    assert t.refused("resolve Orel").rule == "eastfront:7.21"


@pytest.mark.rule("eastfront:7.15a", "eastfront:4.43b")
def test_7_15a_new_battles_are_compulsory() -> None:
    t = combat(battle("Kursk", *KURSK, new=True))
    t.do("done")  # nothing was chosen, and yet
    assert t.offers("resolve") == {"Kursk"}


@pytest.mark.rule("eastfront:6.31d", "eastfront:7.15b", "eastfront:6.31c")
def test_7_15b_joining_an_old_attack_shows_the_block_and_binds_nobody() -> None:
    t = table().put("Kastornoye", "3A", "24Pz").battle("Kastornoye", "axis")
    t.put("Kursk", "41Pz", "5AK", "AGS").put("Orel_E1", "13A")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    t.do("move 41Pz to Kastornoye over Kursk")
    assert shown(t, "41Pz", "soviet")
    t.do("move 5AK to Orel_E1 over Kursk_NE1")
    assert not shown(t, "5AK", "soviet")  # a new battle: hidden until combat
    t.do("done")
    combat(t)
    assert t.state.fighting == 1 << t.hex("Orel_E1")


@pytest.mark.rule("eastfront:7.15b")
def test_7_15b_joining_defenders_stay_hidden() -> None:
    t = table().put("Kursk", "3A", "24Pz").battle("Kursk", "soviet").put("Kharkov", "41Pz", "AGS")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    t.do("move 41Pz to Kursk over Belgorod")
    assert not shown(t, "41Pz", "soviet")


@pytest.mark.rule("eastfront:7.15c", "eastfront:13.13a")
def test_7_15c_a_strike_makes_a_battle_compulsory() -> None:
    t = combat(battle("Kursk", *KURSK, hq="AGS:2@Kharkov").put("Orel_E1", "6A"))
    assert t.refused("strike AGS at Orel_E1").code == "no-battle-to-strike"
    t.do("strike AGS at Kursk").do("done")
    assert t.offers("resolve") == {"Kursk"}


@pytest.mark.rule("eastfront:7.15d", "eastfront:7.15e", "eastfront:7.4c")
def test_7_15d_a_besieger_must_attack_a_fortress_but_not_in_blitz() -> None:
    siege = ("54AK:3", "Coast:3")
    t = fight(battle("Sevastopol", *siege), "Sevastopol")
    loses(fires(t, "Coast", 4, 1, 1), "54AK")  # the strongest fires TF
    fires(t, "54AK", 6, 6)
    assert t.cv("Coast") == 3  # unsupported: no losses at all
    assert combat(battle("Sevastopol", *siege), blitz=True).state.fighting == 0
    other = battle("Sevastopol", *siege, active="soviet")
    assert combat(other).state.fighting == 0  # the original defender may choose


@pytest.mark.rule("eastfront:7.21")
def test_7_21_one_round_each_in_any_order() -> None:
    t = battle("Kursk", *KURSK).put("Orel", "24Pz:1", "6A:1").battle("Orel", "axis")
    combat(t.phase("axis", "combat")).do("fight Kursk").do("fight Orel").do("done")
    assert t.offers("resolve") == {"Kursk", "Orel"}
    blanks(t.do("resolve Orel"), "6A", "24Pz")
    assert t.offers("resolve") == {"Kursk"}
    blanks(t.do("resolve Kursk"), "3A", "13A", "41Pz", "5AK")
    assert t.step() is None


@pytest.mark.rule("eastfront:7.22a", "eastfront:4.43e", "eastfront:13.15a", "eastfront:13.12a")
def test_7_22a_strike_then_defence_then_offence_with_losses_between() -> None:
    t = battle("Kastornoye", "41Pz:1", "3A:1 13A:1", hq="AGS:2@Kursk")
    fight(t, "Kastornoye", strike="AGS").roll(5, 1)  # DF: one hit of two dice
    loses(t, "3A")
    assert t.where("3A") == "pool"
    loses(fires(t, "13A", 6), "41Pz")
    assert t.where("41Pz") == "pool"  # it never fires
    assert t.step() is None


@pytest.mark.rule("eastfront:7.23a", "eastfront:4.4b")
def test_7_23a_terrain_protects_whoever_is_passive() -> None:
    t = battle("Voronezh", "41Pz:2", "5A:2", active="soviet", hq="SouF:2@Gryazi")
    fight(t, "Voronezh")  # the original attacker is passive in a major city
    loses(fires(t, "41Pz", 5, 1), "5A")
    loses(fires(t, "5A", 6), "41Pz")
    assert t.cv("41Pz") == 2  # half a hit only


@pytest.mark.rule("eastfront:7.23b")
def test_7_23b_a_besieger_has_no_fortress_benefits() -> None:
    t = battle("Sevastopol", "5AK:3", "Coast:2", active="soviet", hq="SouF:2@Simferopol")
    fight(t, "Sevastopol")
    fires(t, "5AK", 5, 5, 5)  # SF, not TF
    assert t.cv("Coast") == 2
    loses(fires(t, "Coast", 6, 6), "5AK", "5AK")
    assert t.cv("5AK") == 2  # a hill: double, not triple


@pytest.mark.rule("eastfront:7.4d")
def test_7_4d_old_battles_are_fought_without_any_hq() -> None:
    t = battle("Kursk", *KURSK)
    assert not t.state.active
    assert combat(t).offers("fight") == {"Kursk"}
    t.ask(Battles())
    assert t.step() is None
