"""EastFront by keyboard alone, and with the names that a screen reader says."""

from playwright.sync_api import Page, expect

from tests.browser.players import begin_by_keyboard, play_until, with_the_keys
from tests.browser.table_page import Plain, TablePage

EAGER = 25
"""After so many choices the player only ends its phases."""


def soviets_turn(state: Plain) -> bool:
    """The Axis turn is over: the bot's turn, or the month after it, has begun."""
    said = " ".join(line["sentence"] for line in state["log"]["lines"])
    return bool(state["over"]) or "Soviet player turn" in said


def test_the_axis_turn_by_keyboard_only(table: TablePage, page: Page) -> None:
    begin_by_keyboard(page, "eastfront", "edelweiss")
    made = play_until(table, "axis", soviets_turn, with_the_keys(table, eager=EAGER))
    assert made > 5
    expect(table.log).to_contain_text("activated")


def test_every_choice_of_blocks_has_a_name(table: TablePage, page: Page) -> None:
    table.open(table.create("edelweiss", fog=None, box="eastfront", soviet="recruit"))
    table.expect_prompt("Activate headquarters")
    live = page.locator(".decision [aria-live=polite]")
    expect(live).to_contain_text("choices")
    buttons = page.locator(".decision button:visible")
    names = [button.get_attribute("aria-label") or button.inner_text() for button in buttons.all()]
    assert all(name.strip() for name in names), names
