"""Chapter 5: activation, deployment, radius and disruption of headquarters."""

import pytest

from grognard.hexes import bits
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import (
    CommandPhase,
    HeadquartersDecide,
    HeadquartersStandUp,
    StandUp,
    radius,
)
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fights import shown
from tests.rules.eastfront.table import Table, eastfront, table


def commanding(hex: str, *blocks: str, weather: str = "dry", scenario: str = "s42") -> Table:
    """The Axis command phase with these blocks in one hex."""
    t = table(scenario).put(hex, *blocks).weather(weather, weather)
    return t.phase("axis", "command").ask(CommandPhase())


def within(t: Table, hq: str, hex: str) -> bool:
    return bool(radius(t.game, t.state, t.unit(hq)) >> t.hex(hex) & 1)


@pytest.mark.rule("eastfront:5.1a", "eastfront:5.6", "eastfront:5.7c")
def test_5_1a_the_headquarters_of_both_sides() -> None:
    game = eastfront()
    hqs = {unit.code: unit.max_cv for unit in game.units if unit.hq}
    axis = {code for code in hqs if game.units[game.number[code]].side == "axis"}
    assert axis == {"OKH", "AGN", "AGC", "AGS", "AGA"}
    assert len(hqs) == 11
    assert sum(hqs[code] for code in axis) == sum(hqs[c] for c in hqs if c not in axis) == 14
    assert {u.code for u in game.units if u.supreme} == {"OKH", "STAVKA"}
    ruling = commanding("Kharkov", "OKH", "AGS").refused("blitz OKH")
    assert (ruling.code, ruling.rule) == ("supreme-no-blitz", "eastfront:5.7c")


@pytest.mark.rule("eastfront:5.1b", "eastfront:5.43", "eastfront:4.43f")
def test_5_1b_giving_orders_costs_a_step() -> None:
    t = table().put("Kharkov", "AGS:2").phase("axis", "combat").active("AGS")
    t.ask(HeadquartersStandUp())
    assert t.cv("AGS") == 1
    assert not t.state.active
    assert not shown(t, "AGS", "soviet")
    t.put("Kharkov", "AGC:3", "5AK").phase("axis", "blitz-movement").active("AGC")
    t.ask(MovementPhase(blitz=True))
    ruling = t.refused("move AGS")
    assert (ruling.code, ruling.rule) == ("stood-up", "eastfront:5.43")


@pytest.mark.rule("eastfront:5.1e", "eastfront:5.2c")
def test_5_1e_an_hq_at_0_commands_its_hex_and_dies_of_it() -> None:
    t = commanding("Kharkov", "AGS:0", "5AK")
    t.do("activate AGS").do("stay")
    assert radius(t.game, t.state, t.unit("AGS")) == 1 << t.hex("Kharkov")
    t.ask(StandUp(t.unit("AGS")))
    assert t.where("AGS") == "pool"


@pytest.mark.rule("eastfront:5.2a", "eastfront:4.41a")
def test_5_2a_any_number_of_hqs_engaged_ones_too() -> None:
    t = table().put("Kharkov", "AGS", "5AK", "3A").battle("Kharkov", "soviet").put("Orel", "AGC")
    t.put("Kursk", "6AK").phase("axis", "command").ask(CommandPhase())
    assert t.offers("activate") == {"AGS", "AGC"}
    assert t.refused("activate 6AK").code == "no-headquarters"
    assert t.refused("activate SouF").code == "enemy-block"
    assert t.refused("activate OKH").code == "not-on-map"
    assert not within(t, "AGS", "Kharkov") or not t.state.active
    t.do("activate AGS").do("stay")
    assert shown(t, "AGS", "soviet")
    ruling = t.refused("activate AGS")
    assert (ruling.code, ruling.rule) == ("active-already", "eastfront:5.2a")
    t.do("activate AGC").do("stay")
    assert t.state.active == t.units("AGS", "AGC")


@pytest.mark.rule("eastfront:5.2b", "eastfront:2.26")
def test_5_2b_an_inactive_hq_moves_in_the_radius_of_another() -> None:
    t = table().put("Kharkov", "AGS", "AGA").phase("axis", "movement").active("AGS")
    t.ask(MovementPhase())
    assert not shown(t, "AGA", "soviet")
    ruling = t.refused("move AGS")
    assert (ruling.code, ruling.rule) == ("active-hq-stays", "eastfront:4.42c")
    t.do("move AGA to Sumy")
    assert t.where("AGA") == "Sumy"  # two hexes


