"""What an assistive technology would stumble over, found by axe-core on a real page."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

ENGINE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
Look = Literal["light", "dark"]
LOOKS: tuple[Look, ...] = ("light", "dark")
GRAVE = ("serious", "critical")


def barriers(page: Page) -> list[str]:
    """The grave faults of what the page shows now, each with where it is, in both themes."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(ENGINE.read_text("utf-8"))  # a script tag would not pass the page's policy
    return [f"{look}: {fault}" for look in LOOKS for fault in _barriers(page, look)]


def _barriers(page: Page, look: Look) -> list[str]:
    page.emulate_media(color_scheme=look, reduced_motion="reduce")  # no colour half way
    page.locator(f"html[data-look={look}]").wait_for(state="attached")
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(({ violations }) => violations)")
    return [
        f"{fault['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for fault in found if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]
