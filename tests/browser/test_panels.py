"""Beside the map: the log that leads back to its places, charts that light up, doubts."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browsing import until
from tests.browser.situations import make_blue_act, sit_down
from tests.browser.table_page import TablePage


@pytest.fixture
def acting(table: TablePage) -> TablePage:
    """Blue is asked for a counter."""
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    sit_down(table)
    table.expect_prompt("choose a counter to act")
    return table


def view(table: TablePage) -> list[float]:
    return list(table.view)


def test_a_line_of_the_log_leads_to_its_place(acting: TablePage) -> None:
    acting.click("0402")
    acting.expect_prompt("where does BG go?")
    acting.click("0302")
    line = acting.log.get_by_role("button", name="BG moves from 0402 to 0302")
    expect(line).to_be_visible()
    left, top, right, bottom = acting.window
    acting.page.mouse.move((left + right) / 2, (top + bottom) / 2)
    for _ in range(6):
        acting.page.mouse.wheel(0, -400)
    drag_the_map(acting, 600)
    assert until(acting.page, lambda: not acting.is_inside("0302", 0))
    line.click()
    expect_inside(acting, "0302")


def drag_the_map(table: TablePage, by: float) -> None:
    """By a hex without a counter, so that nothing is picked up."""
    left, _, _, bottom = table.window
    mouse = table.page.mouse
    mouse.move(left + 30, bottom - 30)
    mouse.down(button="middle")
    mouse.move(left + 30 + by, bottom - 30 - by, steps=5)
    mouse.up(button="middle")


def expect_inside(table: TablePage, hex: str) -> None:
    inside = until(table.page, lambda: table.is_inside(hex, 20))
    assert inside, f"{hex} is not in sight: {view(table)}"


def test_the_newest_line_stays_in_sight_as_the_log_shrinks(acting: TablePage) -> None:
    newest = acting.log.locator("li").last
    acting.page.set_viewport_size({"width": 1280, "height": 520})
    expect(newest).to_be_in_viewport(ratio=0.9)
    acting.page.set_viewport_size({"width": 1280, "height": 430})
    expect(newest).to_be_in_viewport(ratio=0.9)
    assert acting.log.evaluate("log => log.scrollHeight > log.clientHeight")


def shrunk(table: TablePage) -> Locator:
    """A log that is longer than its panel."""
    table.page.set_viewport_size({"width": 1280, "height": 430})
    expect(table.log.locator("li").last).to_be_in_viewport(ratio=0.9)
    assert table.log.evaluate("log => log.scrollHeight > log.clientHeight")
    return table.log


def test_the_newest_line_comes_into_sight_as_the_log_grows(acting: TablePage) -> None:
    log = shrunk(acting)
    acting.act("blue", "move BG to 0302", acting.game)
    moved = log.get_by_role("button", name="BG moves from 0402 to 0302")
    expect(moved).to_be_in_viewport(ratio=0.9)


def test_a_reader_of_older_lines_is_left_alone(acting: TablePage) -> None:
    """Neither a new line nor a smaller panel takes the reader away."""
    log = shrunk(acting)
    oldest = log.locator("li").first
    oldest.scroll_into_view_if_needed()
    expect(oldest).to_be_in_viewport(ratio=0.9)
    acting.act("blue", "move BG to 0302", acting.game)
    expect(log).to_contain_text("BG moves from 0402 to 0302")
    expect(oldest).to_be_in_viewport(ratio=0.9)
    log.locator("li").last.scroll_into_view_if_needed()
    acting.act("blue", "move BL to 0402", acting.game)
    expect(log.get_by_role("button", name="BL moves")).to_be_in_viewport(ratio=0.9)


def test_the_newest_line_is_in_sight_again_after_a_search(acting: TablePage) -> None:
    log = shrunk(acting)
    search = acting.page.get_by_role("searchbox")
    search.fill("nothing of the kind")
    expect(log.locator("li")).to_have_count(1)
    search.fill("")
    expect(log.locator("li").nth(1)).to_be_attached()
    expect(log.locator("li").last).to_be_in_viewport(ratio=0.9)


def test_the_log_can_be_filtered(acting: TablePage) -> None:
    acting.click("0402")
    acting.expect_prompt("where does BG go?")
    acting.click("0302")
    expect(acting.log).to_contain_text("BG moves")
    page = acting.page
    page.get_by_role("group", name="Show").get_by_role("button", name="Red").click()
    expect(acting.log).not_to_contain_text("BG moves")
    page.get_by_role("group", name="Show").get_by_role("button", name="Blue").click()
    expect(acting.log).to_contain_text("BG moves")
    page.get_by_role("searchbox").fill("nothing of the kind")
    expect(acting.log).not_to_contain_text("BG moves")


def lit(table: TablePage) -> Locator:
    return table.page.locator(".charts .lit")


def test_charts_light_what_counts_now(acting: TablePage) -> None:
    page = acting.page
    page.get_by_role("tab", name="Charts").click()
    page.get_by_role("combobox", name="Chart").select_option(label="● Levels of victory")
    expect(lit(acting)).to_have_count(2)
    expect(lit(acting).nth(1)).to_have_text("a draw")


def test_a_wide_chart_can_be_enlarged(table: TablePage) -> None:
    """Narva's combat table has ten columns."""
    page = table.page
    table.open(table.create("krivasoo", fog=None, box="narva"))
    page.get_by_role("tab", name="Charts").click()
    assert clipped(page.locator(".charts .scroll"))
    expect(page.locator(".charts .chart")).to_have_class(re.compile(r"\bafter\b"))
    page.get_by_role("button", name="Enlarge").click()
    enlarged = page.get_by_role("dialog").locator(".scroll")
    expect(enlarged.locator("thead th")).to_have_count(11)
    assert not clipped(enlarged)
    page.keyboard.press("Escape")
    expect(enlarged).to_have_count(0)


