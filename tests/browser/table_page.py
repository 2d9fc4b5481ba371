"""The table as a player handles it: where hexes lie on the screen, and what is asked."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import until

Plain = dict[str, Any]

VIEW = """() => {
  const ground = document.querySelector('canvas[data-board=ground][data-view]');
  if (!ground) return null;
  const view = ground.dataset.view.split(' ').map(Number);
  const place = ground.parentElement;
  if (view[3] !== place.clientWidth || view[4] !== place.clientHeight) return null;
  const {left, top} = ground.getBoundingClientRect();
  return [left, top, ...view];
}"""


class TablePage:
    """One page of the browser, and the same game seen through the interface of the server."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._games: dict[str, Plain] = {}
        self._hexes: dict[str, dict[int, tuple[float, float]]] = {}

    # -- getting there ------------------------------------------------------------------

    def new_game(
        self,
        scenario: str,
        players: str = "bot",
        fog: bool | None = True,
        box: str = "miniature",
    ) -> None:
        """From the start page to the table, with the mouse. Without `fog`: as the box has it."""
        page = self.page
        page.goto("/")
        page.locator(f"input[name=box][value={box}]").check()
        page.locator(f"input[name=scenario][value={scenario}]").check()
        page.locator(f"input[name=preset][value={players}]").check()
        if fog is not None:
            page.locator(".options select").first.select_option(str(fog).lower())
        page.locator("[data-test=begin]").click()
        page.wait_for_url("**/games/*")

    def open(self, game: Plain) -> None:
        self.page.goto(f"/games/{game['id']}")

    def create(
        self,
        scenario: str,
        fog: bool | None = True,
        dice: str = "machine",
        box: str = "miniature",
        **bots: str,
    ) -> Plain:
        """A game made without the page; sides without a bot are persons."""
        players = {side: {"kind": "bot", "bot": bot} for side, bot in bots.items()}
        options = {} if fog is None else {"fog": fog}
        wish = {"box": box, "scenario": scenario, "players": players, "dice": dice}
        answer = self.page.request.post("/api/games", data=wish | {"options": options})
        assert answer.ok, answer.text()
        game: Plain = answer.json()
        return game

    # -- what the server says -----------------------------------------------------------

    @property
    def game(self) -> Plain:
        found = re.search(r"/games/(\w+)", self.page.url)
        assert found, self.page.url
        if found[1] not in self._games:
            self._games[found[1]] = self.page.request.get(f"/api/games/{found[1]}").json()
        return self._games[found[1]]

    def seat(self, side: str, game: Plain | None = None) -> str:
        seats = (game or self.game)["seats"]
        token: str = next(seat["token"] for seat in seats if seat["side"] == side)
        return token

    def state(self, side: str, game: Plain | None = None) -> Plain:
        game = game or self.game
        answer = self.page.request.get(
            f"/api/games/{game['id']}/state", headers={"Grognard-Seat": self.seat(side, game)}
        )
        state: Plain = answer.json()
        return state

    def act(self, side: str, text: str, game: Plain) -> Plain:
        """Act without the page."""
        answer = self.page.request.post(
            f"/api/games/{game['id']}/act",
            headers={"Grognard-Seat": self.seat(side, game)},
            data={"seq": self.state(side, game)["seq"], "act": text},
        )
        assert answer.ok, answer.text()
        state: Plain = answer.json()
        return state

    def roll(self, side: str, outcome: str, game: Plain) -> None:
        """Type dice in, or a draw, without the page."""
        answer = self.page.request.post(
            f"/api/games/{game['id']}/roll",
            headers={"Grognard-Seat": self.seat(side, game)},
            data={"seq": self.state(side, game)["seq"], "outcome": outcome},
        )
        assert answer.ok, answer.text()

    # -- what the page shows ------------------------------------------------------------

    @property
    def prompt(self) -> Locator:
        return self.page.locator("[data-test=prompt]")

    @property
    def refusal(self) -> Locator:
        return self.page.locator("[data-test=refusal]")

    @property
    def sure(self) -> Locator:
        """The button that says yes to a doubt."""
        return self.page.locator("[data-test=sure]")

    @property
    def log(self) -> Locator:
        return self.page.locator("[data-test=log]")

    def expect_prompt(self, words: str) -> None:
        expect(self.prompt).to_contain_text(words)

    # -- hands --------------------------------------------------------------------------

    def at(self, hex: int | str) -> tuple[float, float]:
        """Where a hex (number or label) lies on the screen."""
        left, top, centre_x, centre_y, scale, width, height = self.view
        x, y = self._hex(hex)
        return (
            left + width / 2 + (x - centre_x) * scale,
            top + height / 2 + (y - centre_y) * scale,
        )

    @property
    def view(self) -> tuple[float, ...]:
        """Left and top of the board, the point in its middle, its scale, its width and height.

        Read at one go, and only once the board has the size of its place on the page.
        """
        told = self.page.wait_for_function(VIEW).json_value()
        return tuple(map(float, told))

    def label(self, hex: int) -> str:
        """What a hex is called."""
        place = self._hex(hex)
        found = self._hexes[self.game["table"]].items()
        return next(str(key) for key, at in found
                    if isinstance(key, str) and at == place)

    def _hex(self, hex: int | str) -> tuple[float, float]:
        address = self.game["table"]
        if address not in self._hexes:
            hexes = self.page.request.get(address).json()["maps"][0]["hexes"]
            places = list(zip(hexes["x"], hexes["y"], strict=True))
            self._hexes[address] = dict(zip(hexes["n"], places, strict=True)) | dict(
                zip(hexes["label"], places, strict=True)
            )
        return self._hexes[address][hex]  # type: ignore[index]

    def click(self, hex: int | str) -> None:
        """A click on a hex; for one outside the window the whole map is looked at first."""
        self.bring_in(hex)
        self.page.mouse.move(1, 1)  # a stack that lay spread out under the mouse closes
        self.page.mouse.click(*self.at(hex))

    def bring_in(self, hex: int | str) -> None:
        """Look at the whole map, unless the hex lies well inside the window."""
        if not self.is_inside(hex, 60) or self.is_beneath_the_overview(hex):
            self.page.get_by_role("button", name="The whole map").click()
            assert until(self.page, lambda: self.is_inside(hex, 0)), f"{hex} is not on the map"

    def is_inside(self, hex: int | str, margin: float) -> bool:
        """Whether a hex lies so far inside the window of the board."""
        left, top, right, bottom = self.window
        x, y = self.at(hex)
        return left + margin < x < right - margin and top + margin < y < bottom - margin

    def is_beneath_the_overview(self, hex: int | str) -> bool:
        """Whether the small map of the whole lies over a hex."""
        overview = self.page.locator("[data-test=overview]")
        box = overview.bounding_box() if overview.count() else None
        x, y = self.at(hex)
        return box is not None and box["x"] <= x <= box["x"] + box["width"] and y >= box["y"]

    @property
    def window(self) -> tuple[float, float, float, float]:
        """The edges of the board on the screen: left, top, right, bottom."""
        left, top, *_, width, height = self.view
        return left, top, left + width, top + height

    def spread(self, hex: int | str) -> None:
        """Rest on a stack until it lies spread out, every counter for itself."""
        self.page.mouse.move(1, 1)  # one that lies spread out already closes
        x, y = self.at(hex)
        self.page.mouse.move(x, y)
        self.page.locator("canvas[data-board=glass][data-spread]").wait_for()

    def drag(self, start: int | str, end: int | str) -> None:
        mouse = self.page.mouse
        mouse.move(*self.at(start))
        mouse.down()
        mouse.move(*self.at(end), steps=6)
        mouse.up()

    def press(self, kind: str, sure: bool = False) -> None:
        """A button of the decision; `sure` where the table asks twice."""
        self.page.locator(f"button[data-kind={kind}]").first.click()
        if sure:
            self.sure.click()

    def settle(self, state: Plain) -> None:
        """Wait until the page shows what the server says, and waits for no answer itself."""
        self.showing(state, ":not([data-busy])").wait_for(state="attached")
        if state["decision"]:
            expect(self.prompt).to_have_text(state["decision"]["prompt"])

    def showing(self, state: Plain, more: str = "") -> Locator:
        """The table while it shows a state: there as long as it does."""
        side, seq = state["side"], state["seq"]
        return self.page.locator(f"[data-test=table][data-side={side}][data-seq='{seq}']{more}")
