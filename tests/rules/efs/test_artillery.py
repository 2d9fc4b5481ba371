"""Chapter 10 and 13.4: support from afar."""

from fractions import Fraction

import pytest

from grognard.rules.efs.artillery import CommitGuns
from grognard.rules.efs.data import Unit
from grognard.rules.efs.siege import ChangeModes
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, drill, engineer, foot, gun, hq, msu

ENEMY = foot("x", 2, 4, side="soviet")
FRIEND = foot("A", 8, 4)


def siege(code: str, support: int, side: str = "axis") -> Unit:
    traits = {"siege", "two_modes"}
    return gun(code, support, capability="siege", traits=traits, side=side)


def attack(box: str, *more: Unit, **features: str) -> Drill:
    """A attacks x in 0606 from the south."""
    t = drill(box, FRIEND, ENEMY, *more, **features)
    return t.put("0607", "A").put("0606", "x").declare("0606", "A")


def defence(box: str, *more: Unit, **features: str) -> Drill:
    """A defends 0606 against x from the south."""
    t = drill(box, FRIEND, ENEMY, *more, **features)
    return t.put("0607", "x").put("0606", "A").declare("0606", "x")


# -- in attack ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:10.1.1", "typhoon:10.1.3", "agn:BSR.art.range")
def test_guns_support_an_attack_within_their_range(box: str) -> None:
    t = attack(box, gun("G", 3), gun("H", 3)).put("0608", "G").put("0609", "H").fight()
    assert t.offers("guns") == {"G"}
    assert t.refused("guns H").code == "gun-out-of-range"
    t.do("guns G")
    assert t.step().battle.guns == t.units("G")
    assert t.reckon("0606", "A", guns=t.units("G")).attack_total == 11


@both
@pytest.mark.rule("typhoon:10.1/2", "typhoon:10.1.1")
def test_nobody_but_artillery_supports(box: str) -> None:
    t = attack(box, foot("F", 3, 4), gun("G", 3)).put("0608", "F", "G").fight()
    assert t.refused("guns F").code == "no-artillery"
    assert t.refused("guns x").code == "enemy-unit"


@both
@pytest.mark.rule("typhoon:10.1.4", "typhoon:8.1.4", "agn:BSR.art.four")
def test_four_guns_are_the_limit(box: str) -> None:
    guns = [gun(f"G{n}", 1) for n in range(5)]
    t = attack(box, *guns).put("0608", *(one.code for one in guns)).fight()
    for one in guns[:4]:
        t.do(f"guns {one.code}")
    assert t.refused("guns G4").code == "four-guns"


@both
@pytest.mark.rule("typhoon:10.1.5", "typhoon:10.1.5/2", "agn:BSR.art.once")
def test_a_gun_supports_one_combat_a_phase(box: str) -> None:
    t = attack(box, gun("G", 3), foot("B", 4, 4), foot("y", 1, 4, side="soviet"))
    t.put("0608", "G").put("0708", "B").put("0808", "y").declare("0808", "B").fight()
    t.do("combat 0606 guns G fight").roll(6).finish().do("combat 0808")
    assert t.refused("guns G").code == "supports-already"


@both
@pytest.mark.rule("typhoon:10.1", "typhoon:10.2.4", "typhoon:6.3.5.e")
def test_support_of_an_attack_needs_its_supply_and_no_other(box: str) -> None:
    t = attack(box, gun("G", 3), gun("H", 3), msu("M"), supply="yes")
    t.put("0608", "G", "M-", "H").unsupplied("H").fight()
    assert t.refused("guns G").code == "attack-unsupplied"
    t.do("supply M")
    assert t.offers("guns") == {"G", "H"}, "an unsupplied gun too"


@both
@pytest.mark.rule("typhoon:7.8.4.b")
def test_a_gun_that_was_overrun_supports_nobody(box: str) -> None:
    t = attack(box, gun("G", 3)).put("0608", "G").having(overrun=0)
    t.state.overrun = t.units("G")
    assert t.fight().refused("guns G").code == "gun-overrun"
    t = defence(box, gun("G", 3)).put("0604", "G")
    t.state.overrun = t.units("G")
    assert t.begin(CommitGuns()).step() is None


