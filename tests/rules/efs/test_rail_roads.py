"""7.6, 7.7, 13.3: railways, strategic movement and armoured trains."""

from typing import Any

import pytest

from grognard.rules.efs import rail, strategic
from grognard.rules.efs.data import Unit
from grognard.rules.efs.scenarios import Arrival, EntryArea, SourceRow
from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.special_rows import PerSide
from tests.rules.efs.drill import (
    Drill,
    both,
    counter,
    drill,
    foot,
    grid,
    gun,
    hq,
    motor,
    msu,
)


def column(number: int) -> list[str]:
    rows = range(1, 13) if number % 2 else range(12, 0, -1)
    return [f"{number:02}{row:02}" for row in rows]


SNAKE = [hex for number in range(1, 9) for hex in column(number)]
"""Ninety-six hexes of one line that winds over the drill ground."""
LINE = " ".join(SNAKE)
R = foot("r", 4, 4, side="soviet", stacking=3)
TRAIN = counter("t", 1, 2, "armoured train", "train", side="soviet", traits=["train"], steps=1,
                reduced=(0, 0), move=48, band="both")


def net(capacity: int = 6, **more: Any) -> dict[str, Any]:
    return {"rail_capacity": PerSide(soviet=capacity, axis=capacity),
            "source": [SourceRow(side="soviet", hexes=[grid().hex(SNAKE[0])])], **more}


def railed(box: str, *units: Unit, capacity: int = 6, rows: dict[str, Any] | None = None,
           **features: str) -> Drill:
    """The first unit stands at the source of a Soviet railway."""
    t = drill(box, *units, rows=net(capacity, **(rows or {})), **{"railway": LINE, **features})
    rail.refill(t.game, t.state)
    return t.put(SNAKE[0], units[0].code)


@both
@pytest.mark.rule("typhoon:7.6.3")
def test_the_weather_of_the_turn_itself_halves_what_rails_carry(box: str) -> None:
    """Snow that falls this turn counts this turn, and a thaw gives all back at once."""
    t = drill(box, R, rows=net(7, weather={"1": "snow", "2": "frost"})).put("1210", "r")
    halves = "snow" in t.game.edition.rails.halved_in
    for turn, found in ((1, 3 if halves else 7), (2, 7)):
        t.having(turn=turn, rolled="frost").begin(TURNS[t.game.edition.turns.order])
        assert t.state.points[rail.purse("soviet")] == found


# -- 7.6 ------------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.6.2")
def test_sixty_hexes_and_nothing_else(box: str) -> None:
    t = railed(box, R, foot("q", 1, 1, side="soviet")).put("1210", "q").moves("soviet")
    t.do("move r")
    refused = t.refused(f"rail {SNAKE[61]}")
    assert (refused.code, refused.rule) == ("rail-too-far", t.game.cite("7.6.2"))
    t.do(f"rail {SNAKE[60]}")
    assert t.where("r") == SNAKE[60]
    assert t.refused("move r").code == "moved-already"
    (told,) = t.heard("moved-by-rail")
    assert [t.game.grid.label(hex) for hex in told.hexes] == SNAKE[:61], "along the line"


@both
@pytest.mark.rule("typhoon:7.6.2")
def test_only_as_the_whole_move_and_in_the_movement_phase(box: str) -> None:
    t = railed(box, R).moves("soviet").do(f"move r via {SNAKE[1]}")
    assert t.refused(f"rail {SNAKE[9]}").code == "from-the-start"
    fast = motor("r", 4, 4, side="soviet")
    t = railed(box, fast).moves("soviet", "motorised").do("move r")
    assert t.refused(f"rail {SNAKE[9]}").code == "movement-phase-only"


@both
@pytest.mark.rule("typhoon:7.6.1")
def test_who_boards_stands_on_the_net_in_supply_and_outside_interdiction(box: str) -> None:
    def reason(t: Drill) -> str:
        return t.moves("soviet").do("move r").refused(f"rail {SNAKE[9]}").code

    assert railed(box, R).moves("soviet").do("move r").allowed(f"rail {SNAKE[9]}")
    assert reason(railed(box, R).unsupplied("r")) == "group-unsupplied"
    assert reason(railed(box, R).put("1206", "r")) == "not-on-rail-net"
    assert reason(railed(box, R, railway=LINE.replace("0102 0103", "0102,0103")).put(
        "0105", "r")) \
        == "not-on-rail-net", "a line that leads to no source"
    t = railed(box, R)
    assert reason(t.having(interdiction={t.hex("0102"): 1})) == "interdicted"
    t = railed(box, R)
    t.state.set_supply(t.unit("r"), 1)
    assert t.moves("soviet").do("move r").allowed(f"rail {SNAKE[9]}"), "emergency supply will do"


