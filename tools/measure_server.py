"""Measure how a server on this machine bears many games, bots and watchers.

``.venv/bin/python tools/measure_server.py --label after`` starts servers in processes and data
folders of their own, on 127.0.0.1 only, takes some minutes and stops by itself; ``--source DIR``
measures the sources of another checkout. Each run is added to ``docs/measured/server.json``.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "measured" / "server.json"
SERVE = "from grognard.server.running import run; run(port=0, open_browser=False)"
LIST, BOT_GAMES, LONG_GAMES, WATCHERS = 650, 20, 100, 100
ACTS = 40
LINES = 600
"""Entries of the log of a long game, at least."""
BOT = {"kind": "bot", "bot": "recruit"}

Plain = dict[str, Any]


class Table:
    """A server, asked through its interface."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=120, trust_env=False)

    def create(self, box: str, scenario: str, **wish: Any) -> Plain:
        answer = self.http.post("/api/games", json={"box": box, "scenario": scenario, **wish})
        answer.raise_for_status()
        return dict(answer.json())

    def state(self, game: Plain, seat: Plain) -> Plain:
        headers = {"Grognard-Seat": seat["token"]}
        return dict(self.http.get(f"/api/games/{game['id']}/state", headers=headers).json())

    def act(self, game: Plain, seat: Plain, state: Plain, rng: Random) -> Plain:
        """One of the offers; answers with the new state."""
        choice = rng.choice(state["decision"]["choices"])
        atom = {"kind": choice["kind"], "arg": rng.choice(choice["args"])}
        answer = self.http.post(
            f"/api/games/{game['id']}/act", json={"seq": state["seq"], "act": atom},
            headers={"Grognard-Seat": seat["token"]},
        )  # fmt: skip
        answer.raise_for_status()
        return dict(answer.json())