@both
@pytest.mark.rule("typhoon:10.1.7")
def test_support_is_not_halved_by_ground(box: str) -> None:
    t = attack(box, gun("G", 3), major_river="0607-0606", swamp="0608").put("0608", "G")
    found = t.reckon("0606", "A", guns=t.units("G"))
    assert found.attack_force == 4
    assert found.attack_support.counts == 3


@both
@pytest.mark.rule("typhoon:10.1.7")
def test_guns_do_not_spoil_the_river_for_the_defender(box: str) -> None:
    t = attack(box, gun("G", 3), minor_river="0607-0606").put("0605", "G")
    assert t.dice_of("0606", "A", guns=t.units("G")) == {"minor_river": 1}


@both
@pytest.mark.rule("typhoon:10.1.8", "agn:BSR.art.cap")
def test_support_counts_up_to_the_force_it_supports(box: str) -> None:
    t = defence(box, gun("G", 3), foot("W", 1, 2, steps=1)).put("0606", "W").put("0604", "G")
    t.put("0101", "A")
    t.state.guns = {t.unit("G"): t.hex("0606")}
    found = t.reckon("0606", "x")
    assert found.defence_force == 2
    assert found.defence_support.counts == 2
    assert found.defence_total == 4


@both
@pytest.mark.rule("typhoon:5.1.4/3")
def test_rain_halves_support(box: str) -> None:
    t = attack(box, gun("G", 3), woods="0405").put("0608", "G")
    guns = t.units("G")
    assert t.having(weather="rain").reckon("0606", "A", guns=guns).attack_total == Fraction(19, 2)
    t.having(weather="dry", soaked=True)
    assert t.reckon("0606", "A", guns=guns).attack_total == 11
    t.put("0405", "x").put("0406", "A")
    assert t.reckon("0405", "A", guns=guns).attack_support.counts == Fraction(3, 2), "into woods"


# -- in defence --------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:10.1.2", "typhoon:10.1.5", "agn:BSR.react.artillery")
def test_the_defender_commits_his_guns_in_reaction(box: str) -> None:
    t = defence(box, gun("G", 3)).put("0604", "G").begin(CommitGuns())
    assert t.asked() == "axis"
    t.do("guns G for 0606")
    assert t.reckon("0606", "x").defence_total == 7
    assert t.step() is None
    t = Drill(t.game, t.state)
    t.fight()
    assert "G" not in t.offers("guns"), "no more guns for the defender in the Combat Phase"


@both
@pytest.mark.rule("typhoon:10.2.4", "typhoon:6.3.5.e")
def test_unsupplied_guns_support_no_defence(box: str) -> None:
    t = defence(box, gun("G", 3), gun("H", 3)).put("0604", "G", "H").unsupplied("G")
    t.begin(CommitGuns())
    assert t.refused("guns G").code == "gun-unsupplied"
    t.state.guns = {t.unit("G"): t.hex("0606")}
    assert t.reckon("0606", "x").defence_total == 4


@both
@pytest.mark.rule("typhoon:10.2.3", "agn:BSR.art.pinned")
def test_a_gun_in_contact_supports_no_other_hex(box: str) -> None:
    t = defence(box, gun("G", 3), gun("H", 3), foot("y", 1, 4, side="soviet"))
    t.put("0604", "G").put("0406", "H").put("0603", "y").begin(CommitGuns())
    assert t.refused("guns G").code == "no-target-for-gun"
    t.do("guns H for 0606")
    assert t.reckon("0606", "x").defence_total == 7
    t.state.put(t.unit("y"), t.hex("0306"))
    assert t.reckon("0606", "x").defence_total == 4, "an enemy has come up beside it"


@pytest.mark.rule("agn:BSR.art.pinned")
def test_a_gun_in_contact_supports_attacks() -> None:
    t = attack(NORTH, gun("G", 3)).put("0507", "G").fight()
    assert t.offers("guns") == {"G"}


