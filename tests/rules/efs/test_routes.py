"""6.1, 6.2: supply routes and sources."""

import pytest
from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.hexes import bits
from grognard.rules.efs import routes
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import SourceRow
from tests.rules.efs.boxes import NORTH, TYPHOON, contents
from tests.rules.efs.drill import both, foot, grid, msu
from tests.rules.efs.field import Field, bridge, field, train

SPRING = "axis 0401"
"""A source of its own, without road or railway."""
ENEMY = foot("x", 2, 4, side="soviet")
ROW_ONE = [f"{column:02}01" for column in range(1, 13)]
ROUND = " ".join([*ROW_ONE, *(f"12{row:02}" for row in range(2, 13))])
"""A way of 23 hexes along the north edge and down the east edge."""


def column(first: int, last: int, at: str = "04") -> str:
    return " ".join(f"{at}{row:02}" for row in range(first, last + 1))


@both
@pytest.mark.rule("typhoon:6.1.1")
def test_a_loc_is_seven_hexes_long(box: str) -> None:
    t = field(box, sources=SPRING)
    assert t.traces("axis", "0408")
    assert not t.traces("axis", "0409")


@both
@pytest.mark.rule("typhoon:6.1.3")
@pytest.mark.parametrize(("weather", "reach"), [
    ("dry", 7), ("frost", 7), ("rain", 5), ("snow", 5), ("arctic", 5)])
def test_bad_weather_shortens_it_to_five(box: str, weather: str, reach: int) -> None:
    t = field(box, sources=SPRING).having(weather=weather)
    assert isinstance(t, Field)
    found = [row for row in range(2, 13) if t.traces("axis", f"04{row:02}")]
    assert found == list(range(2, reach + 2))


@both
@pytest.mark.rule("typhoon:6.1.3/2")
def test_wet_woods_shorten_it_for_who_must_pass_them(box: str) -> None:
    wall = " ".join(f"{column:02}04" for column in range(1, 13) if column != 9)
    t = field(box, sources="axis 0401 0901", woods=wall).having(soaked=True)
    assert isinstance(t, Field)
    assert t.traces("axis", "0406")
    assert not t.traces("axis", "0407"), "through the woods"
    assert t.traces("axis", "0908"), "by the gap"
    t.having(soaked=False)
    assert t.traces("axis", "0407"), "dry woods are no hindrance"


@both
@pytest.mark.rule("typhoon:6.1", "typhoon:6.1.5")
def test_a_zone_that_nobody_breaks_bars_the_way(box: str) -> None:
    wall = [foot(f"x{n}", 2, 4, side="soviet") for n in range(4)]
    t = field(box, *wall, foot("A", 4, 4), msu("S"), sources=SPRING)
    for hex, unit in zip(("0104", "0404", "0704", "1004"), wall, strict=True):
        t.put(hex, unit.code)
    assert not t.traces("axis", "0506"), "zones from edge to edge"
    t.put("0504", "S")
    assert not t.traces("axis", "0506"), "a supply counter breaks no zone"
    t.put("0504", "A")
    assert t.traces("axis", "0506"), "its unit and zone make a gap"


@both
@pytest.mark.rule("typhoon:6.1.5")
def test_an_enemy_unit_bars_its_hex_even_in_a_friendly_zone(box: str) -> None:
    t = field(box, ENEMY, foot("A", 4, 4), sources="axis 0101", railway="0101 0201 0301 0401")
    t.put("0201", "x").put("0202", "A")
    assert "0201" not in t.labels(routes.free(t.game, t.state, "axis"))
    assert "0302" in t.labels(routes.free(t.game, t.state, "axis"))


