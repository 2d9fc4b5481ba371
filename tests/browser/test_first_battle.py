"""A stranger's path: from the start page to the first battle's die, in few words and clicks."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_page import TablePage

CLICKS, WORDS = 12, 400
FIRST_DIE = 5
"""The step of Narva's lesson that ends with the die of its first battle."""


class Stranger:
    """Reads what is put before it and clicks, and counts both."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.words = page, 0, 0

    def reads(self, selector: str) -> None:
        found = self.page.locator(selector)
        expect(found.first).to_be_visible()
        self.words += sum(len(text.split()) for text in found.all_inner_texts())

    def clicks_on(self, selector: str) -> None:
        self.page.locator(selector).last.click()
        self.clicks += 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_from_the_start_page_to_the_die_at_krivasoo(table: TablePage, page: Page) -> None:
    page.goto("/")
    stranger = Stranger(page)
    expect(page.locator(".lesson")).to_be_visible()
    stranger.reads("header, .lesson")
    page.locator("input[name=box][value=narva]").check()
    stranger.clicks += 1
    stranger.clicks_on("[data-lesson=krivasoo]")
    page.wait_for_url("**/games/*")
    card = page.locator("[data-test=coach]")
    for step in range(1, FIRST_DIE + 1):
        expect(card).to_have_attribute("data-step", str(step))
        stranger.reads("[data-test=coach], .decision .prompt")
        stranger.clicks_on("[data-test=show-step], [data-test=show-me]")
    expect(card).to_have_attribute("data-step", str(FIRST_DIE + 1))
    expect(table.log).to_contain_text("2-1")
    assert stranger.clicks < CLICKS
    assert stranger.words < WORDS, stranger.words
