"""Section 11.1: headquarters are displaced and overrun."""

from collections.abc import Callable

import pytest

from grognard.rules.narva.aftermath import DefenderSuffers
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.headquarters import Displacement, displace
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.reinforcement import Arrivals, ChooseArrival
from grognard.rules.narva.replacement import SpendPoints
from grognard.rules.narva.state import ELIMINATED, TRACK
from tests.rules.narva.fights import must_retreat, struck, told_ids, why
from tests.rules.narva.table import Table, table

SOVIET_SOURCES = ("1001", "1901", "2301", "3605", "3617", "3630")
GERMAN_SOURCES = ("0102", "0113", "0118", "0123", "0130")
GARRISON = ("151G", "162G", "176G", "333G", "376G", "377G")


def displaced(t: Table, hq: str) -> Table:
    t.state.stack = ()
    displace(t.game, t.state, t.unit(hq))
    return t.ask(*t.state.stack[::-1])


# -- 11.1.3: displacement ----------------------------------------------------------------------


@pytest.mark.rule("narva:11.1.3.A")
def test_11_1_3_a_at_least_five_hexes_off_in_supply_and_out_of_zones() -> None:
    t = table(turn=2).put("2606", "HQ122").put("2612", "151G").put("2509", "HQ109")
    t.put("2704", "163R")
    displaced(t, "HQ122")
    assert (t.asked(), t.where("HQ122")) == ("soviet", "displaced")
    grid, home = t.game.grid, t.hex("2606")
    assert min(grid.distance(home, t.hex(hex)) for hex in t.offers("place")) == 5
    assert why(t.refused("place 2610")) == ("too-near", "11.1.3.A")
    assert why(t.refused("place 2612")) == ("enemy-occupied", "6.3.B.1")
    assert why(t.refused("place 2613")) == ("enemy-zone", "11.1.3.A")
    assert why(t.refused("place 1815")) == ("no-supply", "11.1.3.A")
    assert why(t.refused("place 0101")) == ("water", "6.3.A")
    t.do("place 2107")
    assert (t.where("HQ122"), t.step()) == ("2107", None)


@pytest.mark.rule("narva:11.1.3.A")
def test_11_1_3_a_not_with_another_headquarters() -> None:
    t = displaced(table(turn=2).put("2606", "HQ122").put("2107", "HQ109"), "HQ122")
    assert why(t.refused("place 2107")) == ("second-headquarters", "7.1.B.2")
    army = displaced(table(turn=2).put("2606", "HQ2SH").put("2308", "HQ59A"), "HQ2SH")
    assert why(army.refused("place 2107")) == ("army-range", "4.2.5.D")


@pytest.mark.rule("narva:11.1.3.A")
def test_11_1_3_a_germans_stay_out_of_closed_ground() -> None:
    t = displaced(table(turn=2).put("2606", "HQ61"), "HQ61")
    assert why(t.refused("place 3330")) == ("prepared-defence", "6.3.C")
    assert why(t.refused("place 3030")) == ("ss-only", "6.3.D")
    assert {"3330", "3030"} <= displaced(table().put("2606", "HQ4SS"), "HQ4SS").offers("place")
    short = displaced(table("krivasoo").put("2022", "HQ61"), "HQ61")
    assert why(short.refused("place 0113")) == ("out-of-play", "6.3.A")


@pytest.mark.rule("narva:11.1.3.A")
def test_11_1_3_a_without_a_place_it_waits_for_its_reinforcement_segment() -> None:
    t = table(turn=2).put("2606", "HQ122")
    for hex, unit in zip(SOVIET_SOURCES, GARRISON, strict=True):
        t.put(hex, unit)  # no Soviet supply anywhere
    displaced(t, "HQ122")
    assert (t.where("HQ122"), t.step()) == ("displaced", None)
    t.ask(ChooseArrival("soviet"))
    assert why(t.refused("arrive HQ122")) == ("no-refuge", "11.1.3.A")
    t.state.place(t.game, t.unit("151G"), t.hex("0130"))  # a source is free again
    t.ask(Arrivals("soviet")).do("arrive HQ122")
    assert why(t.refused("into 3605")) == ("enemy-occupied", "6.3.B.1")
    t.do("into 1001")
    assert (t.where("HQ122"), t.step()) == ("1001", None)
    assert t.heard("arrives")[0].rule == "11.1.3.A"


@pytest.mark.rule("narva:11.1.3.A")
def test_11_1_3_a_after_waiting_it_stays_five_hexes_off_but_at_an_entry() -> None:
    t = table(turn=2).put("2606", "HQ122")
    for hex, unit in zip(SOVIET_SOURCES, GARRISON, strict=True):
        t.put(hex, unit)
    displaced(t, "HQ122")
    for unit in GARRISON:
        t.state.place(t.game, t.unit(unit), t.hex("0130"))
    t.ask(Arrivals("soviet")).do("arrive HQ122")
    assert min(t.game.grid.distance(t.hex("2606"), t.hex(hex)) for hex in t.offers("into")) == 5
    assert why(t.refused("into 2606")) == ("too-near", "11.1.3.A")
    t.do("into 2301")
    assert t.state.displaced_from == {}
    t = table(turn=2).put("0117", "HQ58")
    for hex, unit in zip(GERMAN_SOURCES, ("163R", "219R", "65R", "147R", "320R"), strict=True):
        t.put(hex, unit)
    displaced(t, "HQ58")
    assert (t.where("HQ58"), t.step()) == ("displaced", None)
    t.state.place(t.game, t.unit("65R"), t.hex("2626"))
    t.ask(Arrivals("german")).do("arrive HQ58")
    assert "0118" in t.offers("into")  # where reinforcements come in
    assert why(t.refused("into 0218")) == ("too-near", "11.1.3.A")


