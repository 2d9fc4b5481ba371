"""A shared table: the host has a key, guests have links, and strangers see no game."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from httpx import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from grognard.server import create_app
from grognard.server.house import COOKIE, share
from grognard.server.keys import MOST, WINDOW, Misses, hashed, opens
from grognard.server.routes import boxes, briefings, doors, games, play, staff, story, tables, talk
from tests.unit.server.tables import HOME, Seat, Table, lay_traps, new_table, toy_room

OPEN = {"/api/about", "/api/texts", "/api/host", "/api/join", "/api/join/look"}
REACHED = "192.0.2.1"
PRINTED = ("/api/tables/", "/api/boxes/{id}/")


class Shared:
    """A shared server and the browsers that call it."""

    def __init__(self, folder: Path) -> None:
        house, self.key = share("https://friends.example/")
        self.app = create_app(toy_room(folder), house=house)
        self.host = self.browser()

    def browser(self) -> TestClient:
        return TestClient(self.app, base_url=HOME)

    def link(self, game: str, side: str) -> dict[str, str]:
        """What stands in a link to a side."""
        answer = self.host.post(f"/api/games/{game}/invite", json={"side": side})
        assert answer.status_code == 200, answer.text
        address, _, rest = answer.json()["link"].partition("#")
        assert address == "https://friends.example/join"
        id, _, key = rest.partition(".")
        return {"game": id, "key": key}


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Shared]:
    made = Shared(tmp_path)
    with made.host:
        answer = made.host.post("/api/host", json={"key": made.key})
        assert answer.status_code == 204
        yield made


def code(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def sit_down(shared: Shared, game: str, side: str, name: str = "Ivan") -> Seat:
    """A guest comes by a link, in a browser of his own."""
    browser = shared.browser()
    joined = browser.post("/api/join", json=shared.link(game, side) | {"name": name})
    assert joined.status_code == 200, joined.text
    return Seat(browser, game, joined.json())


# -- strangers ----------------------------------------------------------------------------


def endpoints() -> list[tuple[str, str]]:
    parts = (boxes, briefings, doors, games, play, staff, story, tables, talk)
    routes = [one for part in parts for one in part.router.routes if isinstance(one, Route)]
    return [(method, one.path) for one in routes for method in sorted(one.methods or ())]


@pytest.mark.parametrize(("method", "path"), endpoints())
def test_a_stranger_sees_and_touches_no_game(shared: Shared, method: str, path: str) -> None:
    if path in OPEN or path.startswith(PRINTED) or method == "HEAD":
        return
    table = new_table(shared.host)
    for id in (table.id, "nosuchgm"):
        answer = shared.browser().request(
            method, path.replace("{id}", id).replace("{stop}", "0"), json={},
            headers={"Grognard-Seat": "guess"})
        assert code(answer) in {(401, "no-seat"), (403, "host-only")}, (path, answer.text)
    assert shared.host.get(table.path).status_code == 200


def test_the_key_of_the_host_is_no_cookie_of_scripts(shared: Shared) -> None:
    browser = shared.browser()
    assert code(browser.post("/api/host", json={"key": "x" * 32})) == (401, "wrong-key")
    assert browser.get("/api/about").json()["host"] is False
    answer = browser.post("/api/host", json={"key": shared.key})
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    assert browser.get("/api/games").status_code == 200
    browser.cookies.set(COOKIE, hashed(shared.key))
    assert code(browser.get("/api/games")) == (403, "host-only")


def test_who_guesses_is_not_heard_for_a_while(shared: Shared) -> None:
    table, stranger = new_table(shared.host), shared.browser()
    link = shared.link(table.id, "blue")
    for _ in range(MOST):
        answer = stranger.post("/api/join/look", json={"game": table.id, "key": "guess"})
        assert code(answer) == (401, "dead-link")
    answer = stranger.post("/api/join/look", json=link)
    assert code(answer) == (429, "too-many")
    assert shared.host.get(table.path).status_code == 200  # he has shown the right key


def test_misses_are_forgotten_in_time() -> None:
    now = 0.0
    misses = Misses(lambda: now)
    for _ in range(MOST):
        misses.count("192.0.2.7")
    assert misses.too_many("192.0.2.7")
    assert not misses.too_many("192.0.2.8")
    now = WINDOW + 1
    assert not misses.too_many("192.0.2.7")


def test_an_empty_lock_has_no_key() -> None:
    assert not opens("", "")
    assert opens("a", hashed("a"))


@pytest.mark.parametrize(("host", "status"), [
    (REACHED, 200), ("127.0.0.1", 200), ("friends.example", 403), ("192.0.2.2", 403)])
def test_it_answers_to_the_number_it_was_reached_at(
    shared: Shared, host: str, status: int
) -> None:
    client = TestClient(shared.app, base_url=f"http://{REACHED}")
    assert client.get("/api/about", headers={"Host": host}).status_code == status


def test_a_page_of_the_public_address_is_ours(shared: Shared) -> None:
    """Behind a proxy that calls us by another name than the guests do."""
    for origin, status in (("https://friends.example", 200), ("https://foes.example", 403)):
        answer = shared.browser().get("/api/about", headers={"Origin": origin})
        assert answer.status_code == status


# -- guests -------------------------------------------------------------------------------


def test_a_guest_needs_a_link_and_a_name(shared: Shared) -> None:
    table = new_table(shared.host)
    link = shared.link(table.id, "blue")
    browser = shared.browser()
    asked = browser.post("/api/join/look", json=link).json()
    assert (asked["side"], asked["watch"]) == ("blue", False)
    joined = browser.post("/api/join", json=link | {"name": " Ivan "}).json()
    guest = Seat(browser, table.id, joined)
    assert guest.state()["side"] == "blue"
    told = guest.client.get(table.path, headers=guest.headers).json()
    assert [(s["name"], bool(s["token"])) for s in told["seats"]] == [("", False), ("Ivan", True)]
    # Used up: nobody else comes by it.
    assert code(browser.post("/api/join", json=link | {"name": "Eve"})) == (401, "dead-link")


def test_the_host_does_not_hold_the_seat_of_a_guest(shared: Shared) -> None:
    table = new_table(shared.host)
    guest = sit_down(shared, table.id, "blue")
    red, blue = shared.host.get(table.path).json()["seats"]
    assert (bool(red["token"]), blue["token"], blue["away"]) == (True, "", "guest")
    old = {"Grognard-Seat": table["blue"].token}
    assert code(shared.host.get(f"{table.path}/state", headers=old)) == (401, "no-seat")
    players = {"players": {"blue": {"kind": "person", "name": "Me"}}}
    assert code(shared.host.patch(table.path, json=players)) == (403, "guests-seat")
    answer = shared.host.post(f"{table.path}/uninvite", json={"side": "blue"})
    assert code(answer) == (403, "guests-seat")
    held = {"Grognard-Seat": table["red"].token}
    assert code(shared.host.get(f"{table.path}/record", headers=held)) == (403, "still-secret")
    assert guest.state()["side"] == "blue"


def test_tokens_of_guests_and_links_are_stored_as_hashes(shared: Shared) -> None:
    table = new_table(shared.host)
    guest = sit_down(shared, table.id, "blue")
    link, watch = shared.link(table.id, "red"), shared.link(table.id, "spectator")
    store = shared.app.state.room.store
    kept = str([vars(row) for row in (*store.seats(table.id), store.game(table.id))])
    for secret in (guest.token, link["key"], watch["key"]):
        assert secret not in kept
        assert hashed(secret) in kept


def test_a_stored_hash_is_no_token(shared: Shared) -> None:
    table = new_table(shared.host)
    guest = sit_down(shared, table.id, "blue")
    thief = {"Grognard-Seat": hashed(guest.token)}
    answer = shared.browser().get(f"{table.path}/state", headers=thief)
    assert code(answer) == (401, "no-seat")


def test_a_new_link_ends_the_old_one_and_whoever_came_by_it(shared: Shared) -> None:
    table = new_table(shared.host)
    first = shared.link(table.id, "blue")
    guest = sit_down(shared, table.id, "blue")  # by a second link
    answer = shared.browser().post("/api/join/look", json=first)
    assert code(answer) == (401, "dead-link")
    other = sit_down(shared, table.id, "blue", "Olga")
    assert code(guest.get("state")) == (401, "no-seat")
    assert other.state()["side"] == "blue"


def test_an_invitation_is_taken_back(shared: Shared) -> None:
    table = new_table(shared.host)
    link = shared.link(table.id, "blue")
    assert shared.host.get(table.path).json()["seats"][1]["away"] == "invited"
    told = shared.host.post(f"{table.path}/uninvite", json={"side": "blue"}).json()
    assert told["seats"][1]["token"]
    assert code(shared.browser().post("/api/join/look", json=link)) == (401, "dead-link")


def test_a_guest_gives_his_seat_back(shared: Shared) -> None:
    table = new_table(shared.host)
    guest = sit_down(shared, table.id, "blue")
    assert guest.post("leave", {}).status_code == 204
    assert code(guest.get("state")) == (401, "no-seat")
    assert shared.host.get(table.path).json()["seats"][1]["token"]


def test_a_guest_is_no_host(shared: Shared) -> None:
    table = new_table(shared.host)
    guest = sit_down(shared, table.id, "blue")
    for answer in (
        guest.client.get("/api/games"), guest.client.delete(table.path, headers=guest.headers),
        guest.post("fork", {}), guest.post("invite", {"side": "red"}),
    ):  # fmt: skip
        assert code(answer) == (403, "host-only")


def test_who_watches_sees_what_all_may_know(shared: Shared) -> None:
    table = new_table(shared.host)
    link = shared.link(table.id, "spectator")
    browser = shared.browser()
    assert browser.post("/api/join/look", json=link).json()["watch"]
    joined = browser.post("/api/join", json=link | {"name": "Anna"}).json()
    watcher = Seat(browser, table.id, joined)
    table["red"].does("trap 0202")
    before = watcher.state()
    table["red"].does("guard R1")
    assert watcher.state() == before  # orders are secret
    assert (before["side"], before["decision"]) == ("spectator", None)
    assert code(watcher.act("done", before["seq"])) == (403, "not-your-seat")
    assert watcher.get("replay").status_code == 200
    shared.link(table.id, "spectator")
    assert code(watcher.get("state")) == (401, "no-seat")


def test_at_home_nobody_is_invited(client: TestClient, table: Table) -> None:
    answer = client.post(f"{table.path}/invite", json={"side": "blue"})
    assert code(answer) == (409, "not-shared")


# -- who is there -------------------------------------------------------------------------


def presence(socket: Any) -> dict[str, bool]:
    """What is told next of who is there."""
    while (told := socket.receive_json())["type"] != "present":
        pass
    return {one["side"]: one["here"] for one in told["people"]}


def test_everybody_hears_who_comes_and_goes(shared: Shared) -> None:
    table = new_table(shared.host)
    lay_traps(table)
    guest = sit_down(shared, table.id, "blue")
    with shared.host.websocket_connect(f"{table.path}/live") as here:
        here.send_json({"seats": [table["red"].token]})
        assert presence(here) == {"red": True, "blue": False}
        with shared.host.websocket_connect(f"{table.path}/live") as there:
            there.send_json({"seats": [guest.token]})
            assert presence(there) == {"red": True, "blue": True}
            assert presence(here) == {"red": True, "blue": True}
        assert presence(here) == {"red": True, "blue": False}


def test_a_wrong_key_on_a_live_line_counts_too(shared: Shared) -> None:
    table = new_table(shared.host)
    for _ in range(MOST):
        with shared.host.websocket_connect(f"{table.path}/live") as socket:
            socket.send_json({"seats": ["guess"]})
            assert socket.receive_json()["error"]["code"] == "no-seat"
    assert code(shared.browser().get("/api/about")) == (429, "too-many")


# -- forged requests ----------------------------------------------------------------------

PIECES: list[Any] = [
    None, True, -1, 2**40, 1.5, "", "x" * 3000, "\x00", "trap 0202", "done", [], [1], {},
    {"kind": "trap", "arg": 3}, {"kind": "nonsense", "arg": 0}, "../..", "’", "🂡",
]


def forged(rng: Random, right: dict[str, Any]) -> dict[str, Any]:
    """A body with one part that is wrong or missing, or one too many."""
    name = rng.choice([*right, "extra"])
    if rng.random() < 0.2:
        return {part: value for part, value in right.items() if part != name}
    return right | {name: rng.choice(PIECES)}


@pytest.mark.parametrize("seed", range(4))
def test_nothing_forged_is_accepted(shared: Shared, seed: int) -> None:
    """Wrong seats, old numbers and nonsense: refused without a defect, and nothing happens."""
    rng = Random(seed)
    table = new_table(shared.host)
    guest = sit_down(shared, table.id, "blue")
    red = table["red"]
    before, mine = red.state(), guest.state()
    elsewhere = sit_down(shared, new_table(shared.host).id, "blue")
    wrong = ["", "guess", elsewhere.token, table["blue"].token, f"{hashed(guest.token)}"]
    shared.app.state.house.misses.too_many = lambda address: False  # all of it is to be heard
    for _ in range(60):
        door = rng.choice(["act", "undo", "roll", "check", "invite", "uninvite", "leave"])
        right = {"seq": mine["seq"], "act": "trap 0203"}
        if rng.random() < 0.5:  # a stranger with a sound request
            headers = {"Grognard-Seat": rng.choice(wrong)}
        else:  # a guest with an unsound one
            headers = guest.headers
            door = rng.choice(["act", "undo", "roll", "invite", "uninvite"])
            right = {"seq": mine["seq"] - 1, "act": rng.choice(["trap 0203", "trap 0202"])}
            right = forged(rng, right) | {"seq": rng.choice([-1, mine["seq"] + 1, "0", None])}
        answer = guest.client.post(f"{table.path}/{door}", json=right, headers=headers)
        assert 400 <= answer.status_code < 500, (door, right, answer.text)
    assert red.state() == before
    assert guest.state() == mine
