"""Draws the pictures of the README and the manual from the real page.

    make screenshots
    .venv/bin/python tools/screenshots.py table phone      # only some of them

Each picture is a scene: a game on a server of its own, brought to a telling point without the
page, then looked at with a real browser.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.edelweiss import tutorial_until  # noqa: E402
from tools.real_page import Plain, TableOnScreen, open_browser, serve  # noqa: E402

PICTURES = ROOT / "docs/pictures"
Look = Literal["light", "dark"]


@dataclass(frozen=True)
class Picture:
    """What is shown, how large, in which theme."""

    name: str
    scene: Callable[[Page], None]
    width: int = 1440
    height: int = 900
    look: Look = "light"
    phone: bool = False


# -- scenes -------------------------------------------------------------------------------


def start(page: Page) -> None:
    """The shelf, with the maps on the lids."""
    page.goto("/")
    page.locator("input[name=box][value=narva]").check(force=True)
    page.locator(".lid img").nth(1).wait_for()
    page.wait_for_timeout(900)


def battle(page: Page) -> None:
    """An attack about to be rolled, with its odds."""
    table = TableOnScreen(page)
    table.open_new("narva", "campaign")
    state = bring_to(table, lambda state: bool(committing(state)))
    join(table, state)
    page.locator("[data-test=odds]").wait_for()
    page.wait_for_timeout(900)


def join(table: TableOnScreen, state: Plain) -> None:
    """Two more units take part in the attack, if there are any."""
    for _ in range(2):
        more = next((c for c in state["decision"]["choices"] if c["kind"] == "by"), None)
        if more is None:
            return
        table.act_on(state, "by", more["args"][0])
        state = table.state()


def moving(page: Page) -> None:
    """A unit that is asked where to go, the way shown to one of the hexes."""
    table = TableOnScreen(page)
    table.open_new("narva", "krivasoo")
    state = bring_to(table, lambda state: len(destinations(state)) > 12)
    page.wait_for_timeout(900)
    costs = destinations(state)
    far = max(costs, key=lambda hex: len(costs[hex]["path"]))
    page.mouse.move(*table.at(table.label(int(far))))
    page.wait_for_timeout(700)


def blocks(page: Page) -> None:
    """The block game, from one side's seat: blocks in battle lie face up, others stand."""
    table = TableOnScreen(page)
    table.open_record(tutorial_until("axis resolve Rostov"))
    page.wait_for_timeout(800)
    for _ in range(2):
        page.mouse.move(*table.at("Rostov_E1"))
        page.mouse.wheel(0, -240)
        page.wait_for_timeout(400)
    page.get_by_role("button", name="Resolve Rostov", exact=True).hover()
    page.locator("[data-test=odds]").wait_for()
    page.wait_for_timeout(900)


def rostov(page: Page) -> None:
    """A round of the tutorial's first battle, with the printed dice, in the middle of the fire."""
    TableOnScreen(page).open_record(tutorial_until("# step rostov-infantry"))
    page.locator("[data-test=fight]").wait_for()
    page.wait_for_timeout(1500)


def production(page: Page) -> None:
    """The books of August 1942, a few orders already given."""
    TableOnScreen(page).open_record(tutorial_until("axis step S"))
    page.locator("[data-test=ledger]").wait_for()
    page.wait_for_timeout(1500)


def refusal(page: Page) -> None:
    """An illegal move, refused with the rule."""
    table = TableOnScreen(page)
    table.open_new("narva", "krivasoo")
    state = bring_to(table, lambda state: 3 < len(destinations(state)) < 30)
    offered = {table.label(int(hex)) for hex in destinations(state)}
    page.wait_for_timeout(600)
    enemies = {
        piece["at"][4:]
        for piece in state["scene"]["pieces"]
        if piece["at"].startswith("hex:") and piece.get("side") not in (None, state["side"])
    }
    page.mouse.click(*min(map(table.at, enemies - offered), key=from_the_middle))
    page.locator("[data-test=refusal]").wait_for()
    page.wait_for_timeout(500)


