"""What the rules do not allow is refused with the rule's number; what may be, is taken back."""

from playwright.sync_api import Page, expect

from tests.browser.situations import make_blue_act, sit_down
from tests.browser.table_page import Plain, TablePage


def choosing_where_to_go(table: TablePage) -> Plain:
    """Blue has chosen the guard in 0402 and is asked where it goes."""
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    sit_down(table)
    table.expect_prompt("choose a counter to act")
    table.click("0402")
    table.expect_prompt("where does BG go")
    return game


def test_an_illegal_click_shows_the_rule(table: TablePage, page: Page) -> None:
    choosing_where_to_go(table)
    table.click("0604")
    expect(table.refusal).to_have_attribute("data-rule", "miniature:5.4.b")
    expect(table.refusal).to_contain_text("0604")
    table.refusal.get_by_role("button", name="Rule 5.4.b").click()
    expect(page.get_by_role("dialog")).to_contain_text("zone")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    table.expect_prompt("where does BG go")


def test_an_illegal_drop_shows_the_rule(table: TablePage) -> None:
    choosing_where_to_go(table)
    table.drag("0402", "0502")
    expect(table.refusal).to_have_attribute("data-rule", "miniature:5.3")


def test_another_unit_can_be_chosen_instead(table: TablePage) -> None:
    choosing_where_to_go(table)
    table.page.keyboard.press("Escape")
    table.expect_prompt("choose a counter to act")
    table.click("0303")
    table.expect_prompt("where does BL go")


def test_a_decision_is_taken_back(table: TablePage, page: Page) -> None:
    game = choosing_where_to_go(table)
    table.click("0302")
    table.expect_prompt("choose a counter to act, or be done (1 left)")
    page.keyboard.press("u")
    table.expect_prompt("where does BG go")
    page.get_by_role("button", name="Take back").last.click()
    table.expect_prompt("choose a counter to act, or be done (2 left)")
    assert guard(table, game) == "hex:0402"


def test_what_came_before_a_die_stands(table: TablePage, page: Page) -> None:
    game = choosing_where_to_go(table)
    page.keyboard.press("u")
    table.expect_prompt("choose a counter to act")
    page.keyboard.press("u")
    expect(table.refusal).to_contain_text("die was rolled or a chit drawn")
    assert guard(table, game) == "hex:0402"


def guard(table: TablePage, game: Plain) -> str:
    pieces = table.state("blue", game)["scene"]["pieces"]
    place: str = next(piece["at"] for piece in pieces if piece.get("unit", -1) == 0)
    return place
