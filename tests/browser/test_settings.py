"""What a player likes: theme, sounds, overlays; kept in the browser."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import drawn, until
from tests.browser.edelweiss import KRIVASOO, open_record
from tests.browser.situations import make_blue_act, sit_down
from tests.browser.table_page import TablePage

COUNT_SOUNDS = """
window.sounds = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor() { super(); window.sounds += 1; } };
"""


@pytest.fixture
def acting(table: TablePage) -> TablePage:
    """Blue is asked for a counter."""
    table.page.add_init_script(COUNT_SOUNDS)
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    sit_down(table)
    table.expect_prompt("choose a counter to act")
    return table


def setting(page: Page, name: str) -> Locator:
    """A switch of the settings, which are opened for it."""
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog").get_by_label(name)


def test_sounds_are_off_until_somebody_wants_them(acting: TablePage) -> None:
    page = acting.page
    acting.click("0604")
    expect(acting.refusal).to_be_visible()
    assert page.evaluate("window.sounds") == 0
    switch = setting(page, "Sounds")
    expect(switch).not_to_be_checked()
    switch.check()
    page.keyboard.press("Escape")
    acting.click("0604")
    page.wait_for_function("window.sounds === 1")


def test_sounds_are_offered_once_after_the_first_dice(table: TablePage, page: Page) -> None:
    page.add_init_script(COUNT_SOUNDS)
    open_record(page, KRIVASOO, "# step headquarters")
    offer = page.locator("[data-test=sound-offer]")
    expect(offer).to_have_count(0)
    open_record(page, KRIVASOO, "soviet barrage 2423")
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(table.prompt).to_be_visible()
    expect(offer).to_have_count(0)
    assert page.evaluate("window.sounds") == 0


def test_sounds_stay_on(acting: TablePage) -> None:
    page = acting.page
    setting(page, "Sounds").check()
    page.reload()
    expect(setting(page, "Sounds")).to_be_checked()


def background(page: Page) -> int:
    """How bright the page is."""
    colour = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    return sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(", ")))


def test_the_dark_theme_is_dark_and_stays(acting: TablePage) -> None:
    page = acting.page
    assert background(page) > 600
    with page.expect_request("**/maps/*/light.svg?theme=dark&**"):
        setting(page, "Dark").check()
    page.keyboard.press("Escape")
    assert background(page) < 150
    page.reload()
    acting.expect_prompt("choose a counter to act")
    assert background(page) < 150


def test_a_machine_that_likes_it_dark_gets_it_dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    page.locator("[data-test=begin]").wait_for()
    assert background(page) < 150


def shown(page: Page) -> str:
    """What the board shows once it is drawn whole."""
    drawn(page)
    picture: str = page.evaluate(
        "[...document.querySelectorAll('canvas')].map(it => it.toDataURL()).join()"
    )
    return picture


@pytest.mark.parametrize("overlay", ["Blue zones of control", "Red supply"])
def test_an_overlay_changes_the_picture_and_back(acting: TablePage, overlay: str) -> None:
    page = acting.page
    page.mouse.move(1, 1)
    page.get_by_role("button", name="Show on the map").click()
    switch = page.get_by_role("group", name="Show on the map").get_by_label(overlay)
    plain = shown(page)
    switch.check()
    assert until(page, lambda: shown(page) != plain)
    switch.uncheck()
    assert until(page, lambda: shown(page) == plain)


def test_an_overlay_stays_on(acting: TablePage) -> None:
    page = acting.page
    page.get_by_role("button", name="Show on the map").click()
    switches = page.get_by_role("group", name="Show on the map").get_by_role("checkbox")
    switches.first.check()
    page.reload()
    page.get_by_role("button", name="Show on the map").click()
    expect(switches.first).to_be_checked()


def test_a_chosen_theme_is_there_before_the_program(acting: TablePage) -> None:
    page = acting.page
    setting(page, "Dark").check()
    page.route("**/assets/*.js", lambda route: route.fulfill(content_type="text/javascript"))
    page.reload()
    assert background(page) < 150


def test_the_fonts_come_from_the_table_itself(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.locator("[data-test=begin]").wait_for()
    for font in ("16px 'Source Sans Pro'", "600 16px 'Source Serif Pro'"):
        page.wait_for_function("font => document.fonts.check(font)", arg=font)
    assert any(url.endswith(".woff2") for url in asked)
    assert all(url.startswith((address, "blob:", "data:")) for url in asked)
    assert "SIL OPEN FONT LICENSE" in page.request.get("/fonts-licence.txt").text()


def test_a_question_mark_opens_the_help_with_every_key(acting: TablePage) -> None:
    page = acting.page
    page.keyboard.press("?")
    help = page.get_by_role("dialog", name="How to play at this table")
    expect(help).to_be_visible()
    told = help.locator("kbd").all_inner_texts()
    assert {"B", "C", "H", "I", "N", "R", "U", "?", "0"} <= set(told)
    page.keyboard.press("Escape")
    expect(help).to_have_count(0)
