"""Proof: how a server of several processes bears many live games.

    .venv/bin/python -m tools.proofs.crowds --games 500 --workers 4 --seconds 60

A server with its PostgreSQL, all on this machine. Every game has both its sockets open and one
action every ten seconds from whichever side must choose, as a browser sends it. A row of
docs/proofs/crowds.csv tells how long actions took from the request to the answer, what the
processes of the server worked for each, how much memory an open game took, and what else the
machine did: on a busy one the clock tells more of the others than of the server. It stops by
itself.
"""

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from grognard.server.house import COOKIE
from tests.postgres import cluster
from tests.served import Plain, Served
from tools.proofs.kept import Kept

PAUSE = 10.0
"""Seconds between two actions of a game."""
AT_ONCE = 20
"""Games that are created, and sockets that are opened, at the same time."""
CONNECTIONS = 200

KEPT = Kept("crowds", ["box", "games", "workers", "sockets", "seconds", "actions", "refused",
                       "failed", "p50_ms", "p95_ms", "p99_ms", "cpu_ms_action", "messages",
                       "kb_game", "load_before", "load_after"])


class Choice(msgspec.Struct):
    kind: str
    args: list[int]


class Asked(msgspec.Struct):
    choices: list[Choice]


class Seen(msgspec.Struct):
    """What a client must know of a state, or of a difference, to act."""

    version: int
    seq: int
    decision: Asked | msgspec.UnsetType | None = msgspec.UNSET


class News(msgspec.Struct):
    """What a socket tells, or the answer to an action."""

    state: Seen | None = None
    difference: Seen | None = None


class Side:
    """A browser at one side of a game."""

    def __init__(self, game: str, token: str) -> None:
        self.path, self.headers = f"/api/games/{game}", {"Grognard-Seat": token}
        self.token = token
        self.seen: Seen | None = None

    def hear(self, told: str | bytes) -> None:
        """A state, or what changed in it; an older one than is known says nothing."""
        news = msgspec.json.decode(told, type=News)
        fresh = news.state or news.difference
        if fresh is None or (self.seen is not None and fresh.seq < self.seen.seq):
            return
        if fresh.decision is msgspec.UNSET and self.seen is not None:
            fresh.decision = self.seen.decision
        self.seen = fresh

    @property
    def asked(self) -> bool:
        return self.seen is not None and isinstance(self.seen.decision, Asked)

    async def act(self, client: httpx.AsyncClient, rng: Random) -> httpx.Response:
        seen = self.seen
        assert seen is not None
        assert isinstance(seen.decision, Asked)
        choice = rng.choice(seen.decision.choices)
        wish = {"seq": seen.seq, "act": {"kind": choice.kind, "arg": rng.choice(choice.args)}}
        holds = {"Grognard-Holds": str(seen.version)}
        return await client.post(f"{self.path}/act", json=wish, headers=self.headers | holds)


