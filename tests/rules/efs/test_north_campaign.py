"""Scenario 5, the campaign of Army Group North (chapter 14), as it lies on the shelf."""

from functools import cache
from typing import Any, cast

import pytest

import grognard
from grognard.hexes import bits, pack
from grognard.rules.efs import (
    air_transport,
    cards,
    conversion,
    entries,
    garrisons,
    rail,
    replacements,
    routes,
    soviet_table,
    victory,
    ways,
)
from grognard.rules.efs.air import AirReadinessPhase
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.exchange import OfferExchange
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.naval import sealift
from grognard.rules.efs.naval.landings import Landing
from grognard.rules.efs.pools import take_group
from grognard.rules.efs.soviet_table import TableEvent
from grognard.rules.efs.state import ACTIVE, ELIMINATED, POOL, WITHDRAWN, EfsState
from grognard.rules.efs.weather import WeatherPhase, WeatherRoll
from tests.rules.efs.shelf import Shelf


@cache
def loaded(name: str = "campaign", **options: bool) -> EastFrontSeries:
    return cast(EastFrontSeries, grognard.load("army_group_north", name, options))


def north(game: EastFrontSeries | None = None) -> Shelf:
    """The set-up, before anything is asked."""
    game = game or loaded()
    state = game.new_state()
    state.stack = ()
    return Shelf(game, state)


def cleared(game: EastFrontSeries | None = None) -> Shelf:
    """The country without anybody, all of it as it was held."""
    t = north(game)
    for stack in tuple(t.state.stacks.values()):
        for unit in stack:
            t.state.put(unit, WITHDRAWN)
    t.state.garrison = 0
    return t


def again(t: Shelf) -> Shelf:
    """The same position, to be asked about anew."""
    return Shelf(t.game, t.state.copy())


def hold(t: Shelf, side: str, labels: str) -> None:
    hexes = pack(map(t.hex, labels.split()))
    land = t.state.axis_land
    t.state.axis_land = land | hexes if side == "axis" else land & ~hexes


def on_map(game: EastFrontSeries, state: EfsState) -> dict[str, int]:
    return {game.units[unit].code: state.at[unit] for unit in bits(state.on_map(game.everybody))}


# -- the frame ---------------------------------------------------------------------------------


@pytest.mark.rule("agn:14.0")
def test_all_counters_but_those_with_a_violet_box() -> None:
    boxes = {unit.box for unit in loaded().units if unit.box}
    assert "violet" not in boxes
    assert {"light green", "light brown", "ochre", "red"} <= boxes
    strangers = [unit.code for unit in loaded().units if unit.box and not (
        5 in cards.scenarios(loaded().charts.corners, unit) or unit.box != "violet")]
    assert not strangers


@pytest.mark.rule("agn:14.1")
def test_forty_seven_turns_of_which_seven_are_dry() -> None:
    game = loaded()
    assert (game.first_turn, game.last_turn) == (1, 47)
    for turn, rolls in ((7, False), (8, True)):
        t = north().turn(turn)
        t.ask(WeatherPhase())
        assert isinstance(t.step(), WeatherRoll) == rolls
        assert rolls or (t.state.weather, t.state.storm) == ("dry", False)


@pytest.mark.rule("agn:14.2")
def test_five_sheets_and_c_above_the_boundary() -> None:
    game = loaded()
    assert set(game.map.sheets) >= {"A", "B", "C", "L", "W"}
    for sheet in "ABLW":
        only = game.map.sheets[sheet] & ~game.map.sheets["C"] & ~game.map.areas["out_of_play"]
        assert not only & ~game.playable
    sides = [game.grid.ends(side) for side in game.map.hexsides["agb"]]
    assert all(not (game.playable >> a & game.playable >> b & 1) for a, b in sides)
    unit = game.number["269ID"]
    shut = next(layer for layer in ways.closed(game, game.new_state(), 1 << unit, "movement")
                if layer.code == "out-of-play")
    assert shut.bars >> game.grid.hex("C3030") & 1


@pytest.mark.rule("agn:3.1.d", "agn:3.2", "agn:14.3/alias")
def test_a_hex_of_two_sheets_is_one_and_has_the_name_of_the_sheet_on_top() -> None:
    game = loaded()
    grid = game.grid
    for below, above in (("C1207", "A2650"), ("C5807", "B3651"), ("A4614", "B1015"),
                         ("B4620", "L1629"), ("W1001", "L1629")):
        assert grid.hex(below) == grid.hex(above)
        assert grid.label(grid.hex(below)) == above
    t = north()
    here = t.hex("C3106")
    assert {"8A", "429How", "242AA"} <= {game.units[u].code for u in t.state.stacks[here]}
    assert t.hex("A4549") == here


