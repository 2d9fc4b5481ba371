"""Asking the staff: a seat's own question, from its own view, one at a time."""

import asyncio
from threading import Event

import pytest
from starlette.testclient import TestClient

from grognard.server.problems import Problem
from grognard.server.staff import Staff
from tests.unit.server.tables import Table, new_table


@pytest.fixture
def krivasoo(installed: TestClient) -> Table:
    return new_table(installed, "narva", scenario="krivasoo")


def asked_side(table: Table) -> str:
    return next(side for side in ("german", "soviet") if table[side].state()["decision"])


def test_a_seat_that_must_choose_gets_hints_that_can_be_played(krivasoo: Table) -> None:
    side = asked_side(krivasoo)
    seat = krivasoo[side]
    seq = seat.state()["seq"]
    told = seat.post("hints", {"seq": seq}).json()
    assert told["staff"]
    assert 1 <= len(told["hints"]) <= 3
    first = told["hints"][0]
    assert first["sentence"].endswith(".")
    assert seat.post("check", {"act": first["act"]}).json()["allowed"]
    assert seat.post("hints", {"seq": seq}).json() == told
    assert seat.state()["seq"] == seq


def test_a_seat_that_must_not_choose_gets_none(krivasoo: Table) -> None:
    other = {"german": "soviet", "soviet": "german"}[asked_side(krivasoo)]
    seat = krivasoo[other]
    told = seat.post("hints", {"seq": seat.state()["seq"]}).json()
    assert told["hints"] == []


def test_an_old_question_is_stale(krivasoo: Table) -> None:
    seat = krivasoo[asked_side(krivasoo)]
    answer = seat.post("hints", {"seq": seat.state()["seq"] + 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


def test_a_game_without_a_staff_says_so(installed: TestClient) -> None:
    table = new_table(installed, "miniature", scenario="bridgehead")
    told = table["blue"].post("hints", {"seq": table["blue"].state()["seq"]}).json()
    assert told["staff"] is False
    assert told["hints"] == []


def test_a_seat_has_one_question_open_at_a_time() -> None:
    async def both() -> tuple[object, object]:
        staff, begun, let_go = Staff(), Event(), Event()

        def slowly() -> str:
            begun.set()
            let_go.wait()
            return "done"

        first = asyncio.create_task(staff.asked("hints", ("game", "red"), 1, slowly))
        await asyncio.to_thread(begun.wait)
        try:
            with pytest.raises(Problem) as refused:
                await staff.asked("hints", ("game", "red"), 2, slowly)
        finally:
            let_go.set()
        return refused.value.status, await first

    assert asyncio.run(both()) == (429, "done")