@both
@pytest.mark.rule("typhoon:7.6.1", "agn:BSR.rail.distance")
@pytest.mark.parametrize(("hex", "may"), [("0303", False), ("0403", True)])
def test_nobody_boards_within_two_hexes_of_the_enemy(box: str, hex: str, may: bool) -> None:
    """0303 lies two hexes from 0102, 0403 three."""
    t = railed(box, R, foot("A", 1, 1, band="both")).put("0102", "r").put(hex, "A")
    assert t.game.grid.distance(t.hex("0102"), t.hex(hex)) == (3 if may else 2)
    t.moves("soviet").do("move r")
    assert t.allowed("rail 0101") is may
    if not may:
        assert t.refused("rail 0101").code == "boards-near-enemy"


@both
@pytest.mark.rule("typhoon:7.6.2/2", "agn:BSR.rail.distance")
def test_no_train_comes_near_a_supplied_enemy_or_into_a_zone(box: str) -> None:
    t = railed(box, R, foot("A", 1, 1)).put("0412", "A").moves("soviet").do("move r")
    assert t.allowed("rail 0112"), "three hexes off"
    near = t.refused("rail 0212")
    assert (near.code, near.rule) == ("too-near-the-enemy", t.game.cite("7.6.2/2"))
    t = railed(box, R, foot("A", 1, 1), foot("y", 1, 1, side="soviet")).put("0412", "A")
    t.put("0312", "y").unsupplied("A").moves("soviet").do("move r")
    assert t.allowed("rail 0212"), "two hexes from an unsupplied one"
    assert t.refused("rail 0312").code == "zone-ahead"


@both
@pytest.mark.rule("typhoon:7.6.2/3")
def test_once_a_turn(box: str) -> None:
    t = railed(box, R).moves("soviet").do(f"move r rail {SNAKE[5]}")
    t.having(moved=0).moves("soviet").do("move r")
    assert t.refused(f"rail {SNAKE[9]}").code == "railed-already"
    t.having(railed=0)
    assert t.do("stay").having(moved=0).moves("soviet").do("move r").allowed(f"rail {SNAKE[9]}")


@both
@pytest.mark.rule("typhoon:7.6.3")
def test_the_capacity_of_a_turn_in_stacking_points(box: str) -> None:
    t = railed(box, R, foot("p", 1, 1, side="soviet", stacking=3),
               foot("o", 1, 1, side="soviet", stacking=1), capacity=6).put(SNAKE[0], "p", "o")
    t.moves("soviet").do(f"move r rail {SNAKE[5]}").do(f"move p rail {SNAKE[5]}").do("move o")
    refused = t.refused(f"rail {SNAKE[9]}")
    assert (refused.code, refused.rule) == ("rail-capacity", t.game.cite("7.6.3"))


@both
@pytest.mark.rule("typhoon:7.6.4", "typhoon:7.6.1/2")
def test_what_headquarters_and_supply_take_of_it(box: str) -> None:
    t = railed(box, R, hq("q"), msu("d", side="soviet"), msu("m", side="soviet"))
    t.put(SNAKE[0], "q", "d", "m-")
    weights = {code: rail.weight(t.game, t.state, t.units(code)) for code in "qdm"}
    assert weights == {"q": 1, "d": 2, "m": 1}
    t.unsupplied("m").moves("soviet").do(f"move q rail {SNAKE[5]}").do(f"move d rail {SNAKE[5]}")
    assert t.state.points[rail.purse("soviet")] == 3
    t.do(f"move m rail {SNAKE[5]}")
    assert (t.where("q"), t.where("d"), t.where("m")) == (SNAKE[5],) * 3


