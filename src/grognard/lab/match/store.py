"""Where a match is kept: a folder that survives a kill.

``match.json`` says what is played, ``games.jsonl`` gets a line as each game ends, and
``games.parquet`` is written from it at the end, for polars, pandas or any other tool.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.lab.match.batch import Crash, Outcome
from grognard.lab.match.playing import Played, Task

if TYPE_CHECKING:
    import polars

PLAN, GAMES, PARQUET, CRASHES, REPORT = (
    "match.json", "games.jsonl", "games.parquet", "crashes", "report.html")


class Plan(msgspec.Struct, frozen=True):
    """What a folder holds games of."""

    task: Task
    paired: bool
    commit: str = ""
    """Of the code that plays: rows of different bots are not mixed."""
    fingerprint: str = ""
    """Of the box's data."""


class OtherMatch(Exception):
    """The folder holds something else."""


class NoExtra(Exception):
    """A part of Grognard that is installed apart."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what}: pip install 'grognard[{extra}]'")


class Store:
    """A match in a folder."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        folder.mkdir(parents=True, exist_ok=True)
        self._check_plan()

    def __repr__(self) -> str:
        return f"<Store {self.folder}>"

    def _check_plan(self) -> None:
        path = self.folder / PLAN
        if not path.exists():
            path.write_bytes(msgspec.json.format(msgspec.json.encode(self.plan)))
            return
        kept = msgspec.json.decode(path.read_bytes(), type=Plan)
        if kept != self.plan:
            differ = [name for name in Plan.__struct_fields__
                      if getattr(kept, name) != getattr(self.plan, name)]
            raise OtherMatch(f"{self.folder}: holds another match (other {', '.join(differ)}); "
                             "name another folder")

    def rows(self) -> list[Played]:
        """All games that were played to their end."""
        return list(read_rows(self.folder))

    def add(self, outcome: Outcome) -> None:
        """Keep a game before the next one is waited for."""
        if isinstance(outcome, Crash):
            self._keep_crash(outcome)
            return
        with (self.folder / GAMES).open("ab") as file:
            file.write(msgspec.json.encode(outcome) + b"\n")

    def _keep_crash(self, crash: Crash) -> None:
        folder = self.folder / CRASHES
        folder.mkdir(exist_ok=True)
        name = f"{crash.seed}-{'swapped' if crash.swapped else 'straight'}"
        (folder / f"{name}.txt").write_text(f"{crash.fault}\n\n{crash.told}", "utf-8")
        if crash.record:
            (folder / f"{name}.record").write_text(crash.record, "utf-8")

    def write_parquet(self) -> Path:
        """The rows as a table; raises :class:`NoExtra`."""
        path = self.folder / PARQUET
        frame(self.rows()).write_parquet(path)
        return path


def read_rows(folder: Path) -> Iterator[Played]:
    """The games of a folder; a last line that a kill cut short is left out."""
    path = folder / GAMES
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield msgspec.json.decode(line, type=Played)


def mend(folder: Path) -> None:
    """Take away a line that a kill cut short, so that the next one begins a line."""
    path = folder / GAMES
    if path.exists():
        data = path.read_bytes()
        path.write_bytes(data[:data.rfind(b"\n") + 1])


def frame(rows: list[Played]) -> "polars.DataFrame":
    """The rows as a table of polars: one for each game, lists where a side has a value."""
    try:
        import polars
    except ImportError:
        raise NoExtra("Parquet needs polars", "lab") from None
    return polars.DataFrame(msgspec.to_builtins(rows), infer_schema_length=None)
