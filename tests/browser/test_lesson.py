"""The guided lesson: Edelweiss's first Axis turn with the mouse, the printed dice typed in."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.players import choose_unit, expect_change
from tests.browser.table_page import Plain, TablePage
from tests.browser.test_french import crawl
from tests.browser.test_small_screen import check as check_small_screen

DICE, SOVIET_TURN, PRODUCTION = 10, 19, 25
"""Steps: the first dice, the end of the first Axis turn, the first production points."""


def begin(table: TablePage) -> None:
    """From the start page into the lesson."""
    page = table.page
    page.goto("/")
    page.locator("input[name=box][value=eastfront]").check()
    page.locator("[data-lesson=edelweiss]").click()
    page.wait_for_url("**/games/*")
    expect(card(table)).to_have_attribute("data-step", "1")
    expect(page.locator("canvas[data-view]").first).to_be_visible()


def card(table: TablePage) -> Locator:
    return table.page.locator("[data-test=coach]")


def coach(table: TablePage, side: str = "axis") -> Plain:
    found: Plain = table.state(side)["coach"]
    return found


def follow_until(table: TablePage, step: int) -> None:
    """Do what the coach says, with the mouse."""
    while (said := coach(table))["step"] < step:
        side = said["side"] or "axis"
        state = table.state(side)
        expect(card(table)).to_have_attribute("data-step", str(said["step"]))
        if said["dice"]:
            type_in(table.page, said["dice"]["outcome"])
        else:
            table.settle(state)
            choose(table, state, said["expects"][0])
        expect_change(table, side, state["seq"])


def shown_until(table: TablePage, step: int) -> None:
    """Let the coach do whole steps."""
    for now in range(coach(table)["step"], step):
        expect(card(table)).to_have_attribute("data-step", str(now))
        table.page.locator("[data-test=show-step], [data-test=show-me]").last.click()
    expect(card(table)).to_have_attribute("data-step", str(step))


def choose(table: TablePage, state: Plain, wanted: Plain) -> None:
    choices = state["decision"]["choices"]
    offered = next(found for found in choices if found["kind"] == wanted["kind"])
    if offered["domain"] == "unit":
        take(table, state, wanted["arg"])
    elif offered["domain"] == "hex":
        table.click(wanted["arg"])
    else:
        table.press(wanted["kind"])


def take(table: TablePage, state: Plain, unit: int) -> None:
    """A block on the map; one in a stack by the list beside it, where the coach marks it."""
    pieces = state["scene"]["pieces"]
    place = next(piece["at"] for piece in pieces if piece.get("unit", -1) == unit)
    if sum(piece["at"] == place for piece in pieces) == 1:
        choose_unit(table, state, unit)
    else:
        table.page.locator(".decision button.wanted").click()


def type_in(page: Page, dice: list[int]) -> None:
    for die in dice:
        page.locator(".roll .faces button").get_by_text(str(die), exact=True).click()


def test_the_first_axis_turn_with_the_mouse(table: TablePage) -> None:
    begin(table)
    follow_until(table, SOVIET_TURN)
    state = table.state("axis")
    assert strengths(state) == {
        "Z": "3", "Y": "3", "X": "4", "W": "4", "V": "3", "T": "3", "S": "2", "R": "3", "Q": "4",
    }  # fmt: skip
    expect(card(table)).to_contain_text("Step 19 of 68")
    expect(table.log).to_contain_text("R is repulsed to Kalach")


def strengths(state: Plain) -> dict[str, str]:
    """The CV of the blocks that attacked, as their faces show it."""
    faces = (piece["face"].split("-") for piece in state["scene"]["pieces"])
    return {face[0]: face[1] for face in faces if face[0] in tuple("ZYXWVTSRQ")}


def test_a_mistake_is_answered_and_nothing_is_done(table: TablePage) -> None:
    begin(table)
    before = table.state("axis")
    table.click("Voroshilovgrad")  # P, which may be activated, but the lesson wants U
    expect(table.refusal).to_have_attribute("data-code", "lesson-wants")
    expect(table.refusal).to_contain_text("Activate U")
    table.click("Kalach")  # Q and R are no headquarters
    expect(table.refusal).to_have_attribute("data-rule", "eastfront:5.2a")
    assert table.state("axis")["seq"] == before["seq"]
    table.refusal.locator(".rule").click()
    expect(table.page.get_by_role("dialog")).to_contain_text("Activation")


def test_a_reload_in_the_middle_finds_the_same_step(table: TablePage, page: Page) -> None:
    begin(table)
    follow_until(table, 3)
    table.click("Mariupol")
    expect(page.locator(".part").first).to_be_visible()
    page.reload()
    expect(card(table)).to_have_attribute("data-step", "3")
    follow_until(table, 4)


def test_only_the_printed_dice_are_taken(table: TablePage, page: Page) -> None:
    begin(table)
    shown_until(table, DICE)
    table.click("Rostov")
    expect(page.locator("[data-test=printed]")).to_contain_text("4")
    type_in(page, [6, 6])
    expect(table.refusal).to_have_attribute("data-code", "lesson-dice")
    page.locator("[data-test=enter-dice]").click()
    expect(card(table)).to_have_attribute("data-step", "11")


def test_the_coach_shows_and_both_sides_are_played(table: TablePage, page: Page) -> None:
    """No curtain falls: in a lesson one person sits on both sides."""
    begin(table)
    shown_until(table, SOVIET_TURN)
    table.expect_prompt("Activate headquarters")
    expect(page.locator(".decision .who")).to_contain_text("Soviet")
    expect(page.locator("[data-test=curtain]")).to_have_count(0)


def test_leaving_the_lesson(table: TablePage, page: Page) -> None:
    begin(table)
    page.get_by_role("button", name="Leave", exact=True).click()
    page.locator("[data-test=leave]").click()
    expect(card(table)).to_have_count(0)
    table.click("Voroshilovgrad")
    table.expect_prompt("Deploy P")


@pytest.mark.parametrize("language", ["fr"])
def test_the_lesson_in_french(table: TablePage, page: Page) -> None:
    begin(table)
    expect(card(table)).to_contain_text("Étape 1 sur 68")
    expect(page.locator("[data-test=coach-do]")).to_contain_text("Vous menez l’Axe")
    crawl(page)
    shown_until(table, DICE)
    table.click("Rostov")
    expect(page.locator("[data-test=printed]")).to_be_visible()
    crawl(page)
    shown_until(table, PRODUCTION)
    table.expect_prompt("production")
    crawl(page)
    page.get_by_role("button", name="Quitter", exact=True).click()
    crawl(page)


@pytest.mark.parametrize("width", [390])
def test_the_lesson_on_a_phone(table: TablePage, page: Page) -> None:
    begin(table)
    check_small_screen(page)
    page.locator("[data-test=coach] summary").click()
    check_small_screen(page)


def test_the_lesson_by_keyboard(table: TablePage, page: Page) -> None:
    """The coach comes first beside the map, and Show me is one key away."""
    begin(table)
    page.locator("[data-test=show-me]").focus()
    page.keyboard.press("Enter")
    expect(card(table)).to_have_attribute("data-step", "2")
    table.expect_prompt("Deploy U")
    page.keyboard.press("c")
    expect(page.locator(".decision button.wanted")).to_have_count(1)
