"""7.5: the Motorised Movement and Reaction Phases."""

from typing import Any

import pytest

from grognard.rules.efs import ways
from grognard.rules.efs.data import Unit
from grognard.rules.efs.reaction import ReactionMoves, ReactionPhase
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, counter, drill, foot, gun, hq, motor, tank

S = foot("s", 4, 4, side="soviet")
D = foot("D", 4, 4)
CAVALRY = counter("C", 2, 2, "cavalry", "cavalry", traits=["cavalry"], move=7)
TRAIN = counter("T", 1, 2, "armoured train", "train", traits=["train"], steps=1, reduced=(0, 0))


def attacked(box: str, *more: Unit, at: str = "0603", **features: str) -> Drill:
    """The Soviets in 0607 attack D in 0606; the others stand where they are told."""
    t = drill(box, S, D, *more, **features).put("0607", "s").put("0606", "D")
    for unit in more:
        t.put(at, unit.code)
    return t.declare("0606", "s")


def react(t: Drill, **fields: Any) -> Drill:
    return t.having(phase="reaction", **fields).begin(ReactionMoves())


# -- the Motorised Movement Phase -----------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.5.1", "agn:BSR.move.both", "typhoon:2.4/motorised")
def test_who_moves_in_the_motorised_phase(box: str) -> None:
    t = drill(box, foot("F", 4, 4, move=9), tank("P", 4, 4, move=3), CAVALRY, gun("g", 1))
    t.put("0606", "F", "P", "C", "g").moves(manner="motorised")
    assert t.offers("move") == {"P", "C"}, "by its kind, not by its allowance"
    assert t.refused("move F").code == "not-in-this-phase"


@both
@pytest.mark.rule("typhoon:7.5.1/2", "agn:BSR.move.both")
def test_half_an_allowance_keeps_its_half_point(box: str) -> None:
    t = drill(box, tank("P", 4, 4, move=7), main_road="0603 0602").put("0606", "P")
    assert ways.allowance(t.game, t.state, t.unit("P"), "movement") == 28
    assert ways.allowance(t.game, t.state, t.unit("P"), "motorised") == 14
    assert t.moves(manner="motorised").do("move P").price("0602") == "3 1/2"


@both
@pytest.mark.rule("typhoon:7.5.1", "agn:BSR.seq.soviet", "typhoon:4.0.C")
def test_soviet_foot_moves_before_combat_only_under_an_activation_marker(box: str) -> None:
    t = drill(box, foot("r", 4, 4, move=4, side="soviet"), foot("i", 4, 4, side="soviet"))
    t.put("0606", "r").put("0101", "i")
    t.moves("soviet", "motorised", activated=t.units("r"))
    assert t.refused("move i").code == "not-in-this-phase"
    assert t.do("move r").price("0602") == "4", "in full"


@both
@pytest.mark.rule("typhoon:7.5.1/3")
def test_want_of_supply_and_zones_do_not_bar_the_motorised_phase(box: str) -> None:
    t = drill(box, tank("P", 4, 4, move=8), S).put("0606", "P").put("0605", "s").unsupplied("P")
    t.moves(manner="motorised").do("move P")
    assert t.price("0608") == "2", "half of eight less two"
    assert t.refused("to 0609").code == "too-far"


@both
@pytest.mark.rule("typhoon:7.5.3")
def test_zones_hold_in_the_motorised_phase(box: str) -> None:
    t = drill(box, tank("P", 1, 4, move=8), S).put("0606", "P").put("0604", "s")
    t.moves(manner="motorised").do("move P")
    assert t.price("0605") == "2"
    assert t.refused("via 0605").code == "zone-ends-move"


# -- who reacts -----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.5.2", "agn:BSR.react.who")
def test_three_hexes_from_the_attacked_hex_and_half_the_allowance(box: str) -> None:
    t = react(attacked(box, motor("R", 4, 4, move=7)))
    assert t.asked() == "axis"
    assert t.offers("react") == {"R"}
    assert t.do("react R").price("0602") == "1"
    assert ways.allowance(t.game, t.state, t.unit("R"), "reaction") == 14
    t = attacked(box, motor("R", 4, 4, move=7), motor("Q", 4, 4)).put("0602", "R")
    refused = react(t).refused("react R")
    assert (refused.code, refused.rule) == ("too-far-from-attack", t.game.cite("7.5.2"))


@both
@pytest.mark.rule("typhoon:7.5.2.a")
def test_who_is_unsupplied_does_not_react(box: str) -> None:
    t = attacked(box, motor("R", 4, 4), motor("Q", 4, 4)).unsupplied("R")
    assert react(t).refused("react R").code == "unsupplied"
    t = attacked(box, motor("R", 4, 4))
    t.state.set_supply(t.unit("R"), 1)
    assert react(t).offers("react") == {"R"}, "emergency supply will do"


@both
@pytest.mark.rule("typhoon:7.5.2.b", "agn:BSR.react.who")
def test_who_starts_in_a_zone_does_not_react(box: str) -> None:
    t = attacked(box, motor("R", 4, 4), motor("Q", 4, 4), foot("y", 1, 1, side="soviet"))
    t.put("0304", "y").put("0404", "R").put("0603", "Q")
    assert react(t).refused("react R").code == "starts-in-zone"


