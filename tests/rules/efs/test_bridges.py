"""13.2: bridge units."""

from typing import Any

import pytest

from grognard.rules.efs.movers import Moves
from grognard.rules.efs.state import WITHDRAWN
from grognard.rules.efs.words import FOOT
from tests.rules.efs.drill import both, foot, hq
from tests.rules.efs.field import Field, bridge, field

RIVER = "0605-0606 0706-0606 0606-0707"
EAST = "1005-1006"


def bank(box: str, count: int = 3, kind: str = "major_river", more: Any = (),
         **features: Any) -> Field:
    """A in 0607; the hexes around 0606 are the Axis's, the river runs north of it."""
    units = [foot("A", 4, 4), foot("x", 2, 2, side="soviet"), *(bridge(f"B{n}")
             for n in range(count)), *more]
    t = field(box, *units, **{"sources": "axis 0609 1009", kind: f"{RIVER} {EAST}", **features})
    t.put("0607", "A")
    return t.land("axis", "0605 0606 0607 0706 0707 1005 1006")


def lay(t: Field, code: str, over: str, at: str) -> Field:
    t.do(f"bridge {code} over {over} at {at}")
    return t


@both
@pytest.mark.rule("typhoon:13.2.1")
@pytest.mark.parametrize("kind", ["minor_river", "major_river"])
def test_a_bridge_takes_the_price_of_the_crossing_away(box: str, kind: str) -> None:
    t = bank(box, kind=kind)
    lay(t.ask(Moves("movement")), "B0", "0605/0606", "0606")
    a, b = t.hex("0606"), t.hex("0605")
    side = t.game.grid.hexside(a, b)
    ground, laid = t.game.ground, frozenset(t.state.bridges.values())
    plain = ground.step_cost(b, t.hex("0604"), t.game.grid.hexside(b, t.hex("0604")), FOOT, "dry")
    assert laid == {side}
    assert ground.step_cost(a, b, side, FOOT, "dry", laid) == plain
    assert ground.step_cost(a, b, side, FOOT, "dry") != plain
    for other in ("0706", "0707"):
        across = t.game.grid.hexside(a, t.hex(other))
        assert ground.step_cost(a, t.hex(other), across, FOOT, "dry", laid) != plain, "one side"


@both
@pytest.mark.rule("typhoon:13.2.1")
def test_it_changes_nothing_in_combat(box: str) -> None:
    t = bank(box).put("0605", "x").put("0606", "A")
    assert isinstance(t, Field)
    before = t.odds_of("0605", "A"), t.dice_of("0605", "A")
    t.put("0606", "B0").state.bridges[t.unit("B0")] = t.game.grid.hexside(
        t.hex("0605"), t.hex("0606"))
    assert (t.odds_of("0605", "A"), t.dice_of("0605", "A")) == before


@both
@pytest.mark.rule("typhoon:13.2.2")
def test_it_is_laid_in_the_movement_phase_only_and_taken_up_from_anywhere(box: str) -> None:
    t = bank(box).ask(Moves("motorised"))
    assert t.step() is None or not t.offers("bridge")
    t.ask(Moves("movement"))
    lay(t, "B0", "0605/0606", "0606")
    assert t.refused("bridge B0").code == "moved-already"
    t.having(moved=0).ask(Moves("movement"))
    lay(t, "B0", "1005/1006", "1006")
    assert t.where("B0") == "1006"
    assert len(t.state.bridges) == 1


@both
@pytest.mark.rule("typhoon:13.2.2")
def test_not_out_of_supply(box: str) -> None:
    t = bank(box, sources="axis 0112").ask(Moves("movement"))
    assert t.refused("bridge B0").code == "no-river-in-supply"
    t = bank(box)
    t.put("0101", "B0").ask(Moves("movement"))
    assert t.refused("bridge B0").code == "unsupplied", "where it lies nothing comes"


@both
@pytest.mark.rule("typhoon:13.2.2")
def test_soviet_bridges_need_a_headquarters_near(box: str) -> None:
    units = [foot("x", 2, 2, side="soviet"), hq("H"), bridge("b", "soviet")]
    t = field(box, *units, sources="soviet 0612", major_river=RIVER).having(side="soviet")
    t.put("0607", "x").ask(Moves("movement"))
    assert t.refused("bridge b").code == "no-river-in-supply"
    t.put("0610", "H").ask(Moves("movement")).do("bridge b over 0606/0707")
    assert t.offers("at") == {"0606", "0707"}
    t.put("0612", "H").ask(Moves("movement"))
    assert t.refused("bridge b").code == "no-river-in-supply", "too far"


