"""Chapter 9: friendly rail lines, rail movement and rail supply."""

import pytest

from grognard.rules.eastfront import levels, strategic
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.grounds import holder, on_net, only_soviet
from tests.rules.eastfront.table import Table, table


def trains(side: str = "soviet", moves: int = 2, battle: str = "", **stacks: str) -> Table:
    """The side's movement phase with supreme moves to spend; ``battle="Orel by axis"``."""
    hq, at = ("STAVKA", "Moscow") if side == "soviet" else ("OKH", "Minsk")
    t = table().put(at, hq)
    for hex, blocks in stacks.items():
        t.put(hex, *blocks.split())
    if battle:
        t.battle(*battle.split(" by "))
    t.phase(side, "movement").active(hq, supreme_moves=moves)
    return t


def price(t: Table, start: str, to: str) -> int | None:
    """Supreme moves of a rail move."""
    return strategic.rail_costs(t.game, t.state, t.hex(start), t.state.phasing).get(t.hex(to))


@pytest.mark.rule("eastfront:9.11", "eastfront:1.1a", "eastfront:1.6c")
def test_9_11_entry_hexes_lie_on_the_home_edge() -> None:
    ground = table().game.ground
    for side in ("axis", "soviet"):
        assert ground.entries[side]
        assert not ground.entries[side] & ~ground.edge[side]
    axis = {table().game.grid.label(hex) for hex in range(2000)
            if ground.entries["axis"] >> hex & 1}
    assert axis == {"Danzig", "Lodz_NW1", "Kattowitz", "Budapest", "Belgrade"}


@pytest.mark.rule("eastfront:9.12a", "eastfront:9.3", "eastfront:9.12e")
def test_9_12a_a_line_ends_before_the_first_hex_that_is_not_friendly() -> None:
    t = table().phase("axis", "movement")
    assert on_net(t, "axis", "Kharkov")
    assert on_net(t, "axis", "Izyum")
    t.put("Kharkov", "3A").phase("axis", "movement")
    assert on_net(t, "axis", "Krasnograd") == (holder(t, "Krasnograd") == "axis")
    assert not on_net(t, "axis", "Kharkov")
    assert not on_net(t, "axis", "Izyum")  # its zone covers the hex: no longer Axis


@pytest.mark.rule("eastfront:9.12b", "eastfront:8.4f")
def test_9_12b_contested_hexes_block_a_line() -> None:
    t = table().put("Kharkov", "5AK").put("Kupyansk", "3A").put("Kastornoye", "13A")
    t.held("axis", "Belgorod").phase("axis", "movement")
    assert holder(t, "Belgorod") == "contested"
    assert not on_net(t, "axis", "Belgorod")
    t.off(-3, "3A", "13A").phase("axis", "combat")
    assert on_net(t, "axis", "Belgorod")


@pytest.mark.rule("eastfront:9.12c", "eastfront:11.32b")
def test_9_12c_a_line_enters_a_defended_battle_but_goes_no_further() -> None:
    t = table().put("Stalino", "5AK", "3A").battle("Stalino", "soviet")
    t.phase("axis", "movement")
    assert on_net(t, "axis", "Stalino")
    mariupol = on_net(t, "axis", "Mariupol")
    t.battle("Stalino", "axis").phase("axis", "movement")
    assert not on_net(t, "axis", "Stalino")
    assert not mariupol


@pytest.mark.rule("eastfront:9.12d")
def test_9_12d_baku_is_a_source_besides_the_east_edge() -> None:
    t = only_soviet("Baku", "Baku_W1", "Kirovabad_E1", "Kirovabad", "Tbilisi", "Ufa")
    t.phase("axis", "supply")
    assert on_net(t, "soviet", "Tbilisi")
    assert on_net(t, "soviet", "Ufa")
    t.held("axis", "Baku").phase("axis", "supply")
    assert not on_net(t, "soviet", "Tbilisi")


@pytest.mark.rule("eastfront:9.12d")
def test_9_12d_a_battle_at_baku_ends_the_line_there() -> None:
    t = only_soviet("Baku", "Baku_W1", "Kirovabad_E1", "Kirovabad", "Tbilisi")
    t.put("Baku", "3A", "41Pz").battle("Baku", "axis").phase("axis", "supply")
    assert on_net(t, "soviet", "Baku")
    assert not on_net(t, "soviet", "Tbilisi")


@pytest.mark.rule("eastfront:9.12e", "eastfront:9.4")
def test_9_4_railheads_follow_control_from_phase_to_phase() -> None:
    t = table().put("Izyum", "5AK").put("Kharkov", "3A").put("Krasnograd", "13A")
    t.phase("axis", "movement")
    assert not on_net(t, "axis", "Kharkov")
    t.off(-3, "3A", "13A").put("Kharkov", "41Pz")
    assert not on_net(t, "axis", "Kharkov")  # taken, but the phase still runs
    t.phase("axis", "combat")
    assert on_net(t, "axis", "Kharkov")


