"""14.7, 17.7: the Finns before Leningrad and the Soviet group that faces them."""

from typing import Any

import pytest

from grognard.hexes import bits
from grognard.rules.efs import attack_supply, routes
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.pieces import marks
from grognard.rules.efs.reaction import ReactionMoves
from grognard.rules.efs.replacements import mark_choices, rebuild_choices
from grognard.rules.efs.scenarios import SourceRow, VictoryLine
from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.special_rows import Ease, Limit, PerSide, Waiting
from grognard.rules.efs.state import CADRE
from grognard.rules.efs.supply import JudgeSupply, OpenSources
from grognard.rules.efs.tracing import trace
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.campaign import Campaign, campaign, hexes, infantry_division, source
from tests.rules.efs.drill import division, foot, grid, hq, motor, msu
from tests.rules.efs.harbour import Harbour, harbour

RED: dict[str, Any] = {"side": "soviet", "nation": "su"}
FINN: dict[str, Any] = {"nation": "fi"}
CITY = "0909 1009 0910 1010"


def front(*more: Any, group: str = "x", **rows: Any) -> Campaign:
    """A Finn F in 0402, his neighbour x in 0404, a German A and a Russian w far away, the city in
    the south."""
    said = {"waiting": Waiting(nation="fi", group=group.split(), city=grid().hexes(CITY),
                               quarters=3, ports=hexes("0112 0212")), **rows}
    units = [foot("F", 6, 8, **FINN), foot("x", 2, 3, **RED), foot("A", 6, 8),
             foot("w", 2, 2, **RED), *more]
    t = campaign(NORTH, *units, rows=said, major_city=CITY)
    return t.turn(10).put("0402", "F").put("0404", "x").put("1201", "A").put("1206", "w")


def next_turn(t: Campaign) -> Campaign:
    """The turn that follows begins."""
    t.turn(t.state.turn + 1)
    TURNS["arrivals"].begin(t.game, t.state)  # type: ignore[attr-defined]
    return t


# -- 14.7.1, 14.7.2: the Finns -----------------------------------------------------------------


@pytest.mark.rule("agn:14.7.1")
def test_both_groups_stay_where_they_are() -> None:
    t = front().on_turn("axis", "movement").ask(Moves("movement"))
    refused = t.refused("move F")
    assert (refused.code, refused.rule) == ("finns-wait", "agn:14.7.2/release")
    assert t.allowed("move A"), "Germans go where they like"
    t = front().on_turn("soviet", "movement").ask(Moves("movement"))
    refused = t.refused("move x")
    assert (refused.code, refused.rule) == ("holds-a-post", "agn:14.7.3.a")
    assert t.allowed("move w"), "he is no part of the group"


def test_a_marker_lies_on_whoever_is_bound() -> None:
    t = front(foot("y", 2, 2, **RED), group="x").put("0404", "y")
    assert "do-not-move" in marks(t.game, t.state, t.unit("F"))
    assert "do-not-move" in marks(t.game, t.state, t.unit("x"))
    assert "do-not-move" not in marks(t.game, t.state, t.unit("y"))
    assert "do-not-move" not in marks(t.having(finns_from=9).game, t.state, t.unit("F"))


@pytest.mark.rule("agn:14.7.3.a")
def test_who_holds_a_post_may_attack_from_there() -> None:
    t = front(foot("y", 9, 9, **RED), group="y").put("0403", "F").put("0404", "y")
    t.on_turn("soviet").ask(DeclareAttacks()).do("declare 0403")
    assert t.allowed("by y")


@pytest.mark.rule("agn:14.7.2/release")
def test_finns_neither_attack_nor_advance_while_they_wait() -> None:
    t = front().put("0403", "F").on_turn("axis").ask(DeclareAttacks())
    assert t.step() is None, "nobody can be attacked"
    t = front(foot("B", 6, 8)).put("0403", "F").put("0504", "B").on_turn("axis")
    t.ask(DeclareAttacks()).do("declare 0404")
    assert t.refused("by F").code == "finns-wait"
    t = front(foot("B", 6, 8)).put("0403", "F").put("0504", "B").on_turn("axis")
    t.having(finns_from=9).ask(DeclareAttacks()).do("declare 0404")
    assert t.allowed("by F")


@pytest.mark.rule("agn:14.7.2/release")
@pytest.mark.parametrize(("held", "free"), [
    ({"0909": "A", "1009": "B"}, False), ({"0909": "A", "1009": "B", "0910": "C"}, True),
    ({"0909": "A", "1009": "B", "1111": "C"}, False), ({"0112": "A", "0805": "B"}, False),
    ({"0112": "A", "0212": "B"}, True)])
