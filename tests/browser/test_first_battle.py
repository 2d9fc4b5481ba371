"""A stranger's path: from the start page to the first battle's die, in few words and clicks."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_page import TablePage

CLICKS, WORDS = 12, 400


class Stranger:
    """Reads what is put before it and clicks, and counts both."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.words = page, 0, 0
        self._known: set[str] = set()

    def reads(self, selector: str) -> None:
        """Every line that is new: the name of a button is read once."""
        found = self.page.locator(selector)
        expect(found.first).to_be_visible()
        lines = {line for text in found.all_inner_texts() for line in text.splitlines()}
        self.words += sum(len(line.split()) for line in lines - self._known)
        self._known |= lines

    def clicks_on(self, selector: str) -> None:
        self.page.locator(selector).last.click()
        self.clicks += 1

    def follows_the_coach(self, steps: int) -> None:
        """Reads and does so many steps of a lesson."""
        card = self.page.locator("[data-test=coach]")
        for step in range(1, steps + 1):
            expect(card).to_have_attribute("data-step", str(step))
            self.reads("[data-test=coach], .decision .prompt")
            self.clicks_on("[data-test=show-step], [data-test=show-me]")
        expect(card).to_have_attribute("data-step", str(steps + 1))

    def has_not_been_tired(self) -> None:
        assert self.clicks <= CLICKS
        assert self.words < WORDS, self.words


@pytest.fixture
def stranger(page: Page) -> Stranger:
    page.goto("/")
    return Stranger(page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_newcomer_is_sent_to_the_die_at_krivasoo(stranger: Stranger, table: TablePage) -> None:
    stranger.reads("[data-test=first-visit]")
    stranger.clicks_on("[data-test=first-lesson]")
    table.page.wait_for_url("**/games/*")
    stranger.follows_the_coach(5)
    expect(table.log).to_contain_text("2-1")
    stranger.has_not_been_tired()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("box", "lesson", "steps", "die"), [
    ("narva", "krivasoo", 5, "2-1"),
    ("eastfront", "edelweiss", 10, "4 5"),
])
def test_from_the_shelf_to_the_first_die(
    stranger: Stranger, table: TablePage, box: str, lesson: str, steps: int, die: str
) -> None:
    page = table.page
    expect(page.locator(".lesson")).to_be_visible()
    stranger.reads("header, .lesson")
    page.locator(f"input[name=box][value={box}]").check()
    stranger.clicks += 1
    stranger.clicks_on(f"[data-lesson={lesson}]")
    page.wait_for_url("**/games/*")
    stranger.follows_the_coach(steps)
    expect(table.log).to_contain_text(die)
    stranger.has_not_been_tired()


def test_who_has_played_is_no_newcomer(table: TablePage, page: Page) -> None:
    page.goto("/")
    expect(page.locator("[data-test=first-visit]")).to_be_visible()
    table.create("bridgehead", red="recruit")
    page.reload()
    expect(page.locator(".lesson, [data-test=begin]").first).to_be_visible()
    expect(page.locator("[data-test=first-visit]")).to_have_count(0)
