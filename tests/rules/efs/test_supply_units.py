"""6.5.1 to 6.5.4: supply points and their counters."""

from typing import Any

import pytest

from grognard.rules.efs.data import Unit
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.scenarios import SourceRow
from grognard.rules.efs.sequence import Interphase
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.supply import SupplyPhase
from tests.rules.efs.boxes import TYPHOON
from tests.rules.efs.drill import both, counter, foot, grid, msu
from tests.rules.efs.field import Field, field

RAIL = "0101 0201 0301 0401 0501 0601 0701 0801"


def wagon(code: str) -> Unit:
    return counter(code, 0, 0, "supply counter", "wagon", traits=["supply"], steps=2,
                   reduced=(0, 0), stacking=0, move=4)


def depot(t: Field, hex: str, code: str) -> Field:
    t.put(hex, code)
    t.state.set_steps(t.unit(code), 2)
    return t


def rich(box: str, *units: Any, points: int = 2, **more: Any) -> Field:
    rows = {"supply_per_turn": PerSide(axis=points), "converted": grid().hexes(RAIL),
            **more.pop("rows", {})}
    return field(box, *units, rows=rows, **{"sources": "axis 0101 0112", "railway": RAIL, **more})


@both
@pytest.mark.rule("typhoon:6.5.1")
def test_the_points_of_the_turn_are_placed_at_once(box: str) -> None:
    t = rich(box, msu("S"), msu("T"), msu("U"))
    t.ask(SupplyPhase())
    assert t.asked() == "axis"
    assert t.heard("supply-points")[0].args["count"] == 2
    t.do("bring S at 0101")
    assert t.where("S") == "0101"
    assert t.steps("S") == 1
    t.do("bring T at 0112")
    assert t.step() is None, "both points are placed"
    t.having(side="axis").ask(Moves("motorised"))
    assert t.step() is None, "they wait for their Movement Phase"


@both
@pytest.mark.rule("typhoon:6.5.1", "typhoon:6.5.1/2")
def test_points_without_counter_are_lost(box: str) -> None:
    t = rich(box, msu("S"), points=3)
    t.ask(SupplyPhase()).do("bring S at 0101")
    assert t.step() is None
    assert "axis-supply" not in t.state.points
    t.ask(SupplyPhase())
    assert t.step() is None, "the counter is on the map: three more points vanish"
    t.state.place(t.game, t.unit("S"), -8)
    assert t.where("S") == "free"
    t.ask(SupplyPhase())
    assert t.state.points["axis-supply"] == 3, "nothing was saved up"


@both
@pytest.mark.rule("typhoon:6.5.1/3")
def test_a_depot_enters_by_rail(box: str) -> None:
    t = rich(box, msu("S")).ask(SupplyPhase())
    t.do("stock S")
    assert t.offers("at") == {"0101"}
    assert t.refused("at 0112").code == "depot-off-rail"
    t.do("at 0101")
    assert t.steps("S") == 2
    assert t.step() is None
    t = rich(box, msu("S"), points=1).ask(SupplyPhase())
    assert t.refused("stock S").code == "no-supply-point", "one point makes no depot"


@both
@pytest.mark.rule("typhoon:6.5.1/4", "typhoon:6.5.2")
def test_a_mobile_unit_marches_and_a_depot_goes_by_rail_only(box: str) -> None:
    rows = {"rail_capacity": PerSide(axis=5)}
    t = rich(box, msu("S"), msu("D"), rows=rows)
    t.state.points["axis-rail"] = 5
    t.put("0301", "S-")
    depot(t, "0301", "D").ask(Moves("movement"))
    t.do("move S")
    assert "0303" in t.offers("to")
    assert "0801" in t.offers("rail")
    t.do("stay").do("move D")
    assert not t.offers("to")
    assert not t.offers("road")
    assert "0801" in t.offers("rail")
    assert t.refused("to 0303").code == "depot-by-rail"
    t.do("rail 0801")
    assert t.where("D") == "0801"


@pytest.mark.rule("typhoon:6.5.1/5")
def test_moscow_gives_a_point_while_it_is_held() -> None:
    units = [foot("x", 2, 2, side="soviet"), msu("S", side="soviet"), msu("T", side="soviet"),
             foot("A", 4, 4)]
    t = field(TYPHOON, *units, sources="soviet 1212", major_city="0606 0607",
              areas={"moscow": "0606 0607"})
    t.ask(SupplyPhase())
    assert t.step() is None, "nobody stands in Moscow"
    t.put("0606", "x").ask(SupplyPhase())
    assert t.asked() == "soviet"
    assert t.offers("bring") == {"S"}
    t.do("bring S")
    assert t.offers("at") == {"0606", "0607"}
    t.do("at 0607")
    assert (t.where("S"), t.steps("S"), t.step()) == ("0607", 1, None)
    t.ask(SupplyPhase())
    assert t.refused("stock T").code == "no-mobile-in-capital"
    t.do("stock S")
    assert t.steps("S") == 2
    assert t.step() is None


