"""Malformed requests: always a 4xx with a sentence, never a stack trace, the game unchanged."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.unit.server.tables import Table, lay_traps, new_table, opened, serving, toy_room

JUNK: list[Any] = [
    None, True, -1, 0, 1, 2**31, 10**40, 1.5, "", "x", "trap 0202", "é\u0000\n", "9" * 1999,
    "x" * 5000, [], [1], ["x"], {}, {"kind": "trap"}, {"kind": "trap", "arg": -1},
    {"kind": "", "arg": 0}, {"kind": "nothing", "arg": 7}, {"kind": "done", "arg": 5},
    {"kind": "move", "arg": 10**9}, [[[[[[]]]]]],
]  # fmt: skip

RAW = [
    b"", b"{", b"nonsense", b"\xff\xfe", b'"\\ud800"', b"[" * 5000, b"NaN", b"null", b"[]",
    b'{"seq": NaN, "act": "done"}', b'{"seq": 0, "act": "\\ud800"}', b'{"seq": 0, "seq": 1}',
    b'{"seq": 1' + b"0" * 5000 + b', "act": "done"}',
]  # fmt: skip

BODIES: dict[str, Any] = {
    "act": {"seq": 0, "act": "done"},
    "roll": {"seq": 0, "outcome": [1]},
    "undo": {"seq": 0},
    "check": {"act": "done"},
    "preview": {"kind": "move", "arg": 0},
    "odds": {"act": {"kind": "attack", "arg": 2}},
    "fork": {"stop": 0, "players": {"red": {"kind": "person", "name": "x"}}, "dice": "machine"},
}


@pytest.fixture
def lenient(tmp_path: Path) -> Iterator[TestClient]:
    """A server whose defects show as answers, as they would to a client."""
    with serving(toy_room(tmp_path), strict=False) as client:
        yield client


@pytest.fixture
def begun(lenient: TestClient) -> Table:
    table = new_table(lenient, dice="typed")
    lay_traps(table)
    return table


def spoilt(body: Any) -> Iterator[Any]:
    """A body with one part replaced by junk, left out, or added."""
    yield from JUNK
    if not isinstance(body, dict):
        return
    for key in body:
        yield {other: value for other, value in body.items() if other != key}
        for junk in JUNK if not isinstance(body[key], dict) else spoilt(body[key]):
            yield {**body, key: junk}
    yield {**body, "extra": 1}


def check_answer(answer: Any) -> None:
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        told = answer.json()
        assert {"code", "rule", "sentence", "field"} <= told.keys()
        assert told["sentence"] not in ("", told["code"], f"problem.{told['code']}")


@pytest.mark.parametrize("what", BODIES)
def test_spoilt_bodies(lenient: TestClient, begun: Table, what: str) -> None:
    game = opened(lenient, begun)
    before = game.play.game.encode(game.play.state), game.seq("red")
    fresh = {"seq": game.seq("red")} if what in ("act", "undo") else {}  # a roll would be right
    for body in spoilt({**BODIES[what], **fresh}):
        content = json.dumps(body).encode()
        headers = {**begun["red"].headers, "Content-Type": "application/json"}
        answer = lenient.post(f"{begun.path}/{what}?lang=fr", content=content, headers=headers)
        check_answer(answer)
        after = game.play.game.encode(game.play.state), game.seq("red")
        assert not game.gone
        assert after == before, body


@pytest.mark.parametrize("path", [*(f"{{table}}/{what}" for what in BODIES), "/api/games",
                                  "/api/games/import"])
def test_raw_bytes(lenient: TestClient, begun: Table, path: str) -> None:
    headers = {**begun["red"].headers, "Content-Type": "application/json"}
    for content in RAW:
        answer = lenient.post(path.format(table=begun.path), content=content, headers=headers)
        check_answer(answer)
        assert 400 <= answer.status_code < 500, content


@pytest.mark.parametrize(
    "path",
    [
        "/api", "/api/", "/api/nothing", "/api/games/none", "/api/games/none/state",
        "/api/games/%00", "/api/games/" + "x" * 300, "/api/boxes/none/rules",
        "/api/boxes/toy/rules/%F0%9F%92%A5", "/api/tables/none/x/-", "/api/tables/toy/none/-",
        "/api/tables/toy/only/fog=yes", "/api/tables/toy/only/=",
        "/api/tables/toy/only/-/maps/x.svg",
        "/api/tables/toy/only/-/maps/toy.svg?theme=pink", "/api/tables/toy/only/-/faces/x.svg",
        "/api/tables/toy/only/-/hexes/toy/x", "/api/tables/toy/only/-/hexes/toy/-1",
        "/api/tables/toy/only/-/hexes/none/1", "/api/tables/toy/only/-/hexes/toy/999999999",
        "/api/games?archived=perhaps", "/api/games?lang=tlh",
        "/api/tables/toy/only/-/hexes/toy/" + "9" * 50,
    ],
)  # fmt: skip
def test_addresses_that_lead_nowhere(lenient: TestClient, path: str) -> None:
    answer = lenient.get(path)
    check_answer(answer)
    assert 400 <= answer.status_code < 500


def test_methods_that_do_not_fit(lenient: TestClient, begun: Table) -> None:
    for method, path in (("PUT", begun.path), ("POST", begun.path), ("GET", f"{begun.path}/act"),
                         ("DELETE", "/api/games"), ("PATCH", "/api/about")):  # fmt: skip
        answer = lenient.request(method, path, json={})
        check_answer(answer)
        assert answer.status_code in (404, 405)


def test_spoilt_changes_and_wishes(lenient: TestClient, begun: Table) -> None:
    player = {"kind": "person", "name": "x", "bot": ""}
    for body in spoilt({"title": "x", "archived": False, "players": {"red": player}}):
        check_answer(lenient.patch(begun.path, content=json.dumps(body), headers={
            "Content-Type": "application/json"}))
    wish = {"box": "toy", "scenario": "only", "options": {}, "players": {"red": player},
            "dice": "machine", "title": ""}  # fmt: skip
    for body in list(spoilt(wish))[::3]:
        check_answer(lenient.post("/api/games", content=json.dumps(body), headers={
            "Content-Type": "application/json"}))
