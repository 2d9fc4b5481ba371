"""From the start page to the end of a turn, by mouse and by keyboard."""

from playwright.sync_api import Page, expect

from tests.browser.players import (
    begin_by_keyboard,
    play_until,
    press_tab_until,
    with_the_keys,
    with_the_mouse,
)
from tests.browser.situations import make_blue_act, sit_down
from tests.browser.table_page import Plain, TablePage


def after_turn_one(state: Plain) -> bool:
    return bool(state["over"] or state["scene"]["turn"] > 1)


def test_turn_one_with_the_mouse(table: TablePage) -> None:
    table.new_game("bridgehead")
    made = play_until(table, "blue", after_turn_one, with_the_mouse(table))
    assert made >= 5
    expect(table.log).to_contain_text("Turn 2 begins")


def test_turn_one_by_keyboard_only(table: TablePage, page: Page) -> None:
    begin_by_keyboard(page, "miniature", "bridgehead")
    made = play_until(table, "blue", after_turn_one, with_the_keys(table))
    assert made >= 5


def test_choices_are_a_list_for_the_keyboard(table: TablePage, page: Page) -> None:
    table.open(table.create("bridgehead", fog=False, red="recruit"))
    table.expect_prompt("choose your order")
    press_tab_until(page, "button[data-kind=order]")
    page.keyboard.press("Enter")
    table.expect_prompt("gun")
    chips = page.get_by_role("list", name="Lay the gun on").get_by_role("button")
    press_tab_until(page, ".places li button")
    expect(chips.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(chips.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(chips).to_have_count(0)


def test_every_choice_is_said_aloud(table: TablePage, page: Page) -> None:
    table.open(table.create("bridgehead", red="recruit"))
    table.expect_prompt("choose your order")
    live = page.locator(".decision [aria-live=polite]")
    expect(live).to_contain_text("choose your order")
    expect(live).to_contain_text("3 choices")


def test_a_counter_can_be_dragged(table: TablePage) -> None:
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    sit_down(table)
    table.expect_prompt("choose a counter to act")
    table.drag("0402", "0302")
    expect(table.log).to_contain_text("BG moves from 0402 to 0302")


def test_a_game_against_a_bot_does_not_stall(table: TablePage) -> None:
    game = table.create("bridgehead", red="recruit")
    table.open(game)
    assert play_until(table, "blue", lambda state: state["over"], with_the_mouse(table)) > 10
    expect(table.page.locator("[data-test=waiting] h2")).to_be_visible()


def test_set_up_from_the_tray(table: TablePage, page: Page) -> None:
    table.open(table.create("meeting", red="recruit"))
    table.expect_prompt("choose a counter to set up")
    page.locator(".tray button").first.click()
    table.expect_prompt("where")
    start = table.state("blue")["decision"]["choices"][0]["args"][0]
    table.click(start)
    table.expect_prompt("choose a counter to set up")
    expect(page.locator(".tray button")).to_have_count(3)
