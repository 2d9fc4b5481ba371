"""Pages from elsewhere, other kinds of body and floods are turned away."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from grognard.server.guard import LARGEST
from tests.unit.server.tables import Table

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("host", ["elsewhere.example", "127.0.0.1.example", "", "[", "127.0.0.2"])
def test_another_host_is_turned_away(client: TestClient, host: str) -> None:
    answer = client.get("/api/games", headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:9", "[::1]:8000"])
def test_this_machine_is_let_in(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:81"])
def test_a_page_from_elsewhere_changes_nothing(
    client: TestClient, table: Table, origin: str
) -> None:
    answer = client.delete(table.path, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
    assert client.get(table.path).status_code == 200


def test_our_own_page_is_let_in(client: TestClient, table: Table) -> None:
    answer = client.delete(table.path, headers={"Origin": "http://127.0.0.1"})
    assert answer.status_code == 204


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded"])
def test_only_json_is_read(client: TestClient, kind: str) -> None:
    answer = client.post(
        "/api/games?lang=fr", content=b'{"box": "toy"}', headers={"Content-Type": kind}
    )
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")
    assert answer.json()["sentence"].startswith("La requête")


def test_a_flood_is_not_read(client: TestClient) -> None:
    answer = client.post("/api/games", content=b" " * (LARGEST + 1), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    def drops() -> Iterator[bytes]:  # no length is told beforehand
        for _ in range(9):
            yield b" " * (LARGEST // 8)

    answer = client.post("/api/games", content=drops(), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
