"""Asking and acting through a seat."""

from fractions import Fraction

import pytest
from starlette.testclient import TestClient

from grognard.core.events import Event
from tests.unit.server.tables import Table, lay_traps, mover, new_table, opened


def test_a_state_says_what_is_asked(table: Table) -> None:
    state = table["red"].state()
    decision = state["decision"]
    assert (state["side"], state["seq"], decision["side"]) == ("red", 0, "red")
    assert decision["prompt"] == "Red lays a trap."
    assert decision["rule"] == "toy:2.1"
    (choice,) = decision["choices"]
    assert (choice["kind"], choice["label"], choice["domain"]) == ("trap", "Lay the trap", "hex")
    assert len(choice["args"]) == 5
    assert "labels" not in choice
    assert state["waiting"] == ["red", "blue"]
    assert len(state["scene"]["pieces"]) == 4


def test_words_come_in_the_language_asked_for(table: Table) -> None:
    state = table["red"].get("state?lang=fr").json()
    assert state["decision"]["prompt"] == "Rouge pose un piège."
    assert state["decision"]["choices"][0]["label"] == "Poser le piège"
    assert state["undo"]["sentence"] == "Il n’y a rien à reprendre."


def test_an_act_answers_with_the_new_state(table: Table) -> None:
    red = table["red"]
    atom = {"kind": "trap", "arg": red.state()["decision"]["choices"][0]["args"][0]}
    state = red.act(atom, 0).json()
    assert state["seq"] == 1
    assert state["decision"]["choices"][0]["labels"] == ["R1", "R2"]
    assert state["decision"]["continues"]
    assert [line["sentence"][:15] for line in state["log"]["lines"]] == ["Red lays a trap"]


def test_a_text_may_hold_a_whole_compound(table: Table) -> None:
    state = table["red"].does("trap 0202 guard R2")
    assert state["decision"] is None
    assert state["seq"] == 2


def test_a_refusal_names_the_rule_and_its_summary(table: Table) -> None:
    answer = table["red"].act("trap 0101")
    told = answer.json()
    assert answer.status_code == 422
    assert (told["code"], told["rule"], told["field"]) == ("occupied", "toy:2.1", "act")
    assert told["sentence"] == "0101 is occupied."
    assert len(told["hexes"]) == 1
    assert told["case"]["says"] == "A trap lies in an empty hex."
    assert table["red"].state()["seq"] == 0


def test_check_answers_without_doing(table: Table) -> None:
    red = table["red"]
    assert red.post("check", {"act": "trap 0202"}).json() == {"allowed": True}
    told = red.post("check", {"act": "trap 0101"}).json()
    assert (told["allowed"], told["code"]) == (False, "occupied")
    told = red.post("check", {"act": "fly home"}).json()
    assert told["code"] == "unreadable"
    assert red.state()["seq"] == 0


def test_the_other_side_is_not_asked(table: Table) -> None:
    lay_traps(table)
    other = next(s for s in table.seats.values() if s.state()["decision"] is None)
    told = other.act("done").json()
    assert (told["code"], told["rule"]) == ("not-asked", "table")


@pytest.mark.parametrize("seq", [1, 7, 2_000_000])
def test_a_stale_number_changes_nothing(table: Table, seq: int) -> None:
    answer = table["red"].act("trap 0202", seq)
    assert (answer.status_code, answer.json()["code"], answer.json()["seq"]) == (409, "stale", 0)
    assert table["red"].state()["seq"] == 0
    table["red"].does("trap 0202")
    assert table["red"].act("guard R1", 0).status_code == 409


def test_undo_takes_back_and_the_log_follows(table: Table) -> None:
    lay_traps(table)
    seat = mover(table)
    before = seat.state()
    unit = before["decision"]["choices"][0]["args"][0]
    seat.does({"kind": "move", "arg": unit})
    hexes = seat.state()["decision"]["choices"][0]["args"]
    moved = seat.does({"kind": "to", "arg": hexes[0]})
    if moved["undo"]["allowed"]:  # unless it fell into a trap
        assert moved["log"]["from"] == before["log"]["length"]
        undone = seat.undo().json()
        assert undone["log"] == {"length": before["log"]["length"],
                                 "from": before["log"]["length"], "lines": []}
        seat.undo()
        assert seat.state()["scene"] == before["scene"]