@pytest.mark.rule("narva:11.1.3.A.1")
def test_11_1_3_a_1_displaced_when_its_stack_dies() -> None:
    t = table(turn=2).put("2606", "30P", "HQ61").put("2607", "381R")
    t.ask(DefenderSuffers(Battle("soviet", t.hex("2606"), barrage=True), 1, 0)).do("lose 30P")
    assert (t.where("HQ61"), t.asked()) == ("displaced", "german")
    t = table(turn=2).put("2606", "30P", "HQ61").put("2607", "381R", "456R")
    struck(t, "D1r1", "2606", "381R").do("lose 30P")
    assert told_ids(t, "eliminated", "displaced") == ["eliminated", "displaced"]
    t.do("place 2619").do("advance 381R")
    assert (t.where("HQ61"), t.where("381R")) == ("2619", "2606")
    t = table(turn=2).put("2606", "30P", "29P", "HQ61").put("2607", "381R")
    struck(t, "D1", "2606", "381R").do("lose 30P")
    assert (t.where("HQ61"), t.step()) == ("2606", None)  # 29P is still with it


@pytest.mark.rule("narva:11.1.3.B")
def test_11_1_3_b_a_surrounded_headquarters_escapes() -> None:
    t = table(turn=2).put("2606", "HQ61")
    ring = (t.game.grid.label(hex) for hex in t.game.grid.neighbours(t.hex("2606")))
    for hex, unit in zip(ring, ("163R", "219R", "320R", "65R", "147R", "381R"), strict=True):
        t.put(hex, unit)
    t.acting("soviet", "381R").ask(MovementSegment()).do("move 381R to 2606")
    t.do("place 2619")
    assert t.where("HQ61") == "2619"


# -- 11.1.4: overruns --------------------------------------------------------------------------


def arriving(t: Table) -> Table:
    t.put("0230", "HQ122").off(TRACK, "FBB").ask(Arrivals("german"))
    return t.do("arrive FBB into 0130").do("to 0230")


def rebuilt(t: Table) -> Table:
    t.put("2506", "HQ225").put("2505", "HQ122").off(ELIMINATED, "377G").ask(SpendPoints(1))
    return t.do("rebuild 377G place 2506").do("to 2505")


def moving(t: Table) -> Table:
    t.put("2506", "151G").put("2505", "HQ122").acting("german", "151G").ask(MovementSegment())
    return t.do("move 151G to 2505")


def by_road(t: Table) -> Table:
    t.put("2508", "151G").put("2709", "HQ122").acting("german", "151G").ask(MovementSegment())
    return t.do("move 151G road 2709")


def retreating(t: Table) -> Table:
    must_retreat(t.put("2506", "151G").put("2505", "HQ122"), "2506", 1)
    return t.do("retreat 151G back 2505")


def advancing(t: Table) -> Table:
    t.put("2606", "1811SU").put("2607", "2K502").put("2605", "HQ122")
    return struck(t, "D1", "2606", "2K502").do("lose 1811SU").do("advance 2K502 further 2605")


@pytest.mark.rule("narva:11.1.4.A", "narva:11.1.3.A.2")
@pytest.mark.parametrize("entering", [
    arriving, rebuilt, moving, by_road, retreating, advancing])
def test_11_1_4_a_a_lone_headquarters_is_overrun(entering: Callable[[Table], Table]) -> None:
    t = entering(table(turn=2))
    assert told_ids(t, "overrun", "displaced") == ["overrun", "displaced"]
    assert (t.asked(), t.where("HQ122")) == ("soviet", "displaced")
    was = t.state.displaced_from[t.unit("HQ122")]
    t.do(f"place {max(t.offers('place'))}")
    assert t.game.grid.distance(was, t.state.at[t.unit("HQ122")]) >= 5


@pytest.mark.rule("narva:11.1.4.A")
def test_11_1_4_a_but_not_while_a_combat_unit_shares_its_hex() -> None:
    t = table(turn=2).put("2506", "151G").put("2505", "HQ122", "1811SU")
    t.acting("german", "151G").ask(MovementSegment()).do("move 151G")
    assert why(t.refused("to 2505")) == ("enemy-occupied", "6.3.B.1")
    back = must_retreat(table(turn=2).put("2506", "151G").put("2505", "HQ122", "1811SU"),
                        "2506", 1).do("retreat 151G")
    assert why(back.refused("back 2505")) == ("enemy-occupied", "9.5.B")


@pytest.mark.rule("narva:11.1.4.B")
def test_11_1_4_b_the_points_are_needed_and_standing_beside_does_nothing() -> None:
    t = table(turn=2).put("2425", "151G").put("2427", "HQ122")  # two hexes of woods and swamp
    t.supply(2, "151G").acting("german", "151G").ask(MovementSegment()).do("move 151G")
    assert why(t.refused("to 2427")) == ("too-far", "6.1.A")
    t.do("to 2426")
    assert (t.where("HQ122"), t.heard("displaced")) == ("2427", [])
    poor = table(turn=2).put("2426", "151G").put("2427", "HQ122").supply(2, "151G")
    poor.put("2528", "HQ109").acting("german", "151G").ask(MovementSegment())
    assert poor.do("move 151G to 2427").where("HQ122") == "displaced"  # the minimum move is entry


@pytest.mark.rule("narva:11.1.3.A")
def test_11_1_3_a_the_place_is_looked_for_once_the_fighting_is_over() -> None:
    t = table(turn=2).put("2606", "HQ122")
    t.ask(Displacement(t.unit("HQ122")))
    assert type(t.step()).__name__ == "PlaceHeadquarters"
