"""The bots' queue in the database: fair, never done twice at once, and never forgotten."""

from collections.abc import Iterator
from threading import Event

import pytest
import sqlalchemy as sa

import grognard.ai.bots as barracks
from grognard.server import Room
from grognard.server.creating import create
from grognard.server.errands import QUICK, SLOW, Errand, Queue
from grognard.server.models import ErrandRow
from grognard.server.orderlies import Orderlies
from grognard.server.rota import NOBODY_WAITS, PERSON_WAITS
from grognard.server.seats import Player
from grognard.server.wishes import NewGame
from tests.unit.server.tables import Home, toy_room
from tests.unit.server.test_many import Thinkers
from tests.unit.server.test_neighbours import ON_POSTGRESQL, eventually

pytestmark = ON_POSTGRESQL

RECRUIT = Player(kind="bot", bot="recruit")
LONG, SHORT = 600.0, 0.0
"""Leases: one that no test outlives, and one that has ended when it begins."""


@pytest.fixture
def room(home: Home) -> Iterator[Room]:
    room = toy_room(home)
    yield room
    room.close()


def games(room: Room, count: int) -> list[str]:
    return [create(room, NewGame(box="toy")).id for _ in range(count)]


def queue(room: Room, name: str = "one", lease: float = LONG) -> Queue:
    return Queue(room.store.engine, name, lease)


def errands(room: Room) -> list[str]:
    with room.store.engine.connect() as connection:
        return sorted(connection.scalars(sa.select(ErrandRow.game_id)))


def test_who_has_waited_longest_comes_first_and_a_person_before_all(room: Room) -> None:
    first, second, person = games(room, 3)
    for id in (first, second):
        room.store.enlist(id, Errand(QUICK, NOBODY_WAITS))
    room.store.enlist(person, Errand(QUICK, PERSON_WAITS))
    found = queue(room)
    taken = [found.take(QUICK) for _ in range(4)]
    assert [one and one.game for one in taken] == [person, first, second, None]


def test_each_lane_is_its_own(room: Room) -> None:
    (id,) = games(room, 1)
    room.store.enlist(id, Errand(SLOW, PERSON_WAITS))
    assert queue(room).take(QUICK) is None
    assert queue(room).take(SLOW) is not None


def test_what_is_asked_for_while_it_is_done_comes_again_behind_all_others(room: Room) -> None:
    busy, other = games(room, 2)
    room.store.enlist(busy, Errand(QUICK, NOBODY_WAITS))
    found = queue(room)
    taken = found.take(QUICK)
    assert taken is not None
    room.store.enlist(other, Errand(QUICK, NOBODY_WAITS))
    room.store.enlist(busy, Errand(QUICK, NOBODY_WAITS))
    found.finish(taken)
    order = [found.take(QUICK), found.take(QUICK)]
    assert [one and one.game for one in order] == [other, busy]


def test_what_is_done_is_gone(room: Room) -> None:
    (id,) = games(room, 1)
    room.store.enlist(id, Errand(QUICK, PERSON_WAITS))
    found = queue(room)
    taken = found.take(QUICK)
    assert taken is not None
    found.finish(taken)
    assert errands(room) == []


def test_another_takes_what_a_dead_process_held(room: Room) -> None:
    (id,) = games(room, 1)
    room.store.enlist(id, Errand(QUICK, PERSON_WAITS))
    dead, alive = queue(room, "dead", SHORT), queue(room, "alive")
    lost = dead.take(QUICK)
    assert lost is not None
    assert alive.take(QUICK) == lost
    dead.finish(lost)  # one who was only thought dead takes nothing from whoever does it now
    assert errands(room) == [id]


def test_a_lease_that_is_renewed_does_not_end(room: Room) -> None:
    (id,) = games(room, 1)
    room.store.enlist(id, Errand(QUICK, PERSON_WAITS))
    slow = queue(room, "slow", SHORT)
    taken = slow.take(QUICK)
    assert taken is not None
    slow.lease = LONG
    slow.renew([id])
    assert queue(room, "other").take(QUICK) is None


def test_the_errand_is_stored_with_the_act_that_calls_for_it(room: Room) -> None:
    """Whoever is killed after the answer has left nothing undone."""
    game = create(room, NewGame(box="toy", players={"blue": RECRUIT}))
    taken = queue(room).take(QUICK)
    assert taken is not None
    before = taken.calls
    game.act("red", "trap 0202")
    with room.store.engine.connect() as connection:
        assert connection.scalar(sa.select(ErrandRow.calls)) == before + 1


def test_a_deleted_game_has_no_errand(room: Room) -> None:
    game = create(room, NewGame(box="toy", players={"blue": RECRUIT}))
    assert errands(room) == [game.id]
    room.store.delete(game.id)
    assert errands(room) == []


# -- orderlies ----------------------------------------------------------------------------


def test_bots_of_another_process_play_to_the_end(home: Home, room: Room) -> None:
    orderlies = Orderlies(elsewhere := toy_room(home))
    orderlies.start()
    game = create(room, NewGame(box="toy", players={"red": RECRUIT, "blue": RECRUIT}))
    eventually(lambda: room.open(game.id).play.is_over)
    orderlies.stop()
    elsewhere.close()
    assert errands(room) == []


def test_a_choice_that_fails_is_tried_again(
    home: Home, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, plain = Event(), Room.one_choice

    def fails_once(self: Room, id: str) -> None:
        if not tried.is_set():
            tried.set()
            raise RuntimeError("gone home")
        plain(self, id)

    monkeypatch.setattr(Room, "one_choice", fails_once)
    orderlies = Orderlies(elsewhere := toy_room(home), lease=0.05)
    orderlies.start()
    game = create(room, NewGame(box="toy", players={"blue": RECRUIT}))
    eventually(lambda: len(room.open(game.id).lines) == 2)  # a trap and a guard
    orderlies.stop()
    elsewhere.close()


def test_while_a_bot_thinks_its_lease_is_renewed(
    home: Home, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinkers = Thinkers()
    monkeypatch.setitem(barracks._makers, "recruit", thinkers.maker())
    orderlies = Orderlies(elsewhere := toy_room(home), lease=3.0)
    orderlies.start()
    create(room, NewGame(box="toy", players={"blue": RECRUIT}))
    thinkers.wait_for(1)
    first = lease_of(room)
    eventually(lambda: lease_of(room) > first)
    thinkers.gate.release(1_000_000)
    orderlies.stop()
    elsewhere.close()


def lease_of(room: Room) -> float:
    with room.store.engine.connect() as connection:
        return connection.scalar(sa.select(ErrandRow.until)) or 0.0
