"""Proof: no record from anywhere brings the server down, slows it or fills its memory.

    .venv/bin/python -m tools.proofs.mutated_records --records 5000

A server is started as `grognard play` starts it. It gets mutated records, some to each row of
docs/proofs/mutated_records.csv, then the crafted positions and a record of 99,000 junk lines as
rows of their own. A row tells the answers by status, the slowest request (on the clock, and in
time of the processor, which does not grow with what else the machine does) and the largest memory
of the server and its readers together. A new run goes on after the last row.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import httpx

from tests.unit.records import crafted, mutated
from tools.proofs.kept import Kept

PIECE = 250
"""Mutated records in one row, unless asked otherwise."""
JUNK = 'format = 1\nbox = "miniature"\nscenario = "meeting"\n---\n' + "blue junk\n" * 99_000
SERVER = ("from pathlib import Path; from grognard.server.running import run; "
          "run(0, False, Path({folder!r}))")

KEPT = Kept("mutated_records", ["what", "records", "answers_201", "answers_422", "other_answers",
                                "slowest_ms", "slowest_cpu_ms", "largest_mb"])


class Slowest:
    """The slowest request so far, in milliseconds on the clock and of the processor."""

    def __init__(self, process: int) -> None:
        self.process, self.clock, self.cpu = process, 0.0, 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        began, used = time.perf_counter(), self._used()
        yield
        self.clock = max(self.clock, 1000 * (time.perf_counter() - began))
        self.cpu = max(self.cpu, 1000 * (self._used() - used))

    def _used(self) -> float:
        """Seconds of the processor that the server, its readers and those gone have used."""
        return sum(map(_cpu, _family(self.process)))


def _cpu(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Memory:
    """Watches how much memory a process and its children have, in bytes."""

    def __init__(self, process: int) -> None:
        self.process, self.largest = process, 0
        self._over = Event()
        self._watch = Thread(target=self._look, daemon=True)
        self._watch.start()

    def _look(self) -> None:
        while not self._over.wait(0.02):
            self.largest = max(self.largest, sum(map(_resident, _family(self.process))))

    def stop(self) -> None:
        self._over.set()
        self._watch.join()


def _family(process: int) -> list[int]:
    found = [process]
    for parent in found:
        tasks = Path(f"/proc/{parent}/task")
        for children in tasks.glob("*/children") if tasks.exists() else ():
            try:
                found += map(int, children.read_text().split())
            except OSError:
                continue
    return found


def _resident(process: int) -> int:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving() -> Iterator[tuple[httpx.Client, Memory]]:
    """A server of its own, as a player starts it."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER.format(folder=folder)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "GROGNARD_HOME": folder})
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        memory = Memory(server.pid)
        try:
            with httpx.Client(base_url=address, timeout=120) as client:
                _shown(client, "")  # the boxes are read once, as the first page does
                yield client, memory
        finally:
            memory.stop()
            server.terminate()
            server.wait()


def _shown(client: httpx.Client, record: str) -> None:
    client.get("/api/boxes")
    for box in ("narva", "eastfront", "miniature"):
        client.post("/api/games", json={"box": box})
    client.post("/api/games/import", json={"record": record})


def send(client: httpx.Client, records: Iterable[str], slowest: Slowest) -> Counter[int]:
    """The answers by status; each game is looked at and deleted."""
    answers: Counter[int] = Counter()
    for record in records:
        with slowest.timed():
            answer = client.post("/api/games/import", json={"record": record})
        answers[answer.status_code] += 1
        if answer.status_code == 201:
            answers.update(_looked_at(client, answer.json()))
        elif answer.status_code != 422 or not answer.json().get("detail"):
            answers[599] += 1
    return answers


def _looked_at(client: httpx.Client, game: dict[str, object]) -> list[int]:
    """The statuses, other than good ones, of a look from every seat at an imported game."""
    path, seats = f"/api/games/{game['id']}", game["seats"]
    assert isinstance(seats, list)
    found = [client.get(f"{path}/state", headers={"Grognard-Seat": seat["token"]}).status_code
             for seat in seats if seat["token"]]
    found.append(client.delete(path).status_code)
    return [status for status in found if status >= 400]


def one_row(what: str, records: list[str]) -> None:
    with serving() as (client, memory):
        slowest = Slowest(memory.process)
        answers = send(client, records, slowest)
    good = answers[201] + answers[422]
    KEPT.add(what=what, records=len(records), answers_201=answers[201], answers_422=answers[422],
             other_answers=answers.total() - good, slowest_ms=round(slowest.clock),
             slowest_cpu_ms=round(slowest.cpu), largest_mb=round(memory.largest / 1e6))


def _seeds_done() -> int:
    return sum(int(row["records"]) for row in KEPT.rows() if row["what"].startswith("seeds"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--records", type=int, default=5000)
    parser.add_argument("--piece", type=int, default=PIECE)
    asked = parser.parse_args()
    done = {row["what"] for row in KEPT.rows()}
    if "crafted" not in done:
        one_row("crafted", [crafted.crafted_record(name) for name in crafted.CRAFTED])
    if "junk" not in done:
        one_row("junk", [JUNK] * 3)
    while (first := _seeds_done()) < asked.records:
        seeds = range(first, min(first + asked.piece, asked.records))
        one_row(f"seeds {seeds[0]}-{seeds[-1]}", [mutated.mutated(seed) for seed in seeds])
    print(f"{KEPT.total('records')} records, {KEPT.total('other_answers')} other answers")


if __name__ == "__main__":
    main()