def timed(deed: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    deed()
    return (time.perf_counter() - began) * 1000


# -- what is measured ---------------------------------------------------------------------


def listing(table: Table) -> Plain:
    """The lobby: what it asks for first, with many games there."""
    for number in range(LIST):
        box, scenario = (("narva", "krivasoo"), ("eastfront", "edelweiss"))[number % 2]
        table.create(box, scenario)
    table.http.get("/api/games")
    times = [timed(lambda: table.http.get("/api/games")) for _ in range(3)]
    return {"list_games": LIST, "list_ms": round(median(times))}


def bots(table: Table) -> Plain:
    """How long a person waits for a bot's answer while bots play other games."""
    for _ in range(BOT_GAMES):
        table.create("narva", "campaign", players={"german": BOT, "soviet": BOT})
    game = table.create("miniature", "meeting", players={"red": BOT})
    seat = next(seat for seat in game["seats"] if seat["token"])
    rng, waits = Random(1), []
    for _ in range(12):
        began, state = time.perf_counter(), table.state(game, seat)
        while state["decision"] is None and not state["over"] and time.perf_counter() - began < 60:
            time.sleep(0.02)
            state = table.state(game, seat)
        waits.append((time.perf_counter() - began) * 1000)
        if state["decision"] is None:
            break
        table.act(game, seat, state, rng)
    return {"bot_games": BOT_GAMES, "bot_wait_max_ms": round(max(waits))}


def long_game(table: Table) -> Plain:
    """A game with a long past, played by bots and then imported with persons."""
    game = table.create("narva", "campaign", players={"german": BOT, "soviet": BOT})
    seat = game["seats"][0]
    while not (state := table.state(game, seat))["over"]:
        time.sleep(0.2)
    tokens = ",".join(seat["token"] for seat in game["seats"])
    record = table.http.get(f"/api/games/{game['id']}/record", headers={"Grognard-Seat": tokens})
    assert state["log"]["length"] > LINES
    head, _, lines = record.text.partition("\n---\n")
    part = lines.splitlines()[:LINES]
    return {"record": head + "\n---\n" + "\n".join(part) + "\n"}


def reopening(table: Table) -> Plain:
    """Requests a second over more long games than lay open before."""
    record, games = long_game(table), []
    for _ in range(LONG_GAMES):
        answer = table.http.post("/api/games/import", json=record)
        answer.raise_for_status()
        games.append(answer.json())
    for game in games:
        table.state(game, game["seats"][0])
    began = time.perf_counter()
    for game in games:
        table.state(game, game["seats"][0])
    took = time.perf_counter() - began
    per_second = round(len(games) / took, 1)
    return {"long_games": LONG_GAMES, "long_lines": LINES, "requests_per_s": per_second}


def watching(table: Table) -> Plain:
    """An act alone, and the same with many watchers of both sides."""
    game = table.create("narva", "campaign")
    alone = median(_acts(table, game))
    with _crowd(table, game):
        watched = median(_acts(table, game))
    return {"watchers": WATCHERS, "act_ms": round(alone, 1), "act_watched_ms": round(watched, 1)}


def _acts(table: Table, game: Plain) -> Iterator[float]:
    """A player's pace: news have gone out before the next choice."""
    rng = Random(3)
    for _ in range(ACTS):
        for seat in game["seats"]:
            state = table.state(game, seat)
            if state["decision"]:
                yield timed(lambda seat=seat, state=state: table.act(game, seat, state, rng))
                break
        time.sleep(0.15)


@contextmanager
def _crowd(table: Table, game: Plain) -> Iterator[None]:
    """Sockets that take what they are told, in a process of their own."""
    address = table.address.replace("http", "ws") + f"/api/games/{game['id']}/live"
    tokens = [seat["token"] for seat in game["seats"]]
    command = [sys.executable, __file__, "--crowd", address, *tokens]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowd:
        assert crowd.stdout is not None
        crowd.stdout.readline()
        yield
        crowd.terminate()


def crowd(address: str, tokens: list[str]) -> None:
    """Watch until ended, or for ten minutes at most."""
    def watch(token: str, ready: threading.Semaphore) -> None:
        with connect(address, proxy=None, max_size=None) as line, suppress(Exception):
            line.send(json.dumps({"seats": [token], "lang": "en"}))
            line.recv()
            ready.release()
            for _ in line:
                pass

    ready = threading.Semaphore(0)
    for number in range(WATCHERS):
        token = tokens[number % len(tokens)]
        threading.Thread(target=watch, args=[token, ready], daemon=True).start()
    for _ in range(WATCHERS):
        ready.acquire()
    print("ready", flush=True)
    time.sleep(600)


# -- running it ---------------------------------------------------------------------------

MEASURES: dict[str, Callable[[Table], Plain]] = {
    "list": listing, "bots": bots, "reopen": reopening, "watch": watching,
}  # fmt: skip


@contextmanager
def server(source: Path) -> Iterator[tuple[Table, int]]:
    """A server of its own, with games of its own; and the number of its process."""
    with tempfile.TemporaryDirectory() as home:
        paths = os.pathsep.join([str(source / "src"), str(source / "examples/miniature/src")])
        env = os.environ | {"GROGNARD_HOME": home, "PYTHONPATH": paths}
        with subprocess.Popen([sys.executable, "-c", SERVE], env=env, cwd=home,
                              stdout=subprocess.PIPE, text=True) as process:  # fmt: skip
            assert process.stdout is not None
            try:
                yield Table(process.stdout.readline().strip().rstrip("/")), process.pid
            finally:
                process.kill()


def megabytes(pid: int) -> int:
    """The most memory that a process has had."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1000


def measure(source: Path, label: str, names: list[str]) -> Plain:
    commit = subprocess.run(["git", "-C", source, "rev-parse", "--short", "HEAD"],
                            capture_output=True, text=True, check=True).stdout.strip()  # fmt: skip
    row: Plain = {
        "label": label, "commit": commit, "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"CPython {platform.python_version()}", "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    for name in names:
        with server(source) as (table, pid):
            row |= MEASURES[name](table) | {f"{name}_memory_mb": megabytes(pid)}
        print(row, flush=True)
    return row


def keep(row: Plain) -> None:
    KEPT.parent.mkdir(exist_ok=True)
    rows = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    KEPT.write_text(json.dumps([*rows, row], indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--label", default="")
    parser.add_argument("--only", nargs="*", choices=list(MEASURES), default=list(MEASURES))
    parser.add_argument("--crowd", nargs="+", help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.crowd:
        crowd(wish.crowd[0], wish.crowd[1:])
    else:
        keep(measure(wish.source, wish.label, wish.only))


if __name__ == "__main__":
    main()
