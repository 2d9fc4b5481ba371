"""13.1, 13.5.1: headquarters."""

import pytest

from grognard.rules.efs import command
from grognard.rules.efs.command import Activation, RecoverHeadquarters
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.reaction import ReactionPhase
from grognard.rules.efs.sequence import TURNS, SovietSegment
from grognard.rules.efs.ways import MOTORISED, MOVEMENT, allowance
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, drill, foot, hq, motor, msu

RED = {"side": "soviet"}


def army(box: str, value: int = 2, **features: str) -> Drill:
    units = [hq("H", value), hq("K", value), *(foot(f"f{n}", 2, 2, **RED) for n in range(5)),
             foot("g", 2, 2, traits=["guards"], **RED), foot("h", 2, 2, traits=["guards"], **RED),
             motor("m", 2, 2, **RED), foot("A", 2, 2)]
    return drill(box, *units, **features).having(side="soviet")


@both
@pytest.mark.rule("typhoon:13.1.1", "agn:BSR.hq.radius")
def test_the_radius_is_four_hexes_whatever_lies_between(box: str) -> None:
    lake = "0605-0606 0606-0707 0606-0706 0606-0607 0606-0507 0606-0506"
    t = army(box, lake=lake).put("0606", "H").put("0607", "A")
    assert command.in_command(t.game, t.state, t.hex("0610")) == t.units("H")
    assert command.in_command(t.game, t.state, t.hex("0611")) == 0
    t.put("0610", "f0").put("0611", "f1").ask(Activation())
    assert t.offers("activate") == {"f0"}
    assert t.refused("activate f1").code == "out-of-command"


@both
@pytest.mark.rule("typhoon:13.1.2.a", "agn:BSR.hq.activate")
def test_activated_units_move_in_full_and_not_again(box: str) -> None:
    t = army(box).put("0606", "H").put("0607", "f0", "f1", "f2", "m").ask(Activation())
    assert t.offers("activate") == {"f0", "f1", "f2"}
    assert t.refused("activate m").code == "moves-by-itself"
    assert t.refused("activate H").code == "leads-not-itself", "never itself"
    t.do("activate f0").do("activate f1")
    assert t.step() is None or t.refused("activate f2").code == "command-spent"
    t.having(phase="motorised").ask(Moves(MOTORISED))
    assert t.offers("move") == {"f0", "f1", "m"}
    assert allowance(t.game, t.state, t.unit("f0"), MOTORISED) == \
        allowance(t.game, t.state, t.unit("f2"), MOVEMENT)
    t.ask(Moves(MOVEMENT))
    assert t.refused("move f0").code == "activated-before"
    assert t.allowed("move f2")


@both
@pytest.mark.rule("typhoon:13.1.2.a")
def test_one_headquarters_may_activate_another(box: str) -> None:
    t = army(box, 1).put("0606", "H").put("0607", "K").ask(Activation())
    assert t.offers("activate") == {"H", "K"}
    order = [type(part).__name__ for part in SovietSegment.parts]
    assert order[:2] == ["ActivationPhase", "MotorisedPhase"]


@both
@pytest.mark.rule("typhoon:13.1.2.a")
def test_two_headquarters_share_out_what_both_can_reach(box: str) -> None:
    """f0 is in reach of H alone, f1 of both: in either order both are served."""
    t = army(box, 1).put("0603", "H").put("0610", "K").put("0602", "f0").put("0606", "f1")
    t.ask(Activation()).do("activate f1").do("activate f0")
    assert t.state.activated == t.units("f0", "f1")


@both
@pytest.mark.rule("typhoon:13.1.2.b")
def test_a_headquarters_leads_so_many_reactions(box: str) -> None:
    units = [hq("H", 2), hq("K", 2), foot("x", 2, 2, **RED), foot("A", 8, 8),
             *(motor(f"m{n}", 2, 2, **RED) for n in range(4))]
    t = drill(box, *units).put("0611", "K").put("0609", "m3").put("0606", "x").put("0607", "A")
    t.put("0603", "H", "m0", "m1", "m2").declare("0606", "A").ask(ReactionPhase())
    while not t.offers("react"):
        t.do("done")
    for code in ("m0", "m1"):
        t.do(f"react {code}").do("to 0604")
    assert t.refused("react m2").code == "command-spent"
    assert t.offers("react") == {"m3"}, "another headquarters leads it"


