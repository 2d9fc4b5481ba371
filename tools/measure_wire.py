"""Measure what an act costs between server and browser: bytes told and work of the server.

``.venv/bin/python tools/measure_wire.py --label after`` plays on from long games, each side
watched by one socket as at a table of two, with dice typed in so that every run plays the same.
``--source DIR`` measures the sources of another checkout. Each run is added to
``docs/measured/wire.json``.
"""

import argparse
import json
import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection, connect

import grognard
from grognard.records import text
from grognard.server.differences import applied
from grognard.server.wire.difference import Difference
from grognard.server.wire.state import State
from tools.measure_server import ROOT, Plain, Table, cpu, server

KEPT = ROOT / "docs" / "measured" / "wire.json"
GAMES = {"narva": "campaign", "eastfront": "s42"}
LINES, ACTS, QUIET = 300, 50, 0.2
"""Entries before, acts measured, and seconds until nothing more is told of an act."""


def long_game(box: str) -> str:
    """The record of a running game with a long past."""
    play, rng = grognard.start(grognard.load(box, GAMES[box]), seed=7), Random(2)
    while len(play.log) < LINES:
        side, decision = next(iter(play.decisions.items()))
        play.do(side, decision.offers.sample(rng))
    return text.write(play)


class Client:
    """A browser at one seat: what it is told, and how many bytes that took."""

    def __init__(self, table: Table, game: Plain, seat: Plain, line: ClientConnection) -> None:
        self.table, self.id, self.token, self.line = table, game["id"], seat["token"], line
        self.state: Plain = {}
        self.known: dict[int, Plain] = {}
        self.news = 0
        line.send(json.dumps({"seats": [self.token], "lang": "en"}))

    def hear(self) -> None:
        """Everything that is told until it is quiet."""
        while True:
            try:
                message = self.line.recv(timeout=QUIET)
            except TimeoutError:
                return
            self.news += len(message.encode() if isinstance(message, str) else message)
            self.take(json.loads(message))

    def take(self, told: Plain) -> None:
        """A whole state, or the difference from one told before."""
        if told.get("type") == "difference":
            change = msgspec.convert(told["difference"], Difference)
            base = msgspec.convert(self.known[change.base], State)
            told = msgspec.to_builtins(applied(base, change))
        self.state = told.get("state", told)
        self.known[self.state.get("version", 0)] = self.state

    def do(self, what: str, body: Plain) -> tuple[int, int]:
        """A deed; bytes of its answer, and as they were sent."""
        held = self.state.get("version")
        headers = {"Grognard-Seat": self.token}
        headers |= {"Grognard-Holds": str(held)} if held is not None else {}
        answer = self.table.http.post(f"/api/games/{self.id}/{what}", headers=headers,
                                      json={"seq": self.state["seq"], **body})  # fmt: skip
        answer.raise_for_status()
        self.take(answer.json())
        return len(answer.content), answer.num_bytes_downloaded

    def deed(self, rng: Random) -> tuple[str, Plain] | None:
        """Something that it can do now."""
        if decision := self.state["decision"]:
            choice = rng.choice(decision["choices"])
            return "act", {"act": {"kind": choice["kind"], "arg": rng.choice(choice["args"])}}
        if (roll := self.state["roll"]) and roll.get("dice"):
            dice = roll["dice"]
            faces = range(dice["lowest"], dice["lowest"] + dice["faces"])
            return "roll", {"outcome": [rng.choice(faces) for _ in range(dice["count"])]}
        return ("roll", {"outcome": rng.choice(roll["draw"])}) if roll else None


def measure(table: Table, box: str) -> Plain:
    """Means of many acts of one long game."""
    wish = {"record": long_game(box), "dice": "typed"}
    game = table.http.post("/api/games/import", json=wish).json()
    rng = Random(3)
    rows: list[tuple[int, int, float]] = []
    with seated(table, game) as clients:
        for client in clients:
            client.hear()
            client.news = 0
        while len(rows) < ACTS:
            doer, (what, body) = next(
                (client, deed) for client in clients if (deed := client.deed(rng)))
            began = cpu(table.pid)
            rows.append((*doer.do(what, body), began))
            for client in clients:
                client.hear()
            rows[-1] = (*rows[-1][:2], cpu(table.pid) - began)
        news = sum(client.news for client in clients) / len(clients)
    plain, sent, worked = (mean(column) for column in zip(*rows, strict=True))
    return {f"{box}_answer_bytes": round(plain), f"{box}_answer_sent_bytes": round(sent),
            f"{box}_news_bytes": round(news / ACTS), f"{box}_cpu_ms": round(worked, 1)}


@contextmanager
def seated(table: Table, game: Plain) -> Iterator[list[Client]]:
    """A browser at each seat."""
    address = f"{table.address.replace('http', 'ws')}/api/games/{game['id']}/live"
    with ExitStack() as lines:
        yield [
            Client(table, game, seat,
                   lines.enter_context(connect(address, proxy=None, max_size=None)))
            for seat in game["seats"]
        ]  # fmt: skip


def run(source: Path, label: str, commit: str) -> Plain:
    row: Plain = {
        "label": label, "commit": commit, "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"CPython {platform.python_version()}", "load": round(os.getloadavg()[0], 1),
        "acts": ACTS, "lines": LINES,
    }  # fmt: skip
    for box in GAMES:
        with server(source) as table:
            row |= measure(table, box)
    return row


def commit_of(source: Path) -> str:
    found: Any = subprocess.run(["git", "-C", source, "rev-parse", "--short", "HEAD"],
                                capture_output=True, text=True, check=True)  # fmt: skip
    return str(found.stdout).strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--label", default="")
    parser.add_argument("--commit", default="", help="of sources that are no checkout")
    wish = parser.parse_args()
    row = run(wish.source, wish.label, wish.commit or commit_of(wish.source))
    print(json.dumps(row, indent=1))
    rows = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    KEPT.write_text(json.dumps([*rows, row], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
