"""A PostgreSQL server of the tests' own: started when first wanted, stopped with the tests.

It listens on a socket in a folder of its own and nowhere else, and its disk need not outlive a
power cut. PostgreSQL refuses to run as root: then it runs as the user that Debian made for it.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import sqlalchemy as sa

from grognard.server import Store

END_WITH_PARENT = 1
"""What ``prctl`` calls the wish to get a signal when whoever started us is gone."""
FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=60"]
BLANK = "grognard_blank"


def binaries() -> Path:
    """Where the newest server lies; it is in nobody's PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        raise FileNotFoundError("no PostgreSQL: tools/system-packages.sh test installs it")
    return found[-1].parent if found else Path(str(on_path)).parent


def servant() -> str | None:
    """Who runs it, if not whoever runs the tests."""
    if os.getuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def ended_with_us(number: int) -> Callable[[], None]:
    """For a process that is to end even if the tests are killed; on Linux, at least."""
    def wish() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(END_WITH_PARENT, number)

    return wish


class Cluster:
    """A server in a folder; killed and started again it has what was committed."""

    def __init__(self, folder: Path, settings: list[str] | None = None) -> None:
        self.folder, self.settings = folder, FAST if settings is None else settings
        self._numbers = count()
        self._process: subprocess.Popen[bytes] | None = None
        if (user := servant()) is not None:
            shutil.chown(folder, user)
        self._run("initdb", "--no-sync", "--auth=trust", "--username=grognard", "--encoding=UTF8",
                  "--no-locale", "-D", str(folder / "data"))

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run([binaries() / program, *arguments], check=True, cwd=self.folder,
                       user=servant(), env=self._env(), stdout=subprocess.DEVNULL)

    def _env(self) -> dict[str, str]:
        return {"PATH": os.defpath, "LC_ALL": "C", "HOME": str(self.folder)}

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _begin(self) -> None:
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", *self.settings]
        command = [str(binaries() / "postgres"), "-D", str(self.folder / "data")]
        options = [part for setting in settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([*command, *options], cwd=self.folder, user=servant(),
                                             env=self._env(), stdout=log, stderr=log,
                                             preexec_fn=ended_with_us(signal.SIGQUIT),
                                             start_new_session=True)  # fmt: skip

    def start(self) -> None:
        """Until it answers. After a kill those who served its connections must have ended first:
        before, it refuses to start."""
        self._begin()
        engine = sa.create_engine(self.url("postgres"))
        for _ in range(600):
            try:
                engine.connect().close()
                engine.dispose()
                return
            except sa.exc.OperationalError:
                time.sleep(0.05)
            if self._process is not None and self._process.poll() is not None:
                self._begin()
        raise AssertionError((self.folder / "log").read_text("utf-8"))

    def url(self, database: str) -> str:
        found = sa.URL.create("postgresql+psycopg", "grognard", database=database,
                              query={"host": str(self.folder)})  # fmt: skip
        return found.render_as_string()

    def kill(self) -> None:
        """In the middle of everything; those who serve its connections notice and end, too."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def do(self, statement: str) -> None:
        engine = sa.create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(statement))
        engine.dispose()

    def make_blank(self) -> None:
        """A database with all tables and no game, which others are copied from."""
        self.do(f"CREATE DATABASE {BLANK}")
        Store(self.url(BLANK)).close()

    @contextmanager
    def database(self, template: str = BLANK) -> Iterator[str]:
        """The address of a fresh database, with all tables unless another template is named."""
        name = f"test_{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield self.url(name)
        self.do(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def cluster(settings: list[str] | None = None) -> Iterator[Cluster]:
    """A running server, gone afterwards with all that it kept."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    found = Cluster(folder, settings)
    found.start()
    try:
        found.make_blank()
        yield found
    finally:
        found.stop()
        shutil.rmtree(folder)