@both
@pytest.mark.rule("typhoon:10.2.1", "agn:BSR.art.own-hex")
def test_guns_alone_defend_with_their_own_strength(box: str) -> None:
    t = defence(box, gun("G", 3, 1), gun("H", 3, 2)).put("0101", "A").put("0606", "G", "H")
    t.begin(CommitGuns())
    assert t.reckon("0606", "x").defence_total == 3
    assert t.step() is None


@pytest.mark.rule("typhoon:10.2.2", "typhoon:10.0")
def test_beside_others_guns_support_their_hex_without_a_choice() -> None:
    t = defence(TYPHOON, gun("G", 3, 2)).put("0606", "G").begin(CommitGuns())
    assert t.step() is None
    found = t.reckon("0606", "x")
    assert found.defence_force == 4
    assert found.defence_support.counts == 3
    t.suffer("1*/1", "0606", "x").do("lose x")
    assert t.offers("lose") == {"A", "G"}, "they share the losses"


@pytest.mark.rule("typhoon:10.2.2")
def test_guns_at_home_count_among_the_four() -> None:
    guns = [gun(f"G{n}", 1) for n in range(5)]
    t = defence(TYPHOON, *guns).put("0606", "G0").put("0604", "G1", "G2", "G3", "G4")
    t.begin(CommitGuns())
    for code in ("G1", "G2", "G3"):
        t.do(f"guns {code} for 0606")
    assert t.step() is None
    assert t.reckon("0606", "x").defence_total == 8


@pytest.mark.rule("agn:BSR.art.own-hex", "agn:BSR.art.cap")
def test_beside_others_a_gun_supports_or_defends_as_its_owner_likes() -> None:
    t = drill(NORTH, foot("E", 1, 1), gun("G", 3, 1), ENEMY)
    t.put("0607", "x").put("0606", "E", "G").declare("0606", "x")
    assert t.reckon("0606", "x").defence_total == 2, "as defenders"
    t.begin(CommitGuns()).do("guns G for 0606")
    found = t.reckon("0606", "x")
    assert found.defence_force == 1
    assert found.defence_support.counts == 1, "3, capped"


# -- the Soviet limits -------------------------------------------------------------------------


def soviet(box: str, *more: Unit, **features: str) -> Drill:
    """x is attacked in 0606; guns g0 to g3 are at hand."""
    guns = [gun(f"g{n}", 1, side="soviet") for n in range(4)]
    return attack(box, *guns, hq("h"), hq("i"), *more, **features)


@both
@pytest.mark.rule("typhoon:10.1.4.a", "agn:BSR.art.soviet-one", "agn:BSR.art.lone")
def test_one_soviet_gun_alone(box: str) -> None:
    t = soviet(box).put("0604", "g0", "g1").begin(CommitGuns()).do("guns g0 for 0606")
    assert t.step() is None, "no second one"
    t = soviet(box).put("0604", "g0").put("0605", "g1", "h").begin(CommitGuns())
    t.do("guns g1 for 0606")
    assert t.step() is None, "nor one beside those with a headquarters"


@both
@pytest.mark.rule("typhoon:10.1.4.a", "agn:BSR.art.soviet-hq")
def test_soviet_guns_with_headquarters_support_together(box: str) -> None:
    t = soviet(box).put("0604", "g0", "g1", "h").put("0805", "g2", "i").begin(CommitGuns())
    for code in ("g0", "g1", "g2"):
        t.do(f"guns {code} for 0606")
    assert t.reckon("0606", "A").defence_total == 7


@pytest.mark.rule("agn:BSR.art.soviet-hex")
def test_soviet_guns_inside_the_defence_support_together() -> None:
    t = soviet(NORTH).put("0606", "g0", "g1", "g2").put("0604", "g3", "h").begin(CommitGuns())
    for code in ("g0", "g1", "g2", "g3"):
        t.do(f"guns {code} for 0606")
    assert t.reckon("0606", "A").defence_total == 8


