"""Two processes on one PostgreSQL: any of them serves any game, and none shows an old one.

Each server here has a room, a store and connections of its own, as a process has.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import sleep
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from grognard.server import Room, Store, create_app
from grognard.server.house import COOKIE, House, share
from tests.unit.server.tables import (
    HOME,
    Home,
    Table,
    lay_traps,
    mover,
    new_table,
    serving,
    toy_room,
)
from tests.unit.server.test_live import LIVE, hello, told

ON_POSTGRESQL = pytest.mark.parametrize("home", ["postgresql"], indirect=True)
pytestmark = ON_POSTGRESQL


@pytest.fixture
def here(home: Home) -> Iterator[TestClient]:
    with serving(toy_room(home)) as client:
        yield client


@pytest.fixture
def there(home: Home) -> Iterator[TestClient]:
    with serving(toy_room(home)) as client:
        yield client


def both(here: TestClient, there: TestClient, **wish: Any) -> tuple[Table, Table]:
    """One game at two servers."""
    table = new_table(here, **wish)
    return table, Table(there, table.game)


def room_of(client: TestClient) -> Room:
    room: Room = client.app.state.room  # type: ignore[attr-defined]
    return room


# -- what was done elsewhere --------------------------------------------------------------


def test_a_game_goes_on_at_either_server(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    rng = Random(4)
    for turn in range(30):
        if not (one, other)[turn % 2].one_act(rng):
            break
    assert one["red"].state() == other["red"].state()
    assert one["blue"].state() == other["blue"].state()


def test_what_is_missing_is_played_in_the_copy_at_hand(
    here: TestClient, there: TestClient
) -> None:
    one, other = both(here, there)
    other["red"].state()
    copy = room_of(there).at_hand.look(other.id)
    lay_traps(one)
    mover(one).does("done")
    assert other["red"].state() == one["red"].state()
    assert room_of(there).at_hand.look(other.id) is copy


def test_an_undo_elsewhere_is_undone_here(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    one["red"].does("trap 0202")
    assert other["red"].state()["seq"] == 1
    one["red"].undo()
    one["red"].does("trap 0203")
    assert other["red"].state() == one["red"].state()


def test_of_two_who_act_at_once_one_is_overtaken(here: TestClient, there: TestClient) -> None:
    """Both have seen the same state, and the other's act is not known yet where one acts."""
    one, other = both(here, there)
    other["red"].state()
    slow = room_of(there).open(other.id)
    one["red"].does("trap 0202")
    with pytest.raises(Exception, match="stale"), room_of(there).changing(slow, "red", 0):
        slow.act("red", "trap 0203")
    rows = room_of(here).store.actions(one.id)
    assert [row.text for row in rows] == ["trap 0202"]
    assert other["red"].state()["seq"] == 1


