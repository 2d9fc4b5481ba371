"""Players talk to each other, and note things that nobody else reads."""

import pytest
from starlette.testclient import TestClient

from grognard.server import talk
from grognard.server.keys import MOST, Misses
from tests.unit.server.tables import Table, new_table
from tests.unit.server.test_sharing import Shared, shared, sit_down

__all__ = ["shared"]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "_spoken", Misses())


def test_what_one_says_the_other_hears(shared: Shared) -> None:
    table = new_table(shared.host)
    guest = sit_down(shared, table.id, "blue")
    with shared.host.websocket_connect(f"{table.path}/live") as line:
        line.send_json({"seats": [table["red"].token]})
        assert guest.post("talk", {"text": " <b>Good evening</b> "}).status_code == 204
        while (told := line.receive_json())["type"] != "talk":
            pass
    [said] = told["lines"]
    assert (said["side"], said["name"], said["text"]) == ("blue", "Ivan", "<b>Good evening</b>")
    assert table["red"].get("talk").json()["lines"] == [said]


def test_who_watches_does_not_hear_the_players(shared: Shared) -> None:
    table = new_table(shared.host)
    watcher = sit_down(shared, table.id, "spectator")
    table["red"].post("talk", {"text": "Good evening"})
    assert watcher.get("talk").status_code == 403
    assert watcher.post("talk", {"text": "Hello"}).status_code == 403


def test_talk_outlives_a_restart_and_ends_with_the_game(client: TestClient, table: Table) -> None:
    table["red"].post("talk", {"text": "One"})
    room = client.app.state.room  # type: ignore[attr-defined]
    room.drop(room.open(table.id))
    table["red"].post("talk", {"text": "Two"})
    said = table["blue"].get("talk").json()["lines"]
    assert [(line["n"], line["text"]) for line in said] == [(0, "One"), (1, "Two")]
    assert client.delete(table.path).status_code == 204
    assert room.store.talk(table.id) == []


def test_of_much_talk_the_last_is_kept(
    client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "KEPT", 3)
    for number in range(5):
        table["red"].post("talk", {"text": str(number)})
    room = client.app.state.room  # type: ignore[attr-defined]
    assert [row.text for row in room.store.talk(table.id)] == ["2", "3", "4"]
    said = table["red"].get("talk").json()["lines"]
    assert [line["text"] for line in said] == ["2", "3", "4"]


def test_who_speaks_too_fast_or_too_long_is_not_heard(table: Table) -> None:
    for text in ("", "  ", "x" * 501, "\x00"):
        assert table["red"].post("talk", {"text": text}).status_code == 422
    for _ in range(MOST):
        assert table["red"].post("talk", {"text": "more"}).status_code == 204
    answer = table["red"].post("talk", {"text": "more"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
    assert table["blue"].post("talk", {"text": "at last"}).status_code == 204


def test_a_notepad_is_its_seats_own(client: TestClient, table: Table) -> None:
    red, blue = table["red"], table["blue"]
    assert red.get("notepad").json() == {"text": ""}
    for text in ("first", "He bluffs."):
        answer = client.put(f"{table.path}/notepad", json={"text": text}, headers=red.headers)
        assert answer.status_code == 204
    assert red.get("notepad").json() == {"text": "He bluffs."}
    assert blue.get("notepad").json() == {"text": ""}
    long = {"text": "x" * 10_001}
    answer = client.put(f"{table.path}/notepad", json=long, headers=red.headers)
    assert answer.status_code == 422
