"""All that a database keeps moves into another, from a file to PostgreSQL and back."""

import stat
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.cli.app import run
from grognard.records import text
from grognard.server import Store
from grognard.server.health import health
from grognard.server.moving import NotEmpty, backup, copy, restore, tables
from grognard.server.store import NoStore
from tests import postgres
from tests.unit.server.tables import ON_BOTH, Home, Table, new_table, serving, toy_room


def content(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with store.engine.connect() as connection:
        return {table.name: sorted((tuple(row) for row in connection.execute(sa.select(table))),
                                   key=repr) for table in tables()}  # fmt: skip


def played(home: Home) -> Table:
    """A database with a game in it, with talk and a notepad, and with one that was put away."""
    with serving(toy_room(home)) as client:
        table = new_table(client, title="Été")
        table.play_on(Random(3), 9)
        table["red"].post("talk", {"text": "Ça va?"})
        client.put(f"{table.path}/notepad", json={"text": "hold the ford"},
                   headers=table["red"].headers)  # fmt: skip
        client.patch(new_table(client).path, json={"archived": True})
    return table


@pytest.fixture
def other(cluster: postgres.Cluster) -> Iterator[Store]:
    """An empty PostgreSQL database."""
    with cluster.database() as url:
        store = Store(url)
        yield store
        store.close()


@ON_BOTH
def test_everything_is_copied_and_goes_on(home: Home, other: Store, tmp_path: Path) -> None:
    table = played(home)
    source = home.store()
    before = content(source)
    copied = copy(source, other)
    source.close()
    assert content(other) == before
    assert (copied["games"], copied["seats"], copied["talk"], copied["notepads"]) == (2, 4, 1, 1)
    there = Home(tmp_path, other.engine.url.render_as_string(hide_password=False))
    with serving(toy_room(there)) as client:
        again = Table(client, table.game)
        assert again["red"].get("talk").json()["lines"][0]["text"] == "Ça va?"
        again.play_on(Random(4), 3)


@ON_BOTH
def test_a_backup_brings_everything_back(home: Home, other: Store, tmp_path: Path) -> None:
    played(home)
    store = home.store()
    file = tmp_path / "backup.sqlite"
    backup(store, file)
    before = content(store)
    store.close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.sqlite"]
    restore(file, other)
    assert content(other) == before


def test_no_game_is_overwritten(home: Home, other: Store) -> None:
    played(home)
    source = home.store()
    copy(source, other)
    before = content(other)
    with pytest.raises(NotEmpty):
        copy(source, other)
    assert content(other) == before
    source.close()


def test_a_backup_that_fails_leaves_no_file(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("disk full")

    store = home.store()
    monkeypatch.setattr("grognard.server.moving.copy", full)
    with pytest.raises(OSError, match="disk full"):
        backup(store, tmp_path / "backup.sqlite")
    assert not (tmp_path / "backup.sqlite").exists()
    store.close()


# -- commands -----------------------------------------------------------------------------


def test_the_commands_do_all_this(
    other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    url = other.engine.url.render_as_string(hide_password=False)
    Store.in_folder(tmp_path / "home").close()
    with serving(toy_room(tmp_path / "home")) as client:
        new_table(client)
    file = str(tmp_path / "home" / "games.sqlite")
    assert run(["admin", "copy", file, url]) == 0
    assert "1 games" in capsys.readouterr().out
    assert run(["admin", "copy", file, url]) == 2
    assert "there are games already" in capsys.readouterr().err
    assert run(["admin", "backup", str(tmp_path / "b.sqlite"), "--database", url]) == 0
    assert run(["admin", "backup", str(tmp_path / "b.sqlite"), "--database", url]) == 2
    assert run(["admin", "restore", str(tmp_path / "none.sqlite"), "--database", url]) == 2
    capsys.readouterr()
    assert run(["admin", "health", "--database", url]) == 0
    assert "1 games" in capsys.readouterr().out
    assert run(["admin", "copy", str(tmp_path / "none"), url]) == 2


def test_every_game_is_exported_as_a_record(
    installed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = new_table(installed, "miniature", scenario="meeting")
    assert run(["admin", "export", str(tmp_path / "records")]) == 0
    assert "1 records" in capsys.readouterr().out
    (file,) = (tmp_path / "records").iterdir()
    assert game.id in file.name
    assert text.read(file).head.scenario == "meeting"


def test_health_tells_what_is_wrong(other: Store) -> None:
    url = other.engine.url.render_as_string(hide_password=False)
    assert health(url).faults == []
    with other.engine.begin() as connection:
        connection.execute(sa.text("update alembic_version set version_num = '0001'"))
    (fault,) = health(url).faults
    assert fault.startswith("tables are of version 0001")
    with pytest.raises(NoStore, match="the database cannot be used"):
        health("postgresql+psycopg://nobody@127.0.0.1:1/none")


def test_a_server_needs_a_database_that_processes_can_share(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    for arguments, said in (
        (["--database", f"sqlite:///{tmp_path / 'x.sqlite'}"], "need PostgreSQL"),
        (["--database", "postgresql+psycopg://x@127.0.0.1:1/y"], "cannot be used"),
        (["--database", "x", "--metrics", "here"], "not of the form"),
    ):
        assert run(["serve", *arguments]) == 2
        assert said in capsys.readouterr().err