@pytest.mark.rule("eastfront:5.2d")
def test_5_2d_a_railed_hq_stays_inactive() -> None:
    t = table().put("Kharkov", "AGS").put("Warsaw", "OKH").phase("axis", "movement")
    t.active("OKH", supreme_moves=6).ask(MovementPhase())
    t.do("rail AGS to Poltava")
    assert not t.state.active >> t.unit("AGS") & 1
    assert t.step() is None  # no second command phase


@pytest.mark.rule("eastfront:5.1d")
@pytest.mark.parametrize("target", ["Kupyansk", "Izyum"])
def test_5_1d_an_hq_that_is_ordered_to_move_engages_nobody(target: str) -> None:
    """Neither where the enemy stands alone nor where its own side fights already."""
    t = table().put("Kharkov", "AGS").put("Kupyansk", "3A").put("Izyum", "5AK", "6A")
    t.battle("Izyum", "soviet").put("Minsk", "OKH").phase("axis", "movement")
    t.active("OKH", supreme_moves=2).ask(MovementPhase()).do("order AGS")
    ruling = t.refused(f"to {target}")
    assert (ruling.code, ruling.rule) == ("headquarters-attacks-not", "eastfront:5.1d")
    assert target not in t.offers("to")
    assert "Krasnograd" in t.offers("to")


@pytest.mark.rule("eastfront:5.21a")
def test_5_21a_deploy_one_hex_into_a_friendly_one() -> None:
    t = table().put("Kharkov", "AGS").put("Kupyansk", "3A").put("Izyum", "5AK", "6A")
    t.battle("Izyum", "soviet").put("Krasnograd", "6AK")
    t.phase("axis", "command").ask(CommandPhase())
    t.do("activate AGS")
    assert t.refused("shift Kupyansk").code == "deploy-not-friendly"
    assert t.refused("shift Izyum").code == "deploy-into-battle"
    assert t.refused("shift Kiev").rule == "eastfront:5.21a"
    t.do("shift Krasnograd")
    assert t.where("AGS") == "Krasnograd"


@pytest.mark.rule("eastfront:5.21a")
def test_5_21a_contested_hexes_are_not_friendly() -> None:
    t = table().put("Kharkov", "AGS", "5AK").put("Kursk", "3A").held("axis", "Belgorod")
    t.phase("axis", "command").ask(CommandPhase()).do("activate AGS")
    assert t.refused("shift Belgorod").code == "deploy-not-friendly"


@pytest.mark.rule("eastfront:5.21a")
def test_5_21a_not_off_the_played_part_of_the_map() -> None:
    t = table("edelweiss")
    hq = next(unit.code for unit in t.game.units if unit.hq and unit.side == "axis")
    edge = next(hex for hex in bits(t.game.rows.playable & t.game.ground.land)
                if t.game.ground.beside[hex] & ~t.game.rows.playable)
    t.put(t.game.grid.label(edge), hq)
    t.state.last_axis = t.game.grid.all
    t.phase("axis", "command").ask(CommandPhase()).do(f"activate {hq}")
    out = t.game.ground.beside[edge] & ~t.game.rows.playable
    label = t.game.grid.label(out.bit_length() - 1)
    assert t.refused(f"shift {label}").code == "out-of-play"


@pytest.mark.rule("eastfront:5.21b", "eastfront:12.22b", "eastfront:12.22c")
def test_5_21b_no_deployment_in_mud_but_in_snow() -> None:
    t = commanding("Kharkov", "AGS", "AGA", weather="mud")
    t.do("activate AGS")
    assert not t.offers("shift")
    ruling = t.refused("shift Poltava")
    assert (ruling.code, ruling.rule) == ("no-deployment-in-mud", "eastfront:5.21b")
    t = commanding("Kharkov", "AGS", weather="snow")
    t.do("activate AGS").do("shift Poltava")
    assert t.where("AGS") == "Poltava"