@both
@pytest.mark.rule("typhoon:7.5.2.c")
def test_guns_trains_and_foot_do_not_react(box: str) -> None:
    t = react(attacked(box, motor("R", 4, 4), gun("g", 1), TRAIN, foot("F", 1, 1), CAVALRY))
    assert t.offers("react") == {"R"}
    for code in "gTFC":
        assert t.refused(f"react {code}").code == "type-does-not-react"


def soviets(box: str, command: int = 1, at: str = "0903", **more: Any) -> Drill:
    """The Axis in 0607 attacks d in 0606; two motorised units wait in 0603."""
    t = drill(box, foot("A", 4, 4), foot("d", 4, 4, side="soviet"), hq("q", command),
              motor("r", 4, 4, side="soviet"), motor("p", 4, 4, side="soviet"))
    t.put("0607", "A").put("0606", "d").put("0603", "r", "p").put(at, "q")
    return react(t.declare("0606", "A"), **more)


@both
@pytest.mark.rule("typhoon:7.5.2.d", "agn:BSR.react.soviet")
def test_a_soviet_unit_reacts_in_the_radius_of_a_headquarters(box: str) -> None:
    assert soviets(box).offers("react") == {"r", "p"}
    assert soviets(box, at="1004").offers("react") == {"r", "p"}, "four hexes"
    t = soviets(box, at="1104")
    assert t.step() is None, "five hexes"


@both
@pytest.mark.rule("agn:BSR.react.soviet", "typhoon:7.5.2.d")
def test_each_reaction_costs_a_headquarters_command(box: str) -> None:
    t = soviets(box).do("react r").do("to 0602")
    assert t.step() is None, "nobody is left to react: the one point is spent"
    assert soviets(box, command=2).do("react r").do("to 0602").offers("react") == {"p"}
    t = soviets(box, command=0)
    assert t.step() is None


@pytest.mark.rule("agn:BSR.react.soviet")
def test_a_headquarters_turned_over_commands_nobody() -> None:
    t = drill(NORTH, foot("A", 4, 4), foot("d", 4, 4, side="soviet"), hq("q"),
              motor("r", 4, 4, side="soviet"))
    t.put("0607", "A").put("0606", "d").put("0603", "r", "q").declare("0606", "A")
    assert react(t, nonoperational=t.units("q")).step() is None


@both
@pytest.mark.rule("typhoon:7.5.2.e", "typhoon:7.8.4.c", "agn:BSR.react.who")
def test_who_was_overrun_does_not_react(box: str) -> None:
    t = attacked(box, motor("R", 4, 4), motor("Q", 4, 4))
    t = react(t, overrun=t.units("R"))
    assert t.offers("react") == {"Q"}
    assert t.refused("react R").code == "overrun-marker"


@both
@pytest.mark.rule("typhoon:7.5.2/2")
def test_without_a_declared_attack_nobody_reacts(box: str) -> None:
    t = attacked(box, motor("R", 4, 4)).having(attacks=())
    assert t.begin(ReactionPhase()).step() is None


@pytest.mark.parametrize(("box", "may"), [(TYPHOON, True), (NORTH, False)])
@pytest.mark.rule("typhoon:7.5.2", "agn:BSR.react.who")
def test_who_is_attacked_may_react_only_in_typhoon(box: str, may: bool) -> None:
    """Over an edge without zones: the attacker carries the band."""
    t = drill(box, foot("s", 4, 4, side="soviet", band="both"), motor("R", 4, 4),
              motor("Q", 4, 4)).put("0607", "s").put("0606", "R").put("0603", "Q")
    t = react(t.declare("0606", "s"))
    assert t.offers("react") == ({"R", "Q"} if may else {"Q"})
    if not may:
        assert t.refused("react R").code == "under-attack"


# -- how ------------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.5.3/2", "agn:BSR.react.into")
def test_next_to_the_enemy_only_where_a_friend_stands(box: str) -> None:
    t = react(attacked(box, motor("R", 4, 4, move=9), at="0604")).do("react R")
    refused = t.refused("to 0707")
    assert (refused.code, refused.rule) == ("contact-in-reaction", t.game.cite("7.5.3/2"))
    t.do("to 0606")
    assert t.where("R") == "0606"


@both
@pytest.mark.rule("typhoon:7.5.3/3", "agn:BSR.react.into")
def test_a_zone_costs_nothing_in_reaction_but_ends_the_move(box: str) -> None:
    t = react(attacked(box, motor("R", 4, 4, move=9), at="0605")).do("react R")
    assert t.price("0606") == "1"
    assert t.refused("via 0606").code == "zone-ends-move"


@both
@pytest.mark.rule("typhoon:7.5.3/2")
def test_the_least_move_does_not_help_into_contact(box: str) -> None:
    t = attacked(box, motor("R", 4, 4, move=2), at="0605", hill="0606 0604")
    t = react(t).do("react R")
    assert "0604" in t.offers("to"), "a hill away from the enemy, by the least move"
    assert "0606" not in t.offers("to"), "two points, and it has one"


@both
@pytest.mark.rule("typhoon:7.5.3/4", "agn:BSR.react.into")
def test_a_reaction_may_lead_away(box: str) -> None:
    t = react(attacked(box, motor("R", 4, 4, move=6))).do("react R").do("to 0601")
    assert t.where("R") == "0601"


@both
@pytest.mark.rule("typhoon:7.5.3", "typhoon:7.8")
def test_nobody_overruns_in_reaction(box: str) -> None:
    t = react(attacked(box, tank("R", 40, 4, move=9), at="0605")).do("react R")
    assert t.refused("overrun 0607").code == "no-overrun-in-reaction"