def test_they_march_the_turn_after_three_quarters_or_both_ports_are_taken(
        held: dict[str, str], free: bool) -> None:
    t = front(foot("B", 2, 2), foot("C", 2, 2))
    for hex, code in held.items():
        t.put(hex, code)
    t.state.axis_land &= ~grid().hexes("0112 0212") | t.state.axis_land & grid().hexes(
        " ".join(held))
    assert not t.state.finns_from, "not before the next turn begins"
    next_turn(t).on_turn("axis", "movement").ask(Moves("movement"))
    assert t.allowed("move F") is free


@pytest.mark.rule("agn:14.7.2/release")
def test_once_on_the_march_they_go_on() -> None:
    t = front(foot("B", 2, 2), foot("C", 2, 2)).put("0909", "A").put("1009", "B").put("0910", "C")
    next_turn(t)
    t.put("1201", "A", "B", "C")
    next_turn(t).on_turn("axis", "movement").ask(Moves("movement"))
    assert t.allowed("move F")


@pytest.mark.rule("agn:17.7.3.c")
def test_in_the_assault_they_march_after_fifteen_victory_points() -> None:
    line = VictoryLine(kind="hold", side="axis", points=15, hexes=hexes("1201"))
    karelia = Waiting(nation="fi", group=["x"], points=15)
    t = next_turn(front(waiting=karelia, victory=[line]))
    assert t.state.finns_from == 11
    poor = VictoryLine(kind="hold", side="axis", points=14, hexes=hexes("1201"))
    assert not next_turn(front(waiting=karelia, victory=[poor])).state.finns_from


def supplied_front(*more: Any, railway: str = "") -> Campaign:
    """The Finnish source 0401 with a main road to 0403, a German one in 1201 with a railway."""
    rows = {"left_out": [], "source": [
        SourceRow(side="axis", hexes=hexes("0401"), nation="fi"), source("axis", "1201")],
        "converted_hexes": hexes("0401 0402 0403 0404 0405 0406 0407 0408 0409 0410 0411 0412"),
        "waiting": Waiting(nation="fi", group=["x"])}
    units = [foot("F", 6, 8, **FINN), foot("A", 6, 8), foot("x", 2, 3, **RED), *more]
    return campaign(NORTH, *units, rows=rows, main_road="0401 0402 0403", railway=railway).put(
        "1212", "x")


def cut_off(t: Campaign) -> set[str]:
    return {t.game.units[unit].code for unit in bits(routes.lost(t.game, t.state, "axis"))}


@pytest.mark.rule("agn:14.7.2/source", "agn:17.7.3.a")
def test_the_finnish_source_feeds_finns_and_nobody_else_feeds_them() -> None:
    t = supplied_front().put("0404", "F").put("1202", "A")
    assert cut_off(t) == set()
    t.put("1203", "F").put("0402", "A")
    assert cut_off(t) == {"A", "F"}
    told = trace(t.game, t.state, t.unit("F"))
    assert told is not None
    assert told.says.id != "trace.supplied"
    told = trace(t.game, t.state, t.put("0404", "F").unit("F"))
    assert told is not None
    assert [line.kind for line in told.lines] == ["loc", "road"]


@pytest.mark.rule("agn:14.7.2/source")
def test_finns_march_along_roads_that_their_own_source_feeds() -> None:
    t = supplied_front(motor("G", 4, 4, **FINN)).put("0401", "G").put("1202", "A")
    t.having(finns_from=1).on_turn("axis", "movement").ask(Moves("movement")).do("move G")
    assert t.allowed("road 0403")


@pytest.mark.rule("agn:14.7.2/rail", "agn:17.7.3.a")
def test_finns_have_no_rails_and_their_road_ends() -> None:
    rails = "0401 0402 0403 0404 0405 0406 0407 0408 0409 0410 0411 0412"
    t = supplied_front(railway=rails).put("0411", "F")
    assert cut_off(t) == {"F"}, "seven hexes beyond the end of the road, whatever rails lead there"
    assert cut_off(t.put("0410", "F")) == set()
    row = Limit(side="axis", deeds=["rail"], nations=["fi"], rule="agn:14.7.2/rail")
    karelia = Waiting(nation="fi", group=[])
    t = campaign(NORTH, foot("F", 6, 8, **FINN), foot("A", 6, 8), railway=rails, rows={
        "left_out": [], "limit": [row], "converted_hexes": hexes(rails), "waiting": karelia,
        "source": [source("axis", "0412")], "rail_capacity": PerSide(axis=9)})
    t.put("0406", "F", "A").having(finns_from=1, points={"axis-rail": 9})
    t.on_turn("axis", "movement").ask(Moves("movement")).do("move F")
    refused = t.refused("rail 0408")
    assert (refused.code, refused.rule) == ("no-rail-now", "agn:14.7.2/rail")
    t.do("stay").do("move A")
    assert t.allowed("rail 0408")