@pytest.mark.rule("eastfront:5.21c")
def test_5_21c_a_lone_engaged_hq_is_pursued_when_it_deploys() -> None:
    t = table().put("Kharkov", "AGS:3", "3A:2").battle("Kharkov", "soviet").put("Poltava", "5AK")
    t.phase("axis", "command").ask(CommandPhase())
    t.do("activate AGS").do("shift Poltava").roll(6, 6)  # equal speed: SF, in a major city
    assert (t.where("AGS"), t.cv("AGS")) == ("Poltava", 2)
    t = table().put("Kharkov", "AGS:3", "5AK", "3A:2").battle("Kharkov", "soviet")
    t.phase("axis", "command").ask(CommandPhase())
    t.do("activate AGS").do("shift Poltava")
    assert not t.heard("pursuit")


@pytest.mark.rule("eastfront:5.21d", "eastfront:6.2a", "eastfront:6.22a")
def test_5_21d_a_deploying_hq_may_overstack_until_the_end_of_movement() -> None:
    t = table().put("Kharkov", "AGS").put("Poltava", "5AK", "6AK", "8AK", "9AK")
    t.phase("axis", "command").ask(CommandPhase(), MovementPhase(), HeadquartersDecide())
    t.do("activate AGS").do("shift Poltava").do("done")
    ruling = t.refused("done")  # nobody else has moved on: the headquarters must
    assert (ruling.code, ruling.rule) == ("overstacked-by-headquarters", "eastfront:5.21d")
    t.do("mobile AGS")
    assert t.refused("stay").code == "overstacked"
    t.do("to Kremenchug").do("stay")
    assert t.step() is None


@pytest.mark.rule("eastfront:5.21d")
def test_5_21d_a_headquarters_for_the_blitz_stays_and_another_block_moves_on() -> None:
    t = table().put("Kharkov", "AGS").put("Poltava", "5AK", "6AK", "8AK", "9AK")
    t.phase("axis", "command").ask(CommandPhase(), MovementPhase())
    t.do("blitz AGS").do("shift Poltava")
    ruling = t.refused("done")
    assert (ruling.code, ruling.rule) == ("overstacked", "eastfront:6.2a")
    t.do("move 5AK to Kharkov")
    assert t.allowed("done")


@pytest.mark.rule("eastfront:5.21e", "eastfront:5.61")
def test_5_21e_a_supreme_hq_may_deploy_and_has_two_moves_a_cv() -> None:
    t = commanding("Warsaw", "OKH:3")
    t.do("activate OKH").do("shift Lodz")
    assert t.where("OKH") == "Lodz"
    assert t.state.supreme_moves == 6


@pytest.mark.rule("eastfront:5.3a", "eastfront:6.1a", "eastfront:4.42a")
def test_5_3a_only_blocks_within_the_radius_move() -> None:
    t = table().put("Kharkov", "AGS:2", "5AK").put("Sumy", "6AK").put("Kiev", "8AK")
    t.phase("axis", "movement")
    assert radius(t.game, t.state, t.unit("AGS")) & ~t.game.grid.disk(t.hex("Kharkov"), 2) == 0
    t.active("AGS").ask(MovementPhase())
    assert t.offers("move") == {"5AK", "6AK"}
    ruling = t.refused("move 8AK")
    assert (ruling.code, ruling.rule) == ("out-of-radius", "eastfront:4.42a")
    assert t.refused("move 3A").code == "enemy-block"
    idle = table().put("Kharkov", "AGS:2", "5AK").phase("axis", "movement").ask(MovementPhase())
    assert idle.step() is None


@pytest.mark.rule("eastfront:5.3b", "eastfront:5.3d")
def test_5_3b_enemy_hexes_stop_the_radius_contested_ones_do_not() -> None:
    t = table().put("Kursk", "AGS:2").put("Kastornoye", "3A").put("Sumy_E1", "6A")
    t.put("Kharkov", "5AK").put("Poltava", "8AK").phase("axis", "movement")
    assert not t.state.axis_hexes >> t.hex("Belgorod") & 1
    assert within(t, "AGS", "Kharkov")  # through Belgorod, which both zones cover
    assert not within(t, "AGS", "Sumy_E1")
    t.put("Belgorod", "13A").phase("axis", "movement")
    assert not within(t, "AGS", "Kharkov")


@pytest.mark.rule("eastfront:5.3d")
def test_5_3d_friendly_battle_hexes_let_the_radius_pass() -> None:
    t = table().put("Kursk", "AGS:2").put("Belgorod", "5AK", "3A").battle("Belgorod", "soviet")
    t.put("Kharkov", "6AK").phase("axis", "movement")
    assert within(t, "AGS", "Kharkov")
    t.battle("Belgorod", "axis").put("Sumy_E1", "6A").phase("axis", "movement")
    assert within(t, "AGS", "Belgorod")  # 5.3c: the last hex may be the enemy's battle
    assert not within(t, "AGS", "Kharkov")


