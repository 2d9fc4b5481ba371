"""8.7, 8.8, 13.5.2: Extended Retreat and No Retreat."""

import pytest

from grognard.rules.efs.battle import EXTENDED, NO_RETREAT
from grognard.rules.efs.data import Unit
from grognard.rules.efs.orders import ForcedOrders, GiveOrders
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, drill, foot, hq

ENEMY = foot("x", 2, 4, side="soviet")
FRIEND = foot("A", 4, 4)


def attacked(box: str, *more: Unit, **features: str) -> Drill:
    t = drill(box, FRIEND, ENEMY, *more, **features)
    return t.put("0607", "A").put("0606", "x").declare("0606", "A")


# -- giving ------------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:8.7.1", "typhoon:8.8.1")
def test_orders_are_laid_open_in_the_reaction_phase() -> None:
    t = attacked(TYPHOON, hq("h")).put("0604", "h").begin(GiveOrders())
    assert t.asked() == "soviet"
    t.do("order no-retreat for 0606")
    assert t.play.view("axis").state.orders_seen == {t.hex("0606"): NO_RETREAT}
    assert t.step() is None, "one order a hex"


@pytest.mark.rule("agn:BSR.order.place")
def test_orders_lie_face_down_until_the_combat() -> None:
    t = attacked(NORTH, hq("h")).put("0604", "h")
    t.begin(GiveOrders()).do("order extended-retreat for 0606")
    hex = t.hex("0606")
    enemy, owner = t.play.view("axis").state, t.play.view("soviet").state
    assert (enemy.orders, enemy.orders_seen) == ({}, {hex: ""})
    assert owner.orders == {hex: EXTENDED}
    told = [event for event in t.events if event.seen_by is None or "axis" in event.seen_by]
    assert [event.id for event in told] == ["order-face-down"]
    t = Drill(t.game, t.state)
    t.fight()
    assert [message.id for message in t.odds().assumes] == ["odds.assumes-order"]
    t.do("fight")
    assert t.state.orders_seen == {hex: EXTENDED}
    assert t.state.orders == {}


@pytest.mark.rule("agn:BSR.order.place")
def test_the_odds_weigh_what_a_hidden_order_may_be() -> None:
    t = attacked(NORTH, hq("h")).put("0604", "h")
    t.state.orders = {t.hex("0606"): EXTENDED}
    hidden = t.fight().odds()
    t = attacked(NORTH)
    plain = t.fight().odds()
    t = attacked(NORTH).order("0606", NO_RETREAT)
    firm = t.fight().odds()
    results = {word for word, _ in (*plain.results, *firm.results)}
    for word in results:
        assert hidden.chance_of(word) == (plain.chance_of(word) + firm.chance_of(word)) / 2


@both
@pytest.mark.rule("typhoon:8.7.1", "typhoon:13.1.2.c", "agn:BSR.order.soviet")
def test_a_soviet_order_takes_a_point_of_a_headquarters(box: str) -> None:
    y = foot("y", 1, 4, side="soviet")
    t = attacked(box, y, hq("h", 1)).put("0506", "y").declare("0506", "A").begin(GiveOrders())
    assert t.step() is None, "no headquarters on the map"
    t = attacked(box, y, hq("h", 1)).put("0506", "y").put("0602", "h").declare("0506", "A")
    t.begin(GiveOrders()).do("order no-retreat")
    assert t.offers("for") == {"0606", "0506"}
    t.do("for 0506")
    assert t.step() is None, "its one point is spent"
    t = attacked(box, y, hq("h", 2)).put("0506", "y").put("0602", "h").declare("0506", "A")
    t.begin(GiveOrders()).do("order no-retreat for 0506").do("order no-retreat for 0606")
    assert len(t.state.ordered) == 2


@both
@pytest.mark.rule("typhoon:13.1.2.c")
def test_the_radius_is_four_hexes(box: str) -> None:
    t = attacked(box, hq("h", 1)).put("0602", "h").begin(GiveOrders())
    assert t.offers("order")
    t = attacked(box, hq("h", 1)).put("0601", "h").begin(GiveOrders())
    assert t.step() is None


@both
@pytest.mark.rule("agn:BSR.order.axis", "typhoon:8.7.1")
def test_the_axis_gives_orders_freely(box: str) -> None:
    t = drill(box, FRIEND, ENEMY).put("0607", "x").put("0606", "A").declare("0606", "x")
    t.begin(GiveOrders()).do("order extended-retreat for 0606")
    assert t.heard("order")[0].args["order"] == EXTENDED


