"""What refusals name is what stands in the way: cases where another reason lay near."""

import pytest

from grognard.rules.efs import rail
from grognard.rules.efs.air import INTERDICTION, FlyMissions
from grognard.rules.efs.air_combat import ChooseAgainst
from grognard.rules.efs.air_fire import Fight, ShootAgain
from grognard.rules.efs.command import Activation
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.forts import BuildForts
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.orders import GiveOrders
from grognard.rules.efs.reaction import ReactionMoves
from grognard.rules.efs.replacements import raise_choices
from grognard.rules.efs.retreat import Retreat
from grognard.rules.efs.substitutes import ChooseHost
from grognard.rules.efs.supply_units import BringSupply
from tests.rules.efs.campaign import campaign, infantry_division, regiment
from tests.rules.efs.drill import (
    Drill,
    bomber,
    both,
    drill,
    engineer,
    fighter,
    foot,
    grid,
    hq,
    motor,
    msu,
    tank,
)

ROAD = "0301 0302 0303 0304 0305 0306"


def said(t: Drill, text: str) -> str:
    """The sentence of a refusal."""
    return t.game.sentence(t.refused(text))


# -- on the march --------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.7.3")
def test_who_marches_by_road_overruns_nobody(box: str) -> None:
    t = drill(box, tank("A", 9, 9), foot("x", 1, 1, side="soviet"), main_road=ROAD)
    t.put("0301", "A").put("0310", "x").moves().do("move A through 0303")
    assert {t.refused(f"{kind} 0304").code for kind in ("to", "via", "overrun")} == {
        "road-to-the-end"}


@both
@pytest.mark.rule("typhoon:7.2.1", "typhoon:7.8.3.g")
def test_a_zone_that_was_entered_ends_the_move_by_its_own_rule(box: str) -> None:
    t = drill(box, tank("A", 9, 9), foot("x", 1, 1, side="soviet")).put("0602", "A")
    t.put("0605", "x").moves().do("move A via 0604")
    refused = t.refused("to 0603")
    assert (refused.code, refused.rule) == ("zone-ends-move", t.game.cite("7.2.1"))


@both
@pytest.mark.rule("typhoon:7.2.2")
def test_zones_all_around_are_not_told_as_ground(box: str) -> None:
    ring = ("0604", "0704", "0806", "0608", "0507", "0404")
    enemies = [foot(f"x{n}", 4, 4, side="soviet") for n in range(len(ring))]
    t = drill(box, foot("A", 4, 4), *enemies, lake_hex="0101").put("0606", "A")
    for hex, unit in zip(ring, enemies, strict=True):
        t.put(hex, unit.code)
    t.put("0605", enemies[0].code).moves().do("move A")
    assert t.refused("to 0609").code == "zones-in-a-row"
    assert t.refused("to 0101").code == "ground-closed"


@both
@pytest.mark.rule("typhoon:7.5.2")
def test_who_reacts_takes_nobody_along(box: str) -> None:
    t = drill(box, motor("A", 4, 4), motor("B", 4, 4), foot("C", 4, 4),
              foot("x", 4, 4, side="soviet"))
    t.put("0610", "A", "B").put("0607", "C").put("0606", "x").declare("0607", "x")
    t.begin(ReactionMoves()).do("react A")
    assert t.refused("with B").code == "reacts-alone"


@both
@pytest.mark.rule("typhoon:7.7.3")
def test_the_enemy_on_the_road_is_named_not_a_missing_road(box: str) -> None:
    t = drill(box, motor("A", 4, 4, move=9), foot("x", 1, 1, side="soviet"),
              main_road="0201 0202 0203 0204 0205 0206 0207 0208 0209 0210 0211")
    t.put("0201", "A").put("0406", "x").moves().do("move A")
    refused = t.refused("road 0211")
    assert (refused.code, refused.rule) == ("way-barred", t.game.cite("7.7.3"))
    assert t.refused("road 0801").code == "no-road"


@both
@pytest.mark.rule("typhoon:7.6.2/2")
def test_the_enemy_by_the_railway_is_named_not_a_missing_railway(box: str) -> None:
    column = [f"02{row:02}" for row in range(1, 13)]
    t = drill(box, foot("r", 1, 1, side="soviet"), foot("X", 1, 1), railway=" ".join(column),
              soviet_source="0201")
    t.put("0201", "r").put("0406", "X").state.points[rail.purse("soviet")] = 9
    t.moves("soviet").do("move r")
    assert t.refused("rail 0212").code == "way-barred"
    assert t.refused("rail 0801").code == "no-rail-net-there"


@both
@pytest.mark.rule("typhoon:3.2.1")
def test_a_full_hex_is_named_to_who_would_stay_in_it(box: str) -> None:
    t = drill(box, motor("A", 4, 4), foot("F", 1, 1, stacking=10, move=0))
    t.put("0606", "A").put("0605", "F").moves().do("move A via 0605")
    assert said(t, "stay") == "0605 has no room for the group."


