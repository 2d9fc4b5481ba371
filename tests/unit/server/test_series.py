"""A box of a series cites the rules of another box: its table finds them there."""

import pytest
from starlette.testclient import TestClient

from tests.unit.server.tables import new_table


@pytest.mark.parametrize("number", ["miniature:6.1", "6.1"])
def test_a_rule_of_the_series_is_found_from_its_boxes(
    installed: TestClient, number: str
) -> None:
    asked = installed.get(f"/api/boxes/ford/rules/{number}")
    assert asked.status_code == 200, asked.text
    assert asked.json() == installed.get("/api/boxes/miniature/rules/6.1").json()


def test_all_rules_of_a_box_without_a_list_are_those_of_its_series(installed: TestClient) -> None:
    listed = installed.get("/api/boxes/ford/rules").json()
    assert listed["citation"] == "miniature"
    assert listed == installed.get("/api/boxes/miniature/rules").json()


def test_the_rules_of_one_book_are_not_those_of_another(installed: TestClient) -> None:
    narva = installed.get("/api/boxes/miniature/rules/narva:6.1").json()
    assert narva == installed.get("/api/boxes/narva/rules/6.1").json()
    for number in ("none:6.1", "ford:F1"):
        assert installed.get(f"/api/boxes/ford/rules/{number}").status_code == 404


def test_a_refusal_comes_with_the_case_of_the_series(installed: TestClient) -> None:
    table = new_table(installed, "ford")
    seat = next(seat for seat in table.seats.values() if seat.state()["decision"])
    kinds = {choice["kind"] for choice in seat.state()["decision"]["choices"]}
    every = installed.get(table.game["table"]).json()["kinds"]
    refused = [seat.post("check", {"act": {"kind": kind["kind"], "arg": 0}}).json()
               for kind in every if kind["kind"] not in kinds]
    cited = [answer for answer in refused if answer.get("rule", "").startswith("miniature:")]
    assert cited, refused
    assert all(answer["case"] for answer in cited)