@both
@pytest.mark.rule("typhoon:8.7.1", "typhoon:8.8.1")
def test_the_attacker_gives_his_order_just_before_the_die(box: str) -> None:
    t = attacked(box).fight()
    assert t.offers("order") == {NO_RETREAT, EXTENDED}
    t.do("order no-retreat")
    assert t.refused("order extended-retreat").code == "order-given"
    t = drill(box, FRIEND, ENEMY, hq("h", 1)).put("0607", "x").put("0606", "A")
    t.declare("0606", "x").fight()
    assert t.refused("order no-retreat").code == "no-command"
    t = drill(box, FRIEND, ENEMY, hq("h", 1)).put("0607", "x", "h").put("0606", "A")
    t.declare("0606", "x").fight().do("order no-retreat fight")
    assert list(t.state.ordered) == [t.hex("0606")], "its point is spent"


# -- No Retreat --------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:8.8.2", "agn:BSR.order.no-retreat-drm")
def test_defenders_who_stay_add_one_to_the_die_attackers_nothing(box: str) -> None:
    t = attacked(box).order("0606", NO_RETREAT)
    assert t.dice_of("0606", "A") == {"no_retreat": 1}
    t = attacked(box)
    assert t.dice_of("0606", "A", order=NO_RETREAT) == {}


def stays(box: str, side: str, **features: str) -> tuple[int, str]:
    """The steps that a stack of eight loses to R under No Retreat, and where it is then."""
    enemy = "axis" if side == "soviet" else "soviet"
    t = drill(box, foot("A", 4, 4, side=enemy), foot("x", 8, 8, side=side),
              foot("y", 8, 8, side=side), **features)
    t.put("0607", "A").put("0606", "x", "y").order("0606", NO_RETREAT)
    t.having(weather=features.get("weather", "dry")).suffer("-/R", "0606", "A")
    count = 0
    while t.step() and t.offers("lose"):
        t.do("lose x")
        count += 1
    return count, t.where("x")


@both
@pytest.mark.rule("typhoon:8.8.3", "typhoon:8.8.1")
def test_staying_costs_the_soviets_two_steps(box: str) -> None:
    assert stays(box, "soviet") == (2, "0606")


@both
@pytest.mark.rule("typhoon:8.8.3.b", "agn:BSR.order.no-retreat-loss")
def test_staying_costs_the_axis_one_step(box: str) -> None:
    assert stays(box, "axis") == (1, "0606")


@both
@pytest.mark.rule("typhoon:8.8.3.a", "agn:BSR.order.no-retreat-loss")
@pytest.mark.parametrize("cover", ["woods", "hill", "major_city"])
def test_staying_costs_one_step_under_cover(box: str, cover: str) -> None:
    assert stays(box, "soviet", **{cover: "0606"}) == (1, "0606")


@both
@pytest.mark.rule("typhoon:8.8.3.a")
def test_a_strongpoint_is_cover_too(box: str) -> None:
    t = drill(box, FRIEND, foot("x", 8, 8, side="soviet")).put("0607", "A").put("0606", "x")
    t.fort("0606").order("0606", NO_RETREAT).suffer("-/R", "0606", "A").do("lose x")
    assert (t.steps("x"), t.where("x")) == (3, "0606")


@both
@pytest.mark.rule("typhoon:8.8.3.a")
def test_a_city_is_cover_in_bad_weather_only(box: str) -> None:
    found = {}
    for weather in ("dry", "rain", "frost", "snow", "arctic"):
        t = drill(box, FRIEND, foot("x", 8, 8, side="soviet"), city="0606")
        t.put("0607", "A").put("0606", "x").order("0606", NO_RETREAT).having(weather=weather)
        t.suffer("-/R", "0606", "A")
        while t.step() and t.offers("lose"):
            t.do("lose x")
        found[weather] = 4 - t.steps("x")
    assert found == {"dry": 2, "rain": 1, "frost": 2, "snow": 1, "arctic": 1}


