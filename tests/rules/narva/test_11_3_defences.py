"""Sections 11.3 and 11.4: the prepared defences and the turn advance."""

import pytest

from grognard.boxes.catalogue import box
from grognard.rules.narva.aftermath import DefenderSuffers
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.sequence import EndOfTurnPhase, TurnAdvanceSegment
from tests.rules.narva.fights import must_retreat, odds, reckoned, struck, told, why
from tests.rules.narva.table import Table, table

LAST_BOX = 9


def assault(hex: str = "3330", boxes: int = 0, *, unit: str = "I48", turn: int = 2) -> Table:
    """Soviets before a defence hex whose markers stand so many boxes down."""
    t = table(turn=turn).put(hex, unit)
    t.state.defences = [boxes, boxes]
    east = t.game.grid.label(t.game.grid.neighbours(t.hex(hex))[2])
    return t.put(east, "131GR", "129GR")


def beaten(result: str, hex: str = "3330", boxes: int = 0) -> Table:
    return struck(assault(hex, boxes), result, hex, "131GR", "129GR")


def barraged(steps: int, hexes: int, boxes: int = 0) -> Table:
    t = assault(boxes=boxes)
    return t.ask(DefenderSuffers(Battle("soviet", t.hex("3330"), barrage=True), steps, hexes))


# -- 11.3, 11.3.1: whose they are --------------------------------------------------------------


@pytest.mark.rule("narva:11.3.A")
def test_11_3_a_every_defence_hex_belongs_to_one_division() -> None:
    game = table().game
    nordland, nederland = game.defence_hexes
    assert nordland & nederland == 0
    assert nordland | nederland == game.all_defences
    east = ~game.map.areas["west_of_narva"]
    assert game.all_defences & east == game.all_defences


@pytest.mark.rule("narva:11.3.B")
@pytest.mark.parametrize(("hex", "after"), [("3329", [2, 0]), ("3330", [0, 2])])
def test_11_3_b_each_division_has_its_own_marker(hex: str, after: list[int]) -> None:
    assert beaten("D2", hex).state.defences == after


@pytest.mark.rule("narva:11.3.1.A")
@pytest.mark.parametrize(("unit", "allowed"), [
    ("I45", False), ("328G", False), ("II24", True), ("I48", True), ("HQ11SS", True),
])
def test_11_3_1_a_only_the_two_divisions_may_enter(unit: str, allowed: bool) -> None:
    """By move, and by retreat; the advance is shown with 9.6."""
    t = table(turn=2).put("3128" if unit != "328G" else "3026", unit)
    t.acting("german", unit).ask(MovementSegment()).do(f"move {unit}")
    if not allowed:
        assert why(t.refused("to 3127")) == ("prepared-defence", "6.3.C")
    assert ("3127" in t.offers("to")) == allowed
    if not unit.startswith("HQ"):
        start = t.where(unit)
        back = must_retreat(table(turn=2).put(start, unit), start, 1).do(f"retreat {unit}")
        assert ("3127" in back.offers("back")) == allowed


@pytest.mark.rule("narva:11.3.1.A")
def test_11_3_1_a_soviets_may_enter_empty_ones() -> None:
    t = table(turn=2).put("3126", "163R").acting("soviet", "163R").ask(MovementSegment())
    assert t.do("move 163R to 3127").where("163R") == "3127"


@pytest.mark.rule("narva:11.3.1.B")
def test_11_3_1_b_each_division_may_hold_the_hexes_of_the_other() -> None:
    t = table(turn=2).put("3128", "I48").acting("german", "I48").ask(MovementSegment())
    assert t.do("move I48 to 3127").where("I48") == "3127"
    t = struck(assault("3329", unit="I48"), "D1", "3329", "131GR", "129GR")
    assert t.state.defences == [1, 0]  # the marker of the hex, not of the unit


# -- 11.3.2, 11.3.3: shift and first retreat ---------------------------------------------------


@pytest.mark.rule("narva:11.3.2")
@pytest.mark.parametrize("boxes", range(10))
def test_11_3_2_the_box_of_the_marker_shifts_soviet_attacks(boxes: int) -> None:
    t = assault(boxes=boxes)
    value = t.game.charts.defence_track[boxes]
    shifts = reckoned(t, "3330", "131GR", "129GR").shifts
    assert shifts == ((("defences", "11.3.2", -value),) if value else ())


@pytest.mark.rule("narva:11.3.2")
def test_11_3_2_never_for_soviets_who_stand_there() -> None:
    t = table(turn=2).put("3330", "163R").put("3230", "I48", "II48")
    found = odds(t, "3330", "I48", "II48")
    assert told(found, "shift-defences") == told(found, "cover") == told(found, "track") == []
    struck(t, "D1r1", "3330", "I48", "II48").do("lose 163R")  # neither cover nor track
    assert t.offers("retreat") == {"163R"}
    assert t.state.defences == [0, 0]


@pytest.mark.rule("narva:11.3.3")
def test_11_3_3_the_first_hex_of_a_retreat_is_cancelled() -> None:
    t = beaten("Dr1")
    assert (t.where("I48"), t.state.defences, t.step()) == ("3330", [0, 0], None)
    assert t.heard("cover-holds")[0].rule == "11.3.3"


def ruling(case: str, language: str) -> tuple[str, str]:
    """What the box asks and rules about a case."""
    found = box("narva").inventory().case(case, language)
    return found.open, found.ruling


