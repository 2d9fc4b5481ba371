"""Chapter 1: the map."""

import msgspec
import pytest

from grognard.hexes import bits
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import HeadquartersDecide, radius
from grognard.rules.eastfront.fire import cover, firepower, hits_per_step
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fights import battle, fight, fires, loses
from tests.rules.eastfront.grounds import has_line, holder, in_zone, on_net
from tests.rules.eastfront.table import Table, table


def marching(at: str, *blocks: str, weather: str = "dry", **others: str) -> Table:
    """Blocks in a movement phase with an HQ among them; the Soviets' if it is theirs."""
    t = table().put(at, *blocks)
    for hex, more in others.items():
        t.put(hex, *more.split())
    hq = next(code for code in blocks if t.game.units[t.unit(code)].hq)
    side = t.game.units[t.unit(hq)].side
    return t.weather(weather).phase(side, "movement").active(hq).ask(MovementPhase())


def goes_to(t: Table, code: str) -> set[str]:
    return t.do(f"move {code}").offers("to")


@pytest.mark.rule("eastfront:1.1b", "eastfront:1.8", "eastfront:15.1d")
def test_1_1b_nothing_leads_off_the_map() -> None:
    game = table().game
    for hex in bits(game.ground.land):
        assert all(near in game.grid for near, _ in game.ground.near[hex])
    shut = game.map.with_terrain("out_of_play")
    assert shut
    assert not shut & game.ground.land
    seas = {zone.id for zone in game.seas}
    assert seas == {"East Baltic", "Gulf of Finland", "Gulf of Riga", "West Black Sea",
                    "East Black Sea", "Sea of Azov", "North Caspian", "South Caspian"}


@pytest.mark.rule("eastfront:1.2a", "eastfront:1.3a")
def test_1_2a_edge_and_coastal_hexes_are_ordinary_hexes() -> None:
    game = table().game
    edge = game.ground.edge["axis"] | game.ground.edge["soviet"] | game.ground.coastal
    assert not edge & ~game.ground.land
    assert "Danzig" in goes_to(marching("Thorn", "41Pz", "AGC"), "41Pz")
    assert game.ground.terrain(game.grid.hex("Kerch"), "dry") == "clear"
    assert {game.map.terrain[hex] for hex in bits(game.ground.land)} == set(game.ground.rows)


@pytest.mark.rule("eastfront:1.3b", "eastfront:1.36a", "eastfront:1.4")
@pytest.mark.parametrize(("a", "b", "limit"), [
    ("Kursk", "Kastornoye", 2),        # clear
    ("Kharkov", "Kupyansk", 1),        # a river between clear hexes
    ("Moscow", "Vladimir", 1),         # forest
    ("Kerch", "Novorossiysk", 1),      # strait
    ("Maikop", "Tuapse", 1),           # mountain
    ("Kharkov", "Belgorod", 2),        # a major city changes nothing
    ("Tbilisi", "Grozny", 0),          # alpine
])
def test_1_3b_hexside_limits(a: str, b: str, limit: int) -> None:
    t = table()
    assert t.game.ground.capacity(t.game.grid.hexside(t.hex(a), t.hex(b)), "dry") == limit


@pytest.mark.rule("eastfront:1.31")
def test_1_31_clear_ground() -> None:
    assert {"Starobelsk", "Millerovo"} & goes_to(
        marching("Kursk", "41Pz", "AGS"), "41Pz") == {"Starobelsk"}  # three hexes
    t = marching("Kursk", "41Pz", "AGS", Kursk_NW1="5AK 6AK 8AK 9AK")
    assert t.game.ground.stacking(t.hex("Kursk_NW1")) == 4
    assert t.do("move 41Pz to Kursk_NW1").refused("done").code == "overstacked"