@both
@pytest.mark.rule("typhoon:11.6.2")
def test_planes_bring_headquarters_into_a_zone(box: str) -> None:
    t = drill(box, hq("h"), foot("X", 2, 2), city="0202 0808")
    t.put("0202", "h").put("0807", "X").having(axis_land=1 << grid().hex("0807"))
    t.state.points["soviet-lift"] = 1
    assert t.moves("soviet").allowed("move h lift 0808"), "only supply needs a friend there"


@both
@pytest.mark.rule("typhoon:11.6.2")
def test_planes_tell_a_missing_airfield_before_who_owns_it(box: str) -> None:
    t = drill(box, hq("h"), foot("X", 2, 2), city="0202 0808").put("0202", "h").put("0807", "X")
    t.state.points["soviet-lift"] = 1
    t.moves("soviet").do("move h")
    assert [t.refused(f"lift {hex}").code for hex in ("0807", "0808")] == [
        "no-airfield", "enemy-land"]


@both
@pytest.mark.rule("typhoon:8.8.1")
def test_an_order_is_for_combat_units(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("x", 2, 2, side="soviet"), hq("h", command=3))
    t.put("0606", "A").put("0605", "h").put("0707", "x").declare("0605", "A")
    t.declare("0707", "A").begin(GiveOrders()).do("order no-retreat")
    assert said(t, "for 0605") == "No combat unit of yours stands in 0605."


# -- attacks -------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:8.2.2")
def test_attackers_are_named_before_odds_and_further_hexes(box: str) -> None:
    t = drill(box, foot("A", 4, 4), *(foot(code, 1, 1, side="soviet") for code in "xy"))
    t.put("0606", "A").put("0605", "x").put("0707", "y").begin(DeclareAttacks())
    t.do("declare 0605")
    assert {t.refused("set").code, t.refused("and 0707").code} == {"nobody-attacks-yet"}
    assert t.do("by A").allowed("and 0707")


@both
@pytest.mark.rule("typhoon:8.3.5")
def test_who_stands_next_to_a_lake_is_told_of_the_ground(box: str) -> None:
    lake = "0606-0605 0604-0605"
    t = drill(box, *(foot(code, 4, 4) for code in "ABC"), foot("x", 1, 1, side="soviet"), lake=lake)
    t.put("0606", "A").put("0506", "B").put("0608", "C").put("0605", "x").begin(DeclareAttacks())
    t.do("declare 0605")
    assert t.refused("by A").code == "cannot-strike-there"
    assert t.refused("by C").code == "not-adjacent"
    t = drill(box, foot("A", 4, 4), *(foot(code, 1, 1, side="soviet") for code in "xy"), lake=lake)
    t.put("0606", "A").put("0605", "x").put("0707", "y").begin(DeclareAttacks())
    assert t.do("declare 0707 by A").refused("and 0605").code == "not-all-strike"


@both
@pytest.mark.rule("typhoon:12.3.1")
def test_engineers_are_missing_at_work_or_of_no_use(box: str) -> None:
    def attack(*codes: str, **features: str) -> Drill:
        t = drill(box, foot("A", 4, 4), engineer("E"), foot("x", 1, 4, side="soviet"), **features)
        return t.put("0606", *codes).put("0605", "x").declare("0605", *codes).fight()
    assert attack("A", city="0605").refused("engineers").code == "no-engineers-there"
    assert attack("A", "E").refused("engineers").code == "no-use-for-engineers"
    t = attack("A", "E", city="0605").do("engineers")
    assert t.refused("engineers").code == "engineers-used"


@both
@pytest.mark.rule("typhoon:8.9.4", "typhoon:8.9/3")
def test_an_advance_names_the_full_or_the_closed_hex(box: str) -> None:
    units = [foot("A", 9, 9, stacking=6), foot("B", 9, 9, stacking=6),
             *(foot(code, 1, 1, side="soviet") for code in "wxyz")]
    t = drill(box, *units, lake="0606-0607")
    t.put("0606", "A", "B").put("0605", "w").put("0707", "x").put("0507", "y").put("0607", "z")
    t.suffer("-/e", "0605 0707 0507 0607", "A", "B").do("advance A into 0605").do("advance B")
    assert t.refused("into 0605").code == "stack-full"
    assert t.refused("into 0607").code == "ground-closed"


@both
@pytest.mark.rule("typhoon:8.6.1", "typhoon:8.6.4")
def test_a_retreat_tells_the_edge_from_the_ground_and_a_zone_from_a_full_hex(box: str) -> None:
    t = drill(box, foot("A", 4, 4), rows={"in_play": grid().all & ~grid().hexes("0605")})
    t.put("0606", "A").begin(Retreat(t.units("A"), t.hex("0606"), "axis"))
    assert t.refused("back 0605").code == "out-of-play"
    t = drill(box, foot("A", 4, 4), *(foot(code, 1, 1, stacking=10) for code in "FG"),
              foot("x", 4, 4, side="soviet"))
    t.put("0606", "A").put("0604", "x").put("0505", "F").put("0705", "G")
    t.begin(Retreat(t.units("A"), t.hex("0606"), "axis"))
    assert t.refused("back 0605").code == "no-room-at-the-end", "no zone bars a first hex"


