"""Two at one screen: what one may not see is not shown to the other, nor even sent."""

import json
from typing import Any

from playwright.sync_api import Page, Response, WebSocket, expect

from tests.browser.table_page import Plain, TablePage

RED_UNITS = (4, 5, 6, 7)


class Traffic:
    """Every state that reaches the browser, by whatever way."""

    def __init__(self, page: Page) -> None:
        self.states: list[Plain] = []
        page.on("response", self._answer)
        page.on("websocket", self._listen)

    def _answer(self, answer: Response) -> None:
        if answer.url.endswith((".js", ".css", ".svg", "/")) or not answer.ok:
            return
        if "application/json" in answer.headers.get("content-type", ""):
            self._note(answer.json())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._note(json.loads(frame)))

    def _note(self, said: Any) -> None:
        if isinstance(said, dict) and said.get("type") == "state":
            said = said["state"]
        if isinstance(said, dict) and "scene" in said:
            self.states.append(said)

    def seen_by(self, side: str) -> list[Plain]:
        return [state for state in self.states if state["side"] == side]


def units_on_map(state: Plain) -> set[int]:
    return {
        piece["unit"]
        for piece in state["scene"]["pieces"]
        if piece["at"].startswith("hex:") and "unit" in piece
    }


def test_a_curtain_falls_between_the_sides(table: TablePage, page: Page) -> None:
    traffic = Traffic(page)
    table.new_game("bridgehead", players="hot-seat")
    curtain = page.locator("[data-test=curtain]")
    expect(curtain).to_have_attribute("data-side", "blue")
    assert traffic.states == []
    curtain.get_by_role("button").click()
    table.expect_prompt("Blue: choose your order")
    table.press("order")
    table.expect_prompt("gun")
    table.click("0402")
    expect(curtain).to_have_attribute("data-side", "red")
    expect(table.prompt).to_have_count(0)
    assert traffic.seen_by("blue")
    assert traffic.seen_by("red") == []
    curtain.get_by_role("button").click()
    table.expect_prompt("Red: choose your order")
    assert traffic.seen_by("red")


def test_face_down_counters_are_not_sent(table: TablePage, page: Page) -> None:
    traffic = Traffic(page)
    table.open(table.create("bridgehead"))
    page.locator("[data-test=curtain] button").click()
    table.expect_prompt("Blue: choose your order")
    for state in traffic.seen_by("blue"):
        assert units_on_map(state)
        assert not units_on_map(state) & set(RED_UNITS)


def test_a_secret_order_is_not_sent_to_the_other_side(table: TablePage, page: Page) -> None:
    traffic = Traffic(page)
    table.open(table.create("bridgehead"))
    page.locator("[data-test=curtain] button").click()
    table.expect_prompt("Blue: choose your order")
    table.press("order")
    table.expect_prompt("gun")
    table.click("0402")
    page.locator("[data-test=curtain][data-side=red] button").click()
    table.expect_prompt("Red: choose your order")
    for state in traffic.seen_by("red"):
        orders = [piece for piece in state["scene"]["pieces"] if piece["at"] == "box:orders"]
        assert orders == []


def test_a_reload_does_not_lift_the_curtain(table: TablePage, page: Page) -> None:
    table.open(table.create("bridgehead"))
    page.locator("[data-test=curtain] button").click()
    table.press("order")
    table.expect_prompt("gun")
    table.click("0402")
    expect(page.locator("[data-test=curtain]")).to_have_attribute("data-side", "red")
    traffic = Traffic(page)
    page.reload()
    expect(page.locator("[data-test=curtain]")).to_have_attribute("data-side", "red")
    assert traffic.states == []
