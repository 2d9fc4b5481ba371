"""Two fingers on the map."""

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser.browsing import until
from tests.browser.situations import make_blue_act, sit_down
from tests.browser.table_page import TablePage


@pytest.fixture
def width() -> int:
    return 390


@pytest.fixture
def held(table: TablePage) -> TablePage:
    """A phone with the map on it."""
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    sit_down(table)
    table.expect_prompt("choose a counter to act")
    return table


def fingers(session: CDPSession, kind: str, *places: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(places)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def pinch(page: Page, middle: tuple[float, float], start: float, end: float) -> None:
    """Two fingers, so far apart at first and so far in the end."""
    session, (x, y) = page.context.new_cdp_session(page), middle
    fingers(session, "touchStart", (x - start / 2, y), (x + start / 2, y))
    for part in range(1, 9):
        apart = start + (end - start) * part / 8
        fingers(session, "touchMove", (x - apart / 2, y), (x + apart / 2, y))
    fingers(session, "touchEnd")


def scale(table: TablePage) -> float:
    return table.view[4]


def test_a_pinch_zooms_and_holds_what_lies_between(held: TablePage) -> None:
    before, place = scale(held), held.at("0402")
    pinch(held.page, place, 60, 150)
    assert until(held.page, lambda: 2 < scale(held) / before < 3)
    x, y = held.at("0402")
    assert abs(x - place[0]) < 12
    assert abs(y - place[1]) < 12
    pinch(held.page, place, 150, 75)
    assert until(held.page, lambda: scale(held) / before < 1.6)
    held.expect_prompt("choose a counter to act")


def test_the_page_itself_does_not_zoom(held: TablePage) -> None:
    pinch(held.page, held.at("0402"), 60, 150)
    assert held.page.evaluate("visualViewport.scale") == 1