@pytest.mark.rule("eastfront:1.32a", "eastfront:1.33", "eastfront:REF.3")
def test_1_33_forest_and_hills_are_alike() -> None:
    ground = table().game.ground
    forest, hill = ground.rows["forest"], ground.rows["hill"]
    assert msgspec.structs.replace(forest, id="hill") == hill
    assert (forest.stacking, forest.hexside, forest.defence, forest.stops) == (4, 1, 2, False)
    t = marching("Orel", "41Pz", "5AK", "AGC", Tula_W1="3A")
    t.do("move 41Pz to Tula_W1 over Orel").do("move 5AK")
    ruling = t.refused("to Tula_W1 over Orel")
    assert (ruling.code, ruling.rule) == ("hexside-narrow", "eastfront:6.33b"), ruling


@pytest.mark.rule("eastfront:1.32b", "eastfront:1.34b", "eastfront:1.35b", "eastfront:1.41a")
@pytest.mark.parametrize(("hex", "hits"), [("Orel", 2), ("Sevastopol", 2), ("Pinsk", 2),
                                           ("Tuapse", 2), ("Rostov", 2), ("Kursk", 1)])
def test_1_32b_double_defence(hex: str, hits: int) -> None:
    t = table().phase("axis", "combat")
    assert cover(t.game, t.state, t.hex(hex)) == hits


@pytest.mark.rule("eastfront:1.32b")
def test_1_32b_half_hits_are_dropped_at_the_end_of_the_round() -> None:
    t = fight(battle("Orel", "5AK:3", "1Sh:3", attacker="soviet", active="soviet",
                     hq="UkrF:2@Tula_W1"), "Orel")
    fires(t, "5AK", 1, 1, 1)
    loses(fires(t, "1Sh", 6, 6, 6), "5AK", "5AK", "5AK")
    assert t.cv("5AK") == 2
    assert not t.state.round.part_hits


@pytest.mark.rule("eastfront:1.34a", "eastfront:1.34f")
def test_1_34a_marsh_stops_all_but_cavalry_until_it_freezes() -> None:
    assert goes_to(marching("Slutsk", "55Mot", "AGC"), "55Mot") >= {"Pinsk", "Pinsk_E1"}
    beyond = "Rovno_NE1"  # only through marsh
    assert beyond not in goes_to(marching("Slutsk", "41Pz", "AGC"), "41Pz")
    assert beyond in goes_to(marching("Slutsk", "5CC", "UkrF"), "5CC")
    assert beyond in goes_to(marching("Slutsk", "41Pz", "AGC", weather="snow"), "41Pz")


@pytest.mark.rule("eastfront:1.34c", "eastfront:1.34f", "eastfront:1.35c", "eastfront:1.31")
@pytest.mark.parametrize(("hex", "limit"), [("Pinsk", 3), ("Tuapse", 2), ("Kursk", 4),
                                            ("Orel", 4), ("Kharkov", 4)])
def test_1_34c_stacking(hex: str, limit: int) -> None:
    t = table()
    assert t.game.ground.stacking(t.hex(hex)) == limit  # whatever the weather


@pytest.mark.rule("eastfront:1.34c")
@pytest.mark.parametrize("weather", ["dry", "snow"])
def test_1_34c_a_fourth_block_does_not_stop_in_a_marsh(weather: str) -> None:
    t = table().put("Pinsk", "5AK", "6AK", "8AK").put("Pinsk_E1", "9AK", "AGC").weather(weather)
    t.phase("axis", "movement").active("AGC")
    t.ask(MovementPhase())
    t.state.moved |= t.units("5AK", "6AK", "8AK")  # nobody makes room
    t.do("move 9AK")
    ruling = t.refused("to Pinsk")
    assert (ruling.code, ruling.rule) == ("stack-full", "eastfront:6.21a")
    t = table().put("Pinsk", "5AK", "6AK").put("Pinsk_E1", "9AK", "AGC").weather(weather)
    t.phase("axis", "movement").active("AGC").ask(MovementPhase()).do("move 9AK to Pinsk")
    assert t.where("9AK") == "Pinsk"


