"""Many games, many bots, many watchers: nobody starves, and nothing is done twice."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event, Semaphore
from time import sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

import grognard.ai.bots as barracks
from grognard.boxes import catalogue
from grognard.core.actions import Action
from grognard.server import Room, Shelf, Store, states
from grognard.server.creating import create
from grognard.server.live import Watcher
from grognard.server.problems import Problem
from grognard.server.rota import NOBODY_WAITS, PERSON_WAITS, Rota
from grognard.server.store import NotStored
from grognard.server.wishes import NewGame
from tests.unit.server.tables import Table, lay_traps, new_table, opened, serving, toy_room
from tests.unit.server.test_live import LIVE, hello, told
from tests.unit.server.test_running import BOT

# -- bots ---------------------------------------------------------------------------------


class Thinkers:
    """Bots that think until they are let go, and the order in which they began."""

    def __init__(self) -> None:
        self.began: list[object] = []
        self.gate = Semaphore(0)

    def maker(self) -> Callable[[Random], Any]:
        thinkers = self

        class Thinker:
            def __init__(self, rng: Random) -> None:
                self.rng = rng

            def choose(self, view: Any, decision: Any) -> Action:
                thinkers.began.append(self)
                thinkers.gate.acquire()
                action: Action = decision.offers.sample(self.rng)
                return action

        return Thinker

    def wait_for(self, count: int) -> list[object]:
        """Those who began first, so many of them."""
        for _ in range(2000):
            if len(self.began) >= count:
                return self.began[:count]
            sleep(0.01)
        raise AssertionError(f"only {len(self.began)} of {count} choices were begun")


@pytest.fixture
def thinkers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinkers]:
    found = Thinkers()
    monkeypatch.setitem(barracks._makers, "recruit", found.maker())
    yield found
    found.gate.release(1_000_000)  # so that the room can close


def games_of(client: TestClient, tables: list[Table], minds: list[object]) -> list[int]:
    """Which of these games each of these minds belongs to."""
    owner = {id(mind.player): number for number, table in enumerate(tables)
             for mind in opened(client, table).minds.values()}
    return [owner[id(mind)] for mind in minds]


def test_twenty_games_of_bots_do_not_starve_a_persons_opponent(
    client: TestClient, thinkers: Thinkers
) -> None:
    tables = [new_table(client, players={"red": BOT, "blue": BOT}) for _ in range(20)]
    thinkers.wait_for(2)  # both workers are busy
    tables.append(new_table(client, players={"blue": BOT}))
    thinkers.gate.release(1)
    assert games_of(client, tables, thinkers.wait_for(3))[2] == 20


def test_bots_that_think_long_hold_up_no_other_bot(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of them would fill all workers; a recruit elsewhere plays all the same."""
    slow, quick = Thinkers(), Thinkers()
    monkeypatch.setitem(barracks._makers, "general-10", slow.maker())
    monkeypatch.setitem(barracks._makers, "recruit", quick.maker())
    quick.gate.release(1_000_000)
    for _ in range(3):
        new_table(client, players={"blue": {"kind": "bot", "bot": "general-10"}})
    slow.wait_for(1)
    new_table(client, players={"blue": BOT})
    quick.wait_for(1)
    assert len(slow.began) == 1, "one at a time"
    slow.gate.release(1_000_000)


def test_bots_take_turns_and_a_person_comes_first() -> None:
    """With one worker the order is known: each game queues again behind all others."""
    done: list[str] = []
    enough = Event()

    def one_choice(id: str) -> None:
        done.append(id)
        if len(done) == 6:
            rota.enlist("P", PERSON_WAITS)
        for other in "abcd" if len(done) == 1 else id * (id != "P" and len(done) < 12):
            rota.enlist(other, NOBODY_WAITS)
        if len(done) == 12:
            enough.set()

    rota = Rota(one_choice, workers=1)
    rota.enlist("a", NOBODY_WAITS)
    assert enough.wait(60)
    rota.close()
    assert "".join(done[:12]) == "abcdabPcdabc"


def test_a_bot_goes_on_in_a_game_that_was_put_back(
    client: TestClient, thinkers: Thinkers
) -> None:
    """While it thinks, its game may have to make room for others."""
    table = new_table(client, players={"blue": BOT})
    thinkers.wait_for(1)
    room: Room = client.app.state.room  # type: ignore[attr-defined]
    found = room.at_hand.look(table.id)
    assert found is not None
    room.drop(found)
    thinkers.gate.release(2)
    thinkers.wait_for(3)
    lines = [line.words.split()[:2] for line in opened(client, table).lines]
    assert lines == [["blue", "trap"]]


# -- games at hand ------------------------------------------------------------------------


def test_as_many_games_lie_open_as_fit_into_memory(tmp_path: Path) -> None:
    room = toy_room(tmp_path)
    games = [create(room, NewGame(box="toy")) for _ in range(100)]
    assert len(room.at_hand) == 100
    assert room.at_hand.weight == sum(game.weight() for game in games)
    room.at_hand.most = 5 * games[0].weight() + 1
    room.open(games[0].id)
    assert len(room.at_hand) == 5
    assert [game.gone for game in games] == [False] + 95 * [True] + 4 * [False]
    room.close()


def test_a_long_game_weighs_more(tmp_path: Path) -> None:
    room = toy_room(tmp_path)
    game = create(room, NewGame(box="toy"))
    before = game.weight()
    game.act("red", "trap 0202")
    after_act = game.weight()
    game.film()
    assert before < after_act < game.weight()
    room.close()


