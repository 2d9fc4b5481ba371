"""Typed dice of a pursuit (6.42): their owner sees and types them, the other learns nothing."""

from typing import Any

from starlette.testclient import TestClient

from grognard.records.text import write
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.sequence import EndOfFortnight
from tests.rules.eastfront.table import Table as Position
from tests.rules.eastfront.table import table as position
from tests.unit.server.tables import Table
from tests.unit.server.test_running import wait_for

RECRUIT = {"kind": "bot", "bot": "recruit"}


def soviets_leave() -> Position:
    """3A, hidden, leaves Voronezh before two Axis blocks that lie face up."""
    t = position().put("Voronezh", "3A:3", "5AK:3", "6AK:2").battle("Voronezh", "axis")
    t.state.face_up |= t.units("5AK", "6AK")
    t.put("Liski", "UkrF").held("soviet", "Liski").phase("soviet", "movement").active("UkrF")
    return t.ask(MovementPhase(), EndOfFortnight(2)).do("move 3A leave Liski")


def axis_leaves(*pursuers: str) -> Position:
    """41Pz, face up, leaves Kursk before hidden Soviet blocks."""
    t = position().put("Kursk", "41Pz:3", *pursuers).battle("Kursk", "axis").put("Sumy_E1", "AGC")
    t.state.face_up |= t.units("41Pz")
    t.phase("axis", "movement").active("AGC")
    return t.ask(MovementPhase(), EndOfFortnight(2)).do("move 41Pz leave Sumy_E1")


def laid_out(client: TestClient, t: Position, **players: Any) -> Table:
    wish = {"record": write(t.play), "dice": "typed", "players": players}
    answer = client.post("/api/games/import", json=wish)
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def test_against_a_bot_the_pursuer_throws_at_its_hidden_rear_guard(installed: TestClient) -> None:
    axis = laid_out(installed, soviets_leave(), soviet=RECRUIT)["axis"]
    counts = []
    for _ in range(2):
        state = axis.state()
        assert state["waiting"] == ["axis"]
        counts.append(state["roll"]["dice"]["count"])
        typed = {"seq": state["seq"], "outcome": [1] * counts[-1]}
        assert axis.post("roll", typed).status_code == 200
    assert sorted(counts) == [2, 3]


def test_with_persons_on_both_seats_the_pursuer_is_waited_for(installed: TestClient) -> None:
    table = laid_out(installed, soviets_leave())
    assert table["axis"].state()["roll"]["dice"]["count"] == 3
    assert [table[side].state()["waiting"] for side in ("axis", "soviet")] == [["axis"]] * 2


def test_dice_of_hidden_pursuers_are_shown_to_their_owner_only(installed: TestClient) -> None:
    seen = []
    for pursuers in (("7TC:2", "3A:3"), ("1CC:3", "4A:1")):
        table = laid_out(installed, axis_leaves(*pursuers))
        state = table["axis"].state()
        assert (state["waiting"], state["roll"], state["decision"]) == (["soviet"], None, None)
        owner = table["soviet"].state()
        assert owner["waiting"] == ["soviet"]
        assert owner["roll"]["dice"]["count"] == int(pursuers[0][-1])
        state.pop("game")
        seen.append(state)
    assert seen[0] == seen[1]  # whoever stands there, it looks the same


def test_nobody_finds_out_by_typing_how_many_dice_there_are(installed: TestClient) -> None:
    table = laid_out(installed, axis_leaves("7TC:2"))
    for dice in ([1], [1, 1], [1, 1, 1]):
        answer = table["axis"].post("roll", {"seq": table["axis"].state()["seq"], "outcome": dice})
        assert (answer.status_code, answer.json()["code"]) == (409, "not-your-dice")
    soviet = table["soviet"]
    assert soviet.post("roll", {"seq": soviet.state()["seq"], "outcome": [1, 1]}).status_code == 200


def test_a_bot_throws_the_dice_of_its_hidden_pursuers_itself(installed: TestClient) -> None:
    table = laid_out(installed, axis_leaves("7TC:2", "1CC:3"), soviet=RECRUIT)
    wait_for(installed, table, {"axis"})
    lines = table["axis"].state()["log"]["lines"]
    assert sorted(len(line["roll"].split()) for line in lines if line["roll"]) == [2, 3]
