"""8.7, 8.8: aircraft against ships, and what naval units are in the fights of others."""

from typing import Any

import pytest

from grognard.rules.efs import artillery, stacking, strengths
from grognard.rules.efs.artillery import CommitGuns
from grognard.rules.efs.flak import batteries, modifier
from grognard.rules.efs.interdiction import InterdictionPhase
from grognard.rules.efs.naval import losses
from grognard.rules.efs.naval.yards import Refit, RepairShips
from grognard.rules.efs.scenarios import Group
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import anti_aircraft, bomber, fighter, foot, gun, hq, msu
from tests.rules.efs.harbour import Harbour, harbour, ship

X = foot("x", 3, 3, side="soviet")
A = foot("A", 9, 9)
JU87 = bomber("Stuka", 1, 2, aircraft="Ju87", interdiction=2)
JU88 = bomber("KG1", 1, 1, aircraft="Ju88", interdiction=1)
JU88B = bomber("KG77", 1, 1, aircraft="Ju88", interdiction=1)
BF110 = fighter("ZG", 2, 1, aircraft="Bf110", interdiction=1)
BF109 = fighter("JG", 4, aircraft="Bf109", interdiction=0)
I16 = fighter("I16", 2, side="soviet")


def raid(*more: Any, losses: bool = True, ships: str = "Kirov", **fields: Any) -> Harbour:
    """The Axis Interdiction Phase; Soviet ships lie in Tallinn, 0803."""
    t = harbour(ship("Kirov"), ship("Gorky"), X, A, *more, sea={"losses": losses}, **fields)
    t.put("0803", *ships.split()).put("0909", "A").put("0505", "x")
    return t.having(side="axis").ask(InterdictionPhase())


def past_normal(t: Harbour) -> Harbour:
    """No plain interdiction, nobody over the sea lanes."""
    while type(t.step()).__name__ != "ChooseFlight" or t.step().mission != "raid":
        t.do("done")
    return t


# -- over the sea lanes --------------------------------------------------------------------------


@pytest.mark.rule("agn:8.7.1", "agn:8.7.2")
def test_three_missions_all_in_the_axis_interdiction_phase() -> None:
    t = raid(JU87, JU88, I16)
    asked = []
    while t.step():
        asked.append((t.asked(), type(t.step()).__name__, getattr(t.step(), "mission", "")))
        t.do("done")
    assert asked == [("axis", "ChooseFlight", "interdiction"), ("axis", "ChoosePatrol", ""),
                     ("axis", "ChooseFlight", "raid")]


@pytest.mark.rule("agn:8.7.3/units", "agn:8.7.3/max", "agn:8.7.3/flown", "agn:8.7.3/free")
def test_stukas_and_junkers_over_the_sea_lanes() -> None:
    third = bomber("KG4", 1, 1, aircraft="Ju88", interdiction=1)
    t = raid(JU88, JU88B, third, BF110, I16).do("done")
    assert t.refused("patrol ZG").code == "not-for-the-sea"
    t.do("patrol KG1").do("patrol KG77")  # nobody meets them, no flak
    assert t.state.sea.patrol == 2
    assert t.airs("KG1 KG77 KG4") == ["flown", "flown", "ready"]
    assert type(t.step()).__name__ == "ChooseFlight"  # and no room for a third
    t = raid(JU87, JU88).do("done")
    t.do("patrol Stuka")
    assert t.state.sea.patrol == 2


@pytest.mark.rule("agn:8.7.3/drm")
def test_every_soviet_voyage_of_the_turn_suffers_from_them() -> None:
    t = harbour(ship("Kirov"), ship("Gorky"), X, sea={"losses": True})
    t.put("0303", "Kirov", "Gorky").set_sea(patrol=2).fleets()
    t.do("sail Kirov zone Riga zone Gulf port 0803").roll(9)
    t.do("sail Gorky zone Riga port 0303").roll(8)
    assert [event.args["modified"] for event in t.heard("sea-loss")] == [7, 6]
    t.begin_turn(2)
    assert t.state.sea.patrol == 0


# -- in port -------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.7.4.b")
def test_only_ports_with_soviet_ships_are_targets_and_only_junkers_strike() -> None:
    other = bomber("KG53", 1, 1, aircraft="He111", interdiction=1)
    t = past_normal(raid(JU88, other))
    assert t.refused("fly KG53").code == "not-for-the-sea"
    t.do("fly KG1")
    assert t.offers("at") == {"0803"}
    assert t.refused("at 0903").code == "no-raid-there"
    t = raid(JU88, ships="")
    t.do("done").do("done")
    assert t.step() is None