@both
@pytest.mark.rule("typhoon:6.1.1/2", "typhoon:6.1.2.b", "typhoon:6.1.3/3")
def test_marsh_carries_a_loc_on_roads_or_in_frost(box: str) -> None:
    wall = " ".join(f"{column:02}04" for column in range(1, 13))
    t = field(box, sources=SPRING, marsh=wall)
    assert t.traces("axis", "0404")
    assert not t.traces("axis", "0405"), "no way through"
    t.having(weather="rain")
    assert not t.traces("axis", "0405")
    t.having(weather="frost")
    assert t.traces("axis", "0408"), "7 hexes over frozen marsh"
    t.having(weather="snow")
    assert t.traces("axis", "0406")
    assert not t.traces("axis", "0407")
    t = field(box, sources=SPRING, marsh=wall, minor_road="0403 0404 0405")
    assert t.traces("axis", "0406")
    assert not t.traces("axis", "0407"), "5 hexes by the road"


@both
@pytest.mark.rule("typhoon:6.1.2.a")
def test_a_loc_does_not_pass_over_a_lake_until_it_freezes(box: str) -> None:
    lake = " ".join(f"{column:02}05" for column in range(1, 13))
    t = field(box, sources=SPRING, lake_hex=lake)
    assert t.traces("axis", "0404")
    assert not t.traces("axis", "0406")
    assert t.having(weather="arctic").traces("axis", "0406")


@both
@pytest.mark.rule("typhoon:6.1.2.a")
@pytest.mark.parametrize("water", ["major_river", "lake"])
def test_water_bars_a_loc_until_it_freezes_or_is_bridged(box: str, water: str) -> None:
    shore = " ".join(f"{a}-{b}" for a, b in _border(4))
    t = field(box, bridge("B"), sources=SPRING, **{water: shore})
    for weather in ("dry", "rain", "frost"):
        assert not t.having(weather=weather).traces("axis", "0405")
    for weather in ("snow", "arctic"):
        assert t.having(weather=weather).traces("axis", "0405")
    t.having(weather="dry")
    t.put("0404", "B").state.bridges[t.unit("B")] = grid().hexside(t.hex("0404"), t.hex("0405"))
    assert t.traces("axis", "0405"), "over the bridge unit"
    t = field(box, sources=SPRING, minor_road="0404 0405", **{water: shore})
    assert t.traces("axis", "0405"), "over the printed bridge"


def _border(row: int) -> list[tuple[str, str]]:
    """Every side between a row and the next one to the south."""
    found = []
    for column in range(1, 13):
        here = grid().hex(f"{column:02}{row:02}")
        for other in grid().neighbours(here):
            if int(grid().label(other)[2:]) > row:
                found.append((grid().label(here), grid().label(other)))
    return found


@both
@pytest.mark.rule("typhoon:6.1.2.c")
def test_standing_enemy_forts_and_lines_bar_the_way(box: str) -> None:
    """A railway along the west edge; 0106 is the only way past the lake sides of row 5."""
    rail = column(1, 12, "01")
    t = field(box, foot("A", 4, 4), sources="axis 0101", railway=rail,
              rows={"converted": grid().hexes(rail)})
    assert "0112" in t.labels(routes.rail_net(t.game, t.state, "axis"))
    t.fort("0106", "soviet-building")
    assert "0112" in t.labels(routes.rail_net(t.game, t.state, "axis")), "one in building does not"
    t.fort("0106")
    assert "0107" not in t.labels(routes.rail_net(t.game, t.state, "axis")), "empty as it is"
    t = field(box, foot("A", 4, 4), sources="axis 0101", railway=rail,
              fortified_line="0106-0107", rows={"converted": grid().hexes(rail)})
    assert "0107" not in t.labels(routes.rail_net(t.game, t.state, "axis")), "from its back too"
    t.put("0106", "A")
    assert "0107" not in t.labels(routes.rail_net(t.game, t.state, "axis"))
    assert t.traces("axis", "0106"), "who stands there traces out of it"
    t.state.broken = t.game.grid.hexes("0106")
    assert "0112" in t.labels(routes.rail_net(t.game, t.state, "axis"))