@pytest.mark.rule("agn:14.7.2/german", "agn:17.7.3.a")
def test_a_german_supply_unit_in_range_feeds_them_for_a_turn() -> None:
    t = supplied_front(msu("M")).put("1203", "F").put("1204", "M")
    assert cut_off(t) == {"F"}, "the German source beside them does not"
    t.ask(OpenSources("axis"), JudgeSupply()).do("spend M")
    assert not t.state.supply[t.unit("F")]
    t.ask(JudgeSupply())
    assert t.state.supply[t.unit("F")], "for one turn"


@pytest.mark.rule("agn:14.7.2/attack", "agn:17.7.3.a")
def test_finnish_attacks_need_no_supply() -> None:
    row = Ease(side="axis", rule="agn:14.7.2/attack", kind="no-attack-supply", nations=["fi"])
    t = front(left_out=[], ease=[row]).put("0403", "F", "A")
    target = (t.hex("0404"),)
    assert attack_supply.supplied(t.game, t.state, t.units("F"), 0, target)
    assert not attack_supply.supplied(t.game, t.state, t.units("F", "A"), 0, target)


@pytest.mark.rule("agn:14.7.2/rebuild", "agn:17.7.3.b")
def test_no_replacements_come_for_finns() -> None:
    row = Limit(side="axis", deeds=["rebuild"], nations=["fi"], rule="agn:14.7.2/rebuild")
    t = front(foot("G", 6, 8, **FINN), infantry_division("B"), limit=[row])
    t.put("0402", "F-").put("1201", "A-").box(CADRE, "G", "B").points(axis_infantry=5)
    t.on_turn("axis", "movement").ask(Moves("movement"))
    refused = t.refused("mark F")
    assert (refused.code, refused.rule) == ("no-rebuilding", "agn:14.7.2/rebuild")
    assert mark_choices(t.game, t.state).mask == t.units("A")
    t.on_turn("axis", "engineering").ask(EngineeringPhase())
    assert t.refused("rebuild G").code == "no-rebuilding"
    assert rebuild_choices(t.game, t.state).mask == t.units("B")


# -- 14.7.3: the Soviet group --------------------------------------------------------------------


@pytest.mark.rule("agn:14.7.3.a", "agn:17.7.4")
def test_the_first_finnish_attack_frees_the_soviet_group() -> None:
    t = front(foot("B", 6, 8)).put("0403", "F").put("0504", "B").having(finns_from=9)
    t.on_turn("axis").ask(DeclareAttacks()).do("declare 0404 by B set")
    assert t.state.posted == t.units("x"), "an attack by Germans alone frees nobody"
    t = front(foot("B", 6, 8)).put("0403", "F").put("0504", "B").having(finns_from=9)
    t.on_turn("axis").ask(DeclareAttacks()).do("declare 0404 by F set")
    assert t.heard("posts-left")
    t.having(attacks=()).on_turn("soviet", "movement").ask(Moves("movement"))
    assert t.allowed("move x")


@pytest.mark.rule("agn:14.7.3.a")
def test_who_holds_a_post_neither_reacts_nor_advances() -> None:
    t = front(foot("y", 2, 2, **RED), hq("h", command=3), motor("m", 2, 2, **RED),
              motor("n", 2, 2, **RED), group="m")
    t.put("0606", "m", "n").put("0605", "h").put("0708", "y").put("0709", "A")
    t.declare("0708", "A").on_turn("axis", "reaction").ask(ReactionMoves())
    assert t.offers("react") == {"n"}
    assert t.refused("react m").code == "holds-a-post"
    t = front(foot("y", 6, 6, **RED), foot("z", 6, 6, **RED), group="y")
    t.put("0709", "A").put("0708", "y", "z").on_turn("soviet")
    t.suffer("-/e", "0709", "y", "z")
    assert t.offers("advance") == {"z"}
    assert t.refused("advance y").code == "holds-a-post"


@pytest.mark.rule("agn:14.7.3.c", "agn:14.7.3.d", "agn:17.7.4")
def test_one_comes_and_one_may_go() -> None:
    t = front(foot("y", 1, 1, **RED), foot("z", 2, 3, **RED), group="x z")
    t.put("0404", "z").on_turn("soviet", "movement").ask(Moves("movement"))
    refused = t.refused("exchange x")
    assert (refused.code, refused.rule) == ("no-stand-in", "agn:14.7.3.c")
    t = front(foot("y", 1, 1, **RED), foot("z", 2, 3, **RED), group="x z")
    t.put("0404", "y", "z").on_turn("soviet", "movement").ask(Moves("movement"))
    assert t.refused("move x").code == "holds-a-post", "not before the exchange"
    assert t.refused("exchange y").code == "no-post"
    t.do("exchange x")
    assert t.refused("by z").code == "cannot-stand-in", "he holds a post himself"
    t.do("by y")
    assert t.state.posted == t.units("y", "z"), "the one who takes over is bound"
    assert t.refused("exchange y").code == "moved-already", "not to and fro in a phase"
    assert t.refused("move y").code in ("moved-already", "holds-a-post")
    t.do("move x to 0405")
    assert t.refused("exchange z").code == "no-stand-in", "one for one"
    t.having(moved=0).ask(Moves("movement"))
    assert t.refused("move y").code == "holds-a-post"
    assert t.allowed("move x"), "free for good"


