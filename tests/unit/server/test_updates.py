"""A running game outlives a change of its box: it goes on from the last line that still fits."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.server import Room, Store
from tests.unit.server.tables import Plain, Table, new_table, serving


@contextmanager
def server(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The program started anew upon the same data folder."""
    monkeypatch.setenv("GROGNARD_HOME", str(home))
    with serving(Room(Store.in_folder(home))) as client:
        yield client


def moved_far(client: TestClient) -> Table:
    """Blue's guard has gone three hexes, and something came after."""
    table = new_table(client, box="miniature", scenario="bridgehead", dice="typed",
                      options={"fog": False})
    for side, gun in (("blue", "0203"), ("red", "0604")):
        table[side].does("order hold")
        table[side].does(f"gun {gun}")
    table["blue"].post("roll", {"seq": table["blue"].state()["seq"], "outcome": "blue"})
    table["blue"].does("move BG to 0203")
    table["blue"].does("move BL")
    return table


def slow_guard(home: Path) -> None:
    """The box says now that the guard has one movement point."""
    folder = home / "overrides" / "miniature"
    folder.mkdir(parents=True)
    (folder / "counters.csv").write_text("code,moves\nBG,1\n", "utf-8")


def guard(state: Plain) -> str:
    pieces = state["scene"]["pieces"]
    return str(next(piece["at"] for piece in pieces if piece.get("unit") == 0))


def test_a_box_that_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(tmp_path, monkeypatch) as client:
        table = moved_far(client)
        first = client.get(table.game["table"]).json()["fingerprint"]
        assert guard(table["blue"].state()) == "hex:0203"
        assert table["blue"].state()["notices"] == []
    slow_guard(tmp_path)
    with server(tmp_path, monkeypatch) as client:
        table = Table(client, table.game)
        assert client.get(table.game["table"]).json()["fingerprint"] != first
        state = table["blue"].state()
        assert guard(state) == "hex:0402"
        assert state["decision"]["prompt"].startswith("Blue: where does BG go?")
        told = [table["blue"].get(f"state?lang={lang}").json()["notices"] for lang in ("en", "fr")]
        english, french = (notices[0]["sentence"] for notices in told)
        assert english.startswith("The line “blue to 0203” does not fit any more:")
        assert english.endswith("kept aside (2); the game goes on from there.")
        assert french.startswith("La ligne «\xa0blue to 0203\xa0»")
        assert table["blue"].does("to 0402")["notices"] == told[0]


def test_the_list_of_games_tells_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(tmp_path, monkeypatch) as client:
        table = moved_far(client)
    slow_guard(tmp_path)
    with server(tmp_path, monkeypatch) as client:
        Table(client, table.game)["blue"].does("to 0402")
    with server(tmp_path, monkeypatch) as client:
        state = Table(client, table.game)["blue"].state()
        assert state["decision"]["prompt"].startswith("Blue: choose a counter to act")
        (listed,) = client.get("/api/games?lang=fr").json()["games"]
        assert [notice["code"] for notice in listed["notices"]] == ["set-aside"]


def test_a_change_that_concerns_no_line_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, monkeypatch) as client:
        table = moved_far(client)
        before = table["blue"].state()["scene"]
    folder = tmp_path / "overrides" / "miniature"
    folder.mkdir(parents=True)
    (folder / "counters.csv").write_text("code,strength\nRG,5\n", "utf-8")
    with server(tmp_path, monkeypatch) as client:
        state = Table(client, table.game)["blue"].state()
        assert state["notices"] == []
        assert state["scene"] == before
