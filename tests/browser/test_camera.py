"""The board looks where the action is, and a small map shows where that lies."""

from playwright.sync_api import Page, expect

from tests.browser.browsing import drawn, until
from tests.browser.table_page import TablePage


def at_krivasoo(table: TablePage) -> None:
    """A headquarters is to be chosen, and the board looks at a part of the map."""
    table.open(table.create("krivasoo", None, box="narva", german="recruit"))
    expect(table.page.locator("[data-test=overview]")).to_be_visible()
    drawn(table.page)


def test_the_small_map_moves_the_view(table: TablePage, page: Page) -> None:
    at_krivasoo(table)
    small = page.locator("[data-test=overview]")
    before = table.view[2:4]
    small.click(position={"x": 12, "y": 12})
    assert until(page, lambda: table.view[2] < before[0] and table.view[3] < before[1])
    page.get_by_role("button", name="The whole map").click()
    expect(small).to_have_count(0)


def test_a_unit_chosen_in_the_list_comes_into_view(table: TablePage, page: Page) -> None:
    at_krivasoo(table)
    state = table.state("soviet")
    unit = next(c for c in state["decision"]["choices"] if c["domain"] == "unit")["args"][0]
    at = next(p["at"] for p in state["scene"]["pieces"] if p.get("unit") == unit).split(":")[1]
    for _ in range(3):
        page.get_by_role("button", name="Closer").click()
    page.locator("[data-test=overview]").click(position={"x": 3, "y": 3})
    assert until(page, lambda: not table.is_inside(at, 0))
    units = page.request.get(table.game["table"]).json()["units"]
    page.locator(".places").get_by_role("button", name=units[unit]["code"]).click()
    assert until(page, lambda: table.is_inside(at, 0))
