"""A real server, a real browser: what the tests of the table share."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.browsing import FLAGS, PATIENCE, chromium, spoken
from tests.browser.table_page import TablePage

ROOT = Path(__file__).parents[2]
SERVE = "from grognard.server.running import run; run(port=0, open_browser=False)"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a data folder of its own; gives its address."""
    if not (ROOT / "src/grognard/server/static/index.html").is_file():
        pytest.skip("the web client is not built")
    home = tmp_path_factory.mktemp("home")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE],
        env=os.environ | {"GROGNARD_HOME": str(home)},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip().rstrip("/")
        server.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip("there is no chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


def clear_the_shelf(address: str) -> None:
    """No test finds the games of another, nor a server whose bots are still at them."""
    for archived in ("false", "true"):
        with urlopen(f"{address}/api/games?archived={archived}") as answer:
            games = json.load(answer)["games"]
        for game in games:
            urlopen(Request(f"{address}/api/games/{game['id']}", method="DELETE")).close()


@pytest.fixture
def width() -> int:
    return 1280


@pytest.fixture
def language() -> str:
    return "en"


@pytest.fixture
def page(browser: Browser, address: str, width: int, language: str) -> Iterator[Page]:
    """A fresh page, as a new visitor has it; a fault in its console fails the test."""
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        base_url=address,
        locale=spoken(language),
        has_touch=width < 700,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    clear_the_shelf(address)
    # A refused request is a fault to the browser, but not to us: refusing is our trade.
    assert [fault for fault in faults if "status of 4" not in fault] == []


@pytest.fixture
def table(page: Page) -> TablePage:
    return TablePage(page)