@pytest.mark.rule("eastfront:9.1n")
def test_9_1n_no_railway_over_the_strait_of_kerch() -> None:
    t = table()
    shores = t.game.grid.hexside(t.hex("Kerch"), t.hex("Novorossiysk"))
    assert shores not in t.game.ground.rails


@pytest.mark.rule("eastfront:9.2", "eastfront:6.53a")
def test_9_2_a_rail_move_needs_an_active_supreme_hq() -> None:
    t = trains(Voronezh="3A", Gryazi="UkrF")
    t.active("UkrF").ask(MovementPhase())
    assert not t.offers("rail")
    t = trains(Voronezh="3A", moves=1).ask(MovementPhase())
    t.do("rail 3A to Gryazi")
    assert t.state.supreme_moves == 0
    assert t.where("3A") == "Gryazi"


@pytest.mark.rule("eastfront:9.21a")
def test_9_21a_ten_hexes_for_each_supreme_move() -> None:
    t = trains(Moscow="3A", moves=1)
    assert price(t, "Moscow", "Stalingrad") == 1  # ten hexes
    assert price(t, "Moscow", "Kotelnikovo") == 2  # eleven
    assert price(t, "Moscow", "Tbilisi") == 2  # twenty
    assert price(t, "Moscow", "Kirovabad") == 3  # twenty-one
    t.ask(MovementPhase()).do("rail 3A")
    assert t.refused("to Kotelnikovo").code == "no-supreme-moves"
    assert t.refused("to Kotelnikovo").rule == "eastfront:6.53b"
    assert t.do("to Stalingrad").where("3A") == "Stalingrad"


@pytest.mark.rule("eastfront:9.21b")
def test_9_21b_rail_moves_begin_and_end_on_the_line() -> None:
    t = trains(Elista="3A", Voronezh="13A").ask(MovementPhase())
    refusal = t.refused("rail 3A")
    assert (refusal.code, refusal.rule) == ("no-railway", "eastfront:9.21b")
    t.do("rail 13A")
    assert t.refused("to Elista").code == "not-linked"
    t.do("to Gryazi")
    assert t.refused("rail 13A").code == "moved-already"
    assert t.refused("order 13A").code == "moved-already"


@pytest.mark.rule("eastfront:9.21c", "eastfront:8.4d")
def test_9_21c_no_rail_move_into_a_battle() -> None:
    t = trains(Voronezh="3A 41Pz", Moscow="13A", battle="Voronezh by axis")
    t.ask(MovementPhase()).do("rail 13A")
    assert on_net(t, "soviet", "Voronezh")
    assert not t.allowed("to Voronezh")
    assert t.refused("to Kursk").code == "not-linked"


@pytest.mark.rule("eastfront:9.22a", "eastfront:9.5d")
def test_9_22a_leaving_a_battle_by_rail_uses_the_side() -> None:
    t = trains(Orel="5AK 6AK 8AK 3A", side="axis", moves=4, battle="Orel by soviet")
    t.ask(MovementPhase())
    over_river = t.game.grid.hexside(t.hex("Orel"), t.hex("Bryansk"))
    t.do("rail 5AK to Bryansk").do("over Bryansk")
    assert t.state.crossings == {over_river: 1}  # the river takes one: it is full now
    t.do("rail 6AK to Bryansk")
    other = t.game.grid.hexside(t.hex("Orel"), t.hex("Kursk_NW1"))
    assert t.state.crossings == {over_river: 1, other: 1}


@pytest.mark.rule("eastfront:9.22a", "eastfront:6.33a")
def test_9_22a_the_player_chooses_among_sides_that_serve_as_well() -> None:
    t = trains(Kharkov="5AK 6AK 3A", side="axis", moves=4, battle="Kharkov by soviet")
    t.ask(MovementPhase()).do("rail 5AK to Kiev")
    assert {"Poltava", "Krasnograd"} <= t.offers("over")
    ruling = t.refused("over Belgorod")
    assert (ruling.code, ruling.rule) == ("train-goes-elsewhere", "eastfront:9.22a")
    t.do("over Krasnograd")
    side = t.game.grid.hexside(t.hex("Kharkov"), t.hex("Krasnograd"))
    assert (t.where("5AK"), t.state.crossings) == ("Kiev", {side: 1})


@pytest.mark.rule("eastfront:9.22a", "eastfront:1.6b", "eastfront:6.33b")
def test_9_22a_one_block_leaves_a_battle_by_rail_over_the_sivash() -> None:
    t = trains(Perekop="5AK 6AK 8AK 3A", side="axis", moves=4, battle="Perekop by soviet")
    t.held("soviet", "Simferopol").phase("axis", "movement").active("OKH", supreme_moves=4)
    t.ask(MovementPhase()).do("rail 5AK to Melitopol")
    assert t.where("5AK") == "Melitopol"
    t.do("rail 6AK")
    ruling = t.refused("to Melitopol")
    assert (ruling.code, ruling.rule) == ("train-cannot-leave", "eastfront:9.22a"), "a line leads"


