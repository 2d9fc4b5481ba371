"""Section 6.4: rear guards and pursuit fire."""

from random import Random

import pytest

from grognard.core.actions import Action
from grognard.core.sides import CHANCE
from grognard.rules.eastfront.command import HeadquartersDecide
from grognard.rules.eastfront.movement import MovementPhase, RearGuardLeaves
from grognard.rules.eastfront.retreat import UNKNOWN, PursuitRoll, pursuit_fire
from tests.rules.eastfront.table import Table, table


def withdrawing(
    *axis: str, soviet: str = "3A:2", hex: str = "Kharkov", weather: str = "dry"
) -> Table:
    """The Axis can leave the battle at the hex, under Army Group South at Poltava."""
    t = table().put(hex, *axis, *soviet.split()).battle(hex, "soviet").weather(weather, weather)
    t.put("Poltava", "AGS:3").phase("axis", "movement").active("AGS")
    return t.ask(MovementPhase())


def fire(t: Table, pursuer: str, guard: str) -> str:
    return pursuit_fire(t.game, t.state, t.unit(pursuer), t.unit(guard))


@pytest.mark.rule("eastfront:6.41a", "eastfront:6.41b", "eastfront:6.42e")
def test_6_41a_the_last_to_leave_is_the_rear_guard_and_goes_last() -> None:
    t = withdrawing("5AK:3", "41Pz:3")
    t.do("move 41Pz").do("leave Krasnograd").do("stay")
    t.do("move 5AK").do("leave Krasnograd")
    assert t.heard("rear-guard")
    assert t.where("5AK") == "Kharkov"  # it stays until all else has moved
    t.roll(6, 6)  # two half hits in the city: one step
    assert t.where("5AK") == "Krasnograd"
    assert t.cv("5AK") == 2
    t.do("to Poltava")  # the rest of its move
    order = [event.id for event in t.events]
    assert order.index("pursuit") > order.index("rear-guard")
    assert not t.state.attackers


@pytest.mark.rule("eastfront:6.41b", "eastfront:6.42e")
def test_6_41b_pursuit_waits_for_all_other_moves() -> None:
    t = withdrawing("5AK:3").put("Poltava", "6AK")
    t.phase("axis", "movement").ask(MovementPhase())
    t.do("move 5AK").do("leave Krasnograd")
    assert not t.heard("pursuit")
    t.do("move 6AK to Kremenchug").roll(1, 1).do("stay")
    assert [e.id for e in t.events if e.id in ("moved", "pursuit")] == ["moved", "pursuit", "moved"]


@pytest.mark.rule("eastfront:6.41c")
def test_6_41c_no_pursuit_if_somebody_stays() -> None:
    t = withdrawing("5AK:3", "41Pz:3")
    t.do("move 41Pz").do("leave Krasnograd").do("stay").do("done")
    assert t.step() is None
    assert not t.heard("pursuit")


@pytest.mark.rule("eastfront:6.41d")
def test_6_41d_withdrawing_while_others_enter_is_a_new_attack() -> None:
    t = table().put("Kharkov", "5AK:3", "3A:2").battle("Kharkov", "soviet")
    t.put("Poltava", "AGS:3", "41Pz").phase("axis", "movement").active("AGS")
    t.ask(MovementPhase())
    t.do("move 41Pz to Kharkov over Poltava").do("move 5AK").do("leave Krasnograd")
    t.roll(1, 1).do("stay")
    assert t.state.attackers == {t.hex("Kharkov"): "axis"}
    assert t.state.new_battles == 1 << t.hex("Kharkov")


@pytest.mark.rule("eastfront:6.41d", "eastfront:6.53c", "eastfront:9.22b")
def test_6_41d_newcomers_do_not_cover_a_retreat_by_rail() -> None:
    t = table().put("Kharkov", "5AK:3", "3A:2").battle("Kharkov", "soviet").put("Minsk", "OKH")
    t.put("Poltava", "AGS:3", "41Pz").phase("axis", "movement")
    t.active("AGS", "OKH", supreme_moves=6).ask(MovementPhase())
    t.do("move 41Pz to Kharkov over Poltava")
    ruling = t.refused("rail 5AK")
    assert (ruling.code, ruling.rule) == ("strategic-retreat", "eastfront:6.53c")