def test_to_list_games_is_not_to_use_them(tmp_path: Path) -> None:
    room = toy_room(tmp_path)
    with serving(room) as client:
        old, new = new_table(client), new_table(client)
        client.get("/api/games")
        client.get(old.path)
        room.at_hand.most = 1
        room.keep(opened(client, new))
        assert room.at_hand.look(old.id) is None


def test_unknown_ids_are_not_remembered(client: TestClient) -> None:
    room: Room = client.app.state.room  # type: ignore[attr-defined]
    for number in range(50):
        with pytest.raises(Problem):
            room.open(f"none{number}")
        assert client.get(f"/api/games/none{number}/state").status_code == 404
    assert len(room._doors) == 0


# -- watchers -----------------------------------------------------------------------------


def test_a_change_is_put_into_words_once_for_all_watchers_of_a_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = toy_room(tmp_path)
    worded: list[str] = []
    plain = states.state

    def counted(game: Any, seat: Any, language: str, version: int) -> Any:
        worded.append(f"{seat.side} {language}")
        return plain(game, seat, language, version)

    monkeypatch.setattr(states, "state", counted)
    game = create(room, NewGame(box="toy"))
    seats = {side: seat.token for side, seat in game.seats.items()}
    crowd = [Watcher(room, game.id, [seats[side]], language)
             for side in ("red", "blue") for language in ("en", "fr") for _ in range(25)]
    assert all(len(watcher.news()) == 1 for watcher in crowd)
    game.act("red", "trap 0202")
    assert sum(len(watcher.news()) for watcher in crowd) == 50  # red's: it is a secret
    game.act("blue", "trap 0203")
    assert sum(len(watcher.news()) for watcher in crowd) == 50
    assert Counter(worded) == dict.fromkeys(("red en", "red fr", "blue en", "blue fr"), 2)
    room.close()


def test_who_acts_and_who_watches_are_told_the_same(client: TestClient, table: Table) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        hello(socket, table["red"].token)
        for act in ("trap 0202", "guard R1"):
            assert table["red"].does(act) == told(socket)


def test_a_late_watcher_gets_the_log_that_he_lacks(client: TestClient, table: Table) -> None:
    lay_traps(table)
    with (
        client.websocket_connect(f"{LIVE}{table.path}/live") as early,
        client.websocket_connect(f"{LIVE}{table.path}/live") as late,
    ):
        hello(early, table["red"].token)
        length = len(table["red"].get("log").json()["lines"])
        (first,) = hello(late, table["red"].token)
        assert len(first["log"]["lines"]) == first["log"]["length"] == length


# -- the list -----------------------------------------------------------------------------


def test_the_list_comes_in_pages(client: TestClient) -> None:
    ids = {new_table(client).id for _ in range(60)}
    page = client.get("/api/games").json()
    assert (len(page["games"]), page["from"], page["total"]) == (50, 0, 60)
    rest = client.get("/api/games?from=50&count=200").json()
    assert (len(rest["games"]), rest["from"], rest["total"]) == (10, 50, 60)
    assert {game["id"] for game in page["games"] + rest["games"]} == ids
    assert client.get("/api/games?archived=true").json()["total"] == 0
    for nonsense in ("from=-1", "count=0", "count=201"):
        assert client.get(f"/api/games?{nonsense}").status_code == 422


def test_boxes_are_looked_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    boxes = catalogue.boxes

    def counted() -> Any:
        looked.append(1)
        return boxes()

    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    monkeypatch.setattr(catalogue, "boxes", counted)
    with serving(Room(Store.in_folder(tmp_path))) as client:
        for _ in range(3):
            new_table(client, "narva", scenario="krivasoo")
            client.get("/api/games")
    assert len(looked) == 1


def test_the_files_of_a_box_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    box = catalogue.box("narva")
    read: list[int] = []
    scenarios = type(box).scenarios

    def counted(self: Any) -> dict[str, str]:
        read.append(1)
        return scenarios(self)

    shelf = Shelf()
    game = shelf.load("narva", "krivasoo", {"fog": True})
    titles = shelf.titles("narva")
    monkeypatch.setattr(type(box), "scenarios", counted)
    assert shelf.load("narva", "krivasoo", {"fog": True}) is game
    assert shelf.titles("narva") is titles
    assert read == []
    assert shelf.load("narva", "krivasoo", {"fog": "yes"}) is game
    assert len(read) == 1


# -- answers ------------------------------------------------------------------------------


def test_no_browser_guesses_what_an_answer_is(client: TestClient, table: Table) -> None:
    for path in ("/api/about", "/api/games", table.path, "/api/none", f"{table.path}/record"):
        assert client.get(path).headers.get("X-Content-Type-Options") == "nosniff"
    foreign = client.get("/api/about", headers={"Origin": "http://elsewhere.example"})
    assert foreign.headers.get("X-Content-Type-Options") == "nosniff"


def test_a_defect_is_marked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with serving(toy_room(tmp_path), strict=False) as client:
        monkeypatch.setattr(Store, "count", broken)
        answer = client.get("/api/games")
        assert answer.status_code == 500
        assert answer.headers.get("X-Content-Type-Options") == "nosniff"


@pytest.mark.parametrize("open", [True, False])
def test_what_cannot_be_deleted_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open: bool
) -> None:
    def full(*_: object) -> None:
        raise NotStored("disk full")

    with serving(toy_room(tmp_path), strict=False) as client:
        table = new_table(client)
        room: Room = client.app.state.room  # type: ignore[attr-defined]
        if not open:
            room.drop(room.open(table.id))
        with monkeypatch.context() as broken:
            broken.setattr(Store, "delete", full)
            answer = client.delete(table.path)
        assert (answer.status_code, answer.json()["code"]) == (503, "not-stored")
        table["red"].does("trap 0202")
        assert client.delete(table.path).status_code == 204
