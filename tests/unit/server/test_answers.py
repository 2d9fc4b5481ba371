"""Every answer is of the type that is told to the client; tables and faces are sent once."""

from random import Random
from typing import Any

import msgspec
import pytest
from httpx import Response
from starlette.testclient import TestClient

from grognard.server.tabletop import Tabletop
from grognard.server.wire import ANSWERS
from tests.unit.server.tables import Plain, Table, new_table

BOXES = ("miniature", "ford", "narva", "eastfront")


def read(point: str, answer: Response, status: int = 200) -> Any:
    """An answer, if it is of its type to the last field."""
    assert answer.status_code == status, answer.text
    return msgspec.json.decode(answer.content, type=ANSWERS[point])


def game_read(table: Table, point: str, **more: Any) -> Any:
    """The same of an endpoint of a game."""
    method, path = point.split()
    seat = next(iter(table.seats.values()))
    what = path.removeprefix("/api/games/{id}/").format(**more)
    body = more.get("body")
    answer = seat.get(what) if method == "GET" else seat.post(what, body)
    return read(point, answer, more.get("status", 200))


def test_the_shelf(installed: TestClient) -> None:
    for path in ("about", "texts", "boxes"):
        for language in ("en", "fr"):
            read(f"GET /api/{path}", installed.get(f"/api/{path}?lang={language}"))
    for box in BOXES:
        read("GET /api/boxes/{id}/rules", installed.get(f"/api/boxes/{box}/rules"))
        read("GET /api/boxes/{id}/rules/{number}", installed.get(f"/api/boxes/{box}/rules/6.1"))


@pytest.mark.parametrize("box", BOXES)
def test_a_table(installed: TestClient, box: str) -> None:
    game = installed.post("/api/games", json={"box": box}).json()
    prefix, at = "GET /api/tables/{box}/{scenario}/{options}", game["table"]
    table = read(prefix, installed.get(at))
    faces = read(f"{prefix}/faces.json", installed.get(f"{at}/faces.json"))
    assert list(faces.faces) == table.faces
    first = table.maps[0]
    for hex in first.hexes.n[:: len(first.hexes.n) // 20]:
        read(f"{prefix}/hexes/{{map}}/{{hex}}", installed.get(f"{at}/hexes/{first.id}/{hex}"))


@pytest.mark.parametrize("box", BOXES)
def test_a_game(installed: TestClient, box: str) -> None:
    made = installed.post("/api/games", json={"box": box})
    read("POST /api/games", made, 201)
    table, rng = Table(installed, made.json()), Random(box)
    for _ in range(25):
        one_act(table, rng)
        game_read(table, "GET /api/games/{id}/state")
    read("GET /api/games", installed.get("/api/games"))
    read("GET /api/games/{id}", installed.get(table.path))
    read("PATCH /api/games/{id}", installed.patch(table.path, json={"title": "x"}))
    game_read(table, "GET /api/games/{id}/log")
    stops = game_read(table, "GET /api/games/{id}/replay").stops
    for stop in (0, stops - 1):
        game_read(table, "GET /api/games/{id}/replay/{stop}", stop=stop)
    game_read(table, "POST /api/games/{id}/fork", body={}, status=201)
    record = installed.get(f"{table.path}/record", headers={
        "Grognard-Seat": ",".join(seat.token for seat in table.seats.values())}).text
    again = installed.post("/api/games/import", json={"record": record})
    read("POST /api/games/import", again, 201)


def one_act(table: Table, rng: Random) -> None:
    """An act of a side that is asked, and all that can be asked about it."""
    for seat in table.seats.values():
        state = seat.state()
        atom = seat.random_atom(rng, state)
        if atom is not None:
            read("POST /api/games/{id}/check", seat.post("check", {"act": atom}))
            read("POST /api/games/{id}/check", seat.post("check", {"act": {"kind": "x"}}))
            read("POST /api/games/{id}/preview", seat.post("preview", atom))
            read("POST /api/games/{id}/odds", seat.post("odds", {"act": atom}))
            read("POST /api/games/{id}/pointed", seat.post("pointed", {"hex": 0, "unit": 0}))
            read("POST /api/games/{id}/act", seat.act(atom, state["seq"]))
            return


def test_a_lesson(installed: TestClient) -> None:
    table = new_table(installed, "eastfront", lesson="edelweiss")
    for what in ("line", "step", "step"):
        body: Plain = {"seq": seq(table), "what": what}
        told = game_read(table, "POST /api/games/{id}/lesson/show", body=body)
        assert told.coach is not None
    seat = next(iter(table.seats.values()))
    read("error", seat.act("nonsense"), 422)
    game_read(table, "POST /api/games/{id}/lesson/leave",
              body={"seq": seq(table), "dice": "typed"})


def seq(table: Table) -> int:
    return int(next(iter(table.seats.values())).state()["seq"])


def test_dice_undo_and_errors(client: TestClient) -> None:
    table = new_table(client, dice="typed")
    table["red"].does("trap 0202")
    read("POST /api/games/{id}/undo", table["red"].undo())
    for side, orders in {"red": "trap 0202 guard R1", "blue": "trap 0203 guard B1"}.items():
        table[side].does(orders)
    body = {"seq": table["red"].state()["seq"], "outcome": "red-chit"}
    read("POST /api/games/{id}/roll", table["red"].post("roll", body))
    read("error", table["red"].act("move R1 to 0101", 0), 409)
    read("error", client.get("/api/none"), 404)
    read("error", client.post("/api/games", json={"box": 7}), 422)
    read("error", client.post("/api/games/import", json={"record": "x"}), 422)


# -- sent once ----------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["", "/faces.json"])
def test_what_does_not_change_is_made_and_sent_once(
    installed: TestClient, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    made: list[str] = []
    for name in ("_describe", "face_svg"):
        plain = getattr(Tabletop, name)

        def counted(*given: Any, plain: Any = plain, name: str = name) -> Any:
            made.append(name)
            return plain(*given)

        monkeypatch.setattr(Tabletop, name, counted)
    address = installed.post("/api/games", json={"box": "miniature"}).json()["table"] + what
    first = installed.get(address)
    times = len(made)
    assert times > 0
    again = installed.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert installed.get(address).content == first.content
    assert len(made) == times


def test_a_state_names_faces_and_does_not_draw_them(installed: TestClient) -> None:
    table = new_table(installed, "miniature")
    for seat in table.seats.values():
        assert "<svg" not in seat.get("state").text
