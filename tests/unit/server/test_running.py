"""Listening on this machine, serving the client, and bots at the table."""

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from socket import socket

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

import grognard.ai.bots as barracks
from grognard.core.actions import Action
from grognard.server import PortTaken, Sharing, create_app, running
from grognard.server.running import HOST, config, listen, run
from tests.unit.server.tables import HOME, Table, new_table, opened, toy_room


def test_a_taken_port_is_said() -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        assert taken.getsockname()[0] == HOST == "127.0.0.1"
        with pytest.raises(PortTaken, match=f"port {port} is taken"):
            listen(port)


def test_without_a_wish_any_port_will_do() -> None:
    with listen(None) as first, listen(None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]


def test_only_a_shared_table_listens_beyond_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    heard: list[tuple[str, str, Sequence[str]]] = []

    def serve(app: FastAPI, listening: socket, page: str, proxies: Sequence[str]) -> None:
        with listening:
            heard.append((listening.getsockname()[0], page, proxies))
        app.state.room.close()

    monkeypatch.setattr(running, "serve", serve)
    run(0, open_browser=False, folder=tmp_path)
    assert "#host=" not in capsys.readouterr().out
    run(0, open_browser=False, folder=tmp_path, sharing=Sharing(proxies=["192.0.2.9"]))
    assert heard == [("127.0.0.1", "", ()), ("0.0.0.0", "", ["192.0.2.9"])]
    said = capsys.readouterr().out
    assert "#host=" in said.splitlines()[0]
    assert "Whoever has no link sees this program and printed maps, but no game." in said


def test_nobody_is_believed_who_says_where_a_request_comes_from(tmp_path: Path) -> None:
    room = toy_room(tmp_path)
    app = create_app(room)
    assert not config(app).proxy_headers
    trusting = config(app, ["192.0.2.9"])
    assert (trusting.proxy_headers, trusting.forwarded_allow_ips) == (True, ["192.0.2.9"])
    room.close()


def test_the_built_client_is_served(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>Grognard</title>", encoding="utf-8")
    (static / "assets" / "x-1.js").write_text("1", encoding="utf-8")
    app = create_app(toy_room(tmp_path), static=static)
    with TestClient(app, base_url=HOME) as client:
        for path in ("/", "/games/abc", "/index.html"):
            page = client.get(path)
            assert "Grognard" in page.text
            assert page.headers["cache-control"] == "no-cache"
            assert "default-src 'self'" in page.headers["content-security-policy"]
        assert "immutable" in client.get("/assets/x-1.js").headers["cache-control"]
        assert client.get("/assets/none.js").status_code == 404
        assert client.get("/api/none").json()["code"] == "not-found"
        assert client.get("/../../etc/passwd").text == client.get("/").text


# -- bots ---------------------------------------------------------------------------------

BOT = {"kind": "bot", "bot": "recruit"}


def wait_for(client: TestClient, table: Table, sides: set[str]) -> None:
    """Until one of these sides must choose, or the end."""
    for _ in range(2000):
        game = opened(client, table)
        with game.lock:
            if game.play.is_over or sides & game.play.decisions.keys():
                return
        time.sleep(0.01)
    raise AssertionError("the bots have stalled")


def test_a_game_against_a_bot_goes_to_its_end(client: TestClient) -> None:
    table = new_table(client, players={"blue": BOT})
    rng = Random(1)
    while not opened(client, table).play.is_over:
        wait_for(client, table, {"red"})
        state = table["red"].state()
        atom = table["red"].random_atom(rng, state)
        if atom is not None:
            assert table["red"].act(atom, state["seq"]).status_code in (200, 409)
    assert table["red"].state()["result"]


def test_two_bots_can_be_watched_but_not_helped(client: TestClient) -> None:
    table = new_table(client, players={"red": BOT, "blue": BOT})
    wait_for(client, table, set())
    state = table["red"].state()
    assert state["over"]
    assert state["undo"]["code"] == "not-your-seat"
    answer = table["red"].act("done")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")


def test_a_bot_that_takes_a_seat_plays_on(client: TestClient, table: Table) -> None:
    table["red"].does("trap 0202 guard R1")
    changed = client.patch(table.path, json={"players": {"blue": BOT}}).json()
    assert changed["seats"][1]["token"] == ""
    wait_for(client, table, {"red"})
    assert table["red"].state()["log"]["length"] > 1


def test_a_bot_that_fails_does_not_stall_the_game(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deserter:
        def __init__(self, rng: Random) -> None: ...

        def choose(self, *_: object) -> Action:
            raise RuntimeError("gone home")

    class Cheat(Deserter):
        def choose(self, *_: object) -> Action:
            return Action("move", 99)

    for fellow in (Deserter, Cheat):
        monkeypatch.setitem(barracks._makers, "recruit", fellow)
        table = new_table(client, players={"red": BOT, "blue": BOT})
        wait_for(client, table, set())
        assert opened(client, table).play.is_over


def test_a_bots_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    room = toy_room(tmp_path)
    with TestClient(create_app(room), base_url=HOME) as client:
        table = new_table(client, players={"blue": BOT})
        table["red"].does("trap 0202 guard R1")
    with TestClient(create_app(toy_room(tmp_path)), base_url=HOME) as client:
        again = Table(client, table.game)
        again["red"].state()
        wait_for(client, again, {"red"})