@pytest.mark.rule("agn:14.3/alias")
def test_those_of_june_stand_where_they_stood() -> None:
    june, game = loaded("june"), loaded()
    then, now = june.new_state(), game.new_state()
    moved = {code for code, hex in on_map(june, then).items()
             if "unknown" not in june.units[june.number[code]].traits
             and game.grid.label(now.at[game.number[code]]) not in (
                 june.grid.label(hex), *june.grid.aliases(hex),
                 *game.grid.aliases(game.grid.hex(june.grid.label(hex))),
                 game.grid.label(game.grid.hex(june.grid.label(hex))))}
    assert not moved
    others = set(on_map(game, now)) - set(on_map(june, then))
    assert {"16R", "191R", "3Tk", "13NKVD", "Kirov"} <= others
    assert all(game.units[game.number[code]].side == "soviet" for code in others)


@pytest.mark.rule("agn:3.3")
def test_a_hex_without_a_number_is_nowhere() -> None:
    grid = loaded().grid
    for label in ("L1134", "W1128", "L7134"):
        with pytest.raises(LookupError):
            grid.hex(label)


# -- what the scenario gives -------------------------------------------------------------------


@pytest.mark.rule("agn:14.4.d")
def test_air_transport_is_given_turn_by_turn_and_not_saved() -> None:
    t = cleared()
    found = []
    for turn in (2, 3, 20, 21, 25, 47):
        t.turn(turn).state.points["axis-lift"] = 9
        air_transport.new_turn(t.game, t.state)
        found.append(t.has("axis-lift"))
    assert found == [0, 1, 1, 0, 2, 2]


@pytest.mark.rule("agn:14.4.h.1")
def test_an_event_of_the_table_releases_the_garrison_of_a_hex() -> None:
    t = north().on_turn("soviet")
    assert {"TalinNav", "KronR", "RigaWk", "83NKVD"} & {
        t.game.units[u].code for u in bits(t.state.garrison)}
    t.ask(TableEvent("R"))
    riga = t.hex("B1637")
    before = t.state.set_at(riga) & t.state.garrison
    assert before
    t.do("release B1637")
    assert not t.state.set_at(riga) & t.state.garrison
    assert t.state.garrison


@pytest.mark.rule("agn:14.4.h.2/nkvd")
def test_the_thirteenth_nkvd_waits_for_the_enemy_in_the_city() -> None:
    t = cleared().put("L3606", "13NKVD", "23NKVD").put("L2213", "58ID")
    t.state.garrison = t.units("13NKVD", "23NKVD")
    t.on_turn("soviet").ask(TableEvent("R")).do("release L3606")
    assert t.state.garrison == t.units("13NKVD"), "the other regiment goes, this one stays"
    t = again(t).put("L3707", "58ID")
    assert t.state.garrison == t.units("13NKVD"), "nor does an enemy beside it free it"
    garrisons.approached(t.game, t.state, t.unit("58ID"), t.hex("L3707"))
    assert soviet_table.event_choices(t.game, t.state, "R")["release"].why(
        t.hex("L3606")).code == "garrison-kept"  # type: ignore[union-attr]
    t.put("L3405", "58ID").ask(TableEvent("R")).do("release L3606")
    assert not t.state.garrison


@pytest.mark.rule("agn:14.4.h.2/militia", "agn:14.4.h.2/auto")
def test_militia_of_the_city_is_free_when_the_enemy_is_beside_it_and_by_no_event() -> None:
    t = cleared().put("L3405", "Mil.1").put("L3406", "Mil.2", "23NKVD").put("L2213", "58ID")
    t.state.garrison = t.units("Mil.1", "Mil.2", "23NKVD")
    t.on_turn("soviet").ask(TableEvent("R"))
    assert t.refused("release L3405").code == "garrison-kept"
    t.do("release L3406")
    assert t.state.garrison == t.units("Mil.1", "Mil.2")
    beside = {label: t.game.grid.spread(1 << t.hex(label)) for label in ("L3405", "L3406")}
    t.state.place(t.game, t.unit("58ID"), next(bits(beside["L3406"] & ~beside["L3405"])))
    assert t.state.garrison == t.units("Mil.1")