@both
@pytest.mark.rule("typhoon:6.1.4")
def test_a_loc_alone_does_not_lead_off_the_map(box: str) -> None:
    edge = SourceRow(side="axis", area=grid().hexes(" ".join(ROW_ONE)))
    t = field(box, rows={"source": [edge]}, minor_road="0101 0102")
    assert t.supplied("axis") == set(), "bare edge and minor road"
    t = field(box, rows={"source": [edge]}, main_road="0601 0602")
    assert t.labels(routes.sources(t.game, t.state, "axis")) == {"0601"}
    assert t.traces("axis", "0608")


@both
@pytest.mark.rule("typhoon:6.1.6", "agn:BSR.supply.roadnet")
def test_a_road_net_is_twenty_one_hexes_of_main_road(box: str) -> None:
    t = field(box, sources="axis 0101", main_road=ROUND)
    far = ROUND.split()
    net = t.labels(routes.road_net(t.game, t.state, "axis"))
    assert far[21] in net
    assert far[22] not in net
    t = field(box, sources="axis 0101", minor_road=ROUND)
    assert len(t.labels(routes.road_net(t.game, t.state, "axis"))) == 0, "minor roads never"


@both
@pytest.mark.rule("typhoon:6.1.6/2")
@pytest.mark.parametrize(("weather", "reach"), [
    ("dry", 21), ("frost", 21), ("rain", 15), ("snow", 15), ("arctic", 15)])
def test_bad_weather_shortens_the_road_net(box: str, weather: str, reach: int) -> None:
    t = field(box, sources="axis 0101", main_road=ROUND).having(weather=weather)
    net = routes.road_net(t.game, t.state, "axis")
    assert net.bit_count() == reach + 1


@both
@pytest.mark.rule("typhoon:6.1/2")
def test_first_the_loc_then_a_road_then_a_railway(box: str) -> None:
    rail = "0101 0201 0301 0401"
    road = "0401 0501 0601 0701 0801"
    more = "0801 0901 1001"
    rows = {"converted": grid().hexes(f"{rail} {more}")}
    t = field(box, sources="axis 0101", railway=rail, rows=rows)
    assert t.traces("axis", "0408"), "a LOC may end at a railway"
    t = field(box, sources="axis 0101", railway=rail, main_road=road, rows=rows)
    assert t.traces("axis", "0808"), "LOC, road, railway"
    t = field(box, sources="axis 1201", main_road="1201 1101 1001", railway="1001 0901 0801",
              rows={"converted": grid().hexes("1001 0901 0801")})
    assert "0801" not in t.labels(routes.rail_net(t.game, t.state, "axis"))
    assert not t.traces("axis", "0308"), "no railway behind a road: 7 hexes from 1001"
    assert t.traces("axis", "1008")


@both
@pytest.mark.rule("typhoon:6.1.7")
def test_a_rail_net_of_any_length_breaks_at_cuts_enemies_and_foreign_gauge(box: str) -> None:
    rows = {"converted": grid().hexes(ROUND)}
    t = field(box, ENEMY, sources="axis 0101", railway=ROUND, rows=rows)
    assert routes.rail_net(t.game, t.state, "axis").bit_count() == 23
    t.put("0602", "x")
    assert "0701" not in t.labels(routes.rail_net(t.game, t.state, "axis")), "a zone"
    t.put("1212", "x")
    t.state.cuts = t.game.grid.hexes("0401")
    assert t.labels(routes.rail_net(t.game, t.state, "axis")) == {"0101", "0201", "0301"}
    t.state.cuts = 0
    t.state.axis_rail = t.game.grid.hexes("0101 0201")
    assert t.labels(routes.rail_net(t.game, t.state, "axis")) == {"0101", "0201"}


