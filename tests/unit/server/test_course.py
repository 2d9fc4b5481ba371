"""How a game ran: the margin through its moments, told once it is over."""

from starlette.testclient import TestClient

import grognard
from grognard.server.course import TURNS, course_of
from tests.browser.edelweiss import RECORD
from tests.unit.server.tables import new_table


def test_the_course_ends_at_the_margin_that_decided() -> None:
    play = grognard.replay(RECORD)
    game, log = play.game, play.log
    found = course_of(game, play.opening_state.copy(), log)
    assert [one.moment for one in found.readings] == sorted({one.moment for one in found.readings})
    assert (found.readings[0].moment, found.readings[-1].moment) == (0, len(log))
    assert found.readings[-1].margin == round(game.advice.standing(play.state, found.side), 1)
    assert 1 <= len(found.turns) <= TURNS
    assert set(found.turns) <= set(found.readings)


def test_nothing_is_told_while_a_game_runs(installed: TestClient) -> None:
    table = new_table(installed, "narva", scenario="krivasoo")
    told = table["german"].get("course").json()
    assert told["readings"] == told["turns"] == []
