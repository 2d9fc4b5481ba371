"""Section 2.5.2: random events."""

import pytest

from grognard.rules.narva.barrage import BarrageCount
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.combat import AssignAir, CombatSegment
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.random_events import ChooseUnits, EventRoll
from grognard.rules.narva.sequence import TurnAdvanceSegment
from grognard.rules.narva.state import ELIMINATED, GROUNDED, READY, REFIT
from tests.rules.narva.table import Table, table

DIVISION_61 = ("151G", "162G", "176G", "61F", "161PIO")


def event(t: Table, *dice: int) -> Table:
    return t.ask(EventRoll()).roll(*dice)


def german_division() -> Table:
    """The 61st Division apart: one regiment far off, one out of supply, its headquarters here."""
    t = table(turn=4).put("2607", "HQ61").put("2608", "151G", "61F").put("2707", "176G", "161PIO")
    return t.put("1210", "162G").supply(1, "162G").put("2609", "391G").put("2611", "65R")


# -- the roll ----------------------------------------------------------------------------------


@pytest.mark.rule("narva:2.5.2.A")
def test_2_5_2_a_two_dice_choose_an_event_done_before_the_next_draw() -> None:
    t = german_division().cup(RANDOM=1, _26=1).ask(CommandPhase()).roll("RANDOM")
    assert isinstance(t.step(), EventRoll)
    cup = list(t.state.cup)
    t.roll(1, 1)
    told = t.heard("random-event")[0]
    assert (told.args["number"], told.rule) == (2, "2.5.2.C.2")
    t.do("formation 61").do("move 151G to 2509")
    assert t.state.cup == cup
    t.do("done")
    assert t.game.rolling(t.state) is not None, "now the next chit is drawn"


@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5),
                                  (5, 5), (5, 6), (6, 6)])
def test_2_5_2_a_every_sum_has_an_event(dice: tuple[int, int]) -> None:
    t = event(german_division(), *dice)
    assert t.heard("random-event")[0].rule == f"2.5.2.C.{sum(dice)}"


# -- 2 and 12: a formation moves ---------------------------------------------------------------


@pytest.mark.rule("narva:2.5.2.B", "narva:2.5.2.C.2")
def test_2_5_2_c_2_a_whole_division_moves_wherever_it_is_and_nobody_else() -> None:
    t = event(german_division(), 1, 1)
    assert t.asked() == "german"
    t.do("formation 61")
    assert t.offers("move") == {*DIVISION_61, "HQ61"}, "in or out of command and supply"
    assert t.refused("move 391G").rule == "narva:4.0.A"
    t.do("move 162G to 1211")
    assert t.refused("move 162G").code == "moved-already"
    for code in t.offers("move") & {*DIVISION_61, "HQ61"}:
        t.do(f"move {code} stay")
    assert t.step() is None, "no combat follows"


@pytest.mark.rule("narva:2.5.2.B")
def test_2_5_2_b_event_moves_know_no_combat_no_outsiders_and_no_pinned_units() -> None:
    t = event(german_division().pin("151G"), 1, 1).do("formation 61")
    assert t.refused("move 151G").code == "pinned"
    refusal = t.refused("attack 2611")
    assert (refusal.code, refusal.rule) == ("no-combat", "narva:2.5.2.B")
    assert t.refused("attach 391G").code == "asked-otherwise"


def test_2_5_2_b_roads_serve_event_moves_and_no_headquarters_is_barred_by_them() -> None:
    t = table(turn=4).put("2608", "HQ61").put("2709", "151G")
    event(t, 1, 1).do("formation 61").do("move 151G")
    assert t.offers("road")
    t.do("stay").do("done")
    assert t.state.last_hq["german"] == -1


def test_2_5_2_c_2_the_formation_is_a_german_one_on_the_map() -> None:
    t = event(german_division(), 1, 1)
    assert t.refused("formation 122").code == "enemy-formation"
    assert t.refused("formation 122").rule == "narva:2.5.2.B"
    assert t.refused("formation 225").code == "formation-not-here"
    assert t.offers("formation") == {"61", "170"}
    t = event(german_division().put("2613", "HQSTRAC").put("2615", "HQKVO"), 1, 1)
    for headquarters in ("STRAC", "KVO"):
        refusal = t.refused(f"formation {headquarters}")
        assert (refusal.code, refusal.rule) == ("no-division", "narva:2.5.2.C.2")
    assert t.do("done").step() is None, "the German may leave it"


