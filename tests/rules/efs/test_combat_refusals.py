"""What combat refuses, and the reason it gives."""

import pytest

from grognard.rules.efs.artillery import CommitGuns
from grognard.rules.efs.forts import BuildForts
from grognard.rules.efs.orders import GiveOrders
from grognard.rules.efs.siege import ChangeModes
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, drill, engineer, foot, gun, hq, motor

ENEMY = foot("x", 2, 4, side="soviet")
NAVAL = gun("n", 2, side="soviet", capability="siege", traits=["siege", "naval_gun"])


def prepared(box: str, *codes: str) -> Drill:
    """The Soviets attack A with x and have guns n and g beside them."""
    t = drill(box, foot("A", 4, 4), ENEMY, NAVAL, gun("g", 1, side="soviet"),
              gun("far", 1, side="soviet"), hq("h"))
    t.put("0607", "x").put("0606", "A").put("0608", "n", "g", "h")
    return t.declare("0606", "x").fight()


@pytest.mark.rule("typhoon:13.4.4")
def test_only_naval_guns_that_take_part_are_doubled_and_once() -> None:
    t = prepared(TYPHOON)
    assert t.refused("double n").code == "supports-not"
    t.do("guns g").do("guns n")
    assert t.refused("double g").code == "no-naval-gun"
    t.do("double n")
    assert t.refused("double n").code == "doubled-already"


@both
@pytest.mark.rule("typhoon:10.1")
def test_a_gun_that_is_not_on_the_map_supports_nobody(box: str) -> None:
    t = prepared(box)
    assert t.refused("guns far").code == "not-on-map"
    t.do("guns g")
    assert t.refused("guns g").code == "supports-already"
    t = drill(box, foot("A", 4, 4), ENEMY, gun("G", 1), gun("H", 1), foot("F", 1, 1))
    t.put("0607", "x").put("0606", "A").put("0604", "G").declare("0606", "x").begin(CommitGuns())
    assert t.refused("guns H").code == "not-on-map"
    assert t.refused("guns F").code == "no-artillery"
    assert t.refused("guns x").code == "enemy-unit"


@both
@pytest.mark.rule("typhoon:10.1.3", "typhoon:10.1.5/2")
def test_a_defending_gun_supports_one_attacked_hex_in_its_range(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY, foot("y", 2, 4, side="soviet"),
              gun("G", 1), gun("H", 1))
    t.put("0607", "x").put("0606", "A").put("0610", "y").put("0609", "B").put("0604", "G", "H")
    t.declare("0606", "x").declare("0609", "y").begin(CommitGuns()).do("guns G")
    assert t.offers("for") == {"0606"}
    assert t.refused("for 0609").code == "gun-out-of-range"
    assert t.refused("for 0404").code == "not-attacked"
    t.do("for 0606")
    assert t.refused("guns G").code == "supports-already"


@pytest.mark.rule("agn:BSR.sh.modes", "agn:7.2.1.b")
def test_a_gun_that_is_packed_up_supports_no_defence() -> None:
    rocket = gun("R", 3, traits=["rocket", "two_modes"])
    t = drill(NORTH, foot("A", 4, 4), ENEMY, rocket, gun("G", 1))
    t.put("0607", "x").put("0606", "A").put("0604", "R", "G").declare("0606", "x")
    assert t.begin(CommitGuns()).refused("guns R").code == "gun-packed-up"
    t.state.firing = t.units("R")
    t.begin(CommitGuns()).do("guns R for 0606")
    assert t.reckon("0606", "x").defence_total == 7


@pytest.mark.rule("agn:BSR.sh.modes")
def test_only_guns_of_two_modes_on_the_map_change() -> None:
    rail = gun("r", 3, traits=["two_modes"])
    t = drill(NORTH, rail, gun("s", 3, traits=["two_modes"]), gun("G", 1), ENEMY)
    t.put("0607", "r", "G").put("0404", "x").begin(ChangeModes())
    assert t.refused("mode G").code == "one-mode"
    assert t.refused("mode s").code == "not-on-map"
    assert t.refused("mode x").code == "enemy-unit"


@both
@pytest.mark.rule("typhoon:8.5.1")
def test_only_those_who_fought_lose_steps(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), foot("C", 4, 4), ENEMY)
    t.put("0607", "A", "B", "C").put("0606", "x").suffer("1*/-", "0606", "A", "B")
    assert t.refused("lose C").code == "took-no-part"


