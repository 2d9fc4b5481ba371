"""Sections 6.1 to 6.3: moving, stacking, engaging and disengaging."""

import pytest

from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fights import shown
from tests.rules.eastfront.table import Table, table


def moving(t: Table, hq: str = "AGS", side: str = "axis") -> Table:
    """That side's movement phase under one HQ."""
    return t.phase(side, "movement").active(hq).ask(MovementPhase())


def destinations(t: Table, code: str) -> set[str]:
    t.do(f"move {code}")
    return t.offers("to")


@pytest.mark.rule("eastfront:6.1b", "eastfront:2.23")
def test_6_1b_infantry_moves_two_hexes() -> None:
    t = moving(table().put("Kharkov", "AGS", "5AK"))
    t.do("move 5AK")
    assert "Kiev" not in t.offers("to")
    ruling = t.refused("to Kiev")
    assert (ruling.code, ruling.rule) == ("too-far", "eastfront:6.1b")
    assert t.refused("to Kharkov").code == "stands-there"
    near = t.game.grid.disk(t.hex("Kharkov"), 2) & t.game.ground.land
    assert t.offers("to") == {t.game.grid.label(h) for h in range(near.bit_length())
                              if near >> h & 1 and h != t.hex("Kharkov")}


@pytest.mark.rule("eastfront:6.1b")
def test_6_1b_land_only() -> None:
    t = moving(table().put("Simferopol", "AGS", "5AK"))
    sea = next(hex for hex in t.game.grid.neighbours(t.hex("Simferopol_W1"))
               if not t.game.ground.land >> hex & 1)
    t.do("move 5AK")
    assert t.refused(f"to {t.game.grid.label(sea)}").rule == "eastfront:1.37a"


@pytest.mark.rule("eastfront:6.1c")
def test_6_1c_once_in_a_phase() -> None:
    t = moving(table().put("Kharkov", "AGS", "5AK", "6AK"))
    t.do("move 5AK to Poltava")
    ruling = t.refused("move 5AK")
    assert (ruling.code, ruling.rule) == ("moved-already", "eastfront:6.1c")
    assert t.refused("move 8AK").code == "not-on-map"


@pytest.mark.rule("eastfront:6.1e", "eastfront:2.21")
def test_6_1e_zones_and_friends_do_not_hinder() -> None:
    t = table().put("Kursk", "AGS", "41Pz").put("Kursk_NE1", "5AK", "6AK", "8AK", "9AK")
    t.put("Kastornoye", "3A").held("soviet", "Orel_E1", "Gryazi_W1")
    found = destinations(moving(t), "41Pz")
    assert "Gryazi_W1" in found  # three hexes, past friends and through enemy zones


@pytest.mark.rule("eastfront:6.2b")
def test_6_2b_any_number_cross_a_side_outside_battles() -> None:
    t = moving(table().put("Kharkov", "AGS", "5AK", "6AK", "8AK", "9AK").held("axis", "Kupyansk"))
    for code in ("5AK", "6AK", "8AK", "9AK"):  # over the river to an empty hex
        t.do(f"move {code} to Kupyansk")
    assert len(t.state.units_at(t.hex("Kupyansk"))) == 4


@pytest.mark.rule("eastfront:6.21a", "eastfront:12.24f", "eastfront:12.24e")
@pytest.mark.parametrize(("hex", "limit"), [
    ("Kursk", 4), ("Orel", 4), ("Nis", 4), ("Pinsk", 3), ("Tuapse", 2)])
def test_6_21a_limits_by_terrain(hex: str, limit: int) -> None:
    t = table()
    assert t.game.ground.stacking(t.hex(hex)) == limit
    codes = ["5AK", "6AK", "8AK", "9AK"][:limit]
    for weather in ("dry", "mud", "snow"):
        t = table().put(hex, *codes).weather(weather, weather)
        near = t.game.grid.label(t.game.ground.near[t.hex(hex)][0][0])
        t.put(near, "41Pz").put("Warsaw", "OKH").phase("axis", "movement")
        t.active("OKH", supreme_moves=1).ask(MovementPhase()).do("order 41Pz")
        ruling = t.refused(f"to {hex}")
        assert (ruling.code, ruling.rule) == ("stack-full", "eastfront:6.21a")


@pytest.mark.rule("eastfront:6.21b")
def test_6_21b_each_side_has_its_own_limit_in_a_battle() -> None:
    t = table().put("Kastornoye", "3A", "13A", "6A", "5A").put("Kursk", "41Pz", "24Pz", "AGS")
    t.put("Kursk_NE1", "5AK", "6AK").put("Belgorod", "8AK").put("Gryazi_W1", "9AK")
    moving(t)
    for code, over in (("41Pz", "Kursk"), ("24Pz", "Kursk"), ("5AK", "Kursk_NE1"),
                       ("6AK", "Kursk_NE1")):
        t.do(f"move {code} to Kastornoye over {over}")
    assert len(t.state.units_at(t.hex("Kastornoye"))) == 8
    t.do("move 8AK")
    assert t.refused("to Kastornoye").code == "stack-full"


