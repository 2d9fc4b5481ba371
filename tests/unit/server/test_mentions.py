"""A prompt says which units and hexes it is about."""

from starlette.testclient import TestClient


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
