"""What is told about the unit and the hex pointed at, before a side passes, and rules by title."""

import pytest
from starlette.testclient import TestClient

from tests.unit.server.tables import Plain, Table, new_table


@pytest.fixture
def table(installed: TestClient) -> Table:
    return new_table(installed, "typhoon", scenario="mtsensk")


def laid(table: Table) -> Plain:
    told: Plain = table.client.get(table.game["table"]).json()
    return told


def number(table: Table, code: str) -> int:
    return next(int(unit["n"]) for unit in laid(table)["units"] if unit["code"] == code)


def hex(table: Table, label: str) -> int:
    hexes = laid(table)["maps"][0]["hexes"]
    return int(hexes["n"][hexes["label"].index(label)])


def test_a_unit_pointed_at_shows_how_it_is_fed(table: Table) -> None:
    told = table["axis"].post("pointed", {"unit": number(table, "6/3Pz")}).json()
    assert told["threat"] is None
    assert [line["kind"] for line in told["trace"]["lines"]] == ["loc", "road"]
    assert told["trace"]["rule"] == "typhoon:6.1.1"
    assert "6/3Pz" in told["trace"]["sentence"]


def test_an_enemy_hex_shows_who_can_still_attack_it(table: Table) -> None:
    asked = {"hex": hex(table, "P4813")}
    told = table["axis"].post("pointed", asked).json()["threat"]
    assert number(table, "6/3Pz") in told["units"]
    assert table["soviet"].post("pointed", asked).json()["threat"] is None


@pytest.mark.parametrize("what", ["hex", "unit"])
def test_nothing_is_told_of_what_there_is_not(table: Table, what: str) -> None:
    answer = table["axis"].post("pointed", {what: 1_000_000})
    assert answer.status_code == 422
    assert answer.json()["field"] == what


def test_a_decision_to_pass_comes_with_what_is_left_to_do(table: Table) -> None:
    decision = table["axis"].state()["decision"]
    assert decision["passes"] == ["done"]
    moves = next(one for one in decision["choices"] if one["kind"] == "move")
    (unmoved,) = decision["reminders"]
    assert unmoved["units"] == moves["args"]
    assert "grave" not in unmoved


def test_a_kind_that_moves_a_whole_stack_says_so(table: Table) -> None:
    stacks = {kind["kind"] for kind in laid(table)["kinds"] if kind.get("stack")}
    assert stacks == {"foot", "motor", "from"}


@pytest.mark.parametrize(("language", "said"), [
    ("en", "Overrun cost"), ("fr", "Débordement\xa0: coût")])
def test_rules_that_no_book_numbers_are_known_by_their_titles(
    installed: TestClient, language: str, said: str
) -> None:
    address = new_table(installed, "army_group_north").game["table"]
    told = installed.get(f"{address}?lang={language}").json()
    assert told["citation"] == "agn"
    assert told["rule_titles"]["BSR.overrun.cost"] == said
    assert not [id for id in told["rule_titles"] if id[0].isdigit()]


def test_numbered_rules_need_no_titles(table: Table) -> None:
    assert laid(table)["rule_titles"] == {}
