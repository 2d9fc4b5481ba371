"""Section 2.5.1: barrages and pins."""

from fractions import Fraction

import pytest

from grognard.core.actions import Action
from grognard.rules.narva import combat, reckoning
from grognard.rules.narva.barrage import BarrageCount, BarrageRoll
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.random_events import EventRoll, MayBarrage
from grognard.rules.narva.reckoning import reckon
from grognard.rules.narva.reinforcement import MayFireOnLanding
from grognard.rules.narva.sequence import TurnAdvanceSegment
from tests.rules.narva.table import Table, table

NOTHING, PIN, RETREAT, LOSS, LOSS_AND_RETREAT = 1, 3, 4, 5, 6
"""Dice on the barrage table for hexes outside Narva."""


def facing() -> Table:
    """Two Soviet regiments in the open, a German one before each."""
    t = table(turn=4).put("2607", "65R").put("2608", "151G")
    return t.put("2910", "147R").put("2909", "162G")


def barrages(t: Table, die: int = 6, owner: str = "soviet") -> Table:
    return t.ask(BarrageCount(owner)).roll(die)


def struck(t: Table, hex: str, *dice: int) -> Table:
    """The hex is barraged with this result."""
    return barrages(t).do(f"barrage {hex}").roll(*dice)


# -- 2.5.1.1: how many, and where --------------------------------------------------------------


@pytest.mark.rule("narva:2.5.1.1.B", "narva:2.2.9")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_2_5_1_1_b_a_die_gives_the_number_of_attacks(die: int, count: int) -> None:
    t = facing().put("2506", "708R").put("2505", "176G").put("3005", "163R").put("3006", "391G")
    t.cup(BARRAGE_S=1, _2SH=1).ask(CommandPhase()).roll("BARRAGE_S")
    assert isinstance(t.step(), BarrageCount)
    t.roll(die)
    for hex in ("2608", "2909", "2505")[:count]:
        t.do(f"barrage {hex}").roll(NOTHING)
    assert t.game.rolling(t.state) is not None, "the next chit is drawn"
    assert len(t.heard("barrage")) == count


def test_2_5_1_1_b_attacks_may_be_left_out_and_are_aimed_one_by_one() -> None:
    t = barrages(facing())
    t.do("barrage 2608").roll(LOSS).do("lose 151G")
    assert t.steps("151G") == 1, "seen before the next is aimed"
    assert t.do("done").step() is None


def test_2_5_1_1_b_without_a_target_nothing_is_asked() -> None:
    assert barrages(table(turn=4).put("2607", "65R")).step() is None


@pytest.mark.rule("narva:2.5.1.1.C")
def test_2_5_1_1_c_a_target_is_held_by_the_enemy_next_to_a_friend() -> None:
    t = barrages(facing().put("2614", "176G").put("2605", "HQ61"))
    assert t.offers("barrage") == {"2608", "2909"}
    refusals = {hex: t.refused(f"barrage {hex}") for hex in ("2614", "2606", "2605")}
    assert {hex: r.code for hex, r in refusals.items()} == {
        "2614": "nobody-spots", "2606": "nobody-there", "2605": "barrage-on-headquarters"}
    assert {r.rule for r in refusals.values()} == {"narva:2.5.1.1.C"}


def test_2_5_1_1_c_headquarters_spot_and_rivers_do_not_matter() -> None:
    t = barrages(table(turn=9).put("1103", "HQ122").put("1003", "333G"))
    assert t.offers("barrage") == {"1003"}, "across the open Narva"


@pytest.mark.rule("narva:2.5.1.1.D")
def test_2_5_1_1_d_a_hex_is_struck_once_in_a_barrage() -> None:
    t = struck(facing(), "2608", NOTHING)
    refusal = t.refused("barrage 2608")
    assert (refusal.code, refusal.rule) == ("barraged-already", "narva:2.5.1.1.D")
    assert t.allowed("barrage 2909")
    t.do("done")
    assert barrages(t).allowed("barrage 2608"), "another chit may strike it again"


@pytest.mark.rule("narva:2.5.1.1.E")
def test_2_5_1_1_e_a_unit_that_retreated_may_be_struck_in_its_new_hex() -> None:
    t = struck(facing().put("2510", "HQ122"), "2608", RETREAT).do("retreat 151G").do("back 2509")
    assert t.refused("barrage 2608").code == "nobody-there"
    t.do("barrage 2509").roll(LOSS).do("lose 151G")
    assert (t.where("151G"), t.steps("151G")) == ("2509", 1)


# -- 2.5.1.2: the barrage table ----------------------------------------------------------------