@pytest.mark.rule("eastfront:1.34c")
def test_1_34c_one_block_passes_a_side_of_a_marsh_in_battle() -> None:
    t = table().put("Pinsk", "3A").put("Pinsk_E1", "9AK", "5AK", "AGC").phase("axis", "movement")
    t.active("AGC").ask(MovementPhase()).do("move 9AK to Pinsk over Pinsk_E1").do("move 5AK")
    ruling = t.refused("to Pinsk over Pinsk_E1")
    assert ruling.rule == "eastfront:6.33b"


@pytest.mark.rule("eastfront:1.34d", "eastfront:1.34f", "eastfront:1.41b")
@pytest.mark.parametrize(("code", "hex", "weather", "offensive", "fire"), [
    ("41Pz", "Pinsk", "dry", True, "SF"), ("41Pz", "Pinsk", "dry", False, "DF"),
    ("41Pz", "Pinsk", "snow", True, "DF"), ("5AK", "Rostov", "dry", False, "DF"),
    ("2SS", "Rostov", "dry", False, "TF")])
def test_1_34d_fire_in_marsh_and_cities(
    code: str, hex: str, weather: str, offensive: bool, fire: str
) -> None:
    t = table("s43").weather(weather).phase("axis", "combat")
    assert firepower(t.game, t.state, t.unit(code), t.hex(hex), offensive) == fire


@pytest.mark.rule("eastfront:1.35a")
def test_1_35a_mountains_stop() -> None:
    places = goes_to(marching("Maikop", "41Pz", "AGS"), "41Pz")
    assert "Tuapse" in places
    assert "Sochi" not in places


@pytest.mark.rule("eastfront:1.35e", "eastfront:1.38a")
def test_1_35e_alpine_and_lake_sides_are_closed() -> None:
    t = table().put("Tbilisi", "41Pz", "AGS").phase("axis", "movement").active("AGS")
    assert not in_zone(t, "axis", "Grozny")
    assert not radius(t.game, t.state, t.unit("AGS")) >> t.hex("Grozny") & 1
    assert "Grozny" not in goes_to(t.ask(MovementPhase()), "41Pz")
    for weather in ("dry", "snow"):
        t = marching("Pskov", "41Pz", "AGN", weather=weather)
        side = t.game.grid.hexside(t.hex("Pskov"), t.hex("Tartu"))
        assert t.game.ground.kind_of[side] == "lake"
        assert not t.game.ground.passable(side)
        assert not t.game.ground.near[t.hex("Pskov")].count((t.hex("Tartu"), side))


@pytest.mark.rule("eastfront:1.36a", "eastfront:1.36b")
def test_1_36_rivers_are_assaulted_but_do_not_slow() -> None:
    assert "Starobelsk" in goes_to(marching("Kharkov", "41Pz", "AGS"), "41Pz")
    t = table()
    side = t.game.grid.hexside(t.hex("Kharkov"), t.hex("Kupyansk"))
    assert t.game.ground.is_assault(side)
    assert not t.game.ground.is_assault(t.game.grid.hexside(t.hex("Kharkov"), t.hex("Belgorod")))


@pytest.mark.rule("eastfront:1.36c")
def test_1_36c_frozen_rivers_repulse_nobody() -> None:
    game = table().game
    assert game.repulse["river_snow"] == ()
    assert game.repulse["river"] == (1, 2)
    side = game.grid.hexside(game.grid.hex("Kharkov"), game.grid.hex("Kupyansk"))
    assert game.ground.capacity(side, "snow") == 1


