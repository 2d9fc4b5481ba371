"""8.1, 8.2, 8.3.5, 8.4.3: declared attacks and whom one must attack."""

import pytest

from grognard.rules.efs import duty
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.sequence import AxisSegment, SovietSegment
from tests.rules.efs.drill import Drill, both, counter, drill, foot, gun, hq, motor
from tools.proofs.duty import complete_plans, is_legal, position, questions

RED = {"side": "soviet"}


def front(box: str, **features: str) -> Drill:
    """x in 0505 and y in 0705; A and B in 0606 touch both, C in 0506 touches x alone."""
    units = [foot("A", 4, 4), foot("B", 4, 4), foot("C", 4, 4), foot("x", 2, 2, **RED),
             foot("y", 2, 2, **RED)]
    t = drill(box, *units, **features)
    return t.put("0606", "A", "B").put("0506", "x").put("0706", "y")


@both
@pytest.mark.rule("typhoon:8.1.1", "agn:BSR.attack.declare")
def test_attacks_are_declared_after_the_move_before_the_combat(box: str) -> None:
    for segment, move in ((AxisSegment(), "MovementPhase"), (SovietSegment(), "MotorisedPhase")):
        order = [type(part).__name__ for part in segment.parts]
        assert order.index("DeclareAttacks") == order.index(move) + 1
        assert order.index("DeclareAttacks") < order.index("ReactionPhase")
        assert order.count("DeclareAttacks") == 1
    t = front(box).ask(DeclareAttacks()).do("declare 0506 by A set")
    assert [attack.hexes for attack in t.state.attacks] == [(t.hex("0506"),)]
    assert t.refused("done").code == "owes-attack", "y is owed; the attack on x stands"


@both
@pytest.mark.rule("typhoon:8.1.2/2", "agn:BSR.attack.must")
def test_all_whose_zone_covers_an_attacker_must_be_attacked(box: str) -> None:
    t = front(box).ask(DeclareAttacks())
    assert t.allowed("done"), "nobody must attack at all"
    t.do("declare 0506 by A set")
    assert t.refused("done").hexes == (t.hex("0706"),)
    t.do("declare 0706 by B set")
    assert t.step() is None or t.allowed("done")
    t = front(box).ask(DeclareAttacks()).do("declare 0506 from 0606")
    assert t.refused("set").code == "leaves-owed", "nobody is left for y"
    t.do("and 0706 set")
    assert t.step() is None or t.allowed("done")


@both
@pytest.mark.rule("typhoon:8.1.2/4")
def test_who_does_not_attack_owes_nothing(box: str) -> None:
    t = front(box).put("0506", "x").put("0507", "C").put("0706", "y")
    t.put("0606", "A", "B").ask(DeclareAttacks()).do("declare 0506 by C set")
    assert t.step() is None or t.allowed("done"), "A and B stay out; y is left alone"


@both
@pytest.mark.rule("typhoon:8.1.2/3", "typhoon:8.3.6.b/2")
@pytest.mark.parametrize(("weather", "free"), [
    ("dry", True), ("rain", True), ("frost", True), ("snow", False), ("arctic", False)])
def test_nobody_must_attack_over_an_open_major_river(box: str, weather: str, free: bool) -> None:
    t = front(box, major_river="0606-0706").having(weather=weather)
    t.ask(DeclareAttacks()).do("declare 0506 by A set")
    assert (t.step() is None or t.allowed("done")) is free


@both
@pytest.mark.rule("typhoon:8.1.3", "typhoon:8.2.1")
def test_only_neighbours_attack_and_they_combine(box: str) -> None:
    t = front(box).put("0505", "C").put("0508", "B").put("0702", "y").ask(DeclareAttacks())
    t.do("declare 0506 by A")
    assert t.refused("by B").code == "not-adjacent"
    t.do("by C set")
    assert t.state.attacks[0].attackers == t.units("A", "C")


@both
@pytest.mark.rule("typhoon:8.1.3")
def test_guns_and_headquarters_do_not_attack(box: str) -> None:
    t = drill(box, gun("G", 4), foot("A", 2, 2), foot("x", 2, 2, **RED)).put("0606", "G", "A")
    t.put("0605", "x").ask(DeclareAttacks()).do("declare 0605")
    assert t.offers("by") == {"A"}
    assert t.refused("by G").code == "cannot-attack"


@both
@pytest.mark.rule("typhoon:8.1.5", "typhoon:8.2.4")
def test_a_hex_and_a_unit_are_in_one_attack_only(box: str) -> None:
    t = front(box).ask(DeclareAttacks()).do("declare 0506 by A set")
    assert t.refused("declare 0506").code == "attacked-already"
    t.do("declare 0706")
    assert t.refused("by A").code == "in-another-attack"


@both
@pytest.mark.rule("typhoon:8.2.2")
def test_all_attackers_touch_all_the_hexes(box: str) -> None:
    t = front(box).put("0505", "C").ask(DeclareAttacks()).do("declare 0506 by A by C")
    assert t.refused("and 0706").code == "not-all-adjacent"
    t = front(box).put("0505", "C").ask(DeclareAttacks()).do("declare 0506 by A and 0706")
    assert t.refused("by C").code == "not-adjacent"
    t.do("by B set")
    assert set(t.state.attacks[0].hexes) == {t.hex("0506"), t.hex("0706")}


