"""Two browsers at one shared table: a link, a name, and each sees only its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.conftest import ROOT

SERVE = """
from grognard.server.running import Sharing, run
run(port=0, open_browser=False, sharing=Sharing(listen="127.0.0.1"))
"""

Plain = dict[str, Any]


@pytest.fixture(scope="module")
def host_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A shared table; gives the address of its host."""
    if not (ROOT / "src/grognard/server/static/index.html").is_file():
        pytest.skip("the web client is not built")
    home: Path = tmp_path_factory.mktemp("shared")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE], env=os.environ | {"GROGNARD_HOME": str(home)},
        stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


class Player:
    """Somebody in a browser of his own, and everything that came over his line."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self.heard: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("response", lambda answer: self.heard.append(answer.url))
        self.base = address.rsplit("/", 1)[0]
        self.page.goto(address)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def ask(self, path: str, body: Plain | None = None, seat: str = "") -> Any:
        """Through the page's own cookies."""
        url = f"{self.base}/api/{path}"
        headers = {"Grognard-Seat": seat}
        request = self.context.request
        answer = request.get(url, headers=headers) if body is None else request.post(
            url, data=body, headers=headers)
        assert answer.ok, (path, answer.text())
        self.heard.append(answer.text())
        return answer.json()

    def hears(self, word: str) -> bool:
        return any(word in told for told in self.heard)


class Pair:
    """The host and his friend at one game."""

    def __init__(self, browser: Browser, address: str, box: str, scenario: str, side: str) -> None:
        self.host, self._mine = Player(browser, address), ""
        expect(self.host.page.locator("[data-test=door]")).to_be_visible()
        self.game = self.host.ask("games", {"box": box, "scenario": scenario})
        self.host.page.reload()
        self.friend = Player(browser, self._link(side))
        self.side, self.others = side, next(
            seat["side"] for seat in self.game["seats"] if seat["side"] != side)

    def _link(self, side: str) -> str:
        page = self.host.page
        page.locator("[data-test=invite]").first.click()
        door = page.locator(f"[data-invite={side}]")
        door.locator("[data-test=make-link]").click()
        link = door.locator("input").input_value()
        page.keyboard.press("Escape")
        return link

    def sit_down(self) -> None:
        """The friend needs a name and one click."""
        page = self.friend.page
        page.locator("[data-test=name]").fill("Ivan <b>")
        page.locator("[data-test=join]").click()
        self.host.page.locator(f"a[href='/games/{self.game['id']}']").first.click()
        for player, side in ((self.friend, self.side), (self.host, self.others)):
            expect(player.page.locator(f"[data-test=table][data-side={side}]")).to_be_visible()
            here = player.page.locator("[data-person][data-here=true]")
            expect(here).to_have_count(2)

    def tokens(self) -> dict[str, str]:
        """Each player's own."""
        key = f"grognard.held.{self.game['id']}"
        if not self._mine:
            self._mine = self.friend.page.evaluate("key => localStorage.getItem(key)", key)
        seats = self.host.ask(f"games/{self.game['id']}")["seats"]
        theirs = next(seat["token"] for seat in seats if seat["side"] == self.others)
        return {self.side: self._mine, self.others: theirs}

    def player(self, side: str) -> Player:
        return self.friend if side == self.side else self.host

    def state(self, side: str) -> Plain:
        path = f"games/{self.game['id']}/state"
        return dict(self.player(side).ask(path, seat=self.tokens()[side]))

    def choose(self, side: str, rng: Random) -> bool:
        """A choice of a side through the door, if it is asked."""
        state = self.state(side)
        if state["decision"] is None:
            return False
        choice = rng.choice(state["decision"]["choices"])
        act = {"kind": choice["kind"], "arg": rng.choice(choice["args"])}
        body = {"seq": state["seq"], "act": act}
        self.player(side).ask(f"games/{self.game['id']}/act", body, self.tokens()[side])
        return True

    def close(self) -> None:
        self.host.context.close()
        self.friend.context.close()


