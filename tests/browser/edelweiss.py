"""Points of lessons, reached by their own records: EastFront's with the printed dice."""

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.table_page import Plain

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "src/grognard/boxes/eastfront/lessons/edelweiss.record"
KRIVASOO = ROOT / "src/grognard/boxes/narva/lessons/krivasoo.record"


def tutorial_until(line: str, record: Path = RECORD) -> str:
    """A record, of Edelweiss if of no other, up to a line, which is left out."""
    before, found, _ = record.read_text("utf-8").partition(f"\n{line}\n")
    if not found:
        raise LookupError(f"no line {line!r} in {record.name}")
    return before + "\n"


def open_tutorial(page: Page, line: str) -> Plain:
    """Edelweiss before that line, on the page of the side that must choose."""
    return open_record(page, RECORD, line)


def open_record(page: Page, record: Path, line: str) -> Plain:
    """A game out of a record, before that line, on the page of the side that must choose."""
    wish = {"record": tutorial_until(line, record)}
    answer = page.request.post("/api/games/import", data=wish)
    assert answer.ok, answer.text()
    game: Plain = answer.json()
    page.goto(f"/games/{game['id']}")
    curtain, prompt = page.locator("[data-test=curtain]"), page.locator("[data-test=prompt]")
    curtain.or_(prompt).first.wait_for()
    if curtain.count():  # games without secrets have none
        curtain.locator("input").check()
        curtain.locator("button").click()
    prompt.wait_for()
    return game
