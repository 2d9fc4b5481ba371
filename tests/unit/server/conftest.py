"""Fixtures of the server's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.server import Room, Store, store
from tests.unit.server.tables import Table, new_table, serving, toy_room


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests need not outlive a power cut, and need not wait for the disk."""
    monkeypatch.setitem(store.SQLITE, "synchronous", "OFF")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A server with the toy on its shelf."""
    with serving(toy_room(tmp_path)) as client:
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
