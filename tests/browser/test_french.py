"""Every page in French: no English sentence is left anywhere."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import after
from tests.browser.situations import make_blue_act
from tests.browser.table_page import TablePage

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "src/grognard/locale"
MINIATURE = ROOT / "examples/miniature/src/grognard_miniature/locale"

TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const inside = walk.currentNode.parentElement;
    if (!inside.closest('script, style, [translate=no]')) found.push(walk.currentNode.data);
  }
  for (const it of document.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
      if (it.getAttribute(name)) found.push(it.getAttribute(name));
  return found.map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""


@pytest.fixture
def language() -> str:
    return "fr"


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def texts(path: Path) -> dict[str, str]:
    return dict(flat(tomllib.loads(path.read_text("utf-8"))))


def pairs() -> Iterator[tuple[str, str]]:
    """Each text in both languages, wherever it is kept."""
    for name in ("ui", "core", "server", "eastfront", "lesson-edelweiss"):
        english, french = (texts(LOCALE / f"{lang}/{name}.toml") for lang in ("en", "fr"))
        yield from ((english[id], french.get(id, "")) for id in english)
    english, french = (texts(MINIATURE / f"{lang}.toml") for lang in ("en", "fr"))
    yield from ((english[id], french.get(id, "")) for id in english)


def english_patterns() -> list[re.Pattern[str]]:
    """What an English text looks like once its arguments are filled in."""
    in_french = {french for _, french in pairs()}
    patterns = []
    for english in {english for english, french in pairs() if english != french} - in_french:
        literal = re.sub(r"\{[^}]*\}", "", english)
        if len(re.findall(r"[A-Za-z]", literal)) >= 3:
            parts = re.split(r"\{[^}]*\}", english)
            patterns.append(re.compile(".+?".join(map(re.escape, parts))))
    return patterns


PATTERNS = english_patterns()


def crawl(page: Page) -> None:
    after(page, 150)  # what the pointer rests on is told after a moment
    seen = set(page.evaluate(TEXTS))
    english = {text for text in seen for pattern in PATTERNS if pattern.fullmatch(text)}
    assert english == set()
    assert {text for text in seen if re.search(r"\w:(\s|$)", text)} == set()


def test_the_start_page(table: TablePage) -> None:
    page = table.page
    table.create("bridgehead", red="recruit")
    page.goto("/")
    expect(page.get_by_text("Rouge\xa0: ").first).to_be_visible()
    expect(page.get_by_role("button", name="Commencer")).to_be_visible()
    crawl(page)
    page.get_by_role("button", name="Réglages").click()
    crawl(page)


def test_the_table(table: TablePage) -> None:
    page = table.page
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    expect(page.locator("[data-test=curtain]")).to_be_visible()
    crawl(page)
    page.locator("[data-test=curtain] button").click()
    expect(table.prompt).to_be_visible()
    for tab in page.get_by_role("tab").all():
        if tab.is_visible():
            tab.click()
            crawl(page)
    page.get_by_role("button", name="Montrer sur la carte").click()
    page.mouse.move(*table.at("0303"))
    expect(page.locator("[data-test=hex-card]")).to_be_visible()
    crawl(page)
    page.get_by_role("button", name="Comment jouer à cette table").click()
    crawl(page)
    keys = page.get_by_role("dialog").locator("kbd").all_inner_texts()
    assert {"Entrée", "Échap"} < set(keys)


def test_refusals_rules_and_odds(table: TablePage) -> None:
    page = table.page
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.open(game)
    page.locator("[data-test=curtain] button").click()
    table.expect_prompt("")
    table.click("0402")
    expect(page.locator(".part")).to_be_visible()
    table.click("0604")
    expect(table.refusal).to_be_visible()
    crawl(page)
    table.refusal.locator(".rule").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    crawl(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    table.expect_prompt("2")
    for atoms in ("move BG to 0402", "move BL to 0402", "attack 0502", "by BG"):
        table.act("blue", atoms, game)
    expect(page.locator("[data-test=odds]")).to_be_visible()
    crawl(page)


def test_the_replay(table: TablePage) -> None:
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.page.goto(f"/games/{game['id']}/replay")
    expect(table.page.locator("[data-test=stop]")).to_contain_text("0 /")
    table.page.get_by_role("slider").fill("4")
    crawl(table.page)


def test_the_crawl_sees_english() -> None:
    assert any(pattern.fullmatch("BG moves from 0402 to 0302.") for pattern in PATTERNS)
    assert any(pattern.fullmatch("New game") for pattern in PATTERNS)