@both
@pytest.mark.rule("typhoon:10.1.4/2", "agn:BSR.art.interdict")
def test_interdiction_of_a_headquarters_silences_guns(box: str) -> None:
    t = soviet(box).put("0604", "g0", "g1", "g2", "h").having(interdiction={})
    t.state.interdiction = {t.hex("0604"): 1}
    t.begin(CommitGuns()).do("guns g0 for 0606").do("guns g1 for 0606")
    assert t.step() is None, "two of three"
    t = soviet(box).put("0604", "g0", "g1", "g2", "h")
    t.state.interdiction = {t.hex("0604"): 2}
    t.begin(CommitGuns()).do("guns g0 for 0606")
    assert t.step() is None


@pytest.mark.rule("agn:BSR.art.nonop", "agn:BSR.hq.nonop")
def test_near_a_headquarters_out_of_operation_one_gun_supports() -> None:
    t = soviet(NORTH).put("0604", "g0", "g1", "h").put("0602", "i")
    t.state.nonoperational = t.units("i")
    t.begin(CommitGuns()).do("guns g0 for 0606")
    assert t.step() is None


@pytest.mark.rule("agn:BSR.art.nonop")
def test_a_headquarters_out_of_operation_joins_no_guns() -> None:
    t = soviet(NORTH).put("0604", "g0", "g1", "h")
    t.state.nonoperational = t.units("h")
    t.begin(CommitGuns()).do("guns g0 for 0606")
    assert t.step() is None


@both
@pytest.mark.rule("typhoon:10.1.4.a")
def test_the_limits_hold_in_attack_too(box: str) -> None:
    guns = [gun(f"g{n}", 1, side="soviet") for n in range(3)]
    t = drill(box, FRIEND, ENEMY, *guns, hq("h")).put("0607", "x").put("0606", "A")
    t.put("0608", "g0", "g1").put("0508", "g2", "h").declare("0606", "x").fight().do("guns g0")
    assert t.refused("guns g1").code == "gun-alone"
    assert t.refused("guns g2").code == "gun-alone"


# -- siege and naval guns ----------------------------------------------------------------------


@pytest.mark.rule("typhoon:13.4.1")
def test_siege_guns_attack_only_and_beyond_the_four() -> None:
    guns = [gun(f"G{n}", 1) for n in range(4)]
    t = attack(TYPHOON, siege("S", 3), *guns).put("0608", "S", *(one.code for one in guns))
    t.fight()
    for one in guns:
        t.do(f"guns {one.code}")
    assert t.offers("guns") == {"S"}
    t = defence(TYPHOON, siege("S", 3), gun("G", 1)).put("0604", "S", "G").begin(CommitGuns())
    assert t.refused("guns S").code == "siege-attacks-only"


@pytest.mark.rule("typhoon:13.4.2")
def test_siege_guns_count_double_against_towns_and_forts() -> None:
    t = attack(TYPHOON, siege("S", 3), city="0404", woods="0406").put("0608", "S")
    guns = t.units("S")
    assert t.reckon("0606", "A", guns=guns).attack_support.counts == 3
    assert t.fort("0606").reckon("0606", "A", guns=guns).attack_support.counts == 6
    t.put("0404", "x").put("0405", "A")
    assert t.reckon("0404", "A", guns=guns).attack_support.counts == 6
    t.put("0406", "x").put("0407", "A")
    assert t.reckon("0406", "A", guns=guns).attack_support.counts == 3


@pytest.mark.rule("typhoon:13.4.4")
def test_naval_guns_may_fire_all_they_have_once() -> None:
    naval = gun("n", 2, side="soviet", capability="siege", traits=["siege", "naval_gun"])
    t = soviet(TYPHOON, naval).put("0604", "n").begin(CommitGuns()).do("guns n for 0606")
    t = Drill(t.game, t.state)
    t.fight().do("fight")
    assert t.asked() == "soviet"
    t.do("double n").roll(10).finish()
    assert t.where("n") == "eliminated"
    t = soviet(TYPHOON, naval).put("0604", "n").begin(CommitGuns()).do("guns n for 0606")
    assert t.reckon("0606", "A").defence_total == 6
    assert t.reckon("0606", "A", doubled=t.units("n")).defence_total == 8
    t = Drill(t.game, t.state)
    t.fight().do("fight").do("done").roll(10).finish()
    assert t.where("n") == "0604"


