"""What is asked twice: only what may surprise and cannot be taken back."""

from random import Random

import pytest
from starlette.testclient import TestClient

from tests.unit.server.tables import Plain, Table, new_table


def confirms(state: Plain) -> dict[str, str]:
    choices = state["decision"]["choices"] if state["decision"] else []
    return {choice["kind"]: choice["confirm"] for choice in choices if "confirm" in choice}


def label(state: Plain, kind: str) -> str:
    choices = state["decision"]["choices"]
    return str(next(choice["label"] for choice in choices if choice["kind"] == kind))


def blue_acts(client: TestClient) -> Table:
    """A game of the miniature in which Blue's chit was drawn first."""
    table = new_table(client, box="miniature", scenario="bridgehead", dice="typed",
                      options={"fog": False})
    for side, gun in (("blue", "0203"), ("red", "0604")):
        table[side].does("order hold")
        table[side].does(f"gun {gun}")
    table["blue"].post("roll", {"seq": table["blue"].state()["seq"], "outcome": "blue"})
    return table


def test_a_wasted_chit_is_asked_about_twice(installed: TestClient) -> None:
    blue = blue_acts(installed)["blue"]
    assert confirms(blue.state()) == {"done": "Nobody has acted on this chit: it will be gone."}
    french = blue.get("state?lang=fr").json()
    assert confirms(french) == {"done": "Personne n’a agi avec ce jeton\xa0: il sera perdu."}


def test_a_used_chit_is_not(installed: TestClient) -> None:
    blue = blue_acts(installed)["blue"]
    blue.does("move BG to 0302")
    assert confirms(blue.state()) == {}


def test_a_question_names_its_own_way_out(installed: TestClient) -> None:
    blue = blue_acts(installed)["blue"]
    assert label(blue.state(), "done") == "Nobody else acts"
    assert label(blue.get("state?lang=fr").json(), "done") == "Personne d’autre n’agit"


def test_hexes_beside_counters_say_when_there_is_no_way_back(installed: TestClient) -> None:
    """Narva: an army headquarters relocates for good, and then the next chit is drawn."""
    soviet = new_table(installed, box="narva", scenario="campaign")["soviet"]
    state = soviet.state()
    final = {choice["kind"]: choice["args"] for choice in finals(state)}
    assert final.keys() == {"relocate"}
    after = soviet.does({"kind": "relocate", "arg": final["relocate"][0]})
    assert not after["undo"]["allowed"]


def test_hexes_alone_do_not(installed: TestClient) -> None:
    """Where only a hex is asked for, a click on one is meant."""
    soviet = new_table(installed, box="narva", scenario="campaign")["soviet"]
    for act in ("hq HQ109", "done", "done"):
        state = soviet.does(act)
    assert {choice["domain"] for choice in state["decision"]["choices"]} >= {"hex"}
    assert finals(state) == []


def finals(state: Plain) -> list[Plain]:
    return [choice for choice in state["decision"]["choices"] if choice.get("final")]


@pytest.mark.parametrize(("box", "scenario"), [("narva", "krivasoo"), ("miniature", "bridgehead")])
def test_what_is_asked_twice_is_final(installed: TestClient, box: str, scenario: str) -> None:
    table, rng, met = new_table(installed, box=box, scenario=scenario), Random(8), 0
    for _ in range(400):
        seat = next((s for s in table.seats.values() if s.state()["decision"]), None)
        if seat is None or met == 3:
            break
        state = seat.state()
        doubtful = next(iter(confirms(state)), "")
        met += bool(doubtful)
        seat.does({"kind": doubtful} if doubtful else seat.random_atom(rng, state))
        if doubtful:
            assert not seat.state()["undo"]["allowed"]
    assert met
