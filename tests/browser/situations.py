"""Points of a play that tests start from, reached without the page."""

from tests.browser.table_page import Plain, TablePage


def make_blue_act(table: TablePage, game: Plain) -> None:
    """Through the orders, and past Red's chits, until Blue is asked for a counter."""
    for side in ("blue", "red"):
        table.act(side, "order hold", game)
        table.act(side, "gun 0203" if side == "blue" else "gun 0604", game)
    while table.state("blue", game)["decision"] is None:
        table.act("red", "done", game)


def sit_down(table: TablePage) -> None:
    """Blue lifts the curtain of a game for two."""
    table.page.locator("[data-test=curtain][data-side=blue] button").click()
