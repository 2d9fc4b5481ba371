"""15.3.7, 15.8.3: how much a hex of the inset holds."""

import pytest

from grognard.rules.efs.retreat import ways_back
from grognard.rules.efs.stacking import ClearOverstack
from tests.rules.efs.drill import division, engineer, foot
from tests.rules.efs.inset import inset

DIVISION = division("D", 7, 8, stacking=6, move=5)
REGIMENT = foot("R", 2, 2, stacking=1, move=9)
ENGINEER, SECOND = engineer("e", stacking=1, move=9), engineer("f", stacking=2, move=9)


@pytest.mark.rule("agn:15.3.7.a")
def test_the_seventh_point_finds_no_room_on_the_inset() -> None:
    t = inset(division("D", 7, 8, stacking=6, move=0), REGIMENT)
    t.put("In3011", "D").put("In3012", "R").moves().do("move R")
    assert t.refused("to In3011").code == "stack-full"
    t.do("via In3011 to In2911")
    assert t.where("R") == "In2911", "passing through is free"


@pytest.mark.rule("agn:15.3.7.a")
def test_on_the_map_beside_it_ten_points_stay() -> None:
    t = inset(division("D", 7, 8, stacking=6, move=0), foot("R", 2, 2, stacking=4, move=9))
    t.put("L3509", "D").put("In3011", "R").moves().do("move R to L3509")
    assert t.where("R") == "L3509"
    t.put("In3011", "R", "D").begin(ClearOverstack())
    assert t.offers("remove") == {"R", "D"}, "the same ten are too many on the inset"


@pytest.mark.rule("agn:15.3.7.a")
def test_a_mega_hex_has_no_limit_of_its_own() -> None:
    crowd = [division(f"D{n}", 7, 8, stacking=6) for n in range(7)]
    t = inset(*crowd)
    for number, hex in enumerate(sorted(t.labels(t.game.mega.mega(t.hex("In2911"))))):
        t.put(hex, f"D{number}")
    t.begin(ClearOverstack())
    assert t.step() is None


@pytest.mark.rule("agn:15.3.7.a/engineer", "agn:15.8.3")
def test_one_axis_engineer_joins_a_full_hex() -> None:
    t = inset(division("D", 7, 8, stacking=6, move=0), ENGINEER, SECOND, REGIMENT)
    t.put("In3011", "D").put("In3012", "e", "f", "R").moves().do("move R")
    assert t.refused("to In3011").code == "stack-full"
    t.do("stay").do("move e to In3011")
    assert t.where("e") == "In3011"
    t.do("move f")
    assert t.refused("to In3011").code == "stack-full", "one, not two"


@pytest.mark.rule("agn:15.3.7.a/engineer")
def test_of_two_engineers_one_is_too_much_and_no_soviet_one_is_a_guest() -> None:
    t = inset(DIVISION, ENGINEER, SECOND).put("In3011", "D", "e", "f").begin(ClearOverstack())
    assert t.offers("remove") == {"D", "e", "f"}
    t.do("remove e")
    assert t.step() is None
    sapper = engineer("s", side="soviet", stacking=1, move=9)
    rifles = division("x", 2, 8, side="soviet", stacking=6, move=0)
    t = inset(sapper, rifles).put("In3011", "x").put("In3012", "s")
    t.moves("soviet").do("move s")
    assert t.refused("to In3011").code == "stack-full"


@pytest.mark.rule("agn:15.8.3")
def test_after_combat_an_engineer_advances_beside_six_points() -> None:
    enemy = foot("x", 2, 4, side="soviet")
    t = inset(DIVISION, ENGINEER, foot("R", 2, 2, stacking=1), enemy)
    t.put("In3012", "D", "e").put("In2911", "R").put("In3011", "x")
    t.suffer("-/e", "In3011", "D", "e", "R").do("advance D")
    assert t.offers("advance") == {"e"}
    assert t.refused("advance R").code == "no-room-to-advance"
    t.do("advance e")
    assert (t.where("D"), t.where("e"), t.where("R")) == ("In3011", "In3011", "In2911")


@pytest.mark.rule("agn:15.3.7.a")
def test_a_retreat_ends_where_there_is_room_for_it() -> None:
    t = inset(foot("A", 4, 4), division("x", 2, 8, side="soviet", stacking=2),
              division("y", 2, 8, side="soviet", stacking=5, move=0))
    t.put("In3012", "A").put("In2912", "x")
    before = {way[-1] for way in ways_back(t.game, t.state, t.units("x"), t.hex("In2912"))}
    t.put("In2712", "y")
    after = {way[-1] for way in ways_back(t.game, t.state, t.units("x"), t.hex("In2912"))}
    assert before - after == {t.hex("In2712")}, "seven points would be one too many"
