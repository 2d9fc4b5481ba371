"""Creating, listing, changing and deleting games."""

from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from grognard.ai import bots
from tests.unit.server.tables import Table, new_table, serving, toy_room


def test_a_new_game_has_a_seat_for_every_side(client: TestClient) -> None:
    table = new_table(client, players={"red": {"name": "Anna"}})
    assert [seat["side"] for seat in table.game["seats"]] == ["red", "blue"]
    assert [seat["name"] for seat in table.game["seats"]] == ["Anna", ""]
    assert len({seat["token"] for seat in table.game["seats"]}) == 2
    assert table.game["table"] == "/api/tables/toy/only/-"
    assert not table.game["over"]


def test_a_bot_keeps_its_token_while_persons_play(client: TestClient) -> None:
    table = new_table(client, players={"blue": {"kind": "bot", "bot": "recruit"}})
    assert {seat["side"]: bool(seat["token"]) for seat in table.game["seats"]} == {
        "red": True, "blue": False
    }


def test_games_are_listed_the_last_changed_first(client: TestClient) -> None:
    first, second = new_table(client, title="first"), new_table(client, title="second")
    games = client.get("/api/games").json()["games"]
    assert {game["id"] for game in games} == {first.id, second.id}
    assert [g["changed"] for g in games] == sorted((g["changed"] for g in games), reverse=True)
    assert client.get(f"/api/games/{first.id}").json()["title"] == "first"


def test_the_list_tells_the_turn_that_the_last_act_led_to(tmp_path: Path) -> None:
    """Asked of the table at every act, and of another server that never saw it."""
    rng, turns = Random(3), set()
    with serving(toy_room(tmp_path)) as client:
        table = new_table(client)
        while table.one_act(rng):
            (listed,) = client.get("/api/games").json()["games"]
            now = table["red"].state()["scene"]["turn"]
            assert listed["turn"] == now
            turns.add(now)
    assert len(turns) > 1
    with serving(toy_room(tmp_path)) as client:
        assert client.get("/api/games").json()["games"][0]["turn"] == now


def test_a_game_put_away_is_out_of_the_list(client: TestClient, table: Table) -> None:
    changed = client.patch(table.path, json={"archived": True, "title": "Old"}).json()
    assert (changed["archived"], changed["title"]) == (True, "Old")
    assert client.get("/api/games").json()["games"] == []
    away = client.get("/api/games?archived=true").json()["games"]
    assert [game["id"] for game in away] == [table.id]
    assert table["red"].state()["seq"] == 0  # it can still be played


def test_a_deleted_game_is_gone(client: TestClient, table: Table) -> None:
    table["red"].does("trap 0202")
    assert client.delete(table.path).status_code == 204
    for answer in (client.get(table.path), table["red"].get("state"), client.delete(table.path)):
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-game")


def test_a_seat_handed_over_has_another_token(client: TestClient, table: Table) -> None:
    changed = client.patch(table.path, json={"players": {"red": {"name": "Boris"}}}).json()
    assert changed["seats"][0]["name"] == "Boris"
    assert table["red"].get("state").status_code == 401
    fresh = Table(client, changed)
    assert fresh["red"].state()["decision"] is not None
    assert fresh["blue"].token == table["blue"].token


@pytest.mark.parametrize(
    ("wish", "status", "code", "field"),
    [
        ({"box": "nothing"}, 404, "unknown-box", ""),
        ({"box": "toy", "scenario": "none"}, 404, "unknown-scenario", "scenario"),
        ({"box": "toy", "options": {"fog": True}}, 422, "unknown-option", "options.fog"),
        ({"box": "toy", "players": {"green": {}}}, 422, "unknown-side", "players.green"),
        ({"box": "toy", "players": {"red": {"kind": "bot", "bot": "x"}}}, 422, "unknown-bot",
         "players.red.bot"),
        ({"box": "toy", "dice": "loaded"}, 422, "field", "dice"),
        ({"box": "toy", "colour": "red"}, 422, "field", "colour"),
        ({}, 422, "field", "box"),
    ],
)  # fmt: skip
def test_a_wish_that_does_not_fit(
    client: TestClient, wish: dict[str, object], status: int, code: str, field: str
) -> None:
    answer = client.post("/api/games?lang=fr", json=wish)
    told = answer.json()
    assert (answer.status_code, told["code"], told["field"]) == (status, code, field)
    assert told["sentence"] not in ("", f"problem.{code}")
    assert client.get("/api/games").json()["games"] == []