def test_garrisons_that_arrive_are_bound() -> None:
    t = cleared().turn(30).put("L2213", "58ID")
    t.ask(CallArrivals())
    assert t.at("Mil.1") == t.hex("In2112")
    assert t.state.garrison == t.units("Mil.1", "Mil.2", "23NKVD")


def town(t: Shelf, label: str) -> int:
    line = next(line for line in t.game.rows.victory if t.hex(label) in line.hexes)
    return victory.worth(t.game, t.state, line)


@pytest.mark.rule("agn:14.4.i", "agn:13.5.b", "agn:14.9")
def test_a_town_without_infantry_or_engineers_in_it_is_worth_nothing() -> None:
    t = cleared()
    hold(t, "axis", "B2204")
    assert town(t, "B2204") == 0, "taken and left"
    assert town(t.put("B2204", "10/8Pz", "110Art"), "B2204") == 0
    assert town(t.put("B2204", "61ID"), "B2204") == 8
    t.state.put(t.unit("61ID"), WITHDRAWN)
    assert town(t.put("B2204", "660Eng"), "B2204") == 8
    assert not any(line.garrison for line in loaded("june").rows.victory), "by the errata"


@pytest.mark.rule("agn:14.9")
def test_the_campaign_is_counted_in_places_losses_and_staffs() -> None:
    t = cleared()
    assert victory.score(t.game, t.state) == 0
    assert victory.verdict(t.game, t.state)[:2] == ("soviet", "decisive")
    for hex in {hex for line in t.game.rows.victory for hex in line.hexes}:
        t.state.put(t.unit("61ID"), hex)
        assert victory.score(t.game, t.state) >= 1
    assert [row.least for row in t.game.rows.level] == [110, 85, 68, 55, 42, -99]


@pytest.mark.rule("agn:14.4.j")
def test_the_first_days_are_those_of_june() -> None:
    june, rows = loaded("june").rows, loaded().rows

    def told(rows: Any) -> set[tuple[Any, ...]]:
        return {(row.rule, row.side, row.first_turn, row.last_turn)
                for row in (*rows.limit, *rows.ease, *rows.fence)}

    assert told(june) <= told(rows)
    assert {row.first_turn for row in rows.limit} == {0}
    assert rows.confusion[0].area & ~loaded().map.areas["baltic_states"] == 0
    t = north().turn(3).on_turn("axis", "reaction")
    assert [layer.code for layer in t.game.limits(t.state, "react")][:1] == ["no-react-now"]


# -- partisans ---------------------------------------------------------------------------------


@pytest.mark.rule("agn:14.4.k/place")
def test_five_bands_rise_in_estonia_on_turn_eight() -> None:
    t = north().turn(8).having(side="axis")
    t.ask(CallArrivals())
    bands = [t.unit(f"{n}Est") for n in range(1, 6)]
    assert all(t.state.at[unit] == ACTIVE for unit in bands)
    for unit in bands:
        hexes = entries.entry_hexes(t.game, t.state, unit)
        assert hexes
        assert not hexes & ~t.game.map.areas["Estonia"]


@pytest.mark.rule("agn:14.4.k/area")
def test_partisans_do_not_leave_estonia() -> None:
    t = cleared().turn(9).put("L1032", "1Est").put("A2650", "58ID")
    borders = t.game.map.areas["Estonia"] & t.game.grid.spread(t.game.map.areas["Latvia"])
    here = next(hex for hex in bits(borders) if t.game.map.terrain[hex] == "clear")
    t.state.put(t.unit("1Est"), here)
    t.moves().do("move 1Est")
    found = {t.hex(label) for label in t.offers("to")}
    assert found
    assert not pack(found) & ~t.game.map.areas["Estonia"]
    away = next(hex for hex in bits(t.game.grid.spread(1 << here) & t.game.map.areas["Latvia"]))
    assert t.refused(f"to {t.game.grid.label(away)}").code == "fenced"
    islands = t.game.map.areas["moonsund_islands"]
    assert not islands & ~t.game.map.areas["Estonia"], "the islands are Estonian"


@pytest.mark.rule("agn:14.4.k/sea", "agn:7.5.2/sea")
def test_partisans_sail_to_estonian_ports_alone() -> None:
    t = cleared().turn(30).put("B1637", "58ID").put("B1115", "2Est")
    hold(t, "axis", "B1115 B1637 B1918 B1015")
    t.state.at_sea(held=t.state.axis_land & t.game.waters.ports)
    t.state.points |= {"axis-sea": 9, "axis-sea-supply": 0}
    t.having(side="axis", phase="movement")
    sealift.refill(t.game, t.state)
    found = sealift.port_choices(t.game, t.state, t.units("2Est"))
    assert t.hex("B1918") in found
    refusal = found.why(t.hex("B1637"))
    assert refusal
    assert refusal.code == "fenced"