class Crowd:
    """All who play, and what they notice."""

    def __init__(self, served: Served, client: httpx.AsyncClient) -> None:
        self.served, self.client = served, client
        self.times: list[float] = []
        self.refused = self.failed = self.messages = 0
        self.games: list[list[Side]] = []
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def create(self, box: str, scenario: str) -> None:
        async with self._gate:
            wish = {"box": box, "scenario": scenario}
            game = (await self.client.post("/api/games", json=wish)).json()
            self.games.append([Side(game["id"], seat["token"]) for seat in game["seats"]])

    async def watch(self, side: Side, sockets: AsyncExitStack) -> None:
        async with self._gate:
            address = self.served.address.replace("http", "ws") + f"{side.path}/live"
            line = await sockets.enter_async_context(
                connect(address, proxy=None, max_size=None, compression=None, open_timeout=120))
            await line.send(msgspec.json.encode({"seats": [side.token], "lang": "en"}).decode())
            side.hear(await line.recv())
        self._listening.append(asyncio.create_task(self._listen(line, side)))

    async def _listen(self, line: ClientConnection, side: Side) -> None:
        async for told in line:
            side.hear(told)
            self.messages += 1

    async def play(self, game: list[Side], until: float, rng: Random) -> None:
        await asyncio.sleep(PAUSE * rng.random())
        while time.perf_counter() < until:
            began = time.perf_counter()
            with suppress(httpx.TransportError):
                await self._one_act(game, rng)
            await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))

    async def _one_act(self, game: list[Side], rng: Random) -> None:
        side = next((side for side in game if side.asked), None)
        if side is None:
            return  # over, or the news are still on their way
        began = time.perf_counter()
        answer = await side.act(self.client, rng)
        self._note(answer.status_code, time.perf_counter() - began)
        if answer.status_code == 200:
            side.hear(answer.content)

    def _note(self, status: int, seconds: float) -> None:
        if status == 200:
            self.times.append(seconds * 1000)
        elif status in (409, 422):
            self.refused += 1
        else:
            self.failed += 1

    async def run(self, count: int, box: str, scenario: str, seconds: float) -> Plain:
        """Everybody sits down, plays, and is counted."""
        self._listening: list[asyncio.Task[None]] = []
        pids, rng = self.served.crew(), Random(1)
        await asyncio.gather(*(self.client.get("/api/about") for _ in range(20)))
        empty, before = memory(pids), os.getloadavg()[0]
        async with asyncio.TaskGroup() as tasks:
            for _ in range(count):
                tasks.create_task(self.create(box, scenario))
        async with AsyncExitStack() as sockets:
            await asyncio.gather(*(self.watch(side, sockets) for game in self.games
                                   for side in game))  # fmt: skip
            print(f"{count} games, {len(self._listening)} sockets", flush=True)
            worked, until = cpu(pids), time.perf_counter() + seconds
            await asyncio.gather(*(self.play(game, until, Random(rng.random()))
                                   for game in self.games))  # fmt: skip
            worked = cpu(pids) - worked
            grown = memory(pids) - empty
            for task in self._listening:
                task.cancel()
        return {"sockets": len(self._listening), "actions": len(self.times),
                "refused": self.refused, "failed": self.failed, **percentiles(self.times),
                "cpu_ms_action": round(worked / max(1, len(self.times)), 1),
                "messages": self.messages, "kb_game": round(grown / count),
                "load_before": f"{before:.1f}", "load_after": f"{os.getloadavg()[0]:.1f}"}


def percentiles(times: list[float]) -> dict[str, int]:
    cuts = quantiles(times, n=100)
    return {f"p{number}_ms": round(cuts[number - 1]) for number in (50, 95, 99)}


def cpu(pids: list[int]) -> float:
    """Milliseconds that processes have worked."""
    ticks = 0
    for pid in pids:
        parts = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        ticks += int(parts[11]) + int(parts[12])
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")


def memory(pids: list[int]) -> int:
    """Kilobytes of processes, what they share counted once."""
    found = 0
    for pid in pids:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8")
        found += next(int(line.split()[1]) for line in told.splitlines()
                      if line.startswith("Pss:"))  # fmt: skip
    return found


async def crowd(served: Served, wish: argparse.Namespace) -> Plain:
    limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
    async with httpx.AsyncClient(base_url=served.address, cookies={COOKIE: served.key},
                                 timeout=120, limits=limits, trust_env=False) as client:
        return await Crowd(served, client).run(wish.games, wish.box, wish.scenario, wish.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--box", default="miniature")
    parser.add_argument("--scenario", default="meeting")
    wish = parser.parse_args()
    with (tempfile.TemporaryDirectory() as home, cluster([]) as found,
          found.database() as database):  # fmt: skip
        served = Served(found, database, Path(home), wish.workers, bots=0)
        served.start()
        try:
            row: dict[str, Any] = asyncio.run(crowd(served, wish))
        finally:
            served.stop()
    KEPT.add(box=f"{wish.box}/{wish.scenario}", games=wish.games, workers=wish.workers,
             seconds=round(wish.seconds), **row)
    print(row)


if __name__ == "__main__":
    main()
