"""Clocks: live ones and those of correspondence, flags, claims and vacation."""

from typing import Any

import pytest

from grognard.server.club import matches, vacations
from grognard.server.club.models import MatchSeatRow
from tests.unit.server.clubs import ClubServer, Member, code
from tests.unit.server.tables import ON_BOTH, Home, Table, lay_traps, mover

pytestmark = ON_BOTH

LIVE = {"kind": "live", "minutes": 10, "bonus": 2}
DAYS = {"kind": "days", "days": 3, "reserve": 5}
DAY = 86400.0


@pytest.fixture
def server(home: Home) -> ClubServer:
    return ClubServer(home)


@pytest.fixture
def pair(server: ClubServer) -> tuple[Member, Member]:
    return server.join("Anna"), server.join("Boris")


def left(server: ClubServer, table: Table, side: str) -> float:
    """What is truly on a clock that stands."""
    with server.club.book.reading() as session:
        row = session.get(MatchSeatRow, (table.id, side))
    assert row is not None
    return row.left


def shown(table: Table, side: str, viewer: str = "red") -> float:
    """What a client reckons from what it is told."""
    told: dict[str, Any] = table[viewer].get("match").json()
    entrant = next(one for one in told["entrants"] if one["side"] == side)
    allowance = told["pace"].get("days", 0) * DAY
    since = entrant.get("since", 0.0)
    used = max(0.0, told["now"] - since - allowance) if since else 0.0
    return float(entrant.get("left", 0.0)) - used


def test_a_clock_runs_while_its_side_must_choose(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    table = server.match(*pair, pace=LIVE)
    server.clock.now += 60
    lay_traps(table)
    assert shown(table, "red") == shown(table, "blue") == 540
    here = mover(table)
    there = next(seat for seat in table.seats.values() if seat is not here)
    server.clock.now += 30
    assert shown(table, here.side) == 510
    assert shown(table, there.side) == 540


def test_a_clock_does_not_tell_of_a_secret_choice(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    table = server.match(*pair, pace=LIVE)
    before = table["blue"].get("match").json()
    table["red"].does("trap 0202")
    table["red"].does("guard R1")  # red has chosen; blue must not know
    assert table["blue"].get("match").json() == before
    server.clock.now += 100
    assert shown(table, "red", "blue") == shown(table, "blue", "blue") == 500
    assert left(server, table, "red") == 600  # and is not charged for it


def test_the_flag_ends_a_live_match(server: ClubServer, pair: tuple[Member, Member]) -> None:
    table = server.match(*pair, pace=LIVE)
    table["red"].does("trap 0202")
    table["red"].does("guard R1")
    server.clock.now += 601
    assert matches.flag_all(server.club) == 1
    told = table["red"].get("match").json()
    assert (told["ended"], told["winner"]) == ("flag", "red")
    assert matches.flag_all(server.club) == 0


def test_nobody_acts_after_his_flag_has_fallen(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    table = server.match(*pair, pace=LIVE)
    server.clock.now += 599
    table["blue"].does("trap 0203")
    table["blue"].does("guard B1")
    server.clock.now += 2
    assert code(table["red"].act("trap 0202")) == (409, "match-over")
    assert table["red"].get("match").json()["winner"] == "blue"


def test_a_new_turn_winds_clocks_up(server: ClubServer, pair: tuple[Member, Member]) -> None:
    table = server.match(*pair, pace=LIVE)
    lay_traps(table)
    turn = table["red"].state()["scene"]["turn"]
    for _ in range(60):
        if table["red"].state()["scene"]["turn"] > turn:
            break
        seat = mover(table)
        choices = seat.state()["decision"]["choices"]
        last = next((one for one in choices if one["kind"] in ("done", "pass")), choices[-1])
        seat.does({"kind": last["kind"], "arg": last["args"][0]})
    else:
        raise AssertionError("the turn does not end")
    assert left(server, table, "red") == left(server, table, "blue") == 720


def test_days_first_and_then_the_reserve(server: ClubServer, pair: tuple[Member, Member]) -> None:
    table = server.match(*pair, pace=DAYS)
    server.clock.now += 2 * DAY
    assert shown(table, "red") == 5 * DAY
    server.clock.now += 2 * DAY
    assert shown(table, "red") == 4 * DAY
    again(server, pair)
    lay_traps(table)
    assert left(server, table, "red") == 4 * DAY


def again(server: ClubServer, pair: tuple[Member, Member]) -> None:
    """Somebody who is away for days and still has a session."""
    for member in pair:
        member.told("people/me")


def test_a_match_by_correspondence_is_lost_when_somebody_claims_it(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    table = server.match(*pair, pace=DAYS)
    table["red"].does("trap 0202")
    table["red"].does("guard R1")
    server.clock.now += 7 * DAY
    assert code(table["red"].post("claim", {})) == (409, "time-left")
    server.clock.now += 1 * DAY + 1
    assert matches.flag_all(server.club) == 0
    assert code(table["blue"].post("claim", {})) == (409, "time-left")  # his own, not the other's
    assert table["red"].post("claim", {}).status_code == 204
    assert table["red"].get("match").json()["ended"] == "flag"


def test_on_vacation_clocks_stand(server: ClubServer, pair: tuple[Member, Member]) -> None:
    anna, _ = pair
    table = server.match(*pair, pace=DAYS)
    anna.does("club/vacation", {"away": True})
    server.clock.now += 12 * DAY
    assert anna.told("people/me")["me"]["away"] is True
    assert left(server, table, "red") == 5 * DAY
    anna.does("club/vacation", {"away": False})
    me = anna.told("people/me")["me"]
    assert (me.get("away", False), me["vacation"]) == (False, 18)
    server.clock.now += 4 * DAY
    assert shown(table, "red") == 4 * DAY


def test_a_vacation_ends_when_it_is_used_up(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    anna, _ = pair
    server.match(*pair, pace=DAYS)
    anna.does("club/vacation", {"away": True})
    server.clock.now += 20 * DAY
    vacations.end_those_used_up(server.club.book)
    assert anna.told("people/me")["me"]["away"] is True
    server.clock.now += 10 * DAY + 1
    vacations.end_those_used_up(server.club.book)
    assert anna.told("people/me")["me"].get("away", False) is False
    assert code(anna.post("club/vacation", {"away": True})) == (409, "no-vacation")


def test_live_clocks_know_no_vacation(server: ClubServer, pair: tuple[Member, Member]) -> None:
    table = server.match(*pair, pace=LIVE)
    pair[0].does("club/vacation", {"away": True})
    server.clock.now += 601
    assert matches.flag_all(server.club) == 1
    assert table["red"].get("match").json()["ended"] == "flag"


def test_without_a_clock_nobody_has_to_hurry(
    server: ClubServer, pair: tuple[Member, Member]
) -> None:
    table = server.match(*pair)
    server.clock.now += 25 * DAY
    assert matches.flag_all(server.club) == 0
    assert code(table["red"].post("claim", {})) == (409, "time-left")