@pytest.mark.rule("agn:14.7.3.c")
def test_only_those_who_stand_at_a_post_are_exchanged() -> None:
    t = front(foot("y", 2, 2, **RED), foot("z", 2, 2, **RED), group="x z").put("0404", "y")
    t.on_turn("soviet", "movement").ask(Moves("movement"))
    assert t.offers("exchange") == {"x"}
    assert t.refused("exchange F").code == "enemy-unit"
    assert t.refused("exchange z").code == "not-on-map"
    t = front().on_turn("axis", "movement").ask(Moves("movement"))
    assert not t.offers("exchange"), "the Axis has no posts"


@pytest.mark.rule("agn:14.7.3.c")
def test_who_cannot_march_relieves_nobody() -> None:
    t = front(foot("u", 1, 1, move=0, **RED), hq("h")).put("0404", "u", "h")
    t.on_turn("soviet", "movement").ask(Moves("movement"))
    assert t.refused("exchange x").code == "no-stand-in"


@pytest.mark.rule("agn:14.7.3.b", "agn:17.7.4")
def test_the_staff_leaves_only_to_another_staff() -> None:
    t = front(hq("h"), hq("k"), group="h").put("0404", "h").put("0505", "k")
    t.on_turn("soviet", "movement").ask(Moves("movement"))
    refused = t.refused("exchange h")
    assert (refused.code, refused.rule) == ("no-other-staff", "agn:14.7.3.b")
    t = front(hq("h"), hq("k"), group="h").put("0404", "h", "k")
    t.having(nonoperational=t.units("k")).on_turn("soviet", "movement").ask(Moves("movement"))
    t.do("exchange h by k")
    assert t.allowed("move h")
    assert t.state.posted == t.units("k")


@pytest.mark.rule("agn:14.7.3.c")
def test_the_dead_hold_no_post_and_late_comers_do() -> None:
    t = front(foot("y", 2, 2, **RED), group="x y")
    t.box(CADRE, "x")
    assert t.state.posted == t.units("y"), "y has not come yet"


# -- 14.7.4 ----------------------------------------------------------------------------------------

KARELIA = "0803 0804"


def transports(deed: str) -> list[Limit]:
    return [Limit(side=side, deeds=[deed], area=grid().hexes(KARELIA),  # type: ignore[list-item]
                  rule="agn:14.7.4") for side in ("axis", "soviet")]


@pytest.mark.rule("agn:14.7.4", "agn:17.7.5")
def test_no_aircraft_carry_anything_to_or_from_karelia() -> None:
    t = campaign(NORTH, hq("h"), hq("k"), city="0803 0303 0503", rows={
        "limit": transports("lift"), "air_transport": PerSide(soviet=4)})
    t.put("0303", "h").put("0803", "k").on_turn("soviet", "movement").ask(Moves("movement"))
    t.do("move h")
    refused = t.refused("lift 0803")
    assert (refused.code, refused.rule) == ("no-transport-there", "agn:14.7.4")
    assert t.allowed("lift 0503")
    t.do("stay").do("move k")
    assert t.refused("lift 0503").code == "no-transport-there"


@pytest.mark.rule("agn:14.7.4", "agn:17.7.5")
def test_no_ships_carry_anything_to_or_from_karelia() -> None:
    def fleet() -> Harbour:
        t = harbour(division("x", 2, 2, side="soviet"), division("y", 2, 2, side="soviet"),
                    rows={"limit": transports("ship")}, sea={"transport": PerSide(soviet=16)})
        return t.put("1103", "x").put("0803", "y")

    t = fleet().fleets("soviet", "movement")
    assert t.refused("ship y").code == "no-transport-there"
    t.do("ship x")
    refused = t.refused("port 0803")
    assert (refused.code, refused.rule) == ("no-transport-there", "agn:14.7.4")
    assert t.allowed("port 0903")
    t = fleet()
    t.state.points["soviet-infantry"] = 1
    t.fleets("soviet", "movement").do("stow type-I")
    assert t.refused("from 0803").code == "no-transport-there"
    t.do("from 1103")
    assert t.refused("port 0803").code == "no-transport-there"
