"""Fixtures of the server's tests."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from grognard.server import Room, Store, store
from grognard.server.club import passwords
from tests import postgres
from tests.unit.server.tables import Home, Table, new_table, serving, toy_room


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests need not outlive a power cut nor a thief, and need not wait for disk and hash."""
    monkeypatch.setitem(store.SQLITE, "synchronous", "OFF")
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(1, 8, 1))


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL server, one for each process of tests that wants one."""
    with postgres.cluster() as found:
        yield found


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Home]:
    """Where games are kept: in a file, and in tests that ask for both in PostgreSQL, too."""
    kind = getattr(request, "param", "sqlite")
    cluster = request.getfixturevalue("cluster") if kind == "postgresql" else None
    with cluster.database() if cluster else nullcontext("") as database:
        yield Home(tmp_path, database)


@pytest.fixture
def client(home: Home) -> Iterator[TestClient]:
    """A server with the toy on its shelf."""
    with serving(toy_room(home)) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Table:
    """A fresh game of the toy, both seats persons."""
    return new_table(client)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server with all installed boxes on its shelf."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    with serving(Room(Store.in_folder(tmp_path))) as client:
        yield client
