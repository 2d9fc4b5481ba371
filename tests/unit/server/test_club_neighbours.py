"""A club that is served by two processes on one database: members meet across them."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.unit.server.clubs import PASSWORD, ClubServer, Member, code
from tests.unit.server.tables import Home, Table

pytestmark = pytest.mark.parametrize("home", ["postgresql"], indirect=True)


@pytest.fixture
def pair(home: Home) -> Iterator[tuple[ClubServer, ClubServer]]:
    """Two servers that know of each other only what the database tells."""
    servers = ClubServer(home), ClubServer(home)
    with ExitStack() as both:
        for server in servers:
            both.enter_context(server.browser())
        yield servers


def heard(socket: Any) -> dict[str, Any]:
    """What is told next of the match."""
    while (told := socket.receive_json())["type"] != "match":
        pass
    return dict(told["match"])


def test_members_of_two_processes_play_a_match(pair: tuple[ClubServer, ClubServer]) -> None:
    here, there = pair
    anna, boris = here.join("Anna"), there.join("Boris")
    id = here.challenge(anna, side="red")
    game = boris.does(f"club/challenges/{id}/accept")["game"]
    assert code(here.join("Clara").post(f"club/challenges/{id}/accept"))[0] == 404
    table = Table(anna.client, anna.told(f"games/{game}"))
    table.seats |= Table(boris.client, boris.told(f"games/{game}")).seats
    table["red"].does("trap 0202")
    table["blue"].does("trap 0203")
    with anna.live(game) as socket:
        socket.send_json({"seats": [table["red"].token]})
        assert heard(socket).get("ended", "") == ""
        table["blue"].post("resign", {})
        assert heard(socket)["ended"] == "resigned"
    assert code(table["red"].act("guard R1")) == (409, "match-over")


def test_a_session_is_good_everywhere_and_ends_everywhere(
    pair: tuple[ClubServer, ClubServer]
) -> None:
    here, there = pair
    anna = here.join("Anna")
    other = Member(there.browser(), "Anna")
    other.client.cookies.update(anna.client.cookies)
    assert other.told("people/me")["me"]["name"] == "Anna"
    other.does("people/sign-out-everywhere")
    assert anna.told("people/me") == {"me": None}


def test_who_guesses_passwords_is_counted_over_all_processes(
    pair: tuple[ClubServer, ClubServer]
) -> None:
    pair[0].join("Anna")
    guess = {"name": "Anna", "password": "a guess of mine"}
    for number in range(10):
        assert pair[number % 2].stranger().post("people/sign-in", guess).status_code == 401
    right = {"name": "Anna", "password": PASSWORD}
    for server in pair:
        assert code(server.stranger().post("people/sign-in", right)) == (429, "too-many-tries")


def test_who_has_gone_is_called_by_no_process(pair: tuple[ClubServer, ClubServer]) -> None:
    here, there = pair
    anna, boris = here.join("Anna"), there.join("Boris")
    table = here.match(anna, boris)
    table["red"].post("talk", {"text": "Good evening"})
    assert "Anna" in table["blue"].get("talk").text
    anna.does("people/me/delete", {"password": PASSWORD})
    assert "Anna" not in table["blue"].get("talk").text
