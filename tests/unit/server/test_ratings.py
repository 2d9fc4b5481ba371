"""Ratings of members: counted once, for each box, in matches between people that are rated."""

from collections.abc import Iterator
from typing import Any

import pytest

from grognard.server.club.models import RatingRow
from grognard.server.club.ratings import PERIOD, now_of
from tests.unit.server.clubs import ClubServer, Member
from tests.unit.server.tables import ON_BOTH, Home, Table

pytestmark = ON_BOTH


@pytest.fixture
def server(home: Home) -> Iterator[ClubServer]:
    made = ClubServer(home)
    with made.browser():
        yield made


@pytest.fixture
def pair(server: ClubServer) -> tuple[Member, Member]:
    return server.join("Anna"), server.join("Boris")


def ratings(member: Member, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = member.told(f"club/players/{name}")["ratings"]
    return found


def test_a_win_is_counted_once(server: ClubServer, pair: tuple[Member, Member]) -> None:
    table = server.match(*pair)
    table["blue"].post("resign", {})
    table["blue"].post("resign", {})
    server.club.room.on_change(table.id)
    won, lost = ratings(pair[0], "Anna")[0], ratings(pair[0], "Boris")[0]
    # As lichess and the paper have it: a first win is worth 162 points, at these deviations.
    assert (won["rating"], lost["rating"]) == (1662, 1338)
    assert (won["games"], won["wins"], lost["losses"]) == (1, 1, 1)
    assert (won["sure"], won["box"], won["box_title"]) == (False, "toy", "Toy")
    entrants = {one["name"]: one for one in table["red"].get("match").json()["entrants"]}
    assert {name: one["change"] for name, one in entrants.items()} == {"Anna": 162, "Boris": -162}


def test_a_draw_between_equals_changes_no_rating(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    table = server.match(*pair)
    for side in ("red", "blue"):
        table[side].post("offer", {"result": "draw"})
    mine = ratings(pair[0], "Anna")[0]
    assert (mine["rating"], mine["draws"]) == (1500, 1)
    assert mine["deviation"] < 350


@pytest.mark.parametrize("wish", [{"rated": False}])
def test_what_is_not_rated_is_not_counted(
    server: ClubServer, pair: tuple[Member, Member], wish: dict[str, Any]
) -> None:
    table: Table = server.match(*pair, **wish)
    table["red"].post("resign", {})
    assert ratings(pair[0], "Anna") == []


def test_against_bots_nothing_is_rated(server: ClubServer, pair: tuple[Member, Member]) -> None:
    anna = pair[0]
    game = anna.does("club/challenges", {"box": "toy", "bot": "recruit", "side": "red"})["game"]
    table = Table(anna.client, anna.told(f"games/{game}"))
    table["red"].post("resign", {})
    assert ratings(anna, "Anna") == []


def test_who_stays_away_becomes_less_sure(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    server.match(*pair)["blue"].post("resign", {})
    with server.club.book.reading() as session:
        row = session.query(RatingRow).filter_by(wins=1).one()
    now, later = (now_of(row, server.clock.now + time) for time in (0.0, 12 * PERIOD))
    assert later.rating == now.rating
    assert later.deviation > now.deviation + 1
