"""A real server and a real page, for tools that look at the table as a player does."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from tests.browser.browsing import FLAGS, chromium

Plain = dict[str, Any]
ANYTHING = ".decision .places li button, .decision .buttons button:not([disabled])"
SERVE = "from grognard.server.running import run; run(port=0, open_browser=False)"


@contextmanager
def serve() -> Iterator[str]:
    """A server with an empty data folder; gives its address."""
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            env=os.environ | {"GROGNARD_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip().rstrip("/")
        finally:
            server.terminate()
            server.wait()


@contextmanager
def open_browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        raise SystemExit("there is no chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


class TableOnScreen:
    """A game on the page, and where its hexes lie."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.game: Plain = {}
        self._hexes: dict[str, tuple[float, float]] = {}
        self._labels: dict[int, str] = {}

    def open_new(
        self,
        box: str,
        scenario: str,
        bots: tuple[str, ...] = (),
        options: dict[str, bool | str] | None = None,
    ) -> None:
        """A new game, looked at from its first person's seat; other seats are persons or bots."""
        players = {side: {"kind": "bot", "bot": "recruit"} for side in bots}
        wish = {"box": box, "scenario": scenario, "players": players, "options": options or {}}
        self._sit_at("/api/games", wish)
        self.page.wait_for_timeout(1200)

    def open_record(self, record: str) -> None:
        """A game out of a record, looked at from the seat that must choose."""
        self._sit_at("/api/games/import", {"record": record})

    def _sit_at(self, address: str, wish: Plain) -> None:
        """Make a game and open its table."""
        answer = self.page.request.post(address, data=wish)
        if not answer.ok:
            raise SystemExit(answer.text())
        self.game = answer.json()
        self._survey()
        self.page.goto(f"/games/{self.game['id']}")
        self.lift_curtain()
        self.page.locator("canvas[data-view]").wait_for()

    def _survey(self) -> None:
        hexes = self.page.request.get(self.game["table"]).json()["maps"][0]["hexes"]
        places = zip(hexes["x"], hexes["y"], strict=True)
        self._hexes = dict(zip(hexes["label"], places, strict=True))
        self._labels = dict(zip(hexes["n"], hexes["label"], strict=True))

    def lift_curtain(self) -> None:
        """Whoever is asked to sit down does, and does not want to be asked again."""
        self.page.locator("[data-test=curtain], [data-test=prompt]").first.wait_for()
        curtain = self.page.locator("[data-test=curtain]")
        if curtain.count():
            curtain.locator("input").check()
            curtain.locator("button").click()
            self.page.locator("[data-test=prompt]").wait_for()

    def state(self) -> Plain:
        """What the side that must choose now is told."""
        states = [self._state(seat["token"]) for seat in self.game["seats"] if seat["token"]]
        return next((state for state in states if state["decision"]), states[0])

    def _state(self, token: str) -> Plain:
        address = f"/api/games/{self.game['id']}/state"
        found: Plain = self.page.request.get(address, headers={"Grognard-Seat": token}).json()
        return found

    def act_on(self, state: Plain, kind: str, arg: int) -> None:
        """Act for the side of the state, without the page."""
        token = next(seat["token"] for seat in self.game["seats"] if seat["side"] == state["side"])
        answer = self.page.request.post(
            f"/api/games/{self.game['id']}/act",
            headers={"Grognard-Seat": token},
            data={"seq": state["seq"], "act": {"kind": kind, "arg": arg}},
        )
        if not answer.ok:
            raise SystemExit(answer.text())

    def at(self, label: str) -> tuple[float, float]:
        """Where a hex lies on the screen."""
        board = self.page.locator("canvas[data-board=glass]").bounding_box()
        view = self.page.locator("canvas[data-view]").get_attribute("data-view")
        assert board is not None
        assert view is not None
        centre_x, centre_y, scale, *_ = map(float, view.split())
        x, y = self._hexes[label]
        return (
            board["x"] + board["width"] / 2 + (x - centre_x) * scale,
            board["y"] + board["height"] / 2 + (y - centre_y) * scale,
        )

    def place(self, label: str) -> tuple[float, float]:
        """Where a hex lies on the map."""
        return self._hexes[label]

    def label(self, hex: int) -> str:
        return self._labels[hex]

    def choose_something(self, rng: random.Random, among: str = ANYTHING) -> None:
        """Take an offer by its chip or button, whichever comes; it may be gone already."""
        self.page.wait_for_timeout(60)
        sure = self.page.locator("[data-test=sure]")
        if sure.count():
            sure.click()
            return
        folds = self.page.locator(".decision details:not([open]) > summary")
        if among == ANYTHING and folds.count():
            folds.nth(rng.randrange(folds.count())).click()
        offers = self.page.locator(among)
        count = offers.count()
        if count:
            with suppress(TimeoutError):
                offers.nth(rng.randrange(count)).click(timeout=1000)