def talk_across(pair: Pair) -> None:
    """A word from one browser is read in the other, as it was typed; a note is not."""
    for player in (pair.host, pair.friend):
        player.page.locator("[data-tab=talk]").click()
    page = pair.friend.page
    page.locator("[data-test=notes]").fill("He bluffs")
    page.locator("[data-test=say]").fill("Well <i>played</i>")
    page.locator("[data-test=say]").press("Enter")
    expect(pair.host.page.locator("[data-test=talk]")).to_contain_text("Well <i>played</i>")
    expect(page.locator("[data-test=notes][data-kept=true]")).to_be_visible()
    page.reload()
    page.locator("[data-tab=talk]").click()
    expect(page.locator("[data-test=notes]")).to_have_value("He bluffs")
    assert not pair.host.hears("He bluffs")


def come_back(pair: Pair) -> None:
    """Who was away is told what happened since; whoever was there is not."""
    expect(pair.friend.page.locator("[data-test=away]")).to_have_count(0)
    address = pair.friend.page.url
    pair.friend.page.goto("about:blank")
    expect(pair.host.page.locator("[data-person=soviet][data-here=false]")).to_be_visible()
    seen, rng = pair.state("german")["log"]["length"], Random(1)
    while pair.state("german")["log"]["length"] == seen:
        assert any(pair.choose(side, rng) for side in ("german", "soviet"))
    pair.friend.page.goto(address)
    expect(pair.friend.page.locator("[data-test=away] [data-test=recap]")).to_be_visible()
    pair.friend.page.locator("[data-test=seen]").click()
    expect(pair.friend.page.locator("[data-test=away]")).to_have_count(0)


def test_two_far_apart_play_a_turn_of_narva(browser: Browser, host_address: str) -> None:
    pair = Pair(browser, host_address, "narva", "opening", "soviet")
    try:
        pair.sit_down()
        expect(pair.host.page.locator("[data-person=soviet]")).to_contain_text("Ivan <b>")
        rng = Random(4)
        for _ in range(3000):
            state = pair.state("soviet")
            if state["over"] or state["scene"]["turn"] > 1:
                break
            assert any(pair.choose(side, rng) for side in ("german", "soviet"))
        else:
            raise AssertionError("the turn does not end")
        # Both pages have come as far, and neither heard of the other's seat.
        for side in ("german", "soviet"):
            seq = pair.state(side)["seq"]
            page = pair.player(side).page
            expect(page.locator(f"[data-test=table][data-seq='{seq}']")).to_be_visible()
        talk_across(pair)
        come_back(pair)
        tokens = pair.tokens()
        assert not pair.friend.hears(tokens["german"])
        assert not pair.host.hears(tokens["soviet"])
    finally:
        pair.close()


def test_secret_production_is_heard_on_one_line_only(browser: Browser, host_address: str) -> None:
    pair = Pair(browser, host_address, "eastfront", "s42", "soviet")
    try:
        pair.sit_down()
        rng = Random(2)
        for _ in range(3000):
            asked = [pair.state(side)["decision"] or {} for side in ("axis", "soviet")]
            if all("ledger" in decision for decision in asked):
                break
            assert any(pair.choose(side, rng) for side in ("axis", "soviet"))
        else:
            raise AssertionError("nothing is produced")
        before = pair.state("soviet")
        shown = pair.friend.page.locator(f"[data-test=table][data-seq='{before['seq']}']")
        expect(shown).to_be_visible()  # what was told before has come
        heard = len(pair.friend.heard)
        assert pair.choose("axis", rng)
        seq = pair.state("axis")["seq"]
        expect(pair.host.page.locator(f"[data-test=table][data-seq='{seq}']")).to_be_visible()
        after = pair.state("soviet")
        assert {**after, "version": 0} == {**before, "version": 0}
        told = [text for text in pair.friend.heard[heard:] if '"difference"' in text]
        assert told == []
    finally:
        pair.close()