@pytest.mark.rule("eastfront:6.2a", "eastfront:6.22a")
def test_6_2a_limits_hold_at_the_end_of_the_phase() -> None:
    t = table().put("Poltava", "5AK", "6AK", "8AK", "9AK").put("Kharkov", "AGS", "41Pz", "24Pz")
    moving(t)
    t.do("move 41Pz to Poltava")  # a fifth, for the moment
    ruling = t.refused("done")
    assert (ruling.code, ruling.rule) == ("overstacked", "eastfront:6.2a")
    assert ruling.hexes == (t.hex("Poltava"),)
    assert "in Poltava than may stay there (5, limit 4)" in t.game.sentence(ruling)
    t.do("move 5AK to Kremenchug")
    assert t.allowed("done")
    t.state.moved |= t.units("6AK", "8AK", "9AK")
    t.do("move 24Pz")
    assert t.refused("to Poltava").code == "stack-full"  # nobody could make room any more


@pytest.mark.rule("eastfront:6.22a")
def test_6_22a_the_last_who_can_make_room_does() -> None:
    t = table().put("Poltava", "5AK", "6AK", "8AK", "9AK").put("Kharkov", "AGS", "41Pz")
    moving(t).do("move 41Pz to Poltava")
    for block in ("5AK", "6AK", "8AK"):
        t.do(f"move {block}").do("stay")
    t.do("move 9AK")
    ruling = t.refused("stay")
    assert (ruling.code, ruling.rule) == ("overstacked", "eastfront:6.2a")


@pytest.mark.rule("eastfront:6.31a", "eastfront:6.31c")
def test_6_31a_entering_an_enemy_hex_ends_the_move_hidden() -> None:
    t = table().put("Kastornoye", "3A").put("Kursk", "41Pz", "AGS")
    moving(t).do("move 41Pz to Kastornoye over Kursk")
    assert t.step() is None  # two hexes of movement are left, and lost
    assert not shown(t, "41Pz", "soviet")
    ids = {event.id for event in t.events if event.visible_to("soviet")}
    assert "hidden-engages" in ids
    assert "engages" not in ids


@pytest.mark.rule("eastfront:6.32a", "eastfront:6.32b")
def test_6_32b_the_first_hex_out_is_adjacent_and_friendly() -> None:
    t = table().put("Kursk", "5AK", "6AK", "AGS", "3A").battle("Kursk", "soviet")
    t.put("Belgorod", "8AK", "6A").battle("Belgorod", "soviet").put("Sumy_E1", "9AK")
    t.put("Orel_E1", "13A").put("Orel", "7AK")
    moving(t).do("move 5AK")
    assert t.refused("leave Belgorod").code == "disengage-into-battle"
    assert t.refused("leave Kursk_NE1").code == "disengage-friendly"
    assert t.refused("leave Kiev").rule == "eastfront:6.32b"
    assert "to" not in t.play.offers("axis").choices  # no other way out
    t.do("leave Sumy_E1")
    assert t.where("5AK") == "Sumy_E1"


@pytest.mark.rule("eastfront:6.32b")
def test_6_32b_contested_hexes_are_no_way_out() -> None:
    t = table().put("Kharkov", "5AK", "6AK", "AGS", "3A").battle("Kharkov", "soviet")
    t.put("Poltava", "8AK").put("Belgorod", "6A").phase("axis", "movement")
    contested = t.hex("Sumy_E1")
    assert not (t.state.axis_hexes | t.state.soviet_hexes) >> contested & 1
    moving(t).do("move 5AK")
    assert t.refused("leave Sumy_E1").code == "disengage-friendly"


@pytest.mark.rule("eastfront:6.32b", "eastfront:2.66a", "eastfront:16.4a")
def test_6_32b_a_confined_satellite_leaves_no_battle_for_another_country() -> None:
    t = table().put("Lvov_SW1", "1R", "4R", "3A:1").battle("Lvov_SW1", "soviet")
    t.put("Warsaw", "OKH").phase("axis", "movement").active("OKH", supreme_moves=6)
    t.ask(MovementPhase()).do("order 1R")
    ruling = t.refused("leave Lvov")
    assert (ruling.code, ruling.rule) == ("confined", "eastfront:2.66a")


@pytest.mark.rule("eastfront:6.32b", "eastfront:EDL.4")
def test_6_32b_nobody_leaves_the_played_part_of_the_map() -> None:
    t = table("edelweiss").put("Kharkov", "Z", "Y", "U:2", "A:1").battle("Kharkov", "soviet")
    moving(t.held("axis", "Belgorod"), "U").do("move Z")
    ruling = t.refused("leave Belgorod")
    assert (ruling.code, ruling.rule) == ("out-of-play", "eastfront:EDL.4")