@pytest.mark.rule("eastfront:5.4", "eastfront:4.42c", "eastfront:5.41a", "eastfront:7.4e")
def test_5_41a_a_mobile_hq_moves_two_hexes_and_supports_nobody() -> None:
    t = table().put("Kharkov", "AGS:2").put("Kiev", "AGC:3").phase("axis", "movement")
    t.active("AGS", "AGC").ask(HeadquartersDecide(), CombatPhase(), HeadquartersStandUp())
    assert t.offers("mobile") == {"AGS", "AGC"}
    assert t.refused("mobile AGN").code == "not-active"
    t.do("mobile AGS to Poltava to Kremenchug")
    assert (t.where("AGS"), t.cv("AGS")) == ("Kremenchug", 1)
    assert t.state.active == t.units("AGC")
    t.do("done")  # the other stays for combat and stands up where it is
    assert (t.where("AGC"), t.cv("AGC")) == ("Kiev", 2)


@pytest.mark.rule("eastfront:5.41a", "eastfront:5.42b")
def test_5_41a_one_hex_in_mud_and_never_into_enemies() -> None:
    t = table().put("Kharkov", "AGS:2").put("Belgorod", "3A").weather("mud")
    t.put("Poltava", "5AK", "6AK", "8AK", "9AK").phase("axis", "movement")
    t.active("AGS").ask(HeadquartersDecide())
    t.do("mobile AGS")
    assert t.refused("to Belgorod").rule == "eastfront:5.1d"
    assert t.refused("to Poltava").code == "stack-full"
    assert t.refused("to Kiev").code == "mobilises-hex-by-hex"
    t.do("to Krasnograd")
    assert t.step() is None


@pytest.mark.rule("eastfront:5.41a", "eastfront:6.2a")
def test_5_41a_a_mobile_headquarters_passes_a_full_hex() -> None:
    t = table().put("Kharkov", "AGS:2").put("Poltava", "5AK", "6AK", "8AK", "9AK")
    t.phase("axis", "movement").active("AGS").ask(HeadquartersDecide())
    t.do("mobile AGS").do("to Poltava")
    assert t.refused("stay").code == "overstacked"
    assert t.do("to Kremenchug").where("AGS") == "Kremenchug"


@pytest.mark.rule("eastfront:5.41b")
def test_5_41b_mobilising_out_of_a_battle_is_disengaging() -> None:
    t = table().put("Kharkov", "AGS:2", "3A:1").battle("Kharkov", "soviet").put("Poltava", "5AK")
    t.held("soviet", "Izyum").phase("axis", "movement").active("AGS")
    t.state.crossings = {t.game.grid.hexside(t.hex("Kharkov"), t.hex("Krasnograd")): 2}
    t.ask(HeadquartersDecide()).do("mobile AGS")
    assert t.refused("to Izyum").code == "disengage-friendly"
    assert t.refused("to Krasnograd").code == "hexside-limit"
    t.do("to Poltava").roll(6)  # the last one: pursuit first, but half a hit in the city
    assert t.where("AGS") == "Poltava"
    t.do("to Kremenchug")
    assert t.cv("AGS") == 1


@pytest.mark.rule("eastfront:5.62a", "eastfront:5.62b")
def test_5_62b_a_supreme_hq_mobilises_on_foot_or_by_rail() -> None:
    t = table().put("Kharkov", "OKH:3", "AGS:2").phase("axis", "movement")
    t.active("OKH", "AGS", supreme_moves=2).ask(HeadquartersDecide())
    assert t.refused("rail AGS").rule == "eastfront:5.62b"
    t.do("rail OKH to Kiev")
    assert (t.where("OKH"), t.cv("OKH"), t.state.supreme_moves) == ("Kiev", 2, 1)
    assert not t.state.active >> t.unit("OKH") & 1  # and cannot strike
    t = table().put("Kharkov", "OKH:3").phase("axis", "movement")
    t.active("OKH", supreme_moves=2).ask(HeadquartersDecide()).do("mobile OKH to Poltava stay")
    assert t.state.supreme_moves == 2
