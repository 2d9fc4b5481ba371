"""Sections 2.3 to 2.5: the cup, command chits and what all action chits have in common."""

from fractions import Fraction

import pytest

from grognard import Automation
from grognard.records import Playthrough
from grognard.rules.narva.chits import ChitsArrive, ReturnChits, count_chits
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.sequence import ReinforcementPhase, TurnAdvanceSegment
from tests.rules.narva.table import Table, narva, start, table

GERMAN_HQS = ("HQ61", "HQ170", "HQFHH", "HQ227", "HQ225", "HQ58", "HQ214", "HQ11", "HQSTRAC",
              "HQ11SS", "HQ4SS", "HQ20SS", "HQKUST", "HQKVO", "HQ285S")
CORPS_26 = {"HQ61", "HQ170", "HQFHH", "HQ227"}
CORPS_43 = {"HQ225", "HQ58", "HQ214", "HQ11", "HQSTRAC"}
SS = {"HQ11SS", "HQ4SS", "HQ20SS", "HQKUST"}


def all_german_hqs(turn: int = 7) -> Table:
    """Every German headquarters on the map, one in a hex."""
    t = table(turn=turn)
    for row, code in enumerate(GERMAN_HQS, 10):
        t.put(f"26{row}", code)
    return t


def drawn(t: Table, chit: str) -> Table:
    """The only chit in the cup is this one, and it is drawn."""
    return t.cup(**{chit: 1}).ask(CommandPhase()).roll(chit)


def in_cup(t: Table, chit: str) -> int:
    return t.state.cup[t.game.chit[chit]]


# -- 2.3: command chits ------------------------------------------------------------------------


@pytest.mark.rule("narva:2.3.A", "narva:4.1.1.D")
def test_2_3_a_an_army_activates_a_corps_inside_its_range_only() -> None:
    t = table(turn=6).put("2607", "HQ59A").put("2617", "HQ122").put("2618", "HQ109")
    drawn(t, "59A")
    assert t.offers("hq") == {"HQ122"}, "ten hexes off, the command range of the army"
    refusal = t.refused("hq HQ109")
    assert (refusal.code, refusal.rule) == ("beyond-army-range", "narva:4.1.1.D")


@pytest.mark.rule("narva:4.1.1.D")
def test_4_1_1_d_an_army_activates_any_corps_in_range_but_no_army() -> None:
    t = table(turn=6).put("2607", "HQ8A").put("2609", "HQ109").put("3507", "HQ2SH")
    drawn(t, "8A")
    assert t.offers("hq") == {"HQ109"}, "a corps of the 2nd Shock Army"
    refusal = t.refused("hq HQ8A")
    assert (refusal.code, refusal.rule) == ("army-headquarters", "narva:4.1.1.D")


def test_4_1_1_d_without_its_army_a_chit_activates_nobody() -> None:
    t = table(turn=6).put("2609", "HQ109")
    drawn(t, "8A")
    assert not t.offers("hq")
    refusal = t.refused("relocate 2610")
    assert (refusal.code, refusal.rule) == ("no-army-to-relocate", "narva:4.1.3.A")
    assert t.do("done").heard("no-activation")


@pytest.mark.rule("narva:2.3.B", "narva:4.1.1.E.2")
def test_2_3_b_a_corps_chit_offers_the_headquarters_of_that_corps() -> None:
    t = drawn(all_german_hqs(), "26")
    assert t.offers("hq") == CORPS_26
    refusal = t.refused("hq HQ225")
    assert (refusal.code, refusal.rule) == ("wrong-chit", "narva:4.1.1.E.2")
    assert t.refused("hq HQ11SS").rule == "narva:4.1.1.E.2"


@pytest.mark.rule("narva:4.1.1.E.3", "narva:4.2.3.E")
def test_4_1_1_e_3_strachwitz_answers_the_43rd_corps() -> None:
    assert drawn(all_german_hqs(), "43").offers("hq") == CORPS_43
    for chit in ("3SS", "26"):
        t = drawn(all_german_hqs(), chit)
        assert t.refused("hq HQSTRAC").code == "wrong-chit"


@pytest.mark.rule("narva:4.1.1.E.1", "narva:14.1.C")
def test_4_1_1_e_1_the_ss_chit_offers_the_ss_and_the_coast_defence() -> None:
    t = drawn(all_german_hqs(), "3SS")
    assert t.offers("hq") == SS
    assert t.refused("hq HQ61").rule == "narva:4.1.1.E.1"


