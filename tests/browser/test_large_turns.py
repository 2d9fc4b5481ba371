"""Help for large turns: what is left to do, the next unit, whole stacks, the same again, supply."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.players import expect_change
from tests.browser.table_page import Plain, TablePage


@pytest.fixture
def game(table: TablePage, page: Page) -> Plain:
    """The road to Mtsensk, at the first movement of the Axis."""
    game = table.create("mtsensk", fog=None, box="typhoon")
    table.open(game)
    curtain = page.locator("[data-test=curtain]")
    curtain.locator("input").check()
    curtain.locator("button").click()
    table.expect_prompt("Choose a unit or a stack to move")
    return game


def reminders(page: Page) -> Locator:
    return page.locator("[data-test=reminders]")


def where(table: TablePage, *codes: str) -> list[str]:
    pieces = table.state("axis")["scene"]["pieces"]
    return [piece["at"] for code in codes for piece in pieces if piece["token"] == code]


def test_whole_stacks_and_the_same_again(table: TablePage, page: Page, game: Plain) -> None:
    expect(reminders(page)).to_contain_text("Units that have not moved: 13.")
    seq = table.state("axis")["seq"]
    page.keyboard.down("Shift")
    table.drag("P4614", "P4613")
    page.keyboard.up("Shift")
    expect(reminders(page)).to_contain_text("Units that have not moved: 7.")
    assert set(where(table, "35/4Pz", "12/4Pz", "33/4Pz", "7/4Pz", "45Eng", "I/22Flk")) == {
        "hex:P4613"}
    assert table.state("axis")["seq"] > seq
    table.settle(table.state("axis"))
    page.locator(".places button[aria-label='Move 49Art']").click()
    table.expect_prompt("Where does the group move?")
    table.click("P4614")
    expect(reminders(page)).to_contain_text("Units that have not moved: 6.")
    page.keyboard.press("r")
    expect(reminders(page)).to_contain_text("Units that have not moved: 5.")
    assert where(table, "49Art", "53Neb") == ["hex:P4614", "hex:P4614"], "it stood beside the first"


def test_the_next_unit_is_one_key_away(table: TablePage, page: Page, game: Plain) -> None:
    part = page.locator(".part")
    page.keyboard.press("n")
    expect(part).to_have_count(1)
    first = part.inner_text()
    page.keyboard.press("n")
    expect(part).not_to_have_text(first)
    page.keyboard.press("Shift+N")
    expect(part).to_have_text(first)
    page.keyboard.press("Escape")
    expect(part).to_have_count(0)
    page.get_by_role("button", name="Next unit").click()
    expect(part).to_have_count(1)


def test_the_route_of_the_unit_pointed_at_is_drawn(
    table: TablePage, page: Page, game: Plain
) -> None:
    page.mouse.move(*table.at("P4714"))
    expect(page.locator("[data-test=trace]")).to_contain_text("is in supply")
    expect(page.locator("[data-lines]")).to_have_attribute("data-lines", "loc road")
    page.mouse.move(*table.at("P4813"))
    expect(page.locator("[data-test=threat]")).to_contain_text("Can still attack here:")


def test_what_one_forgot_is_asked_before_a_phase_ends(
    table: TablePage, page: Page, game: Plain
) -> None:
    stray(table, game)
    expect(reminders(page)).to_contain_text("Out of supply as it stands: 1/3Pz.")
    hex = where(table, "1/3Pz")[0].removeprefix("hex:")
    table.bring_in(hex)
    page.mouse.move(*table.at(hex))
    expect(page.locator("[data-lines]")).to_have_attribute("data-lines", "loc!")
    table.press("done")
    expect(page.locator("[data-test=forgotten]")).to_contain_text("1/3Pz")
    page.keyboard.press("Escape")
    expect(page.locator("[data-test=forgotten]")).to_have_count(0)
    table.expect_prompt("Choose a unit or a stack to move")
    seq = table.state("axis")["seq"]
    table.press("done", sure=True)
    expect_change(table, "axis", seq)


def stray(table: TablePage, game: Plain) -> None:
    """1/3Pz drives out of reach of every source."""
    table.act("axis", "move 1/3Pz", game)
    state = table.state("axis", game)
    fed = next(one for one in state["scene"]["overlays"] if one["id"] == "supply-axis")["hexes"]
    to = next(one for one in state["decision"]["choices"] if one["kind"] == "to")
    far = next(hex for hex in to["args"] if hex not in fed)
    table.act("axis", f"to {table.label(far)}", game)
