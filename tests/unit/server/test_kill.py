"""A server that is killed in the middle of everything loses nothing that it accepted."""

import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Lock
from typing import Any

import httpx

ROOT = Path(__file__).parents[3]
GAMES = 100
PLAYERS = 4
ENOUGH = 150
"""Acts accepted before the server is killed."""

Accepted = dict[str, list[tuple[str, str]]]


@contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in its own process and its address."""
    command = [sys.executable, "-m", "tests.unit.server.serve_toy", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip().rstrip("/")
        finally:
            process.kill()


class Load:
    """Players who act in many games at once and remember what was accepted."""

    def __init__(self, address: str, games: list[dict[str, Any]], enough: Event) -> None:
        self.address, self.games, self.enough = address, games, enough
        self.count = 0
        self.accepted: Accepted = defaultdict(list)
        self.locks = {game["id"]: Lock() for game in games}

    def play(self, luck: int) -> None:
        """Act at random until the server is gone."""
        rng = Random(luck)
        with httpx.Client(base_url=self.address, verify=False) as client:
            try:
                while True:
                    game = rng.choice(self.games)
                    with self.locks[game["id"]]:
                        self.one_act(client, rng, game)
            except httpx.TransportError:
                return

    def one_act(self, client: httpx.Client, rng: Random, game: dict[str, Any]) -> None:
        seat = rng.choice(game["seats"])
        path, headers = f"/api/games/{game['id']}", {"Grognard-Seat": seat["token"]}
        state = client.get(f"{path}/state", headers=headers).json()
        if rng.random() < 0.2 and state["undo"]["allowed"]:
            self.post(client, game, seat, f"{path}/undo", {"seq": state["seq"]}, "undo")
        elif state["decision"]:
            choice = rng.choice(state["decision"]["choices"])
            atom = {"kind": choice["kind"], "arg": rng.choice(choice["args"])}
            body = {"seq": state["seq"], "act": atom}
            self.post(client, game, seat, f"{path}/act", body, choice["kind"])

    def post(
        self, client: httpx.Client, game: dict[str, Any], seat: dict[str, Any], path: str,
        body: dict[str, Any], word: str,
    ) -> None:
        answer = client.post(path, json=body, headers={"Grognard-Seat": seat["token"]})
        assert answer.status_code == 200, answer.text
        self.accepted[game["id"]].append((seat["side"], word))
        self.count += 1
        if self.count >= ENOUGH:
            self.enough.set()


def rows(folder: Path, game: str) -> list[tuple[str, str]]:
    """Who did which kind of thing, straight from the file."""
    with sqlite3.connect(folder / "games.sqlite") as file:
        found = file.execute(
            "select party, text from actions where game_id = ? order by number", [game]
        )
        return [(party, text.split()[0]) for party, text in found]


def holds(stored: list[tuple[str, str]], accepted: list[tuple[str, str]]) -> bool:
    """Whether all that was accepted is stored, in the same order."""
    left = iter(stored)
    return all(any(line == wanted for line in left) for wanted in accepted)


def test_killed_in_a_hundred_games(tmp_path: Path) -> None:
    with server(tmp_path) as (process, address):
        with httpx.Client(base_url=address, verify=False) as client:
            games = [client.post("/api/games", json={"box": "toy"}).json() for _ in range(GAMES)]
        load = Load(address, games, enough := Event())
        with ThreadPoolExecutor(PLAYERS) as players:
            playing = [players.submit(load.play, luck) for luck in range(PLAYERS)]
            enough.wait(60)
            process.send_signal(signal.SIGKILL)  # in the middle of what the others are doing
        for player in playing:
            player.result()
        assert process.wait() == -signal.SIGKILL
    assert load.count >= ENOUGH
    with server(tmp_path) as (_, address), httpx.Client(base_url=address, verify=False) as client:
        for game in games:
            assert holds(rows(tmp_path, game["id"]), load.accepted[game["id"]])
            _check_resumes(client, game)


def _check_resumes(client: httpx.Client, game: dict[str, Any]) -> None:
    headers = [{"Grognard-Seat": seat["token"]} for seat in game["seats"]]
    path = f"/api/games/{game['id']}/state"
    states = [client.get(path, headers=header).json() for header in headers]
    assert states[0]["over"] or any(state["decision"] for state in states)
    assert all(state["notices"] == [] for state in states)