@both
@pytest.mark.rule("typhoon:6.5.2.a")
def test_a_depot_may_give_up_a_point_to_move(box: str) -> None:
    t = rich(box, msu("D", move=8), msu("S"))
    depot(t, "0303", "D").put("0304", "S-").ask(Moves("movement"))
    assert t.offers("flip") == {"D"}
    assert t.refused("flip S").code == "mobile-already"
    t.do("flip D")
    assert t.steps("D") == 1
    t.do("move D")
    assert max(t.game.grid.distance(t.hex("0303"), t.hex(hex)) for hex in t.offers("to")) >= 7


@both
@pytest.mark.rule("typhoon:6.5.2.b")
def test_two_mobile_units_become_a_depot(box: str) -> None:
    t = rich(box, msu("S"), msu("T"), foot("A", 4, 4))
    t.put("0303", "S-", "T-", "A").ask(Moves("movement"))
    assert t.offers("merge") == {"0303"}
    t.do("merge 0303")
    assert sorted([(t.where("S"), t.steps("S")), (t.where("T"), t.steps("T"))])[0] == ("0303", 2)
    assert {t.where("S"), t.where("T")} == {"0303", "free"}
    t = rich(box, msu("S"), msu("T"), foot("A", 4, 4))
    t.put("0303", "S-", "T-", "A").ask(Moves("motorised"))
    assert t.step() is None or not t.offers("merge"), "in the Movement Phase only"


@both
@pytest.mark.rule("typhoon:6.5.3", "typhoon:6.5.3/3")
def test_a_lone_counter_is_gone_when_an_enemy_enters(box: str) -> None:
    t = field(box, foot("A", 4, 4), msu("S", side="soviet"))
    depot(t, "0404", "S").put("0406", "A").ask(Moves("movement")).do("move A via 0404 to 0403")
    assert t.where("S") == "free"
    assert t.heard("supply-lost")
    assert t.game.owner(t.unit("S")) == "soviet"


@both
@pytest.mark.rule("typhoon:6.5.3", "typhoon:6.5.3/5")
def test_or_declares_an_attack_on_it_and_the_counter_waits_a_turn(box: str) -> None:
    t = field(box, foot("A", 4, 4), msu("S", side="soviet"), sources="soviet 1212",
              rows={"supply_per_turn": PerSide(soviet=1)})
    t.put("0404", "S-").put("0405", "A").ask(DeclareAttacks()).do("declare 0404")
    assert t.where("S") == "free"
    assert not t.state.attacks
    t.ask(SupplyPhase())
    assert t.step() is None, "not again this turn"
    t.ask(SupplyPhase())
    t.ask(Interphase())
    t.ask(SupplyPhase())
    assert t.offers("bring") == {"S"}, "but the next"


@both
@pytest.mark.rule("typhoon:6.5.3/2")
def test_it_enters_a_zone_only_where_a_friend_stands(box: str) -> None:
    t = field(box, msu("S"), foot("A", 4, 4), foot("x", 2, 4, side="soviet"))
    t.put("0404", "x").put("0405", "A").put("0407", "S-").ask(Moves("movement")).do("move S")
    assert "0405" in t.offers("to")
    assert t.refused("to 0505").code == "supply-alone-in-zone"


@both
@pytest.mark.rule("typhoon:6.5.3/6")
def test_it_is_never_unsupplied(box: str) -> None:
    t = field(box, msu("S"), foot("A", 2, 2), sources="axis 0101").put("1212", "S-", "A")
    for _ in range(3):
        t.play_on(SupplyPhase())
    assert t.state.supply[t.unit("S")] == 0
    assert t.state.supply[t.unit("A")] == 2


@both
@pytest.mark.rule("typhoon:6.5.4")
def test_trucks_pay_as_motors_and_wagons_as_feet_in_one_phase_only(box: str) -> None:
    way = " ".join(f"08{row:02}" for row in range(1, 13))
    t = field(box, msu("T", move=8), wagon("W"), woods="0404", minor_road=way, sources="axis 0801")
    t.put("0405", "T-", "W-").ask(Moves("motorised"))
    assert t.step() is None, "no Motorised Phase for either"
    prices = {}
    for code in "TW":
        t.put("0305", code + "-").ask(Moves("movement")).do(f"move {code}")
        prices[code] = t.step().hints(t.game, t.state)["to"][t.hex("0404")]["cost"]
        t.put("0805", code + "-").ask(Moves("movement")).do(f"move {code}")
        assert t.offers("road"), "both move strategically"
    assert prices == {"T": "3", "W": "2"}, "woods for motors and for feet"


