"""The guided lesson of Soltsy in the browser: its first Axis turn, in both languages."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table_page import TablePage
from tests.browser.tale import Player
from tests.browser.test_french import crawl

BY_HAND = 3
"""Steps done with the mouse: an overrun with its die, and where the beaten go."""
SOVIET_TURN = 17
STEPS = 72


def begin(table: TablePage, box: str, lesson: str) -> None:
    """From the start page into the lesson."""
    page = table.page
    page.goto("/")
    page.locator(f"input[name=box][value={box}]").check()
    page.locator(f"[data-lesson={lesson}]").click()
    page.wait_for_url("**/games/*")
    expect(card(page)).to_have_attribute("data-step", "1")
    expect(page.locator("canvas[data-view]").first).to_be_visible()


def card(page: Page) -> Locator:
    return page.locator("[data-test=coach]")


def follow_until(table: TablePage, step: int) -> None:
    """Do what the coach says, with the mouse."""
    player = Player(table)
    while (said := table.state("axis")["coach"])["step"] < step:
        if said["dice"]:
            player.rolls(list(map(str, said["dice"]["outcome"])))
            continue
        wanted = said["expects"][0]
        player.takes(said["side"], wanted["kind"], player.argument(said["side"], wanted))


def shown_until(page: Page, now: int, step: int) -> None:
    """Let the coach do whole steps."""
    for number in range(now, step):
        expect(card(page)).to_have_attribute("data-step", str(number))
        page.locator("[data-test=show-step], [data-test=show-me]").last.click()
    expect(card(page)).to_have_attribute("data-step", str(step))


def test_the_first_turn_of_soltsy(table: TablePage, page: Page) -> None:
    begin(table, "army_group_north", "soltsy")
    expect(card(page)).to_contain_text(f"Step 1 of {STEPS}")
    page.locator("[data-test=coach] summary").click()
    page.locator("[data-test=coach] .rule").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Main road rate")
    expect(sheet).to_contain_text("Series rules")
    page.keyboard.press("Escape")
    follow_until(table, BY_HAND)
    shown_until(page, BY_HAND, SOVIET_TURN)
    expect(page.locator(".decision .who")).to_contain_text("Soviet")
    stands = {piece["token"]: piece["at"] for piece in table.state("axis")["scene"]["pieces"]}
    assert (stands["10/8Pz"], stands["9AT"]) == ("hex:L3728", "hex:L3228")


@pytest.mark.parametrize("language", ["fr"])
def test_the_lesson_of_mtsensk_in_french(table: TablePage, page: Page) -> None:
    begin(table, "typhoon", "mtsensk")
    expect(page.locator("[data-test=coach-do]")).to_contain_text("XXIVe corps blindé")
    shown_until(page, 1, 5)
    crawl(page)