@pytest.mark.rule("agn:8.7.4.b.1")
def test_three_aircraft_with_their_escort() -> None:
    third = fighter("JG2", 4, aircraft="Bf109", interdiction=0)
    t = past_normal(raid(JU87, JU88, BF109, third))
    t.do("fly Stuka at 0803").do("fly KG1 at 0803")
    assert t.allowed("fly JG2 at 0803")
    t.do("fly JG at 0803")
    assert type(t.step()).__name__ != "ChooseFlight"  # no room for a fourth
    assert t.air("JG2") == "ready"


@pytest.mark.rule("agn:8.7.4.b.2", "agn:8.8.1.b")
def test_interception_air_combat_and_flak_come_first() -> None:
    t = past_normal(raid(JU88, I16)).do("fly KG1 at 0803")
    assert t.asked() == "soviet"
    t.do("fly I16 at 0803")
    order = []
    while type(t.step()).__name__ not in ("ChooseShip", "NoneType"):
        order.append(type(t.step()).__name__)
        if t.play.decisions:
            t.do(sorted(f"{kind} {word}".replace("done done", "done")
                        for kind in t.play.offers(t.asked()).choices for word in t.offers(kind))[0])
        else:
            t.roll(*[10] * t.step().chance(t.game, t.state).count)
    assert "InitiativeRoll" in order
    assert order.index("InitiativeRoll") < order.index("FlakRoll")


@pytest.mark.rule("agn:8.7.4.b.3", "agn:8.7.4.b.3/damage")
def test_each_aircraft_rolls_against_the_ship_it_named() -> None:
    t = past_normal(raid(JU87, JU88, ships="Kirov Gorky"))
    t.do("fly Stuka at 0803").do("fly KG1 at 0803")
    flak(t)
    t.do("bomb Kirov").roll(1)  # a Stuka's die of 1: a step
    assert (t.steps("Kirov"), t.air("Stuka")) == (1, "flown")
    t.do("bomb Kirov").roll(1)  # the second against what the first left: two points
    assert t.steps("Kirov") == 1
    assert t.state.sea.damage == {t.unit("Kirov"): 2}
    assert t.air("KG1") == "flown"
    assert t.steps("Gorky") == 2


def flak(t: Harbour) -> None:
    """The ships fire and miss."""
    assert type(t.step()).__name__ == "FlakRoll"
    t.roll(*[5] * t.step().chance(t.game, t.state).count)


@pytest.mark.rule("agn:8.7.4.b.3/damage", "agn:8.8.1.e/loss")
def test_damage_weakens_the_guns_adds_up_to_a_step_and_is_mended_in_port() -> None:
    t = harbour(ship("Kirov", support=3), X).put("0803", "Kirov")
    kirov = t.unit("Kirov")
    t.set_sea(damage={kirov: 2})
    assert strengths.support(t.game, t.state, kirov) == 1
    t.set_sea(damage={kirov: 4})
    assert strengths.support(t.game, t.state, kirov) == 0
    t.having(side="soviet").ask(RepairShips())
    assert t.state.sea.damage == {kirov: 3}
    t.put("0802", "Kirov").ask(RepairShips())
    assert t.state.sea.damage == {kirov: 3}  # not at sea
    t = past_normal(raid(JU88))
    t.set_sea(damage={t.unit("Kirov"): 4})
    t.do("fly KG1 at 0803")
    flak(t)
    t.do("bomb Kirov").roll(2)
    assert (t.steps("Kirov"), t.state.sea.damage[t.unit("Kirov")]) == (1, 0)


@pytest.mark.rule("agn:8.8.1.b")
def test_ships_fire_at_aircraft_without_modifiers_and_share_those_of_others() -> None:
    t = harbour(ship("Kirov"), ship("Emden", side="axis"), X, JU88, I16,
                anti_aircraft("flak", side="soviet"))
    t.put("0803", "Kirov").put("0302", "Emden")
    ju, port = t.game.air_number["KG1"], t.hex("0803")
    assert batteries(t.game, t.state, port, "soviet") == t.units("Kirov")
    assert modifier(t.game, t.state, port, ju) == 0
    assert batteries(t.game, t.state, t.hex("0303"), "axis") == t.units("Emden")
    t.put("0804", "flak")
    assert modifier(t.game, t.state, port, ju) == contents(NORTH).air.flak_die["anti_air"]


# -- guns of the fleet ---------------------------------------------------------------------------