@both
@pytest.mark.rule("typhoon:7.6.1/2", "typhoon:6.5.2")
def test_a_depot_goes_by_rail_alone(box: str) -> None:
    t = railed(box, msu("d", side="soviet"), main_road="0101 0102 0103").moves("soviet")
    t.do("move d")
    assert t.refused(f"to {SNAKE[1]}").code == "depot-by-rail"
    assert t.refused(f"road {SNAKE[2]}").code == "type-not-strategic"
    assert t.allowed(f"rail {SNAKE[9]}")


@both
@pytest.mark.rule("typhoon:7.6.1")
def test_who_has_no_allowance_takes_no_train(box: str) -> None:
    t = railed(box, foot("r", 1, 1, side="soviet", move=0), hq("q"))
    t.put(SNAKE[0], "q").moves("soviet")
    assert t.refused("move r").code == "no-points"


def arriving(box: str, capacity: int, *units: Unit, **more: Any) -> Drill:
    codes = [unit.code for unit in units]
    rows = {"arrival": [Arrival(turn=1, side="soviet", units=codes, entry="north")],
            "entry": [EntryArea(id="north", side="soviet", hexes=[grid().hex(SNAKE[0])])]}
    t = drill(box, *units, rows=net(capacity, **rows), railway=LINE, **more)
    rail.refill(t.game, t.state)
    for unit in codes:
        t.state.place(t.game, t.unit(unit), -4)
    return t.moves("soviet")


@both
@pytest.mark.rule("typhoon:7.6.5")
def test_reinforcements_may_come_by_rail(box: str) -> None:
    t = arriving(box, 4, R, foot("p", 1, 1, side="soviet", stacking=2)).do("enter r")
    assert t.refused(f"rail {SNAKE[60]}").code == "rail-too-far", "the entry hex counts"
    t.do(f"rail {SNAKE[59]}")
    assert (t.where("r"), t.state.points[rail.purse("soviet")]) == (SNAKE[59], 1)
    assert t.do("enter p").refused(f"rail {SNAKE[9]}").code == "rail-capacity"
    t.do(f"at {SNAKE[0]}").do("stay")
    assert t.where("p") == SNAKE[0]


@both
@pytest.mark.rule("typhoon:11.4.3.a", "typhoon:7.6.2")
def test_a_bombed_rail_hex_counts_for_twelve(box: str) -> None:
    """Two of sixty: thirty-six are left for others; a higher level does no more harm."""
    line = [*column(1), "0212", "0312", *column(4), *column(5), *column(6)]
    t = railed(box, R, railway=" ".join(line))
    marker = t.hex("0206")
    bombed = [hex for hex in line if t.game.grid.distance(t.hex(hex), marker) <= 1]
    assert bombed == ["0106", "0107"]
    t.having(interdiction={marker: 2}).moves("soviet").do("move r")
    assert max(map(line.index, t.offers("rail"))) == 2 + 36


@both
@pytest.mark.rule("typhoon:11.4.3/2")
def test_interdiction_hampers_the_soviets_alone(box: str) -> None:
    t = railed(box, R).having(interdiction={})
    t.having(interdiction={t.hex("0106"): 1})
    assert rail.interdicted(t.game, t.state, "soviet")
    assert not rail.interdicted(t.game, t.state, "axis")


# -- 7.7 ------------------------------------------------------------------------------------------

ROAD = " ".join(column(3))
"""Column 03 from north to south."""


def on_road(box: str, unit: Unit | None = None, *more: Unit, **features: str) -> Drill:
    roads = features or {"main_road": ROAD}
    t = drill(box, unit or motor("A", 4, 4, move=5), *more, **roads)
    return t.put("0301", "A")


@both
@pytest.mark.rule("typhoon:7.7.2")
@pytest.mark.parametrize(("printed", "strategic_points"), [(7, 10), (5, 7), (6, 9), (1, 1)])
def test_half_as_much_again(box: str, printed: int, strategic_points: int) -> None:
    t = on_road(box, motor("A", 4, 4, move=printed))
    assert strategic.allowance(t.game, t.state, t.units("A")) == 4 * strategic_points


@both
@pytest.mark.rule("typhoon:7.7.2")
def test_it_is_a_matter_of_the_movement_phase(box: str) -> None:
    minor = " ".join(column(3))
    t = on_road(box, foot("A", 4, 4, move=2), woods=minor, minor_road=minor).moves().do("move A")
    assert t.refused("to 0304").code == "too-far"
    t.do("road 0304")
    assert t.where("A") == "0304"
    assert len(t.heard("by-road")) == 1
    t = on_road(box).moves(manner="motorised").do("move A")
    assert t.refused("road 0305").code == "movement-phase-only"


