"""Chapter 4: orders and guns."""

import pytest

from grognard.core.steps import Together
from grognard.records import Playthrough
from grognard_miniature.movement import MovementPhase
from grognard_miniature.sequence import GiveOrder, LayGun, OpenOrders, OrdersPhase
from grognard_miniature.state import ASSAULT
from tests.rules.miniature.table import (
    game,
    hex_,
    label,
    offered,
    play,
    position,
    refusal,
)


def ordering(places: str = "BG 0203, RG 0502", **orders: str) -> Playthrough:
    state = position(places, orders=dict(orders))
    both = OrdersPhase.of(
        blue=(GiveOrder("blue"), LayGun("blue")), red=(GiveOrder("red"), LayGun("red"))
    )
    assert isinstance(both, Together)
    return play(state, both, OpenOrders())


@pytest.mark.rule("miniature:4.1")
def test_orders_are_secret_until_both_are_given() -> None:
    table = ordering()
    before = game().encode(table.view("red").state)
    table.do("blue", "order assault gun 0402")
    assert game().encode(table.view("red").state) == before
    assert table.view("blue").state.plans["blue"].order == ASSAULT
    table.do("red", "order hold gun 0402")
    assert {side: label(plan.gun) for side, plan in table.state.orders.items()} == {
        "blue": "0402", "red": "0402"}  # fmt: skip
    assert table.state.plans == {}


@pytest.mark.rule("miniature:4.1")
def test_a_side_may_change_its_mind_until_both_have_chosen() -> None:
    table = ordering()
    table.do("blue", "order assault gun 0402")
    table.do("red", "order hold")
    table.undo("blue")
    table.do("blue", "gun 0303")
    table.do("red", "gun 0502")
    assert label(table.state.orders["blue"].gun) == "0303"


@pytest.mark.rule("miniature:4.2")
def test_no_order_twice_running() -> None:
    table = ordering(blue="assault", red="hold")
    assert refusal(table, "blue", "order assault") == "order-repeated 4.2"
    assert offered(table, "blue", "order") == "hold march"
    assert offered(table, "red", "order") == "assault march"


@pytest.mark.rule("miniature:4.4")
def test_the_gun_reaches_two_hexes_from_a_counter() -> None:
    table = ordering("BG 0101, BD 0104, RG 0604")
    table.do("blue", "order hold")
    assert refusal(table, "blue", "gun 0401") == "gun-too-far 4.4"
    near = game().grid.disk(hex_("0101"), 2) | game().grid.disk(hex_("0104"), 2)
    assert len(table.offers("blue")) == near.bit_count()


@pytest.mark.rule("miniature:4.3.c")
def test_a_march_is_one_point_longer() -> None:
    for order, reached in (("march", True), ("hold", False)):
        state = position("BG 0103, RG 0604", orders={"blue": order})
        table = play(state, MovementPhase("blue", 1))
        table.do("blue", "move BG")
        assert ("0502" in offered(table, "blue", "to")) is reached  # four hexes of road
