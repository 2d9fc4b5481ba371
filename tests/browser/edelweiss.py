"""Points of the tutorial of EastFront, reached by its own record with the printed dice."""

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.table_page import Plain

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "src/grognard/boxes/eastfront/lessons/edelweiss.record"


def tutorial_until(line: str) -> str:
    """The record of Edelweiss up to a line, which is left out."""
    before, found, _ = RECORD.read_text("utf-8").partition(f"\n{line}\n")
    if not found:
        raise LookupError(f"no line {line!r} in {RECORD.name}")
    return before + "\n"


def open_tutorial(page: Page, line: str) -> Plain:
    """A game out of the record, before that line, on the page of the side that must choose."""
    answer = page.request.post("/api/games/import", data={"record": tutorial_until(line)})
    assert answer.ok, answer.text()
    game: Plain = answer.json()
    page.goto(f"/games/{game['id']}")
    curtain = page.locator("[data-test=curtain]")
    curtain.locator("input").check()
    curtain.locator("button").click()
    page.locator("[data-test=prompt]").wait_for()
    return game
