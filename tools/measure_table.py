"""How fast the table answers and moves: click to drawn answer, and frames while panning.

    .venv/bin/python tools/measure_table.py --box narva --scenario campaign
    .venv/bin/python tools/measure_table.py --markdown      # the rows of docs/performance.md

It plays in a real browser on a server of its own. A click counts until the board has drawn the
answer; frames are those of a map dragged about under a thousand counters.
"""

import argparse
import json
import random
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.real_page import TableOnScreen, open_browser, serve

Plain = dict[str, Any]

PACE = 150
"""Milliseconds between clicks on top of what the page takes: nobody clicks while counters move."""

# From the event of the click to the first drawing of the board after the answer has arrived.
WATCH_CLICKS = """() => {
  const watch = window.watch = {clicked: 0, answered: false, times: []};
  const ask = window.fetch;
  window.fetch = async (...args) => {
    const answer = await ask(...args);
    if (/\\/act\\b/.test(String(args[0]))) watch.answered = true;
    return answer;
  };
  window.addEventListener('pointerup', event => { watch.clicked = event.timeStamp; }, true);
  document.addEventListener('board-drawn', event => {
    if (!watch.answered || !watch.clicked || !event.detail.ground) return;
    watch.times.push(performance.now() - watch.clicked);
    watch.clicked = 0;
    watch.answered = false;
  });
}"""

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


def clicks(page: Page, box: str, scenario: str, wanted: int) -> list[float]:
    """Times of so many clicks on the map, each the answer to what is offered."""
    table = TableOnScreen(page)
    table.open_new(box, scenario)
    page.evaluate(WATCH_CLICKS)
    rng = random.Random(1)
    for _ in range(wanted * 6):
        times: list[float] = page.evaluate("window.watch.times")
        if len(times) >= wanted:
            return times
        table.choose_something(rng)
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
    box = page.locator("canvas[data-board=glass]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.1, box["y"] + box["height"] * 0.1
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(240):
        part = step / 240
        page.mouse.move(x + 400 * part, y + 300 * abs(0.5 - part))
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


def measure(options: argparse.Namespace) -> list[tuple[str, str]]:
    rows = []
    with serve() as address, open_browser() as browser:
        with fresh_page(browser, address) as page:
            times = clicks(page, options.box, options.scenario, options.clicks)
        rows.append(("clicks measured", str(len(times))))
        rows.append(("click to drawn answer, median", f"{statistics.median(times):.0f} ms"))
        rows.append(("click to drawn answer, 95th percentile", f"{part(times, 0.95):.0f} ms"))
        with fresh_page(browser, address) as page:
            gaps, paints = frames(page, options.box, options.scenario, options.counters)
        rows.append((f"frame while panning {options.counters} counters, median",
                     f"{statistics.median(gaps):.1f} ms"))
        rows.append(("of which painting, median", f"{statistics.median(paints):.1f} ms"))
        rows.append(("of which painting, 95th percentile", f"{part(paints, 0.95):.1f} ms"))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--box", default="narva")
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--counters", type=int, default=1000)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    for name, value in measure(options):
        print(f"| {name} | {value} |" if options.markdown else f"{name:55} {value}")


if __name__ == "__main__":
    main()