@pytest.mark.rule("agn:14.4.k/area")
def test_partisans_do_not_land_on_foreign_coasts() -> None:
    t = cleared().turn(30).put("B1918", "2Est", "58ID")
    hold(t, "axis", "B1918")
    t.state.at_sea(held=t.state.axis_land & t.game.waters.ports)
    t.having(side="axis", phase="movement")
    t.ask(Landing(t.hex("B1825")))
    assert "58ID" in t.offers("embark")
    assert t.refused("embark 2Est").code == "fenced-coast"
    t.ask(Landing(t.hex("B1215")))
    assert "2Est" in t.offers("embark")


@pytest.mark.rule("agn:14.4.k/convert")
def test_on_turn_36_all_partisans_may_become_security_battalions() -> None:
    for answer, number in (("set", 5), ("pass", 0)):
        t = cleared().turn(36).put("B2613", "1Est", "2Est").put("B2802", "3Est")
        for code in ("4Est", "5Est"):
            t.state.put(t.unit(code), ELIMINATED)
        t.ask(OfferExchange()).do(answer)
        backs = [t.unit(f"{n}EstSec") for n in range(1, 6)]
        assert sum(t.state.at[unit] in (t.hex("B2613"), t.hex("B2802"), ELIMINATED)
                   for unit in backs) == number
    t = cleared().turn(36).put("B2613", "1Est", "58ID")
    t.ask(OfferExchange()).do("set")
    back = t.unit("1EstSec")
    assert replacements.kind_of(t.game, back) == replacements.INFANTRY
    assert replacements.kind_of(t.game, t.unit("1Est")) == replacements.NONE
    assert not [layer for layer in t.game.fences(t.state, 1 << back) if layer.code == "fenced"]
    t = cleared().turn(37).put("B2613", "1Est")
    t.ask(OfferExchange())
    assert not t.state.stack, "on that turn alone"


# -- rails, exits, supply ----------------------------------------------------------------------


def railed(t: Shelf, hex: str, code: str = "70R") -> Any:
    t.put(hex, code).on_turn("soviet", "movement")
    rail.refill(t.game, t.state)
    farthest = t.game.measures.rail.farthest
    return rail.trip(t.game, t.state, "soviet", (t.hex(hex),), farthest, t.units(code))


@pytest.mark.rule("agn:14.4.l")
def test_soviet_trains_run_beyond_the_edge() -> None:
    t = cleared().turn(10).put("C1717", "58ID")
    found = railed(t, "L7031")
    ways_on = {(t.game.grid.label(leaves), t.game.grid.label(min(ride, key=ride.__getitem__)))
               for leaves, ride in found.beyond}
    assert ways_on >= {("L7031", "W4821"), ("L7031", "W4825")}
    ride = next(ride for leaves, ride in found.beyond if t.hex("W4825") in ride
                and ride[t.hex("W4825")] == 0)
    assert max(ride.values()) // 4 <= 60 - 51 - 1, "51 points, and the hex where it comes back"
    assert (found.mask & ~found.first.mask).bit_count() > 3
    path = found.path(t.hex("W4821"))
    assert (path[0], path[-1]) == (t.hex("L7031"), t.hex("W4821"))
    far = railed(cleared().turn(10).put("C1717", "58ID"), "L6634")
    assert any(t.game.grid.label(leaves) == "L6634" for leaves, _ in far.beyond)
    assert all(row.side == "soviet" for row in t.game.rows.offmap_rail)


@pytest.mark.rule("agn:14.4.m/exit")
def test_nobody_leaves_the_map_but_one_staff() -> None:
    t = cleared().turn(9).put("C2526", "11A").put("C2626", "48R").put("W2628", "61ID")
    t.having(weather="dry")
    for code, leaves in (("11A", True), ("48R", False), ("61ID", False)):
        one = again(t)
        one.moves(t.game.owner(t.unit(code))).do(f"move {code}")
        assert bool(one.offers("exit")) == leaves
    assert {unit for row in t.game.rows.exit for unit in row.units} == {"11A"}


