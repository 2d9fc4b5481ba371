"""Proof: whatever is killed in the middle of play, nothing that was answered is lost or doubled.

    .venv/bin/python -m tools.proofs.kills --kills 100

A server of two processes for players and one for bots, on a PostgreSQL of its own with its
settings as they come. Players act at random in many games, some against a bot. In each round four
times something is killed with SIGKILL at a random moment: a process of the crew or the database,
and in every fourth round at last whoever minds them, or all at once. Then every row of every game
is held against what was answered: each answered action stands where it was answered to stand,
nothing stands between two answers but what was sent and not answered (and what bots did), and
every game goes on. Each round is a row of docs/proofs/kills.csv; a new run goes on after the last
row.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from signal import SIGKILL
from threading import Event, Lock, Thread
from typing import NamedTuple

import httpx

from grognard.server import Store
from grognard.server.models import ASIDE, REST, ActionRow
from tests.postgres import cluster
from tests.served import Plain, Served
from tools.proofs.kept import Kept

WORKERS, BOTS, PLAYERS, GAMES = 2, 1, 4, 12
WHAT = ("process", "process", "database")
"""What is killed most often; to start whoever minds the others takes longest."""
STRIKES, ALL_IN = 4, 4
"""Kills in a round, and rounds until one ends with the whole server."""
BOT = {"kind": "bot", "bot": "recruit"}

KEPT = Kept("kills", ["killed", "kills", "games", "sent", "answered", "in_doubt", "bots_rows",
                      "back_ms", "faults", "load"])


class Sent(NamedTuple):
    """An action that somebody sent, and the count of rows that he was answered with, if he was."""

    side: str
    kind: str
    seq: int
    after: int | None


class Played:
    """A game, and what was sent in it."""

    def __init__(self, game: Plain) -> None:
        self.id, self.lock = game["id"], Lock()
        self.seats = {seat["side"]: seat["token"] for seat in game["seats"] if seat["token"]}
        self.bots = {seat["side"] for seat in game["seats"] if seat["kind"] == "bot"}
        self.sent: list[Sent] = []
        self.over = False
        self.checked = 0
        """Actions that an earlier round has held against the rows."""

    # -- playing ------------------------------------------------------------------------

    def act(self, client: httpx.Client, rng: Random) -> None:
        """One action of whichever side must choose."""
        for side, token in self.seats.items():
            headers = {"Grognard-Seat": token}
            answer = client.get(f"/api/games/{self.id}/state", headers=headers)
            if answer.status_code != 200:
                return  # away for the moment; what was asked for is only looked at
            state = answer.json()
            self.over = self.over or state["over"]
            if state["decision"]:
                self._send(client, rng, side, headers, state)
                return

    def _send(
        self, client: httpx.Client, rng: Random, side: str, headers: dict[str, str], state: Plain
    ) -> None:
        choice = rng.choice(state["decision"]["choices"])
        wish = {"seq": state["seq"], "act": {"kind": choice["kind"],
                                             "arg": rng.choice(choice["args"])}}  # fmt: skip
        self.sent.append(Sent(side, choice["kind"], state["seq"], None))
        answer = client.post(f"/api/games/{self.id}/act", json=wish, headers=headers)
        if answer.status_code == 200:
            self.sent[-1] = self.sent[-1]._replace(after=answer.json()["seq"])
        elif answer.status_code == 409:
            self.sent.pop()  # refused, and so not done
        elif answer.status_code < 500:
            raise AssertionError(answer.text)

    # -- judging ------------------------------------------------------------------------

    def faults(self, rows: list[ActionRow]) -> Iterator[str]:
        """What is lost, in the wrong place, or there without having been sent."""
        end, doubted = 0, True  # set-ups begin with rows of their own
        for sent in self.sent:
            seen = [row.number for row in rows if _counts(row, sent.side)]
            if sent.after is None:
                doubted = True
                continue
            if sent.after > len(seen):
                yield f"{self.id}: lost {sent}"
                return
            first = rows[seen[sent.seq]]
            if first.party != sent.side or first.text.split()[0] != sent.kind:
                yield f"{self.id}: {first.text!r} stands where {sent} was answered"
            if first.number > end and not doubted and rows[end].party not in self.bots:
                yield f"{self.id}: row {end} was never sent"
            end, doubted = seen[sent.after - 1] + 1, bool(self.bots)


def _counts(row: ActionRow, side: str) -> bool:
    """Whether a side's count of changes counts it."""
    return row.kind not in (ASIDE, REST) and (not row.secret or row.party == side)