@pytest.mark.rule("eastfront:9.21c", "eastfront:8.4d")
def test_9_21c_no_train_passes_enemies_who_have_just_won_a_battle() -> None:
    """The hex stays friendly until the phase ends, but is no way for trains."""
    t = trains(Perekop="5AK 3A", side="axis", battle="Perekop by soviet")
    t.state.place(t.unit("5AK"), t.hex("Melitopol"))
    assert holder(t, "Perekop") == "axis"
    assert price(t, "Simferopol", "Melitopol") is None


@pytest.mark.rule("eastfront:9.22b")
def test_9_22b_the_last_unit_does_not_leave_by_rail() -> None:
    t = trains(Orel="5AK 3A", side="axis", battle="Orel by soviet")
    t.ask(MovementPhase())
    assert t.refused("rail 5AK").code == "strategic-retreat"
    assert t.refused("rail 5AK").rule == "eastfront:6.53c"


@pytest.mark.rule("eastfront:9.22a")
def test_9_22a_only_the_original_defender_leaves_by_rail() -> None:
    t = trains(Orel="5AK 6AK 3A", side="axis", battle="Orel by axis")
    t.ask(MovementPhase())
    assert t.refused("rail 5AK").code == "railway-cut-off"


@pytest.mark.rule("eastfront:9.31a", "eastfront:15.3a")
def test_9_31a_sea_lanes_join_railways() -> None:
    t = only_soviet("Batumi", "Kutaisi", "Tbilisi_W1", "Tbilisi", "Kirovabad", "Kirovabad_E1",
                    "Baku_W1", "Baku", "Novorossiysk", "Novorossiysk_E1").phase("axis", "supply")
    assert on_net(t, "soviet", "Batumi")
    assert on_net(t, "soviet", "Novorossiysk")
    assert on_net(t, "soviet", "Novorossiysk_E1")  # by sea to the port, then by rail
    t.held("axis", "Batumi").phase("axis", "supply")  # the base of the zone
    assert not on_net(t, "soviet", "Novorossiysk")


@pytest.mark.rule("eastfront:9.31b", "eastfront:11.32a", "eastfront:15.3b")
def test_9_31b_an_isolated_city_gives_nothing() -> None:
    t = table().phase("", "production")
    assert not on_net(t, "soviet", "Leningrad")
    level = levels.production_level(t.game, t.state, "soviet")
    t.held("soviet", "Volkhov").phase("", "production")
    assert on_net(t, "soviet", "Leningrad")
    assert levels.production_level(t.game, t.state, "soviet") == level + 6


@pytest.mark.rule("eastfront:9.5a", "eastfront:9.5b", "eastfront:9.11")
def test_9_5_off_the_map_between_entries_at_double_length() -> None:
    t = trains(Buzuluk="3A", moves=1)
    assert t.game.grid.distance(t.hex("Buzuluk"), t.hex("Guryev")) == 5
    assert price(t, "Buzuluk", "Guryev") == 1  # ten rail hexes
    assert price(t, "Uralsk", "Guryev") == 1
    assert price(t, "Ufa", "Guryev") == 2  # sixteen
    t.ask(MovementPhase()).do("rail 3A to Guryev")
    assert t.where("3A") == "Guryev"
    t = trains(side="axis", Danzig="5AK")
    assert price(t, "Danzig", "Guryev") is None  # the other side's edge


@pytest.mark.rule("eastfront:9.5c")
def test_9_5c_a_trip_goes_off_the_map_and_on_again_but_never_ends_there() -> None:
    t = trains(Kuybyshev="3A", moves=1)
    assert price(t, "Kuybyshev", "Guryev") == 2  # one hex to Buzuluk, then ten
    t.ask(MovementPhase()).do("rail 3A")
    assert t.refused("to Guryev").code == "no-supreme-moves"
    assert all(t.game.grid.hex(to) in t.game.grid for to in t.offers("to"))


@pytest.mark.rule("eastfront:9.21c")
def test_9_21c_no_train_into_a_hex_that_was_left_to_the_enemy_in_this_phase() -> None:
    t = table("s42").put("Moscow", "STAVKA").put("Gryazi", "20A").put("Voronezh", "5AK")
    t.phase("soviet", "movement").active("STAVKA", supreme_moves=6)
    t.state.soviet_hexes |= 1 << t.hex("Voronezh")  # friendly when the phase began
    t.ask(MovementPhase())
    assert t.refused("rail 20A to Voronezh").code == "strategic-into-battle"
