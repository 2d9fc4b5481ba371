"""Nothing hidden ever leaves: looked for in the raw answers."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import grognard
from grognard.records.text import play_line, write
from grognard.server.opengame import OpenGame
from tests.conformance.toy import DrawInitiative
from tests.unit.server.tables import Plain, Seat, Table, new_table, opened

SOLTSY = Path(__file__).parents[2] / "rules" / "efs" / "soltsy.txt"
ENEMY = {"blue": "red", "red": "blue"}


# -- secret choices (the toy) -------------------------------------------------------------


def test_a_secret_choice_shows_nothing_to_the_other_side(client: TestClient, table: Table) -> None:
    before = table["blue"].get("state").text
    listed = client.get(table.path).json()
    for act in ("trap 0202", "guard R1"):
        table["red"].does(act)
        assert table["blue"].get("state").text == before
    table["red"].undo()
    assert table["blue"].get("state").text == before
    assert table["blue"].get("replay").json()["stops"] == 1
    assert client.get(table.path).json() == listed
    assert table["blue"].act("trap 0203", 0).status_code == 200


def test_the_number_of_the_other_sides_secret_acts_stays_secret(client: TestClient) -> None:
    """Whether a side chose at once or after many undos, the others' numbers are the same."""
    numbers = []
    for undos in (0, 3):
        table = new_table(client)
        for _ in range(undos):
            table["red"].does("trap 0203")
            table["red"].undo()
        table["red"].does("trap 0202 guard R1")
        numbers.append(table["blue"].does("trap 0203 guard B1")["seq"])
    assert numbers[0] == numbers[1]


def test_a_preview_does_not_find_traps(table: Table) -> None:
    """Choosing a hex with an enemy trap looks like choosing any other."""
    table["red"].does("trap 0201 guard R1")
    table["blue"].does("trap 0102 guard B1")
    seat = next(s for s in table.seats.values() if s.state()["decision"])
    unit = seat.state()["decision"]["choices"][0]["args"][0]
    seat.does({"kind": "move", "arg": unit})
    (to,) = seat.state()["decision"]["choices"]
    shown = {
        len(seat.post("preview", {"kind": "to", "arg": arg}).json()["choices"])
        for arg in to["args"]
    }
    assert 0 not in shown


def test_what_an_attack_brings_to_light_is_not_previewed(client: TestClient) -> None:
    table = new_table(client, dice="typed")
    table["red"].does("trap 0202 guard R1")
    table["blue"].does("trap 0203 guard B1")
    red = table["red"]
    red.post("roll", {"seq": red.state()["seq"], "outcome": "red-chit"})
    red.does("move R1")
    red.does("to 0201")
    unit = next(c for c in red.state()["decision"]["choices"] if c["kind"] == "attack")["args"][0]
    assert red.post("preview", {"kind": "attack", "arg": unit}).json()["choices"] == []


def test_the_record_of_a_running_game_needs_all_seats(client: TestClient, table: Table) -> None:
    table["red"].does("trap 0202")
    answer = table["blue"].get("record")
    assert (answer.status_code, answer.json()["code"]) == (403, "still-secret")
    both = {"Grognard-Seat": f"{table['red'].token}, {table['blue'].token}"}
    assert "red trap 0202" in client.get(f"{table.path}/record", headers=both).text


def test_nobody_looks_back_with_other_eyes_before_the_end(table: Table) -> None:
    for what in ("replay?side=red", "replay/0?side=red"):
        answer = table["blue"].get(what)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")


# -- fog (the miniature) ------------------------------------------------------------------