@both
@pytest.mark.rule("typhoon:13.2.2/2")
def test_it_lies_on_a_bank_of_ones_own(box: str) -> None:
    t = bank(box).ask(Moves("movement")).do("bridge B0")
    assert t.offers("over") == {"0605/0606", "0606/0706", "0606/0707", "1005/1006"}
    assert t.refused("over 0607/0608").code == "no-river-there"
    t.do("over 0605/0606")
    assert t.refused("at 0607").code == "not-that-bank"
    t = bank(box)
    t.put("0604", "x").ask(Moves("movement")).do("bridge B0 over 0605/0606")
    assert t.offers("at") == {"0606"}, "0605 lies in an enemy zone"
    t.put("0605", "A").ask(Moves("movement")).do("bridge B0 over 0605/0606")
    assert "0605" in t.offers("at"), "with a friend there it may"


@both
@pytest.mark.rule("typhoon:13.2.2/2")
def test_a_bank_where_an_enemy_bridge_lies_is_not_open(box: str) -> None:
    t = bank(box, more=[bridge("b", side="soviet")])
    assert t.game.ground.banks >> t.hex("0606") & 1
    t.state.put(t.unit("b"), t.hex("0606"))
    t.ask(Moves("movement")).do("bridge B0 over 0605/0606")
    assert t.offers("at") == {"0605"}


@both
@pytest.mark.rule("typhoon:13.2.3")
def test_two_bridges_a_sheet(box: str) -> None:
    west = " ".join(f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 13))
    east = " ".join(f"{column:02}{row:02}" for column in range(9, 13) for row in range(1, 13))
    t = bank(box, sheets={"W": west, "E": east}).ask(Moves("movement"))
    lay(t, "B0", "0605/0606", "0606")
    lay(t, "B1", "0606/0706", "0606")
    t.do("bridge B2")
    assert t.offers("over") == {"1005/1006"}, "the other sheet"
    t = bank(box, sheets={"W": f"{west} {east}"}).ask(Moves("movement"))
    lay(t, "B0", "0605/0606", "0606")
    lay(t, "B1", "0606/0706", "0606")
    assert t.refused("bridge B2").code == "two-bridges"


@both
@pytest.mark.rule("typhoon:13.2.4")
def test_it_is_removed_when_an_enemy_enters_and_laid_again_later(box: str) -> None:
    t = bank(box).ask(Moves("movement"))
    lay(t, "B0", "0605/0606", "0605")
    assert not t.game.fighting >> t.unit("B0") & 1, "no combat unit"
    t.put("0603", "x").having(side="soviet", moved=0).ask(Moves("movement"))
    t.do("move x to 0605")
    assert t.where("B0") == "free"
    assert not t.state.bridges
    t.put("0601", "x").land("axis", "0605 0604").having(side="axis", moved=0)
    t.ask(Moves("movement"))
    lay(t, "B0", "0605/0606", "0606")


@both
@pytest.mark.rule("typhoon:13.2.4")
def test_it_is_removed_when_its_stack_must_retreat(box: str) -> None:
    t = bank(box)
    t.put("0606", "A", "B0").state.bridges[t.unit("B0")] = t.game.grid.hexside(
        t.hex("0605"), t.hex("0606"))
    t.put("0605", "x").suffer("-/R", "0606", "x").finish()
    assert t.where("B0") == "free"
    assert not t.state.bridges


@both
@pytest.mark.rule("typhoon:13.2.2")
def test_who_is_no_bridge_of_ours(box: str) -> None:
    t = bank(box, more=[bridge("b", "soviet")])
    t.state.place(t.game, t.unit("B1"), WITHDRAWN)
    t.ask(Moves("movement"))
    codes = {code: t.refused(f"bridge {code}").code for code in ("b", "A", "B1")}
    assert codes == {"b": "enemy-unit", "A": "no-bridge-unit", "B1": "not-on-map"}
