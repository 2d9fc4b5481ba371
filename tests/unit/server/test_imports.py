"""Records from anywhere: read elsewhere, within limits, every fault told by line and reason."""

import os

import pytest
from httpx import Response
from starlette.testclient import TestClient

from grognard.core.messages import Message
from grognard.records.patience import MEMORY, OutOfTime, Patience
from grognard.records.reading import Fault
from grognard.server import imports
from grognard.server.store import Store
from tests.unit.records import crafted, mutated
from tests.unit.server.tables import Table

HEAD = 'format = 1\nbox = "miniature"\nscenario = "meeting"\n'


def sent(client: TestClient, record: str, lang: str = "en") -> Response:
    answer: Response = client.post(f"/api/games/import?lang={lang}", json={"record": record})
    return answer


def told(client: TestClient, record: str) -> tuple[int, str]:
    """The line at fault and the English reason; in French it is told as well."""
    answers = [sent(client, record, lang) for lang in ("en", "fr")]
    assert [answer.status_code for answer in answers] == [422, 422], answers[0].text
    english, french = (answer.json() for answer in answers)
    assert english["field"] == french["field"] == "record"
    assert english["detail"] != french["detail"]
    assert str(english["line"]) in english["sentence"]
    return english["line"], english["detail"]


@pytest.mark.parametrize(("record", "line", "why"), [
    (HEAD + '[players]\nblue = "' + "x" * 101 + '"\n---\n', 4, "The name of a player"),
    (HEAD + '[players]\nblue = "\\u0000"\n---\n', 4, "The name of a player"),
    ("options = " + "[" * 9000 + "]" * 9000 + "\n---\n", 1, "not TOML"),
    ("format = " + "9" * 5000 + "\n---\n", 1, "not TOML"),
    (HEAD + "a." * 50_000 + "b = 1\n---\n", 4, "500 characters"),
    (f"format = {10**30}\n" + HEAD[11:] + "---\n", 1, "Format 1000"),
    (HEAD + "seed = 1.5\n---\n", 4, "seed"),
    (HEAD + "[options]\nfog = [1]\n---\n", 4, "option"),
    (HEAD + "[options]\nfog = 1979-05-27\n---\n", 4, "option"),
    (HEAD.replace("miniature", "x\\u0000") + "---\n", 2, "No box"),
    (HEAD.replace("meeting", "x" * 900) + "---\n", 3, "no scenario"),
    (HEAD + "---\n" + "x" * 2001, 5, "2000 characters"),
    (HEAD + "# " + "x" * 200_000 + "\n---\n", 1, "The head is longer"),
    (HEAD + "---" + "\n#" * 100_001, 100_000, "more than 100000 lines"),
])  # fmt: skip
def test_a_faulty_record_is_told(installed: TestClient, record: str, line: int, why: str) -> None:
    where, reason = told(installed, record)
    assert (where, why in reason) == (line, True), reason


@pytest.mark.parametrize("name", ["endless cup", "branches of nobody", "stack without end"])
def test_a_crafted_position_is_told(installed: TestClient, name: str) -> None:
    where, reason = told(installed, crafted.crafted_record(name))
    assert where == 5
    assert "position" in reason


@pytest.mark.parametrize("part", range(4))
def test_mutated_records_are_told_or_played(installed: TestClient, part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        answer = sent(installed, mutated.mutated(seed))
        assert answer.status_code in (201, 422), (seed, answer.text[:500])
        if answer.status_code == 422:
            assert answer.json()["field"] == "record"
            assert answer.json()["detail"], seed


def test_the_rest_of_a_misfit_is_one_row(installed: TestClient) -> None:
    answer = sent(installed, HEAD + "---\n" + "blue junk\n" * 50_000)
    assert answer.status_code == 201, answer.text
    store: Store = installed.app.state.room.store  # type: ignore[attr-defined]
    rows = store.actions(answer.json()["id"])
    assert [row.kind for row in rows] == ["rest", "aside"]
    assert rows[0].text.count("junk") == 50_000
    (notice,) = Table(installed, answer.json())["blue"].state()["notices"]
    assert "50000" in notice["sentence"]


def test_a_record_is_read_in_another_process(
    installed: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "read_apart", _who)
    _, reason = told(installed, "")
    assert reason.startswith("It is longer than ")
    assert str(os.getpid()) not in reason


def _who(record: str, typed: bool) -> Fault:
    return Fault(1, Message("record.too-long", {"limit": os.getpid()}))


@pytest.mark.parametrize("deed", ["for ever", "too large"])
def test_a_reader_stops_itself(
    installed: TestClient, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    monkeypatch.setattr(imports, "read_apart", {"for ever": _endless, "too large": _large}[deed])
    assert told(installed, "")[0] == 7


def _endless(record: str, typed: bool) -> Fault:
    """As a line does that plays for ever."""
    Patience(alone=True).renew()
    try:
        while True:
            pass
    except OutOfTime:
        return Fault(7, Message("record.too-slow"))


def _large(record: str, typed: bool) -> Fault:
    Patience(alone=True).renew()
    try:
        bytearray(2 * MEMORY)
    except MemoryError:
        return Fault(7, Message("record.fails"))
    return Fault(1, Message("record.unfit"))


@pytest.mark.parametrize("deed", ["loop", "die"])
def test_a_reader_that_is_lost_is_no_defect(
    installed: TestClient, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    monkeypatch.setattr(imports, "read_apart", {"loop": _loops, "die": _dies}[deed])
    monkeypatch.setattr(imports, "PATIENCE", 3)
    assert told(installed, "") == (1, "It takes too long to play.")


def _loops(record: str, typed: bool) -> Fault:
    while True:
        pass


def _dies(record: str, typed: bool) -> Fault:
    os._exit(1)


def test_a_line_that_does_not_fit_is_told_by_its_number_and_why(installed: TestClient) -> None:
    for lang, words in (("en", ("Line 6", "blue junk", "junk")), ("fr", ("ligne 6", "junk"))):
        answer = sent(installed, HEAD + "---\n# a remark\nblue junk\nblue more\n")
        seat = Table(installed, answer.json())["blue"]
        state = installed.get(f"{seat.path}/state?lang={lang}", headers=seat.headers).json()
        (notice,) = state["notices"]
        assert all(word in notice["sentence"] for word in words), notice["sentence"]


def test_a_bot_keeps_its_seat(installed: TestClient) -> None:
    bots = {"german": {"kind": "bot", "bot": "recruit"}}
    wish = {"box": "narva", "scenario": "krivasoo", "players": bots, "options": {"fog": False}}
    game = installed.post("/api/games", json=wish).json()
    token = next(seat["token"] for seat in game["seats"] if seat["token"])
    record = installed.get(f"/api/games/{game['id']}/record", headers={"Grognard-Seat": token}).text
    again = {seat["side"]: seat for seat in sent(installed, record).json()["seats"]}
    assert (again["german"]["kind"], again["german"]["bot"]) == ("bot", "recruit")
    assert again["soviet"]["kind"] == "person"
    # A bot that nobody has here leaves its seat to a person.
    strange = sent(installed, record.replace('"recruit"', '"marshal"')).json()["seats"]
    assert {seat["kind"] for seat in strange} == {"person"}