@pytest.mark.rule("agn:14.4.n.1/roads")
def test_two_roads_on_map_w_are_sources_once_the_axis_holds_them() -> None:
    t = cleared().put("C1717", "58ID")
    road = t.hex("W3228")
    assert not routes.first_sources(t.game, t.state, "axis") >> road & 1
    hold(t, "axis", "W3228")
    assert routes.first_sources(t.game, t.state, "axis") >> road & 1
    assert not routes.first_sources(t.game, t.state, "axis") >> t.hex("W2628") & 1


@pytest.mark.rule("agn:14.4.n.1/roadnet")
def test_the_road_net_from_beyond_map_w_ends_at_its_markers() -> None:
    t = cleared().put("C1717", "58ID").having(weather="dry")
    hold(t, "axis", "W2628 W3228")
    net = routes.road_net(t.game, t.state, "axis")
    assert net >> t.hex("W3425") & 1
    assert net >> t.hex("W2325") & 1
    for source, end in (("W3228", "W3425"), ("W2628", "W2325")):
        beyond = {hex for hex in bits(net & t.game.map.sheets["W"])
                  if t.game.grid.distance(hex, t.hex(source))
                  <= t.game.grid.distance(hex, t.hex("W2628" if source == "W3228" else "W3228"))}
        most = t.game.grid.distance(t.hex(source), t.hex(end))
        assert all(t.game.grid.distance(hex, t.hex(source)) <= most for hex in beyond)
    t.having(weather="rain")
    wet = routes.road_net(t.game, t.state, "axis") & t.game.map.sheets["W"]
    assert not wet & ~pack([t.hex("W2628"), t.hex("W3228")])
    assert routes.supplied(t.game, t.state, "axis") >> t.hex("W3227") & 1, "a LOC to the hex itself"


@pytest.mark.rule("agn:14.4.n.1/rail")
def test_the_railways_south_of_map_w_are_no_sources_and_no_railheads() -> None:
    t = cleared().put("C1717", "58ID")
    hold(t, "axis", "W3028 W3027 W3327 W2628")
    for label in ("W3028", "W3027", "W3327"):
        assert not routes.first_sources(t.game, t.state, "axis") >> t.hex(label) & 1
    t.put("W3327", "62Eng").on_turn("axis", "engineering")
    conversion.new_turn(t.game, t.state)
    found = conversion.convert_choices(t.game, t.state)
    assert t.hex("W3327") not in found
    assert t.hex("W3327") not in loaded().rows.railheads


@pytest.mark.rule("agn:14.4.n.1/msu")
def test_supply_comes_over_the_south_of_map_w_with_the_fourth_group_alone() -> None:
    t = cleared().turn(35).put("C1717", "58ID")
    hold(t, "axis", "W2628 W3228")
    edge = routes.edge_sources(t.game, 35, "axis", entries=True)
    assert {t.game.grid.label(hex) for hex in bits(edge)} == {"C1717", "C2024"}
    truck = t.unit("AxT10")
    assert t.state.at[truck] == POOL
    group = next(n for n, row in enumerate(t.game.rows.group) if row.id == "LVII")
    take_group(t.game, t.state, group)
    assert (t.state.at[truck], t.state.steps[truck]) == (ACTIVE, 1)
    t.moves().do("enter AxT10")
    assert set(t.offers("at")) == {"W2628", "W3228"}


@pytest.mark.rule("agn:14.4.o.3")
def test_cut_off_leningrad_makes_its_tanks_at_the_works() -> None:
    t = cleared().turn(40).put("C1717", "58ID")
    assert replacements.tank_makers(t.game, t.state) == 0
    around = t.game.grid.spread(t.game.grid.spread(t.game.grid.spread(
        t.game.map.areas["leningrad"])))
    t.state.axis_rail |= around & t.game.ground.rail_hexes & ~t.game.map.areas["leningrad"]
    works = replacements.tank_makers(t.game, t.state)
    assert {t.game.grid.label(hex) for hex in bits(works)} == {"L3406", "L3707"}


def test_ready_and_flown_before_readiness_is_rolled() -> None:
    t = north().turn(3)
    t.ask(AirReadinessPhase())
    assert not t.state.stack
    assert t.game.rows.readiness_from == 4


def test_strongpoints_that_come_with_reinforcements_add_to_those_of_the_table() -> None:
    t = cleared().turn(10)
    assert replacements.forts_granted(t.game, t.state) == 4
    t.turn(11)
    assert replacements.forts_granted(t.game, t.state) == 0
