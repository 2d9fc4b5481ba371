"""What exactly is wrong with a request is said in the language of the page."""

from typing import Any

import pytest
from pydantic import ValidationError
from starlette.testclient import TestClient

from grognard.boxes import BoxFaults
from grognard.boxes.faults import Fault
from grognard.core.messages import LANGUAGES, typeset
from grognard.server.fields import field_fault
from grognard.server.problems import own_texts
from grognard.server.wishes import Deed, Fork, Import, NewGame
from tests.conformance.toy import Toy
from tests.unit.server.tables import Plain, ToyBox, new_table

HEAD = 'format = 1\nbox = "toy"\nscenario = "only"\n'


def details(client: TestClient, path: str, body: Any) -> list[str]:
    """The detail of the same refused request in each language."""
    answers = [client.post(f"{path}?lang={language}", json=body) for language in LANGUAGES]
    assert all(400 <= answer.status_code < 500 for answer in answers), answers[0].text
    return [answer.json()["detail"] for answer in answers]


@pytest.mark.parametrize(("body", "english", "french"), [
    ({}, "It is missing.", "Il manque."),
    ({"box": "toy", "colour": 1}, "There is no such field.", "Ce champ n'existe pas."),
    ({"box": "toy", "dice": "loaded"}, "It can be: machine, typed.",
     "Possibles : machine, typed."),
    ({"box": "toy", "title": "x" * 201}, "It is longer than 200.", "C'est plus long que 200."),
    ({"box": 7}, "It is of the wrong kind.", "Ce n'est pas du bon genre."),
])  # fmt: skip
def test_a_field(client: TestClient, body: Plain, english: str, french: str) -> None:
    assert details(client, "/api/games", body) == [english, typeset(french, "fr")]


@pytest.mark.parametrize(("record", "line", "english"), [
    ("format = 1", 2, "No line “---” stands between the head and the actions."),
    ("format = \n---", 1, "The head is not TOML."),
    ('format = 1\nbox = "toy"\n---', 1, "The head lacks “scenario”."),
    (HEAD + "players = 3\n---", 4, "“players” does not fit."),
    (HEAD.replace("1", "9") + "---", 1, "Format 9: this program reads formats 1 to 1."),
])  # fmt: skip
def test_a_record_is_told_by_line_and_reason(
    client: TestClient, record: str, line: int, english: str
) -> None:
    said = details(client, "/api/games/import", {"record": record})
    assert said[0] == english
    assert said[1] != english
    answer = client.post("/api/games/import?lang=fr", json={"record": record}).json()
    assert f"ligne {line}" in answer["sentence"]


def test_an_option(installed: TestClient) -> None:
    body = {"box": "miniature", "options": {"fog": "perhaps"}}
    assert details(installed, "/api/games", body) == [
        "It can be: false, true.", typeset("Possibles : false, true.", "fr")
    ]


def test_a_broken_box_says_where(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Toy:
        raise BoxFaults([Fault("units.csv", 12, "no such side"), Fault("crt.toml", "rows", "gone")])

    monkeypatch.setattr(ToyBox, "load", broken)
    for language, words in (("en", "cannot be opened"), ("fr", "ne s’ouvre pas")):
        (box,) = client.get(f"/api/boxes?lang={language}").json()["boxes"]
        assert words in box["fault"]
        assert "units.csv (12)" in box["fault"]
        assert "check-data toy" in box["fault"]


def test_every_fault_of_a_field_has_its_words() -> None:
    """Spoil every field of every wish in many ways: each fault is told in both languages."""
    spoilt: list[Any] = [None, 1.5, -1, 2**40, "", "x" * 9_000_000, [], [1] * 300, {"x": 1}, True]
    kinds = set()
    for wish in (NewGame, Import, Fork, Deed):
        for field in wish.model_fields:
            for value in spoilt:
                try:
                    wish.model_validate({field: value})
                except ValidationError as fault:
                    for error in fault.errors():
                        message = field_fault(error)
                        kinds.add(message.id)
                        for language in LANGUAGES:
                            assert "{" not in own_texts(language).say(message)
                            assert own_texts(language).has(message.id)
    assert len(kinds) >= 7


def test_nothing_is_said_where_nothing_is_wrong(client: TestClient) -> None:
    assert "detail" not in new_table(client).game
