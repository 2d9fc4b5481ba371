"""Before a game and after it: the briefing, and the ending with a rematch."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import until
from tests.browser.players import awaited
from tests.browser.table_page import Plain, TablePage

ORDERS = ("order hold", "order march")
"""No order may be given twice running."""


def do_little(table: TablePage, game: Plain) -> None:
    """Blue does as little as possible, without the page, until the game is over.

    Against somebody who never attacks nothing else is asked of it.
    """
    while not (state := awaited(table, "blue", lambda state: state["over"]))["over"]:
        offered = {choice["kind"] for choice in state["decision"]["choices"]}
        texts = ("done", "stay", ORDERS[state["scene"]["turn"] % 2], "gun 0203", "none")
        table.act("blue", next(text for text in texts if text.split()[0] in offered), game)


def test_the_start_page_tells_of_the_scenario_chosen(page: Page) -> None:
    page.goto("/")
    page.locator("input[name=box][value=narva]").check()
    page.locator("input[name=scenario][value=krivasoo]").check()
    told = page.locator("[data-test=briefing]")
    expect(told).to_contain_text("February 1944, four turns")
    expect(told).to_contain_text("easy · about 1 h")
    page.locator("input[name=scenario][value=campaign]").check()
    expect(told).to_contain_text("The whole battle")


@pytest.mark.parametrize("language", ["fr"])
def test_the_briefing_is_a_key_away_at_the_table(table: TablePage, language: str) -> None:
    table.open(table.create("bridgehead", fog=False, red="recruit"))
    table.page.locator("[data-test=prompt]").wait_for()
    table.page.keyboard.press("i")
    told = table.page.get_by_role("dialog")
    expect(told).to_contain_text("Les Bleus ont passé la rivière")
    table.page.keyboard.press("Escape")
    expect(told).to_be_hidden()


def test_the_ending_tells_who_won_and_offers_a_rematch(table: TablePage, tmp_path: Path) -> None:
    game, page = table.create("bridgehead", fog=False, red="passive"), table.page
    table.open(game)
    page.locator("[data-test=prompt]").wait_for()
    do_little(table, game)
    told = page.locator("[data-test=ending]")
    expect(told.locator(".level")).to_be_visible()
    with page.expect_download() as saving:
        page.locator("[data-test=picture]").click()
    saving.value.save_as(tmp_path / "end.png")
    assert (tmp_path / "end.png").read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    page.locator("[data-test=to-ending]").click()
    page.locator("[data-test=swap]").click()
    assert until(page, lambda: not re.search(game["id"], page.url))
    assert table.game["scenario"] == "bridgehead"
