"""A prompt says which units and hexes it is about."""

from starlette.testclient import TestClient

from tests.unit.server.tables import new_table, opened


def test_a_prompt_names_its_unit(installed: TestClient) -> None:
    wish = {"box": "miniature", "scenario": "meeting"}
    game = installed.post("/api/games", json=wish).json()
    headers = {"Grognard-Seat": game["seats"][0]["token"]}
    address = f"/api/games/{game['id']}"
    state = installed.get(f"{address}/state", headers=headers).json()
    assert state["decision"]["units"] == []
    act = {"seq": state["seq"], "act": {"kind": "place", "arg": 2}}
    asked = installed.post(f"{address}/act", json=act, headers=headers).json()["decision"]
    assert asked["units"] == [2]
    assert asked["hexes"] == []


def test_a_prompt_names_its_unit_by_whatever_word_the_game_has_for_it(
    installed: TestClient,
) -> None:
    """EastFront's texts speak of blocks."""
    table = new_table(installed, "eastfront", scenario="s42")
    axis = table["axis"]
    assert axis.state()["decision"]["units"] == []
    asked = axis.does("deploy 41Pz")["decision"]
    (unit,) = asked["units"]
    assert opened(installed, table).game.space.domains["deploy"].text(unit) == "41Pz"
    assert "41Pz" in asked["prompt"]
