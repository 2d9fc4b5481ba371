"""A server of several processes, for tests and proofs: what ``grognard serve`` starts."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from signal import SIGKILL, SIGTERM
from typing import Any

import httpx

from grognard.server.house import COOKIE
from tests.postgres import Cluster, ended_with_us

Plain = dict[str, Any]

COMMAND = [sys.executable, "-c", "from grognard.cli import main; main()", "serve", "--port", "0"]


class Served:
    """A crew of processes on a database, and how it is reached."""

    def __init__(
        self, cluster: Cluster, database: str, home: Path, workers: int, bots: int,
        more: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.cluster, self.database, self.home = cluster, database, home
        self._wish = ["--workers", str(workers), "--bots", str(bots), *more]
        self._process: subprocess.Popen[str] | None = None
        self.address = self.key = self.metrics = ""

    def start(self) -> None:
        env = os.environ | {"GROGNARD_HOME": str(self.home), "GROGNARD_DATABASE": self.database}
        self._process = subprocess.Popen([*COMMAND, *self._wish], env=env, text=True,
                                         stdout=subprocess.PIPE, stderr=self._log(),
                                         preexec_fn=ended_with_us(SIGTERM))  # fmt: skip
        assert self._process.stdout is not None
        self.address, _, self.key = self._process.stdout.readline().strip().partition("/#host=")
        if "--metrics" in self._wish:
            self.metrics = self._process.stdout.readline().strip()
        self.wait()

    def _log(self) -> Any:
        return (self.home / "server.log").open("ab")

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, cookies={COOKIE: self.key}, timeout=60,
                            trust_env=False)  # fmt: skip

    def wait(self) -> None:
        """Until it answers, its database included."""
        with self.client() as client:
            for _ in range(600):
                try:
                    if client.get("/api/games").status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                time.sleep(0.1)
        raise AssertionError(f"no answer; see {self.home / 'server.log'}")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def crew(self) -> list[int]:
        """Its processes for players and bots: they are forked off one that has all imported."""
        return [pid for server in children(self.pid) for pid in children(server)]

    def kill(self) -> None:
        """The one that minds the others; they notice and end by themselves."""
        assert self._process is not None
        left = self.crew()
        self._process.kill()
        self._process.wait()
        for pid in left:
            wait_for_end(pid)

    def kill_all(self) -> None:
        """All of them at once, as a power cut would."""
        assert self._process is not None
        for pid in [self.pid, *children(self.pid), *self.crew()]:
            os.kill(pid, SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """As systemd does; returns its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(60)


def children(pid: int) -> list[int]:
    try:
        told = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8")
    except OSError:
        return []
    return [int(child) for child in told.split()]


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8")
    except OSError:
        return ""


def wait_for_end(pid: int) -> None:
    for _ in range(600):
        if not command(pid):
            return
        time.sleep(0.1)
    raise AssertionError(f"process {pid} goes on without whoever minded it")