def test_undo_is_refused_with_the_reason(table: Table) -> None:
    lay_traps(table)
    answer = mover(table).undo()
    assert (answer.status_code, answer.json()["code"]) == (422, "undo-die")


def test_a_seat_needs_a_token(client: TestClient, table: Table) -> None:
    for headers in ({}, {"Grognard-Seat": "wrong"}, {"Grognard-Seat": ","}):
        answer = client.get(f"{table.path}/state", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "no-seat")
    other = new_table(client)
    answer = client.get(f"{table.path}/state", headers=other["red"].headers)
    assert answer.status_code == 401


def test_typed_dice(client: TestClient) -> None:
    table = new_table(client, dice="typed")
    lay_traps(table)
    state = table["red"].state()
    assert state["decision"] is None
    assert state["roll"]["draw"] == ["red-chit", "blue-chit"]
    bad = table["red"].post("roll", {"seq": state["seq"], "outcome": [5]})
    assert (bad.status_code, bad.json()["code"]) == (422, "impossible-roll")
    good = table["red"].post("roll", {"seq": state["seq"], "outcome": "blue-chit"})
    assert good.status_code == 200, good.text
    assert table["blue"].state()["decision"]["choices"][0]["kind"] == "move"
    again = table["blue"].post("roll", {"seq": table["blue"].state()["seq"], "outcome": [1]})
    assert again.json()["code"] == "no-roll"


def test_dice_by_machine_cannot_be_typed(table: Table) -> None:
    answer = table["red"].post("roll", {"seq": 0, "outcome": [1]})
    assert (answer.status_code, answer.json()["code"]) == (409, "dice-by-machine")


def test_preview_shows_what_comes_next(table: Table) -> None:
    lay_traps(table)
    seat = mover(table)
    move = seat.state()["decision"]["choices"][0]
    shown = seat.post("preview", {"kind": "move", "arg": move["args"][0]}).json()
    assert shown["rule"] == "toy:4.1"
    assert shown["choices"][0]["kind"] == "to"
    nothing = seat.post("preview", {"kind": "trap", "arg": move["args"][0]}).json()
    assert nothing["choices"] == []


def test_odds_before_an_attack(client: TestClient) -> None:
    table = new_table(client, dice="typed")
    lay_traps(table)
    table["red"].post("roll", {"seq": table["red"].state()["seq"], "outcome": "red-chit"})
    red = table["red"]
    assert red.post("odds", {"act": "attack B1"}).json() == {"odds": None}  # not adjacent
    red.does("move R1")
    red.does("to 0201")
    told = red.post("odds", {"act": "attack B1"}).json()["odds"]
    assert sum(Fraction(result["fraction"]) for result in told["results"]) == 1
    assert told["results"][0]["percent"] == 58.3
    assert told["assumes"] == ["B1 is taken to be unguarded."]
    attack = next(c for c in red.state()["decision"]["choices"] if c["kind"] == "attack")
    assert attack["odds"] is True
    assert red.post("odds", {"act": "nonsense"}).json() == {"odds": None}


def test_the_log_can_be_read_in_parts(table: Table) -> None:
    lay_traps(table)
    whole = table["red"].get("log").json()
    assert whole["length"] == len(whole["lines"]) >= 3
    part = table["red"].get("log?from=1&to=2").json()
    assert part["lines"] == whole["lines"][1:2]


def test_an_end_has_a_result(client: TestClient) -> None:
    table = new_table(client, dice="machine")
    for _ in range(3):
        lay_traps(table)
        for _ in range(2):
            mover(table).does("done")
    state = table["red"].state()
    assert state["over"]
    assert state["waiting"] == []
    assert (state["result"]["winner"], state["result"]["level"]) == (None, "Draw")
    assert client.get(table.path).json()["result"]["level"] == "Draw"
    assert table["red"].act("done").json()["code"] == "game-over"


@pytest.mark.parametrize(
    ("args", "told"),
    [({"dice": (4, 3)}, "4 3"), ({"die": 2}, "2"), ({"roll": [1]}, "1"), ({"unit": 3}, ""),
     ({"dice": {"odd": 1}}, "")],
)  # fmt: skip
def test_a_line_of_the_log_shows_the_dice_that_its_event_tells(
    table: Table, client: TestClient, args: dict[str, object], told: str
) -> None:
    game = opened(client, table)
    game.play.opening = (Event("initiative", args=args),)
    assert table["red"].state()["log"]["lines"][0]["roll"] == told
