"""No page puts a serious barrier in the way of somebody who cannot see it, or not well.

axe-core judges names, roles, contrasts and order; that a whole turn can be played by keyboard is
shown in `test_play.py` and `test_eastfront_screens.py`.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import barriers
from tests.browser.edelweiss import open_tutorial
from tests.browser.situations import make_blue_act, sit_down
from tests.browser.table_page import TablePage
from tests.browser.test_briefing import do_little
from tests.browser.test_with_a_friend import Pair, host_address

__all__ = ["host_address"]

TABLES = [("miniature", "bridgehead"), ("narva", "krivasoo"), ("eastfront", "edelweiss"),
          ("typhoon", "mtsensk"), ("army_group_north", "soltsy")]


def test_the_start_page(table: TablePage, page: Page) -> None:
    page.goto("/")
    expect(page.locator("[data-test=first-visit]")).to_be_visible()
    page.locator("[data-test=begin]").wait_for()
    assert barriers(page) == []
    table.create("bridgehead", red="recruit")
    page.reload()
    page.locator("[data-test=begin]").wait_for()
    expect(page.locator("[data-test=invite]")).to_be_visible()
    assert barriers(page) == []


@pytest.mark.parametrize(("box", "scenario"), TABLES, ids=[box for box, _ in TABLES])
def test_the_table(table: TablePage, page: Page, box: str, scenario: str) -> None:
    table.open(table.create(scenario, fog=None, box=box))
    page.locator("[data-test=curtain], [data-test=prompt]").first.wait_for()
    assert barriers(page) == []
    if page.locator("[data-test=curtain]").count():
        page.locator("[data-test=curtain] button").click()
    page.locator("[data-test=prompt]").wait_for()
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert barriers(page) == [], tab.inner_text()


def test_a_battle_of_blocks_and_the_books(page: Page) -> None:
    open_tutorial(page, "# step rostov-infantry")
    page.locator("[data-test=fight]").wait_for()
    assert barriers(page) == []
    open_tutorial(page, "axis step S")
    page.locator("[data-test=ledger]").wait_for()
    assert barriers(page) == []


def test_settings_help_briefing_and_a_rule(table: TablePage, page: Page) -> None:
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    sit_down(table)
    table.expect_prompt("choose a counter to act")
    for name in ("Settings", "How to play at this table", "Briefing", "Show on the map"):
        page.get_by_role("button", name=name).click()
        assert barriers(page) == [], name
        page.keyboard.press("Escape")
    table.click("0604")
    expect(table.refusal).to_be_visible()
    assert barriers(page) == []
    page.locator(".decision .rule").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert barriers(page) == []


def test_a_lesson_and_its_replay(table: TablePage, page: Page) -> None:
    page.goto("/")
    page.locator("[data-test=first-lesson]").click()
    page.locator("[data-test=coach]").wait_for()
    assert barriers(page) == []
    page.locator("[data-test=show-step], [data-test=show-me]").last.click()
    expect(page.locator("[data-test=coach]")).to_have_attribute("data-step", "2")
    page.goto(f"/games/{table.game['id']}/replay")
    page.get_by_role("slider").wait_for()
    assert barriers(page) == []


def test_the_ending(table: TablePage, page: Page) -> None:
    game = table.create("bridgehead", fog=False, red="passive")
    table.open(game)
    page.locator("[data-test=prompt]").wait_for()
    do_little(table, game)
    expect(page.locator("[data-test=ending] .level")).to_be_visible()
    assert barriers(page) == []


def test_the_door_for_a_friend(browser: Browser, host_address: str) -> None:
    pair = Pair(browser, host_address, "miniature", "bridgehead", "red")
    expect(pair.friend.page.locator("[data-test=join], form").first).to_be_visible()
    assert barriers(pair.friend.page) == []
    pair.host.page.locator("[data-test=invite]").first.click()
    expect(pair.host.page.get_by_role("dialog")).to_be_visible()
    assert barriers(pair.host.page) == []
