"""Letters: an address is confirmed by one, and a forgotten password mended by one."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from grognard.server.club.config import BadConfig, Config, MailConfig, read_config
from grognard.server.club.letters import GOOD_FOR
from grognard.server.club.post import FIRST_WAIT, MOST_TRIES
from tests.unit.server.clubs import PASSWORD, ClubServer, Member, code


class Postbox:
    """Takes every letter."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, str]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.letters.append((envelope.rcpt_tos[0], envelope.content.decode()))
        return "250 taken"


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


@pytest.fixture
def club(tmp_path: Path, postbox: Postbox) -> Iterator[ClubServer]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    taker = Controller(postbox, hostname="127.0.0.1", port=port)
    taker.start()
    mail = MailConfig(host="127.0.0.1", port=port, security="none")
    yield ClubServer(tmp_path, Config(address="https://club.example", mail=mail))
    taker.stop()


def link(club: ClubServer, postbox: Postbox, purpose: str) -> str:
    """The key in the last letter."""
    club.club.courier.send_due()
    text = postbox.letters[-1][1].replace("=\r\n", "").replace("=3D", "=")
    found = re.search(rf"{club.club.config.address}/{purpose}#([\w-]+)", text)
    assert found, text
    return found[1]


def with_mail(club: ClubServer, postbox: Postbox) -> Member:
    anna = club.join("Anna")
    anna.does("people/me/mail", {"password": PASSWORD, "mail": "anna@example.org"})
    anna.does("people/confirm", {"key": link(club, postbox, "confirm")})
    return anna


def test_an_address_counts_when_its_letter_was_answered(
    club: ClubServer, postbox: Postbox
) -> None:
    anna = club.join("Anna")
    anna.does("people/me/mail", {"password": PASSWORD, "mail": "anna@example.org"})
    assert anna.told("people/me")["me"]["mail"] == ""
    key = link(club, postbox, "confirm")
    assert postbox.letters[0][0] == "anna@example.org"
    club.stranger().does("people/confirm", {"key": key})
    assert anna.told("people/me")["me"]["mail"] == "anna@example.org"
    assert code(club.stranger().post("people/confirm", {"key": key})) == (401, "dead-letter")
    anna.does("people/me/mail", {"password": PASSWORD, "mail": ""})
    assert anna.told("people/me")["me"]["mail"] == ""


def test_a_forgotten_password(club: ClubServer, postbox: Postbox) -> None:
    anna = with_mail(club, postbox)
    stranger = club.stranger()
    stranger.does("people/forgot", {"name": "anna"})
    key = link(club, postbox, "reset")
    weak = {"key": key, "password": "Anna Anna Anna"}
    assert code(stranger.post("people/reset", weak)) == (422, "weak-password")
    stranger.does("people/reset", {"key": key, "password": "another good one"})
    assert anna.told("people/me") == {"me": None}  # whoever sat there has to sign in again
    stranger.does("people/sign-in", {"name": "Anna", "password": "another good one"})
    again = {"key": key, "password": "yet another one"}
    assert code(stranger.post("people/reset", again)) == (401, "dead-letter")


def test_nobody_is_told_whether_there_is_an_account(club: ClubServer, postbox: Postbox) -> None:
    club.join("Boris")  # without an address
    for name in ("Boris", "Nobody"):
        assert club.stranger().post("people/forgot", {"name": name}).status_code == 204
    assert club.club.courier.send_due() == 0


def test_a_link_is_good_for_an_hour_and_one_purpose(club: ClubServer, postbox: Postbox) -> None:
    with_mail(club, postbox)
    stranger = club.stranger()
    stranger.does("people/forgot", {"name": "Anna"})
    key = link(club, postbox, "reset")
    assert code(stranger.post("people/confirm", {"key": key})) == (401, "dead-letter")
    club.clock.now += GOOD_FOR["reset"] + 1
    wish = {"key": key, "password": "another good one"}
    assert code(stranger.post("people/reset", wish)) == (401, "dead-letter")


@pytest.mark.parametrize("mail", [
    "anna", "a@b", "anna@example.org\nBcc: all@example.org", "a b@example.org",
    "x@example.org,y@example.org", "<x@example.org>",
])  # fmt: skip
def test_what_is_no_address(club: ClubServer, mail: str) -> None:
    wish = {"password": PASSWORD, "mail": mail}
    assert code(club.join("Anna").post("people/me/mail", wish)) == (422, "field")


def test_who_asks_for_letters_again_and_again_has_to_wait(club: ClubServer) -> None:
    stranger = club.stranger()
    for _ in range(5):
        stranger.does("people/forgot", {"name": "Nobody"})
    assert code(stranger.post("people/forgot", {"name": "x"})) == (429, "too-many-tries")


def test_without_a_mail_server_there_are_no_letters(tmp_path: Path) -> None:
    club = ClubServer(tmp_path)
    assert code(club.stranger().post("people/forgot", {"name": "Anna"})) == (409, "no-mail")


def test_a_letter_is_tried_again_later_and_at_last_given_up(
    club: ClubServer, postbox: Postbox
) -> None:
    with_mail(club, postbox)
    courier, tried = club.club.courier, []

    def broken(letter: object) -> None:
        tried.append(letter)
        raise OSError("the mail server is away")

    courier.carriers = {"mail": broken}
    club.stranger().does("people/forgot", {"name": "Anna"})
    for wait in range(MOST_TRIES + 2):
        assert courier.send_due() == 0
        assert courier.send_due() == 0  # not yet again
        club.clock.now += FIRST_WAIT * 2**wait + 1
    assert len(tried) == MOST_TRIES


# -- how it is configured -----------------------------------------------------------------


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('address = "https://a.example"\nsign_up = false\n[mail]\nhost = "smtp"\n')
    read = read_config(file, {"GROGNARD_MAIL_PASSWORD": "x", "GROGNARD_MAIL_PORT": "25"})
    assert (read.address, read.sign_up, read.mails) == ("https://a.example", False, True)
    assert (read.mail.host, read.mail.port, read.mail.password) == ("smtp", 25, "x")
    assert not read_config(None, {}).mails


@pytest.mark.parametrize("text", ['adress = "x"', "sign_up = 3.5", "[mail]\nport = 'x'", "= 1"])
def test_a_fault_in_the_file_names_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text)
    with pytest.raises(BadConfig, match=r"club\.toml"):
        read_config(file, {})
