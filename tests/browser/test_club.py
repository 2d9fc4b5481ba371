"""Two members of a club in two browsers: they meet in the lobby, and each sees only its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket, expect

from tests.browser.browsing import PATIENCE
from tests.browser.conftest import ROOT

Plain = dict[str, Any]
SERVE = "from grognard.cli import main; main()"
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def club_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server of a club, as the shell starts it."""
    if not (ROOT / "src/grognard/server/static/index.html").is_file():
        pytest.skip("the web client is not built")
    folder: Path = tmp_path_factory.mktemp("club")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, "serve", "--port", "0", "--folder", str(folder)],
        env=os.environ | {"GROGNARD_HOME": str(folder)}, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        yield server.stdout.readline().strip().rstrip("/")
        server.terminate()


class Member:
    """Somebody in a browser of his own, and everything that came over his line."""

    def __init__(self, browser: Browser, address: str, name: str, language: str = "en") -> None:
        self.name, self.address = name, address
        locale = {"en": "en-GB", "fr": "fr-FR"}[language]
        self.context = browser.new_context(locale=locale, reduced_motion="reduce")
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.heard: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("response", self._hear)
        self.page.goto(address)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def _hear(self, answer: Response) -> None:
        if "/api/games/" in answer.url and answer.ok:
            self.heard.append(answer.url)

    def sign_up(self) -> None:
        page = self.page
        page.locator("[data-test=to-sign-up]").click()
        form = page.locator("[data-test=sign-up]")
        form.locator("[name=name]").fill(self.name)
        form.locator("[name=password]").fill(PASSWORD)
        form.locator("button").click()
        expect(page.locator("[data-test=me]")).to_have_text(self.name)

    def ask(self, path: str, body: Plain | None = None, seat: str = "") -> Any:
        """Through the page's own cookies."""
        url, headers = f"{self.address}/api/{path}", {"Grognard-Seat": seat}
        request = self.context.request
        answer = request.get(url, headers=headers) if body is None else request.post(
            url, data=body, headers=headers)
        assert answer.ok, (path, answer.text())
        self.heard.append(answer.text())
        return answer.json()

    def seat(self, game: str) -> Plain:
        """The one that he holds."""
        seats = self.ask(f"games/{game}")["seats"]
        return dict(next(seat for seat in seats if seat["token"]))


def narva(member: Member) -> None:
    """Offer Narva's opening as the German."""
    page = member.page
    page.locator("input[name=box][value=narva]").check()
    page.locator("input[name=scenario][value=opening]").check()
    page.locator("select[name=side]").select_option("german")
    page.locator("select[name=pace]").select_option("hour")
    page.locator("[data-test=challenge]").click()
    expect(page.locator("[data-test=sent]")).to_be_visible()


def play_on(players: dict[str, Member], game: str, wanted: int) -> int:
    """First choices, each through its own door; returns how many were made."""
    seats = {side: member.seat(game) for side, member in players.items()}
    for made in range(wanted):
        for side, member in players.items():
            token = seats[side]["token"]
            state = member.ask(f"games/{game}/state", seat=token)
            if state["decision"]:
                choice = state["decision"]["choices"][0]
                act = {"kind": choice["kind"], "arg": choice["args"][0]}
                body = {"seq": state["seq"], "act": act}
                member.ask(f"games/{game}/act", body, token)
                break
        else:
            return made
    return wanted


def test_two_members_meet_and_play(browser: Browser, club_address: str) -> None:
    anna = Member(browser, club_address, "Anna")
    boris = Member(browser, club_address, "Boris", "fr")
    try:
        anna.sign_up()
        boris.sign_up()
        narva(anna)
        boris.page.reload()
        boris.page.locator("[data-challenge] [data-test=accept]").click()
        boris.page.wait_for_url("**/games/*")
        game = boris.page.url.rsplit("/", 1)[1]
        # It lies at the top of her games, without her doing anything.
        anna.page.locator(f"[data-match={game}] a").click()
        players = {"german": anna, "soviet": boris}
        for side, member in players.items():
            expect(member.page.locator(f"[data-test=table][data-side={side}]")).to_be_visible()
            expect(member.page.locator("[data-person][data-here=true]")).to_have_count(2)
            expect(member.page.locator("[data-clock] time")).to_have_count(2)
        assert play_on(players, game, 12) == 12
        tokens = {side: member.seat(game)["token"] for side, member in players.items()}
        for side, member in players.items():
            state = member.ask(f"games/{game}/state", seat=tokens[side])
            seq = member.page.locator(f"[data-test=table][data-seq='{state['seq']}']")
            expect(seq).to_be_visible()
        assert not any(tokens["german"] in told for told in boris.heard)
        assert not any(tokens["soviet"] in told for told in anna.heard)
        stolen = anna.context.request.get(
            f"{club_address}/api/games/{game}/state", headers={"Grognard-Seat": tokens["soviet"]})
        assert stolen.status == 401
        resign(boris)
        for member in (anna, boris):
            expect(member.page.locator("[data-test=match-ended]")).to_be_visible()
            expect(member.page.locator("[data-test=prompt]")).to_have_count(0)
        expect(anna.page.locator("[data-clock=german]")).to_contain_text("+162")
        anna.page.goto(f"{club_address}/players/Boris")
        expect(anna.page.locator("[data-test=ratings]")).to_contain_text("1338?")
    finally:
        anna.context.close()
        boris.context.close()


def resign(member: Member) -> None:
    member.page.locator("[data-test=match-menu]").click()
    member.page.locator("[data-test=resign]").click()
    member.page.locator("[data-test=resign-sure]").click()


def test_an_account_from_the_door_to_its_end(browser: Browser, club_address: str) -> None:
    clara = Member(browser, club_address, "Clara")
    try:
        clara.sign_up()
        page = clara.page
        page.locator("[data-test=me]").click()
        form = page.locator("[data-test=new-password]")
        form.locator("[name=password]").fill(PASSWORD)
        form.locator("[name=fresh]").fill("another good one")
        form.locator("button").click()
        expect(form.locator("[role=status]")).to_be_visible()
        page.locator("[data-test=vacation]").click()
        expect(page.locator("[data-test=vacation]")).to_have_attribute("aria-pressed", "true")
        page.locator("[data-test=sign-out]").click()
        form = page.locator("[data-test=sign-in]")
        form.locator("[name=name]").fill("clara")
        form.locator("[name=password]").fill(PASSWORD)
        form.locator("button").click()
        expect(form.locator("[role=alert]")).to_be_visible()  # it is not the old one any more
        form.locator("[name=password]").fill("another good one")
        form.locator("button").click()
        page.locator("[data-test=me]").click()
        page.locator("details summary").click()
        form = page.locator("[data-test=delete]")
        form.locator("[name=password]").fill("another good one")
        form.locator("button").click()
        expect(page.locator("[data-test=sign-in]")).to_be_visible()
    finally:
        clara.context.close()
