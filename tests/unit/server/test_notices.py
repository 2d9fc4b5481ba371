"""Notices: in the page, by mail and by webhook; switched off one by one, and nothing hidden."""

import json
import socket
import ssl
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.server.club import accounts, hooks, notices
from grognard.server.club.config import Config, MailConfig
from grognard.server.club.hooks import Hooks, NoHook
from grognard.server.club.models import OutboxRow
from grognard.server.club.notices import HERE
from tests.unit.server.clubs import ClubServer, Member, code
from tests.unit.server.tables import Table, lay_traps, mover

HOOK = "https://hooks.example/services/T0/B0?x=1"
KINDS = ["turn", "challenge", "accepted", "offer", "talk", "ended"]


@pytest.fixture
def server(tmp_path: Path) -> ClubServer:
    mail = MailConfig(host="127.0.0.1", port=9, security="none")
    return ClubServer(tmp_path, Config(address="https://club.example", mail=mail))


@pytest.fixture
def anna(server: ClubServer) -> Member:
    member = server.join("Anna")
    accounts.change(server.club.book, id_of(server, "Anna"), mail="anna@example.org")
    return member


@pytest.fixture
def boris(server: ClubServer) -> Member:
    return server.join("Boris")


def id_of(server: ClubServer, name: str) -> str:
    return accounts.named(server.club.book, name).id


def outbox(server: ClubServer) -> list[OutboxRow]:
    with server.club.book.reading() as session:
        return list(session.scalars(sa.select(OutboxRow).order_by(OutboxRow.id)))


def kinds(member: Member, *, seen: bool = False) -> list[str]:
    lines = member.told("club/notices")["notices"]
    return [line["kind"] for line in lines if line["seen"] == seen]


def prefers(member: Member, **other: Any) -> None:
    wish = {"page": KINDS, "mail": [], "hook": []} | other
    member.does("club/preferences", wish)


def test_who_is_challenged_hears_of_it(server: ClubServer, anna: Member, boris: Member) -> None:
    server.clock.now += HERE + 1  # she has left
    boris.does("club/challenges", {"box": "toy", "to": "Anna"})
    letter = outbox(server)[0]
    assert (letter.channel, letter.address) == ("mail", "anna@example.org")
    assert letter.subject == "Boris challenges you."
    assert kinds(anna) == ["challenge"]
    assert anna.told("people/me")["me"]["unseen"] == 1
    anna.does("club/notices/seen")
    assert kinds(anna) == []
    assert kinds(anna, seen=True) == ["challenge"]


def test_who_is_here_needs_no_letter(server: ClubServer, anna: Member, boris: Member) -> None:
    boris.does("club/challenges", {"box": "toy", "to": "Anna"})
    assert outbox(server) == []
    assert kinds(anna) == ["challenge"]


def test_ones_turn_is_told_once(server: ClubServer, anna: Member, boris: Member) -> None:
    table, rng = server.match(anna, boris), Random(5)
    lay_traps(table)
    first = mover(table).side
    for member in (anna, boris):
        member.does("club/notices/seen")
    while mover(table).side == first:
        assert table.one_act(rng)
    here, there = (boris, anna) if first == "red" else (anna, boris)
    assert (kinds(here), kinds(there)) == (["turn"], [])
    server.club.room.on_change(table.id)
    assert kinds(here) == ["turn"]
    here.told(f"games/{table.id}")  # to sit down is to have seen it
    assert kinds(here) == []


def test_a_live_match_sends_no_letters(server: ClubServer, anna: Member, boris: Member) -> None:
    accounts.change(server.club.book, id_of(server, "Boris"), mail="boris@example.org")
    table = server.match(anna, boris, pace={"kind": "live", "minutes": 60})
    server.clock.now += HERE + 1
    lay_traps(table)
    assert outbox(server) == []


def test_a_word_at_the_table(server: ClubServer, anna: Member, boris: Member) -> None:
    table = server.match(anna, boris)
    table["red"].post("talk", {"text": "I attack in the north"})
    assert "talk" in kinds(boris)
    assert "talk" not in kinds(anna)
    assert "north" not in boris.get("club/notices").text


def test_every_kind_can_be_switched_off(server: ClubServer, anna: Member, boris: Member) -> None:
    prefers(anna, page=[])
    server.clock.now += HERE + 1
    boris.does("club/challenges", {"box": "toy", "to": "Anna"})
    assert kinds(anna) == []
    assert outbox(server) == []
    told = anna.told("club/preferences")
    assert (told["page"], told["mail"]) == ([], [])