@both
@pytest.mark.rule("typhoon:7.7.1.a")
def test_strategic_movement_needs_supply(box: str) -> None:
    assert on_road(box).unsupplied("A").moves().do("move A").refused(
        "road 0305").code == "group-unsupplied"
    t = on_road(box)
    t.state.set_supply(t.unit("A"), 1)
    assert t.moves().do("move A").allowed("road 0305")


@both
@pytest.mark.rule("typhoon:7.7.1.b", "agn:BSR.rail.distance")
def test_it_starts_three_hexes_from_every_enemy_combat_unit(box: str) -> None:
    banded = foot("x", 1, 1, side="soviet", band="both")
    t = on_road(box, None, banded).put("0501", "x").moves().do("move A")
    assert t.game.grid.distance(t.hex("0301"), t.hex("0501")) == 2
    assert t.refused("road 0305").code == "starts-near-enemy"
    t = on_road(box, None, banded).put("0601", "x").put("0301", "A").moves().do("move A")
    assert t.game.grid.distance(t.hex("0301"), t.hex("0601")) == 3
    assert t.allowed("road 0302")


@both
@pytest.mark.rule("typhoon:7.7.1.c", "typhoon:11.4.3.b")
def test_no_soviet_marches_in_or_through_interdiction(box: str) -> None:
    soviet = motor("A", 4, 4, side="soviet")
    t = on_road(box, soviet)
    t.having(interdiction={t.hex("0302"): 1}).moves("soviet").do("move A")
    assert t.refused("road 0309").code == "interdicted"
    t = on_road(box, soviet)
    t.having(interdiction={t.hex("0306"): 1}).moves("soviet").do("move A")
    assert t.allowed("road 0304")
    assert t.refused("road 0305").code == "road-interdicted"
    assert "0309" not in t.offers("road")
    t = on_road(box)
    t.having(interdiction={t.hex("0306"): 1}).moves().do("move A")
    assert t.allowed("road 0309"), "the Axis is not hampered"


@both
@pytest.mark.rule("typhoon:7.7.1.d")
def test_it_starts_on_a_road(box: str) -> None:
    t = on_road(box).put("0402", "A").moves().do("move A")
    assert t.refused("road 0305").code == "not-on-a-road"


@both
@pytest.mark.rule("typhoon:7.7.3", "agn:BSR.rail.distance")
def test_it_keeps_to_roads_and_its_distance(box: str) -> None:
    t = drill(box, motor("A", 4, 4, move=7), foot("x", 1, 1, side="soviet", band="both"),
              main_road=ROAD, railway="0301 0401 0501").put("0301", "A").put("0612", "x")
    t.moves().do("move A")
    assert t.refused("road 0401").code == "no-road", "neither ground nor rails"
    near = {hex: t.game.grid.distance(t.hex(hex), t.hex("0612")) for hex in column(3)}
    for hex, distance in near.items():
        if hex != "0301":
            assert t.allowed(f"road {hex}") is (distance >= 3), hex
    t = drill(box, motor("A", 4, 4, move=7), foot("x", 1, 1, side="soviet", band="both"),
              main_road=ROAD).put("0301", "A").put("0508", "x").moves().do("move A")
    assert t.refused("road 0308").code == "road-near-enemy"


@both
@pytest.mark.rule("typhoon:7.7.3")
def test_a_strategic_move_stays_on_the_road_to_its_end(box: str) -> None:
    t = on_road(box).moves().do("move A through 0303")
    assert t.refused("to 0403").code == "road-to-the-end"
    assert t.do("road 0309").where("A") == "0309"


@both
@pytest.mark.rule("typhoon:7.7.3")
def test_a_highway_is_a_main_road_to_units_on_foot(box: str) -> None:
    def price(unit: Unit) -> str:
        t = drill(box, unit, motorway="0301 0302").put("0301", "A")
        return t.moves(weather="rain").do("move A").price("0302")

    assert price(motor("A", 4, 4)) == price(gun("A", 2)) == "1/2"
    assert price(foot("A", 4, 4)) == "1"
    t = drill(box, foot("A", 4, 4), motorway="0301 0302 0303").put("0301", "A").moves()
    assert t.do("move A").allowed("road 0303")


