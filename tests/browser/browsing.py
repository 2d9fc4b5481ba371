"""How the browser is started, and how long it is waited for."""

import shutil
import time
from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE = 60_000
"""Milliseconds to wait for what must come: a busy machine draws a large map for seconds."""

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The browser of this machine."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def until(page: Page, holds: Callable[[], bool]) -> bool:
    """Wait for what no locator can tell; whether it came before patience ended."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(30)
    return True


def drawn(page: Page) -> None:
    """Wait until the board is drawn whole: every tile, every face, nothing under way."""
    page.locator("canvas[data-board=ground][data-drawn=all]").wait_for()


def watch_for(page: Page, selector: str) -> Callable[[], bool]:
    """Whether something was on the page since now, however short it stayed there."""
    page.evaluate(WATCH, selector)
    return lambda: bool(page.evaluate("selector => window.seen[selector]", selector))


WATCH = """selector => {
    const look = () => { if (document.querySelector(selector)) window.seen[selector] = true };
    (window.seen ??= {})[selector] = false;
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    look();
}"""


def after(page: Page, milliseconds: int) -> None:
    """Let so much time go by on the page: whatever it meant to do before then, it has done."""
    page.evaluate("time => new Promise(done => setTimeout(done, time))", milliseconds)


def spoken(language: str) -> str:
    """The locale a browser sends for a language."""
    return {"en": "en-GB", "fr": "fr-FR"}[language]
