"""The websocket tells every seat what it may know."""

from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from grognard.server.differences import applied
from grognard.server.wire.live import DifferenceEvent, LiveMessage, StateEvent
from grognard.server.wire.state import State
from tests.unit.server.tables import Table, lay_traps, new_table, unnumbered

LIVE = "ws://127.0.0.1"
KNOWN: WeakKeyDictionary[WebSocketTestSession, dict[int, State]] = WeakKeyDictionary()
"""The states that came over each socket."""


def hello(socket: WebSocketTestSession, *seats: str, lang: str = "en") -> list[Any]:
    """Take seats; returns the first state of each."""
    socket.send_json({"seats": list(seats), "lang": lang})
    return [told(socket) for _ in seats]


def told(socket: WebSocketTestSession) -> Any:
    """The state that a message tells, whole or as the difference from one told before."""
    message = msgspec.json.decode(socket.receive_text(), type=LiveMessage)
    known = KNOWN.setdefault(socket, {})
    if isinstance(message, DifferenceEvent):
        state = applied(known[message.difference.base], message.difference)
    else:
        assert isinstance(message, StateEvent), message
        state = message.state
    known[state.version] = state
    return unnumbered(msgspec.json.decode(msgspec.json.encode(state)))


def test_each_seat_is_told_at_once_and_after_a_change(client: TestClient, table: Table) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        first = hello(socket, table["red"].token, table["blue"].token)
        assert [(state["side"], state["seq"]) for state in first] == [("red", 0), ("blue", 0)]
        table["red"].does("trap 0202")
        state = told(socket)
        assert (state["side"], state["seq"]) == ("red", 1)
        assert [line["n"] for line in state["log"]["lines"]] == [0]
        table["red"].undo()
        state = told(socket)
        assert state["log"] == {"length": 0, "from": 0, "lines": []}


def test_a_secret_act_rings_at_nobody_elses_seat(client: TestClient, table: Table) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        hello(socket, table["blue"].token)
        table["red"].does("trap 0202 guard R1")
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}
        table["blue"].does("trap 0203")
        assert told(socket)["seq"] == 1


def test_another_language(client: TestClient, table: Table) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        (state,) = hello(socket, table["red"].token, lang="fr")
        assert state["decision"]["prompt"] == "Rouge pose un piège."
        socket.send_json({"lang": "en"})
        assert told(socket)["decision"]["prompt"] == "Red lays a trap."


def test_a_deleted_game_is_gone(client: TestClient, table: Table) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        hello(socket, table["red"].token)
        client.delete(table.path)
        assert socket.receive_json() == {"type": "gone"}


def test_a_bots_moves_arrive(client: TestClient) -> None:
    bot = {"kind": "bot", "bot": "recruit"}
    table = new_table(client, players={"blue": bot})
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        (state,) = hello(socket, table["red"].token)
        for act in ("trap 0202", "guard R1"):
            table["red"].does(act)
        while state["decision"] is None or state["decision"]["choices"][0]["kind"] != "move":
            state = told(socket)
        assert "All sides have chosen." in [
            line["sentence"] for line in table["red"].get("log").json()["lines"]
        ]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("nonsense", "malformed"),
        ("[]", "malformed"),
        ("{}", "field"),
        ('{"seats": []}', "field"),
        ('{"seats": [7]}', "field"),
        ('{"seats": ["x"], "lang": "tlh"}', "field"),
        ('{"seats": ["x"], "lang": []}', "field"),
        ('{"seats": ["x"]}', "no-seat"),
    ],
)
def test_a_first_message_that_does_not_fit(
    client: TestClient, table: Table, first: str, code: str
) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        socket.send_text(first)
        message = socket.receive_json()
        assert (message["type"], message["error"]["code"]) == ("error", code)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_bytes_end_the_talk(client: TestClient, table: Table) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        socket.send_bytes(b"\x00")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_page_from_elsewhere_cannot_listen(client: TestClient, table: Table) -> None:
    headers = {"Origin": "http://elsewhere.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{LIVE}{table.path}/live", headers=headers),
    ):
        pass


def test_an_unknown_game_is_gone(client: TestClient) -> None:
    with client.websocket_connect(f"{LIVE}/api/games/none/live") as socket:
        socket.send_json({"seats": ["x"]})
        assert socket.receive_json() == {"type": "gone"}


def test_all_changes_arrive_in_the_end(client: TestClient, table: Table) -> None:
    """Several may come as one message, but none is forgotten."""
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        first = hello(socket, table["red"].token, table["blue"].token)
        lay_traps(table)
        now = {side: seat.state() for side, seat in table.seats.items()}
        last = {state["side"]: state for state in first}
        while any(last[side]["seq"] < state["seq"] for side, state in now.items()):
            state = told(socket)
            last[state["side"]] = state
        assert {side: state["scene"] for side, state in last.items()} == {
            side: state["scene"] for side, state in now.items()
        }
