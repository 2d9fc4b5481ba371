"""How fast the table opens, answers and moves: first picture, click to drawn answer, panning.

    .venv/bin/python tools/measure_table.py --box narva --scenario campaign
    .venv/bin/python tools/measure_table.py --box typhoon --keep docs/measured/table.csv
    .venv/bin/python tools/measure_table.py --markdown      # the rows of docs/performance.md

It plays in a real browser on a server of its own, as a hand does: counters and hexes on the map,
stacks that spread out first, chips of lists and buttons. A click counts until the board has drawn
the answer; frames are those of a map dragged about under many counters, from corner to corner.
The first picture counts from the click that begins a game whose briefing was read, on a server
that had drawn nothing before; the next visit from its address.
"""

import argparse
import csv
import datetime
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, WebSocketRoute

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.players import choose_unit
from tests.browser.table_page import TablePage
from tools.real_page import TableOnScreen, open_browser, serve

Plain = dict[str, Any]

PACE = 150
"""Milliseconds between clicks on top of what the page takes: nobody clicks while counters move."""
GONE = 3000
"""Milliseconds after which an offer that cannot be clicked counts as gone."""
EDGE = 70
"""Pixels from the edge of the board within which nothing is clicked."""
ON_MAP, BUTTON = 0.75, 0.15
"""How often something on the map is clicked, where there is something, and how often a button, so
that the game goes on from phase to phase; else whatever a list holds."""
COLUMNS = ("date", "commit", "machine", "load", "box", "scenario", "what", "clicks", "median_ms",
           "p95_ms")

# From the event of the click to the first drawing of the board after the answer has arrived, and
# how much of it the answer took.
WATCH_CLICKS = """() => {
  const watch = window.watch = {clicked: 0, answer: 0, times: []};
  const ask = window.fetch;
  window.fetch = async (...args) => {
    const begun = performance.now();
    const answer = await ask(...args);
    if (/\\/act\\b/.test(String(args[0]))) watch.answer = performance.now() - begun;
    return answer;
  };
  window.addEventListener('pointerup', event => { watch.clicked = event.timeStamp; }, true);
  document.addEventListener('board-drawn', event => {
    if (!watch.answer || !watch.clicked || !event.detail.ground) return;
    watch.times.push({what: window.clicking, took: performance.now() - watch.clicked,
                      answer: watch.answer});
    watch.clicked = 0;
    watch.answer = 0;
  });
}"""

WATCH_OPENING = """
  window.opened = new Promise(tell => document.addEventListener('board-drawn', event => {
    if (event.detail.map) tell(performance.timeOrigin + performance.now());
  }));
"""

WATCH_FRAMES = """() => {
  const watch = window.watch = {gaps: [], paints: [], last: 0};
  document.addEventListener('board-drawn', event => watch.paints.push(event.detail.took));
  const beat = now => {
    if (watch.last) watch.gaps.push(now - watch.last);
    watch.last = now;
    requestAnimationFrame(beat);
  };
  requestAnimationFrame(beat);
}"""