@pytest.mark.rule("narva:2.5.2.C.12")
def test_2_5_2_c_12_a_whole_soviet_corps_moves_without_combat() -> None:
    t = table(turn=4).put("2607", "268R", "301R").put("3005", "HQ43").put("1105", "65R")
    t.put("2608", "376G")
    event(t, 6, 6)
    assert t.asked() == "soviet"
    t.do("formation 43")
    assert t.offers("move") == {"268R", "301R", "HQ43"}
    assert t.refused("attack 2608").code == "no-combat"
    t.do("done")
    assert t.step() is None


# -- 3 and 11: some units move -----------------------------------------------------------------


@pytest.mark.rule("narva:2.5.2.C.3")
def test_2_5_2_c_3_two_german_units_move_wherever_they_are() -> None:
    t = event(german_division(), 1, 2)
    assert t.asked() == "german"
    t.do("pick 162G").do("pick 391G")
    assert t.offers("move") == {"162G", "391G"}
    refusal = t.refused("pick 151G")
    assert (refusal.code, refusal.rule) == ("units-chosen", "narva:2.5.2.B")
    assert t.refused("move 151G").code == "not-activated"
    assert t.refused("attack 2611").code == "no-combat"
    assert t.do("done").step() is None


def test_2_5_2_c_3_whom_the_event_cannot_move() -> None:
    t = event(german_division().pin("176G"), 1, 2)
    codes = {code: t.refused(f"pick {code}") for code in ("65R", "209G", "176G")}
    assert {code: r.code for code, r in codes.items()} == {
        "65R": "enemy-unit", "209G": "not-on-map", "176G": "pinned"}
    assert t.allowed("pick HQ61")
    t.do("pick 151G")
    assert t.refused("pick 151G").code == "already-active"
    assert t.refused("pick 151G").rule == "narva:2.5.2.C.3"


@pytest.mark.rule("narva:2.5.2.C.11")
@pytest.mark.parametrize("turn", [1, 7])
def test_2_5_2_c_11_the_frost_lasts_through_turn_8(turn: int) -> None:
    t = event(table(turn=turn), 5, 6)
    t.state.turn = 8
    assert t.state.frozen(t.game)
    event(t, 6, 5)  # a second roll has no further effect
    t.state.turn = 9
    assert not t.state.frozen(t.game)


@pytest.mark.rule("narva:2.5.2.C.11")
def test_2_5_2_c_11_without_the_event_it_thaws_on_turn_8() -> None:
    t = table(turn=7).cup(_2SH=1).ask(TurnAdvanceSegment())
    assert t.state.turn == 8
    assert not t.state.frozen(t.game)


@pytest.mark.rule("narva:2.5.2.C.11b")
@pytest.mark.parametrize("turn", [8, 9])
def test_2_5_2_c_11b_later_two_soviet_units_move(turn: int) -> None:
    t = event(table(turn=turn).put("2607", "65R", "147R").put("3005", "163R").put("2507", "HQ2SH"),
              5, 6)
    assert t.heard("random-event")[0].rule == "2.5.2.C.11b"
    assert not t.state.late_thaw
    assert t.asked() == "soviet"
    assert t.refused("pick HQ2SH").code == "army-headquarters-stays"
    t.do("pick 65R").do("pick 163R")
    assert t.offers("move") == {"65R", "163R"}
    assert t.refused("attack 2608").code == "no-combat"
    assert not isinstance(t.do("done").step(), ChooseUnits)


# -- 4 and 5: replacements ---------------------------------------------------------------------


@pytest.mark.rule("narva:2.5.2.C.4", "narva:2.5.2.C.5")
@pytest.mark.parametrize(("dice", "points"), [((2, 2), 2), ((2, 3), 1)])
def test_2_5_2_c_4_replacement_points_are_spent_at_once(
    dice: tuple[int, int], points: int
) -> None:
    t = table(turn=4).put("0131", "151G-", "162G-").put("0231", "176G-")
    t.cup(RANDOM=1, _26=1).ask(CommandPhase()).roll("RANDOM").roll(*dice)
    assert t.asked() == "german"
    for code in ("151G", "162G")[:points]:
        t.do(f"restore {code}")
    assert [t.steps(code) for code in ("151G", "162G")][:points] == [2] * points
    assert t.steps("176G") == 1
    assert t.game.rolling(t.state) is not None, "the next chit is drawn"