def test_4_1_1_e_1_a_headquarters_that_has_not_arrived_is_not_offered() -> None:
    t = drawn(table(turn=2).put("3029", "HQ11SS"), "3SS")
    assert t.offers("hq") == {"HQ11SS"}
    refusal = t.refused("hq HQ20SS")
    assert (refusal.code, refusal.rule) == ("not-on-map", "narva:4.1.1.E.1")
    assert drawn(table(turn=2), "26").refused("hq HQ61").rule == "narva:4.1.1.E.2"
    assert drawn(table(turn=2), "AGN").refused("hq HQ61").rule == "narva:2.4.2.A"


@pytest.mark.rule("narva:4.1.1.F")
@pytest.mark.parametrize("chit", ["3SS", "26", "43", "WER"])
@pytest.mark.parametrize("hq", ["HQKVO", "HQ285S"])
def test_4_1_1_f_two_headquarters_answer_the_army_group_alone(chit: str, hq: str) -> None:
    refusal = drawn(all_german_hqs(), chit).refused(f"hq {hq}")
    assert (refusal.code, refusal.rule) == ("army-group-only", "narva:4.1.1.F")


def test_4_1_1_only_headquarters_of_the_own_side_are_activated() -> None:
    t = all_german_hqs().put("2609", "151G").put("3007", "HQ122")
    drawn(t, "26")
    assert t.refused("hq 151G").code == "no-headquarters"
    assert t.refused("hq 151G").rule == "narva:4.0.A"
    assert t.refused("hq HQ122").code == "enemy-unit"
    assert t.refused("hq HQ122").rule == "narva:4.1.1.C"
    assert t.refused("relocate 2620").code == "no-german-relocation"


@pytest.mark.rule("narva:2.3.C")
def test_2_3_c_every_chit_in_the_cup_is_as_likely_as_the_next() -> None:
    t = table(turn=3).cup(_3SS=2, AGN=1, _2SH=3, RANDOM=1).ask(CommandPhase())
    roll = t.game.rolling(t.state)
    assert roll is not None
    chances = dict(roll.chance(t.game, t.state).outcomes())
    expected = {"3SS": 2, "AGN": 1, "2SH": 3, "RANDOM": 1}
    assert chances == {(t.game.chit[code],): Fraction(n, 7) for code, n in expected.items()}
    t.roll("RANDOM").roll(3, 4)
    roll = t.game.rolling(t.state)
    assert roll is not None
    left = dict(roll.chance(t.game, t.state).outcomes())
    assert left.keys() == chances.keys() - {(t.game.chit["RANDOM"],)}, "what was drawn is out"


@pytest.mark.rule("narva:2.3.D", "narva:4.1.1.B")
def test_2_3_d_chits_over_the_cap_activate_nobody() -> None:
    t = table(turn=3).put("2607", "HQFHH").put("2610", "HQ227").put("2613", "HQ61")
    t.cup(_26=3, _2SH=1).ask(CommandPhase())
    for _ in range(2):
        t.roll("26").do("done")
    t.roll("26")
    assert t.heard("chit-idle")[0].rule == "2.3.D"
    assert t.game.rolling(t.state) is not None, "the next chit is drawn at once"
    assert t.state.activations("german") == 2


@pytest.mark.rule("narva:4.1.1.B")
def test_4_1_1_b_a_chit_that_activates_nobody_fills_a_box_too() -> None:
    t = drawn(table(turn=3), "26")
    assert t.state.activations("german") == 1
    t.do("done")
    assert t.state.activations("german") == 1


@pytest.mark.rule("narva:2.2.5", "narva:4.1.1.C", "narva:4.2.1.B")
def test_2_2_5_chits_lie_on_the_track_of_their_side_in_the_order_drawn() -> None:
    t = table(turn=6).put("3507", "HQ2SH").put("2607", "HQ8A").put("0130", "HQ61")
    t.cup(_2SH=2, _8A=1, _26=1, RANDOM=1).ask(CommandPhase())
    t.roll("2SH")
    assert t.state.acting == t.asked() == "soviet"
    t.do("done").roll("26")
    assert t.state.acting == t.asked() == "german"
    t.do("done").roll("RANDOM").roll(3, 4).roll("8A").do("done").roll("2SH")
    boxes = {piece.at: piece.face for piece in t.game.table.scene(t.play.view("german")).pieces
             if piece.at.startswith(("track:german", "track:soviet"))}
    assert boxes == {"track:soviet:1": "2SH", "track:german:1": "26",
                     "track:soviet:2": "8A", "track:soviet:3": "2SH"}


def test_2_2_5_every_box_of_the_tracks_is_laid_out() -> None:
    panels = {panel.id: panel.places for panel in narva().table.layout().panels}
    assert panels["activations-soviet"] == tuple(f"track:soviet:{n}" for n in range(1, 6))
    assert len(panels["activations-german"]) == 4