@pytest.mark.rule("eastfront:6.41d", "eastfront:5.41b")
@pytest.mark.parametrize(("die", "where"), [(1, "Krasnograd"), (6, "pool")])
def test_6_41d_a_relieved_headquarters_retreats_as_others_do(
    die: int, where: str
) -> None:
    """Whether it gets away or not, who has come in attacks anew."""
    t = table().put("Kharkov", "AGS:1", "3A:4").battle("Kharkov", "soviet").put("Poltava", "41Pz")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase(), HeadquartersDecide())
    t.do("move 41Pz to Kharkov over Poltava").do("mobile AGS").do("to Krasnograd").roll(*[die] * 4)
    assert t.where("AGS") == where
    assert t.state.attackers == {t.hex("Kharkov"): "axis"}
    assert t.state.new_battles == 1 << t.hex("Kharkov")


@pytest.mark.rule("eastfront:6.41b", "eastfront:6.22a")
def test_6_41b_the_place_of_a_rear_guard_is_kept() -> None:
    t = withdrawing("5AK:3").put("Krasnograd", "6AK", "8AK", "9AK").put("Poltava", "20AK")
    t.phase("axis", "movement").ask(MovementPhase()).do("move 5AK").do("leave Krasnograd")
    t.state.moved |= t.units("6AK", "8AK", "9AK")
    t.do("move 20AK")
    ruling = t.refused("to Krasnograd")
    assert (ruling.code, ruling.rule) == ("stack-full", "eastfront:6.21a")


@pytest.mark.rule("eastfront:6.41b", "eastfront:6.22a")
def test_6_41b_a_rear_guard_ends_in_no_full_hex() -> None:
    """Nobody makes room any more when it goes."""
    t = withdrawing("5AK:3").put("Poltava", "6AK", "8AK", "9AK")
    t.phase("axis", "movement").ask(MovementPhase()).do("move 5AK").do("leave Krasnograd")
    t.do("done").roll(1, 1)
    assert t.refused("to Poltava").code == "stack-full"


@pytest.mark.rule("eastfront:6.41d", "eastfront:6.2a")
def test_6_41d_a_rear_guard_takes_no_place_from_newcomers() -> None:
    t = withdrawing("5AK:3").put("Poltava", "6AK", "8AK").put("Krasnograd", "41Pz", "24Pz")
    t.phase("axis", "movement").ask(MovementPhase()).do("move 5AK").do("leave Sumy_E1")
    for block, over in (("41Pz", "Krasnograd"), ("24Pz", "Krasnograd"), ("6AK", "Poltava")):
        t.do(f"move {block} to Kharkov over {over}")
    assert t.allowed("move 8AK to Kharkov over Poltava")


@pytest.mark.rule("eastfront:6.41e")
def test_6_41e_no_retreat_without_a_side_to_leave_by() -> None:
    t = table().put("Orel", "5AK", "6AK", "3A").battle("Orel", "soviet")
    t.put("Bryansk", "AGC:3", "8AK")
    t.held("soviet", "Tula_W1", "Orel_E1", "Kursk_NW1", "Glukhov_NE1", "Smolensk_E1")
    t.put("Tula", "13A").phase("axis", "movement").active("AGC").ask(MovementPhase())
    t.do("move 5AK").do("leave Bryansk").do("stay")  # the river side takes one block
    ruling = t.refused("move 6AK")
    assert (ruling.code, ruling.rule) == ("ways-out-narrow", "eastfront:6.33b")


@pytest.mark.rule("eastfront:6.42a")
def test_6_42a_fire_by_speed() -> None:
    t = table().put("Kursk", "41Pz", "5AK", "3A", "7TC", "1Sh", "SouF").battle("Kursk", "soviet")
    assert fire(t, "7TC", "5AK") == "DF"  # faster
    assert fire(t, "3A", "5AK") == "SF"
    assert fire(t, "3A", "41Pz") == "none"
    assert fire(t, "1Sh", "5AK") == "none"


