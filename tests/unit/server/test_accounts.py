"""Accounts: a name and a password, sessions in cookies, and nothing that can be guessed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.server.club import attempts, audit, sessions
from grognard.server.club.models import AccountRow
from grognard.server.keys import hashed
from tests.unit.server.clubs import PASSWORD, ClubServer, Member, code


@pytest.fixture
def club(tmp_path: Path) -> Iterator[ClubServer]:
    made = ClubServer(tmp_path)
    with made.browser():
        yield made


def again(club: ClubServer, name: str, password: str = PASSWORD) -> Member:
    """The same person in another browser."""
    other = Member(club.browser(), name)
    other.does("people/sign-in", {"name": name, "password": password})
    return other


def account(club: ClubServer, name: str) -> AccountRow:
    with club.club.book.reading() as session:
        return session.query(AccountRow).filter_by(name=name).one()


def test_who_signs_up_is_signed_in(club: ClubServer) -> None:
    anna = club.join("Anna")
    assert anna.told("people/me")["me"]["name"] == "Anna"
    assert club.stranger().told("people/me") == {"me": None}
    assert anna.told("about")["club"] == {"mails": False, "sign_up": True}


def test_no_script_and_no_other_page_gets_the_cookie(club: ClubServer) -> None:
    answer = club.stranger().post("people/sign-up", {"name": "Anna", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie  # the test speaks plain http
    other = club.stranger()
    other.client.base_url = "https://127.0.0.1"
    answer = other.post("people/sign-in", {"name": "Anna", "password": PASSWORD})
    assert "secure" in answer.headers["set-cookie"].lower()


def test_passwords_and_cookies_are_stored_as_hashes(club: ClubServer) -> None:
    anna = club.join("Anna")
    row, key = account(club, "Anna"), anna.client.cookies[sessions.COOKIE]
    assert row.password.startswith("$argon2id$")
    kept = [one.key for one in sessions.all_of(club.club.book, row.id)]
    assert kept == [hashed(key)]
    thief = club.stranger()
    thief.client.cookies.set(sessions.COOKIE, kept[0])
    assert thief.told("people/me") == {"me": None}


@pytest.mark.parametrize("name", ["anna", "ANNA", "Anna"])
def test_a_name_is_there_once(club: ClubServer, name: str) -> None:
    club.join("Anna")
    answer = club.stranger().post("people/sign-up", {"name": name, "password": PASSWORD})
    assert code(answer) == (409, "name-taken")


@pytest.mark.parametrize(("name", "password", "fault"), [
    ("ab", PASSWORD, "field"), ("Anna B", PASSWORD, "field"), ("<b>Anna", PASSWORD, "field"),
    ("Anna", "short", "field"), ("Anna", "aaaaaaaaaaaa", "weak-password"),
    ("Anna", "ANNA is my name", "weak-password"),
])  # fmt: skip
def test_what_is_no_name_and_no_password(
    club: ClubServer, name: str, password: str, fault: str
) -> None:
    answer = club.stranger().post("people/sign-up", {"name": name, "password": password})
    assert code(answer) == (422, fault)


def test_a_wrong_name_and_a_wrong_password_sound_alike(club: ClubServer) -> None:
    club.join("Anna")
    wrong = [{"name": "Anna", "password": "wrong"}, {"name": "Boris", "password": PASSWORD}]
    said = [club.stranger().post("people/sign-in", wish).json() for wish in wrong]
    assert said[0] == said[1]
    assert said[0]["code"] == "wrong-password"


def test_who_guesses_passwords_has_to_wait(club: ClubServer) -> None:
    club.join("Anna")
    most, window = attempts.LIMITS["pair"]
    guess = {"name": "anna", "password": "a guess of mine"}
    for _ in range(most):
        assert code(club.stranger().post("people/sign-in", guess)) == (401, "wrong-password")
    right = {"name": "Anna", "password": PASSWORD}
    assert code(club.stranger().post("people/sign-in", right)) == (429, "too-many-tries")
    club.clock.now += window + 1
    assert club.stranger().post("people/sign-in", right).status_code == 200


def test_a_session_ends_at_sign_out_and_after_a_month(club: ClubServer) -> None:
    anna = club.join("Anna")
    other = again(club, "Anna")
    key = anna.client.cookies[sessions.COOKIE]
    anna.does("people/sign-out")
    anna.client.cookies.set(sessions.COOKIE, key)  # a copy is worth nothing any more
    assert code(anna.get("people/me/browsers")) == (401, "signed-out")
    assert other.told("people/me")["me"]
    club.clock.now += sessions.LASTS + 1
    assert other.told("people/me") == {"me": None}


def test_sign_out_everywhere(club: ClubServer) -> None:
    anna, other = club.join("Anna"), again(club, "Anna")
    assert len(anna.told("people/me/browsers")["browsers"]) == 2
    anna.does("people/sign-out-everywhere")
    assert other.told("people/me") == {"me": None}


def test_another_password_ends_other_sessions(club: ClubServer) -> None:
    anna, other = club.join("Anna"), again(club, "Anna")
    wish = {"password": "wrong", "new": "another good one"}
    assert code(anna.post("people/me/password", wish)) == (401, "wrong-password")
    anna.does("people/me/password", wish | {"password": PASSWORD})
    assert other.told("people/me") == {"me": None}
    assert anna.told("people/me")["me"]["name"] == "Anna"
    old = {"name": "Anna", "password": PASSWORD}
    assert code(club.stranger().post("people/sign-in", old)) == (401, "wrong-password")
    again(club, "Anna", "another good one")


def test_everything_is_taken_home_and_forgotten(club: ClubServer) -> None:
    anna = club.join("Anna")
    id = account(club, "Anna").id
    told = anna.told("people/me/export")
    assert told["account"]["name"] == "Anna"
    assert [line["event"] for line in told["audit"]] == ["sign-up"]
    assert "argon2" not in str(told)
    assert code(anna.post("people/me/delete", {"password": "no"})) == (401, "wrong-password")
    anna.does("people/me/delete", {"password": PASSWORD})
    assert anna.told("people/me") == {"me": None}
    assert audit.lines(club.club.book, id) == []
    club.join("Anna")  # the name is free again


def test_a_page_from_elsewhere_does_nothing(club: ClubServer) -> None:
    anna = club.join("Anna")
    answer = anna.post("people/sign-out", headers={"Origin": "https://foes.example"})
    assert code(answer) == (403, "foreign-page")
    form = anna.client.post("/api/people/sign-out", data={"a": "b"})
    assert code(form) == (415, "not-json")
    assert anna.told("people/me")["me"]


def test_neighbours_of_somebody_who_guesses_are_heard(club: ClubServer) -> None:
    """They may share an address; who is signed in has shown what he knows."""
    anna = club.join("Anna")
    for _ in range(40):
        club.stranger().get("people/me/browsers")
    assert code(club.stranger().get("people/me")) == (429, "too-many")
    assert anna.told("people/me")["me"]
