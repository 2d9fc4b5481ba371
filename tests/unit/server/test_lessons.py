"""A lesson at the table: the coach says what to do, and nothing else is done."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.core.messages import LANGUAGES
from grognard.server import Room, Shelf, Store
from grognard.server.wording import Wording
from tests.unit.records.lesson_box import LessonBox
from tests.unit.server.tables import Plain, Seat, Table, new_table, serving

LAST = 3


def room(folder: Path) -> Room:
    (folder / "box").mkdir(exist_ok=True)
    return Room(Store.in_folder(folder), Shelf({"toy": LessonBox(folder / "box")}))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(room(tmp_path)) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Table:
    return new_table(client, lesson="first")


def coach(table: Table) -> Plain:
    found: Plain = table["red"].state()["coach"]
    return found


def give_orders(table: Table) -> None:
    table["red"].does("trap 0202 guard R1")
    table["blue"].does("trap 0102 guard B1")


def roll(seat: Seat, outcome: Any) -> Any:
    return seat.post("roll", {"seq": seat.state()["seq"], "outcome": outcome})


def show(seat: Seat, what: str = "line") -> Any:
    return seat.post("lesson/show", {"seq": seat.state()["seq"], "what": what})


def test_the_shelf_tells_what_can_be_learnt(client: TestClient) -> None:
    (box,) = client.get("/api/boxes?lang=fr").json()["boxes"]
    (lesson,) = box["lessons"]
    assert (lesson["id"], lesson["title"], lesson["says"]) == ("first", "Premiers pas", "s")
    assert (lesson["scenario"], lesson["first"]) == ("only", False)
    assert lesson["steps"] > 1


def test_a_game_of_its_own_has_no_coach(client: TestClient) -> None:
    free = new_table(client)
    assert free["red"].state()["coach"] is None
    assert free.game["lesson"] == ""


def test_the_coach_says_what_to_do_and_why(table: Table) -> None:
    said = coach(table)
    assert (said["step"], said["steps"], said["done"]) == (1, 3, False)
    assert (said["title"], said["do"], said["why"]) == ("First steps", "en orders", "because")
    assert said["rules"] == ["toy:2.1"]
    assert said["side"] == "red"
    assert [one["label"] for one in said["expects"]] == ["Lay the trap 0202", "Guard a unit R1"]
    assert said["dice"] is None
    assert table.game["dice"] == "typed"


def test_the_coach_speaks_french(table: Table) -> None:
    state = table["red"].get("state?lang=fr").json()
    assert (state["coach"]["title"], state["coach"]["do"]) == ("Premiers pas", "fr orders")


def test_what_the_lesson_wants_is_done(table: Table) -> None:
    table["red"].does("trap 0202")
    assert [one["kind"] for one in coach(table)["expects"]] == ["guard"]
    table["red"].does("guard R1")
    assert coach(table)["side"] == "blue"


def test_a_legal_choice_that_the_lesson_does_not_want(table: Table) -> None:
    before = table["red"].state()
    answer = table["red"].act("trap 0203")
    assert answer.status_code == 422
    said = answer.json()
    assert (said["code"], said["rule"]) == ("lesson-wants", "")
    assert "Red: Lay the trap 0202, Guard a unit R1" in said["sentence"]
    assert table["red"].state() == before


def test_the_rules_speak_before_the_lesson(table: Table) -> None:
    said = table["red"].act("trap 0101").json()
    assert (said["code"], said["rule"]) == ("occupied", "toy:2.1")


def test_a_compound_that_begins_well_and_ends_otherwise(table: Table) -> None:
    assert table["red"].act("trap 0202 guard R2").json()["code"] == "lesson-wants"
    assert coach(table)["step"] == 1


def test_the_other_side_must_wait_for_its_turn(table: Table) -> None:
    assert table["blue"].act("trap 0102").json()["code"] == "lesson-wants"


def test_only_the_printed_dice_are_rolled(table: Table) -> None:
    give_orders(table)
    assert coach(table)["dice"] == {"outcome": [0], "text": "red-chit", "printed": True}
    refused = roll(table["red"], "blue-chit").json()
    assert (refused["code"], "red-chit" in refused["sentence"]) == ("lesson-dice", True)
    assert roll(table["red"], "red-chit").status_code == 200
    assert coach(table)["step"] == 2


def test_impossible_dice_are_refused_by_the_rules(table: Table) -> None:
    give_orders(table)
    roll(table["red"], "red-chit")
    table["red"].does("move R1 to 0201")
    table["red"].does("attack B1")
    assert roll(table["red"], [1, 9]).json()["code"] == "impossible-roll"
    assert roll(table["red"], [2, 1]).json()["code"] == "lesson-dice"
    assert roll(table["red"], [1, 2]).status_code == 200


def test_dice_of_ours_are_marked(table: Table) -> None:
    for _ in range(6):
        show(table["red"])
    assert coach(table)["dice"] is None
    show(table["red"])
    assert coach(table)["dice"] == {"outcome": [4, 4], "text": "4 4", "printed": False}


def test_show_me_does_one_line(table: Table) -> None:
    said = show(table["red"]).json()["coach"]
    assert (said["step"], said["side"], said["left"]) == (1, "blue", 2)


def test_show_me_the_rest_of_the_step(table: Table) -> None:
    table["red"].does("trap 0202")
    said = show(table["red"], "step").json()["coach"]
    assert (said["step"], said["left"]) == (2, 1)


def test_at_the_end_the_coach_says_goodbye(table: Table) -> None:
    for _ in range(LAST):
        show(table["red"], "step")
    said = coach(table)
    assert (said["done"], said["step"], said["do"], said["expects"]) == (True, 3, "e", [])
    assert show(table["red"]).json()["code"] == "lesson-over"
    assert table["red"].act("trap 0103").json()["code"] in ("lesson-over", "occupied")


def test_leaving_sets_the_game_free(table: Table) -> None:
    give_orders(table)
    seat = table["red"]
    state = seat.post("lesson/leave", {"seq": seat.state()["seq"]}).json()
    assert state["coach"] is None
    assert state["roll"] is None  # the machine rolls now, and has rolled
    assert table.client.get(table.path).json()["lesson"] == ""
    assert seat.post("lesson/leave", {"seq": state["seq"]}).json()["code"] == "no-lesson"


def test_leaving_with_dice_of_one_s_own(table: Table) -> None:
    give_orders(table)
    seat = table["red"]
    state = seat.post("lesson/leave", {"seq": seat.state()["seq"], "dice": "typed"}).json()
    assert state["roll"] is not None
    assert roll(seat, "blue-chit").status_code == 200


def test_undo_goes_back_in_the_lesson(table: Table) -> None:
    table["red"].does("trap 0202")
    assert table["red"].undo().status_code == 200
    assert [one["kind"] for one in coach(table)["expects"]] == ["trap", "guard"]


def test_undo_never_leads_out_of_the_lesson(table: Table) -> None:
    table["red"].does("trap 0202 guard R1")
    table["blue"].does("trap 0102")
    assert table["red"].undo().json()["code"] == "lesson-undo"
    assert table["blue"].undo().status_code == 200
    assert table["red"].undo().status_code == 200
    assert [one["kind"] for one in coach(table)["expects"]] == ["guard"]


def test_the_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(room(tmp_path)) as client:
        table = new_table(client, lesson="first")
        give_orders(table)
        before = coach(table)
    with serving(room(tmp_path)) as client:
        assert coach(Table(client, table.game)) == before


def test_a_lesson_that_changed_lets_the_game_go_free(tmp_path: Path) -> None:
    with serving(room(tmp_path)) as client:
        table = new_table(client, lesson="first")
        table["red"].does("trap 0202 guard R1")
    changed = LessonBox(tmp_path / "box")
    changed.change("lessons/first.record", "red trap 0202", "red trap 0203")
    with serving(Room(Store.in_folder(tmp_path), Shelf({"toy": changed}))) as client:
        again = Table(client, table.game)
        assert coach(again) is None
        again["blue"].does("trap 0302 guard B2")


def test_a_lesson_that_is_gone_is_not_offered(tmp_path: Path) -> None:
    with serving(room(tmp_path)) as client:
        table = new_table(client, lesson="first")
    broken = LessonBox(tmp_path / "box")
    broken.change("lessons/first.record", "to 0201", "to 0303")
    with serving(Room(Store.in_folder(tmp_path), Shelf({"toy": broken}))) as client:
        (box,) = client.get("/api/boxes").json()["boxes"]
        assert box["lessons"] == []
        assert coach(Table(client, table.game)) is None
        answer = client.post("/api/games", json={"box": "toy", "lesson": "first"})
        assert (answer.status_code, answer.json()["code"]) == (409, "broken-lesson")


@pytest.mark.parametrize(
    ("wish", "code", "field"),
    [
        ({"lesson": "last"}, "unknown-lesson", "lesson"),
        ({"lesson": "first", "scenario": "other"}, "field", "scenario"),
        ({"lesson": "first", "options": {"fog": True}}, "field", "options"),
        ({"lesson": "first", "players": {"blue": {"kind": "bot", "bot": "recruit"}}},
         "lesson-players", "players.blue"),
    ],
)  # fmt: skip
def test_what_a_lesson_cannot_be(client: TestClient, wish: Plain, code: str, field: str) -> None:
    answer = client.post("/api/games", json={"box": "toy", **wish})
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["field"]) == (code, field)


def test_no_bot_takes_a_seat_in_a_lesson(table: Table) -> None:
    players = {"blue": {"kind": "bot", "bot": "recruit"}}
    answer = table.client.patch(table.path, json={"players": players})
    assert answer.json()["code"] == "lesson-players"


def test_a_free_game_has_nothing_to_show(client: TestClient) -> None:
    assert show(new_table(client)["red"]).json()["code"] == "no-lesson"


def atoms(state: Plain) -> list[Plain]:
    """Everything that a seat is offered."""
    choices = state["decision"]["choices"] if state["decision"] else []
    return [{"kind": found["kind"], "arg": arg} for found in choices for arg in found["args"]]


def test_of_all_that_is_offered_only_the_lesson_s_own_is_done(table: Table) -> None:
    """At every point of the lesson, for both sides, whatever the rules allow."""
    refused = 0
    while not (said := coach(table))["done"]:
        wanted = [(said["side"], one["kind"], one["arg"]) for one in said["expects"][:1]]
        for side, seat in table.seats.items():
            before = seat.state()
            for atom in atoms(before):
                if (side, atom["kind"], atom["arg"]) not in wanted:
                    assert seat.act(atom, before["seq"]).json()["code"] == "lesson-wants"
                    refused += 1
            assert seat.state() == before
        follow(table, said)
    assert refused > 20


def follow(table: Table, said: Plain) -> None:
    """Do one atom of the lesson."""
    if said["dice"]:
        assert roll(table["red"], said["dice"]["outcome"]).status_code == 200
    else:
        wanted = said["expects"][0]
        table[said["side"]].does({"kind": wanted["kind"], "arg": wanted["arg"]})


def test_edelweiss_is_walked_from_the_first_order_to_the_end(installed: TestClient) -> None:
    table = new_table(installed, "eastfront", lesson="edelweiss")
    seat = table["axis"]
    for step in range(1, 69):
        assert seat.state()["coach"]["step"] == step
        answer = show(seat, "step")
        assert answer.status_code == 200, answer.text
    state = seat.state()
    assert (state["over"], state["coach"]["done"]) == (True, True)
    assert state["result"]["winner"] == "soviet"


@pytest.mark.parametrize("language", LANGUAGES)
def test_edelweiss_names_its_buttons_as_they_are(language: str) -> None:
    """What a step asks to press stands on the buttons it is pressed on."""
    script = Shelf().script("eastfront", "edelweiss")
    words, state = Wording(script.game, language), script.game.start_state()
    pressed = 0
    for at, cue in enumerate(script.cues):
        asked = script.game.decisions(state).get(cue.side)
        if asked and cue.act[0] == "done":
            step = script.step_at(at)
            told = script.texts(language).text(script.lesson.text(step.id, "do"))
            assert words.offer(type(asked.step).__name__, "done") in told, step.id
            pressed += 1
        script.game.apply(state, cue.side, cue.act)
    assert pressed == 25


def test_the_coach_names_the_button_to_be_pressed(installed: TestClient) -> None:
    table = new_table(installed, "eastfront", lesson="edelweiss")
    for _ in range(2):
        show(table["axis"])
    (pressed,) = table["axis"].state()["coach"]["expects"]
    assert (pressed["kind"], pressed["label"]) == ("done", "End the activations")