@both
@pytest.mark.rule("typhoon:13.1.3", "agn:BSR.hq.interdict")
def test_interdiction_lowers_the_value_and_nothing_is_saved(box: str) -> None:
    t = army(box, 2).put("0606", "H").put("0607", "f0", "f1", "f2")
    values = []
    for level in (0, 1, 2):
        t.state.interdiction = {t.hex("0606"): level}
        values.append(command.value(t.game, t.state, t.unit("H")))
    assert values == [2, 1, 0]
    t.state.interdiction = {}
    for _ in range(2):
        t.state.activated, t.state.commanded = 0, {}
        t.ask(Activation())
        assert command.value(t.game, t.state, t.unit("H")) == 2, "unused points are gone"


@both
@pytest.mark.rule("agn:BSR.hq.points")
def test_activations_do_not_eat_the_reactions(box: str) -> None:
    t = army(box, 2).put("0606", "H").put("0607", "f0", "f1", "m").ask(Activation())
    t.do("activate f0").do("activate f1")
    claim = command.in_command(t.game, t.state, t.hex("0607"))
    assert command.can_command(t.game, t.state, [claim, claim]), "the purse of reactions is full"
    assert not command.can_command(t.game, t.state, [claim, claim, claim])


@both
@pytest.mark.rule("typhoon:13.5.1")
def test_one_unit_of_guards_beyond_the_value(box: str) -> None:
    t = army(box, 1).put("0606", "H").put("0607", "f0", "g", "h").ask(Activation())
    t.do("activate f0").do("activate g")
    assert t.state.activated == t.units("f0", "g")
    assert t.step() is None or t.refused("activate h").code == "command-spent"
    t = army(box, 1).put("0606", "H").put("0607", "f0", "g")
    t.having(interdiction={t.hex("0606"): 1}).ask(Activation())
    assert t.offers("activate") == {"g"}, "even at value 0"


@pytest.mark.rule("agn:BSR.hq.nonop")
def test_headquarters_out_of_order_roll_to_recover() -> None:
    t = army(NORTH).put("0606", "H").put("0607", "K", "f0")
    t.having(nonoperational=t.units("H", "K"))
    assert command.value(t.game, t.state, t.unit("H")) == 0
    t.ask(Activation())
    assert t.step() is None, "they lead nobody"
    t.ask(RecoverHeadquarters()).roll(5, 6)
    assert t.state.nonoperational == t.units("K")
    assert t.heard("hq-recovers")
    assert t.heard("hq-stays-down")
    t = army(TYPHOON).put("0606", "H").having(nonoperational=1 << 0)
    t.ask(RecoverHeadquarters())
    assert t.step() is None, "the other edition knows no such state"
    order = [type(part).__name__ for part in TURNS["arrivals"].parts]  # type: ignore[attr-defined]
    assert order.index("RecoverHeadquarters") < order.index("AxisSegment")


@both
@pytest.mark.rule("agn:BSR.hq.move")
def test_a_headquarters_walks_in_the_movement_phase_up_to_the_enemy(box: str) -> None:
    t = army(box).put("0606", "H").put("0603", "A").put("0604", "f0").ask(Moves(MOTORISED))
    assert t.step() is None or "H" not in t.offers("move"), "not by itself"
    t.ask(Moves(MOVEMENT)).do("move H")
    assert "0604" in t.offers("to"), "next to the enemy, with a combat unit"


@both
@pytest.mark.rule("typhoon:14.1.9")
def test_headquarters_off_the_map_lead_nobody_and_nobody_off_the_map(box: str) -> None:
    t = army(box).put("0606", "f0").ask(Activation())
    assert t.step() is None
    t.put("0607", "H").ask(Activation())
    assert t.offers("activate") == {"f0"}
    assert t.refused("activate f1").code == "not-on-map"


@both
@pytest.mark.rule("typhoon:13.1.2.a")
def test_who_cannot_be_activated(box: str) -> None:
    t = army(box, 2).put("0606", "H").put("0607", "f0", "f1").put("0101", "A")
    still = foot("u", 1, 1, move=0, **RED)
    t = drill(box, hq("H", 3), foot("f0", 2, 2, **RED), foot("f1", 2, 2, **RED), still,
              msu("S", **RED), foot("A", 2, 2)).having(side="soviet")
    t.put("0606", "H").put("0607", "f0", "f1", "u", "S-").put("0101", "A").ask(Activation())
    t.do("activate f0")
    codes = {code: t.refused(f"activate {code}").code for code in ("f0", "u", "S", "A")}
    assert codes == {"f0": "activated-already", "u": "cannot-move", "S": "not-led",
                     "A": "axis-unit"}
