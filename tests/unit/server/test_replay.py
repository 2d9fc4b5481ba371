"""Looking back, trying what if, and record files."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.unit.server.tables import Table, lay_traps, mover, new_table, opened


def finished(client: TestClient, luck: int = 1) -> Table:
    table = new_table(client)
    table.play_on(Random(luck), 100)
    assert table["red"].state()["over"]
    return table


def test_the_last_stop_is_now(table: Table) -> None:
    lay_traps(table)
    red = table["red"]
    stops = red.get("replay").json()["stops"]
    last = red.get(f"replay/{stops - 1}").json()
    state = red.state()
    assert last["scene"] == state["scene"]
    assert last["waiting"] == state["waiting"]
    assert last["stops"] == stops


def test_all_stops_together_tell_the_log(table: Table) -> None:
    table.play_on(Random(2), 12)
    for seat in table.seats.values():
        stops = seat.get("replay").json()["stops"]
        lines = [line["sentence"] for stop in range(stops)
                 for line in seat.get(f"replay/{stop}").json()["lines"]]
        assert lines == [line["sentence"] for line in seat.get("log").json()["lines"]]


def test_the_past_changes_with_an_undo(table: Table) -> None:
    red = table["red"]
    red.does("trap 0202")
    assert red.get("replay").json()["stops"] == 2
    red.undo()
    assert red.get("replay").json()["stops"] == 1
    red.does("trap 0203")
    assert red.get("replay/1").json()["lines"][0]["sentence"] == "Red lays a trap in 0203."


def test_marks_say_where_turns_begin(client: TestClient) -> None:
    table = finished(client)
    marks = table["red"].get("replay").json()["marks"]
    assert [mark["turn"] for mark in marks] == sorted({mark["turn"] for mark in marks})
    assert marks[0]["stop"] == 0


def test_after_the_end_anybody_looks_with_any_eyes(client: TestClient) -> None:
    table = finished(client)
    assert table["red"].get("replay/3?side=blue").json()["side"] == "blue"
    assert table["red"].get("replay/3?side=green").json()["code"] == "unknown-side"


def test_stops_of_both_sides_are_told_by_the_moment_only_after_the_end(
    client: TestClient, table: Table
) -> None:
    assert "moments" not in table["red"].get("replay").json()
    ended = finished(client)
    red, blue = (ended["red"].get(f"replay?side={side}").json() for side in ("red", "blue"))
    for seen in (red, blue):
        assert len(seen["moments"]) == seen["stops"]
        assert seen["moments"] == sorted(set(seen["moments"]))
    assert red["moments"] != blue["moments"]  # each has seen things of its own


@pytest.mark.parametrize("stop", ["-1", "1", "99999999999999999999", "x", "1.5"])
def test_a_stop_that_is_not_there(table: Table, stop: str) -> None:
    answer = table["red"].get(f"replay/{stop}")
    assert answer.status_code in (404, 422)
    assert answer.json()["code"] in ("unknown-stop", "field")


# -- what if ------------------------------------------------------------------------------


def test_a_finished_game_forks_exactly(client: TestClient) -> None:
    table = finished(client)
    stops = table["red"].get("replay").json()["stops"]
    whole = [line["sentence"] for line in table["red"].get("log").json()["lines"]]
    known = compared = 0
    for stop in range(stops):
        there = table["red"].get(f"replay/{stop}").json()
        known += len(there["lines"])
        fork = Table(client, table["red"].post("fork", {"stop": stop}).json())
        assert fork.game["fork_of"] == table.id
        here = [line["sentence"] for line in fork["red"].get("log").json()["lines"]]
        assert here[:known] == whole[:known]
        if there["waiting"] and len(here) == known:
            # else dice come next, which are new, or a forced choice, which the fork makes at once
            assert fork["red"].state()["scene"] == there["scene"]
            compared += 1
    assert compared


def test_a_running_game_forks_from_what_the_seat_knows(client: TestClient, table: Table) -> None:
    table["red"].does("trap 0202 guard R1")
    table["blue"].does("trap 0203 guard B1")
    red = table["red"]
    guessed = set()
    for _ in range(12):
        answer = red.post("fork", {})
        assert answer.status_code == 201, answer.text
        fork = Table(client, answer.json())
        assert fork["red"].state()["scene"] == red.state()["scene"]
        guessed.add(opened(client, fork).play.state.guard["blue"])
        assert opened(client, fork).play.state.guard["red"] == 0
    assert len(guessed) == 2  # B1 or B2, red cannot know


def test_a_fork_of_a_running_game_outlives_the_server(client: TestClient, table: Table) -> None:
    table["red"].does("trap 0202 guard R1")
    table["blue"].does("trap 0203 guard B1")
    fork = Table(client, table["red"].post("fork", {"dice": "machine"}).json())
    mover(fork).does("done")
    room = client.app.state.room  # type: ignore[attr-defined]
    before = {side: seat.state() for side, seat in fork.seats.items()}
    room.drop(room.open(fork.id))
    assert {side: seat.state() for side, seat in fork.seats.items()} == before


def test_a_fork_can_be_played_by_others(client: TestClient, table: Table) -> None:
    answer = table["red"].post("fork", {"players": {"blue": {"kind": "bot", "bot": "recruit"}}})
    kinds = {seat["side"]: seat["kind"] for seat in answer.json()["seats"]}
    assert kinds == {"red": "person", "blue": "bot"}
    answer = table["red"].post("fork", {"stop": 5})
    assert (answer.status_code, answer.json()["field"]) == (422, "stop")


# -- records ------------------------------------------------------------------------------


def record_of(client: TestClient, table: Table) -> str:
    both = {"Grognard-Seat": ",".join(seat.token for seat in table.seats.values())}
    answer = client.get(f"{table.path}/record", headers=both)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def imported(client: TestClient, record: str, **more: Any) -> Table:
    answer = client.post("/api/games/import", json={"record": record, **more})
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def test_a_record_comes_back_as_the_same_game(client: TestClient) -> None:
    table = new_table(client, players={"red": {"name": "Anna"}})
    table.play_on(Random(4), 11)
    copy = imported(client, record_of(client, table))
    assert copy.game["seats"][0]["name"] == "Anna"
    for side in ("red", "blue"):
        here, there = copy[side].state(), table[side].state()
        assert here["scene"] == there["scene"]
        assert here["decision"] == there["decision"]
        assert here["log"]["lines"] == there["log"]["lines"]
    assert record_of(client, copy) == record_of(client, table)


def test_a_record_that_does_not_fit_to_its_end(client: TestClient, tmp_path: Path) -> None:
    table = new_table(client)
    table["red"].does("trap 0202")
    record = record_of(client, table) + "red guard B1\nblue trap 0203\n"
    copy = imported(client, record)
    (notice,) = copy["red"].state()["notices"]
    assert "red guard B1" in notice["sentence"]
    assert copy["red"].state()["decision"]["choices"][0]["kind"] == "guard"
    room = client.app.state.room  # type: ignore[attr-defined]
    assert [row.text for row in room.store.actions(copy.id)][:2] == [
        "trap 0202", "red guard B1\nblue trap 0203",
    ]
    before = {side: seat.state() for side, seat in copy.seats.items()}
    room.drop(room.open(copy.id))
    assert {side: seat.state() for side, seat in copy.seats.items()} == before


@pytest.mark.parametrize(
    "record",
    ["", "---", "format = 1\n---", 'format = 9\nbox = "toy"\nscenario = "only"\n---',
     'format = 1\nbox = "none"\nscenario = "only"\n---',
     'format = 1\nbox = "toy"\nscenario = "none"\n---',
     'format = 1\nbox = "toy"\nscenario = "only"\nposition = "{}"\nfingerprint = "0"\n---',
     "\x00"],
)  # fmt: skip
def test_a_record_that_cannot_be_read(client: TestClient, record: str) -> None:
    answer = client.post("/api/games/import", json={"record": record})
    assert (answer.status_code, answer.json()["field"]) == (422, "record"), answer.text
    assert client.get("/api/games").json()["games"] == []


SAVES = Path(__file__).parents[2] / "saves"


def test_old_records_can_be_imported_and_damaged_ones_are_told(installed: TestClient) -> None:
    paths = sorted(SAVES.rglob("*.record"))
    assert paths
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        answer = installed.post("/api/games/import", json={"record": text})
        assert answer.status_code in (201, 422), path
        if answer.status_code == 422:
            assert answer.json()["field"] == "record", path
        damaged = answer.status_code == 422 or bool(answer.json()["notices"])
        assert damaged <= ("damaged" in path.parts), path
