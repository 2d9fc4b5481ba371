"""The other side's turn is told as a story: beat by beat, with stops, and a recap at its end."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.axe import barriers
from tests.browser.browsing import until
from tests.browser.players import play_until, with_the_mouse
from tests.browser.table_page import Plain, TablePage

GAMES = {"narva": ("krivasoo", "soviet", "german"), "eastfront": ("edelweiss", "soviet", "axis")}
RECORD = Path(__file__).parents[1] / "golden/narva-opening.record"
LANDING = "soviet arrive 260MS into 2134"
PASSES = ("done", "stay", "pass", "hold", "auto", "accept")


def likes(page: Page, tempo: str, halts: bool) -> None:
    """What this player has chosen before: a tempo, and whether the story waits for him."""
    kept = json.dumps({"tempo": tempo, "halts": halts, "motion": False})
    page.add_init_script(
        "localStorage.getItem('grognard.settings') ?? "
        f"localStorage.setItem('grognard.settings', '{kept}')")


class Tale:
    """A game against the recruit, in which a person passes wherever he may."""

    def __init__(self, table: TablePage, box: str) -> None:
        self.table, self.page = table, table.page
        scenario, self.side, bot = GAMES[box]
        self.game = table.create(scenario, None, box=box, **{bot: "recruit"})

    def open(self, tempo: str = "fast", halts: bool = False) -> None:
        """Sit down, with a tempo that this player likes."""
        likes(self.page, tempo, halts)
        self.table.open(self.game)
        expect(self.page.locator("[data-test=table][data-seq]")).to_be_visible()

    @property
    def story(self) -> Locator:
        return self.page.locator("[data-test=story]")

    @property
    def recap(self) -> Locator:
        return self.page.locator("[data-test=recap-card]")

    def state(self) -> Plain:
        return self.table.state(self.side)

    def is_asked(self) -> bool:
        """Whether the page shows a question; while a story is told it shows none."""
        return self.table.prompt.count() > 0

    def pass_on(self) -> None:
        """Answer the question on the page: pass, or take the first that comes."""
        state = self.state()
        self.table.settle(state)
        choices = state["decision"]["choices"]
        found = next((one for one in choices if one["kind"] in PASSES), choices[0])
        # By the interface: where a loss has to be taken there may be no button for it.
        self.page.evaluate(ACT, [self.game["id"], self.table.seat(self.side), state["seq"],
                                 found["kind"], found["args"][0]])
        assert until(self.page, lambda: self.state()["seq"] != state["seq"])

    def press(self, kind: str) -> None:
        self.table.press(kind)
        if self.table.sure.count():
            self.table.sure.click()

    def until_told(self, wanted: str) -> None:
        """Play on until the story, or a part of it, is to be seen."""
        found = self.page.locator(wanted)
        shown = f"{wanted}, [data-test=prompt], [data-test=ending]"
        for _ in range(200):
            self.page.locator(shown).first.wait_for()
            if found.count():
                return
            if self.is_asked() and not self.story.count():
                self.pass_on()
        raise AssertionError(f"{wanted} never came")


ACT = """([id, seat, seq, kind, arg]) => fetch(`/api/games/${id}/act`, {
  method: 'POST', headers: {'Content-Type': 'application/json', 'Grognard-Seat': seat},
  body: JSON.stringify({seq, act: {kind, arg}})})"""


@pytest.fixture(params=sorted(GAMES))
def tale(request: pytest.FixtureRequest, table: TablePage) -> Tale:
    return Tale(table, request.param)


def told_lines(tale: Tale) -> set[int]:
    """The lines that the story told, one after the other, until it ended."""
    seen: set[int] = set()
    line = tale.page.evaluate("document.querySelector('[data-test=story]')?.dataset.line")
    while line is not None:
        seen.add(int(line))
        tale.page.wait_for_function(
            "was => document.querySelector('[data-test=story]')?.dataset.line !== was", arg=line)
        line = tale.page.evaluate("document.querySelector('[data-test=story]')?.dataset.line")
    return seen


def test_the_others_turn_is_told_beat_by_beat_and_ends_at_the_servers_state(tale: Tale) -> None:
    tale.open()
    tale.until_told("[data-test=story]")
    expect(tale.table.prompt).to_have_count(0)
    assert len(told_lines(tale)) > 1
    tale.until_told("[data-test=prompt]")
    state = tale.state()
    tale.table.settle(state)
    if tale.recap.count():
        tale.page.keyboard.press("t")
    assert tale.table.log.locator("li[data-event]").count() == state["log"]["length"]


def test_it_waits_where_the_players_units_are_attacked(tale: Tale) -> None:
    tale.open(halts=True)
    tale.until_told("[data-test=story][data-waits]")
    line = tale.story.get_attribute("data-line")
    tale.page.get_by_role("button", name="Closer").click()  # it keeps the focus
    expect(tale.story.get_by_role("button", name="Go on")).to_be_visible()
    assert barriers(tale.page) == []
    tale.page.keyboard.press("Space")
    expect(tale.page.locator(f"[data-test=story][data-waits][data-line='{line}']")).to_have_count(0)


def test_whoever_wants_no_stop_is_not_stopped(table: TablePage) -> None:
    tale = Tale(table, "narva")
    tale.open(halts=False)
    tale.until_told("[data-test=recap-card]")
    assert "Fought" in tale.recap.inner_text() or "Moved" in tale.recap.inner_text()


def test_a_key_waits_another_goes_to_now(table: TablePage) -> None:
    tale = Tale(table, "narva")
    tale.open(tempo="slow")
    tale.until_told("[data-test=story]")
    tale.page.keyboard.press("Space")
    expect(tale.page.locator("[data-test=story][data-waits]")).to_be_visible()
    tale.page.keyboard.press("Escape")
    expect(tale.story).to_have_count(0)
    assert until(tale.page, lambda: tale.table.showing(tale.state()).count() == 1)


def test_the_tempo_is_kept(table: TablePage) -> None:
    tale = Tale(table, "narva")
    tale.open(tempo="slow")
    tale.until_told("[data-test=story]")
    tale.page.keyboard.press("Space")
    tale.story.locator("[data-tempo=fast]").click()
    kept = "JSON.parse(localStorage.getItem('grognard.settings')).tempo"
    assert until(tale.page, lambda: tale.page.evaluate(kept) == "fast")


def test_a_line_of_the_recap_leads_to_its_place_and_a_key_opens_it_again(tale: Tale) -> None:
    tale.open()
    tale.until_told("[data-test=recap-card]")
    assert barriers(tale.page) == []
    for _ in range(3):
        tale.page.get_by_role("button", name="Closer").click()
    tale.page.locator("[data-test=overview]").click(position={"x": 3, "y": 3})
    away = tale.table.view[2:4]
    tale.recap.locator("[data-part] button").first.click()
    assert until(tale.page, lambda: tale.table.view[2:4] != away)
    tale.page.keyboard.press("t")
    expect(tale.recap).to_have_count(0)
    tale.page.keyboard.press("t")
    expect(tale.recap).to_be_visible()


def test_a_lost_headquarters_and_a_lost_place_are_shown_large(table: TablePage) -> None:
    """The Soviets land at Merekula: a person far away, whose seat this page does not hold."""
    page, record = table.page, RECORD.read_text("utf-8")
    before, landing, _ = record.partition(LANDING)
    answer = page.request.post("/api/games/import", data={"record": before})
    assert answer.ok, answer.text()
    game = answer.json()
    page.route(f"**/api/games/{game['id']}?*", keep_only("german"))
    likes(page, tempo="slow", halts=True)
    table.open(game)
    expect(page.locator("[data-test=waiting]")).to_be_visible()
    table.act("soviet", landing.removeprefix("soviet "), game)
    blow = page.locator("[data-test=blow]")
    expect(blow).to_contain_text("Merekula (2134) is lost")
    expect(blow).to_contain_text("our headquarters is gone from the map")
    expect(page.locator("[data-test=story][data-waits]")).to_be_visible()
    assert until(page, lambda: table.is_inside("2134", 0))
    page.keyboard.press("Space")
    expect(blow).to_have_count(0)
    table.settle(table.state("german", game))


def keep_only(side: str) -> Callable[[Route], None]:
    """As on a shared table, where the seats of others have no token for this page."""

    def answer(route: Route) -> None:
        found = route.fetch()
        told = found.json()
        told["seats"] = [seat | ({} if seat["side"] == side else {"token": ""})
                         for seat in told["seats"]]
        route.fulfill(response=found, json=told)

    return answer


def test_chits_in_a_row_are_told_one_by_one(table: TablePage) -> None:
    """Narva without a story: what is drawn is told in the strip, not only in the log."""
    tale = Tale(table, "narva")
    tale.open(tempo="skip")
    tale.until_told("[data-test=strip] p")
    expect(tale.page.locator("[data-test=strip]")).to_have_attribute(
        "data-told", re.compile("Chit drawn"))


def test_a_phase_that_closes_by_itself_says_so_and_what_comes_next(table: TablePage) -> None:
    """The last counter that may move has moved: nobody pressed a button to end it."""
    table.open(table.create("bridgehead", fog=False, red="recruit"))
    strip = table.page.locator("[data-test=strip]")

    def has_closed(_: Plain) -> bool:
        return "Nothing was left to choose" in (strip.get_attribute("data-told") or "")

    play_until(table, "blue", has_closed, with_the_mouse(table))
    next_line = (strip.get_attribute("data-told") or "").partition("play goes on. | ")[2]
    assert next_line.startswith(("A chit is drawn", "Now: ", "Turn "))


def test_while_a_bot_thinks_the_table_says_what_it_does(table: TablePage) -> None:
    """The general takes its time over every choice."""
    page = table.page
    table.open(table.create("krivasoo", None, box="narva", german="general-10"))
    tale = Tale(table, "narva")
    tale.game, tale.side = table.game, "soviet"
    tale.until_told("[data-test=doing]")
    expect(page.locator("[data-test=doing]")).to_contain_text("The German staff is")