# -- in the air ----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:11.2.3.c")
def test_who_cannot_be_met_is_told_why(box: str) -> None:
    foes = [fighter("f", 2, side="soviet"), bomber("b", side="soviet"),
            bomber("c", side="soviet"), fighter("g", 2, side="soviet")]
    t = drill(box, fighter("F", 3), fighter("G", 3), *foes)
    t.send("0606", "F", "G", "f", "b", "g").send("0404", "c")
    number = t.game.air_number
    fight = Fight(t.hex("0606"), "support", (1 << len(number)) - 1, initiative="axis",
                  pairs=((number["G"], number["g"]),))
    t.begin(ChooseAgainst(fight, number["F"]))
    codes = {code: t.refused(f"against {code}").code for code in "Gcg"}
    assert codes == {"G": "own-air", "c": "not-over-the-hex", "g": "engaged"}


@both
@pytest.mark.rule("typhoon:11.2.3.f")
def test_who_does_not_fire_again_is_told_why(box: str) -> None:
    t = drill(box, *(fighter(code, 3) for code in "FGHIJ"), bomber("B"),
              *(bomber(code, side="soviet") for code in "bc"))
    t.send("0606", "F", "G", "H", "I", "B", "b").send("0404", "J")
    number = t.game.air_number
    shooters = sum(1 << number[code] for code in "FGHI")
    fight = Fight(t.hex("0606"), "support", shooters, initiative="axis",
                  pairs=((number["F"], number["b"]), (number["G"], number["c"])))
    t.begin(ShootAgain(fight, ((number["H"], number["b"]),)))
    codes = {code: t.refused(f"again {code}").code for code in "FHJBb"}
    assert codes == {"F": "engaged", "H": "fires-again", "J": "not-over-the-hex",
                     "B": "does-not-fire", "b": "enemy-air"}
    assert t.offers("again") == {"G", "I"}


@both
@pytest.mark.rule("typhoon:11.4.1.a")
def test_nobody_interdicts_what_is_out_of_play(box: str) -> None:
    t = drill(box, bomber("B"), rows={"in_play": grid().all & ~grid().hexes("0101")})
    t.begin(FlyMissions("yes", INTERDICTION)).do("fly B")
    assert t.refused("at 0101").code == "no-interdiction-there"
    assert t.allowed("at 0102")


# -- supply, works, command ----------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:6.5.1")
def test_counters_points_and_places_of_supply_are_told_apart(box: str) -> None:
    t = drill(box, msu("M"), msu("N"), msu("O"), axis_source="0101", supply="yes")
    t.put("0404", "O").state.points["axis-supply"] = 1
    t.begin(BringSupply("axis"))
    codes = {text: t.refused(text).code for text in ("bring O", "bring N", "stock M")}
    assert codes == {"bring O": "counter-in-use", "bring N": "another-counter-first",
                     "stock M": "no-supply-point"}
    t = drill(box, msu("M"), supply="yes")
    t.state.points["axis-supply"] = 2
    t.begin(BringSupply("axis"))
    assert {t.refused("bring M").code, t.refused("stock M").code} == {"no-supply-place"}


@both
@pytest.mark.rule("typhoon:12.1.1")
def test_nothing_is_built_out_of_play(box: str) -> None:
    t = drill(box, engineer("E"), rows={"in_play": grid().all & ~grid().hexes("0101")})
    t.put("0606", "E").begin(BuildForts())
    assert t.refused("build 0101").code == "out-of-play"


@both
@pytest.mark.rule("typhoon:13.1.2.a")
def test_headquarters_lead_no_baggage_and_not_themselves(box: str) -> None:
    t = drill(box, hq("h"), foot("r", 2, 2, side="soviet"), msu("s", side="soviet"),
              foot("i", 2, 2, side="soviet", move=0))
    t.put("0606", "h", "r", "s", "i").having(side="soviet").begin(Activation())
    codes = {code: t.refused(f"activate {code}").code for code in "hsi"}
    assert codes == {"h": "leads-not-itself", "s": "not-led", "i": "cannot-move"}


@both
@pytest.mark.rule("typhoon:15.2.2.b", "typhoon:15.3.3")
def test_axis_units_rise_in_no_city_and_join_a_division_of_their_hex(box: str) -> None:
    t = campaign(box, infantry_division("D"), infantry_division("E"), regiment("R"),
                 foot("x", 1, 1, side="soviet"))
    t.on_turn("axis").put("0606", "D-", "R").put("0404", "E-", "x")
    assert {reason.code for unit in range(4)
            if (reason := raise_choices(t.game, t.state).why(unit))} == {"only-soviets"}
    t.begin(ChooseHost(t.unit("R")))
    assert t.refused("with E").code == "no-host"


@both
@pytest.mark.rule("typhoon:15.2.1")
def test_baggage_gets_no_replacements_though_it_is_on_the_map(box: str) -> None:
    t = campaign(box, infantry_division("D"), msu("S")).on_turn("axis", "movement")
    t.points(axis_infantry=3).put("0606", "D-", "S-").ask(Moves("movement"))
    assert t.refused("mark S").code == "no-steps-to-get"
    assert t.allowed("mark D")