class Hand:
    """Clicks what is offered: mostly on the map, now and then in a list or a button."""

    def __init__(self, screen: TableOnScreen, rng: random.Random) -> None:
        self.screen, self.rng = screen, rng
        self.page, self.table = screen.page, TablePage(screen.page)
        self._seen: tuple[float, ...] = ()

    def acts(self) -> None:
        state = self.screen.state()
        choices = state["decision"]["choices"] if state["decision"] else []
        self._seen = self.table.view  # asked for once: there may be hundreds of units
        on_map = [*self._units(state, choices), *self._hexes(state, choices)]
        luck = self.rng.random()
        if on_map and luck < ON_MAP:
            what = self.rng.choice([one for one, _ in on_map])
            self._clicks(what, self.rng.choice([arg for one, arg in on_map if one == what]), state)
        elif luck < ON_MAP + BUTTON:
            self._says("button")
            self.screen.choose_something(self.rng, ".decision .buttons button:not([disabled])")
        else:
            self._says("list")
            self.screen.choose_something(self.rng)

    def _clicks(self, what: str, arg: int, state: Plain) -> None:
        self._says(what)
        if what == "hex":
            self.table.click(arg)
        else:
            choose_unit(self.table, state, arg)

    def _says(self, what: str) -> None:
        self.page.evaluate("what => { window.clicking = what; }", what)

    def _sees(self, label: str) -> bool:
        """Whether a hex lies in the window, and not at its edge."""
        *_, x, y, scale, width, height = self._seen
        across, down = self.screen.place(label)
        return (abs(across - x) * scale < width / 2 - EDGE
                and abs(down - y) * scale < height / 2 - EDGE)

    def _units(self, state: Plain, choices: list[Plain]) -> Iterator[tuple[str, int]]:
        """Units that can be taken, on a part of the map that is in sight."""
        at = {piece["unit"]: piece["at"] for piece in state["scene"]["pieces"] if "unit" in piece}
        for choice in choices:
            for arg in choice["args"] if choice["domain"] == "unit" else ():
                place = at.get(arg, "")
                if place.startswith("hex:") and self._sees(place[4:]):
                    yield "unit", arg

    def _hexes(self, state: Plain, choices: list[Plain]) -> Iterator[tuple[str, int]]:
        """Hexes of the first choice, which a click means, with nobody in them to choose instead."""
        held = {piece["at"] for piece in state["scene"]["pieces"]}
        for choice in [one for one in choices if one["domain"] == "hex"][:1]:
            for arg in self.rng.sample(choice["args"], min(20, len(choice["args"]))):
                label = self.screen.label(arg)
                if f"hex:{label}" not in held and self._sees(label):
                    yield "hex", arg


def opening(browser: Browser, address: str, options: argparse.Namespace) -> Iterator[float]:
    """Milliseconds to the picture of a game begun in the lobby, then to that at the next visit."""
    with fresh_page(browser, address) as page:
        page.context.add_init_script(WATCH_OPENING)
        choose(page, options.box, options.scenario)
        began = time.time()
        page.locator("[data-test=begin]").click()
        page.wait_for_url("**/games/*")
        yield first_picture(page, began)
        game = page.url
        page.close()
        again, began = page.context.new_page(), time.time()
        again.goto(game)
        yield first_picture(again, began)


def choose(page: Page, box: str, scenario: str) -> None:
    """A scenario in the lobby, looked at until its table is made ready."""
    page.goto("/")
    with page.expect_response(f"**/tables/{box}/{scenario}/**/light.svg*"):
        page.locator(f"input[name=box][value={box}]").check()
        page.locator(f"input[name=scenario][value={scenario}]").check()


def first_picture(page: Page, began: float) -> float:
    return float(page.evaluate("() => window.opened")) - began * 1000


def clicks(page: Page, box: str, scenario: str, wanted: int) -> list[Plain]:
    """So many clicks, each the answer to what is offered: what was clicked, and times."""
    screen = TableOnScreen(page)
    screen.open_new(box, scenario)
    page.evaluate(WATCH_CLICKS)
    page.set_default_timeout(GONE)
    hand = Hand(screen, random.Random(1))
    for _ in range(wanted * 6):
        if len(page.evaluate("window.watch.times")) >= wanted:
            break
        with suppress(TimeoutError):  # what was offered may be gone already
            hand.acts()
        page.wait_for_timeout(PACE)
    return list(page.evaluate("window.watch.times"))


def frames(page: Page, box: str, scenario: str, counters: int) -> tuple[list[float], list[float]]:
    """Gaps between frames and times of painting while the map is dragged about."""
    page.route_web_socket("**/live", lambda socket: crowd(socket, counters))
    table = TableOnScreen(page)
    table.open_new(box, scenario)
    page.evaluate(WATCH_FRAMES)
    drag_about(page)
    watch = page.evaluate("window.watch")
    return watch["gaps"], watch["paints"]