@both
@pytest.mark.rule("typhoon:8.9.2", "typhoon:13.6.1")
def test_garrisons_the_dead_and_the_enemy_do_not_advance(box: str) -> None:
    weak = foot("A", 4, 1)
    t = drill(box, weak, foot("B", 4, 4), foot("C", 4, 4), ENEMY, foot("y", 1, 1, side="soviet"))
    t.put("0607", "A", "B", "C").put("0606", "x-").put("0101", "y")
    t.state.garrison = t.units("C")
    t.suffer("1*/1R", "0606", "A", "B", "C").do("lose A")
    assert t.refused("advance A").code == "lost-in-battle"
    assert t.refused("advance C").code == "garrison-stays"
    assert t.refused("advance y").code == "enemy-unit"
    t.do("advance B")
    assert t.step() is None


@both
@pytest.mark.rule("typhoon:8.9.5", "typhoon:8.9/3")
def test_an_advance_goes_into_an_attacked_hex_that_is_empty_and_open(box: str) -> None:
    around = ("0605", "0706", "0707")
    weak = [foot(code, 1, 1, side="soviet") for code in ("x", "y", "z")]
    t = drill(box, motor("M", 9, 4), *weak, swamp="0605").put("0606", "M")
    for hex, unit in zip(around, weak, strict=True):
        t.put(hex, unit.code)
    t.suffer("-/e", " ".join(around), "M").do("advance M")
    assert t.offers("into") == {"0706", "0707"}
    assert t.refused("into 0605").code == "ground-closed"
    assert t.refused("into 0607").code == "not-attacked-hex"
    t = drill(box, motor("M", 9, 4), *weak).put("0606", "M")
    for hex, unit in zip(around, weak, strict=True):
        t.put(hex, unit.code)
    t.order("0707", "no-retreat").fort("0707")
    t.put("0707", "z").state.set_steps(t.unit("z"), 2)
    t.suffer("-/R", " ".join(around), "M").do("lose z")
    while not t.offers("advance"):
        t.do(f"back {max(t.offers('back'))}") if t.play.decisions else t.roll(1)
    t.do("advance M")
    assert t.refused("into 0707").code == "enemy-there"


@both
@pytest.mark.rule("typhoon:8.8.1")
def test_one_order_for_each_attacked_hex_that_is_held(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY)
    t.put("0607", "x").put("0606", "A").put("0507", "B")
    t.declare("0606", "x").declare("0507", "x").declare("0608", "x").begin(GiveOrders())
    t.do("order no-retreat")
    assert t.refused("for 0608").code == "nobody-of-ours"
    assert t.refused("for 0101").code == "not-attacked"
    t.do("for 0606").do("order extended-retreat")
    assert t.refused("for 0606").code == "order-lies-there"


@both
@pytest.mark.rule("typhoon:13.1.2.c")
def test_hexes_without_command_are_refused_one_by_one(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, foot("y", 2, 4, side="soviet"), hq("h"))
    t.put("0607", "A").put("0606", "x", "h").put("0612", "y")
    t.declare("0606", "A").declare("0612", "A").begin(GiveOrders()).do("order no-retreat")
    assert t.refused("for 0612").code == "no-command"


@both
@pytest.mark.rule("typhoon:12.1.1")
def test_nothing_is_built_on_water_or_out_of_supply(box: str) -> None:
    t = drill(box, ENEMY, foot("y", 1, 1, side="soviet"), engineer("e", side="soviet"),
              supply="yes", lake_hex="0909", soviet_source="0612")
    t.put("0606", "x").put("0301", "y")
    t.state.side, t.state.points = "soviet", {"strongpoints": 1}
    t.begin(BuildForts())
    assert t.refused("build 0909").code == "no-ground"
    assert t.refused("build 0301").code == "site-unsupplied"


@both
@pytest.mark.rule("typhoon:8.6.1", "typhoon:8.6.4")
def test_a_retreat_says_why_a_hex_is_closed(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY)
    t.put("0607", "A").put("0805", "B").put("0606", "x").suffer("-/R", "0606", "A")
    t.do("back 0707")
    assert t.refused("back 0806").code == "retreat-into-zone"
    crowd = [foot(f"c{n}", 1, 1, side="soviet", stacking=10) for n in range(3)]
    t = drill(box, foot("A", 4, 4), ENEMY, *crowd).put("0607", "A").put("0606", "x")
    for hex, unit in zip(("0604", "0505", "0705"), crowd, strict=True):
        t.put(hex, unit.code)
    t.suffer("-/R", "0606", "A")
    assert t.refused("back 0605").code == "no-room-at-the-end"


@both
@pytest.mark.rule("typhoon:8.6")
def test_nobody_leaves_a_stack_on_its_way(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, foot("y", 1, 4, side="soviet"))
    t.put("0607", "A").put("0606", "x", "y").suffer("-/R", "0606", "A").do("back 0605")
    assert t.refused("split y").code == "on-its-way"
    t.do("back 0604")
    t = drill(box, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("-/R", "0606", "A")
    assert t.refused("split x").code == "goes-alone"