@both
@pytest.mark.rule("typhoon:7.7.3/2")
def test_once_a_turn_and_in_any_weather(box: str) -> None:
    minor = {"minor_road": ROAD, "woods": ROAD}
    t = on_road(box, motor("A", 4, 4, move=4), **minor).moves(weather="rain").do("move A")
    assert t.allowed("road 0304"), "two points a hex, the other terrain of a wooded road hex"
    assert t.refused("road 0305").code == "too-far"
    t.do("road 0304").having(moved=0).moves(weather="rain").do("move A")
    assert t.refused("road 0306").code == "marched-already"


@both
@pytest.mark.rule("typhoon:7.7.4")
def test_every_hex_of_a_strategic_march_lies_in_supply(box: str) -> None:
    rows = {"source": [SourceRow(side="axis", hexes=[grid().hex("0101")])]}
    minor = {"minor_road": ROAD}
    t = drill(box, motor("A", 4, 4, move=7), rows=rows, supply="yes", **minor)
    t.put("0301", "A").moves().do("move A")
    loc = t.game.edition.supply_distance["loc"]
    inside = {hex for hex in column(3)
              if t.game.grid.distance(t.hex(hex), t.hex("0101")) <= loc + 1} - {"0301"}
    assert "0302" in t.offers("road") <= inside
    assert t.refused("road 0312").code == "road-out-of-supply"


# -- 13.3 -----------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:13.3.1")
def test_a_train_runs_forty_eight_hexes_outside_the_capacity(box: str) -> None:
    t = railed(box, TRAIN, capacity=0).moves("soviet").do("move t")
    refused = t.refused(f"to {SNAKE[49]}")
    assert refused.code == "too-far"
    assert t.do(f"to {SNAKE[48]}").where("t") == SNAKE[48]


@both
def test_a_train_is_not_put_on_a_train(box: str) -> None:
    t = railed(box, TRAIN).moves("soviet").do("move t")
    assert t.offers("rail") == set()
    assert t.refused(f"rail {SNAKE[5]}").code == "type-takes-no-train"


@both
@pytest.mark.rule("typhoon:13.3.1")
def test_a_train_runs_in_one_of_the_two_phases(box: str) -> None:
    t = railed(box, TRAIN, hq("q")).put("1210", "q").moves("soviet", "motorised")
    t.do(f"move t to {SNAKE[5]}").having(moved=0).moves("soviet")
    refused = t.refused("move t")
    assert (refused.code, refused.rule) == ("train-ran-already", t.game.cite("13.3.1"))
    t = railed(box, TRAIN).moves("soviet", "motorised").do("move t").do("stay")
    assert t.having(moved=0).moves("soviet").offers("move") == {"t"}, "it has not run"


@both
@pytest.mark.rule("typhoon:13.3.1")
def test_a_train_pays_for_bombed_rails(box: str) -> None:
    t = railed(box, TRAIN)
    t.having(interdiction={t.hex("0106"): 1}).moves("soviet").do("move t")
    assert t.price("0104") == "3"
    assert t.price("0105") == "15"
    assert t.price("0107") == "39"


@both
@pytest.mark.rule("typhoon:13.3.1/2")
def test_a_train_enters_a_zone_for_nothing_and_stops(box: str) -> None:
    t = railed(box, TRAIN, foot("A", 1, 1), railway=" ".join(column(1))).put("0207", "A")
    t.moves("soviet").do("move t")
    assert t.price("0107") == "6", "the first hex of the zone"
    assert "0108" not in t.offers("to")
    assert t.refused("to 0208").code == "not-our-rails"


@both
@pytest.mark.rule("typhoon:13.3.1/2")
def test_a_train_uses_rails_that_the_enemy_crossed_but_did_not_convert(box: str) -> None:
    t = railed(box, TRAIN)
    t.having(axis_land=1 << t.hex("0103"), axis_rail=1 << t.hex("0106")).moves("soviet")
    t.do("move t")
    assert "0105" in t.offers("to")
    assert t.refused("to 0106").code == "not-our-rails"
    assert t.refused("to 0107").code == "way-barred"
