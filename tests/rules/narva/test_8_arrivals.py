"""Sections 8.0 to 8.5 and 8.7: reinforcements."""

import pytest

from grognard.rules.narva.reinforcement import GermanSegment, SovietSegment
from grognard.rules.narva.sequence import ReinforcementPhase
from grognard.rules.narva.state import DISPLACED, OUT_OF_SUPPLY, SUPPLIED, TRACK
from tests.rules.narva.fights import why
from tests.rules.narva.table import Table, start, table

SOVIETS = ("65R", "147R", "163R", "219R", "320R", "708R", "381R")
GERMANS = ("151G", "162G", "176G", "333G", "376G", "377G", "391G")


def due(turn: int, *codes: str) -> Table:
    return table(turn=turn).off(TRACK, *codes)


def column(rows: range) -> set[str]:
    """Hexes of the west edge."""
    return {f"01{row:02}" for row in rows}


def shut_west(t: Table) -> Table:
    """Soviet zones in every hex of the west edge within ten of entry C, which is 0113."""
    for unit, row in zip(SOVIETS, range(4, 23, 3), strict=True):
        t.put(f"01{row:02}", unit)
    return t


# -- 8.0 to 8.2: placed, and moved at once -----------------------------------------------------


@pytest.mark.rule("narva:8.0.A")
def test_8_0_a_a_unit_enters_by_its_letter_on_its_turn() -> None:
    t = due(3, "2G", "113S").ask(GermanSegment())
    assert t.offers("arrive") == {"113S"}
    assert why(t.refused("arrive 2G")) == ("not-due", "14.0.B")
    t = due(4, "2G", "1254R").ask(GermanSegment())
    assert why(t.refused("arrive 1254R")) == ("enemy-unit", "8.0.A")
    t.do("arrive 2G")
    assert t.offers("into") == {"0118", "0123"}, "both hexes of B, as the owner likes"
    assert why(t.refused("into 0113")) == ("not-entry-hex", "8.0.A")


@pytest.mark.rule("narva:8.0.A")
def test_8_0_a_each_entry_has_its_hexes() -> None:
    hexes = {"A": {"0130"}, "B": {"0118", "0123"}, "C": {"0113"}, "D": {"3630"}, "E": {"3617"},
             "F": {"2301"}}
    game = table().game
    by_letter = {entry.letter: {game.grid.label(hex) for hex in game.grid if entry.hexes >> hex & 1}
                 for entry in game.entries.values()}
    assert by_letter == hexes
    starred = {unit.code for unit in game.units if unit.turn and unit.entry not in game.entries}
    assert starred == {"260MS", "HQ59A", "HQ8A"}


@pytest.mark.rule("narva:8.0.B.1")
def test_8_0_b_1_it_is_supplied_and_needs_no_command() -> None:
    t = due(4, "2G").supply(OUT_OF_SUPPLY, "2G").ask(GermanSegment()).do("arrive 2G into 0118")
    assert t.state.supply[t.unit("2G")] == SUPPLIED
    assert (t.asked(), t.state.acting, t.state.active) == ("german", "", 0), "no headquarters"
    assert t.allowed("to 0218")


@pytest.mark.rule("narva:8.0.B.2")
def test_8_0_b_2_one_move_by_any_means_and_no_attack() -> None:
    t = due(2, "176R").put("3616", "151G").ask(SovietSegment()).do("arrive 176R into 2301")
    assert all(t.offers(kind) for kind in ("to", "road", "rail"))
    t.do("rail 2308")
    assert (t.where("176R"), t.step()) == ("2308", None), "no more moves, and no combat"
    t = due(4, "2G").put("0219", "65R").put("0119", "1811SU").ask(GermanSegment())
    t.do("arrive 2G into 0123").do("to 0122")
    assert t.step() is None


@pytest.mark.rule("narva:8.1")
def test_8_1_many_arrive_in_one_hex_if_they_spread_out() -> None:
    units = ("154G", "220G", "58F", "HQ58", "KG")
    t = due(5, *units).ask(GermanSegment())
    for unit, place in zip(units, ("0118", "0118", "0217", "0218", "0117"), strict=True):
        t.do(f"arrive {unit} into 0118")
        t.do("stay" if place == "0118" else f"to {place}")
    assert [t.where(unit) for unit in units] == ["0118", "0118", "0217", "0218", "0117"]
    assert (t.step(), t.game.faults(t.state)) == (None, [])