@pytest.mark.parametrize("luck", range(2))
def test_fog_hides_counters_in_every_answer(installed: TestClient, luck: int) -> None:
    """Counters that a side has never seen are named in nothing that it is sent."""
    rng = Random(luck)
    table = new_table(installed, "miniature", options={"fog": True})
    game = opened(installed, table)
    looked_for = 0
    for _ in range(45):
        if not table.one_act(rng):
            break
        if game.play.state.turn == 0:
            continue  # during set-up all counters lie in the open beside the map
        for side, seat in table.seats.items():
            hidden = _codes(game.game, ENEMY[side], _turned_up(game))
            looked_for += len(hidden)
            for text in _everything(seat, rng):
                assert not hidden & set(re.findall(r"\b[BR][A-Z]\b", text)), text
    assert looked_for > 50


def _turned_up(game: OpenGame) -> set[int]:
    events = [event for entry in game.play.log for event in entry.events]
    return {unit for event in events if event.id == "turned-up" for unit in event.units}


def _codes(game: Any, side: str, seen: set[int]) -> set[str]:
    return {
        counter.code for unit, counter in enumerate(game.counters)
        if counter.side == side and unit not in seen
    }


def _everything(seat: Seat, rng: Random) -> list[str]:
    """All that a seat can get to read now, but for the set-up."""
    answer = seat.get("state")
    state: Plain = answer.json()
    texts = [answer.text, seat.get("log").text]
    stops = seat.get("replay").json()["stops"]
    texts.append(seat.get(f"replay/{stops - 1}").text)
    atom = seat.random_atom(rng, state)
    if atom:
        texts += [seat.post("preview", atom).text, seat.post("odds", {"act": atom}).text]
        texts.append(seat.post("check", {"act": atom}).text)
    return texts


# -- rolls that one side alone may see ----------------------------------------------------


def test_a_draw_of_one_side_is_typed_in_by_that_side_alone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DrawInitiative, "seen_by", property(lambda self: ("red",)))
    monkeypatch.setattr(DrawInitiative, "side", lambda self, game, state: "red")
    table = new_table(client, dice="typed")
    table["red"].does("trap 0202 guard R1")
    table["blue"].does("trap 0203 guard B1")
    red, blue = table["red"].state(), table["blue"].state()
    assert (red["waiting"], blue["waiting"]) == (["red"], ["red"])
    assert (red["roll"]["draw"], blue["roll"]) == (["red-chit", "blue-chit"], None)
    refused = table["blue"].post("roll", {"seq": blue["seq"], "outcome": "red-chit"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not-your-dice")
    typed = table["red"].post("roll", {"seq": red["seq"], "outcome": "red-chit"})
    assert typed.status_code == 200, typed.text
    heard = {side: [line["id"] for line in table[side].state()["log"]["lines"]]
             for side in ("red", "blue")}
    assert "initiative" in heard["red"]
    assert "initiative" not in heard["blue"]
    assert table["blue"].get("replay").json()["stops"] < table["red"].get("replay").json()["stops"]


# -- air units face down (the East Front series) ------------------------------------------


def flying(client: TestClient, air: str) -> Table:
    """Soltsy as it is told up to the first interdiction; then this one is sent."""
    game = grognard.load("army_group_north", "soltsy")
    play = grognard.start(game, automations=())
    for line in SOLTSY.read_text("utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("axis fly I/ZG26"):
            break
        if text:
            play_line(play, text)
    play.do("axis", f"fly {air} at L3828")
    wish = {"record": write(play), "dice": "typed"}
    answer = client.post("/api/games/import", json=wish)
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def test_the_enemy_is_told_the_same_whichever_air_unit_flies(installed: TestClient) -> None:
    told = []
    for air in ("I/ZG26", "II/KG1"):
        table = flying(installed, air)
        state = table["soviet"].state()
        assert any(line["id"] == "somebody-flies" for line in state["log"]["lines"])
        state.pop("game")
        replay = table["soviet"].get("replay").json()
        told.append((state, replay, table["soviet"].get(f"replay/{replay['stops'] - 1}").json()))
        assert any(line["id"] == "flies" for line in table["axis"].state()["log"]["lines"])
    assert told[0] == told[1]
