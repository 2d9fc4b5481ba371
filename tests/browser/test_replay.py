"""The past of a game: any stop, step by step, phase by phase, and what might have been."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.edelweiss import RECORD
from tests.browser.situations import make_blue_act
from tests.browser.table_page import TablePage


@pytest.fixture
def replayed(table: TablePage) -> TablePage:
    """The replay of a game in its first turn."""
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.act("blue", "move BG to 0302", game)
    table.page.goto(f"/games/{game['id']}/replay")
    expect(stop(table.page)).to_contain_text("0 /")
    return table


def stop(page: Page) -> Locator:
    return page.locator("[data-test=stop]")


def last_stop(page: Page) -> int:
    found = re.search(r"/ (\d+)", stop(page).inner_text())
    assert found
    return int(found[1])


def test_the_line_of_time_is_scrubbed(replayed: TablePage) -> None:
    page = replayed.page
    last = last_stop(page)
    assert last >= 3
    line = page.get_by_role("slider")
    line.fill(str(last))
    expect(stop(page)).to_contain_text(f"{last} / {last}")
    expect(replayed.log).to_contain_text("BG moves from 0402 to 0302")
    line.fill("1")
    expect(stop(page)).to_contain_text(f"1 / {last}")
    expect(replayed.log).not_to_contain_text("BG moves")


def test_steps_and_phases(replayed: TablePage) -> None:
    page = replayed.page
    page.get_by_role("button", name="One step on").click()
    expect(stop(page)).to_contain_text("1 /")
    page.keyboard.press("ArrowRight")
    expect(stop(page)).to_contain_text("2 /")
    page.get_by_role("button", name="To the beginning").click()
    expect(stop(page)).to_contain_text("0 /")
    page.get_by_role("button", name="To the next phase").click()
    expect(stop(page)).not_to_contain_text("0 /")


def test_another_language_tells_the_same_stop(replayed: TablePage) -> None:
    page, last = replayed.page, last_stop(replayed.page)
    page.get_by_role("slider").fill(str(last))
    expect(replayed.log).to_contain_text("BG moves from 0402 to 0302")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Français").check()
    page.keyboard.press("Escape")
    expect(replayed.log).to_contain_text("0302")
    expect(replayed.log).not_to_contain_text("moves from")
    expect(stop(page)).to_contain_text(f"{last} / {last} Tour 1")


def test_it_plays_by_itself(replayed: TablePage) -> None:
    page = replayed.page
    page.get_by_role("combobox", name="Speed").select_option(label="4×")
    page.get_by_role("button", name="Play").click()
    last = last_stop(page)
    expect(stop(page)).to_contain_text(f"{last} / {last}")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_fork_is_a_game_of_its_own(replayed: TablePage) -> None:
    page = replayed.page
    past = page.url
    page.locator("[data-test=fork]").click()
    page.wait_for_url(lambda url: url.split("/games/")[1] not in past)
    expect(page.locator("[data-test=curtain], [data-test=prompt]")).to_be_visible()


@pytest.fixture
def tutorial(page: Page) -> Page:
    """The replay of the whole tutorial of EastFront."""
    answer = page.request.post("/api/games/import", data={"record": RECORD.read_text("utf-8")})
    page.goto(f"/games/{answer.json()['id']}/replay")
    expect(stop(page)).to_contain_text("0 /")
    return page


def test_another_side_sees_the_same_moment(tutorial: Page) -> None:
    """The Soviets have other stops: what counts is what has happened."""
    log, turn = tutorial.locator("[data-test=log]"), tutorial.locator("[data-test=turn]")
    tutorial.get_by_role("slider").fill("80")
    expect(stop(tutorial)).to_contain_text("80 /")
    latest, date = log.locator("li p").last.inner_text(), turn.inner_text()
    tutorial.get_by_label("Seen by").select_option("soviet")
    expect(stop(tutorial)).not_to_contain_text("80 /")
    expect(turn).to_have_text(date)
    expect(log).to_contain_text(latest)


def test_numbers_of_turns_stand_apart(tutorial: Page) -> None:
    expect(stop(tutorial)).to_contain_text(re.compile(r"Turn \d( · \w+)?$"))
    numbers = tutorial.locator(".turns span")
    boxes = [box for number in numbers.all() if (box := number.bounding_box())]
    assert len(boxes) >= 2
    assert all(a["x"] + a["width"] < b["x"] for a, b in pairwise(boxes))


def test_where_the_game_turned_is_one_click_away(tutorial: Page) -> None:
    """The graph of the margin: a turn leads to its moment."""
    expect(tutorial.locator("[data-test=course] path")).to_have_attribute("d", re.compile("^M.*H"))
    tutorial.locator("[data-test=course-turn]").last.click()
    expect(stop(tutorial)).to_contain_text(re.compile(r"^\s*[1-9]\d* /"))
