"""A damaged file says so before anything is played, and copies are there to restore it from."""

import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from grognard.cli import run
from grognard.server import Store, backups
from grognard.server.creating import create
from grognard.server.store import NoStore
from grognard.server.wishes import NewGame
from tests.unit.server.tables import toy_room
from tests.unit.server.test_migrations import first_version


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with games in it."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    room = toy_room(tmp_path)
    for number in range(40):
        create(room, NewGame(box="toy", title=f"Game {number}")).act("red", "trap 0202")
    room.close()
    return tmp_path


def damage(file: Path) -> None:
    """Everything behind the first page is overwritten, as a failing disk does it."""
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))


def copies(folder: Path) -> list[Path]:
    return sorted((folder / backups.FOLDER).glob("*"))


def test_a_damaged_database_says_how_to_restore_it(home: Path) -> None:
    damage(home / backups.FILE)
    with pytest.raises(NoStore) as said:
        Store.in_folder(home)
    told = str(said.value)
    assert "games.sqlite: the database is damaged (" in told
    assert "copy a backup of yours to its place" in told
    assert "\n" not in told


def test_the_last_copy_is_named_and_restores(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = backups.fresh_name(home, "0001")
    backups.copy(home / backups.FILE, kept)
    damage(home / backups.FILE)
    assert run(["play", "--no-browser"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"copy {kept}" in line
    for file in home.glob("games.sqlite*"):
        file.unlink()
    shutil.copy(kept, home / backups.FILE)
    store = Store.in_folder(home)
    assert store.count(archived=False) == 40
    store.close()


def test_a_copy_is_kept_before_a_migration(tmp_path: Path) -> None:
    first_version(tmp_path)
    Store.in_folder(tmp_path).close()
    (kept,) = copies(tmp_path)
    assert kept.name.endswith("-before-0001.sqlite")
    with sqlite3.connect(kept) as old:
        assert old.execute("select version_num from alembic_version").fetchall() == [("0001",)]
        assert old.execute("select title from games").fetchall() == [("Old",)]
    Store.in_folder(tmp_path).close()  # nothing to migrate: nothing to copy
    assert copies(tmp_path) == [kept]


def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    Store.in_folder(tmp_path).close()
    assert copies(tmp_path) == []


def test_a_migration_that_cannot_be_copied_first_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_version(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "copy", full)
    with pytest.raises(OSError, match="No space left"):
        Store.in_folder(tmp_path)
    with sqlite3.connect(tmp_path / backups.FILE) as file:
        assert file.execute("select version_num from alembic_version").fetchall() == [("0001",)]


# -- the command --------------------------------------------------------------------------


def test_games_are_copied_while_they_are_played(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = toy_room(home)
    create(room, NewGame(box="toy", title="Just now"))
    target = tmp_path / "copy" / "mine.sqlite"
    assert run(["games", "--backup", str(target)]) == 0
    room.close()
    assert str(target) in capsys.readouterr().out
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with sqlite3.connect(target) as copied:
        titles = {title for (title,) in copied.execute("select title from games")}
    assert len(titles) == 41
    assert "Just now" in titles


def test_no_copy_overwrites_another(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = home / "mine.sqlite"
    target.write_text("precious", "utf-8")
    assert run(["games", "--backup", str(target)]) == 2
    assert "nothing is overwritten" in capsys.readouterr().err
    assert target.read_text("utf-8") == "precious"


def test_a_damaged_file_is_not_copied(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(home / backups.FILE)
    target = home / "mine.sqlite"
    assert run(["games", "--backup", str(target)]) == 2
    assert "not copied" in capsys.readouterr().err
    assert not target.exists()


def test_there_is_nothing_to_copy_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    assert run(["games", "--backup", str(tmp_path / "mine.sqlite")]) == 2
    assert "there are no games yet" in capsys.readouterr().err


def test_games_are_listed_without_tokens(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    listed = capsys.readouterr().out
    assert "Game 0" in listed
    assert "red: person" in listed
    store = Store.in_folder(home)
    ids = [row.id for row in store.games(archived=False)]
    tokens = [seat.token for seats in store.seats_of(ids).values() for seat in seats]
    store.close()
    assert len(tokens) == 80
    assert all(id in listed for id in ids)
    assert not any(token in listed for token in tokens)