@pytest.mark.rule("narva:2.5.1.2.A")
def test_2_5_1_2_a_the_city_does_not_spare_the_first_loss() -> None:
    t = struck(table(turn=4).put("3030", "II24").put("3131", "65R"), "3030", 6)
    t.do("lose II24")
    assert t.steps("II24") == 1


@pytest.mark.rule("narva:2.5.1.2.B")
@pytest.mark.parametrize(("hex", "near", "die"), [("2508", "2407", 4), ("3030", "3131", 5)])
def test_2_5_1_2_b_village_and_city_do_not_stop_a_retreat(hex: str, near: str, die: int) -> None:
    t = struck(table(turn=4).put(hex, "II24").put(near, "65R"), hex, die).do("retreat II24")
    t.do(f"back {min(t.offers('back'))}")
    assert t.game.grid.distance(t.hex(hex), t.hex(t.where("II24"))) == 1


@pytest.mark.rule("narva:2.5.1.2.B")
def test_2_5_1_2_b_a_prepared_defence_does_not_cancel_a_retreat() -> None:
    t = table(turn=4).put("3127", "II24").put("3126", "65R")
    struck(t, "3127", RETREAT)
    assert t.state.defences == [1, 0], "the track takes it (11.3.4.C)"
    t = table(turn=4).put("3127", "II24").put("3126", "65R")
    t.state.defences = [9, 0]
    assert struck(t, "3127", RETREAT).allowed("retreat II24"), "worn out, the unit goes"


@pytest.mark.rule("narva:2.5.1.2.C", "narva:2.2.3.B")
def test_2_5_1_2_c_a_city_has_its_own_column() -> None:
    t = table(turn=4)

    def read(hex: str) -> list[str]:
        roll = BarrageRoll(Battle("soviet", t.hex(hex), barrage=True))
        return [roll.reading(t.game, t.state, (die,)) for die in range(1, 7)]

    assert read("3030") == ["NR", "NR", "NR", "P", "Dr1", "D1"]
    assert read("3127") == ["NR", "NR", "P", "Dr1", "D1", "D1r1"]


@pytest.mark.rule("narva:2.2.3.B", "narva:2.5.1.2.D")
def test_2_2_3_b_a_barrage_reckons_no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object) -> None:
        raise AssertionError("odds of a barrage")

    monkeypatch.setattr(combat, "reckon", never)
    monkeypatch.setattr(reckoning, "reckon", never)
    t = struck(facing(), "2608", LOSS)
    assert t.do("lose 151G").steps("151G") == 1


@pytest.mark.rule("narva:2.5.1.2.D")
@pytest.mark.parametrize("die", range(1, 7))
def test_2_5_1_2_d_ground_and_supply_do_not_matter(die: int) -> None:
    t = table(turn=4).put("2022", "151G").put("2608", "162G").supply(2, "162G")
    swamp, clear = (BarrageRoll(Battle("soviet", t.hex(hex), barrage=True))
                    for hex in ("2022", "2608"))
    assert swamp.reading(t.game, t.state, (die,)) == clear.reading(t.game, t.state, (die,))


@pytest.mark.rule("narva:2.5.1.2.E")
def test_2_5_1_2_e_the_strongest_by_defence_loses_the_first_step() -> None:
    t = table(turn=4).put("2607", "65R").put("2608", "161PIO", "162G")
    struck(t, "2608", LOSS)
    assert t.asked() == "german"
    assert t.refused("lose 161PIO").rule == "narva:9.4.1.A"
    assert t.do("lose 162G").steps("162G") == 1


@pytest.mark.rule("narva:2.5.1.2.E")
def test_2_5_1_2_e_a_retreat_into_zones_costs_a_step_and_nobody_advances() -> None:
    t = table(turn=4).put("2608", "151G", "HQ61")
    for hex, code in (("2607", "65R"), ("2709", "147R"), ("2509", "163R")):
        t.put(hex, code)
    struck(t, "2608", RETREAT).do("retreat 151G").do("along HQ61")
    t.do("back 2609").do("lose 151G")
    assert (t.where("151G"), t.where("HQ61"), t.steps("151G")) == ("2609", "2609", 1)
    assert t.offers("barrage") == {"2609"}, "the firing side goes on firing, it does not advance"


# -- 2.5.1.3: pins -----------------------------------------------------------------------------