def crowd(socket: WebSocketRoute, counters: int) -> None:
    """Pass the server's messages on, with copies of the counters on the map up to the number."""
    server = socket.connect_to_server()
    socket.on_message(server.send)
    server.on_message(lambda said: socket.send(crowded(str(said), counters)))


def crowded(said: str, counters: int) -> str:
    message = json.loads(said)
    if message.get("type") != "state":
        return said
    pieces: list[Plain] = message["state"]["scene"]["pieces"]
    on_map = [piece for piece in pieces if piece["at"].startswith("hex:")]
    places = sorted({piece["at"] for piece in on_map})
    for number in range(counters - len(on_map)):
        copied = on_map[number % len(on_map)]
        place = places[(number * 7) % len(places)]
        pieces.append(copied | {"token": f"copy-{number}", "at": place})
    return json.dumps(message)


def drag_about(page: Page) -> None:
    """Drag the map to its one end and, a little lower each time, over the whole of it."""
    box = page.locator("canvas[data-board=glass]").bounding_box()
    assert box is not None
    left, right = (box["x"] + box["width"] * share for share in (0.1, 0.9))
    middle = box["y"] + box["height"] / 2
    for here, there in ((left, right), (left, right), (right, left), (right, left), (right, left)):
        page.mouse.move(here, middle)
        page.mouse.down()
        for step in range(1, 81):
            page.mouse.move(here + (there - here) * step / 80, middle - step)
        page.mouse.up()


def part(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


@contextmanager
def fresh_page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=address)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def told(times: list[Plain]) -> Iterator[tuple[str, int, float, float]]:
    """Of all clicks and of each sort: how many, the median and the 95th percentile."""
    sorts = {"answer drawn": times}
    for what in Counter(one["what"] for one in times):
        sorts[f"answer drawn, {what}"] = [one for one in times if one["what"] == what]
    for what, some in sorts.items():
        took = [one["took"] for one in some]
        yield what, len(took), statistics.median(took), part(took, 0.95)
    answers = [one["answer"] for one in times]
    yield "of which waiting for the server", len(answers), statistics.median(answers), part(
        answers, 0.95)


def measure(options: argparse.Namespace) -> Iterator[tuple[str, int, float, float]]:
    with serve() as address, open_browser() as browser:
        for what, took in zip(("first picture", "picture at the next visit"),
                              opening(browser, address, options), strict=True):
            yield what, 1, took, took
        with fresh_page(browser, address) as page:
            yield from told(clicks(page, options.box, options.scenario, options.clicks))
        with fresh_page(browser, address) as page:
            gaps, paints = frames(page, options.box, options.scenario, options.counters)
        for what, times in ((f"frame, panning {options.counters} counters", gaps),
                            ("of which painting", paints)):
            yield what, len(times), statistics.median(times), part(times, 0.95)


def keep(rows: list[tuple[str, int, float, float]], options: argparse.Namespace) -> None:
    """Put the rows after those measured before, with the machine and its load."""
    command = ["git", "describe", "--always", "--dirty=+", "--abbrev=7"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    where = (datetime.date.today().isoformat(), commit,
             f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
             f"{os.getloadavg()[0]:.1f}", options.box, options.scenario)
    is_new = not options.keep.exists()
    with options.keep.open("a", encoding="utf-8", newline="") as sheet:
        writer = csv.writer(sheet, lineterminator="\n")
        if is_new:
            writer.writerow(COLUMNS)
        for what, count, median, most in rows:
            writer.writerow((*where, what, count, f"{median:.1f}", f"{most:.1f}"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--box", default="narva")
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--counters", type=int, default=1000)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--keep", type=Path, help="a CSV file to add the rows to")
    options = parser.parse_args()
    rows = list(measure(options))
    for what, count, median, most in rows:
        if options.markdown:
            print(f"| {what} | {count} | {median:.0f} ms | {most:.0f} ms |")
        else:
            print(f"{what:45} {count:5} median {median:6.1f} ms, 95th percentile {most:6.1f} ms")
    if options.keep:
        keep(rows, options)


if __name__ == "__main__":
    main()