@both
@pytest.mark.rule("typhoon:6.2.1")
def test_friendly_major_cities_with_a_route_are_soviet_sources(box: str) -> None:
    t = field(box, foot("A", 4, 4), sources="soviet 1201", major_city="0606")
    assert t.labels(routes.sources(t.game, t.state, "soviet")) == {"1201"}, "7 hexes off: cut off"
    t = field(box, foot("A", 4, 4), sources="soviet 0901", major_city="0606")
    assert t.labels(routes.sources(t.game, t.state, "soviet")) == {"0901", "0606"}
    assert t.traces("soviet", "0612")
    t.land("axis", "0606")
    assert t.labels(routes.sources(t.game, t.state, "soviet")) == {"0901"}
    assert "0606" not in t.labels(routes.sources(t.game, t.state, "axis"))


@both
@pytest.mark.rule("typhoon:14.1.4.c/2")
def test_a_city_that_is_cut_off_feeds_its_own_hexes_only(box: str) -> None:
    t = field(box, foot("A", 4, 4), sources="soviet 1212", major_city="0202 0203")
    assert t.traces("soviet", "0202")
    assert t.traces("soviet", "0203")
    assert not t.traces("soviet", "0204")
    assert not t.traces("soviet", "0201")


@both
@pytest.mark.rule("typhoon:6.2.2/3")
def test_a_source_opens_on_its_turn_while_nobody_bars_it(box: str) -> None:
    late = SourceRow(side="axis", hexes=[grid().hex("0401")], first_turn=10)
    t = field(box, ENEMY, rows={"source": [late]}).having(turn=9)
    assert isinstance(t, Field)
    assert not t.traces("axis", "0402")
    t.having(turn=10)
    assert t.traces("axis", "0402")
    t.put("0502", "x")
    assert not t.traces("axis", "0302"), "in a Soviet zone"


@both
@pytest.mark.rule("typhoon:13.3.1/2")
def test_a_train_bars_the_railway_in_its_hex(box: str) -> None:
    t = field(box, train("T"), sources="axis 0101", railway=ROUND,
              rows={"converted": grid().hexes(ROUND)})
    t.put("0601", "T")
    assert t.labels(routes.rail_net(t.game, t.state, "axis")) == set(ROW_ONE[:5])


def test_sources_of_the_learning_scenarios() -> None:
    """Typed from the scenarios: Orel; the roads and railways from Tula; none in Soltsy (9.0)."""
    named = {box: {(row.side, hex) for row in contents(box).scenario.source for hex in row.hexes}
             for box in (TYPHOON, NORTH)}
    (map,) = contents(TYPHOON).maps.values()
    assert named[TYPHOON] == {("axis", map.grid.hex("P4515")), ("soviet", map.grid.hex("P5403")),
                              ("soviet", map.grid.hex("P4401"))}
    assert named[NORTH] == set()


@pytest.mark.rule("typhoon:6.2.2", "typhoon:6.1.4")
def test_axis_sources_of_sheet_p() -> None:
    """Railways and main roads of its west edge, and two hexes of the south that the sheet names."""
    found = contents(TYPHOON)
    (map,) = found.maps.values()
    west = SourceRow(side="axis", area=map.areas["p_west_edge"])
    south = SourceRow(side="axis", hexes=[map.grid.hex("P2333"), map.grid.hex("P2434")])
    scenario = replace(found.scenario, in_play=0, source=[west, south])
    game = EastFrontSeries(replace(found, scenario=scenario),
                           DataBox("grognard.boxes.typhoon")._setting("mtsensk", {}))
    state = game.new_state()
    state.axis_land = map.grid.all
    labels = {map.grid.label(hex) for hex in bits(routes.first_sources(game, state, "axis"))}
    edge = {label for label in labels if label.startswith("P10")}
    assert labels - edge == {"P2333", "P2434"}
    assert edge
    ways = game.ground.rail_hexes | game.ground.highway_hexes
    assert all(ways >> map.grid.hex(label) & 1 for label in edge)
    assert len(edge) < map.areas["p_west_edge"].bit_count()
    named = {map.grid.label(hex) for hex in bits(map.features["axis_supply"])}
    assert {"P2333", "P2434"} <= named
