"""``grognard serve``: real processes, of which any may be killed, and which end in good order."""

import json
import os
import signal
import threading
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.server import Store, crew
from tests import postgres
from tests.served import Served
from tests.unit.server.test_neighbours import eventually
from tools.proofs.kills import Played, Players, go_on, new_games


@pytest.fixture(scope="module")
def served(
    cluster: postgres.Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """Two processes for players and one for bots."""
    folder = tmp_path_factory.mktemp("served")
    with cluster.database() as database:
        found = Served(cluster, database, folder, workers=2, bots=1,
                       more=["--metrics", "127.0.0.1:0"])  # fmt: skip
        found.start()
        try:
            yield found
        finally:
            found.stop()


def lines(served: Served, game: Played) -> list[str]:
    store = Store(served.database)
    faults = list(game.faults(store.actions(game.id)))
    store.close()
    return faults


def test_a_process_that_is_killed_is_missed_by_nobody(served: Served) -> None:
    games = new_games(served, [], 4)
    with Players(served, games, luck=1) as players:
        eventually(lambda: sum(len(game.sent) for game in games) > 8)
        before = served.crew()
        os.kill(before[0], signal.SIGKILL)
        eventually(lambda: len(served.crew()) == len(before) and before[0] not in served.crew())
    assert players.faults == []
    assert list(go_on(served, games)) == []
    assert [fault for game in games for fault in lines(served, game)] == []
    assert any(game.bots for game in games)


def test_told_to_stop_it_loses_nothing_and_its_sockets_come_again(served: Served) -> None:
    games = new_games(served, [], 4)
    game = next(game for game in games if not game.bots)
    address = served.address.replace("http", "ws") + f"/api/games/{game.id}/live"
    with connect(address, proxy=None, max_size=None) as socket:
        socket.send(json.dumps({"seats": [*game.seats.values()], "lang": "en"}))
        socket.recv()
        heard: list[int] = []
        listening = threading.Thread(target=_listen, args=[socket, heard])
        listening.start()
        with Players(served, games, luck=2) as players:
            eventually(lambda: sum(len(game.sent) for game in games) > 8)
            assert served.stop() == 0
        listening.join()
    assert heard == [1012]  # "service restart"
    assert players.faults == []
    assert [fault for game in games for fault in lines(served, game)] == []
    served.start()
    assert list(go_on(served, games)) == []


def _listen(socket: object, heard: list[int]) -> None:
    try:
        for _ in socket:  # type: ignore[attr-defined]
            pass
    except ConnectionClosed as closed:
        heard.append(closed.rcvd.code if closed.rcvd else 0)


def test_what_a_process_needs_is_imported_once() -> None:
    assert "grognard.rules.narva.game" in crew.preloaded()
    assert crew.__name__ in crew.preloaded()


def test_counts_name_no_game(served: Served) -> None:
    """What the operator reads off is by kind of request."""
    with served.client() as client:
        id = new_games(served, [], 4)[0].id
        client.get(f"/api/games/{id}")
    told = httpx.get(served.metrics, trust_env=False).text
    assert 'grognard_requests_total{endpoint="/api/games/{id}",method="GET",status="200"}' in told
    assert "grognard_open_games " in told
    assert id not in told