@pytest.mark.rule("narva:11.3.3", "narva:9.5.6.B")
def test_11_3_3_germans_who_attack_out_of_a_defence_retreat_in_full() -> None:
    """11.3.3 is about the defence of the hex; where attackers are covered 9.5.6.B says."""
    t = struck(table(turn=2).put("3330", "I48").put("3430", "163R"), "Ar1", "3430", "I48")
    assert t.offers("retreat") == {"I48"}
    t.do("retreat I48").do(f"back {min(t.offers('back'))}")
    assert t.where("I48") != "3330"
    assert (t.steps("I48"), t.state.defences) == (2, [0, 0])
    village = struck(table(turn=2).put("3331", "I48").put("3431", "163R"), "Ar1", "3431", "I48")
    assert (village.where("I48"), village.step()) == ("3331", None), "a village in it covers"
    assert village.heard("cover-holds")[0].rule == "9.5.6.B"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_11_3_3_the_ruling_is_written_under_both_numbers(language: str) -> None:
    assert ruling("11.3.3", language) == ruling("9.5.6.B", language)
    question, answer = ruling("11.3.3", language)
    assert "9.5.6.B" in question
    assert "11.3.4.A" in answer


# -- 11.3.4: the track takes results -----------------------------------------------------------


@pytest.mark.rule("narva:11.3.4.A")
def test_11_3_4_a_units_are_unhurt_while_boxes_last() -> None:
    for t in (beaten("D2r3", boxes=3), barraged(2, 2, boxes=3)):
        assert (t.state.defences[1], t.step()) == (7, None)
        assert (t.where("I48"), t.steps("I48")) == ("3330", 2)
        assert t.heard("defences-worn")


@pytest.mark.rule("narva:11.3.4.A")
def test_11_3_4_a_not_for_results_of_an_attack_out_of_them() -> None:
    t = table(turn=2).put("3330", "I48").put("3430", "163R")
    struck(t, "A1", "3430", "I48").do("lose I48")
    assert (t.steps("I48"), t.state.defences) == (1, [0, 0])


@pytest.mark.rule("narva:11.3.4.B")
def test_11_3_4_b_a_step_pushes_one_box() -> None:
    t = beaten("D2")
    assert (t.state.defences[1], t.steps("I48"), t.step()) == (2, 2, None)


@pytest.mark.rule("narva:11.3.4.C")
def test_11_3_4_c_a_hex_of_retreat_pushes_one_box() -> None:
    assert beaten("Dr2").state.defences[1] == 1  # the first hex is cancelled
    assert barraged(0, 2).state.defences[1] == 2


@pytest.mark.rule("narva:11.3.4.D")
def test_11_3_4_d_the_rest_strikes_the_units() -> None:
    t = beaten("D2r2", boxes=LAST_BOX - 1)
    assert t.state.defences[1] == LAST_BOX
    t.do("lose I48").do("retreat I48").do(f"back {min(t.offers('back'))}")
    assert (t.steps("I48"), len(t.heard("retreats"))) == (1, 1)
    assert type(t.step()).__name__ == "ChooseAdvance"  # one step and one hex, no more


@pytest.mark.rule("narva:11.3.4.D")
def test_11_3_4_d_losses_use_up_the_boxes_before_retreats() -> None:
    t = beaten("D1r2", boxes=LAST_BOX - 1)  # the step takes the last box
    assert t.offers("retreat") == {"I48"}
    assert t.steps("I48") == 2


# -- 11.3.5 and 11.4: turn advance -------------------------------------------------------------


@pytest.mark.rule("narva:11.3.5", "narva:11.4.C")
def test_11_3_5_one_marker_one_box_or_none() -> None:
    def end_of_turn(*boxes: int) -> Table:
        t = table(turn=3)
        t.state.defences = list(boxes)
        return t.ask(TurnAdvanceSegment())

    t = end_of_turn(4, 2)
    assert (t.asked(), t.offers("repair")) == ("german", {"nordland", "nederland"})
    assert t.do("repair nederland").state.defences == [4, 1]
    assert t.state.turn == 4  # once a turn
    assert end_of_turn(4, 2).do("done").state.defences == [4, 2]
    top = end_of_turn(0, 2)
    assert why(top.refused("repair nordland")) == ("defences-whole", "11.3.5")
    whole = end_of_turn(0, 0)
    assert whole.state.turn == 4  # nobody is asked


@pytest.mark.rule("narva:11.4.C", "narva:13.3.10")
def test_11_4_c_the_repair_of_turn_12_comes_before_the_count() -> None:
    t = table(turn=12)
    t.state.defences = [1, 0]
    t.ask(EndOfTurnPhase()).do("repair nordland")
    assert t.play.result is not None
    assert t.play.result.score == 0


@pytest.mark.rule("narva:11.4.A")
def test_11_4_a_chits_go_back_into_the_cup_except_the_one_that_waits() -> None:
    t = table(turn=5).cup()
    chit = t.game.chit
    t.state.tracks = {"german": (chit["3SS"],), "soviet": (chit["2SH"], chit["2SH"])}
    t.state.spent[chit["2SH"]] = 1  # over the cap: set aside
    t.state.spent[chit["RANDOM"]] = 1
    t.state.supply_chit_waits = True
    t.state.due = [(7, chit["STAVKA"])]
    t.state.withdrawals = [(6, chit["WITHDRAW_59"])]
    t.ask(TurnAdvanceSegment())
    inside = {code: t.state.cup[n] for code, n in chit.items() if t.state.cup[n]}
    assert inside == {"3SS": 1, "2SH": 3, "RANDOM": 1}
    assert t.state.supply_chit_waits
    assert t.state.activations("soviet") == 0


@pytest.mark.rule("narva:11.4.B")
def test_11_4_b_pins_come_off() -> None:
    t = table(turn=5).put("2606", "163R").put("2506", "151G").pin("163R", "151G")
    t.ask(TurnAdvanceSegment())
    assert (t.state.pinned, t.state.turn) == (0, 6)
    assert t.heard("pins-lifted")