@pytest.mark.rule("eastfront:1.37a", "eastfront:1.38b")
def test_1_37a_no_land_path_over_the_sea_and_no_ships_on_lakes() -> None:
    game = table().game
    sea = game.map.with_terrain("sea", "lake")
    assert not sea & game.ground.land
    for hex in bits(game.ground.land):
        for near, side in game.ground.near[hex]:
            assert game.ground.land >> near & 1
            assert game.ground.kind_of.get(side) not in {"sea", "lake", "alpine", "rail_only"}
    lakes = game.map.with_terrain("lake")
    assert not any(game.map.areas[zone.id] & lakes for zone in game.seas)


@pytest.mark.rule("eastfront:1.39a")
def test_1_39a_a_strait_is_a_whole_move() -> None:
    assert "Kerch" in goes_to(marching("Novorossiysk", "3A", "SouF"), "3A")
    places = goes_to(marching("Novorossiysk", "7TC", "SouF"), "7TC")
    assert "Kerch" in places
    assert "Simferopol" not in places
    assert "Kerch" not in goes_to(marching("Novorossiysk_E1", "7TC", "SouF"), "7TC")


@pytest.mark.rule("eastfront:1.39a", "eastfront:6.32a")
def test_1_39a_who_disengages_over_a_strait_goes_no_further() -> None:
    t = table().put("Kerch", "7TC:3", "13A:2", "41Pz:2").battle("Kerch", "axis")
    t.put("Novorossiysk", "SouF").held("soviet", "Novorossiysk_E1", "Krasnodar")
    t.phase("soviet", "movement").active("SouF").ask(MovementPhase())
    t.do("move 7TC").do("leave Novorossiysk")
    assert t.where("7TC") == "Novorossiysk"
    assert t.step() is None  # the strait takes one: 13A stays


@pytest.mark.rule("eastfront:1.39a", "eastfront:5.41a")
def test_1_39a_a_mobile_headquarters_crosses_a_strait_in_a_whole_move() -> None:
    def mobile(hex: str) -> Table:
        t = table().put(hex, "SouF").held("soviet", "Kerch", "Novorossiysk", "Novorossiysk_E1")
        t.phase("soviet", "movement").active("SouF").ask(HeadquartersDecide())
        return t.do("mobile SouF").do("to Novorossiysk")

    assert mobile("Kerch").where("SouF") == "Novorossiysk"
    assert mobile("Kerch").step() is None
    ruling = mobile("Novorossiysk_E1").refused("to Kerch")
    assert (ruling.code, ruling.rule) == ("strait-whole-move", "eastfront:1.39a")


@pytest.mark.rule("eastfront:1.39c")
def test_1_39c_ships_pass_a_strait_between_friendly_shores() -> None:
    def supplied(kerch: str) -> bool:
        t = table()
        t.state.last_axis = t.game.grid.all
        t.held("soviet", "Rostov", "Batumi", "Kutaisi", "Tbilisi_W1", "Tbilisi", "Kirovabad",
               "Kirovabad_E1", "Baku_W1", "Baku", "Novorossiysk").held(kerch, "Kerch")
        return on_net(t.phase("axis", "supply"), "soviet", "Rostov")

    assert supplied("soviet")
    assert not supplied("axis")


@pytest.mark.rule("eastfront:1.4", "eastfront:1.43", "eastfront:1.42")
def test_1_43_small_places_have_no_effect_in_battle() -> None:
    t = table().phase("axis", "combat")
    ground = t.game.ground
    village = t.game.map.features["village"]
    assert not village & (ground.major | ground.minor | ground.strategic)
    assert not any(village >> centre.hex & 1 for centre in t.game.centres if centre.city)
    for hex in bits((village | ground.minor) & ~ground.fortress):
        row = ground.rows[ground.terrain(hex, "dry")]
        assert cover(t.game, t.state, hex) == row.defence
    for hex in bits(ground.major):
        assert ground.stacking(hex) == ground.rows[ground.terrain(hex, "dry")].stacking