def test_2_5_2_c_4_points_not_spent_lapse() -> None:
    t = event(table(turn=4).put("0131", "151G-").off(ELIMINATED, "162G"), 2, 2).do("done")
    assert t.step() is None


# -- 6, 9 and 10: in the air -------------------------------------------------------------------


@pytest.mark.rule("narva:2.5.2.C.6")
@pytest.mark.parametrize(("side", "hex", "unit", "air"), [
    ("soviet", "2608", "65R", "AIR1-full"), ("german", "2607", "151G", "LW-full")])
def test_2_5_2_c_6_nobody_flies_for_the_rest_of_the_turn(
    side: str, hex: str, unit: str, air: str
) -> None:
    t = event(table(turn=4).put("2607", "65R").put("2608", "151G").cup(_2SH=1), 3, 3)
    battle = Battle(side, t.hex(hex), t.units(unit))
    refusal = t.ask(AssignAir(battle)).refused(f"air {air}")
    assert (refusal.code, refusal.rule) == ("no-flying", "narva:2.5.2.C.6")
    t.ask(TurnAdvanceSegment())
    assert t.ask(AssignAir(battle)).allowed(f"air {air}"), "next turn they fly again"


def test_2_5_2_c_6_an_attack_cannot_count_on_aircraft_that_stay_down() -> None:
    t = table(turn=4).put("2607", "161PIO-").put("2608", "65R").acting("german", "161PIO")
    assert t.ask(CombatSegment()).allowed("attack 2608"), "1-3, but the Luftwaffe gives two columns"
    t.state.no_flying = True
    assert t.ask(CombatSegment()).step() is None


@pytest.mark.rule("narva:2.5.2.C.7")
def test_2_5_2_c_7_nothing_happens() -> None:
    t = german_division().cup(RANDOM=1, _26=1).ask(CommandPhase()).roll("RANDOM")
    t.roll(3, 4)
    after = t.state.copy()
    expected = german_division().cup(_26=1).ask(CommandPhase())
    expected.state.spent[t.game.chit["RANDOM"]] = 1
    assert t.game.encode(after) == t.game.encode(expected.state)
    assert t.heard("random-event")[0].rule == "2.5.2.C.7"


@pytest.mark.rule("narva:2.5.2.C.8")
def test_2_5_2_c_8_the_soviet_may_roll_for_barrages() -> None:
    t = event(table(turn=4).put("2607", "65R").put("2608", "151G"), 4, 4)
    assert t.asked() == "soviet"
    assert t.do("accept").step() == BarrageCount("soviet")
    assert t.roll(5).allowed("barrage 2608")
    declined = event(table(turn=4).put("2607", "65R").put("2608", "151G"), 2, 6).do("done")
    assert declined.step() is None


def airbase() -> Table:
    t = table(turn=4)
    boxes = {"LW": GROUNDED, "BOMBER": GROUNDED, "AIR1": REFIT, "AIR2": READY}
    for number, air in enumerate(t.game.air_units):
        t.state.air[number] = boxes.get(air.code, GROUNDED)
    return t


def boxes_of(t: Table) -> dict[str, int]:
    return {air.code: t.state.air[n] for n, air in enumerate(t.game.air_units)}


@pytest.mark.rule("narva:2.5.2.C.9")
def test_2_5_2_c_9_soviet_air_units_move_one_stage() -> None:
    boxes = boxes_of(event(airbase(), 4, 5))
    assert boxes.pop("LW") == GROUNDED, "not the German one"
    assert boxes == {"BOMBER": REFIT, "AIR1": READY, "AIR2": READY, "AIR3": REFIT, "AIR4": REFIT,
                     "AIR5": REFIT}


@pytest.mark.rule("narva:2.5.2.C.10")
def test_2_5_2_c_10_all_soviet_air_units_are_ready() -> None:
    boxes = boxes_of(event(airbase(), 5, 5))
    assert boxes.pop("LW") == GROUNDED
    assert set(boxes.values()) == {READY}
    assert len(boxes) == 6