@pytest.mark.rule("narva:2.5.1.3.A", "narva:2.6.2")
def test_2_5_1_3_a_pinned_units_neither_move_nor_attack() -> None:
    t = struck(facing().put("2608", "176G"), "2608", PIN)
    assert t.state.pinned == t.units("151G", "176G")
    pieces = t.game.table.pieces(t.play.view("german"))
    seen = {piece.token for piece in pieces if "pinned" in piece.marks}
    assert seen == {"151G", "176G"}
    t.acting("german", "151G", "176G", "162G").ask(MovementSegment())
    refusal = t.refused("move 151G")
    assert (refusal.code, refusal.rule) == ("pinned", "narva:2.5.1.3.A")
    assert t.offers("move") == {"162G"}
    t.put("2508", "61F").acting("german", "151G", "61F").ask(CombatSegment()).do("attack 2607")
    refusal = t.refused("by 151G")
    assert (refusal.code, refusal.rule) == ("pinned", "narva:2.5.1.3.A")


def test_2_5_1_3_a_pinned_units_alone_cannot_attack_at_all() -> None:
    t = struck(facing(), "2608", PIN)
    t.acting("german", "151G").ask(CombatSegment())
    assert t.step() is None


def test_2_5_1_3_a_units_that_come_later_are_free() -> None:
    t = struck(facing(), "2608", PIN)
    t.put("2608", "176G").acting("german", "151G", "176G").ask(MovementSegment())
    assert t.offers("move") == {"176G"}


def test_2_5_1_3_a_a_pinned_headquarters_commands_but_stays() -> None:
    t = struck(facing().put("2608", "HQ61").put("2610", "161PIO"), "2608", PIN)
    t.cup(_26=1).ask(CommandPhase()).roll("26").do("hq HQ61").do("done")
    assert t.allowed("move 161PIO")
    assert t.refused("move HQ61").code == "pinned"


@pytest.mark.rule("narva:2.5.1.3.B")
def test_2_5_1_3_b_an_attack_on_pinned_units_shifts_one_column() -> None:
    t = facing()
    battle = Battle("soviet", t.hex("2608"), t.units("65R"))
    free = reckon(t.game, t.state, battle).column
    pinned = reckon(t.game, t.pin("151G").state, battle).column
    assert free is not None
    assert pinned == free + 1


@pytest.mark.rule("narva:2.5.1.3.C")
def test_2_5_1_3_c_a_retreat_lifts_the_pin() -> None:
    t = struck(facing().pin("151G", "162G"), "2608", RETREAT).do("retreat 151G").do("back 2609")
    assert t.where("151G") == "2609"
    assert t.state.pinned == t.units("162G")


@pytest.mark.rule("narva:2.5.1.3.D")
def test_2_5_1_3_d_pins_end_with_the_turn() -> None:
    t = facing().pin("151G").cup(_2SH=1).ask(TurnAdvanceSegment())
    assert t.state.turn == 5
    assert not t.state.pinned
    assert t.heard("pins-lifted")[0].units == (t.unit("151G"),)


# -- 2.5.1.4: other barrages -------------------------------------------------------------------


@pytest.mark.rule("narva:2.5.1.4")
def test_2_5_1_4_events_and_strachwitz_barrage_alike() -> None:
    event = facing().ask(EventRoll()).roll(4, 4).do("accept").roll(1).do("barrage 2608")
    assert event.step() == BarrageRoll(Battle("soviet", event.hex("2608"), barrage=True))
    strachwitz = facing().put("3110", "HQSTRAC").cup(_43=1).ask(CommandPhase()).roll("43")
    strachwitz.do("hq HQSTRAC").do("done").do("barrage 2607")
    assert strachwitz.step() == BarrageRoll(Battle("german", event.hex("2607"), barrage=True))


# -- before the die ----------------------------------------------------------------------------


def told(t: Table, side: str, kind: str, arg: int = 0) -> dict[str, Fraction]:
    found = t.game.odds(t.state, side, Action(kind, arg))
    assert found is not None
    return dict(found.results)


def test_2_5_1_2_c_a_barrage_tells_its_odds_before_it_is_aimed() -> None:
    t = barrages(facing())
    open_ground = told(t, "soviet", "barrage", t.hex("2608"))
    assert sum(open_ground.values()) == 1
    assert open_ground["P"] > 0
    assert t.game.odds(t.state, "soviet", Action("done")) is None


def test_2_5_1_1_b_how_many_barrages_come_is_told_before_the_die() -> None:
    t = facing().ask(MayBarrage())
    assert told(t, "soviet", "accept") == {
        "barrages-1": Fraction(1, 3), "barrages-2": Fraction(1, 3), "barrages-3": Fraction(1, 3)}


def test_8_6_c_1_what_the_coast_artillery_does_is_told_before_it_fires() -> None:
    t = table(turn=4).put("2607", "65R")
    t.ask(MayFireOnLanding(t.unit("65R"), t.hex("2607")))
    assert sum(told(t, "german", "accept").values()) == 1