@pytest.mark.rule("eastfront:6.42a")
def test_6_42a_slow_pursuers_and_hqs_roll_nothing() -> None:
    t = withdrawing("41Pz:3", soviet="3A:2 SouF:2 1Sh:4")
    t.do("move 41Pz").do("leave Krasnograd").do("stay")
    assert not t.heard("pursuit")
    t = withdrawing("5AK:3", soviet="7TC:2")
    t.do("move 5AK").do("leave Krasnograd").roll(5, 5).do("stay")
    assert t.cv("5AK") == 2  # DF: two hits, half each in a major city


@pytest.mark.rule("eastfront:6.42b")
def test_6_42b_speeds_of_the_weather_cavalry_keeps_its_own_in_marsh() -> None:
    t = table().put("Kursk", "5AK", "7TC").weather("mud")
    assert fire(t, "7TC", "5AK") == "SF"  # one hex each
    t = table().put("Pinsk", "41Pz", "5AK", "7TC", "1CC")
    assert fire(t, "7TC", "5AK") == "DF"  # all stop there alike
    assert fire(t, "1CC", "41Pz") == "DF"
    assert fire(t, "41Pz", "1CC") == "none"


@pytest.mark.rule("eastfront:6.42c")
def test_6_42c_terrain_protects_the_rear_guard_not_the_pursuer() -> None:
    t = table().put("Orel", "5AK:3", "3A:3").battle("Orel", "soviet").put("Glukhov_NE1", "AGC:3")
    t.phase("axis", "movement").active("AGC").ask(MovementPhase())
    t.do("move 5AK").do("leave Glukhov_NE1").roll(6, 6, 6)
    assert t.cv("5AK") == 2  # a forest: two hits a step, the third lapses
    assert not t.state.round.part_hits
    clear = table().put("Kursk", "5AK:3", "3A:2").battle("Kursk", "soviet").put("Sumy_E1", "AGC")
    clear.phase("axis", "movement").active("AGC").ask(MovementPhase())
    clear.do("move 5AK").do("leave Sumy_E1").roll(6, 1)
    assert clear.cv("5AK") == 2


@pytest.mark.rule("eastfront:6.42c", "eastfront:7.23b")
@pytest.mark.parametrize(("attacker", "left"), [("axis", 2), ("soviet", 1)])
def test_6_42c_a_fortress_protects_the_rear_guard_that_defended_it(
    attacker: str, left: int
) -> None:
    t = table().put("Leningrad", "5AK:4", "3A:3").battle("Leningrad", attacker)
    t.put("Volkhov", "LenF:2").phase("soviet", "movement").active("LenF").ask(MovementPhase())
    t.do("move 3A").do("leave Volkhov").roll(6, 6, 6, 6)
    assert t.cv("3A") == left  # three hits a step, or two in the city for the besieger
    assert t.where("3A") == "Volkhov"


@pytest.mark.rule("eastfront:6.42d")
def test_6_42d_destroying_the_rear_guard_changes_nothing_else() -> None:
    t = table().put("Kursk", "5AK:1", "41Pz:2", "3A:2").battle("Kursk", "soviet")
    t.put("Sumy_E1", "AGC").phase("axis", "movement").active("AGC").ask(MovementPhase())
    t.do("move 41Pz").do("leave Sumy_E1").do("stay").do("move 5AK").do("leave Sumy_E1")
    t.roll(6, 1)
    assert (t.where("5AK"), t.where("41Pz"), t.cv("41Pz")) == ("pool", "Sumy_E1", 2)
    t.phase("axis", "combat")
    assert t.state.soviet_hexes >> t.hex("Kursk") & 1