class Players:
    """Act at random until told to stop; what is away is tried again."""

    def __init__(self, served: Served, games: list[Played], luck: int) -> None:
        self.served, self.games, self.luck = served, games, luck
        self._ended = Event()
        self.faults: list[str] = []
        self._threads = [Thread(target=self._play, args=[number]) for number in range(PLAYERS)]

    def __enter__(self) -> "Players":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _play(self, number: int) -> None:
        rng = Random(f"{self.luck} {number}")
        while not self._ended.is_set():
            with suppress(httpx.TransportError), self.served.client() as client:
                while not self._ended.is_set():
                    self._one_act(client, rng)
            time.sleep(0.05)

    def _one_act(self, client: httpx.Client, rng: Random) -> None:
        game = rng.choice(self.games)
        with game.lock:
            try:
                game.act(client, rng)
            except (AssertionError, KeyError) as fault:
                self.faults.append(f"{game.id}: {fault!r}")


def new_games(served: Served, games: list[Played], count: int = GAMES) -> list[Played]:
    """As many as there should be: those that are over make room."""
    running = [game for game in games if not game.over]
    with served.client() as client:
        while len(running) < count:
            bots = {"red": BOT} if len(running) % 3 == 0 else {}
            wish = {"box": "miniature", "scenario": "meeting", "players": bots}
            running.append(Played(client.post("/api/games", json=wish).json()))
    return running


def strike(served: Served, what: str, rng: Random) -> None:
    """Kill, and start again what nobody else starts."""
    if what == "process":
        os.kill(rng.choice(served.crew()), SIGKILL)
    elif what == "database":
        served.cluster.kill()
        time.sleep(rng.random())
        served.cluster.start()
    elif what == "crew":
        served.kill()
        served.start()
    else:
        served.kill_all()
        served.cluster.kill()
        served.cluster.start()
        served.start()


def go_on(served: Served, games: list[Played]) -> Iterator[str]:
    """Whether every game goes on: somebody is asked, or it is over, or its bot will choose."""
    with served.client() as client:
        for game in games:
            for _ in range(300):
                states = [client.get(f"/api/games/{game.id}/state",
                                     headers={"Grognard-Seat": token}).json()
                          for token in game.seats.values()]  # fmt: skip
                if any(state.get("over") or state.get("decision") for state in states):
                    break
                time.sleep(0.1)
            else:
                yield f"{game.id}: nobody is asked"


def _rows(database: str, games: list[Played]) -> dict[str, list[ActionRow]]:
    """As they lie in the database now."""
    store = Store(database)
    found = {game.id: store.actions(game.id) for game in games}
    store.close()
    return found


def blows(number: int, rng: Random) -> list[str]:
    """What is killed in a round, one after the other."""
    killed = rng.choices(WHAT, k=STRIKES)
    if number % ALL_IN == ALL_IN - 1:
        killed[-1] = ("crew", "all")[number // ALL_IN % 2]
    return killed


def one_round(served: Served, games: list[Played], luck: int) -> Plain:
    rng = Random(luck)
    killed, before = blows(luck, rng), [len(game.sent) for game in games]
    back = 0.0
    with Players(served, games, luck) as players:
        for what in killed:
            time.sleep(0.5 + 1.5 * rng.random())
            began = time.perf_counter()
            strike(served, what, rng)
            served.wait()
            back = max(back, time.perf_counter() - began)
        time.sleep(0.5)
    faults = [*players.faults, *go_on(served, games)]
    rows = _rows(served.database, games)
    faults += [fault for game in games for fault in game.faults(rows[game.id])]
    fresh = [sent for game, done in zip(games, before, strict=True) for sent in game.sent[done:]]
    answered = sum(sent.after is not None for sent in fresh)
    return {"killed": " ".join(killed), "kills": len(killed), "games": len(games),
            "sent": len(fresh), "answered": answered,
            "in_doubt": len(fresh) - answered,
            "bots_rows": sum(row.party in game.bots for game in games for row in rows[game.id]),
            "back_ms": round(back * 1000), "faults": " / ".join(faults),
            "load": f"{os.getloadavg()[0]:.1f}"}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="kills to have in the end")
    wanted = parser.parse_args().kills
    with (tempfile.TemporaryDirectory() as home, cluster([]) as found,
          found.database() as database):  # fmt: skip
        served = Served(found, database, Path(home), WORKERS, BOTS)
        served.start()
        games: list[Played] = []
        try:
            while KEPT.total("kills") < wanted:
                games = new_games(served, games)
                row = one_round(served, games, KEPT.next_piece())
                KEPT.add(**row)
                print(row, flush=True)
        finally:
            print("stopped with", served.stop())


if __name__ == "__main__":
    main()