@both
@pytest.mark.rule("typhoon:8.8.1")
def test_attackers_who_stay_pay_as_well(box: str) -> None:
    t = drill(box, foot("A", 8, 8), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("R/-", "0606", "A", order=NO_RETREAT).do("lose A")
    assert (t.steps("A"), t.where("A")) == (3, "0607")


# -- Extended Retreat --------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:8.7.2", "agn:BSR.order.extended")
def test_the_enemy_leads_an_extended_retreat_of_three_hexes(box: str) -> None:
    t = attacked(box).order("0606", EXTENDED).suffer("-/1R", "0606", "A")
    assert t.asked() == "axis", "and nobody lost a step"
    t.do("back 0605 0604 0603")
    assert (t.where("x"), t.steps("x")) == ("0603", 2)


@both
@pytest.mark.rule("typhoon:8.7.2")
def test_a_star_is_not_forgiven(box: str) -> None:
    t = drill(box, foot("A", 8, 8), ENEMY).put("0607", "A").put("0606", "x").fort("0606")
    t.suffer("1*R/-", "0606", "A", order=EXTENDED)
    assert t.offers("lose") == {"A"}, "the fort's step, not the printed one"
    t.do("lose A")
    assert (t.steps("A"), t.asked()) == (3, "soviet")


@both
@pytest.mark.rule("typhoon:8.7.2/2")
def test_an_extended_retreat_cannot_pass_zones(box: str) -> None:
    t = drill(box, FRIEND, foot("B", 4, 4), foot("C", 4, 4), ENEMY)
    t.put("0607", "A").put("0604", "B").put("0806", "C").put("0606", "x")
    t.order("0606", EXTENDED).suffer("-/R", "0606", "A")
    assert t.offers("back") == {"0506"}, "everything else is in a zone"
    t = drill(box, *(foot(f"B{n}", 4, 4) for n in range(4)), FRIEND, ENEMY)
    t.put("0607", "A").put("0606", "x")
    for code, hex in zip(("B0", "B1", "B2"), ("0604", "0806", "0406"), strict=True):
        t.put(hex, code)
    t.order("0606", EXTENDED).suffer("-/R", "0606", "A")
    assert t.where("x") == "eliminated"


@both
@pytest.mark.rule("typhoon:8.7.2/3", "agn:BSR.order.extended")
def test_without_an_r_the_order_changes_nothing(box: str) -> None:
    t = attacked(box).order("0606", EXTENDED).suffer("1*/1", "0606", "A").do("lose A").do("lose x")
    assert (t.steps("x"), t.where("x"), t.steps("A")) == (1, "0606", 1)


# -- NKVD --------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:13.5.2")
@pytest.mark.parametrize(("kind", "forced"), [
    ("city", True), ("major_city", True), ("village", True), ("woods", False)])
def test_nkvd_units_must_hold_towns_and_villages(box: str, kind: str, forced: bool) -> None:
    nkvd = foot("n", 1, 4, side="soviet", traits=["nkvd"])
    t = drill(box, FRIEND, nkvd, ENEMY, **{kind: "0606"})
    t.put("0607", "A").put("0606", "n", "x").declare("0606", "A").begin(ForcedOrders())
    laid = {**t.state.orders, **t.state.orders_seen}
    assert laid == ({t.hex("0606"): NO_RETREAT} if forced else {})
    assert t.state.ordered == {}, "no headquarters is asked"


@both
@pytest.mark.rule("typhoon:13.5.2")
def test_nkvd_units_take_the_last_loss(box: str) -> None:
    nkvd = foot("n", 1, 4, side="soviet", traits=["nkvd"])
    t = drill(box, FRIEND, nkvd, ENEMY, village="0606").put("0607", "A").put("0606", "n", "x")
    t.put("0606", "x-").order("0606", NO_RETREAT).suffer("-/R", "0606", "A")
    assert t.offers("lose") == {"x"}
    assert t.refused("lose n").code == "loses-last"
    t.do("lose x")
    assert t.offers("lose") == {"n"}


@pytest.mark.rule("typhoon:13.5.2", "agn:BSR.order.place")
def test_everybody_knows_what_nkvd_units_must_do() -> None:
    nkvd = foot("n", 1, 4, side="soviet", traits=["nkvd"])
    t = drill(NORTH, FRIEND, nkvd, village="0606").put("0607", "A").put("0606", "n")
    t.declare("0606", "A").begin(GiveOrders())
    assert t.state.orders == {t.hex("0606"): NO_RETREAT}
    assert t.step() is None, "forced, whatever the owner would like"
    t = Drill(t.game, t.state)
    odds = t.fight().odds()
    assert odds.assumes == ()
    assert "odds.die-no_retreat" in [line.label.id for line in odds.lines]