@pytest.mark.parametrize("face_up", [True, False])
def test_where_a_rear_guard_goes_is_its_owners_secret(face_up: bool) -> None:
    """The enemy's guess of the position can be played on, whoever the rear guard is."""
    t = withdrawing("5AK:3").put("Poltava", "6AK")
    t.state.face_up |= t.units("5AK") if face_up else 0
    t.phase("axis", "movement").ask(MovementPhase())
    t.do("move 5AK").do("leave Krasnograd")
    view = t.game.view(t.state, "soviet")
    assert view.state.exits == {}
    world = t.game.imagine(view, Random(1))
    t.game.apply(world, "axis", Action("done", 0))
    assert isinstance(t.game.rolling(world), PursuitRoll)
    if face_up:  # guessed again in mid-pursuit
        world = t.game.imagine(t.game.view(world, "soviet"), Random(2))
    t.game.apply(world, CHANCE, (1,) * world.cv[t.unit("3A")])
    assert not world.rear_guards


@pytest.mark.rule("eastfront:6.42a", "eastfront:0.1")
def test_6_42a_pursuit_dice_are_open_but_who_rolls_them_stays_hidden() -> None:
    t = table().put("Kursk", "41Pz:3", "7TC:2").battle("Kursk", "axis").put("Sumy_E1", "AGC")
    t.state.face_up |= t.units("41Pz")
    t.phase("axis", "movement").active("AGC").ask(MovementPhase())
    t.do("move 41Pz").do("leave Sumy_E1").roll(6, 1)
    (own,) = [e for e in t.heard("pursuit") if e.visible_to("soviet")]
    assert (own.args["block"], own.args["dice"]) == (t.unit("7TC"), (6, 1))
    told = [e for e in t.events if e.visible_to("axis") and "dice" in e.args]
    assert [(e.id, e.args["dice"], e.args["hits"]) for e in told] == [("hidden-pursuit", (6, 1), 1)]
    assert t.unit("7TC") not in told[0].args.values()
    assert told[0].units == ()


@pytest.mark.rule("eastfront:6.42a", "eastfront:0.1")
def test_6_42a_the_pursuer_does_not_learn_who_the_rear_guard_is() -> None:
    t = withdrawing("5AK:3", hex="Kharkov")
    t.state.face_up |= t.units("3A")
    t.do("move 5AK").do("leave Krasnograd").roll(6, 6)
    assert t.heard("pursuit")
    seen = [e for e in t.events if e.visible_to("soviet")]
    assert not [e for e in seen if t.unit("5AK") in (*e.args.values(), *e.units)]


@pytest.mark.rule("eastfront:6.41b", "eastfront:0.1")
def test_6_41b_the_pursuer_sees_that_a_rear_guard_will_leave() -> None:
    t = withdrawing("5AK:3", hex="Kharkov").do("move 5AK leave Krasnograd")
    view = t.game.view(t.state, "soviet")
    (leaving,) = [step for step in view.state.stack if isinstance(step, RearGuardLeaves)]
    assert (leaving.hex, leaving.unit) == (t.hex("Kharkov"), UNKNOWN)
    world = t.game.imagine(view, Random(1))
    (guessed,) = [step for step in world.stack if isinstance(step, RearGuardLeaves)]
    assert world.at[guessed.unit] == t.hex("Kharkov")


@pytest.mark.rule("eastfront:6.42a", "eastfront:0.1")
def test_6_42a_the_steps_of_a_pursuit_name_no_hidden_block() -> None:
    """Whoever stands there, the other side's view is the same, before and after each throw."""
    seen = []
    for pursuers in (("7TC:2", "1CC:3"), ("10TC:3", "2CC:1")):
        t = table().put("Kursk", "41Pz:3", *pursuers).battle("Kursk", "axis").put("Sumy_E1", "AGC")
        t.state.face_up |= t.units("41Pz")
        t.phase("axis", "movement").active("AGC").ask(MovementPhase())
        t.do("move 41Pz leave Sumy_E1")
        before = t.game.view(t.state, "axis").state.stack
        t.roll(*[1] * int(pursuers[0][-1]))
        seen.append((before, t.game.view(t.state, "axis").state.stack))
    assert seen[0] == seen[1]
    assert [type(stack[-1]) for stack in seen[0]] == [PursuitRoll, PursuitRoll]
    assert t.game.rolling(t.state).side(t.game, t.state) == "soviet"  # type: ignore[union-attr]