@pytest.mark.parametrize(("style", "key"), [
    ("json", "text"), ("discord", "content"), ("slack", "text")])
def test_a_webhook_is_called(
    server: ClubServer, anna: Member, boris: Member, style: str, key: str
) -> None:
    prefers(anna, hook=["challenge"], webhook={"url": HOOK, "style": style})
    server.clock.now += HERE + 1
    boris.does("club/challenges", {"box": "toy", "to": "Anna"})
    call = outbox(server)[0]
    assert (call.channel, call.address) == ("hook", HOOK)
    assert "Boris challenges you." in json.loads(call.body)[key]


def test_nothing_hidden_is_in_a_notice(server: ClubServer, anna: Member, boris: Member) -> None:
    """Whatever is chosen in secret, the same is told."""
    prefers(boris, hook=KINDS, webhook={"url": HOOK, "style": "json"})
    said = []
    for trap in ("0202", "0203"):
        table: Table = server.match(anna, boris)
        boris.does("club/notices/seen")
        server.clock.now += HERE + 1
        before = len(outbox(server))
        table["red"].does(f"trap {trap}")
        table["red"].does("guard R1")
        said.append([call.body for call in outbox(server)[before:]])
    assert said == [[], []]


@pytest.mark.parametrize("url", [
    "http://hooks.example/x", "ftp://hooks.example", "https://", "https://me:pw@hooks.example/",
    "https://hooks.example/a b", "https://hooks.example:x/", "javascript:alert(1)",
    "https://hooks.example/\r\nHost: other", "https://" + "a" * 600,
])  # fmt: skip
def test_what_is_no_webhook(anna: Member, url: str) -> None:
    wish = {"page": [], "mail": [], "hook": [], "webhook": {"url": url}}
    answer = anna.post("club/preferences", wish)
    assert answer.status_code == 422
    assert code(answer)[1] in ("bad-hook", "field")


def test_what_is_no_kind(anna: Member) -> None:
    wish = {"page": ["gossip"], "mail": [], "hook": []}
    assert code(anna.post("club/preferences", wish)) == (422, "field")


# -- calling ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "0.0.0.0", "224.0.0.1", "240.0.0.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1",
    "ff02::1", "::",
])  # fmt: skip
def test_nobody_in_our_own_network_is_called(number: str) -> None:
    assert not hooks.is_public(number)
    letter = OutboxRow(channel="hook", address=HOOK, subject="", body="{}")
    with pytest.raises(NoHook):
        Hooks(resolve=lambda host, port: ["93.184.216.34", number])(letter)


@pytest.mark.parametrize("number", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_the_open_net_is_called(number: str) -> None:
    assert hooks.is_public(number)


def test_a_call_goes_to_the_number_that_was_looked_at() -> None:
    """A stand-in for TLS hands the plain line on; what arrives is a whole request."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def answer() -> None:
            line, _ = listening.accept()
            with line:
                while b"{}" not in b"".join(heard):
                    heard.append(line.recv(4096))
                line.sendall(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")

        other = Thread(target=answer)
        other.start()
        names: list[str] = []

        class Plain(ssl.SSLContext):
            def wrap_socket(self, sock: Any, **told: Any) -> Any:  # type: ignore[override]
                names.append(told["server_hostname"])
                return sock

        call = Hooks(lambda host, at: ["127.0.0.1"], Plain(ssl.PROTOCOL_TLS_CLIENT), lambda n: True)
        call(OutboxRow(channel="hook", address=f"https://hooks.example:{port}/x?y=1",
                       subject="", body="{}"))
        other.join()
    said = b"".join(heard).decode()
    assert said.startswith("POST /x?y=1 HTTP/1.1\r\n")
    assert f"Host: hooks.example:{port}" in said
    assert names == ["hooks.example"]


def test_old_notices_are_forgotten(server: ClubServer, anna: Member) -> None:
    book, id = server.club.book, id_of(server, "Anna")
    with book.writing() as session:
        for number in range(notices.KEPT + 20):
            notices.tell(server.club, session, id, "challenge", "", f"P{number}")
    notices.look(book, id)
    assert len(notices.all_of(book, id)) == notices.KEPT
    assert notices.all_of(book, id)[0].who == f"P{notices.KEPT + 19}"