def jammed(weather: str = "dry") -> Table:
    """Poltava beside a battle is full, and nobody there can move."""
    t = table().put("Kharkov", "5AK", "6AK", "AGS", "3A").battle("Kharkov", "soviet")
    t.put("Poltava", "8AK", "9AK", "7AK", "20AK").weather(weather)
    moving(t)
    t.state.moved = t.units("8AK", "9AK", "7AK", "20AK")
    return t.do("move 5AK")


@pytest.mark.rule("eastfront:6.32b", "eastfront:6.21a")
def test_6_32b_nobody_ends_in_a_full_hex() -> None:
    assert jammed("mud").refused("leave Poltava").code == "stack-full"


@pytest.mark.rule("eastfront:6.32b", "eastfront:6.2a")
def test_6_32b_a_full_hex_is_passed() -> None:
    t = jammed().do("leave Poltava")
    assert t.refused("stay").code == "overstacked"
    assert t.do("to Kremenchug").where("5AK") == "Kremenchug"


@pytest.mark.rule("eastfront:6.32b", "eastfront:6.2a")
def test_6_32b_into_a_full_hex_that_somebody_can_leave() -> None:
    t = table().put("Kharkov", "5AK", "6AK", "AGS", "3A").battle("Kharkov", "soviet")
    moving(t.put("Poltava", "8AK", "9AK", "7AK", "20AK")).do("move 5AK").do("leave Poltava")
    assert t.do("stay").refused("done").code == "overstacked"


@pytest.mark.rule("eastfront:6.32c")
def test_6_32c_no_second_engagement() -> None:
    t = table().put("Kursk", "41Pz", "5AK", "3A").battle("Kursk", "axis").put("Sumy_E1", "6AK")
    t.put("Kharkov", "AGS").put("Belgorod", "13A")
    moving(t).do("move 41Pz").do("leave Sumy_E1")
    ruling = t.refused("to Belgorod")
    assert (ruling.code, ruling.rule) == ("disengaged-not-engage", "eastfront:6.32c")
    t.do("to Kremenchug")  # the rest of its three hexes
    assert t.where("41Pz") == "Kremenchug"


@pytest.mark.rule("eastfront:6.32d")
def test_6_32d_trapped_blocks_stay() -> None:
    t = table().put("Kastornoye", "41Pz", "3A").battle("Kastornoye", "axis").put("Kursk", "6A")
    t.put("Kharkov", "AGS", "5AK").put("Belgorod", "13A").put("Kursk_NE1", "5A")
    t.put("Warsaw", "OKH").phase("axis", "movement").active("OKH", supreme_moves=2)
    t.ask(MovementPhase())
    ruling = t.refused("order 41Pz")
    assert (ruling.code, ruling.rule) == ("cannot-disengage", "eastfront:6.32d")


@pytest.mark.rule("eastfront:6.33a", "eastfront:6.33d")
def test_6_33a_two_through_a_clear_side() -> None:
    t = table().put("Kastornoye", "3A").put("Kursk", "41Pz", "24Pz", "5AK", "AGS")
    moving(t)
    t.do("move 41Pz to Kastornoye over Kursk").do("move 24Pz to Kastornoye over Kursk")
    t.do("move 5AK")
    t.do("to Kastornoye")
    ruling = t.refused("over Kursk")
    assert (ruling.code, ruling.rule) == ("hexside-limit", "eastfront:6.33a")
    assert t.refused("over Voronezh").code == "approach-out-of-reach"
    assert t.refused("over Kiev").code == "approach-not-adjacent"
    t.do("over Belgorod")
    assert t.where("5AK") == "Kastornoye"


@pytest.mark.rule("eastfront:6.33b", "eastfront:12.24a")
def test_6_33b_one_through_any_other_side() -> None:
    t = table().put("Voronezh", "3A").put("Kastornoye", "41Pz", "24Pz", "AGS")
    moving(t).do("move 41Pz to Voronezh over Kastornoye").do("move 24Pz to Voronezh")
    assert t.refused("over Kastornoye").rule == "eastfront:6.33b"
    mud = table().put("Kastornoye", "3A").put("Kursk", "41Pz", "24Pz", "AGS").weather("mud")
    moving(mud).do("move 41Pz to Kastornoye over Kursk").do("move 24Pz")
    assert mud.refused("to Kastornoye").code == "hexside-narrow"


@pytest.mark.rule("eastfront:6.33c")
def test_6_33c_in_and_out_count_together() -> None:
    t = table().put("Orel", "5AK", "6AK", "3A").battle("Orel", "axis").put("Smolensk_E1", "AGC")
    t.put("Smolensk_E1", "41Pz")
    moving(t, "AGC").do("move 5AK").do("leave Smolensk_E1").do("stay")
    t.do("move 41Pz to Orel")
    assert t.refused("over Smolensk_E1").code == "hexside-narrow"  # a forest side: one in all