def test_an_old_token_opens_nothing(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    assert other["red"].get("state").status_code == 200
    answer = here.patch(one.path, json={"players": {"red": {"name": "Anna"}}})
    fresh = Table(there, answer.json())
    assert other["red"].get("state").status_code == 401
    assert other["red"].act("trap 0202", 0).status_code == 401
    assert fresh["red"].does("trap 0202")["seq"] == 1


def test_a_deleted_game_is_gone_everywhere(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    other["red"].state()
    assert here.delete(one.path).status_code == 204
    assert other["red"].get("state").status_code == 404
    assert there.get(other.path).status_code == 404
    assert room_of(there).at_hand.look(other.id) is None


def test_a_game_deleted_while_somebody_acts_is_not_written_to(
    here: TestClient, there: TestClient
) -> None:
    one, other = both(here, there)
    slow = room_of(there).open(other.id)
    here.delete(one.path)
    with pytest.raises(Exception, match="stale"), room_of(there).changing(slow, "red", 0):
        slow.act("red", "trap 0203")
    assert room_of(here).store.actions(one.id) == []


def test_a_new_title_is_told(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    other["red"].state()
    here.patch(one.path, json={"title": "Sunday"})
    assert there.get(other.path).json()["title"] == "Sunday"


def test_what_is_said_at_both_is_heard_at_both(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    for number in range(6):
        speaker = (one, other)[number % 2]["red"]
        assert speaker.post("talk", {"text": f"line {number}"}).status_code == 204
    for table in (one, other):
        said = [line["text"] for line in table["blue"].get("talk").json()["lines"]]
        assert said == [f"line {number}" for number in range(6)]


def test_a_database_that_is_away_is_said_and_nothing_is_lost(
    here: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(here)

    def away(*_: object) -> None:
        raise OperationalError("select", {}, Exception("connection refused"))

    with monkeypatch.context() as outage:
        for name in ("changes", "game", "count"):
            outage.setattr(Store, name, away)
        for answer in (table["red"].get("state"), here.get("/api/games"), here.get(table.path)):
            assert (answer.status_code, answer.json()["code"]) == (503, "no-database")
    table["red"].does("trap 0202")


# -- bells --------------------------------------------------------------------------------


def test_a_socket_hears_what_was_done_elsewhere(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    with there.websocket_connect(f"{LIVE}{other.path}/live") as socket:
        hello(socket, other["red"].token)
        for act in ("trap 0202", "guard R1"):
            assert one["red"].does(act) == told(socket)


def test_a_socket_hears_that_the_game_is_gone(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    with there.websocket_connect(f"{LIVE}{other.path}/live") as socket:
        hello(socket, other["red"].token)
        here.delete(one.path)
        assert socket.receive_json() == {"type": "gone"}


def test_a_socket_with_an_old_token_is_closed(here: TestClient, there: TestClient) -> None:
    one, other = both(here, there)
    with there.websocket_connect(f"{LIVE}{other.path}/live") as socket:
        hello(socket, other["red"].token)
        here.patch(one.path, json={"players": {"red": {"name": "Anna"}}})
        assert socket.receive_json()["error"]["code"] == "no-seat"


@contextmanager
def guarded(home: Home, house: House, key: str) -> Iterator[TestClient]:
    """A process of a shared table."""
    app = create_app(toy_room(home), house=house)
    with TestClient(app, base_url=HOME, cookies={COOKIE: key}) as client:
        yield client


def test_who_is_there_is_counted_over_all_processes(home: Home) -> None:
    plan, key = share(HOME)
    with (
        guarded(home, House(True, HOME, plan.host), key) as here,
        guarded(home, House(True, HOME, plan.host), key) as there,
    ):
        one, other = both(here, there)
        with here.websocket_connect(f"{LIVE}{one.path}/live") as red:
            hello(red, one["red"].token)
            assert present(red) == {"red"}
            with there.websocket_connect(f"{LIVE}{other.path}/live") as blue:
                hello(blue, other["blue"].token)
                until(red, {"red", "blue"})
                until(blue, {"red", "blue"})
            until(red, {"red"})


def present(socket: Any) -> set[str]:
    """Who is there, by the next message that tells it."""
    while (message := socket.receive_json())["type"] != "present":
        pass
    return {person["side"] for person in message["people"] if person["here"]}


def until(socket: Any, sides: set[str]) -> None:
    """It is told sooner or later; what is told before is what was true before."""
    while present(socket) != sides:
        pass


def test_a_server_that_ends_leaves_nobody_listening(home: Home) -> None:
    with serving(toy_room(home)) as client:
        client.get("/api/games")
        assert couriers()
    assert not couriers()


def couriers() -> list[str]:
    return [thread.name for thread in threading.enumerate() if "courier-" in thread.name]


def test_who_guesses_keys_guesses_at_all_processes(home: Home) -> None:
    plan, key = share(HOME)
    houses = [House(True, HOME, plan.host) for _ in range(2)]
    with guarded(home, houses[0], key) as here, guarded(home, houses[1], key):
        for _ in range(30):
            here.post("/api/host", json={"key": "wrong"})
        eventually(lambda: houses[1].misses.too_many("testclient"))


def eventually(true: Callable[[], object]) -> None:
    """Sooner or later; only what never comes waits for a minute."""
    for _ in range(6000):
        if true():
            return
        sleep(0.01)
    raise AssertionError("it never came")