@pytest.mark.rule("narva:8.2")
def test_8_2_placing_costs_no_points() -> None:
    t = due(4, "2G").ask(GermanSegment()).do("arrive 2G into 0123")
    assert t.game.units[t.unit("2G")].move == 4
    assert t.cost("2G", "0424") == 4 / 2 - 1 / 2, "three hexes of road"
    assert t.cost("2G", "0827") == 4, "eight hexes of road"
    t.do("to 0827")
    assert t.where("2G") == "0827"


# -- 8.3: enemies at the entry -----------------------------------------------------------------


@pytest.mark.rule("narva:8.3.A")
def test_8_3_a_neither_on_enemies_nor_in_their_zones() -> None:
    t = due(4, "2G").put("0118", "1811SU").ask(GermanSegment()).do("arrive 2G")
    assert why(t.refused("into 0118")) == ("enemy-occupied", "8.3.A")
    assert t.offers("into") == {"0123"}
    t = due(4, "2G").put("0118", "333G").put("0217", "65R").ask(GermanSegment()).do("arrive 2G")
    assert why(t.refused("into 0118")) == ("enemy-zone", "5.3.A"), "a friend does not help"


@pytest.mark.rule("narva:8.3.B")
@pytest.mark.parametrize("enemy", ["1811SU", "65R"])
def test_8_3_b_a_closed_entry_opens_ten_hexes_of_the_edge(enemy: str) -> None:
    t = due(3, "113S").put("0113", enemy).ask(GermanSegment()).do("arrive 113S")
    near = column(range(3, 24)) - {"0113"}
    assert t.offers("into") == (near if enemy == "1811SU" else near - {"0112", "0114"})
    assert why(t.refused("into 0124")) == ("not-entry-hex", "8.0.A"), "eleven hexes off"
    assert why(t.refused("into 0216")) == ("not-entry-hex", "8.0.A"), "not on the edge"


@pytest.mark.rule("narva:8.3.B")
def test_8_3_b_enemies_and_zones_close_the_stretch_too() -> None:
    t = due(3, "113S").put("0113", "1811SU").put("0116", "65R").ask(GermanSegment())
    t.do("arrive 113S")
    assert not t.offers("into") & {"0113", "0115", "0116", "0117"}
    assert {"0114", "0118"} <= t.offers("into")


@pytest.mark.rule("narva:8.3.B")
def test_8_3_b_who_can_enter_must() -> None:
    t = due(3, "113S", "322S").put("0113", "65R").ask(GermanSegment())
    assert why(t.refused("done")) == ("must-enter-or-reroute", "8.3.B")
    t.do("arrive 113S into 0110").do("stay")
    assert not t.allowed("done"), "322S has yet to come"


# -- 8.4: sent to another entry ----------------------------------------------------------------


@pytest.mark.rule("narva:8.4.A")
def test_8_4_a_a_german_unit_enters_elsewhere_a_turn_later() -> None:
    t = due(4, "2G").ask(GermanSegment()).do("reroute 2G")
    assert t.offers("entry") == {"A", "C"}
    assert why(t.refused("entry B")) == ("same-entry", "8.4.A")
    assert why(t.refused("entry E")) == ("soviet-entry", "8.4.A")
    t.do("entry A")
    assert (t.where("2G"), t.step()) == ("track", None)
    t.state.turn = 5
    t.ask(GermanSegment()).do("arrive 2G")
    assert t.offers("into") == {"0130"}


@pytest.mark.rule("narva:8.4.A")
def test_8_4_a_only_german_units_that_are_due() -> None:
    t = due(4, "2G", "VILJ", "289R").ask(GermanSegment())
    assert t.offers("reroute") == {"2G"}
    assert why(t.refused("reroute VILJ")) == ("not-due", "14.0.B")
    assert why(t.refused("reroute 289R")) == ("enemy-unit", "8.4.A")
    soviet = due(4, "289R").ask(SovietSegment())
    assert why(soviet.refused("reroute 289R")) == ("no-rerouting", "8.4.A")