@both
@pytest.mark.rule("typhoon:14.1.3.d")
def test_supply_comes_in_at_its_entries_from_their_turn_on(box: str) -> None:
    west = SourceRow(side="axis", area=grid().hexes("0101 0102"))
    late = SourceRow(side="axis", hexes=[grid().hex("0112")], first_turn=10)
    other = SourceRow(side="axis", hexes=[grid().hex("0112")], supply_enters=False)
    elsewhere = SourceRow(side="axis", hexes=[grid().hex("1201")], supply_enters=False)
    t = field(box, msu("S"), railway="0101 0201", rows={
        "source": [west, late, other, elsewhere], "supply_per_turn": PerSide(axis=1),
        "converted": grid().hexes("0101 0201")}).having(turn=9)
    t.ask(SupplyPhase()).do("bring S")
    assert t.offers("at") == {"0101"}, "0102 has no railway, 1201 takes no supply"
    assert t.refused("at 0112").code == "no-supply-entry"
    t.having(turn=10).ask(t.step())
    assert t.offers("at") == {"0101", "0112"}


@both
@pytest.mark.rule("typhoon:14.1.4.f")
def test_soviet_supply_comes_by_the_edge_and_to_supplied_cities(box: str) -> None:
    south = SourceRow(side="soviet", hexes=[grid().hex("0112")], supply_enters=False)
    east = SourceRow(side="soviet", area=grid().hexes("1201 1202 1203"))
    t = field(box, msu("S", side="soviet"), main_road="1202 1102", major_city="0702 0109", rows={
        "source": [south, east], "supply_per_turn": PerSide(soviet=1)})
    t.ask(SupplyPhase()).do("bring S")
    assert t.offers("at") == {"1202", "0702", "0109"}
    t.land("axis", "0109").ask(t.step())
    assert t.offers("at") == {"1202", "0702"}


@both
@pytest.mark.rule("typhoon:6.5.3/4")
def test_mobile_units_retreat_and_depots_are_lost(box: str) -> None:
    t = field(box, foot("A", 4, 4), foot("x", 2, 4, side="soviet"), msu("S", side="soviet"),
              msu("D", side="soviet"))
    t.put("0607", "A").put("0606", "x", "S-")
    depot(t, "0606", "D").suffer("-/R", "0606", "A").finish()
    assert t.where("S") == t.where("x") != "0606"
    assert t.where("D") == "free"


@both
@pytest.mark.rule("typhoon:6.5.2.a")
def test_who_may_not_be_flipped(box: str) -> None:
    t = rich(box, msu("D"), msu("E"), msu("F"), foot("A", 4, 4), msu("X", side="soviet"))
    t.state.points["axis-rail"] = 5
    depot(t, "0301", "D").put("0303", "A")
    depot(t, "0304", "E").ask(Moves("movement")).do("move D rail 0801")
    codes = {code: t.refused(f"flip {code}").code for code in "DFAX"}
    assert codes == {"D": "moved-already", "F": "not-on-map", "A": "no-supply-counter",
                     "X": "enemy-unit"}
    assert t.offers("flip") == {"E"}


@both
@pytest.mark.rule("typhoon:6.5.1")
def test_what_cannot_be_brought(box: str) -> None:
    t = rich(box, msu("S"), msu("T"), foot("A", 4, 4), msu("X", side="soviet"))
    t.put("0305", "T-").ask(SupplyPhase())
    codes = {code: t.refused(f"bring {code}").code for code in "TAX"}
    assert codes == {"T": "counter-in-use", "A": "no-supply-counter", "X": "enemy-unit"}


@pytest.mark.rule("typhoon:6.5.1/5")
def test_what_does_not_become_a_depot_of_moscow() -> None:
    t = rich(TYPHOON, msu("S"), foot("A", 4, 4), msu("X", side="soviet"),
             foot("x", 2, 2, side="soviet"), areas={"moscow": "0606"})
    t.put("0606", "x").ask(SupplyPhase())
    t.do("done")
    codes = {code: t.refused(f"stock {code}").code for code in "SAx"}
    assert codes == {"S": "enemy-unit", "A": "enemy-unit", "x": "no-supply-counter"}