def fought(*more: Any, supply: bool = False) -> Harbour:
    """A attacks x in 0704 out of 0604; a cruiser lies in 0702."""
    t = harbour(ship("Emden", side="axis"), ship("Kirov"), A, X, *more, supply=supply,
                sources="axis 0112, soviet 1212" if supply else "")
    t.put("0702", "Emden").put("0604", "A").put("0704", "x").put("0803", "Kirov")
    return t


@pytest.mark.rule("agn:8.8.1.c/support")
def test_a_ship_in_range_supports_attack_and_defence() -> None:
    t = fought().declare("0704", "A").fight()
    assert t.offers("guns") == {"Emden"}
    assert t.reckon("0704", "A", guns=t.units("Emden")).attack_support.counts == 3
    t.put("0102", "Emden").fight()
    assert t.refused("guns Emden").code == "gun-out-of-range"
    t = fought().declare("0704", "A")
    t.having(phase="reaction").ask(CommitGuns())
    t.do("guns Kirov for 0704")
    assert t.reckon("0704", "A").defence_support.counts == 3


@pytest.mark.rule("agn:8.8.1.c/support")
def test_a_reduced_ship_supports_with_its_other_side() -> None:
    t = fought()
    t.put("0702", "Emden-")
    assert t.reckon("0704", "A", guns=t.units("Emden")).attack_support.counts == 2


@pytest.mark.rule("agn:8.8.1.c/limit")
def test_ships_count_toward_the_four() -> None:
    guns = [gun(code, 1) for code in "GHIJ"]
    t = fought(*guns)
    t.put("0604", "G", "H", "I", "J").declare("0704", "A").fight()
    t.do("guns G").do("guns H").do("guns I").do("guns Emden")
    assert t.refused("guns J").code == "four-guns"


@pytest.mark.rule("agn:8.8.1.c/hq")
def test_soviet_ships_need_no_headquarters() -> None:
    g = gun("g", 2, side="soviet", range=4)
    t = harbour(ship("Kirov"), ship("Gorky"), X, A, g, hq("Q"))
    t.put("0803", "Kirov", "Gorky").put("0904", "g", "Q").put("0704", "x").put("0605", "A")
    assert artillery.combine(t.game, t.state, t.units("Kirov", "Gorky", "g"), (t.hex("0605"),))
    t = harbour(ship("Kirov"), X, A, g, gun("h", 2, side="soviet", range=4))
    t.put("0803", "Kirov").put("0904", "g", "h").put("0704", "x").put("0605", "A")
    target = (t.hex("0605"),)
    assert artillery.combine(t.game, t.state, t.units("Kirov", "g"), target)
    assert not artillery.combine(t.game, t.state, t.units("g", "h"), target)


@pytest.mark.rule("agn:8.8.1.d")
def test_ships_support_without_attack_supply() -> None:
    t = fought(gun("G", 2), msu("m"), supply=True)
    t.put("0604", "G").declare("0704", "A").fight()
    assert t.refused("guns G").code == "attack-unsupplied"
    t.do("guns Emden")
    assert t.reckon("0704", "A", guns=t.units("Emden")).attack_support.counts == 3


# -- no ground units -----------------------------------------------------------------------------


@pytest.mark.rule("agn:8.8.1.e/stack")
def test_ships_weigh_nothing_and_stop_nobody() -> None:
    t = harbour(ship("Kirov"), ship("Emden", side="axis"), X, A).put("0803", "Kirov")
    assert stacking.points_at(t.game, t.state, t.hex("0803")) == 0
    assert not t.state.occupied(t.game, "soviet") >> t.hex("0803") & 1
    t.put("0604", "A").having(side="axis")
    t.moves("axis", "movement")
    assert t.allowed("move A to 0703")
    t.axis("0303").put("0303", "Emden").put("0503", "x").fleets("axis", "movement")
    assert t.refused("sail Emden zone Riga at 0503").rule == "agn:8.8.1.e/stack"
    assert t.refused("sail Emden zone Riga zone Gulf port 0803").code == "enemy-there"


@pytest.mark.rule("agn:8.8.1.e/loss")
def test_ships_take_no_losses_of_the_ground() -> None:
    t = harbour(ship("Kirov"), X, A).put("0803", "Kirov", "x").put("0804", "A")
    t.suffer("-/1", "0803", "A")
    assert t.offers("lose") == {"x"}
    assert t.steps("Kirov") == 2
    t = harbour(ship("Emden", side="axis"), X, A).put("0803", "Emden", "A").put("0804", "x")
    t.suffer("e/-", "0804", "A", guns=t.units("Emden"))
    assert t.where("A") == "eliminated"
    assert t.steps("Emden") == 2