@both
@pytest.mark.rule("typhoon:8.4.3", "agn:BSR.attack.min")
def test_no_attack_below_one_to_four(box: str) -> None:
    for defence, allowed in ((4, True), (5, False)):
        t = drill(box, foot("A", 1, 1), foot("x", 2, defence, **RED)).put("0606", "A")
        t.put("0605", "x").ask(DeclareAttacks())
        if not allowed:
            assert t.step() is None, "nothing can be declared"
            t.put("0607", "x")
            continue
        t.do("declare 0605 by A set")
        assert t.state.attacks
    t = drill(box, foot("A", 1, 1), foot("B", 1, 1), foot("x", 2, 5, **RED), foot("y", 1, 1, **RED))
    t.put("0606", "A", "B").put("0605", "x").put("0507", "y").ask(DeclareAttacks())
    t.do("declare 0605 by A")
    assert t.refused("set").code == "odds-too-low"


@both
@pytest.mark.rule("typhoon:8.1.2", "typhoon:8.3.5")
def test_no_attack_where_one_could_not_go_but_into_a_zone(box: str) -> None:
    """Motors cannot enter a swamp: they attack it if the defender's zone reaches them."""
    units = [motor("M", 4, 4), foot("x", 2, 4, **RED)]
    t = drill(box, *units, swamp="0605").put("0606", "M").put("0605", "x").ask(DeclareAttacks())
    t.do("declare 0605 by M set")
    assert t.state.attacks, "its zone comes out of the swamp"
    banded = [motor("M", 4, 4), foot("x", 2, 4, band="both", **RED)]
    t = drill(box, *banded, swamp="0605").put("0606", "M").put("0605", "x").ask(DeclareAttacks())
    assert t.step() is None, "without a zone nobody may"
    t = drill(box, *banded, lake="0605-0606").put("0606", "M").put("0605", "x")
    t.ask(DeclareAttacks())
    assert t.step() is None, "nor over a lake"


@both
@pytest.mark.rule("typhoon:13.3.2")
def test_a_train_attacks_along_its_rails_only(box: str) -> None:
    engine = counter("T", 2, 1, "armoured train", "train", traits=["train"], steps=1,
                     reduced=(0, 0), band="both", move=48, **RED)
    t = drill(box, engine, foot("a", 1, 1), foot("b", 1, 1), railway="0606 0605 0604")
    t.put("0606", "T").put("0605", "a").having(side="soviet").ask(DeclareAttacks())
    t.do("declare 0605 by T set")
    assert t.state.attacks
    t = drill(box, engine, foot("a", 1, 1), railway="0606 0605 0604").put("0606", "T")
    t.put("0607", "a").having(side="soviet").ask(DeclareAttacks())
    assert t.step() is None, "no railway there"
    t = drill(box, engine, foot("a", 1, 1), railway="0606 0605 0604").put("0606", "T")
    t.put("0605", "a").having(side="soviet", axis_rail=t.game.grid.hexes("0605"))
    t.ask(DeclareAttacks())
    assert t.step() is None, "nor onto converted rails"


@both
@pytest.mark.rule("typhoon:8.1.2")
def test_a_lone_headquarters_can_be_attacked(box: str) -> None:
    t = drill(box, foot("A", 2, 2), hq("H"), foot("z", 1, 1, **RED)).put("0606", "A")
    t.put("0605", "H").ask(DeclareAttacks())
    assert t.offers("declare") == {"0605"}
    assert t.refused("declare 0604").code == "nobody-there"


@pytest.mark.parametrize("seed", range(40))
def test_the_search_agrees_with_an_exhaustive_oracle(seed: int) -> None:
    """docs/proofs/duty.csv keeps the count over some thousand positions."""
    t = position(seed)
    complete = complete_plans(t)
    for plan in questions(t):
        assert duty.can_close(t.game, t.state, plan) == is_legal(plan, complete), plan


@both
@pytest.mark.rule("typhoon:8.1.3", "typhoon:8.2.4")
def test_who_cannot_join_an_attack(box: str) -> None:
    t = front(box).put("0508", "C").ask(DeclareAttacks())
    assert t.refused("declare 0606").code == "nobody-there"
    t.put("0101", "y").ask(DeclareAttacks())
    assert t.refused("declare 0101").code == "nobody-adjacent"
    t.do("declare 0506 by A")
    codes = {code: t.refused(f"by {code}").code for code in "xAC"}
    assert codes == {"x": "enemy-unit", "A": "in-this-attack", "C": "not-adjacent"}
    assert t.refused("from 0508").code == "nobody-to-attack"
    assert t.refused("and 0606").code == "nobody-there"
    assert t.refused("and 0506").code == "attacked-already"


@both
@pytest.mark.rule("typhoon:8.1.2/2")
def test_an_attack_that_leaves_a_debt_open_is_not_begun(box: str) -> None:
    """z is too strong for anybody: who stands in its zone cannot attack x."""
    t = drill(box, foot("A", 1, 1), foot("C", 1, 1), foot("x", 1, 1, **RED),
              foot("z", 1, 9, **RED)).put("0606", "A").put("0605", "x").put("0607", "z")
    t.put("0504", "C").ask(DeclareAttacks())
    assert t.step() is None, "nothing can be declared"
    t.put("0505", "C").ask(DeclareAttacks()).do("declare 0605")
    assert t.offers("by") == {"C"}
    assert t.offers("from") == {"0505"}
    assert t.refused("by A").code == "leaves-owed"
    assert t.refused("from 0606").code == "leaves-owed"