@pytest.mark.rule("typhoon:13.4.4")
def test_naval_guns_double_in_attack_too() -> None:
    naval = gun("n", 2, side="soviet", capability="siege", traits=["siege", "naval_gun"])
    t = drill(TYPHOON, FRIEND, ENEMY, naval).put("0607", "x").put("0606", "A").put("0608", "n")
    t.declare("0606", "x").fight()
    assert t.refused("double n").code == "supports-not"
    t.do("guns n").do("double n").do("fight").roll(1).finish()
    assert t.where("n") == "eliminated"


@pytest.mark.rule("agn:BSR.sh.modes", "agn:7.2.1.b")
def test_guns_of_two_modes_fire_in_one_of_them() -> None:
    t = attack(NORTH, siege("S", 3)).put("0608", "S").fight()
    assert t.refused("guns S").code == "gun-packed-up"
    t = attack(NORTH, siege("S", 3)).put("0608", "S")
    t.state.firing = t.units("S")
    t.fight().do("guns S")
    assert t.dice_of("0606", "A", guns=t.units("S")) == {"siege": -1}
    assert t.game.limits(t.state, "move")[0].bars == t.units("S")


@pytest.mark.rule("agn:BSR.sh.modes", "agn:7.2.1.c")
def test_the_mode_is_changed_in_the_construction_phase_once() -> None:
    t = attack(NORTH, siege("S", 3)).put("0608", "S").begin(ChangeModes()).do("mode S")
    assert t.state.firing == t.units("S")
    assert t.step() is None, "not back at once"


@pytest.mark.rule("agn:BSR.sh.modes")
def test_german_super_heavy_guns_do_not_fill_the_four() -> None:
    guns = [gun(f"G{n}", 1) for n in range(4)]
    t = attack(NORTH, siege("S", 3), *guns).put("0608", "S", *(one.code for one in guns))
    t.state.firing = t.units("S")
    t.fight()
    for one in guns:
        t.do(f"guns {one.code}")
    assert t.offers("guns") == {"S"}


@pytest.mark.rule("agn:7.1.2.a", "agn:7.1.2.b", "agn:5.6.2.d")
def test_soviet_rail_guns_count_and_give_no_modifier() -> None:
    guns = [gun(f"g{n}", 1, side="soviet") for n in range(4)]
    t = drill(NORTH, FRIEND, ENEMY, siege("s", 3, side="soviet"), *guns, hq("h"))
    t.put("0607", "x").put("0606", "A").put("0608", "s", "h", *(one.code for one in guns))
    t.state.firing = t.units("s")
    t.declare("0606", "x").fight()
    for code in ("g0", "g1", "g2", "s"):
        t.do(f"guns {code}")
    assert t.refused("guns g3").code == "four-guns"
    assert t.dice_of("0606", "x", guns=t.units("s")) == {}


@pytest.mark.rule("agn:7.2.2")
def test_a_rocket_unit_that_fires_gives_no_modifier() -> None:
    rocket = gun("R", 3, traits=["rocket", "two_modes"])
    t = attack(NORTH, rocket).put("0608", "R")
    t.state.firing = t.units("R")
    t.fight().do("guns R")
    assert t.dice_of("0606", "A", guns=t.units("R")) == {}


@both
@pytest.mark.rule("typhoon:10.1.6")
def test_guns_that_share_a_hex_with_attackers_retreat_with_them(box: str) -> None:
    t = attack(box, gun("G", 3), engineer("E")).put("0607", "G", "E")
    t.suffer("R/-", "0606", "A", guns=t.units("G"))
    t.do("back 0608 0609")
    assert (t.where("A"), t.where("G"), t.where("E")) == ("0609", "0609", "0607")
