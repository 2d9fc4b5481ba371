"""A phone held upright: nothing to scroll sideways, nothing too small for a thumb."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.situations import make_blue_act
from tests.browser.table_page import TablePage

LEAST = 40
TOO_SMALL = """least => [...document.querySelectorAll(
    'button, select, summary, a[href], input:not([type=file]), [role=tab]')]
  .filter(it => it.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .map(it => it.closest('label') ?? it)
  .map(it => [it, it.getBoundingClientRect()])
  .filter(([it, box]) => box.width > 0 && (box.width < least || box.height < least))
  .map(([it, box]) => `${it.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""


@pytest.fixture
def width() -> int:
    return 390


def check(page: Page) -> None:
    widest = page.evaluate("document.scrollingElement.scrollWidth")
    assert widest <= 390
    assert page.evaluate(TOO_SMALL, LEAST - 0.5) == []


def test_the_start_page(page: Page) -> None:
    page.goto("/")
    page.locator("[data-test=begin]").wait_for()
    check(page)


def test_the_table_and_its_panels(table: TablePage) -> None:
    page = table.page
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    expect(page.locator("[data-test=curtain]")).to_be_visible()
    check(page)
    page.locator("[data-test=curtain] button").click()
    table.expect_prompt("choose a counter")
    check(page)
    for tab in page.get_by_role("tab").all():
        tab.click()
        check(page)


def test_the_replay(table: TablePage) -> None:
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.page.goto(f"/games/{game['id']}/replay")
    expect(table.page.locator("[data-test=stop]")).to_contain_text("0 /")
    check(table.page)


def test_dialogs(table: TablePage) -> None:
    page = table.page
    table.open(table.create("bridgehead", red="recruit"))
    table.expect_prompt("order")
    for name in ("Settings", "How to play at this table"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check(page)
        page.keyboard.press("Escape")


def test_a_tap_spreads_a_stack_and_another_chooses(table: TablePage) -> None:
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.act("blue", "move BL to 0402", game)
    table.open(game)
    table.page.locator("[data-test=curtain] button").click()
    table.expect_prompt("choose a counter")
    x, y = table.at("0402")
    table.page.touchscreen.tap(x, y)
    table.expect_prompt("choose a counter")
    table.page.touchscreen.tap(x + 30, y)
    table.expect_prompt("where does BG go")
