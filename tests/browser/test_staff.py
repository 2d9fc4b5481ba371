"""The staff at the table: asked, looked at on the map, and followed."""

from playwright.sync_api import expect

from tests.browser.table_page import TablePage


def test_a_hint_is_shown_and_then_played(table: TablePage) -> None:
    """One click asks, one shows, one more plays it as any other choice."""
    game = table.create("krivasoo", fog=None, box="narva")
    table.open(game)
    page = table.page
    expect(table.prompt).to_be_visible()
    before = page.locator("[data-test=table]").get_attribute("data-seq")
    page.locator("[data-test=ask-staff]").click()
    first = page.locator("[data-test=hint]").first
    expect(first).to_contain_text("points")
    expect(first).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("h")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-test=table]")).to_have_attribute("data-seq", before or "")
    first.click()
    expect(page.locator("[data-test=table]")).not_to_have_attribute("data-seq", before or "")
    expect(page.locator("[data-test=hint]")).to_have_count(0)