def from_the_middle(point: tuple[float, float]) -> float:
    """How far from the middle of the board, about."""
    return abs(point[0] - 480) + abs(point[1] - 400)


def replay(page: Page) -> None:
    """The line of time of a game in its first turn."""
    table = TableOnScreen(page)
    table.open_new("narva", "krivasoo")
    rng = random.Random(3)
    for _ in range(40):
        step(table, table.state(), rng)
    page.goto(f"/games/{table.game['id']}/replay")
    page.get_by_role("slider").fill("24")
    page.locator("canvas[data-view]").wait_for()
    page.wait_for_timeout(1500)


# -- bringing a game to a point -----------------------------------------------------------


def bring_to(table: TableOnScreen, wanted: Callable[[Plain], bool]) -> Plain:
    """Play without the page until the point is reached; then the page shows it."""
    rng = random.Random(7)
    for _ in range(500):
        state = table.state()
        if wanted(state):
            table.page.reload()
            table.lift_curtain()
            table.page.locator("canvas[data-view]").wait_for()
            return state
        step(table, state, rng)
    raise SystemExit("the scene was not reached")


def step(table: TableOnScreen, state: Plain, rng: random.Random) -> None:
    """Rather attack than move, rather move than pass, but not for ever."""
    choices = {choice["kind"]: choice for choice in state["decision"]["choices"]}
    eager = [kind for kind in ("attack", "by", "hq", "move", "to") if kind in choices]
    kind = eager[0] if eager and rng.random() < 0.75 else rng.choice(list(choices))
    table.act_on(state, kind, rng.choice(choices[kind]["args"]))


def committing(state: Plain) -> list[Plain]:
    """Offers that roll the dice of an attack."""
    choices = state["decision"]["choices"] if state["decision"] else []
    return [c for c in choices if c.get("odds") and c["domain"] == "nothing"]


def destinations(state: Plain) -> dict[str, Plain]:
    """Hexes to move to, with the way to each."""
    choices = state["decision"]["choices"] if state["decision"] else []
    hints: dict[str, Plain] = next((c.get("hints", {}) for c in choices if c["kind"] == "to"), {})
    return {hex: hint for hex, hint in hints.items() if "path" in hint}


# -- the camera ---------------------------------------------------------------------------

ALL = [
    Picture("start", start, 1280, 860),
    Picture("table", battle),
    Picture("moving", moving),
    Picture("refusal", refusal, 1280, 800),
    Picture("dark", moving, look="dark"),
    Picture("blocks", blocks),
    Picture("rostov", rostov),
    Picture("production", production),
    Picture("replay", replay, 1280, 800),
    Picture("phone", moving, 390, 844, phone=True),
]


@contextmanager
def camera(browser: Browser, address: str, picture: Picture) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        base_url=address,
        color_scheme=picture.look,
        locale="en-GB",
        has_touch=picture.phone,
        device_scale_factor=2 if picture.phone else 1,
    )
    context.set_default_timeout(90_000)
    yield context.new_page()
    context.close()


def take(browser: Browser, address: str, picture: Picture, folder: Path) -> None:
    with camera(browser, address, picture) as page:
        picture.scene(page)
        path = folder / f"{picture.name}.png"
        page.screenshot(path=path)
        slim(path)
        print(path)


def slim(path: Path) -> None:
    """Few colours do for a drawn map, and a third of the bytes."""
    with Image.open(path) as picture:
        slimmer = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    slimmer.save(path, optimize=True)


def main() -> None:
    names = [picture.name for picture in ALL]
    parser = argparse.ArgumentParser(description="Draw the pictures of the README and the manual.")
    parser.add_argument("names", nargs="*", help=f"some of: {', '.join(names)}")
    parser.add_argument("--folder", type=Path, default=PICTURES)
    options = parser.parse_args()
    if unknown := set(options.names) - set(names):
        parser.error(f"no such picture: {', '.join(sorted(unknown))}")
    options.folder.mkdir(parents=True, exist_ok=True)
    with serve() as address, open_browser() as browser:
        for picture in ALL:
            if not options.names or picture.name in options.names:
                take(browser, address, picture, options.folder)


if __name__ == "__main__":
    main()