@pytest.mark.rule("eastfront:1.45a", "eastfront:1.45b", "eastfront:1.45c")
def test_1_45_ports_and_naval_bases() -> None:
    game = table().game
    features, place = game.map.features, game.grid.hex
    assert game.ports == features["port"]
    assert not game.major_ports & ~game.ports
    assert {zone.base for zone in game.seas} == set(bits(features["naval_base"]))
    kerch = {zone.id for zone in game.seas if place("Kerch") in zone.ports}
    assert kerch == {"Sea of Azov", "East Black Sea"}


@pytest.mark.rule("eastfront:1.46a")
def test_1_46a_a_fortress_must_be_fought_but_not_in_blitz_combat() -> None:
    t = battle("Sevastopol", "5AK", "3A")
    t.ask(CombatPhase())
    assert t.state.fighting >> t.hex("Sevastopol") & 1
    t = battle("Sevastopol", "5AK", "3A").ask(CombatPhase(blitz=True))
    assert not t.state.fighting


@pytest.mark.rule("eastfront:1.46b")
def test_1_46b_triple_defence_and_one_triple_fire() -> None:
    t = battle("Sevastopol", "5AK", "3A:3 13A:2", hq="AGS:2@Simferopol")
    t.state.supported = 1 << t.hex("Sevastopol")
    assert hits_per_step(t.game, t.state, t.hex("Sevastopol"), "soviet") == 3
    fire = [firepower(t.game, t.state, t.unit(code), t.hex("Sevastopol"), False)
            for code in ("3A", "13A")]
    assert fire == ["TF", "SF"]


@pytest.mark.rule("eastfront:1.6b", "eastfront:1.6a")
def test_1_6b_between_melitopol_and_perekop_only_trains_pass() -> None:
    t = marching("Melitopol", "41Pz", "AGS")
    assert not t.game.ground.beside[t.hex("Melitopol")] >> t.hex("Perekop") & 1
    t = table().put("Minsk", "OKH").put("Melitopol", "41Pz").phase("axis", "movement")
    t.active("OKH", supreme_moves=1).ask(MovementPhase())
    t.do("rail 41Pz to Perekop")
    assert t.where("41Pz") == "Perekop"
    assert on_net(t, "axis", "Perekop")


@pytest.mark.rule("eastfront:1.7a", "eastfront:1.7c")
def test_1_7a_the_western_front_has_its_own_weather() -> None:
    t = table().weather("mud", "dry")
    for place in ("Budapest", "Belgrade", "Sofia", "Krakow", "Kattowitz"):
        assert t.state.weather_at(t.game, t.hex(place)) == "dry"
    for place in ("Bucharest", "Ploesti", "Warsaw", "Danzig", "Kursk"):
        assert t.state.weather_at(t.game, t.hex(place)) == "mud"


@pytest.mark.rule("eastfront:1.7c")
def test_1_7c_other_frontiers_hold_nobody() -> None:
    t = table("s44").put("Kosice", "41Pz", "AGS").phase("axis", "movement").active("AGS")
    t.ask(MovementPhase())
    inside = t.game.objectives.countries["hungary"]
    assert any(not inside >> t.hex(to) & 1 for to in goes_to(t, "41Pz"))
    assert has_line(t, "axis", "Kosice")
    assert holder(t, "Kosice") == "axis"


@pytest.mark.rule("eastfront:1.E1", "eastfront:1.E2", "eastfront:1.E3")
def test_1_e_errata_of_the_map() -> None:
    t = table()
    areas = t.game.map.areas
    assert t.game.map.terrain[t.hex("Grozny")] == "forest"
    assert not areas["transylvania"] & ~areas["Hungary"]
    assert areas["Hungary"] == t.game.objectives.countries["hungary"]
    assert areas["district_kiev"] >> t.hex("Cernauti") & 1
    assert areas["district_odessa"] >> t.hex("Cernauti_E1") & 1
    assert max(bits(areas["district_kiev"] & areas["s41_soviet_frontier"])) == t.hex("Cernauti")