def test_the_shelf(client: TestClient) -> None:
    (box,) = client.get("/api/boxes?lang=fr").json()["boxes"]
    assert (box["id"], box["fault"]) == ("toy", "")
    assert [side["name"] for side in box["sides"]] == ["Rouge", "Bleu"]
    assert [scenario["id"] for scenario in box["scenarios"]] == ["only"]


def test_rules_in_our_words(client: TestClient) -> None:
    assert len(client.get("/api/boxes/toy/rules").json()["cases"]) == 3
    for number, ids in {"4": ["4", "4.2"], "toy:4.2": ["4.2"], "4.2.A": ["4.2"]}.items():
        cases = client.get(f"/api/boxes/toy/rules/{number}").json()["cases"]
        assert [case["id"] for case in cases] == ids
    assert client.get("/api/boxes/toy/rules/99").json()["code"] == "unknown-rule"


def test_what_the_program_is(client: TestClient) -> None:
    about = client.get("/api/about?lang=fr").json()
    assert about["languages"] == ["en", "fr"]
    names = [bot["name"] for bot in about["bots"]]
    ours = [name for name in names if name in ("Passif", "Recrue", "Officier")]
    assert ours == ["Passif", "Recrue", "Officier"]
    assert client.get("/api/texts?lang=fr").json()["language"] == "fr"


def test_a_bot_of_the_owners_is_called_by_its_id(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots._makers, "fox", bots.Recruit)
    monkeypatch.setitem(bots._strength, "fox", 1)
    found = client.get("/api/about").json()["bots"]
    (fox,) = [bot for bot in found if bot["id"] == "fox"]
    assert fox == {"id": "fox", "name": "Fox", "says": ""}


def test_on_a_public_server_nobody_takes_another_ones_game(tmp_path: Path) -> None:
    room = toy_room(tmp_path)
    with serving(room) as client:
        table = new_table(client)
        room.local = False
        assert all(not seat["token"] for seat in client.get(table.path).json()["seats"])
        both = ",".join(seat.token for seat in table.seats.values())
        for headers, allowed in (({}, False), (table["red"].headers, False),
                                 ({"Grognard-Seat": both}, True)):  # fmt: skip
            answer = client.patch(table.path, json={"archived": True}, headers=headers)
            assert answer.status_code == (200 if allowed else 403)
        assert client.delete(table.path).status_code == 403


def test_the_interface_describes_itself(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert "/api/games/{id}/act" in paths


def test_a_choice_that_the_scenario_lacks_is_refused_in_words(installed: TestClient) -> None:
    wish = {"box": "eastfront", "scenario": "s42", "options": {"setup": "historical"}}
    answer = installed.post("/api/games", json=wish)
    told = answer.json()
    assert (answer.status_code, told["code"], told["field"]) == (
        422, "wrong-option", "options.setup")  # fmt: skip
    assert told["detail"] == "In this scenario it can be: free."


def test_the_shelf_says_which_scenarios_have_a_choice(installed: TestClient) -> None:
    boxes = installed.get("/api/boxes").json()["boxes"]
    (box,) = (box for box in boxes if box["id"] == "eastfront")
    (option,) = (option for option in box["options"] if option["id"] == "setup")
    free, historical = option["choices"]
    assert "scenarios" not in free
    assert historical["scenarios"] == ["s41", "s41-w41", "campaign"]