def test_8_4_a_not_a_displaced_headquarters() -> None:
    t = due(4, "2G").off(DISPLACED, "HQ61").ask(GermanSegment())
    assert t.offers("arrive") == {"2G", "HQ61"}
    assert why(t.refused("reroute HQ61")) == ("displaced-not-rerouted", "8.4.A")


def test_8_4_a_not_to_an_entry_out_of_play() -> None:
    t = table("krivasoo", turn=2).off(TRACK, "154G").ask(GermanSegment()).do("reroute 154G")
    assert t.offers("entry") == {"A"}
    assert why(t.refused("entry C")) == ("entry-out-of-play", "6.3.A")


@pytest.mark.rule("narva:8.4.B")
def test_8_4_b_only_once() -> None:
    t = due(4, "2G").ask(GermanSegment()).do("reroute 2G entry A")
    t.state.turn = 5
    t.ask(GermanSegment())
    assert why(t.refused("reroute 2G")) == ("rerouted-already", "8.4.B")
    assert not t.allowed("done"), "it has to enter now"


# -- 8.5: no way in ----------------------------------------------------------------------------


@pytest.mark.rule("narva:8.5")
def test_8_5_a_german_with_every_hex_shut_is_sent_elsewhere() -> None:
    t = shut_west(due(3, "113S")).ask(GermanSegment())
    assert (t.offers("arrive"), t.offers("reroute")) == (set(), {"113S"})
    assert why(t.refused("arrive 113S")) == ("no-way-in", "8.3.B")
    assert why(t.refused("done")) == ("must-enter-or-reroute", "8.3.B")
    t.do("reroute 113S entry A")
    assert (t.where("113S"), t.step()) == ("track", None)


@pytest.mark.rule("narva:8.5")
def test_8_5_who_was_sent_before_is_lost() -> None:
    t = shut_west(due(4, "113S"))
    t.state.rerouted = t.units("113S")
    t.ask(GermanSegment())
    assert (t.where("113S"), t.steps("113S"), t.step()) == ("eliminated", 0, None)
    assert t.heard("lost-on-the-way")[0].rule == "8.5"


@pytest.mark.rule("narva:8.5")
def test_8_5_soviets_shut_out_are_lost_at_once() -> None:
    t = due(2, "176R")
    for unit, column in zip(GERMANS, range(14, 33, 3), strict=True):
        t.put(f"{column}01", unit)
    t.ask(SovietSegment())
    assert (t.where("176R"), t.step()) == ("eliminated", None)
    open_edge = due(2, "176R").put("2301", "151G").ask(SovietSegment()).do("arrive 176R")
    assert "2101" in open_edge.offers("into")


@pytest.mark.rule("narva:8.5")
def test_8_5_army_headquarters_and_the_brigade_wait() -> None:
    t = due(4, "HQ59A", "260MS")
    beach, sources = ["2033", "2134", "1933", "2234"], ["1001", "1901", "2301", "3605", "3617"]
    for hex, unit in zip([*beach, *sources, "3630"], ("30P", "29P", "KG", *GERMANS), strict=True):
        t.put(hex, unit)
    t.ask(SovietSegment())
    assert (t.where("HQ59A"), t.where("260MS"), t.step()) == ("track", "track", None)


# -- 8.7: chits --------------------------------------------------------------------------------


@pytest.mark.rule("narva:8.7")
def test_8_7_chits_join_the_cup_in_their_phase() -> None:
    t = table(turn=4).cup()
    corps, army, stavka = (t.game.chit[code] for code in ("26", "59A", "STAVKA"))
    t.state.due = [(4, army), (4, army), (4, stavka), (5, corps)]
    t.ask(ReinforcementPhase())
    assert (t.state.cup[army], t.state.cup[stavka], t.state.cup[corps]) == (2, 1, 0)
    assert t.state.due == [(5, corps)]
    assert [event.rule for event in t.heard("chit-arrives")] == ["8.7"] * 3


@pytest.mark.rule("narva:8.7")
def test_8_7_each_chit_waits_for_the_turn_printed_on_it() -> None:
    t = start()
    waiting = {(turn, t.game.chits[kind].code) for turn, kind in t.state.due}
    assert waiting == {(1, "2SH"), (2, "STAVKA"), (3, "26"), (3, "43"), (4, "59A"), (4, "SH2_OOS"),
                       (6, "8A"), (7, "WITHDRAW_214"), (8, "WITHDRAW_59")}