# -- 2.4: Wehrmacht and Army Group Narwa -------------------------------------------------------


@pytest.mark.rule("narva:2.4.1.A")
def test_2_4_1_a_the_wehrmacht_chit_activates_any_corps_headquarters_but_the_ss() -> None:
    t = drawn(all_german_hqs(turn=3), "WER")
    assert t.offers("hq") == CORPS_26 | CORPS_43
    refusal = t.refused("hq HQKUST")
    assert (refusal.code, refusal.rule) == ("wrong-chit", "narva:2.4.1.A")


@pytest.mark.rule("narva:2.4.1.B")
def test_2_4_1_b_the_wehrmacht_chits_leave_when_turn_3_reaches_reinforcements() -> None:
    t = table(turn=3).cup(WER=2, _3SS=1).ask(CommandPhase(), ChitsArrive(), TurnAdvanceSegment())
    t.roll("WER").do("done").roll("3SS").do("done")
    assert t.heard("chit-leaves")[0].rule == "2.4.1.B"
    assert t.state.turn == 4
    assert count_chits(t.state, t.game.chit["WER"]) == 0, "neither the drawn nor the other"
    assert in_cup(t, "3SS") == 1


@pytest.mark.parametrize("turn", [1, 2])
def test_2_4_1_b_the_wehrmacht_chits_stay_before_turn_3(turn: int) -> None:
    t = table(turn=turn).cup(WER=2).ask(ChitsArrive())
    assert in_cup(t, "WER") == 2


@pytest.mark.rule("narva:2.4.2.A")
def test_2_4_2_a_the_army_group_chit_activates_any_headquarters() -> None:
    t = all_german_hqs()
    t.state.last_hq["german"] = t.unit("HQ61")
    assert drawn(t, "AGN").offers("hq") == set(GERMAN_HQS) - {"HQ61"}


def army_group(*pinned: str) -> Table:
    """The coast defence is activated by the army group chit; two regiments are far away."""
    t = table(turn=4).pin(*pinned).put("2607", "HQKVO").put("2620", "151G").put("1210", "333G")
    t.put("0930", "29P", "HQ225").put("1105", "65R")
    return drawn(t, "AGN").do("hq HQKVO").do("done")


@pytest.mark.rule("narva:2.4.2.B")
def test_2_4_2_b_the_army_group_chit_frees_two_more_units_anywhere() -> None:
    t = army_group()
    assert t.offers("extra") == {"151G", "333G", "29P"}
    t.do("extra 151G").do("extra 333G")
    assert t.offers("move") == {"HQKVO", "151G", "333G"}
    late = t.refused("extra 29P")
    assert (late.code, late.rule) == ("extras-chosen", "narva:2.4.2.B")
    assert t.refused("move 29P").rule == "narva:4.0.A"


def test_2_4_2_b_the_extras_are_combat_units_not_yet_activated() -> None:
    t = army_group("333G")
    assert t.refused("extra HQ225").code == "headquarters-not-attached"
    assert t.refused("extra HQ225").rule == "narva:2.4.2.B"
    assert t.refused("extra 65R").code == "enemy-unit"
    assert t.refused("extra 162G").code == "not-on-map"
    assert t.refused("extra 333G").code == "pinned"
    t.do("extra 151G")
    assert t.refused("extra 151G").code == "already-active"
    assert t.allowed("done")


@pytest.mark.rule("narva:2.4.2.C")
def test_2_4_2_c_the_extras_do_not_fight() -> None:
    t = table(turn=4).put("2607", "HQFHH").put("2608", "FHHPZ").put("2707", "151G", "162G")
    t.put("2708", "65R").cup(AGN=1).ask(CommandPhase()).roll("AGN")
    t.do("hq HQFHH").do("done").do("extra 151G").do("done").do("done").do("attack 2708")
    refusal = t.refused("by 151G")
    assert (refusal.code, refusal.rule) == ("moves-only", "narva:2.4.2.C")
    assert t.refused("by 162G").code == "not-activated"
    assert t.offers("by") == {"FHHPZ"}


# -- 2.5: action chits in general --------------------------------------------------------------


@pytest.mark.rule("narva:2.5.A")
@pytest.mark.parametrize(("chit", "owner", "target"),
                         [("BARRAGE_S", "soviet", "2607"), ("BARRAGE_G", "german", "2608")])
