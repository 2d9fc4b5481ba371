"""The lobby of a club: challenges, matches whose seats belong to accounts, friends and blocks."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from grognard.server.club.models import MatchRow
from grognard.server.keys import hashed, new_key
from grognard.server.routes import boxes, briefings, doors, games, play, staff, story, tables, talk
from grognard.server.routes.club import CLUB
from tests.unit.server.clubs import PASSWORD, ClubServer, Member, code
from tests.unit.server.tables import Seat, Table, lay_traps

OPEN = {
    "/api/about", "/api/texts", "/api/people/me", "/api/people/sign-up", "/api/people/sign-in",
    "/api/people/sign-out", "/api/people/confirm", "/api/people/forgot", "/api/people/reset",
    "/api/join", "/api/join/look", "/api/host",
}  # fmt: skip
CLOSED = {(401, "signed-out"), (401, "no-seat"), (403, "host-only")}
PRINTED = ("/api/tables/", "/api/boxes/{id}/")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ClubServer]:
    made = ClubServer(tmp_path)
    with made.browser():
        yield made


@pytest.fixture
def anna(server: ClubServer) -> Member:
    return server.join("Anna")


@pytest.fixture
def boris(server: ClubServer) -> Member:
    return server.join("Boris")


@pytest.fixture
def table(server: ClubServer, anna: Member, boris: Member) -> Table:
    return server.match(anna, boris)


def standing(member: Member, table: Table) -> dict[str, Any]:
    """How a match stands, as one of its players is told."""
    side = "red" if member.name == "Anna" else "blue"
    found: dict[str, Any] = table[side].get("match").json()
    return found


# -- closed doors -------------------------------------------------------------------------


def endpoints() -> list[tuple[str, str]]:
    parts = (boxes, briefings, doors, games, play, staff, story, tables, talk)
    routers = (*(part.router for part in parts), *CLUB)
    routes = [one for router in routers for one in router.routes if isinstance(one, Route)]
    return [(method, one.path) for one in routes for method in sorted(one.methods or ())]


@pytest.mark.parametrize(("method", "path"), endpoints())
def test_every_door_is_closed_to_strangers(
    server: ClubServer, table: Table, method: str, path: str
) -> None:
    if path in OPEN or path.startswith(PRINTED) or method == "HEAD":
        return
    server.house.misses.too_many = lambda address: False  # type: ignore[method-assign]
    for id in (table.id, "nosuchgm"):
        filled = path.replace("{id}", id).replace("{stop}", "0").replace("{name}", "Anna")
        for token in ("guess", table["red"].token):
            answer = server.browser().request(
                method, filled.replace("{challenge}", "x"), json={},
                headers={"Grognard-Seat": token})
            assert code(answer) in CLOSED, (path, answer.text)


def test_nobody_is_host_of_a_club(anna: Member, table: Table) -> None:
    assert anna.told("about")["host"] is False
    for answer in (
        anna.get("games"), anna.post("games", {"box": "toy"}),
        anna.client.delete(table.path), anna.client.patch(table.path, json={"title": "x"}),
        anna.post(f"games/{table.id}/invite", {"side": "blue"}),
        table["red"].post("fork", {}),
    ):  # fmt: skip
        assert code(answer) == (403, "host-only")


# -- challenges ---------------------------------------------------------------------------


def test_a_challenge_becomes_a_match(server: ClubServer, anna: Member, boris: Member) -> None:
    id = server.challenge(anna, side="blue")
    told = boris.told("club/challenges")["challenges"][0]
    assert (told["by"], told["side_name"], told["box_title"]) == ("Anna", "Blue", "Toy")
    game = boris.does(f"club/challenges/{id}/accept")["game"]
    mine = {s["side"]: bool(s["token"]) for s in boris.told(f"games/{game}")["seats"]}
    assert mine == {"red": True, "blue": False}
    assert boris.told("club/challenges")["challenges"] == []
    assert anna.told("club/matches")["matches"][0]["mine"] == "blue"


def test_a_challenge_is_accepted_once(server: ClubServer, anna: Member, boris: Member) -> None:
    clara = server.join("Clara")
    id = server.challenge(anna)
    boris.does(f"club/challenges/{id}/accept")
    assert code(clara.post(f"club/challenges/{id}/accept")) == (404, "unknown-challenge")
    assert len(anna.told("club/matches")["matches"]) == 1


def test_a_private_challenge_is_for_one(server: ClubServer, anna: Member, boris: Member) -> None:
    clara = server.join("Clara")
    id = server.challenge(anna, to="boris")
    assert clara.told("club/challenges")["challenges"] == []
    assert code(clara.post(f"club/challenges/{id}/accept")) == (404, "unknown-challenge")
    assert code(clara.post(f"club/challenges/{id}/withdraw")) == (404, "unknown-challenge")
    boris.does(f"club/challenges/{id}/withdraw")
    assert anna.told("club/challenges")["challenges"] == []


def test_nobody_accepts_his_own(server: ClubServer, anna: Member) -> None:
    id = server.challenge(anna)
    assert code(anna.post(f"club/challenges/{id}/accept")) == (422, "yourself")
    anna.does(f"club/challenges/{id}/withdraw")
    assert code(anna.post(f"club/challenges/{id}/withdraw")) == (404, "unknown-challenge")


@pytest.mark.parametrize(("wish", "said"), [
    ({"box": "nosuch"}, (404, "unknown-box")), ({"scenario": "nosuch"}, (404, "unknown-scenario")),
    ({"side": "green"}, (422, "unknown-side")), ({"to": "Nobody"}, (404, "unknown-player")),
    ({"to": "anna"}, (422, "yourself")), ({"bot": "nosuch"}, (422, "unknown-bot")),
    ({"pace": {"kind": "live"}}, (422, "field")), ({"pace": {"kind": "days"}}, (422, "field")),
    ({"options": {"nosuch": 1}}, (422, "unknown-option")),
])  # fmt: skip
def test_what_cannot_be_offered(anna: Member, wish: Any, said: tuple[int, str]) -> None:
    assert code(anna.post("club/challenges", {"box": "toy", **wish})) == said
    assert anna.told("club/challenges")["challenges"] == []


def test_against_a_bot_it_begins_at_once(anna: Member) -> None:
    wish = {"box": "toy", "bot": "recruit", "side": "red"}
    game = anna.does("club/challenges", wish)["game"]
    line = anna.told("club/matches")["matches"][0]
    assert (line["match"]["game"], line["match"]["rated"]) == (game, False)
    assert {one["side"]: one.get("bot", "") for one in line["match"]["entrants"]} == {
        "red": "", "blue": "recruit"}
    assert anna.get(f"games/{game}").json()["seats"][1]["token"] == ""


# -- seats --------------------------------------------------------------------------------


def test_a_token_is_good_in_its_owners_browser_only(
    server: ClubServer, boris: Member, table: Table
) -> None:
    clara = server.join("Clara")
    for thief in (boris, clara):
        stolen = Seat(thief.client, table.id, {"side": "red", "token": table["red"].token})
        assert code(stolen.get("state")) == (401, "no-seat")
        assert code(stolen.act("trap 0202", 0)) == (401, "no-seat")


def test_signing_out_leaves_the_seat(anna: Member, table: Table) -> None:
    anna.does("people/sign-out-everywhere")
    assert code(table["red"].get("state")) == (401, "no-seat")
    with pytest.raises(WebSocketDisconnect), anna.live(table.id):
        raise AssertionError("somebody listens")


def test_members_watch_what_all_may_know(server: ClubServer, table: Table) -> None:
    clara = server.join("Clara")
    assert [line["match"]["game"] for line in clara.told("club/running")["matches"]] == [table.id]
    place = clara.told(f"games/{table.id}")["seats"][-1]
    assert (place["side"], bool(place["token"])) == ("spectator", True)
    watcher = Seat(clara.client, table.id, place)
    before = watcher.state()
    table["red"].does("trap 0202")
    assert watcher.state() == before
    for deed in ("resign", "offer", "claim"):
        assert code(watcher.post(deed, {"result": "draw"})) == (403, "not-your-seat")


def test_a_closed_match_is_watched_by_nobody(
    server: ClubServer, anna: Member, boris: Member
) -> None:
    table, clara = server.match(anna, boris, watched=False), server.join("Clara")
    assert clara.told("club/running")["matches"] == []
    assert code(clara.get(f"games/{table.id}")) == (401, "no-seat")
    assert clara.told("club/players/Anna")["matches"] == []
    assert len(anna.told("club/players/Anna")["matches"]) == 1


def test_ones_turn_comes_first_and_tells_no_secret(
    server: ClubServer, anna: Member, boris: Member, table: Table
) -> None:
    other = server.match(anna, boris)
    other["red"].does("trap 0202")
    other["red"].does("guard R1")
    lines = anna.told("club/matches")["matches"]
    assert [(line["match"]["game"], line.get("asked", False)) for line in lines] == [
        (table.id, True), (other.id, False)]
    told = [line["match"] for line in boris.told("club/matches")["matches"]]
    theirs = {match["game"]: match for match in told}
    plain = {k: v for k, v in theirs[other.id].items() if k != "game"}
    assert plain == {k: v for k, v in theirs[table.id].items() if k != "game"}


def test_nobody_asks_the_staff_against_a_person(table: Table) -> None:
    answer = table["red"].post("hints", {"seq": table["red"].state()["seq"]})
    assert code(answer) == (403, "no-staff")


# -- ending -------------------------------------------------------------------------------


def test_a_match_is_resigned(anna: Member, boris: Member, table: Table) -> None:
    assert table["red"].post("resign", {}).status_code == 204
    told = standing(boris, table)
    assert (told["ended"], told["winner"]) == ("resigned", "blue")
    game = boris.told(f"games/{table.id}")
    assert (game["over"], game["result"]["winner"], game["result"]["level"]) == (
        True, "blue", "Resigned")
    assert code(table["blue"].act("trap 0202")) == (409, "match-over")
    assert code(table["blue"].post("resign", {})) == (409, "match-over")
    assert boris.told("club/matches")["matches"][0]["match"]["ended"] == "resigned"


def test_both_must_agree(anna: Member, boris: Member, table: Table) -> None:
    table["red"].post("offer", {"result": "draw"})
    assert standing(boris, table)["entrants"][1]["offer"] == "draw"  # in the order of names
    table["blue"].post("offer", {"result": "red"})
    assert standing(boris, table).get("ended", "") == ""
    table["blue"].post("offer", {"result": ""})
    table["blue"].post("offer", {"result": "draw"})
    told = standing(boris, table)
    assert (told["ended"], told.get("winner", "")) == ("agreed", "")


def test_what_is_no_result_is_not_offered(table: Table) -> None:
    assert code(table["red"].post("offer", {"result": "green"})) == (422, "field")


def test_a_match_played_to_its_end(anna: Member, boris: Member, table: Table) -> None:
    assert table.play_on(Random(3), 2000) < 2000
    told = standing(boris, table)
    assert told["ended"] == "played"
    result = table["red"].state()["result"]
    assert told.get("winner", "") == (result["winner"] or "")


def test_once_more_with_sides_swapped(anna: Member, boris: Member, table: Table) -> None:
    table["red"].post("resign", {})
    assert table["red"].post("rematch", {"swapped": True}).json() == {"game": ""}
    told = boris.told("club/challenges")["challenges"][0]
    assert (told["by"], told["to"], told["side"]) == ("Anna", "Boris", "blue")


def test_everybody_at_the_table_hears_of_the_end(anna: Member, table: Table) -> None:
    lay_traps(table)
    with anna.live(table.id) as socket:
        socket.send_json({"seats": [table["red"].token]})
        assert heard(socket).get("ended", "") == ""
        table["blue"].post("resign", {})
        assert heard(socket)["ended"] == "resigned"


def heard(socket: Any) -> dict[str, Any]:
    """What is told next of the match."""
    while (told := socket.receive_json())["type"] != "match":
        pass
    return dict(told["match"])


def test_who_goes_for_good_loses_what_he_still_plays(
    server: ClubServer, anna: Member, boris: Member, table: Table
) -> None:
    table["red"].post("talk", {"text": "Good evening"})
    anna.does("people/me/delete", {"password": PASSWORD})
    told = standing(boris, table)
    assert (told["ended"], told["winner"]) == ("resigned", "blue")
    assert "Anna" not in table["blue"].get("talk").text + boris.get(f"games/{table.id}").text
    assert code(boris.post(f"games/{table.id}/rematch", {}, headers=table["blue"].headers)) == (
        409, "nobody-left")
    assert code(boris.get("club/players/Anna")) == (404, "unknown-player")


def test_of_two_who_end_a_match_one_is_heard(server: ClubServer, table: Table) -> None:
    table["red"].post("resign", {})
    server.club.room.on_change(table.id)  # somebody looks on
    with server.club.book.reading() as session:
        row = session.get(MatchRow, table.id)
    assert row is not None
    assert (row.ended, row.winner) == ("resigned", "blue")


# -- friends and blocks -------------------------------------------------------------------


def test_friends_are_listed(anna: Member, boris: Member) -> None:
    anna.does("club/players/boris/bond", {"kind": "friend"})
    assert anna.told("club/bonds")["people"] == [{"name": "Boris", "kind": "friend", "here": True}]
    assert anna.told("club/players/Boris")["bond"] == "friend"
    assert boris.told("club/bonds")["people"] == []
    anna.does("club/players/Boris/bond", {"kind": ""})
    assert anna.told("club/bonds")["people"] == []
    assert code(anna.post("club/players/Anna/bond", {"kind": "friend"})) == (422, "yourself")


def test_who_is_blocked_does_not_meet_one(server: ClubServer, anna: Member, boris: Member) -> None:
    id = server.challenge(anna)
    anna.does("club/players/Boris/bond", {"kind": "block"})
    assert boris.told("club/challenges")["challenges"] == []
    assert code(boris.post(f"club/challenges/{id}/accept")) == (404, "unknown-challenge")
    answer = boris.post("club/challenges", {"box": "toy", "to": "Anna"})
    assert code(answer) == (403, "not-wanted")
    server.challenge(boris)
    assert [one["by"] for one in anna.told("club/challenges")["challenges"]] == ["Anna"]


# -- who runs the server ------------------------------------------------------------------


def test_the_host_of_a_server_holds_no_seat_of_a_match(server: ClubServer, table: Table) -> None:
    """With several processes there is one, who may look after the games."""
    key = new_key()
    server.house.host = hashed(key)
    host = Member(server.browser(), "")
    host.does("host", {"key": key})
    for game in (host.told("games")["games"][0], host.told(f"games/{table.id}")):
        assert [seat["token"] for seat in game["seats"]] == ["", ""]
    own = host.does("games", {"box": "toy"})  # his own games are as ever
    assert all(seat["token"] == "" for seat in own["seats"])  # and a public server shows no token
