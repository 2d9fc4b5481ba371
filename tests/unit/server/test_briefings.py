"""What the shelf tells of its scenarios."""

from typing import Any

from starlette.testclient import TestClient


def briefing(client: TestClient, language: str) -> dict[str, Any]:
    answer = client.get(f"/api/boxes/narva/briefings?lang={language}").json()
    told: dict[str, Any] = answer["briefings"]["krivasoo"]
    return told


def test_a_briefing_is_told_in_the_language_of_the_page(installed: TestClient) -> None:
    english, french = briefing(installed, "en"), briefing(installed, "fr")
    assert (english["level"], french["level"]) == ("easy", "facile")
    assert english["about"].startswith("February 1944")
    assert french["about"].startswith("Février 1944")


def test_french_is_typeset(installed: TestClient) -> None:
    assert "\xa0;" in briefing(installed, "fr")["about"]


def test_a_box_that_is_not_there(installed: TestClient) -> None:
    assert installed.get("/api/boxes/narwa/briefings").status_code == 404


def test_a_box_without_briefings_tells_of_none(client: TestClient) -> None:
    assert client.get("/api/boxes/toy/briefings").json() == {"briefings": {}}