def test_2_5_a_an_action_chit_concerns_the_side_it_names(
    chit: str, owner: str, target: str
) -> None:
    t = table(turn=3).put("2607", "151G").put("2608", "65R")
    t.cup(**{chit: 1, "26": 1, "2SH": 1}).ask(CommandPhase()).roll(chit).roll(1)
    assert t.asked() == owner
    assert t.offers("barrage") == {target}


@pytest.mark.rule("narva:2.5.B")
def test_2_5_b_a_numbered_chit_can_be_drawn_the_turn_after() -> None:
    t = table(turn=4).cup()
    t.state.due = [(4, t.game.chit["SH2_OOS"])]
    t.ask(CommandPhase())
    assert t.step() is None, "nothing to draw in its own turn"
    t.cup(_2SH=1).ask(ChitsArrive(), TurnAdvanceSegment())
    assert t.heard("chit-arrives")[0].rule == "8.7"
    assert t.state.turn == 5
    assert not t.state.due
    assert t.roll("SH2_OOS").heard("chit-drawn")


def test_2_5_b_a_chit_numbered_for_later_stays_on_the_track() -> None:
    t = table(turn=4).cup()
    t.state.due = [(5, t.game.chit["SH2_OOS"])]
    t.ask(ChitsArrive())
    assert in_cup(t, "SH2_OOS") == 0
    assert t.state.due


@pytest.mark.rule("narva:2.5.C.1")
def test_2_5_c_1_an_action_chit_uses_no_activation() -> None:
    t = table(turn=3).cup(RANDOM=1, _26=1).ask(CommandPhase()).roll("RANDOM").roll(3, 4)
    assert t.state.activations("german") == t.state.activations("soviet") == 0


@pytest.mark.rule("narva:2.5.C.2")
def test_2_5_c_2_drawing_ends_with_the_last_command_chit_that_counts() -> None:
    t = table(turn=3).cup(_26=2, BARRAGE_G=1, RANDOM=1).ask(CommandPhase())
    t.roll("26").do("done").roll("26").do("done")
    assert t.step() is None, "the action chits stay undrawn"
    assert in_cup(t, "RANDOM") == 1


def test_2_5_c_2_drawing_ends_when_no_chit_of_a_side_below_its_cap_is_left() -> None:
    t = table(turn=3).cup(_26=3, RANDOM=1)
    t.state.tracks["german"] = (0, 0)
    assert t.ask(CommandPhase()).step() is None
    t.cup(_26=3, _2SH=1).ask(CommandPhase())
    assert t.game.rolling(t.state) is not None, "a Soviet chit may still come"


@pytest.mark.rule("narva:2.5.D")
def test_2_5_d_drawn_chits_are_back_in_the_cup_next_turn() -> None:
    t = table(turn=2).cup(BARRAGE_G=1, _2SH=2)
    t.ask(CommandPhase(), ReturnChits()).roll("BARRAGE_G").roll(1)
    assert in_cup(t, "BARRAGE_G") == 0
    t.roll("2SH").do("done").roll("2SH").do("done")
    assert in_cup(t, "BARRAGE_G") == 1
    assert in_cup(t, "2SH") == 2
    assert t.state.activations("soviet") == 0, "the tracks are empty again"


def test_2_5_d_a_chit_over_the_cap_goes_back_too() -> None:
    t = table(turn=3).cup(_26=3, _2SH=1)
    t.state.tracks["german"] = (t.game.chit["3SS"], t.game.chit["3SS"])
    t.ask(CommandPhase(), ReturnChits()).roll("26").roll("2SH").do("done")
    assert in_cup(t, "26") == 3
    assert in_cup(t, "3SS") == 2


@pytest.mark.rule("narva:2.5.1.1.A")
def test_2_5_1_1_a_two_soviet_barrage_chits_and_one_german() -> None:
    t = start()
    counts = [count_chits(t.state, t.game.chit[code]) for code in ("BARRAGE_S", "BARRAGE_G")]
    assert counts == [2, 1]


@pytest.mark.rule("narva:4.1.1.A")
def test_4_1_1_a_the_same_seed_draws_the_same_chits() -> None:
    def order(seed: int) -> list[str]:
        t = table(turn=3).cup(_26=2, _3SS=2, _2SH=4, RANDOM=1).ask(CommandPhase())
        play = Playthrough(t.game, seed=seed, automations={Automation.DICE}, state=t.state)
        while play.decisions:
            (side,) = play.decisions
            play.do(side, "done")
        return [e.args["chit"] for e in play.events("german") if e.id == "chit-drawn"]

    assert order(3) == order(3)
    assert len({tuple(order(seed)) for seed in range(4)}) > 1


def test_the_reinforcement_phase_begins_with_the_chits() -> None:
    assert isinstance(ReinforcementPhase.parts[0], ChitsArrive)
