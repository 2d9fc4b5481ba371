"""In the middle of a battle: the page is loaded again, the odds are shown, the dice are rolled."""

from playwright.sync_api import Page, expect

from tests.browser.edelweiss import KRIVASOO, open_record, open_tutorial
from tests.browser.situations import make_blue_act, sit_down
from tests.browser.table_page import Plain, TablePage


def test_a_reload_in_mid_battle_resumes(table: TablePage, page: Page) -> None:
    game = attacking(table)
    table.open(game)
    sit_down(table)
    table.expect_prompt("attack")
    asked = table.prompt.inner_text()
    page.reload()
    expect(table.prompt).to_have_text(asked)
    page.get_by_role("button", name="With BG").click()
    expect(page.locator("[data-kind=fight]")).to_be_visible()
    page.reload()
    table.press("fight")
    # The next to choose may be Red, who has lost the battle: then the curtain falls.
    curtain = page.locator("[data-test=curtain][data-side=red]")
    expect(table.log.locator(".dice").or_(curtain).first).to_be_visible()
    assert any(line["roll"] for line in table.state("blue", game)["log"]["lines"])


def test_odds_come_before_the_attack(table: TablePage, page: Page) -> None:
    table.open(attacking(table))
    sit_down(table)
    page.get_by_role("button", name="With BG").click()
    expect(page.locator("[data-kind=fight]")).to_be_visible()
    odds = page.locator("[data-test=odds]")
    expect(odds).to_be_visible()
    shares = odds.locator(".likely").all_inner_texts()
    total = sum(float(share.rstrip("%")) for share in shares)
    assert 97 <= total <= 103  # each share is rounded


def test_the_fire_that_comes_first_is_told_before_a_battle_of_blocks(page: Page) -> None:
    open_tutorial(page, "axis resolve Rostov")
    page.get_by_role("button", name="Resolve Rostov", exact=True).hover()
    odds = page.locator("[data-test=odds]")
    expect(odds.get_by_text("First you take")).to_be_visible()
    expect(odds.locator("[data-test=suffers] li").first).to_contain_text("no hit")
    expect(odds.locator("[data-test=results] li").first).to_contain_text("no hit")


def test_a_barrage_shows_its_odds_before_the_click(table: TablePage, page: Page) -> None:
    """And no number of them breaks over a line."""
    open_record(page, KRIVASOO, "soviet barrage 2423")
    page.get_by_role("button", name="Barrage 2423", exact=True).hover()
    odds = page.locator("[data-test=odds]")
    expect(odds).to_contain_text("The units are pinned.")
    wraps = "found => found.map(one => getComputedStyle(one).whiteSpace)"
    assert set(odds.locator("dd, .likely, .column").evaluate_all(wraps)) == {"nowrap"}


def attacking(table: TablePage) -> Plain:
    """Blue attacks 0502 and has yet to say with what."""
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.act("blue", "move BG to 0402", game)
    table.act("blue", "move BL to 0402", game)
    table.act("blue", "attack 0502", game)
    return game