@pytest.mark.rule("agn:8.8.1.e/capture")
def test_ships_driven_out_lose_a_step_and_run_for_the_nearest_major_port() -> None:
    t = harbour(ship("Kirov"), ship("Gorky"), X, A).put("0803", "Kirov", "Gorky-")
    t.put("0803", "A")
    assert (t.steps("Kirov"), t.where("Kirov")) == (1, "1103")
    assert t.where("Gorky") == "eliminated"
    t = harbour(ship("DD", "destroyer"), A).put("0903", "DD").put("0903", "A")
    assert (t.steps("DD"), t.where("DD")) == (1, "0803")
    t = harbour(ship("Kirov"), A).axis("0103 0303 1103").put("0803", "Kirov").put("0803", "A")
    assert t.where("Kirov") == "eliminated"


@pytest.mark.rule("agn:8.8.1.e/capture")
def test_of_two_ports_equally_near_the_owner_chooses() -> None:
    t = harbour(ship("DD", "destroyer"), foot("A", 4, 4), X).axis("0803")
    t.put("0703", "DD").put("1010", "x")
    t.set_sea(held=0).having(axis_land=0).put("0604", "A")
    t.having(axis_land=t.game.grid.hexes("0803 0103"))
    t.moves("axis", "movement").do("move A to 0703")
    assert t.asked() == "soviet"
    assert t.offers("port") == {"0303", "1103"}
    t.do("port 0303")
    assert t.where("DD") == "0303"


# -- yards ---------------------------------------------------------------------------------------


def yard(*ships: Any, side: str = "soviet", points: int = 0, taken: int = 0) -> Harbour:
    groups = [Group(id="10", side="soviet", pool="special", turn=1, entry="e", units=[]),
              Group(id="12", side="axis", pool="special", turn=1, entry="w", units=[])]
    t = harbour(*ships, X, sea={"yards": {"soviet": "10", "axis": "12"},
                                "destroyer_points": {"2": 1}}, rows={"group": groups})
    t.having(side=side, groups_taken=taken)
    t.state.points["destroyers"] = points
    return t


@pytest.mark.rule("agn:8.8.1.a/dd")
def test_destroyer_points_rebuild_soviet_destroyers_only() -> None:
    t = yard(ship("DD", "destroyer"), ship("D2", "destroyer"), ship("Kirov"), points=2)
    t.put("0803", "DD-", "Kirov-")
    sink(t, "D2")
    t.ask(Refit())
    assert t.refused("refit Kirov").code == "no-points-for-ships"
    t.do("refit DD")
    assert t.steps("DD") == 2
    t.do("refit D2 port 1103")
    assert (t.steps("D2"), t.where("D2")) == (1, "1103")
    t = yard(ship("DD", "destroyer"))
    t.begin_turn(2)
    assert t.state.points["destroyers"] == 1


def sink(t: Harbour, code: str) -> None:
    t.put("0902", code)
    losses.sink(t.game, t.state, t.unit(code), "agn:8.6.3")


@pytest.mark.rule("agn:8.8.1.a/soviet")
def test_other_soviet_ships_are_repaired_once_with_group_ten_and_never_raised() -> None:
    t = yard(ship("Kirov"), ship("Gorky"), ship("Marat", "battleship"), taken=0b01)
    t.put("0803", "Kirov-", "Marat-")
    sink(t, "Gorky")
    t.ask(Refit())
    assert t.refused("refit Gorky").code == "gone-for-good"
    t.do("refit Kirov")
    assert t.steps("Kirov") == 2
    t.having(restored=0).ask(Refit())
    assert t.step() is None  # one point, one ship
    t = yard(ship("Kirov")).put("0803", "Kirov-")
    t.ask(Refit())
    assert t.step() is None  # the group was not taken


@pytest.mark.rule("agn:8.8.1.a/axis")
def test_one_axis_ship_is_rebuilt_with_group_twelve() -> None:
    t = yard(ship("Emden", side="axis"), side="axis", taken=0b10).axis("0303")
    sink(t, "Emden")
    t.ask(Refit()).do("refit Emden port 0303")
    assert (t.steps("Emden"), t.where("Emden")) == (1, "0303")
    t = yard(ship("Emden", side="axis"), side="axis", taken=0).axis("0303")
    sink(t, "Emden")
    t.ask(Refit())
    assert t.step() is None