def clipped(scroll: Locator) -> bool:
    return bool(scroll.evaluate("it => it.scrollWidth > it.clientWidth"))


def test_the_layers_close_by_escape_and_by_a_click_beside_them(acting: TablePage) -> None:
    page = acting.page
    button, layers = page.get_by_role("button", name="Show on the map"), page.locator(".switches")
    acting.click("0402")
    acting.expect_prompt("where does BG go?")
    button.click()
    layers.get_by_role("checkbox").first.click()
    expect(layers).to_be_visible()
    page.keyboard.press("Escape")
    expect(layers).to_have_count(0)
    acting.expect_prompt("where does BG go?")  # nothing was taken back
    button.click()
    expect(layers).to_be_visible()
    acting.click("0402")
    expect(layers).to_have_count(0)


def test_the_card_of_a_hex_does_not_lie_on_it(table: TablePage) -> None:
    page = table.page
    table.open(table.create("krivasoo", fog=None, box="narva"))
    expect(table.prompt).to_be_visible()
    card = page.locator("[data-test=hex-card]")
    left, top, right, bottom = table.window
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    assert until(page, lambda: beside(card, x, y))


def test_the_card_of_a_stack_tells_names_strengths_and_what_may_be_done(table: TablePage) -> None:
    table.open(table.create("krivasoo", fog=None, box="narva"))
    expect(table.prompt).to_be_visible()
    table.page.mouse.move(*table.at("1921"))
    units = table.page.locator("[data-test=unit-card]")
    expect(units).to_have_count(2)
    expect(units.first).to_contain_text("749th Rifle Regiment, 125th Rifle Division")
    expect(units.first).to_contain_text("Infantry, 4-4-4, steps 2 of 2")
    state = table.state("soviet")
    open_to = next(choice for choice in state["decision"]["choices"] if choice["domain"] == "unit")
    able = next(p for p in state["scene"]["pieces"] if p.get("unit", -1) in open_to["args"])
    table.page.mouse.move(*table.at(able["at"].removeprefix("hex:")))
    expect(units.filter(has_text=f"May: {open_to['label']}").first).to_be_visible()


def beside(card: Locator, x: float, y: float) -> bool:
    """Whether a card is shown and a point lies outside it."""
    box = card.bounding_box() if card.is_visible() else None
    if box is None:
        return False
    inside = box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
    return not inside


def test_a_pile_on_a_track_says_where_it_lies(table: TablePage) -> None:
    page = table.page
    table.open(table.create("campaign", fog=None, box="narva", german="recruit"))
    page.get_by_role("button", name="Turn 2").click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Turn 2")


def test_a_wasted_chit_is_asked_about_first(acting: TablePage) -> None:
    page = acting.page
    acting.press("done")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nobody has acted on this chit")
    dialog.get_by_role("button", name="No").click()
    acting.expect_prompt("choose a counter to act")
    acting.click("0402")
    acting.expect_prompt("where does BG go?")
    acting.click("0302")
    acting.expect_prompt("(1 left)")
    acting.press("done")
    expect(dialog).to_have_count(0)


def test_a_doubt_is_gone_once_something_else_is_asked(acting: TablePage) -> None:
    """The same seat has acted elsewhere: a late yes must not answer the next question."""
    acting.press("done")
    dialog = acting.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nobody has acted on this chit")
    acting.act("blue", "move BG to 0302", acting.game)
    acting.expect_prompt("(1 left)")
    expect(dialog).to_have_count(0)


def test_a_click_on_a_marker_is_answered(acting: TablePage) -> None:
    """Red's gun is laid on 0604, where nobody stands."""
    acting.click("0604")
    expect(acting.refusal).to_contain_text("Nothing here can be chosen now")
    expect(acting.refusal).to_contain_text("choose a counter to act")


def test_a_click_on_an_enemy_is_refused_by_its_rule(acting: TablePage) -> None:
    acting.click("0502")
    expect(acting.refusal).to_have_attribute("data-rule", "miniature:1.3")


def test_a_hex_tells_where_its_values_are_from(table: TablePage) -> None:
    """Narva: the ground is ours, the counters' numbers are ours, what the rules say is theirs."""
    table.open(table.create("krivasoo", fog=None, box="narva"))
    expect(table.prompt).to_be_visible()
    side = "german" if table.state("german")["decision"] else "soviet"
    pieces = table.state(side)["scene"]["pieces"]
    there = [p["at"][4:] for p in pieces if p["at"].startswith("hex:") and p.get("unit", -1) >= 0]
    table.page.mouse.move(*table.at(next(hex for hex in there if table.is_inside(hex, 60))))
    card = table.page.locator("[data-test=hex-card]")
    expect(card.locator(".ours")).to_contain_text("Our reconstruction")
    expect(card.locator(".ours")).to_contain_text("counters")


def test_the_map_goes_to_what_is_asked_about(acting: TablePage) -> None:
    """Blue has attacked, and the question about the target comes up out of sight."""
    game = acting.game
    acting.act("blue", "move BG to 0402", game)
    acting.act("blue", "done", game)
    acting.expect_prompt("choose a hex to attack")
    left, top, right, bottom = acting.window
    acting.page.mouse.move((left + right) / 2, (top + bottom) / 2)
    for _ in range(6):
        acting.page.mouse.wheel(0, -400)
    drag_the_map(acting, 600)
    assert until(acting.page, lambda: not acting.is_inside("0502", 0))
    acting.act("blue", "attack 0502", game)
    acting.expect_prompt("who attacks 0502")
    expect_inside(acting, "0502")
