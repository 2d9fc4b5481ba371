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
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
from websockets.sync.client import connect

import grognard
from grognard.records import text

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "measured" / "server.json"
SERVE = "from grognard.server.running import run; run(port=0, open_browser=False)"
LIST, BOT_GAMES, LONG_GAMES, WATCHERS = 650, 20, 70, 100
ACTS = 40
LINES = 300
"""Entries of the log of a long game, at least."""
BOT = {"kind": "bot", "bot": "recruit"}

Plain = dict[str, Any]


class Table:
    """A server, asked through its interface."""

    def __init__(self, address: str, pid: int) -> None:
        self.address, self.pid = address, pid
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
    worked = cpu(table.pid)
    times = [timed(lambda: table.http.get("/api/games")) for _ in range(3)]
    worked = (cpu(table.pid) - worked) / len(times)
    return {"list_games": LIST, "list_ms": round(median(times)), "list_cpu_ms": round(worked)}


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


def long_game() -> str:
    """The record of a running game with a long past."""
    play, rng = grognard.start(grognard.load("narva", "campaign"), seed=7), Random(2)
    while len(play.log) < LINES:
        side, decision = next(iter(play.decisions.items()))
        play.do(side, decision.offers.sample(rng))
    return text.write(play)


def reopening(table: Table) -> Plain:
    """Requests a second over more long games than lay open before."""
    record, games = {"record": long_game()}, []
    for _ in range(LONG_GAMES):
        answer = table.http.post("/api/games/import", json=record)
        answer.raise_for_status()
        games.append(answer.json())
    for game in games:
        table.state(game, game["seats"][0])
    began, worked = time.perf_counter(), cpu(table.pid)
    for game in games:
        table.state(game, game["seats"][0])
    took, worked = time.perf_counter() - began, cpu(table.pid) - worked
    return {"long_games": LONG_GAMES, "long_lines": LINES,
            "requests_per_s": round(len(games) / took, 1),
            "request_cpu_ms": round(worked / len(games), 1)}  # fmt: skip


def watching(table: Table) -> Plain:
    """An act alone, and the same with many watchers of both sides."""
    game = table.create("narva", "campaign")
    alone, alone_cpu = _acts(table, game)
    with _crowd(table, game):
        watched, watched_cpu = _acts(table, game)
    return {"watchers": WATCHERS, "act_ms": alone, "act_watched_ms": watched,
            "act_cpu_ms": alone_cpu, "act_watched_cpu_ms": watched_cpu}  # fmt: skip


def _acts(table: Table, game: Plain) -> tuple[float, float]:
    """Milliseconds of an act: on the clock, in the middle; and of the server's own time, news
    included, which other programs on the machine disturb less.

    At a player's pace: news have gone out before the next choice.
    """
    rng, times, began = Random(3), [], cpu(table.pid)
    for _ in range(ACTS):
        seat, state = _asked(table, game)
        times.append(timed(partial(table.act, game, seat, state, rng)))
        time.sleep(0.15)
    return round(median(times), 1), round((cpu(table.pid) - began) / ACTS, 1)


def _asked(table: Table, game: Plain) -> tuple[Plain, Plain]:
    """A seat that must choose, and what it sees."""
    states = [(seat, table.state(game, seat)) for seat in game["seats"]]
    return next((seat, state) for seat, state in states if state["decision"])


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
def server(source: Path) -> Iterator[Table]:
    """A server of its own, with games of its own."""
    with tempfile.TemporaryDirectory() as home:
        paths = os.pathsep.join([str(source / "src"), str(source / "examples/miniature/src")])
        env = os.environ | {"GROGNARD_HOME": home, "PYTHONPATH": paths}
        with subprocess.Popen([sys.executable, "-c", SERVE], env=env, cwd=home,
                              stdout=subprocess.PIPE, text=True) as process:  # fmt: skip
            assert process.stdout is not None
            try:
                yield Table(process.stdout.readline().strip().rstrip("/"), process.pid)
            finally:
                process.kill()


def cpu(pid: int) -> float:
    """Milliseconds that a process has worked."""
    parts = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) * 1000 / os.sysconf("SC_CLK_TCK")


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
        with server(source) as table:
            row |= MEASURES[name](table) | {f"{name}_memory_mb": megabytes(table.pid)}
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
